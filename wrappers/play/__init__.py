"""People play games: in a window or in a terminal, against agents and each other."""
