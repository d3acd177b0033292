"""What a person at the table risks: manners, and the bluffs that come to mind.

Nobody can reckon on every bluff of ours, and nobody can rely on there being none: dice decide
beforehand whether a bluff is thought of at all. Only then it is weighed like any other move.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.games.coup.model import CHALLENGE, Move, Verb
from core.games.coup.names import Deed, Role
from core.games.coup.reckoning import Reckoning
from core.kernel.dice import Dice
from core.kernel.minds import Manner

NERVE = {
    Deed.TAX: 0.45,
    Deed.COOPERATE: 0.45,
    Deed.STEAL: 0.35,
    Deed.EXCHANGE: 0.35,
    Deed.ASSASSINATE: 0.4,
    Deed.EXAMINE: 0.35,
    Deed.EMBEZZLE: 0.8,
}
"""How often the bluff of such an action comes to a careful person's mind."""

BLOCK_NERVE = {
    Role.DUKE: 0.08,
    Role.DIPLOMAT: 0.08,
    Role.CAPTAIN: 0.27,
    Role.AMBASSADOR: 0.19,
    Role.INQUISITOR: 0.19,
    Role.CONTESSA: 0.5,
}
"""… of a bluffed block as this character. Few keep an Ambassador: few can say they have one."""

EXAMINE_NERVE = 0.4
"""… a Contessa against an Examine: little is at stake."""

TURNING = 0.5
"""… a conversion: else the same seats would turn to and fro."""

STORY = 0.8
"""… an action as a character that was claimed before: who has told a story keeps to it."""

DESPERATE = 0.86
"""… a Contessa to save the last card, where a challenge could save it as well."""


class Habits(msgspec.Struct, frozen=True):
    """A manner in numbers.

    `nerve`: how often bluffs come to mind, against a careful person. The others are added to
    the worth of what is done, as a part of it: `doubt` to a challenge, `attack` to an
    Assassination, a theft or an Examine, `saving` to coins that nobody loses.
    """

    nerve: float = 1.0
    doubt: float = 0.0
    attack: float = 0.0
    saving: float = 0.0


HABITS = {
    Manner.BOLD: Habits(nerve=1.25, doubt=0.06, attack=0.04),
    Manner.CAREFUL: Habits(),
    Manner.PATIENT: Habits(nerve=0.8, doubt=-0.06, attack=-0.03, saving=0.03),
}

ATTACKS = (Deed.ASSASSINATE, Deed.STEAL, Deed.EXAMINE)
SAVINGS = (Deed.INCOME, Deed.AID, Deed.TAX, Deed.COOPERATE, Deed.EMBEZZLE)


def liking(habits: Habits, move: Move) -> float:
    """By what a manner multiplies the worth of a move."""
    if move.verb is Verb.CHALLENGE:
        return 1 + habits.doubt
    if move.deed in ATTACKS:
        return 1 + habits.attack
    return 1 + habits.saving if move.deed in SAVINGS else 1.0


def considered(
    mind: Reckoning, moves: Sequence[Move], habits: Habits, dice: Dice
) -> tuple[Move, ...]:
    """The moves that come to mind: all that are true, and bluffs by the dice."""
    minded: dict[Role | None, bool] = {}  # one mood for each character, whatever it is claimed for
    found = []
    for move in moves:
        role = staked(mind, move)
        if move.deed is not Deed.CONVERT and not bluffing(mind, move):
            found.append(move)
            continue
        if role not in minded:
            minded[role] = lucky(dice, _often(mind, move, role, habits, CHALLENGE in moves))
        if minded[role]:
            found.append(move)
    return tuple(found)


def staked(mind: Reckoning, move: Move) -> Role | None:
    """The character that a move claims, or claims not to be held."""
    if move.verb is Verb.BLOCK:
        return move.cards[0]
    return None if move.deed is None else mind.staked(move.deed)


def bluffing(mind: Reckoning, move: Move) -> bool:
    """Whether a move claims what is not so."""
    role = staked(mind, move)
    return role is not None and mind.lies(role, move.deed)


def _often(mind: Reckoning, move: Move, role: Role | None, habits: Habits, doubting: bool) -> float:
    """How often a bluff comes to mind; `doubting` tells that a challenge is possible instead."""
    act = mind.view.act
    if role is None:
        return TURNING
    if act is not None and mind.dying(act):
        return DESPERATE if doubting else 1.0
    if mind.hopeless(role, move.deed):
        return 0.0
    if act is not None:
        return habits.nerve * (EXAMINE_NERVE if act.deed is Deed.EXAMINE else BLOCK_NERVE[role])
    assert move.deed is not None, "a claim outside a window is an action"
    denies = move.deed is Deed.EMBEZZLE
    told = mind.player.denies if denies else role in mind.player.claims
    return STORY if told else habits.nerve * NERVE[move.deed]


def lucky(dice: Dice, often: float) -> bool:
    """Whether something happens that happens so often."""
    return dice.below(1000) < often * 1000
