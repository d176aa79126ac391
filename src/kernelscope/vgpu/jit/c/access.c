// Addresses: checked, found on the host, counted.
#include "access.h"

typedef void TellFault(u64 *context, u64 kind, u64 site, u64 address, u32 lane);

// Stops the launch, or, if it goes on where accesses are at fault, counts that and tells the host of
// the first one at this site.
HELPER fault(u64 *context, u64 kind, u64 site, u64 address, u32 lane) {
  u64 *suppressed = (u64 *)context[CONTEXT_SUPPRESSED];
  if (suppressed && !(FINAL_FAULTS >> kind & 1)) {
    u64 *count = (u64 *)suppressed[SUPPRESSED_COUNTS] + site * FAULTS + kind;
    if (!(*count)++) ((TellFault *)suppressed[SUPPRESSED_TELL])(context, kind, site, address, lane);
    return;
  }
  u64 *control = (u64 *)context[CONTEXT_CONTROL], none = 0;
  if (!__atomic_compare_exchange_n(control + CONTROL_STOP, &none, kind, false, __ATOMIC_RELAXED,
                                   __ATOMIC_RELAXED))
    return;
  control[CONTROL_FAULT_SITE] = site;
  control[CONTROL_FAULT_ADDRESS] = address;
  control[CONTROL_FAULT_LANE] = lane;
  control[CONTROL_FAULT_WARP] = context[CONTEXT_WARP];
  control[CONTROL_FAULT_BLOCK_X] = context[CONTEXT_BLOCK_X];
  control[CONTROL_FAULT_BLOCK_Y] = context[CONTEXT_BLOCK_Y];
  control[CONTROL_FAULT_BLOCK_Z] = context[CONTEXT_BLOCK_Z];
}

// The device address for one that is in no allocation of this launch, or 0.
//
// A product of matrices that are in a table of pointers asks for each access of each warp. The
// launcher, which is Python, knows the answer; it is asked once for an allocation. Asked each time,
// Triton's tutorial of grouped products did not end in 50 minutes; now it does in 3.
HELPER_OF(u64) resolve(u64 *context, u64 address) {
  u64 *count = (u64 *)context[CONTEXT_TABLE] + FOUND_PLACE, *row = count + 1;
  for (u64 k = 0; k < *count; k++, row += FOUND_SLOTS)
    if (address - row[FOUND_BASE] < row[FOUND_SIZE])
      return row[FOUND_DEVICE] + (address - row[FOUND_BASE]);
  return ((u64(*)(u64 *, u64))context[CONTEXT_RESOLVE])(context, address);
}

// What this launch has not seen yet is looked up by the launcher: raw host addresses, and pointers
// into allocations of earlier launches, that a kernel read from memory.
HELPER_OF(u64) translate(u64 *context, u64 site, u64 address, u64 bytes, u32 lane) {
  Place at = {context, site, lane};
  u64 device = address;
  if (address >> OFFSET_BITS >= CAPACITY || !allocation_of(context, address)[ALLOCATION_SIZE]) {
    device = resolve(context, address);
    if (refuse(at, !device, FAULT_OUT_OF_BOUNDS, address)) return 0;
  }
  bool is_inside = fits(OFFSET_OF(device), bytes, allocation_of(context, device)[ALLOCATION_SIZE]);
  return refuse(at, !is_inside, FAULT_OUT_OF_BOUNDS, address) ? 0 : device;
}

HELPER_OF(u64) cluster_host(u64 *context, u64 site, u64 address, u64 bytes, u32 lane) {
  Place at = {context, site, lane};
  u64 rank = address >> RANK_SHIFT, offset = address & RANK_MASK;
  if (refuse(at, rank >= context[CONTEXT_CLUSTER_BLOCKS], FAULT_OUTSIDE_CLUSTER, address)) return 0;
  u64 *there = peer_of(context, rank);
  bool is_beyond = offset + bytes > there[CONTEXT_SHARED_BYTES];
  if (refuse(at, is_beyond, FAULT_SHARED_OUT_OF_BOUNDS, address)) return 0;
  if (refuse(at, !there[CONTEXT_ALIVE], FAULT_BLOCK_HAS_ENDED, address)) return 0;
  return there[CONTEXT_SHARED] + offset;
}

HELPER_OF(bool) shared_hosts(u64 *context, u64 site, Longs addresses, u32 lanes, u64 width,
                             bool in_cluster, u64 *hosts) {
  if (in_cluster) {
    EACH_LANE(lane, lanes) {
      u64 address = addresses[lane];
      Place at = {context, site, lane};
      if (refuse(at, address & (width - 1), FAULT_MISALIGNED, address)) return false;
      hosts[lane] = cluster_host(context, site, address, width, lane);
      if (!hosts[lane]) return false;
    }
    return true;
  }
  u64 limit = context[CONTEXT_SHARED_BYTES];
  if (!are_inside(context, site, addresses, lanes, width, limit, FAULT_SHARED_OUT_OF_BOUNDS))
    return false;
  *(LongsAt *)hosts = context[CONTEXT_SHARED] + addresses;
  return true;
}

// ---- accesses that are left out -----------------------------------------------------------------

// Whether a lane's access lies in memory and is aligned; if not, that is a fault. The order is that
// of the access itself.
INLINE bool is_allowed(Place at, u64 address, u64 local_bytes, u64 shape) {
  u64 width = shape & ((1 << REACH_AT) - 1), reach = shape >> REACH_AT & 7, limit = local_bytes;
  bool in_cluster = shape & REACH_IN_CLUSTER;
  if (reach == REACH_GENERIC) {
    u64 window = address >> OFFSET_BITS;
    reach = REACH_GLOBAL;
    if (window == SHARED_WINDOW) reach = in_cluster ? REACH_CLUSTER : REACH_SHARED;
    if (window == LOCAL_WINDOW && local_bytes) reach = REACH_LOCAL;
    if (reach != REACH_GLOBAL) address &= OFFSET_MASK;
  }
  if (reach == REACH_PARAM) address = BASE_OF((u64)PARAM_WINDOW) | (address & START_MASK);
  if (reach == REACH_SHARED) limit = at.context[CONTEXT_SHARED_BYTES];
  if (reach == REACH_SHARED || reach == REACH_LOCAL) {
    u64 kind = reach == REACH_LOCAL ? FAULT_LOCAL_OUT_OF_BOUNDS : FAULT_SHARED_OUT_OF_BOUNDS;
    if (refuse(at, address >= limit || address + width > limit, kind, address)) return false;
  }
  if (refuse(at, address & (width - 1), FAULT_MISALIGNED, address)) return false;
  if (reach == REACH_CLUSTER) return cluster_host(at.context, at.site, address, width, at.lane);
  return reach == REACH_SHARED || reach == REACH_LOCAL ||
         translate(at.context, at.site, address, width, at.lane);
}

// The lanes whose access is at fault. shape: the bytes of a lane, and from REACH_AT on what it may
// reach.
HELPER_OF(u32) lanes_at_fault(u64 *context, u64 site, Longs addresses, u32 lanes, u64 local_bytes,
                              u64 shape) {
  u32 bad = 0;
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    if (RARELY(!is_allowed(at, addresses[lane], local_bytes, shape))) bad |= 1u << lane;
  }
  return bad;
}

// The time in ns that the block has reached, at least that of all others.
//
// A block whose clock is behind what another has read moves up to it, as Lamport's clocks do: what
// it reads after it saw the other's word is not earlier.
HELPER_OF(u64) timer(u64 *context) {
  u64 *time = (u64 *)context[CONTEXT_CONTROL] + CONTROL_TIME, khz = context[CONTEXT_KHZ];
  u64 own = context[CONTEXT_CYCLES] * 1000000 / khz;
  u64 reached = __atomic_fetch_max(time, own, __ATOMIC_RELAXED);
  if (reached <= own) return own;
  // Rounded up: the cycles of the time reached must not give an earlier time.
  context[CONTEXT_CYCLES] = reached * khz / 1000000 + 1;
  return reached;
}

HELPER_OF(u64) random_below(u64 *context, u64 limit) { return draw_below(context, limit); }

HELPER_OF(u64) atomic_sectors(Longs addresses, u32 lanes) {
  u64 total = 0;
  for (u32 left = lanes, here; left; left &= ~here) {
    u32 most = 0;
    here = ALIKE(addresses >> 5, left);
    for (u32 rest = here, together; rest; rest &= ~together) {
      together = ALIKE(addresses, rest);
      most = count_of(together) > most ? count_of(together) : most;
    }
    total += most;
  }
  return total;
}
