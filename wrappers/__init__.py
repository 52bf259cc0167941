"""Environments of any `Game` for Gymnasium, PettingZoo and SB3; replays, films, pages and play."""
