"""Speed: of the environments, and of whole trainings. Contenders take turns; the median counts."""
