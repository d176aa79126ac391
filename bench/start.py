"""How long a kernel takes from its PTX to its first result, in this process alone.

    python -m bench.start FOLDER

FOLDER holds NAME.ptx with NAME.json (entry, block, dynamic shared bytes, arguments). The first run
in a fresh KERNELSCOPE_CACHE compiles, the second finds the compiled code. Prints a JSON object:
seconds for each name, one block each, after the process's imports and one other kernel.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from bench.clock import seconds
from kernelscope import vgpu

# Started first, so that what is timed is a kernel and not the loading of LLVM.
FIRST = """.version 8.4
.target sm_90
.address_size 64
.visible .entry first() { .reg .b32 %r<2>; mov.u32 %r1, 1; ret; }
"""


def first_launch(ptx: str, how: dict[str, Any]) -> None:
    """Load the PTX and run one block of its kernel on zeros."""
    arguments = [
        np.zeros(size, np.uint8) if kind == "buffer" else size for kind, size in how["arguments"]
    ]
    kernel = vgpu.load_ptx(ptx, gpu="h200").kernel(how["entry"])
    kernel[1, how["block"], how["dynamic_shared_bytes"]](*arguments)


def main(folder: Path) -> None:
    """Time every kernel of the folder."""
    vgpu.load_ptx(FIRST, gpu="h200").kernel("first")[1, 32]()
    times = {
        path.stem: seconds(
            lambda path=path: first_launch(
                path.read_text(), json.loads(path.with_suffix(".json").read_text())
            )
        )
        for path in sorted(folder.glob("*.ptx"))
    }
    print(json.dumps(times))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
