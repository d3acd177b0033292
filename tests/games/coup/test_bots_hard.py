"""The strong computer player of Coup: worlds, sketches of games, and what it makes of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import cycle, islice
from typing import Any

import pytest

from core.games.coup import COUP, hard
from core.games.coup.hard import MOST, Search, fast, promising
from core.games.coup.model import AIMED, DEEDS, INCOME
from core.games.coup.names import Deed
from core.games.coup.reckoning import Reckoning
from core.games.coup.sketch import AMBASSADOR, ASSASSIN, CAPTAIN, CONTESSA, DUKE, Sketch
from core.kernel.asks import Over
from core.kernel.dice import Dice, bot_dice
from tests.games.coup.minds import KILLER, A, B, C, often, says
from tests.games.coup.play import Told, options, run, seat, table
from tests.games.coup.worlds import states

ALL = Counter([DUKE, ASSASSIN, CAPTAIN, AMBASSADOR, CONTESSA] * 3)
NEVER: Callable[[], float] = cycle([0.999]).__next__
ALWAYS: Callable[[], float] = cycle([0.0]).__next__


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few playouts: for tests of what holds however well it plays."""
    monkeypatch.setattr(hard, "PLAYOUTS", (12,) * 11)


def sketch(
    *hands: list[int],
    coins: list[int] | None = None,
    chance: Callable[[], float] = NEVER,
    taxing: Deed = Deed.TAX,
) -> Sketch:
    """A sketch with these hands, the rest of the cards in the deck."""
    rest = ALL - Counter(card for hand in hands for card in hand)
    purses = coins or [2] * len(hands)
    nobody = [-1] * len(hands)
    return Sketch(hands, purses, list(rest.elements()), [0] * 5, nobody, chance, taxing)


def counted(game: Sketch) -> Counter[int]:
    """All cards of a sketch, those that lie open too."""
    out = [card for card in range(5) for _ in range(game.out[card])]
    return Counter([card for hand in game.hands for card in hand] + game.deck + out)


@pytest.mark.parametrize("taxing", [Deed.TAX, Deed.COOPERATE])
def test_a_sketch_keeps_its_cards_and_ends(taxing: Deed) -> None:
    chance = random.Random(1)
    for number in range(300):
        seats = number % 5 + 2
        deck = list(ALL.elements())
        chance.shuffle(deck)
        hands = [deck[2 * seat : 2 * seat + 2] for seat in range(seats)]
        game = sketch(*hands, chance=chance.random, taxing=taxing)
        winner = game.finish(number % seats)
        assert game.hands[winner]
        assert counted(game) == ALL
        assert min(game.coins) >= 0


def test_a_game_without_an_end_goes_to_the_strongest() -> None:
    game = sketch([CONTESSA, DUKE], [CONTESSA], coins=[-200, -200])
    assert game.finish(0) == 0


def test_a_caught_assassin_gets_the_coins_back() -> None:
    game = sketch([DUKE, CAPTAIN], [DUKE, AMBASSADOR], coins=[3, 2], chance=ALWAYS)
    game.declare(0, Deed.ASSASSINATE, 1, [1])
    assert game.coins[0] == 3
    assert game.hands[0] == [DUKE], "the better card is kept"
    game.challenge(1, 0, Deed.STEAL, 1)
    assert game.hands[0] == []


def test_a_proved_claim_goes_on() -> None:
    game = sketch([ASSASSIN, CAPTAIN], [DUKE, AMBASSADOR], coins=[0, 2])
    game.challenge(1, 0, Deed.ASSASSINATE, 1)
    assert game.hands[1] == [], "one card for the doubt, one for the murder"
    game.happen(0, Deed.ASSASSINATE, 1)
    assert game.hands[1] == []
    assert counted(game) == ALL


def test_a_block_is_true_or_doubted() -> None:
    game = sketch([CAPTAIN, DUKE], [CONTESSA, AMBASSADOR], coins=[2, 2])
    game.declare(0, Deed.STEAL, 1, [1])
    assert game.coins == [2, 2], "held back as Ambassador"
    game.unmask(0, 0, Deed.STEAL, 1, 1, AMBASSADOR)
    assert len(game.hands[0]) == 1
    liar = sketch([CAPTAIN, DUKE], [CONTESSA, DUKE], coins=[2, 2])
    liar.blocked(0, Deed.STEAL, 1, 1, AMBASSADOR, [0])
    liar.unmask(0, 0, Deed.STEAL, 1, 1, AMBASSADOR)
    assert liar.coins == [4, 0]
    assert liar.known[1] == AMBASSADOR
    liar.blocked(0, Deed.STEAL, 1, 1, AMBASSADOR, [0])
    assert not liar.hands[1], "everybody knows, so it is doubted"


def test_cooperation_pays_both_while_both_live() -> None:
    game = sketch([DUKE, DUKE], [CONTESSA], coins=[0, 0], taxing=Deed.COOPERATE)
    game.happen(0, Deed.COOPERATE, 1)
    assert game.coins == [2, 1]
    game.lose(1)
    game.happen(0, Deed.COOPERATE, 1)
    assert game.coins == [4, 1]


def test_an_exchange_keeps_the_best() -> None:
    game = sketch([AMBASSADOR, AMBASSADOR], [CONTESSA, CONTESSA])
    game.deck = [ASSASSIN, ASSASSIN]
    game.exchange(0)
    assert game.hands[0] == [ASSASSIN, AMBASSADOR], "not two of a kind"
    game.hands[0], game.deck = [AMBASSADOR], [DUKE, CONTESSA]
    game.exchange(0)
    assert game.hands[0] == [DUKE]


def test_fast_numbers_are_fair_and_follow_from_the_dice() -> None:
    first = list(islice(iter(fast(Dice(b"x")), None), 9000))
    assert first == list(islice(iter(fast(Dice(b"x")), None), 9000))
    assert first[:100] != list(islice(iter(fast(Dice(b"y")), None), 100))
    assert 0 <= min(first) < max(first) < 1
    assert sum(first) / len(first) == pytest.approx(0.5, abs=0.02)
    assert len(set(first)) > 8900


def test_worlds_fit_what_is_known() -> None:
    game = table(A, B, seat(2, "captain", "contessa"))
    search = Search(Reckoning(COUP.view(game.state, 1)), Dice(b"w"))
    seen = set()
    for hands, deck in islice(search.worlds(), 200):
        cards = Counter([card for hand in hands for card in hand] + deck + [CONTESSA])
        assert cards == ALL
        assert hands[0] == [DUKE, CAPTAIN]
        assert [len(hand) for hand in hands] == [2, 2, 1]
        seen.add(tuple(hands[1]))
    assert len(seen) > 8


def test_knows_a_sure_thing() -> None:
    game = table(seat(2, "captain ambassador"), seat(2, "duke duke"), seat(2, "captain", "duke"))
    game.do("1:tax")
    assert set(often(game, 2, "hard.careful", 3)) == {"challenge"}
    kill = table(seat(3, "assassin", "captain"), seat(9, "duke", "captain"))
    assert set(often(kill, 1, "hard.bold", 3)) == {"assassinate.2"}
    coup = table(seat(7, "duke", "captain"), seat(9, "contessa", "captain"))
    assert set(often(coup, 1, "hard.patient", 3)) == {"coup.2"}


def test_saves_itself() -> None:
    game = table(KILLER, seat(2, "contessa", "duke"), C)
    game.do("1:assassinate.2")
    assert says(game, 2, "hard.careful") == "block.contessa"
    lose = table(seat(7, "duke captain"), seat(2, "duke ambassador"), C)
    lose.do("1:coup.2")
    assert says(lose, 2, "hard.careful") == "lose.ambassador"


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("seed", range(16))
def test_swapping_hidden_cards_of_others_changes_nothing(seed: int) -> None:
    """In every kind of window, whatever the switches."""
    dice = Dice(b"swap" + bytes([seed]))
    for state in islice(states(seed, leaving=0), 60):
        asked = COUP.ask(state)
        if isinstance(asked, Over):
            break
        number = min(asked.seats)
        chosen = set()
        for world in (state, COUP.imagine(state, number, dice)):
            moves = COUP.moves(world, number)
            move = COUP.bots["hard.bold"](COUP.view(world, number), moves, Dice(b"same"))
            assert move in moves
            chosen.add(move.code)
        assert len(chosen) == 1


BOTH: dict[str, Any] = {"inquisitor": True, "factions": True}


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    ("seats", "switches"),
    [(2, {}), (4, {}), (2, {"inquisitor": True}), (4, BOTH), (10, {"diplomat": True} | BOTH)],
)
def test_games_of_hard_players_end(seats: int, switches: dict[str, Any]) -> None:
    chance = random.Random(seats)
    dice = Dice(bytes([seats]))
    state = run(COUP.setup(seats, options(table_size=10, **switches), dice))
    question = 0
    while not isinstance(asked := COUP.ask(state), Over):
        question += 1
        number = chance.choice(sorted(asked.seats))
        view, moves = COUP.view(state, number), COUP.moves(state, number)
        move = COUP.bots["hard.careful"](view, moves, bot_dice(b"end", question, number))
        state = run(COUP.play(state, number, move, dice))
    assert state.number <= 300


@pytest.mark.usefixtures("hasty")
def test_every_answer_is_played_on() -> None:
    """Sequential windows too: a challenge first, a block afterwards."""
    for timing in ("combined", "sequential"):
        game = table(KILLER, B, C, response_timing=timing)
        game.do("1:assassinate.2")
        assert answers(game, 2) <= {"allow", "challenge", "block.contessa"}
        game.do("2:allow")
        assert answers(game, 3) <= {"allow", "challenge"}


def answers(game: Told, number: int) -> set[str]:
    """What a hard player does with few dice."""
    return set(often(game, number, "hard.bold", 2))


# The variants

SPY = seat(2, "inquisitor duke")
D = seat(2, "captain inquisitor")


def worlds(game: Told, number: int) -> list[tuple[list[list[int]], list[int]]]:
    """Many worlds that a player imagines."""
    search = Search(Reckoning(COUP.view(game.state, number)), Dice(b"w"))
    return list(islice(search.worlds(), 100))


def test_worlds_keep_to_a_card_that_was_seen() -> None:
    game = table(SPY, B, D, inquisitor=True)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa", "1:return")
    assert all(CONTESSA in hands[1] for hands, _ in worlds(game, 1))
    assert not all(CONTESSA in hands[1] for hands, _ in worlds(game, 3))


def test_worlds_keep_to_a_card_that_was_forced_into_the_deck() -> None:
    game = table(SPY, B, D, inquisitor=True, examine_redraw="draw_first", draws="captain")
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa", "1:force")
    assert all(CONTESSA in deck for _, deck in worlds(game, 1))
    assert all(CONTESSA in deck for _, deck in worlds(game, 2))
    assert not all(CONTESSA in deck for _, deck in worlds(game, 3))


def embezzling(hand: str, more: str = "duke captain", **switches: Any) -> Told:
    """Seat 1 converted somebody first, and embezzles in its second turn."""
    game = table(seat(4, hand), B, seat(2, more), factions=True, **switches)
    game.do("1:convert.2", "2:income", "3:income", "1:embezzle")
    return game


def test_worlds_keep_to_a_duke_that_came_out() -> None:
    game = embezzling("duke captain", embezzle_bluff="concede", prove="auto")
    game.do("2:challenge", "1:lose.captain")
    assert {tuple(hands[0]) for hands, _ in worlds(game, 3)} == {(DUKE,)}


def test_does_not_doubt_an_embezzler_that_must_be_true() -> None:
    game = embezzling("assassin captain", "duke duke")
    assert "challenge" in game.codes(3)
    assert "challenge" not in often(game, 3, "hard.patient", 3)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("timing", ["combined", "sequential"])
def test_answers_to_the_variants_are_played_on(timing: str) -> None:
    game = embezzling("duke captain", response_timing=timing)
    assert answers(game, 2) <= {"allow", "challenge"}
    spied = table(SPY, B, D, response_timing=timing, **BOTH)
    spied.do("1:examine.2")
    assert answers(spied, 2) <= {"allow", "challenge", "block.contessa"}
    spied.do("2:allow", "3:allow")
    if timing == "sequential":
        assert answers(spied, 2) <= {"allow", "block.contessa"}


def test_only_promising_moves_are_played_on() -> None:
    crowd = table(seat(9, "inquisitor captain"), *[B, D] * 3, turn=1, table_size=10, **BOTH)
    mind = Reckoning(COUP.view(crowd.state, 1))
    moves = tuple(COUP.moves(crowd.state, 1))
    assert {move.deed for move in promising(mind, moves)} == {Deed.COUP}
    rest = tuple(move for move in moves if move.deed is not Deed.COUP)
    assert len(rest) > MOST
    found = promising(mind, rest)
    assert len(found) == MOST
    assert min(map(mind.value, found)) >= max(mind.value(m) for m in rest if m not in found)
    duel = table(seat(9, "inquisitor captain"), B, inquisitor=True)
    few = (INCOME, DEEDS[Deed.TAX], AIMED[Deed.COUP][2])
    assert promising(Reckoning(COUP.view(duel.state, 1)), few) == few
