"""Who somebody is to the host: what stands in its settings for them."""

from __future__ import annotations

from adapters.heard import Heard, Reply
from adapters.owner_texts import WhoInPrivate, WhoNowhere, WhoYouAre, YouOwn

PLATFORMS = ("telegram", "line")  # where an owner can be


def who(heard: Heard, owner: str, word: str) -> Reply:
    """The id of the sender, for their eyes alone; `owner` is told that they are it. `word` is what
    is typed for it."""
    if heard.room is not None and not heard.alone:
        return Reply(WhoInPrivate(word))
    if heard.user.partition(":")[0] not in PLATFORMS:
        return Reply(WhoNowhere())
    if owner and heard.user == owner:
        return Reply(YouOwn(heard.user))
    return Reply(WhoYouAre(heard.user, f"OWNER={heard.user}"))
