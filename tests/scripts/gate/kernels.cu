extern "C" __global__ void saxpy(const float4 *x, const float4 *y, float4 *out, int n, int one) {
    int at = blockIdx.x * 256 + threadIdx.x;
    float4 a = x[at];
    float4 b = y[at];
    float4 c;
    c.x = 2.0f * a.x + b.x;
    c.y = 2.0f * a.y + b.y;
    c.z = 2.0f * a.z + b.z;
    c.w = 2.0f * a.w + b.w;
    out[at] = c;
}

extern "C" __global__ void transpose(const float *x, float *out, int n, int one) {
    __shared__ float tile[32][33];
    int i = blockIdx.x * 32 + threadIdx.x;
    int j = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) {
        tile[threadIdx.y + k][threadIdx.x] = x[(j + k) * n + i];
    }
    __syncthreads();
    i = blockIdx.y * 32 + threadIdx.x;
    j = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) {
        out[(j + k) * n + i] = tile[threadIdx.x][threadIdx.y + k];
    }
}

extern "C" __global__ void block_sums(const float4 *x, float *out, int n, int one) {
    __shared__ float part[256];
    int t = threadIdx.x;
    float4 a = x[blockIdx.x * 256 + t];
    part[t] = a.x + a.y + a.z + a.w;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

extern "C" __global__ void smooth(const float *x, float *out, int n, int one) {
    __shared__ float near[258];
    int t = threadIdx.x;
    int at = blockIdx.x * 256 + t;
    near[t + 1] = x[at];
    if (t == 0) near[0] = at > 0 ? x[at - 1] : 0.0f;
    if (t == 255) near[257] = at + 1 < n ? x[at + 1] : 0.0f;
    __syncthreads();
    float c = 0.25f * near[t] + 0.5f * near[t + 1] + 0.25f * near[t + 2];
    out[at] = c;
}
