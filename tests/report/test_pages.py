"""Every page in a real browser, narrow and wide, light and dark: no reader is kept from it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path

import pytest

from families import exhaustive
from kernelscope.profiling.timeline import device_use
from kernelscope.quantity import Quantity
from kernelscope.record import Profile, Span, load
from kernelscope.report import index
from kernelscope.report.index import Entry, Refused
from kernelscope.report.page import Made
from kernelscope.report.summaries import Summary
from kernelscope.results.files import result_of
from kernelscope.results.kernels import CheckResult
from kernelscope.results.programs import ProfileResult
from report.test_check import RECORD as CHECK
from report.test_html import Page

RECORDS = Path(__file__).parent / "golden" / "records"
PROBE = Path(__file__).with_name("readable.js").read_text()
FILES = ("train.json", "train.trace.json", "train.stacks.txt", "a b.csv")
NOTEBOOK = """<!doctype html><html lang="en"><head><meta charset="utf-8"><style>
body { background: #eee; color: #111; }
[data-jp-theme-light="false"] { background: #111; color: #eee; }
.jp-RenderedHTMLCommon table { table-layout: fixed; font-size: 30px; margin: auto; }
.jp-RenderedHTMLCommon td, .jp-RenderedHTMLCommon th { text-align: right; padding: 2em; }
.jp-RenderedHTMLCommon tbody tr:nth-child(odd) { background: #eee; color: #111; }
[data-jp-theme-light="false"] .jp-RenderedHTMLCommon tbody tr:nth-child(odd) { background: #777; }
</style></head><body data-jp-theme-light="LIGHT"><main><h1>A notebook</h1>
<div class="jp-RenderedHTMLCommon">FRAGMENT</div></main></body></html>"""


TABLES = """
const looks = [...document.querySelectorAll(".kernelscope tbody tr")].map((row) =>
  `${getComputedStyle(row).backgroundColor} ${getComputedStyle(row.cells[0]).textAlign}`);
document.body.dataset.looks = [...new Set(looks)].join(", ");
"""


def page_of(name: str) -> str:
    """The page of a saved record, with links to files next to it."""
    return result_of(load(RECORDS / f"{name}.json")).page(FILES)


def index_page() -> str:
    """An index with a record of each kind, one of them wrong, and a file that is not a record."""
    refused = [Refused("x.json", "not JSON")]
    made = Made("kernelscope report .", "2026-11-29T10:00:00Z", ())
    entries = [
        Entry(f"{kind}.json", kind, f"{kind} <subject>", "virtual:h200", date, said, f"{kind}.html")
        for kind, date, said in (
            ("compare", "2026-11-29T10:00:00Z", Summary("fine", Quantity(2.0, "ms", "measured"))),
            ("check", "2026-11-28T10:00:00Z", Summary("2 findings", None, is_bad=True)),
            ("tune", "", Summary("choose this", Quantity(3.0, "us", "estimated"))),
        )
    ]
    return index.to_html("out", entries, refused, made)


PAGES: dict[str, Callable[[], str]] = {
    name: partial(page_of, name)
    for name in (
        "compare-many",
        "diff-two",
        "profile-used",
        "profile-two",
        "inspect-all",
        "roofline-spread",
        "occupancy",
        "gpus",
    )
} | {"check": lambda: CheckResult(CHECK).page(FILES), "index": index_page}


@pytest.mark.browser
@pytest.mark.parametrize(
    "look", ["500 light", exhaustive("500 dark"), exhaustive("1400 light"), "1400 dark"]
)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_readable_on_every_screen(
    browser: Callable[..., str], name: str, look: str
) -> None:
    """Nothing is wider than the window, faint, nameless, or out of the keyboard's reach."""
    width, scheme = look.split()
    dom = browser(
        PAGES[name]().replace("</body>", f"<script>{PROBE}</script></body>"),
        "--dump-dom",
        f"--window-size={width},900",
        f"--blink-settings=preferredColorScheme={int(scheme == 'light')}",
    )
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom, re.DOTALL)
    assert found, dom[-2000:]
    assert json.loads(unescape(found[1])) == []


@pytest.mark.browser
@pytest.mark.parametrize("record", ["compare-many", "profile-script", exhaustive("diff-two")])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_notebook_shows_a_result_in_its_own_theme(
    browser: Callable[..., str], record: str, theme: str
) -> None:
    """The system has the other theme, and the notebook's style of tables is not in the way."""
    fragment = result_of(load(RECORDS / f"{record}.json"))._repr_html_()
    page = NOTEBOOK.replace("LIGHT", "true" if theme == "light" else "false")
    page = page.replace("FRAGMENT", fragment)
    # A browser lets the keyboard reach what scrolls; a page says so by its script.
    probe = (TABLES + PROBE).replace("scrolls &&", "false &&")
    probe = probe.replace('element.matches(".scroll")', "false")
    dom = browser(
        page.replace("</body>", f"<script>{probe}</script></body>"),
        "--dump-dom",
        "--window-size=1400,900",
        f"--blink-settings=preferredColorScheme={int(theme == 'dark')}",
    )
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom, re.DOTALL)
    assert found, dom[-2000:]
    assert json.loads(unescape(found[1])) == []
    assert dom.count('data-looks="rgba(0, 0, 0, 0) left"') == 1


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_its_command_and_loads_nothing(name: str) -> None:
    """Addresses are links for the reader alone: to the tools that open a file, and to files."""
    source = PAGES[name]()
    page = Page(source)
    loaded = [value for key, value in page.attributes if key in ("src", "action", "data", "poster")]
    assert loaded == []
    assert not re.search(r"@import|url\(", source)
    assert not {"link", "iframe", "img", "object", "embed"} & {*page.tags}
    assert [value for key, value in page.attributes if key == "href" and ":" in value] == (
        [] if name == "index" else ["https://ui.perfetto.dev", "https://www.speedscope.app"]
    )
    assert "kernelscope report ." in page.text if name == "index" else "a%20b.csv" in source


COPY = """<script>
let copied = "";
const clipboard = { writeText: async (text) => { copied = text; } };
Object.defineProperty(navigator, "clipboard", { value: clipboard });
const button = document.querySelector(".copy"), before = button.hidden;
button.click();
setTimeout(() => {
  const said = button.nextElementSibling.textContent;
  document.body.innerHTML = `<pre id="probe">${JSON.stringify([before, copied, said])}</pre>`;
}, 50);
</script></body>"""


@pytest.mark.browser
def test_the_command_of_a_page_is_copied(browser: Callable[..., str]) -> None:
    page = page_of("compare-many").replace("</body>", COPY)
    found = re.search(r'<pre id="probe">(.*?)</pre>', browser(page, "--dump-dom"))
    assert found
    assert json.loads(unescape(found[1])) == [
        False,
        "kernelscope compare gelu --device virtual:h200",
        "copied",
    ]


FIND = """<script>
const names = () => [...document.querySelectorAll(".index tbody tr")]
  .filter((row) => !row.hidden).map((row) => row.cells[1].textContent).join(" ");
const input = document.getElementById("search"), count = document.getElementById("shown");
const seen = [document.querySelector(".search").hidden, names()];
const type = (words) => { input.value = words; input.dispatchEvent(new Event("input")); };
type("H200 fine"); seen.push(names(), count.textContent);
type(""); seen.push(names());
const headings = [...document.querySelectorAll(".index th button")];
headings.find((heading) => heading.textContent === "best time").click();
seen.push(names());
document.body.innerHTML = `<pre id="probe">${JSON.stringify(seen)}</pre>`;
</script></body>"""


@pytest.mark.browser
def test_an_index_is_searched_and_sorted(browser: Callable[..., str]) -> None:
    """By words in any cell; by time across units, records without one last."""
    dom = browser(index_page().replace("</body>", FIND), "--dump-dom")
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom)
    assert found, dom[-2000:]
    assert json.loads(unescape(found[1])) == [
        False,
        "compare check tune",
        "compare",
        "1 of 3",
        "compare check tune",
        "tune compare check",
    ]


ZOOM = """<script>
const frame = (name) => [...document.querySelectorAll("svg g")]
  .find((g) => g.querySelector("title").textContent.startsWith(name));
const shown = (name) => {
  const g = frame(name), box = g.querySelector("rect");
  return getComputedStyle(g).display === "none" ? 0 : +box.getAttribute("width");
};
const tools = document.querySelector(".tools"), search = tools.querySelector("input");
const press = (name) => tools.querySelector(`[data-zoom=${name}]`).click();
const seen = [shown("k0:"), shown("k500:")];
search.value = "K500"; search.dispatchEvent(new Event("input"));
seen.push(tools.querySelector("[role=status]").textContent);
search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
seen.push(shown("k500:"), shown("k0:"));
const ticks = [...document.querySelectorAll("text.note")].filter((t) => t.style.display !== "none");
seen.push(ticks.map((tick) => tick.textContent));
press("out"); seen.push(shown("k500:")); press("all"); seen.push(shown("k500:"));
document.body.innerHTML = `<pre id="probe">${JSON.stringify(seen)}</pre>`;
</script></body>"""


@pytest.mark.browser
def test_a_span_too_thin_to_see_is_found_by_its_name(browser: Callable[..., str]) -> None:
    """A search, Enter: the kernel of 1 µs within 1 s is a third of the timeline, at 1 ms."""
    spans = tuple(Span(f"k{n}", "device", 2.0 * n, 1.0) for n in range(1000))
    spans += (Span("long", "device", 3000.0, 1e6),)
    record = Profile("virtual:h200", "train.py", spans=spans, use=device_use(spans))
    page = ProfileResult(record, spans).page().replace("</body>", ZOOM)
    found = re.search(r'<pre id="probe">(.*?)</pre>', browser(page, "--dump-dom"))
    assert found
    hair, hidden, count, whole, beside, ticks, half, again = json.loads(unescape(found[1]))
    assert (hair, hidden, count) == (0.5, 0, "1 of 1002 match")  # the idle stretch is one
    plot = 3 * whole
    assert 900 < plot < 1200
    assert beside == 0
    assert half == pytest.approx(whole / 2)
    assert again == 0
    assert ticks
    moments = [float(tick.removesuffix(" ms")) for tick in ticks]
    assert all(0.999 <= moment <= 1.002 for moment in moments)
    assert len(set(moments)) == len(moments) >= 4


@pytest.mark.browser
def test_a_timeline_opens_on_the_work(browser: Callable[..., str]) -> None:
    """A second of imports lies before 3 µs of kernels: they fill the drawing, "all" shows both."""
    spans = (
        Span("import", "host", 0.0, 1e6, kind="import"),
        *(Span(f"k{n}", "device", 1e6 + n, 1.0) for n in range(3)),
    )
    record = Profile("virtual:h200", "train.py", spans=spans, use=device_use(spans))
    probe = (
        ZOOM.partition("const seen")[0]
        + """
const seen = [shown("k1:"), shown("import:")];
press("all"); seen.push(shown("k2:"), shown("import:"));
document.body.innerHTML = `<pre id="probe">${JSON.stringify(seen)}</pre>`;
</script></body>"""
    )
    page = ProfileResult(record, spans).page().replace("</body>", probe)
    found = re.search(r'<pre id="probe">(.*?)</pre>', browser(page, "--dump-dom"))
    assert found
    kernel, before, hair, whole = json.loads(unescape(found[1]))
    assert 300 < kernel < 400
    assert before < kernel / 5
    assert hair < 1
    assert whole > 900
