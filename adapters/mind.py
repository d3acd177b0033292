"""The process in which computers think that think for long: one question after another.

It is handed a question on its standard input and writes the move on its standard output. It knows
what one seat sees and nothing else: no table, no database, no token. It ends when its input does.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import struct
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, BinaryIO

HEAD = struct.Struct(">I")  # how many bytes follow
NICE = 10  # people and platforms come first
READY = "ready"
BROKEN = "!"  # before the name of what broke a mind

START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
for name in [name for name in sys.modules if name.partition(".")[0] in ("adapters", "core")]:
    del sys.modules[name]
from adapters.mind import serve
serve(sys.argv[2], float(sys.argv[3]))
"""
"""What Python is started with, and three arguments: where modules are found (as JSON), where the
games stand (`module:name`), and after how many seconds over one question it ends itself. Whatever
else bears the names of our folders goes."""


def serve(games: str, most: float) -> None:
    """Answer until nothing more comes."""
    for name in (signal.SIGINT, signal.SIGTERM):  # whoever started us ends us
        signal.signal(name, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(NICE)
    questions = sys.stdin.buffer
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a game prints is no answer
        known = _games(games)
        _say(answers, READY)
        while (asked := _next(questions)) is not None:
            faulthandler.dump_traceback_later(most, exit=True)
            said = _answer(known, asked)
            faulthandler.cancel_dump_traceback_later()
            _say(answers, said)


def _games(where: str) -> Mapping[str, Any]:
    module, _, name = where.partition(":")
    return {game.name: game for game in getattr(import_module(module), name)}


def _next(questions: BinaryIO) -> bytes | None:
    head = questions.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (size,) = HEAD.unpack(head)
    asked = questions.read(size)
    return asked if len(asked) == size else None


def _answer(games: Mapping[str, Any], asked: bytes) -> str:
    """The code of the move, or what broke the mind: its kind alone, for it might tell a hand."""
    try:
        game, kind, view, moves, dice = pickle.loads(asked)
        move = games[game].bots[kind](view, moves, dice)
        return str(move.code)
    except Exception as error:
        return f"{BROKEN}{type(error).__name__}"


def _say(answers: BinaryIO, said: str) -> None:
    answers.write(said.encode() + b"\n")
    answers.flush()
