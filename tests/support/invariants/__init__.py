"""What holds at every moment of a game, whatever is played."""
