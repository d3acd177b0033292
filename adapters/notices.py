"""What the command tells the person who starts it."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.text import N_, Code, Public


class Serving(Public, frozen=True, tag="notice.serving"):
    text: ClassVar[str] = N_("Fumibako is open: {address} (Ctrl+C ends it; tables are kept)")
    address: Code


class AlreadyServing(Public, frozen=True, tag="notice.already-serving"):
    text: ClassVar[str] = N_("Fumibako is already open: {address}")
    address: Code


class Hosting(Public, frozen=True, tag="notice.hosting"):
    text: ClassVar[str] = N_("Fumibako hosts {platforms} ({address}health tells how it is).")
    platforms: tuple[str, ...]
    address: Code


class KeysRenewed(Public, frozen=True, tag="notice.keys"):
    text: ClassVar[str] = N_(
        "There are new keys: links and cookies from before are void, and pages that are open "
        "end within a minute. People open the page again from their next hand card."
    )
