"""Engines beside the warps: products, copies in bulk, and what orders them.

Each program is clean as it stands. With one of its waits, barriers or fences taken out it either
has a race at the named lines, or is shown to be as good as before.
"""

# A Triton kernel's parameters have no Python type to write down.
# pyright: reportMissingParameterType=false
# ruff: noqa: E501 - instructions of PTX are long
from __future__ import annotations

import functools
import re
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

import kernelscope as ks
from families import by_kind
from kernelscope import vgpu
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu.runtime.arguments import TensorMapArgument
from kernelscope.vgpu.schedule import schedule
from kernelscope.vgpu.tensor_map import TensorMap

N = 256


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a = a_ptr + rows[:, None] * K + inner[None, :]
    b = b_ptr + inner[:, None] * N + columns[None, :]
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        sums = tl.dot(tl.load(a), tl.load(b), sums)
        a += BK
        b += BK * N
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], sums.to(tl.bfloat16))


@functools.cache
def matmul_ptx() -> str:
    """Triton's pipelined matmul: cp.async in three stages, and wgmma."""
    a, b = torch.randn(N, N).bfloat16(), torch.randn(N, N).bfloat16()
    with ks.virtual_gpu():
        compiled = matmul_kernel[(2, 2)](
            a, b, torch.empty_like(a), N, N, BM=128, BN=128, BK=64, num_warps=8, num_stages=3
        )
    return str(compiled.asm["ptx"])


def without(text: str, pattern: str, which: int) -> str:
    """The program without the instruction, the `which`-th that a pattern finds."""
    found = list(re.finditer(rf"^\s*{pattern}[^\n]*;", text, re.MULTILINE))[which]
    return text[: found.start()] + "\n" * found.group().count("\n") + text[found.end() :]


def findings_of_matmul(text: str) -> list[Finding]:
    kernel = vgpu.load_ptx(text).kernel("matmul_kernel")
    a, b = torch.randn(N, N).bfloat16(), torch.randn(N, N).bfloat16()
    args = [a, b, torch.empty_like(a), N, N, None, None]
    with Sanitizer(["race"]) as sanitizer:
        kernel.launch(1, 256, args, dynamic_shared_bytes=98304)
    assert not sanitizer.notes
    return sanitizer.findings


def opcodes(text: str, findings: list[Finding]) -> set[tuple[str, str, str]]:
    """The kind, and what both sides are, of each finding."""
    lines = text.split("\n")

    def opcode(number: int) -> str:
        return re.sub(r"^\s*(@\S+ )?", "", lines[number - 1]).split()[0].partition(".")[0]

    return {
        (f.kind, opcode(f.place.ptx_line), opcode(f.other.ptx_line) if f.other else "")
        for f in findings
    }


def test_pipelined_matmul_is_clean() -> None:
    assert findings_of_matmul(matmul_ptx()) == []


MUTANTS = {
    # In the loop: the stage's copies, their barrier, their fence, the products, their barrier.
    "copies": (r"cp\.async\.wait_group", 0, ("write-read", "wgmma", "cp")),
    "copies of others": (r"bar\.sync", 1, ("write-read", "wgmma", "cp")),
    "fence": (r"fence\.proxy", 0, ("proxy", "wgmma", "cp")),
    "group of products": (r"wgmma\.commit_group", 0, ("read-write", "cp", "wgmma")),
    "products": (r"wgmma\.wait_group", 0, ("read-write", "cp", "wgmma")),
    "products of others": (r"bar\.sync", 2, ("read-write", "cp", "wgmma")),
    # Behind it the result goes through the same memory.
    "last products": (r"wgmma\.wait_group", 1, ("read-write", "st", "wgmma")),
    "last copies": (r"cp\.async\.wait_group", 1, ("write-write", "st", "cp")),
    "all behind the loop": (r"bar\.sync", 3, ("read-write", "st", "wgmma")),
    "result": (r"bar\.sync", 4, ("write-read", "ldmatrix", "st")),
    "group of copies": (r"cp\.async\.commit_group", 1, ("write-read", "wgmma", "cp")),
    "registers": (r"wgmma\.fence", 0, ("registers", "wgmma", "mov")),
}


@pytest.mark.parametrize("name", by_kind(MUTANTS, lambda name: MUTANTS[name][2]))
def test_matmul_without_one_wait(name: str) -> None:
    pattern, which, expected = MUTANTS[name]
    text = without(matmul_ptx(), pattern, which)
    assert expected in opcodes(matmul_ptx(), findings_of_matmul(text))


def test_barrier_before_the_first_copies_is_not_needed() -> None:
    """Nothing has used the stage that it guards."""
    assert findings_of_matmul(without(matmul_ptx(), r"bar\.sync", 0)) == []


SUMS = """
.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n) {
    .reg .b32 %t, %n; .reg .f32 %f<4>; .reg .pred %p; .reg .b64 %o, %d;
    .shared .align 128 .b8 tile[4096];
    ld.param.u64 %o, [out]; ld.param.u32 %n, [n]; mov.u32 %t, %tid.x; mov.u64 %d, 0;
    BEGIN
LOOP:
    MIDDLE
    wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, %d, %d, 1, 1, 1, 0, 0;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, %d, %d, 1, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    END
    add.s32 %n, %n, -1; setp.gt.s32 %p, %n, 0; @%p bra LOOP;
    mad.wide.u32 %o, %t, 4, %o; st.global.f32 [%o], %f0;
    ret;
}"""
ZERO = "mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;"
FENCE = "wgmma.fence.sync.aligned;"


@pytest.mark.parametrize(
    ("begin", "middle", "end", "others"),
    [
        (ZERO + FENCE, "", "", []),
        (ZERO, FENCE, "", []),
        (ZERO, FENCE, "add.f32 %f1, %f1, %f0;", []),
        (FENCE + ZERO, "", "", ["mov"]),
        (ZERO + FENCE, "", "add.f32 %f1, %f1, %f0;", ["add"]),
        ("", "", "", [""]),
        (ZERO + FENCE, "", "st.global.f32 [%o], %f0;", ["st"]),
    ],
)
def test_products_need_a_fence_behind_each_other_use_of_their_registers(
    begin: str, middle: str, end: str, others: list[str]
) -> None:
    """Two that add to one sum need none in between; each path to a product counts."""
    parts = {"BEGIN": begin, "MIDDLE": middle, "END": end}
    text = re.sub("BEGIN|MIDDLE|END", lambda found: parts[found.group()].replace("; ", ";\n"), SUMS)
    out = torch.zeros(128)
    with Sanitizer(["race"]) as sanitizer:
        vgpu.load_ptx(text).kernel("k").launch(1, 128, [out, 2])
    found = opcodes(text, [one for one in sanitizer.findings if one.kind == "registers"])
    assert sorted(found) == [("registers", "wgmma", other) for other in others]


# ---- copies in bulk ------------------------------------------------------------------------------

HEAD = """
.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 x, .param .u64 y) {
    .reg .b32 %r<40>;
    .reg .b64 %rd<20>;
    .reg .pred %p<6>, %first;
    .shared .align 1024 .b8 tile[2048];
    .shared .align 1024 .b8 other[2048];
    .shared .align 8 .b64 bar;
    .shared .align 8 .b64 free;
    .shared .align 8 .b64 again;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r0, %tid.x;
    setp.eq.u32 %first, %r0, 0;
    mov.u32 %r1, tile;
    mov.u32 %r2, other;
    mov.u32 %r3, bar;
    mov.u32 %r4, free;
    mov.u32 %r13, again;
    mul.wide.u32 %rd3, %r0, 4;
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
    shl.b32 %r5, %r0, 2;
    add.u32 %r6, %r1, %r5;
    add.u32 %r7, %r2, %r5;
    mov.u32 %r8, 7;
    @%first mbarrier.init.shared::cta.b64 [%r3], 1;
    @%first mbarrier.init.shared::cta.b64 [%r4], 128;
    @%first mbarrier.init.shared::cta.b64 [%r13], 1;
    fence.mbarrier_init.release.cluster;
    bar.sync 0;
"""
TAIL = """
    st.global.u32 [%rd5], %r9;
    ret;
}
"""
LOAD = """
    @%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    @%first cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 512, [%r3];
"""
STORE = "@%first cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r1], 512;"

REDUCE = """
    @%first cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd2], [%r1], 512;
    @%first cp.async.bulk.commit_group;
    @%first cp.async.bulk.wait_group 0;
"""


def wait_for(label: str, barrier: str, parity: int) -> str:
    return f"""
{label}:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [{barrier}], {parity};
    @!%p1 bra {label};
"""


def stages() -> dict[str, tuple[str, dict[str, str]]]:
    """Programs that load a stage again, as those of `programs`."""
    return {
        "stage used again": (
            LOAD + wait_for("A", "%r3", 0) + "ld.shared.u32 %r10, [%r6];"
            "{fence}fence.proxy.async.shared::cta;{end} mbarrier.arrive.shared::cta.b64 _, [%r4]; @!%first bra B; {free}"
            + wait_for("C", "%r4", 0) + "{end}" + LOAD.replace("%r3", "%r13") + "B: "
            + wait_for("D", "%r13", 0) + "ld.shared.u32 %r9, [%r6]; add.u32 %r9, %r9, %r10;",
            # Under this schedule the second copy is issued before the other warps have read.
            {"free": "write-read", "fence": "proxy"},
        ),
        "stage used again by one": (
            LOAD + wait_for("A", "%r3", 0) + "ld.shared.u32 %r10, [%r6]; bar.sync 0;"
            "{fence}@%first fence.proxy.async;{end}" + LOAD.replace("%r3", "%r13")
            + wait_for("D", "%r13", 0) + "ld.shared.u32 %r9, [%r6]; add.u32 %r9, %r9, %r10;",
            {"fence": "proxy"},
        ),
        "stage stored before it is used again": (
            LOAD + wait_for("A", "%r3", 0) + STORE + "@%first cp.async.bulk.commit_group; @%first "
            "cp.async.bulk.wait_group.read 0;" + LOAD.replace("%r3", "%r13")
            + wait_for("D", "%r13", 0) + "ld.shared.u32 %r9, [%r6]; add.u64 %rd5, %rd5, 1024;",
            {},
        ),
    }  # fmt: skip


def programs() -> dict[str, tuple[str, dict[str, str]]]:
    """Each program with its waits in braces, and what is found where one is left out."""
    return {
        "load": (
            "griddepcontrol.launch_dependents; griddepcontrol.wait;" + LOAD + "{wait}" + wait_for("A", "%r3", 0) + "{end} ld.shared.u32 %r9, [%r6];",
            {"wait": "write-read"},
        ),
        "load by one, barrier for all": (
            LOAD + "@!%first bra B;" + wait_for("A", "%r3", 0)
            + "B: {barrier}bar.sync 0;{end} ld.shared.u32 %r9, [%r6];",
            {"barrier": "write-read"},
        ),
        **stages(),
        "store": (
            "st.shared.u32 [%r6], %r8; {fence}fence.proxy.async;{end} {barrier}bar.sync 0;{end}"
            + STORE + "@%first cp.async.bulk.commit_group; {wait}@%first "
            "cp.async.bulk.wait_group.read 0;{end} {after}bar.sync 0;{end}"
            "st.shared.u32 [%r6], %r8; ld.shared.u32 %r9, [%r6]; add.u64 %rd5, %rd5, 1024;",
            {
                "fence": "proxy", "barrier": "write-read", "wait": "read-write",
                "after": "read-write",
            },
        ),
        "store and read back": (
            "st.shared.u32 [%r6], %r8; fence.proxy.async; bar.sync 0;"
            + STORE + "@%first cp.async.bulk.commit_group; {wait}@%first "
            "cp.async.bulk.wait_group 0;{end} {after}bar.sync 0;{end} ld.global.u32 %r9, [%rd5];"
            "add.u64 %rd5, %rd5, 1024;",
            {"wait": "write-read", "after": "write-read"},
        ),
        "reduction": (
            "st.shared.u32 [%r6], %r8; fence.proxy.async; {barrier}bar.sync 0;{end}" + REDUCE
            + "mov.u32 %r9, 1; add.u64 %rd5, %rd5, 1024;",
            {"barrier": "write-read"},
        ),
        "cp.async to an mbarrier": (
            "cp.async.ca.shared.global [%r6], [%rd4], 4;"
            "cp.async.mbarrier.arrive.noinc.shared.b64 [%r4]; {wait}" + wait_for("A", "%r4", 0)
            + "{end} xor.b32 %r10, %r5, 128; add.u32 %r10, %r10, %r1; ld.shared.u32 %r9, [%r10];",
            {"wait": "write-read"},
        ),
        "st.async": (
            "@%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;"
            "mapa.shared::cluster.u32 %r11, %r6, 0; mapa.shared::cluster.u32 %r12, %r3, 0;"
            "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r11], %r8, [%r12];"
            "{wait}" + wait_for("A", "%r3", 0)
            + "{end} xor.b32 %r10, %r5, 128; add.u32 %r10, %r10, %r1; ld.shared.u32 %r9, [%r10];",
            {"wait": "write-read"},
        ),
    }  # fmt: skip


# Two lines that meet in both orders are one finding, shown as one of these.
OTHER_WAY = {"write-read": "read-write", "read-write": "write-read"}


def kinds_of(name: str, left_out: str, launches: int = 1) -> set[str]:
    """The kinds of findings of a program without one of its parts."""
    body = programs()[name][0]
    for part in re.findall(r"\{(\w+)\}", body):
        if part == left_out:
            body = re.sub(rf"\{{{part}\}}.*?\{{end\}}", "", body, count=1, flags=re.DOTALL)
        elif part != "end":
            body = re.sub(rf"\{{{part}\}}(.*?)\{{end\}}", r"\1", body, count=1, flags=re.DOTALL)
    kernel = vgpu.load_ptx(HEAD + body + TAIL).kernel("k")
    x, y = torch.arange(128, dtype=torch.int32), torch.zeros(512, dtype=torch.int32)
    with Sanitizer(["race"]) as sanitizer:
        for _ in range(launches):
            kernel.launch(1, 128, [x, y])
    assert not sanitizer.notes
    return {finding.kind for finding in sanitizer.findings}


@pytest.mark.parametrize("name", programs())
def test_copies_that_are_waited_for(name: str) -> None:
    assert kinds_of(name, "", launches=2) == set()


@pytest.mark.parametrize(
    ("name", "part"), [(name, part) for name, (_, parts) in programs().items() for part in parts]
)
def test_copies_without_one_wait(name: str, part: str) -> None:
    kind = programs()[name][1][part]
    assert kind in kinds_of(name, part) or OTHER_WAY.get(kind, kind) in kinds_of(name, part)


@triton.jit
def boxes_kernel(
    a_boxes, b_boxes, c_boxes, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        sums = tl.dot(a_boxes.load([m, k]), b_boxes.load([k, n]), sums)
    c_boxes.store([m, n], sums.to(tl.bfloat16))


@functools.cache
def boxes_ptx() -> str:
    """Triton's pipelined matmul by boxes of tensors (TMA): two stages ahead, and wgmma."""
    boxes = [
        TensorDescriptor.from_tensor(torch.zeros(N, N).bfloat16(), shape)
        for shape in ([128, 64], [64, 128], [128, 128])
    ]
    with ks.virtual_gpu():
        compiled = boxes_kernel[(1, 1)](*boxes, N, BM=128, BN=128, BK=64, num_warps=8, num_stages=3)
    return str(compiled.asm["ptx"])


def findings_of_boxes(text: str, order: str = "turns") -> tuple[list[Finding], bool]:
    """What is found in the matmul by boxes, and whether its result is right."""
    a, b = torch.randn(N, N).bfloat16(), torch.randn(N, N).bfloat16()
    c = torch.zeros_like(a)
    args: list[Any] = []
    for tensor, rows in ((a, 128), (b, 64), (c, 128)):
        box = TensorMap("bf16", 0, (N, N), (2 * N,), (64, rows), (1, 1), swizzle=3)
        args += [TensorMapArgument(tensor, box), N, N, N, 1]
    kernel = vgpu.load_ptx(text).kernel("boxes_kernel")
    with Sanitizer(["race"]) as sanitizer:
        kernel.launch(
            1, 256, [*args, N, None, None], dynamic_shared_bytes=98368, schedule=schedule(order)
        )
    assert not sanitizer.notes
    product = (a.float() @ b.float())[:128, :128]
    return sanitizer.findings, torch.allclose(c[:128, :128].float(), product, rtol=0.02, atol=0.5)


def test_matmul_by_boxes_is_clean() -> None:
    assert findings_of_boxes(boxes_ptx()) == ([], True)


WAITS = (
    r"(?:@\S+ )?(?:bar\.sync|mbarrier\.try_wait|wgmma\.wait_group|wgmma\.commit_group|"
    r"fence\.proxy|cp\.async\.bulk\.wait_group|cp\.async\.bulk\.commit_group)"
)
# Each wait of `boxes_ptx`, in order: what is found without it, or why it is not needed.
BOXES: tuple[tuple[str, tuple[str, str, str] | str], ...] = (
    ("bar.sync", "warp 0 alone makes the mbarriers, and uses them before the next barrier"),
    ("bar.sync", "the barrier before it lies between the mbarriers' making and warp 1"),
    ("bar.sync", "it guards a stage that nothing has used"),
    ("bar.sync", "it guards a stage that nothing has used"),
    ("bar.sync", "it guards a stage that nothing has used"),
    ("mbarrier.try_wait", ("write-read", "wgmma", "cp")),
    ("bar.sync", "each thread has waited for the mbarrier itself"),
    ("wgmma.commit_group", ("read-write", "cp", "wgmma")),
    ("wgmma.wait_group", ("read-write", "cp", "wgmma")),
    ("bar.sync", ("read-write", "cp", "wgmma")),
    ("bar.sync", "the barrier before it lies behind all products of the stage"),
    ("wgmma.wait_group", ("registers", "cvt", "wgmma")),
    ("bar.sync", "a warp's results lie where it has read its own rows of A"),
    ("fence.proxy", ("proxy", "cp", "stmatrix")),
    ("bar.sync", ("write-read", "cp", "stmatrix")),
    ("cp.async.bulk.commit_group", ("unfinished", "cp", "")),
    ("cp.async.bulk.wait_group", ("unfinished", "cp", "")),
    ("bar.sync", "nothing follows"),
)


def waits_of_boxes() -> list[re.Match[str]]:
    return list(re.finditer(rf"^\s*{WAITS}[^\n]*;", boxes_ptx(), re.MULTILINE))


def without_wait(which: int) -> str:
    """The matmul without one of its waits, with all lines where they were."""
    text, wait = boxes_ptx(), waits_of_boxes()[which]
    end = wait.end()
    if "try_wait" in wait.group():
        end = text.index(";", end) + 1  # the branch back
    return text[: wait.start()] + "\n" * text.count("\n", wait.start(), end) + text[end:]


def test_each_wait_of_the_matmul_by_boxes_is_in_the_table() -> None:
    for wait, (name, _) in zip(waits_of_boxes(), BOXES, strict=True):
        assert name in wait.group()


def what_it_shows(which: int) -> object:
    """What is found, for one and the same reason; one wait that is not needed is as good as any."""
    wait, expected = BOXES[which]
    return (wait, expected) if isinstance(expected, tuple) else "not needed"


@pytest.mark.parametrize("which", by_kind(range(len(BOXES)), what_it_shows))
def test_matmul_by_boxes_without_one_wait(which: int) -> None:
    text, (_, expected) = without_wait(which), BOXES[which]
    findings, is_right = findings_of_boxes(text)
    if isinstance(expected, str):
        assert (findings, is_right) == ([], True)
        for order in ("interleaved", "random:1", "random:2"):
            assert findings_of_boxes(text, order)[1], expected
        return
    assert expected in opcodes(boxes_ptx(), findings)


# ---- a matmul as CUTLASS builds one --------------------------------------------------------------

CUTLASS = Path(__file__).parent / "kernels" / "tma_matmul.cu"
# Without each of its waits: the kind, and what is at the two lines.
WITHOUT = {
    "made": ("write-read", "first use", "init"),
    "empty": ("write-write", "load", "load"),
    "full": ("read-write", "load", "product"),
    "products": ("read-write", "load", "product"),
    "last_products": ("registers", "result", "product"),
    "reads": ("read-write", "result", "product"),
    "fence": ("proxy", "store", "result"),
    "written": ("write-read", "store", "result"),
    "store": ("unfinished", "store", ""),
}


def findings_of_cutlass(left_out: str) -> list[Finding]:
    a, b = torch.randn(128, 512).bfloat16(), torch.randn(128, 512).bfloat16()
    c = torch.zeros(128, 128).bfloat16()
    maps = [ks.tensor_map(x, (64, 64), swizzle=128) for x in (a, b)]
    options = [f"-DWITHOUT_{left_out}"] if left_out else []
    with ks.virtual_gpu(), Sanitizer(["race"]) as sanitizer:
        kernel = ks.cuda_kernel(CUTLASS, "matmul", options=options)
        with suppress(ks.LaunchError) if left_out else nullcontext():  # some of them never end
            kernel[(2, 2), 160, 3 * 16384](*maps, ks.tensor_map(c, (64, 64)), 8)
    assert not sanitizer.notes
    if not left_out:
        assert torch.allclose(c.float(), a.float() @ b.float().T, rtol=0.02, atol=0.5)
    return sanitizer.findings


def test_matmul_of_two_kinds_of_warps_is_clean() -> None:
    assert findings_of_cutlass("") == []


@pytest.mark.parametrize("name", by_kind(WITHOUT, lambda name: WITHOUT[name][0]))
@pytest.mark.long("a matmul of warps with different work, each wait left out in turn")
def test_matmul_of_two_kinds_of_warps_without_one_wait(name: str) -> None:
    lines = CUTLASS.read_text().splitlines()

    def marker(place: Place | None) -> str:
        number = int(place.source.rpartition(":")[2]) if place is not None else 0
        return lines[number - 1].partition("// ")[2] if number else ""

    findings = findings_of_cutlass(name)
    kind, here, there = WITHOUT[name]
    found = {(f.kind, marker(f.place), marker(f.other)) for f in findings}
    assert found & {(kind, here, there), (OTHER_WAY.get(kind, kind), there, here)}
    assert all(f.advice for f in findings)


def test_a_product_that_does_not_wait_for_its_copies_is_told_so_first() -> None:
    """That a copy writes what a product may still read would lead to the wrong wait."""
    first = findings_of_cutlass("full")[0]
    assert "which nothing has written yet" in first.message
    assert "before the read, wait for the phase of the copy's mbarrier" in first.advice


def test_each_wait_of_the_matmul_of_two_kinds_of_warps_is_in_the_table() -> None:
    assert set(re.findall(r"WITHOUT_(\w+)$", CUTLASS.read_text(), re.MULTILINE)) == set(WITHOUT)
