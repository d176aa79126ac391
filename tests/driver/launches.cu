// Kernels that launch kernels. Each launch's child counts down, writes where it is, and launches its own.
#include <cstdio>

__global__ void set(int *place, int value) { *place = value; }
__global__ void twice(int *place) { *place *= 2; }

__global__ void tree(int *count, int depth) {
    atomicAdd(count, 1);
    if (depth)
        tree<<<2, 1>>>(count, depth - 1);
}

__global__ void in_order(int *x) {
    int *temporary;
    cudaMalloc(&temporary, 4);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    twice<<<1, 1, 0, cudaStreamTailLaunch>>>(x); // after the others: 20 * 2
    set<<<1, 1>>>(x, 7);
    cudaMemsetAsync(x, 0, 4);
    set<<<1, 1, 0, stream>>>(x + 1, 20);
    cudaMemcpyAsync(x, x + 1, 4, cudaMemcpyDeviceToDevice);
    *temporary = 5;
    x[2] = *temporary + cudaGetLastError();
    cudaStreamDestroy(stream);
    cudaFree(temporary);
}

__global__ void many(int *x) { set<<<1, 1>>>(x, 1); }
__global__ void outside() { set<<<1, 1>>>(nullptr, 1); }

int main() {
    int *x;
    cudaMallocManaged(&x, 16);
    *x = 0;
    tree<<<1, 3>>>(x, 3);
    printf("%s, %d\n", cudaGetErrorName(cudaDeviceSynchronize()), *x); // 3 threads: 1 + 2 + 4 + 8 each
    in_order<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", x[0], x[1], x[2]);
    many<<<3, 700>>>(x);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    outside<<<1, 1>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
