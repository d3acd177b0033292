"""What an answer or an action of Coup may cost, in a line under its button."""

from __future__ import annotations

from typing import ClassVar

from core.games.coup.names import Deed, Role, Roles
from core.kernel.text import N_, Coins, Public, Seat, Secret

# A challenge


class DoubtDeed(Public, frozen=True, tag="coup.doubt-deed"):
    """Under a challenge of an action. {theirs} is what its player loses, {mine} what the reader
    loses who is wrong."""

    text: ClassVar[str] = N_("Bluff: {action} fails, {theirs}. True: {mine}.")
    action: Deed
    theirs: Public
    mine: Public


class DoubtBlock(Public, frozen=True, tag="coup.doubt-block"):
    """Under a challenge of a block."""

    text: ClassVar[str] = N_("Bluff: {action} happens, {theirs}. True: {mine}.")
    action: Deed
    theirs: Public
    mine: Public


class TheyLose(Public, frozen=True, tag="coup.they-lose"):
    text: ClassVar[str] = N_("{seat} loses a card")
    seat: Seat


class TheyAreOut(Public, frozen=True, tag="coup.they-are-out"):
    text: ClassVar[str] = N_("{seat} is out")
    seat: Seat


class YouLose(Public, frozen=True, tag="coup.you-lose"):
    text: ClassVar[str] = N_("you lose a card")


class YouAreOut(Public, frozen=True, tag="coup.you-are-out"):
    text: ClassVar[str] = N_("you are out")


class YouMayLoseBoth(Public, frozen=True, tag="coup.you-may-lose-both"):
    """Who wrongly challenges their own assassin loses a card by it, and then perhaps the other."""

    text: ClassVar[str] = N_("you may lose both cards")


# To allow


class IfAllAllow(Public, frozen=True, tag="coup.if-all-allow"):
    """While others may still object. {what} is what happens else."""

    text: ClassVar[str] = N_("If nobody objects: {what}.")
    what: Public


class Happens(Public, frozen=True, tag="coup.happens"):
    """What happens if the reader allows it."""

    text: ClassVar[str] = N_("Then: {what}.")
    what: Public


class TheyGain(Public, frozen=True, tag="coup.they-gain"):
    text: ClassVar[str] = N_("{seat} takes {coins}")
    seat: Seat
    coins: Coins


class TheyTakeFromYou(Public, frozen=True, tag="coup.they-take-from-you"):
    text: ClassVar[str] = N_("{seat} takes {coins} from you")
    seat: Seat
    coins: Coins


class TheyTakeFrom(Public, frozen=True, tag="coup.they-take-from"):
    text: ClassVar[str] = N_("{seat} takes {coins} from {target}")
    seat: Seat
    coins: Coins
    target: Seat


class TheyExchange(Public, frozen=True, tag="coup.they-exchange"):
    text: ClassVar[str] = N_("{seat} exchanges cards")
    seat: Seat


class TheyShare(Public, frozen=True, tag="coup.they-share"):
    text: ClassVar[str] = N_("{seat} takes {coins}, {target} {share}")
    seat: Seat
    coins: Coins
    target: Seat
    share: Coins


class TheySeeYours(Public, frozen=True, tag="coup.they-see-yours"):
    text: ClassVar[str] = N_("{seat} sees a card of yours")
    seat: Seat


class TheySee(Public, frozen=True, tag="coup.they-see"):
    text: ClassVar[str] = N_("{seat} sees a card of {target}")
    seat: Seat
    target: Seat


class BlockHolds(Public, frozen=True, tag="coup.block-holds"):
    text: ClassVar[str] = N_("the block stands, {action} fails")
    action: Deed


class TargetMayBlock(Public, frozen=True, tag="coup.target-may-block"):
    """Blocks come after challenges here."""

    text: ClassVar[str] = N_("{target} may block next")
    target: Seat


class YouMayBlock(Public, frozen=True, tag="coup.you-may-block"):
    text: ClassVar[str] = N_("you may block next")


# What is claimed


class YouHoldIt(Secret, frozen=True, tag="coup.you-hold-it"):
    """Under a claim that is true."""

    text: ClassVar[str] = N_("You hold it: a challenge costs the other a card.")


class BluffCosts(Secret, frozen=True, tag="coup.bluff-costs"):
    """Under a claim that is none. {mine} is what a challenge costs."""

    text: ClassVar[str] = N_("A bluff: if challenged, {mine}.")
    mine: Public


class LackTrue(Secret, frozen=True, tag="coup.lack-true"):
    """Under Embezzle, for whoever does not hold the Duke."""

    text: ClassVar[str] = N_("True, you hold no {role}: a challenge costs the other a card.")
    role: Role


class LackBluff(Secret, frozen=True, tag="coup.lack-bluff"):
    """Under Embezzle, for whoever holds the Duke."""

    text: ClassVar[str] = N_("A bluff, you hold the {role}: if challenged, {mine}.")
    role: Role
    mine: Public


class NobodyStops(Public, frozen=True, tag="coup.nobody-stops"):
    text: ClassVar[str] = N_("Nobody can stop it.")


class CanBeBlocked(Public, frozen=True, tag="coup.can-be-blocked"):
    text: ClassVar[str] = N_("Can be blocked as {roles}.")
    roles: Roles


# What is decided after a challenge or an Examine


class ProofWins(Secret, frozen=True, tag="coup.proof-wins"):
    """Under the card that was asked for."""

    text: ClassVar[str] = N_("Proves it: {theirs}, you draw another.")
    theirs: Public


class ShowingLoses(Secret, frozen=True, tag="coup.showing-loses"):
    """Under another card than the one that was asked for."""

    text: ClassVar[str] = N_("Not what is asked: you lose it.")


class AllShownWins(Public, frozen=True, tag="coup.all-shown-wins"):
    """Under showing all cards."""

    text: ClassVar[str] = N_("Proves it: {theirs}, you draw new cards.")
    theirs: Public


class ConcedingLoses(Public, frozen=True, tag="coup.conceding-loses"):
    text: ClassVar[str] = N_("You lose a card, {action} fails.")
    action: Deed


class SeesItAlone(Public, frozen=True, tag="coup.sees-it-alone"):
    text: ClassVar[str] = N_("Only {seat} sees it.")
    seat: Seat


class ItStays(Public, frozen=True, tag="coup.it-stays"):
    text: ClassVar[str] = N_("{target} keeps this card.")
    target: Seat


class ItGoes(Public, frozen=True, tag="coup.it-goes"):
    text: ClassVar[str] = N_("{target} puts it back and draws another.")
    target: Seat
