"""What every game must keep, as checks of one state or one step: asking, ending, leaving."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from core.kernel.notation import words
from core.kernel.text import Announce, Message, Public, Secret, Whisper, words_in
from core.table.snapshot import freeze, thaw
from core.table.table import Playing
from tests.police.walk import Match, Step, awaited, run, seated

LONGEST_CODE = 40  # characters of a move: table, question and verb take the rest
OUT_OF_PLAY = ("box",)  # piles that a position of a record does not name
PENDING = ("noble", "examined")  # entries of a position that speak of a card that lies elsewhere


# What is asked


def check_asked(game: AnyGame, state: Any, seats: int) -> None:
    """Somebody is awaited and has moves, others have none; or all is over and nobody has any."""
    asked = game.ask(state)
    active = game.active(state)
    if isinstance(asked, Ask):
        assert asked.seats, "nobody is awaited"
        assert asked.seats <= active, "somebody is awaited who cannot be asked any more"
        assert asked.patience > 0
    else:
        assert asked.winners <= frozenset(range(1, seats + 1))
        assert not active, "the game is over, and somebody is still in it"
        check_places(tuple(game.places(state, seats)), seats, asked.winners)
    waiting = awaited(game, state)
    for seat in range(1, seats + 1):
        assert bool(game.moves(state, seat)) == (seat in waiting), f"moves of seat {seat}"


def check_places(places: tuple[int, ...], seats: int, winners: frozenset[int]) -> None:
    """Everybody has a place, who is level the same one; nobody stands before a winner."""
    assert len(places) == seats
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    won = [place for seat, place in enumerate(places, 1) if seat in winners]
    lost = [place for seat, place in enumerate(places, 1) if seat not in winners]
    assert not won or not lost or max(won) < min(lost), "a loser stands before a winner"


def check_codes(game: AnyGame, state: Any) -> None:
    """Moves are spelled in short lower-case words, no two alike."""
    for seat in awaited(game, state):
        codes = [move.code for move in game.moves(state, seat)]
        assert len(set(codes)) == len(codes), "two moves are spelled alike"
        for code in codes:
            assert len(code) <= LONGEST_CODE, code
            assert all(_plain(word) for word in words(code)), code
            assert game.spelled(code) == code, "what is legal is spelled as it is"


def _plain(word: str) -> bool:
    return word != "" and all(letter in "abcdefghijklmnopqrstuvwxyz0123456789-_" for letter in word)


# Snapshots, records


def check_snapshot(game: AnyGame, table: Playing) -> None:
    """Snapshot, JSON, snapshot: the same table."""
    games = {game.name: game}
    raw = freeze(table)
    again = thaw(raw, games)
    assert again == table
    assert freeze(again) == raw


def check_replay(game: AnyGame, match: Match) -> None:
    """The seed and the spelling of the moves give the same match again."""
    dice = Dice(match.deal.seed)
    state, notes = run(game.setup(match.deal.seats, match.options, dice))
    assert (state, notes) == (match.first, match.opening)
    for step in match.steps:
        legal = {move.code: move for move in game.moves(state, step.seat)}
        state, notes = run(game.play(state, step.seat, legal[step.move.code], dice))
        assert (state, notes) == (step.after, step.notes)


def cards_of(game: AnyGame, state: Any) -> Counter[str]:
    """All cards, wherever they lie: those of the position, and those out of play."""
    out = (getattr(state, pile, ()) for pile in OUT_OF_PLAY)
    return Counter([*(card for _, card in lying(game, state)), *(str(c) for p in out for c in p)])


def lying(game: AnyGame, state: Any) -> list[tuple[tuple[Any, ...], str]]:
    """Every card of a position with its place. Signs around its code (face down, turned) are no
    part of it."""
    codes = _codes(state)
    position = leaves(msgspec.to_builtins(game.dump(state)))
    bare = ((place, str(leaf).strip("?!*-+~")) for place, leaf in position)
    return [(place, card) for place, card in bare if card in codes and place[0] not in PENDING]


_known: dict[type, frozenset[str]] = {}


def _codes(state: Any) -> frozenset[str]:
    """The codes of all things of the kinds that a state holds; worked out once a game."""
    if type(state) not in _known:
        kinds = {type(word) for word in words_in(state)}
        _known[type(state)] = frozenset(word.value for kind in kinds for word in kind)
    return _known[type(state)]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Everything in plain data that holds nothing else, with its place."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from leaves(item, (*path, number))
    else:
        yield path, value


# What is told


def check_public(game: AnyGame, step: Step, seats: int) -> None:
    """Only what is public is announced; who gets a whisper sits at the table."""
    for note in step.notes:
        check_note(note, seats)


def check_note(note: Any, seats: int) -> None:
    """One note: public to all, or anything to one seat."""
    if isinstance(note, Whisper):
        assert 1 <= note.seat <= seats
        assert isinstance(note.message, Message)
        return
    assert isinstance(note, Announce)
    assert isinstance(note.message, Public)
    assert not list(_secrets(note.message)), "a secret is announced"


def _secrets(value: object) -> Iterator[Secret]:
    if isinstance(value, Secret):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _secrets(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _secrets(getattr(value, name))


# Leaving


def check_leaving(game: AnyGame, match: Match, state: Any) -> None:
    """Whoever can leave can leave now: the game goes on without them, or ends."""
    cards = cards_of(game, state)
    for seat in sorted(game.active(state)):
        after, notes = run(game.leave(state, seat, Dice(match.deal.seed, 999)))
        for note in notes:
            check_note(note, match.deal.seats)
        check_asked(game, after, match.deal.seats)
        assert seat not in game.active(after)
        assert seat not in awaited(game, after)
        assert cards_of(game, after) == cards
        check_snapshot(game, seated(game, match, after))
        asked = game.ask(after)
        if not isinstance(asked, Ask):
            assert seat not in asked.winners
