"""The screen of this machine, as its page needs it: people, the group, what is said there."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from adapters.page.ground import Said
from adapters.playground.history import History
from adapters.playground.screen import Screen
from core.house.house import House, Input, Result
from core.house.ports import room_lane
from core.table.commands import Open, SeatBot, Sit
from core.table.places import Individual, Room
from core.table.sayings import Pace
from locales.names import clean

COMPUTERS = 3
SAID = "said"
MOST_SAID = 500


class PlaygroundGround:
    """The playground's screen (`adapters.page.ground.Ground`). In the writer's thread."""

    def __init__(
        self, screen: Screen, house: House, history: History, now: Callable[[], float]
    ) -> None:
        self.screen = screen
        self._house = house
        self._history = history
        self._now = now

    def begin(self, language: str) -> None:
        """The first screen is a table ready to start: a person and three computers."""
        if self.screen.known():
            return
        person = self.screen.add_person("", language)
        assert person is not None, "there is room for one"
        self.screen.room(language)
        self.open(person.user)

    def open(self, user: str, receipt: str = "") -> Result:
        """Open a table ready to start, as usual here: its host, three computers; no clock."""
        name = self.screen.called(user)
        now = self._now()
        opened = self._house.handle(
            Input(Open(user, name, pace=Pace.NONE), now, receipt, room=self.room().id)
        )
        if opened.refused is None and not opened.repeated:
            for _ in range(COMPUTERS):
                self._house.handle(Input(SeatBot(user), now, table=opened.table))
        return opened

    def people(self) -> Sequence[Individual]:
        """The people of the screen, in order."""
        return self.screen.people()

    def room(self) -> Room:
        """The group of the screen."""
        return self.screen.room()

    def table(self) -> str:
        """The table that is open there, or was last; empty if there was none."""
        people = self.screen.people()
        return self.room().table or (self._house.ended_for(people[0].user) if people else "")

    def link(self, user: str) -> str:
        """What follows the address of the page for a person's own link."""
        return f"#seat={self.screen.token(user)}"

    def invite(self, name: str) -> None:
        """One more person sits at the screen, and at the table if it is open to them."""
        room = self.room()
        person = self.screen.add_person(name, room.language)
        if person is not None and room.table:
            sits = Sit(person.user, person.name)
            self._house.handle(Input(sits, self._now(), table=room.table, room=room.id))

    def rename(self, user: str, name: str) -> None:
        """A person takes another name, for the next table."""
        self.screen.rename(user, name)

    def say(self, user: str, text: str) -> Said:
        """Words are said in the chat, and kept."""
        said, at = clean(text), self._now()
        name = self.screen.called(user)
        kept = json.dumps({"user": user, "name": name, "text": said}, ensure_ascii=False)
        number = self._history.say(room_lane(self.room().id), "", SAID, kept, at)
        return Said(number, user, name, said, at)

    def words(self) -> Sequence[Said]:
        """What was said in the chat. What older releases kept there is no more."""
        found = []
        for row in self._history.letters(room_lane(self.room().id), 0, MOST_SAID):
            kept = json.loads(row.payload)
            if row.kind == SAID and "text" in kept:
                found.append(Said(row.id, kept["user"], kept["name"], kept["text"], row.at))
        return found
