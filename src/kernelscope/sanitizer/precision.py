"""Results that rounding has spoilt: values that are far from those that float64 gives."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.vgpu.analysis.numerics import NumericPlan
from kernelscope.vgpu.clusters import Dim3
from kernelscope.vgpu.layout import LANES, STEP_BITS
from kernelscope.vgpu.runtime.launch_tool import LaunchFacts
from kernelscope.vgpu.runtime.numerics import Stored

_SUMS = frozenset(("add", "sub", "fma", "mad"))
_ADVICE = {
    "sum": "accumulate in a wider type, or with Kahan's or a pairwise sum; subtract what two sums "
    "have in common first (a variance: in two passes, or Welford's)",
    "other": "calculate in a wider type from there on",
}


@dataclass(frozen=True, slots=True)
class _Loss:
    """One value that has lost its precision."""

    error: float
    value: float
    shadow: float
    thread: Dim3
    block: Dim3


@dataclass(slots=True)
class _Losses:
    """The losses of one store because of one instruction, by the exponents of their errors."""

    counts: dict[int, int] = field(default_factory=dict[int, int])
    worst: dict[int, _Loss] = field(default_factory=dict[int, _Loss])

    def add(self, loss: _Loss) -> None:
        _, exponent = math.frexp(loss.error)
        self.counts[exponent] = self.counts.get(exponent, 0) + 1
        known = self.worst.get(exponent)
        if known is None or (-loss.error, loss.block) < (-known.error, known.block):
            self.worst[exponent] = loss

    def above(self, error: float) -> tuple[int, _Loss | None]:
        """Return how many have an error that counts, and the worst of them."""
        exponents = [n for n in self.counts if math.ldexp(0.5, n) >= error]
        count = sum(self.counts[n] for n in exponents)
        return count, self.worst[max(exponents)] if exponents else None


class PrecisionExaminer:
    """Looks at what rounding has made of the values that one launch stores."""

    def __init__(self, launch: LaunchFacts[NumericPlan], report: Callable[[Finding], None]) -> None:
        self._launch = launch
        self._report = report
        self._losses: dict[tuple[int, int], _Losses] = {}

    def imprecise(self, store: int, lanes: int, values: Stored, context: np.ndarray) -> None:
        """Note values that are far from their shadows at a store."""
        for lane in range(LANES):
            if lanes >> lane & 1:
                value, shadow = float(values.values[lane]), float(values.shadows[lane])
                step = int(values.codes[lane]) & ((1 << STEP_BITS) - 1)
                place = self._launch.thread_at(context, lane)
                loss = _Loss(abs(value - shadow), value, shadow, *place)
                self._losses.setdefault((store, step), _Losses()).add(loss)

    def end(self, sums: np.ndarray) -> None:
        """Report the worst loss of each instruction, and how many there are.

        An error counts if it is large for the values that the same store writes elsewhere, too: of
        the products of random matrices a few are nearly 0, by chance.
        """
        worst: dict[int, tuple[float, int, _Loss]] = {}
        counts: dict[int, int] = {}
        for (store, step), losses in self._losses.items():
            number, squares = sums[store]
            usual = math.sqrt(squares / number) if number else 0.0
            if usual == 0:
                continue
            count, loss = losses.above(usual * self._launch.plan.stores[store].limit)
            if loss is None:
                continue
            counts[step] = counts.get(step, 0) + count
            size = loss.error / usual
            if step not in worst or size > worst[step][0]:
                worst[step] = size, store, loss
        for step, (_, store, loss) in worst.items():
            self._report(self._finding(step, store, loss, counts[step]))

    def _finding(self, step: int, store: int, loss: _Loss, count: int) -> Finding:
        plan = self._launch.plan
        here, user = plan.steps[step], plan.steps[plan.stores[store].step]
        message = (
            f"{loss.value:.7g} is stored, where float64 gives {loss.shadow:.7g} from the same "
            f"loads: {here.opcode}.{here.type} loses most of it"
        )
        return Finding(
            tool="numerics",
            kind="lost-precision",
            kernel=self._launch.kernel,
            place=Place(here.source, here.ptx_line),
            other=Place(user.source, user.ptx_line),
            thread=loss.thread,
            block=loss.block,
            count=count,
            message=message,
            advice=_ADVICE["sum" if here.opcode in _SUMS else "other"],
        )
