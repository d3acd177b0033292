"""Computer players: how strong they are, and in what manner they play.

A computer player is named by its kind: a level and a manner, `normal.bold`, or one word for a
player without levels (`idle`, `chance`). The level is how well it plays, and is chosen once for a
table; the manner is how the person whom it plays is (what it risks, what it waits for), and never
changes what is legal or known. Both together always answer the same view with the same move,
given the same dice, as long as the game's `mind` is the same number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from core.kernel.dice import Dice

Bot = Callable[[Any, Sequence[Any], Dice], Any]
"""A computer player: from a view, the legal moves and dice of its own to one of the moves."""

Mind = Callable[[Any, Sequence[Any], Dice, "Manner"], Any]
"""A level of computer players: the same, in a manner."""


class Level(StrEnum):
    """How well a computer plays. A hard one thinks for long: nobody may wait for it."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class Manner(StrEnum):
    """How the person is whom a computer plays."""

    BOLD = "bold"
    CAREFUL = "careful"
    PATIENT = "patient"


def kind(level: Level, manner: Manner) -> str:
    """The kind of a level and a manner."""
    return f"{level}.{manner}"


DEFAULT = kind(Level.NORMAL, Manner.CAREFUL)
"""Plays a person's seat for them, and whatever an older release called `clever`."""


def levels(easy: Mind, normal: Mind, hard: Mind) -> dict[str, Bot]:
    """The computer players of three levels, by their kinds, and `clever` as it is called in
    older tables."""
    minds = {Level.EASY: easy, Level.NORMAL: normal, Level.HARD: hard}
    bots: dict[str, Bot] = {
        kind(level, manner): _in(mind, manner) for level, mind in minds.items() for manner in Manner
    }
    return {"clever": bots[DEFAULT], **bots}


def _in(mind: Mind, manner: Manner) -> Bot:
    return lambda view, moves, dice: mind(view, moves, dice, manner)


def levels_of(bots: Mapping[str, Bot]) -> tuple[Level, ...]:
    """The levels that a game has; none for a game without skill."""
    return tuple(level for level in Level if kind(level, Manner.CAREFUL) in bots)


def level_of(name: str) -> Level | None:
    """The level of a kind; None for one without levels."""
    level = name.partition(".")[0]
    return Level(level) if level in tuple(Level) else None


def manner_of(name: str) -> Manner | None:
    """The manner of a kind; None for one without. What was called `clever` is careful."""
    if name == "clever":
        return Manner.CAREFUL
    manner = name.partition(".")[2]
    return Manner(manner) if manner in tuple(Manner) else None


def stand_in(name: str) -> str:
    """Who plays for a computer that thinks beside and brings nothing: its kind on the level
    below, for which nobody waits."""
    return kind(Level.NORMAL, manner_of(name) or Manner.CAREFUL)


def beside(name: str) -> bool:
    """Whether a computer of this kind thinks in a process of its own."""
    return level_of(name) is Level.HARD
