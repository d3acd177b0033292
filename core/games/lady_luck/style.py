"""What makes one computer player differ from another: how it weighs things, never what it knows."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from core.kernel.minds import Manner


class Style(msgspec.Struct, frozen=True):
    """How a player judges. Points are points of the scoring."""

    late: float = 1 / 3  # what an AP is worth at the end, in points
    early: float = 0.55  # what it is worth more in round 1
    win: float = 20.0  # a game won at once, in points
    hope: float = 0.65  # the part of it that a missing piece leaves, if it comes
    risk: float = 0.45  # what every Knight that may stop it leaves
    knight: float = 0.5  # a Knight in a round
    bank: float = 0.8  # a star that a Magician can put away
    denial: float = 4.0  # a Knight where somebody has all pieces
    slack: float = 0.2  # cards that are nearly equal, in points
    sway: float = 0.5  # how far it goes beyond what a card is worth, or stops before, in AP
    opens: int = 1  # the most that it opens at where the card will cost as much
    jumps: int = 0  # in a hundred bids: raises by two where there is room


STYLES: Mapping[Manner, Style] = {
    Manner.BOLD: Style(early=0.6, win=18.0, hope=0.7, opens=3, jumps=30, sway=0.6),
    Manner.CAREFUL: Style(early=0.62, win=18.0, hope=0.6, opens=2, jumps=25),
    Manner.PATIENT: Style(early=0.7, win=16.0, hope=0.5, opens=1, jumps=15, sway=0.3),
}
"""Bold players pay for Princesses and open high; patient ones save their AP and wait."""
