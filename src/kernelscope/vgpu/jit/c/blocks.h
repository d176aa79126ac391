// The order in which blocks, or clusters, run, and where they are in the grid.
#pragma once
#include "lanes.h"

// The number of the block, or cluster, that runs at a place of the order.
INLINE u64 listed(u64 *context, u64 place) {
  u64 *blocks = (u64 *)context[CONTEXT_BLOCK_LIST];
  return blocks ? blocks[place] : place;
}

// The index of the first block of the cluster at a place of the order; without clusters each block
// is one.
//
// Worked case: a grid of 4 x 4 x 2 blocks in clusters of 2 x 2 x 1 (CUDA's order of ranks).
//
//     cluster 3     its index is (1, 1, 0): there are 2 x 2 x 2 clusters, x fastest
//     rank 2 of it  is at (0, 1, 0) in it: the block (1, 1, 0) * (2, 2, 1) + (0, 1, 0) = (2, 3, 0)
INLINE void put_corner(u64 *context, u64 place, u64 *corner) {
  u64 *sizes = context + CONTEXT_CLUSTER_X, *grid = context + CONTEXT_GRID_X;
  u64 index = listed(context, place);
  for (u64 axis = 0; axis < 3; axis++) {
    u64 clusters = grid[axis] / sizes[axis];
    corner[axis] = index % clusters * sizes[axis];
    index /= clusters;
  }
}
