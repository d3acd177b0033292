"""What happens in a game of Love Letter, in words: the notes to the group and to a seat."""

from __future__ import annotations

from typing import ClassVar

from core.games.love_letter.names import Card
from core.kernel.text import N_, Cards, Points, Public, Seat, Secret


class Ranked(Public, frozen=True, tag="love-letter.ranked"):
    text: ClassVar[str] = N_("{rank} {card}")
    rank: int
    card: Card


# ------------------------------------------------------------------ the round begins


class RoundBegan(Public, frozen=True, tag="love-letter.round-began"):
    text: ClassVar[str] = N_("Round {round}: {seats}. {starter} starts, {deck} in the deck.")
    round: int
    seats: tuple[Seat, ...]
    starter: Seat
    deck: Cards


class LaidFaceUp(Public, frozen=True, tag="love-letter.laid-face-up"):
    text: ClassVar[str] = N_("Face up and out of this round: {cards}.")
    cards: tuple[Card, ...]


class WasDealt(Secret, frozen=True, tag="love-letter.was-dealt"):
    text: ClassVar[str] = N_("You are dealt {card}.")
    card: Card


# ------------------------------------------------------------------ a turn


class TurnAsked(Public, frozen=True, tag="love-letter.turn-asked"):
    text: ClassVar[str] = N_("{seat}: play one of your two cards.")
    seat: Seat


class KeepAsked(Public, frozen=True, tag="love-letter.keep-asked"):
    text: ClassVar[str] = N_("{seat}: keep one card, the rest goes under the deck.")
    seat: Seat


class TurnBegan(Public, frozen=True, tag="love-letter.turn-began"):
    text: ClassVar[str] = N_("{seat}’s turn: a card drawn, {deck} left in the deck.")
    seat: Seat
    deck: Cards


class ProtectionEnded(Public, frozen=True, tag="love-letter.protection-ended"):
    text: ClassVar[str] = N_("{seat} is no longer protected.")
    seat: Seat


class Drew(Secret, frozen=True, tag="love-letter.drew"):
    text: ClassVar[str] = N_("You draw {card}.")
    card: Card


class DrewSeveral(Secret, frozen=True, tag="love-letter.drew-several"):
    text: ClassVar[str] = N_("You draw {cards}.")
    cards: tuple[Card, ...]


class MinisterBusted(Public, frozen=True, tag="love-letter.minister-busted"):
    text: ClassVar[str] = N_(
        "{seat} holds {minister} and has 12 or more in hand: {seat} is out and lays down {cards}."
    )
    seat: Seat
    minister: Card
    cards: tuple[Card, ...]


class WentOut(Public, frozen=True, tag="love-letter.went-out"):
    text: ClassVar[str] = N_("{seat} is out.")
    seat: Seat


class WentOutWith(Public, frozen=True, tag="love-letter.went-out-with"):
    text: ClassVar[str] = N_("{seat} is out and lays down {cards}.")
    seat: Seat
    cards: tuple[Card, ...]


# ------------------------------------------------------------------ what is played


class Played(Public, frozen=True, tag="love-letter.played"):
    text: ClassVar[str] = N_("{seat} plays {card}.")
    seat: Seat
    card: Card


class PlayedForNothing(Public, frozen=True, tag="love-letter.played-for-nothing"):
    text: ClassVar[str] = N_(
        "{seat} plays {card}: no effect, everybody who could be chosen is protected."
    )
    seat: Seat
    card: Card


class PlayedOnProtected(Public, frozen=True, tag="love-letter.played-on-protected"):
    text: ClassVar[str] = N_("{seat} plays {card} on {target}, who is protected: no effect.")
    seat: Seat
    card: Card
    target: Seat


class GuardMissed(Public, frozen=True, tag="love-letter.guard-missed"):
    text: ClassVar[str] = N_("{seat} plays {card} on {target} and names {name}: miss.")
    seat: Seat
    card: Card
    target: Seat
    name: Card


class GuardHit(Public, frozen=True, tag="love-letter.guard-hit"):
    text: ClassVar[str] = N_("{seat} plays {card} on {target} and names {name}: hit!")
    seat: Seat
    card: Card
    target: Seat
    name: Card


class HandLookedAt(Public, frozen=True, tag="love-letter.hand-looked-at"):
    text: ClassVar[str] = N_("{seat} plays {card} and looks at {target}’s hand.")
    seat: Seat
    card: Card
    target: Seat


class HandLearnt(Secret, frozen=True, tag="love-letter.hand-learnt"):
    text: ClassVar[str] = N_("You see {seat}’s card: {card}.")
    seat: Seat
    card: Card


class HandsTied(Public, frozen=True, tag="love-letter.hands-tied"):
    text: ClassVar[str] = N_("{seat} plays {card} and compares hands with {target}: a tie.")
    seat: Seat
    card: Card
    target: Seat


class HandsCompared(Public, frozen=True, tag="love-letter.hands-compared"):
    text: ClassVar[str] = N_(
        "{seat} plays {card} and compares hands with {target}: {loser} has the lower card."
    )
    seat: Seat
    card: Card
    target: Seat
    loser: Seat


class BecameProtected(Public, frozen=True, tag="love-letter.became-protected"):
    text: ClassVar[str] = N_("{seat} plays {card} and is protected until their next turn.")
    seat: Seat
    card: Card


class HandThrownAway(Public, frozen=True, tag="love-letter.hand-thrown-away"):
    text: ClassVar[str] = N_("{seat} plays {card} on {target}, who discards {discard}.")
    seat: Seat
    card: Card
    target: Seat
    discard: Card


class OwnHandThrownAway(Public, frozen=True, tag="love-letter.own-hand-thrown-away"):
    text: ClassVar[str] = N_("{seat} plays {card} on themselves and discards {discard}.")
    seat: Seat
    card: Card
    discard: Card


class DrewAnew(Public, frozen=True, tag="love-letter.drew-anew"):
    text: ClassVar[str] = N_("{seat} draws a new card, {deck} left in the deck.")
    seat: Seat
    deck: Cards


class TookTheAside(Public, frozen=True, tag="love-letter.took-the-aside"):
    text: ClassVar[str] = N_("The deck is empty: {seat} takes the set-aside card.")
    seat: Seat


class NothingLeftToDraw(Public, frozen=True, tag="love-letter.nothing-left-to-draw"):
    text: ClassVar[str] = N_("There is no card left for {seat} to draw.")
    seat: Seat


class HandsSwapped(Public, frozen=True, tag="love-letter.hands-swapped"):
    text: ClassVar[str] = N_("{seat} plays {card} and swaps hands with {target}.")
    seat: Seat
    card: Card
    target: Seat


class GotBySwap(Secret, frozen=True, tag="love-letter.got-by-swap"):
    text: ClassVar[str] = N_("You get {card} and give {given} to {seat}.")
    seat: Seat
    card: Card
    given: Card


class ChancellorDrew(Public, frozen=True, tag="love-letter.chancellor-drew"):
    text: ClassVar[str] = N_("{seat} plays {card} and draws {count}.")
    seat: Seat
    card: Card
    count: Cards


class ChancellorInVain(Public, frozen=True, tag="love-letter.chancellor-in-vain"):
    text: ClassVar[str] = N_("{seat} plays {card}: the deck is empty, no effect.")
    seat: Seat
    card: Card


class ChancellorReturned(Public, frozen=True, tag="love-letter.chancellor-returned"):
    text: ClassVar[str] = N_("{seat} puts {count} under the deck.")
    seat: Seat
    count: Cards


class KeptOne(Secret, frozen=True, tag="love-letter.kept-one"):
    text: ClassVar[str] = N_("You keep {card} and put {under} under the deck.")
    card: Card
    under: Card


class KeptOneOfThree(Secret, frozen=True, tag="love-letter.kept-one-of-three"):
    text: ClassVar[str] = N_(
        "You keep {card} and put {under} under the deck, then {bottom} to the very bottom."
    )
    card: Card
    under: Card
    bottom: Card


# ------------------------------------------------------------------ the round ends


class HandShown(Public, frozen=True, tag="love-letter.hand-shown"):
    text: ClassVar[str] = N_("{seat} {rank} {card}")
    seat: Seat
    rank: int
    card: Card


class Showdown(Public, frozen=True, tag="love-letter.showdown"):
    text: ClassVar[str] = N_("The deck is empty, all hands are shown: {hands}.")
    hands: tuple[HandShown, ...]


class DiscardTotal(Public, frozen=True, tag="love-letter.discard-total"):
    text: ClassVar[str] = N_("{seat} {total}")
    seat: Seat
    total: int


class TotalsCompared(Public, frozen=True, tag="love-letter.totals-compared"):
    text: ClassVar[str] = N_("A tie: the sum of the discards decides. {totals}.")
    totals: tuple[DiscardTotal, ...]


class LastOneWon(Public, frozen=True, tag="love-letter.last-one-won"):
    text: ClassVar[str] = N_("{seat} is the last one left and wins round {round}.")
    seat: Seat
    round: int


class RoundWon(Public, frozen=True, tag="love-letter.round-won"):
    text: ClassVar[str] = N_("{seat} wins round {round}.")
    seat: Seat
    round: int


class RoundShared(Public, frozen=True, tag="love-letter.round-shared"):
    text: ClassVar[str] = N_("Still a tie: {seats} all win round {round}.")
    seats: tuple[Seat, ...]
    round: int


class RoundDrawn(Public, frozen=True, tag="love-letter.round-drawn"):
    text: ClassVar[str] = N_("Still a tie between {seats}: nobody wins round {round}.")
    seats: tuple[Seat, ...]
    round: int


class PrincessCounted(Public, frozen=True, tag="love-letter.princess-counted"):
    text: ClassVar[str] = N_("{seat} shows {card} and gets {points}.")
    seat: Seat
    card: Card
    points: Points


class SpyCounted(Public, frozen=True, tag="love-letter.spy-counted"):
    text: ClassVar[str] = N_("{seat} is the only one left who discarded {card}: {points} more.")
    seat: Seat
    card: Card
    points: Points


class AllRevealed(Public, frozen=True, tag="love-letter.all-revealed"):
    text: ClassVar[str] = N_("What was hidden: {cards}.")
    cards: tuple[Card, ...]


class SeatPoints(Public, frozen=True, tag="love-letter.seat-points"):
    text: ClassVar[str] = N_("{seat} {points}")
    seat: Seat
    points: int


class Standings(Public, frozen=True, tag="love-letter.standings"):
    text: ClassVar[str] = N_("Points ({target} to win): {standings}.")
    target: int
    standings: tuple[SeatPoints, ...]


class MatchWon(Public, frozen=True, tag="love-letter.match-won"):
    text: ClassVar[str] = N_("{seat} wins the match.")
    seat: Seat


class MatchShared(Public, frozen=True, tag="love-letter.match-shared"):
    text: ClassVar[str] = N_("{seats} win the match together.")
    seats: tuple[Seat, ...]
