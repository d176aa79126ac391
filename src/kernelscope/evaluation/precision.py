"""Instructions that round to fewer bits than float32: what a shortcut in precision is made of."""

from __future__ import annotations

import re

from kernelscope._demangle import written_name
from kernelscope.vgpu import Kernel, LaunchCounts

_NARROW = r"(?:tf32|bf16|f16|e4m3|e5m2|e2m3|e3m2|e2m1)"
# `mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32`: its factors are tf32.
_PRODUCT = re.compile(rf"\b((?:wg)?mma(?:\.\w+(?:::\w+)*)*\.{_NARROW}x?\d*(?:\.\w+)*)")
# `cvt.rn.bf16x2.f32`, `cvt.rna.tf32.f32`: a float32 loses bits.
_CONVERSION = re.compile(rf"\b(cvt(?:\.\w+)*\.{_NARROW}(?:x2|x4)?\.f32)\b")


def reduced_instructions(kernel: Kernel, counts: LaunchCounts) -> dict[str, str]:
    """Return the narrow instructions that a launch has executed: instruction → its first place."""
    lines = kernel.module.text.splitlines()
    found: dict[str, str] = {}
    for number, times in kernel.executed(counts):
        text = lines[number - 1] if 0 < number <= len(lines) else ""
        match = (_PRODUCT.search(text) or _CONVERSION.search(text)) if times else None
        if match:
            found.setdefault(match[1], f"{written_name(kernel.name)} (ptx:{number})")
    return found
