"""Records of version 2: what they prove, and what is found when they were tampered with."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from core.kernel import proof
from core.kernel.asks import Ask
from core.kernel.dice import bot_dice
from core.kernel.proof import Computer, Entrant
from core.kernel.text import Message
from core.records.faults import (
    MovesWrong,
    NothingDealt,
    RecordError,
    SealBroken,
    SeatsWrong,
)
from core.records.findings import (
    BeaconFits,
    BeaconSilent,
    BeaconUnchecked,
    BeaconWrong,
    ChainWrong,
    CommitWrong,
    ComputersFit,
    ComputerWrong,
    CutsCounted,
    FriendCanSearch,
    GivenUp,
    GivenUpBefore,
    HostSeesAll,
    NameForgotten,
    NamesFit,
    NameWrong,
    NobodyCut,
    NoComputer,
    NotAskedAgain,
    NotByPerson,
    NotGivenUp,
    NotProved,
    OnlyTheHouseCut,
    ProvedByBeacon,
    ProvedByCuts,
    ProvedPlayOnly,
    RandomnessWrong,
    SeedDoesNotFollow,
)
from core.records.record import has_record, read, record_of
from core.records.replay import replay
from core.records.verdict import Verdict
from core.records.verify import verify
from core.table.commands import (
    Answer,
    Choose,
    Close,
    CutDeck,
    Open,
    Rematch,
    SeatBot,
    Start,
    Thought,
)
from core.table.dealing import spelled_options
from core.table.lobby import open_again, open_table, seated_again, taken_over
from core.table.playing import step
from core.table.table import Closed, Finished, Lobby, Playing, Refused, closed, run
from tests.recorded.made import BY_NAME, Change, Data, game_by_decks, put, without
from tests.recorded.real import CHAIN, COMPUTERS, Host, a_real_game, real_game


def judged(data: Data, **more: Any) -> Verdict:
    """What `verify` says of plain data, as from a file."""
    return verify(read(json.loads(json.dumps(data)), BY_NAME), BY_NAME, **more)


def kinds(verdict: Verdict) -> list[type[Message]]:
    return [type(finding) for finding in verdict.findings]


@cache
def _kept(game: str, number: int, how: tuple[tuple[str, Any], ...]) -> Data:
    return record_of(a_real_game(game, number, **dict(how)), BY_NAME)


def real(game: str = "love-letter", number: int = 0, **how: Any) -> Data:
    """The record of a real game whose deck was cut."""
    return copy.deepcopy(_kept(game, number, tuple(how.items())))


def where(wanted: Callable[[Data], bool], game: str = "love-letter") -> Data:
    """The first such record that is wanted."""
    for number in range(200):
        data = real(game, number)
        if wanted(data):
            return data
    raise AssertionError("there is no such game")


def bound_again(data: Data) -> Data:
    """What somebody does who knows the secret: commit and chain fit again."""
    record = read(data, BY_NAME)
    assert record.proof is not None and record.secret is not None
    text = proof.commit_text(
        game=record.game,
        options=spelled_options(record.preset, record.switches, BY_NAME[record.game]),
        seal=str(record.seal),
        mind=record.proof.mind,
        parties=record.proof.parties,
        rooms=record.rooms,
        won=record.proof.won,
        beacon=record.proof.beacon,
    )
    data["commit"] = proof.commit(text)
    lines = [(line.text, record.proof.by.get(n, "")) for n, line in enumerate(record.moves, 1)]
    data["chain"] = proof.last_link(bytes.fromhex(record.secret), data["commit"], lines)
    return data


# ------------------------------------------------------------------ real games


HOW: dict[str, dict[str, Any]] = {
    "cut": {},
    "nobody cut": {"cutting": 0.0},
    "a beacon that came": {"beacon": "came"},
    "a beacon that was missed": {"beacon": "missed"},
}


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("game", BY_NAME)
@settings(max_examples=3, deadline=None)
@given(number=st.integers(0, 10**9))
def test_every_real_game_proves_itself(game: str, how: str, number: int) -> None:
    table = real_game(game, number, **HOW[how])
    if table is None:
        return
    data = json.loads(json.dumps(record_of(table, BY_NAME)))
    record = read(data, BY_NAME)
    verdict = verify(record, BY_NAME, lambda beacon: beacon.chain == CHAIN)
    assert verdict.fair, verdict.findings
    found = kinds(verdict)
    assert found[0] is HostSeesAll
    assert (ComputersFit in found) is any(table.by)
    again = replay(record, BY_NAME).table
    assert isinstance(again, Finished)
    assert (again.state, again.winners) == (table.state, table.winners)
    assert again.question == table.question


def test_real_games_have_all_that_can_happen() -> None:
    """Computers, defaults, somebody who left, two rooms, page bits: each in one of a few."""
    games = [real("love-letter", number) for number in range(12)]
    assert any("computers" in data for data in games)
    assert any("idle" in data.get("by", {}) for data in games)
    assert any(move.endswith(":leave") for data in games for move in data["moves"])
    assert any("rooms" in data for data in games)
    cuts = [person.get("cut") for data in games for person in data["people"]]
    assert None in cuts
    assert {frozenset(cut) for cut in cuts if cut} == {
        frozenset({"picture"}), frozenset({"picture", "bits"}),
    }  # fmt: skip


KEPT = sorted((Path(__file__).parent / "version-2").glob("*.json"))
"""Written by the first program that knew version 2; no later one may judge them otherwise."""


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_record_proves_what_it_proved(file: Path) -> None:
    data = json.loads(file.read_text())
    verdict = judged(data, check=lambda beacon: beacon.chain == CHAIN)
    assert verdict.fair, verdict.findings
    how = {"coup": ProvedByBeacon, "love-letter": ProvedByCuts}
    assert type(verdict.findings[-1]) is how.get(data["game"], ProvedPlayOnly)
    replayed = replay(read(data, BY_NAME), BY_NAME).table
    assert isinstance(replayed, Finished)
    assert list(replayed.moves) == data["moves"]


def test_every_game_has_a_kept_record() -> None:
    assert {file.stem for file in KEPT} == set(BY_NAME)


# ------------------------------------------------------------------ how much it proves


def test_bits_are_counted() -> None:
    data = real()
    for number, person in enumerate(data["people"]):
        person["cut"] = {"picture": number}
    verdict = judged(_dealt_anew(data))
    count = len(data["people"])
    assert CutsCounted(count, 3 * count) in verdict.findings
    assert FriendCanSearch() in verdict.findings
    data["people"][0]["cut"]["bits"] = "ab" * 16
    verdict = judged(_dealt_anew(data))
    assert CutsCounted(count, 128 + 3 * (count - 1)) in verdict.findings


def _dealt_anew(data: Data) -> Data:
    """The deal of the record follows from its cuts again, whether or not its moves still fit."""
    record = read(bound_again(data), BY_NAME)
    assert record.proof is not None and record.secret is not None
    cuts = proof.cuts_of(record.proof.parties)
    data["start"]["seed"] = proof.seed(bytes.fromhex(record.secret), cuts).hex()
    return data


def test_where_nobody_cut_nothing_is_proved_against_the_host() -> None:
    table = next(t for t in (real_game("coup", n, cutting=0.0) for n in range(20)) if t)
    verdict = judged(record_of(table, BY_NAME))
    assert verdict.fair
    assert NobodyCut() in verdict.findings
    assert verdict.findings[-1] == ProvedPlayOnly()


def test_cuts_prove_that_the_host_did_not_choose_alone() -> None:
    assert judged(real()).findings[-1] == ProvedByCuts()


def test_a_genuine_beacon_proves_most() -> None:
    data = real(beacon="came")
    number, chain = data["beacon"]["round"], data["beacon"]["chain"]
    verdict = judged(data, check=lambda beacon: True)
    assert BeaconFits(number, chain) in verdict.findings
    assert FriendCanSearch not in kinds(verdict)
    assert verdict.findings[-1] == ProvedByBeacon()
    unchecked = judged(data)
    assert unchecked.fair and BeaconUnchecked(number, chain) in unchecked.findings
    assert unchecked.findings[-1] == ProvedPlayOnly(), "it may be made up"
    forged = judged(data, check=lambda beacon: False)
    assert forged.findings[-2:] == (BeaconWrong(number), NotProved())
    data["beacon"]["randomness"] = "ab" * 32
    assert judged(data).findings[-2] == RandomnessWrong(number)


def test_a_beacon_that_did_not_answer_proves_nothing() -> None:
    data = real(beacon="missed")
    verdict = judged(data)
    assert verdict.fair
    assert BeaconSilent(data["beacon"]["round"]) in verdict.findings
    assert FriendCanSearch() in verdict.findings
    assert verdict.findings[-1] == ProvedPlayOnly(), "the host knew the round when it went without"


def test_the_house_s_own_cut_of_older_games_is_called_by_its_name() -> None:
    numbers = (real_game("old-maid", number, proof=1) for number in range(40))
    table = next(t for t in numbers if t is not None and t.deal.cuts[0].name == "Fumibako")
    verdict = judged(record_of(table, BY_NAME))
    assert verdict.fair
    assert OnlyTheHouseCut() in verdict.findings
    assert OnlyTheHouseCut() not in judged(real(proof=1)).findings


# ------------------------------------------------------------------ what was tampered with


def _other_seal(data: Data) -> None:
    data["secret"] = "ab" * 32


def _swap_joined(data: Data) -> None:
    data["joined"].reverse()


def _other_name(data: Data) -> None:
    data["people"][0]["name"] += "!"


def _seat_name(data: Data) -> None:
    data["seats"][data["people"][0]["seat"] - 1] += "!"


def _computer_name(data: Data) -> None:
    data["seats"][data["computers"][0]["seat"] - 1] = "sumi"


TAMPERED: dict[str, tuple[Change, type[Message]]] = {
    "another secret": (_other_seal, SealBroken),
    "another seal": (put("seal", to="ab" * 32), SealBroken),
    "a name": (_other_name, NameWrong),
    "the name of a seat": (_seat_name, NameWrong),
    "the name of a computer": (_computer_name, NameWrong),
    "a mark": (put("people", 0, "mark", to="ab" * 32), NameWrong),
    "a cut": (put("people", 0, "cut", to={"picture": 7, "bits": "cd" * 16}), CommitWrong),
    "no cut": (lambda data: [each.pop("cut", None) for each in data["people"]], CommitWrong),
    "a computer's kind": (put("computers", 0, "kind", to="odd"), CommitWrong),
    "a version": (put("mind", to=99), CommitWrong),
    "options": (put("options", "target", to=2), CommitWrong),
    "rooms": (lambda data: data.update(rooms=[7] * len(data["seats"])), CommitWrong),
    "who won before": (put("won", to=[1]), CommitWrong),
    "a beacon": (put("beacon", to={"chain": CHAIN, "round": 9, "missed": True}), CommitWrong),
    "order of joining": (_swap_joined, CommitWrong),
    "the commit": (put("commit", to="ab" * 32), CommitWrong),
    "the seed": (put("start", "seed", to="ab" * 32), SeedDoesNotFollow),
    "the chain": (put("chain", to="ab" * 32), ChainWrong),
    "a move edited": (put("moves", 1, to="1:keep.princess.king.spy"), ChainWrong),
    "a move dropped": (lambda data: data["moves"].pop(0) and data.update(by={}), ChainWrong),
    "a move added": (lambda data: data["moves"].append(data["moves"][0]), ChainWrong),
    "who moved": (put("by", to={"idle": [1]}), ChainWrong),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_tampered_with_is_found(what: str) -> None:
    change, reason = TAMPERED[what]
    data = where(lambda data: "computers" in data and 1 not in data["by"].get("idle", []))
    assert judged(data).fair
    change(data)
    verdict = judged(data)
    assert not verdict.fair
    assert kinds(verdict)[-2:] == [reason, NotProved], verdict.findings


BOUND: dict[str, tuple[Change, tuple[type[Message], ...]]] = {
    "a cut": (put("people", 0, "cut", to={"picture": 7}), (SeedDoesNotFollow,)),
    "order of joining": (_swap_joined, (SeatsWrong, SeedDoesNotFollow)),
    "an impossible move": (
        put("moves", 0, to="1:keep.princess.king.spy"),
        (MovesWrong, NotByPerson),
    ),
    "a move too few": (lambda data: data["moves"].pop() and data.update(by={}), (NotByPerson,)),
}


@pytest.mark.parametrize("what", BOUND)
def test_who_binds_it_again_is_found_by_the_deal_or_the_play(what: str) -> None:
    """The host itself could do so; then also the numbers differ that the group was told."""
    change, reasons = BOUND[what]
    data = where(lambda data: "computers" in data and len(data["people"]) > 1)
    told = data["commit"], data["chain"]
    change(data)
    verdict = judged(bound_again(data))
    assert kinds(verdict)[-2] in reasons
    assert (data["commit"], data["chain"]) != told


def test_a_move_too_few_does_not_end_the_game() -> None:
    data = where(lambda data: "computers" not in data)
    last = len(data["moves"])
    data["moves"].pop()
    data["by"] = {k: [n for n in v if n < last] for k, v in data.get("by", {}).items()}
    verdict = judged(bound_again(data))
    assert not verdict.fair
    assert type(verdict.findings[-2]).__name__ == "NotEnded"


def test_a_person_who_was_forgotten_breaks_no_proof() -> None:
    data = where(lambda data: len(data["people"]) > 1)
    person = data["people"][0]
    seat = person["seat"]
    del person["salt"], person["name"]
    data["seats"][seat - 1] = ""
    verdict = judged(data)
    assert verdict.fair
    assert NameForgotten(seat) in verdict.findings
    assert NamesFit in kinds(verdict)
    for each in data["people"]:
        each.pop("salt", None)
        each.pop("name", None)
    data["seats"] = [
        name if seat in [c["seat"] for c in data.get("computers", [])] else ""
        for seat, name in enumerate(data["seats"], 1)
    ]
    assert judged(data).fair


# ------------------------------------------------------------------ computers


def _by_seat(data: Data, seat: int) -> Iterator[int]:
    for number, line in enumerate(data["moves"], 1):
        if line.startswith(f"{seat}:"):
            yield number


def _moves_of_people(data: Data) -> list[int]:
    return [n for each in data["people"] for n in _by_seat(data, each["seat"])]


def _with_computer() -> tuple[Data, str, int]:
    """A game of Coup with a computer, its kind, and the number of its first move."""
    data = where(lambda data: "computers" in data and len(data["people"]) > 1, "coup")
    computer = data["computers"][0]
    return data, computer["kind"], next(_by_seat(data, computer["seat"]))


def test_a_computer_s_move_is_not_a_person_s() -> None:
    data, kind, number = _with_computer()
    data["by"][kind].remove(number)
    found = judged(bound_again(data)).findings[-2]
    assert isinstance(found, NotByPerson) and found.number == number


def test_a_computer_plays_as_its_own_kind() -> None:
    data, kind, number = _with_computer()
    data["by"][kind].remove(number)
    data["by"].setdefault("chance", []).append(number)
    assert judged(bound_again(data)).findings[-2] == NoComputer(number, "chance")


@pytest.mark.parametrize("game", ["love-letter", "coup"])
def test_a_computer_that_would_have_played_otherwise_is_found(game: str) -> None:
    """A person's move is passed off as a computer's."""
    wrong = 0
    for number in range(6):
        data = real(game, number)
        mine = [n for n in range(1, len(data["moves"]) + 1) if not _played_by(data, n)]
        for move in mine[:8]:
            told = copy.deepcopy(data)
            told.setdefault("by", {}).setdefault("idle", []).append(move)
            seat = int(told["moves"][move - 1].partition(":")[0])
            if seat in [c["seat"] for c in told.get("computers", [])]:
                continue
            found = judged(bound_again(told)).findings[-2]
            if isinstance(found, ComputerWrong | NoComputer):
                assert found.number == move
                wrong += 1
    assert wrong > 5


def _played_by(data: Data, number: int) -> bool:
    return any(number in numbers for numbers in data.get("by", {}).values())


def test_a_kind_that_there_is_not_cannot_have_moved() -> None:
    data = where(lambda data: any(not _played_by(data, n) for n in _moves_of_people(data)))
    number = next(n for n in _moves_of_people(data) if not _played_by(data, n))
    data.setdefault("by", {})["nobody"] = [number]
    assert judged(bound_again(data)).findings[-2] == NoComputer(number, "nobody")


def test_nobody_leaves_by_a_computer() -> None:
    data = where(lambda data: any(move.endswith(":leave") for move in data["moves"]))
    number = next(n for n, move in enumerate(data["moves"], 1) if move.endswith(":leave"))
    data.setdefault("by", {}).setdefault("idle", []).append(number)
    found = judged(bound_again(data)).findings[-2]
    assert isinstance(found, ComputerWrong | NoComputer) and found.number == number


def test_computers_of_another_version_are_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    data, kind, number = _with_computer()
    asked = sum(map(len, data["by"].values()))
    game = type(BY_NAME["coup"])
    monkeypatch.setattr(game, "mind", data["mind"] + 1)
    verdict = judged(data)
    assert verdict.fair
    assert NotAskedAgain(asked, data["mind"], data["mind"] + 1) in verdict.findings
    assert ComputersFit not in kinds(verdict)
    monkeypatch.undo()
    data["by"][kind].remove(number)
    data["by"][f"{kind}/77"] = [number]
    verdict = judged(bound_again(data))
    assert NotAskedAgain(1, 77, data["mind"]) in verdict.findings
    data["by"][f"{kind}/x"] = data["by"].pop(f"{kind}/77")
    assert ComputersFit(asked) in judged(bound_again(data)).findings


@pytest.mark.parametrize("stands_in", [False, True])
def test_a_computer_that_thinks_is_asked_again(stands_in: bool) -> None:
    host = Host("coup", 5)
    host.do(Choose("u0", "preset", "official"))
    host.do(SeatBot("u0", "hard.bold"))
    host.do(Start("u0"))
    for _ in range(400):
        table = host.table
        if not isinstance(table, Playing) or len(table.moves) > 30:
            break
        asked = host.game.ask(table.state)
        assert isinstance(asked, Ask)
        seat = min(asked.seats)
        moves = host.game.moves(table.state, seat)
        user, kind = table.chairs[seat - 1].user, "normal.bold" if stands_in else "hard.bold"
        if user is not None:
            host.do(Answer(user, table.question, host.chance.choice(moves).code))
            continue
        dice = bot_dice(table.seed_bytes, table.question, seat)
        move = host.game.bots[kind](host.game.view(table.state, seat), moves, dice)
        host.do(Thought(table.question, len(table.moves), seat, move.code, kind))
    table = host.table
    over = table if isinstance(table, Finished) else closed(table)  # type: ignore[arg-type]
    assert {"", "normal.bold" if stands_in else "hard.bold"} == set(over.by)
    verdict = judged(record_of(over, BY_NAME))
    assert verdict.fair, verdict.findings
    assert ComputersFit(len([by for by in over.by if by])) in verdict.findings


# ------------------------------------------------------------------ again


@pytest.mark.parametrize("game", ["coup", "old-maid"])
def test_a_rematch_proves_who_won_before(game: str) -> None:
    for number in range(40):
        first = a_real_game(game, number)
        host = Host(game, number)
        salts = tuple(host.salt() for _ in seated_again(first))
        user = next((chair.user for chair in seated_again(first)), None)
        if user is None:
            continue
        secret = host.chance.randbytes(32).hex()
        command = Rematch(user, "", table="t2", secret=secret, finished="t", salts=salts)
        host.table = run(open_again(taken_over(first, command), command), [])
        host.cut()
        try:
            host.do(Start(user))
        except Refused:
            continue
        again = host.play()
        if again is None or not again.deal.won:
            continue
        data = record_of(again, BY_NAME)
        assert judged(data).fair
        assert read(data, BY_NAME).last_winner == again.deal.last_winner is not None
        data["won"] = [max(data["won"]) % len(data["seats"]) + 1]
        assert kinds(judged(data))[-2] is CommitWrong
        return
    raise AssertionError("nobody plays again")


def test_a_forgotten_person_has_no_name_in_a_record() -> None:
    table = a_real_game()
    people = tuple(
        Entrant(each.mark, cut=each.cut) if isinstance(each, Entrant) else each
        for each in table.deal.people
    )
    forgotten = replace(table, deal=replace(table.deal, people=people))
    data = record_of(forgotten, BY_NAME)
    assert all(set(each) <= {"seat", "mark", "cut"} for each in data["people"])
    assert judged(data).fair


# ------------------------------------------------------------------ games that were given up


def _closed(moves: int) -> Data:
    host = Host("love-letter", 3)
    host.gather()
    host.start()
    while isinstance(host.table, Playing) and len(host.table.moves) < moves:
        host._something(host.table)
    assert isinstance(host.table, Playing)
    user = host.table.host
    given_up = run(step(host.table, Close(user), BY_NAME), [])
    assert isinstance(given_up, Closed) and has_record(given_up)
    return record_of(given_up, BY_NAME)


def test_a_game_that_was_given_up_opens_its_secret() -> None:
    data = _closed(2)
    assert data["closed"] is True
    verdict = judged(data)
    assert verdict.fair
    assert GivenUp(len(data["moves"])) in verdict.findings
    assert not isinstance(replay(read(data, BY_NAME), BY_NAME).table, Finished)


def test_a_game_that_was_over_was_not_given_up() -> None:
    data = real() | {"closed": True}
    assert judged(data).findings[-2:] == (NotGivenUp(), NotProved())


def test_a_table_that_was_closed_before_the_start_opens_its_secret() -> None:
    command = Open("a", "Ann", "coup", table="t", secret="5e" * 32, salt="0a" * 16)
    lobby = run(open_table(command), [])
    cut = run(step(lobby, CutDeck("a", 1), BY_NAME), [])
    closed = run(step(cut, Close("a"), BY_NAME), [])
    assert isinstance(closed, Closed) and has_record(closed)
    data = record_of(closed, BY_NAME)
    assert set(data) == {"record", "game", "secret", "seal", "closed"}
    verdict = judged(data)
    assert verdict.fair and verdict.findings[-1] == GivenUpBefore()
    with pytest.raises(RecordError) as caught:
        replay(read(data, BY_NAME), BY_NAME)
    assert isinstance(caught.value.reason, NothingDealt)
    data["seal"] = "ab" * 32
    assert not judged(data).fair


def test_only_what_is_over_and_known_has_a_record() -> None:
    old = run(open_table(Open("a", "Ann", "coup", table="t", secret="5e" * 32)), [])
    assert isinstance(old, Lobby)
    closed = run(step(old, Close("a"), BY_NAME), [])
    assert not has_record(closed) and not has_record(old)
    assert not has_record(Closed("t", "coup"))
    assert has_record(a_real_game())


# ------------------------------------------------------------------ what it must look like


@pytest.mark.parametrize("key", ["secret", "seal"])
def test_only_a_real_record_can_be_verified(key: str) -> None:
    data = real()
    del data[key]
    with pytest.raises(RecordError) as caught:
        judged(data)
    assert caught.value.place == key


def test_a_made_up_game_cannot_be_verified() -> None:
    made_up = game_by_decks() | {"record": 2, "secret": "ab" * 32}
    made_up["seal"] = sha256(bytes.fromhex(made_up["secret"])).hexdigest()
    with pytest.raises(RecordError) as caught:
        judged(made_up)
    assert caught.value.place == "start.seed"
    data = real()
    for key in ("people", "computers", "joined", "mind", "commit", "chain", "by"):
        data.pop(key, None)
    assert isinstance(replay(read(data, BY_NAME), BY_NAME).table, Finished)
    with pytest.raises(RecordError) as caught:
        judged(data)
    assert caught.value.place == "people"


@pytest.mark.parametrize("line", ["tick", "!1:guard.9"])
def test_a_real_record_holds_moves_alone(line: str) -> None:
    data = real()
    data["moves"].append(line)
    with pytest.raises(RecordError) as caught:
        judged(data)
    assert caught.value.place == f"moves[{len(data['moves']) - 1}]"


FAULTS: dict[str, tuple[Change, str]] = {
    "no people": (without("people"), "people"),
    "too few people": (lambda data: data["people"].pop(), "people"),
    "a seat twice": (lambda data: data["people"].append(data["people"][0]), "people"),
    "no seat": (lambda data: data["people"][0].pop("seat"), "people[0].seat"),
    "no joined": (without("joined"), "joined"),
    "joined twice": (put("joined", 0, to=1), "joined"),
    "joined nowhere": (put("joined", 0, to=99), "joined[0]"),
    "no mind": (without("mind"), "mind"),
    "a mind below zero": (put("mind", to=-1), "mind"),
    "a mind that is true": (put("mind", to=True), "mind"),
    "no commit": (without("commit"), "commit"),
    "a short commit": (put("commit", to="ab"), "commit"),
    "no chain": (without("chain"), "chain"),
    "no mark": (lambda data: data["people"][0].pop("mark"), "people[0].mark"),
    "a name without a salt": (lambda data: data["people"][0].pop("salt"), "people[0].salt"),
    "a salt without a name": (lambda data: data["people"][0].pop("name"), "people[0].name"),
    "more of a person": (put("people", 0, "user", to="x"), "people[0].user"),
    "no picture": (put("people", 0, "cut", to={}), "people[0].cut.picture"),
    "the ninth picture": (put("people", 0, "cut", to={"picture": 8}), "people[0].cut.picture"),
    "short bits": (
        put("people", 0, "cut", to={"picture": 1, "bits": "ab"}),
        "people[0].cut.bits",
    ),
    "more of a cut": (put("people", 0, "cut", to={"text": "x"}), "people[0].cut.text"),
    "a computer without a kind": (
        put("computers", to=[{"seat": 1, "name": "x"}]),
        "computers[0].kind",
    ),
    "a computer with words": (
        put("computers", to=[{"seat": 1, "name": "two words", "kind": "x"}]),
        "computers[0].name",
    ),
    "a move by two": (put("by", to={"idle": [1], "chance": [1]}), "by.chance[0]"),
    "a move that is none": (put("by", to={"idle": [0]}), "by.idle[0]"),
    "a move after the last": (put("by", to={"idle": [999]}), "by.idle[0]"),
    "a kind in words": (put("by", to={"A b": [1]}), "by.A b"),
    "a beacon without a round": (put("beacon", to={"chain": CHAIN}), "beacon.round"),
    "a beacon without a signature": (
        put("beacon", to={"chain": CHAIN, "round": 1}),
        "beacon.signature",
    ),
    "a beacon that was missed and came": (
        put("beacon", to={"chain": CHAIN, "round": 1, "missed": True, "signature": "ab"}),
        "beacon.signature",
    ),
    "a beacon missed in words": (
        put("beacon", to={"chain": CHAIN, "round": 1, "missed": "yes"}),
        "beacon.missed",
    ),
    "won nowhere": (put("won", to=[0]), "won[0]"),
    "closed in words": (put("closed", to="yes"), "closed"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_its_place(fault: str) -> None:
    change, place = FAULTS[fault]
    data = where(lambda data: len(data["people"]) > 1)
    read(data, BY_NAME)
    change(data)
    with pytest.raises(RecordError) as caught:
        read(data, BY_NAME)
    assert caught.value.place.startswith(place)


def test_what_is_read_is_what_was_written() -> None:
    table = a_real_game("coup", 1)
    record = read(record_of(table, BY_NAME), BY_NAME)
    assert record.proof is not None
    assert record.proof.parties == table.deal.people
    assert record.last_winner == table.deal.last_winner
    assert tuple(record.proof.by.get(n, "") for n in range(1, len(table.by) + 1)) == table.by
    for seat, chair in enumerate(table.chairs, 1):
        party = record.proof.party(seat)
        assert party.name == chair.name
        assert isinstance(party, Entrant if chair.user is not None else Computer)


def test_every_kind_of_computer_has_played() -> None:
    assert all(COMPUTERS[name] for name in BY_NAME)
