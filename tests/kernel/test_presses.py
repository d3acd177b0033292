"""What a button says: a verb is read as it is spelled, for ever."""

from __future__ import annotations

import pytest

from core.desk.acts import Act
from core.desk.presses import (
    Cut,
    Key,
    Knock,
    Learn,
    Level,
    Order,
    Own,
    Page,
    Play,
    Set,
    Speak,
    Verb,
    datum,
    pressed,
    read_datum,
    read_verb,
    spelled,
)

VERBS: list[tuple[str, Verb]] = [
    ("m:guard.2.king", Play("guard.2.king")),
    ("?:", Level()),
    ("?:guard.2", Level(("guard", "2"))),
    ("~0.A", Key("0", "A")),
    ("~12.lose.duke", Key("12", "lose.duke")),
    ("set.preset.jp", Set("preset", "jp")),
    ("set.target.", Set("target", "")),
    ("panel.anything", Set("panel", "anything")),
    ("order.bid.4", Order("bid.4")),
    ("knock.yes.5", Knock(True, 5)),
    ("knock.no.17", Knock(False, 17)),
    ("cut.0", Cut(0)),
    ("cut.7", Cut(7)),
    ("rules.2", Page("rules", 2)),
    ("tour.0", Page("tour", 0)),
    ("speak.ja", Speak("ja")),
    ("learn.", Learn("")),
    ("learn.coup.0", Learn("coup")),
    ("learn.love-letter.9.guard.2.princess", Learn("love-letter", 9, "guard.2.princess")),
    ("learn.lady-luck.1.open.", Learn("lady-luck", 1, "open.")),
    ("ping", Own("ping")),
]


@pytest.mark.parametrize(("code", "verb"), VERBS)
def test_a_verb_is_read_as_it_is_spelled(code: str, verb: Verb) -> None:
    assert read_verb(code) == verb
    assert spelled(verb) == code
    press = read_datum(datum("abcd2345", 7, verb))
    assert press is not None
    assert (press.table, press.question, press.verb, press.code) == ("abcd2345", 7, verb, code)


@pytest.mark.parametrize(
    "code",
    [
        "~",
        "~0",
        "knock.maybe.5",
        "knock.yes.x",
        "knock.yes." + "9" * 16,
        "x:y",
        "x.y",
        "x",
        "cut.8",
        "cut.",
        "cut.00",
        "cut.²",
        "learn.coup",
        "learn.coup.x",
        "learn.coup.9999",
        "learn..5",
    ],
)
def test_what_nobody_ever_spelled_is_nothing_of_the_house(code: str) -> None:
    assert read_verb(code) == Own(code)


@pytest.mark.parametrize(("code", "number"), [("rules.x", 0), ("tour.99999", 0), ("rules.", 0)])
def test_a_page_without_a_sensible_number_is_the_first(code: str, number: int) -> None:
    verb = read_verb(code)
    assert isinstance(verb, Page) and verb.number == number


def test_a_press_is_what_its_datum_says() -> None:
    press = pressed("abcd2345", Play("guard.2.king"), 7)
    assert press == read_datum(datum("abcd2345", 7, Play("guard.2.king")))
    assert pressed("abcd2345", Act.JOIN).code == "join"


@pytest.mark.parametrize(
    "data", ["", "abcd2345", "abcd2345:7", "abcd2345:7:", ":7:x", "t::x", "t:!:x"]
)
def test_what_is_no_datum_is_no_press(data: str) -> None:
    assert read_datum(data) is None
