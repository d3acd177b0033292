"""LL-5.10 and LL-6.9: why a move is refused, in the order of the rules."""

from __future__ import annotations

import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import State
from core.games.lady_luck.refusals import BidOverAp, BidTooLow, NotTheTurn
from core.kernel.text import Public
from tests.games.lady_luck.tables import bidding, go, helping, seat, switched, why


def auction() -> State:
    """Seat 1 has opened at 2, seat 2 has passed, seat 3 is to speak."""
    return go(bidding(), "1:open.1.2", "2:pass")


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("1:open.1.11", "BidOverAp"),
        ("1:open.5.0", "CardNotInCastle"),
        ("1:open.0.0", "CardNotInCastle"),
        ("1:open", "CardNotInCastle"),
        ("1:open.1", "BidNotANumber"),
        ("1:open.1.two", "BidNotANumber"),
        ("1:open.1.-1", "BidNotANumber"),
        ("1:open.1.1.5", "BidNotANumber"),
        ("1:open.1.99999999999999999999", "BidNotANumber"),
        ("1:open.1.２", "BidNotANumber"),
        ("1:pass", "OpeningWasDue"),
        ("1:bid.1", "OpeningWasDue"),
        ("2:open.1.0", "NotTheTurn"),
        ("1:dance", "NotAMove"),
        ("1:", "NotAMove"),
    ],
)
def test_5_10_at_an_opening(entry: str, reason: str) -> None:
    assert why(bidding(), entry) == reason


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("3:bid.2", "BidTooLow"),
        ("3:bid.0", "BidTooLow"),
        ("3:bid.11", "BidOverAp"),
        ("3:bid", "BidNotANumber"),
        ("3:bid.x", "BidNotANumber"),
        ("3:pass.1", "NotAMove"),
        ("3:open.2.0", "AuctionWasRunning"),
        ("3:helper", "AuctionWasRunning"),
        ("2:bid.3", "HadPassedAuction"),
        ("4:bid.3", "NotTheTurn"),
        ("1:pass", "NotTheTurn"),
    ],
)
def test_5_10_in_an_auction(entry: str, reason: str) -> None:
    assert why(auction(), entry) == reason


def test_5_10_reasons_say_the_numbers() -> None:
    state = auction()
    assert LADY_LUCK.why_not(state, 3, "bid.2") == BidTooLow(2)
    assert LADY_LUCK.why_not(state, 3, "bid.11") == BidOverAp(10)
    assert LADY_LUCK.why_not(state, 4, "pass") == NotTheTurn(3)


def test_5_10_while_a_winner_chooses() -> None:
    state = go(auction(), "3:pass", "4:pass")
    assert why(state, "1:pass") == "PlacingWasDue"
    assert why(state, "2:helper") == "NotTheTurn"
    assert why(state, "1:helper.1") == "NotAMove"


def test_5_10_who_has_won_is_told_so_first() -> None:
    state = go(auction(), "3:pass", "4:pass", "1:helper", "2:open.2.0")
    assert why(state, "1:bid.1") == "HadWon"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("1:open.1.0", "HelperPhaseWasRunning"),
        ("1:helper", "HelperPhaseWasRunning"),
        ("1:reveal.md1", "HelperPhaseWasRunning"),
        ("2:use.md1", "NotTheTurn"),
        ("4:use.md3", "HadPassed"),
        ("1:use", "NotYourHelper"),
        ("1:use.xy1", "NotYourHelper"),
        ("1:use.md1", "NotYourHelper"),
        ("1:use.ft1", "NotYourHelper"),
        ("1:use.md2", "HelperHadActed"),
        ("1:use.no1", "TargetRequired"),
        ("1:use.no1.9", "TargetNotTaken"),
        ("1:use.ps1.md1", "TargetNotTaken"),
        ("1:use.kn1.md1.md1", "TargetNotTaken"),
        ("1:use.kn1.ps4", "TargetNotHelper"),
        ("1:use.kn1.2", "TargetNotHelper"),
        ("1:use.kn1.md2", "TargetHadActed"),
        ("1:use.kn1.kn1", "TargetWasItself"),
        ("1:use.ge1.ge1", "TargetNotActed"),
        ("1:use.ge1.md1", "TargetNotActed"),
        ("1:use.mg1.mg1", "TargetWasItself"),
        ("1:use.mg1.md1", "NotYourHelper"),
        ("1:pass.1", "NotAMove"),
    ],
)
def test_6_9_in_the_helper_phase(entry: str, reason: str) -> None:
    own = seat(1, "no1 ps1 kn1 ge1 mg1 md2~", "ft1")
    state = helping(own, seat(1, "md1"), seat(), seat(1, "md3"), passed=[4])
    assert why(state, entry) == reason


def test_6_9_generals() -> None:
    options = switched(general_scope="own_only")
    state = helping(seat(1, "ge1 md2~"), seat(1, "md1~"), seat(), options=options)
    assert why(state, "1:use.ge1.md1") == "NotYourHelper"
    assert why(state, "1:use.ge1.md2.x") == "TargetNotTaken"
    circle = helping(seat(1, "ge1 ge2~"), seat(), seat(), passed=[2, 3])
    assert why(go(circle, "1:use.ge1.ge2"), "1:use.ge2.ge1") == "PositionRepeated"


def test_6_9_while_a_noble_waits() -> None:
    state = helping(seat(1, "no1 md1"), seat(1, "md2", "pr1 kn1"), seat(), passed=[2])
    state = go(state, "1:use.no1.2")
    assert why(state, "1:use.md1") == "ChoiceWasOpen"
    assert why(state, "2:pass") == "ChoiceWasOpen"
    assert why(state, "2:reveal.md1") == "NotYourScore"
    assert why(state, "2:reveal") == "NotYourScore"
    assert why(state, "1:reveal.pr1") == "NotTheTurn"


def test_after_the_end() -> None:
    state = go(helping(seat(1, "md1"), seat(), seat(), round=8, castle=[]), "1:pass")
    assert why(state, "1:pass") == "GameWasOver"


def test_reasons_follow_from_what_everybody_sees() -> None:
    for state in (bidding(), auction()):
        for number in range(1, 5):
            assert isinstance(LADY_LUCK.why_not(state, number, "use.md1"), Public)


def test_a_target_that_is_legal_has_no_reason_of_its_own() -> None:
    """`why_not` is only asked about what is not legal, and answers everything all the same."""
    state = helping(seat(1, "kn1 ge1 mg1 md2~"), seat(1, "md1"), seat())
    for code in ("use.kn1.md1", "use.ge1.md2", "use.mg1.md2", "pass"):
        assert type(LADY_LUCK.why_not(state, 1, code)).__name__ == "NotAMove"
    opening = LADY_LUCK.why_not(bidding(), 1, "open.1.0")
    assert type(opening).__name__ == "NotAMove"
    noble = go(helping(seat(1, "no1"), seat(1, "", "pr1 kn1"), seat()), "1:use.no1.2")
    assert type(LADY_LUCK.why_not(noble, 2, "reveal.pr1")).__name__ == "NotAMove"
    assert type(LADY_LUCK.why_not(auction(), 3, "bid.3")).__name__ == "NotAMove"
