// Watches products of matrices (`wgmma`), and the fences of the proxy `async`.
//
//     commit_group                the next group begins at a new time
//     wait_group n                what began before the last n groups is complete for this warp
//     a barrier of the block      what is complete for its warp is complete for all
//
// Exact: which cells a product reads, when its group is complete, and which writes a barrier orders
// before it. Conservative: a proxy fence of a warp counts for all of its lanes' writes if all lanes
// take part; one lane's counts for what lies before its warp's last barrier, and the host knows the
// rest.
#include "access.h"
#include "chunks.h"
#include "watch_notices.h"
#include "watch_products.h"

// ---- times --------------------------------------------------------------------------------------

// A block begins: what another one did in its shared memory is of no matter.
HELPER products_begin_block(u64 *block, u64 now) {
  u64 *engines = engines_of(block), warps = warps_of(block);
  if (!engines) return;
  engines[ASYNC_UNITS_FENCED] = now;
  engines[ASYNC_UNITS_READ_LOW] = block[WATCH_CELLS];
  engines[ASYNC_UNITS_READ_HIGH] = 0;
  for (u64 warp = 0; warp < warps; warp++)
    engines[ASYNC_UNITS_SINCE + warp] = engines[ASYNC_UNITS_SAFE + warp] = now;
}

// A barrier of the whole block; before: the time of the one before it.
//
// Worked case: which generic writes do engines see behind a barrier of the block?
//
//     5     all warps write
//     6     fence.proxy.async of all       every warp's FENCES is 6
//     7     bar.sync                       those before 6 are fenced
//     8     warp 0 writes; bar.sync        no others
//     9     fence.proxy.async of thread 0  ANY_FENCE is 9: it has seen what was before 8
//     10    bar.sync                       those before 8 are fenced
HELPER products_meet(u64 *block, u64 before) {
  u64 *engines = engines_of(block), warps = warps_of(block), least = (1ul << 62) - 1;
  if (!engines) return;
  u64 fenced = engines[ASYNC_UNITS_FENCED];
  for (u64 warp = 0; warp < warps; warp++) {
    engines[ASYNC_UNITS_SAFE + warp] = engines[ASYNC_UNITS_SINCE + warp];
    u64 own = engines[ASYNC_UNITS_FENCES_SAFE + warp] = engines[ASYNC_UNITS_FENCES + warp];
    least = min(least, own);
    if (engines[ASYNC_UNITS_ANY_FENCE + warp] >= before) fenced = max(fenced, before);
  }
  engines[ASYNC_UNITS_FENCED] = max(fenced, least);
}

// A proxy fence of some lanes of a warp; of all of them if none is missing that has not ended.
HELPER products_fence(u64 *context, u32 lanes, u32 missing) {
  u64 *block = (u64 *)context[CONTEXT_WATCH], warp = context[CONTEXT_WARP];
  if (!block || !lanes) return;
  u64 *engines = engines_of(block), *own = engines + ASYNC_UNITS_FENCES + warp;
  u64 now = engines[ASYNC_UNITS_ANY_FENCE + warp] = ++*CLOCK_OF(block);
  *own = missing ? max(*own, block[WATCH_WARP_TIMES + warp]) : now;
  if (missing) tell_of_order(context, block, SYNC_PROXY_FENCE, 0, lanes, 0, 0);
}

INLINE u64 *begin_of_group(u64 *engines, u64 warp, u64 group) {
  return engines + ASYNC_UNITS_BEGINS + warp * PRODUCT_GROUPS + (group & (PRODUCT_GROUPS - 1));
}

// The end of a group of products.
HELPER products_commit(u64 *context) {
  u64 *block = (u64 *)context[CONTEXT_WATCH], warp = context[CONTEXT_WARP];
  if (!block) return;
  u64 now = ++*CLOCK_OF(block);
  u64 *engines = engines_of(block), group = ++engines[ASYNC_UNITS_GROUPS + warp];
  *begin_of_group(engines, warp, group) = now;
}

// A wait for all groups but the last ones; of more than the ring has it knows nothing.
HELPER products_wait(u64 *context, u64 left) {
  u64 *block = (u64 *)context[CONTEXT_WATCH], warp = context[CONTEXT_WARP];
  if (!block || left >= PRODUCT_GROUPS) return;
  u64 *engines = engines_of(block), *since = engines + ASYNC_UNITS_SINCE + warp;
  u64 group = engines[ASYNC_UNITS_GROUPS + warp] - left;
  *since = max(*since, *begin_of_group(engines, warp, group));
}

// ---- tiles --------------------------------------------------------------------------------------

typedef struct {
  u64 *context, *block, *engines, *stamps;
  u32 *marks;
  u32 mark, grain_bits;
  u64 warp, block_time, fenced;
} Tile;

// Up to when engines see writes of threads behind a barrier, for a warp that sends them.
INLINE u64 fenced_for(u64 *block, u64 warp) {
  u64 *engines = engines_of(block), met = block[WATCH_BLOCK_TIME];
  u64 own = engines[ASYNC_UNITS_ANY_FENCE + warp] >= met ? met : 0;
  return min(max(engines[ASYNC_UNITS_FENCED], own), met);
}

#define TILE(context, block, mark, grain_bits)                                              \
  {                                                                                         \
    context, block, engines_of(block), (u64 *)block[WATCH_SHARED + SHADOW_WRITES],          \
        (u32 *)block[WATCH_SHARED + SHADOW_WRITE_MARKS], mark, grain_bits,                  \
        context[CONTEXT_WARP], block[WATCH_BLOCK_TIME],                                     \
        fenced_for(block, context[CONTEXT_WARP])                                            \
  }

// Whether a bulk copy wrote a cell that the warp knows to be complete.
INLINE bool is_known_copy(const Tile *t, u64 stamp, u32 mark) {
  u64 last = (1ul << THREAD_BITS) - 1, name = (stamp & last) ^ last;
  u64 known = name < LANES ? ((u64 *)known_copies(t->block, t->warp))[name] : 0;
  // The flag makes the time of what is on the way a late one.
  return mark & MARK_ENGINE && stamp >> TIME_BITS < max(known, t->block_time);
}

// Whether the write of a cell may not be in order, by the fences of the warp that wrote it, and by
// the copies that the reader knows.
INLINE bool is_late(const Tile *t, u64 cell) {
  u64 stamp = t->stamps[cell], writer = stamp >> LANE_BITS & (LANES - 1);
  u64 limit = min(t->engines[ASYNC_UNITS_FENCES_SAFE + writer], t->block_time);
  limit = max(limit, t->fenced);
  return stamp >= limit << TIME_BITS && !is_known_copy(t, stamp, t->marks[cell]);
}

// Looks at a cell that was written late; tells the host, until it has found a fault in this tile.
__attribute__((noinline)) static void look_at_cell(const Tile *t, u64 cell) {
  if (!is_late(t, cell) || t->engines[ASYNC_UNITS_FOUND]) return;
  u32 writer = t->marks[cell];
  u64 *pause = pause_of(t->block, t->mark);
  bool is_known = pause[PAUSE_WRITERS] >> (writer & 63) & 1;
  bool is_passed = is_passed_by(1, pause, is_known);
  t->engines[ASYNC_UNITS_FOUND] = is_passed;
  if (is_passed) return;
  tell_of_copies(t->context);
  Row table[NOTICE_BYTES / sizeof(Row)] = {};
  table[NOTICE_ADDRESSES][0] = cell << t->grain_bits;
  table[NOTICE_WRITES][0] = t->stamps[cell];
  table[NOTICE_WRITE_MARKS][0] = writer;
  ((Notify *)t->block[WATCH_NOTICE])(t->context, t->mark, 1, 0, t->block + WATCH_SHARED, table, 0,
                                     (u64)CHUNK << 32);
}

// The stamps of a chunk's cells, as many at once as it has, up to eight.
typedef u64 One __attribute__((ext_vector_type(1), aligned(8)));
typedef u64 Four __attribute__((ext_vector_type(4), aligned(8)));
typedef u64 Eight __attribute__((ext_vector_type(8), aligned(8)));
typedef u32 EightMarks __attribute__((ext_vector_type(8), aligned(4)));
#define EACH(type, count, i) for (u64 i = 0; i < (count); i += sizeof(type) / 8)
#define AT(type, array, cell) (*(type *)((array) + (cell)))
// The cells of a chunk, as many at once as it has.
#define BY_WIDTH(count, LOOK)          \
  if ((count) >= 8) LOOK(Eight)        \
  else if ((count) == 4) LOOK(Four)    \
  else LOOK(One)
#define ANY_OF(comparison) (__builtin_reduce_or(comparison) != 0)

#define LOOK_AT_CHUNK(type)                                                                 \
  {                                                                                         \
    bool is_any_late = false, are_alike = true;                                             \
    EACH(type, count, i) {                                                                  \
      is_any_late |= ANY_OF(AT(type, t.stamps, cell + i) >= late);                          \
      AT(type, reads, cell + i) = read;                                                     \
      AT(type, times, cell + i) = now;                                                      \
    }                                                                                       \
    if (!is_any_late) continue;                                                             \
    u64 written = t.stamps[cell];                                                           \
    EACH(type, count, i) are_alike &= !ANY_OF(AT(type, t.stamps, cell + i) != written);     \
    /* Nearly always one copy wrote all of it, and much more. */                            \
    if (are_alike && written == good) continue;                                             \
    if (are_alike && !is_late(&t, cell)) good = written;                                    \
    else for (u64 i = 0; i < count; i++) look_at_cell(&t, cell + i);                        \
  }

// A product reads a tile of shared memory. The last argument is a constant: the lines of the tile,
// the 16-byte chunks of each, up to 32, whether it is transposed, and the bits of a cell's bytes.
HELPER watch_tile(u64 *context, u32 mark, u64 descriptor, u64 first, u64 size) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (!block) return;
  u64 lines = size & 0xFFFF, pieces = size >> 16 & 0xFF, grain_bits = size >> 32;
  u64 now = CLOCK_OF(block)[0];
  let_know(context, block);
  Tile t = TILE(context, block, mark, grain_bits);
  t.engines[ASYNC_UNITS_FOUND] = 0;
  t.engines[ASYNC_UNITS_LAST + t.warp] = now;
  u64 *reads = (u64 *)products_of(block, t.warp), *times = (u64 *)block[WATCH_READ_TIMES];
  u64 read = now << TIME_BITS | (mark & SITE_MASK), late = t.fenced << TIME_BITS;
  u64 count = CHUNK >> grain_bits, limit = context[CONTEXT_SHARED_BYTES];
  u64 good = 0;  // a stamp of which it is known that it is in order
  Chunks chunks = chunks_of(descriptor, size >> 24 & 1);
  Words each = pieces_of(&chunks);
  u32 addresses[LANES];
  for (u64 line = first; line < first + lines; line++) {
    *(WordsAt *)addresses = chunks_at(&chunks, line, each);
    for (u64 piece = 0; piece < pieces; piece++) {
      u64 address = addresses[piece], cell = address >> grain_bits;
      // A tile that is not inside is a fault of the product itself.
      if (address + CHUNK > limit) continue;
      BY_WIDTH(count, LOOK_AT_CHUNK)
    }
  }
}

// Looks for a cell of a chunk that may be late; nearly always one copy wrote all of them.
#define LOOK_FOR_LATE(type)                                                                 \
  EACH(type, each, i) {                                                                     \
    type stamps = AT(type, t.stamps, first + i);                                            \
    if (!ANY_OF((stamps >= late) & (stamps != good))) continue;                             \
    for (u64 cell = first + i; cell < first + i + sizeof(type) / 8; cell++) {               \
      u64 stamp = t.stamps[cell];                                                           \
      if (stamp < late || stamp == good) continue;                                          \
      if (is_late(&t, cell)) return false;                                                  \
      good = stamp;                                                                         \
    }                                                                                       \
  }

#define NOTE_READS(type)                                                                    \
  EACH(type, each, i) {                                                                     \
    AT(type, reads, first + i) = read;                                                      \
    AT(type, times, first + i) = now;                                                       \
  }

// Whether what a task of the warp (`tcgen05`) reads is surely in order; then the read is noted, and
// else the host looks at it. chunks: their addresses in the block's shared memory.
HELPER_OF(bool) watch_chunks(u64 *context, u64 site, const u32 *chunks, u64 count) {
  u64 *block = (u64 *)context[CONTEXT_WATCH], grain_bits = block[WATCH_GRAIN_BITS];
  if (!engines_of(block) || context[CONTEXT_CLUSTER_BLOCKS] > 1) return false;
  let_know(context, block);
  Tile t = TILE(context, block, site, grain_bits);
  u64 late = t.fenced << TIME_BITS, each = CHUNK >> grain_bits, good = 0;
  for (u64 k = 0; k < count; k++) {
    u64 first = chunks[k] >> grain_bits;
    BY_WIDTH(each, LOOK_FOR_LATE)
  }
  u64 *reads = (u64 *)products_of(block, t.warp), *times = (u64 *)block[WATCH_READ_TIMES];
  u64 now = t.engines[ASYNC_UNITS_LAST + t.warp] = CLOCK_OF(block)[0];
  u64 read = now << TIME_BITS | site;
  for (u64 k = 0; k < count; k++) {
    u64 first = chunks[k] >> grain_bits;
    BY_WIDTH(each, NOTE_READS)
  }
  return true;
}

// ---- copies in bulk -----------------------------------------------------------------------------

// The latest of some times or stamps.
INLINE u64 latest_of(const u64 *values, u64 count) {
  u64 latest = 0, k = 0;
  Eight most = {};
  for (; k + 8 <= count; k += 8) most = __builtin_elementwise_max(most, AT(Eight, values, k));
  for (; k < count; k++) latest = max(latest, values[k]);
  return max(latest, __builtin_reduce_max(most));
}

// Whether a copy to cells of the block's shared memory comes after all that was written there.
INLINE bool is_behind_writes(const Tile *t, u64 first, u64 count) {
  if (latest_of(t->stamps + first, count) < t->block_time << TIME_BITS) return true;
  u64 good = 0;
  for (u64 cell = first; cell < first + count; cell++) {
    u64 stamp = t->stamps[cell];
    if (stamp >> TIME_BITS < t->block_time || (stamp == good && t->marks[cell] & MARK_ENGINE)) continue;
    if (!is_known_copy(t, stamp, t->marks[cell])) return false;
    good = stamp;
  }
  return true;
}

// Whether it comes after all products that read there.
INLINE bool is_behind_products(const Tile *t, u64 first, u64 count) {
  u64 *block = t->block, warps = warps_of(block);
  if (t->engines[ASYNC_UNITS_STORES] && latest_of((u64 *)products_of(block, warps) + first, count))
    return false;
  for (u64 warp = 0; warp < warps; warp++) {
    u64 before = products_before(block, warp, t->warp);
    if (t->engines[ASYNC_UNITS_LAST + warp] < before) continue;
    u64 last = latest_of((u64 *)products_of(block, warp) + first, count);
    if (last && last >> TIME_BITS >= before) return false;
  }
  return true;
}

// The cells in which a thread's read may be out of order, or without a proxy fence after it: their
// first one, and how many, from bit 32 on.
INLINE u64 late_reads(const Tile *t, u64 first, u64 count) {
  u64 *block = t->block, cells = block[WATCH_CELLS], warps = warps_of(block);
  u64 before = min(t->block_time, t->engines[ASYNC_UNITS_FENCED]) << TIME_BITS;
  u64 low = first + count, high = first;
  u64 begin = max(first, t->engines[ASYNC_UNITS_READ_LOW]);
  u64 end = min(first + count, t->engines[ASYNC_UNITS_READ_HIGH]);
  for (u64 warp = 0; warp < warps; warp++) {
    u64 *readers = (u64 *)block[WATCH_READERS] + warp * cells;
    if (begin >= end || latest_of(readers + begin, end - begin) < before) continue;
    for (u64 cell = begin; cell < end; cell++) {
      if (readers[cell] < before) continue;
      low = min(low, cell);
      high = max(high, cell + 1);
    }
  }
  return low < high ? low | (high - low) << 32 : 0;
}

// Whether all that a store in bulk reads in shared memory was written in order, with a proxy fence.
INLINE bool is_behind_fences(const Tile *t, u64 first, u64 count) {
  for (u64 cell = first; cell < first + count; cell++)
    if (t->stamps[cell] >= t->fenced << TIME_BITS && is_late(t, cell)) return false;
  return true;
}

// What is known of a copy between global memory and the block's shared memory: 0 if the host looks at
// what it does there, else 1. Of a load there are above that the cells of which the host has to ask
// who reads (`SYNC_BULK_ISSUE`).
HELPER_OF(u64) watch_copy(u64 *context, u64 *copy) {
  u64 *block = (u64 *)context[CONTEXT_WATCH], offset = copy[BULK_COPY_SHARED] - context[CONTEXT_SHARED];
  u64 size = copy[BULK_COPY_ROWS] * copy[BULK_COPY_COUNT] * copy[BULK_COPY_PLACE];
  bool is_known = copy[BULK_COPY_DEVICE] && size && block[WATCH_SYNCHRONISE];
  if (!is_known || !engines_of(block) || context[CONTEXT_CLUSTER_BLOCKS] > 1) return 0;
  if (!fits(offset, size, context[CONTEXT_SHARED_BYTES])) return 0;
  let_know(context, block);
  u64 grain_bits = block[WATCH_GRAIN_BITS], first = offset >> grain_bits;
  u64 count = ((offset + size - 1) >> grain_bits) + 1 - first;
  Tile t = TILE(context, block, 0, grain_bits);
  if (!copy[BULK_COPY_LOADS]) return is_behind_fences(&t, first, count);
  if (!is_behind_writes(&t, first, count) || !is_behind_products(&t, first, count)) return 0;
  return late_reads(&t, first, count) << 1 | 1;
}

// Gives the cells of a copy of which `watch_copy` knows the stamp of its write: with the flag, or with
// its name once it is complete.
HELPER watch_written(u64 *context, u64 *copy, u64 stamp) {
  u64 *block = (u64 *)context[CONTEXT_WATCH], grain_bits = block[WATCH_GRAIN_BITS];
  u64 size = copy[BULK_COPY_ROWS] * copy[BULK_COPY_COUNT] * copy[BULK_COPY_PLACE];
  u64 offset = copy[BULK_COPY_SHARED] - context[CONTEXT_SHARED], *row = block + WATCH_SHARED;
  u32 mark = copy[BULK_COPY_SITE] | MARK_WRITE | MARK_ENGINE | MARK_SHARED;
  if (stamp & FLAGGED) mark |= MARK_ASYNC;
  u64 *stamps = (u64 *)row[SHADOW_WRITES];
  u32 *marks = (u32 *)row[SHADOW_WRITE_MARKS];
  u64 cell = offset >> grain_bits, end = ((offset + size - 1) >> grain_bits) + 1;
  for (; cell + 8 <= end; cell += 8) {
    AT(Eight, stamps, cell) = stamp;
    AT(EightMarks, marks, cell) = mark;
  }
  for (; cell < end; cell++) {
    stamps[cell] = stamp;
    marks[cell] = mark;
  }
}

// The copy of one lane to shared memory has arrived: its write has this stamp from now on. From bit
// 32 on the mark has the bits of a cell's bytes; target: a host address.
HELPER watch_arrived(u64 *block, u64 mark, u64 stamp, u64 target, u64 bytes) {
  u64 *row = block + WATCH_SHARED, shared = ((u64 *)block[WATCH_CONTEXT])[CONTEXT_SHARED];
  u64 first = (target - shared) >> (mark >> 32), count = bytes >> (mark >> 32);
  u64 *stamps = (u64 *)row[SHADOW_WRITES] + first;
  u32 *marks = (u32 *)row[SHADOW_WRITE_MARKS] + first;
  for (u64 k = 0; k < count; k++) {
    stamps[k] = stamp;
    marks[k] = (u32)mark & ~MARK_ASYNC;
  }
}
