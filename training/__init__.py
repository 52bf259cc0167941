"""Training, evaluation, benchmarks, and the command line."""
