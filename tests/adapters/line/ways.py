"""All the ways in which somebody can make a move on LINE."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.typedefs import Handler

from adapters.page.answers import Answers
from adapters.page.hub import Hub
from adapters.page.identity import Identity
from adapters.page.server import PageServer
from adapters.web import make_app
from core.kernel.dice import Dice
from core.table.table import Finished, Playing
from tests.adapters.line.coup_tables import VARIANTS
from tests.adapters.line.crowd import ask_of, at_table, do_move, in_words, user_at
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage, inline

ADDRESS = "https://cards.example"
WAYS = ("keys", "words", "alone", "page")
MOST = 1500


def at_pages(
    play: Callable[[Stage, Match, TestClient[Any, Any]], Awaitable[None]],
    people: int = 4,
    language: str = "en",
    seed: str = "variants",
    **switches: str,
) -> Stage:
    """A game of Coup with both variants that has just begun, at a host that has the page."""

    async def run() -> Stage:
        stage = Stage.__new__(Stage)
        stage.address = ADDRESS
        stage.__init__(seed, language=language)  # type: ignore[misc]
        match = await at_table(stage, "coup", people, **{**VARIANTS, **switches})
        app = make_app([web.get("/page/ws", socket_of(stage))], loopback=True)
        async with TestClient(TestServer(app)) as client:
            await play(stage, match, client)
        assert stage.line.billed == 0 and not stage.line.refusals
        return stage

    return asyncio.run(run())


def socket_of(stage: Stage) -> Handler:
    """The socket of the page, where personal links open seats."""
    writer = inline()
    parts = (stage.house, stage.store, writer, stage.clock, stage.keys, stage.links)
    identity = Identity(*parts, stage.host.belongs)
    hub = Hub(stage.house, writer, stage.clock, identity.renew, "tests")
    answers = Answers(stage.speech, stage.clock)
    return PageServer(hub, answers, writer, lambda: None, identity.come).socket


async def page_of(match: Match, client: TestClient[Any, Any], seat: int, press: str = "") -> Any:
    """The table as the page of a seat shows it now; something is pressed there, and heard."""
    table, user = match.stage.playing(match.chat), user_at(match, seat)
    token = match.stage.links.seat_link(table.id, f"line:{user.id}").rpartition("/")[2]
    async with client.ws_connect("/page/ws") as socket:
        await socket.send_json({"type": "come", "version": 1, "kind": "link", "proof": token})
        page = await _until(socket, "table")
        if press:
            await socket.send_json({"type": "press", "id": f"p-{len(table.moves)}", "data": press})
            assert (await _until(socket, "done"))["outcome"] == "done"
        return page


async def _until(socket: Any, kind: str) -> Any:
    for _ in range(10):
        frame = await socket.receive_json()
        if frame["type"] == kind:
            return frame
    raise AssertionError(f"no {kind} comes")


def choices(page: Any) -> dict[str, str]:
    """The moves that a page offers, each with the datum of its button."""

    def walk(nodes: list[Any]) -> Iterator[str]:
        for node in nodes:
            if node["data"]:
                yield node["data"]
            yield from walk(node["then"])

    return {data.split(":", 3)[3]: data for data in walk(page["choice"]["then"])}


async def move_by(
    match: Match, client: TestClient[Any, Any], way: str, seat: int, code: str
) -> None:
    """Make a move: by the keys or letters of the board, by words written in the group or to the
    account alone, or on the page of the seat."""
    match.speaks = way == "words"
    if way == "alone":
        await _alone(match, seat, code)
    elif way == "page":
        await _by_page(match, client, seat, code)
    else:
        await _see_the_board(match, seat)
        await do_move(match, seat, code)


async def _alone(match: Match, seat: int, code: str) -> None:
    """What loses at once is asked about once more."""
    stage, user, before = match.stage, user_at(match, seat), match.stage.playing(match.chat)
    await stage.say(user, in_words(match, seat, code))
    if stage.table(match.chat) == before:
        await stage.press(user, user.id, lambda each: each.get("data", "").endswith(f":m:{code}"))


async def _see_the_board(match: Match, seat: int) -> None:
    """What was done alone or on a page the group hears with the next word that is said there."""
    question = match.stage.playing(match.chat).question
    data = [each.get("data", "") for each in actions_of(match.stage, match.chat)]
    if not any(each.split(":")[1:2] == [_base36(question)] for each in data):
        await match.stage.say(user_at(match, seat), "/status", match.chat)


async def _by_page(match: Match, client: TestClient[Any, Any], seat: int, code: str) -> None:
    offered = choices(await page_of(match, client, seat))
    await page_of(match, client, seat, offered[code])
    await match.stage.settle()


def _base36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return (_base36(number // 36) if number >= 36 else "") + digits[number % 36]


async def play_all_ways(
    match: Match, client: TestClient[Any, Any], dice: Dice, ways: tuple[str, ...] = WAYS
) -> set[tuple[str, str]]:
    """Random moves in random ways to the end. Tells which kinds of moves were made how."""
    made: set[tuple[str, str]] = set()
    for _ in range(MOST):
        table = match.stage.table(match.chat)
        if not isinstance(table, Playing):
            assert isinstance(table, Finished)
            return made
        game = match.stage.house.games[table.game]
        seat = dice.choose(sorted(ask_of(match).seats))
        codes = [move.code for move in game.moves(table.state, seat)]
        code = dice.choose(codes)
        if code == "challenge" and dice.below(3):
            code = "allow"
        way = dice.choose(ways)
        await move_by(match, client, way, seat, code)
        after = match.stage.table(match.chat)
        assert isinstance(after, Playing | Finished)
        fresh = after.moves[len(table.moves) :]
        assert fresh[:1] == (f"{seat}:{code}",), (way, code, fresh)
        made.add((code.partition(".")[0], way))
    raise AssertionError("the game does not end")
