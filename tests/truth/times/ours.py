"""Write what the virtual GPU estimates of the launches that were timed on a real one.

    kernelscope run --device virtual:h200 -m truth.times.ours OUT.jsonl [WORD …]

(in tests/, with PYTHONPATH=. and the Triton of the record in front of it.)

A line a launch: after L2 was emptied, on the clock of two events, and behind another such launch
in a CUDA graph. Started again it goes on behind
the last one. With words, the launches whose keys have one of them are made anew, and the others
are kept: `OUT.jsonl tf32 "products_int8 edge=512"`.
"""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from pathlib import Path

import torch

from kernelscope.devices.virtual import current_gpu
from truth.graphs import more_us
from truth.times.programs import PROGRAMS
from truth.times.record import launches

HERE = Path(__file__).parent


def measured(gpu: str = "h200") -> dict[str, dict[str, list[float]]]:
    """Return what a GPU took for each launch, by its key."""
    rows = (json.loads(line) for line in (HERE / f"{gpu}.jsonl").read_text().splitlines()[1:])
    return {row["key"]: row for row in rows if "cold" in row}


def estimated(name: str, values: dict[str, object]) -> dict[str, object]:
    """Return the estimated times of a launch, with a cold L2 between two events and in a graph,
    what limits its kernels, and why their times were not simulated, if so.
    """
    run = PROGRAMS[name].make(**values)
    run()
    flush = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    flush.zero_()
    delay = partial(torch.cuda._sleep, 1_000_000)  # pyright: ignore[reportPrivateUsage]
    delay()  # no launch gap is timed
    gpu = current_gpu()
    assert gpu is not None
    before = len(gpu.launches)
    start.record()
    run()
    end.record()
    end.synchronize()
    launches = gpu.launches[before:]
    return {
        "cold": round(1e3 * start.elapsed_time(end), 3),
        "graph": round(more_us([run] * 3, [run], delay, 1) / 2, 3),
        "bounds": [launch.bound for launch in launches],
        "tensor": any(one.simulated and one.simulated.clock_share < 1 for one in launches),
        "unsimulated": [launch.unsimulated for launch in launches if launch.unsimulated],
    }


def main() -> None:
    path, words = Path(sys.argv[1]), sys.argv[2:]
    kept = [json.loads(line) for line in path.open()] if path.exists() else []
    wanted = {key for key in launches() if not words or any(word in key for word in words)}
    if words:
        kept = [row for row in kept if row["key"] not in wanted]
        path.write_text("".join(json.dumps(row) + "\n" for row in kept))
    known = {row["key"] for row in kept}
    gpu = current_gpu()
    assert gpu is not None
    real, begin = measured(gpu.spec.name), time.perf_counter_ns()
    order = sorted(launches().items(), key=lambda item: sum(real.get(item[0], {}).get("cold", [0])))
    with path.open("a") as log:
        for key, (name, values) in order:
            if key in known or key not in real or key not in wanted:
                continue
            row: dict[str, object] = {"key": key}
            try:
                row |= estimated(name, values)
            except Exception as error:  # noqa: BLE001  (each is recorded with its launch)
                row["error"] = f"{type(error).__name__}: {str(error).splitlines()[0][:200]}"
            log.write(json.dumps(row) + "\n")
            log.flush()
    print(f"{(time.perf_counter_ns() - begin) / 1e9:.0f} s on the script's clock")


if __name__ == "__main__":
    main()
