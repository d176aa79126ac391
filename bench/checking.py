"""What `check` with its default tools costs: time over a plain run, memory over the tensors.

    python -m bench.checking [engines]

Prints a JSON object: by kernel, the median seconds of both and which tools were off; the most
megabytes above a plain run over those of the tensors; and for kernels that work by engines the
processor seconds of both. With `engines` only these.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import kernelscope as ks
from bench.clock import interleaved
from bench.kernels import MATMUL_SIZE, SOFTMAX_SHAPE, Gelu, Matmul, PipelinedMatmul, Softmax
from bench.memory import resident, tensors

Case = Gelu | Softmax | Matmul | PipelinedMatmul
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


ENGINES = {"wgmma": "h200", "tcgen05": "b200"}
"""The engines of matrix products, each with a GPU that has it."""
ENGINE_REPEATS = 5


def plain(case: Case, gpu: str = "h200") -> None:
    """Launch it; `check` estimates no times either."""
    with ks.virtual_gpu(gpu, fast_time=True):
        case.ours()


def checked(case: Case, gpu: str = "h200") -> str:
    """Launch it under `check`; return which tools were off, and how much was found.

    In the matmul that Triton before 3.7.1 compiles that is a missing proxy fence.
    """
    with ks.virtual_gpu(gpu, fast_time=True), ks.check() as found:
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


def by_engine(gpu: str) -> tuple[float, float]:
    """Return the median processor seconds of a pipelined matmul under `check`, and of plain runs.

    They run in turn. Processor seconds: several threads run the plain one, and one checks.
    """
    case = PipelinedMatmul.of(MATMUL_SIZE)
    times: tuple[list[float], list[float]] = [], []
    for turn in range(ENGINE_REPEATS + 2):
        for call, own in zip((checked, plain), times, strict=True):
            began = time.process_time()
            call(case, gpu)
            if turn > 1:
                own.append(time.process_time() - began)
    return statistics.median(times[0]), statistics.median(times[1])


def main() -> None:
    """Measure each kernel."""
    engines = {name: by_engine(gpu) for name, gpu in ENGINES.items()}
    if sys.argv[1:] == ["engines"]:
        print(json.dumps({"engines": engines}))
        return
    memory = {name: added(case) for name, case in FILLING.items()}
    times = {
        name: (*interleaved(partial(checked, case), partial(plain, case), repeats), checked(case))
        for name, (case, repeats) in TIMED.items()
    }
    print(json.dumps({"times": times, "memory": memory, "engines": engines}))


if __name__ == "__main__":
    main()
