"""cuda-python runs unmodified: its driver API, NVRTC, nvJitLink and cuda.core."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cuda_program import kernelscope
from kernelscope.devices.host_costs import HOST
from kernelscope.driver.fatbin import ptx_texts
from kernelscope.errors import PtxError
from kernelscope.jobs.run import run
from kernelscope.machine_code.assemble import assembled

pytest.importorskip("cuda.bindings")
pytestmark = [
    pytest.mark.skipif(Path("/dev/nvidiactl").exists(), reason="a real GPU is here"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="apt install gcc, for the library"),
]

SCRIPT = """
import time
import numpy as np
from cuda.bindings import driver, nvrtc

def ask(answer):
    assert answer[0] == 0, answer[0]
    return answer[1] if len(answer) == 2 else answer[1:]

ask(driver.cuInit(0))
context = ask(driver.cuDevicePrimaryCtxRetain(ask(driver.cuDeviceGet(0))))
ask(driver.cuCtxSetCurrent(context))
source = b'''
extern "C" __global__ void saxpy(float a, const float *x, float *y, size_t n) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}'''
program = ask(nvrtc.nvrtcCreateProgram(source, b"saxpy.cu", 0, [], []))
ask(nvrtc.nvrtcCompileProgram(program, 1, [b"--gpu-architecture=compute_90"]))
ptx = b" " * ask(nvrtc.nvrtcGetPTXSize(program))
nvrtc.nvrtcGetPTX(program, ptx)
saxpy = ask(driver.cuModuleGetFunction(ask(driver.cuModuleLoadData(ptx)), b"saxpy"))
n = 1000
x, y = np.arange(n, dtype=np.float32), np.ones(n, np.float32)
on_gpu = [ask(driver.cuMemAlloc(each.nbytes)) for each in (x, y)]
for place, each in zip(on_gpu, (x, y)):
    ask(driver.cuMemcpyHtoD(place, each.ctypes.data, each.nbytes))
addresses = [np.array([int(place)], np.uint64) for place in on_gpu]
values = [np.array([2], np.float32), *addresses, np.array([n], np.uint64)]
packed = np.array([value.ctypes.data for value in values], np.uint64)
ask(driver.cuLaunchKernel(saxpy, 4, 1, 1, 256, 1, 1, 0, 0, packed.ctypes.data, 0))
result = np.zeros_like(y)
ask(driver.cuMemcpyDtoH(result.ctypes.data, on_gpu[1], result.nbytes))
assert np.array_equal(result, 2 * x + 1)
begin = time.perf_counter()
for _ in range(10):
    ask(driver.cuLaunchKernel(saxpy, 4, 1, 1, 256, 1, 1, 0, 0, packed.ctypes.data, 0))
launched = time.perf_counter()
print(round((launched - begin) * 1e5, 1), "us a launch")
(code,) = driver.cuMemcpyDtoH(result.ctypes.data, 1234, 4)
assert code == driver.CUresult.CUDA_ERROR_INVALID_VALUE
print("right", ask(driver.cuDeviceGetName(40, 0)).split(bytes(1))[0].decode())
"""


LAUNCH: str = next(line for line in SCRIPT.splitlines() if "cuLaunchKernel" in line)


def test_a_script_of_cuda_python_runs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    result = run(str(path), device="virtual:h200", steady=True)
    said = capfd.readouterr()
    assert result.record.exit_code == 0, said.err
    # What a launch of CUDA C++ costs an H200's host, and some lines of Python.
    assert HOST.cuda_launch_us < float(said.out.split()[0]) < 3 * HOST.cuda_launch_us
    assert said.out.splitlines()[1] == "right NVIDIA H200 SXM 141GB"
    launch, *again = result.record.launches
    assert len(again) == 10
    assert (launch.kernel, launch.grid, launch.block) == ("saxpy", (4, 1, 1), (256, 1, 1))
    line = 1 + [*SCRIPT.splitlines()].index(LAUNCH)
    assert launch.source == f"{path}:{line}"


CORE = r"""
import numpy as np
from cuda.bindings import runtime
from cuda.core import (
    Device,
    LaunchConfig,
    LegacyPinnedMemoryResource,
    Linker,
    LinkerOptions,
    ObjectCode,
    Program,
    ProgramOptions,
    launch,
)

MAIN = '''
__device__ float bias = 3;
extern __device__ float f(float);
extern "C" __global__ void kernel(float *x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] = f(x[i]) + bias;
}
'''
PART = "__device__ float f(float x) { return 2 * x; }\n"
TEMPLATE = r'''
template <typename T> __global__ void scale(T *x, T by) {
    x[threadIdx.x] *= by;  // without a test of the index
}
'''

device = Device()
device.set_current()
stream = device.create_stream()
arch = f"sm_{device.arch}"
memory = LegacyPinnedMemoryResource().allocate(4 * 100)
values = np.from_dlpack(memory).view(np.float32)


def compiled(text, form, **options):
    return Program(text, "c++", options=ProgramOptions(arch=arch, **options)).compile(form)


def show(name, kernel):
    values[:] = np.arange(100)
    launch(stream, LaunchConfig(grid=1, block=128), kernel, memory, np.int32(100))
    stream.sync()
    assert np.array_equal(values, 2 * np.arange(100) + 3), name
    print(name, kernel.attributes.num_regs > 0)


whole = PART + MAIN
show("cubin", compiled(whole, "cubin").get_kernel("kernel"))
show("ptx", compiled(whole, "ptx").get_kernel("kernel"))
kept = ObjectCode.from_cubin(bytes(compiled(whole, "cubin").code))
show("kept", kept.get_kernel("kernel"))
for form, first, second in (
    ("ptx", "ptx", "ptx"),
    ("cubin", "cubin", "cubin"),
    ("lto", "ltoir", "ltoir"),
    ("mixed", "ltoir", "ptx"),
):
    lto = {"link_time_optimization": True}
    parts = [
        compiled(text, to, **lto if to == "ltoir" else {"relocatable_device_code": True})
        for text, to in ((MAIN, first), (PART, second))
    ]
    linker = Linker(*parts, options=LinkerOptions(arch=arch, **lto if "ltoir" in first else {}))
    show(f"linked {form}", linker.link("cubin").get_kernel("kernel"))

print(runtime.cudaMalloc(4)[0].name)
program = Program(TEMPLATE, "c++", options=ProgramOptions(arch=arch))
scale = program.compile("cubin", name_expressions=["scale<float>"]).get_kernel("scale<float>")
launch(stream, LaunchConfig(grid=1, block=100), scale, memory, np.float32(2))
launch(stream, LaunchConfig(grid=1, block=101), scale, memory, np.float32(2))
"""
TIMES = "    x[threadIdx.x] *= by;  // without a test of the index"


@pytest.mark.long("compiles and links twelve sources")
def test_machine_code_of_cuda_core_keeps_its_ptx_and_the_lines_of_the_script(
    tmp_path: Path,
) -> None:
    pytest.importorskip("cuda.core", reason="pip install cuda-core")
    (tmp_path / "core.py").write_text(CORE)
    # A process of its own: this one may have loaded NVIDIA's compilers already.
    ended = kernelscope("check", "core.py", folder=tmp_path)
    forms = [
        "cubin",
        "ptx",
        "kept",
        *(f"linked {each}" for each in ("ptx", "cubin", "lto", "mixed")),
    ]
    lines = [*(f"{form} True" for form in forms), "cudaErrorSymbolNotFound"]
    assert ended.stdout.splitlines()[: len(lines)] == lines, ended.stderr
    assert "memory: out-of-bounds  in scale<float>  once" in ended.stdout
    line = 1 + CORE.splitlines().index(TIMES)
    assert f"core.py:{line} " in ended.stdout
    assert ended.returncode == 1
    static = [line for line in ended.stderr.splitlines() if "static runtime" in line]
    assert len(static) == 1
    assert static[0].endswith("cuda.bindings.driver or cuda.core instead of cuda.bindings.runtime")


def test_machine_code_alone_is_refused() -> None:
    ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n"
    cubin = assembled(ptx, "k", "sm_90")
    assert cubin is not None
    with pytest.raises(PtxError, match=r"machine code \(a cubin\) alone.*compile it again here"):
        ptx_texts(cubin, 90)
