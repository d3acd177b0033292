"""What browsers may do with the page, by its door: where scripts come from, what is called, who may
show it in a frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from adapters.page.telegram_door import FRAMED_BY
from adapters.page.wire import Door

LINE_SCRIPTS = "https://static.line-scdn.net"
LINE_CALLED = "https://api.line.me https://liffsdk.line-scdn.net"


def headers(door: Door, public: str = "") -> Mapping[str, str]:
    """The headers of the page. `public` is the address of this host: not every browser counts a
    socket to it as its own."""
    host = urlsplit(public).netloc
    socket = f" wss://{host}" if host else ""
    line = door == "line"
    rules = {
        "default-src": "'none'",
        "script-src": f"'self' {LINE_SCRIPTS}" if line else "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": f"'self'{socket} {LINE_CALLED}" if line else f"'self'{socket}",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": FRAMED_BY if door == "telegram" else "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in rules.items()),
        "Referrer-Policy": "same-origin",
        "Cache-Control": "no-store",
        "X-Robots-Tag": "noindex",
    }
