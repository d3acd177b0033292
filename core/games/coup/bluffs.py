"""Claims that were not true: known from the hands of the moment, for whoever made them."""

from __future__ import annotations

from core.games.coup import events
from core.games.coup.model import State
from core.games.coup.names import Deed, Role
from core.kernel.text import Public


def bluff(state: State, message: Public) -> Public | None:
    """What can be told of a claim that the hands of then did not bear out. `state` is what stood
    before the claim was told."""
    match message:
        case (
            events.Claimed(seat=seat, role=role, action=action)
            | events.ClaimedAt(seat=seat, role=role, action=action)
            | events.ExamineClaimed(seat=seat, role=role, action=action)
            | events.ClaimedWith(seat=seat, role=role, action=action)
            | events.ClaimedPaying(seat=seat, role=role, action=action)
            | events.Blocked(blocker=seat, role=role, action=action)
        ):
            return None if _holds(state, seat, role) else events.Bluffed(seat, role, action)
        case events.EmbezzleClaimed(seat=seat, role=role):
            held = _holds(state, seat, role)
            return events.DenialBluffed(seat, role, Deed.EMBEZZLE) if held else None
        case _:
            return None


def _holds(state: State, seat: int, role: Role) -> bool:
    return role in state.players[seat - 1].hidden
