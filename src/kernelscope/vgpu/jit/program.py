"""A compiled kernel as the launcher sees it: code, and what is needed to run and to count it."""

from __future__ import annotations

from collections.abc import Generator as Yields
from contextlib import contextmanager
from dataclasses import dataclass

from kernelscope._collection import without_collection
from kernelscope.errors import KernelscopeError, PtxError
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.analysis.warp import analyse
from kernelscope.vgpu.counting.plan import CountingPlan, lines_of_blocks, plan_counting
from kernelscope.vgpu.jit.driver import add_driver
from kernelscope.vgpu.jit.engine import (
    LoadedCode,
    cache_key,
    read_cache,
    write_cache,
)
from kernelscope.vgpu.jit.generator import Generator
from kernelscope.vgpu.jit.images import compile_functions

_FUNCTION = "kernelscope_run"


@dataclass(frozen=True, slots=True)
class Program:
    """Everything that is kept of a kernel compiled for one block shape.

    Attributes:
        symbols: global and const variables in the order of the symbol table.
        plan: what its executions are counted as.
        ordered: whether blocks must run one after another for the same result on every run.
    """

    code: tuple[bytes, ...]
    function: str
    frame_bytes: int
    symbols: tuple[str, ...]
    plan: CountingPlan
    ordered: bool


def build_program(function: ir.Function, block: BlockShape, *, ptx_key: str) -> Program:
    """Compile a kernel for a block shape, or take it from the disk cache."""
    key = cache_key("program", ptx_key, function.name, block)
    kept = read_cache(key)
    if isinstance(kept, Program):
        return kept
    with understood(function.name), without_collection():
        program = _compile(function, block, f"{_FUNCTION}_{key[:16]}")
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


def kept_program(ptx_key: str, name: str, block: BlockShape) -> Program | None:
    """Return the compiled kernel, if the disk cache has it."""
    kept = read_cache(cache_key("program", ptx_key, name, block))
    return kept if isinstance(kept, Program) else None


def load(program: Program) -> LoadedCode:
    """Load the program's code, to be called."""
    return LoadedCode(program.code, program.function)


def _compile(function: ir.Function, block: BlockShape, name: str) -> Program:
    lines = lines_of_blocks(function)  # dead code is shown with its block, though it never runs
    remove_dead_code(function)
    generator = Generator(function, analyse(function, block), name)
    module = generator.emit("warp")
    resumable = bool(generator.resume_blocks)
    add_driver(module, generator.warp, name, resumable=resumable, local_bytes=function.local_bytes)
    code = compile_functions(module)
    return Program(
        code=code,
        function=name,
        frame_bytes=-(-generator.frame_bytes // 256) * 256,
        symbols=tuple(generator.symbols),
        plan=plan_counting(function, lines),
        ordered=any(_order_matters(i) for i in function.instructions()),
    )


def _order_matters(inst: ir.Inst) -> bool:
    """Return whether the result of an atomic depends on the order of blocks.

    Integer reductions give the same in any order; float ones round, and an old value that somebody
    reads, an exchange or a compare-and-swap tells the order. So does what a kernel prints.
    """
    if inst.opcode == "call":
        return True
    if inst.opcode not in ("atom", "red") or inst.fields.get("space", "").startswith("shared"):
        return False
    if inst.opcode == "atom" and inst.operands[0] is not None:
        return True
    kind = inst.fields.get("t", "")
    return inst.fields.get("op") in ("exch", "cas") or kind.startswith(("f", "bf"))
