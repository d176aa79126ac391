"""Makes the cases on which public kernels fail, from an operation's axes.

They are small, so that a comparison on the virtual GPU takes seconds. The two that need much memory
(offsets beyond 2^31) do not run without it, and say so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kernelscope.operation import Case, Operation

# `gelu` on n×n: 61 gives 3,721 elements, more than three blocks of 1,024 and a tail of 649.
# `vector-add` on n: 61, 251 and 1,021 are one block of most kernels, so 4,099 is taken.
_PRIMES = (61, 251, 1021, 4099)
_ENOUGH = 2048  # elements in the largest input: more than one block of any kernel, and a tail
_SPARE = 1.25  # memory that the far layout wants free, over what it allocates
# `vector-add` of 2,147,484,651 fp32 numbers moves 24 GiB, and wants 24 · (1 + 5 · 8 / 8) = 144 GiB:
# on an H200 with 139 free it is left out. Without the float64 copies, 24 GiB would be taken for
# enough.
_COPIES = 5  # of float64, in units of the huge case's output: inputs, reference, magnitude


@dataclass(frozen=True)
class NastyCase:
    """A case and the name of its difficulty, or the reason why it does not run.

    Attributes:
        promised: True if every implementation must support or refuse it.
        not_run: the reason why it does not run, or "".
        needs: bytes of memory, of a case that takes gigabytes; large: whether to free them soon.
    """

    name: str
    case: Case
    promised: bool = True
    not_run: str = ""
    needs: float = 0.0
    large: bool = False

    @property
    def excuse(self) -> str:
        """The reason that an implementation may fail here; "" if it may not."""
        return "" if self.promised else f"layout `{self.case.layout}` is not promised"


def nasty_cases(operation: Operation, case: Case, free_bytes: float | None) -> list[NastyCase]:
    """Return the nasty cases for a case: its dtype and other axes stay, its sizes shrink.

    `free_bytes`: free memory of the GPU; None without one. The case with more than 2^31 elements
    runs only on a GPU, as it takes minutes on the virtual one.
    """
    prime = _small(operation, case)
    cases = [NastyCase("prime sizes", prime)]
    if operation.sizes:
        cases.append(NastyCase("size 1", _sized(prime, operation.sizes, 1)))
        cases += [
            NastyCase(f"empty ({name} = 0)", _sized(prime, (name,), 0)) for name in operation.sizes
        ]
    if case.dtype.is_floating_point:
        cases += [
            NastyCase(label, replace(prime, values=values), not_run=_undefined(operation, values))
            for label, values in (("±1e4", "large"), ("NaN", "nan"), ("±inf", "inf"))
        ]
    for layout in ("transposed", "sliced", "misaligned", "expanded"):
        promised = layout in operation.layouts
        cases.append(NastyCase(layout, replace(prime, layout=layout), promised))
    cases.append(_far(operation, prime, free_bytes))
    if operation.huge:
        cases.append(_huge(operation, case, free_bytes))
    return cases if _fit_together(operation, case, cases, free_bytes) else [*map(_freed, cases)]


# `gelu` on an H200: the case asked for needs 1 GiB, rows far apart 10, 2^31 elements 96; 139 are
# free. So inputs and references are kept: each of eight implementations would make them again.
def _fit_together(
    operation: Operation, case: Case, cases: list[NastyCase], free_bytes: float | None
) -> bool:
    """Return whether the GPU's memory has room for all cases at the same time."""
    needed = _needed(operation, case) + sum(c.needs for c in cases if not c.not_run)
    return free_bytes is not None and needed <= free_bytes


def _freed(nasty: NastyCase) -> NastyCase:
    return replace(nasty, large=True) if nasty.needs else nasty


# What goes wrong in most public kernels: a tail without a mask, strides taken for a row's length,
# NaN lost in a maximum, loads of 16 bytes from an address that is not a multiple of 16, an empty
# grid.
_USUAL = ("prime sizes", "transposed", "NaN", "misaligned", "empty")
_FEW = 5


def quick_cases(cases: list[NastyCase]) -> list[NastyCase]:
    """Return the five cases that find most faults, of those that run and are not large."""
    possible = [case for case in cases if not case.not_run and not case.needs]
    usual = [next((c for c in possible if c.name.startswith(name)), None) for name in _USUAL]
    first = [case for case in usual if case is not None]
    others = [case for case in possible if case not in first]
    chosen = [*first, *others][:_FEW]
    return [case for case in possible if case in chosen]


def _undefined(operation: Operation, values: str) -> str:
    """Return why a case of these values does not run; "" if the reference is defined for them."""
    if values in operation.values:
        return ""
    return "the operation is not defined for these values, only for " + ", ".join(operation.values)


def _small(operation: Operation, case: Case) -> Case:
    """Return the case with the smallest prime sizes that give its largest input a tail."""
    small = case
    for prime in _PRIMES:
        small = replace(_sized(case, operation.sizes, prime), layout="contiguous", values="normal")
        if max((_numel(value) for value in operation.inputs_of(small)), default=0) >= _ENOUGH:
            break
    return small


def _sized(case: Case, names: tuple[str, ...], size: int) -> Case:
    return case.with_axes(dict.fromkeys(names, size))


def _numel(value: Any) -> int:
    return int(value.numel()) if hasattr(value, "numel") else 0


def _far(operation: Operation, prime: Case, free_bytes: float | None) -> NastyCase:
    """Return a case whose rows are so far apart that offsets pass 2^31."""
    case = replace(prime, layout="far")
    inputs = [value for value in operation.inputs_of(prime) if _numel(value)]
    needed = sum(2.0**31 * value.element_size() for value in inputs if value.dim() >= 2)
    if not needed:
        return NastyCase("offsets past 2^31", case, not_run="no input has rows")
    too_large = ""
    if free_bytes is None:
        too_large = "" if _can_reserve(int(needed)) else f"{needed / 2**30:.0f} GiB are refused"
    elif needed * _SPARE > free_bytes:
        too_large = _too_large(needed * _SPARE, free_bytes)
    promised = "far" in operation.layouts
    return NastyCase("offsets past 2^31", case, promised, too_large, needed * _SPARE)


# On a CPU nothing touches the pages between the rows: 61 rows of 8 KiB in 16 GiB take a few MiB. So
# the address space counts, not the memory that is free.
def _can_reserve(size: int) -> bool:
    """Return whether this process may allocate so many bytes, which it need not write."""
    try:
        np.empty(size, np.uint8)
    except MemoryError:
        return False
    return True


def _huge(operation: Operation, case: Case, free_bytes: float | None) -> NastyCase:
    """Return a case with contiguous inputs of more than 2^31 elements."""
    huge = replace(case.with_axes(dict(operation.huge or {})), layout="contiguous", values="normal")
    name = "more than 2^31 elements"
    if free_bytes is None:
        return NastyCase(name, huge, not_run="takes minutes on the virtual GPU")
    needed = _needed(operation, huge)
    too_large = "" if needed <= free_bytes else _too_large(needed, free_bytes)
    return NastyCase(name, huge, not_run=too_large, needs=needed)


def _needed(operation: Operation, case: Case) -> float:
    """Return the bytes of memory that the check of a case takes."""
    return operation.work(case).bytes * (1 + _COPIES * 8 / (2 * case.itemsize))


def _too_large(needed: float, free: float) -> str:
    return f"needs {needed / 2**30:.0f} GiB of memory; {free / 2**30:.0f} GiB are free"
