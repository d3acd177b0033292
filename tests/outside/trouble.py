"""Trouble of a platform's servers, which can be put on and off while a test runs.

telegram.trouble("sendMessage", refuse(403, "Forbidden: bot was kicked"))
telegram.trouble("*", down(502))                 # every method
telegram.trouble("sendMessage", lost(502), chat=group, times=3)
telegram.well()                                  # all is well again
"""

from __future__ import annotations

import time

import msgspec


class Trouble(msgspec.Struct, frozen=True):
    """What a call meets. `status` 0: what it would be without trouble; `body` None: a message in
    the platform's own form. `done`: the call is carried out all the same. `wait` are seconds
    before the answer; `cut` closes the connection instead of answering."""

    status: int = 0
    text: str = ""
    body: bytes | None = None
    kind: str = "text/html"
    done: bool = False
    wait: float = 0.0
    cut: bool = False
    retry_after: int = 0


def refuse(status: int, text: str, retry_after: int = 0) -> Trouble:
    """The call is refused in the platform's own words; nothing is carried out."""
    return Trouble(status=status, text=text, retry_after=retry_after)


def down(status: int = 502) -> Trouble:
    """A server in between is in trouble; nothing is carried out."""
    return Trouble(status=status, body=_page(status))


def lost(status: int = 502) -> Trouble:
    """A server in between is in trouble, but the call was carried out."""
    return Trouble(status=status, body=_page(status), done=True)


def hang(seconds: float, done: bool = True) -> Trouble:
    """No answer for so long, then the connection ends. Nobody knows what became of the call."""
    return Trouble(wait=seconds, cut=True, done=done)


def slow(seconds: float) -> Trouble:
    """Everything is right, but late."""
    return Trouble(wait=seconds, done=True)


def nonsense(body: bytes = b"{}", status: int = 200, kind: str = "application/json") -> Trouble:
    """An answer that is none."""
    return Trouble(status=status, body=body, kind=kind)


def _page(status: int) -> bytes:
    return f"<html><body><h1>{status} Bad Gateway</h1></body></html>".encode()


class _Put(msgspec.Struct):
    method: str
    chat: str
    trouble: Trouble
    left: int | None
    until: float


class Troubles:
    """What is put on now. The newest one that fits counts."""

    def __init__(self) -> None:
        self._all: list[_Put] = []

    def put(
        self, method: str, trouble: Trouble, chat: object, times: int | None, seconds: float
    ) -> None:
        """Put one on: for a method or `*`, for a chat or all, so many times, so long."""
        until = time.monotonic() + seconds
        self._all.append(_Put(method, str(chat), trouble, times, until))

    def clear(self, method: str) -> None:
        """Take off what is on for a method; `*` takes off everything."""
        self._all = [each for each in self._all if method not in ("*", each.method)]

    def meet(self, method: str, chat: object = "") -> Trouble | None:
        """What a call meets; it counts."""
        at = time.monotonic()
        self._all = [each for each in self._all if each.left != 0 and at < each.until]
        for each in reversed(self._all):
            if each.method in ("*", method) and each.chat in ("", str(chat)):
                if each.left is not None:
                    each.left -= 1
                return each.trouble
        return None
