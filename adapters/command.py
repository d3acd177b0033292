"""The `fumibako` command itself: what its commands are added to, and how trouble is told."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from adapters.trouble import Trouble

app = typer.Typer(
    help="Fumibako hosts card games in Telegram and LINE groups, and on this machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@contextmanager
def told() -> Iterator[None]:
    """Trouble is told in one line, in the user's language."""
    try:
        yield
    except Trouble as trouble:
        from adapters.reader import asked_language
        from locales.tongue import Context, say

        fault(say(trouble.message, asked_language(os.environ), Context()))
        raise typer.Exit(trouble.exit_code) from trouble


def fault(line: str) -> None:
    """A line for whoever made a mistake."""
    print(line, file=sys.stderr)
