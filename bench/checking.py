"""What `check` with its default tools costs: time over a plain run, memory over the tensors.

    python -m bench.checking

Prints a JSON object: by kernel, the median seconds of both and which tools were off; and the most
megabytes above a plain run over those of the tensors.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import kernelscope as ks
from bench.clock import interleaved
from bench.kernels import MATMUL_SIZE, SOFTMAX_SHAPE, Gelu, Matmul, Softmax
from bench.memory import resident, tensors

Case = Gelu | Softmax | Matmul
TIMED: dict[str, tuple[Case, int]] = {
    "GELU 2^24 fp32": (Gelu.of(1 << 24), 7),
    "softmax 1823×781 fp32": (Softmax.of(*SOFTMAX_SHAPE), 25),
    "matmul 1024³ bf16": (Matmul.of(MATMUL_SIZE), 5),
}
# The compiler's own memory, some 40 MB, is large beside that of the timed softmax and matmul.
FILLING: dict[str, Case] = {
    "GELU 2^24 fp32": TIMED["GELU 2^24 fp32"][0],
    "softmax 16384×781 fp32": Softmax.of(16384, 781),
    "matmul 2048³ bf16": Matmul.of(2048),
}


def plain(case: Case) -> None:
    """Launch it; `check` estimates no times either."""
    with ks.virtual_gpu("h200", fast_time=True):
        case.ours()


def checked(case: Case) -> str:
    """Launch it under `check`; return which tools were off, and how much was found.

    In the matmul that Triton before 3.7.1 compiles that is a missing proxy fence.
    """
    with ks.check() as found:
        case.ours()
    said = [f"{note.split(': ')[1]} off" for note in found.record.notes if ": off" in note]
    said += [f"{len(found.findings)} findings"] if found.findings else []
    return ", ".join(said)


def most(call: Callable[[], object]) -> float:
    """Return the most memory of the process while a callable runs, in MB."""
    Path("/proc/self/clear_refs").write_text("5")  # resets VmHWM
    call()
    return resident("VmHWM")


def added(case: Case) -> float:
    """Return the megabytes of the first checked run above a plain run, over those of the tensors.

    A later one finds memory that the first has kept.
    """
    plain(case)
    without = most(lambda: plain(case))
    return max(0, most(lambda: checked(case)) - without) / tensors(case)


def main() -> None:
    """Measure each kernel."""
    memory = {name: added(case) for name, case in FILLING.items()}
    times = {
        name: (*interleaved(partial(checked, case), partial(plain, case), repeats), checked(case))
        for name, (case, repeats) in TIMED.items()
    }
    print(json.dumps({"times": times, "memory": memory}))


if __name__ == "__main__":
    main()
