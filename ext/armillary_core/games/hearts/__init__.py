"""See rules.pyx."""
