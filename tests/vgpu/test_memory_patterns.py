"""Random addresses: compiled memory accesses move and count what the interpreter does."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kernelscope import vgpu
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

ELEMENTS = 64
BYTES = ELEMENTS * 16
ACCESSES = ("b8", "b16", "b32", "b64", "v2.b32", "v4.b32", "v2.b64", "v4.b16", "b128")
AT_ONCE = ("v2.b32", "v2.b64", "v4.b16", "b128")
OF_GLOBAL_MEMORY = ("v8.b32", "v4.b64")
ATOMICS = (
    *("atom.{s}add.u32 {d}, {a}, {x};", "atom.{s}cas.b32 {d}, {a}, {x}, {y};"),
    *("atom.{s}exch.b32 {d}, {a}, {x};", "atom.{s}max.s32 {d}, {a}, {x};"),
    *("atom.{s}inc.u32 {d}, {a}, {x};", "atom.{s}add.f32 {d}, {a}, {x};"),
    *("red.{s}add.u32 {a}, {x};", "red.{s}xor.b32 {a}, {x};", "red.{s}min.u32 {a}, {x};"),
    *("red.{s}add.f32 {a}, {x};", "red.{s}add.noftz.f16x2 {a}, {x};"),
)
# An instruction and the register type of its vectors' elements; those of 16 bits are whole words.
VECTOR_ATOMICS = (
    *(("atom.{s}add.v2.f32 {d}, {a}, {x};", "b32", 2), ("red.{s}add.v4.f32 {a}, {x};", "b32", 4)),
    *(("atom.{s}add.noftz.v4.f16 {d}, {a}, {x};", "b16", 4),),
    *(("red.{s}min.noftz.v2.bf16 {a}, {x};", "b16", 2),),
    *(("atom.{s}max.noftz.v8.bf16 {d}, {a}, {x};", "b16", 8),),
    *(("red.{s}add.noftz.v8.f16 {a}, {x};", "b16", 8),),
    *(("atom.{s}add.noftz.v2.bf16x2 {d}, {a}, {x};", "b32", 2),),
    *(("red.{s}max.noftz.v4.f16x2 {a}, {x};", "b32", 4),),
)
SPACES = {
    "global": ("global.", "%memory"),
    "generic": ("", "%memory"),
    "shared": ("shared.", "%shared"),
    "generic shared": ("", "%window"),
    "local": ("local.", "%local"),
}


def width_of(access: str) -> int:
    """Bytes of one lane."""
    count, _, kind = access.rpartition(".")
    return int(kind[1:]) // 8 * (int(count[1:]) if count else 1)


class Writer:
    """A kernel of many accesses, each at scattered lanes, at lanes side by side, at one address."""

    def __init__(self, space: str) -> None:
        self.modifier, self.base = SPACES[space]
        self.lines: list[str] = []
        self.declared: list[str] = []

    def new(self, kind: str) -> str:
        """A register."""
        name = f"%v{len(self.declared)}"
        self.declared.append(f".reg .{kind} {name};")
        return name

    def address(self, index: str, width: int) -> str:
        """The address of an element whose number is in a register."""
        offset, address = self.new("b64"), self.new("b64")
        self.lines += [
            f"mul.wide.u32 {offset}, {index}, {width};",
            f"add.s64 {address}, {self.base}, {offset};",
        ]
        return f"[{address}]"

    def access(self, access: str, index: str, order: str = "") -> None:
        """A load that is folded into the lane's sum, and a store of something of the lane's own."""
        width = width_of(access)
        kind = access.rpartition(".")[2]
        count = width * 8 // int(kind[1:])
        place = self.address(index, width)
        loaded = [self.new(kind) for _ in range(count)]
        for register in loaded:
            self.lines.append(self.clear(register, kind))
        written = "{" + ", ".join(loaded) + "}"
        self.lines.append(f"@%on ld.{order}{self.modifier}{access} {written}, {place};")
        if self.modifier == "global." and access in ("b32", "b64"):
            self.lines.append(f"@%on ldu.global.{access} {loaded[0]}, {place};")
        for register in loaded:
            self.fold(register, kind)
        self.lines.append(f"@%on st.{order}{self.modifier}{access} {place}, {written};")

    @staticmethod
    def clear(register: str, kind: str) -> str:
        if kind == "b128":
            return f"mov.b128 {register}, {{%zero, %zero}};"
        return f"cvt.u8.u32 {register}, 0;" if kind == "b8" else f"mov.{kind} {register}, 0;"

    def fold(self, register: str, kind: str) -> None:
        """Mix a loaded value into the lane's sum, and change it by the lane's number."""
        if kind == "b128":
            low, high = self.new("b64"), self.new("b64")
            self.lines.append(f"mov.b128 {{{low}, {high}}}, {register};")
            self.fold(low, "b64")
            self.fold(high, "b64")
            self.lines.append(f"mov.b128 {register}, {{{low}, {high}}};")
            return
        wide = self.new("b64")
        bits = kind[1:]
        self.lines += [
            f"cvt.u64.u{bits} {wide}, {register};",
            f"mad.lo.u64 %sum, %sum, 31, {wide};",
            f"add.u64 {wide}, {wide}, %lane;",
            f"cvt.u{bits}.u64 {register}, {wide};",
        ]

    def atomic(self, form: str, index: str) -> None:
        """An atomic on 4-byte elements; its old value, where it gives one, goes into the sum."""
        place, old = self.address(index, 4), self.new("b32")
        self.lines.append(f"mov.b32 {old}, 0;")
        text = form.format(s=self.modifier, d=old, a=place, x="%value", y="%other")
        self.lines.append(f"@%on {text}")
        if "atom" in form:
            self.fold(old, "b32")

    def vector_atomic(self, form: str, kind: str, count: int, index: str) -> None:
        """An atomic on vectors of up to 16 bytes; its old values go into the sum."""
        place = self.address(index, count * int(kind[1:]) // 8)
        old = [self.new(kind) for _ in range(count)]
        given = [self.new(kind) for _ in range(count)]
        for number, register in enumerate(given):
            self.lines.append(f"shl.b32 %a, %value, {number};")
            self.lines.append(f"cvt.u{kind[1:]}.u32 {register}, %a;")
        self.lines += [f"mov.{kind} {register}, 0;" for register in old]
        vectors = ["{" + ", ".join(registers) + "}" for registers in (old, given)]
        text = form.format(s=self.modifier, d=vectors[0], a=place, x=vectors[1])
        self.lines.append(f"@%on {text}")
        for register in old if "atom" in form else ():
            self.fold(register, kind)

    def wide_atomics(self, index: str) -> None:
        """Atomics on 16 bytes: of lanes at one place, the first alone finds what it has loaded."""
        place, loaded, given = self.address(index, 16), self.new("b128"), self.new("b128")
        self.lines.append(self.clear(loaded, "b128"))
        self.lines.append(f"mov.b128 {given}, {{%sum, %lane}};")
        self.lines.append(f"@%on ld.{self.modifier}b128 {loaded}, {place};")
        for operands in (f"cas.b128 {{old}}, {place}, {loaded}, {given}",
                         f"exch.b128 {{old}}, {place}, {loaded}"):  # fmt: skip
            old = self.new("b128")
            self.lines.append(self.clear(old, "b128"))
            self.lines.append(f"@%on atom.{self.modifier}{operands.format(old=old)};")
            self.fold(old, "b128")

    def text(self, atomics: bool) -> str:
        """The kernel."""
        for index in ("%scattered", "%beside", "%same"):
            for access in () if atomics else ACCESSES:
                self.access(access, index)
            for access in () if atomics or self.base != "%memory" else OF_GLOBAL_MEMORY:
                self.access(access, index)
                self.access(access, index, "relaxed.gpu.")
            for access in () if atomics or self.base == "%local" else AT_ONCE:
                self.access(access, index, "relaxed.gpu.")
            for form in ATOMICS if atomics else ():
                self.atomic(form, index)
            for form, kind, count in VECTOR_ATOMICS if atomics and self.base == "%memory" else ():
                self.vector_atomic(form, kind, count, index)
            if atomics:
                self.wide_atomics(index)
        fill = [
            f"ld.global.v4.b32 {{%a, %b, %c, %d}}, [%fill+{n * 512}];\n"
            f"st.shared.v4.b32 [%place+{n * 512}], {{%a, %b, %c, %d}};"
            for n in range(4 * BYTES // 512)
        ]
        if self.base == "%local":
            fill += [f"st.local.v4.b32 [%local+{n * 16}], {{%a, %b, %c, %t}};" for n in range(64)]
        dump = [
            f"ld.shared.v4.b32 {{%a, %b, %c, %d}}, [%place+{n * 512}];\n"
            f"st.global.v4.b32 [%drain+{n * 512}], {{%a, %b, %c, %d}};"
            for n in range(4 * BYTES // 512)
        ]
        return _TEXT.format(
            size=4 * BYTES,
            declared="\n".join(self.declared),
            fill="\n".join(fill),
            body="\n".join(self.lines),
            dump="\n".join(dump),
        )


_TEXT = """.version 8.7
.target sm_90a
.address_size 64
.entry k(
.param .u64 memory, .param .u64 lanes, .param .u64 sums, .param .u64 drain, .param .u32 start
) {{
.shared .align 16 .b8 buffer[{size}];
.local .align 16 .b8 own[{size}];
.reg .b64 %memory, %lanes, %sums, %drain, %offset, %shared, %window, %local, %sum, %lane, %zero;
.reg .b64 %fill, %place, %sixteen;
.reg .b32 %t, %scattered, %beside, %same, %value, %other, %a, %b, %c, %d;
.reg .pred %on;
{declared}
ld.param.b64 %memory, [memory];
ld.param.b64 %lanes, [lanes];
ld.param.b64 %sums, [sums];
ld.param.b64 %drain, [drain];
ld.param.b32 %same, [start];
mov.u32 %t, %tid.x;
cvt.u64.u32 %lane, %t;
mul.wide.u32 %offset, %t, 4;
mul.wide.u32 %sixteen, %t, 16;
add.s64 %lanes, %lanes, %offset;
ld.global.b32 %scattered, [%lanes];
ld.global.b32 %value, [%lanes+128];
ld.global.b32 %other, [%lanes+256];
setp.ge.s32 %on, %scattered, 0;
add.u32 %beside, %same, %t;
mov.u64 %shared, buffer;
cvta.shared.u64 %window, %shared;
mov.u64 %local, own;
mov.u64 %sum, 0;
mov.u64 %zero, 0;
add.s64 %fill, %memory, %sixteen;
add.s64 %place, %shared, %sixteen;
add.s64 %drain, %drain, %sixteen;
{fill}
bar.sync 0;
{body}
bar.sync 0;
{dump}
mul.wide.u32 %offset, %t, 8;
add.s64 %sums, %sums, %offset;
st.global.b64 [%sums], %sum;
ret;
}}
"""


@functools.cache
def kernel_text(space: str, atomics: bool) -> str:
    return Writer(space).text(atomics)


@functools.cache
def compiled(text: str) -> Any:
    return vgpu.load_ptx(text).kernel("k").launch


@functools.cache
def specified(text: str) -> Any:
    function = lower(parse(text), "k")
    remove_dead_code(function)
    return functools.partial(interpreter.launch, function)


def outcome(launch: Any, lanes: list[int], start: int) -> tuple[list[np.ndarray], Any]:
    """The arrays after a launch, and what it returned."""
    rng = np.random.default_rng(7)
    memory = rng.integers(0, 256, 4 * BYTES, np.uint8)
    memory.view(np.float32)[::2] = rng.standard_normal(BYTES // 2)
    words = np.zeros((3, 32), np.int32)
    words[0] = lanes
    words[1:] = rng.integers(-3, 3, (2, 32))
    arrays = [memory, words, np.zeros(32, np.uint64), np.zeros(4 * BYTES, np.uint8)]
    return arrays, launch((1, 1, 1), (32, 1, 1), [*arrays, start])


elements = st.integers(0, ELEMENTS - 1)
patterns = st.one_of(
    st.lists(elements | st.just(-1), min_size=32, max_size=32),
    st.lists(elements, min_size=32, max_size=32),
    st.permutations(range(32)),
    st.builds(lambda stride, first: [(first + n * stride) % ELEMENTS for n in range(32)],
              st.integers(0, 40), elements),
    st.builds(lambda first, on: [first + n if keep else -1 for n, keep in enumerate(on)],
              st.integers(0, 32), st.lists(st.booleans(), min_size=32, max_size=32)),
    st.just([-1] * 32),
)  # fmt: skip


@pytest.mark.parametrize("atomics", [False, True], ids=["loads and stores", "atomics"])
@pytest.mark.parametrize("space", SPACES)
@settings(max_examples=6, phases=[Phase.generate])
@given(lanes=patterns, start=st.integers(0, 32))
def test_accesses_move_and_count_the_same(
    space: str, atomics: bool, lanes: list[int], start: int
) -> None:
    """Each width and space: values, what is left in memory, and every counter."""
    if atomics and space == "local":
        return
    text = kernel_text(space, atomics)
    ours, counts = outcome(compiled(text), lanes, start)
    expected, counters = outcome(specified(text), lanes, start)
    for one, two in zip(ours, expected, strict=True):
        np.testing.assert_array_equal(one, two)
    moved = {name: float(count) for name, count in counts.counters.items() if count}
    assert moved == counters
