"""Counters of kernels, from Nsight Compute, CUPTI or the virtual GPU, as one kind of record."""
