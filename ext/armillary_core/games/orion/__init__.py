"""Master of Orion, the board game; rules.pyx tells how it is cut into decisions."""
