// Asynchronous copies from global to shared memory (`cp.async`, `instructions/copies.py`), in a queue
// for each warp.
#include "frames.h"
#include "memory.h"
#include "watch.h"

#define MOST_COPIES (COPIES_BYTES / (8 * COPY_SLOTS))
#define CACHE_LINE 64

// An entry of the queue: source and target host addresses and bytes to read, of 32 lanes each; then
// the lanes whose bytes have not moved, the size, the group, and how often the warp had arrived at an
// mbarrier for copies; where accesses are watched the slots of `Watch`, the mark, and the stamp of
// lane 0.
enum {
  HERE = COPY_HEAD,
  SIZE,
  GROUP,
  STAGE,
  WATCHED,
  MARKED,
  STAMPED,
};

void watch_arrived(u64 *block, u64 mark, u64 stamp, u64 target, u64 bytes);

// Tells the host of what some lanes of a copy read, if the launch may write that. `flag`: what the
// number has besides the thread.
INLINE void tell_of_source(u64 *entry, u32 kind, u32 lanes, u64 flag) {
  u64 *block = (u64 *)entry[WATCHED], *context = (u64 *)block[WATCH_CONTEXT];
  if (USUALLY(!block[WATCH_SOURCES])) return;
  ++*CLOCK_OF(block);
  u64 who = entry[STAMPED] & THREAD;
  tell_of_order(context, block, kind, entry[MARKED], lanes, entry, who | flag);
}

// Notes where a copy's bytes have moved.
//
// Worked case: who may read what a copy wrote.
//
//     wait_group 0; bar.sync 0       the copy counts as a write by its thread at the wait, so that a
//                                    barrier after it orders it
//     cp.async.mbarrier.arrive       it counts as one at its issue: who waits at the mbarrier knows
//                                    what the thread did before it arrived
HELPER copy_arrived(u64 *entry, u32 lanes, bool is_waited) {
  u64 *block = (u64 *)entry[WATCHED], issued = entry[STAMPED];
  u64 now = *CLOCK_OF(block) << TIME_BITS | (issued & THREAD), stamp = is_waited ? now : issued;
  EACH_LANE(lane, lanes) {
    u64 target = entry[COPY_TARGETS + lane];
    watch_arrived(block, entry[MARKED], stamp + lane, target, entry[SIZE]);
  }
  tell_of_source(entry, SYNC_COPY_READ, lanes, (u64)is_waited << TIME_BITS);
}

// Moves the bytes of some lanes. `is_waited`: whether their threads have waited for it; else they
// only arrived at an mbarrier.
INLINE void move_copy(u64 *entry, u32 lanes, bool is_waited) {
  if (RARELY(entry[WATCHED])) copy_arrived(entry, lanes, is_waited);
  u64 size = entry[SIZE];
  EACH_LANE(lane, lanes) {
    u8 *source = (u8 *)entry[COPY_SOURCES + lane], *target = (u8 *)entry[COPY_TARGETS + lane];
    u64 read = entry[COPY_BYTES + lane];
    if (USUALLY(read == 16 && size == 16)) {
      __builtin_memcpy(target, source, 16);
    } else {
      __builtin_memcpy(target, source, read);
      __builtin_memset(target + read, 0, size - read);
    }
  }
}

// Moves the bytes of the lanes' copies of the groups below `groups`, and of those begun before so
// many arrivals.
HELPER copy_complete(u64 *frame, u64 *queue, i64 groups, i64 stages, u32 lanes) {
  u64 pending = frame[FRAME_PENDING], kept = 0;
  for (u64 k = 0; k < pending; k++) {
    u64 *entry = queue + k * COPY_SLOTS;
    bool is_waited = (i64)entry[GROUP] < groups;
    u32 moving = is_waited || (i64)entry[STAGE] < stages ? entry[HERE] & lanes : 0;
    move_copy(entry, moving, is_waited);
    u32 left = entry[HERE] & ~moving;
    if (!left) continue;
    entry[HERE] = left;
    __builtin_memmove(queue + kept++ * COPY_SLOTS, entry, 8 * COPY_SLOTS);
  }
  frame[FRAME_PENDING] = kept;
}

// The same of those begun before so many arrivals, as a bulk copy's mover; the lanes are in the low
// half.
HELPER copy_complete_stage(u64 *frame, u64 *queue, u64 stage_and_lanes) {
  copy_complete(frame, queue, 0, stage_and_lanes >> 32, stage_and_lanes);
}

// Issues a copy: checks and counts it, and puts it into the queue. `shape`: the bytes of a lane, and
// above them whether a random schedule may be on, under which some copies complete at once.
HELPER copy_issue(u64 *context, u64 site, u64 *frame, u64 *queue, Longs sources, Longs targets,
                  Longs read, u32 lanes, u64 mark, u64 shape) {
  u64 size = shape & 0xFF;
  Row from = 0, devices, to;
  if (!lanes || !shared_hosts(context, site, targets, lanes, size, false, (u64 *)&to)) return;
  // A copy that reads nothing needs no address. One of which no lane reads only fills with zeros: no
  // request (measured on an H200).
  u32 readers = lanes & bits_of(MASK(read != 0));
  if (readers) {
    if (!global_hosts(context, site, sources, readers, (u64 *)&devices, (u64 *)&from, size)) return;
    count_global(context, site, devices, readers, 1);
  }
  // Prefetches what the lanes will read when their copies complete. As a rule neighbours lie side by
  // side: one address of each cache line is enough. Without this half the time of a copy in a matmul
  // of 1024³ was waiting for it.
  for (u64 lane = 0; lane < LANES; lane += CACHE_LINE / size)
    __builtin_prefetch((void *)((u64 *)&from)[lane]);
  if (RARELY(frame[FRAME_PENDING] >= MOST_COPIES))
    copy_complete(frame, queue, 1l << 62, 1l << 62, EVERYONE);
  u64 *entry = queue + frame[FRAME_PENDING] * COPY_SLOTS, *block = (u64 *)context[CONTEXT_WATCH];
  *(LongsAt *)(entry + COPY_SOURCES) = from;
  *(LongsAt *)(entry + COPY_TARGETS) = to;
  *(LongsAt *)(entry + COPY_BYTES) = read;
  entry[HERE] = lanes;
  entry[SIZE] = size;
  entry[GROUP] = frame[FRAME_GROUPS];
  entry[STAGE] = frame[FRAME_STAGES];
  entry[WATCHED] = (u64)block;
  if (RARELY(block != 0)) {
    u64 warp = context[CONTEXT_WARP] << LANE_BITS;
    entry[MARKED] = mark;
    entry[STAMPED] = *CLOCK_OF(block) << TIME_BITS | block[WATCH_BLOCK] | warp;
    tell_of_source(entry, SYNC_COPY_ISSUE, lanes, 0);
  }
  if (shape >> 8 && draws_coin(context)) move_copy(entry, lanes, false);
  else frame[FRAME_PENDING]++;
}
