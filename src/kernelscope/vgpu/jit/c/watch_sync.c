// Tells the host, where accesses are watched, of what orders threads.
#include "access.h"
#include "watch.h"

// Tells of some lanes; time stays.
HELPER watch_note(u64 *context, u32 kind, u32 mark, u32 lanes, u64 more) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (block) tell_of_order(context, block, kind, mark, lanes, 0, more);
}

INLINE void tell(u64 *context, u32 kind, u32 mark, u32 lanes, void *table, u64 more) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (!lanes || !block) return;
  ++*CLOCK_OF(block);
  tell_of_order(context, block, kind, mark, lanes, table, more);
}

// Tells of what some lanes do, if there are any; time moves on.
HELPER watch_tell(u64 *context, u32 kind, u32 mark, u32 lanes, u64 more) {
  tell(context, kind, mark, lanes, 0, more);
}

// The same with an address in each lane.
HELPER watch_tell_of(u64 *context, u32 kind, u32 mark, u32 lanes, Longs places, u64 more) {
  Row table = places;
  tell(context, kind, mark, lanes, &table, more);
}

INLINE void meet(u64 *context, u32 line, u32 lanes, u32 missing, void *masks) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (!block) return;
  u64 now = ++*CLOCK_OF(block);
  if (!missing) block[WATCH_WARP_TIMES + context[CONTEXT_WARP]] = now;
  tell_of_order(context, block, SYNC_MEET_WARP, line, lanes, masks, missing);
}

// Notes that lanes of a warp met. `missing`: those that have not ended, and did not meet all others.
HELPER watch_meet(u64 *context, u32 line, u32 lanes, u32 missing) {
  meet(context, line, lanes, missing, 0);
}

// The same of lanes that are together, each of which has named others. Lanes that name others meet
// only those; here all are together if each names all.
HELPER watch_meet_named(u64 *context, u32 line, u32 lanes, u32 elsewhere, Words named) {
  u32 by_all = __builtin_reduce_and(mask_of(lanes) ? named : (Words)EVERYONE);
  Row masks = LONGS(named);
  meet(context, line, lanes, elsewhere | (lanes & ~by_all), &masks);
}
