"""What the bytes of a result are made of, held to what the instruction does."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kernelscope.vgpu import ir, load_ptx
from kernelscope.vgpu.ir.byte_sources import byte_sources

MOVES = """
mov.b32 %d, {%ha, %hb};  mov.b32 {%hd, %he}, %a;  mov.b64 %w, {%a, %b};  mov.b64 {%d, %e}, %x;
mov.b64 %w, {%ha, %hb, %hc, %ha};  mov.b64 {%hd, %he, %hf, %hg}, %x;  mov.u32 %d, %a;
prmt.b32 %d, %a, %b, 0x5140;  prmt.b32 %d, %a, %b, 0x7632;  prmt.b32 %d, %a, %a, 0xb3a2;
shl.b32 %d, %a, 8;  shl.b32 %d, %a, 20;  shl.b32 %d, %a, 40;  shl.b64 %w, %x, 12;
shr.u32 %d, %a, 16;  shr.u32 %d, %a, 5;  shr.s32 %d, %a, 24;  shr.s32 %d, %a, 77;
shr.u16 %hd, %ha, 8;  shr.s64 %w, %x, 33;
shf.l.wrap.b32 %d, %a, %b, 12;  shf.r.wrap.b32 %d, %a, %b, 40;  shf.l.clamp.b32 %d, %a, %b, 32;
shf.r.clamp.b32 %d, %a, %b, 99;
and.b32 %d, %a, 0xff00;  and.b32 %d, %a, 0x0ff0;  or.b32 %d, %a, 0xff0000ff;
and.b16 %hd, %ha, 255;
and.b32 %d, %a, %b;  or.b64 %w, %x, %y;  xor.b32 %d, %a, %b;  xor.b32 %d, %a, 0xff;
not.b32 %d, %a;
lop3.b32 %d, %a, %b, %c, 0x96;
bfe.u32 %d, %a, 8, 8;  bfe.u32 %d, %a, 4, 16;  bfe.s32 %d, %a, 0, 12;  bfe.u64 %w, %x, 40, 10;
bfi.b32 %d, %a, %b, 8, 8;  bfi.b32 %d, %a, %b, 4, 16;  bfi.b64 %w, %x, %y, 30, 40;
bfi.b32 %d, %a, %b, 28, 30;
cvt.u32.u16 %d, %ha;  cvt.s32.s16 %d, %ha;  cvt.u16.u32 %hd, %a;  cvt.u64.u32 %w, %a;
cvt.s64.s32 %w, %a;  cvt.u32.u64 %d, %x;  cvt.u32.u8 %d, %a;  cvt.s32.s8 %d, %a;
cvt.u16.u8 %hd, %ha;
selp.b32 %d, %a, %b, %p;  selp.b64 %w, %x, %y, %p;
"""
"""Bits go from place to place: each byte is made of just what it is said to be made of."""

OTHERS = """
cvt.rn.f16x2.f32 %d, %a, %b;  cvt.rn.bf16x2.f32 %d, %a, %b;  cvt.rn.relu.f16x2.f32 %d, %a, %b;
cvt.rn.satfinite.e4m3x2.f32 %hd, %a, %b;  cvt.rn.satfinite.e5m2x2.f32 %hd, %a, %b;
cvt.rn.satfinite.e4m3x2.f16x2 %hd, %a;  cvt.rn.f16x2.e4m3x2 %d, %ha;  cvt.rn.f16x2.e5m2x2 %d, %ha;
cvt.pack.sat.u16.s32 %d, %a, %b;  cvt.pack.sat.u8.s32.b32 %d, %a, %b, %c;
add.f16x2 %d, %a, %b;  mul.bf16x2 %d, %a, %b;  fma.rn.f16x2 %d, %a, %b, %c;  neg.f16x2 %d, %a;
abs.bf16x2 %d, %a;  min.f16x2 %d, %a, %b;  max.NaN.bf16x2 %d, %a, %b;  ex2.approx.f16x2 %d, %a;
tanh.approx.bf16x2 %d, %a;  add.u16x2 %d, %a, %b;  max.s16x2 %d, %a, %b;
"""
"""A byte is made of nothing else than what it is said to be made of."""

SOURCES = ("%a", "%b", "%c", "%ha", "%hb", "%hc", "%x", "%y")
HEAD = """
.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
    .reg .b64 %in, %out, %w, %x, %y, %o; .reg .b32 %t, %a, %b, %c, %d, %e; .reg .pred %p;
    .reg .b16 %ha, %hb, %hc, %hd, %he, %hf, %hg;
    mov.u32 %t, %tid.x; ld.param.u64 %in, [in]; ld.param.u64 %out, [out];
    mad.wide.u32 %in, %t, 64, %in; mad.wide.u32 %out, %t, 4096, %out; mov.u64 %o, 0;
    ld.u32 %a, [%in]; ld.u32 %b, [%in+8]; ld.u32 %c, [%in+16]; ld.u16 %ha, [%in+24];
    ld.u16 %hb, [%in+32]; ld.u16 %hc, [%in+40]; ld.u64 %x, [%in+48]; ld.u64 %y, [%in+56];
    setp.lt.u32 %p, %t, 9;
"""


def instructions() -> Iterator[tuple[str, bool]]:
    """Yield each instruction, and whether it only moves bits."""
    for texts, moves in ((MOVES, True), (OTHERS, False)):
        yield from ((text.strip(), moves) for text in texts.split(";") if text.strip())


def program() -> str:
    """Return a kernel in which each instruction stores its results in 16 bytes of its own."""
    body = HEAD
    for number, (text, _) in enumerate(instructions()):
        at = 0
        body += f"    {text};\n"
        whole, _, others = text.partition(", ")
        targets = text[text.index("{") + 1 : text.index("}")] if whole.find("{") >= 0 else whole
        for target in targets.replace(",", " ").split():
            if target in ("%d", "%e", "%w", "%hd", "%he", "%hf", "%hg"):
                size = {"d": 4, "e": 4, "w": 8, "h": 2}[target[1]]
                body += f"    st.b{8 * size} [%out+{16 * number + at}], {target};\n"
                at += size
        assert others
    return body + "ret; }"


def claims(function: ir.Function) -> list[list[set[tuple[str, int]]]]:
    """Return for each instruction what each byte of its results is said to be made of."""
    result: list[list[set[tuple[str, int]]]] = []
    for inst in function.instructions():
        made = byte_sources(inst)
        if inst.opcode == "mov" and inst.operands[0] in inst.destinations and not inst.sources:
            continue
        names = {register.name for register in inst.destinations}
        if made is None or not names & {"%d", "%e", "%w", "%hd", "%he", "%hf", "%hg"}:
            continue
        own: list[set[tuple[str, int]]] = []
        for register in inst.destinations:
            own += [{(r.name, byte) for r, byte in byte} for byte in made[register.index]]
        result.append(own)
    return result


def test_bytes_are_made_of_what_they_are_said_to_be_made_of() -> None:
    """A byte of a source is changed in all lanes: of the results only those made of it change."""
    kernel = load_ptx(program(), gpu="h200").kernel("k")
    every = list(instructions())
    said = claims(kernel.lowered())
    assert len(said) == len(every)
    rng = np.random.default_rng(5)

    def run(values: np.ndarray) -> np.ndarray:
        out = np.zeros((32, 256, 16), np.uint8)
        kernel.launch((1, 1, 1), (32, 1, 1), [values, out])
        return out

    changed: list[list[set[tuple[str, int]]]] = [[set() for _ in range(16)] for _ in every]
    for _ in range(6):
        values = rng.integers(0, 256, (32, 64), np.uint8)
        before = run(values)
        for place, name in enumerate(SOURCES):
            for byte in range({"a": 4, "b": 4, "c": 4, "h": 2, "x": 8, "y": 8}[name[1]]):
                other = values.copy()
                other[:, 8 * place + byte] ^= rng.integers(1, 256, 32, np.uint8)
                differs = (run(other) != before).any(axis=0)
                for number, at in np.argwhere(differs[: len(every)]):
                    changed[number][at].add((name, byte))
    for (text, moves), own, seen in zip(every, said, changed, strict=True):
        assert not any(seen[len(own) :]), text
        for at, (made, found) in enumerate(zip(own, seen, strict=False)):
            assert found <= made, (text, at, found - made)
            assert not moves or found == made, (text, at, made - found)
