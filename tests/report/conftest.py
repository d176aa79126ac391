"""A comparison made by hand: one row of each status, each provenance, with a sweep or without.

And a real browser.
"""

from __future__ import annotations

import dataclasses
import functools
import shutil
import subprocess
from collections.abc import Callable

import pytest

from kernelscope.hardware import gpu
from kernelscope.hardware.ceilings import roofs
from kernelscope.quantity import Quantity
from kernelscope.record import (
    Approach,
    Bytes,
    Check,
    Comparison,
    Error,
    Finding,
    LaunchRecord,
    Limit,
    OperatorRecord,
    Row,
    Sweep,
    WorkRecord,
)

GIB = float(2**30)
FEWEST = {"fewest_read": GIB, "fewest_written": GIB}


def estimated(value: float, unit: str) -> Quantity:
    return Quantity(value, unit, "estimated", low=0.9 * value, high=1.1 * value)


def naive() -> Row:
    operators = tuple(
        OperatorRecord("aten.mul.Tensor", ((16384, 16384),), GIB, GIB, time_us=estimated(540, "us"))
        for _ in range(9)
    )
    return Row(
        "naive",
        "naive PyTorch",
        "ok",
        error=Error(1.2e-6, 3e-7, 2.5, total=4096),
        checks=(
            Check("n=1", "ok", error=Error(0, 0, 0.5, total=1, zeros_would_pass=True)),
            Check("values=nan", "ok"),
        ),
        time_ms=estimated(5.31, "ms"),
        operators=operators,
        bytes=Bytes(13 * GIB, 9 * GIB, provenance="computed", **FEWEST),
        throughput=estimated(404, "GB/s"),
        percent_of_limit=Quantity(9.4, "%", "estimated"),
        limit="copy",
        findings=(
            Finding(
                "unfused-operators",
                "9 launches move 11.0 times the fewest bytes",
                advice="fuse them",
            ),
        ),
        code="def naive(x):\n    return 0.5 * x * (1 + torch.tanh(x))  # <b>nine</b> kernels\n",
        lines_of_code=2,
    )


def fused(name: str = "triton") -> Row:
    launch = LaunchRecord(
        "gelu_kernel",
        (262144, 1, 1),
        (128, 1, 1),
        registers=32,
        counters={"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 33554432.0},
        time_us=estimated(510, "us"),
        source="gelu.py:12",
        kernel_source="gelu.py:3",
        frontend="triton",
        bound="dram",
        occupancy=1.0,
    )
    return Row(
        name,
        "Triton",
        "ok",
        error=Error(6e-7, 2e-7, 1.5, total=4096),
        checks=(Check("n=1", "ok"), Check("values=nan", "ok")),
        time_ms=estimated(0.51, "ms"),
        timings={
            "graph": Quantity(0.49, "ms", "measured", 0.48, 0.5, "median of 30"),
            "compile": Quantity(312.0, "ms", "measured", note="of this machine"),
        },
        warnings=("two methods disagree",),
        launches=(launch,),
        bytes=Bytes(GIB, GIB, provenance="counted", **FEWEST),
        throughput=estimated(4211, "GB/s"),
        percent_of_limit=Quantity(98.3, "%", "estimated"),
        limit="copy",
        code="@triton.jit\ndef gelu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):\n    pass\n",
        lines_of_code=14,
    )


def wrong() -> Row:
    error = Error(0.5, 1.0, 8e6, (3, 7), 12, 4096, expected=0.25, got=-0.25)
    return Row(
        "mine",
        "Triton",
        "wrong",
        reason="n=3: 12 of 4,096 wrong, first at [3, 7]: -0.25, should be 0.25",
        error=error,
        checks=(Check("n=1", "ok"), Check("values=nan", "wrong", "12 wrong", error)),
        code="def mine(x): ...",
        lines_of_code=1,
    )


@pytest.fixture
def comparison() -> Comparison:
    """GELU as it looks on `virtual:h200`, with a wrong, a failed and an unavailable row."""
    return Comparison(
        device="virtual:h200",
        operation="gelu",
        case={"n": 16384, "dtype": "float32"},
        rows=(
            naive(),
            fused(),
            wrong(),
            Row("broken", "CUDA C++", "failed", reason="CompileError: gelu.cu:3:1: expected ';'"),
            Row(
                "load-inline", "CUDA C++", "unavailable", reason="needs nvcc; `kernelscope doctor`"
            ),
        ),
        gpu=gpu("h200").to_json(),
        approaches=(
            Approach(
                "naive", ("the shortest: 2 lines",), ("10.4× the time of triton",), "to check"
            ),
            Approach("triton", ("the fastest",), (), "use this one", best=True),
            Approach("mine", cons=("wrong: 12 of 4,096",), when="fix its result first"),
        ),
        verdict="Use triton, the fastest: it moves 2.15 GB, not 23.6 GB.",
        environment={"python": "3.11.2", "torch": "2.13.0+cpu", "cpu": "x86_64, 2 cores"},
        work=WorkRecord(GIB, GIB, 15 * GIB / 4),
        roofs=roofs("h200"),
        limit=Limit("copy", 4282.0, "GB/s", "measured", "4 GiB on one H200"),
        model_error="time model: within 12 % on 40 measured H200 launches",
        command="kernelscope compare gelu --device virtual:h200",
        created="2026-11-21T04:00:00Z",
    )


@pytest.fixture
def swept(comparison: Comparison) -> Comparison:
    """The same with a sweep of n, one point of which one implementation could not do."""
    values = (4096.0, 16384.0, 65536.0)
    series = {
        "naive": tuple(estimated(v, "GB/s") for v in (10.0, 120.0, 400.0)),
        "triton": (estimated(90.0, "GB/s"), None, estimated(4100.0, "GB/s")),
    }
    return dataclasses.replace(comparison, sweep=Sweep("n", values, "GB/s", series))


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """A function that runs headless Chromium with options on a page and returns its output.

    A page that several tests look at is drawn once.
    """
    folder = tmp_path_factory.mktemp("browser")
    program = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if program is None:
        pytest.skip("no Chromium here: apt-get install chromium")

    @functools.cache
    def run(page: str, *options: str) -> str:
        path = folder / "report.html"
        path.write_text(page)
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        command += [f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=2000"]
        done = subprocess.run(
            [*command, *options, path.as_uri()],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        return done.stdout

    return run
