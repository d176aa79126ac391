"""From what compiled code counted to the counters' names (Nsight Compute's, and some of our own).

Sources of the rules: measured on an H200; see docs/design.md, "What is counted".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernelscope.record import Access
from kernelscope.vgpu.counting import bulk, remote
from kernelscope.vgpu.counting.lines import Lines, plain
from kernelscope.vgpu.counting.plan import FLOP_TYPES, PIPES, WIDENINGS, CountingPlan
from kernelscope.vgpu.layout import SITE_SLOTS, Site

_GLOBAL = {"load": "ld", "store": "st", "atom": "atom", "red": "red", "copy": "ld"}
_SHARED = {
    "load": "ld",
    "store": "st",
    "atom": "atom",
    "red": "atom",
    "ldmatrix": "ld",
    "stmatrix": "st",
}
SHARED_ATOMICS = "smsp__inst_executed_op_shared_atom.sum"
_INSTRUCTIONS = {
    ("load", Site.GLOBAL): "smsp__sass_inst_executed_op_global_ld.sum",
    ("store", Site.GLOBAL): "smsp__sass_inst_executed_op_global_st.sum",
    ("red", Site.GLOBAL): "smsp__inst_executed_op_global_red.sum",
    ("load", Site.SHARED): "smsp__sass_inst_executed_op_shared_ld.sum",
    ("store", Site.SHARED): "smsp__sass_inst_executed_op_shared_st.sum",
    ("atom", Site.SHARED): SHARED_ATOMICS,
    ("red", Site.SHARED): SHARED_ATOMICS,
    ("ldmatrix", Site.SHARED): "smsp__sass_inst_executed_op_ldsm.sum",
    ("copy", Site.GLOBAL): "smsp__sass_inst_executed_op_ldgsts.sum",
}
_LOCAL = {
    "load": "smsp__sass_inst_executed_op_local_ld.sum",
    "store": "smsp__sass_inst_executed_op_local_st.sum",
}
_REMOTE = {"load": "ld", "store": "st", "atom": "atom", "red": "atom", "stas": "stas",
           "redas": "redas"}  # fmt: skip
_L2 = {"ld": "read", "st": "write", "atom": "atom", "red": "red"}

ALWAYS = tuple(
    dict.fromkeys(
        [
            *(
                f"l1tex__t_requests_pipe_lsu_mem_global_op_{op}.sum"
                for op in ("ld", "st", "red", "atom")
            ),
            *(
                f"l1tex__t_sectors_pipe_lsu_mem_global_op_{op}.sum"
                for op in ("ld", "st", "red", "atom")
            ),
            *(
                f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum"
                for op in ("ld", "st", "atom")
            ),
            *(
                f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{op}.sum"
                for op in ("ld", "st", "atom")
            ),
            *(f"lts__t_sectors_srcunit_tex_op_{op}.sum" for op in _L2.values()),
            *_INSTRUCTIONS.values(),
            *(f"kernelscope__inst_pipe_{pipe}.sum" for pipe in PIPES),
            *(f"kernelscope__flops_{type_name}.sum" for type_name in FLOP_TYPES),
            *(f"kernelscope__cvt_{type_name}.sum" for type_name in WIDENINGS),
            *_LOCAL.values(),
            "kernelscope__inst_executed.sum",
            "kernelscope__thread_inst_executed.sum",
            "kernelscope__barriers.sum",
            "kernelscope__unique_sectors_read.sum",
            "kernelscope__unique_sectors_written.sum",
        ]
    )
)
"""Counters that every launch has, 0 where nothing moved them."""


_MACS = "kernelscope__tensor_mac_{}.sum"
"""Multiply-adds of tensor cores, by type. `tcgen05.mma`, whose size a register has, counts them
where other instructions count sectors."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The counts of compiled code in one launch, by name and by line.

    Attributes:
        counters: by their names.
        accesses: memory accesses by source line.
        divergent_source: the line on which most lanes were idle.
        sites: [memory instructions, slots of `layout.Site`], not scaled.
        blocks: [basic blocks, (executions, active lanes, summed)], not scaled.
    """

    counters: dict[str, float]
    accesses: tuple[Access, ...]
    divergent_source: str | None
    sites: np.ndarray
    blocks: np.ndarray


class Tally:
    """A kernel's counters as one matrix: names × (site slots, block executions, block lanes).

    Args:
        plan: what its executions are counted as.
        in_cluster: whether the launches have clusters, and so the counters of other blocks' memory.
        heads: for each basic block the one whose counters hold its converged executions.
    """

    def __init__(self, plan: CountingPlan, in_cluster: bool, heads: Sequence[int]) -> None:
        tensor = sorted({type_name for macs in plan.macs for type_name in macs})
        accesses = {site.access for site in plan.sites}
        counting = {site.counts_macs for site in plan.sites if site.counts_macs}
        macs = (_MACS.format(type_name) for type_name in sorted({*tensor, *counting}))
        names = [*ALWAYS, *macs, *_bulk_names(accesses)]
        if in_cluster or accesses & {"stas", "redas"}:
            operations = sorted(set(_REMOTE.values()))
            names += [name for op in operations for name, _, _ in _remote_terms(op)]
        self.names = tuple(dict.fromkeys(names))
        rows = {name: place for place, name in enumerate(self.names)}
        sites, blocks = len(plan.sites), len(plan.mix)
        self._lines = Lines(plan)
        self._sites = sites * SITE_SLOTS
        others = [block for block, head in enumerate(heads) if head != block]
        self._others = self._slots_of(others)
        self._their_heads = self._slots_of([heads[block] for block in others])
        self._last: tuple[tuple[bytes, tuple[float, float], float], Reading] | None = None
        self.matrix = np.zeros((len(rows), sites * SITE_SLOTS + 2 * blocks))
        for number, info in enumerate(plan.sites):
            for name, place, each in _site_terms(info.access):
                if name in rows and (info.names_shared or name != SHARED_ATOMICS):
                    self.matrix[rows[name], number * SITE_SLOTS + place] += each
            if info.counts_macs:
                self.matrix[
                    rows[_MACS.format(info.counts_macs)], number * SITE_SLOTS + Site.SECTORS
                ] = 1
        executions = self.matrix[:, sites * SITE_SLOTS :: 2]
        lanes = self.matrix[:, sites * SITE_SLOTS + 1 :: 2]
        for place, pipe in enumerate(PIPES):
            executions[rows[f"kernelscope__inst_pipe_{pipe}.sum"]] = plan.mix[:, place]
        for place, type_name in enumerate(FLOP_TYPES):
            lanes[rows[f"kernelscope__flops_{type_name}.sum"]] = plan.flops[:, place]
        for place, type_name in enumerate(WIDENINGS):
            lanes[rows[f"kernelscope__cvt_{type_name}.sum"]] = plan.widenings[:, place]
        total = plan.mix.sum(axis=1)
        executions[rows["kernelscope__inst_executed.sum"]] = total
        lanes[rows["kernelscope__thread_inst_executed.sum"]] = total
        executions[rows["kernelscope__barriers.sum"]] = plan.barriers
        for type_name in tensor:
            amounts = [macs.get(type_name, 0) for macs in plan.macs]
            executions[rows[_MACS.format(type_name)]] = amounts

    def _slots_of(self, blocks: Sequence[int]) -> np.ndarray:
        """Return where the executions and the lanes of basic blocks are counted."""
        return (self._sites + 2 * np.array(blocks, np.int64)[:, None] + np.arange(2)).reshape(-1)

    def read(self, counted: np.ndarray, unique: tuple[float, float], scale: float) -> Reading:
        """Return all that was counted in a launch.

        A kernel launched again counts the same as a rule, and is not read again then.

        `counted`: site slots, then executions and lanes of the basic blocks, summed over workers:
        those of blocks that run converged at their heads. `unique`: distinct 32-byte sectors that
        the whole grid reads and writes. `scale`: blocks of the grid over blocks that ran.
        """
        key = counted.tobytes(), unique, scale
        if self._last is None or self._last[0] != key:
            kept = counted.copy()
            # A block has its own counts where lanes run independently; else they are its head's.
            kept[self._others] += kept[self._their_heads]
            kept.flags.writeable = False
            reading = Reading(
                self._named(kept, unique, scale),
                *self._lines.read(kept, scale),
                kept[: self._sites].reshape(-1, SITE_SLOTS),
                kept[self._sites :].reshape(-1, 2),
            )
            self._last = key, reading
        return self._last[1]

    def _named(
        self, counted: np.ndarray, unique: tuple[float, float], scale: float
    ) -> dict[str, float]:
        values = self.matrix @ counted
        # Whole numbers, unless some blocks were counted for all.
        exact = values.astype(np.int64).tolist()
        numbers = exact if scale == 1 else map(plain, (values * scale).tolist())
        counts = dict(zip(self.names, numbers, strict=True))
        counts["kernelscope__unique_sectors_read.sum"] = plain(unique[0])
        counts["kernelscope__unique_sectors_written.sum"] = plain(unique[1])
        return counts


def _bulk_names(accesses: set[str]) -> list[str]:
    """Return the counters that a kernel with bulk copies has in addition."""
    own = sorted(accesses & bulk.AMOUNTS.keys())
    terms = (term for access in own for term in _bulk_terms(access))
    return list(dict.fromkeys(name for name, _, _ in terms))


Term = tuple[str, Site, int]
"""A counter, the slot of the instruction's site that moves it, and by how much."""


def _bulk_terms(access: str) -> list[Term]:
    terms = [(name, Site.LANES, 1) for name in bulk.INSTRUCTIONS[access]]
    for slot, moved in bulk.AMOUNTS[access].items():
        terms += [(name, slot, each) for name, each in moved]
    return terms


def _remote_terms(operation: str) -> list[Term]:
    terms = [(name, Site.REMOTE, 1) for name in remote.INSTRUCTIONS[operation]]
    return [*terms, (remote.SECTORS[operation], Site.REMOTE_SECTORS, 1)]


def _site_terms(access: str) -> list[Term]:
    """Return the counters that a memory instruction moves."""
    if access in bulk.AMOUNTS:
        return _bulk_terms(access)
    terms: list[Term] = []
    if access in _REMOTE:
        terms += _remote_terms(_REMOTE[access])
    if access in _LOCAL:
        terms.append((_LOCAL[access], Site.LOCAL, 1))
    for place in (Site.GLOBAL, Site.SHARED):
        name = _INSTRUCTIONS.get((access, place))
        if name is not None:
            terms.append((name, place, 1))
    if access in _GLOBAL:
        op = _GLOBAL[access]
        terms += [
            (f"l1tex__t_requests_pipe_lsu_mem_global_op_{op}.sum", Site.GLOBAL, 1),
            (f"l1tex__t_sectors_pipe_lsu_mem_global_op_{op}.sum", Site.SECTORS, 1),
            (f"lts__t_sectors_srcunit_tex_op_{_L2[op]}.sum", Site.SECTORS, 1),
        ]
    if access in _SHARED:
        op = _SHARED[access]
        terms += [
            (f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum", Site.WAVEFRONTS, 1),
            (f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{op}.sum", Site.CONFLICTS, 1),
        ]
    return terms
