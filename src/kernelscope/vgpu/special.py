"""Special registers (PTX ISA, chapter 10): name, type, and whether all lanes of a warp agree."""

from __future__ import annotations

_AXES = ("x", "y", "z")

# name → (type, uniform across the warp)
SPECIAL_REGISTERS: dict[str, tuple[str, bool]] = {
    **{f"%tid.{a}": ("u32", False) for a in _AXES},
    **{f"%ntid.{a}": ("u32", True) for a in _AXES},
    **{f"%ctaid.{a}": ("u32", True) for a in _AXES},
    **{f"%nctaid.{a}": ("u32", True) for a in _AXES},
    "%laneid": ("u32", False),
    "%warpid": ("u32", True),
    "%nwarpid": ("u32", True),
    "%smid": ("u32", True),
    "%nsmid": ("u32", True),
    "%gridid": ("u64", True),
    "%lanemask_eq": ("u32", False),
    "%lanemask_le": ("u32", False),
    "%lanemask_lt": ("u32", False),
    "%lanemask_ge": ("u32", False),
    "%lanemask_gt": ("u32", False),
    "%clock": ("u32", True),
    "%clock_hi": ("u32", True),
    "%clock64": ("u64", True),
    "%globaltimer": ("u64", True),
    "%globaltimer_lo": ("u32", True),
    "%globaltimer_hi": ("u32", True),
    "%dynamic_smem_size": ("u32", True),
    "%total_smem_size": ("u32", True),
    # A launch without clusters is a grid of clusters of one block each.
    **{f"%clusterid.{a}": ("u32", True) for a in _AXES},
    **{f"%nclusterid.{a}": ("u32", True) for a in _AXES},
    **{f"%cluster_ctaid.{a}": ("u32", True) for a in _AXES},
    **{f"%cluster_nctaid.{a}": ("u32", True) for a in _AXES},
    "%cluster_ctarank": ("u32", True),
    "%cluster_nctarank": ("u32", True),
    "%is_explicit_cluster": ("pred", True),
    "%envreg1": ("b32", True),
    "%envreg2": ("b32", True),
}

_AXIS_WORDS = {
    "%tid": "the thread's index in its block",
    "%ntid": "threads of a block",
    "%ctaid": "the block's index in the grid",
    "%nctaid": "blocks of the grid",
    "%clusterid": "the cluster's index in the grid",
    "%nclusterid": "clusters of the grid",
    "%cluster_ctaid": "the block's index in its cluster",
    "%cluster_nctaid": "blocks of a cluster",
}
_PLAIN_WORDS = {
    "%laneid": "the thread's lane in its warp",
    "%warpid": "the warp's number in its block",
    "%nwarpid": "the most warps that a block can have",
    "%smid": "the multiprocessor that it runs on",
    "%nsmid": "multiprocessors of the GPU",
    "%gridid": "the number of the launch",
    "%lanemask_eq": "the bit of the thread's lane",
    "%lanemask_le": "the bits of the lanes up to the thread's",
    "%lanemask_lt": "the bits of the lanes below the thread's",
    "%lanemask_ge": "the bits of the lanes from the thread's on",
    "%lanemask_gt": "the bits of the lanes above the thread's",
    "%clock": "the cycles counted, low half",
    "%clock_hi": "the cycles counted, high half",
    "%clock64": "the cycles counted",
    "%globaltimer": "the time in nanoseconds",
    "%globaltimer_lo": "the time in nanoseconds, low half",
    "%globaltimer_hi": "the time in nanoseconds, high half",
    "%dynamic_smem_size": "bytes of shared memory that the launch asked for",
    "%total_smem_size": "bytes of shared memory of a block",
    "%cluster_ctarank": "the block's number in its cluster",
    "%cluster_nctarank": "the number of blocks of a cluster",
    "%is_explicit_cluster": "whether the launch asked for clusters",
    "%envreg1": "the high half of the address of a cooperative launch's memory for its barrier",
    "%envreg2": "the low half of the address of a cooperative launch's memory for its barrier",
}


def special_words(name: str) -> str:
    """Return the contents of a special register: "the thread's index in its block, in x"."""
    register, _, axis = name.partition(".")
    return f"{_AXIS_WORDS[register]}, in {axis}" if axis else _PLAIN_WORDS[register]


VECTORS = frozenset(_AXIS_WORDS)
"""Special registers of several components; the fourth, `.w`, is always 0."""

ZEROS = frozenset({*(f"{name}.w" for name in VECTORS), "%current_graph_exec"})
"""Special registers that are 0 here; a graph that a kernel launches is another one's."""

_RESERVED = tuple(f"%reserved_smem_offset_{part}" for part in ("", "begin", "end", "cap"))
REFUSED = ("%envreg", "%pm", "%aggr_smem_size", *_RESERVED)
"""Special registers, their number left out, that nothing here has a value for: most of the
driver's, the profiler's, and shared memory reserved for the system.
"""
