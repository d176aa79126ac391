// A program with a `main`, as people write it: every part prints a line that the test knows.
#include <cooperative_groups.h>
#include <cstdio>
#include <chrono>
#include <thread>
#include <vector>

__constant__ float factors[4];
__device__ int counter;
__managed__ int shared_by_both = 5;

struct Pair {
    float *values;
    int count;
};

template <typename T>
__global__ void scale(Pair pair, T factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pair.count) pair.values[i] = factor * pair.values[i] + factors[i % 4];
    if (i == 0) atomicAdd(&counter, 1);
}

__global__ void add_one(int *x) { *x += 1; }

__global__ void reversed(const float *x, float *y, int n) {
    extern __shared__ float tile[];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = tile[n - 1 - threadIdx.x];
}

__global__ void all_together(int *x) {
    atomicAdd(x, 1);
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0 && blockIdx.x == 0) x[1] = x[0];
}

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t code = (call);                                                                 \
        if (code != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorString(code));              \
    } while (0)

int main(int argc, char **argv) {
    printf("arguments %d %s\n", argc - 1, argc > 1 ? argv[1] : "");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    printf("device %s, sm_%d%d, %d SMs\n", properties.name, properties.major, properties.minor,
           properties.multiProcessorCount);

    const int n = 1000;
    std::vector<float> host(n, 1.0f);
    const float some[4] = {0, 1, 2, 3};
    Pair pair = {nullptr, n};
    CHECK(cudaMalloc(&pair.values, n * sizeof(float)));
    CHECK(cudaMemcpy(pair.values, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(factors, some, sizeof some));
    scale<float><<<4, 256>>>(pair, 2.0f);
    scale<double><<<4, 256>>>(pair, 0.5);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host.data(), pair.values, n * sizeof(float), cudaMemcpyDeviceToHost));
    int launches;
    CHECK(cudaMemcpyFromSymbol(&launches, counter, sizeof launches));
    printf("scaled %g %g, %d launches\n", host[0], host[7], launches);

    int *managed, *pinned;
    CHECK(cudaMallocManaged(&managed, 4));
    CHECK(cudaMallocHost(&pinned, 4));
    *managed = 41, *pinned = 7;
    add_one<<<1, 1>>>(managed);
    add_one<<<1, 1>>>(pinned);
    CHECK(cudaDeviceSynchronize());
    printf("managed %d, pinned %d\n", *managed, *pinned);

    float *plane;
    size_t pitch;
    CHECK(cudaMallocPitch(&plane, &pitch, 3 * sizeof(float), 2));
    CHECK(cudaMemset2D(plane, pitch, 0, 3 * sizeof(float), 2));
    const float rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    float columns[2][2];
    CHECK(cudaMemcpy2D(plane, pitch, rows, sizeof rows[0], sizeof rows[0], 2, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(columns, 8, plane + 1, pitch, 8, 2, cudaMemcpyDeviceToHost));
    printf("pitch %zu, columns %g %g %g %g\n", pitch, columns[0][0], columns[0][1], columns[1][0],
           columns[1][1]);

    cudaStream_t stream;
    cudaEvent_t begin, end;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(begin, stream));
    reversed<<<1, 64, 64 * sizeof(float), stream>>>(pair.values, plane, 64);
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaStreamSynchronize(stream));
    float ms = -1;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    printf("events %s\n", ms > 0.001f && ms < 0.1f ? "microseconds" : "wrong");

    int blocks, *sums;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reversed, 64, 64 * sizeof(float)));
    CHECK(cudaMalloc(&sums, 8));
    CHECK(cudaMemset(sums, 0, 8));
    void *arguments[] = {&sums};
    CHECK(cudaLaunchCooperativeKernel(all_together, dim3(8), dim3(32), arguments));
    int sum[2];
    CHECK(cudaMemcpy(sum, sums, 8, cudaMemcpyDeviceToHost));
    printf("occupancy %d, together %d %d\n", blocks, sum[0], sum[1]);

    std::vector<std::thread> threads;
    for (int k = 0; k < 4; k++)
        threads.emplace_back([&] {
            int *own;
            cudaMalloc(&own, 4);
            cudaMemset(own, 0, 4);
            for (int i = 0; i < 10; i++) add_one<<<1, 1>>>(own);
            int value;
            cudaMemcpy(&value, own, 4, cudaMemcpyDeviceToHost);
            if (value != 10) printf("a thread has %d\n", value);
            cudaFree(own);
        });
    for (auto &thread : threads) thread.join();

    auto then = std::chrono::steady_clock::now();
    for (int i = 0; i < 100; i++) add_one<<<1, 1>>>(managed);
    CHECK(cudaDeviceSynchronize());
    std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - then;
    printf("a launch takes %s\n", passed.count() / 100 > 1 && passed.count() / 100 < 100 ? "microseconds" : "wrong");
    return 3;
}
