"""The Japanese font that the page ships: what it holds, what it is called, how large it is."""

from __future__ import annotations

import re

import pytest
from fontTools.ttLib import TTFont

from tests.page import font

MOST_BYTES = 1_100_000


@pytest.fixture(scope="module")
def shipped() -> TTFont:
    return TTFont(font.FONT)


def test_it_has_the_japanese_that_people_write(shipped: TTFont) -> None:
    has = set(map(chr, shipped.getBestCmap()))
    kanji = {each for each in font.jis() if "一" <= each <= "龠"}
    assert len(kanji) > 6300
    assert kanji <= has
    kana = {chr(code) for code in (*range(0x3041, 0x3094), *range(0x30A1, 0x30F7))}
    half = {chr(code) for code in font.HALF_WIDTH}
    assert {*kana, *half, *"、。「」『』（）〜・ー①⑳♡★"} <= has


def test_it_has_every_letter_of_the_catalogue(shipped: TTFont) -> None:
    has = set(map(chr, shipped.getBestCmap()))
    letters = {each for each in font.catalogued() if each.isalpha() and each.isprintable()}
    assert letters - has == set()


def test_it_has_a_name_of_its_own_and_its_licence(shipped: TTFont) -> None:
    names = {each.nameID: each.toUnicode() for each in shipped["name"].names}
    assert names[1] == font.NAME
    for number in (1, 3, 4, 6):
        assert "Source" not in names[number]
    assert "Adobe" in names[0]
    licence = font.LICENCE.read_text(encoding="utf-8")
    assert licence.startswith(names[0])
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence


def test_it_is_one_file_of_about_a_megabyte() -> None:
    assert font.FONT.stat().st_size < MOST_BYTES


def test_it_is_asked_for_only_by_japanese_and_where_the_machine_has_none() -> None:
    css = (font.FOLDER.parent / "css" / "font.css").read_text(encoding="utf-8")
    assert f'font-family: "{font.NAME}"' in css
    assert "font-display: swap" in css
    assert 0 < css.index("local(") < css.index(f"{font.FONT.name}")
    ranges = re.findall(r"U\+([0-9A-F]+)-([0-9A-F]+)", css)
    assert ranges and all(int(first, 16) > 0x2FFF for first, _ in ranges)
