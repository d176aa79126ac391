// Where the 16-byte chunks of a tile in shared memory are, by its matrix descriptor
// (PTX ISA, 9.7.15.5.1.2.2 "Matrix Descriptor Format").
//
// Not transposed (K-major): a line is a row of M or N, its bytes run along K. Transposed: a line is
// one k, its bytes run along M or N. Layouts: CUTLASS's canonical ones (mma_sm90_desc.hpp).
#pragma once
#include "lanes.h"

#define CHUNK 16

typedef struct {
  u64 start, leading, stride;
  u64 far, near;   // of core matrices of eight lines, without swizzle
  u64 width_bits;  // of a swizzled line of 128, 64 or 32 bytes
  u64 mask;        // of the bits that are mixed with those three higher
  bool is_plain;
} Chunks;

INLINE Chunks chunks_of(u64 descriptor, bool transposed) {
  Chunks c = {(descriptor & 0x3FFF) << 4, (descriptor >> 16 & 0x3FFF) << 4,
              (descriptor >> 32 & 0x3FFF) << 4};
  u64 mode = descriptor >> 62;
  c.is_plain = mode == 0;
  c.far = transposed ? c.leading : c.stride;
  c.near = transposed ? c.stride : c.leading;
  c.width_bits = 8 - mode;
  // Bits 4… of the address xor bits 7…: three of them for 128-byte, two for 64, one for 32.
  c.mask = c.is_plain ? 0 : ((0x100 >> mode) - 1) & 0x70;
  return c;
}

// What a line's number adds to the addresses of its chunks.
INLINE u64 line_of(const Chunks *c, u64 line) {
  u64 group = line >> 3, row = line & 7;
  return c->start + (c->is_plain ? group * c->far + (row << 4)
                                 : group * c->stride + (row << c->width_bits));
}

// The address of a chunk, `line` being what its line adds.
INLINE u64 chunk_of(const Chunks *c, u64 line, u64 piece) {
  u64 byte = piece * CHUNK, within = (1ul << c->width_bits) - 1;
  u64 address = line + (c->is_plain ? piece * c->near
                                    : (byte & within) + (byte >> c->width_bits) * c->leading);
  return address ^ (address >> 3 & c->mask);
}

// What the first 32 chunks of a line add to its address, before bits are mixed.
INLINE Words pieces_of(const Chunks *c) {
  Words piece = WORDS(IOTA), byte = piece * CHUNK;
  Words within = (1u << c->width_bits) - 1;
  Words swizzled = (byte & within) + (byte >> (u32)c->width_bits) * (u32)c->leading;
  return c->is_plain ? piece * (u32)c->near : swizzled;
}

// The addresses of those chunks. A chunk's address is nine instructions: all those of a line at once
// took the tiles of a matmul from a quarter of its time to a tenth.
INLINE Words chunks_at(const Chunks *c, u64 line, Words pieces) {
  Words address = (u32)line_of(c, line) + pieces;
  return address ^ (address >> 3 & (u32)c->mask);
}

// An address that no chunk of these lines, eight or a multiple, is beyond.
//
// A chunk moves within its 128 bytes, and the last one of a line need not be the highest.
INLINE u64 bound_of(const Chunks *c, u64 first, u64 lines, u64 pieces) {
  u64 line = line_of(c, first + lines - 1), last = pieces - 1, byte = last * CHUNK;
  u64 within = (1ul << c->width_bits) - 1;
  u64 atom = (byte >> c->width_bits) * c->leading;
  u64 highest = line + (c->is_plain ? last * c->near : (byte < within ? byte : within) + atom);
  return (highest | c->mask) + CHUNK;
}
