"""What may have arrived goes out at most once more; what did not arrive is repeated; each page
is settled when it is out."""

from __future__ import annotations

import asyncio
import random
import re
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest
from aiohttp import web

from adapters.letter import RoomLetter, Sent, Told
from adapters.telegram.api import Api, Fate
from adapters.telegram.pace import Pacer
from adapters.telegram.story import OPEN
from adapters.telegram.wire import NoAnswer, make_bot
from core.house.ports import Batch, Pending
from core.kernel.text import Public, announce
from core.table.sayings import Joined
from core.table.table import Playing
from locales.tongue import Context
from tests.adapters.telegram.fake import TOKEN
from tests.adapters.telegram.fake_limits import BadCallError
from tests.adapters.telegram.fake_people import Chat, Clock
from tests.adapters.telegram.players import act_in_private, awaited, push, table
from tests.adapters.telegram.stage import GROUP, Stage, run
from tests.adapters.telegram.test_hear import lobby, running


def carried_out_but_502(stage: Stage, *methods: str, private: bool = False) -> Counter[str]:
    """The server carries calls out and answers 502 all the same. Counts what it carried out."""
    done: Counter[str] = Counter()
    call = stage.server.call

    def answer(name: str, fields: dict[str, Any]) -> Any:
        result = call(name, fields)
        if name in methods and not (private and int(fields.get("chat_id", 0)) < 0):
            if "text" in fields:
                done[f"{fields['chat_id']} {fields['text']}"] += 1
            raise BadCallError(502, "Bad Gateway")
        return result

    stage.server.call = answer  # type: ignore[method-assign]
    return done


def well(stage: Stage) -> None:
    del stage.server.call


def test_a_minute_of_502_doubles_things_once_at_the_most() -> None:
    async def story() -> None:
        stage = Stage()
        _, chat, name = await running(stage)
        done = carried_out_but_502(stage, "sendMessage", "editMessageText", "getMe")
        await act_in_private(stage, awaited(stage, name), random.Random(1))
        stage.telegram.people.show_hands("telegram:11")
        stage.telegram.traffic.want_fresh("person:telegram:11", name)
        await stage.wait(60)
        sends = {text: n for text, n in done.items() if n > 1 and not text.startswith(str(GROUP))}
        assert done
        assert all(n <= 2 for n in sends.values()), sends
        well(stage)
        before = len(chat.log)
        await stage.wait(61)
        assert len(chat.log) > before  # it went on

    run(story())


def test_without_a_sign_of_life_there_is_no_second_copy() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, _ = await lobby(stage)
        done = carried_out_but_502(stage, "sendMessage", "getMe")
        chat.messages.clear()  # the board is gone: a new one is sent
        await stage.says(people[2], "/status@fumibako_bot", chat)
        await stage.says(people[0], "/status@fumibako_bot", chat)
        await stage.wait(300)
        assert sum(done.values()) == 1
        well(stage)
        await stage.wait(61)
        assert len([m for m in chat.messages.values() if m["from"]["is_bot"]]) == 2

    run(story())


def test_edits_are_repeated_with_growing_pauses() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, _ = await lobby(stage)
        tries = list[float]()

        def fault(name: str, fields: dict[str, Any]) -> BadCallError | None:
            if name == "editMessageText":
                tries.append(stage.clock())
                return BadCallError(502, "Bad Gateway")
            return None

        stage.server.fault = fault
        await push(stage, chat, people[2], "join")
        await stage.wait(600)
        gaps = [b - a for a, b in pairwise(tries)]
        assert gaps[0] < 5
        assert 55 <= gaps[-1] <= 61
        assert len(tries) < 30
        stage.server.fault = lambda name, fields: None
        await stage.wait(61)
        assert "Ken" in stage.newest(chat)["text"]

    run(story())


# ------------------------------------------------------------------ page by page


def many_lines(number: int) -> tuple[Told[Public], ...]:
    """Lines that are too much for one message."""
    return tuple(
        Told(each, "x", Joined(f"Guest{each:03}-NNNNNNNN"), Context())
        for each in range(1, number + 1)
    )


def test_pages_that_are_out_are_not_sent_again() -> None:
    async def story() -> None:
        stage = Stage()
        await running(stage)
        lines = many_lines(400)
        room = stage.store.rooms_on("telegram")[0]
        letter = RoomLetter("room:1", "en", lines, (), room)
        told, texts = set[int](), list[str]()

        async def settle(sent: Sent) -> None:
            told.update(sent.notes)

        chat = stage.server.chats[GROUP]
        chat.log.clear()
        for _ in range(20):
            rest = tuple(line for line in letter.lines if line.id not in told)
            if not rest:
                break
            waiting = RoomLetter("room:1", "en", rest, (), room)
            sent = await stage.telegram.say.send(waiting, settle)
            told.update(sent.notes)
            stage.clock.advance(min(sent.wait, 60.0))
        texts = "\n".join(entry["text"] for entry in chat.log).split("\n")
        assert len(texts) == 400
        assert len(set(texts)) == 400

    run(story())


def test_a_page_is_settled_before_the_next_one_goes_out() -> None:
    async def story() -> None:
        stage = Stage()
        await running(stage)
        chat: Chat = stage.server.chats[GROUP]
        stage.clock.advance(100)
        lines = many_lines(400)
        room = stage.store.rooms_on("telegram")[0]
        chat.log.clear()
        at = list[tuple[int, int]]()

        async def settle(sent: Sent) -> None:
            at.append((len(chat.log), len(sent.notes)))

        stage.telegram.api.pacer = Pacer(lambda: 0.0)
        stage.telegram.api.pacer._chats.clear()
        stage.telegram.api.pacer.wait = lambda chat, spare=0: 0.0  # type: ignore[method-assign]
        sent = await stage.telegram.say.send(RoomLetter("room:1", "en", lines, (), room), settle)
        pages = len(chat.log)
        assert pages >= 2
        assert [number for number, _ in at] == list(range(1, pages))
        assert sum(number for _, number in at) + len(sent.notes) == 400

    run(story())


def test_a_board_with_a_story_that_is_too_long_goes_out_once_and_counts_the_rest() -> None:
    """Everything that gathered while the group could not be called fits one message."""

    async def story() -> None:
        stage = Stage()
        _, chat, name = await running(stage)
        stage.clock.advance(20)
        room = stage.store.rooms_on("telegram")[0]
        notes = [announce(Joined(f"Guest{number:03}.")) for number in range(150)]

        def tell(work: Any) -> None:
            work.log(name, notes, stage.clock())
            work.tell(f"room:{room.id}", name, notes, stage.clock())

        stage.house.store.run(tell)
        before = len(chat.log)
        await stage.quiet()
        assert len(chat.log) - before <= 2
        text = chat.log[before]["text"]
        shown = [number for number in range(150) if f"Guest{number:03}." in text]
        assert shown[-12:] == list(range(138, 150))
        hidden = 150 - len(shown)
        assert hidden > 0
        own = sum(line.startswith("▸ ") and "Guest" not in line for line in text.split("\n"))
        more = int(re.search(r"… and (\d+) more", text)[1])  # type: ignore[index]
        assert more >= hidden
        assert own + more - hidden <= 10  # what was told before of this game
        assert "Your hand" not in text
        await stage.wait(30)
        assert len(chat.log) - before <= 2

    run(story())


def test_what_is_told_between_claim_and_rendering_stands_on_the_board_and_so_does_the_rest() -> (
    None
):
    async def story() -> None:
        stage = Stage()
        _, chat, name = await running(stage)
        room = stage.store.rooms_on("telegram")[0]

        def tell(first: int, last: int) -> None:
            notes = [announce(Joined(f"Guest{number}.")) for number in range(first, last)]

            def work(work: Any) -> None:
                work.log(name, notes, stage.clock())
                work.tell(f"room:{room.id}", name, notes, stage.clock())

            stage.house.store.run(work)

        stage.clock.advance(20)
        tell(1, 7)
        (batch,) = stage.store.claim(stage.clock(), 30.0, 20)
        tell(7, 10)
        before = len(chat.log)
        await stage.post.deliver(batch)
        text = chat.log[before]["text"]
        assert [number for number in range(1, 10) if f"Guest{number}." in text] == list(
            range(1, 10)
        )
        await stage.quiet()
        assert len(chat.log) - before == 1  # nothing is new for the second letter
        tell(10, 11)
        await stage.quiet()
        assert "Guest10." in stage.newest(chat)["text"]

    run(story())


def test_a_server_that_cannot_fold_gets_the_newest_lines_and_a_number() -> None:
    async def story() -> None:
        stage = Stage()
        _, chat, name = await running(stage)
        room = stage.store.rooms_on("telegram")[0]
        notes = [announce(Joined(f"Guest{number}.")) for number in range(30)]

        def tell(work: Any) -> None:
            work.log(name, notes, stage.clock())
            work.tell(f"room:{room.id}", name, notes, stage.clock())

        stage.server.fault = lambda called, fields: (
            BadCallError(400, "Bad Request: can't parse entities")
            if "blockquote" in str(fields.get("text"))
            else None
        )
        stage.house.store.run(tell)
        await stage.quiet(20)
        text = stage.newest(chat)["text"]
        assert "Guest29." in text
        shown = [number for number in range(30) if f"Guest{number}." in text]
        more = int(re.search(r"… and (\d+) more", text)[1])  # type: ignore[index]
        assert len(shown) == OPEN
        assert more >= 30 - OPEN

    run(story())


def test_pings_do_not_hold_up_the_board() -> None:
    """Whoever asked to be told is told beside the lane of the group, once."""

    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage, 2)
        for who in people[2:]:
            await push(stage, chat, who, "ping")
        settled = list[bool]()
        tell = stage.telegram.doer.start

        def started(things: Any) -> None:
            settled.append(True)
            tell(things)

        stage.telegram.say._start = started
        done = carried_out_but_502(stage, "sendMessage", private=True)
        message, data = stage.find(chat, "Start")
        await stage.update(callback_query=stage.query(people[0], chat, message, data))
        await stage.wait(60)
        assert isinstance(table(stage, name), Playing)
        assert settled
        for who in people[2:]:
            private = [n for text, n in done.items() if text.startswith(f"{who.number} ")]
            assert private and max(private) == 1

    run(story())


# ------------------------------------------------------------------ what the wire tells


@asynccontextmanager
async def server(status: int, body: bytes, kind: str = "application/json") -> AsyncIterator[str]:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=status, body=body, content_type=kind)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@asynccontextmanager
async def api_at(url: str) -> AsyncIterator[Api]:
    bot = make_bot(TOKEN, base_url=url)
    try:
        yield Api(bot, Pacer(Clock()))
    finally:
        await bot.shutdown()


def test_what_did_not_reach_telegram_may_be_repeated() -> None:
    async def story() -> None:
        with socket.socket() as taken:  # nobody listens there
            taken.bind(("127.0.0.1", 0))
            for host in (f"127.0.0.1:{taken.getsockname()[1]}", "no-such-host.invalid"):
                async with api_at(f"http://{host}") as api:
                    outcome = await api.send(1, "x")
                assert outcome.fate is Fate.UNSENT
                assert outcome.wait > 0

    run(story())


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, b"{}"),
        (200, b""),
        (200, b"<html>secret-hotel</html>"),
        (200, b'{"ok":true}'),
        (200, b'{"ok":true,"result":{}}'),
        (200, b'{"ok":true,"result":[7]}'),
        (200, b"[" * 100_000),
        (502, b"<html>secret-hotel</html>"),
        (502, b'{"ok":false,"error_code":502,"description":"Bad Gateway"}'),
        (504, b""),
        (404, b"<html>secret-hotel</html>"),
    ],
)
def test_an_odd_answer_leaves_a_send_unsure_and_an_edit_to_be_repeated(
    status: int, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with server(status, body) as url, api_at(url) as api:
            bad = list[str]()
            api.on_bad_token = lambda: bad.append("token")
            assert (await api.send(1, "x")).fate is Fate.UNSURE
            assert (await api.edit(1, 2, "x", None)).fate in (Fate.UNSENT, Fate.DONE)
            assert not await api.alive()
            assert not bad

    run(story())
    assert "Traceback" not in caplog.text
    assert "secret-hotel" not in caplog.text
    assert TOKEN not in caplog.text


def test_a_hanging_server_leaves_a_send_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async def hang(request: web.Request) -> web.Response:
            await asyncio.sleep(1.0)
            return web.Response()

        app = web.Application()
        app.router.add_route("*", "/{path:.*}", hang)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        monkeypatch.setattr("adapters.telegram.api.PATIENCE", 0.2)
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with api_at(url) as api:
            assert (await api.send(1, "x")).fate is Fate.UNSURE
        await runner.cleanup()

    run(story())


def test_the_token_is_refused_only_by_telegram_itself() -> None:
    async def story() -> None:
        refusal = b'{"ok":false,"error_code":401,"description":"Unauthorized"}'
        async with server(401, refusal) as url, api_at(url) as api:
            bad = list[str]()
            api.on_bad_token = lambda: bad.append("token")
            outcome = await api.send(1, "x")
            assert outcome.fate is Fate.UNSENT  # the letter is kept
            assert bad == ["token"]
        page = b"<html>Please log in</html>"
        async with server(401, page, "text/html") as url, api_at(url) as api:
            with pytest.raises(NoAnswer):
                await api.bot.get_me()

    run(story())


def test_notes_of_a_batch_are_what_a_letter_tells() -> None:
    """What the tests above build is what the outbox builds."""
    batch = Batch("room:1", 1, (Pending(1, "x", announce(Joined("Aki"))),), ())
    assert batch.notes[0].note == announce(Joined("Aki"))
