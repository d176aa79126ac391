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

int main() {
    many();
    return 0;
}
