// Kernels whose PTX goes back to CUDA C and must then compute the same bits.

// An early return, and a loop over the grid.
extern "C" __global__ void saxpy(const float* x, float* y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

// A sum through shared memory and shuffles, one atomic a block.
extern "C" __global__ void total(const float* x, float* out, int n) {
  __shared__ float part[32];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  for (int step = 16; step; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x == 0) atomicAdd(out, sum);
  }
}

// Nested loops that are left and continued from inside, also the outer one.
extern "C" __global__ void search(const int* x, int* out, int n, int m) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  int found = -1, skipped = 0;
  for (int i = 0; i < m; ++i) {
    int v = x[row * m + i];
    if (v < 0) { ++skipped; continue; }
    bool divides = false;
    for (int d = 2; d * d <= v; ++d) {
      if (v % d) continue;
      if (v / d == d) { found = v; goto done; }
      divides = true;
      break;
    }
    if (!divides && v > 50) { found = -v; break; }
  }
done:
  out[row] = found * 100 + skipped;
}

// A switch, and conditions that stop early.
extern "C" __global__ void machine(const unsigned* code, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned state = i, word = code[i];
  for (int step = 0; step < 8; ++step, word >>= 4) {
    switch (word & 15) {
      case 0: state += 3; break;
      case 1: state ^= 0x9e3779b9u; break;
      case 2: state = state << 5 | state >> 27; break;
      case 3: state = __popc(state) * 77; break;
      case 4: state /= 7; // and on
      case 5: state -= 11; break;
      case 6: if (state & 1 && (state & 2 || word > 500)) return; state *= 3; break;
      case 9: state = ~state; break;
      case 11: state = (int)state >> 3; break;
      case 15: step = 100; break;
      default: state = __brev(state);
    }
  }
  out[i] = state;
}

// Threads of one warp go different ways, each with its own number of turns.
extern "C" __global__ void collatz(const unsigned* x, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned steps = 0;
  if (i < n) {
    unsigned v = x[i] & 0xffff;
    while (v > 1 && steps < 300) {
      if (v & 1) v = 3 * v + 1; else v >>= 1;
      ++steps;
    }
    out[i] = steps;
  }
}

// Counted in shared memory, added up in global memory.
extern "C" __global__ void histogram(const int* x, int* out, int n) {
  __shared__ int bins[64];
  for (int b = threadIdx.x; b < 64; b += blockDim.x) bins[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[x[i] & 63], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < 64; b += blockDim.x)
    if (bins[b]) atomicMax(&out[b], bins[b]);
}

// NaN, signed zero and infinities through comparisons, minima, conversions.
extern "C" __global__ void edges(const float* x, const float* y, float* f, int* k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a = x[i], b = y[i];
  f[i] = fminf(a, b) - fmaxf(-a, fabsf(b)) * (a < b ? a : b);
  int r = (int)a + (a != b) * 2 + (a == b) * 4 + !(a >= b) * 8 + isnan(b) * 16;
  k[i] = r ^ (int)(unsigned)b ^ __float2int_rn(a * 0.5f) ^ __float_as_int(floorf(a) + rintf(b));
}

// Integers that wrap, of every width.
extern "C" __global__ void widths(const int* x, long long* out, unsigned char* bytes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = x[i];
  short s = (short)(v * 31);
  signed char c = (signed char)(v >> 3);
  unsigned short u = (unsigned short)(s * c + 7);
  long long wide = (long long)v * v - ((unsigned)v >> 7) + s / 3 + c % 5 + u;
  wide ^= __mulhi(v, 0x12345678) + (long long)__umul64hi(wide, 0x9e3779b97f4a7c15ull);
  wide += min(v, -v) + max((unsigned)v, 17u) + abs(v) + __clz(v) + __ffs(v);
  out[i] = wide << (v & 31);
  bytes[i] = (unsigned char)(wide >> 9);
}

// Vectors, a tile, its transpose; __restrict__ for loads that cannot alias.
extern "C" __global__ void __launch_bounds__(256) transpose(const float4* __restrict__ in, float4* __restrict__ out) {
  __shared__ float tile[32][33];
  int row = threadIdx.x / 8, column = threadIdx.x % 8;
  float4 v = in[row * 8 + column];
  tile[row][column * 4] = v.x;
  tile[row][column * 4 + 1] = v.y;
  tile[row][column * 4 + 2] = v.z;
  tile[row][column * 4 + 3] = v.w;
  __syncthreads();
  out[row * 8 + column] = make_float4(tile[column * 4][row], tile[column * 4 + 1][row],
                                      tile[column * 4 + 2][row], tile[column * 4 + 3][row]);
}

// Dynamic shared memory, constants, a table of the module, doubles, a local array.
__constant__ float weights[4] = {0.25f, -1.5f, 3.0f, 0.125f};
__device__ int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
extern "C" __global__ void places(const double* x, double* out, int n) {
  extern __shared__ double window[];
  int t = threadIdx.x;
  window[t] = t < n ? x[t] : 0.0;
  __syncthreads();
  double last[4] = {0, 0, 0, 0};
  for (int i = 0; i < table[t & 7]; ++i) last[(t + i) & 3] += window[(t + i) % blockDim.x] * weights[i & 3];
  if (t < n) out[t] = last[t & 3] / (1.0 + last[(t >> 2) & 3] * last[1]) + sqrt(fabs(last[2]));
}

// Votes, matches, and shuffles of every kind.
extern "C" __global__ void warps(const int* x, int* out, int n) {
  int t = threadIdx.x;
  int v = t < n ? x[t] : -1;
  unsigned ballot = __ballot_sync(0xffffffff, v & 1);
  int r = __any_sync(0xffffffff, v > 90) + 2 * __all_sync(0xffffffff, v > -5) + __popc(ballot & ((1u << (t & 31)) - 1));
  r += __shfl_xor_sync(0xffffffff, v, 5) + 3 * __shfl_up_sync(0xffffffff, v, 2, 8) + 5 * __shfl_sync(0xffffffff, v, t * 7, 16);
  r += __match_any_sync(0xffffffff, v & 3) + __reduce_add_sync(0xffffffff, v);
  if (t < n) out[t] = r;
}

struct Affine { float scale; int shift; double bias; };
// A structure by value, and 64-bit indices.
extern "C" __global__ void structured(Affine a, const float* x, float* out, long long n) {
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
    out[i] = x[i] * a.scale + (float)(a.bias * (1 << a.shift));
}

// Calls of the runtime: a text, a condition that must hold, memory from the heap.
extern "C" __global__ void says(const int* x, int* out, int n) {
  int t = threadIdx.x;
  assert(n < 1000);
  if (t < n && x[t] > 0) printf("%d has %d and %.2f\n", t, x[t], x[t] / 3.0);
  int* p = (int*)malloc(2 * sizeof(int));
  p[t & 1] = x[t];
  out[t] = p[t & 1] + 1;
  free(p);
}
