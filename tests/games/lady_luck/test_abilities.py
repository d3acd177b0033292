"""Section 6 of the rules: the helper phase and the eight abilities."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.events import (
    ApGained,
    Blocked,
    Called,
    CalledInVain,
    CalledUp,
    CastleCardSeen,
    HelpersCalled,
    Hid,
    LastHelpersCalled,
    LookedAtCastle,
    NobodyCalled,
    NobodyCalledAtLast,
    NothingDone,
    Passed,
    PassedUnasked,
    PrincessUsed,
    Readied,
    RoundBegan,
    ScoreShown,
    TurnedUp,
    WonByPrincess,
)
from core.games.lady_luck.names import Card
from tests.games.lady_luck.tables import (
    bidding,
    codes,
    go,
    helping,
    position,
    private,
    public,
    seat,
    switched,
    told,
    turn,
    why,
    winners,
)

LAST: dict[str, Any] = {"castle": [None, None, None, "?mg1"], "won": [2, 3, 4], "turn": 1}
DECK = ["md2", "md3", "md4", "md5"]


def test_6_0_1_the_castle_is_refilled_first() -> None:
    state = bidding(seat(), seat(helpers="kn2"), seat(), seat(), **LAST, deck=DECK)
    notes = told(state, "1:helper")
    assert HelpersCalled((Card.MD2, Card.MD3, Card.MD4)) in public(notes)
    after = go(state, "1:helper")
    assert position(after)["castle"] == ["md2", "md3", "md4", "?md5"]
    assert turn(after) == 1, "the last winner begins"


def test_6_0_1_not_in_round_8() -> None:
    state = bidding(seat(), seat(), seat(), seat(), **LAST, round=8)
    assert LastHelpersCalled() in public(told(state, "1:helper"))
    after = go(state, "1:helper")
    assert position(after)["castle"] == []
    notes = public(told(state, "1:score"))
    assert NobodyCalledAtLast() in notes
    assert winners(go(state, "1:score")) == [1]


def test_6_0_1_if_nobody_can_act_it_is_said_in_one_note() -> None:
    state = bidding(seat(), seat(), seat(), seat(), **LAST, deck=DECK)
    notes = public(told(state, "1:score"))
    assert notes[1:] == [NobodyCalled((Card.MD2, Card.MD3, Card.MD4)), RoundBegan(2, 1)]


def test_6_0_2_first_the_last_winner_then_clockwise() -> None:
    state = helping(seat(helpers="md1"), seat(helpers="md2"), seat(), seat(helpers="md3"))
    state = go(state, "1:use.md1", "2:use.md2")
    assert turn(state) == 4


def test_6_0_3_passing_is_always_allowed_and_forced_without_a_helper() -> None:
    state = helping(seat(helpers="md1"), seat(), seat(), seat(helpers="md2"))
    assert codes(state, 1) == ["use.md1", "pass"]
    notes = told(state, "1:use.md1")
    assert public(notes) == [ApGained(1, Card.MD1, 1, 2), PassedUnasked((2, 3))]


def test_6_0_3_without_the_switch_everybody_presses_pass() -> None:
    options = switched(auto_pass=False)
    state = helping(seat(helpers="md1"), seat(), seat(), seat(), options=options)
    state = go(state, "1:use.md1")
    assert codes(state, 2) == ["pass"]
    state = go(state, "2:pass", "3:pass", "4:pass")
    assert codes(state, 1) == ["pass"]
    assert go(state, "1:pass").round == 4


def test_6_0_4_a_used_helper_turns_sideways() -> None:
    state = helping(seat(helpers="md1 ps1"), seat(), seat(), seat())
    state = go(state, "1:use.md1")
    assert position(state)["seats"][0]["helpers"] == ["md1~", "ps1"]
    assert why(state, "1:use.md1") == "HelperHadActed"


def test_6_0_5_passing_turns_everything_sideways_for_the_phase() -> None:
    state = helping(seat(helpers="md1 kn1"), seat(helpers="ge1"), seat(helpers="md2"), seat())
    state = go(state, "1:pass")
    assert position(state)["seats"][0]["helpers"] == ["md1~", "kn1~"]
    assert why(state, "1:use.md1") == "HadPassed"
    state = go(state, "2:use.ge1.md1", "3:use.md2")
    assert state.round == 4, "seat 1 has had no more turns"


def test_6_0_6_the_first_to_pass_is_the_next_parent() -> None:
    state = helping(seat(helpers="md1"), seat(helpers="md2"), seat(helpers="md3"), seat())
    state = go(state, "1:use.md1", "2:pass")
    notes = public(told(state, "3:pass"))
    assert notes == [Passed(3), PassedUnasked((4, 1)), RoundBegan(4, 2)]
    state = go(state, "3:pass")
    assert (turn(state), position(state)["parent"]) == (2, 2)
    assert all(not helper.acted for player in state.players for helper in player.helpers)


def test_6_0_7_a_helper_of_this_round_can_act_at_once() -> None:
    state = bidding(seat(), seat(), seat(), seat(), **LAST, deck=DECK)
    assert codes(go(state, "1:helper"), 1) == ["use.mg1", "pass"]


@pytest.mark.parametrize("card", ["ge1", "mg1", "kn1", "ft1"])
def test_6_0_8_four_abilities_do_without_a_target(card: str) -> None:
    state = helping(seat(helpers=f"{card} md1"), seat(), seat(), seat())
    after = go(state, f"1:use.{card}")
    assert position(after)["seats"][0]["helpers"] == [f"{card}~", "md1"]


def test_6_1_the_second_use_of_a_princess_wins_at_once() -> None:
    state = helping(seat(helpers="pr1 ge1"), seat(helpers="md1"), seat(scores="kn1"), seat())
    assert public(told(state, "1:use.pr1"))[0] == PrincessUsed(1, Card.PR1)
    state = go(state, "1:use.pr1", "2:use.md1", "1:use.ge1.pr1")
    assert position(state)["uses"] == {"pr1": 1}
    notes = public(told(state, "1:use.pr1"))
    assert notes[0] == WonByPrincess(1, Card.PR1)
    assert ScoreShown(3, (Card.KN1,), 2, 1, 2) in notes, "the score cards are shown"
    over = go(state, "1:use.pr1")
    assert winners(over) == [1]
    assert position(over)["phase"] == "over"
    assert position(over)["seats"][0]["helpers"] == ["pr1~", "ge1~"]
    assert codes(over, 1) == []
    assert LADY_LUCK.active(over) == frozenset()


def test_6_1_the_counter_starts_anew_each_round() -> None:
    state = helping(seat(helpers="pr1"), seat(), seat(), seat())
    state = go(state, "1:use.pr1")
    assert (state.round, position(state)["uses"]) == (4, {})


def test_6_1_two_princesses_once_each_win_by_the_switch_only() -> None:
    seats = (seat(helpers="pr1 pr2 md1"), seat(), seat(), seat())
    state = go(helping(*seats), "1:use.pr1", "1:use.pr2")
    assert winners(state) == []
    options = switched(princess_scope="same_player")
    assert winners(go(helping(*seats, options=options), "1:use.pr1", "1:use.pr2")) == [1]


def test_6_1_other_players_princesses_do_not_count() -> None:
    options = switched(princess_scope="same_player")
    state = helping(seat(helpers="pr1 md1"), seat(helpers="pr2"), seat(), seat(), options=options)
    state = go(state, "1:use.pr1", "2:use.pr2")
    assert winners(state) == []


def test_6_1_a_hidden_princess_keeps_its_count() -> None:
    seats = (seat(helpers="pr1 mg1 no1"), seat(helpers="md1"), seat(), seat())
    state = go(helping(*seats), "1:use.pr1", "2:use.md1", "1:use.mg1.pr1")
    assert public(told(state, "1:use.no1.1")) == [CalledUp(1, Card.NO1, 1, Card.PR1)]
    state = go(state, "1:use.no1.1", "1:use.pr1")
    assert winners(state) == [1]


def test_6_1_a_hidden_princess_counts_for_its_player() -> None:
    options = switched(princess_scope="same_player")
    seats = (seat(helpers="pr1 mg1 pr2"), seat(), seat(), seat())
    state = go(helping(*seats, options=options), "1:use.pr1", "1:use.mg1.pr1", "1:use.pr2")
    assert winners(state) == [1]


def test_6_2_the_named_player_chooses_in_secret() -> None:
    state = helping(seat(helpers="no1"), seat(scores="md1 pr1 kn1"), seat(), seat())
    notes = told(state, "1:use.no1.2")
    assert public(notes) == [Called(1, Card.NO1, 2)]
    state = go(state, "1:use.no1.2")
    assert position(state)["noble"] == {"card": "no1", "by": 1, "on": 2}
    assert position(state)["seats"][0]["helpers"] == ["no1"], "still upright"
    assert codes(state, 2) == ["reveal.pr1", "reveal.kn1", "reveal.md1"]
    assert public(told(state, "2:reveal.kn1"))[0] == TurnedUp(2, Card.KN1)
    state = go(state, "2:reveal.kn1")
    assert position(state)["seats"][1]["helpers"] == ["kn1"]
    assert position(state)["seats"][1]["scores"] == ["pr1", "md1"]
    assert position(state)["noble"] is None
    assert turn(state) == 2, "the revealed helper can act"


def test_6_2_one_score_card_needs_no_question() -> None:
    state = helping(seat(helpers="no1"), seat(scores="pr1"), seat(), seat())
    notes = told(state, "1:use.no1.2")
    assert public(notes) == [CalledUp(1, Card.NO1, 2, Card.PR1)]
    assert position(go(state, "1:use.no1.2"))["seats"][1]["helpers"] == ["pr1"]


def test_6_2_without_score_cards_nothing_happens() -> None:
    state = helping(seat(helpers="no1 md1"), seat(), seat(), seat())
    assert public(told(state, "1:use.no1.3"))[0] == CalledInVain(1, Card.NO1, 3)
    assert why(state, "1:use.no1") == "TargetRequired"
    assert "use.no1.1" in codes(state, 1), "oneself may be named"


def test_6_2_the_card_of_a_passed_player_stays_unused() -> None:
    state = helping(seat(helpers="no1 md1"), seat(scores="ps1"), seat(), seat(), passed=[2])
    state = go(state, "1:use.no1.2")
    assert position(state)["seats"][1]["helpers"] == ["ps1"]
    assert turn(state) == 1


def test_6_3_a_general_readies_an_acted_helper_of_anybody() -> None:
    state = helping(seat(helpers="ge1 md1~"), seat(helpers="ps1~ md2"), seat(), seat())
    assert codes(state, 1) == ["use.ge1", "use.ge1.md1", "use.ge1.ps1", "pass"]
    assert public(told(state, "1:use.ge1.ps1")) == [Readied(1, Card.GE1, Card.PS1, 2)]
    state = go(state, "1:use.ge1.ps1")
    assert position(state)["seats"][0]["helpers"] == ["ge1~", "md1~"]
    assert codes(state, 2) == ["use.ps1", "use.md2", "pass"]


def test_6_3_own_helpers_only_by_the_switch() -> None:
    options = switched(general_scope="own_only")
    seats = (seat(helpers="ge1 md1~"), seat(helpers="ps1~ md2"), seat(), seat())
    state = helping(*seats, options=options)
    assert codes(state, 1) == ["use.ge1", "use.ge1.md1", "pass"]
    assert why(state, "1:use.ge1.ps1") == "NotYourHelper"


def test_6_3_not_itself_nor_an_upright_one() -> None:
    state = helping(seat(helpers="ge1 md1"), seat(), seat(), seat())
    assert why(state, "1:use.ge1.ge1") == "TargetNotActed"
    assert why(state, "1:use.ge1.md1") == "TargetNotActed"


def test_6_3_1_generals_do_not_go_in_a_circle() -> None:
    seats = (seat(helpers="ge1 ge2~"), seat(), seat(), seat())
    state = go(helping(*seats, passed=[2, 3, 4]), "1:use.ge1.ge2")
    assert codes(state, 1) == ["use.ge2", "pass"]
    assert why(state, "1:use.ge2.ge1") == "PositionRepeated"
    free = helping(*seats, passed=[2, 3, 4], options=switched(loop_guard=False))
    state = go(free, "1:use.ge1.ge2", "1:use.ge2.ge1", "1:use.ge1.ge2")
    assert codes(state, 1) == ["use.ge2", "use.ge2.ge1", "pass"]


def test_6_3_1_the_turn_of_another_seat_is_another_table() -> None:
    seats = (seat(helpers="ge1"), seat(helpers="ge2~ md1"), seat(), seat())
    state = go(helping(*seats, passed=[3, 4]), "1:use.ge1.ge2")
    assert codes(state, 2) == ["use.ge2", "use.md1", "pass"], "the table before seat 1's turn"
    state = go(helping(*seats), "1:use.ge1.ge2", "2:use.ge2.ge1")
    assert "use.ge1.ge2" in codes(state, 1), "seats 3 and 4 have passed since"


def test_6_3_1_any_other_use_makes_it_a_new_table() -> None:
    seats = (seat(helpers="ge1 ge2~ md1"), seat(), seat(), seat())
    state = go(helping(*seats, passed=[2, 3, 4]), "1:use.ge1.ge2", "1:use.md1")
    assert "use.ge2.ge1" in codes(state, 1)


def test_6_3_1_a_general_may_end_the_phase() -> None:
    """The phase ends without another decision: no table is repeated."""
    seats = (seat(helpers="ge1"), seat(helpers="md1~"), seat(), seat())
    state = go(helping(*seats, passed=[2, 3, 4]), "1:use.ge1.md1")
    assert state.round == 4


def test_6_4_a_magician_hides_another_own_helper() -> None:
    state = helping(seat(helpers="mg1 pr1~ md1 mg2"), seat(helpers="ps1"), seat(), seat())
    wanted = ["use.mg1", "use.mg1.pr1", "use.mg1.md1", "use.mg1.mg2"]
    assert codes(state, 1)[:4] == wanted
    assert public(told(state, "1:use.mg1.pr1")) == [Hid(1, Card.MG1, Card.PR1)]
    state = go(state, "1:use.mg1.pr1")
    assert position(state)["seats"][0]["scores"] == ["pr1"]
    assert why(helping(seat(helpers="mg1"), seat(helpers="md1"), seat()), "1:use.mg1.mg1") == (
        "TargetWasItself"
    )


def test_6_5_and_6_6_priest_and_maid_gain_ap() -> None:
    state = helping(seat(3, "ps1 md1"), seat(), seat(), seat())
    assert public(told(state, "1:use.ps1"))[0] == ApGained(1, Card.PS1, 2, 5)
    assert go(state, "1:use.ps1", "1:use.md1").player(1).ap == 6


def test_6_7_a_knight_stops_an_upright_helper_of_anybody() -> None:
    state = helping(seat(helpers="kn1 md1"), seat(helpers="ps1 md2~"), seat(), seat())
    assert codes(state, 1)[:3] == ["use.kn1", "use.kn1.md1", "use.kn1.ps1"]
    assert public(told(state, "1:use.kn1.ps1"))[0] == Blocked(1, Card.KN1, Card.PS1, 2)
    assert why(state, "1:use.kn1.md2") == "TargetHadActed"
    assert why(state, "1:use.kn1.kn1") == "TargetWasItself"
    assert position(go(state, "1:use.kn1.ps1"))["passed"] == [2, 3, 4]


def test_6_8_a_fortune_teller_looks_alone() -> None:
    state = helping(seat(helpers="ft1 md1"), seat(helpers="ft2"), seat(), seat())
    notes = told(state, "1:use.ft1")
    assert public(notes) == [LookedAtCastle(1, Card.FT1)]
    assert private(notes) == [(1, CastleCardSeen(Card.PS4, 3))]
    state = go(state, "1:use.ft1")
    assert LADY_LUCK.view(state, 1).peek is Card.PS4
    assert LADY_LUCK.view(state, None).peek is None
    assert LADY_LUCK.view(state, 3).lookers == (1,)
    again = go(state, "2:use.ft2")
    assert LADY_LUCK.view(again, 2).lookers == (1, 2)


def test_6_8_looking_twice_adds_nothing() -> None:
    state = helping(seat(helpers="ft1 ft2 md1"), seat(), seat(), seat())
    state = go(state, "1:use.ft1", "1:use.ft2")
    assert state.player(1).learnt == (Card.PS4,)


def test_6_8_in_round_8_there_is_nothing_to_see() -> None:
    state = helping(seat(helpers="ft1 md1"), seat(), seat(), seat(), round=8, castle=[])
    notes = told(state, "1:use.ft1")
    assert public(notes)[0] == NothingDone(1, Card.FT1)
    assert private(notes) == []


def test_12_1_time_outs_in_the_helper_phase() -> None:
    state = helping(seat(helpers="no1 md4"), seat(scores="kn1 ft1 pr1"), seat(), seat())
    after = go(state, "1:use.no1.2", "tick")
    assert position(after)["seats"][1]["helpers"] == ["kn1"], "lowest number of equal stars"
    assert position(go(state, "tick"))["passed"] == []
    assert go(state, "tick").round == 4
