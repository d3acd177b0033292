"""Plays the games whose records are kept beside it: `python -m tests.proofs.make` writes those of
v2 that are not there yet.

Their computers are of a version that no release has (0): so nobody asks them again, and the files
stay good when computers play otherwise. Games with the computers of today are made in tests.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from core.kernel.proof import PICTURES
from core.records.record import record_of
from core.table.commands import (
    Answer,
    Close,
    Command,
    CutDeck,
    Draw,
    HandOver,
    Open,
    Rise,
    SeatBot,
    Sit,
    Start,
    TakeBack,
    Tick,
)
from core.table.course import people_awaited, ride
from core.table.lobby import open_table
from core.table.playing import step
from core.table.table import Closed, Finished, Lobby, Playing, Table, run
from tests.proofs.kept import FOLDER
from tests.recorded.made import BY_NAME

PEOPLE = ("Aki", "Mina 🌸", "健")
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
ROUND = 1000
SIGNATURE = (
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
    "e342b73a8dd2bacbe47e4b6b63ed5e39"
)
RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
"""A published round of drand's chain of three seconds."""


class Sitting:
    """A table that chance plays: people, computers, deadlines, somebody who leaves."""

    def __init__(self, game: str, number: int, rooms: int = 1) -> None:
        self.chance = random.Random(f"{game}{number}")
        self.game = BY_NAME[game]
        self.rooms = rooms
        self.keen: tuple[str, ...] = ()  # first words of moves that people like
        opened = Open("u0", PEOPLE[0], game, table="t", secret=self.bytes(32), salt=self.bytes(16))
        self.table: Table = run(open_table(msgspec.structs.replace(opened, room=1)), [])

    def bytes(self, count: int) -> str:
        """Random bytes, hex."""
        return self.chance.randbytes(count).hex()

    def do(self, command: Command) -> None:
        """Carry a command out."""
        self.table = run(step(self.table, command, BY_NAME), [])

    def gather(self, people: int = 3, computers: int = 1) -> None:
        """Everybody joins: a person, the computers, the others."""
        for _ in range(computers):
            self.do(SeatBot("u0"))
        for number, name in enumerate(PEOPLE[1:people], 1):
            self.do(Sit(f"u{number}", name, room=1 + number % self.rooms, salt=self.bytes(16)))

    def cut(self, people: int = 2, pages: int = 0) -> None:
        """So many cut, the last ones first; so many of them from a page."""
        for number in reversed(range(people)):
            bits = self.bytes(16) if number < pages else ""
            self.do(CutDeck(f"u{number}", self.chance.randrange(PICTURES), bits))

    def set(self, preset: str, **switches: Any) -> None:
        """Another edition, with switches of its own."""
        assert isinstance(self.table, Lobby)
        deal = msgspec.structs.replace(
            self.table.deal, preset=preset, preset_chosen=True, switches=switches
        )
        self.table = msgspec.structs.replace(self.table, deal=deal)

    def play(self, most: int = 3000, leaving: float = 0.01) -> None:
        """Everything that happens at a table, until the game is over or `most` times."""
        for _ in range(most):
            self.table = run(ride(self.table, self.game), [])
            if not isinstance(self.table, Playing):
                return
            self._something(self.table, leaving)

    def _something(self, table: Playing, leaving: float) -> None:
        people = [chair for chair in table.chairs if chair.user is not None and not chair.left]
        user, luck = str(self.chance.choice(people).user), self.chance.random()
        awaited = people_awaited(table, self.game)
        if luck < leaving and len(people) > 1:
            self.do(Rise(user))
        elif luck < leaving + 0.02:
            self.do(HandOver(user))
        elif not awaited:
            self.do(TakeBack(user))
        elif luck < 0.15:
            self.do(Tick(table.question))
        else:
            seat = self.chance.choice(awaited)
            moves = self.game.moves(table.state, seat)
            liked = [move for move in moves if move.code.startswith(self.keen)] if self.keen else []
            move = self.chance.choice(liked if liked and self.chance.random() < 0.5 else moves)
            self.do(Answer(str(table.chairs[seat - 1].user), table.question, move.code))

    def record(self) -> dict[str, Any]:
        """What is given to those who sat here."""
        assert isinstance(self.table, Finished | Closed)
        found = record_of(self.table, BY_NAME)
        assert found is not None
        record: dict[str, Any] = json.loads(json.dumps(found))
        return record


def usual(game: str, number: int = 0) -> dict[str, Any]:
    """Three people and a computer; two have cut, one of them from a page."""
    sitting = Sitting(game, number)
    sitting.gather()
    sitting.cut(pages=1)
    sitting.do(Start("u0"))
    sitting.play()
    return sitting.record()


def uncut() -> dict[str, Any]:
    """Nobody has cut."""
    sitting = Sitting("love-letter", 1)
    sitting.gather(computers=0)
    sitting.do(Start("u1"))
    sitting.play()
    return sitting.record()


def with_beacon() -> dict[str, Any]:
    """A published round came."""
    sitting = Sitting("old-maid", 2)
    sitting.gather()
    sitting.cut(3)
    sitting.do(Start("u0", QUICKNET, ROUND, 1_692_806_364))
    sitting.do(Draw(ROUND, SIGNATURE, RANDOMNESS))
    sitting.play()
    return sitting.record()


def without_beacon() -> dict[str, Any]:
    """It did not come in time."""
    sitting = Sitting("coup", 3)
    sitting.gather()
    sitting.cut(1)
    sitting.do(Start("u0", QUICKNET, ROUND, 1_692_806_364))
    sitting.do(Tick(0))
    sitting.play()
    return sitting.record()


def two_rooms() -> dict[str, Any]:
    """People of two groups, and two computers."""
    sitting = Sitting("coup", 4, rooms=2)
    sitting.gather(computers=2)
    sitting.cut(3)
    sitting.do(Start("u0"))
    sitting.play()
    return sitting.record()


def given_up() -> dict[str, Any]:
    """Closed in the middle."""
    sitting = Sitting("love-letter", 5)
    sitting.gather()
    sitting.cut(1)
    sitting.do(Start("u0"))
    sitting.play(9, leaving=0)
    sitting.do(Close("u0"))
    return sitting.record()


def never_dealt() -> dict[str, Any]:
    """Closed before the start."""
    sitting = Sitting("lady-luck", 6)
    sitting.gather()
    sitting.do(Close("u0"))
    return sitting.record()


def forgotten() -> dict[str, Any]:
    """One person asked to be forgotten: their name and salt are gone."""
    record = usual("old-maid", 7)
    person = record["people"][1]
    record["seats"][person["seat"] - 1] = ""
    del person["name"], person["salt"]
    return record


def rematch() -> dict[str, Any]:
    """Coup again: with these rules the winner of the game before begins."""
    sitting = Sitting("coup", 8)
    sitting.gather()
    sitting.set("official")
    assert isinstance(sitting.table, Lobby)
    sitting.table = msgspec.structs.replace(sitting.table, winners=("u1",))
    sitting.cut(2)
    sitting.do(Start("u0"))
    sitting.play()
    return sitting.record()


def example() -> dict[str, Any]:
    """What docs/fairness.md works out: two people and a computer, one cut; one point wins."""
    sitting = Sitting("love-letter", 2)
    sitting.gather(people=2)
    sitting.set("jp", target=1)
    sitting.cut(1)
    sitting.do(Start("u0"))
    sitting.play(leaving=0)
    return sitting.record()


def coup(number: int, preset: str, leaving: float = 0.01, **switches: Any) -> dict[str, Any]:
    """Coup in another edition, where people like whatever moves cards."""
    sitting = Sitting("coup", number)
    sitting.keen = (
        "exchange",
        "examine",
        "choose",
        "force",
        "embezzle",
        "show",
        "convert",
        "allow",
    )
    sitting.gather()
    sitting.set(preset, **switches)
    sitting.cut(2)
    sitting.do(Start("u0"))
    sitting.play(leaving=leaving)
    return sitting.record()


def spies_and_sides(
    number: int, preset: str, leaving: float = 0.01, **switches: Any
) -> dict[str, Any]:
    """Coup with the Inquisitor and the Factions."""
    return coup(number, preset, leaving, inquisitor=True, factions=True, **switches)


MADE: dict[str, Callable[[], dict[str, Any]]] = {
    **{game: lambda game=game: usual(game) for game in BY_NAME},  # type: ignore[misc]
    "example": example,
    "uncut": uncut,
    "beacon": with_beacon,
    "beacon-missed": without_beacon,
    "two-rooms": two_rooms,
    "given-up": given_up,
    "never-dealt": never_dealt,
    "forgotten": forgotten,
    "rematch": rematch,
    "inquisitor": lambda: coup(12, "bga_live", inquisitor=True),
    "both-variants": lambda: spies_and_sides(27, "bga_seed"),
    "both-official": lambda: spies_and_sides(18, "official"),
    "left-exchange": lambda: coup(231, "bga_seed", leaving=0.12),
}


def main(folder: Path = FOLDER / "v2") -> None:
    """Write what is not there. Changes the games of this process."""
    for game in BY_NAME.values():
        game.mind = 0
    folder.mkdir(exist_ok=True)
    for name, made in MADE.items():
        file = folder / f"{name}.json"
        if not file.exists():
            text = json.dumps(made(), ensure_ascii=False, indent=1)
            file.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
