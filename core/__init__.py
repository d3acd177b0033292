"""The rules of the games and of the house: no platform, no clock, no language."""
