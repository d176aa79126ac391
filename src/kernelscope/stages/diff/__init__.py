"""Two kernels compared by what they mean: names, numbering, labels and positions are no change."""

from kernelscope.stages.diff.kernels import compare_kernels

__all__ = ["compare_kernels"]
