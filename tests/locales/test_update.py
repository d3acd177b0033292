"""The catalogues follow the code, and every fault of theirs is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from locales.catalogue import Catalogue, judged, load
from locales.files import entries, po_file, read, same_blanks, style_file, template_file
from locales.update import Clash, main

CODE = """
from core.kernel.text import N2_, N_, P_
HELLO = N_("Hello, {name}!")
LONG = N_("One sentence. "
          "Another.")
CARDS = N2_("{n} card", "{n} cards")
DUKE = P_("coup.duke", "Duke")
LINES = N_("a\\nb \\"c\\"")
def N_(text): ...
VARIABLE = N_(HELLO)
"""

SAID = """
class Greets(Public):
    '''Somebody comes in.

    And more.'''

    text = N_("Hello, {name}!")

    class Inner:
        '''Deeper down.'''
        text = N_("Well")

class Shouts:
    text = N_("Hello, {name}!")
"""

JAPANESE = r"""
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\n"

msgid "Hello, {name}!"
msgstr "こんにちは、{name}！"

msgid "One sentence. Another."
msgstr "1つ目。2つ目。"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n}枚"

msgctxt "coup.duke"
msgid "Duke"
msgstr "公爵"

msgid "a\nb \"c\""
msgstr "い\nろ「は」"
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small house whose Japanese is complete."""
    (tmp_path / "core" / "deep").mkdir(parents=True)
    (tmp_path / "core" / "deep" / "texts.py").write_text(CODE, encoding="utf-8")
    for language in ("ja", "en"):
        (tmp_path / "locales" / language / "LC_MESSAGES").mkdir(parents=True)
    rules = style_file("ja").read_text(encoding="utf-8")
    style_file("ja", tmp_path / "locales").write_text(rules, encoding="utf-8")
    (tmp_path / "fragment.po").write_text(JAPANESE, encoding="utf-8")
    assert main(["--merge", str(tmp_path / "fragment.po"), "ja"], tmp_path) == 0
    return tmp_path


def loaded(path: Path, language: str) -> Catalogue:
    return load(read(path, language))


def japanese(house: Path) -> Path:
    return po_file("ja", house / "locales")


def change(house: Path, old: str, new: str) -> None:
    text = japanese(house).read_text(encoding="utf-8")
    assert text.count(old) == 1
    japanese(house).write_text(text.replace(old, new), encoding="utf-8")


def test_what_is_written(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        japanese(house).read_text(encoding="utf-8")
        == r"""# The texts of Fumibako: Japanese.
msgid ""
msgstr ""
"Language: ja\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=1; plural=0;\n"

msgid "Hello, {name}!"
msgstr "こんにちは、{name}！"

msgid "One sentence. Another."
msgstr "1つ目。2つ目。"

msgid ""
"a\n"
"b \"c\""
msgstr ""
"い\n"
"ろ「は」"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n}枚"

msgctxt "coup.duke"
msgid "Duke"
msgstr "公爵"
"""
    )
    assert main(["--check"], house) == 0
    assert capsys.readouterr().out == ""


def test_english_holds_only_what_differs_from_the_code(house: Path) -> None:
    path = po_file("en", house / "locales")
    assert loaded(path, "en").texts == {("", "{n} card"): ("{n} card", "{n} cards")}
    with path.open("a", encoding="utf-8") as file:
        file.write('\nmsgid "Hello, {name}!"\nmsgstr "Good day, {name}!"\n')
        file.write('\nmsgctxt "coup.duke"\nmsgid "Duke"\nmsgstr "Duke"\n')
    assert main([], house) == 0
    assert loaded(path, "en").texts == {
        ("", "{n} card"): ("{n} card", "{n} cards"),
        ("", "Hello, {name}!"): ("Good day, {name}!",),
    }
    assert main(["--check"], house) == 0


def test_translators_read_the_class_that_says_a_text(house: Path) -> None:
    (house / "core" / "said.py").write_text(SAID, encoding="utf-8")
    main([], house)
    for path in (template_file(house / "locales"), japanese(house)):
        text = path.read_text(encoding="utf-8")
        assert '\n#. Greets: Somebody comes in.\n#. Shouts\nmsgid "Hello, {name}!"\n' in text
        assert '\n#. Inner: Deeper down.\nmsgid "Well"\n' in text
    assert entries(read(template_file(house / "locales")))["", "Hello, {name}!"].string == ""
    assert '"こんにちは、{name}！"' in japanese(house).read_text(encoding="utf-8")


def test_only_complete_languages_are_offered(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = house / "locales"
    (home / "pl" / "LC_MESSAGES").mkdir(parents=True)
    (home / "xx" / "LC_MESSAGES").mkdir(parents=True)
    main([], house)
    text = japanese(house).read_text(encoding="utf-8")
    po_file("xx", home).write_text(text.replace("Plural-Forms: nplurals=1; plural=0;", ""))
    found = judged(home)
    assert {language: len(faults) for language, faults in found.items()} == {
        "en": 0,
        "ja": 0,
        "pl": 5,
        "xx": 0,
    }
    assert found["pl"][0] == "pl: missing: 'Hello, {name}!'"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"公爵"', '""'),
        ('msgctxt "coup.duke"', '#, fuzzy\nmsgctxt "coup.duke"'),
        ("、{name}！", "、{nam}！"),
        ('"{n}枚"', '"枚"'),
        ('\nmsgid "Hello, {name}!"\nmsgstr "こんにちは、{name}！"\n', ""),
        ("{n} cards", "{n} sheets"),
    ],
)
def test_a_language_with_a_gap_is_not_offered(house: Path, old: str, new: str) -> None:
    change(house, old, new)
    found = judged(house / "locales")
    assert (len(found["ja"]), found["en"]) == (1, ())
    entry = po_file("en", house / "locales").read_text(encoding="utf-8")
    po_file("en", house / "locales").write_text(entry.replace('"{n} cards"', '"cards"'))
    assert len(judged(house / "locales")["en"]) == 2


def test_a_second_update_changes_nothing(house: Path) -> None:
    files = [po_file(language, house / "locales") for language in ("ja", "en")]
    before = [file.read_bytes() for file in files]
    assert main([], house) == 0
    assert [file.read_bytes() for file in files] == before


def test_comments_and_doubts_of_translators_stay(house: Path) -> None:
    change(house, 'msgctxt "coup.duke"', '# the character\n#, fuzzy\nmsgctxt "coup.duke"')
    main([], house)
    text = japanese(house).read_text(encoding="utf-8")
    assert '# the character\n#, fuzzy\nmsgctxt "coup.duke"\n' in text
    assert ("coup.duke", "Duke") not in loaded(japanese(house), "ja").texts


def test_entries_come_and_go_with_the_code(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = house / "core" / "deep" / "texts.py"
    path.write_text(CODE.replace("Hello, {name}!", "Good day, {name}!"), encoding="utf-8")
    assert main(["--check"], house) == 1
    assert capsys.readouterr().out.splitlines() == [
        "messages.pot: not as `python -m locales.update` writes it",
        "ja: extra: 'Hello, {name}!'",
        "ja: missing: 'Good day, {name}!'",
    ]
    main([], house)
    assert main(["--check"], house) == 1
    assert capsys.readouterr().out.splitlines() == ["ja: missing: 'Good day, {name}!'"]
    assert "Hello" not in japanese(house).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"公爵"', '""', "ja: missing: [coup.duke] 'Duke'"),
        ('"{n}枚"', '""', "ja: missing: '{n} card'"),
        ('msgctxt "coup.duke"', '#, fuzzy\nmsgctxt "coup.duke"', "ja: fuzzy: [coup.duke] 'Duke'"),
        ("、{name}！", "！", "ja: blanks: 'Hello, {name}!' became 'こんにちは！'"),
        ("、{name}！", "、{nam}！", "ja: blanks: 'Hello, {name}!' became 'こんにちは、{nam}！'"),
        ("、{name}！", "、{{name}}", "ja: blanks: 'Hello, {name}!' became 'こんにちは、{{name}}'"),
        ('"{n}枚"', '"枚"', "ja: blanks: '{n} card' became '枚'"),
        ('"公爵"', '"公爵{n}"', "ja: blanks: [coup.duke] 'Duke' became '公爵{n}'"),
        ("{n} cards", "{n} sheets", "ja: plural: '{n} card' is now '{n} cards'"),
        ('"公爵"', '"公爵(仮)"', "ja: half-width bracket: '公爵(仮)' ([coup.duke] 'Duke')"),
        ('"公爵"', '"公爵[仮]"', "ja: half-width bracket: '公爵[仮]' ([coup.duke] 'Duke')"),
        ('"公爵"', '"ｺｳｼｬｸ"', "ja: half-width katakana: 'ｺｳｼｬｸ' ([coup.duke] 'Duke')"),
        ('"公爵"', '"公爵 Duke"', "ja: space beside Japanese: '公爵 Duke' ([coup.duke] 'Duke')"),
        ('"公爵"', '"Duke 公爵"', "ja: space beside Japanese: 'Duke 公爵' ([coup.duke] 'Duke')"),
        ('"公爵"', '"公爵 2人"', "ja: space beside Japanese: '公爵 2人' ([coup.duke] 'Duke')"),
        ('"公爵"', '"公爵が2 人"', "ja: space beside Japanese: '公爵が2 人' ([coup.duke] 'Duke')"),
        ('"{n}枚"', '"{n} 枚"', "ja: space beside Japanese: '{n} 枚' ('{n} card')"),
        ('"公爵"', '"公爵！！"', "ja: pile of exclamation marks: '公爵！！' ([coup.duke] 'Duke')"),
    ],
)
def test_every_fault_is_reported(
    house: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, fault: str
) -> None:
    change(house, old, new)
    assert main(["--check"], house) == 1
    assert capsys.readouterr().out.splitlines() == [fault]


@pytest.mark.parametrize(
    "text",
    ["7 大臣", "大臣、8 姫", "Love Letter", "公爵, こうしゃく", "Love Letter（公爵）", "本当に！"],
)
def test_good_style_is_left_alone(house: Path, text: str) -> None:
    change(house, '"公爵"', f'"{text}"')
    assert main(["--check"], house) == 0


def test_another_form_is_reported(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(house, "MIME-Version", 'X-Generator: an editor\\n"\n"MIME-Version')
    assert main(["--check"], house) == 1
    assert capsys.readouterr().out == "ja: not as `python -m locales.update` writes it\n"
    po_file("en", house / "locales").unlink()
    main([], house)
    assert main(["--check"], house) == 0


def test_a_fragment_is_merged(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fragment = house / "more.po"
    fragment.write_text(
        'msgctxt "coup.duke"\nmsgid "Duke"\nmsgstr "大公"\n\n'
        'msgid "Hello, {name}!"\nmsgstr ""\n\n'
        'msgid "Nowhere"\nmsgstr "どこにもない"\n',
        encoding="utf-8",
    )
    assert main(["--merge", str(fragment), "ja"], house) == 0
    assert capsys.readouterr().err == "more.po: not in the code: 'Nowhere'\n"
    texts = loaded(japanese(house), "ja").texts
    assert texts["coup.duke", "Duke"] == ("大公",)
    assert texts["", "Hello, {name}!"] == ("こんにちは、{name}！",)
    assert "Nowhere" not in japanese(house).read_text(encoding="utf-8")


def test_a_missing_fragment_is_an_error(house: Path) -> None:
    with pytest.raises(FileNotFoundError):
        main(["--merge", str(house / "nothing.po"), "ja"], house)


def test_a_new_language_is_a_folder(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (house / "locales" / "pl" / "LC_MESSAGES").mkdir(parents=True)
    assert main([], house) == 0
    text = po_file("pl", house / "locales").read_text(encoding="utf-8")
    assert "Polish" in text
    assert 'msgstr[2] ""' in text
    assert main(["--check"], house) == 1
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_a_noun_that_is_also_a_sentence(house: Path) -> None:
    (house / "core" / "more.py").write_text('X = N_("{n} card")\n', encoding="utf-8")
    with pytest.raises(Clash, match="card"):
        main([], house)


def test_what_a_catalogue_takes_in(house: Path) -> None:
    change(house, "、{name}！", "、{nam}！")
    change(house, '"1つ目。2つ目。"', '""')
    book = loaded(japanese(house), "ja")
    assert book.plural(1) == book.plural(5) == 0
    assert set(book.texts) == {("", 'a\nb "c"'), ("", "{n} card"), ("coup.duke", "Duke")}
    nothing = loaded(house / "nothing.po", "xx")
    assert (nothing.texts, nothing.plural(1), nothing.plural(2)) == ({}, 0, 1)


def test_plural_forms_are_chosen_by_the_rules_of_the_language(house: Path) -> None:
    (house / "locales" / "pl" / "LC_MESSAGES").mkdir(parents=True)
    main([], house)
    book = loaded(po_file("pl", house / "locales"), "pl")
    assert [book.plural(n) for n in (1, 2, 5, 22)] == [0, 1, 2, 1]


@pytest.mark.parametrize(
    ("sources", "translations", "same"),
    [
        (("{a} {b}",), ("{b}{a}",), True),
        (("{a}",), ("{a}{a}",), True),
        (("{a}",), ("",), False),
        (("{a}",), ("{a",), False),
        (("one", "{n} of them"), ("einer", "{n}"), True),
        (("one", "{n} of them"), ("{n}", "viele"), False),
        (("{a}",), ("{a}", "{a}"), False),
        (("{ a",), ("{ b",), True),
    ],
)
def test_blanks(sources: tuple[str, ...], translations: tuple[str, ...], same: bool) -> None:
    assert same_blanks(sources, translations) is same
