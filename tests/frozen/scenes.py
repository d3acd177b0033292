"""All that went on in a frozen house until it was stopped."""

from __future__ import annotations

from adapters.heard import Heard
from core.desk.presses import datum, read_datum
from core.house.house import House, Input
from core.house.ports import room_lane
from core.house.timing import Pause
from core.table.commands import Open, SeatBot, Tick
from core.table.sayings import Pace
from core.table.table import Playing, Table
from tests.adapters.telegram.fake_limits import BadCallError
from tests.frozen.host import GAMES_BY_NAME
from tests.frozen.on_line import OnLine
from tests.frozen.on_telegram import OnTelegram
from tests.frozen.people import MOST

PAUSE = Pause(most=0, seconds=0.9)  # the playground shows each computer's move


class Scenes(OnTelegram, OnLine):
    """Everything, on both platforms and on the page, up to the last moment."""

    async def play(self) -> None:
        """Everything, one after another; what must wait longest comes first."""
        await self.asleep_together()
        await self.absent()
        await self.finished()
        await self.moved_and_closed()
        await self.line_letters()
        await self.line_auction()
        await self.line_window()
        await self.line_lobby()
        await self.bridged()
        await self.put_to_sleep()
        await self.auction()
        await self.coup()
        await self.coup_window()
        await self.topic()
        await self.on_the_page()
        await self.letters()
        await self.lobby()
        await self.unsent()

    async def on_the_page(self) -> None:
        """The playground's first table, begun: a person and three computers, one move done."""
        stage = self.host
        aki = stage.screen.add_person("", "ja")
        assert aki is not None
        room = stage.screen.room("ja")
        paused = House(stage.store, GAMES_BY_NAME, stage.house.chance, PAUSE)
        at = stage.clock()
        opened = paused.handle(
            Input(Open(aki.user, aki.name, "love-letter", Pace.NONE), at, room=room.id)
        )
        for _ in range(3):
            paused.handle(Input(SeatBot(aki.user), at, table=opened.table))
        assert opened.table is not None
        name, ordinary = opened.table, stage.speech.house
        stage.speech.house = paused
        try:
            stage.on_page(aki, datum(name, 0, "start"))
            await self.wire.quiet()
            for _ in range(MOST):
                table = stage.running(name)
                due = [each for each, _ in stage.store.due(stage.clock() + 5)]
                if name in due and len(table.moves) > 2:
                    break  # a computer is due to move
                await self._page_goes_on(paused, name)
        finally:
            stage.speech.house = ordinary
        await self.wire.quiet(0)
        self.tables["playground"] = name

    async def _page_goes_on(self, paused: House, name: str) -> None:
        stage, (aki,) = self.host, self.host.screen.people()
        table = stage.running(name)
        seat = next(i for i, chair in enumerate(table.chairs, 1) if chair.user)
        moves = GAMES_BY_NAME[table.game].moves(table.state, seat)
        if moves:
            verb = f"m:{self.rng.choice(moves).code}"
            stage.on_page(aki, datum(name, table.question, verb), private=True)
        else:
            stage.clock.advance(2)
            paused.handle(Input(Tick(table.question), stage.clock(), table=name))
        await self.wire.quiet()

    async def unsent(self) -> None:
        """The host is stopped: some things were not sent yet, one lane has been put off, one is
        just being sent."""
        wire, stage = self.wire, self.host
        window = self.tables["coup, objecting"]
        [room] = stage.store.run(lambda work: work.rooms_of(window))
        busy = int(room.chat)
        wire.server.fault = lambda name, fields: (
            BadCallError(429, "Too Many Requests: retry after 90", retry_after=90)
            if str(fields.get("chat_id")) == str(busy)
            else None
        )
        await self._quietly(window, min(stage.question(window).seats), "allow")
        await wire.settle()
        wire.server.fault = lambda name, fields: None
        for key in ("one away", "bridged"):
            name = self.tables[key]
            now = stage.running(name)
            [seat] = stage.question(name).seats
            assert now.chairs[seat - 1].decides
            code = self.rng.choice(GAMES_BY_NAME[now.game].moves(now.state, seat)).code
            await self._quietly(name, seat, code)
        assert any(chair.away for chair in stage.running(self.tables["one away"]).chairs)
        [room] = stage.store.run(lambda work: work.rooms_of(self.tables["one away"]))
        assert stage.store.claim_one(room_lane(room.id), stage.clock(), 30.0) is not None

    async def _quietly(self, name: str, seat: int, code: str) -> None:
        """An answer is committed; nothing of it is sent yet."""
        stage = self.host
        table: Table = stage.running(name)
        assert isinstance(table, Playing)
        user, question = str(table.chairs[seat - 1].user), table.question
        heard = Heard(
            user,
            table.chairs[seat - 1].name,
            stage.clock(),
            press=read_datum(datum(name, question, f"m:{code}")),
            receipt=f"{user.partition(':')[0]}:press:last{name}",
        )
        reply = stage.speech.hear(heard)
        assert reply.message is None, reply.message
