// shared
__device__ int f() { return 1; }

__global__ void twice(int* p) {
  p[0] = f();  // "x"
}

__global__ void twice_2(int* p) {
  p[0] = f();  // "x"
}



__global__ void unknown(const float* a_rather_long_name_of_a_parameter, const float* another_rather_long_name_of_one) {}
