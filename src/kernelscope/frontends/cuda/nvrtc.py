"""CUDA C++ to PTX and cubin through NVRTC, with no driver and no toolkit.

The kernel's signature comes from the compiler, too: the empty template in `_PROBE` is instantiated
with the kernel's type, and its mangled name spells the types of the parameters.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from kernelscope._cache import cache_folder, read_pickle, write_pickle
from kernelscope._cuda_headers import include_paths
from kernelscope.errors import CompileError, UnavailableError, UsageError
from kernelscope.frontends.cuda.c_headers import C_HEADERS
from kernelscope.frontends.cuda.c_signature import (
    PROBE,
    CType,
    parse_signature,
    parse_variable_type,
    variable_name,
)
from kernelscope.frontends.cuda.host_code import Source
from kernelscope.frontends.cuda.source import (
    entry_names,
    first_error,
    header_texts,
    include_folders,
    kernel_names,
    module_variables,
    named_kernels,
)
from kernelscope.vgpu.ptx.entries import without_entry

_T = TypeVar("_T")
_PROBE = f"\ntemplate<class Kernel> __global__ void {PROBE}() {{}}\n"
_CACHE_VERSION = 5
# The namespaces of headers that come with CUDA: <cuda/barrier> alone brings fifty variables.
_LIBRARIES = ("cuda::", "cub::", "thrust::", "cooperative_groups::", "nvcuda::", "std::")


@dataclass(frozen=True, slots=True)
class Compiled:
    """One kernel of one source for one target; `cubin` is the whole source's machine code.

    Attributes:
        entry: its name in the PTX: mangled, unless the kernel is `extern "C"`.
        mangled_signature: the probe's mangled name, which spells the parameters; "" if unknown.
        report: the assembler's report of the registers and spills of each kernel.
    """

    ptx: str
    cubin: bytes
    entry: str
    mangled_signature: str
    report: str

    @property
    def signature(self) -> tuple[CType, ...] | None:
        """The C types of the parameters; None if `c_signature` cannot read the mangled name."""
        return parse_signature(self.mangled_signature)


@cache
def _nvrtc() -> Any:
    """Return NVRTC's bindings. Raises UnavailableError if they or the library are missing."""
    try:
        from cuda.bindings import nvrtc  # pyright: ignore[reportAttributeAccessIssue]

        nvrtc.nvrtcVersion()
    except ImportError as error:
        raise UnavailableError(
            f"CUDA C++ needs NVRTC's Python bindings ({error}): pip install cuda-bindings"
        ) from None
    except (RuntimeError, OSError) as error:
        raise UnavailableError(
            f"CUDA C++ needs the NVRTC library ({_one_line(error)}): pip install nvidia-cuda-nvrtc"
        ) from None
    return nvrtc


def version() -> tuple[int, int]:
    """Return NVRTC's version, such as (13, 4). Raises UnavailableError without NVRTC."""
    _, major, minor = _nvrtc().nvrtcVersion()
    return int(major), int(minor)


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]


def compile_kernel(
    source: str, name: str, target: str, options: Sequence[str] = (), file: str = "kernel.cu"
) -> Compiled:
    """Compile `source` for `target` ("sm_90a") and find the kernel `name` in it.

    `name` is a C++ expression: `gelu`, `ns::gelu`, `kernel<float, 4>`, or a mangled name.
    Results are kept on disk by source, headers, name, target, options and NVRTC's version. The
    source's other kernels are kept, too: all are in the one output.

    Raises:
        CompileError: with NVRTC's first error and its file:line:column.
        UsageError: no kernel of that name; the message lists the kernels.
        UnavailableError: no NVRTC, or its version does not know the target.
    """
    flags, place = _flags_and_places(source, target, options, file)
    kept = read_pickle(place(name))
    if not isinstance(kept, Compiled):
        kernels = _without_host_code_if_needed(
            Source(source, file), flags, lambda device: _compile_device_code(device, name, flags)
        )
        for other, compiled in kernels.items():
            write_pickle(place(other), compiled)
        kept = kernels[name]
    return kept


@dataclass(frozen=True, slots=True)
class CompiledVariable:
    """A `__device__` or `__constant__` variable of a source, `size` in bytes.

    `symbol`: its name in the PTX. `shape`: of an array. `element`: the C type of an element; None
    if the compiler cannot name it.
    """

    name: str
    symbol: str
    size: int
    shape: tuple[int, ...] = ()
    element: CType | None = None


@dataclass(frozen=True, slots=True)
class CompiledModule:
    """A whole source for one target: all its kernels and variables."""

    ptx: str
    cubin: bytes
    report: str
    variables: tuple[CompiledVariable, ...]


def compile_module(
    source: str,
    instances: Sequence[str],
    target: str,
    options: Sequence[str] = (),
    file: str = "module.cu",
) -> CompiledModule:
    """Compile all of `source`, with these instances of its templates; kept on disk like kernels.

    Raises as `compile_kernel`.
    """
    flags, place = _flags_and_places(source, target, options, file)
    path = place(("module", *instances))
    kept = read_pickle(path)
    if not isinstance(kept, CompiledModule):
        kept = _without_host_code_if_needed(
            Source(source, file), flags, lambda device: _compile_whole(device, instances, flags)
        )
        write_pickle(path, kept)
    return kept


def _flags_and_places(
    source: str, target: str, options: Sequence[str], file: str
) -> tuple[tuple[str, ...], Callable[[object], Path]]:
    """Return the options for NVRTC, and a function for the file that a result is kept in."""
    folders = [str(Path(file).parent)] if Path(file).is_absolute() else []
    flags = (f"--gpu-architecture={target}", "-lineinfo", "--ptxas-options=-v", *options)
    flags += tuple(f"-I{folder}" for folder in (*folders, *include_paths()))
    headers = header_texts(source, include_folders(options, folders))

    def place(what: object) -> Path:
        key = (_CACHE_VERSION, version(), source, what, flags, file, headers)
        return cache_folder("nvrtc") / hashlib.sha256(repr(key).encode()).hexdigest()

    return flags, place


def _compile_whole(
    source: Source, instances: Sequence[str], flags: tuple[str, ...]
) -> CompiledModule:
    made = _run(source, instances, flags)
    if isinstance(made, str):
        raise CompileError(first_error(made, source.text, source.file))
    variables = tuple(
        CompiledVariable(variable_name(symbol), symbol, size)
        for symbol, size in module_variables(made.ptx)
        if not variable_name(symbol).startswith(_LIBRARIES)
    )
    types = _variable_types(source, [v.name for v in variables], flags)
    return CompiledModule(
        made.ptx,
        made.cubin,
        made.report,
        tuple(
            variable if known is None else replace(variable, shape=known[0], element=known[1])
            for variable, known in zip(variables, types, strict=True)
        ),
    )


def _variable_types(
    source: Source, names: Sequence[str], flags: tuple[str, ...]
) -> list[tuple[tuple[int, ...], CType] | None]:
    """Return the shape and type of each variable; None for one that C++ cannot name from outside.

    All are asked for at once, and by halves if some cannot be named.
    """
    probes = [f"{PROBE}<decltype({name})>" for name in names]
    made = _run(source.followed_by(_PROBE), probes, flags)
    if isinstance(made, _Output):
        return [parse_variable_type(mangled) for mangled in made.lowered]
    if len(names) < 2:
        return [None] * len(names)
    half = len(names) // 2
    halves = (names[:half], names[half:])
    return [known for part in halves for known in _variable_types(source, part, flags)]


def device_functions(
    source: str, target: str, options: Sequence[str] = (), file: str = "functions.cu"
) -> str:
    """Return the PTX of a source's `__device__` functions, for kernels of other sources to call.

    Raises CompileError with NVRTC's first error, or UnavailableError without NVRTC.
    """
    flags = (f"--gpu-architecture={target}", "-lineinfo", "-rdc=true", *options)
    flags += tuple(f"-I{folder}" for folder in include_paths())
    made = _run(Source(source, file), (), flags)
    if isinstance(made, str):
        raise CompileError(first_error(made, source, file))
    return made.ptx


def _without_host_code_if_needed(
    source: Source, flags: tuple[str, ...], compiled: Callable[[Source], _T]
) -> _T:
    """Return `compiled(source)`; of each file that NVRTC refuses, the host code goes first."""
    own = [f for f in include_folders(flags, ()) if str(f) not in include_paths()]
    while True:
        try:
            return compiled(source)
        except CompileError as error:
            without = source.without_what_is_refused(
                str(error), own, lambda header: _can_include(header, flags)
            )
            if without is None:
                raise CompileError(_refusal(str(error), source)) from None
            source = without


def _refusal(error: str, source: Source) -> str:
    """Return NVRTC's error with the headers that it lacks; ours for a kernel that launches one."""
    if refused := _FROM_THE_DEVICE.search(error):
        return f"{error[: refused.start()]}{_DYNAMIC}"
    missing = ", ".join(f"<{header}>" for header in source.left_out)
    return f"{error}{f' ({missing} not found)' if missing else ''}"


_FROM_THE_DEVICE = re.compile(
    r"error: (device-side kernel launch could not be processed|identifier \"cuda(LaunchDevice"
    r"|DeviceSynchronize|GetParameterBuffer|Stream(TailLaunch|FireAndForget))\w*\" is undefined)"
)
"""What NVRTC says of code that launches kernels from the device, which needs a library to link."""
_DYNAMIC = (
    "the kernel launches a kernel from the device (dynamic parallelism), which is not supported: "
    "launch it from Python, after this one"
)


def _can_include(header: str, flags: tuple[str, ...]) -> bool:
    if header in C_HEADERS:
        return True
    return any((folder / header).is_file() for folder in include_folders(flags, ()))


def _compile_device_code(source: Source, name: str, flags: tuple[str, ...]) -> dict[str, Compiled]:
    """Return the kernel `name`, and as far as they can be named the other kernels, by their names.

    Raises CompileError or UsageError as `compile_kernel`.
    """
    text, file = source.text, source.file
    others = [other for other in named_kernels(text) if other != name]
    for names in ((name, *others), (name,)) if others else ((name,),):
        probes = [f"{PROBE}<decltype(&{each})>" for each in names]
        probed = _run(source.followed_by(_PROBE), (*names, *probes), flags)
        if isinstance(probed, _Output):
            entries, signatures = probed.lowered[: len(names)], probed.lowered[len(names) :]
            ptx = probed.ptx
            for signature in signatures:
                ptx = without_entry(ptx, signature)
            return {
                own: Compiled(ptx, probed.cubin, entry, signature, probed.report)
                for own, entry, signature in zip(names, entries, signatures, strict=True)
            }
    plain = _run(source, (), flags)
    if isinstance(plain, str):
        raise CompileError(first_error(plain, text, file))
    if name in entry_names(plain.ptx):
        return {name: Compiled(plain.ptx, plain.cubin, name, "", plain.report)}
    named = _run(source, (name,), flags)
    if isinstance(named, _Output):
        return {name: Compiled(named.ptx, named.cubin, named.lowered[0], "", named.report)}
    names = kernel_names(text) or entry_names(plain.ptx)
    listed = ", ".join(names) or "no kernel"
    reason = first_error(named, text, file).partition(": error: ")[2] if "<" in name else ""
    hint = f" ({reason})" if reason else ""
    raise UsageError(f"{file} has no kernel {name!r}{hint}; it has {listed}")


@dataclass(frozen=True, slots=True)
class _Output:
    ptx: str
    cubin: bytes
    lowered: tuple[str, ...]
    report: str


def _run(source: Source, names: Sequence[str], flags: Sequence[str]) -> _Output | str:
    """Run NVRTC once; return its output, or its log if it refused the source."""
    nvrtc, file = _nvrtc(), source.file
    headers = {**C_HEADERS, **source.headers}
    error, program = nvrtc.nvrtcCreateProgram(
        source.text.encode(),
        file.encode(),
        len(headers),
        [text.encode() for text in headers.values()],
        [name.encode() for name in headers],
    )
    _expect(error)
    try:
        for name in names:
            _expect(nvrtc.nvrtcAddNameExpression(program, name.encode())[0])
        (error,) = nvrtc.nvrtcCompileProgram(program, len(flags), [f.encode() for f in flags])
        if error == nvrtc.nvrtcResult.NVRTC_ERROR_INVALID_OPTION:
            raise UnavailableError(_refused_option(_text(program, "ProgramLog"), flags))
        if error in (
            nvrtc.nvrtcResult.NVRTC_ERROR_COMPILATION,
            nvrtc.nvrtcResult.NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID,
        ):
            return _text(program, "ProgramLog")
        _expect(error)
        lowered: list[str] = []
        for name in names:
            error, mangled = nvrtc.nvrtcGetLoweredName(program, name.encode())
            if int(error):
                return _text(program, "ProgramLog")
            lowered.append(mangled.decode())
        ptx = _text(program, "PTX").replace(f'"{Path.cwd()}/{file}"', f'"{file}"')
        return _Output(ptx, _bytes(program, "CUBIN"), tuple(lowered), _text(program, "ProgramLog"))
    finally:
        nvrtc.nvrtcDestroyProgram(program)


def _bytes(program: Any, part: str) -> bytes:
    nvrtc = _nvrtc()
    error, size = getattr(nvrtc, f"nvrtcGet{part}Size")(program)
    _expect(error)
    data = bytes(size)
    _expect(getattr(nvrtc, f"nvrtcGet{part}")(program, data)[0])
    return data


def _text(program: Any, part: str) -> str:
    return _bytes(program, part).rstrip(b"\0").decode(errors="replace")


def _expect(error: Any) -> None:
    if int(error):
        _, text = _nvrtc().nvrtcGetErrorString(error)
        raise CompileError(f"NVRTC failed: {text.decode()}")


def _refused_option(log: str, flags: Sequence[str]) -> str:
    numbers = ".".join(map(str, version()))
    reason = " ".join(log.split()) or f"one of {' '.join(flags)} is invalid"
    return f"NVRTC {numbers} refuses its options: {reason}"
