"""Old Maid is small: it is the game by which others are measured."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

import core.games.old_maid as package

MOST = 450  # lines of code, words included; no blank lines, comments, docstrings
SILENT = (
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
)


def lines_of_code(source: str) -> int:
    """The lines that hold code: neither blank, nor a comment, nor part of a docstring."""
    told: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            first = node.body[0]
            told.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in SILENT:
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code - told)


def test_lines_are_counted_as_they_are_said_to_be() -> None:
    source = '"""Doc\nstring."""\n\nx = 1  # one\n\n# two\ndef f():\n    """No."""\n'
    source += "    return (\n        x\n    )\n"
    assert lines_of_code(source) == 5


def test_it_stays_small() -> None:
    files = sorted(Path(str(package.__file__)).parent.glob("*.py"))
    assert len(files) == 12
    assert sum(lines_of_code(path.read_text(encoding="utf-8")) for path in files) <= MOST
