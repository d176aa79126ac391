; ef10fee3b8fbc0eed0ef33b937f9c76812bb4454f591687ecf73594031dd4ca0
define weak_odr void @"ks.team"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 24
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 %3()
  %5 = sext i32 %4 to i64
  %6 = getelementptr inbounds i8, ptr %0, i64 16
  %7 = load ptr, ptr %6, align 8
  %8 = call i32 %7()
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds i8, ptr %0, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = icmp sgt i64 %11, %9
  br i1 %12, label %13, label %15

13:
  %14 = getelementptr inbounds i8, ptr %0, i64 32
  br label %16

15:
  ret void

16:
  %17 = phi i64 [ %9, %13 ], [ %21, %16 ]
  %18 = load ptr, ptr %0, align 8
  %19 = getelementptr inbounds i64, ptr %14, i64 %17
  %20 = load i64, ptr %19, align 8
  call void %18(i64 %20)
  %21 = add i64 %17, %5
  %22 = load i64, ptr %10, align 8
  %23 = icmp slt i64 %21, %22
  br i1 %23, label %16, label %15
}
!0 = !{!"branch_weights", i32 99, i32 1}
!1 = !{!"branch_weights", i32 1, i32 99}
!2 = !{!"branch_weights", i32 999, i32 1}
!3 = !{!"branch_weights", i32 1, i32 999}
