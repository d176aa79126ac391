// Instructions of a warp whose mask names lanes on the other side of a branch. PTX allows it since
// sm_70: the instruction waits for the named lanes that have not exited, each at a `.sync`
// instruction with the same mask and qualifiers, wherever that stands.
#define ALL 0xffffffffu

__device__ int shuffle_xor(int value, int distance) {
  int result;
  asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;"
               : "=r"(result) : "r"(value), "r"(distance));
  return result;
}

// Each lane gets its neighbour's value: the neighbour is on the other side and executes its own
// shuffle of the same mask.
extern "C" __global__ void shuffle_on_both_sides(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  if (t & 1) v = __shfl_xor_sync(ALL, v * 3, 1) + 1;
  else v = __shfl_xor_sync(ALL, v * 5, 1) + 2;
  out[t] = v;
}

// All lanes see the predicates of both sides: the ballot joins them.
extern "C" __global__ void ballot_on_both_sides(const int* in, unsigned* out) {
  int t = threadIdx.x, v = in[t];
  unsigned b;
  if (t & 1) b = __ballot_sync(ALL, v > 0);
  else b = __ballot_sync(ALL, v < 0) ^ 1u;
  out[t] = b;
}

// One true predicate on one side decides `any` and `all` on the other.
extern "C" __global__ void any_and_all_on_both_sides(int* out) {
  int t = threadIdx.x, lane = t & 31, warp = t >> 5, r;
  if (lane < 7) {
    r = __any_sync(ALL, false);
    r += 2 * __all_sync(ALL, true);
    r += 4 * __any_sync(ALL, false);
  } else {
    r = 8 + __any_sync(ALL, lane == 20 + warp);
    r += 2 * __all_sync(ALL, lane != 9 + warp);
    r += 4 * __any_sync(ALL, false);
  }
  out[t] = r;
}

// Equal values are found on both sides.
extern "C" __global__ void match_any_on_both_sides(const int* in, unsigned* out) {
  int t = threadIdx.x;
  unsigned m;
  if ((t & 3) == 1) m = __match_any_sync(ALL, in[t] & 7);
  else m = __match_any_sync(ALL, in[t] >> 3 & 7);
  out[t] = m;
}

// `match.all` is true in the first warp alone, where both sides hold one value.
extern "C" __global__ void match_all_on_both_sides(unsigned* out) {
  int t = threadIdx.x, lane = t & 31, warp = t >> 5, equal;
  unsigned m;
  if (lane < 13) {
    m = __match_all_sync(ALL, 7, &equal);
  } else {
    m = __match_all_sync(ALL, 7 + warp, &equal);
  }
  out[t] = m ^ equal;
}

// The sum, minimum, maximum and bits of all lanes arrive on both sides.
extern "C" __global__ void redux_on_both_sides(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  if (t & 2) {
    out[t] = __reduce_add_sync(ALL, v);
    out[64 + t] = __reduce_max_sync(ALL, v);
    out[128 + t] = __reduce_xor_sync(ALL, (unsigned)v);
  } else {
    out[t] = __reduce_add_sync(ALL, -2 * v);
    out[64 + t] = __reduce_max_sync(ALL, v + 1);
    out[128 + t] = __reduce_xor_sync(ALL, (unsigned)v + 9);
  }
}

// Three sides, each with a shuffle of its own; lane i reads lane i + 1, which is on another.
extern "C" __global__ void shuffle_on_three_sides(const int* in, int* out) {
  int t = threadIdx.x, lane = t & 31, v = in[t];
  if (lane % 3 == 0) out[t] = __shfl_sync(ALL, v + 1000, lane + 1);
  else if (lane % 3 == 1) out[t] = __shfl_sync(ALL, v + 2000, lane + 1) * 2;
  else out[t] = __shfl_sync(ALL, v + 3000, lane + 1) * 3;
}

// Eight cases of a switch vote together.
extern "C" __global__ void ballot_in_eight_cases(const int* in, unsigned* out) {
  int t = threadIdx.x, v = in[t];
  unsigned b = 0;
  switch (t & 7) {
    case 0: b = __ballot_sync(ALL, v & 1); break;
    case 1: b = __ballot_sync(ALL, v & 2) + 1; break;
    case 2: b = __ballot_sync(ALL, v & 4) + 2; break;
    case 3: b = __ballot_sync(ALL, v & 8) + 3; break;
    case 4: b = __ballot_sync(ALL, v & 16) + 4; break;
    case 5: b = __ballot_sync(ALL, v & 32) + 5; break;
    case 6: b = __ballot_sync(ALL, v & 64) + 6; break;
    default: b = __ballot_sync(ALL, v & 128) + 7; break;
  }
  out[t] = b;
}

// __syncwarp on both sides orders the exchange through shared memory: what a lane stored before
// it, all named lanes read after it.
extern "C" __global__ void syncwarp_exchange(const int* in, int* out) {
  __shared__ int kept[64];
  int t = threadIdx.x;
  if (t & 1) {
    kept[t] = in[t] * 2;
    __syncwarp();
    out[t] = kept[t ^ 1] + 1;
  } else {
    kept[t] = in[t] * 3;
    __syncwarp();
    out[t] = kept[t ^ 1] + 2;
  }
}

// Both halves of the warp hand a value back and forth ten times, each in a loop of its own.
extern "C" __global__ void syncwarp_ping_pong(const int* in, int* out) {
  __shared__ int kept[32];
  int t = threadIdx.x, v = in[t];
  if (t < 16) {
    for (int i = 0; i < 10; i++) {
      kept[t] = v;
      __syncwarp();  // the other half reads
      __syncwarp();  // the other half has answered
      v = kept[16 + t] + i;
    }
  } else {
    for (int i = 0; i < 10; i++) {
      __syncwarp();
      kept[t] = kept[t - 16] * 3 + v;
      __syncwarp();
    }
  }
  out[t] = v;
}

// Two halves with a mask each: neither waits for the other.
extern "C" __global__ void half_masks(const int* in, int* out) {
  int t = threadIdx.x, lane = t & 31, v = in[t];
  if (lane < 16) {
    for (int d = 8; d > 0; d >>= 1) v += __shfl_xor_sync(0x0000ffff, v, d);
  } else {
    for (int d = 1; d < 16; d <<= 1) v = max(v, __shfl_xor_sync(0xffff0000, v, d));
  }
  out[t] = v;
}

// Four quarters with a mask each, and in each quarter two sides that share it.
extern "C" __global__ void quarters_with_two_sides(const int* in, int* out) {
  int t = threadIdx.x, lane = t & 31, v = in[t];
  unsigned mask = 0xffu << (lane & 24);
  if (lane & 4) {
    v += __shfl_xor_sync(mask, v, 4);
    v = __reduce_add_sync(mask, v);
  } else {
    v -= __shfl_xor_sync(mask, v, 4);
    v = __reduce_add_sync(mask, v) + 1;
  }
  out[t] = v;
}

// Lane i is in the loop i + 1 times; the mask names exactly the lanes that are still in it.
extern "C" __global__ void loop_of_different_lengths(const int* in, int* out) {
  int t = threadIdx.x, lane = t & 31, sum = 0;
  for (int i = 0; i <= lane; i++) sum += __reduce_add_sync(ALL << i, in[t] + i);
  out[t] = sum;
}

// Lanes that left the loop meet the others at the next instruction, which names all.
extern "C" __global__ void left_a_loop_early(const int* in, int* out) {
  int t = threadIdx.x, lane = t & 31, v = in[t] & 15, n = 0;
  while (v < 40 + lane) {
    v += (lane & 3) + 1;
    n++;
  }
  out[t] = __reduce_add_sync(ALL, n) + __shfl_sync(ALL, v, 31 - lane);
}

// Even and odd lanes execute loops of their own with the same number of shuffles.
extern "C" __global__ void two_loops_in_step(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  if (t & 1) {
    for (int i = 0; i < 16; i++) v = shuffle_xor(v + i, 1) ^ 5;
  } else {
    for (int i = 0; i < 8; i++) {
      v = shuffle_xor(v * 3, 1);
      v = shuffle_xor(v - i, 1);
    }
  }
  out[t] = v;
}

// Odd lanes have returned: the mask may name them, and nobody waits for them.
extern "C" __global__ void after_a_return(const int* in, int* out) {
  int t = threadIdx.x, lane = t & 31, v = in[t];
  if (lane & 1) return;
  v += __shfl_sync(ALL, v, (lane + 2) & 30);
  __syncwarp();
  out[t] = v + __popc(__ballot_sync(ALL, true));
}

// Some lanes return while others already wait for them: the wait ends then.
extern "C" __global__ void returns_while_others_wait(const int* in, int* out) {
  int t = threadIdx.x, lane = t & 31, v = in[t];
  if (lane >= 24) {
    for (int i = 0; i < 50 + lane; i++) v = v * 5 + 1;
    out[t] = v;
    return;
  }
  if (lane & 1) out[t] = __reduce_add_sync(ALL, v);
  else out[t] = __reduce_add_sync(ALL, v + 1) - 1;
}

__device__ __noinline__ int sum_of_warp(int v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(ALL, v, d);
  return v;
}

// A function with shuffles is called on both sides.
extern "C" __global__ void function_called_on_both_sides(const int* in, int* out) {
  int t = threadIdx.x, v = in[t], r;
  if (v & 1) r = sum_of_warp(v) + 1;
  else r = sum_of_warp(-v) * 2;
  out[t] = r;
}

// A scan whose steps stand on two sides of a branch in the middle of the warp.
extern "C" __global__ void scan_across_a_branch(const int* in, int* out) {
  int t = threadIdx.x, lane = t & 31, v = in[t];
  if (lane < 11) {
    for (int d = 1; d < 32; d <<= 1) {
      int other = __shfl_up_sync(ALL, v, d);
      if (lane >= d) v += other;
    }
  } else {
    for (int d = 1; d < 32; d <<= 1) {
      int other = __shfl_up_sync(ALL, v, d);
      if (lane >= d) v = other + v;
    }
    v = -v;
  }
  out[t] = v;
}

// Lanes of one key form a group; each group reduces with its own mask on its own side.
extern "C" __global__ void groups_of_equal_keys(const int* in, int* out) {
  int t = threadIdx.x, key = in[t] & 3, v = in[t];
  unsigned mask = __match_any_sync(ALL, key);
  int r;
  if (key == 0) r = __reduce_add_sync(mask, v);
  else if (key == 1) r = __reduce_min_sync(mask, v) + 1;
  else if (key == 2) r = __popc(__ballot_sync(mask, v & 4)) + 2;
  else r = __shfl_sync(mask, v, __ffs(mask) - 1) + 3;
  out[t] = r;
}

// One lane of all those on both sides is elected.
extern "C" __global__ void one_is_elected_on_both_sides(int* out) {
  int t = threadIdx.x, leader;
  unsigned who;
  if (t & 1)
    asm volatile("{.reg .pred p; elect.sync %0|p, 0xffffffff; selp.s32 %1, 1, 0, p;}"
                 : "=r"(who), "=r"(leader));
  else
    asm volatile("{.reg .pred p; elect.sync %0|p, 0xffffffff; selp.s32 %1, 1, 0, p;}"
                 : "=r"(who), "=r"(leader));
  out[t] = (leader == ((t & 31) == (int)who)) + 2 * __reduce_add_sync(ALL, leader);
}

// The sides of an outer branch branch again: four different instructions meet.
extern "C" __global__ void nested_sides(const int* in, int* out) {
  int t = threadIdx.x, lane = t & 31, v = in[t], r;
  if (lane < 16) {
    if (lane & 1) r = __shfl_down_sync(ALL, v, 1) + 10;
    else r = __shfl_down_sync(ALL, v * 2, 1) + 20;
  } else if (lane & 4) {
    r = __shfl_down_sync(ALL, v * 3, 1) + 30;
  } else {
    r = __shfl_down_sync(ALL, v * 4, 1) + 40;
  }
  out[t] = r + __reduce_max_sync(ALL, r);
}

// A side without a shuffle joins the others' shuffle after the branch.
extern "C" __global__ void one_side_meets_it_later(const int* in, int* out) {
  int t = threadIdx.x, v = in[t], sum = 0;
  if (t & 1) sum = shuffle_xor(v, 1) * 100;
  sum += shuffle_xor(v + 1, (t & 1) ? 2 : 1);
  if (!(t & 1)) sum += shuffle_xor(sum, 2) & 0xff;
  out[t] = sum;
}
