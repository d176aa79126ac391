"""CUDA C++ through NVRTC: compiled with no driver, checked arguments, run on the virtual GPU."""

from __future__ import annotations

import ctypes
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import torch

import kernelscope as ks
from kernelscope.frontends.cuda import nvrtc
from kernelscope.frontends.cuda.c_signature import parse_signature
from kernelscope.frontends.cuda.source import kernel_line, kernel_names
from kernelscope.machine_code.cubin import ptx_lines
from kernelscope.vgpu.ptx.entries import only_entry

LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"

GELU = r"""
extern "C" __global__ void gelu(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = in[i];
        out[i] = 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
    }
}
"""
SQUARE = r"""
template <class T> __global__ void square(const T* in, T* out, int rows, int columns) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x, at = row * columns + column;
    if (row < rows && column < columns) out[at] = in[at] * in[at];
}
"""
TRANSPOSE = r"""
template <int PAD> __global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
"""
HISTOGRAM = r"""
extern "C" __global__ void histogram(const int* in, int* out, int n) {
    __shared__ int bins[64];
    int t = threadIdx.x;
    if (t < 64) bins[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i] & 63], 1);
    __syncthreads();
    if (t < 64) atomicAdd(&out[t], bins[t]);
}
"""
REDUCE = r"""
extern "C" __global__ void total(const float* in, float* out, int n) {
    extern __shared__ float partial[];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    partial[threadIdx.x] = sum;
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step) partial[threadIdx.x] += partial[threadIdx.x + step];
    }
    if (threadIdx.x == 0) atomicAdd(out, partial[0]);
}
"""
OF_THE_CLUSTER = r"""
#include <cooperative_groups.h>
extern "C" __global__ void __cluster_dims__(2, 1, 1) mirrored(const int* in, int* out) {
    __shared__ int tile[32];
    auto cluster = cooperative_groups::this_cluster();
    int i = blockIdx.x * 32 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    cluster.sync();
    out[i] = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[31 - threadIdx.x];
    cluster.sync();
}
"""
STRUCTS = r"""
#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct Line { float slope; int shift; };
__global__ void line(const __half* in, float* out, Line line, __half scale, __nv_bfloat16 offset) {
    int i = threadIdx.x;
    float y = line.slope * (__half2float(in[i]) + line.shift);
    out[i] = y * __half2float(scale) + __bfloat162float(offset);
}
"""


def test_a_one_dimensional_kernel_computes_and_is_recorded_with_its_registers_and_lines():
    x = torch.randn(10_000)
    y = torch.empty_like(x)
    kernel = ks.cuda_kernel(GELU, "gelu")
    with ks.virtual_gpu("h200") as gpu:
        kernel[40, 256](x, y, x.numel())
    torch.testing.assert_close(y, torch.nn.functional.gelu(x, approximate="tanh"))
    (launch,) = gpu.launches
    assert (launch.kernel, launch.frontend) == ("gelu", "cuda")
    assert (launch.grid, launch.block) == ((40, 1, 1), (256, 1, 1))
    assert launch.counters[LOADS] == 10_000 // 8  # 8 floats a sector of 32 bytes
    assert launch.registers is not None
    assert 8 <= launch.registers <= 40
    assert launch.source is not None
    assert launch.source.rpartition(":")[0] == __file__
    declared = (
        Path(__file__)
        .read_text()
        .splitlines()
        .index('extern "C" __global__ void gelu(const float* in, float* out, int n) {')
    )
    assert launch.kernel_source == f"{__file__}:{declared + 1}"


def test_blocks_of_16_by_16_cover_a_matrix_whose_sides_are_no_multiples():
    x = torch.randn(37, 53, dtype=torch.float64)
    y = torch.empty_like(x)
    with ks.virtual_gpu("h200") as gpu:
        ks.cuda_kernel(SQUARE, "square<double>")[(4, 3), (16, 16)](x, y, 37, 53)
    assert torch.equal(y, x * x)
    assert gpu.launches[-1].block == (16, 16, 1)


def test_a_padded_column_takes_the_bank_conflicts_out_of_a_transposition():
    x = torch.randn(64, 64)
    conflicts = {}
    for pad in (0, 1):
        y = torch.empty_like(x)
        with ks.virtual_gpu("h200") as gpu:
            ks.cuda_kernel(TRANSPOSE, f"transpose<{pad}>")[(2, 2), (32, 8)](x, y, 64)
        assert torch.equal(y, x.T)
        conflicts[pad] = gpu.launches[-1].counters[CONFLICTS]
    assert conflicts == {0: 128 * 31, 1: 0}  # 128 warp loads of 32 rows in one bank


def test_shared_and_global_atomics_count_every_value_once():
    values = (torch.arange(10_000) * 7919 % 10_007 + 1).int()
    bins = torch.zeros(64, dtype=torch.int32)
    with ks.virtual_gpu("h200"):
        ks.cuda_kernel(HISTOGRAM, "histogram")[8, 256](values, bins, values.numel())
    assert torch.equal(bins, torch.bincount(values.long() & 63, minlength=64).int())


def test_dynamic_shared_memory_is_the_third_entry_of_the_configuration():
    x = torch.randint(-8, 8, (5000,)).float()  # sums of small integers are exact in any order
    out = torch.zeros(1)
    with ks.virtual_gpu("h200") as gpu:
        ks.cuda_kernel(REDUCE, "total")[4, 128, 128 * 4](x, out, x.numel())
    assert out.item() == x.sum().item()
    assert gpu.launches[-1].dynamic_shared_bytes == 512


def test_structs_halves_and_bfloat16_are_passed_by_value():
    class Line(ctypes.Structure):
        _fields_ = (("slope", ctypes.c_float), ("shift", ctypes.c_int))

    x = torch.arange(32).half()
    record = np.array((2.0, 3), dtype=[("slope", "f4"), ("shift", "i4")])[()]
    for line in (Line(2.0, 3), bytes(Line(2.0, 3)), record):
        y = torch.empty(32)
        with ks.virtual_gpu("h200"):
            ks.cuda_kernel(STRUCTS, "line")[1, 32](x, y, line, 0.5, 1.5)
        assert torch.equal(y, 2.0 * (x.float() + 3) * 0.5 + 1.5)


HALVES = r"""
#include <cuda_fp16.h>
extern "C" __global__ void doubled(const float* in, __half* out) {
    int i = threadIdx.x;
    __half value = __float2half_rn(in[i]);
    out[i] = __hadd(value, value);
}
extern "C" __global__ void raised(const float* in, float* out) {
    out[threadIdx.x] = __half2float(hexp2(__float2half_rn(in[threadIdx.x]))) + 1;
}
"""


def test_each_of_two_kernels_whose_assembly_ends_in_a_brace_of_its_own_runs():
    """`hexp2` of cuda_fp16.h has inline assembly with braces of its own, the last on a new line."""
    x = torch.arange(-4.0, 4.0)
    halves, y = torch.empty(8, dtype=torch.float16), torch.empty(8)
    ptx = ks.cuda_kernel(HALVES, "doubled").ptx
    body = ptx[ptx.index(".entry raised") :]
    assert body.index("\n}") < body.rindex("ret;")
    with ks.virtual_gpu("h200"):
        ks.cuda_kernel(HALVES, "doubled")[1, 8](x, halves)
        ks.cuda_kernel(HALVES, "raised")[1, 8](x, y)
    assert torch.equal(halves, 2 * x.half())
    assert torch.equal(y, torch.exp2(x) + 1)


def test_none_and_zero_are_a_null_pointer():
    """A bias that a kernel may do without; an array at the same place is no null pointer."""
    source = """
    extern "C" __global__ void f(const float* bias, int* out) {
        out[threadIdx.x] = bias == nullptr ? -1 : (int)bias[threadIdx.x];
    }
    """
    for bias, expected in ((None, [-1, -1]), (0, [-1, -1]), (torch.tensor([2.0, 3.0]), [2, 3])):
        out = torch.zeros(2, dtype=torch.int32)
        with ks.virtual_gpu("h200"):
            ks.cuda_kernel(source, "f")[1, 2](bias, out)
        assert out.tolist() == expected


def test_numpy_arrays_are_worked_on_in_place():
    x = np.linspace(-3, 3, 100, dtype=np.float32)
    y = np.zeros_like(x)
    with ks.virtual_gpu("h200"):
        ks.cuda_kernel(GELU, "gelu")[1, 128](x, y, 100)
    np.testing.assert_allclose(
        y, torch.nn.functional.gelu(torch.from_numpy(x), approximate="tanh"), rtol=1e-5, atol=1e-6
    )


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a real GPU")
def test_outside_a_block_and_without_a_gpu_it_runs_on_the_default_virtual_one():
    x, y = torch.randn(100), torch.zeros(100)
    ks.cuda_kernel(GELU, "gelu")[1, 128](x, y, 100)
    assert y.abs().sum() > 0


def test_a_kernel_is_compiled_again_for_each_gpu_it_runs_on():
    kernel = ks.cuda_kernel(GELU, "gelu")
    targets = set()
    for name in ("a100", "h200"):
        with ks.virtual_gpu(name):
            targets |= set(re.findall(r"\.target (\w+)", kernel.ptx))
    assert targets == {"sm_80", "sm_90a"}


def test_a_file_is_read_with_the_headers_beside_it(tmp_path: Path):
    (tmp_path / "half.h").write_text("__device__ float half_of(float x) { return x / 2; }\n")
    path = tmp_path / "kernels.cu"
    path.write_text(
        '#include "half.h"\nextern "C" __global__ void h(float* x) { *x = half_of(*x); }\n'
    )
    kernel = ks.cuda_kernel(path, "h")
    assert kernel.kernel_source == f"{path}:2"
    assert f'"{path}"' in kernel.ptx
    x = np.array([3.0], np.float32)
    with ks.virtual_gpu("h200"):
        kernel[1, 1](x)
    assert x[0] == 1.5


def test_a_changed_header_is_compiled_anew(tmp_path: Path):
    header, path = tmp_path / "value.h", tmp_path / "k.cu"
    path.write_text('#include "value.h"\nextern "C" __global__ void k(int* x) { *x = VALUE; }\n')
    texts = []
    for value in (12345, 54321):
        header.write_text(f"#define VALUE {value}\n")
        texts.append(ks.cuda_kernel(str(path), "k").ptx)
    assert "12345" in texts[0]
    assert "54321" in texts[1]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "__global__ void k(int* a) {\n\t  *a = 3 +\n    missing;\n}",
            r":3:5: error: identifier \"missing\"",
        ),
        ("#error out of order\n", r":1:2: error: #error directive: out of order"),
        ("#include <nowhere.h>\n__global__ void k() {}", r":1:\d+: error: cannot open source file"),
    ],
)
def test_a_refused_source_names_the_place_of_the_first_error(source: str, message: str):
    with pytest.raises(ks.CompileError, match=message) as caught:
        ks.cuda_kernel(source, "k")
    assert "\n" not in str(caught.value)


def test_the_drivers_header_brings_the_integers_of_a_width() -> None:
    """CUDA's <cuda.h> includes <stdint.h>, and sources rely on it."""
    source = """#include <cuda.h>
    extern "C" __global__ void narrow(const int* x, uint8_t* out, uint32_t n) {
        if (threadIdx.x < n) out[threadIdx.x] = (uint8_t)x[threadIdx.x];
    }
    """
    x, out = np.arange(250, 282, dtype=np.int32), np.zeros(32, np.uint8)
    with ks.virtual_gpu("h200"):
        ks.cuda_kernel(source, "narrow")[1, 32](x, out, 32)
    assert np.array_equal(out, x % 256)


def test_an_error_in_a_source_that_stands_in_the_users_file_points_into_that_file():
    line = Path(__file__).read_text().splitlines().index("    not_there = 1;") + 1
    with pytest.raises(ks.CompileError, match=rf"{re.escape(__file__)}:{line}:5: error"):
        ks.cuda_kernel(WRONG, "wrong")


WRONG = """
__global__ void wrong() {
    not_there = 1;
}
"""


def test_an_unknown_kernel_is_answered_with_those_there_are():
    with pytest.raises(ks.UsageError, match=r"no kernel 'gelo'; it has gelu$"):
        ks.cuda_kernel(GELU, "gelo")
    with pytest.raises(ks.UsageError, match=r"no kernel 'square<float, 3>'.*it has square$"):
        ks.cuda_kernel(SQUARE, "square<float, 3>")
    with pytest.raises(ks.UsageError, match="No such file"):
        ks.cuda_kernel("nowhere.cu", "k")


def test_a_refused_option_is_shown():
    with pytest.raises(ks.UnavailableError, match="-no-such-option"):
        ks.cuda_kernel(GELU, "gelu", options=("-no-such-option",))
    assert "tanh.approx.f32" in ks.cuda_kernel(GELU, "gelu", options=("-use_fast_math",)).ptx


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), r"takes 3 arguments \(const float\*, float\*, int\), 0 given"),
        (
            (torch.zeros(4).double(), torch.zeros(4), 4),
            r"argument 1 \(const float\*\) points to float32.*float64",
        ),
        (
            (torch.zeros(4), np.zeros(4, np.int32), 4),
            r"argument 2 \(float\*\) points to float32.*int32",
        ),
        ((torch.zeros(4), torch.zeros(4), 4.0), r"argument 3 \(int\) takes an int: float 4.0"),
        (
            (torch.zeros(4), torch.zeros(4), 2**40),
            r"argument 3 \(int\) cannot hold this in 32 bits",
        ),
        (
            (torch.zeros(4), torch.zeros(4), torch.zeros(4)),
            r"argument 3 \(int\) cannot take an array",
        ),
        (
            (torch.zeros(4), "out", 4),
            r"argument 2 \(float\*\) takes an array, 0 or an address: str 'out'",
        ),
    ],
)
def test_an_argument_of_the_wrong_number_or_kind_is_refused(
    arguments: tuple[object, ...], message: str
):
    kernel = ks.cuda_kernel(GELU, "gelu")
    with ks.virtual_gpu("h200") as gpu, pytest.raises(ks.LaunchError, match=message):
        kernel[1, 32](*arguments)
    assert gpu.launches == []


def test_a_read_only_array_is_refused_where_the_kernel_writes():
    x = np.zeros(4, np.float32)
    x.flags.writeable = False
    with ks.virtual_gpu("h200"), pytest.raises(ks.LaunchError, match=r"argument 2 .*read-only"):
        ks.cuda_kernel(GELU, "gelu")[1, 32](x, x, 4)


@pytest.mark.parametrize(
    "configuration", [(1,), (0, 32), (1, (1, 1, 1, 1)), ("1", 32), (1, 32, -4)]
)
def test_a_configuration_that_is_no_grid_and_block_is_refused(configuration: tuple[object, ...]):
    kernel = ks.cuda_kernel(GELU, "gelu")
    with pytest.raises(ks.LaunchError):
        kernel[configuration]


def _compiled_by_nvrtc_alone(source: str, flag: str) -> str:
    """Return the PTX that NVRTC makes of ``source`` with ``flag`` alone."""
    from cuda.bindings import nvrtc as library  # pyright: ignore[reportAttributeAccessIssue]

    _, program = library.nvrtcCreateProgram(source.encode(), b"kernel.cu", 0, [], [])
    (error,) = library.nvrtcCompileProgram(program, 1, [flag.encode()])
    assert not int(error)
    _, size = library.nvrtcGetPTXSize(program)
    ptx = bytes(size)
    library.nvrtcGetPTX(program, ptx)
    library.nvrtcDestroyProgram(program)
    return ptx.rstrip(b"\0").decode()


def test_line_marks_change_no_instruction_of_the_ptx(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    def instructions(text: str) -> list[str]:
        return [
            line
            for line in text.splitlines()
            if line.strip() and not re.match(r"\s*(\.loc|\.file|//)", line)
        ]

    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    marked = nvrtc.compile_kernel(HISTOGRAM, "histogram", "sm_90a").ptx
    plain = _compiled_by_nvrtc_alone(HISTOGRAM, "--gpu-architecture=sm_90a")
    assert ".loc" in marked
    assert ".loc" not in plain
    assert instructions(marked) == instructions(plain)


def test_a_second_process_finds_what_the_first_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    first = nvrtc.compile_kernel(GELU, "gelu", "sm_90a")
    monkeypatch.setattr(nvrtc, "_compile_device_code", lambda *_: pytest.fail("compiled again"))
    assert nvrtc.compile_kernel(GELU, "gelu", "sm_90a") == first
    (file,) = (tmp_path / "nvrtc").iterdir()
    file.write_bytes(file.read_bytes()[:100])
    monkeypatch.undo()
    assert nvrtc.compile_kernel(GELU, "gelu", "sm_90a").entry == "gelu"


def test_the_compilers_signature_resolves_typedefs_templates_and_repeated_types():
    source = """
    #include <cuda_fp16.h>
    namespace n { typedef unsigned long long word; template <class T, int N> struct V { T x[N]; }; }
    template <class T> __global__ void k(T* a, const T* b, n::word c, n::V<T, 4> d, n::V<T, 4>* e,
                                         const __half* f, const __half* g, T** h, bool i) {}
    """
    signature = nvrtc.compile_kernel(source, "k<float>", "sm_80").signature
    assert signature is not None
    assert [kind.spelling for kind in signature] == [
        "float*", "const float*", "unsigned long long", "n::V<float, 4>", "n::V<float, 4>*",
        "const __half*", "const __half*", "float**", "bool",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name",
    ["", "k", "_Z20kernelscope_signatureIPFvA3_iEEvv", "_Z21kernelscope_signatureIPFvS9_EEvv"],
)
def test_a_mangled_name_that_is_not_understood_checks_nothing(name: str):
    assert parse_signature(name) is None


def test_kernels_are_found_in_a_source_whatever_stands_around_them():
    source = """// __global__ void not_this(int a)
    __global__ __launch_bounds__(128, 2) void first(int a);
    /* __global__ void nor_this() */ extern "C" __global__ void __launch_bounds__(64) second() {}
    __global__ void __cluster_dims__(2, 1, 1) third() {}
    """
    assert kernel_names(source) == ["first", "second", "third"]
    assert kernel_line(source, "second") == 3


@pytest.mark.gpu
def test_on_a_gpu_it_runs_on_the_tensors_device_and_the_current_stream():
    x = torch.randn(10_000, device="cuda")
    y = torch.empty_like(x)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        ks.cuda_kernel(GELU, "gelu")[40, 256](x, y, x.numel())
    stream.synchronize()
    torch.testing.assert_close(y, torch.nn.functional.gelu(x, approximate="tanh"))


@pytest.mark.gpu
def test_on_a_gpu_structs_shared_memory_and_numpy_arrays_arrive():
    x, y = np.arange(32, dtype=np.float16), np.zeros(32, np.float32)
    line = np.array((2.0, 3), dtype=[("slope", "f4"), ("shift", "i4")])[()]
    ks.cuda_kernel(STRUCTS, "line")[1, 32](x, y, line, 0.5, 1.5)
    np.testing.assert_array_equal(y, 2.0 * (x.astype(np.float32) + 3) * 0.5 + 1.5)
    values, out = torch.ones(5000, device="cuda"), torch.zeros(1, device="cuda")
    ks.cuda_kernel(REDUCE, "total")[4, 128, 100 * 1024](values, out, 5000)
    assert out.item() == 5000


@pytest.mark.gpu
def test_on_a_gpu_what_cannot_be_launched_is_a_launch_error(monkeypatch: pytest.MonkeyPatch):
    kernel = ks.cuda_kernel(GELU, "gelu")
    x = torch.zeros(4, device="cuda")
    with pytest.raises(ks.LaunchError, match=r"argument 2 is on cpu"):
        kernel[1, 32](x, torch.zeros(4), 4)
    with pytest.raises(ks.LaunchError, match="gelu"):
        kernel[1, 4096](x, x, 4)
    with pytest.raises(ks.LaunchError, match="shared memory"):
        kernel[1, 32, 1 << 20](x, x, 4)
    monkeypatch.setenv("KERNELSCOPE_SYNC", "1")
    kernel[1, 32](x, x, 4)


def test_the_kernels_of_a_file_are_compiled_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for those that C++ does not know by the name that the text shows."""
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    kernel = "__global__ void %s(float* x) { x[threadIdx.x] %s; }"
    source = tmp_path / "kernels.cu"
    text = "\n".join((
        kernel % ("twice", "*= 2"),
        kernel % ("thrice", "*= 3"),
        "#define LESS(name, n) " + kernel % ("name", "-= n"),
        "LESS(less, 1)",
        "template <int N> " + kernel % ("more", "+= N"),
    ))  # fmt: skip
    source.write_text(text)
    x = np.ones(32, np.float32)
    ks.cuda_kernel(source, "twice")[1, 32](x)
    with monkeypatch.context() as without:
        without.setattr(nvrtc, "_run", None)
        ks.cuda_kernel(source, "thrice")[1, 32](x)
    ks.cuda_kernel(source, "less")[1, 32](x)
    ks.cuda_kernel(source, "more<4>")[1, 32](x)
    assert (x == 2 * 3 - 1 + 4).all()


def test_the_machine_code_of_kernels_compiled_together_names_the_lines_of_their_ptx() -> None:
    """A template's comes behind the probe of another kernel, which was taken out."""
    source = """
    extern "C" __global__ void copy(const float* x, float* y, int n) { y[n] = x[n]; }
    template <typename T> __global__ void more(const T* x, float* y) { *y = *x + 4; }
    """
    made = nvrtc.compile_kernel(source, "more<float>", "sm_90a")
    lines = ["", *only_entry(made.ptx, made.entry).split("\n")]
    told = {
        lines[number].strip().partition(" ")[0]
        for number in ptx_lines(made.cubin, made.entry).values()
    }
    assert {"ld.global.f32", "st.global.f32", "ret;"} <= {word.partition("\t")[0] for word in told}


def test_launches_from_several_threads_do_not_disturb_each_other():
    source = """extern "C" __global__ void count(int *x, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) for (int k = 0; k < 50; k++) x[i] += 1;
    }"""
    with ks.virtual_gpu("h200") as gpu:
        count = ks.cuda_kernel(source, "count")
        arrays = [np.zeros(1000 + 37 * n, np.int32) for n in range(64)]
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda x: count[16, 256](x, x.size), arrays))
        assert len(gpu.launches) == len(arrays)
    assert all((x == 50).all() for x in arrays)


def test_the_blocks_of_a_cluster_read_each_others_memory() -> None:
    """`__cluster_dims__` makes clusters of two, which reverse 64 elements together."""
    mirrored = ks.cuda_kernel(OF_THE_CLUSTER, "mirrored")
    x, out = torch.arange(256, dtype=torch.int32), torch.zeros(256, dtype=torch.int32)
    with ks.virtual_gpu("h200"):
        mirrored[8, 32](x, out)
    assert torch.equal(out, x.view(4, 64).flip(1).reshape(-1))


def test_a_grid_that_a_kernels_clusters_do_not_divide_is_refused() -> None:
    """Three blocks are not whole clusters of two."""
    mirrored = ks.cuda_kernel(OF_THE_CLUSTER, "mirrored")
    x = torch.zeros(96, dtype=torch.int32)
    with ks.virtual_gpu("h200"), pytest.raises(ks.LaunchError, match="not a multiple of its clus"):
        mirrored[3, 32](x, x.clone())


MEETING = r"""
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void total(const int* in, int* sums, int* out) {
    atomicAdd(&sums[blockIdx.x], in[blockIdx.x * blockDim.x + threadIdx.x]);
    cg::this_grid().sync();
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) atomicAdd(&out[blockIdx.x], sums[i]);
}
extern "C" __global__ void __launch_bounds__(256, 1) wide(float* x) {
    float kept[200];
    for (int i = 0; i < 200; i++) kept[i] = x[i * 256 + threadIdx.x];
    cg::this_grid().sync();
    for (int i = 0; i < 200; i++) x[i * 256 + threadIdx.x] = kept[i] + kept[199 - i];
}
"""


def _totals(device: str) -> torch.Tensor:
    """Return the sum that each of 60 blocks finds after all of them have met."""
    total = ks.cuda_kernel(MEETING, "total")
    x = torch.arange(60 * 64, dtype=torch.int32, device=device)
    sums, out = (torch.zeros(60, dtype=torch.int32, device=device) for _ in range(2))
    total[60, 64](x, sums, out, cooperative=True)
    return out.cpu()


def test_the_blocks_of_a_cooperative_launch_wait_for_each_other() -> None:
    with ks.virtual_gpu("h200"):
        assert _totals("cpu").tolist() == [sum(range(60 * 64))] * 60


@pytest.mark.parametrize(
    ("name", "block", "most"),
    # 2,048 threads an SM; 65,536 registers an SM, of which `wide` takes more than 128 a thread
    [("total", 1024, 132 * 2), ("wide", 256, 132)],
)
def test_a_cooperative_launch_of_more_blocks_than_fit_is_refused(
    name: str, block: int, most: int
) -> None:
    """As `cudaLaunchCooperativeKernel` does (cooperativeLaunchTooLarge), on 132 SMs."""
    kernel = ks.cuda_kernel(MEETING, name)
    x = torch.zeros(1 << 16, dtype=torch.int32 if name == "total" else torch.float32)
    message = f"a cooperative launch of {most + 1} blocks; .* at most {most} at once"
    with ks.virtual_gpu("h200"), pytest.raises(ks.LaunchError, match=message):
        kernel[most + 1, block](*[x] * (3 if name == "total" else 1), cooperative=True)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_on_a_gpu_the_blocks_of_a_cooperative_launch_wait_for_each_other() -> None:
    assert _totals("cuda").tolist() == [sum(range(60 * 64))] * 60
    too_many = ks.cuda_kernel(MEETING, "total")[100_000, 1024]
    x = torch.zeros(1, dtype=torch.int32, device="cuda")
    with pytest.raises(ks.LaunchError, match="COOPERATIVE_LAUNCH_TOO_LARGE"):
        too_many(x, x, x, cooperative=True)


def test_a_kernel_whose_name_begins_anothers_keeps_its_own_parameters():
    """Whichever of the two the compiler puts first."""
    source = """
    extern "C" __global__ void add_two(float* x, float by) { x[threadIdx.x] += 2.0f * by; }
    extern "C" __global__ void add(float* x) { x[threadIdx.x] += 1.0f; }
    extern "C" __global__ void add_one(float* x, int n) { x[threadIdx.x] += n; }
    """
    x = torch.zeros(32)
    with ks.virtual_gpu("h200"):
        ks.cuda_kernel(source, "add")[1, 32](x)
        ks.cuda_kernel(source, "add_two")[1, 32](x, 3.0)
        ks.cuda_kernel(source, "add_one")[1, 32](x, 5)
    assert torch.equal(x, torch.full((32,), 12.0))
