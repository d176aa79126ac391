"""The clusters of a launch: which a kernel may have, and which blocks are together in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.errors import LaunchError
from kernelscope.vgpu.layout import MOST_CLUSTER_BLOCKS

if TYPE_CHECKING:
    from kernelscope.hardware import GPUSpec
    from kernelscope.vgpu import ir

Dim3 = tuple[int, int, int]


def index_in(number: int, size: Dim3) -> Dim3:
    """Return the index of a thread in its block, or of a block in its grid, x fastest."""
    row, x = divmod(number, size[0])
    z, y = divmod(row, size[1])
    return x, y, z


def threads_of(block: Dim3) -> int:
    """Return the threads of a block."""
    return block[0] * block[1] * block[2]


def blocks_of(cluster: Dim3 | None) -> int:
    """Return the blocks of a cluster; 1 without clusters."""
    return 1 if cluster is None else cluster[0] * cluster[1] * cluster[2]


def cluster_of(block: int, grid: Dim3, cluster: Dim3) -> int:
    """Return the number of the cluster that a block of a grid is in, x fastest."""
    x, y, z = (at // size for at, size in zip(index_in(block, grid), cluster, strict=True))
    return x + grid[0] // cluster[0] * (y + grid[1] // cluster[1] * z)


def chosen_cluster(name: str, asked: Dim3 | None, limits: ir.ClusterLimits) -> Dim3 | None:
    """Return the cluster of a launch; None if it has no clusters.

    asked: what the launch asks for; None leaves it to the kernel.

    Raises:
        LaunchError: the kernel was compiled for another cluster.
    """
    if limits.grid_counts_clusters:
        raise LaunchError(
            f"`{name}`: the virtual GPU does not launch grids that count clusters "
            "(.blocksareclusters); compile it without"
        )
    if asked is None and limits.required is None and limits.is_needed:
        raise LaunchError(
            f"`{name}`: compiled for clusters (.explicitcluster), launched without; launch it "
            "with cluster=(x, y, z)"
        )
    if asked is not None and limits.required not in (None, asked):
        raise LaunchError(
            f"`{name}`: compiled for clusters of {limits.required} blocks (.reqnctapercluster), "
            f"launched with {asked}"
        )
    return asked or limits.required


def check_cluster(
    name: str, spec: GPUSpec, grid: Dim3, cluster: Dim3, most: int | None, non_portable: bool
) -> None:
    """Refuse a cluster that a GPU would refuse (CUDA programming guide, "Thread Block Clusters").

    Args:
        name: the kernel's name.
        spec: the GPU.
        grid: blocks of the launch.
        cluster: blocks of a cluster.
        most: the most blocks that the kernel was compiled for, or None.
        non_portable: whether the kernel allows sizes that not every GPU has.

    Raises:
        LaunchError: too many blocks, or a grid that the cluster does not divide.
    """
    blocks, portable = blocks_of(cluster), spec.most_cluster_blocks
    if portable == 1:
        raise LaunchError(f"`{name}`: clusters need sm_90; {spec.full_name} is sm_{spec.sm}")
    start = f"`{name}`: a cluster of {cluster} has {blocks} blocks"
    if most is not None and blocks > most:
        raise LaunchError(f"{start}; the kernel was compiled for at most {most} (.maxclusterrank)")
    if blocks > (MOST_CLUSTER_BLOCKS if non_portable else portable):
        raise LaunchError(
            f"{start}; the limit is {portable}, or {MOST_CLUSTER_BLOCKS} for a kernel that allows "
            "non-portable cluster sizes"
        )
    check_division(name, grid, cluster)


def check_division(name: str, grid: Dim3, cluster: Dim3) -> None:
    """Refuse a grid that its cluster does not divide in each direction (LaunchError)."""
    if any(n % size for n, size in zip(grid, cluster, strict=True)):
        raise LaunchError(f"`{name}`: grid {grid} is not a multiple of its cluster {cluster}")
