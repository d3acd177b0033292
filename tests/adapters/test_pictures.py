"""The picture of a match: a PNG within bounds, painted by a process that may hang or die; captions
that are short in every language; and nothing that people wrote is markup."""

from __future__ import annotations

import asyncio
import json
import struct
import sys
from pathlib import Path
from time import monotonic
from xml.etree import ElementTree

import msgspec
import pytest
from wcwidth import width as columns_of

from adapters.heard import Panels
from adapters.picture.cards import ART, COLOURS, TINTS, drawing
from adapters.picture.gallery import drawing as drawn
from adapters.picture.paint import CPU, FILES, MEMORY
from adapters.picture.painter import NEEDED, Painter
from adapters.picture.paper import balanced, breadth, broken, fitted, safe
from adapters.picture.strip import SIZE, strip_svg
from adapters.picture.told import CAPTION, Told, captioned, foot, told
from core.desk.reading import Reading
from core.games import GAMES
from core.kernel.game import AnyGame
from core.records.panels import strip_of
from core.table.places import Room, StoredTable
from core.table.table import Chair
from tests.police.over import played_out
from tests.police.walk import Casting

MOST_BYTES = 400_000
LANGUAGES = ("en", "ja")
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def panels(game: AnyGame, seed: int, language: str, names: tuple[str, ...] = ()) -> Panels:
    preset = list(game.presets)[seed % len(game.presets)]
    fit = list(game.seats(game.presets[preset]))
    seats = fit[seed % len(fit)]
    deal = Casting(preset, {}, seats, b"picture%d" % seed, ("random",) * seats, seed)
    table = played_out(game, deal)
    if names:
        chairs = tuple(Chair(names[i % len(names)], user=f"u:{i}") for i in range(seats))
        table = msgspec.structs.replace(table, chairs=chairs)
    strip = strip_of(table, game)
    assert strip is not None
    room = Room(1, "line", "C1", language)
    row = StoredTable(table.id, b"", 1, 1, 1_796_040_000.0)
    return Panels(strip, Reading(row, table, (room,), game.edition(table.options)), room)


def told_by(game: AnyGame, seed: int, language: str, names: tuple[str, ...] = ()) -> Told:
    found = panels(game, seed, language, names)
    return told(found.strip, found.read, language, found.room)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_are_short(game: AnyGame, language: str) -> None:
    """However long the names are."""
    for seed in range(12):
        for names in ((), ("アレクサンドリーナ・七世", "Maximiliana the Third", "文")):
            shown = told_by(game, seed, language, names)
            for panel in shown.panels:
                assert 0 < columns_of(panel.caption) <= CAPTION, panel.caption
                assert captioned(panel.panel, language, shown.context) in panel.panel.texts
            assert len(shown.words) <= 1024
            assert [panel.sign for panel in shown.panels] == list(
                "起承転結" if language == "ja" else "1234"
            )


@every_game
def test_a_picture_is_whole_and_harmless(game: AnyGame) -> None:
    evil = ('"><script>alert(1)</script>', "&amp;\x00]]>", "</svg>", "\u202egnp.exe", "🐱‍👤")
    for seed in range(4):
        svg = strip_svg(told_by(game, seed, "en", evil), foot("@bot<b>", "en", strangers=True))
        root = ElementTree.fromstring(svg)
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert "script" not in tags and "foreignObject" not in tags
        for image in root.iter("{http://www.w3.org/2000/svg}image"):
            assert image.attrib["href"].startswith("data:image/svg+xml;base64,")


@every_game
def test_it_is_painted_within_its_bounds(game: AnyGame) -> None:
    svgs = [drawn(panels(game, seed, "ja"), "ja", "@bot").svg for seed in (0, 3)]

    async def paint() -> list[bytes]:
        painter = Painter(patience=60.0)
        return [await painter.paint(svg) for svg in svgs]

    for png in asyncio.run(paint()):
        wide, high = struct.unpack(">II", png[16:24])
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert wide == high and wide <= SIZE
        assert len(png) <= MOST_BYTES


@pytest.mark.parametrize(
    "start",
    ["import time; time.sleep(60)", "import os; os.abort()", "raise SystemExit(0)", "print(1)"],
    ids=["hangs", "dies", "says nothing", "says something else"],
)
def test_a_process_that_fails_costs_the_picture_alone(start: str) -> None:
    async def paint() -> bytes:
        return await Painter(patience=3.0, start=start).paint("<svg/>")

    began = monotonic()
    assert asyncio.run(paint()) == b""
    assert monotonic() - began < 20.0


TELLS = r"""
import json, os, sys
sys.path[:] = json.loads(sys.argv[1])
from adapters.picture.paint import confine
confine(float(sys.argv[2]))
import resource
limits = [resource.getrlimit(each)[0] for each in (resource.RLIMIT_CPU, resource.RLIMIT_NOFILE)]
told = json.dumps([dict(os.environ), os.getcwd(), limits, resource.getrlimit(resource.RLIMIT_AS)])
sys.stdout.buffer.write(b"\x89PNG\r\n\x1a\n" + told.encode())
"""


def test_the_process_knows_no_token_and_no_folder_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resource")
    monkeypatch.setenv("FUMIBAKO_TELEGRAM_TOKEN", "12345:secret")
    monkeypatch.setattr("sys.path", ["", *sys.path])  # as modules are found by `python -c`
    told = asyncio.run(Painter(patience=30.0, start=TELLS).paint("<svg/>"))
    knows, where, limits, memory = json.loads(told[8:])
    assert "12345:secret" not in str(knows)
    assert set(knows) <= {*NEEDED, "LC_CTYPE"}, "Python itself may set that one"
    assert where == Path(sys.executable).anchor != str(Path.cwd())
    assert limits == [CPU, FILES] and memory == [MEMORY, MEMORY]


def test_a_process_that_nobody_ends_ends_itself() -> None:
    hangs = TELLS.partition("confine(float")[0] + "confine(0.5)\nwhile True: pass"
    began = monotonic()
    assert asyncio.run(Painter(patience=60.0, start=hangs).paint("<svg/>")) == b""
    assert monotonic() - began < 15.0


def test_what_is_no_picture_costs_the_picture_alone() -> None:
    assert asyncio.run(Painter(patience=30.0).paint("<svg")) == b""


def test_pictures_wait_for_one_another_but_not_without_end() -> None:
    async def many() -> list[bytes]:
        painter = Painter(patience=1.0, start="import time; time.sleep(60)")
        return await asyncio.gather(*(painter.paint("<svg/>") for _ in range(30)))

    began = monotonic()
    assert set(asyncio.run(many())) == {b""}
    assert monotonic() - began < 20.0


def test_every_card_has_its_drawing_and_its_colour() -> None:
    for name, colour in COLOURS.items():
        assert (ART / f"{name}.svg").is_file()
        assert colour in TINTS
    for code, name in {
        "": "back",
        "guard": "guard",
        "md10": "md",
        "10h": "heart",
        "??": "letter",
    }.items():
        assert drawing(code) == name


def test_the_bot_is_named_only_to_strangers() -> None:
    assert foot("@bot", "en", strangers=True) == "Fumibako · @bot"
    assert foot("@bot", "en", strangers=False) == ""
    assert foot("", "ja", strangers=True) == ""


def test_lines_are_broken_where_a_reader_would() -> None:
    assert balanced("Aki won. Ken lost.", 20, 200, 3) == ["Aki won.", "Ken lost."]
    assert balanced("勝ちです。負けです。", 20, 160, 3) == ["勝ちです。", "負けです。"]
    for text in (
        "あ「いうえお」、かきくけこ。さしすせそ（たちつてと）！",
        "one two three four five six",
    ):
        for most in (60, 90, 140):
            lines = broken(text, 20, most, 9)
            assert all(breadth(line, 20) <= most + 20 for line in lines)
            assert not any(line[0] in "、。」）！" for line in lines)
            assert not any(line[-1] in "「（" for line in lines)
    assert fitted("Alexandrina", 20, 60).endswith("…")
    assert safe("a\x00<b>…") == "a&lt;b&gt;..."
