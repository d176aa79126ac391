// A warp's 32 values as vectors, and the memory that compiled code and the launcher share.
//
// `layout.h` is written from `vgpu/layout.py`: slot BLOCK_X of `Context` is CONTEXT_BLOCK_X here.
#pragma once
#include "layout.h"

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef long i64;

typedef u8 Bytes __attribute__((ext_vector_type(32)));
typedef u16 Halves __attribute__((ext_vector_type(32)));
typedef u32 Words __attribute__((ext_vector_type(32)));
typedef u64 Longs __attribute__((ext_vector_type(32)));
typedef i64 Signed __attribute__((ext_vector_type(32)));
typedef bool Mask __attribute__((ext_vector_type(32)));
// The same where memory may not be aligned for a whole vector.
typedef Words WordsAt __attribute__((aligned(4)));
typedef Longs LongsAt __attribute__((aligned(8)));
typedef Longs Row __attribute__((aligned(64)));  // of a table on the stack

#define HELPER __attribute__((used, noinline)) void
#define HELPER_OF(type) __attribute__((used, noinline)) type
#define INLINE static inline __attribute__((always_inline))
#define RARELY(condition) __builtin_expect((condition), 0)
#define USUALLY(condition) __builtin_expect((condition), 1)

#define EVERYONE 0xFFFFFFFFu
#define IOTA (Longs){0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, \
                     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31}

// Turns a comparison of lanes into a mask: MASK(a < b).
#define MASK(comparison) __builtin_convertvector((comparison), Mask)
#define WORDS(vector) __builtin_convertvector((vector), Words)
#define LONGS(vector) __builtin_convertvector((vector), Longs)
#define ALL ((Mask)~(Mask)0)

INLINE u32 bits_of(Mask mask) { return __builtin_bit_cast(u32, mask); }
INLINE Mask mask_of(u32 bits) { return __builtin_bit_cast(Mask, bits); }
INLINE Mask all_if(bool condition) { return mask_of(condition ? EVERYONE : 0); }
INLINE bool is_all(Mask mask) { return bits_of(mask) == EVERYONE; }
INLINE u32 count_of(u32 bits) { return __builtin_popcount(bits); }
INLINE u32 first_of(u32 bits) { return __builtin_ctzg(bits, 32); }
INLINE u64 max(u64 a, u64 b) { return __builtin_elementwise_max(a, b); }
INLINE u64 min(u64 a, u64 b) { return __builtin_elementwise_min(a, b); }

// The device address of an allocation; see `layout.base_of`.
#define BASE_OF(number) (((number) << OFFSET_BITS) + ((number) << START_BITS))
// The byte of its allocation that a device address is at, or each of many: `layout.offset_of`. Below
// the allocation's begin it is negative.
#define OFFSET_OF(address) \
  (((address) & OFFSET_MASK) - ((address) >> OFFSET_BITS << START_BITS))
// Whether bytes at an offset, which may be negative, lie in memory of a size.
INLINE bool fits(u64 offset, u64 bytes, u64 size) {
  return (i64)(offset | (size - offset - bytes)) >= 0;
}

// The lanes of a set that have the value of its first one.
#define ALIKE(values, lanes) ((lanes) & bits_of(MASK((values) == (values)[first_of(lanes)])))

// Runs its body for each lane of a set, lowest first.
#define EACH_LANE(lane, bits) \
  for (u32 lanes_left = (bits), lane; lanes_left && (lane = first_of(lanes_left), true); \
       lanes_left &= lanes_left - 1)

// The elements of lanes at places of an array; 0 for lanes that are off.
#define GATHER(type, lanes, array, places) \
  __builtin_masked_gather((lanes), (places), (array), (type)0)
// Of several lanes at one place the last wins.
#define SCATTER(lanes, array, places, values) \
  __builtin_masked_scatter((lanes), (places), (values), (array))

INLINE Longs gather(Mask lanes, u64 array, Longs places) {
  return GATHER(Longs, lanes, (u64 *)array, places);
}
INLINE void scatter(Mask lanes, u64 array, Longs places, Longs values) {
  SCATTER(lanes, (u64 *)array, places, values);
}
INLINE Words gather_words(Mask lanes, u64 array, Longs places) {
  return GATHER(Words, lanes, (u32 *)array, places);
}
INLINE void scatter_words(Mask lanes, u64 array, Longs places, Words values) {
  SCATTER(lanes, (u32 *)array, places, values);
}

// 1, 2, 4 or 8 bytes, wherever they are.
INLINE u64 bytes_at(const u8 *place, u64 count) {
  u64 value = 0;
  if (count == 1) value = *place;
  else if (count == 2) __builtin_memcpy(&value, place, 2);
  else if (count == 4) __builtin_memcpy(&value, place, 4);
  else __builtin_memcpy(&value, place, 8);
  return value;
}

// Sets bits of a bitmap: bit i of `bits` is number `start + i`. The word behind is written, too.
//
// Whole aligned words: a load that overlaps an earlier store only in part would wait for it.
INLINE void set_bits(u64 *bitmap, u64 start, u64 bits) {
  u64 *word = bitmap + (start >> 6), place = start & 63;
  word[0] |= bits << place;
  word[1] |= bits >> 1 >> (place ^ 63);
}

// Lanes often come to a bit that is set: then nothing is stored, and the next lane, whose bit is
// mostly in the same word, need not wait for a store.
INLINE void set_bit(u64 *bitmap, u64 number) {
  u64 *word = bitmap + (number >> 6), bit = 1ul << (number & 63);
  if (!(*word & bit)) *word |= bit;
}
