"""A Triton kernel in every form: the files of its compilation, and its assumptions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from inspect import currentframe
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from kernelscope.devices.callsite import GENERATED
from kernelscope.devices.capture import KernelForm
from kernelscope.devices.front_ends import HeldKernel, front_end
from kernelscope.hardware import GPUSpec
from kernelscope.record.names import variant_of

if TYPE_CHECKING:
    from kernelscope.vgpu import Kernel

_STAGES = ("ttir", "ttgir", "llir", "ptx")
_OPTIONS = (
    *("num_warps", "num_stages", "num_ctas", "maxnreg", "enable_fp_fusion"),
    *("allow_fp8e4nv", "default_dot_input_precision", "launch_pdl", "ptx_options"),
    *("ptx_version", "enable_reflect_ftz", "sched4reg"),
)


@dataclass(frozen=True, slots=True)
class LoadedKernel:
    """The object that Triton keeps as a kernel's `function`."""

    kernel: Kernel
    gpu: str
    registers: int
    local_bytes: int
    spill_bytes: int | None
    files: Mapping[str, str]  # by the end of their names: "ttir", "ptx"
    cubin: bytes


CACHES = "_kernelscope_caches"
"""The attribute in which a JITFunction keeps its compiled kernels by virtual GPU, as Triton does by
device number."""


def held_by_triton(function: Any, spec: GPUSpec) -> Iterator[HeldKernel]:
    """Yield every specialisation in which a Triton kernel was launched, also by an autotuner."""
    while not hasattr(function, "device_caches") and hasattr(function, "fn"):
        function = function.fn
    for caches in getattr(function, CACHES, {}).get(spec, {}).values():
        for compiled in caches[0].values():
            loaded = compiled.function
            if isinstance(loaded, LoadedKernel):
                target = loaded.kernel.module.spec.target
                form = triton_form(compiled.src, compiled.metadata, loaded, "triton", target)
                yield HeldKernel(form, loaded.kernel)


def triton_form(
    src: Any, metadata: Any, function: LoadedKernel, frontend: str, target: str
) -> KernelForm:
    """Return all forms of a kernel that Triton compiled from an `ASTSource` or `IRSource`."""
    texts = {stage: _read(function.files.get(stage)) for stage in _STAGES}
    file, line = "", 0
    jit = getattr(src, "fn", None)
    if jit is not None:
        code = jit.fn.__code__
        file, line = code.co_filename, code.co_firstlineno
        texts = {"source": "".join(jit.raw_src), **texts}
    if front_end(frontend).generated:
        texts["generated"] = _calling_code()
    return KernelForm(
        function.kernel.name,
        frontend,
        target,
        {stage: text for stage, text in texts.items() if text},
        function.cubin,
        file,
        line,
        parameter_names(src, function),
        dict(_types(src)),
        dict(_facts(src)),
        _options(metadata),
        function.spill_bytes,
    )


def parameter_names(src: Any, function: LoadedKernel) -> tuple[str, ...]:
    """Return the source's name of each parameter of the PTX; "" for those that Triton added."""
    names = [*_names(src.signature)]
    # The pointers to scratch memory, of the blocks and of the profiler, come last.
    return (*names, *[""] * (len(function.kernel.parameters) - len(names)))


def triton_variant(src: Any, metadata: Any) -> dict[str, str]:
    """Return the specialisation of a Triton kernel: types, constants, assumptions, options."""
    return variant_of(dict(_types(src)), dict(_facts(src)), _options(metadata))


def _options(metadata: Any) -> dict[str, object]:
    return {name: getattr(metadata, name) for name in _OPTIONS if hasattr(metadata, name)}


# What Triton's own language cannot say: operations of the dialects below it, as Gluon and
# extensions of Triton write them, and instructions of `inline_asm_elementwise` that access memory
# or meet other threads. `tl.debug_barrier()` is in the language, and `ttg.barrier` in the dialect.
_LOWER_OPERATION = re.compile(r"(?<![\w\"])(?:ttg|ttng|nvgpu|nvvm)\.(?!barrier\b)\w+ ")
_ASSEMBLY = re.compile(r'elementwise_inline_asm "((?:[^"\\]|\\.)*)"')
_SHARED_BY_THREADS = re.compile(
    r"\b(?:bar|barrier|mbarrier|fence|membar|ldu?|st|stas|atom|red|redas|cp|multimem|wgmma|mma|wmma"
    r"|tcgen05|ldmatrix|stmatrix|mapa|shfl|vote|match|elect|redux|activemask|setmaxnreg)\."
)


def is_managed(ttir: str | None) -> bool:
    """Return whether the compiler alone writes a kernel's barriers, copies and shared memory.

    ttir: the path of the kernel in Triton's first dialect; None if it has not gone through that.
    """
    text = _read(ttir)
    assembly = _ASSEMBLY.findall(text)
    below = _LOWER_OPERATION.search(text) or any(map(_SHARED_BY_THREADS.search, assembly))
    return bool(text) and not below


def _read(path: str | None) -> str:
    return Path(path).read_text(encoding="utf-8") if path and Path(path).is_file() else ""


def _calling_code() -> str:
    """Return the Python that Inductor wrote around its kernels, from the frame that calls them."""
    frame = currentframe()
    while frame is not None:
        if GENERATED in frame.f_code.co_filename and frame.f_code.co_name == "call":
            return _read(frame.f_code.co_filename)
        frame = frame.f_back
    return ""


def _names(signature: Mapping[str, Any]) -> Iterator[str]:
    """Yield the source's name of each parameter of the PTX, in order."""
    # Triton passes no constants, and a tuple as its elements. For
    # `add(x, n, stride, pair, out, BLOCK)` called with stride 1, pair (2.0, 3) and BLOCK 64:
    # x, n, pair[0], pair[1], out, for the PTX parameters add_param_0 … add_param_4. Position by
    # position, `stride` would be the name of pair[0].
    for name, type_ in signature.items():  # the names of an IR file's parameters are numbers
        yield from _named(str(name), type_)


def _named(name: str, type_: Any) -> Iterator[str]:
    if isinstance(type_, tuple):
        for place, inner in enumerate(cast(tuple[Any, ...], type_)):
            yield from _named(f"{name}[{place}]", inner)
    elif type_.startswith("tensordesc"):
        rank = type_.partition("[")[2].partition("]")[0].count(",") + 1
        yield f"{name}.base"
        yield from (f"{name}.shape[{axis}]" for axis in range(rank))
        yield from (f"{name}.strides[{axis}]" for axis in range(rank))
    elif type_ != "constexpr":
        yield name


def _types(src: Any) -> Iterator[tuple[str, str]]:
    """Yield (name, type as Triton saw it) of each argument; a constant's type is its value."""
    constants = getattr(src, "constants", {})
    for place, (name, type_) in enumerate(src.signature.items()):
        if type_ == "constexpr":
            yield str(name), f"constexpr {constants.get((place,))}"
        else:
            yield str(name), str(type_).replace("'", "")


def _facts(src: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (name, assumptions) of each argument whose value Triton specialised on."""
    # Triton makes an argument that is 1 a constant although the source does not declare it so. In
    # `add(x, n, stride, out, BLOCK: tl.constexpr)`, called with stride 1 and BLOCK 1, both are
    # "constexpr" in the signature; only `stride` is an assumption about a value, and a launch with
    # stride 2 compiles another version.
    attributes, constants = getattr(src, "attrs", {}), getattr(src, "constants", {})
    params = getattr(getattr(src, "fn", None), "params", ())
    declared = {param.name: param.is_constexpr for param in params}
    for place, (name, type_) in enumerate(src.signature.items()):
        facts = [
            f"divisible by {value}"
            for attribute, value in attributes.get((place,), ())
            if attribute == "tt.divisibility"
        ]
        if type_ == "constexpr" and not declared.get(name, True) and constants.get((place,)) == 1:
            facts.append("equal to 1")
        if facts:
            yield str(name), tuple(facts)
