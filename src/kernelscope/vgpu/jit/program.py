"""A compiled kernel as the launcher sees it: code, and what is needed to run and to count it."""

from __future__ import annotations

from collections.abc import Generator as Yields
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kernelscope._collection import paused_collection
from kernelscope.errors import KernelscopeError, PtxError
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.last_loads import guard_last_loads
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.analysis.requests import asks_for_blocks, is_request
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.analysis.waiting import UNBOUNDED, most_executed
from kernelscope.vgpu.analysis.warp import analyse
from kernelscope.vgpu.counting.plan import CountingPlan, lines_of_blocks, plan_counting
from kernelscope.vgpu.ir.precision import inexact
from kernelscope.vgpu.jit import helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I64, PTR
from kernelscope.vgpu.jit.bulk import reduces_floats, uses_engine, uses_tensor_memory
from kernelscope.vgpu.jit.cluster import uses_barrier
from kernelscope.vgpu.jit.engine import (
    LoadedCode,
    cache_key,
    read_cache,
    write_cache,
)
from kernelscope.vgpu.jit.generator import Generator
from kernelscope.vgpu.jit.images import compile_functions
from kernelscope.vgpu.jit.independent import Independent
from kernelscope.vgpu.jit.stops import Stop, stop_of, stops_of_pieces
from kernelscope.vgpu.layout import LANES, Traits
from kernelscope.vgpu.lowering import stack
from kernelscope.vgpu.tools import Tool

_FUNCTION = "kernelscope_run"


@dataclass(frozen=True, slots=True)
class Program:
    """Everything that is kept of a kernel compiled for one block shape.

    Attributes:
        quick: whether the code is what was quickest to compile.
        symbols: global and const variables in the order of the symbol table.
        plan: what its executions are counted as.
        heads: for each basic block the one whose counters hold its converged executions.
        ordered: whether blocks must run one after another for the same result on every run.
        may_wait: whether it has a loop that may wait for another thread.
        most_executed: the instructions of a warp at most; `UNBOUNDED` if nothing limits them, or if
            one may take as long as many.
        keeps_time: whether it reads a clock.
        engine: whether it makes bulk copies, which need a queue for each block.
        cancels: whether its blocks ask for others, which then do not run.
        has_stack: whether its threads have a stack.
        inexact: its instructions that a GPU may calculate otherwise; see `ir.precision.inexact`.
        plans: for each tool that its code is for what must be known to look at its launches.
        stops: where a warp is whose frame says that it resumes at 1, 2, …
        users: the instructions that use registers of products, as watched code numbers them.
    """

    code: tuple[bytes, ...]
    quick: bool
    function: str
    frame_bytes: int
    symbols: tuple[str, ...]
    plan: CountingPlan
    heads: tuple[int, ...]
    ordered: bool
    may_wait: bool
    most_executed: int
    keeps_time: bool
    engine: bool
    tensor: bool
    cancels: bool
    has_stack: bool
    inexact: dict[str, tuple[str, ...]]
    plans: dict[Tool, Any]
    stops: tuple[Stop, ...] = ()
    users: tuple[Stop, ...] = ()


def build_program(
    function: ir.Function, block: BlockShape, *, ptx_key: str, quick: bool
) -> Program:
    """Compile a kernel for a block shape and keep it; quick: as in `compile_text`."""
    key = cache_key("program", ptx_key, function.name, block)
    with understood(function.name), paused_collection():
        program = _compile(function, block, f"{_FUNCTION}_{key[:16]}", quick=quick)
    write_cache(key, program)
    return program


@contextmanager
def understood(kernel: str) -> Yields[None]:
    """Turn whatever goes wrong inside into a PtxError of this kernel, in one line."""
    try:
        yield
    except KernelscopeError:
        raise
    except Exception as problem:
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())[:300]
        raise PtxError(
            f"`{kernel}` is beyond the virtual GPU's compiler ({reason}); report it with its PTX"
        ) from problem


def kept_program(ptx_key: str, name: str, block: BlockShape, *, quick: bool) -> Program | None:
    """Return the compiled kernel, if the disk cache has it; quick: whether quick code will do."""
    kept = read_cache(cache_key("program", ptx_key, name, block))
    return kept if isinstance(kept, Program) and (quick or not kept.quick) else None


def load(program: Program) -> LoadedCode:
    """Load the program's code, to be called."""
    return LoadedCode(program.code, program.function)


@dataclass(frozen=True, slots=True)
class IndependentCode:
    """The code of a kernel for warps whose lanes run independently; see `independent.py`.

    Attributes:
        stops: where the lanes at each piece are.
    """

    code: tuple[bytes, ...]
    function: str
    frame_bytes: int
    stops: tuple[Stop | None, ...]


def build_independent(
    function: ir.Function,
    block: BlockShape,
    symbols: tuple[str, ...],
    *,
    fine: bool,
    quick: bool,
    ptx_key: str,
) -> IndependentCode:
    """Compile a kernel's independent code, or take it from the disk cache.

    Args:
        function: the kernel.
        block: the block's shape.
        symbols: as in the program whose launches it runs in.
        fine: whether each memory access begins a piece, so that other warps may come before it.
        quick: as in `compile_text`.
        ptx_key: the key of the PTX in the cache.
    """
    key = cache_key("independent", ptx_key, function.name, block, fine, quick)
    kept = read_cache(key)
    if isinstance(kept, IndependentCode):
        return kept
    with understood(function.name), paused_collection():
        remove_dead_code(function)
        guard_last_loads(function)
        name = f"kernelscope_warp_{key[:16]}"
        generator = Independent(function, analyse(function, block), name, fine=fine)
        generator.symbols.extend(symbols)
        code = compile_functions(generator.emit(name), quick=quick)
    stops = stops_of_pieces(function, generator.pieces, generator.may_wait)
    compiled = IndependentCode(code, name, _rounded(generator.frame_bytes), stops)
    write_cache(key, compiled)
    return compiled


def _rounded(frame_bytes: int) -> int:
    return -(-frame_bytes // 256) * 256


def _compile(function: ir.Function, block: BlockShape, name: str, *, quick: bool) -> Program:
    lines = lines_of_blocks(function)  # dead code is shown with its block, though it never runs
    remove_dead_code(function)
    guard_last_loads(function)
    generator = Generator(function, analyse(function, block), name)
    module = generator.emit("warp")
    resumable = bool(generator.resume_blocks) or generator.can_leave
    engine, cancels = uses_engine(function), asks_for_blocks(function)
    ordered = any(_order_matters(inst) for inst in function.instructions())
    plan = plan_counting(function, lines)
    is_heavy = ordered or engine or any(plan.macs)
    traits = {
        Traits.RESUMABLE: resumable,
        Traits.IN_CLUSTER: block.in_cluster,
        Traits.ARRIVES: uses_barrier(function),
        Traits.ENGINE: engine,
        Traits.CANCELS: cancels,
        Traits.MEETS: _meets(function) and not block.in_cluster,
    }
    entry = ll.Function(module, ll.FunctionType(ll.VoidType(), [PTR]), name)
    b = ll.IRBuilder(entry.append_basic_block())
    local = ll.Constant(I64, function.local_bytes * LANES)
    arguments = [*entry.args, generator.warp, local]
    helpers.call(b, "run", arguments, sum(trait for trait, is_set in traits.items() if is_set))
    b.ret_void()
    code = compile_functions(module, quick=quick)
    return Program(
        code=code,
        quick=quick,
        function=name,
        frame_bytes=_rounded(generator.frame_bytes),
        symbols=tuple(generator.symbols),
        plan=plan,
        heads=generator.heads,
        may_wait=bool(generator.may_wait),
        most_executed=UNBOUNDED if is_heavy else most_executed(function),
        keeps_time=generator.keeps_time,
        ordered=ordered,
        engine=engine,
        tensor=uses_tensor_memory(function),
        cancels=cancels,
        has_stack=stack.NAME in function.local,
        inexact=inexact(function),
        plans={tool: instrument.plan for tool, instrument in generator.instruments.items()},
        stops=tuple(generator.resume_stops),
        users=tuple(stop_of(function, inst) for inst in generator.in_flight.users),
    )


def _meets(function: ir.Function) -> bool:
    """Return whether warps meet at barrier 0, of all threads and without votes, and at no other."""
    barriers = [i for i in function.instructions() if i.opcode in ("bar", "barrier")]
    of_blocks = [inst for inst in barriers if "cta" in inst.fields]
    return bool(of_blocks) and all(
        "sync" in inst.fields and inst.operands == (ir.Immediate(0), None) for inst in of_blocks
    )


_IMAGES = frozenset(("tex", "tld4", "txq", "suld", "sust", "sured", "suq"))


# Worked cases, of three blocks that add to one word:
#
#     red.global.add.u32 [%rd1], 1;         any order gives 3: blocks run on all cores
#     red.global.add.f32 [%rd1], %f1;       1e8, 1 and -1e8 give 0 or 1, by the order: blocks run
#                                           one after another
#     atom.global.add.u32 %r1, [%rd1], 1;   %r1 is 0, 1 or 2, by the order: one after another
#     the same with %r1 never read          a reduction (`remove_dead_code` dropped %r1): any order
#     atom.shared.add.f32 %f2, [%rd2], 1;   shared memory belongs to one block: any order
#
# Without the rule a float sum over blocks would differ from run to run; if it were true for all
# atomics, a histogram would run on one core.
def _order_matters(inst: ir.Inst) -> bool:
    """Return whether the result of an atomic depends on the order of blocks.

    Integer reductions give the same in any order. Float ones round, and an old value that is
    read, an exchange or a compare-and-swap shows the order. So does what a kernel prints, and which
    block a request gives. Textures and surfaces are the host's as well, which one worker calls at a
    time.
    """
    if inst.opcode == "call" or inst.opcode in _IMAGES or is_request(inst):
        return True
    if inst.opcode == "cp" and "reduce" in inst.fields:
        return reduces_floats(inst)
    if inst.opcode not in ("atom", "red") or inst.fields.get("space", "").startswith("shared"):
        return False
    if inst.opcode == "atom" and inst.operands[0] is not None:
        return True
    type_name = inst.fields.get("t", "")
    return inst.fields.get("op") in ("exch", "cas") or type_name.startswith(("f", "bf"))
