"""Computers that think beside, on Telegram: their answers come as a next step."""

from __future__ import annotations

import random

import pytest

from adapters.thinker import Thinker
from core.house.rebuild import rebuild
from core.table.table import Finished, Playing
from tests.adapters.telegram.open_players import act
from tests.adapters.telegram.players import NAMES, push, seat, table
from tests.adapters.telegram.stage import Stage, run
from tests.adapters.thinking import rest, thinking


class Thoughtful(Stage):
    """A stage on which computers think; a test comes to rest when they have."""

    thinker: Thinker | None = None

    async def settle(self, tidy: bool = True) -> None:
        await super().settle(tidy)
        if self.thinker is not None:
            await rest(self.thinker)
            await super().settle(tidy)


@pytest.mark.parametrize(("people", "computers"), [(1, 3), (2, 2)])
def test_a_whole_game_of_coup(people: int, computers: int) -> None:
    async def play() -> None:
        stage, rng = Thoughtful("thoughts"), random.Random(7)
        await stage.begin()
        async with thinking(
            stage.house, stage.writer, stage.clock, clock=stage.ticker
        ) as stage.thinker:
            seated = [stage.person(11 + i, NAMES[i], started=True) for i in range(people)]
            chat = stage.group()
            name = await seat(stage, chat, seated, "en")
            for verb in ("panel.game", "set.game.coup", *["bot"] * computers):
                await push(stage, chat, seated[0], verb)
            for verb in ("panel.level", "set.level.hard", "start"):
                await push(stage, chat, seated[0], verb)
            answers, began = 0, len(chat.traffic.all)
            while isinstance(table(stage, name), Playing):
                await act(stage, chat, name, rng, ())
                stage.clock.advance(rng.uniform(0.5, 6.0))
                await stage.quiet()
                answers += 1
            end = table(stage, name)
            assert isinstance(end, Finished) and answers
            assert len(chat.traffic.all) - began < 6 * len(end.moves)
        secret = stage.store.run(lambda work: work.secret_of(name))
        lines = stage.store.journal_of(name)
        assert any(b'"type":"thought"' in line.entry for line in lines)
        assert rebuild(lines, secret, stage.games, lambda old: pytest.fail(old)) == end

    run(play())
