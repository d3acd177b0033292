"""A game from its record as a row of pictures, to be watched again move by move: by the eyes of a
seat, or with all hands open.

Everything of a game may be told once it is over, and to those who sat there: who asks for a reel
must have made sure of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from adapters.names import computer_at, recorded_context
from adapters.page import draw, telling, wire
from adapters.page.draw import Voice
from core.desk.board import board_of
from core.desk.hand import hand_of
from core.desk.sheets import Hand, Sitter, sitters
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
    return reels(shown, (reader,), (language,))[language][0]


def reels(
    shown: Film, readers: Sequence[int], languages: Sequence[str]
) -> dict[str, list[wire.Reel]]:
    """The same for several readers, in several languages."""
    voices = {code: _Memory(code, _names(shown, code)) for code in languages}
    scenes: dict[tuple[str, int], list[wire.Scene]] = {
        (code, reader): [] for code in languages for reader in readers
    }
    for shot in shown.shots:  # what a table tells is worked out once, and said to each
        seen = _Seen(shown, shot)
        for code, reader in scenes:
            scenes[code, reader].append(seen.scene(reader, voices[code]))
    return {
        code: [_reel(shown, reader, voices[code], scenes[code, reader]) for reader in readers]
        for code in languages
    }


class _Memory(Voice, frozen=True):
    """A voice that says the same thing once: most of a table stays as it was from move to move."""

    said: dict[Message, str] = msgspec.field(default_factory=dict)

    def __call__(self, message: Message | None) -> str:
        if message is None:
            return ""
        if message not in self.said:
            self.said[message] = super().__call__(message)
        return self.said[message]


def _names(shown: Film, language: str) -> Context:
    return recorded_context(shown.record, shown.games, language)


def _reel(shown: Film, reader: int, voice: Voice, scenes: Sequence[wire.Scene]) -> wire.Reel:
    moments = telling.moments_of(shown.shots[0].table, shown.games)
    cursor, events = telling.AT_THE_START, list[Event]()
    pictures = []
    for shot, scene in zip(shown.shots, scenes, strict=True):
        number = round_of(shot.table)
        first = len(events) + 1
        events += [Event(i, 0, 0.0, note, number) for i, note in enumerate(shot.notes, first)]
        lines, cursor = telling.tell(events, reader, moments, voice, cursor)
        pictures.append(wire.Picture(move=shot.moves, scene=scene, lines=lines))
    return wire.Reel(reader=reader, seats=list(voice.context.names), pictures=pictures)


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


class _Seen:
    """A table as it is told: its board, and each hand as soon as somebody looks at it."""

    def __init__(self, shown: Film, shot: Shot) -> None:
        self._table, self._games = shot.table, shown.games
        board = board_of(shot.table, shown.games, by_letters=False)
        self._board = replace(board, sitters=shown.sitters)
        self._hands: dict[int, Hand] = {}

    def scene(self, reader: int, voice: Voice) -> wire.Scene:
        """What lies on the table, as a reader sees it. No clock runs any more."""
        hand = self._hand(reader) if reader != ALL_OPEN else None
        scene = draw.scene(self._table.game, self._board, hand, voice, 0.0)
        if reader != ALL_OPEN:
            return scene
        hands = [draw.cards(self._hand(seat.seat).faces, voice) for seat in scene.seats]
        held = Counter(card.code for cards in hands for card in cards)
        return replace(
            scene,
            unseen=[
                replace(each, left=max(0, each.left - held[each.card.code]))
                for each in scene.unseen
            ],
            seats=[
                seat if seat.opened else replace(seat, hand=0, known=[], opened=cards)
                for seat, cards in zip(scene.seats, hands, strict=True)
            ],
        )

    def _hand(self, seat: int) -> Hand:
        if seat not in self._hands:
            self._hands[seat] = hand_of(self._table, self._games, user_of(seat))
        return self._hands[seat]


def _sitters(record: Record) -> tuple[Sitter, ...]:
    """Who sat at a table of which nothing is left but its record."""
    return tuple(
        Sitter(name, name, computer_at(record, seat)) for seat, name in enumerate(record.seats, 1)
    )
