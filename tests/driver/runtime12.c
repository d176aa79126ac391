/* A program of CUDA 12's shared runtime: its declarations are those of CUDA 12.8's headers. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Where its `cudaDeviceProp` has these fields, and its bytes. */
#define INT(offset) (*(int *)(properties + (offset)))
enum { SM_MAJOR = 360, SM_MINOR = 364, PROCESSORS = 388, CLOCK_KHZ = 348, MANAGED = 652, CLUSTERS = 772, SIZE = 1032 };

int cudaGetDeviceProperties_v2(void *properties, int device);
int cudaRuntimeGetVersion(int *version);
int cudaMallocManaged(void **address, size_t bytes, unsigned flags);
int cudaMemPrefetchAsync(const void *address, size_t bytes, int device, void *stream);
int cudaMemAdvise(const void *address, size_t bytes, int advice, int device);
int cudaMemset(void *address, int value, size_t bytes);
int cudaDeviceSynchronize(void);

int main(void) {
    char properties[SIZE + 64];
    int version, *place;
    memset(properties, 0x5a, sizeof properties);
    printf("properties %d\n", cudaGetDeviceProperties_v2(properties, 0));
    printf("%s: sm_%d%d, %d SMs, %d MHz, managed %d, clusters %d, %s\n", properties, INT(SM_MAJOR), INT(SM_MINOR), INT(PROCESSORS),
           INT(CLOCK_KHZ) / 1000, INT(MANAGED), INT(CLUSTERS), properties[SIZE] == 0x5a ? "no more" : "too much");
    printf("version %d\n", cudaRuntimeGetVersion(&version) ? 0 : version);
    cudaMallocManaged((void **)&place, 4096, 1);
    printf("prefetch %d %d %d", cudaMemPrefetchAsync(place, 4096, 0, NULL), cudaMemPrefetchAsync(place, 4096, -1, NULL),
           cudaMemPrefetchAsync(place, 4096, 1, NULL));
    printf(", advise %d, ", cudaMemAdvise(place, 4096, 1, 0));
    cudaMemset(place, 1, 4);
    printf("synchronized %d: %x\n", cudaDeviceSynchronize(), *place);
    return 0;
}
