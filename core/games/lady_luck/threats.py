"""Who may win at once: Princesses that have been used, and what brings them back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.games.lady_luck.model import View
from core.games.lady_luck.names import KIND, Card, Kind
from core.games.lady_luck.worth import own, rivals

STOP = 100.0  # how urgent it is to stop who would win with the next use
SOON = STOP / 2  # and who would win with the use after it
LATER = STOP / 10


def used(view: View, card: Card) -> int:
    """How often a Princess has been used in this round."""
    return dict(view.uses).get(card, 0)


def fresh(view: View, seat: int) -> list[Card]:
    """The helpers of a seat that can still be used in this phase."""
    if seat in view.passed:
        return []
    return [helper.card for helper in view.player(seat).helpers if not helper.acted]


def ready(view: View, seat: int) -> list[Kind]:
    """The ladies among them."""
    return [KIND[card] for card in fresh(view, seat)]


def stoppers(view: View) -> int:
    """Knights of others that can still act in this phase."""
    return sum(ready(view, seat).count(Kind.KNIGHT) for seat in rivals(view, own(view)))


def princesses(view: View, seat: int) -> set[Card]:
    """The Princesses that a seat is known to have, on either side of the table."""
    player = view.player(seat)
    cards = (*(helper.card for helper in player.helpers), *player.scores, *player.logged)
    return {card for card in cards if KIND[card] is Kind.PRINCESS}


def threats(view: View) -> list[tuple[float, Card]]:
    """Cards of others on the way to winning at once, each with how urgent it is."""
    return [
        threat
        for seat in rivals(view, own(view))
        if seat not in view.passed
        for threat in _of(view, seat)
    ]


def _of(view: View, seat: int) -> Iterator[tuple[float, Card]]:
    spent = [card for card in princesses(view, seat) if used(view, card)]
    awake = fresh(view, seat)
    yield from _by_princesses(view, spent, awake)
    player = view.player(seat)
    if not spent and not any(KIND[helper.card] is Kind.PRINCESS for helper in player.helpers):
        return
    hidden = any(card in player.logged for card in spent)
    back = hidden or Kind.MAGICIAN in ready(view, seat)
    for card in awake:
        if KIND[card] is Kind.GENERAL or (KIND[card] is Kind.NOBLE and back):
            yield (SOON if spent else LATER), card


def _by_princesses(
    view: View, spent: Sequence[Card], awake: Sequence[Card]
) -> Iterator[tuple[float, Card]]:
    """What Princesses threaten that have not acted; `spent` ones have been used once."""
    both = view.options.princess_scope == "same_player"
    waiting = [card for card in awake if KIND[card] is Kind.PRINCESS]
    for card in waiting:
        if card in spent or (both and spent):
            yield STOP, card
        elif both and len(waiting) > 1:
            yield LATER, card
