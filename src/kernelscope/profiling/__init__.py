"""Profiles: where the time of a host and a device went.

`from_virtual`, `from_torch` and `nsys` make spans; the other modules are pure functions of spans.
"""
