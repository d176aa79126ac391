"""Matrix products of `wgmma`, and the arithmetic of their sums alone, on one core.

Prints JSON: multiply-adds a second of each, in billions.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import numpy as np

from kernelscope import vgpu
from kernelscope.vgpu.jit import build, helpers, images, tensor, tensor_floats
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import PTR
from kernelscope.vgpu.jit.engine import LoadedCode
from kernelscope.vgpu.tensor_sums import sums_of

ROUNDS = 60
PRODUCTS, PANELS = 25, 4000  # of one round
DEPTH, COLUMNS = 16, 256
_SUMS = [f"%d{n}" for n in range(COLUMNS // 2)]
_NEWLINE = "\n"
TEXT = f"""
.version 8.0
.target sm_90a
.address_size 64
.visible .entry products(.param .u64 out, .param .u32 count)
{{
    .shared .align 128 .b8 tile[10240];
    .reg .b64 %p, %a, %b;
    .reg .b32 %t, %n, %x;
    .reg .f32 %d<{len(_SUMS)}>;
    .reg .pred %again;
    ld.param.u64 %p, [out];
    ld.param.u32 %n, [count];
    mov.u32 %t, %tid.x;
    mov.u32 %x, tile;
    cvt.u64.u32 %a, %x;
    shr.b64 %a, %a, 4;
    or.b64 %a, %a, 0x1000080000;
    add.s64 %b, %a, 128;
    mad.lo.u32 %x, %t, 4, %x;
    add.u32 %t, %t, 0x38003c00;
    {_NEWLINE.join(f"st.shared.u32 [%x+{start}], %t;" for start in range(0, 10240, 512))}
    {_NEWLINE.join(f"mov.f32 {name}, 0f00000000;" for name in _SUMS)}
    bar.sync 0;
again:
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n{COLUMNS}k{DEPTH}.f32.f16.f16
        {{{", ".join(_SUMS)}}}, %a, %b, 1, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    sub.u32 %n, %n, 1;
    setp.ne.u32 %again, %n, 0;
    @%again bra again;
    {_NEWLINE.join(f"st.global.f32 [%p+{4 * n}], {name};" for n, name in enumerate(_SUMS))}
    ret;
}}
"""


def _alone() -> Callable[[], object]:
    """Return a call that adds the products of a panel, which are in the cache, many times."""
    module = helpers.Module("alone")
    how = sums_of(90, "wgmma", "f16", "f32")
    layout = tensor_floats.Layout(DEPTH, 4, 4 * DEPTH, ("f16", "f16"))
    columns = helpers.get(module, "ks.alone", tensor_floats.make_columns, how, layout)
    entry = ll.Function(module, ll.FunctionType(ll.VoidType(), [PTR]), "alone")
    b = ll.IRBuilder(entry.append_basic_block())
    sums, rows, values, exponents, count = (
        build.load_slot(b, entry.args[0], slot) for slot in range(5)
    )
    places = [build.to_pointer(b, place) for place in (sums, rows, values, exponents)]
    tensor_floats.store_exponents(b, places[1], DEPTH, "f16", places[3])
    with build.counted_loop(b, count) as index:
        # As in a kernel, a panel's sums are not those that the last call added to.
        panel = b.mul(b.and_(index, build.number(COLUMNS // 8 - 1)), build.number(512))
        b.call(columns, [b.gep(places[0], [panel], source_etype=build.I8), *places[1:]])
    b.ret_void()
    code = LoadedCode(images.compile_functions(module), "alone")
    memory = np.zeros(16384, np.float32)
    first = -memory.ctypes.data // 4 % 16  # aligned to 64 bytes
    parts = [memory[first + 4096 * n :][:size] for n, size in enumerate((4096, 256, 128, 128))]
    for part in parts[1:3]:
        part[:] = np.linspace(0.5, 1.5, len(part)).astype(np.float16)
    words = np.array([*(part.ctypes.data for part in parts), PANELS], np.uint64)

    def run(held: object = memory) -> None:
        parts[0][:] = 0
        code.run(words.ctypes.data)

    return run


def main() -> None:
    """Measure both in turn."""
    kernel = vgpu.load_ptx(TEXT, gpu="h200").kernel("products")
    kernel.quick = False  # as after launches that took long
    out = np.zeros(len(_SUMS), np.float32)
    cases: dict[str, tuple[Callable[[], object], int]] = {
        "kernel": (
            lambda: kernel.launch((1, 1, 1), (128, 1, 1), [out, PRODUCTS]),
            64 * COLUMNS * DEPTH * PRODUCTS,
        ),
        "alone": (_alone(), tensor.ROWS * tensor.COLUMNS * DEPTH * PANELS),
    }
    least = dict.fromkeys(cases, float("inf"))
    for _ in range(ROUNDS):
        for name, (call, _) in cases.items():
            began = time.perf_counter()
            call()
            least[name] = min(least[name], time.perf_counter() - began)
    print(json.dumps({name: macs / least[name] / 1e9 for name, (_, macs) in cases.items()}))


if __name__ == "__main__":
    main()
