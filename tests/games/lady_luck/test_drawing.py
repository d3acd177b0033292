"""The drawn table of Lady Luck: castle, auction, helpers, score cards, cards not yet seen."""

from __future__ import annotations

from core.games.lady_luck import LADY_LUCK, drawn_words
from core.games.lady_luck.board_words import ApLabel, AuctionsShown, HelpersShown, Lady, UsesShown
from core.games.lady_luck.manual import HELP
from core.games.lady_luck.manual_words import PrincessHelpForAll
from core.games.lady_luck.model import State
from core.games.lady_luck.names import Card, Kind
from core.kernel.drawn import Badge, Face, Moment, Place, Stage
from core.kernel.plain import FaceDown, LeftMark
from tests.games.lady_luck.tables import STANDARD, bidding, go, helping, seat, switched


def stage(state: State, reader: int | None = None) -> Stage:
    return LADY_LUCK.stage(LADY_LUCK.view(state, reader))


def place(state: State, number: int, reader: int | None = None) -> Place:
    return stage(state, reader).places[number - 1]


def codes(faces: tuple[Face, ...]) -> list[str]:
    return [face.code for face in faces]


def badges(state: State, number: int) -> dict[str, Badge]:
    return {badge.kind: badge for badge in place(state, number).badges}


def under_way(state: State, reader: int | None = None) -> Moment:
    found = stage(state, reader).under_way
    assert found is not None
    return found


def left(state: State, reader: int | None = None) -> dict[str, int]:
    counts = LADY_LUCK.unseen(LADY_LUCK.view(state, reader))
    return {each.face.code: each.left for each in counts}


def test_helpers_score_cards_and_points_of_action() -> None:
    state = helping(seat(1, "kn1 md1~", "pr1"), seat(1, "md2"), seat(), passed=[3])
    drawn = stage(state)
    assert (drawn.lines, drawn.turn) == ((HelpersShown(3, 8, 0),), 1)
    assert [(pile.kind, pile.count) for pile in drawn.piles] == [("deck", 0), ("treasury", 0)]
    first, _, third = drawn.places
    assert first.cards == (
        Face("kn", Lady(Card.KN1), "★2", HELP[Kind.KNIGHT], word="kn1"),
        Face("md", Lady(Card.MD1), "★1", HELP[Kind.MAID], True, "md1"),
    )
    assert first.badges == (
        Badge("coins", ApLabel(1), 1, symbol="⚡"),
        Badge("cards", drawn_words.ScoresLabel(1), 1, symbol="🎴"),
    )
    assert third.badges[-1] == Badge("passed", drawn_words.PassedLabel(), symbol="✋")
    assert LADY_LUCK.hand(LADY_LUCK.view(state, None)) == ()
    assert codes(tuple(LADY_LUCK.hand(LADY_LUCK.view(state, 1)))) == ["pr"]
    assert (first.hand, first.known) == (1, ())


def test_a_word_of_a_move_is_a_card_where_it_names_one() -> None:
    found = LADY_LUCK.face(STANDARD, "md10")
    assert found is not None
    assert (found.code, found.word) == ("md", "md10")
    assert LADY_LUCK.face(STANDARD, "pass") is None
    other = LADY_LUCK.face(switched(princess_scope="same_player"), "pr1")
    assert other is not None
    assert other.text == PrincessHelpForAll()


# The castle and its auctions


def test_the_castle_with_its_slots() -> None:
    state = bidding()
    assert codes(stage(state).middle) == ["kn", "md", "pr", ""]
    assert (stage(state).slots, stage(state).raised) == ((1, 2, 3, 4), 0)
    assert stage(state).under_way is None
    won = go(state, "1:open.2.0", "2:pass", "3:pass", "4:pass", "1:helper")
    assert (codes(stage(won).middle), stage(won).slots) == (["kn", "pr", ""], (1, 3, 4))
    assert stage(won).lines == (AuctionsShown(1, 8, 2, 0),)


def test_an_auction_goes_on_in_the_middle() -> None:
    state = go(bidding(), "1:open.3.2", "2:bid.4", "3:pass")
    assert stage(state).raised == 3
    assert under_way(state) == Moment(
        "bid",
        2,
        card=LADY_LUCK.face(STANDARD, "pr1"),
        named=ApLabel(4),
        result=drawn_words.StillIn((1, 4)),
        coins=4,
    )
    assert badges(state, 1)["starts"].text == drawn_words.ParentMark()
    assert badges(state, 2)["bid"] == Badge("bid", drawn_words.BidMark(4), 4)
    assert badges(state, 3)["passed"].text == drawn_words.PassedLabel()
    assert set(badges(state, 4)) == {"coins", "cards"}
    won = go(state, "4:pass", "1:pass")
    assert under_way(won).result == drawn_words.ChoosesSide()
    assert badges(won, 2)["passed"].code == "won"


def test_the_face_down_card_is_named_to_whoever_knows_it() -> None:
    won = go(bidding(), "1:open.4.0", "2:pass", "3:pass", "4:pass")
    assert under_way(won).card == Face("", FaceDown())
    known = under_way(won, 1).card
    assert known is not None
    assert (known.code, known.name) == ("mg", drawn_words.KnownFaceDown(Card.MG1))
    assert codes(stage(won, 1).middle) == ["kn", "md", "pr", "mg"]
    assert codes(stage(won, 2).middle) == ["kn", "md", "pr", ""]
    laid = go(won, "1:score")
    assert codes(stage(laid).middle) == ["kn", "md", "pr"]


# Helpers


def test_a_noble_that_waits() -> None:
    state = go(helping(seat(1, "no1"), seat(1, "", "pr1 kn1"), seat()), "1:use.no1.2")
    waiting = under_way(state)
    assert (waiting.actor, waiting.target) == (1, 2)
    assert waiting.card == LADY_LUCK.face(STANDARD, "no1")
    assert waiting.result == drawn_words.ChoosesScore(2)


def test_a_princess_that_was_used_is_told() -> None:
    state = go(helping(seat(1, "pr1 kn1"), seat(1, "md1"), seat()), "1:use.pr1")
    assert stage(state).lines[1:] == (UsesShown(Card.PR1, 1, 1),)


def test_known_score_cards() -> None:
    """What lay open before, everybody knows; what was seen alone, whoever saw it."""
    state = go(helping(seat(1, "md3 mg1"), seat(1, "md1"), seat()), "1:use.mg1.md3")
    assert codes(place(state, 1).known) == ["md"]
    assert place(state, 1, 1).known == ()
    looked = go(helping(seat(1, "ft1 md1"), seat(1, "md2"), seat()), "1:use.ft1")
    assert codes(stage(looked, 1).middle) == ["md", "md", "ps"]


def test_who_has_left() -> None:
    state = go(bidding(), "2:leave")
    assert badges(state, 2)["left"].text == LeftMark()
    assert place(state, 2).out


# The end, and what is not seen


def test_all_score_cards_lie_open_after_the_scoring() -> None:
    state = helping(seat(1, "md1", "pr1"), seat(0), seat(0), round=8, castle=[])
    over = go(state, "1:pass")
    first = place(over, 1)
    assert (codes(first.opened), first.hand, first.known) == (["pr"], 0, ())
    assert (stage(over).turn, stage(over).under_way) == (0, None)
    assert left(over) == {}


def test_where_all_have_left_hands_stay_closed() -> None:
    state = helping(seat(1, "md1", "pr1"), seat(0), seat(0))
    over = go(state, "2:leave", "3:leave")
    assert (place(over, 1).opened, place(over, 1).hand) == ((), 1)
    assert place(over, 1, 1).opened == ()


def test_how_many_of_a_lady_are_unseen() -> None:
    state = helping(seat(1, "kn1 md1~", "pr1"), seat(1, "md2"), seat())
    assert left(state)["md"] == 10 - 4
    assert (left(state)["pr"], left(state, 1)["pr"]) == (2, 1)
    looked = go(helping(seat(1, "ft1 md1"), seat(1, "md2"), seat()), "1:use.ft1")
    assert (left(looked)["ps"], left(looked, 1)["ps"]) == (4, 3)
    assert list(left(state)) == ["pr", "no", "ge", "mg", "ps", "kn", "ft", "md"]
