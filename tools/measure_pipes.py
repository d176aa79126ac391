"""Measure how fast an SM's pipes take instructions and read registers, on this machine's GPU.

    python tools/measure_pipes.py OUT.csv      (60 s; needs nvcc, cuobjdump and CuPy)

A row is a kernel of one block in which each warp executes the same instructions one after the
other: `warps` of each sub-partition, and the cycles of the sub-partition for each. Rows "rate" are
operations of PTX; beside them stands what the assembler made of them. Rows "registers" are FFMA
whose registers are written into the machine code: "ee" reads two even ones (and a third one that
`.reuse` has kept), "eoo" three, of which two are odd.
"""

from __future__ import annotations

import csv
import random
import re
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cupy  # pyright: ignore[reportMissingImports]
import numpy as np

WARPS = (1, 2, 8)
OPERATIONS = {
    "lop3": "lop3.b32 %0, %0, %1, %2, 0x96;",
    "add": "add.s32 %0, %0, %1;",
    "add and xor": "{.reg .b32 t; add.s32 t, %0, %1; xor.b32 %0, t, %2;}",
    "shl": "shl.b32 %0, %0, %1;",
    "shf": "shf.l.wrap.b32 %0, %0, %1, %2;",
    "prmt": "prmt.b32 %0, %0, %1, %2;",
    "setp and selp": "{.reg .pred p; setp.lt.s32 p, %0, %1; selp.b32 %0, %2, %0, p;}",
    "sad": "sad.s32 %0, %0, %1, %2;",
    "min.f32": "min.f32 %0, %0, %1;",
    "mad.lo": "mad.lo.s32 %0, %0, %1, %2;",
    "shr, xor and mul": "{.reg .b32 t; shr.u32 t, %0, 13; xor.b32 t, t, %0;"
    " mul.lo.s32 %0, t, 0x5bd1e995;}",
    "dp4a": "dp4a.s32.s32 %0, %0, %1, %2;",
    "add.f32": "add.f32 %0, %0, %1;",
    "fma.f16x2": "fma.rn.f16x2 %0, %0, %1, %2;",
    "popc": "popc.b32 %0, %0;",
    "brev": "brev.b32 %0, %0;",
}
SOURCE = """
extern "C" __global__ __launch_bounds__(1024) void row({type}* data, long long* times) {{
  {type} v[{values}], sum = 0;
  #pragma unroll
  for (int i = 0; i < {values}; ++i) v[i] = data[threadIdx.x + i];
  __syncthreads();
  long long begin = clock64();
{body}
  long long end = clock64();
  #pragma unroll
  for (int i = 0; i < {values}; ++i) sum += v[i];
  data[threadIdx.x] = sum;
  if (threadIdx.x % 32 == 0) {{
    times[threadIdx.x / 32 * 2] = begin;
    times[threadIdx.x / 32 * 2 + 1] = end;
  }}
}}
"""
FFMA, CONTROL_AT = 0x223, 41  # the opcode's bits; the control word in the upper half
EVEN, ODD = range(6, 22, 2), range(5, 21, 2)
KEPT, RESULTS = 22, range(24, 32)
Operands = tuple[int, int, int, int]
"""Three registers, and the places of those that `.reuse` keeps, a bit each."""


def compiled(folder: Path, name: str, body: Sequence[str], kind: str, values: int) -> Path:
    """Return the machine code of a kernel with this body, of `values` variables."""
    source, cubin = folder / f"{name}.cu", folder / f"{name}.cubin"
    source.write_text(SOURCE.format(type=kind, values=values, body="\n".join(body)))
    subprocess.run(["nvcc", "-arch=native", "-cubin", "-o", cubin, source], check=True)
    return cubin


def cycles(cubin: Path, instructions: int) -> dict[int, float]:
    """Return the cycles for each instruction, by the warps of a sub-partition: the least of 5."""
    kernel = cupy.RawModule(path=str(cubin)).get_function("row")
    found: dict[int, float] = {}
    for warps in WARPS:
        data, times = cupy.zeros(4096, cupy.float32), cupy.zeros(128, cupy.int64)
        spans: list[int] = []
        for _ in range(5):
            kernel((1,), (128 * warps,), (data, times))
            both = times.get()[: 8 * warps].reshape(-1, 2)
            spans.append(int(both[:, 1].max() - both[:, 0].min()))
        found[warps] = min(spans) / (instructions * warps)
    return found


def rates(folder: Path) -> Iterator[list[Any]]:
    """Yield the rows of operations of PTX."""
    count = 384
    for name, text in OPERATIONS.items():
        kind, letter = ("float", "f") if ".f32" in text else ("unsigned", "r")
        body = [
            f'asm volatile("{text}" : "+{letter}"(v[{i % 12}]) : "{letter}"(v[12]), '
            f'"{letter}"(v[13]));'
            for i in range(count)
        ]
        cubin = compiled(folder, re.sub(r"\W+", "_", name), body, kind, 14)
        shown = subprocess.run(
            ["cuobjdump", "-sass", cubin], check=True, capture_output=True, text=True
        )
        opcodes = re.findall(r"/\*[0-9a-f]{4}\*/\s+(?:@!?U?P\d+ )?([A-Z][\w.]+)", shown.stdout)
        most = [f"{n} {opcode}" for opcode, n in Counter(opcodes).most_common(3) if n > count / 3]
        yield from (["rate", name, " ".join(most), w, c] for w, c in cycles(cubin, count).items())


def patterns() -> Iterator[list[str]]:
    """Yield rows of FFMA: the banks of the registers that each reads."""
    yield from (["eoe"], ["eee"], ["eo"], ["ee"], ["oo", "ee"], ["ee", "eo", "oe", "oo"])
    draw = random.Random(1)
    for number in range(104):
        size = draw.choice([2, 3, 4, 4, 8, 8])
        if number % 2:
            yield [draw.choice(["ee", "oo", "eo", "oe", "e", "o"]) for _ in range(size)]
        else:
            yield ["".join(draw.choice("eo") for _ in range(3)) for _ in range(size)]


def operands(draw: random.Random, banks: str) -> Operands:
    """Return registers of these banks, all different; the third is the kept one if two are read."""
    chosen: list[int] = []
    for bank in banks:
        chosen.append(draw.choice([r for r in (EVEN if bank == "e" else ODD) if r not in chosen]))
    if len(chosen) == 3:
        return chosen[0], chosen[1], chosen[2], 0
    return chosen[0], chosen[-1], KEPT, 4


def patched(cubin: bytes, row: Sequence[Operands]) -> bytes:
    """Return the code with these operands in its FFMA, one after the other, without waits."""
    code = bytearray(cubin)
    places = [
        at
        for at in range(0, len(code) - 15, 16)
        if struct.unpack_from("<H", code, at)[0] & 0xFFF == FFMA
    ]
    for number, at in enumerate(places):
        first, second, third, reuse = row[number % len(row)]
        low, high = struct.unpack_from("<QQ", code, at)
        result = RESULTS[number % len(RESULTS)]
        low = low & 0xFFFF | result << 16 | first << 24 | second << 32 | low >> 40 << 40
        # One cycle, no yield, no barriers; then the places that are kept.
        control = 1 | 1 << 4 | 7 << 5 | 7 << 8 | reuse << 17
        high = (high & ~0xFF & ~(0x1FFFFF << CONTROL_AT)) | third | control << CONTROL_AT
        struct.pack_into("<QQ", code, at, low, high)
    return bytes(code)


def registers(folder: Path) -> Iterator[list[Any]]:
    """Yield the rows of FFMA with chosen registers."""
    count = 512
    body = [
        f'asm volatile("fma.rn.f32 %0, %1, %2, %0;" : "+f"(v[{i % 8}]) : "f"(v[{8 + i % 8}]), '
        f'"f"(v[{16 + i % 8}]));'
        for i in range(count)
    ]
    plain = compiled(folder, "ffma", body, "float", 24).read_bytes()
    draw = random.Random(2)
    for number, banks in enumerate(patterns()):
        path = folder / f"ffma{number}.cubin"
        path.write_bytes(patched(plain, [operands(draw, one) for one in banks]))
        found = cycles(path, count)
        yield from (["registers", " ".join(banks), "FFMA", w, c] for w, c in found.items())


def main(words: list[str]) -> None:
    """Write the rows into the file that the command line names."""
    if len(words) != 1:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name, Path(words[0]).open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["what", "row", "machine code", "warps", "cycles"])
        for rows in (rates(Path(name)), registers(Path(name))):
            for *row, value in rows:
                writer.writerow([*row, f"{np.round(value, 3):g}"])


if __name__ == "__main__":
    main(sys.argv[1:])
