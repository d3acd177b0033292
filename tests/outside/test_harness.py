"""The servers of both platforms on this machine are as strict as the real ones, and the process
under test can be stopped, killed, held and moved in time."""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.line.fake import sign
from tests.outside.host import Host, needs_faketime
from tests.outside.line_server import PUBLIC, LineServer
from tests.outside.telegram_server import TelegramServer
from tests.outside.telegram_webhook import SECRET_HEADER
from tests.outside.trouble import down, hang, lost, nonsense, refuse, slow

Data = dict[str, Any]


def asked(
    url: str, body: bytes | None = None, patience: float = 10.0, **headers: str
) -> tuple[int, bytes]:
    """Call a server; tells status and body."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, body, named)
    try:
        with urllib.request.urlopen(request, timeout=patience) as answer:
            assert answer.headers["Date"].endswith("GMT")
            return answer.status, answer.read()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read()


def called(
    telegram: TelegramServer, method: str, patience: float = 10.0, **fields: Any
) -> tuple[int, Any]:
    """Call a method of the Bot API; tells the status and the result or the description."""
    url = f"{telegram.address}/bot{telegram.token}/{method}"
    body = json.dumps(fields).encode()
    status, answer = asked(url, body, patience, Content_Type="application/json")
    data = json.loads(answer)
    return status, data["result"] if data["ok"] else data["description"]


class Receiver:
    """A webhook's other end: what came, and what it answers."""

    def __init__(self) -> None:
        self.came: list[tuple[Data, dict[str, str]]] = []
        self.raw: list[bytes] = []
        self.statuses: list[int] = []  # of the next answers; then 200
        self.pause = 0.0
        self.address = ""


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A small web server."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.raw.append(body)
            receiver.came.append((json.loads(body), dict(self.headers)))
            time.sleep(receiver.pause)
            self.send_response(receiver.statuses.pop(0) if receiver.statuses else 200)
            self.end_headers()

        def log_message(self, *words: object) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    receiver.address = f"http://127.0.0.1:{server.server_port}"
    yield receiver
    server.shutdown()
    server.server_close()


# ------------------------------------------------------------------ Telegram


def test_telegram_refuses_what_the_real_one_refuses(telegram: TelegramServer) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    chat = group.number
    assert called(telegram, "getMe")[1]["username"] == telegram.username
    assert asked(f"{telegram.address}/bot1:wrong/getMe")[0] == 401
    assert called(telegram, "doNothing")[0] == 404
    status, sent = called(telegram, "sendMessage", chat_id=chat, text="hello")
    assert (status, sent["text"]) == (200, "hello")
    again = {"chat_id": chat, "message_id": sent["message_id"]}
    status, why = called(telegram, "editMessageText", text="hello", **again)
    assert status == 400 and "message is not modified" in why
    assert called(telegram, "editMessageText", text="other", **again)[0] == 200
    assert called(telegram, "sendMessage", chat_id=chat, text="x" * 4097)[0] == 400
    key = {"inline_keyboard": [[{"text": "x", "callback_data": "y" * 65}]]}
    assert called(telegram, "sendMessage", chat_id=chat, text="x", reply_markup=key)[0] == 400
    aki.person.dm = "blocked"
    assert called(telegram, "sendMessage", chat_id=aki.number, text="x")[0] == 403
    url = f"{telegram.address}/bot{telegram.token}/sendMessage"
    statuses = [asked(url, f"chat_id={chat}&text=x".encode()) for _ in range(20)]
    assert [status for status, _ in statuses[-3:]] == [429] * 3
    assert json.loads(statuses[-1][1])["parameters"]["retry_after"] > 50
    assert telegram.texts(group)[:2] == ["hello", "other"]
    assert [call.status for call in telegram.made("editMessageText", chat)] == [400, 200]


def test_a_bot_does_not_hear_everything(telegram: TelegramServer) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    status, sent = called(telegram, "sendMessage", chat_id=group.number, text="hello")
    assert status == 200
    aki.says("we talk among ourselves", group)
    aki.says("/play@another_bot", group)
    aki.says("/play", group)
    aki.says("yes", group, to=sent["message_id"])
    aki.does(group, left_chat_member=aki.person.user())
    aki.says("hm", None)
    heard = [each["message"] for each in called(telegram, "getUpdates")[1]]
    assert [each.get("text", "-") for each in heard] == ["/play", "yes", "-", "hm"]
    assert heard[2]["left_chat_member"]["first_name"] == "Aki"
    assert called(telegram, "getUpdates", offset=-1)[1][0]["message"]["text"] == "hm"


def test_telegram_takes_files(telegram: TelegramServer) -> None:
    group = telegram.group("Friends")
    parts = (
        f'--x\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n{group.number}\r\n'
        '--x\r\nContent-Disposition: form-data; name="document"\r\n\r\nattach://here\r\n'
        '--x\r\nContent-Disposition: form-data; name="here"; filename="game.json"\r\n'
        "Content-Type: application/json\r\n\r\n{}\r\n--x--\r\n"
    )
    url = f"{telegram.address}/bot{telegram.token}/sendDocument"
    assert asked(url, parts.encode(), Content_Type="multipart/form-data; boundary=x")[0] == 200
    assert telegram.shown(group)[0]["file"] == {"name": "game.json", "content": b"{}"}


def test_telegram_is_polled_by_one_alone(telegram: TelegramServer) -> None:
    aki = telegram.person("Aki")
    with ThreadPoolExecutor() as pool:
        began = time.monotonic()
        first = pool.submit(called, telegram, "getUpdates", timeout=20)
        telegram.until(lambda: telegram.made("getUpdates"), "the first asks")
        second = pool.submit(called, telegram, "getUpdates", timeout=20)
        status, why = first.result()
        assert status == 409 and "terminated by other getUpdates request" in why
        aki.says("one")
        aki.says("two")
        status, updates = second.result()
        assert time.monotonic() - began < 10
    assert [each["message"]["text"] for each in updates][:1] == ["one"]
    number = updates[0]["update_id"]
    assert called(telegram, "getUpdates")[1][0]["update_id"] == number  # not confirmed yet
    assert len(called(telegram, "getUpdates", offset=number + 1)[1]) == 1
    began = time.monotonic()
    assert called(telegram, "getUpdates", offset=number + 2, timeout=1)[1] == []
    assert time.monotonic() - began >= 1
    assert called(telegram, "setWebhook", url="https://cards.example.org/x")[0] == 200
    assert called(telegram, "getUpdates")[0] == 409
    assert called(telegram, "setWebhook", url="http://cards.example.org/x")[0] == 400
    assert called(telegram, "setWebhook", url="https://cards.example.org:8000/x")[0] == 400


def test_telegram_brings_an_update_until_it_is_taken(telegram: TelegramServer) -> None:
    aki, mina = telegram.person("Aki"), telegram.person("Mina")
    with receiving() as receiver:
        telegram.leads[PUBLIC] = receiver.address
        url = f"{PUBLIC}/hook"
        assert called(telegram, "setWebhook", url=url, secret_token="s3cret")[0] == 200
        receiver.statuses = [500, 502]
        aki.says("one")
        aki.says("two")
        telegram.until(lambda: len(telegram.deliveries.made) == 4, "both are brought")
        mina.says("three")
        telegram.until(lambda: not telegram.fake.updates, "everything is taken")
    assert [each["message"]["text"] for each, _ in receiver.came] == [
        *("one", "one", "one", "two", "three")
    ]
    headers = receiver.came[0][1]
    assert headers[SECRET_HEADER] == "s3cret"
    assert headers["Host"] == "cards.example.org"
    info = called(telegram, "getWebhookInfo")[1]
    assert info["pending_update_count"] == 0
    assert info["last_error_message"] == "Wrong response from the webhook: 502 Bad Gateway"


# ------------------------------------------------------------------ LINE


def line_call(line: LineServer, path: str, **fields: Any) -> tuple[int, Data]:
    """Ask LINE; with fields, it is a POST."""
    body = json.dumps(fields).encode() if fields else None
    status, answer = asked(
        line.address + path,
        body,
        Content_Type="application/json",
        Authorization=f"Bearer {line.token}",
    )
    return status, json.loads(answer)


def test_line_refuses_what_the_real_one_refuses(line: LineServer) -> None:
    mina = line.person("ミナ")
    group = line.group("みんな", mina)
    with receiving() as receiver:
        line.use_webhook(receiver.address)
        line.invite(group)
        mina.says("こんにちは", group)
    token = receiver.came[-1][0]["events"][0]["replyToken"]
    words = [{"type": "text", "text": "文箱"}]
    reply = "/v2/bot/message/reply"
    assert asked(line.address + "/v2/bot/info")[0] == 401
    assert line_call(line, "/v2/bot/info")[1]["basicId"] == "@123abcde"
    odd = [{"type": "text", "text": "文箱", "colour": "red"}]
    assert line_call(line, reply, replyToken=token, messages=odd)[0] == 400
    assert line_call(line, reply, replyToken=token, messages=words * 6)[0] == 400
    assert line_call(line, reply, replyToken=token, messages=words)[0] == 200
    status, why = line_call(line, reply, replyToken=token, messages=words)
    assert (status, why["message"]) == (400, "Invalid reply token")
    assert line.texts(group) == ["文箱"]
    assert line_call(line, f"/v2/bot/group/{group}/summary")[1]["groupName"] == "みんな"
    assert line_call(line, f"/v2/bot/group/{group}/member/{mina.id}")[1]["displayName"] == "ミナ"
    assert line_call(line, f"/v2/bot/profile/{mina.id}")[0] == 404  # no friend
    assert line_call(line, "/v2/bot/message/quota")[1] == {"type": "limited", "value": 200}
    with receiving() as receiver:
        line.use_webhook(receiver.address)
        mina.says("こんばんは", group)
    token = receiver.came[-1][0]["events"][0]["replyToken"]
    line.trouble("reply", refuse(429, "The API rate limit has been exceeded."), times=1)
    assert line_call(line, reply, replyToken=token, messages=words)[0] == 429
    line.trouble("reply", lost(), chat=group, times=1)
    body = json.dumps({"replyToken": token, "messages": words}).encode()
    known = {"Authorization": f"Bearer {line.token}", "Content_Type": "application/json"}
    assert asked(line.address + reply, body, **known)[0] == 502  # type: ignore[arg-type]
    assert line.texts(group) == ["文箱", "文箱"]
    assert [call.status for call in line.made("reply", group)][-2:] == [429, 502]


def test_line_brings_events_again(line: LineServer) -> None:
    mina = line.person("ミナ")
    line.again = (0.1, 0.1)
    with receiving() as receiver:
        line.use_webhook(receiver.address)
        receiver.statuses = [500]
        delivery = mina.says("手札")
        assert [each.status for each in delivery.tries] == [500, 200]
        receiver.pause = 2.5
        late = mina.says("手札", wait=False)
        line.until(lambda: late.tries, "LINE gives up the first try")
        receiver.pause = 0.0
        line.until(lambda: late.good, "the second one is good")
        assert late.tries[0].status == 0
        assert 1.9 < late.tries[0].done - late.tries[0].at < 4.0
        line.redelivery = False
        receiver.statuses = [500]
        gone = mina.says("手札", wait=False)
        line.until(lambda: gone.lost, "LINE gives it up")
    first, second = receiver.came[0][0]["events"][0], receiver.came[1][0]["events"][0]
    assert not first["deliveryContext"]["isRedelivery"]
    assert second["deliveryContext"]["isRedelivery"]
    for name in ("webhookEventId", "replyToken", "timestamp", "message"):
        assert first[name] == second[name]
    headers = receiver.came[0][1]
    assert headers["x-line-signature"] == sign(receiver.raw[0])
    assert headers["Host"] == "cards.example.org"


# ------------------------------------------------------------------ trouble


def test_every_kind_of_trouble(telegram: TelegramServer) -> None:
    group = telegram.group("Friends")
    url = f"{telegram.address}/bot{telegram.token}/sendMessage"
    body = f"chat_id={group.number}&text=x".encode()
    telegram.trouble("sendMessage", refuse(403, "Forbidden: bot was kicked"), times=1)
    assert asked(url, body)[0] == 403
    telegram.trouble("sendMessage", refuse(429, "Too Many Requests", retry_after=7), times=1)
    assert json.loads(asked(url, body)[1])["parameters"] == {"retry_after": 7}
    telegram.trouble("*", down(), chat=group.number)
    assert asked(url, body)[0] == 502
    assert called(telegram, "getMe")[0] == 200  # no call to that chat
    telegram.well()
    assert telegram.texts(group) == []
    telegram.trouble("sendMessage", lost())
    assert asked(url, body)[0] == 502
    assert telegram.texts(group) == ["x"]
    telegram.trouble("sendMessage", nonsense(b"<html>"))
    assert asked(url, body) == (200, b"<html>")
    telegram.well("sendMessage")
    telegram.trouble("sendMessage", slow(0.3), times=1)
    began = time.monotonic()
    assert asked(url, body)[0] == 200
    assert time.monotonic() - began >= 0.3
    telegram.trouble("sendMessage", hang(0.3), times=1)
    with pytest.raises(OSError):  # noqa: PT011
        asked(url, body)
    assert telegram.texts(group) == ["x"] * 3
    assert telegram.made("sendMessage")[-1].status == 0
    port = telegram.port
    telegram.vanish()
    with pytest.raises(OSError):  # noqa: PT011
        socket.create_connection(("127.0.0.1", port), timeout=5)
    telegram.appear()
    assert telegram.port == port
    assert called(telegram, "getMe")[0] == 200


# ------------------------------------------------------------------ the process


def test_the_process_is_held_killed_and_started_again(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    with host:
        assert host.database.exists()
        host.until(lambda: "hosts Telegram" in host.log(), "say that it serves")
        host.freeze()
        assert host.health(patience=0.5) is None
        host.thaw()
        assert host.health() is not None
        host.kill()
        assert host.health() is None
        host.start()
        aki = telegram.person("Aki")
        aki.says("/start")
        telegram.until_shown(aki.private, "I host card games")
        assert host.stop() == 0
    assert host.log().count("hosts Telegram") == 2


@needs_faketime
def test_the_wall_clock_of_the_process_can_be_moved(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    host = Host(tmp_path, faked=True, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    group, aki = telegram.group("Friends"), telegram.person("Aki")
    with host:
        host.shift(-10 * 366 * 24 * 3600)
        aki.says(f"/play@{telegram.username}", group)
        host.until(lambda: "fumibako.events" in host.log(), "say something")
    (line,) = [each for each in host.log().splitlines() if "fumibako.events" in each]
    assert int(line[:4]) <= time.gmtime().tm_year - 10
