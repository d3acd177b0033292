"""The computer players: legal, blind to hidden cards, and not foolish."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter.model import Seen, State
from core.games.love_letter.names import Card
from core.kernel.dice import Dice
from core.kernel.minds import DEFAULT, Bot
from tests.games.love_letter.running import at, hand, options, out, run

TABLES = [("aeg", 2), ("bga", 3), ("bga", 4), ("jp", 2), ("jp", 5), ("z19", 2), ("z19", 6)]


def choice(name: str, state: State, seat: int, seed: bytes = b"choice") -> str:
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    code: str = GAME.bots[name](view, moves, Dice(seed)).code
    return code


def match(bot: Bot, preset: str, seats: int, seed: bytes) -> list[State]:
    dice, thought = Dice(seed), Dice(seed + b"t")
    state, _ = run(GAME.setup(seats, options(preset), dice))
    states = [state]
    while state.phase != "over":
        moves = GAME.moves(state, state.turn)
        move = bot(GAME.view(state, state.turn), moves, thought)
        assert move in moves
        state, _ = run(GAME.play(state, state.turn, move, dice))
        states.append(state)
        assert len(states) < 3000
    return states


@pytest.mark.parametrize("bot", ["idle", "clever"])
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_bots_play_to_the_end(bot: str, preset: str, seats: int) -> None:
    for seed in range(3):
        assert match(GAME.bots[bot], preset, seats, bytes([seed]))[-1].winners


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_hidden_cards_change_no_choice(preset: str, seats: int) -> None:
    dice = Dice(b"other worlds")
    for state in match(GAME.bots["clever"], preset, seats, b"blind")[:-1]:
        world = GAME.imagine(state, state.turn, dice)
        for bot in GAME.bots:
            assert choice(bot, state, state.turn) == choice(bot, world, state.turn)


def test_idle_comes_first_and_clever_is_the_default() -> None:
    assert GAME.default_bot == DEFAULT
    assert list(GAME.bots)[:2] == ["idle", "clever"]


def table(*cards: str, **rest: Any) -> State:
    return at("bga", [hand(*cards), hand("baron"), hand("priest")], **rest).state


def test_clever_never_throws_the_princess_away() -> None:
    for other in ("guard", "prince", "king", "baron", "handmaid", "priest"):
        assert not choice("clever", table("princess", other), 1).startswith("princess")
    alone = at(
        "bga",
        [
            hand("prince", "princess"),
            hand("baron", discards=["handmaid"], protected=True),
            out("guard"),
        ],
    )
    assert choice("clever", alone.state, 1) == "prince.1"


def test_clever_names_what_it_has_seen() -> None:
    match = at(
        "bga",
        [hand("priest", "guard"), hand("king"), hand("baron")],
        "1:priest.2",
        draws=["guard", "guard", "priest"],
    )
    match.play("2:guard.3.princess", "3:guard.2.princess")
    assert Seen(1, 2, 0, Card.KING) in match.state.seen
    assert choice("clever", match.state, 1) == "guard.2.king"


def test_clever_does_not_repeat_a_miss() -> None:
    """A name that missed is out of the question until that hand changes."""
    quiet = [hand("priest", protected=True), hand("baron", protected=True)]
    seats = [quiet[0], hand("guard", "princess"), hand("king"), quiet[1]]
    named = choice("clever", at("bga", seats, turn=2).state, 2)
    assert named.startswith("guard.3.")
    seats = [hand("guard", "handmaid"), hand("guard"), hand("king"), quiet[1]]
    match = at("bga", seats, f"1:{named}", "1:leave", draws=["princess"])
    assert match.state.turn == 2
    again = choice("clever", match.state, 2)
    assert again.startswith("guard.3.")
    assert again != named


def test_clever_compares_only_with_a_good_hand() -> None:
    strong = at("aeg", [hand("baron", "princess"), hand("guard")]).state
    assert choice("clever", strong, 1) == "baron.2"
    weak = at("aeg", [hand("baron", "guard"), hand("king")]).state
    assert choice("clever", weak, 1).startswith("guard.2")


def test_clever_keeps_a_good_card_of_three() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats, "1:chancellor", draws=["countess", "baron"])
    assert choice("clever", match.state, 1).startswith("keep.countess")


def test_clever_plays_every_kind_of_card_now_and_then() -> None:
    played: set[str] = set()
    for preset, seats in (("z19", 3), ("jp", 3), ("z19", 2)):
        for seed in range(12):
            for state in match(GAME.bots["clever"], preset, seats, bytes([seed])):
                played |= {card.value for pile in state.discards for card in pile}
    assert played >= {card.value for card in Card} - {"princess"}


def test_clever_takes_the_only_move() -> None:
    assert choice("clever", table("handmaid", "handmaid"), 1) == "handmaid"
