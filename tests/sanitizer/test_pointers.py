"""Memory that no argument names is looked at as that of the arguments is: pointers in structs, in
integers, in tables and in variables.
"""

# A Triton kernel's parameters have no Python type to write down.
# pyright: reportMissingParameterType=false
from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest
import torch
import triton
import triton.language as tl

import kernelscope as ks
from kernelscope.frontends.cuda.module import CudaModule

SOURCE = """\
extern "C" __global__ void add(float** table, float* o) {
    float* x = table[threadIdx.x / 16];
    o[threadIdx.x] = x[threadIdx.x % 16] + 1;
}
extern "C" __global__ void count(int** table) {
    int* x = table[blockIdx.x % 2];
    if (threadIdx.x == 0) *x = *x + 1;
}
extern "C" __global__ void count_apart(int** table) {
    int* x = table[blockIdx.x];
    if (threadIdx.x == 0) *x = *x + 1;
}
"""


@pytest.fixture(scope="module")
def module() -> CudaModule:
    return ks.cuda_module(SOURCE)


STRUCTS = """\
struct Part { float* rows[2]; int n; };
struct Job { int n; Part part; float* out; };
__device__ float* kept;
__device__ float* list[3];
__global__ void halves(Job job) { job.part.rows[1][threadIdx.x / 2] = threadIdx.x; }
__global__ void past(Job job) { job.out[job.n + threadIdx.x] = 1; }
__global__ void fresh(Job job) { job.out[threadIdx.x] = job.part.rows[0][threadIdx.x] + 1; }
__global__ void number(unsigned long long a) { ((float*)a)[threadIdx.x / 2] = threadIdx.x; }
__global__ void variable() { kept[threadIdx.x / 2] = threadIdx.x; }
__global__ void variables() { list[2][threadIdx.x / 2] = threadIdx.x; }
__global__ void length(float* at, float* end, int* n) { while (at != end) { at++; ++*n; } }
"""


class Part(ctypes.Structure):
    """As the kernel has it."""

    _fields_ = (("rows", ctypes.c_void_p * 2), ("n", ctypes.c_int))


class Job(ctypes.Structure):
    """As the kernel has it."""

    _fields_ = (("n", ctypes.c_int), ("part", Part), ("out", ctypes.c_void_p))


JOB = np.dtype([
    ("n", "i4"), ("part", [("rows", "u8", (2,)), ("n", "i4")], ), ("out", "u8"),
], align=True)  # fmt: skip


def job_of(x: torch.Tensor, rows: tuple[torch.Tensor, ...] = (), n: int = 0) -> Job:
    pointers = (ctypes.c_void_p * 2)(*(row.data_ptr() for row in rows))
    return Job(n, Part(pointers, len(rows)), x.data_ptr())


@pytest.fixture(scope="module")
def structs() -> CudaModule:
    return ks.cuda_module(STRUCTS)


def test_a_pointer_in_a_nested_struct_is_watched_and_named(structs: CudaModule) -> None:
    x, y = torch.zeros(64), torch.zeros(64)
    for job in (job_of(x, (x, y)), np.frombuffer(bytes(job_of(x, (x, y))), JOB)[0]):
        with ks.check(tools="race") as found:
            structs.kernel("halves")[1, 64](job)
        (finding,) = found.findings
        assert (finding.kind, finding.count) == ("write-write", 32)
        assert finding.message.startswith("a thread writes job.part.rows[1][0] while")
    assert y[:32].tolist() == [2.0 * n + 1 for n in range(32)]


def test_a_struct_of_plain_bytes_is_named_by_its_bytes(structs: CudaModule) -> None:
    y = torch.zeros(64)
    with ks.check(tools="race") as found:
        structs.kernel("halves")[1, 64](bytes(job_of(y, (y, y))))
    assert found.findings[0].buffer == "job (byte 8)"


def test_what_is_behind_a_pointer_in_a_struct_must_be_written(structs: CudaModule) -> None:
    with ks.check(tools="init") as found:
        fresh, o = torch.empty(64), torch.zeros(64)
        structs.kernel("fresh")[1, 64](job_of(o, (fresh,)))
    (finding,) = found.findings
    assert (finding.kind, finding.buffer, finding.count) == ("stored", "job.part.rows[0]", 64)


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_an_access_outside_names_the_field(tmp_path: Path, device: str) -> None:
    """Of a tensor of the GPU the address alone says to whom it belongs."""
    kernel = f"ks.cuda_kernel({STRUCTS!r}, 'past')"
    script = tmp_path / "past.py"
    script.write_text(
        "import ctypes, torch, kernelscope as ks\n"
        "class Job(ctypes.Structure):\n"
        "    _fields_ = (('n', ctypes.c_int), ('part', ctypes.c_char * 24),"
        " ('out', ctypes.c_void_p))\n"
        f"x = torch.zeros(64, device={device!r})\n"
        f"{kernel}[1, 32](Job(1000, b'', x.data_ptr()))\n"
    )
    (finding,) = ks.check(script).findings
    assert (finding.tool, finding.kind, finding.thread) == ("memory", "out-of-bounds", (0, 0, 0))
    if device == "cuda":
        assert finding.message.startswith("accesses job.out[1000], which is outside job.out: ")


def test_an_integer_that_is_an_address(structs: CudaModule) -> None:
    y = torch.zeros(64)
    with ks.check(tools="race") as found:
        structs.kernel("number")[1, 64](y[16:].data_ptr())
    (finding,) = found.findings
    assert (finding.kind, finding.buffer, finding.index) == ("write-write", "a", 0)


def test_a_pointer_in_a_variable_of_the_device(structs: CudaModule) -> None:
    x, y = torch.zeros(64), torch.zeros(64)
    with ks.virtual_gpu():
        structs.variable("kept").set(x.data_ptr())
        structs.variable("list").set([0, 0, y.data_ptr()])
    for kernel, name in (("variable", "kept"), ("variables", "list[2]")):
        with ks.check(tools="race") as found:
            structs.kernel(kernel)[1, 64]()
        (finding,) = found.findings
        assert (finding.kind, finding.buffer, finding.count) == ("write-write", name, 32)


def test_a_word_of_the_arguments_stays_as_it_is(structs: CudaModule) -> None:
    """The end of an array is no address of it, and must equal the last pointer plus one."""
    y, n = torch.zeros(64), torch.zeros(1, dtype=torch.int32)
    with ks.check() as found:
        structs.kernel("length")[1, 1](y.data_ptr(), y.data_ptr() + 4 * 64, n)
    assert found.ok
    assert n.item() == 64


def table_of(*tensors: torch.Tensor) -> torch.Tensor:
    return torch.tensor([one.data_ptr() for one in tensors])


def test_blocks_that_write_through_one_pointer_race(module: CudaModule) -> None:
    """Four blocks have a counter each, then share two."""
    counters = [torch.zeros(1, dtype=torch.int32) for _ in range(4)]
    with ks.check(tools="race") as found:
        module.kernel("count_apart")[4, 32](table_of(*counters))
    assert found.ok
    with ks.check(tools="race") as found:
        module.kernel("count")[4, 32](table_of(*counters))
    kinds = {one.kind for one in found.findings}
    assert kinds & {"write-read", "read-write"}
    assert counters[0].item() == 3  # one by the first launch, two by the second


def test_what_nothing_has_written_is_found_behind_a_pointer(module: CudaModule) -> None:
    """Of four tensors of the table the third is `torch.empty`: its 16 lanes are named."""
    o = torch.zeros(64)
    with ks.check(tools="init") as found:
        tensors = [torch.zeros(16), torch.zeros(16), torch.empty(16), torch.zeros(16)]
        module.kernel("add")[1, 64](table_of(*tensors), o)
    (finding,) = found.findings
    assert (finding.kind, finding.thread, finding.count) == ("stored", (32, 0, 0), 16)
    assert finding.buffer == "table[2]"


def test_lanes_of_several_tensors_each_get_their_own(module: CudaModule) -> None:
    """One load of a warp reads two tensors: the values are those of a plain run."""
    tensors = [torch.full((16,), float(n)) for n in range(4)]
    o = torch.zeros(64)
    with ks.check() as found:
        module.kernel("add")[1, 64](table_of(*tensors), o)
    assert found.ok
    assert o.tolist() == [1.0] * 16 + [2.0] * 16 + [3.0] * 16 + [4.0] * 16


@triton.jit
def grouped_kernel(table, BLOCK: tl.constexpr):
    x = tl.load(table + tl.program_id(0) % 2).to(tl.pointer_type(tl.float32))
    offsets = tl.arange(0, BLOCK)
    tl.store(x + offsets, tl.load(x + offsets) * 2)


def test_a_grouped_triton_kernel() -> None:
    """Two programs have a tensor each; a third one has that of the first."""
    with ks.check() as found:
        tensors = [torch.ones(128) for _ in range(2)]
        grouped_kernel[(2,)](table_of(*tensors), BLOCK=128)
    assert found.ok
    with ks.check() as found:
        grouped_kernel[(3,)](table_of(*tensors), BLOCK=128)
    assert {one.tool for one in found.findings} == {"race"}


CACHED = """
__global__ void stale(const float* __restrict__ p, float* w, float* o) {
    w[3] = 2;
    __syncthreads();
    o[threadIdx.x] = __ldg(p + 3);
}
__global__ void promised(const float* p) { ((float*)p)[threadIdx.x] = 1; }
"""


def test_limits_hold_for_addresses_in_numbers() -> None:
    x, o = torch.zeros(64), torch.zeros(64)
    module = ks.cuda_module(CACHED)
    with ks.check(tools="memory") as found:
        module.kernel("stale")[1, 1](x.data_ptr(), x.data_ptr(), o)
        module.kernel("promised")[1, 1](x.data_ptr())
    kinds = [(one.kind, one.buffer, one.index) for one in found.findings]
    assert kinds == [("stale-read", "p", 3), ("constant-written", "p", 0)]
