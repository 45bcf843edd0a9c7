"""The parts of the pictures: what is drawn, where it lies, and in what words."""
