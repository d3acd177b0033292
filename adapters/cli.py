"""The `fumibako` command. What a command needs is loaded when it runs, so that it starts fast."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

import adapters.cli_database
import adapters.cli_setup
import adapters.cli_steer  # noqa: F401 (their commands join in)
from adapters.command import app, fault, told

__all__ = ["app", "main"]

Lang = Annotated[str | None, typer.Option("--lang", help="The language of the texts.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"fumibako {version('fumibako')}")
        raise typer.Exit


@app.callback()
def _top(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Options that stand before a command."""


@app.command()
def play(
    port: Annotated[int | None, typer.Option(help="The port (8000; taken: the next one).")] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on (127.0.0.1).")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
    database: Annotated[str | None, typer.Option(help="The file of the database.")] = None,
) -> None:
    """Open the playground: tables on a page of this machine."""
    with told():
        from adapters.settings import load

        settings = load(port=port, host=host, database=database)
        from adapters import main

        main.play(settings, browser=not no_browser)


@app.command()
def run() -> None:
    """Host the groups of the platforms that the settings name."""
    with told():
        from adapters.settings import load

        settings = load()
        from adapters import main

        main.run(settings)


@app.command()
def doctor() -> None:
    """Look at settings, database, clock and platforms, and say what to do.

    Exit code 1: something is wrong.
    """
    with told():
        from adapters.settings import load

        settings = load()
        from adapters import main

        if not main.doctor(settings):
            raise typer.Exit(1)


@app.command()
def status(
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON object.")] = False,
    only_runs: Annotated[
        bool,
        typer.Option(
            "--runs",
            help="Only whether one runs, by the exit code: 0 if so, whatever is wrong, 3 if not.",
        ),
    ] = False,
) -> None:
    """Tell how the host is that runs with these settings.

    Exit code 1: none runs, or people cannot play.
    """
    with told():
        from adapters.settings import load

        settings = load()
        from adapters import main

        if only_runs:
            if not main.is_hosted(settings):
                raise typer.Exit(3)
            return
        if not main.status(settings, as_json):
            raise typer.Exit(1)


@app.command("new-keys")
def new_keys() -> None:
    """Void every link to the page that was ever given out.

    Cookies too; pages that are open end within a minute. The host may run meanwhile. People get
    new links by asking for their hands.
    """
    with told():
        from adapters.settings import load

        settings = load()
        from adapters import main

        main.new_keys(settings)


@app.command()
def replay(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Records to play again.")],
    lang: Lang = None,
    full: Annotated[
        bool, typer.Option("--full", help="Everything that the group and each player saw.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a file.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only tell what is not as the record expects.")
    ] = False,
    html: Annotated[
        str | None,
        typer.Option(metavar="PAGE", help="Write a page that plays the game again (one record)."),
    ] = None,
) -> None:
    """Play records again, as a story: one line a move.

    Exit code 1: with --check, something is not as expected; with --html, the page can't be
    written. 2: a file is not a record.
    """
    if html is not None and len(files) > 1:
        raise typer.BadParameter("takes one record", param_hint="--html")
    with told():
        from adapters import replay as words
        from adapters.reader import chosen_language, wanted_language
        from locales.files import SOURCE

        # What a program reads does not follow from who runs it.
        by_default = SOURCE if as_json else chosen_language(os.environ)
        language = wanted_language(lang) if lang is not None else by_default
        if html is not None:
            from adapters.replay_page import keep_game

            raise typer.Exit(keep_game(files[0], html, language, _out, fault))
        ways = {"check": check, "json": as_json, "full": full}
        tell = words.WAYS[next((way for way, wanted in ways.items() if wanted), "story")]
        raise typer.Exit(tell(files, language, _out, fault))


@app.command()
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The record of a finished game.")],
    lang: Lang = None,
) -> None:
    """Check that a finished game was dealt as its seal says.

    Exit code 1: it was not. 2: the file is not the record of a real game.
    """
    with told():
        from adapters.reader import chosen_language, wanted_language
        from adapters.replay import tell_verdict

        language = wanted_language(lang) if lang is not None else chosen_language(os.environ)
        raise typer.Exit(tell_verdict(file, language, _out, fault))


@app.command()
def proof(
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="Where to keep the page.")
    ] = "proof.html",
) -> None:
    """Write the page that checks records by itself, in a browser and without a network.

    Exit code 1: it can't be written.
    """
    with told():
        from adapters.proof.keep import keep
        from adapters.reader import chosen_language
        from locales.tongue import Context, say

        _out(say(keep(file), chosen_language(os.environ), Context()))


def _out(line: str) -> None:
    print(line)


def main() -> None:
    """The entry point. What a terminal cannot show is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app()


if __name__ == "__main__":
    main()
