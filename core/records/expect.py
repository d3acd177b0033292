"""Whether a replayed record came out as it expects: one message for every difference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from core.kernel.game import AnyGame
from core.kernel.text import Message, words_in
from core.records.expected import GROUP
from core.records.faults import Differs, NoneExpected, NotRefused, RefusalChanged
from core.records.replay import Dispatch, Replay, awaited, legal
from core.table.table import Finished, Games

MULTISETS = frozenset(("hand", "hidden", "lost", "helpers", "scores", "drawn"))
NOT_AFTER_THE_END = frozenset(("turn", "protected"))


def check(played: Replay, games: Games) -> tuple[Message, ...]:
    """What did not come out as expected; empty if everything holds."""
    game = games[played.record.game]
    return (
        *_refusals(played),
        *_outcome(played, game),
        *_moves(played, game),
        *_words(played),
    )


def named_to(played: Replay, reader: int) -> frozenset[str]:
    """The codes that the messages to a reader name; to a seat, in private."""
    return frozenset(
        str(word)
        for letter in played.letters
        if letter.to == reader
        for word in words_in(letter.messages)
    )


def seen_by(played: Replay, reader: int) -> frozenset[str]:
    """Every code that a reader can see, in messages, on buttons and in their data.

    A seat sees what the group sees too.
    """
    seen: set[str] = set()
    for letter in played.letters:
        if letter.to in (GROUP, reader):
            seen.update(map(str, words_in(letter.messages)))
            seen.update(_on_buttons(letter))
    return frozenset(seen)


def _on_buttons(letter: Dispatch) -> Iterator[str]:
    for row in letter.buttons:
        for button in row:
            yield from map(str, words_in(button.label))
            yield from re.split(r"[:.~]", button.data)


def _refusals(played: Replay) -> Iterator[Message]:
    for step in played.steps:
        if step.line is not None and step.line.refused:
            key = f"moves[{step.index}]"
            if step.refused is None:
                yield NotRefused(key, step.line.text)
            elif not step.kept:
                yield RefusalChanged(key, step.line.text)


def _outcome(played: Replay, game: AnyGame) -> Iterator[Message]:
    expect, table = played.record.expect, played.table
    over = isinstance(table, Finished)
    if expect.position is not None:
        yield from _position(expect.position, game.dump(table.state), "position", over)
    if expect.awaited is not None and not over:
        yield from _equal("awaited", sorted(expect.awaited), list(awaited(table, game)))
    if expect.winners is not None:
        won = list(table.winners) if isinstance(table, Finished) else []
        yield from _equal("winners", sorted(expect.winners), won)
    if expect.round_winners is not None:
        of_round = game.round_winners(table.state)
        got = sorted(of_round) if of_round is not None else None
        yield from _equal("round_winners", sorted(expect.round_winners), got)


def _moves(played: Replay, game: AnyGame) -> Iterator[Message]:
    expect = played.record.expect
    for seat, codes in expect.legal.items():
        yield from _equal(f"legal.{seat}", sorted(codes), sorted(legal(played.table, game, seat)))
    for seat, codes in expect.offers.items():
        got = sorted(legal(played.table, game, seat))
        if not set(codes) <= set(got):
            yield Differs(f"offers.{seat}", _json(list(codes)), _json(got))
    for seat, codes in expect.never.items():
        offered = sorted(set(codes) & set(legal(played.table, game, seat)))
        if offered:
            yield NoneExpected(f"never.{seat}", _json(list(codes)), _json(offered))


def _words(played: Replay) -> Iterator[Message]:
    expect = played.record.expect
    for reader, codes in expect.told.items():
        named = named_to(played, reader)
        if not set(codes) <= named:
            yield Differs(f"told.{_who(reader)}", _json(list(codes)), _json(sorted(named)))
    for reader, codes in expect.untold.items():
        leaked = sorted(set(codes) & seen_by(played, reader))
        if leaked:
            yield NoneExpected(f"untold.{_who(reader)}", _json(list(codes)), _json(leaked))


def _who(reader: int) -> str:
    return "group" if reader == GROUP else str(reader)


def _position(
    wanted: Mapping[str, Any], got: Mapping[str, Any], place: str, over: bool
) -> Iterator[Message]:
    """The keys of a partial position against a whole one."""
    for key, value in wanted.items():
        spot = f"{place}.{key}"
        if over and key in NOT_AFTER_THE_END:
            continue
        if key not in got:
            yield Differs(spot, _json(value), "-")
        elif key == "seats" and isinstance(value, list):
            yield from _seats(value, got[key], spot, over)
        elif key == "deck" and isinstance(value, int):
            yield from _equal(spot, value, len(got[key]))
        elif (key == "deck" or key in MULTISETS) and isinstance(value, list):
            yield from _equal(spot, sorted(value, key=_json), sorted(got[key], key=_json))
        else:
            yield from _equal(spot, value, got[key])


def _seats(wanted: list[Any], got: list[Any], place: str, over: bool) -> Iterator[Message]:
    if len(wanted) != len(got):
        yield Differs(place, str(len(wanted)), str(len(got)))
        return
    for index, (value, seat) in enumerate(zip(wanted, got, strict=True)):
        spot = f"{place}[{index}]"
        if isinstance(value, dict):
            yield from _position(value, seat, spot, over)
        else:
            yield from _equal(spot, value, seat)


def _equal(key: str, expected: Any, got: Any) -> Iterator[Message]:
    if _json(expected) != _json(got):
        yield Differs(key, _json(expected), _json(got))


def _json(value: Any) -> str:
    """A value as JSON with the keys of objects in order; true is not 1 there."""
    return msgspec.json.encode(value, order="sorted").decode()
