"""Triton's own passes, run again on a kernel's TTGIR to learn what they decided.

In: TTGIR text. Out: the module with its buffers' offsets, the scratch bytes of one operation, or
which thread holds which element of a block. Triton prints its stages, but not after the pass that
places buffers in shared memory, and no layout but by its name.
"""

from __future__ import annotations

import re
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from kernelscope.inside.decisions.mlir import VALUE, Module, Operation, parse
from kernelscope.inside.decisions.tensors import Types

Vector = tuple[int, ...]
Bases = tuple[tuple[Vector, ...], tuple[Vector, ...], tuple[Vector, ...]]
_PTX_VERSION = 80  # the pass only needs features that exist from 8.0 on
_OFFSET = re.compile(r"allocation\.(?:offset|size) = \d+ : i32(?:, )?")


def triton_version() -> tuple[int, ...]:
    """Return the version of the installed Triton; () if there is none."""
    try:
        text = version("triton")
    except PackageNotFoundError:
        return ()
    return tuple(int(part) for part in re.findall(r"\d+", text)[:2])


def allocated(ttgir: str, capability: int) -> Module | None:
    """Return the TTGIR with `allocation.offset` on each buffer, and `ttg.shared` on the module.

    None if Triton is not installed, or is not the version that wrote the text.
    """
    text = _run(ttgir, capability)
    return parse(text) if text is not None else None


def scratch_bytes(module: Module, operation: Operation, types: Types, capability: int) -> int:
    """Return the bytes of shared memory that one operation takes for itself; 0 if unknown.

    Triton writes the size down from 3.9 on. For older versions, the pass runs on a kernel that
    consists of this one operation: `ttg.shared` of that kernel is its size. A `tt.reduce` over
    1024 floats on 4 warps needs 16 bytes: one float from each warp.
    """
    if (size := operation.integer("allocation.size")) is not None:
        return size
    lines = module.text.splitlines()
    body = _OFFSET.sub("", "\n".join(lines[operation.line - 1 : operation.end]))
    made = set(operation.results) | {name.split("#")[0] for name in operation.results}
    inner = {r for op in operation.walk() for r in op.results}
    inner |= {n for op in operation.walk() for rs in op.regions for b in rs for n, _ in b.arguments}
    needed = [n for n in dict.fromkeys(VALUE.findall(body)) if n not in made | inner]
    arguments = ", ".join(f"{_flat(name)}: {types.text(name)}" for name in needed)
    for name in needed:
        body = re.sub(re.escape(name) + r"(?![\w.$#])", _flat(name), body)
    heads = [line for line in lines if line[:1] in "#!" and " = " in line]
    (head,) = [line for line in lines if line.startswith("module")][:1] or ["module {"]
    head = re.sub(r"ttg\.(?:shared|total-num-warps|global\w*) = \d+ : i32(?:, )?", "", head)
    kernel = f"tt.func public @one({arguments}) {{\n{body}\ntt.return\n}}\n}}"
    text = _run("\n".join((*heads, head, kernel)), capability)
    return parse(text).number("ttg.shared", 0) if text is not None else 0


def _flat(name: str) -> str:
    """Return `%x#1` as `%part_x_of_1`, since an argument's name has no `#`."""
    return "%part_" + name[1:].replace("#", "_of_") if "#" in name else name


def _run(text: str, capability: int) -> str | None:
    if '"ttg.num-warps"' not in text:  # without it the pass aborts the process
        return None
    try:
        triton, context, module = _read(text)
        manager = triton.ir.pass_manager(context)
        triton.passes.ttgpuir.add_combine_tensor_select_and_if(manager)
        triton.passes.ttgpuir.add_allocate_warp_groups(manager)
        shared = triton.nvidia.passes.ttgpuir.add_allocate_shared_memory_nv
        shared(manager, capability, _PTX_VERSION)
        manager.run(module, "kernelscope")
        return str(module)
    except _CANNOT:
        return None


def linear_bases(encoding: str, shape: Vector) -> Bases | None:
    """Return the element that each bit of a block's register number, lane and warp leads to.

    None if Triton is not installed, or does not know the encoding.
    """
    sizes = "".join(f"{size}x" for size in shape)
    text = f"tt.func public @one(%x: tensor<{sizes}i8, {encoding}>) {{\ntt.return\n}}"
    try:
        triton, context, module = _read(text)
        builder = triton.gluon_ir.GluonOpBuilder(context)
        layout = builder.get_gluon_layout_from_tensor(module.get_function("one").args(0))
        linear = builder.to_linear_layout(layout._to_ir(builder), list(shape))
    except (*_CANNOT, ValueError):
        return None
    # The blocks of a cluster each hold a part: it is told as if they were one block's registers.
    parts = (linear.reg_bases + linear.block_bases, linear.lane_bases, linear.warp_bases)
    register, lane, warp = (tuple(tuple(basis) for basis in part) for part in parts)
    return register, lane, warp


_CANNOT = (AttributeError, ImportError, RuntimeError, TypeError)
"""What Triton raises if it is not the version that wrote a text, or is not installed."""


def _read(text: str) -> tuple[Any, Any, Any]:
    """Return Triton's library, a context, and a text read in it."""
    from triton._C import libtriton

    triton: Any = libtriton
    context = triton.ir.context()
    triton.ir.load_dialects(context)
    triton.nvidia.load_dialects(context)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kernel.ttgir")
        path.write_text(text, encoding="utf-8")
        module = triton.ir.parse_mlir_module(str(path), context)
    module.context = context
    return triton, context, module
