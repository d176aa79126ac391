// Accesses of memory: checked, found on the host, and counted; those of one address, or of lanes that
// are side by side in shared memory, are moved here, too.
//
// Rules of counting, found on an H200. Global memory: a request for each executed instruction with
// an active lane, and as many sectors as distinct 32-byte sectors are touched. Shared memory has 32
// banks of 4 bytes (units are aligned pieces of the access's width; "rounds" is the most distinct
// units that share a bank):
//
// - loads and stores of up to 4 bytes: wavefronts = rounds; conflicts = wavefronts - 1.
// - 8-byte loads: 1 if the whole warp needs one round, else the rounds of the two half-warps, added;
//   conflicts = wavefronts - ceil(distinct words / 32).
// - 16-byte loads: for each half-warp 1 if it needs one round, else the rounds of its two
//   quarter-warps; conflicts = wavefronts - the sum over half-warps of ceil(distinct words / 32).
// - 8-byte stores by half-warps, 16-byte stores by quarter-warps, always apart;
//   conflicts = wavefronts - the number of parts that are not empty.
//
// The last argument, `shape`, is a constant in the module that uses a function.
#include "access.h"

#define STORES ((shape & 0xFF) != 0)
#define BYTES (shape >> BYTES_AT & 0xFF)  // of an element
#define COUNT (shape >> COUNT_AT & 0xFF)  // of a lane's elements
#define WIDTH (BYTES * COUNT)
#define SECTOR_BITS 5
#define LOW_HALF 0xFFFFu
#define HIGH_HALF 0xFFFF0000u
// Masked stores cost the same however few lanes take part. Of a softmax's time on a Zen 3, a
// twentieth went to those of the 4 bytes that a warp's first lane stores.
#define FEW 4

typedef Bytes BytesAt __attribute__((aligned(1)));
typedef Halves HalvesAt __attribute__((aligned(1)));

INLINE u32 last_of(u32 lanes) { return 31 - __builtin_clzg(lanes); }
INLINE u64 slot_of(u64 shape) { return STORES ? ALLOCATION_WRITE_BITS : ALLOCATION_READ_BITS; }

// ---- global memory ------------------------------------------------------------------------------

// Whether an address has the number of an allocation (or of the parameters).
INLINE bool in_table(u64 address) {
  u64 number = address >> OFFSET_BITS;
  return number >= PARAM_WINDOW && number < CAPACITY;
}

// An address as a device address with all of its bytes in one allocation; 0 after a fault.
INLINE u64 located(Place at, u64 address, u64 bytes) {
  u64 offset = OFFSET_OF(address);
  if (in_table(address) && fits(offset, bytes, allocation_of(at.context, address)[ALLOCATION_SIZE]))
    return address;
  return translate(at.context, at.site, address, bytes, at.lane);
}

// Notes sectors, if they are noted: bit i of `bits` is the one i after that of byte `offset`.
INLINE void mark_sectors(u64 bitmap, u64 offset, u64 bits) {
  if (USUALLY(bitmap)) set_bits((u64 *)bitmap, offset >> SECTOR_BITS, bits);
}

INLINE void count_requests(u64 *context, u64 site, u64 sectors, u32 lanes) {
  u64 *counters = counters_of(context, site);
  counters[SITE_GLOBAL]++;
  counters[SITE_SECTORS] += sectors;
  counters[SITE_LANES] += count_of(lanes);
}

// Moves what all lanes have at one address. `data` has scalars; a store takes them from the last
// active lane's place in vectors.
HELPER global_uniform(u64 *context, u64 site, u64 address, u32 lanes, u8 *data, u64 shape) {
  if (!lanes) return;
  Place at = {context, site, first_of(lanes)};
  if (refuse(at, address & (WIDTH - 1), FAULT_MISALIGNED, address)) return;
  u64 device = located(at, address, WIDTH);
  if (!device) return;
  u64 *entry = allocation_of(context, device), last = last_of(lanes);
  u8 *host = (u8 *)(device + entry[ALLOCATION_DELTA]);
  if (!STORES) __builtin_memcpy(data, host, WIDTH);
  for (u64 k = 0; STORES && k < COUNT; k++)
    __builtin_memcpy(host + k * BYTES, data + (k * LANES + last) * BYTES, BYTES);
  mark_sectors(entry[slot_of(shape)], OFFSET_OF(device), 1);
  count_requests(context, site, 1, lanes);
}

// The sectors of lanes side by side, from that of the first active one on.
INLINE u64 sectors_side_by_side(u64 address0, u32 lanes, u64 width) {
  u64 first = first_of(lanes), last = last_of(lanes), low = address0 + first * width;
  u64 total = ((low & 31) + (last - first) * width + width + 31) >> SECTOR_BITS;
  if (USUALLY(count_of(lanes) == last - first + 1)) return ~0ul >> (64 - total);
  Longs index = ((address0 & 31) + IOTA * width) >> SECTOR_BITS;
  u64 all = __builtin_reduce_or(mask_of(lanes) ? (Longs)1 << index : (Longs)0);
  return all >> __builtin_ctzg(all);
}

// Checks and counts an access by some lanes that are side by side, at least one; returns the host
// address of lane 0, or 0 after a fault.
HELPER_OF(u64) global_ragged(u64 *context, u64 site, u64 address0, u32 lanes, u64 shape) {
  u64 first = first_of(lanes), before = first * WIDTH, low = address0 + before;
  Place at = {context, site, first};
  if (refuse(at, low & (WIDTH - 1), FAULT_MISALIGNED, low)) return 0;
  u64 device = located(at, low, WIDTH);
  if (!device) return 0;
  u64 *entry = allocation_of(context, device), offset = OFFSET_OF(device);
  u64 fitting = (entry[ALLOCATION_SIZE] - offset) / WIDTH;
  if (RARELY(last_of(lanes) - first >= fitting)) {
    u32 lane = first_of(lanes & EVERYONE << (first + fitting));
    fault(context, FAULT_OUT_OF_BOUNDS, site, address0 + lane * WIDTH, lane);
    return 0;
  }
  u64 sectors = sectors_side_by_side(device - before, lanes, WIDTH);
  mark_sectors(entry[slot_of(shape)], offset, sectors);
  count_requests(context, site, __builtin_popcountl(sectors), lanes);
  return device + entry[ALLOCATION_DELTA] - before;
}

// Checks the lanes' addresses, at least one; stores the device and host address of each. Returns
// false after a fault.
HELPER_OF(bool) global_hosts(u64 *context, u64 site, Longs addresses, u32 lanes, u64 *devices,
                             u64 *hosts, u64 width) {
  Longs copy = addresses;
  u64 *each = (u64 *)&copy, first = each[first_of(lanes)];
  if (USUALLY(in_table(first))) {
    u64 *entry = allocation_of(context, first), size = entry[ALLOCATION_SIZE];
    // Unsigned offsets from the allocation's begin: those of other allocations come out too large.
    Longs offsets = addresses - (first - OFFSET_OF(first));
    Mask good = MASK(offsets <= size - width) & MASK((addresses & (width - 1)) == 0);
    if (USUALLY(size >= width && !(lanes & ~bits_of(good)))) {
      *(LongsAt *)devices = addresses;
      *(LongsAt *)hosts = addresses + entry[ALLOCATION_DELTA];
      return true;
    }
  }
  EACH_LANE(lane, lanes) {
    u64 address = each[lane];
    Place at = {context, site, lane};
    if (refuse(at, address & (width - 1), FAULT_MISALIGNED, address)) return false;
    u64 device = translate(context, site, address, width, lane);
    if (!device) return false;
    devices[lane] = device;
    hosts[lane] = device + allocation_of(context, device)[ALLOCATION_DELTA];
  }
  return true;
}

// Notes the sectors of lanes, which may be in different allocations.
INLINE void mark_each(u64 *context, Longs devices, u32 lanes, u64 slot) {
  u64 *each = (u64 *)&devices;
  EACH_LANE(lane, lanes) {
    u64 *bitmap = (u64 *)allocation_of(context, each[lane])[slot];
    if (USUALLY(bitmap != 0)) set_bit(bitmap, OFFSET_OF(each[lane]) >> SECTOR_BITS);
  }
}

// How many different values the active lanes have.
INLINE u64 distinct(Longs values, u32 lanes) {
  Longs before = __builtin_shufflevector(values, values, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                         13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
                                         28, 29, 30);
  bool is_sorted = !bits_of(MASK(values < before));
  if (lanes == EVERYONE && is_sorted) return count_of(bits_of(MASK(values != before))) + 1;
  u64 total = 0;
  for (u32 left = lanes; left; left &= ~ALIKE(values, left)) total++;
  return total;
}

// Counts an access at device addresses. `marks`: 1 if it reads, 2 if it writes, 3 for an atomic,
// which has for each sector as many sectors as the largest number of lanes on one address in it.
HELPER count_global(u64 *context, u64 site, Longs devices, u32 lanes, u64 marks) {
  if (marks & 1) mark_each(context, devices, lanes, ALLOCATION_READ_BITS);
  if (marks & 2) mark_each(context, devices, lanes, ALLOCATION_WRITE_BITS);
  u64 sectors = marks == 3 ? atomic_sectors(devices, lanes)
                           : distinct(devices >> SECTOR_BITS, lanes);
  count_requests(context, site, sectors, lanes);
}

// Device addresses in place of others. An address that is unknown stays as it is; its access is a
// fault.
HELPER_OF(Longs) settle(u64 *context, u32 lanes, Longs places) {
  for (u32 left = lanes, here; left; left &= ~here) {
    u32 lane = first_of(left);
    u64 address = places[lane], number = address >> OFFSET_BITS;
    here = left & bits_of(MASK(places >> OFFSET_BITS == number));
    if (number <= PARAM_WINDOW) continue;
    if (number < CAPACITY && allocation_of(context, address)[ALLOCATION_SIZE]) continue;
    u64 device = resolve(context, address);
    u64 size = device ? allocation_of(context, device)[ALLOCATION_SIZE] : 0;
    Longs moved = places + (device - address);
    Mask inside = MASK(moved >> OFFSET_BITS == device >> OFFSET_BITS) & MASK(OFFSET_OF(moved) < size);
    inside &= mask_of(here);
    places = inside ? moved : places;
    here = bits_of(inside) | 1u << lane;
  }
  return places;
}

// ---- banks of shared memory ---------------------------------------------------------------------

typedef struct {
  u64 waves, conflicts;
} Cost;

// The most distinct units of the lanes that share a bank in the low half, and how many distinct
// units there are in the high half.
HELPER_OF(u64) count_rounds(Words units, u32 lanes, u64 banks) {
  u8 units_of_bank[LANES] = {0};
  u64 most = 0, total = 0;
  for (u32 left = lanes; left; left &= ~ALIKE(units, left)) {
    most = max(most, ++units_of_bank[units[first_of(left)] & (banks - 1)]);
    total++;
  }
  return total << 32 | most;
}

INLINE u64 bank_rounds(Words units, u32 lanes, u64 banks) {
  if (!lanes) return 0;
  if (ALIKE(units, lanes) == lanes) return 1ul << 32 | 1;
  Words bits = (Words)1 << (units & (u32)(banks - 1));
  u32 used = __builtin_reduce_or(mask_of(lanes) ? bits : (Words)0);
  // As many banks as lanes: all distinct, one round.
  if (count_of(used) == count_of(lanes)) return (u64)count_of(lanes) << 32 | 1;
  return count_rounds(units, lanes, banks);
}

INLINE u64 rounds_of(Words units, u32 lanes, u64 banks) {
  return bank_rounds(units, lanes, banks) & 0xFFFFFFFF;
}

// One round if all lanes fit, else those of its two halves separately.
INLINE Cost cost_of_group(Words units, u32 lanes, u64 words, u32 low, u32 high) {
  u64 banks = 32 / words, together = bank_rounds(units, lanes, banks), waves = together & 0xFFFFFFFF;
  if (waves > 1)
    waves = rounds_of(units, lanes & low, banks) + rounds_of(units, lanes & high, banks);
  return (Cost){waves, waves - (((together >> 32) * words + 31) >> 5)};
}

INLINE Cost cost_of_stores(Words units, u32 lanes, u64 words) {
  u32 size = LANES / words, part = EVERYONE >> (LANES - size);
  u64 waves = 0, used = 0;
  for (u32 first = 0; first < LANES; first += size) {
    u32 here = lanes & part << first;
    waves += rounds_of(units, here, 32 / words);
    used += here != 0;
  }
  return (Cost){waves, waves - used};
}

INLINE Cost cost_of(Words addresses, u32 lanes, u64 shape) {
  u64 words = max(WIDTH, 4ul) / 4;
  Words units = addresses / (u32)(4 * words);
  if (words == 1) {
    u64 waves = rounds_of(units, lanes, 32);
    return (Cost){waves, waves - 1};
  }
  if (STORES) return cost_of_stores(units, lanes, words);
  if (words == 2) return cost_of_group(units, lanes, words, LOW_HALF, HIGH_HALF);
  Cost low = cost_of_group(units, lanes & LOW_HALF, words, 0xFF, 0xFF00);
  Cost high = cost_of_group(units, lanes & HIGH_HALF, words, 0xFF0000, 0xFF000000);
  return (Cost){low.waves + high.waves, low.conflicts + high.conflicts};
}

INLINE void count_wavefronts(u64 *context, u64 site, Cost cost, u32 lanes) {
  u64 *counters = counters_of(context, site);
  counters[SITE_SHARED]++;
  counters[SITE_WAVEFRONTS] += cost.waves;
  counters[SITE_CONFLICTS] += cost.conflicts;
  counters[SITE_LANES] += count_of(lanes);
}

// An atomic has as many wavefronts as the fullest bank has lanes, times the passes that it takes, and
// one less than that many conflicts.
HELPER count_shared_atomic(u64 *context, u64 site, Longs addresses, u32 lanes, u64 passes) {
  u64 fullest = 0;
  Longs banks = addresses >> 2 & 31;
  for (u32 left = lanes, here; left; left &= ~here) {
    here = ALIKE(banks, left);
    fullest = max(fullest, count_of(here));
  }
  count_wavefronts(context, site, (Cost){fullest * passes, fullest - 1}, lanes);
}

// Finds the lines of matrices of 8 x 8 (`ldmatrix`), each in one lane, and counts them; returns false
// after a fault.
HELPER_OF(bool) matrix_lines(u64 *context, u64 site, Longs addresses, u64 *hosts, u64 matrices) {
  u32 lanes = EVERYONE >> (LANES - 8 * matrices);
  if (!shared_hosts(context, site, addresses, lanes, 16, false, hosts)) return false;
  u64 waves = 0;
  for (u64 matrix = 0; matrix < matrices; matrix++)
    waves += rounds_of(WORDS(addresses) >> 4, 0xFFu << 8 * matrix, 8);
  count_wavefronts(context, site, (Cost){waves, waves - matrices}, EVERYONE);
  return true;
}

// The wavefronts, if each bank that is read and each that is written has one lane in each, and takes
// them in order.
INLINE u64 turns_of(Longs reads, Longs writes, u32 lanes) {
  u64 last_read[LANES] = {0}, last_written[LANES] = {0}, most = 0;
  EACH_LANE(lane, lanes) {
    u64 *read = last_read + reads[lane], *written = last_written + writes[lane];
    *read = *written = max(*read, *written) + 1;
    most = max(most, *read);
  }
  return most;
}

// The wavefronts in which a `cp.async` of `size` bytes a lane writes shared memory
// (`counting.wavefronts.shared_copy`).
HELPER_OF(u64) copy_waves(Longs sources, Longs targets, u32 lanes, u64 size) {
  u64 together = 128 / size, total = 0;
  Longs reads = sources / size & (together - 1), writes = targets / size & (together - 1);
  for (u64 first = 0; first < LANES; first += together) {
    u32 here = lanes & (u32)((1ul << together) - 1) << first;
    total += size == 16 ? here != 0 : turns_of(reads, writes, here);
  }
  return total;
}

// ---- shared and local memory --------------------------------------------------------------------

#define MOVE(type, scalar)                                                                     \
  if (STORES) __builtin_masked_store(mask_of(lanes), *(type##At *)data, (scalar *)host);       \
  else *(type##At *)data = __builtin_masked_load(mask_of(lanes), (scalar *)host, (type)0)

// Moves and counts lanes side by side, of up to 4 bytes each: whichever take part, no two of their
// words share a bank.
HELPER shared_contiguous(u64 *context, u64 site, u64 address0, u32 lanes, u8 *data, u64 shape) {
  if (RARELY(!lanes)) return;
  u64 first = first_of(lanes), low = address0 + first * BYTES, size = context[CONTEXT_SHARED_BYTES];
  u64 room = min(__builtin_elementwise_sub_sat(size, low) / BYTES, LANES);
  u32 bad = lanes & (u32)(~0ul << room) << first;
  if (RARELY(bad)) {
    u32 lane = first_of(bad);
    fault(context, FAULT_SHARED_OUT_OF_BOUNDS, site, address0 + lane * BYTES, lane);
    return;
  }
  Place at = {context, site, first};
  if (refuse(at, low & (BYTES - 1), FAULT_MISALIGNED, low)) return;
  u8 *host = (u8 *)context[CONTEXT_SHARED] + address0;
  if (STORES && count_of(lanes) <= FEW) {
    EACH_LANE(lane, lanes) __builtin_memcpy(host + lane * BYTES, data + lane * BYTES, BYTES);
  } else if (BYTES == 1) {
    MOVE(Bytes, u8);
  } else if (BYTES == 2) {
    MOVE(Halves, u16);
  } else {
    MOVE(Words, u32);
  }
  count_wavefronts(context, site, (Cost){1, 0}, lanes);
}

#define MOVE_EACH(type, scalar)                                                                \
  for (u64 k = 0; k < COUNT; k++) {                                                            \
    scalar *host = (scalar *)shared + k;                                                       \
    type##At *row = (type##At *)data + k;                                                      \
    if (STORES) SCATTER(mask_of(lanes), host, addresses / sizeof(scalar), *row);               \
    else *row = GATHER(type, mask_of(lanes), host, addresses / sizeof(scalar));                \
  }

// Sets each lane's region of shared memory to zero.
HELPER shared_clear(u64 *context, u64 site, Longs addresses, u32 lanes, Longs sizes) {
  u64 limit = context[CONTEXT_SHARED_BYTES];
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u64 address = addresses[lane], size = sizes[lane];
    if (refuse(at, address & 7, FAULT_MISALIGNED, address)) return;
    if (refuse(at, size && !fits(address, size, limit), FAULT_SHARED_OUT_OF_BOUNDS, address)) return;
    __builtin_memset((u8 *)context[CONTEXT_SHARED] + address, 0, size);
  }
}

// Moves a lane's elements between their place in memory and that in vectors.
INLINE void move_one(u8 *host, u8 *data, u64 lane, u64 shape) {
  for (u64 k = 0; k < COUNT; k++) {
    u8 *there = host + k * BYTES, *own = data + (k * LANES + lane) * BYTES;
    __builtin_memcpy(STORES ? there : own, STORES ? own : there, BYTES);
  }
}

// Moves and counts lanes at any addresses. Where several store to one place the last wins.
HELPER shared_scattered(u64 *context, u64 site, Longs addresses, u32 lanes, u8 *data, u64 shape) {
  if (RARELY(!lanes)) return;
  u64 size = context[CONTEXT_SHARED_BYTES];
  u8 *shared = (u8 *)context[CONTEXT_SHARED];
  if (count_of(lanes) == 1) {
    u64 lane = first_of(lanes), address = ((u64 *)&addresses)[lane];
    Place at = {context, site, lane};
    bool is_beyond = address >= size || address + WIDTH > size;
    if (refuse(at, is_beyond, FAULT_SHARED_OUT_OF_BOUNDS, address)) return;
    if (refuse(at, address & (WIDTH - 1), FAULT_MISALIGNED, address)) return;
    move_one(shared + address, data, lane, shape);
    count_wavefronts(context, site, (Cost){1, 0}, lanes);
    return;
  }
  if (!are_inside(context, site, addresses, lanes, WIDTH, size, FAULT_SHARED_OUT_OF_BOUNDS)) return;
  if (BYTES > 8 || count_of(lanes) <= FEW) {
    u64 *each = (u64 *)&addresses;
    EACH_LANE(lane, lanes) move_one(shared + each[lane], data, lane, shape);
  } else if (BYTES == 1) {
    MOVE_EACH(Bytes, u8)
  } else if (BYTES == 2) {
    MOVE_EACH(Halves, u16)
  } else if (BYTES == 4) {
    MOVE_EACH(Words, u32)
  } else {
    MOVE_EACH(Longs, u64)
  }
  count_wavefronts(context, site, cost_of(WORDS(addresses), lanes, shape), lanes);
}

// Loads what all lanes read at one address (a broadcast).
//
// One address fits one round, also 16-byte loads where only one half-warp is active; two halves of a
// 16-byte load are two wavefronts.
HELPER shared_uniform(u64 *context, u64 site, u64 address, u32 lanes, u8 *data, u64 shape) {
  if (RARELY(!lanes)) return;
  Place at = {context, site, first_of(lanes)};
  bool is_beyond = address + WIDTH > context[CONTEXT_SHARED_BYTES];
  if (refuse(at, is_beyond, FAULT_SHARED_OUT_OF_BOUNDS, address)) return;
  if (refuse(at, address & (WIDTH - 1), FAULT_MISALIGNED, address)) return;
  __builtin_memcpy(data, (u8 *)context[CONTEXT_SHARED] + address, WIDTH);
  u64 halves = ((lanes & LOW_HALF) != 0) + ((lanes & HIGH_HALF) != 0);
  count_wavefronts(context, site, (Cost){WIDTH >= 16 ? halves : 1, 0}, lanes);
}

// Finds each lane's bytes in its own `size` bytes of local memory, and counts them; returns false
// after a fault.
HELPER_OF(bool) local_hosts(u64 *context, u64 site, Longs addresses, u32 lanes, u64 memory, u64 size,
                            u64 *hosts, u64 width) {
  if (!are_inside(context, site, addresses, lanes, width, size, FAULT_LOCAL_OUT_OF_BOUNDS))
    return false;
  *(LongsAt *)hosts = addresses + IOTA * size + memory;
  u64 *counters = counters_of(context, site);
  counters[SITE_LOCAL] += lanes != 0;
  counters[SITE_LANES] += count_of(lanes);
  return true;
}

// Counts an access to other blocks' memory, which is not an access of shared memory. Lanes of an
// atomic at one address take turns.
HELPER count_remote(u64 *context, u64 site, Longs addresses, u32 lanes, u64 combines) {
  u64 *counters = counters_of(context, site);
  counters[SITE_REMOTE] += lanes != 0;
  counters[SITE_REMOTE_SECTORS] += combines ? atomic_sectors(addresses, lanes)
                                            : distinct(addresses >> SECTOR_BITS, lanes);
  counters[SITE_LANES] += count_of(lanes);
}
