"""Texture fetches and surface accesses whose results an H200 gave: `textures_h200.npz`.

`python tests/truth/texture_cases.py FILE` records them on the GPU of this machine, with the same
calls that the test makes on the virtual GPU.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

import kernelscope as ks

Array = np.ndarray[Any, Any]

# x, y, z are float coordinates, l a layer, X and Y integer ones: columns of a table of 32 bits.
_COLUMN = {"x": 0, "y": 1, "z": 2, "l": 3, "X": 0, "Y": 1, "Z": 2}
_FETCHES = {
    "tex_1d": ("tex.1d.v4.u32.f32", "x", ""),
    "tex_2d": ("tex.2d.v4.u32.f32", "xy", ""),
    "tex_3d": ("tex.3d.v4.u32.f32", "xyzz", ""),
    "tex_a1d": ("tex.a1d.v4.u32.f32", "lx", ""),
    "tex_a2d": ("tex.a2d.v4.u32.f32", "lxyy", ""),
    "tex_cube": ("tex.cube.v4.u32.f32", "xyzz", ""),
    "tex_acube": ("tex.acube.v4.u32.f32", "lxyz", ""),
    "tex_1d_s32": ("tex.1d.v4.u32.s32", "X", ""),
    "tex_2d_s32": ("tex.2d.v4.u32.s32", "XY", ""),
    "tex_3d_s32": ("tex.3d.v4.u32.s32", "XYZZ", ""),
    "level_2d": ("tex.level.2d.v4.u32.f32", "xy", ", {z}"),
    "grad_2d": ("tex.grad.2d.v4.u32.f32", "xy", ", {{{z}, {z}}}, {{{z}, {z}}}"),
    "base_1d": ("tex.base.1d.v4.u32.f32", "x", ""),
    "base_2d": ("tex.base.2d.v4.u32.f32", "xy", ""),
    "base_3d_s32": ("tex.base.3d.v4.u32.s32", "XYZZ", ""),
    **{f"tld4_{c}": (f"tld4.{c}.2d.v4.u32.f32", "xy", "") for c in "rgba"},
}
_LOADS = {
    "suld_1d_b32_clamp": ("suld.b.1d.v2.b32.clamp", "X", 2),
    "suld_1d_b32_zero": ("suld.b.1d.b32.zero", "X", 1),
    "suld_2d_b32_clamp": ("suld.b.2d.b32.clamp", "XY", 1),
    "suld_2d_b32_zero": ("suld.b.2d.b32.zero", "XY", 1),
    "suld_3d_b32_zero": ("suld.b.3d.b32.zero", "XYZZ", 1),
    "suld_3d_b32_clamp": ("suld.b.3d.b32.clamp", "XYZZ", 1),
    "suld_a2d_b32_zero": ("suld.b.a2d.b32.zero", "lXYY", 1),
    "suld_a2d_b32_clamp": ("suld.b.a2d.b32.clamp", "lXYY", 1),
}
_STORES = {
    "sust_1d_b32_zero": "sust.b.1d.b32.zero [{t}, {{{X}}}], {{{Y}}};",
    "sust_2d_v2_trap": "sust.b.2d.v2.b32.trap [{t}, {{{X}, {Y}}}], {{{Z}, {l}}};",
    "sust_a2d_trap": "sust.b.a2d.b32.trap [{t}, {{{l}, {X}, {Y}, {Y}}}], {{{Z}}};",
    "sust_p_1d": "sust.p.1d.v4.b32.zero [{t}, {{{X}}}], {{{Y}, {Z}, {l}, {Y}}};",
    **{
        f"sured_{op}_{t}": f"sured.b.{op}.1d.{t}.zero [{{t}}, {{{{{{X}}}}}}], {{Y}};"
        for op, t in (
            ("add", "u32"), ("min", "u32"), ("min", "s32"), ("max", "u32"), ("max", "s32"),
            ("and", "b32"), ("or", "b32"),
        )
    },
    "sured_p_add_u32": "sured.p.add.1d.b32.zero [{t}, {{{X}}}], {Y};",
}  # fmt: skip
_QUERIES = {
    **{f"txq_{what}": f"txq.{what}.b32 {{o}}, [{{t}}];" for what in ("width", "height", "depth")},
    **{f"suq_{what}": f"suq.{what}.b32 {{o}}, [{{t}}];" for what in ("width", "height", "depth")},
}


def _program(name: str) -> str:
    """Return a kernel that runs one instruction on each row of a table."""
    used: dict[str, str] = {"t": "%4"}
    inputs = ['"l"(handle)']

    def operand(letter: str) -> str:
        if letter not in used:
            used[letter] = f"%{4 + len(inputs)}"
            column = f"row[{_COLUMN[letter]}]"
            real = letter in "xyz"
            inputs.append(f'"f"(__int_as_float({column}))' if real else f'"r"({column})')
        return used[letter]

    results = "%0, %1, %2, %3"
    if name in _FETCHES:
        head, letters, tail = _FETCHES[name]
        place = ", ".join(operand(letter) for letter in letters)
        if "{z}" in tail:
            operand("z")
        text = f"{head} {{{results}}}, [%4, {{{place}}}]{tail.format(**used)};"
    elif name in _LOADS:
        head, letters, count = _LOADS[name]
        place = ", ".join(operand(letter) for letter in letters)
        text = f"{head} {{{results[: 4 * count - 2]}}}, [%4, {{{place}}}];"
    else:
        text = _STORES.get(name) or _QUERIES[name]
        for letter in "XYZl":
            if f"{{{letter}}}" in text:
                operand(letter)
        text = text.format(o="%0", **used)
    return f"""
extern "C" __global__ void {name}(unsigned long long handle, const int* table, unsigned* out,
                                  int n) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int* row = table + 4 * i;
  unsigned a = 0, b = 0, c = 0, d = 0;
  asm volatile("{text}" : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : {", ".join(inputs)});
  out[4 * i] = a; out[4 * i + 1] = b; out[4 * i + 2] = c; out[4 * i + 3] = d;
}}
"""


@cache
def kernel(name: str) -> Any:
    """Return a program."""
    return ks.cuda_kernel(_program(name), name)


@dataclass(frozen=True)
class Case:
    """One program on one image.

    Attributes:
        data: the texels.
        kind: how the array is made: channels, layered, cubemap.
        sampling: of a texture; None for a surface.
        table: a row of 32 bits for each thread.
        linear: whether the texture is of a tensor's own memory.
    """

    name: str
    program: str
    data: Array
    table: Array
    kind: dict[str, Any] = field(default_factory=dict)
    sampling: dict[str, Any] | None = None
    linear: bool = False

    def run(self, *, real: bool = False) -> Array:
        """Return what each thread got, or the texels after a program that writes."""
        table: Any = self.table
        out: Any = np.zeros((len(self.table), 4), np.uint32)
        data: Any = self.data
        if real:
            import torch

            table, out = (torch.from_numpy(a.view(np.int32)).cuda() for a in (table, out))
            data = torch.from_numpy(data.view(np.int16 if data.dtype == np.uint16 else data.dtype))
            data = data.cuda() if self.linear else self.data
        if self.linear:
            handle: Any = ks.cuda_texture(data, **self.kind, **(self.sampling or {}))
            image = None
        else:
            image = ks.cuda_array(data, **self.kind)
            textured = self.sampling is not None
            handle = image.texture(**(self.sampling or {})) if textured else image.surface()
        n = len(self.table)
        own = kernel(self.program)
        own[-(-n // 128), 128](int(handle), table, out, n)
        if self.program in _STORES and image is not None:
            return image.get()
        return out.cpu().numpy().view(np.uint32) if real else out


def _table(*columns: Array) -> Array:
    """Return rows of four columns, floats as their bits."""
    rows = np.zeros((len(columns[0]), 4), np.int32)
    for n, column in enumerate(columns):
        floats = column.dtype.kind == "f"
        rows[:, n] = column.astype(np.float32).view(np.int32) if floats else column
    return rows


def _near(size: int, count: int, rng: np.random.Generator) -> Array:
    """Return coordinates in and around an image of `size` texels, many of them between weights."""
    special = [0.0, -0.0, 0.5, 1.0, size - 0.5, size, size + 0.5, -0.5, -1.0, -7.3, 3.0 * size]
    special += [1e6, -1e6, 3e9, -3e9, 1e20, -1e20, np.inf, -np.inf, np.nan, 1e-40, 1e-6]
    whole = rng.integers(-2, size + 3, count // 4)
    steps = whole + rng.integers(-3, 4, len(whole)) / 512  # 8 bits of weight, and half a step
    fine = whole + 0.5 + rng.integers(-2048, 2049, len(whole)) / 4096
    edge = np.nextafter(np.float32(whole), np.float32(rng.choice([-9e9, 9e9], len(whole))))
    rest = count - len(special) - 3 * len(whole)
    wide = rng.uniform(-1.0 * size, 2.0 * size, rest // 2)
    inside = rng.uniform(0, size, rest - rest // 2)
    return np.concatenate([special, steps, fine, edge, wide, inside]).astype(np.float32)


def _coordinates(
    sizes: tuple[int, ...], count: int, rng: np.random.Generator, *, normalized: bool = False
) -> list[Array]:
    columns: list[Array] = []
    for number, size in enumerate(sizes):
        column = _near(size, count, rng)
        if number:
            rng.shuffle(column)
        columns.append(column / np.float32(size) if normalized else column)
    return columns


def _texels(dtype: str, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    kind = np.dtype(dtype)
    if kind.kind == "f":
        return rng.normal(size=shape).astype(kind)
    info = np.iinfo(kind)
    return rng.integers(info.min, info.max, shape, dtype=kind, endpoint=True)


_LINEAR = {"filter": "linear"}
_FRACTION = {"read": "float"}


def _formats(rng: np.random.Generator) -> Iterator[Case]:
    """Yield every format and number of channels, by points, and read as fractions."""
    for dtype in ("uint8", "int8", "uint16", "int16", "uint32", "int32", "float16", "float32"):
        for channels in (1, 2, 4):
            shape = (5, 8, channels) if channels > 1 else (5, 8)
            data, kind = _texels(dtype, shape, rng), {"channels": channels}
            table = _table(*_coordinates((8, 5), 128, rng))
            yield Case(f"point-{dtype}-{channels}", "tex_2d", data, table, kind, {})
            if dtype in ("uint8", "int8", "uint16", "int16"):
                name = f"fraction-{dtype}-{channels}"
                yield Case(name, "tex_2d", data, table, kind, _FRACTION)
                name = f"mixed-{dtype}-{channels}"
                yield Case(name, "tex_2d", data, table, kind, {**_FRACTION, **_LINEAR})
    for dtype in ("uint8", "int8", "uint16", "int16"):
        info = np.iinfo(dtype)
        step = 1 if info.bits == 8 else 61
        data = np.arange(info.min, info.max + 1, step).astype(dtype)
        table = _table(np.arange(len(data)) + np.float32(0.5))
        yield Case(f"every-{dtype}", "tex_1d", data, table, {}, _FRACTION)


def _filters(rng: np.random.Generator) -> Iterator[Case]:
    """Yield mixtures of neighbours: weights alone, then values of many sizes."""
    ramp = (np.arange(16) % 2).astype(np.float32)
    fine = np.arange(-4096, 4096) / np.float32(2048) + 4
    yield Case("weights", "tex_1d", ramp, _table(fine), {}, _LINEAR)
    far = np.float32(2.0) ** np.arange(-30, 0)
    near = np.concatenate([far + np.float32(0.5), np.float32(0.5) - far, far + np.float32(3.5)])
    yield Case("weights-near", "tex_1d", ramp, _table(near), {}, _LINEAR)
    for dtype, channels in (("float32", 1), ("float32", 4), ("float16", 1), ("float16", 4)):
        for name, sizes in (("1d", (13,)), ("2d", (13, 9)), ("3d", (13, 9, 5))):
            shape = (*sizes[::-1], channels) if channels > 1 else sizes[::-1]
            data = _texels(dtype, shape, rng)
            table = _table(*_coordinates(sizes, 512, rng))
            yield Case(
                f"linear-{name}-{dtype}-{channels}", f"tex_{name}", data, table,
                {"channels": channels}, _LINEAR,
            )  # fmt: skip
    wild = np.exp(rng.uniform(-80, 80, 64)) * rng.choice([-1, 1], 64)
    wild[[5, 17, 40]] = np.inf, np.nan, 1e-42
    for sizes in ((64,), (8, 8)):
        data = wild.astype(np.float32).reshape(sizes)
        table = _table(*_coordinates(sizes[::-1], 512, rng))
        yield Case(f"wild-{len(sizes)}d", f"tex_{len(sizes)}d", data, table, {}, _LINEAR)
    ones = np.full((4, 4, 4), 0.1, np.float32)
    yield Case("same", "tex_3d", ones, _table(*_coordinates((4, 4, 4), 512, rng)), {}, _LINEAR)
    units = np.zeros((2, 2), np.float32)
    units[1, 1] = 1
    table = _table(*(rng.integers(128, 385, 512) / np.float32(256) for _ in range(2)))
    yield Case("corner", "tex_2d", units, table, {}, _LINEAR)
    cube = np.zeros((2, 2, 2), np.float32)
    cube[1, 1, 1] = 1
    table = _table(*(rng.integers(128, 385, 512) / np.float32(256) for _ in range(3)))
    yield Case("corner-3d", "tex_3d", cube, table, {}, _LINEAR)


def _modes(rng: np.random.Generator) -> Iterator[Case]:
    """Yield address modes, with coordinates from 0 to 1 and in texels, by points and mixed."""
    data = _texels("float32", (7, 16), rng)
    border = {"border": (0.25, 0.5, 0.75, 1.0)}
    for filter_ in ("point", "linear"):
        for mode in ("wrap", "clamp", "mirror", "border"):
            table = _table(*_coordinates((16, 7), 512, rng, normalized=True))
            sampling = {"filter": filter_, "address": mode, "normalized": True, **border}
            yield Case(f"{mode}-{filter_}", "tex_2d", data, table, {}, sampling)
        table = _table(*_coordinates((16, 7), 256, rng))
        sampling = {"filter": filter_, "address": "border", **border}
        yield Case(f"border-texels-{filter_}", "tex_2d", data, table, {}, sampling)
        mixed = {"filter": filter_, "address": ("wrap", "border"), "normalized": True}
        table = _table(*_coordinates((16, 7), 256, rng, normalized=True))
        yield Case(f"two-modes-{filter_}", "tex_2d", data, table, {}, mixed)
    sampling = {"address": "border", "border": (3, 4, 5, 6)}
    small = _texels("uint8", (7, 16, 4), rng)
    table = _table(*_coordinates((16, 7), 128, rng))
    yield Case("border-integers", "tex_2d", small, table, {"channels": 4}, sampling)
    one = _texels("uint8", (7, 16), rng)
    yield Case("border-one-channel", "tex_2d", one, table, {}, sampling)
    long = _texels("float32", (1000,), rng)
    for mode in ("wrap", "mirror"):
        table = _table(*_coordinates((1000,), 512, rng, normalized=True))
        sampling = {"filter": "linear", "address": mode, "normalized": True}
        yield Case(f"long-{mode}", "tex_1d", long, table, {}, sampling)


def _shapes(rng: np.random.Generator) -> Iterator[Case]:
    """Yield layers, cubes, gathers, levels, integer coordinates, and memory without an array."""
    layers = rng.integers(-2, 6, 256).astype(np.int32)
    data = _texels("float32", (4, 6, 8), rng)
    for filter_ in ("point", "linear"):
        sampling = {"filter": filter_}
        x, y = _coordinates((8, 6), 256, rng)
        table = _table(x, y, x, layers)
        yield Case(f"a2d-{filter_}", "tex_a2d", data, table, {"layered": True}, sampling)
        yield Case(f"a1d-{filter_}", "tex_a1d", data[0], table, {"layered": True}, sampling)
        for count, program in ((6, "tex_cube"), (12, "tex_acube")):
            faces = _texels("float32", (count, 8, 8), rng)
            ways = rng.normal(size=(3, 256)).astype(np.float32)
            ways[:, :8] = np.round(ways[:, :8])
            ways[:, 8:16] = np.sign(ways[:, 8:16])
            table = _table(*ways, layers)
            kind = {"cubemap": True, "layered": count > 6}
            yield Case(f"{program}-{filter_}", program, faces, table, kind, sampling)
    pixels = _texels("float32", (6, 8, 4), rng)
    table = _table(*_coordinates((8, 6), 256, rng), np.zeros(256, np.float32))
    for c in "rgba":
        yield Case(f"tld4-{c}", f"tld4_{c}", pixels, table, {"channels": 4}, {})
    gathered = {"address": "wrap", "normalized": True, "filter": "linear"}
    around = _table(*_coordinates((8, 6), 256, rng, normalized=True))
    yield Case("tld4-wrap", "tld4_r", pixels, around, {"channels": 4}, gathered)
    for level in (0, 1, -1):
        again = table.copy()
        again[:, 2] = np.full(256, level, np.float32).view(np.int32)
        yield Case(f"level-{level}", "level_2d", pixels[..., 0], again, {}, _LINEAR)
        yield Case(f"grad-{level}", "grad_2d", pixels[..., 0], again, {}, _LINEAR)
    places = [rng.integers(-3, 11, 128).astype(np.int32) for _ in range(3)]
    places[0][:4] = 2**31 - 1, -(2**31), 100, 1 << 20
    table = _table(*places)
    for mode in ("clamp", "border"):
        yield Case(f"integers-2d-{mode}", "tex_2d_s32", data[0], table, {}, {"address": mode})
        yield Case(f"integers-3d-{mode}", "tex_3d_s32", data, table, {}, {"address": mode})
    for dtype, channels in (("float32", 1), ("float32", 4), ("uint8", 4), ("int16", 2)):
        memory = _texels(dtype, (8, channels) if channels > 1 else (8,), rng)
        kind = {"channels": channels}
        name = f"fetch-{dtype}-{channels}"
        yield Case(name, "tex_1d_s32", memory, table, kind, {}, linear=True)
        if dtype != "float32":
            name = f"fetch-fraction-{dtype}-{channels}"
            yield Case(name, "tex_1d_s32", memory, table, kind, _FRACTION, linear=True)
    memory = _texels("float32", (9, 16), rng)
    table = _table(*_coordinates((16, 9), 256, rng))
    for filter_ in ("point", "linear"):
        sampling = {"filter": filter_}
        yield Case(f"pitch-{filter_}", "tex_2d", memory, table, {}, sampling, linear=True)
        yield Case(f"base-1d-{filter_}", "base_1d", memory[0], table, {}, sampling)
        yield Case(f"base-2d-{filter_}", "base_2d", memory, table, {}, sampling)
    yield Case("base-3d-integers", "base_3d_s32", data, _table(*places), {}, {})


def _surfaces(rng: np.random.Generator) -> Iterator[Case]:
    """Yield loads in and outside an image, stores, reductions and sizes."""
    data = _texels("uint32", (4, 6, 8), rng)
    x = 4 * rng.integers(-3, 12, 128).astype(np.int32)
    y, z, layer = (rng.integers(-3, 9, 128).astype(np.int32) for _ in range(3))
    pairs = _table(2 * x, y, z, layer)
    table = _table(x, y, z, layer)
    for program in _LOADS:
        shape = program.split("_")[1]
        kind = {"layered": True} if shape == "a2d" else {}
        image = {"1d": data[0, 0], "2d": data[0]}.get(shape, data)
        if "1d_b32_clamp" in program:
            image, kind = _texels("uint32", (8, 2), rng), {"channels": 2}
            yield Case(program, program, image, pairs, kind)
            continue
        yield Case(program, program, image, table, kind)
    every = _table(4 * np.arange(-2, 10, dtype=np.int32), np.arange(12, dtype=np.int32))
    yield Case("sust_1d_b32_zero", "sust_1d_b32_zero", data[0, 0], every)
    grid = np.stack(np.meshgrid(np.arange(0, 8), np.arange(5)), -1).reshape(-1, 2).astype(np.int32)
    values = rng.integers(0, 2**31, (len(grid), 2)).astype(np.int32)
    two = _table(8 * grid[:, 0], grid[:, 1], values[:, 0], values[:, 1])
    image = _texels("uint32", (6, 8, 2), rng)
    yield Case("sust_2d_v2_trap", "sust_2d_v2_trap", image, two, {"channels": 2})
    layered = _table(4 * grid[:, 0], grid[:, 1], values[:, 0], grid[:, 1] % 4)
    yield Case("sust_a2d_trap", "sust_a2d_trap", data, layered, {"layered": True})
    for dtype in ("uint8", "int8", "uint16", "int16", "uint32", "int32", "float16", "float32"):
        image = _texels(dtype, (32, 4), rng)
        columns = rng.integers(-(2**31), 2**31, (2, 32)).astype(np.int32)
        if dtype.startswith("float"):
            columns = (rng.normal(size=(2, 32)) * 300).astype(np.float32).view(np.int32)
        else:
            columns[:, ::2] = rng.integers(-300, 300, (2, 16))
        rows = _table(np.arange(32, dtype=np.int32), *columns, columns[0][::-1])
        yield Case(f"sust_p-{dtype}", "sust_p_1d", image, rows, {"channels": 4})
    many = _table(
        4 * rng.integers(-2, 10, 256).astype(np.int32),
        rng.integers(-(2**31), 2**31, 256).astype(np.int32),
    )
    for program in _STORES:
        if program.startswith("sured"):
            rows = many
            if "_p_" in program:
                rows = many.copy()
                rows[:, 0] //= 4
            yield Case(program, program, data[0, 0], rows)
    row = _table(np.zeros(1, np.int32))
    for program in _QUERIES:
        for name, image, kind in (
            ("1d", data[0, 0], {}), ("2d", data[0], {}), ("3d", data, {}),
            ("a2d", data, {"layered": True}), ("a1d", data[0], {"layered": True}),
        ):  # fmt: skip
            sampling = {} if program.startswith("txq") else None
            yield Case(f"{program}-{name}", program, image, row, kind, sampling)


def cases() -> list[Case]:
    """Return all cases; they are the same on every machine."""
    made: list[Case] = []
    for number, part in enumerate((_formats, _filters, _modes, _shapes, _surfaces)):
        made += part(np.random.default_rng(number))
    return made


def main() -> None:
    """Record what this machine's GPU gives."""
    found: dict[str, Array] = {}
    for case in cases():
        try:
            found[case.name] = case.run(real=True)
        except ks.KernelscopeError as problem:
            print(f"{case.name}: {problem}", flush=True)
    np.savez_compressed(sys.argv[1], allow_pickle=False, **found)
    print(len(found), "recorded")


if __name__ == "__main__":
    main()
