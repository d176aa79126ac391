/* Graphs and the capture of streams in the runtime: the driver's, under other names. */
#define _GNU_SOURCE
#include <string.h>

#include "cudart.h"
#include "link.h"

/* The driver's parameters of a node from the runtime's. Only kernels and copies differ. */

static CUDA_MEMCPY3D copy_of(const struct cudaMemcpy3DParms *p) {
    return (CUDA_MEMCPY3D){
        .srcXInBytes = p->srcPos.x, .srcY = p->srcPos.y, .srcZ = p->srcPos.z, .srcMemoryType = CU_MEMORYTYPE_UNIFIED,
        .srcDevice = (CUdeviceptr)p->srcPtr.ptr, .srcPitch = p->srcPtr.pitch, .srcHeight = p->srcPtr.ysize,
        .dstXInBytes = p->dstPos.x, .dstY = p->dstPos.y, .dstZ = p->dstPos.z, .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
        .dstDevice = (CUdeviceptr)p->dstPtr.ptr, .dstPitch = p->dstPtr.pitch, .dstHeight = p->dstPtr.ysize,
        .WidthInBytes = p->extent.width, .Height = p->extent.height, .Depth = p->extent.depth};
}

static int make_3d(const struct cudaMemcpy3DParms *given, CUDA_MEMCPY3D *params) {
    if (!given)
        return cudaErrorInvalidValue;
    if (given->srcArray || given->dstArray)
        return ks_missing("a node of a graph that copies a CUDA array");
    *params = copy_of(given);
    return 0;
}

static struct cudaMemcpy3DParms parms_of(const CUDA_MEMCPY3D *c) {
    return (struct cudaMemcpy3DParms){
        .srcPos = {c->srcXInBytes, c->srcY, c->srcZ}, .srcPtr = {(void *)c->srcDevice, c->srcPitch, c->WidthInBytes, c->srcHeight},
        .dstPos = {c->dstXInBytes, c->dstY, c->dstZ}, .dstPtr = {(void *)c->dstDevice, c->dstPitch, c->WidthInBytes, c->dstHeight},
        .extent = {c->WidthInBytes, c->Height, c->Depth}, .kind = cudaMemcpyDefault};
}

static CUDA_MEMCPY3D line_of(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_UNIFIED, .srcDevice = from, .srcPitch = bytes, .srcHeight = 1,
                           .dstMemoryType = CU_MEMORYTYPE_UNIFIED, .dstDevice = to, .dstPitch = bytes, .dstHeight = 1,
                           .WidthInBytes = bytes, .Height = 1, .Depth = 1};
}

static int kernel_of(const struct cudaKernelNodeParams *given, CUDA_KERNEL_NODE_PARAMS *params) {
    *params = (CUDA_KERNEL_NODE_PARAMS){0};
    memcpy(params, given, sizeof *given); /* but for what they call the kernel by, they are one structure */
    return function_of(given->func, &params->func);
}

static int node_of(const struct cudaGraphNodeParams *given, CUgraphNodeParams *params) {
    memcpy(params, given, sizeof *params);
    if (given->type == cudaGraphNodeTypeMemcpy) {
        memset(&params->memcpy, 0, sizeof params->memcpy);
        return make_3d(&given->memcpy.copyParams, &params->memcpy.copyParams);
    }
    return given->type == cudaGraphNodeTypeKernel ? (int)function_of(given->kernel.func, &params->kernel.func) : 0;
}

#define CHECKED(call)                                                                              \
    do {                                                                                           \
        int failed_ = (call);                                                                      \
        if (failed_)                                                                               \
            DONE(failed_);                                                                         \
    } while (0)
#define FROM const cudaGraphNode_t *from, size_t count
#define ADDED cudaGraphNode_t *node, cudaGraph_t graph, FROM

/* ---- nodes ------------------------------------------------------------------------------------ */

API cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) { FORWARD(cuGraphCreate(graph, flags)); }
API cudaError_t cudaGraphDestroy(cudaGraph_t graph) { FORWARD(cuGraphDestroy(graph)); }
API cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) { FORWARD(cuGraphClone(clone, graph)); }
API cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) { FORWARD(cuGraphDestroyNode(node)); }
API cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone) {
    FORWARD(cuGraphNodeFindInClone(node, original, clone));
}
API cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    FORWARD(cuGraphNodeGetType(node, (CUgraphNodeType *)type));
}
API cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    FORWARD(cuGraphGetNodes(graph, nodes, count));
}
API cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    FORWARD(cuGraphGetRootNodes(graph, nodes, count));
}
API cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data,
                                  size_t *count) {
    FORWARD(cuGraphGetEdges(graph, from, to, (CUgraphEdgeData *)data, count));
}
API cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *from, cudaGraphEdgeData *data, size_t *count) {
    FORWARD(cuGraphNodeGetDependencies(node, from, (CUgraphEdgeData *)data, count));
}
API cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *to, cudaGraphEdgeData *data, size_t *count) {
    FORWARD(cuGraphNodeGetDependentNodes(node, to, (CUgraphEdgeData *)data, count));
}
API cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                         const cudaGraphEdgeData *data, size_t count) {
    FORWARD(cuGraphAddDependencies(graph, from, to, (const CUgraphEdgeData *)data, count));
}
API cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                            const cudaGraphEdgeData *data, size_t count) {
    FORWARD(cuGraphRemoveDependencies(graph, from, to, (const CUgraphEdgeData *)data, count));
}
API cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags) {
    FORWARD(cuGraphDebugDotPrint(graph, path, flags));
}

API cudaError_t cudaGraphAddKernelNode(ADDED, const struct cudaKernelNodeParams *given) {
    NEEDS(given);
    READY;
    CUDA_KERNEL_NODE_PARAMS params;
    CHECKED(kernel_of(given, &params));
    DONE(cuGraphAddKernelNode(node, graph, from, count, &params));
}
API cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *given) {
    NEEDS(given);
    CUDA_KERNEL_NODE_PARAMS params;
    CHECKED(cuGraphKernelNodeGetParams(node, &params));
    memcpy(given, &params, sizeof *given);
    return cudaSuccess;
}
API cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *given) {
    NEEDS(given);
    CUDA_KERNEL_NODE_PARAMS params;
    CHECKED(kernel_of(given, &params));
    DONE(cuGraphKernelNodeSetParams(node, &params));
}
API cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaKernelNodeParams *given) {
    NEEDS(given);
    CUDA_KERNEL_NODE_PARAMS params;
    CHECKED(kernel_of(given, &params));
    DONE(cuGraphExecKernelNodeSetParams(exec, node, &params));
}
API cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value) {
    FORWARD(cuGraphKernelNodeGetAttribute(node, (CUlaunchAttributeID)id, (CUlaunchAttributeValue *)value));
}
API cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                                const cudaLaunchAttributeValue *value) {
    FORWARD(cuGraphKernelNodeSetAttribute(node, (CUlaunchAttributeID)id, (const CUlaunchAttributeValue *)value));
}
API cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
    FORWARD(cuGraphKernelNodeCopyAttributes(to, from));
}

/* A copy from 3-D parameters, of bytes, to a symbol and from one: added, set, and set in an executable graph. */
#define COPY_NODE(Ending, ARGUMENTS, make)                                                         \
    API cudaError_t cudaGraphAddMemcpyNode##Ending(ADDED, ARGUMENTS) {                             \
        READY;                                                                                     \
        CUDA_MEMCPY3D params;                                                                      \
        CHECKED(make);                                                                             \
        DONE(cuGraphAddMemcpyNode(node, graph, from, count, &params, NULL));                       \
    }                                                                                              \
    API cudaError_t cudaGraphMemcpyNodeSetParams##Ending(cudaGraphNode_t node, ARGUMENTS) {        \
        READY;                                                                                     \
        CUDA_MEMCPY3D params;                                                                      \
        CHECKED(make);                                                                             \
        DONE(cuGraphMemcpyNodeSetParams(node, &params));                                           \
    }                                                                                              \
    API cudaError_t cudaGraphExecMemcpyNodeSetParams##Ending(cudaGraphExec_t exec, cudaGraphNode_t node, ARGUMENTS) { \
        READY;                                                                                     \
        CUDA_MEMCPY3D params;                                                                      \
        CHECKED(make);                                                                             \
        DONE(cuGraphExecMemcpyNodeSetParams(exec, node, &params, NULL));                           \
    }
#define LIST(...) __VA_ARGS__

static int make_1d(void *to, const void *source, size_t bytes, CUDA_MEMCPY3D *params) {
    *params = line_of((CUdeviceptr)to, (CUdeviceptr)source, bytes);
    return 0;
}

static int in_symbol(const void *symbol, size_t bytes, size_t offset, CUdeviceptr *address) {
    size_t size;
    int code = variable_of(symbol, address, &size);
    *address += offset;
    return code ? code : offset + bytes <= size ? 0 : cudaErrorInvalidValue;
}

static int make_to(const void *symbol, const void *source, size_t bytes, size_t offset, CUDA_MEMCPY3D *params) {
    CUdeviceptr address;
    int code = in_symbol(symbol, bytes, offset, &address);
    *params = line_of(address, (CUdeviceptr)source, bytes);
    return code;
}

static int make_from(void *to, const void *symbol, size_t bytes, size_t offset, CUDA_MEMCPY3D *params) {
    CUdeviceptr address;
    int code = in_symbol(symbol, bytes, offset, &address);
    *params = line_of((CUdeviceptr)to, address, bytes);
    return code;
}

COPY_NODE(, const struct cudaMemcpy3DParms *given, make_3d(given, &params))
COPY_NODE(1D, LIST(void *to, const void *source, size_t bytes, enum cudaMemcpyKind kind), make_1d(to, source, bytes, &params))
COPY_NODE(ToSymbol, LIST(const void *symbol, const void *source, size_t bytes, size_t offset, enum cudaMemcpyKind kind),
          make_to(symbol, source, bytes, offset, &params))
COPY_NODE(FromSymbol, LIST(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind),
          make_from(to, symbol, bytes, offset, &params))

API cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *given) {
    NEEDS(given);
    CUDA_MEMCPY3D params;
    CHECKED(cuGraphMemcpyNodeGetParams(node, &params));
    *given = parms_of(&params);
    return cudaSuccess;
}

API cudaError_t cudaGraphAddMemsetNode(ADDED, const struct cudaMemsetParams *given) {
    FORWARD(cuGraphAddMemsetNode(node, graph, from, count, (const CUDA_MEMSET_NODE_PARAMS *)given, NULL));
}
API cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *given) {
    FORWARD(cuGraphMemsetNodeGetParams(node, (CUDA_MEMSET_NODE_PARAMS *)given));
}
API cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *given) {
    FORWARD(cuGraphMemsetNodeSetParams(node, (const CUDA_MEMSET_NODE_PARAMS *)given));
}
API cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemsetParams *given) {
    FORWARD(cuGraphExecMemsetNodeSetParams(exec, node, (const CUDA_MEMSET_NODE_PARAMS *)given, NULL));
}
API cudaError_t cudaGraphAddHostNode(ADDED, const struct cudaHostNodeParams *given) {
    FORWARD(cuGraphAddHostNode(node, graph, from, count, (const CUDA_HOST_NODE_PARAMS *)given));
}
API cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *given) {
    FORWARD(cuGraphHostNodeGetParams(node, (CUDA_HOST_NODE_PARAMS *)given));
}
API cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *given) {
    FORWARD(cuGraphHostNodeSetParams(node, (const CUDA_HOST_NODE_PARAMS *)given));
}
API cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaHostNodeParams *given) {
    FORWARD(cuGraphExecHostNodeSetParams(exec, node, (const CUDA_HOST_NODE_PARAMS *)given));
}
API cudaError_t cudaGraphAddEmptyNode(ADDED) { FORWARD(cuGraphAddEmptyNode(node, graph, from, count)); }
API cudaError_t cudaGraphAddChildGraphNode(ADDED, cudaGraph_t child) {
    FORWARD(cuGraphAddChildGraphNode(node, graph, from, count, child));
}
API cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) {
    FORWARD(cuGraphChildGraphNodeGetGraph(node, graph));
}
API cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child) {
    FORWARD(cuGraphExecChildGraphNodeSetParams(exec, node, child));
}

#define EVENT_NODE(Type)                                                                           \
    API cudaError_t cudaGraphAdd##Type##Node(ADDED, cudaEvent_t event) {                           \
        FORWARD(cuGraphAdd##Type##Node(node, graph, from, count, event));                          \
    }                                                                                              \
    API cudaError_t cudaGraph##Type##NodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {      \
        FORWARD(cuGraph##Type##NodeGetEvent(node, event));                                         \
    }                                                                                              \
    API cudaError_t cudaGraph##Type##NodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {       \
        FORWARD(cuGraph##Type##NodeSetEvent(node, event));                                         \
    }                                                                                              \
    API cudaError_t cudaGraphExec##Type##NodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) { \
        FORWARD(cuGraphExec##Type##NodeSetEvent(exec, node, event));                               \
    }

EVENT_NODE(EventRecord)
EVENT_NODE(EventWait)

API cudaError_t cudaGraphAddMemAllocNode(ADDED, struct cudaMemAllocNodeParams *given) {
    FORWARD(cuGraphAddMemAllocNode(node, graph, from, count, (CUDA_MEM_ALLOC_NODE_PARAMS *)given));
}
API cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *given) {
    FORWARD(cuGraphMemAllocNodeGetParams(node, (CUDA_MEM_ALLOC_NODE_PARAMS *)given));
}
API cudaError_t cudaGraphAddMemFreeNode(ADDED, void *address) {
    FORWARD(cuGraphAddMemFreeNode(node, graph, from, count, (CUdeviceptr)address));
}
API cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *address) {
    FORWARD(cuGraphMemFreeNodeGetParams(node, (CUdeviceptr *)address));
}
API cudaError_t cudaDeviceGraphMemTrim(int device) { FORWARD(cuDeviceGraphMemTrim(device)); }
API cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value) {
    FORWARD(cuDeviceGetGraphMemAttribute(device, (CUgraphMem_attribute)attribute, value));
}
API cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value) {
    FORWARD(cuDeviceSetGraphMemAttribute(device, (CUgraphMem_attribute)attribute, value));
}

API cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *from,
                                 const cudaGraphEdgeData *data, size_t count, struct cudaGraphNodeParams *given) {
    NEEDS(given);
    READY;
    CUgraphNodeParams params;
    CHECKED(node_of(given, &params));
    int code = cuGraphAddNode(node, graph, from, (const CUgraphEdgeData *)data, count, &params);
    if (!code && given->type == cudaGraphNodeTypeMemAlloc)
        given->alloc.dptr = (void *)params.alloc.dptr;
    DONE(code);
}
API cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *given) {
    NEEDS(given);
    CUgraphNodeParams params;
    CHECKED(node_of(given, &params));
    DONE(cuGraphNodeSetParams(node, &params));
}
API cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, struct cudaGraphNodeParams *given) {
    NEEDS(given);
    CUgraphNodeParams params;
    CHECKED(node_of(given, &params));
    DONE(cuGraphExecNodeSetParams(exec, node, &params));
}
API cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned value,
                                                 unsigned flags) {
    FORWARD(cuGraphConditionalHandleCreate((CUgraphConditionalHandle *)handle, graph, NULL, value, flags));
}

API cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *pointer, cudaHostFn_t destroy, unsigned count, unsigned flags) {
    FORWARD(cuUserObjectCreate(object, pointer, destroy, count, flags));
}
API cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) { FORWARD(cuUserObjectRetain(object, count)); }
API cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) { FORWARD(cuUserObjectRelease(object, count)); }
API cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags) {
    FORWARD(cuGraphRetainUserObject(graph, object, count, flags));
}
API cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count) {
    FORWARD(cuGraphReleaseUserObject(graph, object, count));
}

/* ---- executable graphs ------------------------------------------------------------------------ */

API cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
    FORWARD(cuGraphInstantiate(exec, graph, flags));
}
API cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
    FORWARD(cuGraphInstantiate(exec, graph, flags));
}
API cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphInstantiateParams *params) {
    FORWARD(cuGraphInstantiateWithParams(exec, graph, (CUDA_GRAPH_INSTANTIATE_PARAMS *)params));
}
API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) { FORWARD(cuGraphExecDestroy(exec)); }
API cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags) {
    FORWARD(cuGraphExecGetFlags(exec, (cuuint64_t *)flags));
}
API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info) {
    FORWARD(cuGraphExecUpdate(exec, graph, (CUgraphExecUpdateResultInfo *)info));
}
API cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned is_enabled) {
    FORWARD(cuGraphNodeSetEnabled(exec, node, is_enabled));
}
API cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *is_enabled) {
    FORWARD(cuGraphNodeGetEnabled(exec, node, is_enabled));
}
API cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) { FORWARD(cuGraphUpload(exec, stream)); }
API cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) { FORWARD(cuGraphLaunch(exec, stream)); }

/* ---- the capture of streams ------------------------------------------------------------------- */

API cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    FORWARD(cuStreamBeginCapture(stream, (CUstreamCaptureMode)mode));
}
API cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *from,
                                              const cudaGraphEdgeData *data, size_t count, enum cudaStreamCaptureMode mode) {
    FORWARD(cuStreamBeginCaptureToGraph(stream, graph, from, (const CUgraphEdgeData *)data, count, (CUstreamCaptureMode)mode));
}
API cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) { FORWARD(cuStreamEndCapture(stream, graph)); }
API cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    FORWARD(cuThreadExchangeStreamCaptureMode((CUstreamCaptureMode *)mode));
}
API cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    FORWARD(cuStreamIsCapturing(stream, (CUstreamCaptureStatus *)status));
}
API cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                                         cudaGraph_t *graph, const cudaGraphNode_t **nodes, const cudaGraphEdgeData **data,
                                         size_t *count) {
    FORWARD(cuStreamGetCaptureInfo(stream, (CUstreamCaptureStatus *)status, (cuuint64_t *)id, graph, nodes,
                                   (const CUgraphEdgeData **)data, count));
}
API cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes, const cudaGraphEdgeData *data,
                                                    size_t count, unsigned flags) {
    FORWARD(cuStreamUpdateCaptureDependencies(stream, nodes, (const CUgraphEdgeData *)data, count, flags));
}
