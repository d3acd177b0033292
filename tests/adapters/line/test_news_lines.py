"""A move on the page, said in the group by the page: the host tells the rest by that line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import web

from adapters.page import wire
from adapters.page.answers import Answers
from adapters.page.viewer import Viewer
from adapters.page.who import Who
from core.desk.presses import Play, datum, read_datum
from core.table.table import Playing
from tests.adapters.line.crowd import at_table, user_at
from tests.adapters.line.players import Match
from tests.adapters.line.stage import GAMES_BY_NAME, Stage
from tests.adapters.line.test_small_board import Paged


def play(
    run: Callable[[Stage, Match], Awaitable[None]],
    game: str = "coup",
    people: int = 3,
    **switches: str,
) -> None:
    async def whole() -> None:
        stage = Paged("news", language="ja")
        await run(stage, await at_table(stage, game, people, **switches))
        assert stage.line.billed == 0 and not stage.line.refusals

    asyncio.run(whole())


def asked(match: Match) -> int:
    """The seat that is to answer."""
    table = match.stage.playing(match.chat)
    return min(match.stage.house.games[table.game].ask(table.state).seats)  # type: ignore[union-attr]


def press(match: Match, seat: int, code: str, door: Any = "line", looking: Any = ()) -> wire.Done:
    """A move on the page of a seat."""
    stage, table = match.stage, match.stage.playing(match.chat)
    user = f"line:{user_at(match, seat).id}"
    viewer = Viewer(web.WebSocketResponse(), Who(door, user, table.id), "en")
    name = f"p-{table.question}-{seat}"
    frame = wire.Press(id=name, data=datum(table.id, table.question, Play(code)))
    (done,) = Answers(stage.speech, stage.clock).do(viewer, frame, read_datum(frame.data), looking)
    assert isinstance(done, wire.Done) and done.outcome == "done"
    return done


def everybody(match: Match) -> list[str]:
    return [f"line:{user.id}" for user in match.users]


def test_the_line_brings_the_news_and_the_next_call() -> None:
    async def run(stage: Stage, match: Match) -> None:
        seat = asked(match)
        done = press(match, seat, "income")
        assert done.news == "▷ 収入"
        await stage.settle()
        before, table = len(stage.entries(match.chat)), stage.playing(match.chat)
        await stage.say(user_at(match, seat), done.news, match.chat)
        said = stage.entries(match.chat)[before + 1 :]
        assert {entry.by for entry in said} == {"bot"}
        assert any("収入" in text for text in stage.read(match.chat, before + 1))
        assert any("substitution" in entry.message for entry in said), "the next one is called"
        assert stage.playing(match.chat) == table, "it is news and no move"

    play(run)


def test_a_claim_in_the_language_of_the_group() -> None:
    async def run(stage: Stage, match: Match) -> None:
        assert press(match, asked(match), "tax").news == "▷ 徴税（公爵）"

    play(run)


def test_typing_such_a_line_changes_nothing() -> None:
    """Not even where it has the words of a move, or of a command."""

    async def run(stage: Stage, match: Match) -> None:
        before = stage.table(match.chat)
        user = user_at(match, asked(match))
        for text in ("▷ 収入", "▷income", "▷ /leave", " ▷ 参加"):
            since = len(stage.entries(match.chat))
            await stage.say(user, text, match.chat)
            assert len(stage.entries(match.chat)) == since + 1, "nothing waits to be told"
        await stage.say(user, "▷ 収入")
        assert stage.table(match.chat) == before

    play(run)


@pytest.mark.parametrize("door", ["link", "playground"])
def test_only_a_page_within_line_can_say_it(door: str) -> None:
    async def run(stage: Stage, match: Match) -> None:
        assert press(match, asked(match), "income", door).news == ""

    play(run)


def test_while_everybody_looks_only_an_end_is_said() -> None:
    async def run(stage: Stage, match: Match) -> None:
        everyone = everybody(match)
        assert press(match, asked(match), "income", looking=everyone[:-2]).news
        assert press(match, asked(match), "income", looking=everyone).news == ""
        ends = ""
        for _ in range(300):
            table = stage.table(match.chat)
            if not isinstance(table, Playing):
                break
            seat = asked(match)
            game = GAMES_BY_NAME[table.game]
            moves = game.moves(table.state, seat)
            best = next((each.code for each in moves if each.code.startswith("coup")), "")
            ends = press(match, seat, best or moves[0].code, looking=everyone).news
        assert ends.startswith("▷")

    play(run)


def test_nothing_is_said_of_what_nobody_was_told() -> None:
    """One of several who may object allows; a page that only looks something up."""

    async def run(stage: Stage, match: Match) -> None:
        press(match, asked(match), "tax")
        assert press(match, asked(match), "allow").news == ""
        table = stage.playing(match.chat)
        user = everybody(match)[0]
        viewer = Viewer(web.WebSocketResponse(), Who("line", user, table.id), "en")
        frame = wire.Press(id="p-0", data=datum(table.id, table.question, "rules"))
        done, *_ = Answers(stage.speech, stage.clock).do(viewer, frame, read_datum(frame.data))
        assert isinstance(done, wire.Done) and done.news == ""

    play(run)
