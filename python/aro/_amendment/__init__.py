"""What a stranger's amendment is held to before it is laid over an edition."""
