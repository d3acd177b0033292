"""What the doctor says of LINE."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.doctor import LineNeedsAddress, NoWebAddress, examine
from adapters.line.api import STRANGE, LineApi
from adapters.line.doctor import (
    ChatIsOn,
    LineAway,
    LineSays,
    LineTokenWrong,
    LineTroubled,
    LookYourself,
    NotLineItself,
    NoWebhook,
    OtherAccount,
    OtherPath,
    OtherWebhook,
    QuotaIs,
    SecretWrong,
    Thing,
    WebhookElsewhere,
    WebhookGood,
    WebhookNotSet,
    WebhookOff,
    WebhookSilent,
    WebhookToSet,
    WebhookUntested,
    checkup,
)
from adapters.line.people import Known
from adapters.settings import load
from adapters.status import Channel, Status
from locales import tongue
from storage.migrate import open_store
from tests.adapters.line.fake import BOT, SECRET, TOKEN, Clock, FakeApi, FakeLine
from tests.adapters.line.running import running

URL = "https://cards.example"
ODD: list[tuple[int, bytes, str]] = [
    (200, b"<html>Log in to the hotel's network</html>", "text/html"),
    (200, b"{}", "application/json"),
    (200, b"[1, 2]", "application/json"),
    (200, b'{"basicId": "@1', "application/json"),
    (200, b'{"basicId": 5}', "application/json"),
    (200, b"\x83\x65\x83\x58", "text/html; charset=utf-8"),
    (200, b"x", "text/html; charset=klingon"),
    (403, b"<html>forbidden by the firewall</html>", "text/html"),
    (404, b"\xff\xfe", "text/plain"),
    (200, b"", "text/plain"),
]


class Answers(FakeApi):
    """The fake, with some answers replaced. `asked` are the paths that were asked for."""

    def __init__(self, **replaced: tuple[int, dict[str, Any]]) -> None:
        super().__init__(FakeLine(Clock()))
        self.replaced = {name.replace("_", "/"): answer for name, answer in replaced.items()}
        self.asked: list[str] = []

    async def ask(
        self, path: str, method: str = "GET", timeout: float = 5.0, body: Any = None
    ) -> tuple[int, dict[str, Any]]:
        self.asked.append(path)
        for name, answer in self.replaced.items():
            if path.endswith(name):
                return answer
        return await super().ask(path, method, timeout, body)


def reached() -> Callable[[], Status]:
    """A running host that LINE's test reaches."""
    heard = iter(range(1000))
    return lambda: Status("1", 1, 0.0, 0.0, channels=(Channel("line", heard=float(next(heard))),))


def deaf() -> Status:
    """A running host that hears nothing."""
    return Status("1", 1, 0.0, 0.0, channels=(Channel("line"),))


def kinds(
    api: Answers, url: str = URL, known: Known | None = None
) -> list[tuple[bool | None, type]]:
    found = asyncio.run(checkup(api, url, 0, known, reached()))
    return [(each.good, type(each.message)) for each in found]


def test_all_well() -> None:
    found = asyncio.run(checkup(Answers(), URL, 5, Known("@123abcde", BOT), reached()))
    assert found[0].message == LineSays("Fumibako", "@123abcde")
    assert [each.good for each in found] == [True, True, True, None, *[None] * len(Thing)]
    assert found[3].message == QuotaIs(0, 200, 5)
    assert [each.message for each in found[4:]] == [LookYourself(thing) for thing in Thing]
    assert LookYourself(Thing.AGAIN) in [each.message for each in found]  # redelivery


def test_each_thing_that_can_be_wrong() -> None:
    assert kinds(Answers(info=(401, {}))) == [(False, LineTokenWrong)]
    assert kinds(Answers(info=(0, {}))) == [(False, LineAway)]
    assert kinds(Answers(info=(503, {}))) == [(False, LineTroubled)]
    assert kinds(Answers(info=(200, {}))) == [(False, NotLineItself)]
    assert kinds(Answers(info=(STRANGE, {}))) == [(False, NotLineItself)]
    chat = {"basicId": "@1", "displayName": "x", "chatMode": "chat"}
    assert (False, ChatIsOn) in kinds(Answers(info=(200, chat)))
    assert (False, NoWebhook) in kinds(Answers(endpoint=(404, {})))
    assert (False, LineTroubled) in kinds(Answers(endpoint=(500, {})))
    assert (False, OtherWebhook) in kinds(Answers(), "https://elsewhere.example")
    assert (False, NoWebhook) in kinds(Answers(endpoint=(404, {})), "")
    assert (False, NotLineItself) in kinds(Answers(endpoint=(200, {"endpoint": 5})))
    assert (False, OtherPath) in kinds(
        Answers(endpoint=(200, {"endpoint": "https://old.example/callback", "active": True})), ""
    )
    off = {"endpoint": f"{URL}/line/webhook", "active": False}
    assert (False, WebhookOff) in kinds(Answers(endpoint=(200, off)))
    refused = {"success": False, "statusCode": 403, "reason": "ERROR_STATUS_CODE"}
    assert (False, SecretWrong) in kinds(Answers(test=(200, refused)))
    silent = {"success": False, "statusCode": 0, "reason": "COULD_NOT_CONNECT"}
    assert (False, WebhookSilent) in kinds(Answers(test=(200, silent)))
    assert (True, WebhookGood) in kinds(Answers(), "")
    assert QuotaIs not in {kind for _, kind in kinds(Answers(quota=(500, {})))}


def test_line_is_asked_to_call_only_while_a_host_is_running() -> None:
    api = Answers()
    found = asyncio.run(checkup(api, URL, 0))
    assert WebhookUntested(f"{URL}/line/webhook") in [each.message for each in found]
    assert not any("webhook/test" in path for path in api.asked)


def test_what_the_host_sets_at_its_start_is_told_before() -> None:
    for endpoint, expected in (
        ((200, {"endpoint": "https://old.example/line/webhook", "active": True}), WebhookToSet),
        ((404, {}), WebhookNotSet),
        ((200, {"endpoint": "", "active": False}), WebhookNotSet),
    ):
        found = asyncio.run(checkup(Answers(endpoint=endpoint), URL, 0))
        assert (None, expected) in [(each.good, type(each.message)) for each in found]


def test_a_webhook_that_leads_to_another_host_is_found_without_an_address_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("adapters.line.doctor.LOOK", 0.5)

    async def no_time(seconds: float) -> None:
        assert seconds == 0.5

    monkeypatch.setattr("adapters.line.doctor.asyncio.sleep", no_time)
    found = asyncio.run(checkup(Answers(), "", 0, None, deaf))
    (wrong,) = [each.message for each in found if each.good is False]
    assert wrong == WebhookElsewhere("https://cards.example/line/webhook", "/line/webhook")


def test_another_account_is_told() -> None:
    other = {"userId": "U" + "c" * 32, "basicId": "@999zzzzz", "displayName": "New"}
    assert (False, OtherAccount) in kinds(Answers(info=(200, other)), known=Known("@123abcde", BOT))
    assert (False, OtherAccount) in kinds(Answers(info=(200, other)), known=Known("@123abcde"))
    assert (None, OtherAccount) in kinds(Answers(), known=Known("@123abcde", BOT, "@old00000"))
    renamed = {"userId": BOT, "basicId": "@777new", "displayName": "Renamed"}
    assert OtherAccount not in {
        kind for _, kind in kinds(Answers(info=(200, renamed)), known=Known("@123abcde", BOT))
    }


def test_every_fault_names_the_next_step() -> None:
    """What is wrong ends with something to do."""
    faults = (
        LineTokenWrong(),
        LineAway(),
        NotLineItself(),
        LineTroubled(500),
        OtherAccount("@a", "@b"),
        ChatIsOn(),
        NoWebhook("/line/webhook"),
        OtherWebhook("https://a", "https://b"),
        OtherPath("https://a", "/line/webhook"),
        WebhookOff("https://a"),
        WebhookElsewhere("https://a", "/line/webhook"),
        SecretWrong(),
        WebhookSilent("https://a", "COULD_NOT_CONNECT"),
    )
    verbs = ("Issue", "restart", "Check", "must not", "Ask", "put", "Turn", "Enter", "Copy")
    for fault in faults:
        assert any(verb in tongue.say(fault, "en", tongue.Context()) for verb in verbs), fault
        assert tongue.say(fault, "ja", tongue.Context()).endswith("。")


@pytest.mark.parametrize(("status", "raw", "kind"), ODD)
def test_whatever_answers_in_the_place_of_line_raises_nothing(
    status: int, raw: bytes, kind: str, tmp_path: Path
) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=status, body=raw, headers={"Content-Type": kind})

    async def run() -> None:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        async with TestServer(app) as server:
            address = str(server.make_url("")).rstrip("/")
            store = open_store(f"sqlite:///{tmp_path}/doctor.db")
            settings = load(
                database=str(tmp_path / "doctor.db"),
                line_channel_secret=SECRET,
                line_channel_access_token=TOKEN,
                line_api=address,
            )
            found = await examine(settings, store, store.path)
            messages = [each.message for each in found]
            assert NotLineItself() in messages
            assert LineNeedsAddress() in messages and NoWebAddress() not in messages
            store.close()
            api = LineApi(TOKEN, address)
            body = {"replyToken": "x", "messages": [{"type": "text", "text": "hm"}]}
            fate = await api.reply(body)
            told = raw == b"{}" or raw.startswith(b'{"basicId": 5') or not raw
            assert (fate.value == "done") is told, "only an answer of LINE's means anything"
            await api.close()

    asyncio.run(run())


def test_at_the_start_another_account_is_told_and_nothing_is_mixed(tmp_path: Path) -> None:
    async def run(first: bool) -> tuple[str, str, int]:
        async with running(tmp_path) as now:
            if not first:
                now.line.bot = {"userId": "U" + "c" * 32, "basicId": "@999zzzzz"}
            store = now.app.store
            await now.until(lambda: now.app.edge.channels.channels()[0].answered)
            wanted = "@123abcde" if first else "@999zzzzz"
            await now.until(lambda: store.kept("line.account") == wanted)
            if first:
                store.keep("line.met:line:U1", "1", now.app.now())
                store.keep("line.follows:line:U1", "1", now.app.now())
            found = (*store.kept_like("line.met:"), *store.kept_like("line.follows:"))
            return store.kept("line.account-before"), now.host.say.basic_id, len(found)

    assert asyncio.run(run(True)) == ("", "@123abcde", 2)
    assert asyncio.run(run(False)) == ("@123abcde", "@999zzzzz", 0)
