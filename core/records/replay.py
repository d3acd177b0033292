"""A record played again: every letter that the group and each seat would have got."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import msgspec

from core.desk.board import board_of
from core.desk.hand import hand_of
from core.desk.sheets import AnySheet, Rows
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.game import AnyGame, PositionError
from core.kernel.text import Announce, Message, Note, announce
from core.records.expected import GROUP
from core.records.faults import (
    Impossible,
    NotAMove,
    NothingDealt,
    NotLegal,
    OutOfGame,
    RecordError,
    UnknownCard,
)
from core.records.record import Record, RecordLine
from core.records.scripted import SEED, Prescribed, ScriptedDice, vocabulary
from core.table.commands import Answer, Command, Rise, Tick
from core.table.course import settle
from core.table.failures import Refused
from core.table.oracle import FAIR, Oracle
from core.table.playing import step
from core.table.sayings import HasLeft, Started
from core.table.seating import seated
from core.table.snapshot import freeze
from core.table.table import Chair, Deal, Finished, Games, Playing, run

TABLE = "replay"
NO_SECRET = "00" * 32  # what the letters of a record without a secret are mixed by
DEAL = -1
"""The step before the first move."""


class Dispatch(msgspec.Struct, frozen=True):
    """What a reader (a seat, or 0 for the group) is sent: a note, or a card with its buttons."""

    to: int
    messages: tuple[Message, ...]
    buttons: Rows[Message] = ()
    is_card: bool = False


class Step(msgspec.Struct, frozen=True):
    """What one entry of the record brought. `index` is its place in `moves`, or `DEAL`.

    `refused` is why an entry with `!` was refused; without a reason it was legal, and was not
    carried out. `kept` tells that it left the table as it was, byte for byte.
    """

    index: int
    line: RecordLine | None = None
    letters: tuple[Dispatch, ...] = ()
    refused: Message | None = None
    kept: bool = True


class Replay(msgspec.Struct, frozen=True):
    """A record, and what became of it."""

    record: Record
    table: Playing | Finished
    steps: tuple[Step, ...]

    @property
    def letters(self) -> Iterator[Dispatch]:
        """Everything that was sent, in order."""
        return (letter for step in self.steps for letter in step.letters)


Watch = Callable[[int, RecordLine, Playing], None]
"""Sees each entry before it is carried out, with its place and the table."""


def replay(record: Record, games: Games, watch: Watch | None = None) -> Replay:
    """Play the record from its start to its last move. Raises `RecordError`."""
    if record.closed and not record.seats:
        raise RecordError("start", NothingDealt())
    theatre = _Theatre(record, games)
    steps = [theatre.deal()]
    theatre.check_codes()
    for index, line in enumerate(record.moves):
        if watch is not None and isinstance(theatre.table, Playing):
            watch(index, line, theatre.table)
        steps.append(theatre.carry_out(index, line))
    return Replay(record, theatre.table, tuple(steps))


def legal(table: Playing | Finished, game: AnyGame, seat: int) -> tuple[str, ...]:
    """The spellings of the legal moves of a seat."""
    return tuple(move.code for move in game.moves(table.state, seat))


def awaited(table: Playing | Finished, game: AnyGame) -> tuple[int, ...]:
    """The seats that may act now."""
    asked = game.ask(table.state)
    return tuple(sorted(asked.seats)) if isinstance(asked, Ask) else ()


class _Theatre:
    """The table while a record is played, and what each reader was shown last."""

    table: Playing | Finished

    def __init__(self, record: Record, games: Games) -> None:
        self.record = record
        self.games = games
        self.game = games[record.game]
        self.script = None if record.start.seed is not None else ScriptedDice(record)
        self.oracle = FAIR if self.script is None else Prescribed(self.script)
        self._shown: dict[int, object] = {}

    # ------------------------------------------------------------------ the deal

    def deal(self) -> Step:
        """Set up the table as the record begins."""
        record, start = self.record, self.record.start
        seed = start.seed or SEED.hex()
        dice = self.script or Dice(bytes.fromhex(seed), last_winner=record.last_winner)
        notes: list[Note] = []
        if start.position is not None:
            dice_state = self._load(start.position, notes)
        else:
            seated(record.seats, dice)
            notes.append(announce(Started(tuple(range(1, len(record.seats) + 1)))))
            dice_state = run(self.game.setup(len(record.seats), record.options, dice), notes)
        if self.script is not None:
            self.script.started = True
        table = Playing(
            deal=Deal(
                id=TABLE,
                game=record.game,
                secret=record.secret or NO_SECRET,
                preset=record.preset,
                preset_chosen=True,
                switches=record.switches,
                cuts=record.cuts or (),
                joined=record.joined or (),
                seed=seed,
                options=record.options,
            ),
            host="",
            chairs=tuple(Chair(name, user=user_of(i)) for i, name in enumerate(record.seats, 1)),
            state=dice_state,
            drawn=dice.drawn,
        )
        self.table = settle(table, self.game)
        return Step(DEAL, letters=self._letters(notes))

    def _load(self, position: Any, notes: list[Note]) -> Any:
        """The state of a position. The cards that its first draws give may be prescribed."""
        assert self.script is not None, "a position has no seed"
        self.script.started = True
        seats, options = len(self.record.seats), self.record.options
        try:
            return run(self.game.load(position, seats, options, self.script), notes)
        except PositionError as wrong:
            place = wrong.place
            if not place.startswith(("start.position", "options")):
                dot = "" if not place or place.startswith("[") else "."
                place = f"start.position{dot}{place}"
            raise RecordError(place, Impossible(wrong.reason)) from wrong

    def check_codes(self) -> None:
        """Every card that is named outside the position is one of the game's."""
        known = vocabulary(self.table.state)
        expect = self.record.expect
        for index, code in enumerate(self.record.draws):
            if code not in known:
                raise RecordError(f"draws[{index}]", UnknownCard(code))
        for key, named in (("told", expect.told), ("untold", expect.untold)):
            for reader, codes in named.items():
                for code in codes:
                    if code not in known:
                        who = reader if reader != GROUP else "group"
                        raise RecordError(f"expect.{key}.{who}", UnknownCard(code))

    # ------------------------------------------------------------------ the moves

    def carry_out(self, index: int, line: RecordLine) -> Step:
        """One entry of the record, carried out as a command at the table."""
        if line.refused:
            return self._refused(index, line)
        notes: list[Note] = []
        try:
            self.table = self._after(line, self.oracle, notes)
        except Refused as refused:
            raise RecordError(f"moves[{index}]", NotLegal(line.text, refused.message)) from refused
        except PositionError as wrong:  # a position that could not last, such as a short deck
            raise RecordError(f"moves[{index}]", Impossible(wrong.reason)) from wrong
        return Step(index, line, self._letters(notes))

    def _refused(self, index: int, line: RecordLine) -> Step:
        """An entry that must be refused; what is not is forgotten again, with what it drew."""
        before = freeze(self.table)
        try:
            self._after(line, deepcopy(self.oracle), [])
        except Refused as refused:
            return Step(index, line, refused=refused.message, kept=freeze(self.table) == before)
        return Step(index, line)

    def _after(self, line: RecordLine, oracle: Oracle, notes: list[Note]) -> Playing | Finished:
        """The table after an entry. Raises `Refused`."""
        after = run(step(self.table, self._command(line), self.games, oracle), notes)
        assert isinstance(after, Playing | Finished), "a game ends before the last one leaves"
        return after

    def _command(self, line: RecordLine) -> Command:
        """What an entry says. Raises `Refused` where it says nothing that a seat could do."""
        table, seat = self.table, line.seat
        if not seat and line.code != "tick":
            raise Refused(NotAMove(line.code))
        if not seat:
            return Tick(table.question, excused=True)
        if isinstance(table, Playing):
            self._sits(table, line)
        if line.code == "leave":
            return Rise(user_of(seat))
        return Answer(user_of(seat), table.question, line.code)

    def _sits(self, table: Playing, line: RecordLine) -> None:
        """Nobody acts who has left, and nobody leaves who is out. Raises `Refused`."""
        leaves, left = line.code == "leave", table.chairs[line.seat - 1].left
        if left:
            why = self.game.why_not(table.state, line.seat, line.code)
            raise Refused(HasLeft() if leaves else why)
        if leaves and line.seat not in self.game.active(table.state):
            raise Refused(OutOfGame())

    # ------------------------------------------------------------------ the letters

    def _letters(self, notes: list[Note]) -> tuple[Dispatch, ...]:
        """The notes, and every card that looks otherwise than before."""
        letters = [
            Dispatch(GROUP if isinstance(note, Announce) else note.seat, (note.message,))
            for note in notes
        ]
        sheets: dict[int, AnySheet] = {GROUP: board_of(self.table, self.games, by_letters=True)}
        for seat, chair in enumerate(self.table.chairs, 1):
            if not chair.left:
                sheets[seat] = hand_of(self.table, self.games, user_of(seat))
        for reader, sheet in sheets.items():
            look = _look(sheet)
            if self._shown.get(reader) != look:
                self._shown[reader] = look
                lines = (sheet.title, *sheet.lines, *sheet.asked)
                letters.append(Dispatch(reader, lines, sheet.buttons, is_card=True))
        return tuple(letters)


def user_of(seat: int) -> str:
    """What the person of a seat is called at the table of a replay."""
    return f"seat{seat}"


def _look(sheet: AnySheet) -> object:
    """What makes two sheets look alike: all but the number of the question."""
    rows = tuple(
        tuple((button.label, button.data.split(":", 2)[2]) for button in row)
        for row in sheet.buttons
    )
    return sheet.title, sheet.lines, sheet.asked, rows
