"""Frames of real games for the tests of the page's scripts: `python -m tests.page.fixtures`.

Every game is played by a fixed row of moves; kept are the questions of one seat, one of each shape,
and the frames of the first moves as that seat's page gets them.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

from adapters.names import context_of
from adapters.page import draw, telling, wire
from core.desk.presses import Play, spelled
from core.house.story import Story, go_on
from tests.adapters.table import GAMES_BY_NAME, Parlour

FOLDER = Path(__file__).parent / "fixtures"
PEOPLE = ("アキ", "フミ", "ハコ", "キッテ")
MOST_MOVES = 150
MOST_CHOICES = 8
MOST_FRAMES = 10


def written(game: str, number: int) -> dict[str, Any]:
    """The frames of a match, as plain data."""
    room = Parlour(number=number)
    room.start(*PEOPLE, game=game)
    chance, games = random.Random(number), room.house.games
    me, told, story = PEOPLE[0], 0, Story()
    choices: dict[str, wire.Choice] = {}
    frames: list[wire.Frame] = []
    for _ in range(MOST_MOVES):
        read = room.house.read(room.table)
        assert read is not None
        story = told_on(room, story)
        table = read.table
        voice = draw.Voice("ja", context_of(read, "ja"))
        lines = telling.lines(
            story.events,
            draw.seat_of(table, f"test:{me}"),
            telling.moments_of(table, games),
            voice,
        )
        frame = draw.table_frame(table, games, f"test:{me}", voice)
        if len(frames) < 2 * MOST_FRAMES:
            fresh = [line for line in lines if line.id > told]
            frames.append(wire.Story(table=room.table, lines=fresh, fresh=told > 0))
            frames.append(frame)
            told = lines[-1].id
        if frame.choice is not None:
            choices.setdefault(shape(frame.choice.then), frame.choice)
        if frame.phase != "playing":
            break
        who = room.awaited()
        code = chance.choice(room.codes(who))
        room.press(who, spelled(Play(code)))
    kept = sorted(choices.values(), key=lambda choice: -len(msgspec.json.encode(choice)))
    return {"choices": kept[:MOST_CHOICES], "frames": frames}


def told_on(room: Parlour, story: Story) -> Story:
    """The story of the table up to now."""
    games, table = room.house.games, room.table
    return room.house.store.read(lambda reads: go_on(reads, games, table, story))


def shape(nodes: list[wire.Node]) -> str:
    """What a tree looks like, whatever its words are."""
    parts = (f"{node.kind}{bool(node.data)}{bool(node.sure)}{shape(node.then)}" for node in nodes)
    return f"({','.join(sorted(set(parts)))})"


def main() -> None:
    """Write a file for each game."""
    FOLDER.mkdir(exist_ok=True)
    for number, game in enumerate(GAMES_BY_NAME, 1):
        parts = written(game, number).items()
        text = b",\n".join(msgspec.json.encode(k) + b": [\n" + listed(v) + b"\n]" for k, v in parts)
        (FOLDER / f"{game}.json").write_bytes(b"{" + text + b"}\n")


def listed(things: list[Any]) -> bytes:
    """One thing a line, so that changes can be read."""
    return b",\n".join(msgspec.json.encode(each) for each in things)


if __name__ == "__main__":
    main()
