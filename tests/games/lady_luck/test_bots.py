"""The normal player: what it sees, and how it decides in clear situations."""

from __future__ import annotations

import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import State
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.minds import DEFAULT
from tests.games.lady_luck.runner import run
from tests.games.lady_luck.tables import STANDARD, bidding, go, helping, seat, switched, turn

NORMAL = LADY_LUCK.bots[DEFAULT]


def choice(state: State) -> str:
    """What the normal player does for the seat on turn."""
    number = turn(state)
    move = NORMAL(LADY_LUCK.view(state, number), LADY_LUCK.moves(state, number), Dice(b"bot"))
    return str(move.code)


def test_normal_is_the_default_and_what_was_called_clever() -> None:
    assert LADY_LUCK.default_bot == DEFAULT
    assert list(LADY_LUCK.bots)[:2] == ["idle", "clever"]
    assert LADY_LUCK.bots["clever"] is LADY_LUCK.bots[DEFAULT]


def test_hidden_cards_of_others_change_no_choice() -> None:
    for number in range(6):
        options = switched(princess_scope="same_player") if number % 2 else STANDARD
        dice = Dice(b"blind %d" % number)
        state = run(LADY_LUCK.setup(3 + number % 2, options, dice))
        while isinstance(asked := LADY_LUCK.ask(state), Ask):
            (mover,) = asked.seats
            decided = choice(state)
            assert decided in [move.code for move in LADY_LUCK.moves(state, mover)]
            for other in range(2):
                world = LADY_LUCK.imagine(state, mover, Dice(b"%d" % other))
                assert choice(world) == decided
            entry = decided
            if dice.below(3) == 0:
                entry = dice.choose(LADY_LUCK.moves(state, mover)).code
            state = go(state, f"{mover}:{entry}")


def test_the_second_use_of_a_princess_is_never_missed() -> None:
    state = helping(seat(1, "pr1 ps1"), seat(1, "md1"), seat(), uses={"pr1": 1})
    assert choice(state) == "use.pr1"


def test_a_princess_and_a_general_win_when_nobody_can_stop_them() -> None:
    state = helping(seat(1, "pr1 ge1"), seat(1, "md1"), seat(1, "ps1"))
    while turn(state) == 1 or state.round == 3:
        state = go(state, f"{turn(state)}:{choice(state)}")
        if state.winners:
            break
    assert state.winners == (1,)


def test_they_wait_while_a_knight_is_awake() -> None:
    state = helping(seat(1, "pr1 ge1 md1"), seat(1, "kn1"), seat(1, "md2"))
    assert choice(state) == "use.md1"


def test_the_own_knight_puts_an_opposing_knight_to_sleep() -> None:
    state = helping(seat(1, "pr1 ge1 kn2"), seat(1, "kn1"), seat(1, "md2"))
    assert choice(state) == "use.kn2.kn1"


def test_magician_and_noble_bring_a_princess_back() -> None:
    state = helping(seat(1, "pr1 mg1 no1", "kn1"), seat(1, "md1"), seat(1, "ps1 ps2 md2"))
    while not state.winners and state.round == 3:
        number = turn(state)
        move = choice(state) if number == 1 else LADY_LUCK.moves(state, number)[0].code
        state = go(state, f"{number}:{move}")
    assert state.winners == (1,)


@pytest.mark.parametrize("helpers", ["pr1~ ge1", "pr1~ ge1 md3"])
def test_a_knight_stops_a_princess_before_it_is_too_late(helpers: str) -> None:
    state = helping(seat(1, "md4"), seat(1, "kn1 md1"), seat(1, helpers), uses={"pr1": 1})
    state = go(state, "1:use.md4")
    assert choice(state) == "use.kn1.ge1"


def test_a_knight_stops_the_princess_herself() -> None:
    state = helping(seat(1, "kn1 ps1"), seat(1, "pr1 md1"), seat(1, "md2"), uses={"pr1": 1})
    assert choice(state) == "use.kn1.pr1"


def test_a_knight_stays_awake_while_a_princess_may_come() -> None:
    state = helping(seat(1, "kn1 md1"), seat(1, "pr1 ge1"), seat(1, "ps1"))
    assert choice(state) == "use.md1"
    state = helping(seat(1, "kn1"), seat(1, "pr1 ge1"), seat(1, "ps1"))
    assert choice(state) in ("use.kn1.pr1", "use.kn1.ge1")


def test_a_knight_stops_a_noble_that_would_bring_her_back() -> None:
    state = helping(seat(1, "kn1 md1"), seat(1, "no1 md2", "pr1"), seat(1, "ps1"), uses={"pr1": 1})
    assert choice(state) == "use.kn1.no1"
    state = helping(seat(1, "kn1 md1"), seat(1, "pr1~ no1 mg1"), seat(1), uses={"pr1": 1})
    assert choice(state) == "use.kn1.no1"


def test_a_general_wakes_the_knight_in_need() -> None:
    state = helping(seat(1, "kn1~ ge2 md1"), seat(1, "pr1~ ge1"), seat(1), uses={"pr1": 1})
    assert choice(state) == "use.ge2.kn1"


def test_two_princesses_threaten_by_the_switch() -> None:
    options = switched(princess_scope="same_player")
    state = helping(seat(1, "kn1"), seat(1, "pr1 pr2"), seat(1), options=options)
    assert choice(state) in ("use.kn1.pr1", "use.kn1.pr2")
    state = helping(
        seat(1, "kn1 md1"), seat(1, "pr1~ pr2"), seat(1), options=options, uses={"pr1": 1}
    )
    assert choice(state) == "use.kn1.pr2"
    state = helping(seat(1, "pr1 pr2"), seat(1, "md1"), seat(1), options=options)
    first = choice(state)
    assert choice(go(state, f"1:{first}", "2:use.md1")) == {
        "use.pr1": "use.pr2",
        "use.pr2": "use.pr1",
    }.get(first)


def test_princesses_of_those_who_passed_threaten_nobody() -> None:
    seats = (seat(1, "kn1 md1"), seat(1, "pr1~ ge1~"), seat(1, "ps1"))
    state = helping(*seats, uses={"pr1": 1}, passed=[2])
    assert choice(state) == "use.md1"


def test_ap_first_then_the_magician_banks_what_has_acted() -> None:
    state = helping(seat(1, "mg1 ps1"), seat(), seat(), round=8, castle=[])
    assert choice(state) == "use.ps1"
    state = helping(seat(1, "mg1 ps1~"), seat(), seat(), round=8, castle=[])
    assert choice(state) == "use.mg1.ps1"
    state = helping(seat(1, "mg1 ps1~"), seat(), seat(), round=1)
    assert choice(state) in ("use.mg1", "pass"), "a Priest is worth more awake"


def test_a_general_wakes_the_own_priest() -> None:
    state = helping(seat(1, "ge1 ps1~ md1~"), seat(1, "ps2~"), seat())
    assert choice(state) == "use.ge1.ps1"


def test_the_last_noble_hits_a_single_good_card() -> None:
    state = helping(seat(1, "no1"), seat(1, "", "pr1"), seat(1), round=8, castle=[])
    assert choice(state) == "use.no1.2"


def test_a_victim_turns_up_the_least() -> None:
    state = helping(seat(1, "no1"), seat(1, "", "pr1 kn1 no2"), seat(1), round=8, castle=[])
    assert choice(go(state, "1:use.no1.2")) == "reveal.kn1"


def test_a_victim_turns_up_a_princess_that_can_win() -> None:
    state = helping(seat(1, "no1"), seat(1, "", "pr1 md1"), seat(1), uses={"pr1": 1})
    assert choice(go(state, "1:use.no1.2")) == "reveal.pr1"


def test_helpers_early_and_score_cards_late() -> None:
    early = go(bidding(seat(9), seat(0), seat(0)), "1:open.2.0")
    assert choice(early) == "helper", "a Maid in round 1"
    late = go(bidding(seat(9), seat(0), seat(0), round=8), "1:open.2.0")
    assert choice(late) == "score"
    unseen = go(bidding(seat(9), seat(0), seat(0), round=8), "1:open.3.0")
    assert choice(unseen) == "score"


def test_they_do_not_pay_more_than_a_card_is_worth() -> None:
    state = go(bidding(seat(10), seat(30), seat(10), round=8), "1:open.1.9")
    assert choice(state) == "pass"
    state = go(bidding(seat(10), seat(10), seat(10), round=8), "1:open.2.0")
    assert choice(state) == "pass", "a Knight and an unseen card are left for two"


def test_a_princess_is_dear_to_who_has_a_general() -> None:
    castle = ["pr1", "md1", "md2", "?mg1"]
    state = bidding(seat(9), seat(9, "ge1"), seat(9), seat(9), castle=castle, round=3)
    assert choice(go(state, "1:open.1.8")) == "bid.9"


def test_the_face_down_card_is_worth_what_it_is_to_who_knows_it() -> None:
    state = go(helping(seat(5, "ft1"), seat(5), seat(5), castle=["md8", "md9", "?pr1"]), "tick")
    assert state.round == 4
    knowing = helping(seat(5, "ft1"), seat(5), seat(5), castle=["md8", "md9", "?pr1"])
    knowing = go(knowing, "1:use.ft1", "2:open.3.2", "3:pass")
    assert choice(knowing) == "bid.3"


def test_a_general_wakes_the_magician_at_last() -> None:
    state = helping(seat(1, "ge1 mg1~ no1~"), seat(1), seat(1), round=8, castle=[])
    assert choice(state) == "use.ge1.mg1"
    assert choice(go(state, "1:use.ge1.mg1")) == "use.mg1.no1"


def test_a_knight_is_for_the_magicians_and_knights_of_others() -> None:
    state = helping(seat(1, "kn1"), seat(1, "mg1"), seat(1, "md1"))
    assert choice(state) == "use.kn1.mg1"
    state = helping(seat(1, "kn1 pr1"), seat(1, "kn2"), seat(1, "ps1"))
    assert choice(state) == "use.kn1.kn2"


def test_two_nobles_and_a_hidden_princess() -> None:
    state = helping(seat(1, "no1 md1", "pr1"), seat(1), seat(1), uses={"pr1": 1})
    assert choice(state) == "use.no1.1"


def test_who_has_passed_turns_up_what_is_no_more_use() -> None:
    state = helping(seat(1, "no1"), seat(1, "", "ps1 kn1"), seat(1), round=8, castle=[], passed=[2])
    assert choice(go(state, "1:use.no1.2")) == "reveal.kn1"


def test_whoever_wants_what_all_want_bids_all_that_they_have_first() -> None:
    state = bidding(*[seat(3)] * 4, castle=["no1", "md1", "md2", "?md3"], round=8)
    assert choice(state) == "open.1.3"
    assert choice(go(state, "1:open.1.1")) == "bid.3"


def test_only_low_bids_that_will_be_reached_open_an_auction() -> None:
    state = bidding(seat(0), seat(0), seat(0), round=6)
    assert choice(state).endswith(".0")
    found = set()
    seats = seat(20, "ge1"), seat(20), seat(20)
    rich = bidding(*seats, castle=["pr1", "md1", "?md2"], round=3)
    for number in range(30):
        view, moves = LADY_LUCK.view(rich, 1), LADY_LUCK.moves(rich, 1)
        move = LADY_LUCK.bots["normal.bold"](view, moves, Dice(b"%d" % number))
        found.add(str(move.code))
    assert len(found) >= 3, "nobody can rely on a first bid"
    assert all(code.split(".")[2] in "0123" for code in found)


def test_nobody_learns_exactly_where_it_stops() -> None:
    """The same card at the same price is sometimes worth one AP more, and sometimes not."""
    answers: dict[int, set[str]] = {}
    castle = ["no1", "md1", "?md2"]
    for bid in range(1, 15):
        state = go(bidding(*[seat(20)] * 3, castle=castle, round=7), f"1:open.1.{bid}")
        view, moves = LADY_LUCK.view(state, 2), LADY_LUCK.moves(state, 2)
        dice = [Dice(b"%d" % number) for number in range(40)]
        answers[bid] = {str(LADY_LUCK.bots["normal.bold"](view, moves, d).code) for d in dice}
    assert answers[14] == {"pass"}
    assert any({"pass", f"bid.{bid + 1}"} <= found for bid, found in answers.items())
    assert any({f"bid.{bid + 1}", f"bid.{bid + 2}"} <= found for bid, found in answers.items())
