"""Products by `wgmma` and `tcgen05`, and the arithmetic of their sums alone, on one core.

Prints a JSON object: for each the multiply-adds a second of both, in billions.
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
# Two tiles in shared memory, of rows of 16 f16 about 1, in groups of eight rows without a swizzle.
_HEAD = """
.version 8.8
.target {target}
.address_size 64
.visible .entry products(.param .u64 out, .param .u32 count)
{{
    .shared .align 128 .b8 tile[12288];
    .shared .align 8 .b8 bar[8];
    .shared .align 4 .b8 place[4];
    .reg .b64 %p, %a, %b, %one;
    .reg .b32 %t, %n, %x, %y, %z;
    .reg .pred %again, %first, %lead, %over, %adds;
    ld.param.u64 %p, [out];
    ld.param.u32 %n, [count];
    mov.u32 %t, %tid.x;
    mov.u32 %x, tile;
    cvt.u64.u32 %a, %x;
    shr.b64 %a, %a, 4;
    or.b64 %a, %a, 0x1000080000;
    mad.lo.u32 %x, %t, 4, %x;
    add.u32 %t, %t, 0x38003c00;
    {fill}
"""
_FILL = _NEWLINE.join(f"st.shared.u32 [%x+{start}], %t;" for start in range(0, 12288, 512))
_END = """
    sub.u32 %n, %n, 1;
    setp.ne.u32 %again, %n, 0;
    @%again bra again;
"""
_BY_WGMMA = f"""
    .reg .f32 %d<{len(_SUMS)}>;
    add.s64 %b, %a, 128;
    {_NEWLINE.join(f"mov.f32 {name}, 0f00000000;" for name in _SUMS)}
    bar.sync 0;
again:
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n{COLUMNS}k{DEPTH}.f32.f16.f16
        {{{", ".join(_SUMS)}}}, %a, %b, 1, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    {_END}
    {_NEWLINE.join(f"st.global.f32 [%p+{4 * n}], {name};" for n, name in enumerate(_SUMS))}
    ret;
}}
"""
# The instruction's descriptor: sums of f32, and the sizes of the tiles.
_SHAPE = 1 << 4 | COLUMNS >> 3 << 17 | 128 >> 4 << 24
_BY_TCGEN05 = f"""
    or.b64 %a, %a, {1 << 46};
    add.s64 %b, %a, 256;
    mov.u32 %t, %tid.x;
    mov.u32 %x, bar;
    mov.u32 %y, place;
    setp.eq.u32 %first, %t, 0;
    setp.lt.u32 %lead, %t, 32;
    @%first mbarrier.init.shared.b64 [%x], 1;
    @%lead tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%y], {COLUMNS};
    fence.proxy.async.shared::cta;
    bar.sync 0;
    ld.shared.b32 %y, [%y];
    mov.u32 %t, {_SHAPE};
    mov.u32 %z, 0;
    setp.ne.u32 %adds, %z, 0;
    @!%lead bra done;
again:
    @%first tcgen05.mma.cta_group::1.kind::f16 [%y], %a, %b, %t, %adds;
    @%first tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%x];
wait:
    mbarrier.try_wait.parity.shared.b64 %over, [%x], %z;
    @!%over bra wait;
    xor.b32 %z, %z, 1;
    setp.eq.u32 %adds, %z, %z;
    {_END}
    tcgen05.ld.sync.aligned.32x32b.x1.b32 {{%t}}, [%y];
    tcgen05.wait::ld.sync.aligned;
    st.global.b32 [%p], %t;
    tcgen05.dealloc.cta_group::1.sync.aligned.b32 %y, {COLUMNS};
done:
    ret;
}}
"""
ENGINES = {
    "wgmma": ("h200", 90, 64, _HEAD.format(target="sm_90a", fill=_FILL) + _BY_WGMMA),
    "tcgen05": ("b200", 100, 128, _HEAD.format(target="sm_100a", fill=_FILL) + _BY_TCGEN05),
}
"""By the engine a GPU that has it, its compute capability, the rows of a product, and a kernel."""


def _alone(engine: str, sm: int) -> Callable[[], object]:
    """Return a call that adds the products of a panel, which are in the cache, many times."""
    module = helpers.Module("alone")
    how = sums_of(sm, engine, "f16", "f32")
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


def rates(engine: str) -> dict[str, float]:
    """Return the multiply-adds a second of a kernel and of its arithmetic, measured in turn."""
    gpu, sm, rows, text = ENGINES[engine]
    kernel = vgpu.load_ptx(text, gpu=gpu).kernel("products")
    kernel.quick = False  # as after launches that took long
    out = np.zeros(len(_SUMS), np.float32)
    cases: dict[str, tuple[Callable[[], object], int]] = {
        "kernel": (
            lambda: kernel.launch((1, 1, 1), (128, 1, 1), [out, PRODUCTS]),
            rows * COLUMNS * DEPTH * PRODUCTS,
        ),
        "alone": (_alone(engine, sm), tensor.ROWS * tensor.COLUMNS * DEPTH * PANELS),
    }
    least = dict.fromkeys(cases, float("inf"))
    for _ in range(ROUNDS):
        for name, (call, _) in cases.items():
            began = time.perf_counter()
            call()
            least[name] = min(least[name], time.perf_counter() - began)
    return {name: macs / least[name] / 1e9 for name, (_, macs) in cases.items()}


def main() -> None:
    """Measure each engine."""
    print(json.dumps({engine: rates(engine) for engine in ENGINES}))


if __name__ == "__main__":
    main()
