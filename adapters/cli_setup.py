"""The command for somebody who begins: init."""

from __future__ import annotations

from adapters.command import app, told


@app.command()
def init() -> None:
    """Write a commented file of settings, .env, and tell what is read from where.

    A file that stands there stays as it is.
    """
    with told():
        from adapters.initial import told as sources_told
        from adapters.initial import write_env
        from adapters.main import tell_findings
        from adapters.settings import load

        written = write_env()
        settings = load()
        tell_findings(settings, [written, *sources_told(settings)])
