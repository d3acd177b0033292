"""Lady Luck on LINE: auctions on one bubble, pressed by all at once; nothing is billed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import product
from statistics import mean

import pytest

from adapters.line.people import typed_key
from core.kernel.dice import Dice
from core.table.table import Playing
from tests.adapters.line.crowd import (
    ask_of,
    at_table,
    auction,
    do_move,
    keys_of,
    play_on,
    seat_of,
    still_in,
    user_at,
)
from tests.adapters.line.fake import texts
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import bot_entries
from tests.sample import sampled


def game(
    play: Callable[[Stage, Match], Awaitable[None]], people: int = 3, language: str = "en"
) -> None:
    """A game that has just begun."""

    async def run() -> None:
        stage = Stage("lady luck", language=language)
        match = await at_table(stage, "lady-luck", people)
        await play(stage, match)
        assert stage.line.billed == 0 and not stage.line.refusals

    asyncio.run(run())


async def opened(match: Match, bid: int = 0) -> int:
    """Whoever opens puts up the first card. Tells the seat."""
    (seat,) = ask_of(match).seats
    await do_move(match, seat, f"open.1.{bid}")
    assert keys_of(match)
    return seat


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

    game(play, 3, language)


def test_an_auction_of_four_takes_two_replies() -> None:
    """The reply to the opening, and that to the press after which nobody is awaited."""

    async def play(stage: Stage, match: Match) -> None:
        dice = Dice(b"four")
        taken: list[int] = []
        while len(taken) < 12:
            asked = ask_of(match)
            (seat,) = asked.seats
            moves = stage.house.games["lady-luck"].moves(stage.playing(match.chat).state, seat)
            opens = moves[0].code.startswith("open.")
            before = stage.line.replies
            if asked.secret or not opens:
                await do_move(match, seat, moves[-1].code)
                continue
            await do_move(match, seat, moves[0].code)
            if keys_of(match):
                await auction(match, dice, still_in(match))
                assert not keys_of(match), "it is over"
                taken.append(stage.line.replies - before)
        assert max(taken) == 2
        assert mean(taken) <= 2

    game(play, 4)


def test_a_press_that_only_orders_is_not_answered() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await opened(match)
        before, table = len(bot_entries(stage, match.chat)), stage.playing(match.chat)
        (asked,) = ask_of(match).seats
        others = [seat for seat in still_in(match) if seat != asked]
        await match.verb(user_at(match, others[0]), keys_of(match)[3])
        assert stage.playing(match.chat).state == table.state
        assert len(bot_entries(stage, match.chat)) == before
        # whoever is asked bids: the next one is asked in silence, for they have the keys
        await match.verb(user_at(match, asked), keys_of(match)[0])
        assert len(bot_entries(stage, match.chat)) in (before, before + 2)

    game(play, 4)


def test_limits_are_never_shown() -> None:
    """Whatever the limits of the others are, the group reads the same until they matter."""
    found = []
    for limit in (5, 9):

        async def play(stage: Stage, match: Match, limit: int = limit) -> None:
            opener = await opened(match)
            (first,) = ask_of(match).seats
            third = next(s for s in still_in(match) if s not in (opener, first))
            key = next(k for k in keys_of(match) if k.endswith(f".bid.{limit}"))
            await match.verb(user_at(match, third), key)
            await stage.say(user_at(match, opener), "/status", match.chat)
            await match.verb(user_at(match, first), keys_of(match)[1])
            await match.verb(user_at(match, opener), keys_of(match)[0])
            entries = [
                (each.by, each.message) for each in stage.entries(match.chat) if each.by == "bot"
            ]
            found.append(entries)

        game(play)
    assert found[0] == found[1]


def test_an_old_key_orders_nothing_in_the_next_auction() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await opened(match)
        old = match.find(keys_of(match)[-1])
        assert old is not None
        for seat in still_in(match):
            await match.verb(user_at(match, seat), keys_of(match)[0])
            if not keys_of(match):
                break
        (winner,) = ask_of(match).seats
        await do_move(match, winner, "score")
        (parent,) = ask_of(match).seats
        await do_move(match, parent, "open.2.0")
        stage.clock.advance(10)
        before, table = len(bot_entries(stage, match.chat)), stage.playing(match.chat)
        await stage.do(user_at(match, parent), match.chat, old)
        after = stage.playing(match.chat)
        assert after.chairs == table.chairs and after.state == table.state
        assert len(bot_entries(stage, match.chat)) == before + 1  # the board, to be sure

    game(play)


def test_whoever_opened_and_is_outbid_is_asked() -> None:
    async def play(stage: Stage, match: Match) -> None:
        opener = await opened(match)
        before = len(bot_entries(stage, match.chat))
        for seat in still_in(match):
            if seat != opener:
                key = next(k for k in keys_of(match) if k.endswith(".bid.3"))
                await match.verb(user_at(match, seat), key)
        assert ask_of(match).seats == {opener}
        assert len(bot_entries(stage, match.chat)) == before  # they may be about to press
        await stage.wait(20)
        assert len(bot_entries(stage, match.chat)) == before + 2  # with a token that was kept
        await match.verb(user_at(match, opener), keys_of(match)[0])
        assert not keys_of(match)

    game(play)


def test_a_higher_limit_is_written_to_us_alone() -> None:
    async def play(stage: Stage, match: Match) -> None:
        opener = await opened(match)
        (first,) = ask_of(match).seats
        third = next(s for s in still_in(match) if s not in (opener, first))
        before = len(bot_entries(stage, match.chat))
        await stage.say(user_at(match, third), "15")
        order = stage.playing(match.chat).chairs[third - 1].order
        assert order.endswith("bid.15")
        assert "up to 15" in "\n".join(stage.read(user_at(match, third).id))
        await stage.say(user_at(match, third), "パス")
        assert stage.playing(match.chat).chairs[third - 1].order.endswith("pass.0")
        assert len(bot_entries(stage, match.chat)) == before

    game(play)


def test_who_is_in_no_auction_just_talks_of_numbers() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await opened(match)
        (first,) = ask_of(match).seats
        await match.verb(user_at(match, first), keys_of(match)[0])
        table = stage.playing(match.chat)
        assert first not in still_in(match)
        await stage.say(user_at(match, first), "5", match.chat)
        assert stage.playing(match.chat) == table

    game(play)


def test_the_clock_of_those_who_press_late() -> None:
    """All have the time that stands on the board; then ⏩ passes for whoever is awaited, and
    the next one is shown a board of their own."""

    async def play(stage: Stage, match: Match) -> None:
        opener = await opened(match)
        (first,) = ask_of(match).seats
        await stage.wait(100)
        await match.verb(user_at(match, first), keys_of(match)[0])
        (second,) = ask_of(match).seats
        assert second not in (opener, first)
        before = len(bot_entries(stage, match.chat))
        await match.verb(user_at(match, opener), "next")
        assert ask_of(match).seats == {second} and "There is still time" in said(match, before)
        before = len(bot_entries(stage, match.chat))
        await stage.wait(126)  # 45 seconds, five times, since the board
        await match.verb(user_at(match, opener), "next")
        assert "Time is up" in said(match, before)

    game(play, 4)


def test_a_seat_that_leaves_plays_on_by_itself() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await opened(match)
        (first,) = ask_of(match).seats
        user = user_at(match, first)
        left = {"members": [{"type": "user", "userId": user.id}]}
        await stage.send(stage.line.event("memberLeft", match.chat, left=left))
        assert isinstance(stage.table(match.chat), Playing)
        assert stage.playing(match.chat).chairs[first - 1].left
        assert seat_of(match, user) == first

    game(play, 4)


def test_where_buttons_write_words_the_keys_do_too() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await opened(match)
        (first,) = ask_of(match).seats
        third = next(seat for seat in still_in(match) if seat != first)
        now = stage.clock()
        stage.store.keep(typed_key(stage.room(match.chat).id), str(int(now)), now)
        await stage.say(match.users[0], "/status", match.chat)
        before = len(bot_entries(stage, match.chat))
        found = next(e for e in actions_of(stage, match.chat) if e.get("text") == "4")
        assert found["type"] == "message"
        await stage.do(user_at(match, third), match.chat, found)
        assert stage.playing(match.chat).chairs[third - 1].order.endswith("bid.4")
        assert len(bot_entries(stage, match.chat)) == before

    game(play)


def test_a_key_brings_back_who_was_away() -> None:
    async def play(stage: Stage, match: Match) -> None:
        dice = Dice(b"away")
        for _ in range(20):
            if any(chair.away for chair in stage.playing(match.chat).chairs):
                break
            await stage.wait(460)
            await match.verb(match.users[0], "next")
        away = next(s for s, c in enumerate(stage.playing(match.chat).chairs, 1) if c.away)
        for _ in range(40):
            if keys_of(match) and away in still_in(match):
                break
            await play_on(match, dice, 1)
        await match.verb(user_at(match, away), keys_of(match)[-1])
        assert not stage.playing(match.chat).chairs[away - 1].away

    game(play, 4)


def calls(stage: Stage, match: Match, since: int) -> list[str]:
    """Whom LINE has notified since."""
    return [
        blank["mentionee"]["userId"]
        for each in bot_entries(stage, match.chat)[since:]
        for blank in each.get("substitution", {}).values()
    ]


async def passed(stage: Stage, match: Match) -> str:
    """Whoever is asked passes by a key. Tells who is asked then."""
    (asked,) = ask_of(match).seats
    await match.verb(user_at(match, asked), keys_of(match)[0])
    assert keys_of(match), "the auction goes on"
    (following,) = ask_of(match).seats
    assert following != asked
    return user_at(match, following).id


def test_whoever_is_asked_next_is_called_when_nobody_presses_for_a_moment() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await opened(match)
        stage.clock.advance(60)
        before, replies = len(bot_entries(stage, match.chat)), stage.line.replies
        following = await passed(stage, match)
        assert not calls(stage, match, before)
        await stage.wait(8)
        assert calls(stage, match, before) == [following]
        said_now = bot_entries(stage, match.chat)[before:]
        assert [each["type"] for each in said_now] == ["textV2"]  # the board still serves
        assert stage.line.replies == replies + 1
        await stage.wait(120)  # they are not called again and again
        for user in match.users:
            await stage.say(user, "hm", match.chat)
            stage.clock.advance(15)
        assert calls(stage, match, before) == [following]

    game(play, 4)


def test_whoever_is_asked_next_is_called_by_the_reply_to_a_word() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await opened(match)
        stage.clock.advance(60)
        before = len(bot_entries(stage, match.chat))
        following = await passed(stage, match)
        stage.clock.advance(50)  # the token of the press is dead, as when the host was busy
        await stage.settle()
        assert not calls(stage, match, before)
        await stage.say(match.users[0], "hm", match.chat)
        assert calls(stage, match, before) == [following]

    game(play, 4)


def test_whoever_is_asked_next_is_called_by_the_reply_to_a_question() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await opened(match)
        stage.clock.advance(60)
        before = len(bot_entries(stage, match.chat))
        following = await passed(stage, match)
        await stage.say(match.users[0], "/rules", match.chat)
        assert calls(stage, match, before) == [following]

    game(play, 4)


def test_while_others_go_on_pressing_nobody_is_called_for_a_quarter_of_a_minute() -> None:
    async def play(stage: Stage, match: Match) -> None:
        opener = await opened(match)
        stage.clock.advance(60)
        before = len(bot_entries(stage, match.chat))
        following = await passed(stage, match)
        for number in range(12):  # the opener cannot decide on a limit
            await match.verb(user_at(match, opener), keys_of(match)[3 + number % 2])
            stage.clock.advance(1)
            await stage.settle()
        seconds = [entry.at for entry in stage.entries(match.chat)[before:] if entry.by == "bot"]
        assert calls(stage, match, before) == [following] and len(seconds) >= 1

    game(play, 4)
