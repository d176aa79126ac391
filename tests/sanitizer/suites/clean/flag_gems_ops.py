"""FlagGems' operators on PyTorch's own samples, against PyTorch: `kernelscope check
flag_gems_ops.py`; with names as arguments: some; with K/N: a share of them.
"""

# FlagGems is installed by who runs this.
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import os
import sys
from typing import Any

os.environ.setdefault("GEMS_VENDOR", "nvidia")  # it asks the vendor's tool otherwise

import flag_gems
import torch
from against_torch import TOLERANCE, leaves, with_few_configurations
from torch.testing._internal.common_methods_invocations import op_db

with_few_configurations()
libentry: Any = sys.modules["flag_gems.utils.libentry"]
libentry.minor_version = min(libentry.minor_version, 6)  # it calls later Tritons as Triton 2
NAMES = {entry[0].partition(".")[0].strip("_") for entry in flag_gems._FULL_CONFIG}
SLOW = (
    "mm",
    "matmul",
    "bmm",
    "conv",
    "linear",
    "attention",
    "mv",
    "einsum",
    "dot",
    "inner",
    "kron",
)
"""Compiled for minutes: only if they are named."""
RANDOM = ("drop", "rand", "normal", "bernoulli", "exponential", "multinomial", "uniform", "empty")
SAMPLES = 3


def chosen() -> list:
    """Return the operators that FlagGems has and the arguments ask for."""
    own = [op for op in op_db if NAMES & {op.aten_name.strip("_"), op.name.rpartition(".")[2]}]
    words = sys.argv[1:]
    if words and "/" not in words[0]:
        return [op for op in own if op.name in words]
    share, shares = map(int, words[0].split("/")) if words else (1, 1)
    quick = [op for op in own if not any(each in op.name for each in SLOW)]
    return quick[share - 1 :: shares]


def on_cpu(value: Any) -> Any:
    """Return an argument with its tensors on the CPU."""
    if isinstance(value, torch.Tensor):
        return value.detach().cpu().clone()
    if isinstance(value, (list, tuple)):
        return type(value)(map(on_cpu, value))
    if isinstance(value, dict):
        return {key: on_cpu(each) for key, each in value.items()}
    return "cpu" if value == "cuda" else value


def end_of(op, sample) -> str:
    """Call an operator both ways; return "right", or what is wrong."""
    try:
        expected = op.op(on_cpu(sample.input), *on_cpu(sample.args), **on_cpu(sample.kwargs))
    except Exception:  # noqa: BLE001 - a sample that PyTorch itself refuses
        return "refused by PyTorch"
    try:
        with flag_gems.use_gems():
            made = op.op(sample.input, *sample.args, **sample.kwargs)
        if not any(word in op.name for word in RANDOM):
            pairs = zip(leaves(made), leaves(expected), strict=True)
            for ours, theirs in pairs:
                torch.testing.assert_close(
                    ours.cpu(), theirs, rtol=TOLERANCE, atol=TOLERANCE,
                    equal_nan=True, check_dtype=False,
                )  # fmt: skip
    except Exception as error:  # noqa: BLE001 - the others go on
        return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
    return "right"


for op in chosen():
    types = (torch.float32, torch.int64, torch.bool)
    dtype = next((each for each in types if each in op.dtypes), None)
    if dtype is None:
        continue
    torch.manual_seed(0)
    samples = list(op.sample_inputs("cuda", dtype))
    for number, sample in enumerate(samples[:: max(1, len(samples) // SAMPLES)][:SAMPLES]):
        print(f"{op.name} {number}: {end_of(op, sample)}", flush=True)
