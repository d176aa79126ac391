"""The machine code of a kernel, instruction by instruction, with the line of PTX of each.

In: a PTX text, or a cubin that was made from one. Out: a `MachineCode`: instructions, basic blocks
and the edges between them.

The assembler keeps a table of the PTX line of each instruction (`-lineinfo`). A PTX line with
several instructions is split first (`separated`), so that each has its own.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kernelscope._cache import cache_folder, read_pickle, source_key, write_pickle
from kernelscope.errors import UnavailableError
from kernelscope.machine_code import nvdisasm
from kernelscope.machine_code.assemble import assembled
from kernelscope.machine_code.cubin import cubin_target, ptx_lines, sections
from kernelscope.machine_code.graph import Edge, blocks_of, edges_of
from kernelscope.machine_code.instruction import (
    Instruction,
    control_of,
    parsed,
    pipe_of,
    registers_read,
)
from kernelscope.vgpu.ptx.entries import only_entry

INSTRUCTION_BYTES = 16


@dataclass(frozen=True, slots=True)
class MachineCode:
    """A kernel's machine code for a target such as "sm_90a".

    Attributes:
        instructions: by their number: address / 16. Functions that it calls are behind its own
            code; the padding is left out.
        starts: [basic blocks + 1] the first instruction of each; block 0 is the entry.
        edges: between the basic blocks.
    """

    kernel: str
    target: str
    instructions: tuple[Instruction, ...]
    starts: tuple[int, ...]
    edges: tuple[Edge, ...]

    def block(self, number: int) -> tuple[Instruction, ...]:
        """Return the instructions of a basic block."""
        return self.instructions[self.starts[number] : self.starts[number + 1]]

    @property
    def blocks(self) -> int:
        """The number of basic blocks."""
        return len(self.starts) - 1


@dataclass(frozen=True, slots=True)
class NoCode:
    """The reason why a kernel's machine code is not known."""

    reason: str


def code_of(ptx: str, kernel: str, target: str, most: int | None = None) -> MachineCode | NoCode:
    """Return the machine code of a PTX kernel, or the reason why it is not known.

    The lines are those of `ptx` as it is given. The result is kept on disk. `most`: the limit of
    registers a thread; None for no limit.
    """
    own = only_entry(ptx, kernel)
    text, lines = separated(own)
    cubin = assembled(text, kernel, target, most)
    if cubin is None:
        return NoCode(f"no assembler here accepts this PTX for {target}")
    plain = assembled(own, kernel, target, most, lines=False)
    if plain is None or _text(plain, kernel) != _text(cubin, kernel):
        return NoCode("the assembler gives other code if it keeps the lines of the PTX")
    return code_of_cubin(cubin, kernel, text, lines)


def code_of_cubin(
    cubin: bytes, kernel: str, ptx: str, lines: tuple[int, ...] | None = None
) -> MachineCode | NoCode:
    """Return the machine code of a kernel of a cubin, or the reason why it is not known.

    ptx: the text that was assembled.
    lines: the line that is given for each line of `ptx`, from 0; None for the same line.
    """
    key = hashlib.sha256(_own_key() + cubin + repr((kernel, ptx, lines)).encode()).hexdigest()[:32]
    path = cache_folder("machine-code") / key
    kept = read_pickle(path)
    if isinstance(kept, MachineCode):
        return kept
    try:
        code = _decoded(cubin, kernel, ptx, lines)
    except (UnavailableError, ValueError) as error:
        return NoCode(str(error))
    write_pickle(path, code)
    return code


@cache
def _own_key() -> bytes:
    return source_key(Path(__file__).parent)


def _text(cubin: bytes, kernel: str) -> bytes:
    """Return the code of a kernel. Raises ValueError if the cubin has no such kernel."""
    for section in sections(cubin):
        if section.name == f".text.{kernel}":
            return section.data
    raise ValueError(f"the cubin has no kernel {kernel}")


# Where it may go is only said after an analysis, which may fail:
# `BRX R2 -0x100 (*"BRANCH_TARGETS .L_x_4,.L_x_5"*)`.
_INDIRECT = re.compile(r"\b(?:BRXU?|JMXU?) ")
_CALLED = re.compile(r"CALL.*`\((.*?)\)")


def _decoded(cubin: bytes, kernel: str, ptx: str, lines: tuple[int, ...] | None) -> MachineCode:
    """Return the code of a kernel. Raises ValueError or UnavailableError if it is not known."""
    target = cubin_target(cubin)
    if not ptx_lines(cubin, kernel):
        raise ValueError("the cubin does not name the lines of its PTX: assemble with -lineinfo")
    printed, reason = nvdisasm.code_of(cubin)
    if not printed:
        raise ValueError(f"nvdisasm cannot read this cubin: {reason}")
    if _INDIRECT.search(printed) and "BRANCH_TARGETS" not in printed:
        printed = nvdisasm.printed(cubin)[0] or printed
    rows, labels = _rows(printed, cubin, kernel)
    architecture = int(target.strip("sm_af"))
    instructions: list[Instruction] = []
    mnemonics = ["", *(mnemonic(line) for line in ptx.split("\n"))]
    for row in rows:
        text = parsed(row.text)
        own = row.line if lines is None else lines[row.line] if row.line < len(lines) else 0
        instructions.append(
            Instruction(
                text.opcode,
                text.guard,
                text.operands,
                registers_read(text),
                tuple(labels[name] for name in text.labels if name in labels),
                control_of(row.code),
                own,
                mnemonics[row.line] if row.line < len(mnemonics) else "",
                pipe_of(text.opcode, architecture),
            )
        )
    starts = blocks_of(instructions)
    return MachineCode(kernel, target, tuple(instructions), starts, edges_of(instructions, starts))


@dataclass(frozen=True, slots=True)
class _Row:
    """An instruction's text, its 16 bytes, and the line of the PTX that was assembled, or 0."""

    text: str
    code: bytes
    line: int


def _rows(printed: str, cubin: bytes, kernel: str) -> tuple[list[_Row], dict[str, int]]:
    """Return the instructions of a kernel and of the functions that it calls, and the labels.

    The linker keeps functions of its library, such as those of division, in sections of their own.
    """
    rows: list[_Row] = []
    labels: dict[str, int] = {}
    waiting, seen = [kernel], {kernel}
    codes = {section.name: section.data for section in sections(cubin)}
    while waiting:
        name = waiting.pop(0)
        labels[name] = begin = len(rows) * INSTRUCTION_BYTES
        code, table, line = codes[f".text.{name}"], ptx_lines(cubin, name), 0
        own: list[_Row] = []
        for address, text in nvdisasm.code_lines(printed, name):
            at = len(own) * INSTRUCTION_BYTES
            if address is None:
                labels[text] = begin + at
                continue
            if address != at:
                raise ValueError(f"nvdisasm prints no instruction at {at:#x} of {name}")
            line = table.get(at, line)
            own.append(_Row(text, code[at : at + INSTRUCTION_BYTES], line))
            called = _CALLED.search(text)
            if called and called[1] not in seen and f".text.{called[1]}" in codes:
                seen.add(called[1])
                waiting.append(called[1])
        rows += _without_padding(own)
    return rows, labels


def _without_padding(rows: list[_Row]) -> list[_Row]:
    """Return the instructions without the NOPs that fill the last cache line."""
    kept = len(rows)
    while kept and rows[kept - 1].text.startswith("NOP"):
        kept -= 1
    return rows[:kept]


# ---- one line for each instruction ---------------------------------------------------------------


def separated(ptx: str) -> tuple[str, tuple[int, ...]]:
    """Return the PTX with at most one instruction a line, and the old line of each line, from 0.

    Only line feeds are added, after semicolons and braces inside a line that go on:

        { cvt.f32.f16 %f1, %h1; add.f32 %f2, %f1, %f1; }      three lines of one instruction or none
    """
    lines: list[str] = []
    old = [0]
    for number, line in enumerate(ptx.split("\n"), 1):
        parts = [line] if '"' in line else _parts(line)
        lines += parts
        old += [number] * len(parts)
    return "\n".join(lines), tuple(old)


def _parts(line: str) -> list[str]:
    code, mark, comment = line.partition("//")
    if "/*" in code or "*/" in code:
        return [line]
    parts = [part for part in re.split(r"(?<=;)(?=\s*[^\s;}])", code) if part]
    return [*parts[:-1], parts[-1] + mark + comment] if parts else [line]


_MNEMONIC = re.compile(r"[\s{}]*(?:[$\w]+:)?\s*(?:(@)!?%?[$\w]+\s+)?([a-z]\w*(?:(?:\.|::)\w+)*)")


def mnemonic(line: str) -> str:
    """Return the mnemonic on a line of PTX, after "@" if it has a guard; "" if there is none."""
    match = _MNEMONIC.match(line)
    return f"{match[1] or ''}{match[2]}" if match and ";" in line else ""
