"""What a hand comes to: points, levels, stakes, and the course of a match."""
