"""The owner of a host on LINE, and the groups of strangers that ask to be let in."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from adapters.guests import STAYS, mark_of
from adapters.owner_texts import (
    GroupIsLeft,
    GroupIsLeftAgain,
    GroupStillWaits,
    GroupTurnedAway,
    GroupWaits,
)
from core.kernel.text import Public
from core.table.failures import OurTrouble
from locales.tongue import Context, say
from tests.adapters.line.fake import User, actions
from tests.adapters.line.stage import Stage

OWNER = "U" + "a" * 32


def run(work: Coroutine[None, None, None]) -> None:
    asyncio.run(work)


def text(message: Public) -> str:
    return say(message, "ja", Context())


MINUTES = int(STAYS // 60)
LEFT, PARTS = text(GroupIsLeft("遊ぶ", MINUTES)), text(GroupIsLeftAgain("遊ぶ", MINUTES))
WAITS, STILL, GONE = text(GroupWaits("遊ぶ")), text(GroupStillWaits()), text(GroupTurnedAway())

HELLO = "文箱です。このグループでカードゲームの進行をします。"


class House(Stage):
    """A host whose owner is at LINE."""

    def __init__(self, guests: str = "", budget: int = 0, url: str = "sqlite:///:memory:") -> None:
        super().__init__(url=url, owner=f"line:{OWNER}", guests=guests, budget=budget)
        self.mina = self.line.users[OWNER] = User(OWNER, "ミナ", friend=True)
        self.kai, self.ben = self.person("カイ"), self.person("ベン")

    async def look(self) -> None:
        """The worker that leads looks after the owner, half a minute later."""
        self.clock.advance(30)
        await self.owner.look()
        await self.settle()

    def opened(self, chat: str) -> bool:
        """Whether there is a table in a group."""
        return self.room(chat).table is not None


def test_a_group_waits_and_the_owner_hears_of_it_with_their_next_word() -> None:
    async def work() -> None:
        house = House()
        group = await house.group(house.kai, title="金曜の会")
        assert house.seen(group) == [WAITS]
        for _ in range(3):
            await house.say(house.kai, "遊ぶ", group)
        assert house.seen(group) == [WAITS, STILL]
        assert not house.opened(group)
        await house.look()
        assert house.line.billed == 0 and house.seen(OWNER) == []
        state = house.owner.state()
        assert state is not None and state.reached is None and state.waiting == 1
        await house.say(house.mina, "こんにちは")
        assert any("金曜の会" in each for each in house.seen(OWNER))
        await house.press(house.mina, OWNER, "許可する")
        assert house.seen(OWNER)[-1] == "「金曜の会」を許可しました。"
        await house.look()
        house.clock.advance(120)  # no token of the group lives
        await house.say(house.kai, "やあ", group)
        assert house.seen(group)[2] == "文箱です。このグループでカードゲームの進行をします。"
        await house.say(house.kai, "遊ぶ", group)
        assert house.opened(group)

    run(work())


def test_the_greeting_goes_out_at_once_where_it_can() -> None:
    async def work() -> None:
        house = House()
        group = await house.group(house.kai, title="金曜の会")
        await house.look()
        await house.say(house.mina, "こんにちは")
        await house.say(house.kai, "今日は何をしよう", group)
        await house.press(house.mina, OWNER, "許可する")
        await house.owner.look()
        assert len(house.seen(group)) > 1
        before = len(house.line.seen_in(group))
        await house.owner.look()
        await house.say(house.kai, "そうだね", group)
        assert len(house.line.seen_in(group)) == before + 1  # greeted once

    run(work())


def test_whoever_is_known_lets_a_group_in_by_a_word() -> None:
    async def work() -> None:
        house = House()
        first = await house.group(house.kai, house.mina, title="いつもの会")
        await house.say(house.mina, "遊ぶ", first)  # the owner may play anywhere
        assert house.opened(first)
        await house.say(house.kai, "参加", first)
        second = await house.group(house.kai, house.ben, title="新しい会")
        await house.say(house.ben, "遊ぶ", second)
        assert not house.opened(second)
        await house.say(house.kai, "やあ", second)  # chat vouches for nobody
        assert not house.opened(second)
        await house.say(house.kai, "遊ぶ", second)
        assert house.opened(second)
        await house.look()
        await house.say(house.mina, "こんにちは")
        assert not any("新しい会" in each for each in house.seen(OWNER))

    run(work())


def test_a_group_that_is_turned_away_is_left() -> None:
    async def work() -> None:
        house = House()
        group = await house.group(house.kai, title="金曜の会")
        await house.look()
        await house.say(house.mina, "こんにちは")
        key = house.find(OWNER, "許可する")
        await house.press(house.mina, OWNER, "断る")
        await house.say(house.kai, "もしもし", group)  # so there is a token to say good-bye with
        await house.owner.look()
        assert house.line.groups[group].bot == ""
        assert house.seen(group) == [WAITS, GONE]
        await house.do(house.mina, OWNER, key)
        assert "すでにお断りしています" in house.seen(OWNER)[-1]
        assert house.line.groups[group].bot == ""

    run(work())


@pytest.mark.parametrize("kind", ["group", "room"])
def test_with_none_strangers_are_left_after_a_while_and_the_owner_is_not(kind: str) -> None:
    """LINE does not tell who has invited us."""

    async def work() -> None:
        house = House(guests="none")
        title = "金曜の会" if kind == "group" else ""
        group = await house.group(house.kai, title=title, kind=kind)
        own = await house.group(house.mina, house.kai, title=title, kind=kind)
        await house.owner.look()
        await house.say(house.kai, "遊ぶ", group)
        await house.say(house.kai, "遊ぶ", own)
        assert not house.opened(own) and house.seen(own) == house.seen(group) == [LEFT]
        await house.say(house.mina, "遊ぶ", own)
        assert house.opened(own)
        house.clock.advance(STAYS)
        await house.owner.look()
        assert house.line.groups[group].bot == "" and house.line.groups[own].bot
        # whoever has played here is known, even where the account was sent away before
        await house.say(house.kai, "参加", own)
        again = await house.group(house.kai, title=title, kind=kind)
        await house.say(house.kai, "遊ぶ", again)
        assert house.opened(again)

    run(work())


def test_the_owner_opens_a_group_that_they_turned_away() -> None:
    async def work() -> None:
        house = House()
        known = await house.group(house.mina, house.ben, title="いつもの会")
        await house.say(house.mina, "遊ぶ", known)
        await house.say(house.ben, "参加", known)
        group = await house.group(house.kai, house.ben, house.mina, title="金曜の会")
        house.owner.guests.decide(house.room(group).id, mark_of(group), let_in=False)
        await house.say(house.ben, "遊ぶ", group)  # known, and not the owner
        assert not house.opened(group)
        await house.owner.look()
        assert house.line.groups[group].bot == ""
        house.line.groups[group].bot = "fumibako"
        await house.send(house.line.event("join", group))
        assert house.seen(group)[-1] == PARTS
        await house.owner.look()
        await house.say(house.ben, "遊ぶ", group)
        assert not house.opened(group) and house.line.groups[group].bot
        await house.say(house.mina, "遊ぶ", group)
        assert house.opened(group)
        house.clock.advance(STAYS)
        await house.owner.look()
        assert house.line.groups[group].bot

    run(work())


def test_a_push_is_sent_within_the_budget_only() -> None:
    async def work() -> None:
        house = House(budget=1)
        await house.send(house.line.event("follow", OWNER, OWNER, follow={"isUnblocked": False}))
        house.clock.advance(120)
        before = len(house.seen(OWNER))
        await house.group(house.kai, title="金曜の会")
        await house.look()
        assert house.line.billed == 1
        assert any("金曜の会" in each for each in house.seen(OWNER)[before:])
        house.clock.advance(700)
        await house.group(house.ben, title="土曜の会")
        await house.look()
        assert house.line.billed == 1  # the month's budget is spent
        await house.say(house.mina, "こんにちは")
        assert any("土曜の会" in each for each in house.seen(OWNER))
        assert sum("金曜の会" in each for each in house.seen(OWNER)) == 1

    run(work())


def test_no_key_of_the_owner_works_for_others() -> None:
    async def work() -> None:
        house = House()
        group = await house.group(house.kai, title="金曜の会")
        await house.look()
        await house.say(house.mina, "こんにちは")
        key = house.find(OWNER, "許可する")
        await house.do(house.kai, house.kai.id, key)
        await house.do(house.kai, group, key)
        assert house.owner.guests.number() == 1
        assert house.owner.guests.to_greet() == []
        told = "\n".join([*house.read(group), *house.read(house.kai.id)])
        assert "ミナ" not in told and OWNER not in told

    run(work())


def test_trouble_reaches_the_owner_with_their_next_word_once() -> None:
    async def work() -> None:
        house = House()
        house.free = 200_000_000
        await house.look()
        await house.say(house.mina, "手札")
        await house.say(house.mina, "手札")
        assert sum("200.0 MB" in each for each in house.seen(OWNER)) == 1
        house.free = 10**12
        await house.say(house.mina, "わたしのID")
        assert f"line:{OWNER}" in house.seen(OWNER)[-1]
        await house.say(house.kai, "わたしのID")
        assert f"OWNER=line:{house.kai.id}" in house.seen(house.kai.id)[-1]

    run(work())


def test_the_owner_asks_again_for_the_groups_that_wait() -> None:
    async def work() -> None:
        house = House()
        for number in range(7):
            await house.group(house.kai, title=f"会{number}")
        await house.look()
        await house.say(house.mina, "こんにちは")
        await house.say(house.mina, "わたしのID")
        shown = house.line.bubble(OWNER)
        labels = [each["label"] for each in actions(shown)]
        assert labels[:2] == ["1：許可する", "1：断る"] and labels[-1] == "7件すべて断る"
        assert len(labels) == 11
        await house.press(house.mina, OWNER, "1：許可する")
        assert "「会6」を許可しました。" in house.seen(OWNER)
        await house.press(house.mina, OWNER, "6件すべて断る")
        assert house.owner.guests.number() == 0

    run(work())


def test_a_group_that_sends_the_account_away_asks_for_nothing() -> None:
    async def work() -> None:
        house = House()
        group = await house.group(house.kai, title="金曜の会")
        await house.send(house.line.event("leave", group))
        await house.look()
        assert house.owner.guests.number() == 0
        await house.say(house.mina, "こんにちは")
        assert not any("金曜の会" in each for each in house.seen(OWNER))

    run(work())


@pytest.mark.parametrize("fault", ["down", "lost"])
def test_what_line_did_not_take_is_told_with_the_next_word(fault: str) -> None:
    async def work() -> None:
        house = House()
        house.free = 200_000_000
        house.line.faults = [fault] * 20
        if fault == "lost":
            house.line.checks = False
        await house.say(house.mina, "手札")
        house.line.faults = []
        kept = house.store.kept("owner:disk")
        told = sum("200.0 MB" in each for each in house.seen(OWNER))
        assert bool(kept) <= bool(told)
        house.clock.advance(120)
        await house.say(house.mina, "手札")
        await house.say(house.mina, "手札")
        assert house.store.kept("owner:disk")
        assert 1 <= sum("200.0 MB" in each for each in house.seen(OWNER)) <= 2

    run(work())


def test_an_event_that_could_not_be_stored_takes_no_notice_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        house = House()
        house.free = 200_000_000

        with monkeypatch.context() as patch:
            patch.setattr(house.host.hear.doer, "store", _full)
            assert await house.line.send(house.line.text(OWNER, OWNER, "手札")) == 500
        await house.settle()
        assert not house.store.kept("owner:disk")
        await house.say(house.mina, "手札")
        assert sum("200.0 MB" in each for each in house.seen(OWNER)) == 1

    run(work())


def test_a_push_and_a_reply_that_cross_tell_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        house = House(budget=5)
        await house.send(house.line.event("follow", OWNER, OWNER, follow={"isUnblocked": False}))
        house.clock.advance(120)
        house.free = 200_000_000
        pusher = house.host._push
        assert pusher is not None
        push = pusher.note

        async def crossed(*words: Any) -> bool:
            await house.say(house.mina, "手札")
            return await push(*words)

        monkeypatch.setattr(pusher, "note", crossed)
        await house.look()
        told = sum("200.0 MB" in each for each in house.seen(OWNER))
        assert told == 1 and house.line.billed == 1 and house.store.kept("owner:disk")
        await house.look()
        await house.say(house.mina, "手札")
        assert sum("200.0 MB" in each for each in house.seen(OWNER)) == 1

    run(work())


def test_while_the_owner_is_told_in_a_reply_nothing_is_pushed() -> None:
    async def work() -> None:
        house = House(budget=5)
        await house.send(house.line.event("follow", OWNER, OWNER, follow={"isUnblocked": False}))
        house.free = 200_000_000
        [errand] = house.owner.due()
        assert house.owner.claim(errand)
        await house.look()
        assert house.line.billed == 0
        house.owner.release(errand)
        await house.look()
        assert house.line.billed == 1

    run(work())


@pytest.mark.parametrize("let_in", [False, True])
def test_a_greeting_that_could_not_be_stored_comes_with_the_event_that_comes_again(
    monkeypatch: pytest.MonkeyPatch, let_in: bool
) -> None:
    async def work() -> None:
        house = House(guests="ask" if let_in else "open")
        with monkeypatch.context() as patch:
            if let_in:
                group = await house.group(house.kai)
                await house.look()
                room = house.room(group)
                house.owner.guests.decide(room.id, mark_of(group), let_in=True)
                event = house.line.text(group, house.kai.id, "やあ")
            else:
                event = house.line.event("join", group := await house.group(house.kai))
            before = house.seen(group)
            patch.setattr(house.host.hear.doer, "store", _full)
            assert await house.line.send(event) == 500
            await house.settle()
            assert house.seen(group) == before
        await house.send(event)
        assert house.seen(group).count(HELLO) == before.count(HELLO) + 1
        await house.send(house.line.text(group, house.kai.id, "そうだね"))
        assert house.seen(group).count(HELLO) == before.count(HELLO) + 1

    run(work())


def _full(*_: object) -> None:
    raise OurTrouble("full")


def test_a_group_that_another_worker_greets_is_greeted_once() -> None:
    async def work() -> None:
        house = House()
        group = await house.group(house.kai)
        room = house.room(group)
        house.owner.guests.decide(room.id, mark_of(group), let_in=True)
        assert house.owner.guests.greeted(room)  # elsewhere, just now
        before = house.seen(group)
        assert not await house.host.welcome(room)
        assert house.seen(group) == before

    run(work())
