"""A seat's question as one tree: every legal move is in it once, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.desk.choice import Branch, Question, question_of
from core.games import GAMES
from core.games.love_letter.names import Card
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.kernel.plain import NumberLabel, SeatLabel
from core.kernel.text import Message, Secret
from core.table.table import Playing, put
from tests.kernel.hall import GAMES as FEW
from tests.kernel.hall import Hall
from tests.police.toy import TOY, Do
from tests.police.walk import deals, play_out, seated
from tests.test_every_game import quietly

replace = msgspec.structs.replace


def branches(then: Sequence[Branch], said: tuple[str, ...] = ()) -> Iterator[tuple[str, Branch]]:
    """Every branch of a tree, with what is said so far."""
    for branch in then:
        here = (*said, branch.word)
        yield ".".join(here), branch
        yield from branches(branch.then, here)


def risks(
    then: Sequence[Branch], above: Message | None = None
) -> Iterator[tuple[str, Message | None]]:
    """What each move may cost, as the tree tells it: at its end, or once for all on the way."""
    for branch in then:
        told = branch.risk or above
        if branch.code:
            yield branch.code, told
        yield from risks(branch.then, told)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(data=st.data())
@quietly(6)
def test_every_legal_move_is_one_end_of_the_tree(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    games = {game.name: game}
    for state in match.states:
        table = seated(game, match, state)
        asked = game.ask(state)
        for seat in range(1, match.deal.seats + 1):
            question = question_of(table, games, seat)
            if not isinstance(asked, Ask) or seat not in asked.seats:
                assert question is None
                continue
            assert question is not None and question.window == asked.window
            found = list(branches(question.then))
            codes = [move.code for move in game.moves(state, seat)]
            assert [path for path, branch in found if branch.code] == sorted(
                dict.fromkeys(codes), key=[path for path, _ in found].index
            )
            for path, branch in found:
                assert branch.code in ("", path)
                assert bool(branch.then) == (branch.hint is not None)
                assert bool(branch.code and branch.then) == (branch.whole is not None)
                assert (branch.kind == "seat") == bool(branch.seat)
                assert (branch.kind == "card") == (branch.face is not None)
                if branch.seat:
                    assert 1 <= branch.seat <= match.deal.seats
                if not branch.code:
                    assert branch.sure is None
            told = dict(risks(question.then))
            view = game.view(state, seat)
            assert told == {code: game.risk(view, code) for code in codes}


@pytest.mark.parametrize(
    ("label", "number", "kind"),
    [(SeatLabel(3), 3, "seat"), (SeatLabel(3), 2, "number"), (NumberLabel(3), 3, "number")],
)
def test_a_number_is_a_seat_where_its_label_names_that_seat(
    label: Message, number: int, kind: str
) -> None:
    class Labelled(type(TOY)):  # type: ignore[misc]
        def label(self, view: object, said: Sequence[str], word: str) -> Message:
            return label

        def moves(self, state: object, seat: int) -> Sequence[Do]:
            return (Do(f"hit.{number}"),)

    hall = Hall()
    hall.start("b", "c")
    found = question_of(hall.playing, {"toy": Labelled()}, hall.asked[0])
    assert found is not None
    (verb,) = found.then
    (branch,) = verb.then
    assert (branch.kind, branch.seat) == (kind, number if kind == "seat" else 0)


def question(table: Playing, seat: int) -> Question:
    found = question_of(table, FEW, seat)
    assert found is not None
    return found


def test_a_move_that_loses_at_once_has_a_question() -> None:
    hall = Hall()
    hall.start("b", game="love-letter")
    table = hall.playing
    seat = hall.asked[0]
    hands = tuple(
        (Card.PRINCESS, Card.HANDMAID) if number == seat else hand
        for number, hand in enumerate(table.state.hands, 1)
    )
    table = replace(table, state=replace(table.state, hands=hands))
    sure = {branch.word: branch.sure for branch in question(table, seat).then}
    assert isinstance(sure["princess"], Secret) and sure["handmaid"] is None


def test_nobody_is_asked_where_a_computer_plays() -> None:
    hall = Hall()
    hall.start("b")
    table, seat = hall.playing, hall.asked[0]
    for change in ({"bot": "idle"}, {"away": True}):
        chair = replace(table.chairs[seat - 1], **change)
        away = replace(table, chairs=put(table.chairs, seat - 1, chair))
        assert question_of(away, FEW, seat) is None
