"""Standing orders of Coup: what a seat may tell the house to answer for it."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.coup import board_words
from core.games.coup.model import ALLOW, Answering, Choosing, Ended, Move, State, Window
from core.games.coup.sight import View
from core.kernel.text import Message, Public

ORDER = "allow"


class AllowOthers:
    """The one order: allow everything that is not aimed at me, until my turn."""

    def read(self, state: State, seat: int, said: str) -> str | None:
        """The order, unless it would lapse at once."""
        return ORDER if said == ORDER and not order_lapses(state, seat) else None

    def answer(self, state: State, seat: int, order: str) -> Move | None:
        """Allow, or None where the seat must decide itself."""
        return standing(state, seat, order)

    def lapses(self, state: State, seat: int, order: str) -> bool:
        """With the seat's own turn, or when its game is over."""
        return order_lapses(state, seat)

    def offers(self, view: View) -> Sequence[tuple[str, Message]]:
        """The order, for whoever is in the game and not on turn."""
        if not view.reader or order_lapses(view, view.reader):
            return ()
        return ((ORDER, board_words.AllowOthers()),)

    def keypad(self, view: View) -> Sequence[tuple[str, Public]]:
        """None: whoever allows everything says so once, in private."""
        return ()

    def shown(self, order: str) -> Message:
        """The order in words, for its owner alone."""
        return board_words.AllowsOthers()


def standing(state: State, seat: int, order: str) -> Move | None:
    """The answer that the order gives now, or None where the seat must decide itself.

    It allows in windows that are not aimed at the seat: the action has another target or
    none, and it is not the seat's own action that is blocked.
    """
    step = state.step
    if order != ORDER or not isinstance(step, Answering) or seat not in step.awaited:
        return None
    assert state.act is not None, "a window is about an action"
    aimed = seat == state.turn if step.window is Window.COUNTER else seat == state.act.target
    return None if aimed else ALLOW


def order_lapses(at: State | View, seat: int) -> bool:
    """The order ends when the seat's turn comes, or its game is over."""
    if isinstance(at.step, Ended) or not at.players[seat - 1].hidden:
        return True
    return isinstance(at.step, Choosing) and at.turn == seat
