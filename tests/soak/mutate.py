"""Inputs that are nearly right: what a platform or a page brings, with something wrong in it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Sequence
from typing import Any

Data = dict[str, Any]

VALUES: Sequence[Any] = (
    *(None, True, 0, -1, 2**31, 2**63, -(2**70), 1e308, 0.1, "", " ", "0", [], {}, [[]], [{}]),
    *("\0", "\ud800", "\u202e", "é" * 70, "文" * 5000, "%s{0}", "../../x", "1e999", "null"),
    *("🂡" * 64, "<b>", "&lt;", "'; DROP TABLE seat; --", "\n" * 100, "A" * 65536),
)
WORDS = (
    *(
        "/play",
        "/play coup",
        "/join",
        "/start",
        "/forget",
        "/top",
        "/stats",
        "join",
        "1",
        "A",
        "3B",
    ),
    *(
        "手札",
        "遊ぶ クー",
        "guard 2 king",
        "兵士 2 男爵",
        "yes",
        "undo",
        "options",
        "language both",
    ),
)
VERBS = (
    *(
        "join",
        "start",
        "open",
        "m:guard.2.king",
        "m:allow",
        "~1.A",
        "~2.3",
        "panel.switches",
        "hand",
    ),
    *(
        "set.preset.jp",
        "cut.7",
        "cut.99",
        "again",
        "order.bid.3",
        "auto",
        "knock.yes.1",
        "?:m",
        "?:",
    ),
)


def datum(rng: random.Random) -> str:
    """What a button says: of a table that there may be, with a question and a verb."""
    table = "".join(rng.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(8))
    found = f"{table}:{rng.choice((0, 1, 7, -1, 10**12))}:{rng.choice(VERBS)}"
    for _ in range(rng.choice((0, 0, 1, 3))):
        place = rng.randrange(len(found) + 1)
        found = found[:place] + rng.choice(":.|~?m0é\0") + found[place + rng.randrange(2) :]
    return found


def mutated(rng: random.Random, whole: Data, times: int = 2) -> Data:
    """A copy in which some values are others, missing, or there twice in depth."""
    found = copy.deepcopy(whole)
    for _ in range(rng.randrange(times + 1)):
        place: Any = found
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = rng.choice(keys)
            inner = place[key]
            if isinstance(inner, dict | list) and inner and rng.random() < 0.7:
                place = inner
                continue
            match rng.randrange(4):
                case 0 if isinstance(place, dict):
                    del place[key]
                case 1:
                    place[key] = copy.deepcopy(place)
                case _:
                    place[key] = copy.deepcopy(rng.choice(VALUES))
            break
    return found


def written(rng: random.Random, data: Any) -> bytes:
    """As JSON; now and then with a byte that is wrong, cut off, or nested beyond reason."""
    body = json.dumps(data, ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass")
    match rng.randrange(40):
        case 0:
            return body[: rng.randrange(len(body) + 1)]
        case 1:
            place = rng.randrange(len(body))
            return body[:place] + bytes([rng.randrange(256)]) + body[place + 1 :]
        case 2:
            return b'{"update_id":1,"x":' + b"[" * 20_000 + b"]" * 20_000 + b"}"
        case 3:
            return body.replace(b'"', b"", 1)
        case _:
            return body


def telegram(rng: random.Random, number: int) -> Data:
    """An update."""
    person = {
        "id": rng.randrange(1, 400),
        "is_bot": False,
        "first_name": "x",
        "language_code": "ja",
    }
    chat = {"id": -1001234500000 - rng.randrange(50), "type": "supergroup", "title": "g"}
    if rng.random() < 0.3:
        chat = {"id": person["id"], "type": "private", "first_name": "x"}
    message = {"message_id": rng.randrange(10**6), "date": 1_795_000_000, "chat": chat}
    text = rng.choice(WORDS)
    said = message | {"from": person, "text": text}
    if text.startswith("/"):
        said |= {"entities": [{"type": "bot_command", "offset": 0, "length": len(text.split()[0])}]}
    member = {"user": person, "status": "member"}
    moved = {"chat": chat, "from": person, "date": 1, "old_chat_member": member}
    contents: Sequence[Data] = (
        {"message": said},
        {"edited_message": said},
        {
            "callback_query": {
                "id": f"q{number}",
                "from": person,
                "chat_instance": "1",
                "message": message | {"text": "x"},
                "data": datum(rng),
            }
        },
        {"my_chat_member": moved | {"new_chat_member": member | {"status": "kicked"}}},
        {"message": message | {"from": person, "left_chat_member": person}},
        {"message": message | {"from": person, "migrate_to_chat_id": -5}},
    )
    return mutated(rng, {"update_id": 10**8 + number, **rng.choice(contents)})


def line(rng: random.Random, number: int) -> Data:
    """An event."""
    user, group = f"U{rng.randrange(400):032x}", f"C{rng.randrange(50):032x}"
    source: Data = {"type": "group", "groupId": group, "userId": user}
    if rng.random() < 0.3:
        source = {"type": "user", "userId": user}
    event = {
        "timestamp": 1_795_000_000_000,
        "mode": "active",
        "webhookEventId": f"01K{number:023d}",
        "deliveryContext": {"isRedelivery": rng.random() < 0.1},
        "source": source,
        "replyToken": f"{number:032x}",
    }
    contents: Sequence[Data] = (
        {"type": "postback", "postback": {"data": datum(rng)}},
        {"type": "message", "message": {"type": "text", "id": "1", "text": rng.choice(WORDS)}},
        {"type": "message", "message": {"type": "sticker", "id": "1"}},
        {"type": rng.choice(("join", "leave", "follow", "unfollow"))},
        {"type": "memberLeft", "left": {"members": [{"type": "user", "userId": user}]}},
    )
    return mutated(rng, event | rng.choice(contents))


def page(rng: random.Random, number: int) -> Data:
    """A frame of the page."""
    frames: Sequence[Data] = (
        {
            "type": "come",
            "version": 1,
            "kind": rng.choice(("link", "cookie", "telegram", "line", "board")),
            "proof": rng.choice(("x", "a.b.c", "user=%7B%7D&hash=00", "é", "")),
            "languages": ["ja"],
        },
        {"type": "press", "id": f"{number}", "data": datum(rng)},
        {"type": "say", "id": f"{number}", "text": rng.choice(WORDS)},
    )
    return mutated(rng, rng.choice(frames))


def request(rng: random.Random, number: int) -> bytes:
    """A request by hand; not always one."""
    path = rng.choice(("/", "/health", "/s/x.y", "/t/abcdefgh", "/b/x", "/app", "/page/1/x.js"))
    path += rng.choice(("", "%00", "/..", "?t=é", "%", "/" + "a" * 4000))
    method = rng.choice(("GET", "POST", "HEAD", "PUT", "G\0T"))
    head = rng.choice(
        (
            "Host: 127.0.0.1",
            "Host: [",
            "Host: a\r\nHost: b",
            "Origin: http://[",
            "Content-Length: -1",
            "Transfer-Encoding: chunked\r\n\r\nzz",
            "Cookie: " + "x=1; " * 300,
            "X: \xff",
        )
    )
    body = f"{method} {path} HTTP/1.1\r\n{head}\r\nConnection: close\r\n\r\n"
    return body.encode("latin-1", errors="replace")[: rng.choice((10**6, 10**6, 30))]
