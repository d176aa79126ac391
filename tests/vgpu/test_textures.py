"""Textures and surfaces: both engines, handles, and what is refused with its line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kernelscope as ks
from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.runtime.images import View
from kernelscope.vgpu.textures import ImageArgument
from truth.texture_cases import Case, cases, kernel

# One case of each instruction: tex, tld4, txq, suld, sust, sured, suq.
EACH = {case.program: case for case in cases() if not case.linear}


@pytest.mark.parametrize("program", sorted(EACH))
def test_the_interpreter_gives_the_same_bits(program: str) -> None:
    """On the same table of coordinates, for results as for texels that are written."""
    case: Case = EACH[program]
    image = ks.cuda_array(case.data, **case.kind)
    made: Any = image.surface() if case.sampling is None else image.texture(**case.sampling)
    view: View = made._handle
    texels = np.ascontiguousarray(case.data).reshape(-1).view(np.uint8).copy()
    table, out = case.table[:96], np.zeros((96, 4), np.uint32)
    built = kernel(program).build("sm_90a")
    function = built.on_virtual("h200").lowered()
    handle = ImageArgument(view.image, view.sampling, texels)
    interpreter.launch(function, (1, 1, 1), (96, 1, 1), [handle, table, out, len(table)])
    compiled = np.zeros((96, 4), np.uint32)
    kernel(program)[1, 96](made, table, compiled, len(table))
    assert np.array_equal(out, compiled)
    assert np.array_equal(texels, image.get().reshape(-1).view(np.uint8))


SOURCE = r"""
extern "C" __global__ void rotate(cudaTextureObject_t image, cudaSurfaceObject_t to, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < n) surf2Dwrite(tex2D<float>(image, y + 0.5f, x + 0.5f), to, x * 4, y);
}
extern "C" __global__ void pick(const cudaTextureObject_t* images, uchar4* y) {
  if (threadIdx.x < 8) y[threadIdx.x] = tex1Dfetch<uchar4>(images[threadIdx.x % 2], threadIdx.x);
}
struct Two { int first; cudaTextureObject_t image; };
extern "C" __global__ void inside(Two two, float* y) {
  *y = tex1Dfetch<float>(two.image, two.first);
}
extern "C" __global__ void surface(cudaSurfaceObject_t to, int x) {
  surf2Dwrite(1.0f, to, x, 0);
}
extern "C" __global__ void depth(cudaTextureObject_t image, float* y) {
  y[threadIdx.x] = tex3D<float>(image, 0, 0, 0);
}
"""


def test_a_texture_is_read_and_a_surface_is_written() -> None:
    """A turned image, by several blocks with lanes that have no work."""
    pixels = np.arange(50 * 50, dtype=np.float32).reshape(50, 50)
    to = ks.cuda_array(np.zeros_like(pixels))
    texture = ks.cuda_array(pixels).texture()
    ks.cuda_kernel(SOURCE, "rotate")[(2, 50), 32](texture, to.surface(), 50)
    assert np.array_equal(to.get(), pixels.T)


def test_handles_lie_in_memory_and_in_structs() -> None:
    """Each lane reads its own texture; a texture sees what was written to its memory since."""
    one, two = (np.arange(32, dtype=np.uint8).reshape(8, 4) + 100 * n for n in range(2))
    textures = [ks.cuda_texture(memory, channels=4) for memory in (one, two)]
    one[0] = 7
    y = np.zeros((8, 4), np.uint8)
    ks.cuda_kernel(SOURCE, "pick")[1, 32](np.array([int(t) for t in textures], np.uint64), y)
    assert np.array_equal(y, np.where(np.arange(8)[:, None] % 2, two, one))
    values, found = np.arange(4, dtype=np.float32), np.zeros(1, np.float32)
    texture = ks.cuda_texture(values)
    fields = np.dtype([("first", "i4"), ("image", "u8")], align=True)
    argument = np.array((2, int(texture)), fields)[()]
    ks.cuda_kernel(SOURCE, "inside")[1, 1](argument, found)
    assert found[0] == 2


def test_what_a_handle_is_not_is_an_error_with_its_line() -> None:
    """Another shape, a surface for a texture, any number, a place outside."""
    flat = ks.cuda_array(np.zeros((4, 4), np.float32))
    y = np.zeros(32, np.float32)
    depth, surface = (ks.cuda_kernel(SOURCE, name) for name in ("depth", "surface"))
    with pytest.raises(ks.LaunchError, match=r"other dimensions.*test_textures.py:\d+ \(ptx:"):
        depth[1, 32](flat.texture(), y)
    for handle in (flat.surface(), 12345, 0, 1 << 50):
        with pytest.raises(ks.LaunchError, match=r"this handle is not a texture.*\(ptx:"):
            depth[1, 32](handle, y)
    with pytest.raises(ks.LaunchError, match=r"this handle is not a surface.*\(ptx:"):
        surface[1, 1](flat.texture(), 0)
    with pytest.raises(ks.LaunchError, match=r"outside the image, and its mode is trap"):
        surface[1, 1](flat.surface(), 16)
    with pytest.raises(ks.LaunchError, match=r"not a multiple of the access's width"):
        surface[1, 1](flat.surface(), 2)


def test_a_texture_that_is_gone_is_an_error() -> None:
    """Its number is kept, its memory is not."""
    depth, y = ks.cuda_kernel(SOURCE, "depth"), np.zeros(32, np.float32)
    handle = int(ks.cuda_array(np.zeros((4, 4, 4), np.float32)).texture())
    with pytest.raises(ks.LaunchError, match="this handle is not a texture"):
        depth[1, 32](handle, y)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"filter": "linear"}, "cannot be filtered: read 8 or 16 bits as fractions"),
        ({"address": "wrap"}, "needs normalized coordinates"),
        ({"filter": "cubic"}, "filter is point, linear, not 'cubic'"),
        ({"address": "repeat"}, "address is wrap, clamp, mirror, border, not 'repeat'"),
    ],
)
def test_a_sampling_that_cuda_refuses_is_refused(given: dict[str, Any], message: str) -> None:
    """By one line that says what to do."""
    with pytest.raises(ks.KernelscopeError, match=message):
        ks.cuda_array(np.zeros((4, 4), np.uint8)).texture(**given)


def test_an_image_that_does_not_exist_is_refused() -> None:
    """Three channels, doubles, a cubemap with five faces, rows at odd places."""
    refused: list[tuple[Any, dict[str, Any], str]] = [
        (np.zeros((4, 3), np.uint8), {"channels": 3}, "1, 2 or 4 channels, not 3"),
        (np.zeros((4, 4), np.float64), {}, "not float64"),
        (np.zeros((5, 4, 4), np.float32), {"cubemap": True}, "a cubemap has six squares"),
    ]
    for data, kind, message in refused:
        with pytest.raises(ks.UsageError, match=message):
            ks.cuda_array(data, **kind)
    with pytest.raises(ks.UsageError, match="multiples of 32 bytes, not of 20"):
        ks.cuda_texture(np.zeros((4, 5), np.float32))


HINTED = """.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 image, .param .u64 to, .param .u64 y) {
.reg .b64 %rd<5>; .reg .f32 %f<9>; .reg .b32 %r<9>;
ld.param.u64 %rd1, [image]; ld.param.u64 %rd2, [to]; ld.param.u64 %rd3, [y];
mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, 2;
cvt.rn.f32.u32 %f5, %r1; add.f32 %f5, %f5, 0f3F000000; mov.f32 %f6, 0f40200000;
tex.base.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];
suld.b.2d.cg.b32.trap {%r4}, [%rd2, {%r2, %r3}];
add.f32 %f1, %f1, 0f3F800000; mov.b32 %r5, %f1;
sust.b.2d.cs.b32.trap [%rd2, {%r2, %r3}], {%r5};
cvt.u64.u32 %rd4, %r2; add.u64 %rd3, %rd3, %rd4; st.global.b32 [%rd3], %r4;
ret; }"""


def test_the_base_level_is_the_level_and_hints_to_caches_change_nothing() -> None:
    """Of textures with one level; a surface is read and then written."""
    pixels = np.arange(32, dtype=np.float32).reshape(4, 8)
    to, y = ks.cuda_array(-pixels), np.zeros(8, np.float32)
    texture, surface = ks.cuda_array(pixels).texture(), to.surface()
    kernel = vgpu.load_ptx(HINTED).kernel("k")
    kernel.launch((1, 1, 1), (8, 1, 1), [int(texture), int(surface), y])
    wanted = -pixels
    wanted[2] = pixels[2] + 1
    assert np.array_equal(to.get(), wanted)
    assert np.array_equal(y, -pixels[2])


@pytest.mark.parametrize(
    "instruction",
    [
        "tex.2dms.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %r1, %r1, %r1}];",
        "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}|%p1, [%rd1, {%f1, %f1}];",
        "txq.num_mipmap_levels.b32 %r1, [%rd1];",
    ],
)
def test_what_is_left_out_is_an_error_with_its_line(instruction: str) -> None:
    """Samples, residency, levels."""
    text = f""".version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 a) {{
.reg .b64 %rd<2>; .reg .f32 %f<5>; .reg .b32 %r<2>; .reg .pred %p<2>;
ld.param.u64 %rd1, [a];
{instruction}
ret; }}"""
    with pytest.raises(ks.PtxError, match=r"ptx:7"):
        vgpu.load_ptx(text).kernel("k")
