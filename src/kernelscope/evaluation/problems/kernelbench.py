"""KernelBench: a file with `Model`, `get_inputs` and `get_init_inputs`; `ModelNew` solves it.

As published (KernelBench 423217d, src/kernelbench/eval.py): weights and inputs are drawn after
`set_seed`, both models get the same seed, and results agree within a tolerance that depends on the
precision: 1e-4 for fp32, 1e-2 for fp16 and bf16. The solution may use PyTorch for a part.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from kernelscope.errors import UsageError
from kernelscope.evaluation.problem import Arguments, Entry, Problem, Tolerance, Trial
from kernelscope.evaluation.values import leaves

_TOLERANCES = {torch.float32: 1e-4, torch.float16: 1e-2, torch.bfloat16: 1e-2}


def is_problem(module: Any) -> bool:
    """Return whether a module is a problem of KernelBench."""
    return all(hasattr(module, name) for name in ("Model", "get_inputs", "get_init_inputs"))


def of_module(path: Path, module: Any) -> Problem:
    """Return the problem of a file."""

    def draw(seed: int) -> Arguments:
        torch.manual_seed(seed)
        return tuple(module.get_inputs())

    def reference(seed: int) -> Any:
        torch.manual_seed(seed)
        return module.Model(*module.get_init_inputs()).to("cuda")

    init = tuple(module.get_init_inputs())
    if leaves(init):
        raise UsageError(f"{path}: get_init_inputs gives tensors, which cannot be handed over")
    first = next((t for t in leaves(draw(0)) if t.is_floating_point()), None)
    allowed = _TOLERANCES.get(torch.float32 if first is None else first.dtype, 1e-4)
    return Problem(
        path.stem,
        "kernelbench",
        (Trial("as published", draw, Tolerance(allowed, allowed), scored=True, checked=True),),
        reference=reference,
        entry=Entry(("ModelNew",), "module", init),
        library="some",
    )
