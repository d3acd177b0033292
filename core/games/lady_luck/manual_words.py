"""The rules of Love Letter to Lady Luck, its cards, its switches and a guided tour, in words."""

from __future__ import annotations

from typing import ClassVar

from core.games.lady_luck.names import Kind
from core.kernel.text import N_, Public

# What the cards do


class PrincessHelp(Public, frozen=True, tag="lady-luck.help.pr"):
    text: ClassVar[str] = N_(
        "★5. Used twice in one round, it wins the game at once. The first use does nothing else."
    )


class PrincessHelpForAll(Public, frozen=True, tag="lady-luck.help.pr-all"):
    text: ClassVar[str] = N_(
        "★5. Whoever uses Princesses twice in one round, the same card or two, wins at once."
    )


class NobleHelp(Public, frozen=True, tag="lady-luck.help.no"):
    text: ClassVar[str] = N_(
        "★4. Name a player, yourself included. Whoever has score cards turns one of them up;"
        " it becomes a helper that has not acted."
    )


class GeneralHelp(Public, frozen=True, tag="lady-luck.help.ge"):
    text: ClassVar[str] = N_("★4. A helper of any player that has acted can act again.")


class GeneralHelpForOwn(Public, frozen=True, tag="lady-luck.help.ge-own"):
    text: ClassVar[str] = N_("★4. One of your helpers that has acted can act again.")


class MagicianHelp(Public, frozen=True, tag="lady-luck.help.mg"):
    text: ClassVar[str] = N_(
        "★3. Another helper of yours is turned face down and becomes a score card."
    )


class PriestHelp(Public, frozen=True, tag="lady-luck.help.ps"):
    text: ClassVar[str] = N_("★3. You gain 2 AP.")


class KnightHelp(Public, frozen=True, tag="lady-luck.help.kn"):
    text: ClassVar[str] = N_("★2. A helper of any player counts as having acted.")


class FortuneTellerHelp(Public, frozen=True, tag="lady-luck.help.ft"):
    text: ClassVar[str] = N_("★2. You alone look at the face-down card of the castle.")


class MaidHelp(Public, frozen=True, tag="lady-luck.help.md"):
    text: ClassVar[str] = N_("★1. You gain 1 AP.")


class CountedLady(Public, frozen=True, tag="lady-luck.help.counted"):
    """A lady, how many of her the deck has, and what she does."""

    text: ClassVar[str] = N_("{kind} ×{count}, {help}")
    kind: Kind
    count: int
    help: Public


class CardsTitle(Public, frozen=True, tag="lady-luck.rules.cards-title"):
    text: ClassVar[str] = N_("The cards")


# The rules


class GoalTitle(Public, frozen=True, tag="lady-luck.rules.goal-title"):
    text: ClassVar[str] = N_("The goal")


class GoalRule(Public, frozen=True, tag="lady-luck.rules.goal"):
    text: ClassVar[str] = N_(
        "In eight rounds everybody wins eight ladies, one a round, and makes each a helper"
        " or a score card."
    )


class PointsRule(Public, frozen=True, tag="lady-luck.rules.points"):
    text: ClassVar[str] = N_(
        "At the end the ★ of your face-down score cards count, and 1 point for every 3 AP left."
        " Helpers count nothing."
    )


class TieRule(Public, frozen=True, tag="lady-luck.rules.tie"):
    text: ClassVar[str] = N_(
        "If it is a tie, the best single score card decides, then the number of score cards;"
        " after that it is a draw."
    )


class PrincessRule(Public, frozen=True, tag="lady-luck.rules.princess"):
    text: ClassVar[str] = N_("Or win at once: use the same Princess twice in one round.")


class PrincessRuleForAll(Public, frozen=True, tag="lady-luck.rules.princess-all"):
    text: ClassVar[str] = N_("Or win at once: use Princesses twice in one round.")


class SetupTitle(Public, frozen=True, tag="lady-luck.rules.setup-title"):
    text: ClassVar[str] = N_("Setup")


class SetupRule(Public, frozen=True, tag="lady-luck.rules.setup"):
    text: ClassVar[str] = N_(
        "Everybody has 10 AP. As many cards as players lie in the castle, the last one"
        " face down. With three players eight cards are put into the box unseen."
    )


class AuctionTitle(Public, frozen=True, tag="lady-luck.rules.auction-title"):
    text: ClassVar[str] = N_("Action phase: auctions")


class OpeningRule(Public, frozen=True, tag="lady-luck.rules.opening"):
    text: ClassVar[str] = N_("Whoever leads puts up one card of the castle and bids 0 AP or more.")


class BiddingRule(Public, frozen=True, tag="lady-luck.rules.bidding"):
    text: ClassVar[str] = N_(
        "Clockwise the others bid more or pass. The last bidder pays and has the card;"
        " nobody else pays."
    )


class PlacingRule(Public, frozen=True, tag="lady-luck.rules.placing"):
    text: ClassVar[str] = N_(
        "The winner at once makes it a helper (face up) or a score card (face down)."
        " A face-down card is seen by its winner alone."
    )


class NextAuctionRule(Public, frozen=True, tag="lady-luck.rules.next-auction"):
    text: ClassVar[str] = N_(
        "The next player without a card opens the next auction. The last one takes"
        " the last card for nothing."
    )


class HelperTitle(Public, frozen=True, tag="lady-luck.rules.helper-title"):
    text: ClassVar[str] = N_("Helper phase")


class RefillRule(Public, frozen=True, tag="lady-luck.rules.refill"):
    text: ClassVar[str] = N_(
        "First the castle is refilled for the next round (not in round 8)."
        " Whoever won the last card begins."
    )


class TurnRule(Public, frozen=True, tag="lady-luck.rules.turn"):
    text: ClassVar[str] = N_(
        "In turn, use one helper that has not acted, or pass. A used helper is turned"
        " sideways; whoever passes has no more turns."
    )


class EndRule(Public, frozen=True, tag="lady-luck.rules.end"):
    text: ClassVar[str] = N_(
        "When all have passed, all helpers stand upright again, and whoever passed first"
        " leads the next round."
    )


class GuardRule(Public, frozen=True, tag="lady-luck.rules.guard"):
    text: ClassVar[str] = N_(
        "A General must not bring back a table that was there before in this phase."
    )


class HostTitle(Public, frozen=True, tag="lady-luck.rules.host-title"):
    text: ClassVar[str] = N_("At this table")


class AutomaticRule(Public, frozen=True, tag="lady-luck.rules.automatic"):
    text: ClassVar[str] = N_(
        "Whoever cannot bid more, or has no helper to use, passes automatically."
    )


class TimeRule(Public, frozen=True, tag="lady-luck.rules.time"):
    text: ClassVar[str] = N_(
        "Whoever does not answer in time passes, opens the leftmost card at 0, lays it as a score"
        " card, or turns up the score card with the fewest ★."
    )


class LeavingRule(Public, frozen=True, tag="lady-luck.rules.leaving"):
    text: ClassVar[str] = N_("The seat of somebody who leaves plays on like that and cannot win.")


# The guided tour


class TourCardsTitle(Public, frozen=True, tag="lady-luck.tour.cards-title"):
    text: ClassVar[str] = N_("1. A card has two sides")


class TourCards(Public, frozen=True, tag="lady-luck.tour.cards"):
    text: ClassVar[str] = N_(
        "A card is worth its ★ when it lies face down, or does something for you every round"
        " when it stands face up. You decide when you win it."
    )


class TourMaid(Public, frozen=True, tag="lady-luck.tour.maid"):
    text: ClassVar[str] = N_(
        "A Maid is worth 1 point, or 1 AP in each round that is left. In round 1 that is"
        " eight AP: helpers early, score cards late."
    )


class TourBidTitle(Public, frozen=True, tag="lady-luck.tour.bid-title"):
    text: ClassVar[str] = N_("2. Bidding")


class TourBid(Public, frozen=True, tag="lady-luck.tour.bid"):
    text: ClassVar[str] = N_(
        "You get exactly one card a round, so an auction that you lose costs nothing."
        " 10 AP have to last for eight rounds: let others spend theirs."
    )


class TourOrder(Public, frozen=True, tag="lady-luck.tour.order"):
    text: ClassVar[str] = N_(
        "You can say in advance how far to bid for you in the running auction."
        " Nobody sees your limit."
    )


class TourHelperTitle(Public, frozen=True, tag="lady-luck.tour.helper-title"):
    text: ClassVar[str] = N_("3. Helpers work together")


class TourBank(Public, frozen=True, tag="lady-luck.tour.bank"):
    text: ClassVar[str] = N_(
        "Use a Priest, then turn that card face down with a Magician: 2 AP and 3 points."
    )


class TourPrincess(Public, frozen=True, tag="lady-luck.tour.princess"):
    text: ClassVar[str] = N_(
        "Princess, then General on the Princess, then Princess again: the game is won."
        " Magician and Noble together can do it too."
    )


class TourKnight(Public, frozen=True, tag="lady-luck.tour.knight"):
    text: ClassVar[str] = N_(
        "Does somebody have a Princess beside a General? Keep a Knight that has not acted,"
        " and do not pass too early."
    )


class TourParentTitle(Public, frozen=True, tag="lady-luck.tour.parent-title"):
    text: ClassVar[str] = N_("4. Passing first")


class TourParent(Public, frozen=True, tag="lady-luck.tour.parent"):
    text: ClassVar[str] = N_(
        "Whoever passes first in the helper phase leads the next round. Sometimes that is"
        " worth more than the helpers that are left."
    )


# The switches of the lobby


class PrincessScopeAsked(Public, frozen=True, tag="lady-luck.switch.princess-scope"):
    text: ClassVar[str] = N_("Two uses of a Princess win")


class SameCard(Public, frozen=True, tag="lady-luck.switch.same-card"):
    text: ClassVar[str] = N_("the same card")


class SamePlayer(Public, frozen=True, tag="lady-luck.switch.same-player"):
    text: ClassVar[str] = N_("also two cards of one player")


class GeneralScopeAsked(Public, frozen=True, tag="lady-luck.switch.general-scope"):
    text: ClassVar[str] = N_("A General readies")


class AnyPlayer(Public, frozen=True, tag="lady-luck.switch.any-player"):
    text: ClassVar[str] = N_("helpers of any player")


class OwnOnly(Public, frozen=True, tag="lady-luck.switch.own-only"):
    text: ClassVar[str] = N_("only own helpers")


class LoopGuardAsked(Public, frozen=True, tag="lady-luck.switch.loop-guard"):
    text: ClassVar[str] = N_("Generals in a circle")


class Guarded(Public, frozen=True, tag="lady-luck.switch.guarded"):
    text: ClassVar[str] = N_("not allowed")


class Unguarded(Public, frozen=True, tag="lady-luck.switch.unguarded"):
    text: ClassVar[str] = N_("allowed")


class AutoPassAsked(Public, frozen=True, tag="lady-luck.switch.auto-pass"):
    text: ClassVar[str] = N_("Passing without a choice")


class Automatic(Public, frozen=True, tag="lady-luck.switch.automatic"):
    text: ClassVar[str] = N_("automatic")


class ByHand(Public, frozen=True, tag="lady-luck.switch.by-hand"):
    text: ClassVar[str] = N_("by hand")


class BoxedAsked(Public, frozen=True, tag="lady-luck.switch.boxed"):
    text: ClassVar[str] = N_("The box of a game of three at the end")


class BoxOpened(Public, frozen=True, tag="lady-luck.switch.box-opened"):
    text: ClassVar[str] = N_("shown")


class BoxClosed(Public, frozen=True, tag="lady-luck.switch.box-closed"):
    text: ClassVar[str] = N_("not shown")
