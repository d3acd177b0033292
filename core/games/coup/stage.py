"""The table and the hand of Coup as they can be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Face, Place, Stage
from core.games.coup import texts
from core.games.coup.guide import ROLE_HELP
from core.games.coup.model import Swapping
from core.games.coup.scene import under_way
from core.games.coup.views import View
from core.games.coup.words import Role
from core.text import Message


def _face(role: Role) -> Face:
    return Face(str(role), texts.RoleLabel(role), text=ROLE_HELP[role]())


def hand(view: View) -> Sequence[Face]:
    """The reader's own cards, in an Exchange those drawn behind them; none for the group."""
    if not view.reader:
        return ()
    own = view.players[view.reader - 1].hidden
    drawn = view.step.drawn if isinstance(view.step, Swapping) else ()
    return tuple([_face(role) for role in own + drawn])


def stage(view: View) -> Stage:
    """What is going on, the court deck, and every seat with its coins, claims and cards."""
    deck = Face("", texts.DeckLine(view.deck), str(view.deck))
    places = tuple([_place(view, seat) for seat in range(1, len(view.players) + 1)])
    return Stage(tuple(under_way(view)), (deck,), places)


def _place(view: View, seat: int) -> Place:
    player, count = view.players[seat - 1], view.cards[seat - 1]
    marks: list[Message] = [texts.MarkCoins(player.coins)] if count else [texts.MarkOut()]
    if count and player.claims:
        marks.append(texts.MarkClaims(player.claims))
    cards = [_face(role) for role in player.lost]
    cards += [Face("", texts.HiddenCard())] * count
    return Place(seat, tuple(marks), tuple(cards), not count)
