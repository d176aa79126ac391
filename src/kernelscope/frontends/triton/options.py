"""Launches of Triton kernels with other options than the program's, for comparison."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from kernelscope._patching import Patches
from kernelscope.errors import KernelscopeError, UsageError

OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")
"""The options of a launch that may be replaced."""


@contextmanager
def launch_options(options: Mapping[str, int]) -> Generator[None]:
    """Replace options of every launch of a `@triton.jit` kernel inside the block.

    Raises UsageError if Triton refuses the options.
    """
    patches = Patches()
    if options:
        kernel: Any = import_module("triton.runtime.jit").JITFunction

        def with_options(run: Any, self: Any, *args: Any, **given: Any) -> Any:
            try:
                return run(self, *args, **{**given, **options})
            except KernelscopeError:
                raise
            except Exception as error:
                asked = ", ".join(f"{name}={value}" for name, value in options.items())
                reason = f"{type(error).__name__}: {error}".splitlines()[0]
                raise UsageError(f"{self.__name__} cannot run with {asked}: {reason}") from error

        patches.around(kernel, "run", with_options)
    try:
        yield
    finally:
        patches.close()
