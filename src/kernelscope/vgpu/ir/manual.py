"""The instructions in the PTX ISA manual's table of contents: which section defines which.

Version 9.4 of the manual (CUDA 13.4). Numbers move between versions: 9.3 put `clmad` at 9.7.1.5,
9.4 another chapter after 9.7.5. A chapter of which the virtual GPU has no instruction is left out:
9.7.11 (fabric).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

VERSION = "9.4"

_INTEGERS = frozenset(
    (
        *("u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"),
        *("u16x2", "s16x2", "u8x4", "s8x4"),
        *("b8", "b16", "b32", "b64", "b128", "pred"),
    )
)
_FLOATS = frozenset(["f32", "f32x2", "f64", "tf32"])
_HALVES = frozenset(["f16", "f16x2", "bf16", "bf16x2"])
_FOURS = frozenset(["e4m3x4", "e5m2x4"])
_ANY = _INTEGERS | _FLOATS | _HALVES
_NARROW = frozenset(["s4", "u4", "b1"])  # of matrices alone


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the manual.

    Attributes:
        number: as in `9.7.1.14`.
        title: as the manual has it, the instructions last.
        names: its instructions; `bar.warp.sync` is the `bar` that always has these two modifiers.
        types: the types in the `t` slot of the instructions of its chapter.
    """

    number: str
    title: str
    names: tuple[str, ...]
    types: frozenset[str]


# Chapter, the first section's place in it, the title before the colon, and the sections in order.
# A comma joins the instructions of one section. Some chapters are for some types alone.
_CHAPTERS: tuple[tuple[str, int, str, str, frozenset[str]], ...] = (
    (
        "9.7.1", 1, "Integer Arithmetic Instructions",
        ("add sub mul mad clmad mul24 mad24 sad div rem abs neg min max popc clz bfind fns brev "
        "bfe bfi szext bmsk dp4a dp2a"), _INTEGERS,
    ),
    (
        "9.7.2", 1, "Extended-Precision Arithmetic Instructions",
        "add.cc addc sub.cc subc mad.cc madc", _INTEGERS,
    ),
    (
        "9.7.3", 1, "Floating Point Instructions",
        ("testp copysign add sub mul fma mad div abs neg min max rcp rcp.approx.ftz.f64 sqrt rsqrt "
        "rsqrt.approx.ftz.f64 sin cos lg2 ex2 tanh"), _FLOATS,
    ),
    (
        "9.7.4", 1, "Half Precision Floating Point Instructions",
        "add sub mul fma neg abs min max tanh ex2", _HALVES,
    ),
    # They compute in f32, so no type tells them from 9.7.3: whoever defines one says the section.
    (
        "9.7.5", 1, "Mixed Precision Floating Point Instructions",
        "add sub fma", frozenset(),
    ),
    (
        "9.7.6", 1, "Alternate Floating Point Instructions",
        "add sub mul fma", _FOURS,
    ),
    (
        "9.7.7", 1, "Comparison and Selection Instructions",
        "set setp selp slct", _INTEGERS | _FLOATS,
    ),
    ("9.7.8", 1, "Half Precision Comparison Instructions", "set setp", _HALVES),
    (
        "9.7.9", 1, "Logic and Shift Instructions",
        "and or xor not cnot lop3 shf shl shr", _ANY,
    ),
    (
        "9.7.10", 3, "Data Movement and Conversion Instructions",
        ("mov mov shfl shfl.sync prmt ld ld.global.nc ldu st st.async multimem.st.async st.bulk "
        "multimem.ld_reduce,multimem.st,multimem.red prefetch,prefetchu applypriority "
        "applypriority.async.bulk applypriority.async.bulk.tensor discard "
        "createpolicy isspacep cvta cvt cvt.pack mapa getctarank"), _ANY,
    ),
    (
        "9.7.10.28.3", 1, "Data Movement and Conversion Instructions",
        "cp.async cp.async.commit_group cp.async.wait_group,cp.async.wait_all", _ANY,
    ),
    (
        "9.7.10.28.4", 1, "Data Movement and Conversion Instructions",
        ("cp.async.bulk cp.reduce.async.bulk cp.async.bulk.prefetch multimem.cp.async.bulk "
        "multimem.cp.reduce.async.bulk"), _ANY,
    ),
    (
        "9.7.10.28.5", 3, "Data Movement and Conversion Instructions",
        "cp.async.bulk.tensor cp.reduce.async.bulk.tensor cp.async.bulk.prefetch.tensor", _ANY,
    ),
    (
        "9.7.10.28.6", 1, "Data Movement and Conversion Instructions",
        "cp.async.bulk.commit_group cp.async.bulk.wait_group", _ANY,
    ),
    (
        "9.7.10", 29, "Data Movement and Conversion Instructions",
        "tensormap.replace spcompress spdecompress", _ANY,
    ),
    ("9.7.12", 3, "Texture Instructions", "tex tld4 txq istypep", _ANY),
    ("9.7.13", 1, "Surface Instructions", "suld sust sured suq", _ANY),
    (
        "9.7.14", 3, "Control Flow Instructions",
        "bra brx.idx call ret exit", _ANY,
    ),
    (
        "9.7.15", 1, "Parallel Synchronization and Communication Instructions",
        ("bar,barrier bar.warp.sync barrier.cluster membar,fence atom red red.async "
        "multimem.red.async vote vote.sync match.sync activemask redux.sync griddepcontrol "
        "elect.sync"), _ANY,
    ),
    (
        "9.7.15.16", 12, "Parallel Synchronization and Communication Instructions",
        ("mbarrier.init mbarrier.inval mbarrier.expect_tx mbarrier.complete_tx mbarrier.arrive "
        "mbarrier.arrive_drop cp.async.mbarrier.arrive mbarrier.test_wait,mbarrier.try_wait "
        "mbarrier.pending_count mbarrier.check_layout"), _ANY,
    ),
    (
        "9.7.15", 17, "Parallel Synchronization and Communication Instructions",
        ("tensormap.cp_fenceproxy clusterlaunchcontrol.try_cancel "
        "clusterlaunchcontrol.query_cancel"), _ANY,
    ),
    ("9.7.16.4", 3, "Warp-level Matrix Load Instruction", "wmma.load", _ANY | _NARROW),
    ("9.7.16.4", 4, "Warp-level Matrix Store Instruction", "wmma.store", _ANY),
    ("9.7.16.4", 5, "Warp-level Matrix Multiply-and-Accumulate Instruction", "wmma.mma", _ANY),
    ("9.7.16.5", 14, "Multiply-and-Accumulate Instruction", "mma", _ANY),
    ("9.7.16.5", 15, "Warp-level matrix load instruction", "ldmatrix", _ANY),
    ("9.7.16.5", 16, "Warp-level matrix store instruction", "stmatrix", _ANY),
    ("9.7.16.5", 17, "Warp-level matrix transpose instruction", "movmatrix", _ANY),
    (
        "9.7.16.6", 3, "Multiply-and-Accumulate Instruction",
        "mma.sp,mma.sp::ordered_metadata", _ANY,
    ),
    (
        "9.7.17.5", 2, "Asynchronous Multiply-and-Accumulate Instruction",
        "wgmma.mma_async", _ANY,
    ),
    (
        "9.7.17.6", 3, "Asynchronous Multiply-and-Accumulate Instruction",
        "wgmma.mma_async.sp", _ANY,
    ),
    (
        "9.7.17.7", 1, "Asynchronous Multiply-and-Accumulate Instruction",
        "wgmma.fence wgmma.commit_group wgmma.wait_group", _ANY,
    ),
    # The manual's titles of two sections are "tcgen05.wait" and "tcgen05.fence" alone.
    (
        "9.7.18.7", 1, "Tensorcore 5th Generation Instructions",
        "tcgen05.alloc,tcgen05.dealloc,tcgen05.relinquish_alloc_permit", _ANY,
    ),
    (
        "9.7.18.8", 3, "Tensorcore 5th Generation Instructions",
        "tcgen05.ld tcgen05.st tcgen05.wait::ld,tcgen05.wait::st", _ANY,
    ),
    (
        "9.7.18.9", 2, "Tensorcore 5th Generation Instructions",
        "tcgen05.cp tcgen05.shift", _ANY,
    ),
    (
        "9.7.18.10.10", 1, "TensorCore 5th Generation Instructions",
        "tcgen05.mma tcgen05.mma.sp tcgen05.mma.ws tcgen05.mma.ws.sp", _ANY,
    ),
    (
        "9.7.18.11", 1, "TensorCore 5th Generation Instructions",
        "tcgen05.fence::before_thread_sync,tcgen05.fence::after_thread_sync", _ANY,
    ),
    ("9.7.18.12", 1, "TensorCore 5th Generation Instructions", "tcgen05.commit", _ANY),
    ("9.7.19", 1, "Stack Manipulation Instructions", "stacksave stackrestore alloca", _ANY),
    (
        "9.7.20.1", 1, "Scalar Video Instructions",
        "vadd,vsub,vabsdiff,vmin,vmax vshl,vshr vmad vset", _ANY,
    ),
    (
        "9.7.20.2", 1, "SIMD Video Instructions",
        ("vadd2,vsub2,vavrg2,vabsdiff2,vmin2,vmax2 vset2 "
        "vadd4,vsub4,vavrg4,vabsdiff4,vmin4,vmax4 vset4"), _ANY,
    ),
    ("9.7.21", 1, "Miscellaneous Instructions", "brkpt nanosleep pmevent trap setmaxnreg", _ANY),
)  # fmt: skip


def _sections() -> dict[str, Section]:
    return {
        f"{chapter}.{place}": Section(
            f"{chapter}.{place}",
            f"{title}: {entry.replace(',', ', ')}",
            tuple(entry.split(",")),
            types,
        )
        for chapter, first, title, entries, types in _CHAPTERS
        for place, entry in enumerate(entries.split(), start=first)
    }


SECTIONS: dict[str, Section] = _sections()
"""Number → section, in the manual's order."""


def _by_opcode() -> dict[str, list[tuple[tuple[str, ...], Section]]]:
    """Return opcode → its sections, each with the modifiers in the instruction's name there."""
    index: dict[str, list[tuple[tuple[str, ...], Section]]] = {}
    for section in SECTIONS.values():
        for name in section.names:
            opcode, *modifiers = name.split(".")
            index.setdefault(opcode, []).append((tuple(modifiers), section))
    return index


_BY_OPCODE = _by_opcode()


def sections_of(opcode: str, modifiers: Sequence[str], types: Iterable[str]) -> list[str]:
    """Return the numbers of the sections that define an instruction.

    The longest name wins, and of these the one whose modifiers come first: `cvt.pack` is not in
    the section "cvt", `mbarrier.arrive.expect_tx` is in "mbarrier.arrive" and not in
    "mbarrier.expect_tx". More than one number comes back only if the manual splits one name
    (`mov`), none if the list lacks the instruction.

    `opcode`: `add`. `modifiers`: those that it always has, in order: `["sync"]` of `vote.sync`.
    `types`: those that it computes in, if it names one.
    """
    computed = frozenset(types)
    fitting: dict[str, tuple[int, ...]] = {}
    for name, section in _BY_OPCODE.get(opcode, ()):
        places = _places(name, modifiers)
        if places is not None and computed <= section.types:
            fitting[section.number] = (len(name), *(-place for place in places))
    best = max(fitting.values(), default=())
    return [number for number, rank in fitting.items() if rank == best]


def _places(name: tuple[str, ...], modifiers: Sequence[str]) -> list[int] | None:
    """Return where the parts of a name are among the modifiers, in order, or None."""
    places: list[int] = []
    start = 0
    for part in name:
        if part not in modifiers[start:]:
            return None
        places.append(modifiers.index(part, start))
        start = places[-1] + 1
    return places
