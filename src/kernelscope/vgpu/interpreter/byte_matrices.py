"""`ldmatrix` and `stmatrix` of bytes in the interpreter."""

from __future__ import annotations

import numpy as np

from kernelscope.vgpu import byte_matrices, ir
from kernelscope.vgpu.interpreter.memory import Array
from kernelscope.vgpu.interpreter.tensor import matrix_rows
from kernelscope.vgpu.interpreter.warp import Warp


def load(warp: Warp, inst: ir.Inst) -> None:
    """Run `ldmatrix`: an element of 6 bits is the lower ones of its byte, one of 4 the middle."""
    f = inst.fields
    rows = matrix_rows(warp, inst, byte_matrices.matrices_of(f))
    bits = byte_matrices.bits_of(f)
    lines = {
        n: int.from_bytes(warp.spaces.at("shared", where, 16, n).tobytes(), "little")
        for n, where in rows.items()
    }
    results: list[Array] = []
    for register in range(byte_matrices.registers_of(f)):
        words = np.zeros(32, np.uint32)
        for e, byte in enumerate(byte_matrices.bytes_of(f["shape"], register)):
            for lane, (row, element) in enumerate(zip(byte.rows, byte.elements, strict=True)):
                value = lines[row] >> bits * element & ((1 << bits) - 1)
                words[lane] |= np.uint32((value << 2 if bits == 4 else value) << 8 * e)
        results.append(words)
    vector = isinstance(inst.operands[0], tuple)
    warp.write(inst, (tuple(results),) if vector else results[0])


def store(warp: Warp, inst: ir.Inst) -> None:
    """Run `stmatrix`, the same way back."""
    f = inst.fields
    rows = matrix_rows(warp, inst, byte_matrices.matrices_of(f))
    value = warp.source(inst, inst.form.signature[1], inst.operands[1])
    lines = {n: np.zeros(16, np.uint8) for n in rows}
    for register, words in enumerate(value if isinstance(value, tuple) else (value,)):
        for e, byte in enumerate(byte_matrices.bytes_of(f["shape"], register)):
            for lane, (row, element) in enumerate(zip(byte.rows, byte.elements, strict=True)):
                lines[row][element] = int(words[lane]) >> 8 * e & 0xFF
    for n, where in rows.items():
        warp.spaces.writable("shared", where, 16, n)[:] = lines[n]
