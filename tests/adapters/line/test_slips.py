"""A move that loses at once: asked for once more in the chat of two, never in a group."""

from __future__ import annotations

from core.games.love_letter.names import Card
from tests.adapters.line.fake import Data, texts
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import asked, at_a_table, bot_entries
from tests.adapters.table import deal


def verbs(stage: Stage, chat: str) -> list[str]:
    """The verbs of the newest bubble that choose a move."""
    found = [each.get("data", "").split(":", 2)[-1] for each in actions_of(stage, chat)]
    return [verb for verb in found if verb.startswith(("m:", "?:"))]


def button(verb: str) -> object:
    return lambda each: str(each.get("data", "")).endswith(f":{verb}")


def test_words_in_private_are_asked_for_once_more() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        deal(stage.house, stage.playing(match.chat).id, Card.PRINCESS, Card.HANDMAID)
        said = len(stage.entries(match.chat))
        await stage.say(user, "princess")
        assert "Play it all the same?" in " ".join(stage.read(user.id))
        assert verbs(stage, user.id) == ["m:princess", "?:"]
        assert not stage.playing(match.chat).moves
        await stage.press(user, user.id, button("?:"))  # type: ignore[arg-type]
        assert verbs(stage, user.id) == [], "the hand, and its letters"
        await stage.say(user, "princess")
        await stage.press(user, user.id, button("m:princess"))  # type: ignore[arg-type]
        assert stage.playing(match.chat).moves[0].endswith(":princess")
        assert "Play it all the same?" not in str(stage.entries(match.chat)[said:])

    at_a_table(play)


def test_letters_in_the_group_never_ask() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        deal(stage.house, stage.playing(match.chat).id, Card.PRINCESS, Card.HANDMAID)
        meant = await match.look(user)
        letter = next(mark for mark, name in meant.items() if "Princess" in name)
        said = len(bot_entries(stage, user.id))
        await match.tap(user, 0, letter)
        assert stage.playing(match.chat).moves[0].endswith(":princess")
        later: list[Data] = bot_entries(stage, user.id)[said:]
        assert not any("all the same" in text for each in later for text in texts(each))

    at_a_table(play)
