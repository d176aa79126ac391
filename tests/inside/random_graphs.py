"""PTX with random control flow: any block may jump to any other, so that loops have two entries."""

from __future__ import annotations

from hypothesis import strategies as st

FUEL = 40
"""Blocks that a lane runs through before it has to leave."""

_HEAD = f""".version 8.7
.target sm_90
.address_size 64
.visible .entry graph(.param .u64 in, .param .u64 out) .reqntid 32 {{
  .reg .pred %p, %q; .reg .b32 %a, %b, %c, %fuel, %t; .reg .b64 %i, %o, %lane;
  ld.param.u64 %i, [in];
  ld.param.u64 %o, [out];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %lane, %t, 4;
  add.u64 %i, %i, %lane;
  add.u64 %o, %o, %lane;
  ld.global.b32 %a, [%i];
  mov.b32 %b, 1;
  mov.b32 %c, %t;
  mov.b32 %fuel, {FUEL};
"""
_TAIL = """LEAVE:
  mad.lo.u32 %a, %a, 31, %b;
  xor.b32 %a, %a, %c;
  st.global.b32 [%o], %a;
  ret;
}
"""


@st.composite
def _operations(draw: st.DrawFn) -> str:
    """One instruction on the three values."""
    register, other = (draw(st.sampled_from(["%a", "%b", "%c"])) for _ in range(2))
    kind = draw(st.sampled_from(["add.u32", "mul.lo.u32", "xor.b32", "sub.s32", "shr.u32"]))
    right = "1" if kind == "shr.u32" else draw(st.sampled_from([other, "3", "-7"]))
    guard = draw(st.sampled_from(["", "", "@%p ", "@!%p "]))
    return f"  {guard}{kind} {register}, {register}, {right};"


@st.composite
def graphs(draw: st.DrawFn) -> str:
    """A kernel `graph(in, out)` on 32 words: each lane goes its own way through the blocks."""
    count = draw(st.integers(2, 7))
    targets = st.sampled_from([*(f"B{n}" for n in range(count)), "LEAVE"])
    lines = [_HEAD, "  setp.lt.s32 %p, %a, 0;", f"  @%p bra {draw(targets)};"]
    for number in range(count):
        register = draw(st.sampled_from(["%a", "%b", "%c"]))
        lines += [
            f"B{number}:",
            "  sub.u32 %fuel, %fuel, 1;",
            "  setp.eq.u32 %q, %fuel, 0;",
            "  @%q bra LEAVE;",
            *draw(st.lists(_operations(), max_size=3)),
            f"  and.b32 %t, {register}, {draw(st.sampled_from([1, 2, 5]))};",
            "  setp.eq.u32 %p, %t, 0;",
        ]
        way = draw(st.integers(0, 3))
        if way:
            lines.append(f"  @{draw(st.sampled_from(['', '!']))}%p bra {draw(targets)};")
        if way < 2:
            lines.append(f"  bra {draw(targets)};")
    return "\n".join([*lines, _TAIL])
