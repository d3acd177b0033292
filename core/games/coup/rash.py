"""Answers that cost their own player an influence for nothing."""

from __future__ import annotations

from typing import ClassVar

from core.games.coup.model import Answering, Denying, Move, Proving, Verb, Window
from core.games.coup.names import Deed, Role, treasurer
from core.games.coup.sight import View
from core.kernel.text import N_, Secret


class ShowingIsLoss(Secret, frozen=True, tag="coup.showing-is-loss"):
    text: ClassVar[str] = N_(
        "You hold the {role} that you are asked for. If you turn up {card} instead, you lose it. "
        "Do it all the same?"
    )
    role: Role
    card: Role


class AllowingIsEnd(Secret, frozen=True, tag="coup.allowing-is-end"):
    text: ClassVar[str] = N_(
        "If you allow this, you lose your last influence and are out of the game. "
        "Allow it all the same?"
    )


class AllowingMayBeEnd(Secret, frozen=True, tag="coup.allowing-may-be-end"):
    text: ClassVar[str] = N_(
        "If you allow this and nobody else challenges it, you lose your last influence and are "
        "out of the game. Allow it all the same?"
    )


class ConcedingIsLoss(Secret, frozen=True, tag="coup.conceding-is-loss"):
    """A doubted embezzler who does not hold the Duke gives a card away."""

    text: ClassVar[str] = N_(
        "You do not hold the {role} and could show all your cards. If you concede, you lose the "
        "{card}. Do it all the same?"
    )
    role: Role
    card: Role


def rash(view: View, move: Move) -> Secret | None:
    """The question before such an answer; None for every other move.

    Who has one influence left and lets an assassin through is out, and a block could not have
    cost more.
    """
    step, act, me = view.step, view.act, view.reader
    hand = view.players[me - 1].hidden
    if isinstance(step, Proving) and move.verb is Verb.SHOW:
        denied = step.role in hand and move.cards[0] is not step.role
        return ShowingIsLoss(step.role, move.cards[0]) if denied else None
    if isinstance(step, Denying) and move.verb is Verb.LOSE:
        role = treasurer(view.options)
        return None if role in hand else ConcedingIsLoss(role, move.cards[0])
    if isinstance(step, Answering) and move.verb is Verb.ALLOW and act is not None:
        aimed = act.deed is Deed.ASSASSINATE and act.target == me and not act.blocker
        if not aimed or len(hand) > 1 or step.window is Window.CHALLENGE:
            return None
        return AllowingIsEnd() if step.awaited == {me} else AllowingMayBeEnd()
    return None
