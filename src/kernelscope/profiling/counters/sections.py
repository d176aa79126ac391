"""The contents of the table of counters: the summary's columns and the sections, by metric."""

from __future__ import annotations

from kernelscope.quantity import METRICS

DURATION = "gpu__time_duration.sum"
SPEEDUP = "kernelscope__estimated_speedup.pct"
IMPROVEMENT = "kernelscope__runtime_improvement.sum"
COMPUTE = "sm__throughput.avg.pct_of_peak_sustained_elapsed"
MEMORY = "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"
REGISTERS = "launch__registers_per_thread"
GRID = "launch__grid_size"
BLOCK = "launch__block_size"
DRAM = "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"
L2 = "lts__throughput.avg.pct_of_peak_sustained_elapsed"
L1 = "l1tex__throughput.avg.pct_of_peak_sustained_active"
DRAM_READ = "dram__bytes_read.sum"
DRAM_WRITTEN = "dram__bytes_write.sum"
L1_HITS = "l1tex__t_sector_hit_rate.pct"
L2_HITS = "lts__t_sector_hit_rate.pct"
THEORETICAL = "sm__maximum_warps_per_active_cycle_pct"
ACHIEVED = "sm__warps_active.avg.pct_of_peak_sustained_active"
WAVES = "launch__waves_per_multiprocessor"
STATIC_SHARED = "launch__shared_mem_per_block_static"
DYNAMIC_SHARED = "launch__shared_mem_per_block_dynamic"
LANES = "smsp__thread_inst_executed_per_inst_executed.ratio"
ISSUE = "smsp__issue_active.avg.pct_of_peak_sustained_active"
LATENCY = "smsp__average_warp_latency_per_inst_issued.ratio"
MACHINE_INSTRUCTIONS = "smsp__inst_executed.sum"
PTX_INSTRUCTIONS = "kernelscope__inst_executed.sum"
THREAD_INSTRUCTIONS = "kernelscope__thread_inst_executed.sum"

GLOBAL = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
PER_REQUEST = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_{}.ratio"
_SHARED = "l1tex__data_{}_mem_shared_op_{}.sum"
LIMIT = "launch__occupancy_limit_{}"
STALLED = "smsp__average_warps_issue_stalled_"
STALLS = tuple(name for name in METRICS if name.startswith(STALLED))
NO_INSTRUCTION = f"{STALLED}no_instruction_per_issue_active.ratio"

SUMMARY: dict[str, str] = {
    SPEEDUP: "gain",
    DURATION: "duration",
    IMPROVEMENT: "saves",
    COMPUTE: "compute",
    MEMORY: "memory",
    REGISTERS: "regs",
}
"""Metric → heading; name, grid and block come before them."""

SECTIONS: dict[str, dict[str, str]] = {
    "Memory": {
        DRAM: "device memory, of its peak",
        L2: "L2, of its peak",
        L1: "L1, of its peak",
        DRAM_READ: "read from device memory",
        DRAM_WRITTEN: "written to device memory",
        L1_HITS: "hits in L1",
        L2_HITS: "hits in L2",
        GLOBAL.format("sectors", "ld"): "sectors loaded",
        GLOBAL.format("sectors", "st"): "sectors stored",
        PER_REQUEST.format("ld"): "sectors a load",
        PER_REQUEST.format("st"): "sectors a store",
        _SHARED.format("pipe_lsu_wavefronts", "ld"): "shared-memory passes, loads",
        _SHARED.format("pipe_lsu_wavefronts", "st"): "shared-memory passes, stores",
        _SHARED.format("bank_conflicts_pipe_lsu", "ld"): "bank conflicts, loads",
        _SHARED.format("bank_conflicts_pipe_lsu", "st"): "bank conflicts, stores",
    },
    "Occupancy": {
        THEORETICAL: "theoretical",
        ACHIEVED: "achieved",
        LIMIT.format("warps"): "blocks an SM by warps",
        LIMIT.format("blocks"): "blocks an SM by blocks",
        LIMIT.format("registers"): "blocks an SM by registers",
        LIMIT.format("shared_mem"): "blocks an SM by shared memory",
        WAVES: "waves",
        STATIC_SHARED: "shared memory, static",
        DYNAMIC_SHARED: "shared memory, dynamic",
    },
    "Warp states": {
        MACHINE_INSTRUCTIONS: "machine instructions",
        PTX_INSTRUCTIONS: "PTX instructions",
        LANES: "active lanes an instruction",
        ISSUE: "cycles that issue",
        LATENCY: "cycles an instruction",
        **{
            name: "  waits: " + name.removeprefix(STALLED).partition("_per_issue")[0]
            for name in STALLS
        },
    },
}
"""Section → metric → the name of its row."""


EXACT = (
    *(GLOBAL.format("sectors", op) for op in ("ld", "st")),
    *(STATIC_SHARED, DYNAMIC_SHARED, MACHINE_INSTRUCTIONS),
)
"""What is equal each time the same launch is measured."""


def shown() -> tuple[str, ...]:
    """Return every metric of the table once, in its order."""
    names = [*SUMMARY, GRID, BLOCK, *(name for rows in SECTIONS.values() for name in rows)]
    return tuple(dict.fromkeys(names))
