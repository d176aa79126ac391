"""The interpreter's counters: what each executed instruction adds, by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from kernelscope.vgpu import ir
from kernelscope.vgpu.counting import bulk, remote, wavefronts
from kernelscope.vgpu.counting.plan import widening
from kernelscope.vgpu.counting.trace import Spaces
from kernelscope.vgpu.interpreter.tracing import Touched
from kernelscope.vgpu.layout import Site

_GLOBAL = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
_L2 = "lts__t_sectors_srcunit_tex_op_{}.sum"
_WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
_CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
_INSTRUCTIONS = {
    "ld": "smsp__sass_inst_executed_op_global_ld.sum",
    "st": "smsp__sass_inst_executed_op_global_st.sum",
    "red": "smsp__inst_executed_op_global_red.sum",
    "copy": "smsp__sass_inst_executed_op_ldgsts.sum",
}


class Tally:
    """Counts of one launch.

    Attributes:
        touched: what the instruction that is executed does to memory, for the launch's trace.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.sectors: dict[str, set[int]] = {"read": set(), "written": set()}
        self.touched = Touched()

    def enter_block(self, block: ir.BasicBlock, lanes: int) -> None:
        """Count a basic block: a warp begins it with this many lanes, and runs all its
        instructions.
        """
        for inst in block.instructions:
            self._instruction(inst.form.pipe, lanes)
            self.counts["kernelscope__barriers.sum"] += inst.form.kind == "barrier"
            if inst.form.flops:
                name = inst.fields.get("t", "")
                type_name = {"f64": "fp64", "f32": "fp32"}.get(name, "fp16")
                each = inst.form.flops * (2 if name.endswith("x2") else 1)
                self.counts[f"kernelscope__flops_{type_name}.sum"] += each * lanes
            if widening(inst):
                self.counts[f"kernelscope__cvt_{widening(inst)}.sum"] += lanes
        if isinstance(block.terminator, ir.Branch):
            self._instruction("control", lanes)

    def _instruction(self, pipe: str, lanes: int) -> None:
        self.counts["kernelscope__inst_executed.sum"] += 1
        self.counts["kernelscope__thread_inst_executed.sum"] += lanes
        self.counts[f"kernelscope__inst_pipe_{pipe}.sum"] += 1

    def global_access(self, operation: str, addresses: Mapping[int, int], width: int) -> None:
        """Count `ld`, `st`, `atom`, `red` or `copy` at the active lanes' addresses in global
        memory.
        """
        touched = wavefronts.sectors(addresses, width)
        atomic = operation in ("atom", "red")
        sectors = wavefronts.atomic_sectors(addresses) if atomic else len(touched)
        self.touched.sectors |= touched
        self.touched.counted += sectors
        self.touched.spaces |= Spaces.GLOBAL
        if operation == "ld":
            self.touched.wavefronts += wavefronts.global_load(addresses, width)
        if operation in _INSTRUCTIONS:
            self.counts[_INSTRUCTIONS[operation]] += 1
        access = "ld" if operation == "copy" else operation
        self.counts[_GLOBAL.format("requests", access)] += 1
        self.counts[_GLOBAL.format("sectors", access)] += sectors
        self.counts[_L2.format({"ld": "read", "st": "write"}.get(access, access))] += sectors
        if access != "st":
            self.sectors["read"] |= touched
        if access != "ld":
            self.sectors["written"] |= touched

    def shared_access(self, operation: str, cost: tuple[int, int], instruction: str = "") -> None:
        """Count wavefronts and conflicts of `ld`, `st`, `atom`; `stmatrix`, and atomics at
        addresses of any space, have no counter of their own.
        """
        self.touched.wavefronts += cost[0]
        self.touched.spaces |= Spaces.SHARED
        self.counts[_WAVEFRONTS.format(operation)] += cost[0]
        self.counts[_CONFLICTS.format(operation)] += cost[1]
        if operation == "atom":
            self.counts["smsp__inst_executed_op_shared_atom.sum"] += not instruction
        elif not instruction:
            self.counts[f"smsp__sass_inst_executed_op_shared_{operation}.sum"] += 1
        elif instruction == "ldmatrix":
            self.counts["smsp__sass_inst_executed_op_ldsm.sum"] += 1

    def bulk_instruction(self, access: str, lanes: int) -> Touched:
        """Count the bulk copies that the lanes of a warp have issued; return what their instruction
        does to memory, for `bulk_row`.
        """
        between = "between" in access
        self.touched.spaces |= Spaces.CLUSTER if between else Spaces.GLOBAL
        for name in bulk.INSTRUCTIONS[access]:
            self.counts[name] += lanes
        return self.touched

    def bulk_row(self, access: str, row: bulk.Row, touched_by: Touched, targets: int = 1) -> None:
        """Count a row of bytes that a bulk copy has moved, to `targets` blocks if a multicast."""
        sectors, requests = bulk.cost(row, access)
        for slot, amount in (
            (Site.SECTORS, sectors * targets),
            (Site.L2_SECTORS, sectors),
            (Site.REQUESTS, requests),
        ):
            for name, each in bulk.AMOUNTS[access].get(slot, ()):
                self.counts[name] += each * amount
        if row.address is None or row.start == row.end:
            return
        start, end = row.address + row.start, row.address + row.end
        touched = set(range(start // bulk.SECTOR, -(-end // bulk.SECTOR)))
        touched_by.sectors |= touched
        if access != "bulk_store":
            self.sectors["read"] |= touched
        if access in bulk.STORES:
            self.sectors["written"] |= touched

    def remote_access(self, access: str, addresses: Mapping[int, int]) -> None:
        """Count `ld`, `st`, `atom`, `stas` or `redas` of another block's shared memory."""
        takes_turns = access in ("atom", "stas", "redas")
        sectors = (
            wavefronts.atomic_sectors(addresses)
            if takes_turns
            else len(wavefronts.sectors(addresses, 1))
        )
        self.touched.spaces |= Spaces.CLUSTER
        for name in remote.INSTRUCTIONS[access]:
            self.counts[name] += 1
        self.counts[remote.SECTORS[access]] += sectors

    def pass_shared(self, wavefronts: int) -> None:
        """Count the wavefronts of an atomic that only passes through its block's memory."""
        self.touched.wavefronts += wavefronts
        self.counts[_WAVEFRONTS.format("atom")] += wavefronts

    def local_access(self, operation: str) -> None:
        """Count `ld` or `st` of local memory."""
        self.touched.spaces |= Spaces.LOCAL
        self.counts[f"smsp__sass_inst_executed_op_local_{operation}.sum"] += 1

    def counters(self) -> dict[str, float]:
        """Return all counters that moved."""
        for what, sectors in self.sectors.items():
            self.counts[f"kernelscope__unique_sectors_{what}.sum"] = len(sectors)
        return {name: float(count) for name, count in self.counts.items() if count}
