; 90c2220c0ebbe475b5424a8f7cab6b5b4043a0252894797ab711716feeda5e87
declare i32 @"llvm.cttz.i32"(i32, i1 immarg)
declare i32 @"llvm.ctpop.i32"(i32)
declare i32 @"llvm.umax.i32"(i32, i32)
declare i64 @"llvm.umin.i64"(i64, i64)
declare void @"llvm.masked.store.v32i32.p0"(<32 x i32>, ptr, i32, <32 x i1>)
declare void @"llvm.memset.p0.i64"(ptr , i8, i64, i1 immarg)
declare void @"ks.products_meet"(ptr , i64 )
declare void @"llvm.masked.store.v32i64.p0"(<32 x i64>, ptr, i32, <32 x i1>)
declare void @"ks.trace_run"(ptr , i64 , i64 )
declare void @"llvm.memmove.p0.p0.i64"(ptr , ptr , i64, i1 immarg)
declare void @"ks.launch_answer"(ptr , ptr )
declare i1 @"ks.launch_can_answer"(ptr , ptr )
declare i64 @"llvm.smax.i64"(i64, i64)
declare i64 @"llvm.smin.i64"(i64, i64)
declare i64 @"llvm.umax.i64"(i64, i64)
declare i64 @"llvm.usub.sat.i64"(i64, i64)
declare void @"ks.bulk_copy"(ptr , ptr , i64 )
declare i64 @"ks.atomic_sectors"(<32 x i64> , i32 )
declare void @"ks.bulk_push"(ptr , ptr )
declare i1 @"ks.shared_hosts"(ptr , i64 , <32 x i64> , i32 , i64 , i1 , ptr )
declare void @"ks.bulk_read"(ptr , i64 , i64 )
declare void @"ks.bulk_deliver"(ptr , i64 , i64 )
declare void @"llvm.memcpy.p0.p0.i64"(ptr noalias , ptr noalias , i64, i1 immarg)
declare i64 @"llvm.ctpop.i64"(i64)
declare i64 @"ks.translate"(ptr , i64 , i64 , i64 , i32 )
declare void @"ks.fault"(ptr , i64 , i64 , i64 , i32 )
declare i64 @"ks.cluster_host"(ptr , i64 , i64 , i64 , i32 )
declare void @"ks.bulk_round"(ptr , ptr , i64 )
declare void @"ks.bulk_pack"(ptr , ptr , i64 )
declare void @"ks.limit_extent"(ptr , i64 , i64 , i64 , i64 )
declare void @"ks.watch_arrived"(ptr , i64 , i64 , i64 , i64 )
declare i1 @"ks.global_hosts"(ptr , i64 , <32 x i64> , i32 , ptr , ptr , i64 )
declare void @"ks.count_global"(ptr , i64 , <32 x i64> , i32 , i64 )
declare void @"llvm.prefetch.p0"(ptr , i32 immarg, i32 immarg, i32 immarg)
declare void @"ks.products_begin_block"(ptr , i64 )
declare void @"ks.tags_begin_block"(ptr )
declare void @"ks.trace_choose"(ptr )
declare void @"ks.tensor_begin"(ptr )
declare i64 @"ks.cluster_complete"(ptr )
declare void @"ks.cluster_wait"(ptr , ptr )
declare void @"ks.barrier_arrive"(ptr , i64 , i64 , i64 )
declare i64 @"ks.barrier_complete_all"(ptr )
declare void @"ks.trace_add_work"(ptr , i64 )
declare void @"ks.bulk_finish"(ptr )
declare void @"ks.tensor_end"(ptr )
declare void @"ks.bulk_put_answer"(ptr byval({ ptr, i64, i32 }) align 8, ptr , i64 , i64 )
declare void @"ks.bulk_deliver_at_barrier"(ptr , i64 )
declare i64 @"ks.resolve"(ptr , i64 )
declare void @"llvm.masked.store.v32i8.p0"(<32 x i8>, ptr, i32, <32 x i1>)
declare <32 x i8> @"llvm.masked.load.v32i8.p0"(ptr, i32, <32 x i1>, <32 x i8>)
declare void @"llvm.masked.store.v32i16.p0"(<32 x i16>, ptr, i32, <32 x i1>)
declare <32 x i16> @"llvm.masked.load.v32i16.p0"(ptr, i32, <32 x i1>, <32 x i16>)
declare <32 x i32> @"llvm.masked.load.v32i32.p0"(ptr, i32, <32 x i1>, <32 x i32>)
declare void @"llvm.masked.scatter.v32i8.v32p0"(<32 x i8>, <32 x ptr>, i32, <32 x i1>)
declare <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i8>)
declare void @"llvm.masked.scatter.v32i16.v32p0"(<32 x i16>, <32 x ptr>, i32, <32 x i1>)
declare <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i16>)
declare void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32>, <32 x ptr>, i32, <32 x i1>)
declare <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i32>)
declare void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64>, <32 x ptr>, i32, <32 x i1>)
declare <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i64>)
declare i32 @"llvm.ctlz.i32"(i32, i1 immarg)
declare i64 @"llvm.vector.reduce.or.v32i64"(<32 x i64>)
declare i64 @"llvm.cttz.i64"(i64, i1 immarg)
declare i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32>)
declare i8 @"llvm.vector.reduce.or.v32i8"(<32 x i8>)
declare void @"ks.bulk_await"(ptr , i64 , i64 , i64 , i64 , i64 , i64 , i64 )
declare <32 x i32> @"llvm.umax.v32i32"(<32 x i32>, <32 x i32>)
declare i32 @"llvm.sadd.sat.i32"(i32, i32)
declare i1 @"ks.tensor_columns"(ptr , i64 , i64 , ptr , i64 , i64 )
declare float @"llvm.fabs.f32"(float)
declare <32 x i64> @"llvm.umax.v32i64"(<32 x i64>, <32 x i64>)
declare <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr, i32, <32 x i1>, <32 x i64>)
declare i32 @"llvm.vector.reduce.and.v32i32"(<32 x i32>)
define weak_odr void @"ks.fault"(ptr %0, i64 %1, i64 %2, i64 %3, i32 %4) {
  %6 = getelementptr inbounds i8, ptr %0, i64 376
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = icmp eq i64 %7, 0
  br i1 %9, label %28, label %10

10:
  %11 = trunc i64 %1 to i32
  %12 = shl i32 1, %11
  %13 = and i32 %12, 66528
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %28

15:
  %16 = load i64, ptr %8, align 8
  %17 = inttoptr i64 %16 to ptr
  %18 = shl i64 %2, 8
  %19 = getelementptr inbounds i8, ptr %17, i64 %18
  %20 = getelementptr inbounds i64, ptr %19, i64 %1
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %21, 1
  store i64 %22, ptr %20, align 8
  %23 = icmp eq i64 %21, 0
  br i1 %23, label %24, label %52

24:
  %25 = getelementptr inbounds i8, ptr %8, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = inttoptr i64 %26 to ptr
  call void %27(ptr %0, i64 %1, i64 %2, i64 %3, i32 %4)
  br label %52

28:
  %29 = getelementptr inbounds i8, ptr %0, i64 16
  %30 = load i64, ptr %29, align 8
  %31 = inttoptr i64 %30 to ptr
  %32 = getelementptr inbounds i8, ptr %31, i64 24
  %33 = cmpxchg ptr %32, i64 0, i64 %1 monotonic monotonic, align 8
  %34 = extractvalue { i64, i1 } %33, 1
  br i1 %34, label %35, label %52

35:
  %36 = getelementptr inbounds i8, ptr %31, i64 40
  store i64 %2, ptr %36, align 8
  %37 = getelementptr inbounds i8, ptr %31, i64 48
  store i64 %3, ptr %37, align 8
  %38 = zext i32 %4 to i64
  %39 = getelementptr inbounds i8, ptr %31, i64 56
  store i64 %38, ptr %39, align 8
  %40 = getelementptr inbounds i8, ptr %0, i64 120
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds i8, ptr %31, i64 64
  store i64 %41, ptr %42, align 8
  %43 = getelementptr inbounds i8, ptr %0, i64 96
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds i8, ptr %31, i64 72
  store i64 %44, ptr %45, align 8
  %46 = getelementptr inbounds i8, ptr %0, i64 104
  %47 = load i64, ptr %46, align 8
  %48 = getelementptr inbounds i8, ptr %31, i64 80
  store i64 %47, ptr %48, align 8
  %49 = getelementptr inbounds i8, ptr %0, i64 112
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds i8, ptr %31, i64 88
  store i64 %50, ptr %51, align 8
  br label %52

52:
  ret void
}
define weak_odr i64 @"ks.resolve"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 440
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %5, i64 33554432
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %27, label %9

9:
  %10 = getelementptr inbounds i8, ptr %5, i64 33554440
  br label %11

11:
  %12 = phi i64 [ %24, %23 ], [ 0, %9 ]
  %13 = phi ptr [ %25, %23 ], [ %10, %9 ]
  %14 = load i64, ptr %13, align 8
  %15 = sub i64 %1, %14
  %16 = getelementptr inbounds i8, ptr %13, i64 8
  %17 = load i64, ptr %16, align 8
  %18 = icmp ult i64 %15, %17
  br i1 %18, label %19, label %23

19:
  %20 = getelementptr inbounds i8, ptr %13, i64 16
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %21, %15
  br label %32

23:
  %24 = add i64 %12, 1
  %25 = getelementptr inbounds i8, ptr %13, i64 24
  %26 = icmp ult i64 %24, %7
  br i1 %26, label %11, label %27

27:
  %28 = getelementptr inbounds i8, ptr %0, i64 160
  %29 = load i64, ptr %28, align 8
  %30 = inttoptr i64 %29 to ptr
  %31 = call i64 %30(ptr %0, i64 %1)
  br label %32

32:
  %33 = phi i64 [ %31, %27 ], [ %22, %19 ]
  ret i64 %33
}
define weak_odr i64 @"ks.translate"(ptr %0, i64 %1, i64 %2, i64 %3, i32 %4) {
  %6 = icmp ugt i64 %2, 1152921504606846975
  br i1 %6, label %16, label %7

7:
  %8 = getelementptr inbounds i8, ptr %0, i64 440
  %9 = load i64, ptr %8, align 8
  %10 = inttoptr i64 %9 to ptr
  %11 = lshr i64 %2, 38
  %12 = and i64 %11, 4194300
  %13 = getelementptr inbounds i64, ptr %10, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %16, label %24

16:
  %17 = call i64 @"ks.resolve"(ptr %0, i64 %2)
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %39, label %19, !prof !3

19:
  %20 = getelementptr inbounds i8, ptr %0, i64 440
  %21 = load i64, ptr %20, align 8
  %22 = inttoptr i64 %21 to ptr
  %23 = lshr i64 %17, 38
  br label %24

24:
  %25 = phi i64 [ %23, %19 ], [ %11, %7 ]
  %26 = phi ptr [ %22, %19 ], [ %10, %7 ]
  %27 = phi i64 [ %17, %19 ], [ %2, %7 ]
  %28 = and i64 %27, 1099511627775
  %29 = lshr i64 %27, 28
  %30 = and i64 %29, 68719472640
  %31 = sub i64 %28, %30
  %32 = and i64 %25, 67108860
  %33 = getelementptr inbounds i64, ptr %26, i64 %32
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %3, %31
  %36 = sub i64 %34, %35
  %37 = or i64 %36, %31
  %38 = icmp slt i64 %37, 0
  br i1 %38, label %39, label %40, !prof !3

39:
  call void @"ks.fault"(ptr %0, i64 1, i64 %1, i64 %2, i32 %4)
  br label %40

40:
  %41 = phi i64 [ %27, %24 ], [ 0, %39 ]
  ret i64 %41
}
define weak_odr i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %2, i64 %3, i32 %4) {
  %6 = lshr i64 %2, 24
  %7 = and i64 %2, 16777215
  %8 = getelementptr inbounds i8, ptr %0, i64 336
  %9 = load i64, ptr %8, align 8
  %10 = icmp ult i64 %6, %9
  br i1 %10, label %12, label %11, !prof !2

11:
  call void @"ks.fault"(ptr %0, i64 10, i64 %1, i64 %2, i32 %4)
  br label %32

12:
  %13 = getelementptr inbounds i8, ptr %0, i64 512
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr inbounds ptr, ptr %15, i64 %6
  %17 = load ptr, ptr %16, align 8
  %18 = add i64 %7, %3
  %19 = getelementptr inbounds i8, ptr %17, i64 64
  %20 = load i64, ptr %19, align 8
  %21 = icmp ugt i64 %18, %20
  br i1 %21, label %22, label %23, !prof !3

22:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %2, i32 %4)
  br label %32

23:
  %24 = getelementptr inbounds i8, ptr %17, i64 168
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %27, label %28, !prof !3

27:
  call void @"ks.fault"(ptr %0, i64 11, i64 %1, i64 %2, i32 %4)
  br label %32

28:
  %29 = getelementptr inbounds i8, ptr %17, i64 472
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, %7
  br label %32

32:
  %33 = phi i64 [ 0, %11 ], [ %31, %28 ], [ 0, %22 ], [ 0, %27 ]
  ret i64 %33
}
define weak_odr i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4, i1 %5, ptr %6) {
  br i1 %5, label %8, label %28

8:
  %9 = icmp eq i32 %3, 0
  br i1 %9, label %63, label %10

10:
  %11 = add i64 %4, -1
  br label %12

12:
  %13 = phi i32 [ %3, %10 ], [ %25, %23 ]
  %14 = call i32 @"llvm.cttz.i32"(i32 %13, i1 true)
  %15 = extractelement <32 x i64> %2, i32 %14
  %16 = and i64 %15, %11
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %18, label %27, !prof !2

18:
  %19 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %15, i64 %4, i32 %14)
  %20 = zext i32 %14 to i64
  %21 = getelementptr inbounds i64, ptr %6, i64 %20
  store i64 %19, ptr %21, align 8
  %22 = icmp ne i64 %19, 0
  br i1 %22, label %23, label %63

23:
  %24 = add i32 %13, -1
  %25 = and i32 %24, %13
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %63, label %12

27:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %15, i32 %14)
  br label %63

28:
  %29 = getelementptr inbounds i8, ptr %0, i64 64
  %30 = load i64, ptr %29, align 8
  %31 = insertelement <32 x i64> poison, i64 %30, i64 0
  %32 = shufflevector <32 x i64> %31, <32 x i64> poison, <32 x i32> zeroinitializer
  %33 = icmp ult <32 x i64> %2, %32
  %34 = insertelement <32 x i64> poison, i64 %4, i64 0
  %35 = shufflevector <32 x i64> %34, <32 x i64> poison, <32 x i32> zeroinitializer
  %36 = add <32 x i64> %35, %2
  %37 = icmp ule <32 x i64> %36, %32
  %38 = and <32 x i1> %33, %37
  %39 = add i64 %4, -1
  %40 = insertelement <32 x i64> poison, i64 %39, i64 0
  %41 = shufflevector <32 x i64> %40, <32 x i64> poison, <32 x i32> zeroinitializer
  %42 = and <32 x i64> %41, %2
  %43 = icmp ne <32 x i64> %42, zeroinitializer
  %44 = bitcast <32 x i1> %38 to i32
  %45 = xor i32 %44, -1
  %46 = and i32 %3, %45
  %47 = bitcast <32 x i1> %43 to i32
  %48 = and i32 %3, %47
  %49 = or i32 %46, %48
  %50 = icmp eq i32 %49, 0
  br i1 %50, label %57, label %51, !prof !2

51:
  %52 = icmp eq i32 %46, 0
  %53 = select i1 %52, i32 %48, i32 %46
  %54 = call i32 @"llvm.cttz.i32"(i32 %53, i1 false)
  %55 = select i1 %52, i64 2, i64 3
  %56 = extractelement <32 x i64> %2, i32 %54
  call void @"ks.fault"(ptr %0, i64 %55, i64 %1, i64 %56, i32 %54)
  br label %63

57:
  %58 = getelementptr inbounds i8, ptr %0, i64 472
  %59 = load i64, ptr %58, align 8
  %60 = insertelement <32 x i64> poison, i64 %59, i64 0
  %61 = shufflevector <32 x i64> %60, <32 x i64> poison, <32 x i32> zeroinitializer
  %62 = add <32 x i64> %61, %2
  store <32 x i64> %62, ptr %6, align 8
  br label %63

63:
  %64 = phi i1 [ true, %57 ], [ false, %51 ], [ false, %27 ], [ true, %8 ], [ %22, %18 ], [ %22, %23 ]
  ret i1 %64
}
define weak_odr i32 @"ks.lanes_at_fault"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4, i64 %5) {
  %7 = icmp eq i32 %3, 0
  br i1 %7, label %65, label %8

8:
  %9 = and i64 %5, 255
  %10 = lshr i64 %5, 8
  %11 = and i64 %10, 7
  %12 = icmp eq i64 %11, 5
  %13 = and i64 %5, 65536
  %14 = icmp eq i64 %13, 0
  %15 = select i1 %14, i64 1, i64 2
  %16 = icmp ne i64 %4, 0
  %17 = getelementptr inbounds i8, ptr %0, i64 64
  %18 = add i64 %9, -1
  br label %19

19:
  %20 = phi i32 [ 0, %8 ], [ %71, %70 ]
  %21 = phi i32 [ %3, %8 ], [ %73, %70 ]
  %22 = call i32 @"llvm.cttz.i32"(i32 %21, i1 true)
  %23 = extractelement <32 x i64> %2, i32 %22
  br i1 %12, label %24, label %34

24:
  %25 = lshr i64 %23, 40
  %26 = icmp eq i64 %25, 1
  %27 = select i1 %26, i64 %15, i64 0
  %28 = icmp eq i64 %25, 2
  %29 = and i1 %16, %28
  %30 = select i1 %29, i64 3, i64 %27
  %31 = icmp eq i64 %30, 0
  %32 = and i64 %23, 1099511627775
  %33 = select i1 %31, i64 %23, i64 %32
  br label %34

34:
  %35 = phi i64 [ %30, %24 ], [ %11, %19 ]
  %36 = phi i64 [ %33, %24 ], [ %23, %19 ]
  %37 = icmp eq i64 %35, 4
  %38 = and i64 %36, 4095
  %39 = or i64 %38, 3298534895616
  %40 = select i1 %37, i64 %39, i64 %36
  %41 = icmp eq i64 %35, 1
  br i1 %41, label %42, label %44

42:
  %43 = load i64, ptr %17, align 8
  br label %46

44:
  %45 = icmp eq i64 %35, 3
  br i1 %45, label %46, label %54

46:
  %47 = phi i64 [ %43, %42 ], [ %4, %44 ]
  %48 = icmp uge i64 %36, %47
  %49 = add i64 %36, %9
  %50 = icmp ugt i64 %49, %47
  %51 = or i1 %48, %50
  br i1 %51, label %52, label %54, !prof !3

52:
  %53 = select i1 %41, i64 3, i64 4
  call void @"ks.fault"(ptr %0, i64 %53, i64 %1, i64 %36, i32 %22)
  br label %67

54:
  %55 = and i64 %40, %18
  %56 = icmp eq i64 %55, 0
  br i1 %56, label %58, label %57, !prof !2

57:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %40, i32 %22)
  br label %67

58:
  switch i64 %35, label %59 [
    i64 2, label %62
    i64 3, label %70
    i64 1, label %70
  ]

59:
  %60 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %40, i64 %9, i32 %22)
  %61 = icmp eq i64 %60, 0
  br i1 %61, label %67, label %70

62:
  %63 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %36, i64 %9, i32 %22)
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %67, label %70

65:
  %66 = phi i32 [ 0, %6 ], [ %71, %70 ]
  ret i32 %66

67:
  %68 = shl i32 1, %22
  %69 = or i32 %68, %20
  br label %70

70:
  %71 = phi i32 [ %69, %67 ], [ %20, %62 ], [ %20, %59 ], [ %20, %58 ], [ %20, %58 ]
  %72 = add i32 %21, -1
  %73 = and i32 %72, %21
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %65, label %19
}
define weak_odr i64 @"ks.timer"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 16
  %3 = load i64, ptr %2, align 8
  %4 = inttoptr i64 %3 to ptr
  %5 = getelementptr inbounds i8, ptr %4, i64 32
  %6 = getelementptr inbounds i8, ptr %0, i64 280
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 56
  %9 = load i64, ptr %8, align 8
  %10 = mul i64 %9, 1000000
  %11 = udiv i64 %10, %7
  %12 = atomicrmw umax ptr %5, i64 %11 monotonic, align 8
  %13 = icmp ugt i64 %12, %11
  br i1 %13, label %14, label %18

14:
  %15 = mul i64 %12, %7
  %16 = udiv i64 %15, 1000000
  %17 = add i64 %16, 1
  store i64 %17, ptr %8, align 8
  br label %18

18:
  %19 = phi i64 [ %12, %14 ], [ %11, %1 ]
  ret i64 %19
}
define weak_odr i64 @"ks.random_below"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 304
  %4 = load i64, ptr %3, align 8
  %5 = shl i64 %4, 13
  %6 = xor i64 %5, %4
  %7 = lshr i64 %6, 7
  %8 = xor i64 %7, %6
  %9 = shl i64 %8, 17
  %10 = xor i64 %9, %8
  store i64 %10, ptr %3, align 8
  %11 = lshr i64 %10, 11
  %12 = urem i64 %11, %1
  ret i64 %12
}
define weak_odr i64 @"ks.atomic_sectors"(<32 x i64> %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %6, label %4

4:
  %5 = lshr <32 x i64> %0, splat (i64 5)
  br label %8

6:
  %7 = phi i64 [ 0, %2 ], [ %22, %19 ]
  ret i64 %7

8:
  %9 = phi i64 [ 0, %4 ], [ %22, %19 ]
  %10 = phi i32 [ %1, %4 ], [ %23, %19 ]
  %11 = call i32 @"llvm.cttz.i32"(i32 %10, i1 true)
  %12 = extractelement <32 x i64> %5, i32 %11
  %13 = insertelement <32 x i64> poison, i64 %12, i64 0
  %14 = shufflevector <32 x i64> %13, <32 x i64> poison, <32 x i32> zeroinitializer
  %15 = icmp eq <32 x i64> %5, %14
  %16 = bitcast <32 x i1> %15 to i32
  %17 = and i32 %10, %16
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %25

19:
  %20 = phi i32 [ 0, %8 ], [ %36, %25 ]
  %21 = zext i32 %20 to i64
  %22 = add i64 %9, %21
  %23 = xor i32 %17, %10
  %24 = icmp eq i32 %17, %10
  br i1 %24, label %6, label %8

25:
  %26 = phi i32 [ %37, %25 ], [ %17, %8 ]
  %27 = phi i32 [ %36, %25 ], [ 0, %8 ]
  %28 = call i32 @"llvm.cttz.i32"(i32 %26, i1 true)
  %29 = extractelement <32 x i64> %0, i32 %28
  %30 = insertelement <32 x i64> poison, i64 %29, i64 0
  %31 = shufflevector <32 x i64> %30, <32 x i64> poison, <32 x i32> zeroinitializer
  %32 = icmp eq <32 x i64> %0, %31
  %33 = bitcast <32 x i1> %32 to i32
  %34 = and i32 %26, %33
  %35 = call i32 @"llvm.ctpop.i32"(i32 %34)
  %36 = call i32 @"llvm.umax.i32"(i32 %35, i32 %27)
  %37 = xor i32 %34, %26
  %38 = icmp eq i32 %34, %26
  br i1 %38, label %19, label %25
}
define weak_odr void @"ks.limit_array"(ptr %0, i32 %1, i32 %2, <32 x i64> %3, i64 %4, i64 %5) {
  %7 = alloca <32 x i64>, align 256
  %8 = getelementptr inbounds i8, ptr %0, i64 368
  %9 = load i64, ptr %8, align 8
  %10 = icmp ne i64 %9, 0
  %11 = icmp ne i32 %2, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %30

13:
  %14 = and <32 x i64> %3, splat (i64 16777215)
  %15 = insertelement <32 x i64> poison, i64 %4, i64 0
  %16 = shufflevector <32 x i64> %15, <32 x i64> poison, <32 x i32> zeroinitializer
  %17 = icmp slt <32 x i64> %14, %16
  %18 = insertelement <32 x i64> poison, i64 %5, i64 0
  %19 = shufflevector <32 x i64> %18, <32 x i64> poison, <32 x i32> zeroinitializer
  %20 = icmp sgt <32 x i64> %14, %19
  %21 = or <32 x i1> %17, %20
  %22 = bitcast <32 x i1> %21 to i32
  %23 = and i32 %2, %22
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %30, label %25, !prof !2

25:
  store <32 x i64> %3, ptr %7, align 256
  %26 = inttoptr i64 %9 to ptr
  %27 = getelementptr inbounds i8, ptr %26, i64 16
  %28 = load i64, ptr %27, align 8
  %29 = inttoptr i64 %28 to ptr
  call void %29(ptr %0, i32 0, i32 %1, i32 %23, ptr %7, i64 0)
  br label %30

30:
  ret void
}
define weak_odr void @"ks.limit_global"(ptr %0, i32 %1, i32 %2, <32 x i64> %3, i64 %4, i64 %5) {
  %7 = alloca <32 x i64>, align 256
  %8 = alloca <32 x i64>, align 256
  %9 = alloca <32 x i64>, align 256
  %10 = getelementptr inbounds i8, ptr %0, i64 368
  %11 = load i64, ptr %10, align 8
  %12 = inttoptr i64 %11 to ptr
  %13 = icmp ne i64 %11, 0
  %14 = icmp ne i32 %2, 0
  %15 = and i1 %14, %13
  br i1 %15, label %16, label %231

16:
  %17 = load i64, ptr %12, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %231, label %19

19:
  %20 = getelementptr inbounds i8, ptr %12, i64 8
  %21 = load i64, ptr %20, align 8
  %22 = inttoptr i64 %21 to ptr
  %23 = shl i64 %4, 5
  %24 = getelementptr inbounds i8, ptr %22, i64 %23
  %25 = lshr i64 %5, 16
  %26 = and i64 %5, 16711680
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %50, label %28

28:
  %29 = getelementptr inbounds i8, ptr %0, i64 112
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %0, i64 80
  %32 = load i64, ptr %31, align 8
  %33 = mul i64 %32, %30
  %34 = getelementptr inbounds i8, ptr %0, i64 104
  %35 = load i64, ptr %34, align 8
  %36 = add i64 %33, %35
  %37 = getelementptr inbounds i8, ptr %0, i64 72
  %38 = load i64, ptr %37, align 8
  %39 = mul i64 %36, %38
  %40 = getelementptr inbounds i8, ptr %0, i64 96
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %39, %41
  %43 = shl i64 %42, 30
  %44 = getelementptr inbounds i8, ptr %0, i64 120
  %45 = load i64, ptr %44, align 8
  %46 = shl i64 %45, 25
  %47 = zext i32 %1 to i64
  %48 = or i64 %46, %47
  %49 = or i64 %48, %43
  br label %50

50:
  %51 = phi i64 [ %49, %28 ], [ 0, %19 ]
  %52 = and i64 %5, 255
  %53 = lshr i64 %5, 8
  %54 = and i64 %53, 255
  %55 = and i64 %5, 16777216
  %56 = icmp eq i64 %55, 0
  %57 = sub i64 0, %52
  %58 = and i64 %52, %57
  %59 = call i64 @"llvm.umin.i64"(i64 %58, i64 8)
  %60 = icmp eq i64 %52, 0
  %61 = trunc i64 %59 to i4
  %62 = mul i64 %54, 72340172838076673
  %63 = icmp eq i64 %58, 0
  %64 = trunc i64 %25 to i8
  %65 = getelementptr inbounds i8, ptr %24, i64 16
  %66 = getelementptr inbounds i8, ptr %24, i64 8
  %67 = select i1 %27, i1 true, i1 %63
  br label %68

68:
  %69 = phi i32 [ 0, %50 ], [ %135, %205 ]
  %70 = phi i32 [ 0, %50 ], [ %206, %205 ]
  %71 = phi i32 [ %2, %50 ], [ %208, %205 ]
  %72 = call i32 @"llvm.cttz.i32"(i32 %71, i1 true)
  %73 = extractelement <32 x i64> %3, i32 %72
  %74 = lshr i64 %73, 40
  %75 = and i64 %73, 1099511627775
  %76 = shl i64 %74, 12
  %77 = sub i64 %75, %76
  %78 = icmp ult i64 %73, 1152921504606846976
  %79 = load i64, ptr %12, align 8
  %80 = inttoptr i64 %79 to ptr
  %81 = mul i64 %74, 3
  %82 = select i1 %78, i64 %81, i64 0
  %83 = getelementptr inbounds i64, ptr %80, i64 %82
  %84 = getelementptr inbounds i8, ptr %83, i64 8
  %85 = load i64, ptr %84, align 8
  %86 = add i64 %77, %52
  %87 = sub i64 %85, %86
  %88 = or i64 %87, %77
  %89 = icmp sgt i64 %88, -1
  br i1 %89, label %92, label %90

90:
  %91 = shl i32 1, %72
  br label %133

92:
  %93 = load i64, ptr %83, align 8
  %94 = inttoptr i64 %93 to ptr
  %95 = getelementptr inbounds i8, ptr %94, i64 %77
  br i1 %60, label %96, label %98

96:
  %97 = shl i32 1, %72
  br label %133

98:
  %99 = phi i64 [ %117, %125 ], [ 0, %92 ]
  %100 = phi i64 [ %126, %125 ], [ 0, %92 ]
  %101 = getelementptr inbounds i8, ptr %95, i64 %100
  switch i4 %61, label %111 [
    i4 1, label %102
    i4 2, label %105
    i4 4, label %108
  ]

102:
  %103 = load i8, ptr %101, align 1
  %104 = zext i8 %103 to i64
  br label %113

105:
  %106 = load i16, ptr %101, align 1
  %107 = zext i16 %106 to i64
  br label %113

108:
  %109 = load i32, ptr %101, align 1
  %110 = zext i32 %109 to i64
  br label %113

111:
  %112 = load i64, ptr %101, align 1
  br label %113

113:
  %114 = phi i64 [ %104, %102 ], [ %107, %105 ], [ %110, %108 ], [ %112, %111 ]
  %115 = and i64 %114, %62
  %116 = freeze i64 %115
  %117 = or i64 %116, %99
  br i1 %67, label %125, label %118

118:
  %119 = phi i64 [ %123, %118 ], [ 0, %113 ]
  %120 = getelementptr inbounds i8, ptr %101, i64 %119
  %121 = load i8, ptr %120, align 1
  %122 = or i8 %121, %64
  store i8 %122, ptr %120, align 1
  %123 = add i64 %119, 1
  %124 = icmp ult i64 %123, %59
  br i1 %124, label %118, label %125

125:
  %126 = add i64 %100, %59
  %127 = icmp ult i64 %126, %52
  br i1 %127, label %98, label %128

128:
  %129 = icmp eq i64 %117, 0
  %130 = shl i32 1, %72
  %131 = select i1 %129, i32 0, i32 %130
  %132 = or i32 %131, %69
  br label %133

133:
  %134 = phi i32 [ %91, %90 ], [ %130, %128 ], [ %97, %96 ]
  %135 = phi i32 [ %69, %90 ], [ %132, %128 ], [ %69, %96 ]
  br i1 %27, label %168, label %145

136:
  %137 = icmp eq i32 %135, 0
  br i1 %137, label %144, label %138, !prof !2

138:
  store <32 x i64> %3, ptr %7, align 256
  %139 = load i64, ptr %10, align 8
  %140 = inttoptr i64 %139 to ptr
  %141 = getelementptr inbounds i8, ptr %140, i64 16
  %142 = load i64, ptr %141, align 8
  %143 = inttoptr i64 %142 to ptr
  call void %143(ptr %0, i32 2, i32 %1, i32 %135, ptr %7, i64 %52)
  br label %144

144:
  br i1 %56, label %231, label %210

145:
  %146 = shl i32 %72, 20
  %147 = zext i32 %146 to i64
  %148 = add i64 %51, %147
  %149 = getelementptr inbounds i8, ptr %83, i64 16
  %150 = load i64, ptr %149, align 8
  %151 = inttoptr i64 %150 to ptr
  %152 = icmp eq i64 %150, 0
  br i1 %152, label %168, label %153

153:
  %154 = load i64, ptr %84, align 8
  %155 = sub i64 %154, %86
  %156 = or i64 %155, %77
  %157 = icmp sgt i64 %156, -1
  br i1 %157, label %158, label %168

158:
  %159 = lshr i64 %77, 2
  %160 = add i64 %86, -1
  %161 = lshr i64 %160, 2
  %162 = icmp ugt i64 %159, %161
  br i1 %162, label %168, label %163

163:
  %164 = phi i64 [ %166, %163 ], [ %159, %158 ]
  %165 = getelementptr inbounds i64, ptr %151, i64 %164
  store i64 %148, ptr %165, align 8
  %166 = add i64 %164, 1
  %167 = icmp ult i64 %164, %161
  br i1 %167, label %163, label %168

168:
  br i1 %56, label %205, label %169

169:
  %170 = load i64, ptr %24, align 8
  %171 = icmp eq i64 %74, %170
  br i1 %171, label %172, label %205

172:
  %173 = load i64, ptr %65, align 8
  %174 = sub i64 %173, %86
  %175 = or i64 %174, %77
  %176 = icmp sgt i64 %175, -1
  br i1 %176, label %177, label %205

177:
  %178 = load i64, ptr %66, align 8
  %179 = inttoptr i64 %178 to ptr
  %180 = getelementptr inbounds i8, ptr %179, i64 %77
  br i1 %60, label %205, label %181

181:
  %182 = phi i64 [ %199, %196 ], [ 0, %177 ]
  %183 = phi i64 [ %198, %196 ], [ 0, %177 ]
  %184 = getelementptr inbounds i8, ptr %180, i64 %182
  switch i4 %61, label %194 [
    i4 1, label %185
    i4 2, label %188
    i4 4, label %191
  ]

185:
  %186 = load i8, ptr %184, align 1
  %187 = zext i8 %186 to i64
  br label %196

188:
  %189 = load i16, ptr %184, align 1
  %190 = zext i16 %189 to i64
  br label %196

191:
  %192 = load i32, ptr %184, align 1
  %193 = zext i32 %192 to i64
  br label %196

194:
  %195 = load i64, ptr %184, align 1
  br label %196

196:
  %197 = phi i64 [ %187, %185 ], [ %190, %188 ], [ %193, %191 ], [ %195, %194 ]
  %198 = or i64 %197, %183
  %199 = add i64 %182, %59
  %200 = icmp ult i64 %199, %52
  br i1 %200, label %181, label %201

201:
  %202 = icmp eq i64 %198, 0
  %203 = select i1 %202, i32 0, i32 %134
  %204 = or i32 %203, %70
  br label %205

205:
  %206 = phi i32 [ %70, %172 ], [ %70, %168 ], [ %70, %169 ], [ %70, %177 ], [ %204, %201 ]
  %207 = add i32 %71, -1
  %208 = and i32 %207, %71
  %209 = icmp eq i32 %208, 0
  br i1 %209, label %136, label %68

210:
  %211 = icmp eq i32 %206, 0
  br i1 %211, label %218, label %212, !prof !2

212:
  store <32 x i64> %3, ptr %8, align 256
  %213 = load i64, ptr %10, align 8
  %214 = inttoptr i64 %213 to ptr
  %215 = getelementptr inbounds i8, ptr %214, i64 16
  %216 = load i64, ptr %215, align 8
  %217 = inttoptr i64 %216 to ptr
  call void %217(ptr %0, i32 1, i32 %1, i32 %206, ptr %8, i64 %4)
  br label %218

218:
  %219 = and i64 %5, 33554432
  %220 = icmp eq i64 %219, 0
  br i1 %220, label %231, label %221

221:
  %222 = getelementptr inbounds i8, ptr %24, i64 24
  %223 = load i64, ptr %222, align 8
  %224 = icmp eq i64 %223, 0
  br i1 %224, label %231, label %225, !prof !2

225:
  store <32 x i64> %3, ptr %9, align 256
  %226 = load i64, ptr %10, align 8
  %227 = inttoptr i64 %226 to ptr
  %228 = getelementptr inbounds i8, ptr %227, i64 16
  %229 = load i64, ptr %228, align 8
  %230 = inttoptr i64 %229 to ptr
  call void %230(ptr %0, i32 3, i32 %1, i32 %2, ptr %9, i64 %4)
  br label %231

231:
  ret void
}
define weak_odr void @"ks.limit_extent"(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4) {
  %6 = alloca <32 x i64>, align 256
  %7 = getelementptr inbounds i8, ptr %0, i64 368
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %20, label %10, !prof !2

10:
  %11 = trunc i64 %1 to i32
  %12 = trunc i64 %2 to i32
  %13 = shl i32 1, %12
  %14 = insertelement <32 x i64> poison, i64 %3, i64 0
  %15 = shufflevector <32 x i64> %14, <32 x i64> poison, <32 x i32> zeroinitializer
  store <32 x i64> %15, ptr %6, align 256
  %16 = inttoptr i64 %8 to ptr
  %17 = getelementptr inbounds i8, ptr %16, i64 16
  %18 = load i64, ptr %17, align 8
  %19 = inttoptr i64 %18 to ptr
  call void %19(ptr %0, i32 4, i32 %11, i32 %13, ptr %6, i64 %4)
  br label %20

20:
  ret void
}
define weak_odr i32 @"ks.frame_pick"(ptr %0, i32 %1, i32 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 88
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = icmp eq i32 %2, 0
  br i1 %7, label %21, label %11

8:
  %9 = add i32 %12, 1
  %10 = icmp ult i32 %9, %2
  br i1 %10, label %11, label %21

11:
  %12 = phi i32 [ %9, %8 ], [ 0, %3 ]
  %13 = add i32 %12, %1
  %14 = icmp ult i32 %13, %2
  %15 = select i1 %14, i32 0, i32 %2
  %16 = sub i32 %13, %15
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds i32, ptr %6, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %8, label %21

21:
  %22 = phi i32 [ -1, %3 ], [ -1, %8 ], [ %16, %11 ]
  ret i32 %22
}
define weak_odr void @"ks.frame_block"(ptr %0, i32 %1, i32 %2, <32 x i32> %3, i32 %4) {
  %6 = bitcast i32 %1 to <32 x i1>
  %7 = insertelement <32 x i32> poison, i32 %2, i64 0
  %8 = shufflevector <32 x i32> %7, <32 x i32> poison, <32 x i32> zeroinitializer
  %9 = getelementptr inbounds i8, ptr %0, i64 192
  call void @"llvm.masked.store.v32i32.p0"(<32 x i32> %8, ptr %9, i32 4, <32 x i1> %6)
  %10 = getelementptr inbounds i8, ptr %0, i64 320
  call void @"llvm.masked.store.v32i32.p0"(<32 x i32> %3, ptr %10, i32 4, <32 x i1> %6)
  %11 = insertelement <32 x i32> poison, i32 %4, i64 0
  %12 = shufflevector <32 x i32> %11, <32 x i32> poison, <32 x i32> zeroinitializer
  %13 = getelementptr inbounds i8, ptr %0, i64 448
  call void @"llvm.masked.store.v32i32.p0"(<32 x i32> %12, ptr %13, i32 4, <32 x i1> %6)
  %14 = getelementptr inbounds i8, ptr %0, i64 80
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  %17 = or i32 %1, %16
  %18 = zext i32 %17 to i64
  store i64 %18, ptr %14, align 8
  ret void
}
define weak_odr void @"ks.frame_release"(ptr %0, i32 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 88
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %0, i64 448
  %7 = icmp eq i32 %1, 0
  br i1 %7, label %22, label %8

8:
  %9 = phi i32 [ %20, %8 ], [ %1, %2 ]
  %10 = call i32 @"llvm.cttz.i32"(i32 %9, i1 true)
  %11 = shl i32 1, %10
  %12 = zext i32 %10 to i64
  %13 = getelementptr inbounds i32, ptr %6, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds i32, ptr %5, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = or i32 %17, %11
  store i32 %18, ptr %16, align 4
  %19 = add i32 %9, -1
  %20 = and i32 %19, %9
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %8

22:
  %23 = getelementptr inbounds i8, ptr %0, i64 80
  %24 = load i64, ptr %23, align 8
  %25 = trunc i64 %24 to i32
  %26 = xor i32 %1, -1
  %27 = and i32 %25, %26
  %28 = zext i32 %27 to i64
  store i64 %28, ptr %23, align 8
  ret void
}
define weak_odr void @"ks.barrier_let_go"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 128
  %4 = load i64, ptr %3, align 8
  %5 = icmp ult i64 %1, 16
  br i1 %5, label %6, label %16

6:
  %7 = getelementptr inbounds i8, ptr %0, i64 352
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %11, label %10, !prof !2

10:
  call void @"ks.watch_meeting"(ptr %0, i64 %1)
  br label %11

11:
  %12 = getelementptr inbounds i8, ptr %0, i64 400
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %16, label %15, !prof !2

15:
  call void @"ks.check_meeting"(ptr %0, i64 %1)
  br label %16

16:
  %17 = icmp eq i64 %4, 0
  br i1 %17, label %89, label %18

18:
  %19 = getelementptr inbounds i8, ptr %0, i64 480
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %0, i64 136
  %22 = load i64, ptr %21, align 8
  %23 = trunc i64 %1 to i32
  %24 = insertelement <32 x i32> poison, i32 %23, i64 0
  %25 = shufflevector <32 x i32> %24, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %29

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 480
  %28 = getelementptr inbounds i8, ptr %0, i64 136
  br label %90

29:
  %30 = phi i64 [ 0, %18 ], [ %86, %84 ]
  %31 = phi i64 [ 0, %18 ], [ %85, %84 ]
  %32 = phi i64 [ 0, %18 ], [ %87, %84 ]
  %33 = mul i64 %22, %32
  %34 = add i64 %33, %20
  %35 = inttoptr i64 %34 to ptr
  %36 = getelementptr inbounds i8, ptr %35, i64 8
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 1
  br i1 %38, label %39, label %54

39:
  %40 = getelementptr inbounds i8, ptr %35, i64 16
  %41 = load i64, ptr %40, align 8
  %42 = icmp eq i64 %41, %1
  br i1 %42, label %43, label %54

43:
  %44 = getelementptr inbounds i8, ptr %35, i64 64
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %47, label %54

47:
  %48 = getelementptr inbounds i8, ptr %35, i64 48
  %49 = load i64, ptr %48, align 8
  %50 = add i64 %49, %30
  %51 = getelementptr inbounds i8, ptr %35, i64 56
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %52, %31
  br label %54

54:
  %55 = phi i64 [ %53, %47 ], [ %31, %43 ], [ %31, %39 ], [ %31, %29 ]
  %56 = phi i64 [ %50, %47 ], [ %30, %43 ], [ %30, %39 ], [ %30, %29 ]
  %57 = getelementptr inbounds i8, ptr %35, i64 64
  %58 = load i64, ptr %57, align 8
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %84, label %60, !prof !2

60:
  %61 = getelementptr inbounds i8, ptr %35, i64 192
  %62 = load <32 x i32>, ptr %61, align 4
  %63 = icmp eq <32 x i32> %62, splat (i32 -1)
  %64 = getelementptr inbounds i8, ptr %35, i64 320
  %65 = load <32 x i32>, ptr %64, align 4
  %66 = icmp eq <32 x i32> %65, %25
  %67 = and <32 x i1> %63, %66
  %68 = bitcast <32 x i1> %67 to i32
  %69 = getelementptr inbounds i8, ptr %35, i64 80
  %70 = load i64, ptr %69, align 8
  %71 = trunc i64 %70 to i32
  %72 = and i32 %68, %71
  %73 = getelementptr inbounds i8, ptr %35, i64 576
  %74 = load <32 x i64>, ptr %73, align 8
  %75 = trunc <32 x i64> %74 to <32 x i1>
  %76 = bitcast <32 x i1> %75 to i32
  %77 = and i32 %72, %76
  %78 = call i32 @"llvm.ctpop.i32"(i32 %77)
  %79 = zext i32 %78 to i64
  %80 = add i64 %56, %79
  %81 = call i32 @"llvm.ctpop.i32"(i32 %72)
  %82 = zext i32 %81 to i64
  %83 = add i64 %55, %82
  br label %84

84:
  %85 = phi i64 [ %83, %60 ], [ %55, %54 ]
  %86 = phi i64 [ %80, %60 ], [ %56, %54 ]
  %87 = add i64 %32, 1
  %88 = icmp ult i64 %87, %4
  br i1 %88, label %29, label %26

89:
  ret void

90:
  %91 = phi i64 [ 0, %26 ], [ %117, %116 ]
  %92 = load i64, ptr %27, align 8
  %93 = load i64, ptr %28, align 8
  %94 = mul i64 %93, %91
  %95 = add i64 %94, %92
  %96 = inttoptr i64 %95 to ptr
  %97 = getelementptr inbounds i8, ptr %96, i64 8
  %98 = load i64, ptr %97, align 8
  %99 = icmp eq i64 %98, 1
  br i1 %99, label %100, label %111

100:
  %101 = getelementptr inbounds i8, ptr %96, i64 16
  %102 = load i64, ptr %101, align 8
  %103 = icmp eq i64 %102, %1
  br i1 %103, label %104, label %111

104:
  %105 = getelementptr inbounds i8, ptr %96, i64 64
  %106 = load i64, ptr %105, align 8
  %107 = icmp eq i64 %106, 0
  br i1 %107, label %108, label %111

108:
  %109 = getelementptr inbounds i8, ptr %96, i64 48
  store i64 %86, ptr %109, align 8
  %110 = getelementptr inbounds i8, ptr %96, i64 56
  store i64 %85, ptr %110, align 8
  store i64 0, ptr %97, align 8
  br label %111

111:
  %112 = getelementptr inbounds i8, ptr %96, i64 64
  %113 = load i64, ptr %112, align 8
  %114 = icmp eq i64 %113, 0
  br i1 %114, label %116, label %115, !prof !2

115:
  call void @"ks.lanes_go_on"(ptr %96, i64 %1, i64 %86, i64 %85)
  br label %116

116:
  %117 = add i64 %91, 1
  %118 = icmp ult i64 %117, %4
  br i1 %118, label %90, label %89
}
define weak_odr void @"ks.watch_meeting"(ptr %0, i64 %1) {
  %3 = alloca <32 x i64>, align 256
  store <32 x i64> zeroinitializer, ptr %3, align 256
  %4 = getelementptr inbounds i8, ptr %0, i64 352
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  %11 = getelementptr inbounds i8, ptr %0, i64 488
  %12 = load i64, ptr %11, align 8
  %13 = inttoptr i64 %12 to ptr
  %14 = getelementptr i64, ptr %13, i64 %1
  %15 = getelementptr i8, ptr %14, i64 256
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  %18 = getelementptr inbounds i8, ptr %0, i64 128
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %83, label %21

21:
  %22 = getelementptr inbounds i8, ptr %0, i64 480
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %0, i64 136
  %25 = load i64, ptr %24, align 8
  %26 = trunc i64 %1 to i32
  %27 = insertelement <32 x i32> poison, i32 %26, i64 0
  %28 = shufflevector <32 x i32> %27, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %30

29:
  br i1 %78, label %83, label %89

30:
  %31 = phi i1 [ true, %21 ], [ %78, %75 ]
  %32 = phi i64 [ 0, %21 ], [ %81, %75 ]
  %33 = mul i64 %25, %32
  %34 = add i64 %33, %23
  %35 = inttoptr i64 %34 to ptr
  %36 = getelementptr inbounds i8, ptr %35, i64 64
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %39, label %53

39:
  %40 = getelementptr inbounds i8, ptr %35, i64 8
  %41 = load i64, ptr %40, align 8
  %42 = icmp eq i64 %41, 1
  br i1 %42, label %43, label %47

43:
  %44 = getelementptr inbounds i8, ptr %35, i64 16
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %45, %1
  br label %47

47:
  %48 = phi i1 [ %46, %43 ], [ false, %39 ]
  %49 = sext i1 %48 to i32
  %50 = icmp eq i64 %41, 2
  %51 = select i1 %50, i1 %17, i1 false
  %52 = select i1 %51, i1 true, i1 %48
  br label %75

53:
  %54 = getelementptr inbounds i8, ptr %35, i64 192
  %55 = load <32 x i32>, ptr %54, align 4
  %56 = icmp eq <32 x i32> %55, splat (i32 -1)
  %57 = getelementptr inbounds i8, ptr %35, i64 320
  %58 = load <32 x i32>, ptr %57, align 4
  %59 = icmp eq <32 x i32> %58, %28
  %60 = and <32 x i1> %56, %59
  %61 = bitcast <32 x i1> %60 to i32
  %62 = getelementptr inbounds i8, ptr %35, i64 80
  %63 = load i64, ptr %62, align 8
  %64 = trunc i64 %63 to i32
  %65 = and i32 %61, %64
  %66 = getelementptr inbounds i8, ptr %35, i64 8
  %67 = load i64, ptr %66, align 8
  %68 = icmp eq i64 %67, 2
  %69 = select i1 %68, i1 %17, i1 false
  br i1 %69, label %75, label %70

70:
  %71 = getelementptr inbounds i8, ptr %35, i64 72
  %72 = load i64, ptr %71, align 8
  %73 = trunc i64 %72 to i32
  %74 = icmp eq i32 %65, %73
  br label %75

75:
  %76 = phi i32 [ %49, %47 ], [ %65, %53 ], [ %65, %70 ]
  %77 = phi i1 [ %52, %47 ], [ true, %53 ], [ %74, %70 ]
  %78 = and i1 %31, %77
  %79 = zext i32 %76 to i64
  %80 = getelementptr inbounds i64, ptr %3, i64 %32
  store i64 %79, ptr %80, align 8
  %81 = add i64 %32, 1
  %82 = icmp ult i64 %81, %19
  br i1 %82, label %30, label %29

83:
  %84 = getelementptr inbounds i8, ptr %6, i64 16
  %85 = load i64, ptr %84, align 8
  call void @"ks.products_meet"(ptr %6, i64 %85)
  store i64 %10, ptr %84, align 8
  %86 = getelementptr inbounds i8, ptr %8, i64 8
  %87 = load i64, ptr %86, align 8
  %88 = icmp eq i64 %87, 0
  br i1 %88, label %98, label %89

89:
  %90 = phi i1 [ false, %29 ], [ true, %83 ]
  %91 = getelementptr inbounds i8, ptr %6, i64 176
  %92 = load i64, ptr %91, align 8
  %93 = icmp eq i64 %92, 0
  br i1 %93, label %98, label %94

94:
  %95 = zext i1 %90 to i64
  %96 = trunc i64 %1 to i32
  %97 = inttoptr i64 %92 to ptr
  call void %97(ptr %0, i32 0, i32 %96, i32 0, ptr %3, i64 %95)
  br label %98

98:
  ret void
}
define weak_odr void @"ks.check_meeting"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 128
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 488
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr i64, ptr %7, i64 %1
  %9 = getelementptr i8, ptr %8, i64 256
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  %12 = icmp eq i64 %4, 0
  br i1 %12, label %111, label %13

13:
  %14 = getelementptr inbounds i8, ptr %0, i64 480
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 136
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %0, i64 152
  %19 = trunc i64 %1 to i32
  %20 = insertelement <32 x i32> poison, i32 %19, i64 0
  %21 = shufflevector <32 x i32> %20, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %23

22:
  br i1 %103, label %105, label %111

23:
  %24 = phi i64 [ 0, %13 ], [ %96, %101 ]
  %25 = phi i1 [ false, %13 ], [ %103, %101 ]
  %26 = phi i64 [ 0, %13 ], [ %30, %101 ]
  %27 = mul i64 %17, %26
  %28 = add i64 %27, %15
  %29 = inttoptr i64 %28 to ptr
  %30 = add i64 %26, 1
  %31 = icmp eq i64 %30, %4
  br i1 %31, label %32, label %35

32:
  %33 = load i64, ptr %18, align 8
  %34 = trunc i64 %33 to i32
  br label %35

35:
  %36 = phi i32 [ %34, %32 ], [ -1, %23 ]
  %37 = getelementptr inbounds i8, ptr %29, i64 64
  %38 = load i64, ptr %37, align 8
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %70, label %40

40:
  %41 = getelementptr inbounds i8, ptr %29, i64 192
  %42 = load <32 x i32>, ptr %41, align 4
  %43 = icmp eq <32 x i32> %42, splat (i32 -1)
  %44 = getelementptr inbounds i8, ptr %29, i64 320
  %45 = load <32 x i32>, ptr %44, align 4
  %46 = icmp eq <32 x i32> %45, %21
  %47 = and <32 x i1> %43, %46
  %48 = bitcast <32 x i1> %47 to i32
  %49 = getelementptr inbounds i8, ptr %29, i64 80
  %50 = load i64, ptr %49, align 8
  %51 = trunc i64 %50 to i32
  %52 = and i32 %48, %51
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %67, label %54

54:
  %55 = getelementptr inbounds i8, ptr %29, i64 448
  %56 = load <32 x i32>, ptr %55, align 4
  %57 = call i32 @"llvm.cttz.i32"(i32 %36, i1 false)
  %58 = extractelement <32 x i32> %56, i32 %57
  %59 = insertelement <32 x i32> poison, i32 %58, i64 0
  %60 = shufflevector <32 x i32> %59, <32 x i32> poison, <32 x i32> zeroinitializer
  %61 = icmp ne <32 x i32> %56, %60
  %62 = bitcast <32 x i1> %61 to i32
  %63 = and i32 %36, %62
  %64 = icmp ne i32 %63, 0
  %65 = icmp ne i32 %52, %36
  %66 = or i1 %65, %64
  br label %67

67:
  %68 = phi i1 [ false, %40 ], [ %66, %54 ]
  %69 = or i1 %25, %68
  br label %94

70:
  %71 = getelementptr inbounds i8, ptr %29, i64 8
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, 1
  br i1 %73, label %74, label %94

74:
  %75 = getelementptr inbounds i8, ptr %29, i64 16
  %76 = load i64, ptr %75, align 8
  %77 = icmp eq i64 %76, %1
  br i1 %77, label %78, label %94

78:
  %79 = getelementptr inbounds i8, ptr %29, i64 144
  %80 = load i64, ptr %79, align 8
  %81 = trunc i64 %80 to i32
  %82 = icmp eq i32 %36, %81
  br i1 %82, label %85, label %83

83:
  %84 = load i64, ptr %29, align 8
  br label %90

85:
  %86 = icmp ne i64 %24, 0
  %87 = load i64, ptr %29, align 8
  %88 = icmp ne i64 %87, %24
  %89 = select i1 %86, i1 %88, i1 false
  br label %90

90:
  %91 = phi i64 [ %84, %83 ], [ %87, %85 ]
  %92 = phi i1 [ true, %83 ], [ %89, %85 ]
  %93 = or i1 %25, %92
  br label %94

94:
  %95 = phi i1 [ %69, %67 ], [ %93, %90 ], [ %25, %74 ], [ %25, %70 ]
  %96 = phi i64 [ %24, %67 ], [ %91, %90 ], [ %24, %74 ], [ %24, %70 ]
  br i1 %11, label %97, label %101

97:
  %98 = getelementptr inbounds i8, ptr %29, i64 8
  %99 = load i64, ptr %98, align 8
  %100 = icmp eq i64 %99, 2
  br label %101

101:
  %102 = phi i1 [ false, %94 ], [ %100, %97 ]
  %103 = or i1 %95, %102
  %104 = icmp ult i64 %30, %4
  br i1 %104, label %23, label %22

105:
  %106 = getelementptr inbounds i8, ptr %0, i64 400
  %107 = load i64, ptr %106, align 8
  %108 = icmp eq i64 %107, 0
  br i1 %108, label %111, label %109, !prof !2

109:
  %110 = inttoptr i64 %107 to ptr
  call void %110(ptr %0, i32 0, i64 %1, i32 0, i64 0, ptr null)
  br label %111

111:
  ret void
}
define weak_odr void @"ks.lanes_go_on"(ptr %0, i64 %1, i64 %2, i64 %3) {
  %5 = trunc i64 %1 to i32
  %6 = getelementptr inbounds i8, ptr %0, i64 192
  %7 = load <32 x i32>, ptr %6, align 4
  %8 = icmp eq <32 x i32> %7, splat (i32 -1)
  %9 = getelementptr inbounds i8, ptr %0, i64 320
  %10 = load <32 x i32>, ptr %9, align 4
  %11 = insertelement <32 x i32> poison, i32 %5, i64 0
  %12 = shufflevector <32 x i32> %11, <32 x i32> poison, <32 x i32> zeroinitializer
  %13 = icmp eq <32 x i32> %10, %12
  %14 = and <32 x i1> %8, %13
  %15 = bitcast <32 x i1> %14 to i32
  %16 = getelementptr inbounds i8, ptr %0, i64 80
  %17 = load i64, ptr %16, align 8
  %18 = trunc i64 %17 to i32
  %19 = and i32 %15, %18
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %30, label %21

21:
  %22 = getelementptr inbounds i8, ptr %0, i64 1344
  %23 = bitcast i32 %19 to <32 x i1>
  %24 = insertelement <32 x i64> poison, i64 %2, i64 0
  %25 = shufflevector <32 x i64> %24, <32 x i64> poison, <32 x i32> zeroinitializer
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %25, ptr %22, i32 8, <32 x i1> %23)
  %26 = insertelement <32 x i64> poison, i64 %3, i64 0
  %27 = shufflevector <32 x i64> %26, <32 x i64> poison, <32 x i32> zeroinitializer
  %28 = getelementptr inbounds i8, ptr %0, i64 1600
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %27, ptr %28, i32 8, <32 x i1> %23)
  call void @"ks.frame_release"(ptr %0, i32 %19)
  %29 = getelementptr inbounds i8, ptr %0, i64 8
  store i64 0, ptr %29, align 8
  br label %30

30:
  ret void
}
define weak_odr void @"ks.barrier_arrive"(ptr %0, i64 %1, i64 %2, i64 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 488
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds i64, ptr %7, i64 %1
  %9 = getelementptr inbounds i8, ptr %0, i64 400
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  %12 = load i64, ptr %8, align 8
  br i1 %11, label %36, label %13, !prof !2

13:
  %14 = getelementptr inbounds i8, ptr %0, i64 128
  %15 = load i64, ptr %14, align 8
  %16 = shl i64 %15, 5
  %17 = icmp eq i64 %2, 0
  %18 = select i1 %17, i64 %16, i64 %2
  %19 = getelementptr inbounds i8, ptr %8, i64 256
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  %22 = select i1 %21, i64 %16, i64 %20
  %23 = icmp eq i64 %12, 0
  %24 = icmp eq i64 %22, %18
  %25 = select i1 %23, i1 true, i1 %24
  br i1 %25, label %31, label %26

26:
  %27 = shl i64 %22, 32
  %28 = or i64 %27, %18
  %29 = inttoptr i64 %10 to ptr
  call void %29(ptr %0, i32 1, i64 %1, i32 0, i64 %28, ptr null)
  %30 = load i64, ptr %8, align 8
  br label %31

31:
  %32 = phi i64 [ %30, %26 ], [ %12, %13 ]
  %33 = getelementptr inbounds i8, ptr %0, i64 416
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds i8, ptr %8, i64 384
  store i64 %34, ptr %35, align 8
  br label %36

36:
  %37 = phi i64 [ %32, %31 ], [ %12, %4 ]
  %38 = getelementptr inbounds i8, ptr %8, i64 256
  store i64 %2, ptr %38, align 8
  %39 = add i64 %37, %3
  store i64 %39, ptr %8, align 8
  %40 = load i64, ptr %5, align 8
  %41 = inttoptr i64 %40 to ptr
  %42 = getelementptr inbounds i64, ptr %41, i64 %1
  %43 = getelementptr inbounds i8, ptr %42, i64 256
  %44 = load i64, ptr %43, align 8
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %46, label %50

46:
  %47 = getelementptr inbounds i8, ptr %0, i64 168
  %48 = load i64, ptr %47, align 8
  %49 = shl i64 %48, 5
  br label %50

50:
  %51 = phi i64 [ %49, %46 ], [ %44, %36 ]
  %52 = load i64, ptr %42, align 8
  %53 = icmp eq i64 %52, 0
  %54 = icmp ult i64 %52, %51
  %55 = select i1 %53, i1 true, i1 %54
  br i1 %55, label %57, label %56

56:
  store i64 0, ptr %42, align 8
  call void @"ks.barrier_let_go"(ptr %0, i64 %1)
  br label %57

57:
  ret void
}
define weak_odr i64 @"ks.barrier_complete_all"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 488
  %3 = getelementptr inbounds i8, ptr %0, i64 168
  br label %5

4:
  ret i64 %26

5:
  %6 = phi i64 [ 0, %1 ], [ %27, %24 ]
  %7 = phi i64 [ 0, %1 ], [ %26, %24 ]
  %8 = load i64, ptr %2, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds i64, ptr %9, i64 %6
  %11 = getelementptr inbounds i8, ptr %10, i64 256
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %17

14:
  %15 = load i64, ptr %3, align 8
  %16 = shl i64 %15, 5
  br label %17

17:
  %18 = phi i64 [ %16, %14 ], [ %12, %5 ]
  %19 = load i64, ptr %10, align 8
  %20 = icmp ne i64 %19, 0
  %21 = icmp uge i64 %19, %18
  %22 = select i1 %20, i1 %21, i1 false
  br i1 %22, label %23, label %24

23:
  store i64 0, ptr %10, align 8
  call void @"ks.barrier_let_go"(ptr %0, i64 %6)
  br label %24

24:
  %25 = zext i1 %22 to i64
  %26 = or i64 %7, %25
  %27 = add i64 %6, 1
  %28 = icmp ult i64 %6, 15
  br i1 %28, label %5, label %4
}
define weak_odr void @"ks.lanes_arrive"(ptr %0, ptr %1, <32 x i32> %2, <32 x i32> %3, i32 %4) {
  %6 = icmp eq i32 %4, 0
  br i1 %6, label %12, label %7

7:
  %8 = getelementptr inbounds i8, ptr %1, i64 72
  %9 = getelementptr inbounds i8, ptr %1, i64 192
  %10 = getelementptr inbounds i8, ptr %1, i64 320
  %11 = getelementptr inbounds i8, ptr %1, i64 80
  br label %13

12:
  ret void

13:
  %14 = phi i32 [ %4, %7 ], [ %43, %13 ]
  %15 = call i32 @"llvm.cttz.i32"(i32 %14, i1 true)
  %16 = extractelement <32 x i32> %2, i32 %15
  %17 = insertelement <32 x i32> poison, i32 %16, i64 0
  %18 = shufflevector <32 x i32> %17, <32 x i32> poison, <32 x i32> zeroinitializer
  %19 = icmp eq <32 x i32> %2, %18
  %20 = bitcast <32 x i1> %19 to i32
  %21 = and i32 %14, %20
  %22 = call i32 @"llvm.ctpop.i32"(i32 %21)
  %23 = zext i32 %16 to i64
  %24 = load i64, ptr %8, align 8
  %25 = trunc i64 %24 to i32
  %26 = load <32 x i32>, ptr %9, align 8
  %27 = icmp eq <32 x i32> %26, splat (i32 -1)
  %28 = load <32 x i32>, ptr %10, align 8
  %29 = icmp eq <32 x i32> %28, %18
  %30 = and <32 x i1> %27, %29
  %31 = bitcast <32 x i1> %30 to i32
  %32 = load i64, ptr %11, align 8
  %33 = trunc i64 %32 to i32
  %34 = and i32 %31, %33
  %35 = icmp eq i32 %34, %25
  %36 = xor i32 %25, -1
  %37 = call i32 @"llvm.ctpop.i32"(i32 %36)
  %38 = select i1 %35, i32 %37, i32 0
  %39 = add i32 %38, %22
  %40 = zext i32 %39 to i64
  %41 = extractelement <32 x i32> %3, i32 %15
  %42 = zext i32 %41 to i64
  call void @"ks.barrier_arrive"(ptr %0, i64 %23, i64 %42, i64 %40)
  %43 = xor i32 %21, %14
  %44 = icmp eq i32 %21, %14
  br i1 %44, label %12, label %13
}
define weak_odr void @"ks.lanes_ended"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %1, i64 72
  %4 = load i64, ptr %3, align 8
  %5 = trunc i64 %4 to i32
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %40, label %7

7:
  %8 = getelementptr inbounds i8, ptr %1, i64 320
  %9 = call i32 @"llvm.cttz.i32"(i32 %5, i1 true)
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %8, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = icmp eq i32 %12, 16
  br i1 %13, label %40, label %14

14:
  %15 = getelementptr inbounds i8, ptr %1, i64 192
  %16 = load <32 x i32>, ptr %15, align 4
  %17 = icmp eq <32 x i32> %16, splat (i32 -1)
  %18 = load <32 x i32>, ptr %8, align 4
  %19 = insertelement <32 x i32> poison, i32 %12, i64 0
  %20 = shufflevector <32 x i32> %19, <32 x i32> poison, <32 x i32> zeroinitializer
  %21 = icmp eq <32 x i32> %18, %20
  %22 = and <32 x i1> %17, %21
  %23 = bitcast <32 x i1> %22 to i32
  %24 = getelementptr inbounds i8, ptr %1, i64 80
  %25 = load i64, ptr %24, align 8
  %26 = trunc i64 %25 to i32
  %27 = and i32 %23, %26
  %28 = icmp eq i32 %27, %5
  br i1 %28, label %29, label %40

29:
  %30 = zext i32 %12 to i64
  %31 = getelementptr inbounds i8, ptr %0, i64 488
  %32 = load i64, ptr %31, align 8
  %33 = inttoptr i64 %32 to ptr
  %34 = getelementptr inbounds i64, ptr %33, i64 %30
  %35 = getelementptr inbounds i8, ptr %34, i64 256
  %36 = load i64, ptr %35, align 8
  %37 = xor i32 %5, -1
  %38 = call i32 @"llvm.ctpop.i32"(i32 %37)
  %39 = zext i32 %38 to i64
  call void @"ks.barrier_arrive"(ptr %0, i64 %30, i64 %36, i64 %39)
  br label %40

40:
  ret void
}
define weak_odr i64 @"ks.cluster_complete"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 336
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %91, label %5

5:
  %6 = getelementptr inbounds i8, ptr %0, i64 512
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  br label %12

9:
  %10 = phi i64 [ %14, %12 ], [ %57, %56 ]
  %11 = icmp eq i64 %15, 0
  br i1 %11, label %59, label %12

12:
  %13 = phi i64 [ %3, %5 ], [ %15, %9 ]
  %14 = phi i64 [ 0, %5 ], [ %10, %9 ]
  %15 = add i64 %13, -1
  %16 = getelementptr inbounds ptr, ptr %8, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %17, i64 128
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %9, label %21

21:
  %22 = getelementptr inbounds i8, ptr %17, i64 480
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %17, i64 136
  %25 = load i64, ptr %24, align 8
  br label %26

26:
  %27 = phi i64 [ %19, %21 ], [ %29, %56 ]
  %28 = phi i64 [ %14, %21 ], [ %57, %56 ]
  %29 = add i64 %27, -1
  %30 = mul i64 %25, %29
  %31 = add i64 %30, %23
  %32 = inttoptr i64 %31 to ptr
  %33 = getelementptr inbounds i8, ptr %32, i64 8
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, 2
  br i1 %35, label %56, label %36

36:
  %37 = getelementptr inbounds i8, ptr %32, i64 64
  %38 = load i64, ptr %37, align 8
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %48, label %40

40:
  %41 = getelementptr inbounds i8, ptr %32, i64 88
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %48, label %44

44:
  %45 = getelementptr inbounds i8, ptr %32, i64 72
  %46 = load i64, ptr %45, align 8
  %47 = trunc i64 %46 to i32
  br label %48

48:
  %49 = phi i32 [ %47, %44 ], [ -1, %40 ], [ -1, %36 ]
  %50 = getelementptr inbounds i8, ptr %32, i64 112
  %51 = load i64, ptr %50, align 8
  %52 = trunc i64 %51 to i32
  %53 = xor i32 %52, -1
  %54 = and i32 %49, %53
  %55 = icmp eq i32 %54, 0
  br i1 %55, label %56, label %91

56:
  %57 = phi i64 [ %28, %26 ], [ 1, %48 ]
  %58 = icmp eq i64 %29, 0
  br i1 %58, label %9, label %26

59:
  %60 = icmp eq i64 %10, 0
  br i1 %60, label %91, label %61

61:
  %62 = getelementptr inbounds i8, ptr %0, i64 512
  br label %63

63:
  %64 = phi i64 [ 0, %61 ], [ %78, %75 ]
  %65 = load i64, ptr %62, align 8
  %66 = inttoptr i64 %65 to ptr
  %67 = getelementptr inbounds ptr, ptr %66, i64 %64
  %68 = load ptr, ptr %67, align 8
  %69 = getelementptr inbounds i8, ptr %68, i64 128
  %70 = load i64, ptr %69, align 8
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %75, label %72

72:
  %73 = getelementptr inbounds i8, ptr %68, i64 480
  %74 = getelementptr inbounds i8, ptr %68, i64 136
  br label %80

75:
  call void @"ks.barrier_let_go"(ptr %68, i64 16)
  %76 = getelementptr inbounds i8, ptr %68, i64 176
  store i64 0, ptr %76, align 8
  %77 = getelementptr inbounds i8, ptr %68, i64 272
  store i64 1, ptr %77, align 8
  %78 = add i64 %64, 1
  %79 = icmp ult i64 %78, %3
  br i1 %79, label %63, label %91

80:
  %81 = phi i64 [ 0, %72 ], [ %88, %80 ]
  %82 = load i64, ptr %73, align 8
  %83 = load i64, ptr %74, align 8
  %84 = mul i64 %83, %81
  %85 = add i64 %84, %82
  %86 = inttoptr i64 %85 to ptr
  %87 = getelementptr inbounds i8, ptr %86, i64 112
  store i64 0, ptr %87, align 8
  %88 = add i64 %81, 1
  %89 = load i64, ptr %69, align 8
  %90 = icmp ult i64 %88, %89
  br i1 %90, label %80, label %75

91:
  %92 = phi i64 [ 0, %1 ], [ %10, %59 ], [ 1, %75 ], [ 0, %48 ]
  ret i64 %92
}
define weak_odr void @"ks.cluster_arrive"(ptr %0, ptr %1, i32 %2, i32 %3) {
  %5 = icmp eq i32 %2, 0
  br i1 %5, label %18, label %6

6:
  %7 = getelementptr inbounds i8, ptr %1, i64 112
  %8 = load i64, ptr %7, align 8
  %9 = trunc i64 %8 to i32
  %10 = or i32 %2, %9
  %11 = xor i32 %10, -1
  %12 = and i32 %3, %11
  %13 = icmp eq i32 %12, 0
  %14 = select i1 %13, i32 -1, i32 %10
  %15 = zext i32 %14 to i64
  store i64 %15, ptr %7, align 8
  br i1 %13, label %16, label %18

16:
  %17 = call i64 @"ks.cluster_complete"(ptr %0)
  br label %18

18:
  ret void
}
define weak_odr void @"ks.cluster_wait"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %1, i64 112
  %4 = load i64, ptr %3, align 8
  %5 = trunc i64 %4 to i32
  %6 = getelementptr inbounds i8, ptr %1, i64 64
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %24, label %9

9:
  %10 = getelementptr inbounds i8, ptr %1, i64 192
  %11 = load <32 x i32>, ptr %10, align 4
  %12 = icmp eq <32 x i32> %11, splat (i32 -1)
  %13 = getelementptr inbounds i8, ptr %1, i64 320
  %14 = load <32 x i32>, ptr %13, align 4
  %15 = icmp eq <32 x i32> %14, splat (i32 16)
  %16 = and <32 x i1> %12, %15
  %17 = bitcast <32 x i1> %16 to i32
  %18 = getelementptr inbounds i8, ptr %1, i64 80
  %19 = load i64, ptr %18, align 8
  %20 = trunc i64 %19 to i32
  %21 = xor i32 %5, -1
  %22 = and i32 %20, %21
  %23 = and i32 %22, %17
  call void @"ks.frame_release"(ptr %1, i32 %23)
  br label %29

24:
  %25 = icmp eq i32 %5, 0
  br i1 %25, label %26, label %28

26:
  %27 = getelementptr inbounds i8, ptr %1, i64 8
  store i64 0, ptr %27, align 8
  br label %29

28:
  store i64 4294967295, ptr %3, align 8
  br label %29

29:
  %30 = call i64 @"ks.cluster_complete"(ptr %0)
  ret void
}
define weak_odr void @"ks.check_group"(ptr %0, i64 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7) {
  %9 = alloca [32 x i64], align 8
  %10 = icmp eq i32 %2, %3
  br i1 %10, label %29, label %11

11:
  %12 = icmp eq i32 %3, -1
  %13 = icmp eq i32 %2, %7
  %14 = and i1 %12, %13
  br i1 %14, label %29, label %15, !prof !2

15:
  %16 = getelementptr inbounds i8, ptr %9, i64 24
  call void @"llvm.memset.p0.i64"(ptr align 8 %16, i8 0, i64 232, i1 false)
  %17 = zext i32 %4 to i64
  store i64 %17, ptr %9, align 8
  %18 = getelementptr inbounds i8, ptr %9, i64 8
  %19 = zext i32 %5 to i64
  store i64 %19, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %9, i64 16
  %21 = zext i32 %6 to i64
  store i64 %21, ptr %20, align 8
  %22 = getelementptr inbounds i8, ptr %0, i64 400
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %28, label %25, !prof !2

25:
  %26 = zext i32 %3 to i64
  %27 = inttoptr i64 %23 to ptr
  call void %27(ptr %0, i32 2, i64 %1, i32 %2, i64 %26, ptr %9)
  br label %28

28:
  br label %29

29:
  ret void
}
define weak_odr void @"ks.check_members"(ptr %0, i64 %1, i32 %2, i32 %3, i32 %4, i32 %5, <32 x i32> %6) {
  %8 = icmp eq i32 %2, 0
  br i1 %8, label %9, label %10

9:
  ret void

10:
  %11 = phi i32 [ %19, %10 ], [ %2, %7 ]
  %12 = call i32 @"llvm.cttz.i32"(i32 %11, i1 true)
  %13 = extractelement <32 x i32> %6, i32 %12
  %14 = insertelement <32 x i32> poison, i32 %13, i64 0
  %15 = shufflevector <32 x i32> %14, <32 x i32> poison, <32 x i32> zeroinitializer
  %16 = icmp eq <32 x i32> %6, %15
  %17 = bitcast <32 x i1> %16 to i32
  %18 = and i32 %11, %17
  call void @"ks.check_group"(ptr %0, i64 %1, i32 %18, i32 %13, i32 %2, i32 %3, i32 %4, i32 %5)
  %19 = xor i32 %18, %11
  %20 = icmp eq i32 %18, %11
  br i1 %20, label %9, label %10
}
define weak_odr void @"ks.bulk_trace"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %1, i64 56
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %87, label %6

6:
  %7 = getelementptr inbounds i8, ptr %1, i64 64
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %87, label %10

10:
  %11 = getelementptr inbounds i8, ptr %1, i64 128
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %87, label %14

14:
  %15 = getelementptr inbounds i8, ptr %1, i64 216
  %16 = getelementptr inbounds i8, ptr %1, i64 112
  %17 = getelementptr inbounds i8, ptr %1, i64 136
  %18 = getelementptr inbounds i8, ptr %1, i64 256
  %19 = getelementptr inbounds i8, ptr %1, i64 408
  br label %20

20:
  %21 = phi i64 [ 0, %14 ], [ %84, %64 ]
  %22 = load i64, ptr %15, align 8
  %23 = load i64, ptr %16, align 8
  %24 = mul i64 %23, %22
  br label %30

25:
  %26 = load i64, ptr %17, align 8
  %27 = sub i64 0, %22
  %28 = call i64 @"llvm.smax.i64"(i64 %27, i64 0)
  %29 = call i64 @"llvm.smin.i64"(i64 %28, i64 %26)
  br i1 %52, label %59, label %64

30:
  %31 = phi i64 [ %21, %20 ], [ %40, %30 ]
  %32 = phi i64 [ %24, %20 ], [ %56, %30 ]
  %33 = phi i1 [ true, %20 ], [ %52, %30 ]
  %34 = phi i64 [ 1, %20 ], [ %57, %30 ]
  %35 = getelementptr inbounds i64, ptr %1, i64 %34
  %36 = getelementptr inbounds i8, ptr %35, i64 136
  %37 = load i64, ptr %36, align 8
  %38 = freeze i64 %31
  %39 = freeze i64 %37
  %40 = udiv i64 %38, %39
  %41 = mul i64 %40, %39
  %42 = sub i64 %38, %41
  %43 = getelementptr inbounds i8, ptr %35, i64 216
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds i8, ptr %35, i64 176
  %46 = load i64, ptr %45, align 8
  %47 = mul i64 %46, %42
  %48 = add i64 %47, %44
  %49 = getelementptr inbounds i8, ptr %35, i64 256
  %50 = load i64, ptr %49, align 8
  %51 = icmp ult i64 %48, %50
  %52 = and i1 %33, %51
  %53 = getelementptr inbounds i8, ptr %35, i64 296
  %54 = load i64, ptr %53, align 8
  %55 = mul i64 %48, %54
  %56 = add i64 %55, %32
  %57 = add i64 %34, 1
  %58 = icmp ult i64 %34, 4
  br i1 %58, label %30, label %25

59:
  %60 = load i64, ptr %18, align 8
  %61 = sub i64 %60, %22
  %62 = call i64 @"llvm.smax.i64"(i64 %61, i64 %29)
  %63 = call i64 @"llvm.smin.i64"(i64 %62, i64 %26)
  br label %64

64:
  %65 = phi i64 [ %63, %59 ], [ %29, %25 ]
  %66 = load i64, ptr %19, align 8
  %67 = sub i64 %66, %56
  %68 = sub i64 0, %23
  %69 = and i64 %67, %68
  %70 = mul i64 %29, %23
  %71 = mul i64 %65, %23
  %72 = call i64 @"llvm.smax.i64"(i64 %69, i64 %70)
  %73 = call i64 @"llvm.smin.i64"(i64 %72, i64 %71)
  %74 = load i64, ptr %3, align 8
  %75 = add i64 %74, %56
  %76 = add i64 %75, %70
  %77 = lshr i64 %76, 5
  %78 = icmp eq i64 %73, %70
  %79 = add i64 %75, 31
  %80 = add i64 %79, %73
  %81 = lshr i64 %80, 5
  %82 = sub i64 %81, %77
  %83 = select i1 %78, i64 0, i64 %82
  call void @"ks.trace_run"(ptr %0, i64 %77, i64 %83)
  %84 = add i64 %21, 1
  %85 = load i64, ptr %11, align 8
  %86 = icmp ult i64 %84, %85
  br i1 %86, label %20, label %87

87:
  ret void
}
define weak_odr void @"ks.bulk_push"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 496
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %0, i64 352
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %20, label %9, !prof !2

9:
  %10 = inttoptr i64 %7 to ptr
  %11 = load i64, ptr %10, align 8
  %12 = inttoptr i64 %11 to ptr
  %13 = load i64, ptr %12, align 8
  %14 = add i64 %13, 1
  store i64 %14, ptr %12, align 8
  %15 = getelementptr inbounds i8, ptr %10, i64 176
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18

18:
  %19 = inttoptr i64 %16 to ptr
  call void %19(ptr %0, i32 17, i32 0, i32 0, ptr %1, i64 0)
  br label %20

20:
  %21 = getelementptr inbounds i8, ptr %0, i64 432
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %25, label %24, !prof !2

24:
  call void @"ks.bulk_trace"(ptr %0, ptr %1)
  br label %25

25:
  %26 = getelementptr inbounds i8, ptr %1, i64 440
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %29, label %43

29:
  %30 = getelementptr inbounds i8, ptr %0, i64 304
  %31 = load i64, ptr %30, align 8
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %43, label %33, !prof !2

33:
  %34 = shl i64 %31, 13
  %35 = xor i64 %34, %31
  %36 = lshr i64 %35, 7
  %37 = xor i64 %36, %35
  %38 = shl i64 %37, 17
  %39 = xor i64 %38, %37
  store i64 %39, ptr %30, align 8
  %40 = and i64 %37, 2048
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %43

42:
  call void @"ks.bulk_move"(ptr %0, ptr %1)
  br label %55

43:
  %44 = load i64, ptr %5, align 8
  %45 = icmp ugt i64 %44, 255
  br i1 %45, label %46, label %48, !prof !3

46:
  call void @"ks.bulk_finish"(ptr %0)
  %47 = load i64, ptr %5, align 8
  br label %48

48:
  %49 = phi i64 [ %47, %46 ], [ %44, %43 ]
  %50 = getelementptr inbounds i8, ptr %5, i64 8256
  %51 = mul i64 %49, 448
  %52 = getelementptr inbounds i8, ptr %50, i64 %51
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %52, ptr align 8 %1, i64 448, i1 false)
  %53 = load i64, ptr %5, align 8
  %54 = add i64 %53, 1
  store i64 %54, ptr %5, align 8
  br label %55

55:
  ret void
}
define weak_odr void @"ks.bulk_move"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %1, i64 440
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %7, label %6, !prof !2

6:
  call void @"ks.launch_answer"(ptr %0, ptr %1)
  br label %7

7:
  %8 = getelementptr inbounds i8, ptr %1, i64 352
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %15, label %11

11:
  %12 = getelementptr inbounds i8, ptr %1, i64 336
  %13 = ptrtoint ptr %12 to i64
  %14 = getelementptr inbounds i8, ptr %1, i64 80
  store i64 %13, ptr %14, align 8
  br label %15

15:
  %16 = getelementptr inbounds i8, ptr %1, i64 368
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %28, label %19, !prof !2

19:
  %20 = load i64, ptr %1, align 8
  %21 = inttoptr i64 %20 to ptr
  %22 = inttoptr i64 %17 to ptr
  %23 = getelementptr inbounds i8, ptr %1, i64 376
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = getelementptr inbounds i8, ptr %1, i64 384
  %27 = load i64, ptr %26, align 8
  call void %21(ptr %22, ptr %25, i64 %27)
  br label %28

28:
  %29 = getelementptr inbounds i8, ptr %1, i64 128
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %32, label %37

32:
  %33 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %33, align 8
  %34 = getelementptr inbounds i8, ptr %1, i64 8
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %69, label %42

37:
  %38 = phi i64 [ %39, %37 ], [ 0, %28 ]
  call void @"ks.bulk_move_row"(ptr %0, ptr %1, i64 %38)
  %39 = add i64 %38, 1
  %40 = load i64, ptr %29, align 8
  %41 = icmp ult i64 %39, %40
  br i1 %41, label %37, label %32

42:
  %43 = getelementptr inbounds i8, ptr %1, i64 16
  %44 = load i64, ptr %43, align 8
  %45 = inttoptr i64 %44 to ptr
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds i8, ptr %1, i64 360
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %1, i64 32
  %50 = load i64, ptr %49, align 8
  %51 = and i64 %46, 1048575
  %52 = lshr i64 %46, 20
  %53 = sub i64 %52, %48
  %54 = and i64 %53, 1048575
  %55 = lshr i64 %46, 40
  %56 = sub i64 %55, %50
  %57 = and i64 %56, 4194303
  %58 = or i64 %57, %54
  %59 = icmp eq i64 %58, 0
  %60 = select i1 %59, i64 %51, i64 %54
  %61 = icmp slt i64 %46, 0
  %62 = xor i1 %61, %59
  %63 = select i1 %62, i64 -9223372036854775808, i64 0
  %64 = shl i64 %57, 40
  %65 = or i64 %63, %64
  %66 = shl i64 %60, 20
  %67 = or i64 %65, %66
  %68 = or i64 %67, %51
  store i64 %68, ptr %45, align 8
  br label %69

69:
  %70 = getelementptr inbounds i8, ptr %0, i64 352
  %71 = load i64, ptr %70, align 8
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %84, label %73, !prof !2

73:
  %74 = inttoptr i64 %71 to ptr
  %75 = load i64, ptr %74, align 8
  %76 = inttoptr i64 %75 to ptr
  %77 = load i64, ptr %76, align 8
  %78 = add i64 %77, 1
  store i64 %78, ptr %76, align 8
  %79 = getelementptr inbounds i8, ptr %74, i64 176
  %80 = load i64, ptr %79, align 8
  %81 = icmp eq i64 %80, 0
  br i1 %81, label %84, label %82

82:
  %83 = inttoptr i64 %80 to ptr
  call void %83(ptr %0, i32 18, i32 0, i32 0, ptr %1, i64 0)
  br label %84

84:
  ret void
}
define weak_odr void @"ks.bulk_finish"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 336
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %16, label %5

5:
  %6 = getelementptr inbounds i8, ptr %0, i64 512
  br label %7

7:
  %8 = phi i64 [ 0, %5 ], [ %13, %7 ]
  %9 = load i64, ptr %6, align 8
  %10 = inttoptr i64 %9 to ptr
  %11 = getelementptr inbounds ptr, ptr %10, i64 %8
  %12 = load ptr, ptr %11, align 8
  call void @"ks.bulk_deliver"(ptr %12, i64 0, i64 0)
  %13 = add i64 %8, 1
  %14 = load i64, ptr %2, align 8
  %15 = icmp ult i64 %13, %14
  br i1 %15, label %7, label %16

16:
  ret void
}
define weak_odr void @"ks.bulk_deliver"(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 496
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %37, label %9

9:
  %10 = getelementptr inbounds i8, ptr %6, i64 8256
  %11 = icmp eq i64 %1, 0
  br label %12

12:
  %13 = phi i64 [ 0, %9 ], [ %34, %33 ]
  %14 = phi i64 [ 0, %9 ], [ %35, %33 ]
  %15 = mul i64 %14, 448
  %16 = getelementptr inbounds i8, ptr %10, i64 %15
  br i1 %11, label %28, label %17

17:
  %18 = getelementptr inbounds i8, ptr %16, i64 16
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, %1
  br i1 %20, label %21, label %29

21:
  %22 = getelementptr inbounds i8, ptr %16, i64 24
  %23 = load i64, ptr %22, align 8
  %24 = sub i64 %23, %2
  %25 = icmp slt i64 %24, 0
  br i1 %25, label %26, label %29

26:
  %27 = call i1 @"ks.launch_can_answer"(ptr %0, ptr %16)
  br i1 %27, label %28, label %29

28:
  call void @"ks.bulk_move"(ptr %0, ptr %16)
  br label %33

29:
  %30 = add i64 %13, 1
  %31 = mul i64 %13, 448
  %32 = getelementptr inbounds i8, ptr %10, i64 %31
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %32, ptr align 8 %16, i64 448, i1 false)
  br label %33

33:
  %34 = phi i64 [ %13, %28 ], [ %30, %29 ]
  %35 = add i64 %14, 1
  %36 = icmp ult i64 %35, %7
  br i1 %36, label %12, label %37

37:
  %38 = phi i64 [ 0, %3 ], [ %34, %33 ]
  store i64 %38, ptr %6, align 8
  ret void
}
define weak_odr void @"ks.bulk_deliver_at_barrier"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 336
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %17, label %6

6:
  %7 = getelementptr inbounds i8, ptr %0, i64 512
  br label %8

8:
  %9 = phi i64 [ 0, %6 ], [ %14, %8 ]
  %10 = load i64, ptr %7, align 8
  %11 = inttoptr i64 %10 to ptr
  %12 = getelementptr inbounds ptr, ptr %11, i64 %9
  %13 = load ptr, ptr %12, align 8
  call void @"ks.bulk_deliver"(ptr %13, i64 %1, i64 1)
  %14 = add i64 %9, 1
  %15 = load i64, ptr %3, align 8
  %16 = icmp ult i64 %14, %15
  br i1 %16, label %8, label %17

17:
  ret void
}
define weak_odr void @"ks.bulk_read"(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 496
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %86, label %9

9:
  %10 = getelementptr inbounds i8, ptr %6, i64 8256
  br label %12

11:
  br i1 %31, label %34, label %86

12:
  %13 = phi i1 [ false, %9 ], [ %31, %29 ]
  %14 = phi i64 [ 0, %9 ], [ %32, %29 ]
  %15 = mul i64 %14, 448
  %16 = getelementptr inbounds i8, ptr %10, i64 %15
  %17 = getelementptr inbounds i8, ptr %16, i64 392
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %20, label %29

20:
  %21 = getelementptr inbounds i8, ptr %16, i64 16
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, %1
  br i1 %23, label %24, label %29

24:
  %25 = getelementptr inbounds i8, ptr %16, i64 24
  %26 = load i64, ptr %25, align 8
  %27 = sub i64 %26, %2
  %28 = icmp slt i64 %27, 0
  br label %29

29:
  %30 = phi i1 [ false, %12 ], [ false, %20 ], [ %28, %24 ]
  %31 = or i1 %13, %30
  %32 = add i64 %14, 1
  %33 = icmp ult i64 %32, %7
  br i1 %33, label %12, label %11

34:
  %35 = phi i64 [ %48, %47 ], [ 0, %11 ]
  %36 = phi i64 [ %49, %47 ], [ 0, %11 ]
  %37 = mul i64 %36, 448
  %38 = getelementptr inbounds i8, ptr %10, i64 %37
  %39 = getelementptr inbounds i8, ptr %38, i64 392
  %40 = load i64, ptr %39, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %43, label %42

42:
  call void @"ks.bulk_move"(ptr %0, ptr %38)
  br label %47

43:
  %44 = add i64 %35, 1
  %45 = mul i64 %35, 448
  %46 = getelementptr inbounds i8, ptr %10, i64 %45
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %46, ptr align 8 %38, i64 448, i1 false)
  br label %47

47:
  %48 = phi i64 [ %35, %42 ], [ %44, %43 ]
  %49 = add i64 %36, 1
  %50 = icmp ult i64 %49, %7
  br i1 %50, label %34, label %51

51:
  store i64 %48, ptr %6, align 8
  %52 = add i64 %5, 122944
  %53 = getelementptr inbounds i8, ptr %0, i64 472
  %54 = load i64, ptr %53, align 8
  %55 = inttoptr i64 %52 to ptr
  %56 = inttoptr i64 %54 to ptr
  %57 = getelementptr inbounds i8, ptr %0, i64 64
  %58 = load i64, ptr %57, align 8
  call void @"llvm.memmove.p0.p0.i64"(ptr align 1 %55, ptr align 1 %56, i64 %58, i1 false)
  %59 = load i64, ptr %6, align 8
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %86, label %61

61:
  %62 = sub i64 %52, %54
  br label %63

63:
  %64 = phi i64 [ 0, %61 ], [ %84, %83 ]
  %65 = mul i64 %64, 448
  %66 = getelementptr inbounds i8, ptr %10, i64 %65
  %67 = getelementptr inbounds i8, ptr %66, i64 392
  %68 = load i64, ptr %67, align 8
  %69 = icmp eq i64 %68, 0
  br i1 %69, label %70, label %83

70:
  %71 = getelementptr inbounds i8, ptr %66, i64 16
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, %1
  br i1 %73, label %74, label %83

74:
  %75 = getelementptr inbounds i8, ptr %66, i64 24
  %76 = load i64, ptr %75, align 8
  %77 = sub i64 %76, %2
  %78 = icmp slt i64 %77, 0
  br i1 %78, label %79, label %83

79:
  %80 = getelementptr inbounds i8, ptr %66, i64 88
  %81 = load i64, ptr %80, align 8
  %82 = add i64 %62, %81
  store i64 %82, ptr %80, align 8
  store i64 1, ptr %67, align 8
  br label %83

83:
  %84 = add i64 %64, 1
  %85 = icmp ult i64 %84, %59
  br i1 %85, label %63, label %86

86:
  ret void
}
define weak_odr void @"ks.bulk_move_row"(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %1, i64 216
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %1, i64 112
  %7 = load i64, ptr %6, align 8
  %8 = mul i64 %7, %5
  br label %15

9:
  %10 = getelementptr inbounds i8, ptr %1, i64 136
  %11 = load i64, ptr %10, align 8
  %12 = sub i64 0, %5
  %13 = call i64 @"llvm.smax.i64"(i64 %12, i64 0)
  %14 = call i64 @"llvm.smin.i64"(i64 %13, i64 %11)
  br i1 %37, label %44, label %50

15:
  %16 = phi i64 [ %2, %3 ], [ %25, %15 ]
  %17 = phi i64 [ %8, %3 ], [ %41, %15 ]
  %18 = phi i1 [ true, %3 ], [ %37, %15 ]
  %19 = phi i64 [ 1, %3 ], [ %42, %15 ]
  %20 = getelementptr inbounds i64, ptr %1, i64 %19
  %21 = getelementptr inbounds i8, ptr %20, i64 136
  %22 = load i64, ptr %21, align 8
  %23 = freeze i64 %16
  %24 = freeze i64 %22
  %25 = udiv i64 %23, %24
  %26 = mul i64 %25, %24
  %27 = sub i64 %23, %26
  %28 = getelementptr inbounds i8, ptr %20, i64 216
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %20, i64 176
  %31 = load i64, ptr %30, align 8
  %32 = mul i64 %31, %27
  %33 = add i64 %32, %29
  %34 = getelementptr inbounds i8, ptr %20, i64 256
  %35 = load i64, ptr %34, align 8
  %36 = icmp ult i64 %33, %35
  %37 = and i1 %18, %36
  %38 = getelementptr inbounds i8, ptr %20, i64 296
  %39 = load i64, ptr %38, align 8
  %40 = mul i64 %33, %39
  %41 = add i64 %40, %17
  %42 = add i64 %19, 1
  %43 = icmp ult i64 %19, 4
  br i1 %43, label %15, label %9

44:
  %45 = getelementptr inbounds i8, ptr %1, i64 256
  %46 = load i64, ptr %45, align 8
  %47 = sub i64 %46, %5
  %48 = call i64 @"llvm.smax.i64"(i64 %47, i64 %14)
  %49 = call i64 @"llvm.smin.i64"(i64 %48, i64 %11)
  br label %50

50:
  %51 = phi i64 [ %49, %44 ], [ %14, %9 ]
  %52 = getelementptr inbounds i8, ptr %1, i64 408
  %53 = load i64, ptr %52, align 8
  %54 = sub i64 %53, %41
  %55 = sub i64 0, %7
  %56 = and i64 %54, %55
  %57 = mul i64 %14, %7
  %58 = mul i64 %51, %7
  %59 = call i64 @"llvm.smax.i64"(i64 %56, i64 %57)
  %60 = call i64 @"llvm.smin.i64"(i64 %59, i64 %58)
  %61 = mul i64 %11, %7
  %62 = getelementptr inbounds i8, ptr %1, i64 432
  %63 = load i64, ptr %62, align 8
  %64 = mul i64 %11, %2
  %65 = getelementptr inbounds i8, ptr %1, i64 424
  %66 = load i64, ptr %65, align 8
  %67 = mul i64 %64, %66
  %68 = getelementptr inbounds i8, ptr %1, i64 64
  %69 = load i64, ptr %68, align 8
  %70 = icmp eq i64 %69, 0
  br i1 %70, label %298, label %71

71:
  %72 = getelementptr inbounds i8, ptr %1, i64 56
  %73 = load i64, ptr %72, align 8
  %74 = add i64 %73, %41
  %75 = getelementptr inbounds i8, ptr %1, i64 96
  %76 = load i64, ptr %75, align 8
  %77 = add i64 %76, %67
  %78 = getelementptr inbounds i8, ptr %1, i64 8
  %79 = load i64, ptr %78, align 8
  %80 = icmp eq i64 %79, 0
  %81 = getelementptr inbounds i8, ptr %1, i64 72
  %82 = load i64, ptr %81, align 8
  %83 = icmp eq i64 %82, 0
  %84 = icmp eq i64 %73, 0
  %85 = icmp eq i64 %57, %60
  %86 = or i1 %85, %84
  %87 = add i64 %61, 127
  %88 = add i64 %87, %77
  %89 = lshr i64 %88, 7
  %90 = lshr i64 %77, 7
  %91 = sub i64 %89, %90
  %92 = icmp eq i64 %89, %90
  br i1 %92, label %219, label %93

93:
  %94 = phi i64 [ %217, %214 ], [ 0, %71 ]
  %95 = phi i64 [ %216, %214 ], [ 0, %71 ]
  %96 = phi i64 [ %215, %214 ], [ 0, %71 ]
  %97 = add i64 %94, %90
  %98 = shl i64 %97, 7
  %99 = sub i64 %98, %77
  %100 = call i64 @"llvm.smax.i64"(i64 %99, i64 0)
  %101 = add i64 %99, 128
  %102 = call i64 @"llvm.smin.i64"(i64 %101, i64 %61)
  %103 = call i64 @"llvm.smax.i64"(i64 %57, i64 %100)
  %104 = select i1 %86, i64 %100, i64 %103
  %105 = call i64 @"llvm.smin.i64"(i64 %104, i64 %102)
  %106 = call i64 @"llvm.smax.i64"(i64 %60, i64 %100)
  %107 = select i1 %86, i64 %100, i64 %106
  %108 = call i64 @"llvm.smin.i64"(i64 %107, i64 %102)
  %109 = icmp slt i64 %104, %108
  br i1 %109, label %110, label %139

110:
  %111 = add i64 %105, %74
  %112 = add i64 %108, %74
  br i1 %83, label %113, label %119

113:
  %114 = add i64 %112, 31
  %115 = lshr i64 %114, 5
  %116 = lshr i64 %111, 5
  %117 = sub i64 %95, %116
  %118 = add i64 %117, %115
  br label %139

119:
  %120 = and i64 %111, -128
  %121 = add i64 %120, 128
  %122 = call i64 @"llvm.umin.i64"(i64 %121, i64 %112)
  %123 = add i64 %122, 31
  %124 = lshr i64 %123, 5
  %125 = lshr i64 %111, 5
  %126 = sub i64 %124, %125
  %127 = call i64 @"llvm.umax.i64"(i64 %126, i64 2)
  %128 = add i64 %127, %95
  %129 = add i64 %96, 1
  %130 = icmp ult i64 %121, %112
  br i1 %130, label %131, label %139

131:
  %132 = add i64 %112, 31
  %133 = lshr i64 %132, 5
  %134 = lshr i64 %122, 5
  %135 = sub i64 %133, %134
  %136 = call i64 @"llvm.umax.i64"(i64 %135, i64 2)
  %137 = add i64 %128, %136
  %138 = add i64 %96, 2
  br label %139

139:
  %140 = phi i64 [ %138, %131 ], [ %129, %119 ], [ %96, %113 ], [ %96, %93 ]
  %141 = phi i64 [ %137, %131 ], [ %128, %119 ], [ %118, %113 ], [ %95, %93 ]
  br i1 %80, label %214, label %142

142:
  %143 = icmp slt i64 %100, %105
  br i1 %143, label %144, label %167

144:
  %145 = add i64 %100, %77
  %146 = add i64 %105, %77
  br i1 %83, label %171, label %147

147:
  %148 = and i64 %145, -128
  %149 = add i64 %148, 128
  %150 = call i64 @"llvm.umin.i64"(i64 %149, i64 %146)
  %151 = add i64 %150, 31
  %152 = lshr i64 %151, 5
  %153 = lshr i64 %145, 5
  %154 = sub i64 %152, %153
  %155 = call i64 @"llvm.umax.i64"(i64 %154, i64 2)
  %156 = add i64 %141, %155
  %157 = add i64 %140, 1
  %158 = icmp ult i64 %149, %146
  br i1 %158, label %159, label %167

159:
  %160 = add i64 %146, 31
  %161 = lshr i64 %160, 5
  %162 = lshr i64 %150, 5
  %163 = sub i64 %161, %162
  %164 = call i64 @"llvm.umax.i64"(i64 %163, i64 2)
  %165 = add i64 %156, %164
  %166 = add i64 %140, 2
  br label %167

167:
  %168 = phi i64 [ %166, %159 ], [ %157, %147 ], [ %140, %142 ]
  %169 = phi i64 [ %165, %159 ], [ %156, %147 ], [ %141, %142 ]
  %170 = icmp slt i64 %107, %102
  br i1 %170, label %181, label %214

171:
  %172 = add i64 %146, 31
  %173 = lshr i64 %172, 5
  %174 = lshr i64 %145, 5
  %175 = sub i64 %173, %174
  %176 = add i64 %141, %175
  %177 = icmp slt i64 %107, %102
  br i1 %177, label %178, label %214

178:
  %179 = add i64 %108, %77
  %180 = add i64 %102, %77
  br label %184

181:
  %182 = add i64 %108, %77
  %183 = add i64 %102, %77
  br i1 %83, label %184, label %194

184:
  %185 = phi i64 [ %180, %178 ], [ %183, %181 ]
  %186 = phi i64 [ %179, %178 ], [ %182, %181 ]
  %187 = phi i64 [ %140, %178 ], [ %168, %181 ]
  %188 = phi i64 [ %176, %178 ], [ %169, %181 ]
  %189 = add i64 %185, 31
  %190 = lshr i64 %189, 5
  %191 = lshr i64 %186, 5
  %192 = sub i64 %190, %191
  %193 = add i64 %192, %188
  br label %214

194:
  %195 = and i64 %182, -128
  %196 = add i64 %195, 128
  %197 = call i64 @"llvm.umin.i64"(i64 %196, i64 %183)
  %198 = add i64 %197, 31
  %199 = lshr i64 %198, 5
  %200 = lshr i64 %182, 5
  %201 = sub i64 %199, %200
  %202 = call i64 @"llvm.umax.i64"(i64 %201, i64 2)
  %203 = add i64 %169, %202
  %204 = add i64 %168, 1
  %205 = icmp ult i64 %196, %183
  br i1 %205, label %206, label %214

206:
  %207 = add i64 %183, 31
  %208 = lshr i64 %207, 5
  %209 = lshr i64 %197, 5
  %210 = sub i64 %208, %209
  %211 = call i64 @"llvm.umax.i64"(i64 %210, i64 2)
  %212 = add i64 %203, %211
  %213 = add i64 %168, 2
  br label %214

214:
  %215 = phi i64 [ %140, %139 ], [ %213, %206 ], [ %204, %194 ], [ %187, %184 ], [ %168, %167 ], [ %140, %171 ]
  %216 = phi i64 [ %141, %139 ], [ %212, %206 ], [ %203, %194 ], [ %193, %184 ], [ %169, %167 ], [ %176, %171 ]
  %217 = add i64 %94, 1
  %218 = icmp ult i64 %217, %91
  br i1 %218, label %93, label %219

219:
  %220 = phi i64 [ 0, %71 ], [ %215, %214 ]
  %221 = phi i64 [ 0, %71 ], [ %216, %214 ]
  %222 = getelementptr inbounds i8, ptr %1, i64 40
  %223 = load i64, ptr %222, align 8
  %224 = getelementptr inbounds i8, ptr %0, i64 448
  %225 = load i64, ptr %224, align 8
  %226 = inttoptr i64 %225 to ptr
  %227 = mul i64 %223, 72
  %228 = getelementptr inbounds i8, ptr %226, i64 %227
  %229 = mul i64 %221, %69
  %230 = getelementptr inbounds i8, ptr %228, i64 8
  %231 = load i64, ptr %230, align 8
  %232 = add i64 %231, %229
  store i64 %232, ptr %230, align 8
  %233 = getelementptr inbounds i8, ptr %228, i64 16
  %234 = load i64, ptr %233, align 8
  %235 = add i64 %234, %221
  store i64 %235, ptr %233, align 8
  %236 = getelementptr inbounds i8, ptr %228, i64 24
  %237 = load i64, ptr %236, align 8
  %238 = add i64 %237, %220
  store i64 %238, ptr %236, align 8
  %239 = load i64, ptr %72, align 8
  %240 = icmp ne i64 %239, 0
  %241 = icmp ne i64 %60, %57
  %242 = and i1 %241, %240
  br i1 %242, label %243, label %298

243:
  %244 = add i64 %74, %57
  %245 = getelementptr inbounds i8, ptr %0, i64 440
  %246 = load i64, ptr %245, align 8
  %247 = inttoptr i64 %246 to ptr
  %248 = lshr i64 %244, 38
  %249 = and i64 %248, 67108860
  %250 = getelementptr inbounds i64, ptr %247, i64 %249
  %251 = add i64 %60, 31
  %252 = add i64 %251, %74
  %253 = lshr i64 %252, 5
  %254 = lshr i64 %244, 5
  %255 = sub i64 %253, %254
  %256 = getelementptr inbounds i8, ptr %1, i64 48
  %257 = icmp eq i64 %253, %254
  %258 = and i64 %244, 1099511627744
  %259 = lshr i64 %244, 28
  %260 = and i64 %259, 68719472640
  %261 = sub i64 %258, %260
  %262 = lshr exact i64 %261, 5
  %263 = and i64 %262, 63
  %264 = xor i64 %263, 63
  br label %265

265:
  %266 = phi i1 [ true, %243 ], [ false, %297 ]
  %267 = phi i64 [ 0, %243 ], [ 1, %297 ]
  %268 = select i1 %266, i64 2, i64 3
  %269 = getelementptr inbounds i64, ptr %250, i64 %268
  %270 = load i64, ptr %269, align 8
  %271 = inttoptr i64 %270 to ptr
  %272 = load i64, ptr %256, align 8
  %273 = shl i64 1, %267
  %274 = and i64 %272, %273
  %275 = icmp eq i64 %274, 0
  %276 = icmp eq i64 %270, 0
  %277 = select i1 %275, i1 true, i1 %276
  %278 = select i1 %277, i1 true, i1 %257
  br i1 %278, label %297, label %279

279:
  %280 = phi i64 [ %295, %279 ], [ 0, %265 ]
  %281 = add i64 %280, %262
  %282 = sub i64 %255, %280
  %283 = call i64 @"llvm.usub.sat.i64"(i64 64, i64 %282)
  %284 = lshr i64 -1, %283
  %285 = lshr i64 %281, 6
  %286 = getelementptr inbounds i64, ptr %271, i64 %285
  %287 = shl i64 %284, %263
  %288 = load i64, ptr %286, align 8
  %289 = or i64 %288, %287
  store i64 %289, ptr %286, align 8
  %290 = lshr i64 9223372036854775807, %283
  %291 = lshr i64 %290, %264
  %292 = getelementptr inbounds i8, ptr %286, i64 8
  %293 = load i64, ptr %292, align 8
  %294 = or i64 %293, %291
  store i64 %294, ptr %292, align 8
  %295 = add i64 %280, 64
  %296 = icmp ult i64 %295, %255
  br i1 %296, label %279, label %297

297:
  br i1 %266, label %265, label %298

298:
  %299 = load i64, ptr %1, align 8
  %300 = inttoptr i64 %299 to ptr
  %301 = load i64, ptr %65, align 8
  %302 = load i64, ptr %6, align 8
  %303 = icmp eq i64 %301, %302
  br i1 %303, label %304, label %315

304:
  %305 = load i64, ptr %62, align 8
  %306 = icmp eq i64 %305, 0
  br i1 %306, label %307, label %315

307:
  %308 = getelementptr inbounds i8, ptr %1, i64 104
  %309 = load i64, ptr %308, align 8
  %310 = and i64 %309, 8
  %311 = icmp eq i64 %310, 0
  %312 = icmp eq i64 %309, 0
  %313 = select i1 %312, i64 %61, i64 16
  %314 = select i1 %311, i64 %313, i64 8
  br label %315

315:
  %316 = phi i64 [ %314, %307 ], [ %302, %298 ], [ 1, %304 ]
  %317 = udiv i64 %61, %316
  %318 = icmp ugt i64 %316, %61
  br i1 %318, label %327, label %319

319:
  %320 = icmp eq i64 %63, 0
  %321 = getelementptr inbounds i8, ptr %1, i64 96
  %322 = getelementptr inbounds i8, ptr %1, i64 104
  %323 = getelementptr inbounds i8, ptr %1, i64 88
  %324 = getelementptr inbounds i8, ptr %1, i64 80
  %325 = getelementptr inbounds i8, ptr %1, i64 8
  %326 = getelementptr inbounds i8, ptr %1, i64 120
  br label %328

327:
  ret void

328:
  %329 = phi i64 [ 0, %319 ], [ %415, %414 ]
  br i1 %320, label %335, label %330

330:
  %331 = and i64 %329, 15
  %332 = shl i64 1, %331
  %333 = and i64 %332, %63
  %334 = icmp eq i64 %333, 0
  br i1 %334, label %414, label %335

335:
  %336 = mul i64 %329, %316
  %337 = add i64 %336, %316
  %338 = call i64 @"llvm.smax.i64"(i64 %57, i64 %336)
  %339 = call i64 @"llvm.smin.i64"(i64 %338, i64 %337)
  %340 = call i64 @"llvm.smax.i64"(i64 %60, i64 %336)
  %341 = call i64 @"llvm.smin.i64"(i64 %340, i64 %337)
  %342 = load i64, ptr %6, align 8
  %343 = udiv i64 %336, %342
  %344 = load i64, ptr %65, align 8
  %345 = mul i64 %344, %343
  %346 = add i64 %345, %67
  %347 = load i64, ptr %321, align 8
  %348 = add i64 %346, %347
  %349 = load i64, ptr %322, align 8
  %350 = and i64 %349, 112
  %351 = lshr i64 %348, 7
  %352 = sub i64 0, %350
  %353 = and i64 %349, %352
  %354 = mul i64 %351, %353
  %355 = and i64 %354, %350
  %356 = lshr i64 %348, 4
  %357 = and i64 %349, 8
  %358 = and i64 %357, %356
  %359 = or i64 %355, %358
  %360 = load i64, ptr %323, align 8
  %361 = xor i64 %359, %348
  %362 = sub i64 %360, %347
  %363 = add i64 %362, %361
  %364 = inttoptr i64 %363 to ptr
  %365 = sub i64 %339, %336
  %366 = getelementptr inbounds i8, ptr %364, i64 %365
  %367 = load i64, ptr %324, align 8
  %368 = add i64 %339, %41
  %369 = add i64 %368, %367
  %370 = inttoptr i64 %369 to ptr
  %371 = load i64, ptr %325, align 8
  %372 = icmp eq i64 %371, 0
  %373 = sub i64 %341, %339
  br i1 %372, label %413, label %374

374:
  call void %300(ptr %366, ptr %370, i64 %373)
  %375 = load i64, ptr %6, align 8
  %376 = load i64, ptr %326, align 8
  %377 = icmp ne i64 %376, 0
  %378 = sext i1 %377 to i8
  call void @"llvm.memset.p0.i64"(ptr align 1 %364, i8 %378, i64 %365, i1 false)
  %379 = load i64, ptr %326, align 8
  %380 = icmp eq i64 %379, 0
  br i1 %380, label %394, label %381

381:
  %382 = udiv i64 %365, %375
  %383 = icmp ugt i64 %375, %365
  br i1 %383, label %394, label %384

384:
  %385 = phi i64 [ %386, %384 ], [ 0, %381 ]
  %386 = add i64 %385, 1
  %387 = mul i64 %386, %375
  %388 = getelementptr i8, ptr %364, i64 %387
  %389 = getelementptr i8, ptr %388, i64 -1
  store i8 127, ptr %389, align 1
  %390 = icmp ult i64 %386, %382
  br i1 %390, label %384, label %391

391:
  %392 = load i64, ptr %326, align 8
  %393 = icmp ne i64 %392, 0
  br label %394

394:
  %395 = phi i1 [ %393, %391 ], [ true, %381 ], [ false, %374 ]
  %396 = sub i64 %341, %336
  %397 = getelementptr inbounds i8, ptr %364, i64 %396
  %398 = sub i64 %337, %341
  %399 = load i64, ptr %6, align 8
  %400 = sext i1 %395 to i8
  call void @"llvm.memset.p0.i64"(ptr align 1 %397, i8 %400, i64 %398, i1 false)
  %401 = load i64, ptr %326, align 8
  %402 = icmp eq i64 %401, 0
  br i1 %402, label %414, label %403

403:
  %404 = udiv i64 %398, %399
  %405 = icmp ugt i64 %399, %398
  br i1 %405, label %414, label %406

406:
  %407 = phi i64 [ %408, %406 ], [ 0, %403 ]
  %408 = add i64 %407, 1
  %409 = mul i64 %408, %399
  %410 = getelementptr i8, ptr %397, i64 %409
  %411 = getelementptr i8, ptr %410, i64 -1
  store i8 127, ptr %411, align 1
  %412 = icmp ult i64 %408, %404
  br i1 %412, label %406, label %414

413:
  call void %300(ptr %370, ptr %366, i64 %373)
  br label %414

414:
  %415 = add i64 %329, 1
  %416 = icmp ult i64 %415, %317
  br i1 %416, label %328, label %327
}
define weak_odr void @"ks.bulk_copy"(ptr %0, ptr %1, i64 %2) {
  call void @"llvm.memmove.p0.p0.i64"(ptr align 1 %0, ptr align 1 %1, i64 %2, i1 false)
  ret void
}
define weak_odr void @"ks.bulk_round"(ptr %0, ptr %1, i64 %2) {
  %4 = lshr i64 %2, 2
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %6, label %7

6:
  ret void

7:
  %8 = phi i64 [ %20, %7 ], [ 0, %3 ]
  %9 = getelementptr inbounds i32, ptr %1, i64 %8
  %10 = load i32, ptr %9, align 1
  %11 = lshr i32 %10, 13
  %12 = and i32 %11, 1
  %13 = add i32 %10, 4095
  %14 = add i32 %13, %12
  %15 = and i32 %14, -8192
  %16 = and i32 %10, 2139095040
  %17 = icmp eq i32 %16, 2139095040
  %18 = select i1 %17, i32 %10, i32 %15
  %19 = getelementptr inbounds i32, ptr %0, i64 %8
  store i32 %18, ptr %19, align 1
  %20 = add i64 %8, 1
  %21 = icmp ult i64 %20, %4
  br i1 %21, label %7, label %6
}
define weak_odr void @"ks.bulk_pack"(ptr %0, ptr %1, i64 %2) {
  %4 = icmp eq i64 %2, 0
  br i1 %4, label %5, label %6

5:
  ret void

6:
  %7 = phi i64 [ %26, %6 ], [ 0, %3 ]
  %8 = shl i64 %7, 2
  %9 = udiv i64 %8, 3
  %10 = shl i64 %7, 3
  %11 = urem i64 %10, 6
  %12 = getelementptr inbounds i8, ptr %1, i64 %9
  %13 = load i8, ptr %12, align 1
  %14 = and i8 %13, 63
  %15 = zext i8 %14 to i16
  %16 = getelementptr inbounds i8, ptr %12, i64 1
  %17 = load i8, ptr %16, align 1
  %18 = and i8 %17, 63
  %19 = zext i8 %18 to i16
  %20 = shl i16 %19, 6
  %21 = or i16 %20, %15
  %22 = trunc i64 %11 to i16
  %23 = lshr i16 %21, %22
  %24 = trunc i16 %23 to i8
  %25 = getelementptr inbounds i8, ptr %0, i64 %7
  store i8 %24, ptr %25, align 1
  %26 = add i64 %7, 1
  %27 = icmp ult i64 %26, %2
  br i1 %27, label %6, label %5
}
define weak_odr void @"ks.bulk_plain"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, <32 x i64> %4, <32 x i64> %5, <32 x i64> %6, i32 %7, i64 %8, i64 %9) {
  %11 = alloca [56 x i64], align 8
  %12 = alloca [56 x i64], align 8
  %13 = icmp eq i32 %7, 0
  br i1 %13, label %291, label %14

14:
  %15 = getelementptr inbounds i8, ptr %0, i64 448
  %16 = load i64, ptr %15, align 8
  %17 = inttoptr i64 %16 to ptr
  %18 = mul i64 %1, 72
  %19 = getelementptr inbounds i8, ptr %17, i64 %18
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, 1
  store i64 %21, ptr %19, align 8
  %22 = call i32 @"llvm.ctpop.i32"(i32 %7)
  %23 = zext i32 %22 to i64
  %24 = load i64, ptr %15, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = getelementptr inbounds i8, ptr %25, i64 %18
  %27 = getelementptr inbounds i8, ptr %26, i64 40
  %28 = load i64, ptr %27, align 8
  %29 = add i64 %28, %23
  store i64 %29, ptr %27, align 8
  %30 = and i64 %9, 8
  %31 = icmp eq i64 %30, 0
  %32 = getelementptr inbounds i8, ptr %0, i64 336
  %33 = and i64 %9, 256
  %34 = icmp eq i64 %33, 0
  %35 = and i64 %9, 1
  %36 = icmp eq i64 %35, 0
  %37 = and i64 %9, 5
  %38 = icmp eq i64 %37, 1
  %39 = getelementptr inbounds i8, ptr %0, i64 344
  %40 = getelementptr inbounds i8, ptr %0, i64 64
  %41 = getelementptr inbounds i8, ptr %0, i64 472
  %42 = and i64 %9, 2
  %43 = icmp eq i64 %42, 0
  %44 = getelementptr inbounds i8, ptr %0, i64 440
  %45 = getelementptr inbounds i8, ptr %12, i64 32
  %46 = getelementptr inbounds i8, ptr %12, i64 40
  %47 = getelementptr inbounds i8, ptr %12, i64 424
  %48 = getelementptr inbounds i8, ptr %12, i64 112
  %49 = getelementptr inbounds i8, ptr %12, i64 128
  %50 = getelementptr inbounds i8, ptr %12, i64 408
  %51 = getelementptr inbounds i8, ptr %0, i64 376
  %52 = getelementptr inbounds i8, ptr %12, i64 120
  %53 = getelementptr inbounds i8, ptr %12, i64 256
  %54 = getelementptr inbounds i8, ptr %12, i64 352
  %55 = getelementptr inbounds i8, ptr %0, i64 120
  %56 = getelementptr inbounds i8, ptr %12, i64 8
  %57 = getelementptr inbounds i8, ptr %12, i64 400
  %58 = getelementptr inbounds i8, ptr %12, i64 16
  %59 = getelementptr inbounds i8, ptr %0, i64 496
  %60 = getelementptr inbounds i8, ptr %12, i64 24
  %61 = lshr i64 %9, 12
  %62 = and i64 %61, 3
  %63 = getelementptr inbounds i8, ptr %12, i64 48
  %64 = getelementptr inbounds i8, ptr %12, i64 56
  %65 = getelementptr inbounds i8, ptr %12, i64 64
  %66 = trunc i64 %9 to i32
  %67 = lshr i32 %66, 3
  %68 = and i32 %67, 1
  %69 = zext i32 %68 to i64
  %70 = getelementptr inbounds i8, ptr %12, i64 72
  %71 = getelementptr inbounds i8, ptr %12, i64 80
  %72 = getelementptr inbounds i8, ptr %12, i64 88
  %73 = getelementptr inbounds i8, ptr %12, i64 96
  %74 = getelementptr inbounds i8, ptr %12, i64 432
  %75 = getelementptr inbounds i8, ptr %11, i64 32
  %76 = getelementptr inbounds i8, ptr %11, i64 40
  %77 = getelementptr inbounds i8, ptr %11, i64 424
  %78 = getelementptr inbounds i8, ptr %11, i64 112
  %79 = getelementptr inbounds i8, ptr %11, i64 408
  %80 = getelementptr inbounds i8, ptr %11, i64 8
  %81 = getelementptr inbounds i8, ptr %11, i64 400
  %82 = getelementptr inbounds i8, ptr %11, i64 16
  %83 = getelementptr inbounds i8, ptr %11, i64 24
  br label %84

84:
  %85 = phi i32 [ %7, %14 ], [ %115, %113 ]
  %86 = call i32 @"llvm.cttz.i32"(i32 %85, i1 true)
  %87 = extractelement <32 x i64> %6, i32 %86
  br i1 %31, label %95, label %88

88:
  %89 = load i64, ptr %32, align 8
  %90 = lshr i64 %87, %89
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %93, label %92, !prof !2

92:
  call void @"ks.fault"(ptr %0, i64 15, i64 %1, i64 %87, i32 %86)
  br label %113

93:
  %94 = icmp eq i64 %89, 0
  br i1 %94, label %113, label %95

95:
  %96 = phi i64 [ %89, %93 ], [ 1, %84 ]
  %97 = extractelement <32 x i64> %2, i32 %86
  %98 = extractelement <32 x i64> %5, i32 %86
  %99 = and i64 %97, 16777215
  %100 = lshr i64 %98, 24
  %101 = and i64 %100, 1
  %102 = and i64 %98, 16777215
  %103 = call i64 @"llvm.ctpop.i64"(i64 %87)
  %104 = extractelement <32 x i64> %3, i32 %86
  %105 = extractelement <32 x i64> %4, i32 %86
  %106 = and i64 %105, 15
  %107 = icmp eq i64 %106, 0
  %108 = and i64 %104, 15
  %109 = icmp eq i64 %108, 0
  %110 = icmp ne i64 %105, 0
  %111 = zext i1 %110 to i64
  %112 = zext i32 %86 to i64
  br label %117

113:
  %114 = add i32 %85, -1
  %115 = and i32 %114, %85
  %116 = icmp eq i32 %115, 0
  br i1 %116, label %291, label %84

117:
  %118 = phi i64 [ 0, %95 ], [ %289, %288 ]
  br i1 %31, label %136, label %119

119:
  %120 = shl i64 1, %118
  %121 = and i64 %120, %87
  %122 = icmp eq i64 %121, 0
  br i1 %122, label %288, label %123

123:
  %124 = shl i64 -1, %118
  %125 = xor i64 %124, -1
  %126 = and i64 %87, %125
  %127 = icmp eq i64 %126, 0
  %128 = shl i64 %118, 24
  %129 = or i64 %128, %99
  %130 = and i64 %118, 1099511627774
  %131 = or i64 %130, %101
  %132 = select i1 %34, i64 %118, i64 %131
  %133 = shl i64 %132, 24
  %134 = or i64 %133, %102
  %135 = select i1 %127, i64 %103, i64 0
  br label %136

136:
  %137 = phi i64 [ %135, %123 ], [ 1, %117 ]
  %138 = phi i64 [ %134, %123 ], [ %98, %117 ]
  %139 = phi i64 [ %129, %123 ], [ %97, %117 ]
  %140 = select i1 %36, i64 %104, i64 %139
  %141 = select i1 %36, i64 %139, i64 %104
  br i1 %107, label %143, label %142, !prof !2

142:
  call void @"ks.fault"(ptr %0, i64 12, i64 %1, i64 %105, i32 %86)
  br label %176

143:
  %144 = and i64 %139, 15
  %145 = icmp eq i64 %144, 0
  br i1 %145, label %147, label %146, !prof !2

146:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %139, i32 %86)
  br label %176

147:
  br i1 %109, label %149, label %148, !prof !2

148:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %104, i32 %86)
  br label %176

149:
  br i1 %38, label %150, label %152

150:
  %151 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %139, i64 %105, i32 %86)
  br label %173

152:
  %153 = shl i64 %140, 40
  %154 = ashr exact i64 %153, 40
  %155 = icmp eq i64 %140, %154
  br i1 %155, label %162, label %156

156:
  %157 = sub i64 %140, %154
  %158 = load i64, ptr %39, align 8
  %159 = shl i64 %158, 24
  %160 = icmp eq i64 %157, %159
  %161 = select i1 %160, i64 %154, i64 %140
  br label %162

162:
  %163 = phi i64 [ %140, %152 ], [ %161, %156 ]
  %164 = load i64, ptr %40, align 8
  %165 = icmp uge i64 %163, %164
  %166 = add i64 %163, %105
  %167 = icmp ugt i64 %166, %164
  %168 = or i1 %165, %167
  br i1 %168, label %169, label %170, !prof !3

169:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %163, i32 %86)
  br label %176

170:
  %171 = load i64, ptr %41, align 8
  %172 = add i64 %171, %163
  br label %173

173:
  %174 = phi i64 [ %172, %170 ], [ %151, %150 ]
  %175 = icmp eq i64 %174, 0
  br i1 %175, label %176, label %203

176:
  %177 = load i64, ptr %51, align 8
  %178 = icmp eq i64 %177, 0
  %179 = or i1 %36, %178
  br i1 %179, label %202, label %180

180:
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 448, i1 false)
  store i64 %1, ptr %76, align 8
  store i64 1, ptr %77, align 8
  store i64 1, ptr %78, align 8
  store i64 4611686018427387904, ptr %79, align 8
  br label %181

181:
  %182 = phi i64 [ 0, %180 ], [ %189, %181 ]
  %183 = icmp ne i64 %182, 0
  %184 = zext i1 %183 to i64
  %185 = getelementptr inbounds i64, ptr %11, i64 %182
  %186 = getelementptr inbounds i8, ptr %185, i64 256
  store i64 %184, ptr %186, align 8
  %187 = getelementptr inbounds i8, ptr %185, i64 136
  store i64 %184, ptr %187, align 8
  %188 = getelementptr inbounds i8, ptr %185, i64 176
  store i64 1, ptr %188, align 8
  %189 = add i64 %182, 1
  %190 = icmp ult i64 %182, 4
  br i1 %190, label %181, label %191

191:
  %192 = load i64, ptr %55, align 8
  %193 = shl i64 %192, 5
  %194 = or i64 %193, %112
  store i64 1, ptr %80, align 8
  store i64 %194, ptr %81, align 8
  %195 = and i64 %138, 7
  %196 = icmp eq i64 %195, 0
  br i1 %196, label %198, label %197, !prof !2

197:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %138, i32 %86)
  br label %202

198:
  %199 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %138, i64 8, i32 %86)
  store i64 %199, ptr %82, align 8
  store i64 0, ptr %83, align 8
  %200 = icmp eq i64 %199, 0
  br i1 %200, label %202, label %201

201:
  store i64 %105, ptr %75, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %11)
  br label %202

202:
  br label %287

203:
  br i1 %43, label %216, label %204

204:
  %205 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %141, i64 %105, i32 %86)
  %206 = icmp eq i64 %205, 0
  br i1 %206, label %237, label %207

207:
  %208 = load i64, ptr %44, align 8
  %209 = inttoptr i64 %208 to ptr
  %210 = lshr i64 %205, 38
  %211 = and i64 %210, 67108860
  %212 = getelementptr inbounds i64, ptr %209, i64 %211
  %213 = getelementptr inbounds i8, ptr %212, i64 8
  %214 = load i64, ptr %213, align 8
  %215 = add i64 %214, %205
  br label %237

216:
  %217 = shl i64 %141, 40
  %218 = ashr exact i64 %217, 40
  %219 = icmp eq i64 %141, %218
  br i1 %219, label %226, label %220

220:
  %221 = sub i64 %141, %218
  %222 = load i64, ptr %39, align 8
  %223 = shl i64 %222, 24
  %224 = icmp eq i64 %221, %223
  %225 = select i1 %224, i64 %218, i64 %141
  br label %226

226:
  %227 = phi i64 [ %141, %216 ], [ %225, %220 ]
  %228 = load i64, ptr %40, align 8
  %229 = icmp uge i64 %227, %228
  %230 = add i64 %227, %105
  %231 = icmp ugt i64 %230, %228
  %232 = or i1 %229, %231
  br i1 %232, label %233, label %234, !prof !3

233:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %227, i32 %86)
  br label %237

234:
  %235 = load i64, ptr %41, align 8
  %236 = add i64 %235, %227
  br label %237

237:
  %238 = phi i64 [ %215, %207 ], [ 0, %204 ], [ %236, %234 ], [ 0, %233 ]
  %239 = phi i64 [ %205, %207 ], [ 0, %204 ], [ 0, %234 ], [ 0, %233 ]
  call void @"llvm.memset.p0.i64"(ptr align 8 %12, i8 0, i64 448, i1 false)
  store i64 %105, ptr %45, align 8
  store i64 %1, ptr %46, align 8
  store i64 1, ptr %47, align 8
  store i64 1, ptr %48, align 8
  store i64 %111, ptr %49, align 8
  store i64 4611686018427387904, ptr %50, align 8
  br label %240

240:
  %241 = phi i64 [ 0, %237 ], [ %248, %240 ]
  %242 = icmp eq i64 %241, 0
  %243 = select i1 %242, i64 %105, i64 1
  %244 = getelementptr inbounds i64, ptr %12, i64 %241
  %245 = getelementptr inbounds i8, ptr %244, i64 256
  store i64 %243, ptr %245, align 8
  %246 = getelementptr inbounds i8, ptr %244, i64 136
  store i64 %243, ptr %246, align 8
  %247 = getelementptr inbounds i8, ptr %244, i64 176
  store i64 1, ptr %247, align 8
  %248 = add i64 %241, 1
  %249 = icmp ult i64 %241, 4
  br i1 %249, label %240, label %250

250:
  br i1 %43, label %253, label %251

251:
  %252 = icmp eq i64 %239, 0
  br i1 %252, label %255, label %263

253:
  %254 = icmp eq i64 %238, 0
  br i1 %254, label %255, label %263

255:
  %256 = load i64, ptr %51, align 8
  %257 = icmp eq i64 %256, 0
  %258 = or i1 %36, %257
  br i1 %258, label %287, label %259

259:
  store i64 0, ptr %52, align 8
  store i64 0, ptr %53, align 8
  store i64 1, ptr %54, align 8
  %260 = load i64, ptr %55, align 8
  %261 = shl i64 %260, 5
  %262 = or i64 %261, %112
  store i64 %35, ptr %56, align 8
  store i64 %262, ptr %57, align 8
  br label %267

263:
  %264 = load i64, ptr %55, align 8
  %265 = shl i64 %264, 5
  %266 = or i64 %265, %112
  store i64 %35, ptr %56, align 8
  store i64 %266, ptr %57, align 8
  br i1 %36, label %275, label %267

267:
  %268 = and i64 %138, 7
  %269 = icmp eq i64 %268, 0
  br i1 %269, label %271, label %270, !prof !2

270:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %138, i32 %86)
  br label %273

271:
  %272 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %138, i64 8, i32 %86)
  br label %273

273:
  %274 = phi i64 [ 0, %270 ], [ %272, %271 ]
  store i64 %274, ptr %58, align 8
  br label %282

275:
  %276 = add i64 %266, 1
  store i64 %276, ptr %58, align 8
  %277 = load i64, ptr %59, align 8
  %278 = inttoptr i64 %277 to ptr
  %279 = getelementptr inbounds i8, ptr %278, i64 64
  %280 = getelementptr inbounds i64, ptr %279, i64 %266
  %281 = load i64, ptr %280, align 8
  br label %282

282:
  %283 = phi i64 [ %276, %275 ], [ %274, %273 ]
  %284 = phi i64 [ %281, %275 ], [ 0, %273 ]
  store i64 %284, ptr %60, align 8
  %285 = icmp eq i64 %283, 0
  br i1 %285, label %287, label %286

286:
  store i64 %105, ptr %45, align 8
  store i64 %8, ptr %12, align 8
  store i64 %62, ptr %63, align 8
  store i64 %239, ptr %64, align 8
  store i64 %137, ptr %65, align 8
  store i64 %69, ptr %70, align 8
  store i64 %238, ptr %71, align 8
  store i64 %174, ptr %72, align 8
  store i64 %140, ptr %73, align 8
  store i64 0, ptr %74, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %12)
  br label %287

287:
  br label %288

288:
  %289 = add i64 %118, 1
  %290 = icmp ult i64 %289, %96
  br i1 %290, label %117, label %113

291:
  ret void
}
define weak_odr void @"ks.bulk_trimmed"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, <32 x i64> %4, <32 x i64> %5, <32 x i64> %6, <32 x i64> %7, i32 %8, i64 %9) {
  %11 = alloca [56 x i64], align 8
  %12 = alloca [56 x i64], align 8
  %13 = icmp eq i32 %8, 0
  br i1 %13, label %262, label %14

14:
  %15 = getelementptr inbounds i8, ptr %0, i64 448
  %16 = load i64, ptr %15, align 8
  %17 = inttoptr i64 %16 to ptr
  %18 = mul i64 %1, 72
  %19 = getelementptr inbounds i8, ptr %17, i64 %18
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, 1
  store i64 %21, ptr %19, align 8
  %22 = call i32 @"llvm.ctpop.i32"(i32 %8)
  %23 = zext i32 %22 to i64
  %24 = load i64, ptr %15, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = getelementptr inbounds i8, ptr %25, i64 %18
  %27 = getelementptr inbounds i8, ptr %26, i64 40
  %28 = load i64, ptr %27, align 8
  %29 = add i64 %28, %23
  store i64 %29, ptr %27, align 8
  %30 = and i64 %9, 1
  %31 = icmp eq i64 %30, 0
  %32 = and i64 %9, 5
  %33 = icmp eq i64 %32, 1
  %34 = getelementptr inbounds i8, ptr %0, i64 344
  %35 = getelementptr inbounds i8, ptr %0, i64 64
  %36 = getelementptr inbounds i8, ptr %0, i64 472
  %37 = and i64 %9, 2
  %38 = icmp eq i64 %37, 0
  %39 = getelementptr inbounds i8, ptr %0, i64 440
  %40 = getelementptr inbounds i8, ptr %12, i64 32
  %41 = getelementptr inbounds i8, ptr %12, i64 40
  %42 = getelementptr inbounds i8, ptr %12, i64 424
  %43 = getelementptr inbounds i8, ptr %12, i64 112
  %44 = getelementptr inbounds i8, ptr %12, i64 128
  %45 = getelementptr inbounds i8, ptr %12, i64 408
  %46 = getelementptr inbounds i8, ptr %0, i64 376
  %47 = getelementptr inbounds i8, ptr %12, i64 120
  %48 = getelementptr inbounds i8, ptr %12, i64 256
  %49 = getelementptr inbounds i8, ptr %12, i64 352
  %50 = getelementptr inbounds i8, ptr %0, i64 120
  %51 = getelementptr inbounds i8, ptr %12, i64 8
  %52 = getelementptr inbounds i8, ptr %12, i64 400
  %53 = getelementptr inbounds i8, ptr %12, i64 16
  %54 = getelementptr inbounds i8, ptr %0, i64 496
  %55 = getelementptr inbounds i8, ptr %12, i64 24
  %56 = lshr i64 %9, 12
  %57 = and i64 %56, 3
  %58 = getelementptr inbounds i8, ptr %12, i64 48
  %59 = getelementptr inbounds i8, ptr %12, i64 56
  %60 = getelementptr inbounds i8, ptr %12, i64 64
  %61 = trunc i64 %9 to i32
  %62 = lshr i32 %61, 3
  %63 = and i32 %62, 1
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds i8, ptr %12, i64 72
  %66 = getelementptr inbounds i8, ptr %12, i64 80
  %67 = getelementptr inbounds i8, ptr %12, i64 88
  %68 = getelementptr inbounds i8, ptr %12, i64 96
  %69 = getelementptr inbounds i8, ptr %12, i64 432
  %70 = getelementptr inbounds i8, ptr %11, i64 32
  %71 = getelementptr inbounds i8, ptr %11, i64 40
  %72 = getelementptr inbounds i8, ptr %11, i64 424
  %73 = getelementptr inbounds i8, ptr %11, i64 112
  %74 = getelementptr inbounds i8, ptr %11, i64 408
  %75 = getelementptr inbounds i8, ptr %11, i64 8
  %76 = getelementptr inbounds i8, ptr %11, i64 400
  %77 = getelementptr inbounds i8, ptr %11, i64 16
  %78 = getelementptr inbounds i8, ptr %11, i64 24
  br label %79

79:
  %80 = phi i32 [ %8, %14 ], [ %260, %258 ]
  %81 = call i32 @"llvm.cttz.i32"(i32 %80, i1 true)
  %82 = extractelement <32 x i64> %5, i32 %81
  %83 = extractelement <32 x i64> %6, i32 %81
  %84 = icmp ult i64 %82, 16
  %85 = icmp ult i64 %83, 16
  %86 = select i1 %84, i1 %85, i1 false
  br i1 %86, label %88, label %87

87:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 20, i32 %81)
  br label %258

88:
  %89 = add i64 %82, %83
  %90 = extractelement <32 x i64> %4, i32 %81
  %91 = icmp ugt i64 %89, %90
  br i1 %91, label %92, label %93

92:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 20, i32 %81)
  br label %258

93:
  %94 = extractelement <32 x i64> %2, i32 %81
  %95 = extractelement <32 x i64> %7, i32 %81
  %96 = extractelement <32 x i64> %3, i32 %81
  %97 = select i1 %31, i64 %96, i64 %94
  %98 = select i1 %31, i64 %94, i64 %96
  %99 = sub i64 %90, %89
  %100 = and i64 %90, 15
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %103, label %102, !prof !2

102:
  call void @"ks.fault"(ptr %0, i64 12, i64 %1, i64 %90, i32 %81)
  br label %138

103:
  %104 = and i64 %94, 15
  %105 = icmp eq i64 %104, 0
  br i1 %105, label %107, label %106, !prof !2

106:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %94, i32 %81)
  br label %138

107:
  %108 = and i64 %96, 15
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %111, label %110, !prof !2

110:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %96, i32 %81)
  br label %138

111:
  br i1 %33, label %112, label %114

112:
  %113 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %94, i64 %90, i32 %81)
  br label %135

114:
  %115 = shl i64 %97, 40
  %116 = ashr exact i64 %115, 40
  %117 = icmp eq i64 %97, %116
  br i1 %117, label %124, label %118

118:
  %119 = sub i64 %97, %116
  %120 = load i64, ptr %34, align 8
  %121 = shl i64 %120, 24
  %122 = icmp eq i64 %119, %121
  %123 = select i1 %122, i64 %116, i64 %97
  br label %124

124:
  %125 = phi i64 [ %97, %114 ], [ %123, %118 ]
  %126 = load i64, ptr %35, align 8
  %127 = icmp uge i64 %125, %126
  %128 = add i64 %125, %90
  %129 = icmp ugt i64 %128, %126
  %130 = or i1 %127, %129
  br i1 %130, label %131, label %132, !prof !3

131:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %125, i32 %81)
  br label %138

132:
  %133 = load i64, ptr %36, align 8
  %134 = add i64 %133, %125
  br label %135

135:
  %136 = phi i64 [ %134, %132 ], [ %113, %112 ]
  %137 = icmp eq i64 %136, 0
  br i1 %137, label %138, label %166

138:
  %139 = load i64, ptr %46, align 8
  %140 = icmp eq i64 %139, 0
  %141 = or i1 %31, %140
  br i1 %141, label %165, label %142

142:
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 448, i1 false)
  store i64 %1, ptr %71, align 8
  store i64 1, ptr %72, align 8
  store i64 1, ptr %73, align 8
  store i64 4611686018427387904, ptr %74, align 8
  br label %143

143:
  %144 = phi i64 [ 0, %142 ], [ %151, %143 ]
  %145 = icmp ne i64 %144, 0
  %146 = zext i1 %145 to i64
  %147 = getelementptr inbounds i64, ptr %11, i64 %144
  %148 = getelementptr inbounds i8, ptr %147, i64 256
  store i64 %146, ptr %148, align 8
  %149 = getelementptr inbounds i8, ptr %147, i64 136
  store i64 %146, ptr %149, align 8
  %150 = getelementptr inbounds i8, ptr %147, i64 176
  store i64 1, ptr %150, align 8
  %151 = add i64 %144, 1
  %152 = icmp ult i64 %144, 4
  br i1 %152, label %143, label %153

153:
  %154 = load i64, ptr %50, align 8
  %155 = shl i64 %154, 5
  %156 = zext i32 %81 to i64
  %157 = or i64 %155, %156
  store i64 1, ptr %75, align 8
  store i64 %157, ptr %76, align 8
  %158 = and i64 %95, 7
  %159 = icmp eq i64 %158, 0
  br i1 %159, label %161, label %160, !prof !2

160:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %95, i32 %81)
  br label %165

161:
  %162 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %95, i64 8, i32 %81)
  store i64 %162, ptr %77, align 8
  store i64 0, ptr %78, align 8
  %163 = icmp eq i64 %162, 0
  br i1 %163, label %165, label %164

164:
  store i64 %90, ptr %70, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %11)
  br label %165

165:
  br label %257

166:
  br i1 %38, label %180, label %167

167:
  %168 = or i64 %98, %82
  %169 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %168, i64 %99, i32 %81)
  %170 = icmp eq i64 %169, 0
  br i1 %170, label %201, label %171

171:
  %172 = load i64, ptr %39, align 8
  %173 = inttoptr i64 %172 to ptr
  %174 = lshr i64 %169, 38
  %175 = and i64 %174, 67108860
  %176 = getelementptr inbounds i64, ptr %173, i64 %175
  %177 = getelementptr inbounds i8, ptr %176, i64 8
  %178 = load i64, ptr %177, align 8
  %179 = add i64 %178, %169
  br label %201

180:
  %181 = shl i64 %98, 40
  %182 = ashr exact i64 %181, 40
  %183 = icmp eq i64 %98, %182
  br i1 %183, label %190, label %184

184:
  %185 = sub i64 %98, %182
  %186 = load i64, ptr %34, align 8
  %187 = shl i64 %186, 24
  %188 = icmp eq i64 %185, %187
  %189 = select i1 %188, i64 %182, i64 %98
  br label %190

190:
  %191 = phi i64 [ %98, %180 ], [ %189, %184 ]
  %192 = load i64, ptr %35, align 8
  %193 = icmp uge i64 %191, %192
  %194 = add i64 %191, %90
  %195 = icmp ugt i64 %194, %192
  %196 = or i1 %193, %195
  br i1 %196, label %197, label %198, !prof !3

197:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %191, i32 %81)
  br label %201

198:
  %199 = load i64, ptr %36, align 8
  %200 = add i64 %199, %191
  br label %201

201:
  %202 = phi i64 [ %179, %171 ], [ 0, %167 ], [ %200, %198 ], [ 0, %197 ]
  %203 = phi i64 [ %169, %171 ], [ 0, %167 ], [ 0, %198 ], [ 0, %197 ]
  call void @"llvm.memset.p0.i64"(ptr align 8 %12, i8 0, i64 448, i1 false)
  store i64 %99, ptr %40, align 8
  store i64 %1, ptr %41, align 8
  store i64 1, ptr %42, align 8
  store i64 1, ptr %43, align 8
  %204 = icmp ne i64 %90, %89
  %205 = zext i1 %204 to i64
  store i64 %205, ptr %44, align 8
  store i64 4611686018427387904, ptr %45, align 8
  br label %206

206:
  %207 = phi i64 [ 0, %201 ], [ %214, %206 ]
  %208 = icmp eq i64 %207, 0
  %209 = select i1 %208, i64 %99, i64 1
  %210 = getelementptr inbounds i64, ptr %12, i64 %207
  %211 = getelementptr inbounds i8, ptr %210, i64 256
  store i64 %209, ptr %211, align 8
  %212 = getelementptr inbounds i8, ptr %210, i64 136
  store i64 %209, ptr %212, align 8
  %213 = getelementptr inbounds i8, ptr %210, i64 176
  store i64 1, ptr %213, align 8
  %214 = add i64 %207, 1
  %215 = icmp ult i64 %207, 4
  br i1 %215, label %206, label %216

216:
  br i1 %38, label %219, label %217

217:
  %218 = icmp eq i64 %203, 0
  br i1 %218, label %221, label %230

219:
  %220 = icmp eq i64 %202, 0
  br i1 %220, label %221, label %230

221:
  %222 = load i64, ptr %46, align 8
  %223 = icmp eq i64 %222, 0
  %224 = or i1 %31, %223
  br i1 %224, label %257, label %225

225:
  store i64 0, ptr %47, align 8
  store i64 0, ptr %48, align 8
  store i64 1, ptr %49, align 8
  %226 = load i64, ptr %50, align 8
  %227 = shl i64 %226, 5
  %228 = zext i32 %81 to i64
  %229 = or i64 %227, %228
  store i64 %30, ptr %51, align 8
  store i64 %229, ptr %52, align 8
  br label %235

230:
  %231 = load i64, ptr %50, align 8
  %232 = shl i64 %231, 5
  %233 = zext i32 %81 to i64
  %234 = or i64 %232, %233
  store i64 %30, ptr %51, align 8
  store i64 %234, ptr %52, align 8
  br i1 %31, label %243, label %235

235:
  %236 = and i64 %95, 7
  %237 = icmp eq i64 %236, 0
  br i1 %237, label %239, label %238, !prof !2

238:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %95, i32 %81)
  br label %241

239:
  %240 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %95, i64 8, i32 %81)
  br label %241

241:
  %242 = phi i64 [ 0, %238 ], [ %240, %239 ]
  store i64 %242, ptr %53, align 8
  br label %250

243:
  %244 = add i64 %234, 1
  store i64 %244, ptr %53, align 8
  %245 = load i64, ptr %54, align 8
  %246 = inttoptr i64 %245 to ptr
  %247 = getelementptr inbounds i8, ptr %246, i64 64
  %248 = getelementptr inbounds i64, ptr %247, i64 %234
  %249 = load i64, ptr %248, align 8
  br label %250

250:
  %251 = phi i64 [ %244, %243 ], [ %242, %241 ]
  %252 = phi i64 [ %249, %243 ], [ 0, %241 ]
  store i64 %252, ptr %55, align 8
  %253 = icmp eq i64 %251, 0
  br i1 %253, label %257, label %254

254:
  store i64 %90, ptr %40, align 8
  store i64 ptrtoint (ptr @"ks.bulk_copy" to i64), ptr %12, align 8
  store i64 %57, ptr %58, align 8
  store i64 %203, ptr %59, align 8
  store i64 1, ptr %60, align 8
  store i64 %64, ptr %65, align 8
  store i64 %202, ptr %66, align 8
  %255 = add i64 %136, %82
  store i64 %255, ptr %67, align 8
  %256 = or i64 %97, %82
  store i64 %256, ptr %68, align 8
  store i64 0, ptr %69, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %12)
  br label %257

257:
  br label %258

258:
  %259 = add i32 %80, -1
  %260 = and i32 %259, %80
  %261 = icmp eq i32 %260, 0
  br i1 %261, label %262, label %79

262:
  ret void
}
define weak_odr void @"ks.bulk_masked"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, <32 x i64> %4, <32 x i64> %5, i32 %6, i64 %7) {
  %9 = alloca [56 x i64], align 8
  %10 = alloca [56 x i64], align 8
  %11 = icmp eq i32 %6, 0
  br i1 %11, label %236, label %12

12:
  %13 = getelementptr inbounds i8, ptr %0, i64 448
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = mul i64 %1, 72
  %17 = getelementptr inbounds i8, ptr %15, i64 %16
  %18 = load i64, ptr %17, align 8
  %19 = add i64 %18, 1
  store i64 %19, ptr %17, align 8
  %20 = call i32 @"llvm.ctpop.i32"(i32 %6)
  %21 = zext i32 %20 to i64
  %22 = load i64, ptr %13, align 8
  %23 = inttoptr i64 %22 to ptr
  %24 = getelementptr inbounds i8, ptr %23, i64 %16
  %25 = getelementptr inbounds i8, ptr %24, i64 40
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, %21
  store i64 %27, ptr %25, align 8
  %28 = and i64 %7, 1
  %29 = icmp eq i64 %28, 0
  %30 = and i64 %7, 5
  %31 = icmp eq i64 %30, 1
  %32 = getelementptr inbounds i8, ptr %0, i64 344
  %33 = getelementptr inbounds i8, ptr %0, i64 64
  %34 = getelementptr inbounds i8, ptr %0, i64 472
  %35 = and i64 %7, 2
  %36 = icmp eq i64 %35, 0
  %37 = getelementptr inbounds i8, ptr %0, i64 440
  %38 = getelementptr inbounds i8, ptr %10, i64 32
  %39 = getelementptr inbounds i8, ptr %10, i64 40
  %40 = getelementptr inbounds i8, ptr %10, i64 424
  %41 = getelementptr inbounds i8, ptr %10, i64 112
  %42 = getelementptr inbounds i8, ptr %10, i64 128
  %43 = getelementptr inbounds i8, ptr %10, i64 408
  %44 = getelementptr inbounds i8, ptr %0, i64 376
  %45 = getelementptr inbounds i8, ptr %10, i64 120
  %46 = getelementptr inbounds i8, ptr %10, i64 256
  %47 = getelementptr inbounds i8, ptr %10, i64 352
  %48 = getelementptr inbounds i8, ptr %0, i64 120
  %49 = getelementptr inbounds i8, ptr %10, i64 8
  %50 = getelementptr inbounds i8, ptr %10, i64 400
  %51 = getelementptr inbounds i8, ptr %10, i64 16
  %52 = getelementptr inbounds i8, ptr %0, i64 496
  %53 = getelementptr inbounds i8, ptr %10, i64 24
  %54 = lshr i64 %7, 12
  %55 = and i64 %54, 3
  %56 = getelementptr inbounds i8, ptr %10, i64 48
  %57 = getelementptr inbounds i8, ptr %10, i64 56
  %58 = getelementptr inbounds i8, ptr %10, i64 64
  %59 = trunc i64 %7 to i32
  %60 = lshr i32 %59, 3
  %61 = and i32 %60, 1
  %62 = zext i32 %61 to i64
  %63 = getelementptr inbounds i8, ptr %10, i64 72
  %64 = getelementptr inbounds i8, ptr %10, i64 80
  %65 = getelementptr inbounds i8, ptr %10, i64 88
  %66 = getelementptr inbounds i8, ptr %10, i64 96
  %67 = getelementptr inbounds i8, ptr %10, i64 432
  %68 = getelementptr inbounds i8, ptr %9, i64 32
  %69 = getelementptr inbounds i8, ptr %9, i64 40
  %70 = getelementptr inbounds i8, ptr %9, i64 424
  %71 = getelementptr inbounds i8, ptr %9, i64 112
  %72 = getelementptr inbounds i8, ptr %9, i64 408
  %73 = getelementptr inbounds i8, ptr %9, i64 8
  %74 = getelementptr inbounds i8, ptr %9, i64 400
  %75 = getelementptr inbounds i8, ptr %9, i64 16
  %76 = getelementptr inbounds i8, ptr %9, i64 24
  br label %77

77:
  %78 = phi i32 [ %6, %12 ], [ %234, %232 ]
  %79 = call i32 @"llvm.cttz.i32"(i32 %78, i1 true)
  %80 = extractelement <32 x i64> %4, i32 %79
  %81 = extractelement <32 x i64> %5, i32 %79
  %82 = icmp eq i64 %81, 0
  %83 = extractelement <32 x i64> %2, i32 %79
  %84 = extractelement <32 x i64> %3, i32 %79
  %85 = select i1 %29, i64 %84, i64 %83
  %86 = select i1 %29, i64 %83, i64 %84
  %87 = select i1 %82, i64 0, i64 %80
  %88 = and i64 %80, 15
  %89 = icmp eq i64 %88, 0
  br i1 %89, label %91, label %90, !prof !2

90:
  call void @"ks.fault"(ptr %0, i64 12, i64 %1, i64 %80, i32 %79)
  br label %126

91:
  %92 = and i64 %83, 15
  %93 = icmp eq i64 %92, 0
  br i1 %93, label %95, label %94, !prof !2

94:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %83, i32 %79)
  br label %126

95:
  %96 = and i64 %84, 15
  %97 = icmp eq i64 %96, 0
  br i1 %97, label %99, label %98, !prof !2

98:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %84, i32 %79)
  br label %126

99:
  br i1 %31, label %100, label %102

100:
  %101 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %83, i64 %80, i32 %79)
  br label %123

102:
  %103 = shl i64 %85, 40
  %104 = ashr exact i64 %103, 40
  %105 = icmp eq i64 %85, %104
  br i1 %105, label %112, label %106

106:
  %107 = sub i64 %85, %104
  %108 = load i64, ptr %32, align 8
  %109 = shl i64 %108, 24
  %110 = icmp eq i64 %107, %109
  %111 = select i1 %110, i64 %104, i64 %85
  br label %112

112:
  %113 = phi i64 [ %85, %102 ], [ %111, %106 ]
  %114 = load i64, ptr %33, align 8
  %115 = icmp uge i64 %113, %114
  %116 = add i64 %113, %80
  %117 = icmp ugt i64 %116, %114
  %118 = or i1 %115, %117
  br i1 %118, label %119, label %120, !prof !3

119:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %113, i32 %79)
  br label %126

120:
  %121 = load i64, ptr %34, align 8
  %122 = add i64 %121, %113
  br label %123

123:
  %124 = phi i64 [ %122, %120 ], [ %101, %100 ]
  %125 = icmp eq i64 %124, 0
  br i1 %125, label %126, label %150

126:
  %127 = load i64, ptr %44, align 8
  %128 = icmp eq i64 %127, 0
  %129 = or i1 %29, %128
  br i1 %129, label %149, label %130

130:
  call void @"llvm.memset.p0.i64"(ptr align 8 %9, i8 0, i64 448, i1 false)
  store i64 %1, ptr %69, align 8
  store i64 1, ptr %70, align 8
  store i64 1, ptr %71, align 8
  store i64 4611686018427387904, ptr %72, align 8
  br label %131

131:
  %132 = phi i64 [ 0, %130 ], [ %139, %131 ]
  %133 = icmp ne i64 %132, 0
  %134 = zext i1 %133 to i64
  %135 = getelementptr inbounds i64, ptr %9, i64 %132
  %136 = getelementptr inbounds i8, ptr %135, i64 256
  store i64 %134, ptr %136, align 8
  %137 = getelementptr inbounds i8, ptr %135, i64 136
  store i64 %134, ptr %137, align 8
  %138 = getelementptr inbounds i8, ptr %135, i64 176
  store i64 1, ptr %138, align 8
  %139 = add i64 %132, 1
  %140 = icmp ult i64 %132, 4
  br i1 %140, label %131, label %141

141:
  %142 = load i64, ptr %48, align 8
  %143 = shl i64 %142, 5
  %144 = zext i32 %79 to i64
  %145 = or i64 %143, %144
  store i64 1, ptr %73, align 8
  store i64 %145, ptr %74, align 8
  %146 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 0, i64 8, i32 %79)
  store i64 %146, ptr %75, align 8
  store i64 0, ptr %76, align 8
  %147 = icmp eq i64 %146, 0
  br i1 %147, label %149, label %148

148:
  store i64 %80, ptr %68, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %9)
  br label %149

149:
  br label %232

150:
  br i1 %36, label %163, label %151

151:
  %152 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %86, i64 %87, i32 %79)
  %153 = icmp eq i64 %152, 0
  br i1 %153, label %184, label %154

154:
  %155 = load i64, ptr %37, align 8
  %156 = inttoptr i64 %155 to ptr
  %157 = lshr i64 %152, 38
  %158 = and i64 %157, 67108860
  %159 = getelementptr inbounds i64, ptr %156, i64 %158
  %160 = getelementptr inbounds i8, ptr %159, i64 8
  %161 = load i64, ptr %160, align 8
  %162 = add i64 %161, %152
  br label %184

163:
  %164 = shl i64 %86, 40
  %165 = ashr exact i64 %164, 40
  %166 = icmp eq i64 %86, %165
  br i1 %166, label %173, label %167

167:
  %168 = sub i64 %86, %165
  %169 = load i64, ptr %32, align 8
  %170 = shl i64 %169, 24
  %171 = icmp eq i64 %168, %170
  %172 = select i1 %171, i64 %165, i64 %86
  br label %173

173:
  %174 = phi i64 [ %86, %163 ], [ %172, %167 ]
  %175 = load i64, ptr %33, align 8
  %176 = icmp uge i64 %174, %175
  %177 = add i64 %174, %80
  %178 = icmp ugt i64 %177, %175
  %179 = or i1 %176, %178
  br i1 %179, label %180, label %181, !prof !3

180:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %174, i32 %79)
  br label %184

181:
  %182 = load i64, ptr %34, align 8
  %183 = add i64 %182, %174
  br label %184

184:
  %185 = phi i64 [ %162, %154 ], [ 0, %151 ], [ %183, %181 ], [ 0, %180 ]
  %186 = phi i64 [ %152, %154 ], [ 0, %151 ], [ 0, %181 ], [ 0, %180 ]
  call void @"llvm.memset.p0.i64"(ptr align 8 %10, i8 0, i64 448, i1 false)
  store i64 %87, ptr %38, align 8
  store i64 %1, ptr %39, align 8
  store i64 1, ptr %40, align 8
  store i64 1, ptr %41, align 8
  %187 = icmp ne i64 %87, 0
  %188 = zext i1 %187 to i64
  store i64 %188, ptr %42, align 8
  store i64 4611686018427387904, ptr %43, align 8
  br label %189

189:
  %190 = phi i64 [ 0, %184 ], [ %197, %189 ]
  %191 = icmp eq i64 %190, 0
  %192 = select i1 %191, i64 %87, i64 1
  %193 = getelementptr inbounds i64, ptr %10, i64 %190
  %194 = getelementptr inbounds i8, ptr %193, i64 256
  store i64 %192, ptr %194, align 8
  %195 = getelementptr inbounds i8, ptr %193, i64 136
  store i64 %192, ptr %195, align 8
  %196 = getelementptr inbounds i8, ptr %193, i64 176
  store i64 1, ptr %196, align 8
  %197 = add i64 %190, 1
  %198 = icmp ult i64 %190, 4
  br i1 %198, label %189, label %199

199:
  br i1 %36, label %202, label %200

200:
  %201 = icmp eq i64 %186, 0
  br i1 %201, label %204, label %213

202:
  %203 = icmp eq i64 %185, 0
  br i1 %203, label %204, label %213

204:
  %205 = load i64, ptr %44, align 8
  %206 = icmp eq i64 %205, 0
  %207 = or i1 %29, %206
  br i1 %207, label %232, label %208

208:
  store i64 0, ptr %45, align 8
  store i64 0, ptr %46, align 8
  store i64 1, ptr %47, align 8
  %209 = load i64, ptr %48, align 8
  %210 = shl i64 %209, 5
  %211 = zext i32 %79 to i64
  %212 = or i64 %210, %211
  store i64 %28, ptr %49, align 8
  store i64 %212, ptr %50, align 8
  br label %218

213:
  %214 = load i64, ptr %48, align 8
  %215 = shl i64 %214, 5
  %216 = zext i32 %79 to i64
  %217 = or i64 %215, %216
  store i64 %28, ptr %49, align 8
  store i64 %217, ptr %50, align 8
  br i1 %29, label %220, label %218

218:
  %219 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 0, i64 8, i32 %79)
  store i64 %219, ptr %51, align 8
  br label %227

220:
  %221 = add i64 %217, 1
  store i64 %221, ptr %51, align 8
  %222 = load i64, ptr %52, align 8
  %223 = inttoptr i64 %222 to ptr
  %224 = getelementptr inbounds i8, ptr %223, i64 64
  %225 = getelementptr inbounds i64, ptr %224, i64 %217
  %226 = load i64, ptr %225, align 8
  br label %227

227:
  %228 = phi i64 [ %221, %220 ], [ %219, %218 ]
  %229 = phi i64 [ %226, %220 ], [ 0, %218 ]
  store i64 %229, ptr %53, align 8
  %230 = icmp eq i64 %228, 0
  br i1 %230, label %232, label %231

231:
  store i64 %80, ptr %38, align 8
  store i64 ptrtoint (ptr @"ks.bulk_copy" to i64), ptr %10, align 8
  store i64 %55, ptr %56, align 8
  store i64 %186, ptr %57, align 8
  store i64 1, ptr %58, align 8
  store i64 %62, ptr %63, align 8
  store i64 %185, ptr %64, align 8
  store i64 %124, ptr %65, align 8
  store i64 %85, ptr %66, align 8
  store i64 %81, ptr %67, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %10)
  br label %232

232:
  %233 = add i32 %78, -1
  %234 = and i32 %233, %78
  %235 = icmp eq i32 %234, 0
  br i1 %235, label %236, label %77

236:
  ret void
}
define weak_odr void @"ks.bulk_prefetch"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, i32 %4) {
  %6 = icmp eq i32 %4, 0
  br i1 %6, label %14, label %7

7:
  %8 = phi i32 [ %22, %20 ], [ %4, %5 ]
  %9 = call i32 @"llvm.cttz.i32"(i32 %8, i1 true)
  %10 = extractelement <32 x i64> %3, i32 %9
  %11 = and i64 %10, 15
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %15, label %13, !prof !2

13:
  call void @"ks.fault"(ptr %0, i64 12, i64 %1, i64 %10, i32 %9)
  br label %20

14:
  ret void

15:
  %16 = extractelement <32 x i64> %2, i32 %9
  %17 = and i64 %16, 15
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %20, label %19, !prof !2

19:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %16, i32 %9)
  br label %20

20:
  %21 = add i32 %8, -1
  %22 = and i32 %21, %8
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %14, label %7
}
define weak_odr void @"ks.bulk_remote"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, <32 x i64> %4, <32 x i64> %5, i32 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca [56 x i64], align 8
  %12 = alloca [56 x i64], align 8
  %13 = getelementptr inbounds i8, ptr %0, i64 448
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = mul i64 %1, 72
  %17 = getelementptr inbounds i8, ptr %15, i64 %16
  %18 = icmp ne i32 %6, 0
  %19 = zext i1 %18 to i64
  %20 = getelementptr inbounds i8, ptr %17, i64 56
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %21, %19
  store i64 %22, ptr %20, align 8
  %23 = call i64 @"ks.atomic_sectors"(<32 x i64> %2, i32 %6)
  %24 = getelementptr inbounds i8, ptr %17, i64 64
  %25 = load i64, ptr %24, align 8
  %26 = add i64 %25, %23
  store i64 %26, ptr %24, align 8
  %27 = call i32 @"llvm.ctpop.i32"(i32 %6)
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds i8, ptr %17, i64 40
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, %28
  store i64 %31, ptr %29, align 8
  call void @"llvm.memset.p0.i64"(ptr align 8 %12, i8 0, i64 448, i1 false)
  %32 = getelementptr inbounds i8, ptr %12, i64 32
  store i64 %8, ptr %32, align 8
  %33 = getelementptr inbounds i8, ptr %12, i64 40
  store i64 %1, ptr %33, align 8
  %34 = getelementptr inbounds i8, ptr %12, i64 424
  store i64 1, ptr %34, align 8
  %35 = getelementptr inbounds i8, ptr %12, i64 112
  store i64 1, ptr %35, align 8
  %36 = icmp ne i64 %8, 0
  %37 = zext i1 %36 to i64
  %38 = getelementptr inbounds i8, ptr %12, i64 128
  store i64 %37, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %12, i64 408
  store i64 4611686018427387904, ptr %39, align 8
  br label %64

40:
  %41 = icmp eq i32 %6, 0
  br i1 %41, label %81, label %42

42:
  %43 = add i64 %8, -1
  %44 = getelementptr inbounds i8, ptr %0, i64 120
  %45 = getelementptr inbounds i8, ptr %12, i64 8
  %46 = getelementptr inbounds i8, ptr %12, i64 400
  %47 = getelementptr inbounds i8, ptr %12, i64 16
  %48 = getelementptr inbounds i8, ptr %12, i64 24
  %49 = getelementptr inbounds i8, ptr %12, i64 88
  %50 = getelementptr inbounds i8, ptr %12, i64 352
  %51 = getelementptr inbounds i8, ptr %12, i64 336
  %52 = getelementptr inbounds i8, ptr %12, i64 344
  %53 = getelementptr inbounds i8, ptr %12, i64 48
  %54 = getelementptr inbounds i8, ptr %0, i64 376
  %55 = getelementptr inbounds i8, ptr %11, i64 32
  %56 = getelementptr inbounds i8, ptr %11, i64 40
  %57 = getelementptr inbounds i8, ptr %11, i64 424
  %58 = getelementptr inbounds i8, ptr %11, i64 112
  %59 = getelementptr inbounds i8, ptr %11, i64 408
  %60 = getelementptr inbounds i8, ptr %11, i64 8
  %61 = getelementptr inbounds i8, ptr %11, i64 400
  %62 = getelementptr inbounds i8, ptr %11, i64 16
  %63 = getelementptr inbounds i8, ptr %11, i64 24
  br label %74

64:
  %65 = phi i64 [ 0, %10 ], [ %72, %64 ]
  %66 = icmp eq i64 %65, 0
  %67 = select i1 %66, i64 %8, i64 1
  %68 = getelementptr inbounds i64, ptr %12, i64 %65
  %69 = getelementptr inbounds i8, ptr %68, i64 256
  store i64 %67, ptr %69, align 8
  %70 = getelementptr inbounds i8, ptr %68, i64 136
  store i64 %67, ptr %70, align 8
  %71 = getelementptr inbounds i8, ptr %68, i64 176
  store i64 1, ptr %71, align 8
  %72 = add i64 %65, 1
  %73 = icmp ult i64 %65, 4
  br i1 %73, label %64, label %40

74:
  %75 = phi i32 [ %6, %42 ], [ %130, %128 ]
  %76 = call i32 @"llvm.cttz.i32"(i32 %75, i1 true)
  %77 = extractelement <32 x i64> %2, i32 %76
  %78 = and i64 %77, %43
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %82, label %80, !prof !2

80:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %77, i32 %76)
  br label %85

81:
  ret void

82:
  %83 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %77, i64 %8, i32 %76)
  %84 = icmp eq i64 %83, 0
  br i1 %84, label %85, label %113

85:
  %86 = extractelement <32 x i64> %3, i32 %76
  %87 = load i64, ptr %54, align 8
  %88 = icmp eq i64 %87, 0
  br i1 %88, label %112, label %89

89:
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 448, i1 false)
  store i64 %1, ptr %56, align 8
  store i64 1, ptr %57, align 8
  store i64 1, ptr %58, align 8
  store i64 4611686018427387904, ptr %59, align 8
  br label %90

90:
  %91 = phi i64 [ 0, %89 ], [ %98, %90 ]
  %92 = icmp ne i64 %91, 0
  %93 = zext i1 %92 to i64
  %94 = getelementptr inbounds i64, ptr %11, i64 %91
  %95 = getelementptr inbounds i8, ptr %94, i64 256
  store i64 %93, ptr %95, align 8
  %96 = getelementptr inbounds i8, ptr %94, i64 136
  store i64 %93, ptr %96, align 8
  %97 = getelementptr inbounds i8, ptr %94, i64 176
  store i64 1, ptr %97, align 8
  %98 = add i64 %91, 1
  %99 = icmp ult i64 %91, 4
  br i1 %99, label %90, label %100

100:
  %101 = load i64, ptr %44, align 8
  %102 = shl i64 %101, 5
  %103 = zext i32 %76 to i64
  %104 = or i64 %102, %103
  store i64 1, ptr %60, align 8
  store i64 %104, ptr %61, align 8
  %105 = and i64 %86, 7
  %106 = icmp eq i64 %105, 0
  br i1 %106, label %108, label %107, !prof !2

107:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %86, i32 %76)
  br label %112

108:
  %109 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %86, i64 8, i32 %76)
  store i64 %109, ptr %62, align 8
  store i64 0, ptr %63, align 8
  %110 = icmp eq i64 %109, 0
  br i1 %110, label %112, label %111

111:
  store i64 %8, ptr %55, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %11)
  br label %112

112:
  br label %128

113:
  %114 = extractelement <32 x i64> %3, i32 %76
  %115 = load i64, ptr %44, align 8
  %116 = shl i64 %115, 5
  %117 = zext i32 %76 to i64
  %118 = or i64 %116, %117
  store i64 1, ptr %45, align 8
  store i64 %118, ptr %46, align 8
  %119 = and i64 %114, 7
  %120 = icmp eq i64 %119, 0
  br i1 %120, label %122, label %121, !prof !2

121:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %114, i32 %76)
  store i64 0, ptr %47, align 8
  store i64 0, ptr %48, align 8
  br label %128

122:
  %123 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %114, i64 8, i32 %76)
  store i64 %123, ptr %47, align 8
  store i64 0, ptr %48, align 8
  %124 = icmp eq i64 %123, 0
  br i1 %124, label %128, label %125

125:
  store i64 %83, ptr %49, align 8
  store i64 %7, ptr %12, align 8
  store i64 1, ptr %50, align 8
  %126 = extractelement <32 x i64> %4, i32 %76
  store i64 %126, ptr %51, align 8
  %127 = extractelement <32 x i64> %5, i32 %76
  store i64 %127, ptr %52, align 8
  store i64 %9, ptr %53, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %12)
  br label %128

128:
  %129 = add i32 %75, -1
  %130 = and i32 %129, %75
  %131 = icmp eq i32 %130, 0
  br i1 %131, label %81, label %74
}
define weak_odr void @"ks.bulk_await"(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7) {
  %9 = alloca [56 x i64], align 8
  %10 = getelementptr inbounds i8, ptr %9, i64 40
  %11 = getelementptr inbounds i8, ptr %9, i64 24
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 424, i1 false)
  store i64 %1, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %9, i64 424
  store i64 1, ptr %12, align 8
  %13 = getelementptr inbounds i8, ptr %9, i64 112
  store i64 1, ptr %13, align 8
  %14 = getelementptr inbounds i8, ptr %9, i64 408
  store i64 4611686018427387904, ptr %14, align 8
  br label %15

15:
  %16 = phi i64 [ 0, %8 ], [ %23, %15 ]
  %17 = icmp ne i64 %16, 0
  %18 = zext i1 %17 to i64
  %19 = getelementptr inbounds i64, ptr %9, i64 %16
  %20 = getelementptr inbounds i8, ptr %19, i64 256
  store i64 %18, ptr %20, align 8
  %21 = getelementptr inbounds i8, ptr %19, i64 136
  store i64 %18, ptr %21, align 8
  %22 = getelementptr inbounds i8, ptr %19, i64 176
  store i64 1, ptr %22, align 8
  %23 = add i64 %16, 1
  %24 = icmp ult i64 %16, 4
  br i1 %24, label %15, label %25

25:
  store i64 %7, ptr %9, align 8
  %26 = getelementptr inbounds i8, ptr %9, i64 360
  store i64 1, ptr %26, align 8
  %27 = getelementptr inbounds i8, ptr %9, i64 8
  store i64 1, ptr %27, align 8
  %28 = getelementptr inbounds i8, ptr %9, i64 400
  store i64 %2, ptr %28, align 8
  %29 = getelementptr inbounds i8, ptr %9, i64 16
  store i64 %3, ptr %29, align 8
  %30 = getelementptr inbounds i8, ptr %9, i64 368
  store i64 %4, ptr %30, align 8
  %31 = getelementptr inbounds i8, ptr %9, i64 376
  store i64 %5, ptr %31, align 8
  %32 = getelementptr inbounds i8, ptr %9, i64 384
  store i64 %6, ptr %32, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %9)
  ret void
}
define weak_odr void @"ks.bulk_put_answer"(ptr byval({ ptr, i64, i32 }) align 8 %0, ptr %1, i64 %2, i64 %3) {
  %5 = alloca [56 x i64], align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  call void @"llvm.memset.p0.i64"(ptr align 8 %1, i8 0, i64 448, i1 false)
  %8 = getelementptr inbounds i8, ptr %1, i64 32
  store i64 16, ptr %8, align 8
  %9 = getelementptr inbounds i8, ptr %1, i64 40
  store i64 %7, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %1, i64 424
  store i64 1, ptr %10, align 8
  %11 = getelementptr inbounds i8, ptr %1, i64 112
  store i64 1, ptr %11, align 8
  %12 = getelementptr inbounds i8, ptr %1, i64 128
  store i64 1, ptr %12, align 8
  %13 = getelementptr inbounds i8, ptr %1, i64 408
  store i64 4611686018427387904, ptr %13, align 8
  br label %14

14:
  %15 = phi i64 [ 0, %4 ], [ %22, %14 ]
  %16 = icmp eq i64 %15, 0
  %17 = select i1 %16, i64 16, i64 1
  %18 = getelementptr inbounds i64, ptr %1, i64 %15
  %19 = getelementptr inbounds i8, ptr %18, i64 256
  store i64 %17, ptr %19, align 8
  %20 = getelementptr inbounds i8, ptr %18, i64 136
  store i64 %17, ptr %20, align 8
  %21 = getelementptr inbounds i8, ptr %18, i64 176
  store i64 1, ptr %21, align 8
  %22 = add i64 %15, 1
  %23 = icmp ult i64 %15, 4
  br i1 %23, label %14, label %24

24:
  %25 = and i64 %2, 15
  %26 = icmp eq i64 %25, 0
  %27 = load ptr, ptr %0, align 8
  %28 = getelementptr inbounds i8, ptr %0, i64 16
  %29 = load i32, ptr %28, align 8
  br i1 %26, label %31, label %30, !prof !2

30:
  call void @"ks.fault"(ptr %27, i64 2, i64 %7, i64 %2, i32 %29)
  br label %34

31:
  %32 = call i64 @"ks.cluster_host"(ptr %27, i64 %7, i64 %2, i64 16, i32 %29)
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %34, label %72

34:
  %35 = getelementptr inbounds i8, ptr %27, i64 376
  %36 = load i64, ptr %35, align 8
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %71, label %38

38:
  %39 = getelementptr inbounds i8, ptr %5, i64 32
  %40 = getelementptr inbounds i8, ptr %5, i64 40
  call void @"llvm.memset.p0.i64"(ptr align 8 %5, i8 0, i64 448, i1 false)
  store i64 %7, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %5, i64 424
  store i64 1, ptr %41, align 8
  %42 = getelementptr inbounds i8, ptr %5, i64 112
  store i64 1, ptr %42, align 8
  %43 = getelementptr inbounds i8, ptr %5, i64 408
  store i64 4611686018427387904, ptr %43, align 8
  br label %44

44:
  %45 = phi i64 [ 0, %38 ], [ %52, %44 ]
  %46 = icmp ne i64 %45, 0
  %47 = zext i1 %46 to i64
  %48 = getelementptr inbounds i64, ptr %5, i64 %45
  %49 = getelementptr inbounds i8, ptr %48, i64 256
  store i64 %47, ptr %49, align 8
  %50 = getelementptr inbounds i8, ptr %48, i64 136
  store i64 %47, ptr %50, align 8
  %51 = getelementptr inbounds i8, ptr %48, i64 176
  store i64 1, ptr %51, align 8
  %52 = add i64 %45, 1
  %53 = icmp ult i64 %45, 4
  br i1 %53, label %44, label %54

54:
  %55 = getelementptr inbounds i8, ptr %27, i64 120
  %56 = load i64, ptr %55, align 8
  %57 = shl i64 %56, 5
  %58 = zext i32 %29 to i64
  %59 = add i64 %57, %58
  %60 = getelementptr inbounds i8, ptr %5, i64 8
  store i64 1, ptr %60, align 8
  %61 = getelementptr inbounds i8, ptr %5, i64 400
  store i64 %59, ptr %61, align 8
  %62 = and i64 %3, 7
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %65, label %64, !prof !2

64:
  call void @"ks.fault"(ptr %27, i64 2, i64 %7, i64 %3, i32 %29)
  br label %71

65:
  %66 = call i64 @"ks.cluster_host"(ptr %27, i64 %7, i64 %3, i64 8, i32 %29)
  %67 = getelementptr inbounds i8, ptr %5, i64 16
  store i64 %66, ptr %67, align 8
  %68 = getelementptr inbounds i8, ptr %5, i64 24
  store i64 0, ptr %68, align 8
  %69 = icmp eq i64 %66, 0
  br i1 %69, label %71, label %70

70:
  store i64 16, ptr %39, align 8
  call void @"ks.bulk_push"(ptr %27, ptr %5)
  br label %71

71:
  br label %91

72:
  %73 = getelementptr inbounds i8, ptr %27, i64 120
  %74 = load i64, ptr %73, align 8
  %75 = shl i64 %74, 5
  %76 = zext i32 %29 to i64
  %77 = add i64 %75, %76
  %78 = getelementptr inbounds i8, ptr %1, i64 8
  store i64 1, ptr %78, align 8
  %79 = getelementptr inbounds i8, ptr %1, i64 400
  store i64 %77, ptr %79, align 8
  %80 = and i64 %3, 7
  %81 = icmp eq i64 %80, 0
  %82 = getelementptr inbounds i8, ptr %1, i64 16
  %83 = getelementptr inbounds i8, ptr %1, i64 24
  br i1 %81, label %85, label %84, !prof !2

84:
  call void @"ks.fault"(ptr %27, i64 2, i64 %7, i64 %3, i32 %29)
  store i64 0, ptr %82, align 8
  store i64 0, ptr %83, align 8
  br label %91

85:
  %86 = call i64 @"ks.cluster_host"(ptr %27, i64 %7, i64 %3, i64 8, i32 %29)
  store i64 %86, ptr %82, align 8
  store i64 0, ptr %83, align 8
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %91, label %88

88:
  %89 = getelementptr inbounds i8, ptr %1, i64 88
  store i64 %32, ptr %89, align 8
  store i64 ptrtoint (ptr @"ks.bulk_copy" to i64), ptr %1, align 8
  %90 = getelementptr inbounds i8, ptr %1, i64 352
  store i64 1, ptr %90, align 8
  br label %91

91:
  ret void
}
define weak_odr void @"ks.bulk_arrival"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4, i64 %5, i64 %6, i64 %7, i1 %8) {
  %10 = alloca [32 x i64], align 8
  %11 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 8, i1 %8, ptr %10)
  %12 = icmp ne i32 %3, 0
  %13 = and i1 %12, %11
  br i1 %13, label %14, label %32

14:
  %15 = getelementptr inbounds i8, ptr %0, i64 120
  %16 = shl i64 %6, 32
  br label %17

17:
  %18 = phi i32 [ %3, %14 ], [ %30, %17 ]
  %19 = call i32 @"llvm.cttz.i32"(i32 %18, i1 true)
  %20 = load i64, ptr %15, align 8
  %21 = shl i64 %20, 5
  %22 = zext i32 %19 to i64
  %23 = or i64 %21, %22
  %24 = getelementptr inbounds i64, ptr %10, i64 %22
  %25 = load i64, ptr %24, align 8
  %26 = shl i32 1, %19
  %27 = zext i32 %26 to i64
  %28 = or i64 %16, %27
  call void @"ks.bulk_await"(ptr %0, i64 %1, i64 %23, i64 %25, i64 %4, i64 %5, i64 %28, i64 %7)
  %29 = add i32 %18, -1
  %30 = and i32 %29, %18
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %32, label %17

32:
  ret void
}
define weak_odr void @"ks.bulk_commit"(ptr %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %23, label %4

4:
  %5 = getelementptr inbounds i8, ptr %0, i64 120
  %6 = getelementptr inbounds i8, ptr %0, i64 496
  br label %7

7:
  %8 = phi i32 [ %1, %4 ], [ %21, %7 ]
  %9 = call i32 @"llvm.cttz.i32"(i32 %8, i1 true)
  %10 = load i64, ptr %5, align 8
  %11 = zext i32 %9 to i64
  %12 = load i64, ptr %6, align 8
  %13 = inttoptr i64 %12 to ptr
  %14 = getelementptr inbounds i8, ptr %13, i64 64
  %15 = shl i64 %10, 8
  %16 = getelementptr inbounds i8, ptr %14, i64 %15
  %17 = getelementptr inbounds i64, ptr %16, i64 %11
  %18 = load i64, ptr %17, align 8
  %19 = add i64 %18, 1
  store i64 %19, ptr %17, align 8
  %20 = add i32 %8, -1
  %21 = and i32 %20, %8
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %7

23:
  ret void
}
define weak_odr void @"ks.bulk_wait"(ptr %0, i32 %1, i64 %2, i1 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 496
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  %10 = icmp eq i32 %1, 0
  %11 = or i1 %9, %10
  br i1 %11, label %34, label %12

12:
  %13 = getelementptr inbounds i8, ptr %0, i64 120
  br label %14

14:
  %15 = phi i32 [ %1, %12 ], [ %32, %30 ]
  %16 = call i32 @"llvm.cttz.i32"(i32 %15, i1 true)
  %17 = load i64, ptr %13, align 8
  %18 = shl i64 %17, 5
  %19 = zext i32 %16 to i64
  %20 = or i64 %18, %19
  %21 = load i64, ptr %5, align 8
  %22 = inttoptr i64 %21 to ptr
  %23 = getelementptr inbounds i8, ptr %22, i64 64
  %24 = getelementptr inbounds i64, ptr %23, i64 %20
  %25 = load i64, ptr %24, align 8
  %26 = sub i64 %25, %2
  %27 = add i64 %20, 1
  br i1 %3, label %28, label %29

28:
  call void @"ks.bulk_read"(ptr %0, i64 %27, i64 %26)
  br label %30

29:
  call void @"ks.bulk_deliver"(ptr %0, i64 %27, i64 %26)
  br label %30

30:
  %31 = add i32 %15, -1
  %32 = and i32 %31, %15
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %34, label %14

34:
  ret void
}
define weak_odr void @"ks.bulk_boxes"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, <32 x i64> %4, <32 x i64> %5, ptr %6, i32 %7, i64 %8, ptr %9) {
  %11 = alloca [56 x i64], align 8
  %12 = alloca [56 x i64], align 8
  %13 = alloca [56 x i64], align 8
  %14 = alloca [56 x i64], align 8
  %15 = alloca [5 x i64], align 8
  %16 = alloca [5 x i64], align 8
  %17 = alloca [5 x i64], align 8
  %18 = alloca [5 x i64], align 8
  %19 = alloca [5 x i64], align 8
  %20 = alloca [5 x i64], align 8
  %21 = alloca [5 x i64], align 8
  %22 = alloca [56 x i64], align 8
  %23 = alloca [5 x i64], align 8
  %24 = alloca [5 x i64], align 8
  %25 = alloca { i64, i64, i64, i64, i64, i64, i64, [5 x i64], [5 x i64], [5 x i64], [5 x i64] }, align 8
  %26 = icmp eq i32 %7, 0
  br i1 %26, label %1779, label %27

27:
  %28 = getelementptr inbounds i8, ptr %0, i64 448
  %29 = load i64, ptr %28, align 8
  %30 = inttoptr i64 %29 to ptr
  %31 = mul i64 %1, 72
  %32 = getelementptr inbounds i8, ptr %30, i64 %31
  %33 = load i64, ptr %32, align 8
  %34 = add i64 %33, 1
  store i64 %34, ptr %32, align 8
  %35 = call i32 @"llvm.ctpop.i32"(i32 %7)
  %36 = zext i32 %35 to i64
  %37 = load i64, ptr %28, align 8
  %38 = inttoptr i64 %37 to ptr
  %39 = getelementptr inbounds i8, ptr %38, i64 %31
  %40 = getelementptr inbounds i8, ptr %39, i64 40
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %41, %36
  store i64 %42, ptr %40, align 8
  %43 = and i64 %8, 8
  %44 = icmp eq i64 %43, 0
  %45 = getelementptr inbounds i8, ptr %0, i64 336
  %46 = and i64 %8, 256
  %47 = icmp eq i64 %46, 0
  %48 = and i64 %8, 1
  %49 = icmp ne i64 %48, 0
  %50 = icmp eq i64 %48, 0
  %51 = getelementptr inbounds i8, ptr %0, i64 344
  %52 = and i64 %8, 4
  %53 = icmp eq i64 %52, 0
  %54 = trunc i64 %8 to i32
  %55 = lshr i32 %54, 8
  %56 = and i32 %55, 1
  %57 = zext i32 %56 to i64
  %58 = and i64 %8, 128
  %59 = icmp ne i64 %58, 0
  %60 = lshr i64 %8, 16
  %61 = and i64 %60, 7
  %62 = select i1 %59, i64 5, i64 %61
  %63 = getelementptr inbounds i8, ptr %0, i64 440
  %64 = and i64 %8, 64
  %65 = icmp eq i64 %64, 0
  %66 = and i64 %8, 32
  %67 = icmp eq i64 %66, 0
  %68 = lshr i32 %54, 4
  %69 = and i32 %68, 1
  %70 = zext i32 %69 to i64
  %71 = select i1 %67, i64 %70, i64 2
  %72 = add i64 %61, -1
  %73 = getelementptr inbounds i8, ptr %25, i64 8
  %74 = getelementptr inbounds i8, ptr %25, i64 24
  %75 = getelementptr inbounds i8, ptr %25, i64 32
  %76 = getelementptr inbounds i8, ptr %25, i64 40
  %77 = getelementptr inbounds i8, ptr %25, i64 48
  %78 = icmp eq i64 %61, 0
  %79 = getelementptr inbounds i8, ptr %25, i64 56
  %80 = getelementptr inbounds i8, ptr %25, i64 136
  %81 = getelementptr inbounds i8, ptr %25, i64 176
  %82 = getelementptr inbounds i8, ptr %25, i64 16
  %83 = getelementptr inbounds i8, ptr %21, i64 8
  %84 = getelementptr inbounds i8, ptr %25, i64 96
  %85 = icmp eq i64 %62, 0
  %86 = and i64 %8, 16
  %87 = icmp eq i64 %86, 0
  %88 = add i64 %62, -2
  %89 = select i1 %87, i64 0, i64 %88
  %90 = select i1 %67, i64 %89, i64 2
  %91 = icmp eq i64 %90, 0
  %92 = select i1 %65, i64 511, i64 31
  %93 = getelementptr inbounds i8, ptr %24, i64 8
  %94 = getelementptr inbounds i8, ptr %25, i64 104
  %95 = select i1 %87, i64 %61, i64 2
  %96 = icmp ugt i64 %95, 1
  %97 = getelementptr inbounds i8, ptr %0, i64 64
  %98 = getelementptr inbounds i8, ptr %0, i64 472
  %99 = getelementptr inbounds i8, ptr %25, i64 144
  %100 = getelementptr inbounds i8, ptr %25, i64 64
  %101 = icmp ugt i64 %61, 2
  %102 = getelementptr inbounds i8, ptr %23, i64 8
  %103 = getelementptr inbounds i8, ptr %19, i64 8
  %104 = getelementptr inbounds i8, ptr %0, i64 376
  %105 = getelementptr inbounds i8, ptr %13, i64 32
  %106 = getelementptr inbounds i8, ptr %13, i64 40
  %107 = getelementptr inbounds i8, ptr %13, i64 424
  %108 = getelementptr inbounds i8, ptr %13, i64 112
  %109 = getelementptr inbounds i8, ptr %13, i64 128
  %110 = getelementptr inbounds i8, ptr %13, i64 408
  %111 = getelementptr inbounds i8, ptr %0, i64 120
  %112 = getelementptr inbounds i8, ptr %13, i64 8
  %113 = getelementptr inbounds i8, ptr %13, i64 400
  %114 = getelementptr inbounds i8, ptr %13, i64 16
  %115 = getelementptr inbounds i8, ptr %0, i64 496
  %116 = getelementptr inbounds i8, ptr %13, i64 24
  %117 = icmp eq ptr %9, null
  %118 = lshr i64 %8, 12
  %119 = and i64 %118, 3
  %120 = getelementptr inbounds i8, ptr %13, i64 48
  %121 = getelementptr inbounds i8, ptr %13, i64 56
  %122 = getelementptr inbounds i8, ptr %13, i64 64
  %123 = lshr i32 %54, 3
  %124 = and i32 %123, 1
  %125 = zext i32 %124 to i64
  %126 = getelementptr inbounds i8, ptr %13, i64 72
  %127 = getelementptr inbounds i8, ptr %13, i64 80
  %128 = getelementptr inbounds i8, ptr %13, i64 88
  %129 = getelementptr inbounds i8, ptr %13, i64 96
  %130 = getelementptr inbounds i8, ptr %13, i64 104
  %131 = getelementptr inbounds i8, ptr %13, i64 120
  %132 = getelementptr inbounds i8, ptr %13, i64 256
  %133 = getelementptr inbounds i8, ptr %13, i64 352
  %134 = icmp ugt i64 %61, 1
  %135 = getelementptr i64, ptr %19, i64 %61
  %136 = getelementptr i8, ptr %135, i64 -8
  %137 = getelementptr inbounds i8, ptr %18, i64 8
  %138 = getelementptr inbounds i8, ptr %15, i64 8
  %139 = getelementptr inbounds i8, ptr %14, i64 32
  %140 = getelementptr inbounds i8, ptr %14, i64 40
  %141 = getelementptr inbounds i8, ptr %14, i64 424
  %142 = getelementptr inbounds i8, ptr %14, i64 112
  %143 = getelementptr inbounds i8, ptr %14, i64 128
  %144 = getelementptr inbounds i8, ptr %14, i64 408
  %145 = getelementptr inbounds i8, ptr %14, i64 8
  %146 = getelementptr inbounds i8, ptr %14, i64 400
  %147 = getelementptr inbounds i8, ptr %14, i64 16
  %148 = getelementptr inbounds i8, ptr %14, i64 24
  %149 = getelementptr inbounds i8, ptr %14, i64 48
  %150 = getelementptr inbounds i8, ptr %14, i64 56
  %151 = getelementptr inbounds i8, ptr %14, i64 64
  %152 = getelementptr inbounds i8, ptr %14, i64 72
  %153 = getelementptr inbounds i8, ptr %14, i64 80
  %154 = getelementptr inbounds i8, ptr %14, i64 88
  %155 = getelementptr inbounds i8, ptr %14, i64 96
  %156 = getelementptr inbounds i8, ptr %14, i64 104
  %157 = getelementptr inbounds i8, ptr %14, i64 120
  %158 = getelementptr inbounds i8, ptr %14, i64 256
  %159 = getelementptr inbounds i8, ptr %14, i64 352
  %160 = icmp ugt i64 %72, 1
  %161 = getelementptr inbounds i64, ptr %15, i64 %72
  %162 = getelementptr inbounds i8, ptr %11, i64 32
  %163 = getelementptr inbounds i8, ptr %11, i64 40
  %164 = getelementptr inbounds i8, ptr %11, i64 424
  %165 = getelementptr inbounds i8, ptr %11, i64 112
  %166 = getelementptr inbounds i8, ptr %11, i64 128
  %167 = getelementptr inbounds i8, ptr %11, i64 408
  %168 = getelementptr inbounds i8, ptr %11, i64 8
  %169 = getelementptr inbounds i8, ptr %11, i64 400
  %170 = getelementptr inbounds i8, ptr %11, i64 16
  %171 = getelementptr inbounds i8, ptr %11, i64 24
  %172 = getelementptr inbounds i8, ptr %11, i64 48
  %173 = getelementptr inbounds i8, ptr %11, i64 56
  %174 = getelementptr inbounds i8, ptr %11, i64 64
  %175 = getelementptr inbounds i8, ptr %11, i64 72
  %176 = getelementptr inbounds i8, ptr %11, i64 80
  %177 = getelementptr inbounds i8, ptr %11, i64 88
  %178 = getelementptr inbounds i8, ptr %11, i64 96
  %179 = getelementptr inbounds i8, ptr %11, i64 104
  %180 = getelementptr inbounds i8, ptr %11, i64 120
  %181 = getelementptr inbounds i8, ptr %11, i64 256
  %182 = getelementptr inbounds i8, ptr %11, i64 352
  %183 = getelementptr inbounds i8, ptr %20, i64 8
  %184 = getelementptr inbounds i8, ptr %12, i64 32
  %185 = getelementptr inbounds i8, ptr %12, i64 40
  %186 = getelementptr inbounds i8, ptr %12, i64 424
  %187 = getelementptr inbounds i8, ptr %12, i64 112
  %188 = getelementptr inbounds i8, ptr %12, i64 128
  %189 = getelementptr inbounds i8, ptr %12, i64 408
  %190 = getelementptr inbounds i8, ptr %12, i64 8
  %191 = getelementptr inbounds i8, ptr %12, i64 400
  %192 = getelementptr inbounds i8, ptr %12, i64 16
  %193 = getelementptr inbounds i8, ptr %12, i64 24
  %194 = getelementptr inbounds i8, ptr %12, i64 48
  %195 = getelementptr inbounds i8, ptr %12, i64 56
  %196 = getelementptr inbounds i8, ptr %12, i64 64
  %197 = getelementptr inbounds i8, ptr %12, i64 72
  %198 = getelementptr inbounds i8, ptr %12, i64 80
  %199 = getelementptr inbounds i8, ptr %12, i64 88
  %200 = getelementptr inbounds i8, ptr %12, i64 96
  %201 = getelementptr inbounds i8, ptr %12, i64 104
  %202 = getelementptr inbounds i8, ptr %12, i64 120
  %203 = getelementptr inbounds i8, ptr %12, i64 256
  %204 = getelementptr inbounds i8, ptr %12, i64 352
  %205 = getelementptr inbounds i8, ptr %22, i64 32
  %206 = getelementptr inbounds i8, ptr %22, i64 40
  %207 = getelementptr inbounds i8, ptr %22, i64 424
  %208 = getelementptr inbounds i8, ptr %22, i64 112
  %209 = getelementptr inbounds i8, ptr %22, i64 408
  %210 = getelementptr inbounds i8, ptr %22, i64 8
  %211 = getelementptr inbounds i8, ptr %22, i64 400
  %212 = getelementptr inbounds i8, ptr %22, i64 16
  %213 = getelementptr inbounds i8, ptr %22, i64 24
  %214 = select i1 %65, i64 %71, i64 3
  %215 = icmp ne i64 %214, 0
  %216 = select i1 %215, i64 2, i64 %61
  %217 = icmp eq i64 %216, 0
  %218 = getelementptr inbounds i8, ptr %23, i64 8
  %219 = getelementptr inbounds i8, ptr %15, i64 8
  %220 = icmp eq i64 %72, 1
  br label %221

221:
  %222 = phi i32 [ %7, %27 ], [ %257, %251 ]
  %223 = phi i64 [ undef, %27 ], [ %255, %251 ]
  %224 = phi i64 [ undef, %27 ], [ %254, %251 ]
  %225 = phi i64 [ undef, %27 ], [ %253, %251 ]
  %226 = phi i64 [ undef, %27 ], [ %252, %251 ]
  %227 = call i32 @"llvm.cttz.i32"(i32 %222, i1 true)
  %228 = extractelement <32 x i64> %5, i32 %227
  br i1 %44, label %236, label %229

229:
  %230 = load i64, ptr %45, align 8
  %231 = lshr i64 %228, %230
  %232 = icmp eq i64 %231, 0
  br i1 %232, label %234, label %233, !prof !2

233:
  call void @"ks.fault"(ptr %0, i64 15, i64 %1, i64 %228, i32 %227)
  br label %251

234:
  %235 = icmp eq i64 %230, 0
  br i1 %235, label %251, label %236

236:
  %237 = phi i64 [ %230, %234 ], [ 1, %221 ]
  %238 = extractelement <32 x i64> %3, i32 %227
  %239 = extractelement <32 x i64> %4, i32 %227
  %240 = and i64 %238, 16777215
  %241 = lshr i64 %239, 24
  %242 = and i64 %241, 1
  %243 = and i64 %239, 16777215
  %244 = call i64 @"llvm.ctpop.i64"(i64 %228)
  %245 = lshr i64 %238, 24
  %246 = extractelement <32 x i64> %2, i32 %227
  %247 = zext i32 %227 to i64
  %248 = getelementptr inbounds i64, ptr %6, i64 %247
  %249 = and i64 %246, 63
  %250 = icmp eq i64 %249, 0
  br label %259

251:
  %252 = phi i64 [ %226, %234 ], [ %226, %233 ], [ %1773, %1772 ]
  %253 = phi i64 [ %225, %234 ], [ %225, %233 ], [ %1774, %1772 ]
  %254 = phi i64 [ %224, %234 ], [ %224, %233 ], [ %1775, %1772 ]
  %255 = phi i64 [ %223, %234 ], [ %223, %233 ], [ %1776, %1772 ]
  %256 = add i32 %222, -1
  %257 = and i32 %256, %222
  %258 = icmp eq i32 %257, 0
  br i1 %258, label %1779, label %221

259:
  %260 = phi i64 [ 0, %236 ], [ %1777, %1772 ]
  %261 = phi i64 [ %223, %236 ], [ %1776, %1772 ]
  %262 = phi i64 [ %224, %236 ], [ %1775, %1772 ]
  %263 = phi i64 [ %225, %236 ], [ %1774, %1772 ]
  %264 = phi i64 [ %226, %236 ], [ %1773, %1772 ]
  br i1 %44, label %282, label %265

265:
  %266 = shl i64 1, %260
  %267 = and i64 %266, %228
  %268 = icmp eq i64 %267, 0
  br i1 %268, label %1772, label %269

269:
  %270 = shl i64 -1, %260
  %271 = xor i64 %270, -1
  %272 = and i64 %228, %271
  %273 = icmp eq i64 %272, 0
  %274 = shl i64 %260, 24
  %275 = or i64 %274, %240
  %276 = and i64 %260, 1099511627774
  %277 = or i64 %276, %242
  %278 = select i1 %47, i64 %260, i64 %277
  %279 = shl i64 %278, 24
  %280 = or i64 %279, %243
  %281 = select i1 %273, i64 %244, i64 0
  br label %289

282:
  br i1 %50, label %289, label %283

283:
  %284 = load i64, ptr %51, align 8
  %285 = select i1 %53, i64 %245, i64 %284
  %286 = xor i64 %285, %241
  %287 = icmp ugt i64 %286, %57
  br i1 %287, label %288, label %289, !prof !3

288:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 19, i32 %227)
  br label %1772

289:
  %290 = phi i64 [ %281, %269 ], [ 1, %282 ], [ 1, %283 ]
  %291 = phi i64 [ %280, %269 ], [ %239, %282 ], [ %239, %283 ]
  %292 = phi i64 [ %275, %269 ], [ %238, %282 ], [ %238, %283 ]
  %293 = phi i1 [ %49, %269 ], [ false, %282 ], [ true, %283 ]
  %294 = and i64 %292, 127
  %295 = icmp eq i64 %294, 0
  br i1 %295, label %297, label %296, !prof !2

296:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %292, i32 %227)
  br label %297

297:
  br i1 %250, label %299, label %298, !prof !2

298:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %246, i32 %227)
  br label %1767

299:
  %300 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %246, i64 128, i32 %227)
  %301 = icmp eq i64 %300, 0
  br i1 %301, label %1767, label %302

302:
  %303 = load i64, ptr %63, align 8
  %304 = inttoptr i64 %303 to ptr
  %305 = lshr i64 %300, 38
  %306 = and i64 %305, 67108860
  %307 = getelementptr inbounds i64, ptr %304, i64 %306
  %308 = getelementptr inbounds i8, ptr %307, i64 8
  %309 = load i64, ptr %308, align 8
  %310 = add i64 %309, %300
  %311 = inttoptr i64 %310 to ptr
  %312 = getelementptr inbounds i8, ptr %311, i64 13
  %313 = load i8, ptr %312, align 1
  %314 = zext i8 %313 to i64
  %315 = getelementptr inbounds i8, ptr %311, i64 14
  %316 = load i8, ptr %315, align 1
  %317 = zext i8 %316 to i64
  %318 = getelementptr inbounds i8, ptr %311, i64 18
  %319 = load i8, ptr %318, align 1
  %320 = getelementptr inbounds i8, ptr %311, i64 8
  %321 = load i32, ptr %320, align 1
  %322 = icmp eq i32 %321, 1346456916
  br i1 %322, label %323, label %497, !prof !2

323:
  %324 = getelementptr inbounds i8, ptr %311, i64 12
  %325 = load i8, ptr %324, align 1
  %326 = zext i8 %325 to i64
  %327 = icmp eq i64 %72, %326
  br i1 %327, label %328, label %497, !prof !2

328:
  %329 = getelementptr inbounds i8, ptr %311, i64 17
  %330 = load i8, ptr %329, align 1
  %331 = zext i8 %330 to i64
  %332 = icmp eq i64 %214, %331
  br i1 %332, label %333, label %497, !prof !2

333:
  %334 = icmp ugt i8 %313, 63
  %335 = zext i8 %313 to i32
  %336 = shl i32 1, %335
  %337 = and i32 %336, 61183
  %338 = icmp eq i32 %337, 0
  %339 = select i1 %334, i1 true, i1 %338
  br i1 %339, label %497, label %340, !prof !3

340:
  %341 = getelementptr inbounds i8, ptr %311, i64 15
  %342 = load i8, ptr %341, align 1
  %343 = icmp eq i8 %342, 0
  br i1 %343, label %344, label %497, !prof !2

344:
  %345 = load i64, ptr %311, align 1
  store i64 %345, ptr %25, align 8
  store i64 %314, ptr %73, align 8
  %346 = getelementptr inbounds i8, ptr %311, i64 16
  %347 = load i8, ptr %346, align 1
  %348 = zext i8 %347 to i64
  store i64 %348, ptr %74, align 8
  %349 = shl i64 %314, 2
  %350 = lshr i64 -4030367068585442271, %349
  %351 = and i64 %350, 15
  store i64 %351, ptr %75, align 8
  %352 = lshr i64 -72003236101934320, %349
  %353 = and i64 %352, 15
  %354 = add i64 %353, 1
  store i64 %354, ptr %76, align 8
  %355 = lshr i64 4904419994206470144, %349
  %356 = and i64 %355, 5
  store i64 %356, ptr %77, align 8
  br label %358

357:
  br i1 %217, label %392, label %397

358:
  %359 = phi i64 [ %387, %382 ], [ %345, %344 ]
  %360 = phi i1 [ %386, %382 ], [ true, %344 ]
  %361 = phi i1 [ %389, %382 ], [ true, %344 ]
  %362 = phi i64 [ %390, %382 ], [ 0, %344 ]
  %363 = shl i64 %362, 2
  %364 = getelementptr inbounds i8, ptr %311, i64 %363
  %365 = getelementptr inbounds i8, ptr %364, i64 20
  %366 = load i32, ptr %365, align 1
  %367 = zext i32 %366 to i64
  %368 = getelementptr inbounds i64, ptr %79, i64 %362
  store i64 %367, ptr %368, align 8
  %369 = icmp eq i64 %362, 0
  br i1 %369, label %370, label %371

370:
  store i64 1, ptr %80, align 8
  br label %382

371:
  %372 = getelementptr inbounds i8, ptr %364, i64 60
  %373 = load i32, ptr %372, align 1
  %374 = zext i32 %373 to i64
  %375 = getelementptr inbounds i64, ptr %80, i64 %362
  store i64 %374, ptr %375, align 8
  %376 = shl i64 %362, 3
  %377 = getelementptr i8, ptr %311, i64 %376
  %378 = getelementptr i8, ptr %377, i64 72
  %379 = load i64, ptr %378, align 1
  %380 = add i32 %373, -1
  %381 = icmp ult i32 %380, 8
  br label %382

382:
  %383 = phi i1 [ %381, %371 ], [ true, %370 ]
  %384 = phi i64 [ %379, %371 ], [ 0, %370 ]
  %385 = getelementptr inbounds i64, ptr %81, i64 %362
  store i64 %384, ptr %385, align 8
  %386 = and i1 %360, %383
  %387 = or i64 %384, %359
  %388 = icmp ult i64 %384, 1099511627776
  %389 = and i1 %361, %388
  %390 = add i64 %362, 1
  %391 = icmp ult i64 %390, %61
  br i1 %391, label %358, label %357

392:
  %393 = phi i1 [ %386, %357 ], [ %411, %397 ]
  %394 = icmp ne i8 %316, 3
  %395 = icmp ugt i8 %319, 3
  %396 = select i1 %394, i1 true, i1 %395
  br i1 %393, label %414, label %497, !prof !2

397:
  %398 = phi i1 [ %411, %397 ], [ %386, %357 ]
  %399 = phi i64 [ %412, %397 ], [ 0, %357 ]
  %400 = shl i64 %399, 2
  %401 = getelementptr inbounds i8, ptr %311, i64 %400
  %402 = getelementptr inbounds i8, ptr %401, i64 40
  %403 = load i32, ptr %402, align 1
  %404 = zext i32 %403 to i64
  %405 = getelementptr inbounds i64, ptr %21, i64 %399
  store i64 %404, ptr %405, align 8
  %406 = add i64 %404, -1
  %407 = icmp eq i64 %399, 1
  %408 = and i1 %215, %407
  %409 = select i1 %408, i64 1024, i64 256
  %410 = icmp ult i64 %406, %409
  %411 = and i1 %398, %410
  %412 = add i64 %399, 1
  %413 = icmp ult i64 %412, %216
  br i1 %413, label %397, label %392

414:
  %415 = and i64 %387, 15
  %416 = icmp eq i64 %415, 0
  %417 = select i1 %416, i1 %389, i1 false
  %418 = select i1 %416, i64 14, i64 7
  br i1 %417, label %419, label %497

419:
  %420 = icmp ugt i8 %316, 4
  %421 = icmp ne i8 %319, 0
  %422 = select i1 %421, i1 %396, i1 false
  %423 = select i1 %420, i1 true, i1 %422
  br i1 %423, label %497, label %424

424:
  br i1 %396, label %431, label %425

425:
  %426 = shl i8 %319, 3
  %427 = zext i8 %426 to i32
  %428 = lshr i32 1080582256, %427
  %429 = and i32 %428, 120
  %430 = zext i32 %429 to i64
  br label %435

431:
  %432 = shl i64 %317, 3
  %433 = lshr i64 70601674752, %432
  %434 = and i64 %433, 112
  br label %435

435:
  %436 = phi i64 [ %430, %425 ], [ %434, %431 ]
  store i64 %436, ptr %82, align 8
  %437 = load i64, ptr %79, align 8
  %438 = load i64, ptr %21, align 8
  %439 = icmp eq i64 %356, 0
  br i1 %439, label %461, label %440

440:
  %441 = icmp eq i8 %347, 0
  br i1 %441, label %442, label %497

442:
  %443 = or i64 %438, %437
  %444 = shl i64 -1, %356
  %445 = xor i64 %444, -1
  %446 = and i64 %443, %445
  %447 = icmp eq i64 %446, 0
  br i1 %447, label %448, label %497

448:
  %449 = icmp eq i64 %351, %354
  br i1 %449, label %461, label %450

450:
  switch i8 %316, label %497 [
    i8 3, label %451
    i8 0, label %451
  ]

451:
  %452 = icmp ne i64 %438, 128
  %453 = and i64 %437, 127
  %454 = icmp ne i64 %453, 0
  %455 = or i1 %452, %454
  %456 = and i64 %436, 8
  %457 = and i64 %387, 16
  %458 = or i64 %456, %457
  %459 = icmp ne i64 %458, 0
  %460 = select i1 %455, i1 true, i1 %459
  br i1 %460, label %497, label %461

461:
  %462 = lshr i64 %438, %356
  store i64 %462, ptr %21, align 8
  %463 = lshr i64 %437, %356
  store i64 %463, ptr %79, align 8
  %464 = mul i64 %354, %462
  %465 = and i64 %464, 15
  %466 = icmp eq i64 %465, 0
  br i1 %466, label %467, label %497, !prof !2

467:
  %468 = icmp eq i8 %316, 4
  %469 = shl i64 16, %317
  %470 = select i1 %468, i64 96, i64 %469
  %471 = icmp ne i8 %316, 0
  %472 = icmp ne i64 %464, %470
  %473 = select i1 %471, i1 %472, i1 false
  br i1 %473, label %497, label %474, !prof !3

474:
  %475 = load i64, ptr %83, align 8
  %476 = icmp ne i64 %475, 1
  %477 = select i1 %59, i1 %476, i1 false
  br i1 %477, label %497, label %478, !prof !3

478:
  br i1 %217, label %499, label %479

479:
  %480 = phi i64 [ %495, %492 ], [ 0, %478 ]
  br i1 %215, label %481, label %484

481:
  %482 = getelementptr inbounds i64, ptr %21, i64 %480
  %483 = load i64, ptr %482, align 8
  br label %492

484:
  %485 = getelementptr inbounds i64, ptr %80, i64 %480
  %486 = load i64, ptr %485, align 8
  %487 = getelementptr inbounds i64, ptr %21, i64 %480
  %488 = load i64, ptr %487, align 8
  %489 = add i64 %486, -1
  %490 = add i64 %489, %488
  %491 = udiv i64 %490, %486
  br label %492

492:
  %493 = phi i64 [ %483, %481 ], [ %491, %484 ]
  %494 = getelementptr inbounds i64, ptr %84, i64 %480
  store i64 %493, ptr %494, align 8
  %495 = add i64 %480, 1
  %496 = icmp ult i64 %495, %216
  br i1 %496, label %479, label %499

497:
  %498 = phi i64 [ 5, %467 ], [ 6, %461 ], [ %418, %414 ], [ 4, %340 ], [ 10, %328 ], [ 2, %323 ], [ 1, %302 ], [ 13, %419 ], [ 15, %442 ], [ 15, %440 ], [ 3, %333 ], [ 9, %392 ], [ 15, %451 ], [ 17, %474 ], [ 15, %450 ]
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 %498, i32 %227)
  br label %1767

499:
  br i1 %85, label %502, label %504

500:
  %501 = xor i1 %515, true
  br label %502

502:
  %503 = phi i1 [ true, %499 ], [ %501, %500 ]
  br i1 %91, label %518, label %519

504:
  %505 = phi i1 [ %515, %504 ], [ false, %499 ]
  %506 = phi i64 [ %516, %504 ], [ 0, %499 ]
  %507 = shl i64 %506, 8
  %508 = getelementptr inbounds i8, ptr %248, i64 %507
  %509 = load i64, ptr %508, align 8
  %510 = getelementptr inbounds i64, ptr %23, i64 %506
  store i64 %509, ptr %510, align 8
  %511 = lshr i64 %509, 63
  %512 = trunc i64 %511 to i32
  %513 = zext i1 %505 to i32
  %514 = or i32 %512, %513
  %515 = icmp ne i32 %514, 0
  %516 = add i64 %506, 1
  %517 = icmp ult i64 %516, %62
  br i1 %517, label %504, label %500

518:
  br i1 %67, label %535, label %528

519:
  %520 = phi i64 [ %526, %519 ], [ 0, %502 ]
  %521 = add i64 %520, %62
  %522 = shl i64 %521, 8
  %523 = getelementptr inbounds i8, ptr %248, i64 %522
  %524 = load i64, ptr %523, align 8
  %525 = getelementptr inbounds i64, ptr %24, i64 %520
  store i64 %524, ptr %525, align 8
  %526 = add i64 %520, 1
  %527 = icmp ult i64 %526, %90
  br i1 %527, label %519, label %518

528:
  %529 = load i64, ptr %24, align 8
  %530 = icmp sgt i64 %529, %92
  %531 = load i64, ptr %93, align 8
  %532 = icmp sgt i64 %531, 31
  %533 = select i1 %530, i1 true, i1 %532
  br i1 %533, label %534, label %537, !prof !3

534:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 18, i32 %227)
  br label %1767

535:
  %536 = load i64, ptr %84, align 8
  br i1 %59, label %539, label %542

537:
  %538 = load i64, ptr %84, align 8
  br i1 %59, label %539, label %543

539:
  %540 = phi i64 [ %538, %537 ], [ %536, %535 ]
  %541 = shl i64 %540, 2
  br label %560

542:
  br i1 %96, label %552, label %560

543:
  %544 = load i64, ptr %94, align 8
  %545 = load i64, ptr %24, align 8
  %546 = select i1 %65, i64 %544, i64 128
  %547 = select i1 %65, i64 %544, i64 32
  %548 = udiv i64 %546, %547
  %549 = mul i64 %548, %545
  %550 = add i64 %549, %546
  %551 = mul i64 %550, %538
  br label %560

552:
  %553 = phi i64 [ %558, %552 ], [ 1, %542 ]
  %554 = phi i64 [ %557, %552 ], [ %536, %542 ]
  %555 = getelementptr inbounds i64, ptr %84, i64 %553
  %556 = load i64, ptr %555, align 8
  %557 = mul i64 %556, %554
  %558 = add i64 %553, 1
  %559 = icmp ult i64 %558, %95
  br i1 %559, label %552, label %560

560:
  %561 = phi i64 [ %541, %539 ], [ %551, %543 ], [ %536, %542 ], [ %557, %552 ]
  %562 = mul i64 %354, %561
  %563 = icmp eq i64 %436, 0
  %564 = add i64 %562, 127
  %565 = and i64 %564, -128
  %566 = select i1 %563, i64 %562, i64 %565
  br i1 %295, label %567, label %617

567:
  %568 = load i64, ptr %23, align 8
  %569 = icmp ne i64 %351, %354
  %570 = and i64 %568, 127
  %571 = icmp ne i64 %570, 0
  %572 = and i1 %569, %571
  br i1 %572, label %573, label %574, !prof !3

573:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 16, i32 %227)
  br label %617

574:
  %575 = shl i64 -1, %356
  %576 = xor i64 %575, -1
  %577 = and i64 %568, %576
  %578 = icmp eq i64 %577, 0
  br i1 %578, label %580, label %579

579:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 11, i32 %227)
  br label %617

580:
  %581 = ashr i64 %568, %356
  %582 = mul i64 %350, %581
  %583 = and i64 %582, 15
  %584 = icmp eq i64 %583, 0
  br i1 %584, label %586, label %585

585:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 11, i32 %227)
  br label %617

586:
  %587 = or i1 %293, %503
  br i1 %587, label %589, label %588, !prof !2

588:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 12, i32 %227)
  br label %617

589:
  %590 = and i1 %53, %293
  br i1 %590, label %591, label %593

591:
  %592 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %292, i64 %566, i32 %227)
  br label %614

593:
  %594 = shl i64 %292, 40
  %595 = ashr exact i64 %594, 40
  %596 = icmp eq i64 %292, %595
  br i1 %596, label %603, label %597

597:
  %598 = sub i64 %292, %595
  %599 = load i64, ptr %51, align 8
  %600 = shl i64 %599, 24
  %601 = icmp eq i64 %598, %600
  %602 = select i1 %601, i64 %595, i64 %292
  br label %603

603:
  %604 = phi i64 [ %292, %593 ], [ %602, %597 ]
  %605 = load i64, ptr %97, align 8
  %606 = icmp uge i64 %604, %605
  %607 = add i64 %604, %566
  %608 = icmp ugt i64 %607, %605
  %609 = select i1 %606, i1 true, i1 %608
  br i1 %609, label %610, label %611, !prof !3

610:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %604, i32 %227)
  br label %617

611:
  %612 = load i64, ptr %98, align 8
  %613 = add i64 %612, %604
  br label %614

614:
  %615 = phi i64 [ %592, %591 ], [ %613, %611 ]
  %616 = icmp eq i64 %615, 0
  br i1 %616, label %617, label %646

617:
  %618 = load i64, ptr %75, align 8
  %619 = mul i64 %618, %561
  %620 = load i64, ptr %104, align 8
  %621 = icmp eq i64 %620, 0
  %622 = or i1 %50, %621
  br i1 %622, label %645, label %623

623:
  call void @"llvm.memset.p0.i64"(ptr align 8 %22, i8 0, i64 448, i1 false)
  store i64 %1, ptr %206, align 8
  store i64 1, ptr %207, align 8
  store i64 1, ptr %208, align 8
  store i64 4611686018427387904, ptr %209, align 8
  br label %624

624:
  %625 = phi i64 [ 0, %623 ], [ %632, %624 ]
  %626 = icmp ne i64 %625, 0
  %627 = zext i1 %626 to i64
  %628 = getelementptr inbounds i64, ptr %22, i64 %625
  %629 = getelementptr inbounds i8, ptr %628, i64 256
  store i64 %627, ptr %629, align 8
  %630 = getelementptr inbounds i8, ptr %628, i64 136
  store i64 %627, ptr %630, align 8
  %631 = getelementptr inbounds i8, ptr %628, i64 176
  store i64 1, ptr %631, align 8
  %632 = add i64 %625, 1
  %633 = icmp ult i64 %625, 4
  br i1 %633, label %624, label %634

634:
  %635 = load i64, ptr %111, align 8
  %636 = shl i64 %635, 5
  %637 = or i64 %636, %247
  store i64 1, ptr %210, align 8
  store i64 %637, ptr %211, align 8
  %638 = and i64 %291, 7
  %639 = icmp eq i64 %638, 0
  br i1 %639, label %641, label %640, !prof !2

640:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %291, i32 %227)
  br label %645

641:
  %642 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %291, i64 8, i32 %227)
  store i64 %642, ptr %212, align 8
  store i64 0, ptr %213, align 8
  %643 = icmp eq i64 %642, 0
  br i1 %643, label %645, label %644

644:
  store i64 %619, ptr %205, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %22)
  br label %645

645:
  br label %1767

646:
  %647 = load i64, ptr %77, align 8
  %648 = ashr i64 %568, %647
  store i64 %648, ptr %23, align 8
  br i1 %59, label %649, label %897

649:
  %650 = zext i1 %293 to i64
  %651 = and i64 %291, 7
  %652 = icmp eq i64 %651, 0
  br label %653

653:
  %654 = phi i64 [ 0, %649 ], [ %656, %895 ]
  %655 = phi i64 [ %262, %649 ], [ %743, %895 ]
  store i64 %648, ptr %20, align 8
  %656 = add i64 %654, 1
  %657 = getelementptr inbounds i64, ptr %23, i64 %656
  %658 = load i64, ptr %657, align 8
  store i64 %658, ptr %183, align 8
  br label %659

659:
  %660 = phi i64 [ 16, %653 ], [ %662, %659 ]
  %661 = getelementptr inbounds i8, ptr %20, i64 %660
  store i64 0, ptr %661, align 8
  %662 = add i64 %660, 8
  %663 = icmp eq i64 %662, 40
  br i1 %663, label %664, label %659

664:
  %665 = load i64, ptr %84, align 8
  %666 = mul i64 %665, %654
  %667 = load i64, ptr %76, align 8
  %668 = mul i64 %666, %667
  br i1 %78, label %669, label %729

669:
  %670 = load i64, ptr %75, align 8
  br label %677

671:
  %672 = load i64, ptr %75, align 8
  %673 = mul i64 %672, %734
  br label %686

674:
  %675 = select i1 %711, i64 %716, i64 0
  %676 = select i1 %711, i64 %713, i64 0
  br label %677

677:
  %678 = phi i64 [ %675, %674 ], [ %670, %669 ]
  %679 = phi i64 [ %673, %674 ], [ %670, %669 ]
  %680 = phi i64 [ %734, %674 ], [ 1, %669 ]
  %681 = phi i64 [ %676, %674 ], [ 0, %669 ]
  %682 = load i64, ptr %25, align 8
  %683 = add i64 %682, %681
  %684 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %683, i64 %678, i32 %227)
  %685 = icmp eq i64 %684, 0
  br i1 %685, label %737, label %719

686:
  %687 = phi i64 [ %713, %686 ], [ 0, %671 ]
  %688 = phi i64 [ %716, %686 ], [ %672, %671 ]
  %689 = phi i1 [ %711, %686 ], [ true, %671 ]
  %690 = phi i64 [ %717, %686 ], [ 0, %671 ]
  %691 = icmp eq i64 %690, 0
  %692 = getelementptr inbounds i64, ptr %81, i64 %690
  %693 = select i1 %691, ptr %75, ptr %692
  %694 = load i64, ptr %693, align 8
  %695 = getelementptr inbounds i64, ptr %84, i64 %690
  %696 = load i64, ptr %695, align 8
  %697 = add i64 %696, -1
  %698 = getelementptr inbounds i64, ptr %80, i64 %690
  %699 = load i64, ptr %698, align 8
  %700 = mul i64 %697, %699
  %701 = getelementptr inbounds i64, ptr %79, i64 %690
  %702 = load i64, ptr %701, align 8
  %703 = add i64 %702, -1
  %704 = getelementptr inbounds i64, ptr %20, i64 %690
  %705 = load i64, ptr %704, align 8
  %706 = call i64 @"llvm.smax.i64"(i64 %705, i64 0)
  %707 = add i64 %705, %700
  %708 = call i64 @"llvm.smin.i64"(i64 %707, i64 %703)
  %709 = icmp sle i64 %706, %708
  %710 = freeze i1 %709
  %711 = and i1 %689, %710
  %712 = mul i64 %706, %694
  %713 = add i64 %712, %687
  %714 = sub i64 %708, %706
  %715 = mul i64 %714, %694
  %716 = add i64 %715, %688
  %717 = add i64 %690, 1
  %718 = icmp ult i64 %717, %61
  br i1 %718, label %686, label %674

719:
  %720 = load i64, ptr %63, align 8
  %721 = inttoptr i64 %720 to ptr
  %722 = lshr i64 %684, 38
  %723 = and i64 %722, 67108860
  %724 = getelementptr inbounds i64, ptr %721, i64 %723
  %725 = getelementptr inbounds i8, ptr %724, i64 8
  %726 = load i64, ptr %725, align 8
  %727 = sub i64 %684, %681
  %728 = add i64 %727, %726
  br label %741

729:
  %730 = phi i64 [ %734, %729 ], [ 1, %664 ]
  %731 = phi i64 [ %735, %729 ], [ 0, %664 ]
  %732 = getelementptr inbounds i64, ptr %84, i64 %731
  %733 = load i64, ptr %732, align 8
  %734 = mul i64 %733, %730
  %735 = add i64 %731, 1
  %736 = icmp ult i64 %735, %61
  br i1 %736, label %729, label %671

737:
  %738 = load i64, ptr %104, align 8
  %739 = icmp eq i64 %738, 0
  %740 = or i1 %50, %739
  br i1 %740, label %893, label %741

741:
  %742 = phi i64 [ 0, %737 ], [ %727, %719 ]
  %743 = phi i64 [ %655, %737 ], [ %728, %719 ]
  call void @"llvm.memset.p0.i64"(ptr align 8 %12, i8 0, i64 448, i1 false)
  store i64 %679, ptr %184, align 8
  store i64 %1, ptr %185, align 8
  store i64 1, ptr %186, align 8
  store i64 1, ptr %187, align 8
  %744 = icmp ne i64 %679, 0
  %745 = zext i1 %744 to i64
  store i64 %745, ptr %188, align 8
  store i64 4611686018427387904, ptr %189, align 8
  br label %746

746:
  %747 = phi i64 [ 0, %741 ], [ %754, %746 ]
  %748 = icmp eq i64 %747, 0
  %749 = select i1 %748, i64 %679, i64 1
  %750 = getelementptr inbounds i64, ptr %12, i64 %747
  %751 = getelementptr inbounds i8, ptr %750, i64 256
  store i64 %749, ptr %751, align 8
  %752 = getelementptr inbounds i8, ptr %750, i64 136
  store i64 %749, ptr %752, align 8
  %753 = getelementptr inbounds i8, ptr %750, i64 176
  store i64 1, ptr %753, align 8
  %754 = add i64 %747, 1
  %755 = icmp ult i64 %747, 4
  br i1 %755, label %746, label %756

756:
  %757 = load i64, ptr %111, align 8
  %758 = shl i64 %757, 5
  %759 = or i64 %758, %247
  store i64 %650, ptr %190, align 8
  store i64 %759, ptr %191, align 8
  br i1 %293, label %760, label %766

760:
  br i1 %652, label %762, label %761, !prof !2

761:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %291, i32 %227)
  br label %764

762:
  %763 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %291, i64 8, i32 %227)
  br label %764

764:
  %765 = phi i64 [ 0, %761 ], [ %763, %762 ]
  store i64 %765, ptr %192, align 8
  br label %773

766:
  %767 = add i64 %759, 1
  store i64 %767, ptr %192, align 8
  %768 = load i64, ptr %115, align 8
  %769 = inttoptr i64 %768 to ptr
  %770 = getelementptr inbounds i8, ptr %769, i64 64
  %771 = getelementptr inbounds i64, ptr %770, i64 %759
  %772 = load i64, ptr %771, align 8
  br label %773

773:
  %774 = phi i64 [ %767, %766 ], [ %765, %764 ]
  %775 = phi i64 [ %772, %766 ], [ 0, %764 ]
  store i64 %775, ptr %193, align 8
  %776 = icmp eq i64 %774, 0
  br i1 %776, label %893, label %777

777:
  %778 = load i64, ptr %73, align 8
  br i1 %50, label %782, label %779

779:
  %780 = icmp eq i64 %778, 11
  %781 = select i1 %780, i64 ptrtoint (ptr @"ks.bulk_round" to i64), i64 ptrtoint (ptr @"ks.bulk_copy" to i64)
  br label %790

782:
  br i1 %117, label %783, label %786

783:
  switch i64 %778, label %785 [
    i64 14, label %784
    i64 11, label %784
    i64 15, label %790
  ]

784:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 3, i32 %227)
  switch i64 %778, label %785 [
    i64 14, label %893
    i64 11, label %893
  ]

785:
  br label %790

786:
  %787 = call i64 %9(i64 %778)
  %788 = icmp eq i64 %787, 0
  br i1 %788, label %789, label %790, !prof !3

789:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 8, i32 %227)
  br label %893

790:
  %791 = phi i64 [ %787, %786 ], [ ptrtoint (ptr @"ks.bulk_copy" to i64), %785 ], [ %781, %779 ], [ ptrtoint (ptr @"ks.bulk_pack" to i64), %783 ]
  store i64 %791, ptr %12, align 8
  store i64 %119, ptr %194, align 8
  store i64 %742, ptr %195, align 8
  store i64 %290, ptr %196, align 8
  store i64 %125, ptr %197, align 8
  store i64 %743, ptr %198, align 8
  %792 = add i64 %668, %615
  store i64 %792, ptr %199, align 8
  %793 = add i64 %668, %292
  store i64 %793, ptr %200, align 8
  %794 = load i64, ptr %82, align 8
  store i64 %794, ptr %201, align 8
  %795 = load i64, ptr %75, align 8
  store i64 %795, ptr %187, align 8
  %796 = load i64, ptr %76, align 8
  store i64 %796, ptr %186, align 8
  %797 = load i64, ptr %74, align 8
  store i64 %797, ptr %202, align 8
  %798 = load i64, ptr %84, align 8
  %799 = udiv i64 %680, %798
  store i64 %799, ptr %188, align 8
  br label %801

800:
  br i1 %685, label %832, label %837

801:
  %802 = phi i64 [ 0, %790 ], [ %830, %826 ]
  %803 = icmp ult i64 %802, %61
  br i1 %803, label %810, label %804

804:
  %805 = getelementptr inbounds i64, ptr %12, i64 %802
  %806 = getelementptr inbounds i8, ptr %805, i64 136
  store i64 1, ptr %806, align 8
  %807 = getelementptr inbounds i8, ptr %805, i64 176
  store i64 1, ptr %807, align 8
  %808 = getelementptr inbounds i8, ptr %805, i64 216
  store i64 0, ptr %808, align 8
  %809 = getelementptr inbounds i8, ptr %805, i64 256
  store i64 1, ptr %809, align 8
  br label %826

810:
  %811 = getelementptr inbounds i64, ptr %84, i64 %802
  %812 = load i64, ptr %811, align 8
  %813 = getelementptr inbounds i64, ptr %12, i64 %802
  %814 = getelementptr inbounds i8, ptr %813, i64 136
  store i64 %812, ptr %814, align 8
  %815 = getelementptr inbounds i64, ptr %80, i64 %802
  %816 = load i64, ptr %815, align 8
  %817 = getelementptr inbounds i8, ptr %813, i64 176
  store i64 %816, ptr %817, align 8
  %818 = getelementptr inbounds i64, ptr %20, i64 %802
  %819 = load i64, ptr %818, align 8
  %820 = getelementptr inbounds i8, ptr %813, i64 216
  store i64 %819, ptr %820, align 8
  %821 = getelementptr inbounds i64, ptr %79, i64 %802
  %822 = load i64, ptr %821, align 8
  %823 = getelementptr inbounds i8, ptr %813, i64 256
  store i64 %822, ptr %823, align 8
  %824 = getelementptr inbounds i64, ptr %81, i64 %802
  %825 = load i64, ptr %824, align 8
  br label %826

826:
  %827 = phi i64 [ %825, %810 ], [ 0, %804 ]
  %828 = getelementptr inbounds i64, ptr %12, i64 %802
  %829 = getelementptr inbounds i8, ptr %828, i64 296
  store i64 %827, ptr %829, align 8
  %830 = add i64 %802, 1
  %831 = icmp ult i64 %802, 4
  br i1 %831, label %801, label %800

832:
  %833 = load i64, ptr %104, align 8
  %834 = icmp eq i64 %833, 0
  %835 = or i1 %50, %834
  br i1 %835, label %837, label %836

836:
  store i64 0, ptr %202, align 8
  store i64 0, ptr %203, align 8
  store i64 1, ptr %204, align 8
  br label %837

837:
  br i1 %293, label %895, label %838

838:
  %839 = load i64, ptr %79, align 8
  %840 = mul i64 %839, %795
  %841 = sub i64 0, %840
  %842 = and i64 %841, 15
  %843 = load i64, ptr %20, align 8
  %844 = icmp slt i64 %843, %839
  br i1 %134, label %848, label %845

845:
  %846 = phi i1 [ %844, %838 ], [ %861, %848 ]
  %847 = phi i64 [ %742, %838 ], [ %857, %848 ]
  br i1 %846, label %864, label %895

848:
  %849 = phi i64 [ %857, %848 ], [ %742, %838 ]
  %850 = phi i1 [ %861, %848 ], [ %844, %838 ]
  %851 = phi i64 [ %862, %848 ], [ 1, %838 ]
  %852 = getelementptr inbounds i64, ptr %20, i64 %851
  %853 = load i64, ptr %852, align 8
  %854 = getelementptr inbounds i64, ptr %81, i64 %851
  %855 = load i64, ptr %854, align 8
  %856 = mul i64 %855, %853
  %857 = add i64 %856, %849
  %858 = getelementptr inbounds i64, ptr %79, i64 %851
  %859 = load i64, ptr %858, align 8
  %860 = icmp slt i64 %853, %859
  %861 = and i1 %850, %860
  %862 = add i64 %851, 1
  %863 = icmp ult i64 %862, %61
  br i1 %863, label %848, label %845

864:
  %865 = lshr i64 %847, 28
  %866 = and i64 %865, 68719472640
  %867 = load i64, ptr %63, align 8
  %868 = inttoptr i64 %867 to ptr
  %869 = lshr i64 %847, 38
  %870 = and i64 %869, 67108860
  %871 = getelementptr inbounds i64, ptr %868, i64 %870
  %872 = load i64, ptr %871, align 8
  %873 = and i64 %847, -1099511627776
  %874 = or i64 %873, %866
  %875 = add i64 %874, %872
  %876 = sub i64 %875, %742
  store i64 %876, ptr %189, align 8
  %877 = icmp eq i64 %795, %796
  br i1 %877, label %878, label %895

878:
  %879 = add i64 %842, %840
  %880 = udiv i64 %879, %795
  store i64 %880, ptr %203, align 8
  %881 = add i64 %843, %798
  %882 = icmp sgt i64 %881, %839
  %883 = icmp ne i64 %842, 0
  %884 = select i1 %883, i1 %882, i1 false
  br i1 %884, label %885, label %895

885:
  %886 = add i64 %847, %840
  %887 = icmp ult i64 %886, %875
  br i1 %887, label %888, label %895

888:
  %889 = load i64, ptr %77, align 8
  %890 = shl i64 %839, %889
  %891 = shl i64 %890, 4
  %892 = or i64 %891, %795
  call void @"ks.limit_extent"(ptr %0, i64 %1, i64 %247, i64 %886, i64 %892)
  br label %895

893:
  %894 = phi i64 [ %743, %789 ], [ %743, %784 ], [ %743, %784 ], [ %743, %773 ], [ %655, %737 ]
  br label %1767

895:
  call void @"ks.bulk_push"(ptr %0, ptr %12)
  %896 = icmp ult i64 %654, 3
  br i1 %896, label %653, label %1767

897:
  br i1 %67, label %1205, label %898

898:
  %899 = load i64, ptr %84, align 8
  %900 = load i64, ptr %76, align 8
  %901 = mul i64 %900, %899
  %902 = load i64, ptr %94, align 8
  %903 = load i64, ptr %24, align 8
  %904 = select i1 %65, i64 %902, i64 128
  %905 = select i1 %65, i64 %902, i64 32
  %906 = udiv i64 %904, %905
  %907 = load i64, ptr %99, align 8
  %908 = getelementptr inbounds i8, ptr %311, i64 112
  %909 = load i16, ptr %908, align 1
  %910 = sext i16 %909 to i64
  %911 = load i64, ptr %100, align 8
  %912 = getelementptr inbounds i8, ptr %311, i64 118
  %913 = load i16, ptr %912, align 1
  %914 = sext i16 %913 to i64
  %915 = add i64 %911, %914
  br i1 %78, label %924, label %917

916:
  br i1 %101, label %935, label %924

917:
  %918 = phi i64 [ %922, %917 ], [ 0, %898 ]
  %919 = getelementptr inbounds i64, ptr %23, i64 %918
  %920 = load i64, ptr %919, align 8
  %921 = getelementptr inbounds i64, ptr %19, i64 %918
  store i64 %920, ptr %921, align 8
  %922 = add i64 %918, 1
  %923 = icmp ult i64 %922, %61
  br i1 %923, label %917, label %916

924:
  %925 = icmp ugt i64 %905, %904
  br i1 %925, label %1203, label %926

926:
  %927 = load i64, ptr %102, align 8
  %928 = icmp slt i64 %905, 1
  %929 = add i64 %907, -1
  %930 = add i64 %929, %915
  %931 = load i64, ptr %93, align 8
  %932 = zext i1 %293 to i64
  %933 = and i64 %291, 7
  %934 = icmp eq i64 %933, 0
  br label %940

935:
  %936 = phi i64 [ %938, %935 ], [ 2, %916 ]
  %937 = getelementptr inbounds i64, ptr %84, i64 %936
  store i64 1, ptr %937, align 8
  %938 = add i64 %936, 1
  %939 = icmp ult i64 %938, %61
  br i1 %939, label %935, label %924

940:
  %941 = phi i64 [ 0, %926 ], [ %1200, %1197 ]
  %942 = phi i64 [ 0, %926 ], [ %1201, %1197 ]
  %943 = phi i64 [ %927, %926 ], [ %1199, %1197 ]
  %944 = phi i64 [ %263, %926 ], [ %1198, %1197 ]
  br i1 %928, label %1197, label %945

945:
  %946 = phi i64 [ %1184, %1191 ], [ %941, %940 ]
  %947 = phi i64 [ %1193, %1191 ], [ %905, %940 ]
  %948 = phi i64 [ %1192, %1191 ], [ %943, %940 ]
  %949 = phi i64 [ %1032, %1191 ], [ %944, %940 ]
  %950 = sub i64 %930, %948
  %951 = sdiv i64 %950, %907
  %952 = call i64 @"llvm.smax.i64"(i64 %951, i64 1)
  %953 = call i64 @"llvm.umin.i64"(i64 %952, i64 %947)
  %954 = icmp ugt i64 %947, %952
  %955 = select i1 %954, i64 0, i64 %903
  %956 = add i64 %955, %953
  store i64 %956, ptr %94, align 8
  %957 = add i64 %931, %948
  store i64 %957, ptr %103, align 8
  br i1 %78, label %958, label %1018

958:
  %959 = load i64, ptr %75, align 8
  br label %966

960:
  %961 = load i64, ptr %75, align 8
  %962 = mul i64 %961, %1023
  br label %975

963:
  %964 = select i1 %1000, i64 %1005, i64 0
  %965 = select i1 %1000, i64 %1002, i64 0
  br label %966

966:
  %967 = phi i64 [ %964, %963 ], [ %959, %958 ]
  %968 = phi i64 [ %962, %963 ], [ %959, %958 ]
  %969 = phi i64 [ %1023, %963 ], [ 1, %958 ]
  %970 = phi i64 [ %965, %963 ], [ 0, %958 ]
  %971 = load i64, ptr %25, align 8
  %972 = add i64 %971, %970
  %973 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %972, i64 %967, i32 %227)
  %974 = icmp eq i64 %973, 0
  br i1 %974, label %1026, label %1008

975:
  %976 = phi i64 [ %1002, %975 ], [ 0, %960 ]
  %977 = phi i64 [ %1005, %975 ], [ %961, %960 ]
  %978 = phi i1 [ %1000, %975 ], [ true, %960 ]
  %979 = phi i64 [ %1006, %975 ], [ 0, %960 ]
  %980 = icmp eq i64 %979, 0
  %981 = getelementptr inbounds i64, ptr %81, i64 %979
  %982 = select i1 %980, ptr %75, ptr %981
  %983 = load i64, ptr %982, align 8
  %984 = getelementptr inbounds i64, ptr %84, i64 %979
  %985 = load i64, ptr %984, align 8
  %986 = add i64 %985, -1
  %987 = getelementptr inbounds i64, ptr %80, i64 %979
  %988 = load i64, ptr %987, align 8
  %989 = mul i64 %986, %988
  %990 = getelementptr inbounds i64, ptr %79, i64 %979
  %991 = load i64, ptr %990, align 8
  %992 = add i64 %991, -1
  %993 = getelementptr inbounds i64, ptr %19, i64 %979
  %994 = load i64, ptr %993, align 8
  %995 = call i64 @"llvm.smax.i64"(i64 %994, i64 0)
  %996 = add i64 %994, %989
  %997 = call i64 @"llvm.smin.i64"(i64 %996, i64 %992)
  %998 = icmp sle i64 %995, %997
  %999 = freeze i1 %998
  %1000 = and i1 %978, %999
  %1001 = mul i64 %995, %983
  %1002 = add i64 %1001, %976
  %1003 = sub i64 %997, %995
  %1004 = mul i64 %1003, %983
  %1005 = add i64 %1004, %977
  %1006 = add i64 %979, 1
  %1007 = icmp ult i64 %1006, %61
  br i1 %1007, label %975, label %963

1008:
  %1009 = load i64, ptr %63, align 8
  %1010 = inttoptr i64 %1009 to ptr
  %1011 = lshr i64 %973, 38
  %1012 = and i64 %1011, 67108860
  %1013 = getelementptr inbounds i64, ptr %1010, i64 %1012
  %1014 = getelementptr inbounds i8, ptr %1013, i64 8
  %1015 = load i64, ptr %1014, align 8
  %1016 = sub i64 %973, %970
  %1017 = add i64 %1016, %1015
  br label %1030

1018:
  %1019 = phi i64 [ %1023, %1018 ], [ 1, %945 ]
  %1020 = phi i64 [ %1024, %1018 ], [ 0, %945 ]
  %1021 = getelementptr inbounds i64, ptr %84, i64 %1020
  %1022 = load i64, ptr %1021, align 8
  %1023 = mul i64 %1022, %1019
  %1024 = add i64 %1020, 1
  %1025 = icmp ult i64 %1024, %61
  br i1 %1025, label %1018, label %960

1026:
  %1027 = load i64, ptr %104, align 8
  %1028 = icmp eq i64 %1027, 0
  %1029 = or i1 %50, %1028
  br i1 %1029, label %1195, label %1030

1030:
  %1031 = phi i64 [ 0, %1026 ], [ %1016, %1008 ]
  %1032 = phi i64 [ %949, %1026 ], [ %1017, %1008 ]
  call void @"llvm.memset.p0.i64"(ptr align 8 %13, i8 0, i64 448, i1 false)
  store i64 %968, ptr %105, align 8
  store i64 %1, ptr %106, align 8
  store i64 1, ptr %107, align 8
  store i64 1, ptr %108, align 8
  %1033 = icmp ne i64 %968, 0
  %1034 = zext i1 %1033 to i64
  store i64 %1034, ptr %109, align 8
  store i64 4611686018427387904, ptr %110, align 8
  br label %1035

1035:
  %1036 = phi i64 [ 0, %1030 ], [ %1043, %1035 ]
  %1037 = icmp eq i64 %1036, 0
  %1038 = select i1 %1037, i64 %968, i64 1
  %1039 = getelementptr inbounds i64, ptr %13, i64 %1036
  %1040 = getelementptr inbounds i8, ptr %1039, i64 256
  store i64 %1038, ptr %1040, align 8
  %1041 = getelementptr inbounds i8, ptr %1039, i64 136
  store i64 %1038, ptr %1041, align 8
  %1042 = getelementptr inbounds i8, ptr %1039, i64 176
  store i64 1, ptr %1042, align 8
  %1043 = add i64 %1036, 1
  %1044 = icmp ult i64 %1036, 4
  br i1 %1044, label %1035, label %1045

1045:
  %1046 = load i64, ptr %111, align 8
  %1047 = shl i64 %1046, 5
  %1048 = or i64 %1047, %247
  store i64 %932, ptr %112, align 8
  store i64 %1048, ptr %113, align 8
  br i1 %293, label %1049, label %1055

1049:
  br i1 %934, label %1051, label %1050, !prof !2

1050:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %291, i32 %227)
  br label %1053

1051:
  %1052 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %291, i64 8, i32 %227)
  br label %1053

1053:
  %1054 = phi i64 [ 0, %1050 ], [ %1052, %1051 ]
  store i64 %1054, ptr %114, align 8
  br label %1062

1055:
  %1056 = add i64 %1048, 1
  store i64 %1056, ptr %114, align 8
  %1057 = load i64, ptr %115, align 8
  %1058 = inttoptr i64 %1057 to ptr
  %1059 = getelementptr inbounds i8, ptr %1058, i64 64
  %1060 = getelementptr inbounds i64, ptr %1059, i64 %1048
  %1061 = load i64, ptr %1060, align 8
  br label %1062

1062:
  %1063 = phi i64 [ %1056, %1055 ], [ %1054, %1053 ]
  %1064 = phi i64 [ %1061, %1055 ], [ 0, %1053 ]
  store i64 %1064, ptr %116, align 8
  %1065 = icmp eq i64 %1063, 0
  br i1 %1065, label %1195, label %1066

1066:
  %1067 = load i64, ptr %73, align 8
  br i1 %50, label %1071, label %1068

1068:
  %1069 = icmp eq i64 %1067, 11
  %1070 = select i1 %1069, i64 ptrtoint (ptr @"ks.bulk_round" to i64), i64 ptrtoint (ptr @"ks.bulk_copy" to i64)
  br label %1079

1071:
  br i1 %117, label %1072, label %1075

1072:
  switch i64 %1067, label %1074 [
    i64 14, label %1073
    i64 11, label %1073
    i64 15, label %1079
  ]

1073:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 3, i32 %227)
  switch i64 %1067, label %1074 [
    i64 14, label %1195
    i64 11, label %1195
  ]

1074:
  br label %1079

1075:
  %1076 = call i64 %9(i64 %1067)
  %1077 = icmp eq i64 %1076, 0
  br i1 %1077, label %1078, label %1079, !prof !3

1078:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 8, i32 %227)
  br label %1195

1079:
  %1080 = phi i64 [ %1076, %1075 ], [ ptrtoint (ptr @"ks.bulk_copy" to i64), %1074 ], [ %1070, %1068 ], [ ptrtoint (ptr @"ks.bulk_pack" to i64), %1072 ]
  store i64 %1080, ptr %13, align 8
  store i64 %119, ptr %120, align 8
  store i64 %1031, ptr %121, align 8
  store i64 %290, ptr %122, align 8
  store i64 %125, ptr %126, align 8
  store i64 %1032, ptr %127, align 8
  %1081 = add i64 %946, %615
  store i64 %1081, ptr %128, align 8
  %1082 = add i64 %946, %292
  store i64 %1082, ptr %129, align 8
  %1083 = load i64, ptr %82, align 8
  store i64 %1083, ptr %130, align 8
  %1084 = load i64, ptr %75, align 8
  store i64 %1084, ptr %108, align 8
  %1085 = load i64, ptr %76, align 8
  store i64 %1085, ptr %107, align 8
  %1086 = load i64, ptr %74, align 8
  store i64 %1086, ptr %131, align 8
  %1087 = load i64, ptr %84, align 8
  %1088 = udiv i64 %969, %1087
  store i64 %1088, ptr %109, align 8
  br label %1090

1089:
  br i1 %974, label %1121, label %1126

1090:
  %1091 = phi i64 [ 0, %1079 ], [ %1119, %1115 ]
  %1092 = icmp ult i64 %1091, %61
  br i1 %1092, label %1099, label %1093

1093:
  %1094 = getelementptr inbounds i64, ptr %13, i64 %1091
  %1095 = getelementptr inbounds i8, ptr %1094, i64 136
  store i64 1, ptr %1095, align 8
  %1096 = getelementptr inbounds i8, ptr %1094, i64 176
  store i64 1, ptr %1096, align 8
  %1097 = getelementptr inbounds i8, ptr %1094, i64 216
  store i64 0, ptr %1097, align 8
  %1098 = getelementptr inbounds i8, ptr %1094, i64 256
  store i64 1, ptr %1098, align 8
  br label %1115

1099:
  %1100 = getelementptr inbounds i64, ptr %84, i64 %1091
  %1101 = load i64, ptr %1100, align 8
  %1102 = getelementptr inbounds i64, ptr %13, i64 %1091
  %1103 = getelementptr inbounds i8, ptr %1102, i64 136
  store i64 %1101, ptr %1103, align 8
  %1104 = getelementptr inbounds i64, ptr %80, i64 %1091
  %1105 = load i64, ptr %1104, align 8
  %1106 = getelementptr inbounds i8, ptr %1102, i64 176
  store i64 %1105, ptr %1106, align 8
  %1107 = getelementptr inbounds i64, ptr %19, i64 %1091
  %1108 = load i64, ptr %1107, align 8
  %1109 = getelementptr inbounds i8, ptr %1102, i64 216
  store i64 %1108, ptr %1109, align 8
  %1110 = getelementptr inbounds i64, ptr %79, i64 %1091
  %1111 = load i64, ptr %1110, align 8
  %1112 = getelementptr inbounds i8, ptr %1102, i64 256
  store i64 %1111, ptr %1112, align 8
  %1113 = getelementptr inbounds i64, ptr %81, i64 %1091
  %1114 = load i64, ptr %1113, align 8
  br label %1115

1115:
  %1116 = phi i64 [ %1114, %1099 ], [ 0, %1093 ]
  %1117 = getelementptr inbounds i64, ptr %13, i64 %1091
  %1118 = getelementptr inbounds i8, ptr %1117, i64 296
  store i64 %1116, ptr %1118, align 8
  %1119 = add i64 %1091, 1
  %1120 = icmp ult i64 %1091, 4
  br i1 %1120, label %1090, label %1089

1121:
  %1122 = load i64, ptr %104, align 8
  %1123 = icmp eq i64 %1122, 0
  %1124 = or i1 %50, %1123
  br i1 %1124, label %1126, label %1125

1125:
  store i64 0, ptr %131, align 8
  store i64 0, ptr %132, align 8
  store i64 1, ptr %133, align 8
  br label %1126

1126:
  br i1 %293, label %1182, label %1127

1127:
  %1128 = load i64, ptr %79, align 8
  %1129 = mul i64 %1128, %1084
  %1130 = sub i64 0, %1129
  %1131 = and i64 %1130, 15
  %1132 = load i64, ptr %19, align 8
  %1133 = icmp slt i64 %1132, %1128
  br i1 %134, label %1137, label %1134

1134:
  %1135 = phi i1 [ %1133, %1127 ], [ %1150, %1137 ]
  %1136 = phi i64 [ %1031, %1127 ], [ %1146, %1137 ]
  br i1 %1135, label %1153, label %1182

1137:
  %1138 = phi i64 [ %1146, %1137 ], [ %1031, %1127 ]
  %1139 = phi i1 [ %1150, %1137 ], [ %1133, %1127 ]
  %1140 = phi i64 [ %1151, %1137 ], [ 1, %1127 ]
  %1141 = getelementptr inbounds i64, ptr %19, i64 %1140
  %1142 = load i64, ptr %1141, align 8
  %1143 = getelementptr inbounds i64, ptr %81, i64 %1140
  %1144 = load i64, ptr %1143, align 8
  %1145 = mul i64 %1144, %1142
  %1146 = add i64 %1145, %1138
  %1147 = getelementptr inbounds i64, ptr %79, i64 %1140
  %1148 = load i64, ptr %1147, align 8
  %1149 = icmp slt i64 %1142, %1148
  %1150 = and i1 %1139, %1149
  %1151 = add i64 %1140, 1
  %1152 = icmp ult i64 %1151, %61
  br i1 %1152, label %1137, label %1134

1153:
  %1154 = lshr i64 %1136, 28
  %1155 = and i64 %1154, 68719472640
  %1156 = load i64, ptr %63, align 8
  %1157 = inttoptr i64 %1156 to ptr
  %1158 = lshr i64 %1136, 38
  %1159 = and i64 %1158, 67108860
  %1160 = getelementptr inbounds i64, ptr %1157, i64 %1159
  %1161 = load i64, ptr %1160, align 8
  %1162 = and i64 %1136, -1099511627776
  %1163 = or i64 %1162, %1155
  %1164 = add i64 %1163, %1161
  %1165 = sub i64 %1164, %1031
  store i64 %1165, ptr %110, align 8
  %1166 = icmp eq i64 %1084, %1085
  br i1 %1166, label %1167, label %1182

1167:
  %1168 = add i64 %1131, %1129
  %1169 = udiv i64 %1168, %1084
  store i64 %1169, ptr %132, align 8
  %1170 = add i64 %1132, %1087
  %1171 = icmp sgt i64 %1170, %1128
  %1172 = icmp ne i64 %1131, 0
  %1173 = select i1 %1172, i1 %1171, i1 false
  br i1 %1173, label %1174, label %1182

1174:
  %1175 = add i64 %1136, %1129
  %1176 = icmp ult i64 %1175, %1164
  br i1 %1176, label %1177, label %1182

1177:
  %1178 = load i64, ptr %77, align 8
  %1179 = shl i64 %1128, %1178
  %1180 = shl i64 %1179, 4
  %1181 = or i64 %1180, %1084
  call void @"ks.limit_extent"(ptr %0, i64 %1, i64 %247, i64 %1175, i64 %1181)
  br label %1182

1182:
  call void @"ks.bulk_push"(ptr %0, ptr %13)
  %1183 = mul i64 %901, %956
  %1184 = add i64 %1183, %946
  %1185 = mul i64 %953, %907
  %1186 = add i64 %1185, %948
  %1187 = icmp slt i64 %1186, %915
  br i1 %1187, label %1191, label %1188

1188:
  %1189 = load i64, ptr %136, align 8
  %1190 = add i64 %1189, 1
  store i64 %1190, ptr %136, align 8
  br label %1191

1191:
  %1192 = phi i64 [ %1186, %1182 ], [ %910, %1188 ]
  %1193 = sub i64 %947, %953
  %1194 = icmp slt i64 %1193, 1
  br i1 %1194, label %1197, label %945

1195:
  %1196 = phi i64 [ %1032, %1078 ], [ %1032, %1073 ], [ %1032, %1073 ], [ %1032, %1062 ], [ %949, %1026 ]
  br label %1203

1197:
  %1198 = phi i64 [ %944, %940 ], [ %1032, %1191 ]
  %1199 = phi i64 [ %943, %940 ], [ %1192, %1191 ]
  %1200 = phi i64 [ %941, %940 ], [ %1184, %1191 ]
  %1201 = add i64 %942, 1
  %1202 = icmp ult i64 %1201, %906
  br i1 %1202, label %940, label %1203

1203:
  %1204 = phi i64 [ %1196, %1195 ], [ %263, %924 ], [ %1198, %1197 ]
  br label %1767

1205:
  br i1 %87, label %1539, label %1206

1206:
  %1207 = load i64, ptr %84, align 8
  %1208 = load i64, ptr %94, align 8
  br i1 %134, label %1209, label %1232

1209:
  %1210 = load i64, ptr %218, align 8
  store i64 %1210, ptr %219, align 8
  br i1 %220, label %1231, label %1211

1211:
  %1212 = phi i64 [ %1226, %1211 ], [ 1, %1209 ]
  %1213 = shl i64 %1212, 1
  %1214 = getelementptr i8, ptr %311, i64 %1213
  %1215 = getelementptr i8, ptr %1214, i64 110
  %1216 = load i16, ptr %1215, align 1
  %1217 = sext i16 %1216 to i64
  %1218 = getelementptr inbounds i64, ptr %17, i64 %1212
  store i64 %1217, ptr %1218, align 8
  %1219 = getelementptr inbounds i64, ptr %79, i64 %1212
  %1220 = load i64, ptr %1219, align 8
  %1221 = getelementptr i8, ptr %1214, i64 116
  %1222 = load i16, ptr %1221, align 1
  %1223 = sext i16 %1222 to i64
  %1224 = add i64 %1220, %1223
  %1225 = getelementptr inbounds i64, ptr %18, i64 %1212
  store i64 %1224, ptr %1225, align 8
  %1226 = add i64 %1212, 1
  %1227 = getelementptr inbounds i64, ptr %23, i64 %1226
  %1228 = load i64, ptr %1227, align 8
  %1229 = getelementptr inbounds i64, ptr %15, i64 %1226
  store i64 %1228, ptr %1229, align 8
  %1230 = icmp eq i64 %1226, %72
  br i1 %1230, label %1231, label %1211

1231:
  br i1 %101, label %1242, label %1232

1232:
  %1233 = load i64, ptr %99, align 8
  %1234 = icmp sgt i64 %1208, 0
  br i1 %1234, label %1235, label %1537

1235:
  %1236 = load i64, ptr %137, align 8
  %1237 = add i64 %1233, -1
  %1238 = add i64 %1237, %1236
  %1239 = zext i1 %293 to i64
  %1240 = and i64 %291, 7
  %1241 = icmp eq i64 %1240, 0
  br label %1247

1242:
  %1243 = phi i64 [ %1245, %1242 ], [ 2, %1231 ]
  %1244 = getelementptr inbounds i64, ptr %84, i64 %1243
  store i64 1, ptr %1244, align 8
  %1245 = add i64 %1243, 1
  %1246 = icmp ult i64 %1245, %61
  br i1 %1246, label %1242, label %1232

1247:
  %1248 = phi i64 [ %1208, %1235 ], [ %1535, %1530 ]
  %1249 = phi i64 [ %264, %1235 ], [ %1337, %1530 ]
  %1250 = load i64, ptr %138, align 8
  %1251 = sub i64 %1238, %1250
  %1252 = sdiv i64 %1251, %1233
  %1253 = call i64 @"llvm.smax.i64"(i64 %1252, i64 1)
  %1254 = call i64 @"llvm.umin.i64"(i64 %1253, i64 %1248)
  store i64 %1254, ptr %94, align 8
  store i64 %648, ptr %16, align 8
  br i1 %134, label %1491, label %1255

1255:
  %1256 = sub i64 %1208, %1248
  %1257 = mul i64 %1256, %1207
  %1258 = load i64, ptr %76, align 8
  %1259 = mul i64 %1257, %1258
  br i1 %78, label %1260, label %1262

1260:
  %1261 = load i64, ptr %75, align 8
  br label %1270

1262:
  %1263 = phi i64 [ %1510, %1506 ], [ %1259, %1255 ]
  br label %1323

1264:
  %1265 = load i64, ptr %75, align 8
  %1266 = mul i64 %1265, %1328
  br label %1280

1267:
  %1268 = select i1 %1305, i64 %1310, i64 0
  %1269 = select i1 %1305, i64 %1307, i64 0
  br label %1270

1270:
  %1271 = phi i64 [ %1268, %1267 ], [ %1261, %1260 ]
  %1272 = phi i64 [ %1266, %1267 ], [ %1261, %1260 ]
  %1273 = phi i64 [ %1328, %1267 ], [ 1, %1260 ]
  %1274 = phi i64 [ %1263, %1267 ], [ %1259, %1260 ]
  %1275 = phi i64 [ %1269, %1267 ], [ 0, %1260 ]
  %1276 = load i64, ptr %25, align 8
  %1277 = add i64 %1276, %1275
  %1278 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %1277, i64 %1271, i32 %227)
  %1279 = icmp eq i64 %1278, 0
  br i1 %1279, label %1331, label %1313

1280:
  %1281 = phi i64 [ %1307, %1280 ], [ 0, %1264 ]
  %1282 = phi i64 [ %1310, %1280 ], [ %1265, %1264 ]
  %1283 = phi i1 [ %1305, %1280 ], [ true, %1264 ]
  %1284 = phi i64 [ %1311, %1280 ], [ 0, %1264 ]
  %1285 = icmp eq i64 %1284, 0
  %1286 = getelementptr inbounds i64, ptr %81, i64 %1284
  %1287 = select i1 %1285, ptr %75, ptr %1286
  %1288 = load i64, ptr %1287, align 8
  %1289 = getelementptr inbounds i64, ptr %84, i64 %1284
  %1290 = load i64, ptr %1289, align 8
  %1291 = add i64 %1290, -1
  %1292 = getelementptr inbounds i64, ptr %80, i64 %1284
  %1293 = load i64, ptr %1292, align 8
  %1294 = mul i64 %1291, %1293
  %1295 = getelementptr inbounds i64, ptr %79, i64 %1284
  %1296 = load i64, ptr %1295, align 8
  %1297 = add i64 %1296, -1
  %1298 = getelementptr inbounds i64, ptr %16, i64 %1284
  %1299 = load i64, ptr %1298, align 8
  %1300 = call i64 @"llvm.smax.i64"(i64 %1299, i64 0)
  %1301 = add i64 %1299, %1294
  %1302 = call i64 @"llvm.smin.i64"(i64 %1301, i64 %1297)
  %1303 = icmp sle i64 %1300, %1302
  %1304 = freeze i1 %1303
  %1305 = and i1 %1283, %1304
  %1306 = mul i64 %1300, %1288
  %1307 = add i64 %1306, %1281
  %1308 = sub i64 %1302, %1300
  %1309 = mul i64 %1308, %1288
  %1310 = add i64 %1309, %1282
  %1311 = add i64 %1284, 1
  %1312 = icmp ult i64 %1311, %61
  br i1 %1312, label %1280, label %1267

1313:
  %1314 = load i64, ptr %63, align 8
  %1315 = inttoptr i64 %1314 to ptr
  %1316 = lshr i64 %1278, 38
  %1317 = and i64 %1316, 67108860
  %1318 = getelementptr inbounds i64, ptr %1315, i64 %1317
  %1319 = getelementptr inbounds i8, ptr %1318, i64 8
  %1320 = load i64, ptr %1319, align 8
  %1321 = sub i64 %1278, %1275
  %1322 = add i64 %1321, %1320
  br label %1335

1323:
  %1324 = phi i64 [ %1328, %1323 ], [ 1, %1262 ]
  %1325 = phi i64 [ %1329, %1323 ], [ 0, %1262 ]
  %1326 = getelementptr inbounds i64, ptr %84, i64 %1325
  %1327 = load i64, ptr %1326, align 8
  %1328 = mul i64 %1327, %1324
  %1329 = add i64 %1325, 1
  %1330 = icmp ult i64 %1329, %61
  br i1 %1330, label %1323, label %1264

1331:
  %1332 = load i64, ptr %104, align 8
  %1333 = icmp eq i64 %1332, 0
  %1334 = or i1 %50, %1333
  br i1 %1334, label %1486, label %1335

1335:
  %1336 = phi i64 [ 0, %1331 ], [ %1321, %1313 ]
  %1337 = phi i64 [ %1249, %1331 ], [ %1322, %1313 ]
  call void @"llvm.memset.p0.i64"(ptr align 8 %14, i8 0, i64 448, i1 false)
  store i64 %1272, ptr %139, align 8
  store i64 %1, ptr %140, align 8
  store i64 1, ptr %141, align 8
  store i64 1, ptr %142, align 8
  %1338 = icmp ne i64 %1272, 0
  %1339 = zext i1 %1338 to i64
  store i64 %1339, ptr %143, align 8
  store i64 4611686018427387904, ptr %144, align 8
  br label %1340

1340:
  %1341 = phi i64 [ 0, %1335 ], [ %1348, %1340 ]
  %1342 = icmp eq i64 %1341, 0
  %1343 = select i1 %1342, i64 %1272, i64 1
  %1344 = getelementptr inbounds i64, ptr %14, i64 %1341
  %1345 = getelementptr inbounds i8, ptr %1344, i64 256
  store i64 %1343, ptr %1345, align 8
  %1346 = getelementptr inbounds i8, ptr %1344, i64 136
  store i64 %1343, ptr %1346, align 8
  %1347 = getelementptr inbounds i8, ptr %1344, i64 176
  store i64 1, ptr %1347, align 8
  %1348 = add i64 %1341, 1
  %1349 = icmp ult i64 %1341, 4
  br i1 %1349, label %1340, label %1350

1350:
  %1351 = load i64, ptr %111, align 8
  %1352 = shl i64 %1351, 5
  %1353 = or i64 %1352, %247
  store i64 %1239, ptr %145, align 8
  store i64 %1353, ptr %146, align 8
  br i1 %293, label %1354, label %1360

1354:
  br i1 %1241, label %1356, label %1355, !prof !2

1355:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %291, i32 %227)
  br label %1358

1356:
  %1357 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %291, i64 8, i32 %227)
  br label %1358

1358:
  %1359 = phi i64 [ 0, %1355 ], [ %1357, %1356 ]
  store i64 %1359, ptr %147, align 8
  br label %1367

1360:
  %1361 = add i64 %1353, 1
  store i64 %1361, ptr %147, align 8
  %1362 = load i64, ptr %115, align 8
  %1363 = inttoptr i64 %1362 to ptr
  %1364 = getelementptr inbounds i8, ptr %1363, i64 64
  %1365 = getelementptr inbounds i64, ptr %1364, i64 %1353
  %1366 = load i64, ptr %1365, align 8
  br label %1367

1367:
  %1368 = phi i64 [ %1361, %1360 ], [ %1359, %1358 ]
  %1369 = phi i64 [ %1366, %1360 ], [ 0, %1358 ]
  store i64 %1369, ptr %148, align 8
  %1370 = icmp eq i64 %1368, 0
  br i1 %1370, label %1486, label %1371

1371:
  %1372 = load i64, ptr %73, align 8
  br i1 %50, label %1376, label %1373

1373:
  %1374 = icmp eq i64 %1372, 11
  %1375 = select i1 %1374, i64 ptrtoint (ptr @"ks.bulk_round" to i64), i64 ptrtoint (ptr @"ks.bulk_copy" to i64)
  br label %1384

1376:
  br i1 %117, label %1377, label %1380

1377:
  switch i64 %1372, label %1379 [
    i64 14, label %1378
    i64 11, label %1378
    i64 15, label %1384
  ]

1378:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 3, i32 %227)
  switch i64 %1372, label %1379 [
    i64 14, label %1486
    i64 11, label %1486
  ]

1379:
  br label %1384

1380:
  %1381 = call i64 %9(i64 %1372)
  %1382 = icmp eq i64 %1381, 0
  br i1 %1382, label %1383, label %1384, !prof !3

1383:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 8, i32 %227)
  br label %1486

1384:
  %1385 = phi i64 [ %1381, %1380 ], [ ptrtoint (ptr @"ks.bulk_copy" to i64), %1379 ], [ %1375, %1373 ], [ ptrtoint (ptr @"ks.bulk_pack" to i64), %1377 ]
  store i64 %1385, ptr %14, align 8
  store i64 %119, ptr %149, align 8
  store i64 %1336, ptr %150, align 8
  store i64 %290, ptr %151, align 8
  store i64 %125, ptr %152, align 8
  store i64 %1337, ptr %153, align 8
  %1386 = add i64 %1274, %615
  store i64 %1386, ptr %154, align 8
  %1387 = add i64 %1274, %292
  store i64 %1387, ptr %155, align 8
  %1388 = load i64, ptr %82, align 8
  store i64 %1388, ptr %156, align 8
  %1389 = load i64, ptr %75, align 8
  store i64 %1389, ptr %142, align 8
  %1390 = load i64, ptr %76, align 8
  store i64 %1390, ptr %141, align 8
  %1391 = load i64, ptr %74, align 8
  store i64 %1391, ptr %157, align 8
  %1392 = load i64, ptr %84, align 8
  %1393 = udiv i64 %1273, %1392
  store i64 %1393, ptr %143, align 8
  br label %1395

1394:
  br i1 %1279, label %1426, label %1431

1395:
  %1396 = phi i64 [ 0, %1384 ], [ %1424, %1420 ]
  %1397 = icmp ult i64 %1396, %61
  br i1 %1397, label %1404, label %1398

1398:
  %1399 = getelementptr inbounds i64, ptr %14, i64 %1396
  %1400 = getelementptr inbounds i8, ptr %1399, i64 136
  store i64 1, ptr %1400, align 8
  %1401 = getelementptr inbounds i8, ptr %1399, i64 176
  store i64 1, ptr %1401, align 8
  %1402 = getelementptr inbounds i8, ptr %1399, i64 216
  store i64 0, ptr %1402, align 8
  %1403 = getelementptr inbounds i8, ptr %1399, i64 256
  store i64 1, ptr %1403, align 8
  br label %1420

1404:
  %1405 = getelementptr inbounds i64, ptr %84, i64 %1396
  %1406 = load i64, ptr %1405, align 8
  %1407 = getelementptr inbounds i64, ptr %14, i64 %1396
  %1408 = getelementptr inbounds i8, ptr %1407, i64 136
  store i64 %1406, ptr %1408, align 8
  %1409 = getelementptr inbounds i64, ptr %80, i64 %1396
  %1410 = load i64, ptr %1409, align 8
  %1411 = getelementptr inbounds i8, ptr %1407, i64 176
  store i64 %1410, ptr %1411, align 8
  %1412 = getelementptr inbounds i64, ptr %16, i64 %1396
  %1413 = load i64, ptr %1412, align 8
  %1414 = getelementptr inbounds i8, ptr %1407, i64 216
  store i64 %1413, ptr %1414, align 8
  %1415 = getelementptr inbounds i64, ptr %79, i64 %1396
  %1416 = load i64, ptr %1415, align 8
  %1417 = getelementptr inbounds i8, ptr %1407, i64 256
  store i64 %1416, ptr %1417, align 8
  %1418 = getelementptr inbounds i64, ptr %81, i64 %1396
  %1419 = load i64, ptr %1418, align 8
  br label %1420

1420:
  %1421 = phi i64 [ %1419, %1404 ], [ 0, %1398 ]
  %1422 = getelementptr inbounds i64, ptr %14, i64 %1396
  %1423 = getelementptr inbounds i8, ptr %1422, i64 296
  store i64 %1421, ptr %1423, align 8
  %1424 = add i64 %1396, 1
  %1425 = icmp ult i64 %1396, 4
  br i1 %1425, label %1395, label %1394

1426:
  %1427 = load i64, ptr %104, align 8
  %1428 = icmp eq i64 %1427, 0
  %1429 = or i1 %50, %1428
  br i1 %1429, label %1431, label %1430

1430:
  store i64 0, ptr %157, align 8
  store i64 0, ptr %158, align 8
  store i64 1, ptr %159, align 8
  br label %1431

1431:
  br i1 %293, label %1488, label %1432

1432:
  %1433 = load i64, ptr %79, align 8
  %1434 = mul i64 %1433, %1389
  %1435 = sub i64 0, %1434
  %1436 = and i64 %1435, 15
  %1437 = icmp slt i64 %648, %1433
  br i1 %134, label %1441, label %1438

1438:
  %1439 = phi i1 [ %1437, %1432 ], [ %1454, %1441 ]
  %1440 = phi i64 [ %1336, %1432 ], [ %1450, %1441 ]
  br i1 %1439, label %1457, label %1488

1441:
  %1442 = phi i64 [ %1450, %1441 ], [ %1336, %1432 ]
  %1443 = phi i1 [ %1454, %1441 ], [ %1437, %1432 ]
  %1444 = phi i64 [ %1455, %1441 ], [ 1, %1432 ]
  %1445 = getelementptr inbounds i64, ptr %16, i64 %1444
  %1446 = load i64, ptr %1445, align 8
  %1447 = getelementptr inbounds i64, ptr %81, i64 %1444
  %1448 = load i64, ptr %1447, align 8
  %1449 = mul i64 %1448, %1446
  %1450 = add i64 %1449, %1442
  %1451 = getelementptr inbounds i64, ptr %79, i64 %1444
  %1452 = load i64, ptr %1451, align 8
  %1453 = icmp slt i64 %1446, %1452
  %1454 = and i1 %1443, %1453
  %1455 = add i64 %1444, 1
  %1456 = icmp ult i64 %1455, %61
  br i1 %1456, label %1441, label %1438

1457:
  %1458 = lshr i64 %1440, 28
  %1459 = and i64 %1458, 68719472640
  %1460 = load i64, ptr %63, align 8
  %1461 = inttoptr i64 %1460 to ptr
  %1462 = lshr i64 %1440, 38
  %1463 = and i64 %1462, 67108860
  %1464 = getelementptr inbounds i64, ptr %1461, i64 %1463
  %1465 = load i64, ptr %1464, align 8
  %1466 = and i64 %1440, -1099511627776
  %1467 = or i64 %1466, %1459
  %1468 = add i64 %1467, %1465
  %1469 = sub i64 %1468, %1336
  store i64 %1469, ptr %144, align 8
  %1470 = icmp eq i64 %1389, %1390
  br i1 %1470, label %1471, label %1488

1471:
  %1472 = add i64 %1436, %1434
  %1473 = udiv i64 %1472, %1389
  store i64 %1473, ptr %158, align 8
  %1474 = add i64 %1392, %648
  %1475 = icmp sgt i64 %1474, %1433
  %1476 = icmp ne i64 %1436, 0
  %1477 = select i1 %1476, i1 %1475, i1 false
  br i1 %1477, label %1478, label %1488

1478:
  %1479 = add i64 %1440, %1434
  %1480 = icmp ult i64 %1479, %1468
  br i1 %1480, label %1481, label %1488

1481:
  %1482 = load i64, ptr %77, align 8
  %1483 = shl i64 %1433, %1482
  %1484 = shl i64 %1483, 4
  %1485 = or i64 %1484, %1389
  call void @"ks.limit_extent"(ptr %0, i64 %1, i64 %247, i64 %1479, i64 %1485)
  br label %1488

1486:
  %1487 = phi i64 [ %1337, %1383 ], [ %1337, %1378 ], [ %1337, %1378 ], [ %1337, %1367 ], [ %1249, %1331 ]
  br label %1537

1488:
  call void @"ks.bulk_push"(ptr %0, ptr %14)
  br i1 %160, label %1489, label %1530

1489:
  %1490 = mul i64 %1254, %1233
  br label %1511

1491:
  %1492 = phi i64 [ %1504, %1500 ], [ 1, %1247 ]
  %1493 = getelementptr inbounds i64, ptr %15, i64 %1492
  %1494 = load i64, ptr %1493, align 8
  %1495 = icmp ult i64 %1492, %72
  br i1 %1495, label %1496, label %1500

1496:
  %1497 = getelementptr i64, ptr %24, i64 %1492
  %1498 = getelementptr i8, ptr %1497, i64 -8
  %1499 = load i64, ptr %1498, align 8
  br label %1500

1500:
  %1501 = phi i64 [ %1499, %1496 ], [ 0, %1491 ]
  %1502 = add i64 %1501, %1494
  %1503 = getelementptr inbounds i64, ptr %16, i64 %1492
  store i64 %1502, ptr %1503, align 8
  %1504 = add i64 %1492, 1
  %1505 = icmp ult i64 %1504, %61
  br i1 %1505, label %1491, label %1506

1506:
  %1507 = sub i64 %1208, %1248
  %1508 = mul i64 %1507, %1207
  %1509 = load i64, ptr %76, align 8
  %1510 = mul i64 %1508, %1509
  br label %1262

1511:
  %1512 = phi i64 [ 1, %1489 ], [ %1528, %1525 ]
  %1513 = icmp eq i64 %1512, 1
  br i1 %1513, label %1517, label %1514

1514:
  %1515 = getelementptr inbounds i64, ptr %80, i64 %1512
  %1516 = load i64, ptr %1515, align 8
  br label %1517

1517:
  %1518 = phi i64 [ %1516, %1514 ], [ %1490, %1511 ]
  %1519 = getelementptr inbounds i64, ptr %15, i64 %1512
  %1520 = load i64, ptr %1519, align 8
  %1521 = add i64 %1520, %1518
  store i64 %1521, ptr %1519, align 8
  %1522 = getelementptr inbounds i64, ptr %18, i64 %1512
  %1523 = load i64, ptr %1522, align 8
  %1524 = icmp sge i64 %1521, %1523
  br i1 %1524, label %1525, label %1530

1525:
  %1526 = getelementptr inbounds i64, ptr %17, i64 %1512
  %1527 = load i64, ptr %1526, align 8
  store i64 %1527, ptr %1519, align 8
  %1528 = add i64 %1512, 1
  %1529 = icmp ult i64 %1528, %72
  br i1 %1529, label %1511, label %1530

1530:
  %1531 = phi i1 [ true, %1488 ], [ %1524, %1525 ], [ %1524, %1517 ]
  %1532 = zext i1 %1531 to i64
  %1533 = load i64, ptr %161, align 8
  %1534 = add i64 %1533, %1532
  store i64 %1534, ptr %161, align 8
  %1535 = sub i64 %1248, %1254
  %1536 = icmp sgt i64 %1535, 0
  br i1 %1536, label %1247, label %1537

1537:
  %1538 = phi i64 [ %1487, %1486 ], [ %264, %1232 ], [ %1337, %1530 ]
  br label %1767

1539:
  br i1 %78, label %1540, label %1600

1540:
  %1541 = load i64, ptr %75, align 8
  br label %1548

1542:
  %1543 = load i64, ptr %75, align 8
  %1544 = mul i64 %1543, %1605
  br label %1557

1545:
  %1546 = select i1 %1582, i64 %1587, i64 0
  %1547 = select i1 %1582, i64 %1584, i64 0
  br label %1548

1548:
  %1549 = phi i64 [ %1546, %1545 ], [ %1541, %1540 ]
  %1550 = phi i64 [ %1544, %1545 ], [ %1541, %1540 ]
  %1551 = phi i64 [ %1605, %1545 ], [ 1, %1540 ]
  %1552 = phi i64 [ %1547, %1545 ], [ 0, %1540 ]
  %1553 = load i64, ptr %25, align 8
  %1554 = add i64 %1553, %1552
  %1555 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %1554, i64 %1549, i32 %227)
  %1556 = icmp eq i64 %1555, 0
  br i1 %1556, label %1608, label %1590

1557:
  %1558 = phi i64 [ %1584, %1557 ], [ 0, %1542 ]
  %1559 = phi i64 [ %1587, %1557 ], [ %1543, %1542 ]
  %1560 = phi i1 [ %1582, %1557 ], [ true, %1542 ]
  %1561 = phi i64 [ %1588, %1557 ], [ 0, %1542 ]
  %1562 = icmp eq i64 %1561, 0
  %1563 = getelementptr inbounds i64, ptr %81, i64 %1561
  %1564 = select i1 %1562, ptr %75, ptr %1563
  %1565 = load i64, ptr %1564, align 8
  %1566 = getelementptr inbounds i64, ptr %84, i64 %1561
  %1567 = load i64, ptr %1566, align 8
  %1568 = add i64 %1567, -1
  %1569 = getelementptr inbounds i64, ptr %80, i64 %1561
  %1570 = load i64, ptr %1569, align 8
  %1571 = mul i64 %1568, %1570
  %1572 = getelementptr inbounds i64, ptr %79, i64 %1561
  %1573 = load i64, ptr %1572, align 8
  %1574 = add i64 %1573, -1
  %1575 = getelementptr inbounds i64, ptr %23, i64 %1561
  %1576 = load i64, ptr %1575, align 8
  %1577 = call i64 @"llvm.smax.i64"(i64 %1576, i64 0)
  %1578 = add i64 %1576, %1571
  %1579 = call i64 @"llvm.smin.i64"(i64 %1578, i64 %1574)
  %1580 = icmp sle i64 %1577, %1579
  %1581 = freeze i1 %1580
  %1582 = and i1 %1560, %1581
  %1583 = mul i64 %1577, %1565
  %1584 = add i64 %1583, %1558
  %1585 = sub i64 %1579, %1577
  %1586 = mul i64 %1585, %1565
  %1587 = add i64 %1586, %1559
  %1588 = add i64 %1561, 1
  %1589 = icmp ult i64 %1588, %61
  br i1 %1589, label %1557, label %1545

1590:
  %1591 = load i64, ptr %63, align 8
  %1592 = inttoptr i64 %1591 to ptr
  %1593 = lshr i64 %1555, 38
  %1594 = and i64 %1593, 67108860
  %1595 = getelementptr inbounds i64, ptr %1592, i64 %1594
  %1596 = getelementptr inbounds i8, ptr %1595, i64 8
  %1597 = load i64, ptr %1596, align 8
  %1598 = sub i64 %1555, %1552
  %1599 = add i64 %1598, %1597
  br label %1612

1600:
  %1601 = phi i64 [ %1605, %1600 ], [ 1, %1539 ]
  %1602 = phi i64 [ %1606, %1600 ], [ 0, %1539 ]
  %1603 = getelementptr inbounds i64, ptr %84, i64 %1602
  %1604 = load i64, ptr %1603, align 8
  %1605 = mul i64 %1604, %1601
  %1606 = add i64 %1602, 1
  %1607 = icmp ult i64 %1606, %61
  br i1 %1607, label %1600, label %1542

1608:
  %1609 = load i64, ptr %104, align 8
  %1610 = icmp eq i64 %1609, 0
  %1611 = or i1 %50, %1610
  br i1 %1611, label %1765, label %1612

1612:
  %1613 = phi i64 [ 0, %1608 ], [ %1598, %1590 ]
  %1614 = phi i64 [ %261, %1608 ], [ %1599, %1590 ]
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 448, i1 false)
  store i64 %1550, ptr %162, align 8
  store i64 %1, ptr %163, align 8
  store i64 1, ptr %164, align 8
  store i64 1, ptr %165, align 8
  %1615 = icmp ne i64 %1550, 0
  %1616 = zext i1 %1615 to i64
  store i64 %1616, ptr %166, align 8
  store i64 4611686018427387904, ptr %167, align 8
  br label %1617

1617:
  %1618 = phi i64 [ 0, %1612 ], [ %1625, %1617 ]
  %1619 = icmp eq i64 %1618, 0
  %1620 = select i1 %1619, i64 %1550, i64 1
  %1621 = getelementptr inbounds i64, ptr %11, i64 %1618
  %1622 = getelementptr inbounds i8, ptr %1621, i64 256
  store i64 %1620, ptr %1622, align 8
  %1623 = getelementptr inbounds i8, ptr %1621, i64 136
  store i64 %1620, ptr %1623, align 8
  %1624 = getelementptr inbounds i8, ptr %1621, i64 176
  store i64 1, ptr %1624, align 8
  %1625 = add i64 %1618, 1
  %1626 = icmp ult i64 %1618, 4
  br i1 %1626, label %1617, label %1627

1627:
  %1628 = load i64, ptr %111, align 8
  %1629 = shl i64 %1628, 5
  %1630 = or i64 %1629, %247
  %1631 = zext i1 %293 to i64
  store i64 %1631, ptr %168, align 8
  store i64 %1630, ptr %169, align 8
  br i1 %293, label %1632, label %1640

1632:
  %1633 = and i64 %291, 7
  %1634 = icmp eq i64 %1633, 0
  br i1 %1634, label %1636, label %1635, !prof !2

1635:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %291, i32 %227)
  br label %1638

1636:
  %1637 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %291, i64 8, i32 %227)
  br label %1638

1638:
  %1639 = phi i64 [ 0, %1635 ], [ %1637, %1636 ]
  store i64 %1639, ptr %170, align 8
  br label %1647

1640:
  %1641 = add i64 %1630, 1
  store i64 %1641, ptr %170, align 8
  %1642 = load i64, ptr %115, align 8
  %1643 = inttoptr i64 %1642 to ptr
  %1644 = getelementptr inbounds i8, ptr %1643, i64 64
  %1645 = getelementptr inbounds i64, ptr %1644, i64 %1630
  %1646 = load i64, ptr %1645, align 8
  br label %1647

1647:
  %1648 = phi i64 [ %1641, %1640 ], [ %1639, %1638 ]
  %1649 = phi i64 [ %1646, %1640 ], [ 0, %1638 ]
  store i64 %1649, ptr %171, align 8
  %1650 = icmp eq i64 %1648, 0
  br i1 %1650, label %1765, label %1651

1651:
  %1652 = load i64, ptr %73, align 8
  br i1 %50, label %1656, label %1653

1653:
  %1654 = icmp eq i64 %1652, 11
  %1655 = select i1 %1654, i64 ptrtoint (ptr @"ks.bulk_round" to i64), i64 ptrtoint (ptr @"ks.bulk_copy" to i64)
  br label %1664

1656:
  br i1 %117, label %1657, label %1660

1657:
  switch i64 %1652, label %1659 [
    i64 14, label %1658
    i64 11, label %1658
    i64 15, label %1664
  ]

1658:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 3, i32 %227)
  switch i64 %1652, label %1659 [
    i64 14, label %1765
    i64 11, label %1765
  ]

1659:
  br label %1664

1660:
  %1661 = call i64 %9(i64 %1652)
  %1662 = icmp eq i64 %1661, 0
  br i1 %1662, label %1663, label %1664, !prof !3

1663:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 8, i32 %227)
  br label %1765

1664:
  %1665 = phi i64 [ %1661, %1660 ], [ ptrtoint (ptr @"ks.bulk_copy" to i64), %1659 ], [ %1655, %1653 ], [ ptrtoint (ptr @"ks.bulk_pack" to i64), %1657 ]
  store i64 %1665, ptr %11, align 8
  store i64 %119, ptr %172, align 8
  store i64 %1613, ptr %173, align 8
  store i64 %290, ptr %174, align 8
  store i64 %125, ptr %175, align 8
  store i64 %1614, ptr %176, align 8
  store i64 %615, ptr %177, align 8
  store i64 %292, ptr %178, align 8
  %1666 = load i64, ptr %82, align 8
  store i64 %1666, ptr %179, align 8
  %1667 = load i64, ptr %75, align 8
  store i64 %1667, ptr %165, align 8
  %1668 = load i64, ptr %76, align 8
  store i64 %1668, ptr %164, align 8
  %1669 = load i64, ptr %74, align 8
  store i64 %1669, ptr %180, align 8
  %1670 = load i64, ptr %84, align 8
  %1671 = udiv i64 %1551, %1670
  store i64 %1671, ptr %166, align 8
  br label %1673

1672:
  br i1 %1556, label %1704, label %1709

1673:
  %1674 = phi i64 [ 0, %1664 ], [ %1702, %1698 ]
  %1675 = icmp ult i64 %1674, %61
  br i1 %1675, label %1682, label %1676

1676:
  %1677 = getelementptr inbounds i64, ptr %11, i64 %1674
  %1678 = getelementptr inbounds i8, ptr %1677, i64 136
  store i64 1, ptr %1678, align 8
  %1679 = getelementptr inbounds i8, ptr %1677, i64 176
  store i64 1, ptr %1679, align 8
  %1680 = getelementptr inbounds i8, ptr %1677, i64 216
  store i64 0, ptr %1680, align 8
  %1681 = getelementptr inbounds i8, ptr %1677, i64 256
  store i64 1, ptr %1681, align 8
  br label %1698

1682:
  %1683 = getelementptr inbounds i64, ptr %84, i64 %1674
  %1684 = load i64, ptr %1683, align 8
  %1685 = getelementptr inbounds i64, ptr %11, i64 %1674
  %1686 = getelementptr inbounds i8, ptr %1685, i64 136
  store i64 %1684, ptr %1686, align 8
  %1687 = getelementptr inbounds i64, ptr %80, i64 %1674
  %1688 = load i64, ptr %1687, align 8
  %1689 = getelementptr inbounds i8, ptr %1685, i64 176
  store i64 %1688, ptr %1689, align 8
  %1690 = getelementptr inbounds i64, ptr %23, i64 %1674
  %1691 = load i64, ptr %1690, align 8
  %1692 = getelementptr inbounds i8, ptr %1685, i64 216
  store i64 %1691, ptr %1692, align 8
  %1693 = getelementptr inbounds i64, ptr %79, i64 %1674
  %1694 = load i64, ptr %1693, align 8
  %1695 = getelementptr inbounds i8, ptr %1685, i64 256
  store i64 %1694, ptr %1695, align 8
  %1696 = getelementptr inbounds i64, ptr %81, i64 %1674
  %1697 = load i64, ptr %1696, align 8
  br label %1698

1698:
  %1699 = phi i64 [ %1697, %1682 ], [ 0, %1676 ]
  %1700 = getelementptr inbounds i64, ptr %11, i64 %1674
  %1701 = getelementptr inbounds i8, ptr %1700, i64 296
  store i64 %1699, ptr %1701, align 8
  %1702 = add i64 %1674, 1
  %1703 = icmp ult i64 %1674, 4
  br i1 %1703, label %1673, label %1672

1704:
  %1705 = load i64, ptr %104, align 8
  %1706 = icmp eq i64 %1705, 0
  %1707 = or i1 %50, %1706
  br i1 %1707, label %1709, label %1708

1708:
  store i64 0, ptr %180, align 8
  store i64 0, ptr %181, align 8
  store i64 1, ptr %182, align 8
  br label %1709

1709:
  br i1 %293, label %1764, label %1710

1710:
  %1711 = load i64, ptr %79, align 8
  %1712 = mul i64 %1711, %1667
  %1713 = sub i64 0, %1712
  %1714 = and i64 %1713, 15
  %1715 = icmp slt i64 %648, %1711
  br i1 %134, label %1719, label %1716

1716:
  %1717 = phi i1 [ %1715, %1710 ], [ %1732, %1719 ]
  %1718 = phi i64 [ %1613, %1710 ], [ %1728, %1719 ]
  br i1 %1717, label %1735, label %1764

1719:
  %1720 = phi i64 [ %1728, %1719 ], [ %1613, %1710 ]
  %1721 = phi i1 [ %1732, %1719 ], [ %1715, %1710 ]
  %1722 = phi i64 [ %1733, %1719 ], [ 1, %1710 ]
  %1723 = getelementptr inbounds i64, ptr %23, i64 %1722
  %1724 = load i64, ptr %1723, align 8
  %1725 = getelementptr inbounds i64, ptr %81, i64 %1722
  %1726 = load i64, ptr %1725, align 8
  %1727 = mul i64 %1726, %1724
  %1728 = add i64 %1727, %1720
  %1729 = getelementptr inbounds i64, ptr %79, i64 %1722
  %1730 = load i64, ptr %1729, align 8
  %1731 = icmp slt i64 %1724, %1730
  %1732 = and i1 %1721, %1731
  %1733 = add i64 %1722, 1
  %1734 = icmp ult i64 %1733, %61
  br i1 %1734, label %1719, label %1716

1735:
  %1736 = lshr i64 %1718, 28
  %1737 = and i64 %1736, 68719472640
  %1738 = load i64, ptr %63, align 8
  %1739 = inttoptr i64 %1738 to ptr
  %1740 = lshr i64 %1718, 38
  %1741 = and i64 %1740, 67108860
  %1742 = getelementptr inbounds i64, ptr %1739, i64 %1741
  %1743 = load i64, ptr %1742, align 8
  %1744 = and i64 %1718, -1099511627776
  %1745 = or i64 %1744, %1737
  %1746 = add i64 %1745, %1743
  %1747 = sub i64 %1746, %1613
  store i64 %1747, ptr %167, align 8
  %1748 = icmp eq i64 %1667, %1668
  br i1 %1748, label %1749, label %1764

1749:
  %1750 = add i64 %1714, %1712
  %1751 = udiv i64 %1750, %1667
  store i64 %1751, ptr %181, align 8
  %1752 = add i64 %1670, %648
  %1753 = icmp sgt i64 %1752, %1711
  %1754 = icmp ne i64 %1714, 0
  %1755 = select i1 %1754, i1 %1753, i1 false
  br i1 %1755, label %1756, label %1764

1756:
  %1757 = add i64 %1718, %1712
  %1758 = icmp ult i64 %1757, %1746
  br i1 %1758, label %1759, label %1764

1759:
  %1760 = load i64, ptr %77, align 8
  %1761 = shl i64 %1711, %1760
  %1762 = shl i64 %1761, 4
  %1763 = or i64 %1762, %1667
  call void @"ks.limit_extent"(ptr %0, i64 %1, i64 %247, i64 %1757, i64 %1763)
  br label %1764

1764:
  call void @"ks.bulk_push"(ptr %0, ptr %11)
  br label %1765

1765:
  %1766 = phi i64 [ %261, %1608 ], [ %1614, %1647 ], [ %1614, %1764 ], [ %1614, %1658 ], [ %1614, %1658 ], [ %1614, %1663 ]
  br label %1767

1767:
  %1768 = phi i64 [ %264, %298 ], [ %264, %893 ], [ %264, %645 ], [ %264, %1765 ], [ %1538, %1537 ], [ %264, %1203 ], [ %264, %534 ], [ %264, %299 ], [ %264, %497 ], [ %264, %895 ]
  %1769 = phi i64 [ %263, %298 ], [ %263, %893 ], [ %263, %645 ], [ %263, %1765 ], [ %263, %1537 ], [ %1204, %1203 ], [ %263, %534 ], [ %263, %299 ], [ %263, %497 ], [ %263, %895 ]
  %1770 = phi i64 [ %262, %298 ], [ %894, %893 ], [ %262, %645 ], [ %262, %1765 ], [ %262, %1537 ], [ %262, %1203 ], [ %262, %534 ], [ %262, %299 ], [ %262, %497 ], [ %743, %895 ]
  %1771 = phi i64 [ %261, %298 ], [ %261, %893 ], [ %261, %645 ], [ %1766, %1765 ], [ %261, %1537 ], [ %261, %1203 ], [ %261, %534 ], [ %261, %299 ], [ %261, %497 ], [ %261, %895 ]
  br label %1772

1772:
  %1773 = phi i64 [ %1768, %1767 ], [ %264, %288 ], [ %264, %265 ]
  %1774 = phi i64 [ %1769, %1767 ], [ %263, %288 ], [ %263, %265 ]
  %1775 = phi i64 [ %1770, %1767 ], [ %262, %288 ], [ %262, %265 ]
  %1776 = phi i64 [ %1771, %1767 ], [ %261, %288 ], [ %261, %265 ]
  %1777 = add i64 %260, 1
  %1778 = icmp ult i64 %1777, %237
  br i1 %1778, label %259, label %251

1779:
  ret void
}
define weak_odr void @"ks.tensormap_replace"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, i32 %4, i64 %5, i64 %6, i64 %7) {
  %9 = alloca i64, align 8
  %10 = icmp eq i32 %4, 0
  br i1 %10, label %66, label %11

11:
  %12 = getelementptr inbounds i8, ptr %0, i64 344
  %13 = getelementptr inbounds i8, ptr %0, i64 64
  %14 = getelementptr inbounds i8, ptr %0, i64 472
  %15 = getelementptr inbounds i8, ptr %0, i64 440
  br label %16

16:
  %17 = phi i32 [ %4, %11 ], [ %89, %87 ]
  %18 = call i32 @"llvm.cttz.i32"(i32 %17, i1 true)
  %19 = extractelement <32 x i64> %2, i32 %18
  %20 = and i64 %19, 63
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %23, label %22, !prof !2

22:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %19, i32 %18)
  br label %87

23:
  switch i64 %5, label %50 [
    i64 0, label %24
    i64 1, label %28
  ]

24:
  %25 = and i64 %19, -1099511627776
  %26 = icmp eq i64 %25, 1099511627776
  %27 = and i64 %19, 1099511627712
  br i1 %26, label %28, label %50

28:
  %29 = phi i64 [ %19, %23 ], [ %27, %24 ]
  %30 = shl i64 %29, 40
  %31 = ashr exact i64 %30, 40
  %32 = icmp eq i64 %29, %31
  br i1 %32, label %39, label %33

33:
  %34 = sub i64 %29, %31
  %35 = load i64, ptr %12, align 8
  %36 = shl i64 %35, 24
  %37 = icmp eq i64 %34, %36
  %38 = select i1 %37, i64 %31, i64 %29
  br label %39

39:
  %40 = phi i64 [ %29, %28 ], [ %38, %33 ]
  %41 = load i64, ptr %13, align 8
  %42 = icmp uge i64 %40, %41
  %43 = add i64 %40, 128
  %44 = icmp ugt i64 %43, %41
  %45 = or i1 %42, %44
  br i1 %45, label %46, label %47, !prof !3

46:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %40, i32 %18)
  br label %87

47:
  %48 = load i64, ptr %14, align 8
  %49 = add i64 %48, %40
  br label %62

50:
  %51 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %19, i64 128, i32 %18)
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %87, label %53

53:
  %54 = load i64, ptr %15, align 8
  %55 = inttoptr i64 %54 to ptr
  %56 = lshr i64 %51, 38
  %57 = and i64 %56, 67108860
  %58 = getelementptr inbounds i64, ptr %55, i64 %57
  %59 = getelementptr inbounds i8, ptr %58, i64 8
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %60, %51
  br label %62

62:
  %63 = phi i64 [ %61, %53 ], [ %49, %47 ]
  %64 = inttoptr i64 %63 to ptr
  %65 = icmp eq i64 %63, 0
  br i1 %65, label %87, label %67

66:
  ret void

67:
  %68 = extractelement <32 x i64> %3, i32 %18
  store i64 %68, ptr %9, align 8
  %69 = getelementptr inbounds i8, ptr %64, i64 8
  %70 = load i32, ptr %69, align 1
  br label %76

71:
  %72 = icmp ne i32 %70, 1346456916
  %73 = icmp ne i64 %81, 0
  %74 = select i1 %72, i1 %73, i1 false
  br i1 %74, label %75, label %84, !prof !3

75:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 1, i32 %18)
  br label %86

76:
  %77 = phi i64 [ 0, %67 ], [ %82, %76 ]
  %78 = phi i64 [ 0, %67 ], [ %81, %76 ]
  %79 = getelementptr inbounds i8, ptr %64, i64 %77
  %80 = load i64, ptr %79, align 1
  %81 = or i64 %80, %78
  %82 = add i64 %77, 8
  %83 = icmp ult i64 %77, 120
  br i1 %83, label %76, label %71

84:
  store i32 1346456916, ptr %69, align 1
  %85 = getelementptr inbounds i8, ptr %64, i64 %6
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %85, ptr align 8 %9, i64 %7, i1 false)
  br label %86

86:
  br label %87

87:
  %88 = add i32 %17, -1
  %89 = and i32 %88, %17
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %66, label %16
}
define weak_odr void @"ks.tensormap_publish"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, i32 %4) {
  %6 = icmp eq i32 %4, 0
  br i1 %6, label %33, label %7

7:
  %8 = getelementptr inbounds i8, ptr %0, i64 440
  %9 = getelementptr inbounds i8, ptr %0, i64 344
  %10 = getelementptr inbounds i8, ptr %0, i64 64
  %11 = getelementptr inbounds i8, ptr %0, i64 472
  br label %12

12:
  %13 = phi i32 [ %4, %7 ], [ %65, %63 ]
  %14 = call i32 @"llvm.cttz.i32"(i32 %13, i1 true)
  %15 = extractelement <32 x i64> %2, i32 %14
  %16 = and i64 %15, 63
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !2

18:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %15, i32 %14)
  br label %63

19:
  %20 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %15, i64 128, i32 %14)
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %63, label %22

22:
  %23 = load i64, ptr %8, align 8
  %24 = inttoptr i64 %23 to ptr
  %25 = lshr i64 %20, 38
  %26 = and i64 %25, 67108860
  %27 = getelementptr inbounds i64, ptr %24, i64 %26
  %28 = getelementptr inbounds i8, ptr %27, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = add i64 %29, %20
  %31 = inttoptr i64 %30 to ptr
  %32 = icmp eq i64 %30, 0
  br i1 %32, label %63, label %34

33:
  ret void

34:
  %35 = extractelement <32 x i64> %3, i32 %14
  %36 = and i64 %35, 63
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %39, label %38, !prof !2

38:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %35, i32 %14)
  br label %63

39:
  %40 = shl i64 %35, 40
  %41 = ashr exact i64 %40, 40
  %42 = icmp eq i64 %35, %41
  br i1 %42, label %49, label %43

43:
  %44 = sub i64 %35, %41
  %45 = load i64, ptr %9, align 8
  %46 = shl i64 %45, 24
  %47 = icmp eq i64 %44, %46
  %48 = select i1 %47, i64 %41, i64 %35
  br label %49

49:
  %50 = phi i64 [ %35, %39 ], [ %48, %43 ]
  %51 = load i64, ptr %10, align 8
  %52 = icmp uge i64 %50, %51
  %53 = add i64 %50, 128
  %54 = icmp ugt i64 %53, %51
  %55 = or i1 %52, %54
  br i1 %55, label %56, label %57, !prof !3

56:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %50, i32 %14)
  br label %63

57:
  %58 = load i64, ptr %11, align 8
  %59 = add i64 %58, %50
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %63, label %61

61:
  %62 = inttoptr i64 %59 to ptr
  call void @"llvm.memmove.p0.p0.i64"(ptr align 1 %31, ptr align 1 %62, i64 128, i1 false)
  br label %63

63:
  %64 = add i32 %13, -1
  %65 = and i32 %64, %13
  %66 = icmp eq i32 %65, 0
  br i1 %66, label %33, label %12
}
define weak_odr void @"ks.copy_arrived"(ptr %0, i32 %1, i1 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 800
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds i8, ptr %0, i64 816
  %8 = load i64, ptr %7, align 8
  %9 = load i64, ptr %6, align 8
  %10 = inttoptr i64 %9 to ptr
  %11 = load i64, ptr %10, align 8
  %12 = shl i64 %11, 32
  %13 = and i64 %8, 4294967295
  %14 = or i64 %12, %13
  %15 = select i1 %2, i64 %14, i64 %8
  %16 = icmp eq i32 %1, 0
  br i1 %16, label %36, label %17

17:
  %18 = getelementptr inbounds i8, ptr %0, i64 808
  %19 = getelementptr inbounds i8, ptr %0, i64 776
  br label %20

20:
  %21 = phi i32 [ %1, %17 ], [ %31, %20 ]
  %22 = call i32 @"llvm.cttz.i32"(i32 %21, i1 true)
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds i64, ptr %0, i64 %23
  %25 = getelementptr inbounds i8, ptr %24, i64 256
  %26 = load i64, ptr %25, align 8
  %27 = load i64, ptr %18, align 8
  %28 = add i64 %15, %23
  %29 = load i64, ptr %19, align 8
  call void @"ks.watch_arrived"(ptr %6, i64 %27, i64 %28, i64 %26, i64 %29)
  %30 = add i32 %21, -1
  %31 = and i32 %30, %21
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %33, label %20

33:
  %34 = load i64, ptr %4, align 8
  %35 = inttoptr i64 %34 to ptr
  br label %36

36:
  %37 = phi ptr [ %35, %33 ], [ %6, %3 ]
  %38 = getelementptr inbounds i8, ptr %37, i64 136
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %61, label %41, !prof !2

41:
  %42 = getelementptr inbounds i8, ptr %37, i64 32
  %43 = load i64, ptr %42, align 8
  %44 = load i64, ptr %37, align 8
  %45 = inttoptr i64 %44 to ptr
  %46 = load i64, ptr %45, align 8
  %47 = add i64 %46, 1
  store i64 %47, ptr %45, align 8
  %48 = getelementptr inbounds i8, ptr %37, i64 176
  %49 = load i64, ptr %48, align 8
  %50 = icmp eq i64 %49, 0
  br i1 %50, label %61, label %51

51:
  %52 = load i64, ptr %7, align 8
  %53 = and i64 %52, 4294967295
  %54 = select i1 %2, i64 4294967296, i64 0
  %55 = or i64 %53, %54
  %56 = getelementptr inbounds i8, ptr %0, i64 808
  %57 = load i64, ptr %56, align 8
  %58 = trunc i64 %57 to i32
  %59 = inttoptr i64 %43 to ptr
  %60 = inttoptr i64 %49 to ptr
  call void %60(ptr %59, i32 20, i32 %58, i32 %1, ptr %0, i64 %55)
  br label %61

61:
  ret void
}
define weak_odr void @"ks.copy_complete"(ptr %0, ptr %1, i64 %2, i64 %3, i32 %4) {
  %6 = getelementptr inbounds i8, ptr %0, i64 32
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %9, label %11

9:
  %10 = phi i64 [ 0, %5 ], [ %75, %74 ]
  store i64 %10, ptr %6, align 8
  ret void

11:
  %12 = phi i64 [ %75, %74 ], [ 0, %5 ]
  %13 = phi i64 [ %76, %74 ], [ 0, %5 ]
  %14 = mul i64 %13, 832
  %15 = getelementptr inbounds i8, ptr %1, i64 %14
  %16 = getelementptr inbounds i8, ptr %15, i64 784
  %17 = load i64, ptr %16, align 8
  %18 = icmp slt i64 %17, %2
  br i1 %18, label %23, label %19

19:
  %20 = getelementptr inbounds i8, ptr %15, i64 792
  %21 = load i64, ptr %20, align 8
  %22 = icmp slt i64 %21, %3
  br i1 %22, label %23, label %28

23:
  %24 = getelementptr inbounds i8, ptr %15, i64 768
  %25 = load i64, ptr %24, align 8
  %26 = trunc i64 %25 to i32
  %27 = and i32 %4, %26
  br label %28

28:
  %29 = phi i32 [ %27, %23 ], [ 0, %19 ]
  %30 = getelementptr inbounds i8, ptr %15, i64 800
  %31 = load i64, ptr %30, align 8
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %34, label %33, !prof !2

33:
  call void @"ks.copy_arrived"(ptr %15, i32 %29, i1 %18)
  br label %34

34:
  %35 = getelementptr inbounds i8, ptr %15, i64 776
  %36 = load i64, ptr %35, align 8
  %37 = icmp eq i32 %29, 0
  br i1 %37, label %62, label %38

38:
  %39 = icmp eq i64 %36, 16
  br label %40

40:
  %41 = phi i32 [ %29, %38 ], [ %60, %58 ]
  %42 = call i32 @"llvm.cttz.i32"(i32 %41, i1 true)
  %43 = zext i32 %42 to i64
  %44 = getelementptr inbounds i64, ptr %15, i64 %43
  %45 = load i64, ptr %44, align 8
  %46 = inttoptr i64 %45 to ptr
  %47 = getelementptr inbounds i8, ptr %44, i64 256
  %48 = load i64, ptr %47, align 8
  %49 = inttoptr i64 %48 to ptr
  %50 = getelementptr inbounds i8, ptr %44, i64 512
  %51 = load i64, ptr %50, align 8
  %52 = icmp eq i64 %51, 16
  %53 = select i1 %52, i1 %39, i1 false, !prof !2
  br i1 %53, label %54, label %55, !prof !2

54:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %49, ptr align 1 %46, i64 16, i1 false)
  br label %58

55:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %49, ptr align 1 %46, i64 %51, i1 false)
  %56 = getelementptr inbounds i8, ptr %49, i64 %51
  %57 = sub i64 %36, %51
  call void @"llvm.memset.p0.i64"(ptr align 1 %56, i8 0, i64 %57, i1 false)
  br label %58

58:
  %59 = add i32 %41, -1
  %60 = and i32 %59, %41
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %62, label %40

62:
  %63 = getelementptr inbounds i8, ptr %15, i64 768
  %64 = load i64, ptr %63, align 8
  %65 = xor i32 %29, -1
  %66 = trunc i64 %64 to i32
  %67 = and i32 %66, %65
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %74, label %69

69:
  %70 = zext i32 %67 to i64
  store i64 %70, ptr %63, align 8
  %71 = add i64 %12, 1
  %72 = mul i64 %12, 832
  %73 = getelementptr inbounds i8, ptr %1, i64 %72
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %73, ptr align 8 %15, i64 832, i1 false)
  br label %74

74:
  %75 = phi i64 [ %71, %69 ], [ %12, %62 ]
  %76 = add i64 %13, 1
  %77 = icmp ult i64 %76, %7
  br i1 %77, label %11, label %9
}
define weak_odr void @"ks.copy_complete_stage"(ptr %0, ptr %1, i64 %2) {
  %4 = lshr i64 %2, 32
  %5 = trunc i64 %2 to i32
  call void @"ks.copy_complete"(ptr %0, ptr %1, i64 0, i64 %4, i32 %5)
  ret void
}
define weak_odr void @"ks.copy_issue"(ptr %0, i64 %1, ptr %2, ptr %3, <32 x i64> %4, <32 x i64> %5, <32 x i64> %6, i32 %7, i64 %8, i64 %9) {
  %11 = alloca <32 x i64>, align 256
  %12 = alloca <32 x i64>, align 256
  %13 = alloca <32 x i64>, align 256
  %14 = and i64 %9, 255
  store <32 x i64> zeroinitializer, ptr %11, align 256
  %15 = icmp eq i32 %7, 0
  br i1 %15, label %147, label %16

16:
  %17 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %5, i32 %7, i64 %14, i1 false, ptr %13)
  br i1 %17, label %18, label %147

18:
  %19 = icmp ne <32 x i64> %6, zeroinitializer
  %20 = bitcast <32 x i1> %19 to i32
  %21 = and i32 %7, %20
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %27, label %23

23:
  %24 = call i1 @"ks.global_hosts"(ptr %0, i64 %1, <32 x i64> %4, i32 %21, ptr %12, ptr %11, i64 %14)
  br i1 %24, label %25, label %147

25:
  %26 = load <32 x i64>, ptr %12, align 256
  call void @"ks.count_global"(ptr %0, i64 %1, <32 x i64> %26, i32 %21, i64 1)
  br label %27

27:
  %28 = trunc i64 %9 to i8
  %29 = udiv i8 64, %28
  %30 = zext i8 %29 to i64
  br label %35

31:
  %32 = getelementptr inbounds i8, ptr %2, i64 32
  %33 = load i64, ptr %32, align 8
  %34 = icmp ugt i64 %33, 255
  br i1 %34, label %42, label %44, !prof !3

35:
  %36 = phi i64 [ 0, %27 ], [ %40, %35 ]
  %37 = getelementptr inbounds i64, ptr %11, i64 %36
  %38 = load i64, ptr %37, align 8
  %39 = inttoptr i64 %38 to ptr
  call void @"llvm.prefetch.p0"(ptr %39, i32 0, i32 3, i32 1)
  %40 = add i64 %36, %30
  %41 = icmp ult i64 %40, 32
  br i1 %41, label %35, label %31

42:
  call void @"ks.copy_complete"(ptr %2, ptr %3, i64 4611686018427387904, i64 4611686018427387904, i32 -1)
  %43 = load i64, ptr %32, align 8
  br label %44

44:
  %45 = phi i64 [ %43, %42 ], [ %33, %31 ]
  %46 = mul i64 %45, 832
  %47 = getelementptr inbounds i8, ptr %3, i64 %46
  %48 = getelementptr inbounds i8, ptr %0, i64 352
  %49 = load i64, ptr %48, align 8
  %50 = load <32 x i64>, ptr %11, align 256
  store <32 x i64> %50, ptr %47, align 8
  %51 = load <32 x i64>, ptr %13, align 256
  %52 = getelementptr inbounds i8, ptr %47, i64 256
  store <32 x i64> %51, ptr %52, align 8
  %53 = getelementptr inbounds i8, ptr %47, i64 512
  store <32 x i64> %6, ptr %53, align 8
  %54 = zext i32 %7 to i64
  %55 = getelementptr inbounds i8, ptr %47, i64 768
  store i64 %54, ptr %55, align 8
  %56 = getelementptr inbounds i8, ptr %47, i64 776
  store i64 %14, ptr %56, align 8
  %57 = getelementptr inbounds i8, ptr %2, i64 40
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %47, i64 784
  store i64 %58, ptr %59, align 8
  %60 = getelementptr inbounds i8, ptr %2, i64 120
  %61 = load i64, ptr %60, align 8
  %62 = getelementptr inbounds i8, ptr %47, i64 792
  store i64 %61, ptr %62, align 8
  %63 = getelementptr inbounds i8, ptr %47, i64 800
  store i64 %49, ptr %63, align 8
  %64 = icmp eq i64 %49, 0
  br i1 %64, label %100, label %65, !prof !2

65:
  %66 = inttoptr i64 %49 to ptr
  %67 = getelementptr inbounds i8, ptr %0, i64 120
  %68 = load i64, ptr %67, align 8
  %69 = shl i64 %68, 5
  %70 = getelementptr inbounds i8, ptr %47, i64 808
  store i64 %8, ptr %70, align 8
  %71 = load i64, ptr %66, align 8
  %72 = inttoptr i64 %71 to ptr
  %73 = load i64, ptr %72, align 8
  %74 = shl i64 %73, 32
  %75 = getelementptr inbounds i8, ptr %66, i64 40
  %76 = load i64, ptr %75, align 8
  %77 = or i64 %76, %69
  %78 = or i64 %77, %74
  %79 = getelementptr inbounds i8, ptr %47, i64 816
  store i64 %78, ptr %79, align 8
  %80 = getelementptr inbounds i8, ptr %66, i64 136
  %81 = load i64, ptr %80, align 8
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %100, label %83, !prof !2

83:
  %84 = getelementptr inbounds i8, ptr %66, i64 32
  %85 = load i64, ptr %84, align 8
  %86 = load i64, ptr %66, align 8
  %87 = inttoptr i64 %86 to ptr
  %88 = load i64, ptr %87, align 8
  %89 = add i64 %88, 1
  store i64 %89, ptr %87, align 8
  %90 = getelementptr inbounds i8, ptr %66, i64 176
  %91 = load i64, ptr %90, align 8
  %92 = icmp eq i64 %91, 0
  br i1 %92, label %100, label %93

93:
  %94 = load i64, ptr %70, align 8
  %95 = trunc i64 %94 to i32
  %96 = load i64, ptr %79, align 8
  %97 = and i64 %96, 4294967295
  %98 = inttoptr i64 %85 to ptr
  %99 = inttoptr i64 %91 to ptr
  call void %99(ptr %98, i32 19, i32 %95, i32 %7, ptr %47, i64 %97)
  br label %100

100:
  %101 = icmp ult i64 %9, 256
  br i1 %101, label %144, label %102

102:
  %103 = getelementptr inbounds i8, ptr %0, i64 304
  %104 = load i64, ptr %103, align 8
  %105 = icmp eq i64 %104, 0
  br i1 %105, label %144, label %106, !prof !2

106:
  %107 = shl i64 %104, 13
  %108 = xor i64 %107, %104
  %109 = lshr i64 %108, 7
  %110 = xor i64 %109, %108
  %111 = shl i64 %110, 17
  %112 = xor i64 %111, %110
  store i64 %112, ptr %103, align 8
  %113 = and i64 %110, 2048
  %114 = icmp eq i64 %113, 0
  br i1 %114, label %115, label %144

115:
  %116 = load i64, ptr %63, align 8
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %119, label %118, !prof !2

118:
  call void @"ks.copy_arrived"(ptr %47, i32 %7, i1 false)
  br label %119

119:
  %120 = load i64, ptr %56, align 8
  %121 = icmp eq i64 %120, 16
  br label %122

122:
  %123 = phi i32 [ %7, %119 ], [ %142, %140 ]
  %124 = call i32 @"llvm.cttz.i32"(i32 %123, i1 true)
  %125 = zext i32 %124 to i64
  %126 = getelementptr inbounds i64, ptr %47, i64 %125
  %127 = load i64, ptr %126, align 8
  %128 = inttoptr i64 %127 to ptr
  %129 = getelementptr inbounds i8, ptr %126, i64 256
  %130 = load i64, ptr %129, align 8
  %131 = inttoptr i64 %130 to ptr
  %132 = getelementptr inbounds i8, ptr %126, i64 512
  %133 = load i64, ptr %132, align 8
  %134 = icmp eq i64 %133, 16
  %135 = select i1 %134, i1 %121, i1 false, !prof !2
  br i1 %135, label %136, label %137, !prof !2

136:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %131, ptr align 1 %128, i64 16, i1 false)
  br label %140

137:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %131, ptr align 1 %128, i64 %133, i1 false)
  %138 = getelementptr inbounds i8, ptr %131, i64 %133
  %139 = sub i64 %120, %133
  call void @"llvm.memset.p0.i64"(ptr align 1 %138, i8 0, i64 %139, i1 false)
  br label %140

140:
  %141 = add i32 %123, -1
  %142 = and i32 %141, %123
  %143 = icmp eq i32 %142, 0
  br i1 %143, label %147, label %122

144:
  %145 = load i64, ptr %32, align 8
  %146 = add i64 %145, 1
  store i64 %146, ptr %32, align 8
  br label %147

147:
  ret void
}
define weak_odr void @"ks.watch_begin_block"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 112
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 80
  %6 = load i64, ptr %5, align 8
  %7 = mul i64 %6, %4
  %8 = getelementptr inbounds i8, ptr %0, i64 104
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %7, %9
  %11 = getelementptr inbounds i8, ptr %0, i64 72
  %12 = load i64, ptr %11, align 8
  %13 = mul i64 %10, %12
  %14 = getelementptr inbounds i8, ptr %0, i64 96
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %13, %15
  %17 = shl i64 %16, 10
  %18 = getelementptr inbounds i8, ptr %1, i64 40
  store i64 %17, ptr %18, align 8
  %19 = load i64, ptr %1, align 8
  %20 = inttoptr i64 %19 to ptr
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %21, 1
  store i64 %22, ptr %20, align 8
  %23 = getelementptr inbounds i8, ptr %1, i64 144
  store i64 %22, ptr %23, align 8
  %24 = getelementptr inbounds i8, ptr %1, i64 24
  store i64 %22, ptr %24, align 8
  %25 = getelementptr inbounds i8, ptr %1, i64 16
  store i64 %22, ptr %25, align 8
  call void @"ks.products_begin_block"(ptr %1, i64 %22)
  ret void
}
define weak_odr void @"ks.begin_block"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 128
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 208
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 488
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds i8, ptr %0, i64 184
  %11 = load i64, ptr %10, align 8
  %12 = trunc i64 %11 to i8
  %13 = getelementptr inbounds i8, ptr %0, i64 472
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr inbounds i8, ptr %0, i64 64
  %17 = load i64, ptr %16, align 8
  call void @"llvm.memset.p0.i64"(ptr align 1 %15, i8 %12, i64 %17, i1 false)
  %18 = icmp eq i64 %4, 0
  br i1 %18, label %19, label %20

19:
  br label %55

20:
  %21 = getelementptr inbounds i8, ptr %0, i64 480
  %22 = getelementptr inbounds i8, ptr %0, i64 136
  %23 = icmp eq i64 %1, 0
  br label %24

24:
  %25 = phi i64 [ 0, %20 ], [ %47, %33 ]
  %26 = load i64, ptr %21, align 8
  %27 = load i64, ptr %22, align 8
  %28 = mul i64 %27, %25
  %29 = add i64 %28, %26
  %30 = inttoptr i64 %29 to ptr
  br i1 %23, label %33, label %31

31:
  %32 = getelementptr inbounds i8, ptr %30, i64 1856
  call void @"llvm.memset.p0.i64"(ptr align 1 %32, i8 %12, i64 %1, i1 false)
  br label %33

33:
  %34 = getelementptr inbounds i8, ptr %30, i64 40
  store i64 0, ptr %34, align 8
  %35 = getelementptr inbounds i8, ptr %30, i64 32
  store i64 0, ptr %35, align 8
  %36 = getelementptr inbounds i8, ptr %30, i64 8
  store i64 0, ptr %36, align 8
  store i64 0, ptr %30, align 8
  %37 = getelementptr inbounds i8, ptr %30, i64 80
  store i64 0, ptr %37, align 8
  %38 = getelementptr inbounds i8, ptr %30, i64 104
  store i64 0, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %30, i64 88
  store i64 0, ptr %39, align 8
  %40 = getelementptr inbounds i8, ptr %30, i64 16
  store i64 0, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %30, i64 152
  store i64 0, ptr %41, align 8
  %42 = getelementptr inbounds i8, ptr %30, i64 120
  store i64 0, ptr %42, align 8
  %43 = getelementptr inbounds i8, ptr %30, i64 112
  store i64 0, ptr %43, align 8
  %44 = getelementptr inbounds i8, ptr %30, i64 136
  store i64 0, ptr %44, align 8
  %45 = getelementptr inbounds i8, ptr %30, i64 128
  store i64 0, ptr %45, align 8
  %46 = getelementptr inbounds i8, ptr %30, i64 64
  store i64 %6, ptr %46, align 8
  %47 = add i64 %25, 1
  %48 = icmp ult i64 %47, %4
  br i1 %48, label %24, label %19

49:
  %50 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %50, align 8
  %51 = getelementptr inbounds i8, ptr %0, i64 168
  store i64 %4, ptr %51, align 8
  %52 = getelementptr inbounds i8, ptr %0, i64 352
  %53 = load i64, ptr %52, align 8
  %54 = icmp eq i64 %53, 0
  br i1 %54, label %62, label %60, !prof !2

55:
  %56 = phi i64 [ %58, %55 ], [ 0, %19 ]
  %57 = getelementptr inbounds i64, ptr %9, i64 %56
  store i64 0, ptr %57, align 8
  %58 = add i64 %56, 1
  %59 = icmp ult i64 %56, 15
  br i1 %59, label %55, label %49

60:
  %61 = inttoptr i64 %53 to ptr
  call void @"ks.watch_begin_block"(ptr %0, ptr %61)
  br label %62

62:
  %63 = getelementptr inbounds i8, ptr %0, i64 360
  %64 = load i64, ptr %63, align 8
  %65 = icmp eq i64 %64, 0
  br i1 %65, label %67, label %66, !prof !2

66:
  call void @"ks.tags_begin_block"(ptr %0)
  br label %67

67:
  %68 = getelementptr inbounds i8, ptr %0, i64 408
  %69 = load i64, ptr %68, align 8
  %70 = icmp eq i64 %69, 0
  br i1 %70, label %72, label %71, !prof !2

71:
  call void @"ks.trace_choose"(ptr %0)
  br label %72

72:
  %73 = getelementptr inbounds i8, ptr %0, i64 504
  %74 = load i64, ptr %73, align 8
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %77, label %76, !prof !2

76:
  call void @"ks.tensor_begin"(ptr %0)
  br label %77

77:
  ret void
}
define weak_odr void @"ks.begin_cluster"(ptr %0, i64 %1, i64 %2) {
  %4 = alloca [3 x i64], align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 312
  %6 = getelementptr inbounds i8, ptr %0, i64 336
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 72
  %9 = getelementptr inbounds i8, ptr %0, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %16, label %12

12:
  %13 = inttoptr i64 %10 to ptr
  %14 = getelementptr inbounds i64, ptr %13, i64 %1
  %15 = load i64, ptr %14, align 8
  br label %16

16:
  %17 = phi i64 [ %1, %3 ], [ %15, %12 ]
  br label %22

18:
  %19 = icmp eq i64 %7, 0
  br i1 %19, label %39, label %20

20:
  %21 = getelementptr inbounds i8, ptr %0, i64 512
  br label %40

22:
  %23 = phi i64 [ %32, %22 ], [ %17, %16 ]
  %24 = phi i64 [ %37, %22 ], [ 0, %16 ]
  %25 = getelementptr inbounds i64, ptr %8, i64 %24
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr inbounds i64, ptr %5, i64 %24
  %28 = load i64, ptr %27, align 8
  %29 = udiv i64 %26, %28
  %30 = freeze i64 %23
  %31 = freeze i64 %29
  %32 = udiv i64 %30, %31
  %33 = mul i64 %32, %31
  %34 = sub i64 %30, %33
  %35 = mul i64 %34, %28
  %36 = getelementptr inbounds i64, ptr %4, i64 %24
  store i64 %35, ptr %36, align 8
  %37 = add i64 %24, 1
  %38 = icmp ult i64 %24, 2
  br i1 %38, label %22, label %18

39:
  ret void

40:
  %41 = phi i64 [ 0, %20 ], [ %47, %46 ]
  %42 = load i64, ptr %21, align 8
  %43 = inttoptr i64 %42 to ptr
  %44 = getelementptr inbounds ptr, ptr %43, i64 %41
  %45 = load ptr, ptr %44, align 8
  br label %49

46:
  call void @"ks.begin_block"(ptr %45, i64 %2)
  %47 = add i64 %41, 1
  %48 = icmp ult i64 %47, %7
  br i1 %48, label %40, label %39

49:
  %50 = phi i64 [ 0, %40 ], [ %62, %49 ]
  %51 = phi i64 [ %41, %40 ], [ %61, %49 ]
  %52 = getelementptr inbounds i64, ptr %4, i64 %50
  %53 = load i64, ptr %52, align 8
  %54 = getelementptr inbounds i64, ptr %5, i64 %50
  %55 = load i64, ptr %54, align 8
  %56 = urem i64 %51, %55
  %57 = add i64 %56, %53
  %58 = getelementptr inbounds i64, ptr %45, i64 %50
  %59 = getelementptr inbounds i8, ptr %58, i64 96
  store i64 %57, ptr %59, align 8
  %60 = load i64, ptr %54, align 8
  %61 = udiv i64 %51, %60
  %62 = add i64 %50, 1
  %63 = icmp ult i64 %50, 2
  br i1 %63, label %49, label %46
}
define weak_odr i32 @"ks.run_apart"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 192
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %6, label %13, !prof !3

6:
  %7 = getelementptr inbounds i8, ptr %0, i64 200
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = call i64 %9(ptr %0)
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %17, label %12

12:
  store i64 %10, ptr %3, align 8
  br label %13

13:
  %14 = phi i64 [ %10, %12 ], [ %4, %2 ]
  %15 = inttoptr i64 %14 to ptr
  %16 = call i32 %15(ptr %0, ptr %1)
  br label %17

17:
  %18 = phi i32 [ %16, %13 ], [ 0, %6 ]
  ret i32 %18
}
define weak_odr i64 @"ks.run_round"(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 128
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 272
  store i64 0, ptr %6, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 176
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, 1
  store i64 %9, ptr %7, align 8
  %10 = icmp eq i64 %5, 0
  br i1 %10, label %20, label %11

11:
  %12 = getelementptr inbounds i8, ptr %0, i64 480
  %13 = getelementptr inbounds i8, ptr %0, i64 136
  %14 = getelementptr inbounds i8, ptr %0, i64 120
  %15 = getelementptr inbounds i8, ptr %0, i64 304
  %16 = and i64 %2, 4
  %17 = icmp ne i64 %16, 0
  %18 = getelementptr inbounds i8, ptr %0, i64 168
  %19 = icmp eq i64 %16, 0
  br label %22

20:
  %21 = phi i64 [ 0, %3 ], [ %83, %82 ]
  ret i64 %21

22:
  %23 = phi i64 [ 0, %11 ], [ %83, %82 ]
  %24 = phi i64 [ 0, %11 ], [ %84, %82 ]
  %25 = load i64, ptr %12, align 8
  %26 = load i64, ptr %13, align 8
  %27 = mul i64 %26, %24
  %28 = add i64 %27, %25
  %29 = inttoptr i64 %28 to ptr
  %30 = getelementptr inbounds i8, ptr %29, i64 8
  %31 = load i64, ptr %30, align 8
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %33, label %82

33:
  store i64 %24, ptr %14, align 8
  %34 = load i64, ptr %15, align 8
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %45, label %36, !prof !2

36:
  %37 = shl i64 %34, 13
  %38 = xor i64 %37, %34
  %39 = lshr i64 %38, 7
  %40 = xor i64 %39, %38
  %41 = shl i64 %40, 17
  %42 = xor i64 %41, %40
  store i64 %42, ptr %15, align 8
  %43 = and i64 %40, 2048
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %82, label %45

45:
  %46 = getelementptr inbounds i8, ptr %29, i64 64
  %47 = load i64, ptr %46, align 8
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %49, label %51, !prof !2

49:
  %50 = call i32 %1(ptr %0, ptr %29)
  br label %53

51:
  %52 = call i32 @"ks.run_apart"(ptr %0, ptr %29)
  br label %53

53:
  %54 = phi i32 [ %50, %49 ], [ %52, %51 ]
  switch i32 %54, label %82 [
    i32 0, label %55
    i32 1, label %60
    i32 5, label %72
    i32 4, label %73
    i32 6, label %74
    i32 3, label %75
    i32 2, label %81
  ]

55:
  store i64 2, ptr %30, align 8
  %56 = load i64, ptr %18, align 8
  %57 = add i64 %56, -1
  store i64 %57, ptr %18, align 8
  store i64 0, ptr %7, align 8
  store i64 1, ptr %6, align 8
  br i1 %19, label %82, label %58

58:
  %59 = call i64 @"ks.cluster_complete"(ptr %0)
  br label %82

60:
  %61 = getelementptr inbounds i8, ptr %29, i64 16
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, 17
  br i1 %63, label %82, label %64

64:
  store i64 1, ptr %30, align 8
  %65 = getelementptr inbounds i8, ptr %29, i64 104
  store i64 0, ptr %65, align 8
  store i64 0, ptr %7, align 8
  store i64 1, ptr %6, align 8
  %66 = icmp eq i64 %62, 16
  %67 = and i1 %17, %66
  br i1 %67, label %68, label %69

68:
  call void @"ks.cluster_wait"(ptr %0, ptr %29)
  br label %82

69:
  %70 = getelementptr inbounds i8, ptr %29, i64 24
  %71 = load i64, ptr %70, align 8
  call void @"ks.barrier_arrive"(ptr %0, i64 %62, i64 %71, i64 32)
  br label %82

72:
  store i64 1, ptr %30, align 8
  store i64 0, ptr %7, align 8
  store i64 1, ptr %6, align 8
  br label %82

73:
  store i64 1, ptr %46, align 8
  store i64 0, ptr %7, align 8
  store i64 1, ptr %6, align 8
  br label %82

74:
  store i64 0, ptr %7, align 8
  store i64 1, ptr %6, align 8
  br label %82

75:
  store i64 0, ptr %7, align 8
  %76 = getelementptr inbounds i8, ptr %29, i64 104
  %77 = load i64, ptr %76, align 8
  %78 = add i64 %77, 1
  store i64 %78, ptr %76, align 8
  %79 = icmp ugt i64 %78, 16
  %80 = zext i1 %79 to i64
  store i64 %80, ptr %46, align 8
  br label %82

81:
  store i64 0, ptr %7, align 8
  br label %82

82:
  %83 = phi i64 [ %23, %22 ], [ 1, %36 ], [ 1, %69 ], [ 1, %68 ], [ 1, %53 ], [ 1, %55 ], [ 1, %58 ], [ 1, %60 ], [ 1, %72 ], [ 1, %73 ], [ 1, %74 ], [ 1, %75 ], [ 1, %81 ]
  %84 = add i64 %24, 1
  %85 = icmp ult i64 %84, %5
  br i1 %85, label %22, label %20
}
define weak_odr i64 @"ks.run_rounds"(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds i8, ptr %6, i64 24
  %8 = load atomic i64, ptr %7 monotonic, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %10, label %69

10:
  %11 = getelementptr inbounds i8, ptr %0, i64 176
  %12 = getelementptr inbounds i8, ptr %0, i64 272
  %13 = getelementptr inbounds i8, ptr %0, i64 296
  %14 = getelementptr inbounds i8, ptr %0, i64 288
  %15 = getelementptr inbounds i8, ptr %0, i64 168
  %16 = and i64 %2, 4
  %17 = icmp eq i64 %16, 0
  br label %18

18:
  %19 = call i64 @"ks.run_round"(ptr %0, ptr %1, i64 %2)
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %43, label %21

21:
  %22 = load i64, ptr %11, align 8
  %23 = icmp ugt i64 %22, 100000
  br i1 %23, label %24, label %33

24:
  %25 = load i64, ptr %4, align 8
  %26 = inttoptr i64 %25 to ptr
  %27 = getelementptr inbounds i8, ptr %26, i64 24
  %28 = cmpxchg ptr %27, i64 0, i64 5 monotonic monotonic, align 8
  %29 = extractvalue { i64, i1 } %28, 1
  br i1 %29, label %30, label %69

30:
  %31 = ptrtoint ptr %0 to i64
  %32 = getelementptr inbounds i8, ptr %26, i64 48
  store i64 %31, ptr %32, align 8
  br label %69

33:
  %34 = load i64, ptr %12, align 8
  %35 = load i64, ptr %13, align 8
  %36 = add i64 %35, 1
  store i64 %36, ptr %13, align 8
  %37 = icmp eq i64 %34, 0
  br i1 %37, label %42, label %38

38:
  %39 = load i64, ptr %14, align 8
  %40 = add i64 %39, -1
  %41 = icmp ugt i64 %36, %40
  br i1 %41, label %42, label %63

42:
  store i64 0, ptr %13, align 8
  br label %69

43:
  %44 = load i64, ptr %15, align 8
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %69, label %46

46:
  %47 = call i64 @"ks.barrier_complete_all"(ptr %0)
  br i1 %17, label %51, label %48

48:
  %49 = call i64 @"ks.cluster_complete"(ptr %0)
  %50 = or i64 %49, %47
  br label %51

51:
  %52 = phi i64 [ %50, %48 ], [ %47, %46 ]
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %54, label %63

54:
  %55 = load i64, ptr %4, align 8
  %56 = inttoptr i64 %55 to ptr
  %57 = getelementptr inbounds i8, ptr %56, i64 24
  %58 = cmpxchg ptr %57, i64 0, i64 5 monotonic monotonic, align 8
  %59 = extractvalue { i64, i1 } %58, 1
  br i1 %59, label %60, label %69

60:
  %61 = ptrtoint ptr %0 to i64
  %62 = getelementptr inbounds i8, ptr %56, i64 48
  store i64 %61, ptr %62, align 8
  br label %69

63:
  %64 = load i64, ptr %4, align 8
  %65 = inttoptr i64 %64 to ptr
  %66 = getelementptr inbounds i8, ptr %65, i64 24
  %67 = load atomic i64, ptr %66 monotonic, align 8
  %68 = icmp eq i64 %67, 0
  br i1 %68, label %18, label %69

69:
  %70 = phi i64 [ 0, %54 ], [ 0, %60 ], [ 0, %30 ], [ 1, %42 ], [ 0, %24 ], [ 0, %3 ], [ 0, %63 ], [ 0, %43 ]
  ret i64 %70
}
define weak_odr i64 @"ks.run_cluster"(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 336
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 16
  %7 = icmp eq i64 %5, 0
  %8 = getelementptr inbounds i8, ptr %0, i64 512
  %9 = and i64 %2, 4
  %10 = icmp eq i64 %9, 0
  %11 = getelementptr inbounds i8, ptr %0, i64 296
  %12 = getelementptr inbounds i8, ptr %0, i64 288
  br label %13

13:
  %14 = load i64, ptr %6, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr inbounds i8, ptr %15, i64 24
  %17 = load atomic i64, ptr %16 monotonic, align 8
  %18 = icmp ne i64 %17, 0
  %19 = select i1 %18, i1 true, i1 %7
  br i1 %19, label %89, label %24

20:
  %21 = icmp eq i64 %37, 0
  %22 = load i64, ptr %8, align 8
  %23 = inttoptr i64 %22 to ptr
  br label %52

24:
  %25 = phi i64 [ %34, %47 ], [ 0, %13 ]
  %26 = phi i64 [ %48, %47 ], [ 0, %13 ]
  %27 = phi i64 [ %49, %47 ], [ 0, %13 ]
  %28 = phi i64 [ %37, %47 ], [ 0, %13 ]
  %29 = load i64, ptr %8, align 8
  %30 = inttoptr i64 %29 to ptr
  %31 = getelementptr inbounds ptr, ptr %30, i64 %27
  %32 = load ptr, ptr %31, align 8
  %33 = call i64 @"ks.run_round"(ptr %32, ptr %1, i64 %2)
  %34 = or i64 %33, %25
  %35 = getelementptr inbounds i8, ptr %32, i64 168
  %36 = load i64, ptr %35, align 8
  %37 = or i64 %36, %28
  %38 = icmp eq i64 %33, 0
  br i1 %38, label %39, label %47

39:
  %40 = call i64 @"ks.barrier_complete_all"(ptr %32)
  br i1 %10, label %44, label %41

41:
  %42 = call i64 @"ks.cluster_complete"(ptr %32)
  %43 = or i64 %42, %40
  br label %44

44:
  %45 = phi i64 [ %43, %41 ], [ %40, %39 ]
  %46 = or i64 %45, %26
  br label %47

47:
  %48 = phi i64 [ %26, %24 ], [ %46, %44 ]
  %49 = add i64 %27, 1
  %50 = icmp ult i64 %49, %5
  br i1 %50, label %24, label %20

51:
  br i1 %21, label %89, label %66

52:
  %53 = phi i64 [ 0, %20 ], [ %64, %52 ]
  %54 = phi i64 [ %48, %20 ], [ %60, %52 ]
  %55 = phi i64 [ 4611686018427387904, %20 ], [ %63, %52 ]
  %56 = getelementptr inbounds ptr, ptr %23, i64 %53
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds i8, ptr %57, i64 272
  %59 = load i64, ptr %58, align 8
  %60 = or i64 %59, %54
  %61 = getelementptr inbounds i8, ptr %57, i64 176
  %62 = load i64, ptr %61, align 8
  %63 = call i64 @"llvm.umin.i64"(i64 %55, i64 %62)
  %64 = add i64 %53, 1
  %65 = icmp ult i64 %64, %5
  br i1 %65, label %52, label %51

66:
  %67 = icmp ugt i64 %63, 100000
  %68 = or i64 %60, %34
  %69 = icmp eq i64 %68, 0
  %70 = select i1 %69, i1 true, i1 %67
  br i1 %70, label %71, label %80

71:
  %72 = load i64, ptr %6, align 8
  %73 = inttoptr i64 %72 to ptr
  %74 = getelementptr inbounds i8, ptr %73, i64 24
  %75 = cmpxchg ptr %74, i64 0, i64 5 monotonic monotonic, align 8
  %76 = extractvalue { i64, i1 } %75, 1
  br i1 %76, label %77, label %89

77:
  %78 = ptrtoint ptr %0 to i64
  %79 = getelementptr inbounds i8, ptr %73, i64 48
  store i64 %78, ptr %79, align 8
  br label %89

80:
  %81 = load i64, ptr %11, align 8
  %82 = add i64 %81, 1
  store i64 %82, ptr %11, align 8
  %83 = icmp eq i64 %60, 0
  br i1 %83, label %88, label %84

84:
  %85 = load i64, ptr %12, align 8
  %86 = add i64 %85, -1
  %87 = icmp ugt i64 %82, %86
  br i1 %87, label %88, label %13

88:
  store i64 0, ptr %11, align 8
  br label %89

89:
  %90 = phi i64 [ 0, %77 ], [ 1, %88 ], [ 0, %71 ], [ 0, %13 ], [ 0, %51 ]
  ret i64 %90
}
define weak_odr ptr @"ks.find_parked"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 528
  %3 = load i64, ptr %2, align 8
  %4 = inttoptr i64 %3 to ptr
  br label %5

5:
  %6 = phi ptr [ %4, %1 ], [ %9, %14 ]
  %7 = getelementptr inbounds i8, ptr %6, i64 520
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds i8, ptr %9, i64 264
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %14, label %13

13:
  store i64 %8, ptr %2, align 8
  br label %16

14:
  %15 = icmp eq i64 %8, %3
  br i1 %15, label %16, label %5

16:
  %17 = phi ptr [ %9, %13 ], [ null, %14 ]
  ret ptr %17
}
define weak_odr void @"ks.run_through"(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds i8, ptr %7, i64 24
  %9 = load atomic i64, ptr %8 monotonic, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %11, label %51

11:
  %12 = getelementptr inbounds i8, ptr %0, i64 72
  %13 = getelementptr inbounds i8, ptr %0, i64 80
  %14 = getelementptr inbounds i8, ptr %0, i64 24
  %15 = getelementptr inbounds i8, ptr %0, i64 96
  %16 = getelementptr inbounds i8, ptr %0, i64 104
  %17 = getelementptr inbounds i8, ptr %0, i64 112
  %18 = getelementptr inbounds i8, ptr %0, i64 128
  %19 = getelementptr inbounds i8, ptr %0, i64 408
  %20 = getelementptr inbounds i8, ptr %0, i64 120
  %21 = getelementptr inbounds i8, ptr %0, i64 480
  %22 = getelementptr inbounds i8, ptr %0, i64 136
  %23 = and i64 %3, 2
  %24 = icmp eq i64 %23, 0
  %25 = getelementptr inbounds i8, ptr %0, i64 336
  %26 = getelementptr inbounds i8, ptr %0, i64 512
  %27 = and i64 %3, 8
  %28 = icmp eq i64 %27, 0
  %29 = getelementptr inbounds i8, ptr %0, i64 352
  %30 = getelementptr inbounds i8, ptr %0, i64 504
  br label %31

31:
  %32 = phi ptr [ %7, %11 ], [ %157, %155 ]
  %33 = phi i64 [ 0, %11 ], [ %46, %155 ]
  %34 = phi i64 [ 0, %11 ], [ %49, %155 ]
  %35 = icmp ult i64 %34, %33
  br i1 %35, label %44, label %36

36:
  %37 = getelementptr inbounds i8, ptr %32, i64 16
  %38 = load i64, ptr %37, align 8
  %39 = atomicrmw add ptr %32, i64 %38 monotonic, align 8
  %40 = add i64 %39, %38
  %41 = getelementptr inbounds i8, ptr %32, i64 8
  %42 = load i64, ptr %41, align 8
  %43 = call i64 @"llvm.umin.i64"(i64 %40, i64 %42)
  br label %44

44:
  %45 = phi i64 [ %34, %31 ], [ %39, %36 ]
  %46 = phi i64 [ %33, %31 ], [ %43, %36 ]
  %47 = icmp ult i64 %45, %46
  br i1 %47, label %48, label %51, !prof !2

48:
  %49 = add i64 %45, 1
  %50 = icmp sgt i64 %45, -1
  br i1 %50, label %52, label %51

51:
  ret void

52:
  %53 = load i64, ptr %12, align 8
  %54 = load i64, ptr %13, align 8
  %55 = load i64, ptr %14, align 8
  %56 = icmp eq i64 %55, 0
  br i1 %56, label %61, label %57

57:
  %58 = inttoptr i64 %55 to ptr
  %59 = getelementptr inbounds i64, ptr %58, i64 %45
  %60 = load i64, ptr %59, align 8
  br label %61

61:
  %62 = phi i64 [ %60, %57 ], [ %45, %52 ]
  %63 = freeze i64 %62
  %64 = freeze i64 %53
  %65 = udiv i64 %63, %64
  %66 = mul i64 %65, %64
  %67 = sub i64 %63, %66
  store i64 %67, ptr %15, align 8
  %68 = freeze i64 %54
  %69 = udiv i64 %65, %68
  %70 = mul i64 %69, %68
  %71 = sub i64 %65, %70
  store i64 %71, ptr %16, align 8
  store i64 %69, ptr %17, align 8
  call void @"ks.begin_block"(ptr %0, i64 %2)
  %72 = load i64, ptr %18, align 8
  %73 = load i64, ptr %19, align 8
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %76, label %75, !prof !2

75:
  call void @"ks.trace_add_work"(ptr %0, i64 -1)
  br label %76

76:
  %77 = icmp eq i64 %72, 0
  br i1 %77, label %78, label %161

78:
  %79 = load i64, ptr %19, align 8
  %80 = icmp eq i64 %79, 0
  br i1 %80, label %82, label %81, !prof !2

81:
  call void @"ks.trace_add_work"(ptr %0, i64 1)
  br label %82

82:
  %83 = load i64, ptr %5, align 8
  %84 = inttoptr i64 %83 to ptr
  %85 = getelementptr inbounds i8, ptr %84, i64 24
  %86 = load atomic i64, ptr %85 monotonic, align 8
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %88, label %130

88:
  br i1 %24, label %115, label %89

89:
  %90 = load i64, ptr %25, align 8
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %130, label %92

92:
  %93 = phi i64 [ %113, %112 ], [ 0, %89 ]
  %94 = load i64, ptr %26, align 8
  %95 = inttoptr i64 %94 to ptr
  %96 = getelementptr inbounds ptr, ptr %95, i64 %93
  %97 = load ptr, ptr %96, align 8
  %98 = getelementptr inbounds i8, ptr %97, i64 352
  %99 = load i64, ptr %98, align 8
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %112, label %101, !prof !2

101:
  %102 = inttoptr i64 %99 to ptr
  %103 = load i64, ptr %102, align 8
  %104 = inttoptr i64 %103 to ptr
  %105 = load i64, ptr %104, align 8
  %106 = add i64 %105, 1
  store i64 %106, ptr %104, align 8
  %107 = getelementptr inbounds i8, ptr %102, i64 176
  %108 = load i64, ptr %107, align 8
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %112, label %110

110:
  %111 = inttoptr i64 %108 to ptr
  call void %111(ptr %97, i32 15, i32 0, i32 0, ptr null, i64 0)
  br label %112

112:
  %113 = add i64 %93, 1
  %114 = icmp ult i64 %113, %90
  br i1 %114, label %92, label %130

115:
  br i1 %28, label %132, label %116

116:
  %117 = load i64, ptr %29, align 8
  %118 = icmp eq i64 %117, 0
  br i1 %118, label %131, label %119, !prof !2

119:
  %120 = inttoptr i64 %117 to ptr
  %121 = load i64, ptr %120, align 8
  %122 = inttoptr i64 %121 to ptr
  %123 = load i64, ptr %122, align 8
  %124 = add i64 %123, 1
  store i64 %124, ptr %122, align 8
  %125 = getelementptr inbounds i8, ptr %120, i64 176
  %126 = load i64, ptr %125, align 8
  %127 = icmp eq i64 %126, 0
  br i1 %127, label %131, label %128

128:
  %129 = inttoptr i64 %126 to ptr
  call void %129(ptr %0, i32 15, i32 0, i32 0, ptr null, i64 0)
  br label %131

130:
  br i1 %28, label %132, label %131

131:
  call void @"ks.bulk_finish"(ptr %0)
  br label %132

132:
  %133 = load i64, ptr %30, align 8
  %134 = icmp eq i64 %133, 0
  %135 = load i64, ptr %5, align 8
  br i1 %134, label %155, label %136, !prof !2

136:
  %137 = inttoptr i64 %135 to ptr
  %138 = getelementptr inbounds i8, ptr %137, i64 24
  %139 = load atomic i64, ptr %138 monotonic, align 8
  %140 = icmp eq i64 %139, 0
  br i1 %140, label %141, label %155

141:
  %142 = load i64, ptr %25, align 8
  %143 = icmp eq i64 %142, 0
  br i1 %143, label %155, label %144

144:
  %145 = phi i64 [ %150, %144 ], [ 0, %141 ]
  %146 = load i64, ptr %26, align 8
  %147 = inttoptr i64 %146 to ptr
  %148 = getelementptr inbounds ptr, ptr %147, i64 %145
  %149 = load ptr, ptr %148, align 8
  call void @"ks.tensor_end"(ptr %149)
  %150 = add i64 %145, 1
  %151 = load i64, ptr %25, align 8
  %152 = icmp ult i64 %150, %151
  br i1 %152, label %144, label %153

153:
  %154 = load i64, ptr %5, align 8
  br label %155

155:
  %156 = phi i64 [ %154, %153 ], [ %135, %141 ], [ %135, %132 ], [ %135, %136 ]
  %157 = inttoptr i64 %156 to ptr
  %158 = getelementptr inbounds i8, ptr %157, i64 24
  %159 = load atomic i64, ptr %158 monotonic, align 8
  %160 = icmp eq i64 %159, 0
  br i1 %160, label %31, label %51

161:
  %162 = phi i64 [ %169, %161 ], [ 0, %76 ]
  store i64 %162, ptr %20, align 8
  %163 = load i64, ptr %21, align 8
  %164 = load i64, ptr %22, align 8
  %165 = mul i64 %164, %162
  %166 = add i64 %165, %163
  %167 = inttoptr i64 %166 to ptr
  %168 = call i32 %1(ptr %0, ptr %167)
  %169 = add i64 %162, 1
  %170 = icmp ult i64 %169, %72
  br i1 %170, label %161, label %78
}
define weak_odr void @"ks.run_blocks"(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 224
  %6 = and i64 %3, 16
  %7 = icmp eq i64 %6, 0
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %9 = and i64 %3, 2
  %10 = icmp eq i64 %9, 0
  %11 = getelementptr inbounds i8, ptr %0, i64 240
  %12 = getelementptr inbounds i8, ptr %0, i64 248
  %13 = getelementptr inbounds i8, ptr %0, i64 232
  %14 = getelementptr inbounds i8, ptr %0, i64 256
  %15 = and i64 %3, 8
  %16 = icmp eq i64 %15, 0
  br label %17

17:
  %18 = phi i64 [ 0, %4 ], [ %112, %210 ]
  %19 = phi i64 [ 0, %4 ], [ %111, %210 ]
  %20 = phi i1 [ false, %4 ], [ %36, %210 ]
  %21 = phi ptr [ %0, %4 ], [ %211, %210 ]
  %22 = icmp ne ptr %21, null
  %23 = select i1 %22, i1 true, i1 %20
  br i1 %23, label %35, label %24

24:
  %25 = load i64, ptr %5, align 8
  %26 = inttoptr i64 %25 to ptr
  %27 = call i64 %26(ptr %0)
  %28 = inttoptr i64 %27 to ptr
  %29 = icmp eq i64 %27, 0
  br i1 %7, label %35, label %30

30:
  %31 = zext i1 %29 to i64
  %32 = load i64, ptr %8, align 8
  %33 = inttoptr i64 %32 to ptr
  %34 = getelementptr inbounds i8, ptr %33, i64 96
  store i64 %31, ptr %34, align 8
  br label %35

35:
  %36 = phi i1 [ %20, %17 ], [ %29, %30 ], [ %29, %24 ]
  %37 = phi ptr [ %21, %17 ], [ %28, %30 ], [ %28, %24 ]
  %38 = icmp eq ptr %37, null
  br i1 %38, label %90, label %39

39:
  %40 = load i64, ptr %8, align 8
  %41 = inttoptr i64 %40 to ptr
  %42 = getelementptr inbounds i8, ptr %41, i64 24
  %43 = load atomic i64, ptr %42 monotonic, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %45, label %90

45:
  %46 = icmp ult i64 %18, %19
  br i1 %46, label %55, label %47

47:
  %48 = getelementptr inbounds i8, ptr %41, i64 16
  %49 = load i64, ptr %48, align 8
  %50 = atomicrmw add ptr %41, i64 %49 monotonic, align 8
  %51 = add i64 %50, %49
  %52 = getelementptr inbounds i8, ptr %41, i64 8
  %53 = load i64, ptr %52, align 8
  %54 = call i64 @"llvm.umin.i64"(i64 %51, i64 %53)
  br label %55

55:
  %56 = phi i64 [ %18, %45 ], [ %50, %47 ]
  %57 = phi i64 [ %19, %45 ], [ %54, %47 ]
  %58 = icmp ult i64 %56, %57
  br i1 %58, label %59, label %90, !prof !2

59:
  %60 = add i64 %56, 1
  %61 = icmp sgt i64 %56, -1
  br i1 %61, label %62, label %90

62:
  br i1 %10, label %64, label %63

63:
  call void @"ks.begin_cluster"(ptr %37, i64 %56, i64 %2)
  br label %110

64:
  %65 = getelementptr inbounds i8, ptr %37, i64 72
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %37, i64 80
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds i8, ptr %37, i64 24
  %70 = load i64, ptr %69, align 8
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %76, label %72

72:
  %73 = inttoptr i64 %70 to ptr
  %74 = getelementptr inbounds i64, ptr %73, i64 %56
  %75 = load i64, ptr %74, align 8
  br label %76

76:
  %77 = phi i64 [ %75, %72 ], [ %56, %64 ]
  %78 = freeze i64 %77
  %79 = freeze i64 %66
  %80 = udiv i64 %78, %79
  %81 = mul i64 %80, %79
  %82 = sub i64 %78, %81
  %83 = getelementptr inbounds i8, ptr %37, i64 96
  store i64 %82, ptr %83, align 8
  %84 = freeze i64 %68
  %85 = udiv i64 %80, %84
  %86 = mul i64 %85, %84
  %87 = sub i64 %80, %86
  %88 = getelementptr inbounds i8, ptr %37, i64 104
  store i64 %87, ptr %88, align 8
  %89 = getelementptr inbounds i8, ptr %37, i64 112
  store i64 %85, ptr %89, align 8
  call void @"ks.begin_block"(ptr %37, i64 %2)
  br label %110

90:
  %91 = phi i64 [ %57, %59 ], [ %57, %55 ], [ %19, %39 ], [ %19, %35 ]
  %92 = phi i64 [ %60, %59 ], [ %56, %55 ], [ %18, %39 ], [ %18, %35 ]
  %93 = call ptr @"ks.find_parked"(ptr %0)
  %94 = icmp eq ptr %93, null
  br i1 %94, label %223, label %95

95:
  %96 = load i64, ptr %11, align 8
  %97 = add i64 %96, 1
  store i64 %97, ptr %11, align 8
  %98 = load i64, ptr %12, align 8
  %99 = icmp ult i64 %97, %98
  br i1 %99, label %104, label %100, !prof !2

100:
  store i64 0, ptr %11, align 8
  %101 = load i64, ptr %13, align 8
  %102 = inttoptr i64 %101 to ptr
  %103 = call i64 %102(ptr %0)
  br label %104

104:
  %105 = load i64, ptr %8, align 8
  %106 = inttoptr i64 %105 to ptr
  %107 = getelementptr inbounds i8, ptr %106, i64 24
  %108 = load atomic i64, ptr %107 monotonic, align 8
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %110, label %223

110:
  %111 = phi i64 [ %57, %63 ], [ %57, %76 ], [ %91, %104 ]
  %112 = phi i64 [ %60, %63 ], [ %60, %76 ], [ %92, %104 ]
  %113 = phi ptr [ %37, %63 ], [ %37, %76 ], [ %93, %104 ]
  %114 = phi ptr [ null, %63 ], [ null, %76 ], [ %37, %104 ]
  %115 = getelementptr inbounds i8, ptr %113, i64 408
  %116 = load i64, ptr %115, align 8
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %119, label %118, !prof !2

118:
  call void @"ks.trace_add_work"(ptr %113, i64 -1)
  br label %119

119:
  br i1 %7, label %126, label %120

120:
  %121 = load i64, ptr %8, align 8
  %122 = inttoptr i64 %121 to ptr
  %123 = getelementptr inbounds i8, ptr %122, i64 112
  %124 = load i64, ptr %123, align 8
  %125 = add i64 %124, 1
  store i64 %125, ptr %123, align 8
  br label %126

126:
  br i1 %10, label %129, label %127

127:
  %128 = call i64 @"ks.run_cluster"(ptr %113, ptr %1, i64 %3)
  br label %131

129:
  %130 = call i64 @"ks.run_rounds"(ptr %113, ptr %1, i64 %3)
  br label %131

131:
  %132 = phi i64 [ %128, %127 ], [ %130, %129 ]
  %133 = load i64, ptr %115, align 8
  %134 = icmp eq i64 %133, 0
  br i1 %134, label %136, label %135, !prof !2

135:
  call void @"ks.trace_add_work"(ptr %113, i64 1)
  br label %136

136:
  %137 = getelementptr inbounds i8, ptr %113, i64 264
  store i64 %132, ptr %137, align 8
  %138 = icmp eq i64 %132, 0
  br i1 %138, label %139, label %210

139:
  %140 = load i64, ptr %14, align 8
  %141 = add i64 %140, 1
  store i64 %141, ptr %14, align 8
  %142 = getelementptr inbounds i8, ptr %113, i64 16
  %143 = load i64, ptr %142, align 8
  %144 = inttoptr i64 %143 to ptr
  %145 = getelementptr inbounds i8, ptr %144, i64 24
  %146 = load atomic i64, ptr %145 monotonic, align 8
  %147 = icmp eq i64 %146, 0
  br i1 %147, label %148, label %194

148:
  br i1 %10, label %178, label %149

149:
  %150 = getelementptr inbounds i8, ptr %113, i64 336
  %151 = load i64, ptr %150, align 8
  %152 = icmp eq i64 %151, 0
  br i1 %152, label %194, label %153

153:
  %154 = getelementptr inbounds i8, ptr %113, i64 512
  br label %155

155:
  %156 = phi i64 [ 0, %153 ], [ %176, %175 ]
  %157 = load i64, ptr %154, align 8
  %158 = inttoptr i64 %157 to ptr
  %159 = getelementptr inbounds ptr, ptr %158, i64 %156
  %160 = load ptr, ptr %159, align 8
  %161 = getelementptr inbounds i8, ptr %160, i64 352
  %162 = load i64, ptr %161, align 8
  %163 = icmp eq i64 %162, 0
  br i1 %163, label %175, label %164, !prof !2

164:
  %165 = inttoptr i64 %162 to ptr
  %166 = load i64, ptr %165, align 8
  %167 = inttoptr i64 %166 to ptr
  %168 = load i64, ptr %167, align 8
  %169 = add i64 %168, 1
  store i64 %169, ptr %167, align 8
  %170 = getelementptr inbounds i8, ptr %165, i64 176
  %171 = load i64, ptr %170, align 8
  %172 = icmp eq i64 %171, 0
  br i1 %172, label %175, label %173

173:
  %174 = inttoptr i64 %171 to ptr
  call void %174(ptr %160, i32 15, i32 0, i32 0, ptr null, i64 0)
  br label %175

175:
  %176 = add i64 %156, 1
  %177 = icmp ult i64 %176, %151
  br i1 %177, label %155, label %194

178:
  br i1 %16, label %196, label %179

179:
  %180 = getelementptr inbounds i8, ptr %113, i64 352
  %181 = load i64, ptr %180, align 8
  %182 = icmp eq i64 %181, 0
  br i1 %182, label %195, label %183, !prof !2

183:
  %184 = inttoptr i64 %181 to ptr
  %185 = load i64, ptr %184, align 8
  %186 = inttoptr i64 %185 to ptr
  %187 = load i64, ptr %186, align 8
  %188 = add i64 %187, 1
  store i64 %188, ptr %186, align 8
  %189 = getelementptr inbounds i8, ptr %184, i64 176
  %190 = load i64, ptr %189, align 8
  %191 = icmp eq i64 %190, 0
  br i1 %191, label %195, label %192

192:
  %193 = inttoptr i64 %190 to ptr
  call void %193(ptr %113, i32 15, i32 0, i32 0, ptr null, i64 0)
  br label %195

194:
  br i1 %16, label %196, label %195

195:
  call void @"ks.bulk_finish"(ptr %113)
  br label %196

196:
  %197 = getelementptr inbounds i8, ptr %113, i64 504
  %198 = load i64, ptr %197, align 8
  %199 = icmp eq i64 %198, 0
  br i1 %199, label %210, label %200, !prof !2

200:
  %201 = load i64, ptr %142, align 8
  %202 = inttoptr i64 %201 to ptr
  %203 = getelementptr inbounds i8, ptr %202, i64 24
  %204 = load atomic i64, ptr %203 monotonic, align 8
  %205 = icmp eq i64 %204, 0
  br i1 %205, label %206, label %210

206:
  %207 = getelementptr inbounds i8, ptr %113, i64 336
  %208 = load i64, ptr %207, align 8
  %209 = icmp eq i64 %208, 0
  br i1 %209, label %210, label %212

210:
  %211 = phi ptr [ %114, %136 ], [ %113, %206 ], [ %113, %200 ], [ %113, %196 ], [ %113, %214 ]
  br label %17

212:
  %213 = getelementptr inbounds i8, ptr %113, i64 512
  br label %214

214:
  %215 = phi i64 [ 0, %212 ], [ %220, %214 ]
  %216 = load i64, ptr %213, align 8
  %217 = inttoptr i64 %216 to ptr
  %218 = getelementptr inbounds ptr, ptr %217, i64 %215
  %219 = load ptr, ptr %218, align 8
  call void @"ks.tensor_end"(ptr %219)
  %220 = add i64 %215, 1
  %221 = load i64, ptr %207, align 8
  %222 = icmp ult i64 %220, %221
  br i1 %222, label %214, label %210

223:
  ret void
}
define weak_odr void @"ks.run"(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = and i64 %3, 3
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %7, label %11

7:
  %8 = getelementptr inbounds i8, ptr %0, i64 208
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %12, label %11

11:
  call void @"ks.run_blocks"(ptr %0, ptr %1, i64 %2, i64 %3)
  br label %13

12:
  call void @"ks.run_through"(ptr %0, ptr %1, i64 %2, i64 %3)
  br label %13

13:
  ret void
}
define weak_odr i1 @"ks.launch_can_answer"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %1, i64 440
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 1
  br i1 %8, label %9, label %24, !prof !3

9:
  %10 = getelementptr inbounds i8, ptr %1, i64 336
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %5, i64 112
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %11, %13
  br i1 %14, label %24, label %15

15:
  %16 = getelementptr inbounds i8, ptr %5, i64 96
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %19, label %24

19:
  %20 = load i64, ptr %5, align 8
  %21 = getelementptr inbounds i8, ptr %5, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = icmp uge i64 %20, %22
  br label %24

24:
  %25 = phi i1 [ false, %9 ], [ true, %2 ], [ true, %15 ], [ %23, %19 ]
  ret i1 %25
}
define weak_odr void @"ks.launch_answer"(ptr %0, ptr %1) {
  %3 = alloca [3 x i64], align 8
  %4 = getelementptr inbounds i8, ptr %1, i64 440
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, 1
  br i1 %6, label %7, label %93

7:
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = inttoptr i64 %9 to ptr
  %11 = getelementptr inbounds i8, ptr %0, i64 496
  %12 = load i64, ptr %11, align 8
  %13 = inttoptr i64 %12 to ptr
  %14 = getelementptr inbounds i8, ptr %1, i64 384
  %15 = load i64, ptr %14, align 8
  %16 = load i64, ptr %10, align 8
  %17 = getelementptr inbounds i8, ptr %10, i64 96
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %66, label %20

20:
  %21 = getelementptr inbounds i8, ptr %10, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = icmp ult i64 %16, %22
  br i1 %23, label %24, label %66

24:
  %25 = add i64 %16, 1
  store i64 %25, ptr %10, align 8
  %26 = getelementptr inbounds i8, ptr %10, i64 104
  %27 = load i64, ptr %26, align 8
  %28 = add i64 %27, 1
  store i64 %28, ptr %26, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 312
  %30 = getelementptr inbounds i8, ptr %0, i64 72
  %31 = getelementptr inbounds i8, ptr %0, i64 24
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %38, label %34

34:
  %35 = inttoptr i64 %32 to ptr
  %36 = getelementptr inbounds i64, ptr %35, i64 %16
  %37 = load i64, ptr %36, align 8
  br label %38

38:
  %39 = phi i64 [ %16, %24 ], [ %37, %34 ]
  br label %40

40:
  %41 = phi i64 [ %50, %40 ], [ %39, %38 ]
  %42 = phi i64 [ %55, %40 ], [ 0, %38 ]
  %43 = getelementptr inbounds i64, ptr %30, i64 %42
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds i64, ptr %29, i64 %42
  %46 = load i64, ptr %45, align 8
  %47 = udiv i64 %44, %46
  %48 = freeze i64 %41
  %49 = freeze i64 %47
  %50 = udiv i64 %48, %49
  %51 = mul i64 %50, %49
  %52 = sub i64 %48, %51
  %53 = mul i64 %52, %46
  %54 = getelementptr inbounds i64, ptr %3, i64 %42
  store i64 %53, ptr %54, align 8
  %55 = add i64 %42, 1
  %56 = icmp ult i64 %42, 2
  br i1 %56, label %40, label %57

57:
  %58 = load i64, ptr %3, align 8
  %59 = getelementptr inbounds i8, ptr %3, i64 8
  %60 = load i64, ptr %59, align 8
  %61 = shl i64 %60, 32
  %62 = or i64 %61, %58
  %63 = getelementptr inbounds i8, ptr %3, i64 16
  %64 = load i64, ptr %63, align 8
  %65 = or i64 %64, 4294967296
  br label %66

66:
  %67 = phi i64 [ %65, %57 ], [ 0, %20 ], [ 0, %7 ]
  %68 = phi i64 [ %62, %57 ], [ 0, %20 ], [ 0, %7 ]
  %69 = getelementptr inbounds i8, ptr %13, i64 8256
  %70 = load i64, ptr %13, align 8
  br label %71

71:
  %72 = phi i64 [ %70, %66 ], [ %90, %89 ]
  %73 = phi i64 [ 0, %66 ], [ %91, %89 ]
  %74 = icmp ult i64 %73, %72
  %75 = mul i64 %73, 448
  %76 = getelementptr inbounds i8, ptr %69, i64 %75
  %77 = select i1 %74, ptr %76, ptr %1
  %78 = getelementptr inbounds i8, ptr %77, i64 440
  %79 = load i64, ptr %78, align 8
  %80 = icmp eq i64 %79, 0
  br i1 %80, label %89, label %81

81:
  %82 = getelementptr inbounds i8, ptr %77, i64 384
  %83 = load i64, ptr %82, align 8
  %84 = icmp eq i64 %83, %15
  br i1 %84, label %85, label %89

85:
  store i64 2, ptr %78, align 8
  %86 = getelementptr inbounds i8, ptr %77, i64 336
  store i64 %68, ptr %86, align 8
  %87 = getelementptr inbounds i8, ptr %77, i64 344
  store i64 %67, ptr %87, align 8
  %88 = load i64, ptr %13, align 8
  br label %89

89:
  %90 = phi i64 [ %72, %71 ], [ %72, %81 ], [ %88, %85 ]
  %91 = add i64 %73, 1
  %92 = icmp ugt i64 %91, %90
  br i1 %92, label %93, label %71

93:
  ret void
}
define weak_odr void @"ks.launch_cancel"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, i32 %4, i1 %5) {
  %7 = alloca [56 x i64], align 8
  %8 = alloca { ptr, i64, i32 }, align 8
  %9 = icmp eq i32 %4, 0
  br i1 %9, label %30, label %10

10:
  %11 = getelementptr inbounds i8, ptr %8, i64 8
  %12 = getelementptr inbounds i8, ptr %8, i64 16
  %13 = getelementptr inbounds i8, ptr %8, i64 20
  %14 = getelementptr inbounds i8, ptr %0, i64 496
  %15 = getelementptr inbounds i8, ptr %0, i64 344
  %16 = getelementptr inbounds i8, ptr %0, i64 336
  %17 = getelementptr inbounds i8, ptr %7, i64 16
  %18 = getelementptr inbounds i8, ptr %7, i64 440
  %19 = getelementptr inbounds i8, ptr %0, i64 16
  %20 = getelementptr inbounds i8, ptr %7, i64 336
  %21 = getelementptr inbounds i8, ptr %7, i64 384
  br label %22

22:
  %23 = phi i32 [ %4, %10 ], [ %45, %43 ]
  %24 = call i32 @"llvm.cttz.i32"(i32 %23, i1 true)
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %11, align 8
  store i32 %24, ptr %12, align 8
  store i32 0, ptr %13, align 4
  %25 = load i64, ptr %14, align 8
  %26 = inttoptr i64 %25 to ptr
  %27 = getelementptr inbounds i8, ptr %26, i64 8
  %28 = load i64, ptr %27, align 8
  %29 = add i64 %28, 1
  store i64 %29, ptr %27, align 8
  br i1 %5, label %31, label %34

30:
  ret void

31:
  %32 = load i64, ptr %16, align 8
  %33 = add i64 %32, -1
  br label %36

34:
  %35 = load i64, ptr %15, align 8
  br label %36

36:
  %37 = phi i64 [ 0, %31 ], [ %35, %34 ]
  %38 = phi i64 [ %33, %31 ], [ %35, %34 ]
  %39 = extractelement <32 x i64> %2, i32 %24
  %40 = and i64 %39, 16777215
  %41 = extractelement <32 x i64> %3, i32 %24
  %42 = and i64 %41, 16777215
  br label %47

43:
  %44 = add i32 %23, -1
  %45 = and i32 %44, %23
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %30, label %22

47:
  %48 = phi i64 [ %37, %36 ], [ %60, %59 ]
  %49 = shl i64 %48, 24
  %50 = or i64 %49, %40
  %51 = or i64 %49, %42
  call void @"ks.bulk_put_answer"(ptr byval({ ptr, i64, i32 }) align 8 %8, ptr %7, i64 %50, i64 %51)
  %52 = load i64, ptr %17, align 8
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %59, label %54

54:
  store i64 1, ptr %18, align 8
  %55 = load i64, ptr %19, align 8
  %56 = inttoptr i64 %55 to ptr
  %57 = getelementptr inbounds i8, ptr %56, i64 112
  %58 = load i64, ptr %57, align 8
  store i64 %58, ptr %20, align 8
  store i64 %29, ptr %21, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %7)
  br label %59

59:
  %60 = add i64 %48, 1
  %61 = icmp ugt i64 %60, %38
  br i1 %61, label %43, label %47
}
define weak_odr void @"ks.mbarrier_set"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4, i1 %5, i1 %6) {
  %8 = alloca [32 x i64], align 8
  %9 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 8, i1 %5, ptr %8)
  %10 = icmp ne i32 %3, 0
  %11 = and i1 %10, %9
  br i1 %11, label %12, label %37

12:
  %13 = getelementptr inbounds i8, ptr %0, i64 400
  br label %14

14:
  %15 = phi i32 [ %3, %12 ], [ %35, %29 ]
  %16 = call i32 @"llvm.cttz.i32"(i32 %15, i1 true)
  %17 = extractelement <32 x i64> %4, i32 %16
  br i1 %6, label %18, label %29

18:
  %19 = load i64, ptr %13, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %29, label %21, !prof !2

21:
  %22 = shl i32 1, %16
  %23 = zext i32 %16 to i64
  %24 = getelementptr inbounds i64, ptr %8, i64 %23
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %17, -1
  %27 = select i1 %26, i32 6, i32 5
  %28 = inttoptr i64 %19 to ptr
  call void %28(ptr %0, i32 %27, i64 %1, i32 %22, i64 %25, ptr null)
  br label %29

29:
  %30 = zext i32 %16 to i64
  %31 = getelementptr inbounds i64, ptr %8, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = inttoptr i64 %32 to ptr
  store i64 %17, ptr %33, align 8
  %34 = add i32 %15, -1
  %35 = and i32 %34, %15
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %37, label %14

37:
  ret void
}
define weak_odr void @"ks.mbarrier_over"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4, ptr %5, i1 %6, i1 %7, i1 %8) {
  %10 = alloca [32 x i64], align 8
  store i32 %3, ptr %5, align 4
  %11 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 8, i1 %6, ptr %10)
  br i1 %11, label %12, label %69

12:
  store i32 0, ptr %5, align 4
  %13 = icmp eq i32 %3, 0
  br i1 %13, label %69, label %14

14:
  %15 = getelementptr inbounds i8, ptr %0, i64 400
  %16 = getelementptr inbounds i8, ptr %0, i64 480
  %17 = getelementptr inbounds i8, ptr %0, i64 120
  %18 = getelementptr inbounds i8, ptr %0, i64 136
  br label %19

19:
  %20 = phi i32 [ %3, %14 ], [ %67, %65 ]
  %21 = call i32 @"llvm.cttz.i32"(i32 %20, i1 true)
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds i64, ptr %10, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = extractelement <32 x i64> %4, i32 %21
  br i1 %7, label %26, label %40

26:
  %27 = inttoptr i64 %24 to ptr
  %28 = load i64, ptr %27, align 8
  %29 = and i64 %28, 4611686018427387904
  %30 = icmp ne i64 %29, 0
  %31 = and i64 %28, 1048575
  %32 = icmp eq i64 %31, 0
  %33 = or i1 %30, %32
  br i1 %33, label %34, label %40, !prof !3

34:
  %35 = load i64, ptr %15, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %40, label %37, !prof !2

37:
  %38 = shl i32 1, %21
  %39 = inttoptr i64 %35 to ptr
  call void %39(ptr %0, i32 7, i64 %1, i32 %38, i64 %24, ptr null)
  br label %40

40:
  %41 = inttoptr i64 %24 to ptr
  br i1 %8, label %42, label %47

42:
  %43 = load i64, ptr %41, align 8
  %44 = lshr i64 %43, 63
  %45 = icmp eq i64 %44, %25
  br i1 %45, label %46, label %47

46:
  call void @"ks.bulk_deliver_at_barrier"(ptr %0, i64 %24)
  br label %47

47:
  %48 = load i64, ptr %41, align 8
  %49 = lshr i64 %48, 63
  %50 = icmp eq i64 %49, %25
  br i1 %50, label %55, label %51

51:
  %52 = shl i32 1, %21
  %53 = load i32, ptr %5, align 4
  %54 = or i32 %53, %52
  store i32 %54, ptr %5, align 4
  br label %65

55:
  %56 = load i64, ptr %16, align 8
  %57 = load i64, ptr %17, align 8
  %58 = load i64, ptr %18, align 8
  %59 = mul i64 %58, %57
  %60 = add i64 %59, %56
  %61 = extractelement <32 x i64> %2, i32 %21
  %62 = add i64 %61, 1
  %63 = inttoptr i64 %60 to ptr
  %64 = getelementptr inbounds i8, ptr %63, i64 152
  store i64 %62, ptr %64, align 8
  br label %65

65:
  %66 = add i32 %20, -1
  %67 = and i32 %66, %20
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %69, label %19

69:
  ret void
}
define weak_odr void @"ks.mbarrier_change"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4, <32 x i64> %5, <32 x i64> %6, ptr %7, i1 %8, i1 %9) {
  %11 = alloca [32 x i64], align 8
  %12 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 8, i1 %8, ptr %11)
  br i1 %12, label %23, label %13

13:
  %14 = icmp eq i32 %3, 0
  br i1 %14, label %105, label %15

15:
  %16 = phi i32 [ %21, %15 ], [ %3, %13 ]
  %17 = call i32 @"llvm.cttz.i32"(i32 %16, i1 true)
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds i64, ptr %7, i64 %18
  store i64 0, ptr %19, align 8
  %20 = add i32 %16, -1
  %21 = and i32 %20, %16
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %105, label %15

23:
  %24 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %24, align 8
  %25 = icmp eq i32 %3, 0
  br i1 %25, label %105, label %26

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 400
  br label %28

28:
  %29 = phi i32 [ %3, %26 ], [ %103, %79 ]
  %30 = call i32 @"llvm.cttz.i32"(i32 %29, i1 true)
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds i64, ptr %11, i64 %31
  %33 = load i64, ptr %32, align 8
  %34 = inttoptr i64 %33 to ptr
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds i64, ptr %7, i64 %31
  store i64 %35, ptr %36, align 8
  br i1 %9, label %41, label %37

37:
  %38 = extractelement <32 x i64> %4, i32 %30
  %39 = extractelement <32 x i64> %6, i32 %30
  %40 = lshr i64 %35, 20
  br label %79

41:
  %42 = shl i64 %35, 2
  %43 = ashr i64 %42, 42
  %44 = extractelement <32 x i64> %6, i32 %30
  %45 = and i64 %35, 4611686018427387904
  %46 = icmp ne i64 %45, 0
  %47 = and i64 %35, 1048575
  %48 = icmp eq i64 %47, 0
  %49 = or i1 %46, %48
  br i1 %49, label %50, label %56, !prof !3

50:
  %51 = load i64, ptr %27, align 8
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %56, label %53, !prof !2

53:
  %54 = shl i32 1, %30
  %55 = inttoptr i64 %51 to ptr
  call void %55(ptr %0, i32 7, i64 %1, i32 %54, i64 %33, ptr null)
  br label %56

56:
  %57 = extractelement <32 x i64> %4, i32 %30
  %58 = lshr i64 %35, 20
  %59 = and i64 %58, 1048575
  %60 = icmp sgt i64 %57, %59
  br i1 %60, label %61, label %68

61:
  %62 = load i64, ptr %27, align 8
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %68, label %64, !prof !2

64:
  %65 = shl i32 1, %30
  %66 = load i64, ptr %32, align 8
  %67 = inttoptr i64 %62 to ptr
  call void %67(ptr %0, i32 9, i64 %1, i32 %65, i64 %66, ptr null)
  br label %68

68:
  %69 = add i64 %44, -1048576
  %70 = add i64 %69, %43
  %71 = icmp ult i64 %70, -2097151
  br i1 %71, label %72, label %79

72:
  %73 = load i64, ptr %27, align 8
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %79, label %75, !prof !2

75:
  %76 = shl i32 1, %30
  %77 = load i64, ptr %32, align 8
  %78 = inttoptr i64 %73 to ptr
  call void %78(ptr %0, i32 10, i64 %1, i32 %76, i64 %77, ptr null)
  br label %79

79:
  %80 = phi i64 [ %40, %37 ], [ %58, %75 ], [ %58, %72 ], [ %58, %68 ]
  %81 = phi i64 [ %39, %37 ], [ %44, %75 ], [ %44, %72 ], [ %44, %68 ]
  %82 = phi i64 [ %38, %37 ], [ %57, %75 ], [ %57, %72 ], [ %57, %68 ]
  %83 = extractelement <32 x i64> %5, i32 %30
  %84 = sub i64 %35, %83
  %85 = and i64 %84, 1048575
  %86 = sub i64 %80, %82
  %87 = and i64 %86, 1048575
  %88 = lshr i64 %35, 40
  %89 = add i64 %88, %81
  %90 = and i64 %89, 4194303
  %91 = or i64 %87, %90
  %92 = icmp eq i64 %91, 0
  %93 = select i1 %92, i64 %85, i64 %87
  %94 = icmp slt i64 %35, 0
  %95 = xor i1 %94, %92
  %96 = select i1 %95, i64 -9223372036854775808, i64 0
  %97 = shl i64 %90, 40
  %98 = or i64 %96, %97
  %99 = shl i64 %93, 20
  %100 = or i64 %98, %99
  %101 = or i64 %100, %85
  store i64 %101, ptr %34, align 8
  %102 = add i32 %29, -1
  %103 = and i32 %102, %29
  %104 = icmp eq i32 %103, 0
  br i1 %104, label %105, label %28

105:
  ret void
}
define weak_odr void @"ks.global_uniform"(ptr %0, i64 %1, i64 %2, i32 %3, ptr %4, i64 %5) {
  %7 = icmp eq i32 %3, 0
  br i1 %7, label %108, label %8

8:
  %9 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %10 = lshr i64 %5, 8
  %11 = and i64 %10, 255
  %12 = lshr i64 %5, 16
  %13 = and i64 %12, 255
  %14 = mul i64 %11, %13
  %15 = add i64 %14, -1
  %16 = and i64 %15, %2
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !2

18:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %2, i32 %9)
  br label %108

19:
  %20 = add i64 %2, -3298534883328
  %21 = icmp ult i64 %20, 1152918206071963648
  br i1 %21, label %22, label %38

22:
  %23 = and i64 %2, 1099511627775
  %24 = lshr i64 %2, 28
  %25 = and i64 %24, 4294963200
  %26 = sub i64 %23, %25
  %27 = getelementptr inbounds i8, ptr %0, i64 440
  %28 = load i64, ptr %27, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = lshr i64 %2, 38
  %31 = and i64 %30, 4194300
  %32 = getelementptr inbounds i64, ptr %29, i64 %31
  %33 = load i64, ptr %32, align 8
  %34 = add i64 %14, %26
  %35 = sub i64 %33, %34
  %36 = or i64 %35, %26
  %37 = icmp sgt i64 %36, -1
  br i1 %37, label %46, label %38

38:
  %39 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %2, i64 %14, i32 %9)
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %108, label %41

41:
  %42 = getelementptr inbounds i8, ptr %0, i64 440
  %43 = load i64, ptr %42, align 8
  %44 = inttoptr i64 %43 to ptr
  %45 = lshr i64 %39, 38
  br label %46

46:
  %47 = phi i64 [ %45, %41 ], [ %30, %22 ]
  %48 = phi ptr [ %44, %41 ], [ %29, %22 ]
  %49 = phi i64 [ %39, %41 ], [ %2, %22 ]
  %50 = and i64 %47, 67108860
  %51 = getelementptr inbounds i64, ptr %48, i64 %50
  %52 = call i32 @"llvm.ctlz.i32"(i32 %3, i1 true)
  %53 = xor i32 %52, 31
  %54 = zext i32 %53 to i64
  %55 = getelementptr inbounds i8, ptr %51, i64 8
  %56 = load i64, ptr %55, align 8
  %57 = add i64 %56, %49
  %58 = inttoptr i64 %57 to ptr
  %59 = and i64 %5, 255
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %61, label %62

61:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %4, ptr align 1 %58, i64 %14, i1 false)
  br label %64

62:
  %63 = icmp eq i64 %13, 0
  br i1 %63, label %64, label %98

64:
  %65 = phi i64 [ 3, %62 ], [ 2, %61 ], [ 3, %98 ]
  %66 = getelementptr inbounds i64, ptr %51, i64 %65
  %67 = load i64, ptr %66, align 8
  %68 = icmp eq i64 %67, 0
  br i1 %68, label %82, label %69, !prof !3

69:
  %70 = and i64 %49, 1099511625728
  %71 = lshr i64 %49, 28
  %72 = and i64 %71, 68719472640
  %73 = sub i64 %70, %72
  %74 = inttoptr i64 %67 to ptr
  %75 = lshr i64 %49, 5
  %76 = lshr exact i64 %73, 8
  %77 = getelementptr inbounds i8, ptr %74, i64 %76
  %78 = and i64 %75, 63
  %79 = shl i64 1, %78
  %80 = load i64, ptr %77, align 8
  %81 = or i64 %80, %79
  store i64 %81, ptr %77, align 8
  br label %82

82:
  %83 = getelementptr inbounds i8, ptr %0, i64 448
  %84 = load i64, ptr %83, align 8
  %85 = inttoptr i64 %84 to ptr
  %86 = mul i64 %1, 72
  %87 = getelementptr inbounds i8, ptr %85, i64 %86
  %88 = load i64, ptr %87, align 8
  %89 = add i64 %88, 1
  store i64 %89, ptr %87, align 8
  %90 = getelementptr inbounds i8, ptr %87, i64 8
  %91 = load i64, ptr %90, align 8
  %92 = add i64 %91, 1
  store i64 %92, ptr %90, align 8
  %93 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds i8, ptr %87, i64 40
  %96 = load i64, ptr %95, align 8
  %97 = add i64 %96, %94
  store i64 %97, ptr %95, align 8
  br label %108

98:
  %99 = phi i64 [ %106, %98 ], [ 0, %62 ]
  %100 = mul i64 %99, %11
  %101 = getelementptr inbounds i8, ptr %58, i64 %100
  %102 = shl i64 %99, 5
  %103 = or i64 %102, %54
  %104 = mul i64 %103, %11
  %105 = getelementptr inbounds i8, ptr %4, i64 %104
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %101, ptr align 1 %105, i64 %11, i1 false)
  %106 = add i64 %99, 1
  %107 = icmp ult i64 %106, %13
  br i1 %107, label %98, label %64

108:
  ret void
}
define weak_odr i64 @"ks.global_ragged"(ptr %0, i64 %1, i64 %2, i32 %3, i64 %4) {
  %6 = call i32 @"llvm.cttz.i32"(i32 %3, i1 false)
  %7 = zext i32 %6 to i64
  %8 = lshr i64 %4, 8
  %9 = and i64 %8, 255
  %10 = lshr i64 %4, 16
  %11 = and i64 %10, 255
  %12 = mul i64 %9, %11
  %13 = mul i64 %12, %7
  %14 = add i64 %13, %2
  %15 = add i64 %12, -1
  %16 = and i64 %14, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !2

18:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %14, i32 %6)
  br label %147

19:
  %20 = add i64 %14, -3298534883328
  %21 = icmp ult i64 %20, 1152918206071963648
  br i1 %21, label %22, label %38

22:
  %23 = and i64 %14, 1099511627775
  %24 = lshr i64 %14, 28
  %25 = and i64 %24, 4294963200
  %26 = sub i64 %23, %25
  %27 = getelementptr inbounds i8, ptr %0, i64 440
  %28 = load i64, ptr %27, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = lshr i64 %14, 38
  %31 = and i64 %30, 4194300
  %32 = getelementptr inbounds i64, ptr %29, i64 %31
  %33 = load i64, ptr %32, align 8
  %34 = add i64 %26, %12
  %35 = sub i64 %33, %34
  %36 = or i64 %35, %26
  %37 = icmp sgt i64 %36, -1
  br i1 %37, label %48, label %38

38:
  %39 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %14, i64 %12, i32 %6)
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %147, label %41

41:
  %42 = getelementptr inbounds i8, ptr %0, i64 440
  %43 = load i64, ptr %42, align 8
  %44 = inttoptr i64 %43 to ptr
  %45 = lshr i64 %39, 38
  %46 = and i64 %39, 1099511627775
  %47 = lshr i64 %39, 28
  br label %48

48:
  %49 = phi i64 [ %47, %41 ], [ %24, %22 ]
  %50 = phi i64 [ %46, %41 ], [ %23, %22 ]
  %51 = phi i64 [ %45, %41 ], [ %30, %22 ]
  %52 = phi ptr [ %44, %41 ], [ %29, %22 ]
  %53 = phi i64 [ %39, %41 ], [ %14, %22 ]
  %54 = and i64 %51, 67108860
  %55 = getelementptr inbounds i64, ptr %52, i64 %54
  %56 = and i64 %49, 68719472640
  %57 = sub i64 %50, %56
  %58 = load i64, ptr %55, align 8
  %59 = sub i64 %58, %57
  %60 = udiv i64 %59, %12
  %61 = call i32 @"llvm.ctlz.i32"(i32 %3, i1 true)
  %62 = xor i32 %61, 31
  %63 = zext i32 %62 to i64
  %64 = sub i64 %63, %7
  %65 = icmp ult i64 %64, %60
  br i1 %65, label %75, label %66, !prof !2

66:
  %67 = trunc i64 %60 to i32
  %68 = add i32 %6, %67
  %69 = shl i32 -1, %68
  %70 = and i32 %69, %3
  %71 = call i32 @"llvm.cttz.i32"(i32 %70, i1 false)
  %72 = zext i32 %71 to i64
  %73 = mul i64 %12, %72
  %74 = add i64 %73, %2
  call void @"ks.fault"(ptr %0, i64 1, i64 %1, i64 %74, i32 %71)
  br label %147

75:
  %76 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %77 = zext i32 %76 to i64
  %78 = add i64 %64, 1
  %79 = icmp eq i64 %78, %77
  br i1 %79, label %80, label %89, !prof !2

80:
  %81 = and i64 %53, 31
  %82 = mul i64 %64, %12
  %83 = add i64 %12, 31
  %84 = add i64 %83, %82
  %85 = add i64 %84, %81
  %86 = lshr i64 %85, 5
  %87 = sub i64 64, %86
  %88 = lshr i64 -1, %87
  br label %105

89:
  %90 = sub i64 %53, %13
  %91 = and i64 %90, 31
  %92 = insertelement <32 x i64> poison, i64 %91, i64 0
  %93 = shufflevector <32 x i64> %92, <32 x i64> poison, <32 x i32> zeroinitializer
  %94 = insertelement <32 x i64> poison, i64 %12, i64 0
  %95 = shufflevector <32 x i64> %94, <32 x i64> poison, <32 x i32> zeroinitializer
  %96 = mul <32 x i64> %95, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %97 = add <32 x i64> %93, %96
  %98 = lshr <32 x i64> %97, splat (i64 5)
  %99 = bitcast i32 %3 to <32 x i1>
  %100 = shl <32 x i64> splat (i64 1), %98
  %101 = select <32 x i1> %99, <32 x i64> %100, <32 x i64> zeroinitializer
  %102 = call i64 @"llvm.vector.reduce.or.v32i64"(<32 x i64> %101)
  %103 = call i64 @"llvm.cttz.i64"(i64 %102, i1 true)
  %104 = lshr exact i64 %102, %103
  br label %105

105:
  %106 = phi i64 [ %88, %80 ], [ %104, %89 ]
  %107 = and i64 %4, 255
  %108 = icmp eq i64 %107, 0
  %109 = select i1 %108, i64 2, i64 3
  %110 = getelementptr inbounds i64, ptr %55, i64 %109
  %111 = load i64, ptr %110, align 8
  %112 = icmp eq i64 %111, 0
  br i1 %112, label %128, label %113, !prof !3

113:
  %114 = inttoptr i64 %111 to ptr
  %115 = lshr i64 %53, 5
  %116 = lshr i64 %57, 11
  %117 = getelementptr inbounds i64, ptr %114, i64 %116
  %118 = and i64 %115, 63
  %119 = shl i64 %106, %118
  %120 = load i64, ptr %117, align 8
  %121 = or i64 %120, %119
  store i64 %121, ptr %117, align 8
  %122 = lshr i64 %106, 1
  %123 = xor i64 %118, 63
  %124 = lshr i64 %122, %123
  %125 = getelementptr inbounds i8, ptr %117, i64 8
  %126 = load i64, ptr %125, align 8
  %127 = or i64 %126, %124
  store i64 %127, ptr %125, align 8
  br label %128

128:
  %129 = call i64 @"llvm.ctpop.i64"(i64 %106)
  %130 = getelementptr inbounds i8, ptr %0, i64 448
  %131 = load i64, ptr %130, align 8
  %132 = inttoptr i64 %131 to ptr
  %133 = mul i64 %1, 72
  %134 = getelementptr inbounds i8, ptr %132, i64 %133
  %135 = load i64, ptr %134, align 8
  %136 = add i64 %135, 1
  store i64 %136, ptr %134, align 8
  %137 = getelementptr inbounds i8, ptr %134, i64 8
  %138 = load i64, ptr %137, align 8
  %139 = add i64 %138, %129
  store i64 %139, ptr %137, align 8
  %140 = getelementptr inbounds i8, ptr %134, i64 40
  %141 = load i64, ptr %140, align 8
  %142 = add i64 %141, %77
  store i64 %142, ptr %140, align 8
  %143 = getelementptr inbounds i8, ptr %55, i64 8
  %144 = load i64, ptr %143, align 8
  %145 = sub i64 %53, %13
  %146 = add i64 %145, %144
  br label %147

147:
  %148 = phi i64 [ 0, %18 ], [ 0, %38 ], [ 0, %66 ], [ %146, %128 ]
  ret i64 %148
}
define weak_odr i1 @"ks.global_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, ptr %4, ptr %5, i64 %6) {
  %8 = alloca <32 x i64>, align 256
  store <32 x i64> %2, ptr %8, align 256
  %9 = call i32 @"llvm.cttz.i32"(i32 %3, i1 false)
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds i64, ptr %8, i64 %10
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, -3298534883328
  %14 = icmp ult i64 %13, 1152918206071963648
  br i1 %14, label %15, label %52, !prof !2

15:
  %16 = getelementptr inbounds i8, ptr %0, i64 440
  %17 = load i64, ptr %16, align 8
  %18 = inttoptr i64 %17 to ptr
  %19 = lshr i64 %12, 38
  %20 = and i64 %19, 4194300
  %21 = getelementptr inbounds i64, ptr %18, i64 %20
  %22 = load i64, ptr %21, align 8
  %23 = icmp ult i64 %22, %6
  br i1 %23, label %52, label %24, !prof !3

24:
  %25 = lshr i64 %12, 28
  %26 = and i64 %25, 4294963200
  %27 = and i64 %12, 1152920405095219200
  %28 = or i64 %27, %26
  %29 = insertelement <32 x i64> poison, i64 %28, i64 0
  %30 = shufflevector <32 x i64> %29, <32 x i64> poison, <32 x i32> zeroinitializer
  %31 = sub <32 x i64> %2, %30
  %32 = sub i64 %22, %6
  %33 = insertelement <32 x i64> poison, i64 %32, i64 0
  %34 = shufflevector <32 x i64> %33, <32 x i64> poison, <32 x i32> zeroinitializer
  %35 = icmp ule <32 x i64> %31, %34
  %36 = add i64 %6, -1
  %37 = insertelement <32 x i64> poison, i64 %36, i64 0
  %38 = shufflevector <32 x i64> %37, <32 x i64> poison, <32 x i32> zeroinitializer
  %39 = and <32 x i64> %38, %2
  %40 = icmp eq <32 x i64> %39, zeroinitializer
  %41 = and <32 x i1> %40, %35
  %42 = bitcast <32 x i1> %41 to i32
  %43 = xor i32 %42, -1
  %44 = and i32 %3, %43
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %46, label %52, !prof !2

46:
  store <32 x i64> %2, ptr %4, align 8
  %47 = getelementptr inbounds i8, ptr %21, i64 8
  %48 = load i64, ptr %47, align 8
  %49 = insertelement <32 x i64> poison, i64 %48, i64 0
  %50 = shufflevector <32 x i64> %49, <32 x i64> poison, <32 x i32> zeroinitializer
  %51 = add <32 x i64> %50, %2
  store <32 x i64> %51, ptr %5, align 8
  br label %83

52:
  %53 = icmp eq i32 %3, 0
  br i1 %53, label %83, label %54

54:
  %55 = add i64 %6, -1
  %56 = getelementptr inbounds i8, ptr %0, i64 440
  br label %57

57:
  %58 = phi i32 [ %3, %54 ], [ %81, %69 ]
  %59 = call i32 @"llvm.cttz.i32"(i32 %58, i1 true)
  %60 = zext i32 %59 to i64
  %61 = getelementptr inbounds i64, ptr %8, i64 %60
  %62 = load i64, ptr %61, align 8
  %63 = and i64 %62, %55
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %66, label %65, !prof !2

65:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %62, i32 %59)
  br label %83

66:
  %67 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %62, i64 %6, i32 %59)
  %68 = icmp ne i64 %67, 0
  br i1 %68, label %69, label %83

69:
  %70 = getelementptr inbounds i64, ptr %4, i64 %60
  store i64 %67, ptr %70, align 8
  %71 = load i64, ptr %56, align 8
  %72 = inttoptr i64 %71 to ptr
  %73 = lshr i64 %67, 38
  %74 = and i64 %73, 67108860
  %75 = getelementptr inbounds i64, ptr %72, i64 %74
  %76 = getelementptr inbounds i8, ptr %75, i64 8
  %77 = load i64, ptr %76, align 8
  %78 = add i64 %77, %67
  %79 = getelementptr inbounds i64, ptr %5, i64 %60
  store i64 %78, ptr %79, align 8
  %80 = add i32 %58, -1
  %81 = and i32 %80, %58
  %82 = icmp eq i32 %81, 0
  br i1 %82, label %83, label %57

83:
  %84 = phi i1 [ true, %46 ], [ false, %65 ], [ true, %52 ], [ %68, %69 ], [ %68, %66 ]
  ret i1 %84
}
define weak_odr void @"ks.count_global"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4) {
  %6 = alloca <32 x i64>, align 256
  %7 = alloca <32 x i64>, align 256
  %8 = and i64 %4, 1
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %49, label %10

10:
  store <32 x i64> %2, ptr %6, align 256
  %11 = icmp eq i32 %3, 0
  br i1 %11, label %48, label %12

12:
  %13 = getelementptr inbounds i8, ptr %0, i64 440
  br label %14

14:
  %15 = phi i32 [ %3, %12 ], [ %46, %44 ]
  %16 = call i32 @"llvm.cttz.i32"(i32 %15, i1 true)
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds i64, ptr %6, i64 %17
  %19 = load i64, ptr %18, align 8
  %20 = load i64, ptr %13, align 8
  %21 = inttoptr i64 %20 to ptr
  %22 = lshr i64 %19, 38
  %23 = and i64 %22, 67108860
  %24 = getelementptr inbounds i64, ptr %21, i64 %23
  %25 = getelementptr inbounds i8, ptr %24, i64 16
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %44, label %28, !prof !3

28:
  %29 = inttoptr i64 %26 to ptr
  %30 = and i64 %19, 1099511625728
  %31 = lshr i64 %19, 28
  %32 = and i64 %31, 68719472640
  %33 = sub i64 %30, %32
  %34 = lshr i64 %19, 5
  %35 = lshr exact i64 %33, 8
  %36 = getelementptr inbounds i8, ptr %29, i64 %35
  %37 = and i64 %34, 63
  %38 = shl i64 1, %37
  %39 = load i64, ptr %36, align 8
  %40 = and i64 %39, %38
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %44

42:
  %43 = or i64 %39, %38
  store i64 %43, ptr %36, align 8
  br label %44

44:
  %45 = add i32 %15, -1
  %46 = and i32 %45, %15
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %48, label %14

48:
  br label %49

49:
  %50 = and i64 %4, 2
  %51 = icmp eq i64 %50, 0
  br i1 %51, label %91, label %52

52:
  store <32 x i64> %2, ptr %7, align 256
  %53 = icmp eq i32 %3, 0
  br i1 %53, label %90, label %54

54:
  %55 = getelementptr inbounds i8, ptr %0, i64 440
  br label %56

56:
  %57 = phi i32 [ %3, %54 ], [ %88, %86 ]
  %58 = call i32 @"llvm.cttz.i32"(i32 %57, i1 true)
  %59 = zext i32 %58 to i64
  %60 = getelementptr inbounds i64, ptr %7, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = load i64, ptr %55, align 8
  %63 = inttoptr i64 %62 to ptr
  %64 = lshr i64 %61, 38
  %65 = and i64 %64, 67108860
  %66 = getelementptr inbounds i64, ptr %63, i64 %65
  %67 = getelementptr inbounds i8, ptr %66, i64 24
  %68 = load i64, ptr %67, align 8
  %69 = icmp eq i64 %68, 0
  br i1 %69, label %86, label %70, !prof !3

70:
  %71 = inttoptr i64 %68 to ptr
  %72 = and i64 %61, 1099511625728
  %73 = lshr i64 %61, 28
  %74 = and i64 %73, 68719472640
  %75 = sub i64 %72, %74
  %76 = lshr i64 %61, 5
  %77 = lshr exact i64 %75, 8
  %78 = getelementptr inbounds i8, ptr %71, i64 %77
  %79 = and i64 %76, 63
  %80 = shl i64 1, %79
  %81 = load i64, ptr %78, align 8
  %82 = and i64 %81, %80
  %83 = icmp eq i64 %82, 0
  br i1 %83, label %84, label %86

84:
  %85 = or i64 %81, %80
  store i64 %85, ptr %78, align 8
  br label %86

86:
  %87 = add i32 %57, -1
  %88 = and i32 %87, %57
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %90, label %56

90:
  br label %91

91:
  %92 = icmp eq i64 %4, 3
  br i1 %92, label %93, label %95

93:
  %94 = call i64 @"ks.atomic_sectors"(<32 x i64> %2, i32 %3)
  br label %123

95:
  %96 = lshr <32 x i64> %2, splat (i64 5)
  %97 = shufflevector <32 x i64> %96, <32 x i64> poison, <32 x i32> <i32 0, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30>
  %98 = icmp ult <32 x i64> %96, %97
  %99 = bitcast <32 x i1> %98 to i32
  %100 = icmp eq i32 %99, 0
  %101 = icmp eq i32 %3, -1
  %102 = select i1 %101, i1 %100, i1 false
  br i1 %102, label %105, label %103

103:
  %104 = icmp eq i32 %3, 0
  br i1 %104, label %123, label %111

105:
  %106 = icmp ne <32 x i64> %96, %97
  %107 = bitcast <32 x i1> %106 to i32
  %108 = call i32 @"llvm.ctpop.i32"(i32 %107)
  %109 = add i32 %108, 1
  %110 = zext i32 %109 to i64
  br label %123

111:
  %112 = phi i32 [ %121, %111 ], [ %3, %103 ]
  %113 = phi i64 [ %114, %111 ], [ 0, %103 ]
  %114 = add i64 %113, 1
  %115 = call i32 @"llvm.cttz.i32"(i32 %112, i1 true)
  %116 = extractelement <32 x i64> %96, i32 %115
  %117 = insertelement <32 x i64> poison, i64 %116, i64 0
  %118 = shufflevector <32 x i64> %117, <32 x i64> poison, <32 x i32> zeroinitializer
  %119 = icmp ne <32 x i64> %96, %118
  %120 = bitcast <32 x i1> %119 to i32
  %121 = and i32 %112, %120
  %122 = icmp eq i32 %121, 0
  br i1 %122, label %123, label %111

123:
  %124 = phi i64 [ %94, %93 ], [ %110, %105 ], [ 0, %103 ], [ %114, %111 ]
  %125 = getelementptr inbounds i8, ptr %0, i64 448
  %126 = load i64, ptr %125, align 8
  %127 = inttoptr i64 %126 to ptr
  %128 = mul i64 %1, 72
  %129 = getelementptr inbounds i8, ptr %127, i64 %128
  %130 = load i64, ptr %129, align 8
  %131 = add i64 %130, 1
  store i64 %131, ptr %129, align 8
  %132 = getelementptr inbounds i8, ptr %129, i64 8
  %133 = load i64, ptr %132, align 8
  %134 = add i64 %133, %124
  store i64 %134, ptr %132, align 8
  %135 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %136 = zext i32 %135 to i64
  %137 = getelementptr inbounds i8, ptr %129, i64 40
  %138 = load i64, ptr %137, align 8
  %139 = add i64 %138, %136
  store i64 %139, ptr %137, align 8
  ret void
}
define weak_odr <32 x i64> @"ks.settle"(ptr %0, i32 %1, <32 x i64> %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %7, label %5

5:
  %6 = getelementptr inbounds i8, ptr %0, i64 440
  br label %9

7:
  %8 = phi <32 x i64> [ %2, %3 ], [ %68, %66 ]
  ret <32 x i64> %8

9:
  %10 = phi <32 x i64> [ %2, %5 ], [ %68, %66 ]
  %11 = phi i32 [ %1, %5 ], [ %70, %66 ]
  %12 = call i32 @"llvm.cttz.i32"(i32 %11, i1 true)
  %13 = extractelement <32 x i64> %10, i32 %12
  %14 = lshr i64 %13, 40
  %15 = lshr <32 x i64> %10, splat (i64 40)
  %16 = insertelement <32 x i64> poison, i64 %14, i64 0
  %17 = shufflevector <32 x i64> %16, <32 x i64> poison, <32 x i32> zeroinitializer
  %18 = icmp eq <32 x i64> %15, %17
  %19 = bitcast <32 x i1> %18 to i32
  %20 = and i32 %11, %19
  %21 = icmp ult i64 %13, 4398046511104
  br i1 %21, label %66, label %22

22:
  %23 = icmp ult i64 %13, 1152921504606846976
  br i1 %23, label %24, label %32

24:
  %25 = load i64, ptr %6, align 8
  %26 = inttoptr i64 %25 to ptr
  %27 = lshr i64 %13, 38
  %28 = and i64 %27, 4194300
  %29 = getelementptr inbounds i64, ptr %26, i64 %28
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %32, label %66

32:
  %33 = call i64 @"ks.resolve"(ptr %0, i64 %13)
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %42, label %35

35:
  %36 = load i64, ptr %6, align 8
  %37 = inttoptr i64 %36 to ptr
  %38 = lshr i64 %33, 38
  %39 = and i64 %38, 67108860
  %40 = getelementptr inbounds i64, ptr %37, i64 %39
  %41 = load i64, ptr %40, align 8
  br label %42

42:
  %43 = phi i64 [ %41, %35 ], [ 0, %32 ]
  %44 = sub i64 %33, %13
  %45 = insertelement <32 x i64> poison, i64 %44, i64 0
  %46 = shufflevector <32 x i64> %45, <32 x i64> poison, <32 x i32> zeroinitializer
  %47 = add <32 x i64> %46, %10
  %48 = lshr <32 x i64> %47, splat (i64 40)
  %49 = lshr i64 %33, 40
  %50 = insertelement <32 x i64> poison, i64 %49, i64 0
  %51 = shufflevector <32 x i64> %50, <32 x i64> poison, <32 x i32> zeroinitializer
  %52 = icmp eq <32 x i64> %48, %51
  %53 = and <32 x i64> %47, splat (i64 1099511627775)
  %54 = shl <32 x i64> %48, splat (i64 12)
  %55 = sub <32 x i64> %53, %54
  %56 = insertelement <32 x i64> poison, i64 %43, i64 0
  %57 = shufflevector <32 x i64> %56, <32 x i64> poison, <32 x i32> zeroinitializer
  %58 = icmp ult <32 x i64> %55, %57
  %59 = and <32 x i1> %52, %58
  %60 = bitcast i32 %20 to <32 x i1>
  %61 = and <32 x i1> %59, %60
  %62 = select <32 x i1> %61, <32 x i64> %47, <32 x i64> %10
  %63 = bitcast <32 x i1> %61 to i32
  %64 = shl i32 1, %12
  %65 = or i32 %64, %63
  br label %66

66:
  %67 = phi i32 [ %65, %42 ], [ %20, %9 ], [ %20, %24 ]
  %68 = phi <32 x i64> [ %62, %42 ], [ %10, %9 ], [ %10, %24 ]
  %69 = xor i32 %67, -1
  %70 = and i32 %11, %69
  %71 = icmp eq i32 %70, 0
  br i1 %71, label %7, label %9
}
define weak_odr i64 @"ks.count_rounds"(<32 x i32> %0, i32 %1, i64 %2) {
  %4 = alloca [32 x i8], align 1
  call void @"llvm.memset.p0.i64"(ptr align 1 %4, i8 0, i64 32, i1 false)
  %5 = icmp eq i32 %1, 0
  br i1 %5, label %11, label %6

6:
  %7 = add i64 %2, 4294967295
  br label %13

8:
  %9 = shl i64 %26, 32
  %10 = or i64 %9, %25
  br label %11

11:
  %12 = phi i64 [ 0, %3 ], [ %10, %8 ]
  ret i64 %12

13:
  %14 = phi i32 [ %1, %6 ], [ %31, %13 ]
  %15 = phi i64 [ 0, %6 ], [ %26, %13 ]
  %16 = phi i64 [ 0, %6 ], [ %25, %13 ]
  %17 = call i32 @"llvm.cttz.i32"(i32 %14, i1 true)
  %18 = extractelement <32 x i32> %0, i32 %17
  %19 = zext i32 %18 to i64
  %20 = and i64 %7, %19
  %21 = getelementptr inbounds i8, ptr %4, i64 %20
  %22 = load i8, ptr %21, align 1
  %23 = add i8 %22, 1
  store i8 %23, ptr %21, align 1
  %24 = zext i8 %23 to i64
  %25 = call i64 @"llvm.umax.i64"(i64 %16, i64 %24)
  %26 = add i64 %15, 1
  %27 = insertelement <32 x i32> poison, i32 %18, i64 0
  %28 = shufflevector <32 x i32> %27, <32 x i32> poison, <32 x i32> zeroinitializer
  %29 = icmp ne <32 x i32> %0, %28
  %30 = bitcast <32 x i1> %29 to i32
  %31 = and i32 %14, %30
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %8, label %13
}
define weak_odr void @"ks.count_shared_atomic"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4) {
  %6 = lshr <32 x i64> %2, splat (i64 2)
  %7 = and <32 x i64> %6, splat (i64 31)
  %8 = icmp eq i32 %3, 0
  br i1 %8, label %9, label %32

9:
  %10 = phi i64 [ 0, %5 ], [ %44, %32 ]
  %11 = mul i64 %10, %4
  %12 = add i64 %10, -1
  %13 = getelementptr inbounds i8, ptr %0, i64 448
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = mul i64 %1, 72
  %17 = getelementptr inbounds i8, ptr %15, i64 %16
  %18 = getelementptr inbounds i8, ptr %17, i64 16
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, 1
  store i64 %20, ptr %18, align 8
  %21 = getelementptr inbounds i8, ptr %17, i64 24
  %22 = load i64, ptr %21, align 8
  %23 = add i64 %22, %11
  store i64 %23, ptr %21, align 8
  %24 = getelementptr inbounds i8, ptr %17, i64 32
  %25 = load i64, ptr %24, align 8
  %26 = add i64 %12, %25
  store i64 %26, ptr %24, align 8
  %27 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds i8, ptr %17, i64 40
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, %28
  store i64 %31, ptr %29, align 8
  ret void

32:
  %33 = phi i64 [ %44, %32 ], [ 0, %5 ]
  %34 = phi i32 [ %45, %32 ], [ %3, %5 ]
  %35 = call i32 @"llvm.cttz.i32"(i32 %34, i1 true)
  %36 = extractelement <32 x i64> %7, i32 %35
  %37 = insertelement <32 x i64> poison, i64 %36, i64 0
  %38 = shufflevector <32 x i64> %37, <32 x i64> poison, <32 x i32> zeroinitializer
  %39 = icmp eq <32 x i64> %7, %38
  %40 = bitcast <32 x i1> %39 to i32
  %41 = and i32 %34, %40
  %42 = call i32 @"llvm.ctpop.i32"(i32 %41)
  %43 = zext i32 %42 to i64
  %44 = call i64 @"llvm.umax.i64"(i64 %33, i64 %43)
  %45 = xor i32 %41, %34
  %46 = icmp eq i32 %41, %34
  br i1 %46, label %9, label %32
}
define weak_odr i1 @"ks.matrix_lines"(ptr %0, i64 %1, <32 x i64> %2, ptr %3, i64 %4) {
  %6 = trunc i64 %4 to i32
  %7 = shl i32 %6, 3
  %8 = sub i32 32, %7
  %9 = lshr i32 -1, %8
  %10 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %9, i64 16, i1 false, ptr %3)
  br i1 %10, label %11, label %66

11:
  %12 = icmp eq i64 %4, 0
  br i1 %12, label %18, label %13

13:
  %14 = trunc <32 x i64> %2 to <32 x i32>
  %15 = lshr <32 x i32> %14, splat (i32 4)
  %16 = and <32 x i32> %15, splat (i32 7)
  %17 = shl <32 x i32> splat (i32 1), %16
  br label %38

18:
  %19 = phi i64 [ 0, %11 ], [ %63, %61 ]
  %20 = sub i64 %19, %4
  %21 = getelementptr inbounds i8, ptr %0, i64 448
  %22 = load i64, ptr %21, align 8
  %23 = inttoptr i64 %22 to ptr
  %24 = mul i64 %1, 72
  %25 = getelementptr inbounds i8, ptr %23, i64 %24
  %26 = getelementptr inbounds i8, ptr %25, i64 16
  %27 = load i64, ptr %26, align 8
  %28 = add i64 %27, 1
  store i64 %28, ptr %26, align 8
  %29 = getelementptr inbounds i8, ptr %25, i64 24
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, %19
  store i64 %31, ptr %29, align 8
  %32 = getelementptr inbounds i8, ptr %25, i64 32
  %33 = load i64, ptr %32, align 8
  %34 = add i64 %20, %33
  store i64 %34, ptr %32, align 8
  %35 = getelementptr inbounds i8, ptr %25, i64 40
  %36 = load i64, ptr %35, align 8
  %37 = add i64 %36, 32
  store i64 %37, ptr %35, align 8
  br label %66

38:
  %39 = phi i64 [ 0, %13 ], [ %64, %61 ]
  %40 = phi i64 [ 0, %13 ], [ %63, %61 ]
  %41 = trunc i64 %39 to i32
  %42 = shl i32 %41, 3
  %43 = shl i32 255, %42
  %44 = extractelement <32 x i32> %15, i32 %42
  %45 = insertelement <32 x i32> poison, i32 %44, i64 0
  %46 = shufflevector <32 x i32> %45, <32 x i32> poison, <32 x i32> zeroinitializer
  %47 = icmp eq <32 x i32> %15, %46
  %48 = bitcast <32 x i1> %47 to i32
  %49 = and i32 %43, %48
  %50 = icmp eq i32 %49, %43
  br i1 %50, label %61, label %51

51:
  %52 = bitcast i32 %43 to <32 x i1>
  %53 = select <32 x i1> %52, <32 x i32> %17, <32 x i32> zeroinitializer
  %54 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %53)
  %55 = call i32 @"llvm.ctpop.i32"(i32 %54)
  %56 = call i32 @"llvm.ctpop.i32"(i32 %43)
  %57 = icmp eq i32 %55, %56
  br i1 %57, label %61, label %58

58:
  %59 = call i64 @"ks.count_rounds"(<32 x i32> %15, i32 %43, i64 8)
  %60 = and i64 %59, 4294967295
  br label %61

61:
  %62 = phi i64 [ %60, %58 ], [ 1, %38 ], [ 1, %51 ]
  %63 = add i64 %62, %40
  %64 = add i64 %39, 1
  %65 = icmp ult i64 %64, %4
  br i1 %65, label %38, label %18

66:
  ret i1 %10
}
define weak_odr i64 @"ks.copy_waves"(<32 x i64> %0, <32 x i64> %1, i32 %2, i64 %3) {
  %5 = alloca [32 x i64], align 8
  %6 = alloca [32 x i64], align 8
  %7 = udiv i64 128, %3
  %8 = insertelement <32 x i64> poison, i64 %3, i64 0
  %9 = shufflevector <32 x i64> %8, <32 x i64> poison, <32 x i32> zeroinitializer
  %10 = udiv <32 x i64> %0, %9
  %11 = add i64 %7, -1
  %12 = insertelement <32 x i64> poison, i64 %11, i64 0
  %13 = shufflevector <32 x i64> %12, <32 x i64> poison, <32 x i32> zeroinitializer
  %14 = and <32 x i64> %13, %10
  %15 = udiv <32 x i64> %1, %9
  %16 = and <32 x i64> %13, %15
  %17 = shl i64 -1, %7
  %18 = trunc i64 %17 to i32
  %19 = xor i32 %18, -1
  %20 = icmp eq i64 %3, 16
  br label %22

21:
  ret i64 %53

22:
  %23 = phi i64 [ 0, %4 ], [ %53, %51 ]
  %24 = phi i64 [ 0, %4 ], [ %54, %51 ]
  %25 = trunc i64 %24 to i32
  %26 = shl i32 %19, %25
  %27 = and i32 %26, %2
  br i1 %20, label %28, label %31

28:
  %29 = icmp ne i32 %27, 0
  %30 = zext i1 %29 to i64
  br label %51

31:
  call void @"llvm.memset.p0.i64"(ptr align 8 %5, i8 0, i64 256, i1 false)
  call void @"llvm.memset.p0.i64"(ptr align 8 %6, i8 0, i64 256, i1 false)
  %32 = icmp eq i32 %27, 0
  br i1 %32, label %49, label %33

33:
  %34 = phi i64 [ %45, %33 ], [ 0, %31 ]
  %35 = phi i32 [ %47, %33 ], [ %27, %31 ]
  %36 = call i32 @"llvm.cttz.i32"(i32 %35, i1 true)
  %37 = extractelement <32 x i64> %14, i32 %36
  %38 = getelementptr inbounds i64, ptr %5, i64 %37
  %39 = extractelement <32 x i64> %16, i32 %36
  %40 = getelementptr inbounds i64, ptr %6, i64 %39
  %41 = load i64, ptr %38, align 8
  %42 = load i64, ptr %40, align 8
  %43 = call i64 @"llvm.umax.i64"(i64 %41, i64 %42)
  %44 = add i64 %43, 1
  store i64 %44, ptr %40, align 8
  store i64 %44, ptr %38, align 8
  %45 = call i64 @"llvm.umax.i64"(i64 %34, i64 %44)
  %46 = add i32 %35, -1
  %47 = and i32 %46, %35
  %48 = icmp eq i32 %47, 0
  br i1 %48, label %49, label %33

49:
  %50 = phi i64 [ 0, %31 ], [ %45, %33 ]
  br label %51

51:
  %52 = phi i64 [ %30, %28 ], [ %50, %49 ]
  %53 = add i64 %52, %23
  %54 = add i64 %24, %7
  %55 = icmp ult i64 %54, 32
  br i1 %55, label %22, label %21
}
define weak_odr void @"ks.shared_contiguous"(ptr %0, i64 %1, i64 %2, i32 %3, ptr %4, i64 %5) {
  %7 = icmp eq i32 %3, 0
  br i1 %7, label %89, label %8, !prof !3

8:
  %9 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %10 = zext i32 %9 to i64
  %11 = lshr i64 %5, 8
  %12 = and i64 %11, 255
  %13 = mul i64 %12, %10
  %14 = add i64 %13, %2
  %15 = getelementptr inbounds i8, ptr %0, i64 64
  %16 = load i64, ptr %15, align 8
  %17 = call i64 @"llvm.usub.sat.i64"(i64 %16, i64 %14)
  %18 = udiv i64 %17, %12
  %19 = call i64 @"llvm.umin.i64"(i64 %18, i64 32)
  %20 = shl i64 -1, %19
  %21 = trunc i64 %20 to i32
  %22 = shl i32 %21, %9
  %23 = and i32 %22, %3
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %30, label %25, !prof !2

25:
  %26 = call i32 @"llvm.cttz.i32"(i32 %23, i1 true)
  %27 = zext i32 %26 to i64
  %28 = mul i64 %12, %27
  %29 = add i64 %28, %2
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %29, i32 %26)
  br label %89

30:
  %31 = add i64 %12, -1
  %32 = and i64 %14, %31
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %35, label %34, !prof !2

34:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %14, i32 %9)
  br label %89

35:
  %36 = getelementptr inbounds i8, ptr %0, i64 472
  %37 = load i64, ptr %36, align 8
  %38 = inttoptr i64 %37 to ptr
  %39 = getelementptr inbounds i8, ptr %38, i64 %2
  %40 = and i64 %5, 255
  %41 = icmp ne i64 %40, 0
  %42 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %43 = icmp ult i32 %42, 5
  %44 = select i1 %41, i1 %43, i1 false
  br i1 %44, label %45, label %55

45:
  %46 = phi i32 [ %53, %45 ], [ %3, %35 ]
  %47 = call i32 @"llvm.cttz.i32"(i32 %46, i1 true)
  %48 = zext i32 %47 to i64
  %49 = mul i64 %12, %48
  %50 = getelementptr inbounds i8, ptr %39, i64 %49
  %51 = getelementptr inbounds i8, ptr %4, i64 %49
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %50, ptr align 1 %51, i64 %12, i1 false)
  %52 = add i32 %46, -1
  %53 = and i32 %52, %46
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %73, label %45

55:
  %56 = trunc i64 %11 to i8
  %57 = bitcast i32 %3 to <32 x i1>
  switch i8 %56, label %68 [
    i8 1, label %58
    i8 2, label %63
  ]

58:
  br i1 %41, label %59, label %61

59:
  %60 = load <32 x i8>, ptr %4, align 1
  call void @"llvm.masked.store.v32i8.p0"(<32 x i8> %60, ptr %39, i32 1, <32 x i1> %57)
  br label %73

61:
  %62 = call <32 x i8> @"llvm.masked.load.v32i8.p0"(ptr %39, i32 1, <32 x i1> %57, <32 x i8> zeroinitializer)
  store <32 x i8> %62, ptr %4, align 1
  br label %73

63:
  br i1 %41, label %64, label %66

64:
  %65 = load <32 x i16>, ptr %4, align 1
  call void @"llvm.masked.store.v32i16.p0"(<32 x i16> %65, ptr %39, i32 2, <32 x i1> %57)
  br label %73

66:
  %67 = call <32 x i16> @"llvm.masked.load.v32i16.p0"(ptr %39, i32 2, <32 x i1> %57, <32 x i16> zeroinitializer)
  store <32 x i16> %67, ptr %4, align 1
  br label %73

68:
  br i1 %41, label %69, label %71

69:
  %70 = load <32 x i32>, ptr %4, align 4
  call void @"llvm.masked.store.v32i32.p0"(<32 x i32> %70, ptr %39, i32 4, <32 x i1> %57)
  br label %73

71:
  %72 = call <32 x i32> @"llvm.masked.load.v32i32.p0"(ptr %39, i32 4, <32 x i1> %57, <32 x i32> zeroinitializer)
  store <32 x i32> %72, ptr %4, align 4
  br label %73

73:
  %74 = getelementptr inbounds i8, ptr %0, i64 448
  %75 = load i64, ptr %74, align 8
  %76 = inttoptr i64 %75 to ptr
  %77 = mul i64 %1, 72
  %78 = getelementptr inbounds i8, ptr %76, i64 %77
  %79 = getelementptr inbounds i8, ptr %78, i64 16
  %80 = load i64, ptr %79, align 8
  %81 = add i64 %80, 1
  store i64 %81, ptr %79, align 8
  %82 = getelementptr inbounds i8, ptr %78, i64 24
  %83 = load i64, ptr %82, align 8
  %84 = add i64 %83, 1
  store i64 %84, ptr %82, align 8
  %85 = zext i32 %42 to i64
  %86 = getelementptr inbounds i8, ptr %78, i64 40
  %87 = load i64, ptr %86, align 8
  %88 = add i64 %87, %85
  store i64 %88, ptr %86, align 8
  br label %89

89:
  ret void
}
define weak_odr void @"ks.shared_clear"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4) {
  %6 = getelementptr inbounds i8, ptr %0, i64 64
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i32 %3, 0
  br i1 %8, label %34, label %9

9:
  %10 = getelementptr inbounds i8, ptr %0, i64 472
  br label %11

11:
  %12 = phi i32 [ %3, %9 ], [ %30, %25 ]
  %13 = call i32 @"llvm.cttz.i32"(i32 %12, i1 true)
  %14 = extractelement <32 x i64> %2, i32 %13
  %15 = extractelement <32 x i64> %4, i32 %13
  %16 = and i64 %14, 7
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %18, label %32, !prof !2

18:
  %19 = icmp eq i64 %15, 0
  br i1 %19, label %25, label %20

20:
  %21 = add i64 %15, %14
  %22 = sub i64 %7, %21
  %23 = or i64 %22, %14
  %24 = icmp slt i64 %23, 0
  br i1 %24, label %32, label %25, !prof !3

25:
  %26 = load i64, ptr %10, align 8
  %27 = inttoptr i64 %26 to ptr
  %28 = getelementptr inbounds i8, ptr %27, i64 %14
  call void @"llvm.memset.p0.i64"(ptr align 1 %28, i8 0, i64 %15, i1 false)
  %29 = add i32 %12, -1
  %30 = and i32 %29, %12
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %34, label %11

32:
  %33 = phi i64 [ 2, %11 ], [ 3, %20 ]
  call void @"ks.fault"(ptr %0, i64 %33, i64 %1, i64 %14, i32 %13)
  br label %34

34:
  ret void
}
define weak_odr void @"ks.shared_scattered"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, ptr %4, i64 %5) {
  %7 = alloca <32 x i64>, align 256
  store <32 x i64> %2, ptr %7, align 256
  %8 = icmp eq i32 %3, 0
  br i1 %8, label %534, label %9, !prof !3

9:
  %10 = getelementptr inbounds i8, ptr %0, i64 64
  %11 = load i64, ptr %10, align 8
  %12 = lshr i64 %5, 8
  %13 = and i64 %12, 255
  %14 = lshr i64 %5, 16
  %15 = and i64 %14, 255
  %16 = mul i64 %13, %15
  %17 = insertelement <32 x i64> poison, i64 %11, i64 0
  %18 = shufflevector <32 x i64> %17, <32 x i64> poison, <32 x i32> zeroinitializer
  %19 = icmp ult <32 x i64> %2, %18
  %20 = insertelement <32 x i64> poison, i64 %16, i64 0
  %21 = shufflevector <32 x i64> %20, <32 x i64> poison, <32 x i32> zeroinitializer
  %22 = add <32 x i64> %21, %2
  %23 = icmp ule <32 x i64> %22, %18
  %24 = and <32 x i1> %19, %23
  %25 = add i64 %16, -1
  %26 = insertelement <32 x i64> poison, i64 %25, i64 0
  %27 = shufflevector <32 x i64> %26, <32 x i64> poison, <32 x i32> zeroinitializer
  %28 = and <32 x i64> %27, %2
  %29 = icmp ne <32 x i64> %28, zeroinitializer
  %30 = bitcast <32 x i1> %24 to i32
  %31 = xor i32 %30, -1
  %32 = and i32 %3, %31
  %33 = bitcast <32 x i1> %29 to i32
  %34 = and i32 %3, %33
  %35 = or i32 %32, %34
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %43, label %37, !prof !2

37:
  %38 = icmp eq i32 %32, 0
  %39 = select i1 %38, i32 %34, i32 %32
  %40 = call i32 @"llvm.cttz.i32"(i32 %39, i1 false)
  %41 = select i1 %38, i64 2, i64 3
  %42 = extractelement <32 x i64> %2, i32 %40
  call void @"ks.fault"(ptr %0, i64 %41, i64 %1, i64 %42, i32 %40)
  br label %534

43:
  %44 = getelementptr inbounds i8, ptr %0, i64 472
  %45 = load i64, ptr %44, align 8
  %46 = inttoptr i64 %45 to ptr
  %47 = icmp ugt i64 %13, 8
  %48 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %49 = icmp ult i32 %48, 5
  %50 = select i1 %47, i1 true, i1 %49
  br i1 %50, label %51, label %79

51:
  %52 = icmp eq i64 %15, 0
  %53 = and i64 %5, 255
  %54 = icmp eq i64 %53, 0
  br label %55

55:
  %56 = phi i32 [ %3, %51 ], [ %65, %63 ]
  br i1 %52, label %63, label %57

57:
  %58 = call i32 @"llvm.cttz.i32"(i32 %56, i1 true)
  %59 = zext i32 %58 to i64
  %60 = getelementptr inbounds i64, ptr %7, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = getelementptr inbounds i8, ptr %46, i64 %61
  br label %67

63:
  %64 = add i32 %56, -1
  %65 = and i32 %64, %56
  %66 = icmp eq i32 %65, 0
  br i1 %66, label %157, label %55

67:
  %68 = phi i64 [ 0, %57 ], [ %77, %67 ]
  %69 = mul i64 %68, %13
  %70 = getelementptr inbounds i8, ptr %62, i64 %69
  %71 = shl i64 %68, 5
  %72 = or i64 %71, %59
  %73 = mul i64 %72, %13
  %74 = getelementptr inbounds i8, ptr %4, i64 %73
  %75 = select i1 %54, ptr %74, ptr %70
  %76 = select i1 %54, ptr %70, ptr %74
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %75, ptr align 1 %76, i64 %13, i1 false)
  %77 = add i64 %68, 1
  %78 = icmp ult i64 %77, %15
  br i1 %78, label %67, label %63

79:
  %80 = trunc i64 %12 to i4
  %81 = icmp eq i64 %15, 0
  switch i4 %80, label %99 [
    i4 1, label %94
    i4 2, label %88
    i4 4, label %82
  ]

82:
  br i1 %81, label %157, label %83

83:
  %84 = and i64 %5, 255
  %85 = icmp eq i64 %84, 0
  %86 = bitcast i32 %3 to <32 x i1>
  %87 = lshr <32 x i64> %2, splat (i64 2)
  br label %131

88:
  br i1 %81, label %157, label %89

89:
  %90 = and i64 %5, 255
  %91 = icmp eq i64 %90, 0
  %92 = bitcast i32 %3 to <32 x i1>
  %93 = lshr <32 x i64> %2, splat (i64 1)
  br label %118

94:
  br i1 %81, label %157, label %95

95:
  %96 = and i64 %5, 255
  %97 = icmp eq i64 %96, 0
  %98 = bitcast i32 %3 to <32 x i1>
  br label %105

99:
  br i1 %81, label %157, label %100

100:
  %101 = and i64 %5, 255
  %102 = icmp eq i64 %101, 0
  %103 = bitcast i32 %3 to <32 x i1>
  %104 = lshr <32 x i64> %2, splat (i64 3)
  br label %144

105:
  %106 = phi i64 [ 0, %95 ], [ %116, %115 ]
  %107 = getelementptr inbounds i8, ptr %46, i64 %106
  %108 = getelementptr inbounds <32 x i8>, ptr %4, i64 %106
  br i1 %97, label %112, label %109

109:
  %110 = load <32 x i8>, ptr %108, align 1
  %111 = getelementptr i8, ptr %107, <32 x i64> %2
  call void @"llvm.masked.scatter.v32i8.v32p0"(<32 x i8> %110, <32 x ptr> %111, i32 1, <32 x i1> %98)
  br label %115

112:
  %113 = getelementptr i8, ptr %107, <32 x i64> %2
  %114 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %113, i32 1, <32 x i1> %98, <32 x i8> zeroinitializer)
  store <32 x i8> %114, ptr %108, align 1
  br label %115

115:
  %116 = add i64 %106, 1
  %117 = icmp ult i64 %116, %15
  br i1 %117, label %105, label %157

118:
  %119 = phi i64 [ 0, %89 ], [ %129, %128 ]
  %120 = getelementptr inbounds i16, ptr %46, i64 %119
  %121 = getelementptr inbounds <32 x i16>, ptr %4, i64 %119
  br i1 %91, label %125, label %122

122:
  %123 = load <32 x i16>, ptr %121, align 1
  %124 = getelementptr i16, ptr %120, <32 x i64> %93
  call void @"llvm.masked.scatter.v32i16.v32p0"(<32 x i16> %123, <32 x ptr> %124, i32 2, <32 x i1> %92)
  br label %128

125:
  %126 = getelementptr i16, ptr %120, <32 x i64> %93
  %127 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %126, i32 2, <32 x i1> %92, <32 x i16> zeroinitializer)
  store <32 x i16> %127, ptr %121, align 1
  br label %128

128:
  %129 = add i64 %119, 1
  %130 = icmp ult i64 %129, %15
  br i1 %130, label %118, label %157

131:
  %132 = phi i64 [ 0, %83 ], [ %142, %141 ]
  %133 = getelementptr inbounds i32, ptr %46, i64 %132
  %134 = getelementptr inbounds <32 x i32>, ptr %4, i64 %132
  br i1 %85, label %138, label %135

135:
  %136 = load <32 x i32>, ptr %134, align 4
  %137 = getelementptr i32, ptr %133, <32 x i64> %87
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %136, <32 x ptr> %137, i32 4, <32 x i1> %86)
  br label %141

138:
  %139 = getelementptr i32, ptr %133, <32 x i64> %87
  %140 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %139, i32 4, <32 x i1> %86, <32 x i32> zeroinitializer)
  store <32 x i32> %140, ptr %134, align 4
  br label %141

141:
  %142 = add i64 %132, 1
  %143 = icmp ult i64 %142, %15
  br i1 %143, label %131, label %157

144:
  %145 = phi i64 [ 0, %100 ], [ %155, %154 ]
  %146 = getelementptr inbounds i64, ptr %46, i64 %145
  %147 = getelementptr inbounds <32 x i64>, ptr %4, i64 %145
  br i1 %102, label %151, label %148

148:
  %149 = load <32 x i64>, ptr %147, align 8
  %150 = getelementptr i64, ptr %146, <32 x i64> %104
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %149, <32 x ptr> %150, i32 8, <32 x i1> %103)
  br label %154

151:
  %152 = getelementptr i64, ptr %146, <32 x i64> %104
  %153 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %152, i32 8, <32 x i1> %103, <32 x i64> zeroinitializer)
  store <32 x i64> %153, ptr %147, align 8
  br label %154

154:
  %155 = add i64 %145, 1
  %156 = icmp ult i64 %155, %15
  br i1 %156, label %144, label %157

157:
  %158 = trunc <32 x i64> %2 to <32 x i32>
  %159 = call i64 @"llvm.umax.i64"(i64 %16, i64 4)
  %160 = lshr i64 %159, 2
  %161 = trunc i64 %159 to i32
  %162 = and i32 %161, 65532
  %163 = insertelement <32 x i32> poison, i32 %162, i64 0
  %164 = shufflevector <32 x i32> %163, <32 x i32> poison, <32 x i32> zeroinitializer
  %165 = udiv <32 x i32> %158, %164
  %166 = icmp eq i64 %160, 1
  br i1 %166, label %167, label %190

167:
  %168 = call i32 @"llvm.cttz.i32"(i32 %3, i1 false)
  %169 = extractelement <32 x i32> %165, i32 %168
  %170 = insertelement <32 x i32> poison, i32 %169, i64 0
  %171 = shufflevector <32 x i32> %170, <32 x i32> poison, <32 x i32> zeroinitializer
  %172 = icmp eq <32 x i32> %165, %171
  %173 = bitcast <32 x i1> %172 to i32
  %174 = and i32 %3, %173
  %175 = icmp eq i32 %174, %3
  br i1 %175, label %187, label %176

176:
  %177 = and <32 x i32> %165, splat (i32 31)
  %178 = shl <32 x i32> splat (i32 1), %177
  %179 = bitcast i32 %3 to <32 x i1>
  %180 = select <32 x i1> %179, <32 x i32> %178, <32 x i32> zeroinitializer
  %181 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %180)
  %182 = call i32 @"llvm.ctpop.i32"(i32 %181)
  %183 = icmp eq i32 %182, %48
  br i1 %183, label %187, label %184

184:
  %185 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %3, i64 32)
  %186 = and i64 %185, 4294967295
  br label %187

187:
  %188 = phi i64 [ %186, %184 ], [ 1, %167 ], [ 1, %176 ]
  %189 = add i64 %188, -1
  br label %513

190:
  %191 = and i64 %5, 255
  %192 = icmp eq i64 %191, 0
  br i1 %192, label %239, label %193

193:
  %194 = udiv i64 32, %160
  %195 = trunc i64 %194 to i32
  %196 = sub i32 32, %195
  %197 = lshr i32 -1, %196
  %198 = add i32 %195, -1
  %199 = insertelement <32 x i32> poison, i32 %198, i64 0
  %200 = shufflevector <32 x i32> %199, <32 x i32> poison, <32 x i32> zeroinitializer
  %201 = and <32 x i32> %200, %165
  %202 = shl <32 x i32> splat (i32 1), %201
  br label %203

203:
  %204 = phi i64 [ 0, %193 ], [ %231, %229 ]
  %205 = phi i32 [ 0, %193 ], [ %235, %229 ]
  %206 = phi i64 [ 0, %193 ], [ %234, %229 ]
  %207 = shl i32 %197, %205
  %208 = and i32 %207, %3
  %209 = icmp eq i32 %208, 0
  br i1 %209, label %229, label %210

210:
  %211 = call i32 @"llvm.cttz.i32"(i32 %208, i1 true)
  %212 = extractelement <32 x i32> %165, i32 %211
  %213 = insertelement <32 x i32> poison, i32 %212, i64 0
  %214 = shufflevector <32 x i32> %213, <32 x i32> poison, <32 x i32> zeroinitializer
  %215 = icmp eq <32 x i32> %165, %214
  %216 = bitcast <32 x i1> %215 to i32
  %217 = and i32 %208, %216
  %218 = icmp eq i32 %217, %208
  br i1 %218, label %229, label %219

219:
  %220 = bitcast i32 %208 to <32 x i1>
  %221 = select <32 x i1> %220, <32 x i32> %202, <32 x i32> zeroinitializer
  %222 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %221)
  %223 = call i32 @"llvm.ctpop.i32"(i32 %222)
  %224 = call i32 @"llvm.ctpop.i32"(i32 %208)
  %225 = icmp eq i32 %223, %224
  br i1 %225, label %229, label %226

226:
  %227 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %208, i64 %194)
  %228 = and i64 %227, 4294967295
  br label %229

229:
  %230 = phi i64 [ 0, %203 ], [ 1, %210 ], [ %228, %226 ], [ 1, %219 ]
  %231 = add i64 %230, %204
  %232 = icmp ne i32 %208, 0
  %233 = zext i1 %232 to i64
  %234 = add i64 %206, %233
  %235 = add i32 %205, %195
  %236 = icmp ult i32 %235, 32
  br i1 %236, label %203, label %237

237:
  %238 = sub i64 %231, %234
  br label %513

239:
  %240 = icmp eq i64 %160, 2
  br i1 %240, label %241, label %324

241:
  %242 = call i32 @"llvm.cttz.i32"(i32 %3, i1 false)
  %243 = extractelement <32 x i32> %165, i32 %242
  %244 = insertelement <32 x i32> poison, i32 %243, i64 0
  %245 = shufflevector <32 x i32> %244, <32 x i32> poison, <32 x i32> zeroinitializer
  %246 = icmp eq <32 x i32> %165, %245
  %247 = bitcast <32 x i1> %246 to i32
  %248 = and i32 %3, %247
  %249 = icmp eq i32 %248, %3
  br i1 %249, label %316, label %250

250:
  %251 = and <32 x i32> %165, splat (i32 15)
  %252 = shl <32 x i32> splat (i32 1), %251
  %253 = bitcast i32 %3 to <32 x i1>
  %254 = select <32 x i1> %253, <32 x i32> %252, <32 x i32> zeroinitializer
  %255 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %254)
  %256 = call i32 @"llvm.ctpop.i32"(i32 %255)
  %257 = icmp eq i32 %256, %48
  br i1 %257, label %258, label %262

258:
  %259 = zext i32 %48 to i64
  %260 = shl i64 %259, 32
  %261 = or i64 %260, 1
  br label %264

262:
  %263 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %3, i64 16)
  br label %264

264:
  %265 = phi i64 [ %263, %262 ], [ %261, %258 ]
  %266 = and i64 %265, 4294967295
  %267 = icmp ugt i64 %266, 1
  br i1 %267, label %268, label %316

268:
  %269 = and i32 %3, 65535
  %270 = icmp eq i32 %269, 0
  br i1 %270, label %290, label %271

271:
  %272 = call i32 @"llvm.cttz.i32"(i32 %269, i1 true)
  %273 = extractelement <32 x i32> %165, i32 %272
  %274 = insertelement <32 x i32> poison, i32 %273, i64 0
  %275 = shufflevector <32 x i32> %274, <32 x i32> poison, <32 x i32> zeroinitializer
  %276 = icmp eq <32 x i32> %165, %275
  %277 = bitcast <32 x i1> %276 to i32
  %278 = and i32 %269, %277
  %279 = icmp eq i32 %278, %269
  br i1 %279, label %290, label %280

280:
  %281 = bitcast i32 %269 to <32 x i1>
  %282 = select <32 x i1> %281, <32 x i32> %252, <32 x i32> zeroinitializer
  %283 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %282)
  %284 = call i32 @"llvm.ctpop.i32"(i32 %283)
  %285 = call i32 @"llvm.ctpop.i32"(i32 %269)
  %286 = icmp eq i32 %284, %285
  br i1 %286, label %290, label %287

287:
  %288 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %269, i64 16)
  %289 = and i64 %288, 4294967295
  br label %290

290:
  %291 = phi i64 [ 0, %268 ], [ 1, %271 ], [ %289, %287 ], [ 1, %280 ]
  %292 = and i32 %3, -65536
  %293 = icmp eq i32 %292, 0
  br i1 %293, label %313, label %294

294:
  %295 = call i32 @"llvm.cttz.i32"(i32 %292, i1 true)
  %296 = extractelement <32 x i32> %165, i32 %295
  %297 = insertelement <32 x i32> poison, i32 %296, i64 0
  %298 = shufflevector <32 x i32> %297, <32 x i32> poison, <32 x i32> zeroinitializer
  %299 = icmp eq <32 x i32> %165, %298
  %300 = bitcast <32 x i1> %299 to i32
  %301 = and i32 %292, %300
  %302 = icmp eq i32 %301, %292
  br i1 %302, label %313, label %303

303:
  %304 = bitcast i32 %292 to <32 x i1>
  %305 = select <32 x i1> %304, <32 x i32> %252, <32 x i32> zeroinitializer
  %306 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %305)
  %307 = call i32 @"llvm.ctpop.i32"(i32 %306)
  %308 = call i32 @"llvm.ctpop.i32"(i32 %292)
  %309 = icmp eq i32 %307, %308
  br i1 %309, label %313, label %310

310:
  %311 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %292, i64 16)
  %312 = and i64 %311, 4294967295
  br label %313

313:
  %314 = phi i64 [ 0, %290 ], [ 1, %294 ], [ %312, %310 ], [ 1, %303 ]
  %315 = add i64 %314, %291
  br label %316

316:
  %317 = phi i64 [ %265, %313 ], [ %265, %264 ], [ 4294967297, %241 ]
  %318 = phi i64 [ %315, %313 ], [ %266, %264 ], [ 1, %241 ]
  %319 = lshr i64 %317, 31
  %320 = and i64 %319, 8589934590
  %321 = add i64 %320, 31
  %322 = lshr i64 %321, 5
  %323 = sub i64 %318, %322
  br label %513

324:
  %325 = and i32 %3, 65535
  %326 = udiv i64 32, %160
  %327 = icmp eq i32 %325, 0
  br i1 %327, label %356, label %328

328:
  %329 = call i32 @"llvm.cttz.i32"(i32 %325, i1 true)
  %330 = extractelement <32 x i32> %165, i32 %329
  %331 = insertelement <32 x i32> poison, i32 %330, i64 0
  %332 = shufflevector <32 x i32> %331, <32 x i32> poison, <32 x i32> zeroinitializer
  %333 = icmp eq <32 x i32> %165, %332
  %334 = bitcast <32 x i1> %333 to i32
  %335 = and i32 %325, %334
  %336 = icmp eq i32 %335, %325
  br i1 %336, label %356, label %337

337:
  %338 = trunc i64 %326 to i32
  %339 = add i32 %338, -1
  %340 = insertelement <32 x i32> poison, i32 %339, i64 0
  %341 = shufflevector <32 x i32> %340, <32 x i32> poison, <32 x i32> zeroinitializer
  %342 = and <32 x i32> %341, %165
  %343 = shl <32 x i32> splat (i32 1), %342
  %344 = bitcast i32 %325 to <32 x i1>
  %345 = select <32 x i1> %344, <32 x i32> %343, <32 x i32> zeroinitializer
  %346 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %345)
  %347 = call i32 @"llvm.ctpop.i32"(i32 %346)
  %348 = call i32 @"llvm.ctpop.i32"(i32 %325)
  %349 = icmp eq i32 %347, %348
  br i1 %349, label %350, label %354

350:
  %351 = zext i32 %347 to i64
  %352 = shl i64 %351, 32
  %353 = or i64 %352, 1
  br label %359

354:
  %355 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %325, i64 %326)
  br label %359

356:
  %357 = phi i64 [ 4294967297, %328 ], [ 0, %324 ]
  %358 = and i64 %357, 1
  br label %411

359:
  %360 = phi i64 [ %353, %350 ], [ %355, %354 ]
  %361 = and i64 %360, 4294967295
  %362 = icmp ugt i64 %361, 1
  br i1 %362, label %363, label %411

363:
  %364 = and i32 %3, 255
  %365 = icmp eq i32 %364, 0
  br i1 %365, label %385, label %366

366:
  %367 = call i32 @"llvm.cttz.i32"(i32 %364, i1 true)
  %368 = extractelement <32 x i32> %165, i32 %367
  %369 = insertelement <32 x i32> poison, i32 %368, i64 0
  %370 = shufflevector <32 x i32> %369, <32 x i32> poison, <32 x i32> zeroinitializer
  %371 = icmp eq <32 x i32> %165, %370
  %372 = bitcast <32 x i1> %371 to i32
  %373 = and i32 %364, %372
  %374 = icmp eq i32 %373, %364
  br i1 %374, label %385, label %375

375:
  %376 = bitcast i32 %364 to <32 x i1>
  %377 = select <32 x i1> %376, <32 x i32> %343, <32 x i32> zeroinitializer
  %378 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %377)
  %379 = call i32 @"llvm.ctpop.i32"(i32 %378)
  %380 = call i32 @"llvm.ctpop.i32"(i32 %364)
  %381 = icmp eq i32 %379, %380
  br i1 %381, label %385, label %382

382:
  %383 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %364, i64 %326)
  %384 = and i64 %383, 4294967295
  br label %385

385:
  %386 = phi i64 [ 0, %363 ], [ 1, %366 ], [ %384, %382 ], [ 1, %375 ]
  %387 = and i32 %3, 65280
  %388 = icmp eq i32 %387, 0
  br i1 %388, label %408, label %389

389:
  %390 = call i32 @"llvm.cttz.i32"(i32 %387, i1 true)
  %391 = extractelement <32 x i32> %165, i32 %390
  %392 = insertelement <32 x i32> poison, i32 %391, i64 0
  %393 = shufflevector <32 x i32> %392, <32 x i32> poison, <32 x i32> zeroinitializer
  %394 = icmp eq <32 x i32> %165, %393
  %395 = bitcast <32 x i1> %394 to i32
  %396 = and i32 %387, %395
  %397 = icmp eq i32 %396, %387
  br i1 %397, label %408, label %398

398:
  %399 = bitcast i32 %387 to <32 x i1>
  %400 = select <32 x i1> %399, <32 x i32> %343, <32 x i32> zeroinitializer
  %401 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %400)
  %402 = call i32 @"llvm.ctpop.i32"(i32 %401)
  %403 = call i32 @"llvm.ctpop.i32"(i32 %387)
  %404 = icmp eq i32 %402, %403
  br i1 %404, label %408, label %405

405:
  %406 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %387, i64 %326)
  %407 = and i64 %406, 4294967295
  br label %408

408:
  %409 = phi i64 [ 0, %385 ], [ 1, %389 ], [ %407, %405 ], [ 1, %398 ]
  %410 = add i64 %409, %386
  br label %411

411:
  %412 = phi i64 [ %360, %408 ], [ %360, %359 ], [ %357, %356 ]
  %413 = phi i64 [ %410, %408 ], [ %361, %359 ], [ %358, %356 ]
  %414 = lshr i64 %412, 32
  %415 = mul i64 %414, %160
  %416 = add i64 %415, 31
  %417 = lshr i64 %416, 5
  %418 = and i32 %3, -65536
  %419 = icmp eq i32 %418, 0
  br i1 %419, label %448, label %420

420:
  %421 = call i32 @"llvm.cttz.i32"(i32 %418, i1 true)
  %422 = extractelement <32 x i32> %165, i32 %421
  %423 = insertelement <32 x i32> poison, i32 %422, i64 0
  %424 = shufflevector <32 x i32> %423, <32 x i32> poison, <32 x i32> zeroinitializer
  %425 = icmp eq <32 x i32> %165, %424
  %426 = bitcast <32 x i1> %425 to i32
  %427 = and i32 %418, %426
  %428 = icmp eq i32 %427, %418
  br i1 %428, label %448, label %429

429:
  %430 = trunc i64 %326 to i32
  %431 = add i32 %430, -1
  %432 = insertelement <32 x i32> poison, i32 %431, i64 0
  %433 = shufflevector <32 x i32> %432, <32 x i32> poison, <32 x i32> zeroinitializer
  %434 = and <32 x i32> %433, %165
  %435 = shl <32 x i32> splat (i32 1), %434
  %436 = bitcast i32 %418 to <32 x i1>
  %437 = select <32 x i1> %436, <32 x i32> %435, <32 x i32> zeroinitializer
  %438 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %437)
  %439 = call i32 @"llvm.ctpop.i32"(i32 %438)
  %440 = call i32 @"llvm.ctpop.i32"(i32 %418)
  %441 = icmp eq i32 %439, %440
  br i1 %441, label %442, label %446

442:
  %443 = zext i32 %439 to i64
  %444 = shl i64 %443, 32
  %445 = or i64 %444, 1
  br label %451

446:
  %447 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %418, i64 %326)
  br label %451

448:
  %449 = phi i64 [ 4294967297, %420 ], [ 0, %411 ]
  %450 = and i64 %449, 1
  br label %503

451:
  %452 = phi i64 [ %445, %442 ], [ %447, %446 ]
  %453 = and i64 %452, 4294967295
  %454 = icmp ugt i64 %453, 1
  br i1 %454, label %455, label %503

455:
  %456 = and i32 %3, 16711680
  %457 = icmp eq i32 %456, 0
  br i1 %457, label %477, label %458

458:
  %459 = call i32 @"llvm.cttz.i32"(i32 %456, i1 true)
  %460 = extractelement <32 x i32> %165, i32 %459
  %461 = insertelement <32 x i32> poison, i32 %460, i64 0
  %462 = shufflevector <32 x i32> %461, <32 x i32> poison, <32 x i32> zeroinitializer
  %463 = icmp eq <32 x i32> %165, %462
  %464 = bitcast <32 x i1> %463 to i32
  %465 = and i32 %456, %464
  %466 = icmp eq i32 %465, %456
  br i1 %466, label %477, label %467

467:
  %468 = bitcast i32 %456 to <32 x i1>
  %469 = select <32 x i1> %468, <32 x i32> %435, <32 x i32> zeroinitializer
  %470 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %469)
  %471 = call i32 @"llvm.ctpop.i32"(i32 %470)
  %472 = call i32 @"llvm.ctpop.i32"(i32 %456)
  %473 = icmp eq i32 %471, %472
  br i1 %473, label %477, label %474

474:
  %475 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %456, i64 %326)
  %476 = and i64 %475, 4294967295
  br label %477

477:
  %478 = phi i64 [ 0, %455 ], [ 1, %458 ], [ %476, %474 ], [ 1, %467 ]
  %479 = and i32 %3, -16777216
  %480 = icmp eq i32 %479, 0
  br i1 %480, label %500, label %481

481:
  %482 = call i32 @"llvm.cttz.i32"(i32 %479, i1 true)
  %483 = extractelement <32 x i32> %165, i32 %482
  %484 = insertelement <32 x i32> poison, i32 %483, i64 0
  %485 = shufflevector <32 x i32> %484, <32 x i32> poison, <32 x i32> zeroinitializer
  %486 = icmp eq <32 x i32> %165, %485
  %487 = bitcast <32 x i1> %486 to i32
  %488 = and i32 %479, %487
  %489 = icmp eq i32 %488, %479
  br i1 %489, label %500, label %490

490:
  %491 = bitcast i32 %479 to <32 x i1>
  %492 = select <32 x i1> %491, <32 x i32> %435, <32 x i32> zeroinitializer
  %493 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %492)
  %494 = call i32 @"llvm.ctpop.i32"(i32 %493)
  %495 = call i32 @"llvm.ctpop.i32"(i32 %479)
  %496 = icmp eq i32 %494, %495
  br i1 %496, label %500, label %497

497:
  %498 = call i64 @"ks.count_rounds"(<32 x i32> %165, i32 %479, i64 %326)
  %499 = and i64 %498, 4294967295
  br label %500

500:
  %501 = phi i64 [ 0, %477 ], [ 1, %481 ], [ %499, %497 ], [ 1, %490 ]
  %502 = add i64 %501, %478
  br label %503

503:
  %504 = phi i64 [ %452, %500 ], [ %452, %451 ], [ %449, %448 ]
  %505 = phi i64 [ %502, %500 ], [ %453, %451 ], [ %450, %448 ]
  %506 = lshr i64 %504, 32
  %507 = mul i64 %506, %160
  %508 = add i64 %507, 31
  %509 = lshr i64 %508, 5
  %510 = add i64 %505, %413
  %511 = add i64 %417, %509
  %512 = sub i64 %510, %511
  br label %513

513:
  %514 = phi i64 [ %189, %187 ], [ %323, %316 ], [ %512, %503 ], [ %238, %237 ]
  %515 = phi i64 [ %188, %187 ], [ %318, %316 ], [ %510, %503 ], [ %231, %237 ]
  %516 = getelementptr inbounds i8, ptr %0, i64 448
  %517 = load i64, ptr %516, align 8
  %518 = inttoptr i64 %517 to ptr
  %519 = mul i64 %1, 72
  %520 = getelementptr inbounds i8, ptr %518, i64 %519
  %521 = getelementptr inbounds i8, ptr %520, i64 16
  %522 = load i64, ptr %521, align 8
  %523 = add i64 %522, 1
  store i64 %523, ptr %521, align 8
  %524 = getelementptr inbounds i8, ptr %520, i64 24
  %525 = load i64, ptr %524, align 8
  %526 = add i64 %525, %515
  store i64 %526, ptr %524, align 8
  %527 = getelementptr inbounds i8, ptr %520, i64 32
  %528 = load i64, ptr %527, align 8
  %529 = add i64 %528, %514
  store i64 %529, ptr %527, align 8
  %530 = zext i32 %48 to i64
  %531 = getelementptr inbounds i8, ptr %520, i64 40
  %532 = load i64, ptr %531, align 8
  %533 = add i64 %532, %530
  store i64 %533, ptr %531, align 8
  br label %534

534:
  ret void
}
define weak_odr void @"ks.shared_uniform"(ptr %0, i64 %1, i64 %2, i32 %3, ptr %4, i64 %5) {
  %7 = icmp eq i32 %3, 0
  br i1 %7, label %55, label %8, !prof !3

8:
  %9 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %10 = lshr i64 %5, 8
  %11 = and i64 %10, 255
  %12 = lshr i64 %5, 16
  %13 = and i64 %12, 255
  %14 = mul i64 %11, %13
  %15 = add i64 %14, %2
  %16 = getelementptr inbounds i8, ptr %0, i64 64
  %17 = load i64, ptr %16, align 8
  %18 = icmp ugt i64 %15, %17
  br i1 %18, label %19, label %20, !prof !3

19:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %2, i32 %9)
  br label %55

20:
  %21 = add i64 %14, -1
  %22 = and i64 %21, %2
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %25, label %24, !prof !2

24:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %2, i32 %9)
  br label %55

25:
  %26 = getelementptr inbounds i8, ptr %0, i64 472
  %27 = load i64, ptr %26, align 8
  %28 = inttoptr i64 %27 to ptr
  %29 = getelementptr inbounds i8, ptr %28, i64 %2
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %4, ptr align 1 %29, i64 %14, i1 false)
  %30 = and i32 %3, 65535
  %31 = icmp ne i32 %30, 0
  %32 = zext i1 %31 to i32
  %33 = icmp ugt i32 %3, 65535
  %34 = zext i1 %33 to i32
  %35 = add i32 %32, %34
  %36 = zext i32 %35 to i64
  %37 = icmp ugt i64 %14, 15
  %38 = select i1 %37, i64 %36, i64 1
  %39 = getelementptr inbounds i8, ptr %0, i64 448
  %40 = load i64, ptr %39, align 8
  %41 = inttoptr i64 %40 to ptr
  %42 = mul i64 %1, 72
  %43 = getelementptr inbounds i8, ptr %41, i64 %42
  %44 = getelementptr inbounds i8, ptr %43, i64 16
  %45 = load i64, ptr %44, align 8
  %46 = add i64 %45, 1
  store i64 %46, ptr %44, align 8
  %47 = getelementptr inbounds i8, ptr %43, i64 24
  %48 = load i64, ptr %47, align 8
  %49 = add i64 %48, %38
  store i64 %49, ptr %47, align 8
  %50 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %51 = zext i32 %50 to i64
  %52 = getelementptr inbounds i8, ptr %43, i64 40
  %53 = load i64, ptr %52, align 8
  %54 = add i64 %53, %51
  store i64 %54, ptr %52, align 8
  br label %55

55:
  ret void
}
define weak_odr i1 @"ks.local_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4, i64 %5, ptr %6, i64 %7) {
  %9 = insertelement <32 x i64> poison, i64 %5, i64 0
  %10 = shufflevector <32 x i64> %9, <32 x i64> poison, <32 x i32> zeroinitializer
  %11 = icmp ult <32 x i64> %2, %10
  %12 = insertelement <32 x i64> poison, i64 %7, i64 0
  %13 = shufflevector <32 x i64> %12, <32 x i64> poison, <32 x i32> zeroinitializer
  %14 = add <32 x i64> %13, %2
  %15 = icmp ule <32 x i64> %14, %10
  %16 = and <32 x i1> %11, %15
  %17 = add i64 %7, -1
  %18 = insertelement <32 x i64> poison, i64 %17, i64 0
  %19 = shufflevector <32 x i64> %18, <32 x i64> poison, <32 x i32> zeroinitializer
  %20 = and <32 x i64> %19, %2
  %21 = icmp ne <32 x i64> %20, zeroinitializer
  %22 = bitcast <32 x i1> %16 to i32
  %23 = xor i32 %22, -1
  %24 = and i32 %3, %23
  %25 = bitcast <32 x i1> %21 to i32
  %26 = and i32 %3, %25
  %27 = or i32 %24, %26
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %35, label %29, !prof !2

29:
  %30 = icmp eq i32 %24, 0
  %31 = select i1 %30, i32 %26, i32 %24
  %32 = call i32 @"llvm.cttz.i32"(i32 %31, i1 false)
  %33 = select i1 %30, i64 2, i64 4
  %34 = extractelement <32 x i64> %2, i32 %32
  call void @"ks.fault"(ptr %0, i64 %33, i64 %1, i64 %34, i32 %32)
  br label %56

35:
  %36 = mul <32 x i64> %10, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %37 = insertelement <32 x i64> poison, i64 %4, i64 0
  %38 = shufflevector <32 x i64> %37, <32 x i64> poison, <32 x i32> zeroinitializer
  %39 = add <32 x i64> %38, %2
  %40 = add <32 x i64> %39, %36
  store <32 x i64> %40, ptr %6, align 8
  %41 = getelementptr inbounds i8, ptr %0, i64 448
  %42 = load i64, ptr %41, align 8
  %43 = inttoptr i64 %42 to ptr
  %44 = mul i64 %1, 72
  %45 = getelementptr inbounds i8, ptr %43, i64 %44
  %46 = icmp ne i32 %3, 0
  %47 = zext i1 %46 to i64
  %48 = getelementptr inbounds i8, ptr %45, i64 48
  %49 = load i64, ptr %48, align 8
  %50 = add i64 %49, %47
  store i64 %50, ptr %48, align 8
  %51 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %52 = zext i32 %51 to i64
  %53 = getelementptr inbounds i8, ptr %45, i64 40
  %54 = load i64, ptr %53, align 8
  %55 = add i64 %54, %52
  store i64 %55, ptr %53, align 8
  br label %56

56:
  ret i1 %28
}
define weak_odr void @"ks.count_remote"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4) {
  %6 = getelementptr inbounds i8, ptr %0, i64 448
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = mul i64 %1, 72
  %10 = getelementptr inbounds i8, ptr %8, i64 %9
  %11 = icmp ne i32 %3, 0
  %12 = zext i1 %11 to i64
  %13 = getelementptr inbounds i8, ptr %10, i64 56
  %14 = load i64, ptr %13, align 8
  %15 = add i64 %14, %12
  store i64 %15, ptr %13, align 8
  %16 = icmp eq i64 %4, 0
  br i1 %16, label %19, label %17

17:
  %18 = call i64 @"ks.atomic_sectors"(<32 x i64> %2, i32 %3)
  br label %47

19:
  %20 = lshr <32 x i64> %2, splat (i64 5)
  %21 = shufflevector <32 x i64> %20, <32 x i64> poison, <32 x i32> <i32 0, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30>
  %22 = icmp ult <32 x i64> %20, %21
  %23 = bitcast <32 x i1> %22 to i32
  %24 = icmp eq i32 %23, 0
  %25 = icmp eq i32 %3, -1
  %26 = select i1 %25, i1 %24, i1 false
  br i1 %26, label %29, label %27

27:
  %28 = icmp eq i32 %3, 0
  br i1 %28, label %47, label %35

29:
  %30 = icmp ne <32 x i64> %20, %21
  %31 = bitcast <32 x i1> %30 to i32
  %32 = call i32 @"llvm.ctpop.i32"(i32 %31)
  %33 = add i32 %32, 1
  %34 = zext i32 %33 to i64
  br label %47

35:
  %36 = phi i32 [ %45, %35 ], [ %3, %27 ]
  %37 = phi i64 [ %38, %35 ], [ 0, %27 ]
  %38 = add i64 %37, 1
  %39 = call i32 @"llvm.cttz.i32"(i32 %36, i1 true)
  %40 = extractelement <32 x i64> %20, i32 %39
  %41 = insertelement <32 x i64> poison, i64 %40, i64 0
  %42 = shufflevector <32 x i64> %41, <32 x i64> poison, <32 x i32> zeroinitializer
  %43 = icmp ne <32 x i64> %20, %42
  %44 = bitcast <32 x i1> %43 to i32
  %45 = and i32 %36, %44
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %47, label %35

47:
  %48 = phi i64 [ %18, %17 ], [ %34, %29 ], [ 0, %27 ], [ %38, %35 ]
  %49 = getelementptr inbounds i8, ptr %10, i64 64
  %50 = load i64, ptr %49, align 8
  %51 = add i64 %50, %48
  store i64 %51, ptr %49, align 8
  %52 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %53 = zext i32 %52 to i64
  %54 = getelementptr inbounds i8, ptr %10, i64 40
  %55 = load i64, ptr %54, align 8
  %56 = add i64 %55, %53
  store i64 %56, ptr %54, align 8
  ret void
}
define weak_odr void @"ks.products_complete"(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = getelementptr inbounds i8, ptr %1, i64 128
  %6 = load i64, ptr %5, align 8
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %8, label %14

8:
  %9 = phi i64 [ 0, %4 ], [ %30, %28 ]
  %10 = sub i64 %6, %9
  %11 = mul i64 %9, 176
  %12 = getelementptr inbounds i8, ptr %2, i64 %11
  %13 = mul i64 %10, 176
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %2, ptr align 8 %12, i64 %13, i1 false)
  store i64 %10, ptr %5, align 8
  ret void

14:
  %15 = phi i64 [ %30, %28 ], [ 0, %4 ]
  %16 = phi i64 [ %29, %28 ], [ 0, %4 ]
  %17 = mul i64 %16, 176
  %18 = getelementptr inbounds i8, ptr %2, i64 %17
  %19 = getelementptr inbounds i8, ptr %18, i64 40
  %20 = load i64, ptr %19, align 8
  %21 = icmp slt i64 %20, %3
  br i1 %21, label %24, label %22

22:
  %23 = add i64 %16, 1
  br label %28

24:
  %25 = load i64, ptr %18, align 8
  %26 = inttoptr i64 %25 to ptr
  call void %26(ptr %0, ptr %1, ptr %18)
  %27 = add i64 %16, 1
  br label %28

28:
  %29 = phi i64 [ %23, %22 ], [ %27, %24 ]
  %30 = phi i64 [ %15, %22 ], [ %27, %24 ]
  %31 = icmp ult i64 %29, %6
  br i1 %31, label %14, label %8
}
define weak_odr void @"ks.products_issue"(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8) {
  %10 = getelementptr inbounds i8, ptr %1, i64 128
  %11 = load i64, ptr %10, align 8
  %12 = icmp ugt i64 %11, 63
  br i1 %12, label %13, label %15

13:
  call void @"ks.products_complete"(ptr %0, ptr %1, ptr %2, i64 4611686018427387904)
  %14 = load i64, ptr %10, align 8
  br label %15

15:
  %16 = phi i64 [ %14, %13 ], [ %11, %9 ]
  %17 = mul i64 %16, 176
  %18 = getelementptr inbounds i8, ptr %2, i64 %17
  store i64 %4, ptr %18, align 8
  %19 = getelementptr inbounds i8, ptr %18, i64 8
  store i64 %5, ptr %19, align 8
  %20 = getelementptr inbounds i8, ptr %18, i64 16
  store i64 %6, ptr %20, align 8
  %21 = getelementptr inbounds i8, ptr %18, i64 24
  store i64 %7, ptr %21, align 8
  %22 = getelementptr inbounds i8, ptr %18, i64 32
  store i64 %8, ptr %22, align 8
  %23 = getelementptr inbounds i8, ptr %1, i64 136
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %18, i64 40
  store i64 %24, ptr %25, align 8
  %26 = icmp eq ptr %3, null
  br i1 %26, label %29, label %27

27:
  %28 = getelementptr inbounds i8, ptr %18, i64 48
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 8 %28, ptr align 1 %3, i64 128, i1 false)
  br label %29

29:
  %30 = load i64, ptr %10, align 8
  %31 = add i64 %30, 1
  store i64 %31, ptr %10, align 8
  %32 = getelementptr inbounds i8, ptr %0, i64 304
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %45, label %35, !prof !2

35:
  %36 = shl i64 %33, 13
  %37 = xor i64 %36, %33
  %38 = lshr i64 %37, 7
  %39 = xor i64 %38, %37
  %40 = shl i64 %39, 17
  %41 = xor i64 %40, %39
  store i64 %41, ptr %32, align 8
  %42 = and i64 %39, 2048
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %45

44:
  call void @"ks.products_complete"(ptr %0, ptr %1, ptr %2, i64 4611686018427387904)
  br label %45

45:
  ret void
}
define weak_odr i64 @"ks.tags_load"(ptr %0, i32 %1, i32 %2, <32 x i64> %3, ptr %4, i64 %5) {
  %7 = icmp eq i32 %2, 0
  br i1 %7, label %383, label %8

8:
  %9 = and i64 %5, 255
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %11, label %34

11:
  %12 = call i32 @"llvm.cttz.i32"(i32 %2, i1 true)
  %13 = extractelement <32 x i64> %3, i32 %12
  %14 = lshr i64 %13, 40
  %15 = getelementptr inbounds i8, ptr %0, i64 360
  %16 = load i64, ptr %15, align 8
  %17 = inttoptr i64 %16 to ptr
  %18 = load i64, ptr %17, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = icmp ult i64 %13, 1152921504606846976
  %21 = shl i64 %14, 1
  %22 = select i1 %20, i64 %21, i64 0
  %23 = getelementptr inbounds i64, ptr %19, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %26, label %34

26:
  %27 = lshr <32 x i64> %3, splat (i64 40)
  %28 = insertelement <32 x i64> poison, i64 %14, i64 0
  %29 = shufflevector <32 x i64> %28, <32 x i64> poison, <32 x i32> zeroinitializer
  %30 = icmp eq <32 x i64> %27, %29
  %31 = bitcast <32 x i1> %30 to i32
  %32 = and i32 %2, %31
  %33 = icmp eq i32 %32, %2
  br i1 %33, label %383, label %34

34:
  %35 = lshr i64 %5, 16
  %36 = and i64 %35, 255
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %38, label %40

38:
  %39 = icmp eq i64 %9, 2
  br i1 %39, label %45, label %139

40:
  %41 = phi i64 [ %43, %40 ], [ 0, %34 ]
  %42 = getelementptr inbounds i64, ptr %4, i64 %41
  store i64 0, ptr %42, align 8
  %43 = add i64 %41, 1
  %44 = icmp ult i64 %43, %36
  br i1 %44, label %40, label %38

45:
  %46 = lshr i64 %5, 8
  %47 = and i64 %46, 255
  %48 = call i64 @"llvm.umin.i64"(i64 %47, i64 8)
  %49 = mul i64 %47, %36
  %50 = getelementptr inbounds i8, ptr %0, i64 336
  %51 = icmp ne i64 %49, 0
  %52 = getelementptr inbounds i8, ptr %0, i64 512
  %53 = trunc i64 %48 to i4
  %54 = getelementptr inbounds i8, ptr %0, i64 360
  %55 = zext i32 %1 to i64
  %56 = mul i64 %55, 528
  %57 = getelementptr inbounds i8, ptr %0, i64 120
  br label %58

58:
  %59 = phi i32 [ %2, %45 ], [ %92, %90 ]
  %60 = call i32 @"llvm.cttz.i32"(i32 %59, i1 true)
  %61 = extractelement <32 x i64> %3, i32 %60
  %62 = lshr i64 %61, 24
  %63 = and i64 %62, 65535
  %64 = and i64 %61, 16777215
  %65 = load i64, ptr %50, align 8
  %66 = icmp ult i64 %63, %65
  br i1 %66, label %67, label %90

67:
  %68 = load i64, ptr %52, align 8
  %69 = inttoptr i64 %68 to ptr
  %70 = getelementptr inbounds ptr, ptr %69, i64 %63
  %71 = load ptr, ptr %70, align 8
  %72 = add i64 %64, %49
  %73 = getelementptr inbounds i8, ptr %71, i64 64
  %74 = load i64, ptr %73, align 8
  %75 = icmp ugt i64 %72, %74
  br i1 %75, label %90, label %76

76:
  %77 = getelementptr inbounds i8, ptr %71, i64 360
  %78 = load i64, ptr %77, align 8
  %79 = inttoptr i64 %78 to ptr
  %80 = getelementptr inbounds i8, ptr %79, i64 8
  %81 = load i64, ptr %80, align 8
  %82 = inttoptr i64 %81 to ptr
  %83 = getelementptr inbounds i8, ptr %82, i64 %64
  %84 = icmp ne i64 %81, 0
  %85 = select i1 %84, i1 %51, i1 false
  br i1 %85, label %86, label %90

86:
  %87 = zext i32 %60 to i64
  %88 = shl i64 1, %87
  %89 = shl i64 %87, 8
  br label %94

90:
  %91 = add i32 %59, -1
  %92 = and i32 %91, %59
  %93 = icmp eq i32 %92, 0
  br i1 %93, label %374, label %58

94:
  %95 = phi i64 [ 0, %86 ], [ %137, %136 ]
  %96 = getelementptr inbounds i8, ptr %83, i64 %95
  switch i4 %53, label %106 [
    i4 1, label %97
    i4 2, label %100
    i4 4, label %103
  ]

97:
  %98 = load i8, ptr %96, align 1
  %99 = zext i8 %98 to i64
  br label %108

100:
  %101 = load i16, ptr %96, align 1
  %102 = zext i16 %101 to i64
  br label %108

103:
  %104 = load i32, ptr %96, align 1
  %105 = zext i32 %104 to i64
  br label %108

106:
  %107 = load i64, ptr %96, align 1
  br label %108

108:
  %109 = phi i64 [ %99, %97 ], [ %102, %100 ], [ %105, %103 ], [ %107, %106 ]
  %110 = icmp eq i64 %109, 0
  br i1 %110, label %136, label %111

111:
  %112 = and i64 %109, 144680345676153346
  %113 = icmp eq i64 %112, 0
  %114 = select i1 %113, i64 32, i64 0
  %115 = shl i64 %88, %114
  %116 = udiv i64 %95, %47
  %117 = getelementptr inbounds i64, ptr %4, i64 %116
  %118 = load i64, ptr %117, align 8
  %119 = or i64 %118, %115
  store i64 %119, ptr %117, align 8
  %120 = and i64 %109, 72340172838076673
  %121 = icmp eq i64 %120, 0
  %122 = load i64, ptr %54, align 8
  %123 = inttoptr i64 %122 to ptr
  %124 = getelementptr inbounds i8, ptr %123, i64 16
  %125 = load i64, ptr %124, align 8
  %126 = inttoptr i64 %125 to ptr
  %127 = getelementptr inbounds i8, ptr %126, i64 %56
  %128 = load i64, ptr %57, align 8
  %129 = shl i64 %128, 4
  %130 = getelementptr inbounds i8, ptr %127, i64 %129
  %131 = getelementptr inbounds i8, ptr %130, i64 8
  store i64 %61, ptr %131, align 8
  %132 = select i1 %121, i64 4611686018427387906, i64 4611686018427387907
  %133 = select i1 %113, i64 4611686018427387905, i64 %132
  %134 = or i64 %133, %89
  %135 = getelementptr inbounds i8, ptr %130, i64 16
  store i64 %134, ptr %135, align 8
  br label %136

136:
  %137 = add i64 %95, %48
  %138 = icmp ult i64 %137, %49
  br i1 %138, label %94, label %90

139:
  br i1 %10, label %140, label %271

140:
  %141 = and <32 x i64> %3, splat (i64 1099511627775)
  %142 = lshr <32 x i64> %3, splat (i64 28)
  %143 = and <32 x i64> %142, splat (i64 68719472640)
  %144 = sub <32 x i64> %141, %143
  %145 = lshr <32 x i64> %3, splat (i64 40)
  %146 = getelementptr inbounds i8, ptr %0, i64 360
  %147 = lshr exact i64 %5, 8
  %148 = and i64 %147, 255
  %149 = mul i64 %148, %36
  %150 = insertelement <32 x i64> poison, i64 %149, i64 0
  %151 = shufflevector <32 x i64> %150, <32 x i64> poison, <32 x i32> zeroinitializer
  %152 = add <32 x i64> %151, %144
  %153 = call i64 @"llvm.umin.i64"(i64 %148, i64 8)
  %154 = icmp eq i64 %149, 0
  %155 = trunc i64 %153 to i4
  %156 = zext i32 %1 to i64
  %157 = mul i64 %156, 528
  %158 = getelementptr inbounds i8, ptr %0, i64 120
  br label %159

159:
  %160 = phi i32 [ %2, %140 ], [ %269, %268 ]
  %161 = call i32 @"llvm.cttz.i32"(i32 %160, i1 true)
  %162 = extractelement <32 x i64> %3, i32 %161
  %163 = lshr i64 %162, 40
  %164 = insertelement <32 x i64> poison, i64 %163, i64 0
  %165 = shufflevector <32 x i64> %164, <32 x i64> poison, <32 x i32> zeroinitializer
  %166 = icmp eq <32 x i64> %145, %165
  %167 = bitcast <32 x i1> %166 to i32
  %168 = and i32 %160, %167
  %169 = call i32 @"llvm.cttz.i32"(i32 %168, i1 false)
  %170 = extractelement <32 x i64> %3, i32 %169
  %171 = load i64, ptr %146, align 8
  %172 = inttoptr i64 %171 to ptr
  %173 = load i64, ptr %172, align 8
  %174 = inttoptr i64 %173 to ptr
  %175 = icmp ult i64 %170, 1152921504606846976
  %176 = lshr i64 %170, 39
  %177 = and i64 %176, 33554430
  %178 = select i1 %175, i64 %177, i64 0
  %179 = getelementptr inbounds i64, ptr %174, i64 %178
  %180 = getelementptr inbounds i8, ptr %179, i64 8
  %181 = load i64, ptr %180, align 8
  %182 = insertelement <32 x i64> poison, i64 %181, i64 0
  %183 = shufflevector <32 x i64> %182, <32 x i64> poison, <32 x i32> zeroinitializer
  %184 = icmp ule <32 x i64> %152, %183
  %185 = icmp ule <32 x i64> %144, %183
  %186 = and <32 x i1> %184, %185
  %187 = bitcast <32 x i1> %186 to i32
  %188 = and i32 %168, %187
  %189 = load i64, ptr %179, align 8
  %190 = icmp eq i64 %189, 0
  br i1 %190, label %268, label %191

191:
  br i1 %154, label %195, label %192

192:
  %193 = bitcast i32 %188 to <32 x i1>
  %194 = inttoptr i64 %189 to ptr
  br label %200

195:
  %196 = phi <32 x i64> [ zeroinitializer, %191 ], [ %241, %224 ]
  %197 = icmp ne <32 x i64> %196, zeroinitializer
  %198 = bitcast <32 x i1> %197 to i32
  %199 = icmp eq i32 %198, 0
  br i1 %199, label %268, label %244, !prof !2

200:
  %201 = phi <32 x i64> [ zeroinitializer, %192 ], [ %241, %224 ]
  %202 = phi i64 [ 0, %192 ], [ %242, %224 ]
  %203 = insertelement <32 x i64> poison, i64 %202, i64 0
  %204 = shufflevector <32 x i64> %203, <32 x i64> poison, <32 x i32> zeroinitializer
  %205 = add <32 x i64> %204, %144
  switch i4 %155, label %220 [
    i4 1, label %206
    i4 2, label %210
    i4 4, label %215
  ]

206:
  %207 = getelementptr i8, ptr %194, <32 x i64> %205
  %208 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %207, i32 1, <32 x i1> %193, <32 x i8> zeroinitializer)
  %209 = zext <32 x i8> %208 to <32 x i64>
  br label %224

210:
  %211 = lshr <32 x i64> %205, splat (i64 1)
  %212 = getelementptr i16, ptr %194, <32 x i64> %211
  %213 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %212, i32 2, <32 x i1> %193, <32 x i16> zeroinitializer)
  %214 = zext <32 x i16> %213 to <32 x i64>
  br label %224

215:
  %216 = lshr <32 x i64> %205, splat (i64 2)
  %217 = getelementptr i32, ptr %194, <32 x i64> %216
  %218 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %217, i32 4, <32 x i1> %193, <32 x i32> zeroinitializer)
  %219 = zext <32 x i32> %218 to <32 x i64>
  br label %224

220:
  %221 = lshr <32 x i64> %205, splat (i64 3)
  %222 = getelementptr i64, ptr %194, <32 x i64> %221
  %223 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %222, i32 8, <32 x i1> %193, <32 x i64> zeroinitializer)
  br label %224

224:
  %225 = phi <32 x i64> [ %209, %206 ], [ %214, %210 ], [ %219, %215 ], [ %223, %220 ]
  %226 = udiv i64 %202, %148
  %227 = getelementptr inbounds i64, ptr %4, i64 %226
  %228 = and <32 x i64> %225, splat (i64 144680345676153346)
  %229 = icmp ne <32 x i64> %228, zeroinitializer
  %230 = bitcast <32 x i1> %229 to i32
  %231 = zext i32 %230 to i64
  %232 = icmp ne <32 x i64> %225, zeroinitializer
  %233 = bitcast <32 x i1> %232 to i32
  %234 = zext i32 %233 to i64
  %235 = xor i64 %231, -1
  %236 = and i64 %235, %234
  %237 = shl i64 %236, 32
  %238 = load i64, ptr %227, align 8
  %239 = or i64 %238, %237
  %240 = or i64 %239, %231
  store i64 %240, ptr %227, align 8
  %241 = or <32 x i64> %225, %201
  %242 = add i64 %202, %153
  %243 = icmp ult i64 %242, %149
  br i1 %243, label %200, label %195

244:
  %245 = call i32 @"llvm.cttz.i32"(i32 %198, i1 true)
  %246 = extractelement <32 x i64> %3, i32 %245
  %247 = extractelement <32 x i64> %196, i32 %245
  %248 = and i64 %247, 72340172838076673
  %249 = icmp eq i64 %248, 0
  %250 = and i64 %247, 144680345676153346
  %251 = icmp eq i64 %250, 0
  %252 = load i64, ptr %146, align 8
  %253 = inttoptr i64 %252 to ptr
  %254 = getelementptr inbounds i8, ptr %253, i64 16
  %255 = load i64, ptr %254, align 8
  %256 = inttoptr i64 %255 to ptr
  %257 = getelementptr inbounds i8, ptr %256, i64 %157
  %258 = load i64, ptr %158, align 8
  %259 = shl i64 %258, 4
  %260 = getelementptr inbounds i8, ptr %257, i64 %259
  %261 = getelementptr inbounds i8, ptr %260, i64 8
  store i64 %246, ptr %261, align 8
  %262 = select i1 %249, i64 4611686018427387906, i64 4611686018427387907
  %263 = select i1 %251, i64 4611686018427387905, i64 %262
  %264 = shl i32 %245, 8
  %265 = zext i32 %264 to i64
  %266 = or i64 %263, %265
  %267 = getelementptr inbounds i8, ptr %260, i64 16
  store i64 %266, ptr %267, align 8
  br label %268

268:
  %269 = xor i32 %168, %160
  %270 = icmp eq i32 %168, %160
  br i1 %270, label %374, label %159

271:
  %272 = lshr i64 %5, 8
  %273 = and i64 %272, 255
  %274 = mul i64 %273, %36
  %275 = getelementptr inbounds i8, ptr %0, i64 360
  %276 = call i64 @"llvm.umin.i64"(i64 %273, i64 8)
  %277 = icmp eq i64 %274, 0
  br i1 %277, label %298, label %278

278:
  %279 = load i64, ptr %275, align 8
  %280 = inttoptr i64 %279 to ptr
  %281 = getelementptr inbounds i8, ptr %280, i64 8
  %282 = load i64, ptr %281, align 8
  %283 = insertelement <32 x i64> poison, i64 %274, i64 0
  %284 = shufflevector <32 x i64> %283, <32 x i64> poison, <32 x i32> zeroinitializer
  %285 = add <32 x i64> %284, %3
  %286 = getelementptr inbounds i8, ptr %0, i64 64
  %287 = load i64, ptr %286, align 8
  %288 = insertelement <32 x i64> poison, i64 %287, i64 0
  %289 = shufflevector <32 x i64> %288, <32 x i64> poison, <32 x i32> zeroinitializer
  %290 = icmp ule <32 x i64> %285, %289
  %291 = icmp ule <32 x i64> %3, %289
  %292 = and <32 x i1> %290, %291
  %293 = bitcast <32 x i1> %292 to i32
  %294 = and i32 %2, %293
  %295 = bitcast i32 %294 to <32 x i1>
  %296 = trunc i64 %276 to i4
  %297 = inttoptr i64 %282 to ptr
  br label %303

298:
  %299 = phi <32 x i64> [ zeroinitializer, %271 ], [ %344, %327 ]
  %300 = icmp ne <32 x i64> %299, zeroinitializer
  %301 = bitcast <32 x i1> %300 to i32
  %302 = icmp eq i32 %301, 0
  br i1 %302, label %374, label %347, !prof !2

303:
  %304 = phi <32 x i64> [ zeroinitializer, %278 ], [ %344, %327 ]
  %305 = phi i64 [ 0, %278 ], [ %345, %327 ]
  %306 = insertelement <32 x i64> poison, i64 %305, i64 0
  %307 = shufflevector <32 x i64> %306, <32 x i64> poison, <32 x i32> zeroinitializer
  %308 = add <32 x i64> %307, %3
  switch i4 %296, label %323 [
    i4 1, label %309
    i4 2, label %313
    i4 4, label %318
  ]

309:
  %310 = getelementptr i8, ptr %297, <32 x i64> %308
  %311 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %310, i32 1, <32 x i1> %295, <32 x i8> zeroinitializer)
  %312 = zext <32 x i8> %311 to <32 x i64>
  br label %327

313:
  %314 = lshr <32 x i64> %308, splat (i64 1)
  %315 = getelementptr i16, ptr %297, <32 x i64> %314
  %316 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %315, i32 2, <32 x i1> %295, <32 x i16> zeroinitializer)
  %317 = zext <32 x i16> %316 to <32 x i64>
  br label %327

318:
  %319 = lshr <32 x i64> %308, splat (i64 2)
  %320 = getelementptr i32, ptr %297, <32 x i64> %319
  %321 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %320, i32 4, <32 x i1> %295, <32 x i32> zeroinitializer)
  %322 = zext <32 x i32> %321 to <32 x i64>
  br label %327

323:
  %324 = lshr <32 x i64> %308, splat (i64 3)
  %325 = getelementptr i64, ptr %297, <32 x i64> %324
  %326 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %325, i32 8, <32 x i1> %295, <32 x i64> zeroinitializer)
  br label %327

327:
  %328 = phi <32 x i64> [ %312, %309 ], [ %317, %313 ], [ %322, %318 ], [ %326, %323 ]
  %329 = udiv i64 %305, %273
  %330 = getelementptr inbounds i64, ptr %4, i64 %329
  %331 = and <32 x i64> %328, splat (i64 144680345676153346)
  %332 = icmp ne <32 x i64> %331, zeroinitializer
  %333 = bitcast <32 x i1> %332 to i32
  %334 = zext i32 %333 to i64
  %335 = icmp ne <32 x i64> %328, zeroinitializer
  %336 = bitcast <32 x i1> %335 to i32
  %337 = zext i32 %336 to i64
  %338 = xor i64 %334, -1
  %339 = and i64 %338, %337
  %340 = shl i64 %339, 32
  %341 = load i64, ptr %330, align 8
  %342 = or i64 %341, %340
  %343 = or i64 %342, %334
  store i64 %343, ptr %330, align 8
  %344 = or <32 x i64> %328, %304
  %345 = add i64 %305, %276
  %346 = icmp ult i64 %345, %274
  br i1 %346, label %303, label %298

347:
  %348 = call i32 @"llvm.cttz.i32"(i32 %301, i1 true)
  %349 = extractelement <32 x i64> %3, i32 %348
  %350 = extractelement <32 x i64> %299, i32 %348
  %351 = and i64 %350, 72340172838076673
  %352 = icmp eq i64 %351, 0
  %353 = and i64 %350, 144680345676153346
  %354 = icmp eq i64 %353, 0
  %355 = load i64, ptr %275, align 8
  %356 = inttoptr i64 %355 to ptr
  %357 = getelementptr inbounds i8, ptr %356, i64 16
  %358 = load i64, ptr %357, align 8
  %359 = inttoptr i64 %358 to ptr
  %360 = zext i32 %1 to i64
  %361 = mul i64 %360, 528
  %362 = getelementptr inbounds i8, ptr %359, i64 %361
  %363 = getelementptr inbounds i8, ptr %0, i64 120
  %364 = load i64, ptr %363, align 8
  %365 = shl i64 %364, 4
  %366 = getelementptr inbounds i8, ptr %362, i64 %365
  %367 = getelementptr inbounds i8, ptr %366, i64 8
  store i64 %349, ptr %367, align 8
  %368 = select i1 %352, i64 4611686018427387906, i64 4611686018427387907
  %369 = select i1 %354, i64 4611686018427387905, i64 %368
  %370 = shl i32 %348, 8
  %371 = zext i32 %370 to i64
  %372 = or i64 %369, %371
  %373 = getelementptr inbounds i8, ptr %366, i64 16
  store i64 %372, ptr %373, align 8
  br label %374

374:
  br i1 %37, label %383, label %375

375:
  %376 = phi i64 [ %381, %375 ], [ 0, %374 ]
  %377 = phi i64 [ %380, %375 ], [ 0, %374 ]
  %378 = getelementptr inbounds i64, ptr %4, i64 %376
  %379 = load i64, ptr %378, align 8
  %380 = or i64 %379, %377
  %381 = add i64 %376, 1
  %382 = icmp ult i64 %381, %36
  br i1 %382, label %375, label %383

383:
  %384 = phi i64 [ 0, %6 ], [ 0, %26 ], [ 0, %374 ], [ %380, %375 ]
  ret i64 %384
}
define weak_odr i64 @"ks.tags_load_along"(ptr %0, i32 %1, i32 %2, i64 %3, i64 %4, ptr %5, i64 %6) {
  %8 = and i64 %6, 255
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %10, label %29

10:
  %11 = icmp eq i32 %2, 0
  br i1 %11, label %76, label %12

12:
  %13 = call i32 @"llvm.cttz.i32"(i32 %2, i1 true)
  %14 = zext i32 %13 to i64
  %15 = mul i64 %4, %14
  %16 = add i64 %15, %3
  %17 = getelementptr inbounds i8, ptr %0, i64 360
  %18 = load i64, ptr %17, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = load i64, ptr %19, align 8
  %21 = inttoptr i64 %20 to ptr
  %22 = icmp ult i64 %16, 1152921504606846976
  %23 = lshr i64 %16, 39
  %24 = and i64 %23, 33554430
  %25 = select i1 %22, i64 %24, i64 0
  %26 = getelementptr inbounds i64, ptr %21, i64 %25
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %76, label %68

29:
  %30 = getelementptr inbounds i8, ptr %0, i64 64
  %31 = load i64, ptr %30, align 8
  %32 = icmp eq i64 %8, 1
  br i1 %32, label %33, label %68

33:
  %34 = lshr i64 %6, 8
  %35 = and i64 %34, 255
  %36 = lshr i64 %6, 16
  %37 = and i64 %36, 255
  %38 = mul i64 %35, %37
  %39 = icmp eq i64 %4, %38
  %40 = icmp eq i32 %2, -1
  %41 = and i1 %40, %39
  %42 = icmp ult i64 %3, %31
  %43 = select i1 %41, i1 %42, i1 false
  br i1 %43, label %44, label %68

44:
  %45 = shl i64 %4, 5
  %46 = add i64 %45, %3
  %47 = icmp ugt i64 %46, %31
  br i1 %47, label %68, label %48

48:
  %49 = getelementptr inbounds i8, ptr %0, i64 360
  %50 = load i64, ptr %49, align 8
  %51 = inttoptr i64 %50 to ptr
  %52 = getelementptr inbounds i8, ptr %51, i64 8
  %53 = load i64, ptr %52, align 8
  %54 = add i64 %53, %3
  %55 = inttoptr i64 %54 to ptr
  %56 = icmp eq i64 %4, 0
  br i1 %56, label %76, label %60

57:
  %58 = call i8 @"llvm.vector.reduce.or.v32i8"(<32 x i8> %65)
  %59 = icmp eq i8 %58, 0
  br i1 %59, label %76, label %68

60:
  %61 = phi i64 [ %66, %60 ], [ 0, %48 ]
  %62 = phi <32 x i8> [ %65, %60 ], [ zeroinitializer, %48 ]
  %63 = getelementptr inbounds <32 x i8>, ptr %55, i64 %61
  %64 = load <32 x i8>, ptr %63, align 1
  %65 = or <32 x i8> %64, %62
  %66 = add i64 %61, 1
  %67 = icmp ult i64 %66, %4
  br i1 %67, label %60, label %57

68:
  %69 = insertelement <32 x i64> poison, i64 %3, i64 0
  %70 = shufflevector <32 x i64> %69, <32 x i64> poison, <32 x i32> zeroinitializer
  %71 = insertelement <32 x i64> poison, i64 %4, i64 0
  %72 = shufflevector <32 x i64> %71, <32 x i64> poison, <32 x i32> zeroinitializer
  %73 = mul <32 x i64> %72, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %74 = add <32 x i64> %73, %70
  %75 = call i64 @"ks.tags_load"(ptr %0, i32 %1, i32 %2, <32 x i64> %74, ptr %5, i64 %6)
  br label %76

76:
  %77 = phi i64 [ 0, %12 ], [ %75, %68 ], [ 0, %57 ], [ 0, %10 ], [ 0, %48 ]
  ret i64 %77
}
define weak_odr i64 @"ks.tags_load_local"(ptr %0, i32 %1, i32 %2, <32 x i64> %3, ptr %4, i64 %5, ptr %6, i64 %7) {
  %9 = lshr i64 %7, 8
  %10 = and i64 %9, 255
  %11 = call i64 @"llvm.umin.i64"(i64 %10, i64 8)
  %12 = lshr i64 %7, 16
  %13 = and i64 %12, 255
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %15, label %31

15:
  %16 = mul i64 %10, %13
  %17 = insertelement <32 x i64> poison, i64 %16, i64 0
  %18 = shufflevector <32 x i64> %17, <32 x i64> poison, <32 x i32> zeroinitializer
  %19 = add <32 x i64> %18, %3
  %20 = insertelement <32 x i64> poison, i64 %5, i64 0
  %21 = shufflevector <32 x i64> %20, <32 x i64> poison, <32 x i32> zeroinitializer
  %22 = icmp ule <32 x i64> %19, %21
  %23 = icmp ule <32 x i64> %3, %21
  %24 = and <32 x i1> %23, %22
  %25 = bitcast <32 x i1> %24 to i32
  %26 = and i32 %2, %25
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %117, label %28

28:
  %29 = icmp eq i64 %16, 0
  %30 = trunc i64 %11 to i4
  br label %36

31:
  %32 = phi i64 [ %34, %31 ], [ 0, %8 ]
  %33 = getelementptr inbounds i64, ptr %6, i64 %32
  store i64 0, ptr %33, align 8
  %34 = add i64 %32, 1
  %35 = icmp ult i64 %34, %13
  br i1 %35, label %31, label %15

36:
  %37 = phi i32 [ -1, %28 ], [ %56, %50 ]
  %38 = phi i64 [ 0, %28 ], [ %55, %50 ]
  %39 = phi i32 [ %26, %28 ], [ %58, %50 ]
  %40 = call i32 @"llvm.cttz.i32"(i32 %39, i1 true)
  br i1 %29, label %50, label %41

41:
  %42 = zext i32 %40 to i64
  %43 = mul i64 %5, %42
  %44 = getelementptr inbounds i8, ptr %4, i64 %43
  %45 = extractelement <32 x i64> %3, i32 %40
  %46 = getelementptr inbounds i8, ptr %44, i64 %45
  %47 = shl i64 1, %42
  br label %60

48:
  %49 = icmp eq i64 %55, 0
  br i1 %49, label %117, label %91, !prof !2

50:
  %51 = phi i64 [ 0, %36 ], [ %88, %87 ]
  %52 = icmp ne i64 %51, 0
  %53 = icmp eq i32 %37, -1
  %54 = select i1 %52, i1 %53, i1 false
  %55 = select i1 %54, i64 %51, i64 %38
  %56 = select i1 %54, i32 %40, i32 %37
  %57 = add i32 %39, -1
  %58 = and i32 %57, %39
  %59 = icmp eq i32 %58, 0
  br i1 %59, label %48, label %36

60:
  %61 = phi i64 [ 0, %41 ], [ %89, %87 ]
  %62 = phi i64 [ 0, %41 ], [ %88, %87 ]
  %63 = getelementptr inbounds i8, ptr %46, i64 %61
  switch i4 %30, label %73 [
    i4 1, label %64
    i4 2, label %67
    i4 4, label %70
  ]

64:
  %65 = load i8, ptr %63, align 1
  %66 = zext i8 %65 to i64
  br label %75

67:
  %68 = load i16, ptr %63, align 1
  %69 = zext i16 %68 to i64
  br label %75

70:
  %71 = load i32, ptr %63, align 1
  %72 = zext i32 %71 to i64
  br label %75

73:
  %74 = load i64, ptr %63, align 1
  br label %75

75:
  %76 = phi i64 [ %66, %64 ], [ %69, %67 ], [ %72, %70 ], [ %74, %73 ]
  %77 = icmp eq i64 %76, 0
  br i1 %77, label %87, label %78

78:
  %79 = and i64 %76, 144680345676153346
  %80 = icmp eq i64 %79, 0
  %81 = select i1 %80, i64 32, i64 0
  %82 = shl i64 %47, %81
  %83 = udiv i64 %61, %10
  %84 = getelementptr inbounds i64, ptr %6, i64 %83
  %85 = load i64, ptr %84, align 8
  %86 = or i64 %85, %82
  store i64 %86, ptr %84, align 8
  br label %87

87:
  %88 = or i64 %76, %62
  %89 = add i64 %61, %11
  %90 = icmp ult i64 %89, %16
  br i1 %90, label %60, label %50

91:
  %92 = extractelement <32 x i64> %3, i32 %56
  %93 = and i64 %55, 72340172838076673
  %94 = icmp eq i64 %93, 0
  %95 = and i64 %55, 144680345676153346
  %96 = icmp eq i64 %95, 0
  %97 = getelementptr inbounds i8, ptr %0, i64 360
  %98 = load i64, ptr %97, align 8
  %99 = inttoptr i64 %98 to ptr
  %100 = getelementptr inbounds i8, ptr %99, i64 16
  %101 = load i64, ptr %100, align 8
  %102 = inttoptr i64 %101 to ptr
  %103 = zext i32 %1 to i64
  %104 = mul i64 %103, 528
  %105 = getelementptr inbounds i8, ptr %102, i64 %104
  %106 = getelementptr inbounds i8, ptr %0, i64 120
  %107 = load i64, ptr %106, align 8
  %108 = shl i64 %107, 4
  %109 = getelementptr inbounds i8, ptr %105, i64 %108
  %110 = getelementptr inbounds i8, ptr %109, i64 8
  store i64 %92, ptr %110, align 8
  %111 = select i1 %94, i64 4611686018427387906, i64 4611686018427387907
  %112 = select i1 %96, i64 4611686018427387905, i64 %111
  %113 = zext i32 %56 to i64
  %114 = shl i64 %113, 8
  %115 = or i64 %112, %114
  %116 = getelementptr inbounds i8, ptr %109, i64 16
  store i64 %115, ptr %116, align 8
  br label %117

117:
  br i1 %14, label %126, label %118

118:
  %119 = phi i64 [ %124, %118 ], [ 0, %117 ]
  %120 = phi i64 [ %123, %118 ], [ 0, %117 ]
  %121 = getelementptr inbounds i64, ptr %6, i64 %119
  %122 = load i64, ptr %121, align 8
  %123 = or i64 %122, %120
  %124 = add i64 %119, 1
  %125 = icmp ult i64 %124, %13
  br i1 %125, label %118, label %126

126:
  %127 = phi i64 [ 0, %117 ], [ %123, %118 ]
  ret i64 %127
}
define weak_odr void @"ks.tags_store"(ptr %0, i32 %1, i32 %2, <32 x i64> %3, ptr %4, i64 %5) {
  %7 = icmp eq i32 %2, 0
  br i1 %7, label %281, label %8

8:
  %9 = lshr i64 %5, 16
  %10 = and i64 %9, 255
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %20, label %12

12:
  %13 = phi i64 [ %18, %12 ], [ 0, %8 ]
  %14 = phi i64 [ %17, %12 ], [ 0, %8 ]
  %15 = getelementptr inbounds i64, ptr %4, i64 %13
  %16 = load i64, ptr %15, align 8
  %17 = or i64 %16, %14
  %18 = add i64 %13, 1
  %19 = icmp ult i64 %18, %10
  br i1 %19, label %12, label %20

20:
  %21 = phi i64 [ 0, %8 ], [ %17, %12 ]
  %22 = zext i32 %2 to i64
  %23 = mul i64 %22, 4294967297
  %24 = and i64 %21, %23
  %25 = icmp ne i64 %24, 0
  br i1 %25, label %26, label %43, !prof !3

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 360
  %28 = load i64, ptr %27, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = getelementptr inbounds i8, ptr %29, i64 16
  %31 = load i64, ptr %30, align 8
  %32 = inttoptr i64 %31 to ptr
  %33 = zext i32 %1 to i64
  %34 = mul i64 %33, 528
  %35 = getelementptr inbounds i8, ptr %32, i64 %34
  %36 = getelementptr inbounds i8, ptr %0, i64 120
  %37 = load i64, ptr %36, align 8
  %38 = shl i64 %37, 4
  %39 = getelementptr inbounds i8, ptr %35, i64 %38
  %40 = getelementptr inbounds i8, ptr %39, i64 16
  %41 = load i64, ptr %40, align 8
  %42 = or i64 %41, 4611686018427387904
  store i64 %42, ptr %40, align 8
  br label %43

43:
  %44 = trunc i64 %5 to i8
  switch i8 %44, label %222 [
    i8 2, label %45
    i8 0, label %102
  ]

45:
  %46 = lshr i64 %5, 8
  %47 = and i64 %46, 255
  %48 = mul i64 %47, %10
  %49 = getelementptr inbounds i8, ptr %0, i64 336
  %50 = getelementptr inbounds i8, ptr %0, i64 512
  %51 = icmp eq i64 %48, 0
  br label %52

52:
  %53 = phi i32 [ %2, %45 ], [ %100, %98 ]
  %54 = call i32 @"llvm.cttz.i32"(i32 %53, i1 true)
  %55 = extractelement <32 x i64> %3, i32 %54
  %56 = lshr i64 %55, 24
  %57 = and i64 %56, 65535
  %58 = and i64 %55, 16777215
  %59 = load i64, ptr %49, align 8
  %60 = icmp ult i64 %57, %59
  br i1 %60, label %61, label %98

61:
  %62 = load i64, ptr %50, align 8
  %63 = inttoptr i64 %62 to ptr
  %64 = getelementptr inbounds ptr, ptr %63, i64 %57
  %65 = load ptr, ptr %64, align 8
  %66 = add i64 %58, %48
  %67 = getelementptr inbounds i8, ptr %65, i64 64
  %68 = load i64, ptr %67, align 8
  %69 = icmp ugt i64 %66, %68
  br i1 %69, label %98, label %70

70:
  %71 = getelementptr inbounds i8, ptr %65, i64 360
  %72 = load i64, ptr %71, align 8
  %73 = inttoptr i64 %72 to ptr
  %74 = getelementptr inbounds i8, ptr %73, i64 8
  %75 = load i64, ptr %74, align 8
  %76 = inttoptr i64 %75 to ptr
  %77 = getelementptr inbounds i8, ptr %76, i64 %58
  %78 = icmp eq i64 %75, 0
  %79 = select i1 %78, i1 true, i1 %51
  br i1 %79, label %98, label %80

80:
  %81 = zext i32 %54 to i64
  %82 = shl i64 1, %81
  br label %83

83:
  %84 = phi i64 [ 0, %80 ], [ %96, %83 ]
  %85 = udiv i64 %84, %47
  %86 = getelementptr inbounds i64, ptr %4, i64 %85
  %87 = load i64, ptr %86, align 8
  %88 = and i64 %87, %82
  %89 = icmp eq i64 %88, 0
  %90 = lshr i64 %87, 32
  %91 = lshr i64 %90, %81
  %92 = trunc i64 %91 to i8
  %93 = and i8 %92, 1
  %94 = select i1 %89, i8 %93, i8 3
  %95 = getelementptr inbounds i8, ptr %77, i64 %84
  store i8 %94, ptr %95, align 1
  %96 = add i64 %84, 1
  %97 = icmp ult i64 %96, %48
  br i1 %97, label %83, label %98

98:
  %99 = add i32 %53, -1
  %100 = and i32 %99, %53
  %101 = icmp eq i32 %100, 0
  br i1 %101, label %281, label %52

102:
  br i1 %25, label %126, label %103, !prof !3

103:
  %104 = call i32 @"llvm.cttz.i32"(i32 %2, i1 true)
  %105 = extractelement <32 x i64> %3, i32 %104
  %106 = lshr i64 %105, 40
  %107 = getelementptr inbounds i8, ptr %0, i64 360
  %108 = load i64, ptr %107, align 8
  %109 = inttoptr i64 %108 to ptr
  %110 = load i64, ptr %109, align 8
  %111 = inttoptr i64 %110 to ptr
  %112 = icmp ult i64 %105, 1152921504606846976
  %113 = shl i64 %106, 1
  %114 = select i1 %112, i64 %113, i64 0
  %115 = getelementptr inbounds i64, ptr %111, i64 %114
  %116 = load i64, ptr %115, align 8
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %118, label %126

118:
  %119 = lshr <32 x i64> %3, splat (i64 40)
  %120 = insertelement <32 x i64> poison, i64 %106, i64 0
  %121 = shufflevector <32 x i64> %120, <32 x i64> poison, <32 x i32> zeroinitializer
  %122 = icmp eq <32 x i64> %119, %121
  %123 = bitcast <32 x i1> %122 to i32
  %124 = and i32 %2, %123
  %125 = icmp eq i32 %124, %2
  br i1 %125, label %281, label %126

126:
  %127 = and <32 x i64> %3, splat (i64 1099511627775)
  %128 = lshr <32 x i64> %3, splat (i64 28)
  %129 = and <32 x i64> %128, splat (i64 68719472640)
  %130 = sub <32 x i64> %127, %129
  %131 = lshr <32 x i64> %3, splat (i64 40)
  %132 = getelementptr inbounds i8, ptr %0, i64 360
  %133 = lshr i64 %5, 8
  %134 = and i64 %133, 255
  %135 = mul i64 %134, %10
  %136 = insertelement <32 x i64> poison, i64 %135, i64 0
  %137 = shufflevector <32 x i64> %136, <32 x i64> poison, <32 x i32> zeroinitializer
  %138 = add <32 x i64> %137, %130
  %139 = call i64 @"llvm.umin.i64"(i64 %134, i64 8)
  %140 = icmp eq i64 %135, 0
  %141 = trunc i64 %139 to i4
  br label %142

142:
  %143 = phi i32 [ %2, %126 ], [ %220, %219 ]
  %144 = call i32 @"llvm.cttz.i32"(i32 %143, i1 true)
  %145 = extractelement <32 x i64> %3, i32 %144
  %146 = lshr i64 %145, 40
  %147 = insertelement <32 x i64> poison, i64 %146, i64 0
  %148 = shufflevector <32 x i64> %147, <32 x i64> poison, <32 x i32> zeroinitializer
  %149 = icmp eq <32 x i64> %131, %148
  %150 = bitcast <32 x i1> %149 to i32
  %151 = and i32 %143, %150
  %152 = call i32 @"llvm.cttz.i32"(i32 %151, i1 false)
  %153 = extractelement <32 x i64> %3, i32 %152
  %154 = load i64, ptr %132, align 8
  %155 = inttoptr i64 %154 to ptr
  %156 = load i64, ptr %155, align 8
  %157 = inttoptr i64 %156 to ptr
  %158 = icmp ult i64 %153, 1152921504606846976
  %159 = lshr i64 %153, 39
  %160 = and i64 %159, 33554430
  %161 = select i1 %158, i64 %160, i64 0
  %162 = getelementptr inbounds i64, ptr %157, i64 %161
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  %165 = select i1 %25, i1 %164, i1 false
  br i1 %165, label %166, label %171

166:
  %167 = getelementptr inbounds i8, ptr %155, i64 24
  %168 = load i64, ptr %167, align 8
  %169 = inttoptr i64 %168 to ptr
  call void %169(ptr %0, i32 %1, i32 5, i32 %151, i64 %153)
  %170 = load i64, ptr %162, align 8
  br label %171

171:
  %172 = phi i64 [ %163, %142 ], [ %170, %166 ]
  %173 = icmp eq i64 %172, 0
  %174 = select i1 %173, i1 true, i1 %140
  br i1 %174, label %219, label %175

175:
  %176 = getelementptr inbounds i8, ptr %162, i64 8
  %177 = load i64, ptr %176, align 8
  %178 = insertelement <32 x i64> poison, i64 %177, i64 0
  %179 = shufflevector <32 x i64> %178, <32 x i64> poison, <32 x i32> zeroinitializer
  %180 = icmp ule <32 x i64> %138, %179
  %181 = icmp ule <32 x i64> %130, %179
  %182 = and <32 x i1> %180, %181
  %183 = bitcast <32 x i1> %182 to i32
  %184 = and i32 %151, %183
  %185 = bitcast i32 %184 to <32 x i1>
  %186 = inttoptr i64 %172 to ptr
  br label %187

187:
  %188 = phi i64 [ 0, %175 ], [ %217, %216 ]
  %189 = insertelement <32 x i64> poison, i64 %188, i64 0
  %190 = shufflevector <32 x i64> %189, <32 x i64> poison, <32 x i32> zeroinitializer
  %191 = add <32 x i64> %190, %130
  %192 = udiv i64 %188, %134
  %193 = getelementptr inbounds i64, ptr %4, i64 %192
  %194 = load i64, ptr %193, align 8
  %195 = lshr i64 %194, 32
  %196 = trunc i64 %195 to i32
  %197 = bitcast i32 %196 to <32 x i1>
  %198 = select <32 x i1> %197, <32 x i64> splat (i64 72340172838076673), <32 x i64> zeroinitializer
  %199 = trunc i64 %194 to i32
  %200 = bitcast i32 %199 to <32 x i1>
  %201 = select <32 x i1> %200, <32 x i64> splat (i64 217020518514230019), <32 x i64> %198
  switch i4 %141, label %213 [
    i4 1, label %202
    i4 2, label %205
    i4 4, label %209
  ]

202:
  %203 = trunc <32 x i64> %201 to <32 x i8>
  %204 = getelementptr i8, ptr %186, <32 x i64> %191
  call void @"llvm.masked.scatter.v32i8.v32p0"(<32 x i8> %203, <32 x ptr> %204, i32 1, <32 x i1> %185)
  br label %216

205:
  %206 = lshr <32 x i64> %191, splat (i64 1)
  %207 = trunc <32 x i64> %201 to <32 x i16>
  %208 = getelementptr i16, ptr %186, <32 x i64> %206
  call void @"llvm.masked.scatter.v32i16.v32p0"(<32 x i16> %207, <32 x ptr> %208, i32 2, <32 x i1> %185)
  br label %216

209:
  %210 = lshr <32 x i64> %191, splat (i64 2)
  %211 = trunc <32 x i64> %201 to <32 x i32>
  %212 = getelementptr i32, ptr %186, <32 x i64> %210
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %211, <32 x ptr> %212, i32 4, <32 x i1> %185)
  br label %216

213:
  %214 = lshr <32 x i64> %191, splat (i64 3)
  %215 = getelementptr i64, ptr %186, <32 x i64> %214
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %201, <32 x ptr> %215, i32 8, <32 x i1> %185)
  br label %216

216:
  %217 = add i64 %188, %139
  %218 = icmp ult i64 %217, %135
  br i1 %218, label %187, label %219

219:
  %220 = xor i32 %151, %143
  %221 = icmp eq i32 %151, %143
  br i1 %221, label %281, label %142

222:
  %223 = lshr i64 %5, 8
  %224 = and i64 %223, 255
  %225 = mul i64 %224, %10
  %226 = call i64 @"llvm.umin.i64"(i64 %224, i64 8)
  %227 = icmp eq i64 %225, 0
  br i1 %227, label %281, label %228

228:
  %229 = getelementptr inbounds i8, ptr %0, i64 360
  %230 = load i64, ptr %229, align 8
  %231 = inttoptr i64 %230 to ptr
  %232 = getelementptr inbounds i8, ptr %231, i64 8
  %233 = load i64, ptr %232, align 8
  %234 = insertelement <32 x i64> poison, i64 %225, i64 0
  %235 = shufflevector <32 x i64> %234, <32 x i64> poison, <32 x i32> zeroinitializer
  %236 = add <32 x i64> %235, %3
  %237 = getelementptr inbounds i8, ptr %0, i64 64
  %238 = load i64, ptr %237, align 8
  %239 = insertelement <32 x i64> poison, i64 %238, i64 0
  %240 = shufflevector <32 x i64> %239, <32 x i64> poison, <32 x i32> zeroinitializer
  %241 = icmp ule <32 x i64> %236, %240
  %242 = icmp ule <32 x i64> %3, %240
  %243 = and <32 x i1> %241, %242
  %244 = bitcast <32 x i1> %243 to i32
  %245 = and i32 %2, %244
  %246 = bitcast i32 %245 to <32 x i1>
  %247 = trunc i64 %226 to i4
  %248 = inttoptr i64 %233 to ptr
  br label %249

249:
  %250 = phi i64 [ 0, %228 ], [ %279, %278 ]
  %251 = insertelement <32 x i64> poison, i64 %250, i64 0
  %252 = shufflevector <32 x i64> %251, <32 x i64> poison, <32 x i32> zeroinitializer
  %253 = add <32 x i64> %252, %3
  %254 = udiv i64 %250, %224
  %255 = getelementptr inbounds i64, ptr %4, i64 %254
  %256 = load i64, ptr %255, align 8
  %257 = lshr i64 %256, 32
  %258 = trunc i64 %257 to i32
  %259 = bitcast i32 %258 to <32 x i1>
  %260 = select <32 x i1> %259, <32 x i64> splat (i64 72340172838076673), <32 x i64> zeroinitializer
  %261 = trunc i64 %256 to i32
  %262 = bitcast i32 %261 to <32 x i1>
  %263 = select <32 x i1> %262, <32 x i64> splat (i64 217020518514230019), <32 x i64> %260
  switch i4 %247, label %275 [
    i4 1, label %264
    i4 2, label %267
    i4 4, label %271
  ]

264:
  %265 = trunc <32 x i64> %263 to <32 x i8>
  %266 = getelementptr i8, ptr %248, <32 x i64> %253
  call void @"llvm.masked.scatter.v32i8.v32p0"(<32 x i8> %265, <32 x ptr> %266, i32 1, <32 x i1> %246)
  br label %278

267:
  %268 = lshr <32 x i64> %253, splat (i64 1)
  %269 = trunc <32 x i64> %263 to <32 x i16>
  %270 = getelementptr i16, ptr %248, <32 x i64> %268
  call void @"llvm.masked.scatter.v32i16.v32p0"(<32 x i16> %269, <32 x ptr> %270, i32 2, <32 x i1> %246)
  br label %278

271:
  %272 = lshr <32 x i64> %253, splat (i64 2)
  %273 = trunc <32 x i64> %263 to <32 x i32>
  %274 = getelementptr i32, ptr %248, <32 x i64> %272
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %273, <32 x ptr> %274, i32 4, <32 x i1> %246)
  br label %278

275:
  %276 = lshr <32 x i64> %253, splat (i64 3)
  %277 = getelementptr i64, ptr %248, <32 x i64> %276
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %263, <32 x ptr> %277, i32 8, <32 x i1> %246)
  br label %278

278:
  %279 = add i64 %250, %226
  %280 = icmp ult i64 %279, %225
  br i1 %280, label %249, label %281

281:
  ret void
}
define weak_odr void @"ks.tags_store_along"(ptr %0, i32 %1, i32 %2, i64 %3, i64 %4, ptr %5, i64 %6) {
  %8 = and i64 %6, 255
  %9 = icmp ne i64 %8, 0
  %10 = lshr i64 %6, 16
  %11 = and i64 %10, 255
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %23, label %13

13:
  %14 = phi i64 [ %19, %13 ], [ 0, %7 ]
  %15 = phi i64 [ %18, %13 ], [ 0, %7 ]
  %16 = getelementptr inbounds i64, ptr %5, i64 %14
  %17 = load i64, ptr %16, align 8
  %18 = or i64 %17, %15
  %19 = add i64 %14, 1
  %20 = icmp ult i64 %19, %11
  br i1 %20, label %13, label %21

21:
  %22 = icmp ne i64 %18, 0
  br label %23

23:
  %24 = phi i1 [ false, %7 ], [ %22, %21 ]
  %25 = select i1 %9, i1 true, i1 %24
  br i1 %25, label %45, label %26

26:
  %27 = icmp eq i32 %2, 0
  br i1 %27, label %92, label %28

28:
  %29 = call i32 @"llvm.cttz.i32"(i32 %2, i1 true)
  %30 = zext i32 %29 to i64
  %31 = mul i64 %4, %30
  %32 = add i64 %31, %3
  %33 = getelementptr inbounds i8, ptr %0, i64 360
  %34 = load i64, ptr %33, align 8
  %35 = inttoptr i64 %34 to ptr
  %36 = load i64, ptr %35, align 8
  %37 = inttoptr i64 %36 to ptr
  %38 = icmp ult i64 %32, 1152921504606846976
  %39 = lshr i64 %32, 39
  %40 = and i64 %39, 33554430
  %41 = select i1 %38, i64 %40, i64 0
  %42 = getelementptr inbounds i64, ptr %37, i64 %41
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %92, label %45

45:
  %46 = icmp eq i32 %2, -1
  br i1 %46, label %47, label %85

47:
  %48 = lshr i64 %6, 8
  %49 = and i64 %48, 255
  %50 = mul i64 %49, %11
  %51 = icmp ne i64 %4, %50
  %52 = select i1 %51, i1 true, i1 %24
  br i1 %52, label %85, label %53

53:
  %54 = lshr i64 %3, 40
  %55 = getelementptr inbounds i8, ptr %0, i64 360
  %56 = load i64, ptr %55, align 8
  %57 = inttoptr i64 %56 to ptr
  %58 = load i64, ptr %57, align 8
  %59 = inttoptr i64 %58 to ptr
  %60 = icmp ult i64 %3, 1152921504606846976
  %61 = shl i64 %54, 1
  %62 = select i1 %60, i64 %61, i64 0
  %63 = getelementptr inbounds i64, ptr %59, i64 %62
  %64 = getelementptr inbounds i8, ptr %57, i64 8
  %65 = select i1 %9, ptr %64, ptr %63
  %66 = load i64, ptr %65, align 8
  %67 = and i64 %3, 1099511627775
  %68 = shl i64 %54, 12
  %69 = sub i64 %67, %68
  %70 = select i1 %9, i64 %3, i64 %69
  %71 = icmp eq i64 %66, 0
  br i1 %71, label %92, label %72

72:
  %73 = getelementptr inbounds i8, ptr %0, i64 64
  %74 = getelementptr inbounds i8, ptr %63, i64 8
  %75 = select i1 %9, ptr %73, ptr %74
  %76 = load i64, ptr %75, align 8
  %77 = shl i64 %4, 5
  %78 = add i64 %77, %70
  %79 = sub i64 %76, %78
  %80 = or i64 %79, %70
  %81 = icmp sgt i64 %80, -1
  br i1 %81, label %82, label %85

82:
  %83 = inttoptr i64 %66 to ptr
  %84 = getelementptr inbounds i8, ptr %83, i64 %70
  call void @"llvm.memset.p0.i64"(ptr align 1 %84, i8 0, i64 %77, i1 false)
  br label %92

85:
  %86 = insertelement <32 x i64> poison, i64 %3, i64 0
  %87 = shufflevector <32 x i64> %86, <32 x i64> poison, <32 x i32> zeroinitializer
  %88 = insertelement <32 x i64> poison, i64 %4, i64 0
  %89 = shufflevector <32 x i64> %88, <32 x i64> poison, <32 x i32> zeroinitializer
  %90 = mul <32 x i64> %89, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %91 = add <32 x i64> %90, %87
  call void @"ks.tags_store"(ptr %0, i32 %1, i32 %2, <32 x i64> %91, ptr %5, i64 %6)
  br label %92

92:
  ret void
}
define weak_odr void @"ks.tags_store_local"(ptr %0, i32 %1, i32 %2, <32 x i64> %3, ptr %4, i64 %5, ptr %6, i64 %7) {
  %9 = lshr i64 %7, 16
  %10 = and i64 %9, 255
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %20, label %12

12:
  %13 = phi i64 [ %18, %12 ], [ 0, %8 ]
  %14 = phi i64 [ %17, %12 ], [ 0, %8 ]
  %15 = getelementptr inbounds i64, ptr %6, i64 %13
  %16 = load i64, ptr %15, align 8
  %17 = or i64 %16, %14
  %18 = add i64 %13, 1
  %19 = icmp ult i64 %18, %10
  br i1 %19, label %12, label %20

20:
  %21 = phi i64 [ 0, %8 ], [ %17, %12 ]
  %22 = zext i32 %2 to i64
  %23 = mul i64 %22, 4294967297
  %24 = and i64 %21, %23
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %43, label %26, !prof !2

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 360
  %28 = load i64, ptr %27, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = getelementptr inbounds i8, ptr %29, i64 16
  %31 = load i64, ptr %30, align 8
  %32 = inttoptr i64 %31 to ptr
  %33 = zext i32 %1 to i64
  %34 = mul i64 %33, 528
  %35 = getelementptr inbounds i8, ptr %32, i64 %34
  %36 = getelementptr inbounds i8, ptr %0, i64 120
  %37 = load i64, ptr %36, align 8
  %38 = shl i64 %37, 4
  %39 = getelementptr inbounds i8, ptr %35, i64 %38
  %40 = getelementptr inbounds i8, ptr %39, i64 16
  %41 = load i64, ptr %40, align 8
  %42 = or i64 %41, 4611686018427387904
  store i64 %42, ptr %40, align 8
  br label %43

43:
  %44 = lshr i64 %7, 8
  %45 = and i64 %44, 255
  %46 = mul i64 %45, %10
  %47 = insertelement <32 x i64> poison, i64 %46, i64 0
  %48 = shufflevector <32 x i64> %47, <32 x i64> poison, <32 x i32> zeroinitializer
  %49 = add <32 x i64> %48, %3
  %50 = insertelement <32 x i64> poison, i64 %5, i64 0
  %51 = shufflevector <32 x i64> %50, <32 x i64> poison, <32 x i32> zeroinitializer
  %52 = icmp ule <32 x i64> %49, %51
  %53 = icmp ule <32 x i64> %3, %51
  %54 = and <32 x i1> %53, %52
  %55 = bitcast <32 x i1> %54 to i32
  %56 = and i32 %2, %55
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %89, label %58

58:
  %59 = icmp eq i64 %46, 0
  br label %60

60:
  %61 = phi i32 [ %56, %58 ], [ %87, %85 ]
  %62 = call i32 @"llvm.cttz.i32"(i32 %61, i1 true)
  %63 = zext i32 %62 to i64
  %64 = mul i64 %5, %63
  %65 = getelementptr inbounds i8, ptr %4, i64 %64
  %66 = extractelement <32 x i64> %3, i32 %62
  %67 = getelementptr inbounds i8, ptr %65, i64 %66
  br i1 %59, label %85, label %68

68:
  %69 = shl i64 1, %63
  br label %70

70:
  %71 = phi i64 [ 0, %68 ], [ %83, %70 ]
  %72 = udiv i64 %71, %45
  %73 = getelementptr inbounds i64, ptr %6, i64 %72
  %74 = load i64, ptr %73, align 8
  %75 = and i64 %74, %69
  %76 = icmp eq i64 %75, 0
  %77 = lshr i64 %74, 32
  %78 = lshr i64 %77, %63
  %79 = trunc i64 %78 to i8
  %80 = and i8 %79, 1
  %81 = select i1 %76, i8 %80, i8 3
  %82 = getelementptr inbounds i8, ptr %67, i64 %71
  store i8 %81, ptr %82, align 1
  %83 = add i64 %71, 1
  %84 = icmp ult i64 %83, %46
  br i1 %84, label %70, label %85

85:
  %86 = add i32 %61, -1
  %87 = and i32 %86, %61
  %88 = icmp eq i32 %87, 0
  br i1 %88, label %89, label %60

89:
  ret void
}
define weak_odr void @"ks.tags_copy"(ptr %0, i32 %1, <32 x i64> %2, <32 x i64> %3, <32 x i64> %4, i64 %5) {
  %7 = getelementptr inbounds i8, ptr %0, i64 360
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds i8, ptr %9, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = call i64 @"llvm.umin.i64"(i64 %5, i64 8)
  %13 = getelementptr inbounds i8, ptr %0, i64 64
  %14 = load i64, ptr %13, align 8
  %15 = insertelement <32 x i64> poison, i64 %5, i64 0
  %16 = shufflevector <32 x i64> %15, <32 x i64> poison, <32 x i32> zeroinitializer
  %17 = add <32 x i64> %16, %3
  %18 = insertelement <32 x i64> poison, i64 %14, i64 0
  %19 = shufflevector <32 x i64> %18, <32 x i64> poison, <32 x i32> zeroinitializer
  %20 = icmp ule <32 x i64> %17, %19
  %21 = icmp ule <32 x i64> %3, %19
  %22 = and <32 x i1> %20, %21
  %23 = bitcast <32 x i1> %22 to i32
  %24 = and i32 %1, %23
  %25 = icmp eq i64 %5, 0
  br i1 %25, label %30, label %26

26:
  %27 = bitcast i32 %24 to <32 x i1>
  %28 = trunc i64 %12 to i4
  %29 = inttoptr i64 %11 to ptr
  br label %35

30:
  %31 = icmp ne <32 x i64> %4, zeroinitializer
  %32 = bitcast <32 x i1> %31 to i32
  %33 = and i32 %24, %32
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %113, label %54

35:
  %36 = phi i64 [ 0, %26 ], [ %52, %51 ]
  %37 = insertelement <32 x i64> poison, i64 %36, i64 0
  %38 = shufflevector <32 x i64> %37, <32 x i64> poison, <32 x i32> zeroinitializer
  %39 = add <32 x i64> %38, %3
  switch i4 %28, label %48 [
    i4 1, label %40
    i4 2, label %42
    i4 4, label %45
  ]

40:
  %41 = getelementptr i8, ptr %29, <32 x i64> %39
  call void @"llvm.masked.scatter.v32i8.v32p0"(<32 x i8> zeroinitializer, <32 x ptr> %41, i32 1, <32 x i1> %27)
  br label %51

42:
  %43 = lshr <32 x i64> %39, splat (i64 1)
  %44 = getelementptr i16, ptr %29, <32 x i64> %43
  call void @"llvm.masked.scatter.v32i16.v32p0"(<32 x i16> zeroinitializer, <32 x ptr> %44, i32 2, <32 x i1> %27)
  br label %51

45:
  %46 = lshr <32 x i64> %39, splat (i64 2)
  %47 = getelementptr i32, ptr %29, <32 x i64> %46
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> zeroinitializer, <32 x ptr> %47, i32 4, <32 x i1> %27)
  br label %51

48:
  %49 = lshr <32 x i64> %39, splat (i64 3)
  %50 = getelementptr i64, ptr %29, <32 x i64> %49
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> zeroinitializer, <32 x ptr> %50, i32 8, <32 x i1> %27)
  br label %51

51:
  %52 = add i64 %36, %12
  %53 = icmp ult i64 %52, %5
  br i1 %53, label %35, label %30

54:
  %55 = call i32 @"llvm.cttz.i32"(i32 %33, i1 true)
  %56 = extractelement <32 x i64> %2, i32 %55
  %57 = lshr i64 %56, 40
  %58 = load i64, ptr %7, align 8
  %59 = inttoptr i64 %58 to ptr
  %60 = load i64, ptr %59, align 8
  %61 = inttoptr i64 %60 to ptr
  %62 = icmp ult i64 %56, 1152921504606846976
  %63 = shl i64 %57, 1
  %64 = select i1 %62, i64 %63, i64 0
  %65 = getelementptr inbounds i64, ptr %61, i64 %64
  %66 = load i64, ptr %65, align 8
  %67 = icmp eq i64 %66, 0
  br i1 %67, label %68, label %76

68:
  %69 = lshr <32 x i64> %2, splat (i64 40)
  %70 = insertelement <32 x i64> poison, i64 %57, i64 0
  %71 = shufflevector <32 x i64> %70, <32 x i64> poison, <32 x i32> zeroinitializer
  %72 = icmp eq <32 x i64> %69, %71
  %73 = bitcast <32 x i1> %72 to i32
  %74 = and i32 %33, %73
  %75 = icmp eq i32 %74, %33
  br i1 %75, label %113, label %76

76:
  %77 = inttoptr i64 %11 to ptr
  br label %78

78:
  %79 = phi i32 [ %33, %76 ], [ %111, %109 ]
  %80 = call i32 @"llvm.cttz.i32"(i32 %79, i1 true)
  %81 = extractelement <32 x i64> %2, i32 %80
  %82 = lshr i64 %81, 40
  %83 = load i64, ptr %7, align 8
  %84 = inttoptr i64 %83 to ptr
  %85 = load i64, ptr %84, align 8
  %86 = inttoptr i64 %85 to ptr
  %87 = icmp ult i64 %81, 1152921504606846976
  %88 = shl i64 %82, 1
  %89 = select i1 %87, i64 %88, i64 0
  %90 = getelementptr inbounds i64, ptr %86, i64 %89
  %91 = load i64, ptr %90, align 8
  %92 = and i64 %81, 1099511627775
  %93 = shl i64 %82, 12
  %94 = sub i64 %92, %93
  %95 = extractelement <32 x i64> %4, i32 %80
  %96 = icmp eq i64 %91, 0
  br i1 %96, label %109, label %97

97:
  %98 = getelementptr inbounds i8, ptr %90, i64 8
  %99 = load i64, ptr %98, align 8
  %100 = add i64 %94, %95
  %101 = sub i64 %99, %100
  %102 = or i64 %101, %94
  %103 = icmp sgt i64 %102, -1
  br i1 %103, label %104, label %109

104:
  %105 = extractelement <32 x i64> %3, i32 %80
  %106 = getelementptr inbounds i8, ptr %77, i64 %105
  %107 = inttoptr i64 %91 to ptr
  %108 = getelementptr inbounds i8, ptr %107, i64 %94
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %106, ptr align 1 %108, i64 %95, i1 false)
  br label %109

109:
  %110 = add i32 %79, -1
  %111 = and i32 %110, %79
  %112 = icmp eq i32 %111, 0
  br i1 %112, label %113, label %78

113:
  ret void
}
define weak_odr i64 @"ks.tags_product"(i32 %0, i32 %1) {
  %3 = alloca [2 x i32], align 4
  %4 = lshr i32 %0, 1
  %5 = or i32 %4, %0
  %6 = lshr i32 %5, 2
  %7 = or i32 %6, %5
  %8 = and i32 %7, 286331153
  %9 = mul i32 %8, 15
  %10 = lshr i32 %1, 1
  %11 = or i32 %10, %1
  %12 = lshr i32 %11, 2
  %13 = or i32 %12, %11
  store i32 %9, ptr %3, align 4
  %14 = getelementptr inbounds i8, ptr %3, i64 4
  store i32 %9, ptr %14, align 4
  br label %22

15:
  %16 = load i32, ptr %3, align 4
  %17 = zext i32 %16 to i64
  %18 = load i32, ptr %14, align 4
  %19 = zext i32 %18 to i64
  %20 = shl i64 %19, 32
  %21 = or i64 %20, %17
  ret i64 %21

22:
  %23 = phi i32 [ 0, %2 ], [ %37, %36 ]
  %24 = shl i32 %23, 2
  %25 = shl i32 1, %24
  %26 = and i32 %25, %13
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %36, label %28

28:
  %29 = lshr i32 %23, 1
  %30 = shl i32 286331153, %29
  %31 = and i32 %23, 1
  %32 = zext i32 %31 to i64
  %33 = getelementptr inbounds i32, ptr %3, i64 %32
  %34 = load i32, ptr %33, align 4
  %35 = or i32 %34, %30
  store i32 %35, ptr %33, align 4
  br label %36

36:
  %37 = add i32 %23, 1
  %38 = icmp ult i32 %23, 7
  br i1 %38, label %22, label %15
}
define weak_odr void @"ks.tags_decide"(ptr %0, i32 %1, i32 %2, i32 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 360
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds i8, ptr %7, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = inttoptr i64 %9 to ptr
  %11 = zext i32 %1 to i64
  %12 = mul i64 %11, 528
  %13 = getelementptr inbounds i8, ptr %10, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %16 = zext i32 %15 to i64
  %17 = add i64 %14, %16
  store i64 %17, ptr %13, align 8
  %18 = icmp eq i64 %14, 0
  br i1 %18, label %19, label %25

19:
  %20 = load i64, ptr %5, align 8
  %21 = inttoptr i64 %20 to ptr
  %22 = getelementptr inbounds i8, ptr %21, i64 24
  %23 = load i64, ptr %22, align 8
  %24 = inttoptr i64 %23 to ptr
  call void %24(ptr %0, i32 %1, i32 %2, i32 %3, i64 0)
  br label %25

25:
  ret void
}
define weak_odr void @"ks.tags_begin_block"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 360
  %3 = load i64, ptr %2, align 8
  %4 = inttoptr i64 %3 to ptr
  %5 = getelementptr inbounds i8, ptr %4, i64 8
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds i8, ptr %4, i64 32
  %9 = load i64, ptr %8, align 8
  %10 = trunc i64 %9 to i8
  %11 = getelementptr inbounds i8, ptr %0, i64 64
  %12 = load i64, ptr %11, align 8
  call void @"llvm.memset.p0.i64"(ptr align 1 %7, i8 %10, i64 %12, i1 false)
  ret void
}
define weak_odr void @"ks.tensor_begin"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 504
  %3 = load i64, ptr %2, align 8
  %4 = inttoptr i64 %3 to ptr
  call void @"llvm.memset.p0.i64"(ptr align 8 %4, i8 0, i64 512, i1 false)
  ret void
}
define weak_odr void @"ks.tensor_end"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 504
  %3 = load i64, ptr %2, align 8
  %4 = inttoptr i64 %3 to ptr
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %10, label %7, !prof !2

7:
  %8 = getelementptr inbounds i8, ptr %4, i64 48
  %9 = load i64, ptr %8, align 8
  call void @"ks.fault"(ptr %0, i64 17, i64 %9, i64 38654705664, i32 0)
  br label %10

10:
  ret void
}
define weak_odr i1 @"ks.tensor_alloc"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4, i1 %5) {
  %7 = alloca [20 x i64], align 8
  %8 = alloca [32 x i64], align 8
  %9 = icmp eq i32 %3, 0
  br i1 %9, label %129, label %10

10:
  %11 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %12 = getelementptr inbounds i8, ptr %0, i64 504
  %13 = load i64, ptr %12, align 8
  %14 = inttoptr i64 %13 to ptr
  %15 = extractelement <32 x i64> %4, i32 %11
  %16 = call i64 @"llvm.ctpop.i64"(i64 %15)
  %17 = icmp ugt i64 %16, 1
  %18 = add i64 %15, -513
  %19 = icmp ult i64 %18, -481
  %20 = or i1 %17, %19
  br i1 %20, label %21, label %24, !prof !3

21:
  %22 = and i64 %15, 4294967295
  %23 = or i64 %22, 4294967296
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %23, i32 %11)
  br label %129

24:
  br i1 %5, label %25, label %33

25:
  %26 = getelementptr inbounds i8, ptr %0, i64 344
  %27 = load i64, ptr %26, align 8
  %28 = xor i64 %27, 1
  %29 = getelementptr inbounds i8, ptr %0, i64 336
  %30 = load i64, ptr %29, align 8
  %31 = icmp ult i64 %28, %30
  br i1 %31, label %33, label %32, !prof !2

32:
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 34359738368, i32 %11)
  br label %129

33:
  %34 = getelementptr inbounds i8, ptr %14, i64 8
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %39, label %37, !prof !2

37:
  %38 = or i64 %15, 8589934592
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %38, i32 %11)
  br label %129

39:
  %40 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 4, i1 false, ptr %8)
  br i1 %40, label %41, label %129

41:
  %42 = load i64, ptr %14, align 8
  %43 = add i64 %15, 31
  %44 = lshr i64 %43, 5
  %45 = shl i64 -1, %44
  %46 = xor i64 %45, -1
  br label %47

47:
  %48 = phi i64 [ %52, %47 ], [ 0, %41 ]
  %49 = shl i64 %46, %48
  %50 = and i64 %42, %49
  %51 = icmp eq i64 %50, 0
  %52 = add i64 %48, 1
  br i1 %51, label %53, label %47

53:
  %54 = add i64 %48, %44
  %55 = icmp ugt i64 %54, 16
  br i1 %55, label %129, label %56

56:
  br i1 %5, label %57, label %89

57:
  %58 = load i64, ptr %12, align 8
  %59 = inttoptr i64 %58 to ptr
  %60 = getelementptr inbounds i8, ptr %0, i64 344
  %61 = load i64, ptr %60, align 8
  %62 = xor i64 %61, 1
  %63 = getelementptr inbounds i8, ptr %0, i64 512
  %64 = load i64, ptr %63, align 8
  %65 = inttoptr i64 %64 to ptr
  %66 = getelementptr inbounds ptr, ptr %65, i64 %62
  %67 = load ptr, ptr %66, align 8
  %68 = getelementptr inbounds i8, ptr %67, i64 504
  %69 = load i64, ptr %68, align 8
  %70 = inttoptr i64 %69 to ptr
  %71 = getelementptr inbounds i8, ptr %59, i64 128
  %72 = getelementptr inbounds i8, ptr %0, i64 120
  %73 = load i64, ptr %72, align 8
  %74 = getelementptr inbounds i64, ptr %71, i64 %73
  %75 = load i64, ptr %74, align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %77, label %83

77:
  %78 = getelementptr inbounds i8, ptr %59, i64 16
  %79 = load i64, ptr %78, align 8
  %80 = add i64 %79, 1
  store i64 %80, ptr %78, align 8
  store i64 %80, ptr %74, align 8
  %81 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %81, align 8
  %82 = load i64, ptr %74, align 8
  br label %83

83:
  %84 = phi i64 [ %82, %77 ], [ %75, %57 ]
  %85 = getelementptr inbounds i8, ptr %70, i64 16
  %86 = load i64, ptr %85, align 8
  %87 = icmp ult i64 %86, %84
  br i1 %87, label %129, label %88

88:
  store i64 0, ptr %74, align 8
  br label %89

89:
  %90 = load i64, ptr %12, align 8
  %91 = inttoptr i64 %90 to ptr
  %92 = getelementptr inbounds i8, ptr %91, i64 41472
  %93 = shl i64 %48, 5
  %94 = shl i64 %48, 14
  %95 = getelementptr inbounds i8, ptr %92, i64 %94
  %96 = getelementptr inbounds i8, ptr %0, i64 184
  %97 = load i64, ptr %96, align 8
  %98 = trunc i64 %97 to i8
  %99 = shl i64 %15, 9
  call void @"llvm.memset.p0.i64"(ptr align 4 %95, i8 %98, i64 %99, i1 false)
  %100 = load i64, ptr %14, align 8
  %101 = or i64 %100, %49
  store i64 %101, ptr %14, align 8
  %102 = getelementptr i64, ptr %14, i64 %48
  %103 = getelementptr i8, ptr %102, i64 384
  store i64 %15, ptr %103, align 8
  %104 = getelementptr inbounds i8, ptr %14, i64 48
  store i64 %1, ptr %104, align 8
  %105 = trunc i64 %93 to i32
  %106 = zext i32 %11 to i64
  %107 = getelementptr inbounds i64, ptr %8, i64 %106
  %108 = load i64, ptr %107, align 8
  %109 = inttoptr i64 %108 to ptr
  store i32 %105, ptr %109, align 4
  %110 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %110, align 8
  store i64 0, ptr %7, align 8
  %111 = getelementptr inbounds i8, ptr %7, i64 40
  store i64 %93, ptr %111, align 8
  %112 = getelementptr inbounds i8, ptr %7, i64 48
  store i64 %15, ptr %112, align 8
  %113 = getelementptr inbounds i8, ptr %0, i64 352
  %114 = load i64, ptr %113, align 8
  %115 = icmp eq i64 %114, 0
  br i1 %115, label %128, label %116, !prof !2

116:
  %117 = inttoptr i64 %114 to ptr
  %118 = load i64, ptr %117, align 8
  %119 = inttoptr i64 %118 to ptr
  %120 = load i64, ptr %119, align 8
  %121 = add i64 %120, 1
  store i64 %121, ptr %119, align 8
  %122 = getelementptr inbounds i8, ptr %117, i64 176
  %123 = load i64, ptr %122, align 8
  %124 = icmp eq i64 %123, 0
  br i1 %124, label %128, label %125

125:
  %126 = trunc i64 %1 to i32
  %127 = inttoptr i64 %123 to ptr
  call void %127(ptr %0, i32 68, i32 %126, i32 %3, ptr %7, i64 0)
  br label %128

128:
  br label %129

129:
  %130 = phi i1 [ true, %6 ], [ true, %37 ], [ true, %21 ], [ true, %39 ], [ true, %128 ], [ false, %53 ], [ true, %32 ], [ false, %83 ]
  ret i1 %130
}
define weak_odr i1 @"ks.tensor_dealloc"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4, i1 %5) {
  %7 = alloca [20 x i64], align 8
  %8 = icmp eq i32 %3, 0
  br i1 %8, label %106, label %9

9:
  %10 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %11 = getelementptr inbounds i8, ptr %0, i64 504
  %12 = load i64, ptr %11, align 8
  %13 = inttoptr i64 %12 to ptr
  %14 = extractelement <32 x i64> %2, i32 %10
  %15 = and i64 %14, 4294967295
  %16 = extractelement <32 x i64> %4, i32 %10
  %17 = lshr i64 %15, 5
  %18 = call i64 @"llvm.ctpop.i64"(i64 %16)
  %19 = icmp ugt i64 %18, 1
  %20 = add i64 %16, -513
  %21 = icmp ult i64 %20, -481
  %22 = or i1 %19, %21
  br i1 %22, label %23, label %26, !prof !3

23:
  %24 = and i64 %16, 4294967295
  %25 = or i64 %24, 4294967296
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %25, i32 %10)
  br label %106

26:
  br i1 %5, label %27, label %35

27:
  %28 = getelementptr inbounds i8, ptr %0, i64 344
  %29 = load i64, ptr %28, align 8
  %30 = xor i64 %29, 1
  %31 = getelementptr inbounds i8, ptr %0, i64 336
  %32 = load i64, ptr %31, align 8
  %33 = icmp ult i64 %30, %32
  br i1 %33, label %35, label %34, !prof !2

34:
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 34359738368, i32 %10)
  br label %106

35:
  %36 = icmp ult i64 %15, 512
  %37 = and i64 %14, 31
  %38 = icmp eq i64 %37, 0
  %39 = and i1 %36, %38
  br i1 %39, label %40, label %45

40:
  %41 = getelementptr inbounds i64, ptr %13, i64 %17
  %42 = getelementptr inbounds i8, ptr %41, i64 384
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, %16
  br i1 %44, label %47, label %45

45:
  %46 = or i64 %15, 12884901888
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %46, i32 %10)
  br label %106

47:
  br i1 %5, label %48, label %78

48:
  %49 = getelementptr inbounds i8, ptr %0, i64 344
  %50 = load i64, ptr %49, align 8
  %51 = xor i64 %50, 1
  %52 = getelementptr inbounds i8, ptr %0, i64 512
  %53 = load i64, ptr %52, align 8
  %54 = inttoptr i64 %53 to ptr
  %55 = getelementptr inbounds ptr, ptr %54, i64 %51
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds i8, ptr %56, i64 504
  %58 = load i64, ptr %57, align 8
  %59 = inttoptr i64 %58 to ptr
  %60 = getelementptr inbounds i8, ptr %13, i64 128
  %61 = getelementptr inbounds i8, ptr %0, i64 120
  %62 = load i64, ptr %61, align 8
  %63 = getelementptr inbounds i64, ptr %60, i64 %62
  %64 = load i64, ptr %63, align 8
  %65 = icmp eq i64 %64, 0
  br i1 %65, label %66, label %72

66:
  %67 = getelementptr inbounds i8, ptr %13, i64 24
  %68 = load i64, ptr %67, align 8
  %69 = add i64 %68, 1
  store i64 %69, ptr %67, align 8
  store i64 %69, ptr %63, align 8
  %70 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %70, align 8
  %71 = load i64, ptr %63, align 8
  br label %72

72:
  %73 = phi i64 [ %71, %66 ], [ %64, %48 ]
  %74 = getelementptr inbounds i8, ptr %59, i64 24
  %75 = load i64, ptr %74, align 8
  %76 = icmp ult i64 %75, %73
  br i1 %76, label %106, label %77

77:
  store i64 0, ptr %63, align 8
  br label %78

78:
  %79 = add i64 %16, 31
  %80 = lshr i64 %79, 5
  %81 = shl i64 -1, %80
  %82 = xor i64 %81, -1
  %83 = shl i64 %82, %17
  %84 = xor i64 %83, -1
  %85 = load i64, ptr %13, align 8
  %86 = and i64 %85, %84
  store i64 %86, ptr %13, align 8
  store i64 0, ptr %42, align 8
  %87 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %87, align 8
  store i64 0, ptr %7, align 8
  %88 = getelementptr inbounds i8, ptr %7, i64 40
  store i64 %15, ptr %88, align 8
  %89 = getelementptr inbounds i8, ptr %7, i64 48
  store i64 %16, ptr %89, align 8
  %90 = getelementptr inbounds i8, ptr %0, i64 352
  %91 = load i64, ptr %90, align 8
  %92 = icmp eq i64 %91, 0
  br i1 %92, label %105, label %93, !prof !2

93:
  %94 = inttoptr i64 %91 to ptr
  %95 = load i64, ptr %94, align 8
  %96 = inttoptr i64 %95 to ptr
  %97 = load i64, ptr %96, align 8
  %98 = add i64 %97, 1
  store i64 %98, ptr %96, align 8
  %99 = getelementptr inbounds i8, ptr %94, i64 176
  %100 = load i64, ptr %99, align 8
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %105, label %102

102:
  %103 = trunc i64 %1 to i32
  %104 = inttoptr i64 %100 to ptr
  call void %104(ptr %0, i32 69, i32 %103, i32 %3, ptr %7, i64 0)
  br label %105

105:
  br label %106

106:
  %107 = phi i1 [ true, %6 ], [ true, %23 ], [ true, %34 ], [ true, %45 ], [ true, %105 ], [ false, %72 ]
  ret i1 %107
}
define weak_odr void @"ks.tensor_relinquish"(ptr %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %9, label %4

4:
  %5 = getelementptr inbounds i8, ptr %0, i64 504
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds i8, ptr %7, i64 8
  store i64 1, ptr %8, align 8
  br label %9

9:
  ret void
}
define weak_odr i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %2, ptr %3, i64 %4, i64 %5) {
  %7 = getelementptr inbounds i8, ptr %3, i64 504
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %4, -1
  %12 = add i64 %11, %5
  %13 = trunc i64 %2 to i32
  %14 = lshr i64 %4, 5
  %15 = lshr i64 %12, 5
  %16 = icmp ugt i64 %14, %15
  br i1 %16, label %31, label %17

17:
  %18 = phi i64 [ %29, %28 ], [ %14, %6 ]
  %19 = icmp ugt i64 %18, 15
  %20 = shl i64 1, %18
  %21 = and i64 %20, %10
  %22 = icmp eq i64 %21, 0
  %23 = select i1 %19, i1 true, i1 %22
  br i1 %23, label %24, label %28, !prof !3

24:
  %25 = shl i64 %18, 5
  %26 = call i64 @"llvm.umax.i64"(i64 %25, i64 %4)
  %27 = and i64 %26, 4294967295
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %27, i32 %13)
  br label %31

28:
  %29 = add i64 %18, 1
  %30 = icmp ult i64 %18, %15
  br i1 %30, label %17, label %31

31:
  %32 = phi i1 [ false, %24 ], [ true, %6 ], [ true, %28 ]
  ret i1 %32
}
define weak_odr void @"ks.tensor_load"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, ptr %4, i64 %5) {
  %7 = alloca [20 x i64], align 8
  %8 = icmp eq i32 %3, 0
  br i1 %8, label %211, label %9

9:
  %10 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %11 = extractelement <32 x i64> %2, i32 %10
  %12 = and i64 %11, 4294967295
  %13 = getelementptr inbounds i8, ptr %0, i64 504
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr inbounds i8, ptr %15, i64 41472
  store i64 %5, ptr %7, align 8
  %17 = getelementptr inbounds i8, ptr %7, i64 40
  store i64 %12, ptr %17, align 8
  %18 = getelementptr inbounds i8, ptr %7, i64 48
  store i64 0, ptr %18, align 8
  %19 = getelementptr inbounds i8, ptr %0, i64 352
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %34, label %22, !prof !2

22:
  %23 = inttoptr i64 %20 to ptr
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, 1
  store i64 %27, ptr %25, align 8
  %28 = getelementptr inbounds i8, ptr %23, i64 176
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %34, label %31

31:
  %32 = trunc i64 %1 to i32
  %33 = inttoptr i64 %29 to ptr
  call void %33(ptr %0, i32 66, i32 %32, i32 %3, ptr %7, i64 0)
  br label %34

34:
  %35 = lshr i64 %12, 16
  %36 = getelementptr inbounds i8, ptr %0, i64 120
  %37 = load i64, ptr %36, align 8
  %38 = shl i64 %37, 5
  %39 = and i64 %38, 96
  %40 = lshr i64 %5, 32
  %41 = icmp eq i64 %35, %39
  br i1 %41, label %42, label %44

42:
  %43 = or i64 %39, 16
  br label %52

44:
  %45 = and i64 %5, 7
  %46 = icmp eq i64 %45, 0
  %47 = or i64 %39, 16
  %48 = icmp ne i64 %35, %47
  %49 = select i1 %46, i1 true, i1 %48
  br i1 %49, label %50, label %52, !prof !3

50:
  %51 = or i64 %35, 17179869184
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %51, i32 %10)
  br label %80

52:
  %53 = phi i64 [ %43, %42 ], [ %47, %44 ]
  %54 = lshr i64 %5, 48
  %55 = add i64 %35, %54
  %56 = icmp ne i64 %55, %39
  %57 = icmp ne i64 %55, %53
  %58 = select i1 %56, i1 %57, i1 false
  br i1 %58, label %59, label %61, !prof !3

59:
  %60 = or i64 %55, 17179869184
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %60, i32 %10)
  br label %80

61:
  %62 = lshr i64 %5, 8
  %63 = and i64 %62, 255
  %64 = lshr i64 %5, 3
  %65 = and i64 %64, 1
  %66 = shl i64 %63, %65
  %67 = and i64 %11, 65535
  %68 = trunc i64 %5 to i3
  %69 = icmp sgt i3 %68, 0
  %70 = zext i1 %69 to i64
  %71 = shl i64 %66, %70
  %72 = and i64 %40, 65535
  %73 = add i64 %72, %67
  %74 = zext i32 %10 to i64
  %75 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %74, ptr %0, i64 %67, i64 %71)
  br i1 %75, label %76, label %80

76:
  %77 = icmp eq i64 %40, 0
  br i1 %77, label %80, label %78

78:
  %79 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %74, ptr %0, i64 %73, i64 %71)
  br label %80

80:
  %81 = phi i1 [ false, %50 ], [ false, %59 ], [ false, %61 ], [ true, %76 ], [ %79, %78 ]
  %82 = lshr i64 %5, 8
  %83 = and i64 %82, 255
  %84 = icmp eq i64 %83, 0
  br i1 %84, label %211, label %85

85:
  %86 = and i64 %5, 7
  %87 = trunc i64 %5 to i3
  %88 = and i64 %5, 8
  %89 = icmp eq i64 %88, 0
  %90 = select i1 %89, <32 x i32> zeroinitializer, <32 x i32> splat (i32 1)
  %91 = trunc i64 %11 to i32
  %92 = insertelement <32 x i32> poison, i32 %91, i64 0
  %93 = shufflevector <32 x i32> %92, <32 x i32> poison, <32 x i32> zeroinitializer
  %94 = icmp eq i64 %86, 4
  %95 = trunc i64 %40 to i32
  %96 = insertelement <32 x i32> poison, i32 %95, i64 0
  %97 = shufflevector <32 x i32> %96, <32 x i32> poison, <32 x i32> zeroinitializer
  %98 = mul <32 x i32> %97, <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %99 = trunc i64 %83 to i32
  %100 = select i1 %94, <32 x i32> %98, <32 x i32> zeroinitializer
  %101 = add <32 x i32> %93, %100
  %102 = and <32 x i32> %101, splat (i32 65535)
  %103 = lshr <32 x i32> %101, splat (i32 16)
  br label %104

104:
  %105 = phi i64 [ 0, %85 ], [ %209, %205 ]
  %106 = phi i32 [ 0, %85 ], [ %208, %205 ]
  br i1 %81, label %107, label %205

107:
  switch i3 %87, label %140 [
    i3 1, label %108
    i3 2, label %113
    i3 3, label %124
    i3 -4, label %137
  ]

108:
  %109 = shl i32 %106, 1
  %110 = insertelement <32 x i32> poison, i32 %109, i64 0
  %111 = shufflevector <32 x i32> %110, <32 x i32> poison, <32 x i32> zeroinitializer
  %112 = or <32 x i32> %111, <i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1>
  br label %143

113:
  %114 = shl i32 %106, 3
  %115 = and i32 %114, 8
  %116 = insertelement <32 x i32> poison, i32 %115, i64 0
  %117 = shufflevector <32 x i32> %116, <32 x i32> poison, <32 x i32> zeroinitializer
  %118 = or <32 x i32> %117, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %119 = shl i32 %106, 1
  %120 = and i32 %119, -4
  %121 = insertelement <32 x i32> poison, i32 %120, i64 0
  %122 = shufflevector <32 x i32> %121, <32 x i32> poison, <32 x i32> zeroinitializer
  %123 = or <32 x i32> %122, <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  br label %143

124:
  %125 = shl i32 %106, 2
  %126 = and i32 %125, 8
  %127 = insertelement <32 x i32> poison, i32 %126, i64 0
  %128 = shufflevector <32 x i32> %127, <32 x i32> poison, <32 x i32> zeroinitializer
  %129 = or <32 x i32> %128, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %130 = shl i32 %106, 1
  %131 = and i32 %130, -8
  %132 = and i32 %106, 1
  %133 = or i32 %131, %132
  %134 = insertelement <32 x i32> poison, i32 %133, i64 0
  %135 = shufflevector <32 x i32> %134, <32 x i32> poison, <32 x i32> zeroinitializer
  %136 = or <32 x i32> %135, <i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6>
  br label %143

137:
  %138 = insertelement <32 x i32> poison, i32 %106, i64 0
  %139 = shufflevector <32 x i32> %138, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %143

140:
  %141 = insertelement <32 x i32> poison, i32 %106, i64 0
  %142 = shufflevector <32 x i32> %141, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %143

143:
  %144 = phi <32 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %140 ], [ <i32 0, i32 8, i32 0, i32 8, i32 1, i32 9, i32 1, i32 9, i32 2, i32 10, i32 2, i32 10, i32 3, i32 11, i32 3, i32 11, i32 4, i32 12, i32 4, i32 12, i32 5, i32 13, i32 5, i32 13, i32 6, i32 14, i32 6, i32 14, i32 7, i32 15, i32 7, i32 15>, %108 ], [ %118, %113 ], [ %129, %124 ], [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %137 ]
  %145 = phi <32 x i32> [ %142, %140 ], [ %112, %108 ], [ %123, %113 ], [ %136, %124 ], [ %139, %137 ]
  %146 = shl <32 x i32> %145, %90
  %147 = add <32 x i32> %102, %146
  %148 = shl <32 x i32> %147, splat (i32 7)
  %149 = add <32 x i32> %103, %144
  %150 = add <32 x i32> %149, %148
  %151 = zext <32 x i32> %150 to <32 x i64>
  %152 = getelementptr i32, ptr %16, <32 x i64> %151
  %153 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %152, i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  br i1 %89, label %205, label %154

154:
  %155 = and <32 x i32> %153, splat (i32 65535)
  switch i3 %87, label %188 [
    i3 1, label %156
    i3 2, label %161
    i3 3, label %172
    i3 -4, label %185
  ]

156:
  %157 = shl i32 %106, 1
  %158 = insertelement <32 x i32> poison, i32 %157, i64 0
  %159 = shufflevector <32 x i32> %158, <32 x i32> poison, <32 x i32> zeroinitializer
  %160 = or <32 x i32> %159, <i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1>
  br label %191

161:
  %162 = shl i32 %106, 3
  %163 = and i32 %162, 8
  %164 = insertelement <32 x i32> poison, i32 %163, i64 0
  %165 = shufflevector <32 x i32> %164, <32 x i32> poison, <32 x i32> zeroinitializer
  %166 = or <32 x i32> %165, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %167 = shl i32 %106, 1
  %168 = and i32 %167, -4
  %169 = insertelement <32 x i32> poison, i32 %168, i64 0
  %170 = shufflevector <32 x i32> %169, <32 x i32> poison, <32 x i32> zeroinitializer
  %171 = or <32 x i32> %170, <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  br label %191

172:
  %173 = shl i32 %106, 2
  %174 = and i32 %173, 8
  %175 = insertelement <32 x i32> poison, i32 %174, i64 0
  %176 = shufflevector <32 x i32> %175, <32 x i32> poison, <32 x i32> zeroinitializer
  %177 = or <32 x i32> %176, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %178 = shl i32 %106, 1
  %179 = and i32 %178, -8
  %180 = and i32 %106, 1
  %181 = or i32 %179, %180
  %182 = insertelement <32 x i32> poison, i32 %181, i64 0
  %183 = shufflevector <32 x i32> %182, <32 x i32> poison, <32 x i32> zeroinitializer
  %184 = or <32 x i32> %183, <i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6>
  br label %191

185:
  %186 = insertelement <32 x i32> poison, i32 %106, i64 0
  %187 = shufflevector <32 x i32> %186, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %191

188:
  %189 = insertelement <32 x i32> poison, i32 %106, i64 0
  %190 = shufflevector <32 x i32> %189, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %191

191:
  %192 = phi <32 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %188 ], [ <i32 0, i32 8, i32 0, i32 8, i32 1, i32 9, i32 1, i32 9, i32 2, i32 10, i32 2, i32 10, i32 3, i32 11, i32 3, i32 11, i32 4, i32 12, i32 4, i32 12, i32 5, i32 13, i32 5, i32 13, i32 6, i32 14, i32 6, i32 14, i32 7, i32 15, i32 7, i32 15>, %156 ], [ %166, %161 ], [ %177, %172 ], [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %185 ]
  %193 = phi <32 x i32> [ %190, %188 ], [ %160, %156 ], [ %171, %161 ], [ %184, %172 ], [ %187, %185 ]
  %194 = shl <32 x i32> %193, splat (i32 1)
  %195 = or <32 x i32> %194, splat (i32 1)
  %196 = add <32 x i32> %195, %102
  %197 = shl <32 x i32> %196, splat (i32 7)
  %198 = add <32 x i32> %103, %192
  %199 = add <32 x i32> %198, %197
  %200 = zext <32 x i32> %199 to <32 x i64>
  %201 = getelementptr i32, ptr %16, <32 x i64> %200
  %202 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %201, i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  %203 = shl <32 x i32> %202, splat (i32 16)
  %204 = or <32 x i32> %203, %155
  br label %205

205:
  %206 = phi <32 x i32> [ %204, %191 ], [ %153, %143 ], [ zeroinitializer, %104 ]
  %207 = getelementptr inbounds <32 x i32>, ptr %4, i64 %105
  store <32 x i32> %206, ptr %207, align 128
  %208 = add i32 %106, 1
  %209 = zext i32 %208 to i64
  %210 = icmp ult i32 %208, %99
  br i1 %210, label %104, label %211

211:
  ret void
}
define weak_odr void @"ks.tensor_store"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, ptr %4, i64 %5) {
  %7 = alloca [20 x i64], align 8
  %8 = icmp eq i32 %3, 0
  br i1 %8, label %209, label %9

9:
  %10 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %11 = extractelement <32 x i64> %2, i32 %10
  %12 = and i64 %11, 4294967295
  %13 = getelementptr inbounds i8, ptr %0, i64 504
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr inbounds i8, ptr %15, i64 41472
  store i64 %5, ptr %7, align 8
  %17 = getelementptr inbounds i8, ptr %7, i64 40
  store i64 %12, ptr %17, align 8
  %18 = getelementptr inbounds i8, ptr %7, i64 48
  store i64 0, ptr %18, align 8
  %19 = getelementptr inbounds i8, ptr %0, i64 352
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %34, label %22, !prof !2

22:
  %23 = inttoptr i64 %20 to ptr
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, 1
  store i64 %27, ptr %25, align 8
  %28 = getelementptr inbounds i8, ptr %23, i64 176
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %34, label %31

31:
  %32 = trunc i64 %1 to i32
  %33 = inttoptr i64 %29 to ptr
  call void %33(ptr %0, i32 67, i32 %32, i32 %3, ptr %7, i64 0)
  br label %34

34:
  %35 = lshr i64 %12, 16
  %36 = getelementptr inbounds i8, ptr %0, i64 120
  %37 = load i64, ptr %36, align 8
  %38 = shl i64 %37, 5
  %39 = and i64 %38, 96
  %40 = lshr i64 %5, 32
  %41 = icmp eq i64 %35, %39
  br i1 %41, label %42, label %44

42:
  %43 = or i64 %39, 16
  br label %50

44:
  %45 = and i64 %5, 7
  %46 = icmp eq i64 %45, 0
  %47 = or i64 %39, 16
  %48 = icmp ne i64 %35, %47
  %49 = select i1 %46, i1 true, i1 %48
  br i1 %49, label %206, label %50, !prof !3

50:
  %51 = phi i64 [ %43, %42 ], [ %47, %44 ]
  %52 = lshr i64 %5, 48
  %53 = add i64 %35, %52
  %54 = icmp ne i64 %53, %39
  %55 = icmp ne i64 %53, %51
  %56 = select i1 %54, i1 %55, i1 false
  br i1 %56, label %206, label %57, !prof !3

57:
  %58 = lshr i64 %5, 8
  %59 = and i64 %58, 255
  %60 = lshr i64 %5, 3
  %61 = and i64 %60, 1
  %62 = shl i64 %59, %61
  %63 = and i64 %11, 65535
  %64 = trunc i64 %5 to i3
  %65 = icmp sgt i3 %64, 0
  %66 = zext i1 %65 to i64
  %67 = shl i64 %62, %66
  %68 = and i64 %40, 65535
  %69 = add i64 %68, %63
  %70 = zext i32 %10 to i64
  %71 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %70, ptr %0, i64 %63, i64 %67)
  br i1 %71, label %72, label %209

72:
  %73 = icmp eq i64 %40, 0
  br i1 %73, label %78, label %74

74:
  %75 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %70, ptr %0, i64 %69, i64 %67)
  %76 = icmp ne i64 %59, 0
  %77 = and i1 %76, %75
  br i1 %77, label %80, label %209

78:
  %79 = icmp eq i64 %59, 0
  br i1 %79, label %209, label %80

80:
  %81 = and i64 %5, 8
  %82 = icmp eq i64 %81, 0
  %83 = and i64 %5, 7
  %84 = trunc i64 %11 to i32
  %85 = insertelement <32 x i32> poison, i32 %84, i64 0
  %86 = shufflevector <32 x i32> %85, <32 x i32> poison, <32 x i32> zeroinitializer
  %87 = icmp eq i64 %83, 4
  %88 = trunc i64 %40 to i32
  %89 = insertelement <32 x i32> poison, i32 %88, i64 0
  %90 = shufflevector <32 x i32> %89, <32 x i32> poison, <32 x i32> zeroinitializer
  %91 = mul <32 x i32> %90, <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %92 = select i1 %82, <32 x i32> zeroinitializer, <32 x i32> splat (i32 1)
  %93 = trunc i64 %59 to i32
  %94 = select i1 %87, <32 x i32> %91, <32 x i32> zeroinitializer
  %95 = add <32 x i32> %86, %94
  %96 = and <32 x i32> %95, splat (i32 65535)
  %97 = lshr <32 x i32> %95, splat (i32 16)
  %98 = select i1 %87, <32 x i32> %91, <32 x i32> zeroinitializer
  %99 = add <32 x i32> %86, %98
  %100 = and <32 x i32> %99, splat (i32 65535)
  %101 = lshr <32 x i32> %99, splat (i32 16)
  br label %102

102:
  %103 = phi i64 [ 0, %80 ], [ %204, %193 ]
  %104 = phi i32 [ 0, %80 ], [ %203, %193 ]
  %105 = getelementptr inbounds <32 x i32>, ptr %4, i64 %103
  %106 = load <32 x i32>, ptr %105, align 128
  br i1 %82, label %156, label %107

107:
  switch i3 %64, label %140 [
    i3 1, label %108
    i3 2, label %113
    i3 3, label %124
    i3 -4, label %137
  ]

108:
  %109 = shl i32 %104, 1
  %110 = insertelement <32 x i32> poison, i32 %109, i64 0
  %111 = shufflevector <32 x i32> %110, <32 x i32> poison, <32 x i32> zeroinitializer
  %112 = or <32 x i32> %111, <i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1>
  br label %143

113:
  %114 = shl i32 %104, 3
  %115 = and i32 %114, 8
  %116 = insertelement <32 x i32> poison, i32 %115, i64 0
  %117 = shufflevector <32 x i32> %116, <32 x i32> poison, <32 x i32> zeroinitializer
  %118 = or <32 x i32> %117, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %119 = shl i32 %104, 1
  %120 = and i32 %119, -4
  %121 = insertelement <32 x i32> poison, i32 %120, i64 0
  %122 = shufflevector <32 x i32> %121, <32 x i32> poison, <32 x i32> zeroinitializer
  %123 = or <32 x i32> %122, <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  br label %143

124:
  %125 = shl i32 %104, 2
  %126 = and i32 %125, 8
  %127 = insertelement <32 x i32> poison, i32 %126, i64 0
  %128 = shufflevector <32 x i32> %127, <32 x i32> poison, <32 x i32> zeroinitializer
  %129 = or <32 x i32> %128, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %130 = shl i32 %104, 1
  %131 = and i32 %130, -8
  %132 = and i32 %104, 1
  %133 = or i32 %131, %132
  %134 = insertelement <32 x i32> poison, i32 %133, i64 0
  %135 = shufflevector <32 x i32> %134, <32 x i32> poison, <32 x i32> zeroinitializer
  %136 = or <32 x i32> %135, <i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6>
  br label %143

137:
  %138 = insertelement <32 x i32> poison, i32 %104, i64 0
  %139 = shufflevector <32 x i32> %138, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %143

140:
  %141 = insertelement <32 x i32> poison, i32 %104, i64 0
  %142 = shufflevector <32 x i32> %141, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %143

143:
  %144 = phi <32 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %140 ], [ <i32 0, i32 8, i32 0, i32 8, i32 1, i32 9, i32 1, i32 9, i32 2, i32 10, i32 2, i32 10, i32 3, i32 11, i32 3, i32 11, i32 4, i32 12, i32 4, i32 12, i32 5, i32 13, i32 5, i32 13, i32 6, i32 14, i32 6, i32 14, i32 7, i32 15, i32 7, i32 15>, %108 ], [ %118, %113 ], [ %129, %124 ], [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %137 ]
  %145 = phi <32 x i32> [ %142, %140 ], [ %112, %108 ], [ %123, %113 ], [ %136, %124 ], [ %139, %137 ]
  %146 = shl <32 x i32> %145, splat (i32 1)
  %147 = or <32 x i32> %146, splat (i32 1)
  %148 = add <32 x i32> %147, %96
  %149 = shl <32 x i32> %148, splat (i32 7)
  %150 = add <32 x i32> %97, %144
  %151 = add <32 x i32> %150, %149
  %152 = zext <32 x i32> %151 to <32 x i64>
  %153 = lshr <32 x i32> %106, splat (i32 16)
  %154 = getelementptr i32, ptr %16, <32 x i64> %152
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %153, <32 x ptr> %154, i32 4, <32 x i1> splat (i1 true))
  %155 = and <32 x i32> %106, splat (i32 65535)
  br label %156

156:
  %157 = phi <32 x i32> [ %155, %143 ], [ %106, %102 ]
  switch i3 %64, label %190 [
    i3 1, label %158
    i3 2, label %163
    i3 3, label %174
    i3 -4, label %187
  ]

158:
  %159 = shl i32 %104, 1
  %160 = insertelement <32 x i32> poison, i32 %159, i64 0
  %161 = shufflevector <32 x i32> %160, <32 x i32> poison, <32 x i32> zeroinitializer
  %162 = or <32 x i32> %161, <i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1>
  br label %193

163:
  %164 = shl i32 %104, 3
  %165 = and i32 %164, 8
  %166 = insertelement <32 x i32> poison, i32 %165, i64 0
  %167 = shufflevector <32 x i32> %166, <32 x i32> poison, <32 x i32> zeroinitializer
  %168 = or <32 x i32> %167, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %169 = shl i32 %104, 1
  %170 = and i32 %169, -4
  %171 = insertelement <32 x i32> poison, i32 %170, i64 0
  %172 = shufflevector <32 x i32> %171, <32 x i32> poison, <32 x i32> zeroinitializer
  %173 = or <32 x i32> %172, <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  br label %193

174:
  %175 = shl i32 %104, 2
  %176 = and i32 %175, 8
  %177 = insertelement <32 x i32> poison, i32 %176, i64 0
  %178 = shufflevector <32 x i32> %177, <32 x i32> poison, <32 x i32> zeroinitializer
  %179 = or <32 x i32> %178, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %180 = shl i32 %104, 1
  %181 = and i32 %180, -8
  %182 = and i32 %104, 1
  %183 = or i32 %181, %182
  %184 = insertelement <32 x i32> poison, i32 %183, i64 0
  %185 = shufflevector <32 x i32> %184, <32 x i32> poison, <32 x i32> zeroinitializer
  %186 = or <32 x i32> %185, <i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6>
  br label %193

187:
  %188 = insertelement <32 x i32> poison, i32 %104, i64 0
  %189 = shufflevector <32 x i32> %188, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %193

190:
  %191 = insertelement <32 x i32> poison, i32 %104, i64 0
  %192 = shufflevector <32 x i32> %191, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %193

193:
  %194 = phi <32 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %190 ], [ <i32 0, i32 8, i32 0, i32 8, i32 1, i32 9, i32 1, i32 9, i32 2, i32 10, i32 2, i32 10, i32 3, i32 11, i32 3, i32 11, i32 4, i32 12, i32 4, i32 12, i32 5, i32 13, i32 5, i32 13, i32 6, i32 14, i32 6, i32 14, i32 7, i32 15, i32 7, i32 15>, %158 ], [ %168, %163 ], [ %179, %174 ], [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %187 ]
  %195 = phi <32 x i32> [ %192, %190 ], [ %162, %158 ], [ %173, %163 ], [ %186, %174 ], [ %189, %187 ]
  %196 = shl <32 x i32> %195, %92
  %197 = add <32 x i32> %100, %196
  %198 = shl <32 x i32> %197, splat (i32 7)
  %199 = add <32 x i32> %101, %194
  %200 = add <32 x i32> %199, %198
  %201 = zext <32 x i32> %200 to <32 x i64>
  %202 = getelementptr i32, ptr %16, <32 x i64> %201
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %157, <32 x ptr> %202, i32 4, <32 x i1> splat (i1 true))
  %203 = add i32 %104, 1
  %204 = zext i32 %203 to i64
  %205 = icmp ult i32 %203, %93
  br i1 %205, label %102, label %209

206:
  %207 = phi i64 [ %35, %44 ], [ %53, %50 ]
  %208 = or i64 %207, 17179869184
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %208, i32 %10)
  br label %209

209:
  ret void
}
define weak_odr void @"ks.tensor_multiply"(ptr %0, ptr %1) {
  %3 = alloca [8 x <16 x i32>], align 64
  %4 = alloca [8 x <16 x i32>], align 64
  %5 = alloca [18432 x i32], align 64
  %6 = alloca [18432 x i32], align 64
  %7 = alloca [18432 x i32], align 64
  %8 = alloca [18432 x i32], align 64
  %9 = alloca [18432 x i32], align 64
  %10 = alloca [18432 x i32], align 64
  %11 = alloca [18432 x i32], align 64
  %12 = alloca [18432 x i32], align 64
  %13 = alloca [18432 x i32], align 64
  %14 = alloca [8192 x i32], align 64
  %15 = alloca [18432 x i32], align 64
  %16 = alloca [512 x i32], align 64
  %17 = alloca [16384 x i16], align 64
  %18 = alloca [8192 x i32], align 64
  %19 = alloca [18432 x i32], align 64
  %20 = alloca [512 x i32], align 64
  %21 = alloca [16384 x i16], align 64
  %22 = getelementptr inbounds i8, ptr %1, i64 64
  %23 = load i64, ptr %22, align 8
  %24 = load i64, ptr %1, align 8
  %25 = lshr i64 %24, 8
  %26 = and i64 %25, 255
  %27 = lshr i64 %24, 16
  %28 = and i64 %27, 255
  %29 = and i64 %24, 1
  %30 = icmp ne i64 %29, 0
  %31 = icmp eq i64 %26, 6
  %32 = add i64 %26, -7
  %33 = icmp ult i64 %32, -2
  %34 = lshr i64 %23, 20
  %35 = and i64 %34, 496
  %36 = lshr i64 %23, 14
  %37 = and i64 %36, 504
  %38 = trunc i64 %25 to i8
  switch i8 %38, label %41 [
    i8 0, label %42
    i8 1, label %39
    i8 5, label %40
    i8 6, label %40
  ]

39:
  br label %42

40:
  br label %42

41:
  br label %42

42:
  %43 = phi i64 [ 32, %41 ], [ 64, %40 ], [ 8, %39 ], [ 16, %2 ]
  %44 = and i64 %23, 8192
  %45 = icmp eq i64 %44, 0
  %46 = trunc i64 %36 to i1
  %47 = lshr i64 %23, 15
  %48 = trunc i64 %47 to i8
  %49 = and i8 %48, 1
  %50 = lshr i64 %23, 16
  %51 = trunc i64 %50 to i8
  %52 = and i8 %51, 1
  %53 = lshr i64 %23, 4
  %54 = and i64 %53, 3
  %55 = icmp eq i64 %28, 0
  br i1 %55, label %80, label %56

56:
  %57 = and i64 %34, 384
  %58 = lshr i64 %23, 29
  %59 = and i64 %58, 3
  %60 = and i64 %23, 8388608
  %61 = icmp ne i64 %60, 0
  %62 = and i64 %23, 117440512
  %63 = icmp eq i64 %62, 0
  %64 = icmp ult i64 %23, 2147483648
  %65 = select i1 %33, i1 true, i1 %64
  %66 = select i1 %63, i1 %65, i1 false
  br i1 %66, label %67, label %3229

67:
  br i1 %31, label %69, label %68

68:
  br i1 %61, label %72, label %3229

69:
  %70 = icmp eq i64 %28, 4
  %71 = or i1 %70, %61
  br i1 %71, label %72, label %3229

72:
  %73 = trunc i64 %27 to i8
  switch i8 %73, label %93 [
    i8 2, label %74
    i8 4, label %77
  ]

74:
  %75 = and i64 %23, 536870928
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %93, label %3229

77:
  %78 = or i64 %59, %54
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %93, label %3229

80:
  %81 = icmp eq i64 %26, 3
  %82 = select i1 %81, i64 2, i64 1
  %83 = icmp eq i64 %54, %82
  br i1 %83, label %89, label %84

84:
  %85 = and i64 %24, 64768
  %86 = icmp eq i64 %85, 0
  %87 = icmp eq i64 %54, 0
  %88 = select i1 %86, i1 %87, i1 false
  br i1 %88, label %89, label %3229

89:
  %90 = icmp eq i64 %54, 0
  %91 = and i64 %23, 8
  %92 = icmp ne i64 %91, 0
  br label %93

93:
  %94 = phi i1 [ false, %89 ], [ %61, %72 ], [ %61, %74 ], [ %61, %77 ]
  %95 = phi i64 [ 0, %89 ], [ %54, %72 ], [ %54, %74 ], [ %54, %77 ]
  %96 = phi i64 [ 0, %89 ], [ %59, %72 ], [ %59, %74 ], [ %59, %77 ]
  %97 = phi i1 [ %92, %89 ], [ false, %72 ], [ false, %74 ], [ false, %77 ]
  %98 = phi i1 [ %90, %89 ], [ false, %72 ], [ false, %74 ], [ false, %77 ]
  %99 = phi i64 [ %35, %89 ], [ %57, %72 ], [ %57, %74 ], [ %57, %77 ]
  %100 = lshr i64 %23, 7
  %101 = and i64 %100, 7
  switch i8 %38, label %127 [
    i8 0, label %102
    i8 1, label %106
    i8 3, label %116
    i8 5, label %123
    i8 6, label %123
  ]

102:
  %103 = trunc i64 %100 to i3
  switch i3 %103, label %105 [
    i3 0, label %134
    i3 1, label %104
  ]

104:
  br label %134

105:
  br label %134

106:
  %107 = icmp eq i64 %101, 2
  %108 = select i1 %107, i32 32, i32 0
  %109 = select i1 %107, i32 23, i32 0
  %110 = select i1 %107, i32 127, i32 0
  %111 = zext i1 %107 to i32
  %112 = lshr i64 %23, 10
  %113 = select i1 %33, i64 7, i64 3
  %114 = and i64 %113, %112
  %115 = icmp eq i64 %114, 2
  br i1 %115, label %176, label %153

116:
  %117 = icmp ult i64 %101, 2
  %118 = icmp eq i64 %101, 1
  %119 = select i1 %117, i32 8, i32 0
  %120 = lshr i64 %23, 10
  %121 = select i1 %33, i64 7, i64 3
  %122 = and i64 %121, %120
  br label %154

123:
  %124 = icmp eq i64 %101, 1
  %125 = select i1 %124, i32 4, i32 0
  %126 = zext i1 %124 to i32
  br label %143

127:
  %128 = trunc i64 %100 to i3
  switch i3 %128, label %133 [
    i3 0, label %143
    i3 1, label %129
    i3 3, label %130
    i3 -4, label %131
    i3 -3, label %132
  ]

129:
  br label %143

130:
  br label %143

131:
  br label %143

132:
  br label %143

133:
  br label %143

134:
  %135 = phi i32 [ 16, %104 ], [ 0, %105 ], [ 16, %102 ]
  %136 = phi i32 [ 7, %104 ], [ 0, %105 ], [ 10, %102 ]
  %137 = phi i32 [ 127, %104 ], [ 0, %105 ], [ 15, %102 ]
  %138 = phi i32 [ 1, %104 ], [ 0, %105 ], [ 1, %102 ]
  %139 = lshr i64 %23, 10
  %140 = select i1 %33, i64 7, i64 3
  %141 = and i64 %140, %139
  %142 = trunc i64 %141 to i3
  switch i3 %142, label %152 [
    i3 0, label %176
    i3 1, label %151
  ]

143:
  %144 = phi i32 [ 0, %133 ], [ %125, %123 ], [ 8, %129 ], [ 6, %130 ], [ 6, %131 ], [ 4, %132 ], [ 8, %127 ]
  %145 = phi i32 [ 0, %133 ], [ %126, %123 ], [ 2, %129 ], [ 3, %130 ], [ 2, %131 ], [ 1, %132 ], [ 3, %127 ]
  %146 = phi i32 [ 0, %133 ], [ %126, %123 ], [ 15, %129 ], [ 1, %130 ], [ 3, %131 ], [ 1, %132 ], [ 7, %127 ]
  %147 = phi i32 [ 0, %133 ], [ 0, %123 ], [ 1, %129 ], [ 0, %130 ], [ 0, %131 ], [ 0, %132 ], [ 2, %127 ]
  %148 = lshr i64 %23, 10
  %149 = select i1 %33, i64 7, i64 3
  %150 = and i64 %149, %148
  switch i8 %38, label %169 [
    i8 6, label %164
    i8 5, label %164
    i8 3, label %154
  ]

151:
  br label %176

152:
  br label %176

153:
  br label %176

154:
  %155 = phi i64 [ %122, %116 ], [ %150, %143 ]
  %156 = phi i1 [ %118, %116 ], [ false, %143 ]
  %157 = phi i32 [ 0, %116 ], [ %147, %143 ]
  %158 = phi i32 [ 0, %116 ], [ %146, %143 ]
  %159 = phi i32 [ 0, %116 ], [ %145, %143 ]
  %160 = phi i32 [ %119, %116 ], [ %144, %143 ]
  %161 = icmp ult i64 %155, 2
  br i1 %161, label %162, label %176

162:
  %163 = icmp eq i64 %155, 1
  br label %176

164:
  %165 = icmp eq i64 %150, 1
  %166 = select i1 %165, i32 4, i32 0
  %167 = xor i1 %165, true
  %168 = zext i1 %165 to i32
  br label %176

169:
  %170 = trunc i64 %150 to i3
  switch i3 %170, label %175 [
    i3 0, label %176
    i3 1, label %171
    i3 3, label %172
    i3 -4, label %173
    i3 -3, label %174
  ]

171:
  br label %176

172:
  br label %176

173:
  br label %176

174:
  br label %176

175:
  br label %176

176:
  %177 = phi i1 [ false, %175 ], [ false, %164 ], [ false, %171 ], [ false, %172 ], [ false, %173 ], [ false, %174 ], [ false, %152 ], [ %156, %154 ], [ false, %151 ], [ false, %134 ], [ false, %153 ], [ %156, %162 ], [ false, %106 ], [ false, %169 ]
  %178 = phi i32 [ %147, %175 ], [ %147, %164 ], [ %147, %171 ], [ %147, %172 ], [ %147, %173 ], [ %147, %174 ], [ %138, %152 ], [ %157, %154 ], [ %138, %151 ], [ %138, %134 ], [ %111, %153 ], [ %157, %162 ], [ %111, %106 ], [ %147, %169 ]
  %179 = phi i32 [ %146, %175 ], [ %146, %164 ], [ %146, %171 ], [ %146, %172 ], [ %146, %173 ], [ %146, %174 ], [ %137, %152 ], [ %158, %154 ], [ %137, %151 ], [ %137, %134 ], [ %110, %153 ], [ %158, %162 ], [ %110, %106 ], [ %146, %169 ]
  %180 = phi i32 [ %145, %175 ], [ %145, %164 ], [ %145, %171 ], [ %145, %172 ], [ %145, %173 ], [ %145, %174 ], [ %136, %152 ], [ %159, %154 ], [ %136, %151 ], [ %136, %134 ], [ %109, %153 ], [ %159, %162 ], [ %109, %106 ], [ %145, %169 ]
  %181 = phi i32 [ %144, %175 ], [ %144, %164 ], [ %144, %171 ], [ %144, %172 ], [ %144, %173 ], [ %144, %174 ], [ %135, %152 ], [ %160, %154 ], [ %135, %151 ], [ %135, %134 ], [ %108, %153 ], [ %160, %162 ], [ %108, %106 ], [ %144, %169 ]
  %182 = phi i1 [ false, %175 ], [ %165, %164 ], [ true, %171 ], [ true, %172 ], [ true, %173 ], [ true, %174 ], [ false, %152 ], [ false, %154 ], [ true, %151 ], [ true, %134 ], [ false, %153 ], [ true, %162 ], [ true, %106 ], [ true, %169 ]
  %183 = phi i1 [ true, %175 ], [ true, %164 ], [ false, %171 ], [ true, %172 ], [ true, %173 ], [ true, %174 ], [ true, %152 ], [ true, %154 ], [ false, %151 ], [ false, %134 ], [ true, %153 ], [ false, %162 ], [ false, %106 ], [ false, %169 ]
  %184 = phi i1 [ false, %175 ], [ false, %164 ], [ false, %171 ], [ false, %172 ], [ false, %173 ], [ false, %174 ], [ false, %152 ], [ false, %154 ], [ false, %151 ], [ false, %134 ], [ false, %153 ], [ false, %162 ], [ true, %106 ], [ false, %169 ]
  %185 = phi i32 [ 0, %175 ], [ %166, %164 ], [ 8, %171 ], [ 6, %172 ], [ 6, %173 ], [ 4, %174 ], [ 0, %152 ], [ 0, %154 ], [ 16, %151 ], [ 16, %134 ], [ 0, %153 ], [ 8, %162 ], [ 32, %106 ], [ 8, %169 ]
  %186 = phi i1 [ true, %175 ], [ true, %164 ], [ true, %171 ], [ true, %172 ], [ true, %173 ], [ true, %174 ], [ true, %152 ], [ true, %154 ], [ true, %151 ], [ false, %134 ], [ true, %153 ], [ true, %162 ], [ true, %106 ], [ true, %169 ]
  %187 = phi i1 [ true, %175 ], [ %167, %164 ], [ false, %171 ], [ false, %172 ], [ false, %173 ], [ false, %174 ], [ true, %152 ], [ true, %154 ], [ false, %151 ], [ false, %134 ], [ true, %153 ], [ true, %162 ], [ false, %106 ], [ false, %169 ]
  %188 = phi i32 [ 0, %175 ], [ %168, %164 ], [ 2, %171 ], [ 3, %172 ], [ 2, %173 ], [ 1, %174 ], [ 0, %152 ], [ 0, %154 ], [ 7, %151 ], [ 10, %134 ], [ 0, %153 ], [ 0, %162 ], [ 23, %106 ], [ 3, %169 ]
  %189 = phi i32 [ 0, %175 ], [ %168, %164 ], [ 15, %171 ], [ 1, %172 ], [ 3, %173 ], [ 1, %174 ], [ 0, %152 ], [ 0, %154 ], [ 127, %151 ], [ 15, %134 ], [ 0, %153 ], [ 0, %162 ], [ 127, %106 ], [ 7, %169 ]
  %190 = phi i1 [ false, %175 ], [ false, %164 ], [ true, %171 ], [ false, %172 ], [ false, %173 ], [ false, %174 ], [ false, %152 ], [ false, %154 ], [ true, %151 ], [ true, %134 ], [ false, %153 ], [ false, %162 ], [ true, %106 ], [ false, %169 ]
  %191 = phi i1 [ false, %175 ], [ false, %164 ], [ false, %171 ], [ false, %172 ], [ false, %173 ], [ false, %174 ], [ false, %152 ], [ false, %154 ], [ false, %151 ], [ false, %134 ], [ false, %153 ], [ false, %162 ], [ false, %106 ], [ true, %169 ]
  %192 = phi i1 [ false, %175 ], [ false, %164 ], [ false, %171 ], [ false, %172 ], [ false, %173 ], [ false, %174 ], [ false, %152 ], [ false, %154 ], [ false, %151 ], [ false, %134 ], [ false, %153 ], [ %163, %162 ], [ false, %106 ], [ false, %169 ]
  %193 = icmp eq i32 %181, 0
  br i1 %193, label %3229, label %194

194:
  %195 = and i64 %23, 4
  %196 = icmp eq i64 %195, 0
  %197 = select i1 %182, i1 %196, i1 false
  br i1 %197, label %198, label %3229

198:
  %199 = icmp eq i64 %26, 0
  %200 = and i1 %199, %98
  %201 = icmp ne i32 %180, 10
  %202 = or i1 %201, %186
  %203 = select i1 %200, i1 %202, i1 false
  br i1 %203, label %3229, label %204

204:
  %205 = trunc i64 %47 to i1
  %206 = icmp ult i32 %181, 8
  %207 = and i1 %206, %205
  %208 = trunc i64 %50 to i1
  %209 = and i1 %183, %208
  %210 = select i1 %207, i1 true, i1 %209
  %211 = add i64 %37, -257
  %212 = icmp ult i64 %211, -256
  %213 = select i1 %210, i1 true, i1 %212
  br i1 %213, label %3229, label %214

214:
  %215 = and i64 %24, 16
  %216 = icmp eq i64 %215, 0
  br i1 %216, label %225, label %217

217:
  %218 = trunc i64 %99 to i9
  switch i9 %218, label %3229 [
    i9 32, label %219
    i9 64, label %219
    i9 128, label %219
  ]

219:
  %220 = trunc i64 %37 to i9
  switch i9 %220, label %3229 [
    i9 64, label %221
    i9 128, label %221
    i9 -256, label %221
  ]

221:
  %222 = trunc i64 %99 to i8
  %223 = udiv i8 -128, %222
  %224 = zext i8 %223 to i64
  br label %245

225:
  %226 = select i1 %30, i16 16, i16 8
  %227 = icmp eq i64 %26, 3
  %228 = icmp ugt i64 %37, 32
  %229 = select i1 %228, i16 16, i16 8
  %230 = select i1 %30, i16 32, i16 %229
  %231 = select i1 %227, i16 %230, i16 %226
  %232 = trunc i64 %37 to i16
  %233 = add i16 %231, 511
  %234 = and i16 %233, %232
  %235 = icmp eq i16 %234, 0
  br i1 %235, label %236, label %3229

236:
  %237 = lshr exact i64 %99, %29
  %238 = trunc i64 %237 to i9
  switch i9 %238, label %3229 [
    i9 128, label %241
    i9 64, label %239
  ]

239:
  %240 = or i1 %30, %55
  br i1 %240, label %241, label %3229

241:
  %242 = icmp eq i64 %237, 64
  %243 = and i1 %30, %242
  %244 = select i1 %243, i64 2, i64 1
  br label %245

245:
  %246 = phi i64 [ %99, %221 ], [ %237, %241 ]
  %247 = phi i64 [ %224, %221 ], [ %244, %241 ]
  %248 = icmp eq i64 %29, 0
  br i1 %248, label %249, label %1686

249:
  %250 = getelementptr inbounds i8, ptr %1, i64 40
  %251 = load i64, ptr %250, align 8
  %252 = lshr i64 %251, 16
  %253 = and i64 %252, 65535
  %254 = and i64 %251, 65535
  %255 = getelementptr inbounds i8, ptr %1, i64 48
  %256 = load i64, ptr %255, align 8
  br i1 %55, label %259, label %257

257:
  %258 = mul i64 %37, %43
  br label %556

259:
  %260 = getelementptr inbounds i8, ptr %1, i64 104
  %261 = load i64, ptr %260, align 8
  %262 = lshr i64 %261, 56
  %263 = and i64 %262, 63
  %264 = getelementptr inbounds i8, ptr %1, i64 56
  %265 = load i64, ptr %264, align 8
  %266 = add i64 %263, %37
  %267 = shl i64 %265, 4
  %268 = and i64 %267, 262128
  %269 = lshr i64 %265, 12
  %270 = and i64 %269, 262128
  %271 = lshr i64 %265, 28
  %272 = and i64 %271, 262128
  %273 = lshr i64 %265, 61
  %274 = icmp eq i64 %273, 0
  %275 = select i1 %208, i64 %270, i64 %272
  %276 = select i1 %208, i64 %272, i64 %270
  %277 = icmp eq i64 %273, 4
  %278 = icmp eq i64 %273, 6
  %279 = select i1 %278, i64 5, i64 7
  %280 = select i1 %277, i64 6, i64 %279
  %281 = icmp eq i64 %273, 1
  %282 = and i1 %281, %208
  %283 = select i1 %282, i64 2, i64 3
  %284 = lshr i64 %265, 42
  %285 = and i64 %284, 896
  %286 = select i1 %281, i64 5, i64 4
  %287 = icmp eq i64 %273, 2
  %288 = select i1 %278, i64 1, i64 3
  %289 = select i1 %287, i64 7, i64 %288
  %290 = select i1 %274, i64 0, i64 %289
  %291 = getelementptr inbounds i8, ptr %0, i64 472
  %292 = load i64, ptr %291, align 8
  br i1 %33, label %297, label %293

293:
  %294 = select i1 %208, i64 %43, i64 %266
  %295 = select i1 %208, i64 %266, i64 %43
  %296 = trunc i64 %295 to i16
  br label %310

297:
  br i1 %183, label %298, label %302

298:
  %299 = select i1 %208, i64 %43, i64 %266
  %300 = select i1 %208, i64 %266, i64 %43
  %301 = trunc i64 %300 to i16
  br label %310

302:
  %303 = trunc i32 %185 to i8
  %304 = udiv i8 -128, %303
  %305 = zext i8 %304 to i64
  %306 = select i1 %208, i64 %43, i64 %266
  %307 = select i1 %208, i64 %266, i64 %43
  %308 = trunc i64 %307 to i16
  %309 = zext i8 %304 to i16
  br label %310

310:
  %311 = phi i16 [ %296, %293 ], [ %308, %302 ], [ %301, %298 ]
  %312 = phi i64 [ %294, %293 ], [ %306, %302 ], [ %299, %298 ]
  %313 = phi i64 [ 32, %293 ], [ %305, %302 ], [ 16, %298 ]
  %314 = phi i16 [ 32, %293 ], [ %309, %302 ], [ 16, %298 ]
  %315 = udiv i16 %311, %314
  %316 = zext i16 %315 to i64
  %317 = icmp ne i8 %52, 0
  %318 = select i1 %317, ptr %9, ptr %15
  %319 = icmp ugt i16 %314, %311
  %320 = inttoptr i64 %292 to ptr
  %321 = shl i64 -1, %283
  %322 = xor i64 %321, -1
  %323 = shl i64 -1, %280
  %324 = xor i64 %323, -1
  %325 = zext i32 %185 to i64
  %326 = shl i32 -1, %185
  %327 = xor i32 %326, -1
  br label %328

328:
  %329 = phi i64 [ 0, %310 ], [ %344, %343 ]
  br i1 %319, label %343, label %330

330:
  %331 = mul i64 %329, %43
  %332 = lshr i64 %329, %283
  %333 = and i64 %329, %322
  %334 = mul i64 %332, %272
  %335 = shl i64 %333, %280
  %336 = add i64 %334, %335
  %337 = mul i64 %332, %275
  %338 = shl i64 %333, 4
  %339 = add i64 %337, %338
  br label %346

340:
  %341 = icmp ne i64 %266, 0
  %342 = select i1 %317, i1 %341, i1 false
  br i1 %342, label %410, label %430

343:
  %344 = add i64 %329, 1
  %345 = icmp ult i64 %344, %312
  br i1 %345, label %328, label %340

346:
  %347 = phi i64 [ 0, %330 ], [ %408, %407 ]
  %348 = mul i64 %347, %313
  br i1 %208, label %351, label %349

349:
  %350 = add i64 %348, %331
  br label %358

351:
  %352 = lshr i64 %348, 4
  %353 = mul i64 %352, %43
  %354 = add i64 %353, %329
  %355 = shl i64 %354, 4
  %356 = and i64 %348, 15
  %357 = or i64 %355, %356
  br label %358

358:
  %359 = phi i64 [ %357, %351 ], [ %350, %349 ]
  %360 = getelementptr inbounds i32, ptr %318, i64 %359
  br i1 %274, label %361, label %364

361:
  %362 = mul i64 %347, %276
  %363 = add i64 %339, %362
  br label %371

364:
  %365 = shl i64 %347, 4
  %366 = and i64 %365, %324
  %367 = add i64 %336, %366
  %368 = lshr i64 %365, %280
  %369 = mul i64 %368, %270
  %370 = add i64 %367, %369
  br label %371

371:
  %372 = phi i64 [ %363, %361 ], [ %370, %364 ]
  %373 = add i64 %372, %268
  %374 = sub i64 %373, %285
  %375 = lshr i64 %374, 7
  %376 = and i64 %375, %290
  %377 = shl i64 %376, %286
  %378 = xor i64 %377, %373
  %379 = getelementptr inbounds i8, ptr %320, i64 %378
  switch i32 %185, label %387 [
    i32 32, label %380
    i32 16, label %381
    i32 8, label %384
  ]

380:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %360, ptr align 1 %379, i64 16, i1 false)
  br label %407

381:
  %382 = load <8 x i16>, ptr %379, align 16
  %383 = zext <8 x i16> %382 to <8 x i32>
  store <8 x i32> %383, ptr %360, align 32
  br label %407

384:
  %385 = load <16 x i8>, ptr %379, align 16
  %386 = zext <16 x i8> %385 to <16 x i32>
  store <16 x i32> %386, ptr %360, align 64
  br label %407

387:
  %388 = phi i64 [ %394, %387 ], [ 0, %371 ]
  %389 = mul i64 %388, %325
  %390 = lshr i64 %389, 3
  %391 = getelementptr inbounds i8, ptr %379, i64 %390
  %392 = load i8, ptr %391, align 1
  %393 = zext i8 %392 to i64
  %394 = add i64 %388, 1
  %395 = icmp ult i64 %394, %313
  %396 = zext i1 %395 to i64
  %397 = getelementptr inbounds i8, ptr %391, i64 %396
  %398 = load i8, ptr %397, align 1
  %399 = zext i8 %398 to i64
  %400 = shl i64 %399, 8
  %401 = or i64 %400, %393
  %402 = and i64 %389, 6
  %403 = lshr i64 %401, %402
  %404 = trunc i64 %403 to i32
  %405 = and i32 %404, %327
  %406 = getelementptr inbounds i32, ptr %360, i64 %388
  store i32 %405, ptr %406, align 4
  br i1 %395, label %387, label %407

407:
  %408 = add i64 %347, 1
  %409 = icmp ult i64 %408, %316
  br i1 %409, label %346, label %343

410:
  %411 = phi i64 [ %419, %418 ], [ 0, %340 ]
  %412 = mul i64 %411, %43
  %413 = lshr i64 %411, 4
  %414 = mul i64 %413, %43
  %415 = and i64 %411, 15
  %416 = getelementptr i32, ptr %9, i64 %415
  %417 = getelementptr i32, ptr %15, i64 %412
  br label %421

418:
  %419 = add i64 %411, 1
  %420 = icmp ult i64 %419, %266
  br i1 %420, label %410, label %430

421:
  %422 = phi i64 [ 0, %410 ], [ %428, %421 ]
  %423 = add i64 %422, %414
  %424 = shl i64 %423, 6
  %425 = getelementptr i8, ptr %416, i64 %424
  %426 = load i32, ptr %425, align 4
  %427 = getelementptr i32, ptr %417, i64 %422
  store i32 %426, ptr %427, align 4
  %428 = add i64 %422, 1
  %429 = icmp ult i64 %428, %43
  br i1 %429, label %421, label %418

430:
  %431 = icmp eq i64 %263, 0
  br i1 %431, label %437, label %432

432:
  %433 = mul i64 %263, %43
  %434 = getelementptr inbounds i32, ptr %15, i64 %433
  %435 = shl i64 %37, 2
  %436 = mul i64 %435, %43
  call void @"llvm.memmove.p0.p0.i64"(ptr align 64 %15, ptr align 32 %434, i64 %436, i1 false)
  br label %437

437:
  %438 = mul i64 %43, %37
  %439 = icmp eq i64 %37, 0
  br i1 %439, label %556, label %440

440:
  %441 = select i1 %46, i32 -2147483648, i32 0
  %442 = add i32 %185, -1
  %443 = shl i32 -1, %442
  %444 = xor i32 %443, -1
  %445 = sub i32 23, %188
  %446 = insertelement <32 x i32> poison, i32 %444, i64 0
  %447 = shufflevector <32 x i32> %446, <32 x i32> poison, <32 x i32> zeroinitializer
  %448 = insertelement <32 x i32> poison, i32 %442, i64 0
  %449 = shufflevector <32 x i32> %448, <32 x i32> poison, <32 x i32> zeroinitializer
  %450 = shl i32 %189, 23
  %451 = sub i32 2130706432, %450
  %452 = insertelement <32 x i32> poison, i32 %445, i64 0
  %453 = shufflevector <32 x i32> %452, <32 x i32> poison, <32 x i32> zeroinitializer
  %454 = insertelement <32 x i32> poison, i32 %451, i64 0
  %455 = bitcast <32 x i32> %454 to <32 x float>
  %456 = shufflevector <32 x float> %455, <32 x float> poison, <32 x i32> zeroinitializer
  %457 = insertelement <32 x i32> poison, i32 %188, i64 0
  %458 = shufflevector <32 x i32> %457, <32 x i32> poison, <32 x i32> zeroinitializer
  %459 = lshr i32 %444, %188
  %460 = insertelement <32 x i32> poison, i32 %459, i64 0
  %461 = shufflevector <32 x i32> %460, <32 x i32> poison, <32 x i32> zeroinitializer
  %462 = insertelement <32 x i32> poison, i32 %441, i64 0
  %463 = shufflevector <32 x i32> %462, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %464

464:
  %465 = phi i64 [ 0, %440 ], [ %499, %497 ]
  %466 = getelementptr inbounds i32, ptr %15, i64 %465
  %467 = load <32 x i32>, ptr %466, align 64
  br i1 %187, label %468, label %472

468:
  %469 = xor <32 x i32> %467, splat (i32 128)
  %470 = add <32 x i32> %469, splat (i32 -128)
  %471 = select i1 %192, <32 x i32> %470, <32 x i32> %467
  br label %497

472:
  br i1 %184, label %473, label %476

473:
  %474 = and <32 x i32> %467, splat (i32 -8192)
  %475 = xor <32 x i32> %474, %463
  br label %497

476:
  %477 = and <32 x i32> %467, %447
  %478 = lshr <32 x i32> %467, %449
  %479 = shl <32 x i32> %478, splat (i32 31)
  %480 = shl <32 x i32> %477, %453
  %481 = bitcast <32 x i32> %480 to <32 x float>
  %482 = fmul <32 x float> %456, %481
  %483 = bitcast <32 x float> %482 to <32 x i32>
  br i1 %190, label %484, label %489

484:
  %485 = lshr <32 x i32> %477, %458
  %486 = icmp eq <32 x i32> %485, %461
  %487 = or <32 x i32> %483, splat (i32 2139095040)
  %488 = select <32 x i1> %486, <32 x i32> %487, <32 x i32> %483
  br label %493

489:
  %490 = icmp eq <32 x i32> %477, %447
  %491 = select <32 x i1> %490, <32 x i32> splat (i32 2147483647), <32 x i32> %483
  %492 = select i1 %191, <32 x i32> %491, <32 x i32> %483
  br label %493

493:
  %494 = phi <32 x i32> [ %488, %484 ], [ %492, %489 ]
  %495 = xor <32 x i32> %479, %463
  %496 = or <32 x i32> %494, %495
  br label %497

497:
  %498 = phi <32 x i32> [ %471, %468 ], [ %475, %473 ], [ %496, %493 ]
  store <32 x i32> %498, ptr %466, align 64
  %499 = add i64 %465, 32
  %500 = icmp ult i64 %499, %438
  br i1 %500, label %464, label %501

501:
  %502 = and i64 %261, 549755813888
  %503 = icmp eq i64 %502, 0
  br i1 %503, label %537, label %504

504:
  %505 = lshr i64 %261, 40
  %506 = and i64 %505, 255
  %507 = lshr i64 %261, 48
  %508 = and i64 %507, 255
  %509 = udiv i64 %37, %247
  %510 = add i64 %508, 2
  %511 = add i64 %510, %506
  %512 = shl i64 %43, 2
  br label %513

513:
  %514 = phi i64 [ 0, %504 ], [ %535, %534 ]
  %515 = freeze i64 %514
  %516 = freeze i64 %509
  %517 = udiv i64 %515, %516
  %518 = mul i64 %517, %516
  %519 = sub i64 %515, %518
  %520 = shl i64 %517, 3
  %521 = lshr i64 %261, %520
  %522 = and i64 %521, 255
  %523 = add i64 %522, %519
  %524 = shl i64 4294967296, %517
  %525 = and i64 %524, %261
  %526 = icmp eq i64 %525, 0
  %527 = urem i64 %523, %511
  %528 = icmp ule i64 %527, %506
  %529 = icmp ugt i64 %527, %508
  %530 = select i1 %526, i1 %529, i1 %528
  br i1 %530, label %531, label %534

531:
  %532 = mul i64 %514, %43
  %533 = getelementptr inbounds i32, ptr %15, i64 %532
  call void @"llvm.memset.p0.i64"(ptr align 32 %533, i8 0, i64 %512, i1 false)
  br label %534

534:
  %535 = add i64 %514, 1
  %536 = icmp ult i64 %535, %37
  br i1 %536, label %513, label %537

537:
  %538 = sub i32 128, %189
  %539 = insertelement <32 x i32> poison, i32 %538, i64 0
  %540 = shufflevector <32 x i32> %539, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %541

541:
  %542 = phi i64 [ 0, %537 ], [ %554, %541 ]
  %543 = getelementptr inbounds i32, ptr %15, i64 %542
  %544 = load <32 x i32>, ptr %543, align 64
  %545 = shl <32 x i32> %544, splat (i32 1)
  %546 = lshr <32 x i32> %545, splat (i32 24)
  %547 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %546, <32 x i32> %540)
  %548 = icmp eq <32 x i32> %546, splat (i32 255)
  %549 = select <32 x i1> %548, <32 x i32> splat (i32 4000), <32 x i32> %547
  %550 = icmp eq <32 x i32> %545, zeroinitializer
  %551 = select <32 x i1> %550, <32 x i32> splat (i32 63536), <32 x i32> %549
  %552 = trunc <32 x i32> %551 to <32 x i16>
  %553 = getelementptr inbounds i16, ptr %17, i64 %542
  store <32 x i16> %552, ptr %553, align 64
  %554 = add i64 %542, 32
  %555 = icmp ult i64 %554, %438
  br i1 %555, label %541, label %556

556:
  %557 = phi i64 [ %258, %257 ], [ 0, %437 ], [ %438, %541 ]
  %558 = udiv i64 %37, %247
  %559 = icmp eq i64 %246, 0
  %560 = getelementptr inbounds i8, ptr %0, i64 504
  %561 = add i64 %26, -5
  %562 = icmp ult i64 %561, 2
  %563 = icmp ugt i32 %181, 7
  %564 = or i1 %562, %563
  %565 = zext i32 %181 to i64
  %566 = select i1 %564, i64 %565, i64 8
  %567 = trunc i64 %566 to i32
  %568 = icmp ne i32 %181, 4
  %569 = or i1 %562, %568
  %570 = sub i32 32, %181
  %571 = lshr i32 -1, %570
  %572 = icmp eq i64 %246, 64
  %573 = icmp eq i64 %247, 1
  %574 = and i1 %572, %573
  %575 = select i1 %569, i64 0, i64 2
  %576 = shl i64 %256, 4
  %577 = and i64 %576, 262128
  %578 = lshr i64 %256, 12
  %579 = and i64 %578, 262128
  %580 = lshr i64 %256, 28
  %581 = and i64 %580, 262128
  %582 = lshr i64 %256, 61
  %583 = icmp eq i64 %582, 0
  %584 = select i1 %205, i64 %579, i64 %581
  %585 = select i1 %205, i64 %581, i64 %579
  %586 = icmp eq i64 %582, 4
  %587 = icmp eq i64 %582, 6
  %588 = select i1 %587, i64 5, i64 7
  %589 = select i1 %586, i64 6, i64 %588
  %590 = icmp eq i64 %582, 1
  %591 = and i1 %590, %205
  %592 = select i1 %591, i64 2, i64 3
  %593 = lshr i64 %256, 42
  %594 = and i64 %593, 896
  %595 = select i1 %590, i64 5, i64 4
  %596 = icmp eq i64 %582, 2
  %597 = select i1 %587, i64 1, i64 3
  %598 = select i1 %596, i64 7, i64 %597
  %599 = select i1 %583, i64 0, i64 %598
  %600 = getelementptr inbounds i8, ptr %0, i64 472
  %601 = select i1 %205, i64 %43, i64 %246
  %602 = select i1 %205, i64 %246, i64 %43
  %603 = icmp ne i8 %49, 0
  %604 = select i1 %603, ptr %14, ptr %6
  %605 = shl i64 -1, %592
  %606 = xor i64 %605, -1
  %607 = shl i64 -1, %589
  %608 = xor i64 %607, -1
  %609 = shl i32 -1, %181
  %610 = xor i32 %609, -1
  %611 = add i64 %246, -1
  %612 = icmp eq i64 %611, 0
  %613 = mul i64 %246, %43
  %614 = select i1 %45, i32 0, i32 -2147483648
  %615 = icmp eq i32 %180, 0
  %616 = icmp eq i32 %181, 32
  %617 = add i32 %181, -1
  %618 = shl i32 -1, %617
  %619 = xor i32 %618, -1
  %620 = sub i32 23, %180
  %621 = insertelement <32 x i32> poison, i32 %619, i64 0
  %622 = shufflevector <32 x i32> %621, <32 x i32> poison, <32 x i32> zeroinitializer
  %623 = insertelement <32 x i32> poison, i32 %617, i64 0
  %624 = shufflevector <32 x i32> %623, <32 x i32> poison, <32 x i32> zeroinitializer
  %625 = shl i32 %179, 23
  %626 = sub i32 2130706432, %625
  %627 = insertelement <32 x i32> poison, i32 %620, i64 0
  %628 = shufflevector <32 x i32> %627, <32 x i32> poison, <32 x i32> zeroinitializer
  %629 = insertelement <32 x i32> poison, i32 %626, i64 0
  %630 = bitcast <32 x i32> %629 to <32 x float>
  %631 = shufflevector <32 x float> %630, <32 x float> poison, <32 x i32> zeroinitializer
  %632 = icmp eq i32 %178, 1
  %633 = icmp eq i32 %178, 2
  %634 = insertelement <32 x i32> poison, i32 %180, i64 0
  %635 = shufflevector <32 x i32> %634, <32 x i32> poison, <32 x i32> zeroinitializer
  %636 = lshr i32 %619, %180
  %637 = insertelement <32 x i32> poison, i32 %636, i64 0
  %638 = shufflevector <32 x i32> %637, <32 x i32> poison, <32 x i32> zeroinitializer
  %639 = insertelement <32 x i32> poison, i32 %614, i64 0
  %640 = shufflevector <32 x i32> %639, <32 x i32> poison, <32 x i32> zeroinitializer
  %641 = getelementptr inbounds i8, ptr %1, i64 88
  %642 = add i64 %37, 31
  %643 = lshr i64 %642, 5
  %644 = icmp eq i64 %643, 0
  %645 = getelementptr inbounds i8, ptr %1, i64 96
  %646 = getelementptr inbounds i8, ptr %1, i64 104
  %647 = getelementptr inbounds i8, ptr %1, i64 56
  %648 = icmp ne i8 %52, 0
  %649 = select i1 %648, ptr %7, ptr %15
  %650 = zext i32 %185 to i64
  %651 = shl i32 -1, %185
  %652 = xor i32 %651, -1
  %653 = lshr exact i64 %37, 1
  %654 = select i1 %208, i64 %43, i64 %653
  %655 = select i1 %208, i64 %653, i64 %43
  %656 = mul i64 %43, %653
  %657 = getelementptr inbounds i32, ptr %15, i64 %656
  %658 = select i1 %648, ptr %8, ptr %657
  %659 = icmp eq ptr %658, %657
  %660 = icmp eq i64 %37, 0
  %661 = shl i64 %557, 2
  %662 = select i1 %46, i32 -2147483648, i32 0
  %663 = add i32 %185, -1
  %664 = shl i32 -1, %663
  %665 = xor i32 %664, -1
  %666 = sub i32 23, %188
  %667 = insertelement <32 x i32> poison, i32 %665, i64 0
  %668 = shufflevector <32 x i32> %667, <32 x i32> poison, <32 x i32> zeroinitializer
  %669 = insertelement <32 x i32> poison, i32 %663, i64 0
  %670 = shufflevector <32 x i32> %669, <32 x i32> poison, <32 x i32> zeroinitializer
  %671 = shl i32 %189, 23
  %672 = sub i32 2130706432, %671
  %673 = insertelement <32 x i32> poison, i32 %666, i64 0
  %674 = shufflevector <32 x i32> %673, <32 x i32> poison, <32 x i32> zeroinitializer
  %675 = insertelement <32 x i32> poison, i32 %672, i64 0
  %676 = bitcast <32 x i32> %675 to <32 x float>
  %677 = shufflevector <32 x float> %676, <32 x float> poison, <32 x i32> zeroinitializer
  %678 = insertelement <32 x i32> poison, i32 %188, i64 0
  %679 = shufflevector <32 x i32> %678, <32 x i32> poison, <32 x i32> zeroinitializer
  %680 = lshr i32 %665, %188
  %681 = insertelement <32 x i32> poison, i32 %680, i64 0
  %682 = shufflevector <32 x i32> %681, <32 x i32> poison, <32 x i32> zeroinitializer
  %683 = insertelement <32 x i32> poison, i32 %662, i64 0
  %684 = shufflevector <32 x i32> %683, <32 x i32> poison, <32 x i32> zeroinitializer
  %685 = shl i64 %43, 2
  %686 = sub i32 128, %179
  %687 = lshr exact i64 %43, 1
  %688 = icmp ugt i64 %247, %37
  %689 = getelementptr inbounds i8, ptr %1, i64 128
  %690 = select i1 %98, i64 120, i64 112
  %691 = getelementptr inbounds i8, ptr %1, i64 %690
  %692 = select i1 %98, i1 true, i1 %97
  %693 = getelementptr inbounds i8, ptr %1, i64 80
  %694 = getelementptr inbounds i8, ptr %1, i64 72
  %695 = icmp eq i64 %26, 3
  %696 = icmp eq i64 %601, 0
  %697 = select i1 %603, i1 true, i1 %559
  %698 = select i1 %55, i1 true, i1 %559
  %699 = icmp eq i64 %654, 0
  %700 = select i1 %659, i1 true, i1 %660
  br label %701

701:
  %702 = phi i64 [ 4, %556 ], [ %1020, %1019 ]
  %703 = phi i64 [ 0, %556 ], [ %1021, %1019 ]
  %704 = icmp ne i64 %703, 0
  %705 = load i64, ptr %1, align 8
  %706 = and i64 %705, 8
  %707 = or i64 %706, %28
  %708 = icmp eq i64 %707, 0
  %709 = select i1 %704, i1 %708, i1 false
  br i1 %709, label %1015, label %710

710:
  %711 = icmp eq i64 %706, 0
  br i1 %711, label %769, label %712

712:
  %713 = load i64, ptr %560, align 8
  %714 = inttoptr i64 %713 to ptr
  %715 = getelementptr inbounds i8, ptr %714, i64 41472
  %716 = udiv i32 32, %567
  %717 = zext i32 %716 to i64
  %718 = load i64, ptr %255, align 8
  %719 = lshr i64 %718, 16
  %720 = and i64 %719, 65535
  br i1 %559, label %887, label %721

721:
  %722 = and i64 %705, 16
  %723 = icmp eq i64 %722, 0
  %724 = and i1 %574, %723
  %725 = mul i64 %703, %246
  %726 = and i64 %718, 65535
  br label %727

727:
  %728 = phi i64 [ 0, %721 ], [ %746, %745 ]
  br i1 %724, label %729, label %735

729:
  %730 = shl i64 %728, 1
  %731 = and i64 %730, -32
  %732 = and i64 %728, 15
  %733 = add i64 %732, %720
  %734 = add i64 %733, %731
  br label %738

735:
  %736 = add i64 %728, %725
  %737 = and i64 %728, 15
  br label %738

738:
  %739 = phi i64 [ %732, %729 ], [ %737, %735 ]
  %740 = phi i64 [ %734, %729 ], [ %736, %735 ]
  %741 = getelementptr i32, ptr %715, i64 %740
  %742 = lshr i64 %728, 4
  %743 = mul i64 %742, %43
  %744 = getelementptr i32, ptr %14, i64 %739
  br label %748

745:
  %746 = add i64 %728, 1
  %747 = icmp ult i64 %746, %246
  br i1 %747, label %727, label %887

748:
  %749 = phi i64 [ 0, %738 ], [ %767, %748 ]
  %750 = freeze i64 %749
  %751 = freeze i64 %717
  %752 = udiv i64 %750, %751
  %753 = add i64 %752, %726
  %754 = shl i64 %753, 9
  %755 = getelementptr i8, ptr %741, i64 %754
  %756 = load i32, ptr %755, align 4
  %757 = mul i64 %752, %751
  %758 = sub i64 %750, %757
  %759 = mul i64 %758, %566
  %760 = add i64 %759, %575
  %761 = trunc i64 %760 to i32
  %762 = lshr i32 %756, %761
  %763 = and i32 %762, %571
  %764 = add i64 %749, %743
  %765 = shl i64 %764, 6
  %766 = getelementptr i8, ptr %744, i64 %765
  store i32 %763, ptr %766, align 4
  %767 = add i64 %749, 1
  %768 = icmp ult i64 %767, %43
  br i1 %768, label %748, label %745

769:
  %770 = load i64, ptr %600, align 8
  br i1 %33, label %771, label %779

771:
  br i1 %206, label %775, label %772

772:
  %773 = udiv i32 128, %181
  %774 = zext i32 %773 to i64
  br label %775

775:
  %776 = phi i64 [ %774, %772 ], [ 16, %771 ]
  %777 = phi i32 [ %773, %772 ], [ 16, %771 ]
  %778 = zext i32 %777 to i64
  br label %779

779:
  %780 = phi i64 [ %776, %775 ], [ 32, %769 ]
  %781 = phi i64 [ %778, %775 ], [ 32, %769 ]
  %782 = udiv i64 %602, %781
  br i1 %696, label %798, label %783

783:
  %784 = icmp ugt i64 %781, %602
  %785 = inttoptr i64 %770 to ptr
  br label %786

786:
  %787 = phi i64 [ 0, %783 ], [ %800, %799 ]
  br i1 %784, label %799, label %788

788:
  %789 = mul i64 %787, %43
  %790 = lshr i64 %787, %592
  %791 = and i64 %787, %606
  %792 = mul i64 %790, %581
  %793 = shl i64 %791, %589
  %794 = add i64 %792, %793
  %795 = mul i64 %790, %584
  %796 = shl i64 %791, 4
  %797 = add i64 %795, %796
  br label %802

798:
  br i1 %697, label %886, label %866

799:
  %800 = add i64 %787, 1
  %801 = icmp ult i64 %800, %601
  br i1 %801, label %786, label %798

802:
  %803 = phi i64 [ 0, %788 ], [ %864, %863 ]
  %804 = mul i64 %803, %780
  br i1 %205, label %807, label %805

805:
  %806 = add i64 %804, %789
  br label %814

807:
  %808 = lshr i64 %804, 4
  %809 = mul i64 %808, %43
  %810 = add i64 %809, %787
  %811 = shl i64 %810, 4
  %812 = and i64 %804, 15
  %813 = or i64 %811, %812
  br label %814

814:
  %815 = phi i64 [ %813, %807 ], [ %806, %805 ]
  %816 = getelementptr inbounds i32, ptr %604, i64 %815
  br i1 %583, label %817, label %820

817:
  %818 = mul i64 %803, %585
  %819 = add i64 %797, %818
  br label %827

820:
  %821 = shl i64 %803, 4
  %822 = and i64 %821, %608
  %823 = add i64 %794, %822
  %824 = lshr i64 %821, %589
  %825 = mul i64 %824, %579
  %826 = add i64 %823, %825
  br label %827

827:
  %828 = phi i64 [ %819, %817 ], [ %826, %820 ]
  %829 = add i64 %828, %577
  %830 = sub i64 %829, %594
  %831 = lshr i64 %830, 7
  %832 = and i64 %831, %599
  %833 = shl i64 %832, %595
  %834 = xor i64 %833, %829
  %835 = getelementptr inbounds i8, ptr %785, i64 %834
  switch i32 %181, label %843 [
    i32 32, label %836
    i32 16, label %837
    i32 8, label %840
  ]

836:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %816, ptr align 1 %835, i64 16, i1 false)
  br label %863

837:
  %838 = load <8 x i16>, ptr %835, align 16
  %839 = zext <8 x i16> %838 to <8 x i32>
  store <8 x i32> %839, ptr %816, align 32
  br label %863

840:
  %841 = load <16 x i8>, ptr %835, align 16
  %842 = zext <16 x i8> %841 to <16 x i32>
  store <16 x i32> %842, ptr %816, align 64
  br label %863

843:
  %844 = phi i64 [ %850, %843 ], [ 0, %827 ]
  %845 = mul i64 %844, %565
  %846 = lshr i64 %845, 3
  %847 = getelementptr inbounds i8, ptr %835, i64 %846
  %848 = load i8, ptr %847, align 1
  %849 = zext i8 %848 to i64
  %850 = add i64 %844, 1
  %851 = icmp ult i64 %850, %780
  %852 = zext i1 %851 to i64
  %853 = getelementptr inbounds i8, ptr %847, i64 %852
  %854 = load i8, ptr %853, align 1
  %855 = zext i8 %854 to i64
  %856 = shl i64 %855, 8
  %857 = or i64 %856, %849
  %858 = and i64 %845, 7
  %859 = lshr i64 %857, %858
  %860 = trunc i64 %859 to i32
  %861 = and i32 %860, %610
  %862 = getelementptr inbounds i32, ptr %816, i64 %844
  store i32 %861, ptr %862, align 4
  br i1 %851, label %843, label %863

863:
  %864 = add i64 %803, 1
  %865 = icmp ult i64 %864, %782
  br i1 %865, label %802, label %799

866:
  %867 = phi i64 [ %875, %874 ], [ 0, %798 ]
  %868 = mul i64 %867, %43
  %869 = lshr i64 %867, 4
  %870 = mul i64 %869, %43
  %871 = and i64 %867, 15
  %872 = getelementptr i32, ptr %6, i64 %868
  %873 = getelementptr i32, ptr %14, i64 %871
  br label %877

874:
  %875 = add i64 %867, 1
  %876 = icmp ult i64 %875, %246
  br i1 %876, label %866, label %886

877:
  %878 = phi i64 [ 0, %866 ], [ %884, %877 ]
  %879 = add i64 %878, %870
  %880 = getelementptr i32, ptr %872, i64 %878
  %881 = load i32, ptr %880, align 4
  %882 = shl i64 %879, 6
  %883 = getelementptr i8, ptr %873, i64 %882
  store i32 %881, ptr %883, align 4
  %884 = add i64 %878, 1
  %885 = icmp ult i64 %884, %43
  br i1 %885, label %877, label %874

886:
  br label %887

887:
  %888 = and i64 %705, 32
  %889 = icmp eq i64 %888, 0
  %890 = select i1 %889, i1 true, i1 %612
  br i1 %890, label %917, label %894

891:
  %892 = add i64 %895, -1
  %893 = icmp eq i64 %892, 0
  br i1 %893, label %917, label %894

894:
  %895 = phi i64 [ %892, %891 ], [ %611, %887 ]
  %896 = phi i64 [ %895, %891 ], [ %246, %887 ]
  %897 = add i64 %896, -2
  %898 = lshr i64 %897, 4
  %899 = mul i64 %898, %43
  %900 = and i64 %897, 15
  %901 = getelementptr i32, ptr %14, i64 %900
  %902 = lshr i64 %895, 4
  %903 = mul i64 %902, %43
  %904 = and i64 %895, 15
  %905 = getelementptr i32, ptr %14, i64 %904
  br label %906

906:
  %907 = phi i64 [ 0, %894 ], [ %915, %906 ]
  %908 = add i64 %907, %899
  %909 = shl i64 %908, 6
  %910 = getelementptr i8, ptr %901, i64 %909
  %911 = load i32, ptr %910, align 4
  %912 = add i64 %907, %903
  %913 = shl i64 %912, 6
  %914 = getelementptr i8, ptr %905, i64 %913
  store i32 %911, ptr %914, align 4
  %915 = add i64 %907, 1
  %916 = icmp ult i64 %915, %43
  br i1 %916, label %906, label %891

917:
  br i1 %559, label %1019, label %918

918:
  %919 = phi i64 [ %953, %951 ], [ 0, %917 ]
  %920 = getelementptr inbounds i32, ptr %14, i64 %919
  %921 = load <32 x i32>, ptr %920, align 64
  br i1 %615, label %922, label %926

922:
  %923 = xor <32 x i32> %921, splat (i32 128)
  %924 = add <32 x i32> %923, splat (i32 -128)
  %925 = select i1 %177, <32 x i32> %924, <32 x i32> %921
  br label %951

926:
  br i1 %616, label %927, label %930

927:
  %928 = and <32 x i32> %921, splat (i32 -8192)
  %929 = xor <32 x i32> %928, %640
  br label %951

930:
  %931 = and <32 x i32> %921, %622
  %932 = lshr <32 x i32> %921, %624
  %933 = shl <32 x i32> %932, splat (i32 31)
  %934 = shl <32 x i32> %931, %628
  %935 = bitcast <32 x i32> %934 to <32 x float>
  %936 = fmul <32 x float> %631, %935
  %937 = bitcast <32 x float> %936 to <32 x i32>
  br i1 %632, label %938, label %943

938:
  %939 = lshr <32 x i32> %931, %635
  %940 = icmp eq <32 x i32> %939, %638
  %941 = or <32 x i32> %937, splat (i32 2139095040)
  %942 = select <32 x i1> %940, <32 x i32> %941, <32 x i32> %937
  br label %947

943:
  %944 = icmp eq <32 x i32> %931, %622
  %945 = select <32 x i1> %944, <32 x i32> splat (i32 2147483647), <32 x i32> %937
  %946 = select i1 %633, <32 x i32> %945, <32 x i32> %937
  br label %947

947:
  %948 = phi <32 x i32> [ %942, %938 ], [ %946, %943 ]
  %949 = xor <32 x i32> %933, %640
  %950 = or <32 x i32> %948, %949
  br label %951

951:
  %952 = phi <32 x i32> [ %925, %922 ], [ %929, %927 ], [ %950, %947 ]
  store <32 x i32> %952, ptr %920, align 64
  %953 = add i64 %919, 32
  %954 = icmp ult i64 %953, %613
  br i1 %954, label %918, label %955

955:
  br i1 %698, label %1015, label %956

956:
  %957 = load i64, ptr %641, align 8
  %958 = mul i64 %703, %246
  %959 = and i64 %957, 65535
  %960 = udiv i64 %43, %28
  %961 = load i64, ptr %560, align 8
  %962 = inttoptr i64 %961 to ptr
  %963 = getelementptr inbounds i8, ptr %962, i64 41472
  br label %964

964:
  %965 = phi i64 [ 0, %956 ], [ %981, %980 ]
  %966 = lshr i64 %965, 4
  %967 = mul i64 %966, %43
  %968 = and i64 %965, 15
  %969 = getelementptr i32, ptr %14, i64 %968
  %970 = add i64 %965, %958
  %971 = lshr i64 %965, 5
  %972 = add i64 %959, %971
  %973 = and i64 %965, 31
  %974 = shl i64 %972, 9
  %975 = getelementptr i8, ptr %963, i64 %974
  %976 = shl i64 %970, 2
  %977 = and i64 %976, -128
  %978 = getelementptr i8, ptr %975, i64 %977
  %979 = getelementptr inbounds i32, ptr %978, i64 %973
  br label %983

980:
  %981 = add i64 %965, 1
  %982 = icmp ult i64 %981, %246
  br i1 %982, label %964, label %1015

983:
  %984 = phi i64 [ 0, %964 ], [ %1013, %1009 ]
  %985 = add i64 %984, %967
  %986 = shl i64 %985, 6
  %987 = getelementptr i8, ptr %969, i64 %986
  %988 = udiv i64 %984, %960
  %989 = add i64 %988, %96
  %990 = load i32, ptr %979, align 4
  %991 = trunc i64 %989 to i32
  %992 = shl i32 %991, 3
  %993 = lshr i32 %990, %992
  br i1 %94, label %994, label %1002

994:
  %995 = and i32 %993, 255
  %996 = shl i32 %995, 23
  %997 = icmp eq i32 %995, 255
  %998 = icmp eq i32 %995, 0
  %999 = select i1 %998, i32 4194304, i32 %996
  %1000 = bitcast i32 %999 to float
  %1001 = select i1 %997, float 0x7FFFFFFFE0000000, float %1000
  br label %1009

1002:
  %1003 = and i32 %993, 127
  %1004 = icmp eq i32 %1003, 127
  %1005 = shl i32 %1003, 20
  %1006 = bitcast i32 %1005 to float
  %1007 = fmul float %1006, 0x4770000000000000
  %1008 = select i1 %1004, float 0x7FFFFFFFE0000000, float %1007
  br label %1009

1009:
  %1010 = phi float [ %1001, %994 ], [ %1008, %1002 ]
  %1011 = load float, ptr %987, align 4
  %1012 = fmul float %1010, %1011
  store float %1012, ptr %987, align 4
  %1013 = add i64 %984, 1
  %1014 = icmp ult i64 %1013, %43
  br i1 %1014, label %983, label %980

1015:
  br i1 %559, label %1019, label %1016

1016:
  %1017 = mul i64 %703, %246
  %1018 = mul i64 %703, %558
  br label %1023

1019:
  %1020 = phi i64 [ %702, %1015 ], [ %702, %917 ], [ %1495, %1528 ]
  %1021 = add i64 %703, 1
  %1022 = icmp ult i64 %1021, %247
  br i1 %1022, label %701, label %1685

1023:
  %1024 = phi i64 [ %702, %1016 ], [ %1495, %1528 ]
  %1025 = phi i64 [ 0, %1016 ], [ %1529, %1528 ]
  br i1 %574, label %1026, label %1033

1026:
  %1027 = load i64, ptr %1, align 8
  %1028 = and i64 %1027, 16
  %1029 = icmp eq i64 %1028, 0
  br i1 %1029, label %1030, label %1033

1030:
  %1031 = shl i64 %1025, 1
  %1032 = add i64 %1031, %253
  br label %1035

1033:
  %1034 = add i64 %1025, %1017
  br label %1035

1035:
  %1036 = phi i64 [ %1032, %1030 ], [ %1034, %1033 ]
  br i1 %55, label %1494, label %1037

1037:
  %1038 = lshr i64 %1036, 5
  %1039 = icmp eq i64 %1024, 4
  br i1 %1039, label %1064, label %1040

1040:
  br i1 %644, label %1494, label %1041

1041:
  %1042 = load i64, ptr %560, align 8
  %1043 = inttoptr i64 %1042 to ptr
  %1044 = getelementptr inbounds i8, ptr %1043, i64 41472
  %1045 = load i64, ptr %645, align 8
  %1046 = and i64 %1045, 65535
  br label %1047

1047:
  %1048 = phi i64 [ 0, %1041 ], [ %1061, %1047 ]
  %1049 = phi i1 [ false, %1041 ], [ %1060, %1047 ]
  %1050 = add i64 %1046, %1048
  %1051 = shl i64 %1050, 9
  %1052 = getelementptr inbounds i8, ptr %1044, i64 %1051
  %1053 = getelementptr inbounds <32 x i32>, ptr %1052, i64 %1024
  %1054 = load <32 x i32>, ptr %1053, align 4
  %1055 = getelementptr inbounds <32 x i32>, ptr %1052, i64 %1038
  %1056 = load <32 x i32>, ptr %1055, align 4
  %1057 = icmp ne <32 x i32> %1054, %1056
  %1058 = bitcast <32 x i1> %1057 to i32
  %1059 = icmp ne i32 %1058, 0
  %1060 = or i1 %1049, %1059
  %1061 = add i64 %1048, 1
  %1062 = icmp ult i64 %1061, %643
  br i1 %1062, label %1047, label %1063

1063:
  br i1 %1060, label %1064, label %1494

1064:
  %1065 = load i64, ptr %646, align 8
  %1066 = lshr i64 %1065, 56
  %1067 = and i64 %1066, 63
  %1068 = load i64, ptr %1, align 8
  %1069 = and i64 %1068, 1
  %1070 = icmp eq i64 %1069, 0
  %1071 = lshr exact i64 %37, %1069
  %1072 = load i64, ptr %647, align 8
  %1073 = add i64 %1071, %1067
  %1074 = shl i64 %1072, 4
  %1075 = and i64 %1074, 262128
  %1076 = lshr i64 %1072, 12
  %1077 = and i64 %1076, 262128
  %1078 = lshr i64 %1072, 28
  %1079 = and i64 %1078, 262128
  %1080 = lshr i64 %1072, 61
  %1081 = icmp eq i64 %1080, 0
  %1082 = select i1 %208, i64 %1077, i64 %1079
  %1083 = select i1 %208, i64 %1079, i64 %1077
  %1084 = icmp eq i64 %1080, 4
  %1085 = icmp eq i64 %1080, 6
  %1086 = select i1 %1085, i64 5, i64 7
  %1087 = select i1 %1084, i64 6, i64 %1086
  %1088 = icmp eq i64 %1080, 1
  %1089 = and i1 %1088, %208
  %1090 = select i1 %1089, i64 2, i64 3
  %1091 = lshr i64 %1072, 42
  %1092 = and i64 %1091, 896
  %1093 = select i1 %1088, i64 5, i64 4
  %1094 = icmp eq i64 %1080, 2
  %1095 = select i1 %1085, i64 1, i64 3
  %1096 = select i1 %1094, i64 7, i64 %1095
  %1097 = select i1 %1081, i64 0, i64 %1096
  %1098 = load i64, ptr %600, align 8
  br i1 %33, label %1102, label %1099

1099:
  %1100 = select i1 %208, i64 %43, i64 %1073
  %1101 = select i1 %208, i64 %1073, i64 %43
  br label %1112

1102:
  br i1 %183, label %1106, label %1103

1103:
  %1104 = udiv i32 128, %185
  %1105 = zext i32 %1104 to i64
  br label %1106

1106:
  %1107 = phi i64 [ %1105, %1103 ], [ 16, %1102 ]
  %1108 = phi i32 [ %1104, %1103 ], [ 16, %1102 ]
  %1109 = select i1 %208, i64 %43, i64 %1073
  %1110 = select i1 %208, i64 %1073, i64 %43
  %1111 = zext i32 %1108 to i64
  br label %1112

1112:
  %1113 = phi i64 [ %1110, %1106 ], [ %1101, %1099 ]
  %1114 = phi i64 [ %1109, %1106 ], [ %1100, %1099 ]
  %1115 = phi i64 [ %1107, %1106 ], [ 32, %1099 ]
  %1116 = phi i64 [ %1111, %1106 ], [ 32, %1099 ]
  %1117 = udiv i64 %1113, %1116
  %1118 = icmp eq i64 %1114, 0
  br i1 %1118, label %1138, label %1119

1119:
  %1120 = icmp ugt i64 %1116, %1113
  %1121 = inttoptr i64 %1098 to ptr
  %1122 = shl i64 -1, %1090
  %1123 = xor i64 %1122, -1
  %1124 = shl i64 -1, %1087
  %1125 = xor i64 %1124, -1
  br label %1126

1126:
  %1127 = phi i64 [ 0, %1119 ], [ %1142, %1141 ]
  br i1 %1120, label %1141, label %1128

1128:
  %1129 = mul i64 %1127, %43
  %1130 = lshr i64 %1127, %1090
  %1131 = and i64 %1127, %1123
  %1132 = mul i64 %1130, %1079
  %1133 = shl i64 %1131, %1087
  %1134 = add i64 %1132, %1133
  %1135 = mul i64 %1130, %1082
  %1136 = shl i64 %1131, 4
  %1137 = add i64 %1135, %1136
  br label %1144

1138:
  %1139 = icmp ne i64 %1073, 0
  %1140 = select i1 %648, i1 %1139, i1 false
  br i1 %1140, label %1208, label %1228

1141:
  %1142 = add i64 %1127, 1
  %1143 = icmp ult i64 %1142, %1114
  br i1 %1143, label %1126, label %1138

1144:
  %1145 = phi i64 [ 0, %1128 ], [ %1206, %1205 ]
  %1146 = mul i64 %1145, %1115
  br i1 %208, label %1149, label %1147

1147:
  %1148 = add i64 %1146, %1129
  br label %1156

1149:
  %1150 = lshr i64 %1146, 4
  %1151 = mul i64 %1150, %43
  %1152 = add i64 %1151, %1127
  %1153 = shl i64 %1152, 4
  %1154 = and i64 %1146, 15
  %1155 = or i64 %1153, %1154
  br label %1156

1156:
  %1157 = phi i64 [ %1155, %1149 ], [ %1148, %1147 ]
  %1158 = getelementptr inbounds i32, ptr %649, i64 %1157
  br i1 %1081, label %1159, label %1162

1159:
  %1160 = mul i64 %1145, %1083
  %1161 = add i64 %1137, %1160
  br label %1169

1162:
  %1163 = shl i64 %1145, 4
  %1164 = and i64 %1163, %1125
  %1165 = add i64 %1134, %1164
  %1166 = lshr i64 %1163, %1087
  %1167 = mul i64 %1166, %1077
  %1168 = add i64 %1165, %1167
  br label %1169

1169:
  %1170 = phi i64 [ %1161, %1159 ], [ %1168, %1162 ]
  %1171 = add i64 %1170, %1075
  %1172 = sub i64 %1171, %1092
  %1173 = lshr i64 %1172, 7
  %1174 = and i64 %1173, %1097
  %1175 = shl i64 %1174, %1093
  %1176 = xor i64 %1175, %1171
  %1177 = getelementptr inbounds i8, ptr %1121, i64 %1176
  switch i32 %185, label %1185 [
    i32 32, label %1178
    i32 16, label %1179
    i32 8, label %1182
  ]

1178:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %1158, ptr align 1 %1177, i64 16, i1 false)
  br label %1205

1179:
  %1180 = load <8 x i16>, ptr %1177, align 16
  %1181 = zext <8 x i16> %1180 to <8 x i32>
  store <8 x i32> %1181, ptr %1158, align 32
  br label %1205

1182:
  %1183 = load <16 x i8>, ptr %1177, align 16
  %1184 = zext <16 x i8> %1183 to <16 x i32>
  store <16 x i32> %1184, ptr %1158, align 64
  br label %1205

1185:
  %1186 = phi i64 [ %1192, %1185 ], [ 0, %1169 ]
  %1187 = mul i64 %1186, %650
  %1188 = lshr i64 %1187, 3
  %1189 = getelementptr inbounds i8, ptr %1177, i64 %1188
  %1190 = load i8, ptr %1189, align 1
  %1191 = zext i8 %1190 to i64
  %1192 = add i64 %1186, 1
  %1193 = icmp ult i64 %1192, %1115
  %1194 = zext i1 %1193 to i64
  %1195 = getelementptr inbounds i8, ptr %1189, i64 %1194
  %1196 = load i8, ptr %1195, align 1
  %1197 = zext i8 %1196 to i64
  %1198 = shl i64 %1197, 8
  %1199 = or i64 %1198, %1191
  %1200 = and i64 %1187, 6
  %1201 = lshr i64 %1199, %1200
  %1202 = trunc i64 %1201 to i32
  %1203 = and i32 %1202, %652
  %1204 = getelementptr inbounds i32, ptr %1158, i64 %1186
  store i32 %1203, ptr %1204, align 4
  br i1 %1193, label %1185, label %1205

1205:
  %1206 = add i64 %1145, 1
  %1207 = icmp ult i64 %1206, %1117
  br i1 %1207, label %1144, label %1141

1208:
  %1209 = phi i64 [ %1217, %1216 ], [ 0, %1138 ]
  %1210 = mul i64 %1209, %43
  %1211 = lshr i64 %1209, 4
  %1212 = mul i64 %1211, %43
  %1213 = and i64 %1209, 15
  %1214 = getelementptr i32, ptr %7, i64 %1213
  %1215 = getelementptr i32, ptr %15, i64 %1210
  br label %1219

1216:
  %1217 = add i64 %1209, 1
  %1218 = icmp ult i64 %1217, %1073
  br i1 %1218, label %1208, label %1228

1219:
  %1220 = phi i64 [ 0, %1208 ], [ %1226, %1219 ]
  %1221 = add i64 %1220, %1212
  %1222 = shl i64 %1221, 6
  %1223 = getelementptr i8, ptr %1214, i64 %1222
  %1224 = load i32, ptr %1223, align 4
  %1225 = getelementptr i32, ptr %1215, i64 %1220
  store i32 %1224, ptr %1225, align 4
  %1226 = add i64 %1220, 1
  %1227 = icmp ult i64 %1226, %43
  br i1 %1227, label %1219, label %1216

1228:
  br i1 %1070, label %1350, label %1229

1229:
  br i1 %33, label %1230, label %1238

1230:
  br i1 %183, label %1234, label %1231

1231:
  %1232 = udiv i32 128, %185
  %1233 = zext i32 %1232 to i64
  br label %1234

1234:
  %1235 = phi i64 [ %1233, %1231 ], [ 16, %1230 ]
  %1236 = phi i32 [ %1232, %1231 ], [ 16, %1230 ]
  %1237 = zext i32 %1236 to i64
  br label %1238

1238:
  %1239 = phi i64 [ %1235, %1234 ], [ 32, %1229 ]
  %1240 = phi i64 [ %1237, %1234 ], [ 32, %1229 ]
  %1241 = udiv i64 %655, %1240
  br i1 %699, label %1261, label %1242

1242:
  %1243 = icmp ugt i64 %1240, %655
  %1244 = inttoptr i64 %1098 to ptr
  %1245 = shl i64 -1, %1090
  %1246 = xor i64 %1245, -1
  %1247 = shl i64 -1, %1087
  %1248 = xor i64 %1247, -1
  br label %1249

1249:
  %1250 = phi i64 [ 0, %1242 ], [ %1263, %1262 ]
  br i1 %1243, label %1262, label %1251

1251:
  %1252 = mul i64 %1250, %43
  %1253 = lshr i64 %1250, %1090
  %1254 = and i64 %1250, %1246
  %1255 = mul i64 %1253, %1079
  %1256 = shl i64 %1254, %1087
  %1257 = add i64 %1255, %1256
  %1258 = mul i64 %1253, %1082
  %1259 = shl i64 %1254, 4
  %1260 = add i64 %1258, %1259
  br label %1265

1261:
  br i1 %700, label %1349, label %1329

1262:
  %1263 = add i64 %1250, 1
  %1264 = icmp ult i64 %1263, %654
  br i1 %1264, label %1249, label %1261

1265:
  %1266 = phi i64 [ 0, %1251 ], [ %1327, %1326 ]
  %1267 = mul i64 %1266, %1239
  br i1 %208, label %1270, label %1268

1268:
  %1269 = add i64 %1267, %1252
  br label %1277

1270:
  %1271 = lshr i64 %1267, 4
  %1272 = mul i64 %1271, %43
  %1273 = add i64 %1272, %1250
  %1274 = shl i64 %1273, 4
  %1275 = and i64 %1267, 15
  %1276 = or i64 %1274, %1275
  br label %1277

1277:
  %1278 = phi i64 [ %1276, %1270 ], [ %1269, %1268 ]
  %1279 = getelementptr inbounds i32, ptr %658, i64 %1278
  br i1 %1081, label %1280, label %1283

1280:
  %1281 = mul i64 %1266, %1083
  %1282 = add i64 %1260, %1281
  br label %1290

1283:
  %1284 = shl i64 %1266, 4
  %1285 = and i64 %1284, %1248
  %1286 = add i64 %1257, %1285
  %1287 = lshr i64 %1284, %1087
  %1288 = mul i64 %1287, %1077
  %1289 = add i64 %1286, %1288
  br label %1290

1290:
  %1291 = phi i64 [ %1282, %1280 ], [ %1289, %1283 ]
  %1292 = add i64 %1291, %1075
  %1293 = sub i64 %1292, %1092
  %1294 = lshr i64 %1293, 7
  %1295 = and i64 %1294, %1097
  %1296 = shl i64 %1295, %1093
  %1297 = xor i64 %1296, %1292
  %1298 = getelementptr inbounds i8, ptr %1244, i64 %1297
  switch i32 %185, label %1306 [
    i32 32, label %1299
    i32 16, label %1300
    i32 8, label %1303
  ]

1299:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %1279, ptr align 1 %1298, i64 16, i1 false)
  br label %1326

1300:
  %1301 = load <8 x i16>, ptr %1298, align 16
  %1302 = zext <8 x i16> %1301 to <8 x i32>
  store <8 x i32> %1302, ptr %1279, align 32
  br label %1326

1303:
  %1304 = load <16 x i8>, ptr %1298, align 16
  %1305 = zext <16 x i8> %1304 to <16 x i32>
  store <16 x i32> %1305, ptr %1279, align 64
  br label %1326

1306:
  %1307 = phi i64 [ %1313, %1306 ], [ 0, %1290 ]
  %1308 = mul i64 %1307, %650
  %1309 = lshr i64 %1308, 3
  %1310 = getelementptr inbounds i8, ptr %1298, i64 %1309
  %1311 = load i8, ptr %1310, align 1
  %1312 = zext i8 %1311 to i64
  %1313 = add i64 %1307, 1
  %1314 = icmp ult i64 %1313, %1239
  %1315 = zext i1 %1314 to i64
  %1316 = getelementptr inbounds i8, ptr %1310, i64 %1315
  %1317 = load i8, ptr %1316, align 1
  %1318 = zext i8 %1317 to i64
  %1319 = shl i64 %1318, 8
  %1320 = or i64 %1319, %1312
  %1321 = and i64 %1308, 6
  %1322 = lshr i64 %1320, %1321
  %1323 = trunc i64 %1322 to i32
  %1324 = and i32 %1323, %652
  %1325 = getelementptr inbounds i32, ptr %1279, i64 %1307
  store i32 %1324, ptr %1325, align 4
  br i1 %1314, label %1306, label %1326

1326:
  %1327 = add i64 %1266, 1
  %1328 = icmp ult i64 %1327, %1241
  br i1 %1328, label %1265, label %1262

1329:
  %1330 = phi i64 [ %1338, %1337 ], [ 0, %1261 ]
  %1331 = mul i64 %1330, %43
  %1332 = lshr i64 %1330, 4
  %1333 = mul i64 %1332, %43
  %1334 = and i64 %1330, 15
  %1335 = getelementptr i32, ptr %8, i64 %1334
  %1336 = getelementptr i32, ptr %657, i64 %1331
  br label %1340

1337:
  %1338 = add i64 %1330, 1
  %1339 = icmp ult i64 %1338, %653
  br i1 %1339, label %1329, label %1349

1340:
  %1341 = phi i64 [ 0, %1329 ], [ %1347, %1340 ]
  %1342 = add i64 %1341, %1333
  %1343 = shl i64 %1342, 6
  %1344 = getelementptr i8, ptr %1335, i64 %1343
  %1345 = load i32, ptr %1344, align 4
  %1346 = getelementptr i32, ptr %1336, i64 %1341
  store i32 %1345, ptr %1346, align 4
  %1347 = add i64 %1341, 1
  %1348 = icmp ult i64 %1347, %43
  br i1 %1348, label %1340, label %1337

1349:
  br label %1350

1350:
  %1351 = icmp eq i64 %1067, 0
  br i1 %1351, label %1355, label %1352

1352:
  %1353 = mul i64 %1067, %43
  %1354 = getelementptr inbounds i32, ptr %15, i64 %1353
  call void @"llvm.memmove.p0.p0.i64"(ptr align 64 %15, ptr align 32 %1354, i64 %661, i1 false)
  br label %1355

1355:
  br i1 %660, label %1494, label %1356

1356:
  %1357 = phi i64 [ %1391, %1389 ], [ 0, %1355 ]
  %1358 = getelementptr inbounds i32, ptr %15, i64 %1357
  %1359 = load <32 x i32>, ptr %1358, align 64
  br i1 %187, label %1360, label %1364

1360:
  %1361 = xor <32 x i32> %1359, splat (i32 128)
  %1362 = add <32 x i32> %1361, splat (i32 -128)
  %1363 = select i1 %192, <32 x i32> %1362, <32 x i32> %1359
  br label %1389

1364:
  br i1 %184, label %1365, label %1368

1365:
  %1366 = and <32 x i32> %1359, splat (i32 -8192)
  %1367 = xor <32 x i32> %1366, %684
  br label %1389

1368:
  %1369 = and <32 x i32> %1359, %668
  %1370 = lshr <32 x i32> %1359, %670
  %1371 = shl <32 x i32> %1370, splat (i32 31)
  %1372 = shl <32 x i32> %1369, %674
  %1373 = bitcast <32 x i32> %1372 to <32 x float>
  %1374 = fmul <32 x float> %677, %1373
  %1375 = bitcast <32 x float> %1374 to <32 x i32>
  br i1 %190, label %1376, label %1381

1376:
  %1377 = lshr <32 x i32> %1369, %679
  %1378 = icmp eq <32 x i32> %1377, %682
  %1379 = or <32 x i32> %1375, splat (i32 2139095040)
  %1380 = select <32 x i1> %1378, <32 x i32> %1379, <32 x i32> %1375
  br label %1385

1381:
  %1382 = icmp eq <32 x i32> %1369, %668
  %1383 = select <32 x i1> %1382, <32 x i32> splat (i32 2147483647), <32 x i32> %1375
  %1384 = select i1 %191, <32 x i32> %1383, <32 x i32> %1375
  br label %1385

1385:
  %1386 = phi <32 x i32> [ %1380, %1376 ], [ %1384, %1381 ]
  %1387 = xor <32 x i32> %1371, %684
  %1388 = or <32 x i32> %1386, %1387
  br label %1389

1389:
  %1390 = phi <32 x i32> [ %1363, %1360 ], [ %1367, %1365 ], [ %1388, %1385 ]
  store <32 x i32> %1390, ptr %1358, align 64
  %1391 = add i64 %1357, 32
  %1392 = icmp ult i64 %1391, %557
  br i1 %1392, label %1356, label %1393

1393:
  %1394 = and i64 %1065, 549755813888
  %1395 = icmp eq i64 %1394, 0
  br i1 %1395, label %1427, label %1396

1396:
  %1397 = lshr i64 %1065, 40
  %1398 = and i64 %1397, 255
  %1399 = lshr i64 %1065, 48
  %1400 = and i64 %1399, 255
  %1401 = add i64 %1400, 2
  %1402 = add i64 %1401, %1398
  br label %1403

1403:
  %1404 = phi i64 [ 0, %1396 ], [ %1425, %1424 ]
  %1405 = freeze i64 %1404
  %1406 = freeze i64 %558
  %1407 = udiv i64 %1405, %1406
  %1408 = mul i64 %1407, %1406
  %1409 = sub i64 %1405, %1408
  %1410 = shl i64 %1407, 3
  %1411 = lshr i64 %1065, %1410
  %1412 = and i64 %1411, 255
  %1413 = add i64 %1412, %1409
  %1414 = shl i64 4294967296, %1407
  %1415 = and i64 %1414, %1065
  %1416 = icmp eq i64 %1415, 0
  %1417 = urem i64 %1413, %1402
  %1418 = icmp ule i64 %1417, %1398
  %1419 = icmp ugt i64 %1417, %1400
  %1420 = select i1 %1416, i1 %1419, i1 %1418
  br i1 %1420, label %1421, label %1424

1421:
  %1422 = mul i64 %1404, %43
  %1423 = getelementptr inbounds i32, ptr %15, i64 %1422
  call void @"llvm.memset.p0.i64"(ptr align 32 %1423, i8 0, i64 %685, i1 false)
  br label %1424

1424:
  %1425 = add i64 %1404, 1
  %1426 = icmp ult i64 %1425, %37
  br i1 %1426, label %1403, label %1427

1427:
  %1428 = load i64, ptr %645, align 8
  %1429 = and i64 %1428, 65535
  %1430 = udiv i64 %43, %28
  %1431 = load i64, ptr %560, align 8
  %1432 = inttoptr i64 %1431 to ptr
  %1433 = getelementptr inbounds i8, ptr %1432, i64 41472
  %1434 = shl i64 %1038, 7
  %1435 = getelementptr i8, ptr %1433, i64 %1434
  br label %1436

1436:
  %1437 = phi i64 [ 0, %1427 ], [ %1447, %1446 ]
  %1438 = mul i64 %1437, %43
  %1439 = getelementptr inbounds i32, ptr %15, i64 %1438
  %1440 = lshr i64 %1437, 5
  %1441 = add i64 %1429, %1440
  %1442 = and i64 %1437, 31
  %1443 = shl i64 %1441, 9
  %1444 = getelementptr i8, ptr %1435, i64 %1443
  %1445 = getelementptr inbounds i32, ptr %1444, i64 %1442
  br label %1449

1446:
  %1447 = add i64 %1437, 1
  %1448 = icmp ult i64 %1447, %37
  br i1 %1448, label %1436, label %1479

1449:
  %1450 = phi i64 [ 0, %1436 ], [ %1477, %1473 ]
  %1451 = getelementptr inbounds i32, ptr %1439, i64 %1450
  %1452 = udiv i64 %1450, %1430
  %1453 = add i64 %1452, %95
  %1454 = load i32, ptr %1445, align 4
  %1455 = trunc i64 %1453 to i32
  %1456 = shl i32 %1455, 3
  %1457 = lshr i32 %1454, %1456
  br i1 %94, label %1458, label %1466

1458:
  %1459 = and i32 %1457, 255
  %1460 = shl i32 %1459, 23
  %1461 = icmp eq i32 %1459, 255
  %1462 = icmp eq i32 %1459, 0
  %1463 = select i1 %1462, i32 4194304, i32 %1460
  %1464 = bitcast i32 %1463 to float
  %1465 = select i1 %1461, float 0x7FFFFFFFE0000000, float %1464
  br label %1473

1466:
  %1467 = and i32 %1457, 127
  %1468 = icmp eq i32 %1467, 127
  %1469 = shl i32 %1467, 20
  %1470 = bitcast i32 %1469 to float
  %1471 = fmul float %1470, 0x4770000000000000
  %1472 = select i1 %1468, float 0x7FFFFFFFE0000000, float %1471
  br label %1473

1473:
  %1474 = phi float [ %1465, %1458 ], [ %1472, %1466 ]
  %1475 = load float, ptr %1451, align 4
  %1476 = fmul float %1474, %1475
  store float %1476, ptr %1451, align 4
  %1477 = add i64 %1450, 1
  %1478 = icmp ult i64 %1477, %43
  br i1 %1478, label %1449, label %1446

1479:
  %1480 = phi i64 [ %1492, %1479 ], [ 0, %1446 ]
  %1481 = getelementptr inbounds i32, ptr %15, i64 %1480
  %1482 = load <32 x i32>, ptr %1481, align 64
  %1483 = shl <32 x i32> %1482, splat (i32 1)
  %1484 = lshr <32 x i32> %1483, splat (i32 24)
  %1485 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %1484, <32 x i32> splat (i32 1))
  %1486 = icmp eq <32 x i32> %1484, splat (i32 255)
  %1487 = select <32 x i1> %1486, <32 x i32> splat (i32 4000), <32 x i32> %1485
  %1488 = icmp eq <32 x i32> %1483, zeroinitializer
  %1489 = select <32 x i1> %1488, <32 x i32> splat (i32 63536), <32 x i32> %1487
  %1490 = trunc <32 x i32> %1489 to <32 x i16>
  %1491 = getelementptr inbounds i16, ptr %17, i64 %1480
  store <32 x i16> %1490, ptr %1491, align 64
  %1492 = add i64 %1480, 32
  %1493 = icmp ult i64 %1492, %557
  br i1 %1493, label %1479, label %1494

1494:
  %1495 = phi i64 [ %1024, %1035 ], [ %1024, %1063 ], [ %1038, %1355 ], [ %1024, %1040 ], [ %1038, %1479 ]
  %1496 = phi i32 [ %686, %1035 ], [ 1, %1063 ], [ 1, %1355 ], [ 1, %1040 ], [ 1, %1479 ]
  %1497 = mul i64 %1025, %43
  %1498 = getelementptr inbounds i32, ptr %14, i64 %1497
  %1499 = insertelement <32 x i32> poison, i32 %1496, i64 0
  %1500 = shufflevector <32 x i32> %1499, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %1507

1501:
  br i1 %688, label %1528, label %1502

1502:
  %1503 = lshr i64 %1036, 5
  %1504 = getelementptr inbounds i32, ptr %689, i64 %1503
  %1505 = trunc i64 %1036 to i32
  %1506 = and i32 %1505, 31
  br label %1531

1507:
  %1508 = phi i64 [ 0, %1494 ], [ %1526, %1507 ]
  %1509 = shl i64 %1508, 7
  %1510 = getelementptr inbounds i8, ptr %1498, i64 %1509
  %1511 = load <32 x i32>, ptr %1510, align 64
  %1512 = shl <32 x i32> %1511, splat (i32 1)
  %1513 = lshr <32 x i32> %1512, splat (i32 24)
  %1514 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %1513, <32 x i32> %1500)
  %1515 = icmp eq <32 x i32> %1513, splat (i32 255)
  %1516 = select <32 x i1> %1515, <32 x i32> splat (i32 4000), <32 x i32> %1514
  %1517 = icmp eq <32 x i32> %1512, zeroinitializer
  %1518 = select <32 x i1> %1517, <32 x i32> splat (i32 -2000), <32 x i32> %1516
  %1519 = shufflevector <32 x i32> %1518, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %1520 = and <16 x i32> %1519, splat (i32 65535)
  %1521 = shufflevector <32 x i32> %1518, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %1522 = shl <16 x i32> %1521, splat (i32 16)
  %1523 = or <16 x i32> %1520, %1522
  %1524 = shl i64 %1508, 6
  %1525 = getelementptr inbounds i8, ptr %16, i64 %1524
  store <16 x i32> %1523, ptr %1525, align 64
  %1526 = add i64 %1508, 1
  %1527 = icmp ult i64 %1526, %687
  br i1 %1527, label %1507, label %1501

1528:
  %1529 = add i64 %1025, 16
  %1530 = icmp ult i64 %1529, %246
  br i1 %1530, label %1023, label %1019

1531:
  %1532 = phi i64 [ 0, %1502 ], [ %1683, %1682 ]
  %1533 = load i64, ptr %560, align 8
  %1534 = inttoptr i64 %1533 to ptr
  %1535 = getelementptr inbounds i8, ptr %1534, i64 41472
  %1536 = add i64 %1532, %254
  %1537 = shl i64 %1536, 9
  %1538 = getelementptr inbounds i8, ptr %1535, i64 %1537
  %1539 = getelementptr inbounds i32, ptr %1538, i64 %1036
  %1540 = add i64 %1532, %1018
  %1541 = mul i64 %1540, %43
  %1542 = getelementptr inbounds i32, ptr %15, i64 %1541
  %1543 = getelementptr inbounds i16, ptr %17, i64 %1541
  %1544 = load i32, ptr %1504, align 4
  %1545 = lshr i32 %1544, %1506
  %1546 = load i64, ptr %691, align 8
  %1547 = inttoptr i64 %1546 to ptr
  %1548 = load i64, ptr %693, align 8
  br i1 %692, label %1554, label %1549

1549:
  %1550 = and i32 %1545, 65535
  %1551 = icmp eq i64 %1548, 0
  %1552 = icmp eq i32 %1550, 0
  %1553 = select i1 %1551, i1 %1552, i1 false
  br label %1554

1554:
  %1555 = phi i1 [ %1553, %1549 ], [ false, %1531 ]
  %1556 = trunc i64 %1548 to i32
  %1557 = shl i32 %1556, 23
  %1558 = sub i32 1065353216, %1557
  %1559 = bitcast i32 %1558 to float
  %1560 = load i64, ptr %694, align 8
  %1561 = icmp eq i64 %1560, 0
  %1562 = icmp eq i64 %1548, 0
  br label %1564

1563:
  call void %1547(ptr %4, ptr %1498, ptr %1542, ptr %16, ptr %1543)
  br label %1608

1564:
  %1565 = phi i64 [ 0, %1554 ], [ %1576, %1575 ]
  br i1 %1561, label %1570, label %1566

1566:
  %1567 = shl i64 %1565, 9
  %1568 = getelementptr inbounds i8, ptr %1539, i64 %1567
  %1569 = load <16 x i32>, ptr %1568, align 64
  br i1 %97, label %1570, label %1571

1570:
  br label %1571

1571:
  %1572 = phi <16 x i32> [ zeroinitializer, %1570 ], [ %1569, %1566 ]
  %1573 = getelementptr inbounds <16 x i32>, ptr %4, i64 %1565
  store <16 x i32> %1572, ptr %1573, align 64
  br i1 %1555, label %1575, label %1578

1574:
  store <16 x i32> %1605, ptr %1573, align 64
  br label %1575

1575:
  %1576 = add i64 %1565, 1
  %1577 = icmp ult i64 %1565, 7
  br i1 %1577, label %1564, label %1563

1578:
  %1579 = phi <16 x i32> [ %1605, %1599 ], [ %1572, %1571 ]
  %1580 = phi i64 [ %1606, %1599 ], [ 0, %1571 ]
  %1581 = extractelement <16 x i32> %1572, i64 %1580
  br i1 %98, label %1582, label %1599

1582:
  %1583 = and i32 %1581, 65535
  %1584 = insertelement <32 x i32> poison, i32 %1583, i64 0
  %1585 = shufflevector <32 x i32> %1584, <32 x i32> poison, <32 x i32> zeroinitializer
  %1586 = shl <32 x i32> %1585, splat (i32 13)
  %1587 = and <32 x i32> %1586, splat (i32 268427264)
  %1588 = bitcast <32 x i32> %1587 to <32 x float>
  %1589 = fmul <32 x float> %1588, splat (float 0x46F0000000000000)
  %1590 = bitcast <32 x float> %1589 to <32 x i32>
  %1591 = and <32 x i32> %1585, splat (i32 31744)
  %1592 = icmp eq <32 x i32> %1591, splat (i32 31744)
  %1593 = or <32 x i32> %1590, <i32 2139095040, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %1594 = select <32 x i1> %1592, <32 x i32> %1593, <32 x i32> %1590
  %1595 = extractelement <32 x i32> %1594, i64 0
  %1596 = shl i32 %1583, 16
  %1597 = and i32 %1596, -2147483648
  %1598 = or i32 %1595, %1597
  br label %1599

1599:
  %1600 = phi i32 [ %1598, %1582 ], [ %1581, %1578 ]
  %1601 = bitcast i32 %1600 to float
  %1602 = fmul float %1559, %1601
  %1603 = bitcast float %1602 to i32
  %1604 = select i1 %1562, i32 %1600, i32 %1603
  %1605 = insertelement <16 x i32> %1579, i32 %1604, i64 %1580
  %1606 = add i64 %1580, 1
  %1607 = icmp ugt i64 %1580, 14
  br i1 %1607, label %1574, label %1578

1608:
  %1609 = phi i64 [ 0, %1563 ], [ %1627, %1626 ]
  br i1 %695, label %1616, label %1610

1610:
  %1611 = getelementptr inbounds <16 x i32>, ptr %4, i64 %1609
  %1612 = load <16 x i32>, ptr %1611, align 64
  %1613 = and <16 x i32> %1612, splat (i32 2147483647)
  %1614 = icmp ugt <16 x i32> %1613, splat (i32 2139095040)
  %1615 = select <16 x i1> %1614, <16 x i32> splat (i32 2147483647), <16 x i32> %1612
  store <16 x i32> %1615, ptr %1611, align 64
  br label %1616

1616:
  br i1 %1555, label %1617, label %1622

1617:
  %1618 = getelementptr inbounds <16 x i32>, ptr %4, i64 %1609
  %1619 = load <16 x i32>, ptr %1618, align 64
  %1620 = shl i64 %1609, 9
  %1621 = getelementptr inbounds i8, ptr %1539, i64 %1620
  store <16 x i32> %1619, ptr %1621, align 64
  br label %1626

1622:
  %1623 = shl i64 %1609, 9
  %1624 = getelementptr inbounds i8, ptr %1539, i64 %1623
  %1625 = getelementptr inbounds <16 x i32>, ptr %4, i64 %1609
  br label %1629

1626:
  %1627 = add i64 %1609, 1
  %1628 = icmp ult i64 %1609, 7
  br i1 %1628, label %1608, label %1682

1629:
  %1630 = phi i64 [ 0, %1622 ], [ %1680, %1679 ]
  %1631 = getelementptr inbounds i32, ptr %1624, i64 %1630
  %1632 = load <16 x i32>, ptr %1625, align 64
  %1633 = extractelement <16 x i32> %1632, i64 %1630
  %1634 = trunc i64 %1630 to i32
  %1635 = shl i32 1, %1634
  %1636 = and i32 %1635, %1545
  %1637 = icmp eq i32 %1636, 0
  br i1 %1637, label %1638, label %1679

1638:
  br i1 %98, label %1639, label %1669

1639:
  %1640 = bitcast i32 %1633 to float
  %1641 = lshr i32 %1633, 16
  %1642 = and i32 %1641, 32768
  %1643 = call float @"llvm.fabs.f32"(float %1640)
  %1644 = bitcast float %1643 to i32
  %1645 = icmp ugt i32 %1644, 2139095040
  br i1 %1645, label %1664, label %1646

1646:
  %1647 = icmp ugt i32 %1644, 1199566847
  br i1 %1647, label %1648, label %1650

1648:
  %1649 = or i32 %1642, 31744
  br label %1664

1650:
  %1651 = icmp ult i32 %1644, 947912704
  br i1 %1651, label %1652, label %1657

1652:
  %1653 = fadd float %1643, 5.000000e-01
  %1654 = bitcast float %1653 to i32
  %1655 = add i32 %1654, -1056964608
  %1656 = or i32 %1655, %1642
  br label %1664

1657:
  %1658 = lshr i32 %1644, 13
  %1659 = and i32 %1658, 1
  %1660 = add i32 %1644, -939520001
  %1661 = add i32 %1660, %1659
  %1662 = lshr i32 %1661, 13
  %1663 = or i32 %1662, %1642
  br label %1664

1664:
  %1665 = phi i32 [ %1663, %1657 ], [ %1649, %1648 ], [ %1656, %1652 ], [ 32767, %1639 ]
  %1666 = load i32, ptr %1631, align 4
  %1667 = and i32 %1666, -65536
  %1668 = or i32 %1667, %1665
  br label %1669

1669:
  %1670 = phi i32 [ %1668, %1664 ], [ %1633, %1638 ]
  br i1 %97, label %1671, label %1677

1671:
  %1672 = load i64, ptr %694, align 8
  %1673 = icmp eq i64 %1672, 0
  br i1 %1673, label %1677, label %1674

1674:
  %1675 = load i32, ptr %1631, align 4
  %1676 = call i32 @"llvm.sadd.sat.i32"(i32 %1670, i32 %1675)
  br label %1677

1677:
  %1678 = phi i32 [ %1676, %1674 ], [ %1670, %1671 ], [ %1670, %1669 ]
  store i32 %1678, ptr %1631, align 4
  br label %1679

1679:
  %1680 = add i64 %1630, 1
  %1681 = icmp ugt i64 %1630, 14
  br i1 %1681, label %1626, label %1629

1682:
  %1683 = add i64 %1532, 8
  %1684 = icmp ult i64 %1683, %558
  br i1 %1684, label %1531, label %1528

1685:
  br label %3229

1686:
  %1687 = getelementptr inbounds i8, ptr %0, i64 344
  %1688 = load i64, ptr %1687, align 8
  %1689 = and i64 %1688, -2
  %1690 = getelementptr inbounds i8, ptr %0, i64 512
  %1691 = load i64, ptr %1690, align 8
  %1692 = inttoptr i64 %1691 to ptr
  %1693 = getelementptr inbounds ptr, ptr %1692, i64 %1689
  %1694 = load ptr, ptr %1693, align 8
  %1695 = or i64 %1688, 1
  %1696 = getelementptr inbounds ptr, ptr %1692, i64 %1695
  %1697 = load ptr, ptr %1696, align 8
  %1698 = getelementptr inbounds i8, ptr %1, i64 40
  %1699 = getelementptr inbounds i8, ptr %1, i64 48
  %1700 = mul i64 %37, %43
  %1701 = trunc i64 %37 to i16
  %1702 = trunc i64 %247 to i16
  %1703 = udiv i16 %1701, %1702
  %1704 = zext i16 %1703 to i64
  %1705 = icmp eq i64 %246, 0
  %1706 = add i64 %26, -5
  %1707 = icmp ult i64 %1706, 2
  %1708 = icmp ugt i32 %181, 7
  %1709 = or i1 %1707, %1708
  %1710 = zext i32 %181 to i64
  %1711 = select i1 %1709, i64 %1710, i64 8
  %1712 = trunc i64 %1711 to i32
  %1713 = icmp ne i32 %181, 4
  %1714 = or i1 %1707, %1713
  %1715 = sub i32 32, %181
  %1716 = lshr i32 -1, %1715
  %1717 = icmp eq i64 %246, 64
  %1718 = icmp eq i64 %247, 1
  %1719 = and i1 %1717, %1718
  %1720 = select i1 %1714, i64 0, i64 2
  %1721 = select i1 %205, i64 %43, i64 %246
  %1722 = select i1 %205, i64 %246, i64 %43
  %1723 = icmp ne i8 %49, 0
  %1724 = select i1 %1723, ptr %18, ptr %5
  %1725 = shl i32 -1, %181
  %1726 = xor i32 %1725, -1
  %1727 = add i64 %246, -1
  %1728 = icmp eq i64 %1727, 0
  %1729 = mul i64 %246, %43
  %1730 = select i1 %45, i32 0, i32 -2147483648
  %1731 = icmp eq i32 %180, 0
  %1732 = icmp eq i32 %181, 32
  %1733 = add i32 %181, -1
  %1734 = shl i32 -1, %1733
  %1735 = xor i32 %1734, -1
  %1736 = sub i32 23, %180
  %1737 = insertelement <32 x i32> poison, i32 %1735, i64 0
  %1738 = shufflevector <32 x i32> %1737, <32 x i32> poison, <32 x i32> zeroinitializer
  %1739 = insertelement <32 x i32> poison, i32 %1733, i64 0
  %1740 = shufflevector <32 x i32> %1739, <32 x i32> poison, <32 x i32> zeroinitializer
  %1741 = shl i32 %179, 23
  %1742 = sub i32 2130706432, %1741
  %1743 = insertelement <32 x i32> poison, i32 %1736, i64 0
  %1744 = shufflevector <32 x i32> %1743, <32 x i32> poison, <32 x i32> zeroinitializer
  %1745 = insertelement <32 x i32> poison, i32 %1742, i64 0
  %1746 = bitcast <32 x i32> %1745 to <32 x float>
  %1747 = shufflevector <32 x float> %1746, <32 x float> poison, <32 x i32> zeroinitializer
  %1748 = icmp eq i32 %178, 1
  %1749 = icmp eq i32 %178, 2
  %1750 = insertelement <32 x i32> poison, i32 %180, i64 0
  %1751 = shufflevector <32 x i32> %1750, <32 x i32> poison, <32 x i32> zeroinitializer
  %1752 = lshr i32 %1735, %180
  %1753 = insertelement <32 x i32> poison, i32 %1752, i64 0
  %1754 = shufflevector <32 x i32> %1753, <32 x i32> poison, <32 x i32> zeroinitializer
  %1755 = insertelement <32 x i32> poison, i32 %1730, i64 0
  %1756 = shufflevector <32 x i32> %1755, <32 x i32> poison, <32 x i32> zeroinitializer
  %1757 = getelementptr inbounds i8, ptr %1, i64 88
  %1758 = add i64 %37, 31
  %1759 = lshr i64 %1758, 5
  %1760 = getelementptr inbounds i8, ptr %1, i64 96
  %1761 = getelementptr inbounds i8, ptr %1, i64 104
  %1762 = getelementptr inbounds i8, ptr %1, i64 56
  %1763 = getelementptr inbounds i8, ptr %1694, i64 472
  %1764 = icmp ne i8 %52, 0
  %1765 = select i1 %1764, ptr %10, ptr %19
  %1766 = zext i32 %185 to i64
  %1767 = shl i32 -1, %185
  %1768 = xor i32 %1767, -1
  %1769 = lshr exact i64 %37, 1
  %1770 = getelementptr inbounds i8, ptr %1697, i64 472
  %1771 = select i1 %208, i64 %43, i64 %1769
  %1772 = select i1 %208, i64 %1769, i64 %43
  %1773 = mul i64 %43, %1769
  %1774 = getelementptr inbounds i32, ptr %19, i64 %1773
  %1775 = select i1 %1764, ptr %11, ptr %1774
  %1776 = icmp eq ptr %1775, %1774
  %1777 = shl i64 %1700, 2
  %1778 = select i1 %46, i32 -2147483648, i32 0
  %1779 = add i32 %185, -1
  %1780 = shl i32 -1, %1779
  %1781 = xor i32 %1780, -1
  %1782 = sub i32 23, %188
  %1783 = insertelement <32 x i32> poison, i32 %1781, i64 0
  %1784 = shufflevector <32 x i32> %1783, <32 x i32> poison, <32 x i32> zeroinitializer
  %1785 = insertelement <32 x i32> poison, i32 %1779, i64 0
  %1786 = shufflevector <32 x i32> %1785, <32 x i32> poison, <32 x i32> zeroinitializer
  %1787 = shl i32 %189, 23
  %1788 = sub i32 2130706432, %1787
  %1789 = insertelement <32 x i32> poison, i32 %1782, i64 0
  %1790 = shufflevector <32 x i32> %1789, <32 x i32> poison, <32 x i32> zeroinitializer
  %1791 = insertelement <32 x i32> poison, i32 %1788, i64 0
  %1792 = bitcast <32 x i32> %1791 to <32 x float>
  %1793 = shufflevector <32 x float> %1792, <32 x float> poison, <32 x i32> zeroinitializer
  %1794 = insertelement <32 x i32> poison, i32 %188, i64 0
  %1795 = shufflevector <32 x i32> %1794, <32 x i32> poison, <32 x i32> zeroinitializer
  %1796 = lshr i32 %1781, %188
  %1797 = insertelement <32 x i32> poison, i32 %1796, i64 0
  %1798 = shufflevector <32 x i32> %1797, <32 x i32> poison, <32 x i32> zeroinitializer
  %1799 = insertelement <32 x i32> poison, i32 %1778, i64 0
  %1800 = shufflevector <32 x i32> %1799, <32 x i32> poison, <32 x i32> zeroinitializer
  %1801 = shl i64 %43, 2
  %1802 = sub i32 128, %179
  %1803 = lshr exact i64 %43, 1
  %1804 = icmp ugt i64 %247, %37
  %1805 = getelementptr inbounds i8, ptr %1, i64 128
  %1806 = select i1 %98, i64 120, i64 112
  %1807 = getelementptr inbounds i8, ptr %1, i64 %1806
  %1808 = select i1 %98, i1 true, i1 %97
  %1809 = getelementptr inbounds i8, ptr %1, i64 80
  %1810 = getelementptr inbounds i8, ptr %1, i64 72
  %1811 = icmp eq i64 %26, 3
  %1812 = select i1 %1764, ptr %12, ptr %19
  %1813 = select i1 %1764, ptr %13, ptr %1774
  %1814 = icmp eq ptr %1813, %1774
  %1815 = sub i32 128, %189
  %1816 = insertelement <32 x i32> poison, i32 %1815, i64 0
  %1817 = shufflevector <32 x i32> %1816, <32 x i32> poison, <32 x i32> zeroinitializer
  %1818 = icmp eq i64 %1771, 0
  %1819 = icmp eq i64 %1721, 0
  %1820 = select i1 %1723, i1 true, i1 %1705
  %1821 = select i1 %55, i1 true, i1 %1705
  %1822 = icmp eq i64 %1771, 0
  br label %1823

1823:
  %1824 = phi i1 [ true, %1686 ], [ false, %3228 ]
  %1825 = phi i64 [ 0, %1686 ], [ 16, %3228 ]
  %1826 = select i1 %1824, ptr %1694, ptr %1697
  %1827 = load i64, ptr %1698, align 8
  %1828 = lshr i64 %1827, 16
  %1829 = and i64 %1828, 65535
  %1830 = and i64 %1827, 65535
  %1831 = load i64, ptr %1699, align 8
  br i1 %55, label %1832, label %2212

1832:
  %1833 = load i64, ptr %1761, align 8
  %1834 = lshr i64 %1833, 56
  %1835 = and i64 %1834, 63
  %1836 = load i64, ptr %1, align 8
  %1837 = and i64 %1836, 1
  %1838 = icmp eq i64 %1837, 0
  %1839 = lshr exact i64 %37, %1837
  %1840 = load i64, ptr %1762, align 8
  %1841 = add i64 %1839, %1835
  %1842 = shl i64 %1840, 4
  %1843 = and i64 %1842, 262128
  %1844 = lshr i64 %1840, 12
  %1845 = and i64 %1844, 262128
  %1846 = lshr i64 %1840, 28
  %1847 = and i64 %1846, 262128
  %1848 = lshr i64 %1840, 61
  %1849 = icmp eq i64 %1848, 0
  %1850 = select i1 %208, i64 %1845, i64 %1847
  %1851 = select i1 %208, i64 %1847, i64 %1845
  %1852 = icmp eq i64 %1848, 4
  %1853 = icmp eq i64 %1848, 6
  %1854 = select i1 %1853, i64 5, i64 7
  %1855 = select i1 %1852, i64 6, i64 %1854
  %1856 = icmp eq i64 %1848, 1
  %1857 = and i1 %1856, %208
  %1858 = select i1 %1857, i64 2, i64 3
  %1859 = lshr i64 %1840, 42
  %1860 = and i64 %1859, 896
  %1861 = select i1 %1856, i64 5, i64 4
  %1862 = icmp eq i64 %1848, 2
  %1863 = select i1 %1853, i64 1, i64 3
  %1864 = select i1 %1862, i64 7, i64 %1863
  %1865 = select i1 %1849, i64 0, i64 %1864
  %1866 = load i64, ptr %1763, align 8
  br i1 %33, label %1870, label %1867

1867:
  %1868 = select i1 %208, i64 %43, i64 %1841
  %1869 = select i1 %208, i64 %1841, i64 %43
  br label %1880

1870:
  br i1 %183, label %1874, label %1871

1871:
  %1872 = udiv i32 128, %185
  %1873 = zext i32 %1872 to i64
  br label %1874

1874:
  %1875 = phi i64 [ %1873, %1871 ], [ 16, %1870 ]
  %1876 = phi i32 [ %1872, %1871 ], [ 16, %1870 ]
  %1877 = select i1 %208, i64 %43, i64 %1841
  %1878 = select i1 %208, i64 %1841, i64 %43
  %1879 = zext i32 %1876 to i64
  br label %1880

1880:
  %1881 = phi i64 [ %1878, %1874 ], [ %1869, %1867 ]
  %1882 = phi i64 [ %1877, %1874 ], [ %1868, %1867 ]
  %1883 = phi i64 [ %1875, %1874 ], [ 32, %1867 ]
  %1884 = phi i64 [ %1879, %1874 ], [ 32, %1867 ]
  %1885 = udiv i64 %1881, %1884
  %1886 = icmp eq i64 %1882, 0
  br i1 %1886, label %1906, label %1887

1887:
  %1888 = icmp ugt i64 %1884, %1881
  %1889 = inttoptr i64 %1866 to ptr
  %1890 = shl i64 -1, %1858
  %1891 = xor i64 %1890, -1
  %1892 = shl i64 -1, %1855
  %1893 = xor i64 %1892, -1
  br label %1894

1894:
  %1895 = phi i64 [ 0, %1887 ], [ %1910, %1909 ]
  br i1 %1888, label %1909, label %1896

1896:
  %1897 = mul i64 %1895, %43
  %1898 = lshr i64 %1895, %1858
  %1899 = and i64 %1895, %1891
  %1900 = mul i64 %1898, %1847
  %1901 = shl i64 %1899, %1855
  %1902 = add i64 %1900, %1901
  %1903 = mul i64 %1898, %1850
  %1904 = shl i64 %1899, 4
  %1905 = add i64 %1903, %1904
  br label %1912

1906:
  %1907 = icmp ne i64 %1841, 0
  %1908 = select i1 %1764, i1 %1907, i1 false
  br i1 %1908, label %1976, label %1996

1909:
  %1910 = add i64 %1895, 1
  %1911 = icmp ult i64 %1910, %1882
  br i1 %1911, label %1894, label %1906

1912:
  %1913 = phi i64 [ 0, %1896 ], [ %1974, %1973 ]
  %1914 = mul i64 %1913, %1883
  br i1 %208, label %1917, label %1915

1915:
  %1916 = add i64 %1914, %1897
  br label %1924

1917:
  %1918 = lshr i64 %1914, 4
  %1919 = mul i64 %1918, %43
  %1920 = add i64 %1919, %1895
  %1921 = shl i64 %1920, 4
  %1922 = and i64 %1914, 15
  %1923 = or i64 %1921, %1922
  br label %1924

1924:
  %1925 = phi i64 [ %1923, %1917 ], [ %1916, %1915 ]
  %1926 = getelementptr inbounds i32, ptr %1812, i64 %1925
  br i1 %1849, label %1927, label %1930

1927:
  %1928 = mul i64 %1913, %1851
  %1929 = add i64 %1905, %1928
  br label %1937

1930:
  %1931 = shl i64 %1913, 4
  %1932 = and i64 %1931, %1893
  %1933 = add i64 %1902, %1932
  %1934 = lshr i64 %1931, %1855
  %1935 = mul i64 %1934, %1845
  %1936 = add i64 %1933, %1935
  br label %1937

1937:
  %1938 = phi i64 [ %1929, %1927 ], [ %1936, %1930 ]
  %1939 = add i64 %1938, %1843
  %1940 = sub i64 %1939, %1860
  %1941 = lshr i64 %1940, 7
  %1942 = and i64 %1941, %1865
  %1943 = shl i64 %1942, %1861
  %1944 = xor i64 %1943, %1939
  %1945 = getelementptr inbounds i8, ptr %1889, i64 %1944
  switch i32 %185, label %1953 [
    i32 32, label %1946
    i32 16, label %1947
    i32 8, label %1950
  ]

1946:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %1926, ptr align 1 %1945, i64 16, i1 false)
  br label %1973

1947:
  %1948 = load <8 x i16>, ptr %1945, align 16
  %1949 = zext <8 x i16> %1948 to <8 x i32>
  store <8 x i32> %1949, ptr %1926, align 32
  br label %1973

1950:
  %1951 = load <16 x i8>, ptr %1945, align 16
  %1952 = zext <16 x i8> %1951 to <16 x i32>
  store <16 x i32> %1952, ptr %1926, align 64
  br label %1973

1953:
  %1954 = phi i64 [ %1960, %1953 ], [ 0, %1937 ]
  %1955 = mul i64 %1954, %1766
  %1956 = lshr i64 %1955, 3
  %1957 = getelementptr inbounds i8, ptr %1945, i64 %1956
  %1958 = load i8, ptr %1957, align 1
  %1959 = zext i8 %1958 to i64
  %1960 = add i64 %1954, 1
  %1961 = icmp ult i64 %1960, %1883
  %1962 = zext i1 %1961 to i64
  %1963 = getelementptr inbounds i8, ptr %1957, i64 %1962
  %1964 = load i8, ptr %1963, align 1
  %1965 = zext i8 %1964 to i64
  %1966 = shl i64 %1965, 8
  %1967 = or i64 %1966, %1959
  %1968 = and i64 %1955, 6
  %1969 = lshr i64 %1967, %1968
  %1970 = trunc i64 %1969 to i32
  %1971 = and i32 %1970, %1768
  %1972 = getelementptr inbounds i32, ptr %1926, i64 %1954
  store i32 %1971, ptr %1972, align 4
  br i1 %1961, label %1953, label %1973

1973:
  %1974 = add i64 %1913, 1
  %1975 = icmp ult i64 %1974, %1885
  br i1 %1975, label %1912, label %1909

1976:
  %1977 = phi i64 [ %1985, %1984 ], [ 0, %1906 ]
  %1978 = mul i64 %1977, %43
  %1979 = lshr i64 %1977, 4
  %1980 = mul i64 %1979, %43
  %1981 = and i64 %1977, 15
  %1982 = getelementptr i32, ptr %12, i64 %1981
  %1983 = getelementptr i32, ptr %19, i64 %1978
  br label %1987

1984:
  %1985 = add i64 %1977, 1
  %1986 = icmp ult i64 %1985, %1841
  br i1 %1986, label %1976, label %1996

1987:
  %1988 = phi i64 [ 0, %1976 ], [ %1994, %1987 ]
  %1989 = add i64 %1988, %1980
  %1990 = shl i64 %1989, 6
  %1991 = getelementptr i8, ptr %1982, i64 %1990
  %1992 = load i32, ptr %1991, align 4
  %1993 = getelementptr i32, ptr %1983, i64 %1988
  store i32 %1992, ptr %1993, align 4
  %1994 = add i64 %1988, 1
  %1995 = icmp ult i64 %1994, %43
  br i1 %1995, label %1987, label %1984

1996:
  br i1 %1838, label %2119, label %1997

1997:
  %1998 = load i64, ptr %1770, align 8
  br i1 %33, label %1999, label %2007

1999:
  br i1 %183, label %2003, label %2000

2000:
  %2001 = udiv i32 128, %185
  %2002 = zext i32 %2001 to i64
  br label %2003

2003:
  %2004 = phi i64 [ %2002, %2000 ], [ 16, %1999 ]
  %2005 = phi i32 [ %2001, %2000 ], [ 16, %1999 ]
  %2006 = zext i32 %2005 to i64
  br label %2007

2007:
  %2008 = phi i64 [ %2004, %2003 ], [ 32, %1997 ]
  %2009 = phi i64 [ %2006, %2003 ], [ 32, %1997 ]
  %2010 = udiv i64 %1772, %2009
  br i1 %1818, label %2030, label %2011

2011:
  %2012 = icmp ugt i64 %2009, %1772
  %2013 = inttoptr i64 %1998 to ptr
  %2014 = shl i64 -1, %1858
  %2015 = xor i64 %2014, -1
  %2016 = shl i64 -1, %1855
  %2017 = xor i64 %2016, -1
  br label %2018

2018:
  %2019 = phi i64 [ 0, %2011 ], [ %2032, %2031 ]
  br i1 %2012, label %2031, label %2020

2020:
  %2021 = mul i64 %2019, %43
  %2022 = lshr i64 %2019, %1858
  %2023 = and i64 %2019, %2015
  %2024 = mul i64 %2022, %1847
  %2025 = shl i64 %2023, %1855
  %2026 = add i64 %2024, %2025
  %2027 = mul i64 %2022, %1850
  %2028 = shl i64 %2023, 4
  %2029 = add i64 %2027, %2028
  br label %2034

2030:
  br i1 %1814, label %2118, label %2098

2031:
  %2032 = add i64 %2019, 1
  %2033 = icmp ult i64 %2032, %1771
  br i1 %2033, label %2018, label %2030

2034:
  %2035 = phi i64 [ 0, %2020 ], [ %2096, %2095 ]
  %2036 = mul i64 %2035, %2008
  br i1 %208, label %2039, label %2037

2037:
  %2038 = add i64 %2036, %2021
  br label %2046

2039:
  %2040 = lshr i64 %2036, 4
  %2041 = mul i64 %2040, %43
  %2042 = add i64 %2041, %2019
  %2043 = shl i64 %2042, 4
  %2044 = and i64 %2036, 15
  %2045 = or i64 %2043, %2044
  br label %2046

2046:
  %2047 = phi i64 [ %2045, %2039 ], [ %2038, %2037 ]
  %2048 = getelementptr inbounds i32, ptr %1813, i64 %2047
  br i1 %1849, label %2049, label %2052

2049:
  %2050 = mul i64 %2035, %1851
  %2051 = add i64 %2029, %2050
  br label %2059

2052:
  %2053 = shl i64 %2035, 4
  %2054 = and i64 %2053, %2017
  %2055 = add i64 %2026, %2054
  %2056 = lshr i64 %2053, %1855
  %2057 = mul i64 %2056, %1845
  %2058 = add i64 %2055, %2057
  br label %2059

2059:
  %2060 = phi i64 [ %2051, %2049 ], [ %2058, %2052 ]
  %2061 = add i64 %2060, %1843
  %2062 = sub i64 %2061, %1860
  %2063 = lshr i64 %2062, 7
  %2064 = and i64 %2063, %1865
  %2065 = shl i64 %2064, %1861
  %2066 = xor i64 %2065, %2061
  %2067 = getelementptr inbounds i8, ptr %2013, i64 %2066
  switch i32 %185, label %2075 [
    i32 32, label %2068
    i32 16, label %2069
    i32 8, label %2072
  ]

2068:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %2048, ptr align 1 %2067, i64 16, i1 false)
  br label %2095

2069:
  %2070 = load <8 x i16>, ptr %2067, align 16
  %2071 = zext <8 x i16> %2070 to <8 x i32>
  store <8 x i32> %2071, ptr %2048, align 32
  br label %2095

2072:
  %2073 = load <16 x i8>, ptr %2067, align 16
  %2074 = zext <16 x i8> %2073 to <16 x i32>
  store <16 x i32> %2074, ptr %2048, align 64
  br label %2095

2075:
  %2076 = phi i64 [ %2082, %2075 ], [ 0, %2059 ]
  %2077 = mul i64 %2076, %1766
  %2078 = lshr i64 %2077, 3
  %2079 = getelementptr inbounds i8, ptr %2067, i64 %2078
  %2080 = load i8, ptr %2079, align 1
  %2081 = zext i8 %2080 to i64
  %2082 = add i64 %2076, 1
  %2083 = icmp ult i64 %2082, %2008
  %2084 = zext i1 %2083 to i64
  %2085 = getelementptr inbounds i8, ptr %2079, i64 %2084
  %2086 = load i8, ptr %2085, align 1
  %2087 = zext i8 %2086 to i64
  %2088 = shl i64 %2087, 8
  %2089 = or i64 %2088, %2081
  %2090 = and i64 %2077, 6
  %2091 = lshr i64 %2089, %2090
  %2092 = trunc i64 %2091 to i32
  %2093 = and i32 %2092, %1768
  %2094 = getelementptr inbounds i32, ptr %2048, i64 %2076
  store i32 %2093, ptr %2094, align 4
  br i1 %2083, label %2075, label %2095

2095:
  %2096 = add i64 %2035, 1
  %2097 = icmp ult i64 %2096, %2010
  br i1 %2097, label %2034, label %2031

2098:
  %2099 = phi i64 [ %2107, %2106 ], [ 0, %2030 ]
  %2100 = mul i64 %2099, %43
  %2101 = lshr i64 %2099, 4
  %2102 = mul i64 %2101, %43
  %2103 = and i64 %2099, 15
  %2104 = getelementptr i32, ptr %13, i64 %2103
  %2105 = getelementptr i32, ptr %1774, i64 %2100
  br label %2109

2106:
  %2107 = add i64 %2099, 1
  %2108 = icmp ult i64 %2107, %1769
  br i1 %2108, label %2098, label %2118

2109:
  %2110 = phi i64 [ 0, %2098 ], [ %2116, %2109 ]
  %2111 = add i64 %2110, %2102
  %2112 = shl i64 %2111, 6
  %2113 = getelementptr i8, ptr %2104, i64 %2112
  %2114 = load i32, ptr %2113, align 4
  %2115 = getelementptr i32, ptr %2105, i64 %2110
  store i32 %2114, ptr %2115, align 4
  %2116 = add i64 %2110, 1
  %2117 = icmp ult i64 %2116, %43
  br i1 %2117, label %2109, label %2106

2118:
  br label %2119

2119:
  %2120 = icmp eq i64 %1835, 0
  br i1 %2120, label %2124, label %2121

2121:
  %2122 = mul i64 %1835, %43
  %2123 = getelementptr inbounds i32, ptr %19, i64 %2122
  call void @"llvm.memmove.p0.p0.i64"(ptr align 64 %19, ptr align 32 %2123, i64 %1777, i1 false)
  br label %2124

2124:
  br label %2125

2125:
  %2126 = phi i64 [ %2160, %2158 ], [ 0, %2124 ]
  %2127 = getelementptr inbounds i32, ptr %19, i64 %2126
  %2128 = load <32 x i32>, ptr %2127, align 64
  br i1 %187, label %2129, label %2133

2129:
  %2130 = xor <32 x i32> %2128, splat (i32 128)
  %2131 = add <32 x i32> %2130, splat (i32 -128)
  %2132 = select i1 %192, <32 x i32> %2131, <32 x i32> %2128
  br label %2158

2133:
  br i1 %184, label %2134, label %2137

2134:
  %2135 = and <32 x i32> %2128, splat (i32 -8192)
  %2136 = xor <32 x i32> %2135, %1800
  br label %2158

2137:
  %2138 = and <32 x i32> %2128, %1784
  %2139 = lshr <32 x i32> %2128, %1786
  %2140 = shl <32 x i32> %2139, splat (i32 31)
  %2141 = shl <32 x i32> %2138, %1790
  %2142 = bitcast <32 x i32> %2141 to <32 x float>
  %2143 = fmul <32 x float> %1793, %2142
  %2144 = bitcast <32 x float> %2143 to <32 x i32>
  br i1 %190, label %2145, label %2150

2145:
  %2146 = lshr <32 x i32> %2138, %1795
  %2147 = icmp eq <32 x i32> %2146, %1798
  %2148 = or <32 x i32> %2144, splat (i32 2139095040)
  %2149 = select <32 x i1> %2147, <32 x i32> %2148, <32 x i32> %2144
  br label %2154

2150:
  %2151 = icmp eq <32 x i32> %2138, %1784
  %2152 = select <32 x i1> %2151, <32 x i32> splat (i32 2147483647), <32 x i32> %2144
  %2153 = select i1 %191, <32 x i32> %2152, <32 x i32> %2144
  br label %2154

2154:
  %2155 = phi <32 x i32> [ %2149, %2145 ], [ %2153, %2150 ]
  %2156 = xor <32 x i32> %2140, %1800
  %2157 = or <32 x i32> %2155, %2156
  br label %2158

2158:
  %2159 = phi <32 x i32> [ %2132, %2129 ], [ %2136, %2134 ], [ %2157, %2154 ]
  store <32 x i32> %2159, ptr %2127, align 64
  %2160 = add i64 %2126, 32
  %2161 = icmp ult i64 %2160, %1700
  br i1 %2161, label %2125, label %2162

2162:
  %2163 = and i64 %1833, 549755813888
  %2164 = icmp eq i64 %2163, 0
  br i1 %2164, label %2196, label %2165

2165:
  %2166 = lshr i64 %1833, 40
  %2167 = and i64 %2166, 255
  %2168 = lshr i64 %1833, 48
  %2169 = and i64 %2168, 255
  %2170 = add i64 %2169, 2
  %2171 = add i64 %2170, %2167
  br label %2172

2172:
  %2173 = phi i64 [ 0, %2165 ], [ %2194, %2193 ]
  %2174 = freeze i64 %2173
  %2175 = freeze i64 %1704
  %2176 = udiv i64 %2174, %2175
  %2177 = mul i64 %2176, %2175
  %2178 = sub i64 %2174, %2177
  %2179 = shl i64 %2176, 3
  %2180 = lshr i64 %1833, %2179
  %2181 = and i64 %2180, 255
  %2182 = add i64 %2181, %2178
  %2183 = shl i64 4294967296, %2176
  %2184 = and i64 %2183, %1833
  %2185 = icmp eq i64 %2184, 0
  %2186 = urem i64 %2182, %2171
  %2187 = icmp ule i64 %2186, %2167
  %2188 = icmp ugt i64 %2186, %2169
  %2189 = select i1 %2185, i1 %2188, i1 %2187
  br i1 %2189, label %2190, label %2193

2190:
  %2191 = mul i64 %2173, %43
  %2192 = getelementptr inbounds i32, ptr %19, i64 %2191
  call void @"llvm.memset.p0.i64"(ptr align 32 %2192, i8 0, i64 %1801, i1 false)
  br label %2193

2193:
  %2194 = add i64 %2173, 1
  %2195 = icmp ult i64 %2194, %37
  br i1 %2195, label %2172, label %2196

2196:
  br label %2197

2197:
  %2198 = phi i64 [ %2210, %2197 ], [ 0, %2196 ]
  %2199 = getelementptr inbounds i32, ptr %19, i64 %2198
  %2200 = load <32 x i32>, ptr %2199, align 64
  %2201 = shl <32 x i32> %2200, splat (i32 1)
  %2202 = lshr <32 x i32> %2201, splat (i32 24)
  %2203 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %2202, <32 x i32> %1817)
  %2204 = icmp eq <32 x i32> %2202, splat (i32 255)
  %2205 = select <32 x i1> %2204, <32 x i32> splat (i32 4000), <32 x i32> %2203
  %2206 = icmp eq <32 x i32> %2201, zeroinitializer
  %2207 = select <32 x i1> %2206, <32 x i32> splat (i32 63536), <32 x i32> %2205
  %2208 = trunc <32 x i32> %2207 to <32 x i16>
  %2209 = getelementptr inbounds i16, ptr %21, i64 %2198
  store <32 x i16> %2208, ptr %2209, align 64
  %2210 = add i64 %2198, 32
  %2211 = icmp ult i64 %2210, %1700
  br i1 %2211, label %2197, label %2212

2212:
  %2213 = getelementptr inbounds i8, ptr %1826, i64 504
  %2214 = shl i64 %1831, 4
  %2215 = and i64 %2214, 262128
  %2216 = lshr i64 %1831, 12
  %2217 = and i64 %2216, 262128
  %2218 = lshr i64 %1831, 28
  %2219 = and i64 %2218, 262128
  %2220 = lshr i64 %1831, 61
  %2221 = icmp eq i64 %2220, 0
  %2222 = select i1 %205, i64 %2217, i64 %2219
  %2223 = select i1 %205, i64 %2219, i64 %2217
  %2224 = icmp eq i64 %2220, 4
  %2225 = icmp eq i64 %2220, 6
  %2226 = select i1 %2225, i64 5, i64 7
  %2227 = select i1 %2224, i64 6, i64 %2226
  %2228 = icmp eq i64 %2220, 1
  %2229 = and i1 %2228, %205
  %2230 = select i1 %2229, i64 2, i64 3
  %2231 = lshr i64 %1831, 42
  %2232 = and i64 %2231, 896
  %2233 = select i1 %2228, i64 5, i64 4
  %2234 = icmp eq i64 %2220, 2
  %2235 = select i1 %2225, i64 1, i64 3
  %2236 = select i1 %2234, i64 7, i64 %2235
  %2237 = select i1 %2221, i64 0, i64 %2236
  %2238 = getelementptr inbounds i8, ptr %1826, i64 472
  %2239 = shl i64 -1, %2230
  %2240 = xor i64 %2239, -1
  %2241 = shl i64 -1, %2227
  %2242 = xor i64 %2241, -1
  %2243 = getelementptr inbounds i8, ptr %1805, i64 %1825
  br label %2244

2244:
  %2245 = phi i64 [ 4, %2212 ], [ %2563, %2562 ]
  %2246 = phi i64 [ 0, %2212 ], [ %2564, %2562 ]
  %2247 = icmp ne i64 %2246, 0
  %2248 = load i64, ptr %1, align 8
  %2249 = and i64 %2248, 8
  %2250 = or i64 %2249, %28
  %2251 = icmp eq i64 %2250, 0
  %2252 = select i1 %2247, i1 %2251, i1 false
  br i1 %2252, label %2558, label %2253

2253:
  %2254 = icmp eq i64 %2249, 0
  br i1 %2254, label %2312, label %2255

2255:
  %2256 = load i64, ptr %2213, align 8
  %2257 = inttoptr i64 %2256 to ptr
  %2258 = getelementptr inbounds i8, ptr %2257, i64 41472
  %2259 = udiv i32 32, %1712
  %2260 = zext i32 %2259 to i64
  %2261 = load i64, ptr %1699, align 8
  %2262 = lshr i64 %2261, 16
  %2263 = and i64 %2262, 65535
  br i1 %1705, label %2430, label %2264

2264:
  %2265 = and i64 %2248, 16
  %2266 = icmp eq i64 %2265, 0
  %2267 = and i1 %1719, %2266
  %2268 = mul i64 %2246, %246
  %2269 = and i64 %2261, 65535
  br label %2270

2270:
  %2271 = phi i64 [ 0, %2264 ], [ %2289, %2288 ]
  br i1 %2267, label %2272, label %2278

2272:
  %2273 = shl i64 %2271, 1
  %2274 = and i64 %2273, -32
  %2275 = and i64 %2271, 15
  %2276 = add i64 %2275, %2263
  %2277 = add i64 %2276, %2274
  br label %2281

2278:
  %2279 = add i64 %2271, %2268
  %2280 = and i64 %2271, 15
  br label %2281

2281:
  %2282 = phi i64 [ %2275, %2272 ], [ %2280, %2278 ]
  %2283 = phi i64 [ %2277, %2272 ], [ %2279, %2278 ]
  %2284 = getelementptr i32, ptr %2258, i64 %2283
  %2285 = lshr i64 %2271, 4
  %2286 = mul i64 %2285, %43
  %2287 = getelementptr i32, ptr %18, i64 %2282
  br label %2291

2288:
  %2289 = add i64 %2271, 1
  %2290 = icmp ult i64 %2289, %246
  br i1 %2290, label %2270, label %2430

2291:
  %2292 = phi i64 [ 0, %2281 ], [ %2310, %2291 ]
  %2293 = freeze i64 %2292
  %2294 = freeze i64 %2260
  %2295 = udiv i64 %2293, %2294
  %2296 = add i64 %2295, %2269
  %2297 = shl i64 %2296, 9
  %2298 = getelementptr i8, ptr %2284, i64 %2297
  %2299 = load i32, ptr %2298, align 4
  %2300 = mul i64 %2295, %2294
  %2301 = sub i64 %2293, %2300
  %2302 = mul i64 %2301, %1711
  %2303 = add i64 %2302, %1720
  %2304 = trunc i64 %2303 to i32
  %2305 = lshr i32 %2299, %2304
  %2306 = and i32 %2305, %1716
  %2307 = add i64 %2292, %2286
  %2308 = shl i64 %2307, 6
  %2309 = getelementptr i8, ptr %2287, i64 %2308
  store i32 %2306, ptr %2309, align 4
  %2310 = add i64 %2292, 1
  %2311 = icmp ult i64 %2310, %43
  br i1 %2311, label %2291, label %2288

2312:
  %2313 = load i64, ptr %2238, align 8
  br i1 %33, label %2314, label %2322

2314:
  br i1 %206, label %2318, label %2315

2315:
  %2316 = udiv i32 128, %181
  %2317 = zext i32 %2316 to i64
  br label %2318

2318:
  %2319 = phi i64 [ %2317, %2315 ], [ 16, %2314 ]
  %2320 = phi i32 [ %2316, %2315 ], [ 16, %2314 ]
  %2321 = zext i32 %2320 to i64
  br label %2322

2322:
  %2323 = phi i64 [ %2319, %2318 ], [ 32, %2312 ]
  %2324 = phi i64 [ %2321, %2318 ], [ 32, %2312 ]
  %2325 = udiv i64 %1722, %2324
  br i1 %1819, label %2341, label %2326

2326:
  %2327 = icmp ugt i64 %2324, %1722
  %2328 = inttoptr i64 %2313 to ptr
  br label %2329

2329:
  %2330 = phi i64 [ 0, %2326 ], [ %2343, %2342 ]
  br i1 %2327, label %2342, label %2331

2331:
  %2332 = mul i64 %2330, %43
  %2333 = lshr i64 %2330, %2230
  %2334 = and i64 %2330, %2240
  %2335 = mul i64 %2333, %2219
  %2336 = shl i64 %2334, %2227
  %2337 = add i64 %2335, %2336
  %2338 = mul i64 %2333, %2222
  %2339 = shl i64 %2334, 4
  %2340 = add i64 %2338, %2339
  br label %2345

2341:
  br i1 %1820, label %2429, label %2409

2342:
  %2343 = add i64 %2330, 1
  %2344 = icmp ult i64 %2343, %1721
  br i1 %2344, label %2329, label %2341

2345:
  %2346 = phi i64 [ 0, %2331 ], [ %2407, %2406 ]
  %2347 = mul i64 %2346, %2323
  br i1 %205, label %2350, label %2348

2348:
  %2349 = add i64 %2347, %2332
  br label %2357

2350:
  %2351 = lshr i64 %2347, 4
  %2352 = mul i64 %2351, %43
  %2353 = add i64 %2352, %2330
  %2354 = shl i64 %2353, 4
  %2355 = and i64 %2347, 15
  %2356 = or i64 %2354, %2355
  br label %2357

2357:
  %2358 = phi i64 [ %2356, %2350 ], [ %2349, %2348 ]
  %2359 = getelementptr inbounds i32, ptr %1724, i64 %2358
  br i1 %2221, label %2360, label %2363

2360:
  %2361 = mul i64 %2346, %2223
  %2362 = add i64 %2340, %2361
  br label %2370

2363:
  %2364 = shl i64 %2346, 4
  %2365 = and i64 %2364, %2242
  %2366 = add i64 %2337, %2365
  %2367 = lshr i64 %2364, %2227
  %2368 = mul i64 %2367, %2217
  %2369 = add i64 %2366, %2368
  br label %2370

2370:
  %2371 = phi i64 [ %2362, %2360 ], [ %2369, %2363 ]
  %2372 = add i64 %2371, %2215
  %2373 = sub i64 %2372, %2232
  %2374 = lshr i64 %2373, 7
  %2375 = and i64 %2374, %2237
  %2376 = shl i64 %2375, %2233
  %2377 = xor i64 %2376, %2372
  %2378 = getelementptr inbounds i8, ptr %2328, i64 %2377
  switch i32 %181, label %2386 [
    i32 32, label %2379
    i32 16, label %2380
    i32 8, label %2383
  ]

2379:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %2359, ptr align 1 %2378, i64 16, i1 false)
  br label %2406

2380:
  %2381 = load <8 x i16>, ptr %2378, align 16
  %2382 = zext <8 x i16> %2381 to <8 x i32>
  store <8 x i32> %2382, ptr %2359, align 32
  br label %2406

2383:
  %2384 = load <16 x i8>, ptr %2378, align 16
  %2385 = zext <16 x i8> %2384 to <16 x i32>
  store <16 x i32> %2385, ptr %2359, align 64
  br label %2406

2386:
  %2387 = phi i64 [ %2393, %2386 ], [ 0, %2370 ]
  %2388 = mul i64 %2387, %1710
  %2389 = lshr i64 %2388, 3
  %2390 = getelementptr inbounds i8, ptr %2378, i64 %2389
  %2391 = load i8, ptr %2390, align 1
  %2392 = zext i8 %2391 to i64
  %2393 = add i64 %2387, 1
  %2394 = icmp ult i64 %2393, %2323
  %2395 = zext i1 %2394 to i64
  %2396 = getelementptr inbounds i8, ptr %2390, i64 %2395
  %2397 = load i8, ptr %2396, align 1
  %2398 = zext i8 %2397 to i64
  %2399 = shl i64 %2398, 8
  %2400 = or i64 %2399, %2392
  %2401 = and i64 %2388, 7
  %2402 = lshr i64 %2400, %2401
  %2403 = trunc i64 %2402 to i32
  %2404 = and i32 %2403, %1726
  %2405 = getelementptr inbounds i32, ptr %2359, i64 %2387
  store i32 %2404, ptr %2405, align 4
  br i1 %2394, label %2386, label %2406

2406:
  %2407 = add i64 %2346, 1
  %2408 = icmp ult i64 %2407, %2325
  br i1 %2408, label %2345, label %2342

2409:
  %2410 = phi i64 [ %2418, %2417 ], [ 0, %2341 ]
  %2411 = mul i64 %2410, %43
  %2412 = lshr i64 %2410, 4
  %2413 = mul i64 %2412, %43
  %2414 = and i64 %2410, 15
  %2415 = getelementptr i32, ptr %5, i64 %2411
  %2416 = getelementptr i32, ptr %18, i64 %2414
  br label %2420

2417:
  %2418 = add i64 %2410, 1
  %2419 = icmp ult i64 %2418, %246
  br i1 %2419, label %2409, label %2429

2420:
  %2421 = phi i64 [ 0, %2409 ], [ %2427, %2420 ]
  %2422 = add i64 %2421, %2413
  %2423 = getelementptr i32, ptr %2415, i64 %2421
  %2424 = load i32, ptr %2423, align 4
  %2425 = shl i64 %2422, 6
  %2426 = getelementptr i8, ptr %2416, i64 %2425
  store i32 %2424, ptr %2426, align 4
  %2427 = add i64 %2421, 1
  %2428 = icmp ult i64 %2427, %43
  br i1 %2428, label %2420, label %2417

2429:
  br label %2430

2430:
  %2431 = and i64 %2248, 32
  %2432 = icmp eq i64 %2431, 0
  %2433 = select i1 %2432, i1 true, i1 %1728
  br i1 %2433, label %2460, label %2437

2434:
  %2435 = add i64 %2438, -1
  %2436 = icmp eq i64 %2435, 0
  br i1 %2436, label %2460, label %2437

2437:
  %2438 = phi i64 [ %2435, %2434 ], [ %1727, %2430 ]
  %2439 = phi i64 [ %2438, %2434 ], [ %246, %2430 ]
  %2440 = add i64 %2439, -2
  %2441 = lshr i64 %2440, 4
  %2442 = mul i64 %2441, %43
  %2443 = and i64 %2440, 15
  %2444 = getelementptr i32, ptr %18, i64 %2443
  %2445 = lshr i64 %2438, 4
  %2446 = mul i64 %2445, %43
  %2447 = and i64 %2438, 15
  %2448 = getelementptr i32, ptr %18, i64 %2447
  br label %2449

2449:
  %2450 = phi i64 [ 0, %2437 ], [ %2458, %2449 ]
  %2451 = add i64 %2450, %2442
  %2452 = shl i64 %2451, 6
  %2453 = getelementptr i8, ptr %2444, i64 %2452
  %2454 = load i32, ptr %2453, align 4
  %2455 = add i64 %2450, %2446
  %2456 = shl i64 %2455, 6
  %2457 = getelementptr i8, ptr %2448, i64 %2456
  store i32 %2454, ptr %2457, align 4
  %2458 = add i64 %2450, 1
  %2459 = icmp ult i64 %2458, %43
  br i1 %2459, label %2449, label %2434

2460:
  br i1 %1705, label %2562, label %2461

2461:
  %2462 = phi i64 [ %2496, %2494 ], [ 0, %2460 ]
  %2463 = getelementptr inbounds i32, ptr %18, i64 %2462
  %2464 = load <32 x i32>, ptr %2463, align 64
  br i1 %1731, label %2465, label %2469

2465:
  %2466 = xor <32 x i32> %2464, splat (i32 128)
  %2467 = add <32 x i32> %2466, splat (i32 -128)
  %2468 = select i1 %177, <32 x i32> %2467, <32 x i32> %2464
  br label %2494

2469:
  br i1 %1732, label %2470, label %2473

2470:
  %2471 = and <32 x i32> %2464, splat (i32 -8192)
  %2472 = xor <32 x i32> %2471, %1756
  br label %2494

2473:
  %2474 = and <32 x i32> %2464, %1738
  %2475 = lshr <32 x i32> %2464, %1740
  %2476 = shl <32 x i32> %2475, splat (i32 31)
  %2477 = shl <32 x i32> %2474, %1744
  %2478 = bitcast <32 x i32> %2477 to <32 x float>
  %2479 = fmul <32 x float> %1747, %2478
  %2480 = bitcast <32 x float> %2479 to <32 x i32>
  br i1 %1748, label %2481, label %2486

2481:
  %2482 = lshr <32 x i32> %2474, %1751
  %2483 = icmp eq <32 x i32> %2482, %1754
  %2484 = or <32 x i32> %2480, splat (i32 2139095040)
  %2485 = select <32 x i1> %2483, <32 x i32> %2484, <32 x i32> %2480
  br label %2490

2486:
  %2487 = icmp eq <32 x i32> %2474, %1738
  %2488 = select <32 x i1> %2487, <32 x i32> splat (i32 2147483647), <32 x i32> %2480
  %2489 = select i1 %1749, <32 x i32> %2488, <32 x i32> %2480
  br label %2490

2490:
  %2491 = phi <32 x i32> [ %2485, %2481 ], [ %2489, %2486 ]
  %2492 = xor <32 x i32> %2476, %1756
  %2493 = or <32 x i32> %2491, %2492
  br label %2494

2494:
  %2495 = phi <32 x i32> [ %2468, %2465 ], [ %2472, %2470 ], [ %2493, %2490 ]
  store <32 x i32> %2495, ptr %2463, align 64
  %2496 = add i64 %2462, 32
  %2497 = icmp ult i64 %2496, %1729
  br i1 %2497, label %2461, label %2498

2498:
  br i1 %1821, label %2558, label %2499

2499:
  %2500 = load i64, ptr %1757, align 8
  %2501 = mul i64 %2246, %246
  %2502 = and i64 %2500, 65535
  %2503 = udiv i64 %43, %28
  br label %2504

2504:
  %2505 = phi i64 [ 0, %2499 ], [ %2518, %2517 ]
  %2506 = lshr i64 %2505, 4
  %2507 = mul i64 %2506, %43
  %2508 = and i64 %2505, 15
  %2509 = getelementptr i32, ptr %18, i64 %2508
  %2510 = add i64 %2505, %2501
  %2511 = lshr i64 %2505, 5
  %2512 = add i64 %2502, %2511
  %2513 = and i64 %2505, 31
  %2514 = shl i64 %2512, 9
  %2515 = shl i64 %2510, 2
  %2516 = and i64 %2515, -128
  br label %2520

2517:
  %2518 = add i64 %2505, 1
  %2519 = icmp ult i64 %2518, %246
  br i1 %2519, label %2504, label %2558

2520:
  %2521 = phi i64 [ 0, %2504 ], [ %2556, %2552 ]
  %2522 = add i64 %2521, %2507
  %2523 = shl i64 %2522, 6
  %2524 = getelementptr i8, ptr %2509, i64 %2523
  %2525 = udiv i64 %2521, %2503
  %2526 = add i64 %2525, %96
  %2527 = load i64, ptr %2213, align 8
  %2528 = inttoptr i64 %2527 to ptr
  %2529 = getelementptr inbounds i8, ptr %2528, i64 41472
  %2530 = getelementptr i8, ptr %2529, i64 %2514
  %2531 = getelementptr i8, ptr %2530, i64 %2516
  %2532 = getelementptr inbounds i32, ptr %2531, i64 %2513
  %2533 = load i32, ptr %2532, align 4
  %2534 = trunc i64 %2526 to i32
  %2535 = shl i32 %2534, 3
  %2536 = lshr i32 %2533, %2535
  br i1 %94, label %2537, label %2545

2537:
  %2538 = and i32 %2536, 255
  %2539 = shl i32 %2538, 23
  %2540 = icmp eq i32 %2538, 255
  %2541 = icmp eq i32 %2538, 0
  %2542 = select i1 %2541, i32 4194304, i32 %2539
  %2543 = bitcast i32 %2542 to float
  %2544 = select i1 %2540, float 0x7FFFFFFFE0000000, float %2543
  br label %2552

2545:
  %2546 = and i32 %2536, 127
  %2547 = icmp eq i32 %2546, 127
  %2548 = shl i32 %2546, 20
  %2549 = bitcast i32 %2548 to float
  %2550 = fmul float %2549, 0x4770000000000000
  %2551 = select i1 %2547, float 0x7FFFFFFFE0000000, float %2550
  br label %2552

2552:
  %2553 = phi float [ %2544, %2537 ], [ %2551, %2545 ]
  %2554 = load float, ptr %2524, align 4
  %2555 = fmul float %2553, %2554
  store float %2555, ptr %2524, align 4
  %2556 = add i64 %2521, 1
  %2557 = icmp ult i64 %2556, %43
  br i1 %2557, label %2520, label %2517

2558:
  br i1 %1705, label %2562, label %2559

2559:
  %2560 = mul i64 %2246, %246
  %2561 = mul i64 %2246, %1704
  br label %2566

2562:
  %2563 = phi i64 [ %2245, %2558 ], [ %2245, %2460 ], [ %3038, %3071 ]
  %2564 = add i64 %2246, 1
  %2565 = icmp ult i64 %2564, %247
  br i1 %2565, label %2244, label %3228

2566:
  %2567 = phi i64 [ %2245, %2559 ], [ %3038, %3071 ]
  %2568 = phi i64 [ 0, %2559 ], [ %3072, %3071 ]
  br i1 %1719, label %2569, label %2576

2569:
  %2570 = load i64, ptr %1, align 8
  %2571 = and i64 %2570, 16
  %2572 = icmp eq i64 %2571, 0
  br i1 %2572, label %2573, label %2576

2573:
  %2574 = shl i64 %2568, 1
  %2575 = add i64 %2574, %1829
  br label %2578

2576:
  %2577 = add i64 %2568, %2560
  br label %2578

2578:
  %2579 = phi i64 [ %2575, %2573 ], [ %2577, %2576 ]
  br i1 %55, label %3037, label %2580

2580:
  %2581 = lshr i64 %2579, 5
  %2582 = icmp eq i64 %2567, 4
  br i1 %2582, label %2606, label %2583

2583:
  %2584 = load i64, ptr %2213, align 8
  %2585 = inttoptr i64 %2584 to ptr
  %2586 = getelementptr inbounds i8, ptr %2585, i64 41472
  %2587 = load i64, ptr %1760, align 8
  %2588 = and i64 %2587, 65535
  br label %2589

2589:
  %2590 = phi i64 [ 0, %2583 ], [ %2603, %2589 ]
  %2591 = phi i1 [ false, %2583 ], [ %2602, %2589 ]
  %2592 = add i64 %2588, %2590
  %2593 = shl i64 %2592, 9
  %2594 = getelementptr inbounds i8, ptr %2586, i64 %2593
  %2595 = getelementptr inbounds <32 x i32>, ptr %2594, i64 %2567
  %2596 = load <32 x i32>, ptr %2595, align 4
  %2597 = getelementptr inbounds <32 x i32>, ptr %2594, i64 %2581
  %2598 = load <32 x i32>, ptr %2597, align 4
  %2599 = icmp ne <32 x i32> %2596, %2598
  %2600 = bitcast <32 x i1> %2599 to i32
  %2601 = icmp ne i32 %2600, 0
  %2602 = or i1 %2591, %2601
  %2603 = add i64 %2590, 1
  %2604 = icmp ult i64 %2603, %1759
  br i1 %2604, label %2589, label %2605

2605:
  br i1 %2602, label %2606, label %3037

2606:
  %2607 = load i64, ptr %1761, align 8
  %2608 = lshr i64 %2607, 56
  %2609 = and i64 %2608, 63
  %2610 = load i64, ptr %1, align 8
  %2611 = and i64 %2610, 1
  %2612 = icmp eq i64 %2611, 0
  %2613 = lshr exact i64 %37, %2611
  %2614 = load i64, ptr %1762, align 8
  %2615 = add i64 %2613, %2609
  %2616 = shl i64 %2614, 4
  %2617 = and i64 %2616, 262128
  %2618 = lshr i64 %2614, 12
  %2619 = and i64 %2618, 262128
  %2620 = lshr i64 %2614, 28
  %2621 = and i64 %2620, 262128
  %2622 = lshr i64 %2614, 61
  %2623 = icmp eq i64 %2622, 0
  %2624 = select i1 %208, i64 %2619, i64 %2621
  %2625 = select i1 %208, i64 %2621, i64 %2619
  %2626 = icmp eq i64 %2622, 4
  %2627 = icmp eq i64 %2622, 6
  %2628 = select i1 %2627, i64 5, i64 7
  %2629 = select i1 %2626, i64 6, i64 %2628
  %2630 = icmp eq i64 %2622, 1
  %2631 = and i1 %2630, %208
  %2632 = select i1 %2631, i64 2, i64 3
  %2633 = lshr i64 %2614, 42
  %2634 = and i64 %2633, 896
  %2635 = select i1 %2630, i64 5, i64 4
  %2636 = icmp eq i64 %2622, 2
  %2637 = select i1 %2627, i64 1, i64 3
  %2638 = select i1 %2636, i64 7, i64 %2637
  %2639 = select i1 %2623, i64 0, i64 %2638
  %2640 = load i64, ptr %1763, align 8
  br i1 %33, label %2644, label %2641

2641:
  %2642 = select i1 %208, i64 %43, i64 %2615
  %2643 = select i1 %208, i64 %2615, i64 %43
  br label %2654

2644:
  br i1 %183, label %2648, label %2645

2645:
  %2646 = udiv i32 128, %185
  %2647 = zext i32 %2646 to i64
  br label %2648

2648:
  %2649 = phi i64 [ %2647, %2645 ], [ 16, %2644 ]
  %2650 = phi i32 [ %2646, %2645 ], [ 16, %2644 ]
  %2651 = select i1 %208, i64 %43, i64 %2615
  %2652 = select i1 %208, i64 %2615, i64 %43
  %2653 = zext i32 %2650 to i64
  br label %2654

2654:
  %2655 = phi i64 [ %2652, %2648 ], [ %2643, %2641 ]
  %2656 = phi i64 [ %2651, %2648 ], [ %2642, %2641 ]
  %2657 = phi i64 [ %2649, %2648 ], [ 32, %2641 ]
  %2658 = phi i64 [ %2653, %2648 ], [ 32, %2641 ]
  %2659 = udiv i64 %2655, %2658
  %2660 = icmp eq i64 %2656, 0
  br i1 %2660, label %2680, label %2661

2661:
  %2662 = icmp ugt i64 %2658, %2655
  %2663 = inttoptr i64 %2640 to ptr
  %2664 = shl i64 -1, %2632
  %2665 = xor i64 %2664, -1
  %2666 = shl i64 -1, %2629
  %2667 = xor i64 %2666, -1
  br label %2668

2668:
  %2669 = phi i64 [ 0, %2661 ], [ %2684, %2683 ]
  br i1 %2662, label %2683, label %2670

2670:
  %2671 = mul i64 %2669, %43
  %2672 = lshr i64 %2669, %2632
  %2673 = and i64 %2669, %2665
  %2674 = mul i64 %2672, %2621
  %2675 = shl i64 %2673, %2629
  %2676 = add i64 %2674, %2675
  %2677 = mul i64 %2672, %2624
  %2678 = shl i64 %2673, 4
  %2679 = add i64 %2677, %2678
  br label %2686

2680:
  %2681 = icmp ne i64 %2615, 0
  %2682 = select i1 %1764, i1 %2681, i1 false
  br i1 %2682, label %2750, label %2770

2683:
  %2684 = add i64 %2669, 1
  %2685 = icmp ult i64 %2684, %2656
  br i1 %2685, label %2668, label %2680

2686:
  %2687 = phi i64 [ 0, %2670 ], [ %2748, %2747 ]
  %2688 = mul i64 %2687, %2657
  br i1 %208, label %2691, label %2689

2689:
  %2690 = add i64 %2688, %2671
  br label %2698

2691:
  %2692 = lshr i64 %2688, 4
  %2693 = mul i64 %2692, %43
  %2694 = add i64 %2693, %2669
  %2695 = shl i64 %2694, 4
  %2696 = and i64 %2688, 15
  %2697 = or i64 %2695, %2696
  br label %2698

2698:
  %2699 = phi i64 [ %2697, %2691 ], [ %2690, %2689 ]
  %2700 = getelementptr inbounds i32, ptr %1765, i64 %2699
  br i1 %2623, label %2701, label %2704

2701:
  %2702 = mul i64 %2687, %2625
  %2703 = add i64 %2679, %2702
  br label %2711

2704:
  %2705 = shl i64 %2687, 4
  %2706 = and i64 %2705, %2667
  %2707 = add i64 %2676, %2706
  %2708 = lshr i64 %2705, %2629
  %2709 = mul i64 %2708, %2619
  %2710 = add i64 %2707, %2709
  br label %2711

2711:
  %2712 = phi i64 [ %2703, %2701 ], [ %2710, %2704 ]
  %2713 = add i64 %2712, %2617
  %2714 = sub i64 %2713, %2634
  %2715 = lshr i64 %2714, 7
  %2716 = and i64 %2715, %2639
  %2717 = shl i64 %2716, %2635
  %2718 = xor i64 %2717, %2713
  %2719 = getelementptr inbounds i8, ptr %2663, i64 %2718
  switch i32 %185, label %2727 [
    i32 32, label %2720
    i32 16, label %2721
    i32 8, label %2724
  ]

2720:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %2700, ptr align 1 %2719, i64 16, i1 false)
  br label %2747

2721:
  %2722 = load <8 x i16>, ptr %2719, align 16
  %2723 = zext <8 x i16> %2722 to <8 x i32>
  store <8 x i32> %2723, ptr %2700, align 32
  br label %2747

2724:
  %2725 = load <16 x i8>, ptr %2719, align 16
  %2726 = zext <16 x i8> %2725 to <16 x i32>
  store <16 x i32> %2726, ptr %2700, align 64
  br label %2747

2727:
  %2728 = phi i64 [ %2734, %2727 ], [ 0, %2711 ]
  %2729 = mul i64 %2728, %1766
  %2730 = lshr i64 %2729, 3
  %2731 = getelementptr inbounds i8, ptr %2719, i64 %2730
  %2732 = load i8, ptr %2731, align 1
  %2733 = zext i8 %2732 to i64
  %2734 = add i64 %2728, 1
  %2735 = icmp ult i64 %2734, %2657
  %2736 = zext i1 %2735 to i64
  %2737 = getelementptr inbounds i8, ptr %2731, i64 %2736
  %2738 = load i8, ptr %2737, align 1
  %2739 = zext i8 %2738 to i64
  %2740 = shl i64 %2739, 8
  %2741 = or i64 %2740, %2733
  %2742 = and i64 %2729, 6
  %2743 = lshr i64 %2741, %2742
  %2744 = trunc i64 %2743 to i32
  %2745 = and i32 %2744, %1768
  %2746 = getelementptr inbounds i32, ptr %2700, i64 %2728
  store i32 %2745, ptr %2746, align 4
  br i1 %2735, label %2727, label %2747

2747:
  %2748 = add i64 %2687, 1
  %2749 = icmp ult i64 %2748, %2659
  br i1 %2749, label %2686, label %2683

2750:
  %2751 = phi i64 [ %2759, %2758 ], [ 0, %2680 ]
  %2752 = mul i64 %2751, %43
  %2753 = lshr i64 %2751, 4
  %2754 = mul i64 %2753, %43
  %2755 = and i64 %2751, 15
  %2756 = getelementptr i32, ptr %10, i64 %2755
  %2757 = getelementptr i32, ptr %19, i64 %2752
  br label %2761

2758:
  %2759 = add i64 %2751, 1
  %2760 = icmp ult i64 %2759, %2615
  br i1 %2760, label %2750, label %2770

2761:
  %2762 = phi i64 [ 0, %2750 ], [ %2768, %2761 ]
  %2763 = add i64 %2762, %2754
  %2764 = shl i64 %2763, 6
  %2765 = getelementptr i8, ptr %2756, i64 %2764
  %2766 = load i32, ptr %2765, align 4
  %2767 = getelementptr i32, ptr %2757, i64 %2762
  store i32 %2766, ptr %2767, align 4
  %2768 = add i64 %2762, 1
  %2769 = icmp ult i64 %2768, %43
  br i1 %2769, label %2761, label %2758

2770:
  br i1 %2612, label %2893, label %2771

2771:
  %2772 = load i64, ptr %1770, align 8
  br i1 %33, label %2773, label %2781

2773:
  br i1 %183, label %2777, label %2774

2774:
  %2775 = udiv i32 128, %185
  %2776 = zext i32 %2775 to i64
  br label %2777

2777:
  %2778 = phi i64 [ %2776, %2774 ], [ 16, %2773 ]
  %2779 = phi i32 [ %2775, %2774 ], [ 16, %2773 ]
  %2780 = zext i32 %2779 to i64
  br label %2781

2781:
  %2782 = phi i64 [ %2778, %2777 ], [ 32, %2771 ]
  %2783 = phi i64 [ %2780, %2777 ], [ 32, %2771 ]
  %2784 = udiv i64 %1772, %2783
  br i1 %1822, label %2804, label %2785

2785:
  %2786 = icmp ugt i64 %2783, %1772
  %2787 = inttoptr i64 %2772 to ptr
  %2788 = shl i64 -1, %2632
  %2789 = xor i64 %2788, -1
  %2790 = shl i64 -1, %2629
  %2791 = xor i64 %2790, -1
  br label %2792

2792:
  %2793 = phi i64 [ 0, %2785 ], [ %2806, %2805 ]
  br i1 %2786, label %2805, label %2794

2794:
  %2795 = mul i64 %2793, %43
  %2796 = lshr i64 %2793, %2632
  %2797 = and i64 %2793, %2789
  %2798 = mul i64 %2796, %2621
  %2799 = shl i64 %2797, %2629
  %2800 = add i64 %2798, %2799
  %2801 = mul i64 %2796, %2624
  %2802 = shl i64 %2797, 4
  %2803 = add i64 %2801, %2802
  br label %2808

2804:
  br i1 %1776, label %2892, label %2872

2805:
  %2806 = add i64 %2793, 1
  %2807 = icmp ult i64 %2806, %1771
  br i1 %2807, label %2792, label %2804

2808:
  %2809 = phi i64 [ 0, %2794 ], [ %2870, %2869 ]
  %2810 = mul i64 %2809, %2782
  br i1 %208, label %2813, label %2811

2811:
  %2812 = add i64 %2810, %2795
  br label %2820

2813:
  %2814 = lshr i64 %2810, 4
  %2815 = mul i64 %2814, %43
  %2816 = add i64 %2815, %2793
  %2817 = shl i64 %2816, 4
  %2818 = and i64 %2810, 15
  %2819 = or i64 %2817, %2818
  br label %2820

2820:
  %2821 = phi i64 [ %2819, %2813 ], [ %2812, %2811 ]
  %2822 = getelementptr inbounds i32, ptr %1775, i64 %2821
  br i1 %2623, label %2823, label %2826

2823:
  %2824 = mul i64 %2809, %2625
  %2825 = add i64 %2803, %2824
  br label %2833

2826:
  %2827 = shl i64 %2809, 4
  %2828 = and i64 %2827, %2791
  %2829 = add i64 %2800, %2828
  %2830 = lshr i64 %2827, %2629
  %2831 = mul i64 %2830, %2619
  %2832 = add i64 %2829, %2831
  br label %2833

2833:
  %2834 = phi i64 [ %2825, %2823 ], [ %2832, %2826 ]
  %2835 = add i64 %2834, %2617
  %2836 = sub i64 %2835, %2634
  %2837 = lshr i64 %2836, 7
  %2838 = and i64 %2837, %2639
  %2839 = shl i64 %2838, %2635
  %2840 = xor i64 %2839, %2835
  %2841 = getelementptr inbounds i8, ptr %2787, i64 %2840
  switch i32 %185, label %2849 [
    i32 32, label %2842
    i32 16, label %2843
    i32 8, label %2846
  ]

2842:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %2822, ptr align 1 %2841, i64 16, i1 false)
  br label %2869

2843:
  %2844 = load <8 x i16>, ptr %2841, align 16
  %2845 = zext <8 x i16> %2844 to <8 x i32>
  store <8 x i32> %2845, ptr %2822, align 32
  br label %2869

2846:
  %2847 = load <16 x i8>, ptr %2841, align 16
  %2848 = zext <16 x i8> %2847 to <16 x i32>
  store <16 x i32> %2848, ptr %2822, align 64
  br label %2869

2849:
  %2850 = phi i64 [ %2856, %2849 ], [ 0, %2833 ]
  %2851 = mul i64 %2850, %1766
  %2852 = lshr i64 %2851, 3
  %2853 = getelementptr inbounds i8, ptr %2841, i64 %2852
  %2854 = load i8, ptr %2853, align 1
  %2855 = zext i8 %2854 to i64
  %2856 = add i64 %2850, 1
  %2857 = icmp ult i64 %2856, %2782
  %2858 = zext i1 %2857 to i64
  %2859 = getelementptr inbounds i8, ptr %2853, i64 %2858
  %2860 = load i8, ptr %2859, align 1
  %2861 = zext i8 %2860 to i64
  %2862 = shl i64 %2861, 8
  %2863 = or i64 %2862, %2855
  %2864 = and i64 %2851, 6
  %2865 = lshr i64 %2863, %2864
  %2866 = trunc i64 %2865 to i32
  %2867 = and i32 %2866, %1768
  %2868 = getelementptr inbounds i32, ptr %2822, i64 %2850
  store i32 %2867, ptr %2868, align 4
  br i1 %2857, label %2849, label %2869

2869:
  %2870 = add i64 %2809, 1
  %2871 = icmp ult i64 %2870, %2784
  br i1 %2871, label %2808, label %2805

2872:
  %2873 = phi i64 [ %2881, %2880 ], [ 0, %2804 ]
  %2874 = mul i64 %2873, %43
  %2875 = lshr i64 %2873, 4
  %2876 = mul i64 %2875, %43
  %2877 = and i64 %2873, 15
  %2878 = getelementptr i32, ptr %11, i64 %2877
  %2879 = getelementptr i32, ptr %1774, i64 %2874
  br label %2883

2880:
  %2881 = add i64 %2873, 1
  %2882 = icmp ult i64 %2881, %1769
  br i1 %2882, label %2872, label %2892

2883:
  %2884 = phi i64 [ 0, %2872 ], [ %2890, %2883 ]
  %2885 = add i64 %2884, %2876
  %2886 = shl i64 %2885, 6
  %2887 = getelementptr i8, ptr %2878, i64 %2886
  %2888 = load i32, ptr %2887, align 4
  %2889 = getelementptr i32, ptr %2879, i64 %2884
  store i32 %2888, ptr %2889, align 4
  %2890 = add i64 %2884, 1
  %2891 = icmp ult i64 %2890, %43
  br i1 %2891, label %2883, label %2880

2892:
  br label %2893

2893:
  %2894 = icmp eq i64 %2609, 0
  br i1 %2894, label %2898, label %2895

2895:
  %2896 = mul i64 %2609, %43
  %2897 = getelementptr inbounds i32, ptr %19, i64 %2896
  call void @"llvm.memmove.p0.p0.i64"(ptr align 64 %19, ptr align 32 %2897, i64 %1777, i1 false)
  br label %2898

2898:
  br label %2899

2899:
  %2900 = phi i64 [ %2934, %2932 ], [ 0, %2898 ]
  %2901 = getelementptr inbounds i32, ptr %19, i64 %2900
  %2902 = load <32 x i32>, ptr %2901, align 64
  br i1 %187, label %2903, label %2907

2903:
  %2904 = xor <32 x i32> %2902, splat (i32 128)
  %2905 = add <32 x i32> %2904, splat (i32 -128)
  %2906 = select i1 %192, <32 x i32> %2905, <32 x i32> %2902
  br label %2932

2907:
  br i1 %184, label %2908, label %2911

2908:
  %2909 = and <32 x i32> %2902, splat (i32 -8192)
  %2910 = xor <32 x i32> %2909, %1800
  br label %2932

2911:
  %2912 = and <32 x i32> %2902, %1784
  %2913 = lshr <32 x i32> %2902, %1786
  %2914 = shl <32 x i32> %2913, splat (i32 31)
  %2915 = shl <32 x i32> %2912, %1790
  %2916 = bitcast <32 x i32> %2915 to <32 x float>
  %2917 = fmul <32 x float> %1793, %2916
  %2918 = bitcast <32 x float> %2917 to <32 x i32>
  br i1 %190, label %2919, label %2924

2919:
  %2920 = lshr <32 x i32> %2912, %1795
  %2921 = icmp eq <32 x i32> %2920, %1798
  %2922 = or <32 x i32> %2918, splat (i32 2139095040)
  %2923 = select <32 x i1> %2921, <32 x i32> %2922, <32 x i32> %2918
  br label %2928

2924:
  %2925 = icmp eq <32 x i32> %2912, %1784
  %2926 = select <32 x i1> %2925, <32 x i32> splat (i32 2147483647), <32 x i32> %2918
  %2927 = select i1 %191, <32 x i32> %2926, <32 x i32> %2918
  br label %2928

2928:
  %2929 = phi <32 x i32> [ %2923, %2919 ], [ %2927, %2924 ]
  %2930 = xor <32 x i32> %2914, %1800
  %2931 = or <32 x i32> %2929, %2930
  br label %2932

2932:
  %2933 = phi <32 x i32> [ %2906, %2903 ], [ %2910, %2908 ], [ %2931, %2928 ]
  store <32 x i32> %2933, ptr %2901, align 64
  %2934 = add i64 %2900, 32
  %2935 = icmp ult i64 %2934, %1700
  br i1 %2935, label %2899, label %2936

2936:
  %2937 = and i64 %2607, 549755813888
  %2938 = icmp eq i64 %2937, 0
  br i1 %2938, label %2970, label %2939

2939:
  %2940 = lshr i64 %2607, 40
  %2941 = and i64 %2940, 255
  %2942 = lshr i64 %2607, 48
  %2943 = and i64 %2942, 255
  %2944 = add i64 %2943, 2
  %2945 = add i64 %2944, %2941
  br label %2946

2946:
  %2947 = phi i64 [ 0, %2939 ], [ %2968, %2967 ]
  %2948 = freeze i64 %2947
  %2949 = freeze i64 %1704
  %2950 = udiv i64 %2948, %2949
  %2951 = mul i64 %2950, %2949
  %2952 = sub i64 %2948, %2951
  %2953 = shl i64 %2950, 3
  %2954 = lshr i64 %2607, %2953
  %2955 = and i64 %2954, 255
  %2956 = add i64 %2955, %2952
  %2957 = shl i64 4294967296, %2950
  %2958 = and i64 %2957, %2607
  %2959 = icmp eq i64 %2958, 0
  %2960 = urem i64 %2956, %2945
  %2961 = icmp ule i64 %2960, %2941
  %2962 = icmp ugt i64 %2960, %2943
  %2963 = select i1 %2959, i1 %2962, i1 %2961
  br i1 %2963, label %2964, label %2967

2964:
  %2965 = mul i64 %2947, %43
  %2966 = getelementptr inbounds i32, ptr %19, i64 %2965
  call void @"llvm.memset.p0.i64"(ptr align 32 %2966, i8 0, i64 %1801, i1 false)
  br label %2967

2967:
  %2968 = add i64 %2947, 1
  %2969 = icmp ult i64 %2968, %37
  br i1 %2969, label %2946, label %2970

2970:
  %2971 = load i64, ptr %1760, align 8
  %2972 = and i64 %2971, 65535
  %2973 = udiv i64 %43, %28
  %2974 = shl i64 %2581, 7
  br label %2975

2975:
  %2976 = phi i64 [ 0, %2970 ], [ %2984, %2983 ]
  %2977 = mul i64 %2976, %43
  %2978 = getelementptr inbounds i32, ptr %19, i64 %2977
  %2979 = lshr i64 %2976, 5
  %2980 = add i64 %2972, %2979
  %2981 = and i64 %2976, 31
  %2982 = shl i64 %2980, 9
  br label %2986

2983:
  %2984 = add i64 %2976, 1
  %2985 = icmp ult i64 %2984, %37
  br i1 %2985, label %2975, label %3022

2986:
  %2987 = phi i64 [ 0, %2975 ], [ %3020, %3016 ]
  %2988 = getelementptr inbounds i32, ptr %2978, i64 %2987
  %2989 = udiv i64 %2987, %2973
  %2990 = add i64 %2989, %95
  %2991 = load i64, ptr %2213, align 8
  %2992 = inttoptr i64 %2991 to ptr
  %2993 = getelementptr inbounds i8, ptr %2992, i64 41472
  %2994 = getelementptr i8, ptr %2993, i64 %2982
  %2995 = getelementptr i8, ptr %2994, i64 %2974
  %2996 = getelementptr inbounds i32, ptr %2995, i64 %2981
  %2997 = load i32, ptr %2996, align 4
  %2998 = trunc i64 %2990 to i32
  %2999 = shl i32 %2998, 3
  %3000 = lshr i32 %2997, %2999
  br i1 %94, label %3001, label %3009

3001:
  %3002 = and i32 %3000, 255
  %3003 = shl i32 %3002, 23
  %3004 = icmp eq i32 %3002, 255
  %3005 = icmp eq i32 %3002, 0
  %3006 = select i1 %3005, i32 4194304, i32 %3003
  %3007 = bitcast i32 %3006 to float
  %3008 = select i1 %3004, float 0x7FFFFFFFE0000000, float %3007
  br label %3016

3009:
  %3010 = and i32 %3000, 127
  %3011 = icmp eq i32 %3010, 127
  %3012 = shl i32 %3010, 20
  %3013 = bitcast i32 %3012 to float
  %3014 = fmul float %3013, 0x4770000000000000
  %3015 = select i1 %3011, float 0x7FFFFFFFE0000000, float %3014
  br label %3016

3016:
  %3017 = phi float [ %3008, %3001 ], [ %3015, %3009 ]
  %3018 = load float, ptr %2988, align 4
  %3019 = fmul float %3017, %3018
  store float %3019, ptr %2988, align 4
  %3020 = add i64 %2987, 1
  %3021 = icmp ult i64 %3020, %43
  br i1 %3021, label %2986, label %2983

3022:
  %3023 = phi i64 [ %3035, %3022 ], [ 0, %2983 ]
  %3024 = getelementptr inbounds i32, ptr %19, i64 %3023
  %3025 = load <32 x i32>, ptr %3024, align 64
  %3026 = shl <32 x i32> %3025, splat (i32 1)
  %3027 = lshr <32 x i32> %3026, splat (i32 24)
  %3028 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %3027, <32 x i32> splat (i32 1))
  %3029 = icmp eq <32 x i32> %3027, splat (i32 255)
  %3030 = select <32 x i1> %3029, <32 x i32> splat (i32 4000), <32 x i32> %3028
  %3031 = icmp eq <32 x i32> %3026, zeroinitializer
  %3032 = select <32 x i1> %3031, <32 x i32> splat (i32 63536), <32 x i32> %3030
  %3033 = trunc <32 x i32> %3032 to <32 x i16>
  %3034 = getelementptr inbounds i16, ptr %21, i64 %3023
  store <32 x i16> %3033, ptr %3034, align 64
  %3035 = add i64 %3023, 32
  %3036 = icmp ult i64 %3035, %1700
  br i1 %3036, label %3022, label %3037

3037:
  %3038 = phi i64 [ %2567, %2578 ], [ %2567, %2605 ], [ %2581, %3022 ]
  %3039 = phi i32 [ %1802, %2578 ], [ 1, %2605 ], [ 1, %3022 ]
  %3040 = mul i64 %2568, %43
  %3041 = getelementptr inbounds i32, ptr %18, i64 %3040
  %3042 = insertelement <32 x i32> poison, i32 %3039, i64 0
  %3043 = shufflevector <32 x i32> %3042, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %3050

3044:
  br i1 %1804, label %3071, label %3045

3045:
  %3046 = lshr i64 %2579, 5
  %3047 = getelementptr inbounds i32, ptr %2243, i64 %3046
  %3048 = trunc i64 %2579 to i32
  %3049 = and i32 %3048, 31
  br label %3074

3050:
  %3051 = phi i64 [ 0, %3037 ], [ %3069, %3050 ]
  %3052 = shl i64 %3051, 7
  %3053 = getelementptr inbounds i8, ptr %3041, i64 %3052
  %3054 = load <32 x i32>, ptr %3053, align 64
  %3055 = shl <32 x i32> %3054, splat (i32 1)
  %3056 = lshr <32 x i32> %3055, splat (i32 24)
  %3057 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %3056, <32 x i32> %3043)
  %3058 = icmp eq <32 x i32> %3056, splat (i32 255)
  %3059 = select <32 x i1> %3058, <32 x i32> splat (i32 4000), <32 x i32> %3057
  %3060 = icmp eq <32 x i32> %3055, zeroinitializer
  %3061 = select <32 x i1> %3060, <32 x i32> splat (i32 -2000), <32 x i32> %3059
  %3062 = shufflevector <32 x i32> %3061, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %3063 = and <16 x i32> %3062, splat (i32 65535)
  %3064 = shufflevector <32 x i32> %3061, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %3065 = shl <16 x i32> %3064, splat (i32 16)
  %3066 = or <16 x i32> %3063, %3065
  %3067 = shl i64 %3051, 6
  %3068 = getelementptr inbounds i8, ptr %20, i64 %3067
  store <16 x i32> %3066, ptr %3068, align 64
  %3069 = add i64 %3051, 1
  %3070 = icmp ult i64 %3069, %1803
  br i1 %3070, label %3050, label %3044

3071:
  %3072 = add i64 %2568, 16
  %3073 = icmp ult i64 %3072, %246
  br i1 %3073, label %2566, label %2562

3074:
  %3075 = phi i64 [ 0, %3045 ], [ %3226, %3225 ]
  %3076 = load i64, ptr %2213, align 8
  %3077 = inttoptr i64 %3076 to ptr
  %3078 = getelementptr inbounds i8, ptr %3077, i64 41472
  %3079 = add i64 %3075, %1830
  %3080 = shl i64 %3079, 9
  %3081 = getelementptr inbounds i8, ptr %3078, i64 %3080
  %3082 = getelementptr inbounds i32, ptr %3081, i64 %2579
  %3083 = add i64 %3075, %2561
  %3084 = mul i64 %3083, %43
  %3085 = getelementptr inbounds i32, ptr %19, i64 %3084
  %3086 = getelementptr inbounds i16, ptr %21, i64 %3084
  %3087 = load i32, ptr %3047, align 4
  %3088 = lshr i32 %3087, %3049
  %3089 = load i64, ptr %1807, align 8
  %3090 = inttoptr i64 %3089 to ptr
  %3091 = load i64, ptr %1809, align 8
  br i1 %1808, label %3097, label %3092

3092:
  %3093 = and i32 %3088, 65535
  %3094 = icmp eq i64 %3091, 0
  %3095 = icmp eq i32 %3093, 0
  %3096 = select i1 %3094, i1 %3095, i1 false
  br label %3097

3097:
  %3098 = phi i1 [ %3096, %3092 ], [ false, %3074 ]
  %3099 = trunc i64 %3091 to i32
  %3100 = shl i32 %3099, 23
  %3101 = sub i32 1065353216, %3100
  %3102 = bitcast i32 %3101 to float
  %3103 = load i64, ptr %1810, align 8
  %3104 = icmp eq i64 %3103, 0
  %3105 = icmp eq i64 %3091, 0
  br label %3107

3106:
  call void %3090(ptr %3, ptr %3041, ptr %3085, ptr %20, ptr %3086)
  br label %3151

3107:
  %3108 = phi i64 [ 0, %3097 ], [ %3119, %3118 ]
  br i1 %3104, label %3113, label %3109

3109:
  %3110 = shl i64 %3108, 9
  %3111 = getelementptr inbounds i8, ptr %3082, i64 %3110
  %3112 = load <16 x i32>, ptr %3111, align 64
  br i1 %97, label %3113, label %3114

3113:
  br label %3114

3114:
  %3115 = phi <16 x i32> [ zeroinitializer, %3113 ], [ %3112, %3109 ]
  %3116 = getelementptr inbounds <16 x i32>, ptr %3, i64 %3108
  store <16 x i32> %3115, ptr %3116, align 64
  br i1 %3098, label %3118, label %3121

3117:
  store <16 x i32> %3148, ptr %3116, align 64
  br label %3118

3118:
  %3119 = add i64 %3108, 1
  %3120 = icmp ult i64 %3108, 7
  br i1 %3120, label %3107, label %3106

3121:
  %3122 = phi <16 x i32> [ %3148, %3142 ], [ %3115, %3114 ]
  %3123 = phi i64 [ %3149, %3142 ], [ 0, %3114 ]
  %3124 = extractelement <16 x i32> %3115, i64 %3123
  br i1 %98, label %3125, label %3142

3125:
  %3126 = and i32 %3124, 65535
  %3127 = insertelement <32 x i32> poison, i32 %3126, i64 0
  %3128 = shufflevector <32 x i32> %3127, <32 x i32> poison, <32 x i32> zeroinitializer
  %3129 = shl <32 x i32> %3128, splat (i32 13)
  %3130 = and <32 x i32> %3129, splat (i32 268427264)
  %3131 = bitcast <32 x i32> %3130 to <32 x float>
  %3132 = fmul <32 x float> %3131, splat (float 0x46F0000000000000)
  %3133 = bitcast <32 x float> %3132 to <32 x i32>
  %3134 = and <32 x i32> %3128, splat (i32 31744)
  %3135 = icmp eq <32 x i32> %3134, splat (i32 31744)
  %3136 = or <32 x i32> %3133, <i32 2139095040, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %3137 = select <32 x i1> %3135, <32 x i32> %3136, <32 x i32> %3133
  %3138 = extractelement <32 x i32> %3137, i64 0
  %3139 = shl i32 %3126, 16
  %3140 = and i32 %3139, -2147483648
  %3141 = or i32 %3138, %3140
  br label %3142

3142:
  %3143 = phi i32 [ %3141, %3125 ], [ %3124, %3121 ]
  %3144 = bitcast i32 %3143 to float
  %3145 = fmul float %3102, %3144
  %3146 = bitcast float %3145 to i32
  %3147 = select i1 %3105, i32 %3143, i32 %3146
  %3148 = insertelement <16 x i32> %3122, i32 %3147, i64 %3123
  %3149 = add i64 %3123, 1
  %3150 = icmp ugt i64 %3123, 14
  br i1 %3150, label %3117, label %3121

3151:
  %3152 = phi i64 [ 0, %3106 ], [ %3170, %3169 ]
  br i1 %1811, label %3159, label %3153

3153:
  %3154 = getelementptr inbounds <16 x i32>, ptr %3, i64 %3152
  %3155 = load <16 x i32>, ptr %3154, align 64
  %3156 = and <16 x i32> %3155, splat (i32 2147483647)
  %3157 = icmp ugt <16 x i32> %3156, splat (i32 2139095040)
  %3158 = select <16 x i1> %3157, <16 x i32> splat (i32 2147483647), <16 x i32> %3155
  store <16 x i32> %3158, ptr %3154, align 64
  br label %3159

3159:
  br i1 %3098, label %3160, label %3165

3160:
  %3161 = getelementptr inbounds <16 x i32>, ptr %3, i64 %3152
  %3162 = load <16 x i32>, ptr %3161, align 64
  %3163 = shl i64 %3152, 9
  %3164 = getelementptr inbounds i8, ptr %3082, i64 %3163
  store <16 x i32> %3162, ptr %3164, align 64
  br label %3169

3165:
  %3166 = shl i64 %3152, 9
  %3167 = getelementptr inbounds i8, ptr %3082, i64 %3166
  %3168 = getelementptr inbounds <16 x i32>, ptr %3, i64 %3152
  br label %3172

3169:
  %3170 = add i64 %3152, 1
  %3171 = icmp ult i64 %3152, 7
  br i1 %3171, label %3151, label %3225

3172:
  %3173 = phi i64 [ 0, %3165 ], [ %3223, %3222 ]
  %3174 = getelementptr inbounds i32, ptr %3167, i64 %3173
  %3175 = load <16 x i32>, ptr %3168, align 64
  %3176 = extractelement <16 x i32> %3175, i64 %3173
  %3177 = trunc i64 %3173 to i32
  %3178 = shl i32 1, %3177
  %3179 = and i32 %3178, %3088
  %3180 = icmp eq i32 %3179, 0
  br i1 %3180, label %3181, label %3222

3181:
  br i1 %98, label %3182, label %3212

3182:
  %3183 = bitcast i32 %3176 to float
  %3184 = lshr i32 %3176, 16
  %3185 = and i32 %3184, 32768
  %3186 = call float @"llvm.fabs.f32"(float %3183)
  %3187 = bitcast float %3186 to i32
  %3188 = icmp ugt i32 %3187, 2139095040
  br i1 %3188, label %3207, label %3189

3189:
  %3190 = icmp ugt i32 %3187, 1199566847
  br i1 %3190, label %3191, label %3193

3191:
  %3192 = or i32 %3185, 31744
  br label %3207

3193:
  %3194 = icmp ult i32 %3187, 947912704
  br i1 %3194, label %3195, label %3200

3195:
  %3196 = fadd float %3186, 5.000000e-01
  %3197 = bitcast float %3196 to i32
  %3198 = add i32 %3197, -1056964608
  %3199 = or i32 %3198, %3185
  br label %3207

3200:
  %3201 = lshr i32 %3187, 13
  %3202 = and i32 %3201, 1
  %3203 = add i32 %3187, -939520001
  %3204 = add i32 %3203, %3202
  %3205 = lshr i32 %3204, 13
  %3206 = or i32 %3205, %3185
  br label %3207

3207:
  %3208 = phi i32 [ %3206, %3200 ], [ %3192, %3191 ], [ %3199, %3195 ], [ 32767, %3182 ]
  %3209 = load i32, ptr %3174, align 4
  %3210 = and i32 %3209, -65536
  %3211 = or i32 %3210, %3208
  br label %3212

3212:
  %3213 = phi i32 [ %3211, %3207 ], [ %3176, %3181 ]
  br i1 %97, label %3214, label %3220

3214:
  %3215 = load i64, ptr %1810, align 8
  %3216 = icmp eq i64 %3215, 0
  br i1 %3216, label %3220, label %3217

3217:
  %3218 = load i32, ptr %3174, align 4
  %3219 = call i32 @"llvm.sadd.sat.i32"(i32 %3213, i32 %3218)
  br label %3220

3220:
  %3221 = phi i32 [ %3219, %3217 ], [ %3213, %3214 ], [ %3213, %3212 ]
  store i32 %3221, ptr %3174, align 4
  br label %3222

3222:
  %3223 = add i64 %3173, 1
  %3224 = icmp ugt i64 %3173, 14
  br i1 %3224, label %3169, label %3172

3225:
  %3226 = add i64 %3075, 8
  %3227 = icmp ult i64 %3226, %1704
  br i1 %3227, label %3074, label %3071

3228:
  br i1 %1824, label %1823, label %3229

3229:
  ret void
}
define weak_odr void @"ks.tensor_do"(ptr %0, ptr %1) {
  %3 = alloca [32 x i32], align 64
  %4 = alloca [17 x i8], align 16
  %5 = load i64, ptr %1, align 8
  %6 = and i64 %5, 6
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %15, label %8

8:
  %9 = and i64 %5, 1
  %10 = getelementptr inbounds i8, ptr %0, i64 344
  %11 = getelementptr inbounds i8, ptr %0, i64 512
  %12 = getelementptr inbounds i8, ptr %1, i64 48
  %13 = getelementptr inbounds i8, ptr %1, i64 40
  %14 = icmp eq i64 %9, 0
  br label %16

15:
  call void @"ks.tensor_multiply"(ptr %0, ptr %1)
  br label %224

16:
  %17 = phi i1 [ %14, %8 ], [ false, %220 ]
  %18 = phi i64 [ %5, %8 ], [ %221, %220 ]
  %19 = phi i64 [ 0, %8 ], [ 1, %220 ]
  br i1 %17, label %28, label %20

20:
  %21 = load i64, ptr %10, align 8
  %22 = and i64 %21, -2
  %23 = load i64, ptr %11, align 8
  %24 = inttoptr i64 %23 to ptr
  %25 = getelementptr inbounds ptr, ptr %24, i64 %22
  %26 = getelementptr inbounds ptr, ptr %25, i64 %19
  %27 = load ptr, ptr %26, align 8
  br label %28

28:
  %29 = phi ptr [ %27, %20 ], [ %0, %16 ]
  %30 = and i64 %18, 2
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %202, label %32

32:
  %33 = load i64, ptr %12, align 8
  %34 = lshr i64 %18, 8
  %35 = and i64 %34, 255
  %36 = shl i64 %33, 4
  %37 = and i64 %36, 262128
  %38 = lshr i64 %33, 12
  %39 = and i64 %38, 262128
  %40 = lshr i64 %33, 28
  %41 = and i64 %40, 262128
  %42 = lshr i64 %33, 61
  %43 = icmp eq i64 %42, 0
  %44 = icmp eq i64 %42, 4
  %45 = icmp eq i64 %42, 6
  %46 = select i1 %45, i64 5, i64 7
  %47 = select i1 %44, i64 6, i64 %46
  %48 = icmp eq i64 %42, 1
  %49 = lshr i64 %33, 42
  %50 = and i64 %49, 896
  %51 = select i1 %48, i64 5, i64 4
  %52 = icmp eq i64 %42, 2
  %53 = select i1 %45, i64 1, i64 3
  %54 = select i1 %52, i64 7, i64 %53
  %55 = select i1 %43, i64 0, i64 %54
  %56 = lshr i64 %18, 24
  %57 = and i64 %56, 255
  %58 = lshr i64 %18, 32
  %59 = and i64 %58, 255
  %60 = lshr i64 %18, 20
  %61 = and i64 %60, 15
  %62 = icmp ne i64 %57, 0
  %63 = icmp eq i64 %57, 3
  %64 = select i1 %63, i64 4, i64 2
  %65 = icmp eq i64 %35, 0
  br i1 %65, label %220, label %66

66:
  %67 = icmp eq i64 %61, 0
  %68 = getelementptr inbounds i8, ptr %29, i64 472
  %69 = shl i64 -1, %47
  %70 = xor i64 %69, -1
  %71 = icmp eq i64 %59, 0
  %72 = trunc i64 %59 to i32
  %73 = trunc i64 %58 to i8
  %74 = shl i32 -1, %72
  %75 = xor i32 %74, -1
  %76 = icmp eq i64 %59, 4
  %77 = select i1 %76, i32 2, i32 0
  %78 = icmp eq i64 %35, 4
  %79 = getelementptr inbounds i8, ptr %29, i64 504
  %80 = trunc i64 %56 to i8
  br label %81

81:
  %82 = phi i64 [ 0, %66 ], [ %97, %96 ]
  br i1 %67, label %96, label %83

83:
  %84 = lshr i64 %82, 3
  %85 = and i64 %82, 7
  %86 = mul i64 %84, %41
  %87 = shl i64 %85, %47
  %88 = add i64 %86, %87
  %89 = shl i64 %85, 4
  %90 = add i64 %86, %89
  %91 = and i64 %82, 31
  %92 = shl i64 %82, 1
  %93 = and i64 %92, -64
  %94 = or i64 %93, %91
  %95 = shl i64 %82, 5
  br label %99

96:
  %97 = add i64 %82, 1
  %98 = icmp ult i64 %97, %35
  br i1 %98, label %81, label %220

99:
  %100 = phi i64 [ 0, %83 ], [ %161, %160 ]
  %101 = load i64, ptr %68, align 8
  %102 = inttoptr i64 %101 to ptr
  %103 = shl i64 %100, 4
  %104 = and i64 %103, %70
  %105 = add i64 %88, %104
  %106 = lshr i64 %103, %47
  %107 = select i1 %43, i64 %100, i64 %106
  %108 = select i1 %43, i64 %90, i64 %105
  %109 = mul i64 %107, %39
  %110 = add i64 %108, %109
  %111 = add i64 %110, %37
  %112 = sub i64 %111, %50
  %113 = lshr i64 %112, 7
  %114 = and i64 %113, %55
  %115 = shl i64 %114, %51
  %116 = xor i64 %115, %111
  %117 = getelementptr inbounds i8, ptr %102, i64 %116
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 16 %4, ptr align 1 %117, i64 16, i1 false)
  br i1 %71, label %158, label %118

118:
  switch i8 %73, label %126 [
    i8 32, label %119
    i8 16, label %120
    i8 8, label %123
  ]

119:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 64 %3, ptr align 1 %117, i64 16, i1 false)
  br label %147

120:
  %121 = load <8 x i16>, ptr %4, align 16
  %122 = zext <8 x i16> %121 to <8 x i32>
  store <8 x i32> %122, ptr %3, align 64
  br label %147

123:
  %124 = load <16 x i8>, ptr %4, align 16
  %125 = zext <16 x i8> %124 to <16 x i32>
  store <16 x i32> %125, ptr %3, align 64
  br label %147

126:
  %127 = phi i64 [ %133, %126 ], [ 0, %118 ]
  %128 = mul i64 %127, %59
  %129 = lshr i64 %128, 3
  %130 = getelementptr inbounds i8, ptr %4, i64 %129
  %131 = load i8, ptr %130, align 1
  %132 = zext i8 %131 to i64
  %133 = add i64 %127, 1
  %134 = icmp ne i64 %127, 15
  %135 = zext i1 %134 to i64
  %136 = getelementptr inbounds i8, ptr %130, i64 %135
  %137 = load i8, ptr %136, align 1
  %138 = zext i8 %137 to i64
  %139 = shl i64 %138, 8
  %140 = or i64 %139, %132
  %141 = and i64 %128, 7
  %142 = lshr i64 %140, %141
  %143 = trunc i64 %142 to i32
  %144 = and i32 %143, %75
  %145 = getelementptr inbounds i32, ptr %3, i64 %127
  store i32 %144, ptr %145, align 4
  %146 = icmp ult i64 %127, 15
  br i1 %146, label %126, label %147

147:
  br label %148

148:
  %149 = phi i64 [ %155, %148 ], [ 0, %147 ]
  %150 = getelementptr inbounds i32, ptr %3, i64 %149
  %151 = load i32, ptr %150, align 4
  %152 = shl i32 %151, %77
  %153 = trunc i32 %152 to i8
  %154 = getelementptr inbounds i8, ptr %4, i64 %149
  store i8 %153, ptr %154, align 1
  %155 = add i64 %149, 1
  %156 = icmp ult i64 %149, 15
  br i1 %156, label %148, label %157

157:
  br label %158

158:
  %159 = shl i64 %100, 2
  br label %163

160:
  %161 = add i64 %100, 1
  %162 = icmp ult i64 %161, %61
  br i1 %162, label %99, label %96

163:
  %164 = phi i64 [ 0, %158 ], [ %182, %181 ]
  br i1 %78, label %176, label %165

165:
  br i1 %63, label %166, label %169

166:
  %167 = shl i64 %164, 5
  %168 = add i64 %167, %82
  br label %176

169:
  switch i8 %80, label %176 [
    i8 1, label %170
    i8 2, label %173
  ]

170:
  %171 = shl i64 %164, 6
  %172 = add i64 %171, %82
  br label %176

173:
  %174 = shl i64 %164, 5
  %175 = add i64 %174, %94
  br label %176

176:
  %177 = phi i64 [ %82, %169 ], [ %168, %166 ], [ %172, %170 ], [ %175, %173 ], [ %95, %163 ]
  %178 = load i64, ptr %13, align 8
  %179 = lshr i64 %178, 16
  %180 = and i64 %179, 65535
  br label %185

181:
  %182 = add i64 %164, 1
  %183 = icmp ugt i64 %64, %182
  %184 = select i1 %62, i1 %183, i1 false
  br i1 %184, label %163, label %160

185:
  %186 = phi i64 [ 0, %176 ], [ %200, %185 ]
  %187 = load i64, ptr %13, align 8
  %188 = and i64 %187, 65535
  %189 = add i64 %186, %159
  %190 = add i64 %189, %188
  %191 = getelementptr inbounds i32, ptr %4, i64 %186
  %192 = load i32, ptr %191, align 4
  %193 = load i64, ptr %79, align 8
  %194 = inttoptr i64 %193 to ptr
  %195 = getelementptr inbounds i8, ptr %194, i64 41472
  %196 = shl i64 %190, 9
  %197 = getelementptr i8, ptr %195, i64 %196
  %198 = getelementptr i32, ptr %197, i64 %177
  %199 = getelementptr i32, ptr %198, i64 %180
  store i32 %192, ptr %199, align 4
  %200 = add i64 %186, 1
  %201 = icmp ult i64 %186, 3
  br i1 %201, label %185, label %181

202:
  %203 = load i64, ptr %13, align 8
  %204 = lshr i64 %203, 16
  %205 = and i64 %204, 65535
  %206 = and i64 %203, 65535
  %207 = getelementptr inbounds i8, ptr %29, i64 504
  br label %208

208:
  %209 = phi i64 [ 0, %202 ], [ %218, %208 ]
  %210 = load i64, ptr %207, align 8
  %211 = inttoptr i64 %210 to ptr
  %212 = getelementptr inbounds i8, ptr %211, i64 41472
  %213 = add i64 %209, %206
  %214 = shl i64 %213, 9
  %215 = getelementptr inbounds i8, ptr %212, i64 %214
  %216 = getelementptr inbounds i32, ptr %215, i64 %205
  %217 = getelementptr inbounds i8, ptr %216, i64 4
  call void @"llvm.memmove.p0.p0.i64"(ptr align 4 %217, ptr align 4 %216, i64 124, i1 false)
  %218 = add i64 %209, 1
  %219 = icmp ult i64 %209, 7
  br i1 %219, label %208, label %220

220:
  %221 = load i64, ptr %1, align 8
  %222 = and i64 %221, 1
  %223 = icmp ult i64 %19, %222
  br i1 %223, label %16, label %224

224:
  ret void
}
define weak_odr void @"ks.tensor_complete"(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 504
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds i8, ptr %6, i64 32
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %6, i64 512
  %10 = icmp eq i64 %8, 0
  br i1 %10, label %21, label %11

11:
  %12 = phi i64 [ %19, %18 ], [ 0, %3 ]
  %13 = mul i64 %12, 160
  %14 = getelementptr inbounds i8, ptr %9, i64 %13
  %15 = getelementptr inbounds i8, ptr %14, i64 8
  %16 = load i64, ptr %15, align 8
  %17 = icmp ult i64 %16, %2
  br i1 %17, label %18, label %21

18:
  %19 = add i64 %12, 1
  call void @"ks.tensor_do"(ptr %0, ptr %14)
  %20 = icmp ult i64 %19, %8
  br i1 %20, label %11, label %21

21:
  %22 = phi i64 [ 0, %3 ], [ %8, %18 ], [ %12, %11 ]
  %23 = sub i64 %8, %22
  %24 = mul i64 %22, 160
  %25 = getelementptr inbounds i8, ptr %9, i64 %24
  %26 = mul i64 %23, 160
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %9, ptr align 8 %25, i64 %26, i1 false)
  store i64 %23, ptr %7, align 8
  ret void
}
define weak_odr void @"ks.tensor_issue"(ptr %0, i64 %1, i32 %2, <32 x i64> %3, <32 x i64> %4, <32 x i64> %5, <32 x i64> %6, <32 x i64> %7, <32 x i64> %8, <32 x i64> %9, <32 x i64> %10, ptr %11, i64 %12, i64 %13, i64 %14, i64 %15) {
  %17 = alloca [20 x i64], align 8
  %18 = icmp eq i32 %2, 0
  br i1 %18, label %112, label %19

19:
  %20 = getelementptr inbounds i8, ptr %0, i64 504
  %21 = load i64, ptr %20, align 8
  %22 = inttoptr i64 %21 to ptr
  %23 = getelementptr inbounds i8, ptr %0, i64 120
  %24 = getelementptr inbounds i8, ptr %17, i64 16
  %25 = getelementptr inbounds i8, ptr %17, i64 24
  %26 = getelementptr inbounds i8, ptr %17, i64 32
  %27 = getelementptr inbounds i8, ptr %17, i64 40
  %28 = getelementptr inbounds i8, ptr %17, i64 48
  %29 = getelementptr inbounds i8, ptr %17, i64 56
  %30 = getelementptr inbounds i8, ptr %17, i64 64
  %31 = getelementptr inbounds i8, ptr %17, i64 72
  %32 = getelementptr inbounds i8, ptr %17, i64 80
  %33 = getelementptr inbounds i8, ptr %17, i64 88
  %34 = getelementptr inbounds i8, ptr %17, i64 96
  %35 = getelementptr inbounds i8, ptr %17, i64 104
  %36 = getelementptr inbounds i8, ptr %17, i64 112
  %37 = getelementptr inbounds i8, ptr %17, i64 120
  %38 = and i64 %15, 1
  %39 = icmp eq i64 %38, 0
  %40 = select i1 %39, i64 4, i64 8
  %41 = icmp eq ptr %11, null
  %42 = getelementptr inbounds i8, ptr %17, i64 128
  %43 = getelementptr inbounds i8, ptr %0, i64 344
  %44 = getelementptr inbounds i8, ptr %0, i64 336
  %45 = getelementptr inbounds i8, ptr %0, i64 512
  %46 = getelementptr inbounds i8, ptr %22, i64 32
  %47 = getelementptr inbounds i8, ptr %22, i64 21000
  %48 = getelementptr inbounds i8, ptr %0, i64 448
  %49 = mul i64 %1, 72
  %50 = getelementptr inbounds i8, ptr %22, i64 40
  %51 = getelementptr inbounds i8, ptr %17, i64 8
  %52 = getelementptr inbounds i8, ptr %0, i64 352
  %53 = trunc i64 %1 to i32
  %54 = getelementptr inbounds i8, ptr %22, i64 512
  %55 = getelementptr inbounds i8, ptr %0, i64 304
  %56 = getelementptr inbounds i8, ptr %17, i64 8
  %57 = and i64 %15, 6
  %58 = icmp eq i64 %57, 0
  %59 = and i64 %15, 4
  %60 = icmp eq i64 %59, 0
  %61 = and i64 %15, 65280
  %62 = icmp eq i64 %61, 1024
  %63 = lshr i64 %15, 8
  %64 = and i64 %63, 255
  %65 = lshr i64 %15, 16
  %66 = and i64 %65, 255
  %67 = icmp ne i64 %38, 0
  %68 = icmp eq i64 %64, 6
  %69 = add i64 %64, -7
  %70 = icmp ult i64 %69, -2
  %71 = trunc i64 %63 to i8
  %72 = icmp eq i64 %66, 0
  %73 = icmp eq i64 %66, 4
  %74 = trunc i64 %65 to i8
  %75 = icmp eq i64 %64, 3
  %76 = select i1 %75, i64 2, i64 1
  %77 = and i64 %15, 64768
  %78 = icmp eq i64 %77, 0
  %79 = select i1 %70, i64 7, i64 3
  %80 = select i1 %70, i64 7, i64 3
  %81 = select i1 %70, i64 7, i64 3
  %82 = select i1 %70, i64 7, i64 3
  %83 = icmp eq i64 %64, 0
  %84 = and i64 %15, 16
  %85 = icmp eq i64 %84, 0
  %86 = select i1 %67, i16 16, i16 8
  %87 = icmp eq i64 %64, 3
  %88 = or i1 %67, %72
  %89 = and i64 %15, 8
  %90 = icmp eq i64 %89, 0
  %91 = select i1 %70, i64 8, i64 4
  br label %92

92:
  %93 = phi i32 [ %2, %19 ], [ %911, %909 ]
  %94 = call i32 @"llvm.cttz.i32"(i32 %93, i1 true)
  call void @"llvm.memset.p0.i64"(ptr align 8 %56, i8 0, i64 152, i1 false)
  store i64 %15, ptr %17, align 8
  %95 = load i64, ptr %23, align 8
  %96 = shl i64 %95, 5
  %97 = zext i32 %94 to i64
  %98 = or i64 %96, %97
  store i64 %98, ptr %24, align 8
  store i64 %1, ptr %25, align 8
  store i64 %97, ptr %26, align 8
  %99 = extractelement <32 x i64> %3, i32 %94
  %100 = and i64 %99, 4294967295
  store i64 %100, ptr %27, align 8
  %101 = extractelement <32 x i64> %4, i32 %94
  store i64 %101, ptr %28, align 8
  %102 = extractelement <32 x i64> %5, i32 %94
  store i64 %102, ptr %29, align 8
  %103 = extractelement <32 x i64> %6, i32 %94
  %104 = and i64 %103, 4294967295
  store i64 %104, ptr %30, align 8
  %105 = extractelement <32 x i64> %7, i32 %94
  %106 = and i64 %105, 1
  store i64 %106, ptr %31, align 8
  store i64 %12, ptr %32, align 8
  %107 = extractelement <32 x i64> %8, i32 %94
  %108 = and i64 %107, 4294967295
  store i64 %108, ptr %33, align 8
  %109 = extractelement <32 x i64> %9, i32 %94
  %110 = and i64 %109, 4294967295
  store i64 %110, ptr %34, align 8
  %111 = extractelement <32 x i64> %10, i32 %94
  store i64 %111, ptr %35, align 8
  store i64 %13, ptr %36, align 8
  store i64 %14, ptr %37, align 8
  br i1 %41, label %113, label %114

112:
  ret void

113:
  br i1 %39, label %128, label %122

114:
  %115 = phi i64 [ %120, %114 ], [ 0, %92 ]
  %116 = getelementptr inbounds <32 x i32>, ptr %11, i64 %115
  %117 = load <32 x i32>, ptr %116, align 128
  %118 = extractelement <32 x i32> %117, i32 %94
  %119 = getelementptr inbounds i32, ptr %42, i64 %115
  store i32 %118, ptr %119, align 4
  %120 = add i64 %115, 1
  %121 = icmp ult i64 %120, %40
  br i1 %121, label %114, label %113

122:
  %123 = load i64, ptr %43, align 8
  %124 = xor i64 %123, 1
  %125 = load i64, ptr %44, align 8
  %126 = icmp ult i64 %124, %125
  br i1 %126, label %128, label %127, !prof !2

127:
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 34359738368, i32 %94)
  br label %909

128:
  br i1 %58, label %251, label %129

129:
  %130 = lshr i64 %100, 16
  br i1 %60, label %136, label %131

131:
  %132 = and i64 %99, 2031616
  %133 = icmp eq i64 %132, 0
  %134 = icmp ult i64 %100, 8388608
  %135 = select i1 %133, i1 %134, i1 false
  br i1 %135, label %141, label %142, !prof !2

136:
  br i1 %62, label %139, label %137

137:
  %138 = icmp eq i64 %130, 0
  br i1 %138, label %141, label %142, !prof !2

139:
  %140 = icmp ult i64 %100, 2097152
  br i1 %140, label %141, label %142, !prof !2

141:
  br label %148

142:
  %143 = or i64 %130, 21474836480
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %143, i32 %94)
  br label %909

144:
  %145 = load i64, ptr %17, align 8
  %146 = and i64 %145, 1
  %147 = icmp ult i64 %151, %146
  br i1 %147, label %148, label %677

148:
  %149 = phi i1 [ false, %144 ], [ %39, %141 ]
  %150 = phi i64 [ %145, %144 ], [ %15, %141 ]
  %151 = phi i64 [ 1, %144 ], [ 0, %141 ]
  br i1 %149, label %160, label %152

152:
  %153 = load i64, ptr %43, align 8
  %154 = and i64 %153, -2
  %155 = load i64, ptr %45, align 8
  %156 = inttoptr i64 %155 to ptr
  %157 = getelementptr inbounds ptr, ptr %156, i64 %154
  %158 = getelementptr inbounds ptr, ptr %157, i64 %151
  %159 = load ptr, ptr %158, align 8
  br label %160

160:
  %161 = phi ptr [ %159, %152 ], [ %0, %148 ]
  %162 = load i64, ptr %28, align 8
  %163 = lshr i64 %150, 8
  %164 = and i64 %163, 255
  %165 = and i64 %150, 2
  %166 = icmp eq i64 %165, 0
  br i1 %166, label %242, label %167

167:
  %168 = lshr i64 %162, 61
  %169 = icmp ult i64 %162, 4611686018427387904
  br i1 %169, label %172, label %170

170:
  %171 = trunc i64 %168 to i3
  switch i3 %171, label %175 [
    i3 -4, label %172
    i3 2, label %172
    i3 -2, label %172
  ]

172:
  %173 = and i64 %162, 2301831990795567104
  %174 = icmp eq i64 %173, 70368744177664
  br i1 %174, label %178, label %175

175:
  %176 = lshr i64 %162, 32
  %177 = or i64 %176, 30064771072
  call void @"ks.fault"(ptr %161, i64 17, i64 %1, i64 %177, i32 %94)
  br label %909

178:
  %179 = shl i64 %162, 4
  %180 = and i64 %179, 262128
  %181 = lshr i64 %162, 12
  %182 = and i64 %181, 262128
  %183 = lshr i64 %162, 28
  %184 = and i64 %183, 262128
  %185 = icmp eq i64 %168, 0
  %186 = icmp eq i64 %168, 4
  %187 = icmp eq i64 %168, 6
  %188 = select i1 %187, i64 5, i64 7
  %189 = select i1 %186, i64 6, i64 %188
  %190 = icmp eq i64 %168, 1
  %191 = lshr i64 %162, 42
  %192 = and i64 %191, 896
  %193 = select i1 %190, i64 5, i64 4
  %194 = icmp eq i64 %168, 2
  %195 = select i1 %187, i64 1, i64 3
  %196 = select i1 %194, i64 7, i64 %195
  %197 = select i1 %185, i64 0, i64 %196
  %198 = getelementptr inbounds i8, ptr %161, i64 64
  %199 = load i64, ptr %198, align 8
  %200 = lshr i64 %150, 20
  %201 = and i64 %200, 15
  %202 = icmp eq i64 %164, 0
  br i1 %202, label %242, label %203

203:
  %204 = icmp eq i64 %201, 0
  %205 = shl i64 -1, %189
  %206 = xor i64 %205, -1
  br label %207

207:
  %208 = phi i64 [ 0, %203 ], [ %239, %238 ]
  br i1 %204, label %238, label %209

209:
  %210 = lshr i64 %208, 3
  %211 = and i64 %208, 7
  %212 = mul i64 %210, %184
  %213 = shl i64 %211, %189
  %214 = add i64 %212, %213
  %215 = shl i64 %211, 4
  %216 = add i64 %212, %215
  br label %220

217:
  %218 = add i64 %221, 1
  %219 = icmp ult i64 %218, %201
  br i1 %219, label %220, label %238

220:
  %221 = phi i64 [ 0, %209 ], [ %218, %217 ]
  %222 = shl i64 %221, 4
  %223 = and i64 %222, %206
  %224 = add i64 %214, %223
  %225 = lshr i64 %222, %189
  %226 = select i1 %185, i64 %221, i64 %225
  %227 = select i1 %185, i64 %216, i64 %224
  %228 = mul i64 %226, %182
  %229 = add i64 %227, %228
  %230 = add i64 %229, %180
  %231 = sub i64 %230, %192
  %232 = lshr i64 %231, 7
  %233 = and i64 %232, %197
  %234 = shl i64 %233, %193
  %235 = xor i64 %234, %230
  %236 = add i64 %235, 16
  %237 = icmp ugt i64 %236, %199
  br i1 %237, label %241, label %217, !prof !3

238:
  %239 = add i64 %208, 1
  %240 = icmp ult i64 %239, %164
  br i1 %240, label %207, label %242

241:
  call void @"ks.fault"(ptr %161, i64 3, i64 %1, i64 %235, i32 %94)
  br label %909

242:
  %243 = load i64, ptr %27, align 8
  %244 = and i64 %150, 4
  %245 = icmp eq i64 %244, 0
  %246 = lshr i64 %150, 18
  %247 = and i64 %246, 63
  %248 = select i1 %245, i64 %247, i64 8
  %249 = and i64 %243, 65535
  %250 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %97, ptr %161, i64 %249, i64 %248)
  br i1 %250, label %144, label %909

251:
  %252 = lshr i64 %104, 20
  %253 = and i64 %252, 496
  %254 = lshr i64 %103, 14
  %255 = and i64 %254, 504
  switch i8 %71, label %258 [
    i8 0, label %259
    i8 1, label %256
    i8 5, label %257
    i8 6, label %257
  ]

256:
  br label %259

257:
  br label %259

258:
  br label %259

259:
  %260 = phi i64 [ 32, %258 ], [ 64, %257 ], [ 8, %256 ], [ 16, %251 ]
  %261 = and i64 %103, 32768
  %262 = icmp ne i64 %261, 0
  %263 = and i64 %103, 65536
  %264 = icmp ne i64 %263, 0
  %265 = lshr i64 %104, 4
  %266 = and i64 %265, 3
  br i1 %72, label %289, label %267

267:
  %268 = and i64 %252, 384
  %269 = lshr i64 %103, 29
  %270 = and i64 %103, 8388608
  %271 = icmp ne i64 %270, 0
  %272 = and i64 %103, 117440512
  %273 = icmp eq i64 %272, 0
  %274 = icmp ult i64 %104, 2147483648
  %275 = select i1 %70, i1 true, i1 %274
  %276 = select i1 %273, i1 %275, i1 false
  br i1 %276, label %277, label %408

277:
  br i1 %68, label %279, label %278

278:
  br i1 %271, label %281, label %408

279:
  %280 = or i1 %73, %271
  br i1 %280, label %281, label %408

281:
  switch i8 %74, label %296 [
    i8 2, label %282
    i8 4, label %285
  ]

282:
  %283 = and i64 %103, 536870928
  %284 = icmp eq i64 %283, 0
  br i1 %284, label %296, label %408

285:
  %286 = or i64 %269, %265
  %287 = and i64 %286, 3
  %288 = icmp eq i64 %287, 0
  br i1 %288, label %296, label %408

289:
  %290 = icmp eq i64 %266, %76
  %291 = icmp eq i64 %266, 0
  %292 = select i1 %78, i1 %291, i1 false
  %293 = or i1 %290, %292
  br i1 %293, label %294, label %408

294:
  %295 = icmp eq i64 %266, 0
  br label %296

296:
  %297 = phi i64 [ %253, %294 ], [ %268, %281 ], [ %268, %282 ], [ %268, %285 ]
  %298 = phi i1 [ %295, %294 ], [ false, %281 ], [ false, %282 ], [ false, %285 ]
  %299 = lshr i64 %104, 7
  %300 = and i64 %299, 7
  switch i8 %71, label %321 [
    i8 0, label %301
    i8 1, label %305
    i8 3, label %312
    i8 5, label %317
    i8 6, label %317
  ]

301:
  %302 = trunc i64 %299 to i3
  switch i3 %302, label %304 [
    i3 0, label %328
    i3 1, label %303
  ]

303:
  br label %328

304:
  br label %328

305:
  %306 = icmp eq i64 %300, 2
  %307 = select i1 %306, i32 23, i32 0
  %308 = select i1 %306, i32 32, i32 0
  %309 = lshr i64 %103, 10
  %310 = and i64 %309, %80
  %311 = icmp eq i64 %310, 2
  br i1 %311, label %357, label %341

312:
  %313 = icmp ult i64 %300, 2
  %314 = select i1 %313, i32 8, i32 0
  %315 = lshr i64 %103, 10
  %316 = and i64 %315, %79
  br label %342

317:
  %318 = icmp eq i64 %300, 1
  %319 = zext i1 %318 to i32
  %320 = select i1 %318, i32 4, i32 0
  br label %334

321:
  %322 = trunc i64 %299 to i3
  switch i3 %322, label %327 [
    i3 0, label %334
    i3 1, label %323
    i3 3, label %324
    i3 -4, label %325
    i3 -3, label %326
  ]

323:
  br label %334

324:
  br label %334

325:
  br label %334

326:
  br label %334

327:
  br label %334

328:
  %329 = phi i32 [ 7, %303 ], [ 0, %304 ], [ 10, %301 ]
  %330 = phi i32 [ 16, %303 ], [ 0, %304 ], [ 16, %301 ]
  %331 = lshr i64 %103, 10
  %332 = and i64 %331, %81
  %333 = trunc i64 %332 to i3
  switch i3 %333, label %340 [
    i3 0, label %357
    i3 1, label %339
  ]

334:
  %335 = phi i32 [ 0, %327 ], [ %319, %317 ], [ 2, %323 ], [ 3, %324 ], [ 2, %325 ], [ 1, %326 ], [ 3, %321 ]
  %336 = phi i32 [ 0, %327 ], [ %320, %317 ], [ 8, %323 ], [ 6, %324 ], [ 6, %325 ], [ 4, %326 ], [ 8, %321 ]
  %337 = lshr i64 %103, 10
  %338 = and i64 %337, %82
  switch i8 %71, label %352 [
    i8 6, label %349
    i8 5, label %349
    i8 3, label %342
  ]

339:
  br label %357

340:
  br label %357

341:
  br label %357

342:
  %343 = phi i64 [ %316, %312 ], [ %338, %334 ]
  %344 = phi i32 [ %314, %312 ], [ %336, %334 ]
  %345 = phi i32 [ 0, %312 ], [ %335, %334 ]
  %346 = icmp ult i64 %343, 2
  %347 = xor i1 %346, true
  %348 = select i1 %346, i32 8, i32 0
  br label %357

349:
  %350 = icmp eq i64 %338, 1
  %351 = select i1 %350, i32 4, i32 0
  br label %357

352:
  %353 = trunc i64 %338 to i3
  switch i3 %353, label %356 [
    i3 0, label %357
    i3 1, label %357
    i3 3, label %354
    i3 -4, label %354
    i3 -3, label %355
  ]

354:
  br label %357

355:
  br label %357

356:
  br label %357

357:
  %358 = phi i32 [ %336, %356 ], [ %308, %305 ], [ %336, %352 ], [ %336, %354 ], [ %336, %352 ], [ %336, %355 ], [ %330, %340 ], [ %336, %349 ], [ %330, %339 ], [ %330, %328 ], [ %308, %341 ], [ %344, %342 ]
  %359 = phi i32 [ %335, %356 ], [ %307, %305 ], [ %335, %352 ], [ %335, %354 ], [ %335, %352 ], [ %335, %355 ], [ %329, %340 ], [ %335, %349 ], [ %329, %339 ], [ %329, %328 ], [ %307, %341 ], [ %345, %342 ]
  %360 = phi i1 [ true, %356 ], [ true, %305 ], [ true, %352 ], [ true, %354 ], [ true, %352 ], [ true, %355 ], [ true, %340 ], [ true, %349 ], [ true, %339 ], [ false, %328 ], [ true, %341 ], [ true, %342 ]
  %361 = phi i1 [ false, %356 ], [ true, %305 ], [ true, %352 ], [ true, %354 ], [ true, %352 ], [ true, %355 ], [ false, %340 ], [ %350, %349 ], [ true, %339 ], [ true, %328 ], [ false, %341 ], [ %346, %342 ]
  %362 = phi i1 [ true, %356 ], [ false, %305 ], [ false, %352 ], [ true, %354 ], [ false, %352 ], [ true, %355 ], [ true, %340 ], [ true, %349 ], [ false, %339 ], [ false, %328 ], [ true, %341 ], [ %347, %342 ]
  %363 = phi i32 [ 0, %356 ], [ 32, %305 ], [ 8, %352 ], [ 6, %354 ], [ 8, %352 ], [ 4, %355 ], [ 0, %340 ], [ %351, %349 ], [ 16, %339 ], [ 16, %328 ], [ 0, %341 ], [ %348, %342 ]
  %364 = icmp eq i32 %358, 0
  br i1 %364, label %408, label %365

365:
  %366 = and i64 %103, 4
  %367 = icmp eq i64 %366, 0
  %368 = select i1 %361, i1 %367, i1 false
  br i1 %368, label %369, label %408

369:
  %370 = and i1 %83, %298
  %371 = icmp ne i32 %359, 10
  %372 = or i1 %371, %360
  %373 = select i1 %370, i1 %372, i1 false
  br i1 %373, label %408, label %374

374:
  %375 = icmp ult i32 %358, 8
  %376 = and i1 %262, %375
  %377 = and i1 %362, %264
  %378 = select i1 %376, i1 true, i1 %377
  %379 = add i64 %255, -257
  %380 = icmp ult i64 %379, -256
  %381 = select i1 %378, i1 true, i1 %380
  br i1 %381, label %408, label %382

382:
  br i1 %85, label %391, label %383

383:
  %384 = trunc i64 %297 to i9
  switch i9 %384, label %408 [
    i9 32, label %385
    i9 64, label %385
    i9 128, label %385
  ]

385:
  %386 = trunc i64 %255 to i9
  switch i9 %386, label %408 [
    i9 64, label %387
    i9 128, label %387
    i9 -256, label %387
  ]

387:
  %388 = trunc i64 %297 to i8
  %389 = udiv i8 -128, %388
  %390 = zext i8 %389 to i64
  br label %410

391:
  %392 = icmp ugt i64 %255, 32
  %393 = select i1 %392, i16 16, i16 8
  %394 = select i1 %67, i16 32, i16 %393
  %395 = select i1 %87, i16 %394, i16 %86
  %396 = trunc i64 %255 to i16
  %397 = add i16 %395, 511
  %398 = and i16 %397, %396
  %399 = icmp eq i16 %398, 0
  br i1 %399, label %400, label %408

400:
  %401 = lshr exact i64 %297, %38
  %402 = trunc i64 %401 to i9
  switch i9 %402, label %408 [
    i9 128, label %404
    i9 64, label %403
  ]

403:
  br i1 %88, label %404, label %408

404:
  %405 = icmp eq i64 %401, 64
  %406 = and i1 %67, %405
  %407 = select i1 %406, i64 2, i64 1
  br label %410

408:
  %409 = or i64 %104, 25769803776
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %409, i32 %94)
  br label %909

410:
  %411 = phi i64 [ %390, %387 ], [ %407, %404 ]
  %412 = phi i64 [ %297, %387 ], [ %401, %404 ]
  %413 = lshr i64 %100, 16
  %414 = icmp eq i64 %412, 64
  %415 = icmp eq i64 %411, 1
  %416 = and i1 %415, %414
  %417 = icmp eq i64 %413, 0
  %418 = icmp eq i64 %413, 16
  %419 = and i1 %416, %418
  %420 = and i1 %419, %85
  %421 = or i1 %417, %420
  br i1 %421, label %424, label %422

422:
  %423 = or i64 %413, 21474836480
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %423, i32 %94)
  br label %909

424:
  br i1 %90, label %431, label %425

425:
  %426 = lshr i64 %101, 16
  %427 = and i64 %426, 65535
  %428 = icmp eq i64 %427, %413
  br i1 %428, label %431, label %429, !prof !2

429:
  %430 = or i64 %427, 21474836480
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %430, i32 %94)
  br label %909

431:
  %432 = select i1 %262, i64 %260, i64 %412
  %433 = select i1 %262, i64 %412, i64 %260
  %434 = icmp eq i64 %432, 0
  %435 = zext i32 %358 to i64
  %436 = call i64 @"llvm.umax.i64"(i64 %435, i64 %91)
  %437 = mul i64 %436, %260
  %438 = lshr i64 %437, 5
  %439 = lshr i64 %412, 5
  %440 = add i64 %255, 31
  %441 = lshr i64 %440, 5
  br label %442

442:
  %443 = phi i64 [ %15, %431 ], [ %674, %673 ]
  %444 = phi i64 [ %38, %431 ], [ 1, %673 ]
  %445 = phi i64 [ 0, %431 ], [ 1, %673 ]
  %446 = icmp eq i64 %444, 0
  br i1 %446, label %455, label %447

447:
  %448 = load i64, ptr %43, align 8
  %449 = and i64 %448, -2
  %450 = load i64, ptr %45, align 8
  %451 = inttoptr i64 %450 to ptr
  %452 = getelementptr inbounds ptr, ptr %451, i64 %449
  %453 = getelementptr inbounds ptr, ptr %452, i64 %445
  %454 = load ptr, ptr %453, align 8
  br label %455

455:
  %456 = phi ptr [ %454, %447 ], [ %0, %442 ]
  %457 = load i64, ptr %28, align 8
  %458 = load i64, ptr %35, align 8
  %459 = lshr i64 %458, 56
  %460 = and i64 %459, 63
  %461 = lshr exact i64 %255, %444
  %462 = load i64, ptr %29, align 8
  %463 = add i64 %460, %461
  %464 = lshr i64 %462, 61
  %465 = icmp ult i64 %462, 4611686018427387904
  br i1 %465, label %468, label %466

466:
  %467 = trunc i64 %464 to i3
  switch i3 %467, label %471 [
    i3 -4, label %468
    i3 2, label %468
    i3 -2, label %468
  ]

468:
  %469 = and i64 %462, 2301831990795567104
  %470 = icmp eq i64 %469, 70368744177664
  br i1 %470, label %474, label %471

471:
  %472 = lshr i64 %462, 32
  %473 = or i64 %472, 30064771072
  call void @"ks.fault"(ptr %456, i64 17, i64 %1, i64 %473, i32 %94)
  br label %909

474:
  %475 = shl i64 %462, 4
  %476 = and i64 %475, 262128
  %477 = lshr i64 %462, 12
  %478 = and i64 %477, 262128
  %479 = lshr i64 %462, 28
  %480 = and i64 %479, 262128
  %481 = icmp eq i64 %464, 0
  %482 = select i1 %264, i64 %478, i64 %480
  %483 = select i1 %264, i64 %480, i64 %478
  %484 = icmp eq i64 %464, 4
  %485 = icmp eq i64 %464, 6
  %486 = select i1 %485, i64 5, i64 7
  %487 = select i1 %484, i64 6, i64 %486
  %488 = icmp eq i64 %464, 1
  %489 = and i1 %488, %264
  %490 = select i1 %489, i64 2, i64 3
  %491 = lshr i64 %462, 42
  %492 = and i64 %491, 896
  %493 = select i1 %488, i64 5, i64 4
  %494 = icmp eq i64 %464, 2
  %495 = select i1 %485, i64 1, i64 3
  %496 = select i1 %494, i64 7, i64 %495
  %497 = select i1 %481, i64 0, i64 %496
  %498 = getelementptr inbounds i8, ptr %456, i64 64
  %499 = load i64, ptr %498, align 8
  %500 = select i1 %264, i64 %260, i64 %463
  %501 = select i1 %264, i64 %463, i64 %260
  br i1 %70, label %502, label %508

502:
  br i1 %362, label %505, label %503

503:
  %504 = udiv i32 128, %363
  br label %505

505:
  %506 = phi i32 [ %504, %503 ], [ 16, %502 ]
  %507 = zext i32 %506 to i64
  br label %508

508:
  %509 = phi i64 [ %507, %505 ], [ 32, %474 ]
  %510 = udiv i64 %501, %509
  %511 = icmp eq i64 %500, 0
  br i1 %511, label %558, label %512

512:
  %513 = icmp ugt i64 %509, %501
  %514 = shl i64 -1, %490
  %515 = xor i64 %514, -1
  %516 = shl i64 -1, %487
  %517 = xor i64 %516, -1
  br label %518

518:
  %519 = phi i64 [ 0, %512 ], [ %555, %554 ]
  br i1 %513, label %554, label %520

520:
  %521 = lshr i64 %519, %490
  %522 = and i64 %519, %515
  %523 = mul i64 %521, %480
  %524 = shl i64 %522, %487
  %525 = add i64 %523, %524
  %526 = mul i64 %521, %482
  %527 = shl i64 %522, 4
  %528 = add i64 %526, %527
  br label %532

529:
  %530 = add i64 %533, 1
  %531 = icmp ult i64 %530, %510
  br i1 %531, label %532, label %554

532:
  %533 = phi i64 [ 0, %520 ], [ %530, %529 ]
  br i1 %481, label %534, label %537

534:
  %535 = mul i64 %533, %483
  %536 = add i64 %528, %535
  br label %544

537:
  %538 = shl i64 %533, 4
  %539 = and i64 %538, %517
  %540 = add i64 %525, %539
  %541 = lshr i64 %538, %487
  %542 = mul i64 %541, %478
  %543 = add i64 %540, %542
  br label %544

544:
  %545 = phi i64 [ %536, %534 ], [ %543, %537 ]
  %546 = add i64 %545, %476
  %547 = sub i64 %546, %492
  %548 = lshr i64 %547, 7
  %549 = and i64 %548, %497
  %550 = shl i64 %549, %493
  %551 = xor i64 %550, %546
  %552 = add i64 %551, 16
  %553 = icmp ugt i64 %552, %499
  br i1 %553, label %557, label %529, !prof !3

554:
  %555 = add i64 %519, 1
  %556 = icmp ult i64 %555, %500
  br i1 %556, label %518, label %558

557:
  call void @"ks.fault"(ptr %456, i64 3, i64 %1, i64 %551, i32 %94)
  br label %909

558:
  %559 = and i64 %443, 8
  %560 = icmp eq i64 %559, 0
  br i1 %560, label %561, label %651

561:
  %562 = lshr i64 %457, 61
  %563 = icmp ult i64 %457, 4611686018427387904
  br i1 %563, label %566, label %564

564:
  %565 = trunc i64 %562 to i3
  switch i3 %565, label %569 [
    i3 -4, label %566
    i3 2, label %566
    i3 -2, label %566
  ]

566:
  %567 = and i64 %457, 2301831990795567104
  %568 = icmp eq i64 %567, 70368744177664
  br i1 %568, label %572, label %569

569:
  %570 = lshr i64 %457, 32
  %571 = or i64 %570, 30064771072
  call void @"ks.fault"(ptr %456, i64 17, i64 %1, i64 %571, i32 %94)
  br label %909

572:
  %573 = shl i64 %457, 4
  %574 = and i64 %573, 262128
  %575 = lshr i64 %457, 12
  %576 = and i64 %575, 262128
  %577 = lshr i64 %457, 28
  %578 = and i64 %577, 262128
  %579 = icmp eq i64 %562, 0
  %580 = select i1 %262, i64 %576, i64 %578
  %581 = select i1 %262, i64 %578, i64 %576
  %582 = icmp eq i64 %562, 4
  %583 = icmp eq i64 %562, 6
  %584 = select i1 %583, i64 5, i64 7
  %585 = select i1 %582, i64 6, i64 %584
  %586 = icmp eq i64 %562, 1
  %587 = and i1 %586, %262
  %588 = select i1 %587, i64 2, i64 3
  %589 = lshr i64 %457, 42
  %590 = and i64 %589, 896
  %591 = select i1 %586, i64 5, i64 4
  %592 = icmp eq i64 %562, 2
  %593 = select i1 %583, i64 1, i64 3
  %594 = select i1 %592, i64 7, i64 %593
  %595 = select i1 %579, i64 0, i64 %594
  br i1 %70, label %596, label %602

596:
  br i1 %375, label %599, label %597

597:
  %598 = udiv i32 128, %358
  br label %599

599:
  %600 = phi i32 [ %598, %597 ], [ 16, %596 ]
  %601 = zext i32 %600 to i64
  br label %602

602:
  %603 = phi i64 [ %601, %599 ], [ 32, %572 ]
  %604 = udiv i64 %433, %603
  br i1 %434, label %651, label %605

605:
  %606 = icmp ugt i64 %603, %433
  %607 = shl i64 -1, %588
  %608 = xor i64 %607, -1
  %609 = shl i64 -1, %585
  %610 = xor i64 %609, -1
  br label %611

611:
  %612 = phi i64 [ 0, %605 ], [ %648, %647 ]
  br i1 %606, label %647, label %613

613:
  %614 = lshr i64 %612, %588
  %615 = and i64 %612, %608
  %616 = mul i64 %614, %578
  %617 = shl i64 %615, %585
  %618 = add i64 %616, %617
  %619 = mul i64 %614, %580
  %620 = shl i64 %615, 4
  %621 = add i64 %619, %620
  br label %625

622:
  %623 = add i64 %626, 1
  %624 = icmp ult i64 %623, %604
  br i1 %624, label %625, label %647

625:
  %626 = phi i64 [ 0, %613 ], [ %623, %622 ]
  br i1 %579, label %627, label %630

627:
  %628 = mul i64 %626, %581
  %629 = add i64 %621, %628
  br label %637

630:
  %631 = shl i64 %626, 4
  %632 = and i64 %631, %610
  %633 = add i64 %618, %632
  %634 = lshr i64 %631, %585
  %635 = mul i64 %634, %576
  %636 = add i64 %633, %635
  br label %637

637:
  %638 = phi i64 [ %629, %627 ], [ %636, %630 ]
  %639 = add i64 %638, %574
  %640 = sub i64 %639, %590
  %641 = lshr i64 %640, 7
  %642 = and i64 %641, %595
  %643 = shl i64 %642, %591
  %644 = xor i64 %643, %639
  %645 = add i64 %644, 16
  %646 = icmp ugt i64 %645, %499
  br i1 %646, label %650, label %622, !prof !3

647:
  %648 = add i64 %612, 1
  %649 = icmp ult i64 %648, %432
  br i1 %649, label %611, label %651

650:
  call void @"ks.fault"(ptr %456, i64 3, i64 %1, i64 %644, i32 %94)
  br label %909

651:
  %652 = load i64, ptr %27, align 8
  %653 = udiv i64 %255, %411
  %654 = and i64 %652, 65535
  %655 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %97, ptr %456, i64 %654, i64 %653)
  br i1 %655, label %656, label %909

656:
  %657 = load i64, ptr %17, align 8
  %658 = and i64 %657, 8
  %659 = icmp eq i64 %658, 0
  br i1 %659, label %664, label %660

660:
  %661 = load i64, ptr %28, align 8
  %662 = and i64 %661, 65535
  %663 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %97, ptr %456, i64 %662, i64 %438)
  br i1 %663, label %664, label %909

664:
  br i1 %72, label %673, label %665

665:
  %666 = load i64, ptr %33, align 8
  %667 = and i64 %666, 65535
  %668 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %97, ptr %456, i64 %667, i64 %439)
  br i1 %668, label %669, label %909

669:
  %670 = load i64, ptr %34, align 8
  %671 = and i64 %670, 65535
  %672 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %97, ptr %456, i64 %671, i64 %441)
  br i1 %672, label %673, label %909

673:
  %674 = load i64, ptr %17, align 8
  %675 = and i64 %674, 1
  %676 = icmp ult i64 %445, %675
  br i1 %676, label %442, label %677

677:
  %678 = load i64, ptr %46, align 8
  %679 = icmp ugt i64 %678, 255
  br i1 %679, label %680, label %682

680:
  %681 = load i64, ptr %47, align 8
  call void @"ks.tensor_complete"(ptr %0, ptr poison, i64 %681)
  br label %682

682:
  br i1 %58, label %683, label %874

683:
  %684 = load i64, ptr %30, align 8
  %685 = load i64, ptr %17, align 8
  %686 = lshr i64 %685, 8
  %687 = and i64 %686, 255
  %688 = lshr i64 %685, 16
  %689 = and i64 %688, 255
  %690 = and i64 %685, 1
  %691 = icmp ne i64 %690, 0
  %692 = icmp eq i64 %687, 6
  %693 = add i64 %687, -7
  %694 = icmp ult i64 %693, -2
  %695 = lshr i64 %684, 20
  %696 = and i64 %695, 496
  %697 = lshr i64 %684, 14
  %698 = and i64 %697, 504
  %699 = trunc i64 %686 to i8
  switch i8 %699, label %702 [
    i8 0, label %703
    i8 1, label %700
    i8 5, label %701
    i8 6, label %701
  ]

700:
  br label %703

701:
  br label %703

702:
  br label %703

703:
  %704 = phi i64 [ 32, %702 ], [ 64, %701 ], [ 8, %700 ], [ 16, %683 ]
  %705 = and i64 %684, 32768
  %706 = icmp ne i64 %705, 0
  %707 = and i64 %684, 65536
  %708 = icmp ne i64 %707, 0
  %709 = lshr i64 %684, 4
  %710 = and i64 %709, 3
  %711 = icmp eq i64 %689, 0
  br i1 %711, label %736, label %712

712:
  %713 = and i64 %695, 384
  %714 = lshr i64 %684, 29
  %715 = and i64 %684, 8388608
  %716 = icmp ne i64 %715, 0
  %717 = and i64 %684, 117440512
  %718 = icmp eq i64 %717, 0
  %719 = icmp ult i64 %684, 2147483648
  %720 = select i1 %694, i1 true, i1 %719
  %721 = select i1 %718, i1 %720, i1 false
  br i1 %721, label %722, label %874

722:
  br i1 %692, label %724, label %723

723:
  br i1 %716, label %727, label %874

724:
  %725 = icmp eq i64 %689, 4
  %726 = or i1 %725, %716
  br i1 %726, label %727, label %874

727:
  %728 = trunc i64 %688 to i8
  switch i8 %728, label %747 [
    i8 2, label %729
    i8 4, label %732
  ]

729:
  %730 = and i64 %684, 536870928
  %731 = icmp eq i64 %730, 0
  br i1 %731, label %747, label %874

732:
  %733 = or i64 %714, %709
  %734 = and i64 %733, 3
  %735 = icmp eq i64 %734, 0
  br i1 %735, label %747, label %874

736:
  %737 = icmp eq i64 %687, 3
  %738 = select i1 %737, i64 2, i64 1
  %739 = icmp eq i64 %710, %738
  br i1 %739, label %745, label %740

740:
  %741 = and i64 %685, 64768
  %742 = icmp eq i64 %741, 0
  %743 = icmp eq i64 %710, 0
  %744 = select i1 %742, i1 %743, i1 false
  br i1 %744, label %745, label %874

745:
  %746 = icmp eq i64 %710, 0
  br label %747

747:
  %748 = phi i1 [ %746, %745 ], [ false, %727 ], [ false, %729 ], [ false, %732 ]
  %749 = phi i64 [ %696, %745 ], [ %713, %727 ], [ %713, %729 ], [ %713, %732 ]
  %750 = lshr i64 %684, 7
  %751 = and i64 %750, 7
  switch i8 %699, label %773 [
    i8 0, label %752
    i8 1, label %756
    i8 3, label %763
    i8 5, label %769
    i8 6, label %769
  ]

752:
  %753 = trunc i64 %750 to i3
  switch i3 %753, label %755 [
    i3 0, label %780
    i3 1, label %754
  ]

754:
  br label %780

755:
  br label %780

756:
  %757 = icmp eq i64 %751, 2
  %758 = lshr i64 %684, 10
  %759 = select i1 %694, i64 7, i64 3
  %760 = and i64 %759, %758
  %761 = icmp eq i64 %760, 2
  %762 = xor i1 %761, true
  br i1 %757, label %814, label %874

763:
  %764 = icmp ult i64 %751, 2
  %765 = select i1 %764, i32 8, i32 0
  %766 = lshr i64 %684, 10
  %767 = select i1 %694, i64 7, i64 3
  %768 = and i64 %767, %766
  br label %795

769:
  %770 = icmp eq i64 %751, 1
  %771 = select i1 %770, i32 4, i32 0
  %772 = zext i1 %770 to i32
  br label %787

773:
  %774 = trunc i64 %750 to i3
  switch i3 %774, label %779 [
    i3 0, label %787
    i3 1, label %775
    i3 3, label %776
    i3 -4, label %777
    i3 -3, label %778
  ]

775:
  br label %787

776:
  br label %787

777:
  br label %787

778:
  br label %787

779:
  br label %787

780:
  %781 = phi i32 [ 16, %754 ], [ 0, %755 ], [ 16, %752 ]
  %782 = phi i32 [ 7, %754 ], [ 0, %755 ], [ 10, %752 ]
  %783 = lshr i64 %684, 10
  %784 = select i1 %694, i64 7, i64 3
  %785 = and i64 %784, %783
  %786 = trunc i64 %785 to i3
  switch i3 %786, label %794 [
    i3 0, label %807
    i3 1, label %793
  ]

787:
  %788 = phi i32 [ 0, %779 ], [ %771, %769 ], [ 8, %775 ], [ 6, %776 ], [ 6, %777 ], [ 4, %778 ], [ 8, %773 ]
  %789 = phi i32 [ 0, %779 ], [ %772, %769 ], [ 2, %775 ], [ 3, %776 ], [ 2, %777 ], [ 1, %778 ], [ 3, %773 ]
  %790 = lshr i64 %684, 10
  %791 = select i1 %694, i64 7, i64 3
  %792 = and i64 %791, %790
  switch i8 %699, label %803 [
    i8 6, label %801
    i8 5, label %801
    i8 3, label %795
  ]

793:
  br label %807

794:
  br label %807

795:
  %796 = phi i64 [ %768, %763 ], [ %792, %787 ]
  %797 = phi i32 [ 0, %763 ], [ %789, %787 ]
  %798 = phi i32 [ %765, %763 ], [ %788, %787 ]
  %799 = icmp ult i64 %796, 2
  %800 = xor i1 %799, true
  br label %807

801:
  %802 = icmp eq i64 %792, 1
  br label %807

803:
  %804 = trunc i64 %792 to i3
  switch i3 %804, label %806 [
    i3 0, label %807
    i3 1, label %807
    i3 3, label %805
    i3 -4, label %805
    i3 -3, label %805
  ]

805:
  br label %807

806:
  br label %807

807:
  %808 = phi i32 [ %789, %806 ], [ %782, %780 ], [ %789, %803 ], [ %789, %805 ], [ %789, %803 ], [ %797, %795 ], [ %782, %794 ], [ %789, %801 ], [ %782, %793 ]
  %809 = phi i32 [ %788, %806 ], [ %781, %780 ], [ %788, %803 ], [ %788, %805 ], [ %788, %803 ], [ %798, %795 ], [ %781, %794 ], [ %788, %801 ], [ %781, %793 ]
  %810 = phi i1 [ false, %806 ], [ true, %780 ], [ true, %803 ], [ true, %805 ], [ true, %803 ], [ %799, %795 ], [ false, %794 ], [ %802, %801 ], [ true, %793 ]
  %811 = phi i1 [ true, %806 ], [ false, %780 ], [ false, %803 ], [ true, %805 ], [ false, %803 ], [ %800, %795 ], [ true, %794 ], [ true, %801 ], [ false, %793 ]
  %812 = phi i1 [ true, %806 ], [ false, %780 ], [ true, %803 ], [ true, %805 ], [ true, %803 ], [ true, %795 ], [ true, %794 ], [ true, %801 ], [ true, %793 ]
  %813 = icmp eq i32 %809, 0
  br i1 %813, label %874, label %814

814:
  %815 = phi i1 [ %812, %807 ], [ true, %756 ]
  %816 = phi i1 [ %811, %807 ], [ %762, %756 ]
  %817 = phi i1 [ %810, %807 ], [ %761, %756 ]
  %818 = phi i32 [ %809, %807 ], [ 32, %756 ]
  %819 = phi i32 [ %808, %807 ], [ 23, %756 ]
  %820 = and i64 %684, 4
  %821 = icmp eq i64 %820, 0
  %822 = select i1 %817, i1 %821, i1 false
  br i1 %822, label %823, label %874

823:
  %824 = icmp eq i64 %687, 0
  %825 = and i1 %824, %748
  br i1 %825, label %826, label %834

826:
  %827 = icmp ne i32 %819, 10
  %828 = or i1 %827, %815
  %829 = icmp ult i32 %818, 8
  %830 = select i1 %706, i1 %829, i1 false
  %831 = select i1 %828, i1 true, i1 %830
  %832 = and i1 %708, %816
  %833 = select i1 %831, i1 true, i1 %832
  br i1 %833, label %874, label %839

834:
  %835 = icmp ult i32 %818, 8
  %836 = select i1 %706, i1 %835, i1 false
  %837 = and i1 %708, %816
  %838 = select i1 %836, i1 true, i1 %837
  br i1 %838, label %874, label %839

839:
  %840 = add i64 %698, -257
  %841 = icmp ult i64 %840, -256
  br i1 %841, label %874, label %842

842:
  %843 = and i64 %685, 16
  %844 = icmp eq i64 %843, 0
  br i1 %844, label %849, label %845

845:
  %846 = trunc i64 %749 to i9
  switch i9 %846, label %874 [
    i9 32, label %847
    i9 64, label %847
    i9 128, label %847
  ]

847:
  %848 = trunc i64 %698 to i9
  switch i9 %848, label %874 [
    i9 64, label %865
    i9 128, label %865
    i9 -256, label %865
  ]

849:
  %850 = select i1 %691, i16 16, i16 8
  %851 = icmp eq i64 %687, 3
  %852 = icmp ugt i64 %698, 32
  %853 = select i1 %852, i16 16, i16 8
  %854 = select i1 %691, i16 32, i16 %853
  %855 = select i1 %851, i16 %854, i16 %850
  %856 = trunc i64 %698 to i16
  %857 = add i16 %855, 511
  %858 = and i16 %857, %856
  %859 = icmp eq i16 %858, 0
  br i1 %859, label %860, label %874

860:
  %861 = lshr exact i64 %749, %690
  %862 = trunc i64 %861 to i9
  switch i9 %862, label %874 [
    i9 128, label %865
    i9 64, label %863
  ]

863:
  %864 = or i1 %691, %711
  br i1 %864, label %865, label %874

865:
  %866 = mul i64 %704, %698
  %867 = mul i64 %866, %749
  %868 = load i64, ptr %48, align 8
  %869 = inttoptr i64 %868 to ptr
  %870 = getelementptr inbounds i8, ptr %869, i64 %49
  %871 = getelementptr inbounds i8, ptr %870, i64 8
  %872 = load i64, ptr %871, align 8
  %873 = add i64 %872, %867
  store i64 %873, ptr %871, align 8
  br label %874

874:
  %875 = load i64, ptr %50, align 8
  %876 = add i64 %875, 1
  store i64 %876, ptr %50, align 8
  store i64 %875, ptr %51, align 8
  %877 = shl i32 1, %94
  %878 = load i64, ptr %52, align 8
  %879 = icmp eq i64 %878, 0
  br i1 %879, label %891, label %880, !prof !2

880:
  %881 = inttoptr i64 %878 to ptr
  %882 = load i64, ptr %881, align 8
  %883 = inttoptr i64 %882 to ptr
  %884 = load i64, ptr %883, align 8
  %885 = add i64 %884, 1
  store i64 %885, ptr %883, align 8
  %886 = getelementptr inbounds i8, ptr %881, i64 176
  %887 = load i64, ptr %886, align 8
  %888 = icmp eq i64 %887, 0
  br i1 %888, label %891, label %889

889:
  %890 = inttoptr i64 %887 to ptr
  call void %890(ptr %0, i32 65, i32 %53, i32 %877, ptr %17, i64 0)
  br label %891

891:
  %892 = load i64, ptr %46, align 8
  %893 = add i64 %892, 1
  store i64 %893, ptr %46, align 8
  %894 = mul i64 %892, 160
  %895 = getelementptr inbounds i8, ptr %54, i64 %894
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 8 %895, ptr align 8 %17, i64 160, i1 false)
  %896 = load i64, ptr %55, align 8
  %897 = icmp eq i64 %896, 0
  br i1 %897, label %909, label %898, !prof !2

898:
  %899 = shl i64 %896, 13
  %900 = xor i64 %899, %896
  %901 = lshr i64 %900, 7
  %902 = xor i64 %901, %900
  %903 = shl i64 %902, 17
  %904 = xor i64 %903, %902
  store i64 %904, ptr %55, align 8
  %905 = and i64 %902, 2048
  %906 = icmp eq i64 %905, 0
  br i1 %906, label %907, label %909

907:
  %908 = load i64, ptr %50, align 8
  call void @"ks.tensor_complete"(ptr %0, ptr poison, i64 %908)
  br label %909

909:
  %910 = add i32 %93, -1
  %911 = and i32 %910, %93
  %912 = icmp eq i32 %911, 0
  br i1 %912, label %112, label %92
}
define weak_odr void @"ks.tensor_commit"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, i32 %4, i64 %5, i1 %6) {
  %8 = getelementptr inbounds i8, ptr %0, i64 336
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i32 %4, 0
  br i1 %10, label %30, label %11

11:
  %12 = getelementptr inbounds i8, ptr %0, i64 504
  %13 = load i64, ptr %12, align 8
  %14 = inttoptr i64 %13 to ptr
  %15 = getelementptr inbounds i8, ptr %0, i64 120
  %16 = getelementptr inbounds i8, ptr %14, i64 32
  %17 = getelementptr inbounds i8, ptr %14, i64 512
  %18 = select i1 %6, i64 %9, i64 1
  %19 = icmp eq i64 %18, 0
  %20 = ptrtoint ptr %0 to i64
  br label %21

21:
  %22 = phi i32 [ %4, %11 ], [ %82, %80 ]
  %23 = call i32 @"llvm.cttz.i32"(i32 %22, i1 true)
  %24 = load i64, ptr %15, align 8
  %25 = shl i64 %24, 5
  %26 = zext i32 %23 to i64
  %27 = or i64 %25, %26
  %28 = load i64, ptr %16, align 8
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %31, label %43

30:
  ret void

31:
  %32 = phi i64 [ 0, %21 ], [ %56, %55 ]
  %33 = extractelement <32 x i64> %3, i32 %23
  %34 = and i64 %33, 65535
  %35 = lshr i64 %34, %9
  %36 = icmp ne i64 %35, 0
  %37 = select i1 %6, i1 %36, i1 false
  br i1 %37, label %42, label %38, !prof !3

38:
  br i1 %19, label %80, label %39

39:
  %40 = extractelement <32 x i64> %2, i32 %23
  %41 = and i64 %40, 16777215
  br label %59

42:
  call void @"ks.fault"(ptr %0, i64 15, i64 %1, i64 %34, i32 %23)
  br label %80

43:
  %44 = phi i64 [ %57, %55 ], [ 0, %21 ]
  %45 = phi i64 [ %56, %55 ], [ 0, %21 ]
  %46 = mul i64 %44, 160
  %47 = getelementptr inbounds i8, ptr %17, i64 %46
  %48 = getelementptr inbounds i8, ptr %47, i64 16
  %49 = load i64, ptr %48, align 8
  %50 = icmp eq i64 %49, %27
  br i1 %50, label %51, label %55

51:
  %52 = getelementptr inbounds i8, ptr %47, i64 8
  %53 = load i64, ptr %52, align 8
  %54 = add i64 %53, 1
  br label %55

55:
  %56 = phi i64 [ %54, %51 ], [ %45, %43 ]
  %57 = add i64 %44, 1
  %58 = icmp ult i64 %57, %28
  br i1 %58, label %43, label %31

59:
  %60 = phi i64 [ 0, %39 ], [ %78, %77 ]
  br i1 %6, label %61, label %68

61:
  %62 = shl i64 1, %60
  %63 = and i64 %62, %33
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %77, label %65

65:
  %66 = shl i64 %60, 24
  %67 = or i64 %66, %41
  br label %68

68:
  %69 = phi i64 [ %67, %65 ], [ %40, %59 ]
  %70 = and i64 %69, 7
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %73, label %72, !prof !2

72:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %69, i32 %23)
  br label %77

73:
  %74 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %69, i64 8, i32 %23)
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %77, label %76

76:
  call void @"ks.bulk_await"(ptr %0, i64 %1, i64 %27, i64 %74, i64 %20, i64 0, i64 %32, i64 %5)
  br label %77

77:
  %78 = add i64 %60, 1
  %79 = icmp ult i64 %78, %18
  br i1 %79, label %59, label %80

80:
  %81 = add i32 %22, -1
  %82 = and i32 %81, %22
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %30, label %21
}
define weak_odr i1 @"ks.tile_chunks"(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4, i64 %5, i1 %6, ptr %7) {
  %9 = shl i64 %2, 4
  %10 = and i64 %9, 262128
  %11 = lshr i64 %2, 12
  %12 = and i64 %11, 262128
  %13 = lshr i64 %2, 28
  %14 = and i64 %13, 262128
  %15 = lshr i64 %2, 62
  %16 = icmp eq i64 %15, 0
  %17 = select i1 %6, i64 %12, i64 %14
  %18 = select i1 %6, i64 %14, i64 %12
  %19 = sub i64 8, %15
  %20 = trunc i64 %15 to i32
  %21 = lshr exact i32 256, %20
  %22 = add i32 %21, 127
  %23 = and i32 %22, 112
  %24 = select i1 %16, i32 0, i32 %23
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds i8, ptr %0, i64 64
  %27 = load i64, ptr %26, align 8
  %28 = add i64 %3, -1
  %29 = add i64 %28, %4
  %30 = lshr i64 %29, 3
  %31 = and i64 %29, 7
  br i1 %16, label %32, label %38

32:
  %33 = mul i64 %17, %30
  %34 = shl i64 %31, 4
  %35 = add i64 %33, %34
  %36 = add i64 %5, -1
  %37 = mul i64 %18, %36
  br label %50

38:
  %39 = mul i64 %30, %14
  %40 = shl i64 %31, %19
  %41 = add i64 %39, %40
  %42 = shl i64 %5, 4
  %43 = add i64 %42, -16
  %44 = lshr i64 %43, %19
  %45 = mul i64 %44, %12
  %46 = shl i64 -1, %19
  %47 = xor i64 %46, -1
  %48 = call i64 @"llvm.umin.i64"(i64 %43, i64 %47)
  %49 = add i64 %45, %48
  br label %50

50:
  %51 = phi i64 [ %35, %32 ], [ %41, %38 ]
  %52 = phi i64 [ %37, %32 ], [ %49, %38 ]
  %53 = add i64 %51, %10
  %54 = add i64 %53, %52
  %55 = or i64 %54, %25
  %56 = add i64 %55, 16
  %57 = icmp ugt i64 %56, %27
  br i1 %57, label %58, label %101, !prof !3

58:
  %59 = mul i64 %5, %4
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %101, label %61

61:
  %62 = shl i64 -1, %19
  %63 = xor i64 %62, -1
  br label %67

64:
  %65 = add i64 %68, 1
  %66 = icmp ult i64 %65, %59
  br i1 %66, label %67, label %101

67:
  %68 = phi i64 [ 0, %61 ], [ %65, %64 ]
  %69 = freeze i64 %68
  %70 = udiv i64 %69, %5
  %71 = add i64 %70, %3
  %72 = lshr i64 %71, 3
  %73 = and i64 %71, 7
  %74 = mul i64 %70, %5
  %75 = sub i64 %69, %74
  br i1 %16, label %76, label %81

76:
  %77 = mul i64 %72, %17
  %78 = shl i64 %73, 4
  %79 = add i64 %77, %78
  %80 = mul i64 %75, %18
  br label %90

81:
  %82 = mul i64 %72, %14
  %83 = shl i64 %73, %19
  %84 = add i64 %82, %83
  %85 = shl i64 %75, 4
  %86 = and i64 %85, %63
  %87 = lshr i64 %85, %19
  %88 = mul i64 %87, %12
  %89 = add i64 %88, %86
  br label %90

90:
  %91 = phi i64 [ %79, %76 ], [ %84, %81 ]
  %92 = phi i64 [ %80, %76 ], [ %89, %81 ]
  %93 = add i64 %91, %10
  %94 = add i64 %93, %92
  %95 = lshr i64 %94, 3
  %96 = and i64 %95, %25
  %97 = xor i64 %96, %94
  %98 = add i64 %97, 16
  %99 = icmp ugt i64 %98, %27
  br i1 %99, label %100, label %64, !prof !3

100:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %97, i32 0)
  br label %152

101:
  %102 = icmp eq ptr %7, null
  br i1 %102, label %152, label %103

103:
  br i1 %16, label %104, label %109

104:
  %105 = trunc i64 %18 to i32
  %106 = insertelement <32 x i32> poison, i32 %105, i64 0
  %107 = shufflevector <32 x i32> %106, <32 x i32> poison, <32 x i32> zeroinitializer
  %108 = mul <32 x i32> %107, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %124

109:
  %110 = trunc i64 %19 to i32
  %111 = shl i32 -1, %110
  %112 = xor i32 %111, -1
  %113 = insertelement <32 x i32> poison, i32 %112, i64 0
  %114 = shufflevector <32 x i32> %113, <32 x i32> poison, <32 x i32> zeroinitializer
  %115 = and <32 x i32> %114, <i32 0, i32 16, i32 32, i32 48, i32 64, i32 80, i32 96, i32 112, i32 128, i32 144, i32 160, i32 176, i32 192, i32 208, i32 224, i32 240, i32 256, i32 272, i32 288, i32 304, i32 320, i32 336, i32 352, i32 368, i32 384, i32 400, i32 416, i32 432, i32 448, i32 464, i32 480, i32 496>
  %116 = insertelement <32 x i32> poison, i32 %110, i64 0
  %117 = shufflevector <32 x i32> %116, <32 x i32> poison, <32 x i32> zeroinitializer
  %118 = lshr <32 x i32> <i32 0, i32 16, i32 32, i32 48, i32 64, i32 80, i32 96, i32 112, i32 128, i32 144, i32 160, i32 176, i32 192, i32 208, i32 224, i32 240, i32 256, i32 272, i32 288, i32 304, i32 320, i32 336, i32 352, i32 368, i32 384, i32 400, i32 416, i32 432, i32 448, i32 464, i32 480, i32 496>, %117
  %119 = trunc i64 %12 to i32
  %120 = insertelement <32 x i32> poison, i32 %119, i64 0
  %121 = shufflevector <32 x i32> %120, <32 x i32> poison, <32 x i32> zeroinitializer
  %122 = mul <32 x i32> %118, %121
  %123 = add <32 x i32> %115, %122
  br label %124

124:
  %125 = phi <32 x i32> [ %108, %104 ], [ %123, %109 ]
  %126 = icmp eq i64 %4, 0
  br i1 %126, label %152, label %127

127:
  %128 = insertelement <32 x i32> poison, i32 %24, i64 0
  %129 = shufflevector <32 x i32> %128, <32 x i32> poison, <32 x i32> zeroinitializer
  %130 = select i1 %16, i64 %17, i64 %14
  %131 = select i1 %16, i64 4, i64 %19
  br label %132

132:
  %133 = phi i64 [ 0, %127 ], [ %150, %132 ]
  %134 = add i64 %133, %3
  %135 = lshr i64 %134, 3
  %136 = and i64 %134, 7
  %137 = mul i64 %135, %130
  %138 = shl i64 %136, %131
  %139 = add i64 %137, %138
  %140 = add i64 %139, %10
  %141 = trunc i64 %140 to i32
  %142 = insertelement <32 x i32> poison, i32 %141, i64 0
  %143 = shufflevector <32 x i32> %142, <32 x i32> poison, <32 x i32> zeroinitializer
  %144 = add <32 x i32> %143, %125
  %145 = lshr <32 x i32> %144, splat (i32 3)
  %146 = and <32 x i32> %145, %129
  %147 = xor <32 x i32> %146, %144
  %148 = mul i64 %133, %5
  %149 = getelementptr inbounds i32, ptr %7, i64 %148
  store <32 x i32> %147, ptr %149, align 4
  %150 = add i64 %133, 1
  %151 = icmp ult i64 %150, %4
  br i1 %151, label %132, label %152

152:
  %153 = phi i1 [ true, %101 ], [ false, %100 ], [ true, %124 ], [ true, %132 ]
  ret i1 %153
}
define weak_odr void @"ks.trace_event"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 432
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 120
  %8 = load i64, ptr %7, align 8
  %9 = mul i64 %8, %6
  %10 = getelementptr inbounds i64, ptr %5, i64 %9
  %11 = getelementptr inbounds i8, ptr %10, i64 56
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %20

14:
  %15 = getelementptr inbounds i8, ptr %10, i64 40
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %5, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = icmp ult i64 %16, %18
  br i1 %19, label %21, label %20

20:
  store i64 1, ptr %11, align 8
  br label %33

21:
  %22 = getelementptr inbounds i8, ptr %5, i64 24
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds i64, ptr %15, i64 %23
  %25 = mul i64 %16, 24
  %26 = getelementptr inbounds i8, ptr %24, i64 %25
  store i64 %1, ptr %26, align 8
  %27 = getelementptr inbounds i8, ptr %26, i64 8
  store i64 0, ptr %27, align 8
  %28 = getelementptr inbounds i8, ptr %10, i64 48
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %26, i64 16
  store i64 %29, ptr %30, align 8
  %31 = load i64, ptr %15, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %15, align 8
  br label %33

33:
  ret void
}
define weak_odr void @"ks.trace_enter"(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 432
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 120
  %9 = load i64, ptr %8, align 8
  %10 = mul i64 %9, %7
  %11 = getelementptr inbounds i64, ptr %6, i64 %10
  %12 = getelementptr inbounds i8, ptr %11, i64 144
  %13 = shl i64 %1, 4
  %14 = getelementptr inbounds i8, ptr %12, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = lshr i64 %2, 32
  %18 = and i64 %17, 255
  %19 = getelementptr inbounds i8, ptr %14, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, %18
  store i64 %21, ptr %19, align 8
  call void @"ks.trace_event"(ptr %0, i64 %2)
  ret void
}
define weak_odr void @"ks.trace_phase"(ptr %0, i64 %1, i64 %2, i64 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 432
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = mul i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %7, i64 %11
  %13 = getelementptr inbounds i8, ptr %12, i64 56
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %16, label %22

16:
  %17 = getelementptr inbounds i8, ptr %12, i64 40
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %7, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = icmp ult i64 %18, %20
  br i1 %21, label %23, label %22

22:
  store i64 1, ptr %13, align 8
  br label %55

23:
  %24 = icmp slt i64 %3, 0
  br i1 %24, label %25, label %39

25:
  %26 = getelementptr inbounds i8, ptr %0, i64 64
  %27 = load i64, ptr %26, align 8
  %28 = icmp ult i64 %2, %27
  %29 = add i64 %2, 7
  %30 = icmp ult i64 %29, %27
  %31 = and i1 %28, %30
  br i1 %31, label %32, label %39

32:
  %33 = getelementptr inbounds i8, ptr %0, i64 472
  %34 = load i64, ptr %33, align 8
  %35 = inttoptr i64 %34 to ptr
  %36 = getelementptr inbounds i8, ptr %35, i64 %2
  %37 = load i64, ptr %36, align 1
  %38 = lshr i64 %37, 63
  br label %39

39:
  %40 = phi i64 [ %3, %23 ], [ %38, %32 ], [ 0, %25 ]
  %41 = and i64 %2, 2147483647
  %42 = shl i64 %40, 32
  %43 = or i64 %42, %41
  %44 = getelementptr inbounds i8, ptr %7, i64 24
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds i64, ptr %17, i64 %45
  %47 = mul i64 %18, 24
  %48 = getelementptr inbounds i8, ptr %46, i64 %47
  store i64 %1, ptr %48, align 8
  %49 = getelementptr inbounds i8, ptr %48, i64 8
  store i64 %43, ptr %49, align 8
  %50 = getelementptr inbounds i8, ptr %12, i64 48
  %51 = load i64, ptr %50, align 8
  %52 = getelementptr inbounds i8, ptr %48, i64 16
  store i64 %51, ptr %52, align 8
  %53 = load i64, ptr %17, align 8
  %54 = add i64 %53, 1
  store i64 %54, ptr %17, align 8
  br label %55

55:
  ret void
}
define weak_odr void @"ks.trace_open"(ptr %0, i64 %1, i64 %2, i32 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 432
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = mul i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %7, i64 %11
  %13 = getelementptr inbounds i8, ptr %12, i64 40
  %14 = getelementptr inbounds i8, ptr %0, i64 448
  %15 = load i64, ptr %14, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = mul i64 %1, 72
  %18 = getelementptr inbounds i8, ptr %16, i64 %17
  %19 = getelementptr inbounds i8, ptr %12, i64 56
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %22, label %27

22:
  %23 = load i64, ptr %13, align 8
  %24 = getelementptr inbounds i8, ptr %7, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = icmp ult i64 %23, %25
  br i1 %26, label %28, label %27

27:
  store i64 1, ptr %19, align 8
  br label %50

28:
  %29 = getelementptr inbounds i8, ptr %7, i64 24
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i64, ptr %13, i64 %30
  %32 = mul i64 %23, 24
  %33 = getelementptr inbounds i8, ptr %31, i64 %32
  %34 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %35 = zext i32 %34 to i64
  %36 = shl i64 %35, 32
  %37 = or i64 %36, %2
  store i64 %37, ptr %33, align 8
  %38 = getelementptr inbounds i8, ptr %12, i64 48
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds i8, ptr %33, i64 16
  store i64 %39, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %12, i64 64
  store i64 1, ptr %41, align 8
  br label %42

42:
  %43 = phi i64 [ 0, %28 ], [ %48, %42 ]
  %44 = getelementptr inbounds i64, ptr %18, i64 %43
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds i64, ptr %13, i64 %43
  %47 = getelementptr inbounds i8, ptr %46, i64 32
  store i64 %45, ptr %47, align 8
  %48 = add i64 %43, 1
  %49 = icmp ult i64 %43, 8
  br i1 %49, label %42, label %50

50:
  ret void
}
define weak_odr void @"ks.trace_waves"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 432
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 120
  %8 = load i64, ptr %7, align 8
  %9 = mul i64 %8, %6
  %10 = getelementptr inbounds i64, ptr %5, i64 %9
  %11 = getelementptr inbounds i8, ptr %10, i64 64
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %18, label %14

14:
  %15 = getelementptr inbounds i8, ptr %10, i64 96
  %16 = load i64, ptr %15, align 8
  %17 = sub i64 %16, %1
  store i64 %17, ptr %15, align 8
  br label %18

18:
  ret void
}
define weak_odr void @"ks.trace_run"(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 432
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 120
  %9 = load i64, ptr %8, align 8
  %10 = mul i64 %9, %7
  %11 = getelementptr inbounds i64, ptr %6, i64 %10
  %12 = getelementptr inbounds i8, ptr %11, i64 40
  %13 = getelementptr inbounds i8, ptr %11, i64 48
  %14 = getelementptr inbounds i8, ptr %11, i64 64
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  %17 = icmp eq i64 %2, 0
  %18 = or i1 %16, %17
  br i1 %18, label %51, label %19

19:
  %20 = load i64, ptr %13, align 8
  %21 = getelementptr inbounds i8, ptr %6, i64 16
  %22 = getelementptr inbounds i8, ptr %6, i64 32
  br label %23

23:
  %24 = phi i64 [ %1, %19 ], [ %48, %39 ]
  %25 = phi i64 [ %20, %19 ], [ %45, %39 ]
  %26 = phi i64 [ %2, %19 ], [ %49, %39 ]
  %27 = load i64, ptr %21, align 8
  %28 = icmp ult i64 %25, %27
  br i1 %28, label %39, label %29

29:
  %30 = getelementptr inbounds i8, ptr %11, i64 56
  store i64 1, ptr %30, align 8
  %31 = getelementptr inbounds i8, ptr %6, i64 24
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i64, ptr %12, i64 %32
  %34 = load i64, ptr %12, align 8
  %35 = mul i64 %34, 24
  %36 = getelementptr inbounds i8, ptr %33, i64 %35
  %37 = getelementptr inbounds i8, ptr %36, i64 16
  %38 = load i64, ptr %37, align 8
  store i64 %38, ptr %13, align 8
  store i64 0, ptr %14, align 8
  br label %51

39:
  %40 = call i64 @"llvm.umin.i64"(i64 %26, i64 256)
  %41 = shl i64 %40, 55
  %42 = add i64 %41, -36028797018963968
  %43 = or i64 %42, %24
  %44 = load i64, ptr %22, align 8
  %45 = add i64 %25, 1
  %46 = getelementptr i64, ptr %12, i64 %44
  %47 = getelementptr i64, ptr %46, i64 %25
  store i64 %43, ptr %47, align 8
  store i64 %45, ptr %13, align 8
  %48 = add i64 %24, %40
  %49 = sub i64 %26, %40
  %50 = icmp eq i64 %49, 0
  br i1 %50, label %51, label %23

51:
  ret void
}
define weak_odr void @"ks.trace_addresses"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4, i64 %5) {
  %7 = alloca [32 x i64], align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 432
  %9 = load i64, ptr %8, align 8
  %10 = inttoptr i64 %9 to ptr
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 120
  %13 = load i64, ptr %12, align 8
  %14 = mul i64 %13, %11
  %15 = getelementptr inbounds i64, ptr %10, i64 %14
  %16 = getelementptr inbounds i8, ptr %15, i64 64
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %102, label %19

19:
  %20 = icmp eq i32 %3, 0
  br i1 %20, label %30, label %21

21:
  %22 = phi i64 [ %57, %54 ], [ 0, %19 ]
  %23 = phi i64 [ %56, %54 ], [ 0, %19 ]
  %24 = phi i32 [ %55, %54 ], [ 0, %19 ]
  %25 = phi i32 [ %59, %54 ], [ %3, %19 ]
  %26 = call i32 @"llvm.cttz.i32"(i32 %25, i1 true)
  %27 = extractelement <32 x i64> %2, i32 %26
  %28 = add i64 %27, -1152921504606846976
  %29 = icmp ult i64 %28, -1152780767118491648
  br i1 %29, label %35, label %41, !prof !3

30:
  %31 = phi i32 [ 0, %19 ], [ %55, %54 ]
  %32 = phi i64 [ 0, %19 ], [ %56, %54 ]
  %33 = phi i64 [ 0, %19 ], [ %57, %54 ]
  call void @"ks.trace_run"(ptr %0, i64 %33, i64 %32)
  %34 = icmp eq i64 %5, 0
  br i1 %34, label %102, label %61

35:
  %36 = add i64 %27, -1099511627776
  %37 = icmp ult i64 %36, 3298534883328
  br i1 %37, label %54, label %38

38:
  %39 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %27, i64 %4, i32 %26)
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %54, label %41

41:
  %42 = phi i64 [ %39, %38 ], [ %27, %21 ]
  %43 = shl i32 1, %26
  %44 = or i32 %43, %24
  %45 = lshr i64 %42, 5
  %46 = sub i64 %45, %22
  %47 = icmp eq i64 %23, 0
  %48 = icmp ugt i64 %46, %23
  %49 = select i1 %47, i1 true, i1 %48
  br i1 %49, label %53, label %50

50:
  %51 = add i64 %46, 1
  %52 = call i64 @"llvm.umax.i64"(i64 %23, i64 %51)
  br label %54

53:
  call void @"ks.trace_run"(ptr %0, i64 %22, i64 %23)
  br label %54

54:
  %55 = phi i32 [ %24, %35 ], [ %24, %38 ], [ %44, %53 ], [ %44, %50 ]
  %56 = phi i64 [ %23, %35 ], [ %23, %38 ], [ 1, %53 ], [ %52, %50 ]
  %57 = phi i64 [ %22, %35 ], [ %22, %38 ], [ %45, %53 ], [ %22, %50 ]
  %58 = add i32 %25, -1
  %59 = and i32 %58, %25
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %30, label %21

61:
  %62 = call i64 @"llvm.umax.i64"(i64 %4, i64 4)
  %63 = lshr i64 %62, 2
  call void @"llvm.memset.p0.i64"(ptr align 8 %7, i8 0, i64 256, i1 false)
  %64 = insertelement <32 x i64> poison, i64 %62, i64 0
  %65 = shufflevector <32 x i64> %64, <32 x i64> poison, <32 x i32> zeroinitializer
  %66 = udiv <32 x i64> %2, %65
  %67 = icmp eq i32 %31, 0
  br i1 %67, label %100, label %68

68:
  %69 = phi i64 [ %96, %95 ], [ 0, %61 ]
  %70 = phi i32 [ %98, %95 ], [ %31, %61 ]
  %71 = call i32 @"llvm.cttz.i32"(i32 %70, i1 true)
  %72 = extractelement <32 x i64> %66, i32 %71
  %73 = insertelement <32 x i64> poison, i64 %72, i64 0
  %74 = shufflevector <32 x i64> %73, <32 x i64> poison, <32 x i32> zeroinitializer
  %75 = icmp eq <32 x i64> %66, %74
  %76 = bitcast <32 x i1> %75 to i32
  %77 = shl i32 -1, %71
  %78 = xor i32 %77, -1
  %79 = and i32 %78, %76
  %80 = and i32 %79, %31
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %82, label %95

82:
  %83 = mul i64 %72, %63
  br label %84

84:
  %85 = phi i64 [ 0, %82 ], [ %93, %84 ]
  %86 = phi i64 [ %69, %82 ], [ %92, %84 ]
  %87 = add i64 %85, %83
  %88 = and i64 %87, 31
  %89 = getelementptr inbounds i64, ptr %7, i64 %88
  %90 = load i64, ptr %89, align 8
  %91 = add i64 %90, 1
  store i64 %91, ptr %89, align 8
  %92 = call i64 @"llvm.umax.i64"(i64 %86, i64 %91)
  %93 = add i64 %85, 1
  %94 = icmp ult i64 %93, %63
  br i1 %94, label %84, label %95

95:
  %96 = phi i64 [ %69, %68 ], [ %92, %84 ]
  %97 = add i32 %70, -1
  %98 = and i32 %97, %70
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %100, label %68

100:
  %101 = phi i64 [ 0, %61 ], [ %96, %95 ]
  call void @"ks.trace_waves"(ptr %0, i64 %101)
  br label %102

102:
  ret void
}
define weak_odr void @"ks.trace_along"(ptr %0, i64 %1, i64 %2, i64 %3, i32 %4, i64 %5, i64 %6) {
  %8 = insertelement <32 x i64> poison, i64 %2, i64 0
  %9 = shufflevector <32 x i64> %8, <32 x i64> poison, <32 x i32> zeroinitializer
  %10 = insertelement <32 x i64> poison, i64 %3, i64 0
  %11 = shufflevector <32 x i64> %10, <32 x i64> poison, <32 x i32> zeroinitializer
  %12 = mul <32 x i64> %11, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %13 = add <32 x i64> %12, %9
  call void @"ks.trace_addresses"(ptr %0, i64 %1, <32 x i64> %13, i32 %4, i64 %5, i64 %6)
  ret void
}
define weak_odr void @"ks.trace_close"(ptr %0, i64 %1, i64 %2) {
  %4 = alloca [9 x i64], align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 432
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = mul i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %7, i64 %11
  %13 = getelementptr inbounds i8, ptr %12, i64 40
  %14 = getelementptr inbounds i8, ptr %0, i64 448
  %15 = load i64, ptr %14, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = mul i64 %1, 72
  %18 = getelementptr inbounds i8, ptr %16, i64 %17
  %19 = getelementptr inbounds i8, ptr %12, i64 64
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %87, label %22

22:
  br label %33

23:
  %24 = getelementptr inbounds i8, ptr %4, i64 40
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  %27 = getelementptr inbounds i8, ptr %7, i64 24
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds i64, ptr %13, i64 %28
  %30 = load i64, ptr %13, align 8
  %31 = mul i64 %30, 24
  %32 = getelementptr inbounds i8, ptr %29, i64 %31
  br i1 %26, label %44, label %48

33:
  %34 = phi i64 [ 0, %22 ], [ %42, %33 ]
  %35 = getelementptr inbounds i64, ptr %18, i64 %34
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr inbounds i64, ptr %13, i64 %34
  %38 = getelementptr inbounds i8, ptr %37, i64 32
  %39 = load i64, ptr %38, align 8
  %40 = sub i64 %36, %39
  %41 = getelementptr inbounds i64, ptr %4, i64 %34
  store i64 %40, ptr %41, align 8
  %42 = add i64 %34, 1
  %43 = icmp ult i64 %34, 8
  br i1 %43, label %33, label %23

44:
  %45 = getelementptr inbounds i8, ptr %32, i64 16
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds i8, ptr %12, i64 48
  store i64 %46, ptr %47, align 8
  br label %86

48:
  %49 = icmp eq i64 %2, 0
  br i1 %49, label %50, label %76

50:
  %51 = getelementptr inbounds i8, ptr %4, i64 8
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds i8, ptr %4, i64 24
  %54 = load i64, ptr %53, align 8
  %55 = shl i64 %54, 32
  %56 = or i64 %55, %52
  %57 = load i64, ptr %4, align 8
  %58 = icmp ne i64 %57, 0
  %59 = zext i1 %58 to i32
  %60 = getelementptr inbounds i8, ptr %4, i64 16
  %61 = load i64, ptr %60, align 8
  %62 = icmp eq i64 %61, 0
  %63 = select i1 %62, i32 0, i32 2
  %64 = or i32 %63, %59
  %65 = getelementptr inbounds i8, ptr %4, i64 48
  %66 = load i64, ptr %65, align 8
  %67 = icmp eq i64 %66, 0
  %68 = select i1 %67, i32 0, i32 4
  %69 = or i32 %64, %68
  %70 = getelementptr inbounds i8, ptr %4, i64 56
  %71 = load i64, ptr %70, align 8
  %72 = icmp eq i64 %71, 0
  %73 = select i1 %72, i32 0, i32 8
  %74 = or i32 %69, %73
  %75 = zext i32 %74 to i64
  br label %76

76:
  %77 = phi i64 [ 0, %48 ], [ %56, %50 ]
  %78 = phi i64 [ %2, %48 ], [ %75, %50 ]
  %79 = getelementptr inbounds i8, ptr %32, i64 8
  store i64 %77, ptr %79, align 8
  %80 = shl i64 %78, 32
  %81 = getelementptr inbounds i8, ptr %32, i64 16
  %82 = load i64, ptr %81, align 8
  %83 = or i64 %82, %80
  store i64 %83, ptr %81, align 8
  %84 = load i64, ptr %13, align 8
  %85 = add i64 %84, 1
  store i64 %85, ptr %13, align 8
  br label %86

86:
  store i64 0, ptr %19, align 8
  br label %87

87:
  ret void
}
define weak_odr void @"ks.trace_choose"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 408
  %3 = load i64, ptr %2, align 8
  %4 = inttoptr i64 %3 to ptr
  %5 = getelementptr inbounds i8, ptr %0, i64 104
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 80
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 112
  %10 = load i64, ptr %9, align 8
  %11 = mul i64 %10, %8
  %12 = add i64 %11, %6
  %13 = getelementptr inbounds i8, ptr %0, i64 96
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 72
  %16 = load i64, ptr %15, align 8
  %17 = mul i64 %16, %12
  %18 = add i64 %17, %14
  %19 = getelementptr inbounds i8, ptr %4, i64 32
  %20 = getelementptr inbounds i8, ptr %0, i64 432
  store i64 0, ptr %20, align 8
  %21 = load i64, ptr %4, align 8
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %23, label %24

23:
  ret void

24:
  %25 = phi i64 [ %36, %35 ], [ %21, %1 ]
  %26 = phi i64 [ %37, %35 ], [ 0, %1 ]
  %27 = shl i64 %26, 4
  %28 = getelementptr inbounds i8, ptr %19, i64 %27
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, %18
  br i1 %30, label %31, label %35

31:
  %32 = getelementptr inbounds i8, ptr %28, i64 8
  %33 = load i64, ptr %32, align 8
  store i64 %33, ptr %20, align 8
  %34 = load i64, ptr %4, align 8
  br label %35

35:
  %36 = phi i64 [ %25, %24 ], [ %34, %31 ]
  %37 = add i64 %26, 1
  %38 = icmp ult i64 %37, %36
  br i1 %38, label %24, label %23
}
define weak_odr void @"ks.trace_add_work"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 408
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %5, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = icmp eq i64 %7, 0
  br i1 %9, label %53, label %10

10:
  %11 = getelementptr inbounds i8, ptr %0, i64 456
  %12 = load i64, ptr %11, align 8
  %13 = inttoptr i64 %12 to ptr
  %14 = getelementptr inbounds i8, ptr %5, i64 24
  %15 = load i64, ptr %14, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = getelementptr inbounds i8, ptr %5, i64 16
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %41

20:
  %21 = mul i64 %50, %1
  br label %22

22:
  %23 = phi i64 [ 0, %10 ], [ %21, %20 ]
  %24 = getelementptr inbounds i8, ptr %0, i64 104
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %0, i64 80
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds i8, ptr %0, i64 112
  %29 = load i64, ptr %28, align 8
  %30 = mul i64 %29, %27
  %31 = add i64 %30, %25
  %32 = getelementptr inbounds i8, ptr %0, i64 96
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %0, i64 72
  %35 = load i64, ptr %34, align 8
  %36 = mul i64 %35, %31
  %37 = getelementptr i64, ptr %8, i64 %33
  %38 = getelementptr i64, ptr %37, i64 %36
  %39 = load i64, ptr %38, align 8
  %40 = add i64 %39, %23
  store i64 %40, ptr %38, align 8
  br label %53

41:
  %42 = phi i64 [ %51, %41 ], [ 0, %10 ]
  %43 = phi i64 [ %50, %41 ], [ 0, %10 ]
  %44 = shl i64 %42, 4
  %45 = getelementptr inbounds i8, ptr %13, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds i64, ptr %16, i64 %42
  %48 = load i64, ptr %47, align 8
  %49 = mul i64 %48, %46
  %50 = add i64 %49, %43
  %51 = add i64 %42, 1
  %52 = icmp ult i64 %51, %18
  br i1 %52, label %41, label %20

53:
  ret void
}
define weak_odr void @"ks.watch_cells"(ptr %0, i32 %1, <32 x i64> %2, i32 %3, ptr %4, i64 %5) {
  %7 = alloca [7 x <32 x i64>], align 256
  %8 = alloca [7 x <32 x i64>], align 256
  %9 = alloca [7 x <32 x i64>], align 256
  %10 = alloca [7 x <32 x i64>], align 256
  %11 = alloca [7 x <32 x i64>], align 256
  %12 = alloca [7 x <32 x i64>], align 256
  %13 = alloca [7 x <32 x i64>], align 256
  %14 = getelementptr inbounds i8, ptr %0, i64 352
  %15 = load i64, ptr %14, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = icmp ne i64 %15, 0
  %18 = icmp ne i32 %3, 0
  %19 = and i1 %18, %17
  br i1 %19, label %20, label %2042

20:
  %21 = and i64 %5, 1
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %1130, label %23

23:
  %24 = getelementptr inbounds i8, ptr %16, i64 56
  %25 = getelementptr inbounds i8, ptr %0, i64 120
  %26 = load i64, ptr %25, align 8
  %27 = load i64, ptr %16, align 8
  %28 = inttoptr i64 %27 to ptr
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %16, i64 16
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr i64, ptr %16, i64 %26
  %33 = getelementptr i8, ptr %32, i64 200
  %34 = load i64, ptr %33, align 8
  %35 = call i64 @"llvm.umax.i64"(i64 %34, i64 %31)
  %36 = getelementptr inbounds i8, ptr %16, i64 40
  %37 = load i64, ptr %36, align 8
  %38 = shl i64 %26, 5
  %39 = or i64 %37, %38
  %40 = insertelement <32 x i64> poison, i64 %39, i64 0
  %41 = shufflevector <32 x i64> %40, <32 x i64> poison, <32 x i32> zeroinitializer
  %42 = or <32 x i64> %41, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %43 = shl i64 %29, 32
  %44 = insertelement <32 x i64> poison, i64 %43, i64 0
  %45 = shufflevector <32 x i64> %44, <32 x i64> poison, <32 x i32> zeroinitializer
  %46 = or <32 x i64> %42, %45
  %47 = getelementptr inbounds i8, ptr %16, i64 152
  %48 = load i64, ptr %47, align 8
  %49 = freeze i64 %48
  %50 = icmp ne i64 %49, 0
  %51 = load i64, ptr %24, align 8
  %52 = lshr i64 %5, 16
  %53 = and i64 %52, 255
  %54 = insertelement <32 x i64> poison, i64 %53, i64 0
  %55 = shufflevector <32 x i64> %54, <32 x i64> poison, <32 x i32> zeroinitializer
  %56 = add <32 x i64> %55, %2
  %57 = insertelement <32 x i64> poison, i64 %51, i64 0
  %58 = shufflevector <32 x i64> %57, <32 x i64> poison, <32 x i32> zeroinitializer
  %59 = icmp ule <32 x i64> %56, %58
  %60 = icmp ule <32 x i64> %2, %58
  %61 = and <32 x i1> %59, %60
  %62 = bitcast <32 x i1> %61 to i32
  %63 = and i32 %3, %62
  %64 = lshr i64 %5, 8
  %65 = and i64 %64, 15
  %66 = lshr i64 %53, %65
  %67 = icmp eq i64 %66, 0
  br i1 %67, label %2042, label %68

68:
  %69 = getelementptr inbounds i8, ptr %16, i64 8
  %70 = load i64, ptr %69, align 8
  %71 = getelementptr inbounds i8, ptr %16, i64 144
  %72 = load i64, ptr %71, align 8
  %73 = insertelement <32 x i64> poison, i64 %65, i64 0
  %74 = shufflevector <32 x i64> %73, <32 x i64> poison, <32 x i32> zeroinitializer
  %75 = lshr <32 x i64> %2, %74
  %76 = and i64 %5, 2
  %77 = icmp eq i64 %76, 0
  %78 = and i64 %5, 65
  %79 = icmp eq i64 %78, 65
  %80 = call i64 @"llvm.umin.i64"(i64 %31, i64 %72)
  %81 = select i1 %79, i64 %80, i64 %31
  %82 = bitcast i32 %63 to <32 x i1>
  %83 = and i32 %1, 1048576
  %84 = icmp ne i32 %83, 0
  %85 = xor i1 %84, true
  %86 = getelementptr inbounds i8, ptr %16, i64 64
  %87 = shl i64 %81, 32
  %88 = insertelement <32 x i64> poison, i64 %87, i64 0
  %89 = shufflevector <32 x i64> %88, <32 x i64> poison, <32 x i32> zeroinitializer
  %90 = getelementptr inbounds i8, ptr %16, i64 112
  %91 = and i64 %5, 32
  %92 = icmp eq i64 %91, 0
  %93 = getelementptr inbounds i8, ptr %16, i64 192
  %94 = getelementptr inbounds i8, ptr %16, i64 32
  %95 = shl i64 %26, 8
  %96 = getelementptr inbounds i8, ptr %16, i64 72
  %97 = getelementptr inbounds i8, ptr %16, i64 80
  %98 = getelementptr inbounds i8, ptr %16, i64 88
  %99 = insertelement <32 x i64> poison, i64 %70, i64 0
  %100 = shufflevector <32 x i64> %99, <32 x i64> poison, <32 x i32> zeroinitializer
  %101 = lshr <32 x i64> %41, splat (i64 5)
  %102 = insertelement <32 x i64> poison, i64 %35, i64 0
  %103 = shufflevector <32 x i64> %102, <32 x i64> poison, <32 x i32> zeroinitializer
  %104 = insertelement <32 x i64> poison, i64 %31, i64 0
  %105 = shufflevector <32 x i64> %104, <32 x i64> poison, <32 x i32> zeroinitializer
  %106 = and i64 %5, 8
  %107 = icmp eq i64 %106, 0
  %108 = getelementptr inbounds i8, ptr %16, i64 184
  %109 = insertelement <32 x i64> poison, i64 %72, i64 0
  %110 = shufflevector <32 x i64> %109, <32 x i64> poison, <32 x i32> zeroinitializer
  %111 = insertelement <32 x i32> poison, i32 %1, i64 0
  %112 = shufflevector <32 x i32> %111, <32 x i32> poison, <32 x i32> zeroinitializer
  %113 = and i64 %5, 4
  %114 = icmp eq i64 %113, 0
  %115 = getelementptr inbounds i8, ptr %0, i64 472
  %116 = lshr i64 %5, 24
  %117 = and i64 %116, 255
  %118 = icmp eq i64 %117, 0
  %119 = trunc i64 %116 to i8
  %120 = lshr i64 %117, 3
  %121 = insertelement <32 x i64> poison, i64 %120, i64 0
  %122 = shufflevector <32 x i64> %121, <32 x i64> poison, <32 x i32> zeroinitializer
  %123 = insertelement <32 x i64> poison, i64 %81, i64 0
  %124 = shufflevector <32 x i64> %123, <32 x i64> poison, <32 x i32> zeroinitializer
  %125 = getelementptr inbounds i8, ptr %0, i64 128
  %126 = getelementptr inbounds i8, ptr %16, i64 120
  %127 = getelementptr inbounds i8, ptr %16, i64 128
  %128 = icmp ne i64 %113, 0
  %129 = and i1 %84, %128
  %130 = shl i32 %1, 3
  %131 = ashr i32 %130, 31
  %132 = bitcast i32 %131 to <32 x i1>
  %133 = or <32 x i64> %46, splat (i64 -9223372036854775808)
  %134 = or i32 %1, 8388608
  %135 = insertelement <32 x i32> poison, i32 %134, i64 0
  %136 = shufflevector <32 x i32> %135, <32 x i32> poison, <32 x i32> zeroinitializer
  %137 = getelementptr inbounds i8, ptr %16, i64 168
  %138 = shl i32 %1, 2
  %139 = and i32 %138, 4194300
  %140 = zext i32 %139 to i64
  %141 = and i32 %1, 33554432
  %142 = icmp ne i32 %141, 0
  %143 = icmp eq ptr %4, null
  %144 = getelementptr inbounds i8, ptr %10, i64 256
  %145 = getelementptr inbounds i8, ptr %10, i64 512
  %146 = getelementptr inbounds i8, ptr %10, i64 768
  %147 = getelementptr inbounds i8, ptr %10, i64 1024
  %148 = getelementptr inbounds i8, ptr %10, i64 1280
  %149 = getelementptr inbounds i8, ptr %10, i64 1536
  %150 = getelementptr inbounds i8, ptr %16, i64 160
  %151 = shl i64 %5, 8
  %152 = and i64 %151, 1095216660480
  %153 = select <32 x i1> %132, <32 x i64> %133, <32 x i64> %46
  %154 = or i1 %84, %50
  %155 = getelementptr inbounds i8, ptr %8, i64 256
  %156 = getelementptr inbounds i8, ptr %8, i64 512
  %157 = getelementptr inbounds i8, ptr %8, i64 768
  %158 = getelementptr inbounds i8, ptr %8, i64 1024
  %159 = getelementptr inbounds i8, ptr %8, i64 1280
  %160 = getelementptr inbounds i8, ptr %8, i64 1536
  %161 = getelementptr inbounds i8, ptr %13, i64 256
  %162 = getelementptr inbounds i8, ptr %13, i64 512
  %163 = getelementptr inbounds i8, ptr %13, i64 768
  %164 = getelementptr inbounds i8, ptr %13, i64 1024
  %165 = getelementptr inbounds i8, ptr %13, i64 1280
  %166 = getelementptr inbounds i8, ptr %13, i64 1536
  %167 = insertelement <32 x i64> poison, i64 %29, i64 0
  %168 = shufflevector <32 x i64> %167, <32 x i64> poison, <32 x i32> zeroinitializer
  %169 = shl i64 %26, 3
  %170 = lshr i32 %1, 15
  %171 = and i32 %170, 224
  %172 = shl i32 %1, 9
  %173 = and i32 %172, 536870400
  %174 = or i32 %173, %171
  %175 = zext i32 %174 to i64
  %176 = or i64 %43, %175
  %177 = insertelement <32 x i64> poison, i64 %176, i64 0
  %178 = shufflevector <32 x i64> %177, <32 x i64> poison, <32 x i32> zeroinitializer
  %179 = or <32 x i64> %178, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %180 = or <32 x i64> %178, <i64 256, i64 257, i64 258, i64 259, i64 260, i64 261, i64 262, i64 263, i64 264, i64 265, i64 266, i64 267, i64 268, i64 269, i64 270, i64 271, i64 272, i64 273, i64 274, i64 275, i64 276, i64 277, i64 278, i64 279, i64 280, i64 281, i64 282, i64 283, i64 284, i64 285, i64 286, i64 287>
  %181 = and i64 %5, 16
  %182 = icmp eq i64 %181, 0
  %183 = call i32 @"llvm.ctpop.i32"(i32 %63)
  %184 = icmp ne i32 %183, 1
  %185 = getelementptr inbounds i8, ptr %7, i64 256
  %186 = getelementptr inbounds i8, ptr %7, i64 512
  %187 = getelementptr inbounds i8, ptr %7, i64 768
  %188 = getelementptr inbounds i8, ptr %7, i64 1024
  %189 = getelementptr inbounds i8, ptr %7, i64 1280
  %190 = getelementptr inbounds i8, ptr %7, i64 1536
  %191 = trunc i64 %66 to i32
  br label %192

192:
  %193 = phi i64 [ 0, %68 ], [ %1128, %1126 ]
  %194 = phi i32 [ 0, %68 ], [ %1127, %1126 ]
  %195 = insertelement <32 x i64> poison, i64 %193, i64 0
  %196 = shufflevector <32 x i64> %195, <32 x i64> poison, <32 x i32> zeroinitializer
  %197 = add <32 x i64> %196, %75
  %198 = load i64, ptr %86, align 8
  %199 = inttoptr i64 %198 to ptr
  %200 = getelementptr i64, ptr %199, <32 x i64> %197
  %201 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %200, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %202 = icmp uge <32 x i64> %201, %89
  %203 = bitcast <32 x i1> %202 to i32
  %204 = icmp eq i32 %203, 0
  br i1 %77, label %205, label %447

205:
  br i1 %204, label %361, label %206, !prof !2

206:
  %207 = load i64, ptr %96, align 8
  %208 = inttoptr i64 %207 to ptr
  %209 = getelementptr i32, ptr %208, <32 x i64> %197
  %210 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %209, i32 4, <32 x i1> %82, <32 x i32> zeroinitializer)
  %211 = load i64, ptr %97, align 8
  %212 = inttoptr i64 %211 to ptr
  %213 = getelementptr i64, ptr %212, <32 x i64> %197
  %214 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %213, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %215 = load i64, ptr %98, align 8
  %216 = inttoptr i64 %215 to ptr
  %217 = getelementptr i32, ptr %216, <32 x i64> %197
  %218 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %217, i32 4, <32 x i1> %82, <32 x i32> zeroinitializer)
  %219 = and <32 x i64> %201, splat (i64 4294967295)
  %220 = lshr <32 x i64> %201, splat (i64 32)
  %221 = and <32 x i64> %220, splat (i64 2147483647)
  %222 = icmp ult <32 x i64> %221, %100
  %223 = icmp eq <32 x i64> %219, %42
  %224 = or <32 x i1> %223, %222
  %225 = lshr <32 x i64> %219, splat (i64 5)
  %226 = icmp eq <32 x i64> %225, %101
  %227 = xor <32 x i64> %219, %42
  %228 = icmp ult <32 x i64> %227, splat (i64 1024)
  %229 = select <32 x i1> %226, <32 x i64> %103, <32 x i64> %105
  br i1 %107, label %238, label %230

230:
  %231 = and <32 x i64> %225, splat (i64 31)
  %232 = load i64, ptr %108, align 8
  %233 = add i64 %232, %95
  %234 = inttoptr i64 %233 to ptr
  %235 = getelementptr i64, ptr %234, <32 x i64> %231
  %236 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %235, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %237 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %229, <32 x i64> %236)
  br label %238

238:
  %239 = phi <32 x i64> [ %237, %230 ], [ %229, %206 ]
  %240 = select <32 x i1> %228, <32 x i64> %239, <32 x i64> %110
  %241 = select i1 %79, <32 x i64> %240, <32 x i64> %239
  %242 = icmp ult <32 x i64> %221, %241
  %243 = or <32 x i1> %224, %242
  br i1 %92, label %260, label %244

244:
  %245 = and <32 x i64> %201, splat (i64 1023)
  %246 = xor <32 x i64> %245, splat (i64 1023)
  %247 = and <32 x i32> %210, splat (i32 536870912)
  %248 = icmp ne <32 x i32> %247, zeroinitializer
  %249 = icmp ult <32 x i64> %246, splat (i64 32)
  %250 = and <32 x i1> %249, %248
  %251 = load i64, ptr %93, align 8
  %252 = inttoptr i64 %251 to ptr
  %253 = getelementptr inbounds i8, ptr %252, i64 1600
  %254 = getelementptr inbounds i8, ptr %253, i64 %95
  %255 = getelementptr i64, ptr %254, <32 x i64> %246
  %256 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %255, i32 8, <32 x i1> %250, <32 x i64> zeroinitializer)
  %257 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %256, <32 x i64> %105)
  %258 = icmp ult <32 x i64> %221, %257
  %259 = select <32 x i1> %248, <32 x i1> %258, <32 x i1> %243
  br label %260

260:
  %261 = phi <32 x i1> [ %259, %244 ], [ %243, %238 ]
  %262 = and <32 x i32> %210, %112
  %263 = icmp ugt <32 x i64> %227, splat (i64 31)
  %264 = and <32 x i32> %262, splat (i32 4194304)
  %265 = icmp ne <32 x i32> %264, zeroinitializer
  %266 = and <32 x i32> %262, splat (i32 1048576)
  %267 = icmp ne <32 x i32> %266, zeroinitializer
  %268 = and <32 x i1> %228, %267
  %269 = or <32 x i1> %265, %268
  %270 = and <32 x i32> %262, splat (i32 1107296256)
  %271 = icmp ne <32 x i32> %270, splat (i32 1073741824)
  %272 = or <32 x i1> %263, %271
  %273 = and <32 x i1> %272, %269
  %274 = or <32 x i1> %273, %261
  %275 = and <32 x i64> %214, splat (i64 4294967295)
  %276 = lshr <32 x i64> %214, splat (i64 32)
  %277 = and <32 x i64> %276, splat (i64 2147483647)
  %278 = icmp ult <32 x i64> %277, %100
  %279 = icmp eq <32 x i64> %275, %42
  %280 = or <32 x i1> %279, %278
  %281 = lshr <32 x i64> %275, splat (i64 5)
  %282 = icmp eq <32 x i64> %281, %101
  %283 = xor <32 x i64> %275, %42
  %284 = icmp ult <32 x i64> %283, splat (i64 1024)
  %285 = select <32 x i1> %282, <32 x i64> %103, <32 x i64> %105
  br i1 %107, label %294, label %286

286:
  %287 = and <32 x i64> %281, splat (i64 31)
  %288 = load i64, ptr %108, align 8
  %289 = add i64 %288, %95
  %290 = inttoptr i64 %289 to ptr
  %291 = getelementptr i64, ptr %290, <32 x i64> %287
  %292 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %291, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %293 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %285, <32 x i64> %292)
  br label %294

294:
  %295 = phi <32 x i64> [ %293, %286 ], [ %285, %260 ]
  %296 = select <32 x i1> %284, <32 x i64> %295, <32 x i64> %110
  %297 = select i1 %79, <32 x i64> %296, <32 x i64> %295
  %298 = icmp ult <32 x i64> %277, %297
  %299 = or <32 x i1> %280, %298
  %300 = and <32 x i32> %218, %112
  %301 = icmp ugt <32 x i64> %283, splat (i64 31)
  %302 = and <32 x i32> %300, splat (i32 4194304)
  %303 = icmp ne <32 x i32> %302, zeroinitializer
  %304 = and <32 x i32> %300, splat (i32 1048576)
  %305 = icmp ne <32 x i32> %304, zeroinitializer
  %306 = and <32 x i1> %284, %305
  %307 = or <32 x i1> %303, %306
  %308 = and <32 x i32> %300, splat (i32 1107296256)
  %309 = icmp ne <32 x i32> %308, splat (i32 1073741824)
  %310 = or <32 x i1> %301, %309
  %311 = and <32 x i1> %310, %307
  %312 = or <32 x i1> %311, %299
  %313 = and <32 x i32> %210, splat (i32 8388608)
  %314 = icmp eq <32 x i32> %313, zeroinitializer
  %315 = or <32 x i1> %314, %312
  %316 = and <32 x i32> %210, splat (i32 268435456)
  %317 = icmp eq <32 x i32> %316, zeroinitializer
  %318 = and <32 x i1> %317, %315
  %319 = and <32 x i1> %274, %318
  %320 = bitcast <32 x i1> %319 to i32
  %321 = xor i32 %320, -1
  %322 = and i32 %63, %321
  %323 = icmp eq i32 %322, 0
  br i1 %323, label %361, label %324, !prof !2

324:
  %325 = load i64, ptr %137, align 8
  %326 = inttoptr i64 %325 to ptr
  %327 = getelementptr inbounds i64, ptr %326, i64 %140
  %328 = load i64, ptr %327, align 8
  %329 = icmp eq i64 %328, 0
  br i1 %329, label %355, label %330

330:
  %331 = getelementptr inbounds i8, ptr %327, i64 16
  %332 = load i64, ptr %331, align 8
  %333 = insertelement <32 x i64> poison, i64 %332, i64 0
  %334 = shufflevector <32 x i64> %333, <32 x i64> poison, <32 x i32> zeroinitializer
  %335 = and <32 x i32> %210, splat (i32 63)
  %336 = zext <32 x i32> %335 to <32 x i64>
  %337 = lshr <32 x i64> %334, %336
  %338 = trunc <32 x i64> %337 to <32 x i1>
  %339 = bitcast <32 x i1> %338 to i32
  %340 = xor i32 %339, -1
  %341 = and i32 %322, %340
  %342 = icmp eq i32 %341, 0
  %343 = or i1 %142, %342
  %344 = getelementptr inbounds i8, ptr %327, i64 24
  %345 = load i64, ptr %344, align 8
  %346 = icmp eq i64 %345, 0
  %347 = select i1 %346, i1 %343, i1 false
  br i1 %347, label %348, label %355

348:
  %349 = add i64 %328, -1
  store i64 %349, ptr %327, align 8
  %350 = call i32 @"llvm.ctpop.i32"(i32 %322)
  %351 = zext i32 %350 to i64
  %352 = getelementptr inbounds i8, ptr %327, i64 8
  %353 = load i64, ptr %352, align 8
  %354 = add i64 %353, %351
  store i64 %354, ptr %352, align 8
  br label %361

355:
  store <32 x i64> %2, ptr %13, align 256
  store <32 x i64> %201, ptr %161, align 256
  %356 = zext <32 x i32> %210 to <32 x i64>
  store <32 x i64> %356, ptr %162, align 256
  store <32 x i64> %214, ptr %163, align 256
  %357 = zext <32 x i32> %218 to <32 x i64>
  store <32 x i64> %357, ptr %164, align 256
  store <32 x i64> zeroinitializer, ptr %165, align 256
  store <32 x i64> zeroinitializer, ptr %166, align 256
  %358 = load i64, ptr %150, align 8
  %359 = inttoptr i64 %358 to ptr
  %360 = or i64 %193, %152
  call void %359(ptr %0, i32 %1, i32 %322, i32 0, ptr %24, ptr %13, ptr %4, i64 %360)
  br label %361

361:
  %362 = load i64, ptr %90, align 8
  %363 = inttoptr i64 %362 to ptr
  %364 = getelementptr i64, ptr %363, <32 x i64> %197
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %168, <32 x ptr> %364, i32 8, <32 x i1> %82)
  %365 = load i64, ptr %126, align 8
  %366 = load i64, ptr %127, align 8
  %367 = mul i64 %169, %366
  %368 = add i64 %367, %365
  %369 = inttoptr i64 %368 to ptr
  %370 = getelementptr i64, ptr %369, <32 x i64> %197
  %371 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %370, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %372 = and <32 x i64> %371, splat (i64 31)
  %373 = lshr <32 x i64> %371, splat (i64 32)
  %374 = icmp uge <32 x i64> %373, %103
  %375 = and <32 x i64> %371, splat (i64 256)
  %376 = icmp ne <32 x i64> %375, zeroinitializer
  %377 = icmp ne <32 x i64> %372, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %378 = or <32 x i1> %376, %377
  %379 = and <32 x i1> %378, %374
  %380 = or <32 x i64> %371, splat (i64 -2147483873)
  %381 = select <32 x i1> %379, <32 x i64> %380, <32 x i64> splat (i64 -2147483649)
  %382 = and <32 x i64> %381, %180
  %383 = select <32 x i1> %379, <32 x i64> %382, <32 x i64> %179
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %383, <32 x ptr> %370, i32 8, <32 x i1> %82)
  %384 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %370, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %385 = and <32 x i64> %384, splat (i64 31)
  %386 = icmp ne <32 x i64> %385, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %387 = and <32 x i1> %386, %82
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %382, <32 x ptr> %370, i32 8, <32 x i1> %387)
  br i1 %182, label %1126, label %388

388:
  %389 = bitcast <32 x i1> %379 to i32
  %390 = and i32 %63, %389
  %391 = icmp eq i32 %390, 0
  %392 = select i1 %184, i1 true, i1 %391
  br i1 %392, label %1126, label %393, !prof !2

393:
  %394 = bitcast i32 %390 to <32 x i1>
  %395 = load i64, ptr %86, align 8
  %396 = inttoptr i64 %395 to ptr
  %397 = getelementptr i64, ptr %396, <32 x i64> %197
  %398 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %397, i32 8, <32 x i1> %394, <32 x i64> zeroinitializer)
  %399 = load i64, ptr %96, align 8
  %400 = inttoptr i64 %399 to ptr
  %401 = getelementptr i32, ptr %400, <32 x i64> %197
  %402 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %401, i32 4, <32 x i1> %394, <32 x i32> zeroinitializer)
  %403 = load i64, ptr %97, align 8
  %404 = inttoptr i64 %403 to ptr
  %405 = getelementptr i64, ptr %404, <32 x i64> %197
  %406 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %405, i32 8, <32 x i1> %394, <32 x i64> zeroinitializer)
  %407 = load i64, ptr %98, align 8
  %408 = inttoptr i64 %407 to ptr
  %409 = getelementptr i32, ptr %408, <32 x i64> %197
  %410 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %409, i32 4, <32 x i1> %394, <32 x i32> zeroinitializer)
  %411 = load i64, ptr %137, align 8
  %412 = inttoptr i64 %411 to ptr
  %413 = getelementptr inbounds i64, ptr %412, i64 %140
  %414 = load i64, ptr %413, align 8
  %415 = icmp eq i64 %414, 0
  br i1 %415, label %441, label %416

416:
  %417 = getelementptr inbounds i8, ptr %413, i64 16
  %418 = load i64, ptr %417, align 8
  %419 = insertelement <32 x i64> poison, i64 %418, i64 0
  %420 = shufflevector <32 x i64> %419, <32 x i64> poison, <32 x i32> zeroinitializer
  %421 = and <32 x i32> %402, splat (i32 63)
  %422 = zext <32 x i32> %421 to <32 x i64>
  %423 = lshr <32 x i64> %420, %422
  %424 = trunc <32 x i64> %423 to <32 x i1>
  %425 = bitcast <32 x i1> %424 to i32
  %426 = xor i32 %425, -1
  %427 = and i32 %390, %426
  %428 = icmp eq i32 %427, 0
  %429 = or i1 %142, %428
  %430 = getelementptr inbounds i8, ptr %413, i64 24
  %431 = load i64, ptr %430, align 8
  %432 = icmp eq i64 %431, 0
  %433 = select i1 %432, i1 %429, i1 false
  br i1 %433, label %434, label %441

434:
  %435 = add i64 %414, -1
  store i64 %435, ptr %413, align 8
  %436 = call i32 @"llvm.ctpop.i32"(i32 %390)
  %437 = zext i32 %436 to i64
  %438 = getelementptr inbounds i8, ptr %413, i64 8
  %439 = load i64, ptr %438, align 8
  %440 = add i64 %439, %437
  store i64 %440, ptr %438, align 8
  br label %1126

441:
  store <32 x i64> %2, ptr %7, align 256
  store <32 x i64> %398, ptr %185, align 256
  %442 = zext <32 x i32> %402 to <32 x i64>
  store <32 x i64> %442, ptr %186, align 256
  store <32 x i64> %406, ptr %187, align 256
  %443 = zext <32 x i32> %410 to <32 x i64>
  store <32 x i64> %443, ptr %188, align 256
  store <32 x i64> %371, ptr %189, align 256
  store <32 x i64> zeroinitializer, ptr %190, align 256
  %444 = load i64, ptr %150, align 8
  %445 = inttoptr i64 %444 to ptr
  %446 = or i64 %193, %152
  call void %445(ptr %0, i32 %1, i32 %390, i32 0, ptr %24, ptr %7, ptr %4, i64 %446)
  br label %1126

447:
  %448 = and i1 %204, %85
  %449 = load i64, ptr %90, align 8
  %450 = inttoptr i64 %449 to ptr
  %451 = getelementptr i64, ptr %450, <32 x i64> %197
  %452 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %451, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  br i1 %92, label %494, label %453

453:
  %454 = load i64, ptr %93, align 8
  %455 = inttoptr i64 %454 to ptr
  %456 = getelementptr inbounds i8, ptr %455, i64 32
  %457 = load i64, ptr %456, align 8
  %458 = icmp eq i64 %457, 0
  %459 = and i1 %448, %458
  %460 = load i64, ptr %94, align 8
  %461 = inttoptr i64 %460 to ptr
  %462 = getelementptr inbounds i8, ptr %461, i64 128
  %463 = load i64, ptr %462, align 8
  %464 = icmp eq i64 %463, 0
  br i1 %464, label %488, label %465

465:
  %466 = getelementptr i8, ptr %455, i64 %95
  %467 = getelementptr i8, ptr %466, i64 9792
  %468 = getelementptr i64, ptr %455, i64 %26
  %469 = getelementptr i8, ptr %468, i64 64
  br label %470

470:
  %471 = phi i64 [ 0, %465 ], [ %486, %483 ]
  %472 = phi i64 [ 4611686018427387903, %465 ], [ %485, %483 ]
  %473 = icmp eq i64 %471, %26
  br i1 %473, label %474, label %476

474:
  %475 = load i64, ptr %469, align 8
  br label %483

476:
  %477 = getelementptr i64, ptr %467, i64 %471
  %478 = load i64, ptr %477, align 8
  %479 = getelementptr i64, ptr %455, i64 %471
  %480 = getelementptr i8, ptr %479, i64 320
  %481 = load i64, ptr %480, align 8
  %482 = call i64 @"llvm.umax.i64"(i64 %481, i64 %478)
  br label %483

483:
  %484 = phi i64 [ %475, %474 ], [ %482, %476 ]
  %485 = call i64 @"llvm.umin.i64"(i64 %472, i64 %484)
  %486 = add i64 %471, 1
  %487 = icmp ult i64 %486, %463
  br i1 %487, label %470, label %488

488:
  %489 = phi i64 [ 4611686018427387903, %453 ], [ %485, %483 ]
  br i1 %459, label %490, label %599

490:
  %491 = call i64 @"llvm.umin.i64"(i64 %81, i64 %489)
  %492 = insertelement <32 x i64> poison, i64 %491, i64 0
  %493 = shufflevector <32 x i64> %492, <32 x i64> poison, <32 x i32> zeroinitializer
  br label %495

494:
  br i1 %448, label %495, label %599

495:
  %496 = phi <32 x i64> [ %493, %490 ], [ %124, %494 ]
  %497 = icmp uge <32 x i64> %452, %496
  %498 = and <32 x i1> %497, %82
  %499 = bitcast <32 x i1> %498 to i32
  %500 = icmp eq i32 %499, 0
  br i1 %500, label %501, label %599

501:
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %153, <32 x ptr> %200, i32 8, <32 x i1> %82)
  %502 = load i64, ptr %96, align 8
  %503 = inttoptr i64 %502 to ptr
  %504 = getelementptr i32, ptr %503, <32 x i64> %197
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %112, <32 x ptr> %504, i32 4, <32 x i1> %82)
  br i1 %154, label %1126, label %505

505:
  %506 = load i64, ptr %86, align 8
  %507 = inttoptr i64 %506 to ptr
  %508 = getelementptr i64, ptr %507, <32 x i64> %197
  %509 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %508, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %510 = and <32 x i64> %509, splat (i64 9223372036854775807)
  %511 = icmp ne <32 x i64> %510, %46
  %512 = and <32 x i1> %511, %82
  %513 = bitcast <32 x i1> %512 to i32
  %514 = icmp eq i32 %513, 0
  br i1 %514, label %1126, label %515, !prof !2

515:
  %516 = load i64, ptr %137, align 8
  %517 = inttoptr i64 %516 to ptr
  %518 = getelementptr inbounds i64, ptr %517, i64 %140
  %519 = load i64, ptr %518, align 8
  %520 = icmp eq i64 %519, 0
  br i1 %520, label %595, label %521

521:
  %522 = getelementptr inbounds i8, ptr %518, i64 24
  %523 = load i64, ptr %522, align 8
  %524 = icmp eq i64 %523, 0
  br i1 %524, label %577, label %525

525:
  br i1 %143, label %595, label %526

526:
  %527 = shl i64 %193, %65
  br label %528

528:
  %529 = phi i32 [ 0, %526 ], [ %545, %537 ]
  %530 = phi i32 [ %513, %526 ], [ %547, %537 ]
  %531 = call i32 @"llvm.cttz.i32"(i32 %530, i1 true)
  %532 = extractelement <32 x i64> %197, i32 %531
  %533 = getelementptr inbounds i64, ptr %507, i64 %532
  %534 = load i64, ptr %533, align 8
  %535 = and i64 %534, 31
  %536 = zext i32 %531 to i64
  br label %549

537:
  %538 = shl i32 1, %531
  %539 = and i32 %538, %513
  %540 = icmp eq i32 %539, 0
  %541 = icmp eq i8 %569, 0
  %542 = select i1 %540, i1 true, i1 %541
  %543 = zext i1 %542 to i32
  %544 = shl i32 %543, %531
  %545 = or i32 %544, %529
  %546 = add i32 %530, -1
  %547 = and i32 %546, %530
  %548 = icmp eq i32 %547, 0
  br i1 %548, label %573, label %528

549:
  %550 = phi i64 [ 0, %528 ], [ %570, %549 ]
  %551 = phi i8 [ 0, %528 ], [ %569, %549 ]
  %552 = add i64 %550, %527
  %553 = freeze i64 %552
  %554 = udiv i64 %553, %117
  %555 = shl i64 %554, 5
  %556 = mul i64 %554, %117
  %557 = sub i64 %553, %556
  %558 = or i64 %555, %536
  %559 = mul i64 %558, %117
  %560 = getelementptr inbounds i8, ptr %4, i64 %559
  %561 = getelementptr inbounds i8, ptr %560, i64 %557
  %562 = load i8, ptr %561, align 1
  %563 = or i64 %555, %535
  %564 = mul i64 %563, %117
  %565 = getelementptr inbounds i8, ptr %4, i64 %564
  %566 = getelementptr inbounds i8, ptr %565, i64 %557
  %567 = load i8, ptr %566, align 1
  %568 = xor i8 %567, %562
  %569 = or i8 %568, %551
  %570 = add i64 %550, 1
  %571 = lshr i64 %570, %65
  %572 = icmp eq i64 %571, 0
  br i1 %572, label %549, label %537

573:
  %574 = xor i32 %545, -1
  %575 = and i32 %574, %513
  %576 = icmp eq i32 %575, 0
  br i1 %576, label %588, label %595

577:
  %578 = getelementptr inbounds i8, ptr %518, i64 16
  %579 = load i64, ptr %578, align 8
  %580 = trunc i64 %579 to i1
  %581 = insertelement <32 x i1> poison, i1 %580, i64 0
  %582 = shufflevector <32 x i1> %581, <32 x i1> poison, <32 x i32> zeroinitializer
  %583 = bitcast <32 x i1> %582 to i32
  %584 = xor i32 %583, -1
  %585 = and i32 %584, %513
  %586 = icmp eq i32 %585, 0
  %587 = or i1 %142, %586
  br i1 %587, label %588, label %595

588:
  %589 = add i64 %519, -1
  store i64 %589, ptr %518, align 8
  %590 = call i32 @"llvm.ctpop.i32"(i32 %513)
  %591 = zext i32 %590 to i64
  %592 = getelementptr inbounds i8, ptr %518, i64 8
  %593 = load i64, ptr %592, align 8
  %594 = add i64 %593, %591
  store i64 %594, ptr %592, align 8
  br label %1126

595:
  store <32 x i64> %2, ptr %8, align 256
  store <32 x i64> zeroinitializer, ptr %155, align 256
  store <32 x i64> zeroinitializer, ptr %156, align 256
  store <32 x i64> zeroinitializer, ptr %157, align 256
  store <32 x i64> zeroinitializer, ptr %158, align 256
  store <32 x i64> zeroinitializer, ptr %159, align 256
  store <32 x i64> zeroinitializer, ptr %160, align 256
  %596 = load i64, ptr %150, align 8
  %597 = inttoptr i64 %596 to ptr
  %598 = or i64 %193, %152
  call void %597(ptr %0, i32 %1, i32 0, i32 %513, ptr %24, ptr %8, ptr %4, i64 %598)
  br label %1126

599:
  %600 = load i64, ptr %96, align 8
  %601 = inttoptr i64 %600 to ptr
  %602 = getelementptr i32, ptr %601, <32 x i64> %197
  %603 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %602, i32 4, <32 x i1> %82, <32 x i32> zeroinitializer)
  %604 = load i64, ptr %97, align 8
  %605 = inttoptr i64 %604 to ptr
  %606 = getelementptr i64, ptr %605, <32 x i64> %197
  %607 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %606, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %608 = load i64, ptr %98, align 8
  %609 = inttoptr i64 %608 to ptr
  %610 = getelementptr i32, ptr %609, <32 x i64> %197
  %611 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %610, i32 4, <32 x i1> %82, <32 x i32> zeroinitializer)
  %612 = and <32 x i64> %201, splat (i64 4294967295)
  %613 = lshr <32 x i64> %201, splat (i64 32)
  %614 = and <32 x i64> %613, splat (i64 2147483647)
  %615 = icmp ult <32 x i64> %614, %100
  %616 = icmp eq <32 x i64> %612, %42
  %617 = or <32 x i1> %616, %615
  %618 = lshr <32 x i64> %612, splat (i64 5)
  %619 = icmp eq <32 x i64> %618, %101
  %620 = xor <32 x i64> %612, %42
  %621 = icmp ult <32 x i64> %620, splat (i64 1024)
  %622 = select <32 x i1> %619, <32 x i64> %103, <32 x i64> %105
  br i1 %107, label %631, label %623

623:
  %624 = and <32 x i64> %618, splat (i64 31)
  %625 = load i64, ptr %108, align 8
  %626 = add i64 %625, %95
  %627 = inttoptr i64 %626 to ptr
  %628 = getelementptr i64, ptr %627, <32 x i64> %624
  %629 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %628, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %630 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %622, <32 x i64> %629)
  br label %631

631:
  %632 = phi <32 x i64> [ %630, %623 ], [ %622, %599 ]
  %633 = select <32 x i1> %621, <32 x i64> %632, <32 x i64> %110
  %634 = select i1 %79, <32 x i64> %633, <32 x i64> %632
  %635 = icmp ult <32 x i64> %614, %634
  %636 = or <32 x i1> %617, %635
  br i1 %92, label %653, label %637

637:
  %638 = and <32 x i64> %201, splat (i64 1023)
  %639 = xor <32 x i64> %638, splat (i64 1023)
  %640 = and <32 x i32> %603, splat (i32 536870912)
  %641 = icmp ne <32 x i32> %640, zeroinitializer
  %642 = icmp ult <32 x i64> %639, splat (i64 32)
  %643 = and <32 x i1> %642, %641
  %644 = load i64, ptr %93, align 8
  %645 = inttoptr i64 %644 to ptr
  %646 = getelementptr inbounds i8, ptr %645, i64 1600
  %647 = getelementptr inbounds i8, ptr %646, i64 %95
  %648 = getelementptr i64, ptr %647, <32 x i64> %639
  %649 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %648, i32 8, <32 x i1> %643, <32 x i64> zeroinitializer)
  %650 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %649, <32 x i64> %105)
  %651 = icmp ult <32 x i64> %614, %650
  %652 = select <32 x i1> %641, <32 x i1> %651, <32 x i1> %636
  br label %653

653:
  %654 = phi <32 x i1> [ %652, %637 ], [ %636, %631 ]
  %655 = and <32 x i32> %603, %112
  %656 = icmp ugt <32 x i64> %620, splat (i64 31)
  %657 = and <32 x i32> %655, splat (i32 4194304)
  %658 = icmp ne <32 x i32> %657, zeroinitializer
  %659 = and <32 x i32> %655, splat (i32 1048576)
  %660 = icmp ne <32 x i32> %659, zeroinitializer
  %661 = and <32 x i1> %621, %660
  %662 = or <32 x i1> %658, %661
  %663 = and <32 x i32> %655, splat (i32 1107296256)
  %664 = icmp ne <32 x i32> %663, splat (i32 1073741824)
  %665 = or <32 x i1> %656, %664
  %666 = and <32 x i1> %665, %662
  %667 = or <32 x i1> %666, %654
  %668 = and <32 x i64> %607, splat (i64 4294967295)
  %669 = lshr <32 x i64> %607, splat (i64 32)
  %670 = and <32 x i64> %669, splat (i64 2147483647)
  %671 = icmp ult <32 x i64> %670, %100
  %672 = icmp eq <32 x i64> %668, %42
  %673 = or <32 x i1> %672, %671
  %674 = lshr <32 x i64> %668, splat (i64 5)
  %675 = icmp eq <32 x i64> %674, %101
  %676 = xor <32 x i64> %668, %42
  %677 = icmp ult <32 x i64> %676, splat (i64 1024)
  %678 = select <32 x i1> %675, <32 x i64> %103, <32 x i64> %105
  br i1 %107, label %687, label %679

679:
  %680 = and <32 x i64> %674, splat (i64 31)
  %681 = load i64, ptr %108, align 8
  %682 = add i64 %681, %95
  %683 = inttoptr i64 %682 to ptr
  %684 = getelementptr i64, ptr %683, <32 x i64> %680
  %685 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %684, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %686 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %678, <32 x i64> %685)
  br label %687

687:
  %688 = phi <32 x i64> [ %686, %679 ], [ %678, %653 ]
  %689 = select <32 x i1> %677, <32 x i64> %688, <32 x i64> %110
  %690 = select i1 %79, <32 x i64> %689, <32 x i64> %688
  %691 = icmp ult <32 x i64> %670, %690
  %692 = and <32 x i32> %611, %112
  %693 = icmp ugt <32 x i64> %676, splat (i64 31)
  %694 = and <32 x i32> %692, splat (i32 4194304)
  %695 = icmp ne <32 x i32> %694, zeroinitializer
  %696 = and <32 x i32> %692, splat (i32 1048576)
  %697 = icmp ne <32 x i32> %696, zeroinitializer
  %698 = and <32 x i1> %677, %697
  %699 = or <32 x i1> %695, %698
  %700 = and <32 x i32> %692, splat (i32 1107296256)
  %701 = icmp ne <32 x i32> %700, splat (i32 1073741824)
  %702 = or <32 x i1> %693, %701
  %703 = and <32 x i1> %702, %699
  %704 = or <32 x i1> %703, %691
  %705 = and <32 x i32> %603, splat (i32 8388608)
  %706 = icmp ne <32 x i32> %705, zeroinitializer
  %707 = xor <32 x i1> %706, splat (i1 true)
  %708 = or <32 x i1> %704, %707
  %709 = or <32 x i1> %673, %708
  %710 = and <32 x i32> %603, splat (i32 268435456)
  %711 = icmp eq <32 x i32> %710, zeroinitializer
  %712 = and <32 x i1> %711, %709
  %713 = and <32 x i1> %667, %712
  br i1 %114, label %714, label %821

714:
  br i1 %50, label %715, label %818

715:
  %716 = xor <32 x i32> %603, %112
  %717 = and <32 x i32> %716, splat (i32 1048575)
  %718 = icmp eq <32 x i32> %717, zeroinitializer
  %719 = load i64, ptr %115, align 8
  %720 = shl i64 %193, %65
  %721 = add i64 %193, 1
  %722 = shl i64 %721, %65
  %723 = inttoptr i64 %719 to ptr
  br label %724

724:
  %725 = phi <32 x i1> [ %718, %715 ], [ %746, %745 ]
  %726 = phi i64 [ %720, %715 ], [ %747, %745 ]
  br i1 %118, label %745, label %727

727:
  %728 = shl i64 %726, 3
  %729 = and i64 %728, 9223372036854775776
  %730 = insertelement <32 x i64> poison, i64 %729, i64 0
  %731 = shufflevector <32 x i64> %730, <32 x i64> poison, <32 x i32> zeroinitializer
  %732 = or <32 x i64> %731, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %733 = shl i64 %726, 4
  %734 = and i64 %733, 9223372036854775776
  %735 = insertelement <32 x i64> poison, i64 %734, i64 0
  %736 = shufflevector <32 x i64> %735, <32 x i64> poison, <32 x i32> zeroinitializer
  %737 = or <32 x i64> %736, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %738 = insertelement <32 x i64> poison, i64 %726, i64 0
  %739 = shufflevector <32 x i64> %738, <32 x i64> poison, <32 x i32> zeroinitializer
  %740 = add <32 x i64> %739, %2
  %741 = shl i64 %726, 5
  %742 = insertelement <32 x i64> poison, i64 %741, i64 0
  %743 = shufflevector <32 x i64> %742, <32 x i64> poison, <32 x i32> zeroinitializer
  %744 = or <32 x i64> %743, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  br label %749

745:
  %746 = phi <32 x i1> [ %725, %724 ], [ %815, %813 ]
  %747 = add i64 %726, %117
  %748 = icmp ult i64 %747, %722
  br i1 %748, label %724, label %818

749:
  %750 = phi <32 x i1> [ %725, %727 ], [ %815, %813 ]
  %751 = phi i64 [ 0, %727 ], [ %816, %813 ]
  switch i8 %119, label %792 [
    i8 1, label %752
    i8 2, label %762
    i8 4, label %777
  ]

752:
  %753 = insertelement <32 x i64> poison, i64 %751, i64 0
  %754 = shufflevector <32 x i64> %753, <32 x i64> poison, <32 x i32> zeroinitializer
  %755 = add <32 x i64> %740, %754
  %756 = add <32 x i64> %744, %754
  %757 = getelementptr i8, ptr %723, <32 x i64> %755
  %758 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %757, i32 1, <32 x i1> %82, <32 x i8> zeroinitializer)
  %759 = getelementptr i8, ptr %4, <32 x i64> %756
  %760 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %759, i32 1, <32 x i1> %82, <32 x i8> zeroinitializer)
  %761 = icmp eq <32 x i8> %758, %760
  br label %813

762:
  %763 = add i64 %751, %726
  %764 = insertelement <32 x i64> poison, i64 %763, i64 0
  %765 = shufflevector <32 x i64> %764, <32 x i64> poison, <32 x i32> zeroinitializer
  %766 = add <32 x i64> %765, %2
  %767 = lshr <32 x i64> %766, splat (i64 1)
  %768 = lshr exact i64 %751, 1
  %769 = insertelement <32 x i64> poison, i64 %768, i64 0
  %770 = shufflevector <32 x i64> %769, <32 x i64> poison, <32 x i32> zeroinitializer
  %771 = add <32 x i64> %737, %770
  %772 = getelementptr i16, ptr %723, <32 x i64> %767
  %773 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %772, i32 2, <32 x i1> %82, <32 x i16> zeroinitializer)
  %774 = getelementptr i16, ptr %4, <32 x i64> %771
  %775 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %774, i32 2, <32 x i1> %82, <32 x i16> zeroinitializer)
  %776 = icmp eq <32 x i16> %773, %775
  br label %813

777:
  %778 = add i64 %751, %726
  %779 = insertelement <32 x i64> poison, i64 %778, i64 0
  %780 = shufflevector <32 x i64> %779, <32 x i64> poison, <32 x i32> zeroinitializer
  %781 = add <32 x i64> %780, %2
  %782 = lshr <32 x i64> %781, splat (i64 2)
  %783 = lshr exact i64 %751, 2
  %784 = insertelement <32 x i64> poison, i64 %783, i64 0
  %785 = shufflevector <32 x i64> %784, <32 x i64> poison, <32 x i32> zeroinitializer
  %786 = add <32 x i64> %732, %785
  %787 = getelementptr i32, ptr %723, <32 x i64> %782
  %788 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %787, i32 4, <32 x i1> %82, <32 x i32> zeroinitializer)
  %789 = getelementptr i32, ptr %4, <32 x i64> %786
  %790 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %789, i32 4, <32 x i1> %82, <32 x i32> zeroinitializer)
  %791 = icmp eq <32 x i32> %788, %790
  br label %813

792:
  %793 = add i64 %751, %726
  %794 = insertelement <32 x i64> poison, i64 %793, i64 0
  %795 = shufflevector <32 x i64> %794, <32 x i64> poison, <32 x i32> zeroinitializer
  %796 = add <32 x i64> %795, %2
  %797 = lshr <32 x i64> %796, splat (i64 3)
  %798 = udiv i64 %726, %117
  %799 = shl i64 %798, 5
  %800 = insertelement <32 x i64> poison, i64 %799, i64 0
  %801 = shufflevector <32 x i64> %800, <32 x i64> poison, <32 x i32> zeroinitializer
  %802 = or <32 x i64> %801, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %803 = mul <32 x i64> %802, %122
  %804 = lshr exact i64 %751, 3
  %805 = insertelement <32 x i64> poison, i64 %804, i64 0
  %806 = shufflevector <32 x i64> %805, <32 x i64> poison, <32 x i32> zeroinitializer
  %807 = add <32 x i64> %803, %806
  %808 = getelementptr i64, ptr %723, <32 x i64> %797
  %809 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %808, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %810 = getelementptr i64, ptr %4, <32 x i64> %807
  %811 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %810, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %812 = icmp eq <32 x i64> %809, %811
  br label %813

813:
  %814 = phi <32 x i1> [ %761, %752 ], [ %776, %762 ], [ %791, %777 ], [ %812, %792 ]
  %815 = and <32 x i1> %750, %814
  %816 = add i64 %751, 8
  %817 = icmp ult i64 %816, %117
  br i1 %817, label %749, label %745

818:
  %819 = phi <32 x i1> [ zeroinitializer, %714 ], [ %746, %745 ]
  %820 = or <32 x i1> %713, %819
  br label %821

821:
  %822 = phi <32 x i1> [ %713, %687 ], [ %820, %818 ]
  %823 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %451, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %824 = icmp uge <32 x i64> %823, %124
  %825 = bitcast <32 x i1> %824 to i32
  %826 = and i32 %63, %825
  %827 = icmp eq i32 %826, 0
  br i1 %827, label %893, label %828

828:
  %829 = load i64, ptr %125, align 8
  %830 = icmp eq i64 %829, 0
  br i1 %830, label %837, label %831

831:
  %832 = bitcast i32 %826 to <32 x i1>
  %833 = load i64, ptr %126, align 8
  %834 = load i64, ptr %127, align 8
  %835 = shl i64 %834, 3
  %836 = xor i32 %826, -1
  br label %839

837:
  %838 = phi i32 [ -1, %828 ], [ %872, %856 ]
  br i1 %79, label %875, label %890

839:
  %840 = phi i32 [ -1, %831 ], [ %872, %856 ]
  %841 = phi i64 [ 0, %831 ], [ %873, %856 ]
  %842 = mul i64 %841, %835
  %843 = add i64 %842, %833
  %844 = inttoptr i64 %843 to ptr
  %845 = getelementptr i64, ptr %844, <32 x i64> %197
  %846 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %845, i32 8, <32 x i1> %832, <32 x i64> zeroinitializer)
  %847 = icmp eq i64 %841, %26
  %848 = select i1 %847, i64 %35, i64 %31
  br i1 %107, label %856, label %849

849:
  %850 = load i64, ptr %108, align 8
  %851 = add i64 %850, %95
  %852 = inttoptr i64 %851 to ptr
  %853 = getelementptr inbounds i64, ptr %852, i64 %841
  %854 = load i64, ptr %853, align 8
  %855 = call i64 @"llvm.umax.i64"(i64 %848, i64 %854)
  br label %856

856:
  %857 = phi i64 [ %855, %849 ], [ %848, %839 ]
  %858 = lshr <32 x i64> %846, splat (i64 32)
  %859 = insertelement <32 x i64> poison, i64 %857, i64 0
  %860 = shufflevector <32 x i64> %859, <32 x i64> poison, <32 x i32> zeroinitializer
  %861 = icmp ult <32 x i64> %858, %860
  %862 = and <32 x i64> %846, splat (i64 287)
  %863 = icmp eq <32 x i64> %862, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %864 = select i1 %847, <32 x i1> %863, <32 x i1> zeroinitializer
  %865 = or <32 x i1> %864, %861
  %866 = and <32 x i64> %846, splat (i64 224)
  %867 = icmp ne <32 x i64> %866, zeroinitializer
  %868 = select i1 %84, <32 x i1> %867, <32 x i1> zeroinitializer
  %869 = or <32 x i1> %868, %865
  %870 = bitcast <32 x i1> %869 to i32
  %871 = or i32 %870, %836
  %872 = and i32 %871, %840
  %873 = add i64 %841, 1
  %874 = icmp ult i64 %873, %829
  br i1 %874, label %839, label %837

875:
  %876 = bitcast i32 %826 to <32 x i1>
  %877 = load i64, ptr %126, align 8
  %878 = load i64, ptr %127, align 8
  %879 = shl i64 %829, 3
  %880 = mul i64 %879, %878
  %881 = add i64 %880, %877
  %882 = inttoptr i64 %881 to ptr
  %883 = getelementptr i64, ptr %882, <32 x i64> %197
  %884 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %883, i32 8, <32 x i1> %876, <32 x i64> zeroinitializer)
  %885 = icmp ult <32 x i64> %884, %110
  %886 = bitcast <32 x i1> %885 to i32
  %887 = xor i32 %826, -1
  %888 = or i32 %886, %887
  %889 = and i32 %888, %838
  br label %890

890:
  %891 = phi i32 [ %889, %875 ], [ %838, %837 ]
  %892 = bitcast i32 %891 to <32 x i1>
  br label %893

893:
  %894 = phi <32 x i1> [ %892, %890 ], [ splat (i1 true), %821 ]
  br i1 %92, label %944, label %895

895:
  %896 = load i64, ptr %125, align 8
  %897 = add i64 %896, 1
  %898 = icmp eq i64 %897, 0
  br i1 %898, label %941, label %899

899:
  %900 = load i64, ptr %93, align 8
  %901 = inttoptr i64 %900 to ptr
  %902 = load i64, ptr %901, align 8
  %903 = load i64, ptr %127, align 8
  %904 = shl i64 %903, 3
  %905 = getelementptr i8, ptr %901, i64 %95
  %906 = getelementptr i8, ptr %905, i64 9792
  %907 = getelementptr i64, ptr %901, i64 %26
  %908 = getelementptr i8, ptr %907, i64 64
  br label %909

909:
  %910 = phi i32 [ -1, %899 ], [ %936, %927 ]
  %911 = phi i64 [ 0, %899 ], [ %937, %927 ]
  %912 = mul i64 %911, %904
  %913 = add i64 %912, %902
  %914 = inttoptr i64 %913 to ptr
  %915 = getelementptr i64, ptr %914, <32 x i64> %197
  %916 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %915, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %917 = icmp eq i64 %911, %26
  br i1 %917, label %918, label %920

918:
  %919 = load i64, ptr %908, align 8
  br label %927

920:
  %921 = getelementptr i64, ptr %906, i64 %911
  %922 = load i64, ptr %921, align 8
  %923 = getelementptr i64, ptr %901, i64 %911
  %924 = getelementptr i8, ptr %923, i64 320
  %925 = load i64, ptr %924, align 8
  %926 = call i64 @"llvm.umax.i64"(i64 %925, i64 %922)
  br label %927

927:
  %928 = phi i64 [ %919, %918 ], [ %926, %920 ]
  %929 = lshr <32 x i64> %916, splat (i64 32)
  %930 = insertelement <32 x i64> poison, i64 %928, i64 0
  %931 = shufflevector <32 x i64> %930, <32 x i64> poison, <32 x i32> zeroinitializer
  %932 = icmp ult <32 x i64> %929, %931
  %933 = icmp eq <32 x i64> %916, zeroinitializer
  %934 = or <32 x i1> %933, %932
  %935 = bitcast <32 x i1> %934 to i32
  %936 = and i32 %910, %935
  %937 = add i64 %911, 1
  %938 = icmp ult i64 %937, %897
  br i1 %938, label %909, label %939

939:
  %940 = bitcast i32 %936 to <32 x i1>
  br label %941

941:
  %942 = phi <32 x i1> [ splat (i1 true), %895 ], [ %940, %939 ]
  %943 = and <32 x i1> %894, %942
  br label %944

944:
  %945 = phi <32 x i1> [ %943, %941 ], [ %894, %893 ]
  %946 = xor <32 x i1> %654, splat (i1 true)
  %947 = and <32 x i1> %666, %946
  %948 = and <32 x i1> %947, %82
  br i1 %107, label %957, label %949

949:
  %950 = and <32 x i64> %674, splat (i64 31)
  %951 = load i64, ptr %108, align 8
  %952 = add i64 %951, %95
  %953 = inttoptr i64 %952 to ptr
  %954 = getelementptr i64, ptr %953, <32 x i64> %950
  %955 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %954, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %956 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %678, <32 x i64> %955)
  br label %957

957:
  %958 = phi <32 x i64> [ %956, %949 ], [ %678, %944 ]
  %959 = select <32 x i1> %677, <32 x i64> %958, <32 x i64> %110
  %960 = select i1 %79, <32 x i64> %959, <32 x i64> %958
  %961 = icmp ult <32 x i64> %670, %960
  %962 = or <32 x i1> %673, %961
  %963 = xor <32 x i1> %962, splat (i1 true)
  %964 = and <32 x i1> %706, %963
  br i1 %129, label %965, label %983

965:
  %966 = icmp uge <32 x i64> %614, %100
  %967 = and <32 x i32> %603, splat (i32 1048576)
  %968 = icmp eq <32 x i32> %967, zeroinitializer
  %969 = and <32 x i1> %966, %968
  %970 = icmp uge <32 x i64> %670, %100
  %971 = and <32 x i32> %611, splat (i32 1048576)
  %972 = icmp eq <32 x i32> %971, zeroinitializer
  %973 = and <32 x i1> %970, %972
  %974 = xor <32 x i1> %969, splat (i1 true)
  %975 = and <32 x i1> %973, %974
  %976 = and <32 x i1> %706, %975
  %977 = xor <32 x i1> %976, splat (i1 true)
  %978 = and <32 x i1> %948, %977
  %979 = and <32 x i1> %969, %82
  %980 = and <32 x i1> %979, %654
  %981 = or <32 x i1> %980, %978
  %982 = or <32 x i1> %976, %964
  br label %983

983:
  %984 = phi <32 x i1> [ %982, %965 ], [ %964, %957 ]
  %985 = phi <32 x i1> [ %981, %965 ], [ %948, %957 ]
  %986 = and <32 x i1> %822, %945
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %201, <32 x ptr> %606, i32 8, <32 x i1> %985)
  %987 = load i64, ptr %98, align 8
  %988 = inttoptr i64 %987 to ptr
  %989 = getelementptr i32, ptr %988, <32 x i64> %197
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %603, <32 x ptr> %989, i32 4, <32 x i1> %985)
  %990 = or <32 x i1> %984, %985
  %991 = or <32 x i1> %990, %132
  %992 = select <32 x i1> %991, <32 x i64> %133, <32 x i64> %46
  %993 = select <32 x i1> %990, <32 x i32> %136, <32 x i32> %112
  %994 = load i64, ptr %86, align 8
  %995 = inttoptr i64 %994 to ptr
  %996 = getelementptr i64, ptr %995, <32 x i64> %197
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %992, <32 x ptr> %996, i32 8, <32 x i1> %82)
  %997 = load i64, ptr %96, align 8
  %998 = inttoptr i64 %997 to ptr
  %999 = getelementptr i32, ptr %998, <32 x i64> %197
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %993, <32 x ptr> %999, i32 4, <32 x i1> %82)
  %1000 = load i64, ptr %86, align 8
  %1001 = inttoptr i64 %1000 to ptr
  %1002 = bitcast <32 x i1> %986 to i32
  %1003 = xor i32 %1002, -1
  %1004 = and i32 %63, %1003
  br i1 %84, label %1012, label %1005

1005:
  %1006 = getelementptr i64, ptr %1001, <32 x i64> %197
  %1007 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1006, i32 8, <32 x i1> %82, <32 x i64> zeroinitializer)
  %1008 = and <32 x i64> %1007, splat (i64 9223372036854775807)
  %1009 = icmp ne <32 x i64> %1008, %46
  %1010 = and <32 x i1> %1009, %82
  %1011 = bitcast <32 x i1> %1010 to i32
  br i1 %50, label %1012, label %1013

1012:
  br label %1013

1013:
  %1014 = phi i32 [ 0, %1012 ], [ %1011, %1005 ]
  %1015 = bitcast <32 x i1> %945 to i32
  %1016 = or i32 %1014, %1004
  %1017 = icmp eq i32 %1016, 0
  br i1 %1017, label %1126, label %1018, !prof !2

1018:
  %1019 = load i64, ptr %137, align 8
  %1020 = inttoptr i64 %1019 to ptr
  %1021 = getelementptr inbounds i64, ptr %1020, i64 %140
  %1022 = load i64, ptr %1021, align 8
  %1023 = icmp eq i64 %1022, 0
  br i1 %1023, label %1120, label %1024

1024:
  %1025 = getelementptr inbounds i8, ptr %1021, i64 24
  %1026 = load i64, ptr %1025, align 8
  %1027 = icmp eq i64 %1026, 0
  br i1 %1027, label %1099, label %1028

1028:
  %1029 = load i64, ptr %115, align 8
  br i1 %143, label %1095, label %1030

1030:
  %1031 = shl i64 %193, %65
  br label %1032

1032:
  %1033 = phi i32 [ 0, %1030 ], [ %1088, %1084 ]
  %1034 = phi i32 [ %1016, %1030 ], [ %1090, %1084 ]
  %1035 = call i32 @"llvm.cttz.i32"(i32 %1034, i1 true)
  %1036 = extractelement <32 x i64> %197, i32 %1035
  %1037 = getelementptr inbounds i64, ptr %1001, i64 %1036
  %1038 = load i64, ptr %1037, align 8
  %1039 = and i64 %1038, 31
  %1040 = shl i64 %1036, %65
  %1041 = add i64 %1040, %1029
  %1042 = inttoptr i64 %1041 to ptr
  %1043 = zext i32 %1035 to i64
  br label %1050

1044:
  %1045 = shl i32 1, %1035
  %1046 = and i32 %1045, %1004
  %1047 = icmp eq i32 %1046, 0
  %1048 = icmp eq i8 %1068, 0
  %1049 = select i1 %1047, i1 true, i1 %1048
  br i1 %1049, label %1079, label %1084

1050:
  %1051 = phi i64 [ 0, %1032 ], [ %1076, %1050 ]
  %1052 = phi i8 [ 0, %1032 ], [ %1075, %1050 ]
  %1053 = phi i8 [ 0, %1032 ], [ %1068, %1050 ]
  %1054 = add i64 %1051, %1031
  %1055 = freeze i64 %1054
  %1056 = udiv i64 %1055, %117
  %1057 = shl i64 %1056, 5
  %1058 = mul i64 %1056, %117
  %1059 = sub i64 %1055, %1058
  %1060 = or i64 %1057, %1043
  %1061 = mul i64 %1060, %117
  %1062 = getelementptr inbounds i8, ptr %4, i64 %1061
  %1063 = getelementptr inbounds i8, ptr %1062, i64 %1059
  %1064 = load i8, ptr %1063, align 1
  %1065 = getelementptr inbounds i8, ptr %1042, i64 %1051
  %1066 = load i8, ptr %1065, align 1
  %1067 = xor i8 %1066, %1064
  %1068 = or i8 %1067, %1053
  %1069 = or i64 %1057, %1039
  %1070 = mul i64 %1069, %117
  %1071 = getelementptr inbounds i8, ptr %4, i64 %1070
  %1072 = getelementptr inbounds i8, ptr %1071, i64 %1059
  %1073 = load i8, ptr %1072, align 1
  %1074 = xor i8 %1073, %1064
  %1075 = or i8 %1074, %1052
  %1076 = add i64 %1051, 1
  %1077 = lshr i64 %1076, %65
  %1078 = icmp eq i64 %1077, 0
  br i1 %1078, label %1050, label %1044

1079:
  %1080 = and i32 %1045, %1014
  %1081 = icmp eq i32 %1080, 0
  %1082 = icmp eq i8 %1075, 0
  %1083 = select i1 %1081, i1 true, i1 %1082
  br label %1084

1084:
  %1085 = phi i1 [ false, %1044 ], [ %1083, %1079 ]
  %1086 = zext i1 %1085 to i32
  %1087 = shl i32 %1086, %1035
  %1088 = or i32 %1087, %1033
  %1089 = add i32 %1034, -1
  %1090 = and i32 %1089, %1034
  %1091 = icmp eq i32 %1090, 0
  br i1 %1091, label %1092, label %1032

1092:
  %1093 = and i32 %1088, %1015
  %1094 = xor i32 %1093, -1
  br label %1095

1095:
  %1096 = phi i32 [ -1, %1028 ], [ %1094, %1092 ]
  %1097 = and i32 %1016, %1096
  %1098 = icmp eq i32 %1097, 0
  br i1 %1098, label %1113, label %1120

1099:
  %1100 = getelementptr inbounds i8, ptr %1021, i64 16
  %1101 = load i64, ptr %1100, align 8
  %1102 = insertelement <32 x i64> poison, i64 %1101, i64 0
  %1103 = shufflevector <32 x i64> %1102, <32 x i64> poison, <32 x i32> zeroinitializer
  %1104 = and <32 x i32> %603, splat (i32 63)
  %1105 = zext <32 x i32> %1104 to <32 x i64>
  %1106 = lshr <32 x i64> %1103, %1105
  %1107 = trunc <32 x i64> %1106 to <32 x i1>
  %1108 = bitcast <32 x i1> %1107 to i32
  %1109 = xor i32 %1108, -1
  %1110 = and i32 %1016, %1109
  %1111 = icmp eq i32 %1110, 0
  %1112 = or i1 %142, %1111
  br i1 %1112, label %1113, label %1120

1113:
  %1114 = add i64 %1022, -1
  store i64 %1114, ptr %1021, align 8
  %1115 = call i32 @"llvm.ctpop.i32"(i32 %1016)
  %1116 = zext i32 %1115 to i64
  %1117 = getelementptr inbounds i8, ptr %1021, i64 8
  %1118 = load i64, ptr %1117, align 8
  %1119 = add i64 %1118, %1116
  store i64 %1119, ptr %1117, align 8
  br label %1126

1120:
  store <32 x i64> %2, ptr %10, align 256
  store <32 x i64> %201, ptr %144, align 256
  %1121 = zext <32 x i32> %603 to <32 x i64>
  store <32 x i64> %1121, ptr %145, align 256
  store <32 x i64> %607, ptr %146, align 256
  %1122 = zext <32 x i32> %611 to <32 x i64>
  store <32 x i64> %1122, ptr %147, align 256
  store <32 x i64> zeroinitializer, ptr %148, align 256
  store <32 x i64> zeroinitializer, ptr %149, align 256
  %1123 = load i64, ptr %150, align 8
  %1124 = inttoptr i64 %1123 to ptr
  %1125 = or i64 %193, %152
  call void %1124(ptr %0, i32 %1, i32 %1004, i32 %1014, ptr %24, ptr %10, ptr %4, i64 %1125)
  br label %1126

1126:
  %1127 = add i32 %194, 1
  %1128 = zext i32 %1127 to i64
  %1129 = icmp ult i32 %1127, %191
  br i1 %1129, label %192, label %2042

1130:
  %1131 = lshr <32 x i64> %2, splat (i64 40)
  %1132 = and <32 x i64> %2, splat (i64 1099511627775)
  %1133 = shl <32 x i64> %1131, splat (i64 12)
  %1134 = sub <32 x i64> %1132, %1133
  %1135 = getelementptr inbounds i8, ptr %16, i64 48
  %1136 = getelementptr inbounds i8, ptr %0, i64 120
  %1137 = getelementptr inbounds i8, ptr %16, i64 8
  %1138 = getelementptr inbounds i8, ptr %16, i64 16
  %1139 = getelementptr inbounds i8, ptr %16, i64 40
  %1140 = lshr i64 %5, 16
  %1141 = and i64 %1140, 255
  %1142 = insertelement <32 x i64> poison, i64 %1141, i64 0
  %1143 = shufflevector <32 x i64> %1142, <32 x i64> poison, <32 x i32> zeroinitializer
  %1144 = add <32 x i64> %1143, %1134
  %1145 = lshr i64 %5, 8
  %1146 = and i64 %1145, 15
  %1147 = lshr i64 %1141, %1146
  %1148 = icmp eq i64 %1147, 0
  %1149 = insertelement <32 x i64> poison, i64 %1146, i64 0
  %1150 = shufflevector <32 x i64> %1149, <32 x i64> poison, <32 x i32> zeroinitializer
  %1151 = lshr <32 x i64> %1134, %1150
  %1152 = and i64 %5, 2
  %1153 = icmp eq i64 %1152, 0
  %1154 = and i32 %1, 1048576
  %1155 = icmp eq i32 %1154, 0
  %1156 = and i64 %5, 8
  %1157 = icmp eq i64 %1156, 0
  %1158 = getelementptr inbounds i8, ptr %16, i64 184
  %1159 = and i64 %5, 32
  %1160 = icmp eq i64 %1159, 0
  %1161 = getelementptr inbounds i8, ptr %16, i64 192
  %1162 = insertelement <32 x i32> poison, i32 %1, i64 0
  %1163 = shufflevector <32 x i32> %1162, <32 x i32> poison, <32 x i32> zeroinitializer
  %1164 = and i64 %5, 4
  %1165 = icmp eq i64 %1164, 0
  %1166 = or i1 %1155, %1165
  %1167 = shl i32 %1, 3
  %1168 = ashr i32 %1167, 31
  %1169 = bitcast i32 %1168 to <32 x i1>
  %1170 = or i32 %1, 8388608
  %1171 = insertelement <32 x i32> poison, i32 %1170, i64 0
  %1172 = shufflevector <32 x i32> %1171, <32 x i32> poison, <32 x i32> zeroinitializer
  %1173 = getelementptr inbounds i8, ptr %16, i64 168
  %1174 = shl i32 %1, 2
  %1175 = and i32 %1174, 4194300
  %1176 = zext i32 %1175 to i64
  %1177 = and i32 %1, 33554432
  %1178 = icmp ne i32 %1177, 0
  %1179 = getelementptr inbounds i8, ptr %0, i64 440
  %1180 = icmp eq ptr %4, null
  %1181 = lshr i64 %5, 24
  %1182 = and i64 %1181, 255
  %1183 = getelementptr inbounds i8, ptr %11, i64 256
  %1184 = getelementptr inbounds i8, ptr %11, i64 512
  %1185 = getelementptr inbounds i8, ptr %11, i64 768
  %1186 = getelementptr inbounds i8, ptr %11, i64 1024
  %1187 = getelementptr inbounds i8, ptr %11, i64 1280
  %1188 = getelementptr inbounds i8, ptr %11, i64 1536
  %1189 = getelementptr inbounds i8, ptr %16, i64 160
  %1190 = shl i64 %5, 8
  %1191 = and i64 %1190, 1095216660480
  %1192 = getelementptr inbounds i8, ptr %9, i64 256
  %1193 = getelementptr inbounds i8, ptr %9, i64 512
  %1194 = getelementptr inbounds i8, ptr %9, i64 768
  %1195 = getelementptr inbounds i8, ptr %9, i64 1024
  %1196 = getelementptr inbounds i8, ptr %9, i64 1280
  %1197 = getelementptr inbounds i8, ptr %9, i64 1536
  %1198 = getelementptr inbounds i8, ptr %12, i64 256
  %1199 = getelementptr inbounds i8, ptr %12, i64 512
  %1200 = getelementptr inbounds i8, ptr %12, i64 768
  %1201 = getelementptr inbounds i8, ptr %12, i64 1024
  %1202 = getelementptr inbounds i8, ptr %12, i64 1280
  %1203 = getelementptr inbounds i8, ptr %12, i64 1536
  %1204 = trunc i64 %1147 to i32
  br label %1205

1205:
  %1206 = phi i32 [ %3, %1130 ], [ %2040, %2039 ]
  %1207 = call i32 @"llvm.cttz.i32"(i32 %1206, i1 true)
  %1208 = extractelement <32 x i64> %1131, i32 %1207
  %1209 = insertelement <32 x i64> poison, i64 %1208, i64 0
  %1210 = shufflevector <32 x i64> %1209, <32 x i64> poison, <32 x i32> zeroinitializer
  %1211 = icmp eq <32 x i64> %1131, %1210
  %1212 = bitcast <32 x i1> %1211 to i32
  %1213 = and i32 %1206, %1212
  %1214 = extractelement <32 x i64> %2, i32 %1207
  %1215 = load i64, ptr %1135, align 8
  %1216 = inttoptr i64 %1215 to ptr
  %1217 = icmp ult i64 %1214, 1152921504606846976
  %1218 = lshr i64 %1214, 37
  %1219 = and i64 %1218, 134217720
  %1220 = select i1 %1217, i64 %1219, i64 0
  %1221 = getelementptr inbounds i64, ptr %1216, i64 %1220
  %1222 = load i64, ptr %1221, align 8
  %1223 = icmp eq i64 %1222, 0
  %1224 = select i1 %1223, ptr null, ptr %1221
  br i1 %1223, label %2039, label %1225

1225:
  %1226 = load i64, ptr %1136, align 8
  %1227 = load i64, ptr %16, align 8
  %1228 = inttoptr i64 %1227 to ptr
  %1229 = load i64, ptr %1228, align 8
  %1230 = load i64, ptr %1139, align 8
  %1231 = shl i64 %1226, 5
  %1232 = or i64 %1230, %1231
  %1233 = insertelement <32 x i64> poison, i64 %1232, i64 0
  %1234 = shufflevector <32 x i64> %1233, <32 x i64> poison, <32 x i32> zeroinitializer
  %1235 = or <32 x i64> %1234, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %1236 = shl i64 %1229, 32
  %1237 = insertelement <32 x i64> poison, i64 %1236, i64 0
  %1238 = shufflevector <32 x i64> %1237, <32 x i64> poison, <32 x i32> zeroinitializer
  %1239 = or <32 x i64> %1235, %1238
  %1240 = insertelement <32 x i64> poison, i64 %1222, i64 0
  %1241 = shufflevector <32 x i64> %1240, <32 x i64> poison, <32 x i32> zeroinitializer
  %1242 = icmp ule <32 x i64> %1144, %1241
  %1243 = icmp ule <32 x i64> %1134, %1241
  %1244 = and <32 x i1> %1242, %1243
  %1245 = bitcast <32 x i1> %1244 to i32
  %1246 = and i32 %1213, %1245
  br i1 %1148, label %2039, label %1247

1247:
  %1248 = getelementptr i64, ptr %16, i64 %1226
  %1249 = getelementptr i8, ptr %1248, i64 200
  %1250 = load i64, ptr %1249, align 8
  %1251 = load i64, ptr %1138, align 8
  %1252 = call i64 @"llvm.umax.i64"(i64 %1250, i64 %1251)
  %1253 = load i64, ptr %1137, align 8
  %1254 = getelementptr inbounds i8, ptr %1221, i64 56
  %1255 = icmp eq i32 %1246, 0
  %1256 = bitcast i32 %1246 to <32 x i1>
  %1257 = getelementptr inbounds i8, ptr %1221, i64 8
  %1258 = shl i64 %1253, 32
  %1259 = insertelement <32 x i64> poison, i64 %1258, i64 0
  %1260 = shufflevector <32 x i64> %1259, <32 x i64> poison, <32 x i32> zeroinitializer
  %1261 = getelementptr inbounds i8, ptr %1221, i64 40
  %1262 = getelementptr inbounds i8, ptr %1221, i64 16
  %1263 = getelementptr inbounds i8, ptr %1221, i64 24
  %1264 = getelementptr inbounds i8, ptr %1221, i64 32
  %1265 = insertelement <32 x i64> poison, i64 %1253, i64 0
  %1266 = shufflevector <32 x i64> %1265, <32 x i64> poison, <32 x i32> zeroinitializer
  %1267 = lshr <32 x i64> %1234, splat (i64 5)
  %1268 = insertelement <32 x i64> poison, i64 %1252, i64 0
  %1269 = shufflevector <32 x i64> %1268, <32 x i64> poison, <32 x i32> zeroinitializer
  %1270 = insertelement <32 x i64> poison, i64 %1251, i64 0
  %1271 = shufflevector <32 x i64> %1270, <32 x i64> poison, <32 x i32> zeroinitializer
  %1272 = shl i64 %1226, 8
  %1273 = getelementptr inbounds i8, ptr %1221, i64 48
  %1274 = or <32 x i64> %1239, splat (i64 -9223372036854775808)
  %1275 = ptrtoint ptr %1221 to i64
  %1276 = select <32 x i1> %1169, <32 x i64> %1274, <32 x i64> %1239
  %1277 = getelementptr inbounds i8, ptr %1221, i64 16
  %1278 = getelementptr inbounds i8, ptr %1221, i64 8
  %1279 = getelementptr inbounds i8, ptr %1221, i64 24
  %1280 = getelementptr inbounds i8, ptr %1221, i64 32
  %1281 = getelementptr inbounds i8, ptr %1221, i64 40
  %1282 = getelementptr inbounds i8, ptr %1221, i64 48
  br label %1283

1283:
  %1284 = phi i64 [ 0, %1247 ], [ %2037, %2035 ]
  %1285 = phi i32 [ 0, %1247 ], [ %2036, %2035 ]
  %1286 = insertelement <32 x i64> poison, i64 %1284, i64 0
  %1287 = shufflevector <32 x i64> %1286, <32 x i64> poison, <32 x i32> zeroinitializer
  %1288 = add <32 x i64> %1287, %1151
  br i1 %1153, label %1289, label %1523

1289:
  %1290 = load i64, ptr %1278, align 8
  %1291 = inttoptr i64 %1290 to ptr
  %1292 = getelementptr i64, ptr %1291, <32 x i64> %1288
  %1293 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1292, i32 8, <32 x i1> %1256, <32 x i64> zeroinitializer)
  %1294 = load i64, ptr %1277, align 8
  %1295 = inttoptr i64 %1294 to ptr
  %1296 = getelementptr i32, ptr %1295, <32 x i64> %1288
  %1297 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1296, i32 4, <32 x i1> %1256, <32 x i32> zeroinitializer)
  %1298 = load i64, ptr %1279, align 8
  %1299 = inttoptr i64 %1298 to ptr
  %1300 = getelementptr i64, ptr %1299, <32 x i64> %1288
  %1301 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1300, i32 8, <32 x i1> %1256, <32 x i64> zeroinitializer)
  %1302 = load i64, ptr %1280, align 8
  %1303 = inttoptr i64 %1302 to ptr
  %1304 = getelementptr i32, ptr %1303, <32 x i64> %1288
  %1305 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1304, i32 4, <32 x i1> %1256, <32 x i32> zeroinitializer)
  %1306 = and <32 x i64> %1293, splat (i64 4294967295)
  %1307 = lshr <32 x i64> %1293, splat (i64 32)
  %1308 = and <32 x i64> %1307, splat (i64 2147483647)
  %1309 = icmp ult <32 x i64> %1308, %1266
  %1310 = icmp eq <32 x i64> %1306, %1235
  %1311 = or <32 x i1> %1310, %1309
  %1312 = lshr <32 x i64> %1306, splat (i64 5)
  %1313 = icmp eq <32 x i64> %1312, %1267
  %1314 = xor <32 x i64> %1306, %1235
  %1315 = icmp ult <32 x i64> %1314, splat (i64 1024)
  %1316 = select <32 x i1> %1313, <32 x i64> %1269, <32 x i64> %1271
  br i1 %1157, label %1325, label %1317

1317:
  %1318 = and <32 x i64> %1312, splat (i64 31)
  %1319 = load i64, ptr %1158, align 8
  %1320 = add i64 %1319, %1272
  %1321 = inttoptr i64 %1320 to ptr
  %1322 = getelementptr i64, ptr %1321, <32 x i64> %1318
  %1323 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1322, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1324 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1316, <32 x i64> %1323)
  br label %1325

1325:
  %1326 = phi <32 x i64> [ %1324, %1317 ], [ %1316, %1289 ]
  %1327 = icmp ult <32 x i64> %1308, %1326
  %1328 = and <32 x i1> %1315, %1327
  %1329 = or <32 x i1> %1311, %1328
  br i1 %1160, label %1346, label %1330

1330:
  %1331 = and <32 x i64> %1293, splat (i64 1023)
  %1332 = xor <32 x i64> %1331, splat (i64 1023)
  %1333 = and <32 x i32> %1297, splat (i32 536870912)
  %1334 = icmp ne <32 x i32> %1333, zeroinitializer
  %1335 = icmp ult <32 x i64> %1332, splat (i64 32)
  %1336 = and <32 x i1> %1335, %1334
  %1337 = load i64, ptr %1161, align 8
  %1338 = inttoptr i64 %1337 to ptr
  %1339 = getelementptr inbounds i8, ptr %1338, i64 1600
  %1340 = getelementptr inbounds i8, ptr %1339, i64 %1272
  %1341 = getelementptr i64, ptr %1340, <32 x i64> %1332
  %1342 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1341, i32 8, <32 x i1> %1336, <32 x i64> zeroinitializer)
  %1343 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1342, <32 x i64> %1271)
  %1344 = icmp ult <32 x i64> %1308, %1343
  %1345 = select <32 x i1> %1334, <32 x i1> %1344, <32 x i1> %1329
  br label %1346

1346:
  %1347 = phi <32 x i1> [ %1345, %1330 ], [ %1329, %1325 ]
  %1348 = and <32 x i32> %1297, %1163
  %1349 = icmp ugt <32 x i64> %1314, splat (i64 31)
  %1350 = and <32 x i32> %1348, splat (i32 4194304)
  %1351 = icmp ne <32 x i32> %1350, zeroinitializer
  %1352 = and <32 x i32> %1348, splat (i32 1048576)
  %1353 = icmp ne <32 x i32> %1352, zeroinitializer
  %1354 = and <32 x i1> %1315, %1353
  %1355 = or <32 x i1> %1351, %1354
  %1356 = and <32 x i32> %1348, splat (i32 1107296256)
  %1357 = icmp ne <32 x i32> %1356, splat (i32 1073741824)
  %1358 = or <32 x i1> %1349, %1357
  %1359 = and <32 x i1> %1358, %1355
  %1360 = or <32 x i1> %1359, %1347
  %1361 = and <32 x i64> %1301, splat (i64 4294967295)
  %1362 = lshr <32 x i64> %1301, splat (i64 32)
  %1363 = and <32 x i64> %1362, splat (i64 2147483647)
  %1364 = icmp ult <32 x i64> %1363, %1266
  %1365 = icmp eq <32 x i64> %1361, %1235
  %1366 = or <32 x i1> %1365, %1364
  %1367 = lshr <32 x i64> %1361, splat (i64 5)
  %1368 = icmp eq <32 x i64> %1367, %1267
  %1369 = xor <32 x i64> %1361, %1235
  %1370 = icmp ult <32 x i64> %1369, splat (i64 1024)
  %1371 = select <32 x i1> %1368, <32 x i64> %1269, <32 x i64> %1271
  br i1 %1157, label %1380, label %1372

1372:
  %1373 = and <32 x i64> %1367, splat (i64 31)
  %1374 = load i64, ptr %1158, align 8
  %1375 = add i64 %1374, %1272
  %1376 = inttoptr i64 %1375 to ptr
  %1377 = getelementptr i64, ptr %1376, <32 x i64> %1373
  %1378 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1377, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1379 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1371, <32 x i64> %1378)
  br label %1380

1380:
  %1381 = phi <32 x i64> [ %1379, %1372 ], [ %1371, %1346 ]
  %1382 = icmp ult <32 x i64> %1363, %1381
  %1383 = and <32 x i1> %1370, %1382
  %1384 = or <32 x i1> %1366, %1383
  %1385 = and <32 x i32> %1305, %1163
  %1386 = icmp ugt <32 x i64> %1369, splat (i64 31)
  %1387 = and <32 x i32> %1385, splat (i32 4194304)
  %1388 = icmp ne <32 x i32> %1387, zeroinitializer
  %1389 = and <32 x i32> %1385, splat (i32 1048576)
  %1390 = icmp ne <32 x i32> %1389, zeroinitializer
  %1391 = and <32 x i1> %1370, %1390
  %1392 = or <32 x i1> %1388, %1391
  %1393 = and <32 x i32> %1385, splat (i32 1107296256)
  %1394 = icmp ne <32 x i32> %1393, splat (i32 1073741824)
  %1395 = or <32 x i1> %1386, %1394
  %1396 = and <32 x i1> %1395, %1392
  %1397 = or <32 x i1> %1396, %1384
  %1398 = and <32 x i32> %1297, splat (i32 8388608)
  %1399 = icmp eq <32 x i32> %1398, zeroinitializer
  %1400 = or <32 x i1> %1399, %1397
  %1401 = and <32 x i32> %1297, splat (i32 268435456)
  %1402 = icmp eq <32 x i32> %1401, zeroinitializer
  %1403 = and <32 x i1> %1402, %1400
  %1404 = and <32 x i1> %1360, %1403
  %1405 = load i64, ptr %1281, align 8
  %1406 = inttoptr i64 %1405 to ptr
  %1407 = getelementptr i64, ptr %1406, <32 x i64> %1288
  %1408 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1407, i32 8, <32 x i1> %1256, <32 x i64> zeroinitializer)
  %1409 = load i64, ptr %1282, align 8
  %1410 = inttoptr i64 %1409 to ptr
  %1411 = getelementptr i32, ptr %1410, <32 x i64> %1288
  %1412 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1411, i32 4, <32 x i1> %1256, <32 x i32> zeroinitializer)
  %1413 = and <32 x i64> %1408, splat (i64 4294967295)
  %1414 = and <32 x i32> %1412, splat (i32 16777216)
  %1415 = icmp eq <32 x i32> %1414, zeroinitializer
  %1416 = lshr <32 x i64> %1408, splat (i64 32)
  %1417 = and <32 x i64> %1416, splat (i64 2147483647)
  %1418 = icmp ult <32 x i64> %1417, %1266
  %1419 = icmp eq <32 x i64> %1413, %1235
  %1420 = lshr <32 x i64> %1413, splat (i64 5)
  %1421 = icmp eq <32 x i64> %1420, %1267
  %1422 = xor <32 x i64> %1413, %1235
  %1423 = icmp ult <32 x i64> %1422, splat (i64 1024)
  %1424 = select <32 x i1> %1421, <32 x i64> %1269, <32 x i64> %1271
  br i1 %1157, label %1440, label %1425

1425:
  %1426 = and <32 x i64> %1420, splat (i64 31)
  %1427 = load i64, ptr %1158, align 8
  %1428 = add i64 %1427, %1272
  %1429 = inttoptr i64 %1428 to ptr
  %1430 = getelementptr i64, ptr %1429, <32 x i64> %1426
  %1431 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1430, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1432 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1424, <32 x i64> %1431)
  %1433 = and <32 x i64> %1420, splat (i64 31)
  %1434 = load i64, ptr %1158, align 8
  %1435 = add i64 %1434, %1272
  %1436 = inttoptr i64 %1435 to ptr
  %1437 = getelementptr i64, ptr %1436, <32 x i64> %1433
  %1438 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1437, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1439 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1424, <32 x i64> %1438)
  br label %1440

1440:
  %1441 = phi <32 x i64> [ %1432, %1425 ], [ %1424, %1380 ]
  %1442 = phi <32 x i64> [ %1439, %1425 ], [ %1424, %1380 ]
  %1443 = icmp ult <32 x i64> %1417, %1441
  %1444 = and <32 x i1> %1423, %1443
  %1445 = or <32 x i1> %1419, %1444
  %1446 = or <32 x i1> %1445, %1418
  %1447 = icmp ult <32 x i64> %1422, splat (i64 32)
  %1448 = icmp ult <32 x i64> %1417, %1442
  %1449 = and <32 x i1> %1423, %1448
  %1450 = and <32 x i32> %1412, splat (i32 8388608)
  %1451 = icmp ne <32 x i32> %1450, zeroinitializer
  %1452 = xor <32 x i1> %1446, splat (i1 true)
  %1453 = or <32 x i1> %1451, %1452
  %1454 = xor <32 x i1> %1449, splat (i1 true)
  %1455 = and <32 x i1> %1453, %1454
  %1456 = and <32 x i1> %1447, %1455
  %1457 = or <32 x i1> %1447, %1446
  %1458 = or <32 x i1> %1415, %1449
  %1459 = and <32 x i1> %1457, %1458
  %1460 = and <32 x i32> %1412, splat (i32 536870912)
  %1461 = icmp eq <32 x i32> %1460, zeroinitializer
  %1462 = or <32 x i1> %1418, %1461
  %1463 = and <32 x i1> %1462, %1459
  %1464 = and <32 x i1> %1463, %1256
  %1465 = select <32 x i1> %1456, <32 x i64> %1274, <32 x i64> %1239
  %1466 = select <32 x i1> %1456, <32 x i32> %1172, <32 x i32> %1163
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1465, <32 x ptr> %1407, i32 8, <32 x i1> %1464)
  %1467 = load i64, ptr %1282, align 8
  %1468 = inttoptr i64 %1467 to ptr
  %1469 = getelementptr i32, ptr %1468, <32 x i64> %1288
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1466, <32 x ptr> %1469, i32 4, <32 x i1> %1464)
  %1470 = load i64, ptr %1281, align 8
  %1471 = inttoptr i64 %1470 to ptr
  %1472 = getelementptr i64, ptr %1471, <32 x i64> %1288
  %1473 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1472, i32 8, <32 x i1> %1464, <32 x i64> zeroinitializer)
  %1474 = and <32 x i64> %1473, splat (i64 9223372036854775807)
  %1475 = icmp ne <32 x i64> %1474, %1239
  %1476 = and <32 x i1> %1464, %1475
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1274, <32 x ptr> %1472, i32 8, <32 x i1> %1476)
  %1477 = load i64, ptr %1282, align 8
  %1478 = inttoptr i64 %1477 to ptr
  %1479 = getelementptr i32, ptr %1478, <32 x i64> %1288
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1172, <32 x ptr> %1479, i32 4, <32 x i1> %1476)
  %1480 = and <32 x i1> %1404, %1463
  %1481 = bitcast <32 x i1> %1480 to i32
  %1482 = xor i32 %1481, -1
  %1483 = and i32 %1246, %1482
  %1484 = icmp eq i32 %1483, 0
  br i1 %1484, label %2035, label %1485, !prof !2

1485:
  %1486 = load i64, ptr %1173, align 8
  %1487 = inttoptr i64 %1486 to ptr
  %1488 = getelementptr inbounds i64, ptr %1487, i64 %1176
  %1489 = load i64, ptr %1488, align 8
  %1490 = icmp eq i64 %1489, 0
  br i1 %1490, label %1516, label %1491

1491:
  %1492 = getelementptr inbounds i8, ptr %1488, i64 16
  %1493 = load i64, ptr %1492, align 8
  %1494 = insertelement <32 x i64> poison, i64 %1493, i64 0
  %1495 = shufflevector <32 x i64> %1494, <32 x i64> poison, <32 x i32> zeroinitializer
  %1496 = and <32 x i32> %1297, splat (i32 63)
  %1497 = zext <32 x i32> %1496 to <32 x i64>
  %1498 = lshr <32 x i64> %1495, %1497
  %1499 = trunc <32 x i64> %1498 to <32 x i1>
  %1500 = bitcast <32 x i1> %1499 to i32
  %1501 = xor i32 %1500, -1
  %1502 = and i32 %1483, %1501
  %1503 = icmp eq i32 %1502, 0
  %1504 = or i1 %1178, %1503
  %1505 = getelementptr inbounds i8, ptr %1488, i64 24
  %1506 = load i64, ptr %1505, align 8
  %1507 = icmp eq i64 %1506, 0
  %1508 = select i1 %1507, i1 %1504, i1 false
  br i1 %1508, label %1509, label %1516

1509:
  %1510 = add i64 %1489, -1
  store i64 %1510, ptr %1488, align 8
  %1511 = call i32 @"llvm.ctpop.i32"(i32 %1483)
  %1512 = zext i32 %1511 to i64
  %1513 = getelementptr inbounds i8, ptr %1488, i64 8
  %1514 = load i64, ptr %1513, align 8
  %1515 = add i64 %1514, %1512
  store i64 %1515, ptr %1513, align 8
  br label %2035

1516:
  store <32 x i64> %1134, ptr %12, align 256
  store <32 x i64> %1293, ptr %1198, align 256
  %1517 = zext <32 x i32> %1297 to <32 x i64>
  store <32 x i64> %1517, ptr %1199, align 256
  store <32 x i64> %1301, ptr %1200, align 256
  %1518 = zext <32 x i32> %1305 to <32 x i64>
  store <32 x i64> %1518, ptr %1201, align 256
  store <32 x i64> %1408, ptr %1202, align 256
  %1519 = zext <32 x i32> %1412 to <32 x i64>
  store <32 x i64> %1519, ptr %1203, align 256
  %1520 = load i64, ptr %1189, align 8
  %1521 = inttoptr i64 %1520 to ptr
  %1522 = or i64 %1284, %1191
  call void %1521(ptr %0, i32 %1, i32 %1483, i32 0, ptr %1221, ptr %12, ptr %4, i64 %1522)
  br label %2035

1523:
  %1524 = load i64, ptr %1254, align 8
  %1525 = inttoptr i64 %1524 to ptr
  %1526 = icmp eq i64 %1524, 0
  br i1 %1526, label %1545, label %1527, !prof !2

1527:
  br i1 %1255, label %1545, label %1528

1528:
  %1529 = phi i32 [ %1543, %1541 ], [ %1246, %1527 ]
  %1530 = call i32 @"llvm.cttz.i32"(i32 %1529, i1 true)
  %1531 = extractelement <32 x i64> %1288, i32 %1530
  %1532 = lshr i64 %1531, 6
  %1533 = getelementptr inbounds i64, ptr %1525, i64 %1532
  %1534 = and i64 %1531, 63
  %1535 = shl i64 1, %1534
  %1536 = load i64, ptr %1533, align 8
  %1537 = and i64 %1536, %1535
  %1538 = icmp eq i64 %1537, 0
  br i1 %1538, label %1539, label %1541

1539:
  %1540 = or i64 %1536, %1535
  store i64 %1540, ptr %1533, align 8
  br label %1541

1541:
  %1542 = add i32 %1529, -1
  %1543 = and i32 %1542, %1529
  %1544 = icmp eq i32 %1543, 0
  br i1 %1544, label %1545, label %1528

1545:
  %1546 = load i64, ptr %1257, align 8
  %1547 = inttoptr i64 %1546 to ptr
  %1548 = getelementptr i64, ptr %1547, <32 x i64> %1288
  %1549 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1548, i32 8, <32 x i1> %1256, <32 x i64> zeroinitializer)
  %1550 = icmp uge <32 x i64> %1549, %1260
  %1551 = bitcast <32 x i1> %1550 to i32
  %1552 = or i32 %1154, %1551
  %1553 = icmp eq i32 %1552, 0
  br i1 %1553, label %1554, label %1663

1554:
  %1555 = load i64, ptr %1261, align 8
  %1556 = icmp eq i64 %1555, 0
  %1557 = select i1 %1556, i32 0, i32 %1246
  %1558 = bitcast i32 %1557 to <32 x i1>
  %1559 = inttoptr i64 %1555 to ptr
  %1560 = getelementptr i64, ptr %1559, <32 x i64> %1288
  %1561 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1560, i32 8, <32 x i1> %1558, <32 x i64> zeroinitializer)
  %1562 = icmp uge <32 x i64> %1561, %1260
  %1563 = bitcast <32 x i1> %1562 to i32
  %1564 = icmp eq i32 %1563, 0
  br i1 %1564, label %1565, label %1663

1565:
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1276, <32 x ptr> %1548, i32 8, <32 x i1> %1256)
  %1566 = load i64, ptr %1277, align 8
  %1567 = inttoptr i64 %1566 to ptr
  %1568 = getelementptr i32, ptr %1567, <32 x i64> %1288
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1163, <32 x ptr> %1568, i32 4, <32 x i1> %1256)
  br i1 %1155, label %1569, label %2035

1569:
  %1570 = load i64, ptr %1257, align 8
  %1571 = inttoptr i64 %1570 to ptr
  %1572 = getelementptr i64, ptr %1571, <32 x i64> %1288
  %1573 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1572, i32 8, <32 x i1> %1256, <32 x i64> zeroinitializer)
  %1574 = and <32 x i64> %1573, splat (i64 9223372036854775807)
  %1575 = icmp ne <32 x i64> %1574, %1239
  %1576 = and <32 x i1> %1575, %1256
  %1577 = bitcast <32 x i1> %1576 to i32
  %1578 = icmp eq i32 %1577, 0
  br i1 %1578, label %2035, label %1579, !prof !2

1579:
  %1580 = load i64, ptr %1173, align 8
  %1581 = inttoptr i64 %1580 to ptr
  %1582 = getelementptr inbounds i64, ptr %1581, i64 %1176
  %1583 = load i64, ptr %1582, align 8
  %1584 = icmp eq i64 %1583, 0
  br i1 %1584, label %1659, label %1585

1585:
  %1586 = getelementptr inbounds i8, ptr %1582, i64 24
  %1587 = load i64, ptr %1586, align 8
  %1588 = icmp eq i64 %1587, 0
  br i1 %1588, label %1641, label %1589

1589:
  br i1 %1180, label %1659, label %1590

1590:
  %1591 = shl i64 %1284, %1146
  br label %1592

1592:
  %1593 = phi i32 [ 0, %1590 ], [ %1609, %1601 ]
  %1594 = phi i32 [ %1577, %1590 ], [ %1611, %1601 ]
  %1595 = call i32 @"llvm.cttz.i32"(i32 %1594, i1 true)
  %1596 = extractelement <32 x i64> %1288, i32 %1595
  %1597 = getelementptr inbounds i64, ptr %1571, i64 %1596
  %1598 = load i64, ptr %1597, align 8
  %1599 = and i64 %1598, 31
  %1600 = zext i32 %1595 to i64
  br label %1613

1601:
  %1602 = shl i32 1, %1595
  %1603 = and i32 %1602, %1577
  %1604 = icmp eq i32 %1603, 0
  %1605 = icmp eq i8 %1633, 0
  %1606 = select i1 %1604, i1 true, i1 %1605
  %1607 = zext i1 %1606 to i32
  %1608 = shl i32 %1607, %1595
  %1609 = or i32 %1608, %1593
  %1610 = add i32 %1594, -1
  %1611 = and i32 %1610, %1594
  %1612 = icmp eq i32 %1611, 0
  br i1 %1612, label %1637, label %1592

1613:
  %1614 = phi i64 [ 0, %1592 ], [ %1634, %1613 ]
  %1615 = phi i8 [ 0, %1592 ], [ %1633, %1613 ]
  %1616 = add i64 %1614, %1591
  %1617 = freeze i64 %1616
  %1618 = udiv i64 %1617, %1182
  %1619 = shl i64 %1618, 5
  %1620 = mul i64 %1618, %1182
  %1621 = sub i64 %1617, %1620
  %1622 = or i64 %1619, %1600
  %1623 = mul i64 %1622, %1182
  %1624 = getelementptr inbounds i8, ptr %4, i64 %1623
  %1625 = getelementptr inbounds i8, ptr %1624, i64 %1621
  %1626 = load i8, ptr %1625, align 1
  %1627 = or i64 %1619, %1599
  %1628 = mul i64 %1627, %1182
  %1629 = getelementptr inbounds i8, ptr %4, i64 %1628
  %1630 = getelementptr inbounds i8, ptr %1629, i64 %1621
  %1631 = load i8, ptr %1630, align 1
  %1632 = xor i8 %1631, %1626
  %1633 = or i8 %1632, %1615
  %1634 = add i64 %1614, 1
  %1635 = lshr i64 %1634, %1146
  %1636 = icmp eq i64 %1635, 0
  br i1 %1636, label %1613, label %1601

1637:
  %1638 = xor i32 %1609, -1
  %1639 = and i32 %1638, %1577
  %1640 = icmp eq i32 %1639, 0
  br i1 %1640, label %1652, label %1659

1641:
  %1642 = getelementptr inbounds i8, ptr %1582, i64 16
  %1643 = load i64, ptr %1642, align 8
  %1644 = trunc i64 %1643 to i1
  %1645 = insertelement <32 x i1> poison, i1 %1644, i64 0
  %1646 = shufflevector <32 x i1> %1645, <32 x i1> poison, <32 x i32> zeroinitializer
  %1647 = bitcast <32 x i1> %1646 to i32
  %1648 = xor i32 %1647, -1
  %1649 = and i32 %1648, %1577
  %1650 = icmp eq i32 %1649, 0
  %1651 = or i1 %1178, %1650
  br i1 %1651, label %1652, label %1659

1652:
  %1653 = add i64 %1583, -1
  store i64 %1653, ptr %1582, align 8
  %1654 = call i32 @"llvm.ctpop.i32"(i32 %1577)
  %1655 = zext i32 %1654 to i64
  %1656 = getelementptr inbounds i8, ptr %1582, i64 8
  %1657 = load i64, ptr %1656, align 8
  %1658 = add i64 %1657, %1655
  store i64 %1658, ptr %1656, align 8
  br label %2035

1659:
  store <32 x i64> %1134, ptr %9, align 256
  store <32 x i64> zeroinitializer, ptr %1192, align 256
  store <32 x i64> zeroinitializer, ptr %1193, align 256
  store <32 x i64> zeroinitializer, ptr %1194, align 256
  store <32 x i64> zeroinitializer, ptr %1195, align 256
  store <32 x i64> zeroinitializer, ptr %1196, align 256
  store <32 x i64> zeroinitializer, ptr %1197, align 256
  %1660 = load i64, ptr %1189, align 8
  %1661 = inttoptr i64 %1660 to ptr
  %1662 = or i64 %1284, %1191
  call void %1661(ptr %0, i32 %1, i32 0, i32 %1577, ptr %1224, ptr %9, ptr %4, i64 %1662)
  br label %2035

1663:
  %1664 = load i64, ptr %1262, align 8
  %1665 = inttoptr i64 %1664 to ptr
  %1666 = getelementptr i32, ptr %1665, <32 x i64> %1288
  %1667 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1666, i32 4, <32 x i1> %1256, <32 x i32> zeroinitializer)
  %1668 = load i64, ptr %1263, align 8
  %1669 = inttoptr i64 %1668 to ptr
  %1670 = getelementptr i64, ptr %1669, <32 x i64> %1288
  %1671 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1670, i32 8, <32 x i1> %1256, <32 x i64> zeroinitializer)
  %1672 = load i64, ptr %1264, align 8
  %1673 = inttoptr i64 %1672 to ptr
  %1674 = getelementptr i32, ptr %1673, <32 x i64> %1288
  %1675 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1674, i32 4, <32 x i1> %1256, <32 x i32> zeroinitializer)
  %1676 = and <32 x i64> %1549, splat (i64 4294967295)
  %1677 = lshr <32 x i64> %1549, splat (i64 32)
  %1678 = and <32 x i64> %1677, splat (i64 2147483647)
  %1679 = icmp ult <32 x i64> %1678, %1266
  %1680 = icmp eq <32 x i64> %1676, %1235
  %1681 = or <32 x i1> %1680, %1679
  %1682 = lshr <32 x i64> %1676, splat (i64 5)
  %1683 = icmp eq <32 x i64> %1682, %1267
  %1684 = xor <32 x i64> %1676, %1235
  %1685 = icmp ult <32 x i64> %1684, splat (i64 1024)
  %1686 = select <32 x i1> %1683, <32 x i64> %1269, <32 x i64> %1271
  br i1 %1157, label %1695, label %1687

1687:
  %1688 = and <32 x i64> %1682, splat (i64 31)
  %1689 = load i64, ptr %1158, align 8
  %1690 = add i64 %1689, %1272
  %1691 = inttoptr i64 %1690 to ptr
  %1692 = getelementptr i64, ptr %1691, <32 x i64> %1688
  %1693 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1692, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1694 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1686, <32 x i64> %1693)
  br label %1695

1695:
  %1696 = phi <32 x i64> [ %1694, %1687 ], [ %1686, %1663 ]
  %1697 = icmp ult <32 x i64> %1678, %1696
  %1698 = and <32 x i1> %1685, %1697
  %1699 = or <32 x i1> %1681, %1698
  br i1 %1160, label %1716, label %1700

1700:
  %1701 = and <32 x i64> %1549, splat (i64 1023)
  %1702 = xor <32 x i64> %1701, splat (i64 1023)
  %1703 = and <32 x i32> %1667, splat (i32 536870912)
  %1704 = icmp ne <32 x i32> %1703, zeroinitializer
  %1705 = icmp ult <32 x i64> %1702, splat (i64 32)
  %1706 = and <32 x i1> %1705, %1704
  %1707 = load i64, ptr %1161, align 8
  %1708 = inttoptr i64 %1707 to ptr
  %1709 = getelementptr inbounds i8, ptr %1708, i64 1600
  %1710 = getelementptr inbounds i8, ptr %1709, i64 %1272
  %1711 = getelementptr i64, ptr %1710, <32 x i64> %1702
  %1712 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1711, i32 8, <32 x i1> %1706, <32 x i64> zeroinitializer)
  %1713 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1712, <32 x i64> %1271)
  %1714 = icmp ult <32 x i64> %1678, %1713
  %1715 = select <32 x i1> %1704, <32 x i1> %1714, <32 x i1> %1699
  br label %1716

1716:
  %1717 = phi <32 x i1> [ %1715, %1700 ], [ %1699, %1695 ]
  %1718 = and <32 x i32> %1667, %1163
  %1719 = icmp ugt <32 x i64> %1684, splat (i64 31)
  %1720 = and <32 x i32> %1718, splat (i32 4194304)
  %1721 = icmp ne <32 x i32> %1720, zeroinitializer
  %1722 = and <32 x i32> %1718, splat (i32 1048576)
  %1723 = icmp ne <32 x i32> %1722, zeroinitializer
  %1724 = and <32 x i1> %1685, %1723
  %1725 = or <32 x i1> %1721, %1724
  %1726 = and <32 x i32> %1718, splat (i32 1107296256)
  %1727 = icmp ne <32 x i32> %1726, splat (i32 1073741824)
  %1728 = or <32 x i1> %1719, %1727
  %1729 = and <32 x i1> %1728, %1725
  %1730 = or <32 x i1> %1729, %1717
  %1731 = and <32 x i64> %1671, splat (i64 4294967295)
  %1732 = lshr <32 x i64> %1671, splat (i64 32)
  %1733 = and <32 x i64> %1732, splat (i64 2147483647)
  %1734 = icmp ult <32 x i64> %1733, %1266
  %1735 = icmp eq <32 x i64> %1731, %1235
  %1736 = or <32 x i1> %1735, %1734
  %1737 = lshr <32 x i64> %1731, splat (i64 5)
  %1738 = icmp eq <32 x i64> %1737, %1267
  %1739 = xor <32 x i64> %1731, %1235
  %1740 = icmp ult <32 x i64> %1739, splat (i64 1024)
  %1741 = select <32 x i1> %1738, <32 x i64> %1269, <32 x i64> %1271
  br i1 %1157, label %1750, label %1742

1742:
  %1743 = and <32 x i64> %1737, splat (i64 31)
  %1744 = load i64, ptr %1158, align 8
  %1745 = add i64 %1744, %1272
  %1746 = inttoptr i64 %1745 to ptr
  %1747 = getelementptr i64, ptr %1746, <32 x i64> %1743
  %1748 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1747, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1749 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1741, <32 x i64> %1748)
  br label %1750

1750:
  %1751 = phi <32 x i64> [ %1749, %1742 ], [ %1741, %1716 ]
  %1752 = icmp ult <32 x i64> %1733, %1751
  %1753 = and <32 x i1> %1740, %1752
  %1754 = and <32 x i32> %1675, %1163
  %1755 = icmp ugt <32 x i64> %1739, splat (i64 31)
  %1756 = and <32 x i32> %1754, splat (i32 4194304)
  %1757 = icmp ne <32 x i32> %1756, zeroinitializer
  %1758 = and <32 x i32> %1754, splat (i32 1048576)
  %1759 = icmp ne <32 x i32> %1758, zeroinitializer
  %1760 = and <32 x i1> %1740, %1759
  %1761 = or <32 x i1> %1757, %1760
  %1762 = and <32 x i32> %1754, splat (i32 1107296256)
  %1763 = icmp ne <32 x i32> %1762, splat (i32 1073741824)
  %1764 = or <32 x i1> %1755, %1763
  %1765 = and <32 x i1> %1764, %1761
  %1766 = or <32 x i1> %1765, %1753
  %1767 = and <32 x i32> %1667, splat (i32 8388608)
  %1768 = icmp ne <32 x i32> %1767, zeroinitializer
  %1769 = xor <32 x i1> %1768, splat (i1 true)
  %1770 = or <32 x i1> %1766, %1769
  %1771 = or <32 x i1> %1736, %1770
  %1772 = and <32 x i32> %1667, splat (i32 268435456)
  %1773 = icmp eq <32 x i32> %1772, zeroinitializer
  %1774 = and <32 x i1> %1773, %1771
  %1775 = and <32 x i1> %1730, %1774
  %1776 = load i64, ptr %1261, align 8
  %1777 = icmp eq i64 %1776, 0
  %1778 = select i1 %1777, i32 0, i32 %1246
  %1779 = bitcast i32 %1778 to <32 x i1>
  %1780 = inttoptr i64 %1776 to ptr
  %1781 = getelementptr i64, ptr %1780, <32 x i64> %1288
  %1782 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1781, i32 8, <32 x i1> %1779, <32 x i64> zeroinitializer)
  %1783 = load i64, ptr %1273, align 8
  %1784 = inttoptr i64 %1783 to ptr
  %1785 = getelementptr i32, ptr %1784, <32 x i64> %1288
  %1786 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1785, i32 4, <32 x i1> %1779, <32 x i32> zeroinitializer)
  %1787 = and <32 x i32> %1786, splat (i32 16777216)
  %1788 = icmp eq <32 x i32> %1787, zeroinitializer
  %1789 = and <32 x i64> %1782, splat (i64 4294967295)
  %1790 = lshr <32 x i64> %1782, splat (i64 32)
  %1791 = and <32 x i64> %1790, splat (i64 2147483647)
  %1792 = icmp ult <32 x i64> %1791, %1266
  %1793 = icmp eq <32 x i64> %1789, %1235
  %1794 = lshr <32 x i64> %1789, splat (i64 5)
  %1795 = icmp eq <32 x i64> %1794, %1267
  %1796 = xor <32 x i64> %1789, %1235
  %1797 = icmp ult <32 x i64> %1796, splat (i64 1024)
  %1798 = select <32 x i1> %1795, <32 x i64> %1269, <32 x i64> %1271
  br i1 %1157, label %1807, label %1799

1799:
  %1800 = and <32 x i64> %1794, splat (i64 31)
  %1801 = load i64, ptr %1158, align 8
  %1802 = add i64 %1801, %1272
  %1803 = inttoptr i64 %1802 to ptr
  %1804 = getelementptr i64, ptr %1803, <32 x i64> %1800
  %1805 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1804, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1806 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1798, <32 x i64> %1805)
  br label %1807

1807:
  %1808 = phi <32 x i64> [ %1806, %1799 ], [ %1798, %1750 ]
  %1809 = icmp ult <32 x i64> %1791, %1808
  %1810 = and <32 x i1> %1797, %1809
  %1811 = or <32 x i1> %1793, %1810
  %1812 = or <32 x i1> %1811, %1792
  %1813 = and <32 x i32> %1786, splat (i32 25165824)
  %1814 = icmp eq <32 x i32> %1813, zeroinitializer
  %1815 = and <32 x i1> %1814, %1812
  br i1 %1157, label %1824, label %1816

1816:
  %1817 = and <32 x i64> %1794, splat (i64 31)
  %1818 = load i64, ptr %1158, align 8
  %1819 = add i64 %1818, %1272
  %1820 = inttoptr i64 %1819 to ptr
  %1821 = getelementptr i64, ptr %1820, <32 x i64> %1817
  %1822 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1821, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1823 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1798, <32 x i64> %1822)
  br label %1824

1824:
  %1825 = phi <32 x i64> [ %1823, %1816 ], [ %1798, %1807 ]
  %1826 = icmp ult <32 x i64> %1791, %1825
  %1827 = and <32 x i1> %1797, %1826
  %1828 = or <32 x i1> %1815, %1827
  %1829 = and <32 x i32> %1786, splat (i32 536870912)
  %1830 = icmp eq <32 x i32> %1829, zeroinitializer
  %1831 = or <32 x i1> %1792, %1830
  %1832 = and <32 x i1> %1788, %1831
  %1833 = and <32 x i1> %1832, %1828
  %1834 = and <32 x i32> %1786, %1163
  %1835 = icmp ugt <32 x i64> %1796, splat (i64 31)
  %1836 = and <32 x i32> %1834, splat (i32 4194304)
  %1837 = icmp ne <32 x i32> %1836, zeroinitializer
  %1838 = and <32 x i32> %1834, splat (i32 1048576)
  %1839 = icmp ne <32 x i32> %1838, zeroinitializer
  %1840 = and <32 x i1> %1797, %1839
  %1841 = or <32 x i1> %1837, %1840
  %1842 = and <32 x i32> %1834, splat (i32 1107296256)
  %1843 = icmp ne <32 x i32> %1842, splat (i32 1073741824)
  %1844 = or <32 x i1> %1835, %1843
  %1845 = and <32 x i1> %1844, %1841
  %1846 = or <32 x i1> %1845, %1833
  %1847 = xor <32 x i1> %1717, splat (i1 true)
  %1848 = and <32 x i1> %1729, %1847
  %1849 = and <32 x i1> %1848, %1256
  br i1 %1157, label %1858, label %1850

1850:
  %1851 = and <32 x i64> %1737, splat (i64 31)
  %1852 = load i64, ptr %1158, align 8
  %1853 = add i64 %1852, %1272
  %1854 = inttoptr i64 %1853 to ptr
  %1855 = getelementptr i64, ptr %1854, <32 x i64> %1851
  %1856 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1855, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1857 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1741, <32 x i64> %1856)
  br label %1858

1858:
  %1859 = phi <32 x i64> [ %1857, %1850 ], [ %1741, %1824 ]
  %1860 = icmp ult <32 x i64> %1733, %1859
  %1861 = and <32 x i1> %1740, %1860
  %1862 = or <32 x i1> %1736, %1861
  %1863 = xor <32 x i1> %1862, splat (i1 true)
  %1864 = and <32 x i1> %1768, %1863
  br i1 %1166, label %1883, label %1865

1865:
  %1866 = icmp uge <32 x i64> %1678, %1266
  %1867 = and <32 x i32> %1667, splat (i32 1048576)
  %1868 = icmp eq <32 x i32> %1867, zeroinitializer
  %1869 = and <32 x i1> %1866, %1868
  %1870 = icmp uge <32 x i64> %1733, %1266
  %1871 = and <32 x i32> %1675, splat (i32 1048576)
  %1872 = icmp eq <32 x i32> %1871, zeroinitializer
  %1873 = and <32 x i1> %1870, %1872
  %1874 = xor <32 x i1> %1869, splat (i1 true)
  %1875 = and <32 x i1> %1873, %1874
  %1876 = and <32 x i1> %1768, %1875
  %1877 = xor <32 x i1> %1876, splat (i1 true)
  %1878 = and <32 x i1> %1849, %1877
  %1879 = and <32 x i1> %1869, %1256
  %1880 = and <32 x i1> %1879, %1717
  %1881 = or <32 x i1> %1880, %1878
  %1882 = or <32 x i1> %1876, %1864
  br label %1883

1883:
  %1884 = phi <32 x i1> [ %1882, %1865 ], [ %1864, %1858 ]
  %1885 = phi <32 x i1> [ %1881, %1865 ], [ %1849, %1858 ]
  %1886 = and <32 x i1> %1775, %1846
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1549, <32 x ptr> %1670, i32 8, <32 x i1> %1885)
  %1887 = load i64, ptr %1264, align 8
  %1888 = inttoptr i64 %1887 to ptr
  %1889 = getelementptr i32, ptr %1888, <32 x i64> %1288
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1667, <32 x ptr> %1889, i32 4, <32 x i1> %1885)
  %1890 = or <32 x i1> %1884, %1885
  %1891 = or <32 x i1> %1890, %1169
  %1892 = select <32 x i1> %1891, <32 x i64> %1274, <32 x i64> %1239
  %1893 = select <32 x i1> %1890, <32 x i32> %1172, <32 x i32> %1163
  %1894 = load i64, ptr %1257, align 8
  %1895 = inttoptr i64 %1894 to ptr
  %1896 = getelementptr i64, ptr %1895, <32 x i64> %1288
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1892, <32 x ptr> %1896, i32 8, <32 x i1> %1256)
  %1897 = load i64, ptr %1262, align 8
  %1898 = inttoptr i64 %1897 to ptr
  %1899 = getelementptr i32, ptr %1898, <32 x i64> %1288
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1893, <32 x ptr> %1899, i32 4, <32 x i1> %1256)
  %1900 = load i64, ptr %1257, align 8
  %1901 = inttoptr i64 %1900 to ptr
  %1902 = getelementptr i64, ptr %1901, <32 x i64> %1288
  %1903 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1902, i32 8, <32 x i1> %1256, <32 x i64> zeroinitializer)
  %1904 = and <32 x i64> %1903, splat (i64 9223372036854775807)
  %1905 = icmp ne <32 x i64> %1904, %1239
  %1906 = and <32 x i1> %1905, %1256
  %1907 = bitcast <32 x i1> %1906 to i32
  %1908 = bitcast <32 x i1> %1886 to i32
  %1909 = xor i32 %1908, -1
  %1910 = and i32 %1246, %1909
  %1911 = select i1 %1155, i32 %1907, i32 0
  %1912 = bitcast <32 x i1> %1846 to i32
  %1913 = or i32 %1911, %1910
  %1914 = icmp eq i32 %1913, 0
  br i1 %1914, label %2035, label %1915, !prof !2

1915:
  %1916 = load i64, ptr %1173, align 8
  %1917 = inttoptr i64 %1916 to ptr
  %1918 = getelementptr inbounds i64, ptr %1917, i64 %1176
  %1919 = load i64, ptr %1918, align 8
  %1920 = icmp eq i64 %1919, 0
  br i1 %1920, label %2028, label %1921

1921:
  %1922 = getelementptr inbounds i8, ptr %1918, i64 24
  %1923 = load i64, ptr %1922, align 8
  %1924 = icmp eq i64 %1923, 0
  br i1 %1924, label %2007, label %1925

1925:
  %1926 = load i64, ptr %1135, align 8
  %1927 = sub i64 %1275, %1926
  %1928 = ashr exact i64 %1927, 3
  %1929 = sdiv i64 %1928, 8
  %1930 = load i64, ptr %1179, align 8
  %1931 = inttoptr i64 %1930 to ptr
  %1932 = shl i64 %1929, 5
  %1933 = getelementptr inbounds i8, ptr %1931, i64 %1932
  %1934 = mul i64 %1929, 1099511631872
  %1935 = getelementptr inbounds i8, ptr %1933, i64 8
  %1936 = load i64, ptr %1935, align 8
  %1937 = add i64 %1934, %1936
  br i1 %1180, label %2003, label %1938

1938:
  %1939 = shl i64 %1284, %1146
  br label %1940

1940:
  %1941 = phi i32 [ 0, %1938 ], [ %1996, %1992 ]
  %1942 = phi i32 [ %1913, %1938 ], [ %1998, %1992 ]
  %1943 = call i32 @"llvm.cttz.i32"(i32 %1942, i1 true)
  %1944 = extractelement <32 x i64> %1288, i32 %1943
  %1945 = getelementptr inbounds i64, ptr %1901, i64 %1944
  %1946 = load i64, ptr %1945, align 8
  %1947 = and i64 %1946, 31
  %1948 = shl i64 %1944, %1146
  %1949 = add i64 %1937, %1948
  %1950 = inttoptr i64 %1949 to ptr
  %1951 = zext i32 %1943 to i64
  br label %1958

1952:
  %1953 = shl i32 1, %1943
  %1954 = and i32 %1953, %1910
  %1955 = icmp eq i32 %1954, 0
  %1956 = icmp eq i8 %1976, 0
  %1957 = select i1 %1955, i1 true, i1 %1956
  br i1 %1957, label %1987, label %1992

1958:
  %1959 = phi i64 [ 0, %1940 ], [ %1984, %1958 ]
  %1960 = phi i8 [ 0, %1940 ], [ %1983, %1958 ]
  %1961 = phi i8 [ 0, %1940 ], [ %1976, %1958 ]
  %1962 = add i64 %1959, %1939
  %1963 = freeze i64 %1962
  %1964 = udiv i64 %1963, %1182
  %1965 = shl i64 %1964, 5
  %1966 = mul i64 %1964, %1182
  %1967 = sub i64 %1963, %1966
  %1968 = or i64 %1965, %1951
  %1969 = mul i64 %1968, %1182
  %1970 = getelementptr inbounds i8, ptr %4, i64 %1969
  %1971 = getelementptr inbounds i8, ptr %1970, i64 %1967
  %1972 = load i8, ptr %1971, align 1
  %1973 = getelementptr inbounds i8, ptr %1950, i64 %1959
  %1974 = load i8, ptr %1973, align 1
  %1975 = xor i8 %1974, %1972
  %1976 = or i8 %1975, %1961
  %1977 = or i64 %1965, %1947
  %1978 = mul i64 %1977, %1182
  %1979 = getelementptr inbounds i8, ptr %4, i64 %1978
  %1980 = getelementptr inbounds i8, ptr %1979, i64 %1967
  %1981 = load i8, ptr %1980, align 1
  %1982 = xor i8 %1981, %1972
  %1983 = or i8 %1982, %1960
  %1984 = add i64 %1959, 1
  %1985 = lshr i64 %1984, %1146
  %1986 = icmp eq i64 %1985, 0
  br i1 %1986, label %1958, label %1952

1987:
  %1988 = and i32 %1953, %1911
  %1989 = icmp eq i32 %1988, 0
  %1990 = icmp eq i8 %1983, 0
  %1991 = select i1 %1989, i1 true, i1 %1990
  br label %1992

1992:
  %1993 = phi i1 [ false, %1952 ], [ %1991, %1987 ]
  %1994 = zext i1 %1993 to i32
  %1995 = shl i32 %1994, %1943
  %1996 = or i32 %1995, %1941
  %1997 = add i32 %1942, -1
  %1998 = and i32 %1997, %1942
  %1999 = icmp eq i32 %1998, 0
  br i1 %1999, label %2000, label %1940

2000:
  %2001 = and i32 %1996, %1912
  %2002 = xor i32 %2001, -1
  br label %2003

2003:
  %2004 = phi i32 [ -1, %1925 ], [ %2002, %2000 ]
  %2005 = and i32 %1913, %2004
  %2006 = icmp eq i32 %2005, 0
  br i1 %2006, label %2021, label %2028

2007:
  %2008 = getelementptr inbounds i8, ptr %1918, i64 16
  %2009 = load i64, ptr %2008, align 8
  %2010 = insertelement <32 x i64> poison, i64 %2009, i64 0
  %2011 = shufflevector <32 x i64> %2010, <32 x i64> poison, <32 x i32> zeroinitializer
  %2012 = and <32 x i32> %1667, splat (i32 63)
  %2013 = zext <32 x i32> %2012 to <32 x i64>
  %2014 = lshr <32 x i64> %2011, %2013
  %2015 = trunc <32 x i64> %2014 to <32 x i1>
  %2016 = bitcast <32 x i1> %2015 to i32
  %2017 = xor i32 %2016, -1
  %2018 = and i32 %1913, %2017
  %2019 = icmp eq i32 %2018, 0
  %2020 = or i1 %1178, %2019
  br i1 %2020, label %2021, label %2028

2021:
  %2022 = add i64 %1919, -1
  store i64 %2022, ptr %1918, align 8
  %2023 = call i32 @"llvm.ctpop.i32"(i32 %1913)
  %2024 = zext i32 %2023 to i64
  %2025 = getelementptr inbounds i8, ptr %1918, i64 8
  %2026 = load i64, ptr %2025, align 8
  %2027 = add i64 %2026, %2024
  store i64 %2027, ptr %2025, align 8
  br label %2035

2028:
  store <32 x i64> %1134, ptr %11, align 256
  store <32 x i64> %1549, ptr %1183, align 256
  %2029 = zext <32 x i32> %1667 to <32 x i64>
  store <32 x i64> %2029, ptr %1184, align 256
  store <32 x i64> %1671, ptr %1185, align 256
  %2030 = zext <32 x i32> %1675 to <32 x i64>
  store <32 x i64> %2030, ptr %1186, align 256
  store <32 x i64> %1782, ptr %1187, align 256
  %2031 = zext <32 x i32> %1786 to <32 x i64>
  store <32 x i64> %2031, ptr %1188, align 256
  %2032 = load i64, ptr %1189, align 8
  %2033 = inttoptr i64 %2032 to ptr
  %2034 = or i64 %1284, %1191
  call void %2033(ptr %0, i32 %1, i32 %1910, i32 %1911, ptr %1224, ptr %11, ptr %4, i64 %2034)
  br label %2035

2035:
  %2036 = add i32 %1285, 1
  %2037 = zext i32 %2036 to i64
  %2038 = icmp ult i32 %2036, %1204
  br i1 %2038, label %1283, label %2039

2039:
  %2040 = xor i32 %1213, %1206
  %2041 = icmp eq i32 %1213, %1206
  br i1 %2041, label %2042, label %1205

2042:
  ret void
}
define weak_odr void @"ks.watch_contiguous"(ptr %0, i32 %1, i64 %2, i32 %3, ptr %4, i64 %5) {
  %7 = getelementptr inbounds i8, ptr %0, i64 352
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = icmp ne i64 %8, 0
  %11 = icmp ne i32 %3, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %497

13:
  %14 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %15 = zext i32 %14 to i64
  %16 = lshr i64 %5, 16
  %17 = and i64 %16, 255
  %18 = mul i64 %17, %15
  %19 = add i64 %18, %2
  %20 = and i64 %5, 1
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %22, label %33

22:
  %23 = getelementptr inbounds i8, ptr %9, i64 48
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = icmp ult i64 %19, 1152921504606846976
  %27 = lshr i64 %19, 37
  %28 = and i64 %27, 134217720
  %29 = select i1 %26, i64 %28, i64 0
  %30 = getelementptr inbounds i64, ptr %25, i64 %29
  %31 = load i64, ptr %30, align 8
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %497, label %37

33:
  %34 = getelementptr inbounds i8, ptr %9, i64 56
  %35 = call i32 @"llvm.ctlz.i32"(i32 %3, i1 true)
  %36 = load i64, ptr %34, align 8
  br label %43

37:
  %38 = call i32 @"llvm.ctlz.i32"(i32 %3, i1 true)
  %39 = lshr i64 %19, 28
  %40 = and i64 %39, 68719472640
  %41 = and i64 %19, -1099511627776
  %42 = or i64 %41, %40
  br label %43

43:
  %44 = phi i64 [ %31, %37 ], [ %36, %33 ]
  %45 = phi i32 [ %38, %37 ], [ %35, %33 ]
  %46 = phi ptr [ %30, %37 ], [ %34, %33 ]
  %47 = phi i64 [ %42, %37 ], [ 0, %33 ]
  %48 = sub i64 %19, %47
  %49 = or i32 %45, -32
  %50 = sext i32 %49 to i64
  %51 = add i64 %50, %15
  %52 = mul i64 %51, %17
  %53 = sub i64 %44, %48
  %54 = add i64 %53, %52
  %55 = or i64 %54, %48
  %56 = icmp sgt i64 %55, -1
  br i1 %56, label %57, label %490

57:
  %58 = getelementptr inbounds i8, ptr %0, i64 120
  %59 = load i64, ptr %58, align 8
  %60 = load i64, ptr %9, align 8
  %61 = inttoptr i64 %60 to ptr
  %62 = load i64, ptr %61, align 8
  %63 = getelementptr inbounds i8, ptr %9, i64 8
  %64 = load i64, ptr %63, align 8
  %65 = getelementptr inbounds i8, ptr %9, i64 16
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr i64, ptr %9, i64 %59
  %68 = getelementptr i8, ptr %67, i64 200
  %69 = load i64, ptr %68, align 8
  %70 = call i64 @"llvm.umax.i64"(i64 %69, i64 %66)
  %71 = getelementptr inbounds i8, ptr %9, i64 144
  %72 = load i64, ptr %71, align 8
  %73 = getelementptr inbounds i8, ptr %9, i64 40
  %74 = load i64, ptr %73, align 8
  %75 = shl i64 %59, 5
  %76 = or i64 %74, %75
  %77 = insertelement <32 x i64> poison, i64 %76, i64 0
  %78 = shufflevector <32 x i64> %77, <32 x i64> poison, <32 x i32> zeroinitializer
  %79 = or <32 x i64> %78, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %80 = shl i64 %62, 32
  %81 = insertelement <32 x i64> poison, i64 %80, i64 0
  %82 = shufflevector <32 x i64> %81, <32 x i64> poison, <32 x i32> zeroinitializer
  %83 = or <32 x i64> %79, %82
  %84 = sub i64 %2, %47
  %85 = lshr i64 %5, 8
  %86 = and i64 %85, 15
  %87 = ashr i64 %84, %86
  %88 = icmp eq i32 %3, -1
  %89 = select i1 %21, i64 %64, i64 %66
  %90 = getelementptr inbounds i8, ptr %46, i64 8
  %91 = load i64, ptr %90, align 8
  %92 = shl i64 %87, 3
  %93 = add i64 %91, %92
  %94 = inttoptr i64 %93 to ptr
  br i1 %88, label %95, label %280, !prof !2

95:
  %96 = load <32 x i64>, ptr %94, align 8
  %97 = shl i64 %89, 32
  %98 = insertelement <32 x i64> poison, i64 %97, i64 0
  %99 = shufflevector <32 x i64> %98, <32 x i64> poison, <32 x i32> zeroinitializer
  %100 = icmp uge <32 x i64> %96, %99
  %101 = bitcast <32 x i1> %100 to i32
  %102 = icmp eq i32 %101, 0
  br i1 %102, label %154, label %103, !prof !2

103:
  %104 = icmp sgt <32 x i64> %96, splat (i64 -1)
  %105 = and <32 x i64> %96, splat (i64 4294967295)
  %106 = lshr <32 x i64> %96, splat (i64 32)
  %107 = and <32 x i64> %106, splat (i64 2147483647)
  %108 = insertelement <32 x i64> poison, i64 %64, i64 0
  %109 = shufflevector <32 x i64> %108, <32 x i64> poison, <32 x i32> zeroinitializer
  %110 = icmp ult <32 x i64> %107, %109
  %111 = icmp eq <32 x i64> %105, %79
  %112 = or <32 x i1> %111, %110
  %113 = lshr <32 x i64> %105, splat (i64 5)
  %114 = lshr <32 x i64> %78, splat (i64 5)
  %115 = icmp eq <32 x i64> %113, %114
  %116 = xor <32 x i64> %105, %78
  %117 = icmp ult <32 x i64> %116, splat (i64 1024)
  %118 = insertelement <32 x i64> poison, i64 %70, i64 0
  %119 = shufflevector <32 x i64> %118, <32 x i64> poison, <32 x i32> zeroinitializer
  %120 = insertelement <32 x i64> poison, i64 %66, i64 0
  %121 = shufflevector <32 x i64> %120, <32 x i64> poison, <32 x i32> zeroinitializer
  %122 = select <32 x i1> %115, <32 x i64> %119, <32 x i64> %121
  %123 = and i64 %5, 8
  %124 = icmp eq i64 %123, 0
  br i1 %124, label %135, label %125

125:
  %126 = and <32 x i64> %113, splat (i64 31)
  %127 = getelementptr inbounds i8, ptr %9, i64 184
  %128 = load i64, ptr %127, align 8
  %129 = shl i64 %59, 8
  %130 = add i64 %128, %129
  %131 = inttoptr i64 %130 to ptr
  %132 = getelementptr i64, ptr %131, <32 x i64> %126
  %133 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %132, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %134 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %122, <32 x i64> %133)
  br label %135

135:
  %136 = phi <32 x i64> [ %134, %125 ], [ %122, %103 ]
  %137 = and i64 %5, 65
  %138 = icmp eq i64 %137, 65
  %139 = insertelement <32 x i64> poison, i64 %72, i64 0
  %140 = shufflevector <32 x i64> %139, <32 x i64> poison, <32 x i32> zeroinitializer
  %141 = select <32 x i1> %117, <32 x i64> %136, <32 x i64> %140
  %142 = select i1 %138, <32 x i64> %141, <32 x i64> %136
  %143 = icmp ult <32 x i64> %107, %142
  %144 = trunc i64 %5 to i32
  %145 = and i32 %144, 1
  %146 = sub i32 0, %145
  %147 = bitcast i32 %146 to <32 x i1>
  %148 = or <32 x i1> %117, %147
  %149 = and <32 x i1> %148, %143
  %150 = or <32 x i1> %112, %149
  %151 = and <32 x i1> %104, %150
  %152 = bitcast <32 x i1> %151 to i32
  %153 = icmp eq i32 %152, -1
  br i1 %153, label %154, label %490

154:
  br i1 %21, label %189, label %155

155:
  %156 = getelementptr inbounds i8, ptr %9, i64 112
  %157 = load i64, ptr %156, align 8
  %158 = and i64 %5, 2
  %159 = icmp eq i64 %158, 0
  br i1 %159, label %169, label %160

160:
  %161 = add i64 %157, %92
  %162 = inttoptr i64 %161 to ptr
  %163 = load <32 x i64>, ptr %162, align 8
  %164 = insertelement <32 x i64> poison, i64 %66, i64 0
  %165 = shufflevector <32 x i64> %164, <32 x i64> poison, <32 x i32> zeroinitializer
  %166 = icmp sge <32 x i64> %163, %165
  %167 = bitcast <32 x i1> %166 to i32
  %168 = icmp eq i32 %167, 0
  br i1 %168, label %245, label %490

169:
  %170 = getelementptr inbounds i8, ptr %9, i64 120
  %171 = load i64, ptr %170, align 8
  %172 = getelementptr inbounds i8, ptr %9, i64 128
  %173 = load i64, ptr %172, align 8
  %174 = shl i64 %59, 3
  %175 = mul i64 %174, %173
  %176 = add i64 %171, %92
  %177 = add i64 %176, %175
  %178 = inttoptr i64 %177 to ptr
  %179 = load <32 x i64>, ptr %178, align 8
  %180 = and <32 x i64> %179, splat (i64 511)
  %181 = lshr <32 x i64> %179, splat (i64 32)
  %182 = insertelement <32 x i64> poison, i64 %70, i64 0
  %183 = shufflevector <32 x i64> %182, <32 x i64> poison, <32 x i32> zeroinitializer
  %184 = icmp uge <32 x i64> %181, %183
  %185 = icmp ne <32 x i64> %180, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %186 = and <32 x i1> %184, %185
  %187 = bitcast <32 x i1> %186 to i32
  %188 = icmp eq i32 %187, 0
  br i1 %188, label %256, label %490

189:
  %190 = and i64 %5, 2
  %191 = icmp ne i64 %190, 0
  %192 = getelementptr inbounds i8, ptr %46, i64 40
  %193 = load i64, ptr %192, align 8
  %194 = icmp eq i64 %193, 0
  %195 = select i1 %191, i1 %194, i1 false
  br i1 %195, label %245, label %196

196:
  %197 = add i64 %193, %92
  %198 = inttoptr i64 %197 to ptr
  %199 = load <32 x i64>, ptr %198, align 8
  %200 = icmp uge <32 x i64> %199, %99
  %201 = bitcast <32 x i1> %200 to i32
  %202 = icmp eq i32 %201, 0
  br i1 %202, label %243, label %203, !prof !2

203:
  %204 = and <32 x i64> %199, splat (i64 4294967295)
  %205 = lshr <32 x i64> %199, splat (i64 32)
  %206 = and <32 x i64> %205, splat (i64 2147483647)
  %207 = insertelement <32 x i64> poison, i64 %64, i64 0
  %208 = shufflevector <32 x i64> %207, <32 x i64> poison, <32 x i32> zeroinitializer
  %209 = lshr <32 x i64> %204, splat (i64 5)
  %210 = lshr <32 x i64> %78, splat (i64 5)
  %211 = icmp eq <32 x i64> %209, %210
  %212 = xor <32 x i64> %204, %78
  %213 = insertelement <32 x i64> poison, i64 %70, i64 0
  %214 = shufflevector <32 x i64> %213, <32 x i64> poison, <32 x i32> zeroinitializer
  %215 = insertelement <32 x i64> poison, i64 %66, i64 0
  %216 = shufflevector <32 x i64> %215, <32 x i64> poison, <32 x i32> zeroinitializer
  %217 = select <32 x i1> %211, <32 x i64> %214, <32 x i64> %216
  %218 = and i64 %5, 8
  %219 = icmp eq i64 %218, 0
  br i1 %219, label %230, label %220

220:
  %221 = and <32 x i64> %209, splat (i64 31)
  %222 = getelementptr inbounds i8, ptr %9, i64 184
  %223 = load i64, ptr %222, align 8
  %224 = shl i64 %59, 8
  %225 = add i64 %223, %224
  %226 = inttoptr i64 %225 to ptr
  %227 = getelementptr i64, ptr %226, <32 x i64> %221
  %228 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %227, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %229 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %217, <32 x i64> %228)
  br label %230

230:
  %231 = phi <32 x i64> [ %229, %220 ], [ %217, %203 ]
  %232 = icmp slt <32 x i64> %199, zeroinitializer
  %233 = icmp uge <32 x i64> %206, %208
  %234 = icmp ne <32 x i64> %204, %79
  %235 = and <32 x i1> %234, %233
  %236 = icmp uge <32 x i64> %206, %231
  %237 = icmp ugt <32 x i64> %212, splat (i64 1023)
  %238 = or <32 x i1> %237, %236
  %239 = and <32 x i1> %235, %238
  %240 = or <32 x i1> %232, %239
  %241 = bitcast <32 x i1> %240 to i32
  %242 = icmp eq i32 %241, 0
  br i1 %242, label %243, label %490

243:
  %244 = icmp eq i64 %190, 0
  br i1 %244, label %268, label %245

245:
  %246 = load i64, ptr %90, align 8
  %247 = add i64 %246, %92
  %248 = inttoptr i64 %247 to ptr
  store <32 x i64> %83, ptr %248, align 8
  %249 = getelementptr inbounds i8, ptr %46, i64 16
  %250 = load i64, ptr %249, align 8
  %251 = insertelement <32 x i32> poison, i32 %1, i64 0
  %252 = shufflevector <32 x i32> %251, <32 x i32> poison, <32 x i32> zeroinitializer
  %253 = shl i64 %87, 2
  %254 = add i64 %250, %253
  %255 = inttoptr i64 %254 to ptr
  store <32 x i32> %252, ptr %255, align 4
  br label %466

256:
  %257 = insertelement <32 x i64> poison, i64 %62, i64 0
  %258 = shufflevector <32 x i64> %257, <32 x i64> poison, <32 x i32> zeroinitializer
  %259 = add i64 %157, %92
  %260 = inttoptr i64 %259 to ptr
  store <32 x i64> %258, ptr %260, align 8
  %261 = shl i32 %1, 9
  %262 = and i32 %261, 536870400
  %263 = zext i32 %262 to i64
  %264 = or i64 %80, %263
  %265 = insertelement <32 x i64> poison, i64 %264, i64 0
  %266 = shufflevector <32 x i64> %265, <32 x i64> poison, <32 x i32> zeroinitializer
  %267 = or <32 x i64> %266, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  store <32 x i64> %267, ptr %178, align 8
  br label %497

268:
  %269 = getelementptr inbounds i8, ptr %46, i64 40
  %270 = load i64, ptr %269, align 8
  %271 = add i64 %270, %92
  %272 = inttoptr i64 %271 to ptr
  store <32 x i64> %83, ptr %272, align 8
  %273 = getelementptr inbounds i8, ptr %46, i64 48
  %274 = load i64, ptr %273, align 8
  %275 = insertelement <32 x i32> poison, i32 %1, i64 0
  %276 = shufflevector <32 x i32> %275, <32 x i32> poison, <32 x i32> zeroinitializer
  %277 = shl i64 %87, 2
  %278 = add i64 %274, %277
  %279 = inttoptr i64 %278 to ptr
  store <32 x i32> %276, ptr %279, align 4
  br label %466

280:
  %281 = bitcast i32 %3 to <32 x i1>
  %282 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %94, i32 8, <32 x i1> %281, <32 x i64> zeroinitializer)
  %283 = shl i64 %89, 32
  %284 = insertelement <32 x i64> poison, i64 %283, i64 0
  %285 = shufflevector <32 x i64> %284, <32 x i64> poison, <32 x i32> zeroinitializer
  %286 = icmp uge <32 x i64> %282, %285
  %287 = bitcast <32 x i1> %286 to i32
  %288 = icmp eq i32 %287, 0
  br i1 %288, label %340, label %289, !prof !2

289:
  %290 = icmp sgt <32 x i64> %282, splat (i64 -1)
  %291 = and <32 x i64> %282, splat (i64 4294967295)
  %292 = lshr <32 x i64> %282, splat (i64 32)
  %293 = and <32 x i64> %292, splat (i64 2147483647)
  %294 = insertelement <32 x i64> poison, i64 %64, i64 0
  %295 = shufflevector <32 x i64> %294, <32 x i64> poison, <32 x i32> zeroinitializer
  %296 = icmp ult <32 x i64> %293, %295
  %297 = icmp eq <32 x i64> %291, %79
  %298 = or <32 x i1> %297, %296
  %299 = lshr <32 x i64> %291, splat (i64 5)
  %300 = lshr <32 x i64> %78, splat (i64 5)
  %301 = icmp eq <32 x i64> %299, %300
  %302 = xor <32 x i64> %291, %78
  %303 = icmp ult <32 x i64> %302, splat (i64 1024)
  %304 = insertelement <32 x i64> poison, i64 %70, i64 0
  %305 = shufflevector <32 x i64> %304, <32 x i64> poison, <32 x i32> zeroinitializer
  %306 = insertelement <32 x i64> poison, i64 %66, i64 0
  %307 = shufflevector <32 x i64> %306, <32 x i64> poison, <32 x i32> zeroinitializer
  %308 = select <32 x i1> %301, <32 x i64> %305, <32 x i64> %307
  %309 = and i64 %5, 8
  %310 = icmp eq i64 %309, 0
  br i1 %310, label %321, label %311

311:
  %312 = and <32 x i64> %299, splat (i64 31)
  %313 = getelementptr inbounds i8, ptr %9, i64 184
  %314 = load i64, ptr %313, align 8
  %315 = shl i64 %59, 8
  %316 = add i64 %314, %315
  %317 = inttoptr i64 %316 to ptr
  %318 = getelementptr i64, ptr %317, <32 x i64> %312
  %319 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %318, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %320 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %308, <32 x i64> %319)
  br label %321

321:
  %322 = phi <32 x i64> [ %320, %311 ], [ %308, %289 ]
  %323 = and i64 %5, 65
  %324 = icmp eq i64 %323, 65
  %325 = insertelement <32 x i64> poison, i64 %72, i64 0
  %326 = shufflevector <32 x i64> %325, <32 x i64> poison, <32 x i32> zeroinitializer
  %327 = select <32 x i1> %303, <32 x i64> %322, <32 x i64> %326
  %328 = select i1 %324, <32 x i64> %327, <32 x i64> %322
  %329 = icmp ult <32 x i64> %293, %328
  %330 = trunc i64 %5 to i32
  %331 = and i32 %330, 1
  %332 = sub i32 0, %331
  %333 = bitcast i32 %332 to <32 x i1>
  %334 = or <32 x i1> %303, %333
  %335 = and <32 x i1> %334, %329
  %336 = or <32 x i1> %298, %335
  %337 = and <32 x i1> %290, %336
  %338 = bitcast <32 x i1> %337 to i32
  %339 = icmp eq i32 %338, -1
  br i1 %339, label %340, label %490

340:
  br i1 %21, label %375, label %341

341:
  %342 = getelementptr inbounds i8, ptr %9, i64 112
  %343 = load i64, ptr %342, align 8
  %344 = and i64 %5, 2
  %345 = icmp eq i64 %344, 0
  br i1 %345, label %355, label %346

346:
  %347 = add i64 %343, %92
  %348 = inttoptr i64 %347 to ptr
  %349 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %348, i32 8, <32 x i1> %281, <32 x i64> zeroinitializer)
  %350 = insertelement <32 x i64> poison, i64 %66, i64 0
  %351 = shufflevector <32 x i64> %350, <32 x i64> poison, <32 x i32> zeroinitializer
  %352 = icmp sge <32 x i64> %349, %351
  %353 = bitcast <32 x i1> %352 to i32
  %354 = icmp eq i32 %353, 0
  br i1 %354, label %431, label %490

355:
  %356 = getelementptr inbounds i8, ptr %9, i64 120
  %357 = load i64, ptr %356, align 8
  %358 = getelementptr inbounds i8, ptr %9, i64 128
  %359 = load i64, ptr %358, align 8
  %360 = shl i64 %59, 3
  %361 = mul i64 %360, %359
  %362 = add i64 %357, %92
  %363 = add i64 %362, %361
  %364 = inttoptr i64 %363 to ptr
  %365 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %364, i32 8, <32 x i1> %281, <32 x i64> zeroinitializer)
  %366 = and <32 x i64> %365, splat (i64 511)
  %367 = lshr <32 x i64> %365, splat (i64 32)
  %368 = insertelement <32 x i64> poison, i64 %70, i64 0
  %369 = shufflevector <32 x i64> %368, <32 x i64> poison, <32 x i32> zeroinitializer
  %370 = icmp uge <32 x i64> %367, %369
  %371 = icmp ne <32 x i64> %366, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %372 = and <32 x i1> %370, %371
  %373 = bitcast <32 x i1> %372 to i32
  %374 = icmp eq i32 %373, 0
  br i1 %374, label %442, label %490

375:
  %376 = and i64 %5, 2
  %377 = icmp ne i64 %376, 0
  %378 = getelementptr inbounds i8, ptr %46, i64 40
  %379 = load i64, ptr %378, align 8
  %380 = icmp eq i64 %379, 0
  %381 = select i1 %377, i1 %380, i1 false
  br i1 %381, label %431, label %382

382:
  %383 = add i64 %379, %92
  %384 = inttoptr i64 %383 to ptr
  %385 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %384, i32 8, <32 x i1> %281, <32 x i64> zeroinitializer)
  %386 = icmp uge <32 x i64> %385, %285
  %387 = bitcast <32 x i1> %386 to i32
  %388 = icmp eq i32 %387, 0
  br i1 %388, label %429, label %389, !prof !2

389:
  %390 = and <32 x i64> %385, splat (i64 4294967295)
  %391 = lshr <32 x i64> %385, splat (i64 32)
  %392 = and <32 x i64> %391, splat (i64 2147483647)
  %393 = insertelement <32 x i64> poison, i64 %64, i64 0
  %394 = shufflevector <32 x i64> %393, <32 x i64> poison, <32 x i32> zeroinitializer
  %395 = lshr <32 x i64> %390, splat (i64 5)
  %396 = lshr <32 x i64> %78, splat (i64 5)
  %397 = icmp eq <32 x i64> %395, %396
  %398 = xor <32 x i64> %390, %78
  %399 = insertelement <32 x i64> poison, i64 %70, i64 0
  %400 = shufflevector <32 x i64> %399, <32 x i64> poison, <32 x i32> zeroinitializer
  %401 = insertelement <32 x i64> poison, i64 %66, i64 0
  %402 = shufflevector <32 x i64> %401, <32 x i64> poison, <32 x i32> zeroinitializer
  %403 = select <32 x i1> %397, <32 x i64> %400, <32 x i64> %402
  %404 = and i64 %5, 8
  %405 = icmp eq i64 %404, 0
  br i1 %405, label %416, label %406

406:
  %407 = and <32 x i64> %395, splat (i64 31)
  %408 = getelementptr inbounds i8, ptr %9, i64 184
  %409 = load i64, ptr %408, align 8
  %410 = shl i64 %59, 8
  %411 = add i64 %409, %410
  %412 = inttoptr i64 %411 to ptr
  %413 = getelementptr i64, ptr %412, <32 x i64> %407
  %414 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %413, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %415 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %403, <32 x i64> %414)
  br label %416

416:
  %417 = phi <32 x i64> [ %415, %406 ], [ %403, %389 ]
  %418 = icmp slt <32 x i64> %385, zeroinitializer
  %419 = icmp uge <32 x i64> %392, %394
  %420 = icmp ne <32 x i64> %390, %79
  %421 = and <32 x i1> %420, %419
  %422 = icmp uge <32 x i64> %392, %417
  %423 = icmp ugt <32 x i64> %398, splat (i64 1023)
  %424 = or <32 x i1> %423, %422
  %425 = and <32 x i1> %421, %424
  %426 = or <32 x i1> %418, %425
  %427 = bitcast <32 x i1> %426 to i32
  %428 = icmp eq i32 %427, 0
  br i1 %428, label %429, label %490

429:
  %430 = icmp eq i64 %376, 0
  br i1 %430, label %454, label %431

431:
  %432 = load i64, ptr %90, align 8
  %433 = add i64 %432, %92
  %434 = inttoptr i64 %433 to ptr
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %83, ptr %434, i32 8, <32 x i1> %281)
  %435 = getelementptr inbounds i8, ptr %46, i64 16
  %436 = load i64, ptr %435, align 8
  %437 = insertelement <32 x i32> poison, i32 %1, i64 0
  %438 = shufflevector <32 x i32> %437, <32 x i32> poison, <32 x i32> zeroinitializer
  %439 = shl i64 %87, 2
  %440 = add i64 %436, %439
  %441 = inttoptr i64 %440 to ptr
  call void @"llvm.masked.store.v32i32.p0"(<32 x i32> %438, ptr %441, i32 4, <32 x i1> %281)
  br label %466

442:
  %443 = insertelement <32 x i64> poison, i64 %62, i64 0
  %444 = shufflevector <32 x i64> %443, <32 x i64> poison, <32 x i32> zeroinitializer
  %445 = add i64 %343, %92
  %446 = inttoptr i64 %445 to ptr
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %444, ptr %446, i32 8, <32 x i1> %281)
  %447 = shl i32 %1, 9
  %448 = and i32 %447, 536870400
  %449 = zext i32 %448 to i64
  %450 = or i64 %80, %449
  %451 = insertelement <32 x i64> poison, i64 %450, i64 0
  %452 = shufflevector <32 x i64> %451, <32 x i64> poison, <32 x i32> zeroinitializer
  %453 = or <32 x i64> %452, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %453, ptr %364, i32 8, <32 x i1> %281)
  br label %497

454:
  %455 = getelementptr inbounds i8, ptr %46, i64 40
  %456 = load i64, ptr %455, align 8
  %457 = add i64 %456, %92
  %458 = inttoptr i64 %457 to ptr
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %83, ptr %458, i32 8, <32 x i1> %281)
  %459 = getelementptr inbounds i8, ptr %46, i64 48
  %460 = load i64, ptr %459, align 8
  %461 = insertelement <32 x i32> poison, i32 %1, i64 0
  %462 = shufflevector <32 x i32> %461, <32 x i32> poison, <32 x i32> zeroinitializer
  %463 = shl i64 %87, 2
  %464 = add i64 %460, %463
  %465 = inttoptr i64 %464 to ptr
  call void @"llvm.masked.store.v32i32.p0"(<32 x i32> %462, ptr %465, i32 4, <32 x i1> %281)
  br label %466

466:
  %467 = and i64 %5, 3
  %468 = icmp eq i64 %467, 2
  br i1 %468, label %469, label %497

469:
  %470 = getelementptr inbounds i8, ptr %46, i64 56
  %471 = load i64, ptr %470, align 8
  %472 = icmp eq i64 %471, 0
  br i1 %472, label %497, label %473

473:
  %474 = lshr exact i32 %3, %14
  %475 = zext i32 %474 to i64
  %476 = add i64 %87, %15
  %477 = inttoptr i64 %471 to ptr
  %478 = lshr i64 %476, 6
  %479 = getelementptr inbounds i64, ptr %477, i64 %478
  %480 = and i64 %476, 63
  %481 = shl i64 %475, %480
  %482 = load i64, ptr %479, align 8
  %483 = or i64 %482, %481
  store i64 %483, ptr %479, align 8
  %484 = lshr i64 %475, 1
  %485 = xor i64 %480, 63
  %486 = lshr i64 %484, %485
  %487 = getelementptr inbounds i8, ptr %479, i64 8
  %488 = load i64, ptr %487, align 8
  %489 = or i64 %488, %486
  store i64 %489, ptr %487, align 8
  br label %497

490:
  %491 = insertelement <32 x i64> poison, i64 %2, i64 0
  %492 = shufflevector <32 x i64> %491, <32 x i64> poison, <32 x i32> zeroinitializer
  %493 = insertelement <32 x i64> poison, i64 %17, i64 0
  %494 = shufflevector <32 x i64> %493, <32 x i64> poison, <32 x i32> zeroinitializer
  %495 = mul <32 x i64> %494, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %496 = add <32 x i64> %495, %492
  call void @"ks.watch_cells"(ptr %0, i32 %1, <32 x i64> %496, i32 %3, ptr %4, i64 %5)
  br label %497

497:
  ret void
}
define weak_odr void @"ks.watch_uniform"(ptr %0, i32 %1, i64 %2, i32 %3, ptr %4, i64 %5) {
  %7 = getelementptr inbounds i8, ptr %0, i64 352
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = icmp ne i64 %8, 0
  %11 = icmp ne i32 %3, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %118

13:
  %14 = and i64 %5, 1
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %16, label %27

16:
  %17 = getelementptr inbounds i8, ptr %9, i64 48
  %18 = load i64, ptr %17, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = icmp ult i64 %2, 1152921504606846976
  %21 = lshr i64 %2, 37
  %22 = and i64 %21, 134217720
  %23 = select i1 %20, i64 %22, i64 0
  %24 = getelementptr inbounds i64, ptr %19, i64 %23
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %118, label %115

27:
  %28 = and i64 %5, 2
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %30, label %115

30:
  %31 = getelementptr inbounds i8, ptr %9, i64 56
  %32 = getelementptr inbounds i8, ptr %0, i64 120
  %33 = load i64, ptr %32, align 8
  %34 = load i64, ptr %9, align 8
  %35 = inttoptr i64 %34 to ptr
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr inbounds i8, ptr %9, i64 16
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr i64, ptr %9, i64 %33
  %40 = getelementptr i8, ptr %39, i64 200
  %41 = load i64, ptr %40, align 8
  %42 = call i64 @"llvm.umax.i64"(i64 %41, i64 %38)
  %43 = shl i64 %36, 32
  %44 = lshr i64 %5, 8
  %45 = and i64 %44, 15
  %46 = lshr i64 %2, %45
  %47 = getelementptr inbounds i8, ptr %9, i64 64
  %48 = load i64, ptr %47, align 8
  %49 = inttoptr i64 %48 to ptr
  %50 = getelementptr inbounds i8, ptr %9, i64 112
  %51 = load i64, ptr %50, align 8
  %52 = inttoptr i64 %51 to ptr
  %53 = getelementptr inbounds i8, ptr %9, i64 120
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds i8, ptr %9, i64 128
  %56 = load i64, ptr %55, align 8
  %57 = shl i64 %33, 3
  %58 = mul i64 %57, %56
  %59 = add i64 %58, %54
  %60 = inttoptr i64 %59 to ptr
  %61 = lshr i64 %5, 16
  %62 = and i64 %61, 255
  %63 = add i64 %62, %2
  %64 = load i64, ptr %31, align 8
  %65 = icmp ugt i64 %63, %64
  br i1 %65, label %115, label %66

66:
  %67 = lshr i64 %62, %45
  %68 = add i64 %46, %67
  %69 = icmp ult i64 %46, %68
  br i1 %69, label %70, label %118

70:
  %71 = and i64 %5, 16
  %72 = icmp eq i64 %71, 0
  br label %73

73:
  %74 = phi i64 [ %46, %70 ], [ %86, %85 ]
  %75 = getelementptr inbounds i64, ptr %49, i64 %74
  %76 = load i64, ptr %75, align 8
  %77 = lshr i64 %76, 32
  %78 = icmp ult i64 %77, %38
  br i1 %78, label %79, label %115

79:
  br i1 %72, label %85, label %80

80:
  %81 = getelementptr inbounds i64, ptr %60, i64 %74
  %82 = load i64, ptr %81, align 8
  %83 = lshr i64 %82, 32
  %84 = icmp ult i64 %83, %42
  br i1 %84, label %85, label %115

85:
  %86 = add i64 %74, 1
  %87 = icmp ult i64 %86, %68
  br i1 %87, label %73, label %88

88:
  %89 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %90 = icmp ugt i32 %89, 1
  %91 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %92 = zext i32 %91 to i64
  %93 = shl i32 %1, 9
  %94 = and i32 %93, 536870400
  %95 = zext i32 %94 to i64
  %96 = or i64 %43, %95
  %97 = or i64 %96, %92
  %98 = or i64 %97, 256
  br label %99

99:
  %100 = phi i64 [ %46, %88 ], [ %113, %111 ]
  %101 = getelementptr inbounds i64, ptr %52, i64 %100
  store i64 %36, ptr %101, align 8
  %102 = getelementptr inbounds i64, ptr %60, i64 %100
  br i1 %90, label %110, label %103

103:
  %104 = load i64, ptr %102, align 8
  %105 = and i64 %104, 287
  %106 = icmp eq i64 %105, %92
  %107 = lshr i64 %104, 32
  %108 = icmp ult i64 %107, %42
  %109 = select i1 %108, i1 true, i1 %106
  br i1 %109, label %111, label %110

110:
  br label %111

111:
  %112 = phi i64 [ %98, %110 ], [ %97, %103 ]
  store i64 %112, ptr %102, align 8
  %113 = add i64 %100, 1
  %114 = icmp ult i64 %113, %68
  br i1 %114, label %99, label %118

115:
  %116 = insertelement <32 x i64> poison, i64 %2, i64 0
  %117 = shufflevector <32 x i64> %116, <32 x i64> poison, <32 x i32> zeroinitializer
  call void @"ks.watch_cells"(ptr %0, i32 %1, <32 x i64> %117, i32 %3, ptr %4, i64 %5)
  br label %118

118:
  ret void
}
define weak_odr void @"ks.watch_alone"(ptr %0, i32 %1, <32 x i64> %2, i32 %3, ptr %4, i64 %5) {
  %7 = getelementptr inbounds i8, ptr %0, i64 352
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = icmp ne i64 %8, 0
  %11 = icmp ne i32 %3, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %205

13:
  %14 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %15 = icmp eq i32 %14, 1
  br i1 %15, label %16, label %204

16:
  %17 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %18 = extractelement <32 x i64> %2, i32 %17
  %19 = and i64 %5, 1
  %20 = icmp ne i64 %19, 0
  br i1 %20, label %21, label %23

21:
  %22 = getelementptr inbounds i8, ptr %9, i64 56
  br label %34

23:
  %24 = getelementptr inbounds i8, ptr %9, i64 48
  %25 = load i64, ptr %24, align 8
  %26 = inttoptr i64 %25 to ptr
  %27 = icmp ult i64 %18, 1152921504606846976
  %28 = lshr i64 %18, 37
  %29 = and i64 %28, 134217720
  %30 = select i1 %27, i64 %29, i64 0
  %31 = getelementptr inbounds i64, ptr %26, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %205, label %34

34:
  %35 = phi ptr [ %31, %23 ], [ %22, %21 ]
  %36 = getelementptr inbounds i8, ptr %0, i64 120
  %37 = load i64, ptr %36, align 8
  %38 = load i64, ptr %9, align 8
  %39 = inttoptr i64 %38 to ptr
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds i8, ptr %9, i64 8
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds i8, ptr %9, i64 16
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr i64, ptr %9, i64 %37
  %46 = getelementptr i8, ptr %45, i64 200
  %47 = load i64, ptr %46, align 8
  %48 = call i64 @"llvm.umax.i64"(i64 %47, i64 %44)
  %49 = getelementptr inbounds i8, ptr %9, i64 40
  %50 = load i64, ptr %49, align 8
  %51 = shl i64 %37, 5
  %52 = shl i64 %40, 32
  %53 = lshr i64 %18, 28
  %54 = and i64 %53, 68719472640
  %55 = and i64 %18, -1099511627776
  %56 = or i64 %55, %54
  %57 = select i1 %20, i64 0, i64 %56
  %58 = sub i64 %18, %57
  %59 = lshr i64 %5, 8
  %60 = and i64 %59, 15
  %61 = lshr i64 %58, %60
  %62 = lshr i64 %5, 16
  %63 = and i64 %62, 255
  %64 = lshr i64 %63, %60
  %65 = add i64 %61, %64
  %66 = zext i32 %17 to i64
  %67 = or i64 %51, %50
  %68 = or i64 %67, %66
  %69 = add i64 %58, %63
  %70 = load i64, ptr %35, align 8
  %71 = icmp ugt i64 %69, %70
  br i1 %71, label %204, label %72

72:
  %73 = getelementptr inbounds i8, ptr %35, i64 8
  %74 = load i64, ptr %73, align 8
  %75 = inttoptr i64 %74 to ptr
  %76 = select i1 %20, i64 %44, i64 %42
  %77 = shl i64 %76, 32
  %78 = icmp ult i64 %61, %65
  br i1 %78, label %82, label %90

79:
  %80 = add i64 %83, 1
  %81 = icmp ult i64 %80, %65
  br i1 %81, label %82, label %90

82:
  %83 = phi i64 [ %80, %79 ], [ %61, %72 ]
  %84 = getelementptr inbounds i64, ptr %75, i64 %83
  %85 = load i64, ptr %84, align 8
  %86 = icmp ult i64 %85, %77
  %87 = and i64 %85, -9223372032559808513
  %88 = icmp eq i64 %87, %68
  %89 = or i1 %86, %88
  br i1 %89, label %79, label %204

90:
  br i1 %20, label %91, label %137

91:
  %92 = getelementptr inbounds i8, ptr %9, i64 112
  %93 = load i64, ptr %92, align 8
  %94 = inttoptr i64 %93 to ptr
  %95 = getelementptr inbounds i8, ptr %9, i64 120
  %96 = load i64, ptr %95, align 8
  %97 = getelementptr inbounds i8, ptr %9, i64 128
  %98 = load i64, ptr %97, align 8
  %99 = shl i64 %37, 3
  %100 = mul i64 %99, %98
  %101 = add i64 %100, %96
  %102 = inttoptr i64 %101 to ptr
  %103 = and i64 %5, 2
  br i1 %78, label %104, label %158

104:
  %105 = icmp eq i64 %103, 0
  br label %114

106:
  %107 = icmp eq i64 %103, 0
  br i1 %107, label %108, label %158

108:
  %109 = shl i32 %1, 9
  %110 = and i32 %109, 536870400
  %111 = or i32 %17, %110
  %112 = zext i32 %111 to i64
  %113 = or i64 %52, %112
  br label %131

114:
  %115 = phi i64 [ %61, %104 ], [ %129, %128 ]
  br i1 %105, label %120, label %116

116:
  %117 = getelementptr inbounds i64, ptr %94, i64 %115
  %118 = load i64, ptr %117, align 8
  %119 = icmp slt i64 %118, %44
  br i1 %119, label %128, label %204

120:
  %121 = getelementptr inbounds i64, ptr %102, i64 %115
  %122 = load i64, ptr %121, align 8
  %123 = and i64 %122, 511
  %124 = lshr i64 %122, 32
  %125 = icmp ult i64 %124, %48
  %126 = icmp eq i64 %123, %66
  %127 = select i1 %125, i1 true, i1 %126
  br i1 %127, label %128, label %204

128:
  %129 = add i64 %115, 1
  %130 = icmp ult i64 %129, %65
  br i1 %130, label %114, label %106

131:
  %132 = phi i64 [ %61, %108 ], [ %135, %131 ]
  %133 = getelementptr inbounds i64, ptr %94, i64 %132
  store i64 %40, ptr %133, align 8
  %134 = getelementptr inbounds i64, ptr %102, i64 %132
  store i64 %113, ptr %134, align 8
  %135 = add i64 %132, 1
  %136 = icmp ult i64 %135, %65
  br i1 %136, label %131, label %158

137:
  %138 = and i64 %5, 2
  %139 = icmp ne i64 %138, 0
  %140 = getelementptr inbounds i8, ptr %35, i64 40
  %141 = load i64, ptr %140, align 8
  %142 = icmp eq i64 %141, 0
  %143 = select i1 %139, i1 %142, i1 false
  br i1 %143, label %164, label %144

144:
  %145 = inttoptr i64 %141 to ptr
  %146 = shl i64 %42, 32
  br i1 %78, label %150, label %158

147:
  %148 = add i64 %151, 1
  %149 = icmp ult i64 %148, %65
  br i1 %149, label %150, label %158

150:
  %151 = phi i64 [ %148, %147 ], [ %61, %144 ]
  %152 = getelementptr inbounds i64, ptr %145, i64 %151
  %153 = load i64, ptr %152, align 8
  %154 = icmp ult i64 %153, %146
  %155 = and i64 %153, -9223372032559808513
  %156 = icmp eq i64 %155, %68
  %157 = or i1 %154, %156
  br i1 %157, label %147, label %204

158:
  %159 = phi i64 [ %103, %91 ], [ 0, %131 ], [ %138, %144 ], [ %103, %106 ], [ %138, %147 ]
  %160 = icmp eq i64 %159, 0
  %161 = and i64 %5, 3
  %162 = icmp eq i64 %161, 1
  %163 = select i1 %160, i32 5, i32 1
  br i1 %162, label %205, label %164

164:
  %165 = phi i32 [ %163, %158 ], [ 1, %137 ]
  %166 = phi i1 [ %160, %158 ], [ false, %137 ]
  %167 = zext i32 %165 to i64
  %168 = getelementptr inbounds i64, ptr %35, i64 %167
  %169 = load i64, ptr %168, align 8
  %170 = inttoptr i64 %169 to ptr
  %171 = getelementptr inbounds i8, ptr %168, i64 8
  %172 = load i64, ptr %171, align 8
  %173 = inttoptr i64 %172 to ptr
  br i1 %78, label %174, label %182

174:
  %175 = or i64 %68, %52
  br label %176

176:
  %177 = phi i64 [ %61, %174 ], [ %180, %176 ]
  %178 = getelementptr inbounds i64, ptr %170, i64 %177
  store i64 %175, ptr %178, align 8
  %179 = getelementptr inbounds i32, ptr %173, i64 %177
  store i32 %1, ptr %179, align 4
  %180 = add i64 %177, 1
  %181 = icmp ult i64 %180, %65
  br i1 %181, label %176, label %182

182:
  %183 = or i1 %20, %166
  br i1 %183, label %205, label %184

184:
  %185 = getelementptr inbounds i8, ptr %35, i64 56
  %186 = load i64, ptr %185, align 8
  %187 = icmp eq i64 %186, 0
  br i1 %187, label %205, label %188

188:
  %189 = shl i64 -1, %64
  %190 = xor i64 %189, -1
  %191 = inttoptr i64 %186 to ptr
  %192 = lshr i64 %61, 6
  %193 = getelementptr inbounds i64, ptr %191, i64 %192
  %194 = and i64 %61, 63
  %195 = shl i64 %190, %194
  %196 = load i64, ptr %193, align 8
  %197 = or i64 %196, %195
  store i64 %197, ptr %193, align 8
  %198 = lshr i64 %190, 1
  %199 = xor i64 %194, 63
  %200 = lshr i64 %198, %199
  %201 = getelementptr inbounds i8, ptr %193, i64 8
  %202 = load i64, ptr %201, align 8
  %203 = or i64 %202, %200
  store i64 %203, ptr %201, align 8
  br label %205

204:
  call void @"ks.watch_cells"(ptr %0, i32 %1, <32 x i64> %2, i32 %3, ptr %4, i64 %5)
  br label %205

205:
  ret void
}
define weak_odr void @"ks.products_begin_block"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 192
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %0, i64 32
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds i8, ptr %8, i64 128
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %4, 0
  br i1 %11, label %22, label %12

12:
  %13 = getelementptr inbounds i8, ptr %5, i64 8
  store i64 %1, ptr %13, align 8
  %14 = icmp eq i64 %10, 0
  br i1 %14, label %22, label %15

15:
  %16 = phi i64 [ %20, %15 ], [ 0, %12 ]
  %17 = getelementptr i64, ptr %5, i64 %16
  %18 = getelementptr i8, ptr %17, i64 320
  store i64 %1, ptr %18, align 8
  %19 = getelementptr i8, ptr %17, i64 64
  store i64 %1, ptr %19, align 8
  %20 = add i64 %16, 1
  %21 = icmp ult i64 %20, %10
  br i1 %21, label %15, label %22

22:
  ret void
}
define weak_odr void @"ks.products_meet"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 192
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %0, i64 32
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds i8, ptr %8, i64 128
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %4, 0
  br i1 %11, label %39, label %12

12:
  %13 = getelementptr inbounds i8, ptr %5, i64 8
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %10, 0
  br i1 %15, label %16, label %20

16:
  %17 = phi i64 [ %14, %12 ], [ %36, %20 ]
  %18 = phi i64 [ 4611686018427387903, %12 ], [ %31, %20 ]
  %19 = call i64 @"llvm.umax.i64"(i64 %17, i64 %18)
  store i64 %19, ptr %13, align 8
  br label %39

20:
  %21 = phi i64 [ %31, %20 ], [ 4611686018427387903, %12 ]
  %22 = phi i64 [ %37, %20 ], [ 0, %12 ]
  %23 = phi i64 [ %36, %20 ], [ %14, %12 ]
  %24 = getelementptr i64, ptr %5, i64 %22
  %25 = getelementptr i8, ptr %24, i64 64
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr i8, ptr %24, i64 320
  store i64 %26, ptr %27, align 8
  %28 = getelementptr i8, ptr %24, i64 576
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr i8, ptr %24, i64 832
  store i64 %29, ptr %30, align 8
  %31 = call i64 @"llvm.umin.i64"(i64 %21, i64 %29)
  %32 = getelementptr i8, ptr %24, i64 1088
  %33 = load i64, ptr %32, align 8
  %34 = icmp ult i64 %33, %1
  %35 = call i64 @"llvm.umax.i64"(i64 %23, i64 %1)
  %36 = select i1 %34, i64 %23, i64 %35
  %37 = add i64 %22, 1
  %38 = icmp ult i64 %37, %10
  br i1 %38, label %20, label %16

39:
  ret void
}
define weak_odr void @"ks.products_fence"(ptr %0, i32 %1, i32 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 352
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds i8, ptr %0, i64 120
  %8 = load i64, ptr %7, align 8
  %9 = icmp ne i64 %5, 0
  %10 = icmp ne i32 %1, 0
  %11 = and i1 %10, %9
  br i1 %11, label %12, label %37

12:
  %13 = getelementptr inbounds i8, ptr %6, i64 192
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr inbounds i8, ptr %15, i64 576
  %17 = getelementptr inbounds i64, ptr %16, i64 %8
  %18 = load i64, ptr %6, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, 1
  store i64 %21, ptr %19, align 8
  %22 = getelementptr i64, ptr %15, i64 %8
  %23 = getelementptr i8, ptr %22, i64 1088
  store i64 %21, ptr %23, align 8
  %24 = icmp eq i32 %2, 0
  br i1 %24, label %36, label %25

25:
  %26 = load i64, ptr %17, align 8
  %27 = getelementptr i64, ptr %6, i64 %8
  %28 = getelementptr i8, ptr %27, i64 200
  %29 = load i64, ptr %28, align 8
  %30 = call i64 @"llvm.umax.i64"(i64 %26, i64 %29)
  store i64 %30, ptr %17, align 8
  %31 = getelementptr inbounds i8, ptr %6, i64 176
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %37, label %34

34:
  %35 = inttoptr i64 %32 to ptr
  call void %35(ptr %0, i32 12, i32 0, i32 %1, ptr null, i64 0)
  br label %37

36:
  store i64 %21, ptr %17, align 8
  br label %37

37:
  ret void
}
define weak_odr void @"ks.products_commit"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 352
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %25, label %5

5:
  %6 = inttoptr i64 %3 to ptr
  %7 = getelementptr inbounds i8, ptr %0, i64 120
  %8 = load i64, ptr %7, align 8
  %9 = load i64, ptr %6, align 8
  %10 = inttoptr i64 %9 to ptr
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr %10, align 8
  %13 = getelementptr inbounds i8, ptr %6, i64 192
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr i64, ptr %15, i64 %8
  %17 = getelementptr i8, ptr %16, i64 1344
  %18 = load i64, ptr %17, align 8
  %19 = add i64 %18, 1
  store i64 %19, ptr %17, align 8
  %20 = getelementptr inbounds i8, ptr %15, i64 17984
  %21 = shl i64 %8, 7
  %22 = getelementptr inbounds i8, ptr %20, i64 %21
  %23 = and i64 %19, 15
  %24 = getelementptr inbounds i64, ptr %22, i64 %23
  store i64 %12, ptr %24, align 8
  br label %25

25:
  ret void
}
define weak_odr void @"ks.products_wait"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 352
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  %6 = icmp ugt i64 %1, 15
  %7 = or i1 %6, %5
  br i1 %7, label %29, label %8

8:
  %9 = inttoptr i64 %4 to ptr
  %10 = getelementptr inbounds i8, ptr %0, i64 120
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %9, i64 192
  %13 = load i64, ptr %12, align 8
  %14 = inttoptr i64 %13 to ptr
  %15 = getelementptr inbounds i8, ptr %14, i64 64
  %16 = getelementptr inbounds i64, ptr %15, i64 %11
  %17 = getelementptr i64, ptr %14, i64 %11
  %18 = getelementptr i8, ptr %17, i64 1344
  %19 = load i64, ptr %18, align 8
  %20 = sub i64 %19, %1
  %21 = load i64, ptr %16, align 8
  %22 = getelementptr inbounds i8, ptr %14, i64 17984
  %23 = shl i64 %11, 7
  %24 = getelementptr inbounds i8, ptr %22, i64 %23
  %25 = and i64 %20, 15
  %26 = getelementptr inbounds i64, ptr %24, i64 %25
  %27 = load i64, ptr %26, align 8
  %28 = call i64 @"llvm.umax.i64"(i64 %21, i64 %27)
  store i64 %28, ptr %16, align 8
  br label %29

29:
  ret void
}
define weak_odr void @"ks.watch_tile"(ptr %0, i32 %1, i64 %2, i64 %3, i64 %4) {
  %6 = alloca { ptr, ptr, ptr, ptr, ptr, i32, i32, i64, i64, i64 }, align 8
  %7 = alloca [32 x i32], align 128
  %8 = getelementptr inbounds i8, ptr %0, i64 352
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %370, label %11

11:
  %12 = inttoptr i64 %9 to ptr
  %13 = and i64 %4, 65535
  %14 = lshr i64 %4, 16
  %15 = and i64 %14, 255
  %16 = lshr i64 %4, 32
  %17 = getelementptr inbounds i8, ptr %12, i64 192
  %18 = load i64, ptr %17, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = load i64, ptr %12, align 8
  %21 = inttoptr i64 %20 to ptr
  %22 = load i64, ptr %21, align 8
  store ptr %0, ptr %6, align 8
  %23 = getelementptr inbounds i8, ptr %6, i64 8
  store ptr %12, ptr %23, align 8
  %24 = getelementptr inbounds i8, ptr %6, i64 16
  store ptr %19, ptr %24, align 8
  %25 = getelementptr inbounds i8, ptr %6, i64 24
  %26 = getelementptr inbounds i8, ptr %12, i64 64
  %27 = load i64, ptr %26, align 8
  %28 = inttoptr i64 %27 to ptr
  store ptr %28, ptr %25, align 8
  %29 = getelementptr inbounds i8, ptr %6, i64 32
  %30 = getelementptr inbounds i8, ptr %12, i64 72
  %31 = load i64, ptr %30, align 8
  %32 = inttoptr i64 %31 to ptr
  store ptr %32, ptr %29, align 8
  %33 = getelementptr inbounds i8, ptr %6, i64 40
  store i32 %1, ptr %33, align 8
  %34 = getelementptr inbounds i8, ptr %6, i64 44
  %35 = trunc i64 %16 to i32
  store i32 %35, ptr %34, align 4
  %36 = getelementptr inbounds i8, ptr %6, i64 48
  %37 = getelementptr inbounds i8, ptr %0, i64 120
  %38 = load i64, ptr %37, align 8
  store i64 %38, ptr %36, align 8
  %39 = getelementptr inbounds i8, ptr %6, i64 56
  %40 = getelementptr inbounds i8, ptr %12, i64 16
  %41 = load i64, ptr %40, align 8
  store i64 %41, ptr %39, align 8
  %42 = getelementptr inbounds i8, ptr %6, i64 64
  %43 = getelementptr i64, ptr %19, i64 %38
  %44 = getelementptr i8, ptr %43, i64 1088
  %45 = load i64, ptr %44, align 8
  %46 = icmp ult i64 %45, %41
  %47 = getelementptr inbounds i8, ptr %19, i64 8
  %48 = load i64, ptr %47, align 8
  %49 = call i64 @"llvm.umin.i64"(i64 %48, i64 %41)
  %50 = select i1 %46, i64 %49, i64 %41
  store i64 %50, ptr %42, align 8
  %51 = getelementptr inbounds i8, ptr %19, i64 16
  store i64 0, ptr %51, align 8
  %52 = load i64, ptr %17, align 8
  %53 = inttoptr i64 %52 to ptr
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds i8, ptr %12, i64 128
  %56 = load i64, ptr %55, align 8
  %57 = shl i64 %38, 3
  %58 = mul i64 %57, %56
  %59 = add i64 %58, %54
  %60 = inttoptr i64 %59 to ptr
  %61 = getelementptr inbounds i8, ptr %12, i64 112
  %62 = load i64, ptr %61, align 8
  %63 = inttoptr i64 %62 to ptr
  %64 = shl i64 %22, 32
  %65 = and i32 %1, 1048575
  %66 = zext i32 %65 to i64
  %67 = or i64 %64, %66
  %68 = shl i64 %50, 32
  %69 = lshr i32 16, %35
  %70 = zext i32 %69 to i64
  %71 = getelementptr inbounds i8, ptr %0, i64 64
  %72 = load i64, ptr %71, align 8
  %73 = and i64 %4, 16777216
  %74 = icmp eq i64 %73, 0
  %75 = shl i64 %2, 4
  %76 = and i64 %75, 262128
  %77 = lshr i64 %2, 12
  %78 = and i64 %77, 262128
  %79 = lshr i64 %2, 28
  %80 = and i64 %79, 262128
  %81 = lshr i64 %2, 62
  %82 = icmp eq i64 %81, 0
  %83 = select i1 %74, i64 %80, i64 %78
  %84 = sub i64 8, %81
  %85 = trunc i64 %81 to i32
  %86 = lshr exact i32 256, %85
  %87 = add i32 %86, 127
  %88 = and i32 %87, 112
  %89 = select i1 %82, i32 0, i32 %88
  br i1 %82, label %90, label %96

90:
  %91 = select i1 %74, i64 %78, i64 %80
  %92 = trunc i64 %91 to i32
  %93 = insertelement <32 x i32> poison, i32 %92, i64 0
  %94 = shufflevector <32 x i32> %93, <32 x i32> poison, <32 x i32> zeroinitializer
  %95 = mul <32 x i32> %94, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %111

96:
  %97 = trunc i64 %84 to i32
  %98 = shl i32 -1, %97
  %99 = xor i32 %98, -1
  %100 = insertelement <32 x i32> poison, i32 %99, i64 0
  %101 = shufflevector <32 x i32> %100, <32 x i32> poison, <32 x i32> zeroinitializer
  %102 = and <32 x i32> %101, <i32 0, i32 16, i32 32, i32 48, i32 64, i32 80, i32 96, i32 112, i32 128, i32 144, i32 160, i32 176, i32 192, i32 208, i32 224, i32 240, i32 256, i32 272, i32 288, i32 304, i32 320, i32 336, i32 352, i32 368, i32 384, i32 400, i32 416, i32 432, i32 448, i32 464, i32 480, i32 496>
  %103 = insertelement <32 x i32> poison, i32 %97, i64 0
  %104 = shufflevector <32 x i32> %103, <32 x i32> poison, <32 x i32> zeroinitializer
  %105 = lshr <32 x i32> <i32 0, i32 16, i32 32, i32 48, i32 64, i32 80, i32 96, i32 112, i32 128, i32 144, i32 160, i32 176, i32 192, i32 208, i32 224, i32 240, i32 256, i32 272, i32 288, i32 304, i32 320, i32 336, i32 352, i32 368, i32 384, i32 400, i32 416, i32 432, i32 448, i32 464, i32 480, i32 496>, %104
  %106 = trunc i64 %78 to i32
  %107 = insertelement <32 x i32> poison, i32 %106, i64 0
  %108 = shufflevector <32 x i32> %107, <32 x i32> poison, <32 x i32> zeroinitializer
  %109 = mul <32 x i32> %105, %108
  %110 = add <32 x i32> %102, %109
  br label %111

111:
  %112 = phi <32 x i32> [ %95, %90 ], [ %110, %96 ]
  %113 = add i64 %13, %3
  %114 = icmp ult i64 %3, %113
  br i1 %114, label %115, label %139

115:
  %116 = insertelement <32 x i32> poison, i32 %89, i64 0
  %117 = shufflevector <32 x i32> %116, <32 x i32> poison, <32 x i32> zeroinitializer
  %118 = icmp eq i64 %15, 0
  %119 = icmp ult i32 %35, 2
  %120 = icmp eq i64 %16, 2
  %121 = icmp ugt i32 %35, 4
  %122 = insertelement <1 x i64> poison, i64 %67, i64 0
  %123 = insertelement <1 x i64> poison, i64 %22, i64 0
  %124 = shl i64 %38, 8
  %125 = insertelement <4 x i64> poison, i64 %68, i64 0
  %126 = shufflevector <4 x i64> %125, <4 x i64> poison, <4 x i32> zeroinitializer
  %127 = insertelement <4 x i64> poison, i64 %67, i64 0
  %128 = shufflevector <4 x i64> %127, <4 x i64> poison, <4 x i32> zeroinitializer
  %129 = insertelement <4 x i64> poison, i64 %22, i64 0
  %130 = shufflevector <4 x i64> %129, <4 x i64> poison, <4 x i32> zeroinitializer
  %131 = insertelement <8 x i64> poison, i64 %68, i64 0
  %132 = shufflevector <8 x i64> %131, <8 x i64> poison, <8 x i32> zeroinitializer
  %133 = insertelement <8 x i64> poison, i64 %67, i64 0
  %134 = shufflevector <8 x i64> %133, <8 x i64> poison, <8 x i32> zeroinitializer
  %135 = insertelement <8 x i64> poison, i64 %22, i64 0
  %136 = shufflevector <8 x i64> %135, <8 x i64> poison, <8 x i32> zeroinitializer
  %137 = select i1 %82, i64 %83, i64 %80
  %138 = select i1 %82, i64 4, i64 %84
  br label %140

139:
  br label %370

140:
  %141 = phi i64 [ 0, %115 ], [ %157, %156 ]
  %142 = phi i64 [ %3, %115 ], [ %158, %156 ]
  %143 = lshr i64 %142, 3
  %144 = and i64 %142, 7
  %145 = mul i64 %143, %137
  %146 = shl i64 %144, %138
  %147 = add i64 %145, %146
  %148 = add i64 %147, %76
  %149 = trunc i64 %148 to i32
  %150 = insertelement <32 x i32> poison, i32 %149, i64 0
  %151 = shufflevector <32 x i32> %150, <32 x i32> poison, <32 x i32> zeroinitializer
  %152 = add <32 x i32> %151, %112
  %153 = lshr <32 x i32> %152, splat (i32 3)
  %154 = and <32 x i32> %153, %117
  %155 = xor <32 x i32> %154, %152
  store <32 x i32> %155, ptr %7, align 128
  br i1 %118, label %156, label %160

156:
  %157 = phi i64 [ %141, %140 ], [ %367, %366 ]
  %158 = add i64 %142, 1
  %159 = icmp ult i64 %158, %113
  br i1 %159, label %140, label %139

160:
  %161 = phi i64 [ %367, %366 ], [ %141, %140 ]
  %162 = phi i64 [ %368, %366 ], [ 0, %140 ]
  %163 = getelementptr inbounds i32, ptr %7, i64 %162
  %164 = load i32, ptr %163, align 4
  %165 = zext i32 %164 to i64
  %166 = lshr i64 %165, %16
  %167 = add i64 %165, 16
  %168 = icmp ugt i64 %167, %72
  br i1 %168, label %366, label %169

169:
  br i1 %119, label %171, label %242

170:
  br i1 %180, label %185, label %366

171:
  %172 = phi i64 [ %183, %171 ], [ 0, %169 ]
  %173 = phi i1 [ %180, %171 ], [ false, %169 ]
  %174 = add i64 %172, %166
  %175 = getelementptr inbounds i64, ptr %28, i64 %174
  %176 = load <8 x i64>, ptr %175, align 8
  %177 = icmp uge <8 x i64> %176, %132
  %178 = bitcast <8 x i1> %177 to i8
  %179 = icmp ne i8 %178, 0
  %180 = or i1 %173, %179
  %181 = getelementptr inbounds i64, ptr %60, i64 %174
  store <8 x i64> %134, ptr %181, align 8
  %182 = getelementptr inbounds i64, ptr %63, i64 %174
  store <8 x i64> %136, ptr %182, align 8
  %183 = add i64 %172, 8
  %184 = icmp ult i64 %183, %70
  br i1 %184, label %171, label %170

185:
  %186 = getelementptr inbounds i64, ptr %28, i64 %166
  %187 = load i64, ptr %186, align 8
  %188 = insertelement <8 x i64> poison, i64 %187, i64 0
  %189 = shufflevector <8 x i64> %188, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %193

190:
  %191 = icmp eq i64 %187, %161
  %192 = select i1 %201, i1 %191, i1 false
  br i1 %192, label %366, label %204

193:
  %194 = phi i64 [ 0, %185 ], [ %202, %193 ]
  %195 = phi i1 [ true, %185 ], [ %201, %193 ]
  %196 = getelementptr inbounds i64, ptr %186, i64 %194
  %197 = load <8 x i64>, ptr %196, align 8
  %198 = icmp ne <8 x i64> %197, %189
  %199 = bitcast <8 x i1> %198 to i8
  %200 = icmp eq i8 %199, 0
  %201 = and i1 %195, %200
  %202 = add i64 %194, 8
  %203 = icmp ult i64 %202, %70
  br i1 %203, label %193, label %190

204:
  br i1 %201, label %205, label %236

205:
  %206 = lshr i64 %187, 5
  %207 = and i64 %206, 31
  %208 = getelementptr inbounds i64, ptr %19, i64 %207
  %209 = getelementptr inbounds i8, ptr %208, i64 832
  %210 = load i64, ptr %209, align 8
  %211 = call i64 @"llvm.umin.i64"(i64 %210, i64 %41)
  %212 = call i64 @"llvm.umax.i64"(i64 %211, i64 %50)
  %213 = shl i64 %212, 32
  %214 = icmp ult i64 %187, %213
  br i1 %214, label %366, label %215

215:
  %216 = getelementptr inbounds i32, ptr %32, i64 %166
  %217 = load i32, ptr %216, align 4
  %218 = and i64 %187, 1023
  %219 = xor i64 %218, 1023
  %220 = icmp ult i64 %219, 32
  br i1 %220, label %221, label %229

221:
  %222 = load i64, ptr %17, align 8
  %223 = inttoptr i64 %222 to ptr
  %224 = getelementptr inbounds i8, ptr %223, i64 1600
  %225 = getelementptr inbounds i8, ptr %224, i64 %124
  %226 = getelementptr inbounds i64, ptr %225, i64 %219
  %227 = load i64, ptr %226, align 8
  %228 = call i64 @"llvm.umax.i64"(i64 %227, i64 %41)
  br label %229

229:
  %230 = phi i64 [ %228, %221 ], [ %41, %215 ]
  %231 = and i32 %217, 536870912
  %232 = icmp ne i32 %231, 0
  %233 = lshr i64 %187, 32
  %234 = icmp ult i64 %233, %230
  %235 = select i1 %232, i1 %234, i1 false
  br i1 %235, label %366, label %236

236:
  br label %237

237:
  %238 = phi i64 [ %240, %237 ], [ 0, %236 ]
  %239 = add i64 %238, %166
  call void @"ks.look_at_cell"(ptr %6, i64 %239)
  %240 = add i64 %238, 1
  %241 = icmp ult i64 %240, %70
  br i1 %241, label %237, label %366

242:
  br i1 %120, label %244, label %243

243:
  br i1 %121, label %366, label %301

244:
  %245 = getelementptr inbounds i64, ptr %28, i64 %166
  %246 = getelementptr inbounds i64, ptr %60, i64 %166
  %247 = getelementptr inbounds i64, ptr %63, i64 %166
  %248 = load <4 x i64>, ptr %245, align 8
  %249 = icmp uge <4 x i64> %248, %126
  %250 = bitcast <4 x i1> %249 to i4
  %251 = icmp eq i4 %250, 0
  store <4 x i64> %128, ptr %246, align 8
  store <4 x i64> %130, ptr %247, align 8
  br i1 %251, label %366, label %252

252:
  %253 = load i64, ptr %245, align 8
  %254 = load <4 x i64>, ptr %245, align 8
  %255 = insertelement <4 x i64> poison, i64 %253, i64 0
  %256 = shufflevector <4 x i64> %255, <4 x i64> poison, <4 x i32> zeroinitializer
  %257 = icmp ne <4 x i64> %254, %256
  %258 = bitcast <4 x i1> %257 to i4
  %259 = icmp eq i4 %258, 0
  %260 = icmp eq i64 %253, %161
  %261 = select i1 %259, i1 %260, i1 false
  br i1 %261, label %366, label %262

262:
  br i1 %259, label %263, label %294

263:
  %264 = lshr i64 %253, 5
  %265 = and i64 %264, 31
  %266 = getelementptr inbounds i64, ptr %19, i64 %265
  %267 = getelementptr inbounds i8, ptr %266, i64 832
  %268 = load i64, ptr %267, align 8
  %269 = call i64 @"llvm.umin.i64"(i64 %268, i64 %41)
  %270 = call i64 @"llvm.umax.i64"(i64 %269, i64 %50)
  %271 = shl i64 %270, 32
  %272 = icmp ult i64 %253, %271
  br i1 %272, label %366, label %273

273:
  %274 = getelementptr inbounds i32, ptr %32, i64 %166
  %275 = load i32, ptr %274, align 4
  %276 = and i64 %253, 1023
  %277 = xor i64 %276, 1023
  %278 = icmp ult i64 %277, 32
  br i1 %278, label %279, label %287

279:
  %280 = load i64, ptr %17, align 8
  %281 = inttoptr i64 %280 to ptr
  %282 = getelementptr inbounds i8, ptr %281, i64 1600
  %283 = getelementptr inbounds i8, ptr %282, i64 %124
  %284 = getelementptr inbounds i64, ptr %283, i64 %277
  %285 = load i64, ptr %284, align 8
  %286 = call i64 @"llvm.umax.i64"(i64 %285, i64 %41)
  br label %287

287:
  %288 = phi i64 [ %286, %279 ], [ %41, %273 ]
  %289 = and i32 %275, 536870912
  %290 = icmp ne i32 %289, 0
  %291 = lshr i64 %253, 32
  %292 = icmp ult i64 %291, %288
  %293 = select i1 %290, i1 %292, i1 false
  br i1 %293, label %366, label %294

294:
  br label %295

295:
  %296 = phi i64 [ %298, %295 ], [ 0, %294 ]
  %297 = add i64 %296, %166
  call void @"ks.look_at_cell"(ptr %6, i64 %297)
  %298 = add i64 %296, 1
  %299 = icmp ult i64 %296, 3
  br i1 %299, label %295, label %366

300:
  br i1 %308, label %313, label %366

301:
  %302 = phi i64 [ %311, %301 ], [ 0, %243 ]
  %303 = phi i1 [ %308, %301 ], [ false, %243 ]
  %304 = add i64 %302, %166
  %305 = getelementptr inbounds i64, ptr %28, i64 %304
  %306 = load i64, ptr %305, align 8
  %307 = icmp uge i64 %306, %68
  %308 = or i1 %303, %307
  %309 = getelementptr inbounds i64, ptr %60, i64 %304
  store <1 x i64> %122, ptr %309, align 8
  %310 = getelementptr inbounds i64, ptr %63, i64 %304
  store <1 x i64> %123, ptr %310, align 8
  %311 = add i64 %302, 1
  %312 = icmp ult i64 %311, %70
  br i1 %312, label %301, label %300

313:
  %314 = getelementptr inbounds i64, ptr %28, i64 %166
  %315 = load i64, ptr %314, align 8
  br label %319

316:
  %317 = icmp eq i64 %315, %161
  %318 = select i1 %325, i1 %317, i1 false
  br i1 %318, label %366, label %328

319:
  %320 = phi i64 [ %326, %319 ], [ 0, %313 ]
  %321 = phi i1 [ %325, %319 ], [ true, %313 ]
  %322 = getelementptr inbounds i64, ptr %314, i64 %320
  %323 = load i64, ptr %322, align 8
  %324 = icmp eq i64 %323, %315
  %325 = and i1 %321, %324
  %326 = add i64 %320, 1
  %327 = icmp ult i64 %326, %70
  br i1 %327, label %319, label %316

328:
  br i1 %325, label %329, label %360

329:
  %330 = lshr i64 %315, 5
  %331 = and i64 %330, 31
  %332 = getelementptr inbounds i64, ptr %19, i64 %331
  %333 = getelementptr inbounds i8, ptr %332, i64 832
  %334 = load i64, ptr %333, align 8
  %335 = call i64 @"llvm.umin.i64"(i64 %334, i64 %41)
  %336 = call i64 @"llvm.umax.i64"(i64 %335, i64 %50)
  %337 = shl i64 %336, 32
  %338 = icmp ult i64 %315, %337
  br i1 %338, label %366, label %339

339:
  %340 = getelementptr inbounds i32, ptr %32, i64 %166
  %341 = load i32, ptr %340, align 4
  %342 = and i64 %315, 1023
  %343 = xor i64 %342, 1023
  %344 = icmp ult i64 %343, 32
  br i1 %344, label %345, label %353

345:
  %346 = load i64, ptr %17, align 8
  %347 = inttoptr i64 %346 to ptr
  %348 = getelementptr inbounds i8, ptr %347, i64 1600
  %349 = getelementptr inbounds i8, ptr %348, i64 %124
  %350 = getelementptr inbounds i64, ptr %349, i64 %343
  %351 = load i64, ptr %350, align 8
  %352 = call i64 @"llvm.umax.i64"(i64 %351, i64 %41)
  br label %353

353:
  %354 = phi i64 [ %352, %345 ], [ %41, %339 ]
  %355 = and i32 %341, 536870912
  %356 = icmp ne i32 %355, 0
  %357 = lshr i64 %315, 32
  %358 = icmp ult i64 %357, %354
  %359 = select i1 %356, i1 %358, i1 false
  br i1 %359, label %366, label %360

360:
  br label %361

361:
  %362 = phi i64 [ %364, %361 ], [ 0, %360 ]
  %363 = add i64 %362, %166
  call void @"ks.look_at_cell"(ptr %6, i64 %363)
  %364 = add i64 %362, 1
  %365 = icmp ult i64 %364, %70
  br i1 %365, label %361, label %366

366:
  %367 = phi i64 [ %161, %243 ], [ %161, %160 ], [ %253, %287 ], [ %315, %329 ], [ %187, %229 ], [ %161, %170 ], [ %161, %190 ], [ %161, %244 ], [ %161, %252 ], [ %161, %300 ], [ %161, %316 ], [ %315, %353 ], [ %161, %295 ], [ %253, %263 ], [ %187, %205 ], [ %161, %237 ], [ %161, %361 ]
  %368 = add i64 %162, 1
  %369 = icmp ult i64 %368, %15
  br i1 %369, label %160, label %156

370:
  ret void
}
define weak_odr void @"ks.look_at_cell"(ptr %0, i64 %1) {
  %3 = alloca [7 x <32 x i64>], align 256
  %4 = getelementptr inbounds i8, ptr %0, i64 24
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i64, ptr %5, i64 %1
  %7 = load i64, ptr %6, align 8
  %8 = lshr i64 %7, 5
  %9 = and i64 %8, 31
  %10 = getelementptr inbounds i8, ptr %0, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds i64, ptr %11, i64 %9
  %13 = getelementptr inbounds i8, ptr %12, i64 832
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 56
  %16 = load i64, ptr %15, align 8
  %17 = call i64 @"llvm.umin.i64"(i64 %14, i64 %16)
  %18 = getelementptr inbounds i8, ptr %0, i64 64
  %19 = load i64, ptr %18, align 8
  %20 = call i64 @"llvm.umax.i64"(i64 %17, i64 %19)
  %21 = shl i64 %20, 32
  %22 = icmp ult i64 %7, %21
  br i1 %22, label %105, label %23

23:
  %24 = getelementptr inbounds i8, ptr %0, i64 32
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds i32, ptr %25, i64 %1
  %27 = load i32, ptr %26, align 4
  %28 = and i64 %7, 1023
  %29 = xor i64 %28, 1023
  %30 = icmp ult i64 %29, 32
  br i1 %30, label %31, label %45

31:
  %32 = getelementptr inbounds i8, ptr %0, i64 8
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %0, i64 48
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds i8, ptr %33, i64 192
  %37 = load i64, ptr %36, align 8
  %38 = inttoptr i64 %37 to ptr
  %39 = getelementptr inbounds i8, ptr %38, i64 1600
  %40 = shl i64 %35, 8
  %41 = getelementptr inbounds i8, ptr %39, i64 %40
  %42 = getelementptr inbounds i64, ptr %41, i64 %29
  %43 = load i64, ptr %42, align 8
  %44 = call i64 @"llvm.umax.i64"(i64 %43, i64 %16)
  br label %45

45:
  %46 = phi i64 [ %44, %31 ], [ %16, %23 ]
  %47 = and i32 %27, 536870912
  %48 = icmp ne i32 %47, 0
  %49 = lshr i64 %7, 32
  %50 = icmp ult i64 %49, %46
  %51 = select i1 %48, i1 %50, i1 false
  br i1 %51, label %105, label %52

52:
  %53 = getelementptr inbounds i8, ptr %11, i64 16
  %54 = load i64, ptr %53, align 8
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %56, label %105

56:
  %57 = getelementptr inbounds i8, ptr %0, i64 8
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %0, i64 40
  %60 = load i32, ptr %59, align 8
  %61 = getelementptr inbounds i8, ptr %58, i64 168
  %62 = load i64, ptr %61, align 8
  %63 = inttoptr i64 %62 to ptr
  %64 = shl i32 %60, 2
  %65 = and i32 %64, 4194300
  %66 = zext i32 %65 to i64
  %67 = getelementptr inbounds i64, ptr %63, i64 %66
  %68 = getelementptr inbounds i8, ptr %67, i64 16
  %69 = load i64, ptr %68, align 8
  %70 = and i32 %27, 63
  %71 = zext i32 %70 to i64
  %72 = shl i64 1, %71
  %73 = and i64 %69, %72
  %74 = icmp ne i64 %73, 0
  %75 = load i64, ptr %67, align 8
  %76 = icmp ne i64 %75, 0
  %77 = and i1 %76, %74
  br i1 %77, label %78, label %85

78:
  %79 = add i64 %75, -1
  store i64 %79, ptr %67, align 8
  %80 = getelementptr inbounds i8, ptr %67, i64 8
  %81 = load i64, ptr %80, align 8
  %82 = add i64 %81, 1
  store i64 %82, ptr %80, align 8
  %83 = load ptr, ptr %10, align 8
  %84 = getelementptr inbounds i8, ptr %83, i64 16
  store i64 1, ptr %84, align 8
  br label %105

85:
  store i64 0, ptr %53, align 8
  %86 = getelementptr inbounds i8, ptr %3, i64 256
  call void @"llvm.memset.p0.i64"(ptr align 256 %86, i8 0, i64 1536, i1 false)
  %87 = getelementptr inbounds i8, ptr %0, i64 44
  %88 = load i32, ptr %87, align 4
  %89 = zext i32 %88 to i64
  %90 = shl i64 %1, %89
  %91 = insertelement <32 x i64> <i64 poison, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0>, i64 %90, i64 0
  store <32 x i64> %91, ptr %3, align 256
  %92 = load ptr, ptr %4, align 8
  %93 = getelementptr inbounds i64, ptr %92, i64 %1
  %94 = load i64, ptr %93, align 8
  %95 = getelementptr inbounds i8, ptr %3, i64 256
  store i64 %94, ptr %95, align 256
  %96 = zext i32 %27 to i64
  %97 = getelementptr inbounds i8, ptr %3, i64 512
  store i64 %96, ptr %97, align 256
  %98 = load ptr, ptr %57, align 8
  %99 = getelementptr inbounds i8, ptr %98, i64 160
  %100 = load i64, ptr %99, align 8
  %101 = inttoptr i64 %100 to ptr
  %102 = load ptr, ptr %0, align 8
  %103 = load i32, ptr %59, align 8
  %104 = getelementptr inbounds i8, ptr %98, i64 56
  call void %101(ptr %102, i32 %103, i32 1, i32 0, ptr %104, ptr %3, ptr null, i64 68719476736)
  br label %105

105:
  ret void
}
define weak_odr void @"ks.watch_arrived"(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4) {
  %6 = getelementptr inbounds i8, ptr %0, i64 32
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds i8, ptr %8, i64 472
  %10 = load i64, ptr %9, align 8
  %11 = sub i64 %3, %10
  %12 = lshr i64 %1, 32
  %13 = lshr i64 %11, %12
  %14 = lshr i64 %4, %12
  %15 = getelementptr inbounds i8, ptr %0, i64 64
  %16 = load i64, ptr %15, align 8
  %17 = inttoptr i64 %16 to ptr
  %18 = getelementptr inbounds i64, ptr %17, i64 %13
  %19 = getelementptr inbounds i8, ptr %0, i64 72
  %20 = load i64, ptr %19, align 8
  %21 = inttoptr i64 %20 to ptr
  %22 = getelementptr inbounds i32, ptr %21, i64 %13
  %23 = icmp eq i64 %14, 0
  br i1 %23, label %27, label %24

24:
  %25 = trunc i64 %1 to i32
  %26 = and i32 %25, -268435457
  br label %28

27:
  ret void

28:
  %29 = phi i64 [ 0, %24 ], [ %32, %28 ]
  %30 = getelementptr inbounds i64, ptr %18, i64 %29
  store i64 %2, ptr %30, align 8
  %31 = getelementptr inbounds i32, ptr %22, i64 %29
  store i32 %26, ptr %31, align 4
  %32 = add i64 %29, 1
  %33 = icmp ult i64 %32, %14
  br i1 %33, label %28, label %27
}
define weak_odr void @"ks.watch_note"(ptr %0, i32 %1, i32 %2, i32 %3, i64 %4) {
  %6 = getelementptr inbounds i8, ptr %0, i64 352
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %16, label %9

9:
  %10 = inttoptr i64 %7 to ptr
  %11 = getelementptr inbounds i8, ptr %10, i64 176
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %16, label %14

14:
  %15 = inttoptr i64 %12 to ptr
  call void %15(ptr %0, i32 %1, i32 %2, i32 %3, ptr null, i64 %4)
  br label %16

16:
  ret void
}
define weak_odr void @"ks.watch_tell"(ptr %0, i32 %1, i32 %2, i32 %3, i64 %4) {
  %6 = getelementptr inbounds i8, ptr %0, i64 352
  %7 = load i64, ptr %6, align 8
  %8 = icmp ne i32 %3, 0
  %9 = icmp ne i64 %7, 0
  %10 = select i1 %8, i1 %9, i1 false
  br i1 %10, label %11, label %22

11:
  %12 = inttoptr i64 %7 to ptr
  %13 = load i64, ptr %12, align 8
  %14 = inttoptr i64 %13 to ptr
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = getelementptr inbounds i8, ptr %12, i64 176
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20

20:
  %21 = inttoptr i64 %18 to ptr
  call void %21(ptr %0, i32 %1, i32 %2, i32 %3, ptr null, i64 %4)
  br label %22

22:
  ret void
}
define weak_odr void @"ks.watch_tell_of"(ptr %0, i32 %1, i32 %2, i32 %3, <32 x i64> %4, i64 %5) {
  %7 = alloca <32 x i64>, align 256
  store <32 x i64> %4, ptr %7, align 256
  %8 = getelementptr inbounds i8, ptr %0, i64 352
  %9 = load i64, ptr %8, align 8
  %10 = icmp ne i32 %3, 0
  %11 = icmp ne i64 %9, 0
  %12 = select i1 %10, i1 %11, i1 false
  br i1 %12, label %13, label %24

13:
  %14 = inttoptr i64 %9 to ptr
  %15 = load i64, ptr %14, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %17, 1
  store i64 %18, ptr %16, align 8
  %19 = getelementptr inbounds i8, ptr %14, i64 176
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %24, label %22

22:
  %23 = inttoptr i64 %20 to ptr
  call void %23(ptr %0, i32 %1, i32 %2, i32 %3, ptr %7, i64 %5)
  br label %24

24:
  ret void
}
define weak_odr void @"ks.watch_meet"(ptr %0, i32 %1, i32 %2, i32 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 352
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = icmp eq i64 %6, 0
  br i1 %8, label %27, label %9

9:
  %10 = load i64, ptr %7, align 8
  %11 = inttoptr i64 %10 to ptr
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, 1
  store i64 %13, ptr %11, align 8
  %14 = icmp eq i32 %3, 0
  br i1 %14, label %15, label %20

15:
  %16 = getelementptr inbounds i8, ptr %0, i64 120
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr i64, ptr %7, i64 %17
  %19 = getelementptr i8, ptr %18, i64 200
  store i64 %13, ptr %19, align 8
  br label %20

20:
  %21 = getelementptr inbounds i8, ptr %7, i64 176
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %27, label %24

24:
  %25 = zext i32 %3 to i64
  %26 = inttoptr i64 %22 to ptr
  call void %26(ptr %0, i32 1, i32 %1, i32 %2, ptr null, i64 %25)
  br label %27

27:
  ret void
}
define weak_odr void @"ks.watch_meet_named"(ptr %0, i32 %1, i32 %2, i32 %3, <32 x i32> %4) {
  %6 = alloca <32 x i64>, align 256
  %7 = bitcast i32 %2 to <32 x i1>
  %8 = select <32 x i1> %7, <32 x i32> %4, <32 x i32> splat (i32 -1)
  %9 = call i32 @"llvm.vector.reduce.and.v32i32"(<32 x i32> %8)
  %10 = zext <32 x i32> %4 to <32 x i64>
  store <32 x i64> %10, ptr %6, align 256
  %11 = xor i32 %9, -1
  %12 = and i32 %2, %11
  %13 = or i32 %12, %3
  %14 = getelementptr inbounds i8, ptr %0, i64 352
  %15 = load i64, ptr %14, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = icmp eq i64 %15, 0
  br i1 %17, label %36, label %18

18:
  %19 = load i64, ptr %16, align 8
  %20 = inttoptr i64 %19 to ptr
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %21, 1
  store i64 %22, ptr %20, align 8
  %23 = icmp eq i32 %13, 0
  br i1 %23, label %24, label %29

24:
  %25 = getelementptr inbounds i8, ptr %0, i64 120
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr i64, ptr %16, i64 %26
  %28 = getelementptr i8, ptr %27, i64 200
  store i64 %22, ptr %28, align 8
  br label %29

29:
  %30 = getelementptr inbounds i8, ptr %16, i64 176
  %31 = load i64, ptr %30, align 8
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %36, label %33

33:
  %34 = zext i32 %13 to i64
  %35 = inttoptr i64 %31 to ptr
  call void %35(ptr %0, i32 1, i32 %1, i32 %2, ptr %6, i64 %34)
  br label %36

36:
  ret void
}
!0 = !{!"branch_weights", i32 99, i32 1}
!1 = !{!"branch_weights", i32 1, i32 99}
!2 = !{!"branch_weights", i32 999, i32 1}
!3 = !{!"branch_weights", i32 1, i32 999}
