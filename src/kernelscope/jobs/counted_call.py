"""The program that Nsight Compute watches: a call of each of an operation's implementations.

    ncu --nvtx --profile-from-start off … python -m kernelscope.jobs.counted_call TARGET CASE LOG …

A first call compiles and allocates, unwatched. A failure does not stop the others, unless the GPU
no longer answers. The file LOG gets a line as each call begins, and the reason of each failure.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kernelscope.errors import in_a_line
from kernelscope.jobs.runs import calls_of, profilable
from kernelscope.profiling.counters.ncu import OWNER
from kernelscope.subjects import Program

FAILED = "failed: "


def main(target: str, case: str, log: str, *done: str) -> None:
    """Call each implementation that `target` names, and again with the profiler on.

    `log` gets a line for each name, then "failed: …" if it failed. `done` are names to leave out:
    an earlier process has begun them. Raises RuntimeError if the GPU no longer answers after a
    failure.
    """
    import torch

    subject = profilable(target)
    assert not isinstance(subject, Program)  # Nsight Compute watches a script itself
    with Path(log).open("a", encoding="utf-8", buffering=1) as file:
        for call in calls_of(subject, case)():
            if call.name in done:
                continue
            file.write(f"{call.name}\n")
            try:
                call.run()
                torch.cuda.synchronize()
                torch.cuda.profiler.start()
                with torch.cuda.nvtx.range(OWNER.format(call.name)):
                    call.run()
                    torch.cuda.synchronize()
            except Exception as error:  # noqa: BLE001  (an implementation may raise anything)
                file.write(f"{FAILED}{in_a_line(error)}\n")
                torch.cuda.synchronize()
            finally:
                torch.cuda.profiler.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
