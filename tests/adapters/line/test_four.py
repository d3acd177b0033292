"""The match in four panels on LINE: a picture where it can be fetched, else a bubble, never a push;
and a bluff for its owner, with the next word to us alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from aiohttp.test_utils import TestClient, TestServer

from adapters.line.api import Outcome
from adapters.picture.gallery import Gallery
from adapters.picture.painter import Painter
from adapters.web import make_app
from core.desk.bluffs import unasked_bluff
from core.house.house import Input
from core.kernel.asks import Ask
from core.table.commands import Answer, Choose
from core.table.failures import OurTrouble
from core.table.table import Finished, Playing
from tests.adapters.line.fake import Data, User, texts
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage, inline

PNG = b"\x89PNG\r\n\x1a\n picture"
PUBLIC = "https://cards.example"
CLAIMS = ("allow", "coup", "assassinate", "tax", "steal", "exchange")


class Fast(Painter):
    """Paints at once, or not at all."""

    def __init__(self, png: bytes = PNG) -> None:
        super().__init__()
        self.png = png
        self.asked = 0

    async def paint(self, svg: str) -> bytes:
        self.asked += 1
        return self.png


async def coup(stage: Stage) -> tuple[Match, list[User]]:
    """A match of Coup in which people claim whatever comes, and nobody doubts it."""
    users = [stage.person(name, friend=True) for name in ("ミナ", "Aki", "けん")]
    chat = await stage.group(*users)
    match = Match(stage, chat, users)
    await match.verb(users[0], "open")
    host = f"line:{users[0].id}"
    name = stage.table(chat).id
    stage.house.handle(Input(Choose(host, "game", "coup"), stage.clock(), table=name))
    for user in users[1:]:
        await match.verb(user, "join")
    await match.verb(users[0], "start")
    game = stage.house.games["coup"]
    while isinstance(now := stage.table(chat), Playing):
        asked = game.ask(now.state)
        assert isinstance(asked, Ask)
        at = min(asked.seats)
        codes = [move.code for move in game.moves(now.state, at)]
        liked = (c for want in CLAIMS for c in codes if c.startswith(want))
        answer = Answer(str(now.chairs[at - 1].user), now.question, next(liked, codes[-1]))
        stage.house.handle(Input(answer, stage.clock(), table=name))
    await stage.settle()
    await stage.say(users[0], "状況", chat)
    return match, users


def said(stage: Stage, chat: str) -> list[Data]:
    return [entry.message for entry in stage.entries(chat) if entry.by == "bot"]


def on_a_finished_table(work: Callable[[Stage, Match, list[User]], Awaitable[None]]) -> Stage:
    async def whole() -> Stage:
        stage = Stage("panels")
        match, users = await coup(stage)
        await work(stage, match, users)
        return stage

    stage = asyncio.run(whole())
    assert stage.line.billed == 0
    assert not stage.line.refusals
    return stage


async def pressed(stage: Stage, match: Match, user: User) -> list[Data]:
    """What is said when somebody presses the key to the panels."""
    before = len(said(stage, match.chat))
    table = stage.house.ended_in(1)
    await stage.do(user, match.chat, {"type": "postback", "data": f"{table}:0:panels"})
    return said(stage, match.chat)[before:]


def four(told: list[Data]) -> tuple[Data, Data]:
    """The picture among some messages, and the one after it."""
    place = next(i for i, each in enumerate(told) if each["type"] == "image")
    return told[place], told[place + 1]


def test_without_an_address_a_bubble_tells_it_once() -> None:
    async def work(stage: Stage, match: Match, users: list[User]) -> None:
        told = await pressed(stage, match, users[1])
        bubbles = [each for each in told if {"起", "承", "転", "結"} <= set(texts(each))]
        assert [each["type"] for each in bubbles] == ["flex"]
        [again] = await pressed(stage, match, users[2])
        assert again["text"] == "4コマはもう上に出ています。"

    on_a_finished_table(work)


def test_what_could_not_be_said_is_not_counted_as_shown() -> None:
    async def work(stage: Stage, match: Match, users: list[User]) -> None:
        room = stage.host.directory.found("line", match.chat)
        assert room is not None
        kept = f"panels:{stage.house.ended_in(1)}:{room.id}"
        replies = stage.host.say.replies
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(replies, "_tried", away)
            await pressed(stage, match, users[1])
        assert stage.host.directory.kept(kept) not in ("", "shown")
        await stage.say(users[1], "状況", match.chat)
        bubbles = [m for m in said(stage, match.chat) if {"起", "承", "転", "結"} <= set(texts(m))]
        assert len(bubbles) == 1
        assert stage.host.directory.kept(kept) == "shown"

    on_a_finished_table(work)


async def away(body: Data) -> Outcome:
    return Outcome.AWAY


def test_with_an_address_a_picture_comes_with_its_words() -> None:
    async def work(stage: Stage, match: Match, users: list[User]) -> None:
        painter = Fast()
        gallery = Gallery(stage.house, inline(), stage.keys, painter, PUBLIC)
        gallery.bots["line"] = "@123abcde"
        stage.host.say.gallery = gallery
        picture, words = four(await pressed(stage, match, users[1]))
        url = picture["originalContentUrl"]
        assert picture["type"] == "image" and picture["previewImageUrl"] == url
        assert "起" in words["text"]
        assert url.startswith(f"{PUBLIC}/panels/")
        path = url.removeprefix(PUBLIC)
        app = make_app(gallery.routes(), loopback=False, public=PUBLIC)
        async with TestClient(TestServer(app)) as client:
            for _ in range(2):
                answer = await client.get(path)
                assert answer.status == 200 and await answer.read() == PNG
                assert answer.content_type == "image/png"
            assert painter.asked == 1, "it is kept"
            table, room, rest = path.removeprefix("/panels/").split(".", 2)
            forged = f"{'0' if rest[0] != '0' else '1'}{rest[1:]}"
            for wrong in (
                f"/panels/{table}.{room}.{forged}",
                f"/panels/{table}.9{room}.{rest}",
                f"/panels/x{table}.{room}.{rest}",
                f"/panels/{table}.png",
                "/panels/%F0%9F%98%80.png",
            ):
                assert (await client.get(wrong)).status == 404, wrong
            assert painter.asked == 1
            stage.house.forgotten += 1
            assert (await client.get(path)).status == 200
            assert painter.asked == 2, "somebody was forgotten: it may have borne their name"

    on_a_finished_table(work)


def test_a_picture_that_cannot_be_painted_is_asked_for_again() -> None:
    async def work(stage: Stage, match: Match, users: list[User]) -> None:
        painter = Fast(b"")
        gallery = Gallery(stage.house, inline(), stage.keys, painter, PUBLIC)
        stage.host.say.gallery = gallery
        picture, words = four(await pressed(stage, match, users[1]))
        assert "結" in words["text"], "the words are there all the same"
        path = picture["originalContentUrl"].removeprefix(PUBLIC)
        app = make_app(gallery.routes(), loopback=False, public=PUBLIC)
        async with TestClient(TestServer(app)) as client:
            assert (await client.get(path)).status == 503
            painter.png = PNG
            assert (await client.get(path)).status == 200

    on_a_finished_table(work)


def test_only_an_address_that_LINE_can_fetch_counts() -> None:  # noqa: N802
    stage = Stage("addresses")
    for public in ("", "http://cards.example"):
        gallery = Gallery(stage.house, inline(), stage.keys, Fast(), public)
        assert gallery.link("k7mq2xw9", 1) == ""
        assert not gallery.routes()


def test_a_bluff_is_told_with_the_next_word_to_its_owner() -> None:
    async def work(stage: Stage, match: Match, users: list[User]) -> None:
        table, game = stage.table(match.chat), stage.house.games["coup"]
        assert isinstance(table, Finished)
        owners = []
        for user in users:
            seat = next(
                i for i, chair in enumerate(table.chairs, 1) if chair.user == f"line:{user.id}"
            )
            await stage.say(user, "こんにちは")
            heard = [text for each in said(stage, user.id) for text in texts(each)]
            knows = any("🤫" in text for text in heard)
            assert knows == (unasked_bluff(table, game, seat) is not None)
            owners += [user] * knows
            stage.host.private_ear._confessed.clear()  # as after a restart
            await stage.say(user, "こんにちは")
            again = [text for each in said(stage, user.id) for text in texts(each)]
            assert sum("🤫" in text for text in again) == sum("🤫" in text for text in heard)
        assert owners
        assert not any("🤫" in t for each in said(stage, match.chat) for t in texts(each))
        key = {"type": "postback", "data": f"{table.id}:0:own-up"}
        await stage.do(owners[0], owners[0].id, key)
        await pressed(stage, match, users[0])
        assert any("🤫" in t for each in said(stage, match.chat) for t in texts(each))

    on_a_finished_table(work)


def test_a_bluff_comes_with_the_word_that_comes_again_if_the_first_could_not_be_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(stage: Stage, match: Match, users: list[User]) -> None:
        table, game = stage.table(match.chat), stage.house.games["coup"]
        assert isinstance(table, Finished)
        for user in users:
            seat = next(
                i for i, chair in enumerate(table.chairs, 1) if chair.user == f"line:{user.id}"
            )
            bluffed = unasked_bluff(table, game, seat) is not None
            event = stage.line.text(user.id, user.id, "こんにちは")
            with monkeypatch.context() as patch:
                patch.setattr(stage.host.hear.doer, "store", _full)
                assert await stage.line.send(event) == 500
            await stage.send(event)
            await stage.say(user, "こんにちは")
            heard = [text for each in said(stage, user.id) for text in texts(each)]
            assert any("🤫" in text for text in heard) == bluffed

    on_a_finished_table(work)


def _full(*_: object) -> None:
    raise OurTrouble("full")
