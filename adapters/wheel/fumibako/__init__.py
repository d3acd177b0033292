"""The installed program: a launcher, and beside it the folders `core`, `adapters`, `locales` and
`storage`. In the repository those stand at the top, and this one below `adapters`."""
