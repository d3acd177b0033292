"""A guided first round of a game: a fixed position, and what is done in it, with the why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from core.kernel.text import Public

LEARNER = 1
"""The seat of whoever is guided."""


class Beat(msgspec.Struct, frozen=True):
    """One move of a lesson, by `seat`. `before` tells the learner what to do and why, where the
    move is theirs, and what to look at, where it is not; `after` what came of it and why.
    `elsewhere` is told to a learner who makes another legal move: it changes nothing."""

    seat: int
    code: str
    before: Public
    after: Public
    elsewhere: Public | None = None


class Lesson(msgspec.Struct, frozen=True):
    """A guided first round. `position` and `draws` are those of a record; the learner has seat 1,
    computers the others."""

    seats: int
    preset: str
    position: Mapping[str, Any]
    welcome: Public
    beats: tuple[Beat, ...]
    farewell: Public
    draws: tuple[str, ...] = ()
