"""LINE joins the house if there are its secret and its token; its library is loaded only then."""

from __future__ import annotations

from adapters.platform import Host, Platform


def join(host: Host) -> Platform | None:
    """The account of the settings; None without its secret or its token."""
    settings = host.settings
    secret, token = settings.line_channel_secret, settings.line_channel_access_token
    if host.page or not secret or not token:
        return None
    from adapters.line.api import LineApi
    from adapters.line.joined import Line
    from adapters.line.push import Push
    from adapters.line.webhook import wanted

    budget, store = settings.line_push_budget, host.store
    api = LineApi(token.get_secret_value(), settings.line_api)
    return Line(
        secret.get_secret_value(),
        api,
        host.house,
        host.speech,
        store,
        store,
        host.post,
        host.writer,
        host.edge.keeper.now,
        settings.language,
        Push(api, store, store, host.writer, host.edge, budget) if budget else None,
        host.links,
        host.edge,
        host.thinker,
        host.gallery,
        wanted(settings.public_url),
        host.owner,
        settings.time_zone,
    )
