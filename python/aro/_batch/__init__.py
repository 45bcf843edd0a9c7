"""The parts of a batch: its files, its lines, and who answers them."""
