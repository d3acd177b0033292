"""Tokens of LINE: LINE itself is asked about each, for our channel alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from adapters.page.door_texts import CannotAsk, NotConfirmed, OtherChannel, TooOld
from adapters.page.line_door import LineDoor
from adapters.page.who import NotIn, Person
from tests.adapters.page.line_login import LineLogin, served
from tests.adapters.page.porch import LIFF, LINE_AKI, id_token

NOW = 1_800_000_000.0
Work = Callable[[LineDoor, LineLogin], Awaitable[None]]


def at_the_door(work: Work) -> None:
    async def whole() -> None:
        async with served() as (line, address):
            door = LineDoor(LIFF, lambda: NOW, address)
            try:
                await work(door, line)
            finally:
                await door.close()

    asyncio.run(whole())


def why(found: Person | NotIn) -> type[Any]:
    assert isinstance(found, NotIn), found
    return type(found.why)


def test_a_good_id_token() -> None:
    async def work(door: LineDoor, line: LineLogin) -> None:
        token = id_token(LINE_AKI, NOW + 3600)
        line.knows(LINE_AKI, token, NOW + 3600, name="秋")
        assert await door.who(token, "") == Person(LINE_AKI, "秋")
        assert line.asked == ["POST /oauth2/v2.1/verify"]

    at_the_door(work)


def test_a_forged_id_token() -> None:
    async def work(door: LineDoor, line: LineLogin) -> None:
        line.grants(LINE_AKI, "access")
        found = await door.who(id_token(LINE_AKI, NOW + 3600), "access")
        assert found == NotIn(NotConfirmed("LINE"))
        assert line.asked == ["POST /oauth2/v2.1/verify"]  # no other proof makes it good

    at_the_door(work)


@pytest.mark.parametrize("token", ["", "x", "a.b", "a.b.c.d", "a.!.c", "a.W10.c", "é.é.é"])
def test_what_is_no_token_is_not_even_asked_about(token: str) -> None:
    async def work(door: LineDoor, line: LineLogin) -> None:
        assert why(await door.who(token, "")) is (NotConfirmed if token else TooOld)
        assert line.asked == []

    at_the_door(work)


def test_a_token_of_another_channel() -> None:
    async def work(door: LineDoor, line: LineLogin) -> None:
        token = id_token(LINE_AKI, NOW + 3600, channel="1111111111")
        line.knows(LINE_AKI, token, NOW + 3600)
        assert why(await door.who(token, "")) is OtherChannel
        assert line.asked == []
        line.grants(LINE_AKI, "theirs", client="1111111111")
        assert why(await door.who("", "theirs")) is OtherChannel
        assert line.asked == ["GET /oauth2/v2.1/verify"]
        ours = id_token(LINE_AKI, NOW + 3600)
        audience = {"error": "invalid_request", "error_description": "Invalid IdToken Audience."}
        line.id_tokens[ours] = audience
        assert why(await door.who(ours, "")) is OtherChannel

    at_the_door(work)


@pytest.mark.parametrize("by_line", [True, False])
def test_a_stale_id_token_and_a_good_access_token(by_line: bool) -> None:
    async def work(door: LineDoor, line: LineLogin) -> None:
        token = id_token(LINE_AKI, NOW + 5 if by_line else NOW - 5)
        expired = {"error": "invalid_request", "error_description": "IdToken expired."}
        line.id_tokens[token] = expired
        line.grants(LINE_AKI, "access")
        assert await door.who(token, "") == NotIn(TooOld(), again=True)
        assert await door.who(token, "access") == Person(LINE_AKI)
        assert await door.who("", "access") == Person(LINE_AKI)

    at_the_door(work)


def test_a_stale_access_token() -> None:
    async def work(door: LineDoor, line: LineLogin) -> None:
        assert await door.who("", "gone") == NotIn(TooOld(), again=True)
        line.grants(LINE_AKI, "old", left=0)
        assert await door.who("", "old") == NotIn(TooOld(), again=True)

    at_the_door(work)


@pytest.mark.parametrize(
    "more",
    [{"sub": "somebody"}, {"sub": None}, {"iss": "https://evil.example"}, {"aud": "1111111111"}],
)
def test_an_answer_that_is_not_about_our_person(more: dict[str, Any]) -> None:
    async def work(door: LineDoor, line: LineLogin) -> None:
        token = id_token(LINE_AKI, NOW + 3600)
        line.knows(LINE_AKI, token, NOW + 3600, **more)
        assert why(await door.who(token, "")) is NotConfirmed

    at_the_door(work)


@pytest.mark.parametrize("status", [500, 503, 429, 302, 200])
def test_while_line_does_not_answer_it_is_not_the_persons_fault(status: int) -> None:
    async def work(door: LineDoor, line: LineLogin) -> None:
        token = id_token(LINE_AKI, NOW + 3600)
        line.knows(LINE_AKI, token, NOW + 3600)
        line.grants(LINE_AKI, "access")
        line.status, line.body = status, "<html>no JSON</html>"
        trouble = NotIn(CannotAsk("LINE"), later=True)
        assert await door.who(token, "access") == trouble
        assert await door.who("", "access") == trouble
        line.status, line.body = 200, None
        assert isinstance(await door.who(token, ""), Person)

    at_the_door(work)


def test_a_server_that_is_not_there(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        door = LineDoor(LIFF, lambda: NOW, "http://127.0.0.1:9")
        token = id_token(LINE_AKI, NOW + 3600)
        assert await door.who(token, "") == NotIn(CannotAsk("LINE"), later=True)
        assert await door.who("", "access-secret") == NotIn(CannotAsk("LINE"), later=True)
        assert token not in caplog.text and "access-secret" not in caplog.text
        await door.close()

    caplog.set_level(logging.DEBUG)
    asyncio.run(work())
