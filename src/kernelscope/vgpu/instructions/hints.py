"""Hints to the caches, which the virtual GPU does not have (PTX ISA, 9.7.10.16-21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit.build import I64
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator


def _no_policy_meaning(f: Fields, *_: Lanes) -> Lanes:
    return np.zeros(LANES, np.uint64)


def _no_policy(g: Generator, f: Fields, *_: LLValue) -> LLValue:
    return g.const(I64, 0)


def _range_meaning(warp: Warp, inst: ir.Inst) -> None:
    warp.write(inst, np.zeros(LANES, np.uint64))


def _range(g: Generator, inst: ir.Inst) -> None:
    g.store_results(inst, g.const(I64, 0))


def _nothing(g: Generator, inst: ir.Inst) -> None:
    """Do nothing: there is no cache."""


for _fraction, _part in (("", ""), (", f:f32", "[ for a fraction {f} of the lines]")):
    define(
        "createpolicy . fractional . one:L2::evict_last|L2::evict_first|L2::evict_normal"
        "|L2::evict_unchanged . two:L2::evict_first|L2::evict_unchanged? . t:b64",
        f"d:t{_fraction}",
        meaning=_no_policy_meaning, code=_no_policy,
        words=f"{{d}} = a cache policy (a hint): {{one}}{_part}",
    )  # fmt: skip
define(
    "createpolicy . range . global? . one:L2::evict_last|L2::evict_first|L2::evict_normal"
    "|L2::evict_unchanged . two:L2::evict_first|L2::evict_unchanged? . t:b64",
    "d:t, [a], b:u32, c:u32", kind="effect", meaning=_range_meaning, code=_range,
    words="{d} = a cache policy (a hint): {one} for {b} bytes from {a} on of {c} around them",
)  # fmt: skip
define(
    "createpolicy . cvt . L2 . t:b64", "d:t, a:t", meaning=_no_policy_meaning, code=_no_policy,
    words="{d} = a cache policy (a hint) as the access property {a} says",
)  # fmt: skip

for _spec, _cache in (
    ("prefetch . space:global|local? . level:L1|L2|L2::evict_last|L2::evict_normal", "{level}"),
    ("prefetchu . L1", "the uniform cache"),
):
    define(
        _spec, "[a]", kind="effect", meaning=effects.nothing,
        code=_nothing, pipe="lsu",
        words=f"bring the cache line of {{a}} into {_cache} (a hint)",
    )  # fmt: skip
define(
    "prefetch . space:param|const? . tensormap", "[a]", kind="effect", meaning=effects.nothing,
    code=_nothing, pipe="lsu", tells=("space",),
    words="bring the tensor map at {a} into its cache (a hint)",
)  # fmt: skip
for _spec, _words in (
    (
        "applypriority . global? . level:L2::evict_normal",
        "give {} the usual priority in L2 (a hint)",
    ),
    ("discard . global? . L2", "let {} be dropped without writing them back (a hint)"),
):
    define(
        _spec, "[a], #size", kind="effect", meaning=effects.nothing, code=_nothing, pipe="lsu",
        words=_words.format("the {size} bytes from {a}"),
    )  # fmt: skip
