"""Every note of Lady Luck as it can be shown, in whole games."""

from __future__ import annotations

import pytest

from core.games.lady_luck import LADY_LUCK, drawn_words, events
from core.games.lady_luck.board_words import ApLabel, Lady
from core.games.lady_luck.model import Options
from core.games.lady_luck.names import Card
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.drawn import Face, Moment
from core.kernel.plain import FaceDown
from core.kernel.text import Message, Note, leaves
from tests.games.lady_luck.runner import run
from tests.games.lady_luck.tables import STANDARD, bidding, go, helping, seat, switched, told
from tests.police.showing import check_moment

SWITCHES = [
    STANDARD,
    switched(princess_scope="same_player", general_scope="own_only"),
    switched(reveal_boxed_at_end=True, auto_pass=False),
]
BACK = Face("", FaceDown())
QUESTIONS = {kind for kind in leaves() if kind.__name__.endswith("Awaited")}
SILENT = {events.Title, events.Standard, *QUESTIONS}
"""What is no note of a game."""


def face(code: str) -> Face:
    found = LADY_LUCK.face(STANDARD, code)
    assert found is not None
    return found


def shown(message: Message) -> Moment:
    found = LADY_LUCK.moment(STANDARD, message)
    assert found is not None
    return found


def notes_of(number: int, options: Options) -> list[Note]:
    """What is told in a game that is played by chance; some leave it."""
    notes: list[Note] = []
    dice = Dice(b"showing %d" % number)
    state = run(LADY_LUCK.setup(3 + number % 2, options, dice), notes)
    while isinstance(asked := LADY_LUCK.ask(state), Ask):
        (mover,) = asked.seats
        if dice.below(400) == 0:
            state = run(LADY_LUCK.leave(state, mover, dice), notes)
            continue
        moves = LADY_LUCK.moves(state, mover)
        move = dice.choose([each for each in moves if each.code != "pass"] or moves)
        if dice.below(3) == 0:
            move = moves[-1]
        state = run(LADY_LUCK.play(state, mover, move, dice), notes)
    return notes


@pytest.mark.parametrize("options", SWITCHES, ids=["standard", "scopes", "box"])
def test_moments_keep_to_their_words(options: Options) -> None:
    for number in range(40):
        for note in notes_of(number, options):
            moment = LADY_LUCK.moment(options, note.message)
            assert moment is not None, note
            check_moment(note, moment, Card)


def test_every_kind_of_note_can_be_shown() -> None:
    of_game = {
        kind for kind in leaves() if kind.__module__ == events.__name__ and kind not in SILENT
    }
    told_here = {
        type(note.message)
        for options in SWITCHES
        for n in range(40)
        for note in notes_of(n, options)
    }
    assert {kind.__name__ for kind in of_game - told_here} <= {
        *(
            "Drawn",
            "EmptyScoreShown",
            "WonByBestCard",
            "WonByCount",
            "WonAlone",
            "CalledInVain",
            "NobodyCalledAtLast",
        ),
        *("LastHelpersCalled", "NobodyCalled"),
    }
    assert LADY_LUCK.moment(STANDARD, events.Title()) is None


@pytest.mark.parametrize(
    ("message", "moment"),
    [
        (
            events.Dealt(10, (Card.KN1,), 2),
            Moment("deal", result=drawn_words.FirstParent(2), shown=(face("kn1"),)),
        ),
        (
            events.NobodyCalled((Card.KN1,)),
            Moment("deal", result=drawn_words.NobodyActs(), shown=(face("kn1"),)),
        ),
        (events.NobodyCalledAtLast(), Moment("deal", result=drawn_words.NobodyActs())),
        (events.LastHelpersCalled(), Moment("deal", result=drawn_words.LastHelperPhase())),
        (
            events.PassedUnasked((2,)),
            Moment("answer", 2, result=drawn_words.PassedLabel(), quiet=True),
        ),
        (
            events.PassedUnasked((2, 3)),
            Moment("answer", result=drawn_words.PassedLabel(), quiet=True),
        ),
        (
            events.Bought(2, Card.KN1, 3),
            Moment(
                "draw",
                2,
                card=face("kn1"),
                result=drawn_words.PaidFor(3),
                coins=-3,
                pile="treasury",
            ),
        ),
        (
            events.GotLastFaceDown(2),
            Moment("draw", 2, card=BACK, result=drawn_words.ForNothing()),
        ),
        (events.BoughtCardSeen(Card.KN1, 2), Moment("draw", card=face("kn1"))),
        (events.CastleCardSeen(Card.KN1, 2), Moment("reveal", shown=(face("kn1"),))),
        (
            events.Readied(1, Card.GE1, Card.PR1, 2),
            Moment(
                *("play", 1, 2, face("ge1"), Lady(Card.PR1), drawn_words.ActsAgain()), begins=True
            ),
        ),
        (
            events.CalledInVain(1, Card.NO1, 2),
            Moment("play", 1, 2, face("no1"), result=drawn_words.HasNoScore(), begins=True),
        ),
        (
            events.Drawn((1, 3), 9),
            Moment("end", result=drawn_words.WinsWith(9), ends="match", winners=(1, 3)),
        ),
        (
            events.WonByCount((1, 3), 3, 9, 4),
            Moment("end", 3, result=drawn_words.WinsWith(9), ends="match", winners=(3,)),
        ),
        (
            events.WonByBestCard((1, 3), 3, 9, 5),
            Moment("end", 3, result=drawn_words.WinsWith(9), ends="match", winners=(3,)),
        ),
        (
            events.EmptyScoreShown(2, 4, 1),
            Moment("reveal", 2, result=drawn_words.PointsMark(1)),
        ),
        (
            events.WonAlone(3),
            Moment("end", 3, result=drawn_words.WinsAlone(), ends="match", winners=(3,)),
        ),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_is_shown_of_it(message: Message, moment: Moment) -> None:
    assert shown(message) == moment


def test_an_auction_as_it_is_shown() -> None:
    notes = told(bidding(), "1:open.3.2", "2:bid.4", "3:pass", "4:pass", "1:pass", "2:score")
    moments = [shown(note.message) for note in notes]
    assert [moment.kind for moment in moments] == [
        *("bid", "bid", "answer", "answer", "answer", "draw", "play"),
    ]
    assert [moment.coins for moment in moments] == [2, 4, 0, 0, 0, -4, 0]
    assert (moments[0].card, moments[1].named) == (face("pr1"), ApLabel(4))
    assert moments[-1].result == drawn_words.AsScore()


def test_a_princess_wins_by_her_second_use() -> None:
    state = helping(seat(1, "pr1 ge1"), seat(1, "md2"), seat(1, "md3"))
    notes: list[Note] = []
    go(state, "1:use.pr1", "2:pass", "3:pass", "1:use.ge1.pr1", "1:use.pr1", notes=notes)
    moments = [shown(note.message) for note in notes]
    assert moments[0].result == drawn_words.OnceMore()
    (won,) = [moment for moment in moments if moment.ends]
    assert (won.actor, won.winners, won.card) == (1, (1,), face("pr1"))
