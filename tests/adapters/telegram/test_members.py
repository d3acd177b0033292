"""Who belongs to a group of Telegram, and may look at its table: Telegram is asked."""

from __future__ import annotations

from typing import Any

import pytest
from telegram.error import TimedOut

from adapters.belonging import Belongs
from adapters.telegram.people import user_of
from tests.adapters.telegram.fake_limits import bad, forbidden
from tests.adapters.telegram.stage import GROUP, Stage, run

AKI = 11


@pytest.mark.parametrize(
    ("answer", "belongs"),
    [
        ({"status": "creator"}, Belongs.YES),
        ({"status": "administrator"}, Belongs.YES),
        ({"status": "member"}, Belongs.YES),
        ({"status": "restricted", "is_member": True}, Belongs.YES),
        ({"status": "restricted", "is_member": False}, Belongs.NO),
        ({"status": "left"}, Belongs.NO),
        ({"status": "kicked", "until_date": 0}, Belongs.NO),
        (bad("PARTICIPANT_ID_INVALID"), Belongs.NO),
        (bad("chat not found"), Belongs.NO),
        (forbidden("bot was kicked from the group chat"), Belongs.NO),
        ({}, Belongs.UNKNOWN),
        (TimedOut(), Belongs.UNKNOWN),
    ],
)
def test_what_telegram_says(answer: Any, belongs: Belongs, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        aki, chat = stage.person(AKI, "Aki"), stage.group()
        await stage.add_bot(chat, aki)
        (room,) = stage.store.rooms_on("telegram")
        asked: list[tuple[int, int]] = []

        def tells(fields: dict[str, Any]) -> Any:
            asked.append((int(fields["chat_id"]), int(fields["user_id"])))
            if isinstance(answer, Exception):
                raise answer
            return {"user": {"id": AKI}, **answer} if answer else {}

        monkeypatch.setattr(stage.server, "do_getChatMember", tells)
        assert await stage.telegram.belongs(room, user_of(AKI)) is belongs
        assert asked[-1] == (GROUP, AKI)

    run(story())
