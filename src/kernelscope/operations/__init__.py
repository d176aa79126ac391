"""Our operations, one file each: inputs, float64 reference, work model, every implementation.

A file reads as a lesson from the plainest way to the best; each implementation says in one sentence
what it does differently. `kernelscope.operation.load_operation("gelu")` imports just that file;
importing this package imports none of them, so that listing them needs neither torch nor triton.

Every implementation takes the inputs in any layout (it honours the strides or copies) and of any
rank that the operation has, empty ones too; what it cannot take it refuses by raising
`UsageError` or `UnavailableError`, and never computes silently wrong.
"""
