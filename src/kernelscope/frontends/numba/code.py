"""Numba's compiled kernels, loaded for the virtual GPU: their PTX, linked if necessary."""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from kernelscope import vgpu
from kernelscope.devices.capture import KernelForm
from kernelscope.devices.virtual import active_gpu
from kernelscope.errors import UnavailableError
from kernelscope.frontends.cuda import nvrtc
from kernelscope.frontends.numba.arguments import parameter_names
from kernelscope.hardware import GPUSpec
from kernelscope.machine_code.assemble import assembled, resources_of_ptx


@dataclass(frozen=True, slots=True)
class Attributes:
    """A kernel's resources under the driver's names: registers, bytes, threads of a block.

    Attributes:
        spill_bytes: bytes of spilled registers, which the driver does not report; None if unknown.
    """

    regs: int | None
    shared: int
    const: int
    local: int
    maxthreads: int
    spill_bytes: int | None

    @property
    def max_threads_per_block(self) -> int:
        """The same as `maxthreads`, under Numba's second name."""
        return self.maxthreads


class Function:
    """A loaded kernel, as Numba keeps one: `attrs`, `module`, `kernel.attributes`."""

    initialized = True  # read from `module`: nothing is left to set up

    def __init__(
        self, name: str, loaded: vgpu.Kernel, spec: GPUSpec, most: int | None = None
    ) -> None:
        self.name = name
        self.loaded = loaded
        self.module = self.kernel = self.handle = self
        self.attrs = self.attributes = _attributes(name, loaded, spec, most)

    def set_shared_memory_carveout(self, _percent: int) -> None:
        """Do nothing: this is a hint, and the virtual GPU needs none."""


def _attributes(name: str, loaded: vgpu.Kernel, spec: GPUSpec, most: int | None) -> Attributes:
    assembled = resources_of_ptx(loaded.module.text, name, spec.target, most)
    resources, spilled = assembled or (None, None)
    constants = [v.size for v in loaded.header.variables.values() if v.space == "const"]
    block = loaded.header.max_block
    return Attributes(
        regs=resources.registers if resources else None,
        shared=loaded.static_shared_bytes,
        const=sum(constants),
        local=resources.local_bytes if resources else 0,
        maxthreads=block[0] * block[1] * block[2] if block else spec.max_threads_per_block,
        spill_bytes=spilled,
    )


def load_function(library: Any) -> Function:
    """Stand in for `CUDACodeLibrary.get_cufunc`: return a library's kernel, loaded for this GPU."""
    gpu = active_gpu()
    if library._entry_name is None:
        raise RuntimeError("a device function is not a kernel: it has no entry to launch")
    kept = vars(library).setdefault("_on_virtual", {})
    if gpu.spec.name not in kept:
        name = plain_name(library._entry_name)
        if any(not _is_numbas_own(function) for function in library._setup_functions):
            raise UnavailableError(
                f"{name}: a setup_callback takes a module of the CUDA driver, which the virtual "
                "GPU does not have; pass the values that it sets as arguments of the kernel"
            )
        ptx = _without_host_side(_ptx(library)).replace(library._entry_name, name)
        loaded = vgpu.load_ptx(ptx, gpu=gpu.spec).kernel(name)
        loaded.language = "numba"
        kept[gpu.spec.name] = Function(name, loaded, gpu.spec, library._max_registers)
    return kept[gpu.spec.name]


def _is_numbas_own(callback: Any) -> bool:
    """Return whether Numba made it: such a callback warns, or sets up an allocator that is off."""
    return getattr(callback, "__module__", "").startswith("numba.")


def _ptx(library: Any) -> str:
    """Return the library's PTX, followed by the PTX of the files to link with it."""
    cc = library._ensure_cc(None)
    parts = [*library.get_asm_strs(cc=cc)]  # with `debug=True` one for each function called
    parts += (_linked(file, cc, plain_name(library._entry_name)) for file in library._linking_files)
    if library.use_cooperative:
        parts.append(nvrtc.device_functions(_GRID_SYNC, _target(cc), (), "grid_sync.cu"))
    return "\n".join([parts[0], *(_HEADER.sub("", part) for part in parts[1:])])


# The directives that begin a module. A joined text has them once.
_HEADER = re.compile(r"^\.(version|target|address_size)[^\n]*\n", re.M)


# What Numba calls for `cuda.cg.this_grid().sync()`. On a GPU it comes from CUDA's device runtime,
# as machine code.
_GRID_SYNC = """
#include <cooperative_groups.h>
extern "C" __device__ unsigned long long cudaCGGetIntrinsicHandle(cudaCGScope) { return 1; }
extern "C" __device__ cudaError_t cudaCGSynchronize(unsigned long long, unsigned) {
    cooperative_groups::this_grid().sync();
    return cudaSuccess;
}
"""


def _linked(file: Any, cc: tuple[Any, ...], kernel: str) -> str:
    """Return the PTX of a file of `link=`: PTX, or CUDA C++ that NVRTC compiles."""
    if isinstance(file, str):
        language, name, data = Path(file).suffix.lstrip("."), Path(file).name, None
    else:
        language, name, data = file.kind, file.name, file.data
    if language not in ("cu", "ptx"):
        raise UnavailableError(
            f"{kernel}: link={name}: the virtual GPU links CUDA C++ and PTX, not {language}"
        )
    if data is None:
        data = Path(file).read_bytes()
    text = data if isinstance(data, bytes) else str(data).encode()
    if language == "ptx":
        return text.decode().rstrip("\0")
    own = (Path(file).parent,) if isinstance(file, str) else ()
    options = [f"-I{folder}" for folder in (*_numba_headers(), *own)]
    return nvrtc.device_functions(text.decode(), _target(cc), options, name)


def _target(cc: tuple[Any, ...]) -> str:
    major, minor, *suffix = cc
    return f"sm_{major}{minor}{''.join(suffix)}"


def _numba_headers() -> tuple[Path, ...]:
    """Return the folders of the headers that Numba's own CUDA C++ includes."""
    home = Path(import_module("numba.cuda.dispatcher").__file__ or "").parent
    return home / "include" / str(nvrtc.version()[0]), home / "memory_management"


def numba_form(kernel: Any, function: Function, target: str) -> KernelForm:
    """Return a `numba.cuda` kernel in every form; code that Numba generated has no source."""
    code = getattr(getattr(kernel, "py_func", None), "__code__", None)
    lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :] if code else []
    ptx = function.loaded.module.text
    texts = {
        "source": "".join(inspect.getblock(lines)) if lines else "",
        "llir": kernel._codelibrary.get_llvm_str(),
        "ptx": ptx,
    }
    return KernelForm(
        function.name,
        "numba",
        target,
        {stage: text for stage, text in texts.items() if text},
        assembled(ptx, function.name, target, kernel._codelibrary._max_registers),
        code.co_filename if code else "",
        code.co_firstlineno if code else 0,
        numba_parameters(kernel),
        dict(numba_types(kernel)),
        spill_bytes=function.attrs.spill_bytes,
    )


def numba_parameters(kernel: Any) -> tuple[str, ...]:
    """Return the source's name of each parameter of the PTX; "" for those that Numba added."""
    return tuple(part for name, type_ in _typed(kernel) for part in parameter_names(type_, name))


def numba_types(kernel: Any) -> Iterator[tuple[str, str]]:
    """Yield the name and Numba's type of each argument of a kernel that has a Python function."""
    for name, argument_type in _typed(kernel):
        yield name, str(argument_type)


def _typed(kernel: Any) -> Iterator[tuple[str, Any]]:
    code = getattr(getattr(kernel, "py_func", None), "__code__", None)
    names = code.co_varnames[: code.co_argcount] if code else ()
    return zip(names, kernel.argument_types, strict=False)


def plain_name(mangled: str) -> str:
    """Return the function's own name in a mangled name: the last of its length-name pairs."""
    # Example: `_ZN8__main__5scaleB2v1B108cw51cXT…AE5ArrayIfLi1E1C7mutable7alignedEd` is 8 letters
    # of module, 5 of name, then tags (`B2v1`: a version; `B108…`: 108 letters of options), then the
    # types. The pairs stop at `E`. So the name is `scale`. `rsplit` or the last pair of the whole
    # text would give "aligned", a part of the first argument's type.
    name, unread = mangled, mangled.removeprefix("_ZN")
    while match := re.match(r"\d+", unread):
        start = match.end()
        end = start + int(match.group())
        name, unread = unread[start:end], unread[end:]
        while tag := re.match(r"B(\d+)", unread):
            unread = unread[tag.end() + int(tag.group(1)) :]
    return name


def _without_host_side(ptx: str) -> str:
    """Return the PTX without Numba's symbol for the host's side, which no kernel reads."""
    return re.sub(r"^\.common \.global [^\n]*NumbaEnv[^\n]*;\n", "", ptx.rstrip("\0"), flags=re.M)
