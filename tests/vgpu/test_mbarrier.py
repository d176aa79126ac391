"""Barriers in shared memory: phases, counts, bytes waited for, copies that arrive."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import LaunchError, MemoryAccessError, PtxError
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

TEXT = """
.version 8.7
.target sm_90a
.address_size 64
.shared .align 8 .b64 bars[4];
.shared .align 16 .b32 kept[256];
.entry k(.param .u64 data, .param .u64 result) {{
.reg .b32 %t, %at, %back, %v, %i, %bar, %n, %m;
.reg .b64 %in, %out, %o, %s<9>, %window;
.reg .pred %first, %more, %p, %low;
ld.param.u64 %in, [data];
ld.param.u64 %out, [result];
mov.u32 %t, %tid.x;
mul.wide.u32 %o, %t, 4;
add.u64 %in, %in, %o;
add.u64 %out, %out, %o;
mov.u32 %bar, bars;
cvta.shared.u64 %window, %bar;
cvt.u64.u32 %window, %bar;
cvta.shared.u64 %window, %window;
mov.u32 %back, kept;
mad.lo.u32 %at, %t, 4, %back;
sub.u32 %back, 63, %t;
mul.lo.u32 %back, %back, 4;
mov.u32 %i, kept;
add.u32 %back, %back, %i;
setp.eq.u32 %first, %t, 0;
setp.lt.u32 %low, %t, 8;
mov.u32 %i, 0;
{body}
ret;
}}
""".replace("cvta.shared.u64 %window, %bar;\n", "")

ROUNDS = """
@%first mbarrier.init.shared.b64 [%bar], 64;
bar.sync 0;
AGAIN:
mad.lo.u32 %v, %i, 1000, %t;
st.shared.u32 [%at], %v;
{arrive}
WAIT:
{wait}
@!%p bra WAIT;
ld.shared.u32 %v, [%back];
st.global.u32 [%out], %v;
add.u64 %out, %out, 256;
bar.sync 0;
add.u32 %i, %i, 1;
setp.lt.u32 %more, %i, 5;
@%more bra AGAIN;
"""
PARITY = (
    "mbarrier.arrive.release.cta.shared::cta.b64 _, [%bar];",
    "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p, [%bar], %n, 1000;",
)
STATE = ("mbarrier.arrive.b64 %s1, [%window];", "mbarrier.test_wait.b64 %p, [%window], %s1;")


def outcome(body: str, compiled: bool, words: int, data: Any = None) -> np.ndarray:
    result = np.zeros(words, np.uint32)
    data = np.zeros(64, np.uint32) if data is None else data
    text = TEXT.format(body=body)
    if compiled:
        vgpu.load_ptx(text).kernel("k")[1, 64](data, result)
    else:
        interpreter.launch(lower(parse(text), "k"), (1, 1, 1), (64, 1, 1), [data, result])
    return result


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("ways", [PARITY, STATE])
def test_all_threads_meet_in_each_phase(ways: tuple[str, str], compiled: bool) -> None:
    """Each thread reads what one of the other warp stored before it arrived, five times."""
    arrive = f"and.b32 %n, %i, 1;\n{ways[0]}"
    result = outcome(ROUNDS.format(arrive=arrive, wait=ways[1]), compiled, 320)
    expected = 1000 * np.arange(5)[:, None] + np.arange(63, -1, -1)
    np.testing.assert_array_equal(result.reshape(5, 64), expected)


# The state of a barrier of 8 after each step: who has come, whose phase it is.
STEPS = """
@%first mbarrier.init.shared::cta.b64 [%bar], 8;
bar.sync 0;
mov.u32 %n, 24;
@%first mbarrier.arrive.expect_tx.shared::cta.b64 %s1, [%bar], %n;
@%first mbarrier.arrive.noComplete.release.cta.shared::cta.b64 %s2, [%bar], 5;
@%first mbarrier.arrive_drop.shared::cta.b64 %s3, [%bar];
@%first mbarrier.arrive.shared::cta.b64 %s4, [%bar], 1;
@%first mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%bar], 16;
@%first mbarrier.test_wait.shared.b64 %p, [%bar], %s4;
selp.u32 %i, 1, 0, %p;
@%first mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%bar], 8;
@%first mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%bar], 16;
@%first mbarrier.try_wait.shared.b64 %p, [%bar], %s4;
selp.u32 %m, 2, 0, %p;
@%first mbarrier.arrive.shared::cta.b64 %s5, [%bar];
mbarrier.pending_count.b64 %v, %s1;
st.global.u32 [%out], %v;
mbarrier.pending_count.b64 %v, %s2;
st.global.u32 [%out+256], %v;
mbarrier.pending_count.b64 %v, %s3;
st.global.u32 [%out+512], %v;
mbarrier.pending_count.b64 %v, %s4;
st.global.u32 [%out+768], %v;
mbarrier.pending_count.b64 %v, %s5;
st.global.u32 [%out+1024], %v;
add.u32 %v, %i, %m;
st.global.u32 [%out+1280], %v;
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_a_phase_ends_when_all_have_come_and_no_byte_is_waited_for(compiled: bool) -> None:
    """8 come (one for the last time), 24 + 8 bytes are asked for and 32 come: 7 in the next."""
    result = outcome(STEPS, compiled, 384).reshape(6, 64)[:, 0]
    np.testing.assert_array_equal(result, [8, 7, 2, 1, 7, 2])


# Lanes 0 to 7 arrive at four barriers, two lanes at each, lower lanes first.
SCATTERED = """
and.b32 %n, %t, 3;
mad.lo.u32 %m, %n, 8, %bar;
setp.lt.u32 %p, %t, 4;
add.u32 %v, %n, 3;
@%p mbarrier.init.shared.b64 [%m], %v;
bar.sync 0;
mov.u64 %s1, 0;
@%low mbarrier.arrive.shared.b64 %s1, [%m];
mbarrier.pending_count.b64 %v, %s1;
st.global.u32 [%out], %v;
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_lanes_arrive_one_after_another_each_at_its_own_barrier(compiled: bool) -> None:
    expected = np.zeros(64, np.uint32)
    expected[:8] = [3, 4, 5, 6, 2, 3, 4, 5]
    np.testing.assert_array_equal(outcome(SCATTERED, compiled, 64), expected)


COPIED = """
@%first mbarrier.init.shared.b64 [%bar], 64;
bar.sync 0;
cp.async.ca.shared.global [%at], [%in], 4;
cp.async.mbarrier.arrive{noinc}.shared.b64 [%bar];
{arrive}
WAIT:
mbarrier.test_wait.parity.shared.b64 %p, [%bar], 0;
@!%p bra WAIT;
ld.shared.u32 %v, [%back];
st.global.u32 [%out], %v;
"""


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("noinc", [True, False])
def test_copies_arrive_when_their_bytes_are_there(noinc: bool, compiled: bool) -> None:
    """With `.noinc` the copy's arrival is the thread's own, else it is one more than asked for."""
    arrive = "" if noinc else "mbarrier.arrive.shared.b64 _, [%bar];"
    body = COPIED.format(noinc=".noinc" if noinc else "", arrive=arrive)
    data = np.arange(64, dtype=np.uint32) * 3
    np.testing.assert_array_equal(outcome(body, compiled, 64, data), data[::-1])


@pytest.mark.parametrize("compiled", [True, False])
def test_a_phase_that_never_ends_is_a_deadlock(compiled: bool) -> None:
    """63 of 64 arrive."""
    arrive = "@!%first mbarrier.arrive.shared.b64 _, [%bar];\nmov.u32 %n, 0;"
    with pytest.raises(LaunchError, match="deadlock"):
        outcome(ROUNDS.format(arrive=arrive, wait=PARITY[1]), compiled, 320)


@pytest.mark.parametrize("place", ["[%bar+4]", "[%bar+4096]", "[%out]"])
def test_a_barrier_is_eight_aligned_bytes_of_shared_memory(place: str) -> None:
    space = "" if place == "[%out]" else ".shared"
    with pytest.raises(MemoryAccessError, match=r"shared-memory|multiple"):
        outcome(f"mbarrier.arrive{space}.b64 _, {place};", True, 64)


@pytest.mark.parametrize("count", [0, -1, 1 << 20])
def test_a_constant_count_that_no_barrier_can_have_is_refused_with_its_line(count: int) -> None:
    """A count is from 1 to 2^20 - 1."""
    text = TEXT.format(body=f"mbarrier.init.shared.b64 [%bar], {count};")
    with pytest.raises(PtxError, match=rf"^ptx:29:1: .*is {count}, and must be from 1 to 1048575"):
        vgpu.load_ptx(text).kernel("k")


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("count", "lane"), [(0, 8), (1 << 20, 9)])
def test_a_register_with_a_count_that_no_barrier_can_have_is_a_fault(
    count: int, lane: int, compiled: bool
) -> None:
    """The first lane at fault is named; lanes without a part in it are not looked at."""
    body = f"""setp.ge.u32 %p, %t, {lane}; selp.u32 %n, {count}, 5, %p;
    @!%low mbarrier.init.shared.b64 [%bar], %n;"""
    where = rf"ptx:30.*thread \({lane}, 0, 0\)" if compiled else "ptx:30"
    with pytest.raises(LaunchError, match=rf"is {count}, and must be from 1 to 1048575.*{where}"):
        outcome(body, compiled, 64)


# What PTX 9.3 added: layouts, kinds of phases, and reports, of which there are none here.
REPORTS = """
@%first mbarrier.init.layout::v1.shared::cta.b64 [%bar], 64;
bar.sync 0;
.reg .b8 %byte;
mbarrier.arrive.shared.b64 %s1, [%bar];
setp.ge.u32 %low, %t, 0;
WAIT:
{wait}
@!%p bra WAIT;
selp.u32 %v, 1, 0, %low;
{report}
st.global.u32 [%out], %v;
mbarrier.pending_count.layout::v0.b64 %v, %s1;
"""


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("wait", "expected"),
    [
        ("mbarrier.test_wait.phase_type::primary.b64 %p, [%window], %s1;", 1),
        ("mbarrier.try_wait.parity.phase_type::conditional.shared.b64 %p, [%bar], 0, 99;", 1),
        ("mbarrier.try_wait.phase_type::primary.acquire.cta.b64 %p|%low, [%window], %s1;", 0),
        ("mbarrier.test_wait.parity.phase_type::primary.b64 %p|%low, %byte, [%window], 0;", 0),
    ],
)
def test_a_wait_may_ask_for_a_kind_of_phase_and_a_report(
    wait: str, expected: int, compiled: bool
) -> None:
    """Both phases end at once, and nothing is reported."""
    report = "cvt.u32.u8 %n, %byte; add.u32 %v, %v, %n;" if "%byte" in wait else ""
    result = outcome(REPORTS.format(wait=wait, report=report), compiled, 64)
    np.testing.assert_array_equal(result, np.full(64, expected))


@pytest.mark.parametrize(("layout", "most"), [("v0", 1048575), ("v1", 511)])
def test_a_layout_bounds_the_count(layout: str, most: int) -> None:
    body = f"@%first mbarrier.init.layout::{layout}.shared::cta.b64 [%bar], {most + 1};"
    with pytest.raises(PtxError, match=f"must be from 1 to {most}"):
        outcome(body, True, 64)


LAYOUTS = """
.reg .pred %v0, %v1;
@%first mbarrier.init{layout}.shared.b64 [%bar], 64;
bar.sync 0;
mbarrier.arrive.shared.b64 %s1, [%bar];
WAIT:
mbarrier.test_wait.shared.b64 %p, [%bar], %s1;
@!%p bra WAIT;
mbarrier.arrive.shared.b64 %s1, [%bar];
mbarrier.check_layout.layout::v0.b64 %v0, [%window];
mbarrier.check_layout.layout::v1.shared::cta.b64 %v1, [%bar];
selp.u32 %v, 1, 0, %v0;
selp.u32 %n, 2, 0, %v1;
add.u32 %v, %v, %n;
st.global.u32 [%out], %v;
"""


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("layout", "expected"), [("", 1), (".layout::v0", 1), (".layout::v1", 2)])
def test_a_barrier_keeps_its_layout(layout: str, expected: int, compiled: bool) -> None:
    """Also when a phase has ended, and the next one has begun."""
    result = outcome(LAYOUTS.format(layout=layout), compiled, 64)
    np.testing.assert_array_equal(result, np.full(64, expected))


@pytest.mark.parametrize(
    ("layout", "kinds"),
    [(".layout::v0", []), (".layout::v1", []), (None, ["not-initialised"])],
)
def test_a_check_knows_barriers_of_each_layout(layout: str | None, kinds: list[str]) -> None:
    body = LAYOUTS.format(layout=layout or "")
    if layout is None:
        asked = [line for line in body.splitlines() if "check_layout" in line]
        body = "\n".join([".reg .pred %v0, %v1;", *asked[:1]])
    kernel, data = vgpu.load_ptx(TEXT.format(body=body)).kernel("k"), np.zeros(64, np.uint32)
    with Sanitizer(("barrier", "race")) as sanitizer:
        kernel[1, 64](data, data)
    assert [finding.kind for finding in sanitizer.findings] == kinds


# Warp 1 is suspended until phase 0 of a barrier ends. Then warp 0 ends phases 0 and 1 in one turn,
# and the barrier is in a phase of parity 0 again.
OVERTAKEN = """
add.u32 %m, %bar, 8;
@%first mbarrier.init.shared.b64 [%bar], 1;
@%first mbarrier.init.shared.b64 [%m], 1;
bar.sync 0;
setp.lt.u32 %low, %t, 32;
@%low bra ZERO;
setp.eq.u32 %more, %t, 32;
@%more mbarrier.arrive.shared.b64 _, [%m];
ONE:
mbarrier.{wait}.parity.shared.b64 %p, [%bar], 0;
@!%p bra ONE;
bra DONE;
ZERO:
mbarrier.try_wait.parity.shared.b64 %p, [%m], 0;
@!%p bra ZERO;
@%first mbarrier.arrive.shared.b64 _, [%bar];
@%first mbarrier.arrive.shared.b64 _, [%bar];
DONE:
bar.sync 0;
st.global.u32 [%out], %t;
"""


def test_a_suspended_warp_goes_on_though_the_next_phase_has_ended_too() -> None:
    result = np.full(64, -1, np.int32)
    text = TEXT.format(body=OVERTAKEN.format(wait="try_wait"))
    vgpu.load_ptx(text).kernel("k").launch(1, 64, [np.zeros(64, np.int32), result])
    assert result.tolist() == list(range(64))


def test_a_warp_that_only_tests_misses_a_phase_between_two_tests() -> None:
    text = TEXT.format(body=OVERTAKEN.format(wait="test_wait"))
    with pytest.raises(LaunchError, match="deadlock"):
        vgpu.load_ptx(text).kernel("k").launch(1, 64, [np.zeros(64, np.int32)] * 2)
