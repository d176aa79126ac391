// Runs blocks: takes them from a shared counter, runs their warps in turn.
//
// The warps of a block run one after another, each until it ends, waits, polls or has had its turn;
// when enough have arrived at a barrier they go on. A block whose warps only wait for what other
// blocks may do is put aside, and goes on later. A block in which no warp can go on is a deadlock.
//
// The last argument of most functions says what is known of the kernel. It is a constant in the
// module that uses them, so that what does not apply to it is left out.
#include "blocks.h"
#include "bulk.h"
#include "frames.h"
#include "watch.h"

#define IS(trait) ((traits & TRAITS_##trait) != 0)

// Rounds in which every warp only polls, and nothing it could poll changes: a deadlock.
#define MOST_IDLE_ROUNDS 100000
// Pauses in a loop that some lanes of a warp are in, after which those that are elsewhere may be the
// ones that they wait for. Lane 0 that waits for another block is out of its loop after a few; lane
// 1 that waits for a lock which lane 0 gives back after the loop will never be.
#define MOST_PAUSES 16

typedef u32 Code(u64 *context, u64 *frame);  // of a warp; it returns a `Result`
typedef u64 Ask(u64 *context);

void barrier_arrive(u64 *context, u64 barrier, u64 asked, u64 amount);
u64 barrier_complete_all(u64 *context);
u64 cluster_complete(u64 *context);
void cluster_wait(u64 *context, u64 *frame);
void products_begin_block(u64 *block, u64 now);
void tags_begin_block(u64 *context);
void tensor_begin(u64 *context);
void tensor_end(u64 *context);
void trace_add_work(u64 *context, u64 sign);
void trace_choose(u64 *context);

INLINE u64 ask(u64 *context, u64 function) { return ((Ask *)context[function])(context); }

// Whether the launch has been stopped. Another worker may do it: an atomic load is not moved out of
// a loop.
INLINE bool is_stopped(u64 *context) {
  u64 *control = (u64 *)context[CONTEXT_CONTROL];
  return RARELY(__atomic_load_n(control + CONTROL_STOP, __ATOMIC_RELAXED) != 0);
}

// ---- a block begins -----------------------------------------------------------------------------

// Notes, where accesses are watched, that a block begins.
HELPER watch_begin_block(u64 *context, u64 *block) {
  u64 row = context[CONTEXT_BLOCK_Z] * context[CONTEXT_GRID_Y] + context[CONTEXT_BLOCK_Y];
  u64 number = row * context[CONTEXT_GRID_X] + context[CONTEXT_BLOCK_X];
  block[WATCH_BLOCK] = number << THREAD_BITS;
  u64 now = ++*CLOCK_OF(block);
  block[WATCH_BLOCK_TIME] = block[WATCH_BEGAN] = block[WATCH_CLUSTER_TIME] = now;
  products_begin_block(block, now);
}

// Sets shared and local memory (of a warp, in bytes), barriers and warps as they are before a block
// begins.
HELPER begin_block(u64 *context, u64 local) {
  u64 warps = context[CONTEXT_WARPS], start = context[CONTEXT_START];
  u64 *barriers = (u64 *)context[CONTEXT_BARRIERS];
  u8 scratch = context[CONTEXT_SCRATCH];
  __builtin_memset((u8 *)context[CONTEXT_SHARED], scratch, context[CONTEXT_SHARED_BYTES]);
  for (u64 warp = 0; warp < warps; warp++) {
    u64 *frame = frame_of(context, warp);
    if (local) __builtin_memset((u8 *)frame + FRAME_HEAD_BYTES, scratch, local);
    frame[FRAME_RESUME] = frame[FRAME_STATE] = frame[FRAME_PENDING] = frame[FRAME_GROUPS] = 0;
    frame[FRAME_BARRIER] = frame[FRAME_PLACES] = frame[FRAME_PAUSES] = frame[FRAME_BLOCKED] = 0;
    frame[FRAME_ARRIVED] = frame[FRAME_STAGES] = frame[FRAME_POLLED] = 0;
    frame[FRAME_SUSPENDED] = frame[FRAME_SUSPENDED_LANES] = 0;
    frame[FRAME_PRODUCTS] = frame[FRAME_PRODUCT_GROUPS] = 0;
    frame[FRAME_INDEPENDENT] = start;
  }
  for (u64 barrier = 0; barrier < BARRIERS; barrier++) barriers[barrier] = 0;
  context[CONTEXT_IDLE] = 0;
  context[CONTEXT_ALIVE] = warps;
  if (RARELY(context[CONTEXT_WATCH])) watch_begin_block(context, (u64 *)context[CONTEXT_WATCH]);
  if (RARELY(context[CONTEXT_UNDEFINED])) tags_begin_block(context);
  if (RARELY(context[CONTEXT_TRACES])) trace_choose(context);
  if (RARELY(context[CONTEXT_TENSOR])) tensor_begin(context);
}

// Begins the block at a place of the order; its number has x fastest.
INLINE void begin_listed(u64 *context, u64 place, u64 local) {
  u64 width = context[CONTEXT_GRID_X], height = context[CONTEXT_GRID_Y];
  u64 block = listed(context, place), row = block / width;
  context[CONTEXT_BLOCK_X] = block % width;
  context[CONTEXT_BLOCK_Y] = row % height;
  context[CONTEXT_BLOCK_Z] = row / height;
  begin_block(context, local);
}

// Begins all blocks of the cluster at a place of the order, each in its own context.
HELPER begin_cluster(u64 *context, u64 place, u64 local) {
  u64 *sizes = context + CONTEXT_CLUSTER_X, corner[3], blocks = context[CONTEXT_CLUSTER_BLOCKS];
  put_corner(context, place, corner);
  for (u64 rank = 0; rank < blocks; rank++) {
    u64 *there = peer_of(context, rank), left = rank;
    for (u64 axis = 0; axis < 3; axis++) {
      there[CONTEXT_BLOCK_X + axis] = corner[axis] + left % sizes[axis];
      left /= sizes[axis];
    }
    begin_block(there, local);
  }
}

// ---- a block ends -------------------------------------------------------------------------------

// Notes, where accesses are watched, that a block has ended.
INLINE void watch_end_block(u64 *context) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (USUALLY(!block)) return;
  ++*CLOCK_OF(block);
  tell_of_copies(context);
  tell_of_order(context, block, SYNC_END, 0, 0, 0, 0);
}

// Notes that a block, or all those of a cluster, have ended; not if the launch is stopped.
INLINE void end(u64 *context, u64 traits) {
  if (!is_stopped(context)) {
    if (IS(IN_CLUSTER)) {
      u64 blocks = context[CONTEXT_CLUSTER_BLOCKS];
      for (u64 rank = 0; rank < blocks; rank++) watch_end_block(peer_of(context, rank));
    } else if (IS(ENGINE)) {
      watch_end_block(context);
    }
  }
  if (IS(ENGINE)) bulk_finish(context);
  if (RARELY(context[CONTEXT_TENSOR]) && !is_stopped(context))
    for (u64 rank = 0; rank < context[CONTEXT_CLUSTER_BLOCKS]; rank++)
      tensor_end(peer_of(context, rank));
}

// Adds what the worker has executed so far, times `sign`, to the block's work, if it is traced.
INLINE void note_work(u64 *context, u64 sign) {
  if (RARELY(context[CONTEXT_TRACES])) trace_add_work(context, sign);
}

// ---- the turn of a warp -------------------------------------------------------------------------

// Runs a warp in independent code, compiled if needed.
HELPER_OF(u32) run_apart(u64 *context, u64 *frame) {
  if (RARELY(!context[CONTEXT_INDEPENDENT])) {
    u64 compiled = ask(context, CONTEXT_PREPARE);
    if (!compiled) return RESULT_ENDED;  // it could not be compiled: the launch stops
    context[CONTEXT_INDEPENDENT] = compiled;
  }
  return ((Code *)context[CONTEXT_INDEPENDENT])(context, frame);
}

// Begins anew to count the rounds in which nothing happens.
INLINE void begin_patience(u64 *context) { context[CONTEXT_IDLE] = 0; }

// Notes that a warp of the block did more than wait.
INLINE void note_progress(u64 *context) {
  begin_patience(context);
  context[CONTEXT_MOVED] = 1;
}

// Counts a pause with lanes elsewhere; after too many the lanes go on independently.
INLINE void count_pause(u64 *frame) {
  frame[FRAME_INDEPENDENT] = ++frame[FRAME_PAUSES] > MOST_PAUSES;
}

// A warp waits at a barrier of the block, or of the cluster.
INLINE void wait_at(u64 *context, u64 *frame, u64 barrier, u64 traits) {
  frame[FRAME_STATE] = WAITS;
  frame[FRAME_PAUSES] = 0;
  frame[FRAME_SUSPENDED] = 0;  // behind this barrier it may ask an mbarrier for a later phase
  note_progress(context);
  if (IS(ARRIVES) && barrier == CLUSTER_BARRIER) cluster_wait(context, frame);
  else barrier_arrive(context, barrier, frame[FRAME_BARRIER_THREADS], LANES);
}

// Runs a warp until it ends, waits, polls, or has had its turn.
INLINE u32 run_warp(u64 *context, Code *code, u64 *frame) {
  return USUALLY(!frame[FRAME_INDEPENDENT]) ? code(context, frame) : run_apart(context, frame);
}

// Notes why a warp has stopped.
INLINE void note_result(u64 *context, u64 *frame, u32 result, u64 traits) {
  switch (result) {
    case RESULT_ENDED:
      frame[FRAME_STATE] = ENDED;
      context[CONTEXT_ALIVE]--;
      note_progress(context);
      if (IS(ARRIVES)) cluster_complete(context);
      break;
    case RESULT_WAITS:
      if (frame[FRAME_BARRIER] != POLL) wait_at(context, frame, frame[FRAME_BARRIER], traits);
      break;
    case RESULT_BLOCKED:
      frame[FRAME_STATE] = WAITS;
      note_progress(context);
      break;
    case RESULT_LEAVES:
      frame[FRAME_INDEPENDENT] = 1;
      note_progress(context);
      break;
    case RESULT_KEEPS_STEP:
      note_progress(context);
      break;
    case RESULT_PAUSES_APART:
      begin_patience(context);
      count_pause(frame);
      break;
    case RESULT_PAUSES:
      begin_patience(context);
  }
}

// ---- rounds of a block's warps ------------------------------------------------------------------

// A round begins.
INLINE void begin_round(u64 *context) {
  context[CONTEXT_MOVED] = 0;
  context[CONTEXT_IDLE]++;
}

// Gives each warp from `first` on that can run one turn; returns whether there was one in the round.
HELPER_OF(u64) run_round(u64 *context, Code *code, u64 first, u64 traits) {
  u64 warps = context[CONTEXT_WARPS], has_run = first;
  if (USUALLY(!first)) begin_round(context);
  for (u64 warp = first; warp < warps; warp++) {
    u64 *frame = frame_of(context, warp);
    if (frame[FRAME_STATE] != RUNS) continue;
    context[CONTEXT_WARP] = warp;
    has_run = 1;
    // In a random schedule a warp has a turn half the time.
    if (!draws_coin(context))
      note_result(context, frame, run_warp(context, code, frame), traits);
  }
  return has_run;
}

// Whether all warps of the block can run together, and nobody needs to know more than where they
// meet.
INLINE bool can_run_together(u64 *context) {
  u64 *barriers = (u64 *)context[CONTEXT_BARRIERS];
  u64 is_noted = context[CONTEXT_WATCH] | context[CONTEXT_CHECK];
  if (context[CONTEXT_RANDOM] | context[CONTEXT_SHARES] | is_noted | barriers[0]) return false;
  for (u64 warp = 0; warp < context[CONTEXT_WARPS]; warp++) {
    u64 *frame = frame_of(context, warp);
    if (frame[FRAME_STATE] != RUNS || frame[FRAME_INDEPENDENT]) return false;
  }
  return true;
}

// Runs the warps from one barrier of the whole block to the next, as long as each of them comes to
// it. Returns the warp with which the round goes on that did not end so.
//
// Worked case: a sum over a block of four warps, with two barriers.
//
//     warps 0 … 3   come to the first barrier, and all go on: no count, no state is kept
//     warps 0 … 3   the same at the second one
//     warp 0        ends: from here on `run_round` gives the turns, to warp 1 first
//
// With counts and states the turns took 12 % of a softmax. If warp 2 waits at an mbarrier, warps 0
// and 1 are noted first as waiting at the barrier, as if they had been when they came.
HELPER_OF(u64) run_together(u64 *context, Code *code, u64 traits) {
  u64 warps = context[CONTEXT_WARPS];
  while (!is_stopped(context)) {
    for (u64 warp = 0; warp < warps; warp++) {
      u64 *frame = frame_of(context, warp);
      context[CONTEXT_WARP] = warp;
      u32 result = code(context, frame);
      u64 elsewhere = frame[FRAME_BARRIER] | frame[FRAME_BARRIER_THREADS];
      if (USUALLY(result == RESULT_WAITS && !elsewhere)) continue;
      begin_round(context);
      for (u64 before = 0; before < warp; before++)
        wait_at(context, frame_of(context, before), 0, traits);
      note_result(context, frame, result, traits);
      return warp + 1;
    }
    for (u64 warp = 0; warp < warps; warp++) {
      u64 *frame = frame_of(context, warp);
      frame[FRAME_PAUSES] = frame[FRAME_SUSPENDED] = 0;
    }
    begin_patience(context);
  }
  return 0;
}

// Lets threads go on that wait for ones that have ended; returns whether there are some.
INLINE u64 complete_all(u64 *context, u64 traits) {
  u64 has_moved = barrier_complete_all(context);
  return IS(ARRIVES) ? has_moved | cluster_complete(context) : has_moved;
}

// Stops the launch; returns that the block has ended.
INLINE u64 report_deadlock(u64 *context) {
  u64 *control = (u64 *)context[CONTEXT_CONTROL], none = 0;
  if (__atomic_compare_exchange_n(control + CONTROL_STOP, &none, FAULT_DEADLOCK, false,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    control[CONTROL_FAULT_ADDRESS] = (u64)context;
  return 0;
}

// Whether other blocks have a turn: nothing in this one has moved, or it has had its rounds.
INLINE bool lets_others_run(u64 *context, u64 has_moved) {
  u64 rounds = ++context[CONTEXT_ROUNDS];
  // Without sharing it is 0, and less 1 the largest number.
  if (has_moved && rounds <= context[CONTEXT_SHARES] - 1) return false;
  context[CONTEXT_ROUNDS] = 0;
  return true;
}

// Gives each warp that can run its turn, round by round. It returns 0 when the block has ended, and
// 1 when its warps only wait for something that other blocks may do.
HELPER_OF(u64) run_rounds(u64 *context, Code *code, u64 traits) {
  u64 first = IS(MEETS) && can_run_together(context) ? run_together(context, code, traits) : 0;
  for (; !is_stopped(context); first = 0) {
    if (run_round(context, code, first, traits)) {
      if (context[CONTEXT_IDLE] > MOST_IDLE_ROUNDS) return report_deadlock(context);
      if (lets_others_run(context, context[CONTEXT_MOVED])) return 1;
    } else {
      if (!context[CONTEXT_ALIVE]) return 0;
      if (!complete_all(context, traits)) return report_deadlock(context);
    }
  }
  return 0;
}

// The same for the warps of a whole cluster; the context is that of its first block.
//
// Worked case: a cluster of two blocks, whose block 0 waits at the cluster's barrier while block 1
// polls a word in the shared memory of block 0.
//
//     block 0   no warp can run; that is not a deadlock, since a warp of block 1 can
//     block 1   its warp pauses, so nothing has moved in the whole cluster: it is put aside
//     later     if no warp of either block could run, and no barrier is complete: a deadlock
HELPER_OF(u64) run_cluster(u64 *context, Code *code, u64 traits) {
  u64 blocks = context[CONTEXT_CLUSTER_BLOCKS];
  while (!is_stopped(context)) {
    u64 has_run = 0, has_moved = 0, alive = 0, idle = 1ul << 62;
    for (u64 rank = 0; rank < blocks; rank++) {
      u64 *there = peer_of(context, rank), turns = run_round(there, code, 0, traits);
      has_run |= turns;
      alive |= there[CONTEXT_ALIVE];
      if (!turns) has_moved |= complete_all(there, traits);
    }
    for (u64 rank = 0; rank < blocks; rank++) {
      u64 *there = peer_of(context, rank);
      has_moved |= there[CONTEXT_MOVED];
      idle = min(idle, there[CONTEXT_IDLE]);
    }
    if (!alive) return 0;
    if (!(has_moved | has_run) || idle > MOST_IDLE_ROUNDS) return report_deadlock(context);
    if (lets_others_run(context, has_moved)) return 1;
  }
  return 0;
}

// ---- blocks -------------------------------------------------------------------------------------

// The blocks that a worker has taken from the counter that all share, some at a time.
typedef struct {
  u64 next, end;
} Taken;

// The place in the order of a block to run; -1 if there are none, or the launch is stopped.
INLINE i64 take_block(u64 *context, Taken *taken) {
  u64 *control = (u64 *)context[CONTEXT_CONTROL];
  if (is_stopped(context)) return -1;
  if (taken->next >= taken->end) {
    u64 chunk = control[CONTROL_CHUNK];
    taken->next = __atomic_fetch_add(control + CONTROL_NEXT_BLOCK, chunk, __ATOMIC_RELAXED);
    taken->end = min(taken->next + chunk, control[CONTROL_TOTAL_BLOCKS]);
  }
  return USUALLY(taken->next < taken->end) ? (i64)taken->next++ : -1;
}

// A context of this worker whose block was put aside, in turn; null if there is none.
HELPER_OF(u64 *) find_parked(u64 *base) {
  u64 *last = (u64 *)base[CONTEXT_LAST], *here = last;
  do {
    here = (u64 *)here[CONTEXT_NEXT];
    if (here[CONTEXT_PARKED]) {
      base[CONTEXT_LAST] = (u64)here;
      return here;
    }
  } while (here != last);
  return 0;
}

// Lets the host look, after many turns of blocks that wait, whether they can ever go on.
INLINE void look_now_and_then(u64 *base) {
  if (USUALLY(++base[CONTEXT_TURNS] < base[CONTEXT_PATIENCE])) return;
  base[CONTEXT_TURNS] = 0;
  ask(base, CONTEXT_LOOK);
}

// Runs each block's warps to their end.
HELPER run_through(u64 *context, Code *code, u64 local, u64 traits) {
  Taken taken = {0};
  for (i64 place; (place = take_block(context, &taken)) >= 0;) {
    begin_listed(context, place, local);
    u64 warps = context[CONTEXT_WARPS];
    note_work(context, -1);
    for (u64 warp = 0; warp < warps; warp++) {
      context[CONTEXT_WARP] = warp;
      code(context, frame_of(context, warp));
    }
    note_work(context, 1);
    end(context, traits);
  }
}

// Runs blocks, those that wait in turn.
//
// Worked case: `while (ld.acquire(flag) == 0);` in block 0, and block 63 that sets the flag.
//
//     block 0    its warps only pause: it is put aside in its own context, as resident blocks are
//     block 1    begins in another context, and ends
//     …          as many blocks as the GPU holds at once may be put aside
//     block 63   sets the flag and ends; no block is left to begin
//     block 0    has its turn again, sees the flag, ends
//
// A kernel whose blocks do not wait for each other never puts one aside, and uses one context. The
// context of a block that has ended is the next one's. None is searched for: with 4,224 blocks put
// aside, each turn of one would look at all of them.
HELPER run_blocks(u64 *base, Code *code, u64 local, u64 traits) {
  Taken taken = {0};
  u64 *spare = base;  // a context without a block, if there is one
  bool is_full = false;
  while (true) {
    if (!spare && !is_full) {
      spare = (u64 *)ask(base, CONTEXT_ANOTHER);
      is_full = !spare;
      if (IS(CANCELS)) ((u64 *)base[CONTEXT_CONTROL])[CONTROL_FULL] = is_full;
    }
    u64 *context = spare;
    i64 place = spare ? take_block(base, &taken) : -1;
    if (place >= 0) {
      spare = 0;
      if (IS(IN_CLUSTER)) begin_cluster(context, place, local);
      else begin_listed(context, place, local);
    } else {
      context = find_parked(base);
      if (!context) return;
      look_now_and_then(base);
      if (is_stopped(base)) return;
    }
    note_work(context, -1);
    if (IS(CANCELS)) ((u64 *)base[CONTEXT_CONTROL])[CONTROL_TURN] += 1;
    u64 waits = IS(IN_CLUSTER) ? run_cluster(context, code, traits)
                               : run_rounds(context, code, traits);
    note_work(context, 1);
    context[CONTEXT_PARKED] = waits;
    if (waits) continue;
    spare = context;
    base[CONTEXT_ENDED]++;
    end(context, traits);
  }
}

// Runs blocks until there are none left, or the launch is stopped. `local` is the local memory of a
// warp, in bytes.
HELPER run(u64 *context, Code *code, u64 local, u64 traits) {
  bool may_stop = IS(RESUMABLE) || IS(IN_CLUSTER);
  if (may_stop || context[CONTEXT_START]) run_blocks(context, code, local, traits);
  else run_through(context, code, local, traits);
}
