"""Auctions in words: a number is a bid, and a standing order answers until it has run out."""

from __future__ import annotations

import pytest

from adapters.heard import SILENCE
from adapters.listen import order_code
from core.desk.hand import hand_of
from core.table import sayings
from tests.adapters.table import GAMES_BY_NAME, Parlour, data_of


@pytest.fixture
def auction() -> Parlour:
    """A table of three with an auction for the first card, opened at 0."""
    parlour = Parlour(number=4)
    parlour.start("Aki", "ミナ", "Ken", game="lady-luck")
    parlour.press(parlour.awaited(), "m:open.1.0")
    return parlour


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("4", "bid.4"),
        ("bid 4", "bid.4"),
        ("４", "bid.4"),
        ("パス", "pass.0"),
        ("pass 3", "pass.3"),
        ("許可", "allow"),
        ("no", ""),
        ("", ""),
    ],
)
def test_an_order_is_read_in_both_languages(said: str, code: str) -> None:
    assert order_code(said) == code


def test_a_number_alone_is_a_bid(auction: Parlour) -> None:
    name = auction.awaited()
    assert auction.type(name, "７", private=True).message is None
    assert auction.playing().moves[-1] == f"{auction.seat(name)}:bid.7"


def test_a_number_from_somebody_else_is_chat(auction: Parlour) -> None:
    asked = auction.awaited()
    other = next(name for name in ("Aki", "ミナ", "Ken") if name != asked)
    before = auction.playing().moves
    assert auction.type(other, "3") is SILENCE
    assert auction.playing().moves == before


def test_a_standing_order_bids_by_the_least_raise_and_then_passes(auction: Parlour) -> None:
    name = auction.awaited()
    seat = auction.seat(name)
    assert auction.type(name, "/order 2", private=True).message is None
    assert f"{seat}:bid.1" in auction.playing().moves
    other = auction.awaited()
    assert other != name
    auction.type(other, "2", private=True)
    third = auction.awaited()
    auction.type(third, "3", private=True)
    assert f"{seat}:pass" in auction.playing().moves


def test_an_order_is_shown_to_its_owner_alone_and_can_be_taken_back(auction: Parlour) -> None:
    asked = auction.awaited()
    name = next(name for name in ("Aki", "ミナ", "Ken") if name != asked)
    assert auction.press(name, "order.bid.5", private=True).message is None
    table = auction.playing()
    sheets = {one: hand_of(table, GAMES_BY_NAME, f"test:{one}") for one in (asked, name)}
    assert "order." in data_of(sheets[name])
    assert "order." not in data_of(sheets[asked])
    auction.press(name, "order.", private=True)
    chairs = auction.playing().chairs
    assert all(chair.order == "" for chair in chairs)


def test_what_cannot_be_ordered_is_refused(auction: Parlour) -> None:
    asked = auction.awaited()
    reply = auction.type(asked, "/order the moon", private=True)
    assert isinstance(reply.message, sayings.NoOrder)
    coup = Parlour(number=4)
    coup.start("Aki", "Ben", game="love-letter")
    reply = coup.type("Aki", "/order 4", private=True)
    assert isinstance(reply.message, sayings.NoOrder)
