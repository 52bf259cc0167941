"""Evaluation of agents: who sits where, episodes in many processes, scores, tasks and reports."""
