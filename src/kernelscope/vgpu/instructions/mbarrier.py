"""Barriers in shared memory: mbarrier (PTX ISA, 9.7.15.16).

The manual leaves the 64 bits of one open. Here, from the lowest: 20 of the threads expected in each
phase, 20 of those that this phase still waits for, 22 of the bytes it waits for (signed), the
layout, and the phase. A warp whose wait is not over asks again in its next turn, so that the others
of its block can arrive.

A barrier of the layout `v1` counts fewer arrivals. It could also report how its operations ended,
which only those of a fabric do, and those are refused: so no wait reports anything, and the
conditional phase is the primary one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions import bounds, copies
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.interpreter import mbarriers as mbarrier_words
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Bounds, Fields
from kernelscope.vgpu.jit import build, bulk, helpers, watch_barriers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I32, I64
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES, OFFSET_BITS, RANK_SHIFT, SHARED_WINDOW, Frame
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator

_PENDING, _PHASE, _COUNT = mbarrier_words.PENDING, mbarrier_words.PHASE, mbarrier_words.COUNT
_LAYOUT = mbarrier_words.LAYOUT


def _named(inst: ir.Inst) -> dict[str, ir.Operand]:
    return dict(zip((s.name for s in inst.form.signature), inst.operands, strict=True))


def _sources(inst: ir.Inst, values: list[Lanes]) -> dict[str, Lanes]:
    names = [s.name for s in inst.form.signature if not s.is_destination]
    return dict(zip(names, values, strict=True))


# ---- compiled -------------------------------------------------------------------------------


def _where(g: Generator, inst: ir.Inst) -> LLValue:
    """Return the barrier's address in shared memory for each lane; any other address is beyond
    it.
    """
    address = _named(inst)["a"]
    assert isinstance(address, ir.Address)
    value = g.address_vector(address)
    if inst.fields["space"]:
        return value
    return g.b.sub(value, build.constant(ADDRESSES, SHARED_WINDOW << OFFSET_BITS))


def _reaches(g: Generator, inst: ir.Inst) -> bool:
    """Return whether an instruction's barrier may be in another block's memory."""
    return g.in_cluster and inst.fields["space"] in ("", "shared::cluster")


def call_change(
    g: Generator, address: LLValue, amounts: list[LLValue], *, in_cluster: bool
) -> LLValue:
    """Change barriers of the block's own memory, or of any memory of the cluster.

    amounts: arrivals, those of them that are the last, and bytes more to wait for, each <32 x i64>.
    Returns a pointer to the old words.
    """
    out = scratch(g, I64, 1, LANES)
    place = [g.context, ll.Constant(I64, g.inst.site), address, g.memory_mask()]
    flags = [ll.Constant(build.I1, in_cluster), ll.Constant(build.I1, g.checked)]
    helpers.call(g.b, "mbarrier_change", [*place, *amounts, out, *flags])
    return out


def _wide(g: Generator, inst: ir.Inst, name: str, otherwise: int) -> LLValue:
    """Return a source operand as 64-bit lanes."""
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if spec.name == name and operand is not None:
            value = g.source(inst, spec, operand)
            return value if build.element_type(value).width == 64 else g.b.zext(value, ADDRESSES)
    return build.constant(ADDRESSES, otherwise)


def _set(g: Generator, inst: ir.Inst) -> None:
    """Store 64 bits, for `init` and `inval`."""
    word: LLValue = build.constant(ADDRESSES, -1)
    if inst.fields["what"] == "init":
        count = _wide(g, inst, "count", 0)
        bounds.check(g, inst, "count", count)
        word = g.b.or_(count, g.b.shl(count, build.constant(ADDRESSES, _PENDING)))
        word = g.b.or_(word, build.constant(ADDRESSES, _layout_number(inst) << _LAYOUT))
    place = [g.context, ll.Constant(I64, inst.site), _where(g, inst), g.memory_mask()]
    flags = [ll.Constant(build.I1, _reaches(g, inst)), ll.Constant(build.I1, g.checked)]
    helpers.call(g.b, "mbarrier_set", [*place, word, *flags])


def _layout_number(inst: ir.Inst) -> int:
    """Return the number of the layout that an instruction names, or makes without a name."""
    return int(inst.fields.get("layout", "") == "layout::v1")


def _check_layout(g: Generator, inst: ir.Inst) -> None:
    result = scratch(g, I32, 1, 1)
    place = [g.context, ll.Constant(I64, inst.site), _where(g, inst), g.memory_mask()]
    flags = [ll.Constant(build.I1, _reaches(g, inst)), ll.Constant(build.I1, g.checked)]
    layout = ll.Constant(I64, _layout_number(inst))
    helpers.call(g.b, "mbarrier_layout", [*place, layout, result, *flags])
    g.lanes = LANES
    g.store_results(inst, build.to_mask(g.b, g.b.load(result, typ=I32)))


def change(g: Generator, inst: ir.Inst, default_count: int) -> None:
    """Arrive and change the bytes that are waited for; the old words are the result."""
    what = inst.fields.get("what", "")
    count = _wide(g, inst, "count", default_count)
    if g.checked and _named(inst).get("count") is not None:
        watch_barriers.counts(g, inst, count)
    none = build.constant(ADDRESSES, 0)
    bytes_ = _wide(g, inst, "tx", 0)
    if what == "complete_tx":
        bytes_ = g.b.sub(none, bytes_)
    leaving = count if what == "arrive_drop" else none
    amounts = [count, leaving, bytes_]
    out = call_change(g, _where(g, inst), amounts, in_cluster=_reaches(g, inst))
    if inst.form.signature[0].is_destination:
        g.lanes = LANES
        g.store_results(inst, g.b.load(out, typ=ADDRESSES, align=64))


def _wait(g: Generator, inst: ir.Inst) -> None:
    """Ask whether the phase is over; if it is not in some lane, let the other warps run."""
    g.lanes = LANES
    if "parity" in inst.fields:
        bit = g.b.and_(_wide(g, inst, "parity", 0), build.constant(ADDRESSES, 1))
    else:
        bit = g.b.lshr(_wide(g, inst, "state", 0), build.constant(ADDRESSES, _PHASE))
    # Only a kernel that makes bulk copies has some to wait for.
    mask = g.memory_mask()
    result = scratch(g, I32, 1, 1)
    place = [g.context, ll.Constant(I64, inst.site), _where(g, inst), mask]
    suspends = "try_wait" in inst.form.spec
    conditions = (_reaches(g, inst), g.checked, bulk.uses_engine(g.function), suspends)
    flags = [ll.Constant(build.I1, condition) for condition in conditions]
    helpers.call(g.b, "mbarrier_over", [*place, bit, result, *flags])
    over = g.b.load(result, typ=I32)
    no_report = build.constant(build.MASK, 0), build.constant(build.vector(build.I8), 0)
    g.store_results(inst, (build.to_mask(g.b, over), *no_report))
    g.poll_unless(g.b.icmp_unsigned("==", g.b.and_(mask, g.b.not_(over)), ll.Constant(I32, 0)))


def _copies_arrive(g: Generator, inst: ir.Inst) -> None:
    """Complete the copies begun so far at once, and arrive for their thread.

    Without `.noinc` the arrival was counted as one more before, so nothing is left to do. If the
    schedule is fine, or accesses are watched, the copies and the arrival wait until a thread has to
    wait at the barrier.
    """
    if not g.fine and g.watch_plan is None:
        copies.complete_all(g)
        change(g, inst, 1 if inst.fields["noinc"] else 0)
        return
    if not inst.fields["noinc"]:
        change(g, inst, -1)
    stages = g.b.add(build.load_slot(g.b, g.frame, int(Frame.STAGES)), ll.Constant(I64, 1))
    g.b.store(stages, build.slot(g.b, g.frame, int(Frame.STAGES)))
    complete = helpers.function(g.module, "copy_complete_stage")
    pointers = (g.b.ptrtoint(p, I64) for p in (g.frame, copies.queue_of(g), complete))
    frame, queue, code = pointers
    place = [g.context, ll.Constant(I64, inst.site), _where(g, inst), g.memory_mask()]
    reaches = ll.Constant(build.I1, _reaches(g, inst))
    helpers.call(g.b, "bulk_arrival", [*place, frame, queue, stages, code, reaches])


# ---- interpreted ----------------------------------------------------------------------------


def _words(warp: Warp, inst: ir.Inst, *, write: bool = True) -> list[tuple[int, Lanes, int]]:
    """Return each active lane with the bytes of its barrier, and their address in the cluster."""
    address = _named(inst)["a"]
    assert isinstance(address, ir.Address)
    where = warp.addresses(address)
    space = {"": "generic", "shared::cluster": "cluster"}.get(inst.fields["space"], "shared")
    at = warp.spaces.writable if write else warp.spaces.at
    words: list[tuple[int, Lanes, int]] = []
    for lane in np.flatnonzero(warp.active):
        place = warp.spaces.resolve(space, int(where[lane]))
        own = warp.block.rank << RANK_SHIFT if place[0] == "shared" else 0
        words.append((int(lane), at(*place, 8, int(lane)), own | place[1]))
    return words


def _set_meaning(warp: Warp, inst: ir.Inst) -> None:
    given = _sources(inst, warp.sources(inst))
    for lane, memory, _ in _words(warp, inst):
        count = effects.within(inst, "count", int(given["count"][lane])) if "count" in given else 0
        is_new = inst.fields["what"] == "init"
        made = _layout_number(inst) << _LAYOUT | count << _PENDING | count
        mbarrier_words.put(memory, made if is_new else -1)


def _check_layout_meaning(warp: Warp, inst: ir.Inst) -> None:
    same = np.zeros(LANES, np.bool_)
    for lane, memory, _ in _words(warp, inst, write=False):
        same[lane] = mbarrier_words.get(memory) >> _LAYOUT & 1 == _layout_number(inst)
    warp.write(inst, same)


def complete_bytes(memory: Lanes, count: int) -> None:
    """Make the barrier in these 8 bytes wait for `count` fewer bytes."""
    word = mbarrier_words.changed(mbarrier_words.get(memory), 0, 0, -count)
    mbarrier_words.put(memory, word)


def _change_meaning(warp: Warp, inst: ir.Inst, default_count: int) -> None:
    given, operation = _sources(inst, warp.sources(inst)), inst.fields.get("what", "")
    before = np.zeros(LANES, np.uint64)
    warp.block.idle = 0
    for lane, memory, _ in _words(warp, inst):
        word = mbarrier_words.get(memory)
        before[lane] = word
        count = default_count if given.get("count") is None else int(given["count"][lane])
        bytes_ = 0 if given.get("tx") is None else int(given["tx"][lane])
        leaving = count if operation == "arrive_drop" else 0
        more = -bytes_ if operation == "complete_tx" else bytes_
        mbarrier_words.put(memory, mbarrier_words.changed(word, count, leaving, more))
    if inst.form.signature[0].is_destination:
        warp.write(inst, before)


def _wait_meaning(warp: Warp, inst: ir.Inst) -> None:
    given = _sources(inst, warp.sources(inst))
    over = np.zeros(LANES, np.bool_)
    for lane, memory, place in _words(warp, inst, write=False):
        bit = (
            int(given["parity"][lane]) & 1 if "parity" in given else int(given["state"][lane]) >> 63
        )
        if memory[7] >> 7 == bit:
            for block in warp.block.peers:
                block.engine.deliver(("barrier", place))
        over[lane] = memory[7] >> 7 != bit
    if not over[warp.active].all():
        warp.poll()
    warp.write(inst, (over, np.zeros(LANES, np.bool_), np.zeros(LANES, np.uint8)))


# ---- the table ------------------------------------------------------------------------------

_COUNTS = {"count": Bounds("the count of the barrier's arrivals", 1, _COUNT)}
_SPACE = "space:shared|shared::cta|shared::cluster? . b64"
_ORDER = "sem:release|relaxed|acquire? . scope:cta|cluster?"
for _what, _signature, _words_ in (
    ("init", "[a], count:u32", "make a barrier at {a} that expects {count} arrivals a phase"),
    ("inval", "[a]", "end the barrier at {a}, whose memory is free for other uses"),
):
    define(
        f"mbarrier . what:{_what} . {_SPACE}", _signature, kind="memory", code=_set,
        meaning=_set_meaning, pipe="lsu", words=_words_, bounds=_COUNTS,
    )  # fmt: skip
for _layout, _most in (("v0", _COUNT), ("v1", (1 << 9) - 1)):
    define(
        f"mbarrier . what:init . layout:layout::{_layout} . {_SPACE}", "[a], count:u32",
        kind="memory", code=_set, meaning=_set_meaning, pipe="lsu", tells=("layout",),
        words="make a barrier at {a} that expects {count} arrivals a phase",
        bounds={"count": Bounds("the count of the barrier's arrivals", 1, _most)},
    )  # fmt: skip
define(
    "mbarrier . what:check_layout . layout:layout::v0|layout::v1 . space:shared|shared::cta? . b64",
    "d:pred, [a]", kind="memory", shape="varying", pipe="lsu", code=_check_layout,
    meaning=_check_layout_meaning, tells=("layout",),
    words="{d} = whether the barrier at {a} has this layout",
)  # fmt: skip


def _define_change(spec: str, signature: str, count: int, words: str) -> None:
    def code(g: Generator, inst: ir.Inst) -> None:
        change(g, inst, count)

    def meaning(warp: Warp, inst: ir.Inst) -> None:
        _change_meaning(warp, inst, count)

    define(
        spec, signature, kind="memory", shape="varying", pipe="lsu", words=words,
        code=code, meaning=meaning,
    )  # fmt: skip


for _what, _gone in (("arrive", ""), ("arrive_drop", ", which later phases expect no more")):
    for _how in ("", ". noComplete"):
        _define_change(
            f"mbarrier . what:{_what} {_how} . {_ORDER} . {_SPACE}", "d:b64, [a], count:u32?", 1,
            "{d} = the state of the barrier at {a}; then arrive there[ {count} times]" + _gone,
        )  # fmt: skip
    _define_change(
        f"mbarrier . what:{_what} . expect_tx . {_ORDER} . {_SPACE}", "d:b64, [a], tx:u32", 1,
        "{d} = the state of the barrier at {a}; then expect {tx} more bytes and arrive there"
        + _gone,
    )  # fmt: skip
for _what, _words_ in (("expect_tx", "more"), ("complete_tx", "fewer")):
    _define_change(
        f"mbarrier . what:{_what} . {_ORDER} . {_SPACE}", "[a], tx:u32", 0,
        f"make the barrier at {{a}} wait for {{tx}} {_words_} bytes",
    )  # fmt: skip
_PRIMARY = "phase_type::primary"
for _what, _patience in (("test_wait", ""), ("try_wait", ", after a wait")):
    for _parity, _source, _which in (
        ("", "state:b64", "of state {state}"),
        (". parity", "parity:u32", "of parity {parity}"),
    ):
        _phases = "phase_type::primary|phase_type::conditional" if _parity else _PRIMARY
        for _phase, _results, _reports in (
            ("", "d:pred", ""),
            (f" . phase:{_phases}", "d:pred", ""),
            (f" . phase:{_PRIMARY}", "d:pred|e:pred", "; {e} = 0, no report"),
            (f" . phase:{_PRIMARY}", "d:pred|e:pred, dv:b8", "; {e} = 0 and {dv} = 0, no report"),
        ):
            define(
                f"mbarrier . {_what} {_parity}{_phase} . {_ORDER} . {_SPACE}",
                f"{_results}, [a], {_source}, hint:u32?",
                kind="poll", shape="varying", code=_wait, meaning=_wait_meaning, pipe="lsu",
                words=f"{{d}} = whether the phase {_which} of the barrier at {{a}} is over"
                f"{_patience}[ of at most {{hint}} ns]{_reports}", tells=("phase",),
            )  # fmt: skip


def _pending(g: Generator, f: Fields, state: LLValue) -> LLValue:
    count = g.b.and_(g.b.lshr(state, g.const(I64, _PENDING)), g.const(I64, _COUNT))
    return g.b.trunc(count, g.typed(I32))


def _pending_meaning(f: Fields, state: Lanes) -> Lanes:
    return (state >> np.uint64(_PENDING) & np.uint64(_COUNT)).astype(np.uint32)


for _layout in ("", " . layout:layout::v0"):
    define(
        f"mbarrier . pending_count{_layout} . b64", "d:u32, state:b64", code=_pending,
        meaning=_pending_meaning,
        words="{d} = the number of arrivals that state {state} still waits for", tells=("layout",),
    )  # fmt: skip


def _copies_arrive_meaning(warp: Warp, inst: ir.Inst) -> None:
    engine, noinc = warp.block.engine, bool(inst.fields["noinc"])
    tracked = {lane: engine.of(effects.copies_of(warp, lane)) for lane, *_ in _words(warp, inst)}
    if not warp.launch.schedule.is_fine:
        for tasks in tracked.values():
            engine.complete(tasks)
        _change_meaning(warp, inst, 1 if noinc else 0)
        return
    if not noinc:
        _change_meaning(warp, inst, -1)
    for lane, memory, place in _words(warp, inst):

        def finish(lane: int = lane, memory: Lanes = memory) -> None:
            engine.complete(tracked[lane])
            word = mbarrier_words.changed(mbarrier_words.get(memory), 1, 0, 0)
            mbarrier_words.put(memory, word)
            for block in warp.block.peers:
                block.idle = 0

        engine.issue(("barrier", place), finish)


define(
    f"cp . async . mbarrier . arrive . noinc? . {_SPACE}", "[a]", kind="memory",
    code=_copies_arrive, pipe="lsu", engine=True,
    meaning=_copies_arrive_meaning,
    words="arrive at the barrier at {a} when the copies started so far are complete",
)  # fmt: skip
