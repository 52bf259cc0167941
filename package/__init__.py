"""Cogworks: tabletop games as reinforcement-learning environments.

Importing this registers every game with Gymnasium and PettingZoo, by name: no game is loaded
before it is used.
"""
