"""Triton kernels whose addresses and masks are random expressions, for properties."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

_HEAD = """
@triton.jit
def kernel{seed}(x, index, out, a, b, wide, K: tl.constexpr, ROWS: tl.constexpr, N: tl.constexpr):
    pid = tl.program_id(0)
    across, down = tl.arange(0, N), tl.arange(0, ROWS)
    one, two = tl.load(index), pid * N + across
    grid = down[:, None] * N + across[None, :]
"""
_SCALARS = ("a", "b", "wide", "pid", "one", "3", "16", "K")


def modules(folder: Path, seeds: range) -> ModuleType:
    """A module of `kernel0`, `kernel1` …; Triton reads their source from its file."""
    path = folder / "random_pointers_made.py"
    text = "import triton\nimport triton.language as tl\n" + "".join(_kernel(s) for s in seeds)
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def _kernel(seed: int) -> str:
    maker = _Maker(random.Random(seed))
    where = maker.offsets(maker.choose((1, 2, 3, 4)))
    mask = maker.mask(where)
    shape = " + 0 * grid" if not maker.flat else ""
    lines = [
        *maker.lines,
        f"at = {where}{shape}",
        f"tl.store(out + {'grid' if shape else 'two'}, tl.load(x + at{mask}))",
    ]
    return _HEAD.format(seed=seed) + "".join(f"    {line}\n" for line in lines)


class _Maker:
    """Statements that are needed before an expression can be written."""

    def __init__(self, random_: random.Random) -> None:
        self.choose = random_.choice
        self.flat = self.choose((True, True, False))
        self.lines: list[str] = []

    def _value(self, expression: str) -> str:
        name = f"v{len(self.lines)}"
        self.lines.append(f"{name} = {expression}")
        return name

    def _scalar(self) -> str:
        left, right = self.choose(_SCALARS), self.choose(_SCALARS)
        return self.choose((left, f"({left} * {right})", f"({left} + {right})", f"({left} // 4)"))

    def offsets(self, depth: int) -> str:
        if depth == 0:
            flat = ("across", "two", "across + one * 16", "across + pid * a")
            deep = (
                "down[:, None]",
                "across[None, :]",
                "grid",
                "across[None, :] * K + down[:, None]",
            )
            return self._value(self.choose(flat if self.flat else deep))
        x = self.offsets(depth - 1)
        simple = (
            *(f"{x} {op} {self._scalar()}" for op in "+-*"),
            *(f"{x} {op} {number}" for op in ("//", "%") for number in ("1", "3", "16", "K", "b")),
            *(f"{x} {op} {number}" for op in ("<<", ">>", "&") for number in ("0", "2", "4")),
            f"{self._scalar()} - {x}",
            f"{x} + {self.offsets(depth - 1)}",
            f"tl.minimum({x}, a)",
            f"tl.where({x} < b, {x}, {self.offsets(depth - 1)})",
            f"tl.where(a > 5, {x}, {self.offsets(depth - 1)})",
            f"{x}.to(tl.int64)",
            f"tl.multiple_of({x}, {'8' if self.flat else '[4, 8]'})",
            f"tl.max_contiguous({x}, {'8' if self.flat else '[1, 8]'})",
            f"{x} + tl.load(index + {x})",
            f"tl.trans(tl.trans({x} + 0 * grid))" if not self.flat else f"tl.reshape({x}, (N,))",
        )
        if self.choose((True, True, False)):
            return self._value(self.choose(simple))
        return self._moved(x)

    def _moved(self, x: str) -> str:
        """A value that a loop or a branch changes."""
        name, number = f"v{len(self.lines)}", len(self.lines)
        change = self.choose(("+= 16", "+= a", "+= 1", f"+= i{number}", "*= 2", "-= b"))
        head = self.choose(
            (
                *(f"for i{number} in range({r}):" for r in ("b", "0, K, 16", "a, b, 4")),
                f"i{number} = a\n    if b > 3:",
                f"i{number} = 1\n    while i{number} < b:\n        i{number} *= 2",
            )
        )
        self.lines += [f"{name} = {x}.to(tl.int64)", head, f"    {name} {change}"]
        return name

    def mask(self, where: str) -> str:
        compared = [where, "across" if self.flat else "across[None, :]"]
        parts = [
            f"({self.choose(compared)} {self.choose(('<', '<=', '>=', '>', '=='))} "
            f"{self.choose(('a', 'b', 'K', 'one'))})"
            for _ in range(self.choose((0, 1, 2)))
        ]
        return f", mask={' & '.join(parts)}" if parts else ""
