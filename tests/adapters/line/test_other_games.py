"""The other games through the same buttons: whole matches of random moves, nothing billed."""

from __future__ import annotations

import asyncio

import pytest

from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.notation import words
from core.table.table import Playing
from tests.adapters.line.fake import Data
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage

MOST = 400


async def move(stage: Stage, match: Match, table: Playing, dice: Dice) -> None:
    """Somebody who is asked plays by buttons alone."""
    game = stage.house.games[table.game]
    asked = game.ask(table.state)
    assert isinstance(asked, Ask)
    seat = dice.choose(sorted(asked.seats))
    user = next(u for u in match.users if table.chairs[seat - 1].user == f"line:{u.id}")
    code = dice.choose(game.moves(table.state, seat)).code
    if asked.secret:
        await match.turn(table, code)
        return
    whole = match.find(f"m:{code}")
    if whole is not None:
        await stage.do(user, match.chat, whole)
        return
    parts = words(code)
    for place, word in enumerate(parts):
        verb = f"~{place}.{word}"
        found: Data | None = match.find(verb)
        if found is not None:
            await stage.do(user, match.chat, found)
    if stage.table(match.chat) == table:
        await stage.say(user, code.replace(".", " "), match.chat)


@pytest.mark.parametrize("name", ["coup", "lady-luck"])
def test_a_whole_match(name: str) -> None:
    async def run() -> None:
        stage = Stage(f"other {name}", language="en")
        users = [stage.person(each) for each in ("Mina", "Aki", "Ken")]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, "en")
        await match.verb(users[0], "open")
        for user in users[1:]:
            await match.verb(user, "join")
        await match.verb(users[0], f"set.game.{name}")
        await match.verb(users[0], "start")
        dice = Dice(name.encode())
        for _ in range(MOST):
            table = stage.table(chat)
            if not isinstance(table, Playing):
                break
            await move(stage, match, table, dice)
            assert stage.table(chat) != table
        assert not isinstance(stage.table(chat), Playing)
        assert stage.line.billed == 0 and not stage.line.refusals
        assert actions_of(stage, chat)

    asyncio.run(run())
