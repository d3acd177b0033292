"""The page's own files: its shell for each door, its scripts, styles, drawings and font."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from aiohttp import web

from adapters.page import bundle
from adapters.page.bundle import STATIC
from adapters.page.noscript import GroupIsEnough, no_script
from adapters.page.wire import Door

SCRIPT = "all.js"
STYLE = "css/all.css"
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".html": "text/html",
}
PACKED = frozenset({".js", ".css", ".svg"})  # what gets smaller by compression
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""For files below an address that names the build: they never change there."""


@cache
def build() -> str:
    """The name of this build: another one whenever any file of the page is another."""
    total = sha256()
    for path in _files():
        total.update(path.relative_to(STATIC).as_posix().encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:12]


def shell(door: Door, base: str = "", liff: str = "") -> str:
    """The page itself, for a door. `base` leads from its address to the root of the server
    ("", or "../" for each folder); `liff` is the id that LINE's SDK begins with."""
    page = _whole()
    parts = {
        "@DOOR@": door,
        "@LIFF@": liff,
        "@FILES@": f"{base}page/{build()}/",
        "@SOCKET@": f"{base}page/ws",
    }
    for mark, part in parts.items():
        page = page.replace(mark, escape(part, quote=True))
    return page.replace("@NOSCRIPT@", no_script(GroupIsEnough()))


@cache
def _whole() -> str:
    """The shell with one script and one style. A phone asks for them at once, and far away each
    file costs it a way there and back."""
    page = (STATIC / bundle.SHELL).read_text(encoding="utf-8")
    first = bundle.SHEET.search(page)
    assert first is not None
    one = f'<link rel="stylesheet" href="@FILES@{STYLE}">\n'
    page = page[: first.start()] + one + bundle.SHEET.sub("", page[first.end() :])
    return page.replace(f"@FILES@{bundle.ENTRY}", f"@FILES@{SCRIPT}")


def routes() -> list[web.AbstractRouteDef]:
    """Where the files are found."""
    return [web.get("/page/{build}/{path:.+}", _file)]


async def _file(request: web.Request) -> web.Response:
    """A file of the page. One of another build is the one of this build: the page finds out by
    itself that it is old."""
    path = STATIC / request.match_info["path"]
    if path not in (*_files(), *_made()):
        raise web.HTTPNotFound
    headers = dict(FOR_EVER) if request.match_info["build"] == build() else {}
    headers.setdefault("Cache-Control", "no-cache")
    body, packed = _body(path)
    if packed and "gzip" in request.headers.get("Accept-Encoding", ""):
        return web.Response(
            body=packed, content_type=_kind(path), headers={**headers, "Content-Encoding": "gzip"}
        )
    return web.Response(body=body, content_type=_kind(path), headers=headers)


@cache
def _files() -> tuple[Path, ...]:
    return tuple(sorted(path for path in STATIC.rglob("*") if path.is_file()))


@cache
def _made() -> Mapping[Path, bytes]:
    """What is put together of several files."""
    return {
        STATIC / SCRIPT: bundle.script(later=True).encode(),
        STATIC / STYLE: bundle.style().encode(),
    }


@cache
def _body(path: Path) -> tuple[bytes, bytes]:
    """What a file holds, as it is and compressed (empty where that is no help)."""
    body = _made().get(path) or path.read_bytes()
    return body, gzip.compress(body, 9, mtime=0) if path.suffix in PACKED else b""


def _kind(path: Path) -> str:
    return KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
