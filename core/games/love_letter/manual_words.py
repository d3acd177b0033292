"""What each card does, in one line. Other cards are spoken of by their rank alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from core.games.love_letter.model import Kit, Options, kit
from core.games.love_letter.names import Card
from core.kernel.text import N_, Message, Points, Public


class CardLine(Public, frozen=True, tag="love-letter.card-line"):
    text: ClassVar[str] = N_("{rank} {card}: {effect}")
    rank: int
    card: Card
    effect: Public


class CountedCardLine(Public, frozen=True, tag="love-letter.counted-card-line"):
    """The same, with how many of it the deck has."""

    text: ClassVar[str] = N_("{rank} {card} ×{count}: {effect}")
    rank: int
    card: Card
    count: int
    effect: Public


class SpyDoes(Public, frozen=True, tag="love-letter.spy-does"):
    text: ClassVar[str] = N_(
        "No effect. If nobody else who is left has discarded one, you get {points} more."
    )
    points: Points


class GuardDoes(Public, frozen=True, tag="love-letter.guard-does"):
    text: ClassVar[str] = N_(
        "Choose somebody and name a card other than rank {rank}: whoever holds it is out."
    )
    rank: int


class PriestDoes(Public, frozen=True, tag="love-letter.priest-does"):
    text: ClassVar[str] = N_("Look at somebody’s hand.")


class BaronDoes(Public, frozen=True, tag="love-letter.baron-does"):
    text: ClassVar[str] = N_("Compare hands with somebody: the lower rank is out.")


class HandmaidDoes(Public, frozen=True, tag="love-letter.handmaid-does"):
    text: ClassVar[str] = N_("You are protected until your next turn.")


class PrinceDoes(Public, frozen=True, tag="love-letter.prince-does"):
    text: ClassVar[str] = N_("Somebody, or you, discards the hand and draws a new card.")


class ChancellorDoes(Public, frozen=True, tag="love-letter.chancellor-does"):
    text: ClassVar[str] = N_("Draw two cards, keep one card, put the others under the deck.")


class KingDoes(Public, frozen=True, tag="love-letter.king-does"):
    text: ClassVar[str] = N_("Swap hands with somebody.")


class CountessDoesRoyal(Public, frozen=True, tag="love-letter.countess-does-royal"):
    text: ClassVar[str] = N_(
        "No effect. Must be played if your other card has rank {low} or {high}."
    )
    low: int
    high: int


class CountessDoesSum(Public, frozen=True, tag="love-letter.countess-does-sum"):
    text: ClassVar[str] = N_("No effect. Must be played if your two ranks add up to 12 or more.")


class MinisterDoes(Public, frozen=True, tag="love-letter.minister-does"):
    text: ClassVar[str] = N_(
        "No effect. If your two ranks add up to 12 or more when you draw, you are out."
    )


class PrincessDoes(Public, frozen=True, tag="love-letter.princess-does"):
    text: ClassVar[str] = N_("Whoever plays or discards it is out.")


class PrincessDoesMore(Public, frozen=True, tag="love-letter.princess-does-more"):
    text: ClassVar[str] = N_(
        "Whoever plays or discards it is out. Winning the round with it gives {points}."
    )
    points: Points


_PLAIN: dict[Card, Public] = {
    Card.SPY: SpyDoes(1),
    Card.PRIEST: PriestDoes(),
    Card.BARON: BaronDoes(),
    Card.HANDMAID: HandmaidDoes(),
    Card.PRINCE: PrinceDoes(),
    Card.CHANCELLOR: ChancellorDoes(),
    Card.KING: KingDoes(),
    Card.MINISTER: MinisterDoes(),
}


def effect(options: Options, card: Card) -> Public:
    """What a card does under these switches."""
    pack = kit(options)
    if card is Card.GUARD:
        return GuardDoes(pack.ranks[card])
    if card is Card.COUNTESS:
        return _countess(options, pack)
    if card is Card.PRINCESS:
        points = options.princess_points
        return PrincessDoes() if points == 1 else PrincessDoesMore(points)
    return _PLAIN[card]


def _countess(options: Options, pack: Kit) -> Public:
    if options.countess == "royal":
        return CountessDoesRoyal(pack.ranks[Card.PRINCE], pack.ranks[Card.KING])
    return CountessDoesSum()


def card_line(options: Options, card: Card) -> CardLine:
    """Rank, name and effect of a card."""
    return CardLine(kit(options).ranks[card], card, effect(options, card))


def counted_line(options: Options, card: Card) -> CountedCardLine:
    """The same, with how many of it the deck has."""
    pack = kit(options)
    count = pack.cards.count(card)
    return CountedCardLine(pack.ranks[card], card, count, effect(options, card))


def help_on(options: Options) -> Sequence[tuple[str, Message]]:
    """Every card of the deck by its code, in the order of the rank."""
    return [(card.value, counted_line(options, card)) for card in kit(options).ranks]
