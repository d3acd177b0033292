"""The drawn table of Coup: seats and cards, what is declared, what is known and counted."""

from __future__ import annotations

import pytest

from core.games.coup import COUP, board_words, drawn_words, manual_words
from core.games.coup.model import Ended, Swapping
from core.games.coup.names import Deed, Role, cast
from core.kernel.drawn import Badge, Face, Moment, Place, Stage
from core.kernel.plain import OutMark
from core.kernel.text import Message, Public
from tests.games.coup.play import Told, seat, table
from tests.games.coup.worlds import states

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")
KILLER = seat(3, "assassin duke")


def stage(game: Told, reader: int | None = None) -> Stage:
    return COUP.stage(COUP.view(game.state, reader))


def place(game: Told, number: int, reader: int | None = None) -> Place:
    return stage(game, reader).places[number - 1]


def under_way(game: Told) -> Moment:
    found = stage(game).under_way
    assert found is not None
    return found


def asked(game: Told) -> Message | None:
    return under_way(game).result


def codes(faces: tuple[Face, ...]) -> list[str]:
    return [face.code for face in faces]


def test_seats_with_their_coins_claims_and_cards() -> None:
    game = table(A, seat(5, "assassin", "contessa"), seat(0, "", "captain ambassador"))
    game.do("1:tax")
    drawn = stage(game)
    assert drawn.turn == 1
    assert [(pile.kind, pile.count) for pile in drawn.piles] == [("deck", 9), ("treasury", 0)]
    assert [codes(each.cards) for each in drawn.places] == [
        [],
        ["contessa"],
        ["captain", "ambassador"],
    ]
    assert all(face.turned for each in drawn.places for face in each.cards)
    assert [each.hand for each in drawn.places] == [2, 1, 0]
    assert [each.badges for each in drawn.places] == [
        (
            Badge("coins", drawn_words.MarkCoins(2), 2, symbol="🪙"),
            Badge("claims", drawn_words.MarkClaims((Role.DUKE,))),
        ),
        (Badge("coins", drawn_words.MarkCoins(5), 5, symbol="🪙"),),
        (Badge("out", OutMark()),),
    ]
    assert [each.out for each in drawn.places] == [False, False, True]


def test_the_own_hand() -> None:
    game = table(A, B, C)
    own = COUP.hand(COUP.view(game.state, 1))
    assert [(face.code, face.name, face.text) for face in own] == [
        ("duke", board_words.RoleLabel(Role.DUKE), manual_words.DukeHelp()),
        ("captain", board_words.RoleLabel(Role.CAPTAIN), manual_words.CaptainHelp()),
    ]
    assert COUP.hand(COUP.view(game.state, None)) == ()


def test_a_word_of_a_move_is_a_card_where_it_names_one() -> None:
    options = table(A, B, C).state.options
    assert COUP.face(options, "duke") == COUP.hand(COUP.view(table(A, B, C).state, 1))[0]
    assert COUP.face(options, "tax") is None
    assert COUP.face(options, "2") is None


# What is declared


def test_a_claim_lies_in_the_middle_until_it_is_settled() -> None:
    game = table(KILLER, B, C)
    assert stage(game).under_way is None
    game.do("1:assassinate.2")
    claim = under_way(game)
    assert (claim.kind, claim.actor, claim.target) == ("claim", 1, 2)
    assert claim.card == COUP.face(game.state.options, "assassin")
    assert claim.named == drawn_words.DeedName(Deed.ASSASSINATE)
    assert claim.result == drawn_words.MayStop()
    game.do("3:allow", "2:block.contessa")
    assert asked(game) == drawn_words.BlockedBy(2, Role.CONTESSA)
    game.do("1:allow", "3:allow")
    assert stage(game).under_way is None


def test_what_is_asked_in_each_window() -> None:
    game = table(A, B, C)
    game.do("1:tax")
    assert asked(game) == drawn_words.MayDoubt()
    game = table(A, B, C)
    game.do("1:aid")
    assert asked(game) == drawn_words.MayBlock()
    assert (under_way(game).kind, under_way(game).card) == ("claim", None)
    strict = table(KILLER, B, C, response_timing="sequential")
    strict.do("1:assassinate.2")
    assert asked(strict) == drawn_words.MayDoubt()
    strict.do("2:allow", "3:allow")
    assert asked(strict) == drawn_words.MayBlock()
    second = table(KILLER, B, seat(2, "captain", "duke"))
    second.do("1:assassinate.2", "3:challenge")
    assert asked(second) == drawn_words.ProvedMayBlock()


def test_what_is_asked_of_one_seat() -> None:
    game = table(A, B, C, prove="choice")
    game.do("1:tax", "2:challenge")
    assert asked(game) == drawn_words.MustShow(1, Role.DUKE)
    game.do("1:show.duke")
    assert asked(game) == drawn_words.MustLose(2)
    assert under_way(game).kind == "play"
    swap = table(seat(2, "ambassador duke"), B, C)
    swap.do("1:exchange", "2:allow", "3:allow")
    assert asked(swap) == drawn_words.ChoosesCards(1)
    assert place(swap, 1).hand == 4
    look = table(seat(2, "inquisitor duke"), B, A, inquisitor=True)
    look.do("1:examine.2", "2:allow", "3:allow")
    assert asked(look) == drawn_words.ChoosesShown(2)
    look.do("2:choose.contessa")
    assert asked(look) == drawn_words.LooksAt(1, 2)
    look.do("1:return", "2:income", "3:income", "1:exchange", "2:allow", "3:allow")
    assert place(look, 1).hand == 3


def test_an_embezzle_claims_no_card() -> None:
    game = table(seat(3, "assassin captain"), B, C, factions=True, embezzle_bluff="concede")
    game.do("1:convert.2", "2:income", "3:convert.2", "1:embezzle")
    assert (under_way(game).card, asked(game)) == (None, drawn_words.LacksDoubted(Role.DUKE))
    choice = table(
        seat(3, "assassin captain"),
        *(B, C),
        factions=True,
        embezzle_bluff="concede",
        prove="choice",
    )
    choice.do("1:convert.2", "2:income", "3:convert.2", "1:embezzle", "2:challenge")
    assert asked(choice) == drawn_words.MustShowAll(1)


# Who has allowed it


def allows(game: Told) -> list[int]:
    return [
        each.seat
        for each in stage(game).places
        if Badge("passed", drawn_words.MarkAllows()) in each.badges
    ]


@pytest.mark.parametrize("timing", ["combined", "sequential"])
def test_who_has_allowed_a_claim(timing: str) -> None:
    game = table(KILLER, B, C, response_timing=timing)
    game.do("1:assassinate.2")
    assert allows(game) == []
    game.do("3:allow")
    assert allows(game) == [3]


def test_who_has_allowed_a_block() -> None:
    game = table(A, B, C)
    game.do("1:aid", "3:allow")
    assert allows(game) == [3]
    game.do("2:block.duke")
    assert allows(game) == []
    game.do("1:allow")
    assert allows(game) == [1]


def test_where_the_target_alone_is_asked_nobody_else_has_allowed() -> None:
    game = table(KILLER, B, seat(2, "captain", "duke"))
    game.do("1:assassinate.2", "3:challenge")
    assert allows(game) == []


def test_of_the_same_side_nobody_allows_foreign_aid() -> None:
    game = table(A, B, C, seat(2, "duke contessa"), factions=True)
    game.do("1:aid", "2:allow")
    assert allows(game) == [2]
    game = table(A, B, C, seat(2, "duke contessa"), factions=True)
    game.do("1:aid", "4:allow", "3:leave")
    assert allows(game) == [4]
    game = table(A, B, C, seat(2, "duke contessa"), factions=True)
    game.do("1:convert.2", "2:convert", "3:aid", "1:leave")
    assert not stage(game).places[0].badges[1:]


# What is known


def test_a_card_that_everybody_knows_lies_open_to_all() -> None:
    liar = seat(3, "duke captain")
    game = table(liar, B, C, factions=True, embezzle_bluff="concede")
    game.do("1:convert.2", "2:income", "3:convert.2", "1:embezzle", "2:challenge")
    for reader in (None, 2, 3):
        assert codes(place(game, 1, reader).known) == ["duke"]
    assert place(game, 1, 1).known == ()


@pytest.mark.parametrize("shown", [True, False])
def test_the_hand_of_the_winner_at_the_end(shown: bool) -> None:
    game = table(seat(7, "duke captain"), seat(3, "assassin", "duke"), reveal_winner_hand=shown)
    game.do("1:coup.2")
    for reader in (None, 1, 2):
        winner = place(game, 1, reader)
        assert codes(winner.opened) == (["duke", "captain"] if shown else [])
        assert winner.hand == (0 if shown else 2)
    assert (stage(game).turn, stage(game).under_way) == (0, None)


# Cards not seen


def left(game: Told, reader: int | None = None) -> dict[str, int]:
    return {each.face.code: each.left for each in COUP.unseen(COUP.view(game.state, reader))}


def test_how_many_of_a_character_are_unseen() -> None:
    game = table(A, seat(5, "assassin", "contessa"), C)
    assert left(game) == {"duke": 3, "assassin": 3, "captain": 3, "ambassador": 3, "contessa": 2}
    assert left(game, 1) == {**left(game), "duke": 2, "captain": 2}
    swap = table(seat(2, "ambassador contessa"), B, C, draws="duke captain")
    swap.do("1:exchange", "2:allow", "3:allow")
    assert left(swap, 1) == dict(duke=2, assassin=3, captain=2, ambassador=2, contessa=2)
    assert set(left(swap, 2).values()) == {2, 3}
    swap.do("1:keep.contessa.duke")
    assert left(swap, 1) == dict(duke=2, assassin=3, captain=2, ambassador=2, contessa=2)
    look = table(seat(2, "inquisitor duke"), B, A, inquisitor=True)
    look.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa")
    assert left(look, 1)["contessa"] == 2
    assert left(look, 3)["contessa"] == 3


@pytest.mark.parametrize("seed", range(30))
def test_the_counts_add_up(seed: int) -> None:
    """What the reader has not seen is as much as lies hidden from them."""
    for state in states(seed):
        for reader in (None, *range(1, len(state.players) + 1)):
            view = COUP.view(state, reader)
            drawn, counts = COUP.stage(view), COUP.unseen(view)
            assert [each.face.code for each in counts] == [*map(str, cast(state.options))]
            assert all(0 <= each.left <= each.of for each in counts)
            drawn_now = len(state.step.drawn) if isinstance(state.step, Swapping) else 0
            hidden = len(state.deck) + drawn_now + sum(view.cards) - len(COUP.hand(view))
            assert sum(each.left for each in counts) <= hidden
            assert (drawn.under_way is None) == (state.act is None)
            assert bool(drawn.turn) != isinstance(state.step, Ended)
            for each in drawn.places:
                assert len(each.known) <= each.hand
                assert isinstance(each.badges[0].text, Public)
