"""Two launches are one row of a table only if they did the same, and its name says what did not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

import kernelscope as ks  # noqa: E402
from kernelscope.history.figures import figures_of  # noqa: E402
from kernelscope.history.regressions import compare_records  # noqa: E402
from kernelscope.jobs.counters import count_target  # noqa: E402
from kernelscope.jobs.profile import Options, profile_target  # noqa: E402
from kernelscope.profiling.counters import sections as at  # noqa: E402
from kernelscope.profiling.counters.as_launches import told_apart  # noqa: E402
from kernelscope.quantity import Quantity  # noqa: E402
from kernelscope.record import KernelCounters, LaunchRecord, ScriptRun  # noqa: E402
from kernelscope.record.names import launch_titles  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

SOURCE = """
extern "C" __global__ void gather(const float* a, float* c, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[PLACE];
}"""
SCRIPT = f"""
import torch, kernelscope as ks
source = '''{SOURCE}'''
a, c = torch.zeros(8192, device="cuda"), torch.zeros(256, device="cuda")
for step in (1, 16, 1):
    ks.cuda_kernel(source.replace("PLACE", "i * step"), "gather")[2, 128](a, c, step)
"""


def titles(*launches: tuple[str, Any]) -> list[str]:
    """Return the titles of launches: the place that is read, and what is done with the kernel."""
    a, c = torch.zeros(8192), torch.zeros(512)
    with ks.virtual_gpu("h200", fast_time=True) as gpu:
        for place, launch in launches:
            launch(ks.cuda_kernel(SOURCE.replace("PLACE", place), "gather"), a, c)
        return launch_titles(gpu.launches)


def test_an_argument_that_changes_the_counters_is_in_the_name() -> None:
    steps = (1, 16, 1, 32)
    calls = [("i * step", lambda k, a, c, s=s: k[2, 128](a, c, s)) for s in steps]
    assert titles(*calls) == [f"gather(step={step})" for step in steps]


def test_grid_and_block_are_in_the_name() -> None:
    shapes = ((2, 128), (4, 128), (2, 256))
    assert titles(*(("i", lambda k, a, c, s=s: k[s](a, c, 1)) for s in shapes)) == [
        "gather(grid 2, block 128)",
        "gather(grid 4, block 128)",
        "gather(grid 2, block 256)",
    ]


def test_strides_and_alignment_are_in_the_name_where_they_are_not_usual() -> None:
    views = (lambda a: a, lambda a: a[::2], lambda a: a[1:], lambda a: a[8:])
    calls = [("i", lambda k, a, c, view=view: k[2, 128](view(a), c, 1)) for view in views]
    assert titles(*calls) == [
        "gather",
        "gather(a stride 2)",
        "gather(a aligned to 4 B)",
        "gather",
    ]


def test_two_sources_of_one_name_are_two_kernels() -> None:
    found = titles(*((place, lambda k, a, c: k[2, 128](a, c, 1)) for place in ("i", "i * 16", "i")))
    assert found == ["gather(code 1)", "gather(code 2)", "gather(code 1)"]


def test_a_seed_that_changes_no_counter_tells_nothing_apart() -> None:
    calls = [("i", lambda k, a, c, s=s: k[2, 128](a, c, s)) for s in range(20)]
    assert set(titles(*calls)) == {"gather"}


def test_loops_that_go_by_what_is_in_memory_are_told_apart_by_their_place() -> None:
    def launch(kernel: Any, a: Any, c: Any, value: float) -> None:
        a.fill_(value)
        kernel[1, 32](a, c, 1)

    place = "(int)a[0] * i"
    calls = [(place, lambda k, a, c, v=v: launch(k, a, c, v)) for v in (1.0, 16.0, 1.0)]
    assert titles(*calls) == ["gather(launch 1)", "gather(launch 2)", "gather(launch 1)"]


def test_the_table_of_counters_and_the_findings_name_each_launch(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    result = count_target(str(script), device="virtual:h200")
    lines = result.table(100).splitlines()
    rows = [line.split()[:3] for line in lines if line[:2] in (" 1", " 2")]
    assert rows == [["1", "gather(step=1)", "×2"], ["2", "gather(step=16)", "2"]]
    (loads,) = (line.split()[-2:] for line in lines if line.startswith("sectors loaded"))
    assert loads == ["32", "256"]
    (finding,) = (f for f in result.record.findings if f.rule == "uncoalesced-access")
    assert finding.kernel == "gather(step=16)"
    assert "of gather(step=16) touches 32.0 sectors" in finding.message
    names = [operator.name for operator in result.record.operators]
    assert {"gather(step=1)", "gather(step=16)"} < set(names)
    assert {span.name for span in result.spans if span.lane == "device"} >= {"gather(step=16)"}


def test_diff_compares_each_different_launch_of_a_kernel(tmp_path: Path) -> None:
    before, after = tmp_path / "before.py", tmp_path / "after.py"
    before.write_text(SCRIPT)
    after.write_text(SCRIPT.replace("(1, 16, 1)", "(1, 32, 1)"))
    result = ks.diff(before, after, device="virtual:h200")
    assert [kernel.kernel for kernel in result.kernels] == [
        "gather, step=1",
        "gather, step=16 → gather, step=32",
    ]
    after.write_text(SCRIPT.replace("(1, 16, 1)", "(1,)"))
    (note,) = ks.diff(before, after, device="virtual:h200").record.notes
    assert note.startswith("gather: 2 launches in A and 1 in B did different things")


def counted(sectors: float, grid: int = 2, **fields: Any) -> LaunchRecord:
    counters = {at.GLOBAL.format("sectors", "ld"): sectors}
    return LaunchRecord("copy", (grid, 1, 1), (128, 1, 1), counters=counters, **fields)


def test_a_series_of_a_kernel_goes_on_when_its_launches_have_series_of_their_own() -> None:
    record = ScriptRun("virtual:h200", 0, (counted(32), counted(64, grid=4)))
    figures = {(f.subject, f.metric): f.value for f in figures_of(record)}
    name = at.GLOBAL.format("sectors", "ld")
    assert figures["all launches: copy", name] == 96
    assert figures["all launches: copy [grid 2]", name] == 32
    assert figures["all launches: copy [grid 4]", name] == 64
    alone = ScriptRun("virtual:h200", 0, (counted(32), counted(32)))
    assert not any("[" in figure.subject for figure in figures_of(alone))


def test_a_regression_is_told_once_of_the_launch_that_it_is_in() -> None:
    before = ScriptRun("virtual:h200", 0, (counted(32), counted(64, grid=4)))
    after = replace(before, launches=(counted(32), counted(128, grid=4)))
    (change,) = compare_records(before, after, "sectors=0").changes
    assert change.subject == "all launches: copy [grid 4]"


def measured(sectors: float, nanoseconds: float) -> KernelCounters:
    metrics = {
        at.GLOBAL.format("sectors", "ld"): Quantity(sectors, "sector", "measured"),
        at.DURATION: Quantity(nanoseconds, "ns", "measured"),
    }
    return KernelCounters("copy", "copy", (2, 1, 1), (128, 1, 1), 16, metrics, "Nsight Compute")


def test_measured_launches_are_told_apart_by_what_is_exact() -> None:
    kernels = told_apart([measured(32, 2100), measured(256, 2300), measured(32, 2200)])
    assert [kernel.words for kernel in kernels] == ["launch 1", "launch 2", "launch 1"]


def test_steps_that_a_program_names_are_a_row_each(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import torch\n"
        "x = torch.ones(1 << 20, device='cuda')\n"
        "for n in (1, 8):\n"
        "    with torch.profiler.record_function('step'):\n"
        "        for _ in range(n): x.add_(1)\n"
    )
    result = profile_target(str(script), device="virtual:h200", options=Options(steady=True))
    assert [step.name for step in result.record.steps] == ["step #1", "step #2"]
    first, second = (step.device_ms for step in result.record.steps)
    assert second == pytest.approx(8 * first, rel=0.2)
    rows = [line.split()[:2] for line in result.table(80).splitlines() if line.startswith("step #")]
    assert rows == [["step", "#1"], ["step", "#2"]]
