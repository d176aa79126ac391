// The frames of warps, and lanes of a warp that run independently: which run next, and which wait
// for each other. The state is in the frame: `Frame.PLACES` for the lanes that can run, `Meeting`
// for those that are blocked.
#pragma once
#include "lanes.h"

#define WORDS_OF(frame, place) ((WordsAt *)((u8 *)(frame) + (place)))
#define LONGS_OF(frame, place) ((LongsAt *)((u8 *)(frame) + (place)))
#define ROW_BYTES (8 * LANES)  // of an operand or a result of a meeting

INLINE u64 *frame_of(u64 *context, u64 warp) {
  return (u64 *)(context[CONTEXT_FRAMES] + warp * context[CONTEXT_FRAME_BYTES]);
}

// The blocked lanes that wait for the same.
INLINE u32 blocked_at(u64 *frame, u32 kind, u32 members) {
  Mask same = MASK(*WORDS_OF(frame, MEETING_KIND) == kind) &
              MASK(*WORDS_OF(frame, MEETING_MEMBERS) == members);
  return bits_of(same) & frame[FRAME_BLOCKED];
}

// The lanes of an independent warp that wait at a barrier.
INLINE u32 lanes_at(u64 *frame, u64 barrier) { return blocked_at(frame, AT_BARRIER, barrier); }

// Blocked lanes can run the piece after their wait.
void frame_release(u64 *frame, u32 lanes);
