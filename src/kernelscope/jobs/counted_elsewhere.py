"""The bytes that kernels moved on a real GPU, counted in one run of the same code on a virtual one.

    python -m kernelscope.jobs.counted_elsewhere OPERATION DEVICE CASE NAMES RECORD

A clock does not show bytes; hardware counters need a permission, and repeat every kernel many
times. The compilers are the same with a GPU and without. So a virtual GPU of that name, in a
process that sees no real one, gets the same PTX. Its inputs come from the same seed but are drawn
on the CPU: counts that depend on values may differ.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kernelscope.hardware import GPUSpec
from kernelscope.jobs.bench import Observation
from kernelscope.operation import Case, Operation, Work, loaded_as
from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import Comparison, load

# On a few cores a virtual GPU processes some GB and some GFLOP a second.
MOST_BYTES, MOST_FLOPS = 512 << 20, 2e10
SECONDS = 120


def counted_elsewhere(
    spec: GPUSpec,
    operation: Operation,
    case: Case,
    seen: Mapping[str, Observation],
    seconds: float = SECONDS,
) -> tuple[dict[str, Observation], list[str]]:
    """Return `seen` with the launches and operators that PyTorch does not show, and notes.

    Args:
        spec: the real GPU; the virtual GPU of the same name counts.
        operation: the operation that was timed.
        case: the case on which it was timed.
        seen: observations by implementation; those with launches or operators stay as they are.
        seconds: the time limit of counting.

    Returns:
        The observations, and a note on where the counts come from or why there are none.
    """
    wanted = [
        name
        for name, observation in seen.items()
        if not observation.launches and not observation.operators
    ]
    if not wanted:
        return dict(seen), []
    refusal = _refusal(operation, operation.work(case))
    comparison = refusal or _run(spec, operation, case, wanted, seconds)
    if isinstance(comparison, str):
        return dict(seen), [f"bytes of {', '.join(wanted)} were not counted: {comparison}"]
    filled, notes = dict(seen), list[str]()
    rows = {row.implementation: row for row in comparison.rows}
    for name in wanted:
        row = rows[name]
        filled[name] = replace(seen[name], launches=row.launches, operators=row.operators)
        if not row.launches and not row.operators:
            notes.append(f"bytes of {name} were not counted: {row.reason or 'it launched nothing'}")
    names = ", ".join(name for name in wanted if filled[name].launches or filled[name].operators)
    source = (
        f"bytes and launches of {names}: one run of the same code on a virtual {spec.full_name}"
    )
    return filled, [*([source] if names else []), *notes]


def _refusal(operation: Operation, work: Work) -> str:
    """Return the reason to skip counting, or "" to go ahead."""
    if loaded_as(operation) is None:
        return f"{operation.name} is not in a file that another process could load"
    if work.bytes > MOST_BYTES:
        most = format_quantity(Quantity(MOST_BYTES, "B", "computed"))
        size = format_quantity(Quantity(work.bytes, "B", "computed"))
        return f"on a CPU its {size} take too long (at most {most})"
    if work.flops > MOST_FLOPS:
        size, most = format_number(work.flops / 1e9), format_number(MOST_FLOPS / 1e9)
        return f"on a CPU its {size} GFLOP take too long (at most {most})"
    return ""


def _run(
    spec: GPUSpec, operation: Operation, case: Case, names: Sequence[str], seconds: float
) -> Comparison | str:
    """Return the comparison on the virtual GPU, or the reason why there is none."""
    text = ",".join(f"{name}={value}" for name, value in case.to_json().items())
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        path = Path(folder) / "record.json"
        words = [str(loaded_as(operation)), f"virtual:{spec.name}", text, ",".join(names)]
        try:
            ran = subprocess.run(
                [sys.executable, "-m", "kernelscope.jobs.counting_process", *words, str(path)],
                env={**os.environ, "CUDA_VISIBLE_DEVICES": ""},
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"on the virtual GPU it took more than {seconds:g} s"
        if not path.exists():
            return (ran.stderr.strip().splitlines() or ["it ended without a message"])[-1]
        record = load(path)
    return record if isinstance(record, Comparison) else "it wrote no comparison"
