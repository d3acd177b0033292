"""Seal, cuts and marks as people meet them: told before, counted, never named too early."""

from __future__ import annotations

import msgspec
import pytest

from core.desk.acts import Act
from core.desk.board import board_of
from core.desk.fairness import (
    CheckHow,
    CheckLater,
    CheckPage,
    CutHow,
    CutsAre,
    CutTaken,
    EndMarkIs,
    EndMarkShort,
    HaveCut,
    HostSeesAll,
    NobodyYet,
    NothingKept,
    RoundIs,
    RoundIsMissing,
    SealIs,
    SealMeans,
    SecretInRecord,
    SecretIs,
    StartMarkIs,
    WhoHasCut,
    cut_sheet,
    cut_taken,
    end_mark,
    have_cut,
    proof_sheet,
)
from core.desk.hand import hand_of
from core.desk.presses import Cut
from core.desk.sheets import Sheet
from core.house.ports import room_lane
from core.kernel.dice import seal
from core.kernel.pictures import CutPicture, pictures
from core.kernel.proof import Beacon
from core.kernel.text import Public, Standing
from core.table.commands import AddRoom, Close, CutDeck, Open, Rematch, Rise, Sit, Start
from core.table.proof_sayings import (
    Committed,
    CutBy,
    CutFromPage,
    DidNotCut,
    NobodyCut,
    Sealed,
    seal_in_pictures,
)
from core.table.table import Closed, Drawing
from tests.kernel.hall import GAMES, Hall

replace = msgspec.structs.replace


@pytest.fixture
def hall() -> Hall:
    return Hall()


def kinds(sheet: Sheet) -> list[type[Public]]:
    return [type(line) for line in sheet.lines]


def test_the_seal_is_told_at_every_opening_in_a_message_that_stands(hall: Hall) -> None:
    told = hall.do(Open("a", "Ann", "toy"))
    sealed = seal(bytes.fromhex(hall.lobby.secret))
    assert Sealed(seal_in_pictures(sealed), sealed) in told
    assert issubclass(Sealed, Standing) and issubclass(Committed, Standing)
    hall.open_more("b")
    hall.do(Start("a"))
    hall.finish()
    first, hall.id = hall.id, ""
    again = hall.do(Rematch("a", "Ann"), table=first)
    (second,) = [line for line in again if isinstance(line, Sealed)]
    assert second.seal != sealed


def test_a_room_that_joins_sees_the_seal_too(hall: Hall) -> None:
    hall.open("b")
    other = hall.store.enter("test", "other", "en")
    hall.sent()
    hall.do(AddRoom(other.id), room=None)
    notes = hall.sent()[room_lane(other.id)]
    sealed = seal(bytes.fromhex(hall.lobby.secret))
    assert [note.message for note in notes] == [Sealed(seal_in_pictures(sealed), sealed)]


def test_the_start_shows_all_cuts_together(hall: Hall) -> None:
    hall.open("b", "c", bots=1)
    hall.do(CutDeck("c", 3, "ab" * 16))
    hall.do(CutDeck("a", 2))
    told = hall.do(Start("a"))
    (committed,) = [line for line in told if isinstance(line, Committed)]
    assert committed.cuts == (
        CutBy("Ann", CutPicture.MOON),
        DidNotCut("Ben"),
        CutFromPage("Cho", CutPicture.STAR),
    )
    assert committed.commit == hall.playing.deal.commit


def test_if_nobody_cuts_the_start_says_what_that_means(hall: Hall) -> None:
    hall.open("b")
    (committed,) = [line for line in hall.do(Start("a")) if isinstance(line, Committed)]
    assert committed.cuts == (NobodyCut(),)


def test_the_lobby_tells_how_many_have_cut_and_nothing_else(hall: Hall) -> None:
    hall.open("b", "c", bots=1)
    assert HaveCut(0, 3) in board_of(hall.lobby, GAMES).lines
    before = board_of(hall.lobby, GAMES)
    assert hall.do(CutDeck("c", 3)) == []
    one = board_of(hall.lobby, GAMES)
    assert [line for line in one.lines if line not in before.lines] == [HaveCut(1, 3)]
    assert replace(one, lines=()) == replace(before, lines=())
    hall.do(CutDeck("c", 4))
    assert board_of(hall.lobby, GAMES) == one
    assert cut_taken(hall.lobby, "c") == CutTaken("Cho", 1, 3)
    hall.do(Rise("c"))
    assert have_cut(hall.lobby.chairs) == HaveCut(0, 2)
    hall.do(Sit("c", "Cho"))
    assert have_cut(hall.lobby.chairs) == HaveCut(0, 3)


def test_a_cut_is_on_no_sheet_before_the_start(hall: Hall) -> None:
    hall.open("b")

    def all_sheets() -> str:
        lobby = hall.lobby
        hands = [hand_of(lobby, GAMES, user) for user in ("a", "b", "x")]
        return repr([board_of(lobby, GAMES), cut_sheet(lobby), proof_sheet(lobby), hands])

    found = set()
    for picture in range(8):
        hall.do(CutDeck("b", picture))
        found.add(all_sheets())
    assert len(found) == 1


def test_eight_pictures_lead_to_a_cut(hall: Hall) -> None:
    hall.open("b")
    shown = cut_sheet(hall.lobby)
    keys = [button for row in shown.buttons for button in row]
    assert [button.verb for button in keys] == [Cut(number) for number in range(8)]
    assert CutHow() in shown.lines
    own = hand_of(hall.lobby, GAMES, "b").foot
    assert [button.verb for button in own] == [Act.CUT]
    hall.age()
    assert not hand_of(hall.lobby, GAMES, "b").foot
    on_board = [button for row in board_of(hall.lobby, GAMES).choice for button in row]
    assert Act.CUT not in [button.verb for button in on_board]


def test_the_proof_of_a_lobby_tells_who_has_cut(hall: Hall) -> None:
    hall.open("b")
    shown = proof_sheet(hall.lobby, "https://host/proof")
    assert kinds(shown) == [HostSeesAll, SealIs, NobodyYet, CheckLater]
    hall.do(CutDeck("b", 1))
    assert WhoHasCut(("Ben",)) in proof_sheet(hall.lobby).lines
    assert hall.lobby.secret not in repr(shown)


def test_the_proof_of_a_game_tells_its_marks(hall: Hall) -> None:
    hall.open("b")
    hall.do(CutDeck("b", 1))
    hall.do(Start("a"))
    shown = proof_sheet(hall.playing)
    assert kinds(shown) == [HostSeesAll, SealIs, CutsAre, StartMarkIs, CheckLater]
    assert CutsAre((DidNotCut("Ann"), CutBy("Ben", CutPicture.MAPLE))) in shown.lines
    assert hall.playing.secret not in repr(shown) and hall.playing.deal.seed not in repr(shown)
    hall.finish()
    over = proof_sheet(hall.finished, "https://host/proof")
    assert kinds(over)[-3:] == [EndMarkIs, CheckHow, CheckPage]
    assert CheckPage not in kinds(proof_sheet(hall.finished))
    short = EndMarkShort(
        "".join(each.symbol for each in pictures(hall.finished.link)),
        hall.finished.link[:16],
    )
    assert end_mark(hall.finished) == (short,)


def test_a_closed_table_opens_its_secret_to_those_who_sat(hall: Hall) -> None:
    hall.start("b")
    secret = hall.playing.secret
    hall.do(Close("a"))
    table = hall.table
    assert isinstance(table, Closed)
    assert SecretIs(secret) in proof_sheet(table, opens=True).lines
    others = proof_sheet(table)
    assert SecretInRecord() in others.lines and secret not in repr(others)
    bare = Closed("t", "toy")
    assert proof_sheet(bare).lines == (HostSeesAll(), NothingKept())


def test_a_closed_lobby_has_a_secret_and_no_marks(hall: Hall) -> None:
    hall.open("b")
    secret = hall.lobby.secret
    assert hall.house.ended_for("b") == ""
    hall.do(Close("a"))
    assert isinstance(hall.table, Closed)
    shown = proof_sheet(hall.table, opens=True)
    assert kinds(shown) == [HostSeesAll, SealIs, SecretIs, CheckHow]
    assert SecretIs(secret) in shown.lines
    assert hall.house.ended_for("b") == hall.id and hall.house.ended_for("x") == ""


def test_with_a_beacon_its_round_is_named(hall: Hall) -> None:
    hall.open("b")
    hall.do(Start("a"))
    for beacon, line in (
        (Beacon("cd" * 32, 7), RoundIs(7)),
        (Beacon("cd" * 32, 7, missed=True), RoundIsMissing()),
    ):
        deal = replace(hall.playing.deal, beacon=beacon)
        assert line in proof_sheet(replace(hall.playing, deal=deal)).lines
        drawing = Drawing(deal, "a", hall.playing.chairs)
        assert line in proof_sheet(drawing).lines


def test_a_table_of_an_older_release_is_shown_as_it_was(hall: Hall) -> None:
    hall.open("b")
    hall.age()
    assert kinds(proof_sheet(hall.lobby)) == [HostSeesAll, SealIs, SealMeans]
    hall.do(Start("a"))
    hall.finish()
    assert end_mark(hall.finished) == ()
