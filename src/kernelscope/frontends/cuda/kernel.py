"""CUDA C++ kernels from a string or a file, run where the program runs.

    kernel = ks.cuda_kernel(source_or_path, "gelu")
    kernel[grid, block](x, y, n)
    kernel[grid, block, dynamic_shared_bytes](x, y, n)
    kernel[grid, block](x, y, n, cooperative=True)      blocks that wait for each other: grid.sync()
    kernel[grid, block](x, y, n, programmatic=True)     may begin before the launch before it ends

Inside a `virtual_gpu` block a launch runs on that GPU, and is recorded. Outside, it runs on the
real GPU; without one, on the default virtual GPU.
"""

from __future__ import annotations

import linecache
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from operator import index
from pathlib import Path
from typing import Any, TypedDict
from weakref import WeakValueDictionary

from kernelscope import vgpu
from kernelscope._demangle import written_name
from kernelscope.devices.callsite import caller_source
from kernelscope.devices.capture import KernelForm
from kernelscope.devices.host_costs import HOST
from kernelscope.devices.virtual import Origin, VirtualGPU, current_gpu, open_blocks
from kernelscope.errors import LaunchError, UsageError
from kernelscope.frontends.cuda import driver as cuda_driver
from kernelscope.frontends.cuda import nvrtc
from kernelscope.frontends.cuda.arguments import CudaParameter, check_arguments, entry_parameters
from kernelscope.frontends.cuda.native_launch import Launch, declines
from kernelscope.frontends.cuda.source import (
    entry_names,
    kernel_line,
    module_variables,
    parameter_names,
)
from kernelscope.hardware import gpu as gpu_spec
from kernelscope.machine_code.assemble import spilled_bytes
from kernelscope.machine_code.cubin import KernelResources, kernel_resources
from kernelscope.vgpu.ptx.entries import only_entry

DEFAULT_GPU = "h200"  # for a launch without a real GPU and outside every virtual_gpu block

Dims = int | Sequence[int]
Dim3 = tuple[int, int, int]


def cuda_kernel(
    source_or_path: str | Path, name: str, *, options: Sequence[str] = ()
) -> CudaKernel:
    """Return the kernel `name` of a CUDA C++ source. NVRTC compiles it, without toolkit or driver.

    Kernels of one source with the same options share its variables, as those of a program do, while
    one of them is in use. `cuda_module` reads and sets variables.

    Args:
        source_or_path: the source, or the path of a `.cu` file.
        name: an `extern "C"` name, a C++ name (`ns::gelu`), or an instance of a template
            (`kernel<float, 4>`).
        options: more options for NVRTC, such as ("-use_fast_math",) or ("-I/my/headers",).

    Raises:
        CompileError: NVRTC's first error, with file:line:column.
        UsageError: no such file, or no kernel of that name; the message lists the kernels.
        UnavailableError: NVRTC is not installed; the message names the package.
    """
    if isinstance(options, str):
        raise UsageError(f'options is a tuple of strings: ("{options}",)')
    source, file = read_source(source_or_path, name)
    flags = tuple(options)
    shared = _sources.setdefault((source, file, flags), _Source())
    kernel = CudaKernel(source, file, name, flags, shared.part)
    kernel.build(current_target())
    return kernel


def read_source(source_or_path: str | Path, name: str) -> tuple[str, str]:
    """Return the source, and the file that its lines belong to.

    A source that is a literal in the caller's file gets that file's name, and as many empty lines
    before it, so that errors and the PTX's `.loc` lines point into the user's own file.
    """
    if isinstance(source_or_path, Path) or _looks_like_path(source_or_path):
        path = Path(source_or_path).expanduser()
        try:
            return path.read_text(), str(path.resolve())
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UsageError(f"cannot read the CUDA source {path}: {reason}") from None
    # Example: `SOURCE = """` is on line 12 of train.py. The text gets 11 empty lines in front, and
    # NVRTC reports a mistake in its third line as train.py:14. Without them it would be gelu.cu:3.
    caller = (caller_source() or "").rpartition(":")[0]
    text = "".join(linecache.getlines(caller))
    start = text.find(source_or_path) if source_or_path.strip() else -1
    if start < 0:
        return source_or_path, f"{name.split('<', maxsplit=1)[0].rsplit('::', 1)[-1]}.cu"
    return "\n" * text.count("\n", 0, start) + source_or_path, str(Path(caller).resolve())


def _looks_like_path(text: str) -> bool:
    return "\n" not in text and text.rstrip().endswith((".cu", ".cuh", ".cpp", ".h"))


def current_target() -> str:
    """Return NVRTC's target for the GPU that a launch would use now."""
    active = current_gpu()
    if active is not None:
        return active.spec.target
    return cuda_driver.real_target() if cuda_driver.has_gpu() else gpu_spec(DEFAULT_GPU).target


def is_real() -> bool:
    """Return whether a launch would use the real GPU now."""
    return current_gpu() is None and cuda_driver.has_gpu()


@dataclass(frozen=True, slots=True)
class OneBuild:
    """A kernel compiled for one target, and what it shares with others of its module.

    `variables` returns the variables on the virtual GPU of a name.
    """

    compiled: nvrtc.Compiled
    driver: cuda_driver.DriverModule
    variables: Callable[[str], vgpu.Variables]


_Part = Callable[[nvrtc.Compiled, str, tuple[str, ...]], OneBuild]


class _Source:
    """The variables that kernels of one source share, on each GPU."""

    def __init__(self) -> None:
        self._variables: dict[tuple[str, tuple[str, ...]], vgpu.Variables] = {}
        self._loaded: dict[tuple[str, tuple[str, ...]], OneBuild] = {}

    def part(self, compiled: nvrtc.Compiled, target: str, options: tuple[str, ...]) -> OneBuild:
        """Return a kernel, which was compiled alone, with the variables of the others."""

        def variables(gpu: str) -> vgpu.Variables:
            return self._variables.setdefault((gpu, options), vgpu.Variables())

        own = OneBuild(compiled, cuda_driver.DriverModule(compiled.cubin), variables)
        first = self._loaded.setdefault((target, options), own)
        # Every machine code has all kernels of the source but the instances of templates, of which
        # it has the one that was asked for. An instance that the first code lacks is a module of
        # its own on a GPU.
        if compiled.entry in entry_names(first.compiled.ptx):
            return replace(own, driver=first.driver)
        if is_real() and module_variables(compiled.ptx):
            warnings.warn(
                f"{written_name(compiled.entry)} has its own copy of the source's variables on a "
                "GPU: name it in cuda_module(…, instances=…) to share them",
                stacklevel=4,
            )
        return own


_sources: WeakValueDictionary[tuple[str, str, tuple[str, ...]], _Source] = WeakValueDictionary()


class CudaKernel:
    """A kernel of a source; it is compiled once for each target that it is launched on."""

    def __init__(
        self,
        source: str,
        file: str,
        name: str,
        options: tuple[str, ...],
        part: _Part | None = None,
    ) -> None:
        self.source = source
        self.file = file
        self.name = name
        self.options = options
        self._part = part or _Source().part
        self._builds: dict[tuple[str, bool], CudaBuild] = {}
        self._launches: dict[Any, CudaLaunch] = {}
        self._origins: dict[CudaBuild, Origin] = {}

    def __repr__(self) -> str:
        return f"<CUDA kernel {self.name} of {self.kernel_source}>"

    @cached_property
    def kernel_source(self) -> str:
        """The "file:line" of the kernel's declaration."""
        return f"{self.file}:{kernel_line(self.source, written_name(self.name))}"

    def build(self, target: str) -> CudaBuild:
        """Return the kernel compiled for a target such as "sm_90a"."""
        active = current_gpu()
        key = target, active is None or active.optimizes
        if key not in self._builds:
            options = self.options if key[1] else (*self.options, "-G")
            compiled = nvrtc.compile_kernel(self.source, self.name, target, options, self.file)
            self._builds[key] = CudaBuild(
                self.name,
                target,
                self._part(compiled, target, options),
                {} if Path(self.file).is_file() else {self.file: self.source},
            )
        return self._builds[key]

    def form(self, target: str) -> KernelForm:
        """Return the kernel in every form, compiled for a target such as "sm_90a"."""
        build = self.build(target)
        entry = build.compiled.entry
        source = self.source.lstrip("\n")
        names = self._parameters(build)
        types = {n: p.spelling for n, p in zip(names, build.parameters, strict=True) if n}
        return KernelForm(
            entry,
            "cuda",
            target,
            {"source": source, "ptx": only_entry(build.compiled.ptx, entry)},
            build.compiled.cubin,
            self.file,
            1 + len(self.source) - len(source),
            names,
            types,
            options={"flags": " ".join(self.options)} if self.options else {},
            spill_bytes=build.spill_bytes,
        )

    def origin(self, build: CudaBuild) -> Origin:
        """Return the origin that records have for the launches of a build."""
        if build not in self._origins:
            self._origins[build] = Origin(
                "cuda",
                registers=build.registers,
                local_bytes=build.resources.local_bytes if build.resources else None,
                spill_bytes=build.spill_bytes,
                kernel_source=self.kernel_source,
                variant={"flags": " ".join(self.options)} if self.options else {},
                form=partial(self.form, build.target),
                parameters=self._parameters(build),
            )
        return self._origins[build]

    def _parameters(self, build: CudaBuild) -> tuple[str, ...]:
        """Return the source's name of each parameter; "" if the source does not show it."""
        names = parameter_names(self.source, written_name(self.name))
        return names if len(names) == len(build.parameters) else ("",) * len(build.parameters)

    @property
    def ptx(self) -> str:
        """The PTX for the GPU that a launch would use now."""
        return self.build(current_target()).compiled.ptx

    @property
    def cubin(self) -> bytes:
        """The machine code for the GPU that a launch would use now."""
        return self.build(current_target()).compiled.cubin

    @property
    def registers(self) -> int | None:
        """The registers of a thread, for the GPU that a launch would use now."""
        return self.build(current_target()).registers

    def __getitem__(self, configuration: Any) -> CudaLaunch:
        """Return a launch: `kernel[grid, block]` or `kernel[grid, block, dynamic_shared_bytes]`."""
        try:
            return self._launches[configuration]
        except (KeyError, TypeError):  # a list cannot be looked up
            return self._configured(configuration)

    def _configured(self, configuration: Any) -> CudaLaunch:
        if not isinstance(configuration, tuple) or len(configuration) not in (2, 3):
            raise LaunchError(f"{self.name}: launch as kernel[grid, block](*args)")
        grid, block, *shared = configuration
        try:
            shared_bytes = index(shared[0]) if shared else 0
        except TypeError:
            shared_bytes = -1
        if shared_bytes < 0:
            raise LaunchError(f"{self.name}: dynamic shared memory is bytes, not {shared[0]!r}")
        launch = CudaLaunch(
            self, _dim3(self.name, "grid", grid), _dim3(self.name, "block", block), shared_bytes
        )
        if _is_constant(configuration):
            if len(self._launches) >= _MOST_LAUNCHES:
                self._launches.clear()
            self._launches[configuration] = launch
        return launch


_MOST_LAUNCHES = 256  # of a kernel, by grid and block; those of a loop over sizes are not all kept


def _is_constant(configuration: Any) -> bool:
    """Return whether the same object always says the same: a tensor's number may change."""
    if type(configuration) is tuple:
        return all(map(_is_constant, configuration))
    return type(configuration) is int


def _dim3(kernel: str, name: str, value: Dims) -> Dim3:
    """Return one to three positive ints as three; missing sizes are 1."""
    try:
        sizes = [index(n) for n in value] if isinstance(value, Sequence) else [index(value)]
    except TypeError:
        sizes = []
    if not 1 <= len(sizes) <= 3 or min(sizes) < 1:
        raise LaunchError(f"{kernel}: {name} is an int or up to three, each at least 1: {value!r}")
    x, y, z = (*sizes, 1, 1)[:3]
    return x, y, z


class CudaBuild:
    """A kernel compiled for one target, and its loaded form on each device.

    sources: as `vgpu.Kernel.sources`.
    """

    def __init__(
        self, name: str, target: str, made: OneBuild, sources: dict[str, str] | None = None
    ) -> None:
        self._sources = sources or {}
        self.name = name
        self.target = target
        self.compiled = made.compiled
        self._made = made
        self._kernels: dict[str, vgpu.Kernel] = {}

    @cached_property
    def parameters(self) -> tuple[CudaParameter, ...]:
        """The kernel's parameters, in order."""
        compiled = self.compiled
        return entry_parameters(compiled.ptx, compiled.entry, compiled.signature)

    @cached_property
    def resources(self) -> KernelResources | None:
        """The resources of a thread, from the cubin."""
        return kernel_resources(self.compiled.cubin).get(self.compiled.entry)

    @property
    def registers(self) -> int | None:
        """The registers of a thread, from the cubin."""
        return self.resources.registers if self.resources else None

    @cached_property
    def spill_bytes(self) -> int | None:
        """The bytes of spilled registers that the machine code stores and loads."""
        return spilled_bytes(self.compiled.report, self.compiled.entry)

    @cached_property
    def on_driver(self) -> cuda_driver.DriverKernel:
        """The kernel for the real GPU."""
        return cuda_driver.DriverKernel(self._made.driver, self.compiled.entry, self.parameters)

    def on_virtual(self, name: str) -> vgpu.Kernel:
        """Return the kernel for the virtual GPU of that name; other kernels are not compiled."""
        if name not in self._kernels:
            entry = self.compiled.entry
            ptx = only_entry(self.compiled.ptx, entry)
            module = vgpu.load_ptx(ptx, name, self._made.variables(name))
            self._kernels[name] = module.kernel(entry)
            self._kernels[name].registers = self.registers or 0
            self._kernels[name].language = "cuda"
            self._kernels[name].sources = self._sources
        return self._kernels[name]


class _Attributes(TypedDict):
    cooperative: bool
    early: bool


class CudaLaunch:
    """A kernel with its grid and block; calling it launches."""

    __slots__ = ("_device", "_on_gpu", "block", "dynamic_shared_bytes", "grid", "kernel")

    def __init__(
        self, kernel: CudaKernel, grid: Dim3, block: Dim3, dynamic_shared_bytes: int
    ) -> None:
        self.kernel = kernel
        self.grid = grid
        self.block = block
        self.dynamic_shared_bytes = dynamic_shared_bytes
        self._device: int | None = None  # the real GPU that `_on_gpu` launches on
        self._on_gpu: Launch = declines

    def __call__(
        self, *arguments: object, cooperative: bool = False, programmatic: bool = False
    ) -> None:
        """Launch on the active virtual GPU, else on the real GPU, else on the default virtual GPU.

        Args:
            arguments: a value for each parameter.
            cooperative: whether all blocks run at once, so that they may wait for each other
                (`grid.sync()`), as with `cudaLaunchCooperativeKernel`.
            programmatic: whether it may begin before the launch before it has ended, up to
                `griddepcontrol.wait` (nvcc's `cudaGridDependencySynchronize()`): the attribute
                `cudaLaunchAttributeProgrammaticStreamSerialization`.

        Raises:
            LaunchError: wrong arguments, or a launch that the GPU refuses, such as a cooperative
                one of more blocks than it holds at once.
            MemoryAccessError: on the virtual GPU, an address outside every argument's memory.
        """
        attributes: _Attributes = {"cooperative": cooperative, "early": programmatic}
        if open_blocks or cooperative or programmatic or self._on_gpu(*arguments) != 0:
            self._launch(arguments, attributes)

    def _launch(self, arguments: Sequence[object], attributes: _Attributes) -> None:
        """Launch, whatever the arguments are; a launch that the GPU refused raises its error."""
        active = current_gpu()
        build = self.kernel.build(current_target())
        checked = check_arguments(self.kernel.name, build.parameters, arguments)
        if active is None and cuda_driver.has_gpu():
            shape = self.grid, self.block, self.dynamic_shared_bytes
            device = build.on_driver.launch(*shape, checked, **attributes)
            if device != self._device and not any(attributes.values()):
                self._device, self._on_gpu = device, build.on_driver.native(device, *shape)
        elif active is None:
            self._run(None, build, checked, attributes)
        else:
            with active.clock.launch(HOST.cuda_launch_us):
                self._run(active, build, checked, attributes)

    def _run(
        self,
        active: VirtualGPU | None,
        build: CudaBuild,
        arguments: Sequence[Any],
        attributes: _Attributes,
    ) -> None:
        loaded = build.on_virtual(active.spec.name if active else DEFAULT_GPU)
        loaded.launch(
            self.grid,
            self.block,
            arguments,
            dynamic_shared_bytes=self.dynamic_shared_bytes,
            sample_blocks=active.sample_blocks if active else None,
            origin=self.kernel.origin(build),
            **attributes,
        )
