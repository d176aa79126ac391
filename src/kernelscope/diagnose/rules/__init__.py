"""The rules: each is a file here, a line in `RULES`, and a page in `diagnose/pages/`."""

from __future__ import annotations

from kernelscope.diagnose.rule import Rule
from kernelscope.diagnose.rules import (
    accidental_fp64,
    accidental_tf32,
    bank_conflicts,
    compute_bound,
    divergence,
    host_bound,
    implicit_sync,
    latency_bound,
    launch_bound,
    local_arrays,
    low_occupancy,
    memory_bound,
    padding_waste,
    register_spills,
    small_grid,
    tail_effect,
    tensor_cores_unused,
    uncoalesced_access,
    unfused_operators,
)

RULES: tuple[Rule, ...] = (
    uncoalesced_access.RULE,
    bank_conflicts.RULE,
    divergence.RULE,
    low_occupancy.RULE,
    tail_effect.RULE,
    small_grid.RULE,
    local_arrays.RULE,
    register_spills.RULE,
    unfused_operators.RULE,
    host_bound.RULE,
    implicit_sync.RULE,
    tensor_cores_unused.RULE,
    accidental_fp64.RULE,
    accidental_tf32.RULE,
    padding_waste.RULE,
    memory_bound.RULE,
    compute_bound.RULE,
    latency_bound.RULE,
    launch_bound.RULE,
)
