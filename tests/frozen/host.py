"""The whole host, as `adapters.main` joins it, on the fake Telegram, the fake LINE and a page."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from adapters.heard import Heard, Reply
from adapters.line.people import usual_pace, windows
from adapters.page.doors import Doors
from adapters.page.identity import Identity
from adapters.playground.say import PlaygroundSay
from adapters.playground.screen import PLATFORM, Screen
from adapters.speech import Speech
from core.desk.presses import read_datum
from core.games import GAMES
from core.house.house import House
from core.house.ports import Batch, person_lane, room_lane
from core.kernel.asks import Ask
from core.table.places import Individual
from core.table.table import Playing, Table
from tests.adapters.line.fake import User
from tests.adapters.line.stage import inline
from tests.adapters.line.test_bridge import OnBoth
from tests.adapters.telegram.stage import Stage

GAMES_BY_NAME = {game.name: game for game in GAMES}
ADDRESS = "https://cards.example"


class Wire(Stage):
    """The fake Telegram, with the clocks and windows of a house that has LINE too."""

    def make_house(self, give: Callable[[int], bytes]) -> House:
        return House(self.store, GAMES_BY_NAME, give, windows=windows)

    def make_speech(self) -> Speech:
        return Speech(self.house, self.store, usual_pace)


class Host(OnBoth):
    """One host with everything: `other` is its Telegram, `screen` its playground."""

    address = ADDRESS

    def __init__(self, seed: str, url: str, at: float) -> None:
        other = Wire(seed, url, "")
        other.clock.at = at
        super().__init__(other)

    def open(self) -> None:
        super().open()
        page = PlaygroundSay()
        self.post.platforms[PLATFORM] = page  # type: ignore[index]
        self.screen = Screen(self.store, self.store, self.clock())

    async def begin(self) -> None:
        """As at the start of the program."""
        await self.other.begin()
        assert await self.host.greet()

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()

    def line_person(self, name: str, *, friend: bool = False) -> User:
        """Somebody with an account at LINE."""
        return super().person(name, friend=friend)

    def identity(self) -> Identity:
        """Who looks at the page."""
        return Identity(
            *(self.house, self.store, inline(), self.clock, self.keys, self.links),
            self.host.belongs,
        )

    def site(self) -> web.Application:
        """The doors of the page, to which personal links lead."""
        app = web.Application()
        app.add_routes(Doors(self.identity(), self.links, inline(), self.language).routes())
        return app

    # The page

    def on_page(self, person: Individual, press: str, *, private: bool = False) -> Reply:
        """Somebody presses a button of the page."""
        room = None if private else self.screen.room("en")
        self.clock.advance(1)
        return self.speech.hear(
            Heard(person.user, person.name, self.clock(), room, press=read_datum(press))
        )

    # What there is

    def at_table(self, name: str) -> Table:
        """A table by its name."""
        seen = self.house.read(name)
        assert seen is not None, name
        return seen.table

    def running(self, name: str) -> Playing:
        """A table, which must be running."""
        found = self.at_table(name)
        assert isinstance(found, Playing), name
        return found

    def question(self, name: str) -> Ask:
        """What is asked at a table."""
        found = self.running(name)
        asked = self.house.games[found.game].ask(found.state)
        assert isinstance(asked, Ask)
        return asked

    def lanes(self) -> list[str]:
        """The addresses of all rooms, and of everybody who sits at an open table."""
        found = [
            room_lane(room.id)
            for platform in ("telegram", "line", PLATFORM)
            for room in self.store.rooms_on(platform)
        ]
        users = {
            chair.user
            for name in self.store.open_tables()
            for chair in self.at_table(name).chairs
            if chair.user is not None
        }
        return [*found, *(person_lane(user) for user in sorted(users))]

    def waiting(self) -> dict[str, Batch]:
        """What waits in the lanes, whenever it is to go out. They are claimed by that."""
        found = {}
        for lane in self.lanes():
            batch = self.store.claim_one(lane, self.clock(), 1.0)
            if batch is not None:
                found[lane] = batch
        return found
