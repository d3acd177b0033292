"""The languages of the house: one folder with one catalogue each, and what reads them."""
