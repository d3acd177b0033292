"""When somebody wishes to be called: the choices, in words."""

from __future__ import annotations

from core.kernel.text import P_, Named, Word
from core.table.places import Wishes


class Calls(Word):
    """For what somebody is called."""

    USUAL = ""
    ALL = "all"
    TURNS = "turns"
    NONE = "none"

    def named(self, edition: str) -> Named:
        return _NAMES[self]


_NAMES = {
    Calls.USUAL: P_("calls", "My turn, and what is aimed at me"),
    Calls.ALL: P_("calls", "Whatever I may answer"),
    Calls.TURNS: P_("calls", "Only my turn"),
    Calls.NONE: P_("calls", "Never: I look by myself"),
}


def calls_for(wishes: Wishes) -> Calls:
    """For what a person wishes to be called."""
    return Calls(wishes.calls) if wishes.calls in tuple(Calls) else Calls.USUAL
