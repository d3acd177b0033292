"""A house on a database in memory, and people who press and type at it."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from adapters.clock import Clock
from adapters.heard import Heard, Reply
from adapters.speech import Speech
from core.desk.presses import datum, read_datum
from core.desk.sheets import AnySheet
from core.games import GAMES
from core.games.love_letter.names import Card
from core.house.house import House
from core.house.ports import Work
from core.house.timing import Pause
from core.kernel.asks import Ask
from core.table.places import Room
from core.table.snapshot import freeze, thaw
from core.table.table import Playing, Table
from storage.store import SqlStore
from tests.fresh import fresh_store

GAMES_BY_NAME = {game.name: game for game in GAMES}


class Chance:
    """Bytes that follow from a number: tests are the same every time."""

    def __init__(self, number: int = 1) -> None:
        self._number = number
        self._count = 0

    def __call__(self, size: int) -> bytes:
        self._count += 1
        return sha256(f"{self._number}.{self._count}".encode()).digest()[:size]


class Parlour:
    """One room, people who are called by their names, and a clock that the test turns."""

    def __init__(self, *, pause: Pause | None = None, number: int = 1) -> None:
        self.store: SqlStore = fresh_store()
        self.house = House(self.store, GAMES_BY_NAME, Chance(number), pause)
        self.speech = Speech(self.house, self.store)
        self.room: Room = self.store.enter("test", "group", "en", "Group")
        self.at = 1_000_000.0
        self.table = ""

    def heard(self, name: str, *, private: bool = False) -> Heard:
        """Somebody who is about to do something."""
        self.at += 1
        room = None if private else self.store.room(self.room.id)
        return Heard(f"test:{name}", name, self.at, room)

    def press(
        self,
        name: str,
        verb: str,
        *,
        question: int | None = None,
        private: bool = False,
        table: str | None = None,
        receipt: str = "",
    ) -> Reply:
        """Somebody presses a button."""
        heard = self.heard(name, private=private)
        asked = self.question if question is None else question
        press = read_datum(datum(table or self.table, asked, verb))
        return self._hear(msgspec.structs.replace(heard, press=press, receipt=receipt))

    def type(
        self,
        name: str,
        text: str,
        *,
        private: bool = False,
        addressed: bool = False,
        said_at: float | None = None,
    ) -> Reply:
        """Somebody types words."""
        heard = self.heard(name, private=private)
        return self._hear(
            msgspec.structs.replace(heard, text=text, addressed=addressed, said_at=said_at)
        )

    def _hear(self, heard: Heard) -> Reply:
        reply = self.speech.hear(heard)
        if reply.result is not None and reply.result.table and not reply.message:
            self.table = reply.result.table
        return reply

    @property
    def question(self) -> int:
        """The number of the open question."""
        now = self.now()
        return now.question if isinstance(now, Playing) else 0

    def now(self) -> Table | None:
        """The table as it is."""
        seen = self.house.read(self.table) if self.table else None
        return seen.table if seen is not None else None

    def playing(self) -> Playing:
        """The table, which must be running."""
        table = self.now()
        assert isinstance(table, Playing)
        return table

    def seat(self, name: str) -> int:
        """Where somebody sits."""
        chairs = self.playing().chairs
        return next(i for i, chair in enumerate(chairs, 1) if chair.user == f"test:{name}")

    def codes(self, name: str) -> list[str]:
        """The legal moves of somebody."""
        table = self.playing()
        game = GAMES_BY_NAME[table.game]
        return [move.code for move in game.moves(table.state, self.seat(name))]

    def start(self, *names: str, game: str = "") -> None:
        """Open, sit down, start."""
        first, *others = names
        self.speech.open(self.heard(first), game)
        room = self.store.room(self.room.id)
        assert room is not None and room.table is not None
        self.table = room.table
        for name in others:
            assert self.press(name, "join").message is None
        assert self.press(first, "start").message is None

    def awaited(self) -> str:
        """The name of whoever is asked (the first, if several are)."""
        table = self.playing()
        asked = GAMES_BY_NAME[table.game].ask(table.state)
        assert isinstance(asked, Ask)
        return table.chairs[min(asked.seats) - 1].name


def deal(house: House, table_id: str, *cards: Card) -> None:
    """Let whoever is asked in a game of Love Letter hold these cards, which others held or which
    lay in the deck; what was known of hands is forgotten."""

    def put(work: Work) -> None:
        row = work.row(table_id)
        assert row is not None
        table = thaw(row.snapshot, house.games)
        assert isinstance(table, Playing)
        state, own = table.state, table.state.turn - 1
        pool = [*state.hands[own], state.aside, *state.deck]
        pool += [card for seat, hand in enumerate(state.hands) if seat != own for card in hand]
        for card in cards:
            pool.remove(card)
        rest = iter(pool)
        aside, deck = next(rest), tuple(next(rest) for _ in state.deck)
        hands = tuple(
            cards if seat == own else tuple(next(rest) for _ in hand)
            for seat, hand in enumerate(state.hands)
        )
        known: tuple[tuple[Card, ...], ...] = ((),) * len(hands)
        fresh = {"aside": aside, "deck": deck, "hands": hands, "ruled_out": known}
        state = msgspec.structs.replace(state, seen=(), under=(), **fresh)
        frozen = freeze(msgspec.structs.replace(table, state=state))
        work.update(msgspec.structs.replace(row, snapshot=frozen))

    house.store.run(put)


def data_of(sheet: AnySheet) -> list[str]:
    """The verbs on a sheet's buttons, in order."""
    return [button.data.split(":", 2)[2] for row in sheet.buttons for button in row]


def wake_all(clock: Clock) -> None:
    """Wake every open table at once, as a start does in a while."""
    clock.begin()
    for table in clock.times.open_tables():
        clock.waking.one(table, clock.now(), clock._guarded)
    clock._wake(clock.now())
