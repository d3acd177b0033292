"""A table as bytes: older formats, newer ones, and what nobody can read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.table import snapshot
from core.table.commands import (
    Choose,
    Close,
    CutDeck,
    Open,
    Rematch,
    Sit,
    Start,
)
from core.table.sayings import SetAside, TableBroken
from core.table.snapshot import FORMAT, Unreadable, freeze, thaw
from core.table.table import Closed, Finished, Lobby, Playing
from tests.kernel.hall import GAMES, Hall, messages


def data_of(raw: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(raw)
    return found


def test_every_kind_of_table_survives(hall: Hall) -> None:
    kinds = []
    hall.open("b")
    for act in (lambda: None, lambda: hall.do(Start("a")), hall.finish):
        act()
        table = hall.table
        kinds.append(type(table))
        assert thaw(freeze(table), GAMES) == table
    closed = Closed("t", "toy", hall.table.chairs)
    assert thaw(freeze(closed), GAMES) == closed
    assert kinds == [Lobby, Playing, Finished]


def test_an_older_format_is_upgraded_step_by_step(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.start("b")
    data = data_of(freeze(hall.table))
    data["format"] = FORMAT - 2
    data["table"]["owner"] = data["table"].pop("host")
    data["rules"] = data.pop("options")

    def first(old: dict[str, Any]) -> dict[str, Any]:
        old["table"]["host"] = old["table"].pop("owner")
        return old

    def second(old: dict[str, Any]) -> dict[str, Any]:
        return {**old, "options": old["rules"], "format": FORMAT}

    monkeypatch.setitem(snapshot.UPGRADES, FORMAT - 2, first)
    monkeypatch.setitem(snapshot.UPGRADES, FORMAT - 1, second)
    assert thaw(json.dumps(data).encode(), GAMES) == hall.table


def in_format_1(raw: bytes) -> bytes:
    """A snapshot as 0.2.0 stored it: what is dealt by stands among the rest of the table."""
    data = data_of(raw)
    deal = data["table"].pop("deal", {})
    if data["table"]["type"] == "lobby":
        chosen = deal.pop("preset_chosen", False)
        assert chosen == ("preset" in deal)
    elif deal:
        deal = {"preset_chosen": False, "switches": {}, "pace": "quick", **deal, "options": None}
    return json.dumps({**data, "format": 1, "table": {**data["table"], **deal}}).encode()


@pytest.mark.parametrize("preset", ["", "pair"])
def test_a_table_of_the_first_format_is_the_same_table(hall: Hall, preset: str) -> None:
    hall.open("b")
    hall.age()
    hall.do(Choose("a", "preset", preset))
    hall.do(CutDeck("b", text="snow"))
    kinds = []
    for act in (lambda: None, lambda: hall.do(Start("a")), hall.finish):
        act()
        table = hall.table
        kinds.append(type(table))
        assert not isinstance(table, Closed)
        assert (table.preset == "pair") is table.deal.preset_chosen is bool(preset)
        assert b'"deal"' not in in_format_1(freeze(table))
        assert thaw(in_format_1(freeze(table)), GAMES) == table
    assert kinds == [Lobby, Playing, Finished]
    closed = Closed("t", "toy", hall.table.chairs)
    assert thaw(in_format_1(freeze(closed)), GAMES) == closed


def broken_ones(raw: bytes) -> dict[str, bytes]:
    """A snapshot, broken in many ways."""
    data = data_of(raw)
    deal = data["table"]["deal"]

    def without(key: str) -> bytes:
        return json.dumps({k: v for k, v in data.items() if k != key}).encode()

    def other(**changes: Any) -> bytes:
        return json.dumps({**data, **changes}).encode()

    return {
        "empty": b"",
        "cut": raw[: len(raw) // 2],
        "no json": b"\x00\xff",
        "a list": b"[]",
        "newer": other(format=FORMAT + 1),
        "too old": other(format=-7),
        "no number": other(format="one"),
        "no format": without("format"),
        "no table": without("table"),
        "no state": without("state"),
        "no options": without("options"),
        "unknown game": other(table={**data["table"], "deal": {**deal, "game": "chess"}}),
        "unknown kind": other(table={**data["table"], "type": "sauna"}),
        "no deal": other(table={k: v for k, v in data["table"].items() if k != "deal"}),
        "odd state": other(state={"turn": "mine"}),
    }


KINDS = sorted(broken_ones(b'{"format":1,"table":{"deal":{}},"state":1,"options":1}'))


@pytest.mark.parametrize("how", KINDS)
def test_what_cannot_be_read_says_so(hall: Hall, how: str) -> None:
    hall.start("b")
    with pytest.raises(Unreadable):
        thaw(broken_ones(hall.row.snapshot)[how], GAMES)


def test_a_newer_format_is_named(hall: Hall) -> None:
    hall.start("b")
    with pytest.raises(Unreadable, match=f"format {FORMAT + 1} is newer than {FORMAT}"):
        thaw(broken_ones(hall.row.snapshot)["newer"], GAMES)


def test_a_broken_table_is_set_aside_and_named(hall: Hall) -> None:
    hall.start("b")
    hall.sent()
    hall.forget()
    hall.tear()
    result = hall.tell(Sit("c", "Cho"))
    assert (result.table, result.refused) == (hall.id, TableBroken(hall.id))
    assert hall.row.broken
    assert hall.row.snapshot == b'{"format":0}', "nothing of it is thrown away"
    assert messages(hall.sent()[f"room:{hall.room.id}"]) == [SetAside(hall.id)]
    assert hall.house.read(hall.id) is None


def test_its_room_is_free_again(hall: Hall) -> None:
    hall.start("b")
    hall.forget()
    hall.tear()
    hall.tell(Sit("c", "Cho"))
    hall.do(Open("c", "Cho", "toy"), table=None)


def test_the_other_tables_go_on(hall: Hall) -> None:
    hall.start("b")
    broken = hall.id
    hall.forget()
    hall.tear()
    hall.room = hall.store.enter("test", "other", "en")
    hall.id = ""
    hall.start("b")
    hall.tell(Sit("c", "Cho"), table=broken)
    hall.answer(hall.asked[0], "rest")
    assert list(hall.store.open_tables()) == [hall.id]


def test_a_broken_table_cannot_be_looked_at(hall: Hall) -> None:
    hall.start("b")
    hall.forget()
    hall.tear()
    assert hall.house.read(hall.id) is None


def test_a_broken_game_cannot_be_played_again(hall: Hall) -> None:
    hall.start("b", setting={"turns": "1"})
    hall.finish()
    hall.forget()
    hall.tear()
    assert hall.tell(Rematch("a", "Ann")).refused == TableBroken(hall.id)
    assert hall.tell(Rematch("a", "Ann")).refused == TableBroken(hall.id)


def test_closing_is_remembered(hall: Hall) -> None:
    hall.open()
    hall.do(Close("a"))
    assert isinstance(thaw(hall.row.snapshot, GAMES), Closed)
