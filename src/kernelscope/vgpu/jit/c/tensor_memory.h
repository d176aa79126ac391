// A block's tensor memory, and the peer of a block (PTX ISA, 9.7.18.1 and 9.7.18.5).
#pragma once
#include "bulk.h"

INLINE u64 *tensor_of(u64 *context) { return (u64 *)context[CONTEXT_TENSOR]; }
INLINE u32 *words_of(u64 *context) { return (u32 *)(tensor_of(context) + TENSOR_WORDS_AT); }

// The ranks of a pair differ in their last bit.
INLINE bool has_peer(u64 *context) {
  return (context[CONTEXT_RANK] ^ 1) < context[CONTEXT_CLUSTER_BLOCKS];
}
INLINE u64 *peer_block(u64 *context) { return peer_of(context, context[CONTEXT_RANK] ^ 1); }

// Stops the launch if a use of tensor memory is wrong, and returns whether it is.
INLINE bool wrong(Place at, bool is_bad, u64 problem, u64 value) {
  return refuse(at, is_bad, FAULT_TENSOR_MEMORY, problem << VALUE_BITS | (value & EVERYONE));
}

// Tells the host, where accesses are watched, of what lanes do to tensor memory; time moves on.
INLINE void tell_of_access(Place at, u32 kind, u32 lanes, u64 *task) {
  u64 *block = (u64 *)at.context[CONTEXT_WATCH];
  if (USUALLY(!block)) return;
  *(u64 *)block[WATCH_CLOCK] += 1;
  tensor_of(at.context)[TENSOR_MEMORY_CHAIN] = 0;
  tell_of_order(at.context, block, kind, at.site, lanes, task, 0);
}

// The same of an access to `address`, of which `more` says how much.
INLINE void tell_of_tensor(Place at, u32 kind, u32 lanes, u64 address, u64 way, u64 more) {
  u64 task[TENSOR_TASK_SLOTS];
  task[TENSOR_TASK_WAY] = way;
  task[TENSOR_TASK_D] = address;
  task[TENSOR_TASK_A] = more;
  tell_of_access(at, kind, lanes, task);
}

bool tensor_columns(u64 *context, u64 site, u64 lane, u64 *block, u64 first, u64 count);
