"""Every note of Coup as it can be shown, in whole games with any switches."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import COUP, board_words, drawn_words, events
from core.games.coup.drawn_words import DeedName
from core.games.coup.model import Options
from core.games.coup.names import Deed, Faction, Role
from core.kernel.drawn import Face, Moment
from core.kernel.plain import FaceDown, LeftMark, OutMark
from core.kernel.text import Message, leaves
from tests.games.coup.play import Told, public, seat, table
from tests.games.coup.worlds import deal, steps
from tests.police.showing import check_moment

OPTIONS = Options()
SILENT = {events.Sides, events.OneFactionLeft, events.TwoFactionsAgain}
"""What is seen on the board alone: sides are badges, and a line says who may be attacked."""
SEEDS = range(150)
A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")


def face(code: str, *, turned: bool = False) -> Face:
    found = COUP.face(OPTIONS, code)
    assert found is not None
    return Face(found.code, found.name, text=found.text, turned=turned)


def test_moments_keep_to_their_words() -> None:
    kinds = {kind for kind in leaves() if kind.__module__ == events.__name__}
    met: set[type[Message]] = set()
    for seed in SEEDS:
        state = deal(seed)
        for step in steps(state, seed):
            for note in step.told:
                met.add(type(note.message))
                moment = COUP.moment(state.options, note.message)
                assert (moment is None) == (type(note.message) in SILENT), note
                if moment is not None:
                    check_moment(note, moment, Role)
    deal_and_after = {events.Dealt, events.DealtUnevenly, events.Sides}
    deal_and_after |= {events.Bluffed, events.DenialBluffed}  # told when the game is over
    assert kinds - met == deal_and_after


def test_each_turn_begins_with_its_action() -> None:
    """The moments tell whose turn it is: exactly one of them begins each turn that was taken."""
    for seed in range(40):
        for step in steps(deal(seed), seed):
            moments = [COUP.moment(step.before.options, note.message) for note in step.told]
            begun = [each.actor for each in moments if each is not None and each.begins]
            declared = step.before.act is None and step.code != "leave"
            assert begun == ([step.before.turn] if declared else [])


ALL: list[tuple[Message, Moment]] = [
    (events.Dealt(2, 9), Moment("deal")),
    (events.DealtUnevenly(1, 1, 2, 9), Moment("deal")),
    (
        events.TwoCards(Role.DUKE, Role.CAPTAIN),
        Moment("draw", shown=(face("duke"), face("captain")), quiet=True),
    ),
    (events.DrewThese((Role.DUKE,)), Moment("draw", shown=(face("duke"),))),
    (events.SeesCard(2, Role.DUKE), Moment("reveal", target=2, shown=(face("duke"),))),
    (events.ShowedCard(2, Role.DUKE), Moment("reveal", target=2, card=face("duke"), quiet=True)),
    (
        events.Earned(Deed.INCOME, 1, 1, 3),
        Moment(
            "play",
            1,
            named=DeedName(Deed.INCOME),
            result=drawn_words.Gains(1),
            coins=1,
            pile="treasury",
            begins=True,
        ),
    ),
    (
        events.Earned(Deed.TAX, 1, 3, 5),
        Moment(
            "play",
            1,
            named=DeedName(Deed.TAX),
            result=drawn_words.Gains(3),
            coins=3,
            pile="treasury",
        ),
    ),
    (
        events.ClaimedPaying(1, Role.ASSASSIN, Deed.ASSASSINATE, 2, 3, 0),
        Moment(
            *("claim", 1, 2, face("assassin"), DeedName(Deed.ASSASSINATE), drawn_words.Pays(3)),
            coins=-3,
            pile="treasury",
            begins=True,
        ),
    ),
    (
        events.Blocked(2, Role.DUKE, 1, Deed.AID),
        Moment("claim", 2, 1, face("duke"), drawn_words.BlocksDeed(Deed.AID)),
    ),
    (
        events.Stolen(Deed.STEAL, 1, 2, 2, 4, 0),
        Moment("play", 1, 2, None, DeedName(Deed.STEAL), drawn_words.Gains(2), coins=2),
    ),
    (
        events.Cooperated(Deed.COOPERATE, 1, 2, 4, 2, 1, 3),
        Moment(
            *("play", 1, 2, None, DeedName(Deed.COOPERATE), drawn_words.BothGain(2, 2, 1)),
            coins=2,
            pile="treasury",
        ),
    ),
    (
        events.Embezzled(Deed.EMBEZZLE, 1, 4, 5),
        Moment(
            *("play", 1, 0, None, DeedName(Deed.EMBEZZLE), drawn_words.Gains(4)),
            coins=4,
            pile="almshouse",
        ),
    ),
    (
        events.Converted(1, 2, 3, Faction.POPULIST, 1),
        Moment(
            *("play", 1, 3, None, DeedName(Deed.CONVERT), board_words.Populist()),
            coins=-2,
            pile="almshouse",
            begins=True,
        ),
    ),
    (
        events.Revealed(2, 1),
        Moment("reveal", 2, 1, Face("", FaceDown()), result=drawn_words.ShowsCard()),
    ),
    (
        events.InfluenceLost(2, Role.DUKE, 1),
        Moment("reveal", 2, result=drawn_words.LosesOne(), shown=(face("duke", turned=True),)),
    ),
    (
        events.Eliminated(2, Role.DUKE),
        Moment("reveal", 2, result=OutMark(), shown=(face("duke", turned=True),), out=(2,)),
    ),
    (
        events.LeftFaceUp(2, (Role.DUKE,)),
        Moment("reveal", 2, result=LeftMark(), shown=(face("duke", turned=True),), out=(2,)),
    ),
    (
        events.FeeReturned(1, Deed.ASSASSINATE, 3, 3),
        Moment(
            "answer",
            1,
            named=DeedName(Deed.ASSASSINATE),
            result=drawn_words.CalledOff(),
            coins=3,
            pile="treasury",
        ),
    ),
    (
        events.WonWith(1, (Role.DUKE,)),
        Moment(
            "end",
            1,
            result=drawn_words.Wins(),
            shown=(face("duke"),),
            ends="match",
            winners=(1,),
        ),
    ),
]


@pytest.mark.parametrize(("message", "moment"), ALL, ids=lambda each: type(each).__name__)
def test_what_is_shown_of_it(message: Message, moment: Moment) -> None:
    assert COUP.moment(OPTIONS, message) == moment


def last(game: Told, *lines: str) -> list[Moment | None]:
    return [COUP.moment(game.state.options, message) for message in public(game.do(*lines))]


def results(game: Told, *lines: str) -> list[Any]:
    return [moment.result for moment in last(game, *lines) if moment is not None]


def test_a_challenge_as_it_is_shown() -> None:
    true, *_ = last(table(A, B, C), "1:tax", "2:challenge")
    assert true == Moment(
        *("answer", 2, 1, None, board_words.ChallengeLabel(), drawn_words.ItWasTrue()),
        shown=(face("duke"),),
    )
    false, *_ = last(table(B, A, C), "1:tax", "2:challenge")
    assert false is not None
    assert (false.result, false.shown) == (drawn_words.CannotShow(), ())
    game = table(A, B, C, prove="choice")
    game.do("1:tax", "2:challenge")
    assert results(game, "1:show.captain")[0] == drawn_words.NotThe(Role.DUKE)
    one = table(seat(2, "captain", "duke"), B, C, prove="choice")
    assert results(one, "1:tax", "2:challenge")[0] == drawn_words.NotThe(Role.DUKE)
