"""Write what the virtual GPU estimates of the parts of the launches that Nsight Compute looked at.

    kernelscope run --device virtual:h200 -m truth.times.parts OUT.jsonl [SECONDS]

(in tests/, with PYTHONPATH=. and the Triton of the record in front of it.)

A line a launch: for each of its kernels the figures of its simulated SM, under the names of Nsight
Compute; waits of 0 are left out; {} if it was not simulated. Started again it goes on behind the
last one.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import torch

from kernelscope.devices.virtual import current_gpu
from kernelscope.profiling.counters import sections as at
from kernelscope.profiling.counters.from_launches import counted
from truth.times.ours import measured
from truth.times.programs import PROGRAMS
from truth.times.record import launches

STALLS = tuple(name for name in at.STALLS if "no_instruction" not in name)
METRICS = (at.MACHINE_INSTRUCTIONS, at.ISSUE, at.ACHIEVED, at.LATENCY, at.L1_HITS, at.L2_HITS)


def estimated(name: str, values: dict[str, object]) -> list[dict[str, float]]:
    """Return the figures of each kernel of a launch."""
    run = PROGRAMS[name].make(**values)
    run()
    gpu = current_gpu()
    assert gpu is not None
    before = len(gpu.launches)
    run()
    torch.cuda.synchronize()
    return [
        {
            metric: value
            for metric in (*METRICS, *STALLS)
            if metric in found
            and ((value := round(found[metric].value, 3)) or metric not in STALLS)
        }
        if launch.simulated is not None
        else {}
        for launch in gpu.launches[before:]
        for found in [counted(launch, gpu.spec, ()).metrics]
    ]


def main() -> None:
    path, seconds = Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 1e9
    known = {json.loads(line)["key"] for line in path.open()} if path.exists() else set()
    real = measured()
    order = sorted(launches().items(), key=lambda item: sum(real.get(item[0], {}).get("cold", [0])))
    with path.open("a") as log:
        for key, (name, values) in order:
            if key in known or key not in real or time.process_time() > seconds:
                continue
            row: dict[str, object] = {"key": key}
            try:
                row["kernels"] = estimated(name, values)
            except Exception as error:  # noqa: BLE001  (each is recorded with its launch)
                row["error"] = f"{type(error).__name__}: {str(error).splitlines()[0][:200]}"
            log.write(json.dumps(row) + "\n")
            log.flush()


if __name__ == "__main__":
    main()
