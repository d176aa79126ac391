"""Run the kernels of `forms_kernels.py` on this machine's GPU; needs NumPy and cuda-bindings.

python forms_gpu.py FOLDER    reads FOLDER/plan.json, writes FOLDER/results_….npz, distances.json
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
LANES = 1024
BLOCK = 128
CELL = 16 * LANES  # bytes of one operand of all lanes
PARTS = ("plain", "video", "matrix", "atomic", "memory")


def input_of(cells: Sequence[Sequence[int]], values: dict[int, Array]) -> Array:
    """The input memory: each cell, (width in bits, row), a row of the values of its width."""
    memory = np.zeros((max(len(cells), 1), LANES, 16), np.uint8)
    for cell, (bits, row) in enumerate(cells):
        width = 64 if bits == 128 else max(bits, 16)
        piece = np.ascontiguousarray(values[width][row]).view(np.uint8).reshape(LANES, -1)
        for start in range(0, max(bits, 16) // 8, width // 8):
            memory[cell, :, start : start + width // 8] = piece
    return memory.reshape(-1)


def pieces(output: Array, places: Sequence[Sequence[int]]) -> Array:
    """The bytes of each result, (cell, first byte, bytes), one result after the other."""
    cells = output.reshape(-1, LANES, 16)
    return np.concatenate(
        [cells[c, :, start : start + size].reshape(-1) for c, start, size in places]
    )


class Gpu:
    """The first GPU, by the driver's interface."""

    def __init__(self) -> None:
        from cuda.bindings import driver

        self._cu = driver
        self._ask(driver.cuInit(0))
        device = self._ask(driver.cuDeviceGet(0))
        self._ask(driver.cuCtxSetCurrent(self._ask(driver.cuDevicePrimaryCtxRetain(device))))

    def _ask(self, answer: tuple[Any, ...]) -> Any:
        if int(answer[0]) != 0:
            raise RuntimeError(str(answer[0]))
        return answer[1] if len(answer) > 1 else None

    def launch(self, text: bytes, name: str, grid: int, block: int, arrays: list[Array]) -> None:
        """Run a kernel of a PTX text on arrays, which it changes."""
        cu = self._cu
        module = self._ask(cu.cuModuleLoadData(text + b"\0"))
        function = self._ask(cu.cuModuleGetFunction(module, name.encode()))
        places = [self._ask(cu.cuMemAlloc(max(array.nbytes, 16))) for array in arrays]
        for place, array in zip(places, arrays, strict=True):
            self._ask(cu.cuMemcpyHtoD(place, array.ctypes.data, array.nbytes))
        values = np.array([int(place) for place in places], np.uint64)
        pointers = np.array([values.ctypes.data + 8 * n for n in range(len(places))], np.uint64)
        self._ask(
            cu.cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, 0, pointers.ctypes.data, 0)
        )
        self._ask(cu.cuCtxSynchronize())
        for place, array in zip(places, arrays, strict=True):
            self._ask(cu.cuMemcpyDtoH(array.ctypes.data, place, array.nbytes))
            self._ask(cu.cuMemFree(place))
        self._ask(cu.cuModuleUnload(module))


def run(folder: Path, part: str) -> None:
    """Run the kernels of the plan whose names begin so, and keep what each lane got."""
    plan = json.loads((folder / "plan.json").read_text())
    stored = np.load(folder / "values.npz")
    gpu = Gpu()
    results: dict[str, Array] = {}
    failed: list[str] = []
    for kernel in plan["kernels"]:
        if not kernel["file"].startswith(part):
            continue
        values = {width: stored[f"{kernel['values']}_{width}"] for width in (16, 32, 64)}
        output = np.zeros(max(kernel["cells"], 1) * CELL, np.uint8)
        text = (folder / kernel["file"]).read_bytes()
        arrays = [input_of(kernel["inputs"], values), output]
        try:
            gpu.launch(text, "k", LANES // BLOCK, BLOCK, arrays)
        except RuntimeError as error:  # the next kernel may still run: the driver refused this one
            failed.append(f"{kernel['file']}: {error}")
            continue
        results[kernel["file"]] = pieces(output, kernel["places"])
    np.savez_compressed(folder / f"results_{part}.npz", **results)
    if failed:
        sys.exit("\n".join(failed))


def measure_distances(folder: Path) -> None:
    """Of each function, over all 2^32 inputs: see `distances.cu`."""
    gpu = Gpu()
    text = (folder / "distances.ptx").read_bytes()
    found: dict[str, list[int]] = {}
    for name in json.loads((folder / "plan.json").read_text())["distances"]:
        counts = np.zeros(7, np.uint64)
        gpu.launch(text, name, 8192, 256, [counts])
        found[name] = counts.tolist()
    (folder / "distances.json").write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    # Each in a process of its own: an error leaves the GPU's context unusable.
    if len(sys.argv) == 3:
        run(Path(sys.argv[1]), sys.argv[2])
    else:
        parts = [subprocess.Popen([sys.executable, __file__, sys.argv[1], name]) for name in PARTS]
        measure_distances(Path(sys.argv[1]))
        codes = [part.wait() for part in parts]
        if any(codes):
            sys.exit("a part failed")
