// What a wrong program sees: CUDA's own errors, which stay.
#include <cstdio>
#include <cstring>

__global__ void fill(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) x[i] = i;
}

int main(int argc, char **argv) {
    int *x, value = 0;
    cudaMalloc(&x, 1000 * sizeof(int));
    fill<<<4, 2048>>>(x, 999);
    printf("block: %s\n", cudaGetErrorName(cudaGetLastError()));
    fill<<<4, 256, 100 << 10>>>(x, 999);
    printf("shared: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("direction: %s\n", cudaGetErrorName(cudaMemcpy(&value, x, 4, cudaMemcpyHostToDevice)));
    printf("beyond: %s\n", cudaGetErrorName(cudaMemcpy(x, &value, 4004, cudaMemcpyDefault)));
    printf("free: %s\n", cudaGetErrorName(cudaFree(x + 1)));
    cudaGetLastError();
    cudaGraphConditionalHandle handle;
    printf("graph: %s\n", cudaGetErrorName(cudaGraphConditionalHandleCreate(&handle, nullptr, 0, 0)));
    cudaGetLastError();
    if (argc > 1 && !strcmp(argv[1], "host")) {
        fflush(stdout);
        printf("%d\n", x[1]);
    }
    fill<<<4, 256>>>(x, 1000);
    printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("overrun: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("after: %s\n", cudaGetErrorName(cudaMemcpy(&value, x, 4, cudaMemcpyDeviceToHost)));
    return 0;
}
