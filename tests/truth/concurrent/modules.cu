// Two kernels of one file share its variables; the host sets and reads them. And memory that the
// compiler lays out: dynamic shared memory after static, a stack per thread.
__device__ int counter = 5;
__device__ int table[64];
__constant__ int factors[4];
__device__ int* place;

// The first kernel writes the file's variables, from a constant table that the host has set.
extern "C" __global__ void sets_the_variables(const int* in, int* out) {
  int t = threadIdx.x;
  table[t] = in[t] * factors[t & 3];
  if (t == 0) place = table + 7;
  atomicAdd(&counter, t);
}

// The second kernel finds what the first has left.
extern "C" __global__ void reads_the_variables(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = table[63 - t] + *place + counter + factors[1] + in[0];
}

// Static memory of 20 bytes, then dynamic memory that begins at a multiple of 128.
extern "C" __global__ void dynamic_memory_after_a_gap(const int* in, int* out) {
  __shared__ char small[20];
  extern __shared__ __align__(128) int dynamic[];
  int t = threadIdx.x;
  if (t < 20) small[t] = (char)(t * 3);
  dynamic[t] = in[t];
  __syncthreads();
  out[t] = dynamic[63 - t] + small[t % 20];
  if (t == 0) out[64] = (int)(__cvta_generic_to_shared(dynamic) & 127);
}

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

// Each lane has its own depth of recursion.
extern "C" __global__ void recursion(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = fibonacci(in[t] & 7) * 3 + __reduce_add_sync(~0u, t);
}

// Each lane takes its own amount of memory from its stack.
extern "C" __global__ void memory_from_the_stack(const int* in, int* out) {
  int t = threadIdx.x, n = (in[t] & 15) + 1, sum = 0;
  int* mine = (int*)__builtin_alloca(n * sizeof(int));
  for (int i = 0; i < n; i++) mine[i] = in[(t + i) & 31] + i;
  for (int i = n - 1; i >= 0; i--) sum = sum * 3 + mine[i];
  out[t] = sum;
}

__device__ __noinline__ int even_steps(int n, int v);
__device__ __noinline__ int odd_steps(int n, int v) {
  v = __reduce_add_sync(~0u, v) + n;
  return n == 0 ? v : even_steps(n - 1, v);
}
__device__ __noinline__ int even_steps(int n, int v) {
  v = __reduce_add_sync(~0u, v & 255) - n;
  return n == 0 ? v : odd_steps(n - 1, v);
}

// Two functions that call each other, entered from two sides: the lanes meet at each depth.
extern "C" __global__ void recursion_on_both_sides(const int* in, int* out) {
  int t = threadIdx.x;
  if (t & 1) out[t] = even_steps(6, in[t]);
  else out[t] = even_steps(6, in[t] * 2) + 1;
}
