"""Arithmetic that goes wrong: NaN and infinities from finite values, and what C leaves undefined.

Compiled code follows such values (`vgpu.jit.numerics`) and tells where they are stored.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.sanitizer.precision import PrecisionExaminer
from kernelscope.vgpu.analysis.numerics import (
    ODD_BITS,
    NumericPlan,
    NumericStep,
    Odd,
    Use,
    overflow_of,
)
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.runtime.launch_tool import LaunchFacts
from kernelscope.vgpu.runtime.numerics import Stored
from kernelscope.vgpu.runtime.overflows import wide_index

_KINDS = {
    Odd.INFINITY: ("infinity", "{op} makes an infinity from finite values"),
    Odd.NAN: ("nan", "{op} makes a NaN from finite values"),
    Odd.INFINITY_BY_ZERO: (
        "infinity",
        "{op} makes an infinity from finite values: division by zero",
    ),
    Odd.NAN_BY_ZERO: ("nan", "{op} makes a NaN from finite values: division by zero"),
    Odd.DIVISION: ("division-by-zero", "{op} divides an integer by zero"),
    Odd.SHIFT: ("shift", "{op} shifts by as many bits as the value has, or more"),
}
_ADVICE = {
    "infinity": "keep the operands in range (subtract the maximum before exp, scale, add an "
    "epsilon), or calculate in a wider type",
    "nan": "keep the operands in the function's range, or choose another value there",
    "division-by-zero": "divide only where the divisor is not 0",
    "shift": "the result is undefined in C++ and Triton: shift by less than the width",
}
_USES = {Use.STORED: "is stored to global memory", Use.ADDRESS: "is part of an address"}


class NumericsExaminer:
    """Looks at what arithmetic makes of the values of one launch."""

    def __init__(
        self,
        launch: LaunchFacts[NumericPlan],
        report: Callable[[Finding], None],
        note: Callable[[str], None],
        origin: object,
    ) -> None:
        self._launch = launch
        self._origin = origin
        self._report = report
        self._note = note
        self._found: dict[int, Finding] = {}
        self._lost: set[int] = set()
        self._precision = PrecisionExaminer(launch, report)

    def told(self, step: int, use: Use, lanes: int, codes: np.ndarray, context: np.ndarray) -> None:
        """Note odd values at a step that stores them, or whose address is one."""
        if use == Use.LOST:
            self._lost.add(step)
            return
        target = self._launch.plan.steps[step]
        mine = [lane for lane in range(LANES) if lanes >> lane & 1]
        for lane in mine:
            code = int(codes[lane])
            known = self._found.get(code)
            if known is None:
                self._found[code] = self._finding(code, (target, use), lane, context)
            else:
                known.count += 1

    def _finding(
        self, code: int, target: tuple[NumericStep, Use], lane: int, context: np.ndarray
    ) -> Finding:
        user, use = target
        here = self._launch.plan.steps[code >> ODD_BITS]
        overflow = overflow_of(self._launch.plan, code)
        if overflow is not None:
            finding_kind, problem, advice = "overflow", overflow.problem, wide_index(self._origin)
        else:
            finding_kind, text = _KINDS[Odd(code & (1 << ODD_BITS) - 1)]
            problem = text.format(op=f"{here.opcode}.{here.type}")
            advice = _ADVICE[finding_kind]
        thread, block = self._launch.thread_at(context, lane)
        return Finding(
            tool="numerics",
            kind=finding_kind,
            kernel=self._launch.kernel,
            place=Place(here.source, here.ptx_line),
            other=Place(user.source, user.ptx_line),
            thread=thread,
            block=block,
            message=f"{problem}, and the result {_USES[use]}",
            advice=advice,
        )

    def imprecise(self, store: int, lanes: int, values: Stored, context: np.ndarray) -> None:
        """Note values that are far from their shadows at a store."""
        self._precision.imprecise(store, lanes, values, context)

    def end(self, sums: np.ndarray) -> None:
        """Report what was found, and note what was not looked at."""
        self._precision.end(sums)
        for finding in self._found.values():
            self._report(finding)
        notes: list[str] = []
        if self._launch.plan.unseen:
            notes.append(f"results of {', '.join(self._launch.plan.unseen)} are not checked")
        if self._lost:
            steps = (self._launch.plan.steps[step] for step in sorted(self._lost))
            places = dict.fromkeys(str(Place(step.source, step.ptx_line)) for step in steps)
            notes.append(
                "NaN and infinities are not followed through shared or local memory, where they "
                f"are stored at {', '.join(places)}"
            )
        if notes:
            self._note("; ".join(notes))
