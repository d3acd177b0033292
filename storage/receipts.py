"""Receipts as numbers: what names an input for ever, in eight bytes.

Among a million receipts of two days, the odds that a new one meets the number of another are one in
nine million million. Nobody can find out from the number what it was made of.
"""

from __future__ import annotations

from hashlib import sha256


def number_of(receipt: str) -> int:
    """The number of a receipt: 63 bits, for no database counts higher."""
    return int.from_bytes(sha256(receipt.encode()).digest()[:8]) >> 1
