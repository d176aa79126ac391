"""The driver that is active in Triton inside a virtual GPU's block, and its installation."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import torch
import triton
import triton.testing
from triton import knobs
from triton._C.libtriton import nvidia
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase
from triton.compiler import compiler
from triton.compiler.compiler import ASTSource, CompiledKernel
from triton.runtime.jit import JITFunction

from kernelscope import vgpu
from kernelscope._patching import Patches
from kernelscope.devices.host_costs import HOST, triton_us
from kernelscope.devices.virtual import VirtualGPU, active_gpu, around_on_gpu, current_gpu
from kernelscope.errors import LaunchError, PtxError, UnavailableError
from kernelscope.frontends.triton import bench as triton_bench
from kernelscope.frontends.triton import tuning
from kernelscope.frontends.triton.form import CACHES, LoadedKernel, is_managed
from kernelscope.frontends.triton.launch import ArrayArgument, Launcher
from kernelscope.frontends.triton.stray import explained
from kernelscope.machine_code.assemble import spilled_by_triton
from kernelscope.machine_code.cubin import kernel_resources
from kernelscope.vgpu.layout import LANES


def activate(patches: Patches) -> None:
    """Make the virtual GPU of each thread Triton's active device until `patches` close."""
    driver = Driver()
    patches.attribute(triton.runtime.driver, "_active", driver)
    hook = driver.utils.note_files
    knobs.runtime.kernel_load_start_hook.add(hook)
    patches.callback(lambda: knobs.runtime.kernel_load_start_hook.remove(hook))
    patches.attribute(JITFunction, "device_caches", property(_caches, _keep_caches))
    # Triton keeps the answer by device number.
    patches.attribute(compiler, "max_shared_mem", compiler.max_shared_mem.__wrapped__)
    patches.attribute(JITFunction, "run", _with_arrays(JITFunction.run))
    tuning.activate(patches)
    around_on_gpu(patches, JITFunction, "_do_compile", _as_host_work)
    patches.attribute(triton.testing, "do_bench", triton_bench.do_bench)
    patches.attribute(nvidia.cublas, "CublasLt", CublasLt)
    patches.existing(triton.testing, "do_bench_cudagraph", triton_bench.do_bench_cudagraph)
    _kept_by_file(patches)
    _leave_our_handles_alone()


# Triton keeps a JITFunction's compiled kernels by device number, and every GPU here is device 0, as
# PyTorch says. With Triton's own dictionary `with virtual_gpu("a100")` after
# `with virtual_gpu("h200")` would launch the kernel that was compiled for sm_90a, and so would a
# real GPU after the session.
def _caches(function: Any) -> Any:
    gpu = current_gpu()
    if gpu is None:
        return vars(function)["device_caches"]
    kept = vars(function).setdefault(CACHES, {})
    if gpu.spec not in kept:
        kept[gpu.spec] = defaultdict(function.create_binder)
    return kept[gpu.spec]


def _keep_caches(function: Any, caches: Any) -> None:
    vars(function)["device_caches"] = caches


class _Module:
    """The handle that a `CompiledKernel` keeps; it needs no unloading."""


class Utils:
    """The functions that Triton calls on its driver's `utils`."""

    def __init__(self) -> None:
        self._about_to_load = threading.local()

    def note_files(
        self, _module: object, _function: object, name: str, group: Mapping[str, str], _hash: str
    ) -> None:
        """Note the files of a compiled kernel, just before `load_binary` gets its cubin."""
        # `load_binary` gets the cubin alone, and the virtual GPU needs the PTX. Triton calls this
        # hook on the same thread right before, with the paths of all stages in its cache.
        self._about_to_load.files = {Path(path).suffix[1:]: str(path) for path in group.values()}
        self._about_to_load.name = name

    def load_binary(
        self, name: str, cubin: bytes, _shared: int, _device: int
    ) -> tuple[_Module, LoadedKernel, int, int, int]:
        """Return (module, function, registers, spills as Triton counts them, most threads)."""
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
        with gpu.clock.emulation():
            kernel = _load(path, name, spec.name)
            kernel.managed = is_managed(files.get("ttir"))
            kernel.language = "triton" if "ttir" in files else "gluon"
        triton_bench.note_preparation()
        resources = kernel_resources(cubin)[name]
        spilled: int | None = 0
        if (
            resources.local_bytes
        ):  # holds spills, and arrays: only the assembler can tell them apart
            spilled = spilled_by_triton(path, name, spec.target)
        usage = resources.registers, resources.local_bytes, spilled
        loaded = LoadedKernel(kernel, spec.name, *usage, files, cubin)
        most = spec.max_threads_per_block
        return _Module(), loaded, resources.registers, resources.local_bytes // 4, most

    def unload_module(self, _module: object) -> None:
        """Do nothing: a kernel's code goes with its last reference."""

    def get_device_properties(self, _device: object = None) -> dict[str, int]:
        """Return the properties under the names of Triton's own driver; clocks in kHz."""
        spec = active_gpu().spec
        # Only the product of clock and bus width is known, and only the product is used
        # (`triton.testing.get_dram_gbps`): assume two transfers a cycle over 1,024 bits.
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
        """Refuse: a cluster must fit a group of SMs, and how many a GPU has is not known."""
        raise UnavailableError(
            "the virtual GPU does not say how many clusters a GPU holds at once: that depends on "
            "how its SMs are grouped; choose the number of programs by hand"
        )

    def fill_tma_descriptor_tiled(self, *_: object) -> None:
        """Refuse: a descriptor is made of a tensor when its kernel is launched."""
        raise UnavailableError(
            "the virtual GPU cannot make a tensor map from only an address: give the kernel a "
            "triton.tools.tensor_descriptor.TensorDescriptor"
        )

    fill_tma_descriptor_im2col = fill_tma_descriptor = fill_tma_descriptor_tiled

    def set_printf_fifo_size(self, _size: int) -> None:
        """Do nothing: the output of a kernel is not buffered."""


class Driver(DriverBase):
    """Triton's view of the virtual GPU of the thread that asks."""

    launcher_cls = Launcher

    def __init__(self) -> None:
        super().__init__()
        self.utils = Utils()

    @classmethod
    def is_active(cls) -> Any:
        """Return False: Triton must not choose this driver by itself; a session sets it."""
        return False

    def get_current_target(self) -> Any:
        """Return the target to compile for."""
        return GPUTarget("cuda", active_gpu().spec.sm, LANES)

    def get_current_device(self) -> int:
        """Return the device's number, PyTorch's too: there is one device."""
        return 0

    def set_current_device(self, _device: object) -> None:
        """Do nothing: there is one device."""

    def get_current_stream(self, _device: object = None) -> int:
        """Return the default stream; every launch has ended when it returns."""
        return 0

    def get_device_capability(self, _device: object = None) -> tuple[int, int]:
        """Return the major and minor compute capability."""
        return active_gpu().spec.compute_capability

    def get_active_torch_device(self) -> Any:
        """Return the device for a kernel's tensors: the CPU, or `cuda:0` of the virtual GPU."""
        import torch

        name = active_gpu().torch_device
        return torch.device(name) if name == "cpu" else torch.device("cuda", 0)

    def get_device_interface(self) -> Any:
        """Return the module whose events benchmarks use; they read estimated device time."""
        if active_gpu().torch_device == "cpu":
            return triton_bench.DeviceInterface
        import torch

        return torch.cuda

    def get_benchmarker(self) -> Any:
        """Return the function with which the autotuner times a configuration."""
        return triton_bench.benchmark_trial

    def get_empty_cache_for_benchmark(self) -> None:
        """Do nothing: an estimate begins with a cold L2."""

    def clear_cache(self, _cache: None) -> None:
        """Do nothing: an estimate begins with a cold L2."""

    def map_python_to_cpp_type(self, ty: str) -> str:
        """Return the C++ type, as the driver for real GPUs does."""
        from triton.backends.nvidia.driver import ty_to_cpp

        return ty_to_cpp(ty)

    def assemble_tensormap_to_arg(self, _info: object, args: Sequence[Any]) -> Sequence[Any]:
        """Return the arguments unchanged: there are no tensor maps to add."""
        return args


@lru_cache(maxsize=256)
def _module(ptx: str, gpu: str) -> vgpu.Module:
    return vgpu.load_ptx(ptx, gpu=gpu)


def _load(path: str, name: str, gpu: str) -> vgpu.Kernel:
    """Return the kernel of a PTX file. Raises PtxError if it cannot run."""
    try:
        kernel = _module(Path(path).read_text(encoding="utf-8"), gpu).kernel(name)
    except PtxError as error:
        text = f"{error.message} (kernel {name}, {path})"
        raise PtxError(text, error.line, error.column) from None
    kernel.one_thread = True
    return kernel


def _with_arrays(run: Any) -> Any:
    """Return `JITFunction.run` that takes arrays, and charges a virtual clock for a launch.

    Compiling counts with its own time (`_as_host_work`). All else costs the time that a launch
    takes the host of a GPU: here the emulation between two launches empties the processor's caches,
    and the same Python code would take several times as long.
    """

    @wraps(run)
    def run_with_arrays(self: Any, *args: Any, grid: Any, warmup: bool, **kwargs: Any) -> Any:
        for value in (*args, *kwargs.values()):
            if isinstance(value, np.ndarray):
                args = tuple([ArrayArgument.wrap(value) for value in args])
                kwargs = {name: ArrayArgument.wrap(value) for name, value in kwargs.items()}
                break
        gpu = current_gpu()
        if gpu is None:
            return run(self, *args, grid=grid, warmup=warmup, **kwargs)
        count = len(args) + sum([name in self.arg_names for name in kwargs])
        with gpu.clock.emulation() if warmup else gpu.clock.launch(triton_us(count)):
            return run(self, *args, grid=grid, warmup=warmup, **kwargs)

    return run_with_arrays


def _as_host_work(gpu: VirtualGPU, compile_: Any, self: Any, *args: Any, **kwargs: Any) -> Any:
    """Count compiling as the host's own time: around `JITFunction._do_compile`.

    A program with a GPU compiles as well: at a kernel's first launch, and for arguments that need
    another version of the kernel.
    """
    clock = gpu.clock
    once = clock.once(f"compile {self.__name__}", "compile")
    with once, clock.host_work(HOST.triton_compile_s), explained():
        return compile_(self, *args, **kwargs)


def _kept_by_file(patches: Patches) -> None:
    """Have Triton keep compiled kernels by the source's file as well.

    Triton's own key is the source's text. If the same `add_kernel` is in a.py and in b.py, the
    second one would get the first one's stages from the cache, whose line marks name a.py.

    The marks name the file as it was typed. After `inspect x.py` in a folder, `inspect folder/x.py`
    is the same file under another name, and stages that name `x.py` would fit no line of it.
    """

    def hash_with_file(key: Any, self: Any) -> str:
        code = getattr(getattr(self.fn, "fn", None), "__code__", None)
        typed = code and code.co_filename
        return f"{key(self)}-{typed}-{typed and Path(typed).absolute()}"

    patches.around(ASTSource, "hash", hash_with_file)


def _leave_our_handles_alone() -> None:
    """Keep Triton from unloading our handles through whichever driver is active by then.

    From 3.9 on, a `CompiledKernel` unloads itself when it is deleted: without a GPU that is an
    error, and on a real GPU it would unload another module.
    """
    compiled: Any = CompiledKernel
    unload = getattr(compiled, "__del__", None)
    if unload is None or getattr(unload, "spares_virtual", False):
        return

    def __del__(self: Any) -> None:
        if not isinstance(getattr(self, "module", None), _Module):
            unload(self)

    __del__.spares_virtual = True  # type: ignore[attr-defined]
    compiled.__del__ = __del__


# ---- cuBLAS --------------------------------------------------------------------------------------


_TYPES = (torch.float8_e4m3fn, torch.float16, torch.float32, torch.bfloat16)


class CublasLt:
    """Triton's own binding of cuBLAS, with which its tutorials compare: products by PyTorch.

    Triton's class loads `libcublas.so` and gives it addresses; both need a GPU. These products are
    PyTorch's, so they are recorded and cost what PyTorch's cost. The right operand is always given
    transposed; `workspace`, memory for cuBLAS, is not used.
    """

    def __init__(self, workspace: torch.Tensor) -> None:
        """Take the workspace, and leave it alone."""

    def matmul(self, a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> None:
        """Write the product of `a` (m × k) and the transpose of `b` (n × k) to `out` (m × n)."""
        out.copy_(_product(a, b, out))

    def gemm(
        self,
        a: torch.Tensor,
        b: torch.Tensor,
        c: torch.Tensor,
        out: torch.Tensor,
        alpha: float,
        beta: float,
    ) -> None:
        """Write `alpha` times the product plus `beta` times `c` to `out`."""
        if c.shape != out.shape:
            raise LaunchError("CublasLt.gemm: c and out must have the same shape")
        out.copy_(_product(a, b, out).float() * alpha + c.float() * beta)

    def __getattr__(self, name: str) -> NoReturn:
        """Refuse what the class does not have: products with scaled blocks, for Blackwell alone."""
        raise UnavailableError(
            f"CublasLt.{name}: matmul and gemm run here; products with scaled blocks need a "
            "Blackwell GPU"
        )


def _product(a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the product in a type that has all bits of the result before it is rounded."""
    if a.dtype != b.dtype or a.dtype not in _TYPES:
        raise LaunchError(f"CublasLt: products of {a.dtype} and {b.dtype} are not supported")
    if a.dim() != 2 or b.dim() != 2 or a.shape[1] != b.shape[1]:
        raise LaunchError(
            f"CublasLt: {list(a.shape)} times the transpose of {list(b.shape)} is not defined"
        )
    if out.shape != (a.shape[0], b.shape[0]):
        raise LaunchError(
            f"CublasLt: the product is {a.shape[0]} × {b.shape[0]}, and out {list(out.shape)}"
        )
    return a.float() @ b.float().T
