// Products of matrices that complete late: the queue of each warp for `wgmma`.
//
// Under the schedules `interleaved` and `random` a product is calculated at the wait that covers it,
// in the order in which they were issued: it takes its factors and its sums from shared memory and
// from the registers' places in the frame as they are then.
#include "access.h"

#define ALL_GROUPS (1l << 62)

// Calculates a warp's products of the groups below `limit`, in their order.
HELPER products_complete(u64 *context, u64 *frame, u64 *queue, i64 limit) {
  typedef void Calculate(u64 *, u64 *, u64 *);
  u64 before = frame[FRAME_PRODUCTS], done = 0;
  for (u64 k = 0; k < before; k++) {
    u64 *product = queue + k * PRODUCT_SLOTS;
    if ((i64)product[PRODUCT_GROUP] >= limit) continue;
    ((Calculate *)product[PRODUCT_CODE])(context, frame, product);
    done = k + 1;
  }
  // Groups never decrease along the queue, so those that are done are its first ones.
  u64 left = before - done;
  __builtin_memmove(queue, queue + done * PRODUCT_SLOTS, left * PRODUCT_SLOTS * 8);
  frame[FRAME_PRODUCTS] = left;
}

// Adds a product to the queue of a warp; under a random schedule some complete at once, after those
// before them. metadata: that of a sparse A, or null.
HELPER products_issue(u64 *context, u64 *frame, u64 *queue, void *metadata, u64 code, u64 lanes,
                      u64 a, u64 b, u64 keeps) {
  if (frame[FRAME_PRODUCTS] >= PRODUCTS) products_complete(context, frame, queue, ALL_GROUPS);
  u64 *product = queue + frame[FRAME_PRODUCTS] * PRODUCT_SLOTS;
  product[PRODUCT_CODE] = code;
  product[PRODUCT_LANES] = lanes;
  product[PRODUCT_A] = a;
  product[PRODUCT_B] = b;
  product[PRODUCT_KEEPS] = keeps;
  product[PRODUCT_GROUP] = frame[FRAME_PRODUCT_GROUPS];
  if (metadata) __builtin_memcpy(product + PRODUCT_METADATA, metadata, 4 * LANES);
  frame[FRAME_PRODUCTS] += 1;
  if (draws_coin(context)) products_complete(context, frame, queue, ALL_GROUPS);
}
