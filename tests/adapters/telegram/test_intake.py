"""Updates by webhook and by asking: nothing is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from adapters.telegram.intake import LONGEST_BODY, SECRET_HEADER
from adapters.trouble import Trouble, WrongTelegramToken
from adapters.web import make_app
from tests.adapters.telegram.fake import TOKEN
from tests.adapters.telegram.fake_limits import BadCallError
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import seat
from tests.adapters.telegram.stage import Stage, run
from tests.adapters.telegram.test_hear import button, names
from tests.adapters.telegram.test_match import four

WEB = "https://cards.example.org"
Client = TestClient[web.Request, web.Application]


@asynccontextmanager
async def hosted(stage: Stage) -> AsyncIterator[Client]:
    """The web server of the host, and a client that could be Telegram."""
    app = make_app(stage.telegram.routes(), loopback=True, public=WEB)
    async with TestClient(TestServer(app)) as client:
        yield client


async def bring(
    client: Client, stage: Stage, data: Any, secret: str | None = None, host: str = ""
) -> int:
    """An update is brought. Tells the status of the answer."""
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    headers = {SECRET_HEADER: stage.server.secret if secret is None else secret}
    if host:
        headers["Host"] = host
    answer = await client.post(stage.telegram.intake.path, data=body, headers=headers)
    return answer.status


async def lobby(stage: Stage) -> tuple[list[Person], Chat, str, dict[str, Any]]:
    """A lobby, and a press on Join that has not arrived yet."""
    await stage.begin()
    people, chat = four(stage), stage.group()
    name = await seat(stage, chat, people[:2])
    message, data = button(stage, chat, "join")
    query = stage.query(people[2], chat, message, data)
    return people, chat, name, {"update_id": 5001, "callback_query": query}


def test_the_webhook_takes_what_has_the_secret() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        _, _, name, press = await lobby(stage)
        assert stage.server.webhook == f"{WEB}/telegram/4200"
        assert TOKEN not in stage.server.webhook
        async with hosted(stage) as client:
            for secret in ("", "x", stage.server.secret[:-1], "ü" * 64):
                assert await bring(client, stage, press, secret) == 403
            assert names(stage, name) == ["Aki", "Mina"]
            assert await bring(client, stage, press, host="evil.example.com") == 403
            assert await bring(client, stage, press, host="cards.example.org") == 200
            assert names(stage, name) == ["Aki", "Mina", "Ken"]
            assert await bring(client, stage, press) == 200  # once more
            await stage.quiet()
            assert names(stage, name) == ["Aki", "Mina", "Ken"]

    run(story())


def test_too_large_and_garbage_are_answered_so_that_they_do_not_come_back() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        _, _, name, press = await lobby(stage)
        async with hosted(stage) as client:
            assert await bring(client, stage, b"x" * (LONGEST_BODY + 1)) == 413
            garbage = (b"", b"{", b"[]", b"\xff\xfe", b'"x"', b"null", b"{}", b'{"update_id":"x"}')
            for body in garbage:
                assert await bring(client, stage, body) == 200
            poison = {"update_id": 9, "message": {"message_id": []}}
            assert await bring(client, stage, poison) == 200
            assert await bring(client, stage, press) == 200
        assert names(stage, name) == ["Aki", "Mina", "Ken"]
        kept = dict(stage.store.kept_like("telegram:aside:"))
        assert "telegram:aside:9" in kept

    run(story())


def test_the_order_of_updates_does_not_matter() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        people, chat, name, press = await lobby(stage)
        message, data = button(stage, chat, "join")
        other = {"update_id": 4000, "callback_query": stage.query(people[3], chat, message, data)}
        async with hosted(stage) as client:
            for update in (press, other, press, other):
                assert await bring(client, stage, update) == 200
        assert names(stage, name) == ["Aki", "Mina", "Ken", "Yu"]

    run(story())


def test_the_200_comes_after_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the database fails there is a 500, and the update counts when it comes again."""

    async def story() -> None:
        stage = Stage(web=WEB)
        _, _, name, press = await lobby(stage)

        def broken(*_: Any) -> Any:
            raise OSError("the disk is gone")

        monkeypatch.setattr(stage.store, "run", broken)
        monkeypatch.setattr(stage.store, "keep", broken)
        async with hosted(stage) as client:
            assert await bring(client, stage, press) == 500
            monkeypatch.undo()
            assert names(stage, name) == ["Aki", "Mina"]
            assert await bring(client, stage, press) == 200
        assert names(stage, name) == ["Aki", "Mina", "Ken"]

    run(story())


# ------------------------------------------------------------------ asking


def test_the_offset_moves_only_after_the_commit() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name, press = await lobby(stage)
        stage.server.updates = [press, {"update_id": 5002}, {"update_id": 5003}]
        intake = stage.telegram.intake
        hear, count = intake.ear.hear, 0

        def crash(data: Any) -> Any:
            nonlocal count
            count += 1
            if count == 2:
                raise KeyboardInterrupt
            return hear(data)

        intake.ear.hear = crash  # type: ignore[method-assign]
        with pytest.raises(KeyboardInterrupt):
            await intake.poll_once(0)
        assert [each["update_id"] for each in stage.server.updates] == [5001, 5002, 5003]
        offset = await intake.poll_once(0)  # as after a restart
        assert offset == 5004
        assert await intake.poll_once(offset) == 5004
        assert not stage.server.updates
        assert names(stage, name) == ["Aki", "Mina", "Ken"]

    run(story())


def test_a_poison_update_does_not_hold_up_the_others() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name, press = await lobby(stage)
        stage.server.updates = [{"update_id": 5000, "message": {"chat": 3}}, press]
        await stage.telegram.intake.poll_once(0)
        assert names(stage, name) == ["Aki", "Mina", "Ken"]
        assert len(stage.store.kept_like("telegram:aside:")) == 1

    run(story())


def test_a_second_asker_is_noticed_and_polling_goes_on(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name, press = await lobby(stage)
        left = [BadCallError(409, "Conflict: terminated by other getUpdates request")] * 3
        left += [BadCallError(502, "Bad Gateway"), BadCallError(429, "Too Many", retry_after=1)]
        stage.server.fault = lambda called, fields: (
            left.pop(0) if left and called == "getUpdates" else None
        )
        stage.server.updates = [press]
        real = asyncio.sleep

        async def fast(seconds: float) -> None:
            await real(0)

        monkeypatch.setattr("adapters.telegram.intake.asyncio.sleep", fast)
        asking = asyncio.create_task(stage.telegram.intake.poll())
        for _ in range(100):
            await real(0.01)
            if len(names(stage, name)) == 3:
                break
        asking.cancel()
        assert names(stage, name) == ["Aki", "Mina", "Ken"]
        assert sum("same TELEGRAM_TOKEN" in line for line in caplog.messages) == 1

    run(story())


def test_a_wrong_token_ends_the_platform_with_a_line_without_the_token() -> None:
    async def story() -> None:
        stage = Stage()
        stage.server.token_good = False
        with pytest.raises(Trouble) as trouble:
            await stage.telegram.run()
        assert isinstance(trouble.value.message, WrongTelegramToken)
        assert TOKEN not in str(trouble.value.message)

    run(story())


def test_a_token_that_is_revoked_later_is_noticed_by_the_next_call() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        running = asyncio.create_task(stage.telegram.run())
        await asyncio.sleep(0.05)
        stage.server.token_good = False
        await stage.telegram.api.answer("q")
        with pytest.raises(Trouble):
            await asyncio.wait_for(running, 2)

    run(story())


def test_telegram_that_cannot_be_reached_at_the_start_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        left = [BadCallError(502, "Bad Gateway")] * 2
        stage.server.fault = lambda called, fields: left.pop() if left else None
        monkeypatch.setattr("adapters.telegram.platform.FIRST_NAP", 0.01)
        running = asyncio.create_task(stage.telegram.run())
        for _ in range(100):
            await asyncio.sleep(0.01)
            if stage.server.webhook:
                break
        running.cancel()
        assert stage.server.webhook
        assert stage.telegram.me.username == "fumibako_bot"

    run(story())


def test_menus_are_set_per_scope_and_language_and_only_once() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        scopes = ("all_private_chats", "all_group_chats", "all_chat_administrators")
        assert set(stage.server.menus) == {(s, code) for s in scopes for code in ("", "ja")}
        calls = len(stage.server.calls)
        await stage.begin()
        assert [name for name, _ in stage.server.calls[calls:]] == ["getMe", "deleteWebhook"]

    run(story())
