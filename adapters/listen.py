"""Typed words: commands, cuts and moves. In a group, what is not meant for us is not answered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from adapters.expiry import Expiry
from adapters.heard import SILENCE, Heard, Reply, WhichTable
from adapters.typed import (
    Ambiguous,
    called_so,
    names_of,
    read_aim,
    read_amount,
    read_move,
    read_phrase,
    read_picture,
    speller,
    where_aimed,
)
from core.desk.acts import TYPED, Act
from core.desk.hand import said_once
from core.desk.keypad import begins
from core.desk.presses import Page
from core.desk.reading import Reading
from core.desk.slips import slips
from core.house.house import House
from core.kernel.asks import Ask, Over
from core.kernel.pictures import CutPicture
from core.table.commands import Answer, Choose, Command, GiveOrder, Remove
from core.table.sayings import NoTable, NotRunning, NotUnderstood, WhichOne
from core.table.table import Lobby, Playing, Table, chair_of, mark_of
from locales.words import fold, meant_language, meant_level, understand

_OF_A_TABLE = re.compile(r"(.*?)[\s:：]+([0-9A-Za-z]{8})")
"""A word and the name of a table."""


class Hands(Protocol):
    """What listening needs to act: see `adapters.speech.Speech`."""

    house: House
    languages: tuple[str, ...]
    expiry: Expiry

    def act(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        """Do what a button of the house stands for."""

    def do(self, heard: Heard, command: Command, table_id: str | None) -> Reply:
        """Hand a command to the house."""

    def level(self, heard: Heard, table_id: str, question: int, said: Sequence[str]) -> Reply:
        """Another level of a choice."""

    def table(self, heard: Heard, table_id: str | None) -> Table | None:
        """The table that is meant."""

    def read(self, heard: Heard, table_id: str | None) -> Reading | None:
        """The same with its rooms."""

    def page(self, heard: Heard, table_id: str | None, page: Page) -> Reply:
        """A section of the rules."""

    def bridge(self, heard: Heard, said: str) -> Reply:
        """Another room at the same table."""

    def cut(self, heard: Heard, table_id: str | None, picture: int) -> Reply:
        """Cut with a picture."""

    def record(self, heard: Heard, said: str) -> Reply:
        """The record of a table by its name."""

    def speak(self, heard: Heard, wanted: str) -> Reply:
        """Change the language."""


class _Idle:
    """Understands as `Hands` do, and does nothing."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self.house = hands.house
        self.languages = hands.languages
        self.expiry = hands.expiry

    def act(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        return MEANT

    def do(self, heard: Heard, command: Command, table_id: str | None) -> Reply:
        return MEANT

    def level(self, heard: Heard, table_id: str, question: int, said: Sequence[str]) -> Reply:
        return MEANT

    def table(self, heard: Heard, table_id: str | None) -> Table | None:
        return self._hands.table(heard, table_id)

    def read(self, heard: Heard, table_id: str | None) -> Reading | None:
        return self._hands.read(heard, table_id)

    def page(self, heard: Heard, table_id: str | None, page: Page) -> Reply:
        return MEANT

    def bridge(self, heard: Heard, said: str) -> Reply:
        return MEANT

    def cut(self, heard: Heard, table_id: str | None, picture: int) -> Reply:
        return MEANT

    def record(self, heard: Heard, said: str) -> Reply:
        return MEANT

    def speak(self, heard: Heard, wanted: str) -> Reply:
        return MEANT


MEANT = Reply()
"""Something would have been done."""


def listen(speech: Hands, heard: Heard) -> Reply:
    """Words that were typed. In a group, what is not meant for us is never answered; nor is what
    was written too long ago, but for one line."""
    if not speech.expiry.too_old(heard):
        return _understood(speech, heard)
    meant = _understood(_Idle(speech), heard)
    return SILENCE if meant is SILENCE else speech.expiry.reply(heard)


def _understood(speech: Hands, heard: Heard) -> Reply:
    text = heard.text.strip()[:4000]
    head, tail = (*text.split(None, 1), "", "")[:2]  # by any space, wide ones too
    act = typed_act(text)
    if act is not None:
        return _word(speech, heard, act)
    code = _OF_A_TABLE.fullmatch(text)
    if (
        code is not None
        and typed_act(code[1]) is Act.RECORD
        and (heard.room is None or heard.addressed)
    ):
        return speech.record(heard, code[2])
    found = _with_more(speech, heard, understand(head), tail)
    return found if found is not None else _move(speech, heard, text)


def _with_more(speech: Hands, heard: Heard, first: str | None, tail: str) -> Reply | None:
    """A command word with something after it; None if it is none."""
    ours = heard.room is None or heard.addressed
    match first:
        case "cut" if ours or _gathers(speech, heard):
            return _cut(speech, heard, tail)
        case "bridge" if ours:
            return speech.bridge(heard, tail)
        case "order" if ours:
            return _order(speech, heard, tail)
        case "level" if (ours or _gathers(speech, heard)) and (level := meant_level(tail)):
            table = speech.table(heard, None)
            chosen = Choose(heard.user, "level", level)
            return speech.do(heard, chosen, table.id if table else None)
        case "remove" if ours or _gathers(speech, heard):
            return _remove(speech, heard, tail)
        case "lang" if language := meant_language(tail):
            return speech.speak(heard, language)
        case "rules" if fold(tail).isdecimal() and len(fold(tail)) < 4:
            return speech.page(heard, None, Page("rules", max(0, int(fold(tail)) - 1)))
        case _:
            return _picture(speech, heard) if ours else None


def _picture(speech: Hands, heard: Heard) -> Reply | None:
    """A picture of a cut alone, said to us, is that cut; None for anything else."""
    picture = CutPicture.of(heard.text)
    return None if picture is None else _cut(speech, heard, picture.symbol)


def _cut(speech: Hands, heard: Heard, said: str) -> Reply:
    """A cut in words. What is no picture is answered with how it is done: free words could be
    searched by whoever cuts last."""
    table, picture = speech.table(heard, None), read_picture(said, speech.languages)
    if picture is None:
        return speech.act(heard, Act.CUT, table.id if table is not None else None)
    return speech.cut(heard, table.id if table is not None else None, picture.number)


def _remove(speech: Hands, heard: Heard, said: str) -> Reply | None:
    """Somebody is to be taken off the lobby, by their name or place. None where nobody is called
    so: then it is no word for us."""
    read = speech.read(heard, None)
    if read is None or not isinstance(read.table, Lobby):
        return None
    chairs = read.table.chairs
    found = called_so(said, range(1, len(chairs) + 1), speech.languages, read)
    if len(found) != 1:
        return Reply(WhichOne(said), table=read.id) if found else None
    mark = mark_of(read.id, chairs[found[0] - 1])
    return speech.do(heard, Remove(heard.user, found[0], mark), read.id)


def typed_act(text: str) -> Act | None:
    """The act that a text is the word for, in any language."""
    return TYPED.get(understand(text) or "")


def order_code(said: str) -> str:
    """A standing order in words: "4" bids up to 4, "pass", "allow"; "no" takes it back.

    >>> order_code("4"), order_code("パス"), order_code("許可"), order_code("no")
    ('bid.4', 'pass.0', 'allow', '')
    """
    parts = [understand(word) or word for word in fold(said).split()]
    if parts in ([], ["no"]):
        return ""
    if parts[0].isdecimal():
        parts.insert(0, "bid")
    if parts == ["pass"]:
        parts.append("0")
    return ".".join(parts)


def _order(speech: Hands, heard: Heard, said: str) -> Reply:
    """A standing order. Alone the word gives the only order there is, or takes it back."""
    table, code = speech.table(heard, None), order_code(said)
    if isinstance(table, Playing) and not said.strip():
        index, game = chair_of(table.chairs, heard.user), speech.house.games[table.game]
        if index is not None and game.orders is not None and not table.chairs[index].order:
            offered = game.orders.offers(game.view(table.state, index + 1))
            code = offered[0][0] if len(offered) == 1 else ""
    return speech.do(heard, GiveOrder(heard.user, code), table.id if table is not None else None)


def _word(speech: Hands, heard: Heard, act: Act) -> Reply:
    """A command word. In a group a bare one counts only where it fits the open state."""
    if heard.room is None or heard.addressed:
        return speech.act(heard, act, None)
    table = speech.table(heard, None)
    if act is Act.NEXT_GAME:  # said by those who do not sit there
        return speech.act(heard, act, None)
    if table is None:
        return speech.act(heard, act, None) if act is Act.OPEN else SILENCE
    fits_lobby = act in (
        *(Act.JOIN, Act.START, Act.START_NOW, Act.LEAVE, Act.CUT),
        *(Act.ADD_BOT, Act.REMOVE_BOT, Act.REMOVE),
    )
    seated = chair_of(table.chairs, heard.user) is not None
    if isinstance(table, Lobby) and fits_lobby and (seated or act is Act.JOIN):
        return speech.act(heard, act, table.id)
    if seated and act in (Act.HAND, Act.STATUS, Act.LEAVE, Act.RULES, Act.TAKE_BACK, Act.NEXT):
        return speech.act(heard, act, table.id)
    return SILENCE


def _gathers(speech: Hands, heard: Heard) -> bool:
    table = speech.table(heard, None)
    return isinstance(table, Lobby) and chair_of(table.chairs, heard.user) is not None


def _move(speech: Hands, heard: Heard, text: str) -> Reply:
    """A move in words: from whoever is asked, else silence in a group."""
    quiet = heard.room is not None and not heard.addressed
    if heard.room is None and len(speech.house.tables_of(heard.user)) > 1:
        return Reply(WhichTable())
    read = speech.read(heard, None)
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
    tried = read_amount(text, codes, game.amounts)
    aiming = where_aimed(spell, speech.languages)
    tried = tried or read_aim(text, codes, game.aims, len(table.chairs), aiming)
    asked, alone = game.ask(table.state), heard.room is None
    if not tried and _hears_why(codes, asked, quiet=quiet, alone=alone):
        tried = read_phrase(text, game.phrases, spell)
    if tried:  # no legal amount, nobody who may be aimed at, or not now: the game says why
        return speech.do(heard, Answer(heard.user, table.question, tried), table.id)
    return SILENCE if quiet else Reply(NotUnderstood(text), table=table.id)


def _hears_why(codes: Sequence[str], asked: Ask | Over, *, quiet: bool, alone: bool) -> bool:
    """Whether somebody who typed a move that is not legal hears why. In private: always. In a
    group: whoever is asked, unless the question is secret; others only if they speak to us."""
    if alone or not codes:
        return alone or not quiet
    return not (isinstance(asked, Ask) and asked.secret)


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
    half = half and fold(heard.text) in names_of(game.label(view, (), code), speech.languages, read)
    if code not in rash and code in codes and not half:
        return speech.do(heard, Answer(heard.user, table.question, code), table.id)
    return speech.level(heard, table.id, table.question, path)
