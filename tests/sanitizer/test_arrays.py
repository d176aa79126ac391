"""`memory`: one array into the next, and reads from a cache that misses the launch's writes."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pytest
import torch

import kernelscope as ks
from families import by_kind, exhaustive
from kernelscope import vgpu
from kernelscope.sanitizer.buffers import plain_name

compiled = functools.cache(ks.cuda_kernel)
LINES = Path(__file__).read_text().splitlines()
TWO_ARRAYS = r"""
extern "C" __global__ void two(const int* where, int* out, int n) {
    __shared__ int first[40];
    __shared__ short second[64];
    extern __shared__ int third[];
    int t = threadIdx.x;
    for (int i = t; i < 40; i += 32) first[i] = i;
    for (int i = t; i < 64; i += 32) second[i] = i;
    for (int i = t; i < 50; i += 32) third[i] = i;
    __syncthreads();
    if (t < n) {
        int a = first[where[t]];                    // first
        int b = second[where[t]];                   // second
        int c = third[where[t]];                    // third
        out[t] = a + b + c;
    }
}
"""


@pytest.mark.parametrize("seed", [0, 1, 2, *map(exhaustive, range(3, 10))])
def test_random_indices_into_shared_arrays(seed: int):
    """What is inside all of a block's memory, and not inside the array, is counted by array."""
    random = np.random.default_rng(seed)
    where = random.integers(0, 50 if seed % 3 else 40, 32).astype(np.int32)
    kernel = compiled(TWO_ARRAYS, "two")
    with ks.check(tools="memory") as found:
        kernel[1, 32, 200](where, np.zeros(32, np.int32), 32)
    counts = {one.buffer: one.count for one in found.findings}
    beyond = int((where >= 40).sum())
    assert counts == ({"first": beyond} if beyond else {})
    for one in found.findings:
        line = LINES[int(one.source.split(" ")[0].rpartition(":")[2]) - 1]
        assert line.endswith(f"// {one.buffer}")
        assert one.kind == "outside-array"
        thread = one.thread[0]
        assert one.index == where[thread]
        assert thread == int(np.flatnonzero(where >= 40)[0])


def _ptx(body: str, declarations: str = "") -> vgpu.Kernel:
    text = f"""
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 o, .param .u32 n) {{
    .reg .u64 %rd<9>;
    .reg .u32 %r<9>;
    .reg .pred %p<3>;
    .shared .align 4 .b8 one[64];
    .shared .align 4 .b8 two[64];
    {declarations}
    ld.param.u64 %rd1, [o];
    ld.param.u32 %r1, [n];
    mov.u32 %r5, 0;
    {body}
    st.global.u32 [%rd1], %r5;
    ret;
}}"""
    return vgpu.load_ptx(text).kernel("k")


def _found(kernel: vgpu.Kernel, n: int) -> list[tuple[str, str, int]]:
    with ks.check(tools="memory") as found:
        kernel.launch(1, 1, [np.zeros(64, np.int32), n])
    return [(one.kind, one.buffer, one.index) for one in found.findings]


LOADS = """
    mov.u32 %r2, one;
    mov.u32 %r3, two;
"""


@pytest.mark.parametrize(
    ("body", "name"),
    [
        # one array: by addition, through a generic address, in a loop's pointer, as a vector
        ("add.u32 %r4, %r2, %r1;\n ld.shared.u32 %r5, [%r4];", "one"),
        ("add.u32 %r4, %r3, %r1;\n sub.u32 %r4, %r4, 128;\n st.shared.u32 [%r4], %r1;", "two"),
        ("mad.lo.u32 %r4, %r1, 1, %r2;\n atom.shared.add.u32 %r5, [%r4], 1;", "one"),
        (("mov.u32 %r4, %r2;\nL: add.u32 %r4, %r4, 4;\n st.shared.u32 [%r4], 1;\n"
         " sub.u32 %r1, %r1, 4;\n setp.ne.u32 %p1, %r1, 0;\n @%p1 bra L;"), "one"),
        (("cvt.u64.u32 %rd2, %r2;\n cvta.shared.u64 %rd3, %rd2;\n cvt.u64.u32 %rd4, %r1;\n"
         " add.u64 %rd3, %rd3, %rd4;\n ld.u32 %r5, [%rd3];"), "one"),
        ("add.u32 %r4, %r2, 56;\n ld.shared.v4.u32 {%r5, %r6, %r7, %r8}, [one+64];", "one"),
        # not certain: either array, a place from memory, a distance, an address without an array
        (("setp.eq.u32 %p1, %r1, 0;\n selp.u32 %r4, %r3, %r2, %p1;\n add.u32 %r4, %r4, %r1;\n"
         " ld.shared.u32 %r5, [%r4];"), ""),
        ("st.shared.u32 [one], %r3;\n ld.shared.u32 %r4, [one];\n ld.shared.u32 %r5, [%r4];", ""),
        (("sub.u32 %r4, %r3, %r2;\n add.u32 %r4, %r2, %r4;\n sub.u32 %r4, %r4, 4;\n"
         " ld.shared.u32 %r5, [%r4];"), ""),
        ("ld.shared.u32 %r5, [%r1];", ""),
        # inside
        ("add.u32 %r4, %r2, %r1;\n ld.shared.u32 %r5, [%r4+-4];", ""),
        ("add.u32 %r4, %r3, %r1;\n ld.shared.u32 %r5, [%r4+-64];", ""),
    ],
)  # fmt: skip
def test_the_array_that_an_address_comes_from(body: str, name: str):
    """n is 64, the bytes of `one`: the first byte of `two`."""
    found = _found(_ptx(LOADS + body), 64)
    assert [(kind, buffer) for kind, buffer, _ in found] == (
        [("outside-array", name)] if name else []
    )


def test_local_arrays_of_ptx():
    """Two variables of local memory; compilers mostly make one of all."""
    local = ".local .align 4 .b8 own[16];\n .local .align 4 .b8 other[16];"
    body = "mov.u32 %r2, own;\n st.local.u32 [other], 1;\n add.u32 %r2, %r2, %r1;\n"
    kernel = _ptx(body + "ld.local.u32 %r5, [%r2];", local)
    assert _found(kernel, 16) == [("outside-array", "own", 4)]
    assert _found(kernel, 12) == []


CACHED = r"""
extern "C" __global__ void cached(const int* __restrict__ x, int* __restrict__ y, int* z) {
    y[threadIdx.x] = threadIdx.x;
    __syncthreads();
    z[threadIdx.x] = x[31 - threadIdx.x];                                     // stale
}
extern "C" __global__ void in_place(const int* __restrict__ x, int* __restrict__ y) {
    y[threadIdx.x] = x[threadIdx.x] + 1;
}
extern "C" __global__ void by_hand(int* x) {
    x[threadIdx.x] = 1;
    __syncthreads();
    x[threadIdx.x + 32] = __ldg(x + threadIdx.x);                             // by_hand
    x[threadIdx.x + 32] += __ldg(x + threadIdx.x + 64);
}
"""


def test_a_constant_argument_that_the_launch_writes():
    """`const __restrict__` lets the compiler read through a cache that does not see writes."""
    kernel = ks.cuda_kernel(CACHED, "cached")
    memory, out = np.zeros(64, np.int32), np.zeros(32, np.int32)
    with ks.check() as found:
        kernel[1, 32](memory, memory[32:], out)
        kernel[1, 32](memory, memory[16:], out)
    (one,) = found.findings
    # y[k] is x[16 + k]: threads 0 … 15 read what is written.
    assert (one.tool, one.kind, one.buffer, one.count) == ("memory", "stale-read", "x", 16)
    assert (one.thread, one.index) == ((0, 0, 0), 31)
    assert LINES[int(one.source.split(" ")[0].rpartition(":")[2]) - 1].endswith("// stale")


def test_what_is_read_before_it_is_written():
    """An operation in place reads first; no cache is stale."""
    memory = np.zeros(64, np.int32)
    with ks.check() as found:
        ks.cuda_kernel(CACHED, "in_place")[1, 32](memory, memory)
    assert found.ok, found.table()


def test_a_read_by_hand_from_the_cache():
    """`__ldg` of what the kernel has written; of what nothing writes it is right."""
    with ks.check() as found:
        ks.cuda_kernel(CACHED, "by_hand")[1, 32](np.zeros(96, np.int32))
    (one,) = found.findings
    assert (one.kind, one.buffer, one.index, one.count) == ("stale-read", "x", 0, 32)
    assert LINES[int(one.source.split(" ")[0].rpartition(":")[2]) - 1].endswith("// by_hand")


SCATTER = r"""
extern "C" __global__ void scatter(const short* __restrict__ x, short* y, const int* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) y[to[i]] = i;                    // plain
    else if (i < n) *(short2*)(y + 2 * to[i]) = make_short2(i, i);    // pair
    __syncthreads();
    if (i == 0) y[n] = x[n - 1];                    // read
}
"""


@pytest.mark.parametrize("seed", [0, 1, *map(exhaustive, range(2, 6))])
def test_a_stale_read_names_who_has_written_last(seed: int):
    """The last writer of a word is that of the highest thread: one warp after another."""
    n = 128
    random = np.random.default_rng(seed)
    to = np.concatenate([random.permutation(n)[: n // 2], random.permutation(n // 2)])
    memory = np.zeros(n + 2, np.int16)
    kernel = compiled(SCATTER, "scatter")
    with ks.check(tools="memory") as found:
        kernel[1, n](memory, memory, to.astype(np.int32), n)
    (one,) = found.findings
    assert (one.kind, one.buffer, one.index) == ("stale-read", "x", n - 1)
    # Every word has one writer of a pair, and those come last.
    writer = n // 2 + int(np.flatnonzero(to[n // 2 :] == (n - 1) // 2)[0])
    assert one.other_thread == (writer, 0, 0)
    assert one.other_block == (0, 0, 0)
    line = LINES[int((one.other_source or "").split(" ")[0].rpartition(":")[2]) - 1]
    assert line.endswith("// pair")


WRITES = (0, 1, 2, 4, 12, 16, 31)
PROMISES = r"""
extern "C" __global__ void promises(const float* __restrict__ a, const float* b, float* c,
                                    const float* const* d, int which) {
    int i = threadIdx.x;
    float* mine = which & 8 ? c : (float*)b;
    if (which & 1) ((float*)a)[i] = 1;              // a
    if (which & 2) atomicAdd((float*)b + i, 1.f);   // b
    if (which & 4) mine[i] = a[i] + b[i];           // both
    if (which & 16) ((float*)d[0])[i] = 2;          // loaded
}
"""


# None, each alone, some and all: where a write comes from is known before the launch.
@pytest.mark.parametrize("which", by_kind(range(32), lambda n: n if n in WRITES else -1))
def test_a_write_through_a_pointer_to_const(which: int):
    """A write counts if its address can only come from parameters that promise not to be written;
    one that comes from two parameters, or out of memory, does not.
    """
    a, b, c, target = (torch.zeros(32) for _ in range(4))
    pointers = torch.tensor([target.data_ptr()])
    kernel = compiled(PROMISES, "promises")
    with ks.check(tools="memory") as found:
        kernel[1, 32](a, b, c, pointers, which)
    expected = {name for bit, name in ((1, "a"), (2, "b")) if which & bit}
    assert {one.buffer for one in found.findings} == expected
    for one in found.findings:
        assert (one.kind, one.count, one.index) == ("constant-written", 32, 0)
        line = LINES[int(one.source.split(" ")[0].rpartition(":")[2]) - 1]
        assert line.endswith(f"// {one.buffer}")


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("_ZZ6kernelE4tile", "tile"),
        ("_ZZ6kernelE4tile_$_0", "tile"),
        ("_ZZ7kernel7E5stage", "stage"),
        ("_ZZ12cutlass_2507E5stage", "stage"),
        ("_ZZN2ns6kernelEPfE4tile", "tile"),
        ("_ZZ6kernelILi7EEvPfE3a1b", "a1b"),
        ("_ZL5table", "table"),
        ("tile", "tile"),
    ],
)
def test_an_array_has_its_plain_name_whatever_its_kernel_is_called(name: str, plain: str) -> None:
    assert plain_name(name) == plain
