"""Machine code in the form that the simulator of an SM runs."""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass

from kernelscope.errors import UnavailableError
from kernelscope.hardware.constants import Constants
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.launch_time.clock import tensor_clock_share
from kernelscope.machine_code.code import MachineCode
from kernelscope.machine_code.instruction import Instruction as Row
from kernelscope.machine_code.instruction import Kind
from kernelscope.simulator import Code, Instruction, kinds

_C = Constants("launch_time/code")


_KIND_OF = {
    "LDG": kinds.LOAD,
    "LD": kinds.LOAD,
    "STG": kinds.STORE,
    "ST": kinds.STORE,
    "RED": kinds.REDUCTION,
    "REDG": kinds.REDUCTION,
    "ATOM": kinds.ATOMIC,
    "ATOMG": kinds.ATOMIC,
    "LDGSTS": kinds.COPY_L1,
    "LDGDEPBAR": kinds.COMMIT,
    "MEMBAR": kinds.MEMBAR,
    "NANOSLEEP": kinds.SLEEP,
    "LDL": kinds.LOAD,
    "STL": kinds.LOCAL_STORE,
    **dict.fromkeys(("LDS", "LDSM", "STS", "STSM", "ATOMS"), kinds.SHARED),
    **dict.fromkeys(("SHFL", "S2R", "S2UR", "MATCH", "REDUX"), kinds.SHUFFLE),
    **dict.fromkeys(("HGMMA", "IGMMA", "BGMMA", "QGMMA"), kinds.WGMMA),
    "UTMALDG": kinds.BULK_LOAD,
    "UTMACCTL": kinds.DESCRIPTOR,
    **dict.fromkeys(("UTMASTG", "UTMAREDG", "UBLKRED"), kinds.BULK_STORE),
    "ARRIVES": kinds.EVENT_ARRIVE_COPIES,
    "UTMACMDFLUSH": kinds.COMMIT,
}
_WGMMA_BARRIER = 6
_WGMMA_PEAK = 512
# `HGMMA.64x128x16`, `HMMA.16816`, `IMMA.8816`, `OMMA.SF.16864`: without x, n is 8.
_PRODUCTS = re.compile(r"\.(\d+)x(\d+)x(\d+)|\.(16|8)(8)(\d{1,3})(?:\.|$)")
_TO_GLOBAL = re.compile(r"bulk(\.tensor\.\dd)?\.global")
_COUNT = re.compile(r"0x[0-9a-f]+|\d+")


_MOST_KEPT = 64
_kept: OrderedDict[tuple[int, GPUSpec], tuple[MachineCode, Code]] = OrderedDict()
"""The simulator's form of codes by their ids; each code is kept so that its id stays its own."""


def simulated_code(code: MachineCode, spec: GPUSpec) -> Code:
    """Return the machine code in the simulator's form.

    Raises UnavailableError with the opcode if there is one without a pipe.
    """
    # It takes as long as all else of a launch with few events: 30 ms for 1,700 instructions.
    key = id(code), spec
    kept = _kept.get(key)
    if kept is None:
        rows = code.instructions
        if unknown := next((row.opcode for row in rows if not row.pipe), ""):
            raise UnavailableError(f"the simulator does not know {unknown} of {code.target}")
        rates, pairs = _TensorRates.of(spec), zip(rows, (None, *rows[:-1]), strict=True)
        kept = code, Code.of(_instruction(*at, rates) for at in pairs)
        _kept[key] = kept
        if len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return kept[1]


def _instruction(row: Row, before: Row | None, rates: _TensorRates) -> Instruction:
    """Return a machine instruction in the simulator's form.

    before: the previous instruction.
    """
    control = row.control
    pipe, interval = _pipe(row, rates)
    instruction_kind, which, number = _kind(row)
    write = -1 if control.write_barrier is None else control.write_barrier
    read = -1 if control.read_barrier is None else control.read_barrier
    if instruction_kind == kinds.WGMMA:  # the last one of a group names the barrier
        write = _WGMMA_BARRIER if any(o.text.startswith("gsb") for o in row.operands) else -1
    if row.name == "UTMACMDFLUSH":  # the barrier is released when the group's copies are done
        write, read = read, -1
    waits = control.waits
    if row.name == "DEPBAR" and (named := re.match(r"\{([\d,]+)\}", row.operands[0].text)):
        waits = (*waits, *(int(barrier) for barrier in named[1].split(",")))
    return Instruction(
        pipe=kinds.PIPES.index(pipe),
        kind=instruction_kind,
        stall=control.stall,
        yields=control.yields,
        write_barrier=write,
        read_barrier=read,
        wait_mask=sum(1 << barrier for barrier in set(waits)),
        which=which,
        number=number,
        interval=interval,
        **_registers_read(row, before),
    )


# The pipes whose instructions read their operands when they are issued, each after as many cycles.
# Memory instructions, conversions and products of matrices have queues for theirs.
_READ_AT_ISSUE = ("fma", "fmaheavy", "alu", "fp16", "fp64")


def _registers_read(row: Row, before: Row | None) -> dict[str, int]:
    """Return how many registers an instruction reads from the even and from the odd bank.

    If the previous instruction has marked a register with `.reuse`, in the same place among its
    operands, the register is in the operand cache and is not read.
    """
    if row.pipe not in _READ_AT_ISSUE:
        return {}
    read = {int(name[1:]) for name in row.reads if re.fullmatch(r"R\d+", name)}
    wide = 2 if row.name in ("DFMA", "DADD", "DMUL") else 1
    if before is not None:
        for place, (own, other) in enumerate(zip(_sources(row), _sources(before), strict=False)):
            if before.control.reuse[place] and own and own == other:
                first = int(own[1:])
                read -= set(range(first, first + wide))
    even = sum(register % 2 == 0 for register in read)
    return {"even": even, "odd": len(read) - even}


def _sources(row: Row) -> tuple[str, ...]:
    """Return the register of each of the first three source operands, "" for another operand."""
    operands = [o for o in row.operands if o.kind not in (Kind.PREDICATE, Kind.UNIFORM_PREDICATE)]
    if operands and operands[0].kind is Kind.REGISTER and not row.name.endswith("SETP"):
        operands = operands[1:]  # the result
    names = (o.names[0] if o.kind is Kind.REGISTER and o.names else "" for o in operands[:3])
    return tuple(name if re.fullmatch(r"R\d+", name) else "" for name in names)


def _pipe(row: Row, rates: _TensorRates) -> tuple[str, int]:
    """Return an instruction's pipe, and the cycles that it occupies it; 0: the pipe's default."""
    if row.pipe == "tensor":
        return "tensor", _tensor_interval(row, rates)
    if row.name in ("FADD2", "FFMA2", "FMUL2"):  # two numbers a lane: 64 for 32 lanes
        return "fma", 2
    if row.name in ("IMAD", "IDP"):
        return "fmaheavy", 4 if ".WIDE" in row.opcode or ".HI" in row.opcode else 0
    if row.name == "BAR":
        return "adu", _C.barrier_cycles
    return row.pipe if row.pipe in kinds.PIPES else "alu", 0


def _kind(row: Row) -> tuple[int, int, int]:
    """Return an instruction's kind, the barrier that it names, and the number that goes with it."""
    name, opcode = row.name, row.opcode
    numbers = [int(digits, 0) for o in row.operands for digits in _COUNT.findall(o.text)[:1]]
    if name == "BAR":
        if not opcode.startswith(("BAR.SYNC", "BAR.RED", "BAR.ARV")):
            return kinds.PLAIN, 0, 0
        immediate = [int(o.text, 0) for o in row.operands if re.fullmatch(r"0x[0-9a-f]+", o.text)]
        which = immediate[0] if immediate else 0
        count = immediate[1] // 32 if len(immediate) > 1 else 0
        instruction_kind = kinds.BARRIER_ARRIVE if opcode.startswith("BAR.ARV") else kinds.BARRIER
        return instruction_kind, which % kinds.NAMED, count
    if name == "DEPBAR" and opcode.startswith("DEPBAR.LE"):
        which = int(re.sub(r"\D", "", row.operands[0].text) or 0)
        return kinds.WAIT_COUNT, which, min(numbers[-1], kinds.KEPT - 1)
    if name == "WARPGROUP" and "DEPBAR" in opcode:
        return kinds.WAIT_COUNT, _WGMMA_BARRIER, min(numbers[-1], kinds.KEPT - 1)
    if name == "MEMBAR" and opcode.endswith(".CTA"):
        return kinds.PLAIN, 0, 0  # the block's own SM sees its stores in order
    if name == "SYNCS":
        return _of_mbarrier(opcode), 0, 0
    if name == "UBLKCP":
        return (kinds.BULK_STORE if _TO_GLOBAL.search(row.ptx) else kinds.BULK_LOAD), 0, 0
    instruction_kind = _KIND_OF.get(name, kinds.PLAIN)
    if instruction_kind == kinds.LOAD and re.search(r"\.STRONG|\.CG|\.CV|\.MMIO", opcode):
        instruction_kind = kinds.LOAD_L2
    if instruction_kind == kinds.COPY_L1 and ".BYPASS" in opcode:
        instruction_kind = kinds.COPY
    if instruction_kind == kinds.SLEEP:
        number = numbers[-1] if numbers else 0
        return instruction_kind, 0, number
    return instruction_kind, 0, 0


def _of_mbarrier(opcode: str) -> int:
    """Return the kind of an instruction on an mbarrier.

    An instruction that initialises or invalidates an mbarrier only occupies the memory unit.
    """
    if ".PHASECHK" in opcode:
        return kinds.EVENT_WAIT
    return kinds.EVENT_ARRIVE if ".ARRIVE" in opcode else kinds.PLAIN


@dataclass(frozen=True, slots=True)
class _TensorRates:
    """The rates of a GPU's tensor cores.

    Attributes:
        peak: 16-bit multiply-adds a cycle of a sub-partition's, by the GPU's specification.
        int8, fp4: the rates of these as multiples of that for 16 bits.
    """

    peak: float
    int8: float
    fp4: float

    @classmethod
    def of(cls, spec: GPUSpec) -> _TensorRates:
        peaks = spec.peak_tflops
        cycles = spec.sms * kinds.SCHEDULERS * spec.sm_clock_mhz * 1e6 * tensor_clock_share(spec)
        return cls(
            peak=peaks["fp16"] * 1e12 / 2 / cycles,
            int8=peaks["int8"] / peaks["fp16"] if "int8" in peaks else 2.0,
            fp4=peaks.get("fp4", 0.0) / peaks["fp16"] or 4.0,
        )


def _tensor_interval(row: Row, rates: _TensorRates) -> int:
    """Return the cycles for which a product occupies its tensor core."""
    shape = _PRODUCTS.search(row.opcode)
    if not shape:
        return 8
    m, n, k = (int(v) for v in shape.groups() if v)
    fmas = m * n * k
    if row.name in ("HGMMA", "IGMMA", "BGMMA", "QGMMA"):
        # Shared memory gives 128 bytes a cycle: 64 rows of 32 bytes are 16 cycles, n columns n / 4.
        rows = 16 if any(o.text.startswith("gdesc") for o in row.operands[:2]) else 0
        # An H200 does its peak of 512 multiply-adds a cycle; an H20, whose peak is a quarter, less.
        slower = max(1.0, _WGMMA_PEAK / rates.peak)
        return max(1, round(n / 2 * slower), rows + round(n / 4))
    if row.name == "DMMA":
        return max(1, round(fmas / 32))
    if "TF32" in row.opcode:
        width = 0.5
    else:
        width = {"QMMA": 2.0, "IMMA": rates.int8, "OMMA": rates.fp4}.get(row.name, 1.0)
    return max(1, round(fmas / (min(_C.mma_per_cycle, rates.peak) * width)))
