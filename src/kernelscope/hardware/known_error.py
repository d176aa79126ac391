"""The time model's error on times measured on one H200: the table printed with estimates."""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.hardware.constants import table
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.quantity import Quantity

_TIMED = ("h100", "h200")
"""GPUs on which launches were timed: docs/time.md, "Errors by kind of kernel"."""


def is_elsewhere(spec: GPUSpec) -> bool:
    """Return whether no launch was timed on such a GPU: the known errors are those of another."""
    return not spec.calibrated and spec.name not in _TIMED


@dataclass(frozen=True, slots=True)
class Residual:
    """One measured time and the model's estimate of it, in microseconds."""

    name: str
    measured_us: float
    estimated_us: float
    memory_bound: bool = True

    @property
    def error(self) -> float:
        """(estimated - measured) / measured."""
        return self.estimated_us / self.measured_us - 1


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The errors of simulated times on launches of an H200 that nothing was fitted to.

    Attributes:
        launches: how many there are in the group.
        programs: how many kernels they launch.
        mean: of the absolute relative errors.
        low, high: of measured over estimated time, what 3 % of the launches of another kernel are
            expected to be below and above: the fewer the kernels are and the more they differ from
            each other, the wider.
    """

    launches: int
    programs: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class KnownError:
    """The model's residuals on `source`, and the relative half-width of its intervals."""

    source: str
    memory: float
    other: float
    figures: tuple[Residual, ...]

    def of(self, bound: str) -> float:
        """Return the relative error to expect of a launch that `bound` limits."""
        return self.memory if bound in ("dram", "l2", "launch", "blocks") else self.other

    @property
    def note(self) -> str:
        """A few words to print next to an estimate."""
        return f"model error {self.memory:.0%} if memory-bound, else about {self.other:.0%}"

    def worst(self, *, memory_bound: bool) -> Residual:
        """Return the figure with the largest error, among the memory-bound ones or the others."""
        figures = [figure for figure in self.figures if figure.memory_bound is memory_bound]
        return max(figures, key=lambda figure: abs(figure.error))

    @property
    def text(self) -> str:
        """The footnote of estimated times, in one line; docs/time.md has the whole."""
        return f"{self._errors} (docs/time.md)."

    def text_for(self, spec: GPUSpec) -> str:
        """Return the footnote of times estimated for a GPU: it says if none was measured there."""
        if not is_elsewhere(spec):
            return self.text
        return f"{self._errors}, on an H200; none was measured on {spec.name} (docs/time.md)."

    @property
    def _errors(self) -> str:
        worst = max(abs(self.worst(memory_bound=bound).error) for bound in (True, False))
        return (
            f"Estimated times: {SIMULATED_MEAN:.0%} off on average, up to {worst:.0%} if not "
            "simulated"
        )


# Remade by `residual_table` of tests/hardware/calibration.py; a test recomputes every line.
# Medians on one H200 (SM clock to 1980 MHz), November 2026, driver 580, CUDA 13.0, torch 2.11.
_FIGURES = tuple(
    Residual(name, measured, estimated, bool(is_memory_bound))
    for name, (measured, estimated, is_memory_bound) in table("known_error/figures").items()
)

# The model promises 25 % on memory-bound kernels; 35 % covers the worst of the others above.
# The worst: `read 2^20 B` is 33 % short, `c_hist` 30 %; of the memory-bound ones `GELU bf16,
# compile`, 19 % short. 10 µs ± 35 % is printed as 7.4 … 15.4, since the error is relative to the
# measured time.
KNOWN_ERROR = KnownError(source="one H200", memory=0.25, other=0.35, figures=_FIGURES)

# Made by `python -m truth.times.errors` from the estimates in tests/truth/times; a test recomputes
# it. `other` are kernels that instructions, shared memory or latency limit.
HELD_OUT = {group: HeldOut(*row) for group, row in table("known_error/held_out").items()}
SIMULATED_LAUNCHES = sum(row.launches for row in HELD_OUT.values())
SIMULATED_MEAN = sum(row.launches * row.mean for row in HELD_OUT.values()) / SIMULATED_LAUNCHES


def group_of(bound: str, *, tensor: bool) -> str:
    """Return the row of `HELD_OUT` of a simulated launch.

    bound: what limits it.
    tensor: whether it uses tensor cores.
    """
    if tensor and bound != "launch":
        return "tensor"
    return bound if bound in HELD_OUT else "other"


@dataclass(frozen=True, slots=True)
class PartError:
    """The error of a simulated SM's figure against Nsight Compute, on held-out launches of an H200.

    `mean`: of the absolute errors: of percentages in points, of others as a part of the truth.
    """

    kernels: int
    mean: float


# Made by `python -m truth.times.parts_errors`; a test recomputes it.
PARTS = {metric: PartError(*row) for metric, row in table("known_error/parts").items()}


def known_error_of(metric: str) -> str:
    """Return a few words on the error of a metric of a simulated SM; "" if it is not known."""
    error = PARTS.get(metric)
    if error is None:
        return ""
    percent = metric.endswith(("pct", "active"))
    size = f"{error.mean:.0f} points" if percent else f"{error.mean:.0%}"
    return f"simulated; {size} off on average on {error.kernels} kernels (docs/time.md)"


# `gelu` on an H200, twice: torch 36.1 and 36.1 µs, triton 35.8 and 35.4, compile 36.6 and 36.1. The
# order of the three changes with the run, by 2 %; `cuda`, 56.8 and 56.7 µs, is always slower.
LEVEL = 0.05  # measured times within 5 % of each other count as equal


def told_apart(a: Quantity, b: Quantity) -> bool:
    """Return whether two times, or two rates, differ by more than their errors.

    Measured ones differ by 5 % then; of estimates the intervals do not overlap.
    """
    less, more = sorted((a, b), key=lambda quantity: quantity.value)
    if "estimated" not in (a.provenance, b.provenance):
        return more.value > less.value and more.value >= less.value * (1 + LEVEL)
    # GELU 16384² in bf16 is 254 µs estimated for three kernels. On an H200 the tuned one takes 265,
    # PyTorch's 296, Inductor's 313: what one model gives does not rank kernels that differ by 18 %.
    return _interval(less)[1] < _interval(more)[0]


def _interval(quantity: Quantity) -> tuple[float, float]:
    """Return the ends between which a time or a rate is taken to be."""
    if quantity.low is not None and quantity.high is not None:
        return quantity.low, quantity.high
    error = KNOWN_ERROR.memory if quantity.provenance == "estimated" else LEVEL
    return quantity.value / (1 + error), quantity.value / (1 - error)
