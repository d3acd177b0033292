"""The outbox with Telegram behind it: a chat that does not answer holds up no other."""

from __future__ import annotations

import asyncio
from typing import Any

from adapters.letter import Letter, PersonLetter, Say, Sent, Settle
from tests.adapters.telegram.stage import Stage, run
from tests.adapters.telegram.test_hear import running


def test_a_chat_that_does_not_answer_holds_up_no_other() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, _ = await running(stage)
        hanging, others = asyncio.Event(), asyncio.Event()
        send = stage.telegram.say.send

        async def slow(letter: Letter, settle: Settle) -> Sent:
            if isinstance(letter, PersonLetter):
                hanging.set()
                await asyncio.sleep(3600)
            sent = await send(letter, settle)
            others.set()
            return sent

        stage.post.platforms = {"telegram": _Saying(slow)}
        stage.telegram.people.show_hands("telegram:11")
        delivering = asyncio.create_task(stage.post.run())
        await asyncio.wait_for(hanging.wait(), 2)
        message = stage.newest(chat)
        data = next(d for row in message["rows"] for d in [row[-1]["callback_data"]])
        language = data.rsplit(":", 1)[0] + ":lang"
        await stage.update(callback_query=stage.query(people[0], chat, message, language))
        stage.post.ring()
        await asyncio.wait_for(others.wait(), 2)
        delivering.cancel()
        await asyncio.gather(delivering, return_exceptions=True)

    run(story())


class _Saying(Say):
    def __init__(self, send: Any) -> None:
        self._send = send

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        sent: Sent = await self._send(letter, settle)
        return sent

    async def alive(self) -> bool:
        return True
