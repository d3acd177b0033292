"""Who belongs to a group of LINE, and may look at its table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from adapters.belonging import Belongs
from adapters.line.api import NOBODY, STRANGE, UNKNOWN
from adapters.line.people import user_of
from tests.adapters.line.fake import User
from tests.adapters.line.stage import Stage

Work = Callable[[Stage, str, list[User]], Awaitable[None]]


def in_a_group(work: Work, kind: str = "group") -> None:
    async def whole() -> None:
        stage = Stage(language="en")
        users = [stage.person(name) for name in ("Mina", "Ken")]
        chat = await stage.group(*users, kind=kind)
        await work(stage, chat, users)

    asyncio.run(whole())


@pytest.mark.parametrize("kind", ["group", "room"])
def test_line_is_asked_about_people_who_were_never_heard(kind: str) -> None:
    async def work(stage: Stage, chat: str, users: list[User]) -> None:
        room, stranger = stage.room(chat), stage.person("Nobody")
        for user in users:
            assert await stage.host.belongs(room, user_of(user.id)) is Belongs.YES
        assert await stage.host.belongs(room, user_of(stranger.id)) is Belongs.NO

    in_a_group(work, kind)


def test_whoever_was_heard_there_is_known_until_they_leave() -> None:
    async def work(stage: Stage, chat: str, users: list[User]) -> None:
        mina, room = users[0], stage.room(chat)
        await stage.say(mina, "hello", chat)
        asked: list[str] = []

        async def never(path: str, *more: Any, **other: Any) -> tuple[int, dict[str, Any]]:
            asked.append(path)
            return 404, {}

        stage.host.api.ask = never  # type: ignore[method-assign]
        assert await stage.host.belongs(room, user_of(mina.id)) is Belongs.YES
        assert not asked
        stage.host.people.gone(room, mina.id)
        assert await stage.host.belongs(room, user_of(mina.id)) is Belongs.NO
        assert mina.id in asked[0] and chat in asked[0]

    in_a_group(work)


@pytest.mark.parametrize(
    ("status", "belongs"),
    [
        *((400, Belongs.NO), (403, Belongs.NO), (404, Belongs.NO)),
        *((401, Belongs.UNKNOWN), (429, Belongs.UNKNOWN), (500, Belongs.UNKNOWN)),
        *((NOBODY, Belongs.UNKNOWN), (UNKNOWN, Belongs.UNKNOWN), (STRANGE, Belongs.UNKNOWN)),
        (200, Belongs.UNKNOWN),  # about nobody, or somebody else
    ],
)
def test_what_line_says(status: int, belongs: Belongs) -> None:
    async def work(stage: Stage, chat: str, users: list[User]) -> None:
        async def tells(path: str, *more: Any, **other: Any) -> tuple[int, dict[str, Any]]:
            return status, {"userId": users[1].id} if status == 200 else {}

        stage.host.api.ask = tells  # type: ignore[method-assign]
        room = stage.room(chat)
        assert await stage.host.belongs(room, user_of(users[0].id)) is belongs

    in_a_group(work)
