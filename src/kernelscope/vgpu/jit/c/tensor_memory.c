// Tensor memory: its allocation, and how a warp loads and stores it (`tcgen05`; PTX ISA, 9.7.18).
//
// Its words are kept column by column: the 128 lanes of a column follow each other, so that a warp's
// 32 lanes of it, or 16 rows of a product, are one vector.
#include "tensor_memory.h"

// Forgets what the block before had.
HELPER tensor_begin(u64 *context) {
  u64 *memory = tensor_of(context);
  __builtin_memset(memory, 0, 8 * TENSOR_MEMORY_TASKS);
}

// A block that ends has given back all its columns.
HELPER tensor_end(u64 *context) {
  u64 *memory = tensor_of(context);
  Place at = {context, memory[TENSOR_MEMORY_SITE], 0};
  wrong(at, memory[TENSOR_MEMORY_UNITS] != 0, TENSOR_PROBLEM_NEVER_FREED, 0);
}

// ---- allocation ---------------------------------------------------------------------------------

#define UNITS_OF(columns) (((columns) + TENSOR_UNIT - 1) / TENSOR_UNIT)

INLINE u64 units_from(u64 first, u64 columns) { return ((1ul << UNITS_OF(columns)) - 1) << first; }

INLINE bool is_bad_size(Place at, u64 columns) {
  bool is_power = !(columns & (columns - 1));
  bool is_good = is_power && columns >= TENSOR_UNIT && columns <= TENSOR_COLUMNS;
  return wrong(at, !is_good, TENSOR_PROBLEM_COLUMNS, columns);
}

// Whether the peer block has come to as many allocations, or has freed as many, as this warp's block
// with the one that it waits with; `count` is the slot of their number.
INLINE bool has_peer_come(Place at, u64 count) {
  u64 *memory = tensor_of(at.context), *peer = tensor_of(peer_block(at.context));
  u64 *waits = memory + TENSOR_MEMORY_WAITS + at.context[CONTEXT_WARP];
  if (!*waits) {
    *waits = memory[count] += 1;
    at.context[CONTEXT_IDLE] = 0;
  }
  if (peer[count] < *waits) return false;
  *waits = 0;
  return true;
}

INLINE bool has_no_peer(Place at, bool is_pair) {
  return wrong(at, is_pair && !has_peer(at.context), TENSOR_PROBLEM_PEER, 0);
}

// Allocates columns, and writes their address into shared memory; false if the warp has to wait: for
// columns that another one gives back, or for the peer block.
HELPER_OF(bool) tensor_alloc(u64 *context, u64 site, Longs targets, u32 lanes, Longs sizes,
                             bool is_pair) {
  u64 hosts[LANES];
  if (!lanes) return true;
  Place at = {context, site, first_of(lanes)};
  u64 *memory = tensor_of(context), columns = sizes[at.lane], first = 0;
  if (is_bad_size(at, columns) || has_no_peer(at, is_pair)) return true;
  if (wrong(at, memory[TENSOR_MEMORY_RELINQUISHED] != 0, TENSOR_PROBLEM_RELINQUISHED, columns))
    return true;
  if (!shared_hosts(context, site, targets, lanes, 4, false, hosts)) return true;
  while (memory[TENSOR_MEMORY_UNITS] & units_from(first, columns)) first += 1;
  if (first + UNITS_OF(columns) > TENSOR_UNITS) return false;
  if (is_pair && !has_peer_come(at, TENSOR_MEMORY_ASKED)) return false;
  u32 *words = words_of(context) + first * TENSOR_UNIT * TENSOR_LANES;
  __builtin_memset(words, context[CONTEXT_SCRATCH], 4 * columns * TENSOR_LANES);
  memory[TENSOR_MEMORY_UNITS] |= units_from(first, columns);
  memory[TENSOR_MEMORY_SIZES + first] = columns;
  memory[TENSOR_MEMORY_SITE] = site;
  *(u32 *)hosts[at.lane] = first * TENSOR_UNIT;
  context[CONTEXT_IDLE] = 0;
  tell_of_tensor(at, TENSOR_EVENT_ALLOC, lanes, first * TENSOR_UNIT, 0, columns);
  return true;
}

// Gives columns back; false if the warp has to wait for the peer block.
HELPER_OF(bool) tensor_dealloc(u64 *context, u64 site, Longs addresses, u32 lanes, Longs sizes,
                               bool is_pair) {
  if (!lanes) return true;
  Place at = {context, site, first_of(lanes)};
  u64 *memory = tensor_of(context), address = addresses[at.lane] & EVERYONE, columns = sizes[at.lane];
  u64 unit = address / TENSOR_UNIT;
  if (is_bad_size(at, columns) || has_no_peer(at, is_pair)) return true;
  bool begins = unit < TENSOR_UNITS && !(address % TENSOR_UNIT) &&
                memory[TENSOR_MEMORY_SIZES + unit % TENSOR_UNITS] == columns;
  if (wrong(at, !begins, TENSOR_PROBLEM_NOT_A_BEGIN, address)) return true;
  if (is_pair && !has_peer_come(at, TENSOR_MEMORY_FREED)) return false;
  memory[TENSOR_MEMORY_UNITS] &= ~units_from(unit, columns);
  memory[TENSOR_MEMORY_SIZES + unit] = 0;
  context[CONTEXT_IDLE] = 0;
  tell_of_tensor(at, TENSOR_EVENT_FREE, lanes, address, 0, columns);
  return true;
}

// The block allocates no more.
HELPER tensor_relinquish(u64 *context, u32 lanes) {
  if (lanes) tensor_of(context)[TENSOR_MEMORY_RELINQUISHED] = 1;
}

// Whether columns of a block are allocated; else it stops the launch.
HELPER_OF(bool) tensor_columns(u64 *context, u64 site, u64 lane, u64 *block, u64 first, u64 count) {
  u64 units = tensor_of(block)[TENSOR_MEMORY_UNITS], last = first + count - 1;
  Place at = {context, site, lane};
  for (u64 unit = first / TENSOR_UNIT; unit <= last / TENSOR_UNIT; unit++) {
    bool is_good = unit < TENSOR_UNITS && units >> unit & 1;
    if (wrong(at, !is_good, TENSOR_PROBLEM_NOT_ALLOCATED, max(unit * TENSOR_UNIT, first))) return false;
  }
  return true;
}

// ---- loads and stores ---------------------------------------------------------------------------

// The constant of a load or a store.
#define SHAPE_OF(way) ((way) & 7)
#define REGISTERS_OF(way) ((way) >> 8 & 0xFF)
#define IS_PACKED(way) ((way) >> 3 & 1)
#define SPLIT_OF(way) ((way) >> 32)
enum { IS_32X32B, IS_16X64B, IS_16X128B, IS_16X256B, IS_16X32BX2 };

// The row and the column of each lane's element in one register (PTX ISA, 9.7.18.2; of 16x64b also
// CUTLASS's `copy_traits_sm100.hpp`), columns counted from the address on.
typedef struct {
  Words row, column;
} Cells;

INLINE Cells cells_of(u64 shape, u32 number) {
  Words lane = WORDS(IOTA), none = lane ^ lane, upper = lane >> 2;
  switch (shape) {
    case IS_16X64B: return (Cells){upper + (lane & 1) * 8, 2 * number + (lane >> 1 & 1)};
    case IS_16X128B: return (Cells){upper + (number & 1) * 8, 4 * (number >> 1) + (lane & 3)};
    case IS_16X256B:
      return (Cells){upper + (number >> 1 & 1) * 8,
                     8 * (number >> 2) + 2 * (lane & 3) + (number & 1)};
    case IS_16X32BX2: return (Cells){lane & 15, none + number};
    default: return (Cells){lane, none + number};
  }
}

// The places of a register's lanes in words of tensor memory. half: of a packed pair.
INLINE Longs places_of(u64 address, u64 way, u32 number, u32 half) {
  Cells cells = cells_of(SHAPE_OF(way), number);
  Words column = IS_PACKED(way) ? 2 * cells.column + half : cells.column, base = column ^ column;
  base += (u32)address;
  if (SHAPE_OF(way) == IS_16X32BX2) base += (WORDS(IOTA) >> 4) * (u32)SPLIT_OF(way);
  return LONGS(((base & 0xFFFF) + column) * TENSOR_LANES + (base >> 16) + cells.row);
}

// Whether a warp may use the lanes and the columns of its load or store.
INLINE bool is_own(Place at, u64 address, u64 way) {
  bool is_whole = SHAPE_OF(way) == IS_32X32B;
  u64 lane = address >> 16, part = (at.context[CONTEXT_WARP] & 3) * LANES, split = SPLIT_OF(way);
  bool is_good = lane == part || (!is_whole && lane == part + 16);
  if (wrong(at, !is_good, TENSOR_PROBLEM_OTHER_LANES, lane)) return false;
  u64 second = lane + (split >> 16);
  if (wrong(at, second != part && second != part + 16, TENSOR_PROBLEM_OTHER_LANES, second))
    return false;
  u64 columns = REGISTERS_OF(way) << IS_PACKED(way), first = address & 0xFFFF;
  switch (SHAPE_OF(way)) {
    case IS_16X64B:
    case IS_16X128B:
    case IS_16X256B: columns *= 2;
  }
  u64 *context = at.context, begin = first + (split & 0xFFFF);
  return tensor_columns(context, at.site, at.lane, context, first, columns) &&
         (!split || tensor_columns(context, at.site, at.lane, context, begin, columns));
}

// Loads the registers of a warp into `out`, 32 words each. It is told of before it is checked: whoever
// watches knows who has given the columns back.
HELPER tensor_load(u64 *context, u64 site, Longs addresses, u32 lanes, Words *out, u64 way) {
  if (!lanes) return;
  Place at = {context, site, first_of(lanes)};
  u64 address = addresses[at.lane] & EVERYONE, words = (u64)words_of(context);
  tell_of_tensor(at, TENSOR_EVENT_LOAD, lanes, address, way, 0);
  bool is_good = is_own(at, address, way);
  for (u32 k = 0; k < REGISTERS_OF(way); k++) {
    Words value = WORDS(IOTA) ^ WORDS(IOTA);
    if (is_good) value = gather_words(ALL, words, places_of(address, way, k, 0));
    if (is_good && IS_PACKED(way))
      value = (value & 0xFFFF) | gather_words(ALL, words, places_of(address, way, k, 1)) << 16;
    out[k] = value;
  }
}

// Stores the registers of a warp from `values`, 32 words each.
HELPER tensor_store(u64 *context, u64 site, Longs addresses, u32 lanes, Words *values, u64 way) {
  if (!lanes) return;
  Place at = {context, site, first_of(lanes)};
  u64 address = addresses[at.lane] & EVERYONE, words = (u64)words_of(context);
  tell_of_tensor(at, TENSOR_EVENT_STORE, lanes, address, way, 0);
  if (!is_own(at, address, way)) return;
  for (u32 k = 0; k < REGISTERS_OF(way); k++) {
    Words value = values[k];
    if (IS_PACKED(way)) {
      scatter_words(ALL, words, places_of(address, way, k, 1), value >> 16);
      value &= 0xFFFF;
    }
    scatter_words(ALL, words, places_of(address, way, k, 0), value);
  }
}
