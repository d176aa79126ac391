"""The driver that Triton finds active inside a virtual GPU's block, and how it gets there."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import triton
import triton.testing
from triton import knobs
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase
from triton.backends.nvidia.compiler import CUDABackend
from triton.compiler.compiler import ASTSource, CompiledKernel
from triton.runtime.jit import JITFunction

from kernelscope import vgpu
from kernelscope._patching import Patches
from kernelscope.devices.host_costs import TRITON_LAUNCH_US
from kernelscope.devices.virtual import active_gpu, current_gpu
from kernelscope.errors import PtxError, UnavailableError
from kernelscope.frontends.triton import bench as triton_bench
from kernelscope.frontends.triton.form import LoadedKernel
from kernelscope.frontends.triton.launch import DESCRIPTORS_AS_POINTERS, ArrayArgument, Launcher
from kernelscope.hardware import GPUSpec
from kernelscope.machine_code.cubin import kernel_resources
from kernelscope.machine_code.spills import spilled_by_triton
from kernelscope.vgpu.layout import LANES

# Triton keeps compiled kernels by device number. Each GPU specification has its own, past the
# numbers of real GPUs, so that none is given a kernel that was compiled for another.
_FIRST_DEVICE = 1000
_devices: list[GPUSpec] = []
_devices_lock = threading.Lock()


def activate(patches: Patches) -> None:
    """Make the virtual GPU of each thread Triton's active device until `patches` close."""
    driver = Driver()
    patches.attribute(triton.runtime.driver, "_active", driver)
    hook = driver.utils.note_files
    knobs.runtime.kernel_load_start_hook.add(hook)
    patches.callback(lambda: knobs.runtime.kernel_load_start_hook.remove(hook))
    patches.attribute(JITFunction, "run", _run_with_arrays(JITFunction.run))
    compiling = vars(JITFunction)["_do_compile"]
    patches.attribute(JITFunction, "_do_compile", _as_host_work(compiling))
    patches.attribute(triton.testing, "do_bench", triton_bench.do_bench)
    patches.existing(triton.testing, "do_bench_cudagraph", triton_bench.do_bench_cudagraph)
    _descriptors_as_pointers(patches)
    _kept_by_file(patches)
    _leave_our_handles_alone()


class _Module:
    """The handle that a `CompiledKernel` keeps; it needs no unloading."""


class Utils:
    """What Triton calls on its driver's `utils`."""

    def __init__(self) -> None:
        self._about_to_load = threading.local()

    def note_files(
        self, _module: object, _function: object, name: str, group: Mapping[str, str], _hash: str
    ) -> None:
        """Hear of the files of a compiled kernel just before `load_binary` gets its cubin."""
        self._about_to_load.files = {Path(path).suffix[1:]: str(path) for path in group.values()}
        self._about_to_load.name = name

    def load_binary(
        self, name: str, cubin: bytes, _shared: int, _device: int
    ) -> tuple[_Module, LoadedKernel, int, int, int]:
        """(module, function, registers, spills as Triton counts them, most threads a block)."""
        here = self._about_to_load
        files: dict[str, str] = here.files if getattr(here, "name", None) == name else {}
        path = files.get("ptx")
        if path is None:
            raise UnavailableError(
                f"Triton kept no PTX of {name}: unset TRITON_STORE_BINARY_ONLY, and leave "
                "triton.knobs.runtime.kernel_load_start_hook as it is inside a virtual GPU's block"
            )
        gpu = active_gpu()
        spec = gpu.spec
        if gpu.on_code is not None and not gpu.trial:
            gpu.on_code(name, cubin)
        with gpu.emulation():
            kernel = _load(path, name, spec.name)
        triton_bench.note_preparation()
        resources = kernel_resources(cubin)[name]
        spilled: int | None = 0
        if resources.local_bytes:  # spills lie there, and arrays too: the assembler knows
            spilled = spilled_by_triton(path, name, spec.target)
        taken = resources.registers, resources.local_bytes, spilled
        loaded = LoadedKernel(kernel, spec.name, *taken, files, cubin)
        most = spec.max_threads_per_block
        return _Module(), loaded, resources.registers, resources.local_bytes // 4, most

    def unload_module(self, _module: object) -> None:
        """Nothing to unload: a kernel's code goes with its last reference."""

    def get_device_properties(self, _device: object = None) -> dict[str, int]:
        """Under the names of Triton's own driver; clocks in kHz."""
        spec = active_gpu().spec
        # Only their product is known and asked for (`triton.testing.get_dram_gbps`): two
        # transfers a cycle over a bus of 1,024 bits.
        bus_bits = 1024
        return {
            "max_shared_mem": spec.shared_per_block_bytes,
            "max_num_regs": spec.registers_per_sm,
            "multiprocessor_count": spec.sms,
            "warpSize": LANES,
            "sm_clock_rate": spec.sm_clock_mhz * 1000,
            "mem_clock_rate": round(spec.dram_gb_per_s * 8e6 / (2 * bus_bits)),
            "mem_bus_width": bus_bits,
        }

    def cuOccupancyMaxActiveClusters(self, *_: object) -> int:
        """Refuse: clusters are not supported."""
        raise UnavailableError("the virtual GPU does not run thread block clusters yet")

    def fill_tma_descriptor_tiled(self, *_: object) -> None:
        """Refuse: the Tensor Memory Accelerator is not supported."""
        raise UnavailableError("the virtual GPU does not run TMA descriptors yet; use pointers")

    fill_tma_descriptor_im2col = fill_tma_descriptor = fill_tma_descriptor_tiled

    def set_printf_fifo_size(self, _size: int) -> None:
        """Nothing to size: what a kernel prints is not buffered."""


class Driver(DriverBase):
    """Triton's view of the virtual GPU of the thread that asks."""

    launcher_cls = Launcher

    def __init__(self) -> None:
        super().__init__()
        self.utils = Utils()

    @classmethod
    def is_active(cls) -> Any:
        """Whether Triton should choose this driver by itself: never, a session sets it."""
        return False

    def get_current_target(self) -> Any:
        """What to compile for."""
        return GPUTarget("cuda", active_gpu().spec.sm, LANES)

    def get_current_device(self) -> int:
        """The number that Triton keeps compiled kernels under."""
        spec = active_gpu().spec
        with _devices_lock:
            if spec not in _devices:
                _devices.append(spec)
            return _FIRST_DEVICE + _devices.index(spec)

    def set_current_device(self, _device: object) -> None:
        """Nothing to choose: there is one device."""

    def get_current_stream(self, _device: object = None) -> int:
        """The default stream; every launch has ended when it returns."""
        return 0

    def get_device_capability(self, _device: object = None) -> tuple[int, int]:
        """Major and minor compute capability."""
        return active_gpu().spec.compute_capability

    def get_active_torch_device(self) -> Any:
        """Where tensors for a kernel belong: the CPU, unless a script's tensors say otherwise."""
        import torch

        name = active_gpu().torch_device
        return torch.device(name) if name == "cpu" else torch.device("cuda", 0)

    def get_device_interface(self) -> Any:
        """What benchmarks take events from: estimated device time."""
        if active_gpu().torch_device == "cpu":
            return triton_bench.DeviceInterface
        import torch

        return torch.cuda

    def get_benchmarker(self) -> Any:
        """What the autotuner times configurations with."""
        return triton_bench.benchmark_trial

    def get_empty_cache_for_benchmark(self) -> None:
        """Nothing to clear: an estimate begins with a cold L2."""

    def clear_cache(self, _cache: None) -> None:
        """Nothing to clear: an estimate begins with a cold L2."""

    def map_python_to_cpp_type(self, ty: str) -> str:
        """As the driver for real GPUs does it."""
        from triton.backends.nvidia.driver import ty_to_cpp

        return ty_to_cpp(ty)

    def assemble_tensormap_to_arg(self, _info: object, args: Sequence[Any]) -> Sequence[Any]:
        """No tensor maps to add."""
        return args


# What the virtual GPU does not run yet, by an opcode's beginning.
_LACKING = {
    "tcgen05.": "Blackwell's tensor cores",
    "cp.async.bulk": "bulk copies (TMA)",
    "tensormap.": "TMA descriptors",
    "barrier.cluster": "thread block clusters",
}


@lru_cache(maxsize=256)
def _module(ptx: str, gpu: str) -> vgpu.Module:
    return vgpu.load_ptx(ptx, gpu=gpu)


def _load(path: str, name: str, gpu: str) -> vgpu.Kernel:
    """The kernel of a PTX file.

    Raises:
        UnavailableError: it needs what the virtual GPU is known to lack.
        PtxError: it cannot be run for another reason.
    """
    ptx = Path(path).read_text(encoding="utf-8")
    try:
        return _module(ptx, gpu).kernel(name)
    except PtxError as error:
        lacking = [what for opcode, what in _LACKING.items() if opcode in ptx]
        if lacking:
            raise UnavailableError(
                f"{name} needs {' and '.join(lacking)}, which the virtual GPU does not run yet"
            ) from error
        text = f"{error.message} (kernel {name}, {path})"
        raise PtxError(text, error.line, error.column) from None


def _run_with_arrays(run: Any) -> Any:
    """Triton's `JITFunction.run`, also for arrays, and with its time on a virtual clock.

    Compiling takes the time it takes (`_as_host_work`); the rest counts what a launch costs a GPU's
    host: here the emulation between two launches has emptied the processor's caches, so that the
    same Python code takes several times as long as beside a GPU.
    """

    def run_with_arrays(self: Any, *args: Any, grid: Any, warmup: bool, **kwargs: Any) -> Any:
        if any(isinstance(value, np.ndarray) for value in args):
            args = tuple(ArrayArgument.wrap(value) for value in args)
        if any(isinstance(value, np.ndarray) for value in kwargs.values()):
            kwargs = {name: ArrayArgument.wrap(value) for name, value in kwargs.items()}
        gpu = current_gpu()
        if gpu is None:
            return run(self, *args, grid=grid, warmup=warmup, **kwargs)
        with gpu.emulation() if warmup else gpu.operation(TRITON_LAUNCH_US):
            return run(self, *args, grid=grid, warmup=warmup, **kwargs)

    return run_with_arrays


def _as_host_work(compile_: Any) -> Any:
    """Triton's `JITFunction._do_compile`, its time on the virtual clock.

    Beside a GPU it is there too: at a kernel's first launch, and again for arguments that need
    another version of it.
    """

    def compiling(*args: Any, **kwargs: Any) -> Any:
        gpu = current_gpu()
        with nullcontext() if gpu is None else gpu.host_work():
            return compile_(*args, **kwargs)

    return compiling


# A GPU older than Hopper has no TMA, and Triton turns tensor descriptors into pointers for it.
_BEFORE_TMA = 80


def _descriptors_as_pointers(patches: Patches) -> None:
    """Have Triton turn tensor descriptors into pointers, which it does where there is no TMA.

    Its first stage asks for the GPU's capability for nothing else. What it compiles so gets a key
    of its own in Triton's cache on disk, which a real GPU may share.
    """
    make, key = CUDABackend.make_ttir, CUDABackend.hash

    def make_ttir(module: Any, metadata: Any, options: Any, capability: int) -> Any:
        if capability >= 10 * (_BEFORE_TMA // 10 + 1) and "!tt.tensordesc" in str(module):
            metadata[DESCRIPTORS_AS_POINTERS] = True
        return make(module, metadata, options, _BEFORE_TMA)

    patches.attribute(CUDABackend, "make_ttir", staticmethod(make_ttir))
    patches.attribute(CUDABackend, "hash", lambda self: f"{key(self)}-descriptors-as-pointers")


def _kept_by_file(patches: Patches) -> None:
    """Have Triton keep what it compiles by the source's file, too.

    Every stage names its lines by that file; of a copy elsewhere it would have the first one's.
    """
    key = ASTSource.hash

    def hash_with_file(self: Any) -> str:
        code = getattr(getattr(self.fn, "fn", None), "__code__", None)
        return f"{key(self)}-{code and Path(code.co_filename).absolute()}"

    patches.attribute(ASTSource, "hash", hash_with_file)


def _leave_our_handles_alone() -> None:
    """Keep Triton from unloading our handles through whichever driver is active by then.

    From 3.9 on a `CompiledKernel` unloads itself when it is deleted: with no GPU that is an
    error, and on a real one it would unload something else.
    """
    kind: Any = CompiledKernel
    unload = getattr(kind, "__del__", None)
    if unload is None or getattr(unload, "spares_virtual", False):
        return

    def __del__(self: Any) -> None:
        if not isinstance(getattr(self, "module", None), _Module):
            unload(self)

    __del__.spares_virtual = True  # type: ignore[attr-defined]
    kind.__del__ = __del__
