"""A group may let its boards come without a sound, and keeps that."""

from __future__ import annotations

import random

from tests.adapters.telegram.players import NAMES, play, seat
from tests.adapters.telegram.stage import Stage, run


def test_in_a_quiet_group_no_board_rings() -> None:
    async def story() -> None:
        stage = Stage("quiet")
        await stage.begin()
        people = [stage.person(11 + index, name) for index, name in enumerate(NAMES[:3])]
        chat = stage.group()
        for quiet in (True, False):
            await stage.says(people[0], "/quiet", chat)
            await stage.quiet()
            told = "without a sound" if quiet else "ring in this group again"
            assert told in stage.newest(chat)["text"]
            await seat(stage, chat, people, "en")
            seen = len(chat.log)
            await play(stage, chat, random.Random(1))
            boards = [
                e for e in chat.log[seen:] if e["how"] == "send" and "Love Letter" in e["text"]
            ]
            assert boards and all(entry["quiet"] for entry in boards) is quiet

    run(story())
