"""A table, its commands, its rooms and people."""
