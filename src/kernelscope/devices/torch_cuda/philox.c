// The random numbers of PyTorch's CUDA kernels, for 16 neighbouring threads of a grid at a time.
//
// `philox.py` says what they are. The steps and their order are those of the GPU: every word and
// every uniform number has its bits.
#pragma STDC FP_CONTRACT OFF

typedef unsigned u32;
typedef long i64;
typedef unsigned long u64;

#define SIDE_BY_SIDE 16
#define DRAW 4  // words of a draw
#define ROUNDS 10
#define VECTOR(type, count) type __attribute__((ext_vector_type(count)))

typedef VECTOR(u32, SIDE_BY_SIDE) Words;
typedef VECTOR(int, SIDE_BY_SIDE) Integers;
typedef VECTOR(float, SIDE_BY_SIDE) Floats;
typedef VECTOR(u64, SIDE_BY_SIDE / 2) Longs;
typedef u32 Four[DRAW];

// A request, as `_Request` in Python. Groups of 16 threads in one of their draws are numbered.
typedef struct {
  u32 *out;
  i64 elements;
  u64 threads, begin, end, seed, draw;
  double scale, shift, bound;
  u64 kind;
} Request;

enum { WORDS, UNIFORM, NORMAL };

static const Words LANES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

static inline Floats fma(Floats a, Floats b, Floats c) { return __builtin_elementwise_fma(a, b, c); }
static inline Floats floats_of(Words bits) { return (Floats)bits; }
static inline Words bits_of(Floats value) { return (Words)value; }

// The halves of 16 products of 32-bit numbers. Even and odd lanes are multiplied apart.
static inline void multiply(Words value, u64 factor, Words *high, Words *low) {
  Longs pairs = (Longs)value;
  Longs even = (pairs & 0xFFFFFFFF) * factor, odd = (pairs >> 32) * factor;
  *high = (Words)(even >> 32 | (odd & 0xFFFFFFFF00000000));
  *low = (Words)((even & 0xFFFFFFFF) | odd << 32);
}

// The four words of the counters (draw, thread + 0 … 15), after ten rounds.
static inline void draw_words(u64 seed, u64 draw, u64 thread, Words words[DRAW]) {
  Words c0 = (u32)draw, c1 = (u32)(draw >> 32), c2 = (u32)thread + LANES, c3 = 0;
#pragma unroll
  for (u32 n = 0; n < ROUNDS; n++) {
    u32 k0 = (u32)seed + n * 0x9E3779B9, k1 = (u32)(seed >> 32) + n * 0xBB67AE85;
    Words high0, low0, high1, low1;
    multiply(c0, 0xD2511F53, &high0, &low0);
    multiply(c2, 0xCD9E8D57, &high1, &low1);
    c0 = high1 ^ c1 ^ k0, c1 = low1;
    c2 = high0 ^ c3 ^ k1, c3 = low0;
  }
  words[0] = c0, words[1] = c1, words[2] = c2, words[3] = c3;
}

// (word + 1/2) / 2^32, rounded: in (0, 1].
static inline Floats uniform(Words word) {
  return fma(__builtin_convertvector(word, Floats), 0x1p-32f, 0x1p-33f);
}

// log(x) of a positive normal number: Cephes' polynomial (Moshier) over [sqrt(1/2), sqrt(2)).
static inline Floats logarithm(Floats x) {
  Words bits = bits_of(x);
  Integers exponent = (Integers)(bits - 0x3F3504F3) >> 23;
  Floats f = floats_of(bits - ((Words)exponent << 23)) - 1.0f;
  Floats square = f * f, power = __builtin_convertvector(exponent, Floats);
  Floats p = 7.0376836292e-2f;
  p = fma(p, f, -1.1514610310e-1f);
  p = fma(p, f, 1.1676998740e-1f);
  p = fma(p, f, -1.2420140846e-1f);
  p = fma(p, f, 1.4249322787e-1f);
  p = fma(p, f, -1.6668057665e-1f);
  p = fma(p, f, 2.0000714765e-1f);
  p = fma(p, f, -2.4999993993e-1f);
  p = fma(p, f, 3.3333331174e-1f);
  Floats tail = p * (f * square);
  tail = fma(power, -2.12194440e-4f, tail);  // log(2) in two parts, the larger exact in few bits
  tail = fma(square, -0.5f, tail);
  return fma(power, 0.693359375f, f + tail);
}

// The value, negated in lanes in which the second bit of `quarter` is set.
static inline Floats negated(Floats value, Words quarter) {
  return floats_of(bits_of(value) ^ (quarter & 2) << 30);
}

// Sine and cosine of 2 pi (turn + 1/2) / 2^32: Cephes' polynomials, from the nearest quarter turn.
static inline void sine_cosine(Words turn, Floats *sine, Floats *cosine) {
  const double unit = 2 * 3.141592653589793 * 0x1p-32;
  Words quarter = (turn + (1u << 29)) >> 30;
  Floats beyond = __builtin_convertvector((Integers)(turn - (quarter << 30)), Floats);
  Floats x = fma(beyond, (float)unit, (float)(unit / 2)), z = x * x;
  Floats s = fma(fma(-1.9515295891e-4f, z, 8.3321608736e-3f), z, -1.6666654611e-1f);
  Floats c = fma(fma(2.443315711809948e-5f, z, -1.388731625493765e-3f), z, 4.166664568298827e-2f);
  s = fma(z * x, s, x);
  c = fma(z, -0.5f, c * (z * z) + 1.0f);
  Integers odd = (quarter & 1) != 0;
  *sine = negated(odd ? c : s, quarter);
  *cosine = negated(odd ? s : c, quarter + 1);
}

// Two normal numbers from two words: r sin and r cos, r = sqrt(-2 log uniform) (Box and Muller).
static inline void normal(Words *first, Words *second) {
  Floats radius = __builtin_elementwise_sqrt(logarithm(uniform(*first)) * -2.0f), sine, cosine;
  sine_cosine(*second, &sine, &cosine);
  *first = bits_of(sine * radius), *second = bits_of(cosine * radius);
}

// Draw for each group and store its four vectors, each as far as `out` goes.
void philox(const Request *r) {
  Floats scale = (float)r->scale, shift = (float)r->shift, bound = (float)r->bound;
  u64 groups = r->threads / SIDE_BY_SIDE;
  for (u64 group = r->begin; group != r->end; group++) {
    u64 turn = group / groups, thread = (group - turn * groups) * SIDE_BY_SIDE;
    Words words[DRAW];
    draw_words(r->seed, r->draw + turn, thread, words);
    if (r->kind == NORMAL) {
      normal(&words[0], &words[1]);
      normal(&words[2], &words[3]);
    }
    for (u64 word = 0; word < DRAW; word++) {
      Words value = words[word];
      if (r->kind != WORDS) {
        Floats scaled = fma(r->kind == NORMAL ? floats_of(value) : uniform(value), scale, shift);
        value = bits_of(scaled == bound ? shift : scaled);
      }
      u64 index = turn * r->threads * DRAW + thread + r->threads * word;
      i64 left = r->elements - (i64)index;
      if (left >= SIDE_BY_SIDE)
        __builtin_memcpy(r->out + index, &value, sizeof value);
      else
        for (i64 lane = 0; lane < left; lane++) r->out[index + lane] = value[lane];
    }
  }
}
