"""Which decisions of the compiler differ between two inspections, by kernel."""

from __future__ import annotations

from kernelscope.history.figures import inspected_name
from kernelscope.record import Inspection, Record

_TELLING = ("decision", "access", "layout", "option", "resource")


def decisions_of(before: Record, after: Record) -> dict[str, str]:
    """Return by the kernel's subject (of `after`) the most important decision that changed.

    Empty unless both are inspections: only they hold a kernel's stages. Kernels are paired by the
    subjects of their figures, then by name.
    """
    if not isinstance(before, Inspection) or not isinstance(after, Inspection):
        return {}
    from kernelscope.inside.diff import Side, compare_kernels

    found: dict[str, str] = {}
    for kernel in after.kernels:
        own = (inspected_name(kernel), kernel.name)
        partner = next(
            (
                k
                for part in (0, 1)
                for k in before.kernels
                if (inspected_name(k), k.name)[part] == own[part]
            ),
            None,
        )
        if partner is None:
            continue
        told = compare_kernels(Side(partner, before.device), Side(kernel, after.device)).changes
        ranked = sorted(
            (change for change in told if change.kind in _TELLING),
            key=lambda change: _TELLING.index(change.kind),
        )
        if ranked:
            first = ranked[0]
            found[own[0]] = f"{first.what}: {first.a} → {first.b}"
    return found
