"""Benchmarks: the same rules in several engines, and how the answers grow. Nothing here is a test.

PYTHONPATH=tests python -m benchmarks            # everything; the README's table and plot
PYTHONPATH=tests python -m benchmarks engines    # or a part: engines, layers, growth, targets
"""
