"""The board of a table, as everybody sees it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar, assert_never

import msgspec

from core.desk.acts import Act
from core.desk.fairness import end_mark
from core.desk.keypad import keypad, label_of, word_label
from core.desk.letters import letters
from core.desk.lobby_board import lobby_board
from core.desk.presses import Key, Order, Play, spelled
from core.desk.sheets import (
    Board,
    Button,
    LabelledWord,
    Phase,
    Rows,
    act_button,
    public,
    sitters,
    three_in_a_row,
)
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.kernel.notation import words
from core.kernel.plain import SeatLabel
from core.kernel.text import N_, Public, Seat
from core.table.course import called, waiving
from core.table.editions import edition_name
from core.table.table import Chair, Closed, Drawing, Finished, Games, Lobby, Playing, Table

replace = msgspec.structs.replace


class GameAndEdition(Public, frozen=True, tag="board.title"):
    text: ClassVar[str] = N_("{title} ({edition})")
    title: Public
    edition: Public


class TableClosed(Public, frozen=True, tag="board.closed"):
    text: ClassVar[str] = N_("This table is closed.")


class Asleep(Public, frozen=True, tag="board.asleep"):
    text: ClassVar[str] = N_("Everybody is away. The table sleeps until somebody acts.")


class Absent(Public, frozen=True, tag="board.absent"):
    text: ClassVar[str] = N_("A computer plays for {seats}.")
    seats: tuple[Seat, ...]


class Waiving(Public, frozen=True, tag="board.waiving"):
    """Of people who have let two chances to object pass in silence: claims do not wait for them."""

    text: ClassVar[str] = N_("No objection until they press something: {seats}.")
    seats: tuple[Seat, ...]


class WhoWon(Public, frozen=True, tag="board.winners"):
    text: ClassVar[str] = N_("The game is over. Winner: {seats}.")
    seats: tuple[Seat, ...]


class NobodyWon(Public, frozen=True, tag="board.no-winner"):
    text: ClassVar[str] = N_("The game is over. Nobody wins.")


class LettersExplained(Public, frozen=True, tag="board.letters"):
    text: ClassVar[str] = N_("“My hand” tells what each letter means.")


class WaitsForBeacon(Public, frozen=True, tag="board.waits-for-beacon"):
    text: ClassVar[str] = N_("The deal waits for round {round} of the public beacon.")
    round: int


class NotProvedAgainstHost(Public, frozen=True, tag="board.not-proved"):
    """The beacon did not answer."""

    text: ClassVar[str] = N_(
        "The public beacon did not answer: this deal is not proved against whoever runs the host."
    )


def phase_of(table: Table) -> Phase:
    """What a table is at the moment."""
    match table:
        case Lobby():
            return "lobby"
        case Drawing():
            return "drawing"
        case Playing():
            return "playing"
        case Finished():
            return "finished"
        case Closed():
            return "closed"
        case _:
            assert_never(table)


def title_of(table: Table, games: Games) -> Public:
    """The game, and its edition once it is dealt."""
    game = games[table.game]
    if isinstance(table, Playing | Finished) and len(game.presets) > 1:
        return GameAndEdition(game.title, edition_name(table.preset, table.options, game))
    return game.title


def board_of(table: Table, games: Games, by_letters: bool | None = None) -> Board:
    """The board of a table.

    With a secret question it shows rows of letters if an awaited person plays by letters;
    `by_letters` decides that for all.
    """
    game = games[table.game]
    if isinstance(table, Lobby):
        return lobby_board(table, games)
    shown = Board(
        table.id,
        phase_of(table),
        game.title,
        title_of(table, games),
        sitters=sitters(table.chairs),
        kind=game.name,
    )
    match table:
        case Closed():
            return replace(shown, lines=(TableClosed(),))
        case Drawing():
            return _drawing(table, shown)
        case Finished():
            return _finished(table, game, shown)
        case Playing():
            return _running(table, game, shown, by_letters)
        case _:
            assert_never(table)


def _drawing(table: Drawing, shown: Board) -> Board:
    """People and cuts are fixed; nothing can be done but wait."""
    assert table.deal.beacon is not None, "a table draws for a beacon only"
    return replace(
        shown,
        status=(WaitsForBeacon(table.deal.beacon.round),),
        foot=(act_button(table.id, 0, Act.RULES), act_button(table.id, 0, Act.PROOF)),
    )


AFTER = (Act.REMATCH, Act.NEXT_GAME, Act.PANELS, Act.PROOF, Act.RECORD, Act.RULES)
"""What can be done with a table at which a game is over."""


def _finished(table: Finished, game: AnyGame, shown: Board) -> Board:
    view = game.view(table.state, None)
    end = WhoWon(table.winners) if table.winners else NobodyWon()
    beside = (*_proof(table), *end_mark(table))
    return replace(
        shown,
        lines=(*game.scene(view).common, *beside, end),
        beside=beside,
        end=end,
        foot=_foot(table, AFTER),
        question=table.question,
        round=round_of(table),
        winners=table.winners,
        stage=game.stage(view),
        unseen=tuple(game.unseen(view)),
    )


def _running(table: Playing, game: AnyGame, shown: Board, by_letters: bool | None) -> Board:
    view = game.view(table.state, None)
    asked = game.ask(table.state)
    assert isinstance(asked, Ask), "a table that plays asks something"
    away = tuple(seat for seat, chair in enumerate(table.chairs, 1) if _away(chair))
    status: list[Public] = [asked.prompt]
    waive = tuple(seat for seat, chair in enumerate(table.chairs, 1) if chair.waives)
    if away:
        status.append(Absent(away))
    if waive:
        status.append(Waiving(waive))
    if table.asleep:
        status.append(Asleep())
    foot = [Act.HAND, Act.STATUS, Act.RULES, Act.LANGUAGE, Act.NEXT_GAME]
    if away or table.asleep:
        foot.insert(0, Act.TAKE_BACK)
    passed = waiving(table, asked)
    here = () if table.asleep else tuple(s for s in asked.seats - passed if _answers(table, s))
    offered = game.orders.keypad(view) if game.orders is not None else ()
    shown = replace(
        shown,
        lines=(*game.scene(view).common, *_proof(table)),
        beside=_proof(table),
        status=tuple(status),
        foot=_foot(table, foot),
        question=table.question,
        round=round_of(table),
        awaited=tuple(sorted(asked.seats)),
        asks=tuple(sorted(here)),
        called=tuple(sorted(called(table, game))),
        window=asked.window,
        asleep=table.asleep,
        acted=tuple(int(line.partition(":")[0]) for line in table.moves),
        stage=game.stage(view),
        unseen=tuple(game.unseen(view)),
        keypad=tuple(
            Button(label, table.id, table.question, Order(code)) for code, label in offered
        ),
        topic=next((code for code, _ in offered), ""),
        crowded=bool(game.extras(table.options)),
    )
    return _with_choice(table, game, view, asked, shown, by_letters)


def _with_choice(
    table: Playing, game: AnyGame, view: object, asked: Ask, shown: Board, by_letters: bool | None
) -> Board:
    """The board with the buttons of what is asked; a secret question has letters only."""
    first = min(asked.seats)
    if not asked.secret:
        order = (first, *sorted(asked.seats - {first}))
        codes = [move.code for seat in order for move in game.moves(table.state, seat)]
        captions = _open_captions(game, view, codes)
        return replace(shown, choice=_open_rows(table, game, view, codes), captions=captions)
    if by_letters is None:
        by_letters = any(table.chairs[seat - 1].letters for seat in asked.seats)
    if not by_letters:
        return shown
    return replace(
        shown,
        choice=_letter_rows(table, game, view, first),
        explained=(LettersExplained(),),
        captions=_captions(table, game, view, first),
        named=_named(game, view),
    )


def _proof(table: Playing | Finished) -> tuple[Public, ...]:
    """That the beacon did not answer, where that is so."""
    beacon = table.deal.beacon
    return (NotProvedAgainstHost(),) if beacon is not None and beacon.missed else ()


def round_of(table: Playing | Finished) -> int:
    """The number of the round, in a game whose state counts rounds; else 0."""
    return int(getattr(table.state, "round", 0))


def _answers(table: Playing, seat: int) -> bool:
    """A person is expected to answer there themselves."""
    return table.chairs[seat - 1].decides


def _away(chair: Chair) -> bool:
    """A computer plays here for somebody."""
    return chair.away or (chair.user is not None and chair.bot is not None)


def _foot(table: Playing | Finished, acts: Collection[Act]) -> tuple[Button[Public], ...]:
    return tuple(act_button(table.id, table.question, act) for act in acts)


def _open_rows(table: Playing, game: AnyGame, view: object, codes: Sequence[str]) -> Rows[Public]:
    """The buttons of a choice that is no secret: whole moves, and rows that fill a draft."""
    name, question = table.id, table.question
    keys = keypad(codes, game.amounts)
    moves = [
        Button(label_of(game, view, code, codes), name, question, Play(code)) for code in keys.moves
    ]
    rows = three_in_a_row(moves)
    for row in keys.rows:
        labels = {word: word_label(game, view, codes, row, word) for word in row.words}
        rows += three_in_a_row(
            [Button(labels[word], name, question, Key(str(row.place), word)) for word in row.words]
        )
    return rows


def _letter_rows(table: Playing, game: AnyGame, view: object, seat: int) -> Rows[Public]:
    """Rows of letters, seats and digits: made of public facts only."""
    rows: list[tuple[Button[Public], ...]] = []
    for row in game.rows(view):
        labels = row.labels
        if row.kind == "letters":
            labels = letters(game.hidden(table.state, seat))
        buttons = []
        for index, label in enumerate(labels):
            shown: Public = LabelledWord(label)
            if row.kind == "seats":
                shown = SeatLabel(int(row.words[index]))
            buttons.append(Button(shown, table.id, table.question, Key(str(row.place), label)))
        rows.append(tuple(buttons))
    return tuple(rows)


def _captions(
    table: Playing, game: AnyGame, view: object, seat: int
) -> tuple[tuple[str, Public], ...]:
    """What each row is for: as it says itself, or for several rows of letters, where all moves
    begin alike, as the game asks for that word."""
    rows = game.rows(view)
    own = tuple((str(row.place), row.asks) for row in rows if row.asks is not None)
    places = [row.place for row in rows if row.kind == "letters" and row.asks is None]
    firsts = {words(move.code)[0] for move in game.moves(table.state, seat)}
    if len(places) < 2 or len(firsts) != 1:
        return own
    first = firsts.pop()
    asked = (
        (str(place), public(game.hint(view, (first, *("",) * (place - 1))))) for place in places
    )
    return (*own, *asked)


def _named(game: AnyGame, view: object) -> tuple[tuple[str, Public], ...]:
    """What the short labels of the rows stand for."""
    return tuple(
        (spelled(Key(str(row.place), label)), name)
        for row in game.rows(view)
        for label, name in zip(row.labels, row.names, strict=False)
    )


def _open_captions(
    game: AnyGame, view: object, codes: Sequence[str]
) -> tuple[tuple[str, Public], ...]:
    """What each row of a choice that is no secret is for, where every move asks the same."""
    found = []
    for row in keypad(codes, game.amounts).rows:
        before = {words(code)[: row.place] for code in codes if len(words(code)) > row.place}
        asked = {public(game.hint(view, said)) for said in before if row.place}
        found += [(str(row.place), each) for each in asked if len(asked) == 1]
    return tuple(found)
