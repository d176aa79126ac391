// An access of a warp whose order is watched: times, stamps and the arrays of its memory.
#pragma once
#include "order.h"

// The last argument of these functions says what the code is for. It is a constant in the module
// that uses them, so that what does not apply to it is left out.
#define HAS(flag) ((shape & WATCHED_##flag) != 0)
#define WIDTH (shape >> WATCHED_WIDTH_AT & 0xFF)
#define ELEMENT (shape >> WATCHED_ELEMENT_AT & 0xFF)
#define GRAIN_BITS (shape >> WATCHED_GRAIN_AT & 0xF)
#define CELLS (WIDTH >> GRAIN_BITS)

#define THREAD ((1ul << TIME_BITS) - 1)
#define CLOCK_OF(block) ((u64 *)(block)[WATCH_CLOCK])

typedef struct {
  u64 *context, *block, *row;
  u32 mark;
  void *data;
  u64 warp, now, launch_time, block_time, warp_time, cluster_time;
  u64 first;  // the stamp of lane 0, without its time
  Longs who, stamps;
  bool is_one_thread;
  u64 shape;
} Access;

INLINE Access access_of(u64 *context, u32 mark, void *data, u64 *block, u64 *row, u64 shape) {
  if (HAS(ORDERS)) let_know(context, block);
  Access a = {context, block, row, mark, data};
  a.shape = shape;
  a.warp = context[CONTEXT_WARP];
  a.now = CLOCK_OF(block)[0];
  a.launch_time = block[WATCH_LAUNCH_TIME];
  a.block_time = block[WATCH_BLOCK_TIME];
  a.warp_time = max(block[WATCH_WARP_TIMES + a.warp], a.block_time);
  a.cluster_time = block[WATCH_CLUSTER_TIME];
  a.first = block[WATCH_BLOCK] | a.warp << LANE_BITS;
  a.who = a.first | IOTA;
  a.stamps = a.now << TIME_BITS | a.who;
  a.is_one_thread = block[WATCH_ONE_THREAD] != 0;
  return a;
}

INLINE bool is_marked(const Access *a, u32 flag) { return (a->mark & flag) != 0; }
INLINE Mask flag_of(Words marks, u32 flag) { return MASK((marks & flag) != 0); }
INLINE bool meets_others(u64 shape) { return HAS(SHARED) && HAS(IN_CLUSTER); }

// Up to when the warp knows the accesses of each other one.
INLINE u64 known_of_warp(const Access *a) {
  return a->block[WATCH_KNOWN] + a->warp * (8 * LANES);
}

// What a warp has read last of each cell of shared memory.
INLINE u64 plane_of(const Access *a, u64 warp) {
  return a->block[WATCH_READERS] + warp * a->block[WATCH_CELLS] * 8;
}

// What lane 0 of the warp would note of a weak read of shared memory.
INLINE u64 read_by_warp(const Access *a) {
  return a->now << TIME_BITS | (u64)(a->mark & SITE_MASK) << READ_SITE;
}

INLINE Longs times_of(Longs stamps) { return (stamps & (FLAGGED - 1)) >> TIME_BITS; }

// The lanes for which others' accesses at these times lie behind a barrier.
INLINE Mask behind_barrier(const Access *a, Longs who, Longs times) {
  u64 shape = a->shape;
  Mask in_warp = MASK(who >> LANE_BITS == a->who >> LANE_BITS);
  Mask in_block = MASK(who >> THREAD_BITS == a->who >> THREAD_BITS);
  Longs limit = in_warp ? (Longs)a->warp_time : (Longs)a->block_time;
  if (HAS(ORDERS)) {
    Longs warps = who >> LANE_BITS & (LANES - 1);
    limit = __builtin_elementwise_max(limit, gather(ALL, known_of_warp(a), warps));
  }
  if (meets_others(shape)) limit = in_block ? limit : (Longs)a->cluster_time;
  // What another block did in the same shared memory lies before this block's time.
  return MASK(times < limit) & (in_block | all_if(HAS(SHARED)));
}

// The lanes for which accesses of these stamps lie behind a barrier, or are their own.
//
// An access by another launch, or that was never made, counts, too.
INLINE Mask are_in_order(const Access *a, Longs stamps) {
  Longs who = stamps & THREAD, times = times_of(stamps);
  Mask is_empty = MASK(times < a->launch_time), is_own = MASK(who == a->who);
  return is_empty | is_own | behind_barrier(a, who, times);
}

// Notes which cells of global memory a worker writes, if several run the launch: bit i of `bits` is
// cell `start + i`.
//
// Two workers may look at one cell at once, and each find that nobody has accessed it. So each notes
// what it writes, for itself, and these are compared when the launch is over (`runtime.watching`).
INLINE void note_written(u64 *row, u64 start, u64 bits) {
  u64 *bitmap = (u64 *)row[SHADOW_WRITTEN];
  if (bitmap) set_bits(bitmap, start, bits);
}

// The row of shadows of an address; null if its memory is not watched.
INLINE u64 *row_of(u64 *block, u64 address, u64 shape) {
  if (HAS(SHARED)) return block + WATCH_SHARED;
  u64 allocation = address >> OFFSET_BITS;
  u64 *shadows = (u64 *)block[WATCH_SHADOWS];
  u64 *row = shadows + (allocation < CAPACITY ? allocation : 0) * SHADOW_SLOTS;
  return row[SHADOW_SIZE] ? row : 0;
}

// The address of the first byte of an address's memory.
INLINE u64 begin_of(u64 address, u64 shape) {
  return HAS(SHARED) ? 0 : address - OFFSET_OF(address);
}
