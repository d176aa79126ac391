"""Runs a kernel and a CUDA text that should equal it on many inputs; compares every byte.

In: a kernel, a CUDA text, and a `Setup` (how the kernel is launched). Out: a `Proof`.

| step | file |
|---|---|
| how the kernel is launched: captured, or from its PTX | `setup`, `parameters` |
| pointers inside memory and structs | `pointers` |
| inputs to try: sizes, grids, and what fills each buffer | `propose`, `values` |
| one run on one input | `inputs` |
| runs of both until they differ, or enough agree; the smallest such input | `search` |
| the verdict | `proof` |
| the same inputs on a real GPU | `on_gpu` |
"""

from kernelscope.inside.prove.proof import BUDGET_S, prove
from kernelscope.inside.prove.search import INPUTS
from kernelscope.inside.prove.setup import Setup, bare_setup, captured_setup

__all__ = ["BUDGET_S", "INPUTS", "Setup", "bare_setup", "captured_setup", "prove"]
