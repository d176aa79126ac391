// How programs end, and what else they ask: forks, crashes, an exit in the middle of a kernel, a profile, NVML.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

__global__ void first(int *x) { x[threadIdx.x] += 1; }
__global__ void second(int *x) { x[threadIdx.x] *= 2; }
__global__ void long_one(int *x) {
    int value = x[0];
    for (int i = 0; i < 1 << 28; i++) value = value * 3 + 1;
    x[0] = value;
}

static void in_child(bool uses_cuda) {
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        int *p;
        printf("child %s\n", uses_cuda ? cudaGetErrorName(cudaMalloc(&p, 4)) : "without CUDA");
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, nullptr, 0);
}

template <typename... Arguments>
static int nvml(const char *name, Arguments... arguments) {
    static void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    return ((int (*)(Arguments...))dlsym(library, name))(arguments...);
}

int main(int argc, char **argv) {
    const char *how = argv[1];
    int *x, result;
    if (!strcmp(how, "fork")) in_child(true);
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    first<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    if (!strcmp(how, "fork")) {
        in_child(false);
        in_child(true);
        second<<<1, 32>>>(x);
        printf("parent %s", cudaGetErrorName(cudaMemcpy(&result, x, 4, cudaMemcpyDeviceToHost)));
        printf(" %d\n", result);
    } else if (!strcmp(how, "crash")) {
        abort();
    } else if (!strcmp(how, "exit")) {
        std::thread([&] { long_one<<<1, 1>>>(x); }).detach();
        usleep(300000);
        _exit(7);
    } else if (!strcmp(how, "profile")) {
        cudaProfilerStart();
        second<<<1, 32>>>(x);
        cudaProfilerStop();
        first<<<1, 32>>>(x);
        cudaDeviceSynchronize();
    } else {
        unsigned count, unused[2];
        void *device;
        char text[96];
        unsigned long long memory[3];
        printf("before %d, ", nvml("nvmlDeviceGetCount_v2", &count));
        printf("init %d, ", nvml("nvmlInit_v2"));
        nvml("nvmlDeviceGetCount_v2", &count);
        nvml("nvmlDeviceGetHandleByIndex_v2", 0u, &device);
        nvml("nvmlDeviceGetName", device, text, 96u);
        printf("%u device, %s\n", count, text);
        printf("short %d, ", nvml("nvmlDeviceGetName", device, text, 4u));
        nvml("nvmlDeviceGetMemoryInfo", device, memory);
        printf("memory %d, used %llu, ", memory[0] == memory[1] + memory[2], memory[2]);
        printf("utilization %d, ", nvml("nvmlDeviceGetUtilizationRates", device, unused));
        int once = nvml("nvmlShutdown");
        printf("shut down %d %d\n", once, nvml("nvmlShutdown"));
    }
}
