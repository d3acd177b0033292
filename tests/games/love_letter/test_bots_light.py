"""Light rounds go by the rules of the game, and are played out by rules of thumb."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import light as numbers
from core.games.love_letter.light import EMPTY, NUMBER, Code, Light
from core.games.love_letter.model import Keep, Move, Options, State, kit
from core.games.love_letter.names import Card
from core.games.love_letter.playout import aim, choose, play_out, take_turn
from core.kernel.dice import Dice
from tests.games.love_letter.running import options, random_match, run


def lightened(state: State) -> Light:
    """The light round of a state."""
    code = Code(state.options)
    hands = [EMPTY, *(NUMBER[cards[0]] if cards else EMPTY for cards in state.hands)]
    piles = [(), *state.discards]
    return Light(
        code,
        list(state.alive),
        hands,
        [NUMBER[card] for card in reversed(state.deck)],
        EMPTY if state.aside is None else NUMBER[state.aside],
        [sum(code.ranks[NUMBER[card]] for card in pile) for pile in piles],
        state.shielded,
        [seat for seat, pile in enumerate(piles) if Card.SPY in pile],
        [(fact.by, fact.seat) for fact in state.seen if not fact.slot],
    )


def moved(state: State, move: Move) -> Light:
    """The light round after a move."""
    if isinstance(move, Keep):
        light = lightened(state)
        kept, *under = (NUMBER[card] for card in move.cards)
        light.keep(state.turn, kept, under)
        return light
    first, second = state.hands[state.turn - 1]
    kept_card = second if first is move.card else first
    light = lightened(state)
    name = EMPTY if move.name is None else NUMBER[move.name]
    light.lay(state.turn, NUMBER[move.card], NUMBER[kept_card], move.target, name)
    return light


@pytest.mark.parametrize(
    ("preset", "seats", "switches"),
    [
        ("aeg", 2, {}),
        ("bga", 4, {}),
        ("z19", 3, {}),
        ("z19", 6, {}),
        ("jp", 4, {"countess": "sum12"}),
    ],
)
def test_a_light_round_goes_by_the_rules(preset: str, seats: int, switches: Any) -> None:
    """Whatever is played, it comes to the same as in the rules of the game."""
    compared = 0
    for seed in range(12):
        before: State | None = None
        for state, move in random_match(preset, seats, b"light%d" % seed, **switches):
            if before is not None and move is not None:
                light = moved(before, move)
                if state.round == before.round and state.phase != "over":
                    compared += _same(light, state, before.phase == "play")
                else:
                    best = light.winners()
                    shared = len(best) > 1 and state.options.unbroken == "nobody"
                    assert state.last == () if shared else tuple(best) == state.last
            before = state
    assert compared > 100


def _same(light: Light, state: State, played: bool) -> bool:
    """Whether a light round is this state, in which the next seat has drawn already."""
    if state.phase == "keep":
        return False  # the draw of a Chancellor is not part of `lay`
    deck = [NUMBER[card] for card in reversed(state.deck)]
    drawn = NUMBER[state.hands[state.turn - 1][1]]
    assert light.deck == [*deck, drawn]
    assert tuple(light.alive) == state.alive
    assert light.hands[1:] == [NUMBER[cards[0]] if cards else EMPTY for cards in state.hands]
    assert light.shields - {state.turn} == set(state.shielded)
    assert light.aside == (EMPTY if state.aside is None else NUMBER[state.aside])
    ranks = kit(state.options).ranks
    for seat in state.alive:
        pile = state.discards[seat - 1]
        assert light.totals[seat] == sum(ranks[card] for card in pile)
        assert (seat in light.spies) == (Card.SPY in pile)
    known = {(fact.by, fact.seat) for fact in state.seen}
    assert light.knows <= known
    return True


def small(preset: str = "bga", **rest: Any) -> Light:
    """A round of three, for one play."""
    base: dict[str, Any] = {
        "alive": [1, 2, 3],
        "hands": [EMPTY, numbers.PRIEST, numbers.KING, numbers.BARON],
        "deck": [numbers.GUARD, numbers.HANDMAID, numbers.PRINCE],
        "aside": EMPTY,
        "totals": [0] * 4,
    }
    return Light(Code(GAME.presets[preset]), **{**base, **rest})


def test_rules_of_thumb() -> None:
    light = small()
    assert choose(light, 1, numbers.KING, numbers.KING, numbers.PRINCESS) == numbers.KING
    assert choose(light, 1, numbers.KING, numbers.KING, numbers.KING) == numbers.KING
    assert choose(light, 1, numbers.BARON, numbers.BARON, numbers.HANDMAID) == numbers.HANDMAID
    assert choose(light, 1, numbers.BARON, numbers.BARON, numbers.KING) == numbers.BARON
    cards = Counter(
        choose(light, 1, numbers.GUARD, numbers.GUARD, numbers.HANDMAID) for _ in range(60)
    )
    assert set(cards) == {numbers.GUARD, numbers.HANDMAID}
    light = small(knows={(1, 2)})
    assert choose(light, 1, numbers.GUARD, numbers.GUARD, numbers.HANDMAID) == numbers.GUARD
    light = small(knows={(2, 1)})
    dumped = Counter(
        choose(light, 1, numbers.KING, numbers.PRIEST, numbers.KING) for _ in range(60)
    )
    assert set(dumped) == {numbers.KING, numbers.PRIEST}
    hidden = Counter(
        choose(light, 1, numbers.PRIEST, numbers.PRIEST, numbers.HANDMAID) for _ in range(60)
    )
    assert numbers.HANDMAID in hidden


def test_what_was_seen_is_aimed_at() -> None:
    light = small(knows={(1, 2)})
    assert aim(light, 1, numbers.GUARD, numbers.PRIEST, [2, 3]) == (2, numbers.KING)
    assert aim(light, 1, numbers.KING, numbers.PRIEST, [2, 3])[0] == 2
    assert aim(light, 1, numbers.BARON, numbers.PRINCESS, [2, 3])[0] == 2
    assert {aim(light, 1, numbers.BARON, numbers.GUARD, [2, 3])[0] for _ in range(40)} == {2, 3}
    assert aim(light, 1, numbers.PRIEST, numbers.GUARD, [3])[0] == 3
    light = small(knows={(1, 2)}, hands=[EMPTY, 2, numbers.PRINCESS, 3])
    assert aim(light, 1, numbers.PRINCE, numbers.PRIEST, [2, 3])[0] == 2
    light = small(hands=[EMPTY, 2, numbers.GUARD, 3], deck=[numbers.GUARD] * 4)
    assert aim(light, 1, numbers.GUARD, numbers.PRIEST, [2]) == (2, numbers.PRIEST)


def test_turns_that_the_rules_force() -> None:
    light = small(hands=[EMPTY, numbers.LADY, 1, 1], deck=[numbers.KING])
    take_turn(light, 1)
    assert light.hands[1] == numbers.KING
    light = small("jp", hands=[EMPTY, numbers.LADY, 1, 1], deck=[numbers.KING])
    take_turn(light, 1)
    assert light.alive == [2, 3]
    light = small(hands=[EMPTY, numbers.PRINCE, 1, 1], deck=[1, 2, numbers.KING], shields={2, 3})
    take_turn(light, 1)
    assert light.hands[1] == numbers.PRIEST  # its own Prince made it draw
    light = small("jp", hands=[EMPTY, numbers.PRINCE, 1, 1], deck=[numbers.KING], shields={2, 3})
    take_turn(light, 1)
    assert light.hands[1] == numbers.KING
    hands = [EMPTY, numbers.CHANCELLOR, 1, 1]
    light = small("z19", hands=hands[:], deck=[1, numbers.PRINCE, 2, numbers.KING])
    take_turn(light, 1)
    assert light.hands[1] == numbers.KING
    assert sorted(light.deck) == [1, 2, numbers.PRINCE]
    light = small("z19", hands=hands[:], deck=[numbers.KING])
    take_turn(light, 1)
    assert light.hands[1] == numbers.KING
    light = small(hands=[EMPTY, 1, 1, 3], deck=[1, 5, numbers.HANDMAID, numbers.PRIEST])
    assert set(play_out(light, 3)) <= {1, 2, 3}


def test_all_presets_have_their_numbers() -> None:
    for preset in GAME.presets.values():
        assert isinstance(preset, Options)
        code = Code(preset)
        for card, rank in kit(preset).ranks.items():
            assert code.ranks[NUMBER[card]] == rank
    state, _ = run(GAME.setup(2, options("aeg"), Dice(b"x")))
    assert lightened(state).copy().deck == lightened(state).deck
