// Which bytes copies and reductions by tensor maps move near the end of the inner extent.
//
//   nvcc -arch=sm_90 -std=c++17 -o extent extent.cu -lcuda
//   ./extent aligned 0 > aligned.jsonl; ./extent misaligned 0 > misaligned.jsonl
//
// One line a case. A case that faults ends the process, since the context is lost: its number is on
// the standard error, and `./extent misaligned NUMBER` goes on behind it. "misaligned" has the cases
// whose inner coordinate is not a multiple of 16 bytes.
//
// The tensor begins 4,096 bytes into 16 KiB. Stores and reductions: "changed" has the bytes of this
// memory that differ afterwards, `from-to` without `to`; before, each byte is 0xee (stores) or 0x11.
// Byte i of a store's box is 1 + (i * 7 + i / 251) % 250, so that one in 250 is 0xee too and not
// listed. Loads: memory has these bytes, the box is 0xee before, "data" is the box afterwards, and
// "arrived" says whether the mbarrier's phase ended.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

enum Op { STORE, ADD, MIN, MAX, INC, DEC, AND, OR, XOR, LOAD };
static const char *OPS[] = {"store", "add", "min", "max", "inc", "dec", "and", "or", "xor", "load"};

struct Type {
  const char *name;
  CUtensorMapDataType code;
  int size;
};
enum { U8, U16, U32, U64, S32, S64, F16, BF16, F32 };
static const Type TYPES[] = {
    {"u8", CU_TENSOR_MAP_DATA_TYPE_UINT8, 1},    {"u16", CU_TENSOR_MAP_DATA_TYPE_UINT16, 2},
    {"u32", CU_TENSOR_MAP_DATA_TYPE_UINT32, 4},  {"u64", CU_TENSOR_MAP_DATA_TYPE_UINT64, 8},
    {"s32", CU_TENSOR_MAP_DATA_TYPE_INT32, 4},   {"s64", CU_TENSOR_MAP_DATA_TYPE_INT64, 8},
    {"f16", CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2}, {"bf16", CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2},
    {"f32", CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4}};

struct Case {
  Op op;
  int type;
  std::vector<uint64_t> dims, strides;
  std::vector<uint32_t> box;  // of im2col: channels, pixels
  std::vector<int> at;
  int swizzle = 0;
  bool im2col = false;
  uint32_t inner_stride = 1;
};

#define PLACE1 "[%0, {%1}], [%5];"
#define PLACE2 "[%0, {%1, %2}], [%5];"
#define PLACE3 "[%0, {%1, %2, %3}], [%5];"
#define PLACE4 "[%0, {%1, %2, %3, %4}], [%5];"
#define EMIT(text) \
  asm volatile(text ::"l"(map), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(box) : "memory")
#define OUT(head, tail)                                                                         \
  if constexpr (RANK == 1) EMIT(head ".1d.global.shared::cta" tail ".tile.bulk_group " PLACE1); \
  if constexpr (RANK == 2) EMIT(head ".2d.global.shared::cta" tail ".tile.bulk_group " PLACE2); \
  if constexpr (RANK == 3) EMIT(head ".3d.global.shared::cta" tail ".tile.bulk_group " PLACE3); \
  if constexpr (RANK == 4) EMIT(head ".4d.global.shared::cta" tail ".im2col_no_offs.bulk_group " PLACE4);
#define REDUCE(name) OUT("cp.reduce.async.bulk.tensor", "." name)
#define IN(how, place) \
  asm volatile("cp.async.bulk.tensor" how ".mbarrier::complete_tx::bytes " place \
               ::"r"(box), "l"(map), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(barrier) : "memory")

template <int OP, int RANK>
__device__ void issue(uint32_t box, const CUtensorMap *map, uint32_t barrier, int c0, int c1, int c2, int c3) {
  if constexpr (OP == STORE) { OUT("cp.async.bulk.tensor", "") }
  if constexpr (OP == ADD) { REDUCE("add") }
  if constexpr (OP == MIN) { REDUCE("min") }
  if constexpr (OP == MAX) { REDUCE("max") }
  if constexpr (OP == INC) { REDUCE("inc") }
  if constexpr (OP == DEC) { REDUCE("dec") }
  if constexpr (OP == AND) { REDUCE("and") }
  if constexpr (OP == OR) { REDUCE("or") }
  if constexpr (OP == XOR) { REDUCE("xor") }
  if constexpr (OP == LOAD) {
    if constexpr (RANK == 1) IN(".1d.shared::cluster.global.tile", "[%0], [%1, {%2}], [%6];");
    if constexpr (RANK == 2) IN(".2d.shared::cluster.global.tile", "[%0], [%1, {%2, %3}], [%6];");
    if constexpr (RANK == 3) IN(".3d.shared::cluster.global.tile", "[%0], [%1, {%2, %3, %4}], [%6];");
    if constexpr (RANK == 4)
      IN(".4d.shared::cluster.global.im2col", "[%0], [%1, {%2, %3, %4, %5}], [%6], {0, 0};");
  }
}

template <int OP, int RANK>
__global__ void move(const __grid_constant__ CUtensorMap map, const uint8_t *source, uint8_t *out, int bytes,
                     int4 at) {
  extern __shared__ uint8_t raw[];
  uint8_t *tile = (uint8_t *)(((uintptr_t)raw + 1023) / 1024 * 1024);
  __shared__ __align__(8) uint64_t phase;
  for (int i = threadIdx.x; i < bytes; i += blockDim.x) tile[i] = source[i];
  uint32_t box = __cvta_generic_to_shared(tile), barrier = __cvta_generic_to_shared(&phase);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier));
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (OP == LOAD && threadIdx.x == 0)
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes));
  if (threadIdx.x == 0) issue<OP, RANK>(box, &map, barrier, at.x, at.y, at.z, at.w);
  if (OP != LOAD) {
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    return;
  }
  uint32_t done = 0;
  for (long long start = clock64(); !done && clock64() - start < 200000000ll;)
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}"
                 : "=r"(done) : "r"(barrier) : "memory");
  __syncthreads();
  for (int i = threadIdx.x; i < bytes; i += blockDim.x) out[i] = tile[i];
  if (threadIdx.x == 0) out[bytes] = done;
}

using Kernel = void (*)(const CUtensorMap, const uint8_t *, uint8_t *, int, int4);
template <int OP>
static Kernel of_rank(int rank) {
  return rank == 1 ? move<OP, 1> : rank == 2 ? move<OP, 2> : rank == 3 ? move<OP, 3> : move<OP, 4>;
}
static Kernel kernel_of(int op, int rank) {
  switch (op) {
    case STORE: return of_rank<STORE>(rank);
    case ADD: return of_rank<ADD>(rank);
    case MIN: return of_rank<MIN>(rank);
    case MAX: return of_rank<MAX>(rank);
    case INC: return of_rank<INC>(rank);
    case DEC: return of_rank<DEC>(rank);
    case AND: return of_rank<AND>(rank);
    case OR: return of_rank<OR>(rank);
    case XOR: return of_rank<XOR>(rank);
    default: return of_rank<LOAD>(rank);
  }
}

static constexpr int MEMORY = 16384, BEGIN = 4096;
static bool misaligned;
static long first, number;
static uint8_t *source, *out, *memory;

template <class Condition>
static std::string runs(int n, Condition holds) {
  std::string text;
  for (int i = 0, j; i < n; i = j + 1) {
    for (j = i; j < n && holds(j); j++) {}
    if (j > i) text += (text.empty() ? "" : " ") + std::to_string(i) + "-" + std::to_string(j);
  }
  return text;
}

template <class List>
static void print(const char *name, const List &values) {
  printf(", \"%s\": [", name);
  for (size_t i = 0; i < values.size(); i++) printf("%s%lld", i ? ", " : "", (long long)values[i]);
  printf("]");
}

static CUresult encode(const Case &c, CUtensorMap *map) {
  const Type &type = TYPES[c.type];
  int rank = c.dims.size(), corner[2] = {0, 0};
  std::vector<uint32_t> steps(rank, 1);
  steps[0] = c.inner_stride;
  uint64_t none[1] = {0};
  const uint64_t *strides = c.strides.empty() ? none : c.strides.data();
  auto interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
  auto swizzle = (CUtensorMapSwizzle)c.swizzle;
  auto l2 = CU_TENSOR_MAP_L2_PROMOTION_NONE;
  auto fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  if (c.im2col)
    return cuTensorMapEncodeIm2col(map, type.code, rank, memory + BEGIN, c.dims.data(), strides, corner, corner,
                                   c.box[0], c.box[1], steps.data(), interleave, swizzle, l2, fill);
  return cuTensorMapEncodeTiled(map, type.code, rank, memory + BEGIN, c.dims.data(), strides, c.box.data(),
                                steps.data(), interleave, swizzle, l2, fill);
}

static void run(const Case &c) {
  const Type &type = TYPES[c.type];
  if ((c.at[0] * type.size % 16 != 0) != misaligned || number++ < first) return;
  printf("{\"op\": \"%s\", \"type\": \"%s\", \"im2col\": %d", OPS[c.op], type.name, c.im2col);
  print("dims", c.dims), print("strides", c.strides), print("box", c.box), print("at", c.at);
  printf(", \"swizzle\": %d, \"inner_stride\": %u", c.swizzle, c.inner_stride);
  alignas(64) CUtensorMap map;
  if (CUresult refused = encode(c, &map)) {
    printf(", \"refused\": %d}\n", refused);
    return;
  }
  int bytes = type.size, rank = c.dims.size(), at[4] = {0, 0, 0, 0};
  for (auto n : c.box) bytes *= n;
  for (size_t i = 0; i < c.at.size(); i++) at[i] = c.at[i];
  // A value that changes every byte of 0x11 by the operation.
  uint8_t operand = c.op == AND || c.op == MIN ? 0 : c.op == INC || c.op == DEC ? 0x7f : 0x3c;
  std::vector<uint8_t> box(bytes + 64), before(MEMORY), after(MEMORY);
  auto pattern = [](int i) { return uint8_t(1 + (i * 7 + i / 251) % 250); };
  for (int i = 0; i < MEMORY; i++) before[i] = c.op == LOAD ? pattern(i) : c.op == STORE ? 0xee : 0x11;
  for (int i = 0; i < bytes; i++) box[i] = c.op == LOAD ? 0xee : c.op == STORE ? pattern(i) : operand;
  cudaMemcpy(memory, before.data(), MEMORY, cudaMemcpyHostToDevice);
  cudaMemcpy(source, box.data(), bytes, cudaMemcpyHostToDevice);
  Kernel kernel = kernel_of(c.op, rank);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  kernel<<<1, 128, bytes + 2048>>>(map, source, out, bytes, make_int4(at[0], at[1], at[2], at[3]));
  if (cudaError_t fault = cudaDeviceSynchronize()) {
    printf(", \"fault\": \"%s\"}\n", cudaGetErrorName(fault));
    fprintf(stderr, "fault %ld\n", number);
    exit(3);
  }
  cudaMemcpy(after.data(), memory, MEMORY, cudaMemcpyDeviceToHost);
  cudaMemcpy(box.data(), out, bytes + 1, cudaMemcpyDeviceToHost);
  if (c.op == LOAD) {
    printf(", \"arrived\": %d, \"data\": \"", box[bytes]);
    for (int i = 0; i < bytes; i++) printf("%02x", box[i]);
    printf("\"}\n");
  } else {
    printf(", \"changed\": \"%s\"}\n", runs(MEMORY, [&](int i) { return before[i] != after[i]; }).c_str());
  }
}

int main(int, char **arguments) {
  misaligned = !strcmp(arguments[1], "misaligned"), first = atol(arguments[2]);
  cuInit(0);
  cudaMalloc(&source, 1 << 17), cudaMalloc(&out, 1 << 17), cudaMalloc(&memory, MEMORY);
  for (int type : {U8, U16, U32, U64}) {
    int size = TYPES[type].size, chunk = 16 / size;  // elements of 16 bytes
    auto elements = [](int n) { return (uint64_t)n; };
    uint32_t wide = 4 * chunk;
    for (Op op : {STORE, LOAD}) {
      for (int n = 2 * chunk - 1; n <= 3 * chunk + 1; n++)
        for (int x : {0, 1, chunk - 1, chunk, chunk + 1, -1, -chunk})
          if (x % chunk == 0 || n <= 2 * chunk + 1) run({op, type, {elements(n), 3}, {128}, {wide, 2}, {x, 0}});
      for (int n : {chunk - 1, chunk + 1, 3 * chunk - 1}) {
        run({op, type, {elements(n)}, {}, {wide}, {0}});
        for (auto at : {std::vector<int>{0, 0, 0}, {1, 1, 1}, {0, -1, 1}})
          run({op, type, {elements(n), 2, 2}, {64, 256}, {wide, 2, 2}, at});
      }
      for (int swizzle : {1, 2, 3})
        for (int n : {2 * chunk - 1, 2 * chunk + 1})
          for (int x : {0, 1, -1})
            run({op, type, {elements(n), 8}, {128}, {uint32_t((16 << swizzle) / size), 8}, {x, 0}, swizzle});
      for (uint32_t step : {2, 3})
        for (int n : {2 * chunk - 1, 3 * chunk - 1, 3 * chunk + 1})
          run({op, type, {elements(n), 3}, {128}, {wide, 2}, {0, 0}, 0, false, step});
      for (int n : {chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 2 * chunk + 1, 3 * chunk - 1})
        for (int channel : {0, 1, chunk, -1})
          run({op, type, {elements(n), 2, 2, 2}, {64, 128, 256}, {wide, 3}, {channel, 0, 0, 0}, 0, true});
    }
  }
  struct Reduction {
    Op op;
    std::vector<int> types;
  };
  for (auto &reduction : std::vector<Reduction>{{ADD, {U32, U64, S32, F16, BF16, F32}},
                                                {MIN, {U32, U64, S32, S64, F16, BF16}},
                                                {MAX, {U32, U64, S32, S64, F16, BF16}},
                                                {INC, {U32}}, {DEC, {U32}},
                                                {AND, {U32, U64}}, {OR, {U32, U64}}, {XOR, {U32, U64}}})
    for (int type : reduction.types) {
      int chunk = 16 / TYPES[type].size;
      uint32_t wide = 4 * chunk;
      for (int n = 2 * chunk - 1; n <= 3 * chunk; n++)
        for (int x : {0, 1, -1})
          if (x == 0 || n == 2 * chunk) run({reduction.op, type, {(uint64_t)n, 3}, {128}, {wide, 2}, {x, 0}});
      for (int n : {2 * chunk - 1, 2 * chunk + 1})
        run({reduction.op, type, {(uint64_t)n, 2, 2, 2}, {64, 128, 256}, {wide, 3}, {0, 0, 0, 0}, 0, true});
    }
  fprintf(stderr, "done %ld\n", number);
}
