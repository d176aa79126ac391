; Conversions between f16 and f32 for processors that have no instruction for them (F16C).
;
; LLVM calls functions of the compiler's own library there, which a process may or may not have
; loaded. They are IEEE 754's conversions, to the nearest and ties to even; a NaN becomes quiet and
; keeps the upper bits of its payload, as with F16C.

define float @__extendhfsf2(half %value) {
  %bits16 = bitcast half %value to i16
  %bits = zext i16 %bits16 to i32
  %sign16 = and i32 %bits, 32768
  %sign = shl i32 %sign16, 16
  %size = and i32 %bits, 32767
  %moved = shl i32 %size, 13
  ; The exponent's bias is 15 here and 127 there.
  %normal = add i32 %moved, 939524096
  ; Below 2^-14: a count of 2^-24.
  %count = uitofp i32 %size to float
  %small = fmul float %count, 0x3E70000000000000
  %subnormal = bitcast float %small to i32
  %is_subnormal = icmp ult i32 %size, 1024
  %finite = select i1 %is_subnormal, i32 %subnormal, i32 %normal
  %infinite = or i32 %moved, 2139095040
  %quiet = or i32 %infinite, 4194304
  %is_nan = icmp ugt i32 %size, 31744
  %special = select i1 %is_nan, i32 %quiet, i32 %infinite
  %is_special = icmp uge i32 %size, 31744
  %magnitude = select i1 %is_special, i32 %special, i32 %finite
  %whole = or i32 %magnitude, %sign
  %result = bitcast i32 %whole to float
  ret float %result
}

define half @__truncsfhf2(float %value) {
  %bits = bitcast float %value to i32
  %sign32 = lshr i32 %bits, 16
  %sign = and i32 %sign32, 32768
  %size = and i32 %bits, 2147483647
  ; The 13 bits that go: half of the last one that stays, less one, and one more if that is odd.
  %kept = lshr i32 %size, 13
  %odd = and i32 %kept, 1
  %biased = sub i32 %size, 939524096
  %raised = add i32 %biased, 4095
  %rounded = add i32 %raised, %odd
  %normal = lshr i32 %rounded, 13
  ; Below 2^-14: beside 0.5 the last bit of an f32 is worth 2^-24, that of a subnormal f16.
  %positive = bitcast i32 %size to float
  %beside = fadd float %positive, 5.000000e-01
  %sum = bitcast float %beside to i32
  %subnormal = sub i32 %sum, 1056964608
  %is_subnormal = icmp ult i32 %size, 947912704
  %finite = select i1 %is_subnormal, i32 %subnormal, i32 %normal
  %payload = and i32 %kept, 1023
  %quiet = or i32 %payload, 32256
  %is_nan = icmp ugt i32 %size, 2139095040
  %special = select i1 %is_nan, i32 %quiet, i32 31744
  ; From 65520 on, halfway between the largest f16 and 2^16.
  %is_special = icmp uge i32 %size, 1199566848
  %magnitude = select i1 %is_special, i32 %special, i32 %finite
  %whole = or i32 %magnitude, %sign
  %result16 = trunc i32 %whole to i16
  %result = bitcast i16 %result16 to half
  ret half %result
}
