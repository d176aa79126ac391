// Bulk copies: a queue for each block, and what moves the bytes of its entries.
//
// A copy is checked when it is issued and stands in the queue until a wait needs it, so that a
// missing wait shows in the result. Every copy is a box of a tensor: a plain one is a row of bytes.
// Its slots are `layout.BulkCopy`. Sectors are counted when they move, row by row:
// `counting/bulk.py` has the rules.
#include "bulk.h"
#include "watch.h"

#define COPY_BYTES_IN_QUEUE (8 * ENGINE_ENTRY_SLOTS)

void trace_run(u64 *context, u64 first_sector, u64 sectors);
u64 watch_copy(u64 *context, u64 *copy);
void watch_written(u64 *context, u64 *copy, u64 stamp);

INLINE i64 clamp(i64 value, i64 low, i64 high) {
  return __builtin_elementwise_min(__builtin_elementwise_max(value, low), high);
}

// ---- rows ---------------------------------------------------------------------------------------

// A row of a box: the bytes from the tensor's begin to it, and the part of the row that is in the
// tensor, in bytes of the row.
typedef struct {
  u64 offset;
  i64 start, end;
} Row_;

INLINE Row_ row_of_box(u64 *copy, u64 row) {
  u64 offset = copy[BULK_COPY_COORDINATE] * copy[BULK_COPY_ELEMENT];
  bool is_inside = true;
  for (u64 d = 1; d < BULK_RANK; d++) {
    u64 extent = copy[BULK_COPY_COUNT + d], index = row % extent;
    row /= extent;
    u64 at = copy[BULK_COPY_COORDINATE + d] + index * copy[BULK_COPY_STEP + d];
    // A coordinate below 0 is a large number here.
    is_inside &= at < copy[BULK_COPY_SIZE + d];
    offset += at * copy[BULK_COPY_STRIDE + d];
  }
  i64 extent = copy[BULK_COPY_COUNT], first = copy[BULK_COPY_COORDINATE];
  i64 low = clamp(-first, 0, extent), high = low;
  if (is_inside) high = clamp((i64)copy[BULK_COPY_SIZE] - first, low, extent);
  i64 element = copy[BULK_COPY_ELEMENT], room = (i64)(copy[BULK_COPY_ROOM] - offset) & -element;
  return (Row_){offset, low * element, clamp(room, low * element, high * element)};
}

// The sectors of a row's bytes of global memory are added to the trace.
HELPER bulk_trace(u64 *context, u64 *copy) {
  if (!copy[BULK_COPY_DEVICE] || !copy[BULK_COPY_TARGETS]) return;
  for (u64 k = 0; k < copy[BULK_COPY_ROWS]; k++) {
    Row_ row = row_of_box(copy, k);
    u64 first = copy[BULK_COPY_DEVICE] + row.offset + row.start, size = row.end - row.start;
    trace_run(context, first >> 5, size ? ((first + size + 31) >> 5) - (first >> 5) : 0);
  }
}

// ---- the queue ----------------------------------------------------------------------------------

__attribute__((noinline)) void tell_of_copies(u64 *context) {
  u64 *block = (u64 *)context[CONTEXT_WATCH], *engine = engine_of(context);
  for (u64 k = 0; engine && k < engine[ENGINE_PENDING]; k++) {
    u64 *copy = copy_at(engine, k);
    if (copy[BULK_COPY_ISSUED]) tell_of_order(context, block, SYNC_BULK_ISSUE, 0, 0, copy, 1);
    copy[BULK_COPY_ISSUED] = 0;
  }
}

// Tells who watches accesses of a copy that is issued; time moves on. Of a load that is surely in
// order, from memory that the launch does not write, the host need not know before it is complete, or
// looks at stamps of shared memory.
INLINE void tell_of_issue(u64 *context, u64 *copy) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (USUALLY(!block)) return;
  u64 now = *(u64 *)block[WATCH_CLOCK] += 1, known = watch_copy(context, copy);
  bool is_quiet = known == 1 && copy[BULK_COPY_LOADS] && !copy[BULK_COPY_ARRIVALS];
  if (is_quiet && !row_of(block, copy[BULK_COPY_DEVICE], 0)) {
    copy[BULK_COPY_ISSUED] = now;
  } else {
    if (!known && copy[BULK_COPY_ROWS]) tell_of_copies(context);
    tell_of_order(context, block, SYNC_BULK_ISSUE, 0, 0, copy, known);
  }
  u64 stamp = FLAGGED | now << TIME_BITS | block[WATCH_BLOCK] | copy[BULK_COPY_THREAD];
  if (known && copy[BULK_COPY_LOADS]) watch_written(context, copy, stamp);
}

// The same of one that is complete.
INLINE void tell_of_end(u64 *context, u64 *copy) {
  u64 *block = (u64 *)context[CONTEXT_WATCH];
  if (USUALLY(!block)) return;
  u64 now = *(u64 *)block[WATCH_CLOCK] += 1;
  tell_of_order(context, block, SYNC_BULK_COMPLETE, 0, 0, copy, 0);
  if (copy[BULK_COPY_NAME]) watch_written(context, copy, now << TIME_BITS | copy[BULK_COPY_NAME]);
}

// Adds a copy to the queue of the block; under a random schedule some complete at once.
HELPER bulk_push(u64 *context, u64 *copy) {
  u64 *engine = engine_of(context);
  tell_of_issue(context, copy);
  if (RARELY(context[CONTEXT_TRACE] != 0)) bulk_trace(context, copy);
  if (!copy[BULK_COPY_REQUEST] && draws_coin(context)) {
    bulk_move(context, copy);
    return;
  }
  if (RARELY(engine[ENGINE_PENDING] >= MOST_ENGINE_ENTRIES)) bulk_finish(context);
  __builtin_memmove(copy_at(engine, engine[ENGINE_PENDING]), copy, COPY_BYTES_IN_QUEUE);
  engine[ENGINE_PENDING] += 1;
}

// Whether a copy is an owner's, of the groups below a limit.
INLINE bool is_due(u64 *copy, u64 owner, u64 limit) {
  return copy[BULK_COPY_OWNER] == owner && (i64)(copy[BULK_COPY_GROUP] - limit) < 0;
}

// Completes an owner's copies of the groups below `limit`, of all owners and groups if it is 0; or
// those that have been read.
INLINE void complete(u64 *context, u64 owner, u64 limit, bool only_read) {
  u64 *engine = engine_of(context), kept = 0, pending = engine[ENGINE_PENDING];
  for (u64 k = 0; k < pending; k++) {
    u64 *copy = copy_at(engine, k);
    bool is_over = !owner || (is_due(copy, owner, limit) && launch_can_answer(context, copy));
    if (only_read ? copy[BULK_COPY_READ] != 0 : is_over) bulk_move(context, copy);
    else __builtin_memmove(copy_at(engine, kept++), copy, COPY_BYTES_IN_QUEUE);
  }
  engine[ENGINE_PENDING] = kept;
}

HELPER bulk_deliver(u64 *context, u64 owner, u64 limit) { complete(context, owner, limit, false); }

INLINE void deliver_in_cluster(u64 *context, u64 owner, u64 limit) {
  for (u64 rank = 0; rank < context[CONTEXT_CLUSTER_BLOCKS]; rank++)
    bulk_deliver(peer_of(context, rank), owner, limit);
}

// Completes the copies of the cluster's blocks that an mbarrier, at a host address, awaits.
HELPER bulk_deliver_at_barrier(u64 *context, u64 barrier) {
  deliver_in_cluster(context, barrier, 1);
}

// Completes all copies; the blocks of a cluster end together.
HELPER bulk_finish(u64 *context) { deliver_in_cluster(context, 0, 0); }

// Lets an owner's stores of the groups below `limit` read shared memory; they write later.
//
// Worked case: a thread stores tile 0, waits for `.read 0`, stores tile 1, waits for `.read 0`. At
// the first wait shared memory is copied behind the queue, and the first entry reads there from now
// on. At the second wait the first store is completed, because there is one such copy.
HELPER bulk_read(u64 *context, u64 owner, u64 limit) {
  u64 *engine = engine_of(context);
  bool is_any = false;
  for (u64 k = 0; k < engine[ENGINE_PENDING]; k++) {
    u64 *copy = copy_at(engine, k);
    is_any |= !copy[BULK_COPY_READ] && is_due(copy, owner, limit);
  }
  if (!is_any) return;
  complete(context, 0, 0, true);
  u64 aside = (u64)engine + ENGINE_BYTES, shared = context[CONTEXT_SHARED];
  __builtin_memmove((void *)aside, (void *)shared, context[CONTEXT_SHARED_BYTES]);
  for (u64 k = 0; k < engine[ENGINE_PENDING]; k++) {
    u64 *copy = copy_at(engine, k);
    if (copy[BULK_COPY_READ] || !is_due(copy, owner, limit)) continue;
    copy[BULK_COPY_SHARED] += aside - shared;
    copy[BULK_COPY_READ] = 1;
  }
}

// ---- counting -----------------------------------------------------------------------------------

typedef struct {
  u64 sectors, requests;
} Cost;

INLINE u64 touched(u64 start, u64 end) { return ((end + 31) >> 5) - (start >> 5); }

// Adds what bytes of a line cost, of a multicast in pieces of at most 128 bytes.
INLINE void add_piece(Cost *cost, bool is_many, u64 base, i64 first, i64 after) {
  if (first >= after) return;
  u64 low = base + first, high = base + after;
  if (!is_many) {
    cost->sectors += touched(low, high);
    return;
  }
  u64 cut = min(((low >> 7) + 1) << 7, high);
  cost->sectors += max(touched(low, cut), 2);
  cost->requests += 1;
  if (cut < high) {
    cost->sectors += max(touched(cut, high), 2);
    cost->requests += 1;
  }
}

// Counts a row's sectors. place: of the row in shared memory. device: the address of its byte 0 in
// the tensor, of which the bytes from `start` to `end` are inside. `counting.bulk.cost` is the
// specification.
INLINE void count_row(u64 *context, u64 *copy, u64 place, i64 size, u64 device, i64 start, i64 end) {
  bool loads = copy[BULK_COPY_LOADS], is_many = copy[BULK_COPY_MANY];
  if (!copy[BULK_COPY_DEVICE] || start == end) start = end = 0;
  Cost cost = {};
  u64 lines = ((place + size + 127) >> 7) - (place >> 7);
  for (u64 line = 0; line < lines; line++) {
    i64 edge = (((place >> 7) + line) << 7) - place;
    i64 low = __builtin_elementwise_max(edge, 0l), high = __builtin_elementwise_min(edge + 128, size);
    i64 inside = clamp(start, low, high), outside = clamp(end, low, high);
    add_piece(&cost, is_many, device, inside, outside);
    if (loads) add_piece(&cost, is_many, place, low, inside);
    if (loads) add_piece(&cost, is_many, place, outside, high);
  }
  u64 *counters = counters_of(context, copy[BULK_COPY_SITE]);
  counters[SITE_SECTORS] += cost.sectors * copy[BULK_COPY_TARGETS];
  counters[SITE_L2_SECTORS] += cost.sectors;
  counters[SITE_REQUESTS] += cost.requests;
}

// Marks the sectors of a row as read, written or both.
INLINE void note_row(u64 *context, u64 *copy, u64 device, u64 size) {
  if (!copy[BULK_COPY_DEVICE] || !size) return;
  u64 *allocation = allocation_of(context, device), sectors = touched(device, device + size);
  for (u64 way = 0; way < 2; way++) {
    u64 *bitmap = (u64 *)allocation[way ? ALLOCATION_WRITE_BITS : ALLOCATION_READ_BITS];
    if (!(copy[BULK_COPY_MARKS] >> way & 1) || !bitmap) continue;
    for (u64 done = 0; done < sectors; done += 64)
      set_bits(bitmap, (OFFSET_OF(device) >> 5) + done, ~0ul >> (64 - min(sectors - done, 64)));
  }
}

// ---- moving -------------------------------------------------------------------------------------

// Elements outside the tensor become zeros, or NaN: all bits but the sign.
INLINE void fill(u64 *copy, u8 *target, u64 size) {
  u64 element = copy[BULK_COPY_ELEMENT];
  __builtin_memset(target, copy[BULK_COPY_FILL] ? 0xFF : 0, size);
  if (!copy[BULK_COPY_FILL]) return;
  for (u64 k = 0; k < size / element; k++) target[(k + 1) * element - 1] = 0x7F;
}

// The host address of a place in the box; `tensor_map.swizzled` says which bits change.
INLINE u64 swizzled(u64 *copy, u64 place) {
  u64 at = copy[BULK_COPY_OFFSET] + place, mask = copy[BULK_COPY_SWIZZLE], high = mask & 0x70;
  u64 mixed = ((at >> 7) * (high & -high) & high) | (at >> 4 & mask & 8);
  return copy[BULK_COPY_SHARED] + ((at ^ mixed) - copy[BULK_COPY_OFFSET]);
}

// The bytes of the tensor that are next to each other in shared memory too.
INLINE i64 chunk_bytes(u64 *copy, i64 pitch) {
  if (copy[BULK_COPY_PLACE] != copy[BULK_COPY_ELEMENT]) return copy[BULK_COPY_ELEMENT];
  if (copy[BULK_COPY_BYTE_MASK]) return 1;
  u64 mask = copy[BULK_COPY_SWIZZLE];
  return mask & 8 ? 8 : mask ? 16 : pitch;
}

// Moves a row of a box, in chunks if it is swizzled or padded, and in bytes if some are left out.
HELPER bulk_move_row(u64 *context, u64 *copy, u64 number) {
  Row_ row = row_of_box(copy, number);
  u64 pitch = copy[BULK_COPY_COUNT] * copy[BULK_COPY_ELEMENT], bytes = copy[BULK_COPY_BYTE_MASK];
  u64 before = number * copy[BULK_COPY_COUNT] * copy[BULK_COPY_PLACE];
  if (copy[BULK_COPY_TARGETS]) {
    u64 device = copy[BULK_COPY_DEVICE] + row.offset;
    count_row(context, copy, copy[BULK_COPY_OFFSET] + before, pitch, device, row.start, row.end);
    note_row(context, copy, device + row.start, row.end - row.start);
  }
  Mover *mover = (Mover *)copy[BULK_COPY_MOVER];
  i64 chunk = chunk_bytes(copy, pitch);
  for (u64 k = 0; k < pitch / chunk; k++) {
    if (bytes && !(bytes >> (k & 15) & 1)) continue;
    i64 first = k * chunk, last = first + chunk;
    i64 low = clamp(row.start, first, last), high = clamp(row.end, first, last);
    u64 place = first / copy[BULK_COPY_ELEMENT] * copy[BULK_COPY_PLACE];
    u8 *box = (u8 *)swizzled(copy, before + place);
    void *start = box + (low - first);
    void *tensor = (void *)(copy[BULK_COPY_HOST] + row.offset + low);
    if (copy[BULK_COPY_LOADS]) {
      mover(start, tensor, high - low);
      fill(copy, box, low - first);
      fill(copy, box + (high - first), last - high);
    } else mover(tensor, start, high - low);
  }
}

// Moves a box, and completes its bytes on the mbarrier.
HELPER bulk_move(u64 *context, u64 *copy) {
  if (RARELY(copy[BULK_COPY_REQUEST] != 0)) launch_answer(context, copy);
  // The copy itself is moved in the queue, so where its bytes are is known only here.
  if (copy[BULK_COPY_CARRIES]) copy[BULK_COPY_HOST] = (u64)(copy + BULK_COPY_DATA);
  if (RARELY(copy[BULK_COPY_FRAME] != 0))
    ((Mover *)copy[BULK_COPY_MOVER])((void *)copy[BULK_COPY_FRAME], (void *)copy[BULK_COPY_QUEUE],
                                     copy[BULK_COPY_STAGE]);
  for (u64 row = 0; row < copy[BULK_COPY_ROWS]; row++) bulk_move_row(context, copy, row);
  context[CONTEXT_IDLE] = 0;
  if (copy[BULK_COPY_LOADS])
    change_barrier(context, copy[BULK_COPY_OWNER], copy[BULK_COPY_ARRIVALS], 0,
                   -copy[BULK_COPY_BYTES]);
  tell_of_end(context, copy);
}

// The mover that copies.
HELPER bulk_copy(void *target, void *source, u64 size) { __builtin_memmove(target, source, size); }

// The mover that rounds f32 to tf32, to the nearest, ties to even.
//
// Worked case: the pattern 0x3F803000 is 1.00146484375, and half way between the tf32 values
// 0x3F802000 and 0x3F804000. Adding 0xFFF and the lowest kept bit (1) gives 0x3F804000, the even
// one. Infinities and NaN, whose exponent is all ones, stay as they are.
HELPER bulk_round(void *target, void *source, u64 size) {
  typedef u32 Unaligned __attribute__((aligned(1)));
  for (u64 k = 0; k < size / 4; k++) {
    u32 bits = ((Unaligned *)source)[k], rounded = (bits + (bits >> 13 & 1) + 0xFFF) & 0xFFFFE000;
    ((Unaligned *)target)[k] = (bits & 0x7F800000) == 0x7F800000 ? bits : rounded;
  }
}

// The mover that stores 16 elements of 6 bits, which have a byte each in shared memory: 12 bytes.
HELPER bulk_pack(void *target, void *source, u64 size) {
  u8 *values = source, *packed = target;
  for (u64 k = 0; k < size; k++) {
    // Byte k has the bits from 8k on, which begin in the value 8k / 6.
    u64 value = 4 * k / 3, shift = 8 * k % 6;
    u32 bits = (values[value] & 63) | (values[value + 1] & 63) << 6;
    packed[k] = bits >> shift;
  }
}
