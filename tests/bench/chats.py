"""What a game costs on the platforms: calls to a group on Telegram, billed messages on LINE, and
transactions of the store for a move."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from statistics import median

from core.kernel.dice import Dice
from core.table.table import Playing
from tests.adapters.line.crowd import at_table, play_on
from tests.adapters.line.stage import Stage as LineStage
from tests.adapters.telegram.open_players import gather, play_openly
from tests.adapters.telegram.players import NAMES
from tests.adapters.telegram.stage import Stage, run
from tests.bench.costs import telegram as moves_on_telegram
from tests.bench.table import Row, within

GAMES = ("love-letter", "coup", "lady-luck", "old-maid")
PEOPLE = 4
MATCHES = 2  # of each game
CALLS, MINUTE, COMMITS = 1.1, 19, 7  # goals; a group may get 20 calls a minute


def group_calls(game: str, number: int = 0) -> tuple[int, int, int]:
    """A match of people whose hands come in private: how often it stops until somebody answers,
    the calls to the group, and those of its worst minute."""
    stage = Stage(f"calls {game} {number}")
    stops = calls = worst = 0

    async def match() -> None:
        nonlocal stops, calls, worst
        await stage.begin()
        people = [stage.person(11 + i, name) for i, name in enumerate(NAMES[:PEOPLE])]
        chat = stage.group()
        name = await gather(stage, chat, people, game)
        before = len(chat.traffic.all)
        stops = await play_openly(stage, chat, name, random.Random(number), pause=4.0)
        await stage.wait(600)
        calls, worst = len(chat.traffic.all) - before, chat.traffic.worst_minute()

    run(match())
    return stops, calls, worst


async def billed(game: str) -> int:
    """Messages that a whole match on LINE was billed for."""
    stage = LineStage(f"billed {game}")
    match, dice = await at_table(stage, game, PEOPLE), Dice(game.encode())
    while isinstance(stage.table(match.chat), Playing):
        await play_on(match, dice, 1)
    return stage.line.billed


def figures() -> list[Row]:
    """Some matches of each game on Telegram, one on LINE."""
    found = [group_calls(game, number) for number in range(MATCHES) for game in GAMES]
    stops, calls, worst = (list(each) for each in zip(*found, strict=True))
    rows = [
        within("Telegram: calls to the group for each stop", sum(calls) / sum(stops), CALLS),
        within("Telegram: calls to the group in its worst minute", max(worst), MINUTE, 0),
        within("LINE: billed messages", sum(asyncio.run(billed(game)) for game in GAMES), 0, 0),
    ]
    with tempfile.TemporaryDirectory() as folder:
        costs = asyncio.run(moves_on_telegram(Path(folder)))
    commits = median(each.writes for each in costs)
    rows.append(within("Telegram: commits a move, four hands in private", commits, COMMITS, 0))
    return rows
