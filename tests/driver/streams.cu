// Streams: the default ones, priorities, what waits for what, and operations on memory. Built twice: the
// second time with --default-stream per-thread.
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
#include <thread>

__global__ void work(float *x, int turns) {
    float value = x[threadIdx.x];
    for (int i = 0; i < turns; i++) value = value * 1.0001f + 1;
    x[threadIdx.x] = value;
}

__global__ void follow(float *x) {
    cudaGridDependencySynchronize();
    x[threadIdx.x] = -x[threadIdx.x];
}

#define SAY(what) printf("%s: %s\n", #what, cudaGetErrorName(what))

int main() {
    float *x, ms;
    cudaStream_t blocking, other, urgent;
    cudaEvent_t begin, end, untimed;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int least, greatest, priority;
    unsigned flags;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStreamCreate(&blocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, -100);
    cudaStreamGetPriority(urgent, &priority);
    cudaStreamGetFlags(other, &flags);
    printf("priorities %d to %d, urgent %d, flags %u\n", least, greatest, priority, flags);

    cudaEventCreate(&begin), cudaEventCreate(&end);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    work<<<1, 32, 0, blocking>>>(x, 1);  // loads the module
    cudaDeviceSynchronize();
    // A kernel of 20,000 turns takes hundreds of us; events alone a few.
    cudaEventRecord(begin);
    work<<<1, 32, 0, blocking>>>(x, 20000);
    cudaEventRecord(end);
#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM
    SAY(cudaEventElapsedTime(&ms, begin, end));
    SAY(cudaEventQuery(end));
#endif
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&ms, begin, end);
    printf("the default stream waits for a blocking one: %d\n", ms > 0.05f);
    cudaEventRecord(begin);
    work<<<1, 32, 0, other>>>(x, 20000);
    cudaEventRecord(end);
    SAY(cudaStreamQuery(other));
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, begin, end);
    printf("and not for another one: %d\n", ms < 0.05f);
    SAY(cudaStreamQuery(other));
    cudaEventRecord(untimed);
    SAY(cudaEventElapsedTime(&ms, begin, untimed));
    cudaGetLastError();
    cudaEventRecord(begin, other);
    work<<<1, 32, 0, other>>>(x, 20000);
    cudaEventRecord(untimed, other);
    cudaStreamWaitEvent(urgent, untimed, 0);
    cudaEventRecord(end, urgent);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, begin, end);
    printf("a stream waits for an event: %d\n", ms > 0.05f);

    unsigned *flag, seen;
    cudaMalloc(&flag, 16);
    cudaMemset(flag, 0, 16);
    printf("write %d, ", cuStreamWriteValue32(other, (CUdeviceptr)flag, 7, 0));
    printf("wait %d, ", cuStreamWaitValue32(other, (CUdeviceptr)flag, 5, CU_STREAM_WAIT_VALUE_GEQ));
    printf("64 bits %d, ", cuStreamWriteValue64(other, (CUdeviceptr)(flag + 2), 1ull << 40, 0));
    printf("never %d\n", cuStreamWaitValue32(other, (CUdeviceptr)flag, 8, CU_STREAM_WAIT_VALUE_EQ));
    cudaMemcpy(&seen, flag + 3, 4, cudaMemcpyDeviceToHost);
    printf("high word %u\n", seen);

    cudaLaunchAttribute early[1];
    early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {1, 32, 0, other, early, 1};
    cudaMemset(x, 0, 128);
    work<<<1, 32, 0, other>>>(x, 1);
    SAY(cudaLaunchKernelEx(&config, follow, x));
    cudaMemcpy(&ms, x, 4, cudaMemcpyDeviceToHost);
    printf("dependent %g\n", ms);

    // Kernels of two threads' default streams: one stream for both, or one each.
    cudaDeviceSynchronize();
    unsigned long long ids[2];
    std::thread first([&] { cudaStreamGetId(0, &ids[0]); });
    first.join();
    std::thread second([&] { cudaStreamGetId(0, &ids[1]); });
    second.join();
    printf("default streams of two threads: %s\n", ids[0] == ids[1] ? "one" : "two");
    void *launch, *launch_own;
    CUdriverProcAddressQueryResult status;
    cuGetProcAddress("cuLaunchKernel", &launch, 13000, CU_GET_PROC_ADDRESS_LEGACY_STREAM, &status);
    cuGetProcAddress("cuLaunchKernel", &launch_own, 13000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &status);
    printf("of a thread %d", launch != launch_own && launch_own);
    cuGetProcAddress("cuGraphInstantiate", &launch, 13000, 0, &status);
    cuGetProcAddress("cuGraphInstantiateWithFlags", &launch_own, 13000, 0, &status);
    printf(", today's form %d", launch == launch_own && launch);
    cuGetProcAddress("cuNoSuchFunction", &launch, 13000, 0, &status);
    printf(", none %d %d\n", launch == nullptr, status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    cudaDriverEntryPointQueryResult found;
    SAY(cudaGetDriverEntryPointByVersion("cuMemAlloc", &launch, 13000, cudaEnableDefault, &found));
}
