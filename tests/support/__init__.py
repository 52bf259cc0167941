"""What several tests share: scenes, toy games, invariants, small experiments."""
