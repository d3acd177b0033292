"""One address before several workers: connections go to them in turn, past those that are down.

    with Balancer([host.port for host in hosts]) as door:
        telegram.leads[PUBLIC] = door.address

It knows nothing of HTTP: a client that keeps its connection stays with its worker until that one
ends.
"""

from __future__ import annotations

import itertools
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from types import TracebackType


class Balancer:
    """The address."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = list(ports)
        self._turns: Iterator[int] = itertools.count()
        self._server = socket.create_server(("127.0.0.1", 0), backlog=256)
        self._closed = False

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.getsockname()[1]}"

    def __enter__(self) -> Balancer:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed = True
        self._server.close()

    def _accept(self) -> None:
        while not self._closed:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        """Join a client to the next worker that takes it; without any the connection ends."""
        with closing(client):
            worker = self._next()
            if worker is None:
                return
            with closing(worker):
                back = threading.Thread(target=_pump, args=(worker, client), daemon=True)
                back.start()
                _pump(client, worker)
                back.join()

    def _next(self) -> socket.socket | None:
        first = next(self._turns)
        for step in range(len(self.ports)):
            port = self.ports[(first + step) % len(self.ports)]
            with suppress(OSError):
                return socket.create_connection(("127.0.0.1", port), 2.0)
        return None


def _pump(source: socket.socket, target: socket.socket) -> None:
    """Hand on what comes until it ends, then end it there too."""
    with suppress(OSError):
        source.settimeout(None)
        while data := source.recv(65536):
            target.sendall(data)
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
