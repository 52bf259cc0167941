"""Games played by people: in a window or in a terminal, against agents and with each other."""
