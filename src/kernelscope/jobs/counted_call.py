"""The program that Nsight Compute watches: a call of each of an operation's implementations.

    ncu --nvtx --profile-from-start off … python -m kernelscope.jobs.counted_call TARGET CASE TOLD …

A first call compiles and allocates, unwatched. What fails does not stop the rest, unless it takes
the GPU along; the file TOLD gets a line as each begins, and why one failed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kernelscope.jobs.subjects import runs_of
from kernelscope.profiling.counters.ncu import OWNER

FAILED = "failed: "


def main(target: str, case: str, told: str, *done: str) -> None:
    """Call what `target` names, and again with the profiler on.

    Args:
        target: an operation, one implementation of it, or an example.
        case: other values of an operation's axes; "" for the default.
        told: the file that hears of it: a line a name, then "failed: …" where it failed.
        done: names that an earlier process has begun, which are left out.

    Raises:
        RuntimeError: the GPU no longer answers after a failure.
    """
    import torch

    with Path(told).open("a", encoding="utf-8", buffering=1) as file:
        for one in runs_of(target, case)():
            if one.name in done:
                continue
            file.write(f"{one.name}\n")
            try:
                one.run()
                torch.cuda.synchronize()
                torch.cuda.profiler.start()
                with torch.cuda.nvtx.range(OWNER.format(one.name)):
                    one.run()
                    torch.cuda.synchronize()
            except Exception as error:  # noqa: BLE001  (an implementation may raise anything)
                reason = (str(error).splitlines() or [""])[0]
                file.write(f"{FAILED}{type(error).__name__}: {reason}\n")
                torch.cuda.synchronize()
            finally:
                torch.cuda.profiler.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
