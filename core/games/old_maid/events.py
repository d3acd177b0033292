"""What happens in Old Maid, in words: the notes to the group and to a seat."""

from __future__ import annotations

from typing import ClassVar

from core.games.old_maid.names import Card
from core.kernel.text import N_, Cards, Public, Seat, Secret


class TurnAsked(Public, frozen=True, tag="old-maid.turn-asked"):
    text: ClassVar[str] = N_("{seat}: draw a card from {source}, who holds {cards}.")
    seat: Seat
    source: Seat
    cards: Cards


class Drew(Public, frozen=True, tag="old-maid.drew"):
    text: ClassVar[str] = N_("{seat} draws a card from {source}.")
    seat: Seat
    source: Seat


class CardDrawn(Secret, frozen=True, tag="old-maid.card-drawn"):
    text: ClassVar[str] = N_("{seat} has drawn {card} from {source}.")
    seat: Seat
    card: Card
    source: Seat


class LaidDown(Public, frozen=True, tag="old-maid.laid-down"):
    text: ClassVar[str] = N_("{seat} lays down {cards}.")
    seat: Seat
    cards: tuple[Card, ...]


class WentOut(Public, frozen=True, tag="old-maid.went-out"):
    text: ClassVar[str] = N_("{seat} has no cards left: place {place}.")
    seat: Seat
    place: int


class DealtOn(Public, frozen=True, tag="old-maid.dealt-on"):
    text: ClassVar[str] = N_("{seat}’s hand is dealt to the others.")
    seat: Seat


class YouGot(Secret, frozen=True, tag="old-maid.you-got"):
    text: ClassVar[str] = N_("You get {cards}.")
    cards: tuple[Card, ...]


class LeftWithJoker(Public, frozen=True, tag="old-maid.left-with-joker"):
    text: ClassVar[str] = N_("{seat} is left with the joker and has lost.")
    seat: Seat
