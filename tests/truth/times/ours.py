"""Write what the virtual GPU estimates of the launches, beside what an H200 took.

    kernelscope run -m truth.times.ours OUT.jsonl [SECONDS]      (in tests/, with PYTHONPATH=.)

A line a launch, after L2 was emptied, on the clock of two events. Started again it goes on behind
the last one. `python -m truth.times.errors OUT.jsonl` makes the table.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import torch

from truth.times.programs import PROGRAMS
from truth.times.record import launches

HERE = Path(__file__).parent


def measured() -> dict[str, dict[str, list[float]]]:
    """Return what the H200 took for each launch, by its key."""
    rows = (json.loads(line) for line in (HERE / "h200.jsonl").read_text().splitlines()[1:])
    return {row["key"]: row for row in rows if "cold" in row}


def estimated_us(name: str, values: dict[str, object]) -> float:
    """Return the estimated time of a launch with a cold L2, on the clock of two events."""
    run = PROGRAMS[name].make(**values)
    run()
    flush = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    flush.zero_()
    torch.cuda._sleep(1_000_000)  # no launch gap is timed
    start.record()
    run()
    end.record()
    end.synchronize()
    return 1e3 * start.elapsed_time(end)


def main() -> None:
    path, seconds = Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 1e9
    known = {json.loads(line)["key"] for line in path.open()} if path.exists() else set()
    real, begin = measured(), time.perf_counter_ns()
    order = sorted(launches().items(), key=lambda item: sum(real.get(item[0], {}).get("cold", [0])))
    with path.open("a") as log:
        for key, (name, values) in order:
            if key in known or key not in real or time.process_time() > seconds:
                continue
            row: dict[str, object] = {"key": key}
            try:
                row["cold"] = round(estimated_us(name, values), 3)
            except Exception as error:  # noqa: BLE001  (each is recorded with its launch)
                row["error"] = f"{type(error).__name__}: {str(error).splitlines()[0][:200]}"
            log.write(json.dumps(row) + "\n")
            log.flush()
    print(f"{(time.perf_counter_ns() - begin) / 1e9:.0f} s on the script's clock")


if __name__ == "__main__":
    main()
