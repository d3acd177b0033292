"""The table as it is drawn, what is counted, and what the reader is told of a play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import board, risks
from core.games.love_letter.drawing import CardName, MarkKeeps
from core.games.love_letter.events import Ranked
from core.games.love_letter.manual_words import BaronDoes
from core.games.love_letter.names import Card
from core.kernel.dice import Dice
from core.kernel.drawn import Face, Moment, Place
from core.kernel.text import Message
from tests.games.love_letter.running import Match, at, hand, options, out

SEATS = [
    hand("guard", "king", discards=["baron"]),
    hand("priest", discards=["handmaid"], protected=True),
    out("guard"),
    {**out(), "left": True},
]


def places(match: Match, reader: int | None) -> tuple[Place, ...]:
    return GAME.stage(GAME.view(match.state, reader)).places


def codes(faces: Iterable[Face]) -> list[str]:
    return [face.code for face in faces]


def counted(match: Match, reader: int | None) -> dict[str, int]:
    return {each.face.code: each.left for each in GAME.unseen(GAME.view(match.state, reader))}


# ------------------------------------------------------------------ the table


def test_a_card_is_drawn_with_its_rank_its_name_and_what_it_does() -> None:
    baron = Face("baron", CardName(Card.BARON), "3", BaronDoes())
    assert GAME.face(options(), "baron") == baron
    assert GAME.hand(GAME.view(at("bga", [hand("baron", "king"), hand("guard")]).state, 1)) == (
        baron,
        GAME.face(options(), "king"),
    )
    assert GAME.hand(GAME.view(at("bga", [hand("baron", "king"), hand("guard")]).state, None)) == ()


@pytest.mark.parametrize("word", ["keep", "2", "spy", "minister"])
def test_other_words_name_no_card_of_this_deck(word: str) -> None:
    assert GAME.face(options("bga"), word) is None


def test_what_lies_where() -> None:
    match = at("z19", SEATS, aside="spy", faceup=["spy"], tokens=[1, 0, 2, 1])
    stage = GAME.stage(GAME.view(match.state, None))
    assert [(pile.kind, pile.count) for pile in stage.piles] == [
        ("deck", len(match.state.deck)),
        ("aside", 1),
    ]
    assert codes(stage.middle) == ["spy"]
    assert (stage.turn, stage.under_way) == (1, None)
    assert [codes(place.cards) for place in stage.places] == [
        ["baron"],
        ["handmaid"],
        ["guard"],
        [],
    ]
    assert [place.hand for place in stage.places] == [2, 1, 0, 0]
    assert [place.out for place in stage.places] == [False, False, True, True]


def test_badges_say_points_and_how_a_seat_stands() -> None:
    stage = GAME.stage(GAME.view(at("z19", SEATS, tokens=[1, 0, 2, 1]).state, None))
    badges = [[(b.kind, b.count, b.of) for b in place.badges] for place in stage.places]
    assert badges == [
        [("points", 1, 4)],
        [("points", 0, 4), ("protected", 0, 0)],
        [("points", 2, 4), ("out", 0, 0)],
        [("points", 1, 4), ("left", 0, 0)],
    ]


def test_a_set_aside_card_that_was_taken_is_no_pile() -> None:
    stage = GAME.stage(GAME.view(at("z19", SEATS).state, None))
    assert [pile.kind for pile in stage.piles] == ["deck"]


def test_a_chancellor_is_under_way_until_a_card_is_kept() -> None:
    match = at("z19", [hand("chancellor", "guard"), hand("king"), hand("priest")], "1:chancellor")
    stage = GAME.stage(GAME.view(match.state, 2))
    face = GAME.face(options("z19"), "chancellor")
    assert stage.under_way == Moment("play", 1, card=face, result=MarkKeeps())
    assert stage.turn == 1


# ------------------------------------------------------------------ what a reader knows


def looked() -> Match:
    """Seat 1 has looked at the hand of seat 2."""
    return at("bga", [hand("priest", "king"), hand("baron"), hand("guard")], "1:priest.2")


def test_a_seen_hand_is_known_to_who_saw_it_alone() -> None:
    match = looked()
    assert [codes(place.known) for place in places(match, 1)] == [[], ["baron"], []]
    for reader in (None, 2, 3):
        assert not any(place.known for place in places(match, reader))


def test_whoever_was_looked_at_is_told_by_whom() -> None:
    match = looked()
    for reader, told in ((1, False), (2, True), (3, False)):
        own = GAME.scene(GAME.view(match.state, reader)).own
        assert (board.HasSeenYours(1, Card.BARON) in own) is told


def test_cards_that_the_reader_has_seen_are_not_counted() -> None:
    match = at(
        "bga",
        [hand("priest", "king", discards=["guard"]), hand("baron"), hand("guard")],
        "1:priest.2",
        faceup=["prince"],
        aside="guard",
    )
    whole = {each.face.code: each.of for each in GAME.unseen(GAME.view(match.state, 1))}
    assert whole == dict(
        guard=5, priest=2, baron=2, handmaid=2, prince=2, king=1, countess=1, princess=1
    )
    group = {**whole, "guard": 4, "priest": 1, "prince": 1}
    assert counted(match, None) == group
    assert counted(match, 1) == {**group, "king": 0, "baron": 1}


def test_a_card_that_the_reader_put_under_the_deck_is_not_counted() -> None:
    match = at("z19", [hand("chancellor", "spy"), hand("king"), hand("priest")], deck=["guard"] * 3)
    match.play("1:chancellor", "1:keep.guard.guard.spy")
    assert counted(match, 1)["spy"] == counted(match, 3)["spy"] - 1


# ------------------------------------------------------------------ the end


def end(preset: str, *moves: str, **rest: Any) -> Match:
    """A match whose next round decides it."""
    seats = rest.pop("seats", [hand("guard", "prince"), hand("king"), out()])
    return at(preset, seats, *moves, switches={"target": 1, **rest.pop("switches", {})}, **rest)


SHOWDOWN = [
    hand("handmaid", "prince"),
    hand("king"),
    out(*["guard"] * 5, *["priest"] * 2, *["baron"] * 2, "handmaid", "prince", "countess"),
]


def opened(match: Match, reader: int | None) -> list[list[str]]:
    return [codes(place.opened) for place in places(match, reader)]


@pytest.mark.parametrize("reader", [None, 1, 2, 3])
def test_hands_of_a_showdown_lie_open_when_the_match_is_over(reader: int | None) -> None:
    match = end("bga", "1:handmaid", seats=SHOWDOWN, aside="princess")
    assert match.state.phase == "over"
    assert opened(match, reader) == [["prince"], ["king"], []]
    assert [place.hand for place in places(match, reader)] == [0, 0, 0]


def test_the_card_of_the_last_one_left_stays_hidden() -> None:
    match = end("bga", "1:guard.2.king")
    assert opened(match, None) == opened(match, 2) == [[], [], []]
    assert places(match, None)[0].hand == 1


def test_it_lies_open_where_everything_is_shown() -> None:
    match = end("bga", "1:guard.2.king", switches={"reveal_all_at_round_end": True})
    assert opened(match, None) == [["prince"], [], []]


def test_a_princess_that_was_paid_for_lies_open() -> None:
    match = end("jp", "1:guard.2.king", seats=[hand("guard", "princess"), hand("king")])
    assert opened(match, None) == [["princess"], []]
    worlds = [GAME.imagine(match.state, 2, Dice(b"%d" % n)) for n in range(20)]
    assert {world.hands[0] for world in worlds} == {(Card.PRINCESS,)}


def test_where_no_princess_was_paid_for_there_is_none() -> None:
    match = end("jp", "1:guard.2.king", seats=[hand("guard", "prince"), hand("king")])
    assert opened(match, None) == [[], []]
    worlds = [GAME.imagine(match.state, 2, Dice(b"%d" % n)) for n in range(60)]
    assert (Card.PRINCESS,) not in {world.hands[0] for world in worlds}


def test_the_end_has_no_turn_and_nothing_to_count() -> None:
    match = end("bga", "1:guard.2.king")
    stage = GAME.stage(GAME.view(match.state, 1))
    assert stage.turn == 0
    assert stage.lines == (board.BoardEnded(1),)
    assert counted(match, 1) == {}


# ------------------------------------------------------------------ what a play may cost


def risk(match: Match, code: str) -> Message | None:
    assert code in match.legal(1), code
    return GAME.risk(GAME.view(match.state, 1), code)


@pytest.mark.parametrize("code", ["guard.2.handmaid", "guard.2.king", "baron.2"])
def test_a_play_on_a_hand_that_was_seen_says_what_it_is(code: str) -> None:
    match = at(
        "aeg",
        [hand("priest", "guard"), hand("handmaid")],
        *("1:priest.2", "2:countess"),
        draws=["countess", "baron"],
    )
    assert risk(match, code) == board.KnownHand(2, Ranked(4, Card.HANDMAID))


@pytest.mark.parametrize(
    ("held", "code", "told"),
    [
        ("king", "baron.2", risks.YoursIsCompared(Ranked(6, Card.KING))),
        ("king", "king.2", risks.YoursIsGiven(Card.BARON)),
        ("prince", "prince.1", risks.YoursIsDiscarded(Card.BARON)),
        ("prince", "prince.2", None),
        ("priest", "priest.2", None),
        ("handmaid", "handmaid", None),
    ],
)
def test_a_play_says_what_becomes_of_the_other_card(
    held: str, code: str, told: Message | None
) -> None:
    assert risk(at("bga", [hand("baron", held), hand("guard"), hand("guard")]), code) == told


def test_a_guard_that_cannot_hit_says_so() -> None:
    match = at("bga", [hand("guard", "king"), hand("baron"), out("princess")])
    assert risk(match, "guard.2.princess") == risks.AllOfThemSeen(Card.PRINCESS)
    assert risk(match, "guard.2.king") == risks.AllOfThemSeen(Card.KING)
    assert risk(match, "guard.2.baron") is None


def test_a_play_without_effect_says_so() -> None:
    seats = [hand("guard", "baron"), hand("king", protected=True), hand("spy")]
    match = at("bga", [*seats[:2], out()])
    assert risk(match, "guard") == risks.NobodyToChoose()
    match = at("jp", [*seats[:2], hand("priest")])
    assert risk(match, "baron.2") == risks.TargetIsProtected()


def test_the_choice_of_a_chancellor_has_no_risk() -> None:
    match = at("z19", [hand("chancellor", "guard"), hand("king")], "1:chancellor", deck=["spy"] * 2)
    assert risk(match, "keep.guard.spy.spy") is None
