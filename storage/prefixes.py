"""Names that begin alike lie together in an index that goes byte by byte."""

from __future__ import annotations


def behind(prefix: str) -> str:
    """The first text behind all that begin so."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1) if prefix else chr(0x10FFFF)
