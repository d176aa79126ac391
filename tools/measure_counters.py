"""Hold the virtual GPU's counters against the hardware's, on our own operations' kernels.

Runs each case below on this machine's GPU under Nsight Compute, and the same code, built by the
same compilers, on the virtual GPU of the same name; prints every counter that must be equal and
is not. Needs `ncu` and the permission to read counters; leaves the clocks alone.

    PYTHONPATH=src python3 tools/measure_counters.py
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from kernelscope.devices.virtual import virtual_gpu  # noqa: E402
from kernelscope.operation import load_operation  # noqa: E402

REQUIRED: tuple[str, ...] = import_module("truth.counters").REQUIRED  # the tests' own list

CASES: tuple[tuple[str, str, str], ...] = (
    ("gelu", "triton", "n=1024"),
    ("gelu", "cuda-file", "n=1024"),
    ("square", "cuda", "n=1000"),
    ("square", "cuda", "n=1000,layout=transposed"),
    ("vector-add", "triton", "n=1000003"),
    ("softmax", "triton", "rows=1823,n=781"),
    ("softmax", "triton-online", "rows=1823,n=781"),
    ("softmax", "cuda", "rows=1823,n=781"),
    ("matmul", "cuda", "n=509"),
    ("matmul", "triton", "n=512"),
    ("matmul", "triton", "n=512,dtype=float32"),
    ("matmul-gelu", "triton", "n=500"),
)


def inputs(operation: str, case: str, device: str) -> tuple[Any, ...]:
    """The operation's inputs on a case; the same numbers on every device are not needed."""
    found = load_operation(operation)
    return tuple(found.inputs_of(found.case(case).on(device)))


def run_all() -> None:
    """Every case once on the real GPU, compiled before the profiler is switched on."""
    import torch

    for operation, name, case in CASES:
        given = inputs(operation, case, "cuda")
        implementation = load_operation(operation).implementations[name]
        implementation(*given)
        torch.cuda.synchronize()
        torch.cuda.profiler.start()
        implementation(*given)
        torch.cuda.synchronize()
        torch.cuda.profiler.stop()


def hardware() -> list[dict[str, str]]:
    """A row of counters for each launch of `run_all`, in order."""
    command = ["ncu", "--clock-control", "none", "--profile-from-start", "off"]
    command += ["--csv", "--page", "raw", "--print-kernel-base", "mangled"]
    command += ["--metrics", ",".join(REQUIRED)]
    done = subprocess.run(
        [*command, sys.executable, __file__, "run"],
        env={**os.environ, "CUDA_DEVICE_MAX_CONNECTIONS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if not lines:
        sys.exit(f"ncu gave no table: {(done.stdout + done.stderr)[-2000:]}")
    return list(csv.DictReader([lines[0], *lines[2:]]))  # the second line holds the units


def counted(operation: str, name: str, case: str) -> list[tuple[str, dict[str, float]]]:
    """(kernel, counters) of each launch of a case on the virtual GPU."""
    given = inputs(operation, case, "cpu")
    with virtual_gpu("h200") as gpu:
        load_operation(operation).implementations[name](*given)
    return [(launch.kernel, dict(launch.counters)) for launch in gpu.launches]


def number(text: str | None) -> float:
    """A cell of ncu's table: thousands apart by commas, empty where the counter did not move."""
    return float((text or "0").replace(",", ""))


def compare(ours: dict[str, float], row: dict[str, str]) -> list[str]:
    """The counters that differ, in words."""
    pairs = ((name, ours.get(name, 0.0), number(row.get(name))) for name in REQUIRED)
    return [
        f"{name}: {mine:g}, hardware {theirs:g}" for name, mine, theirs in pairs if mine != theirs
    ]


def report(rows: Sequence[dict[str, str]]) -> bool:
    """One line a launch, and what differs below it; whether all are equal."""
    waiting = iter(rows)
    good = True
    for operation, name, case in CASES:
        for kernel, counters in counted(operation, name, case):
            row = next((row for row in waiting if kernel in row["Kernel Name"]), None)
            apart = ["not seen by ncu"] if row is None else compare(counters, row)
            moved = sum(1 for column in REQUIRED if row and number(row.get(column)))
            good = good and not apart
            equal = "differs" if apart else f"equal ({moved} of {len(REQUIRED)} moved)"
            print(f"{operation} {name} {case}: {kernel}: {equal}", flush=True)
            for line in apart:
                print(f"    {line}", flush=True)
    return good


if __name__ == "__main__":
    if sys.argv[1:] == ["run"]:
        run_all()
    else:
        sys.exit(0 if report(hardware()) else 1)
