"""What a person has pressed so far on a group's rows, told to that person alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from core.desk.hand import LetterMeans, before
from core.desk.keypad import Keypad, TwoWords, keypad, word_label
from core.desk.letters import meaning
from core.desk.sheets import LabelledWord
from core.house.drafts import EMPTY
from core.house.house import House
from core.house.ports import Draft, Work
from core.kernel.asks import Ask, Row
from core.kernel.game import AnyGame
from core.kernel.notation import words
from core.kernel.plain import SeatLabel
from core.kernel.text import N_, Message, Public, Secret
from core.table.sayings import LookAtYourHand
from core.table.table import Playing, chair_of


class ChosenSoFar(Secret, frozen=True, tag="draft.so-far"):
    text: ClassVar[str] = N_("Chosen so far: {choice}")
    choice: Message


class Unfinished(NamedTuple):
    """What somebody who is asked has pressed of a choice."""

    table: Playing
    game: AnyGame
    asked: Ask
    seat: int
    draft: Draft


def so_far(house: House, table_id: str, user: str) -> tuple[Message, ...]:
    """The unfinished choice of a person who is asked: what they have pressed, and what is
    missing or does not fit. Empty if nothing is pressed."""
    found = unfinished(house, table_id, user)
    if found is None:
        return ()
    table, game, asked, seat, draft = found
    if asked.secret and draft.shown != game.hidden(table.state, seat).version:
        return (LookAtYourHand(seat),)
    if draft.question != table.question or not draft.said:
        return ()
    if asked.secret:
        return _by_letters(table, game, seat, draft)
    return _openly(table, game, asked, seat, draft)


def misfit(found: Unfinished | None) -> Public | Secret | None:
    """Why what a person has pressed on the rows of an open choice cannot become a move; None if
    it still can."""
    if found is None or found.asked.secret:
        return None
    table, game, asked, seat, draft = found
    if draft.question != table.question or not draft.said:
        return None
    everybody = _everybody(table, game, asked)
    said = _said(keypad(everybody, game.amounts), everybody, draft)
    if _fits(table, game, seat, said):
        return None
    return game.why_not(table.state, seat, ".".join(said))


class Half(NamedTuple):
    """Half a choice that is no secret: where somebody has pressed something on the rows of the
    board, and the words that still go with it, by their places."""

    places: frozenset[str]
    fits: Mapping[str, frozenset[str]]


def half(found: Unfinished | None) -> Half | None:
    """The unfinished choice of a person who is asked openly; None if nothing is pressed, and in a
    window: nobody may learn of an objection before it is made."""
    if found is None or found.asked.secret or found.asked.window:
        return None
    table, game, _, seat, draft = found
    if draft.question != table.question or not draft.said:
        return None
    fits: dict[str, set[str]] = {}
    for parts in [words(move.code) for move in game.moves(table.state, seat)]:
        said = dict(zip(map(str, range(len(parts))), parts, strict=True))
        if all(said.get(place) == word for place, word in draft.said.items()):
            for place, word in said.items():
                fits.setdefault(place, set()).add(word)
    return Half(frozenset(draft.said), {place: frozenset(some) for place, some in fits.items()})


def forget(house: House, table_id: str, user: str) -> None:
    """Nothing of a person's unfinished choice is kept; which hand they have seen is."""

    def empty(work: Work) -> None:
        work.put_draft(table_id, user, replace(work.draft(table_id, user), **EMPTY))

    house.store.run(empty)


def unfinished(house: House, table_id: str, user: str) -> Unfinished | None:
    """What a person has pressed at a table, and what it is for; None if they are not asked."""
    read, draft = house.store.read(
        lambda reads: (house.read_within(reads, table_id), reads.draft(table_id, user))
    )
    if read is None or not isinstance(read.table, Playing):
        return None
    table = read.table
    index, game = chair_of(table.chairs, user), house.games[table.game]
    asked = game.ask(table.state)
    if index is None or not isinstance(asked, Ask) or index + 1 not in asked.seats:
        return None
    return Unfinished(table, game, asked, index + 1, draft)


def _by_letters(table: Playing, game: AnyGame, seat: int, draft: Draft) -> tuple[Message, ...]:
    """The letters, seats and digits pressed, and what these letters mean to their owner."""
    codes = [move.code for move in game.moves(table.state, seat)]
    view = game.view(table.state, seat)
    meant = meaning(table.secret, seat, game.hidden(table.state, seat))

    def label(row: Row, said: str) -> Message:
        if row.kind == "letters":
            word = meant[said]
            return LetterMeans(said, game.label(view, before(codes, word), word))
        if row.kind == "seats":
            return SeatLabel(int(row.words[row.labels.index(said)]))
        return LabelledWord(said)

    rows = game.rows(game.view(table.state, None))
    pressed = [label(row, draft.said[str(row.place)]) for row in rows if _is_in(row, draft.said)]
    return tuple(ChosenSoFar(each) for each in pressed)


def _openly(
    table: Playing, game: AnyGame, asked: Ask, seat: int, draft: Draft
) -> tuple[Message, ...]:
    """The words pressed, and the question that the next one answers; or why they don't fit."""
    everybody = _everybody(table, game, asked)
    view = game.view(table.state, None)
    keys = keypad(everybody, game.amounts)
    choice: Public | None = None
    for row in keys.rows:
        if not _is_in(row, draft.said):
            continue
        label = word_label(game, view, everybody, row, draft.said[str(row.place)])
        choice = label if choice is None else TwoWords(choice, label)
    assert choice is not None, "what is pressed stands in a row"
    chosen = ChosenSoFar(choice)
    said = _said(keys, everybody, draft)
    if _fits(table, game, seat, said):
        return chosen, game.hint(game.view(table.state, seat), said)
    return chosen, game.why_not(table.state, seat, ".".join(said))


def _everybody(table: Playing, game: AnyGame, asked: Ask) -> Sequence[str]:
    """The moves of everybody who is asked: the board's rows stand for all of them."""
    return [move.code for seat in sorted(asked.seats) for move in game.moves(table.state, seat)]


def _said(keys: Keypad, codes: Sequence[str], draft: Draft) -> tuple[str, ...]:
    """The move as far as it is pressed from its beginning; words without a row go without
    saying."""
    spelled = [words(code) for code in codes if code not in keys.moves]
    said: list[str] = []
    for place in range(max(map(len, spelled), default=0)):
        usual = {parts[place] for parts in spelled if len(parts) > place}
        word = draft.said.get(str(place), usual.pop() if len(usual) == 1 else "")
        if not word:
            break
        said.append(word)
    return tuple(said)


def _fits(table: Playing, game: AnyGame, seat: int, said: Sequence[str]) -> bool:
    """Some move of the seat goes on from what it has said."""
    own = [words(move.code) for move in game.moves(table.state, seat)]
    return any(parts[: len(said)] == tuple(said) and len(parts) > len(said) for parts in own)


def _is_in(row: Row, said: Mapping[str, str]) -> bool:
    """Something is pressed in a row."""
    return str(row.place) in said
