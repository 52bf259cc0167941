"""Classic Robo Rally as a library: the phases that race, moba, powerball and tower_defense share.

It is not a game by itself. Ids such as RR12 are those of RULES.md here.
"""
