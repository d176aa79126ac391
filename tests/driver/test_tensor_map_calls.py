"""The driver's functions that encode tensor maps, called by cuda-python."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cuda_program import kernelscope

pytest.importorskip("cuda.bindings")
pytestmark = [
    pytest.mark.skipif(Path("/dev/nvidiactl").exists(), reason="a real GPU is here"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="apt install gcc, for the library"),
]

# ruff: noqa: E501 - instructions of PTX are long
SCRIPT = r"""
import numpy as np
from cuda.bindings import driver, nvrtc

def ask(answer):
    assert answer[0] == 0, answer[0]
    return answer[1] if len(answer) == 2 else answer[1:]

ask(driver.cuInit(0))
context = ask(driver.cuDevicePrimaryCtxRetain(ask(driver.cuDeviceGet(0))))
ask(driver.cuCtxSetCurrent(context))
source = rb'''
struct alignas(64) Map { char bytes[128]; };
extern "C" __global__ void take(const __grid_constant__ Map map, unsigned *y, int mode, int c, int w,
                                int h, int n) {
  __shared__ alignas(1024) unsigned column[64 * 8];
  __shared__ unsigned long long bar;
  unsigned to = __cvta_generic_to_shared(column), at = __cvta_generic_to_shared(&bar);
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.proxy.async;" ::"r"(at));
  unsigned bytes = mode == 0 ? 512 : mode == 1 ? 16 * 32 : 18 * 32;
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes));
  unsigned short zero = 0, two = 2;
  if (mode == 0)
    asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(to), "l"(&map), "r"(c), "r"(w), "r"(at) : "memory");
  else if (mode == 1)
    asm volatile("cp.async.bulk.tensor.4d.shared::cta.global.im2col.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8};" ::"r"(to), "l"(&map), "r"(c), "r"(w),
                 "r"(h), "r"(n), "r"(at), "h"(zero), "h"(zero) : "memory");
  else
    asm volatile("cp.async.bulk.tensor.4d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8};" ::"r"(to), "l"(&map), "r"(c), "r"(w),
                 "r"(h), "r"(n), "r"(at), "h"(two), "h"(zero) : "memory");
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; "
                 "selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at) : "memory");
  for (int i = 0; i < bytes / 4; i++) y[i] = column[i];
}'''
program = ask(nvrtc.nvrtcCreateProgram(source, b"take.cu", 0, [], []))
ask(nvrtc.nvrtcCompileProgram(program, 1, [b"--gpu-architecture=sm_100a"]))
ptx = b" " * ask(nvrtc.nvrtcGetPTXSize(program))
nvrtc.nvrtcGetPTX(program, ptx)
take = ask(driver.cuModuleGetFunction(ask(driver.cuModuleLoadData(ptx)), b"take"))
x = np.arange(1, 1 + 3 * 5 * 4 * 8, dtype=np.uint32).reshape(3, 5, 4, 8)  # N, H, W, C
y = np.zeros(512, np.uint32)
there, out = (ask(driver.cuMemAlloc(each.nbytes)) for each in (x, y))
ask(driver.cuMemcpyHtoD(there, x.ctypes.data, x.nbytes))

def taken(made, mode, *at):
    values = [np.frombuffer(b"".join(int(word).to_bytes(8, "little") for word in made.opaque), np.uint8)]
    values += [np.array([int(out)], np.uint64)]
    values += [np.array([n], np.int32) for n in (mode, *at)]
    packed = np.array([value.ctypes.data for value in values], np.uint64)
    ask(driver.cuLaunchKernel(take, 1, 1, 1, 1, 1, 1, 0, 0, packed.ctypes.data, 0))
    ask(driver.cuMemcpyDtoH(y.ctypes.data, out, y.nbytes))
    return y.copy()

kinds, none = driver.CUtensorMapDataType, driver.CUtensorMapInterleave(0)
more = driver.CUtensorMapL2promotion(0), driver.CUtensorMapFloatOOBfill(0)
wide64 = [driver.cuuint64_t(n) for n in (8, 4, 5, 3)]
strides = [driver.cuuint64_t(n) for n in (32, 128, 640)]
ones = [driver.cuuint32_t(1)] * 4
u32 = kinds.CU_TENSOR_MAP_DATA_TYPE_UINT32
flat = driver.CUtensorMapSwizzle(0)

column = ask(driver.cuTensorMapEncodeIm2col(
    u32, 4, there, wide64, strides, [-1, 0], [0, 0], 8, 16, ones, none, flat, *more))
found = taken(column, 1, 0, -1, 1, 0)[:128].reshape(16, 8)
pixels = [(0, h, w) for h in range(1, 5) for w in range(-1, 4)]
expected = [x[n, h, w] if w >= 0 else 0 * x[0, 0, 0] for n, h, w in pixels[:16]]
print("im2col", np.array_equal(found, expected))

mode = driver.CUtensorMapIm2ColWideMode(0)
along = ask(driver.cuTensorMapEncodeIm2colWide(
    u32, 4, there, wide64, strides, -1, 0, 8, 16, ones, none, mode, flat, *more))
found = taken(along, 2, 0, -1, 1, 0)[:144].reshape(18, 8)
pixels = [(n, 1, w) for n in range(4) for w in range(-1, 4)][:16] + [(3, 1, 0), (3, 1, 1)]
expected = [x[n, h, w] if w >= 0 and n < 3 else 0 * x[0, 0, 0] for n, h, w in pixels]
print("im2col::w", np.array_equal(found, expected))

swizzles = driver.CUtensorMapSwizzle
for name in ("128B_ATOM_32B", "128B_ATOM_32B_FLIP_8B", "128B_ATOM_64B"):
    box = ask(driver.cuTensorMapEncodeTiled(
        u32, 2, there, [driver.cuuint64_t(n) for n in (32, 15)], [driver.cuuint64_t(128)],
        [driver.cuuint32_t(n) for n in (32, 4)], ones[:2], none,
        getattr(swizzles, "CU_TENSOR_MAP_SWIZZLE_" + name), *more))
    rows = taken(box, 0, 0, 2, 0, 0)[:128].reshape(4, 16, 2)
    print(name, [int(row[0, 0]) - 65 - 32 * n for n, row in enumerate(rows)])

packed = kinds.CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B
sizes = [driver.cuuint64_t(n) for n in (128, 4)]
for side in (128, 64):
    box = [driver.cuuint32_t(n) for n in (side, 2)]
    answer = driver.cuTensorMapEncodeTiled(
        packed, 2, there, sizes, [driver.cuuint64_t(96)], box, ones[:2], none, flat, *more)
    print(answer[0].name)

class Own:  # what host code writes that makes a GPU's own form itself
    form = 0x40002 | 1 << 4 | 2 << 7 | 3 << 13  # two dimensions, u32, swizzled by 128 bytes
    opaque = [int(there), form | 8 << 32, 0, 0, 31 | 14 << 32, 0, 31 << 56, 3] + [0] * 8

rows = taken(Own, 0, 0, 13, 0, 0)[:128].reshape(4, 32)
print("own", rows[:, 0].tolist(), rows[1, 4:12].tolist())
"""


def test_tensor_maps_of_columns_and_of_new_kinds_are_encoded(tmp_path: Path) -> None:
    """Columns of pixels in both modes, swizzles of larger atoms, packed elements, and one in a
    GPU's own form.
    """
    (tmp_path / "maps.py").write_text(SCRIPT)
    ended = kernelscope("run", "--device", "virtual:b200", "maps.py", folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == [
        "im2col True",
        "im2col::w True",
        "128B_ATOM_32B [0, 8, 16, 24]",
        "128B_ATOM_32B_FLIP_8B [0, 10, 16, 26]",
        "128B_ATOM_64B [0, 16, 0, 16]",
        "CUDA_SUCCESS",
        "CUDA_ERROR_INVALID_VALUE",
        "own [417, 453, 0, 0] [449, 450, 451, 452, 461, 462, 463, 464]",
    ]
