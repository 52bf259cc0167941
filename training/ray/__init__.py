"""Training on a Ray cluster: RLlib's PPO with our environments, networks, checkpoints and logs."""
