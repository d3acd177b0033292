"""What computer players think with: beliefs, stakes, the last turn, and rounds played out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import light as numbers
from core.games.love_letter.hard import Prizes, ponder
from core.games.love_letter.last_turn import chance
from core.games.love_letter.light import EMPTY, NUMBER, Code, Light
from core.games.love_letter.model import Keep, Move, Options, Play, Seen, State, View, kit
from core.games.love_letter.names import Card
from core.games.love_letter.normal import WEIGHTS, Weights, decide, values
from core.games.love_letter.playout import aim, choose, play_out, take_turn
from core.games.love_letter.reading import at_match_point, guessed, read, stakes, standing
from core.games.love_letter.worlds import Worlds
from core.kernel.dice import Dice
from core.kernel.minds import Manner
from tests.games.love_letter.running import at, hand, options, out, random_match, run

# ---------------------------------------------------------------------- reading


def test_beliefs_follow_what_was_played_and_seen() -> None:
    seats = [hand("guard", "king"), hand("baron", discards=["countess"]), hand("handmaid")]
    table = read(GAME.view(at("bga", seats).state, 1))
    assert sum(table.odds[2].values()) == pytest.approx(1)
    assert table.odds[2][Card.PRINCESS] > 2 * table.odds[3][Card.PRINCESS]
    assert Card.COUNTESS not in table.odds[3]
    assert table.odds[3][Card.GUARD] == pytest.approx(4 / table_size(table.unseen))
    assert table.below[Card.GUARD] < table.below[Card.PRINCE] < table.below[Card.PRINCESS]
    assert not table.sure
    assert guessed(table.pack, {Card.GUARD: 1}, (Card.GUARD,), None) == {}


def table_size(unseen: Any) -> int:
    return sum(unseen.values())


def test_the_match_says_whose_win_hurts_most() -> None:
    seats = [hand("guard", "king"), hand("baron"), hand("handmaid"), hand("priest")]
    level = stakes(GAME.view(at("bga", seats).state, 1))
    assert level == pytest.approx({1: 1, 2: 0, 3: 0, 4: 0})
    view = GAME.view(at("bga", seats, tokens=[1, 3, 0, 1]).state, 1)
    assert at_match_point(view) == {2}
    found = stakes(view)
    assert found[1] == pytest.approx(1)
    assert found[2] < 0 < found[4] < found[3]
    assert found[2] + found[3] + found[4] == pytest.approx(0)
    assert standing((0, 3), 0) == 1
    assert standing((3, 0), 0) == 0
    assert standing((2, 2), 0) == 0.5


def test_who_has_left_counts_no_more() -> None:
    seats = [hand("guard", "king"), hand("baron"), hand("handmaid"), {"left": True}]
    view = GAME.view(at("bga", seats, tokens=[0, 0, 0, 3]).state, 1)
    assert set(stakes(view)) == {1, 2, 3}
    assert at_match_point(view) == frozenset()


# ---------------------------------------------------------------------- the last turn


def last(*cards: str, rivals: list[Any], **rest: Any) -> View:
    """A view with an empty deck: the rest of the pack lies open."""
    state = at("z19", [hand(*cards), *rivals], **rest).state
    gone = msgspec.structs.replace(state, deck=(), faceup=state.faceup + state.deck)
    return GAME.view(gone, 1)


def won(view: View, code: str) -> float:
    """The chance to win with a move, its card and the kept one being in the view."""
    words = code.split(".")
    card, target = Card(words[0]), int(words[1]) if len(words) > 1 else 0
    name = Card(words[2]) if len(words) > 2 else None
    kept = view.hand[1] if view.hand[0] is card else view.hand[0]
    return chance(read(view), Play(code, card, target, name), kept, view.shielded)


def test_what_the_last_play_leads_to() -> None:
    rivals = [hand("king"), hand("priest")]
    view = last("guard", "baron", rivals=rivals)  # King and Priest are all that is hidden
    assert won(view, "guard.2.king") == pytest.approx(0.5, abs=0.2)
    assert won(view, "guard.2.priest") < won(view, "guard.2.king")
    assert won(view, "guard.2.baron") == won(view, "guard.2.spy")
    view = msgspec.structs.replace(
        view, seen=(Seen(1, 2, 0, Card.KING), Seen(1, 3, 0, Card.PRIEST))
    )
    assert won(view, "guard.2.king") == 1
    assert won(view, "guard.3.priest") == 0
    assert won(view, "guard") == 0
    assert won(view, "baron.2") == 0
    view = msgspec.structs.replace(view, hand=(Card.PRINCE, Card.COUNTESS))
    assert won(view, "princess") == 0
    view = msgspec.structs.replace(
        view, shielded=(2,), options=options("z19", protected_target="fizzle")
    )
    assert won(view, "prince.2") == 1


def test_the_last_prince_may_meet_the_princess_or_the_set_aside_card() -> None:
    rivals = [hand("princess")]
    view = last("prince", "priest", rivals=rivals, aside="handmaid")
    assert 0 < won(view, "prince.2") < 1
    assert 0 < won(view, "prince.1") < 0.6
    kept = msgspec.structs.replace(view, hand=(Card.PRINCE, Card.PRINCESS))
    assert won(kept, "prince.1") == 0


def test_the_last_king_takes_a_higher_card() -> None:
    view = last("king", "priest", rivals=[hand("princess"), hand("guard")])
    view = msgspec.structs.replace(
        view, seen=(Seen(1, 2, 0, Card.PRINCESS), Seen(1, 3, 0, Card.GUARD))
    )
    assert won(view, "king.2") == 1
    assert won(view, "king.3") == 0
    assert won(view, "priest.2") == 0


def test_a_mind_decides_the_last_turn_by_it() -> None:
    view = last("king", "priest", rivals=[hand("princess"), hand("guard")], tokens=[0, 4, 0])
    view = msgspec.structs.replace(view, seen=(Seen(1, 2, 0, Card.PRINCESS),))
    moves = [Play("king.2", Card.KING, 2), Play("king.3", Card.KING, 3)]
    assert decide(view, moves, Dice(b"last"), Weights()).code == "king.2"


def test_a_prince_that_must_be_ones_own_is_the_end_with_the_princess() -> None:
    view = GAME.view(at("bga", [hand("prince", "princess"), hand("guard"), hand("king")]).state, 1)
    moves = [Play("prince.1", Card.PRINCE, 1), Play("prince.2", Card.PRINCE, 2)]
    own, other = values(view, moves, WEIGHTS[Manner.CAREFUL])
    assert own < 0 < other


# ---------------------------------------------------------------------- light rounds


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


# ---------------------------------------------------------------------- worlds, and hard


def test_imagined_worlds_hold_all_that_is_known() -> None:
    for preset, seats in (("aeg", 2), ("bga", 4), ("z19", 3), ("jp", 5)):
        for number, (state, _) in enumerate(random_match(preset, seats, b"imagined")):
            if state.phase == "over" or number % 3:
                continue
            view = GAME.view(state, state.turn)
            worlds = Worlds(view, read(view), number)
            again = Worlds(view, read(view), number)
            for each in range(3):
                world = worlds.one(each)
                assert (world.hands, world.deck) == (again.one(each).hands, again.one(each).deck)
                for fact in view.seen:
                    assert world.hands[fact.seat] == NUMBER[fact.card]
                for laid in view.under:
                    assert world.deck[laid.below] == NUMBER[laid.card]
                piles = [*view.discards, view.faceup, view.hand]
                cards = Counter(NUMBER[card] for pile in piles for card in pile)
                cards.update([*world.deck, *world.hands, world.aside])
                del cards[EMPTY]
                whole = Counter(NUMBER[card] for card in kit(view.options).cards)
                assert cards == whole, (preset, number)


def test_worlds_go_on_when_beliefs_cannot_all_be_true() -> None:
    """Two seats that could only hold the one Princess: one of them holds something else."""
    view = GAME.view(at("bga", [hand("guard", "king"), hand("baron"), hand("priest")]).state, 1)
    table = read(view)
    odds = {seat: {Card.PRINCESS: 1.0} for seat in table.rivals}
    worlds = Worlds(view, msgspec.structs.replace(table, odds=odds), 5)
    hands = {tuple(worlds.one(number).hands[2:]) for number in range(8)}
    assert len(hands) == 2
    assert all(numbers.PRINCESS in pair for pair in hands)
    empty = dict.fromkeys(table.unseen, 0)
    worlds = Worlds(view, msgspec.structs.replace(table, odds=odds, unseen=empty), 5)
    assert worlds.one(0).hands[2:] == [EMPTY, EMPTY]


def prizes(preset: str, tokens: list[int], **switches: Any) -> Prizes:
    seats = [hand("guard", "king"), hand("baron"), hand("handmaid")]
    return Prizes(GAME.view(at(preset, seats, tokens=tokens, switches=switches).state, 1))


def test_what_an_end_is_worth() -> None:
    worth = prizes("z19", [0, 4, 0])
    end = small("z19")
    assert worth.of(end, [1]) > worth.of(end, [3]) > worth.of(end, [2])
    assert worth.of(end, [1, 2]) < worth.of(end, [1])
    spied = small("z19", spies={1})
    assert worth.of(spied, [1]) > worth.of(end, [1])
    assert worth.of(spied, [3]) > worth.of(end, [3])
    assert worth.of(small("z19", spies={1, 2}), [1]) == worth.of(end, [1])
    drawn = prizes("bga", [0, 0, 0])
    assert drawn.of(small(), [1, 2]) == 0
    double = prizes("jp", [0, 0, 0])
    crowned = small("jp", hands=[EMPTY, numbers.PRINCESS, 1, 1])
    assert double.of(crowned, [1]) > double.of(small("jp"), [1])


def test_hard_thinks_the_same_with_the_same_dice() -> None:
    seats = [hand("guard", "king"), hand("baron"), hand("handmaid")]
    for preset in ("bga", "z19", "jp"):
        state = at(preset, seats, tokens=[0, 2, 0]).state
        view, moves = GAME.view(state, 1), GAME.moves(state, 1)
        bot = GAME.bots["hard.bold"]
        found = {bot(view, moves, Dice(b"same")).code for _ in range(2)}
        assert len(found) == 1


def test_hard_thinks_about_a_chancellor() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    state = at("z19", seats).state
    view, moves = GAME.view(state, 1), GAME.moves(state, 1)
    assert ponder(view, moves, Dice(b"c"), WEIGHTS[Manner.BOLD], 200, 0.0) in moves


def test_hard_sees_what_is_coming() -> None:
    """By playouts alone: the Prince goes to whoever is known to hold the Princess."""
    seats = [hand("priest", "prince"), hand("princess"), hand("guard")]
    match = at("bga", seats, "1:priest.2", draws=["handmaid", "guard", "handmaid"])
    match.play("2:handmaid", "3:guard.1.king")
    assert match.state.shielded == (2,)
    seats = [hand("priest", "prince"), hand("princess"), out("guard")]
    match = at("bga", seats, "1:priest.2", draws=["guard", "countess"])
    state = match.play("2:guard.1.king").state
    view = GAME.view(state, 1)
    if Card.COUNTESS in view.hand:  # she must be played beside a Prince
        assert len(GAME.moves(state, 1)) == 1
    seats = [hand("guard", "prince"), hand("princess"), hand("baron")]
    state = at("bga", seats).state
    known = msgspec.structs.replace(state, seen=(Seen(1, 2, 0, Card.PRINCESS),))
    view, moves = GAME.view(known, 1), GAME.moves(known, 1)
    best = ponder(view, moves, Dice(b"sees"), WEIGHTS[Manner.BOLD], 600, 0.0)
    assert best.code in ("prince.2", "guard.2.princess")


def test_all_presets_have_their_numbers() -> None:
    for preset in GAME.presets.values():
        assert isinstance(preset, Options)
        code = Code(preset)
        for card, rank in kit(preset).ranks.items():
            assert code.ranks[NUMBER[card]] == rank
    state, _ = run(GAME.setup(2, options("aeg"), Dice(b"x")))
    assert lightened(state).copy().deck == lightened(state).deck


def test_what_a_chancellor_laid_down_lies_there_in_every_world() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats, "1:chancellor", draws=["countess", "baron"])
    view = GAME.view(match.play("1:keep.countess.guard.baron").state, 1)
    for number in range(5):
        world = Worlds(view, read(view), 3).one(number)
        assert world.deck[:2] == [numbers.BARON, numbers.GUARD]
