"""Sections 7 and 12 of the rules: scoring, ties, the last round, leaving; and whole games."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.events import (
    BoxShown,
    Drawn,
    EmptyScoreShown,
    PassedUnasked,
    ScoreShown,
    SeatPlaysOn,
    WonAlone,
    WonByBestCard,
    WonByCount,
    WonByPoints,
)
from core.games.lady_luck.model import End, Options, Phase, State
from core.games.lady_luck.names import Card
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.game import PositionError
from core.kernel.text import Announce, Note, Public, Secret
from tests.games.lady_luck.runner import run
from tests.games.lady_luck.tables import (
    STANDARD,
    bidding,
    codes,
    go,
    helping,
    load,
    position,
    public,
    seat,
    switched,
    told,
    turn,
    why,
    winners,
)

SWITCHES = [
    STANDARD,
    switched(princess_scope="same_player", general_scope="own_only"),
    switched(auto_pass=False),
    switched(reveal_boxed_at_end=True, auto_pass=False, princess_scope="same_player"),
]


def last(*seats: object) -> State:
    """The last helper phase; seat 1 has a Maid to pass with."""
    return helping(*seats, round=8, castle=[])  # type: ignore[arg-type]


def test_7_2_stars_of_score_cards_and_a_third_of_the_ap() -> None:
    state = last(seat(5, "md1 no1", "pr1 kn1"), seat(), seat(), seat())
    notes = public(told(state, "1:pass"))
    assert ScoreShown(1, (Card.PR1, Card.KN1), 7, 5, 8) in notes
    assert EmptyScoreShown(2, 1, 0) in notes
    assert notes[-1] == WonByPoints(1, 8)
    over = go(state, "1:pass")
    assert (winners(over), over.end) == ([1], End.POINTS)


def test_7_3_the_best_single_card_breaks_a_tie() -> None:
    state = last(seat(0, "md1", "ps1 kn1"), seat(0, "", "no1 md2"), seat(0), seat(0))
    assert public(told(state, "1:pass"))[-1] == WonByBestCard((1, 2), 2, 5, 4)
    assert winners(go(state, "1:pass")) == [2]


def test_7_3_then_the_number_of_score_cards() -> None:
    state = last(
        seat(0, "md1", "pr1 kn1 kn2 md2"), seat(3, "", "pr2 ge1"), seat(0), seat(0, "", "no1")
    )
    assert public(told(state, "1:pass"))[-1] == WonByCount((1, 2), 1, 10, 4)


def test_7_3_then_it_is_a_draw() -> None:
    state = last(seat(2, "md1", "pr1 kn1"), seat(0, "", "pr2 ft1"), seat(0), seat(0))
    assert public(told(state, "1:pass"))[-1] == Drawn((1, 2), 7)
    assert winners(go(state, "1:pass")) == [1, 2]


def test_7_3_nobody_has_a_score_card() -> None:
    state = last(seat(3, "md1"), seat(0), seat(0), seat(0))
    assert public(told(state, "1:pass"))[-1] == WonByPoints(1, 1)


def test_7_4_the_box_is_shown_by_the_switch_only() -> None:
    for options, shown in ((STANDARD, False), (switched(reveal_boxed_at_end=True), True)):
        state = run(LADY_LUCK.setup(3, options, Dice(b"boxed")))
        notes: list[Note] = []
        while state.phase is not Phase.OVER:
            state = go(state, "tick", notes=notes)
        assert any(isinstance(note, BoxShown) for note in public(notes)) is shown
        assert bool(LADY_LUCK.view(state, None).box) is shown
        assert len(LADY_LUCK.view(state, 1).players[1].scores) == 8


def test_7_4_cards_left_out_of_a_position_are_no_box() -> None:
    options = switched(reveal_boxed_at_end=True)
    state = helping(seat(helpers="md1"), seat(), seat(), options=options, round=8, castle=[])
    assert not any(isinstance(note, BoxShown) for note in public(told(state, "1:pass")))


def test_12_2_who_leaves_passes_at_once() -> None:
    state = go(bidding(), "1:open.1.0")
    notes = public(told(state, "2:leave"))
    assert notes == [SeatPlaysOn(2), PassedUnasked((2,))]
    state = go(state, "2:leave")
    assert turn(state) == 3
    assert LADY_LUCK.active(state) == {1, 3, 4}


def test_12_2_somebody_leaves_while_others_are_asked() -> None:
    state = go(bidding(), "1:open.1.0", "4:leave")
    assert turn(state) == 2
    state = go(state, "2:pass", "3:pass")
    assert codes(state, 1) == ["helper", "score"]


def test_12_2_the_seat_opens_wins_and_lays_by_itself() -> None:
    state = bidding()
    state = go(state, "1:leave")
    assert position(state)["auction"] == {"slot": 1, "bid": 0, "by": 1, "in": [1, 2, 3, 4]}
    state = go(state, "2:pass", "3:pass", "4:pass")
    assert position(state)["seats"][0]["scores"] == ["kn1"]
    assert turn(state) == 2


def test_12_2_the_seat_chooses_for_a_noble_by_itself() -> None:
    state = helping(seat(helpers="no1"), seat(scores="pr1 md1"), seat(helpers="md3"), seat())
    state = go(state, "1:use.no1.2")
    assert position(go(state, "2:leave"))["seats"][1]["helpers"] == ["md1~"]
    waiting = go(state, "1:leave")
    assert turn(waiting) == 2, "the choice stays open"


def test_12_2_the_seat_passes_in_helper_phases() -> None:
    state = helping(seat(helpers="md1 md2"), seat(helpers="md3"), seat(), seat())
    state = go(state, "1:leave")
    assert position(state)["passed"] == [1]
    assert position(state)["seats"][0]["helpers"] == ["md1~", "md2~"]


def test_12_2_a_leaver_cannot_win() -> None:
    state = last(seat(0, "md1", "kn1"), seat(0, "", "pr1 pr2"), seat(0), seat(0))
    state = go(state, "2:leave", "1:pass")
    assert winners(state) == [1]


def test_12_2_the_last_one_wins() -> None:
    state = go(bidding(seat(10), seat(10), seat(10)), "2:leave")
    notes = public(told(state, "1:leave"))
    assert notes == [WonAlone(3)]
    over = go(state, "1:leave")
    assert (winners(over), over.end) == ([3], End.ALONE)
    assert LADY_LUCK.view(over, None).players[0].scores == ()


def test_6_0_1_a_deck_that_is_too_short_is_an_error() -> None:
    state = bidding(seat(), seat(), seat(), seat(), castle=[None] * 3 + ["?mg1"], won=[2, 3, 4])
    with pytest.raises(PositionError, match="too short"):
        go(state, "1:score")


def test_the_loaded_history_begins_with_the_loaded_table() -> None:
    state = helping(seat(helpers="ge1 ge2~"), seat(), seat(), seat(), passed=[2, 3, 4])
    assert len(state.poses) == 1


def test_leaving_keeps_the_history() -> None:
    state = helping(seat(helpers="ge1 ge2~"), seat(), seat(), seat(), passed=[2, 3, 4])
    state = go(state, "2:leave", "1:use.ge1.ge2")
    assert why(state, "1:use.ge2.ge1") == "PositionRepeated"


def cards(state: State) -> Counter[Card]:
    """Every card, wherever it is."""
    found = Counter([*state.deck, *state.box, *(card for card in state.castle if card)])
    for player in state.players:
        found.update(helper.card for helper in player.helpers)
        found.update(player.scores)
    return found


@pytest.mark.parametrize("options", SWITCHES, ids=range(4))
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", range(8))
def test_whole_games_by_chance(options: Options, seats: int, number: int) -> None:
    dice, chance = Dice(b"whole %d" % number), Dice(b"chance %d" % number)
    state = run(LADY_LUCK.setup(seats, options, dice))
    decisions = 0
    while isinstance(asked := LADY_LUCK.ask(state), Ask):
        (mover,) = asked.seats
        legal = LADY_LUCK.moves(state, mover)
        spelled = [move.code for move in legal]
        assert spelled
        assert len(set(spelled)) == len(spelled)
        assert all(
            LADY_LUCK.moves(state, other) == () for other in range(1, seats + 1) if other != mover
        )
        notes: list[Note] = []
        if chance.below(40) == 0 and len(LADY_LUCK.active(state)) > 2 and number % 2:
            gone = chance.choose(sorted(LADY_LUCK.active(state)))
            state = run(LADY_LUCK.leave(state, gone, dice), notes)
        else:
            move = legal[-1] if chance.below(3) == 0 else chance.choose(legal)
            state = run(LADY_LUCK.play(state, mover, move, dice), notes)
        _sound(state, notes)
        decisions += 1
        assert decisions < 600
    assert asked.winners
    assert asked.winners <= {
        number for number, player in enumerate(state.players, 1) if not player.left
    }


def _sound(state: State, notes: list[Note]) -> None:
    assert cards(state) == Counter(Card)
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    for note in notes:
        kind = Public if isinstance(note, Announce) else Secret
        assert isinstance(note.message, kind)
    held = [len(player.helpers) + len(player.scores) for player in state.players]
    assert max(held) - min(held) <= 1
    if state.phase is Phase.OVER:
        return
    assert not any(player.left for player in state.players) or not state.player(state.turn).left
    if not any(player.left for player in state.players):
        assert sum(isinstance(note, Announce) for note in notes) <= 4
    again = load(position(state), state.options)
    assert position(again) == position(state)


def test_a_game_of_idle_players_ends() -> None:
    for seats in (3, 4):
        state = run(LADY_LUCK.setup(seats, STANDARD, Dice(b"idle")))
        for _ in range(8 * seats * 4 + 1):
            if state.phase is Phase.OVER:
                break
            state = go(state, "tick")
        assert state.end is End.POINTS
