"""A press of which LINE does not tell who pressed: buttons write words for as long as it lasts."""

from __future__ import annotations

from typing import Any

from tests.adapters.line.fake import actions
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import at_a_table


async def nobody_presses(stage: Stage, match: Match, data: str) -> None:
    await stage.send(stage.line.event("postback", match.chat, postback={"data": data}))


def kinds(stage: Stage, match: Match) -> set[Any]:
    """What the buttons of the newest board do."""
    return {each["type"] for each in actions(stage.line.bubble(match.chat))} - {"uri"}


def status_of(stage: Stage, match: Match) -> str:
    return f"{stage.table(match.chat).id}:0:status"


def test_the_next_press_that_tells_who_pressed_makes_them_buttons_again() -> None:
    async def play(stage: Stage, match: Match) -> None:
        assert "postback" in kinds(stage, match)
        data = status_of(stage, match)
        await nobody_presses(stage, match, data)
        assert kinds(stage, match) == {"message"}
        await stage.say(match.users[0], "status", match.chat)
        assert kinds(stage, match) == {"message"}, "a word does not tell that a press would"
        await stage.do(match.users[0], match.chat, {"type": "postback", "data": data})
        assert "postback" in kinds(stage, match)
        await nobody_presses(stage, match, data)
        assert kinds(stage, match) == {"message"}

    at_a_table(play)


def test_after_a_day_they_are_tried_again() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await nobody_presses(stage, match, status_of(stage, match))
        assert kinds(stage, match) == {"message"}
        stage.clock.advance(23 * 3600)
        await stage.say(match.users[0], "status", match.chat)
        assert kinds(stage, match) == {"message"}
        stage.clock.advance(2 * 3600)
        await stage.say(match.users[0], "status", match.chat)
        assert "postback" in kinds(stage, match)

    at_a_table(play)
