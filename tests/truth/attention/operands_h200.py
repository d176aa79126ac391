"""What fused attention does on a GPU with operands that begin anywhere, or lie far apart.

    python operands_h200.py OUT.jsonl [WORD]

The cases are those whose name has the word. A line a case: the largest difference from float64, or
the error. Each case has a process of its own: an error of the GPU ends every later call of one.
"""

import json
import subprocess
import sys
from pathlib import Path

BACKENDS = ("FLASH_ATTENTION", "EFFICIENT_ATTENTION", "CUDNN_ATTENTION")
CASES = [
    *(("begins", backend, dtype, first) for backend in BACKENDS
      for dtype in ("float16", "bfloat16") for first in (1, 2, 4, 8)),
    *(("begins", "EFFICIENT_ATTENTION", "float32", first) for first in (1, 2, 4)),
    *(("mask begins", backend, "float16", first) for backend in BACKENDS[1:] for first in (1, 8)),
    *(("rows lie", backend, "float16", more) for backend in BACKENDS for more in (1, 4, 8)),
    *(("mask rows lie", backend, "float16", more) for backend in BACKENDS[1:] for more in (1, 8)),
    *(("far", backend, "float16", power) for backend in BACKENDS for power in (29, 30, 31, 32)),
]  # fmt: skip


def one(what: str, backend: str, dtype: str, number: int) -> float:
    import torch
    import torch.nn.functional as F
    from torch.nn.attention import SDPBackend, sdpa_kernel

    torch.manual_seed(0)
    shape = (2, 4, 128, 64)
    strides = (4 * 128 * 64, 128 * 64, 64, 1)

    def operand(first: int, sides: tuple[int, ...], steps: tuple[int, ...]) -> torch.Tensor:
        room = first + 1 + sum((n - 1) * step for n, step in zip(sides, steps, strict=True))
        empty = torch.empty(room, device="cuda", dtype=getattr(torch, dtype))
        values = torch.randn(sides, device="cuda", dtype=torch.float32)
        return empty.as_strided(sides, steps, first).copy_(values)

    first, mask = 0, None
    if what == "begins":
        first = number
    elif what == "far":
        strides = (1 << number, *strides[1:])
    elif what == "rows lie":
        row = 64 + number
        strides = (4 * 128 * row, 128 * row, row, 1)
    else:
        row = 128 + (number if what == "mask rows lie" else 0)
        begin = number if what == "mask begins" else 0
        mask = operand(begin, (2, 4, 128, 128), (4 * 128 * row, 128 * row, row, 1))
    q, k, v = (operand(first, shape, strides) for _ in range(3))
    wide = [t.double() for t in (q, k, v)]
    scores = wide[0] @ wide[1].mT / 8
    expected = (scores if mask is None else scores + mask.double()).softmax(-1) @ wide[2]
    with sdpa_kernel(getattr(SDPBackend, backend)):
        found = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return float((found.double() - expected).abs().max())


def main(path: Path, word: str) -> None:
    with path.open("w", encoding="utf-8") as file:
        for case in CASES:
            if word not in case[0]:
                continue
            ended = subprocess.run(
                [sys.executable, __file__, *map(str, case)],
                capture_output=True,
                text=True,
                check=False,
            )
            row = {"case": case, "code": ended.returncode}
            if ended.returncode:
                row["error"] = next(
                    (line for line in ended.stderr.splitlines() if "Error" in line), ""
                )[:200]
            else:
                row["off"] = float(ended.stdout)
            file.write(json.dumps(row) + "\n")
            file.flush()


if __name__ == "__main__":
    if len(sys.argv) > 3:
        print(one(*sys.argv[1:4], int(sys.argv[4])))
    else:
        main(Path(sys.argv[1]), "".join(sys.argv[2:]))
