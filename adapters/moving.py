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
from core.kernel.text import Public
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
    return (
        reply if heard.room is None or heard.alone else _for_all(reply, seat, game.ask(table.state))
    )


def _is_asked(speech: Hands, read: Reading, user: str) -> bool:
    """Whether a person is to choose something at a table."""
    table, seat = read.table, read.seat_of(user)
    if seat is None or not isinstance(table, Playing):
        return False
    return bool(speech.house.games[table.game].moves(table.state, seat))


def _known(
    speech: Hands, read: Reading, table: Playing, seat: int, text: str, *, quiet: bool
) -> Sequence[str]:
    """What was typed as moves of this game, whether or not they are legal. Where others chat, a
    move must be said as a whole."""
    known = known_moves(speech.house.games, table)
    spell = speller(speech.house, speech.languages, read, table, seat, known)
    return meant_moves(text, known, len(table.chairs), spell, whole=quiet)


def _for_all(reply: Reply, seat: int, asked: Ask | Over) -> Reply:
    """The same where others read on. Of whoever is asked in secret not even that a reason is fit
    for every eye may be seen: it could tell what they hold. The reason is for them alone."""
    why = reply.message
    if why is None or reply.result is None or not reply.result.by_rules:
        return reply
    hidden = isinstance(asked, Ask) and asked.secret and seat in asked.seats
    if isinstance(why, Public) and not hidden:
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
    nobody else can see it. Half a move shows its next level; so does a whole one that was called
    by the name of those it begins (「転向させる」)."""
    game = speech.house.games[table.game]
    moves, view = game.moves(table.state, seat), game.view(table.state, seat)
    codes = [move.code for move in moves]
    code = said_once(game, view, codes, path, game.label(view, path[:-1], path[-1]))
    rash = slips(game, view, moves) if heard.room is None else {}
    half = len(path) == 1 and begins(code, codes)
    half = half and fold(heard.text) in names_of(
        game.label(view, (), code), contexts_of(read, speech.languages)
    )
    if code not in rash and game.spelled(code) in codes and not half:
        return speech.do(heard, Answer(heard.user, table.question, code), table.id)
    return speech.level(heard, table.id, table.question, path)
