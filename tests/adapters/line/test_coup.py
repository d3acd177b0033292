"""Coup on LINE: whole games, who comes first, letters for the hidden cards; nothing is billed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path

import pytest

from core.kernel.dice import Dice
from core.table.table import Playing
from tests.adapters.line.crowd import ask_of, at_table, do_move, play_on, user_at
from tests.adapters.line.fake import Data, User, texts
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import bot_entries
from tests.sample import sampled


def game(
    play: Callable[[Stage, Match], Awaitable[None]],
    people: int = 4,
    language: str = "en",
    seed: str = "coup",
    url: str = "sqlite:///:memory:",
) -> Stage:
    """A game that has just begun."""

    async def run() -> Stage:
        stage = Stage(seed, url, language)
        match = await at_table(stage, "coup", people)
        await play(stage, match)
        assert stage.line.billed == 0 and not stage.line.refusals
        return stage

    return asyncio.run(run())


async def on_turn(match: Match, code: str) -> int:
    """Whoever is on turn does something. Tells the seat."""
    (seat,) = ask_of(match).seats
    await do_move(match, seat, code)
    return seat


def pressed(stage: Stage, match: Match, user: User, verb: str) -> Data:
    """The event of a press on the newest board."""
    found = match.find(verb)
    assert found is not None, verb
    data = {"data": found["data"]}
    return stage.line.event("postback", match.chat, user.id, postback=data)


def said(match: Match, since: int) -> str:
    return "\n".join(
        text for each in bot_entries(match.stage, match.chat)[since:] for text in texts(each)
    )


@pytest.mark.parametrize(
    ("language", "speaks"),
    sampled(product(["ja", "en"], [False, True]), [("ja", True), ("en", False)]),
)
def test_a_whole_game_costs_nothing(language: str, speaks: bool) -> None:
    async def play(stage: Stage, match: Match) -> None:
        match.speaks = speaks
        await play_on(match, Dice(f"{language}{speaks}".encode()))

    game(play, 4, language)


def test_of_two_challenges_the_first_counts() -> None:
    """Both in one delivery, as LINE sends them; the group hears of one."""

    async def play(stage: Stage, match: Match) -> None:
        await on_turn(match, "tax")
        first, second = sorted(ask_of(match).seats)[:2]
        before, table = len(bot_entries(stage, match.chat)), stage.playing(match.chat)
        await stage.send(
            pressed(stage, match, user_at(match, first), "m:challenge"),
            pressed(stage, match, user_at(match, second), "m:challenge"),
        )
        fresh = stage.playing(match.chat).moves[len(table.moves) :]
        assert fresh == (f"{first}:challenge",)
        assert said(match, before).count("challenges") >= 1
        assert len(bot_entries(stage, match.chat)) == before + 2

    game(play)


@pytest.mark.parametrize("block_first", [True, False])
def test_challenge_against_block(block_first: bool) -> None:
    async def play(stage: Stage, match: Match) -> None:
        turn = min(ask_of(match).seats)
        target = turn % 4 + 1
        await on_turn(match, f"steal.{target}")
        other = next(seat for seat in ask_of(match).seats if seat != target)
        block = pressed(stage, match, user_at(match, target), "m:block.captain")
        challenge = pressed(stage, match, user_at(match, other), "m:challenge")
        moves = stage.playing(match.chat).moves
        await stage.send(*((block, challenge) if block_first else (challenge, block)))
        wanted = f"{target}:block.captain" if block_first else f"{other}:challenge"
        assert stage.playing(match.chat).moves == (*moves, wanted)

    game(play)


def test_a_double_press_and_a_redelivery_count_once(tmp_path: Path) -> None:
    async def play(stage: Stage, match: Match) -> None:
        await on_turn(match, "tax")
        first = min(ask_of(match).seats)
        user, moves = user_at(match, first), stage.playing(match.chat).moves
        twice = [pressed(stage, match, user, "m:allow") for _ in range(2)]
        await stage.send(*twice)
        again = {**twice[0], "deliveryContext": {"isRedelivery": True}}
        await stage.send(again)
        assert stage.playing(match.chat).moves == (*moves, f"{first}:allow")
        stage.open()  # after a restart the database remembers
        await stage.send(again)
        assert stage.playing(match.chat).moves == (*moves, f"{first}:allow")

    game(play, url=f"sqlite:///{tmp_path}/fumibako.db")


def test_allows_given_at_the_same_time_all_count() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await on_turn(match, "tax")
        seats = sorted(ask_of(match).seats)
        before, moves = len(bot_entries(stage, match.chat)), stage.playing(match.chat).moves
        events = [pressed(stage, match, user_at(match, seat), "m:allow") for seat in seats]
        await stage.send(*events)
        assert stage.playing(match.chat).moves == (*moves, *(f"{s}:allow" for s in seats))
        assert len(bot_entries(stage, match.chat)) == before + 2

    game(play)


def test_an_allow_after_the_challenge_is_late_and_silent_but_for_one_board() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await on_turn(match, "tax")
        first, second = sorted(ask_of(match).seats)[:2]
        late = pressed(stage, match, user_at(match, second), "m:allow")
        await match.verb(user_at(match, first), "m:challenge")
        stage.clock.advance(10)
        moves, before = stage.playing(match.chat).moves, len(bot_entries(stage, match.chat))
        await stage.send(late)
        assert stage.playing(match.chat).moves == moves
        assert len(bot_entries(stage, match.chat)) <= before + 2

    game(play)


def letters_of(match: Match) -> list[str]:
    return [
        str(each.get("data", "")).split(":", 2)[-1]
        for each in actions_of(match.stage, match.chat)
        if str(each.get("data", "")).split(":", 2)[-1].startswith("~")
    ]


def test_letters_for_the_loss_and_the_exchange() -> None:
    """Random games until both came up: the group reads letters alone."""
    seen: set[str] = set()

    async def play(stage: Stage, match: Match) -> None:
        dice = Dice(stage.seed.encode())
        while isinstance(stage.table(match.chat), Playing) and len(seen) < 2:
            table = stage.playing(match.chat)
            asked = ask_of(match)
            seat = dice.choose(sorted(asked.seats))
            codes = [move.code for move in stage.house.games["coup"].moves(table.state, seat)]
            if asked.secret:
                verb = codes[0].partition(".")[0]
                marks = letters_of(match)
                assert marks and all(mark.partition(".")[2].isupper() for mark in marks)
                board = actions_of(stage, match.chat)
                assert not any(f"m:{verb}" in str(each) for each in board)
                if verb in ("lose", "keep"):
                    seen.add(verb)
            liked = [code for code in codes if code in ("exchange", "challenge")]
            await do_move(match, seat, (liked or codes)[0])

    for number in range(10):
        game(play, 3, seed=f"letters {number}")
        if len(seen) == 2:
            break
    assert seen == {"lose", "keep"}


def key(match: Match, verb: str) -> Data:
    found = match.find(verb)
    assert found is not None, verb
    return found


def test_keys_that_make_no_move_are_explained_to_whoever_pressed_them() -> None:
    """Steal and somebody too poor for it stand on one board; the reason waits with the hand, as
    all reasons do."""

    async def run() -> None:
        stage = Stage("poor", language="en")
        match = await at_table(stage, "coup", 4, factions="true", inquisitor="true")
        (poor,) = ask_of(match).seats
        for _ in range(2):
            await on_turn(match, "convert")
        (seat,) = ask_of(match).seats
        user = user_at(match, seat)
        await stage.do(user, match.chat, key(match, "~0.steal"))
        await stage.say(user, "hand")
        assert "Your last try" not in "\n".join(stage.read(user.id))
        before = len(bot_entries(stage, match.chat))
        await stage.do(user, match.chat, key(match, f"~1.{poor}"))
        assert len(bot_entries(stage, match.chat)) == before, "the group learns nothing of it"
        await stage.say(user, "hand")
        why = f"Your last try: {user_at(match, poor).name} has too few coins"
        assert why in "\n".join(stage.read(user.id))

    asyncio.run(run())
