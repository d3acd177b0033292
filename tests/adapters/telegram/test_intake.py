"""Updates by webhook and by asking: nothing is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from adapters.telegram.intake import LONGEST_BODY, SECRET_HEADER
from adapters.telegram.people import PLATFORM
from adapters.telegram.setup import kept_me
from adapters.telegram.voice import Me
from adapters.trouble import AddressRefused, PortRefused, Trouble, WrongTelegramToken
from adapters.web import make_app
from adapters.writer import Writer
from core.table.failures import OurTrouble
from storage.database import StoreError
from storage.database import Trouble as Kind
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
        kept = dict(stage.store.kept_like("aside:telegram:"))
        assert "aside:telegram:9" in kept
        assert len(kept) == len(garbage) + 1

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
                raise StoreError(Kind.LOCKED, "x.db")
            return hear(data)

        intake.ear.hear = crash  # type: ignore[method-assign]
        with pytest.raises(OurTrouble):
            await intake.poll_once()
        assert intake.offset == 5002
        assert [each["update_id"] for each in stage.server.updates] == [5001, 5002, 5003]
        intake.offset = 0  # as after a restart
        await intake.poll_once()
        assert intake.offset == 5004
        await intake.poll_once()
        assert not stage.server.updates
        assert names(stage, name) == ["Aki", "Mina", "Ken"]

    run(story())


def test_a_poison_update_does_not_hold_up_the_others() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name, press = await lobby(stage)
        stage.server.updates = [{"update_id": 5000, "message": {"chat": 3}}, press]
        await stage.telegram.intake.poll_once()
        assert names(stage, name) == ["Aki", "Mina", "Ken"]
        assert len(stage.store.kept_like("aside:telegram:")) == 1

    run(story())


def test_a_second_asker_makes_us_nap_longer_and_longer_until_it_is_gone() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name, press = await lobby(stage)
        rival = BadCallError(409, "Conflict: terminated by other getUpdates request")
        left = [rival] * 6
        stage.server.fault = lambda called, fields: (
            left.pop(0) if left and called == "getUpdates" else None
        )
        stage.server.updates = [press]
        naps, hearing = list[float](), stage.telegram.edge.hearing

        async def nap(seconds: float) -> None:
            assert hearing.deaf_for("telegram") > 0
            stage.clock.advance(seconds)
            naps.append(seconds)
            await asyncio.sleep(0)

        stage.telegram.intake.sleep = nap
        asking = asyncio.create_task(stage.telegram.intake.poll())
        await until(lambda: len(names(stage, name)) == 3)
        assert naps == [1.0, 2.0, 5.0, 15.0, 30.0, 30.0]
        assert hearing.deaf_for("telegram") == 0
        (channel,) = stage.telegram.edge.channels.channels()
        assert channel.trouble == "another program asks with this token"
        left.append(rival)
        await until(lambda: len(naps) == 7)
        assert naps[-1] == 1.0  # it went well in between
        asking.cancel()

    run(story())


def test_questions_that_fail_make_us_deaf_until_one_is_answered() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name, press = await lobby(stage)
        left = [BadCallError(502, "Bad Gateway")] * 4
        left += [BadCallError(429, "Too Many", retry_after=1)]
        stage.server.fault = lambda called, fields: (
            left.pop(0) if left and called == "getUpdates" else None
        )
        stage.server.updates = [press]
        asking = asyncio.create_task(stage.telegram.intake.poll())
        await until(lambda: len(names(stage, name)) == 3)
        asking.cancel()
        hearing = stage.telegram.edge.hearing
        assert [each.platform for each in hearing.recovered()] == ["telegram"]
        assert hearing.recovered()[0].seconds == pytest.approx(1 + 2 + 5 + 5 + 1)

    run(story())


def test_trouble_of_the_store_is_a_500_within_two_seconds_and_never_sets_anything_aside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        _, _, name, press = await lobby(stage)

        def locked(*_: Any) -> Any:
            raise StoreError(Kind.LOCKED, "x.db")

        monkeypatch.setattr(stage.store, "run", locked)
        monkeypatch.setattr(stage.store, "enter", locked)
        async with hosted(stage) as client:
            for _ in range(5):
                assert await bring(client, stage, press) == 500
            monkeypatch.undo()
            assert not stage.store.kept_like("aside:")
            assert await bring(client, stage, press) == 200
        assert names(stage, name) == ["Aki", "Mina", "Ken"]

    run(story())


def test_a_press_that_took_too_long_and_was_stored_all_the_same_is_answered() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        people, _, name, press = await lobby(stage)
        intake, thread = stage.telegram.intake, Writer()
        hear, intake._writer = intake.ear.hear, thread

        def slowly(data: Any) -> Any:
            time.sleep(0.4)
            return hear(data)

        intake.ear.hear = slowly  # type: ignore[method-assign]
        with pytest.raises(OurTrouble):
            await intake.take(press, 0.1)
        await until(lambda: bool(people[2].alerts))
        thread.shutdown()
        assert names(stage, name) == ["Aki", "Mina", "Ken"]
        await stage.telegram.doer.finish()
        assert len(people[2].alerts) == 1

    run(story())


def test_a_bug_of_ours_holds_up_the_others_for_three_tries_and_is_kept() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name, press = await lobby(stage)
        intake = stage.telegram.intake
        hear = intake.ear.hear

        def break_down(data: Any) -> Any:
            if data["update_id"] == 5000:
                raise ZeroDivisionError
            return hear(data)

        intake.ear.hear = break_down  # type: ignore[method-assign]
        stage.server.updates = [{"update_id": 5000}, press]
        for _ in range(2):
            with pytest.raises(OurTrouble):
                await intake.poll_once()
            assert names(stage, name) == ["Aki", "Mina"]
        await intake.poll_once()
        assert names(stage, name) == ["Aki", "Mina", "Ken"]
        ((key, kept),) = stage.store.kept_like("aside:telegram:")
        assert key == "aside:telegram:5000"
        assert "ZeroDivisionError" in kept

    run(story())


def test_a_body_of_brackets_in_brackets_is_set_aside() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        await stage.begin()
        async with hosted(stage) as client:
            assert await bring(client, stage, b"[" * 100_000) == 200
            deep = b'{"update_id":1,"message":' + b'{"x":' * 20_000 + b"1" + b"}" * 20_001
            assert await bring(client, stage, deep) == 200
        assert len(stage.store.kept_like("aside:telegram:")) == 2

    run(story())


@pytest.mark.parametrize(
    "content",
    [
        {"message": {"message_id": 1, "date": 1, "chat": {"id": "7", "type": "group"}}},
        {"message": {"message_id": 1, "date": 10**17, "chat": {"id": 7, "type": "group"}}},
        {"callback_query": {"id": 7, "from": {"id": 1, "is_bot": False, "first_name": "x"}}},
        {"callback_query": {"id": "7", "from": {"id": 1, "is_bot": False, "first_name": 3}}},
        {"my_chat_member": {"chat": {"id": 1, "type": "group"}}},
        {"chat_member": 5},
    ],
)
def test_wrong_types_are_set_aside_at_once(content: dict[str, Any]) -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        await stage.begin()
        async with hosted(stage) as client:
            assert await bring(client, stage, {"update_id": 77, **content}) == 200
        assert [key for key, _ in stage.store.kept_like("aside:")] == ["aside:telegram:77"]

    run(story())


def test_a_secret_of_odd_bytes_is_refused_with_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        await stage.begin()
        async with hosted(stage) as client:
            assert client.port is not None
            reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
            path, name = stage.telegram.intake.path.encode(), SECRET_HEADER.encode()
            head = b"POST " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n" + name + b": \xff\r\n"
            writer.write(head + b"Content-Length: 2\r\n\r\n{}")
            assert b" 403 " in await reader.readline()
            writer.close()
        assert not stage.store.kept_like("aside:")

    run(story())
    assert "Traceback" not in caplog.text
    assert sum("without its secret" in line for line in caplog.messages) == 1


async def until(done: Callable[[], bool]) -> None:
    for _ in range(200):
        await asyncio.sleep(0.01)
        if done():
            return
    raise AssertionError("it never came")


async def no_time(seconds: float) -> None:
    await asyncio.sleep(0)


def test_a_wrong_token_ends_the_platform_with_a_line_without_the_token() -> None:
    async def story() -> None:
        stage = Stage()
        stage.server.token_good = False
        before = stage.clock()
        with pytest.raises(Trouble) as trouble:
            await stage.telegram.run()
        assert isinstance(trouble.value.message, WrongTelegramToken)
        assert TOKEN not in str(trouble.value.message)
        assert stage.clock() - before < 30  # nobody has ever played here: no reason for patience

    run(story())


def test_a_token_that_is_refused_twice_a_minute_apart_ends_the_platform() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        running = asyncio.create_task(stage.telegram.run())
        await until(lambda: bool(stage.server.webhook))
        stage.server.token_good = False
        before = stage.clock()
        await stage.telegram.api.answer("q")
        with pytest.raises(Trouble):
            await asyncio.wait_for(running, 2)
        assert stage.clock() - before >= 60

    run(story())


def test_a_token_that_is_refused_once_ends_nothing_and_keeps_the_letters() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name, press = await lobby(stage)
        stage.telegram.intake.sleep = stage.telegram.sleep = no_time
        running = asyncio.create_task(stage.telegram.run())
        left = {"sendMessage": 2, "editMessageText": 2, "getUpdates": 1}

        def fault(called: str, fields: dict[str, Any]) -> BadCallError | None:
            if not left.get(called):
                return None
            left[called] -= 1
            return BadCallError(401, "Unauthorized")

        stage.server.fault = fault
        stage.server.updates = [press]
        await until(lambda: len(names(stage, name)) == 3)
        await stage.quiet()
        assert not running.done()
        running.cancel()
        assert "Ken" in stage.newest(chat)["text"]
        assert not any(left[each] for each in ("editMessageText", "getUpdates"))
        assert people

    run(story())


def test_a_database_in_trouble_keeps_nobody_from_joining(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        bot, store = stage.telegram.bot, stage.store
        assert kept_me(bot, store).username
        monkeypatch.setattr(store, "kept", broken_once(store.kept))
        assert kept_me(bot, store) == Me(4200)

    run(story())


def test_a_start_that_is_broken_off_while_the_token_is_refused_leaves_nobody_deaf(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        stage = Stage()
        await lobby(stage)
        telegram, hearing = stage.telegram, stage.telegram.edge.hearing
        telegram.intake.sleep = telegram.sleep = no_time
        monkeypatch.setattr(telegram.directory, "kept", broken_once(telegram.directory.kept))
        stage.server.token_good = False
        with pytest.raises(OurTrouble):
            await telegram.run()
        stage.server.token_good = True
        running = asyncio.create_task(telegram.run())
        await until(lambda: not hearing.deaf_for(PLATFORM))
        running.cancel()

    run(story())


def broken_once(kept: Callable[[str], str]) -> Callable[[str], str]:
    """What is kept cannot be read once, when somebody asks whether a token ever worked."""
    left = [1]

    def read(name: str) -> str:
        if name.startswith("telegram:me:") and left:
            left.pop()
            raise OurTrouble("locked")
        return kept(name)

    return read


@pytest.mark.parametrize(
    ("web", "error", "kind"),
    [
        ("https://cards.example.org:8000", None, PortRefused),
        (WEB, "bad webhook: An HTTPS URL must be provided for webhook", AddressRefused),
        (WEB, "bad webhook: IP address 10.0.0.1 is reserved", AddressRefused),
    ],
)
def test_an_address_that_telegram_refuses_ends_the_platform(
    web: str, error: str | None, kind: type
) -> None:
    async def story() -> None:
        stage = Stage(web=web)
        stage.server.fault = lambda called, fields: (
            BadCallError(400, f"Bad Request: {error}") if error and called == "setWebhook" else None
        )
        with pytest.raises(Trouble) as trouble:
            await stage.telegram.run()
        assert isinstance(trouble.value.message, kind)

    run(story())


def test_an_address_that_does_not_resolve_yet_is_tried_again() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        left = [BadCallError(400, "Bad Request: bad webhook: Failed to resolve host")] * 2
        stage.server.fault = lambda called, fields: (
            left.pop() if left and called == "setWebhook" else None
        )
        running = asyncio.create_task(stage.telegram.run())
        await until(lambda: bool(stage.server.webhook))
        running.cancel()

    run(story())


def test_run_may_be_called_again_after_a_failure() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name, press = await lobby(stage)
        tidying = stage.telegram.traffic
        tidying.run = broken  # type: ignore[method-assign]
        with pytest.raises(ZeroDivisionError):
            await stage.telegram.run()
        del tidying.run
        stage.server.updates = [press]
        running = asyncio.create_task(stage.telegram.run())
        await until(lambda: len(names(stage, name)) == 3)
        running.cancel()

    run(story())


async def broken() -> None:
    raise ZeroDivisionError


def test_when_it_is_quiet_nothing_new_is_heard_and_what_was_begun_is_answered() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        people, _, name, press = await lobby(stage)
        async with hosted(stage) as client:
            begun = asyncio.create_task(stage.telegram.intake._brought(json.dumps(press).encode()))
            stage.telegram.intake._taking.add(begun)
            await stage.telegram.quiet()
            assert await bring(client, stage, {"update_id": 6000}) == 503
        await stage.telegram.close()
        assert names(stage, name) == ["Aki", "Mina", "Ken"]
        assert people[2].alerts  # the press was answered

    run(story())


def test_a_question_that_waits_ends_when_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        asked, intake = asyncio.Event(), stage.telegram.intake

        async def hang(*_: Any, **__: Any) -> Any:
            asked.set()
            await asyncio.sleep(3600)

        monkeypatch.setattr("adapters.telegram.intake.raw", hang)
        asking = asyncio.create_task(intake.poll())
        await asyncio.wait_for(asked.wait(), 2)
        await stage.telegram.quiet()
        await asyncio.sleep(0.05)
        assert intake._asking is None
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    run(story())


def test_telegram_that_cannot_be_reached_at_the_start_is_asked_again() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        left = [BadCallError(502, "Bad Gateway")] * 2
        stage.server.fault = lambda called, fields: left.pop() if left else None
        running = asyncio.create_task(stage.telegram.run())
        for _ in range(100):
            await asyncio.sleep(0.01)
            if stage.server.webhook:
                break
        await until(lambda: not stage.telegram.edge.hearing.deaf_for("telegram"))
        running.cancel()
        assert stage.server.webhook
        assert stage.telegram.edge.hearing.recovered()  # it was deaf until then
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
