"""A number with its unit, its interval and its provenance; and the registry of metrics.

No number is shown without its provenance:

=========  ============================================================================
measured   a clock or a hardware counter
counted    the virtual GPU executed the program and counted
computed   a formula on known inputs (occupancy, roofline)
estimated  a model; its known error is shown next to it
=========  ============================================================================
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NewType, cast, get_args

from kernelscope.errors import RecordError

Provenance = Literal["measured", "counted", "computed", "estimated"]
PROVENANCES: tuple[Provenance, ...] = get_args(Provenance)

Milliseconds = NewType("Milliseconds", float)
"""A time in milliseconds, as a plain float."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value in `unit`; `low` and `high` bound it if an interval is known.

    For a measured time the interval is that of the median; for an estimate it is the model's
    known error. `note` adds a few words on the source.
    """

    value: float
    unit: str
    provenance: Provenance
    low: float | None = None
    high: float | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if self.provenance not in PROVENANCES:
            raise RecordError(
                f"provenance {self.provenance!r} is unknown; use one of {', '.join(PROVENANCES)}"
            )

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds; the value itself where none is known."""
        return (
            self.value if self.low is None else self.low,
            self.value if self.high is None else self.high,
        )

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; infinities and NaN become the strings "inf", "-inf", "nan"."""
        return {
            "value": number_to_json(self.value),
            "unit": self.unit,
            "low": None if self.low is None else number_to_json(self.low),
            "high": None if self.high is None else number_to_json(self.high),
            "provenance": self.provenance,
            "note": self.note,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Quantity:
        """Return the quantity that `to_json` wrote. Raises RecordError if it is not a quantity."""
        try:
            low, high = data.get("low"), data.get("high")
            return cls(
                value=float(data["value"]),
                unit=str(data["unit"]),
                provenance=cast(Provenance, data["provenance"]),
                low=None if low is None else float(low),
                high=None if high is None else float(high),
                note=str(data.get("note", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RecordError(f"not a quantity: {data!r} ({error})") from error


def number_to_json(value: float) -> float | str:
    """Return a value that JSON can hold: infinities and NaN become strings that `float` reads."""
    return value if math.isfinite(value) else str(float(value))


# Each unit is a thousand of the one before it. A unit that is not listed is shown as it is.
_SCALES: tuple[tuple[str, ...], ...] = (
    ("ns", "us", "ms", "s"),
    ("B", "KB", "MB", "GB", "TB", "PB"),
    ("B/s", "KB/s", "MB/s", "GB/s", "TB/s"),
    ("FLOP", "KFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"),
    ("FLOP/s", "KFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s"),
)
_SHOWN = {"us": "µs"}


def format_quantity(quantity: Quantity) -> str:
    """Format three significant digits in the best unit: `0.507 ms`, `4.28 TB/s`, `98.9 %`."""
    value, unit = _rescale(quantity.value, quantity.unit)
    if not unit and value.is_integer():
        return f"{value:,.0f}"
    return f"{format_number(value)} {_SHOWN.get(unit, unit)}".rstrip()


def format_number(value: float) -> str:
    """Format three significant digits, or the whole part; no exponent from 1e-3 to 1e15."""
    if not math.isfinite(value):
        return str(value)
    if value == 0:
        return "0"
    # Round first: 9.996 rounds to 10.0, with one decimal less than 9.99.
    size = abs(float(f"{value:.3g}"))
    if size < 1e-3 or size >= 1e15:
        return f"{value:.2e}"
    decimals = max(2 - math.floor(math.log10(size)), 0)
    return f"{value:,.{decimals}f}"


def _rescale(value: float, unit: str) -> tuple[float, str]:
    """Move along the unit's scale until the number has one to three digits before the point.

    Times stay in milliseconds down to 0.1 ms, because that is the unit of every table.
    """
    value = float(value)
    ladder = next((s for s in _SCALES if unit in s), None)
    if ladder is None or not math.isfinite(value) or value == 0:
        return value, unit
    place = ladder.index(unit)
    # A value that would be shown as 1000 belongs to the next unit.
    while place + 1 < len(ladder) and abs(value) >= 999.5:
        value, place = value / 1000, place + 1
    while place > 0 and abs(value) < (0.1 if ladder[place] == "ms" else 1):
        value, place = value * 1000, place - 1
    return value, ladder[place]


@dataclass(frozen=True, slots=True)
class Metric:
    """A number that tables and records show: its name, unit and meaning.

    Attributes:
        name: the key in records and JSON; Nsight Compute's name for a hardware counter.
        unit: unit of the value, empty for a plain number.
        meaning: one sentence for a newcomer.
        formula: its formula from other metrics; "" for a primary metric.
        source: the tool or document that defines it.
    """

    name: str
    unit: str
    meaning: str
    formula: str
    source: str


_CLOCK = "Kernelscope: a clock on a GPU, the time model without one"
_HOST = "Kernelscope: the host's clock"
_FORMULA = "Kernelscope: computed"
_NCU = "NVIDIA Nsight Compute: metrics"
_OWN = "Kernelscope: counted by the virtual GPU"

_TIMES = (
    Metric("time_ms", "ms", "GPU time of one call", "", _CLOCK),
    Metric("time_us", "us", "GPU time of one launch", "", _CLOCK),
    Metric("host", "ms", "Time the CPU needs to submit one call", "", _HOST),
    Metric("gpu", "ms", "GPU time of one call between two events", "", _CLOCK),
    Metric("first_call", "ms", "Wall time of the first call, compilation included", "", _HOST),
    Metric("compile", "ms", "Time that compilation adds", "first_call - a later call", _HOST),
    Metric("cold", "ms", "GPU time with L2 emptied before each call", "", _CLOCK),
    Metric("warm", "ms", "GPU time with L2 as the previous call left it", "", _CLOCK),
    Metric("graph", "ms", "GPU time of a call inside a CUDA graph: no launch gaps", "", _CLOCK),
)
_RATES = (
    Metric("throughput", "GB/s or TFLOP/s", "Least work over time", "work / time_ms", _FORMULA),
    Metric("percent_of_limit", "%", "Share of the ceiling reached", "throughput / limit", _FORMULA),
    Metric("intensity", "FLOP/B", "Work for each byte moved", "flops / bytes", "Williams 2009"),
    Metric("bytes_ratio", "", "Bytes moved over the fewest possible", "moved / fewest", _FORMULA),
    Metric("read", "B", "Bytes read from device memory", "32 x distinct sectors", _OWN),
    Metric("written", "B", "Bytes written to device memory", "32 x distinct sectors", _OWN),
    Metric("fewest_read", "B", "Bytes that any implementation must read", "", "the work model"),
    Metric("fewest_written", "B", "Bytes that any must write", "", "the work model"),
)
_ERRORS = (
    Metric("max_abs", "", "Largest difference from float64", "|got - expected|", _FORMULA),
    Metric("max_rel", "", "Largest relative difference", "max_abs / |expected|", _FORMULA),
    Metric("max_ulp", "ulp", "Largest difference in the dtype's last place", "", _FORMULA),
    Metric("lines_of_code", "", "Lines with code: the effort to write it", "", _FORMULA),
)
_LAUNCH = (
    Metric("registers", "", "32-bit registers a thread", "", "the cubin"),
    Metric("occupancy", "", "Warps resident over the most possible", "", "cuda_occupancy.h"),
    Metric("waves", "", "Grid over blocks resident at once", "grid / (SMs x blocks)", _NCU),
)


def _global_memory() -> tuple[Metric, ...]:
    operations = {"ld": "loads", "st": "stores", "red": "reductions", "atom": "atomics"}
    stem = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
    return tuple(
        metric
        for op, words in operations.items()
        for metric in (
            Metric(
                stem.format("requests", op),
                "request",
                f"Warp-level {words} of global memory with an active lane",
                "",
                _NCU,
            ),
            Metric(
                stem.format("sectors", op),
                "sector",
                f"32-byte sectors that {words} of global memory touch, counted per warp",
                "",
                _NCU,
            ),
        )
    )


def _shared_memory() -> tuple[Metric, ...]:
    operations = {"ld": "loads", "st": "stores", "atom": "atomics"}
    wavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
    conflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
    return tuple(
        metric
        for op, words in operations.items()
        for metric in (
            Metric(wavefronts.format(op), "", f"Passes that shared {words} take", "", _NCU),
            Metric(
                conflicts.format(op),
                "",
                f"Passes of shared {words} that only bank conflicts cost",
                "wavefronts - fewest wavefronts",
                _NCU,
            ),
        )
    )


def _instructions() -> tuple[Metric, ...]:
    sass = "smsp__sass_inst_executed_op_{}.sum"
    counted = {
        sass.format("global_ld"): "loads of global memory",
        sass.format("global_st"): "stores to global memory",
        sass.format("shared_ld"): "loads of shared memory",
        sass.format("shared_st"): "stores to shared memory",
        sass.format("local_ld"): "loads of local memory",
        sass.format("local_st"): "stores to local memory",
        sass.format("ldsm"): "matrix loads of shared memory (ldmatrix)",
        sass.format("ldgsts"): "asynchronous copies from global to shared memory (cp.async)",
        "smsp__inst_executed_op_global_red.sum": "reductions in global memory",
        "smsp__inst_executed_op_shared_atom.sum": "atomics in shared memory",
    }
    return tuple(
        Metric(name, "inst", f"Warp-level {words}", "", _NCU) for name, words in counted.items()
    )


def _own() -> tuple[Metric, ...]:
    pipes = ("fma", "alu", "fp64", "xu", "lsu", "tensor", "control")
    formats = ("bf16", "fp16", "tf32", "fp8", "int8", "int4", "int1", "fp64")
    named = {
        "inst_executed": ("inst", "Warp-level PTX instructions"),
        "thread_inst_executed": ("inst", "PTX instructions, one for each active lane"),
        "unique_sectors_read": ("sector", "Distinct 32-byte sectors read: the compulsory reads"),
        "unique_sectors_written": ("sector", "Distinct 32-byte sectors written"),
        "cvt_fp32_to_fp64": ("inst", "Conversions of fp32 to fp64, one for each active lane"),
        "cvt_half_to_fp32": (
            "inst",
            "Conversions of fp16 or bf16 to fp32, one for each active lane",
        ),
        "barriers": ("", "Warps' arrivals at block-wide barriers"),
    }
    named |= {f"inst_pipe_{p}": ("inst", f"Warp-level instructions of the {p} pipe") for p in pipes}
    named |= {f"tensor_mac_{f}": ("", f"Tensor-core multiply-adds on {f}") for f in formats}
    named |= {
        f"flops_{f}": ("FLOP", f"{f} operations, a multiply-add as two")
        for f in ("fp32", "fp16", "fp64")
    }
    return tuple(
        Metric(f"kernelscope__{name}.sum", unit, meaning, "", _OWN)
        for name, (unit, meaning) in named.items()
    )


def _l2() -> tuple[Metric, ...]:
    operations = {"read": "loads", "write": "stores", "atom": "atomics", "red": "reductions"}
    return tuple(
        Metric(
            f"lts__t_sectors_srcunit_tex_op_{op}.sum",
            "sector",
            f"32-byte sectors that {words} ask of L2",
            "",
            _NCU,
        )
        for op, words in operations.items()
    )


_PEAK = "avg.pct_of_peak_sustained_elapsed"
_TIME = "gpu__time_duration.sum"
_SPEEDUP = "kernelscope__estimated_speedup.pct"

_SPEED_OF_LIGHT = (
    Metric(_SPEEDUP, "%", "Share of the duration that a rule's remedy saves", "", "the rules"),
    Metric(
        "kernelscope__runtime_improvement.sum",
        "ns",
        "Duration that the remedy with the largest estimate saves",
        f"{_TIME} x {_SPEEDUP} / 100",
        _FORMULA,
    ),
    Metric(_TIME, "ns", "Time of one launch on the device, without the host's part", "", _NCU),
    Metric(f"sm__throughput.{_PEAK}", "%", "Busiest part of the SMs over its peak rate", "", _NCU),
    Metric(
        f"gpu__compute_memory_throughput.{_PEAK}",
        "%",
        "Busiest part of the memory system over its peak rate",
        "",
        _NCU,
    ),
    Metric("launch__registers_per_thread", "", "32-bit registers a thread", "", _NCU),
    Metric("launch__grid_size", "", "Blocks of the grid", "", _NCU),
    Metric("launch__block_size", "", "Threads of a block", "", _NCU),
)
_PER_REQUEST = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_{}.ratio"
_MEMORY = (
    Metric(f"gpu__dram_throughput.{_PEAK}", "%", "Device memory over its peak rate", "", _NCU),
    Metric(f"lts__throughput.{_PEAK}", "%", "L2 over its peak rate", "", _NCU),
    Metric("l1tex__throughput.avg.pct_of_peak_sustained_active", "%", "L1 over its peak", "", _NCU),
    Metric("dram__bytes_read.sum", "B", "Bytes read from device memory", "", _NCU),
    Metric("dram__bytes_write.sum", "B", "Bytes written to device memory", "", _NCU),
    Metric("l1tex__t_sector_hit_rate.pct", "%", "Sectors found in L1", "", _NCU),
    Metric("lts__t_sector_hit_rate.pct", "%", "Sectors found in L2", "", _NCU),
    *(
        Metric(
            _PER_REQUEST.format(op),
            "",
            f"Sectors that a warp's {words} of global memory touches: 4, 8, 16 are ideal for "
            "4, 8, 16 bytes a lane",
            "sectors / requests",
            _NCU,
        )
        for op, words in (("ld", "load"), ("st", "store"))
    ),
)
_LIMITS = {"warps": "warps", "blocks": "blocks", "registers": "registers", "shared_mem": "shared"}
_OCCUPANCY = (
    Metric(
        "sm__maximum_warps_per_active_cycle_pct",
        "%",
        "Theoretical occupancy: warps that an SM can hold of this launch over the most possible",
        "blocks an SM x warps a block / most warps",
        _NCU,
    ),
    Metric(
        "sm__warps_active.avg.pct_of_peak_sustained_active",
        "%",
        "Achieved occupancy: warps resident in an active SM, on average, over the most possible",
        "",
        _NCU,
    ),
    *(
        Metric(
            f"launch__occupancy_limit_{name}",
            "",
            f"Blocks that an SM would hold if only its {words} limited them",
            "",
            _NCU,
        )
        for name, words in _LIMITS.items()
    ),
    Metric(
        "launch__waves_per_multiprocessor",
        "",
        "Grid over the blocks that the GPU holds at once",
        "grid / (SMs x blocks an SM)",
        _NCU,
    ),
    Metric("launch__shared_mem_per_block_static", "B", "Shared memory in the code", "", _NCU),
    Metric("launch__shared_mem_per_block_dynamic", "B", "Asked for by the launch", "", _NCU),
)


def _warp_states() -> tuple[Metric, ...]:
    reasons = {
        "long_scoreboard": "data from global or local memory",
        "short_scoreboard": "data from shared memory or a special function",
        "barrier": "the other warps at a barrier",
        "wait": "a latency that is fixed and known to the compiler",
        "math_pipe_throttle": "an arithmetic pipe that is busy",
        "mio_throttle": "the queue of shared memory and special functions",
        "lg_throttle": "the queue of global and local memory",
        "not_selected": "its turn: another warp was issued",
        "no_instruction": "its next instruction, not in the instruction cache",
        "membar": "a memory fence",
        "drain": "its stores, at its end",
    }
    return (
        Metric("smsp__inst_executed.sum", "inst", "Machine instructions of all warps", "", _NCU),
        Metric(
            "smsp__thread_inst_executed_per_inst_executed.ratio",
            "",
            "Active lanes an instruction: 32 without divergence",
            "thread instructions / warp instructions",
            _NCU,
        ),
        Metric(
            "smsp__issue_active.avg.pct_of_peak_sustained_active",
            "%",
            "Cycles in which a scheduler issues an instruction",
            "",
            _NCU,
        ),
        Metric(
            "smsp__average_warp_latency_per_inst_issued.ratio",
            "cycle",
            "Cycles of a warp between two of its instructions",
            "",
            _NCU,
        ),
        *(
            Metric(
                f"smsp__average_warps_issue_stalled_{reason}_per_issue_active.ratio",
                "",
                f"Of these cycles, those that it waits for {words}",
                "",
                _NCU,
            )
            for reason, words in reasons.items()
        ),
    )


METRICS: dict[str, Metric] = {
    metric.name: metric
    for group in (
        _TIMES,
        _RATES,
        _ERRORS,
        _LAUNCH,
        _global_memory(),
        _shared_memory(),
        _instructions(),
        _l2(),
        _own(),
        _SPEED_OF_LIGHT,
        _MEMORY,
        _OCCUPANCY,
        _warp_states(),
    )
    for metric in group
}
