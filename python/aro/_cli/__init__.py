"""The verbs of the command line, and the screen they write on."""
