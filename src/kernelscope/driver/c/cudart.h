/* What the files of the runtime share. */
#pragma once
#include <cuda.h>
#include <cuda_runtime_api.h>

#include "link.h"

#define API __attribute__((visibility("default")))
#define DONE(code) return noted((int)(code))
#define NEEDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            DONE(cudaErrorInvalidValue);                                                           \
    } while (0)
#define READY                                                                                      \
    do {                                                                                           \
        int code_ = ready();                                                                       \
        if (code_)                                                                                 \
            DONE(code_);                                                                           \
    } while (0)
#define FORWARD(call)                                                                              \
    do {                                                                                           \
        READY;                                                                                     \
        DONE(call);                                                                                \
    } while (0)

#define DIRECTION(to, from, kind)                                                                  \
    do {                                                                                           \
        if ((unsigned)(kind) > cudaMemcpyDefault)                                                  \
            DONE(cudaErrorInvalidMemcpyDirection);                                                 \
        if (contradicts(to, from, kind))                                                           \
            DONE(cudaErrorInvalidValue);                                                           \
    } while (0)

#ifdef KS_RENAMED /* in the library for an older runtime */
#include KS_RENAMED
#endif

/* Keep an error for cudaGetLastError, and return it. */
cudaError_t noted(int code);

/* Give the thread the primary context, unless it has one. */
int ready(void);

/* Whether a direction of a copy contradicts its addresses; NULL for an array, which is the GPU's. */
int contradicts(const void *to, const void *from, enum cudaMemcpyKind kind);

/* The kernel, and the variable with its bytes, that the program names by an address of its own. */
cudaError_t function_of(const void *host, CUfunction *function);
cudaError_t variable_of(const void *host, CUdeviceptr *address, size_t *size);
