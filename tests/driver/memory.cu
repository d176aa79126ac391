// Memory of all kinds: what CUDA's documentation promises of it.
#include <cstdio>
#include <set>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t code = (call);                                                                 \
        if (code != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorString(code));              \
    } while (0)

__global__ void number(int **places, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) *places[i] = i;
}

void many() {
    const int count = 5000;
    std::vector<int *> places(count);
    for (int *&place : places) CHECK(cudaMalloc(&place, sizeof(int)));
    int **table, wrong = 0, value;
    CHECK(cudaMalloc(&table, count * sizeof(int *)));
    CHECK(cudaMemcpy(table, places.data(), count * sizeof(int *), cudaMemcpyHostToDevice));
    number<<<(count + 255) / 256, 256>>>(table, count);
    for (int i = 0; i < count; i += 7) {
        CHECK(cudaMemcpy(&value, places[i], sizeof(int), cudaMemcpyDeviceToHost));
        wrong += value != i;
    }
    size_t addresses = std::set<int *>(places.begin(), places.end()).size();
    printf("%d allocations have %zu addresses, %d of them are wrong\n", count, addresses, wrong);
    for (int *place : places) CHECK(cudaFree(place));
    std::set<void *> again;
    for (int i = 0; i < 1000; i++) {
        void *place;
        CHECK(cudaMalloc(&place, 1000));
        again.insert(place);
        CHECK(cudaFree(place));
    }
    printf("freed memory is %s\n", again.size() == 1 ? "given again" : "lost");
}

__managed__ int counter = 5;
__managed__ int *pointer;
__managed__ float table[4] = {1, 2, 3, 4};
__constant__ int constants[4];
__device__ int variable[8];

__global__ void count() {
    counter += constants[1];
    table[1] *= 2;
    pointer = &counter;
}

__global__ void add(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += i;
}

void managed() {
    printf("managed variables %d %g", counter, table[1]);
    counter = 10;
    const int values[4] = {1, 7, 2, 3};
    CHECK(cudaMemcpyToSymbol(constants, values, sizeof values));
    count<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    printf(", then %d %g", counter, table[1]);
    int *place, value = 4;
    CHECK(cudaMemcpyToSymbol(counter, &value, sizeof value));
    CHECK(cudaGetSymbolAddress((void **)&place, counter));
    cudaPointerAttributes facts;
    CHECK(cudaPointerGetAttributes(&facts, &counter));
    printf(", then %d by %d pointers, %d\n", counter, (place == &counter) + (pointer == &counter), facts.type == cudaMemoryTypeManaged);
    CHECK(cudaMallocManaged(&place, 4096));
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0}, other = {cudaMemLocationTypeDevice, 1}, host = {cudaMemLocationTypeHost, 0};
    CHECK(cudaMemAdvise(place, 4096, cudaMemAdviseSetReadMostly, here));
    CHECK(cudaMemAdvise(place, 4096, cudaMemAdviseSetPreferredLocation, host));
    CHECK(cudaMemPrefetchAsync(place, 4096, here, 0));
    printf("prefetch: %s, %s, ", cudaGetErrorName(cudaMemPrefetchAsync(place, 4096, other, 0)), cudaGetErrorName(cudaMemPrefetchAsync(place, 8192, here, 0)));
    int *plain;
    CHECK(cudaMalloc(&plain, 4096));
    printf("%s\n", cudaGetErrorName(cudaMemPrefetchAsync(plain, 4096, here, 0)));
    CHECK(cudaFree(place));
    CHECK(cudaFree(plain));
}

int wrong(const std::vector<int> &x, int first) {
    int count = 0;
    for (size_t i = 0; i < x.size(); i++) count += x[i] != first + int(i);
    return count;
}

void registered() {
    const int n = 5000;
    std::vector<int> x(n, 1), y(n, 2);
    CHECK(cudaHostRegister(x.data(), n * sizeof(int), cudaHostRegisterMapped));
    CHECK(cudaHostRegister(y.data(), n * sizeof(int), cudaHostRegisterDefault));
    printf("registered: again %s", cudaGetErrorName(cudaHostRegister(y.data(), 4, 0)));
    int *device, *memory;
    CHECK(cudaHostGetDevicePointer(&device, x.data(), 0));
    add<<<20, 256>>>(device, n);
    add<<<20, 256>>>(y.data(), n);
    CHECK(cudaDeviceSynchronize());
    printf(", one pointer %d, wrong %d %d", device == x.data(), wrong(x, 1), wrong(y, 2));
    CHECK(cudaMalloc(&memory, n * sizeof(int)));
    CHECK(cudaMemcpyAsync(memory, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyAsync(y.data(), memory, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemset(x.data(), 0, 40));
    CHECK(cudaDeviceSynchronize());
    printf(", copied %d, set %d %d", wrong(y, 1), x[9], x[10]);
    CHECK(cudaHostUnregister(x.data()));
    x[10] = 7;
    cudaPointerAttributes facts;
    CHECK(cudaPointerGetAttributes(&facts, y.data() + 1));
    printf(", then %d %d, type %d", x[10], x[n - 1], facts.type == cudaMemoryTypeHost);
    CHECK(cudaHostUnregister(y.data()));
    CHECK(cudaPointerGetAttributes(&facts, y.data() + 1));
    printf(" %d, twice %s\n", facts.type == cudaMemoryTypeUnregistered, cudaGetErrorName(cudaHostUnregister(y.data())));
    unsigned flags;
    int *pinned;
    CHECK(cudaHostAlloc(&pinned, 4, cudaHostAllocMapped | cudaHostAllocPortable));
    CHECK(cudaHostGetFlags(&flags, pinned));
    printf("flags %d, freed as the GPU's: %s\n", (flags & 3) == 3, cudaGetErrorName(cudaFree(pinned)));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFree(memory));
}

void pools() {
    cudaMemPool_t standard, own;
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    CHECK(cudaDeviceGetDefaultMemPool(&standard, 0));
    CHECK(cudaMemPoolCreate(&own, &properties));
    int *a, *b, *c;
    CHECK(cudaMallocAsync(&a, 1 << 20, 0));
    CHECK(cudaMallocFromPoolAsync(&b, 3 << 20, own, 0));
    CHECK(cudaDeviceSetMemPool(0, own));
    CHECK(cudaMallocAsync(&c, 1 << 20, 0));
    CHECK(cudaMemsetAsync(c, 1, 1 << 20));
    CHECK(cudaFreeAsync(b, 0));
    unsigned long long used, most, threshold = ~0ull;
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemHigh, &most));
    CHECK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold));
    threshold = 0;
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold));
    printf("pool: %llu KiB, at most %llu, keeps all %d", used >> 10, most >> 10, threshold == ~0ull);
    CHECK(cudaMemPoolTrimTo(own, 0));
    CHECK(cudaFreeAsync(a, 0));
    CHECK(cudaFree(c));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    CHECK(cudaMemPoolDestroy(own));
    printf(", then %llu; the standard one %s\n", used, cudaGetErrorName(cudaMemPoolDestroy(standard)));
}

void filled() {
    cudaPitchedPtr box;
    CHECK(cudaMalloc3D(&box, make_cudaExtent(5, 3, 2)));
    CHECK(cudaMemset3D(box, 1, make_cudaExtent(5, 3, 2)));
    CHECK(cudaMemset2D((char *)box.ptr + box.pitch, box.pitch, 2, 2, 2));
    char bytes[2][3][5];
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = box;
    copy.dstPtr = make_cudaPitchedPtr(bytes, 5, 5, 3);
    copy.extent = make_cudaExtent(5, 3, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    int sum = 0;
    for (char *byte = &bytes[0][0][0]; byte < &bytes[0][0][0] + sizeof bytes; byte++) sum += *byte;
    size_t free_before, free_after, total, size;
    CHECK(cudaMemGetInfo(&free_before, &total));
    void *large;
    CHECK(cudaMalloc(&large, 1 << 30));
    CHECK(cudaMemGetInfo(&free_after, &total));
    CHECK(cudaGetSymbolSize(&size, variable));
    int values[8] = {};
    CHECK(cudaMemcpyToSymbolAsync(variable, &sum, 4, 8, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyFromSymbol(values, variable, sizeof values));
    printf("box %d, taken %zu MiB, symbol of %zu bytes: %d %d", sum, (free_before - free_after) >> 20, size, values[1], values[2]);
    printf(", beyond %s", cudaGetErrorName(cudaMemcpyToSymbol(variable, values, 32, 4)));
    printf(", too much %s\n", cudaGetErrorName(cudaMalloc(&large, size_t(1) << 40)));
    CHECK(cudaFree(box.ptr));
}

void others() {
    int value, *x, *y;
    CHECK(cudaMalloc(&x, 4));
    CHECK(cudaMalloc(&y, 4));
    CHECK(cudaMemset(x, 3, 4));
    CHECK(cudaMemcpyPeer(y, 0, x, 0, 4));
    CHECK(cudaMemcpy(&value, y, 4, cudaMemcpyDefault));
    printf("peer %x, %s", value, cudaGetErrorName(cudaMemcpyPeer(y, 1, x, 0, 4)));
    printf(", %s", cudaGetErrorName(cudaSetDevice(1)));
    CHECK(cudaDeviceCanAccessPeer(&value, 0, 0));
    printf(", itself %d, %s", value, cudaGetErrorName(cudaDeviceCanAccessPeer(&value, 0, 1)));
    printf(", %s", cudaGetErrorName(cudaDeviceEnablePeerAccess(1, 0)));
    printf(", %s\n", cudaGetErrorName(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1)));
    cudaIpcMemHandle_t handle;
    printf("other processes: %s\n", cudaGetErrorName(cudaIpcGetMemHandle(&handle, x)));
    cudaGetLastError();
}

int main() {
    many();
    managed();
    registered();
    pools();
    filled();
    others();
    std::vector<int> plain(1000);
    add<<<4, 256>>>(plain.data(), 1000);
    printf("memory of the host: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
