"""What the host says during a game of Love Letter to Lady Luck: notes and questions."""

from __future__ import annotations

from typing import Annotated, ClassVar

from core.games.lady_luck.names import Card
from core.kernel.text import N2_, N_, Cards, Players, Points, Public, Seat, Secret, Times

__all__ = ["ActionPoints", "Cards", "Players", "Points", "ScoreCards", "Stars", "Times"]

ActionPoints = Annotated[int, N2_("{n} AP", "{n} AP")]
Stars = Annotated[int, N2_("★{n}", "★{n}")]
ScoreCards = Annotated[int, N2_("{n} score card", "{n} score cards")]


class Title(Public, frozen=True, tag="lady-luck.title"):
    text: ClassVar[str] = N_("Love Letter to Lady Luck")


class Standard(Public, frozen=True, tag="lady-luck.standard"):
    text: ClassVar[str] = N_("Rulebook")


# The course of the game


class Dealt(Public, frozen=True, tag="lady-luck.dealt"):
    text: ClassVar[str] = N_(
        "Everybody takes {ap}. In the castle: {castle}, and one face-down card."
        " {parent} is drawn to lead first."
    )
    ap: ActionPoints
    castle: tuple[Card, ...]
    parent: Seat


class HelpersCalled(Public, frozen=True, tag="lady-luck.helpers-called"):
    text: ClassVar[str] = N_("Helper phase. New in the castle: {castle}, and one face-down card.")
    castle: tuple[Card, ...]


class LastHelpersCalled(Public, frozen=True, tag="lady-luck.last-helpers-called"):
    text: ClassVar[str] = N_("The last helper phase. The castle stays empty.")


class NobodyCalled(Public, frozen=True, tag="lady-luck.nobody-called"):
    text: ClassVar[str] = N_(
        "Helper phase, but nobody has a helper that can act."
        " New in the castle: {castle}, and one face-down card."
    )
    castle: tuple[Card, ...]


class NobodyCalledAtLast(Public, frozen=True, tag="lady-luck.nobody-called-at-last"):
    text: ClassVar[str] = N_("The last helper phase, but nobody has a helper that can act.")


class RoundBegan(Public, frozen=True, tag="lady-luck.round-began"):
    text: ClassVar[str] = N_("Round {round}. {parent} passed first and leads.")
    round: int
    parent: Seat


class SeatPlaysOn(Public, frozen=True, tag="lady-luck.seat-plays-on"):
    text: ClassVar[str] = N_(
        "The seat of {seat} plays on by itself: it passes, opens at 0 and cannot win."
    )
    seat: Seat


# Auctions


class Opened(Public, frozen=True, tag="lady-luck.opened"):
    text: ClassVar[str] = N_("{seat} opens the auction for {card} at {bid}.")
    seat: Seat
    card: Card
    bid: ActionPoints


class OpenedFaceDown(Public, frozen=True, tag="lady-luck.opened-face-down"):
    text: ClassVar[str] = N_("{seat} opens the auction for the face-down card at {bid}.")
    seat: Seat
    bid: ActionPoints


class Raised(Public, frozen=True, tag="lady-luck.raised"):
    text: ClassVar[str] = N_("{seat} bids {bid}.")
    seat: Seat
    bid: ActionPoints


class Passed(Public, frozen=True, tag="lady-luck.passed"):
    text: ClassVar[str] = N_("{seat} passes.")
    seat: Seat


class PassedUnasked(Public, frozen=True, tag="lady-luck.passed-unasked"):
    text: ClassVar[str] = N_("Automatic pass: {seats}.")
    seats: tuple[Seat, ...]


class Bought(Public, frozen=True, tag="lady-luck.bought"):
    text: ClassVar[str] = N_("{seat} wins {card} for {price}.")
    seat: Seat
    card: Card
    price: ActionPoints


class BoughtFaceDown(Public, frozen=True, tag="lady-luck.bought-face-down"):
    text: ClassVar[str] = N_("{seat} wins the face-down card for {price} and looks at it.")
    seat: Seat
    price: ActionPoints


class GotLast(Public, frozen=True, tag="lady-luck.got-last"):
    text: ClassVar[str] = N_("{seat} gets the last card for nothing: {card}.")
    seat: Seat
    card: Card


class GotLastFaceDown(Public, frozen=True, tag="lady-luck.got-last-face-down"):
    text: ClassVar[str] = N_(
        "{seat} gets the last card, the face-down one, for nothing and looks at it."
    )
    seat: Seat


class BoughtCardSeen(Secret, frozen=True, tag="lady-luck.bought-card-seen"):
    text: ClassVar[str] = N_("The face-down card that you got: {card} ({stars}).")
    card: Card
    stars: Stars


class BecameHelper(Public, frozen=True, tag="lady-luck.became-helper"):
    text: ClassVar[str] = N_("{seat} makes {card} a helper.")
    seat: Seat
    card: Card


class LaidAsScore(Public, frozen=True, tag="lady-luck.laid-as-score"):
    text: ClassVar[str] = N_("{seat} lays {card} face down as a score card.")
    seat: Seat
    card: Card


class LaidUnseen(Public, frozen=True, tag="lady-luck.laid-unseen"):
    text: ClassVar[str] = N_("{seat} lays the card face down as a score card, unseen by others.")
    seat: Seat


# Abilities


class PrincessUsed(Public, frozen=True, tag="lady-luck.princess-used"):
    text: ClassVar[str] = N_("{seat} uses {card}. Once more in this round, and the game is won.")
    seat: Seat
    card: Card


class ApGained(Public, frozen=True, tag="lady-luck.ap-gained"):
    text: ClassVar[str] = N_("{seat} uses {card} and gains {gain}: now {ap}.")
    seat: Seat
    card: Card
    gain: ActionPoints
    ap: ActionPoints


class NothingDone(Public, frozen=True, tag="lady-luck.nothing-done"):
    text: ClassVar[str] = N_("{seat} uses {card} without effect.")
    seat: Seat
    card: Card


class Readied(Public, frozen=True, tag="lady-luck.readied"):
    text: ClassVar[str] = N_("{seat} uses {card}: {target} of {owner} can act again.")
    seat: Seat
    card: Card
    target: Card
    owner: Seat


class Blocked(Public, frozen=True, tag="lady-luck.blocked"):
    text: ClassVar[str] = N_("{seat} uses {card}: {target} of {owner} counts as having acted.")
    seat: Seat
    card: Card
    target: Card
    owner: Seat


class Hid(Public, frozen=True, tag="lady-luck.hid"):
    text: ClassVar[str] = N_("{seat} uses {card} and turns {target} face down as a score card.")
    seat: Seat
    card: Card
    target: Card


class LookedAtCastle(Public, frozen=True, tag="lady-luck.looked-at-castle"):
    text: ClassVar[str] = N_("{seat} uses {card} and looks at the face-down card of the castle.")
    seat: Seat
    card: Card


class CastleCardSeen(Secret, frozen=True, tag="lady-luck.castle-card-seen"):
    text: ClassVar[str] = N_("You look at the face-down card of the castle: {card} ({stars}).")
    card: Card
    stars: Stars


class Called(Public, frozen=True, tag="lady-luck.called"):
    text: ClassVar[str] = N_("{seat} uses {card} on {target}, who has to turn up a score card.")
    seat: Seat
    card: Card
    target: Seat


class CalledInVain(Public, frozen=True, tag="lady-luck.called-in-vain"):
    text: ClassVar[str] = N_("{seat} uses {card} on {target}, who has no score card.")
    seat: Seat
    card: Card
    target: Seat


class CalledUp(Public, frozen=True, tag="lady-luck.called-up"):
    text: ClassVar[str] = N_(
        "{seat} uses {card} on {target}, whose only score card, {shown}, becomes a helper."
    )
    seat: Seat
    card: Card
    target: Seat
    shown: Card


class TurnedUp(Public, frozen=True, tag="lady-luck.turned-up"):
    text: ClassVar[str] = N_("{seat} turns up {card}, which is a helper now.")
    seat: Seat
    card: Card


# The end


class WonByPrincess(Public, frozen=True, tag="lady-luck.won-by-princess"):
    text: ClassVar[str] = N_("{seat} uses {card} for the second time and wins the game at once!")
    seat: Seat
    card: Card


class ScoreShown(Public, frozen=True, tag="lady-luck.score-shown"):
    text: ClassVar[str] = N_("{seat}: {cards}. {stars} and {ap} make {points}.")
    seat: Seat
    cards: tuple[Card, ...]
    stars: Stars
    ap: ActionPoints
    points: Points


class EmptyScoreShown(Public, frozen=True, tag="lady-luck.empty-score-shown"):
    text: ClassVar[str] = N_("{seat}: no score cards. {ap} make {points}.")
    seat: Seat
    ap: ActionPoints
    points: Points


class BoxShown(Public, frozen=True, tag="lady-luck.box-shown"):
    text: ClassVar[str] = N_("In the box were {cards}.")
    cards: tuple[Card, ...]


class WonByPoints(Public, frozen=True, tag="lady-luck.won-by-points"):
    text: ClassVar[str] = N_("{seat} wins with {points}.")
    seat: Seat
    points: Points


class WonByBestCard(Public, frozen=True, tag="lady-luck.won-by-best-card"):
    text: ClassVar[str] = N_(
        "{tied} are level at {points}. {seat} wins with the best single score card ({stars})."
    )
    tied: tuple[Seat, ...]
    seat: Seat
    points: Points
    stars: Stars


class WonByCount(Public, frozen=True, tag="lady-luck.won-by-count"):
    text: ClassVar[str] = N_(
        "{tied} are level at {points}, and their best cards too."
        " {seat} wins with more score cards ({count})."
    )
    tied: tuple[Seat, ...]
    seat: Seat
    points: Points
    count: Cards


class Drawn(Public, frozen=True, tag="lady-luck.drawn"):
    text: ClassVar[str] = N_("A draw: {winners} win together with {points}.")
    winners: tuple[Seat, ...]
    points: Points


class WonAlone(Public, frozen=True, tag="lady-luck.won-alone"):
    text: ClassVar[str] = N_("All others have left. {seat} wins.")
    seat: Seat


# Questions


class OpeningAwaited(Public, frozen=True, tag="lady-luck.opening-awaited"):
    text: ClassVar[str] = N_("{seat} opens an auction: which card, and at how many AP?")
    seat: Seat


class BidAwaited(Public, frozen=True, tag="lady-luck.bid-awaited"):
    text: ClassVar[str] = N_("{card}: {bid} by {by}. Does {seat} bid more, or pass?")
    card: Card
    bid: ActionPoints
    by: Seat
    seat: Seat


class FaceDownBidAwaited(Public, frozen=True, tag="lady-luck.face-down-bid-awaited"):
    text: ClassVar[str] = N_("The face-down card: {bid} by {by}. Does {seat} bid more, or pass?")
    bid: ActionPoints
    by: Seat
    seat: Seat


class PlaceAwaited(Public, frozen=True, tag="lady-luck.place-awaited"):
    text: ClassVar[str] = N_("{seat}: is {card} to be a helper, or a score card?")
    seat: Seat
    card: Card


class FaceDownPlaceAwaited(Public, frozen=True, tag="lady-luck.face-down-place-awaited"):
    text: ClassVar[str] = N_("{seat}: is the face-down card to be a helper, or a score card?")
    seat: Seat


class HelperAwaited(Public, frozen=True, tag="lady-luck.helper-awaited"):
    text: ClassVar[str] = N_("{seat} uses a helper or passes.")
    seat: Seat


class RevealAwaited(Public, frozen=True, tag="lady-luck.reveal-awaited"):
    text: ClassVar[str] = N_("{seat} chooses in secret which score card to turn up.")
    seat: Seat
