"""Houses of every release that is out: this release opens them and plays them to the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp.test_utils import TestClient, TestServer

from adapters.letter import Told, is_noise
from adapters.page.who import Who
from adapters.page.wire import VERSION, Come
from adapters.telegram import posted
from adapters.telegram.style import LOG
from core.desk.presses import datum, read_datum
from core.house.ports import Batch, room_lane
from core.kernel.drawn import Moment
from core.kernel.text import Announce, Public
from core.records.record import read, record_of
from core.records.verify import verify
from core.table.table import Finished, Lobby, Playing
from locales.tongue import say
from tests.adapters.playground.site import Site, visit
from tests.adapters.telegram.fake_limits import parse
from tests.adapters.telegram.fake_people import Chat, Person
from tests.frozen.host import GAMES_BY_NAME
from tests.frozen.thaw import Thawed, houses
from tests.frozen.world import letters_at, line_buttons, telegram_buttons

every_house = pytest.mark.parametrize("house", houses(), ids=lambda house: house.stem)
Work = Callable[[Thawed], Awaitable[None]]


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Any:
    """Whatever the host calls an error fails the test."""
    yield
    wrong = [r for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert not wrong, [(r.name, r.getMessage(), r.exc_text) for r in wrong]


def opened(house: Path, folder: Path, work: Work) -> None:
    """Open a house, and start the host on it."""

    async def go() -> None:
        host = Thawed(house, folder)
        try:
            await host.begin()
            await work(host)
            assert not host.store.kept_like("telegram:aside:")
        finally:
            host.close()

    asyncio.run(go())


def waiting(house: Path, folder: Path) -> dict[str, Batch]:
    """What waited in the lanes of a house when it was stopped."""
    host = Thawed(house, folder, "waiting")
    host.clock.advance(600)  # whatever lease there was is over
    found = host.waiting()
    host.close()
    return found


def notes(found: dict[str, Batch]) -> dict[int, str]:
    """The notes that wait, by their numbers, and where."""
    return {note.id: lane for lane, batch in found.items() for note in batch.notes}


def check(host: Thawed, name: str) -> None:
    """A finished table was dealt as it was sealed, and its record tells the whole game."""
    table = host.at_table(name)
    assert isinstance(table, Finished)
    found = msgspec.json.decode(msgspec.json.encode(record_of(table, GAMES_BY_NAME)))
    assert verify(read(found, GAMES_BY_NAME), GAMES_BY_NAME).fair, name


# Playing on


@every_house
def test_every_table_is_played_to_its_end(house: Path, tmp_path: Path) -> None:
    before = waiting(house, tmp_path)
    assert len(notes(before)) > 5

    async def work(host: Thawed) -> None:
        names, lanes = list(host.store.open_tables()), host.lanes()
        assert len(names) > 10
        await host.heal()
        await host.other.quiet()
        for name in names:
            await host.play_out(name)
        for name in names:
            check(host, name)
        host.lanes = lambda: lanes  # type: ignore[method-assign]
        await everybody_looks(host)
        left = set(notes(host.waiting())) & set(notes(before))
        assert not left, {number: notes(before)[number] for number in left}
        assert_edited(host, before)
        assert not host.line.refusals

    opened(house, tmp_path, work)


async def everybody_looks(host: Thawed) -> None:
    """Everybody of LINE writes in their group, and to the account alone."""
    for group in host.line.groups.values():
        host.clock.advance(30)
        await host.say(host.line.users[group.members[0]], "status", group.id)
    for user in host.line.users.values():
        await host.say(user, "手札")
    await host.other.quiet()


def assert_edited(host: Thawed, before: dict[str, Batch]) -> None:
    """What stood in the chats was edited, a board and a private card at least; what was not sent
    yet stands there now."""
    edited = [
        (chat.number, entry["message_id"])
        for chat in host.other.server.chats.values()
        for entry in chat.log
        if entry["how"] == "edit" and entry["message_id"] in old_messages(host, chat)
    ]
    assert any(number < 0 for number, _ in edited) and any(number > 0 for number, _ in edited)
    told = 0
    for room in host.store.rooms_on("telegram"):
        batch = before.get(room_lane(room.id))
        chat = host.other.server.chats[posted.place(room.chat)[0]]
        shown = [entry["text"] for entry in chat.log]
        for pending in batch.notes if batch is not None else ():
            assert isinstance(pending.note, Announce)
            context = host.other.telegram.voice.context(pending.table, room.language)
            message = pending.note.message
            moment = moment_of(host, pending.table, message)
            if is_noise(Told(pending.id, pending.table, message, context, moment)):
                continue  # the board shows it
            line, _ = parse(say(message, room.language, context, LOG))
            assert any(line in text for text in shown), (room.title, line)
            told += 1
    assert told > 2


def moment_of(host: Thawed, name: str, message: Public) -> Moment | None:
    """What a line of a game tells as it can be shown."""
    table = host.at_table(name)
    if not isinstance(table, Playing | Finished):
        return None
    return GAMES_BY_NAME[table.game].moment(table.options, message)


def old_messages(host: Thawed, chat: Chat) -> set[int]:
    """The messages of a chat that are older than this release."""
    chats = host.world["telegram"]["chats"]
    known = [each["messages"] for each in chats if each["number"] == chat.number]
    return {message["message_id"] for messages in known for message in messages}


@every_house
def test_a_choice_that_was_begun_is_completed(house: Path, tmp_path: Path) -> None:
    async def work(host: Thawed) -> None:
        shown = host.world["letters"]
        assert sum(map(len, shown.values())) > 20
        assert {name: letters_at(host, name) for name in shown} == shown
        assert {each["platform"] for each in host.world["drafts"]} == {"telegram", "line"}
        for draft in host.world["drafts"]:
            name = draft["table"]
            made = len(host.running(name).moves)
            for data in draft["rest"]:
                await press(host, draft["platform"], draft["user"], draft["chat"], data)
            table = host.at_table(name)
            assert isinstance(table, Playing | Finished)
            assert table.moves[made] == draft["move"], name

    opened(house, tmp_path, work)


async def press(host: Thawed, platform: str, user: Any, chat: Any, data: str) -> None:
    """Somebody presses a button of a message that stands in their group since before."""
    if platform == "line":
        await host.do(host.line.users[user], chat, {"type": "postback", "data": data})
        return
    place, person = host.other.server.chats[chat], host.other.server.people[user]
    message = next(m for number, m, d in telegram_buttons(host.world) if number == chat)
    await host.other.press(person, data, place, message)


@every_house
def test_finished_tables_verify_and_are_played_again(house: Path, tmp_path: Path) -> None:
    async def work(host: Thawed) -> None:
        old = host.named("finished")
        check(host, old)
        [room] = host.rooms_of(old)
        chat = host.other.server.chats[int(room.chat)]
        message, data = host.other.find(chat, datum(old, host.at_table(old).question, "again"))  # type: ignore[union-attr]
        who = host.other.server.people[int(str(host.at_table(old).chairs[0].user)[9:])]
        await host.other.press(who, data, chat, message)
        now = host.store.room(room.id)
        assert now is not None and now.table is not None
        lobby = host.at_table(now.table)
        assert isinstance(lobby, Lobby) and len(lobby.chairs) == 2 and lobby.winners
        await host.play_out(now.table)
        check(host, now.table)

    opened(house, tmp_path, work)


@every_house
def test_a_group_that_had_knocked_is_let_in(house: Path, tmp_path: Path) -> None:
    async def work(host: Thawed) -> None:
        name = host.named("lobby")
        lobby = host.at_table(name)
        assert isinstance(lobby, Lobby)
        [asking] = lobby.knocking
        [room] = host.rooms_of(name)
        chat = host.other.server.chats[int(room.chat)]
        message, data = host.other.find(chat, datum(name, 0, f"knock.yes.{asking.room}"))
        who = host.other.server.people[int(lobby.host[9:])]
        await host.other.press(who, data, chat, message)
        assert [each.id for each in host.rooms_of(name)] == [room.id, asking.room]
        await host.play_out(name)
        check(host, name)

    opened(house, tmp_path, work)


# Buttons that stand there


@every_house
def test_old_buttons_act_or_are_refused_in_words(house: Path, tmp_path: Path) -> None:
    async def work(host: Thawed) -> None:
        await host.heal()
        await host.other.quiet()
        everything = telegram_buttons(host.world)
        assert len(everything) > 100
        host.rng.shuffle(everything)
        silent = []
        for number, message, data in everything:
            host.clock.advance(3)
            who = presser(host, number, data)
            before = trace(host, who, data)
            await host.other.press(who, data, host.other.server.chats[number], message)
            answer = who.alerts[-1]
            if not answer["text"] and not answer["url"] and before == trace(host, who, data):
                silent.append(data)
        assert not silent
        for name in list(host.store.open_tables()):
            await host.play_out(name)

    opened(house, tmp_path, work)


def presser(host: Thawed, number: int, data: str) -> Person:
    """Whoever owns the private chat; in a group somebody at the table, or anybody."""
    server = host.other.server
    if number > 0:
        return server.people[number]
    found = read_datum(data)
    seen = host.house.read(found.table) if found is not None else None
    users = [str(chair.user) for chair in seen.table.chairs] if seen is not None else []
    here = [int(user[9:]) for user in users if user.startswith("telegram:")]
    return server.people[host.rng.choice(here or sorted(server.people))]


def trace(host: Thawed, who: Person, data: str) -> tuple[object, ...]:
    """What a press changes, besides its answer: the table, what is sent, the languages."""
    found = read_datum(data)
    seen = host.house.read(found.table) if found is not None else None
    calls = [name for name, _ in host.other.server.calls if name != "answerCallbackQuery"]
    rooms = [(room.language, room.second) for room in host.store.rooms_on("telegram")]
    own = host.store.person(f"telegram:{who.number}").language
    return (seen.row.version if seen is not None else 0, len(calls), rooms, own)


@every_house
def test_old_buttons_of_line_break_nothing(house: Path, tmp_path: Path) -> None:
    async def work(host: Thawed) -> None:
        everything = line_buttons(host.world)
        assert len(everything) > 50
        host.rng.shuffle(everything)
        answered = 0
        for chat, action in everything:
            members = host.line.groups[chat].members if chat in host.line.groups else [chat]
            user = host.line.users[host.rng.choice(members)]
            before = len(host.entries(chat)) + len(host.entries(user.id))
            host.clock.advance(11)
            if action["type"] != "uri" or "/R/oaMessage/" in action["uri"]:
                await host.do(user, chat, action)
            answered += len(host.entries(chat)) + len(host.entries(user.id)) > before
        assert answered > len(everything) / 2
        assert not host.line.refusals
        for name in list(host.store.open_tables()):
            await host.play_out(name)

    opened(house, tmp_path, work)


@every_house
def test_links_to_seats(house: Path, tmp_path: Path) -> None:
    async def work(host: Thawed) -> None:
        links = {
            what: link.removeprefix(host.address) for what, link in host.world["links"].items()
        }
        app = host.site()
        async with TestClient(TestServer(app)) as client:
            async with client.get(links["open"]) as answer:
                assert answer.status == 200
                token = answer.url.name
            come = Come(version=VERSION, kind="link", proof=token)
            who = await host.identity().come(come, "")
            assert isinstance(who, Who) and who.table == host.named("love letter on line")
            async with client.get(links["ended"]) as answer:
                assert answer.status == 404

    opened(house, tmp_path, work)


@every_house
def test_the_playground_shows_what_it_showed(house: Path, tmp_path: Path) -> None:
    host = Thawed(house, tmp_path, "play")
    name = host.named("playground")
    host.close()
    host.file.rename(tmp_path / "play.db")

    async def work(site: Site) -> None:
        async with site.page() as page:
            assert [person["name"] for person in (await page.hello())["people"]] == ["アキ"]
            table = await page.until(lambda frame: frame["type"] == "table")
            assert table["id"] == name and table["choice"]["then"]
            (story,) = [frame for frame in page.frames if frame["type"] == "story"]
            assert len(story["lines"]) > 5

    visit(tmp_path, work)
