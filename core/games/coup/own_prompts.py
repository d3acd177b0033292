"""The open question of a game of Coup, said to whoever is asked: in the second person."""

from __future__ import annotations

from typing import ClassVar

from core.games.coup import board_words, prompts
from core.games.coup.names import Deed, Role, Roles
from core.games.coup.prompts import prompt
from core.games.coup.sight import View
from core.kernel.text import N_, Cards, Coins, Public, Seat


class YouMustCoup(Public, frozen=True, tag="coup.you-must-coup"):
    text: ClassVar[str] = N_("You have {coins} and must launch a Coup. Against whom?")
    coins: Coins


class AimedAtYou(Public, frozen=True, tag="coup.aimed-at-you"):
    text: ClassVar[str] = N_("{seat}: {action} as {role} on you. Allow or challenge?")
    seat: Seat
    action: Deed
    role: Role


class AimedAtYouOrBlock(Public, frozen=True, tag="coup.aimed-at-you-or-block"):
    text: ClassVar[str] = N_(
        "{seat}: {action} as {role} on you. Allow, challenge, or block as {roles}?"
    )
    seat: Seat
    action: Deed
    role: Role
    roles: Roles


class YouCanBlock(Public, frozen=True, tag="coup.you-can-block"):
    text: ClassVar[str] = N_("{seat}: {action} on you. Allow it, or block as {roles}?")
    seat: Seat
    action: Deed
    roles: Roles


class YourSecondChance(Public, frozen=True, tag="coup.your-second-chance"):
    text: ClassVar[str] = N_(
        "{seat} has proved the claim. {action} on you: allow it, or block as {roles}?"
    )
    seat: Seat
    action: Deed
    roles: Roles


class YoursIsBlocked(Public, frozen=True, tag="coup.yours-is-blocked"):
    text: ClassVar[str] = N_(
        "{blocker} blocks your {action} as {role}. Allow or challenge the block?"
    )
    blocker: Seat
    action: Deed
    role: Role


class YourProofWanted(Public, frozen=True, tag="coup.your-proof-wanted"):
    text: ClassVar[str] = N_("Turn up a card: {challenger} challenges you to show the {role}.")
    challenger: Seat
    role: Role


class YouLostByMistake(Public, frozen=True, tag="coup.you-lost-by-mistake"):
    text: ClassVar[str] = N_("You lost the challenge against {by}. Which card goes face up?")
    by: Seat


class YouWereCaught(Public, frozen=True, tag="coup.you-were-caught"):
    text: ClassVar[str] = N_("You were caught bluffing by {by}. Which card goes face up?")
    by: Seat


class YouLoseByDeed(Public, frozen=True, tag="coup.you-lose-by-deed"):
    text: ClassVar[str] = N_("{action} by {by}: which of your cards goes face up?")
    action: Deed
    by: Seat


class YouKeep(Public, frozen=True, tag="coup.you-keep"):
    text: ClassVar[str] = N_("Keep {count}; the other two go back to the court deck.")
    count: Cards


class YouKeepAsInquisitor(Public, frozen=True, tag="coup.you-keep-as-inquisitor"):
    """An Inquisitor's Exchange: one card was drawn, one goes back."""

    text: ClassVar[str] = N_("Keep {count}; the other one goes back to the court deck.")
    count: Cards


class YouShow(Public, frozen=True, tag="coup.you-show"):
    text: ClassVar[str] = N_("Which card do you show {seat}?")
    seat: Seat


class YourVerdict(Public, frozen=True, tag="coup.your-verdict"):
    """The card itself stands with the hand."""

    text: ClassVar[str] = N_("Give {target} the card back, or force an exchange?")
    target: Seat


class YourDenialIsDoubted(Public, frozen=True, tag="coup.your-denial-is-doubted"):
    text: ClassVar[str] = N_(
        "{challenger} doubts that you do not hold the {role}. "
        "Show all your cards, or concede and lose one."
    )
    challenger: Seat
    role: Role


def own_prompt(view: View) -> Public:
    """What the reader of this view is asked. What is said of others only is the group's question
    too; so is what they are not asked."""
    asked, reader = prompt(view), view.reader
    match asked:
        case prompts.ActionWanted(seat) if seat == reader:
            return board_words.AskAction()
        case prompts.CoupWanted(seat, coins) if seat == reader:
            return YouMustCoup(coins)
        case prompts.KeepWanted(seat, count) if seat == reader:
            return YouKeep(count)
        case prompts.KeepAsInquisitor(seat, count) if seat == reader:
            return YouKeepAsInquisitor(count)
        case prompts.RevealWanted(target, seat) if target == reader:
            return YouShow(seat)
        case prompts.VerdictWanted(seat, target) if seat == reader:
            return YourVerdict(target)
        case _:
            return _answered(asked, reader) or _owed(asked, reader) or asked


def _answered(asked: Public, reader: int) -> Public | None:
    """A window, to whom it concerns most."""
    match asked:
        case prompts.AimedAnswer(seat, action, role, target) if target == reader:
            return AimedAtYou(seat, action, role)
        case prompts.AimedAnswerOrBlock(seat, action, role, target, roles) if target == reader:
            return AimedAtYouOrBlock(seat, action, role, roles)
        case prompts.BlockWanted(target, action, seat, roles) if target == reader:
            return YouCanBlock(seat, action, roles)
        case prompts.SecondChance(seat, target, action, roles) if target == reader:
            return YourSecondChance(seat, action, roles)
        case prompts.BlockAnswer(blocker, action, seat, role) if seat == reader:
            return YoursIsBlocked(blocker, action, role)
        case _:
            return None


def _owed(asked: Public, reader: int) -> Public | None:
    """A proof or a loss, to whoever owes it."""
    match asked:
        case prompts.ProofWanted(seat, challenger, role) if seat == reader:
            return YourProofWanted(challenger, role)
        case prompts.LossByMistake(seat, by) if seat == reader:
            return YouLostByMistake(by)
        case prompts.LossByBluff(seat, by) if seat == reader:
            return YouWereCaught(by)
        case prompts.LossByDeed(action, by, seat) if seat == reader:
            return YouLoseByDeed(action, by)
        case prompts.DenialProofWanted(seat, role, challenger) if seat == reader:
            return YourDenialIsDoubted(challenger, role)
        case _:
            return None
