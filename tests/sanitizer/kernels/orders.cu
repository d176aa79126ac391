// Programs whose order of events decides, and one in which it does not.
#define AT(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(p, n) asm volatile("mbarrier.init.shared.b64 [%0], %1;" \
    :: "r"(AT(p)), "r"(n) : "memory")
#define COME(p) asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" \
    :: "r"(AT(p)) : "memory")
#define EXPECT(p, n) asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], %1; }" \
    :: "r"(AT(p)), "r"(n) : "memory")
#define WAIT(p, phase) asm volatile("{ .reg .pred q; L:" \
    "mbarrier.try_wait.parity.shared.b64 q, [%0], %1; @!q bra L; }" \
    :: "r"(AT(p)), "r"(phase) : "memory")
#define W (threadIdx.x / 32)
#define L (threadIdx.x % 32)

// A pipeline of two stages, warp 0 fills them; right in all orders.
extern "C" __global__ void pipeline(const int* x, int* y, int n) {
    __shared__ int stage[2][32];
    __shared__ unsigned long long full[2], empty[2];
    if (threadIdx.x < 2) { INIT(full + threadIdx.x, 32); INIT(empty + threadIdx.x, 32); }
    __syncthreads();
    for (int k = 0; k < n; k++) {
        int s = k % 2, phase = k / 2 % 2;
        if (W == 0) {
            WAIT(empty + s, phase ^ 1);
            stage[s][L] = x[32 * k + L];
            COME(full + s);
        } else {
            WAIT(full + s, phase);
            y[32 * k + L] = stage[s][L];
            COME(empty + s);
        }
    }
}

// Warp 0 waits for the wrong parity: it goes on if it comes first, and waits for ever if not.
extern "C" __global__ void off_by_one(const int* x, int* y) {
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) INIT(&full, 32);
    __syncthreads();
    if (W == 1) COME(&full);
    else WAIT(&full, 1);
    y[threadIdx.x] = x[threadIdx.x];
}

// Two warps take two locks in opposite order.
extern "C" __global__ void locks(const int* x, int* y) {
    __shared__ int lock[2];
    if (threadIdx.x < 2) lock[threadIdx.x] = 0;
    __syncthreads();
    if (L == 0) {
        while (atomicCAS(lock + W, 0, 1)) {}
        while (atomicCAS(lock + (W ^ 1), 0, 1)) {}
        __threadfence_block();
        y[0] += 1;
        __threadfence_block();
        atomicExch(lock + (W ^ 1), 0);
        atomicExch(lock + W, 0);
    }
}

// Who comes last leaves its number.
extern "C" __global__ void last(const int* x, int* y) {
    if (L == 0) atomicExch(y, (int)W + 1);
}

// Sums of integers have no order.
extern "C" __global__ void sum(const int* x, int* y) {
    atomicAdd(y, (int)threadIdx.x);
}

// A copy of 64 bytes, where the barrier expects 128.
extern "C" __global__ void too_few_bytes(const int* x, int* y) {
    __shared__ alignas(16) int tile[32];
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        INIT(&full, 1);
        EXPECT(&full, 128);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
            " [%0], [%1], 64, [%2];" :: "r"(AT(tile)), "l"(x), "r"(AT(&full)) : "memory");
    }
    __syncthreads();
    WAIT(&full, 0);
    y[threadIdx.x] = tile[L];
}

// Block 1 may have ended when block 0 looks into its memory.
extern "C" __global__ void __cluster_dims__(2, 1, 1) left(const int* x, int* y) {
    __shared__ int mine;
    mine = 1;
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        unsigned there, value;
        asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(there) : "r"(AT(&mine)));
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there) : "memory");
        y[0] = value;
    }
}
