"""The parts of the case file: read from nodes to values, and written back."""
