"""The counters of bulk copies, by Nsight Compute's names.

Seen on an H200: bytes and sectors are those of the boxes that move, whatever their swizzle, and
nothing of them is in the counters of global or shared accesses.
"""

from __future__ import annotations

ALL = "smsp__sass_inst_executed_op_tma.sum"
INSTRUCTIONS = {
    "bulk_load": "smsp__sass_inst_executed_op_tma_ld.sum",
    "bulk_store": "smsp__sass_inst_executed_op_tma_st.sum",
}
"""By the access of a form; all of them count in `ALL`."""
_MOVED = {
    "bulk_load": "l1tex__m_xbar2l1tex_read_{}_mem_global_op_tma_ld.sum",
    "bulk_store": "l1tex__m_l1tex2xbar_write_{}_mem_global_op_tma_st.sum",
    "bulk_reduce": "l1tex__m_l1tex2xbar_write_{}_mem_global_op_tma_red.sum",
}
SECTORS = {access: name.format("sectors") for access, name in _MOVED.items()}
BYTES = {access: name.format("bytes") for access, name in _MOVED.items()}
SECTOR_BYTES = 32
ACCESSES = (*_MOVED, "bulk_between")
