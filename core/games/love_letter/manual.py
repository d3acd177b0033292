"""The rules of an edition, short, in sections."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from core.games.love_letter.manual_words import counted_line
from core.games.love_letter.model import Options, kit
from core.kernel.asks import Section
from core.kernel.text import N_, Cards, Points, Public


class AboutGoal(Public, frozen=True, tag="love-letter.about-goal"):
    text: ClassVar[str] = N_("Goal")


class GoalIs(Public, frozen=True, tag="love-letter.goal-is"):
    text: ClassVar[str] = N_(
        "Be the last one left in a round, or hold the highest card when the deck is empty. "
        "A round won is a point."
    )


class GoalTarget(Public, frozen=True, tag="love-letter.goal-target"):
    text: ClassVar[str] = N_("The first to reach {points} wins the match.")
    points: Points


class GoalTargetFor(Public, frozen=True, tag="love-letter.goal-target-for"):
    text: ClassVar[str] = N_("With {players} players, {points} win the match.")
    players: int
    points: Points


class GoalTogether(Public, frozen=True, tag="love-letter.goal-together"):
    text: ClassVar[str] = N_("Several who get there in the same round win together.")


class AboutTurn(Public, frozen=True, tag="love-letter.about-turn"):
    text: ClassVar[str] = N_("A turn")


class TurnIs(Public, frozen=True, tag="love-letter.turn-is"):
    text: ClassVar[str] = N_(
        "Draw a card, then play one of your two cards and do what it says, even if it hurts you."
    )


class DiscardsAreOpen(Public, frozen=True, tag="love-letter.discards-are-open"):
    text: ClassVar[str] = N_("Played cards lie face up before you, for everybody to see.")


class OutIs(Public, frozen=True, tag="love-letter.out-is"):
    text: ClassVar[str] = N_(
        "Whoever is out lays their hand face up, without effect, and waits for the next round."
    )


class ProtectedForbids(Public, frozen=True, tag="love-letter.protected-forbids"):
    text: ClassVar[str] = N_(
        "Protected players cannot be chosen. If all others are protected, the card has no "
        "effect; one that may hit yourself must."
    )


class ProtectedFizzles(Public, frozen=True, tag="love-letter.protected-fizzles"):
    text: ClassVar[str] = N_("Protected players may be chosen, and then nothing happens.")


class AboutCards(Public, frozen=True, tag="love-letter.about-cards"):
    text: ClassVar[str] = N_("The cards")


class DeckHas(Public, frozen=True, tag="love-letter.deck-has"):
    text: ClassVar[str] = N_("The deck has {cards}. One is set aside face down in every round.")
    cards: Cards


class FaceUpForTwo(Public, frozen=True, tag="love-letter.face-up-for-two"):
    text: ClassVar[str] = N_("With two players three more lie face up.")


class TakesTheAside(Public, frozen=True, tag="love-letter.takes-the-aside"):
    text: ClassVar[str] = N_(
        "Whoever must draw a new card from an empty deck takes the set-aside card."
    )


class AboutEnd(Public, frozen=True, tag="love-letter.about-end"):
    text: ClassVar[str] = N_("The end of a round")


class EndIs(Public, frozen=True, tag="love-letter.end-is"):
    text: ClassVar[str] = N_(
        "When the deck is empty after a turn, all hands are shown and the highest rank wins."
    )


class TieBySum(Public, frozen=True, tag="love-letter.tie-by-sum"):
    text: ClassVar[str] = N_("If it is a tie, the higher sum of one’s own discards wins.")


class TieForAll(Public, frozen=True, tag="love-letter.tie-for-all"):
    text: ClassVar[str] = N_("All who are still tied win the round.")


class TieForNobody(Public, frozen=True, tag="love-letter.tie-for-nobody"):
    text: ClassVar[str] = N_("If it stays a tie, nobody wins the round.")


class WinnerStarts(Public, frozen=True, tag="love-letter.winner-starts"):
    text: ClassVar[str] = N_("The winner starts the next round.")


class AboutTalk(Public, frozen=True, tag="love-letter.about-talk"):
    text: ClassVar[str] = N_("Table talk")


class TalkIs(Public, frozen=True, tag="love-letter.talk-is"):
    text: ClassVar[str] = N_(
        "Say what you like, true or not, but do not show your private messages to others."
    )


def rules(options: Options) -> tuple[Section, ...]:
    """Goal, turn, cards, end of a round and table talk, under these switches."""
    cards = [counted_line(options, card) for card in kit(options).ranks]
    return (
        Section(AboutGoal(), tuple(_goal(options))),
        Section(AboutTurn(), tuple(_turn(options))),
        Section(AboutCards(), (*_deck(options), *cards)),
        Section(AboutEnd(), tuple(_end(options))),
        Section(AboutTalk(), (TalkIs(),)),
    )


def _goal(options: Options) -> Iterator[Public]:
    yield GoalIs()
    if options.target is not None or len(set(options.targets)) == 1:
        yield GoalTarget(options.target or options.targets[0])
    else:
        for players in range(options.least, options.most + 1):
            yield GoalTargetFor(players, options.targets[players - options.fewest])
    yield GoalTogether()


def _turn(options: Options) -> Iterator[Public]:
    yield TurnIs()
    yield DiscardsAreOpen()
    yield OutIs()
    yield ProtectedForbids() if options.protected_target == "forbid" else ProtectedFizzles()


def _deck(options: Options) -> Iterator[Public]:
    yield DeckHas(len(kit(options).cards))
    yield FaceUpForTwo()
    yield TakesTheAside()


def _end(options: Options) -> Iterator[Public]:
    yield EndIs()
    if options.tie == "discard_sum":
        yield TieBySum()
    yield TieForAll() if options.unbroken == "all" else TieForNobody()
    yield WinnerStarts()
