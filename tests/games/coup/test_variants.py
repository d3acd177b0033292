"""Proof by choice, fees, Exchange, sequential windows, the Diplomat, the end, stored games."""

from __future__ import annotations

import msgspec
import pytest

from core.games.coup import COUP, events, prompts
from core.games.coup.model import State
from core.games.coup.names import Deed, Role
from core.kernel.asks import Ask
from core.kernel.text import Whisper
from tests.games.coup.play import coins, lost, public, run, seat, table

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")
KILLER = seat(3, "assassin duke")
THIEF = seat(2, "captain duke")


def test_t72_prove_by_choice_turning_up_the_claimed_card() -> None:
    game = table(A, B, C, prove="choice", draws="contessa")
    told = game.do("1:tax", "2:challenge")
    assert public(told) == [events.Challenged(2, 1, Role.DUKE)]
    told = game.do("1:show.duke")
    assert public(told) == [events.Proved(1, Role.DUKE)]
    game.do("2:lose.assassin")
    assert coins(game) == [5, 2, 2]
    assert game.state.players[0].hidden == (Role.CONTESSA, Role.CAPTAIN)


def test_prove_by_choice_with_one_card_is_automatic() -> None:
    game = table(seat(2, "duke", "captain"), B, C, prove="choice", draws="contessa")
    game.do("1:tax", "2:challenge")
    assert game.codes(2) == ["lose.assassin", "lose.contessa"]
    game = table(seat(2, "captain", "duke"), B, C, prove="choice")
    told = game.do("1:tax", "2:challenge")
    assert events.ChallengedToAnother(2, 1, Role.DUKE, Role.CAPTAIN) in public(told)
    assert lost(game)[0] == "captain duke"


def test_prove_default_shows_the_claimed_card_or_slot_one() -> None:
    game = table(A, B, C, prove="choice", draws="contessa")
    game.do("1:tax", "2:challenge", "tick")
    assert game.awaited == [2]
    game = table(seat(2, "contessa captain"), B, C, prove="choice")
    game.do("1:tax", "2:challenge", "tick")
    assert lost(game)[0] == "contessa"


def test_conceding_a_block_by_choice() -> None:
    game = table(A, seat(2, "duke contessa"), C, prove="choice")
    told = game.do("1:aid", "2:block.duke", "1:challenge", "2:show.contessa")
    assert public(told)[0] == events.TurnedUpAnother(2, Role.CONTESSA, Role.DUKE)
    assert coins(game) == [4, 2, 2]


def test_fee_comes_back_after_the_loss_is_chosen() -> None:
    game = table(seat(3, "captain duke"), B, C)
    game.do("1:assassinate.2", "3:challenge")
    assert coins(game)[0] == 0
    told = game.do("1:lose.duke")
    assert events.FeeReturned(1, Deed.ASSASSINATE, 3, 3) in public(told)
    assert coins(game)[0] == 3


def test_fee_of_somebody_out_stays_in_the_treasury() -> None:
    game = table(seat(3, "captain", "duke"), B, C)
    told = game.do("1:assassinate.2", "3:challenge")
    assert events.Cancelled(1, Deed.ASSASSINATE) in public(told)
    assert coins(game) == [0, 2, 2]


def test_exchange_default_keeps_the_old_cards() -> None:
    game = table(seat(2, "contessa duke"), B, C, draws="duke captain")
    game.do("1:exchange", "tick", "tick")
    assert game.state.players[0].hidden == (Role.CONTESSA, Role.DUKE)
    assert game.awaited == [2]


def test_kept_cards_are_own_ones_first_in_any_spelling() -> None:
    game = table(seat(2, "duke contessa"), B, C, draws="duke assassin")
    game.do("1:exchange", "2:allow", "3:allow", "1:keep.duke.assassin")
    assert game.state.players[0].hidden == (Role.DUKE, Role.ASSASSIN)
    sunk = game.state.sunk
    assert sunk is not None
    assert sunk.cards == (Role.CONTESSA, Role.DUKE)


def test_sequential_without_a_block_goes_on_at_once() -> None:
    game = table(A, B, C, response_timing="sequential")
    game.do("1:tax", "2:allow", "3:allow")
    assert coins(game) == [5, 2, 2]


def test_sequential_aid_has_only_a_block_window() -> None:
    game = table(A, B, C, response_timing="sequential")
    game.do("1:aid")
    assert game.codes(3) == ["allow", "block.duke"]
    game.do("2:allow", "3:allow")
    assert coins(game) == [4, 2, 2]


def test_sequential_second_chance_and_strict_reading() -> None:
    game = table(KILLER, B, C, response_timing="sequential", draws="duke")
    game.do("1:assassinate.2", "3:challenge", "3:lose.captain")
    assert game.codes(2) == ["allow", "block.contessa"]
    strict = table(
        KILLER, B, C, response_timing="sequential", block_after_failed_challenge=False, draws="duke"
    )
    strict.do("1:assassinate.2", "3:challenge", "3:lose.captain")
    assert strict.codes(2) == ["lose.assassin", "lose.contessa"]


def test_13_1_cooperate() -> None:
    friend = seat(2, "assassin", "contessa")
    game = table(seat(2, "diplomat captain"), friend, C, diplomat=True, draws="diplomat")
    told = game.do("1:cooperate.2")
    assert public(told) == [events.ClaimedWith(1, Role.DIPLOMAT, Deed.COOPERATE, 2)]
    told = game.do("2:challenge")
    assert coins(game) == [4, 0, 2]
    assert events.Earned(Deed.COOPERATE, 1, 2, 4) in public(told)
    game = table(seat(2, "diplomat captain"), B, C, diplomat=True)
    told = game.do("1:cooperate.3", "2:allow", "3:allow")
    assert public(told) == [events.Cooperated(Deed.COOPERATE, 1, 2, 4, 3, 1, 3)]
    game.do("2:aid")
    assert game.codes(1) == ["allow", "block.diplomat"]


@pytest.mark.parametrize(("shown", "told"), [(True, "cards"), (False, "none")])
def test_7_6_the_hand_of_the_winner(shown: bool, told: str) -> None:
    game = table(seat(7, "duke captain"), seat(3, "assassin", "duke"), reveal_winner_hand=shown)
    last = public(game.do("1:coup.2"))[-1]
    if shown:
        assert last == events.WonWith(1, (Role.DUKE, Role.CAPTAIN))
    else:
        assert last == events.Won(1)
    assert game.winners == [1]
    assert coins(game) == [0, 0]


def test_bug_22_the_prompt_names_the_other_one() -> None:
    game = table(A, B, C, draws="duke")
    game.do("1:tax", "2:challenge")
    asked = COUP.ask(game.state)
    assert isinstance(asked, Ask)
    assert asked.prompt == prompts.LossByMistake(2, 1)
    game = table(seat(2, "captain contessa"), B, C)
    game.do("1:tax", "2:challenge")
    asked = COUP.ask(game.state)
    assert isinstance(asked, Ask)
    assert asked.prompt == prompts.LossByBluff(1, 2)


def test_n1_texts_do_not_depend_on_the_new_card() -> None:
    said = []
    for card in ("duke", "contessa"):
        game = table(A, B, C, draws=card)
        said.append(public(game.do("1:tax", "3:challenge")))
    assert said[0] == said[1]


def test_z1_a_stored_game_goes_on() -> None:
    game = table(KILLER, B, C)
    game.do("1:assassinate.2", "2:block.contessa", "1:allow")
    game.state = msgspec.json.decode(msgspec.json.encode(game.state), type=State)
    assert game.awaited == [3]
    game.do("3:allow")
    assert coins(game) == [0, 2, 2]


def test_z4_a_stored_exchange_shows_the_same_cards() -> None:
    game = table(seat(2, "ambassador contessa"), B, C, draws="duke captain")
    game.do("1:exchange", "2:allow", "3:allow")
    before = game.codes(1)
    game.state = msgspec.json.decode(msgspec.json.encode(game.state), type=State)
    assert game.codes(1) == before


def test_bug_19_all_actions_in_one_game() -> None:
    game = table(seat(9, "assassin duke"), seat(2, "ambassador captain"), C, draws="contessa duke")
    game.do("1:income", "2:aid", "tick", "3:tax", "tick", "1:coup.3", "tick")
    game.do("2:steal.3", "1:allow", "3:allow", "3:exchange", "tick", "tick")
    game.do("1:assassinate.2", "tick", "2:lose.captain")
    assert [len(player.hidden) for player in game.state.players] == [2, 1, 1]


def test_bug_38_a_second_press_does_nothing() -> None:
    game = table(A, B, C)
    game.do("1:income", "!1:tax")
    assert game.awaited == [2]


def test_equal_cards_make_one_choice_and_are_still_asked_for() -> None:
    game = table(seat(7, "duke captain"), seat(2, "contessa contessa"), C)
    game.do("1:coup.2")
    assert game.codes(2) == ["lose.contessa"]


def test_a_hand_is_told_when_it_changes() -> None:
    """Bug 57: after a loss, a proof and an Exchange, to its owner, once."""
    game = table(A, B, C, draws="ambassador")
    told = game.do("1:tax", "3:challenge")
    assert [note.seat for note in told if isinstance(note, Whisper)] == [1]
    told = game.do("3:lose.captain")
    assert [note for note in told if isinstance(note, Whisper)] == [
        Whisper(3, events.OneCard(Role.AMBASSADOR))
    ]


def test_a_story_may_be_run_without_listening() -> None:
    game = table(A, B, C)
    move = COUP.moves(game.state, 1)[0]
    assert run(COUP.play(game.state, 1, move, game.dice)).turn == 2
