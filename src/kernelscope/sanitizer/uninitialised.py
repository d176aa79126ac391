"""Uninitialised memory and registers: an undefined value decides something.

Compiled code follows values that nothing has defined (`vgpu.jit.undefined`), and tells of the first
that decides something at an instruction. What comes from where is found here, from what loads have
noted and from how registers depend on each other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelscope.sanitizer.buffers import Buffers, Element
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.sanitizer.fresh import FreshMemory
from kernelscope.vgpu.analysis.undefined import Step, UndefinedPlan
from kernelscope.vgpu.layout import FIRST_ALLOCATION, OFFSET_BITS, RANK_SHIFT, Context, offset_of
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.launch_tool import LaunchFacts
from kernelscope.vgpu.runtime.registry import Region
from kernelscope.vgpu.undefined_layout import Decision, Record, Tag

_SHARED_OFFSET = (1 << RANK_SHIFT) - 1
_KINDS = {
    Decision.ADDRESS: ("address", "is part of an address"),
    Decision.BRANCH: ("branch", "decides which way a branch goes"),
    Decision.STORED: ("stored", "the result is stored to global memory"),
    Decision.GUARD: ("branch", "decides whether an instruction runs"),
    Decision.UPDATED: ("stored", "is updated atomically in global memory"),
}


@dataclass(frozen=True, slots=True)
class _Origin:
    """The origin of an undefined value.

    `what`: in words, as the begin of a sentence. `place`: the load; None if it comes from a
    register. `element`: of memory; None for a register. `register`: its name; "" for memory.
    """

    what: str
    place: Place | None
    advice: str
    element: Element | None = None
    register: str = ""


class UndefinedExaminer:
    """Looks at the undefined values of one launch."""

    def __init__(
        self,
        launch: LaunchFacts[UndefinedPlan],
        memory: FreshMemory,
        report: Callable[[Finding], None],
        buffers: Buffers,
    ) -> None:
        self._launch = launch
        self._memory = memory
        self._report = report
        self._buffers = buffers
        self._found: dict[int, Finding] = {}

    def tags(self, region: Region) -> np.ndarray | None:
        """Return the tags of an allocation."""
        return self._memory.tags(region)

    def new_tags(self, region: Region) -> np.ndarray:
        """Return tags for an allocation that was all defined."""
        return self._memory.new_tags(region)

    def decided(
        self, step: int, decision: Decision, lane: int, context: np.ndarray, records: np.ndarray
    ) -> None:
        """Note the first undefined value that decides something at a step of the plan."""
        here = self._launch.plan.steps[step]
        finding_kind, verb = _KINDS[decision]
        warp = int(context[Context.WARP])
        origins = _Origins(self._launch.plan, records, warp, self._buffers, self._memory)
        origin = origins.of(step, decision)
        thread, block = self._launch.thread_at(context, lane)
        self._found[step] = Finding(
            tool="init",
            kind=finding_kind,
            kernel=self._launch.kernel,
            place=Place(here.source, here.ptx_line),
            other=origin.place,
            thread=thread,
            block=block,
            buffer=origin.register,
            element=origin.element,
            message=f"{origin.what}, and {verb}",
            advice=origin.advice,
        )

    def end(self, records: np.ndarray) -> None:
        """Report what was found."""
        for step, finding in self._found.items():
            finding.count = int(records[step, Record.COUNT])
            self._report(finding)


class _Origins:
    """Finds where undefined values of a warp come from."""

    def __init__(
        self,
        plan: UndefinedPlan,
        records: np.ndarray,
        warp: int,
        buffers: Buffers,
        memory: FreshMemory,
    ) -> None:
        self._plan = plan
        self._records = records
        self._memory = memory
        self._warp = warp
        self._buffers = buffers

    def _noted_by(self, step: int) -> int:
        """Return the warp whose note at a step counts: for a load this one's, else any."""
        if self._plan.steps[step].role == "load":
            return self._warp
        return int(np.argmax(self._records[step, Record.SOURCE :: 2]))

    def _source(self, step: int) -> int:
        """Return the tag that a load has noted, with `FOUND`; 0 for nothing."""
        return int(self._records[step, Record.SOURCE + 2 * self._noted_by(step)])

    # Registers are followed backwards without regard to the order of instructions, the nearest
    # first. A load counts that has found something undefined in this launch.
    def of(self, step: int, decision: Decision) -> _Origin:
        """Return where the undefined value at a step comes from."""
        plan = self._plan
        here = plan.steps[step]
        if decision == Decision.UPDATED:
            return self._loaded(step)
        first = here.places if decision == Decision.ADDRESS else here.reads
        waiting = deque([step])
        reached: deque[int] = deque()
        seen = {step}
        calculated: _Origin | None = None
        unwritten: int | None = None
        while waiting:
            at = waiting.popleft()
            for register in first if at == step else plan.steps[at].reads:
                if register in plan.unwritten and unwritten is None:
                    unwritten = register
                for other in self._writers(register, at):
                    if other not in seen:
                        seen.add(other)
                        reached.append(other)
            while reached:
                other = reached.popleft()
                tag = self._source(other) & 0xFF
                if tag in (Tag.FRESH, Tag.UNWRITTEN):
                    return self._loaded(other)
                if plan.steps[other].role != "load":
                    waiting.append(other)
                elif tag:
                    calculated = calculated or self._loaded(other)
                    reached.extend(self._stores_to(plan.steps[other], seen))
        if unwritten is not None and calculated is None:
            return self._register(unwritten)
        return calculated or _Origin("a value is undefined", None, _ADVICE[""])

    def _writers(self, register: int, step: int) -> list[int]:
        """Return the steps that write a register, the nearest before a step first."""
        steps = self._plan.steps
        places = [n for n, candidate in enumerate(steps) if register in candidate.writes]
        return sorted(places, key=lambda n: (step - n) % len(steps))

    def _stores_to(self, load: Step, seen: set[int]) -> list[int]:
        """Return the steps that have stored undefined values where a load may have found one."""
        steps = self._plan.steps
        stores = [
            n
            for n, step in enumerate(steps)
            if step.role == "store"
            and n not in seen
            and self._source(n)
            and (step.space == load.space or "generic" in (step.space, load.space))
        ]
        seen.update(stores)
        return stores

    def _register(self, register: int) -> _Origin:
        name = self._plan.names[register]
        what = f"register {name} is read before it is written"
        return _Origin(what, None, _ADVICE["r"], register=name)

    def _loaded(self, step: int) -> _Origin:
        """Return the origin of what a load found."""
        here, record = self._plan.steps[step], self._records[step]
        place = Place(here.source, here.ptx_line)
        address = int(record[Record.ADDRESS + 2 * self._noted_by(step)])
        tag = self._source(step) & 0xFF
        number, width = address >> OFFSET_BITS, max(here.width, 1)
        made = ""
        if number >= FIRST_ALLOCATION:
            element = self._buffers.global_element(number, offset_of(address), width)
            advice = _ADVICE["heap" if tag == Tag.UNWRITTEN else "global"]
            region = SPACE.region(number)
            made = self._memory.made_at(region.base) if region is not None else ""
        elif here.space == "local":
            index = (address & _SHARED_OFFSET) // width
            element = Element("local memory", index)
            advice = _ADVICE["local"]
        else:
            element = self._buffers.shared_element(address & _SHARED_OFFSET, width)
            advice = _ADVICE["shared"]
        if tag == Tag.CALCULATED:
            what = f"{element} holds a value computed from an undefined one"
        else:
            what = f"{element} is read before anything has written it"
            what += f" (it was made at {made})" if made else ""
        return _Origin(what, place, advice, element)


_ADVICE = {
    "": "initialise the value before it is used",
    "r": "give the variable a value on each path that leads to its use",
    "global": "fill the {tensor} first ({zeros}), or read only what was written",
    "heap": "write the memory before it is read: `malloc` and `new` do not initialise it",
    "shared": "write the shared memory first, and put {block_barrier} before the read",
    "local": "initialise the array: {local_zeros}",
}
