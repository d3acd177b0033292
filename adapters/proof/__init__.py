"""A page that checks the record of a game by an implementation of its own."""
