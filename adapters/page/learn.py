"""A guided first round on the page: the table of the lesson, its story, and what the guide says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from adapters.names import lesson_context
from adapters.page import draw, telling, wire
from core.desk.presses import Learn, Own
from core.desk.sheets import Button
from core.house.story import Event
from core.kernel.lessons import LEARNER
from core.kernel.text import N_, Message, Public
from core.records.lesson import (
    NO_TABLE,
    USER,
    AnotherGame,
    FromTheStart,
    Standing,
    StepBack,
    Tried,
    at,
    tried,
)
from core.table.table import Games

replace = msgspec.structs.replace

LEAVE = Own("table")
"""The button that leads from a lesson back to the table."""


class BackToTheTable(Public, frozen=True, tag="page.learn-leave"):
    """The button that ends a lesson."""

    text: ClassVar[str] = N_("Back to the table")


class Step(msgspec.Struct, frozen=True):
    """A step of a lesson as it goes to a page, and where it stands then."""

    at: Learn
    frames: tuple[wire.Frame, ...]


def step(
    games: Games,
    press: Learn,
    name: str,
    language: str,
    now: float,
    before: Learn | None = None,
) -> Step:
    """What a page is sent after a press in a lesson of a game that has one. `before` is where the
    page stands in one: from there the next step is told as news, any other with all that led to
    it."""
    game = games[press.game]
    lesson = game.lesson
    assert lesson is not None, "the game has a lesson"
    after = tried(lesson, game, press.step, press.code) if press.code else Tried(press.step)
    standing = at(lesson, game, after.step, name)
    here = Learn(game.name, standing.step)
    names = tuple(chair.name for chair in standing.table.chairs)
    edition = game.edition(standing.table.options)
    voice = draw.Voice(language, lesson_context(names, edition, language))
    table = table_frame(games, here, standing, after.told, voice)
    if before == here:
        return Step(here, (table,))
    fresh = before == Learn(game.name, standing.step - 1)
    return Step(here, (story_frame(games, standing, voice, now, fresh=fresh), table))


def table_frame(
    games: Games, here: Learn, standing: Standing, told: Public | None, voice: draw.Voice
) -> wire.Table:
    """The table of a lesson. `told` is what is said of a move that does not go on."""
    drawn = draw.table_frame(standing.table, games, USER, voice)
    beat, last = standing.beat, standing.last
    first: Message = told or (last.after if last is not None else standing.lesson.welcome)
    then = beat.before if beat is not None else standing.lesson.farewell
    own = beat is not None and beat.own
    choice = replace(drawn.choice, orders=[]) if own and drawn.choice is not None else None
    return replace(
        drawn,
        phase="playing",
        choice=choice,
        guide=wire.Guide(
            text="\n".join(voice.all((first, then))),
            step=standing.step,
            of=len(standing.lesson.beats),
            wanted=beat.code if beat is not None and own else "",
        ),
        foot=[draw.button(each, voice) for each in _foot(here)],
    )


def story_frame(
    games: Games, standing: Standing, voice: draw.Voice, now: float, *, fresh: bool
) -> wire.Story:
    """What happened in a lesson: the last step as news, or all of it."""
    moments = telling.moments_of(standing.table, games)
    events = _events(standing, now)
    start = telling.AT_THE_START
    if fresh:
        known = events[: len(events) - len(standing.told[-1])]
        start = telling.tell(known, LEARNER, moments, voice)[1]
    lines, _ = telling.tell(events, LEARNER, moments, voice, start)
    return wire.Story(table=standing.table.id, lines=lines, fresh=fresh)


def _events(standing: Standing, now: float) -> Sequence[Event]:
    notes = [note for part in standing.told for note in part]
    return [Event(number, 0, now, note, 1) for number, note in enumerate(notes, 1)]


def _foot(here: Learn) -> list[Button[Message]]:
    found: list[Button[Message]] = []
    if here.step:
        back = Learn(here.game, here.step - 1)
        found.append(Button(StepBack(), NO_TABLE, 0, back))
        found.append(Button(FromTheStart(), NO_TABLE, 0, Learn(here.game)))
    found.append(Button(AnotherGame(), NO_TABLE, 0, Learn("")))
    found.append(Button(BackToTheTable(), NO_TABLE, 0, LEAVE))
    return found
