// Records what the warps of traced blocks do: events, and the runs of sectors of each access
// (`jit.tracing`, `counting.trace`). All but `trace_choose` and `trace_add_work` are for blocks that
// are traced.
#include "access.h"

#define SECTOR_BITS 5

// The bits of `counting.trace.Spaces`.
enum { GLOBAL = 1, SHARED = 2, LOCAL = 4, CLUSTER = 8 };

INLINE u64 *block_of(u64 *context) { return (u64 *)context[CONTEXT_TRACE]; }

// The slots of the warp that runs.
INLINE u64 *warp_of(u64 *context) {
  u64 *block = block_of(context);
  return block + block[TRACE_STRIDE] * context[CONTEXT_WARP] + (TRACE_RUNS + 1);
}

INLINE u64 number_of_block(u64 *context) {
  u64 row = context[CONTEXT_BLOCK_Y] + context[CONTEXT_GRID_Y] * context[CONTEXT_BLOCK_Z];
  return context[CONTEXT_BLOCK_X] + context[CONTEXT_GRID_X] * row;
}

// The slots of the event that comes next.
INLINE u64 *next_event(u64 *block, u64 *warp) {
  return warp + block[TRACE_EVENTS] + warp[TRACED_WARP_EVENTS] * EVENT_SLOTS;
}

// Whether the warp's events end here.
INLINE bool is_full(u64 *block, u64 *warp) {
  bool full = warp[TRACED_WARP_TRUNCATED] || warp[TRACED_WARP_EVENTS] >= block[TRACE_MOST_EVENTS];
  if (full) warp[TRACED_WARP_TRUNCATED] = 1;
  return full;
}

// Adds an event that is not an access.
INLINE void add_event(u64 *context, u64 word, u64 costs) {
  u64 *warp = warp_of(context), *event = next_event(block_of(context), warp);
  event[0] = word;
  event[1] = costs;
  event[2] = warp[TRACED_WARP_RUNS];
  warp[TRACED_WARP_EVENTS]++;
}

HELPER trace_event(u64 *context, u64 word) {
  if (!is_full(block_of(context), warp_of(context))) add_event(context, word, 0);
}

// Counts that a warp begins a basic block, and adds the event.
HELPER trace_enter(u64 *context, u64 basic_block, u64 word) {
  u64 *counts = warp_of(context) + TRACED_WARP_COUNTS + 2 * basic_block;
  counts[0]++;
  counts[1] += word >> 32 & 0xFF;
  trace_event(context, word);
}

// Adds the use of an mbarrier of the block's memory; a parity of -1 stands for the one it has.
HELPER trace_phase(u64 *context, u64 word, u64 address, i64 parity) {
  if (is_full(block_of(context), warp_of(context))) return;
  if (parity < 0) {
    u64 held = 0, size = context[CONTEXT_SHARED_BYTES];
    if (address < size && address + 7 < size)
      __builtin_memcpy(&held, (u8 *)context[CONTEXT_SHARED] + address, 8);
    parity = held >> 63;
  }
  add_event(context, word, (address & 0x7FFFFFFF) | (u64)parity << 32);
}

// ---- accesses -----------------------------------------------------------------------------------

// Begins the record of an access by some lanes.
HELPER trace_open(u64 *context, u64 site, u64 word, u32 lanes) {
  u64 *block = block_of(context), *warp = warp_of(context), *counters = counters_of(context, site);
  if (is_full(block, warp)) return;
  u64 *event = next_event(block, warp);
  event[0] = word | (u64)count_of(lanes) << 32;
  event[2] = warp[TRACED_WARP_RUNS];
  warp[TRACED_WARP_OPEN] = 1;
  for (u64 slot = 0; slot < SITE_SLOTS; slot++)
    warp[TRACED_WARP_BEFORE + slot] = counters[slot];
}

// Adds wavefronts that no counter has to the access in progress.
HELPER trace_waves(u64 *context, u64 waves) {
  u64 *warp = warp_of(context);
  if (warp[TRACED_WARP_OPEN]) warp[TRACED_WARP_BEFORE + SITE_WAVEFRONTS] -= waves;
}

// Drops the access in progress, with its runs.
INLINE void forget(u64 *block, u64 *warp) {
  warp[TRACED_WARP_RUNS] = next_event(block, warp)[2];
  warp[TRACED_WARP_OPEN] = 0;
}

// Adds a run of sectors, if it has some, to the access in progress; a long one in pieces.
HELPER trace_run(u64 *context, u64 first, u64 length) {
  u64 *block = block_of(context), *warp = warp_of(context), used = warp[TRACED_WARP_RUNS];
  if (!warp[TRACED_WARP_OPEN]) return;
  for (u64 here; length; first += here, length -= here) {
    here = min(length, (u64)MOST_OF_RUN);
    if (used >= block[TRACE_MOST_RUNS]) {
      warp[TRACED_WARP_TRUNCATED] = 1;
      forget(block, warp);
      return;
    }
    warp[block[TRACE_RUNS] + used++] = first | (here - 1) << RUN_BITS;
    warp[TRACED_WARP_RUNS] = used;
  }
}

// Returns the largest number of distinct words that lanes load from one bank of L1
// (`counting.wavefronts.global_load`).
INLINE u64 words_of_a_bank(Longs places, u32 lanes, u64 width) {
  u64 bytes = max(width, (u64)4), words = bytes / 4, most = 0;
  u64 used[32] = {0};
  Longs units = places / bytes;
  EACH_LANE(lane, lanes) {
    if (bits_of(units == units[lane]) & lanes & ((1u << lane) - 1)) continue;
    for (u64 word = 0; word < words; word++)
      most = max(most, ++used[(units[lane] * words + word) & 31]);
  }
  return most;
}

// Adds the sectors of lanes; those side by side are one run. Lanes of a generic access that are not
// in global memory are left out. loads: whether they load, and L1 has to look for their words.
HELPER trace_addresses(u64 *context, u64 site, Longs places, u32 lanes, u64 width, u64 loads) {
  if (!warp_of(context)[TRACED_WARP_OPEN]) return;
  u64 first = 0, length = 0;
  u32 reached = 0;
  EACH_LANE(lane, lanes) {
    u64 address = places[lane], number = address >> OFFSET_BITS;
    if (RARELY(number < FIRST_ALLOCATION || number >= CAPACITY)) {
      if (number >= SHARED_WINDOW && number <= PARAM_WINDOW) continue;
      address = translate(context, site, address, width, lane);
    }
    if (!address) continue;
    reached |= 1u << lane;
    u64 sector = address >> SECTOR_BITS, past = sector - first;
    if (length && past <= length) {
      length = max(length, past + 1);
      continue;
    }
    trace_run(context, first, length);
    first = sector;
    length = 1;
  }
  trace_run(context, first, length);
  if (loads) trace_waves(context, words_of_a_bank(places, reached, width));
}

// Adds the sectors of lanes that are so many bytes apart.
HELPER trace_along(u64 *context, u64 site, u64 first, u64 stride, u32 lanes, u64 width, u64 loads) {
  trace_addresses(context, site, first + IOTA * stride, lanes, width, loads);
}

// Ends the record of an access, with what it cost. One with no lane, which counts nothing, is
// dropped.
//
// known: the space of a bulk copy, which counts its sectors when its bytes move, and uses the slots
// of shared memory for something else; else 0.
HELPER trace_close(u64 *context, u64 site, u64 known) {
  u64 *block = block_of(context), *warp = warp_of(context), *counters = counters_of(context, site);
  if (!warp[TRACED_WARP_OPEN]) return;
  u64 counted[SITE_SLOTS];
  for (u64 slot = 0; slot < SITE_SLOTS; slot++)
    counted[slot] = counters[slot] - warp[TRACED_WARP_BEFORE + slot];
  if (!counted[SITE_LANES]) {
    forget(block, warp);
    return;
  }
  u64 *event = next_event(block, warp), costs = 0, spaces = known;
  if (!known) {
    costs = counted[SITE_SECTORS] | counted[SITE_WAVEFRONTS] << 32;
    spaces = (counted[SITE_GLOBAL] ? GLOBAL : 0) | (counted[SITE_SHARED] ? SHARED : 0) |
             (counted[SITE_LOCAL] ? LOCAL : 0) | (counted[SITE_REMOTE] ? CLUSTER : 0);
  }
  event[1] = costs;
  event[2] |= spaces << 32;
  warp[TRACED_WARP_EVENTS]++;
  warp[TRACED_WARP_OPEN] = 0;
}

// ---- blocks -------------------------------------------------------------------------------------

// Sets the slots of the block that begins, or 0 if it is not traced.
HELPER trace_choose(u64 *context) {
  u64 *table = (u64 *)context[CONTEXT_TRACES], block = number_of_block(context);
  u64 *listed = table + (TRACED_SIZES + 1);
  context[CONTEXT_TRACE] = 0;
  for (u64 k = 0; k < table[TRACED_BLOCKS]; k++)
    if (listed[2 * k] == block) context[CONTEXT_TRACE] = listed[2 * k + 1];
}

// Adds what the worker has executed so far, times `sign`, to the running block's work.
HELPER trace_add_work(u64 *context, u64 sign) {
  u64 *table = (u64 *)context[CONTEXT_TRACES], *work = (u64 *)table[TRACED_WORK];
  if (!work) return;
  u64 *counts = (u64 *)context[CONTEXT_BLOCK_COUNTS], *sizes = (u64 *)table[TRACED_SIZES];
  u64 executed = 0;
  for (u64 k = 0; k < table[TRACED_BASIC_BLOCKS]; k++)
    executed += counts[k * BLOCK_COUNT_SLOTS] * sizes[k];
  work[number_of_block(context)] += sign * executed;
}
