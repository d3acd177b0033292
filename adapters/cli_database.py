"""Commands for the database: `migrate` and `move-to`."""

from __future__ import annotations

from typing import Annotated

import typer

from adapters.command import app, told


@app.command()
def migrate() -> None:
    """Bring the database of the settings to this release.

    A host does so by itself when it starts; this is for doing it before. Workers of the release
    before may go on meanwhile on PostgreSQL.
    """
    with told():
        from adapters import relocating
        from adapters.serving import tell
        from adapters.settings import load

        settings = load()
        relocating.migrate(settings, lambda message: tell(settings, message))


@app.command("move-to")
def move_to(
    address: Annotated[
        str,
        typer.Argument(
            metavar="DATABASE",
            help="Where to: a file, or an address as postgresql:///fumibako, without a password: "
            "that stands in ~/.pgpass, or it would be in logs.",
        ),
    ],
) -> None:
    """Copy everything from the database of the settings to another one that is empty.

    Tables go on there as they stand. Every row is compared. The host must not run meanwhile; the
    database of before is left as it is.
    """
    with told():
        from adapters import relocating
        from adapters.serving import tell
        from adapters.settings import load

        settings, target = load(), load(database=address)
        relocating.move(settings, target, lambda message: tell(settings, message))
