"""Judging players: who sits where, episodes in many processes, figures with intervals, reports."""
