"""The workbench of who writes rules: what an edition, a draft or an answer breaks and changes.

Analyses look through all situations of a small table, find the smallest that shows a thing, and
put it to the rulebook again in the ordinary way before they show it.
"""
