"""The computer players: legal, blind to hidden cards, and not foolish."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter.model import Seen, State
from core.games.love_letter.names import Card
from core.kernel.dice import Dice
from core.kernel.minds import DEFAULT, Bot, Level, Manner, beside, kind
from tests.games.love_letter.running import at, hand, options, out, run

TABLES = [("aeg", 2), ("bga", 3), ("bga", 4), ("jp", 2), ("jp", 5), ("z19", 2), ("z19", 6)]
QUICK = [name for name in GAME.bots if not beside(name)]
NORMAL = [kind(Level.NORMAL, manner) for manner in Manner]
THINKING = [*NORMAL, *(kind(Level.HARD, manner) for manner in Manner)]


def choice(name: str, state: State, seat: int, seed: bytes = b"choice") -> str:
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    code: str = GAME.bots[name](view, moves, Dice(seed)).code
    return code


def choices(name: str, state: State, seat: int, many: int = 60) -> Counter[str]:
    """What it chooses with many dice, and how often."""
    return Counter(choice(name, state, seat, b"%d" % number) for number in range(many))


def match(bot: Bot, preset: str, seats: int, seed: bytes, **switches: Any) -> list[State]:
    dice, thought = Dice(seed), Dice(seed + b"t")
    state, _ = run(GAME.setup(seats, options(preset, **switches), dice))
    states = [state]
    while state.phase != "over":
        moves = GAME.moves(state, state.turn)
        move = bot(GAME.view(state, state.turn), moves, thought)
        assert move in moves
        state, _ = run(GAME.play(state, state.turn, move, dice))
        states.append(state)
        assert len(states) < 3000
    return states


@pytest.mark.parametrize("bot", QUICK)
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_bots_play_to_the_end(bot: str, preset: str, seats: int) -> None:
    for seed in range(2):
        assert match(GAME.bots[bot], preset, seats, bytes([seed]))[-1].winners


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_hidden_cards_change_no_choice(preset: str, seats: int) -> None:
    dice = Dice(b"other worlds")
    states = match(GAME.bots[DEFAULT], preset, seats, b"blind")[:-1]
    for number, state in enumerate(states):
        world = GAME.imagine(state, state.turn, dice)
        for bot in GAME.bots if number == len(states) // 2 else QUICK:
            assert choice(bot, state, state.turn) == choice(bot, world, state.turn), bot


def test_they_go_on_when_somebody_leaves() -> None:
    dice = Dice(b"left")
    for state in match(GAME.bots[DEFAULT], "z19", 4, b"left")[:-1:5]:
        for gone in set(range(1, 5)) - {state.turn}:
            after, _ = run(GAME.leave(state, gone, dice))
            if after.phase != "over":
                for bot in QUICK:
                    view, moves = GAME.view(after, after.turn), GAME.moves(after, after.turn)
                    assert GAME.bots[bot](view, moves, dice) in moves


def test_idle_comes_first_and_clever_is_the_default() -> None:
    assert GAME.default_bot == DEFAULT
    assert list(GAME.bots)[:2] == ["idle", "clever"]
    assert GAME.bots["clever"] is GAME.bots[DEFAULT]


# ---------------------------------------------------------------------- normal and hard


def table(*cards: str, **rest: Any) -> State:
    return at("bga", [hand(*cards), hand("baron"), hand("priest")], **rest).state


@pytest.mark.parametrize("bot", THINKING)
def test_nobody_who_thinks_throws_the_princess_away(bot: str) -> None:
    for other in ("guard", "prince", "king", "baron", "handmaid", "priest"):
        assert not choice(bot, table("princess", other), 1).startswith("princess")


def test_the_prince_must_be_ones_own_if_all_are_protected() -> None:
    seats = [hand("prince", "princess"), hand("baron", protected=True), out("guard")]
    state = at("bga", seats).state
    for bot in NORMAL:
        assert choice(bot, state, 1) == "prince.1"


@pytest.mark.parametrize("bot", THINKING)
def test_what_was_seen_is_named(bot: str) -> None:
    match = at(
        "bga",
        [hand("priest", "guard"), hand("king"), hand("baron")],
        "1:priest.2",
        draws=["guard", "guard", "countess"],
    )
    match.play("2:guard.3.princess", "3:guard.2.princess")
    assert Seen(1, 2, 0, Card.KING) in match.state.seen
    assert choice(bot, match.state, 1) == "guard.2.king"


@pytest.mark.parametrize("bot", NORMAL)
def test_a_miss_is_not_repeated(bot: str) -> None:
    """A name that missed is out of the question until that hand changes."""
    quiet = [hand("priest", protected=True), hand("baron", protected=True)]
    for name in ("baron", "prince", "king"):
        seats = [hand("guard", "handmaid"), hand("guard"), hand("countess"), quiet[1]]
        match = at("bga", seats, f"1:guard.3.{name}", "1:leave", draws=["princess"])
        assert match.state.turn == 2
        for again in choices(bot, match.state, 2, 20):
            assert again.startswith("guard.3.")
            assert not again.endswith(name)


@pytest.mark.parametrize("bot", THINKING)
def test_only_a_good_hand_is_compared(bot: str) -> None:
    strong = at("aeg", [hand("baron", "princess"), hand("guard")]).state
    assert choice(bot, strong, 1) == "baron.2"
    weak = at("aeg", [hand("baron", "guard"), hand("king")]).state
    assert choice(bot, weak, 1).startswith("guard.2")


@pytest.mark.parametrize("bot", THINKING)
def test_a_good_card_of_three_is_kept(bot: str) -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats, "1:chancellor", draws=["countess", "baron"])
    assert choice(bot, match.state, 1).startswith("keep.countess")


@pytest.mark.parametrize("bot", NORMAL)
def test_a_card_that_a_rival_knows_is_got_rid_of(bot: str) -> None:
    """Whoever was looked at plays the card that was seen, and keeps the other if nobody looked."""
    seats = [hand("priest", "guard"), hand("handmaid"), hand("baron")]
    quiet = at("bga", seats, "1:guard.3.king", draws=["prince"]).state
    known = at("bga", seats, "1:priest.2", draws=["prince"]).state
    assert GAME.view(known, 2).known == (Seen(1, 2, 0, Card.HANDMAID),)
    assert GAME.view(quiet, 2).known == ()
    assert choice(bot, known, 2) == "handmaid"
    seats = [hand("priest", "guard"), hand("king"), hand("baron")]
    quiet = at("bga", seats, "1:guard.3.princess", draws=["priest"]).state
    known = at("bga", seats, "1:priest.2", draws=["priest"]).state
    assert choice(bot, quiet, 2).startswith("priest")
    assert choice(bot, known, 2).startswith("king")


@pytest.mark.parametrize("bot", NORMAL)
def test_a_known_guard_is_played(bot: str) -> None:
    seats = [hand("priest", "king"), hand("guard"), hand("baron")]
    known = at("bga", seats, "1:priest.2", draws=["priest"]).state
    assert choice(bot, known, 2).startswith("guard")


@pytest.mark.parametrize("bot", NORMAL)
def test_the_leader_is_aimed_at_when_one_point_is_lacking(bot: str) -> None:
    seats = [hand("priest", "priest"), hand("baron"), hand("king"), hand("handmaid")]
    for leader in (2, 3, 4):
        tokens = [3 if seat == leader else 0 for seat in (1, 2, 3, 4)]
        state = at("bga", seats, tokens=tokens).state
        aims = choices(bot, state, 1)
        assert aims[f"priest.{leader}"] > 45, leader


def test_names_are_not_always_the_same() -> None:
    """Nobody learns by heart which card is named: nearly equal ones are mixed by the dice."""
    state = at("bga", [hand("guard", "guard"), hand("baron"), hand("king")]).state
    for bot in NORMAL:
        named = Counter[str]()
        for code, times in choices(bot, state, 1).items():
            named[code.rpartition(".")[2]] += times
        assert len(named) >= 2
        assert max(named.values()) < 55


def test_manners_show() -> None:
    """On the same views, the bold compare and shoot more than the careful, who hide more."""
    played = {name: Counter[str]() for name in NORMAL}
    for seed in range(10):
        for state in match(GAME.bots[DEFAULT], "bga", 3, bytes([seed]))[:-1]:
            for name in NORMAL:
                played[name][choice(name, state, state.turn).partition(".")[0]] += 1
    bold, careful, patient = (played[name] for name in NORMAL)
    assert bold["handmaid"] < careful["handmaid"]
    assert bold["guard"] > patient["guard"]


def test_every_kind_of_card_is_played_now_and_then() -> None:
    played: set[str] = set()
    for preset, seats in (("z19", 3), ("jp", 3), ("z19", 2)):
        for seed in range(12):
            for state in match(GAME.bots[DEFAULT], preset, seats, bytes([seed])):
                played |= {card.value for pile in state.discards for card in pile}
    assert played >= {card.value for card in Card} - {"princess"}


def test_the_only_move_is_taken() -> None:
    for bot in GAME.bots:
        assert choice(bot, table("handmaid", "handmaid"), 1) == "handmaid"


# ---------------------------------------------------------------------- easy

EASY = [kind(Level.EASY, manner) for manner in Manner]


@pytest.mark.parametrize("bot", EASY)
def test_an_easy_player_mostly_keeps_the_higher_card(bot: str) -> None:
    made = choices(bot, table("handmaid", "countess"), 1, 200)
    assert 120 < made["handmaid"] < 195
    made = choices(bot, table("priest", "princess"), 1, 200)
    assert 0 < made["princess"] < 40, "now and then it does just anything"


def test_a_bold_beginner_picks_on_the_one_in_front() -> None:
    seats = [hand("priest", "king"), hand("baron"), hand("handmaid")]
    state = at("bga", seats, tokens=[0, 1, 2]).state
    bold, careful = (choices(f"easy.{manner}", state, 1, 100) for manner in ("bold", "careful"))
    assert bold["priest.3"] > 2 * bold["priest.2"]
    assert careful["priest.2"] > 20


def test_an_easy_player_forgets_what_it_has_seen() -> None:
    seats = [hand("priest", "guard"), hand("king"), hand("guard")]
    match = at("bga", seats, "1:priest.2", draws=["handmaid", "guard", "handmaid"])
    match.play("2:handmaid", "3:guard.1.king")
    named = choices("easy.patient", match.state, 1, 100)
    assert match.state.shielded == (2,)
    assert named.total() == 100
    seats = [hand("priest", "guard"), hand("king"), out("guard")]
    match = at("bga", seats, "1:priest.2", draws=["guard", "countess"])
    match.play("2:guard.1.princess")
    named = choices("easy.patient", match.state, 1, 100)
    assert 40 < named["guard.2.king"] < 100


def test_an_easy_chancellor_mostly_keeps_the_highest() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats, "1:chancellor", draws=["countess", "baron"])
    kept = Counter[str]()
    for code, times in choices("easy.careful", match.state, 1, 100).items():
        kept[code.split(".")[1]] += times
    assert 60 < kept["countess"] < 100
