"""What a program of the times is: a kernel, and the launches of it that are timed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

Run = Callable[[], Any]
Make = Callable[..., Run]


@dataclass(frozen=True)
class Program:
    """A kernel and its launches.

    Attributes:
        name: of the kernel, unique.
        kind: what limits it, or what it does: "row reduction", "arithmetic", …
        language: triton, cuda, inductor or numba.
        make: called with a launch's values; returns a function that launches the kernel once, on
            inputs that are made beforehand from a fixed seed.
        launches: the values of each launch.
    """

    name: str
    kind: str
    language: str
    make: Make
    launches: tuple[dict[str, Any], ...]

    def keys(self) -> list[str]:
        """Return the name of each launch: "rms_norm rows=4096 columns=1000 dtype=bfloat16"."""
        return [
            " ".join((self.name, *(f"{k}={v}" for k, v in values.items())))
            for values in self.launches
        ]


PROGRAMS: dict[str, Program] = {}


def program(kind: str, language: str, *launches: dict[str, Any]) -> Callable[[Make], Make]:
    """Keep a function as the maker of a program that has its name."""

    def keep(make: Make) -> Make:
        name = make.__name__
        if name in PROGRAMS:
            raise ValueError(f"two programs are called {name}")
        PROGRAMS[name] = Program(name, kind, language, make, launches)
        return make

    return keep


def each(**values: list[Any]) -> tuple[dict[str, Any], ...]:
    """Return the launches of all combinations: each(n=[1, 2], block=[64]) has two."""
    launches: list[dict[str, Any]] = [{}]
    for name, choices in values.items():
        launches = [{**launch, name: choice} for launch in launches for choice in choices]
    return tuple(launches)


def normal(*shape: int, dtype: str = "float32", seed: int = 0) -> torch.Tensor:
    """Return a tensor of normal numbers on the GPU, the same on each machine's CPU generator."""
    numbers = torch.randn(shape, generator=torch.Generator().manual_seed(seed))
    return numbers.to(getattr(torch, dtype)).to("cuda")


def integers(
    most: int, *shape: int, seed: int = 0, dtype: torch.dtype = torch.int32
) -> torch.Tensor:
    """Return a tensor of integers from 0 to most - 1 on the GPU."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(0, most, shape, generator=generator, dtype=dtype).to("cuda")


def empty(*shape: int, dtype: str = "float32") -> torch.Tensor:
    """Return a tensor on the GPU that nothing has written."""
    return torch.empty(shape, dtype=getattr(torch, dtype), device="cuda")


def held_out() -> frozenset[str]:
    """Return the names of the programs that no constant may be fitted to.

    The programs of a kind are ordered by the SHA-256 of their names; every second one, from the
    first on, is held out. So all sizes of a kernel are on one side, and no figure decides which.
    """
    kinds: dict[str, list[str]] = {}
    for item in PROGRAMS.values():
        kinds.setdefault(item.kind, []).append(item.name)
    by_hash = lambda name: hashlib.sha256(name.encode()).hexdigest()  # noqa: E731
    return frozenset(name for names in kinds.values() for name in sorted(names, key=by_hash)[::2])
