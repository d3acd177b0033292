"""The open question of a game of Coup, the same words for every reader."""

from __future__ import annotations

from typing import ClassVar, assert_never

from core.games.coup.model import (
    Answering,
    Cause,
    Choosing,
    Denying,
    Ended,
    Examining,
    Losing,
    Proving,
    Revealing,
    State,
    Swapping,
    Window,
)
from core.games.coup.names import (
    FORCED,
    Deed,
    Role,
    Roles,
    blockers,
    claimed,
    either,
    treasurer,
)
from core.games.coup.sight import View
from core.kernel.text import N_, Cards, Coins, Public, Seat

PATIENCE = {
    Choosing: 90,
    Proving: 60,
    Losing: 60,
    Swapping: 90,
    Revealing: 60,
    Examining: 60,
    Denying: 60,
}
"""Seconds for each kind of decision (10); a window has its own switch."""


class ActionWanted(Public, frozen=True, tag="coup.action-wanted"):
    text: ClassVar[str] = N_("{seat}, choose your action.")
    seat: Seat


class CoupWanted(Public, frozen=True, tag="coup.coup-wanted"):
    text: ClassVar[str] = N_("{seat} has {coins} and must launch a Coup. Against whom?")
    seat: Seat
    coins: Coins


class AidAnswer(Public, frozen=True, tag="coup.aid-answer"):
    text: ClassVar[str] = N_("{seat}: {action}. Allow it, or block as {roles}?")
    seat: Seat
    action: Deed
    roles: Roles


class ClaimAnswer(Public, frozen=True, tag="coup.claim-answer"):
    text: ClassVar[str] = N_("{seat}: {action} as {role}. Allow or challenge?")
    seat: Seat
    action: Deed
    role: Role


class AimedAnswer(Public, frozen=True, tag="coup.aimed-answer"):
    text: ClassVar[str] = N_("{seat}: {action} as {role} on {target}. Allow or challenge?")
    seat: Seat
    action: Deed
    role: Role
    target: Seat


class AimedAnswerOrBlock(Public, frozen=True, tag="coup.aimed-answer-or-block"):
    text: ClassVar[str] = N_(
        "{seat}: {action} as {role} on {target}. Allow or challenge? "
        "{target} may also block as {roles}."
    )
    seat: Seat
    action: Deed
    role: Role
    target: Seat
    roles: Roles


class BlockWanted(Public, frozen=True, tag="coup.block-wanted"):
    text: ClassVar[str] = N_("{target}: allow {action} by {seat}, or block as {roles}?")
    target: Seat
    action: Deed
    seat: Seat
    roles: Roles


class SecondChance(Public, frozen=True, tag="coup.second-chance"):
    text: ClassVar[str] = N_(
        "{seat} has proved the claim. {target}: allow {action}, or block as {roles}?"
    )
    seat: Seat
    target: Seat
    action: Deed
    roles: Roles


class BlockAnswer(Public, frozen=True, tag="coup.block-answer"):
    text: ClassVar[str] = N_(
        "{blocker} blocks {action} by {seat} as {role}. Allow or challenge the block?"
    )
    blocker: Seat
    action: Deed
    seat: Seat
    role: Role


class ProofWanted(Public, frozen=True, tag="coup.proof-wanted"):
    text: ClassVar[str] = N_(
        "{seat}, turn up a card: {challenger} challenges you to show the {role}."
    )
    seat: Seat
    challenger: Seat
    role: Role


class LossByMistake(Public, frozen=True, tag="coup.loss-by-mistake"):
    text: ClassVar[str] = N_("{seat} lost the challenge against {by}. Which card goes face up?")
    seat: Seat
    by: Seat


class LossByBluff(Public, frozen=True, tag="coup.loss-by-bluff"):
    text: ClassVar[str] = N_("{seat} was caught bluffing by {by}. Which card goes face up?")
    seat: Seat
    by: Seat


class LossByDeed(Public, frozen=True, tag="coup.loss-by-deed"):
    text: ClassVar[str] = N_("{action} by {by}: {seat}, which card goes face up?")
    action: Deed
    by: Seat
    seat: Seat


class KeepWanted(Public, frozen=True, tag="coup.keep-wanted"):
    text: ClassVar[str] = N_("{seat}, keep {count}; the other two go back to the court deck.")
    seat: Seat
    count: Cards


class KeepAsInquisitor(Public, frozen=True, tag="coup.keep-as-inquisitor"):
    """An Inquisitor's Exchange: one card was drawn, one goes back."""

    text: ClassVar[str] = N_("{seat}, keep {count}; the other one goes back to the court deck.")
    seat: Seat
    count: Cards


class RevealWanted(Public, frozen=True, tag="coup.reveal-wanted"):
    text: ClassVar[str] = N_("{target}, which card do you show {seat}?")
    target: Seat
    seat: Seat


class VerdictWanted(Public, frozen=True, tag="coup.verdict-wanted"):
    """The card itself stands with the hand of the seat that examines, and nowhere else."""

    text: ClassVar[str] = N_(
        "{seat}, look at {target}’s card under “My hand”: return it, or force an exchange?"
    )
    seat: Seat
    target: Seat


class DenialAnswer(Public, frozen=True, tag="coup.denial-answer"):
    text: ClassVar[str] = N_(
        "{seat} claims not to hold the {role}, to {action} {coins} from the almshouse. "
        "Allow or challenge?"
    )
    seat: Seat
    role: Role
    action: Deed
    coins: Coins


class DenialProofWanted(Public, frozen=True, tag="coup.denial-proof-wanted"):
    text: ClassVar[str] = N_(
        "{challenger} doubts that {seat} does not hold the {role}. "
        "{seat}, show all your cards, or concede and lose one."
    )
    seat: Seat
    role: Role
    challenger: Seat


def prompt(at: State | View) -> Public:
    """What is asked now, the same from the state and from any view of it.

    It stays equal while a window is open, and no hidden card shapes it.
    """
    step = at.step
    assert not isinstance(step, Ended), "nothing is asked any more"
    match step:
        case Answering():
            return _window(at, step.window)
        case Choosing():
            coins = at.players[at.turn - 1].coins
            return CoupWanted(at.turn, coins) if coins >= FORCED else ActionWanted(at.turn)
        case Losing(seat, cause, by):
            match cause:
                case Cause.MISTAKE:
                    return LossByMistake(seat, by)
                case Cause.BLUFF:
                    return LossByBluff(seat, by)
                case Cause.COUP:
                    return LossByDeed(Deed.COUP, by, seat)
                case Cause.MURDER:
                    return LossByDeed(Deed.ASSASSINATE, by, seat)
            assert_never(cause)
        case Proving(claimant, role, challenger):
            return ProofWanted(claimant, challenger, role)
        case Swapping():
            wanted = KeepAsInquisitor if at.options.inquisitor else KeepWanted
            return wanted(at.turn, 2 - len(at.players[at.turn - 1].lost))
        case Revealing():
            assert at.act is not None, "somebody is examined"
            return RevealWanted(at.act.target, at.turn)
        case Examining():
            assert at.act is not None, "somebody is examined"
            return VerdictWanted(at.turn, at.act.target)
        case Denying(challenger):
            return DenialProofWanted(at.turn, treasurer(at.options), challenger)
    assert_never(step)


def _window(at: State | View, window: Window) -> Public:
    act, seat = at.act, at.turn
    assert act is not None, "a window is about an action"
    deed, target = act.deed, act.target
    roles = blockers(deed, at.options)
    match window:
        case Window.COUNTER:
            assert act.role is not None, "a block names a character"
            return BlockAnswer(act.blocker, deed, seat, act.role)
        case Window.SECOND:
            return SecondChance(seat, target, deed, either(roles))
        case Window.BLOCK if target:
            return BlockWanted(target, deed, seat, either(roles))
        case _ if deed is Deed.AID:
            return AidAnswer(seat, deed, either(roles))
        case _ if deed is Deed.EMBEZZLE:
            return DenialAnswer(seat, treasurer(at.options), deed, at.reserve)
        case _:
            return _claim(at, window)


def _claim(at: State | View, window: Window) -> Public:
    """Somebody claims a character; its window for all, or that for challenges."""
    act, seat = at.act, at.turn
    assert act is not None, "a window is about an action"
    role, roles = claimed(act.deed, at.options), blockers(act.deed, at.options)
    assert role is not None, "what claims nothing opens no window"
    if window is Window.RESPOND and roles:
        return AimedAnswerOrBlock(seat, act.deed, role, act.target, either(roles))
    if act.target:
        return AimedAnswer(seat, act.deed, role, act.target)
    return ClaimAnswer(seat, act.deed, role)
