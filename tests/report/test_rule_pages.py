"""The pages of rules as HTML."""

from __future__ import annotations

from markupsafe import Markup, escape

from kernelscope.diagnose import RULES
from kernelscope.report.rule_pages import rule_pages, to_html

PAGE = """# A rule

Lanes <b>diverge</b>; see [the other](other.md).

## How it is found

```python
x < 1
```
"""


def marked(code: str) -> Markup:
    return Markup("<i>") + escape(code) + Markup("</i>")


def test_a_page_is_shown_without_its_title_and_its_links() -> None:
    """HTML in it is text; its headings are below those of the report."""
    assert to_html(PAGE, marked).split("\n") == [
        "<p>Lanes &lt;b&gt;diverge&lt;/b&gt;; see the other.</p>",
        "<h3>How it is found</h3>",
        '<pre class="code"><i>x &lt; 1',
        "</i></pre>",
        "",
    ]


def test_the_pages_are_those_of_the_named_rules_in_the_order_of_the_rules() -> None:
    """A name that belongs to no rule has no page."""
    last, first = RULES[-1], RULES[0]
    found = rule_pages([last.name, "my-own", first.name, last.name], marked)
    assert [(name, threshold) for name, threshold, _ in found] == [
        (rule.name, rule.threshold) for rule in (first, last)
    ]
    assert all("<h3>Example</h3>" in page for _, _, page in found)
