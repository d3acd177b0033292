"""The room switch for boards that come without a sound: whoever wants to be called is called in
private, as they wish."""

from __future__ import annotations

from typing import ClassVar

from core.house.ports import Directory
from core.kernel.text import N_, Public

QUIET = "quiet"  # the command that turns the sound of boards off or on


class QuietOn(Public, frozen=True, tag="telegram.quiet-on"):
    text: ClassVar[str] = N_("Boards come to this group without a sound from now on.")


class QuietOff(Public, frozen=True, tag="telegram.quiet-off"):
    text: ClassVar[str] = N_("Boards ring in this group again when somebody is called.")


class Quiet:
    """Which rooms have the switch on. Both run in the writer's thread."""

    def __init__(self, directory: Directory) -> None:
        self.directory = directory

    def is_on(self, room: int) -> bool:
        """Whether nothing rings in a room."""
        return bool(self.directory.kept(_key(room)))

    def turn(self, room: int, at: float) -> Public:
        """Turn the switch of a room; tells what holds from now on."""
        on = not self.is_on(room)
        self.directory.keep(_key(room), "1" if on else "", at)
        return QuietOn() if on else QuietOff()


def _key(room: int) -> str:
    return f"telegram:quiet:{room}"
