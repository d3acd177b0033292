"""The table as it is drawn, and what happens on it as it is shown."""

from __future__ import annotations

from collections.abc import Iterable

from core.games.old_maid import events
from core.games.old_maid.board import CardName, IsOut, LeftWithIt, laid, mark
from core.games.old_maid.model import View, holders
from core.games.old_maid.names import Card
from core.kernel.drawn import Badge, Face, Moment, Place, Stage
from core.kernel.text import Message


def faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    """Cards face up."""
    return tuple(Face(card.value, CardName(card), card.rank) for card in cards)


def hand(view: View) -> tuple[Face, ...]:
    """The reader's own cards as they can be drawn."""
    return faces(view.hand)


def stage(view: View) -> Stage:
    """The last pair in the middle, and every seat with its fan of backs."""
    places = tuple(_place(view, seat) for seat in range(1, len(view.sizes) + 1))
    turn = view.table.turn if len(holders(view.sizes)) > 1 else 0
    pairs, middle = laid(view), faces(view.table.laid[-2:])
    return Stage(lines=pairs, brief=pairs, turn=turn, middle=middle, places=places)


def _place(view: View, seat: int) -> Place:
    """A seat: how it stands, and which of its cards the reader knows; at the end the joker."""
    table, size = view.table, view.sizes[seat - 1]
    badge = Badge("cards", mark(view, seat), size, symbol="🎴" if seat != table.loser else "")
    if seat in table.gone:
        badge = Badge("left", mark(view, seat))
    elif seat in table.places:
        badge = Badge("place", mark(view, seat), table.places.index(seat) + 1)
    if seat == table.loser:
        return Place(seat, (badge,), opened=faces((Card.JOKER,)))
    known = faces(fact.card for fact in table.seen if fact.seat == seat)
    return Place(seat, (badge,), hand=size, known=known, out=not size)


def moment(options: object, message: Message) -> Moment | None:
    """What a note tells, as it can be shown."""
    match message:
        case events.Drew(seat, source):
            return Moment("draw", seat, source, quiet=True)
        case events.CardDrawn(seat, card, source):
            return Moment("draw", seat, source, card=faces((card,))[0])
        case events.LaidDown(seat, cards):
            return Moment("play", seat, shown=faces(cards))
        case events.WentOut(seat, place):
            return Moment("end", seat, result=IsOut(place), out=(seat,))
        case events.DealtOn(seat):
            return Moment("deal", seat, out=(seat,))
        case events.YouGot(cards):
            return Moment("deal", shown=faces(cards))
        case events.LeftWithJoker(seat):
            return Moment("end", seat, result=LeftWithIt(), ends="match")
        case _:
            return None
