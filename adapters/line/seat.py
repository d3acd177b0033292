"""A seat as a plain page, for people on a PC: the hand and the moves behind a personal link.

The link opens one seat of one match and ends with it; its owner can end it sooner. The page has
no script: it asks for itself anew every few seconds. What was chosen so far and what is looked at
stand in its address, so that asking anew changes nothing and pressing is never repeated.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable, Mapping
from html import escape
from typing import TypeVar
from urllib.parse import urlencode

import msgspec
from aiohttp import web

from adapters.foreign import same
from adapters.heard import Heard, Reply
from adapters.line.texts import GroupHearsLater, LineLabel, LineWords, SeatClosed
from adapters.names import context_of
from adapters.speech import Speech
from adapters.web import read_form
from adapters.writer import Writer
from core.desk.acts import Act
from core.desk.hand import hand_of
from core.desk.presses import Own, datum, read_datum
from core.desk.reading import Reading, language_for
from core.desk.sheets import AnySheet, Button
from core.house.ports import Directory
from core.kernel.notation import words
from core.kernel.text import Message
from core.table.table import Playing, put
from locales.files import SOURCE
from locales.tongue import HTML, Context, say

R = TypeVar("R")

PATH = "/line/seat"
FRESH = 10  # seconds after which the page asks for itself anew
FRESH_READER = 60  # the same while somebody reads the rules
MOST_TOLD = 256  # answers to presses that are kept until they are read
KEY = "line.seat-key"
TOKEN = re.compile(r"[0-9a-z]{1,32}\.[0-9]{1,2}\.[0-9a-f]{32}")
LOOKS = tuple(
    act.value for act in (Act.HELP, Act.STATUS, Act.RULES, Act.TOUR, Act.PROOF, Act.SEAL, Act.LEAVE)
)  # verbs of buttons that show something and change nothing
HIDDEN = (Act.LETTERS_ON.value, Act.LETTERS_OFF.value, Act.LANGUAGE.value)
HEADERS = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.6; }
body { margin: 1rem auto; padding: 0 1rem; max-width: 40rem; }
.card { border: 2px solid; border-radius: 0.5rem; padding: 0.5rem 1rem; margin: 0.5rem 0; }
button { font: inherit; padding: 0.5rem 1rem; margin: 0.25rem; }
.asked { font-weight: bold; }
/* A button that has just come takes no click: it was meant for what stood there before. */
button { animation: settle 350ms; }
@keyframes settle { from, to { pointer-events: none; } }
"""


class Seats:
    """Links to seats, and the pages behind them."""

    def __init__(
        self,
        speech: Speech,
        directory: Directory,
        writer: Writer,
        now: Callable[[], float],
        address: str,
        language: str = SOURCE,
    ) -> None:
        self.speech = speech
        self.language = language  # where neither person nor room has one
        self.directory = directory
        self.now = now
        self.address = address
        self._writer = writer
        self._told: dict[str, Message] = {}

    # Links. In the writer's thread.

    def seat(self, table: str, user: str) -> str:
        """The link of a person at a table; empty if there is no public address."""
        read = self.speech.house.read(table)
        if not self.address or read is None or not isinstance(read.table, Playing):
            return ""
        chairs = read.table.chairs
        seat = next((i for i, c in enumerate(chairs, 1) if c.user == user and not c.left), 0)
        return f"{self.address}{PATH}/{self._token(table, seat)}" if seat else ""

    def _token(self, table: str, seat: int) -> str:
        key = self.directory.kept(KEY)
        if not key:
            key = secrets.token_hex(32)
            self.directory.keep(KEY, key, self.now())
        name = f"{table}.{seat}"
        turned = self.directory.kept(f"line.seat:{name}")
        mac = hmac.digest(key.encode(), f"{name}.{turned}".encode(), "sha256").hex()[:32]
        return f"{name}.{mac}"

    def _open(self, token: str) -> tuple[Reading, Playing, int] | None:
        """The table and seat of a link; None if it opens nothing (any more)."""
        if not TOKEN.fullmatch(token):
            return None
        parts = token.split(".")
        expected = self._token(parts[0], int(parts[1]))
        if not same(token, expected):
            return None
        read = self.speech.house.read_mended(parts[0], self.now())
        if read is None or not isinstance(read.table, Playing):
            return None
        chair = read.table.chairs[int(parts[1]) - 1]
        return None if chair.left else (read, read.table, int(parts[1]))

    def _revoke(self, table: str, seat: int) -> None:
        self.directory.keep(f"line.seat:{table}.{seat}", secrets.token_hex(8), self.now())

    # Pages

    def routes(self) -> list[web.AbstractRouteDef]:
        """Where the pages are."""
        return [
            web.get(f"{PATH}/style.css", self.style),
            web.get(f"{PATH}/{{token}}", self.show),
            web.post(f"{PATH}/{{token}}", self.act),
        ]

    async def style(self, request: web.Request) -> web.Response:
        """How the page looks."""
        return web.Response(text=STYLE, content_type="text/css")

    async def show(self, request: web.Request) -> web.Response:
        """The seat as it is now."""
        html = await self._writer.call(self._page, request.match_info["token"], dict(request.query))
        return self._answer(html)

    async def act(self, request: web.Request) -> web.Response:
        """Somebody pressed a button of the page."""
        data = (await read_form(request)).get("data", "")[:64]
        token = request.match_info["token"]
        query = await self._writer.call(self._press, token, data)
        if query is None:
            return self._answer("")
        # Another address: if the page is loaded again, nothing is pressed again.
        return web.Response(status=303, headers={"Location": _address(token, query), **HEADERS})

    # In the writer's thread.

    def _press(self, token: str, data: str) -> Mapping[str, str] | None:
        """Do what was pressed. Tells what the page shows next; None if the link opens nothing."""
        opened = self._open(token)
        if opened is None:
            return None
        _, table, seat = opened
        press = read_datum(data)
        if press is None or press.table != table.id:
            return {}
        if press.code == "revoke":
            self._revoke(table.id, seat)
            return {}
        if press.code.startswith("?:"):
            said = press.code[2:]
            return {"said": f"{press.question}.{said}"} if said else {}
        if _is_look(press.code):
            return {"see": press.code}
        reply = self._hear(table, seat, data)
        if reply.message is not None:
            return {"told": self._keep(reply.message)}
        return {"told": self._keep(GroupHearsLater())} if reply.result is not None else {}

    def _hear(self, table: Playing, seat: int, data: str) -> Reply:
        chair = table.chairs[seat - 1]
        user = str(chair.user)
        return self.speech.hear(
            Heard(user, chair.name, self.now(), None, press=read_datum(data), letters=True)
        )

    def _keep(self, message: Message) -> str:
        """Keep an answer for the page that is asked for next. After a restart it is gone."""
        name = secrets.token_hex(8)
        self._told[name] = message
        if len(self._told) > MOST_TOLD:
            del self._told[next(iter(self._told))]
        return name

    def _page(self, token: str, query: Mapping[str, str]) -> str:
        """The page. Empty if the link opens nothing."""
        opened = self._open(token)
        if opened is None:
            return ""
        read, table, seat = opened
        kept: dict[str, str] = {}  # what the page shows when it asks for itself
        number, _, said = query.get("said", "")[:64].partition(".")
        if said and number == str(table.question):
            kept["said"] = f"{number}.{said}"
        else:
            said = ""
        shown: AnySheet | None = None
        if _is_look(verb := query.get("see", "")[:16]):
            shown = self._hear(table, seat, datum(table.id, table.question, verb)).sheet
            kept |= {"see": verb} if shown is not None else {}
        told = self._told.get(query.get("told", ""))
        return self._written(_address(token, kept), read, seat, said, told, shown)

    def _written(
        self,
        address: str,
        read: Reading,
        seat: int,
        said: str,
        told: Message | None,
        shown: AnySheet | None,
    ) -> str:
        table = read.table
        assert isinstance(table, Playing), "a link opens running games only"
        chair = table.chairs[seat - 1]
        user = str(chair.user)
        language = language_for(self.directory.person(user), read.rooms) or self.language
        context = context_of(read, language)
        # Here one chooses by buttons, whatever one does in the group.
        own = put(table.chairs, seat - 1, msgspec.structs.replace(chair, letters=False))
        sheet = hand_of(
            msgspec.structs.replace(table, chairs=own), self.speech.house.games, user, words(said)
        )

        def text(message: Message) -> str:
            return say(message, language, context, HTML)

        parts = [f'<p role="status" class="asked">{text(told)}</p>'] if told is not None else []
        if shown is not None:
            parts.append(f"<h2>{text(shown.title)}</h2>")
            parts += [f"<p>{text(each)}</p>" for each in shown.lines]
            parts += _buttons(shown, text)
        parts.append(f"<h1>{text(sheet.title)}</h1>")
        parts += [f"<p>{text(each)}</p>" for each in sheet.lines]
        parts += [f'<p class="asked">{text(each)}</p>' for each in sheet.asked]
        parts += _buttons(sheet, text)
        end = Button(LineLabel(LineWords.REVOKE), table.id, 0, Own("revoke"))
        parts.append(f"<hr>{_form(end, text)}")
        seconds = FRESH if shown is None else FRESH_READER
        return _frame(f"{seconds}; url={address}", "\n".join(parts), language)

    def _answer(self, html: str) -> web.Response:
        status = 200 if html else 404
        if not html:
            closed = escape(say(SeatClosed(), self.language, Context()))
            html = _frame("", f"<p>{closed}</p>", self.language)
        return web.Response(text=html, content_type="text/html", status=status, headers=HEADERS)


def _is_look(verb: str) -> bool:
    """Whether a button only shows something: then the page may ask for it by its address."""
    name, _, part = verb.partition(".")
    return name in LOOKS and (not part or part.isdecimal())


def _address(token: str, query: Mapping[str, str]) -> str:
    """The address of the page from itself: it may stand below any path."""
    return f"{token}?{urlencode(query)}" if query else token


def _buttons(sheet: AnySheet, text: Callable[[Message], str]) -> list[str]:
    found = []
    for row in sheet.buttons:
        kept = [
            each
            for each in row
            if (press := read_datum(each.data)) is not None and press.code not in HIDDEN
        ]
        if kept:
            found.append(f"<div>{''.join(_form(each, text) for each in kept)}</div>")
    return found


def _form(button: Button[Message], text: Callable[[Message], str]) -> str:
    data = escape(button.data, quote=True)
    return (
        f'<form method="post"><button name="data" value="{data}">{text(button.label)}</button>'
        "</form>"
    )


def _frame(refresh: str, body: str, language: str) -> str:
    again = f'<meta http-equiv="refresh" content="{escape(refresh, quote=True)}">'
    tag = escape(language.replace("_", "-"), quote=True)
    return (
        f'<!doctype html><html lang="{tag}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f'<title>Fumibako</title><link rel="stylesheet" href="style.css">'
        f"{again if refresh else ''}</head><body>{body}</body></html>"
    )
