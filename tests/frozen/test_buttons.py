"""Every button that was ever sent is understood by this release."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from aiohttp.test_utils import TestClient, TestServer

from adapters.heard import SILENCE
from adapters.line.flex import mark_of
from core.desk.acts import Act
from core.desk.presses import datum, read_datum
from core.kernel.asks import Over
from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from core.kernel.notation import words
from core.table.sayings import NoTable
from core.table.table import Lobby, Playing
from tests.adapters.line.crowd import user_at
from tests.adapters.line.players import Match
from tests.adapters.table import GAMES_BY_NAME, Parlour
from tests.adapters.telegram import players as telegram
from tests.frozen.host import Host
from tests.frozen.spellings import AT, LIST, NO_GAME, VARIANTS, Spelling, read
from tests.police.walk import run

LISTED = read(LIST.read_text(encoding="utf-8"))


def verb_of(spelling: Spelling) -> str:
    press = read_datum(spelling.data.partition("|")[0])
    assert press is not None, spelling
    return press.code


def of(*where: str) -> list[Spelling]:
    return [each for each in LISTED if each.where in where]


def spelled(*begins: str) -> list[Spelling]:
    """The buttons of games whose verbs begin so, one of each verb."""
    found: dict[tuple[str, str], Spelling] = {}
    for each in of("group", "private", "line"):
        if each.game != NO_GAME and verb_of(each).startswith(begins):
            found.setdefault((each.game, verb_of(each)), each)
    return list(found.values())


def shown(spelling: Spelling) -> str:
    return f"{spelling.game} {verb_of(spelling)}"


def test_every_kind_is_listed() -> None:
    verbs = {verb_of(each) for each in of("group", "private", "line", "telegram", "seat-page")}
    for act in Act:
        whole = f"{act.value}5" if act in (Act.LET_IN, Act.TURN_AWAY) else act.value
        assert whole in verbs, act
    begins = ["m:", "?:", "~0.", "~1.", "~2.", "set.game.", "set.preset.", "set.pace.", "order."]
    begins += ["knock.yes.", "panel.game", "tour.", "rules.", "speak.ja", "ping", "how", "revoke"]
    for begin in begins:
        assert any(verb.startswith(begin) for verb in verbs), begin
    assert {each.game for each in LISTED} == {NO_GAME, *GAMES_BY_NAME}
    assert any("|" in each.data for each in of("line"))
    assert all(of(where) for where in ("start", "word", "link"))


# The house


@cache
def table_of(game: str, running: bool) -> tuple[Parlour, str]:
    """A table of a game with as many as it needs, and its host."""
    parlour = Parlour()
    names = ("Aki", "Ben", "Chie", "Dai")
    if running:
        parlour.start(*names[:1], *names[1:], game=game)
    else:
        parlour.speech.open(parlour.heard("Aki"), game)
        room = parlour.store.room(parlour.room.id)
        assert room is not None and room.table is not None
        parlour.table = room.table
    return parlour, parlour.table


@pytest.mark.parametrize("where", ["group", "private", "line"])
def test_every_button_is_heard(where: str) -> None:
    """Whatever is said to it: that somebody is not asked, or is too late, is an answer."""
    for each in of(where):
        if where == "line" and each.game == NO_GAME:
            continue
        verb, game = verb_of(each), each.game if each.game != NO_GAME else "love-letter"
        for running in (True, False):
            parlour, name = table_of(game, running)
            parlour.table = name
            reply = parlour.press("Zoe", verb, private=where == "private", question=1, table=name)
            assert reply != SILENCE, each
            assert not isinstance(reply.message, NoTable), each
            assert parlour.now() is not None


@pytest.mark.parametrize("spelling", spelled("set."), ids=shown)
def test_what_is_set_can_still_be_set(spelling: Spelling) -> None:
    """In some edition of the game."""
    what, _, value = verb_of(spelling)[4:].partition(".")
    for preset in GAMES_BY_NAME[spelling.game].presets:
        parlour = Parlour()
        parlour.speech.open(parlour.heard("Aki"), spelling.game)
        room = parlour.store.room(parlour.room.id)
        assert room is not None and room.table is not None
        parlour.table = room.table
        assert parlour.press("Aki", f"set.preset.{preset}").message is None
        first = parlour.press("Aki", verb_of(spelling))
        if first.message is not None:  # perhaps a switch of a variant
            for _, chosen in VARIANTS.get(spelling.game, ()):
                for switch, word in chosen.items():
                    assert parlour.press("Aki", f"set.{switch}.{word}").message is None
            first = parlour.press("Aki", verb_of(spelling))
        if first.message is None:
            lobby = parlour.now()
            assert isinstance(lobby, Lobby)
            assert what != "game" or lobby.game == value
            assert what != "pace" or lobby.pace.value == value
            return
    raise AssertionError(f"{what} cannot be {value} in any edition")


def pattern(code: str) -> str:
    """A move with its seats and numbers left out."""
    return re.sub(r"\d+", "#", code)


class Walk:
    """What was legal in many games of one kind, and which orders could be given."""

    def __init__(self, game: AnyGame, orders: set[str]) -> None:
        self.moves: set[str] = set()
        self.orders: set[str] = set()
        self._asked = orders
        for preset, options in game.presets.items():
            for seats in game.seats(options):
                for number in range(3):
                    self._play(game, options, seats, f"{preset}.{seats}.{number}")
            for seats, chosen in VARIANTS.get(game.name, ()):
                switches = {name: word == "true" for name, word in chosen.items()}
                both = game.with_switches(options, switches)
                for number in range(3):
                    self._play(game, both, seats, f"{preset}.{seats}.{number}")

    def _play(self, game: AnyGame, options: Any, seats: int, seed: str) -> None:
        dice, whims = Dice(seed.encode()), Random(seed)
        state, _ = run(game.setup(seats, options, dice))
        for _ in range(400):
            asked = game.ask(state)
            if isinstance(asked, Over):
                return
            for seat in asked.seats:
                self.moves |= {pattern(move.code) for move in game.moves(state, seat)}
            if game.orders is not None:
                for seat in range(1, seats + 1):
                    missing = self._asked - self.orders
                    self.orders |= {o for o in missing if game.orders.read(state, seat, o)}
            seat = whims.choice(sorted(asked.seats))
            move = whims.choice(game.moves(state, seat))
            state, _ = run(game.play(state, seat, move, dice))


@cache
def walk(name: str) -> Walk:
    mine = {verb_of(each)[6:] for each in spelled("order.") if each.game == name}
    return Walk(GAMES_BY_NAME[name], mine - {""})


@pytest.mark.parametrize("game", sorted({each.game for each in LISTED} - {NO_GAME}))
def test_every_move_is_still_a_move(game: str) -> None:
    legal, rules = walk(game).moves, GAMES_BY_NAME[game]
    known = {shape for code in legal for shape in shapes(code)}
    codes = [verb_of(each)[2:] for each in spelled("m:") if each.game == game]
    assert codes
    for code in codes:
        assert shapes(pattern(rules.spelled(code))) <= known, code
    halves = [verb_of(each)[2:] for each in spelled("?:") if each.game == game]
    for half in filter(None, halves):
        assert shapes(pattern(half)) <= known, half
    for each in spelled("~"):
        place, _, label = verb_of(each)[1:].partition(".")
        said = {words(code)[int(place)] for code in legal if len(words(code)) > int(place)}
        letter = len(label) == 1 and label.isupper()
        assert each.game != game or letter or pattern(label) in said, each


def shapes(code: str) -> set[tuple[str, str]]:
    """Each word of a move, with its verb: cards that are chosen together come in any order."""
    parts = words(code)
    return {(parts[0], word) for word in parts}


@pytest.mark.parametrize("game", ["coup", "lady-luck"])
def test_every_order_can_still_be_given(game: str) -> None:
    given = {pattern(order) for order in walk(game).orders}
    orders = [verb_of(each)[6:] for each in spelled("order.") if each.game == game]
    assert {pattern(order) for order in orders} - {""} == given


# Telegram and LINE


def test_what_only_telegram_has() -> None:
    async def work() -> None:
        host = Host("buttons", "sqlite://", AT)
        await host.begin()
        wire = host.other
        aki, ben = wire.person(1, "Aki", "en"), wire.person(2, "Ben", "en")
        chat = wire.group("Friends")
        name = await telegram.seat(wire, chat, [aki, ben])
        for each in of("telegram"):
            press = read_datum(each.data)
            assert press is not None
            table = name if press.table != "-" else "-"
            asked, calls = len(ben.alerts), len(wire.server.calls)
            board = wire.newest(chat)
            await wire.press(ben, datum(table, 0, press.code), chat, board)
            assert len(ben.alerts) == asked + 1
            await wire.quiet()
            assert ben.alerts[-1]["text"] or len(wire.server.calls) > calls + 1, each
            wire.clock.advance(30)
            await wire.quiet()
        for each in of("start"):
            calls = len(wire.server.calls)
            if each.data == "play":
                fresh = wire.group("New", -1002000)
                await wire.says(aki, f"/start@fumibako_bot {each.data}", fresh)
                assert wire.newest(fresh)["rows"]
            else:
                await wire.says(ben, f"/start {each.data}")
                assert "Friends" in wire.newest(wire.server.chat(2))["text"]
            assert len(wire.server.calls) > calls
        host.close()

    asyncio.run(work())


def test_what_only_line_has() -> None:
    async def work() -> None:
        host = Host("buttons", "sqlite://", AT)
        await host.begin()
        users = [host.line_person(name) for name in ("ミナ", "Aki")]
        group = await host.group(*users)
        for each in of("line"):
            if each.game == NO_GAME and verb_of(each) == "how":
                before = len(host.entries(group))
                await host.do(users[0], group, {"type": "postback", "data": each.data})
                assert len(host.entries(group)) == before + 1
        match = Match(host, group, users)
        await match.gather()
        table = host.playing(group)
        for each in of("word", "link"):
            text = unquote(each.data.partition("?")[2]) or each.data
            code = re.search(r"[A-Z0-9]{5}$", text)
            assert code is not None
            user = user_at(match, min(host.question(table.id).seats))
            before = len(host.entries(user.id))
            await host.say(user, text[: code.start()] + table.id[:5].upper())
            assert len(host.entries(user.id)) > before + 1, text  # the word, and the hand
        await owners(host, group, match)
        for each in of("line-alone"):
            before = len(host.entries(users[1].id))
            data = datum(table.id, table.question, verb_of(each))
            host.clock.advance(5)
            await host.do(users[1], users[1].id, {"type": "postback", "data": data})
            assert len(host.entries(users[1].id)) > before, each
        host.close()

    asyncio.run(work())


async def owners(host: Host, group: str, match: Match) -> None:
    """A button that is marked with its owner counts for nobody else."""
    first, second = match.users
    name = host.playing(group).id
    for each in of("line"):
        if "|" in each.data and verb_of(each) == Act.SURE_LEAVE.value:
            data = f"{datum(name, 0, verb_of(each))}|{mark_of(f'line:{first.id}')}"
            assert len(data.rpartition("|")[2]) == len(each.data.rpartition("|")[2])
            await host.do(second, group, {"type": "postback", "data": data})
            assert isinstance(host.at_table(name), Playing)
            assert not any(chair.left for chair in host.running(name).chairs)


def test_the_link_to_a_seat_is_ended_by_its_button() -> None:
    async def work() -> None:
        host = Host("buttons", "sqlite://", AT)
        await host.begin()
        users = [host.line_person(name) for name in ("ミナ", "Aki")]
        match = Match(host, await host.group(*users), users)
        await match.gather()
        name = host.playing(match.chat).id
        page = host.links.seat_link(name, f"line:{users[0].id}").removeprefix(host.address)
        app = host.site()
        [end] = of("seat-page")
        async with TestClient(TestServer(app)) as client:
            async with client.get(page) as answer:
                assert answer.status == 200
            old = page.replace("/s/", "/line/seat/")  # where the page was that had this button
            async with client.post(old, data={"data": datum(name, 0, verb_of(end))}):
                pass
            async with client.get(page) as answer:
                assert answer.status == 404
        host.close()

    asyncio.run(work())
