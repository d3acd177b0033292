"""One command, one transaction; and what the house needs of a database."""
