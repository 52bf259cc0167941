"""Situations of the games, drawn or arranged, with short names for what the tests do and ask."""
