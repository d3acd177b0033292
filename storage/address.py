"""The address of a database: read, and shown to people without what is secret in it."""

from __future__ import annotations

import re

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.trouble import StoreError, Trouble

_BEFORE_AT = re.compile(r"^(.*?//|(?!.*//))([^:/@?]*):.*@", re.DOTALL)
_NAMED = re.compile(r"\b((?:ssl)?password\s*=\s*)[^&\s]*", re.IGNORECASE)
_SCHEMES = {"postgres": "postgresql", "sqlite": "sqlite", "postgresql": "postgresql"}
_PASSWORDS = ("password", "sslpassword")


def read(address: str) -> URL:
    """An address of a kind of database that we know, with the driver that we use for it. Raises
    `StoreError`, which shows no password, however wrong the address is."""
    try:
        url = make_url(address)
        kind = _SCHEMES[url.drivername.partition("+")[0]]
        # A password with an @ in it that is not written as %40 would be cut in the middle.
        if "@" in (url.host or ""):
            raise ValueError("two of @")
    except (ArgumentError, ValueError, KeyError):
        raise StoreError(Trouble.ADDRESS, shown(address)) from None
    return url.set(drivername="postgresql+psycopg") if kind == "postgresql" else url


def shown(address: URL | str) -> str:
    """An address (or what was meant to be one) without its passwords."""
    if isinstance(address, str):
        return _NAMED.sub(r"\1***", _BEFORE_AT.sub(r"\1\2:***@", address))
    plain = address.set(drivername=address.get_backend_name())
    return plain.difference_update_query(_PASSWORDS).render_as_string(hide_password=True)
