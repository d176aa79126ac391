/* PyTorch's headers name types of CUDA's libraries. Here are these alone: the libraries carry machine
 * code for real GPUs, so a call of one does not compile. */
#pragma once
#include <cuda_runtime_api.h>
#include <library_types.h>

#define KERNELSCOPE_HANDLES(library, LIBRARY)                                                      \
    typedef struct library##Context *library##Handle_t;                                           \
    typedef enum { LIBRARY##_STATUS_SUCCESS, LIBRARY##_STATUS_NOT_INITIALIZED } library##Status_t
KERNELSCOPE_HANDLES(cublas, CUBLAS);
KERNELSCOPE_HANDLES(cusparse, CUSPARSE);
KERNELSCOPE_HANDLES(cusolver, CUSOLVER);
typedef struct cublasLtContext *cublasLtHandle_t;
typedef struct cusolverDnContext *cusolverDnHandle_t;
#undef KERNELSCOPE_HANDLES
