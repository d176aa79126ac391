// Reads and writes the tags of memory: which bytes of it are defined.
//
// Each byte has a tag (`layout.Tag`) at the same offset in an array of its own. What a load finds is
// a mask: the lanes whose value is bad in the low half, those whose value is fresh in the high half
// (`analysis.undefined`). A lane has a mask for each element, in `masks`.
//
// The last argument of most functions says what the code is for, as in `watch.h`. What is outside of
// memory is left to the access itself, which is at fault.
#include "lanes.h"

#define SPACE (shape & 0xFF)
#define BYTES (shape >> BYTES_AT & 0xFF)  // of an element
#define COUNT (shape >> COUNT_AT & 0xFF)  // of a lane's elements
#define WIDTH (BYTES * COUNT)
#define EACH_BYTE(tag) (0x0101010101010101ul * (tag))

typedef Bytes BytesAt __attribute__((aligned(1)));
typedef void Tell(u64 *context, u32 inst, u32 decision, u32 lanes, u64 more);

INLINE u64 *slots_of(u64 *context) { return (u64 *)context[CONTEXT_UNDEFINED]; }

INLINE u64 *record_of(u64 *context, u32 inst) {
  return (u64 *)slots_of(context)[UNDEFINED_RECORDS] + (u64)inst * RECORD_SLOTS;
}

// The record of an instruction, at the slots of the warp.
INLINE u64 *record_of_warp(u64 *context, u32 inst) {
  return record_of(context, inst) + 2 * context[CONTEXT_WARP];
}

// The row of an allocation; a number that is none has that of 0.
INLINE u64 *row_of(u64 *context, u64 number) {
  u64 *table = (u64 *)slots_of(context)[UNDEFINED_TABLE];
  return table + (number < CAPACITY ? number : 0) * (TAGGED_SIZE + 1);
}

INLINE void tell(u64 *context, u32 inst, u32 decision, u32 lanes, u64 more) {
  ((Tell *)slots_of(context)[UNDEFINED_TELL])(context, inst, decision, lanes, more);
}

// The lanes whose access is inside memory of a size.
INLINE u32 inside(Longs offsets, u32 lanes, u64 width, u64 size) {
  // Below the memory's begin an offset is a huge number, and its end may wrap to 0.
  return lanes & bits_of(MASK(offsets + width <= size) & MASK(offsets <= size));
}

// The lanes whose address is in the allocation of the first of them.
INLINE u32 in_one_allocation(Longs places, u32 lanes) {
  u64 number = places[first_of(lanes)] >> OFFSET_BITS;
  return lanes & bits_of(MASK(places >> OFFSET_BITS == number));
}

// Whether all lanes are in one allocation, and that has no tags.
INLINE bool are_defined(u64 *context, Longs places, u32 lanes) {
  u64 *row = row_of(context, places[first_of(lanes)] >> OFFSET_BITS);
  return !row[TAGGED_TAGS] && in_one_allocation(places, lanes) == lanes;
}

// The same of lanes that are so many bytes apart: they are in one allocation, or at fault.
INLINE bool are_defined_along(u64 *context, u64 first, u64 stride, u32 lanes) {
  u64 place = first + stride * first_of(lanes);
  return !lanes || !row_of(context, place >> OFFSET_BITS)[TAGGED_TAGS];
}

// Runs its body for each allocation that lanes are in: `here` are those.
#define EACH_ALLOCATION(here, places, lanes) \
  for (u32 rest = (lanes), here; rest && (here = in_one_allocation((places), rest), true); rest &= ~here)

INLINE u64 all_masks(const u64 *masks, u64 shape) {
  u64 total = 0;
  for (u64 k = 0; k < COUNT; k++) total |= masks[k];
  return total;
}

// ---- loads --------------------------------------------------------------------------------------

// Notes where a load found an undefined value, and with which tags.
INLINE void note(u64 *context, u32 inst, u32 lane, u64 place, u64 tags) {
  u64 written = tags & EACH_BYTE(1) ? TAG_CALCULATED : TAG_UNWRITTEN;
  u64 tag = tags & EACH_BYTE(TAG_UNWRITTEN) ? written : TAG_FRESH;
  u64 *record = record_of_warp(context, inst);
  record[RECORD_ADDRESS] = place;
  record[RECORD_SOURCE] = tag | FOUND | (u64)lane << 8;
}

// The tags of up to 8 bytes of each lane, which are aligned to their number.
INLINE Longs tags_at(Mask lanes, u64 base, Longs offsets, u64 bytes) {
  if (bytes == 1) return LONGS(GATHER(Bytes, lanes, (u8 *)base, offsets));
  if (bytes == 2) return LONGS(GATHER(Halves, lanes, (u16 *)base, offsets / 2));
  if (bytes == 4) return LONGS(GATHER(Words, lanes, (u32 *)base, offsets / 4));
  return GATHER(Longs, lanes, (u64 *)base, offsets / 8);
}

// Adds to the masks of an element what lanes found.
INLINE void find(u64 *mask, Longs tags) {
  u64 bad = bits_of(MASK((tags & EACH_BYTE(TAG_UNWRITTEN)) != 0));
  *mask |= bad | (bits_of(MASK(tags != 0)) & ~bad) << 32;
}

INLINE void load_from(u64 *context, u32 inst, Longs places, u64 base, Longs offsets, u32 lanes,
                      u64 *masks, u64 shape) {
  u64 step = min(BYTES, 8);
  Longs seen = 0;
  for (u64 at = 0; at < WIDTH; at += step) {
    Longs tags = tags_at(mask_of(lanes), base, offsets + at, step);
    find(masks + at / BYTES, tags);
    seen |= tags;
  }
  u32 lanes_found = bits_of(MASK(seen != 0));
  if (USUALLY(!lanes_found)) return;
  u32 lane = first_of(lanes_found);
  note(context, inst, lane, places[lane], seen[lane]);
}

// The tags of one lane's access to the shared memory of its cluster; null if there is no such byte.
INLINE u8 *remote(u64 *context, u64 address, u64 width) {
  address &= OFFSET_MASK;
  u64 rank = address >> RANK_SHIFT, offset = address & ((1ul << RANK_SHIFT) - 1);
  if (rank >= context[CONTEXT_CLUSTER_BLOCKS]) return 0;
  u64 *there = ((u64 **)context[CONTEXT_PEERS])[rank];
  if (offset + width > there[CONTEXT_SHARED_BYTES]) return 0;
  return (u8 *)slots_of(there)[UNDEFINED_SHARED] + offset;
}

INLINE void load_remote(u64 *context, u32 inst, u32 lanes, Longs places, u64 *masks, u64 shape) {
  u64 step = min(BYTES, 8);
  EACH_LANE(lane, lanes) {
    u8 *tags = remote(context, places[lane], WIDTH);
    for (u64 at = 0; tags && at < WIDTH; at += step) {
      u64 own = bytes_at(tags + at, step);
      if (!own) continue;
      masks[at / BYTES] |= 1ul << lane << (own & EACH_BYTE(TAG_UNWRITTEN) ? 0 : 32);
      note(context, inst, lane, places[lane], own);
    }
  }
}

// Returns the masks of all elements of a warp's load in one; unless that is 0, `masks` has each.
HELPER_OF(u64) tags_load(u64 *context, u32 inst, u32 lanes, Longs places, u64 *masks, u64 shape) {
  if (!lanes || (SPACE == MEMORY_GLOBAL && are_defined(context, places, lanes))) return 0;
  for (u64 k = 0; k < COUNT; k++) masks[k] = 0;
  if (SPACE == MEMORY_REMOTE) {
    load_remote(context, inst, lanes, places, masks, shape);
  } else if (SPACE == MEMORY_GLOBAL) {
    Longs offsets = OFFSET_OF(places);
    EACH_ALLOCATION(here, places, lanes) {
      u64 *row = row_of(context, places[first_of(here)] >> OFFSET_BITS);
      u32 fine = inside(offsets, here, WIDTH, row[TAGGED_SIZE]);
      if (row[TAGGED_TAGS])
        load_from(context, inst, places, row[TAGGED_TAGS], offsets, fine, masks, shape);
    }
  } else {
    u32 fine = inside(places, lanes, WIDTH, context[CONTEXT_SHARED_BYTES]);
    load_from(context, inst, places, slots_of(context)[UNDEFINED_SHARED], places, fine, masks, shape);
  }
  return all_masks(masks, shape);
}

// The same of lanes that load one after another, so many bytes apart.
HELPER_OF(u64) tags_load_along(u64 *context, u32 inst, u32 lanes, u64 first, u64 stride, u64 *masks,
                               u64 shape) {
  if (SPACE == MEMORY_GLOBAL && are_defined_along(context, first, stride, lanes)) return 0;
  u64 size = context[CONTEXT_SHARED_BYTES];
  if (SPACE == MEMORY_SHARED && stride == WIDTH && lanes == EVERYONE && first < size &&
      first + LANES * WIDTH <= size) {
    BytesAt *tags = (BytesAt *)(slots_of(context)[UNDEFINED_SHARED] + first);
    Bytes some = 0;
    for (u64 k = 0; k < WIDTH; k++) some |= tags[k];
    if (USUALLY(!__builtin_reduce_or(some))) return 0;
  }
  return tags_load(context, inst, lanes, first + IOTA * stride, masks, shape);
}

// The same of the lanes' local memory: of so many bytes, one lane's after another's in `local`.
HELPER_OF(u64) tags_load_local(u64 *context, u32 inst, u32 lanes, Longs places, u8 *local, u64 size,
                               u64 *masks, u64 shape) {
  u64 step = min(BYTES, 8);
  u32 first = EVERYONE;
  u64 seen = 0;
  for (u64 k = 0; k < COUNT; k++) masks[k] = 0;
  EACH_LANE(lane, inside(places, lanes, WIDTH, size)) {
    u64 total = 0;
    for (u64 at = 0; at < WIDTH; at += step) {
      u64 own = bytes_at(local + lane * size + places[lane] + at, step);
      u64 bit = 1ul << lane, half = own & EACH_BYTE(TAG_UNWRITTEN) ? 0 : 32;
      if (own) masks[at / BYTES] |= bit << half;
      total |= own;
    }
    if (total && first == EVERYONE) first = lane, seen = total;
  }
  if (RARELY(seen != 0)) note(context, inst, first, places[first], seen);
  return all_masks(masks, shape);
}

// ---- stores -------------------------------------------------------------------------------------

// The tags of a mask, in each byte of each lane.
INLINE Longs tags_of(u64 mask) {
  Longs fresh = mask_of(mask >> 32) ? (Longs)EACH_BYTE(TAG_FRESH) : (Longs)0;
  return mask_of(mask) ? (Longs)EACH_BYTE(TAG_CALCULATED) : fresh;
}

INLINE void put_at(Mask lanes, u64 base, Longs offsets, u64 bytes, Longs tags) {
  if (bytes == 1) SCATTER(lanes, (u8 *)base, offsets, __builtin_convertvector(tags, Bytes));
  else if (bytes == 2)
    SCATTER(lanes, (u16 *)base, offsets / 2, __builtin_convertvector(tags, Halves));
  else if (bytes == 4) SCATTER(lanes, (u32 *)base, offsets / 4, WORDS(tags));
  else SCATTER(lanes, (u64 *)base, offsets / 8, tags);
}

INLINE void put(u64 base, Longs offsets, u32 lanes, const u64 *masks, u64 shape) {
  u64 step = min(BYTES, 8);
  for (u64 at = 0; at < WIDTH; at += step)
    put_at(mask_of(lanes), base, offsets + at, step, tags_of(masks[at / BYTES]));
}

INLINE u8 tag_of(u64 mask, u32 lane) {
  if (mask >> lane & 1) return TAG_CALCULATED;
  return mask >> 32 >> lane & 1 ? TAG_FRESH : 0;
}

INLINE void put_lane(u8 *tags, const u64 *masks, u32 lane, u64 shape) {
  for (u64 at = 0; at < WIDTH; at++) tags[at] = tag_of(masks[at / BYTES], lane);
}

// Whether a lane stores an undefined value; that is noted.
INLINE bool stores_some(u64 *context, u32 inst, u32 lanes, const u64 *masks, u64 shape) {
  bool some = (all_masks(masks, shape) & (lanes | (u64)lanes << 32)) != 0;
  // An atomic has noted what it found before, which tells more.
  if (RARELY(some)) record_of_warp(context, inst)[RECORD_SOURCE] |= FOUND;
  return some;
}

// Turns the masks of what a warp stores into tags.
HELPER tags_store(u64 *context, u32 inst, u32 lanes, Longs places, u64 *masks, u64 shape) {
  if (!lanes) return;
  bool some = stores_some(context, inst, lanes, masks, shape);
  if (SPACE == MEMORY_REMOTE) {
    EACH_LANE(lane, lanes) {
      u8 *tags = remote(context, places[lane], WIDTH);
      if (tags) put_lane(tags, masks, lane, shape);
    }
  } else if (SPACE == MEMORY_GLOBAL) {
    if (USUALLY(!some && are_defined(context, places, lanes))) return;
    Longs offsets = OFFSET_OF(places);
    EACH_ALLOCATION(here, places, lanes) {
      u64 first = places[first_of(here)], *row = row_of(context, first >> OFFSET_BITS);
      if (RARELY(some && !row[TAGGED_TAGS])) tell(context, inst, DECISION_TAGS, here, first);
      u32 fine = inside(offsets, here, WIDTH, row[TAGGED_SIZE]);
      if (row[TAGGED_TAGS]) put(row[TAGGED_TAGS], offsets, fine, masks, shape);
    }
  } else {
    u32 fine = inside(places, lanes, WIDTH, context[CONTEXT_SHARED_BYTES]);
    put(slots_of(context)[UNDEFINED_SHARED], places, fine, masks, shape);
  }
}

// The same of lanes that store one after another. Nearly always all do, and all is defined.
HELPER tags_store_along(u64 *context, u32 inst, u32 lanes, u64 first, u64 stride, u64 *masks,
                        u64 shape) {
  bool is_global = SPACE == MEMORY_GLOBAL, some = all_masks(masks, shape) != 0;
  if (is_global && !some && are_defined_along(context, first, stride, lanes)) return;
  if (lanes == EVERYONE && stride == WIDTH && !some) {
    u64 *row = row_of(context, first >> OFFSET_BITS);
    u64 base = is_global ? row[TAGGED_TAGS] : slots_of(context)[UNDEFINED_SHARED];
    u64 size = is_global ? row[TAGGED_SIZE] : context[CONTEXT_SHARED_BYTES];
    u64 offset = is_global ? OFFSET_OF(first) : first;
    if (!base) return;
    if (fits(offset, LANES * WIDTH, size)) {
      __builtin_memset((u8 *)base + offset, 0, LANES * WIDTH);
      return;
    }
  }
  tags_store(context, inst, lanes, first + IOTA * stride, masks, shape);
}

HELPER tags_store_local(u64 *context, u32 inst, u32 lanes, Longs places, u8 *local, u64 size,
                        u64 *masks, u64 shape) {
  stores_some(context, inst, lanes, masks, shape);
  EACH_LANE(lane, inside(places, lanes, WIDTH, size))
    put_lane(local + lane * size + places[lane], masks, lane, shape);
}

// ---- copies, products, decisions, blocks --------------------------------------------------------

// Copies the tags of a `cp.async`: each lane copies `read` bytes of global to shared memory, and
// fills up to `size` with zeros.
HELPER tags_copy(u64 *context, u32 lanes, Longs source, Longs target, Longs read, u64 size) {
  u64 shared = slots_of(context)[UNDEFINED_SHARED], step = min(size, 8);
  lanes = inside(target, lanes, size, context[CONTEXT_SHARED_BYTES]);
  for (u64 at = 0; at < size; at += step) put_at(mask_of(lanes), shared, target + at, step, (Longs)0);
  lanes &= bits_of(MASK(read != 0));
  if (!lanes || are_defined(context, source, lanes)) return;
  EACH_LANE(lane, lanes) {
    u64 *row = row_of(context, source[lane] >> OFFSET_BITS), tags = row[TAGGED_TAGS];
    u64 offset = OFFSET_OF(source[lane]), length = read[lane];
    if (tags && fits(offset, length, row[TAGGED_SIZE]))
      __builtin_memcpy((u8 *)shared + target[lane], (u8 *)tags + offset, length);
  }
}

// The first lane of each quad that has one of these lanes.
INLINE u32 quads(u32 lanes) {
  u32 pairs = lanes | lanes >> 1;
  return (pairs | pairs >> 2) & 0x11111111;
}

// Returns the lanes whose first element of a matrix product is undefined, and second above.
//
// rows, columns: the lanes in which A is undefined, and B. Lane 4·g + t has row g of A, column g of
// B, and elements 2·t and 2·t + 1 of row g of the product.
HELPER_OF(u64) tags_product(u32 rows, u32 columns) {
  u32 whole = quads(rows) * 0xF, spoilt = quads(columns);
  u32 lanes[2] = {whole, whole};
  for (u32 column = 0; column < 8; column++)
    if (spoilt >> 4 * column & 1) lanes[column % 2] |= 0x11111111u << column / 2;
  return lanes[0] | (u64)lanes[1] << 32;
}

// Counts lanes in which an undefined value decides something, and tells of the first.
HELPER tags_decide(u64 *context, u32 inst, u32 decision, u32 lanes) {
  u64 *count = record_of(context, inst) + RECORD_COUNT, before = *count;
  *count = before + count_of(lanes);
  if (!before) tell(context, inst, decision, lanes, 0);
}

// Notes that nothing has written the shared memory of a block.
HELPER tags_begin_block(u64 *context) {
  u64 *slots = slots_of(context);
  __builtin_memset((u8 *)slots[UNDEFINED_SHARED], (u8)slots[UNDEFINED_FIRST_TAG],
                   context[CONTEXT_SHARED_BYTES]);
}
