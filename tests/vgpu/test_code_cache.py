"""The disk cache of compiled kernels: what it is kept under."""

from __future__ import annotations

import os
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope._cache import read_pickle, source_key
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.jit import engine, images
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.helpers import Module

KERNEL = """.version 8.4
.target sm_90
.address_size 64
.visible .entry NAME(.param .u64 out) {
    .reg .b64 %rd<4>; .reg .b32 %r<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    CODE
    st.global.u32 [%rd3], %r2;
    ret;
}
"""


def write(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def test_a_fresh_checkout_of_the_same_sources_finds_the_code_of_the_last(tmp_path: Path) -> None:
    """Neither where the files lie nor when they were written matters."""
    first = write(tmp_path / "first", a="x = 1", b="y = 2")
    second = write(tmp_path / "second", b="y = 2", a="x = 1")
    os.utime(second / "a.py", (1, 1))
    assert source_key(first) == source_key(second)


def test_an_edit_of_the_same_length_makes_the_code_anew(tmp_path: Path) -> None:
    """Also with the time of the file put back, and where two files change places."""
    folder = write(tmp_path / "one", a="x = 1", b="y = 2")
    before, stat = source_key(folder), (folder / "a.py").stat()
    (folder / "a.py").write_text("x = 3")
    os.utime(folder / "a.py", ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert source_key(folder) != before
    assert source_key(write(tmp_path / "two", a="y = 2", b="x = 1")) != before


def run(name: str, code: str) -> list[int]:
    out = np.zeros(32, np.uint32)
    kernel = vgpu.load_ptx(KERNEL.replace("NAME", name).replace("CODE", code)).kernel(name)
    kernel[1, 32](out)
    return out.tolist()


def test_helpers_that_another_kernel_brought_are_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what is particular to a kernel is: from memory and, in another process, from disk."""
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    images.forget_images()
    compiled: list[str] = []
    compile_ = engine.compile_text
    monkeypatch.setattr(
        images, "compile_text", lambda t, **k: compiled.append(t) or compile_(t, **k)
    )
    assert run("twice", "add.u32 %r2, %r1, %r1;") == [2 * n for n in range(32)]
    assert len(compiled) > 1
    compiled.clear()
    assert run("thrice", "mul.lo.u32 %r2, %r1, 3;") == [3 * n for n in range(32)]
    assert len(compiled) == 1
    compiled.clear()
    images.forget_images()
    assert run("fourfold", "shl.b32 %r2, %r1, 2;") == [4 * n for n in range(32)]
    assert len(compiled) == 1


def damages(whole: bytes) -> list[bytes]:
    """A file with a flipped bit here and there, cut off, grown, of another version, and empty."""
    places = range(0, 8 * len(whole), max(1, 8 * len(whole) // 23))
    flipped = [bytearray(whole) for _ in places]
    for data, place in zip(flipped, places, strict=True):
        data[place // 8] ^= 1 << place % 8
    cut = [whole[: len(whole) * part // 7] for part in range(7)]
    return [*map(bytes, flipped), *cut, whole[1:], whole + b"\0", pickle.dumps((1, 2)), b"\0" * 99]


def test_an_entry_that_is_damaged_is_as_if_it_were_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file of a kernel in every way: none is read, so no damaged code is ever run."""
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    images.forget_images()
    run("damaged", "mul.lo.u32 %r2, %r1, 5;")
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) > 4
    for file in files:
        whole = file.read_bytes()
        assert read_pickle(file) is not None
        for data in damages(whole):
            file.write_bytes(data)
            assert read_pickle(file) is None
        file.write_bytes(whole)


def test_a_kernel_whose_entries_are_damaged_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result is right, and the new entries are whole."""
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    images.forget_images()
    expected = run("again", "mul.lo.u32 %r2, %r1, 7;")
    kept = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    for file, whole in kept.items():
        damaged = bytearray(whole)
        damaged[len(whole) // 2] ^= 4
        file.write_bytes(damaged)
    images.forget_images()
    assert run("again", "mul.lo.u32 %r2, %r1, 7;") == expected == [7 * n for n in range(32)]
    assert all(read_pickle(file) is not None for file in kept)


def module_of(name: str, **calls: list[str]) -> Module:
    """`void name(i64*)` calls the first helper; each returns 1 more than those it calls."""
    module = Module(name)
    number = ll.FunctionType(ll.IntType(64), [])
    for caller in calls:
        ll.Function(module, number, f"ks.{caller}")
    start = ll.Function(module, ll.FunctionType(ll.VoidType(), [ll.PointerType()]), name)
    for caller, called in (*calls.items(), ("", list(calls)[:1])):
        function = module.globals[f"ks.{caller}"] if caller else start
        b = ll.IRBuilder(function.append_basic_block())
        total = ll.Constant(ll.IntType(64), 1)
        for one in called:
            total = b.add(total, b.call(module.globals[f"ks.{one}"], []))
        if caller:
            b.ret(total)
        else:
            b.store(total, start.args[0])
            b.ret_void()
    return module


def total_of(module: Module) -> int:
    """What the code of a module's function stores."""
    result = np.zeros(1, np.int64)
    code = engine.LoadedCode(images.compile_functions(module), module.name)
    code.run(result.ctypes.data)
    return int(result[0])


def test_an_image_brings_those_along_that_its_other_helpers_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`beside` is in the image of `high`, which calls `low` in another: all three are loaded."""
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    images.forget_images()
    assert total_of(module_of("one", low=[])) == 2
    assert total_of(module_of("two", high=["low", "beside"], beside=[], low=[])) == 4
    assert total_of(module_of("three", beside=[])) == 2
    images.forget_images()
    assert total_of(module_of("four", beside=[])) == 2


def test_helpers_of_one_name_and_other_code_are_not_mistaken_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`low` differs, and so does `high` that calls it, though its own text does not."""
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    assert total_of(module_of("five", high=["low"], low=[])) == 3
    assert total_of(module_of("six", high=["low"], low=["deep"], deep=[])) == 4
    assert total_of(module_of("seven", high=["low"], low=[])) == 3


SPLIT = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 y)
{
    .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [y];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra EVEN;
    redux.sync.add.s32 %r3, %r1, -1;
    bra.uni END;
EVEN:
    redux.sync.add.s32 %r3, %r1, -1;
END:
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r3;
    ret;
}
"""


def test_workers_that_need_independent_code_at_once_load_it_once() -> None:
    """What one of them runs is not freed for what another has loaded."""
    kernel = vgpu.load_ptx(SPLIT).kernel("k")
    together = threading.Barrier(8)

    def load() -> object:
        together.wait()
        return kernel.independent(BlockShape(32, 1, 1), fine=False)[1]

    with ThreadPoolExecutor(8) as pool:
        loaded = [future.result() for future in [pool.submit(load) for _ in range(8)]]
    assert len({id(code) for code in loaded}) == 1
