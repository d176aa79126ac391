// Tells the host of an access, or passes it by if what it shows is known.
#pragma once
#include "watch.h"

typedef void Notify(u64 *context, u32 mark, u32 lanes, u32 collided, u64 *row, void *table,
                    void *stored, u64 more);

// Whether the host does not want to look at an access; its lanes are counted then.
//
// is_known: whether the access can show nothing but the races that are known.
INLINE bool is_passed_by(u32 lanes, u64 *pause, bool is_known) {
  bool is_paused = pause[PAUSE_LEFT] && is_known;
  if (is_paused) {
    pause[PAUSE_LEFT] -= 1;
    pause[PAUSE_PASSED] += count_of(lanes);
  }
  return is_paused;
}

INLINE u64 *pause_of(u64 *block, u32 mark) {
  return (u64 *)block[WATCH_PAUSES] + (mark & SITE_MASK) * PAUSE_SLOTS;
}
