"""Links: what they open, and until when."""

from __future__ import annotations

import hmac
from typing import Any

import pytest

from adapters.page.door_texts import LinkIsVoid, MatchIsOver, NoLongerSeated, TableIsClosed
from adapters.page.links import Addresses, Links, OpenedSeat
from adapters.page.who import NotIn
from core.desk.reading import Reading
from tests.adapters.page.porch import AKI, KEN, LIFF, LINE_AKI, LINE_KEN, MIO, PUBLIC, Porch


def opened(porch: Porch, token: str) -> tuple[str, int, str]:
    found = porch.links.open_seat(token)
    assert isinstance(found, OpenedSeat)
    return found.read.id, found.seat, found.user


def why(found: object) -> type[Any]:
    assert isinstance(found, NotIn)
    return type(found.why)


def test_a_link_opens_one_seat() -> None:
    porch = Porch()
    table = porch.start(LINE_AKI, LINE_KEN)
    for user in (LINE_AKI, LINE_KEN):
        token = porch.token(table, user)
        assert opened(porch, token) == (table, porch.seat(table, user), user)


def test_links_of_earlier_releases_live_on() -> None:
    porch = Porch()
    porch.store.keep("line.seat-key", "5e" * 32, porch.at)
    table = porch.start(LINE_AKI, LINE_KEN)
    mac = hmac.digest(b"5e" * 32, f"{table}.1.".encode(), "sha256").hex()[:32]
    assert opened(porch, f"{table}.1.{mac}")[:2] == (table, 1)


def test_whatever_is_changed_opens_nothing() -> None:
    porch = Porch()
    table, other = porch.start(LINE_AKI, LINE_KEN), porch.start(AKI, KEN)
    token = porch.token(table, LINE_AKI)
    seat = porch.seat(table, LINE_AKI)
    mac = token.rpartition(".")[2]
    changed = [
        *(f"{table}.{3 - seat}.{mac}", f"{other}.{seat}.{mac}", f"{table}.{seat}.{'0' * 32}"),
        *(f"{table}.0{seat}.{mac}", f"{table}.9.{mac}", f"{table}.{mac}", token.upper(), ""),
        *(f"{token}0", f"../{token}", f"{token}\n", "é" * 40),
    ]
    for each in changed:
        assert why(porch.links.open_seat(each)) is LinkIsVoid, each
        assert why(porch.links.open_board(each)) is LinkIsVoid, each


def test_there_is_no_link_before_the_deal_and_for_strangers() -> None:
    porch = Porch()
    table = porch.gather(LINE_AKI, LINE_KEN)
    assert porch.links.seat_link(table, LINE_AKI) == ""
    assert porch.links.seat_link(porch.start(AKI, KEN), MIO) == ""
    assert porch.links.seat_link("nowhere", MIO) == ""


def test_a_link_lives_as_long_as_its_seat() -> None:
    porch = Porch()
    table = porch.start(AKI, KEN, MIO)
    mine, theirs = porch.token(table, AKI), porch.token(table, MIO)
    porch.leave(table, MIO)
    assert why(porch.links.open_seat(theirs)) is NoLongerSeated
    assert porch.links.seat_link(table, MIO) == ""
    assert opened(porch, mine)[0] == table
    porch.close(table, AKI)
    assert why(porch.links.open_seat(mine)) is TableIsClosed


def test_after_the_game_a_link_shows_the_end() -> None:
    porch = Porch()
    table = porch.start(AKI, KEN)
    token = porch.token(table, AKI)
    porch.finish(table)
    assert opened(porch, token) == (table, porch.seat(table, AKI), AKI)


def test_a_revoked_link_opens_nothing_and_its_owner_gets_another() -> None:
    porch = Porch()
    table = porch.start(AKI, KEN)
    mine, theirs = porch.token(table, AKI), porch.token(table, KEN)
    porch.links.end(table, AKI)
    assert why(porch.links.open_seat(mine)) is LinkIsVoid
    assert opened(porch, porch.token(table, AKI))[2] == AKI
    assert opened(porch, theirs)[2] == KEN


def test_a_link_for_watching_ends_with_the_game() -> None:
    porch = Porch()
    lobby, table = porch.gather(LINE_AKI, LINE_KEN), porch.start(AKI, KEN)
    token = ""
    for each in (lobby, table):
        token = porch.links.board_link(each).removeprefix(f"{PUBLIC}/b/")
        read = porch.links.open_board(token)
        assert isinstance(read, Reading) and read.id == each
        assert why(porch.links.open_seat(token)) is LinkIsVoid
    porch.finish(table)
    assert why(porch.links.open_board(token)) is MatchIsOver
    other = porch.links.board_link(lobby).removeprefix(f"{PUBLIC}/b/")
    porch.close(lobby, LINE_AKI)
    assert why(porch.links.open_board(other)) is TableIsClosed


def test_new_keys_end_every_link() -> None:
    porch = Porch()
    table = porch.start(AKI, KEN)
    seat, board = porch.token(table, AKI), porch.links.board_link(table).rpartition("/")[2]
    porch.keys.renew()
    assert why(porch.links.open_seat(seat)) is LinkIsVoid
    assert why(porch.links.open_board(board)) is LinkIsVoid
    assert opened(porch, porch.token(table, AKI))[2] == AKI


def test_addresses() -> None:
    porch = Porch()
    links = porch.links
    assert links.common_key("t1") == f"{PUBLIC}/t/t1"
    assert links.telegram_link("@fumi_bot", "t1") == "https://t.me/fumi_bot/play?startapp=t1"
    assert links.web_app("t1") == f"{PUBLIC}/app?t=t1"
    assert links.web_app() == f"{PUBLIC}/app"
    assert links.liff_link("t1") == f"https://liff.line.me/{LIFF}?t=t1"
    assert links.privacy() == f"{PUBLIC}/privacy"


@pytest.mark.parametrize(
    "addresses",
    [Addresses(app="play", liff=LIFF, bot=True), Addresses(public=PUBLIC)],
    ids=["no-address", "no-apps"],
)
def test_what_the_settings_do_not_allow_is_empty(addresses: Addresses) -> None:
    porch = Porch()
    table = porch.start(AKI, KEN)
    links = Links(porch.house, porch.store, porch.keys, porch.clock, addresses)
    apps = [links.telegram_link("fumi_bot", table), links.web_app(table), links.liff_link(table)]
    assert apps == ["", "", ""]
    plain = [links.common_key(table), links.seat_link(table, AKI), links.board_link(table)]
    assert all(plain) is bool(addresses.public) and any(plain) is bool(addresses.public)
