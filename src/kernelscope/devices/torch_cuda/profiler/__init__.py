"""A script's own `torch.profiler` on the virtual GPU.

    script ── torch.profiler.profile ── torch.autograd.profiler.profile ──┐  PyTorch's own code:
                                                                          │  schedule, tables,
    _prepare_profiler  _enable_profiler  _disable_profiler   ←────────────┘  averages, exports
           (session.py: these few functions are replaced)
                │                                     │
    PyTorch's profiler of the host          the virtual timeline's log (log.py)
    operators, shapes, stacks, ranges       launches, copies, waits; when the clock stood still
                └────────── results.py ───────────────┘
                  events on the virtual clock, in the form of PyTorch's `_KinetoEvent`

PyTorch records the host's operators itself, in this machine's time. `clocks.py` moves them to the
virtual clock, and what ran inside an emulation is left out. The device's events come from the log.
"""
