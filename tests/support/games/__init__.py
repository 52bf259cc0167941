"""Two small games that show what the suite asks of a game, written as the real ones are."""
