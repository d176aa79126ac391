"""The executable specification: the IR, run one instruction at a time on NumPy arrays of 32 lanes.

`warp` runs lanes, warps and blocks; `memory` holds every state space; `effects` and `tensor` say
what memory, barrier and tensor-core instructions do; `tally` counts.
"""
