"""What happens in a game of Coup, as facts to tell."""

from __future__ import annotations

from typing import ClassVar

from core.games.coup.names import Deed, Faction, Role
from core.kernel.text import N_, Cards, Coins, Public, Seat, Secret

# The deal


class Dealt(Public, frozen=True, tag="coup.dealt"):
    text: ClassVar[str] = N_(
        "Everybody has two hidden cards and {coins}. The court deck has {deck}."
    )
    coins: Coins
    deck: Cards


class DealtUnevenly(Public, frozen=True, tag="coup.dealt-unevenly"):
    text: ClassVar[str] = N_(
        "Both have two hidden cards. {seat} begins with {less}, the other has {more}. "
        "The court deck has {deck}."
    )
    seat: Seat
    less: Coins
    more: Coins
    deck: Cards


class TwoCards(Secret, frozen=True, tag="coup.two-cards"):
    text: ClassVar[str] = N_("Your cards: 1. {first}, 2. {second}.")
    first: Role
    second: Role


class OneCard(Secret, frozen=True, tag="coup.one-card"):
    text: ClassVar[str] = N_("Your last hidden card: {card}.")
    card: Role


# Declarations


class Earned(Public, frozen=True, tag="coup.earned"):
    text: ClassVar[str] = N_("{action}: {seat} takes {gain} and has {total}.")
    action: Deed
    seat: Seat
    gain: Coins
    total: Coins


class AidAsked(Public, frozen=True, tag="coup.aid-asked"):
    text: ClassVar[str] = N_("{seat} wants to take {action}.")
    seat: Seat
    action: Deed


class Claimed(Public, frozen=True, tag="coup.claimed"):
    text: ClassVar[str] = N_("{seat} claims the {role}: {action}.")
    seat: Seat
    role: Role
    action: Deed


class ClaimedAt(Public, frozen=True, tag="coup.claimed-at"):
    text: ClassVar[str] = N_("{seat} claims the {role}: {action}, aimed at {target}.")
    seat: Seat
    role: Role
    action: Deed
    target: Seat


class ExamineClaimed(Public, frozen=True, tag="coup.examine-claimed"):
    text: ClassVar[str] = N_("{seat} claims the {role} to {action} {target}.")
    seat: Seat
    role: Role
    action: Deed
    target: Seat


class ClaimedWith(Public, frozen=True, tag="coup.claimed-with"):
    text: ClassVar[str] = N_("{seat} claims the {role}: {action}, together with {target}.")
    seat: Seat
    role: Role
    action: Deed
    target: Seat


class ClaimedPaying(Public, frozen=True, tag="coup.claimed-paying"):
    text: ClassVar[str] = N_(
        "{seat} pays {cost} and claims the {role}: {action}, aimed at {target}. "
        "{seat} has {total} left."
    )
    seat: Seat
    role: Role
    action: Deed
    target: Seat
    cost: Coins
    total: Coins


class CoupStruck(Public, frozen=True, tag="coup.coup-struck"):
    text: ClassVar[str] = N_("{seat} pays {cost}: {action} against {target}. {total} left.")
    seat: Seat
    action: Deed
    target: Seat
    cost: Coins
    total: Coins


# Challenges and blocks


class Challenged(Public, frozen=True, tag="coup.challenged"):
    text: ClassVar[str] = N_("{challenger} challenges {seat} to show the {role}.")
    challenger: Seat
    seat: Seat
    role: Role


class ChallengedWrongly(Public, frozen=True, tag="coup.challenged-wrongly"):
    text: ClassVar[str] = N_(
        "{challenger} challenges {seat}, who shows the {role}, "
        "shuffles it into the court deck and draws a new card."
    )
    challenger: Seat
    seat: Seat
    role: Role


class ChallengedRightly(Public, frozen=True, tag="coup.challenged-rightly"):
    text: ClassVar[str] = N_("{challenger} challenges {seat}, who cannot show the {role}.")
    challenger: Seat
    seat: Seat
    role: Role


class ChallengedToAnother(Public, frozen=True, tag="coup.challenged-to-another"):
    text: ClassVar[str] = N_(
        "{challenger} challenges {seat}, who turns up the {card} instead of the {role}."
    )
    challenger: Seat
    seat: Seat
    role: Role
    card: Role


class Proved(Public, frozen=True, tag="coup.proved"):
    text: ClassVar[str] = N_(
        "{seat} shows the {role}, shuffles it into the court deck and draws a new card."
    )
    seat: Seat
    role: Role


class TurnedUpAnother(Public, frozen=True, tag="coup.turned-up-another"):
    text: ClassVar[str] = N_("{seat} turns up the {card} instead of the {role}.")
    seat: Seat
    card: Role
    role: Role


class Blocked(Public, frozen=True, tag="coup.blocked"):
    text: ClassVar[str] = N_("{blocker} claims the {role} and blocks {seat}: {action}.")
    blocker: Seat
    role: Role
    seat: Seat
    action: Deed


class BlockHeld(Public, frozen=True, tag="coup.block-held"):
    text: ClassVar[str] = N_("The block stands: {seat}’s {action} does not happen.")
    action: Deed
    seat: Seat


class BlockWithdrawn(Public, frozen=True, tag="coup.block-withdrawn"):
    text: ClassVar[str] = N_("{seat}’s block is withdrawn.")
    seat: Seat


class Cancelled(Public, frozen=True, tag="coup.cancelled"):
    text: ClassVar[str] = N_("{seat}’s {action} is cancelled.")
    seat: Seat
    action: Deed


class FeeReturned(Public, frozen=True, tag="coup.fee-returned"):
    text: ClassVar[str] = N_(
        "{action} by {seat} is cancelled and {cost} returned. {seat} has {total}."
    )
    seat: Seat
    action: Deed
    cost: Coins
    total: Coins


# What actions do


class Stolen(Public, frozen=True, tag="coup.stolen"):
    text: ClassVar[str] = N_(
        "{action}: {seat} takes {gain} from {target}. {seat} has {total}, {target} has {rest}."
    )
    action: Deed
    seat: Seat
    target: Seat
    gain: Coins
    total: Coins
    rest: Coins


class Cooperated(Public, frozen=True, tag="coup.cooperated"):
    text: ClassVar[str] = N_(
        "{action}: {seat} takes {gain} and has {total}, {target} takes {share} and has {rest}."
    )
    action: Deed
    seat: Seat
    gain: Coins
    total: Coins
    target: Seat
    share: Coins
    rest: Coins


class Drew(Public, frozen=True, tag="coup.drew"):
    text: ClassVar[str] = N_("{action}: {seat} draws {count} from the court deck.")
    action: Deed
    seat: Seat
    count: Cards


class DrewThese(Secret, frozen=True, tag="coup.drew-these"):
    text: ClassVar[str] = N_("You drew {cards}.")
    cards: tuple[Role, ...]


class Returned(Public, frozen=True, tag="coup.returned"):
    text: ClassVar[str] = N_("{seat} returns {count} to the court deck; it is shuffled.")
    seat: Seat
    count: Cards


class FoundNobody(Public, frozen=True, tag="coup.found-nobody"):
    text: ClassVar[str] = N_("{action}: {target} is out already and has nothing more to lose.")
    action: Deed
    target: Seat


# Losses and the end


class InfluenceLost(Public, frozen=True, tag="coup.influence-lost"):
    text: ClassVar[str] = N_("{seat} loses the {card} and has {left} hidden.")
    seat: Seat
    card: Role
    left: Cards


class Eliminated(Public, frozen=True, tag="coup.eliminated"):
    text: ClassVar[str] = N_("{seat} loses the {card} and is out.")
    seat: Seat
    card: Role


class LeftFaceUp(Public, frozen=True, tag="coup.left-face-up"):
    text: ClassVar[str] = N_("{seat} is out. Face up: {cards}.")
    seat: Seat
    cards: tuple[Role, ...]


class CoinsReturned(Public, frozen=True, tag="coup.coins-returned"):
    text: ClassVar[str] = N_("The treasury takes back {coins} from {seat}.")
    coins: Coins
    seat: Seat


class Won(Public, frozen=True, tag="coup.won"):
    text: ClassVar[str] = N_("{seat} wins the game.")
    seat: Seat


class WonWith(Public, frozen=True, tag="coup.won-with"):
    text: ClassVar[str] = N_("{seat} wins the game and still holds {cards}.")
    seat: Seat
    cards: tuple[Role, ...]


# A bluff that nobody asked about, when the game is over


class Bluffed(Public, frozen=True, tag="coup.bluffed"):
    text: ClassVar[str] = N_("🤫 {seat} bluffed: {role} ({action}). Nobody asked!")
    seat: Seat
    role: Role
    action: Deed


class DenialBluffed(Public, frozen=True, tag="coup.denial-bluffed"):
    """They denied holding a character that they did hold."""

    text: ClassVar[str] = N_("🤫 {seat} did hold the {role} ({action}). Nobody asked!")
    seat: Seat
    role: Role
    action: Deed


# Inquisitor (13.2)


class NobodyToExamine(Public, frozen=True, tag="coup.nobody-to-examine"):
    text: ClassVar[str] = N_("{target} is out: no Examine.")
    target: Seat


class MustReveal(Public, frozen=True, tag="coup.must-reveal"):
    text: ClassVar[str] = N_("{target} chooses a card to show {seat}.")
    target: Seat
    seat: Seat


class Revealed(Public, frozen=True, tag="coup.revealed"):
    text: ClassVar[str] = N_("{target} shows {seat} a card.")
    target: Seat
    seat: Seat


class SeesCard(Secret, frozen=True, tag="coup.sees-card"):
    """To whoever examines."""

    text: ClassVar[str] = N_("You see {target}’s card: {card}.")
    target: Seat
    card: Role


class ShowedCard(Secret, frozen=True, tag="coup.showed-card"):
    """To whoever was examined."""

    text: ClassVar[str] = N_("You showed {seat} the {card}.")
    seat: Seat
    card: Role


class GaveBack(Public, frozen=True, tag="coup.gave-back"):
    text: ClassVar[str] = N_("{seat} returns the card to {target}.")
    seat: Seat
    target: Seat


class Forced(Public, frozen=True, tag="coup.forced"):
    text: ClassVar[str] = N_("{seat} makes {target} exchange the card.")
    seat: Seat
    target: Seat


# Factions (13.3)


class Sides(Public, frozen=True, tag="coup.sides"):
    text: ClassVar[str] = N_("★ {first}: {monarchists}. ● {second}: {populists}.")
    first: Faction
    monarchists: tuple[Seat, ...]
    second: Faction
    populists: tuple[Seat, ...]


class ConvertedSelf(Public, frozen=True, tag="coup.converted-self"):
    """Whoever pays changes sides. {total} is what they have left."""

    text: ClassVar[str] = N_(
        "{seat} pays {cost} to the almshouse and joins the {faction}. {total} left."
    )
    seat: Seat
    cost: Coins
    faction: Faction
    total: Coins


class Converted(Public, frozen=True, tag="coup.converted"):
    """Somebody pays for another to change sides. {total} is what {seat} has left."""

    text: ClassVar[str] = N_(
        "{seat} pays {cost} to the almshouse: {target} joins the {faction}. "
        "{seat} has {total} left."
    )
    seat: Seat
    cost: Coins
    target: Seat
    faction: Faction
    total: Coins


class OneFactionLeft(Public, frozen=True, tag="coup.one-faction-left"):
    text: ClassVar[str] = N_("One faction is left: anybody may be attacked.")


class TwoFactionsAgain(Public, frozen=True, tag="coup.two-factions-again"):
    text: ClassVar[str] = N_("There are two factions again.")


class EmbezzleClaimed(Public, frozen=True, tag="coup.embezzle-claimed"):
    text: ClassVar[str] = N_(
        "{seat} claims not to hold the {role}, to {action} {coins} from the almshouse."
    )
    seat: Seat
    role: Role
    action: Deed
    coins: Coins


class DenialChallenged(Public, frozen=True, tag="coup.denial-challenged"):
    text: ClassVar[str] = N_("{challenger} doubts that {seat} does not hold the {role}.")
    challenger: Seat
    seat: Seat
    role: Role


class ShowedAll(Public, frozen=True, tag="coup.showed-all"):
    text: ClassVar[str] = N_(
        "{seat} shows {cards}: no {role}. "
        "All that was shown is shuffled into the court deck and replaced."
    )
    seat: Seat
    cards: tuple[Role, ...]
    role: Role


class ShowedDenied(Public, frozen=True, tag="coup.showed-denied"):
    text: ClassVar[str] = N_("{seat} shows {cards}: {seat} held the {role}.")
    seat: Seat
    cards: tuple[Role, ...]
    role: Role


class HeldAfterAll(Public, frozen=True, tag="coup.held-after-all"):
    text: ClassVar[str] = N_("{seat} held the {role}.")
    seat: Seat
    role: Role


class Replaced(Public, frozen=True, tag="coup.replaced"):
    text: ClassVar[str] = N_("{seat}’s {card} is shuffled into the court deck and replaced.")
    seat: Seat
    card: Role


class Conceded(Public, frozen=True, tag="coup.conceded"):
    text: ClassVar[str] = N_("{seat} concedes.")
    seat: Seat


class Embezzled(Public, frozen=True, tag="coup.embezzled"):
    text: ClassVar[str] = N_("{action}: {seat} takes {gain} from the almshouse and has {total}.")
    action: Deed
    seat: Seat
    gain: Coins
    total: Coins
