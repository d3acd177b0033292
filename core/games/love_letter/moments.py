"""What happens as it can be shown: of each note who did what to whom, with which card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Literal

from msgspec.structs import replace

from core.games.love_letter import events
from core.games.love_letter.drawing import CardName, MarkProtected, faces
from core.games.love_letter.model import Options
from core.games.love_letter.names import Card
from core.kernel.drawn import Face, Held, Moment
from core.kernel.plain import OutMark, closed
from core.kernel.text import N_, Cards, Message, Points, Public, Seat


class RoundMark(Public, frozen=True, tag="love-letter.round-mark"):
    text: ClassVar[str] = N_("round {round}")
    round: int


class Unprotected(Public, frozen=True, tag="love-letter.unprotected"):
    """Of a seat whose protection ends."""

    text: ClassVar[str] = N_("no longer protected")


class TwelveOrMore(Public, frozen=True, tag="love-letter.twelve-or-more"):
    """Why the Minister's player is out: the ranks in their hand add up to that."""

    text: ClassVar[str] = N_("12 or more: out")


class NoEffect(Public, frozen=True, tag="love-letter.no-effect"):
    text: ClassVar[str] = N_("no effect")


class IsProtected(Public, frozen=True, tag="love-letter.is-protected"):
    """Why a card has no effect: its target is protected."""

    text: ClassVar[str] = N_("protected: no effect")


class Missed(Public, frozen=True, tag="love-letter.missed"):
    """Of a Guard that named a wrong card."""

    text: ClassVar[str] = N_("miss")


class Hit(Public, frozen=True, tag="love-letter.hit"):
    """Of a Guard that named the right card."""

    text: ClassVar[str] = N_("hit: {seat} is out")
    seat: Seat


class LooksAtHand(Public, frozen=True, tag="love-letter.looks-at-hand"):
    """Of a Priest: its player sees the hand of the target."""

    text: ClassVar[str] = N_("looks at the hand")


class Tied(Public, frozen=True, tag="love-letter.tied"):
    text: ClassVar[str] = N_("equal: nobody is out")


class IsLower(Public, frozen=True, tag="love-letter.is-lower"):
    """Of a Baron: whose card is the lower one."""

    text: ClassVar[str] = N_("lower card: {seat} is out")
    seat: Seat


class Discards(Public, frozen=True, tag="love-letter.discards"):
    """Of a Prince: the hand that its target discards."""

    text: ClassVar[str] = N_("discards {card}")
    card: Card


class DrawsTheAside(Public, frozen=True, tag="love-letter.draws-the-aside"):
    text: ClassVar[str] = N_("the set-aside card")


class NothingToDraw(Public, frozen=True, tag="love-letter.nothing-to-draw"):
    text: ClassVar[str] = N_("no card left")


class Swapped(Public, frozen=True, tag="love-letter.swapped"):
    text: ClassVar[str] = N_("hands swapped")


class InExchange(Public, frozen=True, tag="love-letter.in-exchange"):
    """Of a King, to a seat alone: the card that it gave away."""

    text: ClassVar[str] = N_("for {card}")
    card: Card


class DrawsCards(Public, frozen=True, tag="love-letter.draws-cards"):
    text: ClassVar[str] = N_("draws {cards}")
    cards: Cards


class PutsUnder(Public, frozen=True, tag="love-letter.puts-under"):
    text: ClassVar[str] = N_("{cards} under the deck")
    cards: Cards


class SumDecides(Public, frozen=True, tag="love-letter.sum-decides"):
    text: ClassVar[str] = N_("a tie: the discards decide")


class WinsTheRound(Public, frozen=True, tag="love-letter.wins-the-round"):
    """Beside the name of the winner, or of the winners."""

    text: ClassVar[str] = N_("wins round {round}")
    round: int


class NobodyWins(Public, frozen=True, tag="love-letter.nobody-wins-round"):
    text: ClassVar[str] = N_("nobody wins round {round}")
    round: int


class MorePoints(Public, frozen=True, tag="love-letter.more-points"):
    text: ClassVar[str] = N_("+{points}")
    points: Points


class WinsTheMatch(Public, frozen=True, tag="love-letter.wins-the-match"):
    """Beside the name of the winner, or of the winners."""

    text: ClassVar[str] = N_("wins the match")


def moment(options: Options, message: Message) -> Moment | None:
    """What a note tells, as it can be shown; None if only its words can tell it."""
    see = partial(faces, options)
    return _turn(see, message) or _play(see, message) or _learnt(see, message) or _end(see, message)


See = Callable[..., tuple[Face, ...]]
"""Cards as faces."""


def _turn(see: See, message: Message) -> Moment | None:
    """A round and a turn begin; somebody draws, or is out."""
    match message:
        case events.RoundBegan(number, _, starter):
            return Moment("deal", starter, result=RoundMark(number))
        case events.LaidFaceUp(cards):
            return Moment("deal", shown=see(*cards))
        case events.TurnBegan(seat):
            return Moment("turn", seat, quiet=True)
        case events.ProtectionEnded(seat):
            return Moment("turn", seat, result=Unprotected(), quiet=True)
        case events.MinisterBusted(seat, _, cards):
            return Moment("reveal", seat, result=TwelveOrMore(), shown=see(*cards), out=(seat,))
        case events.WentOut(seat):
            return Moment("reveal", seat, result=OutMark(), out=(seat,))
        case events.WentOutWith(seat, cards):
            return Moment("reveal", seat, result=OutMark(), shown=see(*cards), out=(seat,))
        case events.DrewAnew(seat):
            return Moment("draw", seat, quiet=True)
        case events.TookTheAside(seat):
            return Moment("draw", seat, result=DrawsTheAside())
        case events.NothingLeftToDraw(seat):
            return Moment("draw", seat, result=NothingToDraw())
        case _:
            return None


def _play(see: See, message: Message) -> Moment | None:
    """A card is played."""
    match message:
        case events.Played(seat, card):
            found = Moment("play", seat)
        case events.PlayedForNothing(seat, card) | events.ChancellorInVain(seat, card):
            found = Moment("play", seat, result=NoEffect())
        case events.PlayedOnProtected(seat, card, target):
            found = Moment("play", seat, target, result=IsProtected())
        case events.GuardMissed(seat, card, target, name):
            found = Moment("play", seat, target, named=CardName(name), result=Missed())
        case events.GuardHit(seat, card, target, name):
            found = Moment("play", seat, target, named=CardName(name), result=Hit(target))
        case events.HandLookedAt(seat, card, target):
            found = Moment("play", seat, target, result=LooksAtHand())
        case events.HandsTied(seat, card, target):
            found = Moment("play", seat, target, result=Tied())
        case events.HandsCompared(seat, card, target, loser):
            found = Moment("play", seat, target, result=IsLower(loser))
        case events.BecameProtected(seat, card):
            found = Moment("play", seat, result=MarkProtected())
        case events.HandThrownAway(seat, card, target, discard):
            shown = see(discard)
            found = Moment("play", seat, target, result=Discards(discard), shown=shown)
        case events.OwnHandThrownAway(seat, card, discard):
            shown = see(discard)
            found = Moment("play", seat, seat, result=Discards(discard), shown=shown)
        case events.HandsSwapped(seat, card, target):
            found = Moment("play", seat, target, result=Swapped())
        case events.ChancellorDrew(seat, card, count):
            found = Moment("play", seat, result=DrawsCards(count))
        case events.ChancellorReturned(seat, count):
            return Moment("play", seat, result=PutsUnder(count))
        case _:
            return None
    return replace(found, card=see(card)[0])


def _learnt(see: See, message: Message) -> Moment | None:
    """What one seat alone is told. What it put under the deck it has just chosen itself."""
    match message:
        case events.WasDealt(card):
            return Moment("deal", card=see(card)[0], quiet=True)
        case events.Drew(card):
            return Moment("draw", card=see(card)[0], quiet=True)
        case events.DrewSeveral(cards):
            return Moment("draw", shown=see(*cards))
        case events.HandLearnt(seat, card):
            return Moment("reveal", target=seat, shown=see(card))
        case events.GotBySwap(seat, card, given):
            result = InExchange(given)  # quiet: the King and both seats stay in view
            return Moment("draw", target=seat, card=see(card)[0], result=result, quiet=True)
        case _:
            return None


def _end(see: See, message: Message) -> Moment | None:
    """A round or the match ends, and what it was paid for."""
    match message:
        case events.Showdown(hands):
            return Moment("reveal", hands=tuple(Held(held.seat, see(held.card)) for held in hands))
        case events.TotalsCompared():
            return Moment("end", result=SumDecides())
        case events.LastOneWon(seat, number):  # with a card that stays hidden
            won = _won((seat,), WinsTheRound(number), "round")
            return replace(won, hands=(Held(seat, closed(1)),))
        case events.RoundWon(seat, number):
            return _won((seat,), WinsTheRound(number), "round")
        case events.RoundShared(seats, number):
            return _won(seats, WinsTheRound(number), "round")
        case events.RoundDrawn(_, number):
            return _won((), NobodyWins(number), "round")
        case events.PrincessCounted(seat, card, points):
            return Moment("reveal", seat, result=MorePoints(points), shown=see(card))
        case events.SpyCounted(seat, _, points):
            return Moment("end", seat, result=MorePoints(points))
        case events.AllRevealed(cards):
            return Moment("reveal", shown=see(*cards))
        case events.MatchWon(seat):
            return _won((seat,), WinsTheMatch(), "match")
        case events.MatchShared(seats):
            return _won(seats, WinsTheMatch(), "match")
        case _:
            return None


def _won(winners: tuple[int, ...], result: Public, ends: Literal["round", "match"]) -> Moment:
    actor = winners[0] if len(winners) == 1 else 0
    return Moment("end", actor, result=result, ends=ends, winners=winners)
