"""What stands under the buttons of Lady Luck: what a move costs or brings."""

from __future__ import annotations

import pytest

from core.games.lady_luck import LADY_LUCK, risks
from core.games.lady_luck.model import State
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.text import Message, Public
from tests.games.lady_luck.runner import run
from tests.games.lady_luck.tables import STANDARD, bidding, go, helping, seat, switched


def risk(state: State, number: int, code: str) -> Message | None:
    assert code in [move.code for move in LADY_LUCK.moves(state, number)], code
    return LADY_LUCK.risk(LADY_LUCK.view(state, number), code)


def test_what_a_bid_leaves() -> None:
    state = bidding(seat(10), seat(4), seat(3), seat(0))
    assert risk(state, 1, "open.1.3") == risks.LeftIfWon(7)
    assert risk(state, 1, "open.4.4") == risks.NobodyBidsMore(6)
    state = go(state, "1:open.1.2")
    assert risk(state, 2, "bid.3") == risks.LeftIfWon(1)
    assert risk(state, 2, "pass") == risks.OutOfAuction()
    state = go(state, "2:pass")
    assert risk(state, 3, "bid.3") == risks.LeftIfWon(0)
    state = bidding(seat(2), seat(4), seat(3), seat(3))
    state = go(state, "4:leave", "1:open.1.1", "2:pass")
    assert risk(state, 3, "bid.2") == risks.NobodyBidsMore(1)


def test_what_a_side_of_a_card_brings() -> None:
    won = go(bidding(), "1:open.3.0", "2:pass", "3:pass", "4:pass")
    assert risk(won, 1, "helper") == risks.WorksEachRound()
    assert risk(won, 1, "score") == risks.CountsAtTheEnd(5)
    unseen = go(bidding(), "1:open.4.0", "2:pass", "3:pass", "4:pass")
    assert risk(unseen, 1, "score") == risks.YoursCounts(3)


def test_what_a_helper_does_now() -> None:
    state = helping(
        seat(1, "pr1 ge1 ps1 md1 kn1 mg1 no1"), seat(1, "md2~", "kn2"), seat(0, "", "kn3 ft2")
    )
    wanted = {
        "use.pr1": risks.NothingYet(),
        "use.ps1": risks.YouGain(2),
        "use.md1": risks.YouGain(1),
        "use.ge1": risks.NothingHappens(),
        "use.ge1.md2": risks.OneMoreTurn(),
        "use.kn1.pr1": risks.CountsAsActed(),
        "use.mg1.pr1": risks.NoHelperAnyMore(5),
        "use.no1.1": risks.HaveNoScore(1),
        "use.no1.2": risks.OnlyOneTurnsUp(2),
        "use.no1.3": risks.ChoosesWhich(3),
        "pass": risks.FirstToPass(),
    }
    assert {code: risk(state, 1, code) for code in wanted} == wanted
    asked = go(state, "1:use.no1.3")
    assert risk(asked, 3, "reveal.kn3") == risks.PointsGoHelperComes(2)


def test_passing_later_than_others() -> None:
    state = helping(seat(1, "md1"), seat(1, "md2"), seat())
    assert risk(go(state, "1:pass"), 2, "pass") == risks.NoMoreTurns()


def test_a_look_at_the_castle() -> None:
    state = helping(seat(1, "ft1 ft2"), seat(1, "md2"), seat())
    assert risk(state, 1, "use.ft1") == risks.YouAloneLook()
    assert risk(go(state, "1:use.ft1", "2:pass"), 1, "use.ft2") == risks.KnownAlready()
    last = helping(seat(1, "ft1"), seat(), seat(), round=8, castle=[])
    assert risk(last, 1, "use.ft1") == risks.NothingHappens()


@pytest.mark.parametrize("scope", ["same_card", "same_player"])
def test_a_second_use_of_a_princess(scope: str) -> None:
    options = switched(princess_scope=scope)
    state = helping(seat(1, "pr1 pr2 ge1"), seat(1, "md2"), seat(), options=options)
    state = go(state, "1:use.pr1", "2:pass")
    second = risks.WinsAtOnce() if scope == "same_player" else risks.NothingYet()
    assert risk(state, 1, "use.pr2") == second
    state = go(state, "1:use.ge1.pr1")
    assert risk(state, 1, "use.pr1") == risks.WinsAtOnce()


def test_the_group_is_told_no_risk() -> None:
    view = LADY_LUCK.view(bidding(), None)
    assert LADY_LUCK.risk(view, "open.1.0") is None
    assert LADY_LUCK.risk(LADY_LUCK.view(bidding(), 1), "open") is None


def test_what_is_told_of_every_move_follows_from_the_view() -> None:
    for number in range(20):
        dice = Dice(b"risks %d" % number)
        state = run(LADY_LUCK.setup(3 + number % 2, STANDARD, dice))
        while isinstance(asked := LADY_LUCK.ask(state), Ask):
            (mover,) = asked.seats
            other = LADY_LUCK.imagine(state, mover, dice)
            moves = LADY_LUCK.moves(state, mover)
            for move in moves:
                told = risk(state, mover, move.code)
                assert told is not None
                assert told == risk(other, mover, move.code)
                if isinstance(told, Public):
                    view = LADY_LUCK.view(LADY_LUCK.imagine(state, None, dice), mover)
                    assert move.code.startswith("use.ft") or told == LADY_LUCK.risk(view, move.code)
            state = run(LADY_LUCK.play(state, mover, dice.choose(moves), dice))
