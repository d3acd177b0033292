"""Claims that are not true, for whoever made them: known from the hands of the moment."""

from __future__ import annotations

from core.games.coup import events
from core.games.coup.model import State
from core.games.coup.names import Role
from core.kernel.text import Public


def bluff(state: State, message: Public) -> bool:
    """Whether a note tells of a claim that the hands of then did not bear out. `state` is what
    stood before it."""
    match message:
        case (
            events.Claimed(seat=seat, role=role)
            | events.ClaimedAt(seat=seat, role=role)
            | events.ExamineClaimed(seat=seat, role=role)
            | events.ClaimedWith(seat=seat, role=role)
            | events.ClaimedPaying(seat=seat, role=role)
            | events.Blocked(blocker=seat, role=role)
        ):
            return not _holds(state, seat, role)
        case events.EmbezzleClaimed(seat=seat, role=role):
            return _holds(state, seat, role)
        case _:
            return False


def _holds(state: State, seat: int, role: Role) -> bool:
    return role in state.players[seat - 1].hidden
