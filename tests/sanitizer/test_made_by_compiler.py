"""Findings in what no line of a Triton program asked for are notes; an author's own are faults."""

# Triton gives the arguments of its kernels their types.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false
# pyright: reportArgumentType=false, reportCallIssue=false, reportIndexIssue=false

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
import triton
import triton.language as tl
from triton.experimental import gluon
from triton.experimental.gluon import language as ttgl
from triton.experimental.gluon.language.nvidia.hopper import mbarrier

import kernelscope as ks
from kernelscope.frontends.triton.form import is_managed
from kernelscope.record.check import CheckFinding
from kernelscope.sanitizer.session import COMPILER
from kernelscope.vgpu import Kernel, load_ptx

pytestmark = pytest.mark.triton
# What the compiler made up to 3.8: 3.9 initialises each barrier once, and reads in order.
until_3_8 = pytest.mark.skipif(
    tuple(map(int, triton.__version__.split(".")[:2])) >= (3, 9),
    reason="Triton 3.9 does not make this",
)

EXCHANGE = """{
    .shared .align 4 .b8 all[512];
    .reg .b32 %at;
    mov.u32 %at, %tid.x; shl.b32 %at, %at, 2; st.shared.u32 [%at], $1;
    xor.b32 %at, %at, 256; ld.shared.u32 $0, [%at];
}"""


@triton.jit
def sums(x, out, ASM: tl.constexpr):
    """Add numbers up, through shared memory that the compiler keeps, and apply assembly to them."""
    i = tl.arange(0, 128)
    v = tl.load(x + i)
    tl.assume(v.to(tl.int1).to(tl.int32).sum(0) >= 0)
    v = tl.inline_asm_elementwise(ASM, "=r,r", [v], dtype=tl.int32, is_pure=False, pack=1)
    tl.debug_barrier()
    tl.store(out + i, v + tl.sum(v, 0))


@triton.jit
def first_comer(n, out, AGAIN: tl.constexpr):
    """Load a number that every warp reads, and then set it; AGAIN: in a loop."""
    for _ in range(2 if AGAIN else 1):
        if tl.load(n) == 0:
            tl.atomic_xchg(n, 1)
        else:
            tl.store(out + tl.arange(0, 128), 1)


@gluon.jit
def made_twice(out):
    """Make an mbarrier twice."""
    ready = ttgl.allocate_shared_memory(ttgl.int64, [1], mbarrier.MBarrierLayout())
    mbarrier.init(ready, count=1)
    mbarrier.init(ready, count=1)
    layout: ttgl.constexpr = ttgl.BlockedLayout([1], [32], [4], [0])
    ttgl.store(out + ttgl.arange(0, 128, layout), ttgl.arange(0, 128, layout))


def found(kernel: object, *args: object, **constants: object) -> ks.CheckResult:
    """Return what is found in one launch of a program."""
    with ks.check() as result:
        kernel[(1,)](*args, **constants, num_warps=4)  # type: ignore[index]
    return result


@pytest.mark.parametrize("asm", ["add.s32 $0, $1, 1;", EXCHANGE])
def test_an_authors_assembly_is_never_the_compilers(asm: str) -> None:
    """Lanes exchange numbers with no barrier; the compiler's reduction behind it is clean."""
    x, out = torch.ones(128, dtype=torch.int32), torch.zeros(128, dtype=torch.int32)
    result = found(sums, x, out, ASM=asm)
    assert not [finding for finding in result.findings if finding.note]
    assert result.ok == (asm != EXCHANGE)


@until_3_8
@pytest.mark.parametrize("again", [False, True])
def test_a_warp_that_reads_too_late_is_the_compilers(again: bool) -> None:
    """The source reads first, but no barrier keeps a late warp from what thread 0 writes behind
    it. In a loop the read is also behind the write, and the author's.
    """
    n, out = torch.zeros(1, dtype=torch.int32), torch.zeros(128, dtype=torch.int32)
    findings: list[Any] = []
    for schedule in ("random:0", "random:1", "random:3"):
        with ks.virtual_gpu("h200", schedule=schedule):
            findings += found(first_comer, n.zero_(), out, AGAIN=again).findings
    notes = {finding.note for finding in findings if finding.buffer == "n"}
    assert notes
    assert ("" in notes) == again


def test_an_authors_mbarrier_in_gluon_is_never_the_compilers() -> None:
    (finding,) = found(made_twice, torch.zeros(128, dtype=torch.int32)).findings
    assert (finding.kind, finding.note) == ("initialised-twice", "")


PTX = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out) {
    .reg .b32 %t, %at; .reg .b64 %o;
    .shared .align 8 .b8 all[1024];
    mov.u32 %t, %tid.x; ld.param.u64 %o, [out]; cvta.to.global.u64 %o, %o;
    mov.u32 %at, all; mad.lo.u32 %at, %t, 4, %at;
    BODY
    ret;
}"""
SHARED = "st.shared.u32 [%at], %t; xor.b32 %at, %at, 128; st.shared.u32 [%at], %t;"
MADE = "mov.u32 %at, all; mbarrier.init.shared.b64 [%at], 1;"
GLOBAL = "st.global.u32 [%o], %t;"


@pytest.mark.parametrize(
    ("body", "is_managed", "note"),
    [
        (SHARED, True, COMPILER),
        (SHARED, False, ""),
        (MADE, True, COMPILER),
        (MADE, False, ""),
        (GLOBAL, True, ""),
        (GLOBAL, False, ""),
    ],
)
def test_only_what_the_language_cannot_say_is_the_compilers(
    body: str, is_managed: bool, note: str
) -> None:
    """A program without shared memory, mbarriers and lanes has races in global memory only."""
    kernel = load_ptx(PTX.replace("BODY", body), gpu="h200").kernel("k")
    kernel.managed = is_managed
    with ks.check() as result:
        kernel.launch((1, 1, 1), (64, 1, 1), [torch.zeros(64, dtype=torch.int32).numpy()])
    kernel.managed = False
    assert {finding.note for finding in result.findings} == {note}
    assert result.ok == bool(note)


# A prologue reads the address of tensor memory; then a copy writes there, with no proxy fence.
PROLOGUE = """
    .reg .pred %p, %one; .reg .b32 %m, %place; .reg .b64 %s;
    .shared .align 8 .b64 ready;
    setp.lt.u32 %p, %t, 32; setp.eq.u32 %one, %t, 0; mov.u32 %at, all; mov.u32 %m, ready;
    @%p tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%at], 32;
    bar.sync 0;
    BETWEEN
    ld.shared.b32 %place, [%at];
    bar.sync 0;
    @%one mbarrier.init.shared.b64 [%m], 1;
    @%one mbarrier.arrive.expect_tx.shared.b64 _, [%m], 16;
    @%one cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%at], [%o], 16, [%m];
    bar.sync 0;
W:  mbarrier.try_wait.parity.shared.b64 %one, [%m], 0;
    @!%one bra W;
    @%p tcgen05.dealloc.cta_group::1.sync.aligned.b32 %place, 32;"""
OWN = "ld.shared.b32 %place, [%at+64];"


def prologue(body: str) -> Kernel:
    """Return the kernel with a prologue, for a B200."""
    text = PTX.replace("BODY", body).replace("sm_90", "sm_100a").replace("8.0", "8.7")
    return load_ptx(text, gpu="b200").kernel("k")


def checked(kernel: Kernel) -> Sequence[CheckFinding]:
    """Return what is found in a launch of two warps."""
    with ks.check() as result:
        kernel.launch((1, 1, 1), (64, 1, 1), [torch.zeros(64, dtype=torch.int32).numpy()])
    return result.findings


@pytest.mark.parametrize(
    ("between", "one_thread", "note"),
    [("", True, COMPILER), ("", False, ""), (OWN, True, "")],
)
def test_a_prologue_that_reads_where_tensor_memory_is_is_the_compilers(
    between: str, one_thread: bool, note: str
) -> None:
    kernel = prologue(PROLOGUE.replace("BETWEEN", between))
    kernel.one_thread = one_thread
    assert {f.note for f in checked(kernel) if f.kind == "proxy"} == {note}


def test_a_prologues_read_that_no_barrier_orders_with_a_copy_is_the_compilers() -> None:
    kernel = prologue(PROLOGUE.replace("BETWEEN", "").replace("[%at];\n    bar.sync 0;", "[%at];"))
    kernel.one_thread = True
    assert ("read-write", COMPILER) in {(f.kind, f.note) for f in checked(kernel)}


def test_a_copy_that_overtakes_a_read_is_not_mended_by_the_update_for_products() -> None:
    kernel = prologue(PROLOGUE.replace("BETWEEN", ""))
    kernel.managed = True
    (finding,) = (f for f in checked(kernel) if f.kind == "proxy")
    assert (finding.note, "report it to Triton" in finding.advice) == (COMPILER, True)


def test_a_read_is_counted_with_the_first_copy_that_follows_it_alone() -> None:
    """A later copy to the same cells comes after the first, which is the fault."""
    once = PROLOGUE.replace("BETWEEN", "")
    begin, end = once.index("    @%one mbarrier.arrive"), once.index("    @%p tcgen05.dealloc")
    copy = once[begin:end]
    again = "setp.eq.u32 %one, %t, 0;" + copy.replace("W", "V").replace("[%m], 0", "[%m], 1")
    counts = [
        [finding.count for finding in checked(prologue(text)) if finding.kind == "proxy"]
        for text in (once, once[:end] + again + once[end:])
    ]
    assert counts[0] == counts[1] != []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tt.store %0, %1 : !tt.ptr<f32>", True),
        ("ttg.barrier local|global loc(#loc)", True),
        ("llvm.intr.assume %5 : i1", True),
        ('%3 = tt.elementwise_inline_asm "lop3.b32 $0, $1, 7, 0, 0xc0;" {pure = true}', True),
        ('%3 = tt.elementwise_inline_asm "griddepcontrol.wait; // $0" {pure = false}', True),
        ('%3 = tt.elementwise_inline_asm "{ bar.sync 1, 64; }" {pure = false}', False),
        ('%3 = tt.elementwise_inline_asm "atom.global.add.u32 $0, [$1], 1;" {}', False),
        ("%4 = ttg.local_alloc : () -> !ttg.memdesc<1xi64>", False),
        ("ttng.init_barrier %4, 1 : !ttg.memdesc<1xi64>", False),
        ("", False),
    ],
)
def test_what_an_author_can_write_is_read_from_tritons_first_dialect(
    text: str, expected: bool, tmp_path: Path
) -> None:
    path = tmp_path / "k.ttir"
    path.write_text(text)
    assert is_managed(str(path)) == expected
    assert not is_managed(None)


WARP_SPECIALISED = """\
import torch, triton, triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

@triton.jit
def product(a, b, c, K, SAME: tl.constexpr):
    at = tl.program_id(0) * 64
    sum = tl.zeros((64, 64), tl.float32)
    for k in tl.range(0, K, 64, warp_specialize=True, num_stages=2):
        sum = tl.dot(a.load([at, k]), b.load([0, k]).T, sum)
    c.store([0 if SAME else at, 0], sum.to(tl.float16))

a = torch.ones(128, 128, device="cuda", dtype=torch.float16)
a[:64] = 2
b, c = torch.ones_like(a[:64]), torch.empty_like(a[:, :64].contiguous())
tiles = [TensorDescriptor.from_tensor(t, [64, 64]) for t in (a, b, c)]
product[(2,)](*tiles, 128, SAME)
"""


@until_3_8
@pytest.mark.parametrize("same", [False, True])
def test_what_warp_specialisation_does_twice_is_a_note_but_no_race_of_programs(
    same: bool, tmp_path: Path
) -> None:
    """Triton makes an mbarrier twice, and stores the tile in two groups of warps."""
    script = tmp_path / "product.py"
    script.write_text(WARP_SPECIALISED.replace("SAME)\n", f"{same})\n").replace("False:", "SAME:"))
    result = ks.check(script)
    notes = {(finding.tool, finding.kind) for finding in result.findings if finding.note}
    assert ("barrier", "initialised-twice") in notes
    faults = result.record.faults
    assert bool(faults) == same
    assert all(finding.block != finding.other_block for finding in faults)


# Warps 0 and 1 wait at the first barrier, the others at the second: they release each other.
APART = """
    setp.lt.u32 %p, %t, 64; @%p st.shared.u32 [%at], %t; @%p bra FIRST;
    bar.sync 0; xor.b32 %at, %at, 128; st.shared.u32 [%at], %t; bra END;
FIRST:
    bar.sync 0; xor.b32 %at, %at, 256; st.shared.u32 [%at], %t;
END:
"""


@pytest.mark.parametrize("is_managed", [True, False])
def test_no_author_is_told_to_move_a_barrier_of_the_compiler(is_managed: bool) -> None:
    text = PTX.replace("BODY", APART).replace(".reg .b64 %o;", ".reg .b64 %o; .reg .pred %p;")
    kernel = load_ptx(text, gpu="h200").kernel("k")
    kernel.managed = is_managed
    with ks.check() as result:
        kernel.launch((1, 1, 1), (128, 1, 1), [torch.zeros(64, dtype=torch.int32).numpy()])
    kernel.managed = False
    races = [finding for finding in result.findings if finding.tool == "race"]
    assert races
    assert any("the barrier" in finding.advice for finding in races) != is_managed
