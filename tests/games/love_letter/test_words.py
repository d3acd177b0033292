"""Boards, hand cards, labels, help and rules in words."""

from __future__ import annotations

import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import board, manual, manual_words
from core.games.love_letter.events import Ranked
from core.games.love_letter.names import Card
from core.kernel.plain import SeatLabel
from core.kernel.text import words_in
from tests.games.love_letter.running import at, hand, options, out


def kinds(lines: object) -> list[str]:
    assert isinstance(lines, list | tuple)
    return [type(line).__name__ for line in lines]


def test_the_board_has_one_fact_a_line_in_a_fixed_order() -> None:
    seats = [
        hand("guard", "king", discards=["baron"]),
        hand("priest", discards=["handmaid"], protected=True),
        out("guard"),
        {**out(), "left": True},
    ]
    state = at("z19", seats, tokens=[1, 0, 2, 1], faceup=["spy"]).state
    assert [*GAME.scene(GAME.view(state, None)).lines] == [
        board.BoardRound(1, len(state.deck), 4),
        board.BoardFaceUp((Ranked(0, Card.SPY),)),
        board.BoardSeat(1, 1),
        board.BoardDiscards((Ranked(3, Card.BARON),)),
        board.BoardProtected(2, 0),
        board.BoardDiscards((Ranked(4, Card.HANDMAID),)),
        board.BoardOut(3, 2),
        board.BoardDiscards((Ranked(1, Card.GUARD),)),
        board.BoardLeft(4, 1),
    ]
    assert kinds(GAME.scene(GAME.view(state, 1)).lines)[-3:] == ["YourHand", "CardLine", "CardLine"]
    assert kinds(GAME.scene(GAME.view(state, 3)).lines)[-1] == "YouSitOut"
    assert GAME.scene(GAME.view(state, 4)).lines == GAME.scene(GAME.view(state, None)).lines
    assert kinds(GAME.brief(GAME.view(state, 3))) == ["YouSitOut"]
    assert GAME.brief(GAME.view(state, 4)) == []


def test_a_match_that_is_over_shows_the_points() -> None:
    seats = [hand("guard", "king"), hand("priest"), {**out(), "left": True}]
    state = at("bga", seats, "1:guard.2.priest", switches={"target": 1}).state
    lines = GAME.scene(GAME.view(state, 1)).lines
    assert kinds([line for line in lines if not isinstance(line, board.BoardDiscards)]) == [
        "BoardEnded",
        "BoardSeat",
        "BoardSeat",
        "BoardLeft",
    ]
    assert GAME.brief(GAME.view(state, 1)) == []
    assert GAME.rows(GAME.view(state, None)) == ()


def test_labels() -> None:
    view = GAME.view(at("bga", [hand("guard", "king"), hand("priest"), hand("baron")]).state, 1)
    assert GAME.label(view, (), "guard") == Ranked(1, Card.GUARD)
    assert GAME.label(view, ("guard",), "2") == SeatLabel(2)
    assert GAME.label(view, ("prince",), "1") == board.LabelSelf(1)
    assert GAME.label(view, (), "keep") == board.LabelKeep()
    assert GAME.label(view, ("guard", "2"), "princess") == Ranked(8, Card.PRINCESS)


def test_hints() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats)
    view = GAME.view(match.state, 1)
    said = [(), ("guard",), ("guard", "2")]
    assert [type(GAME.hint(view, s)) for s in said] == [
        board.WhichCard,
        board.OnWhom,
        board.WhichName,
    ]
    view = GAME.view(match.play("1:chancellor").state, 1)
    keeping = [(), ("keep",), ("keep", "guard"), ("keep", "guard", "king")]
    assert [type(GAME.hint(view, s)) for s in keeping] == [
        board.WhichKept,
        board.WhichKept,
        board.WhichUnder,
        board.WhichBottom,
    ]


def test_help_is_in_the_order_of_the_rank() -> None:
    for preset in GAME.presets:
        entries = GAME.help(options(preset))
        ranks = [line.rank for _, line in entries if isinstance(line, manual_words.CountedCardLine)]
        assert ranks == sorted(ranks)
        assert len(ranks) == len(entries)
        for code, line in entries:
            assert {word.value for word in words_in(line)} == {code}


@pytest.mark.parametrize(
    ("preset", "guards", "cards"), [("bga", 5, 16), ("jp", 5, 16), ("z19", 6, 21)]
)
def test_help_and_rules_count_the_cards_of_the_edition(
    preset: str, guards: int, cards: int
) -> None:
    helps = [line for _, line in GAME.help(options(preset))]
    rules = [line for section in GAME.rules(options(preset)) for line in section.lines]
    counted = [each for each in helps if isinstance(each, manual_words.CountedCardLine)]
    assert [each for each in rules if isinstance(each, manual_words.CountedCardLine)] == counted
    assert sum(each.count for each in counted) == cards
    assert next(each.count for each in counted if each.card is Card.GUARD) == guards


def test_help_follows_the_switches() -> None:
    def of(card: Card, preset: str, **switches: object) -> type:
        return type(manual_words.effect(options(preset, **switches), card))

    assert of(Card.COUNTESS, "bga") is manual_words.CountessDoesSum
    assert of(Card.COUNTESS, "aeg") is manual_words.CountessDoesRoyal
    assert of(Card.MINISTER, "jp") is manual_words.MinisterDoes
    assert of(Card.PRINCESS, "bga") is manual_words.PrincessDoes
    assert of(Card.PRINCESS, "jp") is manual_words.PrincessDoesMore


def test_rules_follow_the_switches() -> None:
    def said(preset: str, **switches: object) -> list[str]:
        sections = GAME.rules(options(preset, **switches))
        return [type(line).__name__ for section in sections for line in section.lines]

    assert said("bga").count("GoalTargetFor") == 2
    assert said("z19").count("GoalTargetFor") == 5
    assert manual.GoalTarget(3) in GAME.rules(options("jp"))[0].lines
    assert manual.GoalTarget(9) in GAME.rules(options("bga", target=9))[0].lines
    assert {"ProtectedForbids", "TieBySum", "TieForNobody"} <= set(said("bga"))
    assert {"ProtectedFizzles", "TieForNobody"} <= set(said("jp"))
    assert "TieBySum" not in said("jp")
    assert "TieForAll" in said("aeg")
    assert said("bga").count("CountedCardLine") == 8
    assert len(GAME.rules(options("z19"))) == 5


def test_presets_have_labels() -> None:
    assert len({GAME.preset_label(preset) for preset in GAME.presets}) == 4
    assert GAME.title.text == "Love Letter"
