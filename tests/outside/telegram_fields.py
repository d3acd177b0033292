"""The fields of a call to the Bot API, from whatever form of body they come in."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

from tests.adapters.telegram.fake_limits import BadCallError, bad

Data = dict[str, Any]

LARGEST_FILE = 50 * 1024 * 1024
LARGEST_CALL = 512 * 1024  # bytes without files

NUMBERS = {
    *("message_id", "message_thread_id", "user_id", "offset", "limit", "timeout"),
    *("max_connections", "cache_time", "direct_messages_topic_id"),
}
FLAGS = {
    *("disable_notification", "protect_content", "show_alert", "drop_pending_updates"),
    *("allow_paid_broadcast", "disable_content_type_detection"),
}
OBJECTS = {
    *("reply_markup", "link_preview_options", "scope", "commands", "allowed_updates"),
    *("entities", "media", "caption_entities", "reply_parameters", "ephemeral_message_parameters"),
    "menu_button",
}


async def read_fields(request: web.Request) -> Data:
    """The fields with their types; a file is a map with its name and its content. Raises
    `BadCallError`."""
    found: Data = dict(request.query)
    kind = request.content_type
    if request.method == "POST" and request.can_read_body:
        if kind == "application/json":
            found |= _from_json(await request.read())
        elif kind == "multipart/form-data":
            found |= await _from_parts(request)
        elif kind == "application/x-www-form-urlencoded":
            found |= dict(await request.post())
        elif await request.read():
            raise bad("unsupported content type")
    return {name: _typed(name, value) for name, value in found.items()}


def _from_json(body: bytes) -> Data:
    try:
        data = json.loads(body)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise bad("request body is not a JSON object")
    return data


async def _from_parts(request: web.Request) -> Data:
    found: Data = {}
    files: Data = {}
    async for part in await request.multipart():
        content = bytes(await part.read())  # type: ignore[union-attr]
        name = part.name or ""  # type: ignore[union-attr]
        file = part.filename  # type: ignore[union-attr]
        if file is None:
            found[name] = content.decode()
            continue
        if len(content) > LARGEST_FILE:
            raise BadCallError(413, "Request Entity Too Large")
        if not content:
            raise bad("file must be non-empty")
        files[name] = {"name": file, "content": content}
    for name, value in list(found.items()):
        if isinstance(value, str) and value.startswith("attach://"):
            if value.removeprefix("attach://") not in files:
                raise bad("wrong file identifier/HTTP URL specified")
            found[name] = files.pop(value.removeprefix("attach://"))
    return found | files


def _typed(name: str, value: Any) -> Any:
    """A field as the method wants it: forms know nothing but text."""
    if not isinstance(value, str):
        return value
    if len(value) > LARGEST_CALL:
        raise BadCallError(413, "Request Entity Too Large")
    if name in NUMBERS:
        try:
            return int(value)
        except ValueError:
            raise bad(f'invalid parameter "{name}" specified') from None
    if name in FLAGS:
        return value.lower() in ("true", "yes", "1")
    if name in OBJECTS:
        try:
            return json.loads(value)
        except ValueError:
            raise bad(f"can't parse {name} JSON object") from None
    return value
