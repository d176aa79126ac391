"""Is a CUDA text the kernel that it was made from? Both are run and every byte is compared."""

from kernelscope.stages.prove.proof import BUDGET_S, prove
from kernelscope.stages.prove.search import INPUTS
from kernelscope.stages.prove.setup import Setup, bare_setup, captured_setup

__all__ = ["BUDGET_S", "INPUTS", "Setup", "bare_setup", "captured_setup", "prove"]
