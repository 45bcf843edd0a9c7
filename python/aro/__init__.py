"""Rulings for Infinity, with the clauses that decide them."""

__version__ = "0.1.0"
