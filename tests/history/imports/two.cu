#include <cstdio>
__global__ void scale(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2.0f * x[i];
}
__global__ void strided(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[(long)i * 33 % n];
}
int main() {
    int n = 1 << 20; float *x, *y;
    cudaMalloc(&x, 4 * n); cudaMalloc(&y, 4 * n); cudaMemset(x, 0, 4 * n);
    scale<<<n / 256, 256>>>(x, y, n);
    strided<<<n / 128, 128>>>(x, y, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
