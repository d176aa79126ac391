"""Triton kernels compiled with other options than their launch gives, to see what that changes."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from kernelscope._patching import Patches
from kernelscope.errors import KernelscopeError, UsageError

OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")
"""The options of a launch that may be given other values."""


@contextmanager
def launch_options(options: Mapping[str, int]) -> Generator[None]:
    """Inside, every launch of a `@triton.jit` kernel takes these options in place of its own.

    Raises UsageError where Triton refuses them.
    """
    patches = Patches()
    if options:
        kernel: Any = import_module("triton.runtime.jit").JITFunction
        run = kernel.run

        def with_options(self: Any, *args: Any, **given: Any) -> Any:
            try:
                return run(self, *args, **{**given, **options})
            except KernelscopeError:
                raise
            except Exception as error:
                asked = ", ".join(f"{name}={value}" for name, value in options.items())
                told = f"{type(error).__name__}: {error}".splitlines()[0]
                raise UsageError(f"{self.__name__} cannot run with {asked}: {told}") from error

        patches.attribute(kernel, "run", with_options)
    try:
        yield
    finally:
        patches.close()
