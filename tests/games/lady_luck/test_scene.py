"""The board, the hand card, the buttons, and the pictures."""

from __future__ import annotations

import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.board_words import (
    ActedHelper,
    ApLabel,
    AskedBid,
    AskedBidUnseen,
    AskedHelper,
    AskedHowMuch,
    AskedSide,
    AskedSideUnseen,
    AskedWhatToHide,
    AskedWhichCard,
    AskedWhichHelper,
    AskedWhichScore,
    AskedWhom,
    AskedWhomToReady,
    AskedWhomToStop,
    AuctionsShown,
    BareSeatShown,
    BidShown,
    BoughtShown,
    BriefEmptyHand,
    BriefHand,
    BriefPeek,
    CastleShown,
    EmptyCastleShown,
    EmptyHandShown,
    FaceDownSlot,
    HandLabel,
    HandShown,
    HelpersShown,
    Lady,
    LearntShown,
    LeftShown,
    NextCastleShown,
    NoTargetLabel,
    NumberedLady,
    OpenLabel,
    OpenSlot,
    OverShown,
    OwnApShown,
    OwnedLabel,
    PassedShown,
    PassLabel,
    PeekShown,
    SeatShown,
    Starred,
    UsedOnceLabel,
    UsesShown,
    WonShown,
)
from core.games.lady_luck.manual_words import CountedLady
from core.games.lady_luck.model import Options, State
from core.games.lady_luck.names import Card, Kind
from core.kernel.asks import Row
from core.kernel.plain import SeatLabel
from core.kernel.text import Message
from tests.games.lady_luck.tables import STANDARD, bidding, go, helping, seat, switched


def board(state: State) -> list[Message]:
    """The lines of the group's board."""
    return list(LADY_LUCK.scene(LADY_LUCK.view(state, None)).lines)


def hand(state: State, number: int) -> list[Message]:
    """The lines of a hand card."""
    return list(LADY_LUCK.scene(LADY_LUCK.view(state, number)).lines)


KNIGHT = OpenSlot(1, 2, Card.KN1)
MAID = OpenSlot(2, 1, Card.MD1)
PRINCESS = OpenSlot(3, 5, Card.PR1)


def test_the_board_of_the_action_phase() -> None:
    state = bidding(seat(9, "ps1", "md2"), seat(8), seat(7), seat(6), deck=["md3"])
    lines = board(state)
    assert lines[:2] == [
        AuctionsShown(1, 8, 1, 1),
        CastleShown((KNIGHT, MAID, PRINCESS, FaceDownSlot(4))),
    ]
    assert lines[2:] == [
        SeatShown(1, 9, 1, (Lady(Card.PS1),)),
        BareSeatShown(2, 8, 0),
        BareSeatShown(3, 7, 0),
        BareSeatShown(4, 6, 0),
    ]
    running = board(go(state, "1:open.1.3"))
    assert BidShown(KNIGHT, 3, 1, (1, 2, 3, 4)) in running
    closed = go(state, "1:open.4.0", "2:pass")
    assert BidShown(FaceDownSlot(4), 0, 1, (1, 3, 4)) in board(closed)
    won = go(closed, "3:pass", "4:pass", "1:helper")
    assert WonShown((1,)) in board(won)
    assert CastleShown((KNIGHT, MAID, PRINCESS)) in board(won)


def test_the_board_of_the_helper_phase() -> None:
    state = helping(seat(1, "kn1 md1~"), seat(1, "md2"), seat(), passed=[3])
    state = go(state, "1:leave")
    lines = board(state)
    assert lines[0] == HelpersShown(3, 8, 0)
    assert isinstance(lines[1], NextCastleShown)
    assert PassedShown((3, 1)) in lines
    assert SeatShown(1, 1, 0, (ActedHelper(Lady(Card.KN1)), ActedHelper(Lady(Card.MD1)))) in lines
    assert lines[-1] == LeftShown((1,))


def test_the_board_counts_princesses() -> None:
    state = helping(seat(1, "pr1 mg1 md1"), seat(1, "md2"), seat())
    state = go(state, "1:use.pr1")
    assert UsesShown(Card.PR1, 1, 1) in board(state)
    state = go(state, "2:use.md2", "1:use.mg1.pr1")
    assert UsesShown(Card.PR1, 1, 1) in board(state), "hidden before everybody's eyes"


def test_the_board_of_the_last_round_and_of_the_end() -> None:
    state = helping(seat(1, "md1"), seat(), seat(), round=8, castle=[])
    assert EmptyCastleShown() in board(state)
    assert board(go(state, "1:pass"))[0] == OverShown(8, 8)


def test_a_use_by_nobody_is_not_shown() -> None:
    state = helping(seat(1, "md1"), seat(), seat(), uses={"pr1": 1})
    assert not any(isinstance(line, UsesShown) for line in board(state))


def test_the_hand_card() -> None:
    state = helping(seat(3, "ft1 md1", "pr1 kn1"), seat(), seat())
    cards = (Starred(5, Card.PR1), Starred(2, Card.KN1))
    assert hand(state, 1) == [HandShown(cards, 7), OwnApShown(3)]
    assert hand(state, 2) == [EmptyHandShown(), OwnApShown(1)]
    state = go(state, "1:use.ft1")
    assert hand(state, 1)[-1] == PeekShown(Starred(3, Card.PS4))


def test_the_hand_card_keeps_what_was_learnt() -> None:
    state = go(helping(seat(3, "ft1"), seat(3), seat(3)), "1:use.ft1")
    state = go(state, "2:open.3.0", "3:pass", "1:pass")
    assert hand(state, 2)[-1] == BoughtShown(Starred(3, Card.PS4))
    assert hand(state, 1)[-1] == PeekShown(Starred(3, Card.PS4))
    state = go(state, "2:score")
    assert hand(state, 1)[-1] == LearntShown(2, (Starred(3, Card.PS4),))


def test_a_winner_of_an_open_card_still_knows_the_face_down_one() -> None:
    state = go(helping(seat(3), seat(3, "ft1"), seat(3)), "2:use.ft1")
    state = go(state, "1:open.1.0", "2:bid.1", "3:pass", "1:pass")
    assert hand(state, 2)[-1] == PeekShown(Starred(3, Card.PS4))


def test_brief() -> None:
    state = helping(seat(3, "ft1 md1", "pr1"), seat(), seat())
    assert LADY_LUCK.brief(LADY_LUCK.view(state, None)) == ()
    assert LADY_LUCK.brief(LADY_LUCK.view(state, 2)) == (BriefEmptyHand(),)
    state = go(state, "1:use.ft1")
    wanted = (BriefHand((Card.PR1,)), BriefPeek(Card.PS4))
    assert LADY_LUCK.brief(LADY_LUCK.view(state, 1)) == wanted


def test_labels() -> None:
    view = LADY_LUCK.view(bidding(), None)
    assert LADY_LUCK.label(view, (), "open") == OpenLabel()
    assert LADY_LUCK.label(view, (), "pass") == PassLabel()
    assert LADY_LUCK.label(view, ("open",), "1") == KNIGHT
    assert LADY_LUCK.label(view, ("open",), "4") == FaceDownSlot(4)
    assert LADY_LUCK.label(view, ("open", "4"), "3") == ApLabel(3)
    assert LADY_LUCK.label(view, ("bid",), "3") == ApLabel(3)
    state = go(helping(seat(1, "pr1 kn1 no1"), seat(1, "md1", "kn2 ft1"), seat()), "1:use.pr1")
    view = LADY_LUCK.view(state, 1)
    assert LADY_LUCK.label(view, ("use",), "pr1") == UsedOnceLabel(Lady(Card.PR1))
    assert LADY_LUCK.label(view, ("use",), "kn1") == Lady(Card.KN1)
    assert LADY_LUCK.label(view, ("use", "kn1"), "") == NoTargetLabel()
    assert LADY_LUCK.label(view, ("use", "kn1"), "md1") == OwnedLabel(Lady(Card.MD1), 2)
    assert LADY_LUCK.label(view, ("use", "kn1"), "md9") == Lady(Card.MD9)
    assert LADY_LUCK.label(view, ("use", "no1"), "2") == SeatLabel(2)
    own = LADY_LUCK.view(state, 2)
    assert LADY_LUCK.label(own, ("reveal",), "kn2") == HandLabel(2, Lady(Card.KN2))


def test_cards_of_a_kind_are_numbered() -> None:
    state = helping(seat(1, "md1 md2~ no1"), seat(1, "ps1 ps2", "kn1 kn2 ft1"), seat())
    ladies = (NumberedLady(Card.MD1, 1), ActedHelper(NumberedLady(Card.MD2, 2)), Lady(Card.NO1))
    assert SeatShown(1, 1, 0, ladies) in board(state)
    view = LADY_LUCK.view(state, 1)
    assert LADY_LUCK.label(view, ("use",), "md1") == NumberedLady(Card.MD1, 1)
    wanted = OwnedLabel(NumberedLady(Card.PS2, 2), 2)
    assert LADY_LUCK.label(view, ("use", "kn1"), "ps2") == wanted
    own = LADY_LUCK.view(go(state, "1:use.no1.2"), 2)
    assert LADY_LUCK.label(own, ("reveal",), "kn2") == HandLabel(2, NumberedLady(Card.KN2, 2))
    assert LADY_LUCK.label(view, ("use",), "kn2") == Lady(Card.KN2)
    group = LADY_LUCK.view(state, None)
    assert LADY_LUCK.label(group, ("reveal",), "kn2") == HandLabel(2, Lady(Card.KN2))


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ((), AskedWhichCard()),
        (("open",), AskedWhichCard()),
        (("open", "1"), AskedHowMuch()),
        (("bid",), AskedHowMuch()),
        (("use",), AskedWhichHelper()),
        (("use", "no1"), AskedWhom()),
        (("use", "ge1"), AskedWhomToReady()),
        (("use", "kn1"), AskedWhomToStop()),
        (("use", "mg1"), AskedWhatToHide()),
        (("reveal",), AskedWhichScore()),
    ],
)
def test_hints(said: tuple[str, ...], asked: Message) -> None:
    assert LADY_LUCK.hint(LADY_LUCK.view(bidding(), 1), said) == asked


def test_rows_of_letters() -> None:
    state = go(helping(seat(1, "no1"), seat(1, "", "pr1 kn1"), seat()), "1:use.no1.2")
    assert LADY_LUCK.rows(LADY_LUCK.view(state, None)) == (Row("letters", 1),)
    assert LADY_LUCK.hidden(state, 2).span == 8


def test_the_game_presents_itself() -> None:
    assert LADY_LUCK.name == "lady-luck"
    assert LADY_LUCK.preset_for(4) == "standard"
    assert LADY_LUCK.preset_label("standard").text == "Rulebook"
    assert LADY_LUCK.edition(STANDARD) == "standard"
    assert LADY_LUCK.round_winners(bidding()) is None
    assert LADY_LUCK.spelled("use.kn1.md1") == "use.kn1.md1"
    for word in (*Card, *Kind):
        assert word.named("standard").context.startswith("lady-luck.standard.")


def test_help_goes_by_the_switches() -> None:
    usual = dict(LADY_LUCK.help(STANDARD))
    assert list(usual) == ["pr", "no", "ge", "mg", "ps", "kn", "ft", "md"]
    other = dict(LADY_LUCK.help(switched(princess_scope="same_player", general_scope="own_only")))
    assert {code for code in usual if usual[code] != other[code]} == {"pr", "ge"}


def test_the_cards_are_counted() -> None:
    counts = [line.count for _, line in LADY_LUCK.help(STANDARD) if isinstance(line, CountedLady)]
    assert counts == [2, 2, 2, 4, 4, 4, 4, 10]
    rules = [line for section in LADY_LUCK.rules(STANDARD) for line in section.lines]
    assert all(line in rules for _, line in LADY_LUCK.help(STANDARD))


def test_rules_go_by_the_switches() -> None:
    def lines(options: Options) -> list[Message]:
        return [line for section in LADY_LUCK.rules(options) for line in section.lines]

    usual = lines(STANDARD)
    assert len(lines(switched(loop_guard=False))) == len(usual) - 1
    assert len(lines(switched(auto_pass=False))) == len(usual) - 1
    assert lines(switched(princess_scope="same_player")) != usual
    assert len(LADY_LUCK.tour(STANDARD)) == 4


def test_every_switch_can_be_set() -> None:
    names = {switch.name for switch in LADY_LUCK.switches(STANDARD)}
    assert names == set(Options.__struct_fields__)
    for switch in LADY_LUCK.switches(STANDARD):
        for choice in switch.choices:
            assert getattr(switched(**{switch.name: choice.value}), switch.name) == choice.value


def test_the_open_question_is_complete() -> None:
    """What is asked names the card and the bid, wherever it is answered."""

    def asked(state: State, number: int) -> Message:
        return LADY_LUCK.hint(LADY_LUCK.view(state, number), ())

    opened = go(bidding(), "1:open.3.2")
    assert asked(opened, 2) == AskedBid(Starred(5, Card.PR1), 2, 1)
    unseen = go(bidding(), "1:open.4.2")
    assert asked(unseen, 2) == AskedBidUnseen(2, 1)
    passes = ("2:pass", "3:pass", "4:pass")
    assert asked(go(opened, *passes), 1) == AskedSide(Starred(5, Card.PR1))
    assert asked(go(unseen, *passes), 1) == AskedSideUnseen()
    state = helping(seat(1, "no1"), seat(1, "", "pr1 kn1"), seat())
    assert asked(state, 1) == AskedHelper()
    assert asked(go(state, "1:use.no1.2"), 2) == AskedWhichScore()
