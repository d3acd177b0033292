"""What a seat has, in as few columns as a chat allows: a symbol with its number, else words."""

from __future__ import annotations

from collections.abc import Callable

from core.kernel.drawn import Badge
from core.kernel.text import Public


def mark(badge: Badge, say: Callable[[Public], str]) -> str:
    """A badge in short: ♥2/4, 🪙3, 🛡; or its words, where it has no symbol."""
    if not badge.symbol:
        return say(badge.text)
    if badge.of:
        return f"{badge.symbol}{badge.count}/{badge.of}"
    counted = badge.kind in ("points", "coins", "cards", "bid")
    return f"{badge.symbol}{badge.count}" if counted else badge.symbol
