"""What is said of a record whose deal waited for a round."""

from __future__ import annotations

import copy
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adapters.beacon import check
from adapters.beacon.chain import QUICKNET, genuine
from adapters.beacon.check import genuine_round
from adapters.replay import GAMES_BY_NAME, tell_verdict
from core.kernel.proof import Beacon
from core.records.record import read, record_of
from core.records.verdict import Verdict
from core.records.verify import verify
from core.table.table import Finished
from tests.adapters.beacon.league import League
from tests.adapters.beacon.staged import LEAGUE, OnTelegram, bring
from tests.adapters.beacon.test_chain import ROUND_42
from tests.adapters.beacon.test_telegram import COMES, OVER, started
from tests.adapters.telegram.players import play, table
from tests.adapters.telegram.stage import run

Data = dict[str, Any]


def played(came: bool) -> Data:
    """The record of a whole match whose round came, or did not."""
    found: list[Data] = []

    async def match() -> None:
        stage = OnTelegram(f"verify {came}")
        await stage.begin()
        chat, name = await started(stage)
        await stage.wait(COMES if came else OVER)
        assert bring(stage) == came
        await stage.settle()
        await play(stage, chat, random.Random(2), [])
        over = table(stage, name)
        assert isinstance(over, Finished)
        found.append(msgspec.json.decode(msgspec.json.encode(record_of(over, GAMES_BY_NAME))))

    run(match())
    return found[0]


@pytest.fixture(scope="module")
def record() -> Data:
    return played(True)


def known(beacon: Beacon) -> bool | None:
    """As with drand's own chain, for that of the tests."""
    assert beacon.chain == LEAGUE.chain.hash
    return genuine(LEAGUE.chain, beacon.round, bytes.fromhex(beacon.signature))


def verdict(data: Data, changes: Data | None = None, **more: Any) -> Verdict:
    """What is found in a record, with changes to what it says of the beacon."""
    data = copy.deepcopy(data)
    data["beacon"] |= changes or {}
    return verify(read(data, GAMES_BY_NAME), GAMES_BY_NAME, more.get("checker", known))


def kinds(found: Verdict) -> list[str]:
    return [type(each).__name__ for each in found.findings]


def test_a_deal_by_a_genuine_round_is_proved(record: Data) -> None:
    found = verdict(record)
    assert found.fair
    assert "BeaconFits" in kinds(found)
    assert kinds(found)[-1] == "ProvedByBeacon"
    assert "OnlyTheBeacon" in kinds(found)  # nobody cut there, which proves nothing else
    assert "NobodyCut" not in kinds(found)


def test_what_is_not_checked_proves_less(record: Data) -> None:
    found = verdict(record, checker=genuine_round)  # it knows nothing of this chain
    assert found.fair
    assert "BeaconUnchecked" in kinds(found)
    assert "ProvedByBeacon" not in kinds(found)


def test_a_deal_without_the_round_is_not_proved_against_the_host() -> None:
    data = played(False)
    assert data["beacon"]["missed"] is True
    found = verdict(data)
    assert found.fair
    assert "BeaconSilent" in kinds(found)
    assert "NobodyCut" in kinds(found)
    assert "ProvedByBeacon" not in kinds(found)


def told_by(league: League, round_: int) -> Data:
    told = league.told(round_)
    return {"signature": told["signature"], "randomness": told["randomness"]}


def test_another_number_is_found(record: Data) -> None:
    found = verdict(record, {"randomness": "11" * 32})
    assert not found.fair
    assert "RandomnessWrong" in kinds(found)


def test_a_signature_of_somebody_else_is_found(record: Data) -> None:
    number = record["beacon"]["round"]
    found = verdict(record, told_by(League(0, name="somebody else"), number))
    assert not found.fair
    assert "BeaconWrong" in kinds(found)


def test_another_round_is_found(record: Data) -> None:
    """Its number stands in the commit, and that is what the group read at the start."""
    number = record["beacon"]["round"] - 3
    found = verdict(record, {"round": number, **told_by(LEAGUE, number)})
    assert not found.fair


def test_leaving_the_round_out_is_found(record: Data) -> None:
    data = copy.deepcopy(record)
    data["beacon"] = {key: data["beacon"][key] for key in ("chain", "round")} | {"missed": True}
    assert not verdict(data).fair
    del data["beacon"]
    assert not verify(read(data, GAMES_BY_NAME), GAMES_BY_NAME, known).fair


# The check that the command uses


def of_quicknet(round_: int, signature: bytes = ROUND_42, chain: str = QUICKNET.hash) -> Beacon:
    return Beacon(chain, round_, signature.hex(), sha256(signature).hexdigest())


def test_the_command_knows_the_public_chain() -> None:
    assert genuine_round(of_quicknet(42)) is True
    assert genuine_round(of_quicknet(43)) is False
    assert genuine_round(of_quicknet(42, b"\0")) is False
    assert genuine_round(of_quicknet(42, chain=LEAGUE.chain.hash)) is None


def test_without_the_extra_nothing_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "installed", lambda: False)
    assert genuine_round(of_quicknet(42)) is None
    assert genuine_round(of_quicknet(43)) is None


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_command_says_what_was_not_checked(language: str, record: Data, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(msgspec.json.encode(record))
    lines: list[str] = []
    assert tell_verdict(str(file), language, lines.append, lines.append) == 0
    words = {"en": "Its signature was not checked", "ja": "署名"}[language]
    assert any(words in line and LEAGUE.chain.hash in line for line in lines)
