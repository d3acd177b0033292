"""The table as it is drawn, and what happens on it as it is shown."""

from __future__ import annotations

import pytest

from core.games.old_maid import OLD_MAID as GAME
from core.games.old_maid import events
from core.games.old_maid.board import CardName, IsOut, LeftWithIt
from core.games.old_maid.names import Card
from core.kernel.drawn import Badge, Face, Moment, Place
from core.kernel.plain import CardCount, LeftMark
from core.kernel.text import Message
from tests.games.old_maid.playing import FULL, Playing, Stacked
from tests.police.walk import run

JOKER = Face("joker", CardName(Card.JOKER), "★")
READERS = (None, 1, 2)


def places(game: Playing, reader: int | None) -> tuple[Place, ...]:
    return GAME.stage(GAME.view(game.state, reader)).places


def test_the_last_pair_lies_in_the_middle_and_backs_before_every_seat() -> None:
    game = Playing("5c kc", "joker 5d 2h", "kd 2d", draws="5d").draw(1)
    assert GAME.hand(GAME.view(game.state, 1)) == (Face("kc", CardName(Card("kc")), "K"),)
    stage = GAME.stage(GAME.view(game.state, 1))
    assert [face.code for face in stage.middle] == ["5c", "5d"]
    assert [place.hand for place in stage.places] == [1, 2, 2]
    assert not any(place.out or place.opened or place.cards for place in stage.places)
    assert stage.turn == 2


def test_before_the_first_pair_the_middle_is_empty() -> None:
    deck = [card.value for card in sorted(Card, key=lambda card: card.rank)]
    state, _ = run(GAME.setup(4, FULL, Stacked(deck)))
    stage = GAME.stage(GAME.view(state, None))
    assert state.laid == () and stage.middle == () and stage.lines == ()


def test_badges_say_how_a_seat_stands() -> None:
    game = Playing("2c", "2d", "joker 3c", "3d 5c", "5d", draws="2d").draw(1).leave(3)
    count = len(game.state.hands[3])
    assert [place.badges for place in places(game, None)][:4] == [
        (Badge("place", IsOut(2), 2),),
        (Badge("place", IsOut(1), 1),),
        (Badge("left", LeftMark()),),
        (Badge("cards", CardCount(count), count, symbol="🎴"),),
    ]
    assert [place.out for place in places(game, None)][:4] == [True, True, True, False]


def test_a_card_that_was_drawn_from_a_reader_is_known_to_them_alone() -> None:
    game = Playing("5c kc", "joker 2c 6h", "5d kd 2d 6c", draws="joker").draw(1)
    assert [place.known for place in places(game, 2)] == [(JOKER,), (), ()]
    for reader in (None, 1, 3):
        assert not any(place.known for place in places(game, reader))


@pytest.mark.parametrize("reader", READERS)
def test_at_the_end_everybody_sees_the_joker_and_not_before(reader: int | None) -> None:
    game = Playing("joker 3c", "3d", turn=2, draws="3c")
    assert [(place.hand, place.opened) for place in places(game, reader)] == [(2, ()), (1, ())]
    game.draw(2)
    assert [(place.hand, place.opened) for place in places(game, reader)] == [
        (0, (JOKER,)),
        (0, ()),
    ]
    assert places(game, reader)[0].badges == (Badge("cards", LeftWithIt(), 1),)


def test_nobody_is_on_turn_when_all_others_have_left() -> None:
    game = Playing("joker 3c", "3d").leave(2)
    stage = GAME.stage(GAME.view(game.state, None))
    assert stage.turn == 0
    assert [place.opened for place in stage.places] == [(), ()]


SHOWN: list[tuple[Message, Moment | None]] = [
    (events.Drew(1, 2), Moment("draw", 1, 2, quiet=True)),
    (events.CardDrawn(1, Card.JOKER, 2), Moment("draw", 1, 2, card=JOKER)),
    (events.LaidDown(1, (Card.JOKER,)), Moment("play", 1, shown=(JOKER,))),
    (events.WentOut(1, 2), Moment("end", 1, result=IsOut(2), out=(1,))),
    (events.DealtOn(3), Moment("deal", 3, out=(3,))),
    (events.YouGot((Card.JOKER,)), Moment("deal", shown=(JOKER,))),
    (events.LeftWithJoker(2), Moment("end", 2, result=LeftWithIt(), ends="match")),
    (events.TurnAsked(1, 2, 3), None),
]


@pytest.mark.parametrize(("told", "shown"), SHOWN, ids=lambda each: type(each).__name__)
def test_a_note_is_shown_as_it_is_told(told: Message, shown: Moment | None) -> None:
    assert GAME.moment(FULL, told) == shown
