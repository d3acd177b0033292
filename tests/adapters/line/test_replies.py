"""Replies: what is said when, with which token, and what becomes of it if it fails."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from core.table.table import Playing
from tests.adapters.line.fake import Data, User, texts
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage
from tests.adapters.table import wake_all

Play = Callable[[Stage, Match], Awaitable[None]]


def at_a_table(play: Play, people: int = 3, computers: int = 0, **stage: Any) -> Stage:
    """A running table of people (and computers), and what happens there."""

    async def run() -> Stage:
        world = Stage(**({"language": "en"} | stage))
        users = [world.person(name) for name in ("Mina", "Aki", "Ken", "Bob", "Yui")[:people]]
        chat = await world.group(*users)
        match = Match(world, chat, users, "en")
        first = users[0]
        await match.verb(first, "open")
        for user in users[1:]:
            await match.verb(user, "join")
        for _ in range(computers):
            await match.verb(first, "bot")
        await match.verb(first, "start")
        await play(world, match)
        assert world.line.billed == 0
        return world

    return asyncio.run(run())


def asked(match: Match) -> User:
    table = match.stage.playing(match.chat)
    user = next(
        chair.user
        for seat, chair in enumerate(table.chairs, 1)
        if chair.user is not None and match.stage.house.games[table.game].moves(table.state, seat)
    )
    return match.stage.line.users[user.partition(":")[2]]


def bot_entries(stage: Stage, chat: str) -> list[Data]:
    return [entry.message for entry in stage.entries(chat) if entry.by == "bot"]


def test_one_reply_carries_log_mention_and_board() -> None:
    async def play(stage: Stage, match: Match) -> None:
        replies, before = stage.line.replies, len(bot_entries(stage, match.chat))
        await match.turn(stage.playing(match.chat))
        said = bot_entries(stage, match.chat)[before:]
        assert [each["type"] for each in said] == ["textV2", "flex"]
        assert stage.line.replies == replies + 2  # the hand, and the group
        mention = said[0]["substitution"]["m0"]["mentionee"]
        assert mention == {"type": "user", "userId": asked(match).id}
        assert not stage.entries(match.chat)[-1].silent

    at_a_table(play)


def test_computers_ride_in_the_same_reply() -> None:
    async def play(stage: Stage, match: Match) -> None:
        for _ in range(6):
            table = stage.table(match.chat)
            if not isinstance(table, Playing):
                break
            before = stage.line.replies
            await match.turn(table)
            assert stage.line.replies == before + 2

    at_a_table(play, people=1, computers=3)


def test_an_expired_token_leaves_everything_pending() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        event = stage.line.text(match.chat, user.id, "/away")
        word = event["replyToken"]
        chat, at, _ = stage.line.tokens[word]
        stage.line.tokens[word] = (chat, at - 100, False)  # LINE's patience is shorter today
        before = len(bot_entries(stage, match.chat))
        await stage.send(event)
        assert stage.line.refusals == ["Invalid reply token"]
        assert len(bot_entries(stage, match.chat)) == before
        stage.clock.advance(30)
        await stage.say(match.users[0], "hm", match.chat)
        said = "\n".join(stage.seen(match.chat))
        assert said.count(f"{user.name} lets a computer play") == 1

    at_a_table(play)


def test_a_token_that_is_too_old_is_not_tried() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await stage.say(match.users[0], "hm", match.chat)
        assert stage.host.chats.alive(match.chat, stage.clock())
        stage.clock.advance(46)
        assert not stage.host.chats.alive(match.chat, stage.clock())
        left = {"members": [{"type": "user", "userId": match.users[0].id}]}
        before = stage.line.replies
        await stage.send(stage.line.event("memberLeft", match.chat, left=left))
        assert stage.line.replies == before and not stage.line.refusals

    at_a_table(play)


def test_a_reply_that_never_left_is_told_with_the_next_event() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        await match.look(user)
        stage.line.faults += ["down", "down"]
        before = len(bot_entries(stage, match.chat))
        await stage.say(user, "/away", match.chat)
        assert len(bot_entries(stage, match.chat)) == before
        stage.clock.advance(30)
        other = next(each for each in match.users if each is not user)
        await stage.say(other, "hm", match.chat)  # ordinary chat
        said = "\n".join(stage.read(match.chat))
        assert f"{user.name} lets a computer play" in said

    at_a_table(play)


def test_a_reply_whose_answer_was_lost_is_not_repeated() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        await match.look(user)
        stage.line.faults += ["lost"]
        await stage.say(user, "/away", match.chat)
        stage.clock.advance(30)
        await stage.say(match.users[0], "hm", match.chat)
        said = "\n".join(stage.seen(match.chat))
        assert said.count(f"{user.name} lets a computer play") == 1

    at_a_table(play)


def test_a_refused_mention_is_left_out() -> None:
    async def play(stage: Stage, match: Match) -> None:
        table = stage.playing(match.chat)
        group = stage.line.groups[match.chat]
        following = [user for user in match.users if user is not asked(match)]
        for user in following:
            group.members.remove(user.id)  # they left, and LINE has not told yet
        await match.turn(table)
        assert stage.line.refusals == ["mentionee is not in the chat"]
        assert bot_entries(stage, match.chat)[-2]["type"] == "text"

    at_a_table(play)


def test_a_restart_in_mid_turn(tmp_path: Any) -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        meant = await match.look(user)
        letter = sorted(meant)[0]
        old = next(e for e in actions_of(stage, match.chat) if f"~0.{letter}" in e.get("data", ""))
        question = stage.playing(match.chat).question
        seat = next(e for e in actions_of(stage, match.chat) if ":~1." in e.get("data", ""))
        await stage.do(user, match.chat, seat)
        stage.open()
        wake_all(stage.ticker)
        await stage.settle()
        assert stage.playing(match.chat).question == question
        # the old buttons still count, the letters are still known, what was pressed is kept
        for row in ("~2.3", "~0."):
            found = [e for e in actions_of(stage, match.chat) if row in e.get("data", "")]
            for each in found[:1] if row != "~0." else [old]:
                await stage.do(user, match.chat, each)
        if stage.playing(match.chat).question == question:
            await match.turn(stage.playing(match.chat))
        assert stage.playing(match.chat).question > question

    at_a_table(play, url=f"sqlite:///{tmp_path}/line.db")


def test_buttons_write_words_where_presses_have_no_owner() -> None:
    async def play(stage: Stage, match: Match) -> None:
        found = next(e for e in actions_of(stage, match.chat) if "~0." in e.get("data", ""))
        for _ in range(2):
            event = stage.line.event("postback", match.chat, postback={"data": found["data"]})
            await stage.send(event)
            stage.clock.advance(1)
        said = "\n".join(stage.seen(match.chat))
        assert said.count("From now on the buttons write words") == 1
        board = actions_of(stage, match.chat)
        assert {each["type"] for each in board} == {"message", "uri"}
        match.typed = True
        await match.play()
        assert not isinstance(stage.table(match.chat), Playing)

    at_a_table(play)


def test_who_writes_without_a_name_is_told_how() -> None:
    async def play(stage: Stage, match: Match) -> None:
        for _ in range(3):
            await stage.send(stage.line.text(match.chat, "", "/join"))
        said = stage.read(match.chat)
        assert sum("LINE does not tell me who wrote this" in each for each in said) == 1

    at_a_table(play)


def test_whole_moves_are_typed_in_the_group() -> None:
    async def play(stage: Stage, match: Match) -> None:
        for _ in range(8):
            table = stage.table(match.chat)
            if not isinstance(table, Playing):
                break
            user, game = asked(match), stage.house.games[table.game]
            seat = next(i for i, c in enumerate(table.chairs, 1) if c.user == f"line:{user.id}")
            meant = await match.look(user)
            code = game.moves(table.state, seat)[0].code.split(".")
            names = {"princess": "Princess"}
            letter = next(
                mark
                for mark, name in meant.items()
                if names.get(code[0], code[0]).casefold() in name.casefold()
            )
            words = [letter]
            if len(code) > 1:
                words.append(table.chairs[int(code[1]) - 1].name)
            if len(code) > 2:
                row = game.rows(game.view(table.state, None))[2]
                words.append(row.labels[row.words.index(code[2])])
            await stage.say(user, " ".join(words), match.chat)
            after = stage.table(match.chat)
            assert not isinstance(after, Playing) or after.question > table.question, words

    at_a_table(play)


def test_a_move_typed_in_private_reaches_the_group_later() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        table = stage.playing(match.chat)
        game = stage.house.games[table.game]
        seat = next(i for i, c in enumerate(table.chairs, 1) if c.user == f"line:{user.id}")
        code = game.moves(table.state, seat)[0].code
        group = len(bot_entries(stage, match.chat))
        stage.clock.advance(60)
        await stage.say(user, code.replace(".", " "))
        assert stage.playing(match.chat).question > table.question
        assert any("group hears it at its next" in each for each in stage.read(user.id))
        assert len(bot_entries(stage, match.chat)) == group
        await stage.say(match.users[1], "hm", match.chat)
        assert len(bot_entries(stage, match.chat)) == group + 2

    at_a_table(play)


def test_nothing_of_a_hand_is_shown_in_the_group() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        await stage.say(user, "hand", match.chat)
        said = bot_entries(stage, match.chat)[-1]
        assert any("chat with me alone" in each for each in texts(said))
        table = stage.playing(match.chat)
        datum = f"{table.id}:{table.question}:hand"
        await stage.send(
            stage.line.event("postback", match.chat, user.id, postback={"data": datum})
        )
        assert bot_entries(stage, match.chat)[-1]["altText"] == said["altText"]
        level = f"{table.id}:{table.question}:?:guard"
        before = len(bot_entries(stage, match.chat))
        await stage.send(
            stage.line.event("postback", match.chat, user.id, postback={"data": level})
        )
        assert len(bot_entries(stage, match.chat)) == before

    at_a_table(play)


def test_why_a_press_did_nothing_stands_on_the_next_hand_card() -> None:
    async def play(stage: Stage, match: Match) -> None:
        other = next(each for each in match.users if each is not asked(match))
        await match.look(asked(match))
        before = len(bot_entries(stage, match.chat))
        key = next(e for e in actions_of(stage, match.chat) if "~0." in e.get("data", ""))
        await stage.do(other, match.chat, key)
        assert len(bot_entries(stage, match.chat)) == before
        await stage.say(other, "hand")
        assert any("You are not asked right now." in each for each in stage.read(other.id))
        await stage.say(other, "hand")
        assert sum("You are not asked right now." in each for each in stage.read(other.id)) == 1

    at_a_table(play)


def test_letters_count_only_after_a_look() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user, question = asked(match), stage.playing(match.chat).question
        key = next(e for e in actions_of(stage, match.chat) if "~0." in e.get("data", ""))
        for _ in range(3):
            await stage.do(user, match.chat, key)
        said = "\n".join(stage.seen(match.chat))
        assert said.count(f"{user.name}: look at your hand first") == 1
        assert stage.playing(match.chat).question == question

    at_a_table(play)


def test_a_late_press_brings_at_most_one_board_in_a_few_seconds() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        old = next(e for e in actions_of(stage, match.chat) if "~0." in e.get("data", ""))
        await match.turn(stage.playing(match.chat))
        stage.clock.advance(10)
        before = len(bot_entries(stage, match.chat))
        for _ in range(4):
            await stage.do(user, match.chat, old)
        assert len(bot_entries(stage, match.chat)) == before + 1

    at_a_table(play)


def test_words_of_a_move_count_only_from_whoever_is_asked_and_in_time() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        meant = await match.look(user)
        letter = sorted(meant)[0]
        other = next(each for each in match.users if each is not user)
        await stage.say(other, letter, match.chat)
        assert f"line:{other.id}" not in stage.host.say.why  # that was ordinary chat
        table = stage.playing(match.chat)
        late = stage.line.text(match.chat, user.id, letter)
        late["timestamp"] -= 3_600_000
        await stage.send(late)
        draft = stage.store.run(lambda work: work.draft(table.id, f"line:{user.id}"))
        assert not draft.said
        await stage.say(user, letter, match.chat)
        draft = stage.store.run(lambda work: work.draft(table.id, f"line:{user.id}"))
        assert draft.said or stage.playing(match.chat).question > table.question

    at_a_table(play)
