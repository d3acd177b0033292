"""`python -m tests.page.font` makes the Japanese font of the page again, from the slices of Noto
Sans JP that npm has.

It holds JIS levels 1 and 2 with their kana and signs, half-width katakana, Latin letters, and every
other sign of the catalogues, in one weight and without hints, as one file: packed for browsers, and
plain for pictures, whose painter reads no other. The licence of the
original asks that a changed font has another name.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "adapters" / "page" / "static" / "font"
FONT = FOLDER / "fumibako-sans.woff2"
PICTURES = ROOT / "adapters" / "picture" / "font"
PLAIN = PICTURES / "fumibako-sans.ttf"
LICENCE = FOLDER / "LICENSE"
NAME = "Fumibako Sans"
PACKAGE = "@fontsource/noto-sans-jp@5.3.0"
SLICES = "noto-sans-jp-*-400-normal.woff2"

LATIN = (range(0x20, 0x7F), range(0xA0, 0x180))
HALF_WIDTH = range(0xFF61, 0xFFA0)
CIRCLED = range(0x2460, 0x2474)
SIGNS = "♡♥★☆♠♣♦♢♤♧–—…‘’“”•€✓→←↑↓⇒⇔▲▼△▽◀▶※"
DROPPED = ["GSUB", "GPOS", "GDEF", "BASE", "vhea", "vmtx", "VORG", "STAT"]

NAMES = {
    1: NAME,
    2: "Regular",
    3: f"{NAME} Regular, after Noto Sans JP",
    4: f"{NAME} Regular",
    6: NAME.replace(" ", "") + "-Regular",
    13: "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
    14: "https://openfontlicense.org",
}


def jis() -> Iterator[str]:
    """The characters of JIS X 0208: kanji of both levels, kana, signs."""
    for pair in product(range(0xA1, 0xFF), repeat=2):
        try:
            yield bytes(pair).decode("euc_jp")
        except UnicodeDecodeError:
            continue


def catalogued() -> Iterator[str]:
    """The characters of the Japanese catalogues."""
    for path in (ROOT / "locales" / "ja").glob("*.po"):
        yield from path.read_text(encoding="utf-8")


def wanted() -> frozenset[str]:
    """All characters that the font should have, where the original has them."""
    ranges = (*LATIN, HALF_WIDTH, CIRCLED)
    listed = {chr(code) for each in ranges for code in each}
    found = {*jis(), *catalogued(), *SIGNS} | listed
    return frozenset(each for each in found if each.isprintable())


def fetched(folder: Path) -> Path:
    """The package, unpacked."""
    subprocess.run(["npm", "pack", PACKAGE, "--silent"], cwd=folder, check=True)
    (packed,) = folder.glob("*.tgz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def parts(package: Path, folder: Path) -> Iterator[str]:
    """What is wanted of each slice, as a file; nothing twice."""
    options = Options(
        layout_features=[],
        hinting=False,
        notdef_outline=True,
        drop_tables=[*Options().drop_tables, *DROPPED],
    )
    missing = set(wanted())
    for number, path in enumerate(sorted(package.glob(f"files/{SLICES}"))):
        slice_ = TTFont(path)
        here = missing & set(map(chr, slice_.getBestCmap()))
        if not here:
            continue
        missing -= here
        subsetter = Subsetter(options)
        subsetter.populate(text="".join(here))
        subsetter.subset(slice_)
        slice_.flavor = None
        part = folder / f"{number}.ttf"
        slice_.save(part)
        yield str(part)


def name(font: TTFont) -> None:
    """Give it a name of its own; whose work it is stays in it."""
    table = font["name"]
    author, version = table.getDebugName(0), table.getDebugName(5)
    table.names = []
    for number, text in sorted({0: author, 5: version, **NAMES}.items()):
        table.setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 400


def main() -> None:
    """Make the font, and put the licence beside it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made:
        folder = Path(made)
        package = fetched(folder)
        font = Merger().merge(list(parts(package, folder)))
        name(font)
        font.save(PLAIN)
        font.flavor = "woff2"
        font.save(FONT, reorderTables=None)
        author = f"{font['name'].getDebugName(0)}\n\n"
        text = (package / "LICENSE").read_text(encoding="utf-8")
        licence = author + text[text.index("This Font Software") :]
        for place in (LICENCE, PICTURES / LICENCE.name):
            place.write_text(licence, encoding="utf-8")
    print(f"{FONT.name}: {FONT.stat().st_size} bytes, {font['maxp'].numGlyphs} glyphs")


if __name__ == "__main__":
    assert shutil.which("npm"), "npm is missing"
    main()
