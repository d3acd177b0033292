"""One test for each scenario of the rulings that no record file covers, and their notes."""

from __future__ import annotations

from core.games.coup import COUP, events, prompts
from core.games.coup.names import Deed, Role
from core.kernel.asks import Ask
from core.kernel.text import Whisper
from tests.games.coup.play import coins, hands, lost, public, seat, table

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")
KILLER = seat(3, "assassin duke")
THIEF = seat(2, "captain duke")


def test_t03_aid_can_be_blocked_by_all_and_challenged_by_nobody() -> None:
    """Bug 9."""
    game = table(A, B, C)
    game.do("1:aid", "!2:challenge")
    assert game.codes(2) == game.codes(3) == ["allow", "block.duke"]


def test_t06_caught_block_of_aid() -> None:
    game = table(A, B, C)
    told = game.do("1:aid", "2:block.duke", "3:challenge", "2:lose.assassin")
    assert coins(game) == [4, 2, 2]
    assert lost(game) == ["", "assassin", ""]
    assert public(told) == [
        events.InfluenceLost(2, Role.ASSASSIN, 1),
        events.Earned(Deed.AID, 1, 2, 4),
    ]


def test_t09_coup_on_the_last_influence() -> None:
    game = table(seat(7, "duke captain"), seat(5, "assassin", "contessa"), C)
    told = game.do("1:coup.2")
    assert public(told) == [
        events.CoupStruck(1, Deed.COUP, 2, 7, 0),
        events.Eliminated(2, Role.ASSASSIN),
        events.CoinsReturned(5, 2),
    ]
    assert coins(game) == [0, 0, 2]
    assert game.awaited == [3]


def test_t12_nine_at_the_start_may_reach_twelve() -> None:
    game = table(seat(9, "duke captain"), B, C)
    game.do("1:tax", "2:allow", "3:allow")
    assert coins(game)[0] == 12
    game.do("2:income", "3:income")
    assert game.codes(1) == ["coup.2", "coup.3"]


def test_t15_the_same_card_may_come_back() -> None:
    game = table(A, B, C, draws="duke")
    told = game.do("1:tax", "3:challenge")
    assert events.ChallengedWrongly(3, 1, Role.DUKE) in public(told)
    assert Whisper(1, events.TwoCards(Role.DUKE, Role.CAPTAIN)) in told
    game.do("3:lose.captain")
    assert coins(game) == [5, 2, 2]


def test_t18_bluff_on_the_last_influence() -> None:
    game = table(seat(2, "captain", "contessa"), B, C)
    told = game.do("1:tax", "2:challenge")
    assert public(told) == [
        events.ChallengedRightly(2, 1, Role.DUKE),
        events.Eliminated(1, Role.CAPTAIN),
        events.Cancelled(1, Deed.TAX),
        events.CoinsReturned(2, 1),
    ]
    assert game.awaited == [2]


def test_t21_exchange_keeping_both_drawn_cards() -> None:
    game = table(seat(2, "ambassador contessa"), B, C, draws="duke captain")
    told = game.do("1:exchange", "2:allow", "3:allow")
    assert public(told) == [events.Drew(Deed.EXCHANGE, 1, 2)]
    told = game.do("1:keep.duke.captain")
    assert public(told) == [events.Returned(1, 2)]
    assert hands(game)[0] == "captain duke"
    assert len(game.state.deck) == 9


def test_t24_caught_exchange() -> None:
    game = table(seat(2, "duke contessa"), B, C)
    game.do("1:exchange", "2:challenge", "1:lose.contessa")
    assert hands(game)[0] == "duke"
    assert len(game.state.deck) == 9
    assert game.awaited == [2]


def test_t27_steal_of_the_last_coins() -> None:
    game = table(THIEF, seat(2, "ambassador contessa"), B)
    told = game.do("1:steal.2", "2:allow", "3:allow")
    assert public(told) == [events.Stolen(Deed.STEAL, 1, 2, 2, 4, 0)]
    assert coins(game) == [4, 0, 2]


def test_t30_steal_blocked_as_captain_and_doubted_by_the_thief() -> None:
    game = table(THIEF, seat(3, "captain contessa"), B, draws="duke")
    game.do("1:steal.2", "2:block.captain", "1:challenge", "1:lose.duke")
    assert coins(game) == [2, 3, 2]
    assert hands(game)[:2] == ["captain", "contessa duke"]


def test_t33_bug_7_steal_from_somebody_who_went_out() -> None:
    game = table(THIEF, seat(2, "contessa", "assassin"), B)
    game.do("1:steal.2", "2:block.captain", "1:challenge")
    assert coins(game) == [4, 0, 2]
    assert game.awaited == [3]


def test_t36_second_chance_of_a_steal_allowed() -> None:
    game = table(THIEF, seat(3, "ambassador contessa"), C, draws="assassin")
    game.do("1:steal.2", "3:challenge", "3:lose.ambassador", "2:allow")
    assert coins(game) == [4, 1, 2]


def test_t39_steal_blocked_by_bluff_after_a_wrong_challenge() -> None:
    """Row 20 with X = T: the target is out, the Steal still pays."""
    game = table(THIEF, seat(3, "assassin contessa"), C, draws="assassin")
    game.do("1:steal.2", "2:challenge", "2:lose.contessa", "2:block.captain", "3:challenge")
    assert coins(game) == [4, 0, 2]
    assert lost(game)[1] == "assassin contessa"


def test_t42_assassination_nobody_objects() -> None:
    game = table(KILLER, B, C)
    told = game.do("1:assassinate.2")
    assert public(told) == [events.ClaimedPaying(1, Role.ASSASSIN, Deed.ASSASSINATE, 2, 3, 0)]
    game.do("2:allow", "3:allow")
    assert game.codes(2) == ["lose.assassin", "lose.contessa"]
    asked = COUP.ask(game.state)
    assert isinstance(asked, Ask)
    assert asked.prompt == prompts.LossByDeed(Deed.ASSASSINATE, 1, 2)
    game.do("2:lose.contessa")
    assert coins(game) == [0, 2, 2]


def test_t45_bug_2_wrong_challenge_of_a_real_assassin_costs_both_cards() -> None:
    game = table(KILLER, seat(4, "ambassador captain"), C, draws="duke")
    game.do("1:assassinate.2", "2:challenge", "2:lose.captain")
    assert game.codes(2) == ["allow", "block.contessa"]
    told = game.do("2:allow")
    assert events.Eliminated(2, Role.AMBASSADOR) in public(told)
    assert coins(game) == [0, 0, 2]
    game.do("!2:lose.captain")
    assert game.awaited == [3]


def test_t48_bug_4_bystander_challenges_wrongly_and_the_target_still_loses() -> None:
    game = table(KILLER, B, C, draws="duke")
    game.do("1:assassinate.2", "3:challenge", "3:lose.captain", "2:allow", "2:lose.assassin")
    assert lost(game) == ["", "assassin", "captain"]


def test_t51_block_true_and_doubted_by_a_bystander_on_the_last_card() -> None:
    game = table(KILLER, seat(2, "contessa captain"), seat(2, "duke", "duke"), draws="ambassador")
    told = game.do("1:assassinate.2", "2:block.contessa", "3:challenge")
    assert public(told) == [
        events.ChallengedWrongly(3, 2, Role.CONTESSA),
        events.Eliminated(3, Role.DUKE),
        events.BlockHeld(Deed.ASSASSINATE, 1),
        events.CoinsReturned(2, 3),
    ]
    assert coins(game) == [0, 2, 0]
    assert game.awaited == [2]


def test_t54_bug_47_turn_never_comes_to_somebody_out() -> None:
    rows = (seat(7, "duke captain"), seat(2, "assassin", "contessa"))
    game = table(*rows, seat(2, "duke", "contessa"), seat(7, "captain ambassador"), turn=4)
    game.do("4:coup.2", "1:coup.3")
    assert game.awaited == [4]
    bluffer = table(seat(2, "captain", "duke"), B, C)
    bluffer.do("1:tax", "2:challenge")
    assert bluffer.awaited == [2]


def test_t57_bug_36_two_challenges() -> None:
    game = table(A, B, C, seat(2, "assassin contessa"), draws="duke")
    game.do("1:tax", "4:challenge", "!2:challenge", "!3:challenge", "4:lose.contessa")
    assert lost(game) == ["", "", "", "contessa"]
    assert game.awaited == [2]


def test_t60_answers_of_one_window_are_final() -> None:
    game = table(A, B, C)
    game.do("1:tax", "2:allow", "!2:challenge", "!2:allow")
    assert game.awaited == [3]


def test_t63_silence_in_a_window_allows() -> None:
    game = table(A, B, C)
    game.do("1:tax", "2:allow", "tick")
    assert coins(game) == [5, 2, 2]
    game = table(A, B, C)
    game.do("1:aid", "2:block.duke", "tick")
    assert coins(game) == [2, 2, 2]


def test_t66_silent_loser_gives_up_slot_one() -> None:
    game = table(seat(7, "duke captain"), seat(2, "contessa assassin"), C)
    game.do("1:coup.2", "tick")
    assert lost(game)[1] == "contessa"


def test_t69_bug_49_the_last_one_left_wins() -> None:
    game = table(KILLER, B, C, seat(2, "captain ambassador"))
    game.do("1:assassinate.2", "2:block.contessa", "3:leave", "4:leave")
    assert not game.winners
    game.do("1:leave")
    assert game.winners == [2]
    assert game.awaited == []
    assert all(not game.codes(number) for number in game.seats)
