// How the tensor cores of Blackwell add products of e2m1 that are scaled in blocks.
//
// Of sixteen products the exact sum fits f32, since it has twelve bits; times its scales it has twenty,
// and fits f64. What is kept of it below the largest exponent is an integer, which fits too, as does
// the sum of all.
#include "scaled_sums.h"

#define GROUP 16
#define MOST_GROUPS 8
#define FRACTION 35        // bits that are kept below the largest exponent
#define LEAST (-139)       // the smallest exponent of a sum
#define NO_EXPONENT (-2000)
#define BIAS 127
#define NAN_FIELD 255

typedef float Floats16 __attribute__((ext_vector_type(ROWS)));
typedef double Doubles16 __attribute__((ext_vector_type(ROWS)));
typedef int Integers16 __attribute__((ext_vector_type(ROWS)));
typedef i64 Longs16 __attribute__((ext_vector_type(ROWS)));

#define WIDE(vector) __builtin_convertvector((vector), Doubles16)

INLINE Doubles16 power_of(Integers16 exponent) {
  return __builtin_bit_cast(Doubles16, (__builtin_convertvector(exponent, Longs16) + 1023) << 52);
}

// Where the values of B are: for each k one, or one for each of the 16 rows.
typedef struct {
  const float *values;
  bool by_row;
} Right;

// A sum with the product of number k, or with its size.
INLINE Floats16 added(Floats16 sum, const Floats16 *a, Right b, u64 k, bool of_sizes) {
  Floats16 left = a[k], right = b.by_row ? ((const Floats16 *)b.values)[k] : (Floats16)b.values[k];
  if (of_sizes) return sum + __builtin_elementwise_abs(left * right);
  return __builtin_elementwise_fma(left, right, sum);
}

// The sum of sixteen products, or of their sizes: two at a time, since one waits for the last.
INLINE Floats16 group_sum(const Floats16 *a, Right b, u64 first, bool of_sizes) {
  Floats16 even = {}, odd = {};
  for (u64 k = first; k < first + GROUP; k += 2) {
    even = added(even, a, b, k, of_sizes);
    odd = added(odd, a, b, k + 1, of_sizes);
  }
  return even + odd;
}

// The exponents and the values of scales of 16 rows, or of one column. A scale that is 0 has none.
typedef struct {
  Integers16 exponents;
  Doubles16 values;
} Scales;

INLINE Scales scales_of(Integers16 words) {
  Integers16 field = words >> 4, fraction = words & 15, exponents = field - BIAS;
  Doubles16 nan = (Doubles16)__builtin_nan(""), values = WIDE(fraction) * power_of(exponents - 3);
  Longs16 is_nan = __builtin_convertvector(field == NAN_FIELD, Longs16);
  return (Scales){fraction == 0 ? (Integers16)NO_EXPONENT : exponents, is_nan ? nan : values};
}

// The sums of 16 rows with the products of a column. rows: of each block; column: the words of the
// column's scales, one of every eight.
INLINE Floats16 with_column(Floats16 before, const Floats16 *a, Right b, const Scales *rows, const u32 *column,
                            u64 depth, u64 blocks) {
  Floats16 sums[MOST_GROUPS];
  Integers16 none = (Integers16)NO_EXPONENT, twice = __builtin_bit_cast(Integers16, before) << 1;
  Integers16 field = __builtin_elementwise_max(twice >> 24 & 255, (Integers16)1);
  Integers16 top = twice == 0 ? none : field - BIAS;
  u64 each = depth / GROUP / blocks;
  for (u64 block = 0; block < blocks; block++) {
    Scales own = scales_of((Integers16)(int)column[block * COLUMNS]);
    for (u64 g = block * each; g < (block + 1) * each; g++) {
      Floats16 sum = group_sum(a, b, g * GROUP, false), sizes = sum;
      // A sum of products that cancel has an exponent.
      if (__builtin_reduce_or(sum == 0.0f)) sizes = group_sum(a, b, g * GROUP, true);
      Integers16 exponents = rows[block].exponents + own.exponents;
      top = __builtin_elementwise_max(top, sizes == 0.0f ? none : exponents);
      sums[g] = sum;
    }
  }
  Integers16 unit = __builtin_elementwise_max(top, (Integers16)LEAST) - FRACTION;
  Doubles16 scale = power_of(-unit), total = __builtin_elementwise_trunc(WIDE(before) * scale);
  for (u64 block = 0; block < blocks; block++) {
    Doubles16 own = scales_of((Integers16)(int)column[block * COLUMNS]).values * scale;
    for (u64 g = block * each; g < (block + 1) * each; g++)
      total += __builtin_elementwise_trunc(WIDE(sums[g]) * rows[block].values * own);
  }
  // 24 bits are kept, but none below the last one of a subnormal f32. Zero is +0.
  Longs16 bits = __builtin_bit_cast(Longs16, total * power_of(unit)) >> 29 << 29;
  Doubles16 kept = __builtin_elementwise_trunc(__builtin_bit_cast(Doubles16, bits) * 0x1p149);
  return __builtin_convertvector(kept * 0x1p-149 + 0.0, Floats16);
}

// Adds products to sums, [8 columns][16 rows]. a: [depth][16]; b: [8][depth], or [8][depth][16] if each
// row has its own (`by_row`), as a sparse A chooses them; rows, columns: words of scales,
// [blocks][16] and [blocks][8].
HELPER add_scaled(u32 *sums, const u32 *a, const u32 *b, const u32 *rows, const u32 *columns, u64 depth,
                  u64 blocks, bool by_row) {
  Floats16 *place = (Floats16 *)sums;
  Scales scales[MOST_SCALES];
  for (u64 block = 0; block < blocks; block++) scales[block] = scales_of(((const Integers16 *)rows)[block]);
  for (u64 n = 0; n < COLUMNS; n++) {
    Right right = {(const float *)b + n * depth * (by_row ? ROWS : 1), by_row};
    place[n] = with_column(place[n], (const Floats16 *)a, right, scales, columns + n, depth, blocks);
  }
}

// Makes words of the bytes of scales that are in words.
HELPER scale_words(u32 *words, u64 count, bool are_powers) {
  for (u64 n = 0; n < count; n++) words[n] = scale_word(words[n], are_powers);
}
