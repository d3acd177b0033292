"""The owner of a host on Telegram, and the groups of strangers that ask to be let in."""

from __future__ import annotations

import msgspec
import pytest

from adapters.hearing import HOUSE, Recovered
from adapters.owner_texts import GroupStillWaits, GroupTurnedAway, GroupWaits
from adapters.telegram.strangers import PLAY
from core.house.mending import ASIDE, Damage
from core.kernel.text import Public
from locales.tongue import Context, say
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.stage import Stage, buttons, run

DAY = 86400.0


class House(Stage):
    """A host with an owner (77), and strangers."""

    def __init__(self, guests: str = "", started: bool = True, url: str = "sqlite://") -> None:
        super().__init__(owner="telegram:77", guests=guests, url=url)
        self.mina = self.person(77, "Mina", "en", started=started)
        self.kai = self.person(5, "Kai", "en")
        self.ben = self.person(6, "Ben", "en")

    async def ready(self) -> None:
        """The owner has pressed Start."""
        await self.begin()
        await self.says(self.mina, "/start")

    async def look(self) -> None:
        """The worker that leads looks after the owner."""
        await self.owner.look()
        await self.settle()

    def heard(self, chat: Chat) -> list[str]:
        """What the bot has said in a chat."""
        return [m["text"] for m in chat.messages.values() if m["from"]["is_bot"]]

    @property
    def own(self) -> Chat:
        """The private chat with the owner."""
        return self.server.chat(77)

    async def another(self, number: int, by: Person) -> Chat:
        """One more group, to which somebody adds the bot."""
        chat = self.group(f"Group {number}", -100_555_000 - number)
        await self.add_bot(chat, by)
        return chat


def text(message: Public) -> str:
    return say(message, "en", Context())


WAITS, STILL, GONE = text(GroupWaits(PLAY)), text(GroupStillWaits()), text(GroupTurnedAway())


def test_a_group_of_strangers_waits_until_the_owner_lets_it_in() -> None:
    async def work() -> None:
        house = House()
        await house.ready()
        group = house.group("Friends")
        await house.add_bot(group, house.kai)
        assert house.heard(group) == [WAITS]
        for _ in range(3):
            await house.says(house.kai, "/play", group)
        assert house.heard(group) == [WAITS, STILL]  # refused once, then silent
        await house.look()
        question = house.newest(house.own)
        assert "Friends" in question["text"] and "Kai" in question["text"]
        await house.look()
        assert house.newest(house.own) == question  # asked once
        await house.press(house.mina, "Let in")
        await house.look()
        assert ("Play", "-:0:open") in buttons(house.newest(group))
        await house.press(house.kai, "Play", group)
        assert house.store.enter("telegram", str(group.number), "en").table is not None
        # who has played there is known from now on: their next group is no stranger's
        more = await house.another(1, house.kai)
        assert ("Play", "-:0:open") in buttons(house.newest(more))
        assert WAITS not in house.heard(more)

    run(work())


def test_a_group_that_is_turned_away_is_left_with_one_word() -> None:
    async def work() -> None:
        house = House()
        await house.ready()
        group = house.group("Friends")
        await house.add_bot(group, house.kai)
        await house.look()
        message = house.newest(house.own)
        keys = dict(buttons(message))
        await house.press(house.mina, "Turn away")
        await house.look()
        assert group.state == "left"
        assert house.heard(group) == [WAITS, GONE]
        # the old keys answer in words
        await house.press(house.mina, keys["Let in"], house.own, message)
        assert "turned away already" in house.newest(house.own)["text"]
        assert house.owner.guests.to_greet() == []
        # added again by the stranger it is left again; by the owner it plays
        group.state = "member"
        await house.add_bot(group, house.kai)
        await house.look()
        assert group.state == "left"
        group.state = "member"
        await house.add_bot(group, house.mina)
        assert ("Play", "-:0:open") in buttons(house.newest(group))

    run(work())


def test_nobody_but_the_owner_can_use_the_keys() -> None:
    async def work() -> None:
        house = House()
        await house.ready()
        group = house.group("Friends")
        await house.add_bot(group, house.kai)
        await house.look()
        question = house.newest(house.own)
        datum = dict(buttons(question))["Let in"]
        await house.says(house.kai, "/start")
        theirs = house.newest(house.server.chat(5))
        await house.press(house.kai, datum, house.server.chat(5), theirs)  # forged
        assert house.kai.alerts[-1]["text"] == "This button no longer works."
        await house.press(house.mina, datum, group, house.newest(group))  # the owner, in a group
        assert house.owner.guests.number() == 1
        assert house.owner.guests.to_greet() == []

    run(work())


def test_the_group_learns_nothing_of_the_owner() -> None:
    async def work() -> None:
        house = House()
        await house.ready()
        group = house.group("Friends")
        await house.add_bot(group, house.kai)
        await house.says(house.kai, "/play", group)
        await house.look()
        await house.press(house.mina, "Turn away")
        await house.look()
        said = "\n".join([*house.heard(group), *map(str, house.kai.alerts)])
        assert "Mina" not in said and "77" not in said

    run(work())


def test_old_groups_go_on_when_an_owner_is_named(tmp_path: object) -> None:
    async def work() -> None:
        house = House(guests="open", url=f"sqlite:///{tmp_path}/house.db")
        await house.ready()
        old = house.group("Old")
        await house.add_bot(old, house.kai)
        house.rule = "ask"
        house.store.close()
        house.open()
        await house.begin()
        await house.says(house.kai, "/play", old)
        assert house.store.enter("telegram", str(old.number), "en").table is not None
        new = await house.another(1, house.ben)
        assert house.heard(new) == [WAITS]
        # with the setting open again, whoever waited is in
        house.rule = "open"
        house.store.close()
        house.open()
        await house.begin()
        await house.says(house.ben, "/play", new)
        assert house.store.enter("telegram", str(new.number), "en").table is not None
        house.store.close()

    run(work())


def test_with_none_a_group_of_strangers_is_left_at_once() -> None:
    async def work() -> None:
        house = House(guests="none")
        await house.ready()
        group = house.group("Friends")
        await house.add_bot(group, house.kai)
        await house.look()
        assert group.state == "left"
        assert house.heard(group) == [GONE]
        assert len(house.heard(house.own)) == 1  # the welcome; nobody is asked
        mine = house.group("Mine", -100_777)
        await house.add_bot(mine, house.mina)
        assert ("Play", "-:0:open") in buttons(house.newest(mine))
        assert not house.telegram.voice.signed()  # strangers need not find the bot

    run(work())


def test_five_hundred_groups_are_one_question() -> None:
    async def work() -> None:
        house = House()
        await house.ready()
        first = len(house.heard(house.own))
        for number in range(30):
            await house.another(number, house.ben)
            if number % 10 == 0:
                await house.look()
        house.clock.advance(700)
        await house.look()
        house.clock.advance(700)
        await house.another(99, house.ben)
        await house.look()
        asked = house.heard(house.own)[first:]
        assert len(asked) == 1 and "Group 0" in asked[0]  # at once; then there is a crowd
        house.clock.advance(DAY)
        await house.look()
        asked = house.heard(house.own)[first:]
        assert len(asked) == 2 and asked[-1].startswith("31 groups")
        assert asked[-1].count("“") == 5 and "Group 99" in asked[-1]
        await house.press(house.mina, "Turn all 31 away")
        await house.look()
        assert house.owner.guests.number() == 0
        groups = [chat for number, chat in house.server.chats.items() if number < 0]
        assert len(groups) == 31 and all(chat.state == "left" for chat in groups)

    run(work())


def test_a_list_goes_on_with_the_next() -> None:
    async def work() -> None:
        house = House()
        await house.ready()
        chats = [await house.another(number, house.ben) for number in range(3)]
        await house.look()
        await house.press(house.mina, "1: Let in")
        shown = house.newest(house.own)
        assert "“Group 2” is let in." in shown["text"] and "“Group 1”" in shown["text"]
        await house.press(house.mina, "1: Let in")
        shown = house.newest(house.own)
        assert [label for label, _ in buttons(shown)] == ["Let in", "Turn away"]
        await house.look()
        assert [house.heard(chat)[-1] == WAITS for chat in chats] == [True, False, False]

    run(work())


def test_an_owner_who_has_not_pressed_start_is_told_when_they_do() -> None:
    async def work() -> None:
        house = House(started=False)
        await house.begin()
        group = house.group("Friends")
        await house.add_bot(group, house.kai)
        await house.look()
        state = house.owner.state()
        assert state is not None and state.reached is False and state.waiting == 1
        calls = len(house.server.calls)
        await house.look()
        assert len(house.server.calls) == calls  # it is not tried every five seconds
        await house.says(house.mina, "/start")
        await house.look()
        assert "Friends" in house.newest(house.own)["text"]
        state = house.owner.state()
        assert state is not None and state.reached is True and state.waiting == 0

    run(work())


def test_trouble_is_told_once_even_over_restarts(tmp_path: object) -> None:
    async def work() -> None:
        house = House(url=f"sqlite:///{tmp_path}/house.db")
        await house.ready()
        first = len(house.heard(house.own))
        house.free = 200_000_000
        damage = Damage("abcd2345", house.clock(), "an unknown game", "its last lines are missing")
        house.store.keep(f"{ASIDE}abcd2345", msgspec.json.encode(damage).decode(), house.clock())
        house.store.keep("backup.at", str(house.clock() - 8 * DAY), house.clock())
        house.owner.recovered(Recovered("telegram", 1500.0))
        house.owner.recovered(Recovered(HOUSE, 900.0))
        house.owner.recovered(Recovered("telegram", 599.0))
        await house.look()
        house.clock.advance(30)
        await house.look()
        told = house.heard(house.own)[first:]
        assert len(told) == 4
        for word in ("200.0 MB", "fumibako repair abcd2345", "25 minutes", "8 days"):
            assert sum(word in each for each in told) == 1, told
        house.store.close()
        house.open()
        await house.begin()
        for _ in range(3):
            house.clock.advance(DAY)
            await house.look()
        assert len(house.heard(house.own)) == first + 4
        # a new event is told anew
        house.free = 10**12
        await house.look()
        house.free = 100_000_000
        house.store.keep("backup.at", str(house.clock() - 7.5 * DAY), house.clock())
        await house.look()
        assert len(house.heard(house.own)) == first + 6
        house.store.close()

    run(work())


@pytest.mark.parametrize(("said", "where"), [("/whoami", "private"), ("/whoami", "group")])
def test_whoever_asks_is_told_who_they_are(said: str, where: str) -> None:
    async def work() -> None:
        house = House(guests="open")
        await house.ready()
        group = house.group("Friends")
        await house.add_bot(group, house.kai)
        chat = group if where == "group" else house.server.chat(5)
        await house.says(house.kai, said, None if where == "private" else group)
        answer = house.newest(chat)["text"]
        assert ("OWNER=telegram:5" in answer) == (where == "private")
        assert ("telegram:5" in answer) == (where == "private")

    run(work())


def test_the_owner_is_written_to_in_their_own_language() -> None:
    async def work() -> None:
        house = House()
        await house.ready()
        await house.says(house.mina, "/lang 日本語")
        group = house.group("Friends")
        await house.add_bot(group, house.kai)
        await house.look()
        assert "Friends" in house.newest(house.own)["text"]
        assert [label for label, _ in buttons(house.newest(house.own))] == ["許可する", "断る"]
        assert house.heard(group) == [WAITS]

    run(work())


def test_a_group_that_becomes_a_supergroup_stays_where_it_stands() -> None:
    async def work() -> None:
        house = House()
        await house.ready()
        group = house.group("Friends", -42, "group")
        await house.add_bot(group, house.kai)
        new = house.group("Friends", -100_42)
        await house.update(
            message=house.server.shown(group, house.server._post(group, house.kai.user(), "", 0))
            | {"migrate_to_chat_id": new.number}
        )
        await house.says(house.kai, "/play", new)
        assert house.heard(new) == [STILL]
        assert house.owner.guests.number() == 1
        await house.look()
        await house.press(house.mina, "Let in")
        await house.look()
        assert ("Play", "-:0:open") in buttons(house.newest(new))

    run(work())


def test_forgetting_who_added_the_bot_lets_nobody_in() -> None:
    async def work() -> None:
        house = House()
        await house.ready()
        group = house.group("Friends")
        await house.add_bot(group, house.kai)
        assert "Kai" in str(house.store.kept_like("guest:"))
        await house.says(house.kai, "/forget")
        await house.press(house.kai, "Yes, erase it")
        assert "telegram:5" not in str(house.store.kept_like("guest:"))
        assert house.owner.guests.number() == 1
        await house.says(house.kai, "/play", group)
        assert house.heard(group) == [WAITS, STILL]

    run(work())


def test_what_may_not_have_arrived_is_told_again() -> None:
    async def work() -> None:
        house = House()
        await house.ready()
        house.free = 200_000_000
        house.server.lose_answer.add("sendMessage")
        await house.look()
        assert not house.store.kept("owner:disk")
        await house.look()  # not at once
        assert not house.store.kept("owner:disk")
        house.clock.advance(3600)
        await house.look()
        assert house.store.kept("owner:disk")
        assert sum("200.0 MB" in each for each in house.heard(house.own)) == 2

    run(work())
