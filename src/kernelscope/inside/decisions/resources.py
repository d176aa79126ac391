"""Registers, real spills, and what limits the warps that an SM holds at once."""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.errors import KernelscopeError
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.occupancy_changes import changes
from kernelscope.hardware.residency import occupancy
from kernelscope.record.inspection import Decision


@dataclass(frozen=True, slots=True)
class Resources:
    """What the machine code and the launch take.

    Attributes:
        threads: of a block; 0 where nothing says how many.
        spill_bytes: that spilled registers store and load; None where the assembler was not asked.
        local_bytes: of local memory a thread; None where there is no machine code.
    """

    registers: int
    threads: int
    shared_bytes: int
    spill_bytes: int | None = None
    local_bytes: int | None = None


def resources_answer(used: Resources, spec: GPUSpec) -> list[Decision]:
    """Registers, spills and occupancy on a GPU, in words."""
    found = [Decision("registers", f"{used.registers} registers a thread{_of_all(used, spec)}")]
    found.append(Decision("registers", _spills(used)))
    if used.threads:
        try:
            found.append(Decision("registers", _occupancy(used, spec)))
        except KernelscopeError as error:
            found.append(Decision("registers", f"the occupancy is not known: {error}"))
    return found


def _of_all(used: Resources, spec: GPUSpec) -> str:
    if not used.threads:
        return ""
    total = used.registers * used.threads
    return (
        f" × {used.threads} threads = {total:,} of the {spec.registers_per_sm:,} registers of an SM"
    )


def _spills(used: Resources) -> str:
    if used.spill_bytes is None:
        return "whether registers were spilled is not known: the assembler was not asked (ptxas -v)"
    if used.spill_bytes:
        return (
            f"registers did not suffice: {used.spill_bytes} bytes of spill stores and loads "
            "(ptxas -v) go through local memory; a smaller block or more warps need fewer registers"
        )
    text = "no register is spilled (ptxas -v)"
    if used.local_bytes:
        text += (
            f"; the {used.local_bytes} bytes of local memory a thread are arrays indexed at run "
            "time, not spills"
        )
    return text


def _occupancy(used: Resources, spec: GPUSpec) -> str:
    sizes = {
        "block": used.threads,
        "registers": used.registers,
        "static_shared_bytes": used.shared_bytes,
    }
    found = occupancy(spec, **sizes)
    limiter = {
        "warps": "the number of warps that an SM takes",
        "blocks": "the number of blocks that an SM takes",
        "registers": "registers",
        "shared": "shared memory",
    }[found.limiter]
    text = (
        f"an SM of {spec.name} holds {found.blocks_per_sm} blocks, {found.warps_per_sm} warps "
        f"({found.fraction:.0%} of what it could), limited by {limiter}"
    )
    if not found.blocks_per_sm:
        text = f"not one block fits on an SM of {spec.name}, so that a launch fails, for {limiter}"
        text += f" ({used.shared_bytes:,} bytes a block)" * (found.limiter == "shared")
    better = changes(
        spec, block=used.threads, registers=used.registers, shared_bytes=used.shared_bytes
    )
    return text + (f"; with {better[0].text}" if better else "")
