"""What the doctor says of LINE."""

from __future__ import annotations

import asyncio
from typing import Any

from adapters.line.doctor import (
    ChatIsOn,
    LineAway,
    LineSays,
    LineTokenWrong,
    LookYourself,
    NoWebhook,
    OtherWebhook,
    QuotaIs,
    SecretWrong,
    Thing,
    WebhookGood,
    WebhookOff,
    WebhookSilent,
    checkup,
)
from tests.adapters.line.fake import Clock, FakeApi, FakeLine

URL = "https://cards.example"


class Answers(FakeApi):
    """The fake, with some answers replaced."""

    def __init__(self, **replaced: tuple[int, dict[str, Any]]) -> None:
        super().__init__(FakeLine(Clock()))
        self.replaced = {name.replace("_", "/"): answer for name, answer in replaced.items()}

    async def ask(
        self, path: str, method: str = "GET", timeout: float = 5.0, body: Any = None
    ) -> tuple[int, dict[str, Any]]:
        for name, answer in self.replaced.items():
            if path.endswith(name):
                return answer
        return await super().ask(path, method, timeout, body)


def kinds(api: Answers, url: str = URL) -> list[tuple[bool | None, type]]:
    found = asyncio.run(checkup(api, url, 0))
    return [(each.good, type(each.message)) for each in found]


def test_all_well() -> None:
    found = asyncio.run(checkup(Answers(), URL, 5))
    assert found[0].message == LineSays("Fumibako", "@123abcde")
    assert [each.good for each in found] == [True, True, True, None, *[None] * len(Thing)]
    assert found[3].message == QuotaIs(0, 200, 5)
    assert [each.message for each in found[4:]] == [LookYourself(thing) for thing in Thing]


def test_each_thing_that_can_be_wrong() -> None:
    assert kinds(Answers(info=(401, {}))) == [(False, LineTokenWrong)]
    assert kinds(Answers(info=(0, {}))) == [(False, LineAway)]
    chat = {"basicId": "@1", "displayName": "x", "chatMode": "chat"}
    assert (False, ChatIsOn) in kinds(Answers(info=(200, chat)))
    assert (False, NoWebhook) in kinds(Answers(endpoint=(404, {})))
    assert (False, OtherWebhook) in kinds(Answers(), "https://elsewhere.example")
    off = {"endpoint": f"{URL}/line/webhook", "active": False}
    assert (False, WebhookOff) in kinds(Answers(endpoint=(200, off)))
    refused = {"success": False, "statusCode": 403, "reason": "ERROR_STATUS_CODE"}
    assert (False, SecretWrong) in kinds(Answers(test=(200, refused)))
    silent = {"success": False, "statusCode": 0, "reason": "COULD_NOT_CONNECT"}
    assert (False, WebhookSilent) in kinds(Answers(test=(200, silent)))
    assert (True, WebhookGood) in kinds(Answers(), "")
    assert QuotaIs not in {kind for _, kind in kinds(Answers(quota=(500, {})))}
