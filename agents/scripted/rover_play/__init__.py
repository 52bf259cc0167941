"""How the scripted explorer of RoveR reads, remembers, finds its way, fights and chooses goals."""
