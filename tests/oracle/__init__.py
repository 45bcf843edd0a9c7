"""A second opinion on four documents of the game, in plain Python.

It shares nothing with the product: no knowledge base, no solver, no table of skills. Every rule is
written from the documents themselves and from the wiki facts they lean on; ambiguous clauses
follow the default of each published reading. Where the two opinions differ, one of them is wrong
or the text is silent, and both are worth knowing.

`n3_camouflaged`, `n3_to_camouflaged`, `n4_impersonation` and `n5_decoy` each offer `game`,
`judge`, `ruling`, `takes_effect` and `outcome`.
"""
