"""Records made for tests, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.games import GAMES
from core.kernel.text import Message
from core.records.expect import check
from core.records.record import read
from core.records.replay import Replay, replay
from core.table.table import (
    Games,
)

ROOT = Path(__file__).parents[2]
BY_NAME: Games = {game.name: game for game in GAMES}
FOLDERS = (ROOT / "tests" / "records", ROOT.parent / "shared" / "records")
FILES = sorted(
    path for folder in FOLDERS for path in folder.glob("*/*.json") if path.parent.name in BY_NAME
)

Data = dict[str, Any]

DECK = [
    *("guard", "guard", "priest", "baron", "handmaid", "prince", "guard", "guard"),
    *("guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess"),
]


def game_by_decks() -> Data:
    """Three seats: Aki holds Guard and Handmaid, Ben Priest, Chie Baron; Prince comes next."""
    return {
        "record": 1,
        "game": "love-letter",
        "options": {"preset": "bga"},
        "seats": ["Aki", "Ben", "Chie"],
        "start": {"decks": [list(DECK)], "first": 1},
        "moves": ["1:guard.2.baron", "2:prince.3"],
    }


def game_by_position() -> Data:
    return {
        "record": 1,
        "game": "love-letter",
        "options": {},
        "seats": ["Aki", "Ben", "Chie"],
        "start": {
            "position": {
                "turn": 1,
                "aside": "king",
                "seats": [{"hand": ["guard"]}, {"hand": ["princess"]}, {"hand": ["priest"]}],
            }
        },
        "draws": ["handmaid"],
        "moves": ["1:handmaid"],
    }


def played(data: Data) -> Replay:
    return replay(read(data, BY_NAME), BY_NAME)


def failures(data: Data) -> tuple[Message, ...]:
    return check(played(data), BY_NAME)


Change = Callable[[Data], object]


def put(*path: str | int, to: Any) -> Change:
    """Write a value into the record."""

    def change(data: Data) -> None:
        inner: Any = data
        for key in path[:-1]:
            inner = inner.setdefault(key, {}) if isinstance(inner, dict) else inner[key]
        inner[path[-1]] = to

    return change


def without(key: str) -> Change:
    return lambda data: data.pop(key)


class Picky:
    """Love Letter, but for a position that it calls wrong at some place."""

    def __init__(self, place: str) -> None:
        self.place = place

    def __getattr__(self, name: str) -> Any:
        return getattr(BY_NAME["love-letter"], name)

    def load(self, *_: Any) -> Any:
        from core.kernel.game import PositionError

        raise PositionError(self.place, "because")
        yield
