"""Every page in a real browser, narrow and wide, light and dark: no reader is kept from it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from families import exhaustive
from kernelscope.profiling.timeline import device_use
from kernelscope.record import Profile, Span, load
from kernelscope.results.files import result_of
from kernelscope.results.programs import ProfileResult

RECORDS = Path(__file__).parent / "golden" / "records"
PROBE = Path(__file__).with_name("readable.js").read_text()


@pytest.mark.browser
@pytest.mark.parametrize(
    "look", ["500 light", exhaustive("500 dark"), exhaustive("1400 light"), "1400 dark"]
)
@pytest.mark.parametrize(
    "record",
    ["compare-many", "diff-two", "profile-used", "profile-two", "inspect-all", "roofline-spread"],
)
def test_a_page_is_readable_on_every_screen(
    browser: Callable[..., str], record: str, look: str
) -> None:
    """Nothing is wider than the window, faint, nameless, or out of the keyboard's reach."""
    width, scheme = look.split()
    page = result_of(load(RECORDS / f"{record}.json")).page()
    dom = browser(
        page.replace("</body>", f"<script>{PROBE}</script></body>"),
        "--dump-dom",
        f"--window-size={width},900",
        f"--blink-settings=preferredColorScheme={int(scheme == 'light')}",
    )
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom, re.DOTALL)
    assert found, dom[-2000:]
    assert json.loads(unescape(found[1])) == []


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
