"""The games of the house. One line each."""
