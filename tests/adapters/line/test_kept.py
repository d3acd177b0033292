"""A room whose reply token this worker has is left to it, and the others know."""

from __future__ import annotations

import asyncio

from adapters.crew import Crew
from adapters.line.chats import TOKEN_LASTS, Chats
from core.house.ports import room_lane
from tests.adapters.line.stage import Stage
from tests.storage.things import dump


class Fellow(Crew):
    """A worker among others."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    @property
    def alone(self) -> bool:
        return False

    def say(self, topic: str, text: str) -> None:
        self.said.append((topic, text))


def test_who_hears_looks_after_the_room() -> None:
    async def heard() -> None:
        stage = Stage()
        fellow = Fellow()
        aki = stage.person("Aki")
        chat = await stage.group(aki)
        stage.host.hear.crew = fellow
        await stage.say(aki, "遊ぶ", chat)
        assert ("line.token", chat) in fellow.said
        lane = room_lane(stage.room(chat).id)
        [kept] = [row for row in dump(stage.store)["lane"] if row[0] == lane]
        assert stage.store.instance in kept

    asyncio.run(heard())


def test_a_token_elsewhere_is_known_while_it_lives() -> None:
    chats = Chats()
    chats.heard_elsewhere("C1", 100.0)
    assert chats.alive_anywhere("C1", 100.0 + TOKEN_LASTS)
    assert not chats.alive("C1", 100.0)
    assert not chats.alive_anywhere("C1", 101.0 + TOKEN_LASTS)
    assert not chats.alive_anywhere("C2", 100.0)
