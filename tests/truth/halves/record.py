"""The cases, and a GPU's results of them: `python -m truth.halves.record FILE.npz` in tests/."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

from truth.halves.case import DTYPES, Array, inputs_of, outcome
from truth.halves.pointwise import binary, unary
from truth.halves.sums import norms, products, reductions
from truth.halves.uses import indexed, losses, trained

CASES = {
    case.name: case
    for group in (unary, binary, reductions, norms, products, losses, indexed, trained)
    for case in group()
}


def pack(found: dict[str, list[torch.Tensor]]) -> dict[str, Any]:
    """Return results as few arrays: the bits one after the other, and an index as JSON."""
    index: dict[str, list[Any]] = {}
    pieces: list[Array] = []
    for key, tensors in found.items():
        index[key] = []
        for tensor in tensors:
            piece = np.frombuffer(
                tensor.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes(), np.uint8
            )
            index[key].append((str(tensor.dtype).removeprefix("torch."), list(tensor.shape)))
            pieces.append(piece)
    return {"index": json.dumps(index), "bits": np.concatenate(pieces)}


def unpack(path: Path) -> dict[str, list[torch.Tensor]]:
    """Return the results that `pack` made."""
    stored = np.load(path)
    found: dict[str, list[torch.Tensor]] = {}
    bits, start = torch.from_numpy(stored["bits"]), 0
    for key, tensors in json.loads(str(stored["index"])).items():
        found[key] = []
        for dtype, shape in tensors:
            kind = getattr(torch, dtype)
            end = start + int(np.prod(shape, dtype=np.int64)) * kind.itemsize
            found[key].append(bits[start:end].clone().view(kind).reshape(shape))
            start = end
    return found


def main(path: str) -> None:
    """Record every case in both dtypes on this machine's GPU; one that fails is printed."""
    found: dict[str, list[torch.Tensor]] = {}
    for case in CASES.values():
        for name, dtype in DTYPES.items():
            try:
                found[f"{case.name}/{name}"] = outcome(case, inputs_of(case, dtype, "cuda"))
            except (RuntimeError, NotImplementedError) as error:
                print("failed:", case.name, name, str(error).split("\n")[0])
    np.savez_compressed(path, **pack(found))
    print(len(found), torch.__version__, torch.cuda.get_device_name(0))


if __name__ == "__main__":
    main(sys.argv[1])
