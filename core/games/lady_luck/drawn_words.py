"""Words beside what is drawn of Lady Luck: badges, piles, and in very few words what came of it."""

from __future__ import annotations

from typing import ClassVar

from core.games.lady_luck.events import ActionPoints, ScoreCards, Stars
from core.games.lady_luck.names import Card, Kind
from core.kernel.text import N_, Cards, Points, Public, Seat

# Cards, badges, piles


class KindName(Public, frozen=True, tag="lady-luck.kind-name"):
    text: ClassVar[str] = N_("{kind}")
    kind: Kind


class KnownFaceDown(Public, frozen=True, tag="lady-luck.known-face-down"):
    """The name of the face-down card of the castle, for whoever knows it."""

    text: ClassVar[str] = N_("{card} (face down)")
    card: Card


class ScoresLabel(Public, frozen=True, tag="lady-luck.scores-label"):
    text: ClassVar[str] = N_("{scores}")
    scores: ScoreCards


class PassedLabel(Public, frozen=True, tag="lady-luck.passed-label"):
    text: ClassVar[str] = N_("passed")


class HasCard(Public, frozen=True, tag="lady-luck.has-card"):
    """A seat that has won its card of this round."""

    text: ClassVar[str] = N_("has a card")


class BidMark(Public, frozen=True, tag="lady-luck.bid-mark"):
    text: ClassVar[str] = N_("bids {ap}")
    ap: ActionPoints


class ParentMark(Public, frozen=True, tag="lady-luck.parent-mark"):
    """A seat that opens the auction."""

    text: ClassVar[str] = N_("leads")


class ShortTitle(Public, frozen=True, tag="lady-luck.short-title"):
    """What the game is called where there is little room."""

    text: ClassVar[str] = N_("Lady Luck")


class AuctionInShort(Public, frozen=True, tag="lady-luck.auction-in-short"):
    """Beside the title."""

    text: ClassVar[str] = N_("round {round}/{rounds}, auctions")
    round: int
    rounds: int


class HelpersInShort(Public, frozen=True, tag="lady-luck.helpers-in-short"):
    """The same in the phase of the helpers."""

    text: ClassVar[str] = N_("round {round}/{rounds}, helpers")
    round: int
    rounds: int


class RoundInShort(Public, frozen=True, tag="lady-luck.round-in-short"):
    """The same when the game is over."""

    text: ClassVar[str] = N_("round {round}/{rounds}")
    round: int
    rounds: int


class SlotInShort(Public, frozen=True, tag="lady-luck.slot-in-short"):
    """A card of the castle by its number."""

    text: ClassVar[str] = N_("{slot}. {stars} {card}")
    slot: int
    stars: Stars
    card: Card


class DownInShort(Public, frozen=True, tag="lady-luck.down-in-short"):
    """The face-down card of the castle by its number."""

    text: ClassVar[str] = N_("{slot}. face down")
    slot: int


class CastleInShort(Public, frozen=True, tag="lady-luck.castle-in-short"):
    """What lies in the castle, where there is little room."""

    text: ClassVar[str] = N_("Castle (deck {deck}): {slots}")
    deck: int
    slots: tuple[SlotInShort | DownInShort, ...]


class NextCastleInShort(Public, frozen=True, tag="lady-luck.next-castle-in-short"):
    """The same in the phase of the helpers: it is for the next round."""

    text: ClassVar[str] = N_("Next castle (deck {deck}): {slots}")
    deck: int
    slots: tuple[SlotInShort | DownInShort, ...]


class DeckPile(Public, frozen=True, tag="lady-luck.deck-pile"):
    text: ClassVar[str] = N_("Deck: {deck}")
    deck: Cards


class Stock(Public, frozen=True, tag="lady-luck.stock"):
    """Where Action Points come from, and go when they are paid."""

    text: ClassVar[str] = N_("Stock")


# What is under way


class StillIn(Public, frozen=True, tag="lady-luck.still-in"):
    """Who may still bid, besides the highest bidder."""

    text: ClassVar[str] = N_("still in: {seats}")
    seats: tuple[Seat, ...]


class ChoosesSide(Public, frozen=True, tag="lady-luck.chooses-side"):
    text: ClassVar[str] = N_("helper, or score card?")


class ChoosesScore(Public, frozen=True, tag="lady-luck.chooses-score"):
    text: ClassVar[str] = N_("{seat} chooses a score card")
    seat: Seat


# What came of it


class FirstParent(Public, frozen=True, tag="lady-luck.first-parent"):
    text: ClassVar[str] = N_("{seat} begins")
    seat: Seat


class RoundMark(Public, frozen=True, tag="lady-luck.round-mark"):
    text: ClassVar[str] = N_("round {round}")
    round: int


class HelperPhase(Public, frozen=True, tag="lady-luck.helper-phase"):
    text: ClassVar[str] = N_("Helper phase")


class LastHelperPhase(Public, frozen=True, tag="lady-luck.last-helper-phase"):
    text: ClassVar[str] = N_("The last helper phase")


class NobodyActs(Public, frozen=True, tag="lady-luck.nobody-acts"):
    """A helper phase without a helper that can act."""

    text: ClassVar[str] = N_("no helper can act")


class OpensWith(Public, frozen=True, tag="lady-luck.opens-with"):
    text: ClassVar[str] = N_("opens")


class PaidFor(Public, frozen=True, tag="lady-luck.paid-for"):
    text: ClassVar[str] = N_("for {ap}")
    ap: ActionPoints


class ForNothing(Public, frozen=True, tag="lady-luck.for-nothing"):
    text: ClassVar[str] = N_("for nothing")


class AsHelper(Public, frozen=True, tag="lady-luck.as-helper"):
    text: ClassVar[str] = N_("helper")


class AsScore(Public, frozen=True, tag="lady-luck.as-score"):
    text: ClassVar[str] = N_("score card")


class OnceMore(Public, frozen=True, tag="lady-luck.once-more"):
    """A Princess was used for the first time in a round."""

    text: ClassVar[str] = N_("once more wins")


class GainsAp(Public, frozen=True, tag="lady-luck.gains-ap"):
    text: ClassVar[str] = N_("+{ap}")
    ap: ActionPoints


class NoEffect(Public, frozen=True, tag="lady-luck.no-effect"):
    text: ClassVar[str] = N_("no effect")


class ActsAgain(Public, frozen=True, tag="lady-luck.acts-again"):
    text: ClassVar[str] = N_("can act again")


class IsStopped(Public, frozen=True, tag="lady-luck.is-stopped"):
    text: ClassVar[str] = N_("cannot act")


class LooksAtCastle(Public, frozen=True, tag="lady-luck.looks-at-castle"):
    text: ClassVar[str] = N_("looks at the face-down card")


class MustTurnUp(Public, frozen=True, tag="lady-luck.must-turn-up"):
    text: ClassVar[str] = N_("must turn up a score card")


class HasNoScore(Public, frozen=True, tag="lady-luck.has-no-score"):
    text: ClassVar[str] = N_("no score card")


class PlaysItself(Public, frozen=True, tag="lady-luck.plays-itself"):
    """A seat whose player has left."""

    text: ClassVar[str] = N_("plays by itself")


class PointsMark(Public, frozen=True, tag="lady-luck.points-mark"):
    text: ClassVar[str] = N_("{points}")
    points: Points


class WinsTwice(Public, frozen=True, tag="lady-luck.wins-twice"):
    """A Princess was used for the second time in a round."""

    text: ClassVar[str] = N_("used twice: wins")


class WinsWith(Public, frozen=True, tag="lady-luck.wins-with"):
    text: ClassVar[str] = N_("wins with {points}")
    points: Points


class WinsAlone(Public, frozen=True, tag="lady-luck.wins-alone"):
    text: ClassVar[str] = N_("wins")
