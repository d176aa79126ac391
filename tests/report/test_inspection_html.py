"""The page of opened kernels: whole, small, offline; its lines in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kernelscope.record import Decision, InspectedKernel, Inspection, LaunchRecord, Stage
from kernelscope.report.inspection.html import to_html

SOURCE = (
    "def scale(x):\n    y = helper(x)  # <b>twice</b>\n    return y\n\n# lib.py:7\nreturn 2 * x\n"
)
PTX = """.visible .entry scale(
)
{
    .loc 1 11 1
    ld.global.f32 %f1, [%rd1];
    mul.f32 %f2, %f1, 0f40000000;
    .loc 1 12 1
    st.global.f32 [%rd1], %f2;
    ret;
}
    .section .debug_info
"""


@pytest.fixture
def record() -> Inspection:
    """A kernel of three lines with a function inlined into the second, and one more kernel."""
    source = Stage(
        SOURCE,
        "python",
        ((1, "/a/k.py:10"), (2, "/a/k.py:11"), (3, "/a/k.py:12"), (6, "/lib/lib.py:7")),
    )
    ptx = Stage(
        PTX,
        "ptx",
        ((5, "/a/k.py:11"), (6, "/lib/lib.py:7"), (6, "/a/k.py:11"), (8, "/a/k.py:12")),
        ".loc",
        executed=((5, 64), (6, 64), (8, 1024)),
        explained=((8, 'store "%f2" to x[0]'),),
    )
    sass = Stage(
        "    /*0000*/  LDG.E R4, [R2];\n    /*0010*/  FADD R4, R4, R4;\n    /*0020*/  EXIT;\n",
        "sass",
        ((1, "/a/k.py:11"), (2, "/lib/lib.py:7"), (2, "/a/k.py:11")),
        "table",
        registers=((1, 3), (2, 2), (3, 0)),
    )
    kernel = InspectedKernel(
        "scale",
        "triton",
        "sm_90a",
        stages={"source": source, "ptx": ptx, "sass": sass},
        registers=12,
        spill_bytes=0,
        launch=LaunchRecord("scale", (2, 1, 1), (1024, 1, 1)),
    )
    bare = Stage("    /*0000*/  EXIT;\n", "sass", (), "no map: compile with -lineinfo")
    other = InspectedKernel("other", "ptx", "sm_80", stages={"sass": bare})
    return Inspection("ops.py:scale", "virtual:h200", (kernel, other))


class Text(HTMLParser):
    """The text of a page, and what it would load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.loads: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [value or "" for name, value in attrs if name in ("src", "href", "action")]


def test_it_is_whole_and_loads_nothing(record: Inspection) -> None:
    page = to_html(record)
    parsed = Text(page)
    assert parsed.loads == []
    assert not re.search(r"https?://|@import|url\(", page)
    for part in (
        "y = helper(x)  # <b>twice</b>",
        "12 registers a thread, 0 B spilled",
        "2×1×1 blocks × 1024×1×1 threads",
        "no map: compile with -lineinfo",
        "1,024",
    ):
        assert part in parsed.text, part
    assert "<b>twice</b>" not in page
    assert ".loc 1 11 1" not in parsed.text
    assert ".debug_info" not in parsed.text


@pytest.mark.slow
def test_a_page_of_many_lines_stays_under_five_megabytes(record: Inspection) -> None:
    """Six thousand lines of PTX, three times those of the largest matmul of `operations/`."""
    kernel = record.kernels[0]
    line = "    mul.wide.s32 %rd12, %r108, 4;\n"
    ptx = Stage(line * 6000, "ptx", tuple((n, "/a/k.py:11") for n in range(1, 6001)), ".loc")
    big = InspectedKernel("big", "triton", "sm_90a", stages={**kernel.stages, "ptx": ptx})
    assert len(to_html(Inspection("big", "virtual:h200", (big,))).encode()) < 5_000_000


PROBE = """<script>
const seen = [];
const main = document.getElementById("k0");
const line = (stage, number) => [...main.querySelectorAll(`[data-stage=${stage}] li`)]
  .find((one) => one.querySelector("b").textContent === String(number));
const click = (element, options = {}) =>
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, ...options }));
const lit = () => ["source", "ptx", "sass"].map((stage) =>
  [...main.querySelectorAll(`[data-stage=${stage}] li.on`)]
    .map((one) => one.querySelector("b").textContent).join(",")).join(" ");
const note = () => seen.push(lit());
click(line("source", 11)); note();
seen.push(main.querySelector(".picked").textContent.replace(/\\s+/g, " "));
seen.push(getComputedStyle(line("ptx", 5)).backgroundColor !==
  getComputedStyle(line("ptx", 8)).backgroundColor);
click(line("ptx", 8)); note();
seen.push(main.querySelector(".picked .words").textContent);
click(line("sass", 2)); note();
seen.push(line("source", 7).classList.contains("near"));
click(line("sass", 2), { shiftKey: true }); note();
dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })); note();
dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" })); note();
dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" })); note();
const toggle = main.querySelector(".toggle[data-stage=ptx]");
const shown = () => getComputedStyle(main.querySelector(".column[data-stage=ptx]")).display;
const before = shown(); click(toggle); seen.push(before !== shown());
click(document.querySelector(".pick[data-kernel='1']"));
seen.push(getComputedStyle(main).display + getComputedStyle(document.getElementById("k1")).display);
const back = () => getComputedStyle(document.body).backgroundColor;
const was = back(); document.getElementById("theme").click(); seen.push(was !== back());
document.body.innerHTML = "<pre id=probe>" + seen.join("|") + "</pre>";
</script>"""


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["0", "1"])
def test_a_line_lights_what_came_from_it_in_every_stage_and_back(
    browser: Callable[..., str], record: Inspection, scheme: str
) -> None:
    page = to_html(record).replace("</body>", PROBE + "</body>")
    dom = browser(page, "--dump-dom", f"--blink-settings=preferredColorScheme={scheme}")
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom)
    assert found, dom[-2000:]
    assert found[1].split("|") == [
        "11 5,6 1,2",
        "k.py:11y = helper(x) # <b>twice</b>PTX 2 · SASS 2 · 128 instructions executed by warps",
        "true",
        "12 8 ",
        'store "%f2" to x[0]',
        "11 5,6 1,2",
        "true",
        "7 6 2",
        "  ",
        "11 5,6 1,2",
        "12 8 ",
        "true",
        "noneflex",
        "true",
    ]


PROBE_OF_LINES = """<script>
const seen = [];
const main = document.getElementById("k0");
const STAGES = ["source", "ttgir", "ptx", "sass"];
const numbers = (kind) => STAGES.map((stage) =>
  [...main.querySelectorAll(`[data-stage=${stage}] li.${kind}`)]
    .map((one) => one.firstElementChild.textContent).join(",")).join(" ");
const line = (stage, number) => [...main.querySelectorAll(`[data-stage=${stage}] li`)]
  .find((one) => one.firstElementChild.textContent === String(number));
const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
const key = (name) => dispatchEvent(new KeyboardEvent("keydown", { key: name }));
const note = () => seen.push(`${numbers("on")}/${numbers("near")}`);
click(line("ttgir", 2)); note();
seen.push(main.querySelector(".picked .more").textContent);
const address = decodeURIComponent(location.hash.slice(4));
click(line("ttgir", 2)); note();
click(line("ptx", 5)); note();
click(line("ttgir", 4)); note();
click(line("source", 12)); note();
if (main.querySelector(".column[data-stage=ttgir]").hidden)
  click(main.querySelector(".toggle[data-stage=ttgir]"));
main.querySelector("[data-stage=ttgir] .lines").focus();
key("ArrowUp"); note();
key("Escape"); current.go(address); note();
click(line("source", 10)); seen.push(main.querySelector(".picked .more").textContent);
document.body.innerHTML = "<pre id=probe>" + seen.join("|") + "</pre>";
</script>"""


@pytest.mark.browser
def test_a_line_of_ttgir_lights_exactly_what_it_became_brighter_than_the_rest(
    browser: Callable[..., str], record: Inspection
) -> None:
    kernel = record.kernels[0]
    places = (
        (5, "/a/k.py:10"),
        (1, "/a/k.py:11"),
        (2, "/lib/lib.py:7"),
        (2, "/a/k.py:11"),
        (3, "/a/k.py:12"),
    )
    leads = {"ptx": ((1, 5), (2, 6), (3, 8), (4, 9))}
    ttgir = Stage("load\nmul\nstore\nreturn\nend\n", "mlir", places, "loc", leads_to=leads)
    ptx = replace(kernel.stages["ptx"], leads_to={"sass": ((5, 1), (6, 2), (9, 3))})
    stages = {**kernel.stages, "ttgir": ttgir, "ptx": ptx}
    page = to_html(replace(record, kernels=(replace(kernel, stages=stages),)))
    dom = browser(page.replace("</body>", PROBE_OF_LINES + "</body>"), "--dump-dom")
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom)
    assert found, dom[-2000:]
    one = "11 2 6 2/7 1 5 1"
    counts = (
        "the line picked: PTX 1 · SASS 1 · TTGIR 1; all of this source line: PTX 2 · SASS 2 · "
        "TTGIR 2 · 128 instructions executed by warps"
    )
    assert found[1].split("|") == [
        one,
        counts,
        "   /   ",
        "11 1 5 1/ 2 6 2",
        " 4 9 3/   ",
        "12 3 8 /   ",
        one,
        one,
        "TTGIR 1",  # which ran nothing
    ]


PROBE_OF_OPENING = """<script>
const main = document.getElementById("k0");
const column = (stage) => main.querySelector(`.column[data-stage=${stage}]`);
const lit = (stage) => [...column(stage).querySelectorAll("li.on")]
  .map((one) => one.firstElementChild.textContent).join(",");
const inView = (stage) => {
  const [box, line] = [column(stage).querySelector(".lines"), column(stage).querySelector("li.on")]
    .map((one) => one.getBoundingClientRect());
  return line.top >= box.top && line.bottom <= box.bottom;
};
const wide = [...main.querySelectorAll(".lines")]
  .filter((box) => box.scrollWidth > box.clientWidth);
const rows = new Set([...main.querySelectorAll(".toggle")].map((button) => button.offsetTop));
const opened = [lit("source"), inView("source"), location.hash];
const fold = column("source").querySelector(".fold details");
const before = fold.open;
const library = fold.querySelector("li[data-p]");
library.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true }));
const seen = [before, fold.querySelector("summary").textContent,
  fold.open, wide.length, rows.size, document.documentElement.scrollWidth <= innerWidth,
  main.querySelector(".why").open, main.querySelector(".why article").checkVisibility()];
document.body.innerHTML = `<pre id=probe>${JSON.stringify([opened, seen])}</pre>`;
</script>"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [500, 1400])
def test_it_opens_at_the_hottest_line_and_fits_the_window(
    browser: Callable[..., str], record: Inspection, width: int
) -> None:
    """Line 12 ran most: it is lit and in view, far below the top; long lines are wrapped."""
    kernel = record.kernels[0]
    source, ptx = kernel.stages["source"], kernel.stages["ptx"]
    library = "/x/site-packages/triton/language/standard.py:7"
    above = "".join(f"# comment {n} {'that is long ' * 30}\n" for n in range(60))
    moved = tuple(
        (line + 60, place.replace("/lib/lib.py:7", library)) for line, place in source.map
    )
    decided = (Decision("vectorize", "a load of 32 bits", source="/a/k.py:11"),)
    stages = {
        **kernel.stages,
        "source": replace(source, text=above + source.text, map=moved),
        "ptx": replace(
            ptx, map=tuple((n, place.replace("/lib/lib.py:7", library)) for n, place in ptx.map)
        ),
    }
    opened = replace(record, kernels=(replace(kernel, stages=stages, decisions=decided),))
    page = to_html(opened).replace("</body>", PROBE_OF_OPENING + "</body>")
    dom = browser(page, "--dump-dom", f"--window-size={width},900")
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom)
    assert found, dom[-2000:]
    summary = "code of a library, 3 lines"
    assert json.loads(found[1]) == [
        ["12", True, ""],
        [False, summary, True, 0, 1, True, True, True],
    ]


@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "dark"), [("0", True), ("1", False)])
def test_it_follows_the_systems_colours(
    browser: Callable[..., str], record: Inspection, tmp_path: Path, scheme: str, dark: bool
) -> None:
    from matplotlib.image import imread

    shot = tmp_path / "shot.png"
    options = (f"--blink-settings=preferredColorScheme={scheme}", f"--screenshot={shot}")
    browser(to_html(record), *options, "--window-size=1400,900")
    brightness = float(imread(shot)[..., :3].mean())
    assert (brightness < 0.3) if dark else (brightness > 0.8)
