"""Where a kernel makes fp64 of fp32: the lines of conversions, and of literals of fp64."""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.counting.plan import source_of, widening


# Worked case, of Numba:
#
#     9   t = x[i] * 2.0 + 0.5                         cvt.f64.f32; fma.rn.f64 with 2.0 and 0.5
#     10  y[i] = math.sin(t) * math.exp(-t * t / 2.0)  mul.f64 with -0.5
#
# Line 9 is the cause: all that follows from it is fp64. Line 10 has a literal of its own.
def widened_at(function: ir.Function) -> tuple[str, ...]:
    """Return the user's lines that convert fp32 to fp64, then others with literals of fp64."""
    conversions: dict[str, None] = {}
    literals: dict[str, None] = {}
    for inst in function.instructions():
        is_fp64 = inst.fields.get("t") == "f64"
        if widening(inst) == "fp32_to_fp64":
            conversions[source_of(function, inst.location)] = None
        elif is_fp64 and any(isinstance(o, ir.Immediate) for o in inst.operands):
            literals[source_of(function, inst.location)] = None
    files = {line.rpartition(":")[0] for line in conversions}
    own = [line for line in literals if line.rpartition(":")[0] in files]
    return tuple(line for line in dict.fromkeys([*conversions, *own]) if line)
