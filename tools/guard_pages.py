"""A pytest plugin: every buffer of a launch ends at a page that cannot be accessed.

    PYTHONPATH=tools python -m pytest -p guard_pages tests/vgpu
    PYTHONPATH=tools python -m pytest -p guard_pages --keep-launches out/launches tests/vgpu

Compiled code that accesses anything beyond a buffer ends the process (pytest prints where), or
changes a canary, which fails the test. `fuzz.py --launches` changes the launches that are kept.
"""

from __future__ import annotations

import hashlib
import pickle
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fuzz_launches import Launch, Program, only_kernel
from fuzz_memory import Guards
from kernelscope.vgpu import STEPS, LaunchCounts, LaunchRequest, Proceed, Stage
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.runtime.arguments import TensorMapArgument
from kernelscope.vgpu.runtime.registry import Region
from kernelscope.vgpu.tensor_map import BYTES, decode

_GUARDS = Guards()
_MOST_BYTES = 1 << 17  # of a kept launch's arrays, and of its text
_MOST_SECONDS = 0.1


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that keeps launches."""
    parser.addoption("--keep-launches", type=Path, help="a folder for the launches of the tests")


def pytest_configure(config: pytest.Config) -> None:
    """Run every launch between guard pages."""
    STEPS.add(Stage.REPLACE, _run)
    folder: Path | None = config.getoption("--keep-launches")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        STEPS.add(Stage.RECORD, partial(_keep, folder))


def _run(_proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
    """Run a launch with copies of its arrays, and copy back what it left in them."""
    with _GUARDS.of_case():
        values, pairs = _GUARDS.copied(request.arguments)
        try:
            return request._replace(arguments=values).run()
        finally:
            for array, copy in pairs:
                if array.size:
                    array.reshape(-1).view(np.uint8)[:] = copy
            damage = _GUARDS.damage()
            if damage:
                pytest.fail(f"{request.kernel.name}: {damage}")


def _keep(folder: Path, proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
    """Run a launch, and keep it if it has ended well and soon."""
    grid, block, shared = request.shape
    arguments = _with_maps(tuple(request.arguments))
    launch = Launch(grid, block, shared, arguments, request.cluster, request.cooperative)
    text = only_kernel(request.kernel.module.text, request.kernel.name)
    if len(text) > _MOST_BYTES or not all(map(_is_kept, arguments)):
        return proceed(request)
    kept = pickle.dumps(Program(text, request.kernel.name, launch))
    key = hashlib.sha256(f"{text}{launch}".encode()).hexdigest()[:20]

    counts = proceed(request)
    if counts.wall_s < _MOST_SECONDS:
        (folder / f"{key}.pickle").write_bytes(kept)
    return counts


def _with_maps(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return arguments in which tensor maps name their tensor, whose address is another's later."""
    arrays = {SPACE.address(*place): a for a in arguments if (place := _place(a)) is not None}

    def named(value: Any) -> Any:
        found = decode(value) if isinstance(value, bytes) and len(value) == BYTES else None
        if found is None or found.address not in arrays:
            return value
        return TensorMapArgument(arrays[found.address], found)

    return tuple(named(value) for value in arguments)


def _place(value: Any) -> tuple[Region, int] | None:
    return region_of(value) if isinstance(value, np.ndarray) else None


def _is_kept(value: Any) -> bool:
    array = value.tensor if isinstance(value, TensorMapArgument) else value
    if isinstance(array, np.ndarray):
        return array.base is None and array.nbytes <= _MOST_BYTES
    return isinstance(array, int | float | bytes | np.generic)
