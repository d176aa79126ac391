"""Bulk copies: rows of bytes that one thread asks for (PTX ISA, 9.7.10.28.4 and 9.7.10.28.6).

A copy is checked when it is issued, and its bytes move as late as the program allows: those that
come to shared memory when a thread first has to wait at their mbarrier, those that leave it at the
thread's `wait_group` (whose `.read` is not weaker under the schedule `turns`), and all when their
block ends.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions import atomics
from kernelscope.vgpu.instructions.phrases import groups_of
from kernelscope.vgpu.interpreter import bulk as meanings
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.atomics import Atomic
from kernelscope.vgpu.jit.build import I1, I64
from kernelscope.vgpu.jit.bulk import (
    BETWEEN,
    LOAD,
    LOAD_MANY,
    LOAD_OWN,
    REDUCE,
    REDUCE_BETWEEN,
    STORE,
    number,
    reducer,
)
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def lanes_of(g: Generator, inst: ir.Inst, name: str) -> LLValue:
    """Return an operand as 64-bit lanes: an address, or a number; zeros if there is none."""
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if spec.name == name and operand is not None:
            if isinstance(operand, ir.Address):
                return g.address_vector(operand)
            g.lanes = LANES
            value = g.source(inst, spec, operand)
            return value if build.element_type(value).width == 64 else g.b.zext(value, ADDRESSES)
    return build.constant(ADDRESSES, 0)


def way_of(way: int, inst: ir.Inst) -> int:
    """Return a load's way by where it goes; another way as it is."""
    if way != LOAD:
        return way
    if inst.fields.get("multicast"):
        return LOAD_MANY
    return LOAD_OWN if inst.fields["to"] == "shared::cta" else LOAD


def _mover(g: Generator, fields: Fields) -> LLValue:
    if fields.get("op"):
        return reducer(g.module, combined(fields))
    return helpers.function(g.module, "bulk_copy")


def combined(fields: Fields) -> Atomic:
    """Return how a reduction combines elements: as an atomic in global memory does. With `.noftz` a
    sum of f32 keeps subnormals, as in shared memory.
    """
    made = atomics.atomic_kind({"op": fields["op"], "t": fields["t"]})
    if not _keeps_subnormals(fields):
        return made
    assert made.in_shared is not None
    return replace(made, name=f"{made.name}.noftz", update=made.in_shared)


def _keeps_subnormals(fields: Fields) -> bool:
    return bool(fields.get("noftz")) and fields["t"] == "f32"


def _copy(way: int) -> Callable[[Generator, ir.Inst], None]:
    def code(g: Generator, inst: ir.Inst) -> None:
        values = [lanes_of(g, inst, name) for name in ("a", "b", "size", "bar", "blocks")]
        mover = g.b.ptrtoint(_mover(g, inst.fields), I64)
        place = [g.context, number(inst.site)]
        more = [g.memory_mask(), mover, number(way_of(way, inst))]
        helpers.call(g.b, "bulk_plain", [*place, *values, *more])

    return code


def _part(helper: str, names: tuple[str, ...], way: int) -> Callable[[Generator, ir.Inst], None]:
    """Return the code of a copy that leaves bytes out: `names` are the operands that say which."""

    def code(g: Generator, inst: ir.Inst) -> None:
        values = [lanes_of(g, inst, name) for name in ("a", "b", "size", *names)]
        place = [g.context, number(inst.site)]
        more = [g.memory_mask(), number(way_of(way, inst))]
        helpers.call(g.b, helper, [*place, *values, *more])

    return code


def _prefetch(g: Generator, inst: ir.Inst) -> None:
    values = [lanes_of(g, inst, name) for name in ("a", "size")]
    place = [g.context, number(inst.site)]
    helpers.call(g.b, "bulk_prefetch", [*place, *values, g.memory_mask()])


def _commit(g: Generator, inst: ir.Inst) -> None:
    helpers.call(g.b, "bulk_commit", [g.context, g.memory_mask()])


def _wait(g: Generator, inst: ir.Inst) -> None:
    operand = inst.operands[0]
    assert isinstance(operand, ir.Immediate)
    left = number(int(operand.value))
    only_read = ll.Constant(I1, g.fine and bool(inst.fields["read"]))
    helpers.call(g.b, "bulk_wait", [g.context, g.memory_mask(), left, only_read])


def combine(fields: Fields, old: Any, other: Any) -> Any:
    """Return an element of a reduction, as an atomic in global memory leaves it."""
    memory = "shared" if _keeps_subnormals(fields) else "global"
    return atomics.update_meaning({**fields, "memory": memory}, old, other)


_load = partial(meanings.into_shared, None, "global")
_store = partial(meanings.out_of_shared, None)
_reduce = partial(meanings.out_of_shared, combine)
_between = partial(meanings.into_shared, None, "shared")
_combine_between = partial(meanings.into_shared, combine, "shared")

# ---- the table -----------------------------------------------------------------------------------

DONE = "done:mbarrier::complete_tx::bytes"
POLICY = "[, with cache policy {policy}]"
HINTS = (("", ""), (" . hint:L2::cache_hint", ", policy:b64"))
TARGETS = (
    (" . to:shared::cta", "", ""),
    (" . to:shared::cluster", "", ""),
    (" . to:shared::cluster", " . multicast:multicast::cluster", ", blocks:b16"),
)
"""Where a load goes: its modifier, that of a multicast, and its operand."""
BLOCKS = " of the cluster's blocks in mask {blocks}"

# PTX has `.weak` later than the rest.
_SEMS = ("", " . sem:weak")
for _sem, (_to, _many, _blocks), (_hint, _policy) in itertools.product(_SEMS, TARGETS, HINTS):
    define(
        f"cp . async . bulk{_sem} {_to} . from:global . {DONE} {_many} {_hint}",
        f"[a], [b], size:u32, [bar]{_blocks}{_policy}",
        kind="memory", any_order=True, access="bulk_multicast" if _blocks else "bulk_load",
        code=_copy(LOAD), meaning=_load,
        pipe="control", engine=True, tells=("to", "multicast"),
        words="start to copy {size} bytes from {b} to {a} in shared memory"
        + (BLOCKS if _blocks else "")
        + ", which complete on the barrier at {bar}"
        + (POLICY if _policy else ""),
    )  # fmt: skip

for _sem, (_hint, _policy) in itertools.product(_SEMS, HINTS):
    define(
        f"cp . async . bulk{_sem} . to:shared::cta . from:global . {DONE} . ignore_oob {_hint}",
        f"[a], [b], size:u32, left:u32, right:u32, [bar]{_policy}",
        kind="memory", any_order=True, access="bulk_load", meaning=_load,
        code=_part("bulk_trimmed", ("left", "right", "bar"), LOAD),
        pipe="control", engine=True, tells=("to",),
        words="start to copy {size} bytes from {b} to {a} in shared memory, without the first "
        "{left} and the last {right} of them, which complete on the barrier at {bar}"
        + (POLICY if _policy else ""),
    )  # fmt: skip
    define(
        f"cp . async . bulk{_sem} . to:global . from:shared::cta . bulk_group {_hint} . cp_mask",
        f"[a], [b], size:u32{_policy}, bytes:b16",
        kind="memory", any_order=True, access="bulk_store", meaning=_store,
        code=_part("bulk_masked", ("bytes",), STORE), pipe="control", engine=True, target="sm_100",
        words="start to copy {size} bytes from {b} in shared memory to {a}, of each 16 those that "
        "have a bit in {bytes}" + (POLICY if _policy else ""),
    )  # fmt: skip
    define(
        f"cp . async . bulk{_sem} . to:global . from:shared::cta . bulk_group {_hint}",
        f"[a], [b], size:u32{_policy}",
        kind="memory", any_order=True, access="bulk_store", code=_copy(STORE), meaning=_store,
        pipe="control", engine=True,
        words="start to copy {size} bytes from {b} in shared memory to {a}"
        + (POLICY if _policy else ""),
    )  # fmt: skip
for _sem in _SEMS:
    define(
        f"cp . async . bulk{_sem} . to:shared::cluster . from:shared::cta . {DONE}",
        "[a], [b], size:u32, [bar]",
        kind="memory", any_order=True, access="bulk_between", code=_copy(BETWEEN), meaning=_between,
        pipe="control", engine=True,
        words="start to copy {size} bytes from {b} to {a} in the cluster's shared memory, which "
        "complete on the barrier at {bar}",
    )  # fmt: skip

for _hint, _policy in HINTS:
    define(
        f"cp . async . bulk . prefetch . L2:L2 . from:global {_hint}",
        f"[a], size:u32{_policy}",
        kind="memory", code=_prefetch, meaning=meanings.prefetch, pipe="control", tells=("L2",),
        words="bring {size} bytes at {a} into L2" + (POLICY if _policy else ""),
    )  # fmt: skip

_GLOBAL_TYPES = {
    "add": ("u32|s32|u64|f32|f64", "f16|bf16|f32"), "min": ("u32|s32|u64|s64|f16|bf16",),
    "max": ("u32|s32|u64|s64|f16|bf16",), "inc": ("u32",), "dec": ("u32",),
    "and": ("b32|b64",), "or": ("b32|b64",), "xor": ("b32|b64",),
}  # fmt: skip
_SHARED_TYPES = {
    "add": "u32|s32|u64", "min": "u32|s32", "max": "u32|s32", "inc": "u32", "dec": "u32",
    "and": "b32", "or": "b32", "xor": "b32",
}  # fmt: skip
# An order, and its scopes in global memory and in a cluster's; PTX has both later than the rest.
_ORDERS = (
    ("", ""),
    (" . sem:relaxed . scope:cta|cluster|gpu|sys", " . sem:relaxed . scope:cta|cluster"),
)
_REDUCED = (
    "start to combine {size} bytes at {a} with those at {b} in shared memory: each element becomes "
)
for (_order, _), _op in itertools.product(_ORDERS, _GLOBAL_TYPES):
    for _hint, _policy in HINTS:
        for _types in _GLOBAL_TYPES[_op]:
            _noftz = " . noftz" if _types == "f16|bf16|f32" else ""
            define(
                f"cp . reduce . async . bulk{_order} . to:global . from:shared::cta . bulk_group "
                f"{_hint} . op:{_op} {_noftz} . t:{_types}",
                f"[a], [b], size:u32{_policy}",
                kind="memory", any_order=True, access="bulk_reduce", code=_copy(REDUCE),
                meaning=_reduce, pipe="control", engine=True, tells=("op",),
                words=_REDUCED + atomics.becomes(_op, "the other") + (POLICY if _policy else ""),
            )  # fmt: skip
for (_, _order), _op in itertools.product(_ORDERS, _SHARED_TYPES):
    define(
        f"cp . reduce . async . bulk{_order} . to:shared::cluster . from:shared::cta . {DONE} "
        f". op:{_op} . t:{_SHARED_TYPES[_op]}",
        "[a], [b], size:u32, [bar]",
        kind="memory", any_order=True, access="bulk_between_reduce", code=_copy(REDUCE_BETWEEN),
        meaning=_combine_between, pipe="control", engine=True, tells=("op",),
        words=_REDUCED + atomics.becomes(_op, "the other")
        + ", and the bytes complete on the barrier at {bar}",
    )  # fmt: skip

define(
    "cp . async . bulk . commit_group", "", kind="effect", meaning=meanings.commit,
    code=_commit, pipe="control", engine=True,
    words="put the bulk copies that the thread has started so far into one group",
)  # fmt: skip
define(
    "cp . async . bulk . wait_group . read?", "#n", kind="effect", meaning=meanings.wait,
    code=_wait, pipe="control", engine=True,
    words="wait until {open} of the thread's bulk copies{are}",
    say=groups_of, tells=("n", "read"),
)  # fmt: skip
