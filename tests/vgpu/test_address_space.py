"""Allocations: which memory an array belongs to, and the device addresses they get."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch

from kernelscope.errors import LaunchError, MemoryAccessError
from kernelscope.vgpu import load_ptx
from kernelscope.vgpu.layout import FIRST_ALLOCATION, OFFSET_BITS
from kernelscope.vgpu.runtime import address_space
from kernelscope.vgpu.runtime.address_space import AddressSpace, region_of
from kernelscope.vgpu.runtime.registry import REGISTRY, Region, Registry


def host(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a[10:20],
        lambda a: a[::-1],
        lambda a: a.reshape(10, 10)[:, 3],
        lambda a: a.view(np.uint8)[5:],
    ],
)
def test_a_view_belongs_to_the_memory_of_its_root(view: object) -> None:
    """The region is the whole array, the address that of the view's first element."""
    root = np.zeros(100, np.float32)
    part = view(root)  # type: ignore[operator]
    found = region_of(part)
    assert found == (Region(host(root), root.nbytes), host(part))


def test_what_is_no_array_has_no_region() -> None:
    """Numbers and strings are passed by value."""
    assert [region_of(thing) for thing in (3, 2.5, "text", None)] == [None] * 4


def test_threads_agree_on_the_number_of_an_allocation() -> None:
    """The workers of a launch look up the allocations behind a table of pointers side by side."""
    space, regions = AddressSpace(), [Region(4096 * n, 64) for n in range(1, 9)]
    start = threading.Barrier(4)

    def number_all() -> list[set[int]]:
        start.wait()
        found: list[set[int]] = [set() for _ in regions]
        for _ in range(2000):
            for numbers, region in zip(found, regions, strict=True):
                numbers.add(space.number(region))
        return found

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            of_threads = [future.result() for future in [pool.submit(number_all) for _ in range(4)]]
    finally:
        sys.setswitchinterval(before)
    for found in zip(*of_threads, strict=True):
        assert len(set.union(*found)) == 1


def test_addresses_are_aligned_and_differ_only_in_their_low_bits_within_an_allocation() -> None:
    """However the host lays an array, kernels see it begin at a multiple of 512."""
    space = AddressSpace()
    odd = Region(0x7F0000001001, 4096)
    first = space.address(odd, odd.base)
    assert first % 512 == 0
    assert space.address(odd, odd.base + 100) == first + 100
    assert space.region(first >> OFFSET_BITS) == odd


@pytest.mark.parametrize("host", [0x1000, 0x7F1C_0000_1000, 0x7FCC_0000_1000, 0x7FFF_FFFF_F000])
def test_a_host_address_stays_as_it_is(host: int) -> None:
    """Also next to the first device address: half of all processes have memory there."""
    space = AddressSpace()
    region = Region(host, 4096)
    begin = space.address(region, host)
    for byte in (0, 8, 4095):
        assert space.host(host + byte) == host + byte
        assert space.host(begin + byte) == host + byte
    assert space.place_of(begin - 4) == (region, -4)


def test_more_allocations_than_numbers_are_refused_unless_some_are_dead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An address that a kernel has stored stays that of its allocation, while it lives."""
    monkeypatch.setattr(address_space, "CAPACITY", FIRST_ALLOCATION + 300)
    space = AddressSpace()
    arrays = [np.zeros(8) for _ in range(100)]
    living = [Region(array.ctypes.data, array.nbytes) for array in arrays]
    for region, array in zip(living, arrays, strict=True):
        REGISTRY.enter(region, array)
    numbers = [*map(space.number, living)]
    for n in range(1000):  # that nothing holds
        space.number(Region(0x1000 * (n + 1), 0x1000))
    assert [*map(space.number, living)] == numbers
    assert [space.region(number) for number in numbers] == living
    held = [np.zeros(8) for _ in range(300)]
    for array in held:
        REGISTRY.enter(Region(array.ctypes.data, array.nbytes), array)
    more = [Region(array.ctypes.data, array.nbytes) for array in held]
    with pytest.raises(LaunchError, match=r"300 allocations are in use.*free some"):
        list(map(space.number, more))


class Storage:
    """What `untyped_storage()` of a tensor gives."""

    device = torch.device("cpu")

    def __init__(self, address: int, size: int) -> None:
        self.address, self.size = address, size

    def data_ptr(self) -> int:
        return self.address

    def nbytes(self) -> int:
        return self.size


class Tensor:
    """An object with the two methods by which tensors are known."""

    def __init__(self, address: int, size: int) -> None:
        self.address, self.size = address, size

    def untyped_storage(self) -> Storage:
        return Storage(self.address, self.size)

    def data_ptr(self) -> int:
        return self.address


def test_the_owner_of_a_raw_address_is_the_live_tensor_that_was_asked_for_it() -> None:
    """A `data_ptr()` that a kernel was given as a number."""
    tensor = torch.zeros(2000)
    address = tensor[500:].data_ptr() - 2000
    assert REGISTRY.holding(address + 7999) == Region(address, 8000)
    assert REGISTRY.holding(address + 8000) is None
    del tensor
    assert REGISTRY.holding(address) is None


class _Memory:
    """An owner of memory."""


def test_the_registry_finds_what_a_list_of_regions_has() -> None:
    """Regions may overlap, begin at the same byte, die, and be entered or freed again."""
    random = np.random.default_rng(7)
    registry, alive = Registry(), dict[Region, _Memory]()
    for _ in range(2000):
        region = Region(int(random.integers(1, 300)), int(random.integers(1, 40)))
        if random.random() < 0.5:
            alive[region] = _Memory()
            registry.enter(region, alive[region])
        elif alive and random.random() < 0.5:
            alive.pop(next(iter(alive)))
        elif alive:
            freed, owner = alive.popitem()
            registry.leave(freed)
            del owner
        address = int(random.integers(0, 360))
        holding = [r for r in alive if r.base <= address < r.base + r.size]
        found = registry.holding(address)
        assert found in holding if holding else found is None
        assert found is None or found.base == max(r.base for r in holding)
        assert all(map(registry.is_alive, alive))


INCREMENT_THROUGH_TABLE = """.version 8.0
.target sm_90
.address_size 64
.visible .entry up(.param .u64 table, .param .u32 n) {
  .reg .b64 %rd<5>;
  .reg .b32 %r<7>;
  .reg .pred %q;
  ld.param.u64 %rd1, [table];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r2, 64, %r3;
  setp.ge.u32 %q, %r4, %r1;
  @%q bra done;
  mul.wide.u32 %rd2, %r4, 8;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u64 %rd4, [%rd3];
  atom.global.add.u32 %r5, [%rd4+4], 1;
  ld.global.u32 %r6, [%rd4+8];
  st.global.u32 [%rd4+12], %r6;
done:
  ret;
}"""


@pytest.mark.parametrize("count", [3, 64, 65, 200, 6000])
def test_a_kernel_follows_many_pointers_in_memory(count: int) -> None:
    """Compiled code remembers 64 of them, and asks the launcher for the others."""
    tensors = [torch.tensor([0, 10 * i, i, 0], dtype=torch.int32) for i in range(count)]
    table = torch.tensor([tensor.data_ptr() for tensor in tensors] * 2)
    load_ptx(INCREMENT_THROUGH_TABLE).kernel("up")[-(-2 * count // 64), 64](table, 2 * count)
    for i, tensor in enumerate(tensors):
        assert tensor.tolist() == [0, 10 * i + 2, i, i]


@pytest.mark.parametrize(("given", "block", "thread"), [(70, 1, 6), (64, 1, 0), (13, 0, 13)])
def test_an_access_beyond_an_array_names_the_first_thread_that_is_outside(
    given: int, block: int, thread: int
):
    ptx = """.version 8.0
.target sm_90
.address_size 64
.visible .entry copy(.param .u64 p, .param .u32 n) {
  .reg .b64 %rd<4>;
  .reg .b32 %r<5>;
  .reg .pred %q;
  ld.param.u64 %rd1, [p];
  ld.param.u32 %r4, [n];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r1, 64, %r2;
  mul.wide.u32 %rd2, %r3, 4;
  add.u64 %rd3, %rd1, %rd2;
  setp.lt.u32 %q, %r3, %r4;
  @%q st.global.u32 [%rd3], %r3;
  ret;
}"""
    kernel = load_ptx(ptx).kernel("copy")
    offset = given * 4
    where = (
        rf"byte {offset} of .* {offset} bytes.*block \({block}, 0, 0\), thread \({thread}, 0, 0\)"
    )
    with pytest.raises(MemoryAccessError, match=where):
        kernel[2, 64](np.zeros(given, np.uint32), 20 if given < 20 else 120)


def test_a_tensor_that_is_not_in_the_hosts_memory_is_refused():
    """Its address is not the host's: to follow it would end the process."""
    ptx = """.version 8.0
.target sm_90
.address_size 64
.visible .entry nothing(.param .u64 p) {
  ret;
}"""
    elsewhere = torch.empty(4, device="meta")
    with pytest.raises(LaunchError, match=r"argument 0 .*the tensor is on meta.*tensor\.cpu\(\)"):
        load_ptx(ptx).kernel("nothing")[1, 32](elsewhere)


def test_distinct_sectors_of_large_arrays() -> None:
    """Those of 96 MiB are counted in pieces: of three sectors one is read, and two are written."""
    text = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r3, %r2, 256, %r1;
    mul.wide.u32 %rd3, %r3, 96;
    add.s64 %rd4, %rd1, %rd3;
    ld.global.b32 %r4, [%rd4];
    add.s64 %rd5, %rd2, %rd3;
    st.global.b32 [%rd5], %r4;
    st.global.b32 [%rd5+32], %r4;
    ret;
}
"""
    threads = 1 << 20
    x, y = np.arange(24 * threads, dtype=np.uint32), np.zeros(24 * threads, np.uint32)
    counts = load_ptx(text).kernel("k")[threads // 256, 256](x, y)
    np.testing.assert_array_equal(y.reshape(-1, 24)[:, 8], x[::24])
    assert counts.counters["kernelscope__unique_sectors_read.sum"] == threads
    assert counts.counters["kernelscope__unique_sectors_written.sum"] == 2 * threads


@pytest.mark.parametrize("byte", [-(1 << 33), -4, 0, 4095, 4096, 1 << 33])
def test_an_address_far_outside_is_still_that_of_its_allocation(byte: int) -> None:
    """`x[i]` of an index that overflowed is 8 GiB before x."""
    space = AddressSpace()
    first, second = Region(0x7F0000001000, 4096), Region(0x7F0000003000, 4096)
    begins = [space.address(region, region.base) for region in (first, second)]
    places = [space.place_of(begin + byte) for begin in begins]
    assert places == [(first, byte), (second, byte)]
