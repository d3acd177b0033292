"""Answers to presses fit into 200 characters, in both languages, with the longest names."""

from __future__ import annotations

import random

import msgspec
import pytest

from adapters.telegram.alerts import Alerts
from adapters.telegram.setup import menus
from adapters.telegram.style import LONGEST_ANSWER, cut, length, pages, units
from adapters.telegram.texts import KEYS, PressAgainForMore
from core.desk.alert import brief
from core.kernel.text import Message, Secret
from locales import tongue
from locales.tongue import Context, say
from tests.adapters.contexts import context_at
from tests.adapters.telegram.fake_people import Clock
from tests.adapters.telegram.players import push, seat
from tests.adapters.telegram.stage import Stage, run
from tests.adapters.telegram.test_match import four
from tests.adapters.telegram.test_secrets import GAME, positions
from tests.locales import everything

LONG = tuple("漢字の名前はとても長いのです" * 3 + str(n) for n in range(4))
ASTRAL = tuple("👨‍👩‍👧‍👦" * 20 + str(n) for n in range(4))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("names", [LONG, ASTRAL, ("W" * 80,) * 4])
def test_every_page_of_a_hand_fits(language: str, names: tuple[str, ...]) -> None:
    clock = Clock(0.0)
    alerts, most = Alerts(clock), 0
    named = Context.from_names(names)
    for number in range(3):
        rng = random.Random(number)
        for table, _ in positions(number * 2 + 1, rng):
            edition = GAME[table.game].edition(table.options)
            context = context_at(table, edition, language)
            context = msgspec.structs.replace(named, edition=context.edition)
            for chair in table.chairs:
                lines, _ = brief(table, GAME, str(chair.user))
                text = "\n".join(say(line, language, context) for line in lines)
                shown, page = [], ""
                for _ in range(12):
                    clock.advance(1.0)
                    page = alerts.page("u", "hand", text, ending(language))
                    if page in shown:
                        break
                    assert units(page) <= LONGEST_ANSWER
                    shown.append(page)
                most = max(most, len(shown))
                joined = "".join(part.rpartition("\n")[0] or part for part in shown)
                if len(shown) > 1:
                    assert [c for c in joined if not c.isspace()] == [
                        c for c in text if not c.isspace()
                    ]
    assert most >= 1


def ending(language: str):  # type: ignore[no-untyped-def]
    return lambda page, of: say(PressAgainForMore(page, of), language, Context())


def test_pages_are_turned_by_pressing_again_and_begin_anew_later() -> None:
    clock = Clock(0.0)
    alerts = Alerts(clock)
    text = "\n".join(f"line {number} " + "x" * 60 for number in range(6))
    first = alerts.page("u", "h", text, ending("en"))
    clock.advance(5.0)
    second = alerts.page("u", "h", text, ending("en"))
    assert first != second
    assert "(1/3: press again)" in first
    assert "(2/3: press again)" in second
    clock.advance(95.0)
    assert alerts.page("u", "h", text, ending("en")) == first
    assert alerts.page("u", "h", text + "!", ending("en")).startswith("line 0")
    assert alerts.page("v", "h", "short", ending("en")) == "short"


ANSWERS = ("core.table.sayings", "core.table.bridge", "core.games.love_letter.refusals")
"""Where the messages stand that a press is answered with, besides our own."""


def answers() -> list[type[Message]]:
    """Everything that a press may be answered with."""
    own = "adapters.telegram.texts"
    return [
        kind
        for kind in everything.kinds()
        if issubclass(kind, Secret) and kind.__module__ in (*ANSWERS, own)
    ]


@pytest.mark.parametrize("language", tongue.languages())
@pytest.mark.parametrize("names", [LONG, ("W" * 80,) * 6])
def test_every_answer_to_a_press_fits(language: str, names: tuple[str, ...]) -> None:
    named, count = Context.from_names(names), 0
    for kind in answers():
        for edition in everything.editions(kind):
            context = msgspec.structs.replace(named, edition=edition)
            for message in everything.told(kind, edition):
                # Codes are ours and short; samples of them are not.
                if any(len(value) > 100 for value in _strings(message) if value.isalnum()):
                    continue
                assert units(say(message, language, context)) <= LONGEST_ANSWER, message
                count += 1
    assert count > 100


def _strings(message: Message) -> list[str]:
    values = [getattr(message, name) for name in message.__struct_fields__]
    return [value for value in values if isinstance(value, str)]


def test_what_does_not_fit_is_cut_between_characters() -> None:
    assert units(cut("👨‍👩‍👧‍👦" * 100, LONGEST_ANSWER)[0]) == 198  # 18 of 11 units each


def test_html_is_measured_without_its_marks_and_never_torn() -> None:
    line = "<b>漢字 &amp; x</b>"
    assert length(line) == 6
    parts = pages([line] * 1000)
    assert len(parts) == 2
    assert all(length(part) <= 4096 for part in parts)
    assert sum(part.count("<b>") for part in parts) == 1000


def test_menus_fit() -> None:
    for language in tongue.languages():
        for commands in menus(language).values():
            assert all(1 <= len(command.description) <= 256 for command in commands)


def test_a_menu_of_a_group_is_short_and_names_what_is_new() -> None:
    names = [command.command for command in menus("en")["group"]]
    assert len(names) <= 10
    assert {"play", "hand", "rules", "help", "settings", "nextgame", "top"} <= set(names)
    assert {"stats", "forget"} <= {each.command for each in menus("en")["private"]}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_else_there_is_fits_one_alert_and_is_heard(language: str) -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage, 0), stage.group()
        await seat(stage, chat, people[:2], language)
        await push(stage, chat, people[0], "start")
        await stage.quiet()
        await push(stage, chat, people[3], KEYS)
        told = people[3].alerts[-1]
        assert told["alert"]
        assert units(told["text"]) <= LONGEST_ANSWER
        assert "press again" not in told["text"]
        named = [line.split()[0] for line in told["text"].split("\n")]
        assert {"/nextgame", "/settings", "/rules"} <= set(named)
        log = len(chat.log)
        for name in ("/nextgame", "/settings"):
            await stage.says(people[3], f"{name}@fumibako_bot", chat)
            await stage.quiet()
            assert len(chat.log) > log, f"{name} is answered"
            log = len(chat.log)

    run(story())


def test_hand_alerts_are_in_the_language_of_the_group() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage, 0), stage.group()
        await seat(stage, chat, people[:2], "ja")
        people[0].language = "en"
        await push(stage, chat, people[0], "start")
        await push(stage, chat, people[0], "hand")
        assert "手札" in people[0].alerts[-1]["text"]

    run(story())
