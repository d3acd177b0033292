"""Tables of LINE groups in a frozen house."""

from __future__ import annotations

from adapters.line.push import Push
from core.kernel.dice import Dice
from core.table.table import Lobby
from tests.adapters.line.crowd import at_table, keys_of, play_on, still_in, user_at
from tests.adapters.line.fake import FakeApi
from tests.adapters.line.players import Match
from tests.adapters.line.stage import inline
from tests.frozen.people import MOST, People


class OnLine(People):
    """What goes on in the groups of LINE."""

    async def line_letters(self) -> None:
        """Love Letter in a LINE group whose owner pays for some messages: hands were pushed, a
        link to a seat was ended, somebody has pressed half of a move."""
        stage = self.host
        push = Push(
            FakeApi(stage.line),
            stage.store,
            stage.store,
            inline(),
            stage.host.edge,
            3,
        )
        push.join(stage.host.chats)
        stage.host.say.push = push
        users = [stage.line_person(name, friend=True) for name in ("ミナ", "Aki", "けん")]
        for user in users:
            follow = stage.line.event("follow", user.id, user.id, follow={"isUnblocked": False})
            await stage.send(follow)
        chat = await stage.group(*users, title="みんなの卓")
        match = Match(stage, chat, users)
        await match.gather()
        stage.host.say.push = None
        assert stage.line.billed == 3
        table, plan = stage.playing(chat), list[str]()
        for _ in range(MOST):
            table = stage.playing(chat)
            user = user_at(match, min(self.host.question(table.id).seats))
            plan = self.presses(table, f"line:{user.id}")
            if len(table.moves) > 3 and len(plan) > 1:
                break
            await match.turn(table)
            stage.clock.advance(12)
        await match.look(user)
        first, *rest = plan
        await stage.do(user, chat, {"type": "postback", "data": first})
        self.draft(table.id, "line", user.id, chat, rest, plan)
        links = stage.links
        for number, what in ((1, "ended"), (2, "open")):
            self.links[what] = links.seat_link(table.id, str(table.chairs[number - 1].user))
        links.end(table.id, str(table.chairs[0].user))
        self.tables["love letter on line"] = table.id

    async def line_auction(self) -> None:
        """Lady Luck in a LINE group: an auction with keys for everybody, one has pressed."""
        stage = self.host
        match = await at_table(stage, "lady-luck", 3)
        dice = Dice(b"frozen")
        for _ in range(MOST):
            if len(keys_of(match)) > 3 and len(still_in(match)) == 3:
                break
            await play_on(match, dice, 1)
        asked = min(self.host.question(stage.playing(match.chat).id).seats)
        seat = next(each for each in still_in(match) if each != asked)
        found = match.find(keys_of(match)[3])
        assert found is not None
        await stage.do(user_at(match, seat), match.chat, found)
        table = stage.playing(match.chat)
        assert table.chairs[seat - 1].order
        self.tables["lady luck on line"] = table.id

    async def line_window(self) -> None:
        """Coup in a LINE group, with a chance to object open."""
        stage = self.host
        match = await at_table(stage, "coup", 4)
        dice, table = Dice(b"frozen"), stage.playing(match.chat)
        for _ in range(MOST):
            table = stage.playing(match.chat)
            if len(self.host.question(table.id).seats) == 3:
                break
            await play_on(match, dice, 1)
            stage.clock.advance(3)
        assert len(self.host.question(table.id).seats) == 3
        self.tables["coup on line"] = table.id

    async def line_lobby(self) -> None:
        """A lobby in an old group of LINE whose app does not tell who presses."""
        stage = self.host
        users = [stage.line_person(name) for name in ("Yu", "はる")]
        chat = await stage.group(*users, title="古いグループ", kind="room")
        match = Match(stage, chat, users)
        await match.verb(users[0], "open")
        await stage.send(stage.line.event("postback", chat, postback={"data": "-:0:how"}))
        await stage.say(users[1], "参加", chat)
        table = stage.table(chat)
        assert isinstance(table, Lobby) and len(table.chairs) == 2
        self.tables["lobby on line"] = table.id
