// Requests for a cluster of the launch that has not begun (clusterlaunchcontrol.try_cancel). The one
// that gets it does its work; the launch does not begin it.
//
// Worked case: a grid of 10 blocks, on a GPU that holds 4 at once.
//
//     blocks 0 to 3   begin, ask for another one, do their own work, and wait for the answer: they
//                     are put aside until all four have begun, as they have on a GPU
//     block 0         has its turn: the answer is 4, since that is the next one to begin
//     blocks 1 to 3   get 5, 6 and 7, block 0 gets 8, block 1 gets 9
//     blocks 0 to 3   get the answer that there is none, and end
//
// An answer comes in a later turn of the block. Without that block 0 would do all the work, as
// nothing makes it wait. A request whose block ends before the GPU is full fails.
#include "blocks.h"
#include "bulk.h"

enum { ASKED = 1, ANSWERED };

// Whether an entry of the queue that is due may be completed: not a request without an answer.
HELPER_OF(bool) launch_can_answer(u64 *context, u64 *copy) {
  u64 *control = (u64 *)context[CONTEXT_CONTROL];
  if (USUALLY(copy[BULK_COPY_REQUEST] != ASKED)) return true;
  if (copy[BULK_COPY_DATA] == control[CONTROL_TURN]) return false;
  return control[CONTROL_FULL] || control[CONTROL_NEXT_BLOCK] >= control[CONTROL_TOTAL_BLOCKS];
}

// Answers a request: 16 bytes with the index of the cluster's first block, of 32 bits each, and 1;
// or zeros. Entries for other blocks get the same.
HELPER launch_answer(u64 *context, u64 *copy) {
  if (copy[BULK_COPY_REQUEST] != ASKED) return;
  u64 *control = (u64 *)context[CONTEXT_CONTROL], *engine = engine_of(context), answer[2] = {0};
  u64 number = copy[BULK_COPY_STAGE], place = control[CONTROL_NEXT_BLOCK];
  if (control[CONTROL_FULL] && place < control[CONTROL_TOTAL_BLOCKS]) {
    u64 corner[3];
    control[CONTROL_NEXT_BLOCK] += 1;
    control[CONTROL_CANCELLED] += 1;
    put_corner(context, place, corner);
    answer[0] = corner[0] | corner[1] << 32;
    answer[1] = corner[2] | 1ul << 32;
  }
  for (u64 k = 0; k <= engine[ENGINE_PENDING]; k++) {
    u64 *other = k < engine[ENGINE_PENDING] ? copy_at(engine, k) : copy;
    if (!other[BULK_COPY_REQUEST] || other[BULK_COPY_STAGE] != number) continue;
    other[BULK_COPY_REQUEST] = ANSWERED;
    other[BULK_COPY_DATA] = answer[0];
    other[BULK_COPY_DATA + 1] = answer[1];
  }
}

// Asks for a cluster in each lane. The answer goes to the block's own memory, or to the same place
// of each block of the cluster.
HELPER launch_cancel(u64 *context, u64 site, Longs addresses, Longs barriers, u32 lanes,
                     bool is_all) {
  u64 copy[ENGINE_ENTRY_SLOTS];
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u64 number = ++engine_of(context)[ENGINE_REQUESTS];
    u64 own = context[CONTEXT_RANK], last = is_all ? context[CONTEXT_CLUSTER_BLOCKS] - 1 : own;
    for (u64 rank = is_all ? 0 : own; rank <= last; rank++) {
      u64 to = in_block(addresses[lane], rank), barrier = in_block(barriers[lane], rank);
      bulk_put_answer(at, copy, to, barrier);
      if (!copy[BULK_COPY_OWNER]) continue;
      copy[BULK_COPY_REQUEST] = ASKED;
      copy[BULK_COPY_DATA] = ((u64 *)context[CONTEXT_CONTROL])[CONTROL_TURN];
      copy[BULK_COPY_STAGE] = number;
      bulk_push(context, copy);
    }
  }
}
