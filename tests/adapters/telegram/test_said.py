"""Whether a typed message is meant for us is read from the message alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from telegram import Chat, Message, MessageEntity, User

from adapters.telegram.said import ANONYMOUS, Said, read_said
from adapters.telegram.voice import Me

ME = Me(42, "fumibako_bot")
AT = datetime(2026, 1, 1, tzinfo=UTC)
GROUP = Chat(-1, Chat.SUPERGROUP)
AKI = User(1, "Aki", False)


def said(text: str, user: User = AKI, answers: User | None = None) -> Said:
    entities = []
    if text.startswith("/"):
        length = len(text.partition(" ")[0])
        entities = [MessageEntity(MessageEntity.BOT_COMMAND, 0, length)]
    answered = Message(1, AT, GROUP, from_user=answers) if answers is not None else None
    message = Message(
        2, AT, GROUP, from_user=user, text=text, entities=entities, reply_to_message=answered
    )
    return read_said(message, ME)


@pytest.mark.parametrize(
    ("text", "chat", "addressed"),
    [
        ("join", False, False),
        ("/join", False, True),
        ("/join@fumibako_bot", False, True),
        ("/join@other_bot", True, True),
        ("/weather", True, True),
        ("@fumibako_bot hello", False, True),
        ("what a day", False, False),
        ("/rules 2", False, True),
        ("", True, False),
    ],
)
def test_who_is_spoken_to(text: str, chat: bool, addressed: bool) -> None:
    found = said(text)
    assert (found.is_chat, found.addressed) == (chat, addressed)


def test_our_name_is_no_part_of_what_is_said() -> None:
    found = said("@Fumibako_Bot join")
    assert (found.text, found.named, found.ours) == ("join", True, True)
    assert said("/cut@fumibako_bot abc").command == "cut"


def test_an_answer_to_us_counts_if_it_is_a_command() -> None:
    us, other = User(42, "Fumibako", True), User(7, "Ben", False)
    assert said("join", answers=us).addressed
    assert not said("nice", answers=us).addressed
    assert not said("join", answers=other).addressed


def test_of_those_who_hide_only_an_admin_is_answered() -> None:
    hidden, bot = User(ANONYMOUS, "Group", True), User(8, "Other", True)
    assert said("/join", hidden).foreign and not said("/join", hidden).is_chat
    assert said("join", hidden).is_chat
    assert said("/join", bot).is_chat
