"""Moves that lose at once: whoever makes one is asked once more, where nobody else can see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from core.kernel.game import AnyGame, Careful
from core.kernel.text import N_, Message, Public, Secret

WITHIN = 60.0  # seconds in which the same press means that it is meant


class Meant(Public, frozen=True, tag="slip.meant"):
    text: ClassVar[str] = N_("Yes, I mean it")


class PressAgain(Secret, frozen=True, tag="slip.again"):
    text: ClassVar[str] = N_("{question} If so, press the same again within a minute.")
    question: Message


def slips(game: AnyGame, view: Any, moves: Iterable[Any]) -> Mapping[str, Secret]:
    """The legal moves of whoever sees `view` that lose at once, by their spelling, each with
    its question. Empty if all of them do: then there is nothing better to choose."""
    if not isinstance(game, Careful):
        return {}
    asked = {move.code: game.rash(view, move) for move in moves}
    found = {code: question for code, question in asked.items() if question is not None}
    return found if len(found) < len(asked) else {}
