// CUDA graphs: captured and built by hand, launched, updated, copied, and what is forbidden in a capture.
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

__device__ int of_symbol = 5;
__global__ void add(int *x, int value) { x[threadIdx.x] += value; }
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

static int *x, calls;
static void CUDART_CB count(void *by) { calls += *(int *)by; }

static int value_of(const int *p) {
    int value;
    cudaMemcpy(&value, p, 4, cudaMemcpyDefault);
    return value;
}

#define SAY(what) printf("%s: %s\n", #what, cudaGetErrorName(what))

static void captured() {
    cudaStream_t a, b;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCaptureStatus status;
    cudaStreamCreate(&a), cudaStreamCreate(&b);
    cudaEventCreate(&fork), cudaEventCreate(&join);
    cudaMemset(x, 0, 128);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    add<<<1, 32, 0, a>>>(x, 1);
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork, 0);
    add<<<1, 32, 0, b>>>(x, 10);
    cudaStreamIsCapturing(b, &status);
    static int by = 3;
    cudaLaunchHostFunc(b, count, &by);
    cudaEventRecord(join, b);
    twice<<<1, 32, 0, a>>>(x);
    cudaStreamWaitEvent(a, join, 0);
    cudaMemcpyAsync(x + 32, x, 128, cudaMemcpyDeviceToDevice, a);
    cudaStreamEndCapture(a, &graph);
    size_t nodes = 0, edges = 0, roots = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
    cudaGraphGetRootNodes(graph, nullptr, &roots);
    printf("captured %d, %zu nodes, %zu edges, %zu root; nothing ran: %d\n", (int)status, nodes, edges, roots, value_of(x));
    cudaGraphInstantiate(&exec, graph, 0);
    SAY(cudaGraphUpload(exec, a));
    for (int i = 0; i < 2; i++) cudaGraphLaunch(exec, a);
    SAY(cudaStreamSynchronize(a));
    // (1 + 10) * 2 = 22, or 1 * 2 + 10 = 12: the two branches are independent
    int first = value_of(x);
    printf("launched: %s, copy %d, calls %d\n", first % 2 == 0 && first >= 34 ? "right" : "wrong",
           value_of(x + 32) == first, calls);
    cudaGraphExecDestroy(exec), cudaGraphDestroy(graph);
    cudaStreamDestroy(a), cudaStreamDestroy(b);
}

static void built() {
    cudaGraph_t graph, child, clone;
    cudaGraphExec_t exec;
    cudaGraphNode_t set, kernel, host, inner, copy, node;
    cudaGraphCreate(&graph, 0), cudaGraphCreate(&child, 0);
    int *y = x + 64, one = 1, result = -1;
    cudaMemsetParams memset = {y, 0, 7, 4, 32, 1};
    SAY(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &memset));
    int value = 4;
    void *arguments[] = {&y, &value};
    cudaKernelNodeParams params = {(void *)add, dim3(1), dim3(32), 0, arguments, nullptr};
    SAY(cudaGraphAddKernelNode(&kernel, graph, &set, 1, &params));
    value = 1000;  // the node has its own copy
    void *only[] = {&y};
    cudaKernelNodeParams doubling = {(void *)twice, dim3(1), dim3(32), 0, only, nullptr};
    cudaGraphAddKernelNode(&node, child, nullptr, 0, &doubling);
    SAY(cudaGraphAddChildGraphNode(&inner, graph, &kernel, 1, child));
    cudaHostNodeParams calling = {count, &one};
    cudaGraphAddHostNode(&host, graph, &inner, 1, &calling);
    SAY(cudaGraphAddMemcpyNode1D(&copy, graph, &host, 1, &result, y, 4, cudaMemcpyDeviceToHost));
    cudaGraphAddEmptyNode(&node, graph, &copy, 1);
    cudaGraphNodeType type;
    cudaGraphNodeGetType(inner, &type);
    calls = 0;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    printf("built: %d, calls %d, type %d\n", result, calls, type == cudaGraphNodeTypeGraph);

    value = 6;
    params.kernelParams = arguments;
    SAY(cudaGraphExecKernelNodeSetParams(exec, kernel, &params));
    SAY(cudaGraphNodeSetEnabled(exec, set, 0));
    cudaGraphLaunch(exec, 0), cudaDeviceSynchronize();
    printf("set: %d\n", result);  // (22 + 6) * 2

    memset.value = 100;
    cudaGraphMemsetNodeSetParams(set, &memset);
    cudaGraphExecUpdateResultInfo info;
    SAY(cudaGraphExecUpdate(exec, graph, &info));
    cudaGraphNodeSetEnabled(exec, set, 1);
    cudaGraphLaunch(exec, 0), cudaDeviceSynchronize();
    printf("updated: %d\n", result);  // (100 + 4) * 2, as the graph's own kernel node adds 4
    cudaGraphClone(&clone, graph);
    SAY(cudaGraphNodeFindInClone(&node, set, clone));
    cudaGraphDestroyNode(node);
    SAY(cudaGraphExecUpdate(exec, clone, &info));
    printf("topology changed: %d\n", info.result == cudaGraphExecUpdateErrorTopologyChanged);
    cudaGraphAddDependencies(graph, &copy, &set, nullptr, 1);
    cudaGraphExec_t circle;
    SAY(cudaGraphInstantiate(&circle, graph, 0));
    SAY(cudaGraphLaunch(nullptr, 0));

    cudaGraph_t symbols;
    cudaGraphCreate(&symbols, 0);
    SAY(cudaGraphAddMemcpyNodeFromSymbol(&node, symbols, nullptr, 0, &result, of_symbol, 4, 0, cudaMemcpyDeviceToHost));
    cudaGraphInstantiate(&circle, symbols, 0);
    cudaGraphLaunch(circle, 0), cudaDeviceSynchronize();
    printf("symbol: %d\n", result);
    cudaGraphConditionalHandle handle;
    SAY(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
}

static void memory() {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int *p, result;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    SAY(cudaMallocAsync(&p, 128, stream));
    cudaMemsetAsync(p, 0, 128, stream);
    add<<<1, 32, 0, stream>>>(p, 9);
    cudaMemcpyAsync(&result, p, 4, cudaMemcpyDeviceToHost, stream);
    SAY(cudaFreeAsync(p, stream));
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream), cudaGraphLaunch(exec, stream);
    SAY(cudaStreamSynchronize(stream));
    unsigned long long used, reserved;
    cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used);
    cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &reserved);
    printf("memory: %d, used %llu, reserved %d\n", result, used, reserved > 0);
    cudaGraph_t clone;
    SAY(cudaGraphClone(&clone, graph));
}

static void forbidden() {
    cudaStream_t a, b;
    cudaEvent_t event, outside;
    cudaGraph_t graph;
    void *p;
    cudaStreamCreate(&a), cudaStreamCreate(&b);
    cudaEventCreate(&event), cudaEventCreate(&outside);
    cudaEventRecord(outside, b);
    SAY(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamEndCapture(a, &graph));
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    SAY(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    SAY(cudaMalloc(&p, 4));
    SAY(cudaStreamEndCapture(a, &graph));
    cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed);
    SAY(cudaMalloc(&p, 4));
    SAY(cudaStreamSynchronize(a));
    SAY(cudaMemsetAsync(p, 0, 4, a));
    SAY(cudaStreamEndCapture(a, &graph));
    cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed);
    SAY(cudaMemset(p, 0, 4));
    SAY(cudaStreamEndCapture(a, &graph));
    cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed);
    SAY(cudaStreamWaitEvent(a, outside, 0));
    cudaStreamEndCapture(a, &graph);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed);
    add<<<1, 32, 0, a>>>(x, 1);
    cudaEventRecord(event, a);
    SAY(cudaEventQuery(event));
    cudaStreamEndCapture(a, &graph);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    add<<<1, 32, 0, b>>>(x, 1);
    SAY(cudaStreamEndCapture(b, &graph));
    SAY(cudaStreamEndCapture(a, &graph));
    cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    add<<<1, 32, 0, b>>>(x, 1);
    SAY(cudaStreamEndCapture(a, &graph));
    SAY(cudaStreamSynchronize(b));
}

int main() {
    cudaMalloc(&x, 4096);
    captured();
    built();
    memory();
    forbidden();
}
