"""The simulation core: everything a game needs that knows no game."""
