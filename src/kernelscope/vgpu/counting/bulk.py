"""The counters of bulk copies, by Nsight Compute's names, and what a row of bytes costs.

Measured on an H200 (tests/truth/cluster_access.py). Each lane that issues a copy counts as an
instruction. Nothing of a copy is in the counters of global or shared accesses, and a prefetch moves
no counter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelscope.vgpu.layout import Site

SECTOR = 32  # bytes
LINE = 128  # bytes

_ALL = "smsp__sass_inst_executed_op_tma.sum"
_LOAD = "smsp__sass_inst_executed_op_tma_ld.sum"
_BETWEEN = "smsp__sass_inst_executed_op_dshared.sum"
INSTRUCTIONS = {
    "bulk_load": (_ALL, _LOAD),
    "bulk_multicast": (_ALL, _LOAD),
    "bulk_store": (_ALL, "smsp__sass_inst_executed_op_tma_st.sum"),
    "bulk_reduce": (_ALL, "smsp__sass_inst_executed_op_tma_red.sum"),
    "bulk_between": (_ALL, _BETWEEN, "smsp__sass_inst_executed_op_dshared_tma_st.sum"),
    "bulk_between_reduce": (_ALL, _BETWEEN, "smsp__sass_inst_executed_op_dshared_tma_red.sum"),
}
"""By the access of a form: the counters that each copy moves by one."""


STORES = ("bulk_store", "bulk_reduce")
"""Those that leave shared memory."""


def _moved(*names: str) -> tuple[tuple[str, int], ...]:
    """Return the counters of sectors and of bytes, each with what a sector adds."""
    what = (("sectors", 1), ("bytes", SECTOR))
    return tuple((f"{name.format(word)}.sum", each) for name in names for word, each in what)


_READ = "l1tex__m_xbar2l1tex_read_{}_mem_global_op_tma_ld"
_READ_BY_ONE = "l1tex__m_xbar2l1tex_read_{}_mem_global_op_tma_ld_dest_self"
_READ_BY_MANY = "l1tex__m_xbar2l1tex_read_{}_mem_global_op_tma_ld_dest_multicast"
_WRITTEN = "l1tex__m_l1tex2xbar_write_{}_mem_"
_L2 = "lts__t_sectors_srcunit_tex_op_{}.sum"
_REQUESTS = "l1tex__m_l1tex2xbar_read_requests_mem_global_op_tma_ld_dest_multicast.sum"
AMOUNTS: dict[str, dict[Site, tuple[tuple[str, int], ...]]] = {
    "bulk_load": {
        Site.SECTORS: _moved(_READ, _READ_BY_ONE),
        Site.L2_SECTORS: ((_L2.format("read"), 1),),
    },
    "bulk_multicast": {
        Site.SECTORS: _moved(_READ, _READ_BY_MANY),
        Site.L2_SECTORS: ((_L2.format("read"), 1),),
        Site.REQUESTS: ((_REQUESTS, 1),),
    },
    "bulk_store": {
        Site.SECTORS: _moved(_WRITTEN + "global_op_tma_st"),
        Site.L2_SECTORS: ((_L2.format("write"), 1),),
    },
    "bulk_reduce": {
        Site.SECTORS: _moved(_WRITTEN + "global_op_tma_red"),
        Site.L2_SECTORS: ((_L2.format("red"), 1),),
    },
    "bulk_between": {Site.SECTORS: _moved(_WRITTEN + "dshared_op_tma_st")},
    "bulk_between_reduce": {Site.SECTORS: _moved(_WRITTEN + "dshared_op_tma_red")},
}
"""By the access of a form: for a slot of its site the counters, each with what one adds."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a box: bytes that follow each other in both memories.

    Attributes:
        place: of its first byte in shared memory.
        size: bytes.
        address: of that byte in global memory; None if the other end is shared memory, too.
        start: the first of its bytes that is in the tensor.
        end: the byte after the last one that is; the same as `start` if none is.
    """

    place: int
    size: int
    address: int | None
    start: int
    end: int


# The engine works on lines of 128 bytes of shared memory, and each piece of a line that is in the
# tensor, or beyond one of its edges, costs its own sectors. Worked cases, each checked on an H200:
#
#     144 bytes at 128·n           128 and 16 bytes: sectors 0 to 3, then 4            5
#     144 bytes at 128·n + 16      16 to 144, then 144 to 160: sector 4 is read twice  6
#     8 rows of 144 bytes          row 1 begins at byte 144 of shared memory: pieces   44
#                                  of 112 and 32 bytes, of sectors 0 to 3 and 3 to 4
#     a row of 64 bytes, of which  the sector inside, and those of shared memory that  1 + 2
#     the last 48 are outside      are filled; a store has only the first              1
#
# A multicast asks L2 once for each line of global memory that a piece touches, for at least 64
# bytes: 16 bytes to one block are 2 sectors, to four blocks 8.
def cost(row: Row, access: str) -> tuple[int, int]:
    """Return the sectors of a row, as one block gets them, and the requests of a multicast."""
    sectors = requests = 0
    for base, low, high in _pieces(row, access not in STORES):
        if access != "bulk_multicast":
            sectors += _sectors(base + low, base + high)
            continue
        cut = min(max(((base + low) // LINE + 1) * LINE - base, low), high)
        for first, last in ((low, cut), (cut, high)):
            if first < last:
                sectors += max(2, _sectors(base + first, base + last))
                requests += 1
    return sectors, requests


def _sectors(start: int, end: int) -> int:
    return -(-end // SECTOR) - start // SECTOR


def _pieces(row: Row, loads: bool) -> Iterator[tuple[int, int, int]]:
    """Yield (address of the row's byte 0, first byte, byte after the last one)."""
    for line in range(row.place // LINE * LINE, row.place + row.size, LINE):
        low, high = max(line - row.place, 0), min(line + LINE - row.place, row.size)
        start, end = (min(max(at, low), high) for at in (row.start, row.end))
        if start < end and row.address is not None:
            yield row.address, start, end
        if loads:
            for first, last in ((low, start), (end, high)):
                if first < last:
                    yield row.place, first, last
