// Issues bulk copies: checks their addresses and puts them into the queue.
#include "bulk.h"

// Where a copy goes and what it takes, a constant of the instruction: flags of `layout.BulkWay`, and
// above them what it does to the sectors of the tensor, as BULK_COPY_MARKS.
#define WAY(flag) ((way & BULK_WAY_##flag) != 0)

// ---- addresses ----------------------------------------------------------------------------------

INLINE bool is_unaligned(Place at, u64 address, u64 unit) {
  return refuse(at, address & (unit - 1), FAULT_BULK_ALIGNMENT, address);
}

// The host address of bytes of the block's own shared memory; 0 after a fault.
INLINE u64 own_host(Place at, u64 address, u64 bytes) {
  u64 offset = own_offset(at.context, address), limit = at.context[CONTEXT_SHARED_BYTES];
  bool fits = offset < limit && offset + bytes <= limit;
  return refuse(at, !fits, FAULT_SHARED_OUT_OF_BOUNDS, offset) ? 0
                                                              : at.context[CONTEXT_SHARED] + offset;
}

INLINE u64 any_host(Place at, u64 address, u64 bytes) {
  return cluster_host(at.context, at.site, address, bytes, at.lane);
}

// The host address of bytes at a copy's end in shared memory; 0 after a fault.
INLINE u64 box_host(Place at, u64 way, u64 address, u64 bytes) {
  return WAY(LOADS) && !WAY(IS_OWN) ? any_host(at, address, bytes) : own_host(at, address, bytes);
}

INLINE u64 barrier_host(Place at, u64 address) {
  if (refuse(at, address & 7, FAULT_MISALIGNED, address)) return 0;
  return any_host(at, address, 8);
}

// The device address of bytes of global memory, and at `host` the other one; 0 after a fault.
INLINE u64 global_places(Place at, u64 address, u64 bytes, u64 *host) {
  u64 device = translate(at.context, at.site, address, bytes, at.lane);
  if (device) *host = device + allocation_of(at.context, device)[ALLOCATION_DELTA];
  return device;
}

// Notes whose a copy is; false after a fault.
INLINE bool put_owner(Place at, u64 *copy, bool loads, u64 barrier) {
  u64 thread = thread_of(at);
  copy[BULK_COPY_LOADS] = loads;
  copy[BULK_COPY_THREAD] = thread;
  copy[BULK_COPY_OWNER] = loads ? barrier_host(at, barrier) : thread + 1;
  copy[BULK_COPY_GROUP] = loads ? 0 : *groups_of(at.context, thread);
  return copy[BULK_COPY_OWNER] != 0;
}

// Counts an instruction with its active lanes; false if there are none.
INLINE bool count_issue(u64 *context, u64 site, u32 lanes) {
  if (!lanes) return false;
  counters_of(context, site)[SITE_GLOBAL] += 1;
  counters_of(context, site)[SITE_LANES] += count_of(lanes);
  return true;
}

INLINE bool needs(Place at, bool is_good, u64 problem) {
  return !refuse(at, !is_good, FAULT_TENSOR_MAP, problem);
}

INLINE bool is_odd_size(Place at, u64 size) { return refuse(at, size & 15, FAULT_BULK_SIZE, size); }

// Where a lane's copy goes in one block: its box, its mbarrier, the number of blocks that the copy
// counts for, and of a tensor's box the host address. A multicast has a target in each block of its
// mask.
//
// Worked case: rank 2 copies to the blocks of mask 0b101, with the box at 0x02000400 and the
// barrier at 0x02000080. One copy goes to 0x00000400 and completes on 0x00000080, the other one
// goes to 0x02000400 and completes on 0x02000080. Only the first counts: the engine reads the
// tensor once. With IS_PAIR they complete on the barriers of ranks 0 and 2, as those are the blocks
// of their pairs that have the parity of the barrier's rank; from 0x01000080 on 1 and 3.
typedef struct {
  u64 box, barrier, counted, host;
} Target;

// Whether a copy goes to the block of a rank; if so, its target there.
INLINE bool is_target(u64 way, u64 blocks, u64 rank, Target *target) {
  if (!WAY(IS_MANY)) return true;
  if (!(blocks >> rank & 1)) return false;
  bool is_first = !(blocks & ((1ul << rank) - 1));
  u64 parity = target->barrier >> RANK_SHIFT & 1;
  target->box = in_block(target->box, rank);
  target->barrier = in_block(target->barrier, WAY(IS_PAIR) ? (rank & -2ul) | parity : rank);
  target->counted = is_first ? __builtin_popcountl(blocks) : 0;
  return true;
}

// The number of blocks among which a copy's targets are; 0 after a fault.
INLINE u64 targets_among(Place at, u64 way, u64 blocks) {
  if (!WAY(IS_MANY)) return 1;
  u64 ranks = at.context[CONTEXT_CLUSTER_BLOCKS];
  return refuse(at, blocks >> ranks, FAULT_CLUSTER, blocks) ? 0 : ranks;
}

// ---- rows of bytes ------------------------------------------------------------------------------

// Makes a copy of a row of bytes, without where it is and whose it is.
INLINE void put_row(u64 *copy, u64 size, u64 site) {
  __builtin_memset(copy, 0, 8 * ENGINE_ENTRY_SLOTS);
  copy[BULK_COPY_BYTES] = size;
  copy[BULK_COPY_SITE] = site;
  copy[BULK_COPY_ELEMENT] = copy[BULK_COPY_PLACE] = 1;
  copy[BULK_COPY_ROWS] = size != 0;
  copy[BULK_COPY_ROOM] = 1ul << 62;  // no limit
  for (u64 d = 0; d < BULK_RANK; d++) {
    copy[BULK_COPY_COUNT + d] = copy[BULK_COPY_SIZE + d] = d ? 1 : size;
    copy[BULK_COPY_STEP + d] = 1;
  }
}

// A copy that is left out moves nothing; a load completes its bytes all the same, so that nobody
// waits for them.
INLINE void leave_out(Place at, Target target, u64 size, u64 way) {
  u64 copy[ENGINE_ENTRY_SLOTS];
  if (!goes_on(at) || !WAY(LOADS)) return;
  put_row(copy, 0, at.site);
  if (!put_owner(at, copy, true, target.barrier)) return;
  copy[BULK_COPY_BYTES] = size;
  bulk_push(at.context, copy);
}

// Makes all of a copy lie outside its tensor, so that a load of what is not there gives zeros; false
// if that ends the launch, or it is a store.
INLINE bool give_zeros(Place at, u64 *copy, u64 way) {
  if (!goes_on(at) || !WAY(LOADS)) return false;
  copy[BULK_COPY_SIZE] = copy[BULK_COPY_FILL] = 0;
  copy[BULK_COPY_CARRIES] = 1;  // there is no other end to look at
  return true;
}

// The bytes of a row that are not copied: those at its ends, which may be outside their memory, and of
// each 16 those without a bit in `mask`, if it is not 0.
typedef struct {
  u64 left, right, mask;
} Omitted;

INLINE void issue_row(Place at, Target target, u64 from, u64 size, Omitted omitted, u64 mover,
                      u64 way) {
  u64 copy[ENGINE_ENTRY_SLOTS], to = target.box, host = 0, device = 0, shared = 0;
  u64 box = WAY(LOADS) ? to : from, tensor = WAY(LOADS) ? from : to, left = omitted.left;
  u64 moved = size - left - omitted.right;
  if (!is_odd_size(at, size) && !is_unaligned(at, to, 16) && !is_unaligned(at, from, 16))
    shared = box_host(at, way, box, size);
  if (!shared) {
    leave_out(at, target, size, way);
    return;
  }
  if (WAY(IS_GLOBAL)) device = global_places(at, tensor + left, moved, &host);
  else host = own_host(at, tensor, size);
  put_row(copy, moved, at.site);
  if (!(WAY(IS_GLOBAL) ? device : host) && !give_zeros(at, copy, way)) return;
  if (!put_owner(at, copy, WAY(LOADS), target.barrier)) return;
  copy[BULK_COPY_BYTES] = size;
  copy[BULK_COPY_MOVER] = mover;
  copy[BULK_COPY_MARKS] = way >> BULK_WAY_MARKS_AT & 3;
  copy[BULK_COPY_DEVICE] = device;
  copy[BULK_COPY_TARGETS] = target.counted;
  copy[BULK_COPY_MANY] = WAY(IS_MANY);
  copy[BULK_COPY_HOST] = host;
  copy[BULK_COPY_SHARED] = shared + left;
  copy[BULK_COPY_OFFSET] = box + left;
  copy[BULK_COPY_BYTE_MASK] = omitted.mask;
  bulk_push(at.context, copy);
}

// A row of bytes for each lane.
HELPER bulk_plain(u64 *context, u64 site, Longs to, Longs from, Longs sizes, Longs barriers,
                  Longs blocks, u32 lanes, u64 mover, u64 way) {
  if (!count_issue(context, site, lanes)) return;
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u64 ranks = targets_among(at, way, blocks[lane]);
    for (u64 rank = 0; rank < ranks; rank++) {
      Target target = {to[lane], barriers[lane], 1, 0};
      if (is_target(way, blocks[lane], rank, &target))
        issue_row(at, target, from[lane], sizes[lane], (Omitted){}, mover, way);
    }
  }
}

// The same for loads without the first and last bytes (`.ignore_oob`).
HELPER bulk_trimmed(u64 *context, u64 site, Longs to, Longs from, Longs sizes, Longs left,
                    Longs right, Longs barriers, u32 lanes, u64 way) {
  if (!count_issue(context, site, lanes)) return;
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    Omitted omitted = {left[lane], right[lane], 0};
    bool fits = omitted.left < 16 && omitted.right < 16 &&
                omitted.left + omitted.right <= sizes[lane];
    if (!needs(at, fits, TENSOR_MAP_TRIMMED)) continue;
    Target target = {to[lane], barriers[lane], 1, 0};
    issue_row(at, target, from[lane], sizes[lane], omitted, (u64)bulk_copy, way);
  }
}

// The same for stores of some bytes of each 16 (`.cp_mask`).
HELPER bulk_masked(u64 *context, u64 site, Longs to, Longs from, Longs sizes, Longs masks,
                   u32 lanes, u64 way) {
  if (!count_issue(context, site, lanes)) return;
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u64 size = sizes[lane], mask = masks[lane];
    // Without a byte there is nothing to do, and the mask 0 means all.
    Omitted omitted = {0, mask ? 0 : size, mask};
    issue_row(at, (Target){to[lane], 0, 1, 0}, from[lane], size, omitted, (u64)bulk_copy, way);
  }
}

// Checks prefetches, which have no result.
HELPER bulk_prefetch(u64 *context, u64 site, Longs addresses, Longs sizes, u32 lanes) {
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    if (is_odd_size(at, sizes[lane]) || is_unaligned(at, addresses[lane], 16)) continue;
  }
}

// ---- stores and reductions that bring their bytes, and arrivals ---------------------------------

// The `size` bytes of each lane, up to 16, go to the cluster's shared memory (`st.async`, and with
// the marks of a reduction `red.async`).
HELPER bulk_remote(u64 *context, u64 site, Longs addresses, Longs barriers, Longs low, Longs high,
                   u32 lanes, u64 mover, u64 size, u64 marks) {
  u64 copy[ENGINE_ENTRY_SLOTS], *counters = counters_of(context, site);
  counters[SITE_REMOTE] += lanes != 0;
  counters[SITE_REMOTE_SECTORS] += atomic_sectors(addresses, lanes);
  counters[SITE_LANES] += count_of(lanes);
  put_row(copy, size, site);
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u64 to = addresses[lane], host = 0;
    if (!refuse(at, to & (size - 1), FAULT_MISALIGNED, to)) host = any_host(at, to, size);
    if (!host) {
      leave_out(at, (Target){to, barriers[lane], 1, 0}, size, BULK_WAY_LOADS);
      continue;
    }
    if (!put_owner(at, copy, true, barriers[lane])) continue;
    copy[BULK_COPY_SHARED] = host;
    copy[BULK_COPY_MOVER] = mover;
    copy[BULK_COPY_CARRIES] = 1;
    copy[BULK_COPY_DATA] = low[lane];
    copy[BULK_COPY_DATA + 1] = high[lane];
    copy[BULK_COPY_MARKS] = marks;
    bulk_push(context, copy);
  }
}

// Arrives at an mbarrier, at a host address, after `mover` has done its work for a thread.
HELPER bulk_await(u64 *context, u64 site, u64 thread, u64 host, u64 frame, u64 queue, u64 stage,
                  u64 mover) {
  u64 copy[ENGINE_ENTRY_SLOTS];
  put_row(copy, 0, site);
  copy[BULK_COPY_MOVER] = mover;
  copy[BULK_COPY_LOADS] = copy[BULK_COPY_ARRIVALS] = 1;
  copy[BULK_COPY_THREAD] = thread;
  copy[BULK_COPY_OWNER] = host;
  copy[BULK_COPY_FRAME] = frame;
  copy[BULK_COPY_QUEUE] = queue;
  copy[BULK_COPY_STAGE] = stage;
  bulk_push(context, copy);
}

// Makes the 16 bytes of an answer that come to a place in the cluster's shared memory; after a fault
// without an owner.
HELPER bulk_put_answer(Place at, u64 *copy, u64 to, u64 barrier) {
  u64 host = 0, size = 16;
  put_row(copy, size, at.site);
  if (!refuse(at, to & (size - 1), FAULT_MISALIGNED, to)) host = any_host(at, to, size);
  if (!host) {
    leave_out(at, (Target){to, barrier, 1, 0}, size, BULK_WAY_LOADS);
    return;
  }
  if (!put_owner(at, copy, true, barrier)) return;
  copy[BULK_COPY_SHARED] = host;
  copy[BULK_COPY_MOVER] = (u64)bulk_copy;
  copy[BULK_COPY_CARRIES] = 1;
}

// Arrives at mbarriers when copies are complete. `mover` completes the lane's copies of `cp.async`
// begun before `stage` arrivals.
HELPER bulk_arrival(u64 *context, u64 site, Longs addresses, u32 lanes, u64 frame, u64 queue,
                    u64 stage, u64 mover, bool in_cluster) {
  u64 hosts[LANES];
  if (!shared_hosts(context, site, addresses, lanes, 8, in_cluster, hosts)) return;
  EACH_LANE(lane, lanes) {
    u64 thread = thread_of((Place){context, site, lane});
    bulk_await(context, site, thread, hosts[lane], frame, queue, stage << 32 | 1u << lane, mover);
  }
}

// ---- groups and waits ---------------------------------------------------------------------------

// Puts the copies of each lane so far into a group.
HELPER bulk_commit(u64 *context, u32 lanes) {
  EACH_LANE(lane, lanes) *groups_of(context, thread_of((Place){context, 0, lane})) += 1;
}

// Completes all groups of each lane but the last ones, or lets them read shared memory and no more.
HELPER bulk_wait(u64 *context, u32 lanes, u64 left, bool only_read) {
  if (!engine_of(context)[ENGINE_PENDING]) return;
  EACH_LANE(lane, lanes) {
    u64 thread = thread_of((Place){context, 0, lane}), limit = *groups_of(context, thread) - left;
    if (only_read) bulk_read(context, thread + 1, limit);
    else bulk_deliver(context, thread + 1, limit);
  }
}

// ---- boxes of tensors ---------------------------------------------------------------------------

#define TILE_ALIGNMENT 128ul

// What is read from a tensor map; lists by dimension.
//
// element: bytes of the unit of elements that is copied; place: those in shared memory; packed: the
// logarithm of the elements in it. Sizes and counts of dimension 0 are in units.
typedef struct {
  u64 address, type, swizzle, fill, element, place, packed;
  u64 sizes[BULK_RANK], counts[BULK_RANK], steps[BULK_RANK], strides[BULK_RANK];
} Map;

// What a copy is compiled for, beside its way: the tensor's dimensions, whether it takes columns of
// pixels (im2col), and for a reduction what returns the mover for an element type.
typedef u64 Pick(u64 type);
#define RANK_OF(way) ((way) >> BULK_WAY_RANK_AT & 7)

#define FIELD(type, map, offset) \
  ({ type value_; __builtin_memcpy(&value_, (map) + (offset), sizeof value_); value_; })

#define NIBBLE(list, index) ((list) >> 4 * (index) & 15)
#define BYTE(list, index) ((list) >> 8 * (index) & 0xFF)

// The kind of map that a copy takes.
INLINE u64 mode_of(u64 way) {
  if (WAY(WIDE_128)) return TENSOR_MAP_WIDE_128;
  return WAY(WIDE) ? TENSOR_MAP_WIDE : WAY(COLUMNS) ? TENSOR_MAP_COLUMNS : 0;
}

// Whether rows of elements of 4 or 6 bits are whole units, and those of padded ones as they must be.
INLINE bool fits_packs(const Map *read, u64 size, u64 count, u64 swizzle, u64 aligned) {
  u64 unit = 1ul << read->packed;
  if (unit == 1) return true;
  if (read->fill || ((size | count) & (unit - 1))) return false;
  if (read->element == read->place) return true;
  bool is_whole = count == TENSOR_MAP_PADDED_ROW && !(size & (TENSOR_MAP_PADDED_ROW - 1));
  bool can_swizzle = (!swizzle || swizzle == TENSOR_MAP_SWIZZLE_128) && !(read->swizzle & 8);
  return is_whole && can_swizzle && !(aligned & 31);
}

// Reads a tensor map; false after a fault, if the copy cannot use it.
INLINE bool read_map(Place at, const u8 *map, u64 way, Map *read) {
  u64 rank = RANK_OF(way), mode = mode_of(way), extents = mode ? 2 : rank;
  u64 type = map[TENSOR_MAP_TYPE_AT], swizzle = map[TENSOR_MAP_SWIZZLE_AT];
  u64 atomicity = map[TENSOR_MAP_ATOMICITY_AT], misaligned, counts[BULK_RANK];
  bool fits = true, is_near = true;
  if (!needs(at, FIELD(u32, map, TENSOR_MAP_MAGIC_AT) == TENSOR_MAP_MAGIC, TENSOR_MAP_NOT_A_MAP) ||
      !needs(at, map[TENSOR_MAP_RANK_AT] == rank - 1, TENSOR_MAP_OTHER_RANK) ||
      !needs(at, map[TENSOR_MAP_MODE_AT] == mode, TENSOR_MAP_OTHER_MODE) ||
      !needs(at, type < 64 && (TENSOR_MAP_HAS_TYPE >> type & 1), TENSOR_MAP_OTHER_TYPE) ||
      !needs(at, !map[TENSOR_MAP_INTERLEAVE_AT], TENSOR_MAP_INTERLEAVED))
    return false;
  read->address = misaligned = FIELD(u64, map, 0);
  read->type = type;
  read->fill = map[TENSOR_MAP_FILL_AT];
  read->element = NIBBLE(TENSOR_MAP_ELEMENT_BYTES, type);
  read->place = NIBBLE(TENSOR_MAP_ELEMENT_PLACES, type) + 1;
  read->packed = NIBBLE(TENSOR_MAP_ELEMENT_COUNT_BITS, type);
  for (u64 d = 0; d < rank; d++) {
    read->sizes[d] = FIELD(u32, map, TENSOR_MAP_SIZES_AT + 4 * d);
    read->steps[d] = d ? FIELD(u32, map, TENSOR_MAP_STEPS_AT + 4 * d) : 1;
    read->strides[d] = d ? FIELD(u64, map, TENSOR_MAP_STRIDES_AT + 8 * (d - 1)) : 0;
    fits &= read->steps[d] - 1 < 8;
    misaligned |= read->strides[d];
    // Without a limit the span of a box overflows: three rows 2^63 bytes apart end where they begin.
    is_near &= read->strides[d] < TENSOR_MAP_STRIDE_END;
  }
  for (u64 d = 0; d < extents; d++) {
    counts[d] = FIELD(u32, map, TENSOR_MAP_BOX_AT + 4 * d);
    fits &= counts[d] - 1 < (mode && d == 1 ? TENSOR_MAP_MOST_PIXELS : 256ul);
  }
  bool is_128 = swizzle == TENSOR_MAP_SWIZZLE_128 && atomicity < TENSOR_MAP_ATOMICITIES;
  if (!needs(at, fits, TENSOR_MAP_BOX_SIZE) ||
      !needs(at, !(misaligned & 15), TENSOR_MAP_UNALIGNED) ||
      !needs(at, is_near, TENSOR_MAP_FAR_ROWS) ||
      !needs(at, swizzle < TENSOR_MAP_SWIZZLE_BYTES_COUNT && (!atomicity || is_128),
             TENSOR_MAP_OTHER_SWIZZLE))
    return false;
  read->swizzle = is_128 ? BYTE(TENSOR_MAP_ATOM_MASKS, atomicity)
                         : BYTE(TENSOR_MAP_SWIZZLE_MASKS, swizzle);
  if (!needs(at, fits_packs(read, read->sizes[0], counts[0], swizzle, misaligned),
             TENSOR_MAP_UNEVEN_PACKS))
    return false;
  counts[0] >>= read->packed;
  read->sizes[0] >>= read->packed;
  u64 row = counts[0] * read->place, span = swizzle == 4 ? 96 : 16ul << swizzle;
  if (!needs(at, !(row & 15), TENSOR_MAP_UNEVEN_ROWS) ||
      !needs(at, !swizzle || row == span, TENSOR_MAP_SWIZZLED_ROWS) ||
      !needs(at, !WAY(FOUR_ROWS) || counts[1] == 1, TENSOR_MAP_NOT_FOUR_ROWS))
    return false;
  for (u64 d = 0; d < extents; d++) {
    u64 step = read->steps[d];
    read->counts[d] = mode ? counts[d] : (counts[d] + step - 1) / step;
  }
  return true;
}

// The device address of a tensor, of which the box's part must be accessible, and at `host` the
// other one; false after a fault.
INLINE bool tensor_places(Place at, const Map *read, u64 rank, const i64 *starts, u64 *device,
                          u64 *host) {
  u64 offset = 0, span = read->element;
  bool is_some = true;
  for (u64 d = 0; d < rank; d++) {
    u64 unit = d ? read->strides[d] : read->element;
    i64 reach = (read->counts[d] - 1) * read->steps[d], last = read->sizes[d] - 1;
    i64 low = __builtin_elementwise_max(starts[d], 0l);
    i64 high = __builtin_elementwise_min(starts[d] + reach, last);
    is_some &= low <= high;
    offset += low * unit;
    span += (high - low) * unit;
  }
  if (!is_some) offset = span = 0;
  *device = global_places(at, read->address + offset, span, host);
  if (!*device) return false;
  *device -= offset;
  *host -= offset;
  return true;
}

// How far a store may go: it moves whole chunks of 16 bytes, behind the last column, too, and what
// is behind the end of the tensor's allocation is nobody's. Tells the host of bytes that it hits.
//
// Worked case: 30 columns of bytes in rows of 64. The store of columns 16 to 47 writes columns 30
// and 31 as well.
INLINE void put_extent(Place at, u64 *copy, const Map *read, u64 rank, const i64 *starts) {
  u64 device = copy[BULK_COPY_DEVICE], columns = read->sizes[0], bytes = columns * read->element;
  u64 first = device, behind = -bytes & 15;
  bool is_inside = starts[0] < (i64)columns;
  for (u64 d = 1; d < rank; d++) {
    first += starts[d] * read->strides[d];
    is_inside &= starts[d] < (i64)read->sizes[d];
  }
  if (!is_inside) return;
  u64 end = first - OFFSET_OF(first) + allocation_of(at.context, first)[ALLOCATION_SIZE];
  copy[BULK_COPY_ROOM] = end - device;
  if (read->element != read->place) return;  // its rows are whole
  copy[BULK_COPY_SIZE] = (bytes + behind) / read->element;
  bool reaches = starts[0] + (i64)read->counts[0] > (i64)columns;
  if (behind && reaches && first + bytes < end)
    limit_extent(at.context, at.site, at.lane, first + bytes,
                 columns << read->packed << 4 | read->element);
}

// The function that moves a piece of a row; 0 after a fault.
INLINE u64 mover_of(Place at, u64 way, u64 type, Pick *pick) {
  bool is_rounded = type == TENSOR_MAP_ROUNDED;
  if (WAY(LOADS)) return (u64)(is_rounded ? bulk_round : bulk_copy);
  bool is_stored = !is_rounded && type != TENSOR_MAP_PADDED_FOUR;
  if (!pick && !needs(at, is_stored, TENSOR_MAP_OTHER_TYPE)) return 0;
  if (!pick) return (u64)(type == TENSOR_MAP_PADDED_SIX ? bulk_pack : bulk_copy);
  u64 mover = pick(type);
  return needs(at, mover != 0, TENSOR_MAP_NO_REDUCTION) ? mover : 0;
}

// Puts the copy of a box into the queue, or that of a part of one, `skipped` bytes from its begin;
// false after a fault.
INLINE bool issue_box(Place at, u64 way, Pick *pick, Target target, const Map *read,
                      const i64 *starts, u64 skipped) {
  u64 copy[ENGINE_ENTRY_SLOTS], rank = RANK_OF(way), units = 1, device, host;
  for (u64 d = 0; d < rank; d++) units *= read->counts[d];
  u64 size = units * read->element;
  bool is_there = tensor_places(at, read, rank, starts, &device, &host);
  if (!is_there && !(goes_on(at) && WAY(LOADS))) return false;
  put_row(copy, size, at.site);
  if (!put_owner(at, copy, WAY(LOADS), target.barrier)) return false;
  copy[BULK_COPY_MOVER] = mover_of(at, way, read->type, pick);
  if (!copy[BULK_COPY_MOVER]) return false;
  copy[BULK_COPY_MARKS] = way >> BULK_WAY_MARKS_AT & 3;
  copy[BULK_COPY_DEVICE] = is_there ? device : 0;
  copy[BULK_COPY_TARGETS] = target.counted;
  copy[BULK_COPY_MANY] = WAY(IS_MANY);
  copy[BULK_COPY_HOST] = host;
  copy[BULK_COPY_SHARED] = target.host + skipped;
  copy[BULK_COPY_OFFSET] = target.box + skipped;
  copy[BULK_COPY_SWIZZLE] = read->swizzle;
  copy[BULK_COPY_ELEMENT] = read->element;
  copy[BULK_COPY_PLACE] = read->place;
  copy[BULK_COPY_FILL] = read->fill;
  copy[BULK_COPY_ROWS] = units / read->counts[0];
  for (u64 d = 0; d < BULK_RANK; d++) {
    bool is_inside = d < rank;
    copy[BULK_COPY_COUNT + d] = is_inside ? read->counts[d] : 1;
    copy[BULK_COPY_STEP + d] = is_inside ? read->steps[d] : 1;
    copy[BULK_COPY_COORDINATE + d] = is_inside ? starts[d] : 0;
    copy[BULK_COPY_SIZE + d] = is_inside ? read->sizes[d] : 1;
    copy[BULK_COPY_STRIDE + d] = is_inside ? read->strides[d] : 0;
  }
  if (!is_there) give_zeros(at, copy, way);
  if (!WAY(LOADS)) put_extent(at, copy, read, rank, starts);
  bulk_push(at.context, copy);
  return true;
}

// Copies the runs of pixels along the first spatial dimension.
//
// Worked case: 10 pixels of images of 4 × 3 (W × H) from (w=2, h=1) on, with corners -1 and -1 on
// both axes, so that the box goes from -1 to 2. The runs along W are
//
//     h=1  w=2            1 pixel
//     h=2: beyond 3-1-1=1, so the next image's first row
//     h=-1 w=-1 0 1 2     4 pixels
//     h=0  w=-1 0 1 2     4 pixels
//     h=1  w=-1           1 pixel
//
// and each is one entry of the queue: a box of (channels, pixels of the run). The offsets are added
// to the coordinates of the run, not to those that the box is compared with.
INLINE void issue_columns(Place at, u64 way, Pick *pick, Target target, const u8 *map, Map *read,
                          const i64 *starts, const i64 *offsets) {
  u64 rank = RANK_OF(way), channels = read->counts[0], pixels = read->counts[1];
  i64 here[BULK_RANK], moved[BULK_RANK], lower[BULK_RANK], end[BULK_RANK];
  for (u64 d = 1; d < rank; d++) {
    here[d] = starts[d];
    if (d == rank - 1) break;
    lower[d] = FIELD(short, map, TENSOR_MAP_LOWER_AT + 2 * (d - 1));
    end[d] = (i64)read->sizes[d] + FIELD(short, map, TENSOR_MAP_UPPER_AT + 2 * (d - 1));
  }
  for (u64 d = 2; d < rank; d++) read->counts[d] = 1;
  i64 step = read->steps[1];
  for (i64 left = pixels, run; left > 0; left -= run) {
    // The first pixel may be outside the box, and is copied none the less.
    i64 room = (end[1] - here[1] + step - 1) / step;
    run = __builtin_elementwise_min(__builtin_elementwise_max(room, 1l), left);
    read->counts[1] = run;
    moved[0] = starts[0];
    for (u64 d = 1; d < rank; d++) moved[d] = here[d] + (d < rank - 1 ? offsets[d - 1] : 0);
    u64 done = (pixels - left) * channels * read->place;
    if (!issue_box(at, way, pick, target, read, moved, done)) return;
    // Go on to the pixel behind the run.
    bool carry = true;
    for (u64 d = 1; d < rank - 1 && carry; d++) {
      here[d] += d == 1 ? run * step : (i64)read->steps[d];
      carry = here[d] >= end[d];
      if (carry) here[d] = lower[d];
    }
    here[rank - 1] += carry;
  }
}

// The pixels of a column along W, without halos, and those between two of them.
typedef struct {
  u64 pixels, group, halo, total;
} Wide;

INLINE Wide wide_of(u64 way, const Map *read, const i64 *offsets) {
  Wide wide = {read->counts[1], read->counts[1], offsets[0], 0};
  if (WAY(WIDE_128)) {
    wide.pixels = TENSOR_MAP_WIDE_PIXELS;
    wide.group = TENSOR_MAP_WIDE_GROUP;
  }
  wide.total = wide.pixels + wide.pixels / wide.group * wide.halo;
  return wide;
}

// Copies runs of pixels along W, and behind each group of them its halo, which goes on along W from
// the last pixel. `interpreter.boxes.Wide` has a worked case.
INLINE void issue_wide(Place at, u64 way, Pick *pick, Target target, const u8 *map, Map *read,
                       const i64 *starts, const i64 *offsets) {
  u64 rank = RANK_OF(way), row = read->counts[0] * read->place, done = 0;
  Wide wide = wide_of(way, read, offsets);
  i64 here[BULK_RANK], step = read->steps[1];
  i64 lower = FIELD(short, map, TENSOR_MAP_LOWER_AT);
  i64 end = (i64)read->sizes[1] + FIELD(short, map, TENSOR_MAP_UPPER_AT);
  for (u64 d = 0; d < rank; d++) here[d] = starts[d];
  for (u64 d = 2; d < rank; d++) read->counts[d] = 1;
  i64 w = starts[1];
  for (u64 group = 0; group < wide.pixels / wide.group; group++) {
    for (i64 left = wide.group, run; left > 0; left -= run) {
      i64 room = (end - w + step - 1) / step;
      run = __builtin_elementwise_min(__builtin_elementwise_max(room, 1l), left);
      // The halo goes on behind the group's last run, which is one copy with it.
      i64 more = run == left ? wide.halo : 0;
      read->counts[1] = run + more;
      here[1] = w + offsets[1];
      if (!issue_box(at, way, pick, target, read, here, done)) return;
      done += (run + more) * row;
      w += run * step;
      if (w >= end) {
        w = lower;
        here[rank - 1] += 1;
      }
    }
  }
}

// Copies four rows: the coordinates are the first column, and each row.
INLINE void issue_rows(Place at, u64 way, Pick *pick, Target target, Map *read, const i64 *starts) {
  for (u64 row = 0; row < 4; row++) {
    i64 corner[BULK_RANK] = {starts[0], starts[1 + row]};
    u64 done = row * read->counts[0] * read->place;
    if (!issue_box(at, way, pick, target, read, corner, done)) return;
  }
}

// The units of a box, or of a column of pixels.
INLINE u64 units_of(u64 way, const Map *read, const i64 *offsets) {
  u64 units = read->counts[0];
  if (WAY(FOUR_ROWS)) return 4 * units;
  if (WAY(WIDE)) return wide_of(way, read, offsets).total * units;
  for (u64 d = 1; d < (WAY(COLUMNS) ? 2 : RANK_OF(way)); d++) units *= read->counts[d];
  return units;
}

// Whether a box may begin at its coordinates; `tensor_map.start_problem` has the reasons.
INLINE bool can_start(Place at, u64 way, const Map *read, i64 first, bool is_early) {
  bool is_padded = read->element != read->place;
  if (!needs(at, !is_padded || !(first & (TENSOR_MAP_PADDED_ROW - 1)),
             TENSOR_MAP_UNEVEN_PACK_START))
    return false;
  bool is_even = !(first & ((1l << read->packed) - 1)) &&
                 !((first >> read->packed) * read->element & (TENSOR_MAP_CHUNK - 1));
  return needs(at, is_even, TENSOR_MAP_UNEVEN_START) &&
         needs(at, WAY(LOADS) || !is_early, TENSOR_MAP_EARLY_STORE);
}

// coordinates: of the lane, 32 numbers apart, and behind them the offsets of columns of pixels.
INLINE void bulk_box(Place at, u64 way, Pick *pick, u64 map_address,
                     Target target, const i64 *coordinates) {
  u64 count = WAY(FOUR_ROWS) ? 5 : RANK_OF(way), host;
  i64 starts[BULK_RANK], offsets[BULK_RANK];
  Map read;
  bool has_place = !is_unaligned(at, target.box, TILE_ALIGNMENT);
  if (is_unaligned(at, map_address, 64)) return;
  if (!global_places(at, map_address, TENSOR_MAP_BYTES, &host)) return;
  const u8 *map = (const u8 *)host;
  if (!read_map(at, map, way, &read)) return;
  bool is_early = false;
  for (u64 d = 0; d < count; d++) {
    starts[d] = coordinates[LANES * d];
    is_early |= starts[d] < 0;
  }
  u64 further = WAY(WIDE) ? 2 : WAY(COLUMNS) ? count - 2 : 0;
  for (u64 d = 0; d < further; d++) offsets[d] = coordinates[LANES * (count + d)];
  i64 most = WAY(WIDE_128) ? TENSOR_MAP_MOST_HALO_128 : TENSOR_MAP_MOST_HALO;
  bool is_near = !WAY(WIDE) || (offsets[0] <= most && offsets[1] <= TENSOR_MAP_MOST_OFFSET);
  if (!needs(at, is_near, TENSOR_MAP_FAR_HALO)) return;
  u64 units = units_of(way, &read, offsets), span = units * read.place;
  // Swizzled chunks stay in their 128 bytes.
  if (read.swizzle) span = (span + TILE_ALIGNMENT - 1) & -TILE_ALIGNMENT;
  if (has_place && can_start(at, way, &read, starts[0], is_early))
    target.host = box_host(at, way, target.box, span);
  if (!target.host) {
    leave_out(at, target, units * read.element, way);
    return;
  }
  starts[0] >>= read.packed;
  if (WAY(FOUR_ROWS)) issue_rows(at, way, pick, target, &read, starts);
  else if (WAY(WIDE)) issue_wide(at, way, pick, target, map, &read, starts, offsets);
  else if (WAY(COLUMNS)) issue_columns(at, way, pick, target, map, &read, starts, offsets);
  else issue_box(at, way, pick, target, &read, starts, 0);
}

// Whether the mbarrier of a copy to one block is there, or in the other block of its pair.
INLINE bool has_near_barrier(Place at, u64 way, Target target) {
  if (!WAY(LOADS) || WAY(IS_MANY)) return true;
  u64 rank = at.context[CONTEXT_RANK];
  if (!WAY(IS_OWN)) rank = target.box >> RANK_SHIFT;
  bool is_far = (rank ^ target.barrier >> RANK_SHIFT) > (WAY(IS_PAIR) ? 1 : 0);
  return needs(at, !is_far, TENSOR_MAP_FAR_BARRIER);
}

// A box for each lane. `coordinates` are 32 i64 for each dimension, and for each offset of columns
// of pixels.
HELPER bulk_boxes(u64 *context, u64 site, Longs maps, Longs boxes, Longs barriers, Longs blocks,
                  const i64 *coordinates, u32 lanes, u64 way, Pick *pick) {
  if (!count_issue(context, site, lanes)) return;
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u64 ranks = targets_among(at, way, blocks[lane]);
    for (u64 rank = 0; rank < ranks; rank++) {
      Target target = {boxes[lane], barriers[lane], 1, 0};
      if (is_target(way, blocks[lane], rank, &target) && has_near_barrier(at, way, target))
        bulk_box(at, way, pick, maps[lane], target, coordinates + lane);
    }
  }
}

// ---- making tensor maps -------------------------------------------------------------------------

enum { ANYWHERE, IN_SHARED, IN_GLOBAL };

// The host address of a tensor map in a state space; 0 after a fault.
INLINE u8 *map_at(Place at, u64 address, u64 space) {
  u64 host = 0;
  if (refuse(at, address & 63, FAULT_MISALIGNED, address)) return 0;
  if (space == ANYWHERE && address >> OFFSET_BITS == SHARED_WINDOW) {
    address &= OFFSET_MASK;
    space = IN_SHARED;
  }
  if (space == IN_SHARED) host = own_host(at, address, TENSOR_MAP_BYTES);
  else global_places(at, address, TENSOR_MAP_BYTES, &host);
  return (u8 *)host;
}

// Sets a field of each lane's tensor map. Only a tensor map, or what is to become one, 128 zeros at
// first, has fields to replace.
HELPER tensormap_replace(u64 *context, u64 site, Longs addresses, Longs values, u32 lanes,
                         u64 space, u64 offset, u64 bytes) {
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u8 *map = map_at(at, addresses[lane], space);
    if (!map) continue;
    u64 any = 0, value = values[lane];
    u32 magic = FIELD(u32, map, TENSOR_MAP_MAGIC_AT);
    for (u64 k = 0; k < TENSOR_MAP_BYTES; k += 8) any |= FIELD(u64, map, k);
    if (!needs(at, magic == TENSOR_MAP_MAGIC || !any, TENSOR_MAP_NOT_A_MAP)) continue;
    magic = TENSOR_MAP_MAGIC;
    __builtin_memcpy(map + TENSOR_MAP_MAGIC_AT, &magic, 4);
    __builtin_memcpy(map + offset, &value, bytes);
  }
}

// Copies each lane's tensor map from shared to global memory.
HELPER tensormap_publish(u64 *context, u64 site, Longs to, Longs from, u32 lanes) {
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u8 *target = map_at(at, to[lane], IN_GLOBAL), *source = 0;
    if (target) source = map_at(at, from[lane], IN_SHARED);
    if (source) __builtin_memmove(target, source, TENSOR_MAP_BYTES);
  }
}
