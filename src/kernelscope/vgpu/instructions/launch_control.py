"""Requests for blocks of the grid that have not begun, and their answers: clusterlaunchcontrol
(PTX ISA, 9.7.15.17 and 9.7.15.18).

The manual leaves the 16 bytes of an answer open. Here they are the index of the first block of the
cluster, x, y and z of 32 bits each, and 1; zeros if there is no cluster left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.bulk import DONE, lanes_of
from kernelscope.vgpu.interpreter.launch_control import try_cancel
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, Results
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I1, I32, number
from kernelscope.vgpu.layout import OFFSET_BITS, SHARED_WINDOW
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_B128 = ll.IntType(128)
_IS_CANCELED = 3
"""The word of an answer that says whether there is a block."""


def _try(g: Generator, inst: ir.Inst) -> None:
    ends = [lanes_of(g, inst, name) for name in ("a", "bar")]
    if not inst.fields["space"]:
        window = build.constant(ADDRESSES, SHARED_WINDOW << OFFSET_BITS)
        ends = [g.b.sub(end, window) for end in ends]
    more = [g.memory_mask(), ll.Constant(I1, bool(inst.fields["many"]))]
    helpers.call(g.b, "launch_cancel", [g.context, number(inst.site), *ends, *more])


define(
    f"clusterlaunchcontrol . try_cancel . async . space:shared::cta? . {DONE} "
    ". many:multicast::cluster::all? . b128",
    "[a], [bar]", kind="memory", code=_try, meaning=try_cancel, pipe="control",
    engine=True, tells=("many",), target=lambda f: "sm_100a" if f["many"] else "sm_100",
    words="ask for a cluster of the grid that has not begun; the answer, 16 bytes at {a}, "
    "completes on the barrier at {bar}",
)  # fmt: skip


def _word(g: Generator, answer: LLValue, place: int) -> LLValue:
    piece = g.b.lshr(answer, g.const(_B128, 32 * place)) if place else answer
    return g.b.trunc(piece, g.typed(I32))


def _words(answer: Lanes) -> Lanes:
    """Return the four words of each lane's answer, [32, 4]."""
    return np.ascontiguousarray(answer).view(np.uint32).reshape(-1, 4)


def _is_canceled(g: Generator, f: Fields, answer: LLValue) -> LLValue:
    return g.b.icmp_unsigned("!=", _word(g, answer, _IS_CANCELED), g.const(I32, 0))


def _first(g: Generator, f: Fields, answer: LLValue) -> LLValue:
    return _word(g, answer, _axis(f))


def _axis(fields: Fields) -> int:
    return "xyz".index(fields["which"][-1])


def _all_axes(g: Generator, f: Fields, answer: LLValue) -> LLValue:
    return (tuple(_word(g, answer, place) for place in range(4)),)


def _all_axes_meaning(f: Fields, answer: Lanes) -> Results:
    return (tuple(_words(answer)[:, place].copy() for place in range(4)),)


_QUERY = "clusterlaunchcontrol . query_cancel"
define(
    f"{_QUERY} . is_canceled . pred . b128", "d:pred, a:b128", code=_is_canceled,
    meaning=lambda f, answer: _words(answer)[:, _IS_CANCELED] != 0, target="sm_100",
    words="{d} = whether the answer {a} is a cluster, which this one runs in its place",
)  # fmt: skip
define(
    f"{_QUERY} . which:get_first_ctaid::x|get_first_ctaid::y|get_first_ctaid::z . b32 . b128",
    "d:u32, a:b128", code=_first, target="sm_100",
    meaning=lambda f, answer: _words(answer)[:, _axis(f)].copy(), tells=("which",),
    words="{d} = the index of the first block of the cluster in the answer {a}, in one direction",
)  # fmt: skip
define(
    f"{_QUERY} . get_first_ctaid . v4 . b32 . b128", "d:u32*4, a:b128", code=_all_axes,
    meaning=_all_axes_meaning, target="sm_100",
    words="{d} = the index of the first block of the cluster in the answer {a}",
)  # fmt: skip
