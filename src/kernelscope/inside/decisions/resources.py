"""The answer to "registers": registers, spills, and what limits the warps on an SM.

In: what the machine code and the launch take (`Resources`), and a GPU. Out: `Decision`s.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.errors import KernelscopeError
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.occupancy_changes import changes
from kernelscope.hardware.residency import occupancy
from kernelscope.record.inspection import Decision


@dataclass(frozen=True, slots=True)
class Resources:
    """The resources that the machine code and the launch take.

    Attributes:
        threads: threads of a block; 0 if unknown.
        spill_bytes: bytes that spilled registers store and load; None if the assembler did not
            report them.
        local_bytes: bytes of local memory a thread; None if there is no machine code.
    """

    registers: int
    threads: int
    shared_bytes: int
    spill_bytes: int | None = None
    local_bytes: int | None = None


def resources_answer(used: Resources, spec: GPUSpec) -> list[Decision]:
    """Return registers, spills and occupancy on a GPU, in words."""
    answers = [Decision("registers", f"{used.registers} registers a thread{_of_all(used, spec)}")]
    answers.append(Decision("registers", _spills(used)))
    if used.threads:
        try:
            answers.append(Decision("registers", _occupancy(used, spec)))
        except KernelscopeError as error:
            answers.append(Decision("registers", f"the occupancy is not known: {error}"))
    return answers


def _of_all(used: Resources, spec: GPUSpec) -> str:
    if not used.threads:
        return ""
    total = used.registers * used.threads
    return (
        f" × {used.threads} threads = {total:,} of the {spec.registers_per_sm:,} registers of an SM"
    )


def _spills(used: Resources) -> str:
    if used.spill_bytes is None:
        return "spills are not known: the assembler did not report them (ptxas -v)"
    if used.spill_bytes:
        return (
            f"there are too few registers: {used.spill_bytes} bytes of spill stores and loads "
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
    residency = occupancy(spec, **sizes)
    limiter = {
        "warps": "the number of warps that an SM can hold",
        "blocks": "the number of blocks that an SM can hold",
        "registers": "registers",
        "shared": "shared memory",
    }[residency.limiter]
    text = (
        f"an SM of {spec.name} holds {residency.blocks_per_sm} blocks, {residency.warps_per_sm} "
        f"warps ({residency.fraction:.0%} occupancy), limited by {limiter}"
    )
    if not residency.blocks_per_sm:
        text = f"no block fits on an SM of {spec.name}, so a launch fails; the limit is {limiter}"
        text += f" ({used.shared_bytes:,} bytes a block)" * (residency.limiter == "shared")
    better = changes(
        spec, block=used.threads, registers=used.registers, shared_bytes=used.shared_bytes
    )
    return text + (f"; with {better[0].text}" if better else "")
