"""Products of 16-bit matrices by PyTorch, next to the sums that tensor cores make of them.

    python -m truth.cublas                                   # in tests/, on a GPU
    kernelscope run --device virtual:h200 -m truth.cublas    # on the virtual one

Prints how many elements of each product differ from the model of `vgpu/tensor_sums.py`, and how
many from the exact product, rounded; of larger products a sample of 48 rows and 48 columns. With
the name of a file it writes there what each operation gives, with a matrix or a bias that is added,
too; and with two names it prints how many elements of each result differ.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from kernelscope.vgpu.tensor_sums import add_products, sums_of

SHAPES = [
    *((64, 64, 64), (128, 128, 64), (128, 128, 128), (256, 256, 256), (512, 512, 512)),
    *((1024, 1024, 128), (1024, 1024, 1024), (200, 104, 56), (64, 64, 4096), (16, 64, 256)),
    *((1, 256, 256), (32, 4096, 1024), (257, 129, 63), (4096, 4096, 512), (2048, 2048, 2048)),
]
TRANSPOSED = {(128, 128, 128), (512, 512, 512), (200, 104, 56), (2048, 2048, 2048)}
RECORDED = [
    *((64, 64, 64), (128, 128, 64), (256, 256, 256), (200, 104, 56), (64, 128, 512), (1, 256, 256)),
    *(
        (257, 129, 63),
        (16, 64, 256),
        (512, 256, 1024),
        (33, 47, 100),
        (128, 128, 1024),
        (64, 60, 64),
    ),
    *((64, 64, 60), (63, 64, 64), (128, 72, 40)),
]
KINDS = {torch.float16: "f16", torch.bfloat16: "bf16"}
SAMPLE = 48


def model(a: torch.Tensor, b: torch.Tensor, sm: int) -> torch.Tensor:
    """The float32 product of two matrices of 16-bit floats, as tensor cores add it."""
    kind = KINDS[a.dtype]
    shape = (a.shape[0], b.shape[1], a.shape[1])
    sides = a.float()[:, None].expand(shape), b.float().t()[None].expand(shape)
    left, right = (side.reshape(-1, shape[2]).numpy() for side in sides)
    before = np.zeros(len(left), np.float32)
    sums = add_products(sums_of(sm, "mma", kind, "f32"), (kind, kind), left, right, before)
    return torch.from_numpy(sums.reshape(shape[:2]))


def differing(
    shape: tuple[int, int, int], dtype: torch.dtype, result: torch.dtype, *, transposed: bool
) -> tuple[int, int, int]:
    """Return the elements that were compared, and how many differ from the model and from the exact
    product.
    """
    rows, columns, depth = shape
    draw = torch.Generator(device="cuda").manual_seed(rows * 7 + columns * 3 + depth)
    sizes = (rows, depth), (depth, columns)
    a, b = (torch.randn(size, generator=draw, device="cuda").to(dtype) for size in sizes)
    second = b.t().contiguous().t() if transposed else b
    product = torch.mm(a, second) if result == dtype else torch.mm(a, second, out_dtype=result)
    some = torch.Generator().manual_seed(1)
    of_rows, of_columns = (torch.randperm(n, generator=some)[:SAMPLE] for n in (rows, columns))
    got = product.cpu()[of_rows][:, of_columns]
    a, b = a.cpu()[of_rows], b.cpu()[:, of_columns]
    major, minor = torch.cuda.get_device_capability()
    added = model(a, b, 10 * major + minor).to(result)
    exact = (a.double() @ b.double()).float().to(result)
    return got.numel(), int((got != added).sum()), int((got != exact).sum())


def results(shapes: Sequence[tuple[int, int, int]] = RECORDED) -> dict[str, torch.Tensor]:
    """Return the results of each operation, of the same numbers on every machine."""
    draw = np.random.default_rng(7)
    found: dict[str, torch.Tensor] = {}
    for dtype in KINDS:

        def drawn(*shape: int, dtype: torch.dtype = dtype) -> torch.Tensor:
            values = draw.standard_normal(shape).astype(np.float32)
            return torch.from_numpy(values).to(dtype).to("cuda")

        name = str(dtype).removeprefix("torch.")
        for m, n, k in RECORDED:
            a, b, bias, c = drawn(m, k), drawn(k, n), drawn(n), drawn(m, n)
            if (m, n, k) not in shapes:
                continue
            turned = b.t().contiguous()
            batch = (x[None].repeat(2, 1, 1) for x in (c, a, b))
            of_shape = {
                "mm": torch.mm(a, b),
                "mm, B transposed": torch.mm(a, turned.t()),
                "mm, A transposed": torch.mm(a.t().contiguous().t(), b),
                "mm, f32 result": torch.mm(a, b, out_dtype=torch.float32),
                "linear": torch.nn.functional.linear(a, turned, bias),
                "addmm": torch.addmm(c, a, b),
                "addmm, alpha and beta": torch.addmm(c, a, b, beta=0.5, alpha=1.5),
                "addmm, alpha": torch.addmm(c, a, b, alpha=0.5),
                "addmm, beta": torch.addmm(c, a, b, beta=2),
                "baddbmm": torch.baddbmm(*batch),
            }
            found |= {f"{name} {m} x {n} x {k} {key}": of_shape[key] for key in of_shape}
    return found


def words_of(result: torch.Tensor) -> torch.Tensor:
    """Return the bits of a result, on the CPU."""
    return result.cpu().view(torch.int16 if result.element_size() == 2 else torch.int32)


def compare(ours: str, theirs: str) -> None:
    """Print how many elements differ in each result of two files."""
    same = total = 0
    with np.load(ours) as left, np.load(theirs) as right:
        for key in left:
            differ = int((left[key] != right[key]).sum())
            same, total = same + left[key].size - differ, total + left[key].size
            if differ:
                print(key, differ, "of", left[key].size)
    print(f"{same:,} of {total:,} elements are the same")


def main() -> None:
    """Print a row of a table for each product, or record results, or compare two records."""
    if len(sys.argv) == 3:
        compare(*sys.argv[1:])
        return
    if len(sys.argv) == 2:
        words = {key: words_of(result) for key, result in results().items()}
        arrays: dict[str, Any] = {key: word.numpy() for key, word in words.items()}
        np.savez_compressed(sys.argv[1], **arrays)
        return
    print(torch.__version__, torch.version.cuda, torch.cuda.get_device_name())
    print("M x N x K | factors | result | elements | differ from the model | from the exact one")
    for dtype in KINDS:
        for result in (dtype, torch.float32):
            for shape in SHAPES:
                for transposed in (False, True)[: 1 + (shape in TRANSPOSED)]:
                    counts = differing(shape, dtype, result, transposed=transposed)
                    name = " x ".join(map(str, shape)) + (" transposed" if transposed else "")
                    names = (str(x).removeprefix("torch.") for x in (dtype, result))
                    print(name, *names, *counts, sep=" | ")


if __name__ == "__main__":
    main()
