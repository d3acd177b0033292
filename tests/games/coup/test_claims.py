"""What a seat has claimed: remembered from the moment it is said, and forgotten when it is shown,
lost, caught or exchanged away."""

from __future__ import annotations

import pytest

from core.games.coup import events
from core.games.coup.model import Player
from core.games.coup.names import Deed, Role
from core.kernel.text import Message
from tests.games.coup.play import Told, public, seat, table

DUKE, CAPTAIN, AMBASSADOR = Role.DUKE, Role.CAPTAIN, Role.AMBASSADOR
ASSASSIN, CONTESSA = Role.ASSASSIN, Role.CONTESSA
A = seat(4, "duke captain")
B = seat(4, "assassin contessa")
C = seat(4, "captain ambassador")
ROUND = ("2:income", "3:income")


def player(game: Told, number: int = 1) -> Player:
    """What everybody knows of a seat."""
    return game.state.players[number - 1]


def taxed(first: dict[str, object] = A) -> Told:
    """Seat 1 has claimed the Duke and nobody objected; it is its turn again."""
    game = table(first, B, C)
    game.do("1:tax", "2:allow", "3:allow", *ROUND)
    return game


def test_a_claim_is_known_before_anybody_answers() -> None:
    game = table(A, B, C)
    game.do("1:tax")
    assert player(game).claims == (DUKE,)
    assert player(game, 2).claims == player(game, 3).claims == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1:tax", events.Claimed(1, DUKE, Deed.TAX)),
        ("1:exchange", events.Claimed(1, AMBASSADOR, Deed.EXCHANGE)),
        ("1:steal.3", events.ClaimedAt(1, CAPTAIN, Deed.STEAL, 3)),
        ("1:assassinate.2", events.ClaimedPaying(1, ASSASSIN, Deed.ASSASSINATE, 2, 3, 1)),
        ("1:aid", events.AidAsked(1, Deed.AID)),
    ],
)
def test_what_is_declared_is_told_at_once_and_once(line: str, told: Message) -> None:
    game = table(A, B, C)
    assert public(game.do(line)) == [told]
    assert public(game.do("3:allow")) == []


def test_a_block_is_told_with_who_blocks_whom() -> None:
    game = table(A, B, C)
    assert public(game.do("1:aid", "2:block.duke")) == [events.Blocked(2, DUKE, 1, Deed.AID)]
    assert public(game.do("3:allow")) == []


@pytest.mark.parametrize("deed", ["income", "aid", "coup.2"])
def test_what_needs_no_character_claims_none(deed: str) -> None:
    game = table(seat(7, "duke captain"), B, C)
    game.do(f"1:{deed}")
    assert player(game).claims == ()


def test_each_character_stands_once_and_the_latest_last() -> None:
    game = taxed()
    game.do("1:steal.2", "2:allow", "3:allow", *ROUND)
    assert player(game).claims == (DUKE, CAPTAIN)
    game.do("1:tax")
    assert player(game).claims == (CAPTAIN, DUKE)


def test_a_block_is_a_claim_of_the_blocker() -> None:
    game = table(A, B, C)
    game.do("1:aid", "2:block.duke")
    assert player(game, 2).claims == (DUKE,)
    assert player(game).claims == ()


def test_what_was_shown_is_claimed_no_more_and_the_rest_still_is() -> None:
    game = taxed()
    game.do("1:steal.2", "3:challenge")
    assert player(game).claims == (DUKE,)
    assert player(game).shown == (CAPTAIN,)


def test_what_a_seat_was_caught_with_is_claimed_no_more_and_the_rest_still_is() -> None:
    game = taxed(seat(4, "contessa assassin"))
    game.do("1:steal.2", "3:challenge")
    assert player(game).claims == (DUKE,)
    assert player(game).caught == (CAPTAIN,)
    assert player(game).lacks == (CAPTAIN,), "it would have been shown"


def test_a_caught_block_is_the_blockers() -> None:
    game = table(A, B, C)
    game.do("1:aid", "2:block.duke", "3:challenge")
    assert (player(game, 2).claims, player(game, 2).caught) == ((), (DUKE,))
    assert player(game).caught == player(game, 3).caught == ()


def test_whoever_turns_up_another_card_is_caught_and_may_hold_it_all_the_same() -> None:
    game = table(A, B, C, prove="choice")
    game.do("1:tax", "2:challenge", "1:show.captain")
    assert (player(game).claims, player(game).caught) == ((), (DUKE,))
    assert player(game).lacks == ()
    game.do(*ROUND, "1:tax", "2:challenge")
    assert player(game).shown == (DUKE,)
    assert player(game).caught == (), "proved in the end"


def test_an_exchange_is_forgotten_when_it_is_done_and_not_before() -> None:
    game = table(seat(4, "duke ambassador"), B, C, draws="duke contessa captain")
    game.do("1:tax", "2:challenge", "2:lose.assassin", *ROUND)
    game.do("1:exchange", "2:allow", "3:allow")
    assert player(game).claims == (AMBASSADOR,)
    game.do("1:keep.contessa.captain")
    assert player(game).claims == ()
    assert player(game).shown == (DUKE,), "what was shown once stays known"


def test_a_lost_card_is_claimed_no_more_and_the_rest_still_is() -> None:
    game = table(A, seat(9, "assassin contessa"), C)
    game.do("1:tax", "2:allow", "3:allow", *ROUND)
    game.do("1:steal.3", "2:allow", "3:allow")
    game.do("2:coup.1", "1:lose.captain")
    assert player(game).claims == (DUKE,)


def test_whoever_lets_pass_what_they_could_block_is_remembered_until_they_claim_it() -> None:
    game = table(A, B, C)
    game.do("1:tax", "2:allow", "3:allow")
    game.do("2:aid", "1:allow", "3:allow")
    assert player(game).let == player(game, 3).let == (DUKE,)
    assert player(game, 2).let == (), "nobody blocks themselves"
    game.do("3:income", "1:tax")
    assert player(game).claims == (DUKE,)
    assert player(game).let == ()


def test_of_two_characters_that_block_both_are_let_pass() -> None:
    game = table(A, B, C)
    game.do("1:steal.2", "2:allow", "3:allow")
    assert set(player(game, 2).let) == {CAPTAIN, AMBASSADOR}
    game.do("2:income", "3:steal.2", "2:block.ambassador", "1:allow", "3:allow")
    assert player(game, 2).let == (CAPTAIN,)
    game.do("1:steal.2", "2:allow", "3:allow")
    assert sorted(player(game, 2).let) == sorted((CAPTAIN, AMBASSADOR))


def test_what_was_let_pass_is_remembered_after_a_loss() -> None:
    game = table(seat(7, "duke captain"), B, C)
    game.do("1:steal.2", "2:allow", "3:allow", *ROUND)
    before = player(game, 2).let
    assert before
    game.do("1:coup.2", "2:lose.assassin")
    assert player(game, 2).let == before
