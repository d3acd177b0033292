"""A server in a thread of its own that answers one call on a connection and ends it while the
loop of whoever asked stands still."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE = 10.0  # seconds


class Curt:
    """What it was asked so far, and where. A connection is kept until it is told to `hang_up`."""

    def __init__(self, answer: bytes, context: ssl.SSLContext | None) -> None:
        self.calls = 0
        self._head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        self._answer = self._head + b"Content-Length: %d\r\n\r\n" % len(answer) + answer
        self._context = context
        self._ends, self._ended = threading.Event(), threading.Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        scheme = "http" if context is None else "https"
        self.url = f"{scheme}://127.0.0.1:{self._door.getsockname()[1]}"

    def hang_up(self) -> None:
        """End the connection that stands. The thread that calls this waits for it."""
        self._ends.set()
        assert self._ended.wait(PATIENCE)
        self._ended.clear()

    def serve(self) -> None:
        """Answer until the door is shut."""
        with suppress(OSError):
            while True:
                connection, _ = self._door.accept()
                connection.settimeout(PATIENCE)
                if self._context is not None:
                    connection = self._context.wrap_socket(connection, server_side=True)
                self._one(connection)

    def _one(self, connection: socket.socket) -> None:
        with connection:
            heard = b""
            while not _is_whole(heard):
                heard += connection.recv(65536)
            self.calls += 1
            connection.sendall(self._answer)
            self._ends.wait(PATIENCE)
            self._ends.clear()
            if isinstance(connection, ssl.SSLSocket):
                with suppress(OSError):
                    connection.setblocking(False)
                    connection.unwrap()
        self._ended.set()

    def close(self) -> None:
        """Shut the door, and let go whoever is still there."""
        self._ends.set()
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()


def _is_whole(heard: bytes) -> bool:
    head, end, body = heard.partition(b"\r\n\r\n")
    length = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(end) and len(body) >= (int(length[0].split(b":")[1]) if length else 0)


@contextmanager
def curt(answer: bytes, context: ssl.SSLContext | None = None) -> Iterator[Curt]:
    """It, until it is left."""
    server = Curt(answer, context)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join(PATIENCE)
