"""The colours of LINE's bubbles: each game has its own, so that a chat is read at a glance."""

from __future__ import annotations

import msgspec

INK, GREY, PALE, WHITE = "#1A1A1A", "#666666", "#F1F2F4", "#FFFFFF"
"""All are set, so that a phone in its dark mode does not write dark on dark."""


class Colours(msgspec.Struct, frozen=True):
    """`deep` is behind white words and for marks, `tint` behind dark ones, `edge` around keys."""

    deep: str
    tint: str
    edge: str


OF_GAMES = {
    "love-letter": Colours("#C2185B", "#FDEEF4", "#EFA8C4"),
    "coup": Colours("#4527A0", "#F1EDFA", "#BDB0E2"),
    "lady-luck": Colours("#00695C", "#E6F4F1", "#93CBC1"),
    "old-maid": Colours("#B23C00", "#FDF0E8", "#EDB594"),
}
HOUSE = Colours("#2F4A6D", "#EAF0F7", "#A9BFD8")
"""Of a game that has no colour of its own."""


def colours_of(game: str) -> Colours:
    """The colours of a game by its name."""
    return OF_GAMES.get(game, HOUSE)
