"""Names are made fit to be shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from locales.names import (
    WIDTH,
    clean,
    clean_name,
    cut,
    distinct,
    graphemes,
    isolated,
    pictograph,
    short,
    width,
)

FAMILY = "👨‍👩‍👧‍👦"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
KSSA = "क्\u200dष"  # an Indic letter that a joiner shapes

# What people, and those who try things out, put into names.
PIECES = st.sampled_from(
    [
        *"aZ1 漢アéﾊﾞﾟ★♥①กำ",
        "\u0301",
        "\u200d",
        "\u200b",
        "\u202e",
        "\ufe0f",
        "👨",
        "👩",
        "🏽",
        "🇯",
        "🇵",
        "🏴",
        "\U000e0067",
        "\U000e007f",
        "क",
        "्",
        "ᄒ",
        "ᅡ",
        "ᆫ",
        "한",
        "ש",
        "\n",
        "\x00",
        "(2)",
        "\u3164",
    ]
)
NAMES = st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=40).map("".join))


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("アキ", "アキ"),
        ("  アキ \u3000 ユウ\n", "アキ ユウ"),
        ("a\tb\r\nc", "a b c"),
        ("a\x00\x07b", "ab"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066x\u2069", "x"),
        ("a\u200bb\u200cc\ufeffd\u2060", "abcd"),
        ("\u3164\u2800\u115f", ""),
        ("\ue000\U00100084x", "x"),
        ("\ufdd0x\uffff\U0001fffe", "x"),
        ("e\u0301", "é"),
        ("\u0301e", "e"),
        ("a \u0301b", "a b"),
        ("q" + "\u0301" * 9, "q" + "\u0301" * 4),
        (FAMILY, FAMILY),
        (f"{FAMILY}\u200d", FAMILY),
        ("👩🏽\u200d💻", "👩🏽\u200d💻"),
        ("❤️\u200d🔥", "❤️\u200d🔥"),
        ("a\u200db", "ab"),
        ("👨\u200db", "👨b"),
        (KSSA, KSSA),
        ("क्\u200d", "क्"),
        ("0\u0300\x08\u094d\u200d0", "0\u094d\u03000"),
        (ENGLAND, ENGLAND),
        ("x\U000e0067", "x"),
        ("葛\U000e0100", "葛\U000e0100"),
        ("<b>{0}%s</b>", "<b>{0}%s</b>"),
        ("", ""),
    ],
)
def test_what_is_kept_of_a_name(raw: str, shown: str) -> None:
    assert clean(raw) == shown
    assert clean_name(raw) == shown


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("ab", ["a", "b"]),
        ("e\u0302\u0301x", ["e\u0302\u0301", "x"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        (FAMILY + "a", [FAMILY, "a"]),
        ("🇯🇵🇯🇵", ["🇯🇵", "🇯🇵"]),
        ("🇯🇵🇯", ["🇯🇵", "🇯"]),
        ("🇯a🇵", ["🇯", "a", "🇵"]),
        ("1️⃣2", ["1️⃣", "2"]),
        (ENGLAND + "x", [ENGLAND, "x"]),
        ("ᄒ\u1161ᆫ한국", ["ᄒ\u1161ᆫ", "한", "국"]),
        ("각a", ["각", "a"]),
        (KSSA + "क", [KSSA, "क"]),
        ("ﾊﾞﾅﾅ", ["ﾊﾞ", "ﾅ", "ﾅ"]),
        ("ﾊﾟﾝ", ["ﾊﾟ", "ﾝ"]),
        ("กำ", ["กำ"]),
        ("நி", ["நி"]),
        ("क्षि", ["क्षि"]),
        ("葛\U000e0100飾", ["葛\U000e0100", "飾"]),
        ("👨👩", ["👨", "👩"]),
    ],
)
def test_characters_stay_whole(text: str, parts: list[str]) -> None:
    assert graphemes(text) == parts


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("abc", 3),
        ("アキ", 4),
        ("Ａ", 2),
        ("ｱｷ", 2),
        ("ﾊﾞ", 2),
        ("★★☆", 6),
        ("♥", 2),
        ("①", 2),
        ("→", 2),
        ("×", 2),
        ("🛡", 2),
        ("éàαж", 4),
        ("“…”", 3),
        ("é", 1),
        ("e\u0301", 1),
        (FAMILY, 2),
        ("🇯🇵", 2),
        ("❤️", 2),
        ("1️⃣", 2),
        ("\U0001fae8", 2),
        ("", 0),
    ],
)
def test_columns(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("漢" * 10, 20, "漢" * 10),
        ("漢" * 11, 20, "漢" * 9 + "…"),
        ("a" * 21, 20, "a" * 19 + "…"),
        (FAMILY * 11, 20, FAMILY * 9 + "…"),
        ("abc def", 5, "abc…"),
        ("ﾊﾞﾊﾞﾊﾞ", 4, "ﾊﾞ…"),
        ("♥♥♥", 4, "♥…"),
        ("e\u0323" * 5, 3, "e\u0323" * 2 + "…"),
    ],
)
def test_long_names_are_cut_between_characters(text: str, limit: int, shown: str) -> None:
    assert cut(text, limit) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (["アキ", "ユウ"], ("アキ", "ユウ")),
        (["アキ", "アキ", "アキ"], ("アキ", "アキ (2)", "アキ (3)")),
        (["Aki", "aki", "ＡＫＩ"], ("Aki", "aki (2)", "ＡＫＩ (3)")),
        (["アキ", "ｱｷ"], ("アキ", "ｱｷ (2)")),
        (["アキ", "ア\u200bキ"], ("アキ", "アキ (2)")),
        (["アキ", "アキ (2)", "アキ"], ("アキ", "アキ (2)", "アキ (3)")),
        (["アキ", "アキ", "アキ (2)"], ("アキ", "アキ (3)", "アキ (2)")),
        (["❤️", "❤"], ("❤️", "❤ (2)")),
        (["葛", "葛\U000e0100"], ("葛", "葛\U000e0100 (2)")),
        (["", "", "x"], ("", "", "x")),
        (["漢" * 30, "漢" * 40], ("漢" * 9 + "…", "漢" * 7 + "… (2)")),
        ([], ()),
    ],
)
def test_equal_names_are_numbered(raw: list[str], shown: tuple[str, ...]) -> None:
    assert distinct(raw) == shown


def test_isolates_only_what_turns() -> None:
    assert isolated("アキ a") == "アキ a"
    assert isolated("שלום a") == "\u2068שלום a\u2069"
    assert isolated("مرحبا") == "\u2068مرحبا\u2069"


def test_what_makes_an_emoji() -> None:
    assert pictograph("👩")
    assert pictograph("♂")
    assert pictograph("©")
    assert not pictograph("a")
    assert not pictograph("🏽")
    assert not pictograph("🇯")
    assert not pictograph("")


@settings(max_examples=500)
@given(NAMES, st.integers(1, 12))
def test_cutting_never_splits_a_character(text: str, limit: int) -> None:
    starts = {0}
    for part in graphemes(text):
        starts.add(max(starts) + len(part))
    for shown in (cut(text, limit), short(text, limit)):
        kept = shown.removesuffix("…") if shown != text else text
        assert text.startswith(kept)
        rest = len(text[len(kept) :]) - len(text[len(kept) :].lstrip())
        assert {len(kept), len(kept) + rest} & starts
        assert shown == text or shown.endswith("…")
    assert width(cut(text, limit)) <= limit
    assert len(graphemes(short(text, limit))) <= limit


@settings(max_examples=300)
@given(NAMES)
def test_a_clean_name_is_fit(raw: str) -> None:
    name = clean_name(raw)
    assert width(name) <= WIDTH
    assert clean_name(name) == name
    assert unicodedata.normalize("NFC", name) == name
    assert name == name.strip()
    assert not [char for char in name if unicodedata.category(char) in {"Cc", "Cs", "Co"}]
    assert not set("\u200b\u200e\u200f\u202a\u202e\u2066\u2069") & set(name)
    assert "".join(graphemes(name)) == name


@settings(max_examples=300)
@given(st.lists(st.one_of(NAMES, st.sampled_from(["x", "X", "x (2)", "漢" * 12])), max_size=8))
def test_names_at_a_table_differ(raw: list[str]) -> None:
    shown = distinct(raw)
    present = [unicodedata.normalize("NFKC", name).casefold() for name in shown if name]
    assert len(present) == len(set(present))
    assert all(width(name) <= WIDTH for name in shown)
    assert [bool(name) for name in shown] == [bool(clean_name(name)) for name in raw]
    assert distinct(shown) == shown
