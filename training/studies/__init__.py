"""Questions about the games that thousands of episodes answer, one module per question."""
