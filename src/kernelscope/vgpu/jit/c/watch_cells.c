// Looks at the cells of an access of a warp: whether it is surely in order.
//
// `watch_cells` is the general way, for any addresses. Nearly all accesses are by lanes side by
// side, to one place, or by one lane, and to cells that nobody else has accessed since the last
// barrier: they have shorter ways, and what these cannot say goes the general way. All checks of a
// short way come before anything is noted, since the general way begins anew.
#include "watch_notices.h"
#include "watch_products.h"

// Stamps and marks of earlier accesses to the cells of 32 lanes.
typedef struct {
  Longs stamps;
  Words marks;
} Earlier;

// The cell that each lane looks at, one of those of its access.
typedef struct {
  Longs cells, offsets;
  u32 lanes;
  u32 part;  // of the access
} Place;

static const Earlier NOTHING = {};

// The stamps in one of the row's arrays, and the marks in the one behind it.
INLINE Earlier earlier(const Access *a, u32 array, Longs cells, u32 lanes) {
  return (Earlier){gather(mask_of(lanes), a->row[array], cells),
                   gather_words(mask_of(lanes), a->row[array + 1], cells)};
}

INLINE void put(const Access *a, u32 array, Mask lanes, Longs cells, Earlier what) {
  scatter(lanes, a->row[array], cells, what.stamps);
  scatter_words(lanes, a->row[array + 1], cells, what.marks);
}

INLINE Longs flagged(Longs stamps, Mask which) { return which ? stamps | FLAGGED : stamps; }

// The stamp and the mark of the access itself; in some lanes together with others.
INLINE Earlier own_access(const Access *a, Mask is_flagged, Mask is_crowd) {
  return (Earlier){flagged(a->stamps, is_flagged),
                   is_crowd ? (Words)(a->mark | MARK_MANY) : (Words)a->mark};
}

// The lanes whose access and the earlier one are strong for each other.
INLINE Mask is_strong(const Access *a, Earlier e) {
  Words both = e.marks & a->mark;
  Longs who = e.stamps & THREAD;
  Mask in_block = MASK(who >> THREAD_BITS == a->who >> THREAD_BITS);
  Mask in_warp = MASK(who >> LANE_BITS == a->who >> LANE_BITS);
  Mask strong = flag_of(both, MARK_STRONG_GPU) | (in_block & flag_of(both, MARK_STRONG_BLOCK));
  // Of two writes either may be the last; only a read shows whether the lanes went together.
  return strong & ~(in_warp & flag_of(both, MARK_VOLATILE) & ~flag_of(both, MARK_WRITE));
}

// The lanes for which the strong write before the last one is no matter.
INLINE Mask others_fine(const Access *a, Earlier write, Earlier other) {
  Mask fine = are_in_order(a, other.stamps) | is_strong(a, other);
  // What is on the way is in order with nothing, not even with the thread that sent it.
  return (~flag_of(write.marks, MARK_MANY) | fine) & ~flag_of(write.marks, MARK_ASYNC);
}

// The address of the first byte of the access's memory.
INLINE u64 host_of(const Access *a) {
  u64 shape = a->shape;
  if (HAS(SHARED)) return a->context[CONTEXT_SHARED];
  u64 number = (a->row - (u64 *)a->block[WATCH_SHADOWS]) / SHADOW_SLOTS;
  u64 *entry = (u64 *)a->context[CONTEXT_TABLE] + number * ALLOCATION_SLOTS;
  return BASE_OF(number) + entry[ALLOCATION_DELTA];
}

// The lanes whose store changes no byte of the cell, if they are `bad`, and stores what the last of
// several lanes at one place stores, if they are among them (`twice`).
INLINE u32 store_the_same(const Access *a, Place at, u32 bad, u32 twice) {
  u64 shape = a->shape, host = host_of(a), *stamps = (u64 *)a->row[SHADOW_WRITES];
  const u8 *data = (const u8 *)a->data;
  if (!data) return 0;
  u32 same = 0;
  EACH_LANE(lane, bad | twice) {
    u64 first = (u64)at.part << GRAIN_BITS, winner = stamps[at.cells[lane]] & (LANES - 1);
    const u8 *held = (const u8 *)(host + (at.cells[lane] << GRAIN_BITS));
    u8 change = 0, differ = 0;
    for (u64 k = 0; k < 1ul << GRAIN_BITS; k++) {
      u64 row = (first + k) / ELEMENT * LANES, byte = (first + k) % ELEMENT;
      u8 mine = data[(row + lane) * ELEMENT + byte];
      change |= mine ^ held[k];
      differ |= mine ^ data[(row + winner) * ELEMENT + byte];
    }
    bool is_same = !(bad >> lane & 1 && change) && !(twice >> lane & 1 && differ);
    same |= (u32)is_same << lane;
  }
  return same;
}

// Tells the host of lanes whose access may not be in order, or that write to one place.
//
// unread: the lanes for which no read of the cell is out of order. Where the known races are writes
// of one value, a write is passed by only if it is one more of these: another value is a fault.
INLINE void tell(const Access *a, u32 bad, u32 twice, u32 unread, Place at, Earlier write,
                 Earlier other, Earlier read) {
  u32 lanes = bad | twice;
  if (USUALLY(!lanes)) return;
  u64 shape = a->shape, *pause = pause_of(a->block, a->mark);
  Mask known = MASK((pause[PAUSE_WRITERS] >> LONGS(write.marks & 63) & 1) != 0);
  bool is_known = !(~bits_of(known) & lanes) || is_marked(a, MARK_WRITE);
  if (pause[PAUSE_LEFT] && pause[PAUSE_SAME])
    is_known = !(lanes & ~(unread & store_the_same(a, at, bad, twice)));
  if (is_passed_by(lanes, pause, is_known)) return;
  if (HAS(ENGINES)) tell_of_copies(a->context);
  Row table[] = {
      [NOTICE_ADDRESSES] = at.offsets,     [NOTICE_WRITES] = write.stamps,
      [NOTICE_WRITE_MARKS] = LONGS(write.marks), [NOTICE_OTHERS] = other.stamps,
      [NOTICE_OTHER_MARKS] = LONGS(other.marks), [NOTICE_READS] = read.stamps,
      [NOTICE_READ_MARKS] = LONGS(read.marks),
  };
  ((Notify *)a->block[WATCH_NOTICE])(a->context, a->mark, bad, twice, a->row, table, a->data,
                                     at.part | ELEMENT << 32);
}

// Which writes come before the lanes: of threads as given, of bulk copies those that the warp knows
// to be complete. A copy's stamp has no thread, but the number of an mbarrier.
INLINE Mask with_copies(const Access *a, Mask of_threads, Earlier write) {
  u64 shape = a->shape;
  if (!HAS(ENGINES)) return of_threads;
  Longs last = (1ul << THREAD_BITS) - 1, name = (write.stamps & last) ^ last;
  Mask is_copy = flag_of(write.marks, MARK_ENGINE);
  Longs known = gather(is_copy & MASK(name < LANES), known_copies(a->block, a->warp), name);
  known = __builtin_elementwise_max(known, (Longs)a->block_time);
  return is_copy ? MASK(times_of(write.stamps) < known) : of_threads;
}

// The lanes whose stamp another lane has overwritten.
INLINE Mask lost(const Access *a, u32 array, Mask lanes, Longs cells) {
  Longs back = gather(lanes, a->row[array], cells) & (FLAGGED - 1);
  return lanes & MASK(back != a->stamps);
}

// The time before which all accesses by threads to this memory are in order.
INLINE u64 since(const Access *a) {
  u64 shape = a->shape;
  if (!HAS(SHARED)) return a->launch_time;
  return meets_others(shape) ? min(a->block_time, a->cluster_time) : a->block_time;
}

// Whether all stamps are older than a time; the flag makes one a late one.
INLINE bool are_old(Longs stamps, u64 time) {
  return !bits_of(MASK(stamps >= time << TIME_BITS));
}

// ---- reads --------------------------------------------------------------------------------------

// The lanes whose cells an engine has read in this launch: no barrier of threads says that it is
// done.
INLINE Mask by_engine(const Access *a, Earlier read) {
  return flag_of(read.marks, MARK_ENGINE) & MASK(times_of(read.stamps) >= a->launch_time);
}

// Notes who reads cells of global memory; returns the lanes for which one stamp is enough.
INLINE Mask note_global_read(const Access *a, Longs cells, u32 lanes, Earlier read) {
  Longs who = read.stamps & THREAD;
  Mask listed = flag_of(read.marks, MARK_LISTED), in_order = are_in_order(a, read.stamps);
  Mask in_warp = MASK(who >> LANE_BITS == a->who >> LANE_BITS);
  Mask replaced = behind_barrier(a, who, times_of(read.stamps));
  Mask many = in_warp & (flag_of(read.marks, MARK_MANY) | ~in_order) & ~replaced;
  Mask enough = (in_order | in_warp) & (~listed | replaced) & ~by_engine(a, read);
  Mask noted = mask_of(lanes) & enough;
  put(a, SHADOW_READS, noted, cells, own_access(a, many, many));
  put(a, SHADOW_READS, lost(a, SHADOW_READS, noted, cells), cells, own_access(a, ALL, ALL));
  return enough;
}

// Notes that lanes of the warp read cells of shared memory. Returns what was noted there before;
// `crowd` gets the lanes before which another lane has read.
INLINE Longs note_shared_read(const Access *a, Longs cells, u32 lanes, u32 *crowd) {
  u64 shape = a->shape;
  Mask mask = mask_of(lanes);
  if (HAS(ENGINES) && lanes)
    note_reads(a->block, __builtin_reduce_min(mask ? cells : (Longs)~0ul),
               __builtin_reduce_max(mask ? cells + 1 : (Longs)0));
  scatter(mask, a->block[WATCH_READ_TIMES], cells, (Longs)a->now);
  u64 plane = plane_of(a, a->warp);
  Longs old = gather(mask, plane, cells), reader = old & (LANES - 1);
  Mask recent = MASK(old >> TIME_BITS >= a->warp_time);
  Mask many = recent & (MASK((old & MANY_READERS) != 0) | MASK(reader != IOTA));
  u64 strong = (u64)a->mark >> READERS_SCOPE & STRONG_READERS;
  Longs alone = (read_by_warp(a) | strong) | IOTA, all = alone | MANY_READERS;
  // Together they are strong only if each is.
  all = many ? all & (old | ~(u64)STRONG_READERS) : all;
  scatter(mask, plane, cells, many ? all : alone);
  Longs back = gather(mask, plane, cells) & (LANES - 1);
  scatter(mask & MASK(back != IOTA), plane, cells, all);
  *crowd = bits_of(many);
  return old;
}

INLINE void look_at_read(const Access *a, Place at) {
  u64 shape = a->shape;
  Earlier write = earlier(a, SHADOW_WRITES, at.cells, at.lanes);
  Earlier other = earlier(a, SHADOW_OTHERS, at.cells, at.lanes), read = NOTHING;
  Mask fine = with_copies(a, are_in_order(a, write.stamps), write) | is_strong(a, write);
  fine &= others_fine(a, write, other);
  if (!HAS(SHARED)) {
    read = earlier(a, SHADOW_READS, at.cells, at.lanes);
    fine &= note_global_read(a, at.cells, at.lanes, read);
  }
  tell(a, at.lanes & ~bits_of(fine), 0, 0, at, write, other, read);
}

INLINE void read_cells(const Access *a, Place at) {
  u64 shape = a->shape;
  if (!HAS(SHARED)) {
    look_at_read(a, at);
    return;
  }
  Longs stamps = gather(mask_of(at.lanes), a->row[SHADOW_WRITES], at.cells);
  if (RARELY(!are_old(stamps, since(a)))) look_at_read(a, at);
  u32 crowd;
  Longs old = note_shared_read(a, at.cells, at.lanes, &crowd);
  if (HAS(PUBLISHES)) {
    u32 after = count_of(at.lanes) == 1 ? at.lanes & crowd : 0;
    if (RARELY(after != 0))
      tell(a, after, 0, 0, at, earlier(a, SHADOW_WRITES, at.cells, after),
           earlier(a, SHADOW_OTHERS, at.cells, after), (Earlier){old});
  }
}

// ---- writes -------------------------------------------------------------------------------------

// Whether several lanes may write to one place: strong writes of one instruction have one scope,
// which includes the warp.
INLINE bool may_collide(const Access *a) {
  u64 shape = a->shape;
  return is_marked(a, MARK_STRONG_BLOCK) || (HAS(SHARED) && a->is_one_thread);
}

// Whether the stamps alone show that a weak write is in order: nobody has accessed the cells since
// the last barrier of the block, or of global memory in this launch.
INLINE bool is_quick_write(const Access *a, Longs cells, u32 lanes) {
  u64 shape = a->shape, before = since(a);
  Mask mask = mask_of(lanes);
  bool fine = !is_marked(a, MARK_STRONG_BLOCK);
  fine &= are_old(gather(mask, a->row[SHADOW_WRITES], cells), before);
  if (HAS(SHARED)) {
    Longs read = gather(mask, a->block[WATCH_READ_TIMES], cells);
    if (HAS(ENGINES)) {
      fine &= !engines_of(a->block)[ASYNC_UNITS_STORES];
      before = min(before, all_products_before(a->block, a->warp));
    }
    return fine && !bits_of(mask & MASK(read >= before));
  }
  u64 reads = a->row[SHADOW_READS];
  return fine && are_old(gather(mask_of(reads ? lanes : 0), reads, cells), before);
}

// Notes a write of which `is_quick_write` holds.
INLINE void write_quickly(const Access *a, Place at) {
  Mask mask = mask_of(at.lanes), is_async = all_if(is_marked(a, MARK_ASYNC));
  put(a, SHADOW_WRITES, mask, at.cells, own_access(a, is_async, ~ALL));
  if (!may_collide(a)) {
    u32 collided = bits_of(lost(a, SHADOW_WRITES, mask, at.cells));
    tell(a, 0, collided, EVERYONE, at, NOTHING, NOTHING, NOTHING);
  }
}

// The lanes whose last access was a weak one, in this launch.
INLINE Mask is_weak(const Access *a, Earlier e) {
  return MASK(times_of(e.stamps) >= a->launch_time) & ~flag_of(e.marks, MARK_STRONG_BLOCK);
}

// The lanes that may write after those who have read cells of global memory.
INLINE Mask is_unread_in_global(const Access *a, Earlier read) {
  Mask listed = flag_of(read.marks, MARK_LISTED);
  Mask alone = are_in_order(a, read.stamps) & ~(flag_of(read.marks, MARK_MANY) | listed);
  Mask behind = behind_barrier(a, read.stamps & THREAD, times_of(read.stamps));
  return ((alone | behind) & ~listed & ~by_engine(a, read)) | is_strong(a, read);
}

// The lanes that store what the same instruction has stored there, for a block that is one thread
// of control.
//
// Worked case: `tl.sum(x, axis=0)` of 8 columns leaves each sum in four lanes of each warp. All of
// them store it, by one instruction, to one word of shared memory.
INLINE Mask is_copy(const Access *a, Place at, Earlier write) {
  u64 shape = a->shape;
  if (!a->is_one_thread) return ~ALL;
  Mask same = MASK(((write.marks ^ a->mark) & SITE_MASK) == 0);
  u64 shared = a->context[CONTEXT_SHARED];
#define SAME_IN(type, array)                                                                \
  {                                                                                         \
    Longs held_at = (at.offsets + begin + part) / sizeof(array);                            \
    Longs stored_at = ((begin / ELEMENT) * LANES + IOTA) * (ELEMENT / sizeof(array)) + part / sizeof(array); \
    same &= MASK(GATHER(type, mask_of(at.lanes), (array *)shared, held_at) ==               \
                 GATHER(type, mask_of(at.lanes), (array *)a->data, stored_at));             \
  }
  u64 first = (u64)at.part << GRAIN_BITS, end = (at.part + 1ul) << GRAIN_BITS;
  for (u64 begin = first; begin < end; begin += ELEMENT) {
    for (u64 part = 0; part < ELEMENT; part += 8) {
      if (ELEMENT == 1) SAME_IN(Bytes, u8)
      else if (ELEMENT == 2) SAME_IN(Halves, u16)
      else if (ELEMENT == 4) SAME_IN(Words, u32)
      else SAME_IN(Longs, u64)
    }
  }
  return same;
}

// The lanes whose cells of shared memory nobody reads beside this write.
INLINE Mask is_unread_in_shared(const Access *a, Longs cells, u32 lanes) {
  u64 shape = a->shape;
  Longs last = gather(mask_of(lanes), a->block[WATCH_READ_TIMES], cells);
  u32 recent = lanes & ~bits_of(MASK(last < since(a))), unread = EVERYONE;
  if (!recent) return ALL;
  u64 warps = a->context[CONTEXT_WARPS];
  for (u64 warp = 0; warp < warps; warp++) {
    Longs seen = gather(mask_of(recent), plane_of(a, warp), cells);
    bool is_own = warp == a->warp;
    u64 limit = is_own ? a->warp_time : a->block_time;
    if (HAS(ORDERS)) limit = max(limit, ((u64 *)known_of_warp(a))[warp]);
    Mask fine = MASK(seen >> TIME_BITS < limit);
    if (is_own) fine |= MASK((seen & (MANY_READERS | (LANES - 1))) == IOTA);
    if (is_marked(a, MARK_STRONG_BLOCK)) fine |= MASK((seen & STRONG_READERS) != 0);
    unread &= bits_of(fine) | ~recent;
  }
  if (meets_others(shape)) {
    Longs others = gather(mask_of(recent), plane_of(a, warps), cells);
    unread &= bits_of(MASK(others < a->cluster_time)) | ~recent;
  }
  return mask_of(unread);
}

// Worked case of what is held: block 0 does `o[0] = 0`, then all blocks `atomicAdd(o, 1)`. The
// additions are strong for each other, but those of other blocks race with the plain store behind
// block 0's addition.
INLINE void write_slowly(const Access *a, Place at) {
  u64 shape = a->shape;
  Mask mask = mask_of(at.lanes);
  Earlier write = earlier(a, SHADOW_WRITES, at.cells, at.lanes);
  Earlier other = earlier(a, SHADOW_OTHERS, at.cells, at.lanes), read = NOTHING;
  Mask in_order = with_copies(a, are_in_order(a, write.stamps), write);
  Mask strong = is_strong(a, write);
  Mask fine = (in_order | strong) & others_fine(a, write, other), unread;
  if (HAS(SHARED)) {
    if (!HAS(SPECIAL)) fine |= is_copy(a, at, write);
    unread = is_unread_in_shared(a, at.cells, at.lanes);
    if (HAS(ENGINES)) unread &= is_free_of_products(a, at.cells, at.lanes);
  } else {
    u64 reads = a->row[SHADOW_READS];
    read = earlier(a, SHADOW_READS, at.cells, reads ? at.lanes : 0);
    unread = is_unread_in_global(a, read);
  }
  fine &= unread;
  // An earlier strong write that is not in order stays known.
  Mask kept = mask & strong & ~in_order;
  Mask stays = flag_of(write.marks, MARK_MANY) & ~are_in_order(a, other.stamps);
  if (HAS(SPECIAL) && is_marked(a, MARK_STRONG_BLOCK)) {
    // A weak write that is the last one, or further back, stays known.
    Mask first = is_weak(a, write);
    Mask held = is_weak(a, other) & flag_of(write.marks, MARK_MANY) & ~first;
    kept = (kept & ~held) | (mask & first & in_order);
    stays |= held;
  }
  put(a, SHADOW_OTHERS, kept, at.cells, write);
  Mask many = kept | stays, is_async = all_if(is_marked(a, MARK_ASYNC));
  put(a, SHADOW_WRITES, mask, at.cells, own_access(a, many | is_async, many));
  u32 collided = bits_of(lost(a, SHADOW_WRITES, mask, at.cells));
  tell(a, at.lanes & ~bits_of(fine), may_collide(a) ? 0 : collided, bits_of(unread), at, write,
       other, read);
}

// ---- any addresses ------------------------------------------------------------------------------

// Watches each cell of the lanes' accesses. What is outside the memory is left to the access.
INLINE void watch_offsets(const Access *a, Longs offsets, u32 lanes) {
  u64 shape = a->shape;
  u64 size = a->row[SHADOW_SIZE];
  lanes &= bits_of(MASK(offsets + WIDTH <= size) & MASK(offsets <= size));
  for (u32 k = 0; k < CELLS; k++) {
    Place at = {(offsets >> GRAIN_BITS) + k, offsets, lanes, k};
    if (!HAS(WRITES)) {
      read_cells(a, at);
      continue;
    }
    u64 *written = HAS(SHARED) ? 0 : (u64 *)a->row[SHADOW_WRITTEN];
    if (RARELY(written != 0)) EACH_LANE(lane, lanes) set_bit(written, at.cells[lane]);
    if (is_quick_write(a, at.cells, lanes)) write_quickly(a, at);
    else write_slowly(a, at);
  }
}

HELPER watch_cells(u64 *context, u32 mark, Longs places, u32 lanes, void *data, u64 shape) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (!block || !lanes) return;
  if (HAS(SHARED)) {
    Access a = access_of(context, mark, data, block, block + WATCH_SHARED, shape);
    watch_offsets(&a, places, lanes);
    return;
  }
  // The lanes of each allocation in turn: nearly always there is one.
  Longs numbers = places >> OFFSET_BITS, offsets = OFFSET_OF(places);
  for (u32 left = lanes, here; left; left &= ~here) {
    u32 first = first_of(left);
    here = left & bits_of(MASK(numbers == numbers[first]));
    u64 *row = row_of(block, places[first], shape);
    if (!row) continue;
    Access a = access_of(context, mark, data, block, row, shape);
    watch_offsets(&a, offsets, here);
  }
}

// ---- lanes side by side -------------------------------------------------------------------------

// The elements of lanes side by side. A masked store takes some dozen steps on AMD's processors, and
// nearly all masks are whole.
INLINE Longs load(u64 array, u64 first, u32 lanes) {
  LongsAt *place = (LongsAt *)(array + first * 8);
  return lanes == EVERYONE ? *place : __builtin_masked_load(mask_of(lanes), (u64*)place, (Longs)0);
}
INLINE void store(u64 array, u64 first, u32 lanes, Longs values) {
  LongsAt *place = (LongsAt *)(array + first * 8);
  if (lanes == EVERYONE) *place = values;
  else __builtin_masked_store(mask_of(lanes), values, (u64 *)place);
}
INLINE void store_words(u64 array, u64 first, u32 lanes, Words values) {
  WordsAt *place = (WordsAt *)(array + first * 4);
  if (lanes == EVERYONE) *place = values;
  else __builtin_masked_store(mask_of(lanes), values, (u32 *)place);
}

// Whether stamps are in order, as they are before a time, and their marks say no more.
INLINE bool are_quietly_in_order(const Access *a, Longs stamps, u64 time) {
  // One comparison: the time is the highest part, and the flag makes it a late one.
  if (USUALLY(is_all(MASK(stamps < time << TIME_BITS)))) return true;
  return is_all(MASK((Signed)stamps >= 0) & are_in_order(a, stamps));
}

// Watches cells side by side, the first of them that of lane 0, or returns false.
INLINE bool watch_side_by_side(const Access *a, u64 first, u32 lanes) {
  u64 shape = a->shape, *row = a->row, before = HAS(SHARED) ? a->block_time : a->launch_time;
  if (!are_quietly_in_order(a, load(row[SHADOW_WRITES], first, lanes), before)) return false;
  if (HAS(SHARED)) {
    u64 times = a->block[WATCH_READ_TIMES], plane = plane_of(a, a->warp);
    if (HAS(WRITES)) {
      Signed read = (Signed)load(times, first, lanes);
      if (!is_all(MASK(read < (i64)a->block_time))) return false;
    } else {
      Longs seen = load(plane, first, lanes);
      Longs who = seen & (MANY_READERS | STRONG_READERS | (LANES - 1));
      if (!is_all(MASK(seen >> TIME_BITS < a->warp_time) | MASK(who == IOTA))) return false;
      if (HAS(ENGINES)) note_reads(a->block, first + first_of(lanes), first + LANES);
      store(times, first, lanes, (Longs)a->now);
      store(plane, first, lanes, read_by_warp(a) | IOTA);
    }
  } else if (!HAS(WRITES) || row[SHADOW_READS]) {
    if (!are_quietly_in_order(a, load(row[SHADOW_READS], first, lanes), before)) return false;
  }
  if (HAS(WRITES)) {
    store(row[SHADOW_WRITES], first, lanes, a->stamps);
    store_words(row[SHADOW_WRITE_MARKS], first, lanes, (Words)a->mark);
  } else if (!HAS(SHARED)) {
    store(row[SHADOW_READS], first, lanes, a->stamps);
    store_words(row[SHADOW_READ_MARKS], first, lanes, (Words)a->mark);
  }
  return true;
}

// Lanes side by side, each with one cell; address: that of lane 0.
HELPER watch_contiguous(u64 *context, u32 mark, u64 address, u32 lanes, void *data, u64 shape) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (!block || !lanes) return;
  u64 first = first_of(lanes), last = 31 - __builtin_clz(lanes);
  u64 low = address + first * WIDTH, *row = row_of(block, low, shape);
  if (!row) return;
  u64 begin = begin_of(low, shape);
  if (fits(low - begin, (last - first + 1) * WIDTH, row[SHADOW_SIZE])) {
    Access a = access_of(context, mark, data, block, row, shape);
    u64 cell = (i64)(address - begin) >> GRAIN_BITS;
    bool done = USUALLY(lanes == EVERYONE) ? watch_side_by_side(&a, cell, EVERYONE)
                                           : watch_side_by_side(&a, cell, lanes);
    if (done) {
      // Lanes that are off may be before the memory's begin.
      if (HAS(WRITES) && !HAS(SHARED)) note_written(row, cell + first, lanes >> first);
      return;
    }
  }
  watch_cells(context, mark, address + IOTA * WIDTH, lanes, data, shape);
}

// ---- all lanes at one place ---------------------------------------------------------------------

// Watches a read of one place of shared memory that lies behind a barrier, or returns false.
INLINE bool read_by_all(const Access *a, u64 address, u32 lanes) {
  u64 shape = a->shape, cell = address >> GRAIN_BITS;
  u64 *writes = (u64 *)a->row[SHADOW_WRITES], *times = (u64 *)a->block[WATCH_READ_TIMES];
  u64 *plane = (u64 *)plane_of(a, a->warp);
  if (address + WIDTH > a->row[SHADOW_SIZE]) return false;
  for (u64 k = cell; k < cell + CELLS; k++) {
    if (writes[k] >> TIME_BITS >= a->block_time) return false;
    // The host may know that another lane's read came before.
    if (HAS(PUBLISHES) && plane[k] >> TIME_BITS >= a->warp_time) return false;
  }
  if (HAS(ENGINES)) note_reads(a->block, cell, cell + CELLS);
  bool several = count_of(lanes) > 1;
  u64 lane = first_of(lanes), own = read_by_warp(a) | lane;
  for (u64 k = cell; k < cell + CELLS; k++) {
    times[k] = a->now;
    bool recent = plane[k] >> TIME_BITS >= a->warp_time;
    bool same = (plane[k] & (MANY_READERS | (LANES - 1))) == lane;
    plane[k] = several || (recent && !same) ? own | MANY_READERS : own;
  }
  return true;
}

HELPER watch_uniform(u64 *context, u32 mark, u64 address, u32 lanes, void *data, u64 shape) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (!block || !lanes) return;
  u64 *row = row_of(block, address, shape);
  if (!row) return;
  if (HAS(SHARED) && !HAS(WRITES)) {
    Access a = access_of(context, mark, data, block, row, shape);
    if (read_by_all(&a, address, lanes)) return;
  }
  watch_cells(context, mark, (Longs)address, lanes, data, shape);
}

// ---- one lane -----------------------------------------------------------------------------------

// Whether the stamps of a lane's cells are the thread's own, or older than all in the block.
//
// A stamp with a flag is neither: it is a large number, and the thread's has none.
INLINE bool are_own_or_old(const Access *a, u64 array, u64 cell, u64 thread) {
  u64 shape = a->shape, *stamps = (u64 *)array;
  u64 before = (HAS(SHARED) ? a->block_time : a->launch_time) << TIME_BITS;
  for (u64 k = cell; k < cell + CELLS; k++)
    if (stamps[k] >= before && (stamps[k] & (FLAGGED | THREAD)) != thread) return false;
  return true;
}

// Watches an access by one lane, or returns false.
INLINE bool watch_lane(const Access *a, u64 offset, u32 lane) {
  u64 shape = a->shape, cell = offset >> GRAIN_BITS, end = cell + CELLS;
  u64 thread = a->first | lane, *row = a->row;
  if (offset + WIDTH > row[SHADOW_SIZE]) return false;
  if (!are_own_or_old(a, row[SHADOW_WRITES], cell, thread)) return false;
  if (HAS(SHARED)) {
    u64 *times = (u64 *)a->block[WATCH_READ_TIMES], *plane = (u64 *)plane_of(a, a->warp);
    for (u64 k = cell; k < end; k++) {
      u64 who = plane[k] & (MANY_READERS | STRONG_READERS | (LANES - 1));
      if (HAS(WRITES) ? (i64)times[k] >= (i64)a->block_time
                      : plane[k] >> TIME_BITS >= a->warp_time && who != lane)
        return false;
    }
    if (HAS(ENGINES) && !HAS(WRITES)) note_reads(a->block, cell, end);
    for (u64 k = cell; k < end && !HAS(WRITES); k++) {
      times[k] = a->now;
      plane[k] = read_by_warp(a) | lane;
    }
  } else if (!HAS(WRITES) || row[SHADOW_READS]) {
    if (!are_own_or_old(a, row[SHADOW_READS], cell, thread)) return false;
  }
  if (HAS(WRITES) || !HAS(SHARED)) {
    u32 array = HAS(WRITES) ? SHADOW_WRITES : SHADOW_READS;
    u64 *stamps = (u64 *)row[array];
    u32 *marks = (u32 *)row[array + 1];
    for (u64 k = cell; k < end; k++) {
      stamps[k] = a->now << TIME_BITS | thread;
      marks[k] = a->mark;
    }
  }
  if (HAS(WRITES) && !HAS(SHARED)) note_written(row, cell, (1ul << CELLS) - 1);
  return true;
}

// Any lanes, quickly if it is one.
//
// So it is in each sum over a block: the first lane of a warp stores the warp's part. The general
// way looks at 32 lanes one after another on a processor that cannot gather and scatter.
HELPER watch_alone(u64 *context, u32 mark, Longs places, u32 lanes, void *data, u64 shape) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (!block || !lanes) return;
  if (count_of(lanes) == 1) {
    u32 lane = first_of(lanes);
    u64 address = places[lane], *row = row_of(block, address, shape);
    if (!row) return;
    Access a = access_of(context, mark, data, block, row, shape);
    if (watch_lane(&a, address - begin_of(address, shape), lane)) return;
  }
  watch_cells(context, mark, places, lanes, data, shape);
}
