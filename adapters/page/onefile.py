"""A finished game as a page of its own: one HTML file that plays it again, by everybody's eyes and
in all languages, and asks nobody for anything. It opens by a double click, without a network.

It shows every hand: only those who sat there may get it, and only when the game is over.
"""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from html import escape
from typing import Any, ClassVar

import msgspec

from adapters.page import bundle, draw, wire
from adapters.page.bundle import STATIC
from adapters.page.noscript import no_script
from adapters.page.packed import pack
from adapters.page.reel import ALL_OPEN, Film, film, reel, reels
from adapters.page.texts import PAGE_TEXTS
from core.desk.acts import Act
from core.desk.presses import datum
from core.kernel.text import N_, Public
from core.records.record import read
from core.table.table import Games
from locales.tongue import Context, autonym, languages, say

NAME = "recorded"
"""How the game is called in the page: the id of its data, and of its table."""

_TAGS = re.compile(
    r'<link rel="(?:icon|stylesheet|modulepreload|preload)"[^>]*>\n?|<script[^>]*></script>\n?'
)
_MARKS = re.compile(r"@[A-Z]+@")  # what only a server fills in
_HEAD_ENDS, _BODY_ENDS = "</head>", "</body>"


class HowToCheck(Public, frozen=True, tag="onefile.check"):
    """How the deal of a game is checked, beside the file of its record."""

    text: ClassVar[str] = N_(
        "Save the record and open it in the page that checks records: `fumibako proof` writes that "
        "page, and hosts that have an address serve it as /proof. It works without a network and "
        "shares no code with the house."
    )


def one_file(data: dict[str, Any], games: Games, name: str = "fumibako.json") -> str:
    """The page of a record in plain data. `name` is what the record's file is called. Raises
    `RecordError`."""
    shown = film(read(data, games), games)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    recorded = pack(
        {
            "hello": {code: _hello(code) for code in languages()},
            "table": {code: _table(shown, code) for code in languages()},
            "reels": msgspec.to_builtins(reels(shown, shown.readers, languages())),
            "sheet": {code: _sheet(code, name, text) for code in languages()},
            "drawings": {
                path.stem: path.read_text(encoding="utf-8")
                for path in sorted((STATIC / "art").glob("*.svg"))
            },
        }
    )
    return _page(json.dumps(recorded, ensure_ascii=False, separators=(",", ":")))


def page_of(record: bytes, games: Games, name: str) -> bytes:
    """The page of the record in a file; empty for a table that was closed before it was dealt."""
    data = json.loads(record)
    return one_file(data, games, name).encode() if "seats" in data else b""


def policy(style: str, script: str) -> str:
    """The page's own law: its one style, its one script, the pictures that it holds itself, and
    nothing from anywhere."""
    return (
        f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; "
        f"script-src '{_hash(script)}'; base-uri 'none'; form-action 'none'"
    )


def _page(data: str) -> str:
    """The page's shell with everything inside that it fetches from a server elsewhere."""
    whole = (STATIC / "index.html").read_text(encoding="utf-8")
    whole = _TAGS.sub("", whole)
    whole = whole.replace("@NOSCRIPT@", no_script())
    whole = _MARKS.sub("", whole.replace("@DOOR@", "record"))
    style, script = bundle.style(), bundle.script().replace("</", "<\\/")
    law = escape(policy(style, script), quote=False)
    head = f'<meta http-equiv="Content-Security-Policy" content="{law}">\n<style>{style}</style>\n'
    island = data.replace("<", "\\u003c")
    body = (
        f'<script type="application/json" id="{NAME}">{island}</script>\n'
        f'<script type="module">{script}</script>\n'
    )
    whole = whole.replace(_HEAD_ENDS, head + _HEAD_ENDS, 1)
    return whole.replace(_BODY_ENDS, body + _BODY_ENDS, 1)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode()


def _hello(language: str) -> Any:
    return _frame(
        wire.Hello(
            version=wire.VERSION,
            build="",
            now=0.0,
            door="record",
            language=language,
            texts={key: say(text, language, Context()) for key, text in PAGE_TEXTS.items()},
            languages=[wire.Language(code=code, name=autonym(code)) for code in languages()],
        )
    )


def _table(shown: Film, language: str) -> Any:
    """The table at the end of the game, with the one button that is of use here."""
    end = reel(shown, ALL_OPEN, language).pictures[-1].scene
    label = draw.Voice(language, Context())(PAGE_TEXTS["reel-check"])
    check = wire.Button(label=label, data=datum(NAME, 0, Act.PROOF), verb=Act.PROOF.value)
    return _frame(wire.Table(id=NAME, phase="finished", scene=end, foot=[check]))


def _sheet(language: str, name: str, record: str) -> Any:
    told = draw.Voice(language, Context())
    return _frame(
        wire.Sheet(
            title=told(PAGE_TEXTS["reel-check"]),
            blocks=[wire.Block(lines=[told(HowToCheck())])],
            files=[wire.File(name=name, text=record)],
        )
    )


def _frame(frame: wire.Frame) -> Any:
    return msgspec.to_builtins(frame)
