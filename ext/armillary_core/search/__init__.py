"""What walks game trees. Sees the kernel, never a game."""
