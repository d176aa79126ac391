"""The parts that work on this machine, and the command that fixes each that does not."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module, metadata, util
from pathlib import Path

from kernelscope._private_names import TESTED, installed, missing
from kernelscope.errors import UnavailableError
from kernelscope.record.machine import Finding

_ADD_ONE = """.version 7.0
.target sm_80
.address_size 64
.visible .entry add_one(.param .u64 p) {
 .reg .b64 %rd<4>; .reg .b32 %r<4>;
 ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;
 add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r2, [%rd3]; add.s32 %r3, %r2, 1;
 st.global.u32 [%rd3], %r3; ret;
}"""


def examine() -> tuple[Finding, ...]:
    """Examine every part that a command needs; a part that fails is a finding, not an error."""
    return tuple(look() for look in _LOOKS)


def usable(findings: tuple[Finding, ...], device: str = "auto") -> bool:
    """Return whether `compare` can run here on `device`; `auto` needs one of the two kinds."""
    ready = {finding.what for finding in findings if finding.standing == "ready"}
    kinds = {"virtual GPU", "NVIDIA GPU"}
    if device != "auto":
        kinds = {"NVIDIA GPU" if device == "cuda" else "virtual GPU"}
    return "PyTorch" in ready and bool(ready & kinds)


def _machine() -> Finding:
    cores = os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    detail = f"{platform.machine()}, {cores} cores, {memory:.0f} GiB, {sys.platform}"
    return Finding("machine", "ready", detail, "the virtual GPU runs on its cores")


def _python() -> Finding:
    version = platform.python_version()
    good = sys.version_info >= (3, 11)
    fix = "" if good else "install Python 3.11 or newer, then: make demo"
    return Finding("Python", "ready" if good else "broken", version, "everything", fix)


def _package(what: str, module: str, distribution: str, gives: str, fix: str) -> Finding:
    """Look for a pip package and its version, without importing it."""
    try:
        is_installed = util.find_spec(module) is not None
    except ModuleNotFoundError:
        is_installed = False
    if not is_installed:
        return Finding(what, "absent", "not installed", gives, fix)
    try:
        detail = metadata.version(distribution)
    except metadata.PackageNotFoundError:
        detail = "installed"
    return Finding(what, "ready", detail, gives)


def _numba() -> Finding:
    gives = "Numba CUDA kernels"
    fix = "pip install 'numba-cuda[cu13]'"
    cuda = _package("Numba", "numba_cuda", "numba-cuda", gives, fix)
    if cuda.standing != "ready":
        return cuda
    # Two packages with versions of their own: Numba 0.68.1 compiles Python, numba-cuda 0.30.4 for
    # a GPU.
    numba = _package("Numba", "numba", "numba", gives, fix)
    detail = f"{numba.detail}, numba-cuda {cuda.detail}"
    return replace(numba, detail=detail)


def _nvrtc() -> Finding:
    gives, fix = "CUDA C++ kernels", "pip install cuda-bindings nvidia-cuda-nvrtc"
    try:
        nvrtc = import_module("cuda.bindings.nvrtc")
        _, major, minor = nvrtc.nvrtcVersion()
    except Exception as error:  # noqa: BLE001  a broken install raises anything; it is the finding
        return Finding("NVRTC", "absent", _brief(error), gives, fix)
    return Finding("NVRTC", "ready", f"{major}.{minor}", gives)


def _virtual_gpu() -> Finding:
    """Compile and run one small kernel, and check its result."""
    gives, fix = "every command with no GPU", "pip install llvmlite numpy"
    try:
        import numpy as np

        from kernelscope.vgpu import load_ptx

        cells = np.zeros(32, np.int32)
        load_ptx(_ADD_ONE, gpu="h200").kernel("add_one")[1, 32](cells)
        if not (cells == 1).all():
            return Finding("virtual GPU", "broken", "a test kernel gave a wrong result", gives)
    except ImportError as error:
        return Finding("virtual GPU", "absent", _brief(error), gives, fix)
    except Exception as error:  # noqa: BLE001  the error is the finding
        return Finding("virtual GPU", "broken", _brief(error), gives)
    return Finding("virtual GPU", "ready", "a test kernel ran, with the right result", gives)


def _gpu() -> Finding:
    gives = "measured times: --device cuda"
    driver = Path("/proc/driver/nvidia/version")
    if not driver.exists():
        return Finding("NVIDIA GPU", "absent", "no NVIDIA driver; --device virtual works", gives)
    name = _gpu_name()
    try:
        build = metadata.version("torch")
    except metadata.PackageNotFoundError:
        build = ""
    if build.endswith("+cpu"):
        fix = (
            "pip install --force-reinstall torch --index-url https://download.pytorch.org/whl/cu130"
        )
        return Finding("NVIDIA GPU", "broken", f"{name}, but PyTorch is a CPU build", gives, fix)
    return Finding("NVIDIA GPU", "ready", name, gives)


def _gpu_name() -> str:
    try:
        import pynvml

        pynvml.nvmlInit()
        handle = pynvml.nvmlDeviceGetHandleByIndex(0)
        return f"{pynvml.nvmlDeviceGetName(handle)}, driver {pynvml.nvmlSystemGetDriverVersion()}"
    except Exception:  # noqa: BLE001  NVML is optional and may fail; the driver is there
        return "a driver is loaded; NVML does not name the GPU (pip install nvidia-ml-py)"


def _counters() -> Finding:
    gives = "hardware counters on a real GPU"
    parameters = Path("/proc/driver/nvidia/params")
    if not parameters.exists():
        return Finding("Nsight Compute", "absent", "no NVIDIA driver", gives)
    if "RmProfilingAdminOnly: 1" in parameters.read_text() and os.geteuid() != 0:
        fix = (
            "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 | "
            "sudo tee /etc/modprobe.d/profiling.conf"
        )
        return Finding("Nsight Compute", "absent", "only root may read counters", gives, fix)
    if shutil.which("ncu") is None:
        fix = "sudo apt-get install nsight-compute"
        return Finding("Nsight Compute", "absent", "ncu is not on the PATH", gives, fix)
    return Finding("Nsight Compute", "ready", str(shutil.which("ncu")), gives)


def _toolkit() -> Finding:
    """Look for the compilers of programs in C++, and build the libraries that they run with."""
    part, gives = "CUDA toolkit", "programs in CUDA C++, load_inline, builds that call nvcc"
    try:
        from kernelscope.driver.libraries import libraries
        from kernelscope.driver.toolkit import real_nvcc, require_compilers
    except ModuleNotFoundError as lacking:
        words = f"{lacking.name} is not installed"
        return Finding(part, "absent", words, gives, f"pip install {lacking.name}")
    try:
        libraries()
    except UnavailableError as error:
        return Finding(part, "absent", _brief(error), gives, "sudo apt-get install gcc")
    try:
        require_compilers("a CUDA program")
    except UnavailableError as error:
        has_nvcc = "g++" in str(error)
        fix = "sudo apt-get install g++" if has_nvcc else "pip install 'kernelscope[nvcc]'"
        words = "a program that is built already runs; to build one, "
        return Finding(
            part, "absent", words + ("g++" if has_nvcc else "nvcc") + " is missing", gives, fix
        )
    return Finding(part, "ready", str(real_nvcc()), gives)


def _private_names() -> Finding:
    """Look up the private names in each version that the tests have not seen."""
    gives = "private functions of PyTorch, Triton and Numba that Kernelscope uses"
    versions = {name: version for name in TESTED if (version := installed(name))}
    new = [name for name, version in versions.items() if version not in TESTED[name]]
    gone = [name for distribution in new for name in missing(distribution)]
    if gone:
        places = {f"{g.distribution} {versions[g.distribution]} lacks {g.path}" for g in gone}
        tested = " ".join(f"{name}=={TESTED[name][-1]}" for name in {g.distribution for g in gone})
        fix = f"pip install {tested}"
        return Finding("private names", "broken", "; ".join(sorted(places)), gives, fix)
    detail = "all there" if new else "as tested"
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    return Finding("private names", "ready", f"{detail}: {listed}" if listed else detail, gives)


def _brief(error: BaseException) -> str:
    first = (str(error) or type(error).__name__).splitlines()[0]
    return first if len(first) <= 100 else first[:97] + "..."


_LOOKS: tuple[Callable[[], Finding], ...] = (
    _machine,
    _python,
    partial(
        _package,
        *("PyTorch", "torch", "torch"),
        *("operations, operators, torch.compile", "pip install torch"),
    ),
    partial(
        _package,
        *("Triton", "triton", "triton"),
        *("Triton kernels, torch.compile's kernels", "pip install 'triton>=3.6,<3.10'"),
    ),
    _nvrtc,
    _numba,
    _virtual_gpu,
    _gpu,
    _toolkit,
    _counters,
    _private_names,
)
