"""A house on a database in memory, with a clock and chance that the test holds."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import select, update

from core.games.love_letter import LOVE_LETTER
from core.house.clock import shown
from core.house.house import House, Input, Result
from core.house.ports import Batch
from core.house.timing import Pause
from core.kernel.asks import Ask
from core.kernel.text import Announce, Message, Note, Whisper
from core.table.commands import (
    Answer,
    Choose,
    Command,
    Open,
    SeatBot,
    Sit,
    Start,
    Tick,
)
from core.table.places import Room, StoredTable
from core.table.snapshot import freeze
from core.table.table import Finished, Games, Lobby, Playing, Table
from storage.rows import JOURNAL, Base
from storage.store import SqlStore
from tests.fresh import fresh_store
from tests.police.toy import DEEP, TOY

replace = msgspec.structs.replace

AT = 1_700_000_000.0
GAMES: dict[str, Any] = {"toy": TOY, "love-letter": LOVE_LETTER}
DEEP_GAMES: dict[str, Any] = {"deep": DEEP} | GAMES
NAMES = {"a": "Ann", "b": "Ben", "c": "Cho", "d": "Dan", "e": "Eve", "x": "Xin"}


class Chance:
    """Bytes that look like chance and are the same in every run."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, size: int) -> bytes:
        self.count += 1
        return sha256(str(self.count).encode()).digest()[:size]


class Hall:
    """One room with a table, and shorthand for all that can be done there."""

    def __init__(
        self, url: str = "sqlite://", pause: Pause | None = None, games: Games = GAMES
    ) -> None:
        self.games = games
        self.store: SqlStore = fresh_store(url)
        self.house = House(self.store, games, Chance(), pause)
        self.room: Room = self.store.enter("test", "chat", "en")
        self.at = AT
        self.id = ""

    # What is done

    def tell(self, command: Command, **more: Any) -> Result:
        """One input at the table (or, to open one, in the room), whatever becomes of it."""
        where: dict[str, Any] = {"table": self.id or None, "room": self.room.id}
        return self.house.handle(Input(command, **({"at": self.at} | where | more)))

    def do(self, command: Command, **more: Any) -> list[Message]:
        """One input that must be carried out; what everybody is told."""
        result = self.tell(command, **more)
        assert result.refused is None, result.refused
        self.id = result.table or self.id
        return [note.message for note in result.notes if isinstance(note, Announce)]

    def refused(self, command: Command, **more: Any) -> Message:
        """One input that must be refused and change nothing at all; why."""
        before = self.everything()
        result = self.tell(command, **more)
        assert result.refused is not None
        assert not result.notes
        assert self.everything() == before
        return result.refused

    def open(
        self, *others: str, game: str = "toy", preset: str = "", bots: int = 0, bot: str = "idle"
    ) -> None:
        """Ann opens a table; others sit down."""
        self.do(Open("a", "Ann", game))
        self.open_more(*others)
        for _ in range(bots):
            self.do(SeatBot("a", bot))
        if preset:
            self.do(Choose("a", "preset", preset))

    def start(self, *others: str, setting: dict[str, str] | None = None, **opening: Any) -> None:
        """Ann opens a table, others sit down, and the game begins."""
        self.open(*others, **opening)
        for name, value in (setting or {}).items():
            self.do(Choose("a", name, value))
        self.do(Start("a"))

    def open_more(self, *others: str) -> None:
        """More people sit down."""
        for user in others:
            self.do(Sit(user, NAMES[user]))

    def answer(self, seat: int, move: str, **more: Any) -> list[Message]:
        """The person at a seat answers the open question."""
        return self.do(Answer(self.user(seat), self.playing.question, move), **more)

    def finish(self) -> None:
        """Everybody rests until the toy is over (or plays the first legal move)."""
        while isinstance(self.table, Playing):
            game = self.games[self.table.game]
            seat = self.asked[0]
            codes = [move.code for move in game.moves(self.table.state, seat)]
            self.answer(seat, "rest" if "rest" in codes else codes[0])

    def silence(self, user: str) -> None:
        """Deadlines pass until a person counts as away; everybody else rests or allows."""
        while not self.chair(user).away:
            seat = next(seat for seat in self.asked if self.playing.chairs[seat - 1].user)
            if self.user(seat) == user:
                self.late()
            else:
                self.answer(seat, "allow" if self.playing.state.asked else "rest")

    def late(self) -> list[Message]:
        """The prompt was shown, and nobody answers in time."""
        shown(self.house, self.id, self.playing.question, self.at)
        assert self.row.due is not None
        self.at = self.row.due
        return self.do(Tick(self.playing.question))

    def tear(self, raw: bytes = b'{"format":0}') -> None:
        """Somebody damages the table on the disk."""
        torn = replace(self.row, snapshot=raw)
        self.store.run(lambda work: work.update(torn))

    def age(self) -> None:
        """The lobby is as 0.3.0 would have opened it: with proof 1, and nobody has a salt."""
        lobby = self.lobby
        aged = replace(
            lobby,
            deal=replace(lobby.deal, proof=1),
            chairs=tuple(replace(chair, salt="", cut=None) for chair in lobby.chairs),
        )
        self.tear(freeze(aged))
        self._without("salt", "salts", "taken")

    def refer(self) -> None:
        """The journal is as 0.7.0 would have written it: where a game is played again it refers
        to the game before."""
        self._without("taken")

    def _without(self, *names: str) -> None:
        """Commands in the journal did not have these yet."""
        lines = self.store.journal_of(self.id)
        with self.store.begin() as connection:
            for line in lines:
                old = json.loads(line.entry)
                for name in names:
                    old["command"].pop(name, None)
                here = [JOURNAL.c.table == self.id, JOURNAL.c.version == line.version]
                connection.execute(
                    update(JOURNAL)
                    .where(*here)
                    .values(entry=json.dumps(old, separators=(",", ":")))
                )

    def forget(self) -> None:
        """The journal is as 0.2.0 would have written it: bare commands, as they were heard."""
        lines = self.store.journal_of(self.id)
        with self.store.begin() as connection:
            for line in lines:
                bare = json.dumps(json.loads(line.entry)["command"])
                here = [JOURNAL.c.table == self.id, JOURNAL.c.version == line.version]
                connection.execute(update(JOURNAL).where(*here).values(entry=bare))

    # What can be seen

    @property
    def row(self) -> StoredTable:
        """The table as it is stored."""
        row = self.store.run(lambda work: work.row(self.id))
        assert row is not None
        return row

    @property
    def table(self) -> Table:
        """The table."""
        seen = self.house.read(self.id)
        assert seen is not None
        return seen.table

    @property
    def lobby(self) -> Lobby:
        """The table, which must be a lobby."""
        assert isinstance(self.table, Lobby)
        return self.table

    @property
    def playing(self) -> Playing:
        """The table, at which a game must be running."""
        assert isinstance(self.table, Playing)
        return self.table

    @property
    def finished(self) -> Finished:
        """The table, at which the game must be over."""
        assert isinstance(self.table, Finished)
        return self.table

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are awaited."""
        table = self.playing
        asked = self.games[table.game].ask(table.state)
        assert isinstance(asked, Ask)
        return tuple(sorted(asked.seats))

    def user(self, seat: int) -> str:
        """Who sits there."""
        return str(self.playing.chairs[seat - 1].user)

    def seat(self, user: str) -> int:
        """Where somebody sits."""
        return next(i for i, chair in enumerate(self.playing.chairs, 1) if chair.user == user)

    def chair(self, user: str) -> Any:
        """The chair of somebody."""
        return next(chair for chair in self.table.chairs if chair.user == user)

    def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """The whole database."""
        with self.store.begin() as connection:
            return {
                table.name: sorted(
                    (tuple(row) for row in connection.execute(select(table))), key=str
                )
                for table in Base.metadata.sorted_tables
            }

    def waiting(self) -> dict[str, Batch]:
        """What waits in the lanes, by address; they are free again at once."""
        batches = {batch.lane: batch for batch in self.store.claim(self.at, 1.0, 99)}
        for batch in batches.values():
            self.store.postpone(batch, self.at)
        return batches

    def sent(self) -> dict[str, list[Note]]:
        """Deliver everything: the notes by address."""
        told: dict[str, list[Note]] = {}
        for batch in self.store.claim(self.at, 1.0, 99):
            told[batch.lane] = [pending.note for pending in batch.notes]
            cards = [replace(card, message="m", outdated=False) for card in batch.cards]
            self.store.settle(batch, [pending.id for pending in batch.notes], cards, self.at)
        return told


def messages(notes: list[Note]) -> list[Message]:
    """The messages of some notes."""
    found = []
    for note in notes:
        assert isinstance(note, Announce | Whisper)
        found.append(note.message)
    return found
