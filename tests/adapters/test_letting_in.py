"""Groups of strangers, decided about at the terminal."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from adapters.guests import AWAY, IN, LET, NEW, SHUT, TURNED, WAITS, Guests
from storage.migrate import open_store
from storage.store import SqlStore
from tests.adapters.test_steering import Shell


class Door(Shell):
    """A host with guests, and a shell beside it."""

    def store(self) -> closing[SqlStore]:
        return closing(open_store(f"sqlite:///{self.file}"))

    def group(self, title: str, stands: str, platform: str = "line") -> int:
        """A group that stands somewhere; its number."""
        with self.store() as store:
            store.guarded = (platform,)
            room = store.enter(platform, f"C{title}", "en", title)
            assert store.stand(room.id, (NEW,), stands)
            return room.id

    def stands(self, number: int) -> str:
        with self.store() as store:
            return store.stands(number)


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path)


def test_all_that_may_not_play_are_listed(door: Door) -> None:
    door.group("Plays", IN)
    assert door("guests") == "There is no group that may not play.\n"
    titles = {"Waits": WAITS, "Turned": TURNED, "Away": AWAY, "Shut": SHUT, "In": IN, "Let": LET}
    number = {title: door.group(title, stands) for title, stands in titles.items()}
    *told, how = door("guests").splitlines()
    assert told == [
        f"{number['Shut']}  LINE “Shut”: may not play, nothing is decided",
        f"{number['Away']}  LINE “Away”: turned away",
        f"{number['Turned']}  LINE “Turned”: turned away",
        f"{number['Waits']}  LINE “Waits”: waits until you decide",
    ]
    assert "--let-in NUMBER" in how and "--turn-away NUMBER" in how
    assert "「Waits」：許可を待っています" in door("guests", language="ja")


@pytest.mark.parametrize(
    ("stood", "stands", "invited"),
    [(WAITS, LET, False), (TURNED, LET, False), (SHUT, LET, False), (AWAY, IN, True)],
)
def test_whatever_was_decided_a_group_can_be_let_in(
    door: Door, stood: str, stands: str, invited: bool
) -> None:
    number = door.group("Friday", stood)
    with door.store() as store:
        room = store.room(number)
        assert room is not None
        guests = Guests(store, lambda: 1.0, "ask", "telegram:1")
        assert guests.stays_out(room)
        told = door("guests", "--let-in", str(number))
        assert told.startswith("LINE “Friday” may play from now on.")
        assert ("add it again" in told) == invited
        assert not guests.stays_out(room), "a host that runs meets it"
        assert [each.id for each in guests.to_greet()] == ([number] if stands == LET else [])
        assert not guests.to_leave()
    assert door.stands(number) == stands
    again = door("guests", "--let-in", str(number), code=1)
    assert f"No group with the number {number} stands there" in again


def test_one_that_waits_is_turned_away_and_no_other(door: Door) -> None:
    waits, plays = door.group("Friday", WAITS, "telegram"), door.group("Monday", IN)
    told = door("guests", "--turn-away", str(waits), language="ja")
    assert told == "Telegram「Friday」を断りました。\n"
    assert door.stands(waits) == TURNED
    for number in (waits, plays, 99):
        assert "see fumibako guests" in door("guests", "--turn-away", str(number), code=1)
    assert door.stands(plays) == IN
