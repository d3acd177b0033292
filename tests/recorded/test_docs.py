"""The page on the format of records: its example plays and verifies, and nothing is missing."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from core.games import GAMES
from core.kernel.dice import Dice
from core.kernel.proof import Beacon, Cut
from core.records import expected, proven, record
from core.records.record import read, record_of, switch_names
from core.records.replay import replay
from core.records.verify import verify
from core.table.table import Finished, run
from tests.recorded.made import BY_NAME
from tests.recorded.real import a_real_game

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "records.md").read_text()
GAMES_PART = PAGE.split("\n## The games\n")[1]
CHAPTERS = dict(re.findall(r"^### ([a-z-]+)\n(.*?)(?=^##)", GAMES_PART, re.M | re.S))


VARIANTS = {"coup": (("inquisitor", True), ("factions", True), ("diplomat", True))}
"""Switches that bring words of their own into a game."""


def example() -> Any:
    found = re.search(r"```json\n(.*?)```", PAGE, re.S)
    assert found is not None
    return json.loads(found.group(1))


def test_the_example_plays_to_its_end_and_was_dealt_as_sealed() -> None:
    kept = read(example(), BY_NAME)
    played = replay(kept, BY_NAME)
    assert isinstance(played.table, Finished) and played.table.moves == tuple(example()["moves"])
    assert verify(kept, BY_NAME).fair
    assert kept.version == record.FORMAT and kept.proof is not None


def keys_of_the_reader() -> set[str]:
    """Every text by which the reader or the writer of records names an entry."""
    found: list[ast.expr | None] = []
    files = (record, expected, proven)
    trees = [ast.parse(Path(str(file.__file__)).read_text()) for file in files]
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.Subscript(slice=key):
                found.append(key)
            case ast.Compare(left=key, ops=[ast.In()]):
                found.append(key)
            case ast.Call(func=ast.Name("needed"), args=[_, key, *_]):
                found.append(key)
            case ast.Call(func=ast.Attribute(attr="get" | "pop"), args=[key, *_]):
                found.append(key)
            case ast.Dict(keys=keys):
                found += keys
            case ast.MatchValue(value=key):
                found.append(key)
            case ast.Call(func=ast.Name("_only"), args=[_, _, *given]):
                found += given
            case ast.comprehension(iter=ast.Tuple(elts=keys)):
                found += keys
            case _:
                pass
    return {key.value for key in found if isinstance(key, ast.Constant) and type(key.value) is str}


def test_every_entry_that_is_read_or_written_stands_on_the_page() -> None:
    keys = keys_of_the_reader()
    written = {"last_winner", "rooms", "computers", "won", "beacon", "missed", "closed"}
    for proof in (1, 2):
        written |= set(record_of(a_real_game(proof=proof), BY_NAME))
    assert {"record", "first", "position", "told", "error", "text", "seal"} | written <= keys
    assert {*Cut.__struct_fields__, *Beacon.__struct_fields__} <= keys
    assert not {key for key in keys if f"`{key}`" not in PAGE and f'"{key}"' not in PAGE}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_word_of_a_game_stands_in_its_chapter(game: Any) -> None:
    chapter = CHAPTERS[game.name]
    words = {*game.presets, *switch_names(game)}
    heads: set[str] = set()
    editions = dict(game.presets)
    for switch, value in VARIANTS.get(game.name, ()):
        editions |= {
            f"{name} {switch}": game.with_switches(options, {switch: value})
            for name, options in game.presets.items()
        }
        words |= {
            choice.value
            for options in list(editions.values())
            for each in game.switches(options)
            for choice in each.choices
            if isinstance(choice.value, str)
        }
    for name, options in editions.items():
        seats = game.seats(options)
        state = run(game.setup(seats.start, options, Dice(name.encode())), [])
        position = game.dump(state)
        words |= {*position, *position["seats"][0]}
        for seat in range(1, seats.start + 1):
            heads |= {move.code.partition(".")[0] for move in game.moves(state, seat)}
    assert not {word for word in words if f"`{word}`" not in chapter}
    assert heads
    assert not {head for head in heads if not re.search(rf"`{head}[`.]", chapter)}
