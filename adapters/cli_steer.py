"""The commands by which whoever runs the host looks into it and steers it."""

from __future__ import annotations

from typing import Annotated

import typer

from adapters.command import app, told

Table = Annotated[str, typer.Argument(metavar="ID", help="The name of a table.")]


@app.command()
def tables(
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON object.")] = False,
) -> None:
    """List the open tables: game, people, groups, and who is awaited until when."""
    with told():
        from adapters.settings import load
        from adapters.tables import tell_tables

        tell_tables(load(), as_json)


@app.command()
def table(
    table: Table,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Show the hidden cards of a running game too.")
    ] = False,
) -> None:
    """Tell how a table stands, and what its group was told last."""
    with told():
        from adapters.settings import load
        from adapters.tables import tell_table

        tell_table(load(), table, hidden=secrets)


@app.command()
def end(table: Table) -> None:
    """End a table for everybody; its groups are told. The host may run meanwhile."""
    with told():
        from adapters.settings import load
        from adapters.steering import end_table

        end_table(load(), table)


@app.command()
def repair(table: Table) -> None:
    """Make a table that cannot be read again from its journal. The host may run meanwhile.

    Exit code 1: it cannot be played.
    """
    with told():
        from adapters.settings import load
        from adapters.steering import repair_table

        if not repair_table(load(), table):
            raise typer.Exit(1)


@app.command()
def guests(
    let_in: Annotated[
        int | None, typer.Option("--let-in", metavar="NUMBER", help="Let this group in.")
    ] = None,
    turn_away: Annotated[
        int | None, typer.Option("--turn-away", metavar="NUMBER", help="Turn this group away.")
    ] = None,
) -> None:
    """List the groups that may not play; let one in, also one that was turned away.

    The host may run meanwhile.
    """
    with told():
        from adapters.letting_in import decide, tell_guests
        from adapters.settings import load

        settings = load()
        if let_in is not None:
            decide(settings, let_in, let_in=True)
        if turn_away is not None:
            decide(settings, turn_away, let_in=False)
        if let_in is None and turn_away is None:
            tell_guests(settings)


@app.command()
def forget(
    user: Annotated[
        str, typer.Argument(metavar="USER", help="An id such as telegram:12345, or a name.")
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Erase what is kept of a person, as /forget does. The host may run meanwhile.

    What is kept is told first. Exit code 1: nothing was erased.
    """
    with told():
        from adapters.settings import load
        from adapters.steering import forget_person

        if not forget_person(load(), user, sure=yes):
            raise typer.Exit(1)


@app.command()
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that does not exist yet.")],
    moving: Annotated[
        bool,
        typer.Option(
            "--moving", help="The tables move house by it: the host is stopped, and stays so."
        ),
    ] = False,
) -> None:
    """Copy the database into a compressed file. The host may run meanwhile."""
    with told():
        from adapters.copies import make_copy
        from adapters.settings import load

        make_copy(load(), file, moves=moving)


@app.command()
def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What backup has written.")],
    moved: Annotated[
        bool,
        typer.Option("--moved", help="It was made with --moving: all tables go on as they stand."),
    ] = False,
) -> None:
    """Put a copy in the place of the database, which is kept beside it. The host must not run.

    What was played after the copy is lost: tables that went on since are ended in words, with new
    ones for the same people, and what was sent since opens nothing any more.
    """
    with told():
        from adapters.copies import put_back
        from adapters.settings import load

        put_back(load(), file, moved=moved)
