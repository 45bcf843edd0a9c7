"""The JSON forms of what the rulebook answers."""
