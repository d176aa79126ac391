"""Products of 16-bit matrices by PyTorch, next to the sums that tensor cores make of them.

    python -m truth.cublas                                   # in tests/, on a GPU
    kernelscope run --device virtual:h200 -m truth.cublas    # on the virtual one

Prints how many elements of each product differ from the model of `vgpu/tensor_sums.py`, and how
many from the exact product, rounded; of larger products a sample of 48 rows and 48 columns.
"""

from __future__ import annotations

import numpy as np
import torch

from kernelscope.vgpu.tensor_sums import add_products, sums_of

SHAPES = [
    *((64, 64, 64), (128, 128, 64), (128, 128, 128), (256, 256, 256), (512, 512, 512)),
    *((1024, 1024, 128), (1024, 1024, 1024), (200, 104, 56), (64, 64, 4096), (16, 64, 256)),
    *((1, 256, 256), (32, 4096, 1024), (257, 129, 63), (4096, 4096, 512), (2048, 2048, 2048)),
]
TRANSPOSED = {(128, 128, 128), (512, 512, 512), (200, 104, 56), (2048, 2048, 2048)}
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


def main() -> None:
    """Print a row of a table for each product."""
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
