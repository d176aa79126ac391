"""Asynchronous copies from global to shared memory: cp.async (PTX ISA, 9.7.10.28.3).

A copy is counted and its addresses are checked when it is issued; its bytes move as late as the
program allows, at the thread's `wait_group` or `wait_all` that covers it, so that a missing wait
shows in the result. Under a random schedule some copies are complete at once. A warp holds up to
256 copies; when there are more they are completed early. Groups are counted for the warp: a lane
that commits in a branch of its own may have more completed than it waits for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.phrases import groups_of, padding_of
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Bounds
from kernelscope.vgpu.jit import build, helpers, watch_engines
from kernelscope.vgpu.jit.build import number
from kernelscope.vgpu.jit.copied import bytes_read
from kernelscope.vgpu.layout import COPIES_BYTES, Frame
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

ALL = number(1 << 62), number(1 << 62)
"""Limits above every copy's group and arrivals."""


def queue_of(g: Generator) -> LLValue:
    """Return the warp's queue of copies."""
    return g.frame_area("copies", COPIES_BYTES)


def _copy(g: Generator, inst: ir.Inst) -> None:
    target, source = (o for o in inst.operands if isinstance(o, ir.Address))
    size, read = bytes_read(g, inst)
    args = [g.context, number(inst.site), g.frame, queue_of(g), g.address_vector(source)]
    args += [g.address_vector(target), read, g.memory_mask()]
    mark = number(watch_engines.mark_of_copy(g, inst))
    helpers.call(g.b, "copy_issue", [*args, mark], size | g.fine << 8)


_LESS = {"read": "{padded}", "ignore": "[, or zeros if {ignore}]"}
_SPACES = "to:shared|shared::cta . global"
_HINTS = "hint:L2::cache_hint? . prefetch:L2::64B|L2::128B|L2::256B?"
for _cop, _sizes in (("ca", (4, 8, 16)), ("cg", (16,))):
    _copied = {"size": Bounds("the size of the copy", _sizes[0], 16, only=_sizes)}
    for _part, _kind in (("read", "u32?"), ("ignore", "pred!")):
        define(
            f"cp . async . {_cop} . {_SPACES} . {_HINTS}",
            f"[a], [b], #size, {_part}:{_kind}, policy:b64?",
            kind="memory", access="copy", meaning=effects.asynchronous_copy,
            code=_copy, pipe="lsu", bounds=_copied,
            words="start to copy {size} bytes from {b} to {a} in shared memory"
            + _LESS[_part]
            + "[, with cache policy {policy}]",
            say=padding_of, tells=("read",) if _part == "read" else (),
        )  # fmt: skip
    define(
        f"cp . async . {_cop} . {_SPACES} . {_HINTS.replace('?', '', 1)}",
        "[a], [b], #size, policy:b64!",
        kind="memory", access="copy", meaning=effects.asynchronous_copy,
        code=_copy, pipe="lsu", bounds=_copied,
        words="start to copy {size} bytes from {b} to {a} in shared memory"
        ", with cache policy {policy}",
    )  # fmt: skip


def complete_all(g: Generator) -> None:
    """Move the bytes of all copies that the active lanes have begun."""
    helpers.call(g.b, "copy_complete", [g.frame, queue_of(g), *ALL, g.memory_mask()])


def _commit(g: Generator, inst: ir.Inst) -> None:
    build.add_to_slot(g.b, g.frame, int(Frame.GROUPS), number(1))


def _wait(g: Generator, inst: ir.Inst) -> None:
    groups = build.load_slot(g.b, g.frame, int(Frame.GROUPS))
    limit, stages = ALL
    if inst.fields.get("which") == "wait_group":
        operand = inst.operands[0]
        assert isinstance(operand, ir.Immediate)
        limit, stages = g.b.sub(groups, number(int(operand.value))), number(0)
    helpers.call(g.b, "copy_complete", [g.frame, queue_of(g), limit, stages, g.memory_mask()])


define(
    "cp . async . commit_group", "", kind="effect", meaning=effects.commit_copies,
    code=_commit, pipe="control",
    words="put the copies that the thread has started so far into one group",
)  # fmt: skip
define(
    "cp . async . which:wait_group", "#n", kind="effect", meaning=effects.wait_for_copies,
    code=_wait, pipe="control",
    words="wait until {open} of the thread's copies{are}",
    say=groups_of, tells=("n",),
)  # fmt: skip
define(
    "cp . async . which:wait_all", "", kind="effect", meaning=effects.wait_for_copies,
    code=_wait, pipe="control",
    words="wait for all copies that the thread has started",
)  # fmt: skip
