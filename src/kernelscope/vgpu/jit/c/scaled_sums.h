// How the tensor cores of Blackwell add products of e2m1 that are scaled in blocks:
// `kernelscope.vgpu.tensor_sums` has the definition.
#pragma once
#include "lanes.h"

#define ROWS 16
#define COLUMNS 8
#define MOST_SCALES 8  // of a row of a product

// Makes words of scales, which are bytes: eight times the fraction, and above it the exponent with
// the bias of f32, or 255 for NaN. So a UE4M3 that is subnormal keeps its smallest exponent.
INLINE u32 scale_word(u32 byte, bool is_power) {
  if (is_power) return byte << 4 | 8;
  u32 field = byte >> 3 & 15, fraction = byte & 7;
  if (field == 15 && fraction == 7) return 255 << 4;
  return (max(field, 1) + 120) << 4 | (field ? 8 : 0) | fraction;
}

void add_scaled(u32 *sums, const u32 *a, const u32 *b, const u32 *rows, const u32 *columns, u64 depth,
                u64 blocks, bool by_row);
