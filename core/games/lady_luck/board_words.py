"""The board, the hand card and the buttons of Love Letter to Lady Luck, in words."""

from __future__ import annotations

from typing import ClassVar

from core.games.lady_luck.events import ActionPoints, ScoreCards, Stars
from core.games.lady_luck.names import Card
from core.kernel.text import N_, Cards, Public, Seat, Secret, Times

# The board


class AuctionsShown(Public, frozen=True, tag="lady-luck.auctions-shown"):
    text: ClassVar[str] = N_(
        "Round {round} of {rounds}, action phase. {parent} leads. Deck: {deck}."
    )
    round: int
    rounds: int
    parent: Seat
    deck: Cards


class HelpersShown(Public, frozen=True, tag="lady-luck.helpers-shown"):
    text: ClassVar[str] = N_("Round {round} of {rounds}, helper phase. Deck: {deck}.")
    round: int
    rounds: int
    deck: Cards


class OverShown(Public, frozen=True, tag="lady-luck.over-shown"):
    text: ClassVar[str] = N_("The game ended in round {round} of {rounds}.")
    round: int
    rounds: int


class Starred(Public, frozen=True, tag="lady-luck.starred"):
    text: ClassVar[str] = N_("{stars} {card}")
    stars: Stars
    card: Card


class OpenSlot(Public, frozen=True, tag="lady-luck.open-slot"):
    text: ClassVar[str] = N_("{slot}: {stars} {card}")
    slot: int
    stars: Stars
    card: Card


class FaceDownSlot(Public, frozen=True, tag="lady-luck.face-down-slot"):
    text: ClassVar[str] = N_("{slot}: a face-down card")
    slot: int


class CastleShown(Public, frozen=True, tag="lady-luck.castle-shown"):
    text: ClassVar[str] = N_("Castle: {slots}.")
    slots: tuple[OpenSlot | FaceDownSlot, ...]


class NextCastleShown(Public, frozen=True, tag="lady-luck.next-castle-shown"):
    text: ClassVar[str] = N_("Castle of the next round: {slots}.")
    slots: tuple[OpenSlot | FaceDownSlot, ...]


class EmptyCastleShown(Public, frozen=True, tag="lady-luck.empty-castle-shown"):
    text: ClassVar[str] = N_("The castle is empty.")


class BidShown(Public, frozen=True, tag="lady-luck.bid-shown"):
    text: ClassVar[str] = N_("Auction of {slot}. Highest bid: {bid} by {by}. Still in: {still}.")
    slot: OpenSlot | FaceDownSlot
    bid: ActionPoints
    by: Seat
    still: tuple[Seat, ...]


class WonShown(Public, frozen=True, tag="lady-luck.won-shown"):
    text: ClassVar[str] = N_("Took a card this round: {seats}.")
    seats: tuple[Seat, ...]


class PassedShown(Public, frozen=True, tag="lady-luck.passed-shown"):
    text: ClassVar[str] = N_("Passed, in this order: {seats}.")
    seats: tuple[Seat, ...]


class Lady(Public, frozen=True, tag="lady-luck.lady"):
    text: ClassVar[str] = N_("{card}")
    card: Card


class NumberedLady(Public, frozen=True, tag="lady-luck.numbered-lady"):
    """One of several cards of a kind that lie together."""

    text: ClassVar[str] = N_("{card} {number}")
    card: Card
    number: int


class ActedHelper(Public, frozen=True, tag="lady-luck.acted-helper"):
    text: ClassVar[str] = N_("{lady} (acted)")
    lady: Lady | NumberedLady


class SeatShown(Public, frozen=True, tag="lady-luck.seat-shown"):
    text: ClassVar[str] = N_("{seat}: {ap}, {scores}. Helpers: {helpers}.")
    seat: Seat
    ap: ActionPoints
    scores: ScoreCards
    helpers: tuple[Lady | NumberedLady | ActedHelper, ...]


class BareSeatShown(Public, frozen=True, tag="lady-luck.bare-seat-shown"):
    text: ClassVar[str] = N_("{seat}: {ap}, {scores}. No helpers.")
    seat: Seat
    ap: ActionPoints
    scores: ScoreCards


class UsesShown(Public, frozen=True, tag="lady-luck.uses-shown"):
    text: ClassVar[str] = N_("{owner}’s {card}: used {times} in this round.")
    card: Card
    owner: Seat
    times: Times


class LeftShown(Public, frozen=True, tag="lady-luck.left-shown"):
    text: ClassVar[str] = N_("Left the game: {seats}.")
    seats: tuple[Seat, ...]


# The hand card


class HandShown(Secret, frozen=True, tag="lady-luck.hand-shown"):
    text: ClassVar[str] = N_("Your score cards: {cards}. Together {stars}.")
    cards: tuple[Starred, ...]
    stars: Stars


class EmptyHandShown(Secret, frozen=True, tag="lady-luck.empty-hand-shown"):
    text: ClassVar[str] = N_("You have no score cards yet.")


class OwnApShown(Secret, frozen=True, tag="lady-luck.own-ap-shown"):
    text: ClassVar[str] = N_("You have {ap}.")
    ap: ActionPoints


class PeekShown(Secret, frozen=True, tag="lady-luck.peek-shown"):
    text: ClassVar[str] = N_("The face-down card of the castle, known to you: {card}.")
    card: Starred


class BoughtShown(Secret, frozen=True, tag="lady-luck.bought-shown"):
    text: ClassVar[str] = N_("The card that you got face down: {card}.")
    card: Starred


class LearntShown(Secret, frozen=True, tag="lady-luck.learnt-shown"):
    text: ClassVar[str] = N_("{owner}’s score cards that you know: {cards}.")
    owner: Seat
    cards: tuple[Starred, ...]


class BriefHand(Secret, frozen=True, tag="lady-luck.brief-hand"):
    text: ClassVar[str] = N_("Score: {cards}")
    cards: tuple[Card, ...]


class BriefEmptyHand(Secret, frozen=True, tag="lady-luck.brief-empty-hand"):
    text: ClassVar[str] = N_("No score cards")


class BriefPeek(Secret, frozen=True, tag="lady-luck.brief-peek"):
    text: ClassVar[str] = N_("Face down in the castle: {card}")
    card: Card


# Buttons and the questions that they answer


class OpenLabel(Public, frozen=True, tag="lady-luck.open-label"):
    text: ClassVar[str] = N_("Open an auction")


class BidLabel(Public, frozen=True, tag="lady-luck.bid-label"):
    text: ClassVar[str] = N_("Bid")


class PassLabel(Public, frozen=True, tag="lady-luck.pass-label"):
    text: ClassVar[str] = N_("Pass")


class HelperLabel(Public, frozen=True, tag="lady-luck.helper-label"):
    text: ClassVar[str] = N_("Helper")


class ScoreLabel(Public, frozen=True, tag="lady-luck.score-label"):
    text: ClassVar[str] = N_("Score card")


class UseLabel(Public, frozen=True, tag="lady-luck.use-label"):
    text: ClassVar[str] = N_("Use a helper")


class RevealLabel(Public, frozen=True, tag="lady-luck.reveal-label"):
    text: ClassVar[str] = N_("Turn up a score card")


class ApLabel(Public, frozen=True, tag="lady-luck.ap-label"):
    text: ClassVar[str] = N_("{ap}")
    ap: ActionPoints


class UsedOnceLabel(Public, frozen=True, tag="lady-luck.used-once-label"):
    text: ClassVar[str] = N_("{lady}, once more")
    lady: Lady | NumberedLady


class OwnedLabel(Public, frozen=True, tag="lady-luck.owned-label"):
    text: ClassVar[str] = N_("{owner}’s {lady}")
    lady: Lady | NumberedLady
    owner: Seat


class NoTargetLabel(Public, frozen=True, tag="lady-luck.no-target-label"):
    text: ClassVar[str] = N_("No target")


class HandLabel(Secret, frozen=True, tag="lady-luck.hand-label"):
    text: ClassVar[str] = N_("{stars} {lady}")
    stars: Stars
    lady: Lady | NumberedLady


class AskedHelper(Public, frozen=True, tag="lady-luck.asked-helper"):
    text: ClassVar[str] = N_("Do you use a helper, or pass?")


class AskedBid(Public, frozen=True, tag="lady-luck.asked-bid"):
    """To whoever may bid more than {by}."""

    text: ClassVar[str] = N_("{card}: {bid} by {by}. Do you bid more, or pass?")
    card: Starred
    bid: ActionPoints
    by: Seat


class AskedBidUnseen(Public, frozen=True, tag="lady-luck.asked-bid-unseen"):
    """To whoever may bid more than {by}."""

    text: ClassVar[str] = N_("The face-down card: {bid} by {by}. Do you bid more, or pass?")
    bid: ActionPoints
    by: Seat


class AskedSide(Public, frozen=True, tag="lady-luck.asked-side"):
    """To whoever has won a card."""

    text: ClassVar[str] = N_("{card}: a helper, or a score card?")
    card: Starred


class AskedSideUnseen(Public, frozen=True, tag="lady-luck.asked-side-unseen"):
    """To whoever has won the face-down card."""

    text: ClassVar[str] = N_("The face-down card: a helper, or a score card?")


class AskedWhichCard(Public, frozen=True, tag="lady-luck.asked-which-card"):
    text: ClassVar[str] = N_("Which card do you put up?")


class AskedHowMuch(Public, frozen=True, tag="lady-luck.asked-how-much"):
    text: ClassVar[str] = N_("How many AP do you bid?")


class AskedWhichHelper(Public, frozen=True, tag="lady-luck.asked-which-helper"):
    text: ClassVar[str] = N_("Which helper do you use?")


class AskedWhom(Public, frozen=True, tag="lady-luck.asked-whom"):
    text: ClassVar[str] = N_("Who has to turn up a score card?")


class AskedWhomToReady(Public, frozen=True, tag="lady-luck.asked-whom-to-ready"):
    text: ClassVar[str] = N_("Which helper can act again?")


class AskedWhomToStop(Public, frozen=True, tag="lady-luck.asked-whom-to-stop"):
    text: ClassVar[str] = N_("Which helper do you stop?")


class AskedWhatToHide(Public, frozen=True, tag="lady-luck.asked-what-to-hide"):
    text: ClassVar[str] = N_("Which of your helpers do you turn face down?")


class AskedWhichScore(Public, frozen=True, tag="lady-luck.asked-which-score"):
    text: ClassVar[str] = N_("Which score card do you turn up?")
