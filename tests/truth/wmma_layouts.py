"""Which element each lane holds after `wmma.load`, on the first GPU.

    python wmma_layouts.py wmma_h200.npz

Needs NumPy and cuda-python. Each load runs once for each bit of the elements' numbers: an element
is all ones if that bit of its number, row · columns + column, is set. So the places come out
whatever the elements' width is. The file holds an array for each load, [32 lanes, elements].
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
BITS = {
    "f16": 16,
    "bf16": 16,
    "s8": 8,
    "u8": 8,
    "s4": 4,
    "u4": 4,
    "b1": 1,
    "tf32": 32,
    "f32": 32,
    "s32": 32,
    "f64": 64,
}
HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"


@dataclass(frozen=True, slots=True)
class Load:
    """A `wmma.load` of a matrix of rows x columns into a number of registers."""

    part: str
    shape: str
    kind: str
    registers: int
    rows: int
    columns: int
    layout: str

    @property
    def name(self) -> str:
        """Its name in the file, and in PTX."""
        return f"{self.part}_{self.shape}_{self.kind}_{self.layout}"

    @property
    def ptx(self) -> str:
        """A kernel (from, to) that stores each register of each lane."""
        store = {"f64": "f64", "f32": "f32"}.get(self.kind, "b32")
        size = 8 if store == "f64" else 4
        names = [f"%{store[0]}{n}" for n in range(self.registers)]
        load = f"wmma.load.{self.part}.sync.aligned.{self.layout}"
        lines = [
            f".entry {self.name}(.param .u64 from, .param .u64 to) {{",
            f".reg .{store} %{store[0]}<{self.registers}>; .reg .b64 %a<4>; .reg .b32 %lane;",
            "ld.param.u64 %a0, [from]; ld.param.u64 %a1, [to]; mov.u32 %lane, %tid.x;",
            f"mad.wide.u32 %a2, %lane, {size}, %a1;",
            f"{load}.{self.shape}.global.{self.kind} {{{', '.join(names)}}}, [%a0];",
            *(f"st.global.{store} [%a2+{32 * size * n}], {r};" for n, r in enumerate(names)),
        ]
        return HEAD + "\n".join([*lines, "ret;\n}\n"])

    def memory(self, ones: Array) -> Array:
        """Return the bytes of a matrix whose elements are all ones where `ones` is 1."""
        lines = ones if self.layout == "row" else ones.T
        bits = np.repeat(lines.reshape(-1), BITS[self.kind])
        return np.packbits(bits.astype(np.uint8), bitorder="little")

    def elements(self, run: Callable[[Array, Array], object]) -> Array:
        """Return the element at each place of each lane; `run` fills registers from memory."""
        numbers = np.arange(self.rows * self.columns).reshape(self.rows, self.columns)
        found = 0
        for bit in range(int(numbers.max()).bit_length()):
            dtype = np.uint64 if self.kind == "f64" else np.uint32
            registers = np.zeros((self.registers, 32), dtype)
            run(self.memory(numbers >> bit & 1), registers)
            raw = np.ascontiguousarray(registers.T).view(np.uint8)
            every = np.unpackbits(raw, axis=1, bitorder="little")
            places = every.reshape(32, -1, BITS[self.kind])
            assert (places.min(2) == places.max(2)).all()
            found = found + (places[:, :, 0].astype(np.int16) << bit)
        return np.asarray(found)


def loads() -> Iterator[Load]:
    """Yield every load of sm_80 to sm_90a."""
    for m, n, k in ((16, 16, 16), (32, 8, 16), (8, 32, 16)):
        shape = f"m{m}n{n}k{k}"
        for kind, each in (("f16", 0), ("bf16", 2), ("s8", 4), ("u8", 4)):
            for part, rows, columns in (("a", m, k), ("b", k, n)):
                yield from _both(part, shape, kind, rows * columns // 32 // each if each else 8,
                                 rows, columns)  # fmt: skip
        for kind, registers in (("f16", 4), ("f32", 8), ("s32", 8)):
            yield from _both("c", shape, kind, registers, m, n)
    for part, rows, columns in (("a", 16, 8), ("b", 8, 16)):
        yield from _both(part, "m16n16k8", "tf32", 4, rows, columns)
    yield from _both("c", "m16n16k8", "f32", 8, 16, 16)
    for part, rows, columns in (("a", 8, 4), ("b", 4, 8), ("c", 8, 8)):
        yield from _both(part, "m8n8k4", "f64", rows * columns // 32, rows, columns)
    for kind, k in (("s4", 32), ("u4", 32), ("b1", 128)):
        yield Load("a", f"m8n8k{k}", kind, 1, 8, k, "row")
        yield Load("b", f"m8n8k{k}", kind, 1, k, 8, "col")
    for k in (32, 128):
        yield from _both("c", f"m8n8k{k}", "s32", 2, 8, 8)


def _both(
    part: str, shape: str, kind: str, registers: int, rows: int, columns: int
) -> Iterator[Load]:
    for layout in ("row", "col"):
        yield Load(part, shape, kind, registers, rows, columns, layout)


def main() -> None:
    """Record all loads."""
    from cuda.bindings import driver  # pyright: ignore[reportAttributeAccessIssue]

    def done(answer: tuple[Any, ...]) -> Any:
        if int(answer[0]):
            raise SystemExit(str(driver.cuGetErrorString(answer[0])[1]))
        return answer[1] if len(answer) == 2 else answer[1:]

    done(driver.cuInit(0))
    done(driver.cuCtxSetCurrent(done(driver.cuDevicePrimaryCtxRetain(0))))
    source, target = (done(driver.cuMemAlloc(1 << 16)) for _ in range(2))
    found: dict[str, Array] = {}
    for load in loads():
        text = ctypes.create_string_buffer(load.ptx.encode())
        module = done(driver.cuModuleLoadData(ctypes.addressof(text)))
        function = done(driver.cuModuleGetFunction(module, load.name.encode()))

        def run(memory: Array, registers: Array, function: Any = function) -> None:
            done(driver.cuMemcpyHtoD(source, memory.ctypes.data, memory.nbytes))
            values = (int(source), int(target)), (ctypes.c_uint64, ctypes.c_uint64)
            done(driver.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, values, 0))
            done(driver.cuMemcpyDtoH(registers.ctypes.data, target, registers.nbytes))

        found[load.name] = load.elements(run)
    np.savez_compressed(sys.argv[1], **found)  # pyright: ignore[reportArgumentType]


if __name__ == "__main__":
    main()
