"""What the owner of a host is to be told, and what status and doctor tell of it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from adapters import owner_checkup
from adapters.errands import DEAF_REST, TELLING, TELLS, WEEK, Errands
from adapters.guests import Guests
from adapters.hearing import HOUSE, Hearing, Recovered
from adapters.owner import Owner
from adapters.owner_texts import (
    AsideTold,
    BackupNever,
    BackupOld,
    DiskFills,
    ManyAside,
    WasDeaf,
    WasOftenDeaf,
)
from adapters.settings import Settings
from adapters.status import OwnerState, Status, read, write
from adapters.status_texts import lines
from core.house.mending import ASIDE, Damage
from core.kernel.text import Message, words_in
from core.table.places import Individual
from locales.tongue import Context, say
from storage.store import SqlStore
from tests.adapters.telegram.fake_people import Clock
from tests.adapters.telegram.stage import inline
from tests.fresh import fresh_store

GIGABYTE = 10**9
MINA = "telegram:77"


class Desk:
    """What is due at a host under a clock of its own."""

    def __init__(self, *, backups: bool = True) -> None:
        self.store: SqlStore = fresh_store()
        self.clock = Clock()
        self.free: int | None = None
        guests = Guests(self.store, self.clock, "ask", MINA)
        self.errands = Errands(self.store, guests, lambda: self.free, backups=backups)
        self.tell()

    def tell(self) -> list[Message]:
        """Tell what is due."""
        found = self.errands.due(self.clock())
        for errand in found:
            self.errands.told(errand, self.clock())
        return [line for errand in found for line in errand.card.lines]

    def later(self, seconds: float) -> list[Message]:
        """Tell what is due after a while."""
        self.clock.advance(seconds)
        return self.tell()

    def deaf(self, where: str, seconds: float) -> None:
        self.errands.deaf(where, seconds, self.clock())

    def aside(self, table: str) -> None:
        """A table was set aside now."""
        damage = Damage(table, self.clock(), "an unknown game", "its last lines are missing")
        kept = msgspec.json.encode(damage).decode()
        self.store.keep(f"{ASIDE}{table}", kept, self.clock())


def kinds(told: list[Message]) -> list[type[Message]]:
    return [type(each) for each in told]


def test_one_trouble_of_the_network_is_one_message() -> None:
    desk = Desk()
    desk.deaf("telegram", 700.0)
    desk.clock.advance(5)
    desk.deaf(HOUSE, 640.0)
    assert desk.tell() == []  # perhaps something else hears again
    [told] = desk.later(30)
    assert isinstance(told, WasDeaf) and told.span == 700 and len(told.where) == 2
    assert desk.later(DEAF_REST * 2) == []


def test_a_network_that_comes_and_goes_is_one_message_an_hour() -> None:
    desk = Desk()
    told = []
    for _ in range(10):
        desk.deaf("telegram", 610.0)
        told += desk.later(660)
    told += desk.later(DEAF_REST)
    assert kinds(told) == [WasDeaf, WasOftenDeaf, WasOftenDeaf]
    assert [each.times for each in told if isinstance(each, WasOftenDeaf)] == [6, 3]


def test_tables_set_aside_are_told_once_together() -> None:
    desk = Desk()
    desk.aside("aaaa2345")
    assert kinds(desk.tell()) == [AsideTold]
    desk.clock.advance(60)
    desk.aside("bbbb2345")
    desk.aside("cccc2345")
    [many] = desk.tell()
    assert isinstance(many, ManyAside) and many.number == 2
    assert desk.later(60) == []
    desk.aside("aaaa2345")  # it was repaired, and is set aside again
    assert kinds(desk.tell()) == [AsideTold]


def test_the_disk_is_told_before_nobody_can_play_and_again_only_after_it_had_room() -> None:
    desk = Desk()
    desk.free = GIGABYTE
    assert desk.tell() == []
    desk.free = 260_000_000
    assert kinds(desk.tell()) == [DiskFills]
    for desk.free in (100_000_000, 300_000_000, 200_000_000):
        assert desk.later(60) == []
    desk.free = GIGABYTE
    assert desk.tell() == []
    desk.free = 200_000_000
    assert kinds(desk.tell()) == [DiskFills]


def test_a_backup_is_missed_after_a_week_once_each() -> None:
    desk = Desk()
    assert desk.later(WEEK - 60) == []
    assert kinds(desk.later(120)) == [BackupNever]
    assert desk.later(WEEK * 4) == []
    desk.store.keep("backup.at", str(desk.clock()), desk.clock())
    assert desk.later(WEEK - 60) == []
    assert kinds(desk.later(120)) == [BackupOld]
    assert desk.later(WEEK) == []
    desk.store.keep("backup.at", "nan", desk.clock())  # whatever stands there
    desk.tell()


def test_without_backups_of_its_own_a_host_misses_none() -> None:
    desk = Desk(backups=False)
    assert desk.later(WEEK * 2) == []
    desk.store.keep("backup.at", str(desk.clock()), desk.clock())
    assert kinds(desk.later(WEEK + 1)) == [BackupOld]


def test_nobody_is_told_of_what_is_over() -> None:
    desk = Desk()
    desk.free = 100_000_000
    assert len(desk.errands.due(desk.clock())) == 1
    desk.free = GIGABYTE
    assert desk.errands.due(desk.clock()) == []


def test_a_clock_that_was_wrong_silences_nothing() -> None:
    desk = Desk()
    desk.clock.advance(10**8)
    desk.deaf("telegram", 700.0)
    assert WasDeaf in kinds(desk.later(30))
    desk.clock.at -= 10**8
    desk.deaf("telegram", 700.0)
    assert WasDeaf in kinds(desk.later(30))


def test_one_who_tells_it_is_enough() -> None:
    """A push and a reply, perhaps of two workers; who dies over it holds up nobody for long."""
    desk = Desk()
    desk.free = 1
    [errand] = desk.errands.due(desk.clock())
    claim = desk.errands.claim
    assert claim(errand, desk.clock()) and not claim(errand, desk.clock())
    desk.errands.release(errand, desk.clock())
    assert claim(errand, desk.clock())
    desk.clock.advance(TELLS)
    assert claim(errand, desk.clock())
    desk.errands.told(errand, desk.clock())
    assert not claim(errand, desk.clock()), "it was told"
    assert desk.store.kept_like(TELLING) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_card_and_nobody_stands_in_what_is_told(language: str) -> None:
    desk = Desk()
    desk.deaf("telegram", 700.0)
    desk.free = 100_000_000
    desk.aside("aaaa2345")
    told = desk.later(WEEK + 30)
    assert len(told) == 4
    for message in told:
        assert list(words_in(message)) == []
        assert say(message, language, Context(dated=True))


# Who hears of it


def test_only_long_deafness_reaches_the_owner() -> None:
    clock = Clock()
    store = fresh_store()
    guests = Guests(store, clock, "ask", MINA)
    errands = Errands(store, guests)
    owner = Owner(MINA, guests, errands, store, inline(), clock, clock, "en")
    hearing = Hearing(clock)
    hearing.on_recovered.append(owner.recovered)
    for seconds in (3.0, 599.0, 601.0):
        hearing.lost("telegram", "asking")
        clock.advance(seconds)
        hearing.heard("telegram", "asking")
    hearing.stood_still(900.0)
    hearing.stood_still(900.0, jumped=True)
    assert owner._recovered == [Recovered("telegram", 601.0), Recovered(HOUSE, 900.0)]


def test_the_status_tells_of_the_owner_and_of_guests() -> None:
    def told(guests: int, owner: OwnerState | None) -> list[str]:
        status = Status("0", 1, 0.0, 0.0, guests=guests, owner=owner)
        assert read(write(status)) == status
        return [say(each.message, "en", Context()) for each in lines(status, 0.0)]

    def about(guests: int, owner: OwnerState | None) -> list[str]:
        usual = told(0, None)
        return [line for line in told(guests, owner) if line not in usual]

    assert about(0, OwnerState("telegram", True)) == []
    assert about(3, None) == ["Groups that wait to be let in: 3. The owner is asked."]
    [line] = about(0, OwnerState("telegram", False, 2))
    assert "cannot be written to on Telegram" in line and "2" in line
    [line] = about(0, OwnerState("line", None, 1))
    assert "next word" in line


def doctors(store: SqlStore, **settings: object) -> tuple[bool | None, str]:
    """What the doctor finds."""
    [found] = owner_checkup.checkup(Settings(**settings), store)  # type: ignore[arg-type]
    return found.good, say(found.message, "en", Context())


def test_the_doctor_tells_whether_the_owner_can_be_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = fresh_store()
    assert doctors(store)[0] is None and "/whoami" in doctors(store)[1]
    assert doctors(store, owner="77")[0] is False
    telegram = {"owner": "77", "telegram_token": "42:sesame"}
    good, text = doctors(store, **telegram)
    assert good is False and "pressed Start" in text
    store.remember(Individual(MINA, "Mina"))
    assert doctors(store, **telegram) == (True, "The OWNER can be written to on Telegram.")
    store.remember(Individual(MINA, "Mina", reachable=False))
    assert doctors(store, **telegram)[0] is False
    own = "U" + "a" * 32
    line = {"owner": own, "line_channel_secret": "x", "line_channel_access_token": "y"}
    assert doctors(store, **line)[0] is False
    store.keep(f"line.met:line:{own}", "1", 0.0)
    assert doctors(store, **line)[0] is None
    store.keep(f"line.follows:line:{own}", "1", 0.0)
    assert doctors(store, **line, line_push_budget=5)[0] is True
