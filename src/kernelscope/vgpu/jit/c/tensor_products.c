// What the tensor cores of the fifth generation do next to the warps: `tcgen05.mma`, `.cp`, `.shift`.
//
// A task is checked when it is issued and stands in the block's queue until a wait needs it
// (`tcgen05.commit` makes an mbarrier wait for it), so that a missing wait shows in the result. Tasks
// are done in the order in which they were issued. Of a pair of blocks each does its part of a
// product in its own memory.
#include "tensor_memory.h"
#include "chunks.h"
#include "scaled_sums.h"

bool watch_chunks(u64 *context, u64 site, const u32 *chunks, u64 count);

#define TASK(name) task[TENSOR_TASK_##name]
#define WAY(flag) ((TASK(WAY) & TENSOR_WAY_##flag) != 0)
#define KIND_OF(task) (TASK(WAY) >> TENSOR_KIND_AT & 0xFF)
#define SCALES_OF(task) (TASK(WAY) >> TENSOR_SCALES_AT & 0xFF)
#define COPY_OF(task, field) (TASK(WAY) >> TENSOR_COPY_##field##_AT & 0xFF)

#define MOST_ROWS 128
#define MOST_COLUMNS 256
#define MOST_STORED 96  // elements of a row of A
#define MOST_DEPTH 128  // of a column of B
#define LONG_DEPTH 96   // of sm_103a's long products of elements of four bits
#define SHIFTED_COLUMNS 8  // of `tcgen05.shift`

typedef float Floats __attribute__((ext_vector_type(32)));
typedef u32 Eight __attribute__((ext_vector_type(8)));
typedef u32 Sixteen __attribute__((ext_vector_type(16)));
typedef u8 Bytes16 __attribute__((ext_vector_type(16)));
typedef u16 Halves8 __attribute__((ext_vector_type(8)));
typedef u16 HalvesAt __attribute__((ext_vector_type(32), aligned(2)));
// Adds products of 16 rows and 8 columns. sums: [8 columns][16 rows]; a: [k][16]; b: [8][k]. The
// exponents are those of `jit/tensor_floats.py`: of A for two factors in each word, [k / 2][16], of
// B as its elements. Integers need none. Of a sparse A each row has its own B, [8][k][16], with
// exponents as A has them.
typedef void Panel(u32 *sums, const u32 *a, const u32 *b, const u32 *of_a, const u16 *of_b);
// The same of factors with scales, whose words are those of 16 rows and of 8 columns.
typedef void ScaledPanel(u32 *sums, const u32 *a, const u32 *b, const u32 *of_a, const u16 *of_b,
                         const u32 *rows, const u32 *columns);

// ---- elements -----------------------------------------------------------------------------------

// How the bits of an element are a number. specials: 1, the highest exponent is infinity or NaN; 2,
// all bits but the sign set are NaN. An integer has no mantissa.
typedef struct {
  u32 bits, mantissa, bias, specials;
  bool is_signed;  // of an integer
} Format;

INLINE bool is_integer(const Format *format) { return !format->mantissa; }

// The format of a matrix by the three bits of the instruction descriptor; `bits` is 0 if there is
// none (PTX ISA, tables 42 to 44).
INLINE Format format_of(u64 kind, u64 type) {
  Format none = {};
  switch (kind) {
    case TENSOR_KIND_F16:
      if (type == 0) return (Format){16, 10, 15, 1};
      return type == 1 ? (Format){16, 7, 127, 1} : none;
    case TENSOR_KIND_TF32: return type == 2 ? (Format){32, 23, 127, 1} : none;
    case TENSOR_KIND_I8: return type < 2 ? (Format){8, 0, 0, 0, type == 1} : none;
    case TENSOR_KIND_MXF4:
    case TENSOR_KIND_MXF4NVF4: return type == 1 ? (Format){4, 1, 1, 0} : none;
  }
  switch (type) {
    case 0: return (Format){8, 3, 7, 2};
    case 1: return (Format){8, 2, 15, 1};
    case 3: return (Format){6, 3, 1, 0};
    case 4: return (Format){6, 2, 3, 0};
    case 5: return (Format){4, 1, 1, 0};
  }
  return none;
}

#define FLOAT_BIAS 127
INLINE u32 power_of_two(u32 exponent) { return exponent << 23; }

// The bits of 32 floats, or of 32 integers.
INLINE Words decoded(Words raw, Format format, u32 sign) {
  if (is_integer(&format)) return format.is_signed ? (raw ^ 0x80) - 0x80 : raw;
  if (format.bits == 32) return (raw & 0xFFFFE000) ^ sign;  // tf32: the hardware reads 19 bits
  u32 rest = (1u << (format.bits - 1)) - 1, shift = 23 - format.mantissa;
  Words size = raw & rest, minus = (raw >> (format.bits - 1) & 1) << 31;
  // Exponent and fraction in a float's place. A subnormal is one with its first digit less that: a
  // processor takes long for its own subnormals.
  Words none = raw ^ raw, moved = (size << shift) + power_of_two(FLOAT_BIAS - format.bias);
  Words first = size >> format.mantissa == 0 ? none + power_of_two(FLOAT_BIAS + 1 - format.bias) : none;
  moved += first == 0 ? none : none + power_of_two(1);
  Floats value = __builtin_bit_cast(Floats, moved) - __builtin_bit_cast(Floats, first);
  Words bits = __builtin_bit_cast(Words, value);
  Words highest = size >> format.mantissa == rest >> format.mantissa ? bits | 0x7F800000 : bits;
  Words all = size == rest ? none + 0x7FFFFFFF : bits;
  return (format.specials == 1 ? highest : format.specials == 2 ? all : bits) | (minus ^ sign);
}

#define NO_EXPONENT (-2000)
#define ODD_EXPONENT 4000

// The biased exponents of 32 floats of a type, of which subnormals have the smallest normal one.
INLINE Words exponents_of(Words bits, u32 least) {
  Words twice = bits << 1, field = twice >> 24, none = field ^ field;
  Words normal = __builtin_elementwise_max(field, none + least);
  Words some = field == 255 ? none + ODD_EXPONENT : normal;
  return twice == 0 ? none + (u32)NO_EXPONENT : some;
}

INLINE u32 least_of(const Format *format) { return FLOAT_BIAS + 1 - format->bias; }

// The exponents of A, [k / 2][16]: a word has those of factors 2i and 2i + 1.
INLINE void row_exponents(const u32 *a, u64 depth, u32 least, u32 *out) {
  for (u64 pair = 0; pair < depth / 2; pair++) {
    Words both = exponents_of(*(WordsAt *)(a + pair * 2 * ROWS), least);
    Sixteen low = both.lo & 0xFFFF, high = both.hi << 16;
    *(Sixteen *)(out + pair * ROWS) = low | high;
  }
}

INLINE void column_exponents(const u32 *b, u64 count, u32 least, u16 *out) {
  for (u64 k = 0; k < count; k += LANES)
    *(HalvesAt *)(out + k) = __builtin_convertvector(exponents_of(*(WordsAt *)(b + k), least), Halves);
}

INLINE void decode(u32 *values, u64 count, Format format, bool negate) {
  for (u64 k = 0; k < count; k += LANES) {
    WordsAt *place = (WordsAt *)(values + k);
    *place = decoded(*place, format, negate ? 1u << 31 : 0);
  }
}

// The elements of 16 bytes: 4, 8 or 16 of them, or 32 of four bits. Of four and six bits 16 are padded
// to that size in products that take types of eight bits, too (PTX ISA, 9.7.18.10.4).
INLINE u64 elements_of(u64 kind, Format format) {
  if (kind == TENSOR_KIND_MXF4 || kind == TENSOR_KIND_MXF4NVF4) return 32;
  return format.bits < 8 ? 16 : 128 / format.bits;
}

INLINE void unpack(u32 *out, const u8 *chunk, u64 elements, Format format) {
  if (format.bits == 32) __builtin_memcpy(out, chunk, CHUNK);
  else if (format.bits == 16) *(Eight *)out = __builtin_convertvector(*(Halves8 *)chunk, Eight);
  else if (format.bits == 8) *(Sixteen *)out = __builtin_convertvector(*(Bytes16 *)chunk, Sixteen);
  else
    for (u64 k = 0; k < elements; k++) {
      u64 bit = k * format.bits, both = chunk[bit >> 3] | (u64)chunk[(bit >> 3) + (k + 1 < elements)] << 8;
      out[k] = both >> (bit & 7) & ((1 << format.bits) - 1);
    }
}

// ---- tiles in shared memory ---------------------------------------------------------------------

// The modes of a matrix descriptor's bits 61 to 63.
enum { PLAIN = 0, WIDE_BY_32 = 1, WIDE = 2, HALF = 4, QUARTER = 6 };

typedef struct {
  u64 start, leading, stride;
  u64 far, near;              // of core matrices of eight lines, without swizzle
  u64 width_bits;             // of a swizzled line of 128, 64 or 32 bytes
  u64 lines_bits;             // of the lines that follow each other
  u64 mask, to;               // bits from 7 on are mixed with those from `to` on
  u64 beyond;                 // the place in a line from which on it goes on at `leading`
  u64 base;                   // where the pattern of these begins: its place in 1024 bytes
  bool is_plain;
} Tile;

#define IS_ABSOLUTE(descriptor) ((descriptor) >> 52 & 1)

// Whether a matrix descriptor is one of tcgen05: its constant bits are right. Its leading dimension may
// be an address (`may_be_absolute`) with lines of 128 bytes, units of 16, and no base offset.
INLINE bool is_tile(u64 descriptor, bool may_be_absolute) {
  u64 mode = descriptor >> 61;
  bool is_mode = mode == PLAIN || mode == WIDE_BY_32 || mode == WIDE || mode == HALF || mode == QUARTER;
  if (IS_ABSOLUTE(descriptor)) is_mode = may_be_absolute && mode == WIDE && !(descriptor >> 49 & 7);
  return is_mode && (descriptor >> 46 & 7) == 1 && !(descriptor >> 53 & 0xFF);
}

INLINE Tile tile_of(u64 descriptor, bool transposed) {
  Tile t = {(descriptor & 0x3FFF) << 4, (descriptor >> 16 & 0x3FFF) << 4,
            (descriptor >> 32 & 0x3FFF) << 4};
  u64 mode = descriptor >> 61;
  t.is_plain = mode == PLAIN;
  t.far = transposed ? t.leading : t.stride;
  t.near = transposed ? t.stride : t.leading;
  t.width_bits = mode == HALF ? 6 : mode == QUARTER ? 5 : 7;
  // With units of 32 bytes the pattern of a transposed tile is four lines long (CUTLASS,
  // `mma_sm100_desc.hpp`).
  t.lines_bits = mode == WIDE_BY_32 && transposed ? 2 : 3;
  t.base = (descriptor >> 49 & 7) << 7;
  t.beyond = IS_ABSOLUTE(descriptor) ? 128 - t.start % 128 : ~0ul;
  t.to = mode == WIDE_BY_32 ? 5 : 4;
  t.mask = t.is_plain ? 0 : mode == WIDE ? 7 : mode == QUARTER ? 1 : 3;
  return t;
}

INLINE u64 tile_chunk(const Tile *t, u64 line, u64 piece) {
  u64 group = line >> t->lines_bits, row = line & ((1ul << t->lines_bits) - 1), byte = piece * CHUNK;
  u64 within = (1ul << t->width_bits) - 1, address = t->start;
  if (t->is_plain) address += group * t->far + (row << 4) + piece * t->near;
  else if (byte >= t->beyond)
    address = t->leading + byte - t->beyond + group * t->stride + (row << t->width_bits);
  else
    address += group * t->stride + (row << t->width_bits) + (byte & within) +
               (byte >> t->width_bits) * t->leading;
  return address ^ ((address - t->base) >> 7 & t->mask) << t->to;
}

// A matrix of a product in shared memory: its rows (of A, or columns of B) and its depth.
typedef struct {
  u64 descriptor, kind, rows, first, depth;
  bool transposed;
  Format format;
} Matrix;

INLINE u64 lines_of(const Matrix *m) { return m->transposed ? m->depth : m->rows; }
INLINE u64 pieces_in(const Matrix *m) {
  return (m->transposed ? m->rows : m->depth) / elements_of(m->kind, m->format);
}

// Whether a matrix is in the block's shared memory; else it stops the launch.
INLINE bool is_shared(Place at, const u64 *task, const Matrix *m) {
  bool is_good = is_tile(m->descriptor, WAY(SM_103) && !m->transposed);
  if (wrong(at, !is_good, TENSOR_PROBLEM_DESCRIPTOR, m->descriptor >> 32)) return false;
  Tile tile = tile_of(m->descriptor, m->transposed);
  u64 limit = at.context[CONTEXT_SHARED_BYTES], lines = lines_of(m), pieces = pieces_in(m);
  for (u64 line = 0; line < lines; line++)
    for (u64 piece = 0; piece < pieces; piece++) {
      u64 address = tile_chunk(&tile, line, piece);
      if (refuse(at, address + CHUNK > limit, FAULT_SHARED_OUT_OF_BOUNDS, address)) return false;
    }
  return true;
}

// Where the first of the elements from `element` on of a line goes. A line of K is part of [row][k];
// a transposed one, of one k, is part of [16 rows][k][16].
INLINE u64 line_place(const Matrix *m, u64 line, u64 element) {
  if (!m->transposed) return line * m->depth + element;
  return (element / ROWS * m->depth + line) * ROWS + element % ROWS;
}

// Reads a matrix, as [16 rows][k][16] if `in_blocks`, else as [row][k], from row `first` on. Elements
// of 16 bytes are stored at once; what is not in the wanted order is turned then.
INLINE void read_tile(u64 *context, const Matrix *m, u32 *out, bool in_blocks) {
  u32 turned[(MOST_COLUMNS + 32) * MOST_DEPTH] __attribute__((aligned(64)));
  Tile tile = tile_of(m->descriptor, m->transposed);
  u64 shared = context[CONTEXT_SHARED], each = elements_of(m->kind, m->format), depth = m->depth;
  u64 lines = lines_of(m), pieces = pieces_in(m);
  u32 *start = out + m->first * depth, *place = in_blocks == m->transposed ? start : turned;
  for (u64 line = 0; line < lines; line++)
    for (u64 piece = 0; piece < pieces; piece++)
      unpack(place + line_place(m, line, piece * each), (u8 *)shared + tile_chunk(&tile, line, piece),
             each, m->format);
  if (place == start) return;
  for (u64 row = 0; row < m->rows; row++)
    for (u64 k = 0; k < depth; k++) {
      u64 in_rows = row * depth + k, in_block = (row / ROWS * depth + k) * ROWS + row % ROWS;
      start[in_blocks ? in_block : in_rows] = turned[in_blocks ? in_rows : in_block];
    }
}

// ---- the shape of a product ---------------------------------------------------------------------

typedef struct {
  u64 kind, m, n, k;  // of both blocks of a pair
  u64 stored;         // elements of a row of A: k, or half of it
  Format a, b;
  bool is_half, clamps;            // the sums are f16; integers are clamped
  bool negates_a, negates_b, turns_a, turns_b;
  u64 folds, rows;                 // parts of the columns, below each other; rows of a block
  u64 scales, scale_a_at, scale_b_at;
  bool has_powers;                 // the scales are powers of two
} Product;

INLINE u64 depth_of(u64 kind) {
  switch (kind) {
    case TENSOR_KIND_F16: return 16;
    case TENSOR_KIND_TF32: return 8;
    case TENSOR_KIND_MXF4:
    case TENSOR_KIND_MXF4NVF4: return 64;
  }
  return 32;
}

// Of `f16` and `tf32` the metadata of 16 rows are in one column, else of each row in two.
INLINE bool shares_column(u64 kind) { return kind == TENSOR_KIND_F16 || kind == TENSOR_KIND_TF32; }

// Whether the descriptor says of sparsity in bit 2 what the instruction says, and its selector, which
// of two columns has the metadata, is one that the kind has.
INLINE bool fits_sparsity(const u64 *task) {
  u64 shape = TASK(SHAPE);
  if ((shape >> 2 & 1) != WAY(SPARSE)) return false;
  return !WAY(SPARSE) || (shape & 3) <= shares_column(KIND_OF(task));
}

// Reads an instruction descriptor; false if there is no such product (PTX ISA, table 39).
INLINE bool product_of(const u64 *task, Product *p) {
  u64 shape = TASK(SHAPE), kind = KIND_OF(task), scales = SCALES_OF(task);
  bool is_pair = WAY(PAIR), is_narrow = kind == TENSOR_KIND_MXF4 || kind == TENSOR_KIND_MXF4NVF4;
  u64 stored = depth_of(kind), depth = WAY(SPARSE) ? 2 * stored : stored;
  *p = (Product){kind, (shape >> 24 & 31) << 4, (shape >> 17 & 63) << 3, depth, stored};
  p->scales = scales;
  p->negates_a = shape >> 13 & 1;
  p->negates_b = shape >> 14 & 1;
  p->turns_a = shape >> 15 & 1;
  p->turns_b = shape >> 16 & 1;
  u64 sums = shape >> 4 & 3;
  if (scales) {
    p->m = (shape >> 27 & 3) << 7;
    p->scale_a_at = shape >> 29 & 3;
    p->scale_b_at = sums;
    p->has_powers = shape >> 23 & 1;
    bool is_long = is_narrow && shape >> 31;
    if (is_long) {
      if (!WAY(SM_103) || WAY(SPARSE) || p->m != (is_pair ? 2 * MOST_ROWS : MOST_ROWS)) return false;
      p->k = p->stored = LONG_DEPTH;
      p->scales = scales * LONG_DEPTH / depth_of(kind);
    }
    if (shape >> 24 & 7 || (kind != TENSOR_KIND_MXF4NVF4 && !p->has_powers)) return false;
    // With UE4M3 a scale is for 16 elements.
    if (kind == TENSOR_KIND_MXF4NVF4 && !p->has_powers && scales != 4) return false;
    // Those of K = 96 go on in another word.
    u64 step = is_long ? scales / 2 : scales;
    if ((p->scale_a_at | p->scale_b_at) & (step - 1)) return false;
  } else {
    bool is_whole = kind == TENSOR_KIND_I8, may_be_half = kind == TENSOR_KIND_F16 || kind == TENSOR_KIND_F8F6F4;
    if (sums != (is_whole ? 2u : 1u) && !(may_be_half && sums == 0)) return false;
    p->is_half = sums == 0;
    p->clamps = shape >> 3 & 1;
  }
  p->a = format_of(kind, shape >> 7 & 7);
  p->b = format_of(kind, shape >> 10 & (is_narrow ? 3 : 7));
  if (!p->a.bits || !p->b.bits || !fits_sparsity(task)) return false;
  if (p->is_half && kind == TENSOR_KIND_F16 && (p->a.mantissa != 10 || p->b.mantissa != 10)) return false;
  bool turns_narrow = (p->turns_a && p->a.bits < 8) || (p->turns_b && p->b.bits < 8);
  if (turns_narrow || !p->n || p->n > MOST_COLUMNS) return false;
  u64 step = is_pair ? 16 : 8;
  if (WAY(STATIONARY)) {
    if (p->m != 32 && p->m != 64 && p->m != 128) return false;
    if (p->n != 64 && p->n != 128 && (p->n != 256 || WAY(SPARSE))) return false;
    p->folds = 128 / p->m;
    p->rows = p->m;
    return true;
  }
  if (kind == TENSOR_KIND_I8) step = is_pair ? 32 : p->n > 32 ? 16 : 8;
  if (p->n % step) return false;
  u64 rows = is_pair ? p->m / 2 : p->m;
  p->rows = rows;
  p->folds = is_pair && rows == 64 && !WAY(SPARSE) ? 2 : 1;
  return rows == 128 || (rows == 64 && !(scales && p->folds == 1));
}

INLINE Matrix matrix_a(const u64 *task, const Product *p) {
  return (Matrix){TASK(A), p->kind, p->rows, 0, p->stored, p->turns_a, p->a};
}
INLINE Matrix matrix_b(const u64 *task, const Product *p, u64 part, u64 shift) {
  u64 columns = WAY(PAIR) ? p->n / 2 : p->n;
  return (Matrix){TASK(B), p->kind, columns + shift, part * columns, p->k, p->turns_b, p->b};
}

// The lane of row `row` of a block, in part `fold` of the columns.
INLINE u64 lane_of(const Product *p, bool is_scattered, u64 base, u64 row, u64 fold) {
  if (is_scattered) return row / 16 * 32 + row % 16 + base;
  return row + fold * p->rows;
}

// Of 64 rows 16 are in each warp's lanes, in the first or the second half (layout F).
INLINE bool scatters(const u64 *task, const Product *p) {
  return p->rows == 64 && p->folds == 1 && !WAY(STATIONARY);
}

// ---- a product ----------------------------------------------------------------------------------

// Reads a matrix A in tensor memory: [16 rows][k][16]. Elements of four and six bits are in the
// middle of a byte, but in products of only four bits (PTX ISA, 9.7.18.10.4).
INLINE void read_tensor(u64 *context, u64 *task, const Product *p, u64 fold, u32 *out) {
  const u32 *words = words_of(context);
  bool is_narrow = p->kind == TENSOR_KIND_MXF4 || p->kind == TENSOR_KIND_MXF4NVF4;
  u64 bits = p->a.bits < 8 && !is_narrow ? 8 : p->a.bits, each = 32 / bits, base = TASK(A) >> 16 & 0xFFFF;
  u32 shift = (bits - p->a.bits) / 2, mask = ~0u >> (32 - p->a.bits);
  for (u64 row = 0; row < p->rows; row++) {
    u64 lane = lane_of(p, scatters(task, p), base, row, fold);
    for (u64 k = 0; k < p->stored; k++) {
      u64 column = (TASK(A) & 0xFFFF) + k / each;
      u32 word = words[column * TENSOR_LANES + lane];
      out[(row / ROWS * p->stored + k) * ROWS + row % ROWS] = word >> (k % each * bits + shift) & mask;
    }
  }
}

// Reads which k the elements of 16 rows of a sparse A are of, [element][16], from row `first` on: four
// bits for each chunk of a row, of which the lower two are the place of its first element, or of its
// first two, and the upper two that of the others (`kernelscope.vgpu.sparse`). Where they are says
// `metadata_places` of `kernelscope.vgpu.tensor_memory`.
INLINE void read_places(u64 *context, u64 *task, const Product *p, u64 first, u64 fold, u32 *places) {
  u64 width = p->kind == TENSOR_KIND_TF32 ? 2 : p->a.bits == 4 && elements_of(p->kind, p->a) == 32 ? 8 : 4;
  u64 together = width == 8 ? 2 : 1, base = TASK(META) >> 16 & 0xFFFF, start = TASK(META) & 0xFFFF;
  u64 lane = lane_of(p, scatters(task, p), base, first, fold), selector = TASK(SHAPE) & 3;
  for (u64 chunk = 0; chunk < p->k / width; chunk++)
    for (u64 row = 0; row < ROWS; row++) {
      bool is_shared = shares_column(p->kind);
      u64 at = lane + (is_shared ? row % 8 + chunk / 4 * 8 : row);
      u64 column = start + (is_shared ? selector : chunk / 8);
      u64 bit = is_shared ? row / 8 * 16 + chunk % 4 * 4 : chunk % 8 * 4;
      u64 bits = words_of(context)[column * TENSOR_LANES + at] >> bit & 15;
      for (u64 n = 0; n < width / 2; n++) {
        u64 place = bits >> 2 * (n / together) & 3;
        if (width == 2) place >>= 1;
        places[(chunk * width / 2 + n) * ROWS + row] = chunk * width + place * together + n % together;
      }
    }
}

// Of 32 lanes from `lane` on each takes the columns of the next one; the last keeps its own.
INLINE void shift_lanes(u64 *context, u64 column, u64 count, u64 lane) {
  for (u64 n = column; n < column + count; n++) {
    u32 *words = words_of(context) + n * TENSOR_LANES + lane;
    __builtin_memmove(words, words + 1, 4 * (LANES - 1));
  }
}

// The columns of a matrix A in tensor memory.
INLINE u64 columns_of_a(const Product *p) {
  u64 least = p->kind == TENSOR_KIND_MXF4 || p->kind == TENSOR_KIND_MXF4NVF4 ? 4 : 8;
  return p->stored * max(p->a.bits, least) / 32;
}

// Where the scales of A's rows are, or of B's columns, and how many of these there are; of two parts of
// the columns below each other each has its own, in the same columns of tensor memory. Four scales are
// a word, of 32 rows in a column, and those of 32 more in the next one; more scales follow behind the
// columns of all rows, of which there are 128, or twice as many (CUTLASS, `tmem_sf_frg`).
typedef struct {
  u64 column, at, rows;
} Scales;

INLINE u64 columns_of_word(u64 rows) { return (rows + 127) / 128 * 4; }
INLINE u64 columns_of_scales(const Product *p, Scales side) {
  return (side.at + p->scales - 1) / 4 * columns_of_word(side.rows) + (side.rows + 31) / 32;
}
INLINE Scales scales_of_a(const u64 *task, const Product *p) {
  return (Scales){TASK(SCALE_A) & 0xFFFF, p->scale_a_at, p->rows};
}
INLINE Scales scales_of_b(const u64 *task, const Product *p) {
  return (Scales){TASK(SCALE_B) & 0xFFFF, p->scale_b_at, p->n / p->folds};
}

// The words of the scales of rows of A, or columns of B, as one of the four datapaths sees them: each
// has its own (PTX ISA, 9.7.18.10.7). Of `each` rows or columns those of a block are together.
INLINE void read_scales(u64 *context, const Product *p, Scales side, u64 path, u64 first, u64 count,
                        u64 each, u32 *out) {
  for (u64 n = 0; n < count; n++)
    for (u64 block = 0; block < p->scales; block++) {
      u64 row = first + n, byte = side.at + block;
      u64 column = side.column + byte / 4 * columns_of_word(side.rows) + row / 32;
      u32 word = words_of(context)[column * TENSOR_LANES + path * 32 + row % 32];
      u64 place = (n / each * p->scales + block) * each + n % each;
      out[place] = scale_word(word >> byte % 4 * 8 & 0xFF, p->has_powers);
    }
}

INLINE void apply(u32 *value, float scale) {
  *value = __builtin_bit_cast(u32, __builtin_bit_cast(float, *value) * scale);
}

// Columns of B that count as zeros (`.ws`; PTX ISA, 9.7.18.4): runs of both kinds in turn, for each
// part of the columns with its own begin.
INLINE void zero_columns(u64 zeros, const Product *p, u32 *b) {
  if (!(zeros >> 39 & 1)) return;
  u64 skipped = (zeros >> 40 & 0xFF) + 1, used = (zeros >> 48 & 0xFF) + 1, part = p->n / p->folds;
  for (u64 n = 0; n < p->n; n++) {
    u64 fold = n / part, place = n % part + (zeros >> 8 * fold & 0xFF);
    bool starts_zero = zeros >> (32 + fold) & 1;
    u64 phase = place % (skipped + used);
    bool is_zero = starts_zero ? phase < skipped : phase >= used;
    if (is_zero) __builtin_memset(b + n * p->k, 0, 4 * p->k);
  }
}

#define ZERO_SHIFT(zeros) ((zeros) >> 56 & 63)

// Reads B, [n][k]; each block of a pair has half of its columns.
INLINE void read_right(u64 *first, u64 *second, u64 *task, const Product *p, u32 *b) {
  u64 shift = ZERO_SHIFT(TASK(ZEROS));
  Matrix right = matrix_b(task, p, 0, shift);
  read_tile(first, &right, b, false);
  if (WAY(PAIR)) {
    right = matrix_b(task, p, 1, 0);
    read_tile(second, &right, b, false);
  }
  if (shift) __builtin_memmove(b, b + shift * p->k, 4 * p->n * p->k);
  decode(b, p->n * p->k, p->b, p->negates_b);
  zero_columns(TASK(ZEROS), p, b);
}

INLINE u32 to_half(float value) {
  u32 bits = __builtin_bit_cast(u32, value), sign = bits >> 16 & 0x8000, size = bits & 0x7FFFFFFF;
  if (size > 0x7F800000) return 0x7FFF;
  if (size >= 0x477FF000) return sign | 0x7C00;
  if (size < 0x38800000) {  // a subnormal half: the addition rounds
    float rounded = __builtin_bit_cast(float, size) + 0.5f;
    return sign | (__builtin_bit_cast(u32, rounded) - 0x3F000000);
  }
  return sign | ((size + 0xFFF + (size >> 13 & 1)) - 0x38000000) >> 13;
}

INLINE float from_half(u32 half) {
  Words raw = WORDS(IOTA) ^ WORDS(IOTA);
  return __builtin_bit_cast(float, decoded(raw + half, (Format){16, 10, 15, 1}, 0)[0]);
}

// The factors of 16 rows and 8 columns, their exponents, and their scales.
typedef struct {
  const u32 *a, *b, *of_a;
  const u16 *of_b;
  const u32 *rows, *columns;
} Factors;

// Whether products of e2m1 are added in groups.
INLINE bool has_groups(const Product *p) {
  return p->kind == TENSOR_KIND_MXF4 || p->kind == TENSOR_KIND_MXF4NVF4;
}

INLINE void add_factors(const u64 *task, const Product *p, u32 *sums, Factors f) {
  if (has_groups(p)) add_scaled(sums, f.a, f.b, f.rows, f.columns, p->stored, p->scales, WAY(SPARSE));
  else if (p->scales) ((ScaledPanel *)TASK(PANEL))(sums, f.a, f.b, f.of_a, f.of_b, f.rows, f.columns);
  else ((Panel *)(p->is_half ? TASK(HALF_PANEL) : TASK(PANEL)))(sums, f.a, f.b, f.of_a, f.of_b);
}

INLINE Sixteen with_one_nan(Sixteen bits) {
  Sixteen nan = (bits ^ bits) + 0x7FFFFFFF;
  return (bits & 0x7FFFFFFF) > 0x7F800000 ? nan : bits;
}

// Adds the products of 16 rows, of which `off` has a bit for each that is not written, and 8
// columns. c: the first word of the sums.
INLINE void add_panel(u64 *task, const Product *p, u32 *c, Factors f, u32 off) {
  Sixteen sums[COLUMNS];
  bool is_plain = !p->is_half && !p->clamps && !TASK(HALVINGS) && !off;
  float scale = __builtin_bit_cast(float, power_of_two(127 - TASK(HALVINGS)));
  for (u64 n = 0; n < COLUMNS; n++) {
    Sixteen old = *(Sixteen *)(c + n * TENSOR_LANES);
    if (!TASK(KEEPS) || p->clamps) old ^= old;
    sums[n] = old;
    for (u64 row = 0; !is_plain && row < ROWS; row++) {
      u32 word = old[row];
      if (p->is_half) word = __builtin_bit_cast(u32, from_half(word & 0xFFFF));
      if (TASK(HALVINGS)) apply(&word, scale);
      sums[n][row] = word;
    }
  }
  add_factors(task, p, (u32 *)sums, f);
  for (u64 n = 0; n < COLUMNS; n++) {
    if (p->kind != TENSOR_KIND_I8) sums[n] = with_one_nan(sums[n]);
    if (is_plain) *(Sixteen *)(c + n * TENSOR_LANES) = sums[n];
    for (u64 row = 0; !is_plain && row < ROWS; row++) {
      u32 *place = c + n * TENSOR_LANES + row, sum = sums[n][row];
      if (off >> row & 1) continue;
      if (p->is_half) sum = to_half(__builtin_bit_cast(float, sum)) | (*place & 0xFFFF0000);
      if (p->clamps && TASK(KEEPS)) sum = __builtin_elementwise_add_sat((int)sum, (int)*place);
      *place = sum;
    }
  }
}

// Picks what the elements of 16 rows of a sparse A are multiplied by in 8 columns, [8][element][16].
INLINE void choose(const Product *p, const u32 *b, const u32 *places, u32 *out) {
  for (u64 n = 0; n < COLUMNS; n++)
    for (u64 at = 0; at < p->stored * ROWS; at += LANES) {
      Longs chosen = LONGS(*(const WordsAt *)(places + at));
      *(WordsAt *)(out + n * p->stored * ROWS + at) = gather_words(ALL, (u64)(b + n * p->k), chosen);
    }
}

INLINE u32 off_lanes(const u64 *task, u64 part, u64 lane) {
  u32 word = ((const u32 *)(task + TENSOR_TASK_OFF))[part * 4 + lane / LANES];
  return word >> lane % LANES & 0xFFFF;
}

// The part of a product that a block has; part: 1 of the second one of a pair.
INLINE void multiply_in(u64 *context, u64 *first, u64 *second, u64 *task, const Product *p, u64 part) {
  u32 a[MOST_ROWS * MOST_STORED] __attribute__((aligned(64)));
  u32 b[(MOST_COLUMNS + 32) * MOST_DEPTH] __attribute__((aligned(64)));
  u32 of_a[MOST_STORED / 2 * ROWS] __attribute__((aligned(64)));
  u16 of_b[MOST_COLUMNS * MOST_DEPTH] __attribute__((aligned(64)));
  u32 places[MOST_STORED * ROWS], chosen[COLUMNS * MOST_STORED * ROWS] __attribute__((aligned(64)));
  u32 of_chosen[COLUMNS * MOST_STORED / 2 * ROWS] __attribute__((aligned(64)));
  u32 rows[MOST_SCALES * ROWS] __attribute__((aligned(64)));
  u32 columns[MOST_SCALES * MOST_COLUMNS];
  u64 base = TASK(D) >> 16 & 0xFFFF, column = TASK(D) & 0xFFFF;
  Matrix left = matrix_a(task, p);
  read_right(first, second, task, p, b);
  if (!has_groups(p)) column_exponents(b, p->n * p->k, least_of(&p->b), of_b);
  u64 part_columns = p->n / p->folds;
  for (u64 fold = 0; fold < p->folds; fold++) {
    if (!fold || WAY(A_IS_TENSOR)) {
      if (WAY(A_IS_TENSOR)) read_tensor(context, task, p, fold, a);
      else read_tile(context, &left, a, true);
      decode(a, p->rows * p->stored, p->a, p->negates_a);
    }
    for (u64 row = 0; row < p->rows; row += ROWS) {
      u64 lane = lane_of(p, scatters(task, p), base, row, fold), path = lane / 32;
      if (p->scales) read_scales(context, p, scales_of_a(task, p), path, row, ROWS, ROWS, rows);
      if (p->scales && row % 32 == 0)
        read_scales(context, p, scales_of_b(task, p), path, 0, part_columns, COLUMNS, columns);
      if (!has_groups(p)) row_exponents(a + row * p->stored, p->stored, least_of(&p->a), of_a);
      if (WAY(SPARSE)) read_places(context, task, p, row, fold, places);
      for (u64 n = 0; n < part_columns; n += COLUMNS) {
        u32 *c = words_of(context) + (column + n) * TENSOR_LANES + lane;
        u64 from = (fold * part_columns + n) * p->k;
        Factors f = {a + row * p->stored, b + from, of_a, of_b + from, rows, columns + n * p->scales};
        if (WAY(SPARSE)) {
          choose(p, b + from, places, chosen);
          if (!has_groups(p)) row_exponents(chosen, COLUMNS * p->stored, least_of(&p->b), of_chosen);
          f.b = chosen;
          f.of_b = (const u16 *)of_chosen;
        }
        add_panel(task, p, c, f, off_lanes(task, part, lane));
      }
    }
  }
  // `.ashift`: A moves after the product, as CUTLASS saw on a B200 (`1cta_mma_a_from_tmem.py`).
  for (u64 lane = 0; WAY(SHIFTS_A) && lane < TENSOR_LANES; lane += LANES)
    shift_lanes(context, TASK(A) & 0xFFFF, columns_of_a(p), lane);
}

INLINE u64 *block_of_pair(u64 *context, u64 rank) {
  return peer_of(context, (context[CONTEXT_RANK] & ~1ul) | rank);
}

HELPER tensor_multiply(u64 *context, u64 *task) {
  Product p;
  if (!product_of(task, &p)) return;
  if (!WAY(PAIR)) {
    multiply_in(context, context, context, task, &p, 0);
    return;
  }
  u64 *first = block_of_pair(context, 0), *second = block_of_pair(context, 1);
  for (u64 part = 0; part < 2; part++)
    multiply_in(part ? second : first, first, second, task, &p, part);
}

// ---- copies and shifts --------------------------------------------------------------------------

// The bytes of a line of a copy: 16 elements of four or six bits, padded to 16 bytes, become bytes
// that have them in the middle (PTX ISA, 9.7.18.9).
INLINE void widen(u8 *chunk, u64 bits) {
  u32 values[LANES] __attribute__((aligned(64)));
  unpack(values, chunk, 16, (Format){bits, 1, 0, 0});
  for (u64 k = 0; k < 16; k++) chunk[k] = values[k] << (8 - bits) / 2;
}

INLINE Matrix copied_by(const u64 *task) {
  u64 bytes = COPY_OF(task, BYTES);
  // 32 bytes of a line are two chunks, as of eight elements of 32 bits.
  return (Matrix){TASK(A), TENSOR_KIND_TF32, COPY_OF(task, LANES), 0, bytes / 4, false,
                  (Format){32, 23, 127, 1}};
}

// The lanes that a line is copied to, from part to part: of pairs the first half of the lines goes to
// the parts 0 and 2 (or 0 and 1), the second to the others. Four lines are one for each part: they
// are what a shift leaves empty.
INLINE u64 copy_lane(u64 lanes, u64 times, u64 line, u64 turn) {
  if (lanes == 4) return line * 32;
  if (times == TENSOR_COPY_FOUR_TIMES) return line + turn * 32;
  u64 half = line / 32, within = line % 32;
  if (times == TENSOR_COPY_PAIRS_02_13) return within + (half + 2 * turn) * 32;
  if (times == TENSOR_COPY_PAIRS_01_23) return within + (2 * half + turn) * 32;
  return line;
}

INLINE void copy_in(u64 *context, u64 *task) {
  Matrix source = copied_by(task);
  Tile tile = tile_of(source.descriptor, false);
  u64 times = COPY_OF(task, TIMES), bits = COPY_OF(task, BITS), pieces = pieces_in(&source);
  u64 turns = times == TENSOR_COPY_ONCE ? 1 : times == TENSOR_COPY_FOUR_TIMES ? 4 : 2;
  for (u64 line = 0; line < source.rows; line++)
    for (u64 piece = 0; piece < pieces; piece++) {
      u8 chunk[CHUNK + 1] __attribute__((aligned(16)));
      __builtin_memcpy(chunk, (u8 *)context[CONTEXT_SHARED] + tile_chunk(&tile, line, piece), CHUNK);
      if (bits) widen(chunk, bits);
      for (u64 turn = 0; turn < turns; turn++) {
        u64 lane = copy_lane(source.rows, times, line, turn) + (TASK(D) >> 16 & 0xFFFF);
        for (u64 n = 0; n < 4; n++) {
          u64 column = (TASK(D) & 0xFFFF) + piece * 4 + n;
          words_of(context)[column * TENSOR_LANES + lane] = ((u32 *)chunk)[n];
        }
      }
    }
}

HELPER tensor_do(u64 *context, u64 *task) {
  if (!WAY(COPIES) && !WAY(SHIFTS)) {
    tensor_multiply(context, task);
    return;
  }
  for (u64 rank = 0; rank < (WAY(PAIR) ? 2 : 1); rank++) {
    u64 *block = WAY(PAIR) ? block_of_pair(context, rank) : context;
    if (WAY(COPIES)) copy_in(block, task);
    else shift_lanes(block, TASK(D) & 0xFFFF, SHIFTED_COLUMNS, TASK(D) >> 16 & 0xFFFF);
  }
}

// ---- checks when a task is issued ---------------------------------------------------------------

INLINE bool has_columns(Place at, u64 *block, u64 address, u64 count) {
  return tensor_columns(at.context, at.site, at.lane, block, address & 0xFFFF, count);
}

INLINE bool is_lane(Place at, u64 address, bool is_good) {
  return !wrong(at, !is_good, TENSOR_PROBLEM_ALIGNMENT, address >> 16 & 0xFFFF);
}

INLINE bool is_good_product(Place at, u64 *task) {
  Product p;
  bool is_good = product_of(task, &p) && !(WAY(SHIFTS_A) && p.m < MOST_ROWS);
  if (wrong(at, !is_good, TENSOR_PROBLEM_SHAPE, TASK(SHAPE))) return false;
  u64 lane = TASK(D) >> 16 & 0xFFFF;
  bool may_be_half = scatters(task, &p);
  if (!is_lane(at, TASK(D), !lane || (may_be_half && lane == 16))) return false;
  if (WAY(A_IS_TENSOR) && !is_lane(at, TASK(A), (TASK(A) >> 16 & 0xFFFF) == lane)) return false;
  if (WAY(SPARSE) && !is_lane(at, TASK(META), (TASK(META) >> 16 & 0xFFFF) == lane)) return false;
  if (wrong(at, WAY(SPARSE) && TASK(META) & 1, TENSOR_PROBLEM_METADATA, TASK(META) & 0xFFFF)) return false;
  for (u64 rank = 0; rank < (WAY(PAIR) ? 2 : 1); rank++) {
    u64 *block = WAY(PAIR) ? block_of_pair(at.context, rank) : at.context;
    Place there = {block, at.site, at.lane};
    Matrix a = matrix_a(task, &p), b = matrix_b(task, &p, 0, ZERO_SHIFT(TASK(ZEROS)));
    if (!is_shared(there, task, &b) || (!WAY(A_IS_TENSOR) && !is_shared(there, task, &a))) return false;
    if (!has_columns(at, block, TASK(D), p.n / p.folds)) return false;
    if (WAY(A_IS_TENSOR) && !has_columns(at, block, TASK(A), columns_of_a(&p))) return false;
    if (WAY(SPARSE) && !has_columns(at, block, TASK(META), 2)) return false;
    Scales of_a = scales_of_a(task, &p), of_b = scales_of_b(task, &p);
    if (p.scales && (!has_columns(at, block, of_a.column, columns_of_scales(&p, of_a)) ||
                     !has_columns(at, block, of_b.column, columns_of_scales(&p, of_b))))
      return false;
  }
  return true;
}

INLINE bool is_good_move(Place at, u64 *task) {
  u64 lane = TASK(D) >> 16 & 0xFFFF;
  u64 lanes = COPY_OF(task, LANES);
  bool is_good = WAY(SHIFTS) ? lane % 32 == 0 && lane < TENSOR_LANES : lanes == 4 ? lane < 32 : !lane;
  if (!is_lane(at, TASK(D), is_good)) return false;
  for (u64 rank = 0; rank < (WAY(PAIR) ? 2 : 1); rank++) {
    u64 *block = WAY(PAIR) ? block_of_pair(at.context, rank) : at.context;
    Place there = {block, at.site, at.lane};
    Matrix source = copied_by(task);
    if (WAY(COPIES) && !is_shared(there, task, &source)) return false;
    if (!has_columns(at, block, TASK(D), WAY(SHIFTS) ? SHIFTED_COLUMNS : COPY_OF(task, BYTES) / 4)) return false;
  }
  return true;
}

// ---- the queue ----------------------------------------------------------------------------------

INLINE u64 *task_at(u64 *memory, u64 index) {
  return memory + TENSOR_MEMORY_TASKS + index * TENSOR_TASK_SLOTS;
}

// A row is at most four chunks (of B, if A is sparse), and 63 columns of B may count as zeros.
#define MOST_CHUNKS (4 * (MOST_ROWS + MOST_COLUMNS + 64))

// Adds the addresses of a matrix's chunks to `chunks`; returns how many there are.
INLINE u64 put_chunks(const Matrix *m, u32 *chunks, u64 count) {
  Tile tile = tile_of(m->descriptor, m->transposed);
  u64 lines = lines_of(m), pieces = pieces_in(m);
  for (u64 line = 0; line < lines; line++)
    for (u64 piece = 0; piece < pieces; piece++) chunks[count++] = tile_chunk(&tile, line, piece);
  return count;
}

// Whether all that a task reads of shared memory is surely in order.
INLINE bool are_tiles_in_order(Place at, const u64 *task) {
  u32 chunks[MOST_CHUNKS];
  u64 count = 0;
  Product p;
  if (WAY(COPIES)) {
    Matrix source = copied_by(task);
    count = put_chunks(&source, chunks, count);
  } else if (!WAY(SHIFTS) && product_of(task, &p)) {
    Matrix a = matrix_a(task, &p), b = matrix_b(task, &p, 0, ZERO_SHIFT(TASK(ZEROS)));
    if (!WAY(A_IS_TENSOR)) count = put_chunks(&a, chunks, count);
    count = put_chunks(&b, chunks, count);
  }
  return watch_chunks(at.context, at.site, chunks, count);
}

// Whether the host need not know of a task but for its time: it adds to the sums of the last one, and
// the host knows its instruction.
INLINE bool goes_on_in_chain(const u64 *memory, const u64 *task) {
  u64 site = TASK(SITE);
  bool is_known = memory[TENSOR_MEMORY_CHAIN] && memory[TENSOR_MEMORY_TOLD + site % TOLD_SITES] == site + 1;
  return is_known && memory[TENSOR_MEMORY_CHAIN_THREAD] == TASK(THREAD) &&
         memory[TENSOR_MEMORY_CHAIN_WAY] == TASK(WAY) && memory[TENSOR_MEMORY_CHAIN_D] == TASK(D) &&
         memory[TENSOR_MEMORY_CHAIN_SHAPE] == TASK(SHAPE);
}

// Tells the host, where accesses are watched, of a task that is issued; time moves on.
INLINE void tell_of_task(Place at, u64 *task) {
  u64 *block = (u64 *)at.context[CONTEXT_WATCH], *memory = tensor_of(at.context);
  if (USUALLY(!block)) return;
  u64 now = *(u64 *)block[WATCH_CLOCK] += 1, site = TASK(SITE);
  bool is_fine = are_tiles_in_order(at, task);
  if (!is_fine || !goes_on_in_chain(memory, task)) {
    memory[TENSOR_MEMORY_CHAIN] = 0;
    if (!is_fine) tell_of_copies(at.context);
    tell_of_order(at.context, block, TENSOR_EVENT_ISSUE, site, 1u << at.lane, task, is_fine);
    memory[TENSOR_MEMORY_TOLD + site % TOLD_SITES] = site + 1;
    memory[TENSOR_MEMORY_CHAIN_THREAD] = TASK(THREAD);
    memory[TENSOR_MEMORY_CHAIN_WAY] = TASK(WAY);
    memory[TENSOR_MEMORY_CHAIN_D] = TASK(D);
    memory[TENSOR_MEMORY_CHAIN_SHAPE] = TASK(SHAPE);
  }
  memory[TENSOR_MEMORY_CHAIN_TIME] = now;
  memory[TENSOR_MEMORY_CHAIN_SITE] = site;
}

// Does a block's tasks that were issued before the one of number `limit`.
HELPER tensor_complete(u64 *context, void *, u64 limit) {
  u64 *memory = tensor_of(context), pending = memory[TENSOR_MEMORY_PENDING], done = 0;
  while (done < pending && task_at(memory, done)[TENSOR_TASK_NUMBER] < limit)
    tensor_do(context, task_at(memory, done++));
  u64 left = pending - done;
  __builtin_memmove(task_at(memory, 0), task_at(memory, done), left * TENSOR_TASK_SLOTS * 8);
  memory[TENSOR_MEMORY_PENDING] = left;
}

// Issues a task of each lane. `off`: for each of eight words of lanes that are not written, those of
// the 32 lanes; or null.
HELPER tensor_issue(u64 *context, u64 site, u32 lanes, Longs d, Longs a, Longs b, Longs shape,
                    Longs keeps, Longs scale_a, Longs scale_b, Longs metadata, Longs zeros, Words *off,
                    u64 halvings, u64 panel, u64 half_panel, u64 way) {
  u64 *memory = tensor_of(context);
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u64 task[TENSOR_TASK_SLOTS] = {};
    TASK(WAY) = way;
    TASK(THREAD) = thread_of(at);
    TASK(SITE) = site;
    TASK(LANE) = lane;
    TASK(D) = d[lane] & EVERYONE;
    TASK(A) = a[lane];
    TASK(B) = b[lane];
    TASK(SHAPE) = shape[lane] & EVERYONE;
    TASK(KEEPS) = keeps[lane] & 1;
    TASK(HALVINGS) = halvings;
    TASK(SCALE_A) = scale_a[lane] & EVERYONE;
    TASK(SCALE_B) = scale_b[lane] & EVERYONE;
    TASK(META) = metadata[lane] & EVERYONE;
    TASK(ZEROS) = zeros[lane];
    TASK(PANEL) = panel;
    TASK(HALF_PANEL) = half_panel;
    for (u64 k = 0; off && k < (WAY(PAIR) ? 8 : 4); k++)
      ((u32 *)(task + TENSOR_TASK_OFF))[k] = off[k][lane];
    if (wrong(at, WAY(PAIR) && !has_peer(context), TENSOR_PROBLEM_PEER, 0)) continue;
    bool is_move = WAY(COPIES) || WAY(SHIFTS);
    if (!(is_move ? is_good_move(at, task) : is_good_product(at, task))) continue;
    if (memory[TENSOR_MEMORY_PENDING] >= MOST_TENSOR_TASKS)
      tensor_complete(context, 0, task_at(memory, MOST_TENSOR_TASKS / 2)[TENSOR_TASK_NUMBER]);
    Product p;
    // The multiply-adds: `counting/counters.py` reads them here.
    if (!is_move && product_of(task, &p)) counters_of(context, site)[SITE_SECTORS] += p.m * p.n * p.stored;
    TASK(NUMBER) = memory[TENSOR_MEMORY_ISSUED]++;
    tell_of_task(at, task);
    __builtin_memcpy(task_at(memory, memory[TENSOR_MEMORY_PENDING]++), task, 8 * TENSOR_TASK_SLOTS);
    if (draws_coin(context)) tensor_complete(context, 0, memory[TENSOR_MEMORY_ISSUED]);
  }
}

// Arrives at mbarriers when the tasks that a thread has issued so far are done; those before them
// are, too. masks: the blocks of the cluster that have one, for `is_many`.
HELPER tensor_commit(u64 *context, u64 site, Longs addresses, Longs masks, u32 lanes, u64 complete,
                     bool is_many) {
  u64 *memory = tensor_of(context), blocks = context[CONTEXT_CLUSTER_BLOCKS];
  EACH_LANE(lane, lanes) {
    Place at = {context, site, lane};
    u64 thread = thread_of(at), limit = 0;
    for (u64 k = 0; k < memory[TENSOR_MEMORY_PENDING]; k++)
      if (task_at(memory, k)[TENSOR_TASK_THREAD] == thread) limit = task_at(memory, k)[TENSOR_TASK_NUMBER] + 1;
    if (refuse(at, is_many && (masks[lane] & 0xFFFF) >> blocks, FAULT_CLUSTER, masks[lane] & 0xFFFF)) continue;
    for (u64 rank = 0; rank < (is_many ? blocks : 1); rank++) {
      if (is_many && !(masks[lane] >> rank & 1)) continue;
      u64 address = is_many ? in_block(addresses[lane], rank) : addresses[lane];
      u64 host = refuse(at, address & 7, FAULT_MISALIGNED, address)
                     ? 0
                     : cluster_host(context, site, address, 8, lane);
      if (host) bulk_await(context, site, thread, host, (u64)context, 0, limit, complete);
    }
  }
}
