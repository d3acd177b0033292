"""What `fumibako doctor` finds at Telegram, and what the program says about its token."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from aiohttp import web

from adapters.app import App
from adapters.doctor import DatabaseGood, TelegramNotSet, examine
from adapters.finding import Finding
from adapters.platform import Platform
from adapters.settings import load
from adapters.status import Channel, Status
from adapters.telegram import checkup as looks
from adapters.telegram.api import RIVAL
from adapters.trouble import PortRefused, Trouble, WrongTelegramToken
from core.kernel.text import Public
from tests.adapters.telegram.fake import TOKEN
from tests.adapters.telegram.fake_limits import BadCallError
from tests.adapters.telegram.fake_request import FakeRequest
from tests.adapters.telegram.stage import GROUP, Stage, run
from tests.adapters.telegram.test_match import four

ROOT = Path(__file__).parents[3]
WEB = "https://cards.example.org"


async def found(
    stage: Stage, url: str = "", running: Status | None = None
) -> dict[type[Public], bool | None]:
    """What the doctor says, by the kind of message."""
    findings = await looks.checkup(
        TOKEN, stage.store, url, stage.clock, request=FakeRequest(stage.server), running=running
    )
    return {type(each.message): each.good for each in findings}


def test_a_good_host_is_told_so() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage), stage.group()
        await stage.add_bot(chat, people[0])
        assert await found(stage) == {
            looks.TokenGood: True,
            looks.PrivacyOn: True,
            looks.AskingFree: True,
            looks.MayWrite: True,
        }

    run(story())


def test_rights_are_looked_at_group_by_group() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people = four(stage)
        states = ("member", "muted", "kicked")
        for number, state in enumerate(states):
            chat = stage.group(f"G{number}", GROUP - number)
            await stage.add_bot(chat, people[0])
            chat.state = state
        told = await found(stage)
        assert told[looks.MayWrite] is True
        assert told[looks.MayNotWrite] is False
        assert told[looks.NotThere] is None

    run(story())


def host(**known: Any) -> Status:
    """What a running host tells of itself."""
    return Status("0.2.0", 1, 0.0, 100.0, channels=(Channel("telegram", **known),))


def test_a_webhook_that_leads_elsewhere_is_noticed() -> None:
    async def story() -> None:
        stage = Stage()
        stage.server.webhook = "https://elsewhere.example.com/x"
        assert (await found(stage))[looks.WebhookElsewhere] is False
        assert (await found(stage, WEB))[looks.WebhookElsewhere] is False

    run(story())


def test_the_doctor_never_asks_for_updates() -> None:
    async def story() -> None:
        stage = Stage()
        for running in (None, host(heard=90.0), host(deaf=9.0)):
            await found(stage, running=running)
        assert not [name for name, _ in stage.server.calls if name == "getUpdates"]

    run(story())


def test_a_host_that_has_just_started_is_no_fault() -> None:
    async def story() -> None:
        told = await found(Stage(), running=host(deaf=0.1))
        assert not {looks.HostDeaf, looks.HostHears} & set(told)

    run(story())


@pytest.mark.parametrize(
    ("running", "kind", "good"),
    [
        (None, looks.AskingFree, True),
        (host(heard=90.0), looks.HostHears, True),
        (host(deaf=40.0, trouble="no answer in time"), looks.HostDeaf, False),
        (host(deaf=40.0, trouble=RIVAL), looks.SomebodyAsks, False),
        (host(ended=True, trouble="the token is refused"), looks.HostEnded, False),
    ],
)
def test_whether_anybody_hears_is_learnt_from_the_running_host(
    running: Status | None, kind: type[Public], good: bool
) -> None:
    async def story() -> None:
        told = await found(Stage(), running=running)
        others = {looks.AskingFree, looks.HostHears, looks.HostDeaf, looks.SomebodyAsks}
        assert told[kind] is good
        assert not (others - {kind}) & set(told)

    run(story())


def test_rooms_of_another_bot_are_told_of() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        assert looks.OtherBot not in await found(stage)
        stage.store.keep("telegram:me:7", '{"id":7,"username":"old_bot"}', stage.clock())
        findings = await looks.checkup(
            TOKEN, stage.store, "", stage.clock, request=FakeRequest(stage.server)
        )
        assert Finding(None, looks.OtherBot("@old_bot", "@fumibako_bot")) in findings

    run(story())


@asynccontextmanager
async def answering(
    status: int, body: bytes, kind: str = "application/json", only: str = ""
) -> AsyncIterator[str]:
    """A server that answers the same to everything (or to one method); its address."""
    stage = Stage()

    async def answer(request: web.Request) -> web.Response:
        name = request.path.rsplit("/", 1)[1]
        if only and name != only:
            return web.json_response({"ok": True, "result": stage.server.call(name, {})})
        return web.Response(status=status, body=body, content_type=kind)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@pytest.mark.parametrize("only", ["", "getMe", "getWebhookInfo"])
@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (200, b"{}", "application/json"),
        (200, b'{"ok":true,"result":{}}', "application/json"),
        (200, b'{"ok":true,"result":7}', "application/json"),
        (200, b"<html>Welcome to the hotel</html>", "text/html"),
        (404, b"<html>Not Found</html>", "text/html"),
        (403, b"[]", "application/json"),
        (200, b"", "text/plain"),
    ],
)
def test_what_is_no_answer_of_telegram_is_told_as_such(
    status: int, body: bytes, kind: str, only: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        stage = Stage()
        async with answering(status, body, kind, only) as url:
            findings = await looks.checkup(TOKEN, stage.store, "", time.time, base_url=url)
        bad = [each.message for each in findings if each.good is False]
        assert [type(each) for each in bad] == [looks.OddAnswer]

    run(story())
    assert "hotel" not in caplog.text
    assert "Traceback" not in caplog.text


def test_the_webhook_is_looked_at() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        assert (await found(stage, WEB))[looks.WebhookMissing] is None
        await stage.begin()
        assert (await found(stage, WEB))[looks.WebhookGood] is True
        info: dict[str, Any] = stage.server.do_getWebhookInfo({})
        info |= {"pending_update_count": 3, "last_error_message": "Connection refused"}
        stage.server.do_getWebhookInfo = lambda fields: info  # type: ignore[method-assign]
        assert (await found(stage, WEB))[looks.WebhookFails] is False
        assert (await found(stage, f"{WEB}:8000"))[PortRefused] is False

    run(story())


def test_settings_at_botfather_are_looked_at() -> None:
    async def story() -> None:
        stage = Stage()
        me = stage.server.me() | {"can_join_groups": False, "can_read_all_group_messages": True}
        stage.server.me = lambda: me  # type: ignore[method-assign]
        told = await found(stage)
        assert told[looks.GroupsForbidden] is False
        assert told[looks.PrivacyOff] is None

    run(story())


def test_a_wrong_token_and_a_lost_network_are_told_apart() -> None:
    async def story() -> None:
        stage = Stage()
        stage.server.token_good = False
        assert await found(stage) == {WrongTelegramToken: False}
        stage.server.token_good = True
        stage.server.fault = lambda name, fields: BadCallError(502, "Bad Gateway")
        assert await found(stage) == {looks.CannotReach: False}

    run(story())


def test_what_was_kept_aside_is_counted() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.update(message={"chat": 1})
        findings = await looks.checkup(
            TOKEN, stage.store, "", stage.clock, request=FakeRequest(stage.server)
        )
        assert findings[-1] == Finding(None, looks.KeptAside(1))
        stage.store.keep("telegram:aside:8", "kept by a release before", stage.clock())
        assert looks.KeptAside(2) in [
            each.message
            for each in await looks.checkup(
                TOKEN, stage.store, "", stage.clock, request=FakeRequest(stage.server)
            )
        ]

    run(story())


@pytest.mark.parametrize(("ahead", "kind"), [(0, looks.ClockGood), (400, looks.ClockOff)])
def test_the_clock_is_compared_with_telegram_s(ahead: int, kind: type[Public]) -> None:
    async def story() -> None:
        stage = Stage()

        async def answer(request: web.Request) -> web.Response:
            name = request.path.rsplit("/", 1)[1]
            return web.json_response({"ok": True, "result": stage.server.call(name, {})})

        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        findings = await looks.checkup(
            TOKEN, stage.store, "", lambda: time.time() + ahead, base_url=url
        )
        await runner.cleanup()
        assert kind in {type(each.message) for each in findings}

    run(story())


def test_without_a_token_the_doctor_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TELEGRAM_TOKEN", raising=False)
    stage = Stage()
    settings = load(telegram_token="")
    findings = asyncio.run(examine(settings, stage.store, "x.db"))
    assert findings[0] == Finding(True, DatabaseGood("x.db"))
    assert Finding(None, TelegramNotSet()) in findings


# ------------------------------------------------------------------ the command


def command(folder: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    keys = ("TELEGRAM_TOKEN", "LINE_CHANNEL_SECRET", "LINE_CHANNEL_ACCESS_TOKEN", "PUBLIC_URL")
    environment = {key: value for key, value in os.environ.items() if key not in keys}
    environment |= {"DATABASE": str(folder / "x.db"), "LANGUAGE": "en", "LANG": "C", "PORT": "0"}
    return subprocess.run(
        [sys.executable, "-m", "adapters.cli", *words],
        env={**environment, "PYTHONPATH": str(ROOT), **settings},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_run_without_a_token_says_what_is_missing(tmp_path: Path) -> None:
    ran = command(tmp_path, "run")
    assert ran.returncode == 78
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1
    assert "TELEGRAM_TOKEN" in ran.stderr
    assert "fumibako play" in ran.stderr


def test_run_with_a_wrong_token_names_the_variable_and_not_its_value(tmp_path: Path) -> None:
    async def story() -> subprocess.CompletedProcess[str]:
        async def refuse(request: web.Request) -> web.Response:
            refusal = {"ok": False, "error_code": 401, "description": "Unauthorized"}
            return web.json_response(refusal, status=401)

        app = web.Application()
        app.router.add_route("*", "/{path:.*}", refuse)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        settings = {"TELEGRAM_TOKEN": "42:sesame", "TELEGRAM_API": url}
        ran = None
        for word, code in (("doctor", 1), ("run", 78)):
            ran = await asyncio.to_thread(command, tmp_path, word, **settings)
            assert ran.returncode == code
            assert "TELEGRAM_TOKEN: Telegram does not know this token" in ran.stdout + ran.stderr
            assert "@BotFather" in ran.stdout + ran.stderr
            assert "sesame" not in ran.stdout + ran.stderr
        await runner.cleanup()
        assert ran is not None
        return ran

    ran = asyncio.run(story())
    assert len(ran.stderr.strip().split("\n")) == 1


def test_telegram_is_loaded_only_with_a_token() -> None:
    code = "import sys, adapters.main; print('telegram' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


class Failing(Platform):
    """A platform whose token is refused, or one that runs."""

    title = "Some platform"

    def __init__(self, name: str, fails: bool) -> None:
        self.name = name
        self.fails = fails
        self.running = False
        self.say: Any = Mock(room=lambda: 0)  # nothing is sent there

    async def run(self) -> None:
        if self.fails:
            raise Trouble(WrongTelegramToken())
        self.running = True
        await asyncio.sleep(3600)


@pytest.mark.parametrize("other", [True, False])
def test_other_platforms_run_on_when_one_is_refused(
    other: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        app = App(load(database=str(tmp_path / "x.db")))
        good = Failing("good", False)
        app.join(Failing("bad", True))
        if other:
            app.join(good)
        living = asyncio.create_task(app.live())
        for _ in range(200):
            await asyncio.sleep(0.05)
            if living.done() or (good.running and caplog.messages):
                break
        assert living.done() is not other
        assert good.running is other
        living.cancel()
        found = await asyncio.gather(living, return_exceptions=True)
        if not other:
            assert isinstance(found[0], BaseExceptionGroup)
        else:
            assert any("TELEGRAM_TOKEN" in line for line in caplog.messages)
        app.close()

    asyncio.run(story())
