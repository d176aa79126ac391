"""`check --continue`: accesses at fault are left out, and what comes behind them is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
import torch
import triton
import triton.language as tl

import kernelscope as ks
from each import each
from kernelscope import vgpu
from kernelscope.errors import LaunchError, MemoryAccessError
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.interpreter.warp import Warp
from kernelscope.vgpu.layout import base_of
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.tensor_map import TensorMap

# Each thread's accesses are `n` bytes on in an array, and `step` bytes for each thread more. What
# they load goes to `out`, as does what is in shared and local memory at the end.
KERNEL = """
.version 8.6
.target sm_90a
.address_size 64
.const .align 16 .b8 table[128];
.visible .entry k(.param .u64 x, .param .u64 out, .param .u32 n, .param .u32 step) {{
    .reg .u64 %rd<12>;
    .reg .u32 %r<16>;
    .reg .f32 %f<9>;
    .reg .pred %p<3>;
    .reg .b128 %q;
    .shared .align 128 .b8 tile[1024];
    .local .align 16 .b8 own[64];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd9, [out];
    ld.param.u32 %r1, [n];
    ld.param.u32 %r9, [step];
    mov.u32 %r10, %tid.x;
    mul.wide.u32 %rd8, %r10, 32;
    add.u64 %rd9, %rd9, %rd8;
    mov.u32 %r11, tile;
    mad.lo.u32 %r12, %r10, 16, %r11;
    mov.u32 %r13, 0x01010101;
    st.shared.v4.u32 [%r12], {{%r10, %r13, %r10, %r13}};
    st.shared.v4.u32 [%r12+512], {{%r10, %r13, %r10, %r13}};
    st.local.v4.u32 [own], {{%r10, %r10, %r10, %r10}};
    bar.sync 0;
    mad.lo.u32 %r1, %r10, %r9, %r1;
    cvt.s64.s32 %rd7, %r1;
    mov.u64 %rd6, table;
    add.u64 %rd6, %rd6, %rd7;
    add.u32 %r2, %r11, %r1;
    cvt.u64.u32 %rd5, %r2;
    cvta.shared.u64 %rd5, %rd5;
    mov.u32 %r3, own;
    add.u32 %r3, %r3, %r1;
    {body}
    bar.sync 0;
    ld.shared.v4.u32 {{%r4, %r6, %r7, %r8}}, [%r12];
    st.global.v4.u32 [%rd9], {{%r4, %r6, %r7, %r8}};
    ld.shared.v4.u32 {{%r4, %r6, %r7, %r8}}, [%r12+512];
    st.global.v4.u32 [%rd9+16], {{%r4, %r6, %r7, %r8}};
    ld.local.v4.u32 {{%r4, %r6, %r7, %r8}}, [own];
    st.global.v4.u32 [%rd9+1024], {{%r4, %r6, %r7, %r8}};
    ret;
}}"""
BEFORE = """
    add.u64 %rd2, %rd1, %rd7;
    mov.u32 %r4, 7;
    mov.u32 %r6, 7;
    mov.u32 %r7, 7;
    mov.u32 %r8, 7;
    mov.u64 %rd3, 7;
    mov.u64 %rd4, 7;
    """
AFTER = """
    st.global.v4.u32 [%rd9+{n}], {{%r4, %r6, %r7, %r8}};
    st.global.v2.u64 [%rd9+{n}+16], {{%rd3, %rd4}};
"""
ACCESSES = {
    "loads": (
        "ld.global.u32 %r8, [%rd2];",
        "ld.global.u8 %r8, [%rd2];",
        "ld.global.v4.u32 {%r4, %r6, %r7, %r8}, [%rd2];",
        "ld.global.u64 %rd2, [%rd2];\n mov.u64 %rd3, %rd2;",  # into its own address
        "ld.global.nc.v2.u32 {%r4, %r8}, [%rd2];",
        "ld.v2.u32 {%r4, %r8}, [%rd2];",
        "ld.global.b128 %q, [%rd2];\n mov.b128 {%rd3, %rd4}, %q;",
        "setp.lt.u32 %p1, %r10, 20;\n @%p1 ld.global.u32 %r8, [%rd2];",
    ),
    "stores": (
        "st.global.u64 [%rd2], %rd8;",
        "st.global.v2.u64 [%rd2], {%rd8, %rd7};",
        "st.u32 [%rd2], %r10;",
        "atom.global.add.u32 %r8, [%rd2], 1;",
        "atom.global.cas.b64 %rd3, [%rd2], %rd7, %rd8;",
        "red.global.add.u32 [%rd2], 5;",
        "cp.async.ca.shared.global [%r12], [%rd2], 16;\n cp.async.wait_all;",
        "cp.async.ca.shared.global [%r12+512], [%rd2], 8, %r10;\n cp.async.wait_all;",
    ),
    "shared": (
        "ld.shared.u32 %r8, [%r2];",
        "ld.shared.v4.u32 {%r4, %r6, %r7, %r8}, [%r2];",
        "ld.u32 %r8, [%rd5];",
        "st.shared.v2.u32 [%r2], {%r1, %r1};",
        "atom.shared.add.u32 %r8, [%r2], 1;",
        "cp.async.ca.shared.global [%r2], [%rd1], 16;\n cp.async.wait_all;",
        "ld.local.u32 %r8, [%r3];",
        "st.local.v4.u32 [%r3], {%r1, %r1, %r1, %r1};",
    ),
    "matrices": (
        "ld.const.u32 %r8, [%rd6];",
        "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r4, %r8}, [%r2];",
        "ldmatrix.sync.aligned.m8n8.x1.b16 {%r8}, [%rd5];",
        "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r2], {%r1};",
    ),
    "fragments": (
        "wmma.load.c.sync.aligned.row.m16n16k16.shared.f16 {%r4, %r6, %r7, %r8}, [%r2];",
        "wmma.store.d.sync.aligned.row.m16n16k16.f16 [%rd5], {%r4, %r6, %r7, %r8};",
    ),
}
# The first access, and how far the next thread's is.
PLACES = ((528, 16), (-64, 16), (1, 16), (0, 48), (4, 4))
Outcome = tuple[bytes, bytes, dict[str, float], Counter[int]]


def _arrays() -> tuple[np.ndarray, np.ndarray]:
    return np.arange(1024, dtype=np.uint8), np.zeros(16384, np.uint8)


def _compiled(text: str, more: tuple[int, ...], threads: int) -> Outcome:
    x, out = _arrays()
    with ks.check(tools="memory", keep_going=True) as found:
        counts = vgpu.load_ptx(text).kernel("k").launch(1, threads, [x, out, *more])
    lanes: Counter[int] = Counter()
    for finding in found.findings:
        if finding.kind != "outside-array":  # which is no fault
            lanes[int(finding.source.partition(":")[2])] += finding.count
    return x.tobytes(), out.tobytes(), counts.counters, lanes


def _interpreted(text: str, more: tuple[int, ...], threads: int) -> Outcome:
    x, out = _arrays()
    lanes: Counter[int] = Counter()

    def left_out(_warp: Warp, inst: ir.Inst, _lane: int, _error: LaunchError) -> None:
        lanes[inst.position.line] += 1

    function = lower(parse(text), "k")
    remove_dead_code(function)
    counters = interpreter.launch(
        function, (1, 1, 1), (threads, 1, 1), [x, out, *more], left_out=left_out
    )
    return x.tobytes(), out.tobytes(), counters, lanes


def same_on_both(text: str, more: tuple[int, ...], threads: int = 32) -> Outcome:
    """Run a kernel on both machines, which must agree; return what it left."""
    ours, expected = _compiled(text, more, threads), _interpreted(text, more, threads)
    assert ours[:2] == expected[:2]
    assert ours[3] == expected[3]
    assert {name: ours[2][name] for name in expected[2]} == expected[2]
    return ours


def _kernel(accesses: Sequence[str]) -> str:
    parts = [f"{BEFORE}{a}{AFTER.format(n=1024 * n)}" for n, a in enumerate(accesses, 2)]
    return KERNEL.format(body="".join(parts))


@pytest.mark.parametrize("name", ACCESSES)
def test_compiled_code_leaves_out_what_the_interpreter_does(name: str):
    """The same bytes and counters, and as many lanes at fault, wherever the accesses are."""
    text, at_fault = _kernel(ACCESSES[name]), Counter[int]()
    for place in PLACES if name != "fragments" else ((8, 0), (768, 0), (4096, 0)):
        at_fault += same_on_both(text, place)[3]
    assert len(at_fault) == len(ACCESSES[name])


# An engine's copy that is left out completes its bytes all the same: nobody waits for them.
BULK = """
    mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [bar], {size};
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes {ends}, {size}, [bar];
W:  mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;
    @!%p1 bra W;
"""
OUT = """
    cp{reduce}.async.bulk.global.shared::cta.bulk_group{op} {ends}, 64;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
"""
BARRIERS = """
    mbarrier.init.shared.b64 [%r2], 3;
    mbarrier.arrive.shared.b64 %rd3, [%r2];
    mbarrier.test_wait.parity.shared.b64 %p1, [%r2], 1;
    selp.u32 %r8, 1, 0, %p1;
"""
ENGINES = {
    "source": [BULK.format(ends="[%r11], [%rd2]", size=64)],
    "target": [BULK.format(ends="[%r2], [%rd1]", size=64)],
    "size": [BULK.format(ends="[%r11], [%rd1]", size="%r1")],
    "others": [
        OUT.format(ends="[%rd2], [%r11]", reduce="", op=""),
        OUT.format(ends="[%rd1], [%r2]", reduce="", op=""),
        OUT.format(ends="[%rd2], [%r11]", reduce=".reduce", op=".add.u32"),
        BARRIERS,
    ],
}


@each("name", ENGINES)
def test_copies_of_engines(name: str):
    """One thread issues them; whichever end is at fault, the launch comes to its end."""
    text = _kernel(ENGINES[name]).replace(
        ".local .align", ".shared .align 8 .b8 bar[8];\n.local .align"
    )
    lanes = {n: same_on_both(text, (n, 0), 1)[3].total() for n in (16, 8, 992, 1 << 20)}
    assert lanes[16] == 0
    assert any(lanes.values())


@each("n", (8, 992, 1 << 20))
def test_races_are_looked_for_behind_an_engines_copy_that_is_left_out(n: int):
    """A wait for the copy orders the thread, as if there had been one."""
    text = _kernel(ENGINES["source"] if n != 8 else ENGINES["size"]).replace(
        ".local .align", ".shared .align 8 .b8 bar[8];\n.local .align"
    )
    x, out = _arrays()
    with ks.check(keep_going=True) as found:
        vgpu.load_ptx(text).kernel("k").launch(1, 1, [x, out, n, 0])
    expected = "bulk-size" if n == 8 else "out-of-bounds"
    assert [(f.tool, f.kind) for f in found.findings] == [("memory", expected)]


BOXES = """
.version 8.6
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 y, .param .u64 out, .param .u32 x) {
    .reg .u64 %rd<9>;
    .reg .u32 %r<9>;
    .reg .pred %p<3>;
    .shared .align 128 .b8 tile[256];
    .shared .align 8 .b8 bar[8];
    mov.u64 %rd1, map;
    cvta.param.u64 %rd1, %rd1;
    ld.param.u64 %rd2, [out];
    ld.param.u32 %r1, [x];
    st.shared.u32 [tile], 5;
    mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [bar], 128;
    cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
        [tile], [%rd1, {%r1}], [bar];
W:  mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;
    @!%p1 bra W;
    ld.shared.u32 %r2, [tile];
    st.global.u32 [%rd2], %r2;
    cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%rd1, {%r1}], [tile];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ret;
}"""


def _boxes(lost: int, x: int, *, compiled: bool) -> tuple[bytes, np.ndarray, int]:
    """Return the tensor and the output after a launch, and the faults."""
    tensor, out = np.arange(64, dtype=np.uint32), np.full(64, 9, np.uint32)
    place = region_of(tensor)
    assert place is not None
    address = SPACE.address(*place) if compiled else base_of(8)
    made = TensorMap("u32", address + lost, (64,), (), (32,), (1,)).encode()
    arguments, told = [made, tensor, out, x], list[str]()
    if compiled:
        with ks.check(tools="memory", keep_going=True) as found:
            vgpu.load_ptx(BOXES).kernel("k").launch(1, 1, arguments)
        return tensor.tobytes(), out, sum(finding.count for finding in found.findings)
    function, one = lower(parse(BOXES), "k"), (1, 1, 1)
    remove_dead_code(function)
    interpreter.launch(
        function, one, one, arguments, left_out=lambda *told_of: told.append(str(told_of[-1]))
    )
    return tensor.tobytes(), out, len(told)


@each("lost", (0, 1 << 20))
def test_boxes_of_tensors(lost: int):
    """A copy from where a GPU stops is left out, and its bytes complete; a tensor that is not in
    memory gives zeros.
    """
    for x in (32, 2, -4):
        tensor, out, faults = _boxes(lost, x, compiled=True)
        others = _boxes(lost, x, compiled=False)
        assert (tensor, out.tobytes(), faults) == (others[0], others[1].tobytes(), others[2])
        assert faults == (2 if lost or x == 2 else int(x < 0))
        assert out[0] == (5 if x == 2 else 0 if lost or x < 0 else x)


CUDA = r"""
extern "C" __global__ void shift(const float* x, float* y, float* z, int n) {
  int i = threadIdx.x;
  float v = x[i + n];
  y[i - 1] = v + 1.0f;
  z[0] = i;
}
"""


@triton.jit
def shift(x, y, z, n, SIZE: tl.constexpr):
    """The same, with a race between blocks."""
    i = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    v = tl.load(x + i + n)
    tl.store(y + i - 1, v + 1)
    tl.store(z, tl.program_id(0).to(tl.float32))


@pytest.mark.parametrize("language", ["CUDA C++", "Triton"])
def test_two_faults_and_a_race_behind_them(language: str):
    """They are three findings; the values that are not at fault are right."""
    x, y, z = torch.ones(64), torch.zeros(64), torch.zeros(1)
    with ks.check(keep_going=True) as found:
        if language == "Triton":
            shift[(2,)](x, y, z, 4, 32, num_warps=1)
        else:
            ks.cuda_kernel(CUDA, "shift")[1, 64](x, y, z, 4)
    kinds = {(f.kind, f.buffer, f.index): f.count for f in found.findings}
    counts = {("out-of-bounds", "x", 64): 4, ("out-of-bounds", "y", -1): 1}
    assert counts.items() <= kinds.items()
    assert sorted(kind for kind, _, _ in kinds) == ["out-of-bounds", "out-of-bounds", "write-write"]
    assert y.tolist() == [2.0] * 59 + [1.0] * 4 + [0.0]
    assert any("skipped" in note for note in found.record.notes)


ENDS = r"""
extern "C" __global__ void hang(int* x) {
  asm volatile("barrier.sync 1, 64;" ::: "memory");
  x[64] = 1;
}
extern "C" __global__ void abort_it(int* x) { x[32] = 1; __trap(); }
extern "C" __global__ void last(int* x) { x[0] = threadIdx.x; }
"""


def test_what_cannot_go_on_ends_its_launch_alone():
    """A deadlock and a trap end their launches, and the next launch is looked at."""
    x = torch.zeros(32, dtype=torch.int32)
    with ks.check(keep_going=True) as found:
        for name in ("hang", "abort_it", "last"):
            ks.cuda_kernel(ENDS, name)[1, 32](x)
    kinds = [(f.kernel, f.kind) for f in found.findings]
    assert kinds == [
        ("hang", "deadlock"),
        ("abort_it", "out-of-bounds"),
        ("abort_it", "trap"),
        ("last", "write-write"),
    ]
    assert sum("the launch ended" in note for note in found.record.notes) == 2


def test_without_the_option_the_first_fault_ends_the_launch():
    """And the note says what looks further; so does a launch whose tool for it is off."""
    x = torch.zeros(32, dtype=torch.int32)
    kernel = ks.cuda_kernel(ENDS, "abort_it")
    with ks.check() as found, pytest.raises(MemoryAccessError):
        kernel[1, 32](x)
    assert "--continue" in found.record.notes[0]
    with ks.check(tools="race", keep_going=True), pytest.raises(MemoryAccessError):
        kernel[1, 32](x)
    with pytest.raises(MemoryAccessError):
        kernel[1, 32](x)
