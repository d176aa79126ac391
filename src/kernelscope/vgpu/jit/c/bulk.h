// Bulk copies, as those that issue them see them.
#pragma once
#include "access.h"

typedef void Mover(void *target, void *source, u64 bytes);

void bulk_push(u64 *context, u64 *copy);
void bulk_move(u64 *context, u64 *copy);
void bulk_finish(u64 *context);
void bulk_deliver(u64 *context, u64 owner, u64 limit);
void bulk_deliver_at_barrier(u64 *context, u64 barrier);
void bulk_read(u64 *context, u64 owner, u64 limit);
void bulk_await(u64 *context, u64 site, u64 thread, u64 host, u64 frame, u64 queue, u64 stage,
                u64 mover);
void bulk_copy(void *target, void *source, u64 size);
void limit_extent(u64 *context, u64 site, u64 lane, u64 address, u64 extent);
void bulk_round(void *target, void *source, u64 size);
void bulk_pack(void *target, void *source, u64 size);

void bulk_put_answer(Place at, u64 *copy, u64 to, u64 barrier);
bool launch_can_answer(u64 *context, u64 *copy);
void launch_answer(u64 *context, u64 *copy);

INLINE u64 *copy_at(u64 *engine, u64 index) {
  return engine + ENGINE_ENTRIES + index * ENGINE_ENTRY_SLOTS;
}

INLINE u64 *engine_of(u64 *context) { return (u64 *)context[CONTEXT_ENGINE]; }
INLINE u64 thread_of(Place at) { return at.context[CONTEXT_WARP] * LANES + at.lane; }

void mbarrier_wake(u64 *context, u64 host, u64 phase);

// The number of bulk groups that a thread has committed.
INLINE u64 *groups_of(u64 *context, u64 thread) {
  return engine_of(context) + ENGINE_GROUPS + thread;
}

// An mbarrier after `count` arrivals, of which `leaves` are the last, and with `more` bytes to wait
// for; `instructions/mbarrier.py` says what its bits are.
INLINE u64 changed_barrier(u64 word, u64 count, u64 leaves, u64 more) {
  u64 most = (1 << 20) - 1, expected = (word - leaves) & most;
  u64 pending = ((word >> 20) - count) & most, waited = ((word >> 40) + more) & ((1 << 22) - 1);
  u64 phase = word >> 62; // and below it the layout
  if (!(pending | waited)) {
    pending = expected;
    phase ^= 2;
  }
  return phase << 62 | waited << 40 | pending << 20 | expected;
}

// Changes an mbarrier at a host address so, and wakes who is suspended there if its phase ends.
INLINE void change_barrier(u64 *context, u64 host, u64 count, u64 leaves, u64 more) {
  u64 *barrier = (u64 *)host, word = *barrier;
  *barrier = changed_barrier(word, count, leaves, more);
  if ((word ^ *barrier) >> 63) mbarrier_wake(context, host, word >> 63);
}
