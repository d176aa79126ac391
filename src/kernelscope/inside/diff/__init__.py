"""Two kernels compared by what they mean; names, numbering, labels and positions do not count.

In: two `Side`s (an inspected kernel and its GPU). Out: a `KernelDiff`.
"""

from kernelscope.inside.diff.headline import NO_CHANGE, compared
from kernelscope.inside.diff.kernels import Side, compare_kernels

__all__ = ["NO_CHANGE", "Side", "compare_kernels", "compared"]
