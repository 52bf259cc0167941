"""What the scripted players of the four rally games share: reading, driving, search, decisions."""
