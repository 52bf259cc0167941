"""What scripted players read: printed rules and observations as plain numbers, one module a game."""
