"""What people and tools do with the engine at a terminal: play, analyse, annotate."""
