"""People at LINE, who write, and press what is shown to them.

mina.says("手札", group)                # in a group; without one: to the account alone
mina.press("参加する", group)           # by the label …
mina.press(chat=group, verb="join")    # … or by the beginning of what the button does
mina.press(chat=group, link=True)      # the link to the hand: it is followed
new = mina.hears(lambda: mina.press("開始する", group), group)   # what is said upon it
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from tests.adapters.line.fake import User
from tests.outside.loopback import PATIENCE
from tests.outside.people import verb as verb_of

if TYPE_CHECKING:
    from tests.outside.line_server import Delivery, LineServer

Data = dict[str, Any]

LINK = "https://line.me/R/oaMessage/%40123abcde/?"


class LinePerson:
    """Somebody at LINE."""

    def __init__(self, server: LineServer, name: str, friend: bool) -> None:
        self.server = server
        mark = hashlib.sha256(f"{name}.{len(server.fake.users)}".encode()).hexdigest()[:32]
        self.id, self.name = f"U{mark}", name
        self.user = server.fake.users[self.id] = User(self.id, name, friend)

    def says(self, text: str, chat: str = "", *, wait: bool = True, **more: Any) -> Delivery:
        """Write in a group or (without one) to the account alone, and wait until the account's
        host has taken it."""
        with self.server.lock:
            event = self.server.fake.text(chat or self.id, self.id, text, **more)
        return self.server.deliver(event, wait=wait)

    def find(
        self,
        chat: str = "",
        label: str = "",
        *,
        verb: str = "",
        link: bool = False,
        newest: bool = True,
        patience: float = PATIENCE,
    ) -> Data:
        """Wait for a button of the newest bubble (or of any): with this label, or that does
        something which begins so (one that is exactly so goes first), or a link."""

        def found() -> Data | None:
            boards = self.server.boards(chat or self.id)
            shown = [each for board in (boards[:1] if newest else boards) for each in board]
            fits = [
                each
                for each in shown
                if (not label or each["label"] == label)
                and verb_of(each.get("data", "")).startswith(verb)
                and link == each.get("uri", "").startswith(LINK)
                and (each["type"] == "uri") is link
            ]
            exact = [each for each in fits if verb_of(each.get("data", "")) == verb]
            return next(iter(exact or fits), None)

        def missing() -> str:
            boards = self.server.boards(chat or self.id)[:1]
            there = [
                (each["label"], verb_of(each.get("data", ""))) for board in boards for each in board
            ]
            return f"a button {label or verb!r} is shown to {self.name}; there are {there}"

        return self.server.until(found, missing, patience)

    def press(
        self,
        label: str = "",
        chat: str = "",
        *,
        verb: str = "",
        link: bool = False,
        newest: bool = True,
        wait: bool = True,
    ) -> Delivery:
        """Press a button when it is shown, and wait until the host has taken it."""
        return self.does(
            self.find(chat, label, verb=verb, link=link, newest=newest), chat, wait=wait
        )

    def does(self, action: Data, chat: str = "", *, wait: bool = True) -> Delivery:
        """Do what an action does in the app."""
        match action["type"]:
            case "postback":
                with self.server.lock:
                    event = self.server.fake.event(
                        "postback", chat or self.id, self.id, postback={"data": action["data"]}
                    )
                return self.server.deliver(event, wait=wait)
            case "message":
                return self.says(action["text"], chat, wait=wait)
            case "uri":
                assert action["uri"].startswith(LINK), action["uri"]
                return self.says(unquote(action["uri"].removeprefix(LINK)), wait=wait)
            case other:
                raise AssertionError(f"nobody can press {other}")

    def hears(self, act: Callable[[], object], chat: str = "", words: str = "") -> list[Data]:
        """Do something and wait for what the account says upon it in a chat."""
        since = len(self.server.said(chat or self.id))
        act()
        return self.server.until_said(chat or self.id, words, since)
