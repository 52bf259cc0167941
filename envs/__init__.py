"""The games, and the core they share. Nothing here imports a reinforcement-learning library."""
