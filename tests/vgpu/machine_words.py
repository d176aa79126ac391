"""What NVIDIA's assembler makes of instructions on 32-bit words for sm_90a, and what that does.

Enough of the machine's instructions for video instructions: integer arithmetic, shifts, selections
and comparisons. Any other one is an error.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kernelscope.vgpu.ir.forms import at_operand
from vgpu.assembler import newest_version
from vgpu.forms import Case

WORD = (1 << 32) - 1
_KERNEL = """.entry k{number}(.param .u64 p) {{
.reg .b32 %a, %b, %c, %d; .reg .b64 %p; ld.param.u64 %p, [p];
ld.global.u32 %a, [%p]; ld.global.u32 %b, [%p+4]; ld.global.u32 %c, [%p+8];
{line}
st.global.u32 [%p+12], %d; ret; }}
"""
_BESIDE = frozenset(("LDC", "ULDC", "NOP", "BRA"))
_COMPARED = {
    "LT": lambda x, y: x < y, "LE": lambda x, y: x <= y, "GT": lambda x, y: x > y,
    "GE": lambda x, y: x >= y, "EQ": lambda x, y: x == y, "NE": lambda x, y: x != y,
}  # fmt: skip


def run_machine_code(assembler: Path, cases: Sequence[Case], rows: np.ndarray) -> list[list[int]]:
    """The result of each instruction for each of its rows of a, b and c; rows: [cases, n, 3]."""
    codes = machine_code(assembler, [_line(case) for case in cases])
    pairs = zip(codes, rows.tolist(), strict=True)
    return [[Machine(*row).run(code) for row in lanes] for code, lanes in pairs]


def _line(case: Case) -> str:
    fields = dict(case.fields)
    names = [spec.name for spec in case.form.signature]
    return f"{case.name} {', '.join(at_operand(fields, n, f'%{n}') for n in names)};"


def machine_code(assembler: Path, lines: list[str]) -> list[list[str]]:
    """The machine's instructions for each line of PTX."""
    head = f".version {newest_version(assembler)}\n.target sm_90a\n.address_size 64\n"
    kernels = (_KERNEL.format(number=n, line=line) for n, line in enumerate(lines))
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder) / "words.ptx", Path(folder) / "words.cubin"
        source.write_text(head + "".join(kernels))
        subprocess.run([assembler, "-arch=sm_90a", "-o", binary, source], check=True)
        shown = subprocess.run(
            [assembler.parent / "nvdisasm", "-c", binary],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    found: dict[int, list[str]] = {}
    for part in re.finditer(r"\.text\.k(\d+):(.*?)(?=//-----|\Z)", shown, re.DOTALL):
        code = re.findall(r"/\*[0-9a-f]{4,5}\*/\s+(.*?);", part[2])
        found[int(part[1])] = [line.strip() for line in code]
    return [found[n] for n in range(len(lines))]


def _signed(value: int, bits: int = 32) -> int:
    value &= (1 << bits) - 1
    return value - (value >> bits - 1 << bits)


class Machine:
    """One thread with its registers, predicates and four words of memory."""

    def __init__(self, *words: int) -> None:
        self.memory: dict[int, int] = dict(zip((0, 4, 8), words, strict=True))
        self.words: dict[str, int] = {"RZ": 0, "URZ": 0}
        self.flags: dict[str, bool] = {"PT": True, "UPT": True}

    def run(self, code: list[str]) -> int:
        """Run to the end; return the word that was stored."""
        for line in code:
            guard = re.match(r"@(!?U?P\w+) (.*)", line)
            if guard and not self.flag(guard[1]):
                continue
            name, _, rest = (guard[2] if guard else line).partition(" ")
            operation, *modifiers = name.split(".")
            operands = [text.strip().removesuffix(".reuse") for text in rest.split(",")]
            if operation in _BESIDE:
                continue
            if operation == "STG":
                return self.word(operands[-1])
            step = STEPS.get(operation)
            if step is None:
                raise NotImplementedError(line)
            step(self, modifiers, operands)
        raise NotImplementedError("nothing is stored")

    def word(self, text: str) -> int:
        """The value of a register or constant."""
        if text[0] in "-~" and not text[1].isdigit():
            value = self.word(text[1:])
            return (~value if text[0] == "~" else -value) & WORD
        return self.words[text] if text in self.words else int(text, 0) & WORD

    def flag(self, text: str) -> bool:
        """The value of a predicate."""
        return not self.flag(text[1:]) if text[0] == "!" else self.flags[text]

    def put(self, name: str, value: int) -> None:
        if name not in ("RZ", "URZ"):
            self.words[name] = value & WORD

    def pair(self, text: str) -> int:
        """The value of two registers."""
        if text in ("RZ", "URZ"):
            return 0
        if not text.startswith("R"):
            return int(text, 0)
        return self.words[text] | self.words[f"R{int(text[1:]) + 1}"] << 32

    def exit(self, modifiers: list[str], operands: list[str]) -> None:
        raise NotImplementedError("nothing is stored")

    def ldg(self, modifiers: list[str], operands: list[str]) -> None:
        place = re.search(r"\+(0x[0-9a-f]+)\]", operands[1])
        start = int(place[1], 16) if place else 0
        first = int(operands[0][1:])
        for n in range(2 if "64" in modifiers else 1):
            self.put(f"R{first + n}", self.memory[start + 4 * n])

    def mov(self, modifiers: list[str], operands: list[str]) -> None:
        self.put(operands[0], self.word(operands[1]))

    def iabs(self, modifiers: list[str], operands: list[str]) -> None:
        self.put(operands[0], abs(_signed(self.word(operands[1]))))

    def prmt(self, modifiers: list[str], operands: list[str]) -> None:
        assert not modifiers
        value, result = self.word(operands[1]) | self.word(operands[3]) << 32, 0
        for n in range(4):
            digit = self.word(operands[2]) >> 4 * n & 15
            byte = value >> 8 * (digit & 7) & 255
            result |= (255 * (byte >> 7) if digit & 8 else byte) << 8 * n
        self.put(operands[0], result)

    def sel(self, modifiers: list[str], operands: list[str]) -> None:
        self.put(operands[0], self.word(operands[1 if self.flag(operands[3]) else 2]))

    def shf(self, modifiers: list[str], operands: list[str]) -> None:
        low, by, high = (self.word(text) for text in operands[1:4])
        way, kind = modifiers[:2]
        bits = int(kind[1:])
        by = by & bits - 1 if "W" in modifiers else min(by, bits)
        both = high << 32 | low
        if bits == 32 and way == "R" and "HI" in modifiers:
            assert operands[1] == "RZ"
            return self.put(operands[0], (_signed(high) if kind[0] == "S" else high) >> by)
        if bits == 32 and way == "L" and "HI" not in modifiers:
            return self.put(operands[0], low << by)
        both = _signed(both, 64) if kind[0] == "S" else both
        both = both >> by if way == "R" else both << by
        return self.put(operands[0], both >> 32 if "HI" in modifiers else both)

    def lop3(self, modifiers: list[str], operands: list[str]) -> None:
        x, y, z, table = (self.word(text) for text in operands[1:5])
        bits = ((x >> n & 1) << 2 | (y >> n & 1) << 1 | z >> n & 1 for n in range(32))
        self.put(operands[0], sum((table >> bit & 1) << n for n, bit in enumerate(bits)))

    def _carries(self, operands: list[str]) -> tuple[list[str], list[str]]:
        """The predicates behind the destination, and what follows them."""
        rest = operands[1:]
        count = next(n for n, text in enumerate(rest) if not re.fullmatch(r"!?P\w", text))
        return rest[:count], rest[count:]

    def iadd3(self, modifiers: list[str], operands: list[str]) -> None:
        carries, rest = self._carries(operands)
        total = 0
        for text in rest[:3]:
            inverted = text[0] == "-" and not text[1].isdigit()
            total += (~self.word(text[1:]) & WORD) + 1 if inverted else self.word(text)
        if "X" in modifiers:
            total += sum(self.flag(text) for text in rest[3:])
        self.put(operands[0], total)
        for n, name in enumerate(carries):
            self.flags[name] = total >> 32 > n

    def viadd(self, modifiers: list[str], operands: list[str]) -> None:
        self.put(operands[0], self.word(operands[1]) + self.word(operands[2]))

    def imad(self, modifiers: list[str], operands: list[str]) -> None:
        carries, rest = self._carries(operands)
        x, y = self.word(rest[0]), self.word(rest[1])
        if "WIDE" not in modifiers:
            assert not carries
            carry = self.flag(rest[3]) if "X" in modifiers else 0
            return self.put(operands[0], x * y + self.word(rest[2]) + carry)
        x, y = (x, y) if "U32" in modifiers else (_signed(x), _signed(y))
        minus = rest[2].startswith("-R")
        other = -self.pair(rest[2][1:]) if minus else self.pair(rest[2])
        total = x * y + other
        for name in carries:
            self.flags[name] = bool((x * y % (1 << 64) + other % (1 << 64)) >> 64)
        first = int(operands[0][1:])
        self.put(f"R{first}", total)
        return self.put(f"R{first + 1}", total >> 32)

    def lea(self, modifiers: list[str], operands: list[str]) -> None:
        assert modifiers[0] == "HI"
        x, y = self.word(operands[1]), self.word(operands[2])
        if "SX32" in modifiers:
            x, rest = _signed(x), operands[3:]
        else:
            x, rest = x | self.word(operands[3]) << 32, operands[4:]
        carry = self.flag(rest[1]) if "X" in modifiers else 0
        self.put(operands[0], (x << int(rest[0], 0) >> 32) + y + carry)

    def isetp(self, modifiers: list[str], operands: list[str]) -> None:
        x, y = (self.word(text) for text in operands[2:4])
        if "U32" not in modifiers:
            x, y = _signed(x), _signed(y)
        how = modifiers[0]
        holds = _COMPARED[how](x, y)
        if "EX" in modifiers:  # of the upper halves; the lower ones' result is the last operand
            low = self.flag(operands[5])
            strict = {"LE": "LT", "GE": "GT"}.get(how, how)
            holds = (x == y and low) or (how != "EQ" and _COMPARED[strict](x, y))
        other = self.flag(operands[4])
        assert "AND" in modifiers or "OR" in modifiers
        for name, value in ((operands[0], holds), (operands[1], not holds)):
            if name != "PT":
                self.flags[name] = value and other if "AND" in modifiers else value or other

    def vimnmx(self, modifiers: list[str], operands: list[str]) -> None:
        pair: Any = [self.word(text) for text in operands[1:3]]
        if "U32" not in modifiers:
            pair = [_signed(value) for value in pair]
        self.put(operands[0], (min if self.flag(operands[3]) else max)(pair))

    def i2i(self, modifiers: list[str], operands: list[str]) -> None:
        assert modifiers[1:] == ["S32", "SAT"]
        bits = int(modifiers[0][1:])
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if modifiers[0][0] == "S" else (0, 0)
        high = high or (1 << bits) - 1
        self.put(operands[0], min(max(_signed(self.word(operands[1])), low), high))


STEPS: dict[str, Callable[[Machine, list[str], list[str]], None]] = {
    "EXIT": Machine.exit,
    "LDG": Machine.ldg,
    "MOV": Machine.mov,
    "IABS": Machine.iabs,
    "PRMT": Machine.prmt,
    "SEL": Machine.sel,
    "SHF": Machine.shf,
    "LOP3": Machine.lop3,
    "IADD3": Machine.iadd3,
    "VIADD": Machine.viadd,
    "IMAD": Machine.imad,
    "LEA": Machine.lea,
    "ISETP": Machine.isetp,
    "VIMNMX": Machine.vimnmx,
    "I2I": Machine.i2i,
    "UMOV": Machine.mov,
    "ULOP3": Machine.lop3,
    "USEL": Machine.sel,
}
