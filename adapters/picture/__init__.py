"""A match in four panels: in words, and as one picture."""
