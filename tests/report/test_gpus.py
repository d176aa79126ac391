"""The table of GPUs: a line for each figure, from the specification alone."""

from __future__ import annotations

import dataclasses
import io

from rich.console import Console

from kernelscope.hardware import GPUSpec, gpu
from kernelscope.quantity import Quantity
from kernelscope.report import machine


def shown(*specs: GPUSpec) -> str:
    stream = io.StringIO()
    Console(file=stream, width=100, no_color=True).print(machine.specifications(specs))
    return stream.getvalue()


def test_each_figure_has_a_line_with_a_column_for_each_gpu() -> None:
    """In the units that the line names."""
    h200, a100 = gpu("h200"), gpu("a100")
    lines = shown(h200, a100).splitlines()
    assert lines[0].split() == [h200.name, a100.name]
    figures = {
        "SMs": [str(h200.sms), str(a100.sms)],
        "DRAM, GB/s": [f"{spec.dram_gb_per_s:.0f}" for spec in (h200, a100)],
        "L2, MiB": [str(spec.l2_bytes // 2**20) for spec in (h200, a100)],
        "shared / SM, KiB": [str(spec.shared_per_sm_bytes // 1024) for spec in (h200, a100)],
        "registers / SM": ["65536", "65536"],
        "warps / SM": ["64", "64"],
        "threads / block": ["1024", "1024"],
        "bf16, TFLOP/s": [f"{spec.peak_tflops['bf16']:.0f}" for spec in (h200, a100)],
        "fp8, TFLOP/s": [f"{h200.peak_tflops['fp8']:.0f}", "–"],
    }
    for name, values in figures.items():
        line = next(line for line in lines if line.startswith(f"{name} "))
        assert line.removeprefix(name).split() == values


def test_measured_ceilings_and_sources_stand_below() -> None:
    """A GPU without measurements has no such line."""
    bare = dataclasses.replace(gpu("a100"), measured={})
    copy = Quantity(1234.0, "GB/s", "measured")
    known = dataclasses.replace(gpu("h200"), measured={"copy": copy})
    text = " ".join(shown(known, bare).split())
    assert f"{known.name} measured: copy 1.23 TB/s" in text
    assert f"{bare.name} measured" not in text
    assert f"{bare.name} ({bare.full_name}): " in text
