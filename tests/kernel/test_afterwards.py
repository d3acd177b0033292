"""What people do with a game that is over: they show its panels, and own up to a bluff."""

from __future__ import annotations

from core.desk.bluffs import NoBluff, ToldAlready, unasked_bluff
from core.games.coup import COUP
from core.games.coup.events import Bluffed
from core.house.afterwards import ON_THE_WAY, own_up, panels_done, take_panels
from core.house.ports import room_lane
from core.kernel.text import Announce
from core.records.panels import strip_of
from core.table.commands import Answer
from core.table.table import Playing
from tests.kernel.hall import Hall

CLAIMS = ("assassinate", "tax", "steal", "exchange")


def coup() -> Hall:
    """A match that three people have played to its end: they claim whatever comes, and nobody
    doubts it."""
    hall = Hall(games={"coup": COUP})
    hall.start("b", "c", game="coup")
    while isinstance(hall.table, Playing):
        seat = hall.asked[0]
        codes = [move.code for move in COUP.moves(hall.table.state, seat)]
        liked = (c for want in ("allow", "coup", *CLAIMS) for c in codes if c.startswith(want))
        hall.do(Answer(hall.user(seat), hall.playing.question, next(liked, codes[-1])))
    return hall


def owner(hall: Hall) -> tuple[str, int]:
    """Somebody with a bluff to tell of."""
    for seat, chair in enumerate(hall.finished.chairs, 1):
        if unasked_bluff(hall.finished, COUP, seat) is not None:
            return str(chair.user), seat
    raise AssertionError("nobody bluffed")


def test_the_group_learns_of_a_bluff_by_its_owner_alone() -> None:
    hall = coup()
    user, seat = owner(hall)
    bluff = unasked_bluff(hall.finished, COUP, seat)
    assert bluff is not None
    hall.sent()
    told = own_up(hall.house, user, hall.id, hall.at, "press:1")
    assert told.refused is None
    assert isinstance(bluff, Bluffed)
    assert hall.sent() == {room_lane(hall.room.id): [Announce(bluff)]}
    assert hall.store.read(lambda reads: reads.told(hall.id, 1))[0].note.message == bluff


def test_it_is_told_once() -> None:
    hall = coup()
    user, _ = owner(hall)
    own_up(hall.house, user, hall.id, hall.at, "press:1")
    assert own_up(hall.house, user, hall.id, hall.at, "press:1").repeated
    hall.sent()
    assert isinstance(own_up(hall.house, user, hall.id, hall.at, "").refused, ToldAlready)
    assert hall.sent() == {}


def test_nobody_else_has_anything_to_tell() -> None:
    hall = coup()
    for user, table in (("x", hall.id), ("a", "nosuchtable")):
        assert isinstance(own_up(hall.house, user, table, hall.at, "").refused, NoBluff)
    honest = Hall(games={"coup": COUP})
    honest.start("b", game="coup")
    assert isinstance(own_up(honest.house, "a", honest.id, honest.at, "").refused, NoBluff)
    honest.do(Answer(honest.user(honest.asked[0]), honest.playing.question, "income"))
    while isinstance(honest.table, Playing):
        seat = honest.asked[0]
        codes = [move.code for move in COUP.moves(honest.table.state, seat)]
        code = next(c for w in ("coup", "income", "lose") for c in codes if c.startswith(w))
        honest.do(Answer(honest.user(seat), honest.playing.question, code))
    assert isinstance(own_up(honest.house, "a", honest.id, honest.at, "").refused, NoBluff)


def test_a_real_table_can_be_told() -> None:
    hall = coup()
    strip = strip_of(hall.finished, COUP)
    assert strip is not None and strip.winners == hall.finished.winners
    assert hall.house.ended_in(hall.room.id) == hall.id


def test_panels_are_shown_in_a_room_once() -> None:
    hall = coup()
    house, name, at = hall.house, hall.id, hall.at
    assert take_panels(house, name, 1, at)
    assert not take_panels(house, name, 1, at + ON_THE_WAY - 1)
    assert take_panels(house, name, 2, at), "another room"
    assert take_panels(house, name, 1, at + ON_THE_WAY + 1), "nothing was heard of them"
    panels_done(house, name, 1, at, shown=False)
    assert take_panels(house, name, 1, at)
    panels_done(house, name, 1, at, shown=True)
    assert not take_panels(house, name, 1, at + 1e6)
