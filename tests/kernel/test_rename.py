"""A person is called otherwise: everywhere at the table, and nothing else changes."""

from __future__ import annotations

import msgspec

from core.desk.board import board_of
from core.desk.lobby_board import HostSits, NamelessHost, NamelessSits, PersonSits
from core.records.record import read, record_of
from core.records.verify import verify
from core.table.commands import (
    Close,
    CutDeck,
    Open,
    Rename,
    Sit,
    Start,
)
from core.table.sayings import AlreadyOver, NotSeated
from core.table.table import Finished, Lobby, Playing
from tests.kernel.hall import GAMES, Hall


def test_a_name_follows_in_the_lobby(hall: Hall) -> None:
    hall.do(Open("a", "", "toy"))
    hall.do(Sit("b", ""))
    table = hall.table
    assert isinstance(table, Lobby)
    assert {NamelessHost(1, 1), NamelessSits(2, 2)} <= set(board_of(table, GAMES).lines)
    closes = hall.row.due
    hall.at += 5
    assert hall.do(Rename("b", "Ben")) == []
    hall.do(Rename("a", "Ann"))
    table = hall.table
    assert isinstance(table, Lobby)
    assert {HostSits(1, "Ann"), PersonSits(2, "Ben")} <= set(board_of(table, GAMES).lines)
    assert hall.row.due == closes, "nobody has done anything"


def test_a_name_follows_in_a_game_of_an_older_release_and_the_deal_stays_proved(hall: Hall) -> None:
    hall.do(Open("a", "", "toy"))
    for user in ("b", "c"):
        hall.do(Sit(user, ""))
    hall.age()
    hall.do(CutDeck("b", text="nobody's"))
    hall.do(Rename("b", "Ben"))
    hall.do(CutDeck("b", text="mine"))
    hall.do(Start("a"))
    before, row = hall.playing, hall.row
    hall.at += 5
    for user, name in (("c", "Cho"), ("a", "Ann"), ("b", "Bea")):
        hall.do(Rename(user, name))
    table = hall.playing
    names = {chair.user: chair.name for chair in table.chairs}
    assert names == {"a": "Ann", "b": "Bea", "c": "Cho"}
    assert table.deal.joined == ("Ann", "Bea", "Cho")
    assert [cut.name for cut in table.deal.cuts] == ["", "Bea"]
    deal = msgspec.structs.replace(table.deal, joined=before.deal.joined, cuts=before.deal.cuts)
    same = msgspec.structs.replace(table, deal=deal, chairs=before.chairs)
    assert same == before
    assert (hall.row.due, hall.row.remind_at, hall.row.asked_at, hall.row.question) == (
        row.due,
        row.remind_at,
        row.asked_at,
        row.question,
    )
    hall.finish()
    over = hall.table
    assert isinstance(over, Finished)
    verdict = verify(read(msgspec.to_builtins(record_of(over, GAMES)), GAMES), GAMES)
    assert verdict.fair
    assert hall.refused(Rename("a", "Anna")) == AlreadyOver()


def test_the_same_name_again_changes_nothing(hall: Hall) -> None:
    hall.start("b")
    before = hall.row.version
    hall.do(Rename("a", "Ann"))
    hall.do(Rename("a", ""))
    assert hall.row.version == before


def test_who_does_not_sit_has_no_name_there(hall: Hall) -> None:
    hall.open("b")
    assert hall.refused(Rename("x", "Xin")) == NotSeated()
    hall.do(Start("a"))
    assert isinstance(hall.table, Playing)
    assert hall.refused(Rename("x", "Xin")) == NotSeated()
    hall.do(Close("a"))
    assert hall.refused(Rename("a", "Anna")) == AlreadyOver()
