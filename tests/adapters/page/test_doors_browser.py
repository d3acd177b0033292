"""Every door in a real browser, beside stand-ins for Telegram's shell and LINE's SDK."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, WebSocketRoute, expect

from core.kernel.asks import Ask
from core.table.table import Playing
from tests.adapters.page.browser import WAIT, browser_tests, needs_axe, violations
from tests.adapters.page.porch import AKI, KEN, LIFF, LINE_AKI, LINE_KEN, LINE_MIO, MIO, id_token
from tests.adapters.page.threshold import (
    OPENSSL,
    SHELL_OF_EVIL,
    Threshold,
    browsing,
    context,
    standing,
)

pytestmark = [
    *browser_tests,
    pytest.mark.skipif(not OPENSSL, reason="openssl is not installed (apt install openssl)"),
]
HOST = "https://cards.example"
HAND = ".near .hand"
REFUSED = ".refused p"
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); },
  });
}
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Threshold]:
    with standing(tmp_path_factory.mktemp("doors")) as threshold:
        yield threshold


@pytest.fixture(scope="module")
def browser(house: Threshold) -> Iterator[Browser]:
    with browsing(house) as found:
        yield found


@contextmanager
def person(browser: Browser, locale: str = "en-US", **more: Any) -> Iterator[Page]:
    """Somebody's browser; nothing may go wrong in it, and no law may be broken."""
    with context(browser, locale, **more) as own, page_of(own) as page:
        yield page


@contextmanager
def page_of(own: BrowserContext) -> Iterator[Page]:
    page, wrong = own.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def told(message: Any) -> None:
        missing = "status of 404" in message.text  # a link that opens nothing, a stand-in's icon
        if message.type == "error" and not missing:
            wrong.append(message.text)

    page.on("console", told)
    yield page
    page.close()
    assert wrong == []


def sees_hand(page: Page | Frame) -> bool:
    """Whether the page shows its reader's own hand, as soon as it stands."""
    page.wait_for_selector("#page main", timeout=WAIT)
    return page.locator(f"{HAND} .card, {HAND} [data-code], {HAND} li").count() > 0


def is_told(page: Page | Frame, *words: str) -> None:
    """The page does not open, and says why."""
    text = page.wait_for_selector(REFUSED, timeout=WAIT)
    assert text is not None
    said = text.inner_text()
    assert all(word in said for word in words), said
    assert page.locator(HAND).count() == 0


def app_of(page: Page) -> Frame:
    """Our page inside Telegram's."""
    page.wait_for_selector("iframe")
    for _ in range(100):
        found = [frame for frame in page.frames if frame.url.startswith(f"{HOST}/app")]
        if found:
            return found[0]
        page.wait_for_timeout(50)
    raise AssertionError(f"it is not framed: {[frame.url for frame in page.frames]}")


def heard(page: Page) -> list[list[Any]]:
    """What Telegram was told by our page."""
    found: list[list[Any]] = page.evaluate("heard")
    return found


def until(page: Page, fits: Callable[[], bool]) -> None:
    """Wait for something that no selector tells."""
    for _ in range(200):
        if fits():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it does not happen")


def asked(house: Threshold, table: str) -> str:
    """Who is asked at a table."""

    def look(porch: Any) -> str:
        read = porch.house.read(table)
        assert read is not None and isinstance(read.table, Playing)
        ask = porch.house.games[read.table.game].ask(read.table.state)
        assert isinstance(ask, Ask)
        return str(read.table.chairs[min(ask.seats) - 1].user)

    return house.run(look)


def moves(house: Threshold, table: str) -> int:
    def look(porch: Any) -> int:
        read = porch.house.read(table)
        assert read is not None
        return len(read.table.moves)

    return house.run(look)


# Links


def test_a_link_once_and_then_the_key_of_the_group(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    token = house.run(lambda porch: porch.token(table, LINE_AKI))
    with context(browser) as own:
        with page_of(own) as page:
            page.goto(f"{HOST}/t/{table}")
            is_told(page, "This browser does not know you yet")
            page.goto(f"{HOST}/s/{token}")
            assert sees_hand(page) and "Person a" in page.inner_text(".near")
        (cookie,) = own.cookies()
        assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Lax"
        with page_of(own) as page:
            page.goto(f"{HOST}/t/{table}")
            assert sees_hand(page) and "Person a" in page.inner_text(".near")
            assert page.evaluate("document.cookie") == ""
    with person(browser, "ja-JP") as page:
        page.goto(f"{HOST}/t/{table}")
        is_told(page, "手札")


def test_a_link_is_ended_by_its_owner(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    token = house.run(lambda porch: porch.token(table, LINE_AKI))
    with context(browser) as thief, page_of(thief) as stolen, person(browser) as page:
        for each in (stolen, page):
            each.goto(f"{HOST}/s/{token}")
            assert sees_hand(each)
        page.locator(".tool.menu").click()
        page.get_by_role("button", name="End this link").click()
        is_told(page, "Your link is ended")
        is_told(stolen, "opens nothing")
        stolen.goto(f"{HOST}/s/{token}")
        assert "opens nothing" in stolen.inner_text("main")
        stolen.goto(f"{HOST}/t/{table}")
        is_told(stolen, "does not know you")


def test_watching_shows_no_hand_and_ends_with_the_game(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    link = house.run(lambda porch: porch.links.board_link(table))
    with person(browser) as page:
        page.goto(link)
        assert not sees_hand(page)
        house.run(lambda porch: porch.finish(table))
        page.goto(link)
        assert "This game is over" in page.inner_text("main")


def test_new_keys_close_pages_that_are_open(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    user = asked(house, table)
    token = house.run(lambda porch: porch.token(table, user))
    with person(browser) as page:
        page.goto(f"{HOST}/s/{token}")
        assert sees_hand(page)
        house.run(lambda porch: porch.keys.renew())
        play_on(page)
        is_told(page, "opens nothing")
        assert moves(house, table) == 0


def play_on(page: Page | Frame) -> None:
    """Touch a card, then what is offered, until nothing is or the page is closed."""
    for _ in range(5):
        keys = page.locator(".question .key:not([disabled])")
        offered = keys if keys.count() else page.locator(f"{HAND} button:not([disabled])")
        if page.locator(REFUSED).count() or not offered.count():
            return
        offered.first.click()
        page.wait_for_timeout(300)


# Telegram


def test_in_telegrams_frame(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(AKI, KEN))
    user = asked(house, table)
    with person(browser) as page:
        page.goto(house.in_telegram(user, table))
        app = app_of(page)
        assert sees_hand(app)
        names = [name for name, _ in heard(page)]
        assert {"iframe_ready", "web_app_ready", "web_app_expand"} <= set(names)
        root = app.locator(":root")
        expect(root).to_have_attribute("data-look", "dark")
        page.evaluate("tell('theme_changed', {theme_params: {bg_color: '#ffffff'}})")
        expect(root).to_have_attribute("data-look", "light")
        colour = (
            "getComputedStyle(document.documentElement).getPropertyValue('--tg-theme-bg-color')"
        )
        assert app.evaluate(colour) == "#ffffff"
        assert browser.contexts[-1].cookies() == []


def test_a_half_made_choice_asks_before_it_closes(house: Threshold, browser: Browser) -> None:
    """A card that needs a target is chosen; the app's own back button takes it back."""
    table = house.run(lambda porch: porch.anew(AKI, KEN, MIO))
    with person(browser) as page:
        for _ in range(40):
            page.goto("about:blank")
            page.goto(house.in_telegram(asked(house, table), table))
            app = app_of(page)
            assert sees_hand(app)
            app.wait_for_selector(".question")
            page.evaluate("heard.length = 0")
            app.locator(f"{HAND} button:not([disabled])").first.click()
            page.wait_for_timeout(300)
            if ["web_app_setup_back_button", {"is_visible": True}] in heard(page):
                break
            house.run(lambda porch: porch.move(table))
        assert ["web_app_setup_closing_behavior", {"need_confirmation": True}] in heard(page)
        assert any(name == "web_app_trigger_haptic_feedback" for name, _ in heard(page))
        page.evaluate("heard.length = 0; tell('back_button_pressed', {})")
        hidden = ["web_app_setup_back_button", {"is_visible": False}]
        until(page, lambda: hidden in heard(page))
        assert ["web_app_setup_closing_behavior", {"need_confirmation": False}] in heard(page)


def test_where_storing_is_refused(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(AKI, KEN))
    with context(browser) as own:
        own.add_init_script(f"if (window.top !== window) {{ {NO_STORAGE} }}")
        with page_of(own) as page:
            page.goto(house.in_telegram(AKI, table))
            app = app_of(page)
            assert sees_hand(app)
            page.reload()  # the same data may come again within its day
            assert sees_hand(app_of(page))


def test_nobody_else_may_frame_it(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(AKI, KEN))
    address = house.in_telegram(AKI, table)
    with context(browser) as own:
        page = own.new_page()
        page.goto(address.replace("https://web.telegram.org", SHELL_OF_EVIL))
        page.wait_for_timeout(1500)
        assert not any(frame.locator("#page main").count() for frame in page.frames[1:])
        assert page.evaluate("heard") == []


@pytest.mark.parametrize(
    ("data", "words"),
    [("old", "open for too long"), ("forged", "does not confirm"), ("", "does not confirm")],
)
def test_what_telegram_did_not_sign_today(
    data: str, words: str, house: Threshold, browser: Browser
) -> None:
    table = house.run(lambda porch: porch.anew(AKI, KEN))
    with person(browser) as page:
        if data:
            at = time.time() - 86401 if data == "old" else time.time()
            token = "123456:another_bot" if data == "forged" else ""
            page.goto(house.in_telegram(AKI, table, at=at, token=token))
            is_told(app_of(page), words)
        else:
            page.goto(f"{HOST}/app?t={table}")
            is_told(page, words)


def test_a_member_of_the_group_watches(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(AKI, KEN))
    with person(browser, "ja-JP") as page:
        page.goto(house.in_telegram(MIO, table))
        is_told(app_of(page), "グループのメンバー")
        house.run(lambda porch: porch.members.add(MIO))
        page.goto("about:blank")
        page.goto(house.in_telegram(MIO, table))
        assert not sees_hand(app_of(page))
        house.run(lambda porch: porch.members.discard(MIO))


# LINE


def in_line(house: Threshold, user: str, **behaves: Any) -> None:
    """LINE's SDK behaves so from now on; its ID token is one that LINE knows."""
    end = int(time.time()) + 3600
    token = id_token(user, end)
    house.run(lambda porch: house.line.knows(user, token, end))
    house.sdk = {"inApp": True, "token": token, "exp": end, "permission": "granted", **behaves}


def calls(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("liffCalls")
    return found


def test_in_line_over_the_chat(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    in_line(house, LINE_AKI)
    with person(browser, "ja-JP") as page:
        loads: list[str] = []
        page.on("framenavigated", lambda frame: loads.append(frame.url))
        page.goto(f"{HOST}/liff?liff.state=%3Ft%3D{table}")
        page.wait_for_url(f"{HOST}/liff?t={table}")
        assert sees_hand(page)
        assert loads == [f"{HOST}/liff?liff.state=%3Ft%3D{table}", f"{HOST}/liff?t={table}"]
        assert calls(page) == [["init", LIFF]]
        assert page.locator("main").get_attribute("class") or True
        page.reload()
        assert sees_hand(page)


def test_an_old_id_token_in_line_gives_way_to_the_access_token(
    house: Threshold, browser: Browser
) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    in_line(house, LINE_AKI, exp=int(time.time()) - 60, access="access")
    house.run(lambda porch: house.line.grants(LINE_AKI, "access"))
    with person(browser) as page:
        page.goto(f"{HOST}/liff?t={table}")
        assert sees_hand(page)
        house.sdk["access"] = "revoked"
        page.goto("about:blank")
        page.goto(f"{HOST}/liff?t={table}")
        is_told(page, "時間がたちすぎています")  # LINE tells its own language


def test_in_a_browser_one_logs_in_anew_once(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    in_line(house, LINE_AKI)
    fresh = {"token": house.sdk["token"], "exp": house.sdk["exp"]}
    old = {"inApp": False, "token": "old.old.old", "exp": 1}
    with person(browser) as page:
        house.sdk = {**old, "anew": fresh}
        page.goto(f"{HOST}/liff?t={table}")
        page.wait_for_url(f"{HOST}/liff?t={table}&again=1")
        assert sees_hand(page)
        house.sdk = old  # LINE's SDK goes on keeping the old one: no circle
        page.goto("about:blank")
        page.goto(f"{HOST}/liff?t={table}")
        page.wait_for_url(f"{HOST}/liff?t={table}&again=1")
        is_told(page, "時間がたちすぎています")
        house.sdk = {"inApp": False, "loggedIn": False, "anew": {**fresh, "loggedIn": True}}
        page.goto("about:blank")
        page.goto(f"{HOST}/liff?t={table}")
        assert sees_hand(page)


@pytest.mark.parametrize("way", ["fails", "nothing"])
def test_where_lines_script_does_not_begin(way: str, house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    in_line(house, LINE_AKI, fails="The clock of this phone is wrong")
    with context(browser, "ja-JP") as own:
        page = own.new_page()
        if way == "nothing":
            page.route("https://static.line-scdn.net/**", lambda route: route.abort())
        page.goto(f"{HOST}/liff?t={table}")
        is_told(page, "開き直してください")


def test_somebody_elses_token_and_none_of_ours(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    with person(browser) as page:
        in_line(house, LINE_MIO)
        page.goto(f"{HOST}/liff?t={table}")
        is_told(page, "グループのメンバー")
        in_line(house, LINE_AKI, token=id_token(LINE_AKI, time.time() + 60, "1111111111"))
        page.goto("about:blank")
        page.goto(f"{HOST}/liff?t={table}")
        is_told(page, "LINEの別のサービス")


def test_while_line_is_silent_the_page_tries_again(house: Threshold, browser: Browser) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    in_line(house, LINE_AKI)
    with person(browser) as page:
        house.line.status = 503
        try:
            page.goto(f"{HOST}/liff?t={table}")
            page.get_by_text("LINEから応答がなく").first.wait_for(timeout=WAIT)
            assert page.locator(REFUSED).count() == 0
        finally:
            house.line.status = 200
        assert sees_hand(page)


@pytest.mark.parametrize("says", ["", "user doesn't grant required permissions yet"])
def test_a_move_is_said_in_the_group_and_where_that_fails_it_is_made_all_the_same(
    says: str, house: Threshold, browser: Browser
) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    in_line(house, asked(house, table), says=says)
    with person(browser, "ja-JP") as page:
        page.goto(f"{HOST}/liff?t={table}")
        assert sees_hand(page)
        play_on(page)
        until(page, lambda: moves(house, table) == 1)
        until(page, lambda: len(calls(page)) == 2)
        name, (message,) = calls(page)[1]
        assert name == "sendMessages" and message["type"] == "text"
        assert message["text"].startswith("▷")
        assert sees_hand(page)


@pytest.mark.parametrize("permission", ["prompt", "unavailable"])
def test_without_the_permission_nothing_is_said(
    permission: str, house: Threshold, browser: Browser
) -> None:
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    in_line(house, asked(house, table), permission=permission)
    with person(browser) as page:
        page.goto(f"{HOST}/liff?t={table}")
        assert sees_hand(page)
        play_on(page)
        until(page, lambda: moves(house, table) == 1)
        page.wait_for_timeout(500)
        assert calls(page) == [["init", LIFF]]


# What all of them have


def test_a_page_comes_back_by_its_bearer(house: Threshold, browser: Browser) -> None:
    """What Telegram signed is not shown twice by a page that stays open."""
    table = house.run(lambda porch: porch.anew(AKI, KEN))
    with person(browser) as page:
        kinds: list[str] = []

        def sent(frame: str | bytes) -> None:
            told = json.loads(frame)
            if told["type"] == "come":
                kinds.append(told["kind"])

        page.on("websocket", lambda socket: socket.on("framesent", sent))
        page.goto(house.in_telegram(AKI, table))
        assert sees_hand(app_of(page))
        house.wait(house.close_sockets())
        until(page, lambda: len(kinds) == 2)
        assert kinds == ["telegram", "bearer"]
        assert sees_hand(app_of(page))


def test_until_its_table_has_come_a_page_says_of_none_that_it_is_missing(
    house: Threshold, browser: Browser
) -> None:
    """A server that is busy, or a slow way: the table comes long after the greeting."""
    table = house.run(lambda porch: porch.anew(LINE_AKI, LINE_KEN))
    token = house.run(lambda porch: porch.token(table, LINE_AKI))
    with person(browser) as page:
        held: list[tuple[WebSocketRoute, str | bytes]] = []
        kinds: list[str] = []

        def between(socket: WebSocketRoute) -> None:
            def back(frame: str | bytes) -> None:
                kinds.append(json.loads(frame)["type"])
                if kinds[-1] == "table":
                    held.append((socket, frame))
                else:
                    socket.send(frame)

            socket.connect_to_server().on_message(back)

        page.route_web_socket("**/page/ws", between)
        page.goto(f"{HOST}/s/{token}")
        until(page, lambda: bool(held))
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
        assert kinds[0] == "hello" and "story" in kinds
        expect(page.locator(".splash")).to_be_visible()
        assert page.locator("#page main").count() == 0
        for socket, frame in held:
            socket.send(frame)
        assert sees_hand(page)
        assert page.locator(".splash").count() == 0


# What none of them has


def test_a_page_without_a_script_says_so(house: Threshold, browser: Browser) -> None:
    with context(browser, java_script_enabled=False) as own:
        page = own.new_page()
        page.goto(f"{HOST}/t/ab12")
        assert "needs JavaScript" in page.inner_text("body")
        page.goto(f"{HOST}/privacy?lang=ja")
        assert page.locator("h1").first.inner_text() == "このゲームホストが保存する情報について"
        assert page.locator("script").count() == 0


@needs_axe
@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_pages_that_do_not_open_can_be_heard(
    locale: str, house: Threshold, browser: Browser
) -> None:
    with context(browser, locale) as own:
        page = own.new_page()
        for path in ("/privacy", f"/s/ab12.1.{'0' * 32}", "/t/ab12", "/app?t=ab12"):
            page.goto(f"{HOST}{path}")
            page.wait_for_selector("main")
            assert violations(page) == [], path
