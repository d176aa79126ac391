"""The pages of rules as HTML, so that a report explains its findings without a second file."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from markdown_it import MarkdownIt
from markupsafe import Markup

from kernelscope.diagnose import RULES

Highlight = Callable[[str], Markup]


def rule_pages(names: Iterable[str], highlight: Highlight) -> list[tuple[str, str, Markup]]:
    """Return (rule, threshold, page) of each named rule, in the order of the rules.

    Names that belong to no rule are left out. `highlight` turns source code into HTML.
    """
    wanted = set(names)
    return [
        (rule.name, rule.threshold, to_html(rule.page, highlight))
        for rule in RULES
        if rule.name in wanted
    ]


def to_html(page: str, highlight: Highlight) -> Markup:
    """Return a page as HTML, without its title; its other headings become `h3`.

    Raw HTML in a page is shown as text. A link to another page is shown as its words alone,
    because that page may be missing from the report.
    """

    def fenced(code: str, _language: str, _attributes: str) -> str:
        return Markup('<pre class="code">{}</pre>').format(highlight(code))

    parser = MarkdownIt("commonmark", {"html": False, "highlight": fenced})
    tokens = parser.parse(page)
    after_title = next(i for i, token in enumerate(tokens) if token.type == "heading_close") + 1
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = "h3"
        token.children = [
            child for child in token.children or () if child.type not in ("link_open", "link_close")
        ]
    return Markup(parser.renderer.render(tokens[after_title:], parser.options, {}))
