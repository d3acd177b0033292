"""A platform that fails is restarted with growing pauses; the others never notice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from adapters import app
from adapters.crew import Crew
from adapters.letter import Sent
from adapters.post import MOST_EACH
from adapters.trouble import Trouble, WrongTelegramToken
from core.house.timing import LOBBY_LASTS
from core.table.table import Closed
from tests.edge.host import B, Host, Hosts, Platform, Time

SHORT = (0.01, 0.03, 0.06, 0.12)


class Broken(Platform):
    """A platform that raises each time it is started, until it has enough of it."""

    def __init__(self, fails: Callable[[int], Awaitable[None]]) -> None:
        super().__init__("broken")
        self.fails = fails
        self.began: list[float] = []
        self.lives = False

    async def run(self) -> None:
        self.began.append(asyncio.get_running_loop().time())
        await self.fails(len(self.began))
        self.lives = True
        await super().run()


async def a_bug(number: int) -> None:
    if number <= 4:
        raise RuntimeError("an odd answer")


async def a_library_that_gives_up(number: int) -> None:
    if number <= 4:
        raise asyncio.CancelledError


async def an_end_without_a_word(number: int) -> None:
    if number <= 4:
        return


class Ending(Broken):
    """A platform that just ends."""

    async def run(self) -> None:
        self.began.append(asyncio.get_running_loop().time())
        if len(self.began) > 4:
            self.lives = True
            await Platform.run(self)


async def living(host: Host, work: Callable[[], Awaitable[None]]) -> None:
    """Live, and do something meanwhile."""
    life = asyncio.ensure_future(host.app.live())
    try:
        await work()
        assert not life.done()
    finally:
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)
        await host.app.finish()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.01)


def test_the_pauses_grow() -> None:
    assert list(app.PAUSES) == sorted(app.PAUSES)
    assert (app.PAUSES[0], app.PAUSES[-1]) == (1.0, 300.0)


@pytest.mark.parametrize(
    "broken", [Broken(a_bug), Broken(a_library_that_gives_up), Ending(an_end_without_a_word)]
)
def test_it_is_started_again_and_the_other_plays_on(
    host: Host, broken: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PAUSES", SHORT)
    host.app.join(broken)
    host.start(B)

    async def play() -> None:
        await until(lambda: broken.lives)
        await until(lambda: host.pages() != [])

    asyncio.run(living(host, play))
    gaps = [later - earlier for earlier, later in zip(broken.began, broken.began[1:], strict=False)]
    assert len(gaps) == 4
    assert all(gap >= pause for gap, pause in zip(gaps, SHORT, strict=True))
    assert "Started" in host.pages()
    assert broken.closed


def test_what_went_wrong_stands_in_the_status(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "PAUSES", SHORT)
    broken = Broken(a_bug)
    host.app.join(broken)
    asyncio.run(living(host, lambda: until(lambda: broken.lives)))
    channels = {channel.name: channel for channel in host.app.edge.channels.channels()}
    assert channels["broken"].trouble == "RuntimeError"
    assert channels["test"].trouble == ""


def test_whoever_ran_for_long_begins_with_a_short_pause_again(
    begin: Hosts, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PAUSES", (0.01, 30.0))

    async def after_a_while(number: int) -> None:
        if number < 4:
            time.go(app.STEADY + 1)
            raise RuntimeError("once in a while")

    broken = Broken(after_a_while)
    host = begin(broken)
    asyncio.run(living(host, lambda: until(lambda: broken.lives)))
    assert len(broken.began) == 4


def test_who_cannot_go_on_ends_alone(host: Host) -> None:
    async def refused(number: int) -> None:
        raise Trouble(WrongTelegramToken())

    broken = Broken(refused)
    host.app.join(broken)
    host.open()

    async def play() -> None:
        await until(lambda: host.app.platforms == [host.platform])
        await until(lambda: host.pages() == ["Opened"])

    asyncio.run(living(host, play))
    assert len(broken.began) == 1
    channels = {channel.name: channel for channel in host.app.edge.channels.channels()}
    assert channels["broken"].ended
    assert not channels["test"].ended
    assert not host.app.reporter.health()[1]


def test_the_last_one_that_cannot_go_on_ends_the_host(begin: Hosts) -> None:
    async def refused(number: int) -> None:
        raise Trouble(WrongTelegramToken())

    host = begin(Broken(refused))
    with pytest.raises(BaseExceptionGroup) as ended:
        asyncio.run(host.app.live())
    assert ended.group_contains(Trouble)


def test_one_that_hangs_holds_up_no_other(host: Host, time: Time) -> None:
    """Forty groups wait for a platform that does not answer; the group of another is told."""

    async def hang(lane: str) -> Sent | None:
        await asyncio.Event().wait()
        return None

    host.say.answers = hang
    other = Platform("other")
    host.app.join(other)
    for number in range(40):
        host.open_in(host.store.enter("test", f"chat{number}", "en"), f"test:{number}")
    room = host.store.enter("other", "chat", "en")
    time.go(1)  # it stands behind all the others
    host.open_in(room)

    async def wait() -> None:
        async def go() -> None:
            while True:
                await asyncio.sleep(0.02)
                time.go(0.5)
                host.app.post.ring()

        going = asyncio.ensure_future(go())
        delivering = asyncio.ensure_future(host.app.post.run())
        began = time.steady
        await until(lambda: other.say.pages != [])
        assert time.steady - began < 30
        assert len({lane for lane, _ in host.say.pages}) == MOST_EACH
        for task in (going, delivering, *host.app.post._busy):
            task.cancel()
        await asyncio.gather(going, delivering, *host.app.post._busy, return_exceptions=True)

    asyncio.run(wait())
    assert other.say.pages[0] == (f"room:{room.id}", "Opened")


def test_one_that_cannot_be_closed_keeps_no_other_from_it(host: Host) -> None:
    class Stubborn(Platform):
        async def quiet(self) -> None:
            raise RuntimeError("no")

        async def close(self) -> None:
            raise RuntimeError("no")

    host.app.hosted.everyone.insert(0, Stubborn("stubborn"))
    asyncio.run(host.app.finish())
    assert host.platform.closed


def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """One table is woken in each look."""
    for module in ("waking", "clock"):
        monkeypatch.setattr(f"adapters.{module}.SLICE", 0.0)


def many(begin: Hosts, tables: int) -> Host:
    """A host at which a game runs, and lobbies are open, and that was away for a while."""
    host = begin()
    host.start(B)
    host.show()
    first = host.id
    for number in range(tables):
        room = host.store.enter("test", f"chat{number}", "en")
        host.id = ""
        host.open_in(room)
    host.time.go(1000)
    host = begin(wake=False)
    host.id = first
    return host


def test_at_the_start_all_clocks_are_put_off_at_once_and_tables_are_woken_a_few_at_a_time(
    begin: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's time runs out in the first minute; people are heard in between."""
    one_by_one(monkeypatch)
    host = many(begin, 6)
    host.app.clock.begin()
    assert len(host.app.clock.waking) == 8  # the clocks, and seven tables
    assert host.hearing.deaf(())
    host.app.clock.look()
    assert host.row.due == host.time.wall + 60
    assert not host.hearing.deaf(())
    looks = 0
    while host.app.clock.waking:
        host.app.clock.look()
        looks += 1
    assert looks == 7
    assert not isinstance(host.table, Closed)
    assert "TimedOut" not in host.told()
    assert "WasDeaf" not in host.told()


def test_until_it_is_known_for_whom_times_end_no_time_runs_out(
    begin: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lobbies that are about to close are looked at first."""
    one_by_one(monkeypatch)
    host = many(begin, 3)
    host.time.go(LOBBY_LASTS)
    host.app.clock.begin()
    for _ in range(4):
        assert host.hearing.deaf(())
        host.app.clock.look()
    assert not host.hearing.deaf(())
    host.looks()
    assert len(host.store.open_tables()) == 4
    assert all(time > 59 for time in _rest(host))


def _rest(host: Host) -> list[float]:
    """How much time is left at each table."""
    rows = [
        host.store.read(lambda reads, name=name: reads.row(name))  # type: ignore[misc]
        for name in host.store.open_tables()
    ]
    return [row.due - host.time.wall for row in rows if row is not None and row.due is not None]


def test_while_much_waits_to_be_sent_nothing_is_shown_again(
    begin: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is answered now does not stand behind ten thousand boards."""
    host = many(begin, 10)
    monkeypatch.setattr("adapters.waking.CROWD", 3)
    monkeypatch.setattr("adapters.clock.SLICE", 0.0)
    host.store.hand_back(host.time.wall)
    for batch in host.store.claim(host.time.wall + 999, 0.0, 999):  # all that waited was sent
        cards = [type(card)(card.table, "7", "h", outdated=False) for card in batch.cards]
        host.store.settle(batch, [note.id for note in batch.notes], cards, host.time.wall)
    host.app.clock.begin()
    for _ in range(30):
        host.app.clock.look()
    left = len(host.app.clock.waking)
    assert 4 < left < 12
    for batch in host.store.claim(host.time.wall, 30.0, 999):
        host.store.settle(batch, [], [], host.time.wall)
    host.app.clock.look()


def test_who_acts_before_their_table_is_woken_has_their_whole_time(
    begin: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_by_one(monkeypatch)
    host = many(begin, 2)
    host.app.clock.begin()
    host.time.go(3)
    host.answer()
    host.show()
    due = host.row.due
    assert due is not None and due > host.time.wall + 30
    host.looks()
    assert host.row.due == due
    host.run(due - host.time.wall + 1)
    assert "TimedOut" in host.told()


def test_a_table_whose_time_comes_before_it_was_woken_is_woken_first(
    begin: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.waking.CROWD", 0)
    host = many(begin, 2)
    host.app.clock.begin()
    for _ in range(2):
        host.app.clock.look()
    assert host.id in host.app.clock.waking
    for _ in range(70):
        host.time.go(1)
        host.app.clock.look()
    assert host.id not in host.app.clock.waking
    assert "TimedOut" in host.told()


def test_killed_in_the_middle_of_waking_it_begins_anew(
    begin: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_by_one(monkeypatch)
    host = many(begin, 4)
    host.app.clock.begin()
    host.app.clock.look()
    host.time.go(59)
    again = begin(wake=False)
    again.id = host.id
    again.app.clock.begin()
    again.app.clock.look()
    assert len(again.app.clock.waking) == 5
    assert again.row.due == again.time.wall + 60


def test_whoever_takes_over_goes_on_with_the_waking(
    begin: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker that led dies before it has put off the clocks; nobody loses their minute, and
    nobody gets a second one."""
    one_by_one(monkeypatch)
    host = many(begin, 4)
    host.time.go(LOBBY_LASTS)
    host.app.clock.begin()
    since = host.time.wall
    host.time.go(3)
    heir = begin(wake=False)
    heir.id = host.id
    heir.app.clock.take_over()
    assert heir.hearing.deaf(())
    heir.looks()
    assert not heir.hearing.deaf(())
    assert heir.row.due == since + 60
    assert len(heir.store.open_tables()) == 5
    assert all(time > 56 for time in _rest(heir))
    assert "TimedOut" not in heir.told()


def test_whoever_takes_over_when_all_is_done_wakes_nobody(begin: Hosts) -> None:
    host = many(begin, 2)
    host.app.clock.begin()
    host.looks()
    host.time.go(30)
    heir = begin(wake=False)
    heir.id = host.id
    due = heir.row.due
    heir.app.clock.take_over()
    assert not heir.app.clock.waking
    assert not heir.hearing.deaf(())
    heir.looks()
    assert heir.row.due == due


def test_whoever_takes_over_goes_on_with_deadlines_after_a_deafness(
    begin: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_by_one(monkeypatch)
    host = begin()
    host.start(B)
    host.show()
    due = host.row.due
    assert due is not None
    host.time.go(due - host.time.wall + 5)
    host.hearing.stood_still(20.0)
    monkeypatch.setattr(host.app.clock.waking, "some", lambda *_: 0)  # it comes no further
    host.app.clock.look()
    since = host.time.wall
    host.time.go(2)
    heir = begin(wake=False)
    heir.id = host.id
    heir.app.clock.take_over()
    heir.looks()
    assert heir.row.due == since + 60
    assert "TimedOut" not in heir.told()


@pytest.mark.parametrize("seconds", [4.0, 600.0])
def test_whoever_takes_over_from_a_deaf_worker_hears_people_first(
    begin: Hosts, seconds: float
) -> None:
    host = begin()
    host.start(B)
    host.show()
    host.looks()
    name = host.platform.name
    host.hearing.lost(name, "asking")
    host.time.go(seconds)
    host.app.clock.look()
    due = host.row.due
    assert due is not None
    host.time.go(1)
    heir = begin(wake=False)
    heir.id = host.id
    at = heir.time.wall
    heir.app.clock.take_over()
    assert heir.hearing.deaf(()) == (seconds > 5)
    heir.looks()
    assert heir.row.due == (due if seconds < 5 else at + 60)
    assert not heir.hearing.deaf(())
    assert "TimedOut" not in heir.told()
    third = begin(wake=False)
    third.app.clock.take_over()
    assert not third.hearing.deaf(()), "that is over"


def test_who_leads_on_wakes_nobody_anew(begin: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the lead was only not certain for a while, nobody else had it."""

    class Unsure(Crew):
        leading, number = True, 1

        @property
        def leads(self) -> bool:
            return self.leading

        @property
        def term(self) -> int:
            return self.number

        async def until_leading(self) -> None:
            while not self.leading:
                await asyncio.sleep(0.01)

        async def until_following(self) -> None:
            while self.leading:
                await asyncio.sleep(0.01)

    host = begin()
    crew = host.app.crew = Unsure()
    begins: list[int] = []
    monkeypatch.setattr(host.app.clock, "begin", lambda: begins.append(crew.number))

    async def story() -> None:
        await until(lambda: begins == [1])
        for number in (1, 2):
            crew.leading = False
            await asyncio.sleep(0.05)
            crew.number, crew.leading = number, True
            await asyncio.sleep(0.05)
            await until(lambda number=number: begins == [1, 2][:number])  # type: ignore[misc]

    asyncio.run(living(host, story))
