"""Tables of Telegram groups in a frozen house."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.telegram.hand_texts import KEYS
from core.desk.presses import datum
from core.kernel.minds import Level
from core.table.table import Finished, Lobby, Playing
from tests.adapters.line.players import Match
from tests.adapters.line.test_bridge import now_asked, shown_question
from tests.adapters.telegram import players as telegram
from tests.adapters.telegram.open_players import gather, person_at
from tests.adapters.telegram.stage import buttons
from tests.frozen.host import GAMES_BY_NAME
from tests.frozen.people import MOST, People


class OnTelegram(People):
    """What goes on in the groups of Telegram."""

    async def asleep_together(self) -> None:
        """Everybody has fallen silent."""
        _, name = await self.start(self.some("Rin", "So"), "Night owls")
        for _ in range(12):
            if self.host.running(name).asleep:
                break
            await self.wire.wait(400)
        assert self.host.running(name).asleep
        self.tables["everybody away"] = name

    async def absent(self) -> None:
        """One of three has fallen silent: a computer answers for them."""
        chat, name = await self.start(self.some("Haru", "Tomo", "Mai"), "Three and one away")
        tomo = self.people["Tomo"]
        user = f"telegram:{tomo.number}"
        for _ in range(MOST):
            table = self.host.at_table(name)
            if not isinstance(table, Playing):
                await telegram.push(self.wire, chat, self.people["Haru"], "again")
                await telegram.push(self.wire, chat, self.people["Haru"], "start")
                name = telegram.table_id(self.wire, chat)
            elif any(chair.user == user and chair.away for chair in table.chairs):
                break
            elif telegram.awaited(self.wire, name) is tomo:
                await self.time_is_up(name)
            else:
                await self.moves(chat, name, 1)
        assert any(chair.away for chair in self.host.running(name).chairs)
        self.tables["one away"] = name

    async def finished(self) -> None:
        """A match that is over, and may be played again."""
        chat, name = await self.start(self.some("Yu", "Noa"), "Over already", "set.target.1")
        await self.moves(chat, name, MOST)
        assert isinstance(self.host.at_table(name), Finished)
        self.tables["finished"] = name

    async def moved_and_closed(self) -> None:
        """A group that has become a supergroup, and whose table was closed; then a new one."""
        old = self.wire.group("Moved", -261129, "group")
        people = self.some("Mai", "Rin")
        name = await telegram.seat(self.wire, old, people)
        new = self.chat("Moved")
        old.moved_to = new.number
        here = {"message_id": 900, "date": int(self.wire.clock()), "from": people[0].user()}
        await self.wire.update(
            message=here | {"chat": old.info(), "migrate_to_chat_id": new.number}
        )
        await self.wire.update(
            message=here | {"chat": new.info(), "migrate_from_chat_id": old.number}
        )
        await self.wire.quiet()
        for _ in range(2):
            await telegram.push(self.wire, new, people[0], "close")
        self.tables["closed"] = name
        await self.wire.says(people[0], "/play", new)
        await self.wire.quiet()
        self.tables["lobby of one"] = telegram.table_id(self.wire, new)

    async def put_to_sleep(self) -> None:
        """The bot was removed from the group in the middle of a match."""
        people = self.some("Yu", "Haru")
        chat, name = await self.start(people, "Bot removed")
        await self.moves(chat, name, 2)
        chat.state = "kicked"
        await self.wire.membership(chat, people[0], "member", "kicked")
        await self.wire.quiet()
        assert self.host.running(name).asleep
        self.tables["put to sleep"] = name

    async def letters(self) -> None:
        """Love Letter: two in private, one by letters, who has pressed half of a move."""
        people = self.some("Aki", "Mina", "Ken")
        chat, name = await self.start(people, "Love Letter")
        ken, plan = self.people["Ken"], list[str]()
        for _ in range(MOST):
            table = self.host.running(name)
            if len(table.moves) > 5 and telegram.awaited(self.wire, name) is ken:
                plan = self.presses(table, f"telegram:{ken.number}")
                if len(plan) > 1:
                    break
            await self.moves(chat, name, 1, [ken])
        await telegram.push(self.wire, chat, ken, "hand")
        message = self.wire.newest(chat)
        first, *rest = plan
        await self.wire.press(ken, first, chat, message)
        self.draft(name, "telegram", ken.number, chat.number, rest, plan)
        self.tables["love letter"] = name

    async def coup(self) -> None:
        """Coup: somebody allows all that is not aimed at them; another, who plays by letters, has
        pressed half of a move; a third cannot be written to any more."""
        people, ken = self.some("Aki", "Mina", "Yu", "Ken"), self.people["Ken"]
        chat = self.chat("Coup")
        await gather(self.wire, chat, people, "coup")

        def ready(table: Playing) -> bool:
            asked = self.host.question(table.id).seats
            mine = len(asked) == 1 and person_at(self.wire, table, min(asked)) is ken
            verbs = [telegram.verb(data) for _, data in buttons(self.wire.newest(chat))]
            return mine and any(verb.startswith("~0.") for verb in verbs)

        name = await self.until(chat, people, [ken], ready)
        board = self.wire.newest(chat)
        rows = [data for _, data in buttons(board) if telegram.verb(data).startswith("~0.")]
        plan = self.openly(name, rows)
        await self.wire.press(ken, plan[0], chat, board)
        self.draft(name, "telegram", ken.number, chat.number, plan[1:], plan)
        mina = self.people["Mina"]
        await telegram.push(self.wire, chat, mina, "order.allow", self.wire.server.chat(102))
        yu = self.people["Yu"]
        yu.dm = "blocked"
        await self.wire.membership(self.wire.server.chat(yu.number), yu, "member", "kicked")
        await self.wire.quiet()
        table = self.host.running(name)
        assert any(chair.order for chair in table.chairs)
        assert not self.host.store.person(f"telegram:{yu.number}").reachable
        self.tables["coup"] = name

    def openly(self, name: str, rows: Sequence[str]) -> list[str]:
        """The presses of a move of two words that is no secret."""
        table = self.host.running(name)
        seat = min(self.host.question(name).seats)
        moves = GAMES_BY_NAME[table.game].moves(table.state, seat)
        for first in rows:
            word = telegram.verb(first).partition(".")[2]
            for move in moves:
                parts = move.code.split(".")
                if len(parts) == 2 and parts[0] == word:
                    self._move = f"{seat}:{move.code}"
                    return [first, datum(name, table.question, f"~1.{parts[1]}")]
        raise AssertionError(f"no move of two words among {rows}")

    async def coup_window(self) -> None:
        """A chance to object that is open: one has answered, others still may."""
        people = self.some("Haru", "Noa", "Rin", "So")
        chat = self.chat("Coup, objecting")
        await gather(self.wire, chat, people, "coup")
        name = await self.until(
            chat, people, [], lambda table: len(self.host.question(table.id).seats) == 3
        )
        seat = min(self.host.question(name).seats)
        table = self.host.running(name)
        allow = datum(name, table.question, "m:allow")
        who = person_at(self.wire, table, seat)
        await self.wire.press(who, allow, chat, self.wire.newest(chat))
        await self.wire.quiet()
        assert len(self.host.question(name).seats) == 2
        self.tables["coup, objecting"] = name

    async def auction(self) -> None:
        """Lady Luck in an auction: a standing bid, and a seat that a computer plays."""
        people = self.some("Mina", "Noa", "Tomo", "Ken")
        chat = self.chat("Lady Luck")
        name = await gather(self.wire, chat, people, "lady-luck")

        noa, tomo = self.people["Noa"], self.people["Tomo"]
        await telegram.push(self.wire, chat, tomo, KEYS, self.own(tomo))
        await telegram.push(self.wire, chat, tomo, "auto", self.own(tomo))

        def ready(table: Playing) -> bool:
            own = self.newest_verbs(noa)
            return telegram.awaited(self.wire, table.id) is not noa and "order.pass.0" in own

        assert await self.until(chat, people, [self.people["Ken"]], ready) == name
        order = [verb for verb in self.newest_verbs(noa) if verb.startswith("order.bid")][-1]
        await telegram.push(self.wire, chat, noa, order, self.own(noa))
        table = self.host.running(name)
        assert any(chair.order for chair in table.chairs)
        assert any(chair.user and chair.bot for chair in table.chairs)
        self.tables["lady luck"] = name

    async def topic(self) -> None:
        """A lobby in a topic of a forum."""
        chat, mai = self.chat("Forum"), self.people["Mai"]
        chat.topics = {7: "open", 9: "open"}
        await self.wire.add_bot(chat, mai)
        more = {"is_topic_message": True, "message_thread_id": 7}
        await self.wire.says(mai, "/play", chat, 7, **more)
        await self.wire.quiet()
        [room] = [r for r in self.host.store.rooms_on("telegram") if r.chat.endswith(":7")]
        assert room.table is not None
        self.tables["lobby in a topic"] = room.table

    async def lobby(self) -> None:
        """A lobby: a computer, an edition, a level, a switch, a cut, somebody to be told of the
        start, a group of LINE that asks to join, a code that nobody has used."""
        chat, people = self.chat("Friday"), self.some("Aki", "Mina")
        name = await telegram.seat(self.wire, chat, people)
        aki, haru = self.people["Aki"], self.people["Haru"]
        await telegram.push(self.wire, chat, haru, "ping")
        await telegram.push(self.wire, chat, self.people["Mina"], "cut")
        await telegram.push(self.wire, chat, self.people["Mina"], "cut.2")
        await telegram.push(self.wire, chat, aki, "bot")
        await telegram.push(self.wire, chat, aki, "panel.preset")
        await telegram.push(self.wire, chat, aki, "set.preset.jp")
        await telegram.push(self.wire, chat, aki, "panel.switches")
        switch = next(
            data
            for _, data in buttons(self.wire.newest(chat))
            if telegram.verb(data).startswith("set.target")
        )
        await telegram.push(self.wire, chat, aki, telegram.verb(switch))
        await telegram.push(self.wire, chat, aki, "panel.")
        await telegram.push(self.wire, chat, aki, "panel.level")
        await telegram.push(self.wire, chat, aki, "set.level.easy")
        stage = self.host
        bob = stage.line_person("Bob")
        group = await stage.group(bob, title="隣のグループ")
        await stage.say(bob, f"/bridge {await self.code(chat, aki)}", group)
        await self.wire.quiet()
        await self.code(chat, aki)  # one that nobody has used
        table = self.host.at_table(name)
        assert isinstance(table, Lobby) and table.knocking and table.switches
        assert any(chair.cut for chair in table.chairs) and table.level is Level.EASY
        self.tables["lobby"] = name

    async def bridged(self) -> None:
        """A match of a Telegram group and a LINE group."""
        stage, people = self.host, self.some("Aki", "Haru")
        chat = self.chat("Bridged")
        mina = stage.line_person("ミナ")
        group = await stage.group(mina, title="LINEの友だち")
        name = await telegram.seat(self.wire, chat, people)
        await stage.say(mina, f"/bridge {await self.code(chat, people[0])}", group)
        await self.wire.quiet()
        await telegram.push(self.wire, chat, people[0], f"knock.yes.{stage.room(group).id}")
        stage.clock.advance(20)
        await stage.say(mina, "?", group)
        match = Match(stage, group, [mina])
        await match.verb(mina, "join")
        await self.wire.quiet()
        await telegram.push(self.wire, chat, people[0], "start")
        for _ in range(MOST):
            table = self.host.running(name)
            if len(table.moves) > 6:
                break
            await self.wire.quiet()
            stage.clock.advance(11)
            seat = min(now_asked(stage, table))
            if table.chairs[seat - 1].user == f"line:{mina.id}":
                if table.question != shown_question(stage, group):
                    await stage.say(mina, "?", group)
                await match.turn(table)
            else:
                await self.moves(chat, name, 1)
        assert len(stage.store.run(lambda work: work.rooms_of(name))) == 2
        self.tables["bridged"] = name
