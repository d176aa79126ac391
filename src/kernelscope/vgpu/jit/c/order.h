// Tells the host, where accesses are watched, of what may order them.
#pragma once
#include "lanes.h"

typedef void Synchronise(u64 *context, u32 kind, u32 mark, u32 lanes, void *table, u64 more);

void tell_of_passes(u64 *context, u64 *block);

// Tells who watches accesses of the passes at mbarriers that it does not know of (`watch_passed`).
INLINE void let_know(u64 *context, u64 *block) {
  if (RARELY(block[WATCH_PASSES] != 0)) tell_of_passes(context, block);
}

// Tells who watches accesses of the bulk copies on the way that it does not know of; before it looks at
// stamps of shared memory.
void tell_of_copies(u64 *context);

// Tells who watches accesses of what may order them, if it asked for that.
INLINE void tell_of_order(u64 *context, u64 *block, u32 kind, u32 mark, u32 lanes, void *table,
                          u64 more) {
  Synchronise *told = (Synchronise *)block[WATCH_SYNCHRONISE];
  if (!told) return;
  let_know(context, block);
  told(context, kind, mark, lanes, table, more);
}
