"""Words beside what is drawn of Coup: badges, piles, and in very few words what came of it."""

from __future__ import annotations

from typing import ClassVar

from core.games.coup.board_words import Claims
from core.games.coup.names import Deed, Role
from core.kernel.text import N_, Cards, Coins, Public, Seat

# Badges and piles


class MarkCoins(Public, frozen=True, tag="coup.mark-coins"):
    text: ClassVar[str] = N_("{coins}")
    coins: Coins


class MarkClaims(Public, frozen=True, tag="coup.mark-claims"):
    text: ClassVar[str] = N_("claimed {claims}")
    claims: Claims


class MarkAllows(Public, frozen=True, tag="coup.mark-allows"):
    """A seat that has allowed what was declared."""

    text: ClassVar[str] = N_("allows it")


class Treasury(Public, frozen=True, tag="coup.treasury"):
    text: ClassVar[str] = N_("Treasury")


# What is asked now, under what was declared


class MayDoubt(Public, frozen=True, tag="coup.may-doubt"):
    """While everybody else may challenge a claim."""

    text: ClassVar[str] = N_("Challenge?")


class MayStop(Public, frozen=True, tag="coup.may-stop"):
    """While a claim may be challenged, or blocked."""

    text: ClassVar[str] = N_("Challenge or block?")


class MayBlock(Public, frozen=True, tag="coup.may-block"):
    text: ClassVar[str] = N_("Block?")


class ProvedMayBlock(Public, frozen=True, tag="coup.proved-may-block"):
    """The claim was true; the target may still block."""

    text: ClassVar[str] = N_("Proved. Block?")


class BlockedBy(Public, frozen=True, tag="coup.blocked-by"):
    text: ClassVar[str] = N_("blocked by {seat} as {role}")
    seat: Seat
    role: Role


class MustShow(Public, frozen=True, tag="coup.must-show"):
    """Somebody was challenged."""

    text: ClassVar[str] = N_("{seat}: show the {role}!")
    seat: Seat
    role: Role


class MustLose(Public, frozen=True, tag="coup.must-lose"):
    text: ClassVar[str] = N_("{seat} loses an influence")
    seat: Seat


class ChoosesCards(Public, frozen=True, tag="coup.chooses-cards"):
    text: ClassVar[str] = N_("{seat} chooses what to keep")
    seat: Seat


class ChoosesShown(Public, frozen=True, tag="coup.chooses-shown"):
    text: ClassVar[str] = N_("{seat} chooses a card to show")
    seat: Seat


class LooksAt(Public, frozen=True, tag="coup.looks-at"):
    text: ClassVar[str] = N_("{seat} looks at a card of {target}")
    seat: Seat
    target: Seat


class MustShowAll(Public, frozen=True, tag="coup.must-show-all"):
    """Somebody claims not to hold a character, and was challenged."""

    text: ClassVar[str] = N_("{seat}: show all cards, or concede!")
    seat: Seat


class LacksDoubted(Public, frozen=True, tag="coup.lacks-doubted"):
    """Somebody claims not to hold a character; everybody else may challenge it."""

    text: ClassVar[str] = N_("claims no {role}. Challenge?")
    role: Role


# What came of it


class DeedName(Public, frozen=True, tag="coup.deed-name"):
    text: ClassVar[str] = N_("{action}")
    action: Deed


class BlocksDeed(Public, frozen=True, tag="coup.blocks-deed"):
    """What somebody declares who blocks this action."""

    text: ClassVar[str] = N_("Block: {action}")
    action: Deed


class Gains(Public, frozen=True, tag="coup.gains"):
    text: ClassVar[str] = N_("takes {coins}")
    coins: Coins


class Pays(Public, frozen=True, tag="coup.pays"):
    text: ClassVar[str] = N_("pays {coins}")
    coins: Coins


class BothGain(Public, frozen=True, tag="coup.both-gain"):
    text: ClassVar[str] = N_("takes {coins}, {target} {share}")
    coins: Coins
    target: Seat
    share: Coins


class ItWasTrue(Public, frozen=True, tag="coup.it-was-true"):
    """A challenged claim was proved."""

    text: ClassVar[str] = N_("It was true")


class CannotShow(Public, frozen=True, tag="coup.cannot-show"):
    """A challenged claim was a bluff."""

    text: ClassVar[str] = N_("A bluff")


class NotThe(Public, frozen=True, tag="coup.not-the"):
    """Another card was turned up instead of the one that was claimed."""

    text: ClassVar[str] = N_("not the {role}")
    role: Role


class HeldIt(Public, frozen=True, tag="coup.held-it"):
    """Somebody held a card that they had claimed not to hold."""

    text: ClassVar[str] = N_("held the {role}")
    role: Role


class BlockStands(Public, frozen=True, tag="coup.block-stands"):
    text: ClassVar[str] = N_("The block stands")


class Withdrawn(Public, frozen=True, tag="coup.withdrawn"):
    """A block is withdrawn, since its player has left."""

    text: ClassVar[str] = N_("Block withdrawn")


class CalledOff(Public, frozen=True, tag="coup.called-off"):
    """An action is cancelled."""

    text: ClassVar[str] = N_("cancelled")


class GivesBack(Public, frozen=True, tag="coup.gives-back"):
    text: ClassVar[str] = N_("puts {cards} back")
    cards: Cards


class Draws(Public, frozen=True, tag="coup.draws"):
    text: ClassVar[str] = N_("draws {cards}")
    cards: Cards


class LosesOne(Public, frozen=True, tag="coup.loses-one"):
    text: ClassVar[str] = N_("loses an influence")


class ShowsCard(Public, frozen=True, tag="coup.shows-card"):
    """A card is shown to one player alone."""

    text: ClassVar[str] = N_("shows a card")


class StaysThere(Public, frozen=True, tag="coup.stays-there"):
    """An examined card stays with its owner."""

    text: ClassVar[str] = N_("returns the card")


class MustExchange(Public, frozen=True, tag="coup.must-exchange"):
    """An examined card must be exchanged."""

    text: ClassVar[str] = N_("forces an exchange")


class Shuffled(Public, frozen=True, tag="coup.shuffled"):
    """A card goes into the court deck, and another one is drawn."""

    text: ClassVar[str] = N_("shuffled in and replaced")


class Wins(Public, frozen=True, tag="coup.wins"):
    text: ClassVar[str] = N_("wins")
