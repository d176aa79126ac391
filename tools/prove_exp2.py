"""Compare `ex2.approx.f32` with the correctly rounded 2^x for all 2^32 inputs: some minutes.

    .venv/bin/python tools/prove_exp2.py            the code for this processor
    .venv/bin/python tools/prove_exp2.py --plain    that for processors without AVX-512

The truth is 2^x in the 64 bits of an x86 long double, whose error is below 2^-62, rounded to f32.
Where an error of 2^-60 could change the rounding, exact arithmetic decides (`numeric.approx`). It
prints every input with another result; the exit code is 1 if there is one.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from typing import Any

import numpy as np

from kernelscope import vgpu
from kernelscope.vgpu import numeric
from kernelscope.vgpu.jit import build

THREADS = 1024
CHUNK = 1 << 22
Floats = np.ndarray[Any, np.dtype[np.float32]]
PTX = f"""
.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 input, .param .u64 output) {{
    .reg .b32 %t, %b, %v; .reg .b64 %in, %out, %o;
    ld.param.u64 %in, [input]; ld.param.u64 %out, [output];
    mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mad.lo.u32 %t, %b, {THREADS}, %t;
    mul.wide.u32 %o, %t, 4; add.s64 %in, %in, %o; add.s64 %out, %out, %o;
    ld.global.b32 %v, [%in]; ex2.approx.f32 %v, %v; st.global.b32 [%out], %v; ret; }}
"""


def main() -> int:
    """Go through all inputs; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plain", action="store_true", help="the code without AVX-512's permutes")
    if parser.parse_args().plain:
        build.has_permutes = lambda: False
        os.environ["KERNELSCOPE_CACHE"] = tempfile.mkdtemp()
    if np.finfo(np.longdouble).nmant < 63:
        sys.exit("needs the long double of x86, with 64 bits")
    kernel = vgpu.load_ptx(PTX).kernel("k")
    wrong = exact = 0
    for start in range(0, 1 << 32, CHUNK):
        x = np.arange(start, start + CHUNK, dtype=np.uint64).astype(np.uint32).view(np.float32)
        ours = np.empty_like(x)
        kernel[CHUNK // THREADS, THREADS](x, ours)
        truth, decided = correctly_rounded(x)
        exact += decided
        for bits in x.view(np.uint32)[differs(ours, truth)]:
            wrong += 1
            print(f"0x{bits:08x}: 2^{np.uint32(bits).view(np.float32)!r}", flush=True)
        if start % (1 << 28) == 0:
            print(f"{start >> 28} of 16", file=sys.stderr, flush=True)
    print(f"{wrong} of 2^32 inputs are wrong; {exact} were decided by exact arithmetic")
    return int(wrong > 0)


def correctly_rounded(x: Floats) -> tuple[Floats, int]:
    """Return 2^x as f32, and how many of them exact arithmetic decided."""
    size = np.abs(x)
    truth = np.where(size < 2.0**-26, np.float32(1), np.where(x > 0, np.float32(np.inf), 0))
    truth = np.where(np.isnan(x), x, truth).astype(np.float32)
    (inner,) = np.nonzero((size >= 2.0**-26) & (size <= 160))
    power = np.exp2(x[inner].astype(np.longdouble))
    doubt = power * np.longdouble(2) ** -60
    with np.errstate(over="ignore", under="ignore"):
        below, above = ((power + sign * doubt).astype(np.float32) for sign in (-1, 1))
    truth[inner] = below
    unsure = inner[below != above]
    if len(unsure):
        truth[unsure] = numeric.approx("ex2", "f32", x[unsure])
    return truth, len(unsure)


def differs(ours: Floats, truth: Floats) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return where two arrays have other bits, all NaN being one."""
    both_nan = (ours != ours) & (truth != truth)
    return (ours.view(np.uint32) != truth.view(np.uint32)) & ~both_nan


if __name__ == "__main__":
    sys.exit(main())
