"""Is a CUDA text the kernel that it was made from? Both are run and every byte is compared."""

from kernelscope.inside.prove.proof import BUDGET_S, prove
from kernelscope.inside.prove.search import INPUTS
from kernelscope.inside.prove.setup import Setup, bare_setup, captured_setup

__all__ = ["BUDGET_S", "INPUTS", "Setup", "bare_setup", "captured_setup", "prove"]
