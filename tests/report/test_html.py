"""The HTML report: self-contained, safe, complete; sorted and themed in a real browser."""

from __future__ import annotations

import dataclasses
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import kernelscope.diagnose
from kernelscope.record import Comparison
from kernelscope.results.operations import ComparisonResult

PAGES = Path(kernelscope.diagnose.__file__).parent / "pages"


def to_html(record: Comparison) -> str:
    """The page, as `.page()` returns it."""
    return ComparisonResult(record).page()


class Page(HTMLParser):
    """Collects the text, the tags and the attributes of a page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(source)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def test_nothing_is_loaded_from_anywhere(swept: Comparison):
    """No src, no link, no import, no address of another host: it works offline."""
    source = to_html(swept)
    page = Page(source)
    links = [value for name, value in page.attributes if name in ("src", "href", "action")]
    assert all(link.startswith("#") for link in links)
    assert not re.search(r"https?://|@import|url\(", source)
    assert "link" not in page.tags


def test_a_finding_leads_to_its_rules_page_within_the_report(swept: Comparison):
    """Heading, text and example of `diagnose/pages`; a rule that is not found is absent."""
    source = to_html(swept)
    page = Page(source)
    rules = {finding.rule for row in swept.rows for finding in row.findings}
    assert rules
    for rule in rules:
        assert ("href", f"#rule-{rule}") in page.attributes
        assert ("id", f"rule-{rule}") in page.attributes
        for line in (PAGES / f"{rule}.md").read_text().splitlines()[4:8]:
            assert line.replace("`", "").removeprefix("## ") in page.text
    assert "rule-padding-waste" not in source


def test_it_stays_small(comparison: Comparison):
    """A hundred launches and four hundred lines of code a row stay under a megabyte."""
    row = comparison.rows[1]
    big = dataclasses.replace(row, launches=row.launches * 100, code="x = [1, 2, 3]\n" * 400)
    assert len(to_html(dataclasses.replace(comparison, rows=(big,) * 8)).encode()) < 1_000_000


def test_code_and_reasons_are_escaped(comparison: Comparison):
    """What a user's code or error says is text, never markup."""
    bad = dataclasses.replace(comparison.rows[2], reason="<script>alert(1)</script>")
    source = to_html(dataclasses.replace(comparison, rows=(comparison.rows[0], bad)))
    assert "<script>alert" not in source
    assert "<b>nine</b>" not in source
    assert "# <b>nine</b> kernels" in Page(source).text


def test_every_part_of_the_record_is_there(swept: Comparison):
    """Verdict, limit, errors, nasty cases, findings, launches, code, environment."""
    text = " ".join(Page(to_html(swept)).text.split())
    for part in (
        swept.verdict,
        "measured (4 GiB on one H200)",
        "first at [3, 7]",
        "values=nan",
        "9 launches move 11.0 times the fewest bytes",
        "32 registers, occupancy 100%",
        "0.490 ms meas.",
        "0.480 … 0.500 ms median of 30",
        "two methods disagree",
        "def gelu_kernel",
        "2.13.0+cpu",
        "kernelscope compare gelu --device virtual:h200",
    ):
        assert part in text, part


def test_numbers_carry_their_provenance(comparison: Comparison):
    """Estimated times are tagged, and mixed bytes each have their own tag."""
    text = " ".join(Page(to_html(comparison)).text.split())
    assert "time est." in text
    assert "23.6 GB cmp." in text
    assert "2.15 GB cnt." in text
    assert "virtual; results and counts are exact, times are estimated" in text


def test_a_record_without_numbers_is_still_a_page(comparison: Comparison):
    """All rows failed: the page says so, and draws nothing."""
    page = Page(to_html(dataclasses.replace(comparison, rows=(comparison.rows[3],), verdict="")))
    assert "0 of 1" in page.text
    assert "svg" not in page.tags


# --- in a real browser ---------------------------------------------------------------------------

PROBE = """<script>
const names = () => [...document.querySelectorAll(".results tbody tr")]
  .map((row) => row.cells[0].textContent.trim()).join(" ");
const press = (heading) => [...document.querySelectorAll(".results th button")]
  .find((button) => button.textContent.trim().startsWith(heading)).click();
const back = () => getComputedStyle(document.body).backgroundColor;
const seen = [names()];
press("time"); seen.push(names()); press("time"); seen.push(names());
press("implementation"); seen.push(names());
const before = back(); document.getElementById("theme").click();
seen.push(String(before !== back()));
location.hash = "#impl-triton";
addEventListener("hashchange", () => {
  seen.push(String(document.getElementById("impl-triton").open));
  document.body.innerHTML = "<pre id=probe>" + seen.join("|") + "</pre>";
});
</script>"""


@pytest.mark.browser
def test_sorting_theme_and_links_work_in_a_browser(browser, comparison: Comparison):
    """Pressing a heading sorts up, then down, with empty cells last; links open their section."""
    page = to_html(comparison).replace("</body>", PROBE + "</body>")
    dom = browser(page, "--dump-dom")
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom)
    assert found, dom[-2000:]
    assert found[1].split("|") == [
        "naive triton mine broken load-inline",
        "triton naive mine broken load-inline",
        "naive triton mine broken load-inline",
        "broken load-inline mine naive triton",
        "true",
        "true",
    ]


@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "dark"), [("0", True), ("1", False)])
def test_the_page_follows_the_systems_colours(browser, comparison, tmp_path, scheme, dark):
    """On a dark system most of the page is dark, on a light one light."""
    from matplotlib.image import imread

    shot = tmp_path / "shot.png"
    options = (f"--blink-settings=preferredColorScheme={scheme}", f"--screenshot={shot}")
    browser(to_html(comparison), *options, "--window-size=1000,1400")
    brightness = float(imread(shot)[..., :3].mean())
    assert (brightness < 0.3) if dark else (brightness > 0.8)


def test_it_says_which_to_use_when(comparison: Comparison):
    """What is for and against each, with its effort."""
    page = to_html(comparison)
    section = page[page.index("Which to use") : page.index("<h2>Implementations")]
    for words in (
        "the shortest: 2 lines",
        "10.4× the time of triton",
        "<b>use this one</b>",
        "312 ms",
    ):
        assert words in section


WIDTHS = """<script>
const box = document.querySelector(".choices").closest(".scroll");
document.body.innerHTML = `<pre id="probe">${box.scrollWidth - box.clientWidth}</pre>`;
</script></body>"""


@pytest.mark.browser
def test_which_to_use_is_read_without_scrolling(browser, comparison: Comparison):
    """Long arguments wrap: at 1,400 px the table is as wide as the page."""
    long = dataclasses.replace(
        comparison.approaches[0],
        pros=("the shortest: 2 lines", "no compiler", "runs on every device that PyTorch has"),
        cons=("10.4 × the time of triton", "3 kernels where one would do, so 3 times the bytes"),
        when="to check the others against, and as long as nobody waits for its result",
    )
    page = to_html(dataclasses.replace(comparison, approaches=(long, *comparison.approaches[1:])))
    dom = browser(page.replace("</body>", WIDTHS), "--dump-dom", "--window-size=1400,900")
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom)
    assert found
    assert found[1] == "0"
