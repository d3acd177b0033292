"""How the computer players of Coup think: beliefs, worth of moves, bluffs, manners."""

from __future__ import annotations

import msgspec
import pytest

from core.games.coup import COUP
from core.games.coup.beliefs import Beliefs
from core.games.coup.model import DEEDS, INCOME
from core.games.coup.names import Deed, Role
from core.games.coup.outlook import strength, worth
from core.games.coup.reckoning import Reckoning
from core.kernel.minds import Manner
from tests.games.coup.minds import KILLER, A, B, C, often
from tests.games.coup.play import Told, seat, table

MANNERS = [f"normal.{manner}" for manner in Manner]


def beliefs(game: Told, number: int, wary: bool = False) -> Beliefs:
    return Beliefs(COUP.view(game.state, number), wary)


def holds(game: Told, number: int, of: int, *roles: Role) -> float:
    return beliefs(game, number).holds(of, *roles)


# Beliefs


def test_all_hands_together_are_certain() -> None:
    game = table(A, B, seat(2, "captain", "duke"))
    game.do("1:tax")
    for of in (1, 3):
        assert sum(weight for _, weight in beliefs(game, 2).hands(of)) == pytest.approx(1)
    assert len(beliefs(game, 2).hands(3)) == 5
    assert holds(game, 2, 1, *Role) == pytest.approx(1)


def test_a_claim_makes_a_card_likelier_and_a_block_less_so() -> None:
    game = table(A, B, C)
    before = holds(game, 3, 1, Role.DUKE)
    game.do("1:tax")
    assert holds(game, 3, 1, Role.DUKE) > before + 0.1
    kill = table(KILLER, B, C)
    prior = holds(kill, 1, 2, Role.CONTESSA)
    kill.do("1:assassinate.2", "2:block.contessa")
    assert prior < holds(kill, 1, 2, Role.CONTESSA) < prior + 0.1, "anybody would say so"


def test_what_was_let_pass_makes_a_card_less_likely() -> None:
    game = table(A, B, C)
    before = holds(game, 1, 2, Role.DUKE)
    game.do("1:aid", "2:allow", "3:allow")
    assert holds(game, 1, 2, Role.DUKE) < before


def test_who_was_caught_lacks_the_card() -> None:
    game = table(seat(2, "captain contessa"), B, C)
    game.do("1:tax", "2:challenge", "1:lose.captain")
    assert holds(game, 2, 1, Role.DUKE) == 0
    shy = table(seat(2, "captain contessa"), B, C, prove="choice")
    shy.do("1:tax", "2:challenge", "1:show.captain")
    assert 0 < holds(shy, 2, 1, Role.DUKE) < holds(shy, 2, 3, Role.DUKE)


def test_cards_that_one_put_into_the_deck_are_in_nobodys_hand() -> None:
    game = table(seat(2, "ambassador duke"), B, C, draws="captain contessa")
    game.do("1:exchange", "2:allow", "3:allow", "1:keep.captain.duke")
    assert set(beliefs(game, 1).sure) == {Role.AMBASSADOR, Role.CONTESSA}
    assert beliefs(game, 2).sure == ()


def test_a_wary_player_trusts_a_last_opponent_less() -> None:
    game = table(A, B)
    game.do("1:tax")
    trusting = beliefs(game, 2).holds(1, Role.DUKE)
    assert beliefs(game, 2, wary=True).holds(1, Role.DUKE) < trusting
    crowd = table(A, B, C)
    crowd.do("1:tax")
    wary = beliefs(crowd, 2, wary=True).holds(1, Role.DUKE)
    assert wary == beliefs(crowd, 2).holds(1, Role.DUKE)


# Worth


def test_positions() -> None:
    assert strength(0, 9, 0.4) == 0
    assert strength(2, 2, 0.4) > strength(1, 2, 0.4)
    assert strength(1, 5, 0.4) > strength(1, 2, 0.4)
    assert worth((Role.DUKE, Role.CAPTAIN)) > worth((Role.DUKE, Role.DUKE)) > worth((Role.DUKE,))
    even = Reckoning(COUP.view(table(A, A).state, 1))
    assert even.chance() == pytest.approx(0.5, abs=0.1)
    assert even.chance({1: -2}) == 0
    assert even.chance({2: -1}) > even.chance() > even.chance({1: -1})


# Normal


def test_never_loses_a_card_it_need_not() -> None:
    game = table(KILLER, B, C)
    game.do("1:assassinate.2")
    assert "allow" not in often(game, 2), "it holds the Contessa"
    choice = table(A, B, C, prove="choice")
    choice.do("1:tax", "2:challenge")
    assert set(often(choice, 1)) == {"show.duke"}
    game = table(seat(7, "duke captain"), seat(2, "duke duke"), C)
    game.do("1:coup.2")
    assert set(often(game, 2)) == {"lose.duke"}


def test_gives_up_the_lesser_card() -> None:
    game = table(seat(7, "duke captain"), seat(2, "duke ambassador"), C)
    game.do("1:coup.2")
    assert set(often(game, 2)) == {"lose.ambassador"}
    liar = table(seat(2, "ambassador captain"), B, C, prove="choice")
    liar.do("1:tax", "2:challenge")
    assert set(often(liar, 1)) == {"show.ambassador"}
    swap = table(seat(2, "ambassador ambassador"), B, C, draws="duke captain")
    swap.do("1:exchange", "2:allow", "3:allow")
    assert set(often(swap, 1)) == {"keep.captain.duke"}


def test_challenges_what_cannot_be_true() -> None:
    game = table(seat(2, "captain ambassador"), seat(2, "duke duke"), seat(2, "captain", "duke"))
    game.do("1:tax")
    assert set(often(game, 2)) == {"challenge"}
    caught = table(seat(2, "captain contessa"), B, seat(2, "ambassador captain"))
    caught.do("1:tax", "2:challenge", "1:lose.captain", "2:income", "3:income", "1:tax")
    assert set(often(caught, 3)) == {"challenge"}, "everybody knows that seat 1 has no Duke"


def test_does_not_challenge_what_is_likely() -> None:
    game = table(A, B, C)
    game.do("1:tax")
    assert often(game, 3)["challenge"] < 6


def test_an_assassination_is_not_always_answered_with_a_contessa() -> None:
    """Whoever challenges every Contessa would be right nine times of ten otherwise."""
    game = table(KILLER, seat(2, "captain duke"), C)
    game.do("1:assassinate.2")
    for bot in MANNERS:
        said = often(game, 2, bot)
        assert 5 < said["block.contessa"] < 50
    last = table(KILLER, seat(2, "captain", "duke"), C)
    last.do("1:assassinate.2")
    said = often(last, 2)
    assert set(said) == {"block.contessa", "challenge"}


def test_bluffs_when_nothing_can_be_lost_by_it() -> None:
    game = table(KILLER, seat(2, "captain", "duke"), C)
    game.do("1:assassinate.2", "3:challenge", "3:lose.captain")
    assert set(often(game, 2)) == {"block.contessa"}


def test_never_bluffs_what_everybody_knows() -> None:
    game = table(
        seat(2, "captain duke"),
        seat(5, "assassin", "contessa"),
        seat(2, "duke", "contessa"),
        seat(0, "", "contessa assassin"),
        turn=2,
    )
    game.do("2:assassinate.1")
    assert "block.contessa" not in often(game, 1)
    caught = table(seat(2, "captain contessa"), B, C)
    caught.do("1:tax", "2:challenge", "1:lose.captain", "2:income", "3:income")
    assert "tax" not in often(caught, 1)
    mind = Reckoning(COUP.view(caught.state, 1))
    assert mind.value(DEEDS[Deed.TAX]) < mind.value(INCOME), "it would be challenged"


def test_launches_a_coup_when_it_can() -> None:
    for coins in (7, 10):
        game = table(seat(coins, "duke captain"), B, seat(6, "captain ambassador"))
        assert set(often(game, 1, times=10)) == {"coup.3"}


def test_gets_on_with_a_long_game() -> None:
    for bot in ("normal.bold", "hard.bold"):
        game = table(A, B, C)
        game.state = msgspec.structs.replace(game.state, number=101)
        assert set(often(game, 1, bot, 5)) == {"income"}
        game = table(seat(8, "duke captain"), B, C)
        game.state = msgspec.structs.replace(game.state, number=101)
        assert set(often(game, 1, bot, 5)) <= {"coup.2", "coup.3"}


def test_weighs_blocks_of_its_own_actions() -> None:
    aid = table(seat(2, "duke duke"), seat(2, "captain", "duke"), C)
    aid.do("1:aid", "2:block.duke")
    assert set(often(aid, 1)) == {"challenge"}
    kill = table(seat(3, "assassin contessa"), B, C)
    kill.do("1:assassinate.2", "2:block.contessa")
    assert set(often(kill, 1)) <= {"allow", "challenge"}
    assert often(kill, 3)["allow"] > 50


def test_a_block_may_wait_for_the_challenges() -> None:
    game = table(KILLER, B, C, response_timing="sequential")
    game.do("1:assassinate.2")
    assert often(game, 2)["allow"] > 50, "its Contessa comes next"
    game.do("2:allow", "3:allow")
    assert set(often(game, 2)) == {"block.contessa"}


def test_uses_every_kind_of_action() -> None:
    seen = set()
    for hand in (
        "diplomat contessa",
        "captain contessa",
        "ambassador ambassador",
        "assassin assassin",
    ):
        game = table(seat(4, hand), seat(4, "contessa", "diplomat"), C, diplomat=True)
        seen |= {code.partition(".")[0] for code in often(game, 1)}
    assert {"cooperate", "steal", "exchange"} <= seen
    duel = table(seat(3, "assassin contessa"), seat(0, "duke", "contessa"))
    assert often(duel, 1)["assassinate.2"] > 30


# Manners and levels


def test_manners_show() -> None:
    """The bold bluff more than the patient."""
    game = table(seat(2, "contessa contessa"), B, C)
    lies = {}
    for manner in Manner:
        said = often(game, 1, f"normal.{manner}", 200)
        lies[manner] = sum(n for code, n in said.items() if code not in ("income", "aid"))
    assert lies[Manner.BOLD] > lies[Manner.PATIENT] > 0


def test_an_easy_player_plays_its_own_cards() -> None:
    game = table(KILLER, B, C)
    game.do("1:assassinate.2")
    assert set(often(game, 2, "easy.bold")) == {"block.contessa"}
    plain = table(KILLER, C, B)
    plain.do("1:assassinate.2")
    said = often(plain, 2, "easy.careful")
    assert set(said) == {"allow", "challenge"}
    assert said["allow"] > said["challenge"]
    assert set(often(plain, 3, "easy.careful")) == {"allow"}
    duel = table(A, B)
    assert len(often(duel, 1, "easy.patient")) > 2
    duel.do("1:tax")
    assert set(often(duel, 2, "easy.patient")) == {"allow", "challenge"}
    assert set(often(table(seat(8, "duke captain"), B), 1, "easy.bold")) == {"coup.2"}
    lost = table(seat(7, "duke captain"), seat(2, "duke ambassador"), C)
    lost.do("1:coup.2")
    assert set(often(lost, 2, "easy.bold")) == {"lose.ambassador"}
