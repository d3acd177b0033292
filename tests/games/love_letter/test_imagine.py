"""Views hide, and imagined worlds prove it."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import msgspec
import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter.model import Laid, Seen, State, kit
from core.games.love_letter.names import Card
from core.kernel.dice import Dice
from tests.games.love_letter.running import Match, at, hand, out, random_match

ALL = [("aeg", 2), ("bga", 3), ("bga", 4), ("jp", 2), ("jp", 4), ("z19", 2), ("z19", 3), ("z19", 6)]


@pytest.mark.parametrize(("preset", "seats"), ALL)
def test_an_imagined_world_looks_the_same(preset: str, seats: int) -> None:
    dice = Dice(b"worlds")
    for seed in range(3):
        for state, _ in random_match(preset, seats, bytes([seed])):
            for seat in (None, *range(1, seats + 1)):
                world = GAME.imagine(state, seat, dice)
                assert GAME.view(world, seat) == GAME.view(state, seat)
                assert whole(world) == Counter(kit(state.options).cards)


@pytest.mark.parametrize(("preset", "seats"), ALL)
def test_what_a_seat_has_learnt_is_true(preset: str, seats: int) -> None:
    for seed in range(12):
        for state, _ in random_match(preset, seats, b"true" + bytes([seed])):
            for fact in state.seen:
                assert state.hands[fact.seat - 1][fact.slot] is fact.card
                assert fact.by in state.alive
            for laid in state.under:
                assert state.deck[-1 - laid.below] is laid.card
            for seat in state.alive:
                assert state.hands[seat - 1][0] not in state.ruled_out[seat - 1]


def whole(state: State) -> Counter[Card]:
    found = Counter(state.deck)
    found.update(state.faceup)
    found.update(card for pile in (*state.hands, *state.discards) for card in pile)
    found.update([state.aside] if state.aside else [])
    return found


def arrangements(cards: list[Card]) -> set[tuple[Card, ...]]:
    return set(permutations(cards))


def worlds(state: State, seat: int | None) -> set[bytes]:
    """Every deal of all hidden cards that looks the same to this reader, found by trying all."""
    me = seat or 0
    places = [(i, j) for i, h in enumerate(state.hands, 1) if i != me for j in range(len(h))]
    cards = [state.hands[i - 1][j] for i, j in places] + list(state.deck)
    cards += [state.aside] if state.aside else []
    found = set()
    view = GAME.view(state, seat)
    for order in arrangements(cards):
        hands = [list(h) for h in state.hands]
        for (i, j), card in zip(places, order, strict=False):
            hands[i - 1][j] = card
        rest = order[len(places) :]
        deck = rest[: len(state.deck)]
        aside = rest[-1] if state.aside else None
        if any(hands[f.seat - 1][f.slot] is not f.card for f in state.seen if f.by == me):
            continue
        if any(deck[-1 - f.below] is not f.card for f in state.under if f.by == me):
            continue
        if any(h and i != me and h[0] in state.ruled_out[i - 1] for i, h in enumerate(hands, 1)):
            continue
        turn = hands[state.turn - 1]
        bust = Card.MINISTER in turn and not kit(state.options).clash.isdisjoint(turn)
        if bust and state.phase == "play" and state.turn != me:
            continue
        world = msgspec.structs.replace(
            state,
            hands=tuple(map(tuple, hands)),
            deck=deck,
            aside=aside,
            seen=tuple(
                Seen(f.by, f.seat, f.slot, hands[f.seat - 1][f.slot], f.felt) for f in state.seen
            ),
            under=tuple(Laid(f.by, f.below, deck[-1 - f.below]) for f in state.under),
        )
        if GAME.view(world, seat) == view:
            found.add(msgspec.json.encode(world))
    return found


def drawn(state: State, seat: int | None, times: int) -> Counter[bytes]:
    dice = Dice(b"drawn")
    return Counter(msgspec.json.encode(GAME.imagine(state, seat, dice)) for _ in range(times))


def small(preset: str, *moves: str, seats: list[Any], deck: list[str], aside: str) -> Match:
    """Few hidden cards: one more seat is out, with all other cards before it."""
    left = Counter(card.value for card in kit(GAME.presets[preset]).cards)
    left.subtract([*deck, aside, *(card for seat in seats for card in seat["hand"])])
    return at(preset, [*seats, out(*left.elements())], *moves, deck=deck, aside=aside)


CASES = {
    "a Priest has looked": lambda: small(
        "bga",
        "1:priest.2",
        seats=[hand("priest", "king"), hand("countess")],
        deck=["guard", "guard", "guard"],
        aside="princess",
    ),
    "a Guard has missed": lambda: small(
        "bga",
        "1:guard.2.princess",
        seats=[hand("guard", "king"), hand("guard")],
        deck=["guard", "guard", "princess"],
        aside="priest",
    ),
    "a Baron was lost": lambda: small(
        "bga",
        "1:baron.3",
        seats=[hand("baron", "king"), hand("guard"), hand("priest")],
        deck=["guard", "guard"],
        aside="princess",
    ),
    "a Baron was tied": lambda: small(
        "bga",
        "1:baron.2",
        seats=[hand("baron", "guard"), hand("guard"), hand("guard")],
        deck=["guard", "king"],
        aside="priest",
    ),
    "the Minister did not bust": lambda: small(
        "jp",
        "1:handmaid",
        seats=[hand("handmaid", "guard"), hand("minister")],
        deck=["guard", "princess", "guard"],
        aside="guard",
    ),
    "the Minister cannot have been kept": lambda: small(
        "jp",
        "1:prince.2",
        seats=[hand("prince", "guard"), hand("guard")],
        deck=["guard", "guard", "minister"],
        aside="princess",
    ),
    "the Chancellor has chosen": lambda: small(
        "z19",
        "1:chancellor",
        "1:keep.princess.guard.baron",
        seats=[hand("chancellor", "guard"), hand("guard")],
        deck=["princess", "baron", "guard"],
        aside="guard",
    ),
    "the Chancellor is choosing": lambda: small(
        "z19",
        "1:chancellor",
        seats=[hand("chancellor", "guard"), hand("guard")],
        deck=["princess", "baron", "guard"],
        aside="guard",
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("seat", [None, 1, 2, 3])
def test_every_world_that_looks_the_same_is_drawn(case: str, seat: int | None) -> None:
    state = CASES[case]().state
    possible = worlds(state, seat)
    assert msgspec.json.encode(state) in possible
    found = drawn(state, seat, 25 * len(possible) + 20)
    assert set(found) == possible


def test_worlds_are_equally_likely() -> None:
    match = CASES["a Priest has looked"]()
    worlds_of_one = drawn(match.state, 1, 6000)
    fair = 6000 / len(worlds_of_one)
    assert all(fair * 0.7 < times < fair * 1.3 for times in worlds_of_one.values())


def test_a_seen_card_is_known_until_it_may_have_been_played() -> None:
    seats = [hand("priest", "king"), hand("baron"), hand("guard"), hand("guard")]
    match = at("bga", seats, "1:priest.2", draws=["handmaid"])
    assert match.state.seen == (Seen(1, 2, 0, Card.BARON),)
    kept = at("bga", seats, "1:priest.2", "2:handmaid", draws=["handmaid"])
    assert kept.state.seen == (Seen(1, 2, 0, Card.BARON),)
    gone = at("bga", seats, "1:priest.2", "2:baron.4", draws=["baron"])
    assert gone.state.seen == (Seen(2, 4, 0, Card.GUARD),) or gone.state.alive != (1, 2, 3, 4)
    assert not any(fact.by == 1 for fact in gone.state.seen)


def test_a_priest_who_looks_again_learns_nothing_new() -> None:
    seats = [hand("priest", "priest"), hand("king"), hand("guard")]
    match = at("bga", seats, "1:priest.2", draws=["handmaid", "guard", "handmaid"])
    match.play("2:handmaid", "3:guard.1.king")
    match.play("1:handmaid")
    assert [fact for fact in match.state.seen if fact.by == 1] == [Seen(1, 2, 0, Card.KING)]


def test_equal_cards_are_seen_twice_and_played_once() -> None:
    """Both of two equal cards are known: whichever is played, the other is still known."""
    seats = [hand("chancellor", "king"), hand("guard"), hand("priest")]
    match = at(
        "z19",
        seats,
        "1:chancellor",
        "1:keep.king.handmaid.guard",
        deck=["handmaid", "guard"],
        aside="princess",
        draws=["handmaid", "guard"],
    )
    assert match.state.under[-1] == Laid(1, 0, Card.GUARD)
    state = msgspec.structs.replace(
        match.state,
        deck=(Card.GUARD,),
        hands=(match.state.hands[0], (Card.GUARD, Card.HANDMAID), match.state.hands[2]),
        seen=(Seen(1, 2, 0, Card.GUARD), Seen(1, 2, 1, Card.HANDMAID), Seen(3, 2, 0, Card.GUARD)),
    )
    match.state = state
    match.play("2:guard.3.king")
    assert Seen(1, 2, 0, Card.HANDMAID) in match.state.seen
    assert not any(fact.by == 3 and fact.seat == 2 for fact in match.state.seen)


def test_what_the_king_moves_is_known_at_its_new_place() -> None:
    seats = [hand("priest", "handmaid"), hand("countess"), hand("king"), hand("baron")]
    match = at("bga", seats, "1:priest.2", "2:guard.4.princess", draws=["guard", "guard"])
    assert match.state.seen == (Seen(1, 2, 0, Card.COUNTESS),)
    match.play("3:king.2")
    assert set(match.state.seen) == {
        Seen(1, 3, 0, Card.COUNTESS, felt=False),
        Seen(2, 3, 0, Card.COUNTESS),
        Seen(3, 2, 0, Card.GUARD),
    }
    # Seat 3 cannot tell whether seat 2 played what seat 1 had seen there.
    assert GAME.view(match.state, 3).known == (Seen(2, 3, 0, Card.COUNTESS),)
    assert GAME.view(match.state, 2).known == (Seen(3, 2, 0, Card.GUARD),)
    assert GAME.view(match.state, None).known == ()


def test_own_cards_are_no_news() -> None:
    """Who looked at a hand and then swaps with it knows what it gave."""
    seats = [hand("priest", "handmaid"), hand("countess"), hand("guard"), hand("baron")]
    match = at("bga", seats, "1:priest.2", draws=["king"])
    match.play("2:countess")
    assert match.state.seen == ()
    match = at(
        "bga",
        seats,
        "1:priest.2",
        "2:guard.3.king",
        "3:guard.4.king",
        "4:guard.3.king",
        "1:king.2",
        draws=["guard", "guard", "guard", "king"],
    )
    assert set(match.state.seen) == {
        Seen(1, 2, 0, Card.HANDMAID),
        Seen(2, 1, 0, Card.COUNTESS),
    }


def test_a_laid_card_is_followed_into_the_hand_that_draws_it() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("handmaid")]
    match = at(
        "z19",
        seats,
        "1:chancellor",
        "1:keep.guard.baron.priest",
        draws=["baron", "priest"],
        deck=["baron", "priest"],
        aside="princess",
    )
    # only two more cards lie above the two that seat 1 knows
    state = msgspec.structs.replace(match.state, deck=match.state.deck[-2:])
    match.state = state
    match.play(
        "2:king.1"
        if "king.1" in {m.code for m in GAME.moves(state, 2)}
        else sorted(match.legal(2))[0]
    )
    facts = [fact for fact in match.state.seen if fact.by == 1 and fact.seat == 3]
    assert facts == [Seen(1, 3, 1, Card.BARON)]
    assert match.state.under == (Laid(1, 0, Card.PRIEST),)


def test_own_draw_of_a_laid_card_is_no_fact_about_others() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("handmaid")]
    match = at(
        "z19",
        seats,
        "1:chancellor",
        "1:keep.guard.baron.priest",
        draws=["baron", "priest"],
        aside="princess",
    )
    match.state = msgspec.structs.replace(
        match.state,
        deck=match.state.deck[-1:],
        turn=3,
        hands=((Card.GUARD,), (Card.KING,), (Card.HANDMAID, Card.GUARD)),
    )
    match.play("3:handmaid")
    assert match.state.under == ()
    assert not any(fact.by == 1 for fact in match.state.seen)


def test_a_second_chancellor_lifts_what_lies_below() -> None:
    seats = [hand("chancellor", "guard"), hand("chancellor"), hand("handmaid")]
    match = at(
        "z19",
        seats,
        "1:chancellor",
        "1:keep.guard.baron.priest",
        "2:chancellor",
        "2:keep.prince.guard.handmaid",
        draws=["baron", "priest", "guard", "handmaid", "prince"],
        aside="princess",
    )
    mine = [laid for laid in match.state.under if laid.by == 1]
    assert mine == [Laid(1, 3, Card.BARON), Laid(1, 2, Card.PRIEST)]


def test_a_card_pulled_from_the_middle_is_forgotten() -> None:
    """A record may prescribe a draw that no deck would give."""
    match = at(
        "z19",
        [hand("chancellor", "guard"), hand("king"), hand("handmaid")],
        "1:chancellor",
        "1:keep.guard.princess.countess",
        draws=["princess", "countess", "princess"],
        aside="baron",
    )
    assert match.state.hands[1] == (Card.KING, Card.PRINCESS)
    assert match.state.under == (Laid(1, 0, Card.COUNTESS),)
    assert match.state.seen == ()
