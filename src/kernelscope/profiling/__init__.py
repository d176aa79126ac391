"""Where the time of a host and a device went: spans from two producers, and what follows from them.

`from_virtual` and `from_torch` make spans; all the rest are pure functions of spans.
"""
