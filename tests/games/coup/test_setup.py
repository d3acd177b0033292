"""The deal: seats, coins, decks, who begins, what is told (2, 15.1)."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from core.games.coup import COUP, events
from core.games.coup.model import Options, State, Variants
from core.games.coup.names import Role
from core.kernel.dice import Dice
from core.kernel.text import Announce, Note, Whisper, words_in
from tests.games.coup.play import Prescribed, options, run


def deal(seats: int, seed: int = 1, **switches: object) -> tuple[State, list[Note]]:
    told: list[Note] = []
    dice = Dice(seed.to_bytes(4, "big"))
    return run(COUP.setup(seats, options(**switches), dice), told), told


def test_u1_four_players() -> None:
    state, told = deal(4)
    assert [player.coins for player in state.players] == [2, 2, 2, 2]
    assert [len(player.hidden) for player in state.players] == [2, 2, 2, 2]
    assert len(state.deck) == 7
    cards = Counter(state.deck)
    for player in state.players:
        cards.update(player.hidden)
    assert set(cards.values()) == {3}
    assert len(cards) == 5
    for note in told:
        if isinstance(note, Announce):
            assert not list(words_in(note.message))
    whispers = [note for note in told if isinstance(note, Whisper)]
    assert [note.seat for note in whispers] == [1, 2, 3, 4]
    for note in whispers:
        hand = state.players[note.seat - 1].hidden
        assert note.message == events.TwoCards(*hand)


@pytest.mark.parametrize(
    ("switch", "purses"), [("each2", [2, 2]), ("each1", [1, 1]), ("starter1", None)]
)
def test_u2_two_players(switch: str, purses: list[int] | None) -> None:
    for seed in range(8):
        state, told = deal(2, seed, start_coins_2p=switch)
        got = [player.coins for player in state.players]
        first = told[0]
        assert isinstance(first, Announce)
        if purses is None:
            assert got[state.turn - 1] == 1
            assert got[2 - state.turn] == 2
            assert first.message == events.DealtUnevenly(state.turn, 1, 2, 11)
        else:
            assert got == purses
            assert first.message == events.Dealt(purses[0], 11)


@pytest.mark.parametrize("switch", ["each1", "starter1"])
def test_starting_coins_change_for_two_only(switch: str) -> None:
    state, _ = deal(3, start_coins_2p=switch)
    assert [player.coins for player in state.players] == [2, 2, 2]


@pytest.mark.parametrize(
    ("seats", "copies", "deck"),
    [
        (2, 3, 11), (3, 3, 9), (4, 3, 7), (5, 3, 5), (6, 3, 3),
        (7, 4, 6), (8, 4, 4), (9, 5, 7), (10, 5, 5),
    ],
)  # fmt: skip
def test_u4_deck_sizes(seats: int, copies: int, deck: int) -> None:
    for diplomat in (False, True):
        state, _ = deal(seats, table_size=10, diplomat=diplomat)
        assert len(state.deck) == deck
        cards = Counter(state.deck)
        for player in state.players:
            cards.update(player.hidden)
        assert set(cards.values()) == {copies}
        assert (Role.DIPLOMAT in cards) is diplomat
        assert (Role.DUKE in cards) is not diplomat


def test_u4_u5_how_many_may_play() -> None:
    assert COUP.seats(COUP.presets["bga_seed"]) == range(2, 7)
    assert COUP.seats(COUP.presets["bga_live"]) == range(2, 9)
    assert COUP.seats(COUP.presets["official"]) == range(2, 7)
    assert COUP.seats(options(table_size=10)) == range(2, 11)
    assert {COUP.preset_for(seated) for seated in range(1, 11)} == {"bga_seed"}


def test_u6_who_begins_is_fair_or_prescribed() -> None:
    firsts = Counter(deal(3, seed)[0].turn for seed in range(300))
    assert set(firsts) == {1, 2, 3}
    assert min(firsts.values()) > 60
    for switch in ("random", "last_winner"):
        told = run(COUP.setup(3, options(first_player=switch), Prescribed(first=3)))
        assert told.turn == 3


def test_bug_12_the_deal_is_fair() -> None:
    """Every seat holds at least one Duke in 13 of 35 deals."""
    holders = [0] * 6
    for seed in range(2000):
        state, _ = deal(6, seed)
        for index, player in enumerate(state.players):
            holders[index] += Role.DUKE in player.hidden
    assert all(0.32 < count / 2000 < 0.43 for count in holders)


def test_cards_are_dealt_one_by_one() -> None:
    """One card to each seat beginning with seat 1, then a second; the rest is the deck."""
    deck = ["duke", "duke", "duke"] + ["captain"] * 3 + ["assassin"] * 3
    deck += ["ambassador"] * 3 + ["contessa"] * 3
    state = run(COUP.setup(4, Options(), Prescribed(deck, 2)))
    hands = [tuple(map(str, player.hidden)) for player in state.players]
    assert hands[0] == ("duke", "captain")
    assert hands[3] == ("captain", "assassin")
    assert list(map(str, state.deck)) == deck[8:]


def test_presets_are_the_table_of_section_3() -> None:
    assert COUP.presets["bga_seed"] == Options(variants=Variants())
    assert COUP.presets["bga_live"] == Options(
        steal_min_target=1,
        prove="choice",
        start_coins_2p="each1",
        table_size=8,
        variants=Variants(),
    )
    assert COUP.presets["official"] == Options(
        response_timing="sequential",
        steal_min_target=1,
        prove="choice",
        start_coins_2p="starter1",
        first_player="last_winner",
        reveal_winner_hand=False,
        variants=Variants(
            contessa_blocks_examine=False, examine_redraw="draw_first", embezzle_bluff="concede"
        ),
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"steal_min_target": 3},
        {"prove": "never"},
        {"table_size": 7},
        {"diplomat": "yes"},
        {"nothing": 1},
        {"inquisitor": 1},
        {"factions": "on"},
        {"examine_redraw": "never"},
        {"embezzle_bluff": True},
        {"variants": {}},
    ],
)
def test_wrong_switches_are_rejected(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        options(**wrong)
