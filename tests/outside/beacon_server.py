"""A server of drand on this machine, with a chain of its own.

    with BeaconServer() as beacon:
        host = Host(tmp_path, BEACON="drand", BEACON_SERVERS=beacon.address,
                    BEACON_CHAIN=beacon.league.info(), …)
        beacon.lie("signature")                 # from now on it lies; beacon.lie("") ends it
        beacon.trouble("round", slow(3))        # it is late: tests.outside.trouble
        beacon.vanish()                         # it is gone

A round is there from its time on, as with drand; before that the answer is 404. What was asked
stands in `beacon.calls`: `round` or `latest`, with the round in `fields`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.adapters.beacon.league import League
from tests.outside.loopback import Call, Loopback
from tests.outside.trouble import Trouble

LIES = ("signature", "neighbour", "round", "chain", "randomness", "form", "huge", "elsewhere")


class BeaconServer(Loopback):
    """The server. `period` is that of its chain (seconds); several may share a `league`. `now` is
    its time of day."""

    def __init__(
        self,
        league: League | None = None,
        period: int = 1,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__()
        self.league = league or League(int(now()) - 1000, period)
        self.ahead = 0.0  # seconds by which its clock is before `now`
        self._now = now
        self._lie = ""

    def lie(self, how: str) -> None:
        """Answer so from now on, one of `LIES`; empty: truly."""
        assert how in ("", *LIES)
        with self.lock:
            self._lie = how

    async def handle(self, request: web.Request) -> web.StreamResponse:
        chain = self.league.chain
        words = request.path.strip("/").split("/")
        known = words[:2] == [chain.hash, "public"] and len(words) == 3
        latest = known and words[2] == "latest"
        newest = chain.round_at(self._now() + self.ahead)
        wanted = newest if latest else int(words[2]) if known and words[2].isdigit() else 0
        call = Call("latest" if latest else "round", {"round": wanted}, time.monotonic())

        async def work() -> web.Response:
            if not known or not 0 < wanted <= newest:
                return web.json_response({"error": "not found"}, status=404)
            return self._told(wanted)

        return await self.answer(request, call, work, _own)

    def _told(self, round_: int) -> web.Response:
        """The round, or what is lied about it."""
        with self.lock:
            how = self._lie
        told: dict[str, Any] = self.league.told(round_)
        match how:
            case "signature":  # a point, and nobody's signature
                told["signature"] = League(0, name="somebody else").sign(round_)
                del told["randomness"]
            case "neighbour":  # genuine, but of the round before
                told = {**self.league.told(round_ - 1), "round": round_}
            case "round":
                told = self.league.told(round_ - 1)
            case "chain":
                told = League(0, name="another chain").told(round_)
            case "randomness":
                told["randomness"] = "00" * 32
            case "form":
                told["signature"] = ["not", "a", "text"]
            case "huge":
                told["previous_signature"] = "00" * 10_000_000
            case "elsewhere":
                raise web.HTTPFound(f"{self.address}/{self.league.chain.hash}/public/{round_}")
            case _:
                pass
        return web.Response(body=json.dumps(told), content_type="application/json")


def _own(trouble: Trouble) -> web.Response:
    return web.json_response({"error": trouble.text}, status=trouble.status)
