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
}

REFUSED = ("%envreg", "%pm", "%reserved_smem_offset_", "%reserved_smem_offset_begin")
"""Special registers, their number left out, that nothing here has a value for: the driver's (a sync
of a whole grid asks for one), the profiler's, and shared memory reserved for the system.
"""
