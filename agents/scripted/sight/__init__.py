"""What scripted players read: the printed and the shown as plain numbers, one module a game."""
