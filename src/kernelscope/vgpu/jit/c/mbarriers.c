// Barriers in shared memory; `instructions/mbarrier.py` says what their bits are. In checked code
// what may be wrong is told.
#include "bulk.h"
#include "checks.h"
#include "frames.h"

#define COUNT ((1l << 20) - 1)
#define WOKEN (1ul << LANES)

INLINE void tell_of(Place at, u32 kind, u64 host) {
  tell(at.context, kind, at.site, 1u << at.lane, host, 0);
}

// Tells of a use of memory that is surely not an mbarrier. Memory that nothing wrote has all bits
// set, and an mbarrier of layout v1, whose bit 62 is set, expects at most 511 arrivals.
INLINE void check_used(Place at, u64 host) {
  u64 word = *(u64 *)host, expected = word & COUNT;
  if (RARELY(!expected || (word >> 62 & 1 && expected > 511))) tell_of(at, CHECK_NOT_MADE, host);
}

// Stores 64 bits, for `init` and `inval`: then the word is all ones.
HELPER mbarrier_set(u64 *context, u64 site, Longs addresses, u32 lanes, Longs words,
                    bool in_cluster, bool checked) {
  u64 hosts[LANES];
  if (!shared_hosts(context, site, addresses, lanes, 8, in_cluster, hosts)) return;
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u64 word = words[lane];
    if (checked) tell_of(at, word == ~0ul ? CHECK_INVALIDATE : CHECK_INIT, hosts[lane]);
    *(u64 *)hosts[lane] = word;
  }
}

INLINE bool is_past(u64 host, u64 phase) { return *(u64 *)host >> 63 != phase; }

// `try_wait` suspends a thread until its phase ends, and the hardware lets it go on at that moment
// (PTX ISA, 9.7.15.16). Here its warp goes on in its next turn. By then the next phase may have
// ended, too, and the barrier's parity is what it was before the wait. So the end of a phase is
// noted with those who wait for it.
//
// Worked case: an epilogue that uses the mbarrier of the main loop again (CUTLASS's tutorial 05).
//
//     warps 1-3   try_wait of parity 0: suspended
//     warp 0      sees phase 0 over; multiplies; arms phase 1, and sees that over, too; bar.sync
//     warps 1-3   the barrier is in a phase of parity 0 again, but theirs has ended: they go on

// Wakes the lanes that are suspended at an mbarrier until a phase of this parity ends.
HELPER mbarrier_wake(u64 *context, u64 host, u64 phase) {
  u64 blocks = context[CONTEXT_CLUSTER_BLOCKS];
  for (u64 rank = 0; rank < blocks; rank++) {
    u64 *there = blocks > 1 ? peer_of(context, rank) : context;
    if (host - there[CONTEXT_SHARED] >= there[CONTEXT_SHARED_BYTES]) continue;
    for (u64 warp = 0; warp < there[CONTEXT_WARPS]; warp++) {
      u64 *frame = frame_of(there, warp);
      if (frame[FRAME_SUSPENDED] == (host | phase)) frame[FRAME_SUSPENDED_LANES] |= WOKEN;
    }
  }
}

// The lanes that an earlier `try_wait` of the same phase suspended, if it has ended since.
INLINE u32 woken_lanes(const u64 *frame, u64 host, u64 phase) {
  u64 lanes = frame[FRAME_SUSPENDED_LANES];
  return lanes & WOKEN && frame[FRAME_SUSPENDED] == (host | phase) ? (u32)lanes : 0;
}

// Notes that a lane waits for a phase; of lanes that wait for different ones the last.
INLINE void suspend(u64 *frame, u64 host, u64 phase, u32 lane) {
  if (frame[FRAME_SUSPENDED] != (host | phase)) frame[FRAME_SUSPENDED_LANES] = 0;
  frame[FRAME_SUSPENDED] = host | phase;
  frame[FRAME_SUSPENDED_LANES] |= 1u << lane;
}

// Sets `over` to the lanes whose barrier is past a phase; to all of them where an address is at
// fault. Before a lane has to wait, the bulk copies that its barrier waits for are completed, in a
// kernel that makes some.
HELPER mbarrier_over(u64 *context, u64 site, Longs addresses, u32 lanes, Longs phases, u32 *over,
                     bool in_cluster, bool checked, bool has_engine, bool suspends) {
  u64 hosts[LANES], *frame = frame_of(context, context[CONTEXT_WARP]);
  *over = lanes;
  if (!shared_hosts(context, site, addresses, lanes, 8, in_cluster, hosts)) return;
  *over = 0;
  EACH_LANE(lane, lanes) {
    u64 host = hosts[lane], phase = phases[lane];
    if (checked) check_used((Place){context, site, lane}, host);
    if (has_engine && !is_past(host, phase)) bulk_deliver_at_barrier(context, host);
    if (is_past(host, phase) || (suspends && woken_lanes(frame, host, phase) >> lane & 1)) {
      *over |= 1u << lane;
      continue;
    }
    u64 rank = context[CONTEXT_RANK], address = addresses[lane];
    frame[FRAME_POLLED] = 1 + (in_cluster ? address : in_block(address, rank));
  }
  frame[FRAME_SUSPENDED] = 0;
  if (!suspends) return;
  EACH_LANE(lane, lanes & ~*over) suspend(frame, hosts[lane], phases[lane], lane);
}

// Sets `same` to the lanes whose barrier has a layout.
HELPER mbarrier_layout(u64 *context, u64 site, Longs addresses, u32 lanes, u64 layout, u32 *same,
                       bool in_cluster, bool checked) {
  u64 hosts[LANES];
  *same = 0;
  if (!shared_hosts(context, site, addresses, lanes, 8, in_cluster, hosts)) return;
  EACH_LANE(lane, lanes) {
    if (checked) check_used((Place){context, site, lane}, hosts[lane]);
    *same |= (u32)((*(u64 *)hosts[lane] >> 62 & 1) == layout) << lane;
  }
}

// Arrivals, of which `leaving` are the last, and a change of the bytes that are waited for; `out`
// gets the old words.
HELPER mbarrier_change(u64 *context, u64 site, Longs addresses, u32 lanes, Longs counts,
                       Longs leaving, Longs waited, u64 *out, bool in_cluster, bool checked) {
  u64 hosts[LANES];
  if (!shared_hosts(context, site, addresses, lanes, 8, in_cluster, hosts)) {
    EACH_LANE(lane, lanes) out[lane] = 0;
    return;
  }
  context[CONTEXT_IDLE] = 0;
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u64 word = *(u64 *)hosts[lane];
    out[lane] = word;
    if (checked) {
      // Signed, 22 bits from bit 40 on.
      i64 bytes = ((i64)(word << 2) >> 42) + (i64)waited[lane];
      check_used(at, hosts[lane]);
      if ((i64)counts[lane] > (i64)(word >> 20 & COUNT)) tell_of(at, CHECK_TOO_MANY, hosts[lane]);
      if (bytes > COUNT || bytes < -COUNT) tell_of(at, CHECK_BYTES, hosts[lane]);
    }
    change_barrier(context, hosts[lane], counts[lane], leaving[lane], waited[lane]);
  }
}
