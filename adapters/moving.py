"""Moves in words: legal ones are made, those that the game knows are answered by it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.able import Hands
from adapters.heard import SILENCE, Heard, Reply
from adapters.spoken import best_known, known_moves, meant_moves
from adapters.typed import Ambiguous, contexts_of, names_of, read_amount, read_move, speller
from core.desk.acts import Act
from core.desk.hand import said_once
from core.desk.keypad import begins
from core.desk.reading import Reading
from core.desk.slips import slips
from core.desk.which import which_sheet
from core.kernel.asks import Ask, Over
from core.kernel.text import Message, Public
from core.table.commands import Answer
from core.table.sayings import NoTable, NotNow, NotRunning, NotUnderstood, WhichOne
from core.table.table import Lobby, Playing
from locales.words import fold


def move(speech: Hands, heard: Heard, text: str) -> Reply:
    """A move in words: from whoever is asked, else silence in a group."""
    quiet = heard.room is not None and not heard.addressed
    read = speech.read(heard, None)
    if heard.room is None and len(seats := speech.house.read_seats(heard.user)) > 1:
        asked = [each for each in seats if _is_asked(speech, each, heard.user)]
        if len(asked) != 1:
            return Reply(sheet=which_sheet(seats, speech.house.games, Act.HAND, heard.user))
        read = asked[0]
    seat = read.seat_of(heard.user) if read is not None else None
    if read is None or seat is None or not isinstance(read.table, Playing):
        return SILENCE if quiet else _nothing_asked(read, seat, text)
    table, game = read.table, speech.house.games[read.table.game]
    codes = [move.code for move in game.moves(table.state, seat)]
    if heard.room is not None and not heard.alone and _in_secret(game.ask(table.state), seat):
        return _secretly(speech, heard, read, table, seat, text)
    spell = speller(speech.house, speech.languages, read, table, seat)
    try:
        path = read_move(text, codes, spell) if codes else None
    except Ambiguous:
        return Reply(WhichOne(text), table=table.id)
    if path is not None:
        return _meant(speech, heard, read, table, seat, path)
    if quiet and not codes:
        return SILENCE
    tried = read_amount(text, codes, game.amounts)
    known = [tried] if tried else _known(speech, read, table, seat, text, quiet=quiet)
    legal = [code for code in known if game.spelled(code) in codes or begins(code, codes)]
    if len(legal) > 1:
        return Reply(WhichOne(text), table=table.id)
    if legal:
        return _meant(speech, heard, read, table, seat, tuple(legal[0].split(".")))
    if not known:
        return SILENCE if quiet else Reply(NotUnderstood(text), table=table.id)
    tried = best_known(known, lambda code: game.why_not(table.state, seat, code))
    reply = speech.do(heard, Answer(heard.user, table.question, tried), table.id)
    return reply if heard.room is None or heard.alone else _for_all(reply)


def _is_asked(speech: Hands, read: Reading, user: str) -> bool:
    """Whether a person is to choose something at a table."""
    table, seat = read.table, read.seat_of(user)
    if seat is None or not isinstance(table, Playing):
        return False
    return bool(speech.house.games[table.game].moves(table.state, seat))


def _in_secret(asked: Ask | Over, seat: int) -> bool:
    """Whether a seat is to choose something that others may not see."""
    return isinstance(asked, Ask) and asked.secret and seat in asked.seats


def _secretly(
    speech: Hands, heard: Heard, read: Reading, table: Playing, seat: int, text: str
) -> Reply:
    """A move in words where others read on, from whoever is asked in secret. A whole legal one is
    made. Of all else it may not be seen whether it could become one: that tells what they hold.
    What is missing or does not fit is for them alone; aloud it is said at most, to whoever has
    addressed us, that it cannot be played."""
    game = speech.house.games[table.game]
    codes = [move.code for move in game.moves(table.state, seat)]
    try:
        path = read_move(text, codes, speller(speech.house, speech.languages, read, table, seat))
    except Ambiguous:
        return _hushed(speech, heard, read, table, text, _asked_back(heard, WhichOne(text)))
    if path is None:
        known = _known(speech, read, table, seat, text, quiet=not heard.addressed)
        legal = [code for code in known if game.spelled(code) in codes or begins(code, codes)]
        if len(legal) > 1:
            return _hushed(speech, heard, read, table, text, _asked_back(heard, WhichOne(text)))
        if not legal:
            told: Message | None = None
            if known:
                tried = best_known(known, lambda code: game.why_not(table.state, seat, code))
                told = game.why_not(table.state, seat, tried)
            return _hushed(speech, heard, read, table, text, told)
        path = tuple(legal[0].split("."))
    code = _whole(speech, read, table, seat, path, text)
    if code:
        return speech.do(heard, Answer(heard.user, table.question, code), table.id)
    hint = game.hint(game.view(table.state, seat), path)
    return _hushed(speech, heard, read, table, text, _asked_back(heard, hint))


def _asked_back(heard: Heard, question: Message) -> Message | None:
    """What is missing is asked of whoever has addressed us: "1" may be said to anybody."""
    return question if heard.addressed else None


def _hushed(
    speech: Hands, heard: Heard, read: Reading, table: Playing, text: str, aside: Message | None
) -> Reply:
    """What was said in secret and makes no move: what is told aloud follows from nothing but the
    words and what everybody sees."""
    if not heard.addressed:
        return Reply(aside=aside, table=table.id) if aside is not None else SILENCE
    letter = len((fold(text).split() or [""])[0]) == 1
    known = letter or bool(_known(speech, read, table, None, text, quiet=False))
    return Reply(NotNow() if known else NotUnderstood(text), aside=aside, table=table.id)


def _known(
    speech: Hands, read: Reading, table: Playing, seat: int | None, text: str, *, quiet: bool
) -> Sequence[str]:
    """What was typed as moves of this game, whether or not they are legal: as a seat reads them,
    or (None) everybody. Where others chat, a move must be said as a whole."""
    known = known_moves(speech.house.games, table)
    spell = speller(speech.house, speech.languages, read, table, seat, known)
    return meant_moves(text, known, len(table.chairs), spell, whole=quiet)


def _for_all(reply: Reply) -> Reply:
    """The same where others read on: a reason that is not fit for every eye is for whoever tried
    alone."""
    why = reply.message
    if why is None or reply.result is None or not reply.result.by_rules or isinstance(why, Public):
        return reply
    return msgspec.structs.replace(reply, message=NotNow(), aside=why)


def _nothing_asked(read: Reading | None, seat: int | None, text: str) -> Reply:
    """What is said to words where no move can be made."""
    if read is None:
        return Reply(NoTable())
    waits = seat is not None and isinstance(read.table, Lobby)
    return Reply(NotRunning() if waits else NotUnderstood(text), table=read.id)


def _meant(
    speech: Hands, heard: Heard, read: Reading, table: Playing, seat: int, path: tuple[str, ...]
) -> Reply:
    """A whole move is made, unless it loses at once: then its owner is asked once more where
    nobody else can see it. Half a move shows its next level."""
    game = speech.house.games[table.game]
    code = _whole(speech, read, table, seat, path, heard.text)
    moves, view = game.moves(table.state, seat), game.view(table.state, seat)
    rash = slips(game, view, moves) if heard.room is None else {}
    if code and code not in rash:
        return speech.do(heard, Answer(heard.user, table.question, code), table.id)
    return speech.level(heard, table.id, table.question, path)


def _whole(
    speech: Hands, read: Reading, table: Playing, seat: int, path: tuple[str, ...], text: str
) -> str:
    """The move of which all is said; empty if something is missing, as where a whole one was
    called by the name of those it begins (「転向させる」)."""
    game = speech.house.games[table.game]
    view = game.view(table.state, seat)
    codes = [move.code for move in game.moves(table.state, seat)]
    code = said_once(game, view, codes, path, game.label(view, path[:-1], path[-1]))
    half = len(path) == 1 and begins(code, codes)
    half = half and fold(text) in names_of(
        game.label(view, (), code), contexts_of(read, speech.languages)
    )
    return code if game.spelled(code) in codes and not half else ""
