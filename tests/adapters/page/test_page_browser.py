"""A person at the page, in a real browser: matches by touch and by keys, a host that dies or is
silent, two people at one screen, a friend with a link, two languages."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.adapters.page.browser import (
    PHONE,
    WAIT,
    Host,
    browser_tests,
    chromium,
    looking,
    needs_axe,
    overflow,
    violations,
)

pytestmark = browser_tests

MOST_PRESSES = 200
SOON = 450  # milliseconds: a quicker press at the same place, on what has just come, does not count
SENT = """() => {
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    window.sent.push(text);
    return send.call(this, text);
  };
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host that has been started."""
    one = Host(tmp_path)
    one.start()
    yield one
    one.stop()


def asked(page: Page) -> bool:
    """Wait until the person is asked; False where the match is over before."""
    for _ in range(WAIT // 100):
        if page.title().startswith("●"):
            page.wait_for_timeout(SOON)
            return True
        if page.locator(".ends.match").count():
            return False
        onward = page.locator(".ends.round .key.main, .question.waiting .way")
        if onward.count():
            with suppress(TookTooLong):  # what was to be skipped may end by itself meanwhile
                onward.first.click(timeout=SOON)
        page.wait_for_timeout(100)
    raise AssertionError("nobody was asked, and the match did not end")


def pressable(page: Page) -> Locator:
    """What a touch answers the question with: what confirms a move, else a key below the question,
    else a card of the hand."""
    keys = page.locator(".near .question .keys button:enabled")
    main = keys.and_(page.locator(".main"))
    if main.count():
        return main.first
    return keys.last if keys.count() else page.locator(".near .hand button:enabled").last


def answer(page: Page) -> int:
    """Answer the question by touch; how many touches it took."""
    for touches in range(1, 8):
        pressable(page).click(timeout=WAIT)
        page.wait_for_timeout(SOON)
        for _ in range(WAIT // 100):
            if not page.title().startswith("●") or page.locator(SENDING).count():
                return touches
            if page.locator(CHOOSING).count():
                break
            page.wait_for_timeout(100)
    raise AssertionError("a move takes at most seven touches")


SENDING = ".near .question .pending, .notice.unsure"
"""What stands there while a move is under way."""

CHOOSING = ".near .question .back, .near .question .keys .main"
"""What stands there while a move is half made."""


def frames(page: Page, kind: str) -> list[dict[str, object]]:
    """The frames of a kind that went out since `SENT` was evaluated."""
    sent = [json.loads(text) for text in page.evaluate("window.sent")]
    return [frame for frame in sent if frame["type"] == kind]


def start(page: Page) -> None:
    """The host of the table starts."""
    page.locator(".lobby .start").click()
    assert asked(page)


def test_a_match_is_played_by_touch_on_a_phone(host: Host, browser: Browser) -> None:
    with looking(browser, host, "ja-JP", PHONE, has_touch=True) as page:
        start(page)
        expect(page.locator("html")).to_have_attribute("lang", "ja")
        assert page.locator(".near .hand .card").count() == 2
        assert overflow(page) <= 0
        for _ in range(MOST_PRESSES):
            if not asked(page):
                break
            assert answer(page) <= 4
        assert page.locator(".ends.match").count()


def test_a_killed_host_is_told_and_found_again(host: Host, browser: Browser) -> None:
    with looking(browser, host, cut_off=True) as page:
        start(page)
        title = page.title()
        host.kill()
        page.locator(".bar-wire.lost, .bar-wire.silent").wait_for(timeout=WAIT)
        page.evaluate("window.kept = 1")
        host.start()
        page.locator(".bar-wire.open").wait_for(state="attached", timeout=WAIT)
        assert asked(page)
        assert page.title() == title
        assert page.evaluate("window.kept") == 1, "the same build is not loaded anew"
        answer(page)


def test_a_press_that_nobody_answers_is_not_confirmed_and_counts_once(
    host: Host, browser: Browser
) -> None:
    with looking(browser, host, cut_off=True) as page:
        start(page)
        page.evaluate(SENT)
        assert host.process is not None
        host.process.send_signal(signal.SIGSTOP)
        try:
            answer(page)
            page.locator(".notice.unsure").wait_for(timeout=WAIT)
            page.locator(".bar-wire.silent").wait_for(timeout=WAIT)
            assert page.locator(".near .question .keys .key:enabled").count() == 0
        finally:
            host.process.send_signal(signal.SIGCONT)
        page.locator(".notice.unsure").wait_for(state="detached", timeout=WAIT)
        assert len({str(frame["id"]) for frame in frames(page, "press")}) == 1
        assert page.locator(".notice.refused, .notice.stale").count() == 0
        own = page.locator(".story .line").all_inner_texts()
        assert len(own) == len(set(own)) or asked(page)


def test_a_press_that_comes_too_late_is_told_so(host: Host, browser: Browser) -> None:
    """Another page of the same screen answers while nothing of this one gets through."""
    with looking(browser, host, cut_off=True) as page, looking(browser, host) as other:
        start(page)
        assert asked(other)
        page.evaluate(
            "() => { window.whole = WebSocket.prototype.send; window.sent = [];"
            " WebSocket.prototype.send = (text) => void window.sent.push(text); }"
        )
        while not frames(page, "press"):
            answer(page)
        other.evaluate(SENT)
        while not frames(other, "press"):
            other.keyboard.press("1")
            other.keyboard.press("Enter")
        page.locator(".notice.unsure").wait_for(timeout=WAIT)
        tried, done = (frames(each, "press")[0]["data"] for each in (page, other))
        page.evaluate("() => { WebSocket.prototype.send = window.whole; }")
        if tried != done:  # the same move twice is no fault
            page.locator(".notice.stale, .notice.refused").first.wait_for(timeout=WAIT)
        page.locator(".notice.unsure").wait_for(state="detached", timeout=WAIT)


def test_the_second_press_of_a_double_one_hits_nothing_new(host: Host, browser: Browser) -> None:
    with looking(browser, host) as page:
        start(page)
        while not page.locator(CHOOSING).count():
            assert asked(page)
            pressable(page).click()
            page.wait_for_timeout(450)
        page.evaluate(SENT)
        place = pressable(page).bounding_box()
        assert place is not None
        at = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        page.mouse.dblclick(*at)
        page.wait_for_timeout(200)
        assert len(frames(page, "press")) <= 1


def test_two_people_pass_the_screen_behind_a_curtain(host: Host, browser: Browser) -> None:
    with looking(browser, host) as page:
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("button", name="Add a seat").click()
        page.get_by_role("textbox", name="Name").fill("Mina")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="More", exact=True).click()
        page.locator(".sheet.menu").get_by_role("button", name="Mina", exact=True).click()
        page.locator(".curtain").wait_for(timeout=WAIT)
        page.get_by_role("button", name=re.compile("^I am Mina")).click()
        page.locator(".lobby .start").click()
        for _ in range(WAIT // SOON):  # until the other of the two is asked
            if page.locator(".curtain").count():
                break
            with suppress(TookTooLong):  # it was the last press, and the curtain has fallen
                if page.title().startswith("●"):
                    pressable(page).click(timeout=1000)
            page.wait_for_timeout(SOON)
        page.locator(".curtain").wait_for(timeout=WAIT)
        assert page.locator(".card").count() == 0, "nobody's hand is seen"
        page.reload()
        page.locator(".curtain, .felt").first.wait_for(timeout=WAIT)
        assert page.locator(".felt").count() == 0, "a reload does not lift it"
        to = page.locator(".curtain p").inner_text()
        assert page.locator(".felt, .rail").count() == 0
        page.locator(".curtain .key.main").click()
        page.locator(".near .hand .card").first.wait_for(timeout=WAIT)
        name = page.locator(".near .own .called").inner_text()
        assert name in to


def test_a_page_changes_its_own_language_and_no_others(host: Host, browser: Browser) -> None:
    with looking(browser, host) as page, looking(browser, host) as other:
        start(page)
        page.get_by_role("button", name="日本語").first.click()
        expect(page.locator("html")).to_have_attribute("lang", "ja", timeout=WAIT)
        question = page.locator(".near .question")
        expect(question).to_have_attribute("aria-label", "質問", timeout=WAIT)
        expect(other.locator("html")).to_have_attribute("lang", "en")
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", "ja", timeout=WAIT)


def test_a_link_to_a_seat_opens_that_seat_alone(host: Host, browser: Browser) -> None:
    with looking(browser, host) as page:
        start(page)
        page.get_by_role("button", name="More", exact=True).click()
        page.locator(".sheet.menu .link").first.click()
        link = page.locator(".sheet .url").inner_text()
        part = link.removeprefix(host.address)
        assert "seat=" in part
        with looking(browser, host, "ja-JP", PHONE, part=part) as friend:
            assert asked(friend)
            assert friend.locator(".near .hand .card").count() == 2
            friend.locator(".tool.menu").click()
            expect(friend.locator(".sheet.menu .persons .key")).to_have_count(1, timeout=WAIT)
            assert friend.locator(".sheet.menu .link").count() == 0


@pytest.mark.parametrize("seat", ["1.é", "1.%ff", "１.x"])
def test_a_link_that_no_seat_has_is_told_so(host: Host, browser: Browser, seat: str) -> None:
    page = browser.new_page(locale="en-US")
    page.goto(f"{host.address}#seat={seat}")
    expect(page.locator(".refused")).to_contain_text("opens no seat", timeout=WAIT)
    page.close()


def test_a_cut_brings_random_bits_of_the_browser(host: Host, browser: Browser) -> None:
    with looking(browser, host) as page:
        page.evaluate(SENT)
        for picture in (2, 3):
            page.locator(".lobby button", has_text="Cut").first.click()
            page.locator(".sheet.cuts").wait_for(timeout=WAIT)
            page.locator(f'.sheet button[data-data$=":cut.{picture}"]').click()
            page.locator(".sheet.cuts").wait_for(state="detached", timeout=WAIT)
        sent = frames(page, "cut")
        assert [frame["picture"] for frame in sent] == [2, 3]
        assert all(re.fullmatch("[0-9a-f]{32}", str(frame["bits"])) for frame in sent)
        assert sent[0]["bits"] != sent[1]["bits"]


def test_words_reach_the_chat_and_the_end_of_a_conversion_sends_nothing(
    host: Host, browser: Browser
) -> None:
    with looking(browser, host) as page, looking(browser, host) as other:
        page.get_by_role("tab", name="Chat").click()
        line = page.locator(".typing input")
        line.fill("hello there")
        line.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
        line.press("Enter")
        other.get_by_role("tab", name="Chat").click()
        other.locator(".said", has_text="hello there").wait_for(timeout=WAIT)
        expect(page.locator(".said", has_text="hello there")).to_have_count(1, timeout=WAIT)
        line.fill("123")
        assert page.locator(".typing input").input_value() == "123"


def test_what_opens_above_the_table_closes_and_gives_the_focus_back(
    host: Host, browser: Browser
) -> None:
    with looking(browser, host) as page:
        rules = page.locator(".lobby").get_by_role("button", name="Rules")
        rules.focus()
        page.keyboard.press("Enter")
        page.locator("dialog.sheet").wait_for(timeout=WAIT)
        page.keyboard.press("Escape")
        page.locator("dialog.sheet").wait_for(state="detached", timeout=WAIT)
        expect(rules).to_be_focused(timeout=WAIT)
        page.locator("body").press("?")
        page.locator("dialog.keys").wait_for(timeout=WAIT)


@needs_axe
@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_axe_finds_nothing_beside_the_table(host: Host, browser: Browser, locale: str) -> None:
    with looking(browser, host, locale) as page:
        assert violations(page) == []
        start(page)
        for tab in page.locator(".rail .tab").all():
            tab.click()
            assert violations(page) == []
        page.locator(".tool.menu").click()
        assert violations(page) == []
    with looking(browser, host, locale, PHONE) as phone:
        assert asked(phone)
        phone.locator(".latest").click()
        assert violations(phone) == []
