"""Moves that put their own player out of the round at once, as far as that player can know."""

from __future__ import annotations

from typing import ClassVar

from core.games.love_letter.model import Move, Play, View, kit
from core.games.love_letter.names import Card
from core.kernel.text import N_, Seat, Secret


class PlayingIsOut(Secret, frozen=True, tag="love-letter.playing-is-out"):
    text: ClassVar[str] = N_(
        "Whoever plays {card} is out of the round at once. Play it all the same?"
    )
    card: Card


class DiscardingIsOut(Secret, frozen=True, tag="love-letter.discarding-is-out"):
    text: ClassVar[str] = N_(
        "With {card} on yourself you discard your own {kept} and are out of the round at once. "
        "Play it all the same?"
    )
    card: Card
    kept: Card


class ComparingIsOut(Secret, frozen=True, tag="love-letter.comparing-is-out"):
    text: ClassVar[str] = N_(
        "You know that {seat} holds {theirs}; your {kept} is lower, and you would be out of the "
        "round at once. Play {card} all the same?"
    )
    seat: Seat
    theirs: Card
    kept: Card
    card: Card


def rash(view: View, move: Move) -> Secret | None:
    """The question before such a move; None for every other."""
    if not isinstance(move, Play):
        return None
    card, target = move.card, move.target
    if card is Card.PRINCESS:
        return PlayingIsOut(card)
    first, second = view.hand
    kept = second if first is card else first
    if card is Card.PRINCE and target == view.me and kept is Card.PRINCESS:
        return DiscardingIsOut(card, kept)
    if card is Card.BARON and target not in view.shielded:
        ranks = kit(view.options).ranks
        for fact in view.seen:
            if fact.seat == target and ranks[fact.card] > ranks[kept]:
                return ComparingIsOut(target, fact.card, kept, card)
    return None
