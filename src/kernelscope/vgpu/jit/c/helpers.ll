; 01eb016b93fd8abda6660b7118abe1b4e17805743a4e4c8d46ea1f35d562cb38
declare i32 @"llvm.cttz.i32"(i32, i1 immarg)
declare i32 @"llvm.ctpop.i32"(i32)
declare i32 @"llvm.umax.i32"(i32, i32)
declare i64 @"llvm.umin.i64"(i64, i64)
declare void @"llvm.masked.store.v32i32.p0"(<32 x i32>, ptr, i32, <32 x i1>)
declare void @"llvm.memset.p0.i64"(ptr , i8, i64, i1 immarg)
declare void @"ks.products_meet"(ptr , i64 )
declare void @"ks.tell_of_passes"(ptr , ptr )
declare void @"llvm.masked.store.v32i64.p0"(<32 x i64>, ptr, i32, <32 x i1>)
declare void @"ks.trace_run"(ptr , i64 , i64 )
declare void @"llvm.memmove.p0.p0.i64"(ptr , ptr , i64, i1 immarg)
declare void @"ks.launch_answer"(ptr , ptr )
declare i64 @"ks.watch_copy"(ptr , ptr )
declare void @"ks.watch_written"(ptr , ptr , i64 )
declare i1 @"ks.launch_can_answer"(ptr , ptr )
declare i64 @"llvm.smax.i64"(i64, i64)
declare i64 @"llvm.smin.i64"(i64, i64)
declare i64 @"llvm.umax.i64"(i64, i64)
declare void @"ks.mbarrier_wake"(ptr , i64 , i64 )
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
declare void @"ks.tell_of_copies"(ptr )
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
declare <16 x i32> @"llvm.smax.v16i32"(<16 x i32>, <16 x i32>)
declare <16 x double> @"llvm.trunc.v16f64"(<16 x double>)
declare <16 x double> @"llvm.fmuladd.v16f64"(<16 x double>, <16 x double>, <16 x double>)
declare <16 x float> @"llvm.fabs.v16f32"(<16 x float>)
declare <16 x float> @"llvm.fma.v16f32"(<16 x float>, <16 x float>, <16 x float>)
declare <16 x i32> @"llvm.umax.v16i32"(<16 x i32>, <16 x i32>)
declare i8 @"llvm.vector.reduce.or.v32i8"(<32 x i8>)
declare void @"ks.bulk_await"(ptr , i64 , i64 , i64 , i64 , i64 , i64 , i64 )
declare <32 x i32> @"llvm.umax.v32i32"(<32 x i32>, <32 x i32>)
declare i32 @"llvm.sadd.sat.i32"(i32, i32)
declare void @"ks.add_scaled"(ptr , ptr , ptr , ptr , ptr , i64 , i64 , i1 )
declare i1 @"ks.tensor_columns"(ptr , i64 , i64 , ptr , i64 , i64 )
declare i1 @"ks.watch_chunks"(ptr , i64 , ptr , i64 )
declare float @"llvm.fabs.f32"(float)
declare <32 x i64> @"llvm.umax.v32i64"(<32 x i64>, <32 x i64>)
declare i64 @"llvm.vector.reduce.umin.v32i64"(<32 x i64>)
declare i64 @"llvm.vector.reduce.umax.v32i64"(<32 x i64>)
declare <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr, i32, <32 x i1>, <32 x i64>)
declare <8 x i64> @"llvm.umax.v8i64"(<8 x i64>, <8 x i64>)
declare i64 @"llvm.vector.reduce.umax.v8i64"(<8 x i64>)
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
  %9 = getelementptr inbounds i8, ptr %6, i64 464
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %13, label %12, !prof !2

12:
  call void @"ks.tell_of_passes"(ptr %0, ptr %6)
  br label %13

13:
  %14 = load i64, ptr %8, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr %8, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 488
  %17 = load i64, ptr %16, align 8
  %18 = inttoptr i64 %17 to ptr
  %19 = getelementptr i64, ptr %18, i64 %1
  %20 = getelementptr i8, ptr %19, i64 256
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, 0
  %23 = getelementptr inbounds i8, ptr %0, i64 128
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %88, label %26

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 480
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 136
  %30 = load i64, ptr %29, align 8
  %31 = trunc i64 %1 to i32
  %32 = insertelement <32 x i32> poison, i32 %31, i64 0
  %33 = shufflevector <32 x i32> %32, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %35

34:
  br i1 %83, label %88, label %94

35:
  %36 = phi i1 [ true, %26 ], [ %83, %80 ]
  %37 = phi i64 [ 0, %26 ], [ %86, %80 ]
  %38 = mul i64 %30, %37
  %39 = add i64 %38, %28
  %40 = inttoptr i64 %39 to ptr
  %41 = getelementptr inbounds i8, ptr %40, i64 64
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %58

44:
  %45 = getelementptr inbounds i8, ptr %40, i64 8
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, 1
  br i1 %47, label %48, label %52

48:
  %49 = getelementptr inbounds i8, ptr %40, i64 16
  %50 = load i64, ptr %49, align 8
  %51 = icmp eq i64 %50, %1
  br label %52

52:
  %53 = phi i1 [ %51, %48 ], [ false, %44 ]
  %54 = sext i1 %53 to i32
  %55 = icmp eq i64 %46, 2
  %56 = select i1 %55, i1 %22, i1 false
  %57 = select i1 %56, i1 true, i1 %53
  br label %80

58:
  %59 = getelementptr inbounds i8, ptr %40, i64 192
  %60 = load <32 x i32>, ptr %59, align 4
  %61 = icmp eq <32 x i32> %60, splat (i32 -1)
  %62 = getelementptr inbounds i8, ptr %40, i64 320
  %63 = load <32 x i32>, ptr %62, align 4
  %64 = icmp eq <32 x i32> %63, %33
  %65 = and <32 x i1> %61, %64
  %66 = bitcast <32 x i1> %65 to i32
  %67 = getelementptr inbounds i8, ptr %40, i64 80
  %68 = load i64, ptr %67, align 8
  %69 = trunc i64 %68 to i32
  %70 = and i32 %66, %69
  %71 = getelementptr inbounds i8, ptr %40, i64 8
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, 2
  %74 = select i1 %73, i1 %22, i1 false
  br i1 %74, label %80, label %75

75:
  %76 = getelementptr inbounds i8, ptr %40, i64 72
  %77 = load i64, ptr %76, align 8
  %78 = trunc i64 %77 to i32
  %79 = icmp eq i32 %70, %78
  br label %80

80:
  %81 = phi i32 [ %54, %52 ], [ %70, %58 ], [ %70, %75 ]
  %82 = phi i1 [ %57, %52 ], [ true, %58 ], [ %79, %75 ]
  %83 = and i1 %36, %82
  %84 = zext i32 %81 to i64
  %85 = getelementptr inbounds i64, ptr %3, i64 %37
  store i64 %84, ptr %85, align 8
  %86 = add i64 %37, 1
  %87 = icmp ult i64 %86, %24
  br i1 %87, label %35, label %34

88:
  %89 = getelementptr inbounds i8, ptr %6, i64 16
  %90 = load i64, ptr %89, align 8
  call void @"ks.products_meet"(ptr %6, i64 %90)
  store i64 %15, ptr %89, align 8
  %91 = getelementptr inbounds i8, ptr %8, i64 8
  %92 = load i64, ptr %91, align 8
  %93 = icmp eq i64 %92, 0
  br i1 %93, label %107, label %94

94:
  %95 = phi i1 [ false, %34 ], [ true, %88 ]
  %96 = trunc i64 %1 to i32
  %97 = zext i1 %95 to i64
  %98 = getelementptr inbounds i8, ptr %6, i64 184
  %99 = load i64, ptr %98, align 8
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %107, label %101

101:
  %102 = inttoptr i64 %99 to ptr
  %103 = load i64, ptr %9, align 8
  %104 = icmp eq i64 %103, 0
  br i1 %104, label %106, label %105, !prof !2

105:
  call void @"ks.tell_of_passes"(ptr %0, ptr %6)
  br label %106

106:
  call void %102(ptr %0, i32 0, i32 %96, i32 0, ptr %3, i64 %97)
  br label %107

107:
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
define weak_odr void @"ks.tell_of_copies"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 352
  %3 = load i64, ptr %2, align 8
  %4 = inttoptr i64 %3 to ptr
  %5 = getelementptr inbounds i8, ptr %0, i64 496
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = icmp eq i64 %6, 0
  br i1 %8, label %15, label %9

9:
  %10 = getelementptr inbounds i8, ptr %7, i64 8256
  %11 = getelementptr inbounds i8, ptr %4, i64 184
  %12 = getelementptr inbounds i8, ptr %4, i64 464
  %13 = load i64, ptr %7, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %15, label %16

15:
  ret void

16:
  %17 = phi i64 [ %33, %32 ], [ 0, %9 ]
  %18 = mul i64 %17, 464
  %19 = getelementptr inbounds i8, ptr %10, i64 %18
  %20 = getelementptr inbounds i8, ptr %19, i64 456
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %32, label %23

23:
  %24 = load i64, ptr %11, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %32, label %26

26:
  %27 = inttoptr i64 %24 to ptr
  %28 = load i64, ptr %12, align 8
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %31, label %30, !prof !2

30:
  call void @"ks.tell_of_passes"(ptr %0, ptr %4)
  br label %31

31:
  call void %27(ptr %0, i32 17, i32 0, i32 0, ptr %19, i64 1)
  br label %32

32:
  store i64 0, ptr %20, align 8
  %33 = add i64 %17, 1
  %34 = load i64, ptr %7, align 8
  %35 = icmp ult i64 %33, %34
  br i1 %35, label %16, label %15
}
define weak_odr void @"ks.bulk_push"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 496
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %0, i64 352
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = icmp eq i64 %7, 0
  br i1 %9, label %70, label %10, !prof !2

10:
  %11 = load i64, ptr %8, align 8
  %12 = inttoptr i64 %11 to ptr
  %13 = load i64, ptr %12, align 8
  %14 = add i64 %13, 1
  store i64 %14, ptr %12, align 8
  %15 = call i64 @"ks.watch_copy"(ptr %0, ptr %1)
  switch i64 %15, label %44 [
    i64 1, label %16
    i64 0, label %39
  ]

16:
  %17 = getelementptr inbounds i8, ptr %1, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %44, label %20

20:
  %21 = getelementptr inbounds i8, ptr %1, i64 360
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %24, label %44

24:
  %25 = getelementptr inbounds i8, ptr %1, i64 56
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr inbounds i8, ptr %8, i64 48
  %28 = load i64, ptr %27, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = icmp ult i64 %26, 1152921504606846976
  %31 = lshr i64 %26, 37
  %32 = and i64 %31, 134217720
  %33 = select i1 %30, i64 %32, i64 0
  %34 = getelementptr inbounds i64, ptr %29, i64 %33
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %37, label %44

37:
  %38 = getelementptr inbounds i8, ptr %1, i64 456
  store i64 %14, ptr %38, align 8
  br label %55

39:
  %40 = getelementptr inbounds i8, ptr %1, i64 128
  %41 = load i64, ptr %40, align 8
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %44, label %43

43:
  call void @"ks.tell_of_copies"(ptr %0)
  br label %44

44:
  %45 = getelementptr inbounds i8, ptr %8, i64 184
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %55, label %48

48:
  %49 = inttoptr i64 %46 to ptr
  %50 = getelementptr inbounds i8, ptr %8, i64 464
  %51 = load i64, ptr %50, align 8
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %54, label %53, !prof !2

53:
  call void @"ks.tell_of_passes"(ptr %0, ptr %8)
  br label %54

54:
  call void %49(ptr %0, i32 17, i32 0, i32 0, ptr %1, i64 %15)
  br label %55

55:
  %56 = shl i64 %14, 32
  %57 = getelementptr inbounds i8, ptr %8, i64 40
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %1, i64 400
  %60 = load i64, ptr %59, align 8
  %61 = or i64 %56, %58
  %62 = or i64 %61, %60
  %63 = or i64 %62, -9223372036854775808
  %64 = icmp eq i64 %15, 0
  br i1 %64, label %70, label %65

65:
  %66 = getelementptr inbounds i8, ptr %1, i64 8
  %67 = load i64, ptr %66, align 8
  %68 = icmp eq i64 %67, 0
  br i1 %68, label %70, label %69

69:
  call void @"ks.watch_written"(ptr %0, ptr %1, i64 %63)
  br label %70

70:
  %71 = getelementptr inbounds i8, ptr %0, i64 432
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %75, label %74, !prof !2

74:
  call void @"ks.bulk_trace"(ptr %0, ptr %1)
  br label %75

75:
  %76 = getelementptr inbounds i8, ptr %1, i64 448
  %77 = load i64, ptr %76, align 8
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %79, label %93

79:
  %80 = getelementptr inbounds i8, ptr %0, i64 304
  %81 = load i64, ptr %80, align 8
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %93, label %83, !prof !2

83:
  %84 = shl i64 %81, 13
  %85 = xor i64 %84, %81
  %86 = lshr i64 %85, 7
  %87 = xor i64 %86, %85
  %88 = shl i64 %87, 17
  %89 = xor i64 %88, %87
  store i64 %89, ptr %80, align 8
  %90 = and i64 %87, 2048
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %92, label %93

92:
  call void @"ks.bulk_move"(ptr %0, ptr %1)
  br label %105

93:
  %94 = load i64, ptr %5, align 8
  %95 = icmp ugt i64 %94, 255
  br i1 %95, label %96, label %98, !prof !3

96:
  call void @"ks.bulk_finish"(ptr %0)
  %97 = load i64, ptr %5, align 8
  br label %98

98:
  %99 = phi i64 [ %97, %96 ], [ %94, %93 ]
  %100 = getelementptr inbounds i8, ptr %5, i64 8256
  %101 = mul i64 %99, 464
  %102 = getelementptr inbounds i8, ptr %100, i64 %101
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %102, ptr align 8 %1, i64 464, i1 false)
  %103 = load i64, ptr %5, align 8
  %104 = add i64 %103, 1
  store i64 %104, ptr %5, align 8
  br label %105

105:
  ret void
}
define weak_odr void @"ks.bulk_move"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %1, i64 448
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
  br i1 %36, label %73, label %42

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
  %45 = getelementptr inbounds i8, ptr %1, i64 360
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds i8, ptr %1, i64 32
  %48 = load i64, ptr %47, align 8
  %49 = inttoptr i64 %44 to ptr
  %50 = load i64, ptr %49, align 8
  %51 = and i64 %50, 1048575
  %52 = lshr i64 %50, 20
  %53 = sub i64 %52, %46
  %54 = and i64 %53, 1048575
  %55 = lshr i64 %50, 40
  %56 = sub i64 %55, %48
  %57 = and i64 %56, 4194303
  %58 = and i64 %50, -4611686018427387904
  %59 = or i64 %54, %57
  %60 = icmp eq i64 %59, 0
  %61 = select i1 %60, i64 %51, i64 %54
  %62 = xor i64 %58, -9223372036854775808
  %63 = select i1 %60, i64 %62, i64 %58
  %64 = shl i64 %57, 40
  %65 = shl i64 %61, 20
  %66 = or i64 %65, %64
  %67 = or i64 %66, %63
  %68 = or i64 %67, %51
  store i64 %68, ptr %49, align 8
  %69 = xor i64 %63, %50
  %70 = icmp sgt i64 %69, -1
  br i1 %70, label %73, label %71

71:
  %72 = lshr i64 %50, 63
  call void @"ks.mbarrier_wake"(ptr %0, i64 %44, i64 %72)
  br label %73

73:
  %74 = getelementptr inbounds i8, ptr %0, i64 352
  %75 = load i64, ptr %74, align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %100, label %77, !prof !2

77:
  %78 = inttoptr i64 %75 to ptr
  %79 = load i64, ptr %78, align 8
  %80 = inttoptr i64 %79 to ptr
  %81 = load i64, ptr %80, align 8
  %82 = add i64 %81, 1
  store i64 %82, ptr %80, align 8
  %83 = getelementptr inbounds i8, ptr %78, i64 184
  %84 = load i64, ptr %83, align 8
  %85 = icmp eq i64 %84, 0
  br i1 %85, label %93, label %86

86:
  %87 = inttoptr i64 %84 to ptr
  %88 = getelementptr inbounds i8, ptr %78, i64 464
  %89 = load i64, ptr %88, align 8
  %90 = icmp eq i64 %89, 0
  br i1 %90, label %92, label %91, !prof !2

91:
  call void @"ks.tell_of_passes"(ptr %0, ptr %78)
  br label %92

92:
  call void %87(ptr %0, i32 18, i32 0, i32 0, ptr %1, i64 0)
  br label %93

93:
  %94 = getelementptr inbounds i8, ptr %1, i64 424
  %95 = load i64, ptr %94, align 8
  %96 = icmp eq i64 %95, 0
  br i1 %96, label %100, label %97

97:
  %98 = shl i64 %82, 32
  %99 = or i64 %95, %98
  call void @"ks.watch_written"(ptr %0, ptr %1, i64 %99)
  br label %100

100:
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
  %15 = mul i64 %14, 464
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
  %31 = mul i64 %13, 464
  %32 = getelementptr inbounds i8, ptr %10, i64 %31
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %32, ptr align 8 %16, i64 464, i1 false)
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
  %15 = mul i64 %14, 464
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
  %37 = mul i64 %36, 464
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
  %45 = mul i64 %35, 464
  %46 = getelementptr inbounds i8, ptr %10, i64 %45
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %46, ptr align 8 %38, i64 464, i1 false)
  br label %47

47:
  %48 = phi i64 [ %35, %42 ], [ %44, %43 ]
  %49 = add i64 %36, 1
  %50 = icmp ult i64 %49, %7
  br i1 %50, label %34, label %51

51:
  store i64 %48, ptr %6, align 8
  %52 = add i64 %5, 127040
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
  %65 = mul i64 %64, 464
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
  %62 = getelementptr inbounds i8, ptr %1, i64 440
  %63 = load i64, ptr %62, align 8
  %64 = mul i64 %11, %2
  %65 = getelementptr inbounds i8, ptr %1, i64 432
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
  %11 = alloca [58 x i64], align 8
  %12 = alloca [58 x i64], align 8
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
  %47 = getelementptr inbounds i8, ptr %12, i64 432
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
  %74 = getelementptr inbounds i8, ptr %12, i64 440
  %75 = getelementptr inbounds i8, ptr %11, i64 32
  %76 = getelementptr inbounds i8, ptr %11, i64 40
  %77 = getelementptr inbounds i8, ptr %11, i64 432
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 464, i1 false)
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %12, i8 0, i64 464, i1 false)
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
  %11 = alloca [58 x i64], align 8
  %12 = alloca [58 x i64], align 8
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
  %42 = getelementptr inbounds i8, ptr %12, i64 432
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
  %69 = getelementptr inbounds i8, ptr %12, i64 440
  %70 = getelementptr inbounds i8, ptr %11, i64 32
  %71 = getelementptr inbounds i8, ptr %11, i64 40
  %72 = getelementptr inbounds i8, ptr %11, i64 432
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 464, i1 false)
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %12, i8 0, i64 464, i1 false)
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
  %9 = alloca [58 x i64], align 8
  %10 = alloca [58 x i64], align 8
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
  %40 = getelementptr inbounds i8, ptr %10, i64 432
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
  %67 = getelementptr inbounds i8, ptr %10, i64 440
  %68 = getelementptr inbounds i8, ptr %9, i64 32
  %69 = getelementptr inbounds i8, ptr %9, i64 40
  %70 = getelementptr inbounds i8, ptr %9, i64 432
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %9, i8 0, i64 464, i1 false)
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %10, i8 0, i64 464, i1 false)
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
  %11 = alloca [58 x i64], align 8
  %12 = alloca [58 x i64], align 8
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %12, i8 0, i64 464, i1 false)
  %32 = getelementptr inbounds i8, ptr %12, i64 32
  store i64 %8, ptr %32, align 8
  %33 = getelementptr inbounds i8, ptr %12, i64 40
  store i64 %1, ptr %33, align 8
  %34 = getelementptr inbounds i8, ptr %12, i64 432
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
  %57 = getelementptr inbounds i8, ptr %11, i64 432
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 464, i1 false)
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
  %9 = alloca [58 x i64], align 8
  %10 = getelementptr inbounds i8, ptr %9, i64 40
  %11 = getelementptr inbounds i8, ptr %9, i64 24
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 440, i1 false)
  store i64 %1, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %9, i64 432
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
  %5 = alloca [58 x i64], align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  call void @"llvm.memset.p0.i64"(ptr align 8 %1, i8 0, i64 464, i1 false)
  %8 = getelementptr inbounds i8, ptr %1, i64 32
  store i64 16, ptr %8, align 8
  %9 = getelementptr inbounds i8, ptr %1, i64 40
  store i64 %7, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %1, i64 432
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %5, i8 0, i64 464, i1 false)
  store i64 %7, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %5, i64 432
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
  %11 = alloca [58 x i64], align 8
  %12 = alloca [58 x i64], align 8
  %13 = alloca [58 x i64], align 8
  %14 = alloca [58 x i64], align 8
  %15 = alloca [5 x i64], align 8
  %16 = alloca [5 x i64], align 8
  %17 = alloca [5 x i64], align 8
  %18 = alloca [5 x i64], align 8
  %19 = alloca [5 x i64], align 8
  %20 = alloca [5 x i64], align 8
  %21 = alloca [5 x i64], align 8
  %22 = alloca [58 x i64], align 8
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
  %107 = getelementptr inbounds i8, ptr %13, i64 432
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
  %141 = getelementptr inbounds i8, ptr %14, i64 432
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
  %164 = getelementptr inbounds i8, ptr %11, i64 432
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
  %186 = getelementptr inbounds i8, ptr %12, i64 432
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
  %207 = getelementptr inbounds i8, ptr %22, i64 432
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %22, i8 0, i64 464, i1 false)
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %12, i8 0, i64 464, i1 false)
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %13, i8 0, i64 464, i1 false)
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %14, i8 0, i64 464, i1 false)
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 464, i1 false)
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
  %38 = getelementptr inbounds i8, ptr %37, i64 144
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %66, label %41, !prof !2

41:
  %42 = select i1 %2, i64 4294967296, i64 0
  %43 = getelementptr inbounds i8, ptr %37, i64 32
  %44 = load i64, ptr %43, align 8
  %45 = inttoptr i64 %44 to ptr
  %46 = load i64, ptr %37, align 8
  %47 = inttoptr i64 %46 to ptr
  %48 = load i64, ptr %47, align 8
  %49 = add i64 %48, 1
  store i64 %49, ptr %47, align 8
  %50 = load i64, ptr %7, align 8
  %51 = and i64 %50, 4294967295
  %52 = getelementptr inbounds i8, ptr %0, i64 808
  %53 = load i64, ptr %52, align 8
  %54 = trunc i64 %53 to i32
  %55 = or i64 %51, %42
  %56 = getelementptr inbounds i8, ptr %37, i64 184
  %57 = load i64, ptr %56, align 8
  %58 = icmp eq i64 %57, 0
  br i1 %58, label %66, label %59

59:
  %60 = inttoptr i64 %57 to ptr
  %61 = getelementptr inbounds i8, ptr %37, i64 464
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %65, label %64, !prof !2

64:
  call void @"ks.tell_of_passes"(ptr %45, ptr %37)
  br label %65

65:
  call void %60(ptr %45, i32 20, i32 %54, i32 %1, ptr %0, i64 %55)
  br label %66

66:
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
  br i1 %15, label %152, label %16

16:
  %17 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %5, i32 %7, i64 %14, i1 false, ptr %13)
  br i1 %17, label %18, label %152

18:
  %19 = icmp ne <32 x i64> %6, zeroinitializer
  %20 = bitcast <32 x i1> %19 to i32
  %21 = and i32 %7, %20
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %27, label %23

23:
  %24 = call i1 @"ks.global_hosts"(ptr %0, i64 %1, <32 x i64> %4, i32 %21, ptr %12, ptr %11, i64 %14)
  br i1 %24, label %25, label %152

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
  br i1 %64, label %105, label %65, !prof !2

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
  %80 = getelementptr inbounds i8, ptr %66, i64 144
  %81 = load i64, ptr %80, align 8
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %105, label %83, !prof !2

83:
  %84 = getelementptr inbounds i8, ptr %66, i64 32
  %85 = load i64, ptr %84, align 8
  %86 = inttoptr i64 %85 to ptr
  %87 = load i64, ptr %66, align 8
  %88 = inttoptr i64 %87 to ptr
  %89 = load i64, ptr %88, align 8
  %90 = add i64 %89, 1
  store i64 %90, ptr %88, align 8
  %91 = load i64, ptr %79, align 8
  %92 = and i64 %91, 4294967295
  %93 = load i64, ptr %70, align 8
  %94 = trunc i64 %93 to i32
  %95 = getelementptr inbounds i8, ptr %66, i64 184
  %96 = load i64, ptr %95, align 8
  %97 = icmp eq i64 %96, 0
  br i1 %97, label %105, label %98

98:
  %99 = inttoptr i64 %96 to ptr
  %100 = getelementptr inbounds i8, ptr %66, i64 464
  %101 = load i64, ptr %100, align 8
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %104, label %103, !prof !2

103:
  call void @"ks.tell_of_passes"(ptr %86, ptr %66)
  br label %104

104:
  call void %99(ptr %86, i32 19, i32 %94, i32 %7, ptr %47, i64 %92)
  br label %105

105:
  %106 = icmp ult i64 %9, 256
  br i1 %106, label %149, label %107

107:
  %108 = getelementptr inbounds i8, ptr %0, i64 304
  %109 = load i64, ptr %108, align 8
  %110 = icmp eq i64 %109, 0
  br i1 %110, label %149, label %111, !prof !2

111:
  %112 = shl i64 %109, 13
  %113 = xor i64 %112, %109
  %114 = lshr i64 %113, 7
  %115 = xor i64 %114, %113
  %116 = shl i64 %115, 17
  %117 = xor i64 %116, %115
  store i64 %117, ptr %108, align 8
  %118 = and i64 %115, 2048
  %119 = icmp eq i64 %118, 0
  br i1 %119, label %120, label %149

120:
  %121 = load i64, ptr %63, align 8
  %122 = icmp eq i64 %121, 0
  br i1 %122, label %124, label %123, !prof !2

123:
  call void @"ks.copy_arrived"(ptr %47, i32 %7, i1 false)
  br label %124

124:
  %125 = load i64, ptr %56, align 8
  %126 = icmp eq i64 %125, 16
  br label %127

127:
  %128 = phi i32 [ %7, %124 ], [ %147, %145 ]
  %129 = call i32 @"llvm.cttz.i32"(i32 %128, i1 true)
  %130 = zext i32 %129 to i64
  %131 = getelementptr inbounds i64, ptr %47, i64 %130
  %132 = load i64, ptr %131, align 8
  %133 = inttoptr i64 %132 to ptr
  %134 = getelementptr inbounds i8, ptr %131, i64 256
  %135 = load i64, ptr %134, align 8
  %136 = inttoptr i64 %135 to ptr
  %137 = getelementptr inbounds i8, ptr %131, i64 512
  %138 = load i64, ptr %137, align 8
  %139 = icmp eq i64 %138, 16
  %140 = select i1 %139, i1 %126, i1 false, !prof !2
  br i1 %140, label %141, label %142, !prof !2

141:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %136, ptr align 1 %133, i64 16, i1 false)
  br label %145

142:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %136, ptr align 1 %133, i64 %138, i1 false)
  %143 = getelementptr inbounds i8, ptr %136, i64 %138
  %144 = sub i64 %125, %138
  call void @"llvm.memset.p0.i64"(ptr align 1 %143, i8 0, i64 %144, i1 false)
  br label %145

145:
  %146 = add i32 %128, -1
  %147 = and i32 %146, %128
  %148 = icmp eq i32 %147, 0
  br i1 %148, label %152, label %127

149:
  %150 = load i64, ptr %32, align 8
  %151 = add i64 %150, 1
  store i64 %151, ptr %32, align 8
  br label %152

152:
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
  %23 = getelementptr inbounds i8, ptr %1, i64 152
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
  br label %57

20:
  %21 = getelementptr inbounds i8, ptr %0, i64 480
  %22 = getelementptr inbounds i8, ptr %0, i64 136
  %23 = icmp eq i64 %1, 0
  br label %24

24:
  %25 = phi i64 [ 0, %20 ], [ %49, %33 ]
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
  %44 = getelementptr inbounds i8, ptr %30, i64 168
  store i64 0, ptr %44, align 8
  %45 = getelementptr inbounds i8, ptr %30, i64 160
  store i64 0, ptr %45, align 8
  %46 = getelementptr inbounds i8, ptr %30, i64 136
  store i64 0, ptr %46, align 8
  %47 = getelementptr inbounds i8, ptr %30, i64 128
  store i64 0, ptr %47, align 8
  %48 = getelementptr inbounds i8, ptr %30, i64 64
  store i64 %6, ptr %48, align 8
  %49 = add i64 %25, 1
  %50 = icmp ult i64 %49, %4
  br i1 %50, label %24, label %19

51:
  %52 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %52, align 8
  %53 = getelementptr inbounds i8, ptr %0, i64 168
  store i64 %4, ptr %53, align 8
  %54 = getelementptr inbounds i8, ptr %0, i64 352
  %55 = load i64, ptr %54, align 8
  %56 = icmp eq i64 %55, 0
  br i1 %56, label %64, label %62, !prof !2

57:
  %58 = phi i64 [ %60, %57 ], [ 0, %19 ]
  %59 = getelementptr inbounds i64, ptr %9, i64 %58
  store i64 0, ptr %59, align 8
  %60 = add i64 %58, 1
  %61 = icmp ult i64 %58, 15
  br i1 %61, label %57, label %51

62:
  %63 = inttoptr i64 %55 to ptr
  call void @"ks.watch_begin_block"(ptr %0, ptr %63)
  br label %64

64:
  %65 = getelementptr inbounds i8, ptr %0, i64 360
  %66 = load i64, ptr %65, align 8
  %67 = icmp eq i64 %66, 0
  br i1 %67, label %69, label %68, !prof !2

68:
  call void @"ks.tags_begin_block"(ptr %0)
  br label %69

69:
  %70 = getelementptr inbounds i8, ptr %0, i64 408
  %71 = load i64, ptr %70, align 8
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %74, label %73, !prof !2

73:
  call void @"ks.trace_choose"(ptr %0)
  br label %74

74:
  %75 = getelementptr inbounds i8, ptr %0, i64 504
  %76 = load i64, ptr %75, align 8
  %77 = icmp eq i64 %76, 0
  br i1 %77, label %79, label %78, !prof !2

78:
  call void @"ks.tensor_begin"(ptr %0)
  br label %79

79:
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
define weak_odr i64 @"ks.run_round"(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 128
  %6 = load i64, ptr %5, align 8
  %7 = icmp eq i64 %2, 0
  br i1 %7, label %8, label %13, !prof !2

8:
  %9 = getelementptr inbounds i8, ptr %0, i64 272
  store i64 0, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %0, i64 176
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr %10, align 8
  br label %13

13:
  %14 = icmp ult i64 %2, %6
  br i1 %14, label %15, label %26

15:
  %16 = getelementptr inbounds i8, ptr %0, i64 480
  %17 = getelementptr inbounds i8, ptr %0, i64 136
  %18 = getelementptr inbounds i8, ptr %0, i64 120
  %19 = getelementptr inbounds i8, ptr %0, i64 304
  %20 = getelementptr inbounds i8, ptr %0, i64 176
  %21 = getelementptr inbounds i8, ptr %0, i64 272
  %22 = and i64 %3, 4
  %23 = icmp ne i64 %22, 0
  %24 = getelementptr inbounds i8, ptr %0, i64 168
  %25 = icmp eq i64 %22, 0
  br label %28

26:
  %27 = phi i64 [ %2, %13 ], [ %90, %89 ]
  ret i64 %27

28:
  %29 = phi i64 [ %2, %15 ], [ %90, %89 ]
  %30 = phi i64 [ %2, %15 ], [ %91, %89 ]
  %31 = load i64, ptr %16, align 8
  %32 = load i64, ptr %17, align 8
  %33 = mul i64 %32, %30
  %34 = add i64 %33, %31
  %35 = inttoptr i64 %34 to ptr
  %36 = getelementptr inbounds i8, ptr %35, i64 8
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %39, label %89

39:
  store i64 %30, ptr %18, align 8
  %40 = load i64, ptr %19, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %51, label %42, !prof !2

42:
  %43 = shl i64 %40, 13
  %44 = xor i64 %43, %40
  %45 = lshr i64 %44, 7
  %46 = xor i64 %45, %44
  %47 = shl i64 %46, 17
  %48 = xor i64 %47, %46
  store i64 %48, ptr %19, align 8
  %49 = and i64 %46, 2048
  %50 = icmp eq i64 %49, 0
  br i1 %50, label %89, label %51

51:
  %52 = getelementptr inbounds i8, ptr %35, i64 64
  %53 = load i64, ptr %52, align 8
  %54 = icmp eq i64 %53, 0
  br i1 %54, label %55, label %57, !prof !2

55:
  %56 = call i32 %1(ptr %0, ptr %35)
  br label %59

57:
  %58 = call i32 @"ks.run_apart"(ptr %0, ptr %35)
  br label %59

59:
  %60 = phi i32 [ %56, %55 ], [ %58, %57 ]
  switch i32 %60, label %89 [
    i32 0, label %61
    i32 1, label %66
    i32 5, label %79
    i32 4, label %80
    i32 6, label %81
    i32 3, label %82
    i32 2, label %88
  ]

61:
  store i64 2, ptr %36, align 8
  %62 = load i64, ptr %24, align 8
  %63 = add i64 %62, -1
  store i64 %63, ptr %24, align 8
  store i64 0, ptr %20, align 8
  store i64 1, ptr %21, align 8
  br i1 %25, label %89, label %64

64:
  %65 = call i64 @"ks.cluster_complete"(ptr %0)
  br label %89

66:
  %67 = getelementptr inbounds i8, ptr %35, i64 16
  %68 = load i64, ptr %67, align 8
  %69 = icmp eq i64 %68, 17
  br i1 %69, label %89, label %70

70:
  store i64 1, ptr %36, align 8
  %71 = getelementptr inbounds i8, ptr %35, i64 104
  store i64 0, ptr %71, align 8
  %72 = getelementptr inbounds i8, ptr %35, i64 160
  store i64 0, ptr %72, align 8
  store i64 0, ptr %20, align 8
  store i64 1, ptr %21, align 8
  %73 = icmp eq i64 %68, 16
  %74 = and i1 %23, %73
  br i1 %74, label %75, label %76

75:
  call void @"ks.cluster_wait"(ptr %0, ptr %35)
  br label %89

76:
  %77 = getelementptr inbounds i8, ptr %35, i64 24
  %78 = load i64, ptr %77, align 8
  call void @"ks.barrier_arrive"(ptr %0, i64 %68, i64 %78, i64 32)
  br label %89

79:
  store i64 1, ptr %36, align 8
  store i64 0, ptr %20, align 8
  store i64 1, ptr %21, align 8
  br label %89

80:
  store i64 1, ptr %52, align 8
  store i64 0, ptr %20, align 8
  store i64 1, ptr %21, align 8
  br label %89

81:
  store i64 0, ptr %20, align 8
  store i64 1, ptr %21, align 8
  br label %89

82:
  store i64 0, ptr %20, align 8
  %83 = getelementptr inbounds i8, ptr %35, i64 104
  %84 = load i64, ptr %83, align 8
  %85 = add i64 %84, 1
  store i64 %85, ptr %83, align 8
  %86 = icmp ugt i64 %85, 16
  %87 = zext i1 %86 to i64
  store i64 %87, ptr %52, align 8
  br label %89

88:
  store i64 0, ptr %20, align 8
  br label %89

89:
  %90 = phi i64 [ %29, %28 ], [ 1, %42 ], [ 1, %76 ], [ 1, %75 ], [ 1, %59 ], [ 1, %61 ], [ 1, %64 ], [ 1, %66 ], [ 1, %79 ], [ 1, %80 ], [ 1, %81 ], [ 1, %82 ], [ 1, %88 ]
  %91 = add i64 %30, 1
  %92 = icmp ult i64 %91, %6
  br i1 %92, label %28, label %26
}
define weak_odr i64 @"ks.run_together"(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 128
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds i8, ptr %8, i64 24
  %10 = load atomic i64, ptr %9 monotonic, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %12, label %112

12:
  %13 = icmp eq i64 %5, 0
  %14 = getelementptr inbounds i8, ptr %0, i64 480
  %15 = getelementptr inbounds i8, ptr %0, i64 136
  %16 = getelementptr inbounds i8, ptr %0, i64 120
  %17 = getelementptr inbounds i8, ptr %0, i64 272
  %18 = getelementptr inbounds i8, ptr %0, i64 176
  %19 = and i64 %2, 4
  %20 = icmp ne i64 %19, 0
  %21 = getelementptr inbounds i8, ptr %0, i64 168
  %22 = icmp eq i64 %19, 0
  br label %23

23:
  br i1 %13, label %95, label %24

24:
  %25 = phi i64 [ %91, %90 ], [ 0, %23 ]
  %26 = load i64, ptr %14, align 8
  %27 = load i64, ptr %15, align 8
  %28 = mul i64 %27, %25
  %29 = add i64 %28, %26
  %30 = inttoptr i64 %29 to ptr
  store i64 %25, ptr %16, align 8
  %31 = call i32 %1(ptr %0, ptr %30)
  %32 = getelementptr inbounds i8, ptr %30, i64 16
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %30, i64 24
  %35 = load i64, ptr %34, align 8
  %36 = or i64 %35, %33
  %37 = icmp eq i32 %31, 1
  %38 = icmp eq i64 %36, 0
  %39 = select i1 %37, i1 %38, i1 false, !prof !2
  br i1 %39, label %90, label %40, !prof !2

40:
  store i64 0, ptr %17, align 8
  %41 = load i64, ptr %18, align 8
  %42 = add i64 %41, 1
  store i64 %42, ptr %18, align 8
  %43 = icmp eq i64 %25, 0
  br i1 %43, label %44, label %76

44:
  switch i32 %31, label %93 [
    i32 0, label %45
    i32 1, label %51
    i32 5, label %63
    i32 4, label %65
    i32 6, label %67
    i32 3, label %68
    i32 2, label %75
  ]

45:
  %46 = getelementptr inbounds i8, ptr %30, i64 8
  store i64 2, ptr %46, align 8
  %47 = load i64, ptr %21, align 8
  %48 = add i64 %47, -1
  store i64 %48, ptr %21, align 8
  store i64 0, ptr %18, align 8
  store i64 1, ptr %17, align 8
  br i1 %22, label %93, label %49

49:
  %50 = call i64 @"ks.cluster_complete"(ptr %0)
  br label %93

51:
  %52 = load i64, ptr %32, align 8
  %53 = icmp eq i64 %52, 17
  br i1 %53, label %93, label %54

54:
  %55 = getelementptr inbounds i8, ptr %30, i64 8
  store i64 1, ptr %55, align 8
  %56 = getelementptr inbounds i8, ptr %30, i64 104
  store i64 0, ptr %56, align 8
  %57 = getelementptr inbounds i8, ptr %30, i64 160
  store i64 0, ptr %57, align 8
  store i64 0, ptr %18, align 8
  store i64 1, ptr %17, align 8
  %58 = icmp eq i64 %52, 16
  %59 = and i1 %20, %58
  br i1 %59, label %60, label %61

60:
  call void @"ks.cluster_wait"(ptr %0, ptr %30)
  br label %93

61:
  %62 = load i64, ptr %34, align 8
  call void @"ks.barrier_arrive"(ptr %0, i64 %52, i64 %62, i64 32)
  br label %93

63:
  %64 = getelementptr inbounds i8, ptr %30, i64 8
  store i64 1, ptr %64, align 8
  store i64 0, ptr %18, align 8
  store i64 1, ptr %17, align 8
  br label %93

65:
  %66 = getelementptr inbounds i8, ptr %30, i64 64
  store i64 1, ptr %66, align 8
  store i64 0, ptr %18, align 8
  store i64 1, ptr %17, align 8
  br label %93

67:
  store i64 0, ptr %18, align 8
  store i64 1, ptr %17, align 8
  br label %93

68:
  store i64 0, ptr %18, align 8
  %69 = getelementptr inbounds i8, ptr %30, i64 104
  %70 = load i64, ptr %69, align 8
  %71 = add i64 %70, 1
  store i64 %71, ptr %69, align 8
  %72 = icmp ugt i64 %71, 16
  %73 = zext i1 %72 to i64
  %74 = getelementptr inbounds i8, ptr %30, i64 64
  store i64 %73, ptr %74, align 8
  br label %93

75:
  store i64 0, ptr %18, align 8
  br label %93

76:
  %77 = phi i64 [ %88, %76 ], [ 0, %40 ]
  %78 = load i64, ptr %14, align 8
  %79 = load i64, ptr %15, align 8
  %80 = mul i64 %79, %77
  %81 = add i64 %80, %78
  %82 = inttoptr i64 %81 to ptr
  %83 = getelementptr inbounds i8, ptr %82, i64 8
  store i64 1, ptr %83, align 8
  %84 = getelementptr inbounds i8, ptr %82, i64 104
  store i64 0, ptr %84, align 8
  %85 = getelementptr inbounds i8, ptr %82, i64 160
  store i64 0, ptr %85, align 8
  store i64 0, ptr %18, align 8
  store i64 1, ptr %17, align 8
  %86 = getelementptr inbounds i8, ptr %82, i64 24
  %87 = load i64, ptr %86, align 8
  call void @"ks.barrier_arrive"(ptr %0, i64 0, i64 %87, i64 32)
  %88 = add i64 %77, 1
  %89 = icmp ult i64 %88, %25
  br i1 %89, label %76, label %44

90:
  %91 = add i64 %25, 1
  %92 = icmp ult i64 %91, %5
  br i1 %92, label %24, label %101

93:
  %94 = add i64 %25, 1
  br label %112

95:
  store i64 0, ptr %18, align 8
  %96 = load i64, ptr %6, align 8
  %97 = inttoptr i64 %96 to ptr
  %98 = getelementptr inbounds i8, ptr %97, i64 24
  %99 = load atomic i64, ptr %98 monotonic, align 8
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %23, label %112

101:
  %102 = phi i64 [ %110, %101 ], [ 0, %90 ]
  %103 = load i64, ptr %14, align 8
  %104 = load i64, ptr %15, align 8
  %105 = mul i64 %104, %102
  %106 = add i64 %105, %103
  %107 = inttoptr i64 %106 to ptr
  %108 = getelementptr inbounds i8, ptr %107, i64 160
  store i64 0, ptr %108, align 8
  %109 = getelementptr inbounds i8, ptr %107, i64 104
  store i64 0, ptr %109, align 8
  %110 = add i64 %102, 1
  %111 = icmp ult i64 %110, %5
  br i1 %111, label %101, label %95

112:
  %113 = phi i64 [ 0, %3 ], [ %94, %93 ], [ 0, %95 ]
  ret i64 %113
}
define weak_odr i64 @"ks.run_rounds"(ptr %0, ptr %1, i64 %2) {
  %4 = and i64 %2, 32
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %50, label %6

6:
  %7 = getelementptr inbounds i8, ptr %0, i64 488
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds i8, ptr %0, i64 352
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 400
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds i8, ptr %0, i64 304
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 288
  %17 = load i64, ptr %16, align 8
  %18 = load i64, ptr %9, align 8
  %19 = or i64 %13, %11
  %20 = or i64 %19, %15
  %21 = or i64 %20, %17
  %22 = or i64 %21, %18
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %24, label %50

24:
  %25 = getelementptr inbounds i8, ptr %0, i64 128
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %48, label %28

28:
  %29 = getelementptr inbounds i8, ptr %0, i64 480
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %0, i64 136
  %32 = load i64, ptr %31, align 8
  br label %36

33:
  %34 = add i64 %37, 1
  %35 = icmp ult i64 %34, %26
  br i1 %35, label %36, label %48

36:
  %37 = phi i64 [ 0, %28 ], [ %34, %33 ]
  %38 = mul i64 %32, %37
  %39 = add i64 %38, %30
  %40 = inttoptr i64 %39 to ptr
  %41 = getelementptr inbounds i8, ptr %40, i64 8
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %50

44:
  %45 = getelementptr inbounds i8, ptr %40, i64 64
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %33, label %50

48:
  %49 = call i64 @"ks.run_together"(ptr %0, ptr %1, i64 %2)
  br label %50

50:
  %51 = phi i64 [ %49, %48 ], [ 0, %6 ], [ 0, %3 ], [ 0, %36 ], [ 0, %44 ]
  %52 = getelementptr inbounds i8, ptr %0, i64 16
  %53 = load i64, ptr %52, align 8
  %54 = inttoptr i64 %53 to ptr
  %55 = getelementptr inbounds i8, ptr %54, i64 24
  %56 = load atomic i64, ptr %55 monotonic, align 8
  %57 = icmp eq i64 %56, 0
  br i1 %57, label %58, label %118

58:
  %59 = getelementptr inbounds i8, ptr %0, i64 176
  %60 = getelementptr inbounds i8, ptr %0, i64 272
  %61 = getelementptr inbounds i8, ptr %0, i64 296
  %62 = getelementptr inbounds i8, ptr %0, i64 288
  %63 = getelementptr inbounds i8, ptr %0, i64 168
  %64 = and i64 %2, 4
  %65 = icmp eq i64 %64, 0
  br label %66

66:
  %67 = phi i64 [ %51, %58 ], [ 0, %112 ]
  %68 = call i64 @"ks.run_round"(ptr %0, ptr %1, i64 %67, i64 %2)
  %69 = icmp eq i64 %68, 0
  br i1 %69, label %92, label %70

70:
  %71 = load i64, ptr %59, align 8
  %72 = icmp ugt i64 %71, 100000
  br i1 %72, label %73, label %82

73:
  %74 = load i64, ptr %52, align 8
  %75 = inttoptr i64 %74 to ptr
  %76 = getelementptr inbounds i8, ptr %75, i64 24
  %77 = cmpxchg ptr %76, i64 0, i64 5 monotonic monotonic, align 8
  %78 = extractvalue { i64, i1 } %77, 1
  br i1 %78, label %79, label %118

79:
  %80 = ptrtoint ptr %0 to i64
  %81 = getelementptr inbounds i8, ptr %75, i64 48
  store i64 %80, ptr %81, align 8
  br label %118

82:
  %83 = load i64, ptr %60, align 8
  %84 = load i64, ptr %61, align 8
  %85 = add i64 %84, 1
  store i64 %85, ptr %61, align 8
  %86 = icmp eq i64 %83, 0
  br i1 %86, label %91, label %87

87:
  %88 = load i64, ptr %62, align 8
  %89 = add i64 %88, -1
  %90 = icmp ugt i64 %85, %89
  br i1 %90, label %91, label %112

91:
  store i64 0, ptr %61, align 8
  br label %118

92:
  %93 = load i64, ptr %63, align 8
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %118, label %95

95:
  %96 = call i64 @"ks.barrier_complete_all"(ptr %0)
  br i1 %65, label %100, label %97

97:
  %98 = call i64 @"ks.cluster_complete"(ptr %0)
  %99 = or i64 %98, %96
  br label %100

100:
  %101 = phi i64 [ %99, %97 ], [ %96, %95 ]
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %103, label %112

103:
  %104 = load i64, ptr %52, align 8
  %105 = inttoptr i64 %104 to ptr
  %106 = getelementptr inbounds i8, ptr %105, i64 24
  %107 = cmpxchg ptr %106, i64 0, i64 5 monotonic monotonic, align 8
  %108 = extractvalue { i64, i1 } %107, 1
  br i1 %108, label %109, label %118

109:
  %110 = ptrtoint ptr %0 to i64
  %111 = getelementptr inbounds i8, ptr %105, i64 48
  store i64 %110, ptr %111, align 8
  br label %118

112:
  %113 = load i64, ptr %52, align 8
  %114 = inttoptr i64 %113 to ptr
  %115 = getelementptr inbounds i8, ptr %114, i64 24
  %116 = load atomic i64, ptr %115 monotonic, align 8
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %66, label %118

118:
  %119 = phi i64 [ 0, %103 ], [ 0, %109 ], [ 0, %79 ], [ 1, %91 ], [ 0, %73 ], [ 0, %50 ], [ 0, %112 ], [ 0, %92 ]
  ret i64 %119
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
  %33 = call i64 @"ks.run_round"(ptr %32, ptr %1, i64 0, i64 %2)
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
  %32 = phi ptr [ %7, %11 ], [ %167, %165 ]
  %33 = phi i64 [ 0, %11 ], [ %46, %165 ]
  %34 = phi i64 [ 0, %11 ], [ %49, %165 ]
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
  br i1 %77, label %78, label %171

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
  br i1 %87, label %88, label %140

88:
  br i1 %24, label %120, label %89

89:
  %90 = load i64, ptr %25, align 8
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %140, label %92

92:
  %93 = phi i64 [ %118, %117 ], [ 0, %89 ]
  %94 = load i64, ptr %26, align 8
  %95 = inttoptr i64 %94 to ptr
  %96 = getelementptr inbounds ptr, ptr %95, i64 %93
  %97 = load ptr, ptr %96, align 8
  %98 = getelementptr inbounds i8, ptr %97, i64 352
  %99 = load i64, ptr %98, align 8
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %117, label %101, !prof !2

101:
  %102 = inttoptr i64 %99 to ptr
  %103 = load i64, ptr %102, align 8
  %104 = inttoptr i64 %103 to ptr
  %105 = load i64, ptr %104, align 8
  %106 = add i64 %105, 1
  store i64 %106, ptr %104, align 8
  call void @"ks.tell_of_copies"(ptr %97)
  %107 = getelementptr inbounds i8, ptr %102, i64 184
  %108 = load i64, ptr %107, align 8
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %117, label %110

110:
  %111 = inttoptr i64 %108 to ptr
  %112 = getelementptr inbounds i8, ptr %102, i64 464
  %113 = load i64, ptr %112, align 8
  %114 = icmp eq i64 %113, 0
  br i1 %114, label %116, label %115, !prof !2

115:
  call void @"ks.tell_of_passes"(ptr %97, ptr %102)
  br label %116

116:
  call void %111(ptr %97, i32 15, i32 0, i32 0, ptr null, i64 0)
  br label %117

117:
  %118 = add i64 %93, 1
  %119 = icmp ult i64 %118, %90
  br i1 %119, label %92, label %140

120:
  br i1 %28, label %142, label %121

121:
  %122 = load i64, ptr %29, align 8
  %123 = icmp eq i64 %122, 0
  br i1 %123, label %141, label %124, !prof !2

124:
  %125 = inttoptr i64 %122 to ptr
  %126 = load i64, ptr %125, align 8
  %127 = inttoptr i64 %126 to ptr
  %128 = load i64, ptr %127, align 8
  %129 = add i64 %128, 1
  store i64 %129, ptr %127, align 8
  call void @"ks.tell_of_copies"(ptr %0)
  %130 = getelementptr inbounds i8, ptr %125, i64 184
  %131 = load i64, ptr %130, align 8
  %132 = icmp eq i64 %131, 0
  br i1 %132, label %141, label %133

133:
  %134 = inttoptr i64 %131 to ptr
  %135 = getelementptr inbounds i8, ptr %125, i64 464
  %136 = load i64, ptr %135, align 8
  %137 = icmp eq i64 %136, 0
  br i1 %137, label %139, label %138, !prof !2

138:
  call void @"ks.tell_of_passes"(ptr %0, ptr %125)
  br label %139

139:
  call void %134(ptr %0, i32 15, i32 0, i32 0, ptr null, i64 0)
  br label %141

140:
  br i1 %28, label %142, label %141

141:
  call void @"ks.bulk_finish"(ptr %0)
  br label %142

142:
  %143 = load i64, ptr %30, align 8
  %144 = icmp eq i64 %143, 0
  %145 = load i64, ptr %5, align 8
  br i1 %144, label %165, label %146, !prof !2

146:
  %147 = inttoptr i64 %145 to ptr
  %148 = getelementptr inbounds i8, ptr %147, i64 24
  %149 = load atomic i64, ptr %148 monotonic, align 8
  %150 = icmp eq i64 %149, 0
  br i1 %150, label %151, label %165

151:
  %152 = load i64, ptr %25, align 8
  %153 = icmp eq i64 %152, 0
  br i1 %153, label %165, label %154

154:
  %155 = phi i64 [ %160, %154 ], [ 0, %151 ]
  %156 = load i64, ptr %26, align 8
  %157 = inttoptr i64 %156 to ptr
  %158 = getelementptr inbounds ptr, ptr %157, i64 %155
  %159 = load ptr, ptr %158, align 8
  call void @"ks.tensor_end"(ptr %159)
  %160 = add i64 %155, 1
  %161 = load i64, ptr %25, align 8
  %162 = icmp ult i64 %160, %161
  br i1 %162, label %154, label %163

163:
  %164 = load i64, ptr %5, align 8
  br label %165

165:
  %166 = phi i64 [ %164, %163 ], [ %145, %151 ], [ %145, %142 ], [ %145, %146 ]
  %167 = inttoptr i64 %166 to ptr
  %168 = getelementptr inbounds i8, ptr %167, i64 24
  %169 = load atomic i64, ptr %168 monotonic, align 8
  %170 = icmp eq i64 %169, 0
  br i1 %170, label %31, label %51

171:
  %172 = phi i64 [ %179, %171 ], [ 0, %76 ]
  store i64 %172, ptr %20, align 8
  %173 = load i64, ptr %21, align 8
  %174 = load i64, ptr %22, align 8
  %175 = mul i64 %174, %172
  %176 = add i64 %175, %173
  %177 = inttoptr i64 %176 to ptr
  %178 = call i32 %1(ptr %0, ptr %177)
  %179 = add i64 %172, 1
  %180 = icmp ult i64 %179, %72
  br i1 %180, label %171, label %78
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
  %18 = phi i64 [ 0, %4 ], [ %112, %220 ]
  %19 = phi i64 [ 0, %4 ], [ %111, %220 ]
  %20 = phi i1 [ false, %4 ], [ %36, %220 ]
  %21 = phi ptr [ %0, %4 ], [ %221, %220 ]
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
  br i1 %94, label %233, label %95

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
  br i1 %109, label %110, label %233

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
  br i1 %138, label %139, label %220

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
  br i1 %147, label %148, label %204

148:
  br i1 %10, label %183, label %149

149:
  %150 = getelementptr inbounds i8, ptr %113, i64 336
  %151 = load i64, ptr %150, align 8
  %152 = icmp eq i64 %151, 0
  br i1 %152, label %204, label %153

153:
  %154 = getelementptr inbounds i8, ptr %113, i64 512
  br label %155

155:
  %156 = phi i64 [ 0, %153 ], [ %181, %180 ]
  %157 = load i64, ptr %154, align 8
  %158 = inttoptr i64 %157 to ptr
  %159 = getelementptr inbounds ptr, ptr %158, i64 %156
  %160 = load ptr, ptr %159, align 8
  %161 = getelementptr inbounds i8, ptr %160, i64 352
  %162 = load i64, ptr %161, align 8
  %163 = icmp eq i64 %162, 0
  br i1 %163, label %180, label %164, !prof !2

164:
  %165 = inttoptr i64 %162 to ptr
  %166 = load i64, ptr %165, align 8
  %167 = inttoptr i64 %166 to ptr
  %168 = load i64, ptr %167, align 8
  %169 = add i64 %168, 1
  store i64 %169, ptr %167, align 8
  call void @"ks.tell_of_copies"(ptr %160)
  %170 = getelementptr inbounds i8, ptr %165, i64 184
  %171 = load i64, ptr %170, align 8
  %172 = icmp eq i64 %171, 0
  br i1 %172, label %180, label %173

173:
  %174 = inttoptr i64 %171 to ptr
  %175 = getelementptr inbounds i8, ptr %165, i64 464
  %176 = load i64, ptr %175, align 8
  %177 = icmp eq i64 %176, 0
  br i1 %177, label %179, label %178, !prof !2

178:
  call void @"ks.tell_of_passes"(ptr %160, ptr %165)
  br label %179

179:
  call void %174(ptr %160, i32 15, i32 0, i32 0, ptr null, i64 0)
  br label %180

180:
  %181 = add i64 %156, 1
  %182 = icmp ult i64 %181, %151
  br i1 %182, label %155, label %204

183:
  br i1 %16, label %206, label %184

184:
  %185 = getelementptr inbounds i8, ptr %113, i64 352
  %186 = load i64, ptr %185, align 8
  %187 = icmp eq i64 %186, 0
  br i1 %187, label %205, label %188, !prof !2

188:
  %189 = inttoptr i64 %186 to ptr
  %190 = load i64, ptr %189, align 8
  %191 = inttoptr i64 %190 to ptr
  %192 = load i64, ptr %191, align 8
  %193 = add i64 %192, 1
  store i64 %193, ptr %191, align 8
  call void @"ks.tell_of_copies"(ptr %113)
  %194 = getelementptr inbounds i8, ptr %189, i64 184
  %195 = load i64, ptr %194, align 8
  %196 = icmp eq i64 %195, 0
  br i1 %196, label %205, label %197

197:
  %198 = inttoptr i64 %195 to ptr
  %199 = getelementptr inbounds i8, ptr %189, i64 464
  %200 = load i64, ptr %199, align 8
  %201 = icmp eq i64 %200, 0
  br i1 %201, label %203, label %202, !prof !2

202:
  call void @"ks.tell_of_passes"(ptr %113, ptr %189)
  br label %203

203:
  call void %198(ptr %113, i32 15, i32 0, i32 0, ptr null, i64 0)
  br label %205

204:
  br i1 %16, label %206, label %205

205:
  call void @"ks.bulk_finish"(ptr %113)
  br label %206

206:
  %207 = getelementptr inbounds i8, ptr %113, i64 504
  %208 = load i64, ptr %207, align 8
  %209 = icmp eq i64 %208, 0
  br i1 %209, label %220, label %210, !prof !2

210:
  %211 = load i64, ptr %142, align 8
  %212 = inttoptr i64 %211 to ptr
  %213 = getelementptr inbounds i8, ptr %212, i64 24
  %214 = load atomic i64, ptr %213 monotonic, align 8
  %215 = icmp eq i64 %214, 0
  br i1 %215, label %216, label %220

216:
  %217 = getelementptr inbounds i8, ptr %113, i64 336
  %218 = load i64, ptr %217, align 8
  %219 = icmp eq i64 %218, 0
  br i1 %219, label %220, label %222

220:
  %221 = phi ptr [ %114, %136 ], [ %113, %216 ], [ %113, %210 ], [ %113, %206 ], [ %113, %224 ]
  br label %17

222:
  %223 = getelementptr inbounds i8, ptr %113, i64 512
  br label %224

224:
  %225 = phi i64 [ 0, %222 ], [ %230, %224 ]
  %226 = load i64, ptr %223, align 8
  %227 = inttoptr i64 %226 to ptr
  %228 = getelementptr inbounds ptr, ptr %227, i64 %225
  %229 = load ptr, ptr %228, align 8
  call void @"ks.tensor_end"(ptr %229)
  %230 = add i64 %225, 1
  %231 = load i64, ptr %217, align 8
  %232 = icmp ult i64 %230, %231
  br i1 %232, label %224, label %220

233:
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
  %6 = getelementptr inbounds i8, ptr %1, i64 448
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
  %4 = getelementptr inbounds i8, ptr %1, i64 448
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
  %75 = mul i64 %73, 464
  %76 = getelementptr inbounds i8, ptr %69, i64 %75
  %77 = select i1 %74, ptr %76, ptr %1
  %78 = getelementptr inbounds i8, ptr %77, i64 448
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
  %7 = alloca [58 x i64], align 8
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
  %18 = getelementptr inbounds i8, ptr %7, i64 448
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
define weak_odr void @"ks.mbarrier_wake"(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 336
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %11, label %7

7:
  %8 = icmp eq i64 %5, 1
  %9 = getelementptr inbounds i8, ptr %0, i64 512
  %10 = or i64 %2, %1
  br label %12

11:
  ret void

12:
  %13 = phi i64 [ 0, %7 ], [ %55, %54 ]
  br i1 %8, label %19, label %14

14:
  %15 = load i64, ptr %9, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = getelementptr inbounds ptr, ptr %16, i64 %13
  %18 = load ptr, ptr %17, align 8
  br label %19

19:
  %20 = phi ptr [ %18, %14 ], [ %0, %12 ]
  %21 = getelementptr inbounds i8, ptr %20, i64 472
  %22 = load i64, ptr %21, align 8
  %23 = sub i64 %1, %22
  %24 = getelementptr inbounds i8, ptr %20, i64 64
  %25 = load i64, ptr %24, align 8
  %26 = icmp ult i64 %23, %25
  br i1 %26, label %27, label %54

27:
  %28 = getelementptr inbounds i8, ptr %20, i64 128
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %54, label %31

31:
  %32 = getelementptr inbounds i8, ptr %20, i64 480
  %33 = getelementptr inbounds i8, ptr %20, i64 136
  br label %34

34:
  %35 = phi i64 [ %29, %31 ], [ %51, %50 ]
  %36 = phi i64 [ 0, %31 ], [ %52, %50 ]
  %37 = load i64, ptr %32, align 8
  %38 = load i64, ptr %33, align 8
  %39 = mul i64 %38, %36
  %40 = add i64 %39, %37
  %41 = inttoptr i64 %40 to ptr
  %42 = getelementptr inbounds i8, ptr %41, i64 160
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, %10
  br i1 %44, label %45, label %50

45:
  %46 = getelementptr inbounds i8, ptr %41, i64 168
  %47 = load i64, ptr %46, align 8
  %48 = or i64 %47, 4294967296
  store i64 %48, ptr %46, align 8
  %49 = load i64, ptr %28, align 8
  br label %50

50:
  %51 = phi i64 [ %49, %45 ], [ %35, %34 ]
  %52 = add i64 %36, 1
  %53 = icmp ult i64 %52, %51
  br i1 %53, label %34, label %54

54:
  %55 = add i64 %13, 1
  %56 = icmp ult i64 %55, %5
  br i1 %56, label %12, label %11
}
define weak_odr void @"ks.mbarrier_over"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4, ptr %5, i1 %6, i1 %7, i1 %8, i1 %9) {
  %11 = alloca [32 x i64], align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 120
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds i8, ptr %0, i64 480
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 136
  %17 = load i64, ptr %16, align 8
  %18 = mul i64 %17, %13
  %19 = add i64 %18, %15
  %20 = inttoptr i64 %19 to ptr
  store i32 %3, ptr %5, align 4
  %21 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 8, i1 %6, ptr %11)
  br i1 %21, label %22, label %128

22:
  store i32 0, ptr %5, align 4
  %23 = icmp eq i32 %3, 0
  br i1 %23, label %37, label %24

24:
  %25 = getelementptr inbounds i8, ptr %0, i64 400
  %26 = getelementptr inbounds i8, ptr %20, i64 168
  %27 = getelementptr inbounds i8, ptr %20, i64 160
  %28 = getelementptr inbounds i8, ptr %0, i64 344
  %29 = getelementptr inbounds i8, ptr %20, i64 152
  br label %30

30:
  %31 = phi i32 [ %3, %24 ], [ %100, %98 ]
  %32 = call i32 @"llvm.cttz.i32"(i32 %31, i1 true)
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds i64, ptr %11, i64 %33
  %35 = load i64, ptr %34, align 8
  %36 = extractelement <32 x i64> %4, i32 %32
  br i1 %7, label %39, label %55

37:
  %38 = getelementptr inbounds i8, ptr %20, i64 160
  store i64 0, ptr %38, align 8
  br i1 %9, label %102, label %128

39:
  %40 = inttoptr i64 %35 to ptr
  %41 = load i64, ptr %40, align 8
  %42 = and i64 %41, 1048575
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %49, label %44, !prof !3

44:
  %45 = and i64 %41, 4611686018427387904
  %46 = icmp ne i64 %45, 0
  %47 = icmp ugt i64 %42, 511
  %48 = select i1 %46, i1 %47, i1 false
  br i1 %48, label %49, label %55, !prof !3

49:
  %50 = load i64, ptr %25, align 8
  %51 = icmp eq i64 %50, 0
  br i1 %51, label %55, label %52, !prof !2

52:
  %53 = shl i32 1, %32
  %54 = inttoptr i64 %50 to ptr
  call void %54(ptr %0, i32 7, i64 %1, i32 %53, i64 %35, ptr null)
  br label %55

55:
  %56 = inttoptr i64 %35 to ptr
  br i1 %8, label %57, label %62

57:
  %58 = load i64, ptr %56, align 8
  %59 = lshr i64 %58, 63
  %60 = icmp eq i64 %59, %36
  br i1 %60, label %61, label %62

61:
  call void @"ks.bulk_deliver_at_barrier"(ptr %0, i64 %35)
  br label %62

62:
  %63 = load i64, ptr %56, align 8
  %64 = lshr i64 %63, 63
  %65 = icmp eq i64 %64, %36
  br i1 %65, label %68, label %66

66:
  %67 = shl i32 1, %32
  br label %84

68:
  br i1 %9, label %69, label %88

69:
  %70 = load i64, ptr %26, align 8
  %71 = and i64 %70, 4294967296
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %79, label %73

73:
  %74 = load i64, ptr %27, align 8
  %75 = or i64 %35, %36
  %76 = icmp eq i64 %74, %75
  %77 = trunc i64 %70 to i32
  %78 = select i1 %76, i32 %77, i32 0
  br label %79

79:
  %80 = phi i32 [ 0, %69 ], [ %78, %73 ]
  %81 = shl i32 1, %32
  %82 = and i32 %80, %81
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %88, label %84

84:
  %85 = phi i32 [ %67, %66 ], [ %81, %79 ]
  %86 = load i32, ptr %5, align 4
  %87 = or i32 %86, %85
  store i32 %87, ptr %5, align 4
  br label %98

88:
  %89 = extractelement <32 x i64> %2, i32 %32
  br i1 %6, label %95, label %90

90:
  %91 = load i64, ptr %28, align 8
  %92 = and i64 %89, 16777215
  %93 = shl i64 %91, 24
  %94 = or i64 %93, %92
  br label %95

95:
  %96 = phi i64 [ %94, %90 ], [ %89, %88 ]
  %97 = add i64 %96, 1
  store i64 %97, ptr %29, align 8
  br label %98

98:
  %99 = add i32 %31, -1
  %100 = and i32 %99, %31
  %101 = icmp eq i32 %100, 0
  br i1 %101, label %37, label %30

102:
  %103 = load i32, ptr %5, align 4
  %104 = xor i32 %103, -1
  %105 = and i32 %3, %104
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %128, label %107

107:
  %108 = getelementptr inbounds i8, ptr %20, i64 168
  %109 = load i64, ptr %108, align 8
  br label %110

110:
  %111 = phi i64 [ %109, %107 ], [ %124, %110 ]
  %112 = phi i64 [ 0, %107 ], [ %119, %110 ]
  %113 = phi i32 [ %105, %107 ], [ %126, %110 ]
  %114 = call i32 @"llvm.cttz.i32"(i32 %113, i1 true)
  %115 = zext i32 %114 to i64
  %116 = getelementptr inbounds i64, ptr %11, i64 %115
  %117 = load i64, ptr %116, align 8
  %118 = extractelement <32 x i64> %4, i32 %114
  %119 = or i64 %117, %118
  %120 = icmp eq i64 %112, %119
  %121 = select i1 %120, i64 %111, i64 0
  store i64 %119, ptr %38, align 8
  %122 = shl i32 1, %114
  %123 = zext i32 %122 to i64
  %124 = or i64 %121, %123
  store i64 %124, ptr %108, align 8
  %125 = add i32 %113, -1
  %126 = and i32 %125, %113
  %127 = icmp eq i32 %126, 0
  br i1 %127, label %128, label %110

128:
  ret void
}
define weak_odr void @"ks.mbarrier_layout"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4, ptr %5, i1 %6, i1 %7) {
  %9 = alloca [32 x i64], align 8
  store i32 0, ptr %5, align 4
  %10 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 8, i1 %6, ptr %9)
  %11 = icmp ne i32 %3, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %52

13:
  %14 = getelementptr inbounds i8, ptr %0, i64 400
  br label %15

15:
  %16 = phi i32 [ %3, %13 ], [ %50, %37 ]
  %17 = call i32 @"llvm.cttz.i32"(i32 %16, i1 true)
  %18 = zext i32 %17 to i64
  br i1 %7, label %19, label %37

19:
  %20 = getelementptr inbounds i64, ptr %9, i64 %18
  %21 = load i64, ptr %20, align 8
  %22 = inttoptr i64 %21 to ptr
  %23 = load i64, ptr %22, align 8
  %24 = and i64 %23, 1048575
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %31, label %26, !prof !3

26:
  %27 = and i64 %23, 4611686018427387904
  %28 = icmp ne i64 %27, 0
  %29 = icmp ugt i64 %24, 511
  %30 = select i1 %28, i1 %29, i1 false
  br i1 %30, label %31, label %37, !prof !3

31:
  %32 = load i64, ptr %14, align 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %37, label %34, !prof !2

34:
  %35 = shl i32 1, %17
  %36 = inttoptr i64 %32 to ptr
  call void %36(ptr %0, i32 7, i64 %1, i32 %35, i64 %21, ptr null)
  br label %37

37:
  %38 = getelementptr inbounds i64, ptr %9, i64 %18
  %39 = load i64, ptr %38, align 8
  %40 = inttoptr i64 %39 to ptr
  %41 = load i64, ptr %40, align 8
  %42 = lshr i64 %41, 62
  %43 = and i64 %42, 1
  %44 = icmp eq i64 %43, %4
  %45 = zext i1 %44 to i32
  %46 = shl i32 %45, %17
  %47 = load i32, ptr %5, align 4
  %48 = or i32 %46, %47
  store i32 %48, ptr %5, align 4
  %49 = add i32 %16, -1
  %50 = and i32 %49, %16
  %51 = icmp eq i32 %50, 0
  br i1 %51, label %52, label %15

52:
  ret void
}
define weak_odr void @"ks.mbarrier_change"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4, <32 x i64> %5, <32 x i64> %6, ptr %7, i1 %8, i1 %9) {
  %11 = alloca [32 x i64], align 8
  %12 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 8, i1 %8, ptr %11)
  br i1 %12, label %23, label %13

13:
  %14 = icmp eq i32 %3, 0
  br i1 %14, label %114, label %15

15:
  %16 = phi i32 [ %21, %15 ], [ %3, %13 ]
  %17 = call i32 @"llvm.cttz.i32"(i32 %16, i1 true)
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds i64, ptr %7, i64 %18
  store i64 0, ptr %19, align 8
  %20 = add i32 %16, -1
  %21 = and i32 %20, %16
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %114, label %15

23:
  %24 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %24, align 8
  %25 = icmp eq i32 %3, 0
  br i1 %25, label %114, label %26

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 400
  br label %28

28:
  %29 = phi i32 [ %3, %26 ], [ %112, %110 ]
  %30 = call i32 @"llvm.cttz.i32"(i32 %29, i1 true)
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds i64, ptr %11, i64 %31
  %33 = load i64, ptr %32, align 8
  %34 = inttoptr i64 %33 to ptr
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds i64, ptr %7, i64 %31
  store i64 %35, ptr %36, align 8
  br i1 %9, label %40, label %37

37:
  %38 = extractelement <32 x i64> %4, i32 %30
  %39 = extractelement <32 x i64> %6, i32 %30
  br label %80

40:
  %41 = shl i64 %35, 2
  %42 = ashr i64 %41, 42
  %43 = extractelement <32 x i64> %6, i32 %30
  %44 = and i64 %35, 1048575
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %51, label %46, !prof !3

46:
  %47 = and i64 %35, 4611686018427387904
  %48 = icmp ne i64 %47, 0
  %49 = icmp ugt i64 %44, 511
  %50 = select i1 %48, i1 %49, i1 false
  br i1 %50, label %51, label %57, !prof !3

51:
  %52 = load i64, ptr %27, align 8
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %57, label %54, !prof !2

54:
  %55 = shl i32 1, %30
  %56 = inttoptr i64 %52 to ptr
  call void %56(ptr %0, i32 7, i64 %1, i32 %55, i64 %33, ptr null)
  br label %57

57:
  %58 = extractelement <32 x i64> %4, i32 %30
  %59 = lshr i64 %35, 20
  %60 = and i64 %59, 1048575
  %61 = icmp sgt i64 %58, %60
  br i1 %61, label %62, label %69

62:
  %63 = load i64, ptr %27, align 8
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %69, label %65, !prof !2

65:
  %66 = shl i32 1, %30
  %67 = load i64, ptr %32, align 8
  %68 = inttoptr i64 %63 to ptr
  call void %68(ptr %0, i32 9, i64 %1, i32 %66, i64 %67, ptr null)
  br label %69

69:
  %70 = add i64 %43, -1048576
  %71 = add i64 %70, %42
  %72 = icmp ult i64 %71, -2097151
  br i1 %72, label %73, label %80

73:
  %74 = load i64, ptr %27, align 8
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %80, label %76, !prof !2

76:
  %77 = shl i32 1, %30
  %78 = load i64, ptr %32, align 8
  %79 = inttoptr i64 %74 to ptr
  call void %79(ptr %0, i32 10, i64 %1, i32 %77, i64 %78, ptr null)
  br label %80

80:
  %81 = phi i64 [ %39, %37 ], [ %43, %76 ], [ %43, %73 ], [ %43, %69 ]
  %82 = phi i64 [ %38, %37 ], [ %58, %76 ], [ %58, %73 ], [ %58, %69 ]
  %83 = load i64, ptr %32, align 8
  %84 = extractelement <32 x i64> %5, i32 %30
  %85 = inttoptr i64 %83 to ptr
  %86 = load i64, ptr %85, align 8
  %87 = sub i64 %86, %84
  %88 = and i64 %87, 1048575
  %89 = lshr i64 %86, 20
  %90 = sub i64 %89, %82
  %91 = and i64 %90, 1048575
  %92 = lshr i64 %86, 40
  %93 = add i64 %92, %81
  %94 = and i64 %93, 4194303
  %95 = and i64 %86, -4611686018427387904
  %96 = or i64 %91, %94
  %97 = icmp eq i64 %96, 0
  %98 = select i1 %97, i64 %88, i64 %91
  %99 = xor i64 %95, -9223372036854775808
  %100 = select i1 %97, i64 %99, i64 %95
  %101 = shl i64 %94, 40
  %102 = shl i64 %98, 20
  %103 = or i64 %102, %101
  %104 = or i64 %103, %100
  %105 = or i64 %104, %88
  store i64 %105, ptr %85, align 8
  %106 = xor i64 %100, %86
  %107 = icmp sgt i64 %106, -1
  br i1 %107, label %110, label %108

108:
  %109 = lshr i64 %86, 63
  call void @"ks.mbarrier_wake"(ptr %0, i64 %83, i64 %109)
  br label %110

110:
  %111 = add i32 %29, -1
  %112 = and i32 %111, %29
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %114, label %28

114:
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
  br i1 %8, label %588, label %9, !prof !3

9:
  %10 = getelementptr inbounds i8, ptr %0, i64 64
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 472
  %13 = load i64, ptr %12, align 8
  %14 = inttoptr i64 %13 to ptr
  %15 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %16 = icmp eq i32 %15, 1
  br i1 %16, label %17, label %70

17:
  %18 = call i32 @"llvm.cttz.i32"(i32 %3, i1 false)
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds i64, ptr %7, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = icmp ult i64 %21, %11
  br i1 %22, label %23, label %31

23:
  %24 = lshr i64 %5, 8
  %25 = and i64 %24, 255
  %26 = lshr i64 %5, 16
  %27 = and i64 %26, 255
  %28 = mul i64 %25, %27
  %29 = add i64 %21, %28
  %30 = icmp ugt i64 %29, %11
  br i1 %30, label %31, label %32

31:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %21, i32 %18)
  br label %588

32:
  %33 = add i64 %28, -1
  %34 = and i64 %21, %33
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %37, label %36, !prof !2

36:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %21, i32 %18)
  br label %588

37:
  %38 = getelementptr inbounds i8, ptr %14, i64 %21
  %39 = icmp eq i64 %27, 0
  br i1 %39, label %55, label %40

40:
  %41 = and i64 %5, 255
  %42 = icmp eq i64 %41, 0
  br label %43

43:
  %44 = phi i64 [ 0, %40 ], [ %53, %43 ]
  %45 = mul i64 %44, %25
  %46 = getelementptr inbounds i8, ptr %38, i64 %45
  %47 = shl i64 %44, 5
  %48 = add i64 %47, %19
  %49 = mul i64 %48, %25
  %50 = getelementptr inbounds i8, ptr %4, i64 %49
  %51 = select i1 %42, ptr %50, ptr %46
  %52 = select i1 %42, ptr %46, ptr %50
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %51, ptr align 1 %52, i64 %25, i1 false)
  %53 = add i64 %44, 1
  %54 = icmp ult i64 %53, %27
  br i1 %54, label %43, label %55

55:
  %56 = getelementptr inbounds i8, ptr %0, i64 448
  %57 = load i64, ptr %56, align 8
  %58 = inttoptr i64 %57 to ptr
  %59 = mul i64 %1, 72
  %60 = getelementptr inbounds i8, ptr %58, i64 %59
  %61 = getelementptr inbounds i8, ptr %60, i64 16
  %62 = load i64, ptr %61, align 8
  %63 = add i64 %62, 1
  store i64 %63, ptr %61, align 8
  %64 = getelementptr inbounds i8, ptr %60, i64 24
  %65 = load i64, ptr %64, align 8
  %66 = add i64 %65, 1
  store i64 %66, ptr %64, align 8
  %67 = getelementptr inbounds i8, ptr %60, i64 40
  %68 = load i64, ptr %67, align 8
  %69 = add i64 %68, 1
  store i64 %69, ptr %67, align 8
  br label %588

70:
  %71 = lshr i64 %5, 8
  %72 = and i64 %71, 255
  %73 = lshr i64 %5, 16
  %74 = and i64 %73, 255
  %75 = mul i64 %72, %74
  %76 = insertelement <32 x i64> poison, i64 %11, i64 0
  %77 = shufflevector <32 x i64> %76, <32 x i64> poison, <32 x i32> zeroinitializer
  %78 = icmp ult <32 x i64> %2, %77
  %79 = insertelement <32 x i64> poison, i64 %75, i64 0
  %80 = shufflevector <32 x i64> %79, <32 x i64> poison, <32 x i32> zeroinitializer
  %81 = add <32 x i64> %80, %2
  %82 = icmp ule <32 x i64> %81, %77
  %83 = and <32 x i1> %78, %82
  %84 = add i64 %75, -1
  %85 = insertelement <32 x i64> poison, i64 %84, i64 0
  %86 = shufflevector <32 x i64> %85, <32 x i64> poison, <32 x i32> zeroinitializer
  %87 = and <32 x i64> %86, %2
  %88 = icmp ne <32 x i64> %87, zeroinitializer
  %89 = bitcast <32 x i1> %83 to i32
  %90 = xor i32 %89, -1
  %91 = and i32 %3, %90
  %92 = bitcast <32 x i1> %88 to i32
  %93 = and i32 %3, %92
  %94 = or i32 %91, %93
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %102, label %96, !prof !2

96:
  %97 = icmp eq i32 %91, 0
  %98 = select i1 %97, i32 %93, i32 %91
  %99 = call i32 @"llvm.cttz.i32"(i32 %98, i1 false)
  %100 = select i1 %97, i64 2, i64 3
  %101 = extractelement <32 x i64> %2, i32 %99
  call void @"ks.fault"(ptr %0, i64 %100, i64 %1, i64 %101, i32 %99)
  br label %588

102:
  %103 = icmp ugt i64 %72, 8
  %104 = icmp ult i32 %15, 5
  %105 = select i1 %103, i1 true, i1 %104
  br i1 %105, label %106, label %133

106:
  %107 = icmp eq i64 %74, 0
  %108 = and i64 %5, 255
  %109 = icmp eq i64 %108, 0
  br label %110

110:
  %111 = phi i32 [ %3, %106 ], [ %131, %129 ]
  %112 = call i32 @"llvm.cttz.i32"(i32 %111, i1 true)
  %113 = zext i32 %112 to i64
  %114 = getelementptr inbounds i64, ptr %7, i64 %113
  %115 = load i64, ptr %114, align 8
  %116 = getelementptr inbounds i8, ptr %14, i64 %115
  br i1 %107, label %129, label %117

117:
  %118 = phi i64 [ %127, %117 ], [ 0, %110 ]
  %119 = mul i64 %118, %72
  %120 = getelementptr inbounds i8, ptr %116, i64 %119
  %121 = shl i64 %118, 5
  %122 = or i64 %121, %113
  %123 = mul i64 %122, %72
  %124 = getelementptr inbounds i8, ptr %4, i64 %123
  %125 = select i1 %109, ptr %124, ptr %120
  %126 = select i1 %109, ptr %120, ptr %124
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %125, ptr align 1 %126, i64 %72, i1 false)
  %127 = add i64 %118, 1
  %128 = icmp ult i64 %127, %74
  br i1 %128, label %117, label %129

129:
  %130 = add i32 %111, -1
  %131 = and i32 %130, %111
  %132 = icmp eq i32 %131, 0
  br i1 %132, label %211, label %110

133:
  %134 = trunc i64 %71 to i4
  %135 = icmp eq i64 %74, 0
  switch i4 %134, label %153 [
    i4 1, label %148
    i4 2, label %142
    i4 4, label %136
  ]

136:
  br i1 %135, label %211, label %137

137:
  %138 = and i64 %5, 255
  %139 = icmp eq i64 %138, 0
  %140 = bitcast i32 %3 to <32 x i1>
  %141 = lshr <32 x i64> %2, splat (i64 2)
  br label %185

142:
  br i1 %135, label %211, label %143

143:
  %144 = and i64 %5, 255
  %145 = icmp eq i64 %144, 0
  %146 = bitcast i32 %3 to <32 x i1>
  %147 = lshr <32 x i64> %2, splat (i64 1)
  br label %172

148:
  br i1 %135, label %211, label %149

149:
  %150 = and i64 %5, 255
  %151 = icmp eq i64 %150, 0
  %152 = bitcast i32 %3 to <32 x i1>
  br label %159

153:
  br i1 %135, label %211, label %154

154:
  %155 = and i64 %5, 255
  %156 = icmp eq i64 %155, 0
  %157 = bitcast i32 %3 to <32 x i1>
  %158 = lshr <32 x i64> %2, splat (i64 3)
  br label %198

159:
  %160 = phi i64 [ 0, %149 ], [ %170, %169 ]
  %161 = getelementptr inbounds i8, ptr %14, i64 %160
  %162 = getelementptr inbounds <32 x i8>, ptr %4, i64 %160
  br i1 %151, label %166, label %163

163:
  %164 = load <32 x i8>, ptr %162, align 1
  %165 = getelementptr i8, ptr %161, <32 x i64> %2
  call void @"llvm.masked.scatter.v32i8.v32p0"(<32 x i8> %164, <32 x ptr> %165, i32 1, <32 x i1> %152)
  br label %169

166:
  %167 = getelementptr i8, ptr %161, <32 x i64> %2
  %168 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %167, i32 1, <32 x i1> %152, <32 x i8> zeroinitializer)
  store <32 x i8> %168, ptr %162, align 1
  br label %169

169:
  %170 = add i64 %160, 1
  %171 = icmp ult i64 %170, %74
  br i1 %171, label %159, label %211

172:
  %173 = phi i64 [ 0, %143 ], [ %183, %182 ]
  %174 = getelementptr inbounds i16, ptr %14, i64 %173
  %175 = getelementptr inbounds <32 x i16>, ptr %4, i64 %173
  br i1 %145, label %179, label %176

176:
  %177 = load <32 x i16>, ptr %175, align 1
  %178 = getelementptr i16, ptr %174, <32 x i64> %147
  call void @"llvm.masked.scatter.v32i16.v32p0"(<32 x i16> %177, <32 x ptr> %178, i32 2, <32 x i1> %146)
  br label %182

179:
  %180 = getelementptr i16, ptr %174, <32 x i64> %147
  %181 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %180, i32 2, <32 x i1> %146, <32 x i16> zeroinitializer)
  store <32 x i16> %181, ptr %175, align 1
  br label %182

182:
  %183 = add i64 %173, 1
  %184 = icmp ult i64 %183, %74
  br i1 %184, label %172, label %211

185:
  %186 = phi i64 [ 0, %137 ], [ %196, %195 ]
  %187 = getelementptr inbounds i32, ptr %14, i64 %186
  %188 = getelementptr inbounds <32 x i32>, ptr %4, i64 %186
  br i1 %139, label %192, label %189

189:
  %190 = load <32 x i32>, ptr %188, align 4
  %191 = getelementptr i32, ptr %187, <32 x i64> %141
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %190, <32 x ptr> %191, i32 4, <32 x i1> %140)
  br label %195

192:
  %193 = getelementptr i32, ptr %187, <32 x i64> %141
  %194 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %193, i32 4, <32 x i1> %140, <32 x i32> zeroinitializer)
  store <32 x i32> %194, ptr %188, align 4
  br label %195

195:
  %196 = add i64 %186, 1
  %197 = icmp ult i64 %196, %74
  br i1 %197, label %185, label %211

198:
  %199 = phi i64 [ 0, %154 ], [ %209, %208 ]
  %200 = getelementptr inbounds i64, ptr %14, i64 %199
  %201 = getelementptr inbounds <32 x i64>, ptr %4, i64 %199
  br i1 %156, label %205, label %202

202:
  %203 = load <32 x i64>, ptr %201, align 8
  %204 = getelementptr i64, ptr %200, <32 x i64> %158
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %203, <32 x ptr> %204, i32 8, <32 x i1> %157)
  br label %208

205:
  %206 = getelementptr i64, ptr %200, <32 x i64> %158
  %207 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %206, i32 8, <32 x i1> %157, <32 x i64> zeroinitializer)
  store <32 x i64> %207, ptr %201, align 8
  br label %208

208:
  %209 = add i64 %199, 1
  %210 = icmp ult i64 %209, %74
  br i1 %210, label %198, label %211

211:
  %212 = trunc <32 x i64> %2 to <32 x i32>
  %213 = call i64 @"llvm.umax.i64"(i64 %75, i64 4)
  %214 = lshr i64 %213, 2
  %215 = trunc i64 %213 to i32
  %216 = and i32 %215, 65532
  %217 = insertelement <32 x i32> poison, i32 %216, i64 0
  %218 = shufflevector <32 x i32> %217, <32 x i32> poison, <32 x i32> zeroinitializer
  %219 = udiv <32 x i32> %212, %218
  %220 = icmp eq i64 %214, 1
  br i1 %220, label %221, label %244

221:
  %222 = call i32 @"llvm.cttz.i32"(i32 %3, i1 false)
  %223 = extractelement <32 x i32> %219, i32 %222
  %224 = insertelement <32 x i32> poison, i32 %223, i64 0
  %225 = shufflevector <32 x i32> %224, <32 x i32> poison, <32 x i32> zeroinitializer
  %226 = icmp eq <32 x i32> %219, %225
  %227 = bitcast <32 x i1> %226 to i32
  %228 = and i32 %3, %227
  %229 = icmp eq i32 %228, %3
  br i1 %229, label %241, label %230

230:
  %231 = and <32 x i32> %219, splat (i32 31)
  %232 = shl <32 x i32> splat (i32 1), %231
  %233 = bitcast i32 %3 to <32 x i1>
  %234 = select <32 x i1> %233, <32 x i32> %232, <32 x i32> zeroinitializer
  %235 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %234)
  %236 = call i32 @"llvm.ctpop.i32"(i32 %235)
  %237 = icmp eq i32 %236, %15
  br i1 %237, label %241, label %238

238:
  %239 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %3, i64 32)
  %240 = and i64 %239, 4294967295
  br label %241

241:
  %242 = phi i64 [ %240, %238 ], [ 1, %221 ], [ 1, %230 ]
  %243 = add i64 %242, -1
  br label %567

244:
  %245 = and i64 %5, 255
  %246 = icmp eq i64 %245, 0
  br i1 %246, label %293, label %247

247:
  %248 = udiv i64 32, %214
  %249 = trunc i64 %248 to i32
  %250 = sub i32 32, %249
  %251 = lshr i32 -1, %250
  %252 = add i32 %249, -1
  %253 = insertelement <32 x i32> poison, i32 %252, i64 0
  %254 = shufflevector <32 x i32> %253, <32 x i32> poison, <32 x i32> zeroinitializer
  %255 = and <32 x i32> %254, %219
  %256 = shl <32 x i32> splat (i32 1), %255
  br label %257

257:
  %258 = phi i64 [ 0, %247 ], [ %285, %283 ]
  %259 = phi i32 [ 0, %247 ], [ %289, %283 ]
  %260 = phi i64 [ 0, %247 ], [ %288, %283 ]
  %261 = shl i32 %251, %259
  %262 = and i32 %261, %3
  %263 = icmp eq i32 %262, 0
  br i1 %263, label %283, label %264

264:
  %265 = call i32 @"llvm.cttz.i32"(i32 %262, i1 true)
  %266 = extractelement <32 x i32> %219, i32 %265
  %267 = insertelement <32 x i32> poison, i32 %266, i64 0
  %268 = shufflevector <32 x i32> %267, <32 x i32> poison, <32 x i32> zeroinitializer
  %269 = icmp eq <32 x i32> %219, %268
  %270 = bitcast <32 x i1> %269 to i32
  %271 = and i32 %262, %270
  %272 = icmp eq i32 %271, %262
  br i1 %272, label %283, label %273

273:
  %274 = bitcast i32 %262 to <32 x i1>
  %275 = select <32 x i1> %274, <32 x i32> %256, <32 x i32> zeroinitializer
  %276 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %275)
  %277 = call i32 @"llvm.ctpop.i32"(i32 %276)
  %278 = call i32 @"llvm.ctpop.i32"(i32 %262)
  %279 = icmp eq i32 %277, %278
  br i1 %279, label %283, label %280

280:
  %281 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %262, i64 %248)
  %282 = and i64 %281, 4294967295
  br label %283

283:
  %284 = phi i64 [ 0, %257 ], [ 1, %264 ], [ %282, %280 ], [ 1, %273 ]
  %285 = add i64 %284, %258
  %286 = icmp ne i32 %262, 0
  %287 = zext i1 %286 to i64
  %288 = add i64 %260, %287
  %289 = add i32 %259, %249
  %290 = icmp ult i32 %289, 32
  br i1 %290, label %257, label %291

291:
  %292 = sub i64 %285, %288
  br label %567

293:
  %294 = icmp eq i64 %214, 2
  br i1 %294, label %295, label %378

295:
  %296 = call i32 @"llvm.cttz.i32"(i32 %3, i1 false)
  %297 = extractelement <32 x i32> %219, i32 %296
  %298 = insertelement <32 x i32> poison, i32 %297, i64 0
  %299 = shufflevector <32 x i32> %298, <32 x i32> poison, <32 x i32> zeroinitializer
  %300 = icmp eq <32 x i32> %219, %299
  %301 = bitcast <32 x i1> %300 to i32
  %302 = and i32 %3, %301
  %303 = icmp eq i32 %302, %3
  br i1 %303, label %370, label %304

304:
  %305 = and <32 x i32> %219, splat (i32 15)
  %306 = shl <32 x i32> splat (i32 1), %305
  %307 = bitcast i32 %3 to <32 x i1>
  %308 = select <32 x i1> %307, <32 x i32> %306, <32 x i32> zeroinitializer
  %309 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %308)
  %310 = call i32 @"llvm.ctpop.i32"(i32 %309)
  %311 = icmp eq i32 %310, %15
  br i1 %311, label %312, label %316

312:
  %313 = zext i32 %15 to i64
  %314 = shl i64 %313, 32
  %315 = or i64 %314, 1
  br label %318

316:
  %317 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %3, i64 16)
  br label %318

318:
  %319 = phi i64 [ %317, %316 ], [ %315, %312 ]
  %320 = and i64 %319, 4294967295
  %321 = icmp ugt i64 %320, 1
  br i1 %321, label %322, label %370

322:
  %323 = and i32 %3, 65535
  %324 = icmp eq i32 %323, 0
  br i1 %324, label %344, label %325

325:
  %326 = call i32 @"llvm.cttz.i32"(i32 %323, i1 true)
  %327 = extractelement <32 x i32> %219, i32 %326
  %328 = insertelement <32 x i32> poison, i32 %327, i64 0
  %329 = shufflevector <32 x i32> %328, <32 x i32> poison, <32 x i32> zeroinitializer
  %330 = icmp eq <32 x i32> %219, %329
  %331 = bitcast <32 x i1> %330 to i32
  %332 = and i32 %323, %331
  %333 = icmp eq i32 %332, %323
  br i1 %333, label %344, label %334

334:
  %335 = bitcast i32 %323 to <32 x i1>
  %336 = select <32 x i1> %335, <32 x i32> %306, <32 x i32> zeroinitializer
  %337 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %336)
  %338 = call i32 @"llvm.ctpop.i32"(i32 %337)
  %339 = call i32 @"llvm.ctpop.i32"(i32 %323)
  %340 = icmp eq i32 %338, %339
  br i1 %340, label %344, label %341

341:
  %342 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %323, i64 16)
  %343 = and i64 %342, 4294967295
  br label %344

344:
  %345 = phi i64 [ 0, %322 ], [ 1, %325 ], [ %343, %341 ], [ 1, %334 ]
  %346 = and i32 %3, -65536
  %347 = icmp eq i32 %346, 0
  br i1 %347, label %367, label %348

348:
  %349 = call i32 @"llvm.cttz.i32"(i32 %346, i1 true)
  %350 = extractelement <32 x i32> %219, i32 %349
  %351 = insertelement <32 x i32> poison, i32 %350, i64 0
  %352 = shufflevector <32 x i32> %351, <32 x i32> poison, <32 x i32> zeroinitializer
  %353 = icmp eq <32 x i32> %219, %352
  %354 = bitcast <32 x i1> %353 to i32
  %355 = and i32 %346, %354
  %356 = icmp eq i32 %355, %346
  br i1 %356, label %367, label %357

357:
  %358 = bitcast i32 %346 to <32 x i1>
  %359 = select <32 x i1> %358, <32 x i32> %306, <32 x i32> zeroinitializer
  %360 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %359)
  %361 = call i32 @"llvm.ctpop.i32"(i32 %360)
  %362 = call i32 @"llvm.ctpop.i32"(i32 %346)
  %363 = icmp eq i32 %361, %362
  br i1 %363, label %367, label %364

364:
  %365 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %346, i64 16)
  %366 = and i64 %365, 4294967295
  br label %367

367:
  %368 = phi i64 [ 0, %344 ], [ 1, %348 ], [ %366, %364 ], [ 1, %357 ]
  %369 = add i64 %368, %345
  br label %370

370:
  %371 = phi i64 [ %319, %367 ], [ %319, %318 ], [ 4294967297, %295 ]
  %372 = phi i64 [ %369, %367 ], [ %320, %318 ], [ 1, %295 ]
  %373 = lshr i64 %371, 31
  %374 = and i64 %373, 8589934590
  %375 = add i64 %374, 31
  %376 = lshr i64 %375, 5
  %377 = sub i64 %372, %376
  br label %567

378:
  %379 = and i32 %3, 65535
  %380 = udiv i64 32, %214
  %381 = icmp eq i32 %379, 0
  br i1 %381, label %410, label %382

382:
  %383 = call i32 @"llvm.cttz.i32"(i32 %379, i1 true)
  %384 = extractelement <32 x i32> %219, i32 %383
  %385 = insertelement <32 x i32> poison, i32 %384, i64 0
  %386 = shufflevector <32 x i32> %385, <32 x i32> poison, <32 x i32> zeroinitializer
  %387 = icmp eq <32 x i32> %219, %386
  %388 = bitcast <32 x i1> %387 to i32
  %389 = and i32 %379, %388
  %390 = icmp eq i32 %389, %379
  br i1 %390, label %410, label %391

391:
  %392 = trunc i64 %380 to i32
  %393 = add i32 %392, -1
  %394 = insertelement <32 x i32> poison, i32 %393, i64 0
  %395 = shufflevector <32 x i32> %394, <32 x i32> poison, <32 x i32> zeroinitializer
  %396 = and <32 x i32> %395, %219
  %397 = shl <32 x i32> splat (i32 1), %396
  %398 = bitcast i32 %379 to <32 x i1>
  %399 = select <32 x i1> %398, <32 x i32> %397, <32 x i32> zeroinitializer
  %400 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %399)
  %401 = call i32 @"llvm.ctpop.i32"(i32 %400)
  %402 = call i32 @"llvm.ctpop.i32"(i32 %379)
  %403 = icmp eq i32 %401, %402
  br i1 %403, label %404, label %408

404:
  %405 = zext i32 %401 to i64
  %406 = shl i64 %405, 32
  %407 = or i64 %406, 1
  br label %413

408:
  %409 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %379, i64 %380)
  br label %413

410:
  %411 = phi i64 [ 4294967297, %382 ], [ 0, %378 ]
  %412 = and i64 %411, 1
  br label %465

413:
  %414 = phi i64 [ %407, %404 ], [ %409, %408 ]
  %415 = and i64 %414, 4294967295
  %416 = icmp ugt i64 %415, 1
  br i1 %416, label %417, label %465

417:
  %418 = and i32 %3, 255
  %419 = icmp eq i32 %418, 0
  br i1 %419, label %439, label %420

420:
  %421 = call i32 @"llvm.cttz.i32"(i32 %418, i1 true)
  %422 = extractelement <32 x i32> %219, i32 %421
  %423 = insertelement <32 x i32> poison, i32 %422, i64 0
  %424 = shufflevector <32 x i32> %423, <32 x i32> poison, <32 x i32> zeroinitializer
  %425 = icmp eq <32 x i32> %219, %424
  %426 = bitcast <32 x i1> %425 to i32
  %427 = and i32 %418, %426
  %428 = icmp eq i32 %427, %418
  br i1 %428, label %439, label %429

429:
  %430 = bitcast i32 %418 to <32 x i1>
  %431 = select <32 x i1> %430, <32 x i32> %397, <32 x i32> zeroinitializer
  %432 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %431)
  %433 = call i32 @"llvm.ctpop.i32"(i32 %432)
  %434 = call i32 @"llvm.ctpop.i32"(i32 %418)
  %435 = icmp eq i32 %433, %434
  br i1 %435, label %439, label %436

436:
  %437 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %418, i64 %380)
  %438 = and i64 %437, 4294967295
  br label %439

439:
  %440 = phi i64 [ 0, %417 ], [ 1, %420 ], [ %438, %436 ], [ 1, %429 ]
  %441 = and i32 %3, 65280
  %442 = icmp eq i32 %441, 0
  br i1 %442, label %462, label %443

443:
  %444 = call i32 @"llvm.cttz.i32"(i32 %441, i1 true)
  %445 = extractelement <32 x i32> %219, i32 %444
  %446 = insertelement <32 x i32> poison, i32 %445, i64 0
  %447 = shufflevector <32 x i32> %446, <32 x i32> poison, <32 x i32> zeroinitializer
  %448 = icmp eq <32 x i32> %219, %447
  %449 = bitcast <32 x i1> %448 to i32
  %450 = and i32 %441, %449
  %451 = icmp eq i32 %450, %441
  br i1 %451, label %462, label %452

452:
  %453 = bitcast i32 %441 to <32 x i1>
  %454 = select <32 x i1> %453, <32 x i32> %397, <32 x i32> zeroinitializer
  %455 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %454)
  %456 = call i32 @"llvm.ctpop.i32"(i32 %455)
  %457 = call i32 @"llvm.ctpop.i32"(i32 %441)
  %458 = icmp eq i32 %456, %457
  br i1 %458, label %462, label %459

459:
  %460 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %441, i64 %380)
  %461 = and i64 %460, 4294967295
  br label %462

462:
  %463 = phi i64 [ 0, %439 ], [ 1, %443 ], [ %461, %459 ], [ 1, %452 ]
  %464 = add i64 %463, %440
  br label %465

465:
  %466 = phi i64 [ %414, %462 ], [ %414, %413 ], [ %411, %410 ]
  %467 = phi i64 [ %464, %462 ], [ %415, %413 ], [ %412, %410 ]
  %468 = lshr i64 %466, 32
  %469 = mul i64 %468, %214
  %470 = add i64 %469, 31
  %471 = lshr i64 %470, 5
  %472 = and i32 %3, -65536
  %473 = icmp eq i32 %472, 0
  br i1 %473, label %502, label %474

474:
  %475 = call i32 @"llvm.cttz.i32"(i32 %472, i1 true)
  %476 = extractelement <32 x i32> %219, i32 %475
  %477 = insertelement <32 x i32> poison, i32 %476, i64 0
  %478 = shufflevector <32 x i32> %477, <32 x i32> poison, <32 x i32> zeroinitializer
  %479 = icmp eq <32 x i32> %219, %478
  %480 = bitcast <32 x i1> %479 to i32
  %481 = and i32 %472, %480
  %482 = icmp eq i32 %481, %472
  br i1 %482, label %502, label %483

483:
  %484 = trunc i64 %380 to i32
  %485 = add i32 %484, -1
  %486 = insertelement <32 x i32> poison, i32 %485, i64 0
  %487 = shufflevector <32 x i32> %486, <32 x i32> poison, <32 x i32> zeroinitializer
  %488 = and <32 x i32> %487, %219
  %489 = shl <32 x i32> splat (i32 1), %488
  %490 = bitcast i32 %472 to <32 x i1>
  %491 = select <32 x i1> %490, <32 x i32> %489, <32 x i32> zeroinitializer
  %492 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %491)
  %493 = call i32 @"llvm.ctpop.i32"(i32 %492)
  %494 = call i32 @"llvm.ctpop.i32"(i32 %472)
  %495 = icmp eq i32 %493, %494
  br i1 %495, label %496, label %500

496:
  %497 = zext i32 %493 to i64
  %498 = shl i64 %497, 32
  %499 = or i64 %498, 1
  br label %505

500:
  %501 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %472, i64 %380)
  br label %505

502:
  %503 = phi i64 [ 4294967297, %474 ], [ 0, %465 ]
  %504 = and i64 %503, 1
  br label %557

505:
  %506 = phi i64 [ %499, %496 ], [ %501, %500 ]
  %507 = and i64 %506, 4294967295
  %508 = icmp ugt i64 %507, 1
  br i1 %508, label %509, label %557

509:
  %510 = and i32 %3, 16711680
  %511 = icmp eq i32 %510, 0
  br i1 %511, label %531, label %512

512:
  %513 = call i32 @"llvm.cttz.i32"(i32 %510, i1 true)
  %514 = extractelement <32 x i32> %219, i32 %513
  %515 = insertelement <32 x i32> poison, i32 %514, i64 0
  %516 = shufflevector <32 x i32> %515, <32 x i32> poison, <32 x i32> zeroinitializer
  %517 = icmp eq <32 x i32> %219, %516
  %518 = bitcast <32 x i1> %517 to i32
  %519 = and i32 %510, %518
  %520 = icmp eq i32 %519, %510
  br i1 %520, label %531, label %521

521:
  %522 = bitcast i32 %510 to <32 x i1>
  %523 = select <32 x i1> %522, <32 x i32> %489, <32 x i32> zeroinitializer
  %524 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %523)
  %525 = call i32 @"llvm.ctpop.i32"(i32 %524)
  %526 = call i32 @"llvm.ctpop.i32"(i32 %510)
  %527 = icmp eq i32 %525, %526
  br i1 %527, label %531, label %528

528:
  %529 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %510, i64 %380)
  %530 = and i64 %529, 4294967295
  br label %531

531:
  %532 = phi i64 [ 0, %509 ], [ 1, %512 ], [ %530, %528 ], [ 1, %521 ]
  %533 = and i32 %3, -16777216
  %534 = icmp eq i32 %533, 0
  br i1 %534, label %554, label %535

535:
  %536 = call i32 @"llvm.cttz.i32"(i32 %533, i1 true)
  %537 = extractelement <32 x i32> %219, i32 %536
  %538 = insertelement <32 x i32> poison, i32 %537, i64 0
  %539 = shufflevector <32 x i32> %538, <32 x i32> poison, <32 x i32> zeroinitializer
  %540 = icmp eq <32 x i32> %219, %539
  %541 = bitcast <32 x i1> %540 to i32
  %542 = and i32 %533, %541
  %543 = icmp eq i32 %542, %533
  br i1 %543, label %554, label %544

544:
  %545 = bitcast i32 %533 to <32 x i1>
  %546 = select <32 x i1> %545, <32 x i32> %489, <32 x i32> zeroinitializer
  %547 = call i32 @"llvm.vector.reduce.or.v32i32"(<32 x i32> %546)
  %548 = call i32 @"llvm.ctpop.i32"(i32 %547)
  %549 = call i32 @"llvm.ctpop.i32"(i32 %533)
  %550 = icmp eq i32 %548, %549
  br i1 %550, label %554, label %551

551:
  %552 = call i64 @"ks.count_rounds"(<32 x i32> %219, i32 %533, i64 %380)
  %553 = and i64 %552, 4294967295
  br label %554

554:
  %555 = phi i64 [ 0, %531 ], [ 1, %535 ], [ %553, %551 ], [ 1, %544 ]
  %556 = add i64 %555, %532
  br label %557

557:
  %558 = phi i64 [ %506, %554 ], [ %506, %505 ], [ %503, %502 ]
  %559 = phi i64 [ %556, %554 ], [ %507, %505 ], [ %504, %502 ]
  %560 = lshr i64 %558, 32
  %561 = mul i64 %560, %214
  %562 = add i64 %561, 31
  %563 = lshr i64 %562, 5
  %564 = add i64 %559, %467
  %565 = add i64 %471, %563
  %566 = sub i64 %564, %565
  br label %567

567:
  %568 = phi i64 [ %243, %241 ], [ %377, %370 ], [ %566, %557 ], [ %292, %291 ]
  %569 = phi i64 [ %242, %241 ], [ %372, %370 ], [ %564, %557 ], [ %285, %291 ]
  %570 = getelementptr inbounds i8, ptr %0, i64 448
  %571 = load i64, ptr %570, align 8
  %572 = inttoptr i64 %571 to ptr
  %573 = mul i64 %1, 72
  %574 = getelementptr inbounds i8, ptr %572, i64 %573
  %575 = getelementptr inbounds i8, ptr %574, i64 16
  %576 = load i64, ptr %575, align 8
  %577 = add i64 %576, 1
  store i64 %577, ptr %575, align 8
  %578 = getelementptr inbounds i8, ptr %574, i64 24
  %579 = load i64, ptr %578, align 8
  %580 = add i64 %579, %569
  store i64 %580, ptr %578, align 8
  %581 = getelementptr inbounds i8, ptr %574, i64 32
  %582 = load i64, ptr %581, align 8
  %583 = add i64 %582, %568
  store i64 %583, ptr %581, align 8
  %584 = zext i32 %15 to i64
  %585 = getelementptr inbounds i8, ptr %574, i64 40
  %586 = load i64, ptr %585, align 8
  %587 = add i64 %586, %584
  store i64 %587, ptr %585, align 8
  br label %588

588:
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
define weak_odr void @"ks.add_scaled"(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, i64 %6, i1 %7) {
  %9 = alloca [8 x <16 x float>], align 64
  %10 = alloca [8 x { <16 x i32>, <16 x double> }], align 128
  %11 = icmp eq i64 %6, 0
  br i1 %11, label %12, label %16

12:
  %13 = select i1 %7, i64 4, i64 0
  %14 = lshr i64 %5, 4
  %15 = udiv i64 %14, %6
  br label %40

16:
  %17 = phi i64 [ %37, %16 ], [ 0, %8 ]
  %18 = getelementptr inbounds { <16 x i32>, <16 x double> }, ptr %10, i64 %17
  %19 = getelementptr inbounds <16 x i32>, ptr %3, i64 %17
  %20 = load <16 x i32>, ptr %19, align 64
  %21 = ashr <16 x i32> %20, splat (i32 4)
  %22 = and <16 x i32> %20, splat (i32 15)
  %23 = add <16 x i32> %21, splat (i32 -127)
  %24 = uitofp <16 x i32> %22 to <16 x double>
  %25 = add <16 x i32> %21, splat (i32 3966)
  %26 = zext <16 x i32> %25 to <16 x i64>
  %27 = shl <16 x i64> %26, splat (i64 52)
  %28 = add <16 x i64> %27, splat (i64 4607182418800017408)
  %29 = bitcast <16 x i64> %28 to <16 x double>
  %30 = fmul <16 x double> %24, %29
  %31 = icmp eq <16 x i32> %21, splat (i32 255)
  %32 = icmp eq <16 x i32> %22, zeroinitializer
  %33 = select <16 x i1> %32, <16 x i32> splat (i32 -2000), <16 x i32> %23
  %34 = select <16 x i1> %31, <16 x double> splat (double 0x7FF8000000000000), <16 x double> %30
  store <16 x i32> %33, ptr %18, align 128
  %35 = getelementptr inbounds i8, ptr %18, i64 64
  call void @"llvm.memset.p0.i64"(ptr align 64 %35, i8 0, i64 64, i1 false)
  %36 = getelementptr inbounds i8, ptr %18, i64 128
  store <16 x double> %34, ptr %36, align 128
  %37 = add i64 %17, 1
  %38 = icmp ult i64 %37, %6
  br i1 %38, label %16, label %12

39:
  ret void

40:
  %41 = phi i64 [ 0, %12 ], [ %240, %226 ]
  %42 = mul i64 %41, %5
  %43 = shl i64 %42, %13
  %44 = getelementptr inbounds float, ptr %2, i64 %43
  %45 = getelementptr inbounds <16 x float>, ptr %0, i64 %41
  %46 = load <16 x float>, ptr %45, align 64
  %47 = getelementptr inbounds i32, ptr %4, i64 %41
  %48 = bitcast <16 x float> %46 to <16 x i32>
  %49 = shl <16 x i32> %48, splat (i32 1)
  %50 = lshr <16 x i32> %49, splat (i32 24)
  %51 = call <16 x i32> @"llvm.umax.v16i32"(<16 x i32> %50, <16 x i32> splat (i32 1))
  %52 = icmp eq <16 x i32> %49, zeroinitializer
  %53 = add <16 x i32> %51, splat (i32 -127)
  %54 = select <16 x i1> %52, <16 x i32> splat (i32 -2000), <16 x i32> %53
  br label %68

55:
  %56 = phi <16 x i32> [ %69, %68 ], [ %179, %174 ]
  %57 = icmp ult i64 %72, %6
  br i1 %57, label %68, label %58

58:
  %59 = call <16 x i32> @"llvm.smax.v16i32"(<16 x i32> %56, <16 x i32> splat (i32 -139))
  %60 = sub <16 x i32> splat (i32 35), %59
  %61 = zext <16 x i32> %60 to <16 x i64>
  %62 = shl <16 x i64> %61, splat (i64 52)
  %63 = add <16 x i64> %62, splat (i64 4607182418800017408)
  %64 = bitcast <16 x i64> %63 to <16 x double>
  %65 = fpext <16 x float> %46 to <16 x double>
  %66 = fmul <16 x double> %65, %64
  %67 = call <16 x double> @"llvm.trunc.v16f64"(<16 x double> %66)
  br label %186

68:
  %69 = phi <16 x i32> [ %54, %40 ], [ %56, %55 ]
  %70 = phi i64 [ 0, %40 ], [ %72, %55 ]
  %71 = mul i64 %70, %15
  %72 = add i64 %70, 1
  %73 = mul i64 %72, %15
  %74 = icmp ult i64 %71, %73
  br i1 %74, label %75, label %55

75:
  %76 = shl i64 %70, 5
  %77 = getelementptr inbounds i8, ptr %47, i64 %76
  %78 = load i32, ptr %77, align 4
  %79 = insertelement <16 x i32> poison, i32 %78, i64 0
  %80 = shufflevector <16 x i32> %79, <16 x i32> poison, <16 x i32> zeroinitializer
  %81 = and <16 x i32> %80, splat (i32 15)
  %82 = icmp eq <16 x i32> %81, zeroinitializer
  %83 = ashr <16 x i32> %80, splat (i32 4)
  %84 = add <16 x i32> %83, splat (i32 -127)
  %85 = select <16 x i1> %82, <16 x i32> splat (i32 -2000), <16 x i32> %84
  %86 = getelementptr inbounds { <16 x i32>, <16 x double> }, ptr %10, i64 %70
  %87 = load <16 x i32>, ptr %86, align 128
  %88 = add <16 x i32> %87, %85
  br label %89

89:
  %90 = phi <16 x i32> [ %69, %75 ], [ %179, %174 ]
  %91 = phi i64 [ %71, %75 ], [ %181, %174 ]
  %92 = shl i64 %91, 4
  %93 = add i64 %92, 16
  %94 = icmp eq i64 %92, -16
  br i1 %94, label %174, label %95

95:
  %96 = phi i64 [ %126, %119 ], [ %92, %89 ]
  %97 = phi <16 x float> [ %125, %119 ], [ zeroinitializer, %89 ]
  %98 = phi <16 x float> [ %121, %119 ], [ zeroinitializer, %89 ]
  %99 = getelementptr inbounds <16 x float>, ptr %1, i64 %96
  %100 = load <16 x float>, ptr %99, align 64
  br i1 %7, label %101, label %108

101:
  %102 = getelementptr inbounds <16 x float>, ptr %44, i64 %96
  %103 = load <16 x float>, ptr %102, align 64
  %104 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %100, <16 x float> %103, <16 x float> %98)
  %105 = or i64 %96, 1
  %106 = getelementptr inbounds <16 x float>, ptr %44, i64 %105
  %107 = load <16 x float>, ptr %106, align 64
  br label %119

108:
  %109 = getelementptr inbounds float, ptr %44, i64 %96
  %110 = load float, ptr %109, align 4
  %111 = insertelement <16 x float> poison, float %110, i64 0
  %112 = shufflevector <16 x float> %111, <16 x float> poison, <16 x i32> zeroinitializer
  %113 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %100, <16 x float> %112, <16 x float> %98)
  %114 = or i64 %96, 1
  %115 = getelementptr inbounds float, ptr %44, i64 %114
  %116 = load float, ptr %115, align 4
  %117 = insertelement <16 x float> poison, float %116, i64 0
  %118 = shufflevector <16 x float> %117, <16 x float> poison, <16 x i32> zeroinitializer
  br label %119

119:
  %120 = phi i64 [ %105, %101 ], [ %114, %108 ]
  %121 = phi <16 x float> [ %104, %101 ], [ %113, %108 ]
  %122 = phi <16 x float> [ %107, %101 ], [ %118, %108 ]
  %123 = getelementptr inbounds <16 x float>, ptr %1, i64 %120
  %124 = load <16 x float>, ptr %123, align 64
  %125 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %124, <16 x float> %122, <16 x float> %97)
  %126 = add i64 %96, 2
  %127 = icmp ult i64 %126, %93
  br i1 %127, label %95, label %128

128:
  %129 = fadd <16 x float> %121, %125
  %130 = fcmp oeq <16 x float> %129, zeroinitializer
  %131 = bitcast <16 x i1> %130 to i16
  %132 = icmp eq i16 %131, 0
  %133 = select i1 %132, <16 x float> %129, <16 x float> zeroinitializer
  br i1 %132, label %174, label %134

134:
  %135 = phi i64 [ %170, %160 ], [ %92, %128 ]
  %136 = phi <16 x float> [ %169, %160 ], [ zeroinitializer, %128 ]
  %137 = phi <16 x float> [ %164, %160 ], [ zeroinitializer, %128 ]
  %138 = getelementptr inbounds <16 x float>, ptr %1, i64 %135
  %139 = load <16 x float>, ptr %138, align 64
  br i1 %7, label %140, label %148

140:
  %141 = getelementptr inbounds <16 x float>, ptr %44, i64 %135
  %142 = load <16 x float>, ptr %141, align 64
  %143 = fmul <16 x float> %139, %142
  %144 = call <16 x float> @"llvm.fabs.v16f32"(<16 x float> %143)
  %145 = or i64 %135, 1
  %146 = getelementptr inbounds <16 x float>, ptr %44, i64 %145
  %147 = load <16 x float>, ptr %146, align 64
  br label %160

148:
  %149 = getelementptr inbounds float, ptr %44, i64 %135
  %150 = load float, ptr %149, align 4
  %151 = insertelement <16 x float> poison, float %150, i64 0
  %152 = shufflevector <16 x float> %151, <16 x float> poison, <16 x i32> zeroinitializer
  %153 = fmul <16 x float> %139, %152
  %154 = call <16 x float> @"llvm.fabs.v16f32"(<16 x float> %153)
  %155 = or i64 %135, 1
  %156 = getelementptr inbounds float, ptr %44, i64 %155
  %157 = load float, ptr %156, align 4
  %158 = insertelement <16 x float> poison, float %157, i64 0
  %159 = shufflevector <16 x float> %158, <16 x float> poison, <16 x i32> zeroinitializer
  br label %160

160:
  %161 = phi i64 [ %145, %140 ], [ %155, %148 ]
  %162 = phi <16 x float> [ %144, %140 ], [ %154, %148 ]
  %163 = phi <16 x float> [ %147, %140 ], [ %159, %148 ]
  %164 = fadd <16 x float> %137, %162
  %165 = getelementptr inbounds <16 x float>, ptr %1, i64 %161
  %166 = load <16 x float>, ptr %165, align 64
  %167 = fmul <16 x float> %166, %163
  %168 = call <16 x float> @"llvm.fabs.v16f32"(<16 x float> %167)
  %169 = fadd <16 x float> %136, %168
  %170 = add i64 %135, 2
  %171 = icmp ult i64 %170, %93
  br i1 %171, label %134, label %172

172:
  %173 = fadd <16 x float> %164, %169
  br label %174

174:
  %175 = phi <16 x float> [ %129, %172 ], [ %129, %128 ], [ zeroinitializer, %89 ]
  %176 = phi <16 x float> [ %173, %172 ], [ %133, %128 ], [ zeroinitializer, %89 ]
  %177 = fcmp oeq <16 x float> %176, zeroinitializer
  %178 = select <16 x i1> %177, <16 x i32> splat (i32 -2000), <16 x i32> %88
  %179 = call <16 x i32> @"llvm.smax.v16i32"(<16 x i32> %90, <16 x i32> %178)
  %180 = getelementptr inbounds <16 x float>, ptr %9, i64 %91
  store <16 x float> %175, ptr %180, align 64
  %181 = add i64 %91, 1
  %182 = icmp ult i64 %181, %73
  br i1 %182, label %89, label %55

183:
  %184 = phi <16 x double> [ %188, %186 ], [ %223, %214 ]
  %185 = icmp ult i64 %207, %6
  br i1 %185, label %186, label %226

186:
  %187 = phi i64 [ 0, %58 ], [ %207, %183 ]
  %188 = phi <16 x double> [ %67, %58 ], [ %184, %183 ]
  %189 = shl i64 %187, 5
  %190 = getelementptr inbounds i8, ptr %47, i64 %189
  %191 = load i32, ptr %190, align 4
  %192 = insertelement <16 x i32> poison, i32 %191, i64 0
  %193 = shufflevector <16 x i32> %192, <16 x i32> poison, <16 x i32> zeroinitializer
  %194 = ashr <16 x i32> %193, splat (i32 4)
  %195 = and <16 x i32> %193, splat (i32 15)
  %196 = uitofp <16 x i32> %195 to <16 x double>
  %197 = add <16 x i32> %194, splat (i32 3966)
  %198 = zext <16 x i32> %197 to <16 x i64>
  %199 = shl <16 x i64> %198, splat (i64 52)
  %200 = add <16 x i64> %199, splat (i64 4607182418800017408)
  %201 = bitcast <16 x i64> %200 to <16 x double>
  %202 = fmul <16 x double> %196, %201
  %203 = icmp eq <16 x i32> %194, splat (i32 255)
  %204 = select <16 x i1> %203, <16 x double> splat (double 0x7FF8000000000000), <16 x double> %202
  %205 = fmul <16 x double> %204, %64
  %206 = mul i64 %187, %15
  %207 = add i64 %187, 1
  %208 = mul i64 %207, %15
  %209 = icmp ult i64 %206, %208
  br i1 %209, label %210, label %183

210:
  %211 = getelementptr inbounds { <16 x i32>, <16 x double> }, ptr %10, i64 %187
  %212 = getelementptr inbounds i8, ptr %211, i64 128
  %213 = load <16 x double>, ptr %212, align 128
  br label %214

214:
  %215 = phi i64 [ %206, %210 ], [ %224, %214 ]
  %216 = phi <16 x double> [ %188, %210 ], [ %223, %214 ]
  %217 = getelementptr inbounds <16 x float>, ptr %9, i64 %215
  %218 = load <16 x float>, ptr %217, align 64
  %219 = fpext <16 x float> %218 to <16 x double>
  %220 = fmul <16 x double> %213, %219
  %221 = fmul <16 x double> %205, %220
  %222 = call <16 x double> @"llvm.trunc.v16f64"(<16 x double> %221)
  %223 = fadd <16 x double> %216, %222
  %224 = add i64 %215, 1
  %225 = icmp ult i64 %224, %208
  br i1 %225, label %214, label %183

226:
  %227 = add <16 x i32> %59, splat (i32 4061)
  %228 = zext <16 x i32> %227 to <16 x i64>
  %229 = shl <16 x i64> %228, splat (i64 52)
  %230 = add <16 x i64> %229, splat (i64 4607182418800017408)
  %231 = bitcast <16 x i64> %230 to <16 x double>
  %232 = fmul <16 x double> %184, %231
  %233 = bitcast <16 x double> %232 to <16 x i64>
  %234 = and <16 x i64> %233, splat (i64 -536870912)
  %235 = bitcast <16 x i64> %234 to <16 x double>
  %236 = fmul <16 x double> %235, splat (double 0x4940000000000000)
  %237 = call <16 x double> @"llvm.trunc.v16f64"(<16 x double> %236)
  %238 = call <16 x double> @"llvm.fmuladd.v16f64"(<16 x double> %237, <16 x double> splat (double 0x36A0000000000000), <16 x double> zeroinitializer)
  %239 = fptrunc <16 x double> %238 to <16 x float>
  store <16 x float> %239, ptr %45, align 64
  %240 = add i64 %41, 1
  %241 = icmp ult i64 %41, 7
  br i1 %241, label %40, label %39
}
define weak_odr void @"ks.scale_words"(ptr %0, i64 %1, i1 %2) {
  %4 = icmp eq i64 %1, 0
  br i1 %4, label %5, label %6

5:
  ret void

6:
  %7 = phi i64 [ %30, %28 ], [ 0, %3 ]
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4
  br i1 %2, label %10, label %13

10:
  %11 = shl i32 %9, 4
  %12 = or i32 %11, 8
  br label %28

13:
  %14 = lshr i32 %9, 3
  %15 = and i32 %14, 15
  %16 = and i32 %9, 7
  %17 = icmp eq i32 %15, 15
  %18 = icmp eq i32 %16, 7
  %19 = and i1 %18, %17
  br i1 %19, label %28, label %20

20:
  %21 = call i32 @"llvm.umax.i32"(i32 %15, i32 1)
  %22 = icmp eq i32 %15, 0
  %23 = select i1 %22, i32 0, i32 8
  %24 = shl i32 %21, 4
  %25 = add i32 %24, 1920
  %26 = or i32 %25, %23
  %27 = or i32 %26, %16
  br label %28

28:
  %29 = phi i32 [ %12, %10 ], [ %27, %20 ], [ 4080, %13 ]
  store i32 %29, ptr %8, align 4
  %30 = add i64 %7, 1
  %31 = icmp ult i64 %30, %1
  br i1 %31, label %6, label %5
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
  call void @"llvm.memset.p0.i64"(ptr align 8 %4, i8 0, i64 768, i1 false)
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
  call void @"ks.fault"(ptr %0, i64 17, i64 %9, i64 42949672960, i32 0)
  br label %10

10:
  ret void
}
define weak_odr i1 @"ks.tensor_alloc"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4, i1 %5) {
  %7 = alloca [21 x i64], align 8
  %8 = alloca [32 x i64], align 8
  %9 = icmp eq i32 %3, 0
  br i1 %9, label %137, label %10

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
  br label %137

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
  br label %137

33:
  %34 = getelementptr inbounds i8, ptr %14, i64 8
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %39, label %37, !prof !2

37:
  %38 = or i64 %15, 8589934592
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %38, i32 %11)
  br label %137

39:
  %40 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 4, i1 false, ptr %8)
  br i1 %40, label %41, label %137

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
  br i1 %55, label %137, label %56

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
  br i1 %87, label %137, label %88

88:
  store i64 0, ptr %74, align 8
  br label %89

89:
  %90 = load i64, ptr %12, align 8
  %91 = inttoptr i64 %90 to ptr
  %92 = getelementptr inbounds i8, ptr %91, i64 43776
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
  br i1 %115, label %136, label %116, !prof !2

116:
  %117 = inttoptr i64 %114 to ptr
  %118 = load i64, ptr %117, align 8
  %119 = inttoptr i64 %118 to ptr
  %120 = load i64, ptr %119, align 8
  %121 = add i64 %120, 1
  store i64 %121, ptr %119, align 8
  %122 = load i64, ptr %12, align 8
  %123 = inttoptr i64 %122 to ptr
  %124 = getelementptr inbounds i8, ptr %123, i64 56
  store i64 0, ptr %124, align 8
  %125 = trunc i64 %1 to i32
  %126 = getelementptr inbounds i8, ptr %117, i64 184
  %127 = load i64, ptr %126, align 8
  %128 = icmp eq i64 %127, 0
  br i1 %128, label %136, label %129

129:
  %130 = inttoptr i64 %127 to ptr
  %131 = getelementptr inbounds i8, ptr %117, i64 464
  %132 = load i64, ptr %131, align 8
  %133 = icmp eq i64 %132, 0
  br i1 %133, label %135, label %134, !prof !2

134:
  call void @"ks.tell_of_passes"(ptr %0, ptr %117)
  br label %135

135:
  call void %130(ptr %0, i32 68, i32 %125, i32 %3, ptr %7, i64 0)
  br label %136

136:
  br label %137

137:
  %138 = phi i1 [ true, %6 ], [ true, %37 ], [ true, %21 ], [ true, %39 ], [ true, %136 ], [ false, %53 ], [ true, %32 ], [ false, %83 ]
  ret i1 %138
}
define weak_odr i1 @"ks.tensor_dealloc"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4, i1 %5) {
  %7 = alloca [21 x i64], align 8
  %8 = icmp eq i32 %3, 0
  br i1 %8, label %114, label %9

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
  br label %114

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
  br label %114

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
  br label %114

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
  br i1 %76, label %114, label %77

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
  br i1 %92, label %113, label %93, !prof !2

93:
  %94 = inttoptr i64 %91 to ptr
  %95 = load i64, ptr %94, align 8
  %96 = inttoptr i64 %95 to ptr
  %97 = load i64, ptr %96, align 8
  %98 = add i64 %97, 1
  store i64 %98, ptr %96, align 8
  %99 = load i64, ptr %11, align 8
  %100 = inttoptr i64 %99 to ptr
  %101 = getelementptr inbounds i8, ptr %100, i64 56
  store i64 0, ptr %101, align 8
  %102 = trunc i64 %1 to i32
  %103 = getelementptr inbounds i8, ptr %94, i64 184
  %104 = load i64, ptr %103, align 8
  %105 = icmp eq i64 %104, 0
  br i1 %105, label %113, label %106

106:
  %107 = inttoptr i64 %104 to ptr
  %108 = getelementptr inbounds i8, ptr %94, i64 464
  %109 = load i64, ptr %108, align 8
  %110 = icmp eq i64 %109, 0
  br i1 %110, label %112, label %111, !prof !2

111:
  call void @"ks.tell_of_passes"(ptr %0, ptr %94)
  br label %112

112:
  call void %107(ptr %0, i32 69, i32 %102, i32 %3, ptr %7, i64 0)
  br label %113

113:
  br label %114

114:
  %115 = phi i1 [ true, %6 ], [ true, %23 ], [ true, %34 ], [ true, %45 ], [ true, %113 ], [ false, %72 ]
  ret i1 %115
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
  %7 = alloca [21 x i64], align 8
  %8 = icmp eq i32 %3, 0
  br i1 %8, label %219, label %9

9:
  %10 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %11 = extractelement <32 x i64> %2, i32 %10
  %12 = and i64 %11, 4294967295
  %13 = getelementptr inbounds i8, ptr %0, i64 504
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr inbounds i8, ptr %15, i64 43776
  store i64 %5, ptr %7, align 8
  %17 = getelementptr inbounds i8, ptr %7, i64 40
  store i64 %12, ptr %17, align 8
  %18 = getelementptr inbounds i8, ptr %7, i64 48
  store i64 0, ptr %18, align 8
  %19 = getelementptr inbounds i8, ptr %0, i64 352
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %42, label %22, !prof !2

22:
  %23 = inttoptr i64 %20 to ptr
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, 1
  store i64 %27, ptr %25, align 8
  %28 = load i64, ptr %13, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = getelementptr inbounds i8, ptr %29, i64 56
  store i64 0, ptr %30, align 8
  %31 = trunc i64 %1 to i32
  %32 = getelementptr inbounds i8, ptr %23, i64 184
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %42, label %35

35:
  %36 = inttoptr i64 %33 to ptr
  %37 = getelementptr inbounds i8, ptr %23, i64 464
  %38 = load i64, ptr %37, align 8
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %41, label %40, !prof !2

40:
  call void @"ks.tell_of_passes"(ptr %0, ptr %23)
  br label %41

41:
  call void %36(ptr %0, i32 66, i32 %31, i32 %3, ptr %7, i64 0)
  br label %42

42:
  %43 = lshr i64 %12, 16
  %44 = getelementptr inbounds i8, ptr %0, i64 120
  %45 = load i64, ptr %44, align 8
  %46 = shl i64 %45, 5
  %47 = and i64 %46, 96
  %48 = lshr i64 %5, 32
  %49 = icmp eq i64 %43, %47
  br i1 %49, label %50, label %52

50:
  %51 = or i64 %47, 16
  br label %60

52:
  %53 = and i64 %5, 7
  %54 = icmp eq i64 %53, 0
  %55 = or i64 %47, 16
  %56 = icmp ne i64 %43, %55
  %57 = select i1 %54, i1 true, i1 %56
  br i1 %57, label %58, label %60, !prof !3

58:
  %59 = or i64 %43, 17179869184
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %59, i32 %10)
  br label %88

60:
  %61 = phi i64 [ %51, %50 ], [ %55, %52 ]
  %62 = lshr i64 %5, 48
  %63 = add i64 %43, %62
  %64 = icmp ne i64 %63, %47
  %65 = icmp ne i64 %63, %61
  %66 = select i1 %64, i1 %65, i1 false
  br i1 %66, label %67, label %69, !prof !3

67:
  %68 = or i64 %63, 17179869184
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %68, i32 %10)
  br label %88

69:
  %70 = lshr i64 %5, 8
  %71 = and i64 %70, 255
  %72 = lshr i64 %5, 3
  %73 = and i64 %72, 1
  %74 = shl i64 %71, %73
  %75 = and i64 %11, 65535
  %76 = trunc i64 %5 to i3
  %77 = icmp sgt i3 %76, 0
  %78 = zext i1 %77 to i64
  %79 = shl i64 %74, %78
  %80 = and i64 %48, 65535
  %81 = add i64 %80, %75
  %82 = zext i32 %10 to i64
  %83 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %82, ptr %0, i64 %75, i64 %79)
  br i1 %83, label %84, label %88

84:
  %85 = icmp eq i64 %48, 0
  br i1 %85, label %88, label %86

86:
  %87 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %82, ptr %0, i64 %81, i64 %79)
  br label %88

88:
  %89 = phi i1 [ false, %58 ], [ false, %67 ], [ false, %69 ], [ true, %84 ], [ %87, %86 ]
  %90 = lshr i64 %5, 8
  %91 = and i64 %90, 255
  %92 = icmp eq i64 %91, 0
  br i1 %92, label %219, label %93

93:
  %94 = and i64 %5, 7
  %95 = trunc i64 %5 to i3
  %96 = and i64 %5, 8
  %97 = icmp eq i64 %96, 0
  %98 = select i1 %97, <32 x i32> zeroinitializer, <32 x i32> splat (i32 1)
  %99 = trunc i64 %11 to i32
  %100 = insertelement <32 x i32> poison, i32 %99, i64 0
  %101 = shufflevector <32 x i32> %100, <32 x i32> poison, <32 x i32> zeroinitializer
  %102 = icmp eq i64 %94, 4
  %103 = trunc i64 %48 to i32
  %104 = insertelement <32 x i32> poison, i32 %103, i64 0
  %105 = shufflevector <32 x i32> %104, <32 x i32> poison, <32 x i32> zeroinitializer
  %106 = mul <32 x i32> %105, <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %107 = trunc i64 %91 to i32
  %108 = select i1 %102, <32 x i32> %106, <32 x i32> zeroinitializer
  %109 = add <32 x i32> %101, %108
  %110 = and <32 x i32> %109, splat (i32 65535)
  %111 = lshr <32 x i32> %109, splat (i32 16)
  br label %112

112:
  %113 = phi i64 [ 0, %93 ], [ %217, %213 ]
  %114 = phi i32 [ 0, %93 ], [ %216, %213 ]
  br i1 %89, label %115, label %213

115:
  switch i3 %95, label %148 [
    i3 1, label %116
    i3 2, label %121
    i3 3, label %132
    i3 -4, label %145
  ]

116:
  %117 = shl i32 %114, 1
  %118 = insertelement <32 x i32> poison, i32 %117, i64 0
  %119 = shufflevector <32 x i32> %118, <32 x i32> poison, <32 x i32> zeroinitializer
  %120 = or <32 x i32> %119, <i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1>
  br label %151

121:
  %122 = shl i32 %114, 3
  %123 = and i32 %122, 8
  %124 = insertelement <32 x i32> poison, i32 %123, i64 0
  %125 = shufflevector <32 x i32> %124, <32 x i32> poison, <32 x i32> zeroinitializer
  %126 = or <32 x i32> %125, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %127 = shl i32 %114, 1
  %128 = and i32 %127, -4
  %129 = insertelement <32 x i32> poison, i32 %128, i64 0
  %130 = shufflevector <32 x i32> %129, <32 x i32> poison, <32 x i32> zeroinitializer
  %131 = or <32 x i32> %130, <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  br label %151

132:
  %133 = shl i32 %114, 2
  %134 = and i32 %133, 8
  %135 = insertelement <32 x i32> poison, i32 %134, i64 0
  %136 = shufflevector <32 x i32> %135, <32 x i32> poison, <32 x i32> zeroinitializer
  %137 = or <32 x i32> %136, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %138 = shl i32 %114, 1
  %139 = and i32 %138, -8
  %140 = and i32 %114, 1
  %141 = or i32 %139, %140
  %142 = insertelement <32 x i32> poison, i32 %141, i64 0
  %143 = shufflevector <32 x i32> %142, <32 x i32> poison, <32 x i32> zeroinitializer
  %144 = or <32 x i32> %143, <i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6>
  br label %151

145:
  %146 = insertelement <32 x i32> poison, i32 %114, i64 0
  %147 = shufflevector <32 x i32> %146, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %151

148:
  %149 = insertelement <32 x i32> poison, i32 %114, i64 0
  %150 = shufflevector <32 x i32> %149, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %151

151:
  %152 = phi <32 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %148 ], [ <i32 0, i32 8, i32 0, i32 8, i32 1, i32 9, i32 1, i32 9, i32 2, i32 10, i32 2, i32 10, i32 3, i32 11, i32 3, i32 11, i32 4, i32 12, i32 4, i32 12, i32 5, i32 13, i32 5, i32 13, i32 6, i32 14, i32 6, i32 14, i32 7, i32 15, i32 7, i32 15>, %116 ], [ %126, %121 ], [ %137, %132 ], [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %145 ]
  %153 = phi <32 x i32> [ %150, %148 ], [ %120, %116 ], [ %131, %121 ], [ %144, %132 ], [ %147, %145 ]
  %154 = shl <32 x i32> %153, %98
  %155 = add <32 x i32> %110, %154
  %156 = shl <32 x i32> %155, splat (i32 7)
  %157 = add <32 x i32> %111, %152
  %158 = add <32 x i32> %157, %156
  %159 = zext <32 x i32> %158 to <32 x i64>
  %160 = getelementptr i32, ptr %16, <32 x i64> %159
  %161 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %160, i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  br i1 %97, label %213, label %162

162:
  %163 = and <32 x i32> %161, splat (i32 65535)
  switch i3 %95, label %196 [
    i3 1, label %164
    i3 2, label %169
    i3 3, label %180
    i3 -4, label %193
  ]

164:
  %165 = shl i32 %114, 1
  %166 = insertelement <32 x i32> poison, i32 %165, i64 0
  %167 = shufflevector <32 x i32> %166, <32 x i32> poison, <32 x i32> zeroinitializer
  %168 = or <32 x i32> %167, <i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1>
  br label %199

169:
  %170 = shl i32 %114, 3
  %171 = and i32 %170, 8
  %172 = insertelement <32 x i32> poison, i32 %171, i64 0
  %173 = shufflevector <32 x i32> %172, <32 x i32> poison, <32 x i32> zeroinitializer
  %174 = or <32 x i32> %173, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %175 = shl i32 %114, 1
  %176 = and i32 %175, -4
  %177 = insertelement <32 x i32> poison, i32 %176, i64 0
  %178 = shufflevector <32 x i32> %177, <32 x i32> poison, <32 x i32> zeroinitializer
  %179 = or <32 x i32> %178, <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  br label %199

180:
  %181 = shl i32 %114, 2
  %182 = and i32 %181, 8
  %183 = insertelement <32 x i32> poison, i32 %182, i64 0
  %184 = shufflevector <32 x i32> %183, <32 x i32> poison, <32 x i32> zeroinitializer
  %185 = or <32 x i32> %184, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %186 = shl i32 %114, 1
  %187 = and i32 %186, -8
  %188 = and i32 %114, 1
  %189 = or i32 %187, %188
  %190 = insertelement <32 x i32> poison, i32 %189, i64 0
  %191 = shufflevector <32 x i32> %190, <32 x i32> poison, <32 x i32> zeroinitializer
  %192 = or <32 x i32> %191, <i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6>
  br label %199

193:
  %194 = insertelement <32 x i32> poison, i32 %114, i64 0
  %195 = shufflevector <32 x i32> %194, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %199

196:
  %197 = insertelement <32 x i32> poison, i32 %114, i64 0
  %198 = shufflevector <32 x i32> %197, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %199

199:
  %200 = phi <32 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %196 ], [ <i32 0, i32 8, i32 0, i32 8, i32 1, i32 9, i32 1, i32 9, i32 2, i32 10, i32 2, i32 10, i32 3, i32 11, i32 3, i32 11, i32 4, i32 12, i32 4, i32 12, i32 5, i32 13, i32 5, i32 13, i32 6, i32 14, i32 6, i32 14, i32 7, i32 15, i32 7, i32 15>, %164 ], [ %174, %169 ], [ %185, %180 ], [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %193 ]
  %201 = phi <32 x i32> [ %198, %196 ], [ %168, %164 ], [ %179, %169 ], [ %192, %180 ], [ %195, %193 ]
  %202 = shl <32 x i32> %201, splat (i32 1)
  %203 = or <32 x i32> %202, splat (i32 1)
  %204 = add <32 x i32> %203, %110
  %205 = shl <32 x i32> %204, splat (i32 7)
  %206 = add <32 x i32> %111, %200
  %207 = add <32 x i32> %206, %205
  %208 = zext <32 x i32> %207 to <32 x i64>
  %209 = getelementptr i32, ptr %16, <32 x i64> %208
  %210 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %209, i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  %211 = shl <32 x i32> %210, splat (i32 16)
  %212 = or <32 x i32> %211, %163
  br label %213

213:
  %214 = phi <32 x i32> [ %212, %199 ], [ %161, %151 ], [ zeroinitializer, %112 ]
  %215 = getelementptr inbounds <32 x i32>, ptr %4, i64 %113
  store <32 x i32> %214, ptr %215, align 128
  %216 = add i32 %114, 1
  %217 = zext i32 %216 to i64
  %218 = icmp ult i32 %216, %107
  br i1 %218, label %112, label %219

219:
  ret void
}
define weak_odr void @"ks.tensor_store"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, ptr %4, i64 %5) {
  %7 = alloca [21 x i64], align 8
  %8 = icmp eq i32 %3, 0
  br i1 %8, label %217, label %9

9:
  %10 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %11 = extractelement <32 x i64> %2, i32 %10
  %12 = and i64 %11, 4294967295
  %13 = getelementptr inbounds i8, ptr %0, i64 504
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr inbounds i8, ptr %15, i64 43776
  store i64 %5, ptr %7, align 8
  %17 = getelementptr inbounds i8, ptr %7, i64 40
  store i64 %12, ptr %17, align 8
  %18 = getelementptr inbounds i8, ptr %7, i64 48
  store i64 0, ptr %18, align 8
  %19 = getelementptr inbounds i8, ptr %0, i64 352
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %42, label %22, !prof !2

22:
  %23 = inttoptr i64 %20 to ptr
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, 1
  store i64 %27, ptr %25, align 8
  %28 = load i64, ptr %13, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = getelementptr inbounds i8, ptr %29, i64 56
  store i64 0, ptr %30, align 8
  %31 = trunc i64 %1 to i32
  %32 = getelementptr inbounds i8, ptr %23, i64 184
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %42, label %35

35:
  %36 = inttoptr i64 %33 to ptr
  %37 = getelementptr inbounds i8, ptr %23, i64 464
  %38 = load i64, ptr %37, align 8
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %41, label %40, !prof !2

40:
  call void @"ks.tell_of_passes"(ptr %0, ptr %23)
  br label %41

41:
  call void %36(ptr %0, i32 67, i32 %31, i32 %3, ptr %7, i64 0)
  br label %42

42:
  %43 = lshr i64 %12, 16
  %44 = getelementptr inbounds i8, ptr %0, i64 120
  %45 = load i64, ptr %44, align 8
  %46 = shl i64 %45, 5
  %47 = and i64 %46, 96
  %48 = lshr i64 %5, 32
  %49 = icmp eq i64 %43, %47
  br i1 %49, label %50, label %52

50:
  %51 = or i64 %47, 16
  br label %58

52:
  %53 = and i64 %5, 7
  %54 = icmp eq i64 %53, 0
  %55 = or i64 %47, 16
  %56 = icmp ne i64 %43, %55
  %57 = select i1 %54, i1 true, i1 %56
  br i1 %57, label %214, label %58, !prof !3

58:
  %59 = phi i64 [ %51, %50 ], [ %55, %52 ]
  %60 = lshr i64 %5, 48
  %61 = add i64 %43, %60
  %62 = icmp ne i64 %61, %47
  %63 = icmp ne i64 %61, %59
  %64 = select i1 %62, i1 %63, i1 false
  br i1 %64, label %214, label %65, !prof !3

65:
  %66 = lshr i64 %5, 8
  %67 = and i64 %66, 255
  %68 = lshr i64 %5, 3
  %69 = and i64 %68, 1
  %70 = shl i64 %67, %69
  %71 = and i64 %11, 65535
  %72 = trunc i64 %5 to i3
  %73 = icmp sgt i3 %72, 0
  %74 = zext i1 %73 to i64
  %75 = shl i64 %70, %74
  %76 = and i64 %48, 65535
  %77 = add i64 %76, %71
  %78 = zext i32 %10 to i64
  %79 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %78, ptr %0, i64 %71, i64 %75)
  br i1 %79, label %80, label %217

80:
  %81 = icmp eq i64 %48, 0
  br i1 %81, label %86, label %82

82:
  %83 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %78, ptr %0, i64 %77, i64 %75)
  %84 = icmp ne i64 %67, 0
  %85 = and i1 %84, %83
  br i1 %85, label %88, label %217

86:
  %87 = icmp eq i64 %67, 0
  br i1 %87, label %217, label %88

88:
  %89 = and i64 %5, 8
  %90 = icmp eq i64 %89, 0
  %91 = and i64 %5, 7
  %92 = trunc i64 %11 to i32
  %93 = insertelement <32 x i32> poison, i32 %92, i64 0
  %94 = shufflevector <32 x i32> %93, <32 x i32> poison, <32 x i32> zeroinitializer
  %95 = icmp eq i64 %91, 4
  %96 = trunc i64 %48 to i32
  %97 = insertelement <32 x i32> poison, i32 %96, i64 0
  %98 = shufflevector <32 x i32> %97, <32 x i32> poison, <32 x i32> zeroinitializer
  %99 = mul <32 x i32> %98, <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %100 = select i1 %90, <32 x i32> zeroinitializer, <32 x i32> splat (i32 1)
  %101 = trunc i64 %67 to i32
  %102 = select i1 %95, <32 x i32> %99, <32 x i32> zeroinitializer
  %103 = add <32 x i32> %94, %102
  %104 = and <32 x i32> %103, splat (i32 65535)
  %105 = lshr <32 x i32> %103, splat (i32 16)
  %106 = select i1 %95, <32 x i32> %99, <32 x i32> zeroinitializer
  %107 = add <32 x i32> %94, %106
  %108 = and <32 x i32> %107, splat (i32 65535)
  %109 = lshr <32 x i32> %107, splat (i32 16)
  br label %110

110:
  %111 = phi i64 [ 0, %88 ], [ %212, %201 ]
  %112 = phi i32 [ 0, %88 ], [ %211, %201 ]
  %113 = getelementptr inbounds <32 x i32>, ptr %4, i64 %111
  %114 = load <32 x i32>, ptr %113, align 128
  br i1 %90, label %164, label %115

115:
  switch i3 %72, label %148 [
    i3 1, label %116
    i3 2, label %121
    i3 3, label %132
    i3 -4, label %145
  ]

116:
  %117 = shl i32 %112, 1
  %118 = insertelement <32 x i32> poison, i32 %117, i64 0
  %119 = shufflevector <32 x i32> %118, <32 x i32> poison, <32 x i32> zeroinitializer
  %120 = or <32 x i32> %119, <i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1>
  br label %151

121:
  %122 = shl i32 %112, 3
  %123 = and i32 %122, 8
  %124 = insertelement <32 x i32> poison, i32 %123, i64 0
  %125 = shufflevector <32 x i32> %124, <32 x i32> poison, <32 x i32> zeroinitializer
  %126 = or <32 x i32> %125, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %127 = shl i32 %112, 1
  %128 = and i32 %127, -4
  %129 = insertelement <32 x i32> poison, i32 %128, i64 0
  %130 = shufflevector <32 x i32> %129, <32 x i32> poison, <32 x i32> zeroinitializer
  %131 = or <32 x i32> %130, <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  br label %151

132:
  %133 = shl i32 %112, 2
  %134 = and i32 %133, 8
  %135 = insertelement <32 x i32> poison, i32 %134, i64 0
  %136 = shufflevector <32 x i32> %135, <32 x i32> poison, <32 x i32> zeroinitializer
  %137 = or <32 x i32> %136, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %138 = shl i32 %112, 1
  %139 = and i32 %138, -8
  %140 = and i32 %112, 1
  %141 = or i32 %139, %140
  %142 = insertelement <32 x i32> poison, i32 %141, i64 0
  %143 = shufflevector <32 x i32> %142, <32 x i32> poison, <32 x i32> zeroinitializer
  %144 = or <32 x i32> %143, <i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6>
  br label %151

145:
  %146 = insertelement <32 x i32> poison, i32 %112, i64 0
  %147 = shufflevector <32 x i32> %146, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %151

148:
  %149 = insertelement <32 x i32> poison, i32 %112, i64 0
  %150 = shufflevector <32 x i32> %149, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %151

151:
  %152 = phi <32 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %148 ], [ <i32 0, i32 8, i32 0, i32 8, i32 1, i32 9, i32 1, i32 9, i32 2, i32 10, i32 2, i32 10, i32 3, i32 11, i32 3, i32 11, i32 4, i32 12, i32 4, i32 12, i32 5, i32 13, i32 5, i32 13, i32 6, i32 14, i32 6, i32 14, i32 7, i32 15, i32 7, i32 15>, %116 ], [ %126, %121 ], [ %137, %132 ], [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %145 ]
  %153 = phi <32 x i32> [ %150, %148 ], [ %120, %116 ], [ %131, %121 ], [ %144, %132 ], [ %147, %145 ]
  %154 = shl <32 x i32> %153, splat (i32 1)
  %155 = or <32 x i32> %154, splat (i32 1)
  %156 = add <32 x i32> %155, %104
  %157 = shl <32 x i32> %156, splat (i32 7)
  %158 = add <32 x i32> %105, %152
  %159 = add <32 x i32> %158, %157
  %160 = zext <32 x i32> %159 to <32 x i64>
  %161 = lshr <32 x i32> %114, splat (i32 16)
  %162 = getelementptr i32, ptr %16, <32 x i64> %160
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %161, <32 x ptr> %162, i32 4, <32 x i1> splat (i1 true))
  %163 = and <32 x i32> %114, splat (i32 65535)
  br label %164

164:
  %165 = phi <32 x i32> [ %163, %151 ], [ %114, %110 ]
  switch i3 %72, label %198 [
    i3 1, label %166
    i3 2, label %171
    i3 3, label %182
    i3 -4, label %195
  ]

166:
  %167 = shl i32 %112, 1
  %168 = insertelement <32 x i32> poison, i32 %167, i64 0
  %169 = shufflevector <32 x i32> %168, <32 x i32> poison, <32 x i32> zeroinitializer
  %170 = or <32 x i32> %169, <i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 1, i32 1>
  br label %201

171:
  %172 = shl i32 %112, 3
  %173 = and i32 %172, 8
  %174 = insertelement <32 x i32> poison, i32 %173, i64 0
  %175 = shufflevector <32 x i32> %174, <32 x i32> poison, <32 x i32> zeroinitializer
  %176 = or <32 x i32> %175, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %177 = shl i32 %112, 1
  %178 = and i32 %177, -4
  %179 = insertelement <32 x i32> poison, i32 %178, i64 0
  %180 = shufflevector <32 x i32> %179, <32 x i32> poison, <32 x i32> zeroinitializer
  %181 = or <32 x i32> %180, <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  br label %201

182:
  %183 = shl i32 %112, 2
  %184 = and i32 %183, 8
  %185 = insertelement <32 x i32> poison, i32 %184, i64 0
  %186 = shufflevector <32 x i32> %185, <32 x i32> poison, <32 x i32> zeroinitializer
  %187 = or <32 x i32> %186, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %188 = shl i32 %112, 1
  %189 = and i32 %188, -8
  %190 = and i32 %112, 1
  %191 = or i32 %189, %190
  %192 = insertelement <32 x i32> poison, i32 %191, i64 0
  %193 = shufflevector <32 x i32> %192, <32 x i32> poison, <32 x i32> zeroinitializer
  %194 = or <32 x i32> %193, <i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6, i32 0, i32 2, i32 4, i32 6>
  br label %201

195:
  %196 = insertelement <32 x i32> poison, i32 %112, i64 0
  %197 = shufflevector <32 x i32> %196, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %201

198:
  %199 = insertelement <32 x i32> poison, i32 %112, i64 0
  %200 = shufflevector <32 x i32> %199, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %201

201:
  %202 = phi <32 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %198 ], [ <i32 0, i32 8, i32 0, i32 8, i32 1, i32 9, i32 1, i32 9, i32 2, i32 10, i32 2, i32 10, i32 3, i32 11, i32 3, i32 11, i32 4, i32 12, i32 4, i32 12, i32 5, i32 13, i32 5, i32 13, i32 6, i32 14, i32 6, i32 14, i32 7, i32 15, i32 7, i32 15>, %166 ], [ %176, %171 ], [ %187, %182 ], [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %195 ]
  %203 = phi <32 x i32> [ %200, %198 ], [ %170, %166 ], [ %181, %171 ], [ %194, %182 ], [ %197, %195 ]
  %204 = shl <32 x i32> %203, %100
  %205 = add <32 x i32> %108, %204
  %206 = shl <32 x i32> %205, splat (i32 7)
  %207 = add <32 x i32> %109, %202
  %208 = add <32 x i32> %207, %206
  %209 = zext <32 x i32> %208 to <32 x i64>
  %210 = getelementptr i32, ptr %16, <32 x i64> %209
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %165, <32 x ptr> %210, i32 4, <32 x i1> splat (i1 true))
  %211 = add i32 %112, 1
  %212 = zext i32 %211 to i64
  %213 = icmp ult i32 %211, %101
  br i1 %213, label %110, label %217

214:
  %215 = phi i64 [ %43, %52 ], [ %61, %58 ]
  %216 = or i64 %215, 17179869184
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %216, i32 %10)
  br label %217

217:
  ret void
}
define weak_odr void @"ks.tensor_multiply"(ptr %0, ptr %1) {
  %3 = alloca [8 x <16 x i32>], align 64
  %4 = alloca [8 x <16 x i32>], align 64
  %5 = alloca [36864 x i32], align 64
  %6 = alloca [36864 x i32], align 64
  %7 = alloca [36864 x i32], align 64
  %8 = alloca [36864 x i32], align 64
  %9 = alloca [36864 x i32], align 64
  %10 = alloca [12288 x i32], align 64
  %11 = alloca [36864 x i32], align 64
  %12 = alloca [768 x i32], align 64
  %13 = alloca [32768 x i16], align 64
  %14 = alloca [1536 x i32], align 4
  %15 = alloca [12288 x i32], align 64
  %16 = alloca [6144 x i32], align 64
  %17 = alloca [128 x i32], align 64
  %18 = alloca [2048 x i32], align 4
  %19 = alloca [12288 x i32], align 64
  %20 = alloca [36864 x i32], align 64
  %21 = alloca [768 x i32], align 64
  %22 = alloca [32768 x i16], align 64
  %23 = alloca [1536 x i32], align 4
  %24 = alloca [12288 x i32], align 64
  %25 = alloca [6144 x i32], align 64
  %26 = alloca [128 x i32], align 64
  %27 = alloca [2048 x i32], align 4
  %28 = getelementptr inbounds i8, ptr %1, i64 64
  %29 = load i64, ptr %28, align 8
  %30 = load i64, ptr %1, align 8
  %31 = lshr i64 %30, 8
  %32 = and i64 %31, 255
  %33 = lshr i64 %30, 16
  %34 = and i64 %33, 255
  %35 = and i64 %30, 1
  %36 = icmp eq i64 %35, 0
  %37 = icmp eq i64 %32, 6
  %38 = add i64 %32, -5
  %39 = icmp ult i64 %38, 2
  %40 = trunc i64 %31 to i8
  switch i8 %40, label %43 [
    i8 0, label %44
    i8 1, label %41
    i8 5, label %42
    i8 6, label %42
  ]

41:
  br label %44

42:
  br label %44

43:
  br label %44

44:
  %45 = phi i64 [ 32, %43 ], [ 64, %42 ], [ 8, %41 ], [ 16, %2 ]
  %46 = lshr i64 %30, 5
  %47 = and i64 %46, 1
  %48 = shl i64 %45, %47
  %49 = lshr i64 %29, 20
  %50 = and i64 %49, 496
  %51 = lshr i64 %29, 14
  %52 = and i64 %51, 504
  %53 = and i64 %29, 8192
  %54 = icmp eq i64 %53, 0
  %55 = trunc i64 %51 to i1
  %56 = lshr i64 %29, 15
  %57 = trunc i64 %56 to i8
  %58 = and i8 %57, 1
  %59 = lshr i64 %29, 16
  %60 = trunc i64 %59 to i8
  %61 = and i8 %60, 1
  %62 = lshr i64 %29, 4
  %63 = and i64 %62, 3
  %64 = icmp eq i64 %34, 0
  br i1 %64, label %102, label %65

65:
  %66 = and i64 %49, 384
  %67 = lshr i64 %29, 29
  %68 = and i64 %67, 3
  %69 = and i64 %29, 8388608
  %70 = icmp ne i64 %69, 0
  %71 = icmp ugt i64 %29, 2147483647
  %72 = select i1 %39, i1 %71, i1 false
  br i1 %72, label %73, label %84

73:
  %74 = and i64 %30, 160
  %75 = icmp eq i64 %74, 128
  %76 = select i1 %36, i64 128, i64 256
  %77 = icmp eq i64 %66, %76
  %78 = select i1 %75, i1 %77, i1 false
  br i1 %78, label %79, label %2849

79:
  %80 = trunc i64 %34 to i16
  %81 = mul i16 %80, 96
  %82 = lshr i16 %81, 6
  %83 = zext i16 %82 to i64
  br label %84

84:
  %85 = phi i64 [ %83, %79 ], [ %34, %65 ]
  %86 = phi i64 [ 96, %79 ], [ %45, %65 ]
  %87 = phi i64 [ 96, %79 ], [ %48, %65 ]
  %88 = and i64 %29, 117440512
  %89 = icmp eq i64 %88, 0
  br i1 %89, label %90, label %2849

90:
  br i1 %37, label %92, label %91

91:
  br i1 %70, label %95, label %2849

92:
  %93 = icmp eq i64 %34, 4
  %94 = or i1 %93, %70
  br i1 %94, label %95, label %2849

95:
  %96 = zext i1 %72 to i64
  %97 = lshr i64 %34, %96
  %98 = or i64 %68, %63
  %99 = add i64 %97, 3
  %100 = and i64 %99, %98
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %115, label %2849

102:
  %103 = icmp eq i64 %32, 3
  %104 = select i1 %103, i64 2, i64 1
  %105 = icmp eq i64 %63, %104
  br i1 %105, label %111, label %106

106:
  %107 = and i64 %30, 64768
  %108 = icmp eq i64 %107, 0
  %109 = icmp eq i64 %63, 0
  %110 = select i1 %108, i1 %109, i1 false
  br i1 %110, label %111, label %2849

111:
  %112 = icmp eq i64 %63, 0
  %113 = and i64 %29, 8
  %114 = icmp ne i64 %113, 0
  br label %115

115:
  %116 = phi i1 [ false, %111 ], [ %70, %95 ]
  %117 = phi i64 [ 0, %111 ], [ %63, %95 ]
  %118 = phi i64 [ 0, %111 ], [ %68, %95 ]
  %119 = phi i64 [ 0, %111 ], [ %85, %95 ]
  %120 = phi i1 [ %114, %111 ], [ false, %95 ]
  %121 = phi i1 [ %112, %111 ], [ false, %95 ]
  %122 = phi i64 [ %45, %111 ], [ %86, %95 ]
  %123 = phi i64 [ %48, %111 ], [ %87, %95 ]
  %124 = phi i64 [ %50, %111 ], [ %66, %95 ]
  %125 = lshr i64 %29, 7
  %126 = and i64 %125, 7
  switch i8 %40, label %152 [
    i8 0, label %127
    i8 1, label %131
    i8 3, label %141
    i8 5, label %148
    i8 6, label %148
  ]

127:
  %128 = trunc i64 %125 to i3
  switch i3 %128, label %130 [
    i3 0, label %159
    i3 1, label %129
  ]

129:
  br label %159

130:
  br label %159

131:
  %132 = icmp eq i64 %126, 2
  %133 = select i1 %132, i32 32, i32 0
  %134 = select i1 %132, i32 23, i32 0
  %135 = select i1 %132, i32 127, i32 0
  %136 = zext i1 %132 to i32
  %137 = lshr i64 %29, 10
  %138 = select i1 %39, i64 3, i64 7
  %139 = and i64 %138, %137
  %140 = icmp eq i64 %139, 2
  br i1 %140, label %198, label %2849

141:
  %142 = icmp ult i64 %126, 2
  %143 = icmp eq i64 %126, 1
  %144 = select i1 %142, i32 8, i32 0
  %145 = lshr i64 %29, 10
  %146 = select i1 %39, i64 3, i64 7
  %147 = and i64 %146, %145
  br label %177

148:
  %149 = icmp eq i64 %126, 1
  %150 = select i1 %149, i32 4, i32 0
  %151 = zext i1 %149 to i32
  br label %168

152:
  %153 = trunc i64 %125 to i3
  switch i3 %153, label %158 [
    i3 0, label %168
    i3 1, label %154
    i3 3, label %155
    i3 -4, label %156
    i3 -3, label %157
  ]

154:
  br label %168

155:
  br label %168

156:
  br label %168

157:
  br label %168

158:
  br label %168

159:
  %160 = phi i32 [ 16, %129 ], [ 0, %130 ], [ 16, %127 ]
  %161 = phi i32 [ 7, %129 ], [ 0, %130 ], [ 10, %127 ]
  %162 = phi i32 [ 127, %129 ], [ 0, %130 ], [ 15, %127 ]
  %163 = phi i32 [ 1, %129 ], [ 0, %130 ], [ 1, %127 ]
  %164 = lshr i64 %29, 10
  %165 = select i1 %39, i64 3, i64 7
  %166 = and i64 %165, %164
  %167 = trunc i64 %166 to i3
  switch i3 %167, label %2849 [
    i3 0, label %198
    i3 1, label %176
  ]

168:
  %169 = phi i32 [ 0, %158 ], [ %150, %148 ], [ 8, %154 ], [ 6, %155 ], [ 6, %156 ], [ 4, %157 ], [ 8, %152 ]
  %170 = phi i32 [ 0, %158 ], [ %151, %148 ], [ 2, %154 ], [ 3, %155 ], [ 2, %156 ], [ 1, %157 ], [ 3, %152 ]
  %171 = phi i32 [ 0, %158 ], [ %151, %148 ], [ 15, %154 ], [ 1, %155 ], [ 3, %156 ], [ 1, %157 ], [ 7, %152 ]
  %172 = phi i32 [ 0, %158 ], [ 0, %148 ], [ 1, %154 ], [ 0, %155 ], [ 0, %156 ], [ 0, %157 ], [ 2, %152 ]
  %173 = lshr i64 %29, 10
  %174 = select i1 %39, i64 3, i64 7
  %175 = and i64 %174, %173
  switch i8 %40, label %192 [
    i8 6, label %187
    i8 5, label %187
    i8 3, label %177
  ]

176:
  br label %198

177:
  %178 = phi i64 [ %147, %141 ], [ %175, %168 ]
  %179 = phi i1 [ %143, %141 ], [ false, %168 ]
  %180 = phi i32 [ 0, %141 ], [ %172, %168 ]
  %181 = phi i32 [ 0, %141 ], [ %171, %168 ]
  %182 = phi i32 [ 0, %141 ], [ %170, %168 ]
  %183 = phi i32 [ %144, %141 ], [ %169, %168 ]
  %184 = icmp ult i64 %178, 2
  br i1 %184, label %185, label %2849

185:
  %186 = icmp eq i64 %178, 1
  br label %198

187:
  %188 = icmp ne i64 %175, 1
  %189 = select i1 %188, i32 0, i32 4
  %190 = xor i1 %188, true
  %191 = zext i1 %190 to i32
  br label %198

192:
  %193 = trunc i64 %175 to i3
  switch i3 %193, label %2849 [
    i3 0, label %198
    i3 1, label %194
    i3 3, label %195
    i3 -4, label %196
    i3 -3, label %197
  ]

194:
  br label %198

195:
  br label %198

196:
  br label %198

197:
  br label %198

198:
  %199 = phi i1 [ false, %192 ], [ false, %187 ], [ false, %194 ], [ false, %195 ], [ false, %196 ], [ false, %197 ], [ %179, %185 ], [ false, %131 ], [ false, %176 ], [ false, %159 ]
  %200 = phi i32 [ %172, %192 ], [ %172, %187 ], [ %172, %194 ], [ %172, %195 ], [ %172, %196 ], [ %172, %197 ], [ %180, %185 ], [ %136, %131 ], [ %163, %176 ], [ %163, %159 ]
  %201 = phi i32 [ %171, %192 ], [ %171, %187 ], [ %171, %194 ], [ %171, %195 ], [ %171, %196 ], [ %171, %197 ], [ %181, %185 ], [ %135, %131 ], [ %162, %176 ], [ %162, %159 ]
  %202 = phi i32 [ %170, %192 ], [ %170, %187 ], [ %170, %194 ], [ %170, %195 ], [ %170, %196 ], [ %170, %197 ], [ %182, %185 ], [ %134, %131 ], [ %161, %176 ], [ %161, %159 ]
  %203 = phi i32 [ %169, %192 ], [ %169, %187 ], [ %169, %194 ], [ %169, %195 ], [ %169, %196 ], [ %169, %197 ], [ %183, %185 ], [ %133, %131 ], [ %160, %176 ], [ %160, %159 ]
  %204 = phi i1 [ false, %192 ], [ %188, %187 ], [ false, %194 ], [ false, %195 ], [ false, %196 ], [ false, %197 ], [ false, %185 ], [ false, %131 ], [ false, %176 ], [ false, %159 ]
  %205 = phi i1 [ false, %192 ], [ true, %187 ], [ false, %194 ], [ true, %195 ], [ true, %196 ], [ true, %197 ], [ false, %185 ], [ false, %131 ], [ false, %176 ], [ false, %159 ]
  %206 = phi i1 [ false, %192 ], [ false, %187 ], [ false, %194 ], [ false, %195 ], [ false, %196 ], [ false, %197 ], [ false, %185 ], [ true, %131 ], [ false, %176 ], [ false, %159 ]
  %207 = phi i32 [ 8, %192 ], [ %189, %187 ], [ 8, %194 ], [ 6, %195 ], [ 6, %196 ], [ 4, %197 ], [ 8, %185 ], [ 32, %131 ], [ 16, %176 ], [ 16, %159 ]
  %208 = phi i1 [ true, %192 ], [ true, %187 ], [ true, %194 ], [ true, %195 ], [ true, %196 ], [ true, %197 ], [ true, %185 ], [ true, %131 ], [ true, %176 ], [ false, %159 ]
  %209 = phi i1 [ false, %192 ], [ %188, %187 ], [ false, %194 ], [ false, %195 ], [ false, %196 ], [ false, %197 ], [ true, %185 ], [ false, %131 ], [ false, %176 ], [ false, %159 ]
  %210 = phi i32 [ 3, %192 ], [ %191, %187 ], [ 2, %194 ], [ 3, %195 ], [ 2, %196 ], [ 1, %197 ], [ 0, %185 ], [ 23, %131 ], [ 7, %176 ], [ 10, %159 ]
  %211 = phi i32 [ 7, %192 ], [ %191, %187 ], [ 15, %194 ], [ 1, %195 ], [ 3, %196 ], [ 1, %197 ], [ 0, %185 ], [ 127, %131 ], [ 127, %176 ], [ 15, %159 ]
  %212 = phi i1 [ false, %192 ], [ false, %187 ], [ true, %194 ], [ false, %195 ], [ false, %196 ], [ false, %197 ], [ false, %185 ], [ true, %131 ], [ true, %176 ], [ true, %159 ]
  %213 = phi i1 [ true, %192 ], [ false, %187 ], [ false, %194 ], [ false, %195 ], [ false, %196 ], [ false, %197 ], [ false, %185 ], [ false, %131 ], [ false, %176 ], [ false, %159 ]
  %214 = phi i1 [ false, %192 ], [ false, %187 ], [ false, %194 ], [ false, %195 ], [ false, %196 ], [ false, %197 ], [ %186, %185 ], [ false, %131 ], [ false, %176 ], [ false, %159 ]
  %215 = icmp eq i32 %203, 0
  %216 = or i1 %215, %204
  br i1 %216, label %2849, label %217

217:
  %218 = lshr i64 %29, 2
  %219 = and i64 %218, 1
  %220 = and i64 %30, 32
  %221 = lshr exact i64 %220, 5
  %222 = icmp eq i64 %219, %221
  br i1 %222, label %223, label %2849

223:
  %224 = icmp eq i64 %220, 0
  br i1 %224, label %231, label %225

225:
  %226 = and i64 %29, 3
  %227 = and i64 %30, 65024
  %228 = icmp eq i64 %227, 0
  %229 = zext i1 %228 to i64
  %230 = icmp ugt i64 %226, %229
  br i1 %230, label %2849, label %231

231:
  %232 = icmp eq i64 %32, 0
  %233 = and i1 %232, %121
  %234 = icmp ne i32 %202, 10
  %235 = or i1 %234, %208
  %236 = select i1 %233, i1 %235, i1 false
  br i1 %236, label %2849, label %237

237:
  %238 = trunc i64 %56 to i1
  %239 = icmp ult i32 %203, 8
  %240 = and i1 %239, %238
  %241 = trunc i64 %59 to i1
  %242 = and i1 %205, %241
  %243 = select i1 %240, i1 true, i1 %242
  %244 = add i64 %52, -257
  %245 = icmp ult i64 %244, -256
  %246 = select i1 %243, i1 true, i1 %245
  br i1 %246, label %2849, label %247

247:
  %248 = and i64 %30, 16
  %249 = icmp eq i64 %248, 0
  br i1 %249, label %259, label %250

250:
  %251 = trunc i64 %124 to i9
  switch i9 %251, label %2849 [
    i9 32, label %252
    i9 64, label %252
    i9 128, label %252
  ]

252:
  %253 = trunc i64 %52 to i9
  switch i9 %253, label %2849 [
    i9 64, label %255
    i9 128, label %255
    i9 -256, label %254
  ]

254:
  br i1 %224, label %255, label %2849

255:
  %256 = trunc i64 %124 to i8
  %257 = udiv i8 -128, %256
  %258 = zext i8 %257 to i64
  br label %285

259:
  %260 = select i1 %36, i16 8, i16 16
  %261 = icmp eq i64 %32, 3
  %262 = icmp ugt i64 %52, 32
  %263 = select i1 %262, i16 16, i16 8
  %264 = select i1 %36, i16 %263, i16 32
  %265 = select i1 %261, i16 %264, i16 %260
  %266 = trunc i64 %52 to i16
  %267 = add i16 %265, 511
  %268 = and i16 %267, %266
  %269 = icmp eq i16 %268, 0
  br i1 %269, label %270, label %2849

270:
  br i1 %36, label %276, label %271

271:
  %272 = lshr exact i64 %124, 1
  %273 = icmp eq i64 %124, 128
  br i1 %273, label %274, label %282

274:
  %275 = select i1 %224, i64 2, i64 1
  br label %278

276:
  %277 = icmp eq i64 %124, 64
  br i1 %277, label %278, label %282

278:
  %279 = phi i64 [ %275, %274 ], [ 1, %276 ]
  %280 = phi i1 [ %224, %274 ], [ false, %276 ]
  %281 = or i1 %64, %280
  br i1 %281, label %285, label %2849

282:
  %283 = phi i64 [ %124, %276 ], [ %272, %271 ]
  %284 = icmp eq i64 %283, 128
  br i1 %284, label %285, label %2849

285:
  %286 = phi i64 [ %258, %255 ], [ 1, %282 ], [ %279, %278 ]
  %287 = phi i64 [ %124, %255 ], [ 128, %282 ], [ 64, %278 ]
  br i1 %36, label %288, label %1493

288:
  %289 = getelementptr inbounds i8, ptr %1, i64 40
  %290 = load i64, ptr %289, align 8
  %291 = lshr i64 %290, 16
  %292 = and i64 %291, 65535
  %293 = and i64 %290, 65535
  %294 = getelementptr inbounds i8, ptr %1, i64 48
  %295 = load i64, ptr %294, align 8
  %296 = getelementptr inbounds i8, ptr %1, i64 104
  %297 = load i64, ptr %296, align 8
  %298 = lshr i64 %297, 56
  %299 = and i64 %298, 63
  %300 = getelementptr inbounds i8, ptr %1, i64 56
  %301 = load i64, ptr %300, align 8
  %302 = add i64 %299, %52
  %303 = shl i64 %301, 4
  %304 = and i64 %303, 262128
  %305 = lshr i64 %301, 12
  %306 = and i64 %305, 262128
  %307 = lshr i64 %301, 28
  %308 = and i64 %307, 262128
  %309 = lshr i64 %301, 61
  %310 = icmp eq i64 %309, 0
  %311 = select i1 %241, i64 %306, i64 %308
  %312 = select i1 %241, i64 %308, i64 %306
  %313 = icmp eq i64 %309, 4
  %314 = icmp eq i64 %309, 6
  %315 = select i1 %314, i64 5, i64 7
  %316 = select i1 %313, i64 6, i64 %315
  %317 = icmp eq i64 %309, 1
  %318 = and i1 %317, %241
  %319 = select i1 %318, i64 2, i64 3
  %320 = lshr i64 %301, 42
  %321 = and i64 %320, 896
  %322 = and i64 %301, 4503599627370496
  %323 = icmp eq i64 %322, 0
  %324 = and i64 %303, 112
  %325 = sub i64 128, %324
  %326 = select i1 %323, i64 -1, i64 %325
  %327 = select i1 %317, i64 5, i64 4
  %328 = icmp eq i64 %309, 2
  %329 = select i1 %314, i64 1, i64 3
  %330 = select i1 %328, i64 7, i64 %329
  %331 = select i1 %310, i64 0, i64 %330
  %332 = getelementptr inbounds i8, ptr %0, i64 472
  %333 = load i64, ptr %332, align 8
  br i1 %39, label %334, label %338

334:
  %335 = select i1 %241, i64 %123, i64 %302
  %336 = select i1 %241, i64 %302, i64 %123
  %337 = trunc i64 %336 to i16
  br label %351

338:
  br i1 %205, label %339, label %343

339:
  %340 = select i1 %241, i64 %123, i64 %302
  %341 = select i1 %241, i64 %302, i64 %123
  %342 = trunc i64 %341 to i16
  br label %351

343:
  %344 = trunc i32 %207 to i8
  %345 = udiv i8 -128, %344
  %346 = zext i8 %345 to i64
  %347 = select i1 %241, i64 %123, i64 %302
  %348 = select i1 %241, i64 %302, i64 %123
  %349 = trunc i64 %348 to i16
  %350 = zext i8 %345 to i16
  br label %351

351:
  %352 = phi i16 [ %337, %334 ], [ %349, %343 ], [ %342, %339 ]
  %353 = phi i64 [ %335, %334 ], [ %347, %343 ], [ %340, %339 ]
  %354 = phi i64 [ 32, %334 ], [ %346, %343 ], [ 16, %339 ]
  %355 = phi i16 [ 32, %334 ], [ %350, %343 ], [ 16, %339 ]
  %356 = udiv i16 %352, %355
  %357 = zext i16 %356 to i64
  %358 = icmp ne i8 %61, 0
  %359 = select i1 %358, ptr %7, ptr %11
  %360 = icmp ugt i16 %355, %352
  %361 = inttoptr i64 %333 to ptr
  %362 = shl i64 -1, %319
  %363 = xor i64 %362, -1
  %364 = shl i64 -1, %316
  %365 = xor i64 %364, -1
  %366 = sub i64 %306, %326
  %367 = zext i32 %207 to i64
  %368 = shl i32 -1, %207
  %369 = xor i32 %368, -1
  br label %370

370:
  %371 = phi i64 [ 0, %351 ], [ %390, %389 ]
  br i1 %360, label %389, label %372

372:
  %373 = mul i64 %371, %123
  %374 = lshr i64 %371, %319
  %375 = and i64 %371, %363
  %376 = mul i64 %374, %308
  %377 = shl i64 %375, %316
  %378 = add i64 %366, %376
  %379 = add i64 %378, %377
  %380 = add i64 %377, %304
  %381 = add i64 %380, %376
  %382 = mul i64 %374, %311
  %383 = shl i64 %375, 4
  %384 = add i64 %383, %304
  %385 = add i64 %384, %382
  br label %392

386:
  %387 = icmp ne i64 %302, 0
  %388 = select i1 %358, i1 %387, i1 false
  br i1 %388, label %459, label %479

389:
  %390 = add i64 %371, 1
  %391 = icmp ult i64 %390, %353
  br i1 %391, label %370, label %386

392:
  %393 = phi i64 [ 0, %372 ], [ %457, %456 ]
  %394 = mul i64 %393, %354
  br i1 %241, label %397, label %395

395:
  %396 = add i64 %394, %373
  br label %404

397:
  %398 = lshr i64 %394, 4
  %399 = mul i64 %398, %123
  %400 = add i64 %399, %371
  %401 = shl i64 %400, 4
  %402 = and i64 %394, 15
  %403 = or i64 %401, %402
  br label %404

404:
  %405 = phi i64 [ %403, %397 ], [ %396, %395 ]
  %406 = getelementptr inbounds i32, ptr %359, i64 %405
  %407 = shl i64 %393, 4
  br i1 %310, label %408, label %411

408:
  %409 = mul i64 %393, %312
  %410 = add i64 %385, %409
  br label %421

411:
  %412 = icmp ult i64 %407, %326
  br i1 %412, label %415, label %413

413:
  %414 = add i64 %379, %407
  br label %421

415:
  %416 = and i64 %407, %365
  %417 = lshr i64 %407, %316
  %418 = mul i64 %417, %306
  %419 = add i64 %381, %416
  %420 = add i64 %419, %418
  br label %421

421:
  %422 = phi i64 [ %410, %408 ], [ %414, %413 ], [ %420, %415 ]
  %423 = sub i64 %422, %321
  %424 = lshr i64 %423, 7
  %425 = and i64 %424, %331
  %426 = shl i64 %425, %327
  %427 = xor i64 %426, %422
  %428 = getelementptr inbounds i8, ptr %361, i64 %427
  switch i32 %207, label %436 [
    i32 32, label %429
    i32 16, label %430
    i32 8, label %433
  ]

429:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %406, ptr align 1 %428, i64 16, i1 false)
  br label %456

430:
  %431 = load <8 x i16>, ptr %428, align 16
  %432 = zext <8 x i16> %431 to <8 x i32>
  store <8 x i32> %432, ptr %406, align 32
  br label %456

433:
  %434 = load <16 x i8>, ptr %428, align 16
  %435 = zext <16 x i8> %434 to <16 x i32>
  store <16 x i32> %435, ptr %406, align 64
  br label %456

436:
  %437 = phi i64 [ %443, %436 ], [ 0, %421 ]
  %438 = mul i64 %437, %367
  %439 = lshr i64 %438, 3
  %440 = getelementptr inbounds i8, ptr %428, i64 %439
  %441 = load i8, ptr %440, align 1
  %442 = zext i8 %441 to i64
  %443 = add i64 %437, 1
  %444 = icmp ult i64 %443, %354
  %445 = zext i1 %444 to i64
  %446 = getelementptr inbounds i8, ptr %440, i64 %445
  %447 = load i8, ptr %446, align 1
  %448 = zext i8 %447 to i64
  %449 = shl i64 %448, 8
  %450 = or i64 %449, %442
  %451 = and i64 %438, 6
  %452 = lshr i64 %450, %451
  %453 = trunc i64 %452 to i32
  %454 = and i32 %453, %369
  %455 = getelementptr inbounds i32, ptr %406, i64 %437
  store i32 %454, ptr %455, align 4
  br i1 %444, label %436, label %456

456:
  %457 = add i64 %393, 1
  %458 = icmp ult i64 %457, %357
  br i1 %458, label %392, label %389

459:
  %460 = phi i64 [ %468, %467 ], [ 0, %386 ]
  %461 = mul i64 %460, %123
  %462 = lshr i64 %460, 4
  %463 = mul i64 %462, %123
  %464 = and i64 %460, 15
  %465 = getelementptr i32, ptr %7, i64 %464
  %466 = getelementptr i32, ptr %11, i64 %461
  br label %470

467:
  %468 = add i64 %460, 1
  %469 = icmp ult i64 %468, %302
  br i1 %469, label %459, label %479

470:
  %471 = phi i64 [ 0, %459 ], [ %477, %470 ]
  %472 = add i64 %471, %463
  %473 = shl i64 %472, 6
  %474 = getelementptr i8, ptr %465, i64 %473
  %475 = load i32, ptr %474, align 4
  %476 = getelementptr i32, ptr %466, i64 %471
  store i32 %475, ptr %476, align 4
  %477 = add i64 %471, 1
  %478 = icmp ult i64 %477, %123
  br i1 %478, label %470, label %467

479:
  %480 = icmp eq i64 %299, 0
  br i1 %480, label %486, label %481

481:
  %482 = mul i64 %299, %123
  %483 = getelementptr inbounds i32, ptr %11, i64 %482
  %484 = shl i64 %52, 2
  %485 = mul i64 %484, %123
  call void @"llvm.memmove.p0.p0.i64"(ptr align 64 %11, ptr align 4 %483, i64 %485, i1 false)
  br label %486

486:
  %487 = mul i64 %123, %52
  %488 = icmp eq i64 %487, 0
  br i1 %488, label %558, label %489

489:
  %490 = select i1 %55, i32 -2147483648, i32 0
  %491 = add i32 %207, -1
  %492 = shl i32 -1, %491
  %493 = xor i32 %492, -1
  %494 = sub i32 23, %210
  %495 = insertelement <32 x i32> poison, i32 %493, i64 0
  %496 = shufflevector <32 x i32> %495, <32 x i32> poison, <32 x i32> zeroinitializer
  %497 = insertelement <32 x i32> poison, i32 %491, i64 0
  %498 = shufflevector <32 x i32> %497, <32 x i32> poison, <32 x i32> zeroinitializer
  %499 = insertelement <32 x i32> poison, i32 %494, i64 0
  %500 = shufflevector <32 x i32> %499, <32 x i32> poison, <32 x i32> zeroinitializer
  %501 = shl i32 %211, 23
  %502 = xor i32 %501, 1065353216
  %503 = insertelement <32 x i32> poison, i32 %502, i64 0
  %504 = shufflevector <32 x i32> %503, <32 x i32> poison, <32 x i32> zeroinitializer
  %505 = insertelement <32 x i32> poison, i32 %210, i64 0
  %506 = shufflevector <32 x i32> %505, <32 x i32> poison, <32 x i32> zeroinitializer
  %507 = sub i32 1073741824, %501
  %508 = insertelement <32 x i32> poison, i32 %507, i64 0
  %509 = shufflevector <32 x i32> %508, <32 x i32> poison, <32 x i32> zeroinitializer
  %510 = lshr i32 %493, %210
  %511 = insertelement <32 x i32> poison, i32 %510, i64 0
  %512 = shufflevector <32 x i32> %511, <32 x i32> poison, <32 x i32> zeroinitializer
  %513 = insertelement <32 x i32> poison, i32 %490, i64 0
  %514 = shufflevector <32 x i32> %513, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %515

515:
  %516 = phi i64 [ 0, %489 ], [ %556, %554 ]
  %517 = getelementptr inbounds i32, ptr %11, i64 %516
  %518 = load <32 x i32>, ptr %517, align 64
  br i1 %209, label %519, label %523

519:
  %520 = xor <32 x i32> %518, splat (i32 128)
  %521 = add <32 x i32> %520, splat (i32 -128)
  %522 = select i1 %214, <32 x i32> %521, <32 x i32> %518
  br label %554

523:
  br i1 %206, label %524, label %527

524:
  %525 = and <32 x i32> %518, splat (i32 -8192)
  %526 = xor <32 x i32> %525, %514
  br label %554

527:
  %528 = and <32 x i32> %518, %496
  %529 = lshr <32 x i32> %518, %498
  %530 = shl <32 x i32> %529, splat (i32 31)
  %531 = shl <32 x i32> %528, %500
  %532 = add <32 x i32> %531, %504
  %533 = lshr <32 x i32> %528, %506
  %534 = icmp eq <32 x i32> %533, zeroinitializer
  %535 = select <32 x i1> %534, <32 x i32> %509, <32 x i32> zeroinitializer
  %536 = select <32 x i1> %534, <32 x i32> splat (i32 8388608), <32 x i32> zeroinitializer
  %537 = add <32 x i32> %532, %536
  %538 = bitcast <32 x i32> %537 to <32 x float>
  %539 = bitcast <32 x i32> %535 to <32 x float>
  %540 = fsub <32 x float> %538, %539
  %541 = bitcast <32 x float> %540 to <32 x i32>
  br i1 %212, label %542, label %546

542:
  %543 = icmp eq <32 x i32> %533, %512
  %544 = or <32 x i32> %541, splat (i32 2139095040)
  %545 = select <32 x i1> %543, <32 x i32> %544, <32 x i32> %541
  br label %550

546:
  %547 = icmp eq <32 x i32> %528, %496
  %548 = select <32 x i1> %547, <32 x i32> splat (i32 2147483647), <32 x i32> %541
  %549 = select i1 %213, <32 x i32> %548, <32 x i32> %541
  br label %550

550:
  %551 = phi <32 x i32> [ %545, %542 ], [ %549, %546 ]
  %552 = xor <32 x i32> %530, %514
  %553 = or <32 x i32> %551, %552
  br label %554

554:
  %555 = phi <32 x i32> [ %522, %519 ], [ %526, %524 ], [ %553, %550 ]
  store <32 x i32> %555, ptr %517, align 64
  %556 = add i64 %516, 32
  %557 = icmp ult i64 %556, %487
  br i1 %557, label %515, label %558

558:
  %559 = and i64 %297, 549755813888
  %560 = icmp eq i64 %559, 0
  br i1 %560, label %596, label %561

561:
  %562 = lshr i64 %297, 40
  %563 = and i64 %562, 255
  %564 = lshr i64 %297, 48
  %565 = and i64 %564, 255
  %566 = udiv i64 %52, %286
  %567 = icmp eq i64 %52, 0
  br i1 %567, label %596, label %568

568:
  %569 = add i64 %565, 2
  %570 = add i64 %569, %563
  %571 = shl i64 %123, 2
  br label %572

572:
  %573 = phi i64 [ 0, %568 ], [ %594, %593 ]
  %574 = freeze i64 %573
  %575 = freeze i64 %566
  %576 = udiv i64 %574, %575
  %577 = mul i64 %576, %575
  %578 = sub i64 %574, %577
  %579 = shl i64 %576, 3
  %580 = lshr i64 %297, %579
  %581 = and i64 %580, 255
  %582 = add i64 %581, %578
  %583 = shl i64 4294967296, %576
  %584 = and i64 %583, %297
  %585 = icmp eq i64 %584, 0
  %586 = urem i64 %582, %570
  %587 = icmp ule i64 %586, %563
  %588 = icmp ugt i64 %586, %565
  %589 = select i1 %585, i1 %588, i1 %587
  br i1 %589, label %590, label %593

590:
  %591 = mul i64 %573, %123
  %592 = getelementptr inbounds i32, ptr %11, i64 %591
  call void @"llvm.memset.p0.i64"(ptr align 4 %592, i8 0, i64 %571, i1 false)
  br label %593

593:
  %594 = add i64 %573, 1
  %595 = icmp ult i64 %594, %52
  br i1 %595, label %572, label %596

596:
  %597 = or i1 %39, %488
  br i1 %597, label %617, label %598

598:
  %599 = sub i32 128, %211
  %600 = insertelement <32 x i32> poison, i32 %599, i64 0
  %601 = shufflevector <32 x i32> %600, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %602

602:
  %603 = phi i64 [ 0, %598 ], [ %615, %602 ]
  %604 = getelementptr inbounds i32, ptr %11, i64 %603
  %605 = load <32 x i32>, ptr %604, align 64
  %606 = shl <32 x i32> %605, splat (i32 1)
  %607 = lshr <32 x i32> %606, splat (i32 24)
  %608 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %607, <32 x i32> %601)
  %609 = icmp eq <32 x i32> %607, splat (i32 255)
  %610 = select <32 x i1> %609, <32 x i32> splat (i32 4000), <32 x i32> %608
  %611 = icmp eq <32 x i32> %606, zeroinitializer
  %612 = select <32 x i1> %611, <32 x i32> splat (i32 63536), <32 x i32> %610
  %613 = trunc <32 x i32> %612 to <32 x i16>
  %614 = getelementptr inbounds i16, ptr %13, i64 %603
  store <32 x i16> %613, ptr %614, align 64
  %615 = add i64 %603, 32
  %616 = icmp ult i64 %615, %487
  br i1 %616, label %602, label %617

617:
  %618 = udiv i64 %52, %286
  %619 = icmp eq i64 %287, 0
  %620 = getelementptr inbounds i8, ptr %0, i64 504
  %621 = icmp ugt i32 %203, 7
  %622 = or i1 %39, %621
  %623 = zext i32 %203 to i64
  %624 = select i1 %622, i64 %623, i64 8
  %625 = trunc i64 %624 to i32
  %626 = sub i64 %624, %623
  %627 = lshr i64 %626, 1
  %628 = sub i32 32, %203
  %629 = lshr i32 -1, %628
  %630 = icmp eq i64 %287, 64
  %631 = icmp eq i64 %286, 1
  %632 = and i1 %630, %631
  %633 = shl i64 %295, 4
  %634 = and i64 %633, 262128
  %635 = lshr i64 %295, 12
  %636 = and i64 %635, 262128
  %637 = lshr i64 %295, 28
  %638 = and i64 %637, 262128
  %639 = lshr i64 %295, 61
  %640 = icmp eq i64 %639, 0
  %641 = select i1 %238, i64 %636, i64 %638
  %642 = select i1 %238, i64 %638, i64 %636
  %643 = icmp eq i64 %639, 4
  %644 = icmp eq i64 %639, 6
  %645 = select i1 %644, i64 5, i64 7
  %646 = select i1 %643, i64 6, i64 %645
  %647 = icmp eq i64 %639, 1
  %648 = and i1 %647, %238
  %649 = select i1 %648, i64 2, i64 3
  %650 = lshr i64 %295, 42
  %651 = and i64 %650, 896
  %652 = and i64 %295, 4503599627370496
  %653 = icmp eq i64 %652, 0
  %654 = and i64 %633, 112
  %655 = sub i64 128, %654
  %656 = select i1 %653, i64 -1, i64 %655
  %657 = select i1 %647, i64 5, i64 4
  %658 = icmp eq i64 %639, 2
  %659 = select i1 %644, i64 1, i64 3
  %660 = select i1 %658, i64 7, i64 %659
  %661 = select i1 %640, i64 0, i64 %660
  %662 = select i1 %238, i64 %122, i64 %287
  %663 = select i1 %238, i64 %287, i64 %122
  %664 = icmp ne i8 %58, 0
  %665 = select i1 %664, ptr %10, ptr %6
  %666 = shl i64 -1, %649
  %667 = xor i64 %666, -1
  %668 = shl i64 -1, %646
  %669 = xor i64 %668, -1
  %670 = sub i64 %636, %656
  %671 = shl i32 -1, %203
  %672 = xor i32 %671, -1
  %673 = mul i64 %287, %122
  %674 = icmp eq i64 %673, 0
  %675 = select i1 %54, i32 0, i32 -2147483648
  %676 = icmp eq i32 %202, 0
  %677 = icmp eq i32 %203, 32
  %678 = add i32 %203, -1
  %679 = shl i32 -1, %678
  %680 = xor i32 %679, -1
  %681 = sub i32 23, %202
  %682 = insertelement <32 x i32> poison, i32 %680, i64 0
  %683 = shufflevector <32 x i32> %682, <32 x i32> poison, <32 x i32> zeroinitializer
  %684 = insertelement <32 x i32> poison, i32 %678, i64 0
  %685 = shufflevector <32 x i32> %684, <32 x i32> poison, <32 x i32> zeroinitializer
  %686 = insertelement <32 x i32> poison, i32 %681, i64 0
  %687 = shufflevector <32 x i32> %686, <32 x i32> poison, <32 x i32> zeroinitializer
  %688 = shl i32 %201, 23
  %689 = sub i32 1065353216, %688
  %690 = insertelement <32 x i32> poison, i32 %689, i64 0
  %691 = shufflevector <32 x i32> %690, <32 x i32> poison, <32 x i32> zeroinitializer
  %692 = insertelement <32 x i32> poison, i32 %202, i64 0
  %693 = shufflevector <32 x i32> %692, <32 x i32> poison, <32 x i32> zeroinitializer
  %694 = sub i32 1073741824, %688
  %695 = insertelement <32 x i32> poison, i32 %694, i64 0
  %696 = shufflevector <32 x i32> %695, <32 x i32> poison, <32 x i32> zeroinitializer
  %697 = icmp eq i32 %200, 1
  %698 = icmp eq i32 %200, 2
  %699 = lshr i32 %680, %202
  %700 = insertelement <32 x i32> poison, i32 %699, i64 0
  %701 = shufflevector <32 x i32> %700, <32 x i32> poison, <32 x i32> zeroinitializer
  %702 = insertelement <32 x i32> poison, i32 %675, i64 0
  %703 = shufflevector <32 x i32> %702, <32 x i32> poison, <32 x i32> zeroinitializer
  %704 = icmp eq i64 %119, 0
  %705 = getelementptr inbounds i8, ptr %1, i64 88
  %706 = add i64 %287, 127
  %707 = lshr i64 %706, 5
  %708 = and i64 %707, 36028797018963964
  %709 = getelementptr inbounds i8, ptr %1, i64 96
  %710 = icmp ugt i64 %286, %52
  %711 = add i64 %618, 127
  %712 = lshr i64 %711, 5
  %713 = and i64 %712, 28
  %714 = sub i32 128, %201
  %715 = lshr i64 %122, 1
  %716 = icmp eq i64 %715, 0
  %717 = insertelement <32 x i32> poison, i32 %714, i64 0
  %718 = shufflevector <32 x i32> %717, <32 x i32> poison, <32 x i32> zeroinitializer
  %719 = icmp eq i64 %32, 1
  %720 = icmp eq i32 %203, 4
  %721 = getelementptr inbounds i8, ptr %1, i64 128
  %722 = icmp ult i64 %32, 2
  %723 = zext i1 %719 to i64
  %724 = shl i64 %122, 4
  %725 = shl i64 %122, 6
  %726 = sub i32 128, %211
  %727 = shl i64 %122, 2
  %728 = and i64 %727, 9223372036854775804
  %729 = icmp eq i64 %728, 0
  %730 = insertelement <32 x i32> poison, i32 %726, i64 0
  %731 = shufflevector <32 x i32> %730, <32 x i32> poison, <32 x i32> zeroinitializer
  %732 = getelementptr inbounds i8, ptr %1, i64 136
  %733 = select i1 %121, i1 true, i1 %120
  %734 = getelementptr inbounds i8, ptr %1, i64 80
  %735 = getelementptr inbounds i8, ptr %1, i64 72
  %736 = getelementptr inbounds i8, ptr %1, i64 112
  %737 = select i1 %121, i64 120, i64 112
  %738 = getelementptr inbounds i8, ptr %1, i64 %737
  %739 = icmp eq i64 %32, 3
  %740 = icmp eq i64 %662, 0
  %741 = select i1 %664, i1 true, i1 %619
  %742 = select i1 %720, i1 %39, i1 false
  %743 = select i1 %39, i1 true, i1 %729
  %744 = xor i1 %719, true
  %745 = select i1 %744, i1 %742, i1 false
  %746 = select i1 %742, i64 4, i64 2
  %747 = select i1 %742, i64 3, i64 2
  %748 = select i1 %719, i64 1, i64 %747
  %749 = lshr i64 %123, %748
  %750 = zext i1 %745 to i64
  %751 = select i1 %742, i64 3, i64 2
  %752 = select i1 %719, i64 1, i64 %751
  br label %763

753:
  %754 = load i64, ptr %1, align 8
  %755 = and i64 %754, 64
  %756 = icmp eq i64 %755, 0
  br i1 %756, label %1492, label %757

757:
  %758 = select i1 %39, i64 4, i64 8
  %759 = call i64 @"llvm.umax.i64"(i64 %623, i64 %758)
  %760 = mul i64 %759, %122
  %761 = lshr i64 %760, 5
  %762 = icmp eq i64 %761, 0
  br label %1466

763:
  %764 = phi i64 [ 0, %617 ], [ %1003, %1002 ]
  %765 = icmp eq i64 %764, 0
  %766 = load i64, ptr %1, align 8
  %767 = and i64 %766, 8
  %768 = icmp eq i64 %767, 0
  br i1 %765, label %770, label %769

769:
  br i1 %768, label %998, label %771

770:
  br i1 %768, label %828, label %771

771:
  %772 = load i64, ptr %620, align 8
  %773 = inttoptr i64 %772 to ptr
  %774 = getelementptr inbounds i8, ptr %773, i64 43776
  %775 = udiv i32 32, %625
  %776 = zext i32 %775 to i64
  %777 = load i64, ptr %294, align 8
  %778 = lshr i64 %777, 16
  %779 = and i64 %778, 65535
  br i1 %619, label %1002, label %780

780:
  %781 = and i64 %766, 16
  %782 = icmp eq i64 %781, 0
  %783 = and i1 %632, %782
  %784 = mul i64 %764, %287
  %785 = and i64 %777, 65535
  br label %786

786:
  %787 = phi i64 [ 0, %780 ], [ %805, %804 ]
  br i1 %783, label %788, label %794

788:
  %789 = shl i64 %787, 1
  %790 = and i64 %789, -32
  %791 = and i64 %787, 15
  %792 = add i64 %791, %779
  %793 = add i64 %792, %790
  br label %797

794:
  %795 = add i64 %787, %784
  %796 = and i64 %787, 15
  br label %797

797:
  %798 = phi i64 [ %791, %788 ], [ %796, %794 ]
  %799 = phi i64 [ %793, %788 ], [ %795, %794 ]
  %800 = getelementptr i32, ptr %774, i64 %799
  %801 = lshr i64 %787, 4
  %802 = mul i64 %801, %122
  %803 = getelementptr i32, ptr %10, i64 %798
  br label %807

804:
  %805 = add i64 %787, 1
  %806 = icmp ult i64 %805, %287
  br i1 %806, label %786, label %953

807:
  %808 = phi i64 [ 0, %797 ], [ %826, %807 ]
  %809 = freeze i64 %808
  %810 = freeze i64 %776
  %811 = udiv i64 %809, %810
  %812 = add i64 %811, %785
  %813 = shl i64 %812, 9
  %814 = getelementptr i8, ptr %800, i64 %813
  %815 = load i32, ptr %814, align 4
  %816 = mul i64 %811, %810
  %817 = sub i64 %809, %816
  %818 = mul i64 %817, %624
  %819 = add i64 %818, %627
  %820 = trunc i64 %819 to i32
  %821 = lshr i32 %815, %820
  %822 = and i32 %821, %629
  %823 = add i64 %808, %802
  %824 = shl i64 %823, 6
  %825 = getelementptr i8, ptr %803, i64 %824
  store i32 %822, ptr %825, align 4
  %826 = add i64 %808, 1
  %827 = icmp ult i64 %826, %122
  br i1 %827, label %807, label %804

828:
  %829 = load i64, ptr %332, align 8
  br i1 %39, label %838, label %830

830:
  br i1 %239, label %834, label %831

831:
  %832 = udiv i32 128, %203
  %833 = zext i32 %832 to i64
  br label %834

834:
  %835 = phi i64 [ %833, %831 ], [ 16, %830 ]
  %836 = phi i32 [ %832, %831 ], [ 16, %830 ]
  %837 = zext i32 %836 to i64
  br label %838

838:
  %839 = phi i64 [ %835, %834 ], [ 32, %828 ]
  %840 = phi i64 [ %837, %834 ], [ 32, %828 ]
  %841 = udiv i64 %663, %840
  br i1 %740, label %861, label %842

842:
  %843 = icmp ugt i64 %840, %663
  %844 = inttoptr i64 %829 to ptr
  br label %845

845:
  %846 = phi i64 [ 0, %842 ], [ %863, %862 ]
  br i1 %843, label %862, label %847

847:
  %848 = mul i64 %846, %122
  %849 = lshr i64 %846, %649
  %850 = and i64 %846, %667
  %851 = mul i64 %849, %638
  %852 = shl i64 %850, %646
  %853 = add i64 %670, %851
  %854 = add i64 %853, %852
  %855 = add i64 %852, %634
  %856 = add i64 %855, %851
  %857 = mul i64 %849, %641
  %858 = shl i64 %850, 4
  %859 = add i64 %858, %634
  %860 = add i64 %859, %857
  br label %865

861:
  br i1 %741, label %952, label %932

862:
  %863 = add i64 %846, 1
  %864 = icmp ult i64 %863, %662
  br i1 %864, label %845, label %861

865:
  %866 = phi i64 [ 0, %847 ], [ %930, %929 ]
  %867 = mul i64 %866, %839
  br i1 %238, label %870, label %868

868:
  %869 = add i64 %867, %848
  br label %877

870:
  %871 = lshr i64 %867, 4
  %872 = mul i64 %871, %122
  %873 = add i64 %872, %846
  %874 = shl i64 %873, 4
  %875 = and i64 %867, 15
  %876 = or i64 %874, %875
  br label %877

877:
  %878 = phi i64 [ %876, %870 ], [ %869, %868 ]
  %879 = getelementptr inbounds i32, ptr %665, i64 %878
  %880 = shl i64 %866, 4
  br i1 %640, label %881, label %884

881:
  %882 = mul i64 %866, %642
  %883 = add i64 %860, %882
  br label %894

884:
  %885 = icmp ult i64 %880, %656
  br i1 %885, label %888, label %886

886:
  %887 = add i64 %854, %880
  br label %894

888:
  %889 = and i64 %880, %669
  %890 = lshr i64 %880, %646
  %891 = mul i64 %890, %636
  %892 = add i64 %856, %889
  %893 = add i64 %892, %891
  br label %894

894:
  %895 = phi i64 [ %883, %881 ], [ %887, %886 ], [ %893, %888 ]
  %896 = sub i64 %895, %651
  %897 = lshr i64 %896, 7
  %898 = and i64 %897, %661
  %899 = shl i64 %898, %657
  %900 = xor i64 %899, %895
  %901 = getelementptr inbounds i8, ptr %844, i64 %900
  switch i32 %203, label %909 [
    i32 32, label %902
    i32 16, label %903
    i32 8, label %906
  ]

902:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %879, ptr align 1 %901, i64 16, i1 false)
  br label %929

903:
  %904 = load <8 x i16>, ptr %901, align 16
  %905 = zext <8 x i16> %904 to <8 x i32>
  store <8 x i32> %905, ptr %879, align 32
  br label %929

906:
  %907 = load <16 x i8>, ptr %901, align 16
  %908 = zext <16 x i8> %907 to <16 x i32>
  store <16 x i32> %908, ptr %879, align 64
  br label %929

909:
  %910 = phi i64 [ %916, %909 ], [ 0, %894 ]
  %911 = mul i64 %910, %623
  %912 = lshr i64 %911, 3
  %913 = getelementptr inbounds i8, ptr %901, i64 %912
  %914 = load i8, ptr %913, align 1
  %915 = zext i8 %914 to i64
  %916 = add i64 %910, 1
  %917 = icmp ult i64 %916, %839
  %918 = zext i1 %917 to i64
  %919 = getelementptr inbounds i8, ptr %913, i64 %918
  %920 = load i8, ptr %919, align 1
  %921 = zext i8 %920 to i64
  %922 = shl i64 %921, 8
  %923 = or i64 %922, %915
  %924 = and i64 %911, 7
  %925 = lshr i64 %923, %924
  %926 = trunc i64 %925 to i32
  %927 = and i32 %926, %672
  %928 = getelementptr inbounds i32, ptr %879, i64 %910
  store i32 %927, ptr %928, align 4
  br i1 %917, label %909, label %929

929:
  %930 = add i64 %866, 1
  %931 = icmp ult i64 %930, %841
  br i1 %931, label %865, label %862

932:
  %933 = phi i64 [ %941, %940 ], [ 0, %861 ]
  %934 = mul i64 %933, %122
  %935 = lshr i64 %933, 4
  %936 = mul i64 %935, %122
  %937 = and i64 %933, 15
  %938 = getelementptr i32, ptr %6, i64 %934
  %939 = getelementptr i32, ptr %10, i64 %937
  br label %943

940:
  %941 = add i64 %933, 1
  %942 = icmp ult i64 %941, %287
  br i1 %942, label %932, label %952

943:
  %944 = phi i64 [ 0, %932 ], [ %950, %943 ]
  %945 = add i64 %944, %936
  %946 = getelementptr i32, ptr %938, i64 %944
  %947 = load i32, ptr %946, align 4
  %948 = shl i64 %945, 6
  %949 = getelementptr i8, ptr %939, i64 %948
  store i32 %947, ptr %949, align 4
  %950 = add i64 %944, 1
  %951 = icmp ult i64 %950, %122
  br i1 %951, label %943, label %940

952:
  br label %953

953:
  br i1 %674, label %998, label %954

954:
  %955 = phi i64 [ %996, %994 ], [ 0, %953 ]
  %956 = getelementptr inbounds i32, ptr %10, i64 %955
  %957 = load <32 x i32>, ptr %956, align 64
  br i1 %676, label %958, label %962

958:
  %959 = xor <32 x i32> %957, splat (i32 128)
  %960 = add <32 x i32> %959, splat (i32 -128)
  %961 = select i1 %199, <32 x i32> %960, <32 x i32> %957
  br label %994

962:
  br i1 %677, label %963, label %966

963:
  %964 = and <32 x i32> %957, splat (i32 -8192)
  %965 = xor <32 x i32> %964, %703
  br label %994

966:
  %967 = and <32 x i32> %957, %683
  %968 = lshr <32 x i32> %957, %685
  %969 = shl <32 x i32> %968, splat (i32 31)
  %970 = shl <32 x i32> %967, %687
  %971 = add <32 x i32> %970, %691
  %972 = lshr <32 x i32> %967, %693
  %973 = icmp eq <32 x i32> %972, zeroinitializer
  %974 = select <32 x i1> %973, <32 x i32> %696, <32 x i32> zeroinitializer
  %975 = icmp eq <32 x i32> %974, zeroinitializer
  %976 = select <32 x i1> %975, <32 x i32> zeroinitializer, <32 x i32> splat (i32 8388608)
  %977 = add <32 x i32> %971, %976
  %978 = bitcast <32 x i32> %977 to <32 x float>
  %979 = bitcast <32 x i32> %974 to <32 x float>
  %980 = fsub <32 x float> %978, %979
  %981 = bitcast <32 x float> %980 to <32 x i32>
  br i1 %697, label %982, label %986

982:
  %983 = icmp eq <32 x i32> %972, %701
  %984 = or <32 x i32> %981, splat (i32 2139095040)
  %985 = select <32 x i1> %983, <32 x i32> %984, <32 x i32> %981
  br label %990

986:
  %987 = icmp eq <32 x i32> %967, %683
  %988 = select <32 x i1> %987, <32 x i32> splat (i32 2147483647), <32 x i32> %981
  %989 = select i1 %698, <32 x i32> %988, <32 x i32> %981
  br label %990

990:
  %991 = phi <32 x i32> [ %985, %982 ], [ %989, %986 ]
  %992 = xor <32 x i32> %969, %703
  %993 = or <32 x i32> %991, %992
  br label %994

994:
  %995 = phi <32 x i32> [ %961, %958 ], [ %965, %963 ], [ %993, %990 ]
  store <32 x i32> %995, ptr %956, align 64
  %996 = add i64 %955, 32
  %997 = icmp ult i64 %996, %673
  br i1 %997, label %954, label %998

998:
  br i1 %619, label %1002, label %999

999:
  %1000 = mul i64 %764, %287
  %1001 = mul i64 %764, %618
  br label %1005

1002:
  %1003 = add i64 %764, 1
  %1004 = icmp ult i64 %1003, %286
  br i1 %1004, label %763, label %753

1005:
  %1006 = phi i64 [ 0, %999 ], [ %1248, %1247 ]
  br i1 %632, label %1007, label %1014

1007:
  %1008 = load i64, ptr %1, align 8
  %1009 = and i64 %1008, 16
  %1010 = icmp eq i64 %1009, 0
  br i1 %1010, label %1011, label %1014

1011:
  %1012 = shl i64 %1006, 1
  %1013 = add i64 %1012, %292
  br label %1016

1014:
  %1015 = add i64 %1006, %1000
  br label %1016

1016:
  %1017 = phi i64 [ %1013, %1011 ], [ %1015, %1014 ]
  %1018 = lshr i64 %1017, 5
  br i1 %704, label %1133, label %1019

1019:
  %1020 = load i64, ptr %705, align 8
  %1021 = and i64 %1020, 65535
  %1022 = lshr i64 %1006, 5
  %1023 = add i64 %1021, %1022
  %1024 = load i64, ptr %620, align 8
  %1025 = inttoptr i64 %1024 to ptr
  %1026 = getelementptr inbounds i8, ptr %1025, i64 43776
  %1027 = and i64 %1006, 16
  %1028 = shl i64 %1018, 7
  %1029 = getelementptr i8, ptr %1026, i64 %1028
  %1030 = getelementptr i32, ptr %1029, i64 %1027
  br label %1031

1031:
  %1032 = phi i64 [ 0, %1019 ], [ %1036, %1035 ]
  %1033 = getelementptr i32, ptr %1030, i64 %1032
  %1034 = getelementptr i32, ptr %17, i64 %1032
  br label %1038

1035:
  %1036 = add i64 %1032, 1
  %1037 = icmp ult i64 %1032, 15
  br i1 %1037, label %1031, label %1076

1038:
  %1039 = phi i64 [ 0, %1031 ], [ %1074, %1070 ]
  %1040 = add i64 %1039, %118
  %1041 = lshr i64 %1040, 2
  %1042 = mul i64 %1041, %708
  %1043 = add i64 %1023, %1042
  %1044 = shl i64 %1043, 9
  %1045 = getelementptr i8, ptr %1033, i64 %1044
  %1046 = load i32, ptr %1045, align 4
  %1047 = trunc i64 %1040 to i32
  %1048 = shl i32 %1047, 3
  %1049 = and i32 %1048, 24
  %1050 = lshr i32 %1046, %1049
  br i1 %116, label %1051, label %1055

1051:
  %1052 = shl i32 %1050, 4
  %1053 = and i32 %1052, 4080
  %1054 = or i32 %1053, 8
  br label %1070

1055:
  %1056 = lshr i32 %1050, 3
  %1057 = and i32 %1056, 15
  %1058 = and i32 %1050, 7
  %1059 = icmp eq i32 %1057, 15
  %1060 = icmp eq i32 %1058, 7
  %1061 = and i1 %1060, %1059
  br i1 %1061, label %1070, label %1062

1062:
  %1063 = call i32 @"llvm.umax.i32"(i32 %1057, i32 1)
  %1064 = icmp eq i32 %1057, 0
  %1065 = select i1 %1064, i32 0, i32 8
  %1066 = shl i32 %1063, 4
  %1067 = add i32 %1066, 1920
  %1068 = or i32 %1067, %1065
  %1069 = or i32 %1068, %1058
  br label %1070

1070:
  %1071 = phi i32 [ %1054, %1051 ], [ %1069, %1062 ], [ 4080, %1055 ]
  %1072 = shl i64 %1039, 6
  %1073 = getelementptr i8, ptr %1034, i64 %1072
  store i32 %1071, ptr %1073, align 4
  %1074 = add i64 %1039, 1
  %1075 = icmp ult i64 %1074, %119
  br i1 %1075, label %1038, label %1035

1076:
  %1077 = icmp eq i64 %1027, 0
  br i1 %1077, label %1078, label %1133

1078:
  %1079 = load i64, ptr %709, align 8
  %1080 = and i64 %1079, 65535
  br i1 %710, label %1133, label %1081

1081:
  %1082 = phi i64 [ %1092, %1091 ], [ 0, %1078 ]
  %1083 = lshr i64 %1082, 5
  %1084 = add i64 %1083, %1080
  %1085 = and i64 %1082, 31
  %1086 = getelementptr i32, ptr %1029, i64 %1085
  %1087 = lshr i64 %1082, 3
  %1088 = mul i64 %1087, %119
  %1089 = and i64 %1082, 7
  %1090 = getelementptr i32, ptr %18, i64 %1089
  br label %1094

1091:
  %1092 = add i64 %1082, 1
  %1093 = icmp ult i64 %1092, %618
  br i1 %1093, label %1081, label %1133

1094:
  %1095 = phi i64 [ 0, %1081 ], [ %1131, %1127 ]
  %1096 = add i64 %1095, %117
  %1097 = lshr i64 %1096, 2
  %1098 = mul i64 %1097, %713
  %1099 = add i64 %1084, %1098
  %1100 = shl i64 %1099, 9
  %1101 = getelementptr i8, ptr %1086, i64 %1100
  %1102 = load i32, ptr %1101, align 4
  %1103 = add i64 %1095, %1088
  %1104 = trunc i64 %1096 to i32
  %1105 = shl i32 %1104, 3
  %1106 = and i32 %1105, 24
  %1107 = lshr i32 %1102, %1106
  br i1 %116, label %1108, label %1112

1108:
  %1109 = shl i32 %1107, 4
  %1110 = and i32 %1109, 4080
  %1111 = or i32 %1110, 8
  br label %1127

1112:
  %1113 = lshr i32 %1107, 3
  %1114 = and i32 %1113, 15
  %1115 = and i32 %1107, 7
  %1116 = icmp eq i32 %1114, 15
  %1117 = icmp eq i32 %1115, 7
  %1118 = and i1 %1117, %1116
  br i1 %1118, label %1127, label %1119

1119:
  %1120 = call i32 @"llvm.umax.i32"(i32 %1114, i32 1)
  %1121 = icmp eq i32 %1114, 0
  %1122 = select i1 %1121, i32 0, i32 8
  %1123 = shl i32 %1120, 4
  %1124 = add i32 %1123, 1920
  %1125 = or i32 %1124, %1122
  %1126 = or i32 %1125, %1115
  br label %1127

1127:
  %1128 = phi i32 [ %1111, %1108 ], [ %1126, %1119 ], [ 4080, %1112 ]
  %1129 = shl i64 %1103, 5
  %1130 = getelementptr i8, ptr %1090, i64 %1129
  store i32 %1128, ptr %1130, align 4
  %1131 = add i64 %1095, 1
  %1132 = icmp ult i64 %1131, %119
  br i1 %1132, label %1094, label %1091

1133:
  br i1 %39, label %1158, label %1134

1134:
  %1135 = mul i64 %1006, %122
  %1136 = getelementptr inbounds i32, ptr %10, i64 %1135
  br i1 %716, label %1158, label %1137

1137:
  %1138 = phi i64 [ %1156, %1137 ], [ 0, %1134 ]
  %1139 = shl i64 %1138, 7
  %1140 = getelementptr inbounds i8, ptr %1136, i64 %1139
  %1141 = load <32 x i32>, ptr %1140, align 64
  %1142 = shl <32 x i32> %1141, splat (i32 1)
  %1143 = lshr <32 x i32> %1142, splat (i32 24)
  %1144 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %1143, <32 x i32> %718)
  %1145 = icmp eq <32 x i32> %1143, splat (i32 255)
  %1146 = select <32 x i1> %1145, <32 x i32> splat (i32 4000), <32 x i32> %1144
  %1147 = icmp eq <32 x i32> %1142, zeroinitializer
  %1148 = select <32 x i1> %1147, <32 x i32> splat (i32 -2000), <32 x i32> %1146
  %1149 = shufflevector <32 x i32> %1148, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %1150 = and <16 x i32> %1149, splat (i32 65535)
  %1151 = shufflevector <32 x i32> %1148, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %1152 = shl <16 x i32> %1151, splat (i32 16)
  %1153 = or <16 x i32> %1150, %1152
  %1154 = shl i64 %1138, 6
  %1155 = getelementptr inbounds i8, ptr %12, i64 %1154
  store <16 x i32> %1153, ptr %1155, align 64
  %1156 = add i64 %1138, 1
  %1157 = icmp ult i64 %1156, %715
  br i1 %1157, label %1137, label %1158

1158:
  %1159 = load i64, ptr %1, align 8
  %1160 = and i64 %1159, 32
  %1161 = icmp eq i64 %1160, 0
  br i1 %1161, label %1240, label %1162

1162:
  %1163 = load i64, ptr %721, align 8
  %1164 = and i64 %1163, 65535
  %1165 = and i64 %1159, 16
  %1166 = icmp eq i64 %1165, 0
  %1167 = and i1 %632, %1166
  br i1 %1167, label %1168, label %1173

1168:
  %1169 = lshr i64 %1163, 16
  %1170 = and i64 %1169, 65535
  %1171 = shl i64 %1006, 1
  %1172 = add i64 %1170, %1171
  br label %1175

1173:
  %1174 = add i64 %1006, %1000
  br label %1175

1175:
  %1176 = phi i64 [ %1172, %1168 ], [ %1174, %1173 ]
  %1177 = load i64, ptr %28, align 8
  %1178 = and i64 %1177, 3
  %1179 = load i64, ptr %620, align 8
  %1180 = inttoptr i64 %1179 to ptr
  %1181 = getelementptr inbounds i8, ptr %1180, i64 43776
  %1182 = getelementptr i32, ptr %1181, i64 %1176
  br label %1183

1183:
  %1184 = phi i64 [ 0, %1175 ], [ %1200, %1199 ]
  %1185 = shl i64 %1184, 1
  %1186 = and i64 %1185, -8
  %1187 = lshr i64 %1184, 3
  %1188 = select i1 %722, i64 %1178, i64 %1187
  %1189 = add i64 %1188, %1164
  %1190 = shl i64 %1189, 9
  %1191 = getelementptr i8, ptr %1182, i64 %1190
  %1192 = shl i64 %1184, %752
  %1193 = lshr exact i64 %1192, 1
  %1194 = trunc i64 %1184 to i32
  %1195 = shl i32 %1194, 2
  %1196 = and i32 %1195, 28
  %1197 = shl i64 %1184, 2
  %1198 = and i64 %1197, 12
  br label %1202

1199:
  %1200 = add i64 %1184, 1
  %1201 = icmp ult i64 %1200, %749
  br i1 %1201, label %1183, label %1240

1202:
  %1203 = phi i64 [ 0, %1183 ], [ %1219, %1218 ]
  %1204 = and i64 %1203, 7
  %1205 = or i64 %1204, %1186
  %1206 = select i1 %722, i64 %1205, i64 %1203
  %1207 = shl i64 %1203, 1
  %1208 = and i64 %1207, 16
  %1209 = or i64 %1208, %1198
  %1210 = trunc i64 %1209 to i32
  %1211 = select i1 %722, i32 %1210, i32 %1196
  %1212 = getelementptr i32, ptr %1191, i64 %1206
  %1213 = load i32, ptr %1212, align 4
  %1214 = lshr i32 %1213, %1211
  %1215 = and i32 %1214, 15
  %1216 = zext i32 %1215 to i64
  %1217 = getelementptr i32, ptr %14, i64 %1203
  br label %1221

1218:
  %1219 = add i64 %1203, 1
  %1220 = icmp ult i64 %1203, 15
  br i1 %1220, label %1202, label %1199

1221:
  %1222 = phi i64 [ 0, %1202 ], [ %1237, %1221 ]
  %1223 = lshr i64 %1222, %750
  %1224 = shl i64 %1223, 1
  %1225 = lshr i64 %1216, %1224
  %1226 = and i64 %1225, 3
  %1227 = lshr i64 %1226, %723
  %1228 = shl i64 %1227, %750
  %1229 = and i64 %1222, 1
  %1230 = select i1 %745, i64 %1229, i64 0
  %1231 = or i64 %1230, %1192
  %1232 = add i64 %1231, %1228
  %1233 = trunc i64 %1232 to i32
  %1234 = add i64 %1222, %1193
  %1235 = shl i64 %1234, 6
  %1236 = getelementptr i8, ptr %1217, i64 %1235
  store i32 %1233, ptr %1236, align 4
  %1237 = add i64 %1222, 1
  %1238 = icmp ule i64 %746, %1237
  %1239 = select i1 %719, i1 true, i1 %1238
  br i1 %1239, label %1218, label %1221

1240:
  br i1 %710, label %1247, label %1241

1241:
  %1242 = mul i64 %1006, %122
  %1243 = getelementptr inbounds i32, ptr %10, i64 %1242
  %1244 = getelementptr inbounds i32, ptr %732, i64 %1018
  %1245 = trunc i64 %1017 to i32
  %1246 = and i32 %1245, 31
  br label %1250

1247:
  %1248 = add i64 %1006, 16
  %1249 = icmp ult i64 %1248, %287
  br i1 %1249, label %1005, label %1002

1250:
  %1251 = phi i64 [ 0, %1241 ], [ %1464, %1463 ]
  %1252 = load i64, ptr %620, align 8
  %1253 = inttoptr i64 %1252 to ptr
  %1254 = getelementptr inbounds i8, ptr %1253, i64 43776
  %1255 = add i64 %1251, %293
  %1256 = shl i64 %1255, 9
  %1257 = getelementptr inbounds i8, ptr %1254, i64 %1256
  %1258 = getelementptr inbounds i32, ptr %1257, i64 %1017
  %1259 = add i64 %1251, %1001
  %1260 = mul i64 %1259, %123
  %1261 = getelementptr inbounds i32, ptr %11, i64 %1260
  %1262 = getelementptr inbounds i16, ptr %13, i64 %1260
  %1263 = mul i64 %1251, %119
  %1264 = getelementptr inbounds i32, ptr %18, i64 %1263
  %1265 = load i64, ptr %1, align 8
  %1266 = and i64 %1265, 32
  %1267 = icmp eq i64 %1266, 0
  br i1 %1267, label %1309, label %1268

1268:
  %1269 = phi i64 [ %1275, %1274 ], [ 0, %1250 ]
  %1270 = mul i64 %725, %1269
  %1271 = mul i64 %1269, %123
  %1272 = getelementptr inbounds i32, ptr %1261, i64 %1271
  %1273 = getelementptr inbounds i8, ptr %15, i64 %1270
  br label %1277

1274:
  %1275 = add i64 %1269, 1
  %1276 = icmp ult i64 %1269, 7
  br i1 %1276, label %1268, label %1287

1277:
  %1278 = phi i64 [ 0, %1268 ], [ %1285, %1277 ]
  %1279 = getelementptr inbounds i32, ptr %14, i64 %1278
  %1280 = load <32 x i32>, ptr %1279, align 4
  %1281 = zext <32 x i32> %1280 to <32 x i64>
  %1282 = getelementptr i32, ptr %1272, <32 x i64> %1281
  %1283 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1282, i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  %1284 = getelementptr inbounds i32, ptr %1273, i64 %1278
  store <32 x i32> %1283, ptr %1284, align 64
  %1285 = add i64 %1278, 32
  %1286 = icmp ult i64 %1285, %724
  br i1 %1286, label %1277, label %1274

1287:
  br i1 %743, label %1309, label %1288

1288:
  %1289 = phi i64 [ %1307, %1288 ], [ 0, %1287 ]
  %1290 = shl i64 %1289, 7
  %1291 = getelementptr inbounds i8, ptr %15, i64 %1290
  %1292 = load <32 x i32>, ptr %1291, align 64
  %1293 = shl <32 x i32> %1292, splat (i32 1)
  %1294 = lshr <32 x i32> %1293, splat (i32 24)
  %1295 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %1294, <32 x i32> %731)
  %1296 = icmp eq <32 x i32> %1294, splat (i32 255)
  %1297 = select <32 x i1> %1296, <32 x i32> splat (i32 4000), <32 x i32> %1295
  %1298 = icmp eq <32 x i32> %1293, zeroinitializer
  %1299 = select <32 x i1> %1298, <32 x i32> splat (i32 -2000), <32 x i32> %1297
  %1300 = shufflevector <32 x i32> %1299, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %1301 = and <16 x i32> %1300, splat (i32 65535)
  %1302 = shufflevector <32 x i32> %1299, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %1303 = shl <16 x i32> %1302, splat (i32 16)
  %1304 = or <16 x i32> %1301, %1303
  %1305 = shl i64 %1289, 6
  %1306 = getelementptr inbounds i8, ptr %16, i64 %1305
  store <16 x i32> %1304, ptr %1306, align 64
  %1307 = add i64 %1289, 1
  %1308 = icmp ult i64 %1307, %728
  br i1 %1308, label %1288, label %1309

1309:
  %1310 = phi ptr [ %1262, %1250 ], [ %16, %1287 ], [ %16, %1288 ]
  %1311 = phi ptr [ %1261, %1250 ], [ %15, %1287 ], [ %15, %1288 ]
  %1312 = load i32, ptr %1244, align 4
  %1313 = lshr i32 %1312, %1246
  %1314 = load i64, ptr %734, align 8
  br i1 %733, label %1320, label %1315

1315:
  %1316 = and i32 %1313, 65535
  %1317 = icmp eq i64 %1314, 0
  %1318 = icmp eq i32 %1316, 0
  %1319 = select i1 %1317, i1 %1318, i1 false
  br label %1320

1320:
  %1321 = phi i1 [ %1319, %1315 ], [ false, %1309 ]
  %1322 = trunc i64 %1314 to i32
  %1323 = shl i32 %1322, 23
  %1324 = sub i32 1065353216, %1323
  %1325 = bitcast i32 %1324 to float
  %1326 = load i64, ptr %735, align 8
  %1327 = icmp eq i64 %1326, 0
  %1328 = icmp eq i64 %1314, 0
  br label %1340

1329:
  br i1 %39, label %1330, label %1332

1330:
  %1331 = icmp ne i64 %1266, 0
  call void @"ks.add_scaled"(ptr %4, ptr %1243, ptr %1311, ptr %17, ptr %1264, i64 %122, i64 %119, i1 %1331)
  br label %1339

1332:
  br i1 %704, label %1336, label %1333

1333:
  %1334 = load i64, ptr %736, align 8
  %1335 = inttoptr i64 %1334 to ptr
  call void %1335(ptr %4, ptr %1243, ptr %1311, ptr %12, ptr %1310, ptr %17, ptr %1264)
  br label %1339

1336:
  %1337 = load i64, ptr %738, align 8
  %1338 = inttoptr i64 %1337 to ptr
  call void %1338(ptr %4, ptr %1243, ptr %1311, ptr %12, ptr %1310)
  br label %1339

1339:
  br label %1389

1340:
  %1341 = phi i64 [ 0, %1320 ], [ %1352, %1351 ]
  br i1 %1327, label %1346, label %1342

1342:
  %1343 = shl i64 %1341, 9
  %1344 = getelementptr inbounds i8, ptr %1258, i64 %1343
  %1345 = load <16 x i32>, ptr %1344, align 64
  br i1 %120, label %1346, label %1347

1346:
  br label %1347

1347:
  %1348 = phi <16 x i32> [ zeroinitializer, %1346 ], [ %1345, %1342 ]
  %1349 = getelementptr inbounds <16 x i32>, ptr %4, i64 %1341
  store <16 x i32> %1348, ptr %1349, align 64
  br i1 %1321, label %1351, label %1354

1350:
  store <16 x i32> %1386, ptr %1349, align 64
  br label %1351

1351:
  %1352 = add i64 %1341, 1
  %1353 = icmp ult i64 %1341, 7
  br i1 %1353, label %1340, label %1329

1354:
  %1355 = phi <16 x i32> [ %1386, %1380 ], [ %1348, %1347 ]
  %1356 = phi i64 [ %1387, %1380 ], [ 0, %1347 ]
  %1357 = extractelement <16 x i32> %1348, i64 %1356
  br i1 %121, label %1358, label %1380

1358:
  %1359 = and i32 %1357, 32767
  %1360 = insertelement <32 x i32> poison, i32 %1359, i64 0
  %1361 = shufflevector <32 x i32> %1360, <32 x i32> poison, <32 x i32> zeroinitializer
  %1362 = shl <32 x i32> %1361, splat (i32 13)
  %1363 = add <32 x i32> %1362, splat (i32 939524096)
  %1364 = lshr <32 x i32> %1361, splat (i32 10)
  %1365 = icmp eq <32 x i32> %1364, zeroinitializer
  %1366 = select <32 x i1> %1365, <32 x i32> splat (i32 947912704), <32 x i32> zeroinitializer
  %1367 = select <32 x i1> %1365, <32 x i32> splat (i32 8388608), <32 x i32> zeroinitializer
  %1368 = add <32 x i32> %1363, %1367
  %1369 = bitcast <32 x i32> %1368 to <32 x float>
  %1370 = bitcast <32 x i32> %1366 to <32 x float>
  %1371 = fsub <32 x float> %1369, %1370
  %1372 = bitcast <32 x float> %1371 to <32 x i32>
  %1373 = icmp eq <32 x i32> %1364, splat (i32 31)
  %1374 = or <32 x i32> %1372, <i32 2139095040, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %1375 = select <32 x i1> %1373, <32 x i32> %1374, <32 x i32> %1372
  %1376 = extractelement <32 x i32> %1375, i64 0
  %1377 = shl i32 %1357, 16
  %1378 = and i32 %1377, -2147483648
  %1379 = or i32 %1376, %1378
  br label %1380

1380:
  %1381 = phi i32 [ %1379, %1358 ], [ %1357, %1354 ]
  %1382 = bitcast i32 %1381 to float
  %1383 = fmul float %1325, %1382
  %1384 = bitcast float %1383 to i32
  %1385 = select i1 %1328, i32 %1381, i32 %1384
  %1386 = insertelement <16 x i32> %1355, i32 %1385, i64 %1356
  %1387 = add i64 %1356, 1
  %1388 = icmp ugt i64 %1356, 14
  br i1 %1388, label %1350, label %1354

1389:
  %1390 = phi i64 [ %1408, %1407 ], [ 0, %1339 ]
  br i1 %739, label %1397, label %1391

1391:
  %1392 = getelementptr inbounds <16 x i32>, ptr %4, i64 %1390
  %1393 = load <16 x i32>, ptr %1392, align 64
  %1394 = and <16 x i32> %1393, splat (i32 2147483647)
  %1395 = icmp ugt <16 x i32> %1394, splat (i32 2139095040)
  %1396 = select <16 x i1> %1395, <16 x i32> splat (i32 2147483647), <16 x i32> %1393
  store <16 x i32> %1396, ptr %1392, align 64
  br label %1397

1397:
  br i1 %1321, label %1398, label %1403

1398:
  %1399 = getelementptr inbounds <16 x i32>, ptr %4, i64 %1390
  %1400 = load <16 x i32>, ptr %1399, align 64
  %1401 = shl i64 %1390, 9
  %1402 = getelementptr inbounds i8, ptr %1258, i64 %1401
  store <16 x i32> %1400, ptr %1402, align 64
  br label %1407

1403:
  %1404 = shl i64 %1390, 9
  %1405 = getelementptr inbounds i8, ptr %1258, i64 %1404
  %1406 = getelementptr inbounds <16 x i32>, ptr %4, i64 %1390
  br label %1410

1407:
  %1408 = add i64 %1390, 1
  %1409 = icmp ult i64 %1390, 7
  br i1 %1409, label %1389, label %1463

1410:
  %1411 = phi i64 [ 0, %1403 ], [ %1461, %1460 ]
  %1412 = getelementptr inbounds i32, ptr %1405, i64 %1411
  %1413 = load <16 x i32>, ptr %1406, align 64
  %1414 = extractelement <16 x i32> %1413, i64 %1411
  %1415 = trunc i64 %1411 to i32
  %1416 = shl i32 1, %1415
  %1417 = and i32 %1416, %1313
  %1418 = icmp eq i32 %1417, 0
  br i1 %1418, label %1419, label %1460

1419:
  br i1 %121, label %1420, label %1450

1420:
  %1421 = bitcast i32 %1414 to float
  %1422 = lshr i32 %1414, 16
  %1423 = and i32 %1422, 32768
  %1424 = call float @"llvm.fabs.f32"(float %1421)
  %1425 = bitcast float %1424 to i32
  %1426 = icmp ugt i32 %1425, 2139095040
  br i1 %1426, label %1445, label %1427

1427:
  %1428 = icmp ugt i32 %1425, 1199566847
  br i1 %1428, label %1429, label %1431

1429:
  %1430 = or i32 %1423, 31744
  br label %1445

1431:
  %1432 = icmp ult i32 %1425, 947912704
  br i1 %1432, label %1433, label %1438

1433:
  %1434 = fadd float %1424, 5.000000e-01
  %1435 = bitcast float %1434 to i32
  %1436 = add i32 %1435, -1056964608
  %1437 = or i32 %1436, %1423
  br label %1445

1438:
  %1439 = lshr i32 %1425, 13
  %1440 = and i32 %1439, 1
  %1441 = add i32 %1425, -939520001
  %1442 = add i32 %1441, %1440
  %1443 = lshr i32 %1442, 13
  %1444 = or i32 %1443, %1423
  br label %1445

1445:
  %1446 = phi i32 [ %1444, %1438 ], [ %1430, %1429 ], [ %1437, %1433 ], [ 32767, %1420 ]
  %1447 = load i32, ptr %1412, align 4
  %1448 = and i32 %1447, -65536
  %1449 = or i32 %1448, %1446
  br label %1450

1450:
  %1451 = phi i32 [ %1449, %1445 ], [ %1414, %1419 ]
  br i1 %120, label %1452, label %1458

1452:
  %1453 = load i64, ptr %735, align 8
  %1454 = icmp eq i64 %1453, 0
  br i1 %1454, label %1458, label %1455

1455:
  %1456 = load i32, ptr %1412, align 4
  %1457 = call i32 @"llvm.sadd.sat.i32"(i32 %1451, i32 %1456)
  br label %1458

1458:
  %1459 = phi i32 [ %1457, %1455 ], [ %1451, %1452 ], [ %1451, %1450 ]
  store i32 %1459, ptr %1412, align 4
  br label %1460

1460:
  %1461 = add i64 %1411, 1
  %1462 = icmp ugt i64 %1411, 14
  br i1 %1462, label %1407, label %1410

1463:
  %1464 = add i64 %1251, 8
  %1465 = icmp ult i64 %1464, %618
  br i1 %1465, label %1250, label %1247

1466:
  %1467 = phi i64 [ %754, %757 ], [ %1486, %1485 ]
  %1468 = phi i64 [ 0, %757 ], [ %1487, %1485 ]
  %1469 = load i64, ptr %294, align 8
  %1470 = and i64 %1469, 65535
  %1471 = add i64 %1470, %761
  br i1 %762, label %1485, label %1472

1472:
  %1473 = phi i64 [ %1481, %1472 ], [ %1470, %1466 ]
  %1474 = load i64, ptr %620, align 8
  %1475 = inttoptr i64 %1474 to ptr
  %1476 = getelementptr inbounds i8, ptr %1475, i64 43776
  %1477 = shl i64 %1473, 9
  %1478 = getelementptr inbounds i8, ptr %1476, i64 %1477
  %1479 = getelementptr inbounds i32, ptr %1478, i64 %1468
  %1480 = getelementptr inbounds i8, ptr %1479, i64 4
  call void @"llvm.memmove.p0.p0.i64"(ptr align 4 %1479, ptr align 4 %1480, i64 124, i1 false)
  %1481 = add i64 %1473, 1
  %1482 = icmp ult i64 %1481, %1471
  br i1 %1482, label %1472, label %1483

1483:
  %1484 = load i64, ptr %1, align 8
  br label %1485

1485:
  %1486 = phi i64 [ %1484, %1483 ], [ %1467, %1466 ]
  %1487 = add i64 %1468, 32
  %1488 = and i64 %1486, 64
  %1489 = icmp ne i64 %1488, 0
  %1490 = icmp ult i64 %1468, 96
  %1491 = select i1 %1489, i1 %1490, i1 false
  br i1 %1491, label %1466, label %1492

1492:
  br label %2849

1493:
  %1494 = getelementptr inbounds i8, ptr %0, i64 344
  %1495 = load i64, ptr %1494, align 8
  %1496 = and i64 %1495, -2
  %1497 = getelementptr inbounds i8, ptr %0, i64 512
  %1498 = load i64, ptr %1497, align 8
  %1499 = inttoptr i64 %1498 to ptr
  %1500 = getelementptr inbounds ptr, ptr %1499, i64 %1496
  %1501 = load ptr, ptr %1500, align 8
  %1502 = or i64 %1495, 1
  %1503 = getelementptr inbounds ptr, ptr %1499, i64 %1502
  %1504 = load ptr, ptr %1503, align 8
  %1505 = getelementptr inbounds i8, ptr %1, i64 40
  %1506 = getelementptr inbounds i8, ptr %1, i64 48
  %1507 = getelementptr inbounds i8, ptr %1, i64 104
  %1508 = getelementptr inbounds i8, ptr %1, i64 56
  %1509 = getelementptr inbounds i8, ptr %1501, i64 472
  %1510 = icmp ne i8 %61, 0
  %1511 = select i1 %1510, ptr %8, ptr %20
  %1512 = mul i64 %52, %123
  %1513 = trunc i64 %52 to i16
  %1514 = trunc i64 %286 to i16
  %1515 = udiv i16 %1513, %1514
  %1516 = zext i16 %1515 to i64
  %1517 = icmp eq i64 %287, 0
  %1518 = icmp ugt i32 %203, 7
  %1519 = or i1 %39, %1518
  %1520 = zext i32 %203 to i64
  %1521 = select i1 %1519, i64 %1520, i64 8
  %1522 = trunc i64 %1521 to i32
  %1523 = sub i64 %1521, %1520
  %1524 = lshr i64 %1523, 1
  %1525 = sub i32 32, %203
  %1526 = lshr i32 -1, %1525
  %1527 = icmp eq i64 %287, 64
  %1528 = icmp eq i64 %286, 1
  %1529 = and i1 %1527, %1528
  %1530 = select i1 %238, i64 %122, i64 %287
  %1531 = select i1 %238, i64 %287, i64 %122
  %1532 = icmp ne i8 %58, 0
  %1533 = select i1 %1532, ptr %19, ptr %5
  %1534 = shl i32 -1, %203
  %1535 = xor i32 %1534, -1
  %1536 = mul i64 %287, %122
  %1537 = icmp eq i64 %1536, 0
  %1538 = select i1 %54, i32 0, i32 -2147483648
  %1539 = icmp eq i32 %202, 0
  %1540 = icmp eq i32 %203, 32
  %1541 = add i32 %203, -1
  %1542 = shl i32 -1, %1541
  %1543 = xor i32 %1542, -1
  %1544 = sub i32 23, %202
  %1545 = insertelement <32 x i32> poison, i32 %1543, i64 0
  %1546 = shufflevector <32 x i32> %1545, <32 x i32> poison, <32 x i32> zeroinitializer
  %1547 = insertelement <32 x i32> poison, i32 %1541, i64 0
  %1548 = shufflevector <32 x i32> %1547, <32 x i32> poison, <32 x i32> zeroinitializer
  %1549 = insertelement <32 x i32> poison, i32 %1544, i64 0
  %1550 = shufflevector <32 x i32> %1549, <32 x i32> poison, <32 x i32> zeroinitializer
  %1551 = shl i32 %201, 23
  %1552 = sub i32 1065353216, %1551
  %1553 = insertelement <32 x i32> poison, i32 %1552, i64 0
  %1554 = shufflevector <32 x i32> %1553, <32 x i32> poison, <32 x i32> zeroinitializer
  %1555 = insertelement <32 x i32> poison, i32 %202, i64 0
  %1556 = shufflevector <32 x i32> %1555, <32 x i32> poison, <32 x i32> zeroinitializer
  %1557 = sub i32 1073741824, %1551
  %1558 = insertelement <32 x i32> poison, i32 %1557, i64 0
  %1559 = shufflevector <32 x i32> %1558, <32 x i32> poison, <32 x i32> zeroinitializer
  %1560 = icmp eq i32 %200, 1
  %1561 = icmp eq i32 %200, 2
  %1562 = lshr i32 %1543, %202
  %1563 = insertelement <32 x i32> poison, i32 %1562, i64 0
  %1564 = shufflevector <32 x i32> %1563, <32 x i32> poison, <32 x i32> zeroinitializer
  %1565 = insertelement <32 x i32> poison, i32 %1538, i64 0
  %1566 = shufflevector <32 x i32> %1565, <32 x i32> poison, <32 x i32> zeroinitializer
  %1567 = icmp eq i64 %119, 0
  %1568 = getelementptr inbounds i8, ptr %1, i64 88
  %1569 = add i64 %287, 127
  %1570 = lshr i64 %1569, 5
  %1571 = and i64 %1570, 36028797018963964
  %1572 = getelementptr inbounds i8, ptr %1, i64 96
  %1573 = icmp ugt i64 %286, %52
  %1574 = add i64 %1516, 127
  %1575 = lshr i64 %1574, 5
  %1576 = and i64 %1575, 28
  %1577 = sub i32 128, %201
  %1578 = lshr i64 %122, 1
  %1579 = insertelement <32 x i32> poison, i32 %1577, i64 0
  %1580 = shufflevector <32 x i32> %1579, <32 x i32> poison, <32 x i32> zeroinitializer
  %1581 = icmp eq i64 %32, 1
  %1582 = icmp eq i32 %203, 4
  %1583 = getelementptr inbounds i8, ptr %1, i64 128
  %1584 = icmp ult i64 %32, 2
  %1585 = zext i1 %1581 to i64
  %1586 = shl i64 %122, 4
  %1587 = shl i64 %122, 6
  %1588 = sub i32 128, %211
  %1589 = shl i64 %122, 2
  %1590 = insertelement <32 x i32> poison, i32 %1588, i64 0
  %1591 = shufflevector <32 x i32> %1590, <32 x i32> poison, <32 x i32> zeroinitializer
  %1592 = getelementptr inbounds i8, ptr %1, i64 136
  %1593 = select i1 %121, i1 true, i1 %120
  %1594 = getelementptr inbounds i8, ptr %1, i64 80
  %1595 = getelementptr inbounds i8, ptr %1, i64 72
  %1596 = getelementptr inbounds i8, ptr %1, i64 112
  %1597 = select i1 %121, i64 120, i64 112
  %1598 = getelementptr inbounds i8, ptr %1, i64 %1597
  %1599 = icmp eq i64 %32, 3
  %1600 = zext i32 %207 to i64
  %1601 = shl i32 -1, %207
  %1602 = xor i32 %1601, -1
  %1603 = lshr exact i64 %52, 1
  %1604 = getelementptr inbounds i8, ptr %1504, i64 472
  %1605 = select i1 %241, i64 %123, i64 %1603
  %1606 = select i1 %241, i64 %1603, i64 %123
  %1607 = mul i64 %123, %1603
  %1608 = getelementptr inbounds i32, ptr %20, i64 %1607
  %1609 = select i1 %1510, ptr %9, ptr %1608
  %1610 = icmp eq ptr %1609, %1608
  %1611 = shl i64 %1512, 2
  %1612 = select i1 %55, i32 -2147483648, i32 0
  %1613 = add i32 %207, -1
  %1614 = shl i32 -1, %1613
  %1615 = xor i32 %1614, -1
  %1616 = sub i32 23, %210
  %1617 = insertelement <32 x i32> poison, i32 %1615, i64 0
  %1618 = shufflevector <32 x i32> %1617, <32 x i32> poison, <32 x i32> zeroinitializer
  %1619 = insertelement <32 x i32> poison, i32 %1613, i64 0
  %1620 = shufflevector <32 x i32> %1619, <32 x i32> poison, <32 x i32> zeroinitializer
  %1621 = insertelement <32 x i32> poison, i32 %1616, i64 0
  %1622 = shufflevector <32 x i32> %1621, <32 x i32> poison, <32 x i32> zeroinitializer
  %1623 = shl i32 %211, 23
  %1624 = xor i32 %1623, 1065353216
  %1625 = insertelement <32 x i32> poison, i32 %1624, i64 0
  %1626 = shufflevector <32 x i32> %1625, <32 x i32> poison, <32 x i32> zeroinitializer
  %1627 = insertelement <32 x i32> poison, i32 %210, i64 0
  %1628 = shufflevector <32 x i32> %1627, <32 x i32> poison, <32 x i32> zeroinitializer
  %1629 = sub i32 1073741824, %1623
  %1630 = insertelement <32 x i32> poison, i32 %1629, i64 0
  %1631 = shufflevector <32 x i32> %1630, <32 x i32> poison, <32 x i32> zeroinitializer
  %1632 = lshr i32 %1615, %210
  %1633 = insertelement <32 x i32> poison, i32 %1632, i64 0
  %1634 = shufflevector <32 x i32> %1633, <32 x i32> poison, <32 x i32> zeroinitializer
  %1635 = insertelement <32 x i32> poison, i32 %1612, i64 0
  %1636 = shufflevector <32 x i32> %1635, <32 x i32> poison, <32 x i32> zeroinitializer
  %1637 = shl i64 %123, 2
  %1638 = select i1 %39, i64 4, i64 8
  %1639 = call i64 @"llvm.umax.i64"(i64 %1520, i64 %1638)
  %1640 = mul i64 %1639, %122
  %1641 = lshr i64 %1640, 5
  %1642 = load i64, ptr %1, align 8
  %1643 = icmp eq i64 %1605, 0
  %1644 = icmp eq i64 %1530, 0
  %1645 = select i1 %1532, i1 true, i1 %1517
  %1646 = select i1 %1582, i1 %39, i1 false
  %1647 = icmp eq i64 %1641, 0
  %1648 = xor i1 %1581, true
  %1649 = select i1 %1648, i1 %1646, i1 false
  %1650 = select i1 %1646, i64 4, i64 2
  %1651 = select i1 %1646, i64 3, i64 2
  %1652 = select i1 %1581, i64 1, i64 %1651
  %1653 = lshr i64 %123, %1652
  %1654 = zext i1 %1649 to i64
  %1655 = select i1 %1646, i64 3, i64 2
  %1656 = select i1 %1581, i64 1, i64 %1655
  br label %1657

1657:
  %1658 = phi i64 [ %1642, %1493 ], [ %2848, %2847 ]
  %1659 = phi i1 [ true, %1493 ], [ false, %2847 ]
  %1660 = phi i64 [ 0, %1493 ], [ 16, %2847 ]
  %1661 = select i1 %1659, ptr %1501, ptr %1504
  %1662 = load i64, ptr %1505, align 8
  %1663 = lshr i64 %1662, 16
  %1664 = and i64 %1663, 65535
  %1665 = and i64 %1662, 65535
  %1666 = load i64, ptr %1506, align 8
  %1667 = load i64, ptr %1507, align 8
  %1668 = lshr i64 %1667, 56
  %1669 = and i64 %1668, 63
  %1670 = and i64 %1658, 1
  %1671 = icmp eq i64 %1670, 0
  %1672 = lshr exact i64 %52, %1670
  %1673 = load i64, ptr %1508, align 8
  %1674 = add i64 %1672, %1669
  %1675 = shl i64 %1673, 4
  %1676 = and i64 %1675, 262128
  %1677 = lshr i64 %1673, 12
  %1678 = and i64 %1677, 262128
  %1679 = lshr i64 %1673, 28
  %1680 = and i64 %1679, 262128
  %1681 = lshr i64 %1673, 61
  %1682 = icmp eq i64 %1681, 0
  %1683 = select i1 %241, i64 %1678, i64 %1680
  %1684 = select i1 %241, i64 %1680, i64 %1678
  %1685 = icmp eq i64 %1681, 4
  %1686 = icmp eq i64 %1681, 6
  %1687 = select i1 %1686, i64 5, i64 7
  %1688 = select i1 %1685, i64 6, i64 %1687
  %1689 = icmp eq i64 %1681, 1
  %1690 = and i1 %1689, %241
  %1691 = select i1 %1690, i64 2, i64 3
  %1692 = lshr i64 %1673, 42
  %1693 = and i64 %1692, 896
  %1694 = and i64 %1673, 4503599627370496
  %1695 = icmp eq i64 %1694, 0
  %1696 = and i64 %1675, 112
  %1697 = sub i64 128, %1696
  %1698 = select i1 %1695, i64 -1, i64 %1697
  %1699 = select i1 %1689, i64 5, i64 4
  %1700 = icmp eq i64 %1681, 2
  %1701 = select i1 %1686, i64 1, i64 3
  %1702 = select i1 %1700, i64 7, i64 %1701
  %1703 = select i1 %1682, i64 0, i64 %1702
  %1704 = load i64, ptr %1509, align 8
  br i1 %39, label %1705, label %1708

1705:
  %1706 = select i1 %241, i64 %123, i64 %1674
  %1707 = select i1 %241, i64 %1674, i64 %123
  br label %1718

1708:
  br i1 %205, label %1712, label %1709

1709:
  %1710 = udiv i32 128, %207
  %1711 = zext i32 %1710 to i64
  br label %1712

1712:
  %1713 = phi i64 [ %1711, %1709 ], [ 16, %1708 ]
  %1714 = phi i32 [ %1710, %1709 ], [ 16, %1708 ]
  %1715 = select i1 %241, i64 %123, i64 %1674
  %1716 = select i1 %241, i64 %1674, i64 %123
  %1717 = zext i32 %1714 to i64
  br label %1718

1718:
  %1719 = phi i64 [ %1716, %1712 ], [ %1707, %1705 ]
  %1720 = phi i64 [ %1715, %1712 ], [ %1706, %1705 ]
  %1721 = phi i64 [ %1713, %1712 ], [ 32, %1705 ]
  %1722 = phi i64 [ %1717, %1712 ], [ 32, %1705 ]
  %1723 = udiv i64 %1719, %1722
  %1724 = icmp eq i64 %1720, 0
  br i1 %1724, label %1749, label %1725

1725:
  %1726 = icmp ugt i64 %1722, %1719
  %1727 = inttoptr i64 %1704 to ptr
  %1728 = shl i64 -1, %1691
  %1729 = xor i64 %1728, -1
  %1730 = shl i64 -1, %1688
  %1731 = xor i64 %1730, -1
  %1732 = sub i64 %1678, %1698
  br label %1733

1733:
  %1734 = phi i64 [ 0, %1725 ], [ %1753, %1752 ]
  br i1 %1726, label %1752, label %1735

1735:
  %1736 = mul i64 %1734, %123
  %1737 = lshr i64 %1734, %1691
  %1738 = and i64 %1734, %1729
  %1739 = mul i64 %1737, %1680
  %1740 = shl i64 %1738, %1688
  %1741 = add i64 %1732, %1739
  %1742 = add i64 %1741, %1740
  %1743 = add i64 %1740, %1676
  %1744 = add i64 %1743, %1739
  %1745 = mul i64 %1737, %1683
  %1746 = shl i64 %1738, 4
  %1747 = add i64 %1746, %1676
  %1748 = add i64 %1747, %1745
  br label %1755

1749:
  %1750 = icmp ne i64 %1674, 0
  %1751 = select i1 %1510, i1 %1750, i1 false
  br i1 %1751, label %1822, label %1842

1752:
  %1753 = add i64 %1734, 1
  %1754 = icmp ult i64 %1753, %1720
  br i1 %1754, label %1733, label %1749

1755:
  %1756 = phi i64 [ 0, %1735 ], [ %1820, %1819 ]
  %1757 = mul i64 %1756, %1721
  br i1 %241, label %1760, label %1758

1758:
  %1759 = add i64 %1757, %1736
  br label %1767

1760:
  %1761 = lshr i64 %1757, 4
  %1762 = mul i64 %1761, %123
  %1763 = add i64 %1762, %1734
  %1764 = shl i64 %1763, 4
  %1765 = and i64 %1757, 15
  %1766 = or i64 %1764, %1765
  br label %1767

1767:
  %1768 = phi i64 [ %1766, %1760 ], [ %1759, %1758 ]
  %1769 = getelementptr inbounds i32, ptr %1511, i64 %1768
  %1770 = shl i64 %1756, 4
  br i1 %1682, label %1771, label %1774

1771:
  %1772 = mul i64 %1756, %1684
  %1773 = add i64 %1748, %1772
  br label %1784

1774:
  %1775 = icmp ult i64 %1770, %1698
  br i1 %1775, label %1778, label %1776

1776:
  %1777 = add i64 %1742, %1770
  br label %1784

1778:
  %1779 = and i64 %1770, %1731
  %1780 = lshr i64 %1770, %1688
  %1781 = mul i64 %1780, %1678
  %1782 = add i64 %1744, %1779
  %1783 = add i64 %1782, %1781
  br label %1784

1784:
  %1785 = phi i64 [ %1773, %1771 ], [ %1777, %1776 ], [ %1783, %1778 ]
  %1786 = sub i64 %1785, %1693
  %1787 = lshr i64 %1786, 7
  %1788 = and i64 %1787, %1703
  %1789 = shl i64 %1788, %1699
  %1790 = xor i64 %1789, %1785
  %1791 = getelementptr inbounds i8, ptr %1727, i64 %1790
  switch i32 %207, label %1799 [
    i32 32, label %1792
    i32 16, label %1793
    i32 8, label %1796
  ]

1792:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %1769, ptr align 1 %1791, i64 16, i1 false)
  br label %1819

1793:
  %1794 = load <8 x i16>, ptr %1791, align 16
  %1795 = zext <8 x i16> %1794 to <8 x i32>
  store <8 x i32> %1795, ptr %1769, align 32
  br label %1819

1796:
  %1797 = load <16 x i8>, ptr %1791, align 16
  %1798 = zext <16 x i8> %1797 to <16 x i32>
  store <16 x i32> %1798, ptr %1769, align 64
  br label %1819

1799:
  %1800 = phi i64 [ %1806, %1799 ], [ 0, %1784 ]
  %1801 = mul i64 %1800, %1600
  %1802 = lshr i64 %1801, 3
  %1803 = getelementptr inbounds i8, ptr %1791, i64 %1802
  %1804 = load i8, ptr %1803, align 1
  %1805 = zext i8 %1804 to i64
  %1806 = add i64 %1800, 1
  %1807 = icmp ult i64 %1806, %1721
  %1808 = zext i1 %1807 to i64
  %1809 = getelementptr inbounds i8, ptr %1803, i64 %1808
  %1810 = load i8, ptr %1809, align 1
  %1811 = zext i8 %1810 to i64
  %1812 = shl i64 %1811, 8
  %1813 = or i64 %1812, %1805
  %1814 = and i64 %1801, 6
  %1815 = lshr i64 %1813, %1814
  %1816 = trunc i64 %1815 to i32
  %1817 = and i32 %1816, %1602
  %1818 = getelementptr inbounds i32, ptr %1769, i64 %1800
  store i32 %1817, ptr %1818, align 4
  br i1 %1807, label %1799, label %1819

1819:
  %1820 = add i64 %1756, 1
  %1821 = icmp ult i64 %1820, %1723
  br i1 %1821, label %1755, label %1752

1822:
  %1823 = phi i64 [ %1831, %1830 ], [ 0, %1749 ]
  %1824 = mul i64 %1823, %123
  %1825 = lshr i64 %1823, 4
  %1826 = mul i64 %1825, %123
  %1827 = and i64 %1823, 15
  %1828 = getelementptr i32, ptr %8, i64 %1827
  %1829 = getelementptr i32, ptr %20, i64 %1824
  br label %1833

1830:
  %1831 = add i64 %1823, 1
  %1832 = icmp ult i64 %1831, %1674
  br i1 %1832, label %1822, label %1842

1833:
  %1834 = phi i64 [ 0, %1822 ], [ %1840, %1833 ]
  %1835 = add i64 %1834, %1826
  %1836 = shl i64 %1835, 6
  %1837 = getelementptr i8, ptr %1828, i64 %1836
  %1838 = load i32, ptr %1837, align 4
  %1839 = getelementptr i32, ptr %1829, i64 %1834
  store i32 %1838, ptr %1839, align 4
  %1840 = add i64 %1834, 1
  %1841 = icmp ult i64 %1840, %123
  br i1 %1841, label %1833, label %1830

1842:
  br i1 %1671, label %1973, label %1843

1843:
  %1844 = load i64, ptr %1604, align 8
  br i1 %39, label %1853, label %1845

1845:
  br i1 %205, label %1849, label %1846

1846:
  %1847 = udiv i32 128, %207
  %1848 = zext i32 %1847 to i64
  br label %1849

1849:
  %1850 = phi i64 [ %1848, %1846 ], [ 16, %1845 ]
  %1851 = phi i32 [ %1847, %1846 ], [ 16, %1845 ]
  %1852 = zext i32 %1851 to i64
  br label %1853

1853:
  %1854 = phi i64 [ %1850, %1849 ], [ 32, %1843 ]
  %1855 = phi i64 [ %1852, %1849 ], [ 32, %1843 ]
  %1856 = udiv i64 %1606, %1855
  br i1 %1643, label %1881, label %1857

1857:
  %1858 = icmp ugt i64 %1855, %1606
  %1859 = inttoptr i64 %1844 to ptr
  %1860 = shl i64 -1, %1691
  %1861 = xor i64 %1860, -1
  %1862 = shl i64 -1, %1688
  %1863 = xor i64 %1862, -1
  %1864 = sub i64 %1678, %1698
  br label %1865

1865:
  %1866 = phi i64 [ 0, %1857 ], [ %1883, %1882 ]
  br i1 %1858, label %1882, label %1867

1867:
  %1868 = mul i64 %1866, %123
  %1869 = lshr i64 %1866, %1691
  %1870 = and i64 %1866, %1861
  %1871 = mul i64 %1869, %1680
  %1872 = shl i64 %1870, %1688
  %1873 = add i64 %1864, %1871
  %1874 = add i64 %1873, %1872
  %1875 = add i64 %1872, %1676
  %1876 = add i64 %1875, %1871
  %1877 = mul i64 %1869, %1683
  %1878 = shl i64 %1870, 4
  %1879 = add i64 %1878, %1676
  %1880 = add i64 %1879, %1877
  br label %1885

1881:
  br i1 %1610, label %1972, label %1952

1882:
  %1883 = add i64 %1866, 1
  %1884 = icmp ult i64 %1883, %1605
  br i1 %1884, label %1865, label %1881

1885:
  %1886 = phi i64 [ 0, %1867 ], [ %1950, %1949 ]
  %1887 = mul i64 %1886, %1854
  br i1 %241, label %1890, label %1888

1888:
  %1889 = add i64 %1887, %1868
  br label %1897

1890:
  %1891 = lshr i64 %1887, 4
  %1892 = mul i64 %1891, %123
  %1893 = add i64 %1892, %1866
  %1894 = shl i64 %1893, 4
  %1895 = and i64 %1887, 15
  %1896 = or i64 %1894, %1895
  br label %1897

1897:
  %1898 = phi i64 [ %1896, %1890 ], [ %1889, %1888 ]
  %1899 = getelementptr inbounds i32, ptr %1609, i64 %1898
  %1900 = shl i64 %1886, 4
  br i1 %1682, label %1901, label %1904

1901:
  %1902 = mul i64 %1886, %1684
  %1903 = add i64 %1880, %1902
  br label %1914

1904:
  %1905 = icmp ult i64 %1900, %1698
  br i1 %1905, label %1908, label %1906

1906:
  %1907 = add i64 %1874, %1900
  br label %1914

1908:
  %1909 = and i64 %1900, %1863
  %1910 = lshr i64 %1900, %1688
  %1911 = mul i64 %1910, %1678
  %1912 = add i64 %1876, %1909
  %1913 = add i64 %1912, %1911
  br label %1914

1914:
  %1915 = phi i64 [ %1903, %1901 ], [ %1907, %1906 ], [ %1913, %1908 ]
  %1916 = sub i64 %1915, %1693
  %1917 = lshr i64 %1916, 7
  %1918 = and i64 %1917, %1703
  %1919 = shl i64 %1918, %1699
  %1920 = xor i64 %1919, %1915
  %1921 = getelementptr inbounds i8, ptr %1859, i64 %1920
  switch i32 %207, label %1929 [
    i32 32, label %1922
    i32 16, label %1923
    i32 8, label %1926
  ]

1922:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %1899, ptr align 1 %1921, i64 16, i1 false)
  br label %1949

1923:
  %1924 = load <8 x i16>, ptr %1921, align 16
  %1925 = zext <8 x i16> %1924 to <8 x i32>
  store <8 x i32> %1925, ptr %1899, align 32
  br label %1949

1926:
  %1927 = load <16 x i8>, ptr %1921, align 16
  %1928 = zext <16 x i8> %1927 to <16 x i32>
  store <16 x i32> %1928, ptr %1899, align 64
  br label %1949

1929:
  %1930 = phi i64 [ %1936, %1929 ], [ 0, %1914 ]
  %1931 = mul i64 %1930, %1600
  %1932 = lshr i64 %1931, 3
  %1933 = getelementptr inbounds i8, ptr %1921, i64 %1932
  %1934 = load i8, ptr %1933, align 1
  %1935 = zext i8 %1934 to i64
  %1936 = add i64 %1930, 1
  %1937 = icmp ult i64 %1936, %1854
  %1938 = zext i1 %1937 to i64
  %1939 = getelementptr inbounds i8, ptr %1933, i64 %1938
  %1940 = load i8, ptr %1939, align 1
  %1941 = zext i8 %1940 to i64
  %1942 = shl i64 %1941, 8
  %1943 = or i64 %1942, %1935
  %1944 = and i64 %1931, 6
  %1945 = lshr i64 %1943, %1944
  %1946 = trunc i64 %1945 to i32
  %1947 = and i32 %1946, %1602
  %1948 = getelementptr inbounds i32, ptr %1899, i64 %1930
  store i32 %1947, ptr %1948, align 4
  br i1 %1937, label %1929, label %1949

1949:
  %1950 = add i64 %1886, 1
  %1951 = icmp ult i64 %1950, %1856
  br i1 %1951, label %1885, label %1882

1952:
  %1953 = phi i64 [ %1961, %1960 ], [ 0, %1881 ]
  %1954 = mul i64 %1953, %123
  %1955 = lshr i64 %1953, 4
  %1956 = mul i64 %1955, %123
  %1957 = and i64 %1953, 15
  %1958 = getelementptr i32, ptr %9, i64 %1957
  %1959 = getelementptr i32, ptr %1608, i64 %1954
  br label %1963

1960:
  %1961 = add i64 %1953, 1
  %1962 = icmp ult i64 %1961, %1603
  br i1 %1962, label %1952, label %1972

1963:
  %1964 = phi i64 [ 0, %1952 ], [ %1970, %1963 ]
  %1965 = add i64 %1964, %1956
  %1966 = shl i64 %1965, 6
  %1967 = getelementptr i8, ptr %1958, i64 %1966
  %1968 = load i32, ptr %1967, align 4
  %1969 = getelementptr i32, ptr %1959, i64 %1964
  store i32 %1968, ptr %1969, align 4
  %1970 = add i64 %1964, 1
  %1971 = icmp ult i64 %1970, %123
  br i1 %1971, label %1963, label %1960

1972:
  br label %1973

1973:
  %1974 = icmp eq i64 %1669, 0
  br i1 %1974, label %1978, label %1975

1975:
  %1976 = mul i64 %1669, %123
  %1977 = getelementptr inbounds i32, ptr %20, i64 %1976
  call void @"llvm.memmove.p0.p0.i64"(ptr align 64 %20, ptr align 4 %1977, i64 %1611, i1 false)
  br label %1978

1978:
  br label %1979

1979:
  %1980 = phi i64 [ %2020, %2018 ], [ 0, %1978 ]
  %1981 = getelementptr inbounds i32, ptr %20, i64 %1980
  %1982 = load <32 x i32>, ptr %1981, align 64
  br i1 %209, label %1983, label %1987

1983:
  %1984 = xor <32 x i32> %1982, splat (i32 128)
  %1985 = add <32 x i32> %1984, splat (i32 -128)
  %1986 = select i1 %214, <32 x i32> %1985, <32 x i32> %1982
  br label %2018

1987:
  br i1 %206, label %1988, label %1991

1988:
  %1989 = and <32 x i32> %1982, splat (i32 -8192)
  %1990 = xor <32 x i32> %1989, %1636
  br label %2018

1991:
  %1992 = and <32 x i32> %1982, %1618
  %1993 = lshr <32 x i32> %1982, %1620
  %1994 = shl <32 x i32> %1993, splat (i32 31)
  %1995 = shl <32 x i32> %1992, %1622
  %1996 = add <32 x i32> %1995, %1626
  %1997 = lshr <32 x i32> %1992, %1628
  %1998 = icmp eq <32 x i32> %1997, zeroinitializer
  %1999 = select <32 x i1> %1998, <32 x i32> %1631, <32 x i32> zeroinitializer
  %2000 = select <32 x i1> %1998, <32 x i32> splat (i32 8388608), <32 x i32> zeroinitializer
  %2001 = add <32 x i32> %1996, %2000
  %2002 = bitcast <32 x i32> %2001 to <32 x float>
  %2003 = bitcast <32 x i32> %1999 to <32 x float>
  %2004 = fsub <32 x float> %2002, %2003
  %2005 = bitcast <32 x float> %2004 to <32 x i32>
  br i1 %212, label %2006, label %2010

2006:
  %2007 = icmp eq <32 x i32> %1997, %1634
  %2008 = or <32 x i32> %2005, splat (i32 2139095040)
  %2009 = select <32 x i1> %2007, <32 x i32> %2008, <32 x i32> %2005
  br label %2014

2010:
  %2011 = icmp eq <32 x i32> %1992, %1618
  %2012 = select <32 x i1> %2011, <32 x i32> splat (i32 2147483647), <32 x i32> %2005
  %2013 = select i1 %213, <32 x i32> %2012, <32 x i32> %2005
  br label %2014

2014:
  %2015 = phi <32 x i32> [ %2009, %2006 ], [ %2013, %2010 ]
  %2016 = xor <32 x i32> %1994, %1636
  %2017 = or <32 x i32> %2015, %2016
  br label %2018

2018:
  %2019 = phi <32 x i32> [ %1986, %1983 ], [ %1990, %1988 ], [ %2017, %2014 ]
  store <32 x i32> %2019, ptr %1981, align 64
  %2020 = add i64 %1980, 32
  %2021 = icmp ult i64 %2020, %1512
  br i1 %2021, label %1979, label %2022

2022:
  %2023 = and i64 %1667, 549755813888
  %2024 = icmp eq i64 %2023, 0
  br i1 %2024, label %2056, label %2025

2025:
  %2026 = lshr i64 %1667, 40
  %2027 = and i64 %2026, 255
  %2028 = lshr i64 %1667, 48
  %2029 = and i64 %2028, 255
  %2030 = add i64 %2029, 2
  %2031 = add i64 %2030, %2027
  br label %2032

2032:
  %2033 = phi i64 [ 0, %2025 ], [ %2054, %2053 ]
  %2034 = freeze i64 %2033
  %2035 = freeze i64 %1516
  %2036 = udiv i64 %2034, %2035
  %2037 = mul i64 %2036, %2035
  %2038 = sub i64 %2034, %2037
  %2039 = shl i64 %2036, 3
  %2040 = lshr i64 %1667, %2039
  %2041 = and i64 %2040, 255
  %2042 = add i64 %2041, %2038
  %2043 = shl i64 4294967296, %2036
  %2044 = and i64 %2043, %1667
  %2045 = icmp eq i64 %2044, 0
  %2046 = urem i64 %2042, %2031
  %2047 = icmp ule i64 %2046, %2027
  %2048 = icmp ugt i64 %2046, %2029
  %2049 = select i1 %2045, i1 %2048, i1 %2047
  br i1 %2049, label %2050, label %2053

2050:
  %2051 = mul i64 %2033, %123
  %2052 = getelementptr inbounds i32, ptr %20, i64 %2051
  call void @"llvm.memset.p0.i64"(ptr align 4 %2052, i8 0, i64 %1637, i1 false)
  br label %2053

2053:
  %2054 = add i64 %2033, 1
  %2055 = icmp ult i64 %2054, %52
  br i1 %2055, label %2032, label %2056

2056:
  br i1 %39, label %2072, label %2057

2057:
  %2058 = phi i64 [ %2070, %2057 ], [ 0, %2056 ]
  %2059 = getelementptr inbounds i32, ptr %20, i64 %2058
  %2060 = load <32 x i32>, ptr %2059, align 64
  %2061 = shl <32 x i32> %2060, splat (i32 1)
  %2062 = lshr <32 x i32> %2061, splat (i32 24)
  %2063 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %2062, <32 x i32> %1591)
  %2064 = icmp eq <32 x i32> %2062, splat (i32 255)
  %2065 = select <32 x i1> %2064, <32 x i32> splat (i32 4000), <32 x i32> %2063
  %2066 = icmp eq <32 x i32> %2061, zeroinitializer
  %2067 = select <32 x i1> %2066, <32 x i32> splat (i32 63536), <32 x i32> %2065
  %2068 = trunc <32 x i32> %2067 to <32 x i16>
  %2069 = getelementptr inbounds i16, ptr %22, i64 %2058
  store <32 x i16> %2068, ptr %2069, align 64
  %2070 = add i64 %2058, 32
  %2071 = icmp ult i64 %2070, %1512
  br i1 %2071, label %2057, label %2072

2072:
  %2073 = getelementptr inbounds i8, ptr %1661, i64 504
  %2074 = shl i64 %1666, 4
  %2075 = and i64 %2074, 262128
  %2076 = lshr i64 %1666, 12
  %2077 = and i64 %2076, 262128
  %2078 = lshr i64 %1666, 28
  %2079 = and i64 %2078, 262128
  %2080 = lshr i64 %1666, 61
  %2081 = icmp eq i64 %2080, 0
  %2082 = select i1 %238, i64 %2077, i64 %2079
  %2083 = select i1 %238, i64 %2079, i64 %2077
  %2084 = icmp eq i64 %2080, 4
  %2085 = icmp eq i64 %2080, 6
  %2086 = select i1 %2085, i64 5, i64 7
  %2087 = select i1 %2084, i64 6, i64 %2086
  %2088 = icmp eq i64 %2080, 1
  %2089 = and i1 %2088, %238
  %2090 = select i1 %2089, i64 2, i64 3
  %2091 = lshr i64 %1666, 42
  %2092 = and i64 %2091, 896
  %2093 = and i64 %1666, 4503599627370496
  %2094 = icmp eq i64 %2093, 0
  %2095 = and i64 %2074, 112
  %2096 = sub i64 128, %2095
  %2097 = select i1 %2094, i64 -1, i64 %2096
  %2098 = select i1 %2088, i64 5, i64 4
  %2099 = icmp eq i64 %2080, 2
  %2100 = select i1 %2085, i64 1, i64 3
  %2101 = select i1 %2099, i64 7, i64 %2100
  %2102 = select i1 %2081, i64 0, i64 %2101
  %2103 = getelementptr inbounds i8, ptr %1661, i64 472
  %2104 = shl i64 -1, %2090
  %2105 = xor i64 %2104, -1
  %2106 = shl i64 -1, %2087
  %2107 = xor i64 %2106, -1
  %2108 = sub i64 %2077, %2097
  %2109 = getelementptr inbounds i8, ptr %1592, i64 %1660
  br label %2114

2110:
  %2111 = load i64, ptr %1, align 8
  %2112 = and i64 %2111, 64
  %2113 = icmp eq i64 %2112, 0
  br i1 %2113, label %2847, label %2821

2114:
  %2115 = phi i64 [ 0, %2072 ], [ %2354, %2353 ]
  %2116 = icmp eq i64 %2115, 0
  %2117 = load i64, ptr %1, align 8
  %2118 = and i64 %2117, 8
  %2119 = icmp eq i64 %2118, 0
  br i1 %2116, label %2121, label %2120

2120:
  br i1 %2119, label %2349, label %2122

2121:
  br i1 %2119, label %2179, label %2122

2122:
  %2123 = load i64, ptr %2073, align 8
  %2124 = inttoptr i64 %2123 to ptr
  %2125 = getelementptr inbounds i8, ptr %2124, i64 43776
  %2126 = udiv i32 32, %1522
  %2127 = zext i32 %2126 to i64
  %2128 = load i64, ptr %1506, align 8
  %2129 = lshr i64 %2128, 16
  %2130 = and i64 %2129, 65535
  br i1 %1517, label %2353, label %2131

2131:
  %2132 = and i64 %2117, 16
  %2133 = icmp eq i64 %2132, 0
  %2134 = and i1 %1529, %2133
  %2135 = mul i64 %2115, %287
  %2136 = and i64 %2128, 65535
  br label %2137

2137:
  %2138 = phi i64 [ 0, %2131 ], [ %2156, %2155 ]
  br i1 %2134, label %2139, label %2145

2139:
  %2140 = shl i64 %2138, 1
  %2141 = and i64 %2140, -32
  %2142 = and i64 %2138, 15
  %2143 = add i64 %2142, %2130
  %2144 = add i64 %2143, %2141
  br label %2148

2145:
  %2146 = add i64 %2138, %2135
  %2147 = and i64 %2138, 15
  br label %2148

2148:
  %2149 = phi i64 [ %2142, %2139 ], [ %2147, %2145 ]
  %2150 = phi i64 [ %2144, %2139 ], [ %2146, %2145 ]
  %2151 = getelementptr i32, ptr %2125, i64 %2150
  %2152 = lshr i64 %2138, 4
  %2153 = mul i64 %2152, %122
  %2154 = getelementptr i32, ptr %19, i64 %2149
  br label %2158

2155:
  %2156 = add i64 %2138, 1
  %2157 = icmp ult i64 %2156, %287
  br i1 %2157, label %2137, label %2304

2158:
  %2159 = phi i64 [ 0, %2148 ], [ %2177, %2158 ]
  %2160 = freeze i64 %2159
  %2161 = freeze i64 %2127
  %2162 = udiv i64 %2160, %2161
  %2163 = add i64 %2162, %2136
  %2164 = shl i64 %2163, 9
  %2165 = getelementptr i8, ptr %2151, i64 %2164
  %2166 = load i32, ptr %2165, align 4
  %2167 = mul i64 %2162, %2161
  %2168 = sub i64 %2160, %2167
  %2169 = mul i64 %2168, %1521
  %2170 = add i64 %2169, %1524
  %2171 = trunc i64 %2170 to i32
  %2172 = lshr i32 %2166, %2171
  %2173 = and i32 %2172, %1526
  %2174 = add i64 %2159, %2153
  %2175 = shl i64 %2174, 6
  %2176 = getelementptr i8, ptr %2154, i64 %2175
  store i32 %2173, ptr %2176, align 4
  %2177 = add i64 %2159, 1
  %2178 = icmp ult i64 %2177, %122
  br i1 %2178, label %2158, label %2155

2179:
  %2180 = load i64, ptr %2103, align 8
  br i1 %39, label %2189, label %2181

2181:
  br i1 %239, label %2185, label %2182

2182:
  %2183 = udiv i32 128, %203
  %2184 = zext i32 %2183 to i64
  br label %2185

2185:
  %2186 = phi i64 [ %2184, %2182 ], [ 16, %2181 ]
  %2187 = phi i32 [ %2183, %2182 ], [ 16, %2181 ]
  %2188 = zext i32 %2187 to i64
  br label %2189

2189:
  %2190 = phi i64 [ %2186, %2185 ], [ 32, %2179 ]
  %2191 = phi i64 [ %2188, %2185 ], [ 32, %2179 ]
  %2192 = udiv i64 %1531, %2191
  br i1 %1644, label %2212, label %2193

2193:
  %2194 = icmp ugt i64 %2191, %1531
  %2195 = inttoptr i64 %2180 to ptr
  br label %2196

2196:
  %2197 = phi i64 [ 0, %2193 ], [ %2214, %2213 ]
  br i1 %2194, label %2213, label %2198

2198:
  %2199 = mul i64 %2197, %122
  %2200 = lshr i64 %2197, %2090
  %2201 = and i64 %2197, %2105
  %2202 = mul i64 %2200, %2079
  %2203 = shl i64 %2201, %2087
  %2204 = add i64 %2108, %2202
  %2205 = add i64 %2204, %2203
  %2206 = add i64 %2203, %2075
  %2207 = add i64 %2206, %2202
  %2208 = mul i64 %2200, %2082
  %2209 = shl i64 %2201, 4
  %2210 = add i64 %2209, %2075
  %2211 = add i64 %2210, %2208
  br label %2216

2212:
  br i1 %1645, label %2303, label %2283

2213:
  %2214 = add i64 %2197, 1
  %2215 = icmp ult i64 %2214, %1530
  br i1 %2215, label %2196, label %2212

2216:
  %2217 = phi i64 [ 0, %2198 ], [ %2281, %2280 ]
  %2218 = mul i64 %2217, %2190
  br i1 %238, label %2221, label %2219

2219:
  %2220 = add i64 %2218, %2199
  br label %2228

2221:
  %2222 = lshr i64 %2218, 4
  %2223 = mul i64 %2222, %122
  %2224 = add i64 %2223, %2197
  %2225 = shl i64 %2224, 4
  %2226 = and i64 %2218, 15
  %2227 = or i64 %2225, %2226
  br label %2228

2228:
  %2229 = phi i64 [ %2227, %2221 ], [ %2220, %2219 ]
  %2230 = getelementptr inbounds i32, ptr %1533, i64 %2229
  %2231 = shl i64 %2217, 4
  br i1 %2081, label %2232, label %2235

2232:
  %2233 = mul i64 %2217, %2083
  %2234 = add i64 %2211, %2233
  br label %2245

2235:
  %2236 = icmp ult i64 %2231, %2097
  br i1 %2236, label %2239, label %2237

2237:
  %2238 = add i64 %2205, %2231
  br label %2245

2239:
  %2240 = and i64 %2231, %2107
  %2241 = lshr i64 %2231, %2087
  %2242 = mul i64 %2241, %2077
  %2243 = add i64 %2207, %2240
  %2244 = add i64 %2243, %2242
  br label %2245

2245:
  %2246 = phi i64 [ %2234, %2232 ], [ %2238, %2237 ], [ %2244, %2239 ]
  %2247 = sub i64 %2246, %2092
  %2248 = lshr i64 %2247, 7
  %2249 = and i64 %2248, %2102
  %2250 = shl i64 %2249, %2098
  %2251 = xor i64 %2250, %2246
  %2252 = getelementptr inbounds i8, ptr %2195, i64 %2251
  switch i32 %203, label %2260 [
    i32 32, label %2253
    i32 16, label %2254
    i32 8, label %2257
  ]

2253:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 4 %2230, ptr align 1 %2252, i64 16, i1 false)
  br label %2280

2254:
  %2255 = load <8 x i16>, ptr %2252, align 16
  %2256 = zext <8 x i16> %2255 to <8 x i32>
  store <8 x i32> %2256, ptr %2230, align 32
  br label %2280

2257:
  %2258 = load <16 x i8>, ptr %2252, align 16
  %2259 = zext <16 x i8> %2258 to <16 x i32>
  store <16 x i32> %2259, ptr %2230, align 64
  br label %2280

2260:
  %2261 = phi i64 [ %2267, %2260 ], [ 0, %2245 ]
  %2262 = mul i64 %2261, %1520
  %2263 = lshr i64 %2262, 3
  %2264 = getelementptr inbounds i8, ptr %2252, i64 %2263
  %2265 = load i8, ptr %2264, align 1
  %2266 = zext i8 %2265 to i64
  %2267 = add i64 %2261, 1
  %2268 = icmp ult i64 %2267, %2190
  %2269 = zext i1 %2268 to i64
  %2270 = getelementptr inbounds i8, ptr %2264, i64 %2269
  %2271 = load i8, ptr %2270, align 1
  %2272 = zext i8 %2271 to i64
  %2273 = shl i64 %2272, 8
  %2274 = or i64 %2273, %2266
  %2275 = and i64 %2262, 7
  %2276 = lshr i64 %2274, %2275
  %2277 = trunc i64 %2276 to i32
  %2278 = and i32 %2277, %1535
  %2279 = getelementptr inbounds i32, ptr %2230, i64 %2261
  store i32 %2278, ptr %2279, align 4
  br i1 %2268, label %2260, label %2280

2280:
  %2281 = add i64 %2217, 1
  %2282 = icmp ult i64 %2281, %2192
  br i1 %2282, label %2216, label %2213

2283:
  %2284 = phi i64 [ %2292, %2291 ], [ 0, %2212 ]
  %2285 = mul i64 %2284, %122
  %2286 = lshr i64 %2284, 4
  %2287 = mul i64 %2286, %122
  %2288 = and i64 %2284, 15
  %2289 = getelementptr i32, ptr %5, i64 %2285
  %2290 = getelementptr i32, ptr %19, i64 %2288
  br label %2294

2291:
  %2292 = add i64 %2284, 1
  %2293 = icmp ult i64 %2292, %287
  br i1 %2293, label %2283, label %2303

2294:
  %2295 = phi i64 [ 0, %2283 ], [ %2301, %2294 ]
  %2296 = add i64 %2295, %2287
  %2297 = getelementptr i32, ptr %2289, i64 %2295
  %2298 = load i32, ptr %2297, align 4
  %2299 = shl i64 %2296, 6
  %2300 = getelementptr i8, ptr %2290, i64 %2299
  store i32 %2298, ptr %2300, align 4
  %2301 = add i64 %2295, 1
  %2302 = icmp ult i64 %2301, %122
  br i1 %2302, label %2294, label %2291

2303:
  br label %2304

2304:
  br i1 %1537, label %2349, label %2305

2305:
  %2306 = phi i64 [ %2347, %2345 ], [ 0, %2304 ]
  %2307 = getelementptr inbounds i32, ptr %19, i64 %2306
  %2308 = load <32 x i32>, ptr %2307, align 64
  br i1 %1539, label %2309, label %2313

2309:
  %2310 = xor <32 x i32> %2308, splat (i32 128)
  %2311 = add <32 x i32> %2310, splat (i32 -128)
  %2312 = select i1 %199, <32 x i32> %2311, <32 x i32> %2308
  br label %2345

2313:
  br i1 %1540, label %2314, label %2317

2314:
  %2315 = and <32 x i32> %2308, splat (i32 -8192)
  %2316 = xor <32 x i32> %2315, %1566
  br label %2345

2317:
  %2318 = and <32 x i32> %2308, %1546
  %2319 = lshr <32 x i32> %2308, %1548
  %2320 = shl <32 x i32> %2319, splat (i32 31)
  %2321 = shl <32 x i32> %2318, %1550
  %2322 = add <32 x i32> %2321, %1554
  %2323 = lshr <32 x i32> %2318, %1556
  %2324 = icmp eq <32 x i32> %2323, zeroinitializer
  %2325 = select <32 x i1> %2324, <32 x i32> %1559, <32 x i32> zeroinitializer
  %2326 = icmp eq <32 x i32> %2325, zeroinitializer
  %2327 = select <32 x i1> %2326, <32 x i32> zeroinitializer, <32 x i32> splat (i32 8388608)
  %2328 = add <32 x i32> %2322, %2327
  %2329 = bitcast <32 x i32> %2328 to <32 x float>
  %2330 = bitcast <32 x i32> %2325 to <32 x float>
  %2331 = fsub <32 x float> %2329, %2330
  %2332 = bitcast <32 x float> %2331 to <32 x i32>
  br i1 %1560, label %2333, label %2337

2333:
  %2334 = icmp eq <32 x i32> %2323, %1564
  %2335 = or <32 x i32> %2332, splat (i32 2139095040)
  %2336 = select <32 x i1> %2334, <32 x i32> %2335, <32 x i32> %2332
  br label %2341

2337:
  %2338 = icmp eq <32 x i32> %2318, %1546
  %2339 = select <32 x i1> %2338, <32 x i32> splat (i32 2147483647), <32 x i32> %2332
  %2340 = select i1 %1561, <32 x i32> %2339, <32 x i32> %2332
  br label %2341

2341:
  %2342 = phi <32 x i32> [ %2336, %2333 ], [ %2340, %2337 ]
  %2343 = xor <32 x i32> %2320, %1566
  %2344 = or <32 x i32> %2342, %2343
  br label %2345

2345:
  %2346 = phi <32 x i32> [ %2312, %2309 ], [ %2316, %2314 ], [ %2344, %2341 ]
  store <32 x i32> %2346, ptr %2307, align 64
  %2347 = add i64 %2306, 32
  %2348 = icmp ult i64 %2347, %1536
  br i1 %2348, label %2305, label %2349

2349:
  br i1 %1517, label %2353, label %2350

2350:
  %2351 = mul i64 %2115, %287
  %2352 = mul i64 %2115, %1516
  br label %2356

2353:
  %2354 = add i64 %2115, 1
  %2355 = icmp ult i64 %2354, %286
  br i1 %2355, label %2114, label %2110

2356:
  %2357 = phi i64 [ 0, %2350 ], [ %2603, %2602 ]
  br i1 %1529, label %2358, label %2365

2358:
  %2359 = load i64, ptr %1, align 8
  %2360 = and i64 %2359, 16
  %2361 = icmp eq i64 %2360, 0
  br i1 %2361, label %2362, label %2365

2362:
  %2363 = shl i64 %2357, 1
  %2364 = add i64 %2363, %1664
  br label %2367

2365:
  %2366 = add i64 %2357, %2351
  br label %2367

2367:
  %2368 = phi i64 [ %2364, %2362 ], [ %2366, %2365 ]
  %2369 = lshr i64 %2368, 5
  br i1 %1567, label %2488, label %2370

2370:
  %2371 = load i64, ptr %1568, align 8
  %2372 = and i64 %2371, 65535
  %2373 = lshr i64 %2357, 5
  %2374 = add i64 %2372, %2373
  %2375 = and i64 %2357, 16
  %2376 = shl i64 %2369, 7
  br label %2377

2377:
  %2378 = phi i64 [ 0, %2370 ], [ %2381, %2380 ]
  %2379 = getelementptr i32, ptr %26, i64 %2378
  br label %2383

2380:
  %2381 = add i64 %2378, 1
  %2382 = icmp ult i64 %2378, 15
  br i1 %2382, label %2377, label %2427

2383:
  %2384 = phi i64 [ 0, %2377 ], [ %2425, %2421 ]
  %2385 = add i64 %2384, %118
  %2386 = lshr i64 %2385, 2
  %2387 = mul i64 %2386, %1571
  %2388 = add i64 %2374, %2387
  %2389 = load i64, ptr %2073, align 8
  %2390 = inttoptr i64 %2389 to ptr
  %2391 = getelementptr inbounds i8, ptr %2390, i64 43776
  %2392 = shl i64 %2388, 9
  %2393 = getelementptr i8, ptr %2391, i64 %2392
  %2394 = getelementptr i8, ptr %2393, i64 %2376
  %2395 = getelementptr inbounds i32, ptr %2394, i64 %2375
  %2396 = getelementptr inbounds i32, ptr %2395, i64 %2378
  %2397 = load i32, ptr %2396, align 4
  %2398 = trunc i64 %2385 to i32
  %2399 = shl i32 %2398, 3
  %2400 = and i32 %2399, 24
  %2401 = lshr i32 %2397, %2400
  br i1 %116, label %2402, label %2406

2402:
  %2403 = shl i32 %2401, 4
  %2404 = and i32 %2403, 4080
  %2405 = or i32 %2404, 8
  br label %2421

2406:
  %2407 = lshr i32 %2401, 3
  %2408 = and i32 %2407, 15
  %2409 = and i32 %2401, 7
  %2410 = icmp eq i32 %2408, 15
  %2411 = icmp eq i32 %2409, 7
  %2412 = and i1 %2411, %2410
  br i1 %2412, label %2421, label %2413

2413:
  %2414 = call i32 @"llvm.umax.i32"(i32 %2408, i32 1)
  %2415 = icmp eq i32 %2408, 0
  %2416 = select i1 %2415, i32 0, i32 8
  %2417 = shl i32 %2414, 4
  %2418 = add i32 %2417, 1920
  %2419 = or i32 %2418, %2416
  %2420 = or i32 %2419, %2409
  br label %2421

2421:
  %2422 = phi i32 [ %2405, %2402 ], [ %2420, %2413 ], [ 4080, %2406 ]
  %2423 = shl i64 %2384, 6
  %2424 = getelementptr i8, ptr %2379, i64 %2423
  store i32 %2422, ptr %2424, align 4
  %2425 = add i64 %2384, 1
  %2426 = icmp ult i64 %2425, %119
  br i1 %2426, label %2383, label %2380

2427:
  %2428 = icmp eq i64 %2375, 0
  br i1 %2428, label %2429, label %2488

2429:
  %2430 = load i64, ptr %1572, align 8
  %2431 = and i64 %2430, 65535
  br i1 %1573, label %2488, label %2432

2432:
  %2433 = phi i64 [ %2442, %2441 ], [ 0, %2429 ]
  %2434 = lshr i64 %2433, 5
  %2435 = add i64 %2434, %2431
  %2436 = and i64 %2433, 31
  %2437 = lshr i64 %2433, 3
  %2438 = mul i64 %2437, %119
  %2439 = and i64 %2433, 7
  %2440 = getelementptr i32, ptr %27, i64 %2439
  br label %2444

2441:
  %2442 = add i64 %2433, 1
  %2443 = icmp ult i64 %2442, %1516
  br i1 %2443, label %2432, label %2488

2444:
  %2445 = phi i64 [ 0, %2432 ], [ %2486, %2482 ]
  %2446 = add i64 %2445, %117
  %2447 = lshr i64 %2446, 2
  %2448 = mul i64 %2447, %1576
  %2449 = add i64 %2435, %2448
  %2450 = load i64, ptr %2073, align 8
  %2451 = inttoptr i64 %2450 to ptr
  %2452 = getelementptr inbounds i8, ptr %2451, i64 43776
  %2453 = shl i64 %2449, 9
  %2454 = getelementptr i8, ptr %2452, i64 %2453
  %2455 = getelementptr i8, ptr %2454, i64 %2376
  %2456 = getelementptr inbounds i32, ptr %2455, i64 %2436
  %2457 = load i32, ptr %2456, align 4
  %2458 = add i64 %2445, %2438
  %2459 = trunc i64 %2446 to i32
  %2460 = shl i32 %2459, 3
  %2461 = and i32 %2460, 24
  %2462 = lshr i32 %2457, %2461
  br i1 %116, label %2463, label %2467

2463:
  %2464 = shl i32 %2462, 4
  %2465 = and i32 %2464, 4080
  %2466 = or i32 %2465, 8
  br label %2482

2467:
  %2468 = lshr i32 %2462, 3
  %2469 = and i32 %2468, 15
  %2470 = and i32 %2462, 7
  %2471 = icmp eq i32 %2469, 15
  %2472 = icmp eq i32 %2470, 7
  %2473 = and i1 %2472, %2471
  br i1 %2473, label %2482, label %2474

2474:
  %2475 = call i32 @"llvm.umax.i32"(i32 %2469, i32 1)
  %2476 = icmp eq i32 %2469, 0
  %2477 = select i1 %2476, i32 0, i32 8
  %2478 = shl i32 %2475, 4
  %2479 = add i32 %2478, 1920
  %2480 = or i32 %2479, %2477
  %2481 = or i32 %2480, %2470
  br label %2482

2482:
  %2483 = phi i32 [ %2466, %2463 ], [ %2481, %2474 ], [ 4080, %2467 ]
  %2484 = shl i64 %2458, 5
  %2485 = getelementptr i8, ptr %2440, i64 %2484
  store i32 %2483, ptr %2485, align 4
  %2486 = add i64 %2445, 1
  %2487 = icmp ult i64 %2486, %119
  br i1 %2487, label %2444, label %2441

2488:
  br i1 %39, label %2513, label %2489

2489:
  %2490 = mul i64 %2357, %122
  %2491 = getelementptr inbounds i32, ptr %19, i64 %2490
  br label %2492

2492:
  %2493 = phi i64 [ %2511, %2492 ], [ 0, %2489 ]
  %2494 = shl i64 %2493, 7
  %2495 = getelementptr inbounds i8, ptr %2491, i64 %2494
  %2496 = load <32 x i32>, ptr %2495, align 64
  %2497 = shl <32 x i32> %2496, splat (i32 1)
  %2498 = lshr <32 x i32> %2497, splat (i32 24)
  %2499 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %2498, <32 x i32> %1580)
  %2500 = icmp eq <32 x i32> %2498, splat (i32 255)
  %2501 = select <32 x i1> %2500, <32 x i32> splat (i32 4000), <32 x i32> %2499
  %2502 = icmp eq <32 x i32> %2497, zeroinitializer
  %2503 = select <32 x i1> %2502, <32 x i32> splat (i32 -2000), <32 x i32> %2501
  %2504 = shufflevector <32 x i32> %2503, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %2505 = and <16 x i32> %2504, splat (i32 65535)
  %2506 = shufflevector <32 x i32> %2503, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %2507 = shl <16 x i32> %2506, splat (i32 16)
  %2508 = or <16 x i32> %2505, %2507
  %2509 = shl i64 %2493, 6
  %2510 = getelementptr inbounds i8, ptr %21, i64 %2509
  store <16 x i32> %2508, ptr %2510, align 64
  %2511 = add i64 %2493, 1
  %2512 = icmp ult i64 %2511, %1578
  br i1 %2512, label %2492, label %2513

2513:
  %2514 = load i64, ptr %1, align 8
  %2515 = and i64 %2514, 32
  %2516 = icmp eq i64 %2515, 0
  br i1 %2516, label %2595, label %2517

2517:
  %2518 = load i64, ptr %1583, align 8
  %2519 = and i64 %2518, 65535
  %2520 = and i64 %2514, 16
  %2521 = icmp eq i64 %2520, 0
  %2522 = and i1 %1529, %2521
  br i1 %2522, label %2523, label %2528

2523:
  %2524 = lshr i64 %2518, 16
  %2525 = and i64 %2524, 65535
  %2526 = shl i64 %2357, 1
  %2527 = add i64 %2525, %2526
  br label %2530

2528:
  %2529 = add i64 %2357, %2351
  br label %2530

2530:
  %2531 = phi i64 [ %2527, %2523 ], [ %2529, %2528 ]
  %2532 = load i64, ptr %28, align 8
  %2533 = and i64 %2532, 3
  %2534 = load i64, ptr %2073, align 8
  %2535 = inttoptr i64 %2534 to ptr
  %2536 = getelementptr inbounds i8, ptr %2535, i64 43776
  %2537 = getelementptr i32, ptr %2536, i64 %2531
  br label %2538

2538:
  %2539 = phi i64 [ 0, %2530 ], [ %2555, %2554 ]
  %2540 = shl i64 %2539, 1
  %2541 = and i64 %2540, -8
  %2542 = lshr i64 %2539, 3
  %2543 = select i1 %1584, i64 %2533, i64 %2542
  %2544 = add i64 %2543, %2519
  %2545 = shl i64 %2544, 9
  %2546 = getelementptr i8, ptr %2537, i64 %2545
  %2547 = shl i64 %2539, %1656
  %2548 = lshr exact i64 %2547, 1
  %2549 = trunc i64 %2539 to i32
  %2550 = shl i32 %2549, 2
  %2551 = and i32 %2550, 28
  %2552 = shl i64 %2539, 2
  %2553 = and i64 %2552, 12
  br label %2557

2554:
  %2555 = add i64 %2539, 1
  %2556 = icmp ult i64 %2555, %1653
  br i1 %2556, label %2538, label %2595

2557:
  %2558 = phi i64 [ 0, %2538 ], [ %2574, %2573 ]
  %2559 = and i64 %2558, 7
  %2560 = or i64 %2559, %2541
  %2561 = select i1 %1584, i64 %2560, i64 %2558
  %2562 = shl i64 %2558, 1
  %2563 = and i64 %2562, 16
  %2564 = or i64 %2563, %2553
  %2565 = trunc i64 %2564 to i32
  %2566 = select i1 %1584, i32 %2565, i32 %2551
  %2567 = getelementptr i32, ptr %2546, i64 %2561
  %2568 = load i32, ptr %2567, align 4
  %2569 = lshr i32 %2568, %2566
  %2570 = and i32 %2569, 15
  %2571 = zext i32 %2570 to i64
  %2572 = getelementptr i32, ptr %23, i64 %2558
  br label %2576

2573:
  %2574 = add i64 %2558, 1
  %2575 = icmp ult i64 %2558, 15
  br i1 %2575, label %2557, label %2554

2576:
  %2577 = phi i64 [ 0, %2557 ], [ %2592, %2576 ]
  %2578 = lshr i64 %2577, %1654
  %2579 = shl i64 %2578, 1
  %2580 = lshr i64 %2571, %2579
  %2581 = and i64 %2580, 3
  %2582 = lshr i64 %2581, %1585
  %2583 = shl i64 %2582, %1654
  %2584 = and i64 %2577, 1
  %2585 = select i1 %1649, i64 %2584, i64 0
  %2586 = or i64 %2585, %2547
  %2587 = add i64 %2586, %2583
  %2588 = trunc i64 %2587 to i32
  %2589 = add i64 %2577, %2548
  %2590 = shl i64 %2589, 6
  %2591 = getelementptr i8, ptr %2572, i64 %2590
  store i32 %2588, ptr %2591, align 4
  %2592 = add i64 %2577, 1
  %2593 = icmp ule i64 %1650, %2592
  %2594 = select i1 %1581, i1 true, i1 %2593
  br i1 %2594, label %2573, label %2576

2595:
  br i1 %1573, label %2602, label %2596

2596:
  %2597 = mul i64 %2357, %122
  %2598 = getelementptr inbounds i32, ptr %19, i64 %2597
  %2599 = getelementptr inbounds i32, ptr %2109, i64 %2369
  %2600 = trunc i64 %2368 to i32
  %2601 = and i32 %2600, 31
  br label %2605

2602:
  %2603 = add i64 %2357, 16
  %2604 = icmp ult i64 %2603, %287
  br i1 %2604, label %2356, label %2353

2605:
  %2606 = phi i64 [ 0, %2596 ], [ %2819, %2818 ]
  %2607 = load i64, ptr %2073, align 8
  %2608 = inttoptr i64 %2607 to ptr
  %2609 = getelementptr inbounds i8, ptr %2608, i64 43776
  %2610 = add i64 %2606, %1665
  %2611 = shl i64 %2610, 9
  %2612 = getelementptr inbounds i8, ptr %2609, i64 %2611
  %2613 = getelementptr inbounds i32, ptr %2612, i64 %2368
  %2614 = add i64 %2606, %2352
  %2615 = mul i64 %2614, %123
  %2616 = getelementptr inbounds i32, ptr %20, i64 %2615
  %2617 = getelementptr inbounds i16, ptr %22, i64 %2615
  %2618 = mul i64 %2606, %119
  %2619 = getelementptr inbounds i32, ptr %27, i64 %2618
  %2620 = load i64, ptr %1, align 8
  %2621 = and i64 %2620, 32
  %2622 = icmp eq i64 %2621, 0
  br i1 %2622, label %2664, label %2623

2623:
  %2624 = phi i64 [ %2630, %2629 ], [ 0, %2605 ]
  %2625 = mul i64 %1587, %2624
  %2626 = mul i64 %2624, %123
  %2627 = getelementptr inbounds i32, ptr %2616, i64 %2626
  %2628 = getelementptr inbounds i8, ptr %24, i64 %2625
  br label %2632

2629:
  %2630 = add i64 %2624, 1
  %2631 = icmp ult i64 %2624, 7
  br i1 %2631, label %2623, label %2642

2632:
  %2633 = phi i64 [ 0, %2623 ], [ %2640, %2632 ]
  %2634 = getelementptr inbounds i32, ptr %23, i64 %2633
  %2635 = load <32 x i32>, ptr %2634, align 4
  %2636 = zext <32 x i32> %2635 to <32 x i64>
  %2637 = getelementptr i32, ptr %2627, <32 x i64> %2636
  %2638 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %2637, i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  %2639 = getelementptr inbounds i32, ptr %2628, i64 %2633
  store <32 x i32> %2638, ptr %2639, align 64
  %2640 = add i64 %2633, 32
  %2641 = icmp ult i64 %2640, %1586
  br i1 %2641, label %2632, label %2629

2642:
  br i1 %39, label %2664, label %2643

2643:
  %2644 = phi i64 [ %2662, %2643 ], [ 0, %2642 ]
  %2645 = shl i64 %2644, 7
  %2646 = getelementptr inbounds i8, ptr %24, i64 %2645
  %2647 = load <32 x i32>, ptr %2646, align 64
  %2648 = shl <32 x i32> %2647, splat (i32 1)
  %2649 = lshr <32 x i32> %2648, splat (i32 24)
  %2650 = call <32 x i32> @"llvm.umax.v32i32"(<32 x i32> %2649, <32 x i32> %1591)
  %2651 = icmp eq <32 x i32> %2649, splat (i32 255)
  %2652 = select <32 x i1> %2651, <32 x i32> splat (i32 4000), <32 x i32> %2650
  %2653 = icmp eq <32 x i32> %2648, zeroinitializer
  %2654 = select <32 x i1> %2653, <32 x i32> splat (i32 -2000), <32 x i32> %2652
  %2655 = shufflevector <32 x i32> %2654, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %2656 = and <16 x i32> %2655, splat (i32 65535)
  %2657 = shufflevector <32 x i32> %2654, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %2658 = shl <16 x i32> %2657, splat (i32 16)
  %2659 = or <16 x i32> %2656, %2658
  %2660 = shl i64 %2644, 6
  %2661 = getelementptr inbounds i8, ptr %25, i64 %2660
  store <16 x i32> %2659, ptr %2661, align 64
  %2662 = add i64 %2644, 1
  %2663 = icmp ult i64 %2662, %1589
  br i1 %2663, label %2643, label %2664

2664:
  %2665 = phi ptr [ %2617, %2605 ], [ %25, %2642 ], [ %25, %2643 ]
  %2666 = phi ptr [ %2616, %2605 ], [ %24, %2642 ], [ %24, %2643 ]
  %2667 = load i32, ptr %2599, align 4
  %2668 = lshr i32 %2667, %2601
  %2669 = load i64, ptr %1594, align 8
  br i1 %1593, label %2675, label %2670

2670:
  %2671 = and i32 %2668, 65535
  %2672 = icmp eq i64 %2669, 0
  %2673 = icmp eq i32 %2671, 0
  %2674 = select i1 %2672, i1 %2673, i1 false
  br label %2675

2675:
  %2676 = phi i1 [ %2674, %2670 ], [ false, %2664 ]
  %2677 = trunc i64 %2669 to i32
  %2678 = shl i32 %2677, 23
  %2679 = sub i32 1065353216, %2678
  %2680 = bitcast i32 %2679 to float
  %2681 = load i64, ptr %1595, align 8
  %2682 = icmp eq i64 %2681, 0
  %2683 = icmp eq i64 %2669, 0
  br label %2695

2684:
  br i1 %39, label %2685, label %2687

2685:
  %2686 = icmp ne i64 %2621, 0
  call void @"ks.add_scaled"(ptr %3, ptr %2598, ptr %2666, ptr %26, ptr %2619, i64 %122, i64 %119, i1 %2686)
  br label %2694

2687:
  br i1 %1567, label %2691, label %2688

2688:
  %2689 = load i64, ptr %1596, align 8
  %2690 = inttoptr i64 %2689 to ptr
  call void %2690(ptr %3, ptr %2598, ptr %2666, ptr %21, ptr %2665, ptr %26, ptr %2619)
  br label %2694

2691:
  %2692 = load i64, ptr %1598, align 8
  %2693 = inttoptr i64 %2692 to ptr
  call void %2693(ptr %3, ptr %2598, ptr %2666, ptr %21, ptr %2665)
  br label %2694

2694:
  br label %2744

2695:
  %2696 = phi i64 [ 0, %2675 ], [ %2707, %2706 ]
  br i1 %2682, label %2701, label %2697

2697:
  %2698 = shl i64 %2696, 9
  %2699 = getelementptr inbounds i8, ptr %2613, i64 %2698
  %2700 = load <16 x i32>, ptr %2699, align 64
  br i1 %120, label %2701, label %2702

2701:
  br label %2702

2702:
  %2703 = phi <16 x i32> [ zeroinitializer, %2701 ], [ %2700, %2697 ]
  %2704 = getelementptr inbounds <16 x i32>, ptr %3, i64 %2696
  store <16 x i32> %2703, ptr %2704, align 64
  br i1 %2676, label %2706, label %2709

2705:
  store <16 x i32> %2741, ptr %2704, align 64
  br label %2706

2706:
  %2707 = add i64 %2696, 1
  %2708 = icmp ult i64 %2696, 7
  br i1 %2708, label %2695, label %2684

2709:
  %2710 = phi <16 x i32> [ %2741, %2735 ], [ %2703, %2702 ]
  %2711 = phi i64 [ %2742, %2735 ], [ 0, %2702 ]
  %2712 = extractelement <16 x i32> %2703, i64 %2711
  br i1 %121, label %2713, label %2735

2713:
  %2714 = and i32 %2712, 32767
  %2715 = insertelement <32 x i32> poison, i32 %2714, i64 0
  %2716 = shufflevector <32 x i32> %2715, <32 x i32> poison, <32 x i32> zeroinitializer
  %2717 = shl <32 x i32> %2716, splat (i32 13)
  %2718 = add <32 x i32> %2717, splat (i32 939524096)
  %2719 = lshr <32 x i32> %2716, splat (i32 10)
  %2720 = icmp eq <32 x i32> %2719, zeroinitializer
  %2721 = select <32 x i1> %2720, <32 x i32> splat (i32 947912704), <32 x i32> zeroinitializer
  %2722 = select <32 x i1> %2720, <32 x i32> splat (i32 8388608), <32 x i32> zeroinitializer
  %2723 = add <32 x i32> %2718, %2722
  %2724 = bitcast <32 x i32> %2723 to <32 x float>
  %2725 = bitcast <32 x i32> %2721 to <32 x float>
  %2726 = fsub <32 x float> %2724, %2725
  %2727 = bitcast <32 x float> %2726 to <32 x i32>
  %2728 = icmp eq <32 x i32> %2719, splat (i32 31)
  %2729 = or <32 x i32> %2727, <i32 2139095040, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %2730 = select <32 x i1> %2728, <32 x i32> %2729, <32 x i32> %2727
  %2731 = extractelement <32 x i32> %2730, i64 0
  %2732 = shl i32 %2712, 16
  %2733 = and i32 %2732, -2147483648
  %2734 = or i32 %2731, %2733
  br label %2735

2735:
  %2736 = phi i32 [ %2734, %2713 ], [ %2712, %2709 ]
  %2737 = bitcast i32 %2736 to float
  %2738 = fmul float %2680, %2737
  %2739 = bitcast float %2738 to i32
  %2740 = select i1 %2683, i32 %2736, i32 %2739
  %2741 = insertelement <16 x i32> %2710, i32 %2740, i64 %2711
  %2742 = add i64 %2711, 1
  %2743 = icmp ugt i64 %2711, 14
  br i1 %2743, label %2705, label %2709

2744:
  %2745 = phi i64 [ %2763, %2762 ], [ 0, %2694 ]
  br i1 %1599, label %2752, label %2746

2746:
  %2747 = getelementptr inbounds <16 x i32>, ptr %3, i64 %2745
  %2748 = load <16 x i32>, ptr %2747, align 64
  %2749 = and <16 x i32> %2748, splat (i32 2147483647)
  %2750 = icmp ugt <16 x i32> %2749, splat (i32 2139095040)
  %2751 = select <16 x i1> %2750, <16 x i32> splat (i32 2147483647), <16 x i32> %2748
  store <16 x i32> %2751, ptr %2747, align 64
  br label %2752

2752:
  br i1 %2676, label %2753, label %2758

2753:
  %2754 = getelementptr inbounds <16 x i32>, ptr %3, i64 %2745
  %2755 = load <16 x i32>, ptr %2754, align 64
  %2756 = shl i64 %2745, 9
  %2757 = getelementptr inbounds i8, ptr %2613, i64 %2756
  store <16 x i32> %2755, ptr %2757, align 64
  br label %2762

2758:
  %2759 = shl i64 %2745, 9
  %2760 = getelementptr inbounds i8, ptr %2613, i64 %2759
  %2761 = getelementptr inbounds <16 x i32>, ptr %3, i64 %2745
  br label %2765

2762:
  %2763 = add i64 %2745, 1
  %2764 = icmp ult i64 %2745, 7
  br i1 %2764, label %2744, label %2818

2765:
  %2766 = phi i64 [ 0, %2758 ], [ %2816, %2815 ]
  %2767 = getelementptr inbounds i32, ptr %2760, i64 %2766
  %2768 = load <16 x i32>, ptr %2761, align 64
  %2769 = extractelement <16 x i32> %2768, i64 %2766
  %2770 = trunc i64 %2766 to i32
  %2771 = shl i32 1, %2770
  %2772 = and i32 %2771, %2668
  %2773 = icmp eq i32 %2772, 0
  br i1 %2773, label %2774, label %2815

2774:
  br i1 %121, label %2775, label %2805

2775:
  %2776 = bitcast i32 %2769 to float
  %2777 = lshr i32 %2769, 16
  %2778 = and i32 %2777, 32768
  %2779 = call float @"llvm.fabs.f32"(float %2776)
  %2780 = bitcast float %2779 to i32
  %2781 = icmp ugt i32 %2780, 2139095040
  br i1 %2781, label %2800, label %2782

2782:
  %2783 = icmp ugt i32 %2780, 1199566847
  br i1 %2783, label %2784, label %2786

2784:
  %2785 = or i32 %2778, 31744
  br label %2800

2786:
  %2787 = icmp ult i32 %2780, 947912704
  br i1 %2787, label %2788, label %2793

2788:
  %2789 = fadd float %2779, 5.000000e-01
  %2790 = bitcast float %2789 to i32
  %2791 = add i32 %2790, -1056964608
  %2792 = or i32 %2791, %2778
  br label %2800

2793:
  %2794 = lshr i32 %2780, 13
  %2795 = and i32 %2794, 1
  %2796 = add i32 %2780, -939520001
  %2797 = add i32 %2796, %2795
  %2798 = lshr i32 %2797, 13
  %2799 = or i32 %2798, %2778
  br label %2800

2800:
  %2801 = phi i32 [ %2799, %2793 ], [ %2785, %2784 ], [ %2792, %2788 ], [ 32767, %2775 ]
  %2802 = load i32, ptr %2767, align 4
  %2803 = and i32 %2802, -65536
  %2804 = or i32 %2803, %2801
  br label %2805

2805:
  %2806 = phi i32 [ %2804, %2800 ], [ %2769, %2774 ]
  br i1 %120, label %2807, label %2813

2807:
  %2808 = load i64, ptr %1595, align 8
  %2809 = icmp eq i64 %2808, 0
  br i1 %2809, label %2813, label %2810

2810:
  %2811 = load i32, ptr %2767, align 4
  %2812 = call i32 @"llvm.sadd.sat.i32"(i32 %2806, i32 %2811)
  br label %2813

2813:
  %2814 = phi i32 [ %2812, %2810 ], [ %2806, %2807 ], [ %2806, %2805 ]
  store i32 %2814, ptr %2767, align 4
  br label %2815

2815:
  %2816 = add i64 %2766, 1
  %2817 = icmp ugt i64 %2766, 14
  br i1 %2817, label %2762, label %2765

2818:
  %2819 = add i64 %2606, 8
  %2820 = icmp ult i64 %2819, %1516
  br i1 %2820, label %2605, label %2602

2821:
  %2822 = phi i64 [ %2841, %2840 ], [ %2111, %2110 ]
  %2823 = phi i64 [ %2842, %2840 ], [ 0, %2110 ]
  %2824 = load i64, ptr %1506, align 8
  %2825 = and i64 %2824, 65535
  %2826 = add i64 %2825, %1641
  br i1 %1647, label %2840, label %2827

2827:
  %2828 = phi i64 [ %2836, %2827 ], [ %2825, %2821 ]
  %2829 = load i64, ptr %2073, align 8
  %2830 = inttoptr i64 %2829 to ptr
  %2831 = getelementptr inbounds i8, ptr %2830, i64 43776
  %2832 = shl i64 %2828, 9
  %2833 = getelementptr inbounds i8, ptr %2831, i64 %2832
  %2834 = getelementptr inbounds i32, ptr %2833, i64 %2823
  %2835 = getelementptr inbounds i8, ptr %2834, i64 4
  call void @"llvm.memmove.p0.p0.i64"(ptr align 4 %2834, ptr align 4 %2835, i64 124, i1 false)
  %2836 = add i64 %2828, 1
  %2837 = icmp ult i64 %2836, %2826
  br i1 %2837, label %2827, label %2838

2838:
  %2839 = load i64, ptr %1, align 8
  br label %2840

2840:
  %2841 = phi i64 [ %2839, %2838 ], [ %2822, %2821 ]
  %2842 = add i64 %2823, 32
  %2843 = and i64 %2841, 64
  %2844 = icmp ne i64 %2843, 0
  %2845 = icmp ult i64 %2823, 96
  %2846 = select i1 %2844, i1 %2845, i1 false
  br i1 %2846, label %2821, label %2847

2847:
  %2848 = phi i64 [ %2111, %2110 ], [ %2841, %2840 ]
  br i1 %1659, label %1657, label %2849

2849:
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
  br label %242

16:
  %17 = phi i1 [ %14, %8 ], [ false, %238 ]
  %18 = phi i64 [ %5, %8 ], [ %239, %238 ]
  %19 = phi i64 [ 0, %8 ], [ 1, %238 ]
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
  br i1 %31, label %220, label %32

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
  %51 = and i64 %33, 4503599627370496
  %52 = icmp eq i64 %51, 0
  %53 = and i64 %36, 112
  %54 = sub i64 128, %53
  %55 = select i1 %52, i64 -1, i64 %54
  %56 = select i1 %48, i64 5, i64 4
  %57 = icmp eq i64 %42, 2
  %58 = select i1 %45, i64 1, i64 3
  %59 = select i1 %57, i64 7, i64 %58
  %60 = select i1 %43, i64 0, i64 %59
  %61 = lshr i64 %18, 24
  %62 = and i64 %61, 255
  %63 = lshr i64 %18, 32
  %64 = and i64 %63, 255
  %65 = lshr i64 %18, 20
  %66 = and i64 %65, 15
  %67 = icmp ne i64 %62, 0
  %68 = icmp eq i64 %62, 3
  %69 = select i1 %68, i64 4, i64 2
  %70 = icmp eq i64 %35, 0
  br i1 %70, label %238, label %71

71:
  %72 = icmp eq i64 %66, 0
  %73 = getelementptr inbounds i8, ptr %29, i64 472
  %74 = shl i64 -1, %47
  %75 = xor i64 %74, -1
  %76 = sub i64 %39, %55
  %77 = icmp eq i64 %64, 0
  %78 = trunc i64 %64 to i32
  %79 = trunc i64 %63 to i8
  %80 = shl i32 -1, %78
  %81 = xor i32 %80, -1
  %82 = sub i64 8, %64
  %83 = lshr i64 %82, 1
  %84 = trunc i64 %83 to i32
  %85 = icmp eq i64 %35, 4
  %86 = getelementptr inbounds i8, ptr %29, i64 504
  %87 = trunc i64 %61 to i8
  br label %88

88:
  %89 = phi i64 [ 0, %71 ], [ %108, %107 ]
  br i1 %72, label %107, label %90

90:
  %91 = lshr i64 %89, 3
  %92 = and i64 %89, 7
  %93 = mul i64 %91, %41
  %94 = shl i64 %92, %47
  %95 = add i64 %76, %93
  %96 = add i64 %95, %94
  %97 = add i64 %94, %37
  %98 = add i64 %97, %93
  %99 = shl i64 %92, 4
  %100 = add i64 %99, %37
  %101 = add i64 %100, %93
  %102 = and i64 %89, 31
  %103 = shl i64 %89, 1
  %104 = and i64 %103, -64
  %105 = or i64 %104, %102
  %106 = shl i64 %89, 5
  br label %110

107:
  %108 = add i64 %89, 1
  %109 = icmp ult i64 %108, %35
  br i1 %109, label %88, label %238

110:
  %111 = phi i64 [ 0, %90 ], [ %179, %178 ]
  %112 = load i64, ptr %73, align 8
  %113 = inttoptr i64 %112 to ptr
  %114 = shl i64 %111, 4
  br i1 %43, label %115, label %118

115:
  %116 = mul i64 %111, %39
  %117 = add i64 %101, %116
  br label %128

118:
  %119 = icmp ult i64 %114, %55
  br i1 %119, label %122, label %120

120:
  %121 = add i64 %96, %114
  br label %128

122:
  %123 = and i64 %114, %75
  %124 = lshr i64 %114, %47
  %125 = mul i64 %124, %39
  %126 = add i64 %98, %123
  %127 = add i64 %126, %125
  br label %128

128:
  %129 = phi i64 [ %117, %115 ], [ %121, %120 ], [ %127, %122 ]
  %130 = sub i64 %129, %50
  %131 = lshr i64 %130, 7
  %132 = and i64 %131, %60
  %133 = shl i64 %132, %56
  %134 = xor i64 %133, %129
  %135 = getelementptr inbounds i8, ptr %113, i64 %134
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 16 %4, ptr align 1 %135, i64 16, i1 false)
  br i1 %77, label %176, label %136

136:
  switch i8 %79, label %144 [
    i8 32, label %137
    i8 16, label %138
    i8 8, label %141
  ]

137:
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 64 %3, ptr align 1 %135, i64 16, i1 false)
  br label %165

138:
  %139 = load <8 x i16>, ptr %4, align 16
  %140 = zext <8 x i16> %139 to <8 x i32>
  store <8 x i32> %140, ptr %3, align 64
  br label %165

141:
  %142 = load <16 x i8>, ptr %4, align 16
  %143 = zext <16 x i8> %142 to <16 x i32>
  store <16 x i32> %143, ptr %3, align 64
  br label %165

144:
  %145 = phi i64 [ %151, %144 ], [ 0, %136 ]
  %146 = mul i64 %145, %64
  %147 = lshr i64 %146, 3
  %148 = getelementptr inbounds i8, ptr %4, i64 %147
  %149 = load i8, ptr %148, align 1
  %150 = zext i8 %149 to i64
  %151 = add i64 %145, 1
  %152 = icmp ne i64 %145, 15
  %153 = zext i1 %152 to i64
  %154 = getelementptr inbounds i8, ptr %148, i64 %153
  %155 = load i8, ptr %154, align 1
  %156 = zext i8 %155 to i64
  %157 = shl i64 %156, 8
  %158 = or i64 %157, %150
  %159 = and i64 %146, 7
  %160 = lshr i64 %158, %159
  %161 = trunc i64 %160 to i32
  %162 = and i32 %161, %81
  %163 = getelementptr inbounds i32, ptr %3, i64 %145
  store i32 %162, ptr %163, align 4
  %164 = icmp ult i64 %145, 15
  br i1 %164, label %144, label %165

165:
  br label %166

166:
  %167 = phi i64 [ %173, %166 ], [ 0, %165 ]
  %168 = getelementptr inbounds i32, ptr %3, i64 %167
  %169 = load i32, ptr %168, align 4
  %170 = shl i32 %169, %84
  %171 = trunc i32 %170 to i8
  %172 = getelementptr inbounds i8, ptr %4, i64 %167
  store i8 %171, ptr %172, align 1
  %173 = add i64 %167, 1
  %174 = icmp ult i64 %167, 15
  br i1 %174, label %166, label %175

175:
  br label %176

176:
  %177 = shl i64 %111, 2
  br label %181

178:
  %179 = add i64 %111, 1
  %180 = icmp ult i64 %179, %66
  br i1 %180, label %110, label %107

181:
  %182 = phi i64 [ 0, %176 ], [ %200, %199 ]
  br i1 %85, label %194, label %183

183:
  br i1 %68, label %184, label %187

184:
  %185 = shl i64 %182, 5
  %186 = add i64 %185, %89
  br label %194

187:
  switch i8 %87, label %194 [
    i8 1, label %188
    i8 2, label %191
  ]

188:
  %189 = shl i64 %182, 6
  %190 = add i64 %189, %89
  br label %194

191:
  %192 = shl i64 %182, 5
  %193 = add i64 %192, %105
  br label %194

194:
  %195 = phi i64 [ %89, %187 ], [ %186, %184 ], [ %190, %188 ], [ %193, %191 ], [ %106, %181 ]
  %196 = load i64, ptr %13, align 8
  %197 = lshr i64 %196, 16
  %198 = and i64 %197, 65535
  br label %203

199:
  %200 = add i64 %182, 1
  %201 = icmp ugt i64 %69, %200
  %202 = select i1 %67, i1 %201, i1 false
  br i1 %202, label %181, label %178

203:
  %204 = phi i64 [ 0, %194 ], [ %218, %203 ]
  %205 = load i64, ptr %13, align 8
  %206 = and i64 %205, 65535
  %207 = add i64 %204, %177
  %208 = add i64 %207, %206
  %209 = getelementptr inbounds i32, ptr %4, i64 %204
  %210 = load i32, ptr %209, align 4
  %211 = load i64, ptr %86, align 8
  %212 = inttoptr i64 %211 to ptr
  %213 = getelementptr inbounds i8, ptr %212, i64 43776
  %214 = shl i64 %208, 9
  %215 = getelementptr i8, ptr %213, i64 %214
  %216 = getelementptr i32, ptr %215, i64 %195
  %217 = getelementptr i32, ptr %216, i64 %198
  store i32 %210, ptr %217, align 4
  %218 = add i64 %204, 1
  %219 = icmp ult i64 %204, 3
  br i1 %219, label %203, label %199

220:
  %221 = load i64, ptr %13, align 8
  %222 = and i64 %221, 65535
  %223 = lshr i64 %221, 16
  %224 = and i64 %223, 65535
  %225 = add i64 %222, 8
  %226 = getelementptr inbounds i8, ptr %29, i64 504
  br label %227

227:
  %228 = phi i64 [ %222, %220 ], [ %236, %227 ]
  %229 = load i64, ptr %226, align 8
  %230 = inttoptr i64 %229 to ptr
  %231 = getelementptr inbounds i8, ptr %230, i64 43776
  %232 = shl i64 %228, 9
  %233 = getelementptr inbounds i8, ptr %231, i64 %232
  %234 = getelementptr inbounds i32, ptr %233, i64 %224
  %235 = getelementptr inbounds i8, ptr %234, i64 4
  call void @"llvm.memmove.p0.p0.i64"(ptr align 4 %234, ptr align 4 %235, i64 124, i1 false)
  %236 = add i64 %228, 1
  %237 = icmp ult i64 %236, %225
  br i1 %237, label %227, label %238

238:
  %239 = load i64, ptr %1, align 8
  %240 = and i64 %239, 1
  %241 = icmp ult i64 %19, %240
  br i1 %241, label %16, label %242

242:
  ret void
}
define weak_odr void @"ks.tensor_complete"(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 504
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds i8, ptr %6, i64 32
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %6, i64 768
  %10 = icmp eq i64 %8, 0
  br i1 %10, label %21, label %11

11:
  %12 = phi i64 [ %19, %18 ], [ 0, %3 ]
  %13 = mul i64 %12, 168
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
  %24 = mul i64 %22, 168
  %25 = getelementptr inbounds i8, ptr %9, i64 %24
  %26 = mul i64 %23, 168
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %9, ptr align 8 %25, i64 %26, i1 false)
  store i64 %23, ptr %7, align 8
  ret void
}
define weak_odr void @"ks.tensor_issue"(ptr %0, i64 %1, i32 %2, <32 x i64> %3, <32 x i64> %4, <32 x i64> %5, <32 x i64> %6, <32 x i64> %7, <32 x i64> %8, <32 x i64> %9, <32 x i64> %10, <32 x i64> %11, ptr %12, i64 %13, i64 %14, i64 %15, i64 %16) {
  %18 = alloca [1792 x i32], align 4
  %19 = alloca [21 x i64], align 8
  %20 = getelementptr inbounds i8, ptr %0, i64 504
  %21 = icmp eq i32 %2, 0
  br i1 %21, label %132, label %22

22:
  %23 = load i64, ptr %20, align 8
  %24 = inttoptr i64 %23 to ptr
  %25 = getelementptr inbounds i8, ptr %0, i64 120
  %26 = getelementptr inbounds i8, ptr %19, i64 16
  %27 = getelementptr inbounds i8, ptr %19, i64 24
  %28 = getelementptr inbounds i8, ptr %19, i64 32
  %29 = getelementptr inbounds i8, ptr %19, i64 40
  %30 = getelementptr inbounds i8, ptr %19, i64 48
  %31 = getelementptr inbounds i8, ptr %19, i64 56
  %32 = getelementptr inbounds i8, ptr %19, i64 64
  %33 = getelementptr inbounds i8, ptr %19, i64 72
  %34 = getelementptr inbounds i8, ptr %19, i64 80
  %35 = getelementptr inbounds i8, ptr %19, i64 88
  %36 = getelementptr inbounds i8, ptr %19, i64 96
  %37 = getelementptr inbounds i8, ptr %19, i64 128
  %38 = getelementptr inbounds i8, ptr %19, i64 104
  %39 = getelementptr inbounds i8, ptr %19, i64 112
  %40 = getelementptr inbounds i8, ptr %19, i64 120
  %41 = and i64 %16, 1
  %42 = icmp eq i64 %41, 0
  %43 = select i1 %42, i64 4, i64 8
  %44 = icmp eq ptr %12, null
  %45 = getelementptr inbounds i8, ptr %19, i64 136
  %46 = getelementptr inbounds i8, ptr %0, i64 344
  %47 = getelementptr inbounds i8, ptr %0, i64 336
  %48 = getelementptr inbounds i8, ptr %0, i64 512
  %49 = getelementptr inbounds i8, ptr %24, i64 32
  %50 = getelementptr inbounds i8, ptr %24, i64 22280
  %51 = getelementptr inbounds i8, ptr %0, i64 448
  %52 = mul i64 %1, 72
  %53 = getelementptr inbounds i8, ptr %24, i64 40
  %54 = getelementptr inbounds i8, ptr %19, i64 8
  %55 = getelementptr inbounds i8, ptr %0, i64 352
  %56 = getelementptr inbounds i8, ptr %24, i64 768
  %57 = getelementptr inbounds i8, ptr %0, i64 304
  %58 = getelementptr inbounds i8, ptr %19, i64 8
  %59 = and i64 %16, 6
  %60 = icmp eq i64 %59, 0
  %61 = and i64 %16, 4
  %62 = icmp eq i64 %61, 0
  %63 = and i64 %16, 65280
  %64 = icmp eq i64 %63, 1024
  %65 = lshr i64 %16, 8
  %66 = and i64 %65, 255
  %67 = lshr i64 %16, 16
  %68 = and i64 %67, 255
  %69 = icmp eq i64 %66, 6
  %70 = add i64 %66, -5
  %71 = icmp ult i64 %70, 2
  %72 = trunc i64 %65 to i8
  %73 = lshr i64 %16, 5
  %74 = and i64 %73, 1
  %75 = icmp eq i64 %68, 0
  %76 = and i64 %16, 160
  %77 = icmp eq i64 %76, 128
  %78 = select i1 %42, i64 128, i64 256
  %79 = trunc i64 %68 to i16
  %80 = mul i16 %79, 96
  %81 = lshr i16 %80, 6
  %82 = zext i16 %81 to i64
  %83 = icmp eq i64 %68, 4
  %84 = icmp eq i64 %66, 3
  %85 = select i1 %84, i64 2, i64 1
  %86 = and i64 %16, 64768
  %87 = icmp eq i64 %86, 0
  %88 = select i1 %71, i64 3, i64 7
  %89 = select i1 %71, i64 3, i64 7
  %90 = select i1 %71, i64 3, i64 7
  %91 = select i1 %71, i64 3, i64 7
  %92 = and i64 %16, 32
  %93 = lshr exact i64 %92, 5
  %94 = icmp ne i64 %92, 0
  %95 = and i64 %16, 65024
  %96 = icmp eq i64 %95, 0
  %97 = zext i1 %96 to i64
  %98 = icmp eq i64 %66, 0
  %99 = and i64 %16, 16
  %100 = icmp eq i64 %99, 0
  %101 = select i1 %42, i16 8, i16 16
  %102 = icmp eq i64 %66, 3
  %103 = select i1 %94, i32 1, i32 2
  %104 = zext i32 %103 to i64
  %105 = and i64 %16, 64
  %106 = icmp ne i64 %105, 0
  %107 = and i64 %16, 8
  %108 = icmp eq i64 %107, 0
  %109 = select i1 %71, i64 4, i64 8
  br label %110

110:
  %111 = phi i32 [ %2, %22 ], [ %1668, %1666 ]
  %112 = call i32 @"llvm.cttz.i32"(i32 %111, i1 true)
  call void @"llvm.memset.p0.i64"(ptr align 8 %58, i8 0, i64 160, i1 false)
  store i64 %16, ptr %19, align 8
  %113 = load i64, ptr %25, align 8
  %114 = shl i64 %113, 5
  %115 = zext i32 %112 to i64
  %116 = or i64 %114, %115
  store i64 %116, ptr %26, align 8
  store i64 %1, ptr %27, align 8
  store i64 %115, ptr %28, align 8
  %117 = extractelement <32 x i64> %3, i32 %112
  %118 = and i64 %117, 4294967295
  store i64 %118, ptr %29, align 8
  %119 = extractelement <32 x i64> %4, i32 %112
  store i64 %119, ptr %30, align 8
  %120 = extractelement <32 x i64> %5, i32 %112
  store i64 %120, ptr %31, align 8
  %121 = extractelement <32 x i64> %6, i32 %112
  %122 = and i64 %121, 4294967295
  store i64 %122, ptr %32, align 8
  %123 = extractelement <32 x i64> %7, i32 %112
  %124 = and i64 %123, 1
  store i64 %124, ptr %33, align 8
  store i64 %13, ptr %34, align 8
  %125 = extractelement <32 x i64> %8, i32 %112
  %126 = and i64 %125, 4294967295
  store i64 %126, ptr %35, align 8
  %127 = extractelement <32 x i64> %9, i32 %112
  %128 = and i64 %127, 4294967295
  store i64 %128, ptr %36, align 8
  %129 = extractelement <32 x i64> %10, i32 %112
  %130 = and i64 %129, 4294967295
  store i64 %130, ptr %37, align 8
  %131 = extractelement <32 x i64> %11, i32 %112
  store i64 %131, ptr %38, align 8
  store i64 %14, ptr %39, align 8
  store i64 %15, ptr %40, align 8
  br i1 %44, label %133, label %134

132:
  ret void

133:
  br i1 %42, label %148, label %142

134:
  %135 = phi i64 [ %140, %134 ], [ 0, %110 ]
  %136 = getelementptr inbounds <32 x i32>, ptr %12, i64 %135
  %137 = load <32 x i32>, ptr %136, align 128
  %138 = extractelement <32 x i32> %137, i32 %112
  %139 = getelementptr inbounds i32, ptr %45, i64 %135
  store i32 %138, ptr %139, align 4
  %140 = add i64 %135, 1
  %141 = icmp ult i64 %140, %43
  br i1 %141, label %134, label %133

142:
  %143 = load i64, ptr %46, align 8
  %144 = xor i64 %143, 1
  %145 = load i64, ptr %47, align 8
  %146 = icmp ult i64 %144, %145
  br i1 %146, label %148, label %147, !prof !2

147:
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 34359738368, i32 %112)
  br label %1666

148:
  br i1 %60, label %303, label %149

149:
  %150 = lshr i64 %118, 16
  br i1 %62, label %156, label %151

151:
  %152 = and i64 %117, 2031616
  %153 = icmp eq i64 %152, 0
  %154 = icmp ult i64 %118, 8388608
  %155 = select i1 %153, i1 %154, i1 false
  br i1 %155, label %161, label %162, !prof !2

156:
  br i1 %64, label %159, label %157

157:
  %158 = icmp eq i64 %150, 0
  br i1 %158, label %161, label %162, !prof !2

159:
  %160 = icmp ult i64 %118, 2097152
  br i1 %160, label %161, label %162, !prof !2

161:
  br label %168

162:
  %163 = or i64 %150, 21474836480
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %163, i32 %112)
  br label %1666

164:
  %165 = load i64, ptr %19, align 8
  %166 = and i64 %165, 1
  %167 = icmp ult i64 %171, %166
  br i1 %167, label %168, label %846

168:
  %169 = phi i1 [ false, %164 ], [ %42, %161 ]
  %170 = phi i64 [ %165, %164 ], [ %16, %161 ]
  %171 = phi i64 [ 1, %164 ], [ 0, %161 ]
  br i1 %169, label %180, label %172

172:
  %173 = load i64, ptr %46, align 8
  %174 = and i64 %173, -2
  %175 = load i64, ptr %48, align 8
  %176 = inttoptr i64 %175 to ptr
  %177 = getelementptr inbounds ptr, ptr %176, i64 %174
  %178 = getelementptr inbounds ptr, ptr %177, i64 %171
  %179 = load ptr, ptr %178, align 8
  br label %180

180:
  %181 = phi ptr [ %179, %172 ], [ %0, %168 ]
  %182 = load i64, ptr %30, align 8
  %183 = lshr i64 %170, 8
  %184 = and i64 %183, 255
  %185 = and i64 %170, 2
  %186 = icmp eq i64 %185, 0
  br i1 %186, label %294, label %187

187:
  %188 = and i64 %170, 128
  %189 = icmp ne i64 %188, 0
  %190 = lshr i64 %182, 61
  %191 = icmp ult i64 %182, 4611686018427387904
  %192 = icmp eq i64 %190, 2
  br i1 %191, label %196, label %193

193:
  %194 = trunc i64 %190 to i3
  switch i3 %194, label %195 [
    i3 -4, label %196
    i3 2, label %196
    i3 -2, label %196
  ]

195:
  br label %196

196:
  %197 = phi i1 [ false, %195 ], [ true, %193 ], [ true, %187 ], [ true, %193 ], [ true, %193 ]
  %198 = and i64 %182, 4503599627370496
  %199 = icmp eq i64 %198, 0
  br i1 %199, label %205, label %200

200:
  %201 = and i1 %189, %192
  br i1 %201, label %202, label %213

202:
  %203 = and i64 %182, 3940649673949184
  %204 = icmp eq i64 %203, 0
  br label %205

205:
  %206 = phi i1 [ %197, %196 ], [ %204, %202 ]
  %207 = and i64 %182, 492581209243648
  %208 = icmp eq i64 %207, 70368744177664
  %209 = and i1 %208, %206
  %210 = and i64 %182, 2296835809958952960
  %211 = icmp eq i64 %210, 0
  %212 = select i1 %209, i1 %211, i1 false
  br i1 %212, label %216, label %213

213:
  %214 = lshr i64 %182, 32
  %215 = or i64 %214, 30064771072
  call void @"ks.fault"(ptr %181, i64 17, i64 %1, i64 %215, i32 %112)
  br label %1666

216:
  %217 = shl i64 %182, 4
  %218 = and i64 %217, 262128
  %219 = lshr i64 %182, 12
  %220 = and i64 %219, 262128
  %221 = lshr i64 %182, 28
  %222 = and i64 %221, 262128
  %223 = icmp eq i64 %190, 0
  %224 = icmp eq i64 %190, 4
  %225 = icmp eq i64 %190, 6
  %226 = select i1 %225, i64 5, i64 7
  %227 = select i1 %224, i64 6, i64 %226
  %228 = icmp eq i64 %190, 1
  %229 = lshr i64 %182, 42
  %230 = and i64 %229, 896
  %231 = and i64 %217, 112
  %232 = sub i64 128, %231
  %233 = select i1 %199, i64 -1, i64 %232
  %234 = select i1 %228, i64 5, i64 4
  %235 = select i1 %225, i64 1, i64 3
  %236 = select i1 %192, i64 7, i64 %235
  %237 = select i1 %223, i64 0, i64 %236
  %238 = getelementptr inbounds i8, ptr %181, i64 64
  %239 = load i64, ptr %238, align 8
  %240 = lshr i64 %170, 20
  %241 = and i64 %240, 15
  %242 = icmp eq i64 %184, 0
  br i1 %242, label %294, label %243

243:
  %244 = icmp eq i64 %241, 0
  %245 = shl i64 -1, %227
  %246 = xor i64 %245, -1
  %247 = sub i64 %220, %233
  br label %248

248:
  %249 = phi i64 [ 0, %243 ], [ %291, %290 ]
  br i1 %244, label %290, label %250

250:
  %251 = lshr i64 %249, 3
  %252 = and i64 %249, 7
  %253 = mul i64 %251, %222
  %254 = shl i64 %252, %227
  %255 = add i64 %247, %253
  %256 = add i64 %255, %254
  %257 = add i64 %254, %218
  %258 = add i64 %257, %253
  %259 = shl i64 %252, 4
  %260 = add i64 %259, %218
  %261 = add i64 %260, %253
  br label %265

262:
  %263 = add i64 %266, 1
  %264 = icmp ult i64 %263, %241
  br i1 %264, label %265, label %290

265:
  %266 = phi i64 [ 0, %250 ], [ %263, %262 ]
  %267 = shl i64 %266, 4
  br i1 %223, label %268, label %271

268:
  %269 = mul i64 %266, %220
  %270 = add i64 %261, %269
  br label %281

271:
  %272 = icmp ult i64 %267, %233
  br i1 %272, label %275, label %273

273:
  %274 = add i64 %256, %267
  br label %281

275:
  %276 = and i64 %267, %246
  %277 = lshr i64 %267, %227
  %278 = mul i64 %277, %220
  %279 = add i64 %258, %276
  %280 = add i64 %279, %278
  br label %281

281:
  %282 = phi i64 [ %270, %268 ], [ %274, %273 ], [ %280, %275 ]
  %283 = sub i64 %282, %230
  %284 = lshr i64 %283, 7
  %285 = and i64 %284, %237
  %286 = shl i64 %285, %234
  %287 = xor i64 %286, %282
  %288 = add i64 %287, 16
  %289 = icmp ugt i64 %288, %239
  br i1 %289, label %293, label %262, !prof !3

290:
  %291 = add i64 %249, 1
  %292 = icmp ult i64 %291, %184
  br i1 %292, label %248, label %294

293:
  call void @"ks.fault"(ptr %181, i64 3, i64 %1, i64 %287, i32 %112)
  br label %1666

294:
  %295 = load i64, ptr %29, align 8
  %296 = and i64 %170, 4
  %297 = icmp eq i64 %296, 0
  %298 = lshr i64 %170, 18
  %299 = and i64 %298, 63
  %300 = select i1 %297, i64 %299, i64 8
  %301 = and i64 %295, 65535
  %302 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %115, ptr %181, i64 %301, i64 %300)
  br i1 %302, label %164, label %1666

303:
  switch i8 %72, label %306 [
    i8 0, label %307
    i8 1, label %304
    i8 5, label %305
    i8 6, label %305
  ]

304:
  br label %307

305:
  br label %307

306:
  br label %307

307:
  %308 = phi i64 [ 32, %306 ], [ 64, %305 ], [ 8, %304 ], [ 16, %303 ]
  %309 = shl i64 %308, %74
  %310 = lshr i64 %122, 20
  %311 = and i64 %310, 496
  %312 = lshr i64 %121, 14
  %313 = and i64 %312, 504
  %314 = and i64 %121, 32768
  %315 = icmp ne i64 %314, 0
  %316 = and i64 %121, 65536
  %317 = icmp ne i64 %316, 0
  %318 = lshr i64 %121, 4
  %319 = and i64 %318, 3
  br i1 %75, label %348, label %320

320:
  %321 = and i64 %310, 384
  %322 = lshr i64 %121, 29
  %323 = and i64 %322, 3
  %324 = and i64 %121, 8388608
  %325 = icmp ne i64 %324, 0
  %326 = icmp ugt i64 %122, 2147483647
  %327 = select i1 %71, i1 %326, i1 false
  br i1 %327, label %328, label %331

328:
  %329 = icmp eq i64 %321, %78
  %330 = select i1 %77, i1 %329, i1 false
  br i1 %330, label %331, label %485

331:
  %332 = phi i64 [ %68, %320 ], [ %82, %328 ]
  %333 = phi i64 [ %308, %320 ], [ 96, %328 ]
  %334 = phi i64 [ %309, %320 ], [ 96, %328 ]
  %335 = and i64 %121, 117440512
  %336 = icmp eq i64 %335, 0
  br i1 %336, label %337, label %485

337:
  br i1 %69, label %339, label %338

338:
  br i1 %325, label %341, label %485

339:
  %340 = or i1 %83, %325
  br i1 %340, label %341, label %485

341:
  %342 = zext i1 %327 to i64
  %343 = lshr i64 %68, %342
  %344 = or i64 %323, %319
  %345 = add i64 %343, 3
  %346 = and i64 %345, %344
  %347 = icmp eq i64 %346, 0
  br i1 %347, label %355, label %485

348:
  %349 = icmp eq i64 %319, %85
  %350 = icmp eq i64 %319, 0
  %351 = select i1 %87, i1 %350, i1 false
  %352 = or i1 %349, %351
  br i1 %352, label %353, label %485

353:
  %354 = icmp eq i64 %319, 0
  br label %355

355:
  %356 = phi i64 [ 0, %353 ], [ %319, %341 ]
  %357 = phi i64 [ 0, %353 ], [ %323, %341 ]
  %358 = phi i64 [ 0, %353 ], [ %332, %341 ]
  %359 = phi i1 [ %354, %353 ], [ false, %341 ]
  %360 = phi i64 [ %308, %353 ], [ %333, %341 ]
  %361 = phi i64 [ %309, %353 ], [ %334, %341 ]
  %362 = phi i64 [ %311, %353 ], [ %321, %341 ]
  %363 = lshr i64 %122, 7
  %364 = and i64 %363, 7
  switch i8 %72, label %385 [
    i8 0, label %365
    i8 1, label %369
    i8 3, label %376
    i8 5, label %381
    i8 6, label %381
  ]

365:
  %366 = trunc i64 %363 to i3
  switch i3 %366, label %368 [
    i3 0, label %392
    i3 1, label %367
  ]

367:
  br label %392

368:
  br label %392

369:
  %370 = icmp eq i64 %364, 2
  %371 = select i1 %370, i32 32, i32 0
  %372 = select i1 %370, i32 23, i32 0
  %373 = lshr i64 %121, 10
  %374 = and i64 %373, %89
  %375 = icmp eq i64 %374, 2
  br i1 %375, label %417, label %485

376:
  %377 = icmp ult i64 %364, 2
  %378 = select i1 %377, i32 8, i32 0
  %379 = lshr i64 %121, 10
  %380 = and i64 %379, %88
  br label %404

381:
  %382 = icmp eq i64 %364, 1
  %383 = select i1 %382, i32 4, i32 0
  %384 = zext i1 %382 to i32
  br label %398

385:
  %386 = trunc i64 %363 to i3
  switch i3 %386, label %391 [
    i3 0, label %398
    i3 1, label %387
    i3 3, label %388
    i3 -4, label %389
    i3 -3, label %390
  ]

387:
  br label %398

388:
  br label %398

389:
  br label %398

390:
  br label %398

391:
  br label %398

392:
  %393 = phi i32 [ 16, %367 ], [ 0, %368 ], [ 16, %365 ]
  %394 = phi i32 [ 7, %367 ], [ 0, %368 ], [ 10, %365 ]
  %395 = lshr i64 %121, 10
  %396 = and i64 %395, %90
  %397 = trunc i64 %396 to i3
  switch i3 %397, label %485 [
    i3 0, label %417
    i3 1, label %403
  ]

398:
  %399 = phi i32 [ 0, %391 ], [ %383, %381 ], [ 8, %387 ], [ 6, %388 ], [ 6, %389 ], [ 4, %390 ], [ 8, %385 ]
  %400 = phi i32 [ 0, %391 ], [ %384, %381 ], [ 2, %387 ], [ 3, %388 ], [ 2, %389 ], [ 1, %390 ], [ 3, %385 ]
  %401 = lshr i64 %121, 10
  %402 = and i64 %401, %91
  switch i8 %72, label %413 [
    i8 6, label %410
    i8 5, label %410
    i8 3, label %404
  ]

403:
  br label %417

404:
  %405 = phi i64 [ %380, %376 ], [ %402, %398 ]
  %406 = phi i32 [ 0, %376 ], [ %400, %398 ]
  %407 = phi i32 [ %378, %376 ], [ %399, %398 ]
  %408 = icmp ugt i64 %405, 1
  %409 = select i1 %408, i32 0, i32 8
  br label %417

410:
  %411 = icmp ne i64 %402, 1
  %412 = select i1 %411, i32 0, i32 4
  br label %417

413:
  %414 = trunc i64 %402 to i3
  switch i3 %414, label %485 [
    i3 0, label %417
    i3 1, label %417
    i3 3, label %415
    i3 -4, label %415
    i3 -3, label %416
  ]

415:
  br label %417

416:
  br label %417

417:
  %418 = phi i32 [ %394, %392 ], [ %372, %369 ], [ %400, %413 ], [ %400, %415 ], [ %400, %413 ], [ %400, %416 ], [ %406, %404 ], [ %400, %410 ], [ %394, %403 ]
  %419 = phi i32 [ %393, %392 ], [ %371, %369 ], [ %399, %413 ], [ %399, %415 ], [ %399, %413 ], [ %399, %416 ], [ %407, %404 ], [ %399, %410 ], [ %393, %403 ]
  %420 = phi i1 [ false, %392 ], [ false, %369 ], [ false, %413 ], [ false, %415 ], [ false, %413 ], [ false, %416 ], [ %408, %404 ], [ %411, %410 ], [ false, %403 ]
  %421 = phi i1 [ false, %392 ], [ false, %369 ], [ false, %413 ], [ true, %415 ], [ false, %413 ], [ true, %416 ], [ %408, %404 ], [ true, %410 ], [ false, %403 ]
  %422 = phi i32 [ 16, %392 ], [ 32, %369 ], [ 8, %413 ], [ 6, %415 ], [ 8, %413 ], [ 4, %416 ], [ %409, %404 ], [ %412, %410 ], [ 16, %403 ]
  %423 = phi i1 [ false, %392 ], [ true, %369 ], [ true, %413 ], [ true, %415 ], [ true, %413 ], [ true, %416 ], [ true, %404 ], [ true, %410 ], [ true, %403 ]
  %424 = icmp eq i32 %419, 0
  %425 = select i1 %424, i1 true, i1 %420
  br i1 %425, label %485, label %426

426:
  %427 = lshr i64 %121, 2
  %428 = and i64 %427, 1
  %429 = icmp eq i64 %428, %93
  br i1 %429, label %430, label %485

430:
  %431 = and i64 %121, 3
  %432 = icmp ugt i64 %431, %97
  %433 = select i1 %94, i1 %432, i1 false
  br i1 %433, label %485, label %434

434:
  %435 = and i1 %98, %359
  %436 = icmp ne i32 %418, 10
  %437 = or i1 %436, %423
  %438 = select i1 %435, i1 %437, i1 false
  br i1 %438, label %485, label %439

439:
  %440 = icmp ult i32 %419, 8
  %441 = and i1 %315, %440
  %442 = and i1 %421, %317
  %443 = select i1 %441, i1 true, i1 %442
  %444 = add i64 %313, -257
  %445 = icmp ult i64 %444, -256
  %446 = select i1 %443, i1 true, i1 %445
  br i1 %446, label %485, label %447

447:
  br i1 %100, label %457, label %448

448:
  %449 = trunc i64 %362 to i9
  switch i9 %449, label %485 [
    i9 32, label %450
    i9 64, label %450
    i9 128, label %450
  ]

450:
  %451 = trunc i64 %313 to i9
  switch i9 %451, label %485 [
    i9 64, label %453
    i9 128, label %453
    i9 -256, label %452
  ]

452:
  br i1 %94, label %485, label %453

453:
  %454 = trunc i64 %362 to i8
  %455 = udiv i8 -128, %454
  %456 = zext i8 %455 to i64
  br label %480

457:
  %458 = icmp ugt i64 %313, 32
  %459 = select i1 %458, i16 16, i16 8
  %460 = select i1 %42, i16 %459, i16 32
  %461 = select i1 %102, i16 %460, i16 %101
  %462 = trunc i64 %313 to i16
  %463 = add i16 %461, 511
  %464 = and i16 %463, %462
  %465 = icmp eq i16 %464, 0
  br i1 %465, label %466, label %485

466:
  br i1 %42, label %470, label %467

467:
  %468 = lshr exact i64 %362, 1
  %469 = icmp eq i64 %362, 128
  br i1 %469, label %472, label %477

470:
  %471 = icmp eq i64 %362, 64
  br i1 %471, label %472, label %477

472:
  %473 = phi i64 [ 1, %470 ], [ %104, %467 ]
  %474 = phi i32 [ 1, %470 ], [ %103, %467 ]
  %475 = icmp ne i32 %474, 1
  %476 = or i1 %75, %475
  br i1 %476, label %480, label %485

477:
  %478 = phi i64 [ %362, %470 ], [ %468, %467 ]
  %479 = icmp eq i64 %478, 128
  br i1 %479, label %480, label %485

480:
  %481 = phi i64 [ %456, %453 ], [ 1, %477 ], [ %473, %472 ]
  %482 = phi i64 [ %362, %453 ], [ 128, %477 ], [ 64, %472 ]
  %483 = icmp ult i64 %362, 128
  %484 = select i1 %106, i1 %483, i1 false
  br i1 %484, label %485, label %487

485:
  %486 = or i64 %122, 25769803776
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %486, i32 %112)
  br label %1666

487:
  %488 = lshr i64 %118, 16
  %489 = icmp eq i64 %482, 64
  %490 = icmp eq i64 %481, 1
  %491 = select i1 %489, i1 %490, i1 false
  %492 = icmp eq i64 %488, 0
  %493 = icmp eq i64 %488, 16
  %494 = and i1 %491, %493
  %495 = and i1 %494, %100
  %496 = or i1 %492, %495
  br i1 %496, label %499, label %497

497:
  %498 = or i64 %488, 21474836480
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %498, i32 %112)
  br label %1666

499:
  br i1 %108, label %506, label %500

500:
  %501 = lshr i64 %119, 16
  %502 = and i64 %501, 65535
  %503 = icmp eq i64 %502, %488
  br i1 %503, label %506, label %504, !prof !2

504:
  %505 = or i64 %502, 21474836480
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %505, i32 %112)
  br label %1666

506:
  br i1 %94, label %507, label %518

507:
  %508 = lshr i64 %130, 16
  %509 = icmp eq i64 %508, %488
  br i1 %509, label %512, label %510, !prof !2

510:
  %511 = or i64 %508, 21474836480
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %511, i32 %112)
  br label %1666

512:
  %513 = and i64 %129, 1
  %514 = icmp eq i64 %513, 0
  br i1 %514, label %518, label %515, !prof !2

515:
  %516 = and i64 %129, 65535
  %517 = or i64 %516, 38654705664
  call void @"ks.fault"(ptr %0, i64 17, i64 %1, i64 %517, i32 %112)
  br label %1666

518:
  %519 = xor i1 %317, true
  %520 = xor i1 %315, true
  %521 = select i1 %315, i64 %360, i64 %482
  %522 = select i1 %315, i64 %482, i64 %360
  %523 = icmp eq i64 %521, 0
  %524 = zext i32 %419 to i64
  %525 = call i64 @"llvm.umax.i64"(i64 %524, i64 %109)
  %526 = mul i64 %525, %360
  %527 = lshr i64 %526, 5
  %528 = icmp eq i64 %358, 0
  %529 = add i64 %358, -1
  %530 = add i64 %529, %357
  %531 = lshr i64 %530, 2
  %532 = add i64 %482, 127
  %533 = lshr i64 %532, 5
  %534 = and i64 %533, 576460752303423484
  %535 = mul i64 %534, %531
  %536 = add i64 %482, 31
  %537 = lshr i64 %536, 5
  %538 = add i64 %535, %537
  %539 = add i64 %529, %356
  %540 = lshr i64 %539, 2
  br label %541

541:
  %542 = phi i64 [ %41, %518 ], [ 1, %842 ]
  %543 = phi i64 [ %16, %518 ], [ %843, %842 ]
  %544 = phi i64 [ 0, %518 ], [ 1, %842 ]
  %545 = icmp eq i64 %542, 0
  br i1 %545, label %554, label %546

546:
  %547 = load i64, ptr %46, align 8
  %548 = and i64 %547, -2
  %549 = load i64, ptr %48, align 8
  %550 = inttoptr i64 %549 to ptr
  %551 = getelementptr inbounds ptr, ptr %550, i64 %548
  %552 = getelementptr inbounds ptr, ptr %551, i64 %544
  %553 = load ptr, ptr %552, align 8
  br label %554

554:
  %555 = phi ptr [ %553, %546 ], [ %0, %541 ]
  %556 = load i64, ptr %30, align 8
  %557 = load i64, ptr %38, align 8
  %558 = lshr i64 %557, 56
  %559 = and i64 %558, 63
  %560 = lshr exact i64 %313, %542
  %561 = load i64, ptr %31, align 8
  %562 = add i64 %559, %560
  %563 = and i64 %543, 128
  %564 = icmp ne i64 %563, 0
  %565 = select i1 %564, i1 %519, i1 false
  %566 = lshr i64 %561, 61
  %567 = icmp ult i64 %561, 4611686018427387904
  %568 = icmp eq i64 %566, 2
  br i1 %567, label %572, label %569

569:
  %570 = trunc i64 %566 to i3
  switch i3 %570, label %571 [
    i3 -4, label %572
    i3 2, label %572
    i3 -2, label %572
  ]

571:
  br label %572

572:
  %573 = phi i1 [ false, %571 ], [ true, %569 ], [ true, %554 ], [ true, %569 ], [ true, %569 ]
  %574 = and i64 %561, 4503599627370496
  %575 = icmp eq i64 %574, 0
  br i1 %575, label %581, label %576

576:
  %577 = and i1 %565, %568
  br i1 %577, label %578, label %586

578:
  %579 = and i64 %561, 3940649673949184
  %580 = icmp eq i64 %579, 0
  br label %581

581:
  %582 = phi i1 [ %573, %572 ], [ %580, %578 ]
  %583 = and i64 %561, 2297328391168196608
  %584 = icmp eq i64 %583, 70368744177664
  %585 = and i1 %584, %582
  br i1 %585, label %589, label %586

586:
  %587 = lshr i64 %561, 32
  %588 = or i64 %587, 30064771072
  call void @"ks.fault"(ptr %555, i64 17, i64 %1, i64 %588, i32 %112)
  br label %1666

589:
  %590 = shl i64 %561, 4
  %591 = and i64 %590, 262128
  %592 = lshr i64 %561, 12
  %593 = and i64 %592, 262128
  %594 = lshr i64 %561, 28
  %595 = and i64 %594, 262128
  %596 = icmp eq i64 %566, 0
  %597 = select i1 %317, i64 %593, i64 %595
  %598 = select i1 %317, i64 %595, i64 %593
  %599 = icmp eq i64 %566, 4
  %600 = icmp eq i64 %566, 6
  %601 = select i1 %600, i64 5, i64 7
  %602 = select i1 %599, i64 6, i64 %601
  %603 = icmp eq i64 %566, 1
  %604 = and i1 %603, %317
  %605 = select i1 %604, i64 2, i64 3
  %606 = lshr i64 %561, 42
  %607 = and i64 %606, 896
  %608 = and i64 %590, 112
  %609 = sub i64 128, %608
  %610 = select i1 %575, i64 -1, i64 %609
  %611 = select i1 %603, i64 5, i64 4
  %612 = select i1 %600, i64 1, i64 3
  %613 = select i1 %568, i64 7, i64 %612
  %614 = select i1 %596, i64 0, i64 %613
  %615 = getelementptr inbounds i8, ptr %555, i64 64
  %616 = load i64, ptr %615, align 8
  %617 = select i1 %317, i64 %361, i64 %562
  %618 = select i1 %317, i64 %562, i64 %361
  br i1 %71, label %625, label %619

619:
  br i1 %421, label %622, label %620

620:
  %621 = udiv i32 128, %422
  br label %622

622:
  %623 = phi i32 [ %621, %620 ], [ 16, %619 ]
  %624 = zext i32 %623 to i64
  br label %625

625:
  %626 = phi i64 [ %624, %622 ], [ 32, %589 ]
  %627 = udiv i64 %618, %626
  %628 = icmp eq i64 %617, 0
  br i1 %628, label %683, label %629

629:
  %630 = icmp ugt i64 %626, %618
  %631 = shl i64 -1, %605
  %632 = xor i64 %631, -1
  %633 = shl i64 -1, %602
  %634 = xor i64 %633, -1
  %635 = sub i64 %593, %610
  br label %636

636:
  %637 = phi i64 [ 0, %629 ], [ %680, %679 ]
  br i1 %630, label %679, label %638

638:
  %639 = lshr i64 %637, %605
  %640 = and i64 %637, %632
  %641 = mul i64 %639, %595
  %642 = shl i64 %640, %602
  %643 = add i64 %635, %641
  %644 = add i64 %643, %642
  %645 = add i64 %642, %591
  %646 = add i64 %645, %641
  %647 = mul i64 %639, %597
  %648 = shl i64 %640, 4
  %649 = add i64 %648, %591
  %650 = add i64 %649, %647
  br label %654

651:
  %652 = add i64 %655, 1
  %653 = icmp ult i64 %652, %627
  br i1 %653, label %654, label %679

654:
  %655 = phi i64 [ 0, %638 ], [ %652, %651 ]
  %656 = shl i64 %655, 4
  br i1 %596, label %657, label %660

657:
  %658 = mul i64 %655, %598
  %659 = add i64 %650, %658
  br label %670

660:
  %661 = icmp ult i64 %656, %610
  br i1 %661, label %664, label %662

662:
  %663 = add i64 %644, %656
  br label %670

664:
  %665 = and i64 %656, %634
  %666 = lshr i64 %656, %602
  %667 = mul i64 %666, %593
  %668 = add i64 %646, %665
  %669 = add i64 %668, %667
  br label %670

670:
  %671 = phi i64 [ %659, %657 ], [ %663, %662 ], [ %669, %664 ]
  %672 = sub i64 %671, %607
  %673 = lshr i64 %672, 7
  %674 = and i64 %673, %614
  %675 = shl i64 %674, %611
  %676 = xor i64 %675, %671
  %677 = add i64 %676, 16
  %678 = icmp ugt i64 %677, %616
  br i1 %678, label %682, label %651, !prof !3

679:
  %680 = add i64 %637, 1
  %681 = icmp ult i64 %680, %617
  br i1 %681, label %636, label %683

682:
  call void @"ks.fault"(ptr %555, i64 3, i64 %1, i64 %676, i32 %112)
  br label %1666

683:
  %684 = and i64 %543, 8
  %685 = icmp eq i64 %684, 0
  br i1 %685, label %686, label %803

686:
  %687 = select i1 %564, i1 %520, i1 false
  %688 = lshr i64 %556, 61
  %689 = icmp ult i64 %556, 4611686018427387904
  %690 = icmp eq i64 %688, 2
  br i1 %689, label %694, label %691

691:
  %692 = trunc i64 %688 to i3
  switch i3 %692, label %693 [
    i3 -4, label %694
    i3 2, label %694
    i3 -2, label %694
  ]

693:
  br label %694

694:
  %695 = phi i1 [ false, %693 ], [ true, %691 ], [ true, %686 ], [ true, %691 ], [ true, %691 ]
  %696 = and i64 %556, 4503599627370496
  %697 = icmp eq i64 %696, 0
  br i1 %697, label %703, label %698

698:
  %699 = and i1 %690, %687
  br i1 %699, label %700, label %711

700:
  %701 = and i64 %556, 3940649673949184
  %702 = icmp eq i64 %701, 0
  br label %703

703:
  %704 = phi i1 [ %695, %694 ], [ %702, %700 ]
  %705 = and i64 %556, 492581209243648
  %706 = icmp eq i64 %705, 70368744177664
  %707 = and i1 %706, %704
  %708 = and i64 %556, 2296835809958952960
  %709 = icmp eq i64 %708, 0
  %710 = select i1 %707, i1 %709, i1 false
  br i1 %710, label %714, label %711

711:
  %712 = lshr i64 %556, 32
  %713 = or i64 %712, 30064771072
  call void @"ks.fault"(ptr %555, i64 17, i64 %1, i64 %713, i32 %112)
  br label %1666

714:
  %715 = shl i64 %556, 4
  %716 = and i64 %715, 262128
  %717 = lshr i64 %556, 12
  %718 = and i64 %717, 262128
  %719 = lshr i64 %556, 28
  %720 = and i64 %719, 262128
  %721 = icmp eq i64 %688, 0
  %722 = select i1 %315, i64 %718, i64 %720
  %723 = select i1 %315, i64 %720, i64 %718
  %724 = icmp eq i64 %688, 4
  %725 = icmp eq i64 %688, 6
  %726 = select i1 %725, i64 5, i64 7
  %727 = select i1 %724, i64 6, i64 %726
  %728 = icmp eq i64 %688, 1
  %729 = and i1 %728, %315
  %730 = select i1 %729, i64 2, i64 3
  %731 = lshr i64 %556, 42
  %732 = and i64 %731, 896
  %733 = and i64 %715, 112
  %734 = sub i64 128, %733
  %735 = select i1 %697, i64 -1, i64 %734
  %736 = select i1 %728, i64 5, i64 4
  %737 = select i1 %725, i64 1, i64 3
  %738 = select i1 %690, i64 7, i64 %737
  %739 = select i1 %721, i64 0, i64 %738
  br i1 %71, label %746, label %740

740:
  br i1 %440, label %743, label %741

741:
  %742 = udiv i32 128, %419
  br label %743

743:
  %744 = phi i32 [ %742, %741 ], [ 16, %740 ]
  %745 = zext i32 %744 to i64
  br label %746

746:
  %747 = phi i64 [ %745, %743 ], [ 32, %714 ]
  %748 = udiv i64 %522, %747
  br i1 %523, label %803, label %749

749:
  %750 = icmp ugt i64 %747, %522
  %751 = shl i64 -1, %730
  %752 = xor i64 %751, -1
  %753 = shl i64 -1, %727
  %754 = xor i64 %753, -1
  %755 = sub i64 %718, %735
  br label %756

756:
  %757 = phi i64 [ 0, %749 ], [ %800, %799 ]
  br i1 %750, label %799, label %758

758:
  %759 = lshr i64 %757, %730
  %760 = and i64 %757, %752
  %761 = mul i64 %759, %720
  %762 = shl i64 %760, %727
  %763 = add i64 %755, %761
  %764 = add i64 %763, %762
  %765 = add i64 %762, %716
  %766 = add i64 %765, %761
  %767 = mul i64 %759, %722
  %768 = shl i64 %760, 4
  %769 = add i64 %768, %716
  %770 = add i64 %769, %767
  br label %774

771:
  %772 = add i64 %775, 1
  %773 = icmp ult i64 %772, %748
  br i1 %773, label %774, label %799

774:
  %775 = phi i64 [ 0, %758 ], [ %772, %771 ]
  %776 = shl i64 %775, 4
  br i1 %721, label %777, label %780

777:
  %778 = mul i64 %775, %723
  %779 = add i64 %770, %778
  br label %790

780:
  %781 = icmp ult i64 %776, %735
  br i1 %781, label %784, label %782

782:
  %783 = add i64 %764, %776
  br label %790

784:
  %785 = and i64 %776, %754
  %786 = lshr i64 %776, %727
  %787 = mul i64 %786, %718
  %788 = add i64 %766, %785
  %789 = add i64 %788, %787
  br label %790

790:
  %791 = phi i64 [ %779, %777 ], [ %783, %782 ], [ %789, %784 ]
  %792 = sub i64 %791, %732
  %793 = lshr i64 %792, 7
  %794 = and i64 %793, %739
  %795 = shl i64 %794, %736
  %796 = xor i64 %795, %791
  %797 = add i64 %796, 16
  %798 = icmp ugt i64 %797, %616
  br i1 %798, label %802, label %771, !prof !3

799:
  %800 = add i64 %757, 1
  %801 = icmp ult i64 %800, %521
  br i1 %801, label %756, label %803

802:
  call void @"ks.fault"(ptr %555, i64 3, i64 %1, i64 %796, i32 %112)
  br label %1666

803:
  %804 = load i64, ptr %29, align 8
  %805 = udiv i64 %313, %481
  %806 = and i64 %804, 65535
  %807 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %115, ptr %555, i64 %806, i64 %805)
  br i1 %807, label %808, label %1666

808:
  %809 = load i64, ptr %19, align 8
  %810 = and i64 %809, 8
  %811 = icmp eq i64 %810, 0
  br i1 %811, label %818, label %812

812:
  %813 = load i64, ptr %30, align 8
  %814 = and i64 %813, 65535
  %815 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %115, ptr %555, i64 %814, i64 %527)
  br i1 %815, label %816, label %1666

816:
  %817 = load i64, ptr %19, align 8
  br label %818

818:
  %819 = phi i64 [ %817, %816 ], [ %809, %808 ]
  %820 = and i64 %819, 32
  %821 = icmp eq i64 %820, 0
  br i1 %821, label %826, label %822

822:
  %823 = load i64, ptr %37, align 8
  %824 = and i64 %823, 65535
  %825 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %115, ptr %555, i64 %824, i64 2)
  br i1 %825, label %826, label %1666

826:
  %827 = load i64, ptr %36, align 8
  %828 = and i64 %827, 65535
  br i1 %528, label %842, label %829

829:
  %830 = load i64, ptr %35, align 8
  %831 = and i64 %830, 65535
  %832 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %115, ptr %555, i64 %831, i64 %538)
  br i1 %832, label %833, label %1666

833:
  %834 = add i64 %805, 127
  %835 = lshr i64 %834, 5
  %836 = and i64 %835, 28
  %837 = mul i64 %836, %540
  %838 = add i64 %805, 31
  %839 = lshr i64 %838, 5
  %840 = add i64 %837, %839
  %841 = call i1 @"ks.tensor_columns"(ptr %0, i64 %1, i64 %115, ptr %555, i64 %828, i64 %840)
  br i1 %841, label %842, label %1666

842:
  %843 = load i64, ptr %19, align 8
  %844 = and i64 %843, 1
  %845 = icmp ult i64 %544, %844
  br i1 %845, label %541, label %846

846:
  %847 = load i64, ptr %49, align 8
  %848 = icmp ugt i64 %847, 255
  br i1 %848, label %849, label %851

849:
  %850 = load i64, ptr %50, align 8
  call void @"ks.tensor_complete"(ptr %0, ptr poison, i64 %850)
  br label %851

851:
  br i1 %60, label %852, label %1062

852:
  %853 = load i64, ptr %32, align 8
  %854 = load i64, ptr %19, align 8
  %855 = lshr i64 %854, 8
  %856 = and i64 %855, 255
  %857 = lshr i64 %854, 16
  %858 = and i64 %857, 255
  %859 = and i64 %854, 1
  %860 = icmp eq i64 %859, 0
  %861 = icmp eq i64 %856, 6
  %862 = add i64 %856, -5
  %863 = icmp ult i64 %862, 2
  %864 = trunc i64 %855 to i8
  switch i8 %864, label %867 [
    i8 0, label %868
    i8 1, label %865
    i8 5, label %866
    i8 6, label %866
  ]

865:
  br label %868

866:
  br label %868

867:
  br label %868

868:
  %869 = phi i64 [ 32, %867 ], [ 64, %866 ], [ 8, %865 ], [ 16, %852 ]
  %870 = lshr i64 %853, 20
  %871 = and i64 %870, 496
  %872 = lshr i64 %853, 14
  %873 = and i64 %872, 504
  %874 = and i64 %853, 32768
  %875 = icmp ne i64 %874, 0
  %876 = and i64 %853, 65536
  %877 = icmp ne i64 %876, 0
  %878 = lshr i64 %853, 4
  %879 = and i64 %878, 3
  %880 = icmp eq i64 %858, 0
  br i1 %880, label %911, label %881

881:
  %882 = and i64 %870, 384
  %883 = lshr i64 %853, 29
  %884 = and i64 %853, 8388608
  %885 = icmp ne i64 %884, 0
  %886 = icmp ugt i64 %853, 2147483647
  %887 = select i1 %863, i1 %886, i1 false
  br i1 %887, label %888, label %894

888:
  %889 = and i64 %854, 160
  %890 = icmp eq i64 %889, 128
  %891 = select i1 %860, i64 128, i64 256
  %892 = icmp eq i64 %882, %891
  %893 = select i1 %890, i1 %892, i1 false
  br i1 %893, label %894, label %1062

894:
  %895 = phi i64 [ %869, %881 ], [ 96, %888 ]
  %896 = and i64 %853, 117440512
  %897 = icmp eq i64 %896, 0
  br i1 %897, label %898, label %1062

898:
  br i1 %861, label %900, label %899

899:
  br i1 %885, label %903, label %1062

900:
  %901 = icmp eq i64 %858, 4
  %902 = or i1 %901, %885
  br i1 %902, label %903, label %1062

903:
  %904 = zext i1 %887 to i64
  %905 = lshr i64 %858, %904
  %906 = or i64 %883, %878
  %907 = and i64 %906, 3
  %908 = add i64 %905, -1
  %909 = and i64 %907, %908
  %910 = icmp eq i64 %909, 0
  br i1 %910, label %922, label %1062

911:
  %912 = icmp eq i64 %856, 3
  %913 = select i1 %912, i64 2, i64 1
  %914 = icmp eq i64 %879, %913
  br i1 %914, label %920, label %915

915:
  %916 = and i64 %854, 64768
  %917 = icmp eq i64 %916, 0
  %918 = icmp eq i64 %879, 0
  %919 = select i1 %917, i1 %918, i1 false
  br i1 %919, label %920, label %1062

920:
  %921 = icmp eq i64 %879, 0
  br label %922

922:
  %923 = phi i1 [ %921, %920 ], [ false, %903 ]
  %924 = phi i64 [ %869, %920 ], [ %895, %903 ]
  %925 = phi i64 [ %871, %920 ], [ %882, %903 ]
  %926 = lshr i64 %853, 7
  %927 = and i64 %926, 7
  switch i8 %864, label %950 [
    i8 0, label %928
    i8 1, label %932
    i8 3, label %940
    i8 5, label %946
    i8 6, label %946
  ]

928:
  %929 = trunc i64 %926 to i3
  switch i3 %929, label %931 [
    i3 0, label %957
    i3 1, label %930
  ]

930:
  br label %957

931:
  br label %957

932:
  %933 = icmp eq i64 %927, 2
  %934 = select i1 %933, i32 32, i32 0
  %935 = select i1 %933, i32 23, i32 0
  %936 = lshr i64 %853, 10
  %937 = select i1 %863, i64 3, i64 7
  %938 = and i64 %937, %936
  %939 = icmp ne i64 %938, 2
  br label %981

940:
  %941 = icmp ult i64 %927, 2
  %942 = select i1 %941, i32 8, i32 0
  %943 = lshr i64 %853, 10
  %944 = select i1 %863, i64 3, i64 7
  %945 = and i64 %944, %943
  br label %971

946:
  %947 = icmp eq i64 %927, 1
  %948 = select i1 %947, i32 4, i32 0
  %949 = zext i1 %947 to i32
  br label %964

950:
  %951 = trunc i64 %926 to i3
  switch i3 %951, label %956 [
    i3 0, label %964
    i3 1, label %952
    i3 3, label %953
    i3 -4, label %954
    i3 -3, label %955
  ]

952:
  br label %964

953:
  br label %964

954:
  br label %964

955:
  br label %964

956:
  br label %964

957:
  %958 = phi i32 [ 16, %930 ], [ 0, %931 ], [ 16, %928 ]
  %959 = phi i32 [ 7, %930 ], [ 0, %931 ], [ 10, %928 ]
  %960 = lshr i64 %853, 10
  %961 = select i1 %863, i64 3, i64 7
  %962 = and i64 %961, %960
  %963 = trunc i64 %962 to i3
  switch i3 %963, label %1062 [
    i3 0, label %981
    i3 1, label %970
  ]

964:
  %965 = phi i32 [ 0, %956 ], [ %948, %946 ], [ 8, %952 ], [ 6, %953 ], [ 6, %954 ], [ 4, %955 ], [ 8, %950 ]
  %966 = phi i32 [ 0, %956 ], [ %949, %946 ], [ 2, %952 ], [ 3, %953 ], [ 2, %954 ], [ 1, %955 ], [ 3, %950 ]
  %967 = lshr i64 %853, 10
  %968 = select i1 %863, i64 3, i64 7
  %969 = and i64 %968, %967
  switch i8 %864, label %978 [
    i8 6, label %976
    i8 5, label %976
    i8 3, label %971
  ]

970:
  br label %981

971:
  %972 = phi i64 [ %945, %940 ], [ %969, %964 ]
  %973 = phi i32 [ 0, %940 ], [ %966, %964 ]
  %974 = phi i32 [ %942, %940 ], [ %965, %964 ]
  %975 = icmp ugt i64 %972, 1
  br label %981

976:
  %977 = icmp ne i64 %969, 1
  br label %981

978:
  %979 = trunc i64 %969 to i3
  switch i3 %979, label %1062 [
    i3 0, label %981
    i3 1, label %981
    i3 3, label %980
    i3 -4, label %980
    i3 -3, label %980
  ]

980:
  br label %981

981:
  %982 = phi i32 [ %959, %970 ], [ %935, %932 ], [ %966, %978 ], [ %966, %980 ], [ %966, %978 ], [ %973, %971 ], [ %959, %957 ], [ %966, %976 ]
  %983 = phi i32 [ %958, %970 ], [ %934, %932 ], [ %965, %978 ], [ %965, %980 ], [ %965, %978 ], [ %974, %971 ], [ %958, %957 ], [ %965, %976 ]
  %984 = phi i1 [ false, %970 ], [ %939, %932 ], [ false, %978 ], [ false, %980 ], [ false, %978 ], [ %975, %971 ], [ false, %957 ], [ %977, %976 ]
  %985 = phi i1 [ false, %970 ], [ %939, %932 ], [ false, %978 ], [ true, %980 ], [ false, %978 ], [ %975, %971 ], [ false, %957 ], [ true, %976 ]
  %986 = phi i1 [ true, %970 ], [ true, %932 ], [ true, %978 ], [ true, %980 ], [ true, %978 ], [ true, %971 ], [ false, %957 ], [ true, %976 ]
  %987 = icmp eq i32 %983, 0
  %988 = select i1 %987, i1 true, i1 %984
  br i1 %988, label %1062, label %989

989:
  %990 = lshr i64 %853, 2
  %991 = and i64 %990, 1
  %992 = and i64 %854, 32
  %993 = lshr exact i64 %992, 5
  %994 = icmp eq i64 %991, %993
  br i1 %994, label %995, label %1062

995:
  %996 = icmp eq i64 %992, 0
  br i1 %996, label %1003, label %997

997:
  %998 = and i64 %853, 3
  %999 = and i64 %854, 65024
  %1000 = icmp eq i64 %999, 0
  %1001 = zext i1 %1000 to i64
  %1002 = icmp ugt i64 %998, %1001
  br i1 %1002, label %1062, label %1003

1003:
  %1004 = icmp eq i64 %856, 0
  %1005 = and i1 %1004, %923
  br i1 %1005, label %1006, label %1014

1006:
  %1007 = icmp ne i32 %982, 10
  %1008 = or i1 %1007, %986
  %1009 = icmp ult i32 %983, 8
  %1010 = select i1 %875, i1 %1009, i1 false
  %1011 = select i1 %1008, i1 true, i1 %1010
  %1012 = and i1 %877, %985
  %1013 = select i1 %1011, i1 true, i1 %1012
  br i1 %1013, label %1062, label %1019

1014:
  %1015 = icmp ult i32 %983, 8
  %1016 = select i1 %875, i1 %1015, i1 false
  %1017 = and i1 %877, %985
  %1018 = select i1 %1016, i1 true, i1 %1017
  br i1 %1018, label %1062, label %1019

1019:
  %1020 = add i64 %873, -257
  %1021 = icmp ult i64 %1020, -256
  br i1 %1021, label %1062, label %1022

1022:
  %1023 = and i64 %854, 16
  %1024 = icmp eq i64 %1023, 0
  br i1 %1024, label %1030, label %1025

1025:
  %1026 = trunc i64 %925 to i9
  switch i9 %1026, label %1062 [
    i9 32, label %1027
    i9 64, label %1027
    i9 128, label %1027
  ]

1027:
  %1028 = trunc i64 %873 to i9
  switch i9 %1028, label %1062 [
    i9 64, label %1053
    i9 128, label %1053
    i9 -256, label %1029
  ]

1029:
  br i1 %996, label %1053, label %1062

1030:
  %1031 = select i1 %860, i16 8, i16 16
  %1032 = icmp eq i64 %856, 3
  %1033 = icmp ugt i64 %873, 32
  %1034 = select i1 %1033, i16 16, i16 8
  %1035 = select i1 %860, i16 %1034, i16 32
  %1036 = select i1 %1032, i16 %1035, i16 %1031
  %1037 = trunc i64 %873 to i16
  %1038 = add i16 %1036, 511
  %1039 = and i16 %1038, %1037
  %1040 = icmp eq i16 %1039, 0
  br i1 %1040, label %1041, label %1062

1041:
  br i1 %860, label %1045, label %1042

1042:
  %1043 = lshr exact i64 %925, 1
  %1044 = icmp eq i64 %925, 128
  br i1 %1044, label %1047, label %1050

1045:
  %1046 = icmp eq i64 %925, 64
  br i1 %1046, label %1047, label %1050

1047:
  %1048 = phi i1 [ false, %1045 ], [ %996, %1042 ]
  %1049 = or i1 %880, %1048
  br i1 %1049, label %1053, label %1062

1050:
  %1051 = phi i64 [ %925, %1045 ], [ %1043, %1042 ]
  %1052 = icmp eq i64 %1051, 128
  br i1 %1052, label %1053, label %1062

1053:
  %1054 = mul i64 %924, %873
  %1055 = mul i64 %1054, %925
  %1056 = load i64, ptr %51, align 8
  %1057 = inttoptr i64 %1056 to ptr
  %1058 = getelementptr inbounds i8, ptr %1057, i64 %52
  %1059 = getelementptr inbounds i8, ptr %1058, i64 8
  %1060 = load i64, ptr %1059, align 8
  %1061 = add i64 %1060, %1055
  store i64 %1061, ptr %1059, align 8
  br label %1062

1062:
  %1063 = load i64, ptr %53, align 8
  %1064 = add i64 %1063, 1
  store i64 %1064, ptr %53, align 8
  store i64 %1063, ptr %54, align 8
  %1065 = load i64, ptr %55, align 8
  %1066 = inttoptr i64 %1065 to ptr
  %1067 = load i64, ptr %20, align 8
  %1068 = inttoptr i64 %1067 to ptr
  %1069 = icmp eq i64 %1065, 0
  br i1 %1069, label %1648, label %1070, !prof !2

1070:
  %1071 = load i64, ptr %1066, align 8
  %1072 = inttoptr i64 %1071 to ptr
  %1073 = load i64, ptr %1072, align 8
  %1074 = add i64 %1073, 1
  store i64 %1074, ptr %1072, align 8
  %1075 = load i64, ptr %27, align 8
  %1076 = load i64, ptr %19, align 8
  %1077 = and i64 %1076, 2
  %1078 = icmp eq i64 %1077, 0
  br i1 %1078, label %1164, label %1079

1079:
  %1080 = load i64, ptr %30, align 8
  %1081 = lshr i64 %1076, 8
  %1082 = and i64 %1081, 255
  %1083 = shl i64 %1080, 4
  %1084 = and i64 %1083, 262128
  %1085 = lshr i64 %1080, 12
  %1086 = and i64 %1085, 262128
  %1087 = lshr i64 %1080, 28
  %1088 = and i64 %1087, 262128
  %1089 = lshr i64 %1080, 61
  %1090 = icmp eq i64 %1089, 0
  %1091 = icmp eq i64 %1089, 4
  %1092 = icmp eq i64 %1089, 6
  %1093 = select i1 %1092, i64 5, i64 7
  %1094 = select i1 %1091, i64 6, i64 %1093
  %1095 = icmp eq i64 %1089, 1
  %1096 = lshr i64 %1080, 42
  %1097 = and i64 %1096, 896
  %1098 = and i64 %1080, 4503599627370496
  %1099 = icmp eq i64 %1098, 0
  %1100 = and i64 %1083, 112
  %1101 = sub i64 128, %1100
  %1102 = select i1 %1099, i64 -1, i64 %1101
  %1103 = select i1 %1095, i64 5, i64 4
  %1104 = icmp eq i64 %1089, 2
  %1105 = select i1 %1092, i64 1, i64 3
  %1106 = select i1 %1104, i64 7, i64 %1105
  %1107 = select i1 %1090, i64 0, i64 %1106
  %1108 = lshr i64 %1076, 20
  %1109 = and i64 %1108, 15
  %1110 = icmp eq i64 %1082, 0
  br i1 %1110, label %1581, label %1111

1111:
  %1112 = icmp eq i64 %1109, 0
  %1113 = shl i64 -1, %1094
  %1114 = xor i64 %1113, -1
  %1115 = sub i64 %1086, %1102
  br label %1116

1116:
  %1117 = phi i64 [ 0, %1111 ], [ %1133, %1131 ]
  %1118 = phi i64 [ 0, %1111 ], [ %1132, %1131 ]
  br i1 %1112, label %1131, label %1119

1119:
  %1120 = lshr i64 %1117, 3
  %1121 = and i64 %1117, 7
  %1122 = mul i64 %1120, %1088
  %1123 = shl i64 %1121, %1094
  %1124 = add i64 %1115, %1122
  %1125 = add i64 %1124, %1123
  %1126 = add i64 %1123, %1084
  %1127 = add i64 %1126, %1122
  %1128 = shl i64 %1121, 4
  %1129 = add i64 %1128, %1084
  %1130 = add i64 %1129, %1122
  br label %1135

1131:
  %1132 = phi i64 [ %1118, %1116 ], [ %1160, %1152 ]
  %1133 = add i64 %1117, 1
  %1134 = icmp ult i64 %1133, %1082
  br i1 %1134, label %1116, label %1581

1135:
  %1136 = phi i64 [ 0, %1119 ], [ %1162, %1152 ]
  %1137 = phi i64 [ %1118, %1119 ], [ %1160, %1152 ]
  %1138 = shl i64 %1136, 4
  br i1 %1090, label %1139, label %1142

1139:
  %1140 = mul i64 %1136, %1086
  %1141 = add i64 %1130, %1140
  br label %1152

1142:
  %1143 = icmp ult i64 %1138, %1102
  br i1 %1143, label %1146, label %1144

1144:
  %1145 = add i64 %1125, %1138
  br label %1152

1146:
  %1147 = and i64 %1138, %1114
  %1148 = lshr i64 %1138, %1094
  %1149 = mul i64 %1148, %1086
  %1150 = add i64 %1127, %1147
  %1151 = add i64 %1150, %1149
  br label %1152

1152:
  %1153 = phi i64 [ %1141, %1139 ], [ %1145, %1144 ], [ %1151, %1146 ]
  %1154 = sub i64 %1153, %1097
  %1155 = lshr i64 %1154, 7
  %1156 = and i64 %1155, %1107
  %1157 = shl i64 %1156, %1103
  %1158 = xor i64 %1157, %1153
  %1159 = trunc i64 %1158 to i32
  %1160 = add i64 %1137, 1
  %1161 = getelementptr inbounds i32, ptr %18, i64 %1137
  store i32 %1159, ptr %1161, align 4
  %1162 = add i64 %1136, 1
  %1163 = icmp ult i64 %1162, %1109
  br i1 %1163, label %1135, label %1131

1164:
  %1165 = and i64 %1076, 4
  %1166 = icmp eq i64 %1165, 0
  br i1 %1166, label %1167, label %1581

1167:
  %1168 = load i64, ptr %32, align 8
  %1169 = lshr i64 %1076, 8
  %1170 = and i64 %1169, 255
  %1171 = lshr i64 %1076, 16
  %1172 = and i64 %1171, 255
  %1173 = and i64 %1076, 1
  %1174 = icmp eq i64 %1173, 0
  %1175 = icmp eq i64 %1170, 6
  %1176 = add i64 %1170, -5
  %1177 = icmp ult i64 %1176, 2
  %1178 = trunc i64 %1169 to i8
  switch i8 %1178, label %1181 [
    i8 0, label %1182
    i8 1, label %1179
    i8 5, label %1180
    i8 6, label %1180
  ]

1179:
  br label %1182

1180:
  br label %1182

1181:
  br label %1182

1182:
  %1183 = phi i64 [ 32, %1181 ], [ 64, %1180 ], [ 8, %1179 ], [ 16, %1167 ]
  %1184 = lshr i64 %1076, 5
  %1185 = and i64 %1184, 1
  %1186 = shl i64 %1183, %1185
  %1187 = lshr i64 %1168, 20
  %1188 = and i64 %1187, 496
  %1189 = lshr i64 %1168, 14
  %1190 = and i64 %1189, 504
  %1191 = and i64 %1168, 32768
  %1192 = icmp ne i64 %1191, 0
  %1193 = and i64 %1168, 65536
  %1194 = icmp ne i64 %1193, 0
  %1195 = lshr i64 %1168, 4
  %1196 = and i64 %1195, 3
  %1197 = icmp eq i64 %1172, 0
  br i1 %1197, label %1229, label %1198

1198:
  %1199 = and i64 %1187, 384
  %1200 = lshr i64 %1168, 29
  %1201 = and i64 %1168, 8388608
  %1202 = icmp ne i64 %1201, 0
  %1203 = icmp ugt i64 %1168, 2147483647
  %1204 = select i1 %1177, i1 %1203, i1 false
  br i1 %1204, label %1205, label %1211

1205:
  %1206 = and i64 %1076, 160
  %1207 = icmp eq i64 %1206, 128
  %1208 = select i1 %1174, i64 128, i64 256
  %1209 = icmp eq i64 %1199, %1208
  %1210 = select i1 %1207, i1 %1209, i1 false
  br i1 %1210, label %1211, label %1581

1211:
  %1212 = phi i64 [ %1186, %1198 ], [ 96, %1205 ]
  %1213 = phi i64 [ %1183, %1198 ], [ 96, %1205 ]
  %1214 = and i64 %1168, 117440512
  %1215 = icmp eq i64 %1214, 0
  br i1 %1215, label %1216, label %1581

1216:
  br i1 %1175, label %1218, label %1217

1217:
  br i1 %1202, label %1221, label %1581

1218:
  %1219 = icmp eq i64 %1172, 4
  %1220 = or i1 %1219, %1202
  br i1 %1220, label %1221, label %1581

1221:
  %1222 = zext i1 %1204 to i64
  %1223 = lshr i64 %1172, %1222
  %1224 = or i64 %1200, %1195
  %1225 = and i64 %1224, 3
  %1226 = add i64 %1223, -1
  %1227 = and i64 %1225, %1226
  %1228 = icmp eq i64 %1227, 0
  br i1 %1228, label %1240, label %1581

1229:
  %1230 = icmp eq i64 %1170, 3
  %1231 = select i1 %1230, i64 2, i64 1
  %1232 = icmp eq i64 %1196, %1231
  br i1 %1232, label %1238, label %1233

1233:
  %1234 = and i64 %1076, 64768
  %1235 = icmp eq i64 %1234, 0
  %1236 = icmp eq i64 %1196, 0
  %1237 = select i1 %1235, i1 %1236, i1 false
  br i1 %1237, label %1238, label %1581

1238:
  %1239 = icmp eq i64 %1196, 0
  br label %1240

1240:
  %1241 = phi i64 [ %1188, %1238 ], [ %1199, %1221 ]
  %1242 = phi i64 [ %1186, %1238 ], [ %1212, %1221 ]
  %1243 = phi i64 [ %1183, %1238 ], [ %1213, %1221 ]
  %1244 = phi i1 [ %1239, %1238 ], [ false, %1221 ]
  %1245 = lshr i64 %1168, 7
  %1246 = and i64 %1245, 7
  switch i8 %1178, label %1269 [
    i8 0, label %1247
    i8 1, label %1251
    i8 3, label %1259
    i8 5, label %1265
    i8 6, label %1265
  ]

1247:
  %1248 = trunc i64 %1245 to i3
  switch i3 %1248, label %1250 [
    i3 0, label %1276
    i3 1, label %1249
  ]

1249:
  br label %1276

1250:
  br label %1276

1251:
  %1252 = icmp eq i64 %1246, 2
  %1253 = select i1 %1252, i32 23, i32 0
  %1254 = select i1 %1252, i32 32, i32 0
  %1255 = lshr i64 %1168, 10
  %1256 = select i1 %1177, i64 3, i64 7
  %1257 = and i64 %1255, %1256
  %1258 = icmp eq i64 %1257, 2
  br i1 %1258, label %1303, label %1581

1259:
  %1260 = icmp ult i64 %1246, 2
  %1261 = select i1 %1260, i32 8, i32 0
  %1262 = lshr i64 %1168, 10
  %1263 = select i1 %1177, i64 3, i64 7
  %1264 = and i64 %1262, %1263
  br label %1290

1265:
  %1266 = icmp eq i64 %1246, 1
  %1267 = zext i1 %1266 to i32
  %1268 = select i1 %1266, i32 4, i32 0
  br label %1283

1269:
  %1270 = trunc i64 %1245 to i3
  switch i3 %1270, label %1275 [
    i3 0, label %1283
    i3 1, label %1271
    i3 3, label %1272
    i3 -4, label %1273
    i3 -3, label %1274
  ]

1271:
  br label %1283

1272:
  br label %1283

1273:
  br label %1283

1274:
  br label %1283

1275:
  br label %1283

1276:
  %1277 = phi i32 [ 7, %1249 ], [ 0, %1250 ], [ 10, %1247 ]
  %1278 = phi i32 [ 16, %1249 ], [ 0, %1250 ], [ 16, %1247 ]
  %1279 = lshr i64 %1168, 10
  %1280 = select i1 %1177, i64 3, i64 7
  %1281 = and i64 %1279, %1280
  %1282 = trunc i64 %1281 to i3
  switch i3 %1282, label %1581 [
    i3 0, label %1303
    i3 1, label %1289
  ]

1283:
  %1284 = phi i32 [ 0, %1275 ], [ %1267, %1265 ], [ 2, %1271 ], [ 3, %1272 ], [ 2, %1273 ], [ 1, %1274 ], [ 3, %1269 ]
  %1285 = phi i32 [ 0, %1275 ], [ %1268, %1265 ], [ 8, %1271 ], [ 6, %1272 ], [ 6, %1273 ], [ 4, %1274 ], [ 8, %1269 ]
  %1286 = lshr i64 %1168, 10
  %1287 = select i1 %1177, i64 3, i64 7
  %1288 = and i64 %1286, %1287
  switch i8 %1178, label %1299 [
    i8 6, label %1296
    i8 5, label %1296
    i8 3, label %1290
  ]

1289:
  br label %1303

1290:
  %1291 = phi i64 [ %1264, %1259 ], [ %1288, %1283 ]
  %1292 = phi i32 [ %1261, %1259 ], [ %1285, %1283 ]
  %1293 = phi i32 [ 0, %1259 ], [ %1284, %1283 ]
  %1294 = icmp ugt i64 %1291, 1
  %1295 = select i1 %1294, i32 0, i32 8
  br label %1303

1296:
  %1297 = icmp ne i64 %1288, 1
  %1298 = select i1 %1297, i32 0, i32 4
  br label %1303

1299:
  %1300 = trunc i64 %1288 to i3
  switch i3 %1300, label %1581 [
    i3 0, label %1303
    i3 1, label %1303
    i3 3, label %1301
    i3 -4, label %1301
    i3 -3, label %1302
  ]

1301:
  br label %1303

1302:
  br label %1303

1303:
  %1304 = phi i32 [ %1278, %1276 ], [ %1254, %1251 ], [ %1285, %1299 ], [ %1285, %1301 ], [ %1285, %1299 ], [ %1285, %1302 ], [ %1292, %1290 ], [ %1285, %1296 ], [ %1278, %1289 ]
  %1305 = phi i32 [ %1277, %1276 ], [ %1253, %1251 ], [ %1284, %1299 ], [ %1284, %1301 ], [ %1284, %1299 ], [ %1284, %1302 ], [ %1293, %1290 ], [ %1284, %1296 ], [ %1277, %1289 ]
  %1306 = phi i1 [ false, %1276 ], [ true, %1251 ], [ true, %1299 ], [ true, %1301 ], [ true, %1299 ], [ true, %1302 ], [ true, %1290 ], [ true, %1296 ], [ true, %1289 ]
  %1307 = phi i1 [ false, %1276 ], [ false, %1251 ], [ false, %1299 ], [ false, %1301 ], [ false, %1299 ], [ false, %1302 ], [ %1294, %1290 ], [ %1297, %1296 ], [ false, %1289 ]
  %1308 = phi i1 [ false, %1276 ], [ false, %1251 ], [ false, %1299 ], [ true, %1301 ], [ false, %1299 ], [ true, %1302 ], [ %1294, %1290 ], [ true, %1296 ], [ false, %1289 ]
  %1309 = phi i32 [ 16, %1276 ], [ 32, %1251 ], [ 8, %1299 ], [ 6, %1301 ], [ 8, %1299 ], [ 4, %1302 ], [ %1295, %1290 ], [ %1298, %1296 ], [ 16, %1289 ]
  %1310 = icmp eq i32 %1304, 0
  %1311 = select i1 %1310, i1 true, i1 %1307
  br i1 %1311, label %1581, label %1312

1312:
  %1313 = lshr i64 %1168, 2
  %1314 = and i64 %1313, 1
  %1315 = and i64 %1076, 32
  %1316 = lshr exact i64 %1315, 5
  %1317 = icmp eq i64 %1314, %1316
  br i1 %1317, label %1318, label %1581

1318:
  %1319 = icmp eq i64 %1315, 0
  br i1 %1319, label %1326, label %1320

1320:
  %1321 = and i64 %1168, 3
  %1322 = and i64 %1076, 65024
  %1323 = icmp eq i64 %1322, 0
  %1324 = zext i1 %1323 to i64
  %1325 = icmp ugt i64 %1321, %1324
  br i1 %1325, label %1581, label %1326

1326:
  %1327 = icmp eq i64 %1170, 0
  %1328 = and i1 %1327, %1244
  %1329 = icmp ne i32 %1305, 10
  %1330 = or i1 %1329, %1306
  %1331 = select i1 %1328, i1 %1330, i1 false
  br i1 %1331, label %1581, label %1332

1332:
  %1333 = icmp ult i32 %1304, 8
  %1334 = select i1 %1192, i1 %1333, i1 false
  %1335 = and i1 %1308, %1194
  %1336 = select i1 %1334, i1 true, i1 %1335
  %1337 = add i64 %1190, -257
  %1338 = icmp ult i64 %1337, -256
  %1339 = select i1 %1336, i1 true, i1 %1338
  br i1 %1339, label %1581, label %1340

1340:
  %1341 = and i64 %1076, 16
  %1342 = icmp eq i64 %1341, 0
  br i1 %1342, label %1348, label %1343

1343:
  %1344 = trunc i64 %1241 to i9
  switch i9 %1344, label %1581 [
    i9 32, label %1345
    i9 64, label %1345
    i9 128, label %1345
  ]

1345:
  %1346 = trunc i64 %1190 to i9
  switch i9 %1346, label %1581 [
    i9 64, label %1371
    i9 128, label %1371
    i9 -256, label %1347
  ]

1347:
  br i1 %1319, label %1371, label %1581

1348:
  %1349 = select i1 %1174, i16 8, i16 16
  %1350 = icmp eq i64 %1170, 3
  %1351 = icmp ugt i64 %1190, 32
  %1352 = select i1 %1351, i16 16, i16 8
  %1353 = select i1 %1174, i16 %1352, i16 32
  %1354 = select i1 %1350, i16 %1353, i16 %1349
  %1355 = trunc i64 %1190 to i16
  %1356 = add i16 %1354, 511
  %1357 = and i16 %1356, %1355
  %1358 = icmp eq i16 %1357, 0
  br i1 %1358, label %1359, label %1581

1359:
  br i1 %1174, label %1363, label %1360

1360:
  %1361 = lshr exact i64 %1241, 1
  %1362 = icmp eq i64 %1241, 128
  br i1 %1362, label %1365, label %1368

1363:
  %1364 = icmp eq i64 %1241, 64
  br i1 %1364, label %1365, label %1368

1365:
  %1366 = phi i1 [ false, %1363 ], [ %1319, %1360 ]
  %1367 = or i1 %1197, %1366
  br i1 %1367, label %1371, label %1581

1368:
  %1369 = phi i64 [ %1241, %1363 ], [ %1361, %1360 ]
  %1370 = icmp eq i64 %1369, 128
  br i1 %1370, label %1371, label %1581

1371:
  %1372 = phi i64 [ 64, %1365 ], [ 128, %1368 ], [ %1241, %1345 ], [ %1241, %1345 ], [ %1241, %1347 ]
  %1373 = load i64, ptr %38, align 8
  %1374 = lshr i64 %1373, 56
  %1375 = and i64 %1374, 63
  %1376 = lshr exact i64 %1190, %1173
  %1377 = load i64, ptr %31, align 8
  %1378 = add i64 %1376, %1375
  %1379 = and i64 %1076, 8
  %1380 = icmp eq i64 %1379, 0
  br i1 %1380, label %1381, label %1482

1381:
  %1382 = load i64, ptr %30, align 8
  %1383 = shl i64 %1382, 4
  %1384 = and i64 %1383, 262128
  %1385 = lshr i64 %1382, 12
  %1386 = and i64 %1385, 262128
  %1387 = lshr i64 %1382, 28
  %1388 = and i64 %1387, 262128
  %1389 = lshr i64 %1382, 61
  %1390 = icmp eq i64 %1389, 0
  %1391 = select i1 %1192, i64 %1386, i64 %1388
  %1392 = select i1 %1192, i64 %1388, i64 %1386
  %1393 = icmp eq i64 %1389, 4
  %1394 = icmp eq i64 %1389, 6
  %1395 = select i1 %1394, i64 5, i64 7
  %1396 = select i1 %1393, i64 6, i64 %1395
  %1397 = icmp eq i64 %1389, 1
  %1398 = and i1 %1397, %1192
  %1399 = select i1 %1398, i64 2, i64 3
  %1400 = lshr i64 %1382, 42
  %1401 = and i64 %1400, 896
  %1402 = and i64 %1382, 4503599627370496
  %1403 = icmp eq i64 %1402, 0
  %1404 = and i64 %1383, 112
  %1405 = sub i64 128, %1404
  %1406 = select i1 %1403, i64 -1, i64 %1405
  %1407 = select i1 %1397, i64 5, i64 4
  %1408 = icmp eq i64 %1389, 2
  %1409 = select i1 %1394, i64 1, i64 3
  %1410 = select i1 %1408, i64 7, i64 %1409
  %1411 = select i1 %1390, i64 0, i64 %1410
  %1412 = select i1 %1192, i64 %1243, i64 %1372
  %1413 = select i1 %1192, i64 %1372, i64 %1243
  %1414 = select i1 %1177, i1 true, i1 %1333
  %1415 = select i1 %1177, i16 32, i16 16
  br i1 %1414, label %1420, label %1416

1416:
  %1417 = trunc i32 %1304 to i8
  %1418 = udiv i8 -128, %1417
  %1419 = zext i8 %1418 to i16
  br label %1420

1420:
  %1421 = phi i16 [ %1415, %1381 ], [ %1419, %1416 ]
  %1422 = trunc i64 %1413 to i16
  %1423 = udiv i16 %1422, %1421
  %1424 = zext i16 %1423 to i64
  %1425 = icmp eq i64 %1412, 0
  br i1 %1425, label %1482, label %1426

1426:
  %1427 = icmp ugt i16 %1421, %1422
  %1428 = shl i64 -1, %1399
  %1429 = xor i64 %1428, -1
  %1430 = shl i64 -1, %1396
  %1431 = xor i64 %1430, -1
  %1432 = sub i64 %1386, %1406
  br label %1433

1433:
  %1434 = phi i64 [ 0, %1426 ], [ %1451, %1449 ]
  %1435 = phi i64 [ 0, %1426 ], [ %1450, %1449 ]
  br i1 %1427, label %1449, label %1436

1436:
  %1437 = lshr i64 %1434, %1399
  %1438 = and i64 %1434, %1429
  %1439 = mul i64 %1437, %1388
  %1440 = shl i64 %1438, %1396
  %1441 = add i64 %1432, %1439
  %1442 = add i64 %1441, %1440
  %1443 = add i64 %1440, %1384
  %1444 = add i64 %1443, %1439
  %1445 = mul i64 %1437, %1391
  %1446 = shl i64 %1438, 4
  %1447 = add i64 %1446, %1384
  %1448 = add i64 %1447, %1445
  br label %1453

1449:
  %1450 = phi i64 [ %1435, %1433 ], [ %1478, %1470 ]
  %1451 = add i64 %1434, 1
  %1452 = icmp ult i64 %1451, %1412
  br i1 %1452, label %1433, label %1482

1453:
  %1454 = phi i64 [ 0, %1436 ], [ %1480, %1470 ]
  %1455 = phi i64 [ %1435, %1436 ], [ %1478, %1470 ]
  %1456 = shl i64 %1454, 4
  br i1 %1390, label %1457, label %1460

1457:
  %1458 = mul i64 %1454, %1392
  %1459 = add i64 %1448, %1458
  br label %1470

1460:
  %1461 = icmp ult i64 %1456, %1406
  br i1 %1461, label %1464, label %1462

1462:
  %1463 = add i64 %1442, %1456
  br label %1470

1464:
  %1465 = and i64 %1456, %1431
  %1466 = lshr i64 %1456, %1396
  %1467 = mul i64 %1466, %1386
  %1468 = add i64 %1444, %1465
  %1469 = add i64 %1468, %1467
  br label %1470

1470:
  %1471 = phi i64 [ %1459, %1457 ], [ %1463, %1462 ], [ %1469, %1464 ]
  %1472 = sub i64 %1471, %1401
  %1473 = lshr i64 %1472, 7
  %1474 = and i64 %1473, %1411
  %1475 = shl i64 %1474, %1407
  %1476 = xor i64 %1475, %1471
  %1477 = trunc i64 %1476 to i32
  %1478 = add i64 %1455, 1
  %1479 = getelementptr inbounds i32, ptr %18, i64 %1455
  store i32 %1477, ptr %1479, align 4
  %1480 = add i64 %1454, 1
  %1481 = icmp ult i64 %1480, %1424
  br i1 %1481, label %1453, label %1449

1482:
  %1483 = phi i64 [ 0, %1371 ], [ 0, %1420 ], [ %1450, %1449 ]
  %1484 = shl i64 %1377, 4
  %1485 = and i64 %1484, 262128
  %1486 = lshr i64 %1377, 12
  %1487 = and i64 %1486, 262128
  %1488 = lshr i64 %1377, 28
  %1489 = and i64 %1488, 262128
  %1490 = lshr i64 %1377, 61
  %1491 = icmp eq i64 %1490, 0
  %1492 = select i1 %1194, i64 %1487, i64 %1489
  %1493 = select i1 %1194, i64 %1489, i64 %1487
  %1494 = icmp eq i64 %1490, 4
  %1495 = icmp eq i64 %1490, 6
  %1496 = select i1 %1495, i64 5, i64 7
  %1497 = select i1 %1494, i64 6, i64 %1496
  %1498 = icmp eq i64 %1490, 1
  %1499 = and i1 %1498, %1194
  %1500 = select i1 %1499, i64 2, i64 3
  %1501 = lshr i64 %1377, 42
  %1502 = and i64 %1501, 896
  %1503 = and i64 %1377, 4503599627370496
  %1504 = icmp eq i64 %1503, 0
  %1505 = and i64 %1484, 112
  %1506 = sub i64 128, %1505
  %1507 = select i1 %1504, i64 -1, i64 %1506
  %1508 = select i1 %1498, i64 5, i64 4
  %1509 = icmp eq i64 %1490, 2
  %1510 = select i1 %1495, i64 1, i64 3
  %1511 = select i1 %1509, i64 7, i64 %1510
  %1512 = select i1 %1491, i64 0, i64 %1511
  %1513 = select i1 %1194, i64 %1242, i64 %1378
  %1514 = select i1 %1194, i64 %1378, i64 %1242
  br i1 %1177, label %1521, label %1515

1515:
  br i1 %1308, label %1518, label %1516

1516:
  %1517 = udiv i32 128, %1309
  br label %1518

1518:
  %1519 = phi i32 [ %1517, %1516 ], [ 16, %1515 ]
  %1520 = zext i32 %1519 to i64
  br label %1521

1521:
  %1522 = phi i64 [ %1520, %1518 ], [ 32, %1482 ]
  %1523 = udiv i64 %1514, %1522
  %1524 = icmp eq i64 %1513, 0
  br i1 %1524, label %1581, label %1525

1525:
  %1526 = icmp ugt i64 %1522, %1514
  %1527 = shl i64 -1, %1500
  %1528 = xor i64 %1527, -1
  %1529 = shl i64 -1, %1497
  %1530 = xor i64 %1529, -1
  %1531 = sub i64 %1487, %1507
  br label %1532

1532:
  %1533 = phi i64 [ 0, %1525 ], [ %1550, %1548 ]
  %1534 = phi i64 [ %1483, %1525 ], [ %1549, %1548 ]
  br i1 %1526, label %1548, label %1535

1535:
  %1536 = lshr i64 %1533, %1500
  %1537 = and i64 %1533, %1528
  %1538 = mul i64 %1536, %1489
  %1539 = shl i64 %1537, %1497
  %1540 = add i64 %1531, %1538
  %1541 = add i64 %1540, %1539
  %1542 = add i64 %1539, %1485
  %1543 = add i64 %1542, %1538
  %1544 = mul i64 %1536, %1492
  %1545 = shl i64 %1537, 4
  %1546 = add i64 %1545, %1485
  %1547 = add i64 %1546, %1544
  br label %1552

1548:
  %1549 = phi i64 [ %1534, %1532 ], [ %1577, %1569 ]
  %1550 = add i64 %1533, 1
  %1551 = icmp ult i64 %1550, %1513
  br i1 %1551, label %1532, label %1581

1552:
  %1553 = phi i64 [ 0, %1535 ], [ %1579, %1569 ]
  %1554 = phi i64 [ %1534, %1535 ], [ %1577, %1569 ]
  %1555 = shl i64 %1553, 4
  br i1 %1491, label %1556, label %1559

1556:
  %1557 = mul i64 %1553, %1493
  %1558 = add i64 %1547, %1557
  br label %1569

1559:
  %1560 = icmp ult i64 %1555, %1507
  br i1 %1560, label %1563, label %1561

1561:
  %1562 = add i64 %1541, %1555
  br label %1569

1563:
  %1564 = and i64 %1555, %1530
  %1565 = lshr i64 %1555, %1497
  %1566 = mul i64 %1565, %1487
  %1567 = add i64 %1543, %1564
  %1568 = add i64 %1567, %1566
  br label %1569

1569:
  %1570 = phi i64 [ %1558, %1556 ], [ %1562, %1561 ], [ %1568, %1563 ]
  %1571 = sub i64 %1570, %1502
  %1572 = lshr i64 %1571, 7
  %1573 = and i64 %1572, %1512
  %1574 = shl i64 %1573, %1508
  %1575 = xor i64 %1574, %1570
  %1576 = trunc i64 %1575 to i32
  %1577 = add i64 %1554, 1
  %1578 = getelementptr inbounds i32, ptr %18, i64 %1554
  store i32 %1576, ptr %1578, align 4
  %1579 = add i64 %1553, 1
  %1580 = icmp ult i64 %1579, %1523
  br i1 %1580, label %1552, label %1548

1581:
  %1582 = phi i64 [ 0, %1365 ], [ 0, %1164 ], [ 0, %1312 ], [ 0, %1368 ], [ %1549, %1548 ], [ 0, %1326 ], [ 0, %1303 ], [ 0, %1332 ], [ 0, %1233 ], [ 0, %1221 ], [ 0, %1320 ], [ 0, %1348 ], [ 0, %1343 ], [ 0, %1347 ], [ 0, %1345 ], [ 0, %1218 ], [ 0, %1217 ], [ 0, %1211 ], [ 0, %1205 ], [ %1483, %1521 ], [ 0, %1079 ], [ 0, %1299 ], [ 0, %1276 ], [ 0, %1251 ], [ %1132, %1131 ]
  %1583 = call i1 @"ks.watch_chunks"(ptr %0, i64 %1, ptr %18, i64 %1582)
  %1584 = getelementptr inbounds i8, ptr %1068, i64 56
  br i1 %1583, label %1585, label %1617

1585:
  %1586 = load i64, ptr %1584, align 8
  %1587 = icmp eq i64 %1586, 0
  br i1 %1587, label %1616, label %1588

1588:
  %1589 = load i64, ptr %27, align 8
  %1590 = and i64 %1589, 31
  %1591 = getelementptr inbounds i64, ptr %1068, i64 %1590
  %1592 = getelementptr inbounds i8, ptr %1591, i64 512
  %1593 = load i64, ptr %1592, align 8
  %1594 = add i64 %1589, 1
  %1595 = icmp eq i64 %1593, %1594
  br i1 %1595, label %1596, label %1616

1596:
  %1597 = getelementptr inbounds i8, ptr %1068, i64 80
  %1598 = load i64, ptr %1597, align 8
  %1599 = load i64, ptr %26, align 8
  %1600 = icmp eq i64 %1598, %1599
  br i1 %1600, label %1601, label %1616

1601:
  %1602 = getelementptr inbounds i8, ptr %1068, i64 88
  %1603 = load i64, ptr %1602, align 8
  %1604 = load i64, ptr %19, align 8
  %1605 = icmp eq i64 %1603, %1604
  br i1 %1605, label %1606, label %1616

1606:
  %1607 = getelementptr inbounds i8, ptr %1068, i64 96
  %1608 = load i64, ptr %1607, align 8
  %1609 = load i64, ptr %29, align 8
  %1610 = icmp eq i64 %1608, %1609
  br i1 %1610, label %1611, label %1616

1611:
  %1612 = getelementptr inbounds i8, ptr %1068, i64 104
  %1613 = load i64, ptr %1612, align 8
  %1614 = load i64, ptr %32, align 8
  %1615 = icmp eq i64 %1613, %1614
  br i1 %1615, label %1645, label %1616

1616:
  store i64 0, ptr %1584, align 8
  br label %1618

1617:
  store i64 0, ptr %1584, align 8
  call void @"ks.tell_of_copies"(ptr %0)
  br label %1618

1618:
  %1619 = trunc i64 %1075 to i32
  %1620 = shl i32 1, %112
  %1621 = zext i1 %1583 to i64
  %1622 = getelementptr inbounds i8, ptr %1066, i64 184
  %1623 = load i64, ptr %1622, align 8
  %1624 = icmp eq i64 %1623, 0
  br i1 %1624, label %1632, label %1625

1625:
  %1626 = inttoptr i64 %1623 to ptr
  %1627 = getelementptr inbounds i8, ptr %1066, i64 464
  %1628 = load i64, ptr %1627, align 8
  %1629 = icmp eq i64 %1628, 0
  br i1 %1629, label %1631, label %1630, !prof !2

1630:
  call void @"ks.tell_of_passes"(ptr %0, ptr %1066)
  br label %1631

1631:
  call void %1626(ptr %0, i32 65, i32 %1619, i32 %1620, ptr %19, i64 %1621)
  br label %1632

1632:
  %1633 = add i64 %1075, 1
  %1634 = and i64 %1075, 31
  %1635 = getelementptr inbounds i64, ptr %1068, i64 %1634
  %1636 = getelementptr inbounds i8, ptr %1635, i64 512
  store i64 %1633, ptr %1636, align 8
  %1637 = load i64, ptr %26, align 8
  %1638 = getelementptr inbounds i8, ptr %1068, i64 80
  store i64 %1637, ptr %1638, align 8
  %1639 = load i64, ptr %19, align 8
  %1640 = getelementptr inbounds i8, ptr %1068, i64 88
  store i64 %1639, ptr %1640, align 8
  %1641 = load i64, ptr %29, align 8
  %1642 = getelementptr inbounds i8, ptr %1068, i64 96
  store i64 %1641, ptr %1642, align 8
  %1643 = load i64, ptr %32, align 8
  %1644 = getelementptr inbounds i8, ptr %1068, i64 104
  store i64 %1643, ptr %1644, align 8
  br label %1645

1645:
  %1646 = getelementptr inbounds i8, ptr %1068, i64 64
  store i64 %1074, ptr %1646, align 8
  %1647 = getelementptr inbounds i8, ptr %1068, i64 72
  store i64 %1075, ptr %1647, align 8
  br label %1648

1648:
  %1649 = load i64, ptr %49, align 8
  %1650 = add i64 %1649, 1
  store i64 %1650, ptr %49, align 8
  %1651 = mul i64 %1649, 168
  %1652 = getelementptr inbounds i8, ptr %56, i64 %1651
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 8 %1652, ptr align 8 %19, i64 168, i1 false)
  %1653 = load i64, ptr %57, align 8
  %1654 = icmp eq i64 %1653, 0
  br i1 %1654, label %1666, label %1655, !prof !2

1655:
  %1656 = shl i64 %1653, 13
  %1657 = xor i64 %1656, %1653
  %1658 = lshr i64 %1657, 7
  %1659 = xor i64 %1658, %1657
  %1660 = shl i64 %1659, 17
  %1661 = xor i64 %1660, %1659
  store i64 %1661, ptr %57, align 8
  %1662 = and i64 %1659, 2048
  %1663 = icmp eq i64 %1662, 0
  br i1 %1663, label %1664, label %1666

1664:
  %1665 = load i64, ptr %53, align 8
  call void @"ks.tensor_complete"(ptr %0, ptr poison, i64 %1665)
  br label %1666

1666:
  %1667 = add i32 %111, -1
  %1668 = and i32 %1667, %111
  %1669 = icmp eq i32 %1668, 0
  br i1 %1669, label %132, label %110
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
  %17 = getelementptr inbounds i8, ptr %14, i64 768
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
  %46 = mul i64 %44, 168
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
  br i1 %19, label %20, label %2088

20:
  %21 = and i64 %5, 1
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %1162, label %23

23:
  %24 = getelementptr inbounds i8, ptr %16, i64 56
  %25 = and i64 %5, 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %32, label %27

27:
  %28 = getelementptr inbounds i8, ptr %16, i64 464
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %32, label %31, !prof !2

31:
  call void @"ks.tell_of_passes"(ptr %0, ptr %16)
  br label %32

32:
  %33 = getelementptr inbounds i8, ptr %0, i64 120
  %34 = load i64, ptr %33, align 8
  %35 = load i64, ptr %16, align 8
  %36 = inttoptr i64 %35 to ptr
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr inbounds i8, ptr %16, i64 16
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr i64, ptr %16, i64 %34
  %41 = getelementptr i8, ptr %40, i64 208
  %42 = load i64, ptr %41, align 8
  %43 = call i64 @"llvm.umax.i64"(i64 %42, i64 %39)
  %44 = getelementptr inbounds i8, ptr %16, i64 40
  %45 = load i64, ptr %44, align 8
  %46 = shl i64 %34, 5
  %47 = or i64 %45, %46
  %48 = insertelement <32 x i64> poison, i64 %47, i64 0
  %49 = shufflevector <32 x i64> %48, <32 x i64> poison, <32 x i32> zeroinitializer
  %50 = or <32 x i64> %49, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %51 = shl i64 %37, 32
  %52 = insertelement <32 x i64> poison, i64 %51, i64 0
  %53 = shufflevector <32 x i64> %52, <32 x i64> poison, <32 x i32> zeroinitializer
  %54 = or <32 x i64> %50, %53
  %55 = getelementptr inbounds i8, ptr %16, i64 160
  %56 = load i64, ptr %55, align 8
  %57 = freeze i64 %56
  %58 = icmp ne i64 %57, 0
  %59 = load i64, ptr %24, align 8
  %60 = lshr i64 %5, 16
  %61 = and i64 %60, 255
  %62 = insertelement <32 x i64> poison, i64 %61, i64 0
  %63 = shufflevector <32 x i64> %62, <32 x i64> poison, <32 x i32> zeroinitializer
  %64 = add <32 x i64> %63, %2
  %65 = insertelement <32 x i64> poison, i64 %59, i64 0
  %66 = shufflevector <32 x i64> %65, <32 x i64> poison, <32 x i32> zeroinitializer
  %67 = icmp ule <32 x i64> %64, %66
  %68 = icmp ule <32 x i64> %2, %66
  %69 = and <32 x i1> %67, %68
  %70 = bitcast <32 x i1> %69 to i32
  %71 = and i32 %3, %70
  %72 = lshr i64 %5, 8
  %73 = and i64 %72, 15
  %74 = lshr i64 %61, %73
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %2088, label %76

76:
  %77 = getelementptr inbounds i8, ptr %16, i64 8
  %78 = load i64, ptr %77, align 8
  %79 = getelementptr inbounds i8, ptr %16, i64 152
  %80 = load i64, ptr %79, align 8
  %81 = insertelement <32 x i64> poison, i64 %73, i64 0
  %82 = shufflevector <32 x i64> %81, <32 x i64> poison, <32 x i32> zeroinitializer
  %83 = lshr <32 x i64> %2, %82
  %84 = and i64 %5, 2
  %85 = icmp eq i64 %84, 0
  %86 = and i64 %5, 65
  %87 = icmp eq i64 %86, 65
  %88 = call i64 @"llvm.umin.i64"(i64 %39, i64 %80)
  %89 = select i1 %87, i64 %88, i64 %39
  %90 = bitcast i32 %71 to <32 x i1>
  %91 = and i32 %1, 1048576
  %92 = icmp ne i32 %91, 0
  %93 = xor i1 %92, true
  %94 = getelementptr inbounds i8, ptr %16, i64 64
  %95 = shl i64 %89, 32
  %96 = insertelement <32 x i64> poison, i64 %95, i64 0
  %97 = shufflevector <32 x i64> %96, <32 x i64> poison, <32 x i32> zeroinitializer
  %98 = getelementptr inbounds i8, ptr %16, i64 112
  %99 = and i64 %5, 32
  %100 = icmp eq i64 %99, 0
  %101 = getelementptr inbounds i8, ptr %16, i64 200
  %102 = getelementptr inbounds i8, ptr %16, i64 32
  %103 = shl i64 %34, 8
  %104 = getelementptr inbounds i8, ptr %16, i64 72
  %105 = getelementptr inbounds i8, ptr %16, i64 80
  %106 = getelementptr inbounds i8, ptr %16, i64 88
  %107 = insertelement <32 x i64> poison, i64 %78, i64 0
  %108 = shufflevector <32 x i64> %107, <32 x i64> poison, <32 x i32> zeroinitializer
  %109 = lshr <32 x i64> %49, splat (i64 5)
  %110 = insertelement <32 x i64> poison, i64 %43, i64 0
  %111 = shufflevector <32 x i64> %110, <32 x i64> poison, <32 x i32> zeroinitializer
  %112 = insertelement <32 x i64> poison, i64 %39, i64 0
  %113 = shufflevector <32 x i64> %112, <32 x i64> poison, <32 x i32> zeroinitializer
  %114 = getelementptr inbounds i8, ptr %16, i64 192
  %115 = insertelement <32 x i64> poison, i64 %80, i64 0
  %116 = shufflevector <32 x i64> %115, <32 x i64> poison, <32 x i32> zeroinitializer
  %117 = insertelement <32 x i32> poison, i32 %1, i64 0
  %118 = shufflevector <32 x i32> %117, <32 x i32> poison, <32 x i32> zeroinitializer
  %119 = and i64 %5, 4
  %120 = icmp eq i64 %119, 0
  %121 = getelementptr inbounds i8, ptr %0, i64 472
  %122 = lshr i64 %5, 24
  %123 = and i64 %122, 255
  %124 = icmp eq i64 %123, 0
  %125 = trunc i64 %122 to i8
  %126 = lshr i64 %123, 3
  %127 = insertelement <32 x i64> poison, i64 %126, i64 0
  %128 = shufflevector <32 x i64> %127, <32 x i64> poison, <32 x i32> zeroinitializer
  %129 = insertelement <32 x i64> poison, i64 %89, i64 0
  %130 = shufflevector <32 x i64> %129, <32 x i64> poison, <32 x i32> zeroinitializer
  %131 = getelementptr inbounds i8, ptr %0, i64 128
  %132 = getelementptr inbounds i8, ptr %16, i64 120
  %133 = getelementptr inbounds i8, ptr %16, i64 128
  %134 = icmp ne i64 %119, 0
  %135 = and i1 %92, %134
  %136 = shl i32 %1, 3
  %137 = ashr i32 %136, 31
  %138 = bitcast i32 %137 to <32 x i1>
  %139 = or <32 x i64> %54, splat (i64 -9223372036854775808)
  %140 = or i32 %1, 8388608
  %141 = insertelement <32 x i32> poison, i32 %140, i64 0
  %142 = shufflevector <32 x i32> %141, <32 x i32> poison, <32 x i32> zeroinitializer
  %143 = getelementptr inbounds i8, ptr %16, i64 176
  %144 = shl i32 %1, 2
  %145 = and i32 %144, 4194300
  %146 = zext i32 %145 to i64
  %147 = and i32 %1, 33554432
  %148 = icmp ne i32 %147, 0
  %149 = icmp eq ptr %4, null
  %150 = getelementptr inbounds i8, ptr %10, i64 256
  %151 = getelementptr inbounds i8, ptr %10, i64 512
  %152 = getelementptr inbounds i8, ptr %10, i64 768
  %153 = getelementptr inbounds i8, ptr %10, i64 1024
  %154 = getelementptr inbounds i8, ptr %10, i64 1280
  %155 = getelementptr inbounds i8, ptr %10, i64 1536
  %156 = getelementptr inbounds i8, ptr %16, i64 168
  %157 = shl i64 %5, 8
  %158 = and i64 %157, 1095216660480
  %159 = select <32 x i1> %138, <32 x i64> %139, <32 x i64> %54
  %160 = or i1 %92, %58
  %161 = getelementptr inbounds i8, ptr %8, i64 256
  %162 = getelementptr inbounds i8, ptr %8, i64 512
  %163 = getelementptr inbounds i8, ptr %8, i64 768
  %164 = getelementptr inbounds i8, ptr %8, i64 1024
  %165 = getelementptr inbounds i8, ptr %8, i64 1280
  %166 = getelementptr inbounds i8, ptr %8, i64 1536
  %167 = getelementptr inbounds i8, ptr %13, i64 256
  %168 = getelementptr inbounds i8, ptr %13, i64 512
  %169 = getelementptr inbounds i8, ptr %13, i64 768
  %170 = getelementptr inbounds i8, ptr %13, i64 1024
  %171 = getelementptr inbounds i8, ptr %13, i64 1280
  %172 = getelementptr inbounds i8, ptr %13, i64 1536
  %173 = icmp ne i64 %99, 0
  %174 = icmp ne i32 %71, 0
  %175 = and i1 %173, %174
  %176 = insertelement <32 x i64> poison, i64 %37, i64 0
  %177 = shufflevector <32 x i64> %176, <32 x i64> poison, <32 x i32> zeroinitializer
  %178 = shl i64 %34, 3
  %179 = lshr i32 %1, 15
  %180 = and i32 %179, 224
  %181 = shl i32 %1, 9
  %182 = and i32 %181, 536870400
  %183 = or i32 %182, %180
  %184 = zext i32 %183 to i64
  %185 = or i64 %51, %184
  %186 = insertelement <32 x i64> poison, i64 %185, i64 0
  %187 = shufflevector <32 x i64> %186, <32 x i64> poison, <32 x i32> zeroinitializer
  %188 = or <32 x i64> %187, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %189 = or <32 x i64> %187, <i64 256, i64 257, i64 258, i64 259, i64 260, i64 261, i64 262, i64 263, i64 264, i64 265, i64 266, i64 267, i64 268, i64 269, i64 270, i64 271, i64 272, i64 273, i64 274, i64 275, i64 276, i64 277, i64 278, i64 279, i64 280, i64 281, i64 282, i64 283, i64 284, i64 285, i64 286, i64 287>
  %190 = and i64 %5, 16
  %191 = icmp eq i64 %190, 0
  %192 = call i32 @"llvm.ctpop.i32"(i32 %71)
  %193 = icmp ne i32 %192, 1
  %194 = getelementptr inbounds i8, ptr %7, i64 256
  %195 = getelementptr inbounds i8, ptr %7, i64 512
  %196 = getelementptr inbounds i8, ptr %7, i64 768
  %197 = getelementptr inbounds i8, ptr %7, i64 1024
  %198 = getelementptr inbounds i8, ptr %7, i64 1280
  %199 = getelementptr inbounds i8, ptr %7, i64 1536
  %200 = trunc i64 %74 to i32
  br label %201

201:
  %202 = phi i64 [ 0, %76 ], [ %1160, %1158 ]
  %203 = phi i32 [ 0, %76 ], [ %1159, %1158 ]
  %204 = insertelement <32 x i64> poison, i64 %202, i64 0
  %205 = shufflevector <32 x i64> %204, <32 x i64> poison, <32 x i32> zeroinitializer
  %206 = add <32 x i64> %205, %83
  %207 = load i64, ptr %94, align 8
  %208 = inttoptr i64 %207 to ptr
  %209 = getelementptr i64, ptr %208, <32 x i64> %206
  %210 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %209, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %211 = icmp uge <32 x i64> %210, %97
  %212 = bitcast <32 x i1> %211 to i32
  %213 = icmp eq i32 %212, 0
  br i1 %85, label %214, label %475

214:
  br i1 %213, label %372, label %215, !prof !2

215:
  %216 = load i64, ptr %104, align 8
  %217 = inttoptr i64 %216 to ptr
  %218 = getelementptr i32, ptr %217, <32 x i64> %206
  %219 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %218, i32 4, <32 x i1> %90, <32 x i32> zeroinitializer)
  %220 = load i64, ptr %105, align 8
  %221 = inttoptr i64 %220 to ptr
  %222 = getelementptr i64, ptr %221, <32 x i64> %206
  %223 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %222, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %224 = load i64, ptr %106, align 8
  %225 = inttoptr i64 %224 to ptr
  %226 = getelementptr i32, ptr %225, <32 x i64> %206
  %227 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %226, i32 4, <32 x i1> %90, <32 x i32> zeroinitializer)
  %228 = and <32 x i64> %210, splat (i64 4294967295)
  %229 = lshr <32 x i64> %210, splat (i64 32)
  %230 = and <32 x i64> %229, splat (i64 2147483647)
  %231 = icmp ult <32 x i64> %230, %108
  %232 = icmp eq <32 x i64> %228, %50
  %233 = or <32 x i1> %232, %231
  %234 = lshr <32 x i64> %228, splat (i64 5)
  %235 = icmp eq <32 x i64> %234, %109
  %236 = xor <32 x i64> %228, %50
  %237 = icmp ult <32 x i64> %236, splat (i64 1024)
  %238 = select <32 x i1> %235, <32 x i64> %111, <32 x i64> %113
  br i1 %26, label %247, label %239

239:
  %240 = and <32 x i64> %234, splat (i64 31)
  %241 = load i64, ptr %114, align 8
  %242 = add i64 %241, %103
  %243 = inttoptr i64 %242 to ptr
  %244 = getelementptr i64, ptr %243, <32 x i64> %240
  %245 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %244, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %246 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %238, <32 x i64> %245)
  br label %247

247:
  %248 = phi <32 x i64> [ %246, %239 ], [ %238, %215 ]
  %249 = select <32 x i1> %237, <32 x i64> %248, <32 x i64> %116
  %250 = select i1 %87, <32 x i64> %249, <32 x i64> %248
  %251 = icmp ult <32 x i64> %230, %250
  %252 = or <32 x i1> %233, %251
  br i1 %100, label %269, label %253

253:
  %254 = and <32 x i64> %210, splat (i64 1023)
  %255 = xor <32 x i64> %254, splat (i64 1023)
  %256 = and <32 x i32> %219, splat (i32 536870912)
  %257 = icmp ne <32 x i32> %256, zeroinitializer
  %258 = icmp ult <32 x i64> %255, splat (i64 32)
  %259 = and <32 x i1> %258, %257
  %260 = load i64, ptr %101, align 8
  %261 = inttoptr i64 %260 to ptr
  %262 = getelementptr inbounds i8, ptr %261, i64 1600
  %263 = getelementptr inbounds i8, ptr %262, i64 %103
  %264 = getelementptr i64, ptr %263, <32 x i64> %255
  %265 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %264, i32 8, <32 x i1> %259, <32 x i64> zeroinitializer)
  %266 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %265, <32 x i64> %113)
  %267 = icmp ult <32 x i64> %230, %266
  %268 = select <32 x i1> %257, <32 x i1> %267, <32 x i1> %252
  br label %269

269:
  %270 = phi <32 x i1> [ %268, %253 ], [ %252, %247 ]
  %271 = and <32 x i32> %219, %118
  %272 = icmp ugt <32 x i64> %236, splat (i64 31)
  %273 = and <32 x i32> %271, splat (i32 4194304)
  %274 = icmp ne <32 x i32> %273, zeroinitializer
  %275 = and <32 x i32> %271, splat (i32 1048576)
  %276 = icmp ne <32 x i32> %275, zeroinitializer
  %277 = and <32 x i1> %237, %276
  %278 = or <32 x i1> %274, %277
  %279 = and <32 x i32> %271, splat (i32 1107296256)
  %280 = icmp ne <32 x i32> %279, splat (i32 1073741824)
  %281 = or <32 x i1> %272, %280
  %282 = and <32 x i1> %281, %278
  %283 = or <32 x i1> %282, %270
  %284 = and <32 x i64> %223, splat (i64 4294967295)
  %285 = lshr <32 x i64> %223, splat (i64 32)
  %286 = and <32 x i64> %285, splat (i64 2147483647)
  %287 = icmp ult <32 x i64> %286, %108
  %288 = icmp eq <32 x i64> %284, %50
  %289 = or <32 x i1> %288, %287
  %290 = lshr <32 x i64> %284, splat (i64 5)
  %291 = icmp eq <32 x i64> %290, %109
  %292 = xor <32 x i64> %284, %50
  %293 = icmp ult <32 x i64> %292, splat (i64 1024)
  %294 = select <32 x i1> %291, <32 x i64> %111, <32 x i64> %113
  br i1 %26, label %303, label %295

295:
  %296 = and <32 x i64> %290, splat (i64 31)
  %297 = load i64, ptr %114, align 8
  %298 = add i64 %297, %103
  %299 = inttoptr i64 %298 to ptr
  %300 = getelementptr i64, ptr %299, <32 x i64> %296
  %301 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %300, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %302 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %294, <32 x i64> %301)
  br label %303

303:
  %304 = phi <32 x i64> [ %302, %295 ], [ %294, %269 ]
  %305 = select <32 x i1> %293, <32 x i64> %304, <32 x i64> %116
  %306 = select i1 %87, <32 x i64> %305, <32 x i64> %304
  %307 = icmp ult <32 x i64> %286, %306
  %308 = or <32 x i1> %289, %307
  %309 = and <32 x i32> %227, %118
  %310 = icmp ugt <32 x i64> %292, splat (i64 31)
  %311 = and <32 x i32> %309, splat (i32 4194304)
  %312 = icmp ne <32 x i32> %311, zeroinitializer
  %313 = and <32 x i32> %309, splat (i32 1048576)
  %314 = icmp ne <32 x i32> %313, zeroinitializer
  %315 = and <32 x i1> %293, %314
  %316 = or <32 x i1> %312, %315
  %317 = and <32 x i32> %309, splat (i32 1107296256)
  %318 = icmp ne <32 x i32> %317, splat (i32 1073741824)
  %319 = or <32 x i1> %310, %318
  %320 = and <32 x i1> %319, %316
  %321 = or <32 x i1> %320, %308
  %322 = and <32 x i32> %219, splat (i32 8388608)
  %323 = icmp eq <32 x i32> %322, zeroinitializer
  %324 = or <32 x i1> %323, %321
  %325 = and <32 x i32> %219, splat (i32 268435456)
  %326 = icmp eq <32 x i32> %325, zeroinitializer
  %327 = and <32 x i1> %326, %324
  %328 = and <32 x i1> %283, %327
  %329 = bitcast <32 x i1> %328 to i32
  %330 = xor i32 %329, -1
  %331 = and i32 %71, %330
  %332 = icmp eq i32 %331, 0
  br i1 %332, label %372, label %333, !prof !2

333:
  %334 = load i64, ptr %143, align 8
  %335 = inttoptr i64 %334 to ptr
  %336 = getelementptr inbounds i64, ptr %335, i64 %146
  %337 = load i64, ptr %336, align 8
  %338 = icmp eq i64 %337, 0
  br i1 %338, label %364, label %339

339:
  %340 = getelementptr inbounds i8, ptr %336, i64 16
  %341 = load i64, ptr %340, align 8
  %342 = insertelement <32 x i64> poison, i64 %341, i64 0
  %343 = shufflevector <32 x i64> %342, <32 x i64> poison, <32 x i32> zeroinitializer
  %344 = and <32 x i32> %219, splat (i32 63)
  %345 = zext <32 x i32> %344 to <32 x i64>
  %346 = lshr <32 x i64> %343, %345
  %347 = trunc <32 x i64> %346 to <32 x i1>
  %348 = bitcast <32 x i1> %347 to i32
  %349 = xor i32 %348, -1
  %350 = and i32 %331, %349
  %351 = icmp eq i32 %350, 0
  %352 = or i1 %148, %351
  %353 = getelementptr inbounds i8, ptr %336, i64 24
  %354 = load i64, ptr %353, align 8
  %355 = icmp eq i64 %354, 0
  %356 = select i1 %355, i1 %352, i1 false
  br i1 %356, label %357, label %364

357:
  %358 = add i64 %337, -1
  store i64 %358, ptr %336, align 8
  %359 = call i32 @"llvm.ctpop.i32"(i32 %331)
  %360 = zext i32 %359 to i64
  %361 = getelementptr inbounds i8, ptr %336, i64 8
  %362 = load i64, ptr %361, align 8
  %363 = add i64 %362, %360
  store i64 %363, ptr %361, align 8
  br label %372

364:
  br i1 %100, label %366, label %365

365:
  call void @"ks.tell_of_copies"(ptr %0)
  br label %366

366:
  store <32 x i64> %2, ptr %13, align 256
  store <32 x i64> %210, ptr %167, align 256
  %367 = zext <32 x i32> %219 to <32 x i64>
  store <32 x i64> %367, ptr %168, align 256
  store <32 x i64> %223, ptr %169, align 256
  %368 = zext <32 x i32> %227 to <32 x i64>
  store <32 x i64> %368, ptr %170, align 256
  store <32 x i64> zeroinitializer, ptr %171, align 256
  store <32 x i64> zeroinitializer, ptr %172, align 256
  %369 = load i64, ptr %156, align 8
  %370 = inttoptr i64 %369 to ptr
  %371 = or i64 %202, %158
  call void %370(ptr %0, i32 %1, i32 %331, i32 0, ptr %24, ptr %13, ptr %4, i64 %371)
  br label %372

372:
  br i1 %175, label %373, label %387

373:
  %374 = select <32 x i1> %90, <32 x i64> %206, <32 x i64> splat (i64 -1)
  %375 = call i64 @"llvm.vector.reduce.umin.v32i64"(<32 x i64> %374)
  %376 = add <32 x i64> %206, splat (i64 1)
  %377 = select <32 x i1> %90, <32 x i64> %376, <32 x i64> zeroinitializer
  %378 = call i64 @"llvm.vector.reduce.umax.v32i64"(<32 x i64> %377)
  %379 = load i64, ptr %101, align 8
  %380 = inttoptr i64 %379 to ptr
  %381 = getelementptr inbounds i8, ptr %380, i64 40
  %382 = load i64, ptr %381, align 8
  %383 = call i64 @"llvm.umin.i64"(i64 %382, i64 %375)
  store i64 %383, ptr %381, align 8
  %384 = getelementptr inbounds i8, ptr %380, i64 48
  %385 = load i64, ptr %384, align 8
  %386 = call i64 @"llvm.umax.i64"(i64 %385, i64 %378)
  store i64 %386, ptr %384, align 8
  br label %387

387:
  %388 = load i64, ptr %98, align 8
  %389 = inttoptr i64 %388 to ptr
  %390 = getelementptr i64, ptr %389, <32 x i64> %206
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %177, <32 x ptr> %390, i32 8, <32 x i1> %90)
  %391 = load i64, ptr %132, align 8
  %392 = load i64, ptr %133, align 8
  %393 = mul i64 %178, %392
  %394 = add i64 %393, %391
  %395 = inttoptr i64 %394 to ptr
  %396 = getelementptr i64, ptr %395, <32 x i64> %206
  %397 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %396, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %398 = and <32 x i64> %397, splat (i64 31)
  %399 = lshr <32 x i64> %397, splat (i64 32)
  %400 = icmp uge <32 x i64> %399, %111
  %401 = and <32 x i64> %397, splat (i64 256)
  %402 = icmp ne <32 x i64> %401, zeroinitializer
  %403 = icmp ne <32 x i64> %398, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %404 = or <32 x i1> %402, %403
  %405 = and <32 x i1> %404, %400
  %406 = or <32 x i64> %397, splat (i64 -2147483873)
  %407 = select <32 x i1> %405, <32 x i64> %406, <32 x i64> splat (i64 -2147483649)
  %408 = and <32 x i64> %407, %189
  %409 = select <32 x i1> %405, <32 x i64> %408, <32 x i64> %188
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %409, <32 x ptr> %396, i32 8, <32 x i1> %90)
  %410 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %396, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %411 = and <32 x i64> %410, splat (i64 31)
  %412 = icmp ne <32 x i64> %411, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %413 = and <32 x i1> %412, %90
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %408, <32 x ptr> %396, i32 8, <32 x i1> %413)
  br i1 %191, label %1158, label %414

414:
  %415 = bitcast <32 x i1> %405 to i32
  %416 = and i32 %71, %415
  %417 = icmp eq i32 %416, 0
  %418 = select i1 %193, i1 true, i1 %417
  br i1 %418, label %1158, label %419, !prof !2

419:
  %420 = bitcast i32 %416 to <32 x i1>
  %421 = load i64, ptr %94, align 8
  %422 = inttoptr i64 %421 to ptr
  %423 = getelementptr i64, ptr %422, <32 x i64> %206
  %424 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %423, i32 8, <32 x i1> %420, <32 x i64> zeroinitializer)
  %425 = load i64, ptr %104, align 8
  %426 = inttoptr i64 %425 to ptr
  %427 = getelementptr i32, ptr %426, <32 x i64> %206
  %428 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %427, i32 4, <32 x i1> %420, <32 x i32> zeroinitializer)
  %429 = load i64, ptr %105, align 8
  %430 = inttoptr i64 %429 to ptr
  %431 = getelementptr i64, ptr %430, <32 x i64> %206
  %432 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %431, i32 8, <32 x i1> %420, <32 x i64> zeroinitializer)
  %433 = load i64, ptr %106, align 8
  %434 = inttoptr i64 %433 to ptr
  %435 = getelementptr i32, ptr %434, <32 x i64> %206
  %436 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %435, i32 4, <32 x i1> %420, <32 x i32> zeroinitializer)
  %437 = load i64, ptr %143, align 8
  %438 = inttoptr i64 %437 to ptr
  %439 = getelementptr inbounds i64, ptr %438, i64 %146
  %440 = load i64, ptr %439, align 8
  %441 = icmp eq i64 %440, 0
  br i1 %441, label %467, label %442

442:
  %443 = getelementptr inbounds i8, ptr %439, i64 16
  %444 = load i64, ptr %443, align 8
  %445 = insertelement <32 x i64> poison, i64 %444, i64 0
  %446 = shufflevector <32 x i64> %445, <32 x i64> poison, <32 x i32> zeroinitializer
  %447 = and <32 x i32> %428, splat (i32 63)
  %448 = zext <32 x i32> %447 to <32 x i64>
  %449 = lshr <32 x i64> %446, %448
  %450 = trunc <32 x i64> %449 to <32 x i1>
  %451 = bitcast <32 x i1> %450 to i32
  %452 = xor i32 %451, -1
  %453 = and i32 %416, %452
  %454 = icmp eq i32 %453, 0
  %455 = or i1 %148, %454
  %456 = getelementptr inbounds i8, ptr %439, i64 24
  %457 = load i64, ptr %456, align 8
  %458 = icmp eq i64 %457, 0
  %459 = select i1 %458, i1 %455, i1 false
  br i1 %459, label %460, label %467

460:
  %461 = add i64 %440, -1
  store i64 %461, ptr %439, align 8
  %462 = call i32 @"llvm.ctpop.i32"(i32 %416)
  %463 = zext i32 %462 to i64
  %464 = getelementptr inbounds i8, ptr %439, i64 8
  %465 = load i64, ptr %464, align 8
  %466 = add i64 %465, %463
  store i64 %466, ptr %464, align 8
  br label %1158

467:
  br i1 %100, label %469, label %468

468:
  call void @"ks.tell_of_copies"(ptr %0)
  br label %469

469:
  store <32 x i64> %2, ptr %7, align 256
  store <32 x i64> %424, ptr %194, align 256
  %470 = zext <32 x i32> %428 to <32 x i64>
  store <32 x i64> %470, ptr %195, align 256
  store <32 x i64> %432, ptr %196, align 256
  %471 = zext <32 x i32> %436 to <32 x i64>
  store <32 x i64> %471, ptr %197, align 256
  store <32 x i64> %397, ptr %198, align 256
  store <32 x i64> zeroinitializer, ptr %199, align 256
  %472 = load i64, ptr %156, align 8
  %473 = inttoptr i64 %472 to ptr
  %474 = or i64 %202, %158
  call void %473(ptr %0, i32 %1, i32 %416, i32 0, ptr %24, ptr %7, ptr %4, i64 %474)
  br label %1158

475:
  %476 = and i1 %213, %93
  %477 = load i64, ptr %98, align 8
  %478 = inttoptr i64 %477 to ptr
  %479 = getelementptr i64, ptr %478, <32 x i64> %206
  %480 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %479, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  br i1 %100, label %522, label %481

481:
  %482 = load i64, ptr %101, align 8
  %483 = inttoptr i64 %482 to ptr
  %484 = getelementptr inbounds i8, ptr %483, i64 32
  %485 = load i64, ptr %484, align 8
  %486 = icmp eq i64 %485, 0
  %487 = and i1 %476, %486
  %488 = load i64, ptr %102, align 8
  %489 = inttoptr i64 %488 to ptr
  %490 = getelementptr inbounds i8, ptr %489, i64 128
  %491 = load i64, ptr %490, align 8
  %492 = icmp eq i64 %491, 0
  br i1 %492, label %516, label %493

493:
  %494 = getelementptr i8, ptr %483, i64 %103
  %495 = getelementptr i8, ptr %494, i64 9792
  %496 = getelementptr i64, ptr %483, i64 %34
  %497 = getelementptr i8, ptr %496, i64 64
  br label %498

498:
  %499 = phi i64 [ 0, %493 ], [ %514, %511 ]
  %500 = phi i64 [ 4611686018427387903, %493 ], [ %513, %511 ]
  %501 = icmp eq i64 %499, %34
  br i1 %501, label %502, label %504

502:
  %503 = load i64, ptr %497, align 8
  br label %511

504:
  %505 = getelementptr i64, ptr %495, i64 %499
  %506 = load i64, ptr %505, align 8
  %507 = getelementptr i64, ptr %483, i64 %499
  %508 = getelementptr i8, ptr %507, i64 320
  %509 = load i64, ptr %508, align 8
  %510 = call i64 @"llvm.umax.i64"(i64 %509, i64 %506)
  br label %511

511:
  %512 = phi i64 [ %503, %502 ], [ %510, %504 ]
  %513 = call i64 @"llvm.umin.i64"(i64 %500, i64 %512)
  %514 = add i64 %499, 1
  %515 = icmp ult i64 %514, %491
  br i1 %515, label %498, label %516

516:
  %517 = phi i64 [ 4611686018427387903, %481 ], [ %513, %511 ]
  br i1 %487, label %518, label %629

518:
  %519 = call i64 @"llvm.umin.i64"(i64 %89, i64 %517)
  %520 = insertelement <32 x i64> poison, i64 %519, i64 0
  %521 = shufflevector <32 x i64> %520, <32 x i64> poison, <32 x i32> zeroinitializer
  br label %523

522:
  br i1 %476, label %523, label %629

523:
  %524 = phi <32 x i64> [ %521, %518 ], [ %130, %522 ]
  %525 = icmp uge <32 x i64> %480, %524
  %526 = and <32 x i1> %525, %90
  %527 = bitcast <32 x i1> %526 to i32
  %528 = icmp eq i32 %527, 0
  br i1 %528, label %529, label %629

529:
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %159, <32 x ptr> %209, i32 8, <32 x i1> %90)
  %530 = load i64, ptr %104, align 8
  %531 = inttoptr i64 %530 to ptr
  %532 = getelementptr i32, ptr %531, <32 x i64> %206
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %118, <32 x ptr> %532, i32 4, <32 x i1> %90)
  br i1 %160, label %1158, label %533

533:
  %534 = load i64, ptr %94, align 8
  %535 = inttoptr i64 %534 to ptr
  %536 = getelementptr i64, ptr %535, <32 x i64> %206
  %537 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %536, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %538 = and <32 x i64> %537, splat (i64 9223372036854775807)
  %539 = icmp ne <32 x i64> %538, %54
  %540 = and <32 x i1> %539, %90
  %541 = bitcast <32 x i1> %540 to i32
  %542 = icmp eq i32 %541, 0
  br i1 %542, label %1158, label %543, !prof !2

543:
  %544 = load i64, ptr %143, align 8
  %545 = inttoptr i64 %544 to ptr
  %546 = getelementptr inbounds i64, ptr %545, i64 %146
  %547 = load i64, ptr %546, align 8
  %548 = icmp eq i64 %547, 0
  br i1 %548, label %623, label %549

549:
  %550 = getelementptr inbounds i8, ptr %546, i64 24
  %551 = load i64, ptr %550, align 8
  %552 = icmp eq i64 %551, 0
  br i1 %552, label %605, label %553

553:
  br i1 %149, label %623, label %554

554:
  %555 = shl i64 %202, %73
  br label %556

556:
  %557 = phi i32 [ 0, %554 ], [ %573, %565 ]
  %558 = phi i32 [ %541, %554 ], [ %575, %565 ]
  %559 = call i32 @"llvm.cttz.i32"(i32 %558, i1 true)
  %560 = extractelement <32 x i64> %206, i32 %559
  %561 = getelementptr inbounds i64, ptr %535, i64 %560
  %562 = load i64, ptr %561, align 8
  %563 = and i64 %562, 31
  %564 = zext i32 %559 to i64
  br label %577

565:
  %566 = shl i32 1, %559
  %567 = and i32 %566, %541
  %568 = icmp eq i32 %567, 0
  %569 = icmp eq i8 %597, 0
  %570 = select i1 %568, i1 true, i1 %569
  %571 = zext i1 %570 to i32
  %572 = shl i32 %571, %559
  %573 = or i32 %572, %557
  %574 = add i32 %558, -1
  %575 = and i32 %574, %558
  %576 = icmp eq i32 %575, 0
  br i1 %576, label %601, label %556

577:
  %578 = phi i64 [ 0, %556 ], [ %598, %577 ]
  %579 = phi i8 [ 0, %556 ], [ %597, %577 ]
  %580 = add i64 %578, %555
  %581 = freeze i64 %580
  %582 = udiv i64 %581, %123
  %583 = shl i64 %582, 5
  %584 = mul i64 %582, %123
  %585 = sub i64 %581, %584
  %586 = or i64 %583, %564
  %587 = mul i64 %586, %123
  %588 = getelementptr inbounds i8, ptr %4, i64 %587
  %589 = getelementptr inbounds i8, ptr %588, i64 %585
  %590 = load i8, ptr %589, align 1
  %591 = or i64 %583, %563
  %592 = mul i64 %591, %123
  %593 = getelementptr inbounds i8, ptr %4, i64 %592
  %594 = getelementptr inbounds i8, ptr %593, i64 %585
  %595 = load i8, ptr %594, align 1
  %596 = xor i8 %595, %590
  %597 = or i8 %596, %579
  %598 = add i64 %578, 1
  %599 = lshr i64 %598, %73
  %600 = icmp eq i64 %599, 0
  br i1 %600, label %577, label %565

601:
  %602 = xor i32 %573, -1
  %603 = and i32 %602, %541
  %604 = icmp eq i32 %603, 0
  br i1 %604, label %616, label %623

605:
  %606 = getelementptr inbounds i8, ptr %546, i64 16
  %607 = load i64, ptr %606, align 8
  %608 = trunc i64 %607 to i1
  %609 = insertelement <32 x i1> poison, i1 %608, i64 0
  %610 = shufflevector <32 x i1> %609, <32 x i1> poison, <32 x i32> zeroinitializer
  %611 = bitcast <32 x i1> %610 to i32
  %612 = xor i32 %611, -1
  %613 = and i32 %612, %541
  %614 = icmp eq i32 %613, 0
  %615 = or i1 %148, %614
  br i1 %615, label %616, label %623

616:
  %617 = add i64 %547, -1
  store i64 %617, ptr %546, align 8
  %618 = call i32 @"llvm.ctpop.i32"(i32 %541)
  %619 = zext i32 %618 to i64
  %620 = getelementptr inbounds i8, ptr %546, i64 8
  %621 = load i64, ptr %620, align 8
  %622 = add i64 %621, %619
  store i64 %622, ptr %620, align 8
  br label %1158

623:
  br i1 %100, label %625, label %624

624:
  call void @"ks.tell_of_copies"(ptr %0)
  br label %625

625:
  store <32 x i64> %2, ptr %8, align 256
  store <32 x i64> zeroinitializer, ptr %161, align 256
  store <32 x i64> zeroinitializer, ptr %162, align 256
  store <32 x i64> zeroinitializer, ptr %163, align 256
  store <32 x i64> zeroinitializer, ptr %164, align 256
  store <32 x i64> zeroinitializer, ptr %165, align 256
  store <32 x i64> zeroinitializer, ptr %166, align 256
  %626 = load i64, ptr %156, align 8
  %627 = inttoptr i64 %626 to ptr
  %628 = or i64 %202, %158
  call void %627(ptr %0, i32 %1, i32 0, i32 %541, ptr %24, ptr %8, ptr %4, i64 %628)
  br label %1158

629:
  %630 = load i64, ptr %104, align 8
  %631 = inttoptr i64 %630 to ptr
  %632 = getelementptr i32, ptr %631, <32 x i64> %206
  %633 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %632, i32 4, <32 x i1> %90, <32 x i32> zeroinitializer)
  %634 = load i64, ptr %105, align 8
  %635 = inttoptr i64 %634 to ptr
  %636 = getelementptr i64, ptr %635, <32 x i64> %206
  %637 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %636, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %638 = load i64, ptr %106, align 8
  %639 = inttoptr i64 %638 to ptr
  %640 = getelementptr i32, ptr %639, <32 x i64> %206
  %641 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %640, i32 4, <32 x i1> %90, <32 x i32> zeroinitializer)
  %642 = and <32 x i64> %210, splat (i64 4294967295)
  %643 = lshr <32 x i64> %210, splat (i64 32)
  %644 = and <32 x i64> %643, splat (i64 2147483647)
  %645 = icmp ult <32 x i64> %644, %108
  %646 = icmp eq <32 x i64> %642, %50
  %647 = or <32 x i1> %646, %645
  %648 = lshr <32 x i64> %642, splat (i64 5)
  %649 = icmp eq <32 x i64> %648, %109
  %650 = xor <32 x i64> %642, %50
  %651 = icmp ult <32 x i64> %650, splat (i64 1024)
  %652 = select <32 x i1> %649, <32 x i64> %111, <32 x i64> %113
  br i1 %26, label %661, label %653

653:
  %654 = and <32 x i64> %648, splat (i64 31)
  %655 = load i64, ptr %114, align 8
  %656 = add i64 %655, %103
  %657 = inttoptr i64 %656 to ptr
  %658 = getelementptr i64, ptr %657, <32 x i64> %654
  %659 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %658, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %660 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %652, <32 x i64> %659)
  br label %661

661:
  %662 = phi <32 x i64> [ %660, %653 ], [ %652, %629 ]
  %663 = select <32 x i1> %651, <32 x i64> %662, <32 x i64> %116
  %664 = select i1 %87, <32 x i64> %663, <32 x i64> %662
  %665 = icmp ult <32 x i64> %644, %664
  %666 = or <32 x i1> %647, %665
  br i1 %100, label %683, label %667

667:
  %668 = and <32 x i64> %210, splat (i64 1023)
  %669 = xor <32 x i64> %668, splat (i64 1023)
  %670 = and <32 x i32> %633, splat (i32 536870912)
  %671 = icmp ne <32 x i32> %670, zeroinitializer
  %672 = icmp ult <32 x i64> %669, splat (i64 32)
  %673 = and <32 x i1> %672, %671
  %674 = load i64, ptr %101, align 8
  %675 = inttoptr i64 %674 to ptr
  %676 = getelementptr inbounds i8, ptr %675, i64 1600
  %677 = getelementptr inbounds i8, ptr %676, i64 %103
  %678 = getelementptr i64, ptr %677, <32 x i64> %669
  %679 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %678, i32 8, <32 x i1> %673, <32 x i64> zeroinitializer)
  %680 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %679, <32 x i64> %113)
  %681 = icmp ult <32 x i64> %644, %680
  %682 = select <32 x i1> %671, <32 x i1> %681, <32 x i1> %666
  br label %683

683:
  %684 = phi <32 x i1> [ %682, %667 ], [ %666, %661 ]
  %685 = and <32 x i32> %633, %118
  %686 = icmp ugt <32 x i64> %650, splat (i64 31)
  %687 = and <32 x i32> %685, splat (i32 4194304)
  %688 = icmp ne <32 x i32> %687, zeroinitializer
  %689 = and <32 x i32> %685, splat (i32 1048576)
  %690 = icmp ne <32 x i32> %689, zeroinitializer
  %691 = and <32 x i1> %651, %690
  %692 = or <32 x i1> %688, %691
  %693 = and <32 x i32> %685, splat (i32 1107296256)
  %694 = icmp ne <32 x i32> %693, splat (i32 1073741824)
  %695 = or <32 x i1> %686, %694
  %696 = and <32 x i1> %695, %692
  %697 = or <32 x i1> %696, %684
  %698 = and <32 x i64> %637, splat (i64 4294967295)
  %699 = lshr <32 x i64> %637, splat (i64 32)
  %700 = and <32 x i64> %699, splat (i64 2147483647)
  %701 = icmp ult <32 x i64> %700, %108
  %702 = icmp eq <32 x i64> %698, %50
  %703 = or <32 x i1> %702, %701
  %704 = lshr <32 x i64> %698, splat (i64 5)
  %705 = icmp eq <32 x i64> %704, %109
  %706 = xor <32 x i64> %698, %50
  %707 = icmp ult <32 x i64> %706, splat (i64 1024)
  %708 = select <32 x i1> %705, <32 x i64> %111, <32 x i64> %113
  br i1 %26, label %717, label %709

709:
  %710 = and <32 x i64> %704, splat (i64 31)
  %711 = load i64, ptr %114, align 8
  %712 = add i64 %711, %103
  %713 = inttoptr i64 %712 to ptr
  %714 = getelementptr i64, ptr %713, <32 x i64> %710
  %715 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %714, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %716 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %708, <32 x i64> %715)
  br label %717

717:
  %718 = phi <32 x i64> [ %716, %709 ], [ %708, %683 ]
  %719 = select <32 x i1> %707, <32 x i64> %718, <32 x i64> %116
  %720 = select i1 %87, <32 x i64> %719, <32 x i64> %718
  %721 = icmp ult <32 x i64> %700, %720
  %722 = and <32 x i32> %641, %118
  %723 = icmp ugt <32 x i64> %706, splat (i64 31)
  %724 = and <32 x i32> %722, splat (i32 4194304)
  %725 = icmp ne <32 x i32> %724, zeroinitializer
  %726 = and <32 x i32> %722, splat (i32 1048576)
  %727 = icmp ne <32 x i32> %726, zeroinitializer
  %728 = and <32 x i1> %707, %727
  %729 = or <32 x i1> %725, %728
  %730 = and <32 x i32> %722, splat (i32 1107296256)
  %731 = icmp ne <32 x i32> %730, splat (i32 1073741824)
  %732 = or <32 x i1> %723, %731
  %733 = and <32 x i1> %732, %729
  %734 = or <32 x i1> %733, %721
  %735 = and <32 x i32> %633, splat (i32 8388608)
  %736 = icmp ne <32 x i32> %735, zeroinitializer
  %737 = xor <32 x i1> %736, splat (i1 true)
  %738 = or <32 x i1> %734, %737
  %739 = or <32 x i1> %703, %738
  %740 = and <32 x i32> %633, splat (i32 268435456)
  %741 = icmp eq <32 x i32> %740, zeroinitializer
  %742 = and <32 x i1> %741, %739
  %743 = and <32 x i1> %697, %742
  br i1 %120, label %744, label %851

744:
  br i1 %58, label %745, label %848

745:
  %746 = xor <32 x i32> %633, %118
  %747 = and <32 x i32> %746, splat (i32 1048575)
  %748 = icmp eq <32 x i32> %747, zeroinitializer
  %749 = load i64, ptr %121, align 8
  %750 = shl i64 %202, %73
  %751 = add i64 %202, 1
  %752 = shl i64 %751, %73
  %753 = inttoptr i64 %749 to ptr
  br label %754

754:
  %755 = phi <32 x i1> [ %748, %745 ], [ %776, %775 ]
  %756 = phi i64 [ %750, %745 ], [ %777, %775 ]
  br i1 %124, label %775, label %757

757:
  %758 = shl i64 %756, 3
  %759 = and i64 %758, 9223372036854775776
  %760 = insertelement <32 x i64> poison, i64 %759, i64 0
  %761 = shufflevector <32 x i64> %760, <32 x i64> poison, <32 x i32> zeroinitializer
  %762 = or <32 x i64> %761, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %763 = shl i64 %756, 4
  %764 = and i64 %763, 9223372036854775776
  %765 = insertelement <32 x i64> poison, i64 %764, i64 0
  %766 = shufflevector <32 x i64> %765, <32 x i64> poison, <32 x i32> zeroinitializer
  %767 = or <32 x i64> %766, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %768 = insertelement <32 x i64> poison, i64 %756, i64 0
  %769 = shufflevector <32 x i64> %768, <32 x i64> poison, <32 x i32> zeroinitializer
  %770 = add <32 x i64> %769, %2
  %771 = shl i64 %756, 5
  %772 = insertelement <32 x i64> poison, i64 %771, i64 0
  %773 = shufflevector <32 x i64> %772, <32 x i64> poison, <32 x i32> zeroinitializer
  %774 = or <32 x i64> %773, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  br label %779

775:
  %776 = phi <32 x i1> [ %755, %754 ], [ %845, %843 ]
  %777 = add i64 %756, %123
  %778 = icmp ult i64 %777, %752
  br i1 %778, label %754, label %848

779:
  %780 = phi <32 x i1> [ %755, %757 ], [ %845, %843 ]
  %781 = phi i64 [ 0, %757 ], [ %846, %843 ]
  switch i8 %125, label %822 [
    i8 1, label %782
    i8 2, label %792
    i8 4, label %807
  ]

782:
  %783 = insertelement <32 x i64> poison, i64 %781, i64 0
  %784 = shufflevector <32 x i64> %783, <32 x i64> poison, <32 x i32> zeroinitializer
  %785 = add <32 x i64> %770, %784
  %786 = add <32 x i64> %774, %784
  %787 = getelementptr i8, ptr %753, <32 x i64> %785
  %788 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %787, i32 1, <32 x i1> %90, <32 x i8> zeroinitializer)
  %789 = getelementptr i8, ptr %4, <32 x i64> %786
  %790 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %789, i32 1, <32 x i1> %90, <32 x i8> zeroinitializer)
  %791 = icmp eq <32 x i8> %788, %790
  br label %843

792:
  %793 = add i64 %781, %756
  %794 = insertelement <32 x i64> poison, i64 %793, i64 0
  %795 = shufflevector <32 x i64> %794, <32 x i64> poison, <32 x i32> zeroinitializer
  %796 = add <32 x i64> %795, %2
  %797 = lshr <32 x i64> %796, splat (i64 1)
  %798 = lshr exact i64 %781, 1
  %799 = insertelement <32 x i64> poison, i64 %798, i64 0
  %800 = shufflevector <32 x i64> %799, <32 x i64> poison, <32 x i32> zeroinitializer
  %801 = add <32 x i64> %767, %800
  %802 = getelementptr i16, ptr %753, <32 x i64> %797
  %803 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %802, i32 2, <32 x i1> %90, <32 x i16> zeroinitializer)
  %804 = getelementptr i16, ptr %4, <32 x i64> %801
  %805 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %804, i32 2, <32 x i1> %90, <32 x i16> zeroinitializer)
  %806 = icmp eq <32 x i16> %803, %805
  br label %843

807:
  %808 = add i64 %781, %756
  %809 = insertelement <32 x i64> poison, i64 %808, i64 0
  %810 = shufflevector <32 x i64> %809, <32 x i64> poison, <32 x i32> zeroinitializer
  %811 = add <32 x i64> %810, %2
  %812 = lshr <32 x i64> %811, splat (i64 2)
  %813 = lshr exact i64 %781, 2
  %814 = insertelement <32 x i64> poison, i64 %813, i64 0
  %815 = shufflevector <32 x i64> %814, <32 x i64> poison, <32 x i32> zeroinitializer
  %816 = add <32 x i64> %762, %815
  %817 = getelementptr i32, ptr %753, <32 x i64> %812
  %818 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %817, i32 4, <32 x i1> %90, <32 x i32> zeroinitializer)
  %819 = getelementptr i32, ptr %4, <32 x i64> %816
  %820 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %819, i32 4, <32 x i1> %90, <32 x i32> zeroinitializer)
  %821 = icmp eq <32 x i32> %818, %820
  br label %843

822:
  %823 = add i64 %781, %756
  %824 = insertelement <32 x i64> poison, i64 %823, i64 0
  %825 = shufflevector <32 x i64> %824, <32 x i64> poison, <32 x i32> zeroinitializer
  %826 = add <32 x i64> %825, %2
  %827 = lshr <32 x i64> %826, splat (i64 3)
  %828 = udiv i64 %756, %123
  %829 = shl i64 %828, 5
  %830 = insertelement <32 x i64> poison, i64 %829, i64 0
  %831 = shufflevector <32 x i64> %830, <32 x i64> poison, <32 x i32> zeroinitializer
  %832 = or <32 x i64> %831, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %833 = mul <32 x i64> %832, %128
  %834 = lshr exact i64 %781, 3
  %835 = insertelement <32 x i64> poison, i64 %834, i64 0
  %836 = shufflevector <32 x i64> %835, <32 x i64> poison, <32 x i32> zeroinitializer
  %837 = add <32 x i64> %833, %836
  %838 = getelementptr i64, ptr %753, <32 x i64> %827
  %839 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %838, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %840 = getelementptr i64, ptr %4, <32 x i64> %837
  %841 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %840, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %842 = icmp eq <32 x i64> %839, %841
  br label %843

843:
  %844 = phi <32 x i1> [ %791, %782 ], [ %806, %792 ], [ %821, %807 ], [ %842, %822 ]
  %845 = and <32 x i1> %780, %844
  %846 = add i64 %781, 8
  %847 = icmp ult i64 %846, %123
  br i1 %847, label %779, label %775

848:
  %849 = phi <32 x i1> [ zeroinitializer, %744 ], [ %776, %775 ]
  %850 = or <32 x i1> %743, %849
  br label %851

851:
  %852 = phi <32 x i1> [ %743, %717 ], [ %850, %848 ]
  %853 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %479, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %854 = icmp uge <32 x i64> %853, %130
  %855 = bitcast <32 x i1> %854 to i32
  %856 = and i32 %71, %855
  %857 = icmp eq i32 %856, 0
  br i1 %857, label %923, label %858

858:
  %859 = load i64, ptr %131, align 8
  %860 = icmp eq i64 %859, 0
  br i1 %860, label %867, label %861

861:
  %862 = bitcast i32 %856 to <32 x i1>
  %863 = load i64, ptr %132, align 8
  %864 = load i64, ptr %133, align 8
  %865 = shl i64 %864, 3
  %866 = xor i32 %856, -1
  br label %869

867:
  %868 = phi i32 [ -1, %858 ], [ %902, %886 ]
  br i1 %87, label %905, label %920

869:
  %870 = phi i32 [ -1, %861 ], [ %902, %886 ]
  %871 = phi i64 [ 0, %861 ], [ %903, %886 ]
  %872 = mul i64 %871, %865
  %873 = add i64 %872, %863
  %874 = inttoptr i64 %873 to ptr
  %875 = getelementptr i64, ptr %874, <32 x i64> %206
  %876 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %875, i32 8, <32 x i1> %862, <32 x i64> zeroinitializer)
  %877 = icmp eq i64 %871, %34
  %878 = select i1 %877, i64 %43, i64 %39
  br i1 %26, label %886, label %879

879:
  %880 = load i64, ptr %114, align 8
  %881 = add i64 %880, %103
  %882 = inttoptr i64 %881 to ptr
  %883 = getelementptr inbounds i64, ptr %882, i64 %871
  %884 = load i64, ptr %883, align 8
  %885 = call i64 @"llvm.umax.i64"(i64 %878, i64 %884)
  br label %886

886:
  %887 = phi i64 [ %885, %879 ], [ %878, %869 ]
  %888 = lshr <32 x i64> %876, splat (i64 32)
  %889 = insertelement <32 x i64> poison, i64 %887, i64 0
  %890 = shufflevector <32 x i64> %889, <32 x i64> poison, <32 x i32> zeroinitializer
  %891 = icmp ult <32 x i64> %888, %890
  %892 = and <32 x i64> %876, splat (i64 287)
  %893 = icmp eq <32 x i64> %892, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %894 = select i1 %877, <32 x i1> %893, <32 x i1> zeroinitializer
  %895 = or <32 x i1> %894, %891
  %896 = and <32 x i64> %876, splat (i64 224)
  %897 = icmp ne <32 x i64> %896, zeroinitializer
  %898 = select i1 %92, <32 x i1> %897, <32 x i1> zeroinitializer
  %899 = or <32 x i1> %898, %895
  %900 = bitcast <32 x i1> %899 to i32
  %901 = or i32 %900, %866
  %902 = and i32 %901, %870
  %903 = add i64 %871, 1
  %904 = icmp ult i64 %903, %859
  br i1 %904, label %869, label %867

905:
  %906 = bitcast i32 %856 to <32 x i1>
  %907 = load i64, ptr %132, align 8
  %908 = load i64, ptr %133, align 8
  %909 = shl i64 %859, 3
  %910 = mul i64 %909, %908
  %911 = add i64 %910, %907
  %912 = inttoptr i64 %911 to ptr
  %913 = getelementptr i64, ptr %912, <32 x i64> %206
  %914 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %913, i32 8, <32 x i1> %906, <32 x i64> zeroinitializer)
  %915 = icmp ult <32 x i64> %914, %116
  %916 = bitcast <32 x i1> %915 to i32
  %917 = xor i32 %856, -1
  %918 = or i32 %916, %917
  %919 = and i32 %918, %868
  br label %920

920:
  %921 = phi i32 [ %919, %905 ], [ %868, %867 ]
  %922 = bitcast i32 %921 to <32 x i1>
  br label %923

923:
  %924 = phi <32 x i1> [ %922, %920 ], [ splat (i1 true), %851 ]
  br i1 %100, label %974, label %925

925:
  %926 = load i64, ptr %131, align 8
  %927 = add i64 %926, 1
  %928 = icmp eq i64 %927, 0
  br i1 %928, label %971, label %929

929:
  %930 = load i64, ptr %101, align 8
  %931 = inttoptr i64 %930 to ptr
  %932 = load i64, ptr %931, align 8
  %933 = load i64, ptr %133, align 8
  %934 = shl i64 %933, 3
  %935 = getelementptr i8, ptr %931, i64 %103
  %936 = getelementptr i8, ptr %935, i64 9792
  %937 = getelementptr i64, ptr %931, i64 %34
  %938 = getelementptr i8, ptr %937, i64 64
  br label %939

939:
  %940 = phi i32 [ -1, %929 ], [ %966, %957 ]
  %941 = phi i64 [ 0, %929 ], [ %967, %957 ]
  %942 = mul i64 %941, %934
  %943 = add i64 %942, %932
  %944 = inttoptr i64 %943 to ptr
  %945 = getelementptr i64, ptr %944, <32 x i64> %206
  %946 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %945, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %947 = icmp eq i64 %941, %34
  br i1 %947, label %948, label %950

948:
  %949 = load i64, ptr %938, align 8
  br label %957

950:
  %951 = getelementptr i64, ptr %936, i64 %941
  %952 = load i64, ptr %951, align 8
  %953 = getelementptr i64, ptr %931, i64 %941
  %954 = getelementptr i8, ptr %953, i64 320
  %955 = load i64, ptr %954, align 8
  %956 = call i64 @"llvm.umax.i64"(i64 %955, i64 %952)
  br label %957

957:
  %958 = phi i64 [ %949, %948 ], [ %956, %950 ]
  %959 = lshr <32 x i64> %946, splat (i64 32)
  %960 = insertelement <32 x i64> poison, i64 %958, i64 0
  %961 = shufflevector <32 x i64> %960, <32 x i64> poison, <32 x i32> zeroinitializer
  %962 = icmp ult <32 x i64> %959, %961
  %963 = icmp eq <32 x i64> %946, zeroinitializer
  %964 = or <32 x i1> %963, %962
  %965 = bitcast <32 x i1> %964 to i32
  %966 = and i32 %940, %965
  %967 = add i64 %941, 1
  %968 = icmp ult i64 %967, %927
  br i1 %968, label %939, label %969

969:
  %970 = bitcast i32 %966 to <32 x i1>
  br label %971

971:
  %972 = phi <32 x i1> [ splat (i1 true), %925 ], [ %970, %969 ]
  %973 = and <32 x i1> %924, %972
  br label %974

974:
  %975 = phi <32 x i1> [ %973, %971 ], [ %924, %923 ]
  %976 = xor <32 x i1> %684, splat (i1 true)
  %977 = and <32 x i1> %696, %976
  %978 = and <32 x i1> %977, %90
  br i1 %26, label %987, label %979

979:
  %980 = and <32 x i64> %704, splat (i64 31)
  %981 = load i64, ptr %114, align 8
  %982 = add i64 %981, %103
  %983 = inttoptr i64 %982 to ptr
  %984 = getelementptr i64, ptr %983, <32 x i64> %980
  %985 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %984, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %986 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %708, <32 x i64> %985)
  br label %987

987:
  %988 = phi <32 x i64> [ %986, %979 ], [ %708, %974 ]
  %989 = select <32 x i1> %707, <32 x i64> %988, <32 x i64> %116
  %990 = select i1 %87, <32 x i64> %989, <32 x i64> %988
  %991 = icmp ult <32 x i64> %700, %990
  %992 = or <32 x i1> %703, %991
  %993 = xor <32 x i1> %992, splat (i1 true)
  %994 = and <32 x i1> %736, %993
  br i1 %135, label %995, label %1013

995:
  %996 = icmp uge <32 x i64> %644, %108
  %997 = and <32 x i32> %633, splat (i32 1048576)
  %998 = icmp eq <32 x i32> %997, zeroinitializer
  %999 = and <32 x i1> %996, %998
  %1000 = icmp uge <32 x i64> %700, %108
  %1001 = and <32 x i32> %641, splat (i32 1048576)
  %1002 = icmp eq <32 x i32> %1001, zeroinitializer
  %1003 = and <32 x i1> %1000, %1002
  %1004 = xor <32 x i1> %999, splat (i1 true)
  %1005 = and <32 x i1> %1003, %1004
  %1006 = and <32 x i1> %736, %1005
  %1007 = xor <32 x i1> %1006, splat (i1 true)
  %1008 = and <32 x i1> %978, %1007
  %1009 = and <32 x i1> %999, %90
  %1010 = and <32 x i1> %1009, %684
  %1011 = or <32 x i1> %1010, %1008
  %1012 = or <32 x i1> %1006, %994
  br label %1013

1013:
  %1014 = phi <32 x i1> [ %1012, %995 ], [ %994, %987 ]
  %1015 = phi <32 x i1> [ %1011, %995 ], [ %978, %987 ]
  %1016 = and <32 x i1> %852, %975
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %210, <32 x ptr> %636, i32 8, <32 x i1> %1015)
  %1017 = load i64, ptr %106, align 8
  %1018 = inttoptr i64 %1017 to ptr
  %1019 = getelementptr i32, ptr %1018, <32 x i64> %206
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %633, <32 x ptr> %1019, i32 4, <32 x i1> %1015)
  %1020 = or <32 x i1> %1014, %1015
  %1021 = or <32 x i1> %1020, %138
  %1022 = select <32 x i1> %1021, <32 x i64> %139, <32 x i64> %54
  %1023 = select <32 x i1> %1020, <32 x i32> %142, <32 x i32> %118
  %1024 = load i64, ptr %94, align 8
  %1025 = inttoptr i64 %1024 to ptr
  %1026 = getelementptr i64, ptr %1025, <32 x i64> %206
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1022, <32 x ptr> %1026, i32 8, <32 x i1> %90)
  %1027 = load i64, ptr %104, align 8
  %1028 = inttoptr i64 %1027 to ptr
  %1029 = getelementptr i32, ptr %1028, <32 x i64> %206
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1023, <32 x ptr> %1029, i32 4, <32 x i1> %90)
  %1030 = load i64, ptr %94, align 8
  %1031 = inttoptr i64 %1030 to ptr
  %1032 = bitcast <32 x i1> %1016 to i32
  %1033 = xor i32 %1032, -1
  %1034 = and i32 %71, %1033
  br i1 %92, label %1042, label %1035

1035:
  %1036 = getelementptr i64, ptr %1031, <32 x i64> %206
  %1037 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1036, i32 8, <32 x i1> %90, <32 x i64> zeroinitializer)
  %1038 = and <32 x i64> %1037, splat (i64 9223372036854775807)
  %1039 = icmp ne <32 x i64> %1038, %54
  %1040 = and <32 x i1> %1039, %90
  %1041 = bitcast <32 x i1> %1040 to i32
  br i1 %58, label %1042, label %1043

1042:
  br label %1043

1043:
  %1044 = phi i32 [ 0, %1042 ], [ %1041, %1035 ]
  %1045 = bitcast <32 x i1> %975 to i32
  %1046 = or i32 %1044, %1034
  %1047 = icmp eq i32 %1046, 0
  br i1 %1047, label %1158, label %1048, !prof !2

1048:
  %1049 = load i64, ptr %143, align 8
  %1050 = inttoptr i64 %1049 to ptr
  %1051 = getelementptr inbounds i64, ptr %1050, i64 %146
  %1052 = load i64, ptr %1051, align 8
  %1053 = icmp eq i64 %1052, 0
  br i1 %1053, label %1150, label %1054

1054:
  %1055 = getelementptr inbounds i8, ptr %1051, i64 24
  %1056 = load i64, ptr %1055, align 8
  %1057 = icmp eq i64 %1056, 0
  br i1 %1057, label %1129, label %1058

1058:
  %1059 = load i64, ptr %121, align 8
  br i1 %149, label %1125, label %1060

1060:
  %1061 = shl i64 %202, %73
  br label %1062

1062:
  %1063 = phi i32 [ 0, %1060 ], [ %1118, %1114 ]
  %1064 = phi i32 [ %1046, %1060 ], [ %1120, %1114 ]
  %1065 = call i32 @"llvm.cttz.i32"(i32 %1064, i1 true)
  %1066 = extractelement <32 x i64> %206, i32 %1065
  %1067 = getelementptr inbounds i64, ptr %1031, i64 %1066
  %1068 = load i64, ptr %1067, align 8
  %1069 = and i64 %1068, 31
  %1070 = shl i64 %1066, %73
  %1071 = add i64 %1070, %1059
  %1072 = inttoptr i64 %1071 to ptr
  %1073 = zext i32 %1065 to i64
  br label %1080

1074:
  %1075 = shl i32 1, %1065
  %1076 = and i32 %1075, %1034
  %1077 = icmp eq i32 %1076, 0
  %1078 = icmp eq i8 %1098, 0
  %1079 = select i1 %1077, i1 true, i1 %1078
  br i1 %1079, label %1109, label %1114

1080:
  %1081 = phi i64 [ 0, %1062 ], [ %1106, %1080 ]
  %1082 = phi i8 [ 0, %1062 ], [ %1105, %1080 ]
  %1083 = phi i8 [ 0, %1062 ], [ %1098, %1080 ]
  %1084 = add i64 %1081, %1061
  %1085 = freeze i64 %1084
  %1086 = udiv i64 %1085, %123
  %1087 = shl i64 %1086, 5
  %1088 = mul i64 %1086, %123
  %1089 = sub i64 %1085, %1088
  %1090 = or i64 %1087, %1073
  %1091 = mul i64 %1090, %123
  %1092 = getelementptr inbounds i8, ptr %4, i64 %1091
  %1093 = getelementptr inbounds i8, ptr %1092, i64 %1089
  %1094 = load i8, ptr %1093, align 1
  %1095 = getelementptr inbounds i8, ptr %1072, i64 %1081
  %1096 = load i8, ptr %1095, align 1
  %1097 = xor i8 %1096, %1094
  %1098 = or i8 %1097, %1083
  %1099 = or i64 %1087, %1069
  %1100 = mul i64 %1099, %123
  %1101 = getelementptr inbounds i8, ptr %4, i64 %1100
  %1102 = getelementptr inbounds i8, ptr %1101, i64 %1089
  %1103 = load i8, ptr %1102, align 1
  %1104 = xor i8 %1103, %1094
  %1105 = or i8 %1104, %1082
  %1106 = add i64 %1081, 1
  %1107 = lshr i64 %1106, %73
  %1108 = icmp eq i64 %1107, 0
  br i1 %1108, label %1080, label %1074

1109:
  %1110 = and i32 %1075, %1044
  %1111 = icmp eq i32 %1110, 0
  %1112 = icmp eq i8 %1105, 0
  %1113 = select i1 %1111, i1 true, i1 %1112
  br label %1114

1114:
  %1115 = phi i1 [ false, %1074 ], [ %1113, %1109 ]
  %1116 = zext i1 %1115 to i32
  %1117 = shl i32 %1116, %1065
  %1118 = or i32 %1117, %1063
  %1119 = add i32 %1064, -1
  %1120 = and i32 %1119, %1064
  %1121 = icmp eq i32 %1120, 0
  br i1 %1121, label %1122, label %1062

1122:
  %1123 = and i32 %1118, %1045
  %1124 = xor i32 %1123, -1
  br label %1125

1125:
  %1126 = phi i32 [ -1, %1058 ], [ %1124, %1122 ]
  %1127 = and i32 %1046, %1126
  %1128 = icmp eq i32 %1127, 0
  br i1 %1128, label %1143, label %1150

1129:
  %1130 = getelementptr inbounds i8, ptr %1051, i64 16
  %1131 = load i64, ptr %1130, align 8
  %1132 = insertelement <32 x i64> poison, i64 %1131, i64 0
  %1133 = shufflevector <32 x i64> %1132, <32 x i64> poison, <32 x i32> zeroinitializer
  %1134 = and <32 x i32> %633, splat (i32 63)
  %1135 = zext <32 x i32> %1134 to <32 x i64>
  %1136 = lshr <32 x i64> %1133, %1135
  %1137 = trunc <32 x i64> %1136 to <32 x i1>
  %1138 = bitcast <32 x i1> %1137 to i32
  %1139 = xor i32 %1138, -1
  %1140 = and i32 %1046, %1139
  %1141 = icmp eq i32 %1140, 0
  %1142 = or i1 %148, %1141
  br i1 %1142, label %1143, label %1150

1143:
  %1144 = add i64 %1052, -1
  store i64 %1144, ptr %1051, align 8
  %1145 = call i32 @"llvm.ctpop.i32"(i32 %1046)
  %1146 = zext i32 %1145 to i64
  %1147 = getelementptr inbounds i8, ptr %1051, i64 8
  %1148 = load i64, ptr %1147, align 8
  %1149 = add i64 %1148, %1146
  store i64 %1149, ptr %1147, align 8
  br label %1158

1150:
  br i1 %100, label %1152, label %1151

1151:
  call void @"ks.tell_of_copies"(ptr %0)
  br label %1152

1152:
  store <32 x i64> %2, ptr %10, align 256
  store <32 x i64> %210, ptr %150, align 256
  %1153 = zext <32 x i32> %633 to <32 x i64>
  store <32 x i64> %1153, ptr %151, align 256
  store <32 x i64> %637, ptr %152, align 256
  %1154 = zext <32 x i32> %641 to <32 x i64>
  store <32 x i64> %1154, ptr %153, align 256
  store <32 x i64> zeroinitializer, ptr %154, align 256
  store <32 x i64> zeroinitializer, ptr %155, align 256
  %1155 = load i64, ptr %156, align 8
  %1156 = inttoptr i64 %1155 to ptr
  %1157 = or i64 %202, %158
  call void %1156(ptr %0, i32 %1, i32 %1034, i32 %1044, ptr %24, ptr %10, ptr %4, i64 %1157)
  br label %1158

1158:
  %1159 = add i32 %203, 1
  %1160 = zext i32 %1159 to i64
  %1161 = icmp ult i32 %1159, %200
  br i1 %1161, label %201, label %2088

1162:
  %1163 = lshr <32 x i64> %2, splat (i64 40)
  %1164 = and <32 x i64> %2, splat (i64 1099511627775)
  %1165 = shl <32 x i64> %1163, splat (i64 12)
  %1166 = sub <32 x i64> %1164, %1165
  %1167 = getelementptr inbounds i8, ptr %16, i64 48
  %1168 = and i64 %5, 8
  %1169 = icmp eq i64 %1168, 0
  %1170 = getelementptr inbounds i8, ptr %16, i64 464
  %1171 = getelementptr inbounds i8, ptr %0, i64 120
  %1172 = getelementptr inbounds i8, ptr %16, i64 8
  %1173 = getelementptr inbounds i8, ptr %16, i64 16
  %1174 = getelementptr inbounds i8, ptr %16, i64 40
  %1175 = lshr i64 %5, 16
  %1176 = and i64 %1175, 255
  %1177 = insertelement <32 x i64> poison, i64 %1176, i64 0
  %1178 = shufflevector <32 x i64> %1177, <32 x i64> poison, <32 x i32> zeroinitializer
  %1179 = add <32 x i64> %1178, %1166
  %1180 = lshr i64 %5, 8
  %1181 = and i64 %1180, 15
  %1182 = lshr i64 %1176, %1181
  %1183 = icmp eq i64 %1182, 0
  %1184 = insertelement <32 x i64> poison, i64 %1181, i64 0
  %1185 = shufflevector <32 x i64> %1184, <32 x i64> poison, <32 x i32> zeroinitializer
  %1186 = lshr <32 x i64> %1166, %1185
  %1187 = and i64 %5, 2
  %1188 = icmp eq i64 %1187, 0
  %1189 = and i32 %1, 1048576
  %1190 = icmp eq i32 %1189, 0
  %1191 = getelementptr inbounds i8, ptr %16, i64 192
  %1192 = and i64 %5, 32
  %1193 = icmp eq i64 %1192, 0
  %1194 = getelementptr inbounds i8, ptr %16, i64 200
  %1195 = insertelement <32 x i32> poison, i32 %1, i64 0
  %1196 = shufflevector <32 x i32> %1195, <32 x i32> poison, <32 x i32> zeroinitializer
  %1197 = and i64 %5, 4
  %1198 = icmp eq i64 %1197, 0
  %1199 = or i1 %1190, %1198
  %1200 = shl i32 %1, 3
  %1201 = ashr i32 %1200, 31
  %1202 = bitcast i32 %1201 to <32 x i1>
  %1203 = or i32 %1, 8388608
  %1204 = insertelement <32 x i32> poison, i32 %1203, i64 0
  %1205 = shufflevector <32 x i32> %1204, <32 x i32> poison, <32 x i32> zeroinitializer
  %1206 = getelementptr inbounds i8, ptr %16, i64 176
  %1207 = shl i32 %1, 2
  %1208 = and i32 %1207, 4194300
  %1209 = zext i32 %1208 to i64
  %1210 = and i32 %1, 33554432
  %1211 = icmp ne i32 %1210, 0
  %1212 = getelementptr inbounds i8, ptr %0, i64 440
  %1213 = icmp eq ptr %4, null
  %1214 = lshr i64 %5, 24
  %1215 = and i64 %1214, 255
  %1216 = getelementptr inbounds i8, ptr %11, i64 256
  %1217 = getelementptr inbounds i8, ptr %11, i64 512
  %1218 = getelementptr inbounds i8, ptr %11, i64 768
  %1219 = getelementptr inbounds i8, ptr %11, i64 1024
  %1220 = getelementptr inbounds i8, ptr %11, i64 1280
  %1221 = getelementptr inbounds i8, ptr %11, i64 1536
  %1222 = getelementptr inbounds i8, ptr %16, i64 168
  %1223 = shl i64 %5, 8
  %1224 = and i64 %1223, 1095216660480
  %1225 = getelementptr inbounds i8, ptr %9, i64 256
  %1226 = getelementptr inbounds i8, ptr %9, i64 512
  %1227 = getelementptr inbounds i8, ptr %9, i64 768
  %1228 = getelementptr inbounds i8, ptr %9, i64 1024
  %1229 = getelementptr inbounds i8, ptr %9, i64 1280
  %1230 = getelementptr inbounds i8, ptr %9, i64 1536
  %1231 = getelementptr inbounds i8, ptr %12, i64 256
  %1232 = getelementptr inbounds i8, ptr %12, i64 512
  %1233 = getelementptr inbounds i8, ptr %12, i64 768
  %1234 = getelementptr inbounds i8, ptr %12, i64 1024
  %1235 = getelementptr inbounds i8, ptr %12, i64 1280
  %1236 = getelementptr inbounds i8, ptr %12, i64 1536
  %1237 = trunc i64 %1182 to i32
  br label %1238

1238:
  %1239 = phi i32 [ %3, %1162 ], [ %2086, %2085 ]
  %1240 = call i32 @"llvm.cttz.i32"(i32 %1239, i1 true)
  %1241 = extractelement <32 x i64> %1163, i32 %1240
  %1242 = insertelement <32 x i64> poison, i64 %1241, i64 0
  %1243 = shufflevector <32 x i64> %1242, <32 x i64> poison, <32 x i32> zeroinitializer
  %1244 = icmp eq <32 x i64> %1163, %1243
  %1245 = bitcast <32 x i1> %1244 to i32
  %1246 = and i32 %1239, %1245
  %1247 = extractelement <32 x i64> %2, i32 %1240
  %1248 = load i64, ptr %1167, align 8
  %1249 = inttoptr i64 %1248 to ptr
  %1250 = icmp ult i64 %1247, 1152921504606846976
  %1251 = lshr i64 %1247, 37
  %1252 = and i64 %1251, 134217720
  %1253 = select i1 %1250, i64 %1252, i64 0
  %1254 = getelementptr inbounds i64, ptr %1249, i64 %1253
  %1255 = load i64, ptr %1254, align 8
  %1256 = icmp eq i64 %1255, 0
  %1257 = select i1 %1256, ptr null, ptr %1254
  br i1 %1256, label %2085, label %1258

1258:
  br i1 %1169, label %1264, label %1259

1259:
  %1260 = load i64, ptr %1170, align 8
  %1261 = icmp eq i64 %1260, 0
  br i1 %1261, label %1264, label %1262, !prof !2

1262:
  call void @"ks.tell_of_passes"(ptr %0, ptr %16)
  %1263 = load i64, ptr %1254, align 8
  br label %1264

1264:
  %1265 = phi i64 [ %1263, %1262 ], [ %1255, %1259 ], [ %1255, %1258 ]
  %1266 = load i64, ptr %1171, align 8
  %1267 = load i64, ptr %16, align 8
  %1268 = inttoptr i64 %1267 to ptr
  %1269 = load i64, ptr %1268, align 8
  %1270 = load i64, ptr %1174, align 8
  %1271 = shl i64 %1266, 5
  %1272 = or i64 %1270, %1271
  %1273 = insertelement <32 x i64> poison, i64 %1272, i64 0
  %1274 = shufflevector <32 x i64> %1273, <32 x i64> poison, <32 x i32> zeroinitializer
  %1275 = or <32 x i64> %1274, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %1276 = shl i64 %1269, 32
  %1277 = insertelement <32 x i64> poison, i64 %1276, i64 0
  %1278 = shufflevector <32 x i64> %1277, <32 x i64> poison, <32 x i32> zeroinitializer
  %1279 = or <32 x i64> %1275, %1278
  %1280 = insertelement <32 x i64> poison, i64 %1265, i64 0
  %1281 = shufflevector <32 x i64> %1280, <32 x i64> poison, <32 x i32> zeroinitializer
  %1282 = icmp ule <32 x i64> %1179, %1281
  %1283 = icmp ule <32 x i64> %1166, %1281
  %1284 = and <32 x i1> %1282, %1283
  %1285 = bitcast <32 x i1> %1284 to i32
  %1286 = and i32 %1246, %1285
  br i1 %1183, label %2085, label %1287

1287:
  %1288 = getelementptr i64, ptr %16, i64 %1266
  %1289 = getelementptr i8, ptr %1288, i64 208
  %1290 = load i64, ptr %1289, align 8
  %1291 = load i64, ptr %1173, align 8
  %1292 = call i64 @"llvm.umax.i64"(i64 %1290, i64 %1291)
  %1293 = load i64, ptr %1172, align 8
  %1294 = getelementptr inbounds i8, ptr %1254, i64 56
  %1295 = icmp eq i32 %1286, 0
  %1296 = bitcast i32 %1286 to <32 x i1>
  %1297 = getelementptr inbounds i8, ptr %1254, i64 8
  %1298 = shl i64 %1293, 32
  %1299 = insertelement <32 x i64> poison, i64 %1298, i64 0
  %1300 = shufflevector <32 x i64> %1299, <32 x i64> poison, <32 x i32> zeroinitializer
  %1301 = getelementptr inbounds i8, ptr %1254, i64 40
  %1302 = getelementptr inbounds i8, ptr %1254, i64 16
  %1303 = getelementptr inbounds i8, ptr %1254, i64 24
  %1304 = getelementptr inbounds i8, ptr %1254, i64 32
  %1305 = insertelement <32 x i64> poison, i64 %1293, i64 0
  %1306 = shufflevector <32 x i64> %1305, <32 x i64> poison, <32 x i32> zeroinitializer
  %1307 = lshr <32 x i64> %1274, splat (i64 5)
  %1308 = insertelement <32 x i64> poison, i64 %1292, i64 0
  %1309 = shufflevector <32 x i64> %1308, <32 x i64> poison, <32 x i32> zeroinitializer
  %1310 = insertelement <32 x i64> poison, i64 %1291, i64 0
  %1311 = shufflevector <32 x i64> %1310, <32 x i64> poison, <32 x i32> zeroinitializer
  %1312 = shl i64 %1266, 8
  %1313 = getelementptr inbounds i8, ptr %1254, i64 48
  %1314 = or <32 x i64> %1279, splat (i64 -9223372036854775808)
  %1315 = ptrtoint ptr %1254 to i64
  %1316 = select <32 x i1> %1202, <32 x i64> %1314, <32 x i64> %1279
  %1317 = getelementptr inbounds i8, ptr %1254, i64 16
  %1318 = getelementptr inbounds i8, ptr %1254, i64 8
  %1319 = getelementptr inbounds i8, ptr %1254, i64 24
  %1320 = getelementptr inbounds i8, ptr %1254, i64 32
  %1321 = getelementptr inbounds i8, ptr %1254, i64 40
  %1322 = getelementptr inbounds i8, ptr %1254, i64 48
  br label %1323

1323:
  %1324 = phi i64 [ 0, %1287 ], [ %2083, %2081 ]
  %1325 = phi i32 [ 0, %1287 ], [ %2082, %2081 ]
  %1326 = insertelement <32 x i64> poison, i64 %1324, i64 0
  %1327 = shufflevector <32 x i64> %1326, <32 x i64> poison, <32 x i32> zeroinitializer
  %1328 = add <32 x i64> %1327, %1186
  br i1 %1188, label %1329, label %1565

1329:
  %1330 = load i64, ptr %1318, align 8
  %1331 = inttoptr i64 %1330 to ptr
  %1332 = getelementptr i64, ptr %1331, <32 x i64> %1328
  %1333 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1332, i32 8, <32 x i1> %1296, <32 x i64> zeroinitializer)
  %1334 = load i64, ptr %1317, align 8
  %1335 = inttoptr i64 %1334 to ptr
  %1336 = getelementptr i32, ptr %1335, <32 x i64> %1328
  %1337 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1336, i32 4, <32 x i1> %1296, <32 x i32> zeroinitializer)
  %1338 = load i64, ptr %1319, align 8
  %1339 = inttoptr i64 %1338 to ptr
  %1340 = getelementptr i64, ptr %1339, <32 x i64> %1328
  %1341 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1340, i32 8, <32 x i1> %1296, <32 x i64> zeroinitializer)
  %1342 = load i64, ptr %1320, align 8
  %1343 = inttoptr i64 %1342 to ptr
  %1344 = getelementptr i32, ptr %1343, <32 x i64> %1328
  %1345 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1344, i32 4, <32 x i1> %1296, <32 x i32> zeroinitializer)
  %1346 = and <32 x i64> %1333, splat (i64 4294967295)
  %1347 = lshr <32 x i64> %1333, splat (i64 32)
  %1348 = and <32 x i64> %1347, splat (i64 2147483647)
  %1349 = icmp ult <32 x i64> %1348, %1306
  %1350 = icmp eq <32 x i64> %1346, %1275
  %1351 = or <32 x i1> %1350, %1349
  %1352 = lshr <32 x i64> %1346, splat (i64 5)
  %1353 = icmp eq <32 x i64> %1352, %1307
  %1354 = xor <32 x i64> %1346, %1275
  %1355 = icmp ult <32 x i64> %1354, splat (i64 1024)
  %1356 = select <32 x i1> %1353, <32 x i64> %1309, <32 x i64> %1311
  br i1 %1169, label %1365, label %1357

1357:
  %1358 = and <32 x i64> %1352, splat (i64 31)
  %1359 = load i64, ptr %1191, align 8
  %1360 = add i64 %1359, %1312
  %1361 = inttoptr i64 %1360 to ptr
  %1362 = getelementptr i64, ptr %1361, <32 x i64> %1358
  %1363 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1362, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1364 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1356, <32 x i64> %1363)
  br label %1365

1365:
  %1366 = phi <32 x i64> [ %1364, %1357 ], [ %1356, %1329 ]
  %1367 = icmp ult <32 x i64> %1348, %1366
  %1368 = and <32 x i1> %1355, %1367
  %1369 = or <32 x i1> %1351, %1368
  br i1 %1193, label %1386, label %1370

1370:
  %1371 = and <32 x i64> %1333, splat (i64 1023)
  %1372 = xor <32 x i64> %1371, splat (i64 1023)
  %1373 = and <32 x i32> %1337, splat (i32 536870912)
  %1374 = icmp ne <32 x i32> %1373, zeroinitializer
  %1375 = icmp ult <32 x i64> %1372, splat (i64 32)
  %1376 = and <32 x i1> %1375, %1374
  %1377 = load i64, ptr %1194, align 8
  %1378 = inttoptr i64 %1377 to ptr
  %1379 = getelementptr inbounds i8, ptr %1378, i64 1600
  %1380 = getelementptr inbounds i8, ptr %1379, i64 %1312
  %1381 = getelementptr i64, ptr %1380, <32 x i64> %1372
  %1382 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1381, i32 8, <32 x i1> %1376, <32 x i64> zeroinitializer)
  %1383 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1382, <32 x i64> %1311)
  %1384 = icmp ult <32 x i64> %1348, %1383
  %1385 = select <32 x i1> %1374, <32 x i1> %1384, <32 x i1> %1369
  br label %1386

1386:
  %1387 = phi <32 x i1> [ %1385, %1370 ], [ %1369, %1365 ]
  %1388 = and <32 x i32> %1337, %1196
  %1389 = icmp ugt <32 x i64> %1354, splat (i64 31)
  %1390 = and <32 x i32> %1388, splat (i32 4194304)
  %1391 = icmp ne <32 x i32> %1390, zeroinitializer
  %1392 = and <32 x i32> %1388, splat (i32 1048576)
  %1393 = icmp ne <32 x i32> %1392, zeroinitializer
  %1394 = and <32 x i1> %1355, %1393
  %1395 = or <32 x i1> %1391, %1394
  %1396 = and <32 x i32> %1388, splat (i32 1107296256)
  %1397 = icmp ne <32 x i32> %1396, splat (i32 1073741824)
  %1398 = or <32 x i1> %1389, %1397
  %1399 = and <32 x i1> %1398, %1395
  %1400 = or <32 x i1> %1399, %1387
  %1401 = and <32 x i64> %1341, splat (i64 4294967295)
  %1402 = lshr <32 x i64> %1341, splat (i64 32)
  %1403 = and <32 x i64> %1402, splat (i64 2147483647)
  %1404 = icmp ult <32 x i64> %1403, %1306
  %1405 = icmp eq <32 x i64> %1401, %1275
  %1406 = or <32 x i1> %1405, %1404
  %1407 = lshr <32 x i64> %1401, splat (i64 5)
  %1408 = icmp eq <32 x i64> %1407, %1307
  %1409 = xor <32 x i64> %1401, %1275
  %1410 = icmp ult <32 x i64> %1409, splat (i64 1024)
  %1411 = select <32 x i1> %1408, <32 x i64> %1309, <32 x i64> %1311
  br i1 %1169, label %1420, label %1412

1412:
  %1413 = and <32 x i64> %1407, splat (i64 31)
  %1414 = load i64, ptr %1191, align 8
  %1415 = add i64 %1414, %1312
  %1416 = inttoptr i64 %1415 to ptr
  %1417 = getelementptr i64, ptr %1416, <32 x i64> %1413
  %1418 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1417, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1419 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1411, <32 x i64> %1418)
  br label %1420

1420:
  %1421 = phi <32 x i64> [ %1419, %1412 ], [ %1411, %1386 ]
  %1422 = icmp ult <32 x i64> %1403, %1421
  %1423 = and <32 x i1> %1410, %1422
  %1424 = or <32 x i1> %1406, %1423
  %1425 = and <32 x i32> %1345, %1196
  %1426 = icmp ugt <32 x i64> %1409, splat (i64 31)
  %1427 = and <32 x i32> %1425, splat (i32 4194304)
  %1428 = icmp ne <32 x i32> %1427, zeroinitializer
  %1429 = and <32 x i32> %1425, splat (i32 1048576)
  %1430 = icmp ne <32 x i32> %1429, zeroinitializer
  %1431 = and <32 x i1> %1410, %1430
  %1432 = or <32 x i1> %1428, %1431
  %1433 = and <32 x i32> %1425, splat (i32 1107296256)
  %1434 = icmp ne <32 x i32> %1433, splat (i32 1073741824)
  %1435 = or <32 x i1> %1426, %1434
  %1436 = and <32 x i1> %1435, %1432
  %1437 = or <32 x i1> %1436, %1424
  %1438 = and <32 x i32> %1337, splat (i32 8388608)
  %1439 = icmp eq <32 x i32> %1438, zeroinitializer
  %1440 = or <32 x i1> %1439, %1437
  %1441 = and <32 x i32> %1337, splat (i32 268435456)
  %1442 = icmp eq <32 x i32> %1441, zeroinitializer
  %1443 = and <32 x i1> %1442, %1440
  %1444 = and <32 x i1> %1400, %1443
  %1445 = load i64, ptr %1321, align 8
  %1446 = inttoptr i64 %1445 to ptr
  %1447 = getelementptr i64, ptr %1446, <32 x i64> %1328
  %1448 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1447, i32 8, <32 x i1> %1296, <32 x i64> zeroinitializer)
  %1449 = load i64, ptr %1322, align 8
  %1450 = inttoptr i64 %1449 to ptr
  %1451 = getelementptr i32, ptr %1450, <32 x i64> %1328
  %1452 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1451, i32 4, <32 x i1> %1296, <32 x i32> zeroinitializer)
  %1453 = and <32 x i64> %1448, splat (i64 4294967295)
  %1454 = and <32 x i32> %1452, splat (i32 16777216)
  %1455 = icmp eq <32 x i32> %1454, zeroinitializer
  %1456 = lshr <32 x i64> %1448, splat (i64 32)
  %1457 = and <32 x i64> %1456, splat (i64 2147483647)
  %1458 = icmp ult <32 x i64> %1457, %1306
  %1459 = icmp eq <32 x i64> %1453, %1275
  %1460 = lshr <32 x i64> %1453, splat (i64 5)
  %1461 = icmp eq <32 x i64> %1460, %1307
  %1462 = xor <32 x i64> %1453, %1275
  %1463 = icmp ult <32 x i64> %1462, splat (i64 1024)
  %1464 = select <32 x i1> %1461, <32 x i64> %1309, <32 x i64> %1311
  br i1 %1169, label %1480, label %1465

1465:
  %1466 = and <32 x i64> %1460, splat (i64 31)
  %1467 = load i64, ptr %1191, align 8
  %1468 = add i64 %1467, %1312
  %1469 = inttoptr i64 %1468 to ptr
  %1470 = getelementptr i64, ptr %1469, <32 x i64> %1466
  %1471 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1470, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1472 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1464, <32 x i64> %1471)
  %1473 = and <32 x i64> %1460, splat (i64 31)
  %1474 = load i64, ptr %1191, align 8
  %1475 = add i64 %1474, %1312
  %1476 = inttoptr i64 %1475 to ptr
  %1477 = getelementptr i64, ptr %1476, <32 x i64> %1473
  %1478 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1477, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1479 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1464, <32 x i64> %1478)
  br label %1480

1480:
  %1481 = phi <32 x i64> [ %1472, %1465 ], [ %1464, %1420 ]
  %1482 = phi <32 x i64> [ %1479, %1465 ], [ %1464, %1420 ]
  %1483 = icmp ult <32 x i64> %1457, %1481
  %1484 = and <32 x i1> %1463, %1483
  %1485 = or <32 x i1> %1459, %1484
  %1486 = or <32 x i1> %1485, %1458
  %1487 = icmp ult <32 x i64> %1462, splat (i64 32)
  %1488 = icmp ult <32 x i64> %1457, %1482
  %1489 = and <32 x i1> %1463, %1488
  %1490 = and <32 x i32> %1452, splat (i32 8388608)
  %1491 = icmp ne <32 x i32> %1490, zeroinitializer
  %1492 = xor <32 x i1> %1486, splat (i1 true)
  %1493 = or <32 x i1> %1491, %1492
  %1494 = xor <32 x i1> %1489, splat (i1 true)
  %1495 = and <32 x i1> %1493, %1494
  %1496 = and <32 x i1> %1487, %1495
  %1497 = or <32 x i1> %1487, %1486
  %1498 = or <32 x i1> %1455, %1489
  %1499 = and <32 x i1> %1497, %1498
  %1500 = and <32 x i32> %1452, splat (i32 536870912)
  %1501 = icmp eq <32 x i32> %1500, zeroinitializer
  %1502 = or <32 x i1> %1458, %1501
  %1503 = and <32 x i1> %1502, %1499
  %1504 = and <32 x i1> %1503, %1296
  %1505 = select <32 x i1> %1496, <32 x i64> %1314, <32 x i64> %1279
  %1506 = select <32 x i1> %1496, <32 x i32> %1205, <32 x i32> %1196
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1505, <32 x ptr> %1447, i32 8, <32 x i1> %1504)
  %1507 = load i64, ptr %1322, align 8
  %1508 = inttoptr i64 %1507 to ptr
  %1509 = getelementptr i32, ptr %1508, <32 x i64> %1328
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1506, <32 x ptr> %1509, i32 4, <32 x i1> %1504)
  %1510 = load i64, ptr %1321, align 8
  %1511 = inttoptr i64 %1510 to ptr
  %1512 = getelementptr i64, ptr %1511, <32 x i64> %1328
  %1513 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1512, i32 8, <32 x i1> %1504, <32 x i64> zeroinitializer)
  %1514 = and <32 x i64> %1513, splat (i64 9223372036854775807)
  %1515 = icmp ne <32 x i64> %1514, %1279
  %1516 = and <32 x i1> %1504, %1515
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1314, <32 x ptr> %1512, i32 8, <32 x i1> %1516)
  %1517 = load i64, ptr %1322, align 8
  %1518 = inttoptr i64 %1517 to ptr
  %1519 = getelementptr i32, ptr %1518, <32 x i64> %1328
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1205, <32 x ptr> %1519, i32 4, <32 x i1> %1516)
  %1520 = and <32 x i1> %1444, %1503
  %1521 = bitcast <32 x i1> %1520 to i32
  %1522 = xor i32 %1521, -1
  %1523 = and i32 %1286, %1522
  %1524 = icmp eq i32 %1523, 0
  br i1 %1524, label %2081, label %1525, !prof !2

1525:
  %1526 = load i64, ptr %1206, align 8
  %1527 = inttoptr i64 %1526 to ptr
  %1528 = getelementptr inbounds i64, ptr %1527, i64 %1209
  %1529 = load i64, ptr %1528, align 8
  %1530 = icmp eq i64 %1529, 0
  br i1 %1530, label %1556, label %1531

1531:
  %1532 = getelementptr inbounds i8, ptr %1528, i64 16
  %1533 = load i64, ptr %1532, align 8
  %1534 = insertelement <32 x i64> poison, i64 %1533, i64 0
  %1535 = shufflevector <32 x i64> %1534, <32 x i64> poison, <32 x i32> zeroinitializer
  %1536 = and <32 x i32> %1337, splat (i32 63)
  %1537 = zext <32 x i32> %1536 to <32 x i64>
  %1538 = lshr <32 x i64> %1535, %1537
  %1539 = trunc <32 x i64> %1538 to <32 x i1>
  %1540 = bitcast <32 x i1> %1539 to i32
  %1541 = xor i32 %1540, -1
  %1542 = and i32 %1523, %1541
  %1543 = icmp eq i32 %1542, 0
  %1544 = or i1 %1211, %1543
  %1545 = getelementptr inbounds i8, ptr %1528, i64 24
  %1546 = load i64, ptr %1545, align 8
  %1547 = icmp eq i64 %1546, 0
  %1548 = select i1 %1547, i1 %1544, i1 false
  br i1 %1548, label %1549, label %1556

1549:
  %1550 = add i64 %1529, -1
  store i64 %1550, ptr %1528, align 8
  %1551 = call i32 @"llvm.ctpop.i32"(i32 %1523)
  %1552 = zext i32 %1551 to i64
  %1553 = getelementptr inbounds i8, ptr %1528, i64 8
  %1554 = load i64, ptr %1553, align 8
  %1555 = add i64 %1554, %1552
  store i64 %1555, ptr %1553, align 8
  br label %2081

1556:
  br i1 %1193, label %1558, label %1557

1557:
  call void @"ks.tell_of_copies"(ptr %0)
  br label %1558

1558:
  store <32 x i64> %1166, ptr %12, align 256
  store <32 x i64> %1333, ptr %1231, align 256
  %1559 = zext <32 x i32> %1337 to <32 x i64>
  store <32 x i64> %1559, ptr %1232, align 256
  store <32 x i64> %1341, ptr %1233, align 256
  %1560 = zext <32 x i32> %1345 to <32 x i64>
  store <32 x i64> %1560, ptr %1234, align 256
  store <32 x i64> %1448, ptr %1235, align 256
  %1561 = zext <32 x i32> %1452 to <32 x i64>
  store <32 x i64> %1561, ptr %1236, align 256
  %1562 = load i64, ptr %1222, align 8
  %1563 = inttoptr i64 %1562 to ptr
  %1564 = or i64 %1324, %1224
  call void %1563(ptr %0, i32 %1, i32 %1523, i32 0, ptr %1254, ptr %12, ptr %4, i64 %1564)
  br label %2081

1565:
  %1566 = load i64, ptr %1294, align 8
  %1567 = inttoptr i64 %1566 to ptr
  %1568 = icmp eq i64 %1566, 0
  br i1 %1568, label %1587, label %1569, !prof !2

1569:
  br i1 %1295, label %1587, label %1570

1570:
  %1571 = phi i32 [ %1585, %1583 ], [ %1286, %1569 ]
  %1572 = call i32 @"llvm.cttz.i32"(i32 %1571, i1 true)
  %1573 = extractelement <32 x i64> %1328, i32 %1572
  %1574 = lshr i64 %1573, 6
  %1575 = getelementptr inbounds i64, ptr %1567, i64 %1574
  %1576 = and i64 %1573, 63
  %1577 = shl i64 1, %1576
  %1578 = load i64, ptr %1575, align 8
  %1579 = and i64 %1578, %1577
  %1580 = icmp eq i64 %1579, 0
  br i1 %1580, label %1581, label %1583

1581:
  %1582 = or i64 %1578, %1577
  store i64 %1582, ptr %1575, align 8
  br label %1583

1583:
  %1584 = add i32 %1571, -1
  %1585 = and i32 %1584, %1571
  %1586 = icmp eq i32 %1585, 0
  br i1 %1586, label %1587, label %1570

1587:
  %1588 = load i64, ptr %1297, align 8
  %1589 = inttoptr i64 %1588 to ptr
  %1590 = getelementptr i64, ptr %1589, <32 x i64> %1328
  %1591 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1590, i32 8, <32 x i1> %1296, <32 x i64> zeroinitializer)
  %1592 = icmp uge <32 x i64> %1591, %1300
  %1593 = bitcast <32 x i1> %1592 to i32
  %1594 = or i32 %1189, %1593
  %1595 = icmp eq i32 %1594, 0
  br i1 %1595, label %1596, label %1707

1596:
  %1597 = load i64, ptr %1301, align 8
  %1598 = icmp eq i64 %1597, 0
  %1599 = select i1 %1598, i32 0, i32 %1286
  %1600 = bitcast i32 %1599 to <32 x i1>
  %1601 = inttoptr i64 %1597 to ptr
  %1602 = getelementptr i64, ptr %1601, <32 x i64> %1328
  %1603 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1602, i32 8, <32 x i1> %1600, <32 x i64> zeroinitializer)
  %1604 = icmp uge <32 x i64> %1603, %1300
  %1605 = bitcast <32 x i1> %1604 to i32
  %1606 = icmp eq i32 %1605, 0
  br i1 %1606, label %1607, label %1707

1607:
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1316, <32 x ptr> %1590, i32 8, <32 x i1> %1296)
  %1608 = load i64, ptr %1317, align 8
  %1609 = inttoptr i64 %1608 to ptr
  %1610 = getelementptr i32, ptr %1609, <32 x i64> %1328
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1196, <32 x ptr> %1610, i32 4, <32 x i1> %1296)
  br i1 %1190, label %1611, label %2081

1611:
  %1612 = load i64, ptr %1297, align 8
  %1613 = inttoptr i64 %1612 to ptr
  %1614 = getelementptr i64, ptr %1613, <32 x i64> %1328
  %1615 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1614, i32 8, <32 x i1> %1296, <32 x i64> zeroinitializer)
  %1616 = and <32 x i64> %1615, splat (i64 9223372036854775807)
  %1617 = icmp ne <32 x i64> %1616, %1279
  %1618 = and <32 x i1> %1617, %1296
  %1619 = bitcast <32 x i1> %1618 to i32
  %1620 = icmp eq i32 %1619, 0
  br i1 %1620, label %2081, label %1621, !prof !2

1621:
  %1622 = load i64, ptr %1206, align 8
  %1623 = inttoptr i64 %1622 to ptr
  %1624 = getelementptr inbounds i64, ptr %1623, i64 %1209
  %1625 = load i64, ptr %1624, align 8
  %1626 = icmp eq i64 %1625, 0
  br i1 %1626, label %1701, label %1627

1627:
  %1628 = getelementptr inbounds i8, ptr %1624, i64 24
  %1629 = load i64, ptr %1628, align 8
  %1630 = icmp eq i64 %1629, 0
  br i1 %1630, label %1683, label %1631

1631:
  br i1 %1213, label %1701, label %1632

1632:
  %1633 = shl i64 %1324, %1181
  br label %1634

1634:
  %1635 = phi i32 [ 0, %1632 ], [ %1651, %1643 ]
  %1636 = phi i32 [ %1619, %1632 ], [ %1653, %1643 ]
  %1637 = call i32 @"llvm.cttz.i32"(i32 %1636, i1 true)
  %1638 = extractelement <32 x i64> %1328, i32 %1637
  %1639 = getelementptr inbounds i64, ptr %1613, i64 %1638
  %1640 = load i64, ptr %1639, align 8
  %1641 = and i64 %1640, 31
  %1642 = zext i32 %1637 to i64
  br label %1655

1643:
  %1644 = shl i32 1, %1637
  %1645 = and i32 %1644, %1619
  %1646 = icmp eq i32 %1645, 0
  %1647 = icmp eq i8 %1675, 0
  %1648 = select i1 %1646, i1 true, i1 %1647
  %1649 = zext i1 %1648 to i32
  %1650 = shl i32 %1649, %1637
  %1651 = or i32 %1650, %1635
  %1652 = add i32 %1636, -1
  %1653 = and i32 %1652, %1636
  %1654 = icmp eq i32 %1653, 0
  br i1 %1654, label %1679, label %1634

1655:
  %1656 = phi i64 [ 0, %1634 ], [ %1676, %1655 ]
  %1657 = phi i8 [ 0, %1634 ], [ %1675, %1655 ]
  %1658 = add i64 %1656, %1633
  %1659 = freeze i64 %1658
  %1660 = udiv i64 %1659, %1215
  %1661 = shl i64 %1660, 5
  %1662 = mul i64 %1660, %1215
  %1663 = sub i64 %1659, %1662
  %1664 = or i64 %1661, %1642
  %1665 = mul i64 %1664, %1215
  %1666 = getelementptr inbounds i8, ptr %4, i64 %1665
  %1667 = getelementptr inbounds i8, ptr %1666, i64 %1663
  %1668 = load i8, ptr %1667, align 1
  %1669 = or i64 %1661, %1641
  %1670 = mul i64 %1669, %1215
  %1671 = getelementptr inbounds i8, ptr %4, i64 %1670
  %1672 = getelementptr inbounds i8, ptr %1671, i64 %1663
  %1673 = load i8, ptr %1672, align 1
  %1674 = xor i8 %1673, %1668
  %1675 = or i8 %1674, %1657
  %1676 = add i64 %1656, 1
  %1677 = lshr i64 %1676, %1181
  %1678 = icmp eq i64 %1677, 0
  br i1 %1678, label %1655, label %1643

1679:
  %1680 = xor i32 %1651, -1
  %1681 = and i32 %1680, %1619
  %1682 = icmp eq i32 %1681, 0
  br i1 %1682, label %1694, label %1701

1683:
  %1684 = getelementptr inbounds i8, ptr %1624, i64 16
  %1685 = load i64, ptr %1684, align 8
  %1686 = trunc i64 %1685 to i1
  %1687 = insertelement <32 x i1> poison, i1 %1686, i64 0
  %1688 = shufflevector <32 x i1> %1687, <32 x i1> poison, <32 x i32> zeroinitializer
  %1689 = bitcast <32 x i1> %1688 to i32
  %1690 = xor i32 %1689, -1
  %1691 = and i32 %1690, %1619
  %1692 = icmp eq i32 %1691, 0
  %1693 = or i1 %1211, %1692
  br i1 %1693, label %1694, label %1701

1694:
  %1695 = add i64 %1625, -1
  store i64 %1695, ptr %1624, align 8
  %1696 = call i32 @"llvm.ctpop.i32"(i32 %1619)
  %1697 = zext i32 %1696 to i64
  %1698 = getelementptr inbounds i8, ptr %1624, i64 8
  %1699 = load i64, ptr %1698, align 8
  %1700 = add i64 %1699, %1697
  store i64 %1700, ptr %1698, align 8
  br label %2081

1701:
  br i1 %1193, label %1703, label %1702

1702:
  call void @"ks.tell_of_copies"(ptr %0)
  br label %1703

1703:
  store <32 x i64> %1166, ptr %9, align 256
  store <32 x i64> zeroinitializer, ptr %1225, align 256
  store <32 x i64> zeroinitializer, ptr %1226, align 256
  store <32 x i64> zeroinitializer, ptr %1227, align 256
  store <32 x i64> zeroinitializer, ptr %1228, align 256
  store <32 x i64> zeroinitializer, ptr %1229, align 256
  store <32 x i64> zeroinitializer, ptr %1230, align 256
  %1704 = load i64, ptr %1222, align 8
  %1705 = inttoptr i64 %1704 to ptr
  %1706 = or i64 %1324, %1224
  call void %1705(ptr %0, i32 %1, i32 0, i32 %1619, ptr %1257, ptr %9, ptr %4, i64 %1706)
  br label %2081

1707:
  %1708 = load i64, ptr %1302, align 8
  %1709 = inttoptr i64 %1708 to ptr
  %1710 = getelementptr i32, ptr %1709, <32 x i64> %1328
  %1711 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1710, i32 4, <32 x i1> %1296, <32 x i32> zeroinitializer)
  %1712 = load i64, ptr %1303, align 8
  %1713 = inttoptr i64 %1712 to ptr
  %1714 = getelementptr i64, ptr %1713, <32 x i64> %1328
  %1715 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1714, i32 8, <32 x i1> %1296, <32 x i64> zeroinitializer)
  %1716 = load i64, ptr %1304, align 8
  %1717 = inttoptr i64 %1716 to ptr
  %1718 = getelementptr i32, ptr %1717, <32 x i64> %1328
  %1719 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1718, i32 4, <32 x i1> %1296, <32 x i32> zeroinitializer)
  %1720 = and <32 x i64> %1591, splat (i64 4294967295)
  %1721 = lshr <32 x i64> %1591, splat (i64 32)
  %1722 = and <32 x i64> %1721, splat (i64 2147483647)
  %1723 = icmp ult <32 x i64> %1722, %1306
  %1724 = icmp eq <32 x i64> %1720, %1275
  %1725 = or <32 x i1> %1724, %1723
  %1726 = lshr <32 x i64> %1720, splat (i64 5)
  %1727 = icmp eq <32 x i64> %1726, %1307
  %1728 = xor <32 x i64> %1720, %1275
  %1729 = icmp ult <32 x i64> %1728, splat (i64 1024)
  %1730 = select <32 x i1> %1727, <32 x i64> %1309, <32 x i64> %1311
  br i1 %1169, label %1739, label %1731

1731:
  %1732 = and <32 x i64> %1726, splat (i64 31)
  %1733 = load i64, ptr %1191, align 8
  %1734 = add i64 %1733, %1312
  %1735 = inttoptr i64 %1734 to ptr
  %1736 = getelementptr i64, ptr %1735, <32 x i64> %1732
  %1737 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1736, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1738 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1730, <32 x i64> %1737)
  br label %1739

1739:
  %1740 = phi <32 x i64> [ %1738, %1731 ], [ %1730, %1707 ]
  %1741 = icmp ult <32 x i64> %1722, %1740
  %1742 = and <32 x i1> %1729, %1741
  %1743 = or <32 x i1> %1725, %1742
  br i1 %1193, label %1760, label %1744

1744:
  %1745 = and <32 x i64> %1591, splat (i64 1023)
  %1746 = xor <32 x i64> %1745, splat (i64 1023)
  %1747 = and <32 x i32> %1711, splat (i32 536870912)
  %1748 = icmp ne <32 x i32> %1747, zeroinitializer
  %1749 = icmp ult <32 x i64> %1746, splat (i64 32)
  %1750 = and <32 x i1> %1749, %1748
  %1751 = load i64, ptr %1194, align 8
  %1752 = inttoptr i64 %1751 to ptr
  %1753 = getelementptr inbounds i8, ptr %1752, i64 1600
  %1754 = getelementptr inbounds i8, ptr %1753, i64 %1312
  %1755 = getelementptr i64, ptr %1754, <32 x i64> %1746
  %1756 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1755, i32 8, <32 x i1> %1750, <32 x i64> zeroinitializer)
  %1757 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1756, <32 x i64> %1311)
  %1758 = icmp ult <32 x i64> %1722, %1757
  %1759 = select <32 x i1> %1748, <32 x i1> %1758, <32 x i1> %1743
  br label %1760

1760:
  %1761 = phi <32 x i1> [ %1759, %1744 ], [ %1743, %1739 ]
  %1762 = and <32 x i32> %1711, %1196
  %1763 = icmp ugt <32 x i64> %1728, splat (i64 31)
  %1764 = and <32 x i32> %1762, splat (i32 4194304)
  %1765 = icmp ne <32 x i32> %1764, zeroinitializer
  %1766 = and <32 x i32> %1762, splat (i32 1048576)
  %1767 = icmp ne <32 x i32> %1766, zeroinitializer
  %1768 = and <32 x i1> %1729, %1767
  %1769 = or <32 x i1> %1765, %1768
  %1770 = and <32 x i32> %1762, splat (i32 1107296256)
  %1771 = icmp ne <32 x i32> %1770, splat (i32 1073741824)
  %1772 = or <32 x i1> %1763, %1771
  %1773 = and <32 x i1> %1772, %1769
  %1774 = or <32 x i1> %1773, %1761
  %1775 = and <32 x i64> %1715, splat (i64 4294967295)
  %1776 = lshr <32 x i64> %1715, splat (i64 32)
  %1777 = and <32 x i64> %1776, splat (i64 2147483647)
  %1778 = icmp ult <32 x i64> %1777, %1306
  %1779 = icmp eq <32 x i64> %1775, %1275
  %1780 = or <32 x i1> %1779, %1778
  %1781 = lshr <32 x i64> %1775, splat (i64 5)
  %1782 = icmp eq <32 x i64> %1781, %1307
  %1783 = xor <32 x i64> %1775, %1275
  %1784 = icmp ult <32 x i64> %1783, splat (i64 1024)
  %1785 = select <32 x i1> %1782, <32 x i64> %1309, <32 x i64> %1311
  br i1 %1169, label %1794, label %1786

1786:
  %1787 = and <32 x i64> %1781, splat (i64 31)
  %1788 = load i64, ptr %1191, align 8
  %1789 = add i64 %1788, %1312
  %1790 = inttoptr i64 %1789 to ptr
  %1791 = getelementptr i64, ptr %1790, <32 x i64> %1787
  %1792 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1791, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1793 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1785, <32 x i64> %1792)
  br label %1794

1794:
  %1795 = phi <32 x i64> [ %1793, %1786 ], [ %1785, %1760 ]
  %1796 = icmp ult <32 x i64> %1777, %1795
  %1797 = and <32 x i1> %1784, %1796
  %1798 = and <32 x i32> %1719, %1196
  %1799 = icmp ugt <32 x i64> %1783, splat (i64 31)
  %1800 = and <32 x i32> %1798, splat (i32 4194304)
  %1801 = icmp ne <32 x i32> %1800, zeroinitializer
  %1802 = and <32 x i32> %1798, splat (i32 1048576)
  %1803 = icmp ne <32 x i32> %1802, zeroinitializer
  %1804 = and <32 x i1> %1784, %1803
  %1805 = or <32 x i1> %1801, %1804
  %1806 = and <32 x i32> %1798, splat (i32 1107296256)
  %1807 = icmp ne <32 x i32> %1806, splat (i32 1073741824)
  %1808 = or <32 x i1> %1799, %1807
  %1809 = and <32 x i1> %1808, %1805
  %1810 = or <32 x i1> %1809, %1797
  %1811 = and <32 x i32> %1711, splat (i32 8388608)
  %1812 = icmp ne <32 x i32> %1811, zeroinitializer
  %1813 = xor <32 x i1> %1812, splat (i1 true)
  %1814 = or <32 x i1> %1810, %1813
  %1815 = or <32 x i1> %1780, %1814
  %1816 = and <32 x i32> %1711, splat (i32 268435456)
  %1817 = icmp eq <32 x i32> %1816, zeroinitializer
  %1818 = and <32 x i1> %1817, %1815
  %1819 = and <32 x i1> %1774, %1818
  %1820 = load i64, ptr %1301, align 8
  %1821 = icmp eq i64 %1820, 0
  %1822 = select i1 %1821, i32 0, i32 %1286
  %1823 = bitcast i32 %1822 to <32 x i1>
  %1824 = inttoptr i64 %1820 to ptr
  %1825 = getelementptr i64, ptr %1824, <32 x i64> %1328
  %1826 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1825, i32 8, <32 x i1> %1823, <32 x i64> zeroinitializer)
  %1827 = load i64, ptr %1313, align 8
  %1828 = inttoptr i64 %1827 to ptr
  %1829 = getelementptr i32, ptr %1828, <32 x i64> %1328
  %1830 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1829, i32 4, <32 x i1> %1823, <32 x i32> zeroinitializer)
  %1831 = and <32 x i32> %1830, splat (i32 16777216)
  %1832 = icmp eq <32 x i32> %1831, zeroinitializer
  %1833 = and <32 x i64> %1826, splat (i64 4294967295)
  %1834 = lshr <32 x i64> %1826, splat (i64 32)
  %1835 = and <32 x i64> %1834, splat (i64 2147483647)
  %1836 = icmp ult <32 x i64> %1835, %1306
  %1837 = icmp eq <32 x i64> %1833, %1275
  %1838 = lshr <32 x i64> %1833, splat (i64 5)
  %1839 = icmp eq <32 x i64> %1838, %1307
  %1840 = xor <32 x i64> %1833, %1275
  %1841 = icmp ult <32 x i64> %1840, splat (i64 1024)
  %1842 = select <32 x i1> %1839, <32 x i64> %1309, <32 x i64> %1311
  br i1 %1169, label %1851, label %1843

1843:
  %1844 = and <32 x i64> %1838, splat (i64 31)
  %1845 = load i64, ptr %1191, align 8
  %1846 = add i64 %1845, %1312
  %1847 = inttoptr i64 %1846 to ptr
  %1848 = getelementptr i64, ptr %1847, <32 x i64> %1844
  %1849 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1848, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1850 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1842, <32 x i64> %1849)
  br label %1851

1851:
  %1852 = phi <32 x i64> [ %1850, %1843 ], [ %1842, %1794 ]
  %1853 = icmp ult <32 x i64> %1835, %1852
  %1854 = and <32 x i1> %1841, %1853
  %1855 = or <32 x i1> %1837, %1854
  %1856 = or <32 x i1> %1855, %1836
  %1857 = and <32 x i32> %1830, splat (i32 25165824)
  %1858 = icmp eq <32 x i32> %1857, zeroinitializer
  %1859 = and <32 x i1> %1858, %1856
  br i1 %1169, label %1868, label %1860

1860:
  %1861 = and <32 x i64> %1838, splat (i64 31)
  %1862 = load i64, ptr %1191, align 8
  %1863 = add i64 %1862, %1312
  %1864 = inttoptr i64 %1863 to ptr
  %1865 = getelementptr i64, ptr %1864, <32 x i64> %1861
  %1866 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1865, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1867 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1842, <32 x i64> %1866)
  br label %1868

1868:
  %1869 = phi <32 x i64> [ %1867, %1860 ], [ %1842, %1851 ]
  %1870 = icmp ult <32 x i64> %1835, %1869
  %1871 = and <32 x i1> %1841, %1870
  %1872 = or <32 x i1> %1859, %1871
  %1873 = and <32 x i32> %1830, splat (i32 536870912)
  %1874 = icmp eq <32 x i32> %1873, zeroinitializer
  %1875 = or <32 x i1> %1836, %1874
  %1876 = and <32 x i1> %1832, %1875
  %1877 = and <32 x i1> %1876, %1872
  %1878 = and <32 x i32> %1830, %1196
  %1879 = icmp ugt <32 x i64> %1840, splat (i64 31)
  %1880 = and <32 x i32> %1878, splat (i32 4194304)
  %1881 = icmp ne <32 x i32> %1880, zeroinitializer
  %1882 = and <32 x i32> %1878, splat (i32 1048576)
  %1883 = icmp ne <32 x i32> %1882, zeroinitializer
  %1884 = and <32 x i1> %1841, %1883
  %1885 = or <32 x i1> %1881, %1884
  %1886 = and <32 x i32> %1878, splat (i32 1107296256)
  %1887 = icmp ne <32 x i32> %1886, splat (i32 1073741824)
  %1888 = or <32 x i1> %1879, %1887
  %1889 = and <32 x i1> %1888, %1885
  %1890 = or <32 x i1> %1889, %1877
  %1891 = xor <32 x i1> %1761, splat (i1 true)
  %1892 = and <32 x i1> %1773, %1891
  %1893 = and <32 x i1> %1892, %1296
  br i1 %1169, label %1902, label %1894

1894:
  %1895 = and <32 x i64> %1781, splat (i64 31)
  %1896 = load i64, ptr %1191, align 8
  %1897 = add i64 %1896, %1312
  %1898 = inttoptr i64 %1897 to ptr
  %1899 = getelementptr i64, ptr %1898, <32 x i64> %1895
  %1900 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1899, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1901 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1785, <32 x i64> %1900)
  br label %1902

1902:
  %1903 = phi <32 x i64> [ %1901, %1894 ], [ %1785, %1868 ]
  %1904 = icmp ult <32 x i64> %1777, %1903
  %1905 = and <32 x i1> %1784, %1904
  %1906 = or <32 x i1> %1780, %1905
  %1907 = xor <32 x i1> %1906, splat (i1 true)
  %1908 = and <32 x i1> %1812, %1907
  br i1 %1199, label %1927, label %1909

1909:
  %1910 = icmp uge <32 x i64> %1722, %1306
  %1911 = and <32 x i32> %1711, splat (i32 1048576)
  %1912 = icmp eq <32 x i32> %1911, zeroinitializer
  %1913 = and <32 x i1> %1910, %1912
  %1914 = icmp uge <32 x i64> %1777, %1306
  %1915 = and <32 x i32> %1719, splat (i32 1048576)
  %1916 = icmp eq <32 x i32> %1915, zeroinitializer
  %1917 = and <32 x i1> %1914, %1916
  %1918 = xor <32 x i1> %1913, splat (i1 true)
  %1919 = and <32 x i1> %1917, %1918
  %1920 = and <32 x i1> %1812, %1919
  %1921 = xor <32 x i1> %1920, splat (i1 true)
  %1922 = and <32 x i1> %1893, %1921
  %1923 = and <32 x i1> %1913, %1296
  %1924 = and <32 x i1> %1923, %1761
  %1925 = or <32 x i1> %1924, %1922
  %1926 = or <32 x i1> %1920, %1908
  br label %1927

1927:
  %1928 = phi <32 x i1> [ %1926, %1909 ], [ %1908, %1902 ]
  %1929 = phi <32 x i1> [ %1925, %1909 ], [ %1893, %1902 ]
  %1930 = and <32 x i1> %1819, %1890
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1591, <32 x ptr> %1714, i32 8, <32 x i1> %1929)
  %1931 = load i64, ptr %1304, align 8
  %1932 = inttoptr i64 %1931 to ptr
  %1933 = getelementptr i32, ptr %1932, <32 x i64> %1328
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1711, <32 x ptr> %1933, i32 4, <32 x i1> %1929)
  %1934 = or <32 x i1> %1928, %1929
  %1935 = or <32 x i1> %1934, %1202
  %1936 = select <32 x i1> %1935, <32 x i64> %1314, <32 x i64> %1279
  %1937 = select <32 x i1> %1934, <32 x i32> %1205, <32 x i32> %1196
  %1938 = load i64, ptr %1297, align 8
  %1939 = inttoptr i64 %1938 to ptr
  %1940 = getelementptr i64, ptr %1939, <32 x i64> %1328
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1936, <32 x ptr> %1940, i32 8, <32 x i1> %1296)
  %1941 = load i64, ptr %1302, align 8
  %1942 = inttoptr i64 %1941 to ptr
  %1943 = getelementptr i32, ptr %1942, <32 x i64> %1328
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1937, <32 x ptr> %1943, i32 4, <32 x i1> %1296)
  %1944 = load i64, ptr %1297, align 8
  %1945 = inttoptr i64 %1944 to ptr
  %1946 = getelementptr i64, ptr %1945, <32 x i64> %1328
  %1947 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1946, i32 8, <32 x i1> %1296, <32 x i64> zeroinitializer)
  %1948 = and <32 x i64> %1947, splat (i64 9223372036854775807)
  %1949 = icmp ne <32 x i64> %1948, %1279
  %1950 = and <32 x i1> %1949, %1296
  %1951 = bitcast <32 x i1> %1950 to i32
  %1952 = bitcast <32 x i1> %1930 to i32
  %1953 = xor i32 %1952, -1
  %1954 = and i32 %1286, %1953
  %1955 = select i1 %1190, i32 %1951, i32 0
  %1956 = bitcast <32 x i1> %1890 to i32
  %1957 = or i32 %1955, %1954
  %1958 = icmp eq i32 %1957, 0
  br i1 %1958, label %2081, label %1959, !prof !2

1959:
  %1960 = load i64, ptr %1206, align 8
  %1961 = inttoptr i64 %1960 to ptr
  %1962 = getelementptr inbounds i64, ptr %1961, i64 %1209
  %1963 = load i64, ptr %1962, align 8
  %1964 = icmp eq i64 %1963, 0
  br i1 %1964, label %2072, label %1965

1965:
  %1966 = getelementptr inbounds i8, ptr %1962, i64 24
  %1967 = load i64, ptr %1966, align 8
  %1968 = icmp eq i64 %1967, 0
  br i1 %1968, label %2051, label %1969

1969:
  %1970 = load i64, ptr %1167, align 8
  %1971 = sub i64 %1315, %1970
  %1972 = ashr exact i64 %1971, 3
  %1973 = sdiv i64 %1972, 8
  %1974 = load i64, ptr %1212, align 8
  %1975 = inttoptr i64 %1974 to ptr
  %1976 = shl i64 %1973, 5
  %1977 = getelementptr inbounds i8, ptr %1975, i64 %1976
  %1978 = mul i64 %1973, 1099511631872
  %1979 = getelementptr inbounds i8, ptr %1977, i64 8
  %1980 = load i64, ptr %1979, align 8
  %1981 = add i64 %1978, %1980
  br i1 %1213, label %2047, label %1982

1982:
  %1983 = shl i64 %1324, %1181
  br label %1984

1984:
  %1985 = phi i32 [ 0, %1982 ], [ %2040, %2036 ]
  %1986 = phi i32 [ %1957, %1982 ], [ %2042, %2036 ]
  %1987 = call i32 @"llvm.cttz.i32"(i32 %1986, i1 true)
  %1988 = extractelement <32 x i64> %1328, i32 %1987
  %1989 = getelementptr inbounds i64, ptr %1945, i64 %1988
  %1990 = load i64, ptr %1989, align 8
  %1991 = and i64 %1990, 31
  %1992 = shl i64 %1988, %1181
  %1993 = add i64 %1981, %1992
  %1994 = inttoptr i64 %1993 to ptr
  %1995 = zext i32 %1987 to i64
  br label %2002

1996:
  %1997 = shl i32 1, %1987
  %1998 = and i32 %1997, %1954
  %1999 = icmp eq i32 %1998, 0
  %2000 = icmp eq i8 %2020, 0
  %2001 = select i1 %1999, i1 true, i1 %2000
  br i1 %2001, label %2031, label %2036

2002:
  %2003 = phi i64 [ 0, %1984 ], [ %2028, %2002 ]
  %2004 = phi i8 [ 0, %1984 ], [ %2027, %2002 ]
  %2005 = phi i8 [ 0, %1984 ], [ %2020, %2002 ]
  %2006 = add i64 %2003, %1983
  %2007 = freeze i64 %2006
  %2008 = udiv i64 %2007, %1215
  %2009 = shl i64 %2008, 5
  %2010 = mul i64 %2008, %1215
  %2011 = sub i64 %2007, %2010
  %2012 = or i64 %2009, %1995
  %2013 = mul i64 %2012, %1215
  %2014 = getelementptr inbounds i8, ptr %4, i64 %2013
  %2015 = getelementptr inbounds i8, ptr %2014, i64 %2011
  %2016 = load i8, ptr %2015, align 1
  %2017 = getelementptr inbounds i8, ptr %1994, i64 %2003
  %2018 = load i8, ptr %2017, align 1
  %2019 = xor i8 %2018, %2016
  %2020 = or i8 %2019, %2005
  %2021 = or i64 %2009, %1991
  %2022 = mul i64 %2021, %1215
  %2023 = getelementptr inbounds i8, ptr %4, i64 %2022
  %2024 = getelementptr inbounds i8, ptr %2023, i64 %2011
  %2025 = load i8, ptr %2024, align 1
  %2026 = xor i8 %2025, %2016
  %2027 = or i8 %2026, %2004
  %2028 = add i64 %2003, 1
  %2029 = lshr i64 %2028, %1181
  %2030 = icmp eq i64 %2029, 0
  br i1 %2030, label %2002, label %1996

2031:
  %2032 = and i32 %1997, %1955
  %2033 = icmp eq i32 %2032, 0
  %2034 = icmp eq i8 %2027, 0
  %2035 = select i1 %2033, i1 true, i1 %2034
  br label %2036

2036:
  %2037 = phi i1 [ false, %1996 ], [ %2035, %2031 ]
  %2038 = zext i1 %2037 to i32
  %2039 = shl i32 %2038, %1987
  %2040 = or i32 %2039, %1985
  %2041 = add i32 %1986, -1
  %2042 = and i32 %2041, %1986
  %2043 = icmp eq i32 %2042, 0
  br i1 %2043, label %2044, label %1984

2044:
  %2045 = and i32 %2040, %1956
  %2046 = xor i32 %2045, -1
  br label %2047

2047:
  %2048 = phi i32 [ -1, %1969 ], [ %2046, %2044 ]
  %2049 = and i32 %1957, %2048
  %2050 = icmp eq i32 %2049, 0
  br i1 %2050, label %2065, label %2072

2051:
  %2052 = getelementptr inbounds i8, ptr %1962, i64 16
  %2053 = load i64, ptr %2052, align 8
  %2054 = insertelement <32 x i64> poison, i64 %2053, i64 0
  %2055 = shufflevector <32 x i64> %2054, <32 x i64> poison, <32 x i32> zeroinitializer
  %2056 = and <32 x i32> %1711, splat (i32 63)
  %2057 = zext <32 x i32> %2056 to <32 x i64>
  %2058 = lshr <32 x i64> %2055, %2057
  %2059 = trunc <32 x i64> %2058 to <32 x i1>
  %2060 = bitcast <32 x i1> %2059 to i32
  %2061 = xor i32 %2060, -1
  %2062 = and i32 %1957, %2061
  %2063 = icmp eq i32 %2062, 0
  %2064 = or i1 %1211, %2063
  br i1 %2064, label %2065, label %2072

2065:
  %2066 = add i64 %1963, -1
  store i64 %2066, ptr %1962, align 8
  %2067 = call i32 @"llvm.ctpop.i32"(i32 %1957)
  %2068 = zext i32 %2067 to i64
  %2069 = getelementptr inbounds i8, ptr %1962, i64 8
  %2070 = load i64, ptr %2069, align 8
  %2071 = add i64 %2070, %2068
  store i64 %2071, ptr %2069, align 8
  br label %2081

2072:
  br i1 %1193, label %2074, label %2073

2073:
  call void @"ks.tell_of_copies"(ptr %0)
  br label %2074

2074:
  store <32 x i64> %1166, ptr %11, align 256
  store <32 x i64> %1591, ptr %1216, align 256
  %2075 = zext <32 x i32> %1711 to <32 x i64>
  store <32 x i64> %2075, ptr %1217, align 256
  store <32 x i64> %1715, ptr %1218, align 256
  %2076 = zext <32 x i32> %1719 to <32 x i64>
  store <32 x i64> %2076, ptr %1219, align 256
  store <32 x i64> %1826, ptr %1220, align 256
  %2077 = zext <32 x i32> %1830 to <32 x i64>
  store <32 x i64> %2077, ptr %1221, align 256
  %2078 = load i64, ptr %1222, align 8
  %2079 = inttoptr i64 %2078 to ptr
  %2080 = or i64 %1324, %1224
  call void %2079(ptr %0, i32 %1, i32 %1954, i32 %1955, ptr %1257, ptr %11, ptr %4, i64 %2080)
  br label %2081

2081:
  %2082 = add i32 %1325, 1
  %2083 = zext i32 %2082 to i64
  %2084 = icmp ult i32 %2082, %1237
  br i1 %2084, label %1323, label %2085

2085:
  %2086 = xor i32 %1246, %1239
  %2087 = icmp eq i32 %1246, %1239
  br i1 %2087, label %2088, label %1238

2088:
  ret void
}
define weak_odr void @"ks.watch_contiguous"(ptr %0, i32 %1, i64 %2, i32 %3, ptr %4, i64 %5) {
  %7 = getelementptr inbounds i8, ptr %0, i64 352
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = icmp ne i64 %8, 0
  %11 = icmp ne i32 %3, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %526

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
  br i1 %32, label %526, label %37

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
  br i1 %56, label %57, label %519

57:
  %58 = and i64 %5, 8
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %65, label %60

60:
  %61 = getelementptr inbounds i8, ptr %9, i64 464
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %65, label %64, !prof !2

64:
  call void @"ks.tell_of_passes"(ptr %0, ptr %9)
  br label %65

65:
  %66 = getelementptr inbounds i8, ptr %0, i64 120
  %67 = load i64, ptr %66, align 8
  %68 = load i64, ptr %9, align 8
  %69 = inttoptr i64 %68 to ptr
  %70 = load i64, ptr %69, align 8
  %71 = getelementptr inbounds i8, ptr %9, i64 8
  %72 = load i64, ptr %71, align 8
  %73 = getelementptr inbounds i8, ptr %9, i64 16
  %74 = load i64, ptr %73, align 8
  %75 = getelementptr i64, ptr %9, i64 %67
  %76 = getelementptr i8, ptr %75, i64 208
  %77 = load i64, ptr %76, align 8
  %78 = call i64 @"llvm.umax.i64"(i64 %77, i64 %74)
  %79 = getelementptr inbounds i8, ptr %9, i64 152
  %80 = load i64, ptr %79, align 8
  %81 = getelementptr inbounds i8, ptr %9, i64 40
  %82 = load i64, ptr %81, align 8
  %83 = shl i64 %67, 5
  %84 = or i64 %82, %83
  %85 = insertelement <32 x i64> poison, i64 %84, i64 0
  %86 = shufflevector <32 x i64> %85, <32 x i64> poison, <32 x i32> zeroinitializer
  %87 = or <32 x i64> %86, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %88 = shl i64 %70, 32
  %89 = insertelement <32 x i64> poison, i64 %88, i64 0
  %90 = shufflevector <32 x i64> %89, <32 x i64> poison, <32 x i32> zeroinitializer
  %91 = or <32 x i64> %87, %90
  %92 = sub i64 %2, %47
  %93 = lshr i64 %5, 8
  %94 = and i64 %93, 15
  %95 = ashr i64 %92, %94
  %96 = icmp eq i32 %3, -1
  %97 = select i1 %21, i64 %72, i64 %74
  %98 = getelementptr inbounds i8, ptr %46, i64 8
  %99 = load i64, ptr %98, align 8
  %100 = shl i64 %95, 3
  %101 = add i64 %99, %100
  %102 = inttoptr i64 %101 to ptr
  br i1 %96, label %103, label %298, !prof !2

103:
  %104 = load <32 x i64>, ptr %102, align 8
  %105 = shl i64 %97, 32
  %106 = insertelement <32 x i64> poison, i64 %105, i64 0
  %107 = shufflevector <32 x i64> %106, <32 x i64> poison, <32 x i32> zeroinitializer
  %108 = icmp uge <32 x i64> %104, %107
  %109 = bitcast <32 x i1> %108 to i32
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %160, label %111, !prof !2

111:
  %112 = icmp sgt <32 x i64> %104, splat (i64 -1)
  %113 = and <32 x i64> %104, splat (i64 4294967295)
  %114 = lshr <32 x i64> %104, splat (i64 32)
  %115 = and <32 x i64> %114, splat (i64 2147483647)
  %116 = insertelement <32 x i64> poison, i64 %72, i64 0
  %117 = shufflevector <32 x i64> %116, <32 x i64> poison, <32 x i32> zeroinitializer
  %118 = icmp ult <32 x i64> %115, %117
  %119 = icmp eq <32 x i64> %113, %87
  %120 = or <32 x i1> %119, %118
  %121 = lshr <32 x i64> %113, splat (i64 5)
  %122 = lshr <32 x i64> %86, splat (i64 5)
  %123 = icmp eq <32 x i64> %121, %122
  %124 = xor <32 x i64> %113, %86
  %125 = icmp ult <32 x i64> %124, splat (i64 1024)
  %126 = insertelement <32 x i64> poison, i64 %78, i64 0
  %127 = shufflevector <32 x i64> %126, <32 x i64> poison, <32 x i32> zeroinitializer
  %128 = insertelement <32 x i64> poison, i64 %74, i64 0
  %129 = shufflevector <32 x i64> %128, <32 x i64> poison, <32 x i32> zeroinitializer
  %130 = select <32 x i1> %123, <32 x i64> %127, <32 x i64> %129
  br i1 %59, label %141, label %131

131:
  %132 = and <32 x i64> %121, splat (i64 31)
  %133 = getelementptr inbounds i8, ptr %9, i64 192
  %134 = load i64, ptr %133, align 8
  %135 = shl i64 %67, 8
  %136 = add i64 %134, %135
  %137 = inttoptr i64 %136 to ptr
  %138 = getelementptr i64, ptr %137, <32 x i64> %132
  %139 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %138, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %140 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %130, <32 x i64> %139)
  br label %141

141:
  %142 = phi <32 x i64> [ %140, %131 ], [ %130, %111 ]
  %143 = and i64 %5, 65
  %144 = icmp eq i64 %143, 65
  %145 = insertelement <32 x i64> poison, i64 %80, i64 0
  %146 = shufflevector <32 x i64> %145, <32 x i64> poison, <32 x i32> zeroinitializer
  %147 = select <32 x i1> %125, <32 x i64> %142, <32 x i64> %146
  %148 = select i1 %144, <32 x i64> %147, <32 x i64> %142
  %149 = icmp ult <32 x i64> %115, %148
  %150 = trunc i64 %5 to i32
  %151 = and i32 %150, 1
  %152 = sub i32 0, %151
  %153 = bitcast i32 %152 to <32 x i1>
  %154 = or <32 x i1> %125, %153
  %155 = and <32 x i1> %154, %149
  %156 = or <32 x i1> %120, %155
  %157 = and <32 x i1> %112, %156
  %158 = bitcast <32 x i1> %157 to i32
  %159 = icmp eq i32 %158, -1
  br i1 %159, label %160, label %519

160:
  br i1 %21, label %209, label %161

161:
  %162 = getelementptr inbounds i8, ptr %9, i64 112
  %163 = load i64, ptr %162, align 8
  %164 = and i64 %5, 2
  %165 = icmp eq i64 %164, 0
  br i1 %165, label %175, label %166

166:
  %167 = add i64 %163, %100
  %168 = inttoptr i64 %167 to ptr
  %169 = load <32 x i64>, ptr %168, align 8
  %170 = insertelement <32 x i64> poison, i64 %74, i64 0
  %171 = shufflevector <32 x i64> %170, <32 x i64> poison, <32 x i32> zeroinitializer
  %172 = icmp sge <32 x i64> %169, %171
  %173 = bitcast <32 x i1> %172 to i32
  %174 = icmp eq i32 %173, 0
  br i1 %174, label %263, label %519

175:
  %176 = getelementptr inbounds i8, ptr %9, i64 120
  %177 = load i64, ptr %176, align 8
  %178 = getelementptr inbounds i8, ptr %9, i64 128
  %179 = load i64, ptr %178, align 8
  %180 = shl i64 %67, 3
  %181 = mul i64 %180, %179
  %182 = add i64 %177, %100
  %183 = add i64 %182, %181
  %184 = inttoptr i64 %183 to ptr
  %185 = load <32 x i64>, ptr %184, align 8
  %186 = and <32 x i64> %185, splat (i64 511)
  %187 = lshr <32 x i64> %185, splat (i64 32)
  %188 = insertelement <32 x i64> poison, i64 %78, i64 0
  %189 = shufflevector <32 x i64> %188, <32 x i64> poison, <32 x i32> zeroinitializer
  %190 = icmp uge <32 x i64> %187, %189
  %191 = icmp ne <32 x i64> %186, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %192 = and <32 x i1> %190, %191
  %193 = bitcast <32 x i1> %192 to i32
  %194 = icmp eq i32 %193, 0
  br i1 %194, label %195, label %519

195:
  %196 = and i64 %5, 32
  %197 = icmp eq i64 %196, 0
  br i1 %197, label %274, label %198

198:
  %199 = add i64 %95, 32
  %200 = getelementptr inbounds i8, ptr %9, i64 200
  %201 = load i64, ptr %200, align 8
  %202 = inttoptr i64 %201 to ptr
  %203 = getelementptr inbounds i8, ptr %202, i64 40
  %204 = load i64, ptr %203, align 8
  %205 = call i64 @"llvm.umin.i64"(i64 %204, i64 %95)
  store i64 %205, ptr %203, align 8
  %206 = getelementptr inbounds i8, ptr %202, i64 48
  %207 = load i64, ptr %206, align 8
  %208 = call i64 @"llvm.umax.i64"(i64 %207, i64 %199)
  store i64 %208, ptr %206, align 8
  br label %274

209:
  %210 = and i64 %5, 2
  %211 = icmp ne i64 %210, 0
  %212 = getelementptr inbounds i8, ptr %46, i64 40
  %213 = load i64, ptr %212, align 8
  %214 = icmp eq i64 %213, 0
  %215 = select i1 %211, i1 %214, i1 false
  br i1 %215, label %263, label %216

216:
  %217 = add i64 %213, %100
  %218 = inttoptr i64 %217 to ptr
  %219 = load <32 x i64>, ptr %218, align 8
  %220 = icmp uge <32 x i64> %219, %107
  %221 = bitcast <32 x i1> %220 to i32
  %222 = icmp eq i32 %221, 0
  br i1 %222, label %261, label %223, !prof !2

223:
  %224 = and <32 x i64> %219, splat (i64 4294967295)
  %225 = lshr <32 x i64> %219, splat (i64 32)
  %226 = and <32 x i64> %225, splat (i64 2147483647)
  %227 = insertelement <32 x i64> poison, i64 %72, i64 0
  %228 = shufflevector <32 x i64> %227, <32 x i64> poison, <32 x i32> zeroinitializer
  %229 = lshr <32 x i64> %224, splat (i64 5)
  %230 = lshr <32 x i64> %86, splat (i64 5)
  %231 = icmp eq <32 x i64> %229, %230
  %232 = xor <32 x i64> %224, %86
  %233 = insertelement <32 x i64> poison, i64 %78, i64 0
  %234 = shufflevector <32 x i64> %233, <32 x i64> poison, <32 x i32> zeroinitializer
  %235 = insertelement <32 x i64> poison, i64 %74, i64 0
  %236 = shufflevector <32 x i64> %235, <32 x i64> poison, <32 x i32> zeroinitializer
  %237 = select <32 x i1> %231, <32 x i64> %234, <32 x i64> %236
  br i1 %59, label %248, label %238

238:
  %239 = and <32 x i64> %229, splat (i64 31)
  %240 = getelementptr inbounds i8, ptr %9, i64 192
  %241 = load i64, ptr %240, align 8
  %242 = shl i64 %67, 8
  %243 = add i64 %241, %242
  %244 = inttoptr i64 %243 to ptr
  %245 = getelementptr i64, ptr %244, <32 x i64> %239
  %246 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %245, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %247 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %237, <32 x i64> %246)
  br label %248

248:
  %249 = phi <32 x i64> [ %247, %238 ], [ %237, %223 ]
  %250 = icmp slt <32 x i64> %219, zeroinitializer
  %251 = icmp uge <32 x i64> %226, %228
  %252 = icmp ne <32 x i64> %224, %87
  %253 = and <32 x i1> %252, %251
  %254 = icmp uge <32 x i64> %226, %249
  %255 = icmp ugt <32 x i64> %232, splat (i64 1023)
  %256 = or <32 x i1> %255, %254
  %257 = and <32 x i1> %253, %256
  %258 = or <32 x i1> %250, %257
  %259 = bitcast <32 x i1> %258 to i32
  %260 = icmp eq i32 %259, 0
  br i1 %260, label %261, label %519

261:
  %262 = icmp eq i64 %210, 0
  br i1 %262, label %286, label %263

263:
  %264 = load i64, ptr %98, align 8
  %265 = add i64 %264, %100
  %266 = inttoptr i64 %265 to ptr
  store <32 x i64> %91, ptr %266, align 8
  %267 = getelementptr inbounds i8, ptr %46, i64 16
  %268 = load i64, ptr %267, align 8
  %269 = insertelement <32 x i32> poison, i32 %1, i64 0
  %270 = shufflevector <32 x i32> %269, <32 x i32> poison, <32 x i32> zeroinitializer
  %271 = shl i64 %95, 2
  %272 = add i64 %268, %271
  %273 = inttoptr i64 %272 to ptr
  store <32 x i32> %270, ptr %273, align 4
  br label %495

274:
  %275 = insertelement <32 x i64> poison, i64 %70, i64 0
  %276 = shufflevector <32 x i64> %275, <32 x i64> poison, <32 x i32> zeroinitializer
  %277 = add i64 %163, %100
  %278 = inttoptr i64 %277 to ptr
  store <32 x i64> %276, ptr %278, align 8
  %279 = shl i32 %1, 9
  %280 = and i32 %279, 536870400
  %281 = zext i32 %280 to i64
  %282 = or i64 %88, %281
  %283 = insertelement <32 x i64> poison, i64 %282, i64 0
  %284 = shufflevector <32 x i64> %283, <32 x i64> poison, <32 x i32> zeroinitializer
  %285 = or <32 x i64> %284, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  store <32 x i64> %285, ptr %184, align 8
  br label %526

286:
  %287 = getelementptr inbounds i8, ptr %46, i64 40
  %288 = load i64, ptr %287, align 8
  %289 = add i64 %288, %100
  %290 = inttoptr i64 %289 to ptr
  store <32 x i64> %91, ptr %290, align 8
  %291 = getelementptr inbounds i8, ptr %46, i64 48
  %292 = load i64, ptr %291, align 8
  %293 = insertelement <32 x i32> poison, i32 %1, i64 0
  %294 = shufflevector <32 x i32> %293, <32 x i32> poison, <32 x i32> zeroinitializer
  %295 = shl i64 %95, 2
  %296 = add i64 %292, %295
  %297 = inttoptr i64 %296 to ptr
  store <32 x i32> %294, ptr %297, align 4
  br label %495

298:
  %299 = bitcast i32 %3 to <32 x i1>
  %300 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %102, i32 8, <32 x i1> %299, <32 x i64> zeroinitializer)
  %301 = shl i64 %97, 32
  %302 = insertelement <32 x i64> poison, i64 %301, i64 0
  %303 = shufflevector <32 x i64> %302, <32 x i64> poison, <32 x i32> zeroinitializer
  %304 = icmp uge <32 x i64> %300, %303
  %305 = bitcast <32 x i1> %304 to i32
  %306 = icmp eq i32 %305, 0
  br i1 %306, label %356, label %307, !prof !2

307:
  %308 = icmp sgt <32 x i64> %300, splat (i64 -1)
  %309 = and <32 x i64> %300, splat (i64 4294967295)
  %310 = lshr <32 x i64> %300, splat (i64 32)
  %311 = and <32 x i64> %310, splat (i64 2147483647)
  %312 = insertelement <32 x i64> poison, i64 %72, i64 0
  %313 = shufflevector <32 x i64> %312, <32 x i64> poison, <32 x i32> zeroinitializer
  %314 = icmp ult <32 x i64> %311, %313
  %315 = icmp eq <32 x i64> %309, %87
  %316 = or <32 x i1> %315, %314
  %317 = lshr <32 x i64> %309, splat (i64 5)
  %318 = lshr <32 x i64> %86, splat (i64 5)
  %319 = icmp eq <32 x i64> %317, %318
  %320 = xor <32 x i64> %309, %86
  %321 = icmp ult <32 x i64> %320, splat (i64 1024)
  %322 = insertelement <32 x i64> poison, i64 %78, i64 0
  %323 = shufflevector <32 x i64> %322, <32 x i64> poison, <32 x i32> zeroinitializer
  %324 = insertelement <32 x i64> poison, i64 %74, i64 0
  %325 = shufflevector <32 x i64> %324, <32 x i64> poison, <32 x i32> zeroinitializer
  %326 = select <32 x i1> %319, <32 x i64> %323, <32 x i64> %325
  br i1 %59, label %337, label %327

327:
  %328 = and <32 x i64> %317, splat (i64 31)
  %329 = getelementptr inbounds i8, ptr %9, i64 192
  %330 = load i64, ptr %329, align 8
  %331 = shl i64 %67, 8
  %332 = add i64 %330, %331
  %333 = inttoptr i64 %332 to ptr
  %334 = getelementptr i64, ptr %333, <32 x i64> %328
  %335 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %334, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %336 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %326, <32 x i64> %335)
  br label %337

337:
  %338 = phi <32 x i64> [ %336, %327 ], [ %326, %307 ]
  %339 = and i64 %5, 65
  %340 = icmp eq i64 %339, 65
  %341 = insertelement <32 x i64> poison, i64 %80, i64 0
  %342 = shufflevector <32 x i64> %341, <32 x i64> poison, <32 x i32> zeroinitializer
  %343 = select <32 x i1> %321, <32 x i64> %338, <32 x i64> %342
  %344 = select i1 %340, <32 x i64> %343, <32 x i64> %338
  %345 = icmp ult <32 x i64> %311, %344
  %346 = trunc i64 %5 to i32
  %347 = and i32 %346, 1
  %348 = sub i32 0, %347
  %349 = bitcast i32 %348 to <32 x i1>
  %350 = or <32 x i1> %321, %349
  %351 = and <32 x i1> %350, %345
  %352 = or <32 x i1> %316, %351
  %353 = and <32 x i1> %308, %352
  %354 = bitcast <32 x i1> %353 to i32
  %355 = icmp eq i32 %354, -1
  br i1 %355, label %356, label %519

356:
  br i1 %21, label %406, label %357

357:
  %358 = getelementptr inbounds i8, ptr %9, i64 112
  %359 = load i64, ptr %358, align 8
  %360 = and i64 %5, 2
  %361 = icmp eq i64 %360, 0
  br i1 %361, label %371, label %362

362:
  %363 = add i64 %359, %100
  %364 = inttoptr i64 %363 to ptr
  %365 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %364, i32 8, <32 x i1> %299, <32 x i64> zeroinitializer)
  %366 = insertelement <32 x i64> poison, i64 %74, i64 0
  %367 = shufflevector <32 x i64> %366, <32 x i64> poison, <32 x i32> zeroinitializer
  %368 = icmp sge <32 x i64> %365, %367
  %369 = bitcast <32 x i1> %368 to i32
  %370 = icmp eq i32 %369, 0
  br i1 %370, label %460, label %519

371:
  %372 = getelementptr inbounds i8, ptr %9, i64 120
  %373 = load i64, ptr %372, align 8
  %374 = getelementptr inbounds i8, ptr %9, i64 128
  %375 = load i64, ptr %374, align 8
  %376 = shl i64 %67, 3
  %377 = mul i64 %376, %375
  %378 = add i64 %373, %100
  %379 = add i64 %378, %377
  %380 = inttoptr i64 %379 to ptr
  %381 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %380, i32 8, <32 x i1> %299, <32 x i64> zeroinitializer)
  %382 = and <32 x i64> %381, splat (i64 511)
  %383 = lshr <32 x i64> %381, splat (i64 32)
  %384 = insertelement <32 x i64> poison, i64 %78, i64 0
  %385 = shufflevector <32 x i64> %384, <32 x i64> poison, <32 x i32> zeroinitializer
  %386 = icmp uge <32 x i64> %383, %385
  %387 = icmp ne <32 x i64> %382, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %388 = and <32 x i1> %386, %387
  %389 = bitcast <32 x i1> %388 to i32
  %390 = icmp eq i32 %389, 0
  br i1 %390, label %391, label %519

391:
  %392 = and i64 %5, 32
  %393 = icmp eq i64 %392, 0
  br i1 %393, label %471, label %394

394:
  %395 = add i64 %95, %15
  %396 = add i64 %95, 32
  %397 = getelementptr inbounds i8, ptr %9, i64 200
  %398 = load i64, ptr %397, align 8
  %399 = inttoptr i64 %398 to ptr
  %400 = getelementptr inbounds i8, ptr %399, i64 40
  %401 = load i64, ptr %400, align 8
  %402 = call i64 @"llvm.umin.i64"(i64 %401, i64 %395)
  store i64 %402, ptr %400, align 8
  %403 = getelementptr inbounds i8, ptr %399, i64 48
  %404 = load i64, ptr %403, align 8
  %405 = call i64 @"llvm.umax.i64"(i64 %404, i64 %396)
  store i64 %405, ptr %403, align 8
  br label %471

406:
  %407 = and i64 %5, 2
  %408 = icmp ne i64 %407, 0
  %409 = getelementptr inbounds i8, ptr %46, i64 40
  %410 = load i64, ptr %409, align 8
  %411 = icmp eq i64 %410, 0
  %412 = select i1 %408, i1 %411, i1 false
  br i1 %412, label %460, label %413

413:
  %414 = add i64 %410, %100
  %415 = inttoptr i64 %414 to ptr
  %416 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %415, i32 8, <32 x i1> %299, <32 x i64> zeroinitializer)
  %417 = icmp uge <32 x i64> %416, %303
  %418 = bitcast <32 x i1> %417 to i32
  %419 = icmp eq i32 %418, 0
  br i1 %419, label %458, label %420, !prof !2

420:
  %421 = and <32 x i64> %416, splat (i64 4294967295)
  %422 = lshr <32 x i64> %416, splat (i64 32)
  %423 = and <32 x i64> %422, splat (i64 2147483647)
  %424 = insertelement <32 x i64> poison, i64 %72, i64 0
  %425 = shufflevector <32 x i64> %424, <32 x i64> poison, <32 x i32> zeroinitializer
  %426 = lshr <32 x i64> %421, splat (i64 5)
  %427 = lshr <32 x i64> %86, splat (i64 5)
  %428 = icmp eq <32 x i64> %426, %427
  %429 = xor <32 x i64> %421, %86
  %430 = insertelement <32 x i64> poison, i64 %78, i64 0
  %431 = shufflevector <32 x i64> %430, <32 x i64> poison, <32 x i32> zeroinitializer
  %432 = insertelement <32 x i64> poison, i64 %74, i64 0
  %433 = shufflevector <32 x i64> %432, <32 x i64> poison, <32 x i32> zeroinitializer
  %434 = select <32 x i1> %428, <32 x i64> %431, <32 x i64> %433
  br i1 %59, label %445, label %435

435:
  %436 = and <32 x i64> %426, splat (i64 31)
  %437 = getelementptr inbounds i8, ptr %9, i64 192
  %438 = load i64, ptr %437, align 8
  %439 = shl i64 %67, 8
  %440 = add i64 %438, %439
  %441 = inttoptr i64 %440 to ptr
  %442 = getelementptr i64, ptr %441, <32 x i64> %436
  %443 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %442, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %444 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %434, <32 x i64> %443)
  br label %445

445:
  %446 = phi <32 x i64> [ %444, %435 ], [ %434, %420 ]
  %447 = icmp slt <32 x i64> %416, zeroinitializer
  %448 = icmp uge <32 x i64> %423, %425
  %449 = icmp ne <32 x i64> %421, %87
  %450 = and <32 x i1> %449, %448
  %451 = icmp uge <32 x i64> %423, %446
  %452 = icmp ugt <32 x i64> %429, splat (i64 1023)
  %453 = or <32 x i1> %452, %451
  %454 = and <32 x i1> %450, %453
  %455 = or <32 x i1> %447, %454
  %456 = bitcast <32 x i1> %455 to i32
  %457 = icmp eq i32 %456, 0
  br i1 %457, label %458, label %519

458:
  %459 = icmp eq i64 %407, 0
  br i1 %459, label %483, label %460

460:
  %461 = load i64, ptr %98, align 8
  %462 = add i64 %461, %100
  %463 = inttoptr i64 %462 to ptr
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %91, ptr %463, i32 8, <32 x i1> %299)
  %464 = getelementptr inbounds i8, ptr %46, i64 16
  %465 = load i64, ptr %464, align 8
  %466 = insertelement <32 x i32> poison, i32 %1, i64 0
  %467 = shufflevector <32 x i32> %466, <32 x i32> poison, <32 x i32> zeroinitializer
  %468 = shl i64 %95, 2
  %469 = add i64 %465, %468
  %470 = inttoptr i64 %469 to ptr
  call void @"llvm.masked.store.v32i32.p0"(<32 x i32> %467, ptr %470, i32 4, <32 x i1> %299)
  br label %495

471:
  %472 = insertelement <32 x i64> poison, i64 %70, i64 0
  %473 = shufflevector <32 x i64> %472, <32 x i64> poison, <32 x i32> zeroinitializer
  %474 = add i64 %359, %100
  %475 = inttoptr i64 %474 to ptr
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %473, ptr %475, i32 8, <32 x i1> %299)
  %476 = shl i32 %1, 9
  %477 = and i32 %476, 536870400
  %478 = zext i32 %477 to i64
  %479 = or i64 %88, %478
  %480 = insertelement <32 x i64> poison, i64 %479, i64 0
  %481 = shufflevector <32 x i64> %480, <32 x i64> poison, <32 x i32> zeroinitializer
  %482 = or <32 x i64> %481, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %482, ptr %380, i32 8, <32 x i1> %299)
  br label %526

483:
  %484 = getelementptr inbounds i8, ptr %46, i64 40
  %485 = load i64, ptr %484, align 8
  %486 = add i64 %485, %100
  %487 = inttoptr i64 %486 to ptr
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %91, ptr %487, i32 8, <32 x i1> %299)
  %488 = getelementptr inbounds i8, ptr %46, i64 48
  %489 = load i64, ptr %488, align 8
  %490 = insertelement <32 x i32> poison, i32 %1, i64 0
  %491 = shufflevector <32 x i32> %490, <32 x i32> poison, <32 x i32> zeroinitializer
  %492 = shl i64 %95, 2
  %493 = add i64 %489, %492
  %494 = inttoptr i64 %493 to ptr
  call void @"llvm.masked.store.v32i32.p0"(<32 x i32> %491, ptr %494, i32 4, <32 x i1> %299)
  br label %495

495:
  %496 = and i64 %5, 3
  %497 = icmp eq i64 %496, 2
  br i1 %497, label %498, label %526

498:
  %499 = getelementptr inbounds i8, ptr %46, i64 56
  %500 = load i64, ptr %499, align 8
  %501 = icmp eq i64 %500, 0
  br i1 %501, label %526, label %502

502:
  %503 = lshr exact i32 %3, %14
  %504 = zext i32 %503 to i64
  %505 = add i64 %95, %15
  %506 = inttoptr i64 %500 to ptr
  %507 = lshr i64 %505, 6
  %508 = getelementptr inbounds i64, ptr %506, i64 %507
  %509 = and i64 %505, 63
  %510 = shl i64 %504, %509
  %511 = load i64, ptr %508, align 8
  %512 = or i64 %511, %510
  store i64 %512, ptr %508, align 8
  %513 = lshr i64 %504, 1
  %514 = xor i64 %509, 63
  %515 = lshr i64 %513, %514
  %516 = getelementptr inbounds i8, ptr %508, i64 8
  %517 = load i64, ptr %516, align 8
  %518 = or i64 %517, %515
  store i64 %518, ptr %516, align 8
  br label %526

519:
  %520 = insertelement <32 x i64> poison, i64 %2, i64 0
  %521 = shufflevector <32 x i64> %520, <32 x i64> poison, <32 x i32> zeroinitializer
  %522 = insertelement <32 x i64> poison, i64 %17, i64 0
  %523 = shufflevector <32 x i64> %522, <32 x i64> poison, <32 x i32> zeroinitializer
  %524 = mul <32 x i64> %523, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %525 = add <32 x i64> %524, %521
  call void @"ks.watch_cells"(ptr %0, i32 %1, <32 x i64> %525, i32 %3, ptr %4, i64 %5)
  br label %526

526:
  ret void
}
define weak_odr void @"ks.watch_uniform"(ptr %0, i32 %1, i64 %2, i32 %3, ptr %4, i64 %5) {
  %7 = getelementptr inbounds i8, ptr %0, i64 352
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = icmp ne i64 %8, 0
  %11 = icmp ne i32 %3, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %140

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
  br i1 %26, label %140, label %137

27:
  %28 = getelementptr inbounds i8, ptr %9, i64 56
  %29 = and i64 %5, 2
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %31, label %137

31:
  %32 = and i64 %5, 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %39, label %34

34:
  %35 = getelementptr inbounds i8, ptr %9, i64 464
  %36 = load i64, ptr %35, align 8
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %39, label %38, !prof !2

38:
  call void @"ks.tell_of_passes"(ptr %0, ptr %9)
  br label %39

39:
  %40 = getelementptr inbounds i8, ptr %0, i64 120
  %41 = load i64, ptr %40, align 8
  %42 = load i64, ptr %9, align 8
  %43 = inttoptr i64 %42 to ptr
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds i8, ptr %9, i64 16
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr i64, ptr %9, i64 %41
  %48 = getelementptr i8, ptr %47, i64 208
  %49 = load i64, ptr %48, align 8
  %50 = call i64 @"llvm.umax.i64"(i64 %49, i64 %46)
  %51 = shl i64 %44, 32
  %52 = lshr i64 %5, 8
  %53 = and i64 %52, 15
  %54 = lshr i64 %2, %53
  %55 = getelementptr inbounds i8, ptr %9, i64 64
  %56 = load i64, ptr %55, align 8
  %57 = inttoptr i64 %56 to ptr
  %58 = getelementptr inbounds i8, ptr %9, i64 112
  %59 = load i64, ptr %58, align 8
  %60 = inttoptr i64 %59 to ptr
  %61 = getelementptr inbounds i8, ptr %9, i64 120
  %62 = load i64, ptr %61, align 8
  %63 = getelementptr inbounds i8, ptr %9, i64 128
  %64 = load i64, ptr %63, align 8
  %65 = shl i64 %41, 3
  %66 = mul i64 %65, %64
  %67 = add i64 %66, %62
  %68 = inttoptr i64 %67 to ptr
  %69 = lshr i64 %5, 16
  %70 = and i64 %69, 255
  %71 = add i64 %70, %2
  %72 = load i64, ptr %28, align 8
  %73 = icmp ugt i64 %71, %72
  br i1 %73, label %137, label %74

74:
  %75 = lshr i64 %70, %53
  %76 = add i64 %54, %75
  %77 = icmp ult i64 %54, %76
  br i1 %77, label %78, label %96

78:
  %79 = and i64 %5, 16
  %80 = icmp eq i64 %79, 0
  br label %81

81:
  %82 = phi i64 [ %54, %78 ], [ %94, %93 ]
  %83 = getelementptr inbounds i64, ptr %57, i64 %82
  %84 = load i64, ptr %83, align 8
  %85 = lshr i64 %84, 32
  %86 = icmp ult i64 %85, %46
  br i1 %86, label %87, label %137

87:
  br i1 %80, label %93, label %88

88:
  %89 = getelementptr inbounds i64, ptr %68, i64 %82
  %90 = load i64, ptr %89, align 8
  %91 = lshr i64 %90, 32
  %92 = icmp ult i64 %91, %50
  br i1 %92, label %93, label %137

93:
  %94 = add i64 %82, 1
  %95 = icmp ult i64 %94, %76
  br i1 %95, label %81, label %96

96:
  %97 = and i64 %5, 32
  %98 = icmp eq i64 %97, 0
  br i1 %98, label %109, label %99

99:
  %100 = getelementptr inbounds i8, ptr %9, i64 200
  %101 = load i64, ptr %100, align 8
  %102 = inttoptr i64 %101 to ptr
  %103 = getelementptr inbounds i8, ptr %102, i64 40
  %104 = load i64, ptr %103, align 8
  %105 = call i64 @"llvm.umin.i64"(i64 %104, i64 %54)
  store i64 %105, ptr %103, align 8
  %106 = getelementptr inbounds i8, ptr %102, i64 48
  %107 = load i64, ptr %106, align 8
  %108 = call i64 @"llvm.umax.i64"(i64 %107, i64 %76)
  store i64 %108, ptr %106, align 8
  br label %109

109:
  %110 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %111 = icmp ugt i32 %110, 1
  %112 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %113 = zext i32 %112 to i64
  %114 = shl i32 %1, 9
  %115 = and i32 %114, 536870400
  %116 = zext i32 %115 to i64
  %117 = or i64 %51, %116
  %118 = or i64 %117, %113
  br i1 %77, label %119, label %140

119:
  %120 = or i64 %118, 256
  br label %121

121:
  %122 = phi i64 [ %54, %119 ], [ %135, %133 ]
  %123 = getelementptr inbounds i64, ptr %60, i64 %122
  store i64 %44, ptr %123, align 8
  %124 = getelementptr inbounds i64, ptr %68, i64 %122
  br i1 %111, label %132, label %125

125:
  %126 = load i64, ptr %124, align 8
  %127 = and i64 %126, 287
  %128 = icmp eq i64 %127, %113
  %129 = lshr i64 %126, 32
  %130 = icmp ult i64 %129, %50
  %131 = select i1 %130, i1 true, i1 %128
  br i1 %131, label %133, label %132

132:
  br label %133

133:
  %134 = phi i64 [ %120, %132 ], [ %118, %125 ]
  store i64 %134, ptr %124, align 8
  %135 = add i64 %122, 1
  %136 = icmp ult i64 %135, %76
  br i1 %136, label %121, label %140

137:
  %138 = insertelement <32 x i64> poison, i64 %2, i64 0
  %139 = shufflevector <32 x i64> %138, <32 x i64> poison, <32 x i32> zeroinitializer
  call void @"ks.watch_cells"(ptr %0, i32 %1, <32 x i64> %139, i32 %3, ptr %4, i64 %5)
  br label %140

140:
  ret void
}
define weak_odr void @"ks.watch_alone"(ptr %0, i32 %1, <32 x i64> %2, i32 %3, ptr %4, i64 %5) {
  %7 = getelementptr inbounds i8, ptr %0, i64 352
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = icmp ne i64 %8, 0
  %11 = icmp ne i32 %3, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %227

13:
  %14 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %15 = icmp eq i32 %14, 1
  br i1 %15, label %16, label %226

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
  br i1 %33, label %227, label %34

34:
  %35 = phi ptr [ %31, %23 ], [ %22, %21 ]
  %36 = and i64 %5, 8
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %43, label %38

38:
  %39 = getelementptr inbounds i8, ptr %9, i64 464
  %40 = load i64, ptr %39, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %43, label %42, !prof !2

42:
  call void @"ks.tell_of_passes"(ptr %0, ptr %9)
  br label %43

43:
  %44 = getelementptr inbounds i8, ptr %0, i64 120
  %45 = load i64, ptr %44, align 8
  %46 = load i64, ptr %9, align 8
  %47 = inttoptr i64 %46 to ptr
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %9, i64 8
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds i8, ptr %9, i64 16
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr i64, ptr %9, i64 %45
  %54 = getelementptr i8, ptr %53, i64 208
  %55 = load i64, ptr %54, align 8
  %56 = call i64 @"llvm.umax.i64"(i64 %55, i64 %52)
  %57 = getelementptr inbounds i8, ptr %9, i64 40
  %58 = load i64, ptr %57, align 8
  %59 = shl i64 %45, 5
  %60 = shl i64 %48, 32
  %61 = lshr i64 %18, 28
  %62 = and i64 %61, 68719472640
  %63 = and i64 %18, -1099511627776
  %64 = or i64 %63, %62
  %65 = select i1 %20, i64 0, i64 %64
  %66 = sub i64 %18, %65
  %67 = lshr i64 %5, 8
  %68 = and i64 %67, 15
  %69 = lshr i64 %66, %68
  %70 = lshr i64 %5, 16
  %71 = and i64 %70, 255
  %72 = lshr i64 %71, %68
  %73 = add i64 %69, %72
  %74 = zext i32 %17 to i64
  %75 = or i64 %59, %58
  %76 = or i64 %75, %74
  %77 = add i64 %66, %71
  %78 = load i64, ptr %35, align 8
  %79 = icmp ugt i64 %77, %78
  br i1 %79, label %226, label %80

80:
  %81 = getelementptr inbounds i8, ptr %35, i64 8
  %82 = load i64, ptr %81, align 8
  %83 = inttoptr i64 %82 to ptr
  %84 = select i1 %20, i64 %52, i64 %50
  %85 = shl i64 %84, 32
  %86 = icmp ult i64 %69, %73
  br i1 %86, label %90, label %98

87:
  %88 = add i64 %91, 1
  %89 = icmp ult i64 %88, %73
  br i1 %89, label %90, label %98

90:
  %91 = phi i64 [ %88, %87 ], [ %69, %80 ]
  %92 = getelementptr inbounds i64, ptr %83, i64 %91
  %93 = load i64, ptr %92, align 8
  %94 = icmp ult i64 %93, %85
  %95 = and i64 %93, -9223372032559808513
  %96 = icmp eq i64 %95, %76
  %97 = or i1 %94, %96
  br i1 %97, label %87, label %226

98:
  br i1 %20, label %99, label %159

99:
  %100 = getelementptr inbounds i8, ptr %9, i64 112
  %101 = load i64, ptr %100, align 8
  %102 = inttoptr i64 %101 to ptr
  %103 = getelementptr inbounds i8, ptr %9, i64 120
  %104 = load i64, ptr %103, align 8
  %105 = getelementptr inbounds i8, ptr %9, i64 128
  %106 = load i64, ptr %105, align 8
  %107 = shl i64 %45, 3
  %108 = mul i64 %107, %106
  %109 = add i64 %108, %104
  %110 = inttoptr i64 %109 to ptr
  %111 = and i64 %5, 2
  br i1 %86, label %112, label %131

112:
  %113 = icmp eq i64 %111, 0
  br label %114

114:
  %115 = phi i64 [ %69, %112 ], [ %129, %128 ]
  br i1 %113, label %120, label %116

116:
  %117 = getelementptr inbounds i64, ptr %102, i64 %115
  %118 = load i64, ptr %117, align 8
  %119 = icmp slt i64 %118, %52
  br i1 %119, label %128, label %226

120:
  %121 = getelementptr inbounds i64, ptr %110, i64 %115
  %122 = load i64, ptr %121, align 8
  %123 = and i64 %122, 511
  %124 = lshr i64 %122, 32
  %125 = icmp ult i64 %124, %56
  %126 = icmp eq i64 %123, %74
  %127 = select i1 %125, i1 true, i1 %126
  br i1 %127, label %128, label %226

128:
  %129 = add i64 %115, 1
  %130 = icmp ult i64 %129, %73
  br i1 %130, label %114, label %131

131:
  %132 = icmp eq i64 %111, 0
  %133 = and i64 %5, 34
  %134 = icmp eq i64 %133, 32
  br i1 %134, label %135, label %145

135:
  %136 = getelementptr inbounds i8, ptr %9, i64 200
  %137 = load i64, ptr %136, align 8
  %138 = inttoptr i64 %137 to ptr
  %139 = getelementptr inbounds i8, ptr %138, i64 40
  %140 = load i64, ptr %139, align 8
  %141 = call i64 @"llvm.umin.i64"(i64 %140, i64 %69)
  store i64 %141, ptr %139, align 8
  %142 = getelementptr inbounds i8, ptr %138, i64 48
  %143 = load i64, ptr %142, align 8
  %144 = call i64 @"llvm.umax.i64"(i64 %143, i64 %73)
  store i64 %144, ptr %142, align 8
  br label %145

145:
  %146 = and i1 %132, %86
  br i1 %146, label %147, label %180

147:
  %148 = shl i32 %1, 9
  %149 = and i32 %148, 536870400
  %150 = or i32 %17, %149
  %151 = zext i32 %150 to i64
  %152 = or i64 %60, %151
  br label %153

153:
  %154 = phi i64 [ %69, %147 ], [ %157, %153 ]
  %155 = getelementptr inbounds i64, ptr %102, i64 %154
  store i64 %48, ptr %155, align 8
  %156 = getelementptr inbounds i64, ptr %110, i64 %154
  store i64 %152, ptr %156, align 8
  %157 = add i64 %154, 1
  %158 = icmp ult i64 %157, %73
  br i1 %158, label %153, label %180

159:
  %160 = and i64 %5, 2
  %161 = icmp ne i64 %160, 0
  %162 = getelementptr inbounds i8, ptr %35, i64 40
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  %165 = select i1 %161, i1 %164, i1 false
  br i1 %165, label %186, label %166

166:
  %167 = inttoptr i64 %163 to ptr
  %168 = shl i64 %50, 32
  br i1 %86, label %172, label %180

169:
  %170 = add i64 %173, 1
  %171 = icmp ult i64 %170, %73
  br i1 %171, label %172, label %180

172:
  %173 = phi i64 [ %170, %169 ], [ %69, %166 ]
  %174 = getelementptr inbounds i64, ptr %167, i64 %173
  %175 = load i64, ptr %174, align 8
  %176 = icmp ult i64 %175, %168
  %177 = and i64 %175, -9223372032559808513
  %178 = icmp eq i64 %177, %76
  %179 = or i1 %176, %178
  br i1 %179, label %169, label %226

180:
  %181 = phi i64 [ 0, %153 ], [ %111, %145 ], [ %160, %166 ], [ %160, %169 ]
  %182 = icmp eq i64 %181, 0
  %183 = and i64 %5, 3
  %184 = icmp eq i64 %183, 1
  %185 = select i1 %182, i32 5, i32 1
  br i1 %184, label %227, label %186

186:
  %187 = phi i32 [ %185, %180 ], [ 1, %159 ]
  %188 = phi i1 [ %182, %180 ], [ false, %159 ]
  %189 = zext i32 %187 to i64
  %190 = getelementptr inbounds i64, ptr %35, i64 %189
  %191 = load i64, ptr %190, align 8
  %192 = inttoptr i64 %191 to ptr
  %193 = getelementptr inbounds i8, ptr %190, i64 8
  %194 = load i64, ptr %193, align 8
  %195 = inttoptr i64 %194 to ptr
  br i1 %86, label %196, label %204

196:
  %197 = or i64 %76, %60
  br label %198

198:
  %199 = phi i64 [ %69, %196 ], [ %202, %198 ]
  %200 = getelementptr inbounds i64, ptr %192, i64 %199
  store i64 %197, ptr %200, align 8
  %201 = getelementptr inbounds i32, ptr %195, i64 %199
  store i32 %1, ptr %201, align 4
  %202 = add i64 %199, 1
  %203 = icmp ult i64 %202, %73
  br i1 %203, label %198, label %204

204:
  %205 = or i1 %20, %188
  br i1 %205, label %227, label %206

206:
  %207 = getelementptr inbounds i8, ptr %35, i64 56
  %208 = load i64, ptr %207, align 8
  %209 = icmp eq i64 %208, 0
  br i1 %209, label %227, label %210

210:
  %211 = shl i64 -1, %72
  %212 = xor i64 %211, -1
  %213 = inttoptr i64 %208 to ptr
  %214 = lshr i64 %69, 6
  %215 = getelementptr inbounds i64, ptr %213, i64 %214
  %216 = and i64 %69, 63
  %217 = shl i64 %212, %216
  %218 = load i64, ptr %215, align 8
  %219 = or i64 %218, %217
  store i64 %219, ptr %215, align 8
  %220 = lshr i64 %212, 1
  %221 = xor i64 %216, 63
  %222 = lshr i64 %220, %221
  %223 = getelementptr inbounds i8, ptr %215, i64 8
  %224 = load i64, ptr %223, align 8
  %225 = or i64 %224, %222
  store i64 %225, ptr %223, align 8
  br label %227

226:
  call void @"ks.watch_cells"(ptr %0, i32 %1, <32 x i64> %2, i32 %3, ptr %4, i64 %5)
  br label %227

227:
  ret void
}
define weak_odr void @"ks.products_begin_block"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 200
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %0, i64 32
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds i8, ptr %8, i64 128
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %4, 0
  br i1 %11, label %26, label %12

12:
  %13 = getelementptr inbounds i8, ptr %5, i64 8
  store i64 %1, ptr %13, align 8
  %14 = getelementptr inbounds i8, ptr %0, i64 128
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %5, i64 40
  store i64 %15, ptr %16, align 8
  %17 = getelementptr inbounds i8, ptr %5, i64 48
  store i64 0, ptr %17, align 8
  %18 = icmp eq i64 %10, 0
  br i1 %18, label %26, label %19

19:
  %20 = phi i64 [ %24, %19 ], [ 0, %12 ]
  %21 = getelementptr i64, ptr %5, i64 %20
  %22 = getelementptr i8, ptr %21, i64 320
  store i64 %1, ptr %22, align 8
  %23 = getelementptr i8, ptr %21, i64 64
  store i64 %1, ptr %23, align 8
  %24 = add i64 %20, 1
  %25 = icmp ult i64 %24, %10
  br i1 %25, label %19, label %26

26:
  ret void
}
define weak_odr void @"ks.products_meet"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 200
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
  br i1 %11, label %12, label %42

12:
  %13 = getelementptr inbounds i8, ptr %6, i64 200
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
  br i1 %24, label %41, label %25

25:
  %26 = load i64, ptr %17, align 8
  %27 = getelementptr i64, ptr %6, i64 %8
  %28 = getelementptr i8, ptr %27, i64 208
  %29 = load i64, ptr %28, align 8
  %30 = call i64 @"llvm.umax.i64"(i64 %26, i64 %29)
  store i64 %30, ptr %17, align 8
  %31 = getelementptr inbounds i8, ptr %6, i64 184
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %42, label %34

34:
  %35 = inttoptr i64 %32 to ptr
  %36 = getelementptr inbounds i8, ptr %6, i64 464
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %40, label %39, !prof !2

39:
  call void @"ks.tell_of_passes"(ptr %0, ptr %6)
  br label %40

40:
  call void %35(ptr %0, i32 12, i32 0, i32 %1, ptr null, i64 0)
  br label %42

41:
  store i64 %21, ptr %17, align 8
  br label %42

42:
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
  %13 = getelementptr inbounds i8, ptr %6, i64 200
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr i64, ptr %15, i64 %8
  %17 = getelementptr i8, ptr %16, i64 1344
  %18 = load i64, ptr %17, align 8
  %19 = add i64 %18, 1
  store i64 %19, ptr %17, align 8
  %20 = getelementptr inbounds i8, ptr %15, i64 18240
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
  %12 = getelementptr inbounds i8, ptr %9, i64 200
  %13 = load i64, ptr %12, align 8
  %14 = inttoptr i64 %13 to ptr
  %15 = getelementptr inbounds i8, ptr %14, i64 64
  %16 = getelementptr inbounds i64, ptr %15, i64 %11
  %17 = getelementptr i64, ptr %14, i64 %11
  %18 = getelementptr i8, ptr %17, i64 1344
  %19 = load i64, ptr %18, align 8
  %20 = sub i64 %19, %1
  %21 = load i64, ptr %16, align 8
  %22 = getelementptr inbounds i8, ptr %14, i64 18240
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
  br i1 %10, label %376, label %11

11:
  %12 = inttoptr i64 %9 to ptr
  %13 = and i64 %4, 65535
  %14 = lshr i64 %4, 16
  %15 = and i64 %14, 255
  %16 = lshr i64 %4, 32
  %17 = load i64, ptr %12, align 8
  %18 = inttoptr i64 %17 to ptr
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %12, i64 464
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !2

23:
  call void @"ks.tell_of_passes"(ptr %0, ptr %12)
  br label %24

24:
  store ptr %0, ptr %6, align 8
  %25 = getelementptr inbounds i8, ptr %6, i64 8
  store ptr %12, ptr %25, align 8
  %26 = getelementptr inbounds i8, ptr %6, i64 16
  %27 = getelementptr inbounds i8, ptr %12, i64 200
  %28 = load i64, ptr %27, align 8
  %29 = inttoptr i64 %28 to ptr
  store ptr %29, ptr %26, align 8
  %30 = getelementptr inbounds i8, ptr %6, i64 24
  %31 = getelementptr inbounds i8, ptr %12, i64 64
  %32 = load i64, ptr %31, align 8
  %33 = inttoptr i64 %32 to ptr
  store ptr %33, ptr %30, align 8
  %34 = getelementptr inbounds i8, ptr %6, i64 32
  %35 = getelementptr inbounds i8, ptr %12, i64 72
  %36 = load i64, ptr %35, align 8
  %37 = inttoptr i64 %36 to ptr
  store ptr %37, ptr %34, align 8
  %38 = getelementptr inbounds i8, ptr %6, i64 40
  store i32 %1, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %6, i64 44
  %40 = trunc i64 %16 to i32
  store i32 %40, ptr %39, align 4
  %41 = getelementptr inbounds i8, ptr %6, i64 48
  %42 = getelementptr inbounds i8, ptr %0, i64 120
  %43 = load i64, ptr %42, align 8
  store i64 %43, ptr %41, align 8
  %44 = getelementptr inbounds i8, ptr %6, i64 56
  %45 = getelementptr inbounds i8, ptr %12, i64 16
  %46 = load i64, ptr %45, align 8
  store i64 %46, ptr %44, align 8
  %47 = getelementptr inbounds i8, ptr %6, i64 64
  %48 = getelementptr i64, ptr %29, i64 %43
  %49 = getelementptr i8, ptr %48, i64 1088
  %50 = load i64, ptr %49, align 8
  %51 = icmp ult i64 %50, %46
  %52 = getelementptr inbounds i8, ptr %29, i64 8
  %53 = load i64, ptr %52, align 8
  %54 = call i64 @"llvm.umin.i64"(i64 %53, i64 %46)
  %55 = select i1 %51, i64 %54, i64 %46
  store i64 %55, ptr %47, align 8
  %56 = getelementptr inbounds i8, ptr %29, i64 16
  store i64 0, ptr %56, align 8
  %57 = getelementptr i8, ptr %48, i64 17984
  store i64 %19, ptr %57, align 8
  %58 = load i64, ptr %27, align 8
  %59 = inttoptr i64 %58 to ptr
  %60 = load i64, ptr %59, align 8
  %61 = getelementptr inbounds i8, ptr %12, i64 128
  %62 = load i64, ptr %61, align 8
  %63 = shl i64 %43, 3
  %64 = mul i64 %63, %62
  %65 = add i64 %64, %60
  %66 = inttoptr i64 %65 to ptr
  %67 = getelementptr inbounds i8, ptr %12, i64 112
  %68 = load i64, ptr %67, align 8
  %69 = inttoptr i64 %68 to ptr
  %70 = shl i64 %19, 32
  %71 = and i32 %1, 1048575
  %72 = zext i32 %71 to i64
  %73 = or i64 %70, %72
  %74 = shl i64 %55, 32
  %75 = lshr i32 16, %40
  %76 = zext i32 %75 to i64
  %77 = getelementptr inbounds i8, ptr %0, i64 64
  %78 = load i64, ptr %77, align 8
  %79 = and i64 %4, 16777216
  %80 = icmp eq i64 %79, 0
  %81 = shl i64 %2, 4
  %82 = and i64 %81, 262128
  %83 = lshr i64 %2, 12
  %84 = and i64 %83, 262128
  %85 = lshr i64 %2, 28
  %86 = and i64 %85, 262128
  %87 = lshr i64 %2, 62
  %88 = icmp eq i64 %87, 0
  %89 = select i1 %80, i64 %86, i64 %84
  %90 = sub i64 8, %87
  %91 = trunc i64 %87 to i32
  %92 = lshr exact i32 256, %91
  %93 = add i32 %92, 127
  %94 = and i32 %93, 112
  %95 = select i1 %88, i32 0, i32 %94
  br i1 %88, label %96, label %102

96:
  %97 = select i1 %80, i64 %84, i64 %86
  %98 = trunc i64 %97 to i32
  %99 = insertelement <32 x i32> poison, i32 %98, i64 0
  %100 = shufflevector <32 x i32> %99, <32 x i32> poison, <32 x i32> zeroinitializer
  %101 = mul <32 x i32> %100, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %117

102:
  %103 = trunc i64 %90 to i32
  %104 = shl i32 -1, %103
  %105 = xor i32 %104, -1
  %106 = insertelement <32 x i32> poison, i32 %105, i64 0
  %107 = shufflevector <32 x i32> %106, <32 x i32> poison, <32 x i32> zeroinitializer
  %108 = and <32 x i32> %107, <i32 0, i32 16, i32 32, i32 48, i32 64, i32 80, i32 96, i32 112, i32 128, i32 144, i32 160, i32 176, i32 192, i32 208, i32 224, i32 240, i32 256, i32 272, i32 288, i32 304, i32 320, i32 336, i32 352, i32 368, i32 384, i32 400, i32 416, i32 432, i32 448, i32 464, i32 480, i32 496>
  %109 = insertelement <32 x i32> poison, i32 %103, i64 0
  %110 = shufflevector <32 x i32> %109, <32 x i32> poison, <32 x i32> zeroinitializer
  %111 = lshr <32 x i32> <i32 0, i32 16, i32 32, i32 48, i32 64, i32 80, i32 96, i32 112, i32 128, i32 144, i32 160, i32 176, i32 192, i32 208, i32 224, i32 240, i32 256, i32 272, i32 288, i32 304, i32 320, i32 336, i32 352, i32 368, i32 384, i32 400, i32 416, i32 432, i32 448, i32 464, i32 480, i32 496>, %110
  %112 = trunc i64 %84 to i32
  %113 = insertelement <32 x i32> poison, i32 %112, i64 0
  %114 = shufflevector <32 x i32> %113, <32 x i32> poison, <32 x i32> zeroinitializer
  %115 = mul <32 x i32> %111, %114
  %116 = add <32 x i32> %108, %115
  br label %117

117:
  %118 = phi <32 x i32> [ %101, %96 ], [ %116, %102 ]
  %119 = add i64 %13, %3
  %120 = icmp ult i64 %3, %119
  br i1 %120, label %121, label %145

121:
  %122 = insertelement <32 x i32> poison, i32 %95, i64 0
  %123 = shufflevector <32 x i32> %122, <32 x i32> poison, <32 x i32> zeroinitializer
  %124 = icmp eq i64 %15, 0
  %125 = icmp ult i32 %40, 2
  %126 = icmp eq i64 %16, 2
  %127 = icmp ugt i32 %40, 4
  %128 = insertelement <1 x i64> poison, i64 %73, i64 0
  %129 = insertelement <1 x i64> poison, i64 %19, i64 0
  %130 = shl i64 %43, 8
  %131 = insertelement <4 x i64> poison, i64 %74, i64 0
  %132 = shufflevector <4 x i64> %131, <4 x i64> poison, <4 x i32> zeroinitializer
  %133 = insertelement <4 x i64> poison, i64 %73, i64 0
  %134 = shufflevector <4 x i64> %133, <4 x i64> poison, <4 x i32> zeroinitializer
  %135 = insertelement <4 x i64> poison, i64 %19, i64 0
  %136 = shufflevector <4 x i64> %135, <4 x i64> poison, <4 x i32> zeroinitializer
  %137 = insertelement <8 x i64> poison, i64 %74, i64 0
  %138 = shufflevector <8 x i64> %137, <8 x i64> poison, <8 x i32> zeroinitializer
  %139 = insertelement <8 x i64> poison, i64 %73, i64 0
  %140 = shufflevector <8 x i64> %139, <8 x i64> poison, <8 x i32> zeroinitializer
  %141 = insertelement <8 x i64> poison, i64 %19, i64 0
  %142 = shufflevector <8 x i64> %141, <8 x i64> poison, <8 x i32> zeroinitializer
  %143 = select i1 %88, i64 %89, i64 %86
  %144 = select i1 %88, i64 4, i64 %90
  br label %146

145:
  br label %376

146:
  %147 = phi i64 [ 0, %121 ], [ %163, %162 ]
  %148 = phi i64 [ %3, %121 ], [ %164, %162 ]
  %149 = lshr i64 %148, 3
  %150 = and i64 %148, 7
  %151 = mul i64 %149, %143
  %152 = shl i64 %150, %144
  %153 = add i64 %151, %152
  %154 = add i64 %153, %82
  %155 = trunc i64 %154 to i32
  %156 = insertelement <32 x i32> poison, i32 %155, i64 0
  %157 = shufflevector <32 x i32> %156, <32 x i32> poison, <32 x i32> zeroinitializer
  %158 = add <32 x i32> %157, %118
  %159 = lshr <32 x i32> %158, splat (i32 3)
  %160 = and <32 x i32> %159, %123
  %161 = xor <32 x i32> %160, %158
  store <32 x i32> %161, ptr %7, align 128
  br i1 %124, label %162, label %166

162:
  %163 = phi i64 [ %147, %146 ], [ %373, %372 ]
  %164 = add i64 %148, 1
  %165 = icmp ult i64 %164, %119
  br i1 %165, label %146, label %145

166:
  %167 = phi i64 [ %373, %372 ], [ %147, %146 ]
  %168 = phi i64 [ %374, %372 ], [ 0, %146 ]
  %169 = getelementptr inbounds i32, ptr %7, i64 %168
  %170 = load i32, ptr %169, align 4
  %171 = zext i32 %170 to i64
  %172 = lshr i64 %171, %16
  %173 = add i64 %171, 16
  %174 = icmp ugt i64 %173, %78
  br i1 %174, label %372, label %175

175:
  br i1 %125, label %177, label %248

176:
  br i1 %186, label %191, label %372

177:
  %178 = phi i64 [ %189, %177 ], [ 0, %175 ]
  %179 = phi i1 [ %186, %177 ], [ false, %175 ]
  %180 = add i64 %178, %172
  %181 = getelementptr inbounds i64, ptr %33, i64 %180
  %182 = load <8 x i64>, ptr %181, align 8
  %183 = icmp uge <8 x i64> %182, %138
  %184 = bitcast <8 x i1> %183 to i8
  %185 = icmp ne i8 %184, 0
  %186 = or i1 %179, %185
  %187 = getelementptr inbounds i64, ptr %66, i64 %180
  store <8 x i64> %140, ptr %187, align 8
  %188 = getelementptr inbounds i64, ptr %69, i64 %180
  store <8 x i64> %142, ptr %188, align 8
  %189 = add i64 %178, 8
  %190 = icmp ult i64 %189, %76
  br i1 %190, label %177, label %176

191:
  %192 = getelementptr inbounds i64, ptr %33, i64 %172
  %193 = load i64, ptr %192, align 8
  %194 = insertelement <8 x i64> poison, i64 %193, i64 0
  %195 = shufflevector <8 x i64> %194, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %199

196:
  %197 = icmp eq i64 %193, %167
  %198 = select i1 %207, i1 %197, i1 false
  br i1 %198, label %372, label %210

199:
  %200 = phi i64 [ 0, %191 ], [ %208, %199 ]
  %201 = phi i1 [ true, %191 ], [ %207, %199 ]
  %202 = getelementptr inbounds i64, ptr %192, i64 %200
  %203 = load <8 x i64>, ptr %202, align 8
  %204 = icmp ne <8 x i64> %203, %195
  %205 = bitcast <8 x i1> %204 to i8
  %206 = icmp eq i8 %205, 0
  %207 = and i1 %201, %206
  %208 = add i64 %200, 8
  %209 = icmp ult i64 %208, %76
  br i1 %209, label %199, label %196

210:
  br i1 %207, label %211, label %242

211:
  %212 = lshr i64 %193, 5
  %213 = and i64 %212, 31
  %214 = getelementptr inbounds i64, ptr %29, i64 %213
  %215 = getelementptr inbounds i8, ptr %214, i64 832
  %216 = load i64, ptr %215, align 8
  %217 = call i64 @"llvm.umin.i64"(i64 %216, i64 %46)
  %218 = call i64 @"llvm.umax.i64"(i64 %217, i64 %55)
  %219 = shl i64 %218, 32
  %220 = icmp ult i64 %193, %219
  br i1 %220, label %372, label %221

221:
  %222 = getelementptr inbounds i32, ptr %37, i64 %172
  %223 = load i32, ptr %222, align 4
  %224 = and i64 %193, 1023
  %225 = xor i64 %224, 1023
  %226 = icmp ult i64 %225, 32
  br i1 %226, label %227, label %235

227:
  %228 = load i64, ptr %27, align 8
  %229 = inttoptr i64 %228 to ptr
  %230 = getelementptr inbounds i8, ptr %229, i64 1600
  %231 = getelementptr inbounds i8, ptr %230, i64 %130
  %232 = getelementptr inbounds i64, ptr %231, i64 %225
  %233 = load i64, ptr %232, align 8
  %234 = call i64 @"llvm.umax.i64"(i64 %233, i64 %46)
  br label %235

235:
  %236 = phi i64 [ %234, %227 ], [ %46, %221 ]
  %237 = and i32 %223, 536870912
  %238 = icmp ne i32 %237, 0
  %239 = lshr i64 %193, 32
  %240 = icmp ult i64 %239, %236
  %241 = select i1 %238, i1 %240, i1 false
  br i1 %241, label %372, label %242

242:
  br label %243

243:
  %244 = phi i64 [ %246, %243 ], [ 0, %242 ]
  %245 = add i64 %244, %172
  call void @"ks.look_at_cell"(ptr %6, i64 %245)
  %246 = add i64 %244, 1
  %247 = icmp ult i64 %246, %76
  br i1 %247, label %243, label %372

248:
  br i1 %126, label %250, label %249

249:
  br i1 %127, label %372, label %307

250:
  %251 = getelementptr inbounds i64, ptr %33, i64 %172
  %252 = getelementptr inbounds i64, ptr %66, i64 %172
  %253 = getelementptr inbounds i64, ptr %69, i64 %172
  %254 = load <4 x i64>, ptr %251, align 8
  %255 = icmp uge <4 x i64> %254, %132
  %256 = bitcast <4 x i1> %255 to i4
  %257 = icmp eq i4 %256, 0
  store <4 x i64> %134, ptr %252, align 8
  store <4 x i64> %136, ptr %253, align 8
  br i1 %257, label %372, label %258

258:
  %259 = load i64, ptr %251, align 8
  %260 = load <4 x i64>, ptr %251, align 8
  %261 = insertelement <4 x i64> poison, i64 %259, i64 0
  %262 = shufflevector <4 x i64> %261, <4 x i64> poison, <4 x i32> zeroinitializer
  %263 = icmp ne <4 x i64> %260, %262
  %264 = bitcast <4 x i1> %263 to i4
  %265 = icmp eq i4 %264, 0
  %266 = icmp eq i64 %259, %167
  %267 = select i1 %265, i1 %266, i1 false
  br i1 %267, label %372, label %268

268:
  br i1 %265, label %269, label %300

269:
  %270 = lshr i64 %259, 5
  %271 = and i64 %270, 31
  %272 = getelementptr inbounds i64, ptr %29, i64 %271
  %273 = getelementptr inbounds i8, ptr %272, i64 832
  %274 = load i64, ptr %273, align 8
  %275 = call i64 @"llvm.umin.i64"(i64 %274, i64 %46)
  %276 = call i64 @"llvm.umax.i64"(i64 %275, i64 %55)
  %277 = shl i64 %276, 32
  %278 = icmp ult i64 %259, %277
  br i1 %278, label %372, label %279

279:
  %280 = getelementptr inbounds i32, ptr %37, i64 %172
  %281 = load i32, ptr %280, align 4
  %282 = and i64 %259, 1023
  %283 = xor i64 %282, 1023
  %284 = icmp ult i64 %283, 32
  br i1 %284, label %285, label %293

285:
  %286 = load i64, ptr %27, align 8
  %287 = inttoptr i64 %286 to ptr
  %288 = getelementptr inbounds i8, ptr %287, i64 1600
  %289 = getelementptr inbounds i8, ptr %288, i64 %130
  %290 = getelementptr inbounds i64, ptr %289, i64 %283
  %291 = load i64, ptr %290, align 8
  %292 = call i64 @"llvm.umax.i64"(i64 %291, i64 %46)
  br label %293

293:
  %294 = phi i64 [ %292, %285 ], [ %46, %279 ]
  %295 = and i32 %281, 536870912
  %296 = icmp ne i32 %295, 0
  %297 = lshr i64 %259, 32
  %298 = icmp ult i64 %297, %294
  %299 = select i1 %296, i1 %298, i1 false
  br i1 %299, label %372, label %300

300:
  br label %301

301:
  %302 = phi i64 [ %304, %301 ], [ 0, %300 ]
  %303 = add i64 %302, %172
  call void @"ks.look_at_cell"(ptr %6, i64 %303)
  %304 = add i64 %302, 1
  %305 = icmp ult i64 %302, 3
  br i1 %305, label %301, label %372

306:
  br i1 %314, label %319, label %372

307:
  %308 = phi i64 [ %317, %307 ], [ 0, %249 ]
  %309 = phi i1 [ %314, %307 ], [ false, %249 ]
  %310 = add i64 %308, %172
  %311 = getelementptr inbounds i64, ptr %33, i64 %310
  %312 = load i64, ptr %311, align 8
  %313 = icmp uge i64 %312, %74
  %314 = or i1 %309, %313
  %315 = getelementptr inbounds i64, ptr %66, i64 %310
  store <1 x i64> %128, ptr %315, align 8
  %316 = getelementptr inbounds i64, ptr %69, i64 %310
  store <1 x i64> %129, ptr %316, align 8
  %317 = add i64 %308, 1
  %318 = icmp ult i64 %317, %76
  br i1 %318, label %307, label %306

319:
  %320 = getelementptr inbounds i64, ptr %33, i64 %172
  %321 = load i64, ptr %320, align 8
  br label %325

322:
  %323 = icmp eq i64 %321, %167
  %324 = select i1 %331, i1 %323, i1 false
  br i1 %324, label %372, label %334

325:
  %326 = phi i64 [ %332, %325 ], [ 0, %319 ]
  %327 = phi i1 [ %331, %325 ], [ true, %319 ]
  %328 = getelementptr inbounds i64, ptr %320, i64 %326
  %329 = load i64, ptr %328, align 8
  %330 = icmp eq i64 %329, %321
  %331 = and i1 %327, %330
  %332 = add i64 %326, 1
  %333 = icmp ult i64 %332, %76
  br i1 %333, label %325, label %322

334:
  br i1 %331, label %335, label %366

335:
  %336 = lshr i64 %321, 5
  %337 = and i64 %336, 31
  %338 = getelementptr inbounds i64, ptr %29, i64 %337
  %339 = getelementptr inbounds i8, ptr %338, i64 832
  %340 = load i64, ptr %339, align 8
  %341 = call i64 @"llvm.umin.i64"(i64 %340, i64 %46)
  %342 = call i64 @"llvm.umax.i64"(i64 %341, i64 %55)
  %343 = shl i64 %342, 32
  %344 = icmp ult i64 %321, %343
  br i1 %344, label %372, label %345

345:
  %346 = getelementptr inbounds i32, ptr %37, i64 %172
  %347 = load i32, ptr %346, align 4
  %348 = and i64 %321, 1023
  %349 = xor i64 %348, 1023
  %350 = icmp ult i64 %349, 32
  br i1 %350, label %351, label %359

351:
  %352 = load i64, ptr %27, align 8
  %353 = inttoptr i64 %352 to ptr
  %354 = getelementptr inbounds i8, ptr %353, i64 1600
  %355 = getelementptr inbounds i8, ptr %354, i64 %130
  %356 = getelementptr inbounds i64, ptr %355, i64 %349
  %357 = load i64, ptr %356, align 8
  %358 = call i64 @"llvm.umax.i64"(i64 %357, i64 %46)
  br label %359

359:
  %360 = phi i64 [ %358, %351 ], [ %46, %345 ]
  %361 = and i32 %347, 536870912
  %362 = icmp ne i32 %361, 0
  %363 = lshr i64 %321, 32
  %364 = icmp ult i64 %363, %360
  %365 = select i1 %362, i1 %364, i1 false
  br i1 %365, label %372, label %366

366:
  br label %367

367:
  %368 = phi i64 [ %370, %367 ], [ 0, %366 ]
  %369 = add i64 %368, %172
  call void @"ks.look_at_cell"(ptr %6, i64 %369)
  %370 = add i64 %368, 1
  %371 = icmp ult i64 %370, %76
  br i1 %371, label %367, label %372

372:
  %373 = phi i64 [ %167, %249 ], [ %167, %166 ], [ %259, %293 ], [ %321, %335 ], [ %193, %235 ], [ %167, %176 ], [ %167, %196 ], [ %167, %250 ], [ %167, %258 ], [ %167, %306 ], [ %167, %322 ], [ %321, %359 ], [ %167, %301 ], [ %259, %269 ], [ %193, %211 ], [ %167, %243 ], [ %167, %367 ]
  %374 = add i64 %168, 1
  %375 = icmp ult i64 %374, %15
  br i1 %375, label %166, label %162

376:
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
  br i1 %22, label %106, label %23

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
  %36 = getelementptr inbounds i8, ptr %33, i64 200
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
  br i1 %51, label %106, label %52

52:
  %53 = getelementptr inbounds i8, ptr %11, i64 16
  %54 = load i64, ptr %53, align 8
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %56, label %106

56:
  %57 = getelementptr inbounds i8, ptr %0, i64 8
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %0, i64 40
  %60 = load i32, ptr %59, align 8
  %61 = getelementptr inbounds i8, ptr %58, i64 176
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
  br label %106

85:
  store i64 0, ptr %53, align 8
  %86 = load ptr, ptr %0, align 8
  call void @"ks.tell_of_copies"(ptr %86)
  %87 = getelementptr inbounds i8, ptr %3, i64 256
  call void @"llvm.memset.p0.i64"(ptr align 256 %87, i8 0, i64 1536, i1 false)
  %88 = getelementptr inbounds i8, ptr %0, i64 44
  %89 = load i32, ptr %88, align 4
  %90 = zext i32 %89 to i64
  %91 = shl i64 %1, %90
  %92 = insertelement <32 x i64> <i64 poison, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0>, i64 %91, i64 0
  store <32 x i64> %92, ptr %3, align 256
  %93 = load ptr, ptr %4, align 8
  %94 = getelementptr inbounds i64, ptr %93, i64 %1
  %95 = load i64, ptr %94, align 8
  %96 = getelementptr inbounds i8, ptr %3, i64 256
  store i64 %95, ptr %96, align 256
  %97 = zext i32 %27 to i64
  %98 = getelementptr inbounds i8, ptr %3, i64 512
  store i64 %97, ptr %98, align 256
  %99 = load ptr, ptr %57, align 8
  %100 = getelementptr inbounds i8, ptr %99, i64 168
  %101 = load i64, ptr %100, align 8
  %102 = inttoptr i64 %101 to ptr
  %103 = load ptr, ptr %0, align 8
  %104 = load i32, ptr %59, align 8
  %105 = getelementptr inbounds i8, ptr %99, i64 56
  call void %102(ptr %103, i32 %104, i32 1, i32 0, ptr %105, ptr %3, ptr null, i64 68719476736)
  br label %106

106:
  ret void
}
define weak_odr i1 @"ks.watch_chunks"(ptr %0, i64 %1, ptr %2, i64 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 352
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds i8, ptr %7, i64 136
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %7, i64 200
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %283, label %13

13:
  %14 = getelementptr inbounds i8, ptr %0, i64 336
  %15 = load i64, ptr %14, align 8
  %16 = icmp ugt i64 %15, 1
  br i1 %16, label %283, label %17

17:
  %18 = getelementptr inbounds i8, ptr %7, i64 464
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %23, label %21, !prof !2

21:
  call void @"ks.tell_of_passes"(ptr %0, ptr %7)
  %22 = load i64, ptr %10, align 8
  br label %23

23:
  %24 = phi i64 [ %11, %17 ], [ %22, %21 ]
  %25 = inttoptr i64 %24 to ptr
  %26 = getelementptr inbounds i8, ptr %7, i64 64
  %27 = load i64, ptr %26, align 8
  %28 = inttoptr i64 %27 to ptr
  %29 = getelementptr inbounds i8, ptr %7, i64 72
  %30 = load i64, ptr %29, align 8
  %31 = inttoptr i64 %30 to ptr
  %32 = trunc i64 %9 to i32
  %33 = getelementptr inbounds i8, ptr %0, i64 120
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds i8, ptr %7, i64 16
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr i64, ptr %25, i64 %34
  %38 = getelementptr i8, ptr %37, i64 1088
  %39 = load i64, ptr %38, align 8
  %40 = icmp ult i64 %39, %36
  %41 = getelementptr inbounds i8, ptr %25, i64 8
  %42 = load i64, ptr %41, align 8
  %43 = call i64 @"llvm.umin.i64"(i64 %42, i64 %36)
  %44 = select i1 %40, i64 %43, i64 %36
  %45 = shl i64 %44, 32
  %46 = lshr i32 16, %32
  %47 = zext i32 %46 to i64
  %48 = icmp eq i64 %3, 0
  br i1 %48, label %224, label %49

49:
  %50 = icmp ult i32 %32, 2
  %51 = icmp eq i32 %32, 2
  %52 = icmp ugt i32 %32, 4
  %53 = getelementptr inbounds i8, ptr %25, i64 1600
  %54 = shl i64 %34, 8
  %55 = getelementptr inbounds i8, ptr %53, i64 %54
  %56 = insertelement <4 x i64> poison, i64 %45, i64 0
  %57 = shufflevector <4 x i64> %56, <4 x i64> poison, <4 x i32> zeroinitializer
  %58 = insertelement <8 x i64> poison, i64 %45, i64 0
  %59 = shufflevector <8 x i64> %58, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %60

60:
  %61 = phi i64 [ 0, %49 ], [ %221, %220 ]
  %62 = phi i64 [ 0, %49 ], [ %222, %220 ]
  %63 = getelementptr inbounds i32, ptr %2, i64 %62
  %64 = load i32, ptr %63, align 4
  %65 = lshr i32 %64, %32
  %66 = zext i32 %65 to i64
  br i1 %50, label %67, label %126

67:
  %68 = phi i64 [ %123, %122 ], [ %61, %60 ]
  %69 = phi i64 [ %124, %122 ], [ 0, %60 ]
  %70 = add i64 %69, %66
  %71 = getelementptr inbounds i64, ptr %28, i64 %70
  %72 = load <8 x i64>, ptr %71, align 8
  %73 = icmp uge <8 x i64> %72, %59
  %74 = insertelement <8 x i64> poison, i64 %68, i64 0
  %75 = shufflevector <8 x i64> %74, <8 x i64> poison, <8 x i32> zeroinitializer
  %76 = icmp ne <8 x i64> %72, %75
  %77 = and <8 x i1> %73, %76
  %78 = bitcast <8 x i1> %77 to i8
  %79 = icmp eq i8 %78, 0
  br i1 %79, label %122, label %80

80:
  %81 = add i64 %70, 8
  br label %82

82:
  %83 = phi i64 [ %68, %80 ], [ %119, %118 ]
  %84 = phi i64 [ %70, %80 ], [ %120, %118 ]
  %85 = getelementptr inbounds i64, ptr %28, i64 %84
  %86 = load i64, ptr %85, align 8
  %87 = icmp ult i64 %86, %45
  %88 = icmp eq i64 %86, %83
  %89 = select i1 %87, i1 true, i1 %88
  br i1 %89, label %118, label %90

90:
  %91 = lshr i64 %86, 5
  %92 = and i64 %91, 31
  %93 = getelementptr inbounds i64, ptr %25, i64 %92
  %94 = getelementptr inbounds i8, ptr %93, i64 832
  %95 = load i64, ptr %94, align 8
  %96 = call i64 @"llvm.umin.i64"(i64 %95, i64 %36)
  %97 = call i64 @"llvm.umax.i64"(i64 %96, i64 %44)
  %98 = shl i64 %97, 32
  %99 = icmp ult i64 %86, %98
  br i1 %99, label %118, label %100

100:
  %101 = getelementptr inbounds i32, ptr %31, i64 %84
  %102 = load i32, ptr %101, align 4
  %103 = and i64 %86, 1023
  %104 = xor i64 %103, 1023
  %105 = icmp ult i64 %104, 32
  br i1 %105, label %106, label %110

106:
  %107 = getelementptr inbounds i64, ptr %55, i64 %104
  %108 = load i64, ptr %107, align 8
  %109 = call i64 @"llvm.umax.i64"(i64 %108, i64 %36)
  br label %110

110:
  %111 = phi i64 [ %109, %106 ], [ %36, %100 ]
  %112 = and i32 %102, 536870912
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %283, label %114

114:
  %115 = lshr i64 %86, 32
  %116 = icmp uge i64 %115, %111
  %117 = freeze i1 %116
  br i1 %117, label %283, label %118

118:
  %119 = phi i64 [ %86, %90 ], [ %83, %82 ], [ %86, %114 ]
  %120 = add i64 %84, 1
  %121 = icmp ult i64 %120, %81
  br i1 %121, label %82, label %122

122:
  %123 = phi i64 [ %68, %67 ], [ %119, %118 ]
  %124 = add i64 %69, 8
  %125 = icmp ult i64 %124, %47
  br i1 %125, label %67, label %220

126:
  br i1 %51, label %128, label %127

127:
  br i1 %52, label %220, label %179

128:
  %129 = getelementptr inbounds i64, ptr %28, i64 %66
  %130 = load <4 x i64>, ptr %129, align 8
  %131 = icmp uge <4 x i64> %130, %57
  %132 = add i64 %66, 4
  %133 = insertelement <4 x i64> poison, i64 %61, i64 0
  %134 = shufflevector <4 x i64> %133, <4 x i64> poison, <4 x i32> zeroinitializer
  %135 = icmp ne <4 x i64> %130, %134
  %136 = and <4 x i1> %131, %135
  %137 = bitcast <4 x i1> %136 to i4
  %138 = icmp eq i4 %137, 0
  br i1 %138, label %220, label %139

139:
  %140 = phi i64 [ %176, %175 ], [ %61, %128 ]
  %141 = phi i64 [ %177, %175 ], [ %66, %128 ]
  %142 = getelementptr inbounds i64, ptr %28, i64 %141
  %143 = load i64, ptr %142, align 8
  %144 = icmp ult i64 %143, %45
  %145 = icmp eq i64 %143, %140
  %146 = select i1 %144, i1 true, i1 %145
  br i1 %146, label %175, label %147

147:
  %148 = lshr i64 %143, 5
  %149 = and i64 %148, 31
  %150 = getelementptr inbounds i64, ptr %25, i64 %149
  %151 = getelementptr inbounds i8, ptr %150, i64 832
  %152 = load i64, ptr %151, align 8
  %153 = call i64 @"llvm.umin.i64"(i64 %152, i64 %36)
  %154 = call i64 @"llvm.umax.i64"(i64 %153, i64 %44)
  %155 = shl i64 %154, 32
  %156 = icmp ult i64 %143, %155
  br i1 %156, label %175, label %157

157:
  %158 = getelementptr inbounds i32, ptr %31, i64 %141
  %159 = load i32, ptr %158, align 4
  %160 = and i64 %143, 1023
  %161 = xor i64 %160, 1023
  %162 = icmp ult i64 %161, 32
  br i1 %162, label %163, label %167

163:
  %164 = getelementptr inbounds i64, ptr %55, i64 %161
  %165 = load i64, ptr %164, align 8
  %166 = call i64 @"llvm.umax.i64"(i64 %165, i64 %36)
  br label %167

167:
  %168 = phi i64 [ %166, %163 ], [ %36, %157 ]
  %169 = and i32 %159, 536870912
  %170 = icmp eq i32 %169, 0
  br i1 %170, label %283, label %171

171:
  %172 = lshr i64 %143, 32
  %173 = icmp uge i64 %172, %168
  %174 = freeze i1 %173
  br i1 %174, label %283, label %175

175:
  %176 = phi i64 [ %143, %147 ], [ %140, %139 ], [ %143, %171 ]
  %177 = add i64 %141, 1
  %178 = icmp ult i64 %177, %132
  br i1 %178, label %139, label %220

179:
  %180 = phi i64 [ %217, %216 ], [ %61, %127 ]
  %181 = phi i64 [ %218, %216 ], [ 0, %127 ]
  %182 = add i64 %181, %66
  %183 = getelementptr inbounds i64, ptr %28, i64 %182
  %184 = load i64, ptr %183, align 8
  %185 = icmp uge i64 %184, %45
  %186 = icmp ne i64 %184, %180
  %187 = and i1 %185, %186
  br i1 %187, label %188, label %216

188:
  %189 = lshr i64 %184, 5
  %190 = and i64 %189, 31
  %191 = getelementptr inbounds i64, ptr %25, i64 %190
  %192 = getelementptr inbounds i8, ptr %191, i64 832
  %193 = load i64, ptr %192, align 8
  %194 = call i64 @"llvm.umin.i64"(i64 %193, i64 %36)
  %195 = call i64 @"llvm.umax.i64"(i64 %194, i64 %44)
  %196 = shl i64 %195, 32
  %197 = icmp ult i64 %184, %196
  br i1 %197, label %216, label %198

198:
  %199 = getelementptr inbounds i32, ptr %31, i64 %182
  %200 = load i32, ptr %199, align 4
  %201 = and i64 %184, 1023
  %202 = xor i64 %201, 1023
  %203 = icmp ult i64 %202, 32
  br i1 %203, label %204, label %208

204:
  %205 = getelementptr inbounds i64, ptr %55, i64 %202
  %206 = load i64, ptr %205, align 8
  %207 = call i64 @"llvm.umax.i64"(i64 %206, i64 %36)
  br label %208

208:
  %209 = phi i64 [ %207, %204 ], [ %36, %198 ]
  %210 = and i32 %200, 536870912
  %211 = icmp eq i32 %210, 0
  br i1 %211, label %283, label %212

212:
  %213 = lshr i64 %184, 32
  %214 = icmp uge i64 %213, %209
  %215 = freeze i1 %214
  br i1 %215, label %283, label %216

216:
  %217 = phi i64 [ %180, %179 ], [ %184, %212 ], [ %184, %188 ]
  %218 = add i64 %181, 1
  %219 = icmp ult i64 %218, %47
  br i1 %219, label %179, label %220

220:
  %221 = phi i64 [ %123, %122 ], [ %61, %128 ], [ %176, %175 ], [ %61, %127 ], [ %217, %216 ]
  %222 = add i64 %62, 1
  %223 = icmp ult i64 %222, %3
  br i1 %223, label %60, label %224

224:
  %225 = load i64, ptr %25, align 8
  %226 = getelementptr inbounds i8, ptr %7, i64 128
  %227 = load i64, ptr %226, align 8
  %228 = shl i64 %34, 3
  %229 = mul i64 %228, %227
  %230 = add i64 %229, %225
  %231 = inttoptr i64 %230 to ptr
  %232 = getelementptr inbounds i8, ptr %7, i64 112
  %233 = load i64, ptr %232, align 8
  %234 = inttoptr i64 %233 to ptr
  %235 = load i64, ptr %7, align 8
  %236 = inttoptr i64 %235 to ptr
  %237 = load i64, ptr %236, align 8
  %238 = getelementptr i8, ptr %37, i64 17984
  store i64 %237, ptr %238, align 8
  br i1 %48, label %283, label %239

239:
  %240 = shl i64 %237, 32
  %241 = or i64 %240, %1
  %242 = icmp ult i32 %32, 2
  %243 = icmp eq i32 %32, 2
  %244 = icmp ugt i32 %32, 4
  %245 = insertelement <1 x i64> poison, i64 %241, i64 0
  %246 = insertelement <1 x i64> poison, i64 %237, i64 0
  %247 = insertelement <4 x i64> poison, i64 %241, i64 0
  %248 = shufflevector <4 x i64> %247, <4 x i64> poison, <4 x i32> zeroinitializer
  %249 = insertelement <4 x i64> poison, i64 %237, i64 0
  %250 = shufflevector <4 x i64> %249, <4 x i64> poison, <4 x i32> zeroinitializer
  %251 = insertelement <8 x i64> poison, i64 %241, i64 0
  %252 = shufflevector <8 x i64> %251, <8 x i64> poison, <8 x i32> zeroinitializer
  %253 = insertelement <8 x i64> poison, i64 %237, i64 0
  %254 = shufflevector <8 x i64> %253, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %255

255:
  %256 = phi i64 [ 0, %239 ], [ %281, %280 ]
  %257 = getelementptr inbounds i32, ptr %2, i64 %256
  %258 = load i32, ptr %257, align 4
  %259 = lshr i32 %258, %32
  %260 = zext i32 %259 to i64
  br i1 %242, label %261, label %268

261:
  %262 = phi i64 [ %266, %261 ], [ 0, %255 ]
  %263 = add i64 %262, %260
  %264 = getelementptr inbounds i64, ptr %231, i64 %263
  store <8 x i64> %252, ptr %264, align 8
  %265 = getelementptr inbounds i64, ptr %234, i64 %263
  store <8 x i64> %254, ptr %265, align 8
  %266 = add i64 %262, 8
  %267 = icmp ult i64 %266, %47
  br i1 %267, label %261, label %280

268:
  br i1 %243, label %270, label %269

269:
  br i1 %244, label %280, label %273

270:
  %271 = getelementptr inbounds i64, ptr %231, i64 %260
  %272 = getelementptr inbounds i64, ptr %234, i64 %260
  store <4 x i64> %248, ptr %271, align 8
  store <4 x i64> %250, ptr %272, align 8
  br label %280

273:
  %274 = phi i64 [ %278, %273 ], [ 0, %269 ]
  %275 = add i64 %274, %260
  %276 = getelementptr inbounds i64, ptr %231, i64 %275
  store <1 x i64> %245, ptr %276, align 8
  %277 = getelementptr inbounds i64, ptr %234, i64 %275
  store <1 x i64> %246, ptr %277, align 8
  %278 = add i64 %274, 1
  %279 = icmp ult i64 %278, %47
  br i1 %279, label %273, label %280

280:
  %281 = add i64 %256, 1
  %282 = icmp ult i64 %281, %3
  br i1 %282, label %255, label %283

283:
  %284 = phi i1 [ false, %4 ], [ false, %13 ], [ false, %171 ], [ true, %280 ], [ true, %224 ], [ false, %114 ], [ false, %110 ], [ false, %167 ], [ false, %208 ], [ false, %212 ]
  ret i1 %284
}
define weak_odr i64 @"ks.watch_copy"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 352
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %1, i64 88
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 472
  %9 = load i64, ptr %8, align 8
  %10 = sub i64 %7, %9
  %11 = getelementptr inbounds i8, ptr %1, i64 128
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %1, i64 136
  %14 = load i64, ptr %13, align 8
  %15 = mul i64 %14, %12
  %16 = getelementptr inbounds i8, ptr %1, i64 432
  %17 = load i64, ptr %16, align 8
  %18 = mul i64 %15, %17
  %19 = getelementptr inbounds i8, ptr %1, i64 56
  %20 = load i64, ptr %19, align 8
  %21 = icmp ne i64 %20, 0
  %22 = icmp ne i64 %18, 0
  %23 = select i1 %21, i1 %22, i1 false
  br i1 %23, label %24, label %390

24:
  %25 = getelementptr inbounds i8, ptr %5, i64 184
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %390, label %28

28:
  %29 = getelementptr inbounds i8, ptr %5, i64 200
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %390, label %32

32:
  %33 = getelementptr inbounds i8, ptr %0, i64 336
  %34 = load i64, ptr %33, align 8
  %35 = icmp ugt i64 %34, 1
  br i1 %35, label %390, label %36

36:
  %37 = getelementptr inbounds i8, ptr %0, i64 64
  %38 = load i64, ptr %37, align 8
  %39 = add i64 %18, %10
  %40 = sub i64 %38, %39
  %41 = or i64 %40, %10
  %42 = icmp sgt i64 %41, -1
  br i1 %42, label %43, label %390

43:
  %44 = getelementptr inbounds i8, ptr %5, i64 464
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %49, label %47, !prof !2

47:
  call void @"ks.tell_of_passes"(ptr %0, ptr %5)
  %48 = load i64, ptr %29, align 8
  br label %49

49:
  %50 = phi i64 [ %30, %43 ], [ %48, %47 ]
  %51 = getelementptr inbounds i8, ptr %5, i64 136
  %52 = load i64, ptr %51, align 8
  %53 = lshr i64 %10, %52
  %54 = add i64 %39, -1
  %55 = lshr i64 %54, %52
  %56 = add i64 %55, 1
  %57 = sub i64 %56, %53
  %58 = inttoptr i64 %50 to ptr
  %59 = getelementptr inbounds i8, ptr %5, i64 64
  %60 = load i64, ptr %59, align 8
  %61 = inttoptr i64 %60 to ptr
  %62 = getelementptr inbounds i8, ptr %5, i64 72
  %63 = load i64, ptr %62, align 8
  %64 = inttoptr i64 %63 to ptr
  %65 = getelementptr inbounds i8, ptr %0, i64 120
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %5, i64 16
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr i64, ptr %58, i64 %66
  %70 = getelementptr i8, ptr %69, i64 1088
  %71 = load i64, ptr %70, align 8
  %72 = icmp ult i64 %71, %68
  %73 = getelementptr inbounds i8, ptr %58, i64 8
  %74 = load i64, ptr %73, align 8
  %75 = call i64 @"llvm.umin.i64"(i64 %74, i64 %68)
  %76 = select i1 %72, i64 %75, i64 %68
  %77 = getelementptr inbounds i8, ptr %1, i64 8
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %80, label %125

80:
  %81 = icmp ult i64 %53, %56
  br i1 %81, label %82, label %122

82:
  %83 = shl i64 %76, 32
  %84 = getelementptr inbounds i8, ptr %58, i64 1600
  %85 = shl i64 %66, 8
  %86 = getelementptr inbounds i8, ptr %84, i64 %85
  br label %87

87:
  %88 = phi i64 [ %53, %82 ], [ %120, %119 ]
  %89 = getelementptr inbounds i64, ptr %61, i64 %88
  %90 = load i64, ptr %89, align 8
  %91 = icmp ult i64 %90, %83
  br i1 %91, label %119, label %92

92:
  %93 = lshr i64 %90, 5
  %94 = and i64 %93, 31
  %95 = getelementptr inbounds i64, ptr %58, i64 %94
  %96 = getelementptr inbounds i8, ptr %95, i64 832
  %97 = load i64, ptr %96, align 8
  %98 = call i64 @"llvm.umin.i64"(i64 %97, i64 %68)
  %99 = call i64 @"llvm.umax.i64"(i64 %98, i64 %76)
  %100 = shl i64 %99, 32
  %101 = icmp ult i64 %90, %100
  br i1 %101, label %119, label %102

102:
  %103 = getelementptr inbounds i32, ptr %64, i64 %88
  %104 = load i32, ptr %103, align 4
  %105 = and i64 %90, 1023
  %106 = xor i64 %105, 1023
  %107 = icmp ult i64 %106, 32
  br i1 %107, label %108, label %112

108:
  %109 = getelementptr inbounds i64, ptr %86, i64 %106
  %110 = load i64, ptr %109, align 8
  %111 = call i64 @"llvm.umax.i64"(i64 %110, i64 %68)
  br label %112

112:
  %113 = phi i64 [ %111, %108 ], [ %68, %102 ]
  %114 = and i32 %104, 536870912
  %115 = icmp ne i32 %114, 0
  %116 = lshr i64 %90, 32
  %117 = icmp ult i64 %116, %113
  %118 = select i1 %115, i1 %117, i1 false
  br i1 %118, label %119, label %122

119:
  %120 = add i64 %88, 1
  %121 = icmp ult i64 %120, %56
  br i1 %121, label %87, label %122

122:
  %123 = phi i1 [ true, %80 ], [ false, %112 ], [ true, %119 ]
  %124 = zext i1 %123 to i64
  br label %390

125:
  %126 = getelementptr inbounds i64, ptr %61, i64 %53
  %127 = icmp ult i64 %57, 8
  br i1 %127, label %130, label %134

128:
  %129 = call i64 @"llvm.vector.reduce.umax.v8i64"(<8 x i64> %140)
  br label %130

130:
  %131 = phi i64 [ 0, %125 ], [ %135, %128 ]
  %132 = phi i64 [ 0, %125 ], [ %129, %128 ]
  %133 = icmp ult i64 %131, %57
  br i1 %133, label %143, label %153

134:
  %135 = phi i64 [ %141, %134 ], [ 8, %125 ]
  %136 = phi <8 x i64> [ %140, %134 ], [ zeroinitializer, %125 ]
  %137 = phi i64 [ %135, %134 ], [ 0, %125 ]
  %138 = getelementptr inbounds i64, ptr %126, i64 %137
  %139 = load <8 x i64>, ptr %138, align 8
  %140 = call <8 x i64> @"llvm.umax.v8i64"(<8 x i64> %136, <8 x i64> %139)
  %141 = add i64 %135, 8
  %142 = icmp ugt i64 %141, %57
  br i1 %142, label %128, label %134

143:
  %144 = phi i64 [ %149, %143 ], [ %131, %130 ]
  %145 = phi i64 [ %148, %143 ], [ 0, %130 ]
  %146 = getelementptr inbounds i64, ptr %126, i64 %144
  %147 = load i64, ptr %146, align 8
  %148 = call i64 @"llvm.umax.i64"(i64 %145, i64 %147)
  %149 = add i64 %144, 1
  %150 = icmp ult i64 %149, %57
  br i1 %150, label %143, label %151

151:
  %152 = call i64 @"llvm.umax.i64"(i64 %148, i64 %132)
  br label %153

153:
  %154 = phi i64 [ %132, %130 ], [ %152, %151 ]
  %155 = shl i64 %68, 32
  %156 = icmp uge i64 %154, %155
  %157 = icmp ult i64 %53, %56
  %158 = select i1 %156, i1 %157, i1 false
  br i1 %158, label %159, label %196

159:
  %160 = getelementptr inbounds i8, ptr %58, i64 1600
  %161 = shl i64 %66, 8
  %162 = getelementptr inbounds i8, ptr %160, i64 %161
  br label %163

163:
  %164 = phi i64 [ %53, %159 ], [ %194, %192 ]
  %165 = phi i64 [ 0, %159 ], [ %193, %192 ]
  %166 = getelementptr inbounds i64, ptr %61, i64 %164
  %167 = load i64, ptr %166, align 8
  %168 = lshr i64 %167, 32
  %169 = icmp ult i64 %168, %68
  br i1 %169, label %192, label %170

170:
  %171 = icmp ne i64 %167, %165
  %172 = getelementptr inbounds i32, ptr %64, i64 %164
  %173 = load i32, ptr %172, align 4
  %174 = and i32 %173, 536870912
  %175 = icmp eq i32 %174, 0
  %176 = select i1 %171, i1 true, i1 %175
  br i1 %176, label %177, label %192

177:
  %178 = and i64 %167, 1023
  %179 = xor i64 %178, 1023
  %180 = icmp ult i64 %179, 32
  br i1 %180, label %181, label %185

181:
  %182 = getelementptr inbounds i64, ptr %162, i64 %179
  %183 = load i64, ptr %182, align 8
  %184 = call i64 @"llvm.umax.i64"(i64 %183, i64 %68)
  br label %185

185:
  %186 = phi i64 [ %184, %181 ], [ %68, %177 ]
  %187 = and i32 %173, 536870912
  %188 = icmp eq i32 %187, 0
  br i1 %188, label %390, label %189

189:
  %190 = icmp ult i64 %168, %186
  %191 = freeze i1 %190
  br i1 %191, label %192, label %390

192:
  %193 = phi i64 [ %165, %170 ], [ %165, %163 ], [ %167, %189 ]
  %194 = add i64 %164, 1
  %195 = icmp ult i64 %194, %56
  br i1 %195, label %163, label %196

196:
  %197 = getelementptr inbounds i8, ptr %5, i64 32
  %198 = load i64, ptr %197, align 8
  %199 = inttoptr i64 %198 to ptr
  %200 = getelementptr inbounds i8, ptr %199, i64 128
  %201 = load i64, ptr %200, align 8
  %202 = getelementptr inbounds i8, ptr %58, i64 32
  %203 = load i64, ptr %202, align 8
  %204 = icmp eq i64 %203, 0
  br i1 %204, label %242, label %205

205:
  %206 = load i64, ptr %58, align 8
  %207 = getelementptr inbounds i8, ptr %5, i64 128
  %208 = load i64, ptr %207, align 8
  %209 = shl i64 %201, 3
  %210 = mul i64 %209, %208
  %211 = add i64 %210, %206
  %212 = inttoptr i64 %211 to ptr
  %213 = getelementptr inbounds i64, ptr %212, i64 %53
  br i1 %127, label %216, label %220

214:
  %215 = call i64 @"llvm.vector.reduce.umax.v8i64"(<8 x i64> %226)
  br label %216

216:
  %217 = phi i64 [ 0, %205 ], [ %221, %214 ]
  %218 = phi i64 [ 0, %205 ], [ %215, %214 ]
  %219 = icmp ult i64 %217, %57
  br i1 %219, label %229, label %239

220:
  %221 = phi i64 [ %227, %220 ], [ 8, %205 ]
  %222 = phi <8 x i64> [ %226, %220 ], [ zeroinitializer, %205 ]
  %223 = phi i64 [ %221, %220 ], [ 0, %205 ]
  %224 = getelementptr inbounds i64, ptr %213, i64 %223
  %225 = load <8 x i64>, ptr %224, align 8
  %226 = call <8 x i64> @"llvm.umax.v8i64"(<8 x i64> %222, <8 x i64> %225)
  %227 = add i64 %221, 8
  %228 = icmp ugt i64 %227, %57
  br i1 %228, label %214, label %220

229:
  %230 = phi i64 [ %235, %229 ], [ %217, %216 ]
  %231 = phi i64 [ %234, %229 ], [ 0, %216 ]
  %232 = getelementptr inbounds i64, ptr %213, i64 %230
  %233 = load i64, ptr %232, align 8
  %234 = call i64 @"llvm.umax.i64"(i64 %231, i64 %233)
  %235 = add i64 %230, 1
  %236 = icmp ult i64 %235, %57
  br i1 %236, label %229, label %237

237:
  %238 = or i64 %234, %218
  br label %239

239:
  %240 = phi i64 [ %218, %216 ], [ %238, %237 ]
  %241 = icmp eq i64 %240, 0
  br i1 %241, label %242, label %390

242:
  %243 = icmp eq i64 %201, 0
  br i1 %243, label %380, label %244

244:
  %245 = shl i64 %66, 8
  %246 = getelementptr i8, ptr %58, i64 %245
  %247 = getelementptr i8, ptr %246, i64 9792
  %248 = getelementptr inbounds i8, ptr %5, i64 128
  %249 = getelementptr i8, ptr %69, i64 64
  br label %250

250:
  %251 = phi i64 [ 0, %244 ], [ %308, %307 ]
  %252 = icmp eq i64 %251, %66
  br i1 %252, label %253, label %255

253:
  %254 = load i64, ptr %249, align 8
  br label %262

255:
  %256 = getelementptr i64, ptr %247, i64 %251
  %257 = load i64, ptr %256, align 8
  %258 = getelementptr i64, ptr %58, i64 %251
  %259 = getelementptr i8, ptr %258, i64 320
  %260 = load i64, ptr %259, align 8
  %261 = call i64 @"llvm.umax.i64"(i64 %260, i64 %257)
  br label %262

262:
  %263 = phi i64 [ %254, %253 ], [ %261, %255 ]
  %264 = getelementptr i64, ptr %58, i64 %251
  %265 = getelementptr i8, ptr %264, i64 17984
  %266 = load i64, ptr %265, align 8
  %267 = icmp ult i64 %266, %263
  br i1 %267, label %307, label %268

268:
  %269 = load i64, ptr %58, align 8
  %270 = load i64, ptr %248, align 8
  %271 = shl i64 %251, 3
  %272 = mul i64 %271, %270
  %273 = add i64 %272, %269
  %274 = inttoptr i64 %273 to ptr
  %275 = getelementptr inbounds i64, ptr %274, i64 %53
  br i1 %127, label %278, label %282

276:
  %277 = call i64 @"llvm.vector.reduce.umax.v8i64"(<8 x i64> %288)
  br label %278

278:
  %279 = phi i64 [ 0, %268 ], [ %283, %276 ]
  %280 = phi i64 [ 0, %268 ], [ %277, %276 ]
  %281 = icmp ult i64 %279, %57
  br i1 %281, label %291, label %301

282:
  %283 = phi i64 [ %289, %282 ], [ 8, %268 ]
  %284 = phi <8 x i64> [ %288, %282 ], [ zeroinitializer, %268 ]
  %285 = phi i64 [ %283, %282 ], [ 0, %268 ]
  %286 = getelementptr inbounds i64, ptr %275, i64 %285
  %287 = load <8 x i64>, ptr %286, align 8
  %288 = call <8 x i64> @"llvm.umax.v8i64"(<8 x i64> %284, <8 x i64> %287)
  %289 = add i64 %283, 8
  %290 = icmp ugt i64 %289, %57
  br i1 %290, label %276, label %282

291:
  %292 = phi i64 [ %297, %291 ], [ %279, %278 ]
  %293 = phi i64 [ %296, %291 ], [ 0, %278 ]
  %294 = getelementptr inbounds i64, ptr %275, i64 %292
  %295 = load i64, ptr %294, align 8
  %296 = call i64 @"llvm.umax.i64"(i64 %293, i64 %295)
  %297 = add i64 %292, 1
  %298 = icmp ult i64 %297, %57
  br i1 %298, label %291, label %299

299:
  %300 = call i64 @"llvm.umax.i64"(i64 %296, i64 %280)
  br label %301

301:
  %302 = phi i64 [ %280, %278 ], [ %300, %299 ]
  %303 = icmp eq i64 %302, 0
  %304 = lshr i64 %302, 32
  %305 = icmp ult i64 %304, %263
  %306 = or i1 %303, %305
  br i1 %306, label %307, label %390

307:
  %308 = add i64 %251, 1
  %309 = icmp ult i64 %308, %201
  br i1 %309, label %250, label %310

310:
  %311 = getelementptr inbounds i8, ptr %5, i64 128
  %312 = load i64, ptr %311, align 8
  %313 = shl i64 %75, 32
  %314 = getelementptr inbounds i8, ptr %58, i64 40
  %315 = load i64, ptr %314, align 8
  %316 = call i64 @"llvm.umax.i64"(i64 %53, i64 %315)
  %317 = getelementptr inbounds i8, ptr %58, i64 48
  %318 = load i64, ptr %317, align 8
  %319 = call i64 @"llvm.umin.i64"(i64 %56, i64 %318)
  %320 = getelementptr inbounds i8, ptr %5, i64 120
  %321 = load i64, ptr %320, align 8
  %322 = inttoptr i64 %321 to ptr
  %323 = icmp ult i64 %316, %319
  %324 = sub i64 %319, %316
  %325 = icmp ult i64 %324, 8
  br label %326

326:
  %327 = phi i64 [ %56, %310 ], [ %377, %375 ]
  %328 = phi i64 [ 0, %310 ], [ %378, %375 ]
  %329 = phi i64 [ %53, %310 ], [ %376, %375 ]
  %330 = mul i64 %328, %312
  %331 = getelementptr inbounds i64, ptr %322, i64 %330
  br i1 %323, label %332, label %375

332:
  %333 = getelementptr inbounds i64, ptr %331, i64 %316
  br i1 %325, label %336, label %340

334:
  %335 = call i64 @"llvm.vector.reduce.umax.v8i64"(<8 x i64> %346)
  br label %336

336:
  %337 = phi i64 [ 0, %332 ], [ %341, %334 ]
  %338 = phi i64 [ 0, %332 ], [ %335, %334 ]
  %339 = icmp ult i64 %337, %324
  br i1 %339, label %349, label %359

340:
  %341 = phi i64 [ %347, %340 ], [ 8, %332 ]
  %342 = phi <8 x i64> [ %346, %340 ], [ zeroinitializer, %332 ]
  %343 = phi i64 [ %341, %340 ], [ 0, %332 ]
  %344 = getelementptr inbounds i64, ptr %333, i64 %343
  %345 = load <8 x i64>, ptr %344, align 8
  %346 = call <8 x i64> @"llvm.umax.v8i64"(<8 x i64> %342, <8 x i64> %345)
  %347 = add i64 %341, 8
  %348 = icmp ugt i64 %347, %324
  br i1 %348, label %334, label %340

349:
  %350 = phi i64 [ %355, %349 ], [ %337, %336 ]
  %351 = phi i64 [ %354, %349 ], [ 0, %336 ]
  %352 = getelementptr inbounds i64, ptr %333, i64 %350
  %353 = load i64, ptr %352, align 8
  %354 = call i64 @"llvm.umax.i64"(i64 %351, i64 %353)
  %355 = add i64 %350, 1
  %356 = icmp ult i64 %355, %324
  br i1 %356, label %349, label %357

357:
  %358 = call i64 @"llvm.umax.i64"(i64 %354, i64 %338)
  br label %359

359:
  %360 = phi i64 [ %338, %336 ], [ %358, %357 ]
  %361 = icmp ult i64 %360, %313
  br i1 %361, label %375, label %362

362:
  %363 = phi i64 [ %370, %362 ], [ %316, %359 ]
  %364 = phi i64 [ %373, %362 ], [ %327, %359 ]
  %365 = phi i64 [ %372, %362 ], [ %329, %359 ]
  %366 = getelementptr inbounds i64, ptr %331, i64 %363
  %367 = load i64, ptr %366, align 8
  %368 = icmp ult i64 %367, %313
  %369 = call i64 @"llvm.umin.i64"(i64 %364, i64 %363)
  %370 = add i64 %363, 1
  %371 = call i64 @"llvm.umax.i64"(i64 %365, i64 %370)
  %372 = select i1 %368, i64 %365, i64 %371
  %373 = select i1 %368, i64 %364, i64 %369
  %374 = icmp ult i64 %370, %319
  br i1 %374, label %362, label %375

375:
  %376 = phi i64 [ %329, %326 ], [ %329, %359 ], [ %372, %362 ]
  %377 = phi i64 [ %327, %326 ], [ %327, %359 ], [ %373, %362 ]
  %378 = add i64 %328, 1
  %379 = icmp ult i64 %378, %201
  br i1 %379, label %326, label %380

380:
  %381 = phi i64 [ %53, %242 ], [ %376, %375 ]
  %382 = phi i64 [ %56, %242 ], [ %377, %375 ]
  %383 = icmp ult i64 %382, %381
  %384 = sub i64 %381, %382
  %385 = shl i64 %384, 33
  %386 = shl i64 %382, 1
  %387 = or i64 %386, %385
  %388 = or i64 %387, 1
  %389 = select i1 %383, i64 %388, i64 1
  br label %390

390:
  %391 = phi i64 [ 0, %24 ], [ 0, %36 ], [ 0, %2 ], [ 0, %32 ], [ 0, %28 ], [ %389, %380 ], [ %124, %122 ], [ 0, %301 ], [ 0, %239 ], [ 0, %185 ], [ 0, %189 ]
  ret i64 %391
}
define weak_odr void @"ks.watch_written"(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 352
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds i8, ptr %6, i64 136
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %1, i64 128
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %1, i64 136
  %12 = load i64, ptr %11, align 8
  %13 = mul i64 %12, %10
  %14 = getelementptr inbounds i8, ptr %1, i64 432
  %15 = load i64, ptr %14, align 8
  %16 = mul i64 %13, %15
  %17 = getelementptr inbounds i8, ptr %1, i64 88
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %0, i64 472
  %20 = load i64, ptr %19, align 8
  %21 = sub i64 %18, %20
  %22 = getelementptr inbounds i8, ptr %1, i64 40
  %23 = load i64, ptr %22, align 8
  %24 = trunc i64 %23 to i32
  %25 = icmp slt i64 %2, 0
  %26 = select i1 %25, i32 973078528, i32 704643072
  %27 = or i32 %26, %24
  %28 = getelementptr inbounds i8, ptr %6, i64 64
  %29 = load i64, ptr %28, align 8
  %30 = inttoptr i64 %29 to ptr
  %31 = getelementptr inbounds i8, ptr %6, i64 72
  %32 = load i64, ptr %31, align 8
  %33 = inttoptr i64 %32 to ptr
  %34 = lshr i64 %21, %8
  %35 = add i64 %16, -1
  %36 = add i64 %35, %21
  %37 = lshr i64 %36, %8
  %38 = add i64 %37, 1
  %39 = add i64 %34, 8
  %40 = icmp ugt i64 %39, %38
  br i1 %40, label %46, label %41

41:
  %42 = insertelement <8 x i64> poison, i64 %2, i64 0
  %43 = shufflevector <8 x i64> %42, <8 x i64> poison, <8 x i32> zeroinitializer
  %44 = insertelement <8 x i32> poison, i32 %27, i64 0
  %45 = shufflevector <8 x i32> %44, <8 x i32> poison, <8 x i32> zeroinitializer
  br label %49

46:
  %47 = phi i64 [ %34, %3 ], [ %50, %49 ]
  %48 = icmp ult i64 %47, %38
  br i1 %48, label %56, label %62

49:
  %50 = phi i64 [ %39, %41 ], [ %54, %49 ]
  %51 = phi i64 [ %34, %41 ], [ %50, %49 ]
  %52 = getelementptr inbounds i64, ptr %30, i64 %51
  store <8 x i64> %43, ptr %52, align 8
  %53 = getelementptr inbounds i32, ptr %33, i64 %51
  store <8 x i32> %45, ptr %53, align 4
  %54 = add i64 %50, 8
  %55 = icmp ugt i64 %54, %38
  br i1 %55, label %46, label %49

56:
  %57 = phi i64 [ %60, %56 ], [ %47, %46 ]
  %58 = getelementptr inbounds i64, ptr %30, i64 %57
  store i64 %2, ptr %58, align 8
  %59 = getelementptr inbounds i32, ptr %33, i64 %57
  store i32 %27, ptr %59, align 4
  %60 = add i64 %57, 1
  %61 = icmp ult i64 %60, %38
  br i1 %61, label %56, label %62

62:
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
  br i1 %8, label %21, label %9

9:
  %10 = inttoptr i64 %7 to ptr
  %11 = getelementptr inbounds i8, ptr %10, i64 184
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %21, label %14

14:
  %15 = inttoptr i64 %12 to ptr
  %16 = getelementptr inbounds i8, ptr %10, i64 464
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %20, label %19, !prof !2

19:
  call void @"ks.tell_of_passes"(ptr %0, ptr %10)
  br label %20

20:
  call void %15(ptr %0, i32 %1, i32 %2, i32 %3, ptr null, i64 %4)
  br label %21

21:
  ret void
}
define weak_odr void @"ks.watch_tell"(ptr %0, i32 %1, i32 %2, i32 %3, i64 %4) {
  %6 = getelementptr inbounds i8, ptr %0, i64 352
  %7 = load i64, ptr %6, align 8
  %8 = icmp ne i32 %3, 0
  %9 = icmp ne i64 %7, 0
  %10 = select i1 %8, i1 %9, i1 false
  br i1 %10, label %11, label %27

11:
  %12 = inttoptr i64 %7 to ptr
  %13 = load i64, ptr %12, align 8
  %14 = inttoptr i64 %13 to ptr
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = getelementptr inbounds i8, ptr %12, i64 184
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %27, label %20

20:
  %21 = inttoptr i64 %18 to ptr
  %22 = getelementptr inbounds i8, ptr %12, i64 464
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %26, label %25, !prof !2

25:
  call void @"ks.tell_of_passes"(ptr %0, ptr %12)
  br label %26

26:
  call void %21(ptr %0, i32 %1, i32 %2, i32 %3, ptr null, i64 %4)
  br label %27

27:
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
  br i1 %12, label %13, label %29

13:
  %14 = inttoptr i64 %9 to ptr
  %15 = load i64, ptr %14, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %17, 1
  store i64 %18, ptr %16, align 8
  %19 = getelementptr inbounds i8, ptr %14, i64 184
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %29, label %22

22:
  %23 = inttoptr i64 %20 to ptr
  %24 = getelementptr inbounds i8, ptr %14, i64 464
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %28, label %27, !prof !2

27:
  call void @"ks.tell_of_passes"(ptr %0, ptr %14)
  br label %28

28:
  call void %23(ptr %0, i32 %1, i32 %2, i32 %3, ptr %7, i64 %5)
  br label %29

29:
  ret void
}
define weak_odr void @"ks.tell_of_passes"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %1, i64 464
  %4 = load i64, ptr %3, align 8
  store i64 0, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 184
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds i8, ptr %1, i64 472
  call void %7(ptr %0, i32 7, i32 0, i32 0, ptr %8, i64 %4)
  ret void
}
define weak_odr void @"ks.watch_passed"(ptr %0, i32 %1, i32 %2, <32 x i64> %3, i64 %4) {
  %6 = alloca [6 x i64], align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 352
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = icmp ne i32 %2, 0
  %11 = icmp ne i64 %8, 0
  %12 = select i1 %10, i1 %11, i1 false
  br i1 %12, label %13, label %126

13:
  %14 = getelementptr inbounds i8, ptr %9, i64 184
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %126, label %17

17:
  %18 = load i64, ptr %9, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, 1
  store i64 %21, ptr %19, align 8
  %22 = getelementptr inbounds i8, ptr %0, i64 120
  %23 = load i64, ptr %22, align 8
  %24 = shl i64 1, %23
  %25 = getelementptr inbounds i8, ptr %0, i64 336
  %26 = load i64, ptr %25, align 8
  %27 = icmp ugt i64 %26, 1
  %28 = getelementptr inbounds i8, ptr %0, i64 512
  %29 = zext i32 %1 to i64
  %30 = getelementptr inbounds i8, ptr %6, i64 8
  %31 = getelementptr inbounds i8, ptr %6, i64 16
  %32 = getelementptr inbounds i8, ptr %6, i64 24
  %33 = getelementptr inbounds i8, ptr %6, i64 32
  %34 = getelementptr inbounds i8, ptr %6, i64 40
  %35 = getelementptr inbounds i8, ptr %9, i64 464
  %36 = getelementptr i8, ptr %9, i64 416
  %37 = getelementptr inbounds i8, ptr %9, i64 472
  br label %38

38:
  %39 = phi i32 [ %2, %17 ], [ %124, %123 ]
  %40 = call i32 @"llvm.cttz.i32"(i32 %39, i1 true)
  %41 = extractelement <32 x i64> %3, i32 %40
  %42 = insertelement <32 x i64> poison, i64 %41, i64 0
  %43 = shufflevector <32 x i64> %42, <32 x i64> poison, <32 x i32> zeroinitializer
  %44 = icmp eq <32 x i64> %3, %43
  %45 = bitcast <32 x i1> %44 to i32
  %46 = and i32 %39, %45
  %47 = lshr i64 %41, 24
  %48 = and i64 %41, 16777215
  %49 = load i64, ptr %25, align 8
  %50 = icmp ugt i64 %49, 1
  br i1 %50, label %51, label %59

51:
  %52 = icmp ult i64 %47, %49
  br i1 %52, label %53, label %123

53:
  %54 = load i64, ptr %28, align 8
  %55 = inttoptr i64 %54 to ptr
  %56 = getelementptr inbounds ptr, ptr %55, i64 %47
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %57, null
  br i1 %58, label %123, label %59

59:
  %60 = phi ptr [ %57, %53 ], [ %0, %38 ]
  %61 = getelementptr inbounds i8, ptr %60, i64 64
  %62 = load i64, ptr %61, align 8
  %63 = sub i64 %62, %48
  %64 = add i64 %63, -8
  %65 = icmp sgt i64 %64, -1
  br i1 %65, label %66, label %123

66:
  %67 = getelementptr inbounds i8, ptr %60, i64 472
  %68 = load i64, ptr %67, align 8
  %69 = add i64 %68, %48
  %70 = icmp eq i64 %69, 0
  br i1 %70, label %123, label %71

71:
  store i64 %29, ptr %6, align 8
  store i64 %24, ptr %30, align 8
  %72 = zext i32 %46 to i64
  store i64 %72, ptr %31, align 8
  store i64 %4, ptr %32, align 8
  store i64 %41, ptr %33, align 8
  %73 = inttoptr i64 %69 to ptr
  %74 = load i64, ptr %73, align 8
  %75 = lshr i64 %74, 63
  store i64 %75, ptr %34, align 8
  %76 = icmp ne i32 %46, -1
  %77 = load i64, ptr %35, align 8
  %78 = icmp eq i64 %77, 0
  %79 = select i1 %76, i1 true, i1 %78
  br i1 %79, label %106, label %80

80:
  %81 = phi i64 [ %104, %103 ], [ %77, %71 ]
  %82 = mul i64 %81, 56
  %83 = getelementptr i8, ptr %36, i64 %82
  %84 = getelementptr inbounds i8, ptr %83, i64 8
  %85 = load i64, ptr %84, align 8
  %86 = and i64 %85, %24
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %89, label %106

88:
  br i1 %97, label %100, label %103

89:
  %90 = phi i64 [ %98, %89 ], [ 2, %80 ]
  %91 = phi i1 [ %97, %89 ], [ true, %80 ]
  %92 = getelementptr inbounds i64, ptr %83, i64 %90
  %93 = load i64, ptr %92, align 8
  %94 = getelementptr inbounds i64, ptr %6, i64 %90
  %95 = load i64, ptr %94, align 8
  %96 = icmp eq i64 %93, %95
  %97 = and i1 %91, %96
  %98 = add i64 %90, 1
  %99 = icmp ult i64 %90, 5
  br i1 %99, label %89, label %88

100:
  %101 = load i64, ptr %83, align 8
  %102 = icmp eq i64 %101, %29
  br i1 %102, label %112, label %103

103:
  %104 = add i64 %81, -1
  %105 = icmp eq i64 %104, 0
  br i1 %105, label %106, label %80

106:
  %107 = add i64 %77, 1
  store i64 %107, ptr %35, align 8
  %108 = mul i64 %77, 56
  %109 = getelementptr inbounds i8, ptr %37, i64 %108
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 8 %109, ptr align 8 %6, i64 48, i1 false)
  %110 = getelementptr inbounds i8, ptr %109, i64 8
  %111 = load i64, ptr %110, align 8
  br label %112

112:
  %113 = phi i64 [ %111, %106 ], [ %85, %100 ]
  %114 = phi ptr [ %109, %106 ], [ %83, %100 ]
  %115 = getelementptr inbounds i8, ptr %114, i64 8
  %116 = or i64 %113, %24
  store i64 %116, ptr %115, align 8
  %117 = getelementptr inbounds i8, ptr %114, i64 48
  store i64 %21, ptr %117, align 8
  br i1 %27, label %121, label %118

118:
  %119 = load i64, ptr %35, align 8
  %120 = icmp eq i64 %119, 64
  br i1 %120, label %121, label %122

121:
  call void @"ks.tell_of_passes"(ptr %0, ptr %9)
  br label %122

122:
  br label %123

123:
  %124 = xor i32 %46, %39
  %125 = icmp eq i32 %46, %39
  br i1 %125, label %126, label %38

126:
  ret void
}
define weak_odr void @"ks.watch_meet"(ptr %0, i32 %1, i32 %2, i32 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 352
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = icmp eq i64 %6, 0
  br i1 %8, label %36, label %9

9:
  %10 = getelementptr inbounds i8, ptr %7, i64 464
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %14, label %13, !prof !2

13:
  call void @"ks.tell_of_passes"(ptr %0, ptr %7)
  br label %14

14:
  %15 = load i64, ptr %7, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %17, 1
  store i64 %18, ptr %16, align 8
  %19 = icmp eq i32 %3, 0
  br i1 %19, label %20, label %25

20:
  %21 = getelementptr inbounds i8, ptr %0, i64 120
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr i64, ptr %7, i64 %22
  %24 = getelementptr i8, ptr %23, i64 208
  store i64 %18, ptr %24, align 8
  br label %25

25:
  %26 = zext i32 %3 to i64
  %27 = getelementptr inbounds i8, ptr %7, i64 184
  %28 = load i64, ptr %27, align 8
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %36, label %30

30:
  %31 = inttoptr i64 %28 to ptr
  %32 = load i64, ptr %10, align 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %35, label %34, !prof !2

34:
  call void @"ks.tell_of_passes"(ptr %0, ptr %7)
  br label %35

35:
  call void %31(ptr %0, i32 1, i32 %1, i32 %2, ptr null, i64 %26)
  br label %36

36:
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
  br i1 %17, label %45, label %18

18:
  %19 = getelementptr inbounds i8, ptr %16, i64 464
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %23, label %22, !prof !2

22:
  call void @"ks.tell_of_passes"(ptr %0, ptr %16)
  br label %23

23:
  %24 = load i64, ptr %16, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, 1
  store i64 %27, ptr %25, align 8
  %28 = icmp eq i32 %13, 0
  br i1 %28, label %29, label %34

29:
  %30 = getelementptr inbounds i8, ptr %0, i64 120
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr i64, ptr %16, i64 %31
  %33 = getelementptr i8, ptr %32, i64 208
  store i64 %27, ptr %33, align 8
  br label %34

34:
  %35 = zext i32 %13 to i64
  %36 = getelementptr inbounds i8, ptr %16, i64 184
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %45, label %39

39:
  %40 = inttoptr i64 %37 to ptr
  %41 = load i64, ptr %19, align 8
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %44, label %43, !prof !2

43:
  call void @"ks.tell_of_passes"(ptr %0, ptr %16)
  br label %44

44:
  call void %40(ptr %0, i32 1, i32 %1, i32 %2, ptr %6, i64 %35)
  br label %45

45:
  ret void
}
!0 = !{!"branch_weights", i32 99, i32 1}
!1 = !{!"branch_weights", i32 1, i32 99}
!2 = !{!"branch_weights", i32 999, i32 1}
!3 = !{!"branch_weights", i32 1, i32 999}
