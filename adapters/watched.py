"""Signs of life for the service manager (systemd) that has started this process, if one has."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

LIVES = b"READY=1\nWATCHDOG=1"


def tell_manager() -> None:
    """The host lives: it is ready, and goes on. One datagram; what does not arrive comes again."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # a name of the kernel's, not of a file
        address = f"\0{address[1:]}"
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way:
        way.setblocking(False)
        way.connect(address)
        way.send(LIVES)
