"""The police for platforms: the same is asked of each, and only what it offers is pressed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from core.desk.acts import Act
from core.desk.alert import brief
from core.desk.presses import Key, Level, Order, Play, Set, Verb
from core.games import GAMES
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.table.table import Finished, Lobby, Playing, Table
from locales import tongue
from tests.adapters.contexts import context_at
from tests.adapters.wires import Offer, Wire
from tests.adapters.wires_app import OnPage, OnTcp
from tests.adapters.wires_chat import OnLine, OnTelegram
from tests.sample import sampled

WIRES: dict[str, type[Wire]] = {
    "telegram": OnTelegram,
    "line": OnLine,
    "page": OnPage,
    "tcp": OnTcp,
}
MOST_MOVES, MOST_PRESSES = 1500, 300
GAMES_BY_NAME = {game.name: game for game in GAMES}
Work = Callable[[Wire], Awaitable[None]]

every_wire = pytest.mark.parametrize("name", list(WIRES))


def on(name: str, people: int, folder: Path, patch: pytest.MonkeyPatch, work: Work) -> None:
    """Do something on a platform with a group of so many people."""

    async def whole() -> None:
        wire = WIRES[name](folder, patch)
        await wire.begin(people)
        try:
            await work(wire)
        finally:
            await wire.close()

    asyncio.run(whole())


class Players:
    """People who press at random what they are offered."""

    def __init__(self, wire: Wire, people: int, seed: str) -> None:
        self.wire, self.people, self.rng = wire, people, Random(seed)
        self.table = ""

    async def gather(self, game: AnyGame) -> None:
        """Open a table of a game, sit down, start."""
        await self.wire.says(0, "/play")
        self.table = str(self.wire.room().table)
        for who in range(1, self.people):
            await self.push(who, Act.JOIN)
        if game is not GAMES[0]:
            if self.found(0, Set("game", game.name)) is None:  # no tile stands for it
                await self.push(0, Act.GAME)
            await self.push(0, Set("game", game.name))
            if self.found(0, Act.START) is None:
                await self.push(0, Act.BACK)
        await self.push(0, Act.START)
        assert isinstance(self.now(), Playing)

    def found(self, who: int, verb: Verb) -> Offer | None:
        """The newest button of a kind at this table."""
        offers = self.wire.offers(who)
        return next(
            (o for o in offers if (o.press.table, o.press.verb) == (self.table, verb)), None
        )

    async def push(self, who: int, verb: Verb) -> None:
        """Press a button that must be offered."""
        offer = self.found(who, verb) or await self._behind(who, verb)
        assert offer is not None, verb
        await self.wire.press(who, offer)

    async def _behind(self, who: int, verb: Verb) -> Offer | None:
        """A button that stands below another bubble by now, or behind the settings of a lobby;
        where a panel is the table's the host opens it."""
        await self.wire.says(who, "/status")
        if (offer := self.found(who, verb)) is not None:
            return offer
        for opener in dict.fromkeys((who, 0)):
            if (menu := self.found(opener, Act.SETTINGS)) is not None:
                await self.wire.press(opener, menu)
            if (offer := self.found(who, verb)) is not None:
                return offer
        return None

    def now(self) -> Table:
        """The table as it is."""
        read = self.wire.house.read(self.table)
        assert read is not None
        return read.table

    def awaited(self) -> int:
        """One of those who are asked."""
        table = self.now()
        assert isinstance(table, Playing)
        asked = self.wire.house.games[table.game].ask(table.state)
        assert isinstance(asked, Ask)
        users = {table.chairs[seat - 1].user for seat in asked.seats}
        return self.rng.choice([w for w in range(self.people) if self.wire.user(w) in users])

    async def act(self) -> tuple[int, Offer]:
        """Somebody who is asked presses until their move is made. Tells who, and the last press."""
        before, who = self.now(), self.awaited()
        assert isinstance(before, Playing)
        await self.wire.look(who)
        for _ in range(MOST_PRESSES):
            moves, keys = self.moves(who, before.question)
            assert moves or keys, f"{who} is asked and sees no button"
            offer = self.rng.choice(moves or keys)
            await self.wire.press(who, offer)
            after = self.now()
            if not isinstance(after, Playing) or after.moves != before.moves:
                return who, offer
        raise AssertionError("the choice has no end")

    def moves(self, who: int, question: int) -> tuple[list[Offer], list[Offer]]:
        """What can be pressed to make a move: whole ones and their beginnings, and keys."""
        offers = [
            offer
            for offer in self.wire.offers(who)
            if (offer.press.table, offer.press.question) == (self.table, question)
        ]
        whole = [o for o in offers if isinstance(o.press.verb, Play)]
        begun = [o for o in offers if isinstance(o.press.verb, Level) and o.press.verb.said]
        keys = [o for o in offers if isinstance(o.press.verb, Key)]
        orders = [o for o in offers if isinstance(o.press.verb, Order)]
        return [*whole, *begun], keys or orders

    async def play(self, most: int = MOST_MOVES) -> None:
        """Play until the match is over, or for so many moves; hands stay out of the group."""
        for _ in range(most):
            if not isinstance(self.now(), Playing):
                return
            hands = self.hands()
            await self.act()
            read = hands & set(self.wire.said())
            assert not read, read

    def hands(self) -> set[str]:
        """The lines that tell a hand, one of each seat's."""
        table, found = self.now(), set[str]()
        assert isinstance(table, Playing)
        game = self.wire.house.games[table.game]
        context = context_at(table, game.edition(table.options), "en")
        for who in range(self.people):
            lines, _ = brief(table, self.wire.house.games, self.wire.user(who))
            found |= {tongue.say(line, "en", context) for line in lines[:1]}
        return found


def seats(game: AnyGame) -> int:
    """As few people as a game takes."""
    fits = [game.seats(options).start for options in game.presets.values()]
    return max(2, min(fits))


CASES = [(name, game.name) for name in WIRES for game in GAMES]
QUICK = [(name, "coup") for name in WIRES]


@pytest.mark.parametrize(("name", "game"), sampled(CASES, QUICK))
def test_a_whole_game_is_played(
    name: str, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = GAMES_BY_NAME[game]

    async def work(wire: Wire) -> None:
        players = Players(wire, seats(played), f"{name} {game}")
        await players.gather(played)
        await players.play()
        assert isinstance(players.now(), Finished)

    on(name, seats(played), tmp_path, monkeypatch, work)


@pytest.mark.parametrize("name", [each for each in WIRES if each != "page"])
def test_a_group_speaks_another_language(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the page everybody chooses for themselves."""

    async def work(wire: Wire) -> None:
        players = Players(wire, 2, name)
        await players.gather(GAMES[0])
        before = wire.room().language
        offers = [o for o in wire.offers(0) if o.press.verb is Act.LANGUAGE and not o.alone]
        if offers:
            await wire.press(0, offers[0])
        else:  # the key stands among the settings
            await wire.says(0, "/lang")
        assert wire.room().language != before
        await wire.says(0, "/status")
        context, spoken = tongue.Context(), (before, wire.room().language)
        first, second = (tongue.say(GAMES[0].title, each, context) for each in spoken)
        lines = " ".join(wire.said())
        assert first != second and first in lines and second in lines

    on(name, 2, tmp_path, monkeypatch, work)


@every_wire
def test_a_restart_in_the_middle_loses_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(wire: Wire) -> None:
        players = Players(wire, 2, name)
        await players.gather(GAMES[0])
        await players.play(3)
        before = players.now()
        await wire.restart()
        assert players.now() == before
        await players.play(3)
        after = players.now()
        assert isinstance(before, Playing) and isinstance(after, Playing | Finished)
        assert after.moves[: len(before.moves)] == before.moves
        assert len(after.moves) >= len(before.moves) + 3

    on(name, 2, tmp_path, monkeypatch, work)


@every_wire
def test_what_was_refused_is_sent_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(wire: Wire) -> None:
        players = Players(wire, 2, name)
        await wire.says(0, "/play")
        players.table = str(wire.room().table)
        wire.refuse()
        assert wire.refusals == 1
        await players.push(1, Act.JOIN)
        await wire.wait(30)
        assert wire.refusals == 0
        await wire.says(0, "so")
        lobby = players.now()
        assert isinstance(lobby, Lobby) and len(lobby.chairs) == 2
        assert any("Mina" in line for line in wire.said())

    on(name, 2, tmp_path, monkeypatch, work)


@every_wire
def test_an_old_button_is_answered_and_changes_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(wire: Wire) -> None:
        players = Players(wire, 2, name)
        await players.gather(GAMES[0])
        lobby_button = Act.START
        who, late = await players.act()
        table, before = players.now(), wire.answers(who)
        await wire.press(who, late)
        assert players.now() == table
        assert wire.answers(who) > before
        old = players.found(0, lobby_button)
        if old is not None:
            before = wire.answers(0)
            await wire.press(0, old)
            assert players.now() == table and wire.answers(0) > before

    on(name, 2, tmp_path, monkeypatch, work)


@every_wire
def test_the_seat_of_whom_nothing_reaches_plays_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(wire: Wire) -> None:
        players = Players(wire, 2, name)
        await players.gather(GAMES[0])
        table = players.now()
        assert isinstance(table, Playing)
        gone = players.awaited()
        await wire.go_away(gone)
        for _ in range(4):
            await wire.wait(table.pace.factor * 200)
            other = 1 - gone
            if players.found(other, Act.NEXT) is not None:  # where time waits to be called
                await players.push(other, Act.NEXT)
        after = players.now()
        assert not isinstance(after, Playing) or after.question > table.question

    on(name, 2, tmp_path, monkeypatch, work)
