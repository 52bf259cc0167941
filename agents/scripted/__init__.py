"""Players written by hand: one module or folder per game, with the name of the game.

Each has a function `agent(game: Game, settings: Mapping[str, Any]) -> Agent`; one that search can
play in several styles also has the classes `Player` and `Weights`. A player is
registered by its name alone.
"""
