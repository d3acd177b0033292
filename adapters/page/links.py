"""The addresses that lead to the page, and what the signed ones among them open.

A link to a seat opens it while its table is not closed and its person has not left; after the game
it shows the end. Its owner can revoke it: then it opens nothing, and nothing to which it once led
(a cookie, a bearer) opens anything either. A link to a board opens it to watchers, and ends with
the game. Everything here runs in the writer's thread.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

import msgspec

from adapters.foreign import same
from adapters.page.door_texts import (
    DoorLabel,
    DoorWords,
    LinkIsVoid,
    MatchIsOver,
    NoLongerSeated,
    TableIsClosed,
)
from adapters.page.keys import Keys
from adapters.page.who import NotIn
from core.desk.presses import Own, Press
from core.desk.reading import Reading
from core.desk.sheets import Button
from core.house.house import House
from core.house.ports import Directory
from core.kernel.text import Message
from core.table.table import Closed, Finished, Playing

TABLE = r"[0-9a-z]{1,32}"
END = "revoke"
"""What the button says that ends a link; the first releases spelled it so."""
WATCH = "watch"
"""What the button says that shows the link for watching."""
SEAT_TOKEN = re.compile(rf"({TABLE})\.([0-9]{{1,2}})\.[0-9a-f]{{32}}")
BOARD_TOKEN = re.compile(rf"({TABLE})\.[0-9a-f]{{32}}")


class Addresses(msgspec.Struct, frozen=True):
    """What the settings say of where the page is. `public` is the address of this host; `app` the
    short name of the Mini App of Telegram; `liff` the id of the LIFF app of LINE; `bot` whether
    there is a bot of Telegram. Empty: not set."""

    public: str = ""
    app: str = ""
    liff: str = ""
    bot: bool = False


class OpenedSeat(msgspec.Struct, frozen=True):
    """What a link to a seat opens."""

    read: Reading
    seat: int
    user: str


class Links:
    """Makes links and opens them."""

    def __init__(
        self,
        house: House,
        directory: Directory,
        keys: Keys,
        now: Callable[[], float],
        addresses: Addresses,
    ) -> None:
        self.addresses = addresses
        self._house = house
        self._directory = directory
        self._keys = keys
        self._now = now

    # Addresses: empty where the settings allow none.

    def common_key(self, table: str) -> str:
        """The address for everybody in a group: it opens their own seat to those whom their
        browser knows."""
        return self._below(f"t/{table}")

    def seat_link(self, table: str, user: str) -> str:
        """The link of a person to their own seat; empty before the deal too."""
        read = self._house.read(table) if self.addresses.public else None
        if read is None or not isinstance(read.table, Playing | Finished):
            return ""
        seat = read.seat_of(user)
        return self._below(f"s/{self._seat_token(table, seat)}") if seat else ""

    def board_link(self, table: str) -> str:
        """The link for whoever is to watch this game."""
        return self._below(f"b/{self._board_token(table)}")

    def board_for(self, table: str, user: str) -> str:
        """The same for somebody who sits there and may hand it on; empty for anybody else, and
        where nothing is played."""
        read = self._house.read(table)
        plays = read is not None and isinstance(read.table, Playing) and read.seat_of(user)
        return self.board_link(table) if plays else ""

    def telegram_link(self, bot: str, table: str) -> str:
        """What opens the Mini App from a group; `bot` is the username of the bot."""
        app = self.addresses.app
        if not (self.addresses.public and app and bot):
            return ""
        return f"https://t.me/{bot.lstrip('@')}/{app}?startapp={table}"

    def web_app(self, table: str = "") -> str:
        """What a button in a private chat of Telegram opens."""
        query = f"?t={table}" if table else ""
        return self._below(f"app{query}") if self.addresses.bot else ""

    def liff_link(self, table: str) -> str:
        """What opens the page in LINE, over the chat."""
        if not (self.addresses.public and self.addresses.liff):
            return ""
        return f"https://liff.line.me/{self.addresses.liff}?t={table}"

    def line_link(self, table: str) -> str:
        """What opens the page from a group of LINE: over the chat, or else in a browser."""
        return self.liff_link(table) or self.common_key(table)

    def privacy(self) -> str:
        """Where it is said what is kept of people."""
        return self._below("privacy")

    def _below(self, path: str) -> str:
        return f"{self.addresses.public}/{path}" if self.addresses.public else ""

    # What they open

    def open_seat(self, token: str) -> OpenedSeat | NotIn:
        """The seat behind a link."""
        found = SEAT_TOKEN.fullmatch(token)
        if found is None or not same(token, self._seat_token(found[1], int(found[2]))):
            return NotIn(LinkIsVoid())
        read, seat = self._house.read_mended(found[1], self._now()), int(found[2])
        if read is None or isinstance(read.table, Closed):
            return NotIn(TableIsClosed())
        chairs = read.table.chairs
        chair = chairs[seat - 1] if 1 <= seat <= len(chairs) else None
        if chair is None or chair.user is None or not isinstance(read.table, Playing | Finished):
            return NotIn(LinkIsVoid())
        if chair.left:
            return NotIn(NoLongerSeated())
        return OpenedSeat(read, seat, chair.user)

    def open_board(self, token: str) -> Reading | NotIn:
        """The table behind a link for watching."""
        found = BOARD_TOKEN.fullmatch(token)
        if found is None or not same(token, self._board_token(found[1])):
            return NotIn(LinkIsVoid())
        return self.watched(found[1])

    def watched(self, table: str) -> Reading | NotIn:
        """A table that somebody watches by a link, if they still may."""
        read = self._house.read_mended(table, self._now())
        if read is None or isinstance(read.table, Closed):
            return NotIn(TableIsClosed())
        return NotIn(MatchIsOver()) if isinstance(read.table, Finished) else read

    def end(self, table: str, user: str) -> None:
        """The link of a person to their seat ends, and whatever they, or somebody else with it,
        opened by it."""
        read = self._house.read(table)
        seat = read.seat_of(user) if read is not None else None
        if seat is not None:
            self._turn(f"line.seat:{table}.{seat}")
        self._turn(_turned(user))

    def bound(self, user: str) -> str:
        """What cookies and bearers of a person are bound to: it changes when a link of theirs is
        revoked."""
        return self._directory.kept(_turned(user)) if user else ""

    def _turn(self, key: str) -> None:
        self._directory.keep(key, secrets.token_hex(8), self._now())

    def _seat_token(self, table: str, seat: int) -> str:
        name = f"{table}.{seat}"
        turned = self._directory.kept(f"line.seat:{name}")
        return f"{name}.{self._keys.seat(f'{name}.{turned}')}"

    def _board_token(self, table: str) -> str:
        return f"{table}.{self._keys.board(table)}"


def ends(press: Press | None) -> bool:
    """Whether a press ends the link of whoever pressed."""
    return press is not None and press.code == END


def invites(press: Press | None) -> bool:
    """Whether a press asks for the link by which others may watch."""
    return press is not None and press.code == WATCH


def end_button(table: str) -> Button[Message]:
    """The button that ends the reader's link."""
    return Button(DoorLabel(DoorWords.END), table, 0, Own(END))


def watch_button(table: str) -> Button[Message]:
    """The button that shows the link by which others may watch."""
    return Button(DoorLabel(DoorWords.WATCH), table, 0, Own(WATCH))


def _turned(user: str) -> str:
    """The name under which is kept how often links of a person were revoked."""
    return f"page.turned:{user}"
