// Carries between instructions: what `sub.cc` leaves is what `subc` and `addc` take.

// A difference of 64 bits in two halves.
extern "C" __global__ void difference_of_64_bits(const unsigned* a, const unsigned* b,
                                                 unsigned* out) {
  int t = threadIdx.x;
  unsigned low, high, borrow;
  asm volatile("sub.cc.u32 %0, %3, %5; subc.cc.u32 %1, %4, %6; subc.u32 %2, 0, 0;"
               : "=r"(low), "=r"(high), "=r"(borrow)
               : "r"(a[2 * t]), "r"(a[2 * t + 1]), "r"(b[2 * t]), "r"(b[2 * t + 1]));
  out[3 * t] = low;
  out[3 * t + 1] = high;
  out[3 * t + 2] = borrow;
}

// A sum and a difference of 128 bits in two words of 64.
extern "C" __global__ void sums_of_128_bits(const unsigned long long* a,
                                            const unsigned long long* b,
                                            unsigned long long* out) {
  int t = threadIdx.x;
  unsigned long long s0, s1, s2, d0, d1, d2;
  asm volatile("add.cc.u64 %0, %3, %5; addc.cc.u64 %1, %4, %6; addc.u64 %2, 0, 0;"
               : "=l"(s0), "=l"(s1), "=l"(s2)
               : "l"(a[2 * t]), "l"(a[2 * t + 1]), "l"(b[2 * t]), "l"(b[2 * t + 1]));
  asm volatile("sub.cc.u64 %0, %3, %5; subc.cc.u64 %1, %4, %6; subc.u64 %2, 0, 0;"
               : "=l"(d0), "=l"(d1), "=l"(d2)
               : "l"(a[2 * t]), "l"(a[2 * t + 1]), "l"(b[2 * t]), "l"(b[2 * t + 1]));
  unsigned long long* row = out + 6 * t;
  row[0] = s0, row[1] = s1, row[2] = s2, row[3] = d0, row[4] = d1, row[5] = d2;
}

// `sub.cc` then `addc`, and `add.cc` then `subc`: the hardware's own reading of the flag.
extern "C" __global__ void difference_then_sum(const int* a, const int* b, int* out) {
  int t = threadIdx.x, d, c, s, e;
  asm volatile("sub.cc.s32 %0, %2, %3; addc.s32 %1, %3, 0;"
               : "=r"(d), "=r"(c) : "r"(a[t]), "r"(b[t]));
  asm volatile("add.cc.s32 %0, %2, %3; subc.s32 %1, %3, 0;"
               : "=r"(s), "=r"(e) : "r"(a[t]), "r"(b[t]));
  out[4 * t] = d, out[4 * t + 1] = c, out[4 * t + 2] = s, out[4 * t + 3] = e;
}

// A product of two 64-bit numbers in four words, by `mad.cc` and `madc`.
extern "C" __global__ void product_of_64_bits(const unsigned* a, const unsigned* b,
                                              unsigned* out) {
  int t = threadIdx.x;
  unsigned p0, p1, p2, p3;
  asm volatile(
      "mul.lo.u32 %0, %4, %6; mul.hi.u32 %1, %4, %6;"
      "mad.lo.cc.u32 %1, %4, %7, %1; madc.hi.u32 %2, %4, %7, 0;"
      "mad.lo.cc.u32 %1, %5, %6, %1; madc.hi.cc.u32 %2, %5, %6, %2; addc.u32 %3, 0, 0;"
      "mad.lo.cc.u32 %2, %5, %7, %2; madc.hi.u32 %3, %5, %7, %3;"
      : "=&r"(p0), "=&r"(p1), "=&r"(p2), "=&r"(p3)
      : "r"(a[2 * t]), "r"(a[2 * t + 1]), "r"(b[2 * t]), "r"(b[2 * t + 1]));
  out[4 * t] = p0, out[4 * t + 1] = p1, out[4 * t + 2] = p2, out[4 * t + 3] = p3;
}
