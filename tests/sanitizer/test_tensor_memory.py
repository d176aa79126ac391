"""Tensor memory and `tcgen05`: a clean program, and it without one of its waits, barriers or fences."""

# ruff: noqa: E501 - instructions of PTX are long
from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import LaunchError
from kernelscope.sanitizer.findings import Place
from kernelscope.sanitizer.session import Sanitizer

NUMBERS = itertools.count()
PASSED = "mbarrier.try_wait.parity{how}.shared::cta.b64 %over, [%bar], {phase};"


def wait(phase: int, how: str = "", bar: str = "%bar") -> str:
    """All threads wait for a phase of an mbarrier."""
    name = f"WAIT{next(NUMBERS)}"
    line = PASSED.format(how=how, phase=phase).replace("%bar", bar)
    return f"{name}: {line} @!%over bra {name};"


STORES = (
    " ".join(f"st.shared.v2.b64 [%at+{2048 * k}], {{%zero, %zero}};" for k in range(2))
    + " st.shared.b32 [%row+4096], 0;"
)
REGISTERS = ", ".join(f"%r{n}" for n in range(16))
MMA = "tcgen05.mma.cta_group::1.kind::f16"
COMMIT = "@%first tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%bar];"
LOAD = f"tcgen05.ld.sync.aligned.32x32b.x16.b32 {{{REGISTERS}}}, [%mine];"
LOADED, STORED = "tcgen05.wait::ld.sync.aligned;", "tcgen05.wait::st.sync.aligned;"
BEFORE, AFTER = "tcgen05.fence::before_thread_sync;", "tcgen05.fence::after_thread_sync;"
PROXY, MEET = "fence.proxy.async.shared::cta;", "bar.sync 0;"
SUMS = f"@%first {MMA} [%base], %a, %b, %i, %yes;"

CLEAN = {
    "fill": STORES,
    "zero": f"tcgen05.st.sync.aligned.32x32b.x16.b32 [%mine], {{{REGISTERS}}};",
    "stored": STORED,
    "proxy": PROXY,
    "filled": MEET,
    "product": SUMS,
    "commit": COMMIT,
    "wait": wait(0),
    "load": LOAD,
    "loaded": LOADED,
    "refill": STORES,
    "second proxy": PROXY,
    "refilled": MEET,
    "second product": SUMS,
    "second commit": COMMIT,
    "second wait": wait(1),
    "second load": LOAD,
    "second loaded": LOADED,
    "end": MEET,
}
TEXT = """
.version 9.0
.target sm_100a
.address_size 64
.shared .align 1024 .b8 tile[5120];
.shared .align 8 .b64 bars[2];
.shared .align 4 .b32 place;
.entry k(.param .u64 data) {
.reg .b64 %a, %b, %zero, %data; .reg .b32 %i, %t, %w, %base, %mine, %near, %copy, %tile, %at, %row, %bar, %full, %address, %r<16>;
.reg .pred %first, %boss, %other, %lead, %last, %over, %yes, %no;
ld.param.u64 %data, [data];
mov.u32 %t, %tid.x; shr.u32 %w, %t, 5; mov.u64 %zero, 0;
setp.eq.u32 %first, %t, 0; setp.eq.u32 %other, %t, 32; setp.eq.u32 %lead, %w, 0; setp.eq.u32 %last, %w, 3;
setp.eq.u32 %yes, 0, 0; setp.ne.u32 %no, 0, 0;
mov.u32 %bar, bars; add.u32 %full, %bar, 8; mov.u32 %address, place;
mov.u32 %at, tile; mov.u32 %tile, %at; mad.lo.u32 %row, %t, 4, %at; mad.lo.u32 %at, %t, 16, %at;
mov.u64 %a, 0x400100080000; mov.u64 %b, 0x400100080100; mov.u32 %i, 0x8040010;
REGISTERS
@%lead tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%address], 64;
@%first mbarrier.init.shared.b64 [%bar], 1;
@%first mbarrier.init.shared.b64 [%full], 1;
bar.sync 0;
ld.shared.b32 %base, [%address];
shl.b32 %mine, %w, 21; add.u32 %mine, %mine, %base; add.u32 %near, %base, 8; add.u32 %copy, %base, 32;
BODY
@%last tcgen05.dealloc.cta_group::1.sync.aligned.b32 %base, 64;
ret;
}
"""
ZERO = " ".join(f"mov.b32 %r{n}, 0;" for n in range(16))


def program(changes: dict[str, str] | None = None) -> str:
    """The clean program with some of its steps replaced."""
    steps = {**CLEAN, **(changes or {})}
    return TEXT.replace("REGISTERS", ZERO).replace("BODY", "\n".join(steps.values()))


def opcode(line: str) -> str:
    """The first instruction of a line that the checker may name."""
    name = re.sub(r"^(\w+: )?(@!?%\w+ )?", "", line).split()[0]
    return ".".join(name.split(".")[:2]) if name.startswith("tcgen05") else name.partition(".")[0]


def in_pair(changes: dict[str, str] | None = None) -> str:
    """The same by two blocks of a cluster: the first one's thread issues for both."""
    meet = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
    text = program(changes).replace("group::1", "group::2").replace(MEET, meet)
    text = text.replace("0x8040010", "0x10040010").replace("cluster.b64 [%bar];", COMMIT_BOTH)
    first = "mov.u32 %i, %cluster_ctarank; setp.eq.and.u32 %boss, %i, 0, %first; mov.u32 %i, "
    text = text.replace("mov.u32 %i, ", first)
    return text.replace("@%first tcgen05", "@%boss tcgen05")


COMMIT_BOTH = "cluster.multicast::cluster.b64 [%bar], 3;"


def findings_of(text: str, blocks: int = 1) -> set[tuple[str, str, str]]:
    """The kind of each finding, and what both sides are."""
    cluster = None if blocks == 1 else (blocks, 1, 1)
    data = np.zeros(8192, np.uint8)
    kernel = vgpu.load_ptx(text, "b200").kernel("k")
    with Sanitizer(["race", "init"]) as sanitizer:
        try:
            kernel.launch(blocks, 128, (data,), cluster=cluster)
        except LaunchError as error:
            raise AssertionError(sanitizer.findings) from error
    assert ("k", "race") not in sanitizer.notes
    lines = text.split("\n")

    def side(place: Place | None) -> str:
        return opcode(lines[place.ptx_line - 1]) if place else ""

    return {(f.kind, side(f.place), side(f.other)) for f in sanitizer.findings}


def test_a_product_in_two_steps_is_clean() -> None:
    assert findings_of(program()) == set()


MMA_, LD, ST, CP, FREE = (f"tcgen05.{name}" for name in ("mma", "ld", "st", "cp", "dealloc"))
OTHER = SUMS.replace("%first", "%other")
COPY = "@%first tcgen05.cp.cta_group::1.128x256b [%copy], %a;"
COPIED = SUMS.replace("%a,", "[%copy],")
SPARSE = SUMS.replace("mma.", "mma.sp.").replace("%i,", "0x8040014,").replace("%b,", "%b, [%copy],")
METADATA = CLEAN["zero"].replace("%mine", "%mine+32")
SHIFTED = COPIED.replace("kind::f16", "kind::f16.ashift")
BULK = """@%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [%full], 4608;
@%first cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%tile], [%data], 4608, [%full];"""
ARRIVED = wait(0, bar="%full")
ALONE = f"@!%first bra ALONE;\n{ARRIVED}\nALONE:"
ASYNC = "cp.async.cg.shared.global [%at], [%data], 16; cp.async.cg.shared.global [%at+2048], [%data], 16;"
RELAXED = wait(1, ".relaxed.cluster")
COMMIT_OTHER = COMMIT.replace("%first", "%other").replace("%bar", "%full")


def by_two(before: str, after: str) -> dict[str, str]:
    """A second thread adds to the sums of the first, which nobody has waited for."""
    steps = COMMIT, before, MEET, after, OTHER, COMMIT_OTHER
    return {"commit": "\n".join(steps), "wait": f"{wait(0)}\n{ARRIVED}"}


ALSO_CLEAN = {
    "two threads add up": by_two(BEFORE, AFTER),
    "two products add up": {"product": f"{SUMS}\n{SUMS}"},
    "a copy, then a product that reads it": {"product": f"{COPY}\n{COPIED}"},
    "a bulk copy": {"fill": BULK, "zero": f"{ARRIVED}\n{CLEAN['zero']}", "proxy": ""},
    "a bulk copy that one thread waits for": {"fill": BULK, "product": f"{ALONE}\n{SUMS}", "proxy": ""},
    "a copy by threads": {"fill": ASYNC, "stored": f"{STORED}\ncp.async.wait_all;"},
    "fences where a wait is relaxed": {"second wait": f"{RELAXED}\n{AFTER}"},
    "metadata, then a product that reads them": {"zero": f"{CLEAN['zero']}\n{METADATA}", "product": SPARSE},
    "one warp waits": {"wait": f"@!%lead bra ONE;\n{wait(0)}\nONE:\n{MEET}"},
}  # fmt: skip


@pytest.mark.parametrize("name", ALSO_CLEAN)
def test_clean_programs(name: str) -> None:
    assert findings_of(program(ALSO_CLEAN[name])) == set()


LATE = {("write-read", LD, MMA_), ("read-write", "st", MMA_), ("write-write", FREE, MMA_)}
FAULTS = {
    "a store nobody waits for": ({"stored": ""}, {("write-write", MMA_, ST)}),
    "no proxy fence": ({"proxy": ""}, {("proxy", MMA_, "st")}),
    "no barrier before the product": (
        {"filled": ""},
        {("read-write", "st", MMA_), ("write-write", ST, MMA_), ("product", MMA_, "")},
    ),
    "a commit before the product": ({"product": COMMIT, "commit": SUMS}, {*LATE} - {("write-write", FREE, MMA_)}),
    "no wait for the product": ({"wait": ""}, LATE),
    "a load nobody waits for": ({"loaded": ""}, {("read-write", MMA_, LD)}),
    "no barrier behind the load": (
        {"wait": f"{wait(0)}\n{MEET}", "refilled": ""},
        {("write-read", LD, MMA_), ("read-write", "st", MMA_)},
    ),
    "no second proxy fence": ({"second proxy": ""}, {("proxy", MMA_, "st")}),
    "a last load nobody waits for": ({"second loaded": ""}, {("read-write", FREE, LD)}),
    "no barrier before the end": ({"end": ""}, {("read-write", FREE, LD)}),
    "no wait at the end": (
        {"second wait": "", "second load": "", "second loaded": ""}, {("write-write", FREE, MMA_)},
    ),
    "no sums before": ({"zero": ""}, {("product", MMA_, "")}),
    "no fence before another thread's product": (by_two("", AFTER), {("write-write", MMA_, MMA_)}),
    "no fence behind another thread's product": (by_two(BEFORE, ""), {("write-write", MMA_, MMA_)}),
    "sums that overlap": (
        {"product": f"{SUMS}\n@%first {MMA} [%near], %a, %b, %i, %no;"}, {("write-write", MMA_, MMA_)},
    ),
    "a copy of what an engine does not see": (
        {"proxy": "", "product": COPY + "\n" + COPIED}, {("proxy", CP, "st"), ("proxy", MMA_, "st")},
    ),
    "a store to what a product reads": (
        {
            "product": f"{COPY}\n{COPIED}",
            "wait": f"{CLEAN['zero'].replace('%mine', '%mine+32')}\n{STORED}\n{wait(0)}",
        },
        {("read-write", ST, MMA_), ("write-write", ST, CP)},
    ),
    "a store to the metadata that a product reads": (
        {"zero": f"{CLEAN['zero']}\n{METADATA}", "product": SPARSE, "wait": f"{METADATA}\n{STORED}\n{wait(0)}"},
        {("read-write", ST, MMA_)},
    ),
    "a store of metadata nobody waits for": (
        {"zero": f"{CLEAN['zero']}\n{STORED}\n{METADATA}", "stored": "", "product": SPARSE},
        {("write-read", MMA_, ST), ("write-write", FREE, ST)},
    ),
    "a load of what a product shifts": (
        {
            "product": f"{COPY}\n{SHIFTED}",
            "wait": f"{LOAD.replace('%mine', '%mine+32')}\n{LOADED}\n{wait(0)}",
        },
        {("write-read", LD, MMA_)},
    ),
    "no wait for a bulk copy": (
        {"fill": BULK, "proxy": "", "refill": ARRIVED}, {("write-read", MMA_, "cp")},
    ),
    "a bulk copy too early": (
        {"wait": "", "load": "", "loaded": "", "refill": BULK, "second proxy": f"{ARRIVED}\n{wait(0)}"},
        {("read-write", "cp", MMA_)},
    ),
    "no wait for a copy by threads": (
        {"fill": ASYNC, "refill": "cp.async.wait_all;"}, {("write-read", MMA_, "cp")},
    ),
    "a relaxed wait without a fence": (
        {"second wait": RELAXED}, {("write-read", LD, MMA_), ("write-write", FREE, MMA_)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_without_one_step(name: str) -> None:
    changes, expected = FAULTS[name]
    assert findings_of(program(changes)) == expected


PAIR_FAULTS = {
    "nothing": ({}, set()),
    "a store nobody waits for": ({"stored": ""}, {("write-write", MMA_, ST)}),
    "no proxy fence": ({"proxy": ""}, {("proxy", MMA_, "st")}),
    "no wait for the product": ({"wait": ""}, LATE),
    "a load nobody waits for": ({"loaded": ""}, {("read-write", MMA_, LD)}),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIR_FAULTS)
def test_a_pair_of_blocks(name: str) -> None:
    changes, expected = PAIR_FAULTS[name]
    assert findings_of(in_pair(changes), 2) == expected


ALLOC = "@%lead tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%address], 64;"
STUCK = {
    "columns that nothing gives back": (
        program().replace(ALLOC, f"{ALLOC.replace('64', '512')}\n{ALLOC.replace('lead', 'last')}"),
        1,
        ("warp 3 waits at ptx:{} for columns of tensor memory, of which 0 of 512 are free", "alloc", 1),
        "free columns",
    ),
    "a commit to an mbarrier of two arrivals": (
        program().replace("shared.b64 [%bar], 1;", "shared.b64 [%bar], 2;"),
        1,
        ("warps 0-3 wait at ptx:{} for the mbarrier at bars[0], whose phase of parity 0 waits for 1 of 2 arrivals", "try_wait", 0),
        "as many arrivals as it was initialised with",
    ),
    "one block of a pair": (
        in_pair().replace("@%lead tcgen05.alloc", "setp.eq.and.u32 %lead, %rank, 0, %lead;\n@%lead tcgen05.alloc")
        .replace(".reg .pred", ".reg .b32 %rank; mov.u32 %rank, %cluster_ctarank; .reg .pred"),
        2,
        ("warp 0 waits at ptx:{} for its peer block, or for columns of tensor memory, of which 512 of 512", "alloc", 0),
        "both blocks of a pair must allocate",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STUCK)
def test_a_deadlock_names_who_waits_for_what(name: str) -> None:
    text, blocks, (message, opcode_, which), advice = STUCK[name]
    lines = [n for n, line in enumerate(text.split("\n"), 1) if f".{opcode_}." in line]
    kernel, cluster = vgpu.load_ptx(text, "b200").kernel("k"), (blocks, 1, 1)
    with Sanitizer(["barrier"]) as sanitizer, pytest.raises(LaunchError, match="deadlock"):
        kernel.launch(blocks, 128, (np.zeros(8192, np.uint8),), cluster=cluster)
    stuck = next(f for f in sanitizer.findings if f.kind == "deadlock")
    assert message.format(lines[which]) in stuck.message
    assert advice in stuck.advice
