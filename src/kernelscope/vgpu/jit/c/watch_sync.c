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

// ---- waits at mbarriers --------------------------------------------------------------------------

// A pipeline's warps pass two mbarriers for each tile, most of them with nothing in between that
// depends on what they learn there. So passes are kept until the host is told of something else, or
// until an access asks what its warp knows: `let_know`.
//
// Worked case: a `tcgen05` product, four warps, of which the first one issues.
//
//     warp 0     passes `full`; issues product and commit: the host is told of 1 pass
//     warp 0     passes `done`; bar.sync
//     warps 1-3  pass `full` and `done`; bar.sync: the host is told of 2 passes, by 3 and by 4 warps

__attribute__((noinline)) void tell_of_passes(u64 *context, u64 *block) {
  u64 count = block[WATCH_PASSES];
  block[WATCH_PASSES] = 0;
  ((Synchronise *)block[WATCH_SYNCHRONISE])(context, SYNC_MBARRIER_PASSED, 0, 0,
                                            block + WATCH_PASSES + 1, count);
}

// The host address of a word in shared memory of the cluster; 0 if it is in no block's.
INLINE u64 host_in_cluster(u64 *context, u64 address) {
  u64 rank = address >> RANK_SHIFT, offset = address & RANK_MASK, *there = context;
  u64 blocks = context[CONTEXT_CLUSTER_BLOCKS];
  if (blocks > 1) there = rank < blocks ? peer_of(context, rank) : 0;
  return there && fits(offset, 8, there[CONTEXT_SHARED_BYTES]) ? there[CONTEXT_SHARED] + offset : 0;
}

// A pass that a whole warp may join: warps come to a pipeline's mbarrier one after the other. null
// if there is none; what a warp has passed before stays before.
INLINE u64 *pass_to_join(u64 *block, const u64 *own) {
  for (u64 left = block[WATCH_PASSES]; left; left--) {
    u64 *pass = block + WATCH_PASSES + 1 + PASS_SLOTS * (left - 1);
    if (pass[PASS_WARPS] & own[PASS_WARPS]) return 0;
    bool is_alike = true;
    for (u64 slot = PASS_LANES; slot <= PASS_PHASE; slot++) is_alike &= pass[slot] == own[slot];
    if (is_alike && pass[PASS_SITE] == own[PASS_SITE]) return pass;
  }
  return 0;
}

// Notes that lanes have seen a phase of their mbarriers over; time moves on. In a cluster another
// block's mbarrier may change before anything is told, so there each pass is told at once.
HELPER watch_passed(u64 *context, u32 site, u32 lanes, Longs places, u64 scope) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (!lanes || !block || !block[WATCH_SYNCHRONISE]) return;
  u64 now = ++*CLOCK_OF(block), warp = 1ul << context[CONTEXT_WARP];
  bool in_cluster = context[CONTEXT_CLUSTER_BLOCKS] > 1;
  for (u32 left = lanes, here; left; left &= ~here) {
    here = ALIKE(places, left);
    u64 place = places[first_of(left)], host = host_in_cluster(context, place);
    if (!host) continue;
    u64 own[] = {
        [PASS_SITE] = site,   [PASS_WARPS] = warp,  [PASS_LANES] = here,
        [PASS_SCOPE] = scope, [PASS_PLACE] = place, [PASS_PHASE] = *(u64 *)host >> 63,
    };
    u64 *pass = here == EVERYONE ? pass_to_join(block, own) : 0;
    if (!pass) {
      pass = block + WATCH_PASSES + 1 + PASS_SLOTS * block[WATCH_PASSES]++;
      __builtin_memcpy(pass, own, sizeof own);
    }
    pass[PASS_WARPS] |= warp;
    pass[PASS_TIME] = now;
    if (in_cluster || block[WATCH_PASSES] == MOST_PASSES) tell_of_passes(context, block);
  }
}

// ---- meetings of lanes ---------------------------------------------------------------------------

INLINE void meet(u64 *context, u32 line, u32 lanes, u32 missing, void *masks) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (!block) return;
  let_know(context, block);
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
