"""Pages of large records have less than 1 MB, and say what is not on them."""

from __future__ import annotations

import base64
import dataclasses
import gzip
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kernelscope.profiling.timeline import device_use
from kernelscope.quantity import Quantity
from kernelscope.record import Inspection, Profile, Span, load
from kernelscope.record.tuning import Candidate, TunedKernel, Tuning
from kernelscope.results.files import result_of
from kernelscope.results.kernels import CheckResult, InspectionResult
from kernelscope.results.operations import TuningResult
from kernelscope.results.programs import ProfileResult
from report.test_check import RECORD as CHECK

RECORDS = Path(__file__).parent / "golden" / "records"
MOST = 1_000_000


def content(page: str) -> str:
    """The page as its script unpacks it."""
    packed = re.search(r'<script type="application/gzip" id="packed">([^<]*)</script>', page)
    return gzip.decompress(base64.b64decode(packed[1])).decode() if packed else page


def profile() -> ProfileResult:
    """As many spans as a record keeps, on two threads and two streams, and 12,000 stacks."""
    rng = random.Random(0)
    spans = tuple(
        Span(
            f"aten::operation_{n % 997}",
            "device" if n % 2 else "host",
            25.0 * n + rng.random(),
            rng.uniform(1.0, 24.0),
            source=f"model/layers/block_{n % 50}.py:{n % 400}",
            row=n // 2 % 2,
        )
        for n in range(20_000)
    )
    stacks = {
        f"main (train.py:1);layer_{n % 300} (m.py:{n % 300});call_{n} (m.py:{n})": rng.random()
        for n in range(12_000)
    }
    record = Profile("virtual:h200", "train.py", spans=spans, stacks=stacks, use=device_use(spans))
    return ProfileResult(record, spans)


def inspection(kernels: int) -> InspectionResult:
    """Kernels of 3,000 lines of PTX each, every line with its place."""
    record = load(RECORDS / "inspect-all.json")
    assert isinstance(record, Inspection)
    rng = random.Random(0)
    kernel = record.kernels[0]

    def longer(number: int):
        lines = [
            f"\tfma.rn.f32 \t%f{rng.randrange(9999)}, %f{rng.randrange(9999)}, %f{n}, %f{n % 77};"
            for n in range(3000)
        ]
        ptx = dataclasses.replace(
            kernel.stages["ptx"],
            text="\n".join(lines),
            map=tuple((n + 1, f"k.py:{22 + n % 12}") for n in range(3000)),
            explained=tuple((n + 1, f"register {n} gets the product") for n in range(3000)),
        )
        stages = {**kernel.stages, "ptx": ptx}
        return dataclasses.replace(kernel, name=f"kernel_{number}", title="", stages=stages)

    return InspectionResult(dataclasses.replace(record, kernels=tuple(map(longer, range(kernels)))))


def tuning() -> TuningResult:
    """5,000 configurations of a kernel."""
    candidates = tuple(
        Candidate(
            {"BLOCK": f"{n}", "num_warps": f"{n % 32}"}, Quantity(1.0 + n / 7, "us", "estimated")
        )
        for n in range(5000)
    )
    return TuningResult(
        Tuning("virtual:h200", "k.py", (TunedKernel("k", None, {}, False, candidates, 0, (0,)),))
    )


def check() -> CheckResult:
    """1,000 findings with the source of both sides."""
    return CheckResult(dataclasses.replace(CHECK, findings=(CHECK.findings * 1000)[:1000]))


@pytest.mark.parametrize(
    ("made", "last"),
    [
        (profile, "call_"),
        (lambda: inspection(4), "kernel_3"),
        (tuning, ">4999<"),
        (check, "1000. "),
    ],
    ids=["profile", "inspect", "tune", "check"],
)
def test_a_page_of_a_large_record_is_small_and_has_all(
    made: Callable[[], ProfileResult], last: str
) -> None:
    """Its content is compressed; a notebook, where nothing unpacks it, shows less."""
    result = made()
    page = result.page()
    assert len(page.encode()) < MOST
    assert "<noscript>" in page
    assert last in content(page)
    assert len(content(page)) > 5 * len(page)
    assert len(result._repr_html_().encode()) < MOST


def test_a_small_page_is_not_compressed() -> None:
    page = result_of(load(RECORDS / "inspect-all.json")).page()
    assert content(page) is page
    assert "packed" not in page


def test_kernels_that_a_page_has_no_room_for_are_named() -> None:
    page = inspection(12).page()
    assert len(page.encode()) < MOST
    shown = re.findall(r'data-kernel="(\d+)"', page)
    (note,) = re.findall(r'<p class="foot">not on this page, ([^<]*)</p>', content(page))
    named = re.findall(r"kernel_\d+", note)
    assert 4 <= len(shown) < 12
    assert named == [f"kernel_{number}" for number in range(len(shown), 12)]
    assert "--kernel NAME" in note


UNPACKED = """<script>
setTimeout(() => {
  const kernels = document.querySelectorAll(".kernel");
  document.querySelector('#k0 [data-stage="ptx"] li[data-p]').click();
  const lit = document.querySelectorAll("li.on").length;
  const seen = [kernels.length, lit > 0, document.getElementById("packed") === null];
  document.body.innerHTML = `<pre id="probe">${JSON.stringify(seen)}</pre>`;
}, 1500);
</script></body>"""


@pytest.mark.browser
def test_a_compressed_page_unpacks_itself_and_works(browser: Callable[..., str]) -> None:
    """Its script finds the lines of each kernel: a click on one lights its place."""
    page = inspection(2).page().replace("</body>", UNPACKED)
    assert "packed" in page
    found = re.search(r'<pre id="probe">(.*?)</pre>', browser(page, "--dump-dom"))
    assert found
    assert json.loads(found[1]) == [2, True, True]
