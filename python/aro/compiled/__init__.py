"""The law compiled for a shape of table, so that a question costs microseconds."""
