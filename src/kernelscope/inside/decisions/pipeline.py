"""The answer to "pipeline": how many iterations of a loop are in flight, and what prevented more.

In: TTGIR, TTIR and the `num_stages` asked for; or PTX that copies by itself. Out: a `Decision` for
each loop that reads global memory.

In the product of two matrices with num_stages = 3, Triton turns `a = tl.load(…)` of the loop into

    ttg.async_copy_global_to_local …    before the loop: iteration 0
    ttg.async_copy_global_to_local …    before the loop: iteration 1
    scf.for …
      ttg.async_copy_global_to_local …  in the loop: iteration i + 2

all three with the place of the one `tl.load`. Two copies outside the loop mean that reads run two
iterations ahead, so 3 are in flight. `num_stages` alone would not tell: Triton may ignore it, and
then `_why` repeats the conditions of its pass.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from kernelscope.inside.decisions.axis import AxisAnalysis
from kernelscope.inside.decisions.causes import Blame
from kernelscope.inside.decisions.mlir import Module, Operation
from kernelscope.inside.decisions.ptx_code import PtxCode
from kernelscope.inside.decisions.tensor_cores import DOTS
from kernelscope.inside.decisions.vectorize import explain
from kernelscope.record.inspection import Decision
from kernelscope.vgpu.analysis.dataflow import reach
from kernelscope.vgpu.ptx import syntax

_COPIES = frozenset(("ttg.async_copy_global_to_local", "ttng.async_tma_copy_global_to_local"))
_LOADS = frozenset(("tt.load", "tt.descriptor_load"))
_LOOPS = frozenset(("scf.for", "scf.while"))
_NARROWEST_COPY_BITS = 32


def triton_pipeline(
    ttgir: Module, ttir: Module | None, asked: int | None, capability: int
) -> list[Decision]:
    """Return one answer for each loop that reads global memory."""
    axis = AxisAnalysis(ttgir)
    own = _asked_by_loops(ttir or ttgir)
    answers: list[Decision] = []
    for loop in (op for op in ttgir.operations() if op.name in _LOOPS):
        inside = [op for op in _body(loop) if op.name in _COPIES | _LOADS]
        if inside:
            said = own.get(loop.place.key) if loop.place else None
            answer = _Loop(loop, inside, axis, ttgir, said, asked, capability)
            answers.append(answer.decision())
    if not answers:
        text = "no loop of the kernel reads global memory, so there is nothing to pipeline"
        return [Decision("pipeline", text)]
    return answers


def _body(loop: Operation) -> Iterator[Operation]:
    """Yield the operations of a loop, without those of inner loops."""
    for region in loop.regions:
        for block in region:
            for op in block.operations:
                yield op
                if op.name not in _LOOPS:
                    yield from _body(op)


def _asked_by_loops(module: Module) -> dict[tuple[str, int, int], int]:
    """Return the `num_stages` that loops ask for themselves (`tl.range`), by place."""
    return {
        op.place.key: stages
        for op in module.operations()
        if op.name == "scf.for" and op.place and (stages := op.integer("tt.num_stages")) is not None
    }


class _Loop:
    """One loop with its reads of global memory."""

    def __init__(
        self,
        loop: Operation,
        reads: list[Operation],
        axis: AxisAnalysis,
        module: Module,
        said: int | None,
        asked: int | None,
        capability: int,
    ) -> None:
        self.loop, self.reads, self.axis, self.module = loop, reads, axis, module
        self.said, self.capability = said, capability
        self.stages = said if said is not None else asked
        self.dots = [op for op in loop.walk() if op.name in DOTS]

    def decision(self) -> Decision:
        ahead = {id(op): self._ahead(op) for op in self.reads if op.name in _COPIES}
        copies = [op for op in self.reads if ahead.get(id(op))]
        depth = 1 + max(ahead.values(), default=0)
        iterations = "1 iteration is" if depth == 1 else f"{depth} iterations are"
        by = "the loop itself asks" if self.said is not None else "num_stages asks"
        asked = f", as {by}" if self.stages == depth else f"; {by} for {self.stages}"
        text = f"{iterations} in flight at once" + (asked if self.stages is not None else "")
        if copies:
            text += (
                f"; while one computes, the reads of {self._names(copies)} for the next "
                f"{depth - 1} are on their way to shared memory, in {self._buffers(copies[0])} "
                "buffers"
            )
        reasons: dict[str, list[Operation]] = {}
        for op in self.reads:
            if op not in copies:
                reasons.setdefault(self._why(op), []).append(op)
        for reason, reads in reasons.items():
            text += f"; reads of {self._names(reads)} start in their own iteration: {reason}"
        evidence = "\n".join(f"ttgir:{op.line}: {op.name} {op.words}" for op in self.reads[:4])
        return Decision("pipeline", text, evidence, self.loop.source)

    def _names(self, reads: list[Operation]) -> str:
        """Return the arguments that the addresses come from, or else the source's variables."""
        return ", ".join(dict.fromkeys(map(self._name, reads)))

    def _name(self, read: Operation) -> str:
        argument = self.axis.argument_behind(read.operands[0])
        named = argument or (read.place is not None and read.place.name)
        return f"`{named}`" if named else f"ttgir:{read.line}"

    def _ahead(self, copy: Operation) -> int:
        """Return how many iterations a copy runs ahead: its place's copies before the loop."""
        inside = set(map(id, self.loop.walk()))
        key = copy.place and copy.place.key
        same = [
            op
            for op in self.module.operations()
            if op.name == copy.name and (op.place and op.place.key) == key
        ]
        return len([op for op in same if id(op) not in inside])

    def _buffers(self, copy: Operation) -> str:
        """Return how many buffers a copy cycles through: the first dimension of its memory.

        `%28 = ttg.memdesc_index %0[%total_78] : <3x64x64xbf16, …> -> <64x64xbf16, …>` takes one of
        three tiles of 64×64, so there are 3 buffers.
        """
        for value in copy.operands:
            made = self.axis.makers.get(value)
            if made is not None and made.name.startswith("ttg.memdesc"):
                shape = self.axis.types[made.operands[0]].shape
                if len(shape) > len(self.axis.types[value].shape):
                    return str(shape[0])
        return "one or more"

    def _why(self, load: Operation) -> str:
        """Return why a read is not started ahead, by the rules of Triton's pass.

        The order is that of the pass (`AssignLatencies.cpp`): the first condition that fails is
        the one to change. A `while` loop with a scalar load fails two; changing the load would
        not help.
        """
        loaded = self.axis.types[load.results[0]] if load.results else None
        if load.name in _COPIES or self._needs_itself(load):
            return "the addresses need what the iteration before computes"
        if self.loop.name == "scf.while":
            return "the loop is a `while`, and Triton pipelines only `for` loops"
        if self.stages is not None and self.stages <= 1:
            return f"num_stages is {self.stages}; 3 or 4 would start them ahead"
        if self.capability < 80:
            return f"sm_{self.capability} cannot copy to shared memory while it computes"
        if any(op.name in _LOOPS for op in self.loop.walk() if op is not self.loop):
            return "Triton pipelines only innermost loops"
        if loaded is not None and not loaded.shape:
            return "it is one number, and only blocks are copied ahead"
        if not self.dots and self.said is None:
            return (
                "the loop has no tl.dot, and Triton pipelines such a loop only if it asks: "
                f"for … in tl.range(…, num_stages={max(2, self.stages or 3)})"
            )
        return self._narrow(load)

    def _narrow(self, load: Operation) -> str:
        if load.name == "tt.load":
            explained = explain(load, self.axis, Blame(self.axis, {}))
            if explained.expected_bits < _NARROWEST_COPY_BITS:
                cause = f": {explained.causes[0].text}" if explained.causes else ""
                return (
                    f"a copy to shared memory moves at least {_NARROWEST_COPY_BITS} bits a thread; "
                    f"this one would move {explained.expected_bits}{cause}"
                )
        if not self.dots:
            return "none of our rules explains it"
        if not self._feeds_dot(load):
            return "its value does not go into the tl.dot"
        return (
            "the elements pass through registers, because they are changed or moved between "
            "threads before the tl.dot reads them"
        )

    def _needs_itself(self, load: Operation) -> bool:
        """Return whether the addresses of the next iteration depend on what this one reads.

        `at = tl.load(next + at)` walks a list: no read can start before the last one has arrived.
        """
        uses: dict[str, list[str]] = defaultdict(list)
        for op in self.loop.walk():
            for value in op.operands:
                uses[value] += op.results
        for name, values in self.axis.sources.items():
            for value in values:
                uses[value].append(name)
        return not set(load.operands).isdisjoint(reach(load.results, uses.__getitem__))

    def _feeds_dot(self, load: Operation) -> bool:
        reached = set(load.results)
        for op in self.loop.walk():
            if reached & set(op.operands):
                if op.name in DOTS:
                    return bool(reached & set(op.operands[:2]))
                reached |= set(op.results)
        return False


def ptx_pipeline(code: PtxCode) -> list[Decision]:
    """Return the copies that run during computation, for code with explicit copies (cp.async)."""
    copies = [i for i in code.everywhere if i.opcode == "cp" and "async" in i.modifiers]
    begun = [i for i in copies if not {"wait_group", "wait_all", "commit_group"} & set(i.modifiers)]
    if not begun:
        text = (
            "the compiler does not pipeline the copies of CUDA C++ or Numba: each thread waits "
            "where it needs what it loaded; cp.async or cuda::pipeline in the source would start "
            "copies ahead"
        )
        return [Decision("pipeline", text)]
    waits = [i for i in copies if "wait_group" in i.modifiers]
    counts = [o.value for i in waits for o in i.operands if isinstance(o, syntax.Literal)]
    depth = 1 + int(max(counts, default=0))
    text = f"the source copies while it computes (cp.async), with at most {depth} groups in flight"
    evidence = "\n".join(code.shown(i) for i in (*begun[:2], *waits[:2]))
    return [Decision("pipeline", text, evidence, code.source(begun[0]))]
