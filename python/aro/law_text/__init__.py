"""The law as text: its rules, its words, and the names that nothing reads.

`rule_reader` reads rules without clingo, `law_words` knows which words an edition and the theory
have, `undefined_names` finds misspellings, `cycles` finds atoms that depend on themselves.
"""
