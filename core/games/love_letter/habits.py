"""What somebody's last card tells about the one that they kept.

The figures were counted in matches of computer players: how much oftener than by chance each
card was held by somebody who had played another one last. They are rounded towards 1, since
people are less alike than computers are.
"""

from __future__ import annotations

from core.games.love_letter.model import Kit
from core.games.love_letter.names import Card

_COLUMNS = (
    Card.SPY,
    Card.GUARD,
    Card.PRIEST,
    Card.BARON,
    Card.HANDMAID,
    Card.PRINCE,
    Card.CHANCELLOR,
    Card.KING,
    Card.COUNTESS,
    Card.MINISTER,
    Card.PRINCESS,
)
_ROWS: dict[Card, tuple[float, ...]] = {
    Card.SPY: (0.6, 1.0, 1.0, 1.2, 0.9, 0.9, 1.2, 1.2, 1.2, 1.2, 1.2),
    Card.GUARD: (0.4, 0.7, 0.5, 1.3, 0.6, 1.2, 1.4, 1.2, 1.4, 1.4, 1.4),
    Card.PRIEST: (0.3, 0.8, 0.7, 1.2, 0.3, 1.2, 1.3, 1.4, 1.4, 1.4, 1.4),
    Card.BARON: (0.8, 0.8, 0.5, 0.9, 0.3, 1.0, 1.2, 1.5, 1.5, 1.5, 1.5),
    Card.HANDMAID: (0.3, 0.6, 1.0, 1.2, 0.6, 1.2, 1.2, 1.4, 1.3, 1.3, 1.3),
    Card.PRINCE: (0.2, 0.2, 0.3, 1.1, 0.2, 1.5, 0.8, 2.8, 1.0, 1.0, 2.6),
    Card.CHANCELLOR: (0.3, 0.3, 0.3, 0.5, 0.5, 1.5, 1.5, 2.8, 3.0, 3.0, 2.2),
    Card.KING: (0.5, 0.6, 0.4, 0.8, 0.5, 1.7, 1.1, 1.0, 1.4, 1.4, 1.8),
    Card.COUNTESS: (0.4, 0.3, 0.2, 0.2, 0.1, 2.4, 0.2, 2.7, 1.0, 1.0, 2.3),
    Card.MINISTER: (1.2, 1.2, 1.2, 1.0, 0.3, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    Card.PRINCESS: (1.0,) * 11,
}
_LIKELY = {played: dict(zip(_COLUMNS, row, strict=True)) for played, row in _ROWS.items()}


def likely(pack: Kit, played: Card | None, kept: Card) -> float:
    """How much more or less likely than by chance somebody who played one card last holds the
    other. Nothing played tells nothing."""
    return 1.0 if played is None else _LIKELY[played][kept]
