"""Sketches of games with Inquisitors and factions, against the rules themselves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any

import pytest

from core.games.coup import COUP
from core.games.coup.factions import foes
from core.games.coup.hard import Search
from core.games.coup.model import Choosing
from core.games.coup.names import Deed, Faction
from core.games.coup.reckoning import Reckoning
from core.games.coup.sketch import AMBASSADOR, ASSASSIN, CAPTAIN, CONTESSA, DUKE, NUMBERS
from core.games.coup.sketch_setting import DENIES, EVERYBODY, SAYS, Setting, setting
from core.games.coup.sketch_variants import VariantSketch
from core.kernel.dice import Dice
from tests.games.coup.play import Told, from_position, options, seat
from tests.games.coup.worlds import states

ALL = Counter([DUKE, ASSASSIN, CAPTAIN, AMBASSADOR, CONTESSA] * 3)
NEVER: Callable[[], float] = cycle([0.999]).__next__
ALWAYS: Callable[[], float] = cycle([0.0]).__next__

PLAIN = Setting(
    sides=(0, 1, 0, 1, 0, 1),
    factions=True,
    inquisitor=True,
    guarded=True,
    draws_first=False,
    open_hand=True,
    reserve=0,
    eyes=(None,) * 6,
    stories=(0,) * 6,
)

TREASURY: dict[Deed | None, set[int]] = {
    None: {0, 1},  # Convert, or Income
    Deed.COUP: {-7},
    Deed.ASSASSINATE: {-3, 0},
    Deed.AID: {2, 0},
    Deed.TAX: {3, 0},
    Deed.COOPERATE: {3, 2, 0},
}
"""What the treasury may pay for an action; nothing for the others."""

AIMED = (Deed.COUP, Deed.ASSASSINATE, Deed.STEAL, Deed.EXAMINE, Deed.COOPERATE)


class Watched(VariantSketch):
    """A sketch that notes what is declared, and sees that it may be."""

    __slots__ = ("declared",)
    declared: list[Deed]

    def take_turn(self, me: int, living: list[int]) -> None:
        so_far = len(self.declared)
        before = sum(self.coins) + self.reserve
        super().take_turn(me, living)
        new = self.declared[so_far:]
        deed = new[0] if new else None
        assert sum(self.coins) + self.reserve - before in TREASURY.get(deed, {0})

    def declare(self, me: int, deed: Deed, target: int, others: list[int]) -> None:
        self.declared.append(deed)
        living = [seat for seat in (me, *others) if self.hands[seat]]
        if deed in AIMED and len({self.sides[seat] for seat in living}) == 2:
            assert self.sides[target] != self.sides[me], "a mate is attacked"
        assert deed is not Deed.EMBEZZLE or self.reserve
        super().declare(me, deed, target, others)


def sketch(
    *hands: list[int],
    coins: list[int] | None = None,
    chance: Callable[[], float] = NEVER,
    taxing: Deed = Deed.TAX,
    **changed: Any,
) -> Watched:
    """A sketch with these hands, the rest of the cards in the deck."""
    rest = ALL - Counter(card for hand in hands for card in hand)
    purses = coins or [2] * len(hands)
    nobody = [-1] * len(hands)
    start = PLAIN._replace(**changed)
    game = Watched(hands, purses, list(rest.elements()), [0] * 5, nobody, chance, taxing, start)
    game.declared = []
    return game


def counted(game: VariantSketch) -> Counter[int]:
    """All cards of a sketch, those that lie open too."""
    out = [card for card in range(5) for _ in range(game.out[card])]
    return Counter([card for hand in game.hands for card in hand] + game.deck + out)


@pytest.mark.parametrize("taxing", [Deed.TAX, Deed.COOPERATE])
@pytest.mark.parametrize("inquisitor", [False, True])
@pytest.mark.parametrize("factions", [False, True])
def test_a_sketch_keeps_cards_coins_and_sides(
    inquisitor: bool, factions: bool, taxing: Deed
) -> None:
    chance, said = random.Random(1), Counter[Deed]()
    for number in range(150):
        seats = number % 4 + 3
        deck = list(ALL.elements())
        chance.shuffle(deck)
        game = sketch(
            *[deck[2 * seat : 2 * seat + 2] for seat in range(seats)],
            chance=chance.random,
            taxing=taxing,
            inquisitor=inquisitor,
            factions=factions,
            sides=tuple(seat % 2 if factions else seat for seat in range(seats)),
            reserve=number % 4 if factions else 0,
            guarded=number % 2 > 0,
            draws_first=number % 3 > 0,
            open_hand=number % 5 > 2,
        )
        winner = game.finish(number % seats)
        assert game.hands[winner]
        assert counted(game) == ALL
        assert min(game.coins) >= 0
        said.update(game.declared)
    assert (said[Deed.EXAMINE] > 0) is inquisitor
    assert (said[Deed.EMBEZZLE] > 0) is factions


def real(*rows: dict[str, Any], **more: Any) -> Told:
    """A game with factions and Inquisitors; `reserve` and `draws` as in records."""
    position: dict[str, Any] = {"turn": 1, "seats": list(rows)}
    if "reserve" in more:
        position["reserve"] = more.pop("reserve")
    draws = more.pop("draws", "").split()
    switches = {"inquisitor": True, "factions": True} | more
    return from_position(position, len(rows), options(**switches), draws)


def sketched(game: Told, number: int = 1) -> VariantSketch:
    """The sketch that a hard player makes of a game, where it guesses all hands as they are."""
    search = Search(Reckoning(COUP.view(game.state, number)), Dice(b"sketch"))
    search.chance = NEVER
    hands = [[NUMBERS[role] for role in player.hidden] for player in game.state.players]
    found = search.sketch(hands, [NUMBERS[role] for role in game.state.deck])
    assert isinstance(found, VariantSketch)
    return found


def agree(game: Told, found: VariantSketch) -> None:
    """Purses, almshouse, sides and numbers of cards are the same."""
    players = game.state.players
    assert found.coins == [player.coins for player in players]
    assert found.reserve == game.state.reserve
    assert [len(hand) for hand in found.hands] == [len(player.hidden) for player in players]
    assert found.sides == [int(player.faction is Faction.POPULIST) for player in players]


A, B, C = seat(3, "inquisitor captain"), seat(2, "assassin contessa"), seat(2, "duke captain")


@pytest.mark.parametrize("code", ["convert", "convert.2", "convert.3"])
def test_conversions_cost_and_turn(code: str) -> None:
    game = real(A, B, C, reserve=1)
    found = sketched(game)
    game.do(f"1:{code}")
    found.declare(0, Deed.CONVERT, int(code[-1]) - 1 if code[-1].isdigit() else -1, [1, 2])
    agree(game, found)


def test_an_almshouse_is_emptied() -> None:
    game = real(A, B, C, reserve=4)
    found = sketched(game)
    game.do("1:embezzle", "2:allow", "3:allow")
    found.declare(0, Deed.EMBEZZLE, -1, [1, 2])
    agree(game, found)
    assert found.stories[0] == DENIES
    assert found.eyes == [None] * 3


def test_a_true_denial_shows_and_draws_all() -> None:
    game = real(A, B, C, reserve=4, draws="duke contessa")
    found = sketched(game)
    before = counted(found)
    game.do("1:embezzle", "3:challenge", "3:lose.duke")
    found.challenge(2, 0, Deed.EMBEZZLE, -1)
    agree(game, found)
    assert counted(found) == before


@pytest.mark.parametrize("bluff", ["open_hand", "concede"])
def test_a_false_denial_costs_a_card(bluff: str) -> None:
    game = real(seat(2, "duke captain"), B, C, reserve=4, embezzle_bluff=bluff)
    found = sketched(game)
    before = counted(found)
    game.do("1:embezzle", "3:challenge")
    if bluff == "concede":
        game.do("1:lose.captain")
    found.challenge(2, 0, Deed.EMBEZZLE, -1)
    agree(game, found)
    assert counted(found) == before
    assert found.out[DUKE] == (bluff == "open_hand")


@pytest.mark.parametrize("redraw", ["shuffle_first", "draw_first"])
def test_a_card_is_examined(redraw: str) -> None:
    game = real(A, B, C, examine_redraw=redraw, contessa_blocks_examine=False)
    found = sketched(game)
    before = counted(found)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa", "1:return")
    found.declare(0, Deed.EXAMINE, 1, [1, 2])
    agree(game, found)
    assert found.eyes == [None, (0, CONTESSA), None]
    again = sketched(game, 2)
    assert again.eyes == found.eyes, "a view tells the same"
    found.force(1, CONTESSA)
    assert found.eyes[1] is None
    assert counted(found) == before


def test_a_good_card_must_be_exchanged() -> None:
    for draws_first in (True, False):
        game = sketch([DUKE, CAPTAIN], [ASSASSIN], draws_first=draws_first)
        game.deck = [CONTESSA] if draws_first else []
        game.happen(0, Deed.EXAMINE, 1)
        assert game.hands[1] == [CONTESSA if draws_first else ASSASSIN]
        game.hands[1] = []
        game.happen(0, Deed.EXAMINE, 1)
        assert game.hands[1] == [], "out already"


def test_a_contessa_keeps_an_examiner_off() -> None:
    for guarded in (True, False):
        game = sketch([AMBASSADOR, DUKE], [CONTESSA, DUKE], guarded=guarded)
        game.declare(0, Deed.EXAMINE, 1, [1])
        assert (game.eyes[1] is None) is guarded


def test_foreign_aid_is_stopped_by_the_other_faction_alone() -> None:
    aid = sketch([CAPTAIN], [DUKE], [DUKE])
    aid.declare(0, Deed.AID, -1, [1, 2])
    assert aid.coins[0] == 2
    mates = sketch([CAPTAIN], [CONTESSA], [DUKE])
    mates.declare(0, Deed.AID, -1, [1, 2])
    assert mates.coins[0] == 4, "the Duke is of the same side"
    mates.hands[1] = []
    mates.declare(0, Deed.AID, -1, [2])
    assert mates.coins[0] == 4, "one side is left: the Duke may block"


def test_who_may_be_attacked_is_as_the_rules_say() -> None:
    checked = 0
    for seed in range(40):
        for state in islice(states(seed, leaving=0), 80):
            if not state.options.factions or not isinstance(state.step, Choosing):
                continue
            game = sketch(*[[DUKE]] * len(state.players))
            game.sides = list(setting(COUP.view(state, None)).sides)
            me = state.turn - 1
            others = [s for s, p in enumerate(state.players) if p.hidden and s != me]
            assert {s + 1 for s in game.foes(me, others)} == foes(state.players, state.turn)
            checked += 1
    assert checked > 100


def test_without_factions_everybody_is_a_foe() -> None:
    game = real(A, B, C, factions=False)
    assert sketched(game).foes(0, [1, 2]) == [1, 2]


def test_what_was_said_and_seen_is_taken_over() -> None:
    game = real(A, B, C, reserve=1)
    game.do("1:embezzle", "2:allow", "3:allow", "2:income", "3:tax", "1:allow", "2:allow")
    assert sketched(game).stories == [DENIES, 0, SAYS]
    caught = real(seat(2, "duke captain"), B, C, reserve=1, embezzle_bluff="concede", prove="auto")
    caught.do("1:embezzle", "2:challenge", "1:lose.captain")
    assert sketched(caught, 2).eyes[0] == (EVERYBODY, DUKE)


def doubted(game: VariantSketch, often: int = 200) -> Iterator[tuple[bool, bool]]:
    """Whether seat 0 disbelieves that seat 1 has no Duke, and doubts that it has one."""
    for _ in range(often):
        yield game.disbelieves(0, 1), game.doubts(0, 1, DUKE, (0.1, 0.1, 0.1))


def test_whoever_has_seen_a_card_is_not_lied_to() -> None:
    chance = random.Random(2).random
    seen = sketch([CAPTAIN], [DUKE], chance=chance, eyes=((0, 0), (0, DUKE)))
    assert set(doubted(seen)) == {(True, False)}
    other = sketch([CAPTAIN], [CONTESSA], chance=chance, eyes=((0, 0), (EVERYBODY, CONTESSA)))
    assert set(doubted(other)) == {(False, True)}
    two = sketch([CAPTAIN], [CONTESSA, DUKE], chance=chance, eyes=((0, 0), (0, CONTESSA)))
    assert {lies for lies, _ in doubted(two)} == {True, False}
    assert {lies for _, lies in doubted(two)} == {True, False}
    away = sketch([CAPTAIN], [CONTESSA], chance=chance, eyes=(None, (2, CONTESSA)))
    assert {lies for _, lies in doubted(away)} == {True, False}


def test_who_sees_all_dukes_or_knows_that_one_lacks_them_believes() -> None:
    rich = sketch([DUKE, DUKE], [CAPTAIN], chance=ALWAYS)
    assert rich.disbelieves(0, 1)
    rich.out[DUKE] = 1
    assert not rich.disbelieves(0, 1)
    known = sketch([CAPTAIN], [CAPTAIN], chance=ALWAYS)
    known.known[1] = DUKE
    assert not known.disbelieves(0, 1)


def test_whoever_denied_is_doubted_as_a_duke() -> None:
    rates = []
    for story in (0, DENIES):
        chance = random.Random(3).random
        game = sketch([CAPTAIN], [CONTESSA, DUKE], chance=chance, stories=(0, story))
        rates.append(sum(lies for _, lies in doubted(game, 1000)))
    assert rates[1] > 1.5 * rates[0]


def test_a_seen_card_that_moves_is_known_no_more() -> None:
    game = sketch([CAPTAIN], [DUKE, CONTESSA], eyes=(None, (0, DUKE)), stories=(0, SAYS))
    game.lose(1)
    assert game.eyes[1] == (0, DUKE), "the other card is gone"
    assert game.shows(1, DUKE)
    assert game.eyes[1] is None
    assert game.stories[1] == 0
    lost = sketch([CAPTAIN], [CONTESSA], eyes=(None, (0, CONTESSA)))
    lost.lose(1)
    assert lost.eyes[1] is None
    kept = sketch([CAPTAIN], [CAPTAIN, CONTESSA], eyes=(None, (0, CONTESSA)))
    assert kept.shows(1, CAPTAIN)
    assert kept.eyes[1] == (0, CONTESSA)
    assert not kept.shows(1, DUKE)
    kept.exchange(1)
    assert kept.eyes[1] is None


def test_an_inquisitor_exchanges_one_card() -> None:
    game = sketch([AMBASSADOR, AMBASSADOR], [CONTESSA, CONTESSA])
    game.deck = [ASSASSIN]
    game.exchange(0)
    assert game.hands[0] == [ASSASSIN, AMBASSADOR]
    assert game.deck == [AMBASSADOR]
    game.hands[0], game.deck = [AMBASSADOR, DUKE], [DUKE]
    game.exchange(0)
    assert game.hands[0] == [DUKE, AMBASSADOR], "not two of a kind"
    game.hands[0], game.deck = [CONTESSA], [DUKE]
    game.exchange(0)
    assert game.hands[0] == [DUKE]
    plain = sketch([AMBASSADOR], [CONTESSA], inquisitor=False)
    plain.deck = [ASSASSIN, DUKE]
    plain.exchange(0)
    assert (plain.hands[0], len(plain.deck)) == ([ASSASSIN], 2)
