"""A record as a story: one line a move, from what everybody at the table was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

import msgspec

from core.desk.keypad import label_of
from core.desk.sheets import public
from core.kernel.game import AnyGame
from core.kernel.text import N_, Code, Message, Public, Seat, Secret
from core.records.expected import GROUP
from core.records.record import Record, RecordLine
from core.records.replay import Replay, Step, awaited, replay
from core.table.table import Games, Playing

Part = Literal["start", "round", "move", "aside", "end"]


class Line(msgspec.Struct, frozen=True):
    """A line of the story.

    `part` is what it tells: how the game starts, that a round begins (or another part of the
    game), a move, something that came of it or of no move at all, or how a round or the game
    ended. `index` is the place of its entry in the record; `number` counts moves from 1 and is 0
    in every line but those of moves.
    """

    part: Part
    index: int
    text: Message
    number: int = 0


class InTwo(Public, frozen=True, tag="story.in-two"):
    """Two sentences that stand on one line, one after the other."""

    text: ClassVar[str] = N_("{first} {second}")
    first: Public
    second: Public


class Pressed(Public, frozen=True, tag="story.pressed"):
    """Who made a move, and what its button says: nobody was told that at the table."""

    text: ClassVar[str] = N_("{seat}: {move}.")
    seat: Seat
    move: Public


class EntryRefused(Secret, frozen=True, tag="story.refused"):
    """An entry of a record that must be refused, and was. Why may tell of a hand."""

    text: ClassVar[str] = N_("{move} is refused: {why}")
    move: Code
    why: Message


class EntryLegal(Public, frozen=True, tag="story.legal"):
    """An entry of a record that must be refused, but could have been played."""

    text: ClassVar[str] = N_("{move} should be refused, but it is legal. It was not played.")
    move: Code


class EndsHere(Public, frozen=True, tag="story.ends-here"):
    """The last line of a game that goes on after the last move of its record."""

    text: ClassVar[str] = N_("The record ends here. Next to move: {seats}.")
    seats: tuple[Seat, ...]


class GivenUp(Public, frozen=True, tag="story.given-up"):
    """The last line of a game that was closed before its end."""

    text: ClassVar[str] = N_("The game was given up here.")


def story(record: Record, games: Games) -> tuple[Replay, tuple[Line, ...]]:
    """The record played again, and what is told of it. Raises `RecordError`."""
    tables: dict[int, Playing] = {}

    def keep(index: int, _line: RecordLine, table: Playing) -> None:
        tables[index] = table

    played = replay(record, games, keep)
    game = games[record.game]
    lines: list[Line] = []
    for step in played.steps:
        if step.line is None:
            lines += _deal(step, record, game)
        elif step.line.refused:
            lines.append(_refused(step, step.line))
        else:
            lines += _move(step, step.line, record, game, tables)
    return played, (*lines, *_rest(played, game))


def told(step: Step) -> tuple[Public, ...]:
    """What everybody was told in a step, in order."""
    return tuple(
        public(message)
        for letter in step.letters
        if letter.to == GROUP and not letter.is_card
        for message in letter.messages
    )


def _deal(step: Step, record: Record, game: AnyGame) -> Iterator[Line]:
    """Before the first move everything that is told has a line of its own."""
    part: Part = "start"
    for message in told(step):
        found = _part(message, record, game)
        if found != "turn":
            yield Line(found or part, step.index, message)
            part = "aside"


def _move(
    step: Step, line: RecordLine, record: Record, game: AnyGame, tables: dict[int, Playing]
) -> Iterator[Line]:
    """A move with what came of it; then how a round ended by it, and how the next one begins."""
    number = step.index + 1
    who = pressed(step, line, record, game, tables[step.index])
    parts: list[tuple[Part, list[Public]]] = [("move", [] if who is None else [who])]
    for message in told(step):
        found = _part(message, record, game)
        if found == "turn":
            parts.append(("aside", []))
        elif found is not None and parts != [("move", [])]:  # else the move itself ends it
            parts.append((found, [message]))
            if found == "round":
                parts.append(("aside", []))
        else:
            parts[-1][1].append(message)
    for part, messages in parts:
        if messages:
            yield Line(part, step.index, _joined(messages), number if part == "move" else 0)


def _part(message: Public, record: Record, game: AnyGame) -> Literal["turn", "round", "end"] | None:
    """What begins with something that is told; None if it belongs to what stands before it."""
    moment = game.moment(record.options, message)
    if moment is None:
        return None
    if moment.kind == "turn":
        return "turn"
    if moment.kind == "deal":
        return "round"
    return "end" if moment.ends else None


def pressed(
    step: Step, line: RecordLine, record: Record, game: AnyGame, table: Playing
) -> Pressed | None:
    """Who made a move, where nothing that was told of it says so: several may allow what one has
    declared, and then it tells of that one. `table` is what stood before the move."""
    notes = told(step)
    moment = game.moment(record.options, notes[0]) if notes else None
    if notes and (not line.seat or moment is None or moment.actor == line.seat):
        return None
    codes = tuple(move.code for move in game.moves(table.state, line.seat))
    view = game.view(table.state, None)
    return Pressed(line.seat, label_of(game, view, line.code, codes))


def _refused(step: Step, line: RecordLine) -> Line:
    said = line.text.removeprefix("!")
    text = EntryLegal(said) if step.refused is None else EntryRefused(said, step.refused)
    return Line("move", step.index, text, step.index + 1)


def _joined(messages: Sequence[Public]) -> Public:
    first, *others = messages
    for other in others:
        first = InTwo(first, other)
    return first


def _rest(played: Replay, game: AnyGame) -> Iterator[Line]:
    """What stands at the end of a record that stops before the end of its game."""
    last = len(played.record.moves)
    if played.record.closed:
        yield Line("end", last, GivenUp())
    elif isinstance(played.table, Playing):
        yield Line("end", last, EndsHere(awaited(played.table, game)))
