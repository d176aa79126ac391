// One SM, cycle by cycle: schedulers, pipes, the memory unit, L1, its share of L2 and device memory.
//
// `tools/build_simulator.py` compiles it to `sm.ll`, and writes the types of the arrays (state.py)
// and the numbers of kinds, pipes and reasons (kinds.py) into `state.h`. Integers have 64 bits.
#include "state.h"

static const i64 GOLDEN = 0x9E3779B1;  // a prime next to 2^32 over the golden ratio

static i64 min(i64 a, i64 b) { return b < a ? b : a; }
static i64 max(i64 a, i64 b) { return b > a ? b : a; }
static double later(double a, double b) { return b > a ? b : a; }
static i64 up(double cycles) { return (i64)__builtin_ceil(cycles); }

// ---- L1: lines of four sectors, found by hash; the least recently used goes ----------------------
// The rules are those of `hardware.l1`, with the time at which each sector arrives.

static i64 bucket_of(Core *core, i64 line) { return (line ^ (line >> 11)) & (core->heads_count - 1); }

// Where L1 has a line; -1: nowhere.
static i64 found(Core *core, i64 line) {
  i64 at = core->heads[bucket_of(core, line)];
  while (at >= 0 && core->lines[at].tag != line) at = core->lines[at].chain;
  return at;
}

// Take a line out of the list of use.
static void unlink(Core *core, i64 at) {
  Tally *tally = core->tally;
  Line *lines = core->lines;
  i64 older = lines[at].older, newer = lines[at].newer;
  if (older >= 0) lines[older].newer = newer; else tally->oldest = newer;
  if (newer >= 0) lines[newer].older = older; else tally->newest = older;
}

// Make a line that is not in the list its newest.
static void append(Core *core, i64 at) {
  Tally *tally = core->tally;
  Line *lines = core->lines;
  lines[at].older = tally->newest;
  lines[at].newer = -1;
  if (tally->newest >= 0) lines[tally->newest].newer = at; else tally->oldest = at;
  tally->newest = at;
}

// A line's place that is free, or is freed: that of the oldest.
static i64 room(Core *core) {
  Tally *tally = core->tally;
  Line *lines = core->lines;
  if (tally->used < core->lines_count) return tally->used++;
  i64 at = tally->oldest;
  unlink(core, at);
  i64 *link = &core->heads[bucket_of(core, lines[at].tag)];
  while (*link != at) link = &lines[*link].chain;
  *link = lines[at].chain;
  return at;
}

// Where L1 has a line, now its newest; an absent one takes the oldest's place.
static i64 line_of(Core *core, i64 line) {
  i64 at = found(core, line);
  if (at >= 0) {
    if (at == core->tally->newest) return at;
    unlink(core, at);
  } else {
    at = room(core);
    i64 *head = &core->heads[bucket_of(core, line)];
    core->lines[at].tag = line;
    core->lines[at].chain = *head;
    *head = at;
    for (i64 sector = 0; sector < 4; ++sector) core->lines[at].arrival[sector] = -1;
  }
  append(core, at);
  return at;
}

// Whether L1 has a sector; its lines stay in their order of use.
static bool holds(Core *core, i64 sector) {
  i64 at = found(core, sector >> 2);
  return at >= 0 && core->lines[at].arrival[sector & 3] >= 0;
}

// ---- the memory: the queue to it, L2, device memory, atomics -------------------------------------
// Each is a server: it takes requests in the order of their issue, and the time of an answer is known
// when the request is made. So nothing but the schedulers has to be stepped through time.

// Take the memory unit for the first `held` cycles from `wanted` on in which it is free.
static i64 free_turn(Core *core, i64 now, i64 wanted, i64 held) {
  Tally *tally = core->tally;
  i64 over = 0;
  while (over < tally->taken && tally->taken_to[over] <= now) ++over;
  tally->taken -= over;
  i64 at = wanted, place = 0;
  for (i64 turn = 0; turn < tally->taken; ++turn) {
    tally->taken_from[turn] = tally->taken_from[turn + over];
    tally->taken_to[turn] = tally->taken_to[turn + over];
    if (place == turn && at + held > tally->taken_from[turn]) {
      at = max(at, tally->taken_to[turn]);
      place = turn + 1;
    }
  }
  if (place > 0 && tally->taken_to[place - 1] == at) {
    tally->taken_to[place - 1] = at + held;
    return at;
  }
  for (i64 turn = tally->taken; turn > place; --turn) {
    tally->taken_from[turn] = tally->taken_from[turn - 1];
    tally->taken_to[turn] = tally->taken_to[turn - 1];
  }
  tally->taken_from[place] = at;
  tally->taken_to[place] = at + held;
  tally->taken += 1;
  return at;
}

// When the memory unit takes an instruction; it gets its place in the queue.
static i64 memory_turn(Core *core, i64 scheduler, i64 now, i64 wavefronts) {
  Machine *machine = core->machine;
  Tally *tally = core->tally;
  Scheduler *own = &core->schedulers[scheduler];
  i64 size = machine->lsu_queue, head = own->head;
  i64 newest = head > 0 ? head - 1 : size - 1;
  i64 of_partition = own->queue[newest] - machine->lsu_hold + machine->lsu_partition_cycles;
  i64 held = max(machine->lsu_cycles, wavefronts);
  i64 at = free_turn(core, now, max(now, of_partition), held);
  tally->wavefronts += wavefronts;
  tally->busy[LSU] += held;
  own->queue[head] = at + machine->lsu_hold;
  own->head = head + 1 < size ? head + 1 : 0;
  own->pipe_free[LSU] = own->queue[own->head];
  return at;
}

// When 64 bytes that device memory begins to read at `start` are there.
//
// They take different times: other banks, other rows, refreshes. Which take how long is spread evenly
// over the addresses: the same ones take as long each time. The busier it was until now, the later it
// answers, with the square of its load.
static i64 from_dram(Core *core, double start, i64 pair) {
  Machine *m = core->machine;
  double load = (double)core->tally->dram_sectors * m->dram_sector_cycles / (start + m->dram_settled);
  double busy = load < 1.0 ? load : 1.0;
  double part = (double)(((i64)((u64)pair * (u64)GOLDEN) >> 20) & 0xFFFFF) / 1048576.0;
  double more;
  if (part < 0.5)
    more = m->dram_least + part / 0.5 * (m->dram_half - m->dram_least);
  else if (part < 0.9)
    more = m->dram_half + (part - 0.5) / 0.4 * (m->dram_most - m->dram_half);
  else
    more = m->dram_most + (part - 0.9) / 0.1 * (m->dram_longest - m->dram_most);
  more = m->dram_spread * more + (m->dram_loaded * busy + m->dram_turns) * busy;
  return up(start + (double)m->latency_dram + more);
}

// When all sectors of a load are there. at: when the memory unit has taken it. keeps: whether L1 is
// asked, and keeps them.
static i64 read(Core *core, Access *access, i64 shift, i64 at, bool keeps) {
  Machine *machine = core->machine;
  Tally *tally = core->tally;
  i64 done = at + machine->latency_l1 + max(0, access->wavefronts - 1);
  i64 line = -1, place = 0, pair = -1, of_pair = 0;
  for (i64 number = access->first; number < access->first + access->sectors; ++number) {
    i64 sector = core->sectors[number] + shift;
    if (keeps) {
      tally->l1_sectors += 1;
      if (sector >> 2 != line) {
        line = sector >> 2;
        place = line_of(core, line);
      }
      i64 there = core->lines[place].arrival[sector & 3];
      if (there >= 0) {
        tally->l1_hits += 1;
        done = max(done, there);
        continue;
      }
    }
    double start = later((double)at, tally->l2_free);
    tally->l2_free = start + machine->l2_sector_cycles;
    tally->l2_sectors += 1;
    i64 there = up(start) + machine->latency_l2;
    if (sector >> 1 == pair) {
      tally->l2_misses += 1;
      there = max(there, of_pair);
    } else if (core->in_l2[number] == ON_ITS_WAY) {
      there = from_dram(core, start, sector >> 1);
    } else if (core->in_l2[number] == ABSENT) {
      start = later(start, tally->dram_free);
      tally->dram_free = start + 2.0 * machine->dram_sector_cycles;
      tally->dram_sectors += 2;
      tally->l2_misses += 1;
      there = from_dram(core, start, sector >> 1);
      pair = sector >> 1;
      of_pair = there;
    }
    if (keeps) core->lines[place].arrival[sector & 3] = there;
    done = max(done, there);
  }
  return done;
}

// When the sectors of a store have reached L2; L2 passes on those that it lacks.
static i64 write(Core *core, Access *access, i64 shift, i64 at) {
  Machine *machine = core->machine;
  Tally *tally = core->tally;
  i64 done = at;
  for (i64 number = access->first; number < access->first + access->sectors; ++number) {
    i64 sector = core->sectors[number] + shift;
    double start = later((double)at, tally->l2_free);
    tally->l2_free = start + machine->l2_sector_cycles;
    tally->l2_sectors += 1;
    tally->l1_store_hits += holds(core, sector);
    if (core->in_l2[number] == ABSENT) {
      tally->dram_free = later(start, tally->dram_free) + machine->dram_sector_cycles;
      tally->dram_sectors += 1;
    }
    done = max(done, up(start) + machine->latency_l2);
  }
  return done;
}

// Let L1 have the sectors of a store to local memory.
static void keep(Core *core, Access *access, i64 shift, i64 at) {
  for (i64 number = access->first; number < access->first + access->sectors; ++number) {
    i64 sector = core->sectors[number] + shift;
    i64 place = line_of(core, sector >> 2);
    core->lines[place].arrival[sector & 3] = at + core->machine->latency_l1;
  }
}

// When the sectors of an atomic operation have been changed and are back.
static i64 atomic(Core *core, Access *access, i64 shift, i64 at) {
  Machine *machine = core->machine;
  Tally *tally = core->tally;
  i64 done = at + machine->latency_l1;
  for (i64 number = access->first; number < access->first + access->sectors; ++number) {
    i64 sector = core->sectors[number] + shift;
    double start = later((double)at, tally->l2_free);
    tally->l2_free = start + later(machine->l2_sector_cycles, machine->atomic_sector_cycles);
    tally->l2_sectors += 1;
    i64 latency = machine->latency_l2;
    if (core->in_l2[number] == ABSENT) {
      start = later(start, tally->dram_free);
      tally->dram_free = start + 2.0 * machine->dram_sector_cycles;
      tally->dram_sectors += 2;
      tally->l2_misses += 1;
      latency = machine->latency_dram;
    }
    Atomic *last = &core->atomics[sector & (core->atomics_count - 1)];
    if (last->sector == sector) start = later(start, last->free);
    last->sector = sector;
    last->free = start + machine->same_address_cycles;
    done = max(done, up(start) + latency);
  }
  return done;
}

// ---- what warps wait for, and how they go on: barriers, events, new blocks -----------------------

static Scheduler *scheduler_of(Core *core, i64 place) {
  return &core->schedulers[place / (core->ready_count / SCHEDULERS)];
}

// Set a barrier of a warp, to be released at `at`; earlier ones count as done before it.
static void release(Core *core, i64 place, i64 barrier, i64 at, i64 why) {
  Counter *counter = &core->counters[place * COUNTERS + barrier];
  if (at > counter->released) {
    counter->released = at;
    counter->why = why;
  }
  counter->sets += 1;
  counter->history[counter->sets % KEPT] = counter->released;
}

// Find when a warp's next instruction may be issued; `start`: but for barriers.
static void settle(Core *core, i64 place, i64 start) {
  Warp *warp = &core->warps[place];
  Row *row = &core->rows[warp->pc];
  i64 at = start, why = WAIT, barrier = 0;
  for (i64 mask = row->wait_mask; mask; mask >>= 1, ++barrier) {
    Counter *counter = &core->counters[place * COUNTERS + barrier];
    if (mask & 1 && counter->released > at) {
      at = counter->released;
      why = counter->why;
    }
  }
  if (row->kind == WAIT_COUNT) {
    Counter *counter = &core->counters[place * COUNTERS + row->which];
    i64 sets = counter->sets - row->number;
    if (sets > 0 && counter->history[sets % KEPT] > at) {
      at = counter->history[sets % KEPT];
      why = counter->why;
    }
  }
  row->stalls[why] += at - start;
  warp->pipe = row->pipe;
  core->ready[place] = at;
  Scheduler *scheduler = scheduler_of(core, place);
  scheduler->wake = min(scheduler->wake, at);
}

// Let a warp wait, from cycle `since` on, for something that has not happened yet.
static void park(Core *core, i64 place, i64 what, i64 since) {
  core->warps[place].waiting = what;
  core->warps[place].since = since;
  core->ready[place] = FAR;
}

// Begin the warp's run.
static void enter(Core *core, i64 place) {
  Warp *warp = &core->warps[place];
  i64 *run = &core->runs[3 * warp->run];
  warp->pc = run[0];
  warp->end = run[0] + run[1];
  warp->times = run[2];
}

// Go to the warp's next instruction; whether there is one.
static bool step_on(Core *core, i64 place) {
  Warp *warp = &core->warps[place];
  if (++warp->pc < warp->end) return true;
  if (--warp->times > 0) {
    warp->pc = core->runs[3 * warp->run];
    return true;
  }
  if (++warp->run == warp->runs_end) return false;
  enter(core, place);
  return true;
}

// Put a warp at the beginning of its stream.
static void start_warp(Core *core, i64 place, i64 slot, i64 stream, i64 shift) {
  Warp *warp = &core->warps[place];
  Plan *plan = &core->plans[stream];
  warp->age = core->tally->age++;
  warp->run = plan->run;
  warp->runs_end = plan->runs_end;
  warp->access = plan->access;
  warp->shift = shift;
  warp->slot = slot;
  warp->copies = 0;
  warp->stores = 0;
  warp->waiting = -1;
  for (i64 barrier = 0; barrier < COUNTERS; ++barrier) {
    core->counters[place * COUNTERS + barrier].released = 0;
    core->counters[place * COUNTERS + barrier].sets = 0;
  }
  enter(core, place);
}

// Start the next of the SM's blocks in a slot, at `at` or when its turn to start has come.
static void start_block(Core *core, i64 slot, i64 at) {
  Tally *tally = core->tally;
  at = max(at, tally->next_start);
  tally->next_start = at + core->machine->start_cycles;
  i64 number = tally->started++;
  Block *block = &core->blocks[number];
  block->begin = at;
  i64 stream = block->stream;
  i64 warps = core->plans_count / (core->event_starts_count - 1);
  Slot *here = &core->slots[slot];
  here->block = number;
  here->live = warps;
  here->descriptors = 0;
  here->fresh = 0;
  i64 first = core->event_starts[stream];
  for (i64 event = 0; event < core->event_starts[stream + 1] - first; ++event) {
    core->waits[here->events + event].left = core->events[first + event];
    core->waits[here->events + event].complete = 0;
  }
  for (i64 warp = 0; warp < warps; ++warp) {
    i64 seat = slot * warps + warp;
    i64 place = seat % SCHEDULERS * (core->ready_count / SCHEDULERS) + seat / SCHEDULERS;
    start_warp(core, place, slot, stream * warps + warp, block->shift);
    settle(core, place, at);
  }
}

// Let the warps of a block that wait for `what` go on at `at`.
static void go_on(Core *core, i64 slot, i64 what, i64 at) {
  i64 why = what < NAMED ? AT_BARRIER : LONG;
  for (i64 place = 0; place < core->ready_count; ++place) {
    Warp *warp = &core->warps[place];
    if (warp->waiting != what || warp->slot != slot) continue;
    Row *row = &core->rows[warp->pc];
    i64 until = max(at, warp->since);
    row->stalls[why] += until - warp->since;
    if (row->write_barrier >= 0)
      release(core, place, row->write_barrier, until + core->machine->latency_shared, SHORT);
    warp->waiting = -1;
    step_on(core, place);
    settle(core, place, until);
  }
}

// Let the warps at a barrier go, if all have come.
static void try_barrier(Core *core, i64 slot, i64 barrier, i64 at) {
  Gate *gate = &core->gates[slot * NAMED + barrier];
  i64 expected = gate->expected > 0 ? gate->expected : core->slots[slot].live;
  if (gate->arrived < expected) return;
  i64 turn = gate->turn;
  gate->arrived = 0;
  gate->turn = 0;
  go_on(core, slot, barrier, max(at, turn + core->machine->barrier_latency));
}

// Count a warp at a barrier, which has its turn at `at`.
static void come(Core *core, i64 slot, Row *row, i64 at) {
  Gate *gate = &core->gates[slot * NAMED + row->which];
  gate->arrived += 1;
  gate->expected = row->number;
  gate->turn = max(gate->turn, at);
  try_barrier(core, slot, row->which, at + 1);
}

// Count an arrival at an event, -1 for none, which happens at `at`.
static void count(Core *core, i64 slot, i64 event, i64 at) {
  if (event < 0) return;
  Wait *wait = &core->waits[core->slots[slot].events + event];
  wait->left -= 1;
  wait->complete = max(wait->complete, at);
  if (wait->left == 0) go_on(core, slot, NAMED + event, wait->complete);
}

// End a warp; when the block's last one has ended and their stores are out, the next starts.
static void end_warp(Core *core, i64 place, i64 at) {
  Tally *tally = core->tally;
  Warp *warp = &core->warps[place];
  Slot *slot = &core->slots[warp->slot];
  i64 drained = max(at, warp->stores - core->machine->latency_l2);
  core->rows[warp->pc - 1].stalls[DRAIN] += drained - at;
  Block *block = &core->blocks[slot->block];
  block->end = max(block->end, drained);
  core->ready[place] = FAR;
  scheduler_of(core, place)->last = -1;
  slot->live -= 1;
  if (slot->live == 0) {
    tally->ended += 1;
    if (tally->started < core->blocks_count) start_block(core, warp->slot, block->end);
    return;
  }
  for (i64 barrier = 0; barrier < NAMED; ++barrier)
    if (core->gates[warp->slot * NAMED + barrier].arrived > 0)
      try_barrier(core, warp->slot, barrier, at);
}

// ---- what each kind of instruction does with memory ----------------------------------------------

// When a result is there, and why one waits for it.
typedef struct {
  i64 done, why;
} Result;

// When the copy engine has the descriptor of a copy that was issued at `at`.
//
// All warps of a block wait at a fence behind a new descriptor, and the first copy behind them brings
// it. Which copy has which descriptor is not known: they are taken to come in turn.
static i64 described(Core *core, Warp *warp, i64 at) {
  Slot *slot = &core->slots[warp->slot];
  Tally *tally = core->tally;
  i64 free = max(at, tally->copier_free);
  if (slot->fresh > 0) {
    slot->fresh -= min(slot->fresh, slot->live);
    free += core->machine->fetch_cycles;
    tally->copier_free = free;
  }
  // A fetch does not keep the engine from the copies of other blocks until its fence is over.
  return max(at, slot->descriptors) + free - at;
}

// Begin a fence behind a tensor's new descriptor: each warp of the block waits at it.
static void make_known(Core *core, Warp *warp, i64 at) {
  Slot *slot = &core->slots[warp->slot];
  slot->descriptors =
      max(at, slot->descriptors) + core->machine->descriptor_cycles / slot->live;
  slot->fresh += 1;
}

// Note when a store or a reduction of a warp is done; its registers are read earlier.
static Result sent(Core *core, Warp *warp, i64 kind, i64 at, i64 done) {
  warp->stores = max(warp->stores, done);
  core->tally->stores = max(core->tally->stores, done);
  return (Result){at + core->machine->reading[kind], SHORT};
}

// Note when an asynchronous copy of a warp is done.
static Result copied(Warp *warp, i64 done) {
  warp->copies = max(warp->copies, done);
  return (Result){done, LONG};
}

// Do what an instruction does with memory. at: when the memory unit, or the copy engine, takes it.
static Result access_memory(Core *core, i64 place, i64 kind, i64 at) {
  Warp *warp = &core->warps[place];
  Access *access = &core->accesses[warp->access++];
  i64 done = at + core->machine->latency_shared + max(0, access->wavefronts - 1);
  switch (kind) {
    case LOAD:
    case LOAD_L2:
      return (Result){read(core, access, warp->shift, at, kind == LOAD), LONG};
    case ATOMIC:
      return (Result){atomic(core, access, warp->shift, at), LONG};
    case COPY:
    case COPY_L1:
      return copied(warp, read(core, access, warp->shift, at, kind == COPY_L1));
    case BULK_LOAD:
      done = read(core, access, warp->shift, described(core, warp, at), false);
      count(core, warp->slot, access->event, done);
      return (Result){done, LONG};
    case BULK_STORE:
      return copied(warp, write(core, access, warp->shift, described(core, warp, at)));
    case STORE:
      return sent(core, warp, kind, at, write(core, access, warp->shift, at));
    case REDUCTION:
      return sent(core, warp, kind, at, atomic(core, access, warp->shift, at));
    case LOCAL_STORE:
      write(core, access, warp->shift, at);
      keep(core, access, warp->shift, at);
      return (Result){at + core->machine->reading[kind], SHORT};
    case EVENT_ARRIVE:
      count(core, warp->slot, access->event, done);
      break;
    case EVENT_ARRIVE_COPIES:
      count(core, warp->slot, access->event, max(done, warp->copies));
  }
  return (Result){done, SHORT};
}

// ---- the schedulers: cycles in which none can issue are skipped ----------------------------------
// The four are looked at in turn, and another one first in each cycle. Of the warps that can issue, a
// scheduler takes the one that issued last, else the youngest (Huerta et al., arXiv 2503.20481).

// Whether instructions of a pipe have operands of 32 lanes, tensor cores' apart.
static bool reads_registers(i64 pipe) {
  return (NO_PIPE < pipe && pipe < TENSOR) || pipe == LSU || pipe > TMA;
}

// Read the operands of the instruction that is issued; hold the dispatcher if they are late.
//
// Each of two banks, of even and odd registers, is read once a cycle. An instruction has three cycles
// for it, and the next ones wait for what takes longer (Huerta et al., section 5.3). Of 110 rows of
// FFMA with chosen registers 96 take as long on an H200, the others 0.1 to 0.3 cycles longer
// (docs/measured/2026-11-26-unseen.md). `FFMA R0, R2, R4, R6` again and again: 3 reads of one bank,
// 3 cycles each. With `R4.reuse` and R7 the even bank is read once, and the odd one once: one cycle.
static void read_registers(Core *core, Scheduler *own, Row *row, i64 now) {
  i64 cycles = core->machine->operand_cycles, late = 0;
  if (row->even) {
    own->even_free = max(own->even_free, now) + row->even;
    late = max(late, own->even_free - now - max(row->even, cycles));
  }
  if (row->odd) {
    own->odd_free = max(own->odd_free, now) + row->odd;
    late = max(late, own->odd_free - now - max(row->odd, cycles));
  }
  if (late > 0) own->held = max(own->held, now + 1 + late);
}

// Take the instruction's pipe; return when the unit behind it begins.
static i64 take(Core *core, i64 scheduler, i64 place, i64 now) {
  Warp *warp = &core->warps[place];
  Machine *machine = core->machine;
  Scheduler *own = &core->schedulers[scheduler];
  Row *row = &core->rows[warp->pc];
  if (row->pipe == NO_PIPE) return now;
  if (row->pipe == LSU) {
    i64 wavefronts = 1;
    if (row->kind >= FIRST_ACCESS)
      wavefronts = core->accesses[warp->access].wavefronts;
    else if (row->kind == BARRIER || row->kind == BARRIER_ARRIVE)
      wavefronts = machine->barrier_cycles;
    return memory_turn(core, scheduler, now, wavefronts);
  }
  i64 interval = row->interval ? row->interval : machine->intervals[row->pipe];
  core->tally->busy[row->pipe] += interval;
  i64 free = now + interval;
  if (row->pipe == TENSOR) {
    own->tensor_free = free = max(now, own->tensor_free) + interval;
    // A warpgroup's products wait at the tensor core, and `mma` at its pipe: warps of products on an
    // H200 stall 0.00 of their cycles at it (math_pipe_throttle), with 8 in a row.
    if (row->kind == WGMMA) {
      own->group_free = free;
      free = now + 1;
    }
  }
  own->pipe_free[row->pipe] = free;
  return now;
}

// Do what an instruction does. at: when its unit begins.
static Result execute(Core *core, i64 scheduler, i64 place, i64 at) {
  Warp *warp = &core->warps[place];
  Row *row = &core->rows[warp->pc];
  i64 latency = row->latency ? row->latency : core->machine->latencies[row->pipe];
  if (row->kind >= FIRST_ACCESS) {
    Result result = access_memory(core, place, row->kind, at);
    result.done += row->latency;
    return result;
  }
  if (row->kind == DESCRIPTOR) make_known(core, warp, at);
  if (row->kind == COMMIT) return (Result){max(at, warp->copies), LONG};
  if (row->kind == WGMMA)
    return (Result){core->schedulers[scheduler].tensor_free + latency, GMMA};
  return (Result){at + latency, SHORT};
}

// When a warp goes on that waits for an event, its stores or a while; FAR: not known.
// start: when it may but for that. at: when the memory unit has taken the instruction.
static i64 pause(Core *core, i64 place, i64 now, i64 start, i64 at) {
  Warp *warp = &core->warps[place];
  Row *row = &core->rows[warp->pc];
  i64 until = start, why = LONG;
  if (row->kind == MEMBAR) {
    // It waits for L2 in any case, and for the stores of the whole SM.
    until = max(start, max(core->tally->stores, now + core->machine->latency_l2));
    why = AT_MEMBAR;
  } else if (row->kind == SLEEP) {
    until = max(start, now + row->number);
    why = SLEEPING;
  } else {
    i64 event = core->accesses[warp->access - 1].event;
    if (event < 0) return start;
    Wait *wait = &core->waits[core->slots[warp->slot].events + event];
    if (wait->left > 0) {
      park(core, place, NAMED + event, now + 1);
      return FAR;
    }
    until = max(start, wait->complete);
    if (row->write_barrier >= 0) {
      i64 done = max(at, wait->complete) + core->machine->latency_shared;
      release(core, place, row->write_barrier, done, SHORT);
    }
  }
  row->stalls[why] += until - start;
  return until;
}

// Issue the next instruction of a warp.
static void issue(Core *core, i64 scheduler, i64 place, i64 now) {
  Warp *warp = &core->warps[place];
  Row *row = &core->rows[warp->pc];
  Scheduler *own = &core->schedulers[scheduler];
  i64 kind = row->kind;
  row->stalls[NOT_SELECTED] += now - core->ready[place];
  row->executed += 1;
  own->issued += 1;
  own->last = place;
  // A warpgroup's product reads and writes a register of its sums each cycle. Beside it another
  // instruction that reads registers takes the dispatcher two: an attention that is never without a
  // ready warp on an H200 issues in 70 % of the cycles, and its instructions stall 0.45 cycles at the
  // dispatcher (docs/measured/2026-11-26-tutorials.md).
  if (own->group_free > now && reads_registers(row->pipe)) own->held = now + 2;
  if (row->even || row->odd) read_registers(core, own, row, now);
  i64 at = take(core, scheduler, place, now);
  Result result = execute(core, scheduler, place, at);
  if (row->read_barrier >= 0) {
    i64 reading = row->reading ? row->reading : core->machine->reading[kind];
    release(core, place, row->read_barrier, at + reading, SHORT);
  }
  if (row->write_barrier >= 0 && kind != BARRIER && kind != EVENT_WAIT)
    release(core, place, row->write_barrier, result.done, result.why);
  if (kind == BARRIER) park(core, place, row->which, now + 1);
  if (kind == BARRIER || kind == BARRIER_ARRIVE) come(core, warp->slot, row, at);
  if (kind == BARRIER) return;
  i64 start = now + (row->yields && row->stall < 2 ? 2 : max(1, row->stall));
  i64 until = start;
  if (kind == EVENT_WAIT || kind == MEMBAR || kind == SLEEP) {
    until = pause(core, place, now, start, at);
    if (until == FAR) return;
  }
  if (step_on(core, place)) {
    core->rows[warp->pc].stalls[WAIT] += start - now - 1;
    settle(core, place, until);
  } else {
    end_warp(core, place, now + 1);
  }
}

// Issue the instruction of one warp, if any can; note why the others cannot.
static void look(Core *core, i64 scheduler, i64 now) {
  i64 places = core->ready_count / SCHEDULERS;
  Scheduler *own = &core->schedulers[scheduler];
  i64 best = -1, age = -1, able = 0, wake = FAR;
  for (i64 place = scheduler * places; place < (scheduler + 1) * places; ++place) {
    i64 ready = core->ready[place];
    if (ready > now) {
      wake = min(wake, ready);
      continue;
    }
    Warp *warp = &core->warps[place];
    i64 free = own->pipe_free[warp->pipe];
    if (free > now) {
      Row *row = &core->rows[warp->pc];
      row->stalls[NOT_SELECTED] += now - ready;
      row->stalls[row->throttle] += free - now;
      core->ready[place] = free;
      wake = min(wake, free);
      continue;
    }
    able += 1;
    if (place == own->last) {
      best = place;
      age = FAR;
    } else if (warp->age > age) {
      best = place;
      age = warp->age;
    }
  }
  if (able && own->held > now) {
    own->wake = min(wake, own->held);
    return;
  }
  own->wake = able > 1 ? now + 1 : wake;
  if (best >= 0) issue(core, scheduler, best, now);
}

// Run all blocks; `end` is the first cycle after the last one, or -1 if warps wait for ever.
void kernelscope_simulate(Core *core) {
  core->end = -1;
  for (i64 slot = 0; slot < core->slots_count; ++slot) start_block(core, slot, 0);
  while (core->tally->ended < core->blocks_count) {
    i64 now = FAR;
    for (i64 scheduler = 0; scheduler < SCHEDULERS; ++scheduler)
      now = min(now, core->schedulers[scheduler].wake);
    if (now == FAR) return;
    for (i64 turned = 0; turned < SCHEDULERS; ++turned) {
      i64 scheduler = (now + turned) % SCHEDULERS;
      if (core->schedulers[scheduler].wake == now) look(core, scheduler, now);
    }
  }
  core->end = 0;
  for (i64 block = 0; block < core->blocks_count; ++block)
    core->end = max(core->end, core->blocks[block].end);
}
