// Barriers of a block: threads are counted as they arrive, and the last lets all go on.
//
// A warp of converged code counts whole; lanes that run independently count by themselves. As on
// the hardware a barrier begins anew the moment its count is reached: who arrives after that, even
// before those who waited have run again, counts for the next time (PTX ISA, 9.7.13.1).
#include "access.h"
#include "checks.h"
#include "frames.h"

void products_meet(u64 *block, u64 before);

// ---- lanes that run independently ---------------------------------------------------------------

// The first piece with lanes from `first` on, then from the beginning; -1 if none of the `count`
// pieces has any.
HELPER_OF(u32) frame_pick(u64 *frame, u32 first, u32 count) {
  u32 *places = (u32 *)frame[FRAME_PLACES];
  for (u32 step = 0; step < count; step++) {
    u32 place = first + step < count ? first + step : first + step - count;
    if (places[place]) return place;
  }
  return -1;
}

// Lanes wait from now on. The members may differ; the other numbers are the same in all of them.
HELPER frame_block(u64 *frame, u32 lanes, u32 kind, Words members, u32 then) {
  __builtin_masked_store(mask_of(lanes), (Words)kind, (u32 *)WORDS_OF(frame, MEETING_KIND));
  __builtin_masked_store(mask_of(lanes), members, (u32 *)WORDS_OF(frame, MEETING_MEMBERS));
  __builtin_masked_store(mask_of(lanes), (Words)then, (u32 *)WORDS_OF(frame, MEETING_THEN));
  frame[FRAME_BLOCKED] = (u32)(frame[FRAME_BLOCKED] | lanes);
}

HELPER frame_release(u64 *frame, u32 lanes) {
  u32 *places = (u32 *)frame[FRAME_PLACES], *then = (u32 *)WORDS_OF(frame, MEETING_THEN);
  EACH_LANE(lane, lanes) places[then[lane]] |= 1u << lane;
  frame[FRAME_BLOCKED] = (u32)frame[FRAME_BLOCKED] & ~lanes;
}

// ---- letting go ---------------------------------------------------------------------------------

// Whether a whole warp waits at a barrier.
INLINE bool waits_at(u64 *frame, u64 barrier) {
  return frame[FRAME_STATE] == WAITS && frame[FRAME_BARRIER] == barrier &&
         !frame[FRAME_INDEPENDENT];
}

// Tells who watches accesses which threads wait at the barrier.
__attribute__((noinline)) static void watch_meeting(u64 *context, u64 barrier) {
  Row table = 0;  // for warps that the block has not, too
  u64 *block = (u64 *)context[CONTEXT_WATCH], *clock = (u64 *)block[WATCH_CLOCK];
  let_know(context, block);
  u64 now = ++*clock;
  bool is_whole = true, of_all = !((u64 *)context[CONTEXT_BARRIERS])[barrier + BARRIER_ASKED];
  for (u64 warp = 0; warp < context[CONTEXT_WARPS]; warp++) {
    u64 *frame = frame_of(context, warp), is_apart = frame[FRAME_INDEPENDENT];
    u32 lanes = is_apart ? lanes_at(frame, barrier) : waits_at(frame, barrier) ? EVERYONE : 0;
    // A barrier of all threads does not wait for those that have ended; one with a number may have
    // been reached by a `bar.arrive` of theirs, behind which they did more.
    bool has_ended = frame[FRAME_STATE] == ENDED && of_all;
    is_whole &= has_ended || lanes == (is_apart ? (u32)frame[FRAME_LIVE] : EVERYONE);
    ((u64 *)&table)[warp] = lanes;
  }
  if (is_whole) {
    products_meet(block, block[WATCH_BLOCK_TIME]);
    block[WATCH_BLOCK_TIME] = now;
  }
  // Nothing but times is known of nearly all launches, and a barrier of the whole block adds none.
  if (RARELY(clock[TOLD] || !is_whole))
    tell_of_order(context, block, SYNC_MEET, barrier, 0, &table, is_whole);
}

// Tells if some warp's lanes did not all come, or came to several instructions, as warps did, or if
// warps have ended that a barrier of the whole block does without.
__attribute__((noinline)) static void check_meeting(u64 *context, u64 barrier) {
  u64 warps = context[CONTEXT_WARPS];
  u64 resume = 0;  // that of a converged warp at the barrier: others may be at another line
  bool is_odd = false, of_all = !((u64 *)context[CONTEXT_BARRIERS])[barrier + BARRIER_ASKED];
  for (u64 warp = 0; warp < warps; warp++) {
    u64 *frame = frame_of(context, warp);
    u32 exist = warp + 1 == warps ? context[CONTEXT_LAST_WARP_MASK] : EVERYONE;
    if (frame[FRAME_INDEPENDENT]) {
      u32 lanes = lanes_at(frame, barrier);
      Words then = *WORDS_OF(frame, MEETING_THEN);
      u32 elsewhere = bits_of(MASK(then != then[first_of(exist)]));
      is_odd |= lanes && (elsewhere & exist || lanes != exist);
    } else if (waits_at(frame, barrier)) {
      is_odd |= (u32)frame[FRAME_CAME] != exist || (resume && frame[FRAME_RESUME] != resume);
      resume = frame[FRAME_RESUME];
    }
    is_odd |= of_all && frame[FRAME_STATE] == ENDED;
  }
  if (is_odd) tell(context, CHECK_MET, barrier, 0, 0, 0);
}

// The lanes of an independent warp that wait at the barrier run again.
__attribute__((noinline)) static void lanes_go_on(u64 *frame, u64 barrier, u64 votes, u64 voters) {
  u32 lanes = lanes_at(frame, barrier);
  if (!lanes) return;
  u64 *results = (u64 *)LONGS_OF(frame, MEETING_RESULTS);
  __builtin_masked_store(mask_of(lanes), (Longs)votes, results);
  __builtin_masked_store(mask_of(lanes), (Longs)voters, results + LANES);
  frame_release(frame, lanes);
  frame[FRAME_STATE] = RUNS;
}

// Who waits at a barrier runs again, with the votes of all of them.
HELPER barrier_let_go(u64 *context, u64 barrier) {
  u64 warps = context[CONTEXT_WARPS], votes = 0, voters = 0;
  // At the cluster's barrier threads arrive and wait at two instructions, each for itself.
  bool of_block = barrier < BARRIERS;
  if (RARELY(of_block && context[CONTEXT_WATCH])) watch_meeting(context, barrier);
  if (RARELY(of_block && context[CONTEXT_CHECK])) check_meeting(context, barrier);
  // Warps of converged code are the rule, and a block of four warps at a barrier comes here for
  // each: what only independent lanes need is kept out of their way.
  for (u64 warp = 0; warp < warps; warp++) {
    u64 *frame = frame_of(context, warp);
    if (waits_at(frame, barrier)) {
      votes += frame[FRAME_VOTES];
      voters += frame[FRAME_VOTERS];
    }
    if (RARELY(frame[FRAME_INDEPENDENT] != 0)) {
      u32 lanes = lanes_at(frame, barrier);
      Mask yes = MASK((*LONGS_OF(frame, MEETING_OPERANDS) & 1) != 0);
      votes += count_of(bits_of(yes) & lanes);
      voters += count_of(lanes);
    }
  }
  for (u64 warp = 0; warp < warps; warp++) {
    u64 *frame = frame_of(context, warp);
    if (waits_at(frame, barrier)) {
      frame[FRAME_VOTES] = votes;
      frame[FRAME_VOTERS] = voters;
      frame[FRAME_STATE] = RUNS;
    }
    if (RARELY(frame[FRAME_INDEPENDENT] != 0)) lanes_go_on(frame, barrier, votes, voters);
  }
}

// ---- arriving -----------------------------------------------------------------------------------

INLINE u64 *count_at(u64 *context, u64 barrier) {
  return (u64 *)context[CONTEXT_BARRIERS] + barrier;
}

// Lets the waiting threads go on if all have arrived; returns whether they have.
INLINE bool complete(u64 *context, u64 barrier) {
  u64 *here = count_at(context, barrier), asked = here[BARRIER_ASKED];
  u64 needed = asked ? asked : context[CONTEXT_ALIVE] * LANES;
  if (!*here || *here < needed) return false;
  *here = 0;
  barrier_let_go(context, barrier);
  return true;
}

// Counts `amount` threads; at `asked` (0: all of the block that have not ended) those who wait go
// on, and the barrier begins anew.
HELPER barrier_arrive(u64 *context, u64 barrier, u64 asked, u64 amount) {
  u64 *here = count_at(context, barrier);
  if (RARELY(context[CONTEXT_CHECK] != 0)) {
    // Tells if those who wait already ask for another number of threads; notes who comes.
    u64 every = context[CONTEXT_WARPS] * LANES, now = asked ? asked : every;
    u64 before = here[BARRIER_ASKED] ? here[BARRIER_ASKED] : every;
    if (*here && before != now) tell(context, CHECK_COUNTS, barrier, 0, before << 32 | now, 0);
    here[LAST_SITES] = context[CONTEXT_CHECKED_SITE];
  }
  here[BARRIER_ASKED] = asked;
  *here += amount;
  complete(context, barrier);
}

// For when no warp can run, and warps may have ended that others waited for: returns whether some
// can go on.
HELPER_OF(u64) barrier_complete_all(u64 *context) {
  u64 has_moved = 0;
  for (u64 barrier = 0; barrier < BARRIERS; barrier++) has_moved |= complete(context, barrier);
  return has_moved;
}

// The lanes that count although they have ended: a warp counts whole once all of its lanes that
// have not ended wait at the barrier.
INLINE u64 ended_lanes(u64 *frame, u64 barrier) {
  u32 live = frame[FRAME_LIVE];
  return lanes_at(frame, barrier) == live ? LANES - count_of(live) : 0;
}

// Lanes that have just been blocked count, each at its barrier.
HELPER lanes_arrive(u64 *context, u64 *frame, Words barriers, Words asked, u32 lanes) {
  for (u32 left = lanes, group; left; left &= ~group) {
    u32 first = first_of(left), barrier = barriers[first];
    group = left & bits_of(MASK(barriers == barrier));
    u64 amount = count_of(group) + ended_lanes(frame, barrier);
    barrier_arrive(context, barrier, asked[first], amount);
  }
}

// Lanes have ended: the others may all wait at one barrier now. The cluster's barrier has its own
// rule for lanes that have ended.
HELPER lanes_ended(u64 *context, u64 *frame) {
  u32 live = frame[FRAME_LIVE];
  if (!live) return;
  u32 barrier = ((u32 *)WORDS_OF(frame, MEETING_MEMBERS))[first_of(live)];
  if (barrier == CLUSTER_BARRIER || lanes_at(frame, barrier) != live) return;
  u64 asked = count_at(context, barrier)[BARRIER_ASKED];
  barrier_arrive(context, barrier, asked, ended_lanes(frame, barrier));
}

// ---- the barrier of a cluster (PTX ISA, 9.7.13.3) -----------------------------------------------

// Threads arrive, and then wait. Each warp's frame holds its lanes that have arrived in the current
// phase. When all lanes of the cluster that have not ended have arrived, the phase is over: the
// lanes are taken out, and who waits goes on. A lane that comes to its wait and is not among the
// arrived ones has nothing to wait for:
//
//     lanes 0 … 31 of rank 0 arrive            ARRIVED is all ones
//     the last warp of rank 1 arrives          the phase is over: ARRIVED is 0 everywhere
//     rank 0 comes to its wait                 goes on at once
//
// In converged code it is not known which lanes have ended, only whether lanes are elsewhere. If
// none are, the warp counts whole: its lanes that are not here have ended.
INLINE bool has_arrived(u64 *frame) {
  bool is_known = frame[FRAME_INDEPENDENT] && frame[FRAME_PLACES];
  u32 live = is_known ? frame[FRAME_LIVE] : EVERYONE;
  return !(live & ~(u32)frame[FRAME_ARRIVED]);
}

// Ends the phase if all warps have arrived, at least one of them alive; returns whether it did.
HELPER_OF(u64) cluster_complete(u64 *context) {
  u64 blocks = context[CONTEXT_CLUSTER_BLOCKS], is_any = 0;
  // The last warp is the last to arrive as a rule: looked at first, it ends most searches.
  for (u64 rank = blocks; rank-- > 0;) {
    u64 *there = peer_of(context, rank);
    for (u64 warp = there[CONTEXT_WARPS]; warp-- > 0;) {
      u64 *frame = frame_of(there, warp);
      if (frame[FRAME_STATE] == ENDED) continue;
      if (!has_arrived(frame)) return 0;
      is_any = 1;
    }
  }
  for (u64 rank = 0; rank < blocks && is_any; rank++) {
    u64 *there = peer_of(context, rank);
    for (u64 warp = 0; warp < there[CONTEXT_WARPS]; warp++)
      frame_of(there, warp)[FRAME_ARRIVED] = 0;
    barrier_let_go(there, CLUSTER_BARRIER);
    there[CONTEXT_IDLE] = 0;
    there[CONTEXT_MOVED] = 1;
  }
  return is_any;
}

// These lanes arrive; `elsewhere` are those of the warp that have not ended and are not among them.
HELPER cluster_arrive(u64 *context, u64 *frame, u32 lanes, u32 elsewhere) {
  if (!lanes) return;
  u32 arrived = frame[FRAME_ARRIVED] | lanes;
  bool is_whole = !(elsewhere & ~arrived);
  frame[FRAME_ARRIVED] = is_whole ? EVERYONE : arrived;
  if (is_whole) cluster_complete(context);
}

// The warp, or lanes of it, now wait; those that have nothing to wait for go on.
HELPER cluster_wait(u64 *context, u64 *frame) {
  u32 arrived = frame[FRAME_ARRIVED];
  if (frame[FRAME_INDEPENDENT]) frame_release(frame, lanes_at(frame, CLUSTER_BARRIER) & ~arrived);
  else if (!arrived) frame[FRAME_STATE] = RUNS;
  else frame[FRAME_ARRIVED] = EVERYONE;  // all lanes that have not ended are here
  cluster_complete(context);
}

// ---- member masks -------------------------------------------------------------------------------

// Tells of lanes that met with a mask which does not name just them. The mask of all lanes stands
// for all that there are: CUDA's own functions use it in warps that the block does not fill.
//
// about: the number of the meeting; group, mask: the lanes that met, and what they brought; here,
// live, exist: those that came, have not ended, and exist; due: those for which the mask of all
// lanes stands.
HELPER check_group(u64 *context, u64 about, u32 group, u32 mask, u32 here, u32 live, u32 exist,
                   u32 due) {
  if (USUALLY(group == mask || (mask == EVERYONE && group == due))) return;
  u64 table[LANES] = {here, live, exist};
  tell(context, CHECK_MEMBERS, about, group, mask, table);
}

// Looks at each group of lanes that bring the same mask.
//
// Worked case: `shfl.sync` with 0x00ff in lanes 0 … 7, and with 0xff00 in lanes 8 … 15.
//
//     first group    lanes 0 … 7: the mask names just them
//     second group   lanes 8 … 15: likewise, nothing is told
//
// With 0xffff in lanes 8 … 15 the second group's mask names lanes 0 … 7, which brought another one.
HELPER check_members(u64 *context, u64 about, u32 here, u32 live, u32 exist, u32 due, Words masks) {
  for (u32 left = here, group; left; left &= ~group) {
    u32 mask = masks[first_of(left)];
    group = left & bits_of(MASK(masks == mask));
    check_group(context, about, group, mask, here, live, exist, due);
  }
}
