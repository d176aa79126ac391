# Triton's `jit` types a kernel as the plain function it decorates, which a launch is not (no grid, no
# `num_warps`, tensors for pointers). So everything of Triton is Any to the type checker.
from typing import Any

def __getattr__(name: str) -> Any: ...
