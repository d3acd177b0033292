"""Checks that nobody learns what is hidden from them: views, boards, letters, announcements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from itertools import product
from typing import Any

import msgspec

from core.desk.board import board_of
from core.desk.letters import complete, letters, meaning
from core.desk.presses import read_datum
from core.kernel.asks import Ask, Row, Scene
from core.kernel.dice import Dice, bot_dice
from core.kernel.game import AnyGame, PositionError
from core.kernel.notation import words
from core.kernel.text import Announce, Public, words_in
from core.table.course import settle
from tests.police.checks import cards_of, leaves, lying
from tests.police.reading import LANGUAGES, MOST_BYTES, buttons, shown
from tests.police.walk import Match, Step, awaited, quick, run, seated

MOST_PRESSES = 3000  # combinations of letters, seats and digits that are tried in one state


# What may be known


def check_views(game: AnyGame, state: Any, seats: int, dice: Dice) -> None:
    """An imagined world looks the same to its reader, who may do the same there; a computer
    player chooses the same when the others' hidden cards are others."""
    for seat in (None, *range(1, seats + 1)):
        world = game.imagine(state, seat, dice)
        assert game.view(world, seat) == game.view(state, seat), f"seat {seat}"
        assert game.ask(world) == game.ask(state)
        assert game.active(world) == game.active(state)
        assert cards_of(game, world) == cards_of(game, state)
        if seat is None:
            continue
        moves = game.moves(state, seat)
        assert game.moves(world, seat) == moves
        _check_orders(game, state, world, seat)
        for kind, bot in quick(game).items():
            if moves:
                chosen = [
                    bot(game.view(each, seat), game.moves(each, seat), bot_dice(b"x", 1, seat))
                    for each in (state, world)
                ]
                assert chosen[0] == chosen[1], kind
                assert chosen[0] in moves, kind


def _check_orders(game: AnyGame, state: Any, world: Any, seat: int) -> None:
    """A standing order answers with a legal move, and by what its owner may know."""
    if game.orders is None:
        return
    for code, _ in game.orders.offers(game.view(state, seat)):
        kept = game.orders.read(state, seat, code)
        assert kept is not None, f"{code} is offered and cannot be given"
        assert game.orders.read(world, seat, code) == kept
        for each in (state, world):
            answer = game.orders.answer(each, seat, kept)
            assert answer is None or answer in game.moves(each, seat)
        assert game.orders.answer(state, seat, kept) == game.orders.answer(world, seat, kept)
        assert game.orders.lapses(state, seat, kept) == game.orders.lapses(world, seat, kept)


def _check_keys(game: AnyGame, state: Any, world: Any) -> None:
    """Keys for everybody at once come from public facts, and somebody can use each of them."""
    if game.orders is None:
        return
    keys = game.orders.keypad(game.view(state, None))
    assert keys == game.orders.keypad(game.view(world, None))
    for code, label in keys:
        assert isinstance(label, Public)
        assert len(code) <= 32
        assert any(game.orders.read(state, seat, code) for seat in game.active(state))


def check_board(game: AnyGame, match: Match, state: Any, dice: Dice) -> None:
    """What a group is shown, down to every datum, is the same in every world it may imagine."""
    world = game.imagine(state, None, dice)
    edition = game.edition(match.options)
    public = {str(word) for word in words_in(game.view(state, None))}
    hidden = {str(word) for word in words_in(state)} - public
    games = {game.name: game}
    board = game.scene(game.view(state, None))
    assert board == Scene(board.common), "the group has no hand"
    for seat in range(1, match.deal.seats + 1):
        told = game.scene(game.view(state, seat))
        assert told.common in ((), board.common), "a hand card tells another table"
    for by_letters in (True, False, None):
        own = by_letters is None
        tables = [settle(seated(game, match, each, own), game) for each in (state, world)]
        sheet, other = (board_of(table, games, by_letters) for table in tables)
        assert sheet == other
        for language in LANGUAGES:
            assert shown(sheet, language, edition, match) == shown(other, language, edition, match)
        asked = game.ask(state)
        if isinstance(asked, Ask) and asked.secret:
            # What there is to be counted names every card of the game, whoever holds it. What rows
            # are for and what their short keys stand for is alike for every reader.
            group = [_meant(row) for row in game.rows(game.view(state, None))]
            for seat in game.active(state):
                rows = [_meant(row) for row in game.rows(game.view(state, seat))]
                assert rows == group, "short keys stand for something else to a seat"
            shown_so = msgspec.structs.replace(sheet, unseen=(), named=(), captions=())
            named = {str(word) for word in words_in(shown_so)}
            assert not named & hidden, "the group sees a hidden card"
            said = {part for button in buttons(sheet) for part in _parts(button.data)}
            assert not said & hidden, "a button of the group names a hidden card"
        _check_keys(game, state, world)
        if not isinstance(asked, Ask):
            seats = match.deal.seats
            places, others = (tuple(game.places(each, seats)) for each in (state, world))
            assert places == others, "a place tells what nobody has seen"
        for button in buttons(sheet):
            assert len(button.data.encode()) <= MOST_BYTES, button.data
            assert read_datum(button.data) is not None


def _meant(row: Row) -> tuple[object, ...]:
    """What stands on the keys of a row, what they stand for, and what it is for."""
    return row.labels, row.names, row.asks


def _parts(data: str) -> list[str]:
    press = read_datum(data)
    return press.code.lstrip("~m:?").split(".") if press is not None else []


def check_announced(game: AnyGame, match: Match, step: Step, dice: Dice) -> None:
    """The same move in another world that looks the same before and after is told alike.

    What a step shows and then puts away (a round that ends) is not seen in the view after it,
    so steps that end a round are left out.
    """
    if _round(game, step.before) != _round(game, step.after) or not awaited(game, step.after):
        return
    world = game.imagine(step.before, None, dice)
    legal = {move.code: move for move in game.moves(world, step.seat)}
    if step.move.code not in legal:
        return
    chance = Dice(match.deal.seed, step.drawn)
    after, notes = run(game.play(world, step.seat, legal[step.move.code], chance))
    if game.view(after, None) == game.view(step.after, None):
        told = [note for note in step.notes if isinstance(note, Announce)]
        assert [note for note in notes if isinstance(note, Announce)] == told


def _round(game: AnyGame, state: Any) -> object:
    return game.dump(state).get("round")


def check_imagination(game: AnyGame, first: Any, others: Sequence[Any], dice: Dice) -> None:
    """Every unseen card turns up in every hidden place where it can lie.

    `others` are first states of other deals: what differs among them was dealt. Every dealt
    place that the group cannot see must differ among imagined worlds too.
    """
    for seat in (None, 1):
        worlds = [game.imagine(first, seat, dice) for _ in range(len(others))]
        found = _places(game, worlds)
        dealt = _places(game, others)
        seen = [str(leaf) for _, leaf in leaves(msgspec.to_builtins(game.view(first, seat)))]
        real = dict(lying(game, first))
        hidden = {place for place, values in found.items() if len(values) > 1}
        for place, values in dealt.items():
            if len(values) > 1 and place not in hidden and place in real:
                assert real[place] in seen, f"{place} is hidden and never imagined otherwise"
        assert hidden, "nothing is hidden"
        unseen = {card for place in hidden for card in found[place]}
        assert unseen >= {real[place] for place in hidden}
        for place in hidden:
            for card in unseen - found[place]:
                swaps = [other for other in hidden if real[other] == card]
                could = any(_could_lie(game, first, seat, place, other) for other in swaps)
                assert not could, f"{card} can lie at {place} and is never imagined there"


def _could_lie(game: AnyGame, state: Any, seat: int | None, *places: tuple[Any, ...]) -> bool:
    """Whether the cards of two places could be exchanged, and the reader would not see it.

    Both positions are loaded, for a position does not say what anybody has learnt. Of a game
    that loads none every exchange is possible.
    """
    position = msgspec.to_builtins(game.dump(state))
    exchanged = deepcopy(position)
    one, other = (dict(lying(game, state))[place] for place in places)
    for place, old, new in ((places[0], one, other), (places[1], other, one)):
        pile, index = _pile(exchanged, place)
        pile[index] = pile[index].replace(old, new)
    views = []
    for each in (position, exchanged):
        try:
            loaded = run(game.load(each, len(each["seats"]), state.options, Dice(b"exchange")))[0]
        except PositionError:
            return each is position
        views.append(game.view(loaded, seat))
    return bool(views[0] == views[1])


def _pile(position: Any, place: tuple[Any, ...]) -> tuple[Any, Any]:
    """The innermost list that holds a place of a position, and its index there."""
    for step in place[:-1]:
        position = position[step]
    return position, place[-1]


def check_real_world(game: AnyGame, state: Any, seat: int | None, dice: Dice) -> None:
    """Wherever a card may lie in a reader's imagination, the real one turns up there too."""
    draws = 15 * cards_of(game, state).total()
    found = _places(game, [game.imagine(state, seat, dice) for _ in range(draws)])
    for place, card in lying(game, state):
        assert card in found[place], f"{card} at {place} is never imagined"


def _places(game: AnyGame, states: Sequence[Any]) -> dict[tuple[Any, ...], set[str]]:
    found: dict[tuple[Any, ...], set[str]] = {}
    for state in states:
        for place, card in lying(game, state):
            found.setdefault(place, set()).add(card)
    return found


# Letters


def check_letters(game: AnyGame, state: Any) -> None:
    """The rows of a secret choice reach every legal move, and only legal moves."""
    asked = game.ask(state)
    if not isinstance(asked, Ask) or not asked.secret:
        return
    rows = game.rows(game.view(state, None))
    assert rows, "a secret question has rows"
    assert len({row.place for row in rows}) == len(rows)
    for seat in sorted(asked.seats):
        hidden = game.hidden(state, seat)
        codes = [move.code for move in game.moves(state, seat)]
        meant = meaning("ab" * 32, seat, hidden)
        assert sorted(meant.values()) == sorted(hidden.words)
        labels = [letters(hidden) if row.kind == "letters" else row.labels for row in rows]
        for row, some in zip(rows, labels, strict=True):
            assert len(set(some)) == len(some)
            assert row.kind == "letters" or len(row.words) == len(row.labels)
        reached: set[str] = set()
        for tried, pressed in enumerate(product(*((None, *some) for some in labels))):
            if tried > MOST_PRESSES:
                return
            said = {
                str(row.place): label
                for row, label in zip(rows, pressed, strict=True)
                if label is not None
            }
            code = complete(rows, meant, said, codes)
            assert code is None or code in codes
            meaning_it = [c for c in codes if _means(rows, meant, said, words(c))]
            assert not meaning_it or code in meaning_it, f"{said} plays {code}"
            if code is not None:
                reached.add(code)
        assert reached == set(codes), sorted(set(codes) - reached)


def _means(
    rows: Sequence[Row], meant: dict[str, str], said: dict[str, str], parts: tuple[str, ...]
) -> bool:
    """A move is made of exactly the cards, in some order, and of the rest that was pressed."""
    marks = [said[str(row.place)] for row in rows if _lettered(row, said)]
    if len(set(marks)) < len(marks):
        return False  # one card cannot go to two places
    shown = Counter(meant[mark] for mark in marks)
    moved: Counter[str] = Counter()
    for row in rows:
        word = parts[row.place] if row.place < len(parts) else None
        if row.kind == "letters":
            moved[str(word)] += 1
        elif word is not None:
            label = said.get(str(row.place))
            if label is None or row.words[row.labels.index(label)] != word:
                return False
    return shown == moved


def _lettered(row: Row, said: dict[str, str]) -> bool:
    return row.kind == "letters" and str(row.place) in said


def check_new_letters(game: AnyGame, step: Step, seats: int) -> None:
    """A changed hand has letters of its own, and a hand's version never falls."""
    for seat in range(1, seats + 1):
        old, new = game.hidden(step.before, seat), game.hidden(step.after, seat)
        assert len(new.words) <= new.span
        assert new.version >= old.version, f"seat {seat}"
        if old.version == new.version:
            assert len(old.words) == len(new.words), f"seat {seat} has another number of cards"
            assert Counter(old.words) == Counter(new.words), f"seat {seat} has other cards"
        else:
            assert not set(letters(old)) & set(letters(new)), f"seat {seat}"
