"""flash-linear-attention's operations, forward and backward: `kernelscope check fla_ops.py`; with
names as arguments: some.

The forms of an operation (chunks, a recurrence, all at once) are held against the first of them.
"""

# flash-linear-attention is installed by who runs this.
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import sys
from importlib import import_module

import torch
from against_torch import Call, numbers, results, run, with_few_configurations
from torch.nn import functional as F

with_few_configurations()
LENGTH, HEADS, WIDTH, WORDS = 64, 2, 32, 100
HALF = torch.bfloat16
TOLERANCE = 0.03
"""How far two forms may be apart, in shares of the norm; numbers of 16 bits are as far off."""


def heads(width: int = WIDTH) -> torch.Tensor:
    """Return queries, keys or values, [1, length, heads, width]."""
    return numbers(1, LENGTH, HEADS, width, dtype=HALF)


def normed(width: int = WIDTH) -> torch.Tensor:
    """Return keys of norm 1."""
    return F.normalize(heads(width).detach().float(), dim=-1).to(HALF).requires_grad_()


def gates(*more: int) -> torch.Tensor:
    """Return the logarithm of what each step keeps."""
    return F.logsigmoid(torch.randn(1, LENGTH, HEADS, *more, device="cuda")).requires_grad_()


def shares() -> torch.Tensor:
    """Return how much each step writes."""
    return torch.rand(1, LENGTH, HEADS, device="cuda", dtype=HALF).requires_grad_()


def rows(width: int = WIDTH) -> torch.Tensor:
    """Return what goes through a layer."""
    return numbers(1, LENGTH, width)


def three() -> tuple[torch.Tensor, ...]:
    """Return queries, keys and values."""
    return heads(), heads(), heads()


def deep() -> tuple[torch.Tensor, ...]:
    """Return wider queries, keys and values."""
    return heads(64), heads(64), heads(64)


ALL = ("chunk", "fused_chunk", "fused_recurrent", "parallel")
BOTH = ("chunk", "fused_recurrent")
CHUNK, PARALLEL = ("chunk",), ("parallel",)
# The operation → its forms, its arguments, and options.
FAMILIES = {
    "linear_attn": (ALL[:3], three, {"normalize": False}),
    "retention": (ALL, three, {}),
    "simple_gla": (ALL, lambda: (*three(), gates()), {}),
    "gla": (BOTH, lambda: (*three(), gates(WIDTH)), {}),
    "lightning_attn": (BOTH, three, {"layer_idx": 1, "num_layers": 4}),
    "delta_rule": (BOTH, lambda: (heads(), normed(), heads(), shares()), {}),
    "gated_delta_rule": (CHUNK, lambda: (heads(), normed(), heads(), gates(), shares()), {}),
    "rwkv6": (BOTH, lambda: (*three(), gates(WIDTH), numbers(HEADS, WIDTH)), {}),
    "rwkv7": (
        BOTH,
        lambda: (heads(), gates(WIDTH), heads(), heads(), normed(), normed()),
        {},
    ),
    "hgrn": (BOTH, lambda: (rows(), F.logsigmoid(rows().detach()).requires_grad_()), {}),
    "gsa": (BOTH, lambda: (*three(), heads(), gates(WIDTH)), {}),
    "kda": (CHUNK, lambda: (normed(), normed(), heads(), gates(WIDTH), shares()), {}),
    "comba": (
        CHUNK,
        lambda: (normed(), normed(), heads(), normed(), gates(), shares()),
        {},
    ),
    "dplr_delta_rule": (
        BOTH,
        lambda: (heads(), normed(), heads(), normed(), normed(), gates(WIDTH)),
        {},
    ),
    "abc": (CHUNK, lambda: (*three(), heads()), {}),
    "based": (("fused_chunk", "parallel"), lambda: (heads(16), heads(16), heads()), {}),
    "rebased": (PARALLEL, lambda: (heads(16), heads(16), heads()), {}),
    "attn": (PARALLEL, three, {}),
    "forgetting_attn": (PARALLEL, lambda: (*three(), gates()), {}),
    "path_attn": (PARALLEL, lambda: (*deep(), normed(64), shares(), gates()), {}),
}
FOLDERS = {"dplr_delta_rule": "generalized_delta_rule"}
"""Where an operation is, if not in a folder of its name."""


def module(name: str, *sizes: int, more: int = 0, **options) -> Call:
    """Return the call of a layer with `more` tensors than one."""
    layer = getattr(import_module("fla.modules"), name)(*sizes, **options).cuda()
    return Call(lambda: tuple(rows() for _ in range(1 + more)), layer)


def function(path: str, tensors, *others) -> Call:
    """Return the call of a function in `fla.modules`; others: its last arguments."""
    place, _, name = path.rpartition(".")
    called = getattr(import_module(f"fla.modules.{place}"), name)
    return Call(tensors, lambda *x: called(*x, *others))


def labels() -> torch.Tensor:
    """Return a word for each row."""
    return torch.randint(WORDS, (LENGTH,), device="cuda")


def losses() -> dict[str, Call]:
    """Return the fused losses."""
    fused = import_module("fla.modules")
    return {
        "cross_entropy": Call(
            lambda: (numbers(LENGTH, WORDS), labels()),
            fused.FusedCrossEntropyLoss(),
            F.cross_entropy,
        ),
        "linear_cross_entropy": Call(
            lambda: (numbers(LENGTH, WIDTH), labels(), numbers(WORDS, WIDTH)),
            fused.FusedLinearCrossEntropyLoss(),
            lambda x, y, w: F.cross_entropy(x @ w.T, y),
        ),
        "kl_div": Call(
            lambda: (
                *(numbers(LENGTH, WIDTH), numbers(LENGTH, WIDTH).detach()),
                *(numbers(WORDS, WIDTH), numbers(WORDS, WIDTH).detach()),
            ),
            fused.FusedKLDivLoss(),
        ),
    }


def layers() -> dict[str, Call]:
    """Return norms, convolutions, activations and losses."""
    return losses() | {
        "rms_norm": module("RMSNorm", WIDTH),
        "layer_norm": module("LayerNorm", WIDTH),
        "group_norm": module("GroupNorm", 4, WIDTH),
        "gated_rms_norm": module("FusedRMSNormGated", WIDTH, more=1),
        "gated_layer_norm": module("FusedLayerNormGated", WIDTH, more=1),
        "short_convolution": module("ShortConvolution", WIDTH, 4, activation="silu"),
        "bit_linear": module("BitLinear", WIDTH, WIDTH),
        "l2_norm": function("l2norm.l2_norm", lambda: (heads(),)),
        "swiglu": function("activations.swiglu", lambda: (rows(), rows())),
        "swish": function("activations.swish", lambda: (rows(),)),
        "token_shift": function("token_shift.token_shift", lambda: (rows(),)),
        "rotary": Call(
            lambda: (numbers(1, LENGTH, HEADS, WIDTH), numbers(1, LENGTH, HEADS, WIDTH)),
            import_module("fla.modules").RotaryEmbedding(WIDTH).cuda(),
        ),
    }


def first_of(function, options):
    """Return a function without what it returns besides its first result."""

    def call(*tensors):
        made = function(*tensors, **options)
        return made[0] if isinstance(made, tuple) else made

    return call


def run_family(name: str) -> None:
    """Run each form, and say how far it is from the first."""
    forms, tensors, options = FAMILIES[name]
    expected = None
    for form in (f"{each}_{name}" for each in forms):
        torch.manual_seed(0)
        try:
            called = getattr(import_module(f"fla.ops.{FOLDERS.get(name, name)}"), form)
            made = results(first_of(called, options), tensors())
            expected = expected or made
            apart = max((a - b).norm() / b.norm() for a, b in zip(made, expected, strict=True))
            end = "right" if apart < TOLERANCE else f"apart: {apart:.1e}"
        except Exception as error:  # noqa: BLE001 - the others go on
            end = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        print(f"{form}: {end}", flush=True)


asked = sys.argv[1:]
sys.argv[1:] = [name for name in asked if name not in FAMILIES]
if sys.argv[1:] or not asked:
    run(layers())
for family in [name for name in asked if name in FAMILIES] if asked else FAMILIES:
    run_family(family)
