"""Self-play: a policy learns in all of its seats, against itself, its past and the script."""
