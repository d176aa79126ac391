/* CUDA's runtime API (libcudart.so) on the driver API alone.
 *
 * The code that nvcc makes registers its fat binaries, kernels and variables before `main`. A module
 * is loaded when something of it is first used, as with CUDA's lazy loading.
 */
#define _GNU_SOURCE
#define __CUDA_API_VERSION_INTERNAL
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cudart.h"
#include "errors.h"

/* The codes of both libraries are the same numbers, but for a few that only one of them has. */
static _Thread_local cudaError_t last;

cudaError_t noted(int code) {
    if (code && code != cudaErrorNotReady)
        last = (cudaError_t)code;
    return (cudaError_t)code;
}

int ready(void) {
    static _Thread_local int is_ready;
    CUcontext context;
    if (is_ready && !cuCtxGetCurrent(&context) && context)
        return 0;
    CUresult result = cuInit(0);
    if (result)
        return result;
    if (cuCtxGetCurrent(&context) || !context) {
        result = cuDevicePrimaryCtxRetain(&context, 0);
        result = result ? result : cuCtxSetCurrent(context);
    }
    is_ready = !result;
    return result;
}

/* ---- what nvcc registers ---------------------------------------------------------------------- */

struct binary {
    const void *image;
    CUmodule module;
    int failed;
};

struct symbol {
    const void *host; /* the address that the program names it by */
    const char *name;
    struct binary *binary;
    size_t size;
    int is_function;
    void **managed; /* the program's pointer to a managed variable */
    CUfunction function;
    CUdeviceptr address;
};

/* Symbols by their host address: an open hash table, which grows. */
static struct symbol **table;
static size_t capacity, used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t place_of(const void *host) {
    size_t place = ((uintptr_t)host * 0x9E3779B97F4A7C15u >> 20) & (capacity - 1);
    while (table[place] && table[place]->host != host)
        place = (place + 1) & (capacity - 1);
    return place;
}

static struct symbol *enter(struct binary *binary, const void *host, const char *name) {
    pthread_mutex_lock(&lock);
    if (2 * used >= capacity) {
        struct symbol **before = table;
        size_t count = capacity;
        capacity = capacity ? 2 * capacity : 256;
        table = calloc(capacity, sizeof *table);
        for (size_t i = 0; i < count; i++)
            if (before[i])
                table[place_of(before[i]->host)] = before[i];
        free(before);
    }
    size_t place = place_of(host);
    if (!table[place]) {
        table[place] = calloc(1, sizeof **table);
        used++;
    }
    struct symbol *symbol = table[place];
    memset(symbol, 0, sizeof *symbol);
    symbol->host = host, symbol->name = name, symbol->binary = binary;
    pthread_mutex_unlock(&lock);
    return symbol;
}

static struct symbol *known(const void *host) {
    pthread_mutex_lock(&lock);
    struct symbol *symbol = capacity ? table[place_of(host)] : NULL;
    pthread_mutex_unlock(&lock);
    return symbol;
}

API void **__cudaRegisterFatBinary(void *wrapper) {
    struct binary *binary = calloc(1, sizeof *binary);
    binary->image = wrapper;
    return (void **)binary;
}

API void __cudaRegisterFatBinaryEnd(void **handle) {}
API void __cudaUnregisterFatBinary(void **handle) {} /* the process ends, or a library is unloaded */

API void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, uint3 *tid,
                                uint3 *bid, dim3 *block, dim3 *grid, int *warp) {
    enter((struct binary *)handle, host, name)->is_function = 1;
}

API void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external, size_t size, int constant,
                           int global) {
    enter((struct binary *)handle, host, name)->size = size;
}

API void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int external, size_t size,
                                  int constant, int global) {
    struct symbol *symbol = enter((struct binary *)handle, host, name);
    symbol->size = size, symbol->managed = host;
}

API void __cudaRegisterTexture(void **handle, const void *host, const void **device, const char *name, int dim, int norm, int ext) {
    ks_missing("a texture reference, which CUDA 12 has removed");
}

/* Give the program its pointers to the managed variables of a module. It names such a variable by the
 * address of its pointer, and by that of the variable. */
static int managed_found(struct binary *binary) {
    int failed = 0;
    for (size_t i = 0; i < capacity && !failed; i++) {
        struct symbol *symbol = table[i];
        size_t bytes;
        if (!symbol || symbol->binary != binary || !symbol->managed || symbol->address)
            continue;
        failed = cuModuleGetGlobal_v2(&symbol->address, &bytes, binary->module, symbol->name);
        if (failed)
            break;
        *symbol->managed = (void *)symbol->address;
        struct symbol copy = *symbol, *also = enter(binary, (void *)symbol->address, symbol->name);
        also->size = copy.size, also->address = copy.address;
        i = -1; /* the table may have grown */
    }
    return failed;
}

static int loaded(struct binary *binary) {
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    if (!binary->module && !binary->failed) {
        binary->failed = cuModuleLoadData(&binary->module, binary->image);
        binary->failed = binary->failed ? binary->failed : managed_found(binary);
    }
    pthread_mutex_unlock(&one_at_a_time);
    return binary->failed;
}

/* The host is about to use a managed variable. */
API char __cudaInitModule(void **handle) {
    if (!ready())
        loaded((struct binary *)handle);
    return 1;
}

cudaError_t function_of(const void *host, CUfunction *function) {
    struct symbol *symbol = known(host);
    if (!symbol || !symbol->is_function) { /* a `cudaKernel_t` or `cudaFunction_t`, which is the driver's */
        const char *name;
        if (host && !symbol && ks_is_function(host) && !cuFuncGetName(&name, (CUfunction)host)) {
            *function = (CUfunction)host;
            return cudaSuccess;
        }
        return cudaErrorInvalidDeviceFunction;
    }
    if (!symbol->function) {
        int code = loaded(symbol->binary);
        code = code ? code : cuModuleGetFunction(&symbol->function, symbol->binary->module, symbol->name);
        if (code)
            return code == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidDeviceFunction : (cudaError_t)code;
    }
    *function = symbol->function;
    return cudaSuccess;
}

cudaError_t variable_of(const void *host, CUdeviceptr *address, size_t *size) {
    struct symbol *symbol = known(host);
    if (!symbol || symbol->is_function)
        return cudaErrorInvalidSymbol;
    if (!symbol->address) {
        int code = loaded(symbol->binary);
        size_t bytes;
        code = code ? code : cuModuleGetGlobal_v2(&symbol->address, &bytes, symbol->binary->module, symbol->name);
        if (code)
            return code == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidSymbol : (cudaError_t)code;
    }
    *address = symbol->address;
    if (size)
        *size = symbol->size;
    return cudaSuccess;
}

/* ---- launches --------------------------------------------------------------------------------- */

/* `f<<<grid, block, shared, stream>>>(…)` pushes this, and f's stub takes it. */
struct configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
};
static _Thread_local struct configuration pushed[16];
static _Thread_local int pushes;

API unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    if (pushes < 16)
        pushed[pushes++] = (struct configuration){grid, block, shared, stream};
    return 0;
}

API cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
    if (!pushes)
        DONE(cudaErrorMissingConfiguration);
    struct configuration *top = &pushed[--pushes];
    *grid = top->grid, *block = top->block, *shared = top->shared;
    *(cudaStream_t *)stream = top->stream;
    return cudaSuccess;
}

static cudaError_t launched(const void *host, const cudaLaunchConfig_t *c, void **arguments, unsigned extra_cooperative) {
    CUfunction function;
    READY;
    cudaError_t code = function_of(host, &function);
    if (code)
        DONE(code);
    dim3 block = c->blockDim, grid = c->gridDim;
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    int is_too_large = !threads || threads > 1024 || block.x > 1024 || block.y > 1024 || block.z > 64 || !grid.x || !grid.y ||
                       !grid.z || grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535;
    CUlaunchAttribute attributes[16];
    unsigned count = 0;
    for (unsigned i = 0; i < c->numAttrs && count < 15; i++) /* both libraries have the same layout */
        memcpy(&attributes[count++], &c->attrs[i], sizeof attributes[0]);
    if (extra_cooperative) {
        attributes[count].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attributes[count++].value.cooperative = 1;
    }
    CUlaunchConfig driver = {grid.x, grid.y, grid.z, block.x, block.y, block.z, c->dynamicSmemBytes, c->stream, attributes, count};
    CUresult result = cuLaunchKernelEx(&driver, function, arguments, NULL); /* the driver says why */
    DONE(result == CUDA_ERROR_INVALID_VALUE && is_too_large ? cudaErrorInvalidConfiguration : (cudaError_t)result);
}

API cudaError_t cudaLaunchKernel(const void *host, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream) {
    cudaLaunchConfig_t c = {grid, block, shared, stream, NULL, 0};
    return launched(host, &c, arguments, 0);
}

API cudaError_t cudaLaunchCooperativeKernel(const void *host, dim3 grid, dim3 block, void **arguments, size_t shared,
                                            cudaStream_t stream) {
    cudaLaunchConfig_t c = {grid, block, shared, stream, NULL, 0};
    return launched(host, &c, arguments, 1);
}

API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *host, void **arguments) {
    NEEDS(c);
    return launched(host, c, arguments, 0);
}

API cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host) {
    *kernel = (cudaKernel_t)host; /* loaded when it is launched */
    return cudaSuccess;
}

API cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                   cudaStream_t stream) {
    return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}

API cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                        cudaStream_t stream) {
    return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream ? stream : cudaStreamPerThread);
}

API cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *host) {
    READY;
    DONE(function_of(host, (CUfunction *)kernel));
}

API cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *host) {
    READY;
    DONE(function_of(host, (CUfunction *)function));
}

API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    FORWARD(cuLaunchHostFunc(stream, function, data));
}

API cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *host) {
    NEEDS(a);
    CUfunction f;
    READY;
    cudaError_t code = function_of(host, &f);
    if (code)
        DONE(code);
    memset(a, 0, sizeof *a);
    int value;
#define ATTRIBUTE(field, name)                                                                     \
    if (!cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_##name, f))                                  \
    a->field = value
    ATTRIBUTE(sharedSizeBytes, SHARED_SIZE_BYTES);
    ATTRIBUTE(constSizeBytes, CONST_SIZE_BYTES);
    ATTRIBUTE(localSizeBytes, LOCAL_SIZE_BYTES);
    ATTRIBUTE(maxThreadsPerBlock, MAX_THREADS_PER_BLOCK);
    ATTRIBUTE(numRegs, NUM_REGS);
    ATTRIBUTE(ptxVersion, PTX_VERSION);
    ATTRIBUTE(binaryVersion, BINARY_VERSION);
    ATTRIBUTE(maxDynamicSharedSizeBytes, MAX_DYNAMIC_SHARED_SIZE_BYTES);
    ATTRIBUTE(preferredShmemCarveout, PREFERRED_SHARED_MEMORY_CARVEOUT);
    return cudaSuccess;
}

API cudaError_t cudaFuncSetAttribute(const void *host, enum cudaFuncAttribute attribute, int value) {
    CUfunction f;
    READY;
    cudaError_t code = function_of(host, &f);
    if (code)
        DONE(code);
    DONE(cuFuncSetAttribute(f, (CUfunction_attribute)attribute, value));
}

API cudaError_t cudaFuncSetCacheConfig(const void *host, enum cudaFuncCache configuration) { FORWARD(0); }
API cudaError_t cudaFuncSetSharedMemConfig(const void *host, enum cudaSharedMemConfig configuration) { FORWARD(0); }

API cudaError_t cudaFuncGetName(const char **name, const void *host) {
    CUfunction f;
    READY;
    cudaError_t code = function_of(host, &f);
    DONE(code ? (int)code : (int)cuFuncGetName(name, f));
}

API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *host, int block, size_t shared,
                                                                       unsigned flags) {
    CUfunction f;
    READY;
    cudaError_t code = function_of(host, &f);
    DONE(code ? (int)code : (int)cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, f, block, shared, flags));
}

API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *host, int block, size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, host, block, shared, 0);
}

API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *host, int blocks, int block) {
    CUfunction f;
    READY;
    cudaError_t code = function_of(host, &f);
    DONE(code ? (int)code : (int)cuOccupancyAvailableDynamicSMemPerBlock(bytes, f, blocks, block));
}

API cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *host, const cudaLaunchConfig_t *c) {
    CUfunction f;
    READY;
    cudaError_t code = function_of(host, &f);
    if (code)
        DONE(code);
    CUlaunchConfig driver = {c->gridDim.x, c->gridDim.y, c->gridDim.z, c->blockDim.x, c->blockDim.y, c->blockDim.z,
                             c->dynamicSmemBytes, c->stream, (CUlaunchAttribute *)c->attrs, c->numAttrs};
    DONE(cuOccupancyMaxActiveClusters(clusters, f, &driver));
}

/* ---- memory ----------------------------------------------------------------------------------- */

API cudaError_t cudaMalloc(void **address, size_t bytes) {
    NEEDS(address);
    if (!bytes) {
        *address = NULL;
        FORWARD(0);
    }
    FORWARD(cuMemAlloc_v2((CUdeviceptr *)address, bytes));
}

API cudaError_t cudaMallocPitch(void **address, size_t *pitch, size_t width, size_t height) {
    FORWARD(cuMemAllocPitch_v2((CUdeviceptr *)address, pitch, width, height, 4));
}

API cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent) {
    NEEDS(pitched);
    READY;
    size_t pitch;
    CUdeviceptr address;
    int code = cuMemAllocPitch_v2(&address, &pitch, extent.width, extent.height * extent.depth, 4);
    if (!code)
        *pitched = (struct cudaPitchedPtr){(void *)address, pitch, extent.width, extent.height};
    DONE(code);
}

API cudaError_t cudaFree(void *address) {
    if (!address)
        FORWARD(0);
    FORWARD(cuMemFree_v2((CUdeviceptr)address));
}

API cudaError_t cudaMallocFromPoolAsync(void **address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    NEEDS(address);
    if (!bytes) {
        *address = NULL;
        FORWARD(0);
    }
    FORWARD(cuMemAllocFromPoolAsync((CUdeviceptr *)address, bytes, (CUmemoryPool)pool, stream));
}
API cudaError_t cudaMallocAsync(void **address, size_t bytes, cudaStream_t stream) {
    return cudaMallocFromPoolAsync(address, bytes, NULL, stream);
}
API cudaError_t cudaFreeAsync(void *address, cudaStream_t stream) {
    if (!address)
        FORWARD(0);
    FORWARD(cuMemFreeAsync((CUdeviceptr)address, stream));
}
API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    FORWARD(cuDeviceGetDefaultMemPool((CUmemoryPool *)pool, device));
}
API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { FORWARD(cuDeviceGetMemPool((CUmemoryPool *)pool, device)); }
API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) { FORWARD(cuDeviceSetMemPool(device, (CUmemoryPool)pool)); }
API cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties) {
    FORWARD(cuMemPoolCreate((CUmemoryPool *)pool, (const CUmemPoolProps *)properties));
}
API cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) { FORWARD(cuMemPoolDestroy((CUmemoryPool)pool)); }
API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
    FORWARD(cuMemPoolSetAttribute((CUmemoryPool)pool, (CUmemPool_attribute)attribute, value));
}
API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
    FORWARD(cuMemPoolGetAttribute((CUmemoryPool)pool, (CUmemPool_attribute)attribute, value));
}
API cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *map, size_t count) {
    FORWARD(cuMemPoolSetAccess((CUmemoryPool)pool, (const CUmemAccessDesc *)map, count));
}
API cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *location) {
    FORWARD(cuMemPoolGetAccess((CUmemAccess_flags *)flags, (CUmemoryPool)pool, (CUmemLocation *)location));
}
API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep) { FORWARD(cuMemPoolTrimTo((CUmemoryPool)pool, keep)); }

API cudaError_t cudaHostAlloc(void **address, size_t bytes, unsigned flags) { FORWARD(cuMemHostAlloc(address, bytes, flags)); }
API cudaError_t cudaMallocHost(void **address, size_t bytes) { return cudaHostAlloc(address, bytes, 0); }
API cudaError_t cudaFreeHost(void *address) {
    if (!address)
        FORWARD(0);
    FORWARD(cuMemFreeHost(address));
}
API cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    FORWARD(cuMemHostGetDevicePointer_v2((CUdeviceptr *)device, host, flags));
}
API cudaError_t cudaHostRegister(void *address, size_t bytes, unsigned flags) {
    FORWARD(cuMemHostRegister_v2(address, bytes, flags));
}
API cudaError_t cudaHostUnregister(void *address) { FORWARD(cuMemHostUnregister(address)); }
API cudaError_t cudaHostGetFlags(unsigned *flags, void *host) { FORWARD(cuMemHostGetFlags(flags, host)); }
API cudaError_t cudaMallocManaged(void **address, size_t bytes, unsigned flags) {
    FORWARD(cuMemAllocManaged((CUdeviceptr *)address, bytes, flags));
}
#define LOCATION(place) ((CUmemLocation){.type = (CUmemLocationType)(place).type, .id = (place).id})

API cudaError_t cudaMemPrefetchAsync(const void *address, size_t bytes, struct cudaMemLocation place, unsigned flags,
                                     cudaStream_t stream) {
    FORWARD(cuMemPrefetchAsync_v2((CUdeviceptr)address, bytes, LOCATION(place), flags, stream));
}
API cudaError_t cudaMemAdvise(const void *address, size_t bytes, enum cudaMemoryAdvise advice, struct cudaMemLocation place) {
    FORWARD(cuMemAdvise_v2((CUdeviceptr)address, bytes, (CUmem_advise)advice, LOCATION(place)));
}
API cudaError_t cudaMemGetInfo(size_t *free, size_t *total) { FORWARD(cuMemGetInfo_v2(free, total)); }

/* A direction that the addresses contradict is an error, as it is on a GPU. */
int contradicts(const void *to, const void *from, enum cudaMemcpyKind kind) {
    int to_device = !to || (uintptr_t)to >> 47, from_device = !from || (uintptr_t)from >> 47;
    return (kind == cudaMemcpyHostToDevice && from_device) || (kind == cudaMemcpyDeviceToHost && to_device) ||
           (kind == cudaMemcpyHostToHost && (to_device || from_device));
}

API cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    DIRECTION(to, from, kind);
    FORWARD(kind == cudaMemcpyDeviceToDevice ? cuMemcpyDtoD_v2((CUdeviceptr)to, (CUdeviceptr)from, bytes)
                                             : cuMemcpy((CUdeviceptr)to, (CUdeviceptr)from, bytes));
}

API cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
    DIRECTION(to, from, kind);
    FORWARD(cuMemcpyAsync((CUdeviceptr)to, (CUdeviceptr)from, bytes, stream));
}

API cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes, cudaStream_t stream) {
    if (to_device || from_device)
        DONE(cudaErrorInvalidDevice);
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream);
}

API cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes) {
    if (to_device || from_device)
        DONE(cudaErrorInvalidDevice);
    return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}

/* The bytes of a symbol from an offset on; an error if they are not in it. */
#define IN_SYMBOL(host, bytes, offset)                                                             \
    CUdeviceptr address;                                                                           \
    size_t size;                                                                                   \
    READY;                                                                                         \
    cudaError_t code = variable_of(host, &address, &size);                                         \
    if (code)                                                                                      \
        DONE(code);                                                                                \
    NEEDS((offset) + (bytes) <= size);                                                             \
    address += (offset)

API cudaError_t cudaMemcpyToSymbol(const void *host, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind) {
    IN_SYMBOL(host, bytes, offset);
    return cudaMemcpy((void *)address, from, bytes, kind);
}

API cudaError_t cudaMemcpyFromSymbol(void *to, const void *host, size_t bytes, size_t offset, enum cudaMemcpyKind kind) {
    IN_SYMBOL(host, bytes, offset);
    return cudaMemcpy(to, (void *)address, bytes, kind);
}

API cudaError_t cudaMemcpyToSymbolAsync(const void *host, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                        cudaStream_t stream) {
    IN_SYMBOL(host, bytes, offset);
    return cudaMemcpyAsync((void *)address, from, bytes, kind, stream);
}

API cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *host, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                          cudaStream_t stream) {
    IN_SYMBOL(host, bytes, offset);
    return cudaMemcpyAsync(to, (void *)address, bytes, kind, stream);
}

API cudaError_t cudaGetSymbolAddress(void **address, const void *host) {
    NEEDS(address);
    READY;
    DONE(variable_of(host, (CUdeviceptr *)address, NULL));
}

API cudaError_t cudaGetSymbolSize(size_t *size, const void *host) {
    CUdeviceptr address;
    NEEDS(size);
    READY;
    DONE(variable_of(host, &address, size));
}

API cudaError_t cudaMemset(void *to, int value, size_t bytes) { FORWARD(cuMemsetD8_v2((CUdeviceptr)to, value, bytes)); }
API cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream) {
    FORWARD(cuMemsetD8Async((CUdeviceptr)to, value, bytes, stream));
}
API cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
    FORWARD(cuMemsetD2D8_v2((CUdeviceptr)to, pitch, value, width, height));
}
API cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
    FORWARD(cuMemsetD2D8Async((CUdeviceptr)to, pitch, value, width, height, stream));
}
API cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr to, int value, struct cudaExtent extent, cudaStream_t stream) {
    READY;
    int code = 0;
    for (size_t plane = 0; plane < extent.depth && !code; plane++)
        code = cuMemsetD2D8Async((CUdeviceptr)to.ptr + plane * to.pitch * to.ysize, to.pitch, value, extent.width, extent.height,
                                 stream);
    DONE(code);
}
API cudaError_t cudaMemset3D(struct cudaPitchedPtr to, int value, struct cudaExtent extent) {
    return cudaMemset3DAsync(to, value, extent, 0);
}

API cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a, const void *pointer) {
    NEEDS(a);
    READY;
    unsigned type = 0, is_managed = 0;
    memset(a, 0, sizeof *a);
    if (cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)pointer)) {
        a->type = cudaMemoryTypeUnregistered, a->device = -2, a->hostPointer = NULL;
        return cudaSuccess;
    }
    cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, (CUdeviceptr)pointer);
    a->type = is_managed ? cudaMemoryTypeManaged : type == CU_MEMORYTYPE_HOST ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
    a->devicePointer = (void *)pointer;
    a->hostPointer = a->type == cudaMemoryTypeDevice ? NULL : (void *)pointer;
    return cudaSuccess;
}

/* ---- streams, events -------------------------------------------------------------------------- */

API cudaError_t cudaStreamCreate(cudaStream_t *stream) { FORWARD(cuStreamCreate(stream, 0)); }
API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) { FORWARD(cuStreamCreate(stream, flags)); }
API cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    FORWARD(cuStreamCreateWithPriority(stream, flags, priority));
}
API cudaError_t cudaStreamDestroy(cudaStream_t stream) { FORWARD(cuStreamDestroy_v2(stream)); }
API cudaError_t cudaStreamSynchronize(cudaStream_t stream) { FORWARD(cuStreamSynchronize(stream)); }
API cudaError_t cudaStreamQuery(cudaStream_t stream) { FORWARD(cuStreamQuery(stream)); }
API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    FORWARD(cuStreamWaitEvent(stream, event, flags));
}
API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) { FORWARD(cuStreamGetFlags(stream, flags)); }
API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) { FORWARD(cuStreamGetPriority(stream, priority)); }
API cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) { FORWARD(cuStreamGetId(stream, id)); }
API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *address, size_t length, unsigned flags) {
    FORWARD(cuStreamAttachMemAsync(stream, (CUdeviceptr)address, length, flags));
}
API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags) {
    NEEDS(callback);
    FORWARD(cuStreamAddCallback(stream, (CUstreamCallback)callback, data, flags));
}
API cudaError_t cudaCtxResetPersistingL2Cache(void) { FORWARD(cuCtxResetPersistingL2Cache()); }
API cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value) {
    FORWARD(0); /* a window of L2, a priority or a policy of waiting: none changes a result */
}

API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) { FORWARD(cuEventCreate(event, flags)); }
API cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, 0); }
API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { FORWARD(cuEventRecord(event, stream)); }
API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    FORWARD(cuEventRecordWithFlags(event, stream, flags));
}
API cudaError_t cudaEventQuery(cudaEvent_t event) { FORWARD(cuEventQuery(event)); }
API cudaError_t cudaEventSynchronize(cudaEvent_t event) { FORWARD(cuEventSynchronize(event)); }
API cudaError_t cudaEventDestroy(cudaEvent_t event) { FORWARD(cuEventDestroy_v2(event)); }
API cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t begin, cudaEvent_t end) {
    FORWARD(cuEventElapsedTime_v2(milliseconds, begin, end));
}

API cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) { FORWARD(cuStreamGetDevice(stream, device)); }

/* ---- libraries -------------------------------------------------------------------------------- */

#define JIT_ARGUMENTS                                                                              \
    enum cudaJitOption *jit, void **jit_values, unsigned jit_count, enum cudaLibraryOption *options, void **values, unsigned count
#define JIT (CUjit_option *)jit, jit_values, jit_count, (CUlibraryOption *)options, values, count

API cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, JIT_ARGUMENTS) {
    FORWARD(cuLibraryLoadData((CUlibrary *)library, code, JIT));
}
API cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path, JIT_ARGUMENTS) {
    FORWARD(cuLibraryLoadFromFile((CUlibrary *)library, path, JIT));
}
API cudaError_t cudaLibraryUnload(cudaLibrary_t library) { FORWARD(cuLibraryUnload((CUlibrary)library)); }
API cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name) {
    FORWARD(cuLibraryGetKernel((CUkernel *)kernel, (CUlibrary)library, name));
}
API cudaError_t cudaLibraryGetKernelCount(unsigned *count, cudaLibrary_t library) {
    FORWARD(cuLibraryGetKernelCount(count, (CUlibrary)library));
}
API cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *all, unsigned count, cudaLibrary_t library) {
    FORWARD(cuLibraryEnumerateKernels((CUkernel *)all, count, (CUlibrary)library));
}
API cudaError_t cudaLibraryGetGlobal(void **address, size_t *bytes, cudaLibrary_t library, const char *name) {
    FORWARD(cuLibraryGetGlobal((CUdeviceptr *)address, bytes, (CUlibrary)library, name));
}
API cudaError_t cudaLibraryGetManaged(void **address, size_t *bytes, cudaLibrary_t library, const char *name) {
    FORWARD(cuLibraryGetManaged((CUdeviceptr *)address, bytes, (CUlibrary)library, name));
}
API cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value, int device) {
    FORWARD(device ? CUDA_ERROR_INVALID_DEVICE
                   : cuKernelSetAttribute((CUfunction_attribute)attribute, value, (CUkernel)kernel, device));
}

/* ---- devices ---------------------------------------------------------------------------------- */

API cudaError_t cudaGetDeviceCount(int *count) {
    int code = ready();
    if (code) {
        if (count)
            *count = 0;
        DONE(code);
    }
    DONE(cuDeviceGetCount(count));
}

API cudaError_t cudaGetDevice(int *device) {
    NEEDS(device);
    *device = 0;
    FORWARD(0);
}

API cudaError_t cudaSetDevice(int device) {
    READY;
    DONE(device ? cudaErrorInvalidDevice : cudaSuccess);
}

API cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) { return cudaSetDevice(device); }
API cudaError_t cudaSetDeviceFlags(unsigned flags) { FORWARD(cuDevicePrimaryCtxSetFlags_v2(0, flags)); }
API cudaError_t cudaGetDeviceFlags(unsigned *flags) { FORWARD(cuCtxGetFlags(flags)); }
API cudaError_t cudaSetValidDevices(int *devices, int count) { FORWARD(0); }
API cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) { return cudaGetDevice(device); }
API cudaError_t cudaDeviceSynchronize(void) { FORWARD(cuCtxSynchronize()); }
API cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }
API cudaError_t cudaDeviceReset(void) {
    READY;
    int code = cuDevicePrimaryCtxReset_v2(0);
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < capacity; i++)
        if (table[i])
            table[i]->function = NULL, table[i]->address = 0, table[i]->binary->module = NULL, table[i]->binary->failed = 0;
    pthread_mutex_unlock(&lock);
    last = cudaSuccess;
    DONE(code);
}
API cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }
API cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    READY;
    if (device)
        DONE(cudaErrorInvalidDevice);
    DONE(cuDeviceGetAttribute(value, (CUdevice_attribute)attribute, device));
}
API cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) { FORWARD(cuCtxGetLimit(value, (CUlimit)limit)); }
API cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) { FORWARD(cuCtxSetLimit((CUlimit)limit, value)); }
API cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache configuration) { FORWARD(0); }
API cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig configuration) { FORWARD(0); }
API cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    FORWARD(cuCtxGetStreamPriorityRange(least, greatest));
}
API cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    READY;
    if (device || peer)
        DONE(cudaErrorInvalidDevice);
    DONE(cuDeviceCanAccessPeer(can, device, peer));
}
API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) { FORWARD(cudaErrorInvalidDevice); }
API cudaError_t cudaDeviceDisablePeerAccess(int peer) { FORWARD(cudaErrorPeerAccessNotEnabled); }
API cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer) {
    FORWARD(cuDeviceGetP2PAttribute(value, (CUdevice_P2PAttribute)attribute, device, peer));
}
API cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) { FORWARD(cuDeviceGetByPCIBusId(device, id)); }
API cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device) { FORWARD(cuDeviceGetPCIBusId(id, length, device)); }

API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
    NEEDS(p);
    READY;
    if (device)
        DONE(cudaErrorInvalidDevice);
    memset(p, 0, sizeof *p);
    cuDeviceGetName(p->name, sizeof p->name, 0);
    cuDeviceGetUuid_v2((CUuuid *)&p->uuid, 0);
    cuDeviceTotalMem_v2(&p->totalGlobalMem, 0);
    int value;
#define PROPERTY(field, name)                                                                      \
    if (!cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_##name, 0))                              \
    p->field = value
    PROPERTY(sharedMemPerBlock, MAX_SHARED_MEMORY_PER_BLOCK);
    PROPERTY(regsPerBlock, MAX_REGISTERS_PER_BLOCK);
    PROPERTY(warpSize, WARP_SIZE);
    PROPERTY(memPitch, MAX_PITCH);
    PROPERTY(maxThreadsPerBlock, MAX_THREADS_PER_BLOCK);
    PROPERTY(maxThreadsDim[0], MAX_BLOCK_DIM_X);
    PROPERTY(maxThreadsDim[1], MAX_BLOCK_DIM_Y);
    PROPERTY(maxThreadsDim[2], MAX_BLOCK_DIM_Z);
    PROPERTY(maxGridSize[0], MAX_GRID_DIM_X);
    PROPERTY(maxGridSize[1], MAX_GRID_DIM_Y);
    PROPERTY(maxGridSize[2], MAX_GRID_DIM_Z);
    PROPERTY(totalConstMem, TOTAL_CONSTANT_MEMORY);
    PROPERTY(major, COMPUTE_CAPABILITY_MAJOR);
    PROPERTY(minor, COMPUTE_CAPABILITY_MINOR);
    PROPERTY(textureAlignment, TEXTURE_ALIGNMENT);
    PROPERTY(surfaceAlignment, SURFACE_ALIGNMENT);
    PROPERTY(maxTexture1D, MAXIMUM_TEXTURE1D_WIDTH);
    PROPERTY(maxTexture1DMipmap, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH);
    PROPERTY(maxTexture2D[0], MAXIMUM_TEXTURE2D_WIDTH);
    PROPERTY(maxTexture2D[1], MAXIMUM_TEXTURE2D_HEIGHT);
    PROPERTY(maxTexture2DMipmap[0], MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH);
    PROPERTY(maxTexture2DMipmap[1], MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT);
    PROPERTY(maxTexture2DLinear[0], MAXIMUM_TEXTURE2D_LINEAR_WIDTH);
    PROPERTY(maxTexture2DLinear[1], MAXIMUM_TEXTURE2D_LINEAR_HEIGHT);
    PROPERTY(maxTexture2DLinear[2], MAXIMUM_TEXTURE2D_LINEAR_PITCH);
    PROPERTY(maxTexture2DGather[0], MAXIMUM_TEXTURE2D_GATHER_WIDTH);
    PROPERTY(maxTexture2DGather[1], MAXIMUM_TEXTURE2D_GATHER_HEIGHT);
    PROPERTY(maxTexture3D[0], MAXIMUM_TEXTURE3D_WIDTH);
    PROPERTY(maxTexture3D[1], MAXIMUM_TEXTURE3D_HEIGHT);
    PROPERTY(maxTexture3D[2], MAXIMUM_TEXTURE3D_DEPTH);
    PROPERTY(maxTexture3DAlt[0], MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE);
    PROPERTY(maxTexture3DAlt[1], MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE);
    PROPERTY(maxTexture3DAlt[2], MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE);
    PROPERTY(maxTextureCubemap, MAXIMUM_TEXTURECUBEMAP_WIDTH);
    PROPERTY(maxTexture1DLayered[0], MAXIMUM_TEXTURE1D_LAYERED_WIDTH);
    PROPERTY(maxTexture1DLayered[1], MAXIMUM_TEXTURE1D_LAYERED_LAYERS);
    PROPERTY(maxTexture2DLayered[0], MAXIMUM_TEXTURE2D_LAYERED_WIDTH);
    PROPERTY(maxTexture2DLayered[1], MAXIMUM_TEXTURE2D_LAYERED_HEIGHT);
    PROPERTY(maxTexture2DLayered[2], MAXIMUM_TEXTURE2D_LAYERED_LAYERS);
    PROPERTY(maxTextureCubemapLayered[0], MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH);
    PROPERTY(maxTextureCubemapLayered[1], MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS);
    PROPERTY(maxSurface1D, MAXIMUM_SURFACE1D_WIDTH);
    PROPERTY(maxSurface2D[0], MAXIMUM_SURFACE2D_WIDTH);
    PROPERTY(maxSurface2D[1], MAXIMUM_SURFACE2D_HEIGHT);
    PROPERTY(maxSurface3D[0], MAXIMUM_SURFACE3D_WIDTH);
    PROPERTY(maxSurface3D[1], MAXIMUM_SURFACE3D_HEIGHT);
    PROPERTY(maxSurface3D[2], MAXIMUM_SURFACE3D_DEPTH);
    PROPERTY(maxSurface1DLayered[0], MAXIMUM_SURFACE1D_LAYERED_WIDTH);
    PROPERTY(maxSurface1DLayered[1], MAXIMUM_SURFACE1D_LAYERED_LAYERS);
    PROPERTY(maxSurface2DLayered[0], MAXIMUM_SURFACE2D_LAYERED_WIDTH);
    PROPERTY(maxSurface2DLayered[1], MAXIMUM_SURFACE2D_LAYERED_HEIGHT);
    PROPERTY(maxSurface2DLayered[2], MAXIMUM_SURFACE2D_LAYERED_LAYERS);
    PROPERTY(maxSurfaceCubemap, MAXIMUM_SURFACECUBEMAP_WIDTH);
    PROPERTY(maxSurfaceCubemapLayered[0], MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH);
    PROPERTY(maxSurfaceCubemapLayered[1], MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS);
    PROPERTY(hostRegisterSupported, HOST_REGISTER_SUPPORTED);
    PROPERTY(texturePitchAlignment, TEXTURE_PITCH_ALIGNMENT);
    PROPERTY(multiProcessorCount, MULTIPROCESSOR_COUNT);
    PROPERTY(integrated, INTEGRATED);
    PROPERTY(canMapHostMemory, CAN_MAP_HOST_MEMORY);
    PROPERTY(concurrentKernels, CONCURRENT_KERNELS);
    PROPERTY(ECCEnabled, ECC_ENABLED);
    PROPERTY(asyncEngineCount, ASYNC_ENGINE_COUNT);
    PROPERTY(unifiedAddressing, UNIFIED_ADDRESSING);
    PROPERTY(memoryBusWidth, GLOBAL_MEMORY_BUS_WIDTH);
    PROPERTY(l2CacheSize, L2_CACHE_SIZE);
    PROPERTY(persistingL2CacheMaxSize, MAX_PERSISTING_L2_CACHE_SIZE);
    PROPERTY(maxThreadsPerMultiProcessor, MAX_THREADS_PER_MULTIPROCESSOR);
    PROPERTY(streamPrioritiesSupported, STREAM_PRIORITIES_SUPPORTED);
    PROPERTY(globalL1CacheSupported, GLOBAL_L1_CACHE_SUPPORTED);
    PROPERTY(localL1CacheSupported, LOCAL_L1_CACHE_SUPPORTED);
    PROPERTY(sharedMemPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    PROPERTY(regsPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR);
    PROPERTY(managedMemory, MANAGED_MEMORY);
    PROPERTY(concurrentManagedAccess, CONCURRENT_MANAGED_ACCESS);
    PROPERTY(computePreemptionSupported, COMPUTE_PREEMPTION_SUPPORTED);
    PROPERTY(canUseHostPointerForRegisteredMem, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM);
    PROPERTY(cooperativeLaunch, COOPERATIVE_LAUNCH);
    PROPERTY(sharedMemPerBlockOptin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    PROPERTY(maxBlocksPerMultiProcessor, MAX_BLOCKS_PER_MULTIPROCESSOR);
    PROPERTY(reservedSharedMemPerBlock, RESERVED_SHARED_MEMORY_PER_BLOCK);
    PROPERTY(memoryPoolsSupported, MEMORY_POOLS_SUPPORTED);
    PROPERTY(clusterLaunch, CLUSTER_LAUNCH);
    PROPERTY(unifiedFunctionPointers, UNIFIED_FUNCTION_POINTERS);
    return cudaSuccess;
}
API cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *p, int device) { return cudaGetDeviceProperties(p, device); }

API cudaError_t cudaDriverGetVersion(int *version) { DONE(cuDriverGetVersion(version)); }
API cudaError_t cudaRuntimeGetVersion(int *version) {
    NEEDS(version);
    *version = CUDART_VERSION;
    return cudaSuccess;
}
CUresult cuProfilerStart(void); /* in `cudaProfiler.h`, which comes with another package */
CUresult cuProfilerStop(void);
API cudaError_t cudaProfilerStart(void) { FORWARD(cuProfilerStart()); }
API cudaError_t cudaProfilerStop(void) { FORWARD(cuProfilerStop()); }

API cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned version,
                                                 unsigned long long flags, enum cudaDriverEntryPointQueryResult *status) {
    FORWARD(cuGetProcAddress_v2(symbol, function, version, flags, (CUdriverProcAddressQueryResult *)status));
}
API cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                        enum cudaDriverEntryPointQueryResult *status) {
    return cudaGetDriverEntryPointByVersion(symbol, function, CUDART_VERSION, flags, status);
}

/* ---- errors ----------------------------------------------------------------------------------- */

/* An error of work that was queued shows here, too, and stays until the device is reset. */
API cudaError_t cudaGetLastError(void) {
    cudaError_t code = last;
    int is_fault = code == cudaErrorLaunchTimeout || code == cudaErrorIllegalAddress || code == cudaErrorAssert ||
                   (code >= cudaErrorHardwareStackError && code <= cudaErrorLaunchFailure);
    if (!is_fault)
        last = cudaSuccess;
    return code;
}

API cudaError_t cudaPeekAtLastError(void) { return last; }

static const struct ks_error errors[] = {
#include "runtime_errors.inc"
};

API const char *cudaGetErrorName(cudaError_t error) {
    const struct ks_error *known = FIND_IN(errors, error);
    return known ? known->name : "unrecognized error code";
}

API const char *cudaGetErrorString(cudaError_t error) {
    const struct ks_error *known = FIND_IN(errors, error);
    return known ? known->words : "unrecognized error code";
}
