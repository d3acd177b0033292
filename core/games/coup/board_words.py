"""The table in words: lines of the board, of the hand card, and labels of buttons."""

from __future__ import annotations

from typing import ClassVar

from core.games.coup.names import Deed, Faction, Guise, Role
from core.kernel.text import N_, Cards, Coins, Message, Public, Seat, Secret

# The board


class Monarchist(Public, frozen=True, tag="coup.side-monarchist"):
    """The side of a seat, by word and sign. The sign is in every Japanese font."""

    text: ClassVar[str] = N_("★ Monarchist")


class Populist(Public, frozen=True, tag="coup.side-populist"):
    text: ClassVar[str] = N_("● Populist")


SIDE_MARKS: dict[Faction, Public] = {
    Faction.MONARCHIST: Monarchist(),
    Faction.POPULIST: Populist(),
}


class TurnLine(Public, frozen=True, tag="coup.turn-line"):
    text: ClassVar[str] = N_("Turn: {seat}")
    seat: Seat


class DeedLine(Public, frozen=True, tag="coup.deed-line"):
    text: ClassVar[str] = N_("Action: {action}")
    action: Deed


class DeedAtLine(Public, frozen=True, tag="coup.deed-at-line"):
    text: ClassVar[str] = N_("Action: {action} → {target}")
    action: Deed
    target: Seat


class ClaimLine(Public, frozen=True, tag="coup.claim-line"):
    text: ClassVar[str] = N_("Action: {action} as {role}")
    action: Deed
    role: Role


class ClaimAtLine(Public, frozen=True, tag="coup.claim-at-line"):
    text: ClassVar[str] = N_("Action: {action} as {role} → {target}")
    action: Deed
    role: Role
    target: Seat


class BlockLine(Public, frozen=True, tag="coup.block-line"):
    text: ClassVar[str] = N_("Block: {blocker} as {role}")
    blocker: Seat
    role: Role


class AwaitedLine(Public, frozen=True, tag="coup.awaited-line"):
    text: ClassVar[str] = N_("Waiting for: {seats}")
    seats: tuple[Seat, ...]


class MayBlockLater(Public, frozen=True, tag="coup.may-block-later"):
    text: ClassVar[str] = N_("If the claim is proved, {target} may still block.")
    target: Seat


class MayBlockNext(Public, frozen=True, tag="coup.may-block-next"):
    text: ClassVar[str] = N_("After this, {target} may block.")
    target: Seat


class MayBeCountered(Public, frozen=True, tag="coup.may-be-countered"):
    text: ClassVar[str] = N_("A block can be challenged by everybody else.")


class BlockMayFall(Public, frozen=True, tag="coup.block-may-fall"):
    text: ClassVar[str] = N_("If the block is a bluff, {action} happens at once.")
    action: Deed


class HappensNext(Public, frozen=True, tag="coup.happens-next"):
    text: ClassVar[str] = N_("After this, {action} happens.")
    action: Deed


class SeatLine(Public, frozen=True, tag="coup.seat-line"):
    text: ClassVar[str] = N_("{seat}: {coins}, {cards} hidden")
    seat: Seat
    coins: Coins
    cards: Cards


class SeatLineLost(Public, frozen=True, tag="coup.seat-line-lost"):
    text: ClassVar[str] = N_("{seat}: {coins}, {cards} hidden, face up {lost}")
    seat: Seat
    coins: Coins
    cards: Cards
    lost: tuple[Role, ...]


class SeatLineClaims(Public, frozen=True, tag="coup.seat-line-claims"):
    text: ClassVar[str] = N_("{seat}: {coins}, {cards} hidden (claimed {claims})")
    seat: Seat
    coins: Coins
    cards: Cards
    claims: tuple[Role, ...]


class SeatLineBoth(Public, frozen=True, tag="coup.seat-line-both"):
    text: ClassVar[str] = N_("{seat}: {coins}, {cards} hidden, face up {lost} (claimed {claims})")
    seat: Seat
    coins: Coins
    cards: Cards
    lost: tuple[Role, ...]
    claims: tuple[Role, ...]


class NoRole(Public, frozen=True, tag="coup.no-role"):
    """Among the claims of a seat: that it does not hold this character."""

    text: ClassVar[str] = N_("no {role}")
    role: Role


Claims = tuple[Role | NoRole, ...]
"""What a seat has claimed, the latest last."""


class SeatLineSided(Public, frozen=True, tag="coup.seat-line-sided"):
    """A seat of a faction. {rest} is what lies before it."""

    text: ClassVar[str] = N_("{seat} ({side}): {rest}")
    seat: Seat
    side: Public
    rest: Public


class Purse(Public, frozen=True, tag="coup.purse"):
    """What lies before a seat, beside its faction."""

    text: ClassVar[str] = N_("{coins}, {cards} hidden")
    coins: Coins
    cards: Cards


class PurseLost(Public, frozen=True, tag="coup.purse-lost"):
    text: ClassVar[str] = N_("{coins}, {cards} hidden, face up {lost}")
    coins: Coins
    cards: Cards
    lost: tuple[Role, ...]


class PurseClaims(Public, frozen=True, tag="coup.purse-claims"):
    text: ClassVar[str] = N_("{coins}, {cards} hidden (claimed {claims})")
    coins: Coins
    cards: Cards
    claims: Claims


class PurseBoth(Public, frozen=True, tag="coup.purse-both"):
    text: ClassVar[str] = N_("{coins}, {cards} hidden, face up {lost} (claimed {claims})")
    coins: Coins
    cards: Cards
    lost: tuple[Role, ...]
    claims: Claims


class SeatOut(Public, frozen=True, tag="coup.seat-out"):
    text: ClassVar[str] = N_("{seat}: out, face up {lost}")
    seat: Seat
    lost: tuple[Role, ...]


class DeckLine(Public, frozen=True, tag="coup.deck-line"):
    text: ClassVar[str] = N_("Court deck: {deck}")
    deck: Cards


class WinnerHandLine(Public, frozen=True, tag="coup.winner-hand-line"):
    text: ClassVar[str] = N_("Winner: {seat}, still holding {cards}")
    seat: Seat
    cards: tuple[Role, ...]


class DenialLine(Public, frozen=True, tag="coup.denial-line"):
    text: ClassVar[str] = N_("Action: {action}, claiming no {role}")
    action: Deed
    role: Role


class ReserveLine(Public, frozen=True, tag="coup.reserve-line"):
    text: ClassVar[str] = N_("Almshouse: {coins}")
    coins: Coins


class MayAttack(Public, frozen=True, tag="coup.may-attack"):
    """Whom {seat}, who is on turn, may aim at while there are two factions."""

    text: ClassVar[str] = N_("{seat} may attack: {targets}")
    seat: Seat
    targets: tuple[Seat, ...]


class OneFaction(Public, frozen=True, tag="coup.one-faction"):
    """While only one faction is in the game."""

    text: ClassVar[str] = N_("One faction ({side}): anybody may be attacked")
    side: Public


class SeenAlone(Public, frozen=True, tag="coup.seen-alone"):
    """While a card is chosen that {seat} will see."""

    text: ClassVar[str] = N_(
        "Only {seat} sees the card, and then returns it or forces an exchange."
    )
    seat: Seat


class DenialMayHold(Public, frozen=True, tag="coup.denial-may-hold"):
    """While a doubted embezzler chooses."""

    text: ClassVar[str] = N_(
        "If all cards are shown, {challenger} loses an influence and {action} happens."
    )
    challenger: Seat
    action: Deed


# The hand card


class ExaminedLine(Secret, frozen=True, tag="coup.examined-line"):
    """To whoever examines, as long as they decide."""

    text: ClassVar[str] = N_("{target}’s card: {card}")
    target: Seat
    card: Role


class HandLine(Secret, frozen=True, tag="coup.hand-line"):
    text: ClassVar[str] = N_("{card}: {help}")
    card: Role
    help: Message


class DrawnLine(Secret, frozen=True, tag="coup.drawn-line"):
    text: ClassVar[str] = N_("{card} (drawn): {help}")
    card: Role
    help: Message


class CoinsLine(Public, frozen=True, tag="coup.coins-line"):
    text: ClassVar[str] = N_("You have {coins}.")
    coins: Coins


class LostLine(Public, frozen=True, tag="coup.lost-line"):
    text: ClassVar[str] = N_("Face up before you: {lost}")
    lost: tuple[Role, ...]


class SunkLine(Secret, frozen=True, tag="coup.sunk-line"):
    text: ClassVar[str] = N_("You put back, and nobody has drawn since: {cards}")
    cards: tuple[Role, ...]


class SeenLine(Secret, frozen=True, tag="coup.seen-line"):
    """To the owner of a card that was examined."""

    text: ClassVar[str] = N_("{seat} has seen your {card}.")
    seat: Seat
    card: Role


class SawLine(Secret, frozen=True, tag="coup.saw-line"):
    """To whoever has examined a card that is still there."""

    text: ClassVar[str] = N_("You have seen {seat}’s {card}.")
    seat: Seat
    card: Role


class YouMayAttack(Public, frozen=True, tag="coup.you-may-attack"):
    """While there are two factions."""

    text: ClassVar[str] = N_("You may attack: {targets}")
    targets: tuple[Seat, ...]


class OutLine(Public, frozen=True, tag="coup.out-line"):
    text: ClassVar[str] = N_("You are out of the game.")


class BriefHand(Secret, frozen=True, tag="coup.brief-hand"):
    text: ClassVar[str] = N_("{cards} · {coins}")
    cards: tuple[Role, ...]
    coins: Coins


# Standing orders


class AllowOthers(Public, frozen=True, tag="coup.allow-others"):
    text: ClassVar[str] = N_("Allow all not aimed at me")


class AllowsOthers(Public, frozen=True, tag="coup.allows-others"):
    text: ClassVar[str] = N_("you allow what is not aimed at you, until your turn.")


# Buttons and the questions above them


class DeedLabel(Public, frozen=True, tag="coup.deed-label"):
    text: ClassVar[str] = N_("{action}")
    action: Deed


class DeedLabelCost(Public, frozen=True, tag="coup.deed-label-cost"):
    text: ClassVar[str] = N_("{action} ({cost})")
    action: Deed
    cost: Coins


class DeedLabelRole(Public, frozen=True, tag="coup.deed-label-role"):
    text: ClassVar[str] = N_("{action} ({role})")
    action: Deed
    role: Guise


class DeedLabelBoth(Public, frozen=True, tag="coup.deed-label-both"):
    text: ClassVar[str] = N_("{action} ({role}, {cost})")
    action: Deed
    role: Guise
    cost: Coins


class AllowLabel(Public, frozen=True, tag="coup.allow-label"):
    text: ClassVar[str] = N_("Allow")


class ChallengeLabel(Public, frozen=True, tag="coup.challenge-label"):
    text: ClassVar[str] = N_("Challenge")


class BlockLabel(Public, frozen=True, tag="coup.block-label"):
    text: ClassVar[str] = N_("Block")


class BlockAsLabel(Public, frozen=True, tag="coup.block-as-label"):
    text: ClassVar[str] = N_("Block as {role}")
    role: Role


class LoseLabel(Public, frozen=True, tag="coup.lose-label"):
    text: ClassVar[str] = N_("Lose")


class ShowLabel(Public, frozen=True, tag="coup.show-label"):
    text: ClassVar[str] = N_("Turn up")


class KeepLabel(Public, frozen=True, tag="coup.keep-label"):
    text: ClassVar[str] = N_("Keep")


class ChooseLabel(Public, frozen=True, tag="coup.choose-label"):
    text: ClassVar[str] = N_("Show")


class ReturnLabel(Public, frozen=True, tag="coup.return-label"):
    text: ClassVar[str] = N_("Return it")


class ForceLabel(Public, frozen=True, tag="coup.force-label"):
    text: ClassVar[str] = N_("Force an exchange")


class AllLabel(Public, frozen=True, tag="coup.all-label"):
    text: ClassVar[str] = N_("Show all")


class ConcedeLabel(Public, frozen=True, tag="coup.concede-label"):
    """To concede, then choosing the card."""

    text: ClassVar[str] = N_("Concede")


class ConcedeAs(Public, frozen=True, tag="coup.concede-as"):
    """To concede and lose this card, in one step."""

    text: ClassVar[str] = N_("Concede, losing the {role}")
    role: Role


class ConvertOwn(Public, frozen=True, tag="coup.convert-own"):
    """A button: one changes one's own faction."""

    text: ClassVar[str] = N_("Convert yourself ({cost})")
    cost: Coins


class ConvertThem(Public, frozen=True, tag="coup.convert-them"):
    """A button: one pays for this player's conversion."""

    text: ClassVar[str] = N_("Convert {seat} ({cost})")
    seat: Seat
    cost: Coins


class ConvertOther(Public, frozen=True, tag="coup.convert-other"):
    """A button: one changes the faction of somebody else, who is chosen next."""

    text: ClassVar[str] = N_("Convert another ({cost})")
    cost: Coins


class ConvertSeat(Public, frozen=True, tag="coup.convert-seat"):
    """A button: whose faction changes, and to which one."""

    text: ClassVar[str] = N_("{seat} → {side}")
    seat: Seat
    side: Public


class RoleLabel(Public, frozen=True, tag="coup.role-label"):
    text: ClassVar[str] = N_("{role}")
    role: Role


class SeatLabel(Public, frozen=True, tag="coup.seat-label"):
    text: ClassVar[str] = N_("{seat} ({coins})")
    seat: Seat
    coins: Coins


class AskTarget(Public, frozen=True, tag="coup.ask-target"):
    text: ClassVar[str] = N_("{action}: on whom?")
    action: Deed


class AskPartner(Public, frozen=True, tag="coup.ask-partner"):
    text: ClassVar[str] = N_("{action}: with whom?")
    action: Deed


class AskAction(Public, frozen=True, tag="coup.ask-action"):
    text: ClassVar[str] = N_("Which action do you take?")


class AskBlock(Public, frozen=True, tag="coup.ask-block"):
    text: ClassVar[str] = N_("Block as whom?")


class AskLoss(Public, frozen=True, tag="coup.ask-loss"):
    text: ClassVar[str] = N_("Which card do you lose?")


class AskConceded(Public, frozen=True, tag="coup.ask-conceded"):
    text: ClassVar[str] = N_("Concede: which card do you lose?")


class AskProof(Public, frozen=True, tag="coup.ask-proof"):
    text: ClassVar[str] = N_("Which card do you turn up?")


class AskKeep(Public, frozen=True, tag="coup.ask-keep"):
    text: ClassVar[str] = N_("Which card do you keep?")


class AskKeepSecond(Public, frozen=True, tag="coup.ask-keep-second"):
    text: ClassVar[str] = N_("Which second card do you keep?")


class AskFaction(Public, frozen=True, tag="coup.ask-faction"):
    text: ClassVar[str] = N_("Whose faction changes?")


class AskShown(Public, frozen=True, tag="coup.ask-shown"):
    text: ClassVar[str] = N_("Which card do you show?")
