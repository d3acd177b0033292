"""The keys of the page: by them the house knows its own links, cookies and bearers again.

Whoever runs the host can change them (`fumibako new-keys`): then every link, cookie and bearer
that was ever given out opens nothing any more. They are read at each use, so that a running host
follows at once. Everything here runs in the writer's thread.
"""

from __future__ import annotations

import binascii
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable

from adapters.foreign import same
from core.house.ports import Directory

SEATS = "line.seat-key"
"""The name of the key of links to seats. It is that of the first releases: their links live."""
PAGE = "page.key"
"""The name of the key of everything else."""
DIGITS = 32  # of a signature in an address: 128 bits


class Keys:
    """Signs, and knows its signatures again."""

    def __init__(self, directory: Directory, now: Callable[[], float]) -> None:
        self._directory = directory
        self._now = now

    def seat(self, text: str) -> str:
        """The signature of a link to a seat."""
        return _mac(self._key(SEATS), text)[:DIGITS]

    def board(self, text: str) -> str:
        """The signature of a link to a board."""
        return _mac(self._key(PAGE), f"board\n{text}")[:DIGITS]

    def picture(self, text: str) -> str:
        """The signature of the address of a picture."""
        return _mac(self._key(PAGE), f"picture\n{text}")[:DIGITS]

    def seal(self, purpose: str, content: bytes, bound: str = "") -> str:
        """Something that somebody else keeps for us, and cannot change: everybody can read it.
        `bound` is what it is valid with, and what does not stand in it."""
        text = urlsafe_b64encode(content).decode().rstrip("=")
        return f"{text}.{self._seal(purpose, text, bound)}"

    def content(self, sealed: str) -> bytes:
        """What stands in something sealed, whoever made it; empty if nothing does."""
        text = sealed.partition(".")[0]
        try:
            return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
        except (UnicodeEncodeError, binascii.Error):
            return b""

    def is_ours(self, purpose: str, sealed: str, bound: str = "") -> bool:
        """Whether something was sealed by us, for this purpose, and is still valid."""
        text, _, mac = sealed.partition(".")
        return same(mac, self._seal(purpose, text, bound))

    def renew(self) -> None:
        """Take new keys: everything that was given out before is void."""
        for name in (SEATS, PAGE):
            self._make(name)

    def _seal(self, purpose: str, text: str, bound: str) -> str:
        return _mac(self._key(PAGE), f"{purpose}\n{bound}\n{text}")

    def _key(self, name: str) -> str:
        return self._directory.kept(name) or self._first(name)

    def _make(self, name: str) -> str:
        key = secrets.token_hex(32)
        self._directory.keep(name, key, self._now())
        return key

    def _first(self, name: str) -> str:
        """The key that is there, or a new one: of several workers that begin only one makes it."""
        return self._directory.keep_first(name, secrets.token_hex(32), self._now())


def _mac(key: str, text: str) -> str:
    return hmac.digest(key.encode(), text.encode(errors="surrogatepass"), "sha256").hex()
