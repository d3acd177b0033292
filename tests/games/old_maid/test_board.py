"""What is shown of a table, and the words of it."""

from __future__ import annotations

from core.games.old_maid import OLD_MAID as GAME
from core.games.old_maid.board import CardName, IsOut, KnownCard, LeftWithIt, PairsLaid, WhichCard
from core.games.old_maid.names import Card, by_rank
from core.kernel.plain import (
    CardCount,
    HandInBrief,
    LeftMark,
    NumberLabel,
    SeatLine,
    phrase,
)
from core.kernel.text import Named
from tests.games.old_maid.playing import FULL, Playing, Stacked, cards
from tests.police.walk import run


def names(codes: str) -> tuple[CardName, ...]:
    return tuple(map(CardName, cards(codes)))


def test_the_board_of_a_running_game() -> None:
    game = Playing("2c", "2d", "joker 3c", "3d 5c", "5d", draws="2d").draw(1).leave(3)
    common = GAME.scene(GAME.view(game.state, None)).common
    assert common[:3] == (SeatLine(1, IsOut(2)), SeatLine(2, IsOut(1)), SeatLine(3, LeftMark()))
    sizes = [len(hand) for hand in game.state.hands]
    assert common[3] == SeatLine(4, CardCount(sizes[3]))
    last = common[-1]
    assert isinstance(last, PairsLaid)
    assert last.ranks[:4] == ("A", "A", "2", "2")


def test_the_loser() -> None:
    game = Playing("joker 3c", "3d", turn=2, draws="3c").draw(2)
    common = GAME.scene(GAME.view(game.state, None)).common
    assert common[:2] == (SeatLine(1, LeftWithIt()), SeatLine(2, IsOut(1)))
    assert Card.JOKER not in game.state.laid


def test_a_hand_and_what_its_owner_knows() -> None:
    game = Playing("5c kc", "joker 2c 6h", "5d kd 2d 6c", draws="joker").draw(1)
    own = GAME.scene(GAME.view(game.state, 2)).own
    assert own == (HandInBrief(names("2c 6h")), KnownCard(1, Card.JOKER))
    assert GAME.brief(GAME.view(game.state, 1)) == (HandInBrief(names("5c kc joker")),)
    assert GAME.scene(GAME.view(game.state, None)).own == ()


def test_nothing_was_laid_down_yet() -> None:
    deck = [card.value for card in by_rank(Card)]  # two of a rank never come to one seat
    state, _ = run(GAME.setup(4, FULL, Stacked(deck)))
    view = GAME.view(state, None)
    assert view.table.laid == ()
    assert len(GAME.scene(view).common) == 4


def test_buttons_and_questions() -> None:
    view = GAME.view(Playing("5c kc", "joker", "5d kd").state, 1)
    assert GAME.label(view, (), "draw") == phrase("Draw")
    assert GAME.label(view, ("draw",), "1") == NumberLabel(1)
    assert GAME.hint(view, ("draw",)) == WhichCard(2)


def test_cards_have_names_that_need_no_language() -> None:
    assert Card("10h").named("") == Named("", "10♥")
    assert Card("as").named("") == Named("", "A♠")
    assert Card.JOKER.named("").context
    assert len({card.named("").text for card in Card}) == 53


def test_the_rules_have_three_parts() -> None:
    assert [len(part.lines) for part in GAME.rules(FULL)] == [2, 4, 3]
