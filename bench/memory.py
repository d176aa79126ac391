"""The most memory that launches take above the process after its imports, less the tensors.

    python -m bench.memory

Prints a JSON object: megabytes for each kernel, each from a fresh high-water mark.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from bench.kernels import MATMUL_SIZE, SOFTMAX_SHAPE, Gelu, Matmul, PipelinedMatmul, Softmax
from kernelscope import virtual_gpu

STATUS = Path("/proc/self/status")


def resident(field: str) -> float:
    """VmRSS (now) or VmHWM (the most since the mark was reset), in MB."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith(field))
    return int(line.split()[1]) / 1000


def tensors(case: Gelu | Softmax | Matmul | PipelinedMatmul) -> float:
    """Return the bytes of a case's tensors, in MB."""
    return sum(t.numel() * t.element_size() for t in vars(case).values()) / 1e6


def above(make: Callable[[], Gelu | Softmax | Matmul], base: float) -> float:
    """MB above `base` and the tensors while the case is launched three times."""
    case = make()
    Path("/proc/self/clear_refs").write_text("5")  # resets VmHWM
    for _ in range(3):
        case.ours()
    return resident("VmHWM") - base - tensors(case)


def main() -> None:
    """Measure each kernel."""
    base = resident("VmRSS")
    with virtual_gpu("h200"):
        found = {
            "GELU 2^24": above(lambda: Gelu.of(1 << 24), base),
            "softmax": above(lambda: Softmax.of(*SOFTMAX_SHAPE), base),
            "matmul": above(lambda: Matmul.of(MATMUL_SIZE), base),
        }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
