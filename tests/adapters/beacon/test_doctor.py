"""What the settings, the status and the doctor say of the beacon."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adapters.app import App
from adapters.beacon import chain, doctor, join
from adapters.beacon.chain import QUICKNET
from adapters.beacon.client import SERVERS
from adapters.beacon.texts import state
from adapters.settings import Settings, load
from adapters.status import Beacon, Status, read, write
from adapters.status_texts import lines
from adapters.trouble import BeaconMissing, Trouble, WrongSetting
from core.kernel.text import Message
from locales.tongue import Context, say
from tests.adapters.beacon.league import League
from tests.outside.beacon_server import BeaconServer

LEAGUE = League(int(time.time()) - 1000)


def settings(*servers: BeaconServer, league: League = LEAGUE) -> Settings:
    return Settings(
        _env_file=None,
        beacon="drand",
        beacon_servers=" ".join(each.address for each in servers),
        beacon_chain=league.info(),
    )


def found(
    *servers: BeaconServer, now: Callable[[], float] = time.time
) -> dict[str, tuple[bool | None, str]]:
    """What the doctor finds: kinds of messages, what each means and says."""
    told = asyncio.run(doctor.checkup(settings(*servers), now))
    return {
        type(each.message).__name__: (each.good, say(each.message, "en", Context()))
        for each in told
    }


# Settings


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.chdir(tmp_path)
    return monkeypatch


def refused(**given: str) -> tuple[str, str, str]:
    """The variable that is named, and the whole line in both languages."""
    with pytest.raises(Trouble) as trouble:
        load(**given)
    message = trouble.value.message
    assert isinstance(message, WrongSetting)
    return str(message.variable), say(message, "en", Context()), say(message, "ja", Context())


def test_there_is_no_beacon_unless_it_is_asked_for(env: pytest.MonkeyPatch) -> None:
    assert join.client(load(), time.time) is None
    env.setenv("BEACON", " ")
    assert join.client(load(), time.time) is None


def test_the_public_servers_of_quicknet(env: pytest.MonkeyPatch) -> None:
    env.setenv("BEACON", "Drand ")
    made = join.client(load(), time.time)
    assert made is not None
    assert made.chain == QUICKNET
    assert made.servers == SERVERS
    assert SERVERS == (
        "https://api.drand.sh",
        "https://api2.drand.sh",
        "https://api3.drand.sh",
        "https://drand.cloudflare.com",
    )


def test_other_servers_and_another_chain(env: pytest.MonkeyPatch) -> None:
    env.setenv("BEACON_CHAIN", LEAGUE.info())
    made = join.client(
        load(beacon="drand", beacon_servers="http://127.0.0.1:1/, https://x.example"), time.time
    )
    assert made is not None
    assert made.chain == LEAGUE.chain
    assert made.servers == ("http://127.0.0.1:1", "https://x.example")


@pytest.mark.usefixtures("env")
def test_a_wrong_value_is_named_in_both_languages() -> None:
    assert refused(beacon="nist") == (
        "BEACON",
        "BEACON: drand is needed, or nothing: then there is no beacon.",
        "BEACON: drandと書くか、空にしてください（空ならビーコンを使いません）。",
    )
    assert refused(beacon_servers="api.drand.sh")[0] == "BEACON_SERVERS"
    assert refused(beacon_chain="quicknet")[0] == "BEACON_CHAIN"
    assert refused(beacon_chain='{"public_key": "00"}')[0] == "BEACON_CHAIN"


def test_without_the_extra_the_host_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join, "installed", lambda: False)
    given = Settings(_env_file=None, beacon="drand", database=str(tmp_path / "x.db"))
    with pytest.raises(Trouble) as trouble:
        App(given)
    assert isinstance(trouble.value.message, BeaconMissing)
    assert not (tmp_path / "x.db").exists()
    texts = {language: say(trouble.value.message, language, Context()) for language in ("en", "ja")}
    assert all("py-arkworks-bls12381" in text and "make beacon" in text for text in texts.values())
    assert texts["en"] != texts["ja"]


def test_without_the_extra_the_doctor_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "installed", lambda: False)
    assert found()["BeaconMissing"][0] is False


def test_whether_the_extra_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chain.installed()
    monkeypatch.setattr(chain, "find_spec", lambda name: None)
    assert not chain.installed()


# The doctor


@contextmanager
def two() -> Iterator[tuple[BeaconServer, BeaconServer]]:
    with BeaconServer(LEAGUE) as first, BeaconServer(LEAGUE) as second:
        yield first, second


def test_the_doctor_asks_every_server_and_compares_the_clock() -> None:
    with two() as (first, second):
        told = found(first)
        assert told["BeaconServer"] == (
            True,
            f"Beacon: 127.0.0.1:{first.port} tells a genuine round.",
        )
        assert told["ClockFits"][0] is True
        second.lie("signature")
        told = found(first, second)
        assert told["BeaconServer"][0] is True
        assert told["BeaconServerFails"][0] is None  # one that answers is enough
        assert "(wrong signature)" in told["BeaconServerFails"][1]
        assert told["ClockFits"][0] is True


def test_the_doctor_finds_a_clock_that_is_wrong() -> None:
    with two() as (first, second):
        behind = found(first, second, now=lambda: time.time() - 40)
        assert behind["ClockBehind"][0] is False
        ahead = found(first, second, now=lambda: time.time() + 40)
        assert ahead["ClockAhead"][0] is False


def test_the_doctor_finds_that_no_server_answers() -> None:
    with two() as (first, second):
        first.vanish()
        second.lie("huge")
        told = found(first, second)
        assert told["BeaconSilent"][0] is False
        assert set(told) == {"BeaconServerFails", "BeaconSilent"}


def test_without_a_beacon_the_doctor_says_nothing_of_it() -> None:
    assert asyncio.run(doctor.checkup(Settings(_env_file=None), time.time)) == []


# The status


def test_the_status_tells_of_the_beacon() -> None:
    at = 1_700_000_000.0
    bare = Status("0.4.0", 1, at, at, database="x", free=10**9)
    assert "beacon" not in write(bare)
    told = Beacon("quicknet", answered=at - 5, trouble="api.drand.sh: no connection", behind=60.0)
    status = Status("0.4.0", 1, at, at, database="x", free=10**9, beacon=told)
    assert read(write(status)) == status
    assert status.ready  # people can play without it
    kinds: dict[type[Message], bool | None] = {
        type(each.message): each.good for each in lines(status, at)
    }
    spoken = [say(each.message, "en", Context()) for each in state(told, at)]
    assert spoken[0] == "Beacon (quicknet): a genuine round came 5 seconds ago."
    assert len(spoken) == 3
    assert {type(each.message) for each in state(told, at)} <= set(kinds)
    assert [each.good for each in state(told, at)] == [True, None, False]
    assert [each.good for each in state(Beacon("quicknet"), at)] == [None]
