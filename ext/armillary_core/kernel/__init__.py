"""Words and the seam between games and search; imports nothing of ours."""
