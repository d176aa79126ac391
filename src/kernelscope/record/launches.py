"""Launches and PyTorch's operations on a device, and the findings about them."""

from __future__ import annotations

from dataclasses import dataclass, field

from kernelscope.quantity import Provenance, Quantity


@dataclass(frozen=True, slots=True)
class Access:
    """The memory traffic of one line of a kernel in a launch, separate by kind and width.

    Attributes:
        source: "file:line" by the compiler's line marks; "" if there is none.
        kind: load, store, atom, red, copy, ldmatrix, stmatrix.
        lane_bytes: bytes that one instruction moves for one lane; 0 if it does not work by lane.
        issued_lanes: lanes that reached the instruction; lanes: those that its mask let through.
        requests, sectors: requests and 32-byte sectors of global memory.
        wavefronts, conflicts: wavefronts and bank conflicts of shared memory.
        local: executions that accessed local memory.
    """

    source: str
    kind: str
    lane_bytes: int
    issued_lanes: float = 0.0
    lanes: float = 0.0
    requests: float = 0.0
    sectors: float = 0.0
    wavefronts: float = 0.0
    conflicts: float = 0.0
    local: float = 0.0


@dataclass(frozen=True, slots=True)
class LineCounts:
    """The instructions that warps executed of one line of a kernel, in one launch.

    Attributes:
        source: "file:line" of the user's line; "" for instructions that belong to no line.
        instructions: PTX instructions, each time that a warp executed one.
        barriers: those among them at which the warps of a block wait for each other.
    """

    source: str
    instructions: float
    barriers: float = 0.0


@dataclass(frozen=True, slots=True)
class LineStalls:
    """The cycles that the warps of a simulated SM spent at one line of the kernel.

    Attributes:
        source: "file:line"; "" for code without a line.
        cycles: reason → its share of the cycles of all warps, 0 … 1, by Nsight Compute's names:
            "long_scoreboard", …; "selected": cycles in which the line's instructions were issued.
    """

    source: str
    cycles: dict[str, float]


@dataclass(frozen=True, slots=True)
class SMActivity:
    """The activity of a simulated SM during a launch none of whose data was in L2 before.

    Attributes:
        issue_active: the share of cycles in which a scheduler issued an instruction, 0 … 1.
        warps_active: resident warps, on average.
        l1_hit_rate, l2_hit_rate: the share of the sectors asked for that the cache had, 0 … 1;
            None if nothing was asked for.
        cycles_per_instruction: of a warp, between two of its instructions.
        lines: by source line; all shares add up to 1, but for rounding.
    """

    issue_active: float
    warps_active: float
    l1_hit_rate: float | None
    l2_hit_rate: float | None
    cycles_per_instruction: float
    lines: tuple[LineStalls, ...]


@dataclass(frozen=True, slots=True)
class SMCycles:
    """The figures that the simulation of the busiest SM of a launch gives (`launch_time`).

    Attributes:
        cold: its cycles if L2 has nothing of the data before.
        warm: if L2 has all.
        instructions: of the machine code, executed by all warps of the grid.
        code_bytes: of the machine code that was executed, each instruction once.
        dram_read: bytes that it reads from device memory if L2 has nothing of the data before.
        written: bytes of memory that it writes, each once.
        atomics: cycles for which one part of L2 is busy with atomics of all SMs.
        scaled: how many times the instructions of the launch that was simulated this one executed,
            by which its cycles were multiplied; None: it was simulated itself.
        clock_share: the SM clock at which the cycles pass, as a share of the GPU's highest, 0 … 1.
        lines_written: bytes of the lines of L2 that it writes to, each once.
        activity: what the SM did in the `cold` cycles; it follows from the same simulation, and two
            launches of equal cycles are equal.
    """

    cold: float
    warm: float
    instructions: float
    code_bytes: int
    dram_read: float
    written: float
    atomics: float = 0.0
    scaled: float | None = None
    clock_share: float = 1.0
    lines_written: float = 0.0
    activity: SMActivity | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LaunchRecord:
    """One execution of one kernel.

    Attributes:
        counters: plain numbers under Nsight Compute's names and `kernelscope__…`.
        time_us: time on the named GPU; an estimate if it is virtual.
        source: "file:line" of the call; kernel_source: "file:line" of the kernel.
        trial: a repeat made by an autotuner or a benchmark, or what torch.compile launches itself
            while it compiles.
        sampled: only some blocks ran; the counters are scaled to the whole grid.
        bound: the part that limits the time ("dram", "issue", …); time_parts: microseconds by part.
        occupancy: resident warps over the most possible, 0 … 1; limiter: the limiting resource.
        waves: blocks of the grid over the blocks that the GPU holds at once.
        accesses: memory traffic by source line; empty if it was not counted.
        divergent_source: the line at which the most lanes were idle while others ran.
        spill_bytes: bytes of spilled registers that the machine code stores and loads, each
            instruction once; None if the kernel was not assembled.
        local_bytes: bytes of local memory a thread: spilled registers, and arrays indexed at run
            time; None if there is no machine code.
        inexact: what the results rest on. The kernel's instructions that a GPU may calculate
            otherwise, by "within PTX's bound", "as published, not measured" or "assumed, neither
            published nor measured" (docs/results.md); empty: all are exact; None: not known, as on
            a real GPU, whose results they are.
        in_l2: the share of its tensors that L2 held when it began, 0 … 1; the estimate has it.
        l2_dirty: the share of L2 that held what was not yet in device memory, 0 … 1.
        simulated: the cycles that the estimate is made of; None: it is made of the counters alone,
            for the reason `unsimulated`.
        variant: what the kernel was compiled for, which tells specialisations of one name apart:
            {"x": "*fp32", "BLOCK": "128", "x divisible by 16": "yes", "num_warps": "4"}.
        lines: its instructions by source line; empty if they were not asked for.
        widened_at: the lines on which it converts fp32 to fp64 or uses literals of fp64, the
            conversions first; empty if nothing is converted.
        code: tells the codes of one name apart; "" if only the name is known.
        arguments: what its arguments ask for beyond their contents: whole numbers by name, "n" →
            "4096", and of a tensor what is not usual: "x stride" → "16", "x aligned to" → "4 B".
    """

    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    dynamic_shared_bytes: int = 0
    static_shared_bytes: int = 0
    registers: int | None = None
    counters: dict[str, float] = field(default_factory=dict[str, float])
    time_us: Quantity | None = None
    source: str | None = None
    kernel_source: str | None = None
    trial: bool = False
    frontend: str = "ptx"
    sampled: bool = False
    bound: str = ""
    time_parts: dict[str, float] = field(default_factory=dict[str, float])
    occupancy: float | None = None
    limiter: str = ""
    waves: float | None = None
    accesses: tuple[Access, ...] = ()
    divergent_source: str | None = None
    spill_bytes: int | None = None
    local_bytes: int | None = None
    inexact: dict[str, tuple[str, ...]] | None = None
    in_l2: float = 0.0
    l2_dirty: float = 1.0
    simulated: SMCycles | None = None
    unsimulated: str = ""
    variant: dict[str, str] = field(default_factory=dict[str, str])
    lines: tuple[LineCounts, ...] = ()
    widened_at: tuple[str, ...] = ()
    code: str = ""
    arguments: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def shared_bytes(self) -> int:
        """The shared memory of a block, static and dynamic."""
        return self.static_shared_bytes + self.dynamic_shared_bytes


@dataclass(frozen=True, slots=True)
class LibraryLaunch:
    """One launch of an operator: a library's kernel, or a fill or copy of the driver.

    `name`: without namespaces and arguments; "Memset (Device)" for a fill of a few bytes.
    `time_us`: as a profiler shows it. `grid`, `block`: () if not known.
    """

    name: str
    time_us: Quantity
    bytes_read: float = 0.0
    bytes_written: float = 0.0
    flops: float = 0.0
    grid: tuple[int, ...] = ()
    block: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OperatorRecord:
    """One of PyTorch's own operations: `shapes` of its tensors, its bytes and FLOPs.

    Attributes:
        time_us: between two events around it, as an eager program sees it.
        launches: what PyTorch launches for it, in order.
        precision: the precision that it computes in, a key of `GPUSpec.peak_tflops`; "" for
            whole numbers.
    """

    name: str
    shapes: tuple[tuple[int, ...], ...] = ()
    bytes_read: float = 0.0
    bytes_written: float = 0.0
    flops: float = 0.0
    time_us: Quantity | None = None
    source: str | None = None
    trial: bool = False
    precision: str = ""
    launches: tuple[LibraryLaunch, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One diagnosis.

    Attributes:
        rule: its name; `diagnose/pages/RULE.md` is its page.
        message: one sentence: the problem, with its numbers.
        source: "file:line" of the kernel or call; None if no single line is the cause.
        evidence: the figures that triggered the rule.
        estimated_gain: the estimated fraction of the time that fixing it saves, 0 … 1; None if
            the rule only names the cost.
        provenance: the provenance of the evidence. The gain is always an estimate.
        advice: the change to make.
        kernel: the launch that it is about, by its title (`record.names.launch_titles`); "" if it
            is about several, or about an operator.
    """

    rule: str
    message: str
    source: str | None = None
    evidence: str = ""
    estimated_gain: float | None = None
    provenance: Provenance = "computed"
    advice: str = ""
    kernel: str = ""
