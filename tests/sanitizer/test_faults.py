"""`memory`: an access at a wrong address is a finding, whatever instruction makes it."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import kernelscope as ks
from families import exhaustive
from kernelscope import vgpu
from kernelscope.errors import LaunchError, MemoryAccessError

KERNEL = """
.version 8.6
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 x, .param .u32 n) {{
    .reg .u64 %rd<9>;
    .reg .u32 %r<9>;
    .reg .f32 %f<9>;
    .reg .pred %p<3>;
    .shared .align 128 .b8 tile[1024];
    .shared .align 8 .b8 bar[8];
    .local .align 16 .b8 own[64];
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [n];
    cvt.s64.s32 %rd2, %r1;
    add.u64 %rd2, %rd1, %rd2;
    mov.u32 %r2, tile;
    add.u32 %r2, %r2, %r1;
    mov.u32 %r3, own;
    add.u32 %r3, %r3, %r1;
    mov.u32 %r5, tile;
    mov.u32 %r8, 0;
    {body}
    st.global.u32 [%rd1], %r8;
    ret;
}}"""

GLOBAL = {
    "load": "ld.global.u32 %r8, [%rd2];",
    "half": "{ .reg .u16 %h; ld.global.u16 %h, [%rd2]; cvt.u32.u16 %r8, %h; }",
    "vector load": "ld.global.v4.u32 {%r4, %r6, %r7, %r8}, [%rd2];",
    "cached load": "ld.global.nc.v2.u32 {%r4, %r8}, [%rd2];",
    "generic load": "ld.v2.u32 {%r4, %r8}, [%rd2];",
    "volatile load": "ld.volatile.global.u32 %r8, [%rd2];",
    "acquire": "ld.acquire.gpu.global.u32 %r8, [%rd2];",
    "store": "st.global.u64 [%rd2], %rd1;",
    "vector store": "st.global.v2.u64 [%rd2], {%rd1, %rd1};",
    "release": "st.release.gpu.global.u32 [%rd2], %r1;",
    "atomic": "atom.global.add.u32 %r8, [%rd2], 1;",
    "exchange": "atom.global.cas.b64 %rd3, [%rd2], %rd1, %rd1;\n cvt.u32.u64 %r8, %rd3;",
    "reduction": "red.global.add.f32 [%rd2], 0f3F800000;",
    "vector reduction": "red.global.add.v2.f32 [%rd2], {%f1, %f2};",
    "copy": "cp.async.ca.shared.global [%r5], [%rd2], 16;\n cp.async.wait_all;",
}
SHARED = {
    "load": "ld.shared.u32 %r8, [%r2];",
    "vector load": "ld.shared.v4.u32 {%r4, %r6, %r7, %r8}, [%r2];",
    "store": "st.shared.v2.u32 [%r2], {%r1, %r1};",
    "atomic": "atom.shared.add.u32 %r8, [%r2], 1;",
    "reduction": "red.shared.max.u64 [%r2], %rd1;",
    "matrix load": "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r8}, [%r2];",
    "matrix store": "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r2], {%r1};",
    "copy": "cp.async.ca.shared.global [%r2], [%rd1], 16;\n cp.async.wait_all;",
    "barrier": "mbarrier.init.shared.b64 [%r2], 1;",
}
LOCAL = {
    "load": "ld.local.u32 %r8, [%r3];",
    "vector store": "st.local.v4.u32 [%r3], {%r1, %r1, %r1, %r1};",
}
ONE_OF_EACH = ("load", "vector store", "atomic", "copy")
BULK = (
    "mbarrier.init.shared.b64 [bar], 1;\n"
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes {to}, {source}, 32, [bar];"
)


@functools.cache
def _kernel(body: str) -> vgpu.Kernel:
    return vgpu.load_ptx(KERNEL.format(body=body)).kernel("k")


def _kinds(body: str, n: int, threads: int = 32) -> set[tuple[str, str]]:
    kernel = _kernel(body)
    memory = np.zeros(64, np.uint64)
    with ks.check(tools="memory") as found:
        if n:
            with pytest.raises(LaunchError):
                kernel.launch(1, threads, [memory, n])
        else:
            kernel.launch(1, threads, [memory, n])
    for one in found.findings:
        assert one.source.startswith("ptx:")
        assert one.advice
    return {(one.tool, one.kind) for one in found.findings}


@pytest.mark.parametrize("name", GLOBAL)
def test_global_memory(name: str):
    """Right, at an odd address, and before and behind the array."""
    body = GLOBAL[name]
    assert _kinds(body, 0) == set()
    assert _kinds(body, 1) == {("memory", "misaligned")}
    assert _kinds(body, 512) == {("memory", "out-of-bounds")}
    assert _kinds(body, -16) == {("memory", "out-of-bounds")}


# Whose element it is does not hang on the instruction: one each that reads, writes, and does both.
@pytest.mark.parametrize("name", [n if n in ONE_OF_EACH else exhaustive(n) for n in GLOBAL])
def test_an_element_before_an_array_is_that_arrays(name: str):
    """And not one of the larger array that was given before, 2^40 bytes away."""
    kernel = _kernel(GLOBAL[name])
    larger, memory = np.zeros(999, np.uint64), np.zeros(64, np.uint64)
    with ks.check(tools="memory") as found:
        kernel.launch(1, 32, [larger, 0])
        with pytest.raises(
            MemoryAccessError, match=r"\(16 bytes before an allocation of 512 bytes\)"
        ):
            kernel.launch(1, 32, [memory, -16])
    (one,) = found.findings
    assert one.index == -2
    assert "the index is negative" in one.advice


@pytest.mark.parametrize("name", SHARED)
def test_shared_memory(name: str):
    """The same of the block's shared memory, of 1,032 bytes."""
    body = SHARED[name]
    assert _kinds(body, 0) == set()
    assert ("memory", "misaligned") in _kinds(body, 1)
    assert ("memory", "shared-out-of-bounds") in _kinds(body, 1040)


@pytest.mark.parametrize("name", LOCAL)
def test_local_memory(name: str):
    """The same of a thread's own."""
    body = LOCAL[name]
    assert _kinds(body, 0) == set()
    assert _kinds(body, 1) == {("memory", "misaligned")}
    assert _kinds(body, 64) == {("memory", "local-out-of-bounds")}


@pytest.mark.parametrize(
    ("to", "source", "n", "kind"),
    [
        ("[%r5]", "[%rd2]", 0, ""),
        ("[%r5]", "[%rd2]", 8, "bulk-alignment"),
        ("[%r2]", "[%rd1]", 8, "bulk-alignment"),
        ("[%r5]", "[%rd2]", 496, "out-of-bounds"),
        ("[%r2]", "[%rd1]", 1024, "shared-out-of-bounds"),
    ],
)
def test_bulk_copies(to: str, source: str, n: int, kind: str):
    """One thread issues them, and an engine carries them out."""
    body = BULK.format(to=to, source=source)
    assert _kinds(body, n, threads=1) == ({("memory", kind)} if kind else set())


def test_another_blocks_shared_memory():
    """A block that the cluster does not have, through a generic address."""
    body = """
    mapa.u64 %rd4, %rd3, %r1;
    ld.u32 %r8, [%rd4];
    """
    start = "mov.u64 %rd3, tile;\n cvta.shared.u64 %rd3, %rd3;\n"
    text = KERNEL.format(body=start + body).replace(
        ".visible .entry k(.param .u64 x, .param .u32 n) {",
        ".visible .entry k(.param .u64 x, .param .u32 n)\n.reqnctapercluster 2, 1, 1\n{",
    )
    kernel = vgpu.load_ptx(text).kernel("k")
    with ks.check(tools="memory") as found, pytest.raises(LaunchError):
        kernel.launch(2, 32, [np.zeros(64, np.uint64), 5])
    (one,) = found.findings
    assert (one.tool, one.kind) == ("memory", "outside-cluster")
