"""The cases of `cluster_access.cu`: launches that a real GPU counts, and the virtual GPU after it.

    ncu --csv --page raw --metrics … python cluster_access.py > cluster_access_h200.csv

launches each case once on the GPU, in the order of `cases()`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kernelscope as ks

SOURCE = Path(__file__).with_suffix(".cu")
LANES = range(32)
CLUSTER = 4
SHARED = 65536
BYTES = 1 << 20

BOXES: dict[str, tuple[tuple[int, ...], tuple[int, ...], str]] = {
    "1d": ((1000,), (64,), "float32"),
    "2d": ((100, 200), (8, 32), "float32"),
    "3d": ((10, 20, 208), (2, 4, 64), "int8"),
}
"""By the dimensions: the tensor's shape, the box's, and the type, contiguous dimension last."""


@dataclass(frozen=True)
class Case:
    """One launch: the kernel, what its constants hold, and for boxes the map and coordinates."""

    kernel: str
    pattern: str
    lanes: tuple[int, ...] = (0,) * 32
    to: tuple[int, ...] = (1,) * 32
    bytes: int = 0
    offset: int = 0
    mask: int = 0
    dim: str = ""
    swizzle: int = 0
    box: tuple[int, ...] = ()
    start: tuple[int, int, int] = (0, 0, 0)


def patterns() -> dict[str, tuple[int, ...]]:
    """Return element indices of the lanes, by name."""
    draw = random.Random(7)
    return {
        "stride1": (*LANES,),
        "stride2": tuple(2 * lane for lane in LANES),
        "stride3": tuple(3 * lane for lane in LANES),
        "stride32": tuple(32 * lane for lane in LANES),
        "same": (5,) * 32,
        "pairs": tuple(lane // 2 for lane in LANES),
        "half": tuple(lane if lane < 16 else -1 for lane in LANES),
        "every3": tuple(lane if lane % 3 == 0 else -1 for lane in LANES),
        "one": tuple(7 if lane == 9 else -1 for lane in LANES),
        "none": (-1,) * 32,
        "random": tuple(draw.randrange(1024) for _ in LANES),
    }


TO = {
    "to1": (1,) * 32,
    "to0": (0,) * 32,
    "to_half": tuple(lane // 16 for lane in LANES),
    "to_odd": tuple(lane % 2 for lane in LANES),
    "to_all": tuple(lane % 4 for lane in LANES),
    "to_23": tuple(2 + lane // 16 for lane in LANES),
}
DIRECT = ("ld_4", "ld_8", "ld_16", "ld_generic_4", "st_1", "st_4", "st_8", "st_16", "atom_4",
          "red_4", "cas_4")  # fmt: skip
ASYNC = ("st_async_4", "st_async_8", "st_async_16", "red_async_4")
BULK = ("bulk_load", "bulk_store", "bulk_add", "bulk_between", "bulk_between_add", "bulk_prefetch")


def first(count: int) -> tuple[int, ...]:
    """Return the pattern in which the first `count` lanes issue a copy."""
    return tuple(lane if lane < count else -1 for lane in LANES)


def cases() -> Iterator[Case]:
    """Yield every launch, in order."""
    for kernel in DIRECT:
        for name, lanes in patterns().items():
            yield Case(kernel, name, lanes)
        for where, to in TO.items():
            yield Case(kernel, f"stride1-{where}", (*LANES,), to)
    for kernel in ASYNC:
        for name, lanes in patterns().items():
            if name != "none":
                yield Case(kernel, name, lanes)
    yield Case("barrier", "")
    for kernel in BULK:
        for size in (16, 32, 48, 64, 128, 144, 512, 1024, 4096):
            yield Case(kernel, f"{size}B", first(1), bytes=size)
        for offset in (16, 32, 80, 112):
            yield Case(kernel, f"144B-at-{offset}", first(1), bytes=144, offset=offset)
        for lanes in (2, 5):
            yield Case(kernel, f"{lanes}x256B", first(lanes), bytes=256)
    for mask in (1, 2, 3, 6, 15):
        for size in (16, 128, 1024):
            yield Case("bulk_multicast", f"{size}B-mask{mask}", first(1), bytes=size, mask=mask)
    for dim, (_, box, dtype) in BOXES.items():
        for kernel in ("load", "store", "add", "prefetch"):
            yield from boxes(f"box_{kernel}_{dim}", dim, box, dtype)
        for mask in (1, 2, 5, 15):
            found = next(boxes(f"box_multicast_{dim}", dim, box, dtype))
            yield Case(**{**vars(found), "mask": mask, "pattern": f"{found.pattern}-mask{mask}"})


def boxes(kernel: str, dim: str, box: tuple[int, ...], dtype: str) -> Iterator[Case]:
    """Yield the boxes of a kernel: inside, over each edge, and with each swizzle."""
    width = 4 if dtype == "float32" else 1
    if dtype == "int8" and "_add_" in kernel:  # no reduction has bytes
        return
    sizes: dict[str, tuple[tuple[int, ...], int]] = {"box": (box, 0)}
    if len(box) > 1:
        for swizzle in (32, 64, 128):
            sizes[f"swizzle{swizzle}"] = (*box[:-1], swizzle // width), swizzle
        sizes["narrow"] = (*box[:-1], 16 // width), 0
        sizes["wide"] = (*box[:-1], 128 // width + 16 // width), 0
    for name, (shape, swizzle) in sizes.items():
        amount = width
        for size in shape:
            amount *= size
        starts = {"": (0, 0, 0), "-inside": (16, 3, 1), "-beyond": (992, 98, 9)}
        if not any(word in kernel for word in ("store", "add")):
            starts["-before"] = (-16, -1, -1)
        if dim == "2d":
            starts["-beyond"] = (192, 98, 0)
        if dim == "3d":
            starts["-beyond"] = (192, 18, 9)
        for where, start in starts.items():
            yield Case(kernel, name + where, bytes=amount, dim=dim, swizzle=swizzle, box=shape,
                       start=start)  # fmt: skip


class Launcher:
    """The module, and how a case runs on the GPU that is current."""

    def __init__(self, empty: Any) -> None:
        """`empty(count, dtype)` is an array of zeros on the device."""
        self.module = ks.cuda_module(SOURCE)
        self.empty = empty

    def __call__(self, case: Case) -> Any:
        """Launch a case; returns the launch."""
        import numpy as np

        for name in ("pat", "to"):
            values = case.lanes if name == "pat" else case.to
            self.module.variable(name).set(np.array(values, np.int32))
        for name in ("bytes", "offset", "mask"):
            self.module.variable(name).set(np.int32(getattr(case, name)))
        kernel = self.module.kernel(case.kernel)[CLUSTER, 32, SHARED]
        if not case.dim:
            return kernel(self.empty((BYTES,), "uint8"))
        shape, _, dtype = BOXES[case.dim]
        made = ks.tensor_map(self.empty(shape, dtype), case.box, swizzle=case.swizzle)
        return kernel(made, *case.start)


def on_a_gpu() -> None:
    """Launch all cases on the GPU."""
    import torch

    def empty(shape: tuple[int, ...], dtype: str) -> Any:
        return torch.zeros(shape, dtype=getattr(torch, dtype), device="cuda")

    launch = Launcher(empty)
    for case in cases():
        print(case.kernel, case.pattern, file=sys.stderr, flush=True)
        launch(case)
        torch.cuda.synchronize()


if __name__ == "__main__":
    on_a_gpu()
