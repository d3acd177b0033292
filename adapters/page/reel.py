"""A game from its record as a row of pictures, to be watched again move by move: by the eyes of a
seat, or with all hands open.

Everything of a game may be told once it is over, and to those who sat there: who asks for a reel
must have made sure of that.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.names import computer_at, recorded_context
from adapters.page import draw, telling, wire
from adapters.page.draw import Voice
from core.desk.board import board_of
from core.desk.hand import hand_of
from core.desk.sheets import Sitter, sitters
from core.house.story import Event, round_of
from core.kernel.text import Announce, Message, Note, Public, Whisper
from core.records.expected import GROUP
from core.records.faults import RecordError
from core.records.record import Record, read, record_of
from core.records.replay import Step, replay, user_of
from core.records.story import pressed
from core.table.table import Chair, Closed, Finished, Games, Playing
from locales.tongue import Context, say

ALL_OPEN = 0
"""The reader before whom all hands lie open."""

replace = msgspec.structs.replace


class Shot(msgspec.Struct, frozen=True):
    """A table as it stood after so many moves, and what was told on the way to it."""

    moves: int
    table: Playing | Finished
    notes: tuple[Note, ...]


class Film(msgspec.Struct, frozen=True):
    """A record, played again. `sitters` are who sat there, and where computers did."""

    record: Record
    games: Games
    sitters: tuple[Sitter, ...]
    shots: tuple[Shot, ...]

    @property
    def readers(self) -> range:
        """By whose eyes it can be seen: 0 (all hands open), and every seat."""
        return range(len(self.sitters) + 1)


def film(record: Record, games: Games, chairs: Sequence[Chair] = ()) -> Film:
    """The game of a record. `chairs` are those of its table, where it is still there: everybody
    has the colour that they had. Raises `RecordError`."""
    before: dict[int, Playing] = {}
    played = replay(record, games, lambda index, line, table: before.update({index: table}))
    game, shots = games[record.game], []
    for step in played.steps:
        if step.line is not None and step.line.refused:
            continue
        notes = _notes(step)
        if step.line is not None:
            who = pressed(step, step.line, record, game, before[step.index])
            notes = (*((Announce(who),) if who is not None else ()), *notes)
        shots.append(Shot(step.index + 1, before.get(step.index + 1, played.table), notes))
    known = len(chairs) == len(record.seats)
    return Film(record, games, sitters(chairs) if known else _sitters(record), tuple(shots))


def reel(shown: Film, reader: int, language: str) -> wire.Reel:
    """All of a film by somebody's eyes, in a language."""
    record, games = shown.record, shown.games
    voice = Voice(language, recorded_context(record, games, language))
    events = [
        Event(0, 0, float(shot.moves), note, round_of(shot.table))
        for shot in shown.shots
        for note in shot.notes
    ]
    lines: dict[float, list[wire.Line]] = {}
    for line in telling.lines(
        events, reader, telling.moments_of(shown.shots[0].table, games), voice
    ):
        lines.setdefault(line.at, []).append(replace(line, at=0.0))
    return wire.Reel(
        reader=reader,
        seats=list(voice.context.names),
        pictures=[
            wire.Picture(
                move=shot.moves,
                scene=_scene(shown, shot, reader, voice),
                lines=lines.get(float(shot.moves), []),
            )
            for shot in shown.shots
        ],
    )


def reel_frame(
    table: Finished | Closed | Message, games: Games, reader: int, language: str
) -> wire.Frame:
    """The answer to whoever wants to watch a game again that they may watch; or why not."""
    if isinstance(table, Message):
        return wire.Told(text=say(table, language, Context()))
    try:
        shown = film(read(record_of(table, games), games), games, table.chairs)
    except RecordError as wrong:
        return wire.Told(text=say(wrong.reason, language, Context()))
    return reel(shown, reader if reader in shown.readers else ALL_OPEN, language)


def _notes(step: Step) -> tuple[Note, ...]:
    return tuple(
        _note(letter.to, message)
        for letter in step.letters
        if not letter.is_card
        for message in letter.messages
    )


def _note(to: int, message: Message) -> Note:
    if to != GROUP:
        return Whisper(to, message)
    assert isinstance(message, Public), "it was announced"
    return Announce(message)


def _scene(shown: Film, shot: Shot, reader: int, voice: Voice) -> wire.Scene:
    """What lies on the table; an asked seat's clock does not run any more."""
    table, games = shot.table, shown.games
    board = replace(board_of(table, games, by_letters=False), sitters=shown.sitters)
    hand = hand_of(table, games, user_of(reader)) if reader != ALL_OPEN else None
    scene = draw.scene(table.game, board, hand, voice, 0.0)
    if reader != ALL_OPEN:
        return scene
    game = games[table.game]
    hands = [game.hand(game.view(table.state, seat.seat)) for seat in scene.seats]
    return replace(
        scene,
        seats=[
            seat if seat.opened else replace(seat, hand=0, opened=draw.cards(cards, voice))
            for seat, cards in zip(scene.seats, hands, strict=True)
        ],
    )


def _sitters(record: Record) -> tuple[Sitter, ...]:
    """Who sat at a table of which nothing is left but its record."""
    return tuple(
        Sitter(name, name, computer_at(record, seat)) for seat, name in enumerate(record.seats, 1)
    )
