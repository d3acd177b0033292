"""What the page weighs on its way to a phone."""

from __future__ import annotations

import gzip

from adapters.page import bundle, files
from adapters.page.texts import PAGE_TEXTS
from locales.tongue import Context, languages, say

MOST_BYTES = 150_000


def test_everything_but_the_font_fits_into_150_kilobytes() -> None:
    """Shell, script, style, all drawings, whether a table shows them or not, and the words."""
    drawings = sorted((bundle.STATIC / "art").glob("*.svg"))
    modules = (bundle.STATIC / "telegram.js", bundle.STATIC / "line.js")
    parts = [
        files.shell("playground").encode(),
        bundle.script(later=True).encode(),
        bundle.style().encode(),
        *(path.read_bytes() for path in (*drawings, *modules)),
    ]
    words = max(
        len(" ".join(say(each, code, Context()) for each in PAGE_TEXTS.values()).encode())
        for code in languages()
    )
    assert sum(len(gzip.compress(part, 9)) for part in parts) + words < MOST_BYTES


def test_the_font_delays_nothing() -> None:
    shell = files.shell("playground")
    assert 'css/font.css" media="print" data-late>' in shell
    assert "woff2" not in shell + bundle.style()


def test_a_phone_is_asked_to_fetch_one_script_and_one_style() -> None:
    shell = files.shell("playground")
    assert shell.count("<script") == 1
    assert shell.count('rel="stylesheet"') == 2  # and the font's, which comes late
    assert "modulepreload" not in shell
