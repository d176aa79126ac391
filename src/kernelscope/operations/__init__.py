"""The built-in operations, one file each: inputs, reference, work model, every implementation.

A file reads as a lesson from the plainest way to the best; one sentence of each implementation says
what it does differently. `kernelscope.operation.load_operation("gelu")` imports just that file;
importing this package imports none of them, so that listing them needs neither torch nor triton.

Every implementation takes inputs in any layout (it honours the strides or copies), of any rank that
the operation has, and empty ones. It refuses any other input with `UsageError` or
`UnavailableError`, and never returns a wrong result silently.
"""
