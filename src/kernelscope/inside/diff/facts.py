"""The facts of one kernel that a comparison looks at: options, decisions, resources, traffic.

In: an inspected kernel. Out: `Fact`s as text, which `kernels` compares one by one. The compiler's
decisions are those of the inspection, so that `inspect --why` and `diff` say the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from kernelscope.inside.diff.ptx import Line, access_bits
from kernelscope.record import AccessDecision, InspectedKernel
from kernelscope.record.names import place_key

Fact = tuple[str, str, str]
"""(kind, label, value), the first two as in `record.Change`."""

DETAIL = "\t"
"""Separates a layout's words from its encoding, which is shown if the words are equal."""

_SHARED = {"ld": "shared loads", "st": "shared stores"}
_TRAFFIC = {
    "kernelscope__unique_sectors_read.sum": "distinct 32-byte sectors read",
    "kernelscope__unique_sectors_written.sum": "distinct 32-byte sectors written",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "sectors of global loads",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "sectors of global stores",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum": "sectors of global reductions",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum": "sectors of global atomics",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "shared-memory wavefronts of loads",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": "shared-memory wavefronts of stores",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": "bank conflicts of loads",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum": "bank conflicts of stores",
    "smsp__sass_inst_executed_op_local_ld.sum": "loads from local memory",
    "smsp__sass_inst_executed_op_local_st.sum": "stores to local memory",
    "kernelscope__inst_executed.sum": "instructions executed by warps",
    "kernelscope__barriers.sum": "barriers executed",
}
_PIPES = ("fma", "alu", "fp64", "xu", "lsu", "tensor", "control")
_TOLD = ("pipeline", "barriers", "tensor-cores", "numerics")
_COUNT = re.compile(r", (?:once|twice|\d+ times) in the PTX$")
_PLACE = re.compile(r"\b(?:ptx|ttgir):\d+(?:: )?")
_VALUE = re.compile(r"%[\w#]+")


def facts(kernel: InspectedKernel, ptx: list[Line], *, named: bool) -> Iterator[Fact]:
    """Yield the facts of a kernel, with its PTX in canonical form, the most important first.

    `named`: whether arguments are called by name, as the other kernel has the same names; otherwise
    by number.
    """
    yield from _compiled(kernel, named)
    yield from _accesses(kernel.accesses)
    yield from _shared_accesses(ptx)
    yield from _layouts(kernel)
    yield from _resources(kernel)
    yield from _launch(kernel)
    yield from _decisions(kernel)
    if ptx:
        count = sum(bool(operation) for operation, _ in ptx)
        yield "instruction", "instructions of PTX", str(count)
    yield from _traffic(kernel)


def _compiled(kernel: InspectedKernel, named: bool) -> Iterator[Fact]:
    yield "option", "front end", kernel.frontend
    yield "option", "target", kernel.target
    for name, value in kernel.options.items():
        yield "option", name, value
    for place, (name, type_name) in enumerate(kernel.types.items(), 1):
        assumed = ", ".join(kernel.facts.get(name, ()))
        yield (
            "option",
            f"argument {name if named else place}",
            f"{type_name}{f', {assumed}' if assumed else ''}",
        )


def _accesses(accesses: Sequence[AccessDecision]) -> Iterator[Fact]:
    """Yield the widths of the accesses to global memory, in bits a thread, by source line."""
    places = {access.source: place_key(access.source) for access in accesses}
    of_kind: dict[tuple[str, str], list[AccessDecision]] = {}
    for access in sorted(accesses, key=lambda access: places[access.source]):
        of_kind.setdefault((access.space, access.op), []).append(access)
    for (space, op), of_op in sorted(of_kind.items()):
        for number, access in enumerate(of_op, 1):
            narrow = f" of {access.possible_bits} possible" if access.cause else ""
            cause = f": {access.cause.partition(': ')[0]}" if access.cause else ""
            label = f"{space} {op}{f' {number}' if len(of_op) > 1 else ''}"
            yield "access", label, f"{access.bits} bit{narrow}{cause}"


def _shared_accesses(ptx: list[Line]) -> Iterator[Fact]:
    widths: dict[str, Counter[int]] = {}
    for operation, _ in ptx:
        opcode, _, modifiers = operation.partition(".")
        words = modifiers.split(".")
        bits = access_bits(words)
        if opcode in _SHARED and bits and any(word.startswith("shared") for word in words):
            widths.setdefault(_SHARED[opcode], Counter())[bits] += 1
    for label, counts in sorted(widths.items()):
        widths_text = ", ".join(
            f"{n} × {bits} bit" for bits, n in sorted(counts.items(), reverse=True)
        )
        yield "access", label, widths_text


def _answers(kernel: InspectedKernel, question: str) -> list[str]:
    """Return the answers to a question, without lines of stages and numbers of values.

    "ptx:125: bar.sync 0 waits …" and "ptx:131: bar.sync 0 waits …" are the same answer: otherwise
    one added instruction would change every answer after it.
    """
    texts = (d.text for d in kernel.decisions if d.question == question)
    return [_VALUE.sub("", _PLACE.sub("", text)).replace(" , ", " ") for text in texts]


def _layouts(kernel: InspectedKernel) -> Iterator[Fact]:
    """Yield how the elements of block values are spread over the threads, by shape."""
    by_shape: dict[str, list[str]] = {}
    for decision in kernel.decisions:
        if decision.question == "layout" and decision.evidence:
            head, *body = decision.text.splitlines()
            shape, _, _ = head.partition(": ")[2].partition(" of ")
            encoding = decision.evidence.replace("#ttg.", "")
            words = f"{encoding.partition('<')[0]}: {body[0]}" if body else encoding
            by_shape.setdefault(shape, []).append(f"{words}{DETAIL}{encoding}")
    for shape, layouts in by_shape.items():
        yield "layout", f"values of {shape}", "\n".join(sorted(dict.fromkeys(layouts)))


def _resources(kernel: InspectedKernel) -> Iterator[Fact]:
    if kernel.registers is not None:
        yield "resource", "registers a thread", str(kernel.registers)
    if kernel.spill_bytes is not None:
        yield "resource", "spilled bytes", str(kernel.spill_bytes)
    sizes = Counter((buffer.name, buffer.bytes) for buffer in kernel.shared)
    for name in dict.fromkeys(name for name, _ in sizes):
        amounts = [
            f"{n} × {b:,}" if n > 1 else f"{b:,}" for (m, b), n in sizes.items() if m == name
        ]
        yield "resource", f"bytes of shared memory for {name}", ", ".join(amounts)
    launch = kernel.launch
    if launch is not None:
        yield "resource", "shared memory of a block in bytes", f"{launch.shared_bytes:,}"
        if launch.occupancy is not None:
            yield "resource", "occupancy", f"{launch.occupancy:.0%} (by {launch.limiter})"


def _launch(kernel: InspectedKernel) -> Iterator[Fact]:
    launch = kernel.launch
    if launch is None:
        return
    yield "launch", "grid", "×".join(map(str, launch.grid))
    yield "launch", "block", "×".join(map(str, launch.block))
    if launch.waves is not None:
        yield "launch", "waves", f"{launch.waves:.2f}"
    if kernel.launches:
        yield "launch", "launches", str(kernel.launches)


def _decisions(kernel: InspectedKernel) -> Iterator[Fact]:
    """Yield the answers to each question, one a line, without "3 times in the PTX" at the end."""
    for question in _TOLD:
        answers = [_COUNT.sub("", text) for text in _answers(kernel, question)]
        if answers:
            yield "decision", question, "\n".join(answers)


def _traffic(kernel: InspectedKernel) -> Iterator[Fact]:
    if kernel.launch is None:
        return
    counters = kernel.launch.counters
    for name, label in _TRAFFIC.items():
        yield "traffic", label, _number(counters.get(name, 0))
    for pipe in _PIPES:
        name = f"kernelscope__inst_pipe_{pipe}.sum"
        yield "traffic", f"instructions on the {pipe} pipe", _number(counters.get(name, 0))


def _number(value: float) -> str:
    return f"{value:,.0f}"
