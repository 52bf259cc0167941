"""Gymnasium, PettingZoo, vector and SB3 environments over any `Game`."""
