"""Who knows what (LL-10): nothing that the group reads depends on a hidden card."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import events
from core.games.love_letter.model import State
from core.games.love_letter.names import Card
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.text import Announce, Message, Note, Public, Secret, Whisper, words_in
from tests.games.love_letter.running import at, hand, options, random_match, run

PLAYED = [("aeg", 2), ("bga", 4), ("jp", 3), ("z19", 3)]


def shown_to_the_group(state: State) -> list[Any]:
    view = GAME.view(state, None)
    asked = GAME.ask(state)
    rows = GAME.rows(view)
    return [
        GAME.scene(view),
        GAME.brief(view),
        GAME.hand(view),
        GAME.stage(view),
        asked,
        rows,
    ]


@pytest.mark.parametrize(("preset", "seats"), PLAYED)
def test_ll_10_the_group_cannot_tell_worlds_apart(preset: str, seats: int) -> None:
    dice = Dice(b"group")
    for seed in range(4):
        for state, _ in random_match(preset, seats, bytes([seed])):
            world = GAME.imagine(state, None, dice)
            assert shown_to_the_group(state) == shown_to_the_group(world)
            assert GAME.brief(GAME.view(state, None)) == []
            for seat in range(1, seats + 1):
                real, other = GAME.hidden(state, seat), GAME.hidden(world, seat)
                assert (len(real.words), real.version, real.span) == (
                    len(other.words),
                    other.version,
                    other.span,
                )


@pytest.mark.parametrize(("preset", "seats"), PLAYED)
def test_ll_10_no_secret_is_announced(preset: str, seats: int) -> None:
    """And no whisper goes to a seat about cards that only others hold or know."""
    dice = Dice(b"notes")
    for seed in range(4):
        state, notes = run(GAME.setup(seats, options(preset), Dice(bytes([seed]))))
        while state.phase != "over":
            assert_fit(notes)
            move = dice.choose(GAME.moves(state, state.turn))
            state, notes = run(GAME.play(state, state.turn, move, dice))


def assert_fit(notes: list[Note]) -> None:
    for note in notes:
        if isinstance(note, Announce):
            assert isinstance(note.message, Public)
            assert not list(secrets_in(note.message))


def secrets_in(message: Message) -> list[Message]:
    found: list[Message] = [message] if isinstance(message, Secret) else []
    for name in message.__struct_fields__:
        value = getattr(message, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Message):
                found += secrets_in(item)
    return found


def test_ll_10_1_a_forced_countess_is_asked_like_any_card() -> None:
    """T60: same question, same board, same rows, whether or not it is forced."""
    forced = at("bga", [hand("countess", "king"), hand("guard"), hand("priest")]).state
    free = at("bga", [hand("countess", "guard"), hand("guard"), hand("priest")]).state
    only = at("bga", [hand("handmaid", "handmaid"), hand("guard"), hand("priest")]).state
    assert shown_to_the_group(forced) == shown_to_the_group(free) == shown_to_the_group(only)
    asked = GAME.ask(forced)
    assert isinstance(asked, Ask)
    assert asked.secret


def test_ll_10_1_a_forced_countess_is_told_like_a_bluff() -> None:
    others = [hand("guard"), hand("priest")]
    forced = at("bga", [hand("countess", "king"), *others], "1:countess", draws=["guard"])
    bluff = at("bga", [hand("countess", "guard"), *others], "1:countess", draws=["guard"])
    assert forced.public() == bluff.public()


def test_ll_10_2_buttons_of_the_group_bear_no_card() -> None:
    state = at("bga", [hand("guard", "king"), hand("baron"), hand("priest")]).state
    rows = GAME.rows(GAME.view(state, None))
    assert [(row.kind, row.place, row.labels) for row in rows] == [
        ("letters", 0, ()),
        ("seats", 1, ("1", "2", "3")),
        ("digits", 2, ("2", "3", "4", "5", "6", "7", "8")),
    ]
    assert rows[2].words[0] == "priest"
    assert rows[0].words == ()


def test_ll_10_2_rows_hold_every_word_that_a_move_can_need() -> None:
    for preset, seats in PLAYED:
        for state, _ in random_match(preset, seats, b"rows"):
            rows = {row.place: row for row in GAME.rows(GAME.view(state, None))}
            if state.phase == "over":
                assert rows == {}
                continue
            cards = GAME.hidden(state, state.turn).words
            for move in GAME.moves(state, state.turn):
                parts = move.code.split(".")
                if parts[0] == "keep":
                    assert set(rows) == ({1, 3} if len(cards) == 3 else {1})
                    continue
                assert parts[0] in cards
                for place, word in enumerate(parts[1:], 1):
                    assert word in rows[place].words


def test_ll_10_2_rows_under_protection() -> None:
    guarded = [hand("priest", discards=["handmaid"], protected=True), hand("baron")]
    view = GAME.view(at("bga", [hand("guard", "king"), *guarded]).state, None)
    assert [row.labels for row in GAME.rows(view)][1] == ("1", "3")
    view = GAME.view(at("jp", [hand("guard", "king"), *guarded]).state, None)
    assert [row.labels for row in GAME.rows(view)][1] == ("1", "2", "3")
    alone = [hand("guard", "king"), guarded[0]]
    rows = GAME.rows(GAME.view(at("aeg", alone).state, None))
    assert [row.kind for row in rows] == ["letters", "seats"]
    assert rows[1].labels == ("1",)


def test_ll_10_2_rows_of_the_chancellor() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    three = at("z19", seats, "1:chancellor").state
    assert [(r.kind, r.place) for r in GAME.rows(GAME.view(three, None))] == [
        ("letters", 1),
        ("letters", 3),
    ]
    assert len(GAME.hidden(three, 1).words) == 3
    assert GAME.hidden(three, 1).span == 3
    record = [
        hand("chancellor", "guard", discards=["guard", "guard", "spy"]),
        hand("baron", discards=["guard", "guard", "priest", "chancellor", "baron"]),
        hand(
            "countess",
            discards=["guard", "priest", "handmaid", "handmaid", "spy", "prince", "king"],
        ),
    ]
    two = at("z19", record, "1:chancellor", deck=["princess"], aside="prince").state
    assert [(r.kind, r.place) for r in GAME.rows(GAME.view(two, None))] == [("letters", 1)]


def test_ll_10_3_the_names_of_the_guard_are_constant() -> None:
    """T06: also when a name cannot be right any more."""
    seats = [
        hand("guard", "king", discards=["princess"]),
        hand("baron"),
        hand("priest"),
    ]
    names = {c.split(".")[2] for c in at("bga", seats).legal(1) if c.startswith("guard.2")}
    assert names == {"priest", "baron", "handmaid", "prince", "king", "countess", "princess"}


def test_ll_10_4_nobody_learns_whether_the_drawn_card_was_played() -> None:
    old = at("bga", [hand("handmaid"), hand("guard"), hand("priest")], draws=["king", "guard"])
    new = at("bga", [hand("king"), hand("guard"), hand("priest")], draws=["handmaid", "guard"])
    old.play("1:handmaid")
    new.play("1:handmaid")
    assert old.public() == new.public()
    assert GAME.view(old.state, 2) == GAME.view(new.state, 2)
    assert GAME.view(old.state, None) == GAME.view(new.state, None)


def test_ll_10_5_refusals_go_to_the_sender_alone() -> None:
    match = at("bga", [hand("guard", "king"), hand("baron"), hand("priest")])
    before = len(match.notes)
    match.refused("1:guard.2.guard")
    match.refused("2:baron.1")
    assert len(match.notes) == before


def test_ll_10_6_the_state_knows_no_seed() -> None:
    match = at("bga", [hand("guard", "king"), hand("baron"), hand("priest")])
    assert not {"seed", "dice", "secret"} & set(match.state.__struct_fields__)


def test_ll_10_7_every_seat_can_see_its_hand() -> None:
    match = at("bga", [hand("guard", "king"), hand("baron"), hand("priest")])
    for seat, cards in enumerate(match.state.hands, 1):
        view = GAME.view(match.state, seat)
        assert [face.code for face in GAME.hand(view)] == list(cards)
        named = {w for m in GAME.scene(view).lines for w in words_in(m)}
        assert set(cards) <= named
        assert {w for m in GAME.brief(view) for w in words_in(m)} == set(cards)


def test_letters_change_with_every_public_change_of_a_hand() -> None:
    """The version of a hand grows, whatever the cards are, and never falls in a match."""
    for preset, seats in PLAYED:
        before: tuple[int, ...] | None = None
        for state, move in random_match(preset, seats, b"versions"):
            if before is not None and move is not None:
                assert all(a <= b for a, b in zip(before, state.versions, strict=True))
                if move.code.split(".")[0] == "king" and "." in move.code:
                    target = int(move.code.split(".")[1])
                    assert state.versions[target - 1] > before[target - 1]
            before = state.versions


def test_what_a_seat_has_learnt_stands_on_its_hand_card() -> None:
    match = at("bga", [hand("priest", "king"), hand("baron"), hand("guard")], "1:priest.2")
    assert Card.BARON in set(words_in(GAME.scene(GAME.view(match.state, 1))))
    assert Card.BARON in {w for m in GAME.brief(GAME.view(match.state, 1)) for w in words_in(m)}
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at(
        "z19",
        seats,
        "1:chancellor",
        "1:keep.guard.baron.countess",
        draws=["baron", "countess"],
    )
    lines = GAME.brief(GAME.view(match.state, 1))
    assert [type(line).__name__ for line in lines] == ["BriefHand", "KnownBottom", "KnownBelow"]


def test_whispers_go_to_the_right_seat() -> None:
    match = at("bga", [hand("king", "guard"), hand("princess"), hand("priest")], "1:king.2")
    swaps = [n for n in match.notes if isinstance(n, Whisper)]
    assert swaps[0] == Whisper(1, events.GotBySwap(2, Card.PRINCESS, Card.GUARD))
    assert swaps[1] == Whisper(2, events.GotBySwap(1, Card.GUARD, Card.PRINCESS))
