"""Standing orders: what a seat may tell the house to answer for it."""

from __future__ import annotations

from core.games.coup.model import ALLOW, Answering, Choosing, Ended, Move, State, Window

ORDERS = ("allow",)
"""`allow`: allow everything that is not aimed at me until my turn."""


def standing(state: State, seat: int, order: str) -> Move | None:
    """The answer that the order gives now, or None where the seat must decide itself.

    It allows in windows that are not aimed at the seat: the action has another target or
    none, and it is not the seat's own action that is blocked.
    """
    step = state.step
    if order != "allow" or not isinstance(step, Answering) or seat not in step.awaited:
        return None
    assert state.act is not None, "a window is about an action"
    aimed = seat == state.turn if step.window is Window.COUNTER else seat == state.act.target
    return None if aimed else ALLOW


def order_lapses(state: State, seat: int) -> bool:
    """The order ends when the seat's turn comes, or its game is over."""
    if isinstance(state.step, Ended) or not state.players[seat - 1].hidden:
        return True
    return isinstance(state.step, Choosing) and state.turn == seat
