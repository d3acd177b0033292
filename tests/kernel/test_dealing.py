"""Seal, cuts, commit and chain of a table: what is told when, and what the deal follows from."""

from __future__ import annotations

from typing import Any

import pytest

from core.house.journal import read
from core.kernel import proof
from core.kernel.dice import Dice, seal
from core.kernel.minds import Level, Manner, kind
from core.kernel.pictures import CutPicture, pictures
from core.kernel.proof import Computer, Cut, Entrant
from core.table.commands import (
    Choose,
    Close,
    CutDeck,
    HandOver,
    Open,
    Rematch,
    Rename,
    Rise,
    SeatBot,
    Sit,
    Start,
)
from core.table.dealing import kind_played, spelled_options
from core.table.proof_sayings import Committed, CutBy, CutFromPage, DidNotCut, Sealed
from core.table.sayings import NotSeated, Started, UnknownChoice
from core.table.table import Chair, Closed, run
from tests.kernel.hall import GAMES, Hall, replace
from tests.police.toy import TOY

BITS = "00112233445566778899aabbccddeeff"


def test_the_seal_is_told_before_anybody_can_cut(hall: Hall) -> None:
    told = hall.do(Open("a", "Ann", "toy"))
    sealed = seal(bytes.fromhex(hall.lobby.secret))
    found = told[-1]
    assert isinstance(found, Sealed)
    assert found.seal == sealed
    shown = found.pictures
    assert (shown.first, shown.second, shown.third, shown.fourth) == pictures(sealed)


def test_a_cut_is_silent_and_can_be_made_anew(hall: Hall) -> None:
    hall.open("b")
    hall.sent()
    assert hall.tell(CutDeck("b", 3)).notes == ()
    assert hall.chair("b").cut == Cut(3)
    assert all(note == [] for note in hall.sent().values())
    hall.do(CutDeck("b", 5, BITS))
    assert hall.chair("b").cut == Cut(5, BITS)
    assert hall.chair("a").cut is None


@pytest.mark.parametrize(
    ("picture", "bits"), [(8, ""), (-1, ""), (1, "00"), (1, BITS.upper()), (1, BITS + "00")]
)
def test_an_odd_cut_is_refused(hall: Hall, picture: int, bits: str) -> None:
    hall.open()
    assert hall.refused(CutDeck("a", picture, bits)) == UnknownChoice()


def test_only_who_sits_there_cuts_and_starts(hall: Hall) -> None:
    hall.open("b")
    assert hall.refused(CutDeck("x", 1)) == NotSeated()
    assert hall.refused(Start("x")) == NotSeated()


def test_who_leaves_takes_their_cut_with_them(hall: Hall) -> None:
    hall.open("b", "c")
    hall.do(CutDeck("c", 1))
    hall.do(Rise("c"))
    hall.do(Sit("c", "Cho"))
    assert hall.chair("c").cut is None


def test_the_start_tells_all_cuts_together_in_the_order_of_joining(hall: Hall) -> None:
    hall.open("b", bots=1)
    hall.open_more("c")
    hall.do(CutDeck("c", 7))
    hall.do(CutDeck("a", 0, BITS))
    committed, started, *_ = hall.do(Start("b"))
    assert isinstance(committed, Committed)
    assert committed.cuts == (
        CutFromPage("Ann", CutPicture.BLOSSOM),
        DidNotCut("Ben"),
        CutBy("Cho", CutPicture.LIGHTNING),
    )
    assert committed.seal == seal(bytes.fromhex(hall.playing.secret))
    assert committed.commit == hall.playing.deal.commit
    assert isinstance(started, Started)


def test_the_deal_follows_from_secret_and_cuts(hall: Hall) -> None:
    hall.open("b", bots=1, preset="big")
    hall.do(Choose("a", "turns", "6"))
    hall.do(CutDeck("b", 4))
    salts = {chair.user: chair.salt for chair in hall.lobby.chairs}
    hall.do(Start("a"))
    table = hall.playing
    deal, secret = table.deal, bytes.fromhex(table.secret)
    assert deal.people == (
        Entrant(proof.mark(salts["a"], "Ann"), salts["a"], "Ann"),
        Entrant(proof.mark(salts["b"], "Ben"), salts["b"], "Ben", Cut(4)),
        Computer("fumi", "idle"),
    )
    assert deal.seed == proof.seed(secret, (None, Cut(4))).hex()
    assert not deal.cuts and not deal.joined
    text = proof.commit_text(
        game="toy",
        options={"preset": "big", "turns": "6"},
        seal=seal(secret),
        mind=TOY.mind,
        parties=deal.people,
    )
    assert deal.commit == proof.commit(text)
    stream = Dice(table.seed_bytes)
    names = [each.name for each in deal.people]
    assert tuple(chair.name for chair in table.chairs) == stream.order(names)
    state = run(TOY.setup(3, table.options, stream), [])
    assert table.link == proof.first_link(secret, deal.commit)
    assert state == table.state
    assert all(chair.salt == "" and chair.cut is None for chair in table.chairs)


def test_nobody_needs_to_cut(hall: Hall) -> None:
    hall.start("b")
    secret = bytes.fromhex(hall.playing.secret)
    assert hall.playing.deal.seed == proof.seed(secret, (None, None)).hex()
    assert hall.playing.deal.seed != seal(secret)


def test_the_chain_binds_moves_and_who_made_them(hall: Hall) -> None:
    hall.start("b", bots=1, bot="idle")
    hall.answer(hall.asked[0], "rest")
    hall.late()
    hall.do(HandOver("b"))
    hall.finish()
    over = hall.finished
    assert len(over.by) == len(over.moves)
    assert {"", "idle"} <= set(over.by) <= {"", "idle", TOY.default_bot}
    lines = list(zip(over.moves, over.by, strict=True))
    assert over.link == proof.last_link(bytes.fromhex(over.secret), over.deal.commit, lines)
    bot = next(seat for seat, chair in enumerate(over.chairs, 1) if chair.user is None)
    assert all(by == "idle" for line, by in lines if line.startswith(f"{bot}:"))


def test_a_computer_of_another_version_is_named_with_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.start("b")
    monkeypatch.setattr(type(TOY), "mind", TOY.mind + 1)
    hall.late()
    assert hall.playing.by == (f"idle/{TOY.mind}",)


def test_a_name_that_changes_later_changes_nothing_that_was_bound(hall: Hall) -> None:
    hall.start("b")
    before = hall.playing
    hall.do(Rename("b", "Bea"))
    after = hall.playing
    assert hall.chair("b").name == "Bea"
    assert (after.deal, after.link) == (before.deal, before.link)
    assert [each.name for each in after.deal.people] == ["Ann", "Ben"]


def test_a_rematch_has_salts_and_a_seal_of_its_own(hall: Hall) -> None:
    hall.start("b", "c", bots=1)
    hall.do(Rise("c"))
    hall.finish()
    old = hall.finished
    hall.do(Rematch("a", "Ann"))
    chairs = hall.lobby.chairs
    people = [chair for chair in chairs if chair.user is not None]
    assert [len(bytes.fromhex(chair.salt)) for chair in people] == [16, 16]
    assert len({chair.salt for chair in people} | {p.salt for p in _people(old.deal)}) == 5
    assert all(chair.salt == "" for chair in chairs if chair.user is None)
    hall.do(Start("b"))
    names = [chair.name for chair in chairs]
    won = {old.chairs[seat - 1].name for seat in old.winners}
    assert {names[place - 1] for place in hall.playing.deal.won} == won & set(names)
    winners = [s for s, chair in enumerate(hall.playing.chairs, 1) if chair.name in won]
    assert hall.playing.deal.last_winner == winners[0]


def _people(deal: Any) -> list[Entrant]:
    return [each for each in deal.people if isinstance(each, Entrant)]


def test_a_closed_table_keeps_what_was_sealed_and_played(hall: Hall) -> None:
    hall.open("b")
    lobby = hall.lobby
    hall.do(Close("a"))
    assert hall.table == Closed(lobby.id, "toy", lobby.chairs, lobby.deal)
    hall.start("b")
    hall.answer(hall.asked[0], "rest")
    playing = hall.playing
    hall.do(Close("a"))
    given_up = hall.table
    assert isinstance(given_up, Closed)
    assert given_up.deal == replace(playing.deal, options=None)
    assert (given_up.moves, given_up.by, given_up.link) == (
        playing.moves,
        playing.by,
        playing.link,
    )


def test_the_journal_holds_no_secret(hall: Hall) -> None:
    hall.open("b")
    secret = hall.lobby.secret
    hall.do(CutDeck("b", 1, BITS))
    hall.do(Start("a"))
    hall.finish()
    hall.do(Rematch("a", "Ann"))
    lines = [*hall.store.journal_of(hall.id)]
    assert all(read(line.entry) is not None for line in lines)
    assert not any(secret.encode() in line.entry for line in lines)
    assert not any(hall.lobby.secret.encode() in line.entry for line in lines)


def test_options_are_spelled_as_in_records() -> None:
    assert spelled_options("big", {"turns": 6}, GAMES["toy"]) == {"preset": "big", "turns": "6"}
    base = GAMES["toy"].presets["big"].turns
    assert spelled_options("big", {"turns": base}, GAMES["toy"]) == {"preset": "big"}


def test_who_plays_for_a_chair() -> None:
    bold = kind(Level.NORMAL, Manner.BOLD)
    game = GAMES["love-letter"]
    assert kind_played(Chair("fumi", bot=bold), game) == bold
    assert kind_played(Chair("fumi", bot="another game's"), game) == "idle"
    assert kind_played(Chair("Ann", user="a", bot=bold, left=True), game) == "idle"
    assert kind_played(Chair("Ann", user="a"), game) == "idle"


def test_a_computer_is_bound_as_it_sits_down(hall: Hall) -> None:
    hall.open(game="love-letter")
    hall.do(SeatBot("a", "idle"))
    hall.do(Start("a"))
    assert hall.playing.deal.people[1] == Computer("fumi", "idle")


def test_who_asks_later_finds_the_table_that_ended_last(hall: Hall) -> None:
    assert hall.house.ended_for("a") == ""
    hall.start("b")
    assert hall.house.ended_for("b") == ""
    hall.finish()
    assert hall.house.ended_for("a") == hall.house.ended_for("b") == hall.id
