"""The page that checks a record by itself: one HTML file, put together from the files beside it.

Its script shares no code with the house, so that whoever trusts neither can read it. Words, names
of cards and pictures of all languages stand in it; it asks nobody for anything.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from aiohttp import web

from adapters.proof.texts import TEXTS
from core.kernel.pictures import CutPicture, SealPicture
from core.kernel.text import GameWord, Word
from core.table.sayings import BotName
from core.table.table import Games
from locales.catalogue import autonym, gettext, languages
from locales.files import SOURCE
from locales.tongue import word

FOLDER = Path(__file__).parent
SCRIPTS = (
    *("sha256.js", "chance.js", "deals.js", "rounds.js", "coup.js"),
    *("old-maid.js", "forms.js", "check.js", "judge.js", "page.js"),
)
NO_SCRIPT = "This page needs JavaScript. / このページにはJavaScriptが必要です。"

Data = dict[str, Any]


@cache
def script() -> str:
    """The whole script of the page. The parts share one scope, and are strict once."""
    parts = [(FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS]
    return '"use strict";\n' + "".join(part.removeprefix('"use strict";\n') for part in parts)


def policy() -> str:
    """The page's own law: its one style, its one script, and nothing else from anywhere."""
    style, code = _hash(_style()), _hash(script())
    return (
        f"default-src 'none'; img-src data:; style-src '{style}'; script-src '{code}'; "
        "base-uri 'none'; form-action 'none'"
    )


def page(games: Games) -> str:
    """The page, in all languages of the house."""
    told = {language: _words(games, language) for language in languages()}
    parts = {
        "@LANGUAGE@": SOURCE,
        "@POLICY@": policy(),
        "@TITLE@": escape(f"{TEXTS['brand']} · {TEXTS['title']}"),
        "@STYLE@": _style(),
        "@NOSCRIPT@": escape(NO_SCRIPT),
        "@TEXTS@": json.dumps(told, ensure_ascii=False).replace("<", "\\u003c"),
        "@SCRIPT@": script(),
    }
    whole = (FOLDER / "page.html").read_text(encoding="utf-8")
    for place, part in parts.items():
        whole = whole.replace(place, part, 1)
    return whole


def routes(games: Games) -> list[web.AbstractRouteDef]:
    """Where the page is found on a web server."""
    headers = {"Content-Security-Policy": f"{policy()}; frame-ancestors 'none'"}

    async def show(request: web.Request) -> web.Response:
        return web.Response(text=page(games), content_type="text/html", headers=headers)

    return [web.get("/proof", show)]


def _style() -> str:
    return (FOLDER / "style.css").read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode()


def _words(games: Games, language: str) -> Data:
    return {
        "language": autonym(language),
        "texts": {key: gettext(language, text) for key, text in TEXTS.items()},
        "cards": {name: _cards(game, language) for name, game in games.items()},
        "computers": {name.value: word(name, language) for name in BotName},
        "cuts": [word(picture, language) for picture in CutPicture],
        "seals": [word(picture, language) for picture in SealPicture],
    }


def _cards(game: Any, language: str) -> Data:
    """The names of a game's cards by preset: each has those of its edition."""
    return {
        preset: {
            thing.value: word(thing, language, edition)
            for thing in _things(game)
            if _has(thing, edition)
        }
        for preset, options in game.presets.items()
        for edition in (game.edition(options),)
    }


def _things(game: Any) -> Iterator[Word]:
    home = type(game).__module__
    for kind in GameWord.__subclasses__():
        if kind.__module__.startswith(f"{home}."):
            yield from kind


def _has(thing: Word, edition: str) -> bool:
    try:
        thing.named(edition)
    except KeyError:
        return False
    return True
