"""Players: observation and mask in, action out."""
