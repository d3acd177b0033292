"""How people meet the account on LINE, and words that are answered wherever they are typed."""

from __future__ import annotations

import asyncio

import pytest

from core.table.table import Playing
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import asked, at_a_table
from tests.adapters.table import GAMES_BY_NAME

GAMES = ("Love Letter", "Coup", "Love Letter to Lady Luck", "Old Maid")


@pytest.mark.parametrize("said", ["", "hello", "/help", "rules", "yes", "undo", "guard 2"])
def test_whoever_sits_nowhere_is_told_what_this_is(said: str) -> None:
    async def run() -> None:
        stage = Stage(language="en")
        zoe = stage.person("Zoe")
        if said:
            await stage.say(zoe, said)
        else:
            follow = {"isUnblocked": False}
            await stage.send(stage.line.event("follow", zoe.id, zoe.id, follow=follow))
        told, count = stage.read(zoe.id), len(stage.entries(zoe.id))
        assert count == 1 + bool(said)
        assert any("I host card games in groups" in text for text in told)
        assert all(any(game in text for text in told) for game in GAMES)
        await stage.press(zoe, zoe.id, "日本語")
        assert any("グループでカードゲーム" in text for text in stage.read(zoe.id, count))
        await stage.press(zoe, zoe.id, lambda each: str(each.get("data")).endswith(":learn"))
        assert len(stage.entries(zoe.id)) > count + 1

    asyncio.run(run())


def test_the_options_are_read_in_the_group_while_the_game_runs() -> None:
    async def play(stage: Stage, match: Match) -> None:
        before = len(stage.entries(match.chat))
        await stage.say(match.users[0], "設定", match.chat)
        told = stage.read(match.chat, before)
        assert any("Options of this table" in text for text in told)
        assert any("All options:" in text for text in told)

    at_a_table(play)


def test_yes_and_undo_have_their_effect_in_the_group() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        before = len(stage.entries(match.chat))
        await stage.say(user, "取り消し", match.chat)
        assert any("choose again" in text for text in stage.read(match.chat, before))
        await stage.say(user, "/leave", match.chat)
        await stage.say(user, "はい", match.chat)
        left = [chair.name for chair in stage.playing(match.chat).chairs if chair.left]
        assert left == [user.name] or not isinstance(stage.table(match.chat), Playing)

    at_a_table(play)


def test_a_move_that_is_not_legal_is_answered_in_the_group_without_its_reason() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user, table = asked(match), stage.playing(match.chat)
        game = GAMES_BY_NAME[table.game]
        hand = game.hand(game.view(table.state, table.state.turn))
        held = {face.code for face in hand}
        lacking = next(card for card in ("king", "baron", "prince") if card not in held)
        before, own = len(stage.entries(match.chat)), len(stage.entries(user.id))
        await stage.say(user, lacking, match.chat)
        assert stage.read(match.chat, before) == [], "nobody spoke to us"
        before = len(stage.entries(match.chat))
        await stage.say(user, f"/{lacking}", match.chat)
        told = stage.read(match.chat, before)
        assert any("That cannot be played now." in text for text in told)
        assert not any("do not hold" in text for text in told)
        assert stage.playing(match.chat).moves == table.moves
        await stage.say(user, "hand")
        assert any("do not hold" in text for text in stage.read(user.id, own))

    at_a_table(play)
