"""Section 8 of the rules: who knows what, and which worlds fit what a reader knows."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import Phase, State
from core.games.lady_luck.names import Card
from core.games.lady_luck.sight import unseen
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice
from core.kernel.notation import menu
from core.kernel.text import words_in
from tests.games.lady_luck.runner import run
from tests.games.lady_luck.tables import STANDARD, go, helping, load, position, seat, switched


def games(count: int) -> list[State]:
    """Tables from many moments of games that are played by chance."""
    found: list[State] = []
    for number in range(count):
        dice = Dice(b"moments %d" % number)
        state = run(LADY_LUCK.setup(3 + number % 2, STANDARD, dice))
        found.append(state)
        while isinstance(asked := LADY_LUCK.ask(state), Ask):
            (mover,) = asked.seats
            move = dice.choose(LADY_LUCK.moves(state, mover))
            state = run(LADY_LUCK.play(state, mover, move, dice))
            found.append(state)
    return found


@pytest.fixture(scope="module")
def moments() -> list[State]:
    return games(12)


def test_imagined_worlds_look_the_same(moments: list[State]) -> None:
    for index, state in enumerate(moments):
        for reader in (None, *range(1, len(state.players) + 1)):
            other = LADY_LUCK.imagine(state, reader, Dice(b"imagine %d" % index))
            assert LADY_LUCK.view(other, reader) == LADY_LUCK.view(state, reader)


def test_the_group_sees_the_same_in_every_imagined_world(moments: list[State]) -> None:
    for index, state in enumerate(moments):
        other = LADY_LUCK.imagine(state, None, Dice(b"group %d" % index))
        assert _shown_to_all(other) == _shown_to_all(state)


def _shown_to_all(state: State) -> list[Any]:
    view = LADY_LUCK.view(state, None)
    asked = LADY_LUCK.ask(state)
    shown: list[Any] = [
        LADY_LUCK.scene(view),
        LADY_LUCK.stage(view),
        asked,
        LADY_LUCK.rows(view),
    ]
    if isinstance(asked, Over):
        return shown
    (mover,) = asked.seats
    hidden = LADY_LUCK.hidden(state, mover)
    shown += [len(hidden.words), hidden.version, hidden.span]
    if not asked.secret:
        codes = [move.code for move in LADY_LUCK.moves(state, mover)]
        shown += [codes, [LADY_LUCK.label(view, (), word) for word in menu(codes)]]
    return shown


def test_nothing_public_names_an_unseen_card(moments: list[State]) -> None:
    for state in moments:
        if state.phase is Phase.OVER:
            continue
        for reader in (None, *range(1, len(state.players) + 1)):
            view = LADY_LUCK.view(state, reader)
            named = set(words_in(LADY_LUCK.scene(view)))
            assert not named & set(unseen(state, reader))


def small() -> State:
    """Almost everything lies open: few worlds are possible for seat 1."""
    hidden = ["md1", "md2", "md3", "md4", "ft4", "ft3"]
    rest = [card.value for card in Card if card.value not in (*hidden, "kn4", "ft1")]
    return load(
        {
            "round": 7,
            "phase": "helper",
            "castle": ["kn4", "ft1", "?md2"],
            "deck": ["ft4"],
            "seats": [
                seat(1, " ".join(rest[:8]), "ft3"),
                seat(1, " ".join(rest[8:16]), "md3 md4"),
                seat(1, " ".join(rest[16:])),
            ],
        }
    )


def test_every_world_that_fits_is_drawn_and_no_other() -> None:
    state = small()
    hidden = unseen(state, 1)
    assert hidden == (Card.FT4, Card.MD1, Card.MD2, Card.MD3, Card.MD4)
    possible = {_world(_dealt(state, order)) for order in permutations(hidden)}
    assert all(
        LADY_LUCK.view(_dealt(state, order), 1) == LADY_LUCK.view(state, 1)
        for order in list(permutations(hidden))[::37]
    )
    drawn = {
        _world(LADY_LUCK.imagine(state, 1, Dice(b"world %d" % number)))
        for number in range(len(possible) * 14)
    }
    assert drawn == possible


def _dealt(state: State, order: tuple[Card, ...]) -> State:
    """The same table with the hidden cards in another order."""
    given = position(state)
    cards = [card.value for card in order]
    given["castle"] = [*given["castle"][:-1], f"?{cards[0]}"]
    given["deck"] = cards[1:2]
    given["seats"][1]["scores"] = cards[2:4]  # the last one is out of play
    return load(given)


def _world(state: State) -> tuple[Any, ...]:
    return state.castle, state.deck, state.player(2).scores, state.box


def test_every_unseen_card_turns_up_in_every_hidden_place() -> None:
    state = run(LADY_LUCK.setup(3, STANDARD, Dice(b"places")))
    state = go(state, *["tick"] * 14)
    hidden = set(unseen(state, 2))
    places: dict[str, set[Card]] = {}
    for number in range(400):
        other = LADY_LUCK.imagine(state, 2, Dice(b"place %d" % number))
        assert other.face_down is not None
        places.setdefault("castle", set()).add(other.face_down)
        places.setdefault("top", set()).add(other.deck[0])
        places.setdefault("box", set()).update(other.box)
    assert places == {"castle": hidden, "top": hidden, "box": hidden}


def test_what_was_seen_moves_along_in_imagined_worlds() -> None:
    state = go(helping(seat(helpers="ft1 md1"), seat(), seat(), seat()), "1:use.ft1")
    for number in range(30):
        other = LADY_LUCK.imagine(state, 2, Dice(b"seen %d" % number))
        assert other.player(1).learnt == (other.face_down,)
        mine = LADY_LUCK.imagine(state, 1, Dice(b"seen %d" % number))
        assert mine.face_down is Card.PS4


def test_8_the_looker_knows_the_card_wherever_it_goes() -> None:
    state = helping(seat(3, "ft1"), seat(3), seat(3), seat(3))
    state = go(state, "1:use.ft1")
    assert state.round == 4
    state = go(state, "2:open.4.0", "3:pass", "4:pass", "1:pass", "2:score")
    assert LADY_LUCK.view(state, 1).player(2).learnt == (Card.PS4,)
    assert LADY_LUCK.view(state, 2).player(2).learnt == ()
    assert LADY_LUCK.view(state, 2).player(2).scores == (Card.PS4,)
    assert LADY_LUCK.view(state, 3).player(2).learnt == ()
    assert Card.PS4 not in unseen(state, 1)
    assert Card.PS4 in unseen(state, 3)


def test_8_cards_that_were_public_are_logged_for_everybody() -> None:
    state = helping(seat(helpers="mg1 pr1 md1"), seat(), seat(), seat())
    state = go(state, "1:use.mg1.pr1")
    for reader in (None, 2):
        assert LADY_LUCK.view(state, reader).player(1).logged == (Card.PR1,)
        assert LADY_LUCK.view(state, reader).player(1).scores == ()
    assert Card.PR1 not in unseen(state, None)


def test_8_a_card_that_is_turned_up_again_is_no_longer_logged() -> None:
    state = helping(seat(helpers="mg1 pr1 no1"), seat(helpers="md1"), seat(), seat())
    state = go(state, "1:use.mg1.pr1", "2:use.md1", "1:use.no1.1")
    assert state.logged == ()


def test_8_a_used_princess_of_a_position_is_known() -> None:
    state = helping(seat(helpers="no1", scores="pr1 md1"), seat(), seat(), uses={"pr1": 1})
    assert state.logged == (Card.PR1,)


def test_8_1_the_choice_for_a_noble_is_secret() -> None:
    state = helping(seat(helpers="no1"), seat(scores="pr1 md1"), seat(), seat())
    before = LADY_LUCK.hidden(state, 2)
    state = go(state, "1:use.no1.2")
    asked = LADY_LUCK.ask(state)
    assert isinstance(asked, Ask)
    assert asked.secret
    assert LADY_LUCK.hidden(state, 2).words == ("pr1", "md1")
    after = LADY_LUCK.hidden(go(state, "2:reveal.md1"), 2)
    assert (after.words, after.version) == (("pr1",), before.version + 1)


def test_8_only_a_nobles_question_is_secret(moments: list[State]) -> None:
    for state in moments:
        asked = LADY_LUCK.ask(state)
        if isinstance(asked, Ask):
            assert asked.secret is (state.noble is not None)
            assert bool(LADY_LUCK.rows(LADY_LUCK.view(state, None))) is asked.secret


def test_8_the_version_of_a_hand_never_falls(moments: list[State]) -> None:
    for before, after in pairwise(moments):
        if len(before.players) != len(after.players) or after.round < before.round:
            continue
        for one, other in zip(before.players, after.players, strict=True):
            assert other.changes >= one.changes
            if one.scores != other.scores:
                assert other.changes > one.changes


def test_imagined_ends_keep_what_was_shown() -> None:
    options = switched(reveal_boxed_at_end=True)
    state = run(LADY_LUCK.setup(3, options, Dice(b"end")))
    while state.phase is not Phase.OVER:
        state = go(state, "tick")
    assert LADY_LUCK.imagine(state, None, Dice(b"x")) == state
    shut = run(LADY_LUCK.setup(3, STANDARD, Dice(b"end")))
    while shut.phase is not Phase.OVER:
        shut = go(shut, "tick")
    other = LADY_LUCK.imagine(shut, None, Dice(b"x"))
    assert other.players == shut.players
    assert set(unseen(shut, None)) == set(shut.box)
