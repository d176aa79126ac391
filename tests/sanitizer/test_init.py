"""`init`: an undefined value that decides something is found, at its line and with its origin."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import triton
import triton.language as tl

import kernelscope as ks
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import load_ptx

LINES = Path(__file__).read_text().splitlines()

# Each kernel of the first part has one fault: `// decides` is where an undefined value decides
# something, `// origin` where it comes from memory.
FAULTS = r"""
extern "C" __global__ void scratch(float* o, const float* x, const float* scratch) {
    float before = scratch[threadIdx.x];                                     // origin scratch
    o[threadIdx.x] = before + x[threadIdx.x];                                // decides scratch
}
extern "C" __global__ void accumulator(float* o, const float* x) {
    __shared__ float sum[32];
    sum[threadIdx.x] += x[threadIdx.x];                                      // origin accumulator
    __syncthreads();
    float total = 0;
    for (int i = 0; i < 32; i++)
        total += sum[i];
    o[threadIdx.x] = total;                                                  // decides accumulator
}
extern "C" __global__ void copied(float* o) {
    __shared__ float kept[64];
    if (threadIdx.x < 31)
        kept[threadIdx.x] = 1;
    __syncthreads();
    o[threadIdx.x] = kept[threadIdx.x];                                      // decides copied
}
extern "C" __global__ void variable(float* o, const float* x, int n) {
    float value;
    if (threadIdx.x < n)
        value = x[threadIdx.x];
    o[threadIdx.x] = value;                                                  // decides variable
}
extern "C" __global__ void array(float* o, const int* where, int n) {
    float own[8];
    for (int i = 0; i < n; i++)
        own[where[i] & 7] = i;
    o[threadIdx.x] = own[where[threadIdx.x] & 7];                            // decides array
}
extern "C" __global__ void branch(float* o, const float* x, const int* flags) {
    if (flags[threadIdx.x] > 3)                                              // decides branch
        __nanosleep(0), o[threadIdx.x] = x[threadIdx.x];
}
extern "C" __global__ void address(float* o, const int* where) {
    int place = where[threadIdx.x];                                          // origin address
    o[place & 31] = 1;                                                       // decides address
}
extern "C" __global__ void counter(int* count) {
    atomicAdd(count, 1);                                                     // decides counter
}
extern "C" __global__ void histogram(int* o, const int* x) {
    __shared__ int bins[32];
    atomicAdd(&bins[x[threadIdx.x] & 31], 1);                                // origin histogram
    __syncthreads();
    o[threadIdx.x] = bins[threadIdx.x];                                      // decides histogram
}
extern "C" __global__ void shuffled(float* o, const float* x, int n) {
    float value;
    if (threadIdx.x < n)
        value = x[threadIdx.x];
    o[threadIdx.x] = __shfl_down_sync(-1u, value, 1);                        // decides shuffled
}
extern "C" __global__ void vectors(float* o, const float4* scratch) {
    float4 four = scratch[threadIdx.x];                                      // origin vectors
    o[threadIdx.x] = four.x + four.y + four.z + four.w;                      // decides vectors
}
extern "C" __global__ void heap(float* o) {
    float* own = (float*)malloc(64);
    own[1] = 2;
    o[0] = own[1] + own[3];                                                  // decides heap
    free(own);
}
__device__ float taken(const float* memory, int i) { return memory[i] * 2; } // origin generic
extern "C" __global__ void generic(float* o, const float* x, int which) {
    __shared__ float kept[32];
    o[threadIdx.x] = taken(which ? kept : x, threadIdx.x);                   // decides generic
}
"""


def line(marker: str) -> str:
    """Return the place "file:line" of the line that ends with a marker; "" if there is none."""
    places = [n for n, text in enumerate(LINES, 1) if text.endswith(f"// {marker}")]
    return f"{__file__}:{places[0]}" if places else ""


def found(launch: Callable[[], object]) -> list[Finding]:
    """Return what is found in a launch on the virtual GPU."""
    with ks.virtual_gpu("h200"), Sanitizer(("init",)) as sanitizer:
        launch()
    assert sanitizer.launches
    assert not sanitizer.notes
    return sanitizer.findings


def run(source: str, name: str, threads: int, *arguments: object) -> None:
    """Launch one block of a CUDA kernel."""
    ks.cuda_kernel(source, name)[1, threads](*arguments)


def floats(count: int = 64) -> torch.Tensor:
    return torch.arange(count, dtype=torch.float32)


def numbers(count: int = 64) -> torch.Tensor:
    return torch.arange(count, dtype=torch.int32)


ARGUMENTS: dict[str, Callable[[], tuple[Any, ...]]] = {
    "scratch": lambda: (torch.empty(32), floats(), torch.empty(32)),
    "accumulator": lambda: (torch.empty(32), floats()),
    "copied": lambda: (torch.empty(32),),
    "variable": lambda: (torch.empty(32), floats(), 30),
    "array": lambda: (torch.empty(32), numbers(), 6),
    "branch": lambda: (torch.zeros(32), floats(), torch.empty(32, dtype=torch.int32)),
    "address": lambda: (torch.zeros(32), torch.empty_like(numbers())),
    "counter": lambda: (numbers().new_empty(1),),
    "histogram": lambda: (torch.empty(32, dtype=torch.int32), numbers()),
    "shuffled": lambda: (torch.empty(32), floats(), 30),
    "vectors": lambda: (torch.empty(32), torch.empty(128)),
    "heap": lambda: (torch.empty(1),),
    "generic": lambda: (torch.empty(32), floats(), 1),
}
# kind, the memory's or register's name begins with this, element, first thread, lanes
EXPECTED = {
    "scratch": ("stored", "scratch_param_2", 0, 0, 32),
    "accumulator": ("stored", "sum", 0, 0, 32),
    "copied": ("stored", "kept", 31, 31, 1),
    "variable": ("stored", "%", -1, 30, 2),
    "array": ("stored", "local memory", 6, 6, 8),
    "branch": ("branch", "branch_param_2", 0, 0, 32),
    "address": ("address", "address_param_1", 0, 0, 32),
    "counter": ("stored", "counter_param_0", 0, 0, 32),
    "histogram": ("stored", "bins", 0, 0, 32),
    "shuffled": ("stored", "%", -1, 29, 3),
    "vectors": ("stored", "vectors_param_1", 0, 0, 32),
    "heap": ("stored", "device heap", 3, 0, 32),
    "generic": ("stored", "kept", 0, 0, 32),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_fault_is_found_where_it_decides_with_its_origin(name: str) -> None:
    """One finding, with kind, lines, memory and element, first thread, and how many lanes."""
    (finding,) = found(lambda: run(FAULTS, name, 32, *ARGUMENTS[name]()))
    kind, buffer, index, thread, count = EXPECTED[name]
    assert finding.place.source == line(f"decides {name}")
    assert finding.kind == kind
    assert (finding.tool, finding.kernel, finding.block) == ("init", name, (0, 0, 0))
    assert finding.thread == (thread, 0, 0)
    assert finding.count == count
    assert finding.buffer.startswith(buffer)
    assert finding.index == index
    origin = line(f"origin {name}")
    if origin:
        assert finding.other is not None
        assert finding.other.source == origin


# Each of these reads something undefined, and lets it decide nothing.
FINE = r"""
extern "C" __global__ void masked(float* o, const float* x, int n) {
    __shared__ float kept[64];
    if (threadIdx.x < n)
        kept[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    float value = kept[threadIdx.x];
    o[threadIdx.x] = threadIdx.x < n ? value : 0;
}
extern "C" __global__ void left_out(float* o, const float* scratch, int n) {
    float value = scratch[threadIdx.x] * 2;
    if (threadIdx.x < n)
        o[threadIdx.x] = value;
}
extern "C" __global__ void copies(float4* o, const float4* padded) {
    __shared__ float4 tile[32];
    tile[threadIdx.x] = padded[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = tile[31 - threadIdx.x];
}
extern "C" __global__ void both(float* o, const float* x, const int* flags, int n) {
    bool inside = threadIdx.x < n;
    int flag = flags[threadIdx.x];
    if (inside & (flag > 3))
        o[threadIdx.x] = x[threadIdx.x];
    else
        o[threadIdx.x] = 0;
}
extern "C" __global__ void exchanged(int* o) {
    o[threadIdx.x] = 0;
    atomicExch(o + 32 + threadIdx.x, 5);
    o[threadIdx.x] = o[32 + threadIdx.x] + 1;
}
extern "C" __global__ void written(float* o, const float* x) {
    __shared__ float sum[32];
    float own[8];
    for (int i = 0; i < 8; i++)
        own[i] = x[i];
    sum[threadIdx.x] = 0;
    __syncthreads();
    sum[31 - threadIdx.x] += own[threadIdx.x & 7];
    __syncthreads();
    o[threadIdx.x] = sum[threadIdx.x];
}
extern "C" __global__ void halves(unsigned short* o, const unsigned short* x, int n) {
    if (threadIdx.x < n)
        o[threadIdx.x] = x[threadIdx.x] + 1;
}
extern "C" __global__ void voted(float* o, const float* x, int n) {
    float value;
    bool inside = threadIdx.x < n;
    unsigned mask = __ballot_sync(-1u, inside);
    if (inside) {
        value = x[threadIdx.x];
        for (int step = 8; step; step /= 2)
            value += __shfl_down_sync(mask, value, step);
    }
    if (threadIdx.x == 0)
        o[0] = value;
}
"""
HARMLESS: dict[str, Callable[[], tuple[Any, ...]]] = {
    "masked": lambda: (torch.empty(32), floats(), 20),
    "left_out": lambda: (torch.empty(32), torch.cat([floats(20), torch.empty(12)]), 20),
    "copies": lambda: (torch.empty(128), torch.empty(128)),
    "both": lambda: (torch.empty(32), floats(), half_written(), 20),
    "exchanged": lambda: (torch.empty(64, dtype=torch.int32),),
    "written": lambda: (torch.empty(32), floats()),
    "halves": lambda: (torch.empty(32, dtype=torch.int16), torch.ones(32, dtype=torch.int16), 31),
    "voted": lambda: (torch.empty(1), floats(), 16),
}


def half_written() -> torch.Tensor:
    flags = torch.empty(32, dtype=torch.int32)
    flags[:20] = numbers(20)
    return flags


@pytest.mark.parametrize("name", HARMLESS)
def test_what_decides_nothing_is_no_finding(name: str) -> None:
    """Masked lanes, selects, copies with their padding, values behind a condition that is false."""
    assert found(lambda: run(FINE, name, 32, *HARMLESS[name]())) == []


def test_what_a_kernel_or_the_host_has_written_is_defined() -> None:
    """By a kernel before, by an operator, through a NumPy view, by half a tensor."""
    add = 'extern "C" __global__ void add(float* o, const float* x) { o[threadIdx.x] += x[0]; }'

    def launches() -> None:
        fill = 'extern "C" __global__ void fill(float* o) { o[threadIdx.x] = 1; }'
        by_kernel, by_operator, by_numpy, half = (torch.empty(32) for _ in range(4))
        run(fill, "fill", 32, by_kernel)
        by_operator.fill_(3)
        by_numpy.numpy()[:] = 2
        half[:16].copy_(torch.ones(16))
        for tensor in (by_kernel, by_operator, by_numpy):
            run(add, "add", 32, tensor, floats())
        run(add, "add", 16, half, floats())

    assert found(launches) == []


def test_the_other_half_of_a_tensor_is_still_undefined() -> None:
    """Sixteen of 32 threads add to what nothing wrote, in two launches: counted together."""
    add = 'extern "C" __global__ void add(float* o, const float* x) { o[threadIdx.x] += x[0]; }'

    def launches() -> None:
        for _ in range(2):
            half = torch.empty(32)
            half[:16] = 1
            run(add, "add", 32, half, floats())

    (finding,) = found(launches)
    assert (finding.index, finding.thread, finding.count) == (16, (16, 0, 0), 32)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("missing", [0, 11, 30, 31])
def test_one_element_of_16_bits_that_the_host_left_out_is_undefined(
    dtype: torch.dtype, missing: int
) -> None:
    """Also if the host has written the other half of its word."""
    name = "__half" if dtype == torch.float16 else "__nv_bfloat16"
    add = f"""#include <cuda_fp16.h>
    #include <cuda_bf16.h>
    extern "C" __global__ void add({name}* o, const {name}* x) {{
        o[threadIdx.x] = x[threadIdx.x] + x[threadIdx.x];
    }}"""
    out = torch.zeros(32, dtype=dtype)

    def launches() -> None:
        x = torch.empty(32, dtype=dtype)
        x[:missing] = 1
        x[missing + 1 :] = 1
        run(add, "add", 32, out, x)

    (finding,) = found(launches)
    assert (finding.index, finding.thread, finding.count) == (missing, (missing, 0, 0), 1)


def test_a_block_does_not_see_what_the_block_before_left_in_shared_memory() -> None:
    source = r"""
    extern "C" __global__ void k(float* o) {
        __shared__ float kept[32];
        if (blockIdx.x == 0)
            kept[threadIdx.x] = 1;
        o[blockIdx.x * 32 + threadIdx.x] = kept[threadIdx.x];
    }"""
    (finding,) = found(lambda: ks.cuda_kernel(source, "k")[2, 32](torch.empty(64)))
    assert (finding.block, finding.count) == ((1, 0, 0), 32)


def test_lanes_that_run_independently_are_followed() -> None:
    """Lanes that meet at a shuffle from two sides of a branch."""
    source = r"""
    extern "C" __global__ void k(float* o, const float* x, const float* scratch) {
        float value;
        if (threadIdx.x & 1) {
            value = __shfl_xor_sync(-1u, scratch[threadIdx.x], 1);
        } else {
            value = __shfl_xor_sync(-1u, x[threadIdx.x], 1);
        }
        __syncwarp();
        o[threadIdx.x] = value + 1;
    }"""
    kernel = ks.cuda_kernel(source, "k")
    assert found(lambda: kernel[1, 32](torch.empty(32), floats(), floats())) == []
    (finding,) = found(lambda: kernel[1, 32](torch.empty(32), floats(), torch.empty(32)))
    assert finding.kind == "stored"
    # Even lanes get what odd ones read from the scratch.
    assert (finding.thread, finding.count) == ((0, 0, 0), 16)


@triton.jit
def softmax_with_scratch(x, y, scratch, n, BLOCK: tl.constexpr):  # pyright: ignore[reportMissingParameterType]
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    values = tl.load(x + row * n + columns, mask=mask, other=float("-inf"))
    e = tl.exp(values - tl.max(values, axis=0))
    total = tl.load(scratch + row) + tl.sum(e, axis=0)  # origin: torch.empty
    tl.store(y + row * n + columns, e / total, mask=mask)  # decides


@triton.jit
def softmax_of_masked_lanes(x, y, n, BLOCK: tl.constexpr):  # pyright: ignore[reportMissingParameterType]
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    values = tl.load(x + row * n + columns, mask=mask)
    e = tl.exp(values - tl.max(tl.where(mask, values, float("-inf")), axis=0))
    e = tl.where(mask, e, 0.0)
    tl.store(y + row * n + columns, e / tl.sum(e, axis=0), mask=mask)


@pytest.mark.triton
def test_a_triton_softmax_with_unwritten_scratch() -> None:
    def launch() -> None:
        x = torch.randn(8, 100)
        y, scratch = torch.empty_like(x), torch.empty(8)
        softmax_with_scratch[(8,)](x, y, scratch, 100, BLOCK=128)

    (finding,) = found(launch)
    texts = [
        LINES[int(place.source.rpartition(":")[2]) - 1]
        for place in (finding.place, finding.other)
        if place
    ]
    assert texts[0].endswith("# decides")
    assert texts[1].endswith("# origin: torch.empty")
    assert (finding.kind, finding.index, finding.count) == ("stored", 0, 800)


@pytest.mark.triton
def test_triton_lanes_behind_a_mask_are_silent() -> None:
    """Lanes that a load leaves undefined are dropped by a select; the result feeds the next."""

    def launch() -> None:
        x = torch.randn(8, 100)
        y, z = torch.empty_like(x), torch.empty_like(x)
        softmax_of_masked_lanes[(8,)](x, y, 100, BLOCK=128)
        softmax_of_masked_lanes[(8,)](y, z, 100, BLOCK=128)
        np.testing.assert_allclose(z.sum(1), 1, rtol=1e-5)

    assert found(launch) == []


def test_without_the_tool_nothing_is_followed() -> None:
    """The same fault in a plain launch: no tags, and the program that plain launches run."""
    source = r"""
    extern "C" __global__ void k(float* o) {
        __shared__ float kept[32];
        o[threadIdx.x] = kept[threadIdx.x];
    }"""
    kernel = ks.cuda_kernel(source, "k")
    assert len(found(lambda: kernel[1, 32](torch.empty(32)))) == 1
    with ks.virtual_gpu("h200"), Sanitizer(("race",)) as sanitizer:
        kernel[1, 32](torch.empty(32))
    assert sanitizer.findings == []


# One m16n8k8 product of bf16. Lane 4·g + t has row g (first register) and g + 8 (second) of A,
# column g of B, and elements 2·t and 2·t + 1 of rows g and g + 8 of the result.
PRODUCT = r"""
extern "C" __global__ void product(float* o, const unsigned* x, int row, int column) {
    int group = threadIdx.x / 4, lane = threadIdx.x;
    unsigned a0 = x[lane + (group == row ? 32 : 0)], a1 = x[lane + (group + 8 == row ? 32 : 0)];
    unsigned b = x[lane + (group == column ? 32 : 0)];
    float d[4];
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6},"
                 " {%7,%7,%7,%7};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a0), "r"(a1), "r"(b), "f"(0.0f));
    for (int n = 0; n < 4; n++) {
        int i = group + n / 2 * 8, j = lane % 4 * 2 + n % 2;
        if (i != row && j != column)
            o[i * 8 + j] = d[n];
    }
}
extern "C" __global__ void all_of_it(float* o, const unsigned* x, int row, int column) {
    int group = threadIdx.x / 4, lane = threadIdx.x;
    unsigned a0 = x[lane + (group == row ? 32 : 0)], a1 = x[lane + (group + 8 == row ? 32 : 0)];
    unsigned b = x[lane + (group == column ? 32 : 0)];
    float d[4];
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6},"
                 " {%7,%7,%7,%7};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a0), "r"(a1), "r"(b), "f"(0.0f));
    for (int n = 0; n < 4; n++)
        o[(group + n / 2 * 8) * 8 + lane % 4 * 2 + n % 2] = d[n];
}
"""


@pytest.mark.parametrize(("row", "column"), [(3, 99), (12, 99), (99, 0), (99, 5), (7, 6), (15, 7)])
def test_an_undefined_row_of_a_matrix_spoils_that_row_of_the_product_alone(
    row: int, column: int
) -> None:
    """The other elements are stored in silence; stored as a whole, row and column are found."""

    def launch(name: str) -> None:
        half = torch.empty(64, dtype=torch.int32)
        half[:32] = 0x3F803F80
        run(PRODUCT, name, 32, torch.empty(128), half, row, column)

    assert found(lambda: launch("product")) == []
    findings = found(lambda: launch("all_of_it"))
    spoilt = 8 * (row < 16) + 16 * (column < 8) - (row < 16 and column < 8)
    assert sum(finding.count for finding in findings) == spoilt


def test_matrices_go_through_shared_memory_row_by_row() -> None:
    """`ldmatrix` of 8 rows of which row 3 was never written, plain and transposed."""
    source = r"""
    extern "C" __global__ void k(unsigned* o, int transposed, int keep) {
        __shared__ __align__(128) unsigned short tile[64];
        for (int i = threadIdx.x; i < 64; i += 32)
            if (i / 8 != 3)
                tile[i] = i;
        __syncthreads();
        unsigned at = __cvta_generic_to_shared(tile + threadIdx.x % 8 * 8), got;
        if (transposed)
            asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                         : "=r"(got) : "r"(at));
        else
            asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                         : "=r"(got) : "r"(at));
        bool spoilt = transposed ? threadIdx.x % 4 == 1 : threadIdx.x / 4 == 3;
        if (!spoilt || keep)
            o[threadIdx.x] = got;
    }"""
    kernel = ks.cuda_kernel(source, "k")
    for transposed, lanes in ((0, 4), (1, 8)):
        output = torch.empty(32, dtype=torch.int32)
        assert found(lambda t=transposed, o=output: kernel[1, 32](o, t, 0)) == []
        (finding,) = found(lambda t=transposed, o=output: kernel[1, 32](o, t, 1))
        assert (finding.buffer, finding.count) == ("tile", lanes)


def test_an_asynchronous_copy_copies_what_is_undefined() -> None:
    """Sixteen bytes a lane; half of the source was written, and a quarter is filled with zeros."""
    source = r"""
    #include <cuda_pipeline.h>
    extern "C" __global__ void k(float* o, const float* x, int summed) {
        __shared__ __align__(16) float tile[128];
        __pipeline_memcpy_async(tile + 4 * threadIdx.x, x + 4 * threadIdx.x, 16,
                                threadIdx.x < 24 ? 0 : 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        if (threadIdx.x < 16 || threadIdx.x >= 24 || summed)
            o[threadIdx.x] = tile[4 * threadIdx.x] + 1;
    }"""
    kernel = ks.cuda_kernel(source, "k")

    def launch(summed: int) -> None:
        x = torch.empty(128)
        x[:64] = 1
        kernel[1, 32](torch.empty(32), x, summed)

    assert found(lambda: launch(0)) == []
    (finding,) = found(lambda: launch(1))
    assert (finding.thread, finding.count) == ((16, 0, 0), 8)


def test_a_copy_that_arrives_at_an_mbarrier_copies_what_is_undefined() -> None:
    """`cp.async.mbarrier.arrive` has one address and copies nothing itself."""
    source = r"""
    extern "C" __global__ void k(float* o, const float* x) {
        __shared__ float tile[32];
        __shared__ unsigned long long full;
        unsigned to = __cvta_generic_to_shared(tile + threadIdx.x);
        unsigned barrier = __cvta_generic_to_shared(&full);
        if (threadIdx.x == 0)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(barrier));
        __syncthreads();
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
                     :: "r"(to), "l"(x + threadIdx.x) : "memory");
        asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];"
                     :: "r"(barrier) : "memory");
        asm volatile("{ .reg .pred p; again:"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra again; }"
                     :: "r"(barrier) : "memory");
        o[threadIdx.x] = tile[31 - threadIdx.x] + 1;
    }"""
    kernel = ks.cuda_kernel(source, "k")

    def launch() -> None:
        x = torch.empty(32)
        x[:24] = 1
        kernel[1, 32](torch.empty(32), x)

    (finding,) = found(launch)
    assert (finding.thread, finding.count) == ((0, 0, 0), 8)


def test_tags_of_freed_tensors_are_dropped() -> None:
    """A thousand outputs of 64 KiB, each freed: their tags do not stay."""
    fill = ks.cuda_kernel(
        'extern "C" __global__ void fill(float* o) { o[threadIdx.x] = 1; }', "fill"
    )
    with ks.virtual_gpu("h200"), Sanitizer(("init",)):
        before = resident()
        kept = [torch.empty(4) for _ in range(3)]
        for size in range(1000):
            fill[1, 4](torch.empty(1 << 14 | size))
            fill[1, 4](kept[0])
        assert resident() - before < 40e6


def resident() -> int:
    """Return the bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def test_a_store_into_another_blocks_shared_memory_defines_it() -> None:
    """Each block of a cluster writes half of the other's array; the rest stays undefined."""
    source = r"""
    #include <cooperative_groups.h>
    namespace cg = cooperative_groups;
    extern "C" __global__ void __cluster_dims__(2) k(float* o, int whole) {
        __shared__ float kept[32];
        cg::cluster_group cluster = cg::this_cluster();
        float* other = cluster.map_shared_rank(kept, cluster.block_rank() ^ 1);
        if (threadIdx.x < 16)
            other[threadIdx.x] = threadIdx.x;
        cluster.sync();
        if (threadIdx.x < 16 || whole)
            o[blockIdx.x * 32 + threadIdx.x] = kept[threadIdx.x];
    }"""
    kernel = ks.cuda_kernel(source, "k")
    assert found(lambda: kernel[2, 32](torch.empty(64), 0)) == []
    (finding,) = found(lambda: kernel[2, 32](torch.empty(64), 1))
    assert (finding.index, finding.thread, finding.count) == (16, (16, 0, 0), 32)


def product(scale: str) -> str:
    """Return PTX of a product whose old sums nothing has written; `%p` is true if `n` is not 0."""
    sums = ", ".join(f"%f{k}" for k in range(4))
    return f"""
.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n) {{
    .reg .b32 %t, %n; .reg .f32 %f<4>; .reg .pred %p; .reg .b64 %o, %d;
    .shared .align 128 .b8 tile[4096];
    ld.param.u64 %o, [out]; ld.param.u32 %n, [n]; setp.ne.u32 %p, %n, 0;
    mov.u32 %t, %tid.x; mov.u64 %d, 0;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{{sums}}}, %d, %d, {scale}, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    mad.wide.u32 %o, %t, 4, %o;
    st.global.f32 [%o], %f0;
    ret;
}}"""


@pytest.mark.parametrize(
    ("scale", "n", "kinds"),
    [("0", 1, []), ("1", 1, ["stored"]), ("%p", 0, []), ("%p", 1, ["stored"])],
)
def test_a_product_that_adds_to_nothing_reads_no_sums(scale: str, n: int, kinds: list[str]) -> None:
    kernel = load_ptx(product(scale), gpu="h200").kernel("k")
    with Sanitizer(["init"]) as found:
        kernel.launch((1, 1, 1), (128, 1, 1), [np.zeros(128, np.float32), n])
    assert [finding.kind for finding in found.findings] == kinds


PIECES = """
.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 out) {
    .reg .b64 %o, %w, %x; .reg .b32 %t, %v, %u, %p, %q, %r; .reg .pred %odd, %never;
    .reg .b16 %hv, %hu, %h, %l, %e; .reg .b8 %n;
    .shared .align 16 .b8 kept[512]; .local .align 16 .b8 own[16];
    mov.u32 %t, %tid.x; ld.param.u64 %o, [out]; mad.wide.u32 %o, %t, 8, %o;
    mov.b32 %v, 7; cvt.u16.u32 %hv, %v; and.b32 %p, %t, 1; setp.eq.u32 %odd, %p, 1;
    BODY
    ret;
}"""
"""%u and %hu are read and never written."""

PACKED = {
    "fp8 of f32": (
        "cvt.rn.satfinite.e4m3x2.f32 %h, %u, %v;", "st.b8 [%o], %h;", "st.b16 [%o], %h;"
    ),
    "fp8, shifted down": (
        "cvt.rn.satfinite.e5m2x2.f32 %h, %v, %u;",
        "shr.b16 %l, %h, 8; st.b8 [%o], %l;",
        "shl.b16 %l, %h, 8; st.b16 [%o], %l;",
    ),
    "fp8 of f16": (
        "mov.b32 %p, {%hv, %hu}; cvt.rn.satfinite.e4m3x2.f16x2 %h, %p;",
        "st.b8 [%o], %h;",
        "shr.u16 %h, %h, 8; st.b8 [%o], %h;",
    ),
    "f16 of fp8": (
        ("cvt.rn.satfinite.e4m3x2.f32 %h, %u, %v; cvt.rn.f16x2.e4m3x2 %p, %h;"
        " mov.b32 {%l, %e}, %p;"),
        "cvt.f32.f16 %q, %l; st.b32 [%o], %q;",
        "cvt.f32.f16 %q, %e; st.b32 [%o], %q;",
    ),
    "f16x2": (
        "cvt.rn.f16x2.f32 %p, %u, %v; mul.f16x2 %p, %p, %p; add.bf16x2 %p, %p, %v;",
        "st.b16 [%o], %p;",
        "st.b32 [%o], %p;",
    ),
    "a pair in shared memory": (
        ("mov.b32 %p, {%hu, %hv}; mov.b32 %q, kept; mad.lo.u32 %q, %t, 4, %q;"
        " st.shared.b32 [%q], %p; ld.shared.b32 %r, [%q]; mov.b32 {%l, %e}, %r;"),
        "st.b16 [%o], %e;",
        "st.b16 [%o], %l;",
    ),
    "bytes in shared memory": (
        ("mov.b32 %q, kept; mad.lo.u32 %q, %t, 4, %q; st.shared.b8 [%q+1], %v;"
        " ld.shared.b32 %r, [%q];"),
        "bfe.u32 %p, %r, 8, 8; st.b32 [%o], %p;",
        "bfe.u32 %p, %r, 8, 9; st.b32 [%o], %p;",
    ),
    "local memory": (
        "mov.b64 %x, {%v, %u}; st.local.b64 [own], %x; ld.local.v2.b32 {%p, %q}, [own];",
        "st.b32 [%o], %p;",
        "st.b32 [%o], %q;",
    ),
    "prmt": (
        "prmt.b32 %p, %u, %v, 0x1504;", "prmt.b32 %q, %p, 0, 0x4420; st.b32 [%o], %q;",
        "prmt.b32 %q, %p, 0, 0x4421; st.b32 [%o], %q;",
    ),
    "or of halves": (
        "shl.b32 %p, %u, 16; and.b32 %q, %v, 0xffff; or.b32 %p, %p, %q;",
        "and.b32 %q, %p, 0xffff; st.b32 [%o], %q;",
        "and.b32 %q, %p, 0x1ffff; st.b32 [%o], %q;",
    ),
    "a mask in a register": (
        "mov.b32 %p, {%hv, %hu}; shl.b32 %q, %v, 13; and.b32 %q, %q, 0x7000;",
        "and.b32 %r, %p, %q; st.b32 [%o], %r;",
        "or.b32 %r, %p, %q; st.b32 [%o], %r;",
    ),
    "a word of 64 bits": (
        "mov.b64 %w, {%u, %v}; selp.b64 %w, %w, %w, %odd;",
        "shr.u64 %x, %w, 32; st.b64 [%o], %x;",
        "cvt.u32.u64 %p, %w; st.b32 [%o], %p;",
    ),
    "a shuffle": (
        "bfi.b32 %p, %u, %v, 8, 8; shfl.sync.bfly.b32 %p, %p, 1, 31, -1;",
        "shr.u32 %p, %p, 16; st.b32 [%o], %p;",
        "shr.u32 %p, %p, 15; st.b32 [%o], %p;",
    ),
    "a loop": (
        ("mov.b32 %p, {%hv, %hu}; mov.b32 %q, 0; $again: add.s32 %q, %q, 1; shf.l.wrap.b32 %p, %p,"
        " %p, 16; shf.l.wrap.b32 %p, %p, %p, 16; setp.lt.u32 %odd, %q, 3; @%odd bra $again;"),
        "st.b16 [%o], %p;",
        "st.b32 [%o], %p;",
    ),
}  # fmt: skip
"""What packs a defined part with an undefined one; a store of the first, and one of the other."""


@pytest.mark.parametrize("name", PACKED)
def test_an_undefined_part_matters_only_where_it_is_stored(name: str) -> None:
    """Each byte of a register is defined by itself, whatever packs it and takes it out again."""
    pack, good, bad = PACKED[name]
    out = np.zeros(256, np.uint8)
    for body, count in ((good, 0), (bad, 32)):
        kernel = load_ptx(PIECES.replace("BODY", f"{pack} {body}"), gpu="h200").kernel("k")
        findings = found(lambda launched=kernel: launched.launch((1, 1, 1), (32, 1, 1), [out]))
        assert [finding.count for finding in findings] == [count] * bool(count), body
        origins = ("%u", "%hu", "kept[", "local memory[")
        assert all(any(name in f.message for name in origins) for f in findings)


@triton.jit
def narrowed(x, y, N: tl.constexpr, B: tl.constexpr, KIND: tl.constexpr):  # pyright: ignore
    i = tl.arange(0, B)
    tl.store(y + i, tl.load(x + i, mask=i < N).to(KIND), mask=i < N)


@pytest.mark.triton
@pytest.mark.parametrize("warps", [1, 4])
@pytest.mark.parametrize("kind", [tl.float8e4nv, tl.float8e5, tl.float16, tl.bfloat16])
def test_triton_casts_of_elements_side_by_side(kind: tl.dtype, warps: int) -> None:
    """Elements are converted in pairs, some of which are half padding or half behind the mask."""
    size = {8: torch.uint8, 16: torch.int16}[kind.primitive_bitwidth]
    for count, block in ((32, 32), (61, 64), (517, 1024)):
        x, y = torch.ones(count), torch.zeros(count, dtype=size)
        y = triton.reinterpret(y, dtype=kind)
        assert not found(
            lambda x=x, y=y, n=count, b=block: narrowed[(1,)](
                x, y, N=n, B=b, KIND=kind, num_warps=warps
            )
        )
