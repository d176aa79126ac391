"""This machine's clocks, for our own work.

A script on a virtual GPU reads `time.perf_counter()` and its like from a clock that stands still
while the GPU is emulated (`devices/clock.py`). A time limit, a budget or a progress line must not.
So nothing else in the package reads `time`, which the linter checks; what is imported here are the
functions as they were when the package was loaded.
"""

from time import monotonic, perf_counter, process_time, thread_time, time_ns

__all__ = ["monotonic", "perf_counter", "process_time", "thread_time", "time_ns"]
