"""Execution counts of the machine code's basic blocks, derived from those of the PTX.

In: a `MachineCode` and how often warps executed each line of the PTX. Out: `BlockCounts`.

The counts are a flow of warps through the code: as many come into a block as go out of it. Among
the flows, the one is taken that fits the counts of the lines best (`evidence`): the one with the
least weighted sum of absolute differences, so that a line that was moved out of a loop does not
bend the count of the loop.

A warp whose lanes part at a branch goes both ways, one after the other, and is one again where they
meet. The flow then has more warps after the branch than before it:

    block   0: branch   1: then   2: else   3: both
    counts         10         10         10        10     splits at 0: 10, merges at 3: 10
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass

import numpy as np

from kernelscope.machine_code.code import MachineCode
from kernelscope.machine_code.evidence import Evidence, evidence_of
from kernelscope.machine_code.graph import is_back, reachable
from kernelscope.machine_code.linear_program import least_cost

# Chosen: parting and meeting cost a fifth of an access to memory, and more than the arithmetic that
# the assembler adds around the loops that it unrolls. With 0.03 warps part in a softmax where
# no lane does, to be spared the checks between the loops that the assembler made of one.
_SPLIT_COST = 2.0
# Blocks that no line says anything about, such as a slow path, are not executed.
_IDLE_COST = 1e-4
# If the lines do not say how often a loop was entered, then as often as it can have been.
_BACK_COST = 0.01
_IDLE = 1e-3
"""Executions a warp that are as good as none."""
_MOST_LOOPS = 8
"""Tries to lead an edge into loops that had none."""
_TELLING = 0.15
"""The least cost of a line whose copies say that a block was unrolled: not `_SPREAD`."""
# Rows of the linear program (about five a block): 400 take 0.2 s, on one core of an AMD EPYC, and
# eight times as long if they are twice as many; rounding finds the flow up to 24 times.
_MOST_ROWS, _MOST_ROWS_ROUNDED = 2500, 1000
_FORBIDDEN = 1e3
"""The cost of an execution that outweighs all that lines may say."""
_MOST_ROUNDED = 24
"""Blocks of one warp whose executions are made whole."""
_MOST_KEPT = 1000
"""Flows that are kept: some kB each."""


@dataclass(frozen=True, slots=True, eq=False)
class BlockCounts:
    """The executions of the machine code's basic blocks by warps.

    Attributes:
        blocks: [blocks] executions.
        edges: [edges of the code] times that the edge was taken.
        splits: [blocks] times that a warp's lanes parted at the end of the block.
        merges: [blocks + 1] times that lanes met again before the block; the last: that a warp's
            lanes ended apart.
        warps: that began.
        unexplained: the share of the evidence, by weight, that the counts differ from.
        cost: of the flow, which is the least; two flows of the same code can be compared.
    """

    blocks: np.ndarray
    edges: np.ndarray
    splits: np.ndarray
    merges: np.ndarray
    warps: float
    unexplained: float
    cost: float = 0.0

    def times(self, warps: float) -> BlockCounts:
        """Return the counts of so many times as many warps that do the same."""
        return BlockCounts(
            self.blocks * warps,
            self.edges * warps,
            self.splits * warps,
            self.merges * warps,
            self.warps * warps,
            self.unexplained,
            self.cost * warps,
        )

    def instructions(self, code: MachineCode) -> float:
        """Return the executed instructions of the machine code, as smsp__inst_executed counts."""
        return float(self.blocks @ np.diff(code.starts))


def executed(
    code: MachineCode,
    executions: Mapping[int, float],
    warps: float,
    active: Mapping[int, float] | None = None,
    *,
    parting: bool = True,
) -> BlockCounts | None:
    """Return how often the blocks of the code were executed by `warps` warps.

    None if no flow was found, or if the code has so many blocks that finding it would take minutes.
    If all warps did the same, each block is executed whole times by each of them.

    `executions`: line of the PTX → how often warps executed it, 0 for lines that were not.
    `active`: line of an access to memory → how often with at least one lane whose guard was true;
    others jump over it, if the assembler made a branch of the guard. `parting`: whether the lanes
    of a warp may have parted at a branch.
    """
    # Launches in a loop, each with a scalar of its own, are traced one by one, and their warps do
    # the same: 500 launches of an elimination ask 1,004 times for 7 flows, of 6 ms each.
    key = (
        id(code),
        tuple(sorted(executions.items())),
        tuple(sorted((active or {}).items())),
        warps,
        parting,
    )
    kept = _kept.get(key)
    if kept is None:
        flow = _executed(code, executions, warps, active, parting=parting)
        if flow is not None:
            for part in (flow.blocks, flow.edges, flow.splits, flow.merges):
                part.flags.writeable = False
        kept = _kept[key] = code, flow
        if len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return kept[1]


_kept: OrderedDict[tuple[object, ...], tuple[MachineCode, BlockCounts | None]] = OrderedDict()
"""Flows by the code, which is kept so that its id stays its own, and what was asked of it."""


def _executed(
    code: MachineCode,
    executions: Mapping[int, float],
    warps: float,
    active: Mapping[int, float] | None,
    *,
    parting: bool,
) -> BlockCounts | None:
    blocks = [code.block(n) for n in range(code.blocks)]
    of_lines = [executions, active or {}]
    alike = all(n % warps == 0 for counts in of_lines for n in counts.values())
    if alike:  # as a rule all warps did the same
        of_lines = [{line: n / warps for line, n in counts.items()} for counts in of_lines]
    evidence = evidence_of(blocks, *of_lines)
    model = _Model(code, evidence, 1 if alike else warps, _SPLIT_COST if parting else _FORBIDDEN)
    if len(model.values) > _MOST_ROWS:
        return None
    counts = _flow(code, model)
    if not alike or counts is None:
        return counts
    if len(model.values) <= _MOST_ROWS_ROUNDED:
        counts = _whole(code, model, counts)
    return counts.times(warps)


def _flow(code: MachineCode, model: _Model) -> BlockCounts | None:
    """Return the counts of a model, of which edges lead into every loop that was executed."""
    for _ in range(_MOST_LOOPS):
        solution = least_cost(model.costs, model.matrix, model.values)
        if solution is None:
            return None
        counts = model.counts(solution)
        loop = _unentered(code, counts)
        if not loop:
            return counts
        times = float(counts.blocks[[*loop]].max())
        if counts.warps == 1 and times < 1 - _IDLE:  # a part of an execution
            for block in loop:
                model.limit(block, 0.0)
        else:
            model.enter(code, loop, min(counts.warps, times))
    return None


def _whole(code: MachineCode, model: _Model, counts: BlockCounts) -> BlockCounts:
    """Return the counts of one warp in which each block is executed whole times.

    A loop that was unrolled by 4 has a body of 4 copies, one of 2 and one of 1. One iteration is
    half an execution of the second, with fewer instructions than one of the third. But a warp
    executes each whole times: the block with the most copies is rounded down and up, and of both
    flows the one that costs less is taken. So with the next, until all blocks are whole.
    """
    for _ in range(_MOST_ROUNDED):
        away = np.abs(counts.blocks - counts.blocks.round())
        if not (away > _IDLE).any():
            break
        block = model.most_unrolled(away > _IDLE)
        if block is None:
            block = int(np.where(away > _IDLE, away, np.inf).argmin())
        less, more = copy(model), copy(model)
        less.limit(block, float(np.floor(counts.blocks[block])))
        more.reach(block, float(np.ceil(counts.blocks[block])))
        ways = [(way, flow) for way in (less, more) if (flow := _flow(code, way)) is not None]
        if not ways:
            break
        model, counts = min(ways, key=lambda way: way[1].cost)
    return counts


def _unentered(code: MachineCode, counts: BlockCounts) -> set[int]:
    """Return the blocks that were executed though no edge leads to them: a loop of its own.

    Its flow is balanced, but no warp can come to it.
    """
    least = _IDLE * max(1.0, counts.warps)
    used = [e for e, times in zip(code.edges, counts.edges, strict=True) if times > least]
    entered = reachable(used)
    return {n for n in range(code.blocks) if counts.blocks[n] > least} - entered


class _Model:
    """The linear program of a flow.

    Variables, in this order: executions of each block; times of each edge; splits of each block;
    slacks of the splits, of the merges; merges before each block, and at the exit; sums too small,
    sums too great.
    """

    def __init__(
        self, code: MachineCode, evidence: tuple[Evidence, ...], warps: float, split_cost: float
    ) -> None:
        self._evidence, self._warps = evidence, warps
        blocks, edges, rows = code.blocks, len(code.edges), len(evidence)
        sizes = [blocks, edges, blocks, 2 * blocks, blocks + 1, rows, rows]
        ends = np.cumsum(sizes)
        self._at = [*map(slice, ends - sizes, ends)]
        self._begins = (ends - sizes).tolist()
        self.matrix, self.values = self._equations(code)
        self.costs = np.zeros(ends[-1])
        self.costs[self._at[0]] = _IDLE_COST * np.diff(code.starts)
        self.costs[[n for n in range(blocks) if n not in reachable(code.edges)]] = _FORBIDDEN
        self.costs[self._at[1]] = [_BACK_COST * is_back(edge) for edge in code.edges]
        self.costs[self._at[2]] = self.costs[self._at[4]] = split_cost
        self.costs[self._at[5]] = [row.weight * row.below for row in evidence]
        self.costs[self._at[6]] = [row.weight * row.above for row in evidence]

    def _equations(self, code: MachineCode) -> tuple[np.ndarray, np.ndarray]:
        """Return the matrix and the values of the flow and of the evidence."""
        blocks, calls = code.blocks, sorted({e.call for e in code.edges if e.call >= 0})
        count = 4 * blocks + 1 + len(calls) + len(self._evidence)
        matrix, values = np.zeros((count, self._at[-1].stop)), np.zeros(count)
        block, edge, split, slack, merge, below, above = self._begins
        into, out, bound = range(blocks + 1), range(blocks + 1, 2 * blocks + 1), 2 * blocks + 1
        leave = np.bincount([e.source for e in code.edges], minlength=blocks)
        come = np.bincount([e.target for e in code.edges if e.target >= 0], minlength=blocks)
        for n in range(blocks):
            # What comes in, without what merges, is executed; it goes out, and the splits too.
            matrix[into[n], [block + n, merge + n]] = -1
            matrix[out[n], [block + n, split + n]] = 1
            # A warp parts into as many ways as there are, and so many meet.
            for begins, ways, row in ((split, leave, bound + n), (merge, come, bound + blocks + n)):
                matrix[row, [begins + n, slack + row - bound]] = 1
                matrix[row, block + n] = -max(0, ways[n] - 1)
        matrix[into[blocks], merge + blocks] = -1
        values[into[0]], values[into[blocks]] = -self._warps, self._warps
        for n, code_edge in enumerate(code.edges):
            matrix[into[code_edge.target], edge + n] += 1  # EXIT is -1: the last of them
            matrix[out[code_edge.source], edge + n] -= 1
            if code_edge.call >= 0:
                row = bound + 2 * blocks + calls.index(code_edge.call)
                matrix[row, edge + n] = 1 if code_edge.source == code_edge.call else -1
        first = bound + 2 * blocks + len(calls)
        for n, row in enumerate(self._evidence):
            for number, copies in row.copies:
                matrix[first + n, block + number] = copies
            matrix[first + n, [below + n, above + n]] = 1, -1
            values[first + n] = row.executions
        return matrix, values

    def enter(self, code: MachineCode, blocks: set[int], times: float) -> None:
        """Demand that edges from elsewhere lead into these blocks so often."""
        ways = [
            self._begins[1] + n
            for n, e in enumerate(code.edges)
            if e.target in blocks and e.source not in blocks
        ]
        if not ways:  # no warp can come here
            self.costs = self.costs.copy()
            self.costs[[*blocks]] = _FORBIDDEN
            return
        self._demand(ways, -1.0, times)

    def most_unrolled(self, among: np.ndarray) -> int | None:
        """Return the block with the most copies of a line that has fewer in another block.

        among: [blocks] whether a block may be chosen. None if there is no such block.
        """
        best: dict[int, float] = {}
        for row in self._evidence:
            least = min(copies for _, copies in row.copies)
            for block, copies in row.copies:
                if among[block] and copies > least and row.weight * row.below >= _TELLING:
                    best[block] = max(best.get(block, 0.0), copies)
        return max(best, key=lambda block: best[block], default=None)

    def limit(self, block: int, most: float) -> None:
        """Demand that a block is not executed more often."""
        if most:
            self._demand([self._begins[0] + block], 1.0, most)
        else:  # an interior-point method needs points at which no variable is zero
            self.costs = self.costs.copy()
            self.costs[self._begins[0] + block] = _FORBIDDEN

    def reach(self, block: int, least: float) -> None:
        """Demand that a block is executed at least so often."""
        self._demand([self._begins[0] + block], -1.0, least)

    def _demand(self, variables: list[int], slack: float, value: float) -> None:
        """Demand that the sum of variables is at least (slack -1) or at most (1) a value."""
        row = np.zeros((1, self.matrix.shape[1] + 1))
        row[0, variables] = 1.0
        row[0, -1] = slack
        self.matrix = np.vstack((np.pad(self.matrix, ((0, 0), (0, 1))), row))
        self.values = np.append(self.values, value)
        self.costs = np.append(self.costs, 0.0)

    def counts(self, solution: np.ndarray) -> BlockCounts:
        """Return the counts of a solution."""
        blocks, edges, splits, _, merges, below, above = (solution[part] for part in self._at)
        weights = np.array([row.weight for row in self._evidence])
        total = sum(row.weight * row.executions for row in self._evidence)
        differs = float(weights @ (below + above)) if len(weights) else 0.0
        return BlockCounts(
            blocks,
            edges,
            splits,
            merges,
            self._warps,
            differs / total if total else 0.0,
            float(self.costs[: len(solution)] @ solution),
        )
