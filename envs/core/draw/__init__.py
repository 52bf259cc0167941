"""Drawing without a window: a canvas, its font and shapes, and a transform in tiles."""
