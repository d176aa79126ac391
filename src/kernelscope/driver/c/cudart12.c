/* Where CUDA 12's runtime differs from today's: structures, and what functions of a name take.
 *
 * Today's functions of these names have the names that they have in CUDA 12 (`libraries.py` renames
 * them), or are the library's own. The layouts and declarations are those of CUDA 12.8's headers.
 */
#include <string.h>

#include "cudart.h"

#define NAMED(name) __asm__(#name)
#define VERSION 12080

struct properties {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3];
    int maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2];
    int maxTexture2DLayered[3], maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
    int maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing;
    int memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
    int canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported, timelineSemaphoreInteropSupported;
    int memoryPoolsSupported, gpuDirectRDMASupported;
    unsigned gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned memoryPoolSupportedHandleTypes;
    int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers, reserved[63];
};
_Static_assert(sizeof(struct properties) == 1032, "cudaDeviceProp of CUDA 12");

#define SAME(X)                                                                                    \
    X(name) X(uuid) X(luid) X(luidDeviceNodeMask) X(totalGlobalMem) X(sharedMemPerBlock) X(regsPerBlock) X(warpSize) \
    X(memPitch) X(maxThreadsPerBlock) X(maxThreadsDim) X(maxGridSize) X(totalConstMem) X(major) X(minor) \
    X(textureAlignment) X(texturePitchAlignment) X(multiProcessorCount) X(integrated) X(canMapHostMemory) \
    X(maxTexture1D) X(maxTexture1DMipmap) X(maxTexture2D) X(maxTexture2DMipmap) X(maxTexture2DLinear) \
    X(maxTexture2DGather) X(maxTexture3D) X(maxTexture3DAlt) X(maxTextureCubemap) X(maxTexture1DLayered) \
    X(maxTexture2DLayered) X(maxTextureCubemapLayered) X(maxSurface1D) X(maxSurface2D) X(maxSurface3D) \
    X(maxSurface1DLayered) X(maxSurface2DLayered) X(maxSurfaceCubemap) X(maxSurfaceCubemapLayered) X(surfaceAlignment) \
    X(concurrentKernels) X(ECCEnabled) X(pciBusID) X(pciDeviceID) X(pciDomainID) X(tccDriver) X(asyncEngineCount) \
    X(unifiedAddressing) X(memoryBusWidth) X(l2CacheSize) X(persistingL2CacheMaxSize) X(maxThreadsPerMultiProcessor) \
    X(streamPrioritiesSupported) X(globalL1CacheSupported) X(localL1CacheSupported) X(sharedMemPerMultiprocessor) \
    X(regsPerMultiprocessor) X(managedMemory) X(isMultiGpuBoard) X(multiGpuBoardGroupID) X(hostNativeAtomicSupported) \
    X(pageableMemoryAccess) X(concurrentManagedAccess) X(computePreemptionSupported) X(canUseHostPointerForRegisteredMem) \
    X(cooperativeLaunch) X(sharedMemPerBlockOptin) X(pageableMemoryAccessUsesHostPageTables) \
    X(directManagedMemAccessFromHost) X(maxBlocksPerMultiProcessor) X(accessPolicyMaxWindowSize) \
    X(reservedSharedMemPerBlock) X(hostRegisterSupported) X(sparseCudaArraySupported) X(hostRegisterReadOnlySupported) \
    X(timelineSemaphoreInteropSupported) X(memoryPoolsSupported) X(gpuDirectRDMASupported) \
    X(gpuDirectRDMAFlushWritesOptions) X(gpuDirectRDMAWritesOrdering) X(memoryPoolSupportedHandleTypes) \
    X(deferredMappingCudaArraySupported) X(ipcEventSupported) X(clusterLaunch) X(unifiedFunctionPointers)
#define COPY(field) memcpy(&p->field, &today.field, sizeof p->field);

API cudaError_t ks_properties_12(struct properties *p, int device) NAMED(cudaGetDeviceProperties_v2);
API cudaError_t ks_properties_12(struct properties *p, int device) {
    struct cudaDeviceProp today;
    NEEDS(p);
    cudaError_t code = cudaGetDeviceProperties(&today, device);
    if (code)
        return code;
    memset(p, 0, sizeof *p);
    SAME(COPY)
#define ONLY_THERE(field, name) cuDeviceGetAttribute(&p->field, CU_DEVICE_ATTRIBUTE_##name, device)
    ONLY_THERE(clockRate, CLOCK_RATE);
    ONLY_THERE(memoryClockRate, MEMORY_CLOCK_RATE);
    ONLY_THERE(deviceOverlap, GPU_OVERLAP);
    ONLY_THERE(kernelExecTimeoutEnabled, KERNEL_EXEC_TIMEOUT);
    ONLY_THERE(computeMode, COMPUTE_MODE);
    ONLY_THERE(maxTexture1DLinear, MAXIMUM_TEXTURE1D_LINEAR_WIDTH);
    ONLY_THERE(singleToDoublePrecisionPerfRatio, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO);
    return cudaSuccess;
}

API cudaError_t ks_version_12(int *version) NAMED(cudaRuntimeGetVersion);
API cudaError_t ks_version_12(int *version) {
    NEEDS(version);
    *version = VERSION;
    return cudaSuccess;
}

/* A device's number, or -1 for the host. */
static struct cudaMemLocation place_of(int device) {
    enum cudaMemLocationType type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    return (struct cudaMemLocation){.type = type, .id = device == cudaCpuDeviceId ? 0 : device};
}

API cudaError_t ks_advise_12(const void *p, size_t bytes, enum cudaMemoryAdvise advice, int device) NAMED(cudaMemAdvise);
API cudaError_t ks_advise_12(const void *p, size_t bytes, enum cudaMemoryAdvise advice, int device) {
    return cudaMemAdvise(p, bytes, advice, place_of(device));
}

API cudaError_t ks_prefetch_12(const void *p, size_t bytes, int device, cudaStream_t stream) NAMED(cudaMemPrefetchAsync);
API cudaError_t ks_prefetch_12(const void *p, size_t bytes, int device, cudaStream_t stream) {
    return cudaMemPrefetchAsync(p, bytes, place_of(device), 0, stream);
}

API cudaError_t ks_elapsed_12(float *ms, cudaEvent_t begin, cudaEvent_t end) NAMED(cudaEventElapsedTime_v2);
API cudaError_t ks_elapsed_12(float *ms, cudaEvent_t begin, cudaEvent_t end) { return cudaEventElapsedTime(ms, begin, end); }

/* ---- graphs, whose edges have no data --------------------------------------------------------- */

typedef const cudaGraphNode_t *nodes;

API cudaError_t ks_connect_12(cudaGraph_t graph, nodes from, nodes to, size_t count) NAMED(cudaGraphAddDependencies);
API cudaError_t ks_connect_12(cudaGraph_t graph, nodes from, nodes to, size_t count) {
    return cudaGraphAddDependencies(graph, from, to, NULL, count);
}

API cudaError_t ks_part_12(cudaGraph_t graph, nodes from, nodes to, size_t count) NAMED(cudaGraphRemoveDependencies);
API cudaError_t ks_part_12(cudaGraph_t graph, nodes from, nodes to, size_t count) {
    return cudaGraphRemoveDependencies(graph, from, to, NULL, count);
}

API cudaError_t ks_node_12(cudaGraphNode_t *node, cudaGraph_t graph, nodes before, size_t count, struct cudaGraphNodeParams *params)
    NAMED(cudaGraphAddNode);
API cudaError_t ks_node_12(cudaGraphNode_t *node, cudaGraph_t graph, nodes before, size_t count, struct cudaGraphNodeParams *params) {
    return cudaGraphAddNode(node, graph, before, NULL, count, params);
}

API cudaError_t ks_edges_12(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count) NAMED(cudaGraphGetEdges);
API cudaError_t ks_edges_12(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count) {
    return cudaGraphGetEdges(graph, from, to, NULL, count);
}

API cudaError_t ks_before_12(cudaGraphNode_t node, cudaGraphNode_t *others, size_t *count) NAMED(cudaGraphNodeGetDependencies);
API cudaError_t ks_before_12(cudaGraphNode_t node, cudaGraphNode_t *others, size_t *count) {
    return cudaGraphNodeGetDependencies(node, others, NULL, count);
}

API cudaError_t ks_after_12(cudaGraphNode_t node, cudaGraphNode_t *others, size_t *count) NAMED(cudaGraphNodeGetDependentNodes);
API cudaError_t ks_after_12(cudaGraphNode_t node, cudaGraphNode_t *others, size_t *count) {
    return cudaGraphNodeGetDependentNodes(node, others, NULL, count);
}

API cudaError_t ks_same_12(cudaGraphNode_t from, cudaGraphNode_t to) NAMED(cudaGraphKernelNodeCopyAttributes);
API cudaError_t ks_same_12(cudaGraphNode_t from, cudaGraphNode_t to) { return cudaGraphKernelNodeCopyAttributes(to, from); }

API cudaError_t ks_capture_12(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id)
    NAMED(cudaStreamGetCaptureInfo);
API cudaError_t ks_capture_12(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id) {
    return cudaStreamGetCaptureInfo(stream, status, id, NULL, NULL, NULL, NULL);
}

API cudaError_t ks_captured_12(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                               cudaGraph_t *graph, nodes *ends, size_t *count) NAMED(cudaStreamGetCaptureInfo_v2);
API cudaError_t ks_captured_12(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                               cudaGraph_t *graph, nodes *ends, size_t *count) {
    return cudaStreamGetCaptureInfo(stream, status, id, graph, ends, NULL, count);
}

API cudaError_t ks_follow_12(cudaStream_t stream, cudaGraphNode_t *ends, size_t count, unsigned flags)
    NAMED(cudaStreamUpdateCaptureDependencies);
API cudaError_t ks_follow_12(cudaStream_t stream, cudaGraphNode_t *ends, size_t count, unsigned flags) {
    return cudaStreamUpdateCaptureDependencies(stream, ends, NULL, count, flags);
}
