// Addresses: checked, found on the host, counted.
#pragma once
#include "order.h"

// An instruction of a lane, for what it counts and for faults.
typedef struct {
  u64 *context, site;
  u32 lane;
} Place;

// Stops the launch; the first fault stays. Where accesses at fault are left out it comes back, and
// the launch goes on.
void fault(u64 *context, u64 kind, u64 site, u64 address, u32 lane);

// The device address for one that is in no allocation of this launch, or 0.
u64 resolve(u64 *context, u64 address);

// An address as a device address that is inside one allocation for all of its bytes; 0 after a
// fault.
u64 translate(u64 *context, u64 site, u64 address, u64 bytes, u32 lane);

// The host address of bytes of shared memory of any block of the cluster; 0 after a fault: no such
// rank, beyond its memory, or a block that has ended.
u64 cluster_host(u64 *context, u64 site, u64 address, u64 bytes, u32 lane);

// The host addresses of `width` bytes of each lane's shared memory, in its block's own or, in a
// cluster, in that of the block which the address names; false after a fault.
bool shared_hosts(u64 *context, u64 site, Longs addresses, u32 lanes, u64 width, bool in_cluster,
                  u64 *hosts);

// Over the sectors the most lanes on one address, added.
u64 atomic_sectors(Longs addresses, u32 lanes);

// Stops the launch if a condition holds, and returns whether it does.
INLINE bool refuse(Place at, bool is_bad, u64 kind, u64 value) {
  if (RARELY(is_bad)) fault(at.context, kind, at.site, value, at.lane);
  return is_bad;
}

// Whether the launch goes on where an access is at fault.
INLINE bool goes_on(Place at) { return RARELY(at.context[CONTEXT_SUPPRESSED] != 0); }

// Whether the bytes of each lane end within a size, and are aligned to their number; else it stops
// the launch.
INLINE bool are_inside(u64 *context, u64 site, Longs addresses, u32 lanes, u64 width, u64 size,
                       u64 kind) {
  Mask inside = MASK(addresses < size) & MASK(addresses + width <= size);
  Mask aligned = MASK((addresses & (width - 1)) == 0);
  u32 outside = lanes & ~bits_of(inside), misaligned = lanes & ~bits_of(aligned);
  if (USUALLY(!(outside | misaligned))) return true;
  u32 lane = first_of(outside ? outside : misaligned);
  fault(context, outside ? kind : FAULT_MISALIGNED, site, addresses[lane], lane);
  return false;
}

INLINE u64 *counters_of(u64 *context, u64 site) {
  return (u64 *)context[CONTEXT_SITES] + site * SITE_SLOTS;
}

INLINE u64 *allocation_of(u64 *context, u64 device) {
  return (u64 *)context[CONTEXT_TABLE] + (device >> OFFSET_BITS) * ALLOCATION_SLOTS;
}

INLINE u64 *peer_of(u64 *context, u64 rank) { return ((u64 **)context[CONTEXT_PEERS])[rank]; }

#define RANK_MASK ((1ul << RANK_SHIFT) - 1)

// The address of the same byte in another block's shared memory, as `mapa` does.
INLINE u64 in_block(u64 address, u64 rank) { return (address & RANK_MASK) | rank << RANK_SHIFT; }

// The offset of an address in the block's own shared memory; see `jit.cluster.own_offset`.
INLINE u64 own_offset(u64 *context, u64 address) {
  u64 offset = (i64)(address << (64 - RANK_SHIFT)) >> (64 - RANK_SHIFT), base = address - offset;
  return base == 0 || base == context[CONTEXT_RANK] << RANK_SHIFT ? offset : address;
}

// A random number below a limit, by Marsaglia's xorshift64 (2003).
INLINE u64 draw_below(u64 *context, u64 limit) {
  u64 state = context[CONTEXT_RANDOM];
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  context[CONTEXT_RANDOM] = state;
  return (state >> 11) % limit;
}

// Draws a coin under a random schedule; false under the others.
INLINE bool draws_coin(u64 *context) {
  return RARELY(context[CONTEXT_RANDOM] != 0) && draw_below(context, 2) == 0;
}
