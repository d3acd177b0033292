"""What stands on the buttons, and the questions that they answer."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.lady_luck.cards import KIND, STARS, Card, Kind
from core.games.lady_luck.model import View
from core.games.lady_luck.scene import lady, owner, slot_shown
from core.games.lady_luck.texts_board import (
    ApLabel,
    AskedHowMuch,
    AskedWhat,
    AskedWhatToHide,
    AskedWhichCard,
    AskedWhichHelper,
    AskedWhichScore,
    AskedWhom,
    AskedWhomToReady,
    AskedWhomToStop,
    BidLabel,
    HandLabel,
    HelperLabel,
    NoTargetLabel,
    OpenLabel,
    OwnedLabel,
    PassLabel,
    RevealLabel,
    ScoreLabel,
    SeatLabel,
    UsedOnceLabel,
    UseLabel,
)
from core.text import Message, Public


def label(view: View, said: Sequence[str], word: str) -> Message:
    """The label of the button that says `word` after `said`.

    The empty word after `use.CARD` is the use without a target.
    """
    match tuple(said):
        case ():
            return _FIRST[word]
        case ("open",):
            return slot_shown(view, int(word))
        case ("reveal",):
            card = Card(word)
            return HandLabel(STARS[card], lady(card, _own_scores(view)))
        case ("use",):
            card = Card(word)
            named = lady(card, _beside(view, owner(view, card)))
            return UsedOnceLabel(named) if dict(view.uses).get(card) else named
        case ("use", _):
            return _target(view, word)
        case _:
            return ApLabel(int(word))


def _own_scores(view: View) -> tuple[Card, ...]:
    return view.player(view.seat).scores if view.seat is not None else ()


def _beside(view: View, seat: int | None) -> tuple[Card, ...]:
    return tuple(helper.card for helper in view.player(seat).helpers) if seat is not None else ()


_FIRST: dict[str, Public] = {
    "open": OpenLabel(),
    "bid": BidLabel(),
    "pass": PassLabel(),
    "helper": HelperLabel(),
    "score": ScoreLabel(),
    "use": UseLabel(),
    "reveal": RevealLabel(),
}


def _target(view: View, word: str) -> Message:
    if not word:
        return NoTargetLabel()
    if word.isdigit():
        return SeatLabel(int(word))
    card = Card(word)
    seat = owner(view, card)
    named = lady(card, _beside(view, seat))
    return named if seat is None else OwnedLabel(named, seat)


def hint(view: View, said: Sequence[str]) -> Message:
    """The question that the next word answers."""
    match tuple(said):
        case ():
            return AskedWhat()
        case ("open",):
            return AskedWhichCard()
        case ("use",):
            return AskedWhichHelper()
        case ("use", card):
            return _ON_WHOM[KIND[Card(card)]]
        case ("reveal",):
            return AskedWhichScore()
        case _:
            return AskedHowMuch()


_ON_WHOM: dict[Kind, Public] = {
    Kind.NOBLE: AskedWhom(),
    Kind.GENERAL: AskedWhomToReady(),
    Kind.KNIGHT: AskedWhomToStop(),
    Kind.MAGICIAN: AskedWhatToHide(),
}
