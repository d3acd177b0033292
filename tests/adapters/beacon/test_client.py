"""Servers that answer, lie, are late and are gone."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from adapters.beacon.client import LARGEST, Client, NoRound, Round, judged
from tests.adapters.beacon.league import League
from tests.outside.beacon_server import LIES, BeaconServer
from tests.outside.trouble import down, hang, nonsense, slow

ROUND = 500  # of a league that is 1000 rounds old


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[BeaconServer, BeaconServer]]:
    """Two servers of one chain."""
    with ExitStack() as stack:
        first = stack.enter_context(BeaconServer())
        yield first, stack.enter_context(BeaconServer(first.league))


@pytest.fixture
def servers(pair: tuple[BeaconServer, BeaconServer]) -> tuple[BeaconServer, BeaconServer]:
    """The same, well and with nothing asked."""
    for each in pair:
        each.well()
        each.lie("")
        each.calls.clear()
    return pair


def client_of(*servers: BeaconServer, impatience: float = 5.0, patience: float = 5.0) -> Client:
    chain = servers[0].league.chain
    return Client(chain, [each.address for each in servers], time.time, patience, impatience)


def brought(client: Client, round_: int = ROUND) -> Round:
    async def bring() -> Round:
        try:
            return await client.bring(round_)
        finally:
            await client.close()

    return asyncio.run(bring())


def why(client: Client, round_: int = ROUND) -> str:
    with pytest.raises(NoRound) as none:
        brought(client, round_)
    return str(none.value)


Pair = tuple[BeaconServer, BeaconServer]


def test_a_server_that_answers(servers: Pair) -> None:
    first, second = servers
    client = client_of(first, second)
    assert brought(client) == Round(**first.league.told(ROUND))  # type: ignore[arg-type]
    assert [call.fields["round"] for call in first.calls] == [ROUND]
    assert not second.calls
    assert client.state.answered is not None
    assert client.state.trouble == ""


def test_what_is_known_is_not_asked_again(servers: Pair) -> None:
    client = client_of(*servers)
    assert brought(client) == brought(client)
    assert len(servers[0].calls) == 1


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_refused_and_the_next_server_asked(lie: str, servers: Pair) -> None:
    first, second = servers
    first.lie(lie)
    client = client_of(first, second)
    assert brought(client).signature == first.league.sign(ROUND)
    assert len(first.calls) == len(second.calls) == 1
    assert client.state.trouble.startswith(f"127.0.0.1:{first.port}: ")
    # whoever failed last is asked last
    assert brought(client, ROUND + 1).signature == first.league.sign(ROUND + 1)
    assert (len(first.calls), len(second.calls)) == (1, 2)


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        ("signature", "wrong signature"),
        ("neighbour", "wrong signature"),
        ("chain", "wrong signature"),
        ("round", "another round"),
        ("randomness", "wrong randomness"),
        ("form", "not the form of a round"),
        ("huge", "too much"),
        ("elsewhere", "status 302"),
    ],
)
def test_nobody_is_believed_who_lies(lie: str, reason: str, servers: Pair) -> None:
    servers[0].lie(lie)
    assert why(client_of(servers[0])) == reason
    assert len(servers[0].calls) == 1  # a redirection is not followed


def test_a_server_that_is_late_is_overtaken(servers: Pair) -> None:
    first, second = servers
    first.trouble("round", slow(30))
    client = client_of(first, second, impatience=0.05)
    assert brought(client).round == ROUND
    assert len(second.calls) == 1
    assert brought(client, ROUND + 1).round == ROUND + 1
    assert len(first.calls) == 1  # who was late is asked last


def test_a_late_answer_still_counts(servers: Pair) -> None:
    first, second = servers
    first.trouble("round", slow(0.3))
    second.lie("signature")
    assert brought(client_of(first, second, impatience=0.02)).round == ROUND
    assert len(second.calls) == 1


def test_patience_ends(servers: Pair) -> None:
    servers[0].trouble("round", hang(30))
    assert why(client_of(servers[0], patience=0.2)) == "no answer in time"


def test_a_server_that_is_gone(servers: Pair) -> None:
    first, second = servers
    first.vanish()
    try:
        client = client_of(first, second)
        assert brought(client).round == ROUND
        assert client.state.trouble.endswith("no connection")
    finally:
        first.appear()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "not the form of a round"),
        (b"[" * 4000, "not the form of a round"),
        (b"null", "not the form of a round"),
        (b'{"round": "500"}', "not the form of a round"),
        (b'{"round": 500, "signature": "zz"}', "not the form of a round"),
        (b'{"round": 500, "signature": ""}', "wrong signature"),
        (b" " * (LARGEST + 1), "too much"),
    ],
)
def test_what_is_no_round(body: bytes, reason: str, servers: Pair) -> None:
    servers[0].trouble("round", nonsense(body))
    assert why(client_of(servers[0])) == reason


def test_trouble_in_between(servers: Pair) -> None:
    first, second = servers
    first.trouble("round", down(502))
    assert brought(client_of(first, second)).round == ROUND
    second.trouble("round", hang(0.0, done=False))
    assert why(client_of(first, second)) in ("status 502", "no connection")


def test_a_round_of_the_future_is_with_nobody(servers: Pair) -> None:
    assert why(client_of(*servers), 10**9) == "status 404"


def test_other_chains_are_not_served(servers: Pair) -> None:
    other = League(0, name="another chain")
    client = Client(other.chain, [servers[0].address], time.time)
    assert why(client) == "status 404"


def test_randomness_need_not_be_told() -> None:
    league = League(0)
    told = league.told(7)
    whole = judged(league.chain, json.dumps(told).encode(), 7)
    del told["randomness"]
    assert judged(league.chain, json.dumps(told).encode(), None) == whole


def test_a_genuine_round_tells_that_our_clock_is_behind(servers: Pair) -> None:
    first = servers[0]
    client = Client(first.league.chain, [first.address], lambda: time.time() - 60)

    async def ask() -> None:
        await client.ask(first.address)
        await client.close()

    asyncio.run(ask())
    assert 55 < client.state.behind <= 61
