"""Telegram joins the house if there is a token; its library is loaded only then."""

from __future__ import annotations

from adapters.platform import Host, Platform


def join(host: Host) -> Platform | None:
    """The bot of the settings; None without a token."""
    settings, keeper = host.settings, host.edge.keeper
    token = settings.telegram_token
    if host.page or not token:
        return None
    from adapters.telegram.platform import Telegram, make_bot
    from adapters.telegram.theirs import TheirTime

    theirs = TheirTime(keeper.now, keeper.pulse)
    bot = make_bot(token.get_secret_value(), base_url=settings.telegram_api, told=theirs.told)
    return Telegram(
        bot,
        host.house,
        host.speech,
        host.store,
        host.writer,
        keeper.now,
        host.post.ring,
        settings.language,
        settings.public_url,
        edge=host.edge,
        theirs=theirs,
        links=host.links,
        paint=host.gallery.paint,
        owner=host.owner,
        zone=settings.time_zone,
        crew=host.crew,
    )
