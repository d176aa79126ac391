// A program that frees some of its memory; and one that loads a library of kernels from PTX.
#include <cstdio>
#include <cuda_runtime.h>

static const char ptx[] = R"(
.version 7.8
.target sm_75
.address_size 64
.visible .global .align 4 .u32 factor = 3;
.visible .entry scaled(.param .u64 out) {
    .reg .b32 %r<2>; .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.global.u32 %r1, [factor];
    st.global.u32 [%rd1], %r1;
    ret;
}
.visible .entry other() { ret; })";

int main() {
    float *kept, *freed, *three[3];
    int *out, value;
    cudaStream_t stream;
    cudaMalloc(&kept, 1000);
    cudaMalloc(&freed, 2000);
    for (auto &each : three) cudaMalloc(&each, 64);
    cudaMallocManaged(&out, 4);
    cudaStreamCreate(&stream);
    cudaFree(freed);

    cudaLibrary_t library;
    cudaKernel_t kernel, all[2];
    unsigned count;
    void *variable;
    size_t bytes;
    const char *name;
    printf("load %d, ", cudaLibraryLoadData(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
    cudaLibraryGetKernelCount(&count, library);
    cudaLibraryEnumerateKernels(all, 2, library);
    cudaFuncGetName(&name, all[0]);
    printf("%u kernels, first %s, ", count, name);
    cudaLibraryGetGlobal(&variable, &bytes, library, "factor");
    cudaMemcpy(&value, variable, 4, cudaMemcpyDeviceToHost);
    printf("variable %d of %zu bytes, ", value, bytes);
    printf("kernel %d, none %d\n", cudaLibraryGetKernel(&kernel, library, "scaled"),
           cudaLibraryGetKernel(&all[0], library, "missing"));
    void *arguments[] = {&out};
    cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, 0);
    cudaDeviceSynchronize();
    printf("out %d\n", *out);
    cudaFree(out);
}
