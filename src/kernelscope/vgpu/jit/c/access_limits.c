// Looks at accesses that may be beyond their limits (`jit.access_limits`), and tells the host of those.
#include "lanes.h"

// What the code is for, as in `watch.h`.
#define WIDTH (shape & 0xFF)                    // bytes of a lane
#define CLOSED (shape >> LIMITED_CLOSED_AT & 0xFF)  // states that do not allow the access
#define SETS (shape >> LIMITED_SETS_AT & 0xFF)      // what the access makes of them
#define HAS_ROW (shape >> LIMITED_ROW_AT & 1)       // whether it must stay in its arguments
#define WRITES (shape >> LIMITED_WRITES_AT & 1)

#define STATE_SLOTS 3
#define ROW_SLOTS 4

typedef void Tell(u64 *context, u32 what, u32 site, u32 lanes, Row *places, u64 more);

// Calls the host, if there are such lanes.
INLINE void tell(u64 *context, u32 what, u32 site, u32 lanes, Longs places, u64 more) {
  if (USUALLY(!lanes)) return;
  Row table = places;
  u64 *slots = (u64 *)context[CONTEXT_LIMITS];
  ((Tell *)slots[LIMIT_TELL])(context, what, site, lanes, &table, more);
}

// Addresses of shared or local memory must be from first to last, apart from a window and the rank
// of a block.
HELPER limit_array(u64 *context, u32 site, u32 lanes, Longs places, i64 first, i64 last) {
  if (!context[CONTEXT_LIMITS] || !lanes) return;
  Signed offsets = __builtin_convertvector(places & ((1ul << RANK_SHIFT) - 1), Signed);
  Mask outside = MASK(offsets < first) | MASK(offsets > last);
  tell(context, BEYOND_ARRAY, site, lanes & bits_of(outside), places, 0);
}

// Whether some bytes next to an allocation have one of these flags; `sets` are added to them.
//
// entry: the address of those bytes, and how many there are.
INLINE bool look(const u64 *entry, u64 offset, u64 width, u64 flags, u64 sets) {
  if (!fits(offset, width, entry[1])) return false;
  u8 *bytes = (u8 *)entry[0] + offset;
  u64 step = min(width & -width, 8), each = 0x0101010101010101ul, found = 0;
  for (u64 at = 0; at < width; at += step) {
    found |= bytes_at(bytes + at, step) & each * flags;
    if (sets)
      for (u64 k = 0; k < step; k++) bytes[at + k] |= sets;
  }
  return found != 0;
}

// The word of `layout.Writer` for lane 0 of the warp; another lane's has its number added.
INLINE u64 writer_of(u64 *context, u32 site) {
  u64 row = context[CONTEXT_BLOCK_Z] * context[CONTEXT_GRID_Y] + context[CONTEXT_BLOCK_Y];
  u64 block = row * context[CONTEXT_GRID_X] + context[CONTEXT_BLOCK_X];
  return block << WRITER_BLOCK | context[CONTEXT_WARP] * LANES << WRITER_THREAD | site;
}

// Notes who writes the words of a lane, next to the states.
INLINE void sign(const u64 *entry, u64 offset, u64 width, u64 writer) {
  u64 *words = (u64 *)entry[2], end = offset + width;
  if (!words || !fits(offset, width, entry[1])) return;
  for (u64 k = offset >> 2; k <= (end - 1) >> 2; k++) words[k] = writer;
}

// Looks at an access to global memory; row: the number of its arguments.
HELPER limit_global(u64 *context, u32 site, u32 lanes, Longs places, u64 row_number, u64 shape) {
  u64 *slots = (u64 *)context[CONTEXT_LIMITS];
  if (!slots || !lanes || !slots[LIMIT_STATES]) return;
  u64 *row = (u64 *)slots[LIMIT_ROWS] + row_number * ROW_SLOTS;
  u64 own = SETS ? writer_of(context, site) : 0;
  u32 closed = 0, outside = 0;
  EACH_LANE(lane, lanes) {
    u64 number = places[lane] >> OFFSET_BITS, offset = OFFSET_OF(places[lane]);
    u64 known = number < CAPACITY ? number : 0;
    u64 *entry = (u64 *)slots[LIMIT_STATES] + known * STATE_SLOTS;
    if (look(entry, offset, WIDTH, CLOSED, SETS)) closed |= 1u << lane;
    if (SETS) sign(entry, offset, WIDTH, own + ((u64)lane << WRITER_THREAD));
    if (HAS_ROW && number == row[0] && look(row + 1, offset, WIDTH, 0xFF, 0)) outside |= 1u << lane;
  }
  tell(context, BEYOND_STATE, site, closed, places, WIDTH);
  if (HAS_ROW) tell(context, BEYOND_ROW, site, outside, places, row_number);
  if (HAS_ROW && WRITES) tell(context, BEYOND_CONSTANT, site, row[3] ? lanes : 0, places, row_number);
}

// Tells the host of a copy that writes bytes behind the columns of a tensor, from `address` on.
//
// extent: the columns, and from bit 0 on the bytes of an element in four bits.
HELPER limit_extent(u64 *context, u64 site, u64 lane, u64 address, u64 extent) {
  if (USUALLY(!context[CONTEXT_LIMITS])) return;
  tell(context, BEYOND_EXTENT, site, 1u << lane, (Longs){} + address, extent);
}
