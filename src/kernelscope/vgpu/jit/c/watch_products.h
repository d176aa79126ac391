// Products of matrices (`wgmma`) and stores in bulk, as far as other accesses must know of them.
//
// A product reads its tiles in shared memory from its issue until its warp's `wait_group`. Each warp
// has a plane with what its products read last of each cell, and two times: products since the one
// are on the way, those before the other were complete at the last barrier of the block. So a write
// is in order with another warp's products only if a barrier lies behind their wait.
#pragma once
#include "watch.h"

INLINE u64 *engines_of(u64 *block) { return (u64 *)block[WATCH_ENGINES]; }
INLINE u64 warps_of(u64 *block) { return ((u64 *)block[WATCH_CONTEXT])[CONTEXT_WARPS]; }

// Notes that threads of the block read some cells.
INLINE void note_reads(u64 *block, u64 low, u64 high) {
  u64 *engines = engines_of(block);
  engines[ASYNC_UNITS_READ_LOW] = min(engines[ASYNC_UNITS_READ_LOW], low);
  engines[ASYNC_UNITS_READ_HIGH] = max(engines[ASYNC_UNITS_READ_HIGH], high);
}

// The address of up to when a warp knows the copies of each mbarrier.
INLINE u64 known_copies(u64 *block, u64 warp) {
  return (u64)(engines_of(block) + ASYNC_UNITS_KNOWN + warp * LANES);
}

// The address of what a warp's products have read last of each cell.
INLINE u64 products_of(u64 *block, u64 warp) {
  return engines_of(block)[ASYNC_UNITS_READS] + warp * block[WATCH_CELLS] * 8;
}

// The time before which a warp's products are complete for one that reads.
INLINE u64 products_before(u64 *block, u64 warp, u64 reader) {
  u64 *engines = engines_of(block);
  if (warp == reader) return engines[ASYNC_UNITS_SINCE + warp];
  u64 known = engines[ASYNC_UNITS_PRODUCTS_KNOWN + reader * LANES + warp];
  return max(engines[ASYNC_UNITS_SAFE + warp], known);
}

// The same for the products of all warps.
INLINE u64 all_products_before(u64 *block, u64 reader) {
  u64 least = (1ul << 62) - 1, warps = warps_of(block);
  for (u64 warp = 0; warp < warps; warp++) least = min(least, products_before(block, warp, reader));
  return least;
}

// The lanes whose cells no product reads that may not be complete, nor a store in bulk.
INLINE Mask is_free_of_products(const Access *a, Longs cells, u32 lanes) {
  u32 free = EVERYONE;
  // Behind the warps' rows there is one for stores in bulk.
  u64 rows = a->context[CONTEXT_WARPS] + 1;
  for (u64 warp = 0; warp < rows; warp++) {
    Longs seen = gather(mask_of(lanes), products_of(a->block, warp), cells);
    u64 limit = products_before(a->block, warp, a->warp);
    free &= bits_of(MASK(seen >> TIME_BITS < limit) | MASK(seen == 0));
  }
  return mask_of(free);
}
