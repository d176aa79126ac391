// What the generated `main` of a bug needs (program.py).
#pragma once
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define MUST(call)                                                                               \
  if (int code = (int)(call)) {                                                                  \
    std::printf("%s: error %d\n", #call, code);                                                  \
    std::exit(3);                                                                                \
  }

inline std::vector<float> counted(int count) {
  std::vector<float> values(count);
  for (int i = 0; i < count; i++) values[i] = i % 7;
  return values;
}

template <class T>
T* on_gpu(const std::vector<T>& values) {
  T* there;
  MUST(cudaMalloc(&there, values.size() * sizeof(T)));
  MUST(cudaMemcpy(there, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return there;
}

inline CUtensorMap map_of(float* there, unsigned rows, unsigned columns) {
  CUtensorMap map;
  cuuint64_t sizes[2] = {columns, rows}, strides[1] = {columns * 4};
  cuuint32_t box[2] = {columns, rows}, steps[2] = {1, 1};
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult result;
  MUST(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault,
                                        &result));
  MUST(((decltype(&cuTensorMapEncodeTiled))encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, there, sizes, strides, box, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  return map;
}

// A launch; early: it may begin before the one in front of it has ended.
template <class... Types, class... Given>
void launch(void (*kernel)(Types...), int grid, int block, bool early, Given... given) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.attrs = &attribute;
  config.numAttrs = early;
  MUST(cudaLaunchKernelEx(&config, kernel, given...));
}

// Prints a number that stands for what an array holds.
inline void print(const char* name, const void* there, int count) {
  std::vector<unsigned> words(count);
  MUST(cudaMemcpy(words.data(), there, count * 4, cudaMemcpyDeviceToHost));
  unsigned long long sum = 14695981039346656037ull;
  for (unsigned word : words) sum = (sum ^ word) * 1099511628211ull;
  std::printf("%s %016llx\n", name, sum);
}
