"""The program that Nsight Compute watches: one call of an implementation or an example.

    ncu --profile-from-start off … python -m kernelscope.jobs.counted_call TARGET [CASE]

A first call compiles and allocates, unwatched; it may fail, and then says why in its last line.
"""

from __future__ import annotations

import sys

import torch

from kernelscope.jobs.subjects import runs_of


def main(target: str, case: str = "") -> None:
    """Call what `target` names, and again with the profiler on."""
    for one in runs_of(target, case)():
        one.run()
        torch.cuda.synchronize()
        torch.cuda.profiler.start()
        one.run()
        torch.cuda.synchronize()
        torch.cuda.profiler.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
