"""Who and what is on the screen: people that can be acted for, rooms, keys."""

from __future__ import annotations

import hmac
import json
import secrets

import msgspec

from adapters.foreign import same
from adapters.playground.history import History
from core.house.ports import Directory
from core.kernel.text import P_, Named, Word
from core.table.places import Individual, Room
from locales import tongue
from locales.files import SOURCE

PLATFORM = "play"
MOST_PEOPLE = 10


class FirstNames(Word):
    """What the people on this screen are called until they choose a name."""

    AKI = "aki"
    MINA = "mina"
    KEN = "ken"
    YU = "yu"
    HARU = "haru"
    NOA = "noa"
    RIN = "rin"
    SO = "so"
    TOMO = "tomo"
    MAI = "mai"

    def named(self, edition: str) -> Named:
        return _NAMES[self]


_NAMES = {
    FirstNames.AKI: P_("person", "Aki"),
    FirstNames.MINA: P_("person", "Mina"),
    FirstNames.KEN: P_("person", "Ken"),
    FirstNames.YU: P_("person", "Yu"),
    FirstNames.HARU: P_("person", "Haru"),
    FirstNames.NOA: P_("person", "Noa"),
    FirstNames.RIN: P_("person", "Rin"),
    FirstNames.SO: P_("person", "So"),
    FirstNames.TOMO: P_("person", "Tomo"),
    FirstNames.MAI: P_("person", "Mai"),
}


class RoomNames(Word):
    """What the group on the screen is called."""

    FIRST = "group"

    def named(self, edition: str) -> Named:
        return _ROOMS[self]


_ROOMS = {
    RoomNames.FIRST: P_("room", "Group"),
}


class Screen:
    """The state of the playground besides its tables. It is kept in the database."""

    def __init__(self, directory: Directory, history: History, now: float) -> None:
        self.directory = directory
        self._history = history
        kept = history.letters("screen")
        if kept:
            state = json.loads(kept[-1].payload)
        else:
            state = {"key": secrets.token_urlsafe(18)}
            history.say("screen", "", "screen", json.dumps(state), now)
        self.key: str = state["key"]

    def known(self) -> bool:
        """Whether anybody was ever here."""
        return bool(self.people())

    def people(self) -> list[Individual]:
        """The people of this screen, in order."""
        numbers = range(1, MOST_PEOPLE + 1)
        found = [self.directory.person(f"{PLATFORM}:{number}") for number in numbers]
        return [person for person in found if person.name]

    def called(self, user: str) -> str:
        """What a person is called; empty for somebody who was forgotten."""
        return next((each.name for each in self.people() if each.user == user), "")

    def add_person(self, name: str, language: str) -> Individual | None:
        """One more person; without a name they get one. None if the screen is full."""
        taken = {person.user for person in self.people()}
        users = [f"{PLATFORM}:{number}" for number in range(1, MOST_PEOPLE + 1)]
        user = next((user for user in users if user not in taken), None)
        if user is None:
            return None
        called = name.strip()[:200] or tongue.word(tuple(FirstNames)[users.index(user)], language)
        person = Individual(user, called)
        self.directory.remember(person)
        return person

    def rename(self, user: str, name: str) -> None:
        """A person takes another name (for the next table)."""
        person = self.directory.person(user)
        if person.name and name.strip():
            called = msgspec.structs.replace(person, name=name.strip()[:200])
            self.directory.remember(called, person)

    def room(self, language: str = SOURCE) -> Room:
        """The group of the screen; it is made in the given language, if it is new."""
        return self.directory.enter(PLATFORM, RoomNames.FIRST.value, language)

    def token(self, user: str) -> str:
        """The personal link of a seat: it opens this seat only."""
        mac = hmac.new(self.key.encode(), user.encode(), "sha256").hexdigest()[:24]
        return f"{user.partition(':')[2]}.{mac}"

    def by_token(self, token: str) -> str | None:
        """Whose personal link it is; None if it is none."""
        number, _, _ = token.partition(".")
        user = f"{PLATFORM}:{number}"
        if number.isdecimal() and same(token, self.token(user)):
            return user
        return None
