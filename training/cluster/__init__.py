"""Training on a cluster: RLlib's PPO with our environments, networks, checkpoints and logs."""
