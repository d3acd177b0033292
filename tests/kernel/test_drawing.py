"""A deal that waits for a public beacon: what is told before, what can be done meanwhile, and
what happens when it does not answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.desk.board import NotProvedAgainstHost, WaitsForBeacon, board_of
from core.desk.fairness import CutsAre, proof_sheet
from core.desk.hand import YouSit, hand_of
from core.desk.manual import help_sheet, rules_sheet
from core.house.beacon import Rounds
from core.house.clock import remind, renew, shown, wake_up
from core.house.house import House
from core.house.timing import DRAWING_LASTS
from core.kernel import proof
from core.kernel.proof import Beacon
from core.kernel.text import Message
from core.table.commands import (
    AddRoom,
    Choose,
    Close,
    Command,
    CutDeck,
    Draw,
    Rename,
    Rise,
    SeatBot,
    Sit,
    Sleep,
    Start,
    Tick,
    UseLetters,
)
from core.table.proof_sayings import (
    BeaconAwaited,
    BeaconCame,
    BeaconMissed,
    Committed,
    NobodyCut,
    OnlyTheBeacon,
    StillDrawing,
)
from core.table.sayings import NotYetTime, Stale, Started, TooLate
from core.table.snapshot import freeze, thaw
from core.table.table import Drawing, Playing
from tests.kernel.hall import AT, GAMES, Chance, Hall

ROUNDS = Rounds("c0" * 32, int(AT) - 100, 3)
ROUND = 100 // 3 + 1 + 3


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    hall.house = House(hall.store, GAMES, Chance(), beacon=ROUNDS)
    yield hall
    hall.store.close()


def drawing(hall: Hall) -> Drawing:
    assert isinstance(hall.table, Drawing)
    return hall.table


def wait(hall: Hall) -> list[Message]:
    """Ann and Ben are about to get their cards."""
    hall.open("b")
    hall.do(CutDeck("b", 6))
    return hall.do(Start("a"))


def came(number: int = ROUND) -> Draw:
    return Draw(number, "ab" * 48, "cd" * 32)


@pytest.mark.parametrize("answers", [True, False])
def test_if_nobody_cuts_all_hangs_on_the_beacon(hall: Hall, answers: bool) -> None:
    hall.open("b")
    (committed,) = [line for line in hall.do(Start("a")) if isinstance(line, Committed)]
    assert committed.cuts == (OnlyTheBeacon(),)
    assert CutsAre((OnlyTheBeacon(),)) in proof_sheet(drawing(hall)).lines
    if not answers:
        hall.at += DRAWING_LASTS
    hall.do(came() if answers else Tick(0))
    said = OnlyTheBeacon() if answers else NobodyCut()
    assert CutsAre((said,)) in proof_sheet(hall.playing).lines


def test_rounds_are_counted_from_the_genesis() -> None:
    rounds = Rounds("c0", 1000, 3)
    assert [rounds.awaited(at) - 3 for at in (0, 999, 1000, 1002.9, 1003)] == [0, 0, 1, 1, 2]
    assert (rounds.comes_at(1), rounds.comes_at(3)) == (1000, 1006)
    for at in (1000.0, 1001.5, 1234567.0):
        assert 6 < rounds.comes_at(rounds.awaited(at)) - at <= 9, "nobody knows it yet"


def test_the_round_is_told_and_bound_before_it_exists(hall: Hall) -> None:
    committed, awaited = wait(hall)
    assert isinstance(committed, Committed)
    comes = ROUNDS.comes_at(ROUND)
    assert awaited == BeaconAwaited(ROUND, "c0" * 32, comes)
    assert comes > AT
    table = drawing(hall)
    assert table.deal.beacon == Beacon("c0" * 32, ROUND)
    assert committed.commit == table.deal.commit
    assert table.deal.seed == ""
    assert [chair.name for chair in table.chairs] == ["Ann", "Ben"]


def test_the_deal_follows_from_the_round(hall: Hall) -> None:
    wait(hall)
    commit = drawing(hall).deal.commit
    told = hall.do(came())
    assert told[:2] == [BeaconCame(ROUND, "cd" * 32), Started((1, 2))]
    deal = hall.playing.deal
    assert deal.beacon == Beacon("c0" * 32, ROUND, "ab" * 48, "cd" * 32)
    assert deal.commit == commit
    secret, cuts = bytes.fromhex(deal.secret), proof.cuts_of(deal.people)
    assert (
        deal.seed == proof.seed(secret, cuts, deal.beacon).hex() != proof.seed(secret, cuts).hex()
    )
    assert not any(isinstance(line, NotProvedAgainstHost) for line in _lines(hall))


def _lines(hall: Hall) -> tuple[Message, ...]:
    return board_of(hall.table, GAMES).lines


def test_without_an_answer_the_deal_goes_on_and_says_so(hall: Hall) -> None:
    wait(hall)
    assert hall.row.due == AT + DRAWING_LASTS
    assert isinstance(hall.refused(Tick(0)), NotYetTime)
    hall.at += DRAWING_LASTS
    told = hall.do(Tick(0))
    assert told[:2] == [BeaconMissed(ROUND), Started((1, 2))]
    deal = hall.playing.deal
    assert deal.beacon == Beacon("c0" * 32, ROUND, missed=True)
    assert deal.seed == proof.seed(bytes.fromhex(deal.secret), proof.cuts_of(deal.people)).hex()
    assert NotProvedAgainstHost() in _lines(hall)
    hall.finish()
    assert NotProvedAgainstHost() in _lines(hall)


def test_a_round_that_was_not_awaited_deals_nothing(hall: Hall) -> None:
    wait(hall)
    result = hall.tell(came(ROUND + 1))
    assert (result.refused, result.late) == (Stale(), True)
    hall.do(came())
    assert hall.tell(came()).refused is not None
    hall.at += DRAWING_LASTS
    assert hall.tell(Tick(0)).refused == TooLate()


@pytest.mark.parametrize(
    "command",
    [
        Rise("b"), Sit("c", "Cho"), SeatBot("a"), Choose("a", "panel", ""), CutDeck("a", 1),
        Start("a"), Close("a"), UseLetters("a", True), Sleep(),
    ],
    ids=lambda command: type(command).__name__,
)  # fmt: skip
def test_nothing_can_be_changed_meanwhile(hall: Hall, command: Command) -> None:
    wait(hall)
    assert hall.refused(command) == StillDrawing()


def test_a_round_for_a_table_that_waits_for_none_is_refused(hall: Hall) -> None:
    hall.open("b")
    hall.refused(came())


def test_names_and_rooms_may_come_meanwhile(hall: Hall) -> None:
    wait(hall)
    due = hall.row.due
    hall.at += 1
    hall.do(Rename("b", "Bea"))
    second = hall.store.enter("other", "second", "en").id
    hall.do(AddRoom(second))
    assert [room.id for room in hall.house.rooms_of(hall.id)] == [hall.room.id, second]
    assert hall.row.due == due
    hall.do(came())
    assert hall.chair("b").name == "Bea"
    assert [each.name for each in hall.playing.deal.people] == ["Ann", "Ben"]


def test_what_is_seen_meanwhile(hall: Hall) -> None:
    wait(hall)
    table = drawing(hall)
    board = board_of(table, GAMES)
    assert (board.phase, board.status) == ("drawing", (WaitsForBeacon(ROUND),))
    assert [sitter.name for sitter in board.sitters] == ["Ann", "Ben"]
    assert hand_of(table, GAMES, "a").own == (YouSit(),)
    assert rules_sheet(table, GAMES).lines
    assert help_sheet(table, GAMES).lines
    assert proof_sheet(table).lines
    seen = hall.house.read(hall.id)
    assert seen is not None and (seen.edition, seen.limit, seen.seat_of("b")) == ("", 0, 2)


def test_a_drawing_table_can_be_frozen(hall: Hall) -> None:
    wait(hall)
    assert thaw(freeze(drawing(hall)), GAMES) == drawing(hall)


def test_a_damaged_drawing_table_is_rebuilt(hall: Hall) -> None:
    wait(hall)
    before = drawing(hall)
    hall.tear()
    hall.do(Rename("b", "Ben"))
    assert drawing(hall) == before
    hall.do(came())
    dealt = hall.playing
    hall.tear()
    hall.do(UseLetters("a", False))
    assert hall.playing == dealt


def test_after_a_restart_the_round_is_waited_for_anew(hall: Hall) -> None:
    wait(hall)
    wake_up(hall.house, hall.id, hall.at)
    assert hall.row.due == AT + DRAWING_LASTS
    hall.at += 1000
    wake_up(hall.house, hall.id, hall.at)
    assert hall.row.due == hall.at + DRAWING_LASTS
    hall.at -= 500  # a clock that was set back
    renew(hall.house, hall.id, hall.at, tell=True)
    assert hall.row.due == hall.at + DRAWING_LASTS
    hall.at += 5
    renew(hall.house, hall.id, hall.at, tell=True, jumped=True)
    assert hall.row.due == hall.at + DRAWING_LASTS


def test_nobody_is_reminded_meanwhile(hall: Hall) -> None:
    wait(hall)
    row = hall.row
    shown(hall.house, hall.id, row.question, hall.at)
    assert remind(hall.house, hall.id, hall.at + 15)
    assert hall.row == row


def test_a_deaf_house_deals_all_the_same(hall: Hall) -> None:
    hall.house = House(hall.store, GAMES, Chance(), beacon=ROUNDS, deaf=lambda rooms: True)
    wait(hall)
    hall.at += DRAWING_LASTS
    hall.do(Tick(0))
    assert isinstance(hall.table, Playing)


def test_a_table_of_an_older_release_waits_for_no_beacon(hall: Hall) -> None:
    hall.open("b")
    hall.age()
    hall.do(Start("a"))
    assert hall.playing.deal.beacon is None
    assert (hall.playing.by, hall.playing.link) == ((), "")
