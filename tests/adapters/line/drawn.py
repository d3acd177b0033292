"""A Flex message drawn roughly as LINE's app draws it, to be looked at and to be measured."""

from __future__ import annotations

from html import escape
from typing import Any

Data = dict[str, Any]

SIZES = {"xxs": 11, "xs": 13, "sm": 14, "md": 16, "lg": 19, "xl": 22}
GAPS = {"none": 0, "xs": 2, "sm": 4, "md": 8, "lg": 12, "xl": 16, "xxl": 20}
WIDTHS = {"mega": 300}
PADDINGS = {"header": 20, "body": 20, "footer": 10}
SIDES = {
    "paddingAll": "padding",
    "paddingTop": "padding-top",
    "paddingBottom": "padding-bottom",
    "paddingStart": "padding-left",
    "paddingEnd": "padding-right",
}
ALIGNED = {"start": "left", "center": "center", "end": "right"}
STYLE = """
* { box-sizing: border-box; margin: 0; }
body { background: #8CABD9; padding: 10px; font-family: "Noto Sans CJK JP", sans-serif; }
.bubble { background: #FFF; border-radius: 17px; overflow: hidden; margin-bottom: 14px; }
.text { background: #FFF; border-radius: 17px; margin-bottom: 14px; padding: 9px 12px;
  width: fit-content; max-width: 270px; font-size: 15px; }
.horizontal { display: flex; } .vertical { display: flex; flex-direction: column; }
p { line-height: 1.35; overflow-wrap: anywhere; white-space: pre-wrap; }
p.one { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
hr { border: 0; border-top: 1px solid #D4D6DA; width: 100%; }
"""


def page(*messages: Data) -> str:
    """A page with bubbles, one below the other."""
    bubbles = "".join(map(_message, messages))
    return f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style>{bubbles}'


def _message(message: Data) -> str:
    if message["type"] == "flex":
        return _bubble(message["contents"])
    text = str(message["text"])
    for name in message.get("substitution", {}):
        text = text.replace(f"{{{name}}}", "@someone")
    return f'<div class="text"><p>{escape(text)}</p></div>'


def _bubble(contents: Data) -> str:
    parts = [
        _box(contents[name], "vertical", [f"padding:{padding}px"])
        for name, padding in PADDINGS.items()
        if name in contents
    ]
    return f'<div class="bubble" style="width:{WIDTHS[contents["size"]]}px">{"".join(parts)}</div>'


def _drawn(part: Data, around: str, gap: int) -> str:
    own = GAPS[part["margin"]] if "margin" in part else gap
    style = [f"margin-{'left' if around == 'horizontal' else 'top'}:{own}px"]
    if around == "horizontal":
        style += [f"flex:{part.get('flex', 1)} 1 0", "min-width:0"]
    if part["type"] == "separator":
        return f'<hr style="{";".join(style)}">'
    if part["type"] == "box":
        return _box(part, around, style)
    style += [
        f"font-size:{SIZES[part.get('size', 'md')]}px",
        f"color:{part.get('color', '#111')}",
        f"text-align:{ALIGNED[part.get('align', 'start')]}",
        f"font-weight:{'700' if part.get('weight') == 'bold' else '400'}",
    ]
    if part.get("gravity") == "center":
        style.append("align-self:center")
    if "maxLines" in part:
        style += ["display:-webkit-box", "-webkit-box-orient:vertical", "overflow:hidden"]
        style.append(f"-webkit-line-clamp:{part['maxLines']}")
    kind = "" if part.get("wrap") else ' class="one"'
    return f'<p{kind} style="{";".join(style)}">{escape(part["text"])}</p>'


def _box(part: Data, around: str, style: list[str]) -> str:
    if "width" in part:
        style += [f"width:{part['width']}", "flex:none"]
    style += [f"{side}:{part[name]}" for name, side in SIDES.items() if name in part]
    if "backgroundColor" in part:
        style.append(f"background:{part['backgroundColor']}")
    if "borderWidth" in part:
        style.append(f"border:{part['borderWidth']} solid {part['borderColor']}")
    if "cornerRadius" in part:
        style.append(f"border-radius:{part['cornerRadius']}")
    inner = GAPS[part.get("spacing", "none")]
    contents = "".join(
        _drawn(each, part["layout"], inner if number else 0)
        for number, each in enumerate(part["contents"])
    )
    return f'<div class="{part["layout"]}" style="{";".join(style)}">{contents}</div>'
