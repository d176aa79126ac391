"""Small questions to a GPU: the spaces of addresses, and sums of f64 in each rounding; needs NumPy.

On a machine with a GPU of sm_90 and cuda-bindings, in `tests/`:

    python truth/edge_cases.py truth/edges_h200.npz
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
SPACES = ("const", "global", "local", "shared", "shared::cta", "shared::cluster", "param")
PLACES = ("global", "const", "shared", "local", "param")
ROUNDINGS = ("rn", "rz", "rm", "rp")
HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"


def spaces_text(spaces: tuple[str, ...] = SPACES) -> str:
    """`k(output)`: of a variable of each of `PLACES`, a bit for each space, and its address."""
    lines: list[str] = []
    for number, place in enumerate(PLACES):
        name = "output" if place == "param" else f"v_{place}"
        lines += [f"mov.b64 %a, {name};", f"cvta.{place}.u64 %a, %a;", "mov.b64 %found, 0;"]
        for bit, space in enumerate(spaces):
            lines += [f"isspacep.{space} %p, %a;", f"selp.b64 %b, {1 << bit}, 0, %p;"]
            lines.append("or.b64 %found, %found, %b;")
        lines += [f"st.global.v2.b64 [%out+{16 * number}], {{%found, %a}};"]
    body = "\n".join(lines)
    return f"""{HEAD}.global .align 8 .b8 v_global[16];
.const .align 8 .b8 v_const[16];
.visible .entry k(.param .u64 output) {{
.shared .align 8 .b8 v_shared[16];
.local .align 8 .b8 v_local[16];
.reg .b64 %out, %a, %b, %found;
.reg .pred %p;
ld.param.b64 %out, [output];
{body}
ret;
}}
"""


def sums_text(name: str, mode: str) -> str:
    """`k(data)`: A, B and C of `m8n8k4`, 32 lanes each, and D in C's place; 64 such in a row."""
    shape = f"row.col.m8n8k4.{mode}" if name == "wmma" else f"m8n8k4.row.col.{mode}"
    start = "wmma.mma" if name == "wmma" else "mma"
    return f"""{HEAD}.visible .entry k(.param .u64 data) {{
.reg .b32 %t, %block;
.reg .b64 %at, %offset;
.reg .f64 %a, %b, %c<2>;
ld.param.b64 %at, [data];
mov.u32 %t, %tid.x;
mov.u32 %block, %ctaid.x;
mul.wide.u32 %offset, %block, 1024;
add.s64 %at, %at, %offset;
mul.wide.u32 %offset, %t, 8;
add.s64 %at, %at, %offset;
ld.global.f64 %a, [%at];
ld.global.f64 %b, [%at+256];
ld.global.f64 %c0, [%at+512];
ld.global.f64 %c1, [%at+768];
{start}.sync.aligned.{shape}.f64.f64.f64.f64 {{%c0, %c1}}, {{%a}}, {{%b}}, {{%c0, %c1}};
st.global.f64 [%at+512], %c0;
st.global.f64 [%at+768], %c1;
ret;
}}
"""


def sums_input() -> Array:
    """[64 products, 4, 32]: numbers of many sizes, zeros and sums that cancel."""
    draw = np.random.default_rng(5)
    data = draw.standard_normal((64, 4, 32)) * 2.0 ** draw.integers(-30, 30, (64, 4, 32))
    data[::4] = draw.integers(-2, 3, data[::4].shape)  # exact, and zeros of both signs
    data[2::4, 2:] = 0
    return data


def record(file: Path) -> None:
    """Run all on this machine's GPU, and keep what it gave."""
    from forms_gpu import Gpu

    gpu = Gpu()
    found = np.zeros((len(PLACES), 2), np.uint64)
    gpu.launch(spaces_text().encode(), "k", 1, 1, [found])
    results: dict[str, Array] = {"spaces": found}
    for name in ("mma", "wmma"):
        for mode in ROUNDINGS:
            data = sums_input()
            gpu.launch(sums_text(name, mode).encode(), "k", len(data), 32, [data])
            results[f"{name}.{mode}"] = data[:, 2:].copy()
    for place, (bits, address) in zip(PLACES, found.tolist(), strict=True):
        names = [space for n, space in enumerate(SPACES) if bits >> n & 1]
        print(f"{place} {address:#x}: {', '.join(names) or 'none'}")
    np.savez_compressed(file, **results)


if __name__ == "__main__":
    record(Path(sys.argv[1]))
