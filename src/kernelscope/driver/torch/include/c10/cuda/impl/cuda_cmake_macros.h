/* Written by PyTorch's own build for CUDA, which the CPU's wheel does not have. */
#define C10_CUDA_BUILD_SHARED_LIBS
