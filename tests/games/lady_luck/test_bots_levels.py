"""Computer players of all levels: fair, repeatable, and as strong as they are called."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import Bid, Open, Pass, Phase, State, replace
from core.games.lady_luck.prospects import WEIGHTS, chances, traits
from core.games.lady_luck.worlds import world
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.minds import Level, Manner, kind
from tests.bench import lady_luck_bots as bench
from tests.bench.lady_luck_habits import HABITS, habits
from tests.bench.lady_luck_play import Player, Tally, series
from tests.bench.yardsticks.lady_luck_clever import clever
from tests.bench.yardsticks.lady_luck_simple import chance, simple
from tests.bench.yardsticks.lady_luck_thrifty import READINGS
from tests.games.lady_luck.runner import run
from tests.games.lady_luck.tables import STANDARD, bidding, go, helping, seat, switched, turn

NORMAL, HARD = LADY_LUCK.bots["normal.careful"], LADY_LUCK.bots["hard.bold"]


def choice(state: State, player: Player, dice: bytes = b"bot") -> str:
    """What a player does for the seat on turn."""
    number = turn(state)
    move = player(LADY_LUCK.view(state, number), LADY_LUCK.moves(state, number), Dice(dice))
    assert move in LADY_LUCK.moves(state, number)
    return str(move.code)


def course(player: Player, seed: bytes, seats: int, **switches: object) -> Iterator[State]:
    """The tables of a game at which somebody decides."""
    options = switched(**switches) if switches else STANDARD
    state = run(LADY_LUCK.setup(seats, options, Dice(seed)))
    while isinstance(LADY_LUCK.ask(state), Ask):
        yield state
        state = go(state, f"{turn(state)}:{choice(state, player)}")


@pytest.mark.parametrize("name", [kind(level, manner) for level in Level for manner in Manner])
def test_every_kind_answers_in_the_same_way_again(name: str) -> None:
    player = LADY_LUCK.bots[name]
    tables = list(course(NORMAL, name.encode(), 3))
    for state in tables[:: 40 if name.startswith("hard") else 7]:
        decided = choice(state, player)
        for number in range(2):
            fits = LADY_LUCK.imagine(state, turn(state), Dice(b"%d" % number))
            assert choice(fits, player) == decided, "the same view and dice"


@pytest.mark.parametrize("level", [Level.EASY, Level.NORMAL])
def test_manners_show_in_play(level: Level) -> None:
    tables = list(course(NORMAL, b"manners", 4))
    ways = {
        tuple(
            choice(state, LADY_LUCK.bots[kind(level, manner)], b"%d" % number)
            for number, state in enumerate(tables)
        )
        for manner in Manner
    }
    assert len(ways) == 3


def test_bold_ones_open_higher_than_patient_ones() -> None:
    sums = {}
    for manner in (Manner.BOLD, Manner.PATIENT):
        player = LADY_LUCK.bots[kind(Level.NORMAL, manner)]
        opened = [
            int(choice(state, player).split(".")[2])
            for number in range(3)
            for state in course(NORMAL, b"open %d" % number, 3)
            if state.phase is Phase.AUCTION and state.auction is None
        ]
        sums[manner] = sum(opened)
    assert sums[Manner.BOLD] > sums[Manner.PATIENT]


@pytest.mark.parametrize(
    "switches",
    [
        {"princess_scope": "same_player"},
        {"general_scope": "own_only"},
        {"loop_guard": False},
        {"auto_pass": False},
        {"reveal_boxed_at_end": True},
    ],
)
def test_they_play_by_every_switch(switches: dict[str, object]) -> None:
    for player in (NORMAL, LADY_LUCK.bots["easy.patient"]):
        assert len(list(course(player, b"switch", 3, **switches))) > 50
    for state in list(course(NORMAL, b"switch", 3, **switches))[5::45]:
        choice(state, HARD)


def test_a_seat_that_has_left_bids_nothing_and_cannot_win() -> None:
    state = go(run(LADY_LUCK.setup(4, STANDARD, Dice(b"left"))), "3:leave")
    decided = 0
    while isinstance(LADY_LUCK.ask(state), Ask):
        if decided % 60 == 20:
            choice(state, HARD)
            assert chances(state)[2] == 0
        state = go(state, f"{turn(state)}:{choice(state, NORMAL)}")
        decided += 1
    assert 3 not in state.winners
    assert decided > 80


def test_an_imagined_table_looks_like_the_real_one() -> None:
    for seats in (3, 4):
        for number in range(2):
            for state in course(NORMAL, b"world %d" % number, seats):
                view = LADY_LUCK.view(state, turn(state))
                imagined = world(view, Dice(b"any"))
                assert LADY_LUCK.view(imagined, turn(state)) == view
                assert len(imagined.deck) == len(state.deck)


def test_imagined_tables_keep_what_was_seen_and_deal_what_was_not() -> None:
    state = helping(seat(5, "ft1"), seat(5, "", "ps1"), seat(5), castle=["md8", "md9", "?pr1"])
    worlds = [world(LADY_LUCK.view(state, 1), Dice(b"%d" % n)) for n in range(8)]
    assert len({each.face_down for each in worlds}) > 3
    state = go(state, "1:use.ft1")
    worlds = [world(LADY_LUCK.view(state, 1), Dice(b"%d" % n)) for n in range(8)]
    assert {each.face_down for each in worlds} == {state.face_down}


def test_chances_are_parts_of_one() -> None:
    for state in course(NORMAL, b"chances", 4):
        assert sum(chances(state)) == pytest.approx(1)
        assert all(len(traits(state, number)) == len(WEIGHTS) for number in (1, 2, 3, 4))
    over = replace(state, phase=Phase.OVER, winners=(2, 3))
    assert chances(over) == (0, 0.5, 0.5, 0)


def test_chances_follow_what_a_seat_has() -> None:
    equal = chances(bidding(seat(5), seat(5), seat(5), round=5))
    assert equal[1] == pytest.approx(equal[2])
    richer = chances(bidding(seat(5), seat(9), seat(5), round=5))
    assert richer[1] > richer[2]
    queen = chances(bidding(seat(5, "pr1 ge1"), seat(5, "md2 md3"), seat(5, "md4 md5"), round=5))
    assert queen[0] > 0.6
    guarded = chances(bidding(seat(5, "pr1 ge1"), seat(5, "kn2 kn3"), seat(5, "kn4"), round=5))
    assert guarded[0] < queen[0]


def test_hard_takes_the_win_and_stops_it() -> None:
    state = helping(seat(1, "pr1 ps1"), seat(1, "md1"), seat(1), uses={"pr1": 1})
    assert choice(state, HARD) == "use.pr1"
    state = helping(seat(1, "kn1 ps1"), seat(1, "pr1 md1"), seat(1, "md2"), uses={"pr1": 1})
    assert choice(state, HARD) == "use.kn1.pr1"


def test_hard_counts_to_the_end_of_the_last_round() -> None:
    """One AP makes the third: a point, and with it the game."""
    state = helping(seat(2, "md1 mg1"), seat(0, "", "kn1"), seat(0), round=8, castle=[])
    assert choice(state, HARD) == "use.md1"
    state = go(bidding(seat(9), seat(0), seat(0), round=8), "1:open.2.0")
    assert choice(state, HARD) == "score"
    state = helping(seat(1, "no1"), seat(1, "", "ge1 md1"), seat(1, "", "ps1"), round=8, castle=[])
    assert choice(go(state, "1:use.no1.2"), HARD) == "reveal.md1"


def test_hard_decides_at_every_kind_of_question() -> None:
    state = bidding(seat(4), seat(9), seat(9), round=8)
    assert choice(state, HARD).startswith("open.")
    assert choice(go(state, "1:open.3.0"), HARD) in ("pass", "bid.1", "bid.2")
    assert choice(go(state, "1:open.1.4"), HARD) in ("pass", "bid.5", "bid.6")


def test_hard_does_not_run_out_of_cards_in_a_made_up_game() -> None:
    state = bidding(seat(4), seat(9), seat(9), round=3, deck=[])
    assert choice(state, HARD).startswith("open.")


def test_a_beginner_errs() -> None:
    easy = LADY_LUCK.bots["easy.careful"]
    state = go(bidding(seat(9), seat(9), seat(9), round=8), "1:open.1.1")
    assert {choice(state, easy, b"%d" % n) for n in range(20)} == {"bid.2", "pass"}
    state = helping(seat(1, "md1"), seat(1), seat(1))
    assert {choice(state, easy, b"%d" % n) for n in range(20)} == {"use.md1", "pass"}
    state = helping(seat(1, "no1"), seat(1, "", "pr1 kn1"), seat(1), round=8, castle=[])
    assert choice(go(state, "1:use.no1.2"), easy) == "reveal.kn1"


def test_the_levels_differ() -> None:
    assert series(NORMAL, (READINGS["rest"],) * 2, 24).share > 0.5
    assert series(NORMAL, (READINGS["margin"],) * 3, 12).share > 0.5
    assert series(NORMAL, (clever,) * 2, 15).share > 0.4
    assert series(LADY_LUCK.bots["easy.careful"], (NORMAL,) * 2, 12).share < 0.3
    assert series(simple, (chance,) * 2, 12).share > 0.5


def test_the_bench_tells_what_is_missed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    easy = bench.Row("easy.bold", "simple", 3, range=(0.0, 0.9))
    monkeypatch.setattr(bench, "rows", lambda: [bench.Row("normal.bold", "simple", 3), easy])
    monkeypatch.setattr(bench, "tells", lambda games, seed: None)
    assert bench.main(["4", "--seed", "7"]) == 0
    assert "All bars are cleared." in capsys.readouterr().out
    monkeypatch.setattr(bench, "rows", lambda: [bench.Row("easy.bold", "simple", 3, least=0.99)])
    assert bench.main(["4"]) == 1
    assert capsys.readouterr().out.count("✗") == 1


def test_bounds_lie_around_the_share() -> None:
    tally = Tally(parts=[1.0] * 50 + [0.0] * 50)
    low, high = tally.bounds
    assert (round(low, 3), tally.share, round(high, 3)) == (0.402, 0.5, 0.598)


def test_a_habit_is_seen() -> None:
    def stubborn(view: object, moves: list[object], dice: Dice) -> object:
        return next((m for m in moves if isinstance(m, Open) and m.bid == 0), moves[-1])

    found = habits(stubborn, 3, 3, 1)  # type: ignore[arg-type]
    assert set(found) == set(HABITS)
    assert found["opens at the same number"] == (1.0, 3 * 8 * 2)
    assert habits(chance, 3, 3, 1)["opens at the same number"][0] < 0.9


def test_a_bid_that_nobody_can_make_is_not_made() -> None:
    state = go(bidding(seat(9), seat(1), seat(9), round=8), "1:open.1.0")
    assert choice(state, NORMAL) in (Pass().code, Bid(1).code)
