// Cooperative launches: grid().sync() of cooperative_groups, and its groups within a warp.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Four rounds between which all blocks meet.
extern "C" __global__ void grid_sync(int* a, int* b) {
  cg::grid_group grid = cg::this_grid();
  int n = (int)grid.size(), i = (int)grid.thread_rank();
  for (int round = 0; round < 4; round++) {
    int *from = round & 1 ? b : a, *to = round & 1 ? a : b;
    to[i] = from[(i + 97) % n] * 2 + from[n - 1 - i] + round;
    grid.sync();
  }
}

// The blocks' sums, then their sum by every block, and whether the launch says it is valid.
extern "C" __global__ void grid_reduction(const int* in, int* sums, int* out) {
  cg::grid_group grid = cg::this_grid();
  int t = threadIdx.x, v = in[grid.thread_rank()];
  v = __reduce_add_sync(~0u, v);
  if (t == 0) sums[blockIdx.x] = v;
  grid.sync();
  int all = __reduce_add_sync(~0u, t < gridDim.x ? sums[t] : 0);
  if (t == 0) out[blockIdx.x] = all * 2 + grid.is_valid();
}

// arrive and wait of the grid, with work between them.
extern "C" __global__ void grid_arrive_and_wait(const int* in, int* kept, int* out) {
  cg::grid_group grid = cg::this_grid();
  int n = (int)grid.size(), i = (int)grid.thread_rank(), own = 0;
  kept[i] = in[i] * 3;
  auto token = grid.barrier_arrive();
  for (int k = 0; k < 10; k++) own = own * 3 + in[(i + k) % n];
  grid.barrier_wait(std::move(token));
  out[i] = own + kept[(i * 7 + 5) % n];
}

// Tiles of a warp that take different sides; each synchronises within itself.
extern "C" __global__ void tiles_of_a_warp(const int* in, int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x, v = in[t];
  if (tile.meta_group_rank() & 1) {
    for (int d = 4; d > 0; d /= 2) v += tile.shfl_down(v, d);
    v = tile.shfl(v, 0);
  } else {
    for (int d = 1; d < 8; d *= 2) v = max(v, tile.shfl_xor(v, d));
    tile.sync();
  }
  out[t] = v + 1000 * tile.any(v & 1) + 10000 * (int)tile.match_any(v & 3);
}

// Lanes grouped by label, each group with its own sum and ranks.
extern "C" __global__ void labelled_partition(const int* in, int* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  auto group = cg::labeled_partition(warp, in[t] & 3);
  int v = in[t], sum = 0;
  for (int i = 0; i < (int)group.size(); i++) sum = sum * 3 + group.shfl(v, i);
  out[t] = sum + (int)group.thread_rank() * 7 + (int)group.size();
}
