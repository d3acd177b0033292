"""Where the library would reach out for the network, it reaches the fake."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from telegram.request import BaseRequest, RequestData

from tests.adapters.telegram.fake import FakeTelegram
from tests.adapters.telegram.fake_limits import BadCallError


class FakeRequest(BaseRequest):
    """Where the library would reach out for the network."""

    def __init__(self, server: FakeTelegram) -> None:
        self.server = server

    @property
    def read_timeout(self) -> float:
        return 5.0

    async def initialize(self) -> None: ...

    async def shutdown(self) -> None: ...

    async def do_request(  # type: ignore[no-untyped-def]
        self, url: str, method: str, request_data: RequestData | None = None, *times, **more
    ) -> tuple[int, bytes]:
        from telegram.error import TimedOut

        await asyncio.sleep(0)  # as with a network, others come to their turn
        name = url.rsplit("/", 1)[1]
        fields: dict[str, Any] = dict(request_data.parameters) if request_data else {}
        if request_data is not None and request_data.contains_files:
            files = request_data.multipart_data
            what = "photo" if name == "sendPhoto" else "document"
            fields |= files if "media" in fields else {what: next(iter(files.values()))}
        try:
            result = self.server.call(name, json.loads(json.dumps(fields, default=str)))
        except BadCallError as error:
            answer: dict[str, Any] = {"ok": False, "error_code": error.code}
            answer["description"] = error.text
            if error.parameters:
                answer["parameters"] = error.parameters
            return error.code, json.dumps(answer).encode()
        if name in self.server.lose_answer:
            self.server.lose_answer.discard(name)
            raise TimedOut
        return 200, json.dumps({"ok": True, "result": result}).encode()
