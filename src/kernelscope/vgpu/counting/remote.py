"""The counters of distributed shared memory: accesses of other blocks of a cluster.

Measured on an H200 (tests/truth/cluster_access.py): such an access is one request, however many
blocks it reaches. A load or a store has as many sectors as it touches, each of 32 bytes of one
block's memory. An atomic, `st.async` and `red.async` have for each sector as many as the largest
number of lanes on one address in it. Nothing of them is in the counters of shared memory, but for
the one wavefront (two for cas) of an atomic with no lane in its own block.
"""

from __future__ import annotations

_COUNTED_AS = {"ld": "ld", "st": "st", "atom": "atom", "stas": "st", "redas": "redas"}
_ALL = "smsp__sass_inst_executed_op_dshared.sum"

INSTRUCTIONS = {
    access: (
        _ALL,
        f"smsp__sass_inst_executed_op_dshared_{access}.sum",
        f"l1tex__t_requests_pipe_lsu_mem_dshared_op_{name}.sum",
        *((f"smsp__inst_executed_op_{access}.sum",) if access in ("stas", "redas") else ()),
    )
    for access, name in _COUNTED_AS.items()
}
"""The counters that an instruction moves by one, if some lane of it goes to another block."""

SECTORS = {
    access: f"l1tex__t_sectors_pipe_lsu_mem_dshared_op_{name}.sum"
    for access, name in _COUNTED_AS.items()
}
