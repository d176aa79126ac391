"""The answer to "shared": the buffers in shared memory, when each is needed, and its layout.

In: a kernel's TTGIR and PTX. Out: `Buffer`s, and `Decision`s that describe them.

Triton's text does not say where a buffer is, so its allocation pass runs again on the TTGIR
(`triton_passes`). The loads and stores of a buffer in the PTX are those with the place (file, line,
column) of an operation that touches it in the TTGIR. In `matmul/triton`, `tl.load(a)` becomes

    %0 = ttg.local_alloc : … <3x64x64xbf16, …>            a buffer of 24,576 bytes at offset 0
    %2 = ttg.memdesc_index %0[%c0_i32]                    a view: one of its three tiles
    ttg.async_copy_global_to_local %a_29, %2              fills it: lines 172 … of the PTX
    ttng.warp_group_dot %26, %27, …                       reads it: wgmma from line 389 on

The last use in the PTX is the copy in line 445. But the loop goes on to line 477, and its next
iteration reads what that copy wrote: so a buffer that a loop uses lives as long as the loop.
Without this rule, lines 446 to 477 would be shown as free.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kernelscope.inside.decisions.axis import AxisAnalysis
from kernelscope.inside.decisions.linear import read_encoding
from kernelscope.inside.decisions.mlir import Module, Operation
from kernelscope.inside.decisions.ptx_code import PtxCode
from kernelscope.inside.decisions.shared_code import SharedUse, loops, shared_uses
from kernelscope.inside.decisions.tensors import BlockType
from kernelscope.inside.decisions.triton_passes import allocated, scratch_bytes
from kernelscope.inside.naming.names import variable_name
from kernelscope.record.inspection import Decision, SharedBuffer
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.types import TYPES

_TIMELINE_COLUMNS = 24


@dataclass(frozen=True, slots=True)
class Buffer:
    """A buffer with the instructions that touch it.

    Attributes:
        name: what it holds, in words.
        offset: its first byte in the block's shared memory.
        layout: how its elements are spread over the banks, in words; "" if unknown.
        source: the user's line, as "file:line".
        live: the first and the last line of the PTX at which it is needed.
    """

    name: str
    offset: int
    bytes: int
    layout: str
    source: str
    uses: tuple[SharedUse, ...]
    live: tuple[int, int]

    @property
    def record(self) -> SharedBuffer:
        """The part of it that a record keeps."""
        return SharedBuffer(self.name, self.offset, self.bytes, self.live)


# ---- Triton --------------------------------------------------------------------------------


def triton_buffers(ttgir: Module, ptx: PtxCode, capability: int) -> list[Buffer] | None:
    """Return the buffers of a Triton kernel, by Triton's own allocation; None if it cannot run."""
    module = allocated(ttgir.text, capability)
    if module is None:
        return None
    axis = AxisAnalysis(module)
    types = axis.types
    uses = shared_uses(ptx)
    buffers: list[Buffer] = []
    for op in module.operations():
        offset = op.integer("allocation.offset")
        if offset is None:
            continue
        is_block = op.name == "ttg.local_alloc"
        block = types[op.results[0]] if is_block else None
        size = (
            block.count * block.bits // 8 if block else scratch_bytes(module, op, types, capability)
        )
        size += _padding(block) if block else 0
        touching = _touching(module, op) if is_block else [op]
        keys = {o.place.key for o in touching if o.place is not None}
        mine = tuple(u for u in uses if (p := ptx.place(u.instruction)) and p.key in keys)
        live = _live(mine, ptx, around=is_block and _used_in_loop(op, touching))
        spread = spread_in_words(block) if block else ""
        name = _block_name(op, touching, axis) if is_block else _scratch_name(op)
        buffers.append(Buffer(name, offset, size, spread, op.source, mine, live))
    return sorted(buffers, key=lambda b: (b.offset, b.live))


def _block_name(alloc: Operation, touching: list[Operation], axis: AxisAnalysis) -> str:
    """Return the argument whose elements a buffer holds; otherwise the variable of the source."""
    filled = [op for op in touching if op.name.startswith("ttg.async_copy")] or [alloc]
    argument = axis.argument_behind(next(iter(filled[0].operands), ""))
    if argument:
        return f"tile of {argument}"
    return (alloc.place.name if alloc.place is not None else "") or alloc.results[0]


def _scratch_name(op: Operation) -> str:
    name = op.name.rpartition(".")[2]
    return f"scratch of {name}" + (f" ({op.place.name})" if op.place and op.place.name else "")


def _touching(module: Module, alloc: Operation) -> list[Operation]:
    """Return the operations that read or write a buffer, directly or through views."""
    views = set(alloc.results)
    touching = [alloc]
    for op in module.operations():
        if views & set(op.operands) and op.name != "ttg.local_dealloc":
            touching.append(op)
            if op.name.startswith(("ttg.memdesc", "ttng.warp_group_dot_wait")):
                views |= set(op.results)
    return touching


def _used_in_loop(alloc: Operation, touching: Iterable[Operation]) -> bool:
    """Return whether a loop uses a buffer that outlives it: then it lives as long as the loop."""
    return any(op.parent is not alloc.parent for op in touching)


def _padding(block: BlockType) -> int:
    """Return the bytes that `padded_shared` adds.

    `padded_shared<[32:+4]>` adds 4 elements after every 32, except after the last.
    """
    elements = block.count
    pads = re.findall(r"(\d+):\+(\d+)", block.encoding) if "padded_shared" in block.encoding else []
    added = sum(
        (elements // int(every) - (elements % int(every) == 0)) * int(n) for every, n in pads
    )
    return added * block.bits // 8


def spread_in_words(block: BlockType) -> str:
    """Describe how the elements of a buffer are spread over the banks of shared memory."""
    name, values = read_encoding(block.encoding)
    if name == "swizzled_shared":
        most, per = _number(values, "maxPhase"), _number(values, "perPhase")
        if most <= 1:
            return "rows one after the other, no swizzle"
        piece = _number(values, "vec") * block.bits // 8
        return (
            f"swizzled: pieces of {piece} bytes change places within a row by xor with the row's "
            f"number{f' divided by {per}' if per > 1 else ''} (modulo {most}), so that a column "
            f"is spread over {most} different places in the banks"
        )
    if name == "nvmma_shared":
        width = _number(values, "swizzlingByteWidth")
        turned = ", transposed" if values.get("transposed") == "true" else ""
        if not width:
            return f"the tensor core's own order, no swizzle{turned}"
        return (
            f"swizzled for the tensor core{turned}: within rows of {width} bytes, pieces of 16 "
            f"bytes change places by xor with the row's number (modulo {width // 16})"
        )
    if padding := re.findall(r"(\d+):\+(\d+)", block.encoding):
        pads = ", ".join(f"{n} elements after every {every}" for every, n in padding)
        return f"padded: {pads}, so that a column is spread over several banks"
    return ""


def _number(values: dict[str, str], name: str) -> int:
    digits = re.match(r"\d+", values.get(name, ""))
    return int(digits[0]) if digits else 0


# ---- CUDA C++, Numba, PTX ------------------------------------------------------------------


def ptx_buffers(ptx: PtxCode, dynamic_bytes: int) -> list[Buffer]:
    """Return the `.shared` variables that a kernel uses, in the order of their declarations."""
    uses = shared_uses(ptx)
    inside = [s for s in ptx.statements if isinstance(s, syntax.Variable)]
    buffers: list[Buffer] = []
    offset = 0
    for variable in (*ptx.module.variables, *inside):
        mine = tuple(use for use in uses if variable.name in use.roots)
        if variable.space != "shared" or not mine:
            continue
        size = TYPES[variable.type].bits // 8 * variable.vector if variable.type in TYPES else 0
        for length in variable.shape:
            size *= length
        offset = -(-offset // variable.align) * variable.align
        name = variable_name(variable.name)
        live = _live(mine, ptx, around=True)
        source = ptx.source(mine[0].instruction)
        buffers.append(Buffer(name, offset, size or dynamic_bytes, "", source, mine, live))
        offset += size
    return buffers


def _live(uses: tuple[SharedUse, ...], ptx: PtxCode, *, around: bool) -> tuple[int, int]:
    """Return the first and last line at which a buffer is needed.

    With `around`, the range is widened to every loop that it overlaps but does not lie inside:
    lines 172 to 445 become 172 to 477 if a loop ends there (see above).
    """
    if not uses:
        return (0, 0)
    first = min(use.instruction.position.line for use in uses)
    last = max(use.instruction.position.line for use in uses)
    for begin, end in loops(ptx) if around else ():
        if first <= end and last >= begin and not (begin <= first and last <= end):
            first, last = min(first, begin), max(last, end)
    return first, last


# ---- the answer ----------------------------------------------------------------------------


def shared_answer(buffers: list[Buffer] | None) -> list[Decision]:
    """Return the buffers as a timeline, and each in words."""
    if buffers is None:
        text = "the buffers are not known: this Triton cannot repeat the kernel's allocation"
        return [Decision("shared", text)]
    if not buffers:
        return [Decision("shared", "the kernel uses no shared memory")]
    total = max(b.offset + b.bytes for b in buffers)
    count = "1 buffer" if len(buffers) == 1 else f"{len(buffers)} buffers"
    text = f"{total:,} bytes of shared memory a block, {count}"
    if not all(b.bytes for b in buffers):
        text += "; the launch, which is not known, adds its dynamic shared memory"
    if sum(b.bytes for b in buffers) > total:
        text += "; buffers that are never needed at the same time share a place"
    answers = [Decision("shared", f"{text}\n{timeline(buffers)}")]
    for b in buffers:
        size = f"{b.bytes:,} bytes" if b.bytes else "as many bytes as the launch asks for,"
        words = f"{b.name}: {size} at {b.offset:,}"
        if b.layout:
            words += f"; {b.layout}"
        evidence = f"used from ptx:{b.live[0]} to ptx:{b.live[1]}" if b.live[0] else ""
        answers.append(Decision("shared", words, evidence, b.source))
    return answers


def timeline(buffers: list[Buffer]) -> str:
    """Draw one row a buffer: its place in memory, and the lines of PTX at which it is needed."""
    first = min((b.live[0] for b in buffers if b.live[0]), default=0)
    last = max(b.live[1] for b in buffers)
    scale = (_TIMELINE_COLUMNS - 1) / max(1, last - first)
    rows = [
        f"{'offset':>9} {'bytes':>9}  {f'ptx:{first}':<{_TIMELINE_COLUMNS - 9}} {f'ptx:{last}':>8}"
    ]
    for b in buffers:
        begin, end = (round((line - first) * scale) for line in b.live)
        drawn = "·" * begin + "█" * (end - begin + 1) if b.live[0] else ""
        bar = drawn.ljust(_TIMELINE_COLUMNS, "·")
        rows.append(f"{b.offset:>9,} {b.bytes:>9,}  {bar}  {b.name}")
    return "\n".join(rows)
