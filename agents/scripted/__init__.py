"""Players written by hand, one module a game, named as the game.

Each module has a function `agent(game: Game, settings: Mapping[str, Any]) -> Agent`; the module is
the registration.
"""
