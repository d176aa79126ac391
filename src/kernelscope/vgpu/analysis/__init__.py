"""Facts about a kernel before it runs: control flow, liveness, shapes across lanes."""
