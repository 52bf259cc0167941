"""A script for each suite, which `bench/server.py` runs in the environment of that suite.

`contenders(bench)` yields a `bench.Contender` for each game in each form; `bench` is the module
`server`, which has loops for the usual kinds of environments.
"""
