"""The pages of rules as HTML, for a report that must explain itself with nothing beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from markupsafe import Markup, escape

from kernelscope.diagnose import RULES

_FENCE = re.compile(r"```(?:python)?\n(.*?)```", re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")


def rule_pages(
    names: Iterable[str], code: Callable[[str], Markup]
) -> list[tuple[str, str, Markup]]:
    """(rule, threshold, page) of each name, in the rules' order; a name of no rule has none.

    code: highlights source.
    """
    wanted = set(names)
    return [
        (rule.name, rule.threshold, _to_html(rule.page, code))
        for rule in RULES
        if rule.name in wanted
    ]


def _to_html(page: str, code: Callable[[str], Markup]) -> Markup:
    """A page without its title: headings, paragraphs and one kind of fence, which is all it has."""
    _, _, body = page.partition("\n")
    parts: list[Markup] = []
    for place, text in enumerate(_FENCE.split(body)):
        if place % 2:
            parts.append(Markup('<pre class="code">{}</pre>').format(code(text)))
            continue
        parts += [_block(block) for block in text.split("\n\n") if block.strip()]
    return Markup("\n").join(parts)


def _block(text: str) -> Markup:
    text = text.strip()
    if text.startswith("## "):
        return Markup("<h4>{}</h4>").format(text[3:])
    return Markup("<p>{}</p>").format(Markup(_CODE.sub(r"<code>\1</code>", str(escape(text)))))
