"""Answers as sheets, and sheets as text, on a terminal and as HTML."""
