"""Stops where the sanitizer finds something.

In: a launch that is about to be stepped. Out: for each finding a breakpoint at both of its sides,
which stops only the thread that was there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from kernelscope.debugger.expressions import parse
from kernelscope.debugger.places import PTX
from kernelscope.debugger.stops import Breakpoint
from kernelscope.debugger.views import dim3
from kernelscope.errors import LaunchError
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import LaunchRequest, Region, Snapshot
from kernelscope.vgpu.interpreter.warp import Dim3
from kernelscope.vgpu.printing import kept_output


def found_in(
    sanitizer: Sanitizer, request: LaunchRequest, regions: Iterable[Region]
) -> list[Finding]:
    """Run a launch under a sanitizer; return what is new, and leave its memory as it was."""
    before = Snapshot(regions)
    known = len(sanitizer.findings)
    # A launch that fails is stepped later, and stops where it fails.
    with suppress(LaunchError), kept_output([]):
        sanitizer.run(LaunchRequest.run, request)
    before.restore()
    return sanitizer.findings[known:]


def stops_at(findings: Iterable[Finding], number: int) -> Iterator[Breakpoint]:
    """Yield the breakpoints of findings, with numbers from `number` on."""
    for finding in findings:
        own = finding.place, finding.block, finding.thread
        sides = [(own, None)]
        if finding.other is not None and finding.other_block and finding.other_thread:
            other = finding.other, finding.other_block, finding.other_thread
            sides = [(own, other), (other, own)]
        for here, there in sides:
            yield Breakpoint(
                number, PTX, here[0].ptx_line, _condition(*here[1:]), is_temporary=True,
                why=_words(finding, there),
            )  # fmt: skip
            number += 1


def _condition(block: Dim3, thread: Dim3):
    of_thread = (f"threadIdx.{axis} == {n}" for axis, n in zip("xyz", thread, strict=True))
    return parse(" and ".join((f"block == {block}", *of_thread)))


def _words(finding: Finding, there: tuple[Place, Dim3, Dim3] | None) -> str:
    words = f"{finding.tool}/{finding.kind}: {finding.message}"
    if there is None:
        return words
    place, block, thread = there
    return f"{words}; the other side: block {dim3(block)}, thread {dim3(thread)} at {place}"
