"""Every blank is written by its declared type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, cast

import msgspec
import pytest

from core.kernel.text import (
    N2_,
    N_,
    P_,
    Cards,
    Code,
    GameWord,
    Message,
    Moment,
    Named,
    Noun,
    Person,
    Public,
    Said,
    Seat,
    Span,
    Word,
)
from core.table.sayings import Pace
from locales import catalogue
from locales.catalogue import Catalogue
from locales.tongue import HTML, PLAIN, Context, Style, autonym, say, span, word

EVENING = 1732881600  # 2024-11-29 12:00 UTC


class Fruit(Word):
    PEAR = "pear"
    APPLE = "apple"

    def named(self, edition: str) -> Named:
        return P_(f"fruit.{edition}", self.value.title())


class Berry(GameWord):
    PEAR = "pear"

    def named(self, edition: str) -> Named:
        return P_("fruit.old", "Pear")


class Greeting(Public, frozen=True):
    text: ClassVar[str] = N_("Hello, {seat} & {other}!")
    seat: Seat
    other: Person


class Quoted(Public, frozen=True):
    text: ClassVar[str] = N_("{seat}: {words}")
    seat: Seat
    words: Said


class QuotedBefore(Public, frozen=True):
    text: ClassVar[str] = N_("“{words}” again")
    words: Said


class Anything(Public, frozen=True):
    text: ClassVar[str] = N_("[{it}]")


def one(declared: Any, value: Any) -> Message:
    """A message with a single blank of a declared type."""

    fields = [("it", declared)]
    kind = msgspec.defstruct("One", fields, bases=(Anything,), frozen=True, module=__name__)
    return cast(Message, kind(value))


TEXTS: dict[str, dict[tuple[str, str], tuple[str, ...]]] = {
    "ja": {
        ("", Greeting.text): ("こんにちは、{seat}と{other}",),
        ("", Quoted.text): ("{seat}：{words}",),
        ("", QuotedBefore.text): ("もう一度「{words}」",),
        ("", Anything.text): ("［{it}］",),
        ("", "{n} card"): ("{n}枚",),
        ("fruit.old", "Pear"): ("梨",),
        ("fruit.old", "Apple"): ("林檎",),
    },
    "en": {
        ("", Greeting.text): (Greeting.text,),
        ("", Quoted.text): (Quoted.text,),
        ("", QuotedBefore.text): (QuotedBefore.text,),
        ("", Anything.text): (Anything.text,),
        ("", "{n} card"): ("{n} card", "{n} cards"),
        ("fruit.old", "Pear"): ("Pear",),
        ("fruit.old", "Apple"): ("Apple",),
    },
}


@pytest.fixture(autouse=True)
def lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogues know the messages of this file too."""
    real: Callable[[str], Catalogue] = catalogue.catalogue

    def taught(language: str) -> Catalogue:
        book = real(language)
        return Catalogue(book.texts | TEXTS.get(language, {}), book.plural)

    monkeypatch.setattr(catalogue, "catalogue", taught)


CONTEXT = Context.from_names(["アキ", "Bo", "", "<i>", "שלום"], edition="old")


def both(message: Message, context: Context = CONTEXT, style: Style = PLAIN) -> tuple[str, str]:
    return say(message, "ja", context, style), say(message, "en", context, style)


def test_names() -> None:
    assert both(Greeting(1, "ユウ")) == ("こんにちは、アキとユウさん", "Hello, アキ & ユウ!")
    assert both(Greeting(2, ""))[1] == "Hello, Bo & Somebody!"
    assert both(Greeting(2, "\u200b"))[0] == "こんにちは、Boとだれか"


@pytest.mark.parametrize("seat", [3, 6, 99, 0, -1])
def test_a_seat_without_a_name_has_its_number(seat: int) -> None:
    assert both(one(Seat, seat)) == (f"［プレイヤー{seat}］", f"[Player {seat}]")


def test_nobody_can_take_the_name_of_a_seat() -> None:
    context = Context(names=("プレイヤー2", ""))
    assert say(one(tuple[Seat, ...], (1, 2)), "ja", context) == "［プレイヤー2、プレイヤー2 (2)］"


@pytest.mark.parametrize("name", ["ユウさん", "ユウちゃん", "ユウくん", "ユウ君", "王様", "森先生"])
def test_no_second_form_of_address(name: str) -> None:
    assert say(one(Person, name), "ja", CONTEXT) == f"［{name}］"


def test_raw_names_are_cleaned_when_they_are_written() -> None:
    context = Context(names=("\u202ea\x00", "a", "b" * 300))
    assert say(one(tuple[Seat, ...], (1, 2, 3)), "en", context) == f"[a, a (2), and {'b' * 19}…]"


def test_markup_in_texts_and_values_is_escaped() -> None:
    assert both(Greeting(4, "&"), style=HTML)[1] == ("Hello, <b>&lt;i&gt;</b> &amp; <b>&amp;</b>!")
    assert both(one(str, "<x>"), style=HTML)[1] == "[&lt;x&gt;]"
    assert both(one(Code, "<c>"), style=HTML)[1] == "[<code>&lt;c&gt;</code>]"
    assert both(Quoted(1, "</b>"), style=HTML)[0] == "<b>アキ</b>：「&lt;/b&gt;」"
    assert both(one(Moment, EVENING), style=HTML)[1] == "[21:00]"


def test_right_to_left_is_isolated() -> None:
    assert both(one(Seat, 5))[1] == "[\u2068שלום\u2069]"
    assert both(one(Seat, 5), style=HTML)[1] == "[<b>\u2068שלום\u2069</b>]"
    assert both(Quoted(1, "אב"))[1] == "アキ: “\u2068אב\u2069”"


@pytest.mark.parametrize("text", ["{seat}", "{words}", "{0}", "{", "}", "%s", "{{x}}", "\\1"])
def test_braces_in_what_people_say_are_letters(text: str) -> None:
    assert both(Quoted(1, text)) == (f"アキ：「{text}」", f"アキ: “{text}”")
    assert say(one(tuple[str, ...], (text, text, text)), "en", CONTEXT) == (
        f"[{text}, {text}, and {text}]"
    )


def test_own_words_are_quoted_once() -> None:
    assert both(QuotedBefore("hi")) == ("もう一度「hi」", "“hi” again")


def test_own_words_are_cut() -> None:
    assert both(Quoted(1, "x" * 300))[1] == f"アキ: “{'x' * 99}…”"


def test_codes_are_not_cut() -> None:
    assert both(one(Code, "f" * 128))[1] == f"[{'f' * 128}]"
    assert both(one(Code, "a\u202eb\n"))[1] == "[ab]"


def test_moments() -> None:
    assert both(one(Moment, EVENING)) == ("［21:00］", "[21:00]")
    utc = Context(zone="UTC")
    assert both(one(Moment, EVENING), utc) == ("［12:00］", "[12:00]")
    dated = Context(dated=True)
    assert both(one(Moment, EVENING), dated) == ("［11月29日 21:00］", "[Nov 29, 21:00]")
    with pytest.raises(LookupError):
        say(one(Moment, EVENING), "en", Context(zone="Nowhere/Land"))


@pytest.mark.parametrize(
    ("seconds", "japanese", "english"),
    [
        (-5, "0秒", "0 seconds"),
        (0, "0秒", "0 seconds"),
        (1, "1秒", "1 second"),
        (30, "30秒", "30 seconds"),
        (60, "1分", "1 minute"),
        (90, "1分30秒", "1 minute 30 seconds"),
        (120, "2分", "2 minutes"),
        (3600, "1時間", "1 hour"),
        (3601, "1時間", "1 hour"),
        (5400, "1時間30分", "1 hour 30 minutes"),
        (86400, "1日", "1 day"),
        (180061, "2日2時間", "2 days 2 hours"),
    ],
)
def test_spans(seconds: int, japanese: str, english: str) -> None:
    assert both(one(Span, seconds)) == (f"［{japanese}］", f"[{english}]")
    assert (span(seconds, "ja"), span(seconds, "en")) == (japanese, english)


@pytest.mark.parametrize(
    ("number", "english"),
    [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (21, "21 cards"), (-1, "-1 card")],
)
def test_counts(number: int, english: str) -> None:
    assert both(one(Cards, number)) == (f"［{number}枚］", f"[{english}]")


def test_plain_numbers() -> None:
    assert both(one(int, 1234567)) == ("［1234567］", "[1234567]")
    assert both(one(Annotated[int, "of no meaning here"], 5))[1] == "[5]"


def test_words() -> None:
    assert both(one(Fruit, Fruit.PEAR)) == ("［梨］", "[Pear]")
    assert word(Fruit.PEAR, "ja", "old") == "梨"
    assert say(one(Pace, Pace.QUICK), "en", CONTEXT) == "[quick]"


def test_cards_bear_the_name_of_the_room_too() -> None:
    context = Context(edition="old", also="ja")
    assert say(one(Fruit, Fruit.PEAR), "en", context) == "[Pear]"  # not a card
    assert say(one(Berry, Berry.PEAR), "en", context) == "[Pear（梨）]"
    assert say(one(Berry, Berry.PEAR), "ja", context) == "［梨］"
    assert say(one(Berry, Berry.PEAR), "en", Context(edition="old")) == "[Pear]"


def test_lists() -> None:
    fruits = one(tuple[Fruit, ...], (Fruit.PEAR, Fruit.APPLE, Fruit.PEAR))
    assert both(fruits) == ("［梨、林檎、梨］", "[Pear, Apple, and Pear]")
    assert both(one(tuple[Seat, ...], (1, 2))) == ("［アキ、Bo］", "[アキ and Bo]")
    assert both(one(tuple[Seat, ...], (2,))) == ("［Bo］", "[Bo]")
    assert both(one(tuple[Seat, ...], ())) == ("［］", "[]")
    assert both(one(tuple[Seat, Cards], (2, 1))) == ("［Bo、1枚］", "[Bo and 1 card]")


def test_sets_are_sorted() -> None:
    assert both(one(frozenset[Seat], frozenset({2, 1})))[1] == "[アキ and Bo]"
    assert both(one(frozenset[int], frozenset({10, 9, 1})))[1] == "[1, 9, and 10]"
    assert both(one(frozenset[Fruit], frozenset(Fruit)))[1] == "[Pear and Apple]"
    assert both(one(frozenset[str], frozenset({"b", "a"})))[1] == "[a and b]"


def test_messages_in_messages() -> None:
    inner = Greeting(4, "Bo")
    assert both(one(Public, inner), style=HTML)[1] == ("[Hello, <b>&lt;i&gt;</b> &amp; <b>Bo</b>!]")
    assert both(one(tuple[Message, ...], (inner, inner)))[1] == (
        "[Hello, <i> & Bo! and Hello, <i> & Bo!]"
    )


def test_blanks_of_several_types() -> None:
    assert both(one(Seat | None, None)) == ("［］", "[]")
    assert both(one(Seat | None, 2)) == ("［Bo］", "[Bo]")
    assert both(one(Fruit | Pace | Public, Fruit.APPLE))[1] == "[Apple]"
    assert both(one(Fruit | Pace | Public, Greeting(2, "x")))[1] == "[Hello, Bo & x!]"
    assert both(one(Fruit | Cards, 2))[1] == "[2 cards]"
    with pytest.raises(TypeError, match=r"One\.it"):
        say(one(int | str, 1), "en", CONTEXT)


@pytest.mark.parametrize("declared", [bool, float, list[int], dict[str, int]])
def test_other_types_cannot_be_written(declared: Any) -> None:
    with pytest.raises(TypeError, match=r"One\.it"):
        say(one(declared, None), "en", CONTEXT)


def test_a_language_names_itself() -> None:
    assert autonym("ja") == "日本語"
    assert autonym("en") == "English"


def test_a_missing_text_falls_back_to_english_and_is_counted() -> None:
    class Unheard(Public, frozen=True):
        text: ClassVar[str] = "Unheard of {cards}"
        cards: Cards

    noun: Noun = N2_("{n} unheard", "{n} unheards")
    with pytest.raises(catalogue.Untranslated):
        say(Unheard(1), "ja", CONTEXT)
    with pytest.raises(catalogue.Untranslated):
        catalogue.ngettext("ja", noun, 1)
    with catalogue.strictly(False):
        assert say(Unheard(1), "ja", CONTEXT) == "Unheard of 1枚"
        assert catalogue.ngettext("ja", noun, 1) == "{n} unheard"
        assert catalogue.ngettext("ja", noun, 2) == "{n} unheards"
        assert say(one(tuple[Cards, ...], (1, 2)), "xx", CONTEXT) == "[1 card and 2 cards]"
    assert catalogue.fallbacks["ja", Unheard.text] == 1
    assert catalogue.fallbacks["ja", noun.one] == 2
    assert catalogue.fallbacks["xx", Anything.text] == 1
    for key in [("ja", Unheard.text), ("ja", noun.one), ("xx", Anything.text), ("xx", "{n} card")]:
        del catalogue.fallbacks[key]
