"""Launches to fuzz: as programs and tests make them, and changed at random."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

Dim3 = tuple[int, int, int]

PARAMETERS = 16
_SIDES = (1, 2, 3, 7, 16, 31, 32, 33, 63, 64, 65, 96, 127, 128, 256, 1023, 1024)
_SHARED = (0, 0, 16, 1024, 1000, 48 << 10, 227 << 10, 1 << 20, -16, 1)
_CLUSTERS: tuple[Dim3 | None, ...] = (
    None, (1, 1, 1), (2, 1, 1), (2, 2, 1), (1, 2, 1), (4, 1, 1), (8, 1, 1), (16, 1, 1), (3, 1, 1)
)  # fmt: skip
_NUMBERS = (0, 1, 2, 3, 16, 31, 32, 33, 127, 1024, 65536, (1 << 31) - 1, (1 << 32) - 1, -1)
_ENTRY = re.compile(r"(?ms)^(?:\.visible |\.weak )?\.entry (\w+).*?^}$\n?")


@dataclass(frozen=True, slots=True)
class Made:
    """An argument that is made for the parameter it meets; see `fuzz_memory`."""

    choice: int
    number: int


@dataclass(frozen=True, slots=True)
class Launch:
    """A launch of a kernel.

    Attributes:
        arguments: values, and `Made` where a value is made for the parameter.
        keeps_block: whether a block that the PTX requires is kept.
    """

    grid: Dim3
    block: Dim3
    shared: int
    arguments: tuple[Any, ...]
    cluster: Dim3 | None = None
    cooperative: bool = False
    schedule: str = "turns"
    keeps_block: bool = True

    def __repr__(self) -> str:
        shown = ", ".join(_shown(value) for value in self.arguments)
        more = "".join(
            f", {name}={value}"
            for name in ("cluster", "cooperative", "schedule")
            if (value := getattr(self, name)) not in (None, False, "turns")
        )
        return f"[{self.grid}, {self.block}, {self.shared}]({shown}{more})"


@dataclass(frozen=True, slots=True)
class Program:
    """A PTX text, and a launch of one of its kernels; without one, of any."""

    text: str
    kernel: str = ""
    launch: Launch | None = None


def _shown(value: Any) -> str:
    return f"{value.dtype}{list(value.shape)}" if isinstance(value, np.ndarray) else repr(value)


def only_kernel(text: str, name: str) -> str:
    """Return a text without its other kernels, so that changes meet this one."""
    return _ENTRY.sub(lambda match: match[0] if match[1] == name else "", text)


def kept_programs(folder: Path) -> list[Program]:
    """Return the launches that the tests made while `guard_pages` kept them."""
    return [pickle.loads(path.read_bytes()) for path in sorted(folder.glob("*.pickle"))]


# ---- changes -----------------------------------------------------------------------------------


def any_launch(rng: random.Random) -> Launch:
    """Return a launch of a kernel about which nothing is known."""
    plain = rng.random() < 0.5
    made = (Made(rng.randrange(9 if plain else 16), rng.getrandbits(32)) for _ in range(PARAMETERS))
    block = (32, 1, 1) if plain else _any_block(rng)
    return Launch(_any_grid(rng), block, rng.choice(_SHARED), tuple(made))


def _any_grid(rng: random.Random) -> Dim3:
    return rng.choice((1, 1, 2, 3, 4, 8, 17)), rng.choice((1, 1, 2)), rng.choice((1, 1, 3))


def _any_block(rng: random.Random) -> Dim3:
    if rng.random() < 0.7:
        return rng.choice(_SIDES), 1, 1
    return rng.choice(_SIDES[:10]), rng.choice((1, 2, 3, 16)), rng.choice((1, 2, 64))


def changed_shape(rng: random.Random, launch: Launch) -> Launch:
    """Return the launch with what other code is compiled for changed: block, cluster, schedule."""
    if rng.random() < 0.3:
        launch = replace(launch, block=_any_block(rng), keeps_block=rng.random() < 0.7)
    if rng.random() < 0.2:
        cluster = rng.choice(_CLUSTERS)
        sides = cluster or (1, 1, 1)
        grid = tuple(-(-g // c) * c for g, c in zip(launch.grid, sides, strict=True))
        launch = replace(launch, cluster=cluster, grid=(grid[0], grid[1], grid[2]))
    return replace(launch, schedule="interleaved") if rng.random() < 0.3 else launch


def changed(rng: random.Random, launch: Launch) -> Launch:
    """Return the launch with up to three other changes."""
    if launch.schedule != "turns" and rng.random() < 0.5:
        launch = replace(launch, schedule=f"random:{rng.getrandbits(rng.choice((1, 16, 80)))}")
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        launch = rng.choice(_CHANGES)(rng, launch)
    return launch


def _grid(rng: random.Random, launch: Launch) -> Launch:
    factor = rng.choice((1, 1, 2, 3))
    sides = launch.cluster if launch.cluster and rng.random() < 0.9 else (1, 1, 1)
    grid = tuple(g * c for g, c in zip(_any_grid(rng), sides, strict=True))
    return replace(launch, grid=(grid[0] * factor, grid[1], grid[2]))


def _shared(rng: random.Random, launch: Launch) -> Launch:
    near = launch.shared + rng.choice((-16, -1, 1, 16, 64))
    return replace(launch, shared=rng.choice((near, near, rng.choice(_SHARED))))


def _cooperative(_rng: random.Random, launch: Launch) -> Launch:
    return replace(launch, cooperative=not launch.cooperative)


def _argument(rng: random.Random, launch: Launch) -> Launch:
    values = list(launch.arguments)
    if not values:
        return launch
    at = rng.randrange(len(values))
    values[at] = _other_value(rng, values[at], values)
    return replace(launch, arguments=tuple(values))


def _other_value(rng: random.Random, value: Any, values: list[Any]) -> Any:
    made = Made(rng.randrange(16), rng.getrandbits(32))
    if isinstance(value, np.ndarray):
        # Shorter by some elements, other contents, another argument.
        match rng.randrange(4):
            case 0:
                cut = rng.choice((1, 2, 4, value.size // 2))
                return value.reshape(-1)[: max(value.size - cut, 0)].copy()
            case 1:
                data = bytearray(value.tobytes())
                for _ in range(rng.choice((1, 8, 64)) if data else 0):
                    data[rng.randrange(len(data))] = rng.choice((0, 1, 0x7F, 0xFF))
                return np.frombuffer(bytes(data), value.dtype).reshape(value.shape).copy()
            case 2:
                return rng.choice(values)
            case _:
                return made
    if isinstance(value, bytes):
        data = bytearray(value)
        for _ in range(rng.choice((1, 8)) if data else 0):
            data[rng.randrange(len(data))] = rng.choice((0, 1, 2, 0x7F, 0xFF, rng.randrange(256)))
        return bytes(data)
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-16, -1, 1, 16))
    return rng.choice((made, rng.choice(_NUMBERS)))


_CHANGES: tuple[Callable[[random.Random, Launch], Launch], ...] = (
    _grid, _shared, _argument, _argument, _argument, _cooperative
)  # fmt: skip
