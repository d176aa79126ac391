"""cuda-python runs unmodified: its driver API, NVRTC, nvJitLink and cuda.core."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cuda_program import kernelscope
from kernelscope.devices.host_costs import HOST
from kernelscope.driver.fatbin import ptx_texts, with_ptx
from kernelscope.errors import PtxError
from kernelscope.hardware import gpu
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


INTERRUPTED = (
    SCRIPT.partition("begin = time")[0]
    + """
import os, signal, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
endless = b'extern "C" __global__ void turn(volatile int *x) { while (!*x); }'
program = ask(nvrtc.nvrtcCreateProgram(endless, b"turn.cu", 0, [], []))
ask(nvrtc.nvrtcCompileProgram(program, 0, []))
ptx = b" " * ask(nvrtc.nvrtcGetPTXSize(program))
nvrtc.nvrtcGetPTX(program, ptx)
turn = ask(driver.cuModuleGetFunction(ask(driver.cuModuleLoadData(ptx)), b"turn"))
ask(driver.cuMemsetD32(on_gpu[0], 0, 4))
packed = np.array([addresses[0].ctypes.data], np.uint64)
threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    driver.cuLaunchKernel(turn, 1, 1, 1, 32, 1, 1, 0, 0, packed.ctypes.data, 0)
    print("goes on")
except KeyboardInterrupt:
    print("interrupted")
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""
)
LAUNCH: str = next(line for line in SCRIPT.splitlines() if "cuLaunchKernel" in line)


def test_ctrl_c_in_a_launch_comes_out_of_the_library(tmp_path: Path) -> None:
    """It is raised in a function that C calls, and again when C has returned."""
    (tmp_path / "script.py").write_text(INTERRUPTED)
    ended = kernelscope("run", "--device", "virtual:h200", "script.py", folder=tmp_path)
    assert ended.stdout.splitlines()[-1] == "interrupted", ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.returncode == 0


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
import ctypes
import numpy as np
import torch
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
from cuda.core.utils import StridedMemoryView

MAIN = '''
__device__ float bias = 3;
extern __device__ float f(float);
extern "C" __global__ void kernel(float *x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] = f(x[i]) + bias;
}
'''
BOX = r'''
struct alignas(64) Map { unsigned long long words[16]; };
extern "C" __global__ void box(const __grid_constant__ Map map, float *out) {
    __shared__ alignas(128) float tile[64];
    __shared__ alignas(8) unsigned long long barrier;
    unsigned at = (unsigned)__cvta_generic_to_shared(&barrier);
    if (!threadIdx.x) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at));
        asm volatile("fence.proxy.async.shared::cta;" ::);
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" ::"r"(at));
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
                     ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                     ::"r"((unsigned)__cvta_generic_to_shared(tile)), "l"(&map),
                     "r"(16), "r"(4), "r"(at) : "memory");
    }
    __syncthreads();
    for (unsigned done = 0; !done;)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0;"
                     " selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at) : "memory");
    out[threadIdx.x] = tile[threadIdx.x];
}
'''
PART = "__device__ float f(float x) { return 2 * x; }\n"
TEMPLATE = r'''
template <typename T> __global__ void scale(T *x, T by) {
    x[threadIdx.x] *= by;  // without a test of the index
}
'''

def stream_for_libraries(tensor):
    address = ctypes.pythonapi.PyCapsule_GetPointer
    address.restype, address.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    table = address(type(tensor).__dlpack_c_exchange_api__, b"dlpack_exchange_api")
    last = ctypes.c_void_p.from_address(table + 48).value  # current_work_stream
    handle = ctypes.c_void_p()
    ask = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int32, ctypes.c_void_p)(last)
    assert ask(2, 0, ctypes.addressof(handle)) == 0
    return handle.value


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

code, address = runtime.cudaMalloc(4)
print(code.name, address >> 47 > 0, runtime.cudaFree(address)[0].name, device.pci_bus_id)
for _ in range(2):  # as NVIDIA's static runtime does
    print(ctypes.CDLL("libcuda.so.1").cuGetExportTable(None, None))

tensor = torch.arange(64.0 * 64, device="cuda").reshape(64, 64)
out = torch.zeros(8, 8, device="cuda")
tile = StridedMemoryView.from_any_interface(tensor, stream_ptr=int(stream.handle))
described = tile.as_tensor_map(box_dim=(8, 8))
options = ProgramOptions(arch=f"{arch}a")
box = Program(BOX, "c++", options=options).compile("cubin").get_kernel("box")
for source in (tensor, -tensor):
    described.replace_address(source)
    launch(stream, LaunchConfig(grid=1, block=64), box, described, out.data_ptr())
    device.sync()
    print(torch.equal(out, source[4:12, 16:24]))

with torch.cuda.stream(torch.cuda.Stream()):
    current = torch.cuda.current_stream().cuda_stream
    print(current != 0, stream_for_libraries(out) == current)
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
    lines = [*(f"{form} True" for form in forms)]
    lines += [
        "cudaSuccess True cudaSuccess 0000:00:1e.0",
        "500",
        "500",
        "True",
        "True",
        "True True",
    ]
    assert ended.stdout.splitlines()[: len(lines)] == lines, ended.stderr
    assert "memory: out-of-bounds  in scale<float>  once" in ended.stdout
    line = 1 + CORE.splitlines().index(TIMES)
    assert f"core.py:{line} " in ended.stdout
    assert ended.returncode == 1
    assert ended.stderr.count("contains NVIDIA's static runtime, which works only") == 1


def test_machine_code_alone_is_refused() -> None:
    ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n"
    cubin = assembled(ptx, "k", "sm_90")
    assert cubin is not None
    with pytest.raises(PtxError, match=r"only machine code \(a cubin\).*compile it again here"):
        ptx_texts(cubin, gpu("h200"))
    assert ptx_texts(with_ptx(cubin, ptx.encode()), gpu("h200")) == [ptx]


CLUSTERS = """
import ctypes
import torch
from cuda.bindings import driver

count = torch.zeros(1, dtype=torch.int32, device="cuda")

def ask(answer):
    assert answer[0] == 0, answer[0]
    return answer[1] if len(answer) == 2 else answer[1:]

ask(driver.cuDeviceGet(0))  # PyTorch has initialised the driver
ptx = b'''.version 9.0
.target sm_100a
.address_size 64
.visible .entry size(.param .u64 at) {
    .reg .u32 %r; .reg .u64 %rd;
    ld.param.u64 %rd, [at];
    mov.u32 %r, %cluster_nctaid.x;
    red.global.add.u32 [%rd], %r;
    ret;
}'''
kernel = ask(driver.cuModuleGetFunction(ask(driver.cuModuleLoadData(ptx)), b"size"))
attributes = []
for name, blocks in (("CLUSTER_DIMENSION", 2), ("PREFERRED_CLUSTER_DIMENSION", 4)):
    attribute = driver.CUlaunchAttribute()
    attribute.id = getattr(driver.CUlaunchAttributeID, "CU_LAUNCH_ATTRIBUTE_" + name)
    dimension = getattr(attribute.value, "clusterDim" if blocks == 2 else "preferredClusterDim")
    dimension.x, dimension.y, dimension.z = blocks, 1, 1
    attributes.append(attribute)
config = driver.CUlaunchConfig()
config.gridDimX, config.gridDimY, config.gridDimZ = 8, 1, 1
config.blockDimX, config.blockDimY, config.blockDimZ = 1, 1, 1
config.attrs, config.numAttrs = attributes, 2
ask(driver.cuLaunchKernelEx(config, kernel, ((count.data_ptr(),), (ctypes.c_void_p,)), 0))
print(count.item())
"""


def test_clusters_have_their_least_size_if_a_larger_one_is_preferred(tmp_path: Path) -> None:
    """8 blocks that each see clusters of 2; the driver needs no cuInit next to PyTorch."""
    (tmp_path / "clusters.py").write_text(CLUSTERS)
    ended = kernelscope("run", "--device", "virtual:b200", "clusters.py", folder=tmp_path)
    assert ended.stdout == "16\n", ended.stderr
