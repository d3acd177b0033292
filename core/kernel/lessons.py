"""A guided first round of a game: a fixed position, and what is done in it, with the why."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec

from core.kernel.text import N_, Public, Tale

LEARNER = 1
"""The seat of whoever is guided."""


class Tip(Public, frozen=True, tag="lesson.tip"):
    """What a learner is told at a move. {seat1} is the learner, {seat2} and so on are others."""

    text: ClassVar[str] = N_("{words}")
    words: Tale


def tip(text: str) -> Public:
    """Words of a lesson, from a text marked with `N_`."""
    return Tip(text)


class Beat(msgspec.Struct, frozen=True):
    """One move of a lesson, by `seat`. `before` tells the learner what to do and why, where the
    move is theirs, and what to look at, where it is not; `after` what came of it and why.
    `elsewhere` is told to a learner who makes another legal move: it changes nothing. `then` are
    moves of others that follow at once and need no words, as in a record ("2:allow")."""

    seat: int
    code: str
    before: Public
    after: Public
    elsewhere: Public | None = None
    then: tuple[str, ...] = ()

    @property
    def own(self) -> bool:
        """The learner makes this move."""
        return self.seat == LEARNER


class Lesson(msgspec.Struct, frozen=True):
    """A guided first round. `position` and `draws` are those of a record; the learner has seat 1,
    computers the others. It ends after the last beat, whether or not the game does."""

    seats: int
    preset: str
    position: Mapping[str, Any]
    welcome: Public
    beats: tuple[Beat, ...]
    farewell: Public
    draws: tuple[str, ...] = ()
    """Chance as a record prescribes it: the cards that are drawn, in order."""
    switches: Mapping[str, str | int | bool] = MappingProxyType({})
    """Switches that differ from the preset's."""
