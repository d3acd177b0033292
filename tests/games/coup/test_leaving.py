"""Leaving in every state: who goes on, who pays, nobody else (12.3, bug cases 21, 43, 46)."""

from __future__ import annotations

from typing import Any

from core.games.coup import COUP, events
from core.games.coup.names import Deed, Role
from core.kernel.asks import Ask
from tests.games.coup.play import Told, coins, lost, public, seat, table

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")
D = seat(2, "assassin ambassador")
KILLER = seat(3, "assassin duke")


def four(**switches: Any) -> Told:
    return table(KILLER, B, C, seat(2, "ambassador captain"), draws="contessa", **switches)


def test_actor_before_declaring() -> None:
    game = four()
    told = game.do("1:leave")
    assert public(told)[0] == events.LeftFaceUp(1, (Role.ASSASSIN, Role.DUKE))
    assert game.awaited == [2]
    assert coins(game) == [0, 2, 2, 2]


def test_bystander_before_a_declaration_keeps_the_turn() -> None:
    """Bug 46: seats 1 to 4, the turn at 3; 1 leaves, then 3, then 4."""
    game = table(A, B, C, D, turn=3)
    game.do("1:leave")
    assert game.awaited == [3]
    assert coins(game)[0] == 2, "until the turn ends"
    game.do("3:leave")
    assert game.awaited == [4]
    game.do("4:leave")
    assert game.winners == [2]


def test_actor_in_each_window() -> None:
    for opening in ("1:assassinate.2", "1:assassinate.2 2:block.contessa"):
        game = four()
        game.do(*opening.split())
        told = game.do("1:leave")
        assert events.Cancelled(1, Deed.ASSASSINATE) in public(told)
        assert game.awaited == [2]
        assert coins(game) == [0, 2, 2, 2]


def test_actor_while_somebody_else_owes_a_loss() -> None:
    game = four()
    game.do("1:assassinate.2", "3:challenge")
    before = COUP.ask(game.state)
    assert isinstance(before, Ask)
    game.do("1:leave")
    after = COUP.ask(game.state)
    assert isinstance(after, Ask)
    assert after == before, "the same question stays open"
    game.do("3:lose.captain")
    assert lost(game) == ["contessa duke", "", "captain", ""]
    assert game.awaited == [2]


def test_actor_of_a_coup_while_its_target_chooses() -> None:
    game = table(seat(7, "duke captain"), B, C)
    game.do("1:coup.2")
    told = game.do("1:leave")
    assert events.Cancelled(1, Deed.COUP) not in public(told)
    game.do("2:lose.assassin")
    assert lost(game)[1] == "assassin"
    assert game.awaited == [2]


def test_actor_who_owes_the_loss() -> None:
    game = table(seat(2, "captain contessa"), B, C)
    game.do("1:tax", "2:challenge", "1:leave")
    assert game.awaited == [2]
    assert coins(game) == [0, 2, 2]


def test_actor_while_the_blocker_owes_a_loss() -> None:
    game = table(A, B, C)
    game.do("1:aid", "2:block.duke", "3:challenge", "1:leave", "2:lose.contessa")
    assert coins(game) == [0, 2, 2]
    assert game.awaited == [2]


def test_actor_in_the_exchange() -> None:
    game = table(seat(2, "ambassador contessa"), B, C, draws="duke captain")
    game.do("1:exchange", "2:allow", "3:allow", "1:leave")
    assert len(game.state.deck) == 9
    assert lost(game)[0] == "ambassador contessa"
    assert game.awaited == [2]
    two = table(seat(2, "ambassador contessa"), B, draws="duke captain")
    two.do("1:exchange", "2:allow", "1:leave")
    assert two.winners == [2]
    assert len(two.state.deck) == 11


def test_the_last_opponent_leaves_during_an_exchange() -> None:
    game = table(seat(2, "ambassador contessa"), B, draws="duke captain")
    game.do("1:exchange", "2:allow")
    before = COUP.hidden(game.state, 1)
    game.do("2:leave")
    after = COUP.hidden(game.state, 1)
    assert game.winners == [1]
    assert after.words == ("ambassador", "contessa")
    assert after.version > before.version
    assert len(game.state.deck) == 11


def test_actor_who_must_show_by_choice() -> None:
    game = four(prove="choice")
    game.do("1:assassinate.2", "3:challenge", "1:leave")
    assert lost(game)[2] == "", "the challenger pays nothing"
    assert game.awaited == [2]


def test_actor_while_a_blocker_must_show() -> None:
    game = table(KILLER, B, C, prove="choice")
    game.do("1:assassinate.2", "2:block.contessa", "1:challenge", "1:leave")
    assert game.codes(2) == ["show.assassin", "show.contessa"]
    told = game.do("2:show.contessa")
    assert events.Proved(2, Role.CONTESSA) in public(told)
    assert events.BlockHeld(Deed.ASSASSINATE, 1) not in public(told)
    assert lost(game)[1] == "", "the challenger has left: the loss counts as paid"
    assert game.awaited == [2]
    liar = table(KILLER, seat(2, "duke captain"), C, prove="choice")
    liar.do("1:assassinate.2", "2:block.contessa", "3:challenge", "1:leave", "2:show.duke")
    assert lost(liar)[1] == "duke", "one for the bluff, none for the dropped assassination"
    assert liar.awaited == [2]


def test_blocker_must_show_after_the_actor_left_and_leaves_too() -> None:
    game = table(KILLER, B, C, D, prove="choice")
    game.do("1:assassinate.2", "2:block.contessa", "3:challenge", "1:leave", "2:leave")
    assert game.awaited == [3]
    assert [len(player.hidden) for player in game.state.players] == [0, 0, 2, 2]


def test_a_thief_who_has_left_takes_nothing_when_the_blocker_leaves_too() -> None:
    game = table(seat(2, "captain duke"), B, C, D, prove="choice")
    game.do("1:steal.2", "2:block.captain", "3:challenge", "1:leave")
    told = game.do("2:leave")
    assert not any(isinstance(message, events.Stolen) for message in public(told))
    assert game.awaited == [3]
    assert coins(game) == [0, 0, 2, 2]


def test_awaited_responder() -> None:
    game = four()
    game.do("1:tax", "2:allow", "3:leave")
    assert game.awaited == [4]
    game.do("4:leave")
    assert coins(game) == [6, 2, 0, 0]


def test_responder_who_has_answered() -> None:
    game = four()
    game.do("1:tax", "2:allow", "2:leave")
    assert game.awaited == [3, 4]


def test_target_of_a_pending_action() -> None:
    game = four()
    game.do("1:assassinate.2", "2:leave")
    assert game.awaited == [3, 4]
    told = game.do("3:allow", "4:allow")
    assert events.FoundNobody(Deed.ASSASSINATE, 2) in public(told)
    assert coins(game) == [0, 0, 2, 2]
    assert game.awaited == [3]


def test_target_in_the_second_chance_and_in_its_block_window() -> None:
    game = table(seat(2, "captain duke"), seat(3, "contessa assassin"), C, draws="duke")
    game.do("1:steal.2", "3:challenge", "3:lose.captain", "2:leave")
    assert coins(game) == [4, 0, 2]
    game = four(response_timing="sequential")
    game.do("1:assassinate.2", "2:allow", "3:allow", "4:allow", "2:leave")
    assert game.awaited == [3]


def test_target_out_when_the_block_window_would_open() -> None:
    game = four(response_timing="sequential")
    told = game.do("1:assassinate.2", "2:leave", "3:allow", "4:allow")
    assert events.FoundNobody(Deed.ASSASSINATE, 2) in public(told)


def test_target_while_the_challenger_owes() -> None:
    game = four()
    game.do("1:assassinate.2", "3:challenge", "2:leave", "3:lose.captain")
    assert coins(game) == [0, 0, 2, 2]
    assert game.awaited == [3]


def test_blocker_before_the_block_is_settled() -> None:
    game = four()
    told = game.do("1:aid", "2:block.duke", "2:leave")
    assert events.BlockWithdrawn(2) in public(told)
    assert coins(game) == [5, 0, 2, 2]
    game = four(prove="choice")
    game.do("1:aid", "2:block.duke", "3:challenge", "2:leave")
    assert coins(game) == [5, 0, 2, 2]


def test_blocker_who_owes_for_the_bluff() -> None:
    game = four()
    game.do("1:aid", "2:block.duke", "3:challenge", "2:leave")
    assert coins(game) == [5, 0, 2, 2]


def test_blocker_whose_block_was_proved() -> None:
    game = table(A, seat(2, "duke contessa"), C, D, draws="contessa")
    game.do("1:aid", "2:block.duke", "3:challenge", "2:leave", "3:lose.captain")
    assert coins(game) == [2, 0, 2, 2], "the block was settled and stands"


def test_bug_43_whoever_owes_a_loss() -> None:
    game = four()
    game.do("1:tax", "3:challenge", "3:leave")
    assert lost(game)[1::2] == ["", ""]
    assert coins(game) == [6, 2, 0, 2]
    game = table(seat(7, "duke captain"), B, C)
    game.do("1:coup.2", "2:leave")
    assert game.awaited == [3]
    assert lost(game)[2] == ""


def test_challenger_before_the_proof() -> None:
    game = four(prove="choice")
    game.do("1:tax", "3:challenge", "3:leave")
    assert game.codes(1) == ["show.assassin", "show.duke"]
    game.do("1:show.duke")
    assert coins(game) == [6, 2, 0, 2]
    game = four(prove="choice")
    game.do("1:tax", "3:challenge", "3:leave", "1:show.assassin")
    assert coins(game) == [3, 2, 0, 2]
    assert lost(game)[0] == "assassin"


def test_bystander_in_secret_choices() -> None:
    game = four(prove="choice")
    game.do("1:tax", "3:challenge", "4:leave")
    assert game.awaited == [1]
    game = four()
    game.do("1:tax", "3:challenge", "4:leave")
    assert game.awaited == [3]
    game = table(seat(2, "ambassador contessa"), B, C, D)
    game.do("1:exchange", "2:allow", "3:allow", "4:allow", "4:leave")
    assert game.awaited == [1]


def test_bug_44_nobody_comes_back() -> None:
    game = four()
    game.do("2:leave")
    assert 2 not in COUP.active(game.state)
    assert not game.codes(2)
    game.do("!2:income")
