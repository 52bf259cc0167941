"""How scripted robots see, drive and decide.

All their kernels stand in this one folder: its cache is named after everything in it.
"""
