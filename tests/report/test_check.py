"""The findings of `check`, from a record made by hand: 80 columns, and a page in a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from kernelscope.record import (
    CheckFinding,
    CheckRecord,
    Excerpt,
    Outcome,
    Suppressed,
    from_json,
    to_json,
)
from kernelscope.report.check import html
from kernelscope.results.kernels import CheckResult

LONG = "out[blockIdx.x * blockDim.x + threadIdx.x] = " + " + ".join(f"x[{n}]" for n in range(40))
RACE = CheckFinding(
    tool="race",
    kind="write-read",
    kernel="sum<float>",
    source="/home/me/a folder/with/many/parts/and/a/long/name/kernels.cu:12 (ptx:80)",
    other_source="/home/me/a folder/with/many/parts/and/a/long/name/kernels.cu:11 (ptx:71)",
    thread=(32, 0, 0),
    block=(0, 0, 0),
    other_thread=(3, 2, 0),
    other_block=(1, 4, 0),
    buffer="x",
    index=7,
    count=1920,
    message="a thread reads x[1, 2] while a thread of another block writes it",
    advice="use an atomic operation",
    element=(1, 2),
    code=Excerpt("/home/me/kernels.cu", 10, 12, ("// <b>", "x[i] = 1;", f"    {LONG}")),
    other_code=Excerpt("/home/me/kernels.cu", 10, 11, ("// <b>", "    x[i] = 1;", LONG)),
    ptx=Excerpt("ptx", 79, 80, ("// ptx", "ld.global.f32 %f1, [%rd1];")),
    outcomes=(Outcome("turns", "3"), Outcome("interleaved", "5"), Outcome("random:0", "5")),
    outcome_at="x[1, 2]",
)
RECORD = CheckRecord(
    device="virtual:h200",
    subject="script.py",
    findings=(RACE, replace(RACE, kind="same-value", outcomes=(), count=1)),
    launches=3,
    tools=("race", "memory"),
    schedules=("turns", "interleaved", "random:0"),
    suppressed=(Suppressed(RACE, "known since March"),),
    notes=("kernel: race: off: why",),
)


def test_the_table_keeps_to_the_terminals_width():
    """Both sides, the element, the values, how often; long lines are cut, not wrapped."""
    shown = CheckResult(RECORD).table(80)
    assert max(map(len, shown.splitlines())) <= 80
    for part in (
        "race: write-read  in sum<float>  1,920 times",
        "block 0, thread 32  kernels.cu:12 (ptx:80)",
        "block (1,4,0), thread (3,2,0)  kernels.cu:11 (ptx:71)",
        "   11 │ x[i] = 1;",
        "the order of the threads decides: x[1, 2] is 3 with --schedule turns; 5 with",
        "do: use an atomic operation",
        "2 findings in 3 launches (race, memory, 3 schedules)",
        "known since March",
        "note: kernel: race: off: why",
    ):
        assert part in shown
    # The earlier side comes first.
    assert shown.index("kernels.cu:11") < shown.index("kernels.cu:12")


def test_nothing_found_says_so():
    """One line."""
    record = replace(RECORD, findings=(), suppressed=(), notes=(), schedules=("turns",))
    assert CheckResult(record).table() == "nothing found in 3 launches (race, memory)\n"


def test_the_record_survives_json():
    """Every field, of both sides."""
    assert from_json(to_json(RECORD)) == RECORD


def test_the_page_escapes_what_kernels_say():
    """A kernel's source is text, not HTML."""
    page = CheckResult(RECORD).page()
    assert "// &lt;b&gt;" in page
    assert "sum&lt;float&gt;" in page
    assert "<b>\n" not in page


PROBE = """<script>
const boxes = [...document.querySelector(".sides").children].map((s) => s.getBoundingClientRect());
const beside = boxes[0].top === boxes[1].top && boxes[0].right < boxes[1].left;
const wide = document.documentElement.scrollWidth > innerWidth;
document.body.dataset.seen = JSON.stringify({ beside, wide });
</script></body>"""


@pytest.mark.browser
@pytest.mark.parametrize(("width", "beside"), [(1280, "true"), (500, "false")])
def test_both_sides_are_next_to_each_other_if_there_is_room(
    browser: Callable[..., str], width: int, beside: str
):
    """On a narrow page one is below the other, and nothing sticks out."""
    page = CheckResult(RECORD).page().replace("</body>", PROBE)
    seen = browser(page, f"--window-size={width},1600", "--dump-dom")
    assert f"&quot;beside&quot;:{beside},&quot;wide&quot;:false" in seen


def test_many_findings_of_one_kernel_get_a_hint():
    """They often have one cause; two of a kernel, or one each of three, say nothing."""
    said = "fix the first"
    few = replace(RECORD, findings=(RACE, RACE))
    others = tuple(replace(RACE, kernel=f"k{n}") for n in range(3))
    assert said not in CheckResult(few).table(200)
    assert said not in CheckResult(replace(RECORD, findings=others)).table(200)
    many = CheckResult(replace(RECORD, findings=(RACE, RACE, RACE)))
    assert said in many.table(200)
    assert said in html.to_html(many.record)


def test_code_in_words_is_code_on_the_page():
    """What a text has in backticks; all else of it is escaped."""
    page = CheckResult(replace(RECORD, findings=(replace(RACE, advice="put `a<b>` in <i>"),)))
    assert "put <code>a&lt;b&gt;</code> in &lt;i&gt;" in html.to_html(page.record)
