"""The opponent of the ratio against Triton's interpreter: run with TRITON_INTERPRET=1.

    TRITON_INTERPRET=1 python -m bench.interpreter THREADS

Prints a JSON object of seconds, one launch each after a small warm-up.
"""

from __future__ import annotations

import json
import sys

import torch

from bench.clock import seconds
from bench.kernels import SOFTMAX_SHAPE, Gelu, Softmax

GELU_SIZE = 1 << 20


def main(threads: int) -> None:
    """Time both kernels on `threads` threads and check what they computed."""
    torch.set_num_threads(threads)
    Gelu.of(4096).ours()
    gelu, softmax = Gelu.of(GELU_SIZE), Softmax.of(*SOFTMAX_SHAPE)
    times = {"gelu": seconds(gelu.ours), "softmax": seconds(softmax.ours)}
    gelu.check()
    softmax.check()
    print(json.dumps(times))


if __name__ == "__main__":
    main(int(sys.argv[1]))
