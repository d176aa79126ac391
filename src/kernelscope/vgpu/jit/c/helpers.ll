; 17b989ad5c4b01844c6d307923f6b69fc65a8fab550dc6c29221afa1ac657c7a
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
declare i64 @"llvm.smax.i64"(i64, i64)
declare i64 @"llvm.smin.i64"(i64, i64)
declare i64 @"llvm.umax.i64"(i64, i64)
declare i64 @"llvm.usub.sat.i64"(i64, i64)
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
declare void @"ks.bulk_copy"(ptr , ptr , i64 )
declare void @"ks.bulk_deliver_at_barrier"(ptr , i64 )
declare i8 @"llvm.vector.reduce.or.v32i8"(<32 x i8>)
declare <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i8>)
declare <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i16>)
declare <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i32>)
declare <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i64>)
declare void @"llvm.masked.scatter.v32i8.v32p0"(<32 x i8>, <32 x ptr>, i32, <32 x i1>)
declare void @"llvm.masked.scatter.v32i16.v32p0"(<32 x i16>, <32 x ptr>, i32, <32 x i1>)
declare void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32>, <32 x ptr>, i32, <32 x i1>)
declare void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64>, <32 x ptr>, i32, <32 x i1>)
declare i32 @"llvm.ctlz.i32"(i32, i1 immarg)
declare <32 x i64> @"llvm.umax.v32i64"(<32 x i64>, <32 x i64>)
declare <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr, i32, <32 x i1>, <32 x i64>)
define weak_odr void @"ks.fault"(ptr %0, i64 %1, i64 %2, i64 %3, i32 %4) {
  %6 = getelementptr inbounds i8, ptr %0, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds i8, ptr %8, i64 24
  %10 = cmpxchg ptr %9, i64 0, i64 %1 monotonic monotonic, align 8
  %11 = extractvalue { i64, i1 } %10, 1
  br i1 %11, label %12, label %29

12:
  %13 = getelementptr inbounds i8, ptr %8, i64 40
  store i64 %2, ptr %13, align 8
  %14 = getelementptr inbounds i8, ptr %8, i64 48
  store i64 %3, ptr %14, align 8
  %15 = zext i32 %4 to i64
  %16 = getelementptr inbounds i8, ptr %8, i64 56
  store i64 %15, ptr %16, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 120
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %8, i64 64
  store i64 %18, ptr %19, align 8
  %20 = getelementptr inbounds i8, ptr %0, i64 96
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds i8, ptr %8, i64 72
  store i64 %21, ptr %22, align 8
  %23 = getelementptr inbounds i8, ptr %0, i64 104
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %8, i64 80
  store i64 %24, ptr %25, align 8
  %26 = getelementptr inbounds i8, ptr %0, i64 112
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds i8, ptr %8, i64 88
  store i64 %27, ptr %28, align 8
  br label %29

29:
  ret void
}
define weak_odr i64 @"ks.resolve"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 400
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %5, i64 131072
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %27, label %9

9:
  %10 = getelementptr inbounds i8, ptr %5, i64 131080
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
  %6 = icmp ugt i64 %2, 4503599627370495
  br i1 %6, label %16, label %7

7:
  %8 = getelementptr inbounds i8, ptr %0, i64 400
  %9 = load i64, ptr %8, align 8
  %10 = inttoptr i64 %9 to ptr
  %11 = lshr i64 %2, 38
  %12 = and i64 %11, 16380
  %13 = getelementptr inbounds i64, ptr %10, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %16, label %24

16:
  %17 = call i64 @"ks.resolve"(ptr %0, i64 %2)
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %34, label %19

19:
  %20 = getelementptr inbounds i8, ptr %0, i64 400
  %21 = load i64, ptr %20, align 8
  %22 = inttoptr i64 %21 to ptr
  %23 = lshr i64 %17, 38
  br label %24

24:
  %25 = phi i64 [ %23, %19 ], [ %11, %7 ]
  %26 = phi ptr [ %22, %19 ], [ %10, %7 ]
  %27 = phi i64 [ %17, %19 ], [ %2, %7 ]
  %28 = and i64 %27, 1099511627775
  %29 = add i64 %28, %3
  %30 = and i64 %25, 67108860
  %31 = getelementptr inbounds i64, ptr %26, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = icmp ugt i64 %29, %32
  br i1 %33, label %34, label %35

34:
  call void @"ks.fault"(ptr %0, i64 1, i64 %1, i64 %2, i32 %4)
  br label %35

35:
  %36 = phi i64 [ %27, %24 ], [ 0, %34 ]
  ret i64 %36
}
define weak_odr i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %2, i64 %3, i32 %4) {
  %6 = lshr i64 %2, 24
  %7 = and i64 %2, 16777215
  %8 = getelementptr inbounds i8, ptr %0, i64 304
  %9 = load i64, ptr %8, align 8
  %10 = icmp ult i64 %6, %9
  br i1 %10, label %12, label %11

11:
  call void @"ks.fault"(ptr %0, i64 10, i64 %1, i64 %2, i32 %4)
  br label %32

12:
  %13 = getelementptr inbounds i8, ptr %0, i64 464
  %14 = load i64, ptr %13, align 8
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr inbounds ptr, ptr %15, i64 %6
  %17 = load ptr, ptr %16, align 8
  %18 = add i64 %7, %3
  %19 = getelementptr inbounds i8, ptr %17, i64 64
  %20 = load i64, ptr %19, align 8
  %21 = icmp ugt i64 %18, %20
  br i1 %21, label %22, label %23

22:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %2, i32 %4)
  br label %32

23:
  %24 = getelementptr inbounds i8, ptr %17, i64 168
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %27, label %28

27:
  call void @"ks.fault"(ptr %0, i64 11, i64 %1, i64 %2, i32 %4)
  br label %32

28:
  %29 = getelementptr inbounds i8, ptr %17, i64 432
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
  br i1 %9, label %64, label %10

10:
  %11 = add i64 %4, -1
  br label %12

12:
  %13 = phi i32 [ %3, %10 ], [ %25, %23 ]
  %14 = call i32 @"llvm.cttz.i32"(i32 %13, i1 true)
  %15 = extractelement <32 x i64> %2, i32 %14
  %16 = and i64 %15, %11
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %18, label %27

18:
  %19 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %15, i64 %4, i32 %14)
  %20 = zext i32 %14 to i64
  %21 = getelementptr inbounds i64, ptr %6, i64 %20
  store i64 %19, ptr %21, align 8
  %22 = icmp ne i64 %19, 0
  br i1 %22, label %23, label %64

23:
  %24 = add i32 %13, -1
  %25 = and i32 %24, %13
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %64, label %12

27:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %15, i32 %14)
  br label %64

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
  br i1 %50, label %58, label %51

51:
  %52 = icmp eq i32 %46, 0
  %53 = select i1 %52, i32 %48, i32 %46
  %54 = call i32 @"llvm.cttz.i32"(i32 %53, i1 false)
  %55 = select i1 %52, i32 2, i32 3
  %56 = zext i32 %55 to i64
  %57 = extractelement <32 x i64> %2, i32 %54
  call void @"ks.fault"(ptr %0, i64 %56, i64 %1, i64 %57, i32 %54)
  br label %64

58:
  %59 = getelementptr inbounds i8, ptr %0, i64 432
  %60 = load i64, ptr %59, align 8
  %61 = insertelement <32 x i64> poison, i64 %60, i64 0
  %62 = shufflevector <32 x i64> %61, <32 x i64> poison, <32 x i32> zeroinitializer
  %63 = add <32 x i64> %62, %2
  store <32 x i64> %63, ptr %6, align 8
  br label %64

64:
  %65 = phi i1 [ false, %51 ], [ true, %58 ], [ false, %27 ], [ true, %8 ], [ %22, %18 ], [ %22, %23 ]
  ret i1 %65
}
define weak_odr i64 @"ks.random_below"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 272
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
define weak_odr i1 @"ks.flips_coin"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 272
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %14, label %5

5:
  %6 = shl i64 %3, 13
  %7 = xor i64 %6, %3
  %8 = lshr i64 %7, 7
  %9 = xor i64 %8, %7
  %10 = shl i64 %9, 17
  %11 = xor i64 %10, %9
  store i64 %11, ptr %2, align 8
  %12 = and i64 %9, 2048
  %13 = icmp eq i64 %12, 0
  br label %14

14:
  %15 = phi i1 [ false, %1 ], [ %13, %5 ]
  ret i1 %15
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
  %8 = getelementptr inbounds i8, ptr %0, i64 336
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
  br i1 %24, label %30, label %25

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
  %10 = getelementptr inbounds i8, ptr %0, i64 336
  %11 = load i64, ptr %10, align 8
  %12 = inttoptr i64 %11 to ptr
  %13 = icmp ne i64 %11, 0
  %14 = icmp ne i32 %2, 0
  %15 = and i1 %14, %13
  br i1 %15, label %16, label %223

16:
  %17 = load i64, ptr %12, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %223, label %19

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
  %69 = phi i32 [ 0, %50 ], [ %131, %197 ]
  %70 = phi i32 [ 0, %50 ], [ %198, %197 ]
  %71 = phi i32 [ %2, %50 ], [ %200, %197 ]
  %72 = call i32 @"llvm.cttz.i32"(i32 %71, i1 true)
  %73 = extractelement <32 x i64> %3, i32 %72
  %74 = lshr i64 %73, 40
  %75 = and i64 %73, 1099511627775
  %76 = icmp ult i64 %73, 4503599627370496
  %77 = load i64, ptr %12, align 8
  %78 = inttoptr i64 %77 to ptr
  %79 = mul i64 %74, 3
  %80 = select i1 %76, i64 %79, i64 0
  %81 = getelementptr inbounds i64, ptr %78, i64 %80
  %82 = add i64 %75, %52
  %83 = getelementptr inbounds i8, ptr %81, i64 8
  %84 = load i64, ptr %83, align 8
  %85 = icmp ugt i64 %82, %84
  br i1 %85, label %86, label %88

86:
  %87 = shl i32 1, %72
  br label %129

88:
  %89 = load i64, ptr %81, align 8
  %90 = inttoptr i64 %89 to ptr
  %91 = getelementptr inbounds i8, ptr %90, i64 %75
  br i1 %60, label %92, label %94

92:
  %93 = shl i32 1, %72
  br label %129

94:
  %95 = phi i64 [ %113, %121 ], [ 0, %88 ]
  %96 = phi i64 [ %122, %121 ], [ 0, %88 ]
  %97 = getelementptr inbounds i8, ptr %91, i64 %96
  switch i4 %61, label %107 [
    i4 1, label %98
    i4 2, label %101
    i4 4, label %104
  ]

98:
  %99 = load i8, ptr %97, align 1
  %100 = zext i8 %99 to i64
  br label %109

101:
  %102 = load i16, ptr %97, align 1
  %103 = zext i16 %102 to i64
  br label %109

104:
  %105 = load i32, ptr %97, align 1
  %106 = zext i32 %105 to i64
  br label %109

107:
  %108 = load i64, ptr %97, align 1
  br label %109

109:
  %110 = phi i64 [ %100, %98 ], [ %103, %101 ], [ %106, %104 ], [ %108, %107 ]
  %111 = and i64 %110, %62
  %112 = freeze i64 %111
  %113 = or i64 %112, %95
  br i1 %67, label %121, label %114

114:
  %115 = phi i64 [ %119, %114 ], [ 0, %109 ]
  %116 = getelementptr inbounds i8, ptr %97, i64 %115
  %117 = load i8, ptr %116, align 1
  %118 = or i8 %117, %64
  store i8 %118, ptr %116, align 1
  %119 = add i64 %115, 1
  %120 = icmp ult i64 %119, %59
  br i1 %120, label %114, label %121

121:
  %122 = add i64 %96, %59
  %123 = icmp ult i64 %122, %52
  br i1 %123, label %94, label %124

124:
  %125 = icmp eq i64 %113, 0
  %126 = shl i32 1, %72
  %127 = select i1 %125, i32 0, i32 %126
  %128 = or i32 %127, %69
  br label %129

129:
  %130 = phi i32 [ %87, %86 ], [ %126, %124 ], [ %93, %92 ]
  %131 = phi i32 [ %69, %86 ], [ %128, %124 ], [ %69, %92 ]
  br i1 %27, label %162, label %141

132:
  %133 = icmp eq i32 %131, 0
  br i1 %133, label %140, label %134

134:
  store <32 x i64> %3, ptr %7, align 256
  %135 = load i64, ptr %10, align 8
  %136 = inttoptr i64 %135 to ptr
  %137 = getelementptr inbounds i8, ptr %136, i64 16
  %138 = load i64, ptr %137, align 8
  %139 = inttoptr i64 %138 to ptr
  call void %139(ptr %0, i32 2, i32 %1, i32 %131, ptr %7, i64 %52)
  br label %140

140:
  br i1 %56, label %223, label %202

141:
  %142 = shl i32 %72, 20
  %143 = zext i32 %142 to i64
  %144 = add i64 %51, %143
  %145 = getelementptr inbounds i8, ptr %81, i64 16
  %146 = load i64, ptr %145, align 8
  %147 = inttoptr i64 %146 to ptr
  %148 = icmp eq i64 %146, 0
  br i1 %148, label %162, label %149

149:
  %150 = load i64, ptr %83, align 8
  %151 = icmp ugt i64 %82, %150
  br i1 %151, label %162, label %152

152:
  %153 = lshr i64 %75, 2
  %154 = add i64 %82, -1
  %155 = lshr i64 %154, 2
  %156 = icmp ugt i64 %153, %155
  br i1 %156, label %162, label %157

157:
  %158 = phi i64 [ %160, %157 ], [ %153, %152 ]
  %159 = getelementptr inbounds i64, ptr %147, i64 %158
  store i64 %144, ptr %159, align 8
  %160 = add i64 %158, 1
  %161 = icmp ult i64 %158, %155
  br i1 %161, label %157, label %162

162:
  br i1 %56, label %197, label %163

163:
  %164 = load i64, ptr %24, align 8
  %165 = icmp eq i64 %74, %164
  br i1 %165, label %166, label %197

166:
  %167 = load i64, ptr %65, align 8
  %168 = icmp ugt i64 %82, %167
  br i1 %168, label %197, label %169

169:
  %170 = load i64, ptr %66, align 8
  %171 = inttoptr i64 %170 to ptr
  %172 = getelementptr inbounds i8, ptr %171, i64 %75
  br i1 %60, label %197, label %173

173:
  %174 = phi i64 [ %191, %188 ], [ 0, %169 ]
  %175 = phi i64 [ %190, %188 ], [ 0, %169 ]
  %176 = getelementptr inbounds i8, ptr %172, i64 %174
  switch i4 %61, label %186 [
    i4 1, label %177
    i4 2, label %180
    i4 4, label %183
  ]

177:
  %178 = load i8, ptr %176, align 1
  %179 = zext i8 %178 to i64
  br label %188

180:
  %181 = load i16, ptr %176, align 1
  %182 = zext i16 %181 to i64
  br label %188

183:
  %184 = load i32, ptr %176, align 1
  %185 = zext i32 %184 to i64
  br label %188

186:
  %187 = load i64, ptr %176, align 1
  br label %188

188:
  %189 = phi i64 [ %179, %177 ], [ %182, %180 ], [ %185, %183 ], [ %187, %186 ]
  %190 = or i64 %189, %175
  %191 = add i64 %174, %59
  %192 = icmp ult i64 %191, %52
  br i1 %192, label %173, label %193

193:
  %194 = icmp eq i64 %190, 0
  %195 = select i1 %194, i32 0, i32 %130
  %196 = or i32 %195, %70
  br label %197

197:
  %198 = phi i32 [ %70, %166 ], [ %70, %162 ], [ %70, %163 ], [ %70, %169 ], [ %196, %193 ]
  %199 = add i32 %71, -1
  %200 = and i32 %199, %71
  %201 = icmp eq i32 %200, 0
  br i1 %201, label %132, label %68

202:
  %203 = icmp eq i32 %198, 0
  br i1 %203, label %210, label %204

204:
  store <32 x i64> %3, ptr %8, align 256
  %205 = load i64, ptr %10, align 8
  %206 = inttoptr i64 %205 to ptr
  %207 = getelementptr inbounds i8, ptr %206, i64 16
  %208 = load i64, ptr %207, align 8
  %209 = inttoptr i64 %208 to ptr
  call void %209(ptr %0, i32 1, i32 %1, i32 %198, ptr %8, i64 %4)
  br label %210

210:
  %211 = and i64 %5, 33554432
  %212 = icmp eq i64 %211, 0
  br i1 %212, label %223, label %213

213:
  %214 = getelementptr inbounds i8, ptr %24, i64 24
  %215 = load i64, ptr %214, align 8
  %216 = icmp eq i64 %215, 0
  br i1 %216, label %223, label %217

217:
  store <32 x i64> %3, ptr %9, align 256
  %218 = load i64, ptr %10, align 8
  %219 = inttoptr i64 %218 to ptr
  %220 = getelementptr inbounds i8, ptr %219, i64 16
  %221 = load i64, ptr %220, align 8
  %222 = inttoptr i64 %221 to ptr
  call void %222(ptr %0, i32 3, i32 %1, i32 %2, ptr %9, i64 %4)
  br label %223

223:
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
  %7 = getelementptr inbounds i8, ptr %0, i64 320
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %11, label %10

10:
  call void @"ks.watch_meeting"(ptr %0, i64 %1)
  br label %11

11:
  %12 = getelementptr inbounds i8, ptr %0, i64 360
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %16, label %15

15:
  call void @"ks.check_meeting"(ptr %0, i64 %1)
  br label %16

16:
  %17 = icmp eq i64 %4, 0
  br i1 %17, label %89, label %18

18:
  %19 = getelementptr inbounds i8, ptr %0, i64 440
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %0, i64 136
  %22 = load i64, ptr %21, align 8
  %23 = trunc i64 %1 to i32
  %24 = insertelement <32 x i32> poison, i32 %23, i64 0
  %25 = shufflevector <32 x i32> %24, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %29

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 440
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
  br i1 %59, label %84, label %60

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
  br i1 %114, label %116, label %115

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
  %4 = getelementptr inbounds i8, ptr %0, i64 320
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  %11 = getelementptr inbounds i8, ptr %0, i64 448
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
  %22 = getelementptr inbounds i8, ptr %0, i64 440
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
  %5 = getelementptr inbounds i8, ptr %0, i64 448
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr i64, ptr %7, i64 %1
  %9 = getelementptr i8, ptr %8, i64 256
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  %12 = icmp eq i64 %4, 0
  br i1 %12, label %96, label %13

13:
  %14 = getelementptr inbounds i8, ptr %0, i64 440
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 136
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %0, i64 152
  %19 = trunc i64 %1 to i32
  %20 = insertelement <32 x i32> poison, i32 %19, i64 0
  %21 = shufflevector <32 x i32> %20, <32 x i32> poison, <32 x i32> zeroinitializer
  br label %23

22:
  br i1 %88, label %90, label %96

23:
  %24 = phi i1 [ false, %13 ], [ %88, %85 ]
  %25 = phi i64 [ 0, %13 ], [ %29, %85 ]
  %26 = mul i64 %17, %25
  %27 = add i64 %26, %15
  %28 = inttoptr i64 %27 to ptr
  %29 = add i64 %25, 1
  %30 = icmp eq i64 %29, %4
  br i1 %30, label %31, label %34

31:
  %32 = load i64, ptr %18, align 8
  %33 = trunc i64 %32 to i32
  br label %34

34:
  %35 = phi i32 [ %33, %31 ], [ -1, %23 ]
  %36 = getelementptr inbounds i8, ptr %28, i64 64
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %66, label %39

39:
  %40 = getelementptr inbounds i8, ptr %28, i64 192
  %41 = load <32 x i32>, ptr %40, align 4
  %42 = icmp eq <32 x i32> %41, splat (i32 -1)
  %43 = getelementptr inbounds i8, ptr %28, i64 320
  %44 = load <32 x i32>, ptr %43, align 4
  %45 = icmp eq <32 x i32> %44, %21
  %46 = and <32 x i1> %42, %45
  %47 = bitcast <32 x i1> %46 to i32
  %48 = getelementptr inbounds i8, ptr %28, i64 80
  %49 = load i64, ptr %48, align 8
  %50 = trunc i64 %49 to i32
  %51 = and i32 %47, %50
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %79, label %53

53:
  %54 = getelementptr inbounds i8, ptr %28, i64 448
  %55 = load <32 x i32>, ptr %54, align 4
  %56 = call i32 @"llvm.cttz.i32"(i32 %35, i1 false)
  %57 = extractelement <32 x i32> %55, i32 %56
  %58 = insertelement <32 x i32> poison, i32 %57, i64 0
  %59 = shufflevector <32 x i32> %58, <32 x i32> poison, <32 x i32> zeroinitializer
  %60 = icmp ne <32 x i32> %55, %59
  %61 = bitcast <32 x i1> %60 to i32
  %62 = and i32 %35, %61
  %63 = icmp ne i32 %62, 0
  %64 = icmp ne i32 %51, %35
  %65 = or i1 %64, %63
  br label %79

66:
  %67 = getelementptr inbounds i8, ptr %28, i64 8
  %68 = load i64, ptr %67, align 8
  %69 = icmp eq i64 %68, 1
  br i1 %69, label %70, label %79

70:
  %71 = getelementptr inbounds i8, ptr %28, i64 16
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, %1
  br i1 %73, label %74, label %79

74:
  %75 = getelementptr inbounds i8, ptr %28, i64 144
  %76 = load i64, ptr %75, align 8
  %77 = trunc i64 %76 to i32
  %78 = icmp ne i32 %35, %77
  br label %79

79:
  %80 = phi i1 [ %65, %53 ], [ false, %39 ], [ %78, %74 ], [ false, %70 ], [ false, %66 ]
  br i1 %11, label %81, label %85

81:
  %82 = getelementptr inbounds i8, ptr %28, i64 8
  %83 = load i64, ptr %82, align 8
  %84 = icmp eq i64 %83, 2
  br label %85

85:
  %86 = phi i1 [ false, %79 ], [ %84, %81 ]
  %87 = or i1 %80, %86
  %88 = or i1 %24, %87
  %89 = icmp ult i64 %29, %4
  br i1 %89, label %23, label %22

90:
  %91 = getelementptr inbounds i8, ptr %0, i64 360
  %92 = load i64, ptr %91, align 8
  %93 = icmp eq i64 %92, 0
  br i1 %93, label %96, label %94

94:
  %95 = inttoptr i64 %92 to ptr
  call void %95(ptr %0, i32 0, i64 %1, i32 0, i64 0, ptr null)
  br label %96

96:
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
  %5 = getelementptr inbounds i8, ptr %0, i64 448
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds i64, ptr %7, i64 %1
  %9 = getelementptr inbounds i8, ptr %0, i64 360
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  %12 = load i64, ptr %8, align 8
  br i1 %11, label %36, label %13

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
  %33 = getelementptr inbounds i8, ptr %0, i64 376
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
  %2 = getelementptr inbounds i8, ptr %0, i64 448
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
  %31 = getelementptr inbounds i8, ptr %0, i64 448
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
  %2 = getelementptr inbounds i8, ptr %0, i64 304
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %91, label %5

5:
  %6 = getelementptr inbounds i8, ptr %0, i64 464
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
  %22 = getelementptr inbounds i8, ptr %17, i64 440
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
  %62 = getelementptr inbounds i8, ptr %0, i64 464
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
  %73 = getelementptr inbounds i8, ptr %68, i64 440
  %74 = getelementptr inbounds i8, ptr %68, i64 136
  br label %80

75:
  call void @"ks.barrier_let_go"(ptr %68, i64 16)
  %76 = getelementptr inbounds i8, ptr %68, i64 176
  store i64 0, ptr %76, align 8
  %77 = getelementptr inbounds i8, ptr %68, i64 240
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
  br i1 %14, label %29, label %15

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
  %22 = getelementptr inbounds i8, ptr %0, i64 360
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %28, label %25

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
  br i1 %5, label %80, label %6

6:
  %7 = getelementptr inbounds i8, ptr %1, i64 64
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %80, label %10

10:
  %11 = getelementptr inbounds i8, ptr %1, i64 128
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %80, label %14

14:
  %15 = getelementptr inbounds i8, ptr %1, i64 216
  %16 = getelementptr inbounds i8, ptr %1, i64 112
  %17 = getelementptr inbounds i8, ptr %1, i64 136
  %18 = getelementptr inbounds i8, ptr %1, i64 256
  br label %19

19:
  %20 = phi i64 [ 0, %14 ], [ %77, %63 ]
  %21 = load i64, ptr %15, align 8
  %22 = load i64, ptr %16, align 8
  %23 = mul i64 %22, %21
  br label %29

24:
  %25 = load i64, ptr %17, align 8
  %26 = sub i64 0, %21
  %27 = call i64 @"llvm.smax.i64"(i64 %26, i64 0)
  %28 = call i64 @"llvm.smin.i64"(i64 %27, i64 %25)
  br i1 %51, label %58, label %63

29:
  %30 = phi i64 [ %20, %19 ], [ %39, %29 ]
  %31 = phi i64 [ %23, %19 ], [ %55, %29 ]
  %32 = phi i1 [ true, %19 ], [ %51, %29 ]
  %33 = phi i64 [ 1, %19 ], [ %56, %29 ]
  %34 = getelementptr inbounds i64, ptr %1, i64 %33
  %35 = getelementptr inbounds i8, ptr %34, i64 136
  %36 = load i64, ptr %35, align 8
  %37 = freeze i64 %30
  %38 = freeze i64 %36
  %39 = udiv i64 %37, %38
  %40 = mul i64 %39, %38
  %41 = sub i64 %37, %40
  %42 = getelementptr inbounds i8, ptr %34, i64 216
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds i8, ptr %34, i64 176
  %45 = load i64, ptr %44, align 8
  %46 = mul i64 %45, %41
  %47 = add i64 %46, %43
  %48 = getelementptr inbounds i8, ptr %34, i64 256
  %49 = load i64, ptr %48, align 8
  %50 = icmp ult i64 %47, %49
  %51 = and i1 %32, %50
  %52 = getelementptr inbounds i8, ptr %34, i64 296
  %53 = load i64, ptr %52, align 8
  %54 = mul i64 %47, %53
  %55 = add i64 %54, %31
  %56 = add i64 %33, 1
  %57 = icmp ult i64 %33, 4
  br i1 %57, label %29, label %24

58:
  %59 = load i64, ptr %18, align 8
  %60 = sub i64 %59, %21
  %61 = call i64 @"llvm.smax.i64"(i64 %60, i64 %28)
  %62 = call i64 @"llvm.smin.i64"(i64 %61, i64 %25)
  br label %63

63:
  %64 = phi i64 [ %62, %58 ], [ %28, %24 ]
  %65 = mul i64 %28, %22
  %66 = mul i64 %64, %22
  %67 = load i64, ptr %3, align 8
  %68 = add i64 %67, %55
  %69 = add i64 %68, %65
  %70 = lshr i64 %69, 5
  %71 = icmp eq i64 %66, %65
  %72 = add i64 %66, 31
  %73 = add i64 %72, %68
  %74 = lshr i64 %73, 5
  %75 = sub i64 %74, %70
  %76 = select i1 %71, i64 0, i64 %75
  call void @"ks.trace_run"(ptr %0, i64 %70, i64 %76)
  %77 = add i64 %20, 1
  %78 = load i64, ptr %11, align 8
  %79 = icmp ult i64 %77, %78
  br i1 %79, label %19, label %80

80:
  ret void
}
define weak_odr void @"ks.bulk_push"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 456
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %0, i64 320
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %20, label %9

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
  %21 = getelementptr inbounds i8, ptr %0, i64 392
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %25, label %24

24:
  call void @"ks.bulk_trace"(ptr %0, ptr %1)
  br label %25

25:
  %26 = getelementptr inbounds i8, ptr %0, i64 272
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %39, label %29

29:
  %30 = shl i64 %27, 13
  %31 = xor i64 %30, %27
  %32 = lshr i64 %31, 7
  %33 = xor i64 %32, %31
  %34 = shl i64 %33, 17
  %35 = xor i64 %34, %33
  store i64 %35, ptr %26, align 8
  %36 = and i64 %33, 2048
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %38, label %39

38:
  call void @"ks.bulk_move"(ptr %0, ptr %1)
  br label %51

39:
  %40 = load i64, ptr %5, align 8
  %41 = icmp ugt i64 %40, 255
  br i1 %41, label %42, label %44

42:
  call void @"ks.bulk_finish"(ptr %0)
  %43 = load i64, ptr %5, align 8
  br label %44

44:
  %45 = phi i64 [ %43, %42 ], [ %40, %39 ]
  %46 = getelementptr inbounds i8, ptr %5, i64 8256
  %47 = mul i64 %45, 448
  %48 = getelementptr inbounds i8, ptr %46, i64 %47
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %48, ptr align 8 %1, i64 448, i1 false)
  %49 = load i64, ptr %5, align 8
  %50 = add i64 %49, 1
  store i64 %50, ptr %5, align 8
  br label %51

51:
  ret void
}
define weak_odr void @"ks.bulk_move"(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %1, i64 352
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %10, label %6

6:
  %7 = getelementptr inbounds i8, ptr %1, i64 336
  %8 = ptrtoint ptr %7 to i64
  %9 = getelementptr inbounds i8, ptr %1, i64 80
  store i64 %8, ptr %9, align 8
  br label %10

10:
  %11 = getelementptr inbounds i8, ptr %1, i64 368
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %23, label %14

14:
  %15 = load i64, ptr %1, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = inttoptr i64 %12 to ptr
  %18 = getelementptr inbounds i8, ptr %1, i64 376
  %19 = load i64, ptr %18, align 8
  %20 = inttoptr i64 %19 to ptr
  %21 = getelementptr inbounds i8, ptr %1, i64 384
  %22 = load i64, ptr %21, align 8
  call void %16(ptr %17, ptr %20, i64 %22)
  br label %23

23:
  %24 = getelementptr inbounds i8, ptr %1, i64 128
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %27, label %32

27:
  %28 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %28, align 8
  %29 = getelementptr inbounds i8, ptr %1, i64 8
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %64, label %37

32:
  %33 = phi i64 [ %34, %32 ], [ 0, %23 ]
  call void @"ks.bulk_move_row"(ptr %0, ptr %1, i64 %33)
  %34 = add i64 %33, 1
  %35 = load i64, ptr %24, align 8
  %36 = icmp ult i64 %34, %35
  br i1 %36, label %32, label %27

37:
  %38 = getelementptr inbounds i8, ptr %1, i64 16
  %39 = load i64, ptr %38, align 8
  %40 = inttoptr i64 %39 to ptr
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds i8, ptr %1, i64 360
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds i8, ptr %1, i64 32
  %45 = load i64, ptr %44, align 8
  %46 = and i64 %41, 1048575
  %47 = lshr i64 %41, 20
  %48 = sub i64 %47, %43
  %49 = and i64 %48, 1048575
  %50 = lshr i64 %41, 40
  %51 = sub i64 %50, %45
  %52 = and i64 %51, 4194303
  %53 = or i64 %52, %49
  %54 = icmp eq i64 %53, 0
  %55 = select i1 %54, i64 %46, i64 %49
  %56 = icmp slt i64 %41, 0
  %57 = xor i1 %56, %54
  %58 = select i1 %57, i64 -9223372036854775808, i64 0
  %59 = shl i64 %52, 40
  %60 = or i64 %58, %59
  %61 = shl i64 %55, 20
  %62 = or i64 %60, %61
  %63 = or i64 %62, %46
  store i64 %63, ptr %40, align 8
  br label %64

64:
  %65 = getelementptr inbounds i8, ptr %0, i64 320
  %66 = load i64, ptr %65, align 8
  %67 = icmp eq i64 %66, 0
  br i1 %67, label %79, label %68

68:
  %69 = inttoptr i64 %66 to ptr
  %70 = load i64, ptr %69, align 8
  %71 = inttoptr i64 %70 to ptr
  %72 = load i64, ptr %71, align 8
  %73 = add i64 %72, 1
  store i64 %73, ptr %71, align 8
  %74 = getelementptr inbounds i8, ptr %69, i64 176
  %75 = load i64, ptr %74, align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %79, label %77

77:
  %78 = inttoptr i64 %75 to ptr
  call void %78(ptr %0, i32 18, i32 0, i32 0, ptr %1, i64 0)
  br label %79

79:
  ret void
}
define weak_odr void @"ks.bulk_finish"(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 304
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %16, label %5

5:
  %6 = getelementptr inbounds i8, ptr %0, i64 464
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
  %4 = getelementptr inbounds i8, ptr %0, i64 456
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %35, label %9

9:
  %10 = getelementptr inbounds i8, ptr %6, i64 8256
  %11 = icmp eq i64 %1, 0
  br label %12

12:
  %13 = phi i64 [ 0, %9 ], [ %32, %31 ]
  %14 = phi i64 [ 0, %9 ], [ %33, %31 ]
  %15 = mul i64 %14, 448
  %16 = getelementptr inbounds i8, ptr %10, i64 %15
  br i1 %11, label %26, label %17

17:
  %18 = getelementptr inbounds i8, ptr %16, i64 16
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, %1
  br i1 %20, label %21, label %27

21:
  %22 = getelementptr inbounds i8, ptr %16, i64 24
  %23 = load i64, ptr %22, align 8
  %24 = sub i64 %23, %2
  %25 = icmp slt i64 %24, 0
  br i1 %25, label %26, label %27

26:
  call void @"ks.bulk_move"(ptr %0, ptr %16)
  br label %31

27:
  %28 = add i64 %13, 1
  %29 = mul i64 %13, 448
  %30 = getelementptr inbounds i8, ptr %10, i64 %29
  call void @"llvm.memmove.p0.p0.i64"(ptr align 8 %30, ptr align 8 %16, i64 448, i1 false)
  br label %31

31:
  %32 = phi i64 [ %13, %26 ], [ %28, %27 ]
  %33 = add i64 %14, 1
  %34 = icmp ult i64 %33, %7
  br i1 %34, label %12, label %35

35:
  %36 = phi i64 [ 0, %3 ], [ %32, %31 ]
  store i64 %36, ptr %6, align 8
  ret void
}
define weak_odr void @"ks.bulk_deliver_at_barrier"(ptr %0, i64 %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 304
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %17, label %6

6:
  %7 = getelementptr inbounds i8, ptr %0, i64 464
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
  %4 = getelementptr inbounds i8, ptr %0, i64 456
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
  %53 = getelementptr inbounds i8, ptr %0, i64 432
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
  %52 = mul i64 %14, %7
  %53 = mul i64 %51, %7
  %54 = mul i64 %11, %7
  %55 = mul i64 %54, %2
  %56 = getelementptr inbounds i8, ptr %1, i64 64
  %57 = load i64, ptr %56, align 8
  %58 = icmp eq i64 %57, 0
  br i1 %58, label %282, label %59

59:
  %60 = getelementptr inbounds i8, ptr %1, i64 56
  %61 = load i64, ptr %60, align 8
  %62 = add i64 %61, %41
  %63 = getelementptr inbounds i8, ptr %1, i64 96
  %64 = load i64, ptr %63, align 8
  %65 = add i64 %64, %55
  %66 = getelementptr inbounds i8, ptr %1, i64 8
  %67 = load i64, ptr %66, align 8
  %68 = icmp eq i64 %67, 0
  %69 = getelementptr inbounds i8, ptr %1, i64 72
  %70 = load i64, ptr %69, align 8
  %71 = icmp eq i64 %70, 0
  %72 = icmp eq i64 %61, 0
  %73 = icmp eq i64 %52, %53
  %74 = or i1 %73, %72
  %75 = add i64 %54, 127
  %76 = add i64 %75, %65
  %77 = lshr i64 %76, 7
  %78 = lshr i64 %65, 7
  %79 = sub i64 %77, %78
  %80 = icmp eq i64 %77, %78
  br i1 %80, label %207, label %81

81:
  %82 = phi i64 [ %205, %202 ], [ 0, %59 ]
  %83 = phi i64 [ %204, %202 ], [ 0, %59 ]
  %84 = phi i64 [ %203, %202 ], [ 0, %59 ]
  %85 = add i64 %82, %78
  %86 = shl i64 %85, 7
  %87 = sub i64 %86, %65
  %88 = call i64 @"llvm.smax.i64"(i64 %87, i64 0)
  %89 = add i64 %87, 128
  %90 = call i64 @"llvm.smin.i64"(i64 %89, i64 %54)
  %91 = call i64 @"llvm.smax.i64"(i64 %52, i64 %88)
  %92 = select i1 %74, i64 %88, i64 %91
  %93 = call i64 @"llvm.smin.i64"(i64 %92, i64 %90)
  %94 = call i64 @"llvm.smax.i64"(i64 %53, i64 %88)
  %95 = select i1 %74, i64 %88, i64 %94
  %96 = call i64 @"llvm.smin.i64"(i64 %95, i64 %90)
  %97 = icmp slt i64 %92, %96
  br i1 %97, label %98, label %127

98:
  %99 = add i64 %93, %62
  %100 = add i64 %96, %62
  br i1 %71, label %101, label %107

101:
  %102 = add i64 %100, 31
  %103 = lshr i64 %102, 5
  %104 = lshr i64 %99, 5
  %105 = sub i64 %83, %104
  %106 = add i64 %105, %103
  br label %127

107:
  %108 = and i64 %99, -128
  %109 = add i64 %108, 128
  %110 = call i64 @"llvm.umin.i64"(i64 %109, i64 %100)
  %111 = add i64 %110, 31
  %112 = lshr i64 %111, 5
  %113 = lshr i64 %99, 5
  %114 = sub i64 %112, %113
  %115 = call i64 @"llvm.umax.i64"(i64 %114, i64 2)
  %116 = add i64 %115, %83
  %117 = add i64 %84, 1
  %118 = icmp ult i64 %109, %100
  br i1 %118, label %119, label %127

119:
  %120 = add i64 %100, 31
  %121 = lshr i64 %120, 5
  %122 = lshr i64 %110, 5
  %123 = sub i64 %121, %122
  %124 = call i64 @"llvm.umax.i64"(i64 %123, i64 2)
  %125 = add i64 %116, %124
  %126 = add i64 %84, 2
  br label %127

127:
  %128 = phi i64 [ %126, %119 ], [ %117, %107 ], [ %84, %101 ], [ %84, %81 ]
  %129 = phi i64 [ %125, %119 ], [ %116, %107 ], [ %106, %101 ], [ %83, %81 ]
  br i1 %68, label %202, label %130

130:
  %131 = icmp slt i64 %88, %93
  br i1 %131, label %132, label %155

132:
  %133 = add i64 %88, %65
  %134 = add i64 %93, %65
  br i1 %71, label %159, label %135

135:
  %136 = and i64 %133, -128
  %137 = add i64 %136, 128
  %138 = call i64 @"llvm.umin.i64"(i64 %137, i64 %134)
  %139 = add i64 %138, 31
  %140 = lshr i64 %139, 5
  %141 = lshr i64 %133, 5
  %142 = sub i64 %140, %141
  %143 = call i64 @"llvm.umax.i64"(i64 %142, i64 2)
  %144 = add i64 %129, %143
  %145 = add i64 %128, 1
  %146 = icmp ult i64 %137, %134
  br i1 %146, label %147, label %155

147:
  %148 = add i64 %134, 31
  %149 = lshr i64 %148, 5
  %150 = lshr i64 %138, 5
  %151 = sub i64 %149, %150
  %152 = call i64 @"llvm.umax.i64"(i64 %151, i64 2)
  %153 = add i64 %144, %152
  %154 = add i64 %128, 2
  br label %155

155:
  %156 = phi i64 [ %154, %147 ], [ %145, %135 ], [ %128, %130 ]
  %157 = phi i64 [ %153, %147 ], [ %144, %135 ], [ %129, %130 ]
  %158 = icmp slt i64 %95, %90
  br i1 %158, label %169, label %202

159:
  %160 = add i64 %134, 31
  %161 = lshr i64 %160, 5
  %162 = lshr i64 %133, 5
  %163 = sub i64 %161, %162
  %164 = add i64 %129, %163
  %165 = icmp slt i64 %95, %90
  br i1 %165, label %166, label %202

166:
  %167 = add i64 %96, %65
  %168 = add i64 %90, %65
  br label %172

169:
  %170 = add i64 %96, %65
  %171 = add i64 %90, %65
  br i1 %71, label %172, label %182

172:
  %173 = phi i64 [ %168, %166 ], [ %171, %169 ]
  %174 = phi i64 [ %167, %166 ], [ %170, %169 ]
  %175 = phi i64 [ %128, %166 ], [ %156, %169 ]
  %176 = phi i64 [ %164, %166 ], [ %157, %169 ]
  %177 = add i64 %173, 31
  %178 = lshr i64 %177, 5
  %179 = lshr i64 %174, 5
  %180 = sub i64 %178, %179
  %181 = add i64 %180, %176
  br label %202

182:
  %183 = and i64 %170, -128
  %184 = add i64 %183, 128
  %185 = call i64 @"llvm.umin.i64"(i64 %184, i64 %171)
  %186 = add i64 %185, 31
  %187 = lshr i64 %186, 5
  %188 = lshr i64 %170, 5
  %189 = sub i64 %187, %188
  %190 = call i64 @"llvm.umax.i64"(i64 %189, i64 2)
  %191 = add i64 %157, %190
  %192 = add i64 %156, 1
  %193 = icmp ult i64 %184, %171
  br i1 %193, label %194, label %202

194:
  %195 = add i64 %171, 31
  %196 = lshr i64 %195, 5
  %197 = lshr i64 %185, 5
  %198 = sub i64 %196, %197
  %199 = call i64 @"llvm.umax.i64"(i64 %198, i64 2)
  %200 = add i64 %191, %199
  %201 = add i64 %156, 2
  br label %202

202:
  %203 = phi i64 [ %128, %127 ], [ %201, %194 ], [ %192, %182 ], [ %175, %172 ], [ %156, %155 ], [ %128, %159 ]
  %204 = phi i64 [ %129, %127 ], [ %200, %194 ], [ %191, %182 ], [ %181, %172 ], [ %157, %155 ], [ %164, %159 ]
  %205 = add i64 %82, 1
  %206 = icmp ult i64 %205, %79
  br i1 %206, label %81, label %207

207:
  %208 = phi i64 [ 0, %59 ], [ %203, %202 ]
  %209 = phi i64 [ 0, %59 ], [ %204, %202 ]
  %210 = getelementptr inbounds i8, ptr %1, i64 40
  %211 = load i64, ptr %210, align 8
  %212 = getelementptr inbounds i8, ptr %0, i64 408
  %213 = load i64, ptr %212, align 8
  %214 = inttoptr i64 %213 to ptr
  %215 = mul i64 %211, 72
  %216 = getelementptr inbounds i8, ptr %214, i64 %215
  %217 = mul i64 %209, %57
  %218 = getelementptr inbounds i8, ptr %216, i64 8
  %219 = load i64, ptr %218, align 8
  %220 = add i64 %219, %217
  store i64 %220, ptr %218, align 8
  %221 = getelementptr inbounds i8, ptr %216, i64 16
  %222 = load i64, ptr %221, align 8
  %223 = add i64 %222, %209
  store i64 %223, ptr %221, align 8
  %224 = getelementptr inbounds i8, ptr %216, i64 24
  %225 = load i64, ptr %224, align 8
  %226 = add i64 %225, %208
  store i64 %226, ptr %224, align 8
  %227 = load i64, ptr %60, align 8
  %228 = icmp ne i64 %227, 0
  %229 = icmp ne i64 %53, %52
  %230 = and i1 %229, %228
  br i1 %230, label %231, label %282

231:
  %232 = add i64 %62, %52
  %233 = getelementptr inbounds i8, ptr %0, i64 400
  %234 = load i64, ptr %233, align 8
  %235 = inttoptr i64 %234 to ptr
  %236 = lshr i64 %232, 38
  %237 = and i64 %236, 67108860
  %238 = getelementptr inbounds i64, ptr %235, i64 %237
  %239 = add i64 %53, 31
  %240 = add i64 %239, %62
  %241 = lshr i64 %240, 5
  %242 = lshr i64 %232, 5
  %243 = sub i64 %241, %242
  %244 = getelementptr inbounds i8, ptr %1, i64 48
  %245 = icmp eq i64 %241, %242
  %246 = and i64 %242, 34359738367
  %247 = and i64 %242, 63
  %248 = xor i64 %247, 63
  br label %249

249:
  %250 = phi i1 [ true, %231 ], [ false, %281 ]
  %251 = phi i64 [ 0, %231 ], [ 1, %281 ]
  %252 = select i1 %250, i64 2, i64 3
  %253 = getelementptr inbounds i64, ptr %238, i64 %252
  %254 = load i64, ptr %253, align 8
  %255 = inttoptr i64 %254 to ptr
  %256 = load i64, ptr %244, align 8
  %257 = shl i64 1, %251
  %258 = and i64 %256, %257
  %259 = icmp eq i64 %258, 0
  %260 = icmp eq i64 %254, 0
  %261 = select i1 %259, i1 true, i1 %260
  %262 = select i1 %261, i1 true, i1 %245
  br i1 %262, label %281, label %263

263:
  %264 = phi i64 [ %279, %263 ], [ 0, %249 ]
  %265 = add i64 %264, %246
  %266 = sub i64 %243, %264
  %267 = call i64 @"llvm.usub.sat.i64"(i64 64, i64 %266)
  %268 = lshr i64 -1, %267
  %269 = lshr i64 %265, 6
  %270 = getelementptr inbounds i64, ptr %255, i64 %269
  %271 = shl i64 %268, %247
  %272 = load i64, ptr %270, align 8
  %273 = or i64 %272, %271
  store i64 %273, ptr %270, align 8
  %274 = lshr i64 9223372036854775807, %267
  %275 = lshr i64 %274, %248
  %276 = getelementptr inbounds i8, ptr %270, i64 8
  %277 = load i64, ptr %276, align 8
  %278 = or i64 %277, %275
  store i64 %278, ptr %276, align 8
  %279 = add i64 %264, 64
  %280 = icmp ult i64 %279, %243
  br i1 %280, label %263, label %281

281:
  br i1 %250, label %249, label %282

282:
  %283 = load i64, ptr %1, align 8
  %284 = inttoptr i64 %283 to ptr
  %285 = getelementptr inbounds i8, ptr %1, i64 104
  %286 = load i64, ptr %285, align 8
  %287 = icmp eq i64 %286, 0
  %288 = select i1 %287, i64 %54, i64 16
  %289 = udiv i64 %54, %288
  %290 = icmp ugt i64 %288, %54
  br i1 %290, label %297, label %291

291:
  %292 = getelementptr inbounds i8, ptr %1, i64 96
  %293 = getelementptr inbounds i8, ptr %1, i64 88
  %294 = getelementptr inbounds i8, ptr %1, i64 80
  %295 = getelementptr inbounds i8, ptr %1, i64 8
  %296 = getelementptr inbounds i8, ptr %1, i64 120
  br label %298

297:
  ret void

298:
  %299 = phi i64 [ 0, %291 ], [ %368, %367 ]
  %300 = mul i64 %299, %288
  %301 = add i64 %300, %288
  %302 = call i64 @"llvm.smax.i64"(i64 %52, i64 %300)
  %303 = call i64 @"llvm.smin.i64"(i64 %302, i64 %301)
  %304 = call i64 @"llvm.smax.i64"(i64 %53, i64 %300)
  %305 = call i64 @"llvm.smin.i64"(i64 %304, i64 %301)
  %306 = add i64 %300, %55
  %307 = load i64, ptr %292, align 8
  %308 = add i64 %306, %307
  %309 = lshr i64 %308, 7
  %310 = load i64, ptr %285, align 8
  %311 = and i64 %309, %310
  %312 = shl i64 %311, 4
  %313 = load i64, ptr %293, align 8
  %314 = xor i64 %312, %308
  %315 = sub i64 %313, %307
  %316 = add i64 %315, %314
  %317 = inttoptr i64 %316 to ptr
  %318 = sub i64 %303, %300
  %319 = getelementptr inbounds i8, ptr %317, i64 %318
  %320 = load i64, ptr %294, align 8
  %321 = add i64 %303, %41
  %322 = add i64 %321, %320
  %323 = inttoptr i64 %322 to ptr
  %324 = load i64, ptr %295, align 8
  %325 = icmp eq i64 %324, 0
  %326 = sub i64 %305, %303
  br i1 %325, label %366, label %327

327:
  call void %284(ptr %319, ptr %323, i64 %326)
  %328 = load i64, ptr %6, align 8
  %329 = load i64, ptr %296, align 8
  %330 = icmp ne i64 %329, 0
  %331 = sext i1 %330 to i8
  call void @"llvm.memset.p0.i64"(ptr align 1 %317, i8 %331, i64 %318, i1 false)
  %332 = load i64, ptr %296, align 8
  %333 = icmp eq i64 %332, 0
  br i1 %333, label %347, label %334

334:
  %335 = udiv i64 %318, %328
  %336 = icmp ugt i64 %328, %318
  br i1 %336, label %347, label %337

337:
  %338 = phi i64 [ %339, %337 ], [ 0, %334 ]
  %339 = add i64 %338, 1
  %340 = mul i64 %339, %328
  %341 = getelementptr i8, ptr %317, i64 %340
  %342 = getelementptr i8, ptr %341, i64 -1
  store i8 127, ptr %342, align 1
  %343 = icmp ult i64 %339, %335
  br i1 %343, label %337, label %344

344:
  %345 = load i64, ptr %296, align 8
  %346 = icmp ne i64 %345, 0
  br label %347

347:
  %348 = phi i1 [ %346, %344 ], [ true, %334 ], [ false, %327 ]
  %349 = sub i64 %305, %300
  %350 = getelementptr inbounds i8, ptr %317, i64 %349
  %351 = sub i64 %301, %305
  %352 = load i64, ptr %6, align 8
  %353 = sext i1 %348 to i8
  call void @"llvm.memset.p0.i64"(ptr align 1 %350, i8 %353, i64 %351, i1 false)
  %354 = load i64, ptr %296, align 8
  %355 = icmp eq i64 %354, 0
  br i1 %355, label %367, label %356

356:
  %357 = udiv i64 %351, %352
  %358 = icmp ugt i64 %352, %351
  br i1 %358, label %367, label %359

359:
  %360 = phi i64 [ %361, %359 ], [ 0, %356 ]
  %361 = add i64 %360, 1
  %362 = mul i64 %361, %352
  %363 = getelementptr i8, ptr %350, i64 %362
  %364 = getelementptr i8, ptr %363, i64 -1
  store i8 127, ptr %364, align 1
  %365 = icmp ult i64 %361, %357
  br i1 %365, label %359, label %367

366:
  call void %284(ptr %323, ptr %319, i64 %326)
  br label %367

367:
  %368 = add i64 %299, 1
  %369 = icmp ult i64 %368, %289
  br i1 %369, label %298, label %297
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
define weak_odr void @"ks.bulk_plain"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, <32 x i64> %4, <32 x i64> %5, <32 x i64> %6, i32 %7, i64 %8, i64 %9) {
  %11 = alloca [56 x i64], align 8
  %12 = icmp eq i32 %7, 0
  br i1 %12, label %227, label %13

13:
  %14 = getelementptr inbounds i8, ptr %0, i64 408
  %15 = load i64, ptr %14, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = mul i64 %1, 72
  %18 = getelementptr inbounds i8, ptr %16, i64 %17
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, 1
  store i64 %20, ptr %18, align 8
  %21 = call i32 @"llvm.ctpop.i32"(i32 %7)
  %22 = zext i32 %21 to i64
  %23 = load i64, ptr %14, align 8
  %24 = inttoptr i64 %23 to ptr
  %25 = getelementptr inbounds i8, ptr %24, i64 %17
  %26 = getelementptr inbounds i8, ptr %25, i64 40
  %27 = load i64, ptr %26, align 8
  %28 = add i64 %27, %22
  store i64 %28, ptr %26, align 8
  %29 = and i64 %9, 8
  %30 = icmp eq i64 %29, 0
  %31 = getelementptr inbounds i8, ptr %0, i64 304
  %32 = and i64 %9, 1
  %33 = icmp eq i64 %32, 0
  %34 = and i64 %9, 5
  %35 = icmp eq i64 %34, 1
  %36 = getelementptr inbounds i8, ptr %0, i64 312
  %37 = getelementptr inbounds i8, ptr %0, i64 64
  %38 = getelementptr inbounds i8, ptr %0, i64 432
  %39 = and i64 %9, 2
  %40 = icmp eq i64 %39, 0
  %41 = getelementptr inbounds i8, ptr %0, i64 400
  %42 = getelementptr inbounds i8, ptr %11, i64 32
  %43 = getelementptr inbounds i8, ptr %11, i64 40
  %44 = getelementptr inbounds i8, ptr %11, i64 112
  %45 = getelementptr inbounds i8, ptr %11, i64 128
  %46 = getelementptr inbounds i8, ptr %0, i64 120
  %47 = getelementptr inbounds i8, ptr %11, i64 8
  %48 = getelementptr inbounds i8, ptr %11, i64 400
  %49 = getelementptr inbounds i8, ptr %11, i64 16
  %50 = getelementptr inbounds i8, ptr %0, i64 456
  %51 = getelementptr inbounds i8, ptr %11, i64 24
  %52 = lshr i64 %9, 8
  %53 = and i64 %52, 3
  %54 = getelementptr inbounds i8, ptr %11, i64 48
  %55 = getelementptr inbounds i8, ptr %11, i64 56
  %56 = getelementptr inbounds i8, ptr %11, i64 64
  %57 = trunc i64 %9 to i32
  %58 = lshr i32 %57, 3
  %59 = and i32 %58, 1
  %60 = zext i32 %59 to i64
  %61 = getelementptr inbounds i8, ptr %11, i64 72
  %62 = getelementptr inbounds i8, ptr %11, i64 80
  %63 = getelementptr inbounds i8, ptr %11, i64 88
  %64 = getelementptr inbounds i8, ptr %11, i64 96
  br label %65

65:
  %66 = phi i32 [ %7, %13 ], [ %225, %223 ]
  %67 = call i32 @"llvm.cttz.i32"(i32 %66, i1 true)
  %68 = extractelement <32 x i64> %6, i32 %67
  br i1 %30, label %76, label %69

69:
  %70 = load i64, ptr %31, align 8
  %71 = lshr i64 %68, %70
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %74, label %73

73:
  call void @"ks.fault"(ptr %0, i64 15, i64 %1, i64 %68, i32 %67)
  br label %227

74:
  %75 = icmp eq i64 %70, 0
  br i1 %75, label %227, label %76

76:
  %77 = phi i64 [ %70, %74 ], [ 1, %65 ]
  %78 = extractelement <32 x i64> %2, i32 %67
  %79 = extractelement <32 x i64> %5, i32 %67
  %80 = and i64 %78, 16777215
  %81 = and i64 %79, 16777215
  %82 = call i64 @"llvm.ctpop.i64"(i64 %68)
  %83 = extractelement <32 x i64> %3, i32 %67
  %84 = extractelement <32 x i64> %4, i32 %67
  %85 = and i64 %84, 15
  %86 = icmp eq i64 %85, 0
  %87 = and i64 %83, 15
  %88 = icmp eq i64 %87, 0
  %89 = icmp ne i64 %84, 0
  %90 = zext i1 %89 to i64
  %91 = zext i32 %67 to i64
  br label %92

92:
  %93 = phi i64 [ 0, %76 ], [ %221, %220 ]
  br i1 %30, label %107, label %94

94:
  %95 = shl i64 1, %93
  %96 = and i64 %95, %68
  %97 = icmp eq i64 %96, 0
  br i1 %97, label %220, label %98

98:
  %99 = shl i64 -1, %93
  %100 = xor i64 %99, -1
  %101 = and i64 %68, %100
  %102 = icmp eq i64 %101, 0
  %103 = shl i64 %93, 24
  %104 = or i64 %103, %80
  %105 = or i64 %103, %81
  %106 = select i1 %102, i64 %82, i64 0
  br label %107

107:
  %108 = phi i64 [ %106, %98 ], [ 1, %92 ]
  %109 = phi i64 [ %105, %98 ], [ %79, %92 ]
  %110 = phi i64 [ %104, %98 ], [ %78, %92 ]
  br i1 %86, label %112, label %111

111:
  call void @"ks.fault"(ptr %0, i64 12, i64 %1, i64 %84, i32 %67)
  br label %219

112:
  %113 = and i64 %110, 15
  %114 = icmp eq i64 %113, 0
  br i1 %114, label %116, label %115

115:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %110, i32 %67)
  br label %219

116:
  br i1 %88, label %118, label %117

117:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %83, i32 %67)
  br label %219

118:
  %119 = select i1 %33, i64 %83, i64 %110
  %120 = select i1 %33, i64 %110, i64 %83
  br i1 %35, label %121, label %123

121:
  %122 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %110, i64 %84, i32 %67)
  br label %144

123:
  %124 = shl i64 %119, 40
  %125 = ashr exact i64 %124, 40
  %126 = icmp eq i64 %119, %125
  br i1 %126, label %133, label %127

127:
  %128 = sub i64 %119, %125
  %129 = load i64, ptr %36, align 8
  %130 = shl i64 %129, 24
  %131 = icmp eq i64 %128, %130
  %132 = select i1 %131, i64 %125, i64 %119
  br label %133

133:
  %134 = phi i64 [ %119, %123 ], [ %132, %127 ]
  %135 = load i64, ptr %37, align 8
  %136 = icmp uge i64 %134, %135
  %137 = add i64 %134, %84
  %138 = icmp ugt i64 %137, %135
  %139 = or i1 %136, %138
  br i1 %139, label %140, label %141

140:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %134, i32 %67)
  br label %219

141:
  %142 = load i64, ptr %38, align 8
  %143 = add i64 %142, %134
  br label %144

144:
  %145 = phi i64 [ %122, %121 ], [ %143, %141 ]
  %146 = icmp eq i64 %145, 0
  br i1 %146, label %219, label %147

147:
  br i1 %40, label %151, label %148

148:
  %149 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %120, i64 %84, i32 %67)
  %150 = icmp eq i64 %149, 0
  br i1 %150, label %219, label %169

151:
  %152 = shl i64 %120, 40
  %153 = ashr exact i64 %152, 40
  %154 = icmp eq i64 %120, %153
  br i1 %154, label %161, label %155

155:
  %156 = sub i64 %120, %153
  %157 = load i64, ptr %36, align 8
  %158 = shl i64 %157, 24
  %159 = icmp eq i64 %156, %158
  %160 = select i1 %159, i64 %153, i64 %120
  br label %161

161:
  %162 = phi i64 [ %120, %151 ], [ %160, %155 ]
  %163 = load i64, ptr %37, align 8
  %164 = icmp uge i64 %162, %163
  %165 = add i64 %162, %84
  %166 = icmp ugt i64 %165, %163
  %167 = or i1 %164, %166
  br i1 %167, label %168, label %178

168:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %162, i32 %67)
  br label %219

169:
  %170 = load i64, ptr %41, align 8
  %171 = inttoptr i64 %170 to ptr
  %172 = lshr i64 %149, 38
  %173 = and i64 %172, 67108860
  %174 = getelementptr inbounds i64, ptr %171, i64 %173
  %175 = getelementptr inbounds i8, ptr %174, i64 8
  %176 = load i64, ptr %175, align 8
  %177 = add i64 %176, %149
  br label %182

178:
  %179 = load i64, ptr %38, align 8
  %180 = add i64 %179, %162
  %181 = icmp eq i64 %180, 0
  br i1 %181, label %219, label %182

182:
  %183 = phi i64 [ 0, %178 ], [ %149, %169 ]
  %184 = phi i64 [ %180, %178 ], [ %177, %169 ]
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 448, i1 false)
  store i64 %84, ptr %42, align 8
  store i64 %1, ptr %43, align 8
  store i64 1, ptr %44, align 8
  store i64 %90, ptr %45, align 8
  br label %185

185:
  %186 = phi i64 [ 0, %182 ], [ %193, %185 ]
  %187 = icmp eq i64 %186, 0
  %188 = select i1 %187, i64 %84, i64 1
  %189 = getelementptr inbounds i64, ptr %11, i64 %186
  %190 = getelementptr inbounds i8, ptr %189, i64 256
  store i64 %188, ptr %190, align 8
  %191 = getelementptr inbounds i8, ptr %189, i64 136
  store i64 %188, ptr %191, align 8
  %192 = getelementptr inbounds i8, ptr %189, i64 176
  store i64 1, ptr %192, align 8
  %193 = add i64 %186, 1
  %194 = icmp ult i64 %186, 4
  br i1 %194, label %185, label %195

195:
  %196 = load i64, ptr %46, align 8
  %197 = shl i64 %196, 5
  %198 = or i64 %197, %91
  store i64 %32, ptr %47, align 8
  store i64 %198, ptr %48, align 8
  br i1 %33, label %207, label %199

199:
  %200 = and i64 %109, 7
  %201 = icmp eq i64 %200, 0
  br i1 %201, label %203, label %202

202:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %109, i32 %67)
  br label %205

203:
  %204 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %109, i64 8, i32 %67)
  br label %205

205:
  %206 = phi i64 [ 0, %202 ], [ %204, %203 ]
  store i64 %206, ptr %49, align 8
  br label %214

207:
  %208 = add i64 %198, 1
  store i64 %208, ptr %49, align 8
  %209 = load i64, ptr %50, align 8
  %210 = inttoptr i64 %209 to ptr
  %211 = getelementptr inbounds i8, ptr %210, i64 64
  %212 = getelementptr inbounds i64, ptr %211, i64 %198
  %213 = load i64, ptr %212, align 8
  br label %214

214:
  %215 = phi i64 [ %208, %207 ], [ %206, %205 ]
  %216 = phi i64 [ %213, %207 ], [ 0, %205 ]
  store i64 %216, ptr %51, align 8
  %217 = icmp eq i64 %215, 0
  br i1 %217, label %219, label %218

218:
  store i64 %8, ptr %11, align 8
  store i64 %53, ptr %54, align 8
  store i64 %183, ptr %55, align 8
  store i64 %108, ptr %56, align 8
  store i64 %60, ptr %61, align 8
  store i64 %184, ptr %62, align 8
  store i64 %145, ptr %63, align 8
  store i64 %119, ptr %64, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %11)
  br label %219

219:
  br label %220

220:
  %221 = add i64 %93, 1
  %222 = icmp ult i64 %221, %77
  br i1 %222, label %92, label %223

223:
  %224 = add i32 %66, -1
  %225 = and i32 %224, %66
  %226 = icmp eq i32 %225, 0
  br i1 %226, label %227, label %65

227:
  ret void
}
define weak_odr void @"ks.bulk_prefetch"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, i32 %4) {
  %6 = icmp eq i32 %4, 0
  br i1 %6, label %23, label %7

7:
  %8 = phi i32 [ %21, %19 ], [ %4, %5 ]
  %9 = call i32 @"llvm.cttz.i32"(i32 %8, i1 true)
  %10 = extractelement <32 x i64> %3, i32 %9
  %11 = and i64 %10, 15
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %14, label %13

13:
  call void @"ks.fault"(ptr %0, i64 12, i64 %1, i64 %10, i32 %9)
  br label %23

14:
  %15 = extractelement <32 x i64> %2, i32 %9
  %16 = and i64 %15, 15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18

18:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %15, i32 %9)
  br label %23

19:
  %20 = add i32 %8, -1
  %21 = and i32 %20, %8
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %7

23:
  ret void
}
define weak_odr void @"ks.bulk_remote"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, <32 x i64> %4, <32 x i64> %5, i32 %6, i64 %7, i64 %8, i64 %9) {
  %11 = alloca [56 x i64], align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 408
  %13 = load i64, ptr %12, align 8
  %14 = inttoptr i64 %13 to ptr
  %15 = mul i64 %1, 72
  %16 = getelementptr inbounds i8, ptr %14, i64 %15
  %17 = icmp ne i32 %6, 0
  %18 = zext i1 %17 to i64
  %19 = getelementptr inbounds i8, ptr %16, i64 56
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, %18
  store i64 %21, ptr %19, align 8
  %22 = call i64 @"ks.atomic_sectors"(<32 x i64> %2, i32 %6)
  %23 = getelementptr inbounds i8, ptr %16, i64 64
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %24, %22
  store i64 %25, ptr %23, align 8
  %26 = call i32 @"llvm.ctpop.i32"(i32 %6)
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds i8, ptr %16, i64 40
  %29 = load i64, ptr %28, align 8
  %30 = add i64 %29, %27
  store i64 %30, ptr %28, align 8
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 448, i1 false)
  %31 = getelementptr inbounds i8, ptr %11, i64 32
  store i64 %8, ptr %31, align 8
  %32 = getelementptr inbounds i8, ptr %11, i64 40
  store i64 %1, ptr %32, align 8
  %33 = getelementptr inbounds i8, ptr %11, i64 112
  store i64 1, ptr %33, align 8
  %34 = icmp ne i64 %8, 0
  %35 = zext i1 %34 to i64
  %36 = getelementptr inbounds i8, ptr %11, i64 128
  store i64 %35, ptr %36, align 8
  br label %51

37:
  %38 = icmp eq i32 %6, 0
  br i1 %38, label %89, label %39

39:
  %40 = add i64 %8, -1
  %41 = getelementptr inbounds i8, ptr %0, i64 120
  %42 = getelementptr inbounds i8, ptr %11, i64 8
  %43 = getelementptr inbounds i8, ptr %11, i64 400
  %44 = getelementptr inbounds i8, ptr %11, i64 16
  %45 = getelementptr inbounds i8, ptr %11, i64 24
  %46 = getelementptr inbounds i8, ptr %11, i64 88
  %47 = getelementptr inbounds i8, ptr %11, i64 352
  %48 = getelementptr inbounds i8, ptr %11, i64 336
  %49 = getelementptr inbounds i8, ptr %11, i64 344
  %50 = getelementptr inbounds i8, ptr %11, i64 48
  br label %61

51:
  %52 = phi i64 [ 0, %10 ], [ %59, %51 ]
  %53 = icmp eq i64 %52, 0
  %54 = select i1 %53, i64 %8, i64 1
  %55 = getelementptr inbounds i64, ptr %11, i64 %52
  %56 = getelementptr inbounds i8, ptr %55, i64 256
  store i64 %54, ptr %56, align 8
  %57 = getelementptr inbounds i8, ptr %55, i64 136
  store i64 %54, ptr %57, align 8
  %58 = getelementptr inbounds i8, ptr %55, i64 176
  store i64 1, ptr %58, align 8
  %59 = add i64 %52, 1
  %60 = icmp ult i64 %52, 4
  br i1 %60, label %51, label %37

61:
  %62 = phi i32 [ %6, %39 ], [ %85, %81 ]
  %63 = call i32 @"llvm.cttz.i32"(i32 %62, i1 true)
  %64 = extractelement <32 x i64> %2, i32 %63
  %65 = and i64 %64, %40
  %66 = icmp eq i64 %65, 0
  br i1 %66, label %67, label %87

67:
  %68 = extractelement <32 x i64> %3, i32 %63
  %69 = load i64, ptr %41, align 8
  %70 = shl i64 %69, 5
  %71 = zext i32 %63 to i64
  %72 = or i64 %70, %71
  store i64 1, ptr %42, align 8
  store i64 %72, ptr %43, align 8
  %73 = and i64 %68, 7
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %75, label %87

75:
  %76 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %68, i64 8, i32 %63)
  store i64 %76, ptr %44, align 8
  store i64 0, ptr %45, align 8
  %77 = icmp eq i64 %76, 0
  br i1 %77, label %89, label %78

78:
  %79 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %64, i64 %8, i32 %63)
  store i64 %79, ptr %46, align 8
  %80 = icmp eq i64 %79, 0
  br i1 %80, label %89, label %81

81:
  store i64 %7, ptr %11, align 8
  store i64 1, ptr %47, align 8
  %82 = extractelement <32 x i64> %4, i32 %63
  store i64 %82, ptr %48, align 8
  %83 = extractelement <32 x i64> %5, i32 %63
  store i64 %83, ptr %49, align 8
  store i64 %9, ptr %50, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %11)
  %84 = add i32 %62, -1
  %85 = and i32 %84, %62
  %86 = icmp eq i32 %85, 0
  br i1 %86, label %89, label %61

87:
  %88 = phi i64 [ %64, %61 ], [ %68, %67 ]
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %88, i32 %63)
  br label %89

89:
  ret void
}
define weak_odr void @"ks.bulk_arrival"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4, i64 %5, i64 %6, i64 %7, i1 %8) {
  %10 = alloca [56 x i64], align 8
  %11 = alloca [32 x i64], align 8
  %12 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 8, i1 %8, ptr %11)
  br i1 %12, label %13, label %54

13:
  %14 = getelementptr inbounds i8, ptr %10, i64 40
  %15 = getelementptr inbounds i8, ptr %10, i64 24
  call void @"llvm.memset.p0.i64"(ptr align 8 %15, i8 0, i64 424, i1 false)
  store i64 %1, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %10, i64 112
  store i64 1, ptr %16, align 8
  br label %29

17:
  %18 = icmp eq i32 %3, 0
  br i1 %18, label %54, label %19

19:
  %20 = getelementptr inbounds i8, ptr %10, i64 360
  %21 = getelementptr inbounds i8, ptr %10, i64 8
  %22 = getelementptr inbounds i8, ptr %0, i64 120
  %23 = getelementptr inbounds i8, ptr %10, i64 400
  %24 = getelementptr inbounds i8, ptr %10, i64 16
  %25 = getelementptr inbounds i8, ptr %10, i64 368
  %26 = getelementptr inbounds i8, ptr %10, i64 376
  %27 = shl i64 %6, 32
  %28 = getelementptr inbounds i8, ptr %10, i64 384
  br label %39

29:
  %30 = phi i64 [ 0, %13 ], [ %37, %29 ]
  %31 = icmp ne i64 %30, 0
  %32 = zext i1 %31 to i64
  %33 = getelementptr inbounds i64, ptr %10, i64 %30
  %34 = getelementptr inbounds i8, ptr %33, i64 256
  store i64 %32, ptr %34, align 8
  %35 = getelementptr inbounds i8, ptr %33, i64 136
  store i64 %32, ptr %35, align 8
  %36 = getelementptr inbounds i8, ptr %33, i64 176
  store i64 1, ptr %36, align 8
  %37 = add i64 %30, 1
  %38 = icmp ult i64 %30, 4
  br i1 %38, label %29, label %17

39:
  %40 = phi i32 [ %3, %19 ], [ %52, %39 ]
  %41 = call i32 @"llvm.cttz.i32"(i32 %40, i1 true)
  store i64 %7, ptr %10, align 8
  store i64 1, ptr %20, align 8
  store i64 1, ptr %21, align 8
  %42 = load i64, ptr %22, align 8
  %43 = shl i64 %42, 5
  %44 = zext i32 %41 to i64
  %45 = or i64 %43, %44
  store i64 %45, ptr %23, align 8
  %46 = getelementptr inbounds i64, ptr %11, i64 %44
  %47 = load i64, ptr %46, align 8
  store i64 %47, ptr %24, align 8
  store i64 %4, ptr %25, align 8
  store i64 %5, ptr %26, align 8
  %48 = shl i32 1, %41
  %49 = zext i32 %48 to i64
  %50 = or i64 %27, %49
  store i64 %50, ptr %28, align 8
  call void @"ks.bulk_push"(ptr %0, ptr %10)
  %51 = add i32 %40, -1
  %52 = and i32 %51, %40
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %54, label %39

54:
  ret void
}
define weak_odr void @"ks.bulk_commit"(ptr %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %23, label %4

4:
  %5 = getelementptr inbounds i8, ptr %0, i64 120
  %6 = getelementptr inbounds i8, ptr %0, i64 456
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
  %5 = getelementptr inbounds i8, ptr %0, i64 456
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
  %13 = alloca [5 x i64], align 8
  %14 = alloca [5 x i64], align 8
  %15 = alloca [5 x i64], align 8
  %16 = alloca [5 x i64], align 8
  %17 = alloca [5 x i64], align 8
  %18 = alloca [5 x i64], align 8
  %19 = alloca [5 x i64], align 8
  %20 = alloca { i64, i64, i64, i64, i64, [5 x i64], [5 x i64], [5 x i64], [5 x i64] }, align 8
  %21 = icmp eq i32 %7, 0
  br i1 %21, label %814, label %22

22:
  %23 = getelementptr inbounds i8, ptr %0, i64 408
  %24 = load i64, ptr %23, align 8
  %25 = inttoptr i64 %24 to ptr
  %26 = mul i64 %1, 72
  %27 = getelementptr inbounds i8, ptr %25, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = add i64 %28, 1
  store i64 %29, ptr %27, align 8
  %30 = call i32 @"llvm.ctpop.i32"(i32 %7)
  %31 = zext i32 %30 to i64
  %32 = load i64, ptr %23, align 8
  %33 = inttoptr i64 %32 to ptr
  %34 = getelementptr inbounds i8, ptr %33, i64 %26
  %35 = getelementptr inbounds i8, ptr %34, i64 40
  %36 = load i64, ptr %35, align 8
  %37 = add i64 %36, %31
  store i64 %37, ptr %35, align 8
  %38 = and i64 %8, 8
  %39 = icmp eq i64 %38, 0
  %40 = getelementptr inbounds i8, ptr %0, i64 304
  %41 = lshr i64 %8, 12
  %42 = and i64 %41, 7
  %43 = getelementptr inbounds i8, ptr %0, i64 400
  %44 = and i64 %8, 16
  %45 = icmp ne i64 %44, 0
  %46 = select i1 %45, i64 2, i64 %42
  %47 = add i64 %42, -1
  %48 = lshr exact i64 %44, 4
  %49 = trunc i64 %48 to i32
  %50 = getelementptr inbounds i8, ptr %20, i64 8
  %51 = getelementptr inbounds i8, ptr %20, i64 16
  %52 = getelementptr inbounds i8, ptr %20, i64 24
  %53 = getelementptr inbounds i8, ptr %20, i64 32
  %54 = icmp eq i64 %42, 0
  %55 = getelementptr inbounds i8, ptr %20, i64 40
  %56 = getelementptr inbounds i8, ptr %20, i64 120
  %57 = getelementptr inbounds i8, ptr %20, i64 160
  %58 = icmp eq i64 %46, 0
  %59 = getelementptr inbounds i8, ptr %20, i64 80
  %60 = icmp eq i64 %44, 0
  %61 = icmp ugt i64 %42, 2
  %62 = getelementptr inbounds i8, ptr %20, i64 88
  %63 = icmp ugt i64 %42, 1
  %64 = getelementptr inbounds i8, ptr %20, i64 128
  %65 = getelementptr inbounds i8, ptr %16, i64 8
  %66 = getelementptr inbounds i8, ptr %13, i64 8
  %67 = and i64 %8, 1
  %68 = icmp eq i64 %67, 0
  %69 = and i64 %8, 5
  %70 = icmp eq i64 %69, 1
  %71 = getelementptr inbounds i8, ptr %0, i64 312
  %72 = getelementptr inbounds i8, ptr %0, i64 64
  %73 = getelementptr inbounds i8, ptr %0, i64 432
  %74 = getelementptr inbounds i8, ptr %12, i64 32
  %75 = getelementptr inbounds i8, ptr %12, i64 40
  %76 = getelementptr inbounds i8, ptr %12, i64 112
  %77 = getelementptr inbounds i8, ptr %12, i64 128
  %78 = getelementptr inbounds i8, ptr %0, i64 120
  %79 = getelementptr inbounds i8, ptr %12, i64 8
  %80 = getelementptr inbounds i8, ptr %12, i64 400
  %81 = getelementptr inbounds i8, ptr %12, i64 16
  %82 = getelementptr inbounds i8, ptr %0, i64 456
  %83 = getelementptr inbounds i8, ptr %12, i64 24
  %84 = icmp eq ptr %9, null
  %85 = lshr i64 %8, 8
  %86 = and i64 %85, 3
  %87 = getelementptr inbounds i8, ptr %12, i64 48
  %88 = getelementptr inbounds i8, ptr %12, i64 56
  %89 = getelementptr inbounds i8, ptr %12, i64 64
  %90 = trunc i64 %8 to i32
  %91 = lshr i32 %90, 3
  %92 = and i32 %91, 1
  %93 = zext i32 %92 to i64
  %94 = getelementptr inbounds i8, ptr %12, i64 72
  %95 = getelementptr inbounds i8, ptr %12, i64 80
  %96 = getelementptr inbounds i8, ptr %12, i64 88
  %97 = getelementptr inbounds i8, ptr %12, i64 96
  %98 = getelementptr inbounds i8, ptr %12, i64 104
  %99 = getelementptr inbounds i8, ptr %12, i64 120
  %100 = icmp ugt i64 %47, 1
  %101 = getelementptr inbounds i64, ptr %13, i64 %47
  %102 = icmp ne i64 %67, 0
  %103 = getelementptr inbounds i8, ptr %11, i64 32
  %104 = getelementptr inbounds i8, ptr %11, i64 40
  %105 = getelementptr inbounds i8, ptr %11, i64 112
  %106 = getelementptr inbounds i8, ptr %11, i64 128
  %107 = getelementptr inbounds i8, ptr %11, i64 8
  %108 = getelementptr inbounds i8, ptr %11, i64 400
  %109 = getelementptr inbounds i8, ptr %11, i64 16
  %110 = getelementptr inbounds i8, ptr %11, i64 24
  %111 = getelementptr inbounds i8, ptr %11, i64 48
  %112 = getelementptr inbounds i8, ptr %11, i64 56
  %113 = getelementptr inbounds i8, ptr %11, i64 64
  %114 = getelementptr inbounds i8, ptr %11, i64 72
  %115 = getelementptr inbounds i8, ptr %11, i64 80
  %116 = getelementptr inbounds i8, ptr %11, i64 88
  %117 = getelementptr inbounds i8, ptr %11, i64 96
  %118 = getelementptr inbounds i8, ptr %11, i64 104
  %119 = getelementptr inbounds i8, ptr %11, i64 120
  %120 = getelementptr inbounds i8, ptr %18, i64 8
  %121 = getelementptr inbounds i8, ptr %13, i64 8
  %122 = icmp eq i64 %47, 1
  br label %123

123:
  %124 = phi i32 [ %7, %22 ], [ %812, %810 ]
  %125 = call i32 @"llvm.cttz.i32"(i32 %124, i1 true)
  %126 = extractelement <32 x i64> %5, i32 %125
  br i1 %39, label %134, label %127

127:
  %128 = load i64, ptr %40, align 8
  %129 = lshr i64 %126, %128
  %130 = icmp eq i64 %129, 0
  br i1 %130, label %132, label %131

131:
  call void @"ks.fault"(ptr %0, i64 15, i64 %1, i64 %126, i32 %125)
  br label %814

132:
  %133 = icmp eq i64 %128, 0
  br i1 %133, label %814, label %134

134:
  %135 = phi i64 [ %128, %132 ], [ 1, %123 ]
  %136 = extractelement <32 x i64> %3, i32 %125
  %137 = extractelement <32 x i64> %4, i32 %125
  %138 = and i64 %136, 16777215
  %139 = and i64 %137, 16777215
  %140 = call i64 @"llvm.ctpop.i64"(i64 %126)
  %141 = extractelement <32 x i64> %2, i32 %125
  %142 = zext i32 %125 to i64
  %143 = getelementptr inbounds i64, ptr %6, i64 %142
  %144 = and i64 %141, 63
  %145 = icmp eq i64 %144, 0
  br label %146

146:
  %147 = phi i64 [ 0, %134 ], [ %808, %807 ]
  br i1 %39, label %161, label %148

148:
  %149 = shl i64 1, %147
  %150 = and i64 %149, %126
  %151 = icmp eq i64 %150, 0
  br i1 %151, label %807, label %152

152:
  %153 = shl i64 -1, %147
  %154 = xor i64 %153, -1
  %155 = and i64 %126, %154
  %156 = icmp eq i64 %155, 0
  %157 = shl i64 %147, 24
  %158 = or i64 %157, %138
  %159 = or i64 %157, %139
  %160 = select i1 %156, i64 %140, i64 0
  br label %161

161:
  %162 = phi i64 [ %160, %152 ], [ 1, %146 ]
  %163 = phi i64 [ %159, %152 ], [ %137, %146 ]
  %164 = phi i64 [ %158, %152 ], [ %136, %146 ]
  %165 = and i64 %164, 127
  %166 = icmp eq i64 %165, 0
  br i1 %166, label %168, label %167

167:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %164, i32 %125)
  br label %806

168:
  br i1 %145, label %170, label %169

169:
  call void @"ks.fault"(ptr %0, i64 13, i64 %1, i64 %141, i32 %125)
  br label %806

170:
  %171 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %141, i64 128, i32 %125)
  %172 = icmp eq i64 %171, 0
  br i1 %172, label %806, label %173

173:
  %174 = load i64, ptr %43, align 8
  %175 = inttoptr i64 %174 to ptr
  %176 = lshr i64 %171, 38
  %177 = and i64 %176, 67108860
  %178 = getelementptr inbounds i64, ptr %175, i64 %177
  %179 = getelementptr inbounds i8, ptr %178, i64 8
  %180 = load i64, ptr %179, align 8
  %181 = add i64 %180, %171
  %182 = inttoptr i64 %181 to ptr
  %183 = getelementptr inbounds i8, ptr %182, i64 13
  %184 = load i8, ptr %183, align 1
  %185 = zext i8 %184 to i64
  %186 = getelementptr inbounds i8, ptr %182, i64 14
  %187 = load i8, ptr %186, align 1
  %188 = zext i8 %187 to i64
  %189 = icmp ult i8 %184, 12
  %190 = shl i64 %185, 2
  %191 = lshr i64 73118639473697, %190
  %192 = and i64 %191, 15
  %193 = select i1 %189, i64 %192, i64 0
  %194 = getelementptr inbounds i8, ptr %182, i64 8
  %195 = load i32, ptr %194, align 1
  %196 = icmp eq i32 %195, 1346456916
  br i1 %196, label %197, label %312

197:
  %198 = getelementptr inbounds i8, ptr %182, i64 12
  %199 = load i8, ptr %198, align 1
  %200 = zext i8 %199 to i64
  %201 = icmp eq i64 %47, %200
  br i1 %201, label %202, label %312

202:
  %203 = getelementptr inbounds i8, ptr %182, i64 17
  %204 = load i8, ptr %203, align 1
  %205 = zext i8 %204 to i32
  %206 = icmp eq i32 %205, %49
  br i1 %206, label %207, label %312

207:
  %208 = icmp eq i64 %193, 0
  br i1 %208, label %312, label %209

209:
  %210 = getelementptr inbounds i8, ptr %182, i64 15
  %211 = load i8, ptr %210, align 1
  %212 = icmp eq i8 %211, 0
  br i1 %212, label %213, label %312

213:
  %214 = load i64, ptr %182, align 1
  store i64 %214, ptr %20, align 8
  store i64 %185, ptr %50, align 8
  %215 = shl i64 -1, %188
  %216 = xor i64 %215, -1
  store i64 %216, ptr %51, align 8
  %217 = getelementptr inbounds i8, ptr %182, i64 16
  %218 = load i8, ptr %217, align 1
  %219 = zext i8 %218 to i64
  store i64 %219, ptr %52, align 8
  store i64 %193, ptr %53, align 8
  br label %221

220:
  br i1 %58, label %258, label %259

221:
  %222 = phi i64 [ %250, %245 ], [ %214, %213 ]
  %223 = phi i1 [ %249, %245 ], [ true, %213 ]
  %224 = phi i1 [ %252, %245 ], [ true, %213 ]
  %225 = phi i64 [ %253, %245 ], [ 0, %213 ]
  %226 = shl i64 %225, 2
  %227 = getelementptr inbounds i8, ptr %182, i64 %226
  %228 = getelementptr inbounds i8, ptr %227, i64 20
  %229 = load i32, ptr %228, align 1
  %230 = zext i32 %229 to i64
  %231 = getelementptr inbounds i64, ptr %55, i64 %225
  store i64 %230, ptr %231, align 8
  %232 = icmp eq i64 %225, 0
  br i1 %232, label %233, label %234

233:
  store i64 1, ptr %56, align 8
  br label %245

234:
  %235 = getelementptr inbounds i8, ptr %227, i64 60
  %236 = load i32, ptr %235, align 1
  %237 = zext i32 %236 to i64
  %238 = getelementptr inbounds i64, ptr %56, i64 %225
  store i64 %237, ptr %238, align 8
  %239 = shl i64 %225, 3
  %240 = getelementptr i8, ptr %182, i64 %239
  %241 = getelementptr i8, ptr %240, i64 72
  %242 = load i64, ptr %241, align 1
  %243 = add i32 %236, -1
  %244 = icmp ult i32 %243, 8
  br label %245

245:
  %246 = phi i1 [ %244, %234 ], [ true, %233 ]
  %247 = phi i64 [ %242, %234 ], [ 0, %233 ]
  %248 = getelementptr inbounds i64, ptr %57, i64 %225
  store i64 %247, ptr %248, align 8
  %249 = and i1 %223, %246
  %250 = or i64 %247, %222
  %251 = icmp ult i64 %247, 1099511627776
  %252 = and i1 %224, %251
  %253 = add i64 %225, 1
  %254 = icmp ult i64 %253, %42
  br i1 %254, label %221, label %220

255:
  %256 = load i64, ptr %17, align 8
  %257 = mul i64 %256, %193
  br i1 %273, label %276, label %312

258:
  br i1 %249, label %276, label %312

259:
  %260 = phi i1 [ %273, %259 ], [ %249, %220 ]
  %261 = phi i64 [ %274, %259 ], [ 0, %220 ]
  %262 = shl i64 %261, 2
  %263 = getelementptr inbounds i8, ptr %182, i64 %262
  %264 = getelementptr inbounds i8, ptr %263, i64 40
  %265 = load i32, ptr %264, align 1
  %266 = zext i32 %265 to i64
  %267 = getelementptr inbounds i64, ptr %17, i64 %261
  store i64 %266, ptr %267, align 8
  %268 = add i64 %266, -1
  %269 = icmp eq i64 %261, 1
  %270 = and i1 %45, %269
  %271 = select i1 %270, i64 1024, i64 256
  %272 = icmp ult i64 %268, %271
  %273 = and i1 %260, %272
  %274 = add i64 %261, 1
  %275 = icmp ult i64 %274, %46
  br i1 %275, label %259, label %255

276:
  %277 = phi i64 [ %257, %255 ], [ 0, %258 ]
  %278 = and i64 %250, 15
  %279 = icmp eq i64 %278, 0
  %280 = select i1 %279, i1 %252, i1 false
  %281 = select i1 %279, i64 14, i64 7
  br i1 %280, label %282, label %312

282:
  %283 = icmp ugt i8 %187, 3
  br i1 %283, label %312, label %284

284:
  %285 = and i64 %277, 15
  %286 = icmp eq i64 %285, 0
  br i1 %286, label %287, label %312

287:
  %288 = icmp ne i8 %187, 0
  %289 = shl i64 16, %188
  %290 = icmp ne i64 %277, %289
  %291 = select i1 %288, i1 %290, i1 false
  br i1 %291, label %312, label %292

292:
  br i1 %58, label %293, label %294

293:
  br label %315

294:
  %295 = phi i64 [ %310, %307 ], [ 0, %292 ]
  br i1 %45, label %296, label %299

296:
  %297 = getelementptr inbounds i64, ptr %17, i64 %295
  %298 = load i64, ptr %297, align 8
  br label %307

299:
  %300 = getelementptr inbounds i64, ptr %56, i64 %295
  %301 = load i64, ptr %300, align 8
  %302 = getelementptr inbounds i64, ptr %17, i64 %295
  %303 = load i64, ptr %302, align 8
  %304 = add i64 %301, -1
  %305 = add i64 %304, %303
  %306 = udiv i64 %305, %301
  br label %307

307:
  %308 = phi i64 [ %298, %296 ], [ %306, %299 ]
  %309 = getelementptr inbounds i64, ptr %59, i64 %295
  store i64 %308, ptr %309, align 8
  %310 = add i64 %295, 1
  %311 = icmp ult i64 %310, %46
  br i1 %311, label %294, label %314

312:
  %313 = phi i64 [ 6, %284 ], [ %281, %276 ], [ 4, %209 ], [ 2, %197 ], [ 1, %173 ], [ 9, %258 ], [ 3, %207 ], [ 10, %202 ], [ 13, %282 ], [ 5, %287 ], [ 9, %255 ]
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 %313, i32 %125)
  br label %806

314:
  br i1 %54, label %316, label %315

315:
  br label %318

316:
  br i1 %60, label %618, label %317

317:
  br i1 %61, label %605, label %326

318:
  %319 = phi i64 [ %324, %318 ], [ 0, %315 ]
  %320 = shl i64 %319, 8
  %321 = getelementptr inbounds i8, ptr %143, i64 %320
  %322 = load i64, ptr %321, align 8
  %323 = getelementptr inbounds i64, ptr %18, i64 %319
  store i64 %322, ptr %323, align 8
  %324 = add i64 %319, 1
  %325 = icmp ult i64 %324, %42
  br i1 %325, label %318, label %316

326:
  %327 = load i64, ptr %59, align 8
  %328 = load i64, ptr %62, align 8
  br i1 %63, label %329, label %354

329:
  %330 = phi i64 [ %617, %615 ], [ %328, %326 ]
  %331 = phi i64 [ %616, %615 ], [ %327, %326 ]
  %332 = load i64, ptr %120, align 8
  store i64 %332, ptr %121, align 8
  br i1 %122, label %353, label %333

333:
  %334 = phi i64 [ %348, %333 ], [ 1, %329 ]
  %335 = shl i64 %334, 1
  %336 = getelementptr i8, ptr %182, i64 %335
  %337 = getelementptr i8, ptr %336, i64 110
  %338 = load i16, ptr %337, align 1
  %339 = sext i16 %338 to i64
  %340 = getelementptr inbounds i64, ptr %15, i64 %334
  store i64 %339, ptr %340, align 8
  %341 = getelementptr inbounds i64, ptr %55, i64 %334
  %342 = load i64, ptr %341, align 8
  %343 = getelementptr i8, ptr %336, i64 116
  %344 = load i16, ptr %343, align 1
  %345 = sext i16 %344 to i64
  %346 = add i64 %342, %345
  %347 = getelementptr inbounds i64, ptr %16, i64 %334
  store i64 %346, ptr %347, align 8
  %348 = add i64 %334, 1
  %349 = getelementptr inbounds i64, ptr %18, i64 %348
  %350 = load i64, ptr %349, align 8
  %351 = getelementptr inbounds i64, ptr %13, i64 %348
  store i64 %350, ptr %351, align 8
  %352 = icmp eq i64 %348, %47
  br i1 %352, label %353, label %333

353:
  br i1 %61, label %377, label %354

354:
  %355 = phi i64 [ %327, %326 ], [ %331, %353 ], [ %331, %377 ]
  %356 = phi i64 [ %328, %326 ], [ %330, %353 ], [ %330, %377 ]
  %357 = load i64, ptr %64, align 8
  %358 = icmp sgt i64 %356, 0
  br i1 %358, label %359, label %604

359:
  %360 = load i64, ptr %65, align 8
  %361 = add i64 %357, -1
  %362 = add i64 %361, %360
  %363 = load i64, ptr %18, align 8
  %364 = shl i64 %164, 40
  %365 = ashr exact i64 %364, 40
  %366 = icmp eq i64 %164, %365
  %367 = sub i64 %164, %365
  %368 = and i64 %163, 7
  %369 = icmp eq i64 %368, 0
  %370 = mul i64 %355, %193
  %371 = mul i64 %355, %193
  %372 = icmp eq i8 %187, 0
  %373 = icmp eq i8 %184, 11
  %374 = select i1 %373, i64 ptrtoint (ptr @"ks.bulk_round" to i64), i64 ptrtoint (ptr @"ks.bulk_copy" to i64)
  %375 = icmp eq i8 %184, 11
  %376 = mul i64 %355, %193
  br label %382

377:
  %378 = phi i64 [ %380, %377 ], [ 2, %353 ]
  %379 = getelementptr inbounds i64, ptr %59, i64 %378
  store i64 1, ptr %379, align 8
  %380 = add i64 %378, 1
  %381 = icmp ult i64 %380, %42
  br i1 %381, label %377, label %354

382:
  %383 = phi i64 [ %356, %359 ], [ %602, %597 ]
  %384 = load i64, ptr %66, align 8
  %385 = sub i64 %362, %384
  %386 = sdiv i64 %385, %357
  %387 = call i64 @"llvm.smax.i64"(i64 %386, i64 1)
  %388 = call i64 @"llvm.umin.i64"(i64 %387, i64 %383)
  store i64 %388, ptr %62, align 8
  store i64 %363, ptr %14, align 8
  br i1 %63, label %560, label %389

389:
  %390 = sub i64 %356, %383
  %391 = mul i64 %390, %370
  br i1 %54, label %394, label %392

392:
  %393 = phi i64 [ %577, %575 ], [ %391, %389 ]
  br label %423

394:
  %395 = phi i64 [ %391, %389 ], [ %393, %423 ]
  %396 = phi i64 [ %193, %389 ], [ %428, %423 ]
  %397 = add i64 %396, %395
  %398 = add i64 %397, 127
  %399 = and i64 %398, -128
  %400 = select i1 %372, i64 %397, i64 %399
  br i1 %70, label %401, label %403

401:
  %402 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %164, i64 %400, i32 %125)
  br label %420

403:
  br i1 %366, label %409, label %404

404:
  %405 = load i64, ptr %71, align 8
  %406 = shl i64 %405, 24
  %407 = icmp eq i64 %367, %406
  %408 = select i1 %407, i64 %365, i64 %164
  br label %409

409:
  %410 = phi i64 [ %164, %403 ], [ %408, %404 ]
  %411 = load i64, ptr %72, align 8
  %412 = icmp uge i64 %410, %411
  %413 = add i64 %410, %400
  %414 = icmp ugt i64 %413, %411
  %415 = select i1 %412, i1 true, i1 %414
  br i1 %415, label %416, label %417

416:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %410, i32 %125)
  br label %556

417:
  %418 = load i64, ptr %73, align 8
  %419 = add i64 %418, %410
  br label %420

420:
  %421 = phi i64 [ %402, %401 ], [ %419, %417 ]
  %422 = icmp eq i64 %421, 0
  br i1 %422, label %556, label %431

423:
  %424 = phi i64 [ %428, %423 ], [ %193, %392 ]
  %425 = phi i64 [ %429, %423 ], [ 0, %392 ]
  %426 = getelementptr inbounds i64, ptr %59, i64 %425
  %427 = load i64, ptr %426, align 8
  %428 = mul i64 %427, %424
  %429 = add i64 %425, 1
  %430 = icmp ult i64 %429, %42
  br i1 %430, label %423, label %394

431:
  br i1 %54, label %435, label %441

432:
  %433 = select i1 %466, i64 %471, i64 0
  %434 = select i1 %466, i64 %468, i64 0
  br label %435

435:
  %436 = phi i64 [ %433, %432 ], [ %193, %431 ]
  %437 = phi i64 [ %434, %432 ], [ 0, %431 ]
  %438 = add i64 %214, %437
  %439 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %438, i64 %436, i32 %125)
  %440 = icmp eq i64 %439, 0
  br i1 %440, label %556, label %474

441:
  %442 = phi i64 [ %468, %441 ], [ 0, %431 ]
  %443 = phi i64 [ %471, %441 ], [ %193, %431 ]
  %444 = phi i1 [ %466, %441 ], [ true, %431 ]
  %445 = phi i64 [ %472, %441 ], [ 0, %431 ]
  %446 = icmp eq i64 %445, 0
  %447 = getelementptr inbounds i64, ptr %57, i64 %445
  %448 = select i1 %446, ptr %53, ptr %447
  %449 = load i64, ptr %448, align 8
  %450 = getelementptr inbounds i64, ptr %59, i64 %445
  %451 = load i64, ptr %450, align 8
  %452 = add i64 %451, -1
  %453 = getelementptr inbounds i64, ptr %56, i64 %445
  %454 = load i64, ptr %453, align 8
  %455 = mul i64 %452, %454
  %456 = getelementptr inbounds i64, ptr %55, i64 %445
  %457 = load i64, ptr %456, align 8
  %458 = add i64 %457, -1
  %459 = getelementptr inbounds i64, ptr %14, i64 %445
  %460 = load i64, ptr %459, align 8
  %461 = call i64 @"llvm.smax.i64"(i64 %460, i64 0)
  %462 = add i64 %460, %455
  %463 = call i64 @"llvm.smin.i64"(i64 %462, i64 %458)
  %464 = icmp sle i64 %461, %463
  %465 = freeze i1 %464
  %466 = and i1 %444, %465
  %467 = mul i64 %461, %449
  %468 = add i64 %467, %442
  %469 = sub i64 %463, %461
  %470 = mul i64 %469, %449
  %471 = add i64 %470, %443
  %472 = add i64 %445, 1
  %473 = icmp ult i64 %472, %42
  br i1 %473, label %441, label %432

474:
  %475 = load i64, ptr %43, align 8
  %476 = inttoptr i64 %475 to ptr
  %477 = lshr i64 %439, 38
  %478 = and i64 %477, 67108860
  %479 = getelementptr inbounds i64, ptr %476, i64 %478
  %480 = getelementptr inbounds i8, ptr %479, i64 8
  %481 = load i64, ptr %480, align 8
  call void @"llvm.memset.p0.i64"(ptr align 8 %12, i8 0, i64 448, i1 false)
  store i64 %396, ptr %74, align 8
  store i64 %1, ptr %75, align 8
  store i64 1, ptr %76, align 8
  %482 = icmp ne i64 %396, 0
  %483 = zext i1 %482 to i64
  store i64 %483, ptr %77, align 8
  br label %484

484:
  %485 = phi i64 [ 0, %474 ], [ %492, %484 ]
  %486 = icmp eq i64 %485, 0
  %487 = select i1 %486, i64 %396, i64 1
  %488 = getelementptr inbounds i64, ptr %12, i64 %485
  %489 = getelementptr inbounds i8, ptr %488, i64 256
  store i64 %487, ptr %489, align 8
  %490 = getelementptr inbounds i8, ptr %488, i64 136
  store i64 %487, ptr %490, align 8
  %491 = getelementptr inbounds i8, ptr %488, i64 176
  store i64 1, ptr %491, align 8
  %492 = add i64 %485, 1
  %493 = icmp ult i64 %485, 4
  br i1 %493, label %484, label %494

494:
  %495 = sub i64 %439, %437
  %496 = add i64 %495, %481
  %497 = load i64, ptr %78, align 8
  %498 = shl i64 %497, 5
  %499 = or i64 %498, %142
  store i64 %67, ptr %79, align 8
  store i64 %499, ptr %80, align 8
  br i1 %68, label %502, label %500

500:
  br i1 %369, label %510, label %501

501:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %163, i32 %125)
  br label %556

502:
  %503 = add i64 %499, 1
  store i64 %503, ptr %81, align 8
  %504 = load i64, ptr %82, align 8
  %505 = inttoptr i64 %504 to ptr
  %506 = getelementptr inbounds i8, ptr %505, i64 64
  %507 = getelementptr inbounds i64, ptr %506, i64 %499
  %508 = load i64, ptr %507, align 8
  store i64 %508, ptr %83, align 8
  %509 = icmp eq i64 %503, 0
  br i1 %509, label %556, label %513

510:
  %511 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %163, i64 8, i32 %125)
  store i64 %511, ptr %81, align 8
  store i64 0, ptr %83, align 8
  %512 = icmp eq i64 %511, 0
  br i1 %512, label %556, label %520

513:
  br i1 %84, label %514, label %515

514:
  br i1 %375, label %518, label %520

515:
  %516 = call i64 %9(i64 %185)
  %517 = icmp eq i64 %516, 0
  br i1 %517, label %518, label %520

518:
  %519 = phi i64 [ 3, %514 ], [ 8, %515 ]
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 %519, i32 %125)
  br label %556

520:
  %521 = phi i64 [ ptrtoint (ptr @"ks.bulk_copy" to i64), %514 ], [ %516, %515 ], [ %374, %510 ]
  store i64 %521, ptr %12, align 8
  store i64 %86, ptr %87, align 8
  store i64 %495, ptr %88, align 8
  store i64 %162, ptr %89, align 8
  store i64 %93, ptr %94, align 8
  store i64 %496, ptr %95, align 8
  %522 = add i64 %421, %395
  store i64 %522, ptr %96, align 8
  %523 = add i64 %395, %164
  store i64 %523, ptr %97, align 8
  store i64 %216, ptr %98, align 8
  store i64 %193, ptr %76, align 8
  store i64 %219, ptr %99, align 8
  %524 = udiv i64 %396, %376
  store i64 %524, ptr %77, align 8
  br label %525

525:
  %526 = phi i64 [ 0, %520 ], [ %554, %550 ]
  %527 = icmp ult i64 %526, %42
  br i1 %527, label %534, label %528

528:
  %529 = getelementptr inbounds i64, ptr %12, i64 %526
  %530 = getelementptr inbounds i8, ptr %529, i64 136
  store i64 1, ptr %530, align 8
  %531 = getelementptr inbounds i8, ptr %529, i64 176
  store i64 1, ptr %531, align 8
  %532 = getelementptr inbounds i8, ptr %529, i64 216
  store i64 0, ptr %532, align 8
  %533 = getelementptr inbounds i8, ptr %529, i64 256
  store i64 1, ptr %533, align 8
  br label %550

534:
  %535 = getelementptr inbounds i64, ptr %59, i64 %526
  %536 = load i64, ptr %535, align 8
  %537 = getelementptr inbounds i64, ptr %12, i64 %526
  %538 = getelementptr inbounds i8, ptr %537, i64 136
  store i64 %536, ptr %538, align 8
  %539 = getelementptr inbounds i64, ptr %56, i64 %526
  %540 = load i64, ptr %539, align 8
  %541 = getelementptr inbounds i8, ptr %537, i64 176
  store i64 %540, ptr %541, align 8
  %542 = getelementptr inbounds i64, ptr %14, i64 %526
  %543 = load i64, ptr %542, align 8
  %544 = getelementptr inbounds i8, ptr %537, i64 216
  store i64 %543, ptr %544, align 8
  %545 = getelementptr inbounds i64, ptr %55, i64 %526
  %546 = load i64, ptr %545, align 8
  %547 = getelementptr inbounds i8, ptr %537, i64 256
  store i64 %546, ptr %547, align 8
  %548 = getelementptr inbounds i64, ptr %57, i64 %526
  %549 = load i64, ptr %548, align 8
  br label %550

550:
  %551 = phi i64 [ %549, %534 ], [ 0, %528 ]
  %552 = getelementptr inbounds i64, ptr %12, i64 %526
  %553 = getelementptr inbounds i8, ptr %552, i64 296
  store i64 %551, ptr %553, align 8
  %554 = add i64 %526, 1
  %555 = icmp ult i64 %526, 4
  br i1 %555, label %525, label %557

556:
  br label %604

557:
  call void @"ks.bulk_push"(ptr %0, ptr %12)
  br i1 %100, label %558, label %597

558:
  %559 = mul i64 %388, %357
  br label %578

560:
  %561 = phi i64 [ %573, %569 ], [ 1, %382 ]
  %562 = getelementptr inbounds i64, ptr %13, i64 %561
  %563 = load i64, ptr %562, align 8
  %564 = icmp ult i64 %561, %47
  br i1 %564, label %565, label %569

565:
  %566 = getelementptr i64, ptr %19, i64 %561
  %567 = getelementptr i8, ptr %566, i64 -8
  %568 = load i64, ptr %567, align 8
  br label %569

569:
  %570 = phi i64 [ %568, %565 ], [ 0, %560 ]
  %571 = add i64 %570, %563
  %572 = getelementptr inbounds i64, ptr %14, i64 %561
  store i64 %571, ptr %572, align 8
  %573 = add i64 %561, 1
  %574 = icmp ult i64 %573, %42
  br i1 %574, label %560, label %575

575:
  %576 = sub i64 %356, %383
  %577 = mul i64 %576, %371
  br label %392

578:
  %579 = phi i64 [ 1, %558 ], [ %595, %592 ]
  %580 = icmp eq i64 %579, 1
  br i1 %580, label %584, label %581

581:
  %582 = getelementptr inbounds i64, ptr %56, i64 %579
  %583 = load i64, ptr %582, align 8
  br label %584

584:
  %585 = phi i64 [ %583, %581 ], [ %559, %578 ]
  %586 = getelementptr inbounds i64, ptr %13, i64 %579
  %587 = load i64, ptr %586, align 8
  %588 = add i64 %587, %585
  store i64 %588, ptr %586, align 8
  %589 = getelementptr inbounds i64, ptr %16, i64 %579
  %590 = load i64, ptr %589, align 8
  %591 = icmp sge i64 %588, %590
  br i1 %591, label %592, label %597

592:
  %593 = getelementptr inbounds i64, ptr %15, i64 %579
  %594 = load i64, ptr %593, align 8
  store i64 %594, ptr %586, align 8
  %595 = add i64 %579, 1
  %596 = icmp ult i64 %595, %47
  br i1 %596, label %578, label %597

597:
  %598 = phi i1 [ true, %557 ], [ %591, %592 ], [ %591, %584 ]
  %599 = zext i1 %598 to i64
  %600 = load i64, ptr %101, align 8
  %601 = add i64 %600, %599
  store i64 %601, ptr %101, align 8
  %602 = sub i64 %383, %388
  %603 = icmp sgt i64 %602, 0
  br i1 %603, label %382, label %604

604:
  br label %806

605:
  %606 = phi i64 [ %612, %605 ], [ 0, %317 ]
  %607 = add i64 %606, %42
  %608 = shl i64 %607, 8
  %609 = getelementptr inbounds i8, ptr %143, i64 %608
  %610 = load i64, ptr %609, align 8
  %611 = getelementptr inbounds i64, ptr %19, i64 %606
  store i64 %610, ptr %611, align 8
  %612 = add i64 %606, 1
  %613 = add i64 %606, 3
  %614 = icmp ult i64 %613, %42
  br i1 %614, label %605, label %615

615:
  %616 = load i64, ptr %59, align 8
  %617 = load i64, ptr %62, align 8
  br label %329

618:
  %619 = load i64, ptr %18, align 8
  %620 = mul i64 %193, %619
  %621 = and i64 %620, 15
  %622 = icmp eq i64 %621, 0
  br i1 %622, label %624, label %623

623:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 11, i32 %125)
  br label %806

624:
  %625 = icmp sgt i64 %619, -1
  %626 = or i1 %102, %625
  br i1 %626, label %628, label %627

627:
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 12, i32 %125)
  br label %806

628:
  br i1 %54, label %629, label %661

629:
  %630 = phi i64 [ %193, %628 ], [ %666, %661 ]
  %631 = add i64 %630, 127
  %632 = and i64 %631, -128
  %633 = icmp eq i8 %187, 0
  %634 = select i1 %633, i64 %630, i64 %632
  br i1 %70, label %635, label %637

635:
  %636 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %164, i64 %634, i32 %125)
  br label %658

637:
  %638 = shl i64 %164, 40
  %639 = ashr exact i64 %638, 40
  %640 = icmp eq i64 %164, %639
  br i1 %640, label %647, label %641

641:
  %642 = sub i64 %164, %639
  %643 = load i64, ptr %71, align 8
  %644 = shl i64 %643, 24
  %645 = icmp eq i64 %642, %644
  %646 = select i1 %645, i64 %639, i64 %164
  br label %647

647:
  %648 = phi i64 [ %164, %637 ], [ %646, %641 ]
  %649 = load i64, ptr %72, align 8
  %650 = icmp uge i64 %648, %649
  %651 = add i64 %648, %634
  %652 = icmp ugt i64 %651, %649
  %653 = select i1 %650, i1 true, i1 %652
  br i1 %653, label %654, label %655

654:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %648, i32 %125)
  br label %805

655:
  %656 = load i64, ptr %73, align 8
  %657 = add i64 %656, %648
  br label %658

658:
  %659 = phi i64 [ %636, %635 ], [ %657, %655 ]
  %660 = icmp eq i64 %659, 0
  br i1 %660, label %805, label %669

661:
  %662 = phi i64 [ %666, %661 ], [ %193, %628 ]
  %663 = phi i64 [ %667, %661 ], [ 0, %628 ]
  %664 = getelementptr inbounds i64, ptr %59, i64 %663
  %665 = load i64, ptr %664, align 8
  %666 = mul i64 %665, %662
  %667 = add i64 %663, 1
  %668 = icmp ult i64 %667, %42
  br i1 %668, label %661, label %629

669:
  br i1 %54, label %673, label %679

670:
  %671 = select i1 %704, i64 %709, i64 0
  %672 = select i1 %704, i64 %706, i64 0
  br label %673

673:
  %674 = phi i64 [ %671, %670 ], [ %193, %669 ]
  %675 = phi i64 [ %672, %670 ], [ 0, %669 ]
  %676 = add i64 %214, %675
  %677 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %676, i64 %674, i32 %125)
  %678 = icmp eq i64 %677, 0
  br i1 %678, label %805, label %712

679:
  %680 = phi i64 [ %706, %679 ], [ 0, %669 ]
  %681 = phi i64 [ %709, %679 ], [ %193, %669 ]
  %682 = phi i1 [ %704, %679 ], [ true, %669 ]
  %683 = phi i64 [ %710, %679 ], [ 0, %669 ]
  %684 = icmp eq i64 %683, 0
  %685 = getelementptr inbounds i64, ptr %57, i64 %683
  %686 = select i1 %684, ptr %53, ptr %685
  %687 = load i64, ptr %686, align 8
  %688 = getelementptr inbounds i64, ptr %59, i64 %683
  %689 = load i64, ptr %688, align 8
  %690 = add i64 %689, -1
  %691 = getelementptr inbounds i64, ptr %56, i64 %683
  %692 = load i64, ptr %691, align 8
  %693 = mul i64 %690, %692
  %694 = getelementptr inbounds i64, ptr %55, i64 %683
  %695 = load i64, ptr %694, align 8
  %696 = add i64 %695, -1
  %697 = getelementptr inbounds i64, ptr %18, i64 %683
  %698 = load i64, ptr %697, align 8
  %699 = call i64 @"llvm.smax.i64"(i64 %698, i64 0)
  %700 = add i64 %698, %693
  %701 = call i64 @"llvm.smin.i64"(i64 %700, i64 %696)
  %702 = icmp sle i64 %699, %701
  %703 = freeze i1 %702
  %704 = and i1 %682, %703
  %705 = mul i64 %699, %687
  %706 = add i64 %705, %680
  %707 = sub i64 %701, %699
  %708 = mul i64 %707, %687
  %709 = add i64 %708, %681
  %710 = add i64 %683, 1
  %711 = icmp ult i64 %710, %42
  br i1 %711, label %679, label %670

712:
  %713 = load i64, ptr %43, align 8
  %714 = inttoptr i64 %713 to ptr
  %715 = lshr i64 %677, 38
  %716 = and i64 %715, 67108860
  %717 = getelementptr inbounds i64, ptr %714, i64 %716
  %718 = getelementptr inbounds i8, ptr %717, i64 8
  %719 = load i64, ptr %718, align 8
  call void @"llvm.memset.p0.i64"(ptr align 8 %11, i8 0, i64 448, i1 false)
  store i64 %630, ptr %103, align 8
  store i64 %1, ptr %104, align 8
  store i64 1, ptr %105, align 8
  %720 = icmp ne i64 %630, 0
  %721 = zext i1 %720 to i64
  store i64 %721, ptr %106, align 8
  br label %722

722:
  %723 = phi i64 [ 0, %712 ], [ %730, %722 ]
  %724 = icmp eq i64 %723, 0
  %725 = select i1 %724, i64 %630, i64 1
  %726 = getelementptr inbounds i64, ptr %11, i64 %723
  %727 = getelementptr inbounds i8, ptr %726, i64 256
  store i64 %725, ptr %727, align 8
  %728 = getelementptr inbounds i8, ptr %726, i64 136
  store i64 %725, ptr %728, align 8
  %729 = getelementptr inbounds i8, ptr %726, i64 176
  store i64 1, ptr %729, align 8
  %730 = add i64 %723, 1
  %731 = icmp ult i64 %723, 4
  br i1 %731, label %722, label %732

732:
  %733 = sub i64 %677, %675
  %734 = add i64 %733, %719
  %735 = load i64, ptr %78, align 8
  %736 = shl i64 %735, 5
  %737 = or i64 %736, %142
  store i64 %67, ptr %107, align 8
  store i64 %737, ptr %108, align 8
  br i1 %102, label %738, label %746

738:
  %739 = and i64 %163, 7
  %740 = icmp eq i64 %739, 0
  br i1 %740, label %742, label %741

741:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %163, i32 %125)
  br label %744

742:
  %743 = call i64 @"ks.cluster_host"(ptr %0, i64 %1, i64 %163, i64 8, i32 %125)
  br label %744

744:
  %745 = phi i64 [ 0, %741 ], [ %743, %742 ]
  store i64 %745, ptr %109, align 8
  br label %753

746:
  %747 = add i64 %737, 1
  store i64 %747, ptr %109, align 8
  %748 = load i64, ptr %82, align 8
  %749 = inttoptr i64 %748 to ptr
  %750 = getelementptr inbounds i8, ptr %749, i64 64
  %751 = getelementptr inbounds i64, ptr %750, i64 %737
  %752 = load i64, ptr %751, align 8
  br label %753

753:
  %754 = phi i64 [ %747, %746 ], [ %745, %744 ]
  %755 = phi i64 [ %752, %746 ], [ 0, %744 ]
  store i64 %755, ptr %110, align 8
  %756 = icmp eq i64 %754, 0
  br i1 %756, label %805, label %757

757:
  %758 = icmp eq i8 %184, 11
  br i1 %68, label %761, label %759

759:
  %760 = select i1 %758, i64 ptrtoint (ptr @"ks.bulk_round" to i64), i64 ptrtoint (ptr @"ks.bulk_copy" to i64)
  br label %768

761:
  br i1 %84, label %762, label %763

762:
  br i1 %758, label %766, label %768

763:
  %764 = call i64 %9(i64 %185)
  %765 = icmp eq i64 %764, 0
  br i1 %765, label %766, label %768

766:
  %767 = phi i64 [ 3, %762 ], [ 8, %763 ]
  call void @"ks.fault"(ptr %0, i64 14, i64 %1, i64 %767, i32 %125)
  br label %805

768:
  %769 = phi i64 [ %760, %759 ], [ %764, %763 ], [ ptrtoint (ptr @"ks.bulk_copy" to i64), %762 ]
  store i64 %769, ptr %11, align 8
  store i64 %86, ptr %111, align 8
  store i64 %733, ptr %112, align 8
  store i64 %162, ptr %113, align 8
  store i64 %93, ptr %114, align 8
  store i64 %734, ptr %115, align 8
  store i64 %659, ptr %116, align 8
  store i64 %164, ptr %117, align 8
  store i64 %216, ptr %118, align 8
  store i64 %193, ptr %105, align 8
  store i64 %219, ptr %119, align 8
  %770 = load i64, ptr %59, align 8
  %771 = mul i64 %770, %193
  %772 = udiv i64 %630, %771
  store i64 %772, ptr %106, align 8
  br label %774

773:
  call void @"ks.bulk_push"(ptr %0, ptr %11)
  br label %805

774:
  %775 = phi i64 [ 0, %768 ], [ %803, %799 ]
  %776 = icmp ult i64 %775, %42
  br i1 %776, label %783, label %777

777:
  %778 = getelementptr inbounds i64, ptr %11, i64 %775
  %779 = getelementptr inbounds i8, ptr %778, i64 136
  store i64 1, ptr %779, align 8
  %780 = getelementptr inbounds i8, ptr %778, i64 176
  store i64 1, ptr %780, align 8
  %781 = getelementptr inbounds i8, ptr %778, i64 216
  store i64 0, ptr %781, align 8
  %782 = getelementptr inbounds i8, ptr %778, i64 256
  store i64 1, ptr %782, align 8
  br label %799

783:
  %784 = getelementptr inbounds i64, ptr %59, i64 %775
  %785 = load i64, ptr %784, align 8
  %786 = getelementptr inbounds i64, ptr %11, i64 %775
  %787 = getelementptr inbounds i8, ptr %786, i64 136
  store i64 %785, ptr %787, align 8
  %788 = getelementptr inbounds i64, ptr %56, i64 %775
  %789 = load i64, ptr %788, align 8
  %790 = getelementptr inbounds i8, ptr %786, i64 176
  store i64 %789, ptr %790, align 8
  %791 = getelementptr inbounds i64, ptr %18, i64 %775
  %792 = load i64, ptr %791, align 8
  %793 = getelementptr inbounds i8, ptr %786, i64 216
  store i64 %792, ptr %793, align 8
  %794 = getelementptr inbounds i64, ptr %55, i64 %775
  %795 = load i64, ptr %794, align 8
  %796 = getelementptr inbounds i8, ptr %786, i64 256
  store i64 %795, ptr %796, align 8
  %797 = getelementptr inbounds i64, ptr %57, i64 %775
  %798 = load i64, ptr %797, align 8
  br label %799

799:
  %800 = phi i64 [ %798, %783 ], [ 0, %777 ]
  %801 = getelementptr inbounds i64, ptr %11, i64 %775
  %802 = getelementptr inbounds i8, ptr %801, i64 296
  store i64 %800, ptr %802, align 8
  %803 = add i64 %775, 1
  %804 = icmp ult i64 %775, 4
  br i1 %804, label %774, label %773

805:
  br label %806

806:
  br label %807

807:
  %808 = add i64 %147, 1
  %809 = icmp ult i64 %808, %135
  br i1 %809, label %146, label %810

810:
  %811 = add i32 %124, -1
  %812 = and i32 %811, %124
  %813 = icmp eq i32 %812, 0
  br i1 %813, label %814, label %123

814:
  ret void
}
define weak_odr void @"ks.tensormap_replace"(ptr %0, i64 %1, <32 x i64> %2, <32 x i64> %3, i32 %4, i64 %5, i64 %6, i64 %7) {
  %9 = alloca i64, align 8
  %10 = icmp eq i32 %4, 0
  br i1 %10, label %66, label %11

11:
  %12 = getelementptr inbounds i8, ptr %0, i64 312
  %13 = getelementptr inbounds i8, ptr %0, i64 64
  %14 = getelementptr inbounds i8, ptr %0, i64 432
  %15 = getelementptr inbounds i8, ptr %0, i64 400
  br label %16

16:
  %17 = phi i32 [ %4, %11 ], [ %89, %87 ]
  %18 = call i32 @"llvm.cttz.i32"(i32 %17, i1 true)
  %19 = extractelement <32 x i64> %2, i32 %18
  %20 = and i64 %19, 63
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %23, label %22

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
  br i1 %45, label %46, label %47

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
  br i1 %74, label %75, label %84

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
  br i1 %6, label %65, label %7

7:
  %8 = getelementptr inbounds i8, ptr %0, i64 400
  %9 = getelementptr inbounds i8, ptr %0, i64 312
  %10 = getelementptr inbounds i8, ptr %0, i64 64
  %11 = getelementptr inbounds i8, ptr %0, i64 432
  br label %12

12:
  %13 = phi i32 [ %4, %7 ], [ %63, %60 ]
  %14 = call i32 @"llvm.cttz.i32"(i32 %13, i1 true)
  %15 = extractelement <32 x i64> %2, i32 %14
  %16 = and i64 %15, 63
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18

18:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %15, i32 %14)
  br label %65

19:
  %20 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %15, i64 128, i32 %14)
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %65, label %22

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
  br i1 %32, label %65, label %33

33:
  %34 = extractelement <32 x i64> %3, i32 %14
  %35 = and i64 %34, 63
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %38, label %37

37:
  call void @"ks.fault"(ptr %0, i64 2, i64 %1, i64 %34, i32 %14)
  br label %65

38:
  %39 = shl i64 %34, 40
  %40 = ashr exact i64 %39, 40
  %41 = icmp eq i64 %34, %40
  br i1 %41, label %48, label %42

42:
  %43 = sub i64 %34, %40
  %44 = load i64, ptr %9, align 8
  %45 = shl i64 %44, 24
  %46 = icmp eq i64 %43, %45
  %47 = select i1 %46, i64 %40, i64 %34
  br label %48

48:
  %49 = phi i64 [ %34, %38 ], [ %47, %42 ]
  %50 = load i64, ptr %10, align 8
  %51 = icmp uge i64 %49, %50
  %52 = add i64 %49, 128
  %53 = icmp ugt i64 %52, %50
  %54 = or i1 %51, %53
  br i1 %54, label %55, label %56

55:
  call void @"ks.fault"(ptr %0, i64 3, i64 %1, i64 %49, i32 %14)
  br label %65

56:
  %57 = load i64, ptr %11, align 8
  %58 = add i64 %57, %49
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %65, label %60

60:
  %61 = inttoptr i64 %58 to ptr
  call void @"llvm.memmove.p0.p0.i64"(ptr align 1 %31, ptr align 1 %61, i64 128, i1 false)
  %62 = add i32 %13, -1
  %63 = and i32 %62, %13
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %65, label %12

65:
  ret void
}
define weak_odr void @"ks.mbarrier_set"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, <32 x i64> %4, i1 %5, i1 %6) {
  %8 = alloca [32 x i64], align 8
  %9 = call i1 @"ks.shared_hosts"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 8, i1 %5, ptr %8)
  %10 = icmp ne i32 %3, 0
  %11 = and i1 %10, %9
  br i1 %11, label %12, label %37

12:
  %13 = getelementptr inbounds i8, ptr %0, i64 360
  br label %14

14:
  %15 = phi i32 [ %3, %12 ], [ %35, %29 ]
  %16 = call i32 @"llvm.cttz.i32"(i32 %15, i1 true)
  %17 = extractelement <32 x i64> %4, i32 %16
  br i1 %6, label %18, label %29

18:
  %19 = load i64, ptr %13, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %29, label %21

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
  %15 = getelementptr inbounds i8, ptr %0, i64 360
  %16 = getelementptr inbounds i8, ptr %0, i64 440
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
  br i1 %33, label %34, label %40

34:
  %35 = load i64, ptr %15, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %40, label %37

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
  br i1 %12, label %13, label %95

13:
  %14 = getelementptr inbounds i8, ptr %0, i64 176
  store i64 0, ptr %14, align 8
  %15 = icmp eq i32 %3, 0
  br i1 %15, label %95, label %16

16:
  %17 = getelementptr inbounds i8, ptr %0, i64 360
  br label %18

18:
  %19 = phi i32 [ %3, %16 ], [ %93, %69 ]
  %20 = call i32 @"llvm.cttz.i32"(i32 %19, i1 true)
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds i64, ptr %11, i64 %21
  %23 = load i64, ptr %22, align 8
  %24 = inttoptr i64 %23 to ptr
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds i64, ptr %7, i64 %21
  store i64 %25, ptr %26, align 8
  br i1 %9, label %31, label %27

27:
  %28 = extractelement <32 x i64> %4, i32 %20
  %29 = extractelement <32 x i64> %6, i32 %20
  %30 = lshr i64 %25, 20
  br label %69

31:
  %32 = shl i64 %25, 2
  %33 = ashr i64 %32, 42
  %34 = extractelement <32 x i64> %6, i32 %20
  %35 = and i64 %25, 4611686018427387904
  %36 = icmp ne i64 %35, 0
  %37 = and i64 %25, 1048575
  %38 = icmp eq i64 %37, 0
  %39 = or i1 %36, %38
  br i1 %39, label %40, label %46

40:
  %41 = load i64, ptr %17, align 8
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %46, label %43

43:
  %44 = shl i32 1, %20
  %45 = inttoptr i64 %41 to ptr
  call void %45(ptr %0, i32 7, i64 %1, i32 %44, i64 %23, ptr null)
  br label %46

46:
  %47 = extractelement <32 x i64> %4, i32 %20
  %48 = lshr i64 %25, 20
  %49 = and i64 %48, 1048575
  %50 = icmp sgt i64 %47, %49
  br i1 %50, label %51, label %58

51:
  %52 = load i64, ptr %17, align 8
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %58, label %54

54:
  %55 = shl i32 1, %20
  %56 = load i64, ptr %22, align 8
  %57 = inttoptr i64 %52 to ptr
  call void %57(ptr %0, i32 9, i64 %1, i32 %55, i64 %56, ptr null)
  br label %58

58:
  %59 = add i64 %34, -1048576
  %60 = add i64 %59, %33
  %61 = icmp ult i64 %60, -2097151
  br i1 %61, label %62, label %69

62:
  %63 = load i64, ptr %17, align 8
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %69, label %65

65:
  %66 = shl i32 1, %20
  %67 = load i64, ptr %22, align 8
  %68 = inttoptr i64 %63 to ptr
  call void %68(ptr %0, i32 10, i64 %1, i32 %66, i64 %67, ptr null)
  br label %69

69:
  %70 = phi i64 [ %30, %27 ], [ %48, %65 ], [ %48, %62 ], [ %48, %58 ]
  %71 = phi i64 [ %29, %27 ], [ %34, %65 ], [ %34, %62 ], [ %34, %58 ]
  %72 = phi i64 [ %28, %27 ], [ %47, %65 ], [ %47, %62 ], [ %47, %58 ]
  %73 = extractelement <32 x i64> %5, i32 %20
  %74 = sub i64 %25, %73
  %75 = and i64 %74, 1048575
  %76 = sub i64 %70, %72
  %77 = and i64 %76, 1048575
  %78 = lshr i64 %25, 40
  %79 = add i64 %78, %71
  %80 = and i64 %79, 4194303
  %81 = or i64 %77, %80
  %82 = icmp eq i64 %81, 0
  %83 = select i1 %82, i64 %75, i64 %77
  %84 = icmp slt i64 %25, 0
  %85 = xor i1 %84, %82
  %86 = select i1 %85, i64 -9223372036854775808, i64 0
  %87 = shl i64 %80, 40
  %88 = or i64 %86, %87
  %89 = shl i64 %83, 20
  %90 = or i64 %88, %89
  %91 = or i64 %90, %75
  store i64 %91, ptr %24, align 8
  %92 = add i32 %19, -1
  %93 = and i32 %92, %19
  %94 = icmp eq i32 %93, 0
  br i1 %94, label %95, label %18

95:
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
  %32 = getelementptr inbounds i8, ptr %0, i64 272
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %45, label %35

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
  br i1 %7, label %378, label %8

8:
  %9 = and i64 %5, 255
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %11, label %34

11:
  %12 = call i32 @"llvm.cttz.i32"(i32 %2, i1 true)
  %13 = extractelement <32 x i64> %3, i32 %12
  %14 = lshr i64 %13, 40
  %15 = getelementptr inbounds i8, ptr %0, i64 328
  %16 = load i64, ptr %15, align 8
  %17 = inttoptr i64 %16 to ptr
  %18 = load i64, ptr %17, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = icmp ult i64 %13, 4503599627370496
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
  br i1 %33, label %378, label %34

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
  %50 = getelementptr inbounds i8, ptr %0, i64 304
  %51 = icmp ne i64 %49, 0
  %52 = getelementptr inbounds i8, ptr %0, i64 464
  %53 = trunc i64 %48 to i4
  %54 = getelementptr inbounds i8, ptr %0, i64 328
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
  %77 = getelementptr inbounds i8, ptr %71, i64 328
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
  br i1 %93, label %369, label %58

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
  br i1 %10, label %140, label %266

140:
  %141 = and <32 x i64> %3, splat (i64 1099511627775)
  %142 = lshr <32 x i64> %3, splat (i64 40)
  %143 = getelementptr inbounds i8, ptr %0, i64 328
  %144 = lshr exact i64 %5, 8
  %145 = and i64 %144, 255
  %146 = mul i64 %145, %36
  %147 = insertelement <32 x i64> poison, i64 %146, i64 0
  %148 = shufflevector <32 x i64> %147, <32 x i64> poison, <32 x i32> zeroinitializer
  %149 = add <32 x i64> %148, %141
  %150 = call i64 @"llvm.umin.i64"(i64 %145, i64 8)
  %151 = icmp eq i64 %146, 0
  %152 = trunc i64 %150 to i4
  %153 = zext i32 %1 to i64
  %154 = mul i64 %153, 528
  %155 = getelementptr inbounds i8, ptr %0, i64 120
  br label %156

156:
  %157 = phi i32 [ %2, %140 ], [ %264, %263 ]
  %158 = call i32 @"llvm.cttz.i32"(i32 %157, i1 true)
  %159 = extractelement <32 x i64> %3, i32 %158
  %160 = lshr i64 %159, 40
  %161 = insertelement <32 x i64> poison, i64 %160, i64 0
  %162 = shufflevector <32 x i64> %161, <32 x i64> poison, <32 x i32> zeroinitializer
  %163 = icmp eq <32 x i64> %142, %162
  %164 = bitcast <32 x i1> %163 to i32
  %165 = and i32 %157, %164
  %166 = call i32 @"llvm.cttz.i32"(i32 %165, i1 false)
  %167 = extractelement <32 x i64> %3, i32 %166
  %168 = load i64, ptr %143, align 8
  %169 = inttoptr i64 %168 to ptr
  %170 = load i64, ptr %169, align 8
  %171 = inttoptr i64 %170 to ptr
  %172 = icmp ult i64 %167, 4503599627370496
  %173 = lshr i64 %167, 39
  %174 = and i64 %173, 33554430
  %175 = select i1 %172, i64 %174, i64 0
  %176 = getelementptr inbounds i64, ptr %171, i64 %175
  %177 = getelementptr inbounds i8, ptr %176, i64 8
  %178 = load i64, ptr %177, align 8
  %179 = insertelement <32 x i64> poison, i64 %178, i64 0
  %180 = shufflevector <32 x i64> %179, <32 x i64> poison, <32 x i32> zeroinitializer
  %181 = icmp ule <32 x i64> %149, %180
  %182 = bitcast <32 x i1> %181 to i32
  %183 = and i32 %165, %182
  %184 = load i64, ptr %176, align 8
  %185 = icmp eq i64 %184, 0
  br i1 %185, label %263, label %186

186:
  br i1 %151, label %190, label %187

187:
  %188 = bitcast i32 %183 to <32 x i1>
  %189 = inttoptr i64 %184 to ptr
  br label %195

190:
  %191 = phi <32 x i64> [ zeroinitializer, %186 ], [ %236, %219 ]
  %192 = icmp ne <32 x i64> %191, zeroinitializer
  %193 = bitcast <32 x i1> %192 to i32
  %194 = icmp eq i32 %193, 0
  br i1 %194, label %263, label %239

195:
  %196 = phi <32 x i64> [ zeroinitializer, %187 ], [ %236, %219 ]
  %197 = phi i64 [ 0, %187 ], [ %237, %219 ]
  %198 = insertelement <32 x i64> poison, i64 %197, i64 0
  %199 = shufflevector <32 x i64> %198, <32 x i64> poison, <32 x i32> zeroinitializer
  %200 = add <32 x i64> %199, %141
  switch i4 %152, label %215 [
    i4 1, label %201
    i4 2, label %205
    i4 4, label %210
  ]

201:
  %202 = getelementptr i8, ptr %189, <32 x i64> %200
  %203 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %202, i32 1, <32 x i1> %188, <32 x i8> zeroinitializer)
  %204 = zext <32 x i8> %203 to <32 x i64>
  br label %219

205:
  %206 = lshr <32 x i64> %200, splat (i64 1)
  %207 = getelementptr i16, ptr %189, <32 x i64> %206
  %208 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %207, i32 2, <32 x i1> %188, <32 x i16> zeroinitializer)
  %209 = zext <32 x i16> %208 to <32 x i64>
  br label %219

210:
  %211 = lshr <32 x i64> %200, splat (i64 2)
  %212 = getelementptr i32, ptr %189, <32 x i64> %211
  %213 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %212, i32 4, <32 x i1> %188, <32 x i32> zeroinitializer)
  %214 = zext <32 x i32> %213 to <32 x i64>
  br label %219

215:
  %216 = lshr <32 x i64> %200, splat (i64 3)
  %217 = getelementptr i64, ptr %189, <32 x i64> %216
  %218 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %217, i32 8, <32 x i1> %188, <32 x i64> zeroinitializer)
  br label %219

219:
  %220 = phi <32 x i64> [ %204, %201 ], [ %209, %205 ], [ %214, %210 ], [ %218, %215 ]
  %221 = udiv i64 %197, %145
  %222 = getelementptr inbounds i64, ptr %4, i64 %221
  %223 = and <32 x i64> %220, splat (i64 144680345676153346)
  %224 = icmp ne <32 x i64> %223, zeroinitializer
  %225 = bitcast <32 x i1> %224 to i32
  %226 = zext i32 %225 to i64
  %227 = icmp ne <32 x i64> %220, zeroinitializer
  %228 = bitcast <32 x i1> %227 to i32
  %229 = zext i32 %228 to i64
  %230 = xor i64 %226, -1
  %231 = and i64 %230, %229
  %232 = shl i64 %231, 32
  %233 = load i64, ptr %222, align 8
  %234 = or i64 %233, %232
  %235 = or i64 %234, %226
  store i64 %235, ptr %222, align 8
  %236 = or <32 x i64> %220, %196
  %237 = add i64 %197, %150
  %238 = icmp ult i64 %237, %146
  br i1 %238, label %195, label %190

239:
  %240 = call i32 @"llvm.cttz.i32"(i32 %193, i1 true)
  %241 = extractelement <32 x i64> %3, i32 %240
  %242 = extractelement <32 x i64> %191, i32 %240
  %243 = and i64 %242, 72340172838076673
  %244 = icmp eq i64 %243, 0
  %245 = and i64 %242, 144680345676153346
  %246 = icmp eq i64 %245, 0
  %247 = load i64, ptr %143, align 8
  %248 = inttoptr i64 %247 to ptr
  %249 = getelementptr inbounds i8, ptr %248, i64 16
  %250 = load i64, ptr %249, align 8
  %251 = inttoptr i64 %250 to ptr
  %252 = getelementptr inbounds i8, ptr %251, i64 %154
  %253 = load i64, ptr %155, align 8
  %254 = shl i64 %253, 4
  %255 = getelementptr inbounds i8, ptr %252, i64 %254
  %256 = getelementptr inbounds i8, ptr %255, i64 8
  store i64 %241, ptr %256, align 8
  %257 = select i1 %244, i64 4611686018427387906, i64 4611686018427387907
  %258 = select i1 %246, i64 4611686018427387905, i64 %257
  %259 = shl i32 %240, 8
  %260 = zext i32 %259 to i64
  %261 = or i64 %258, %260
  %262 = getelementptr inbounds i8, ptr %255, i64 16
  store i64 %261, ptr %262, align 8
  br label %263

263:
  %264 = xor i32 %165, %157
  %265 = icmp eq i32 %165, %157
  br i1 %265, label %369, label %156

266:
  %267 = lshr i64 %5, 8
  %268 = and i64 %267, 255
  %269 = mul i64 %268, %36
  %270 = getelementptr inbounds i8, ptr %0, i64 328
  %271 = call i64 @"llvm.umin.i64"(i64 %268, i64 8)
  %272 = icmp eq i64 %269, 0
  br i1 %272, label %293, label %273

273:
  %274 = load i64, ptr %270, align 8
  %275 = inttoptr i64 %274 to ptr
  %276 = getelementptr inbounds i8, ptr %275, i64 8
  %277 = load i64, ptr %276, align 8
  %278 = insertelement <32 x i64> poison, i64 %269, i64 0
  %279 = shufflevector <32 x i64> %278, <32 x i64> poison, <32 x i32> zeroinitializer
  %280 = add <32 x i64> %279, %3
  %281 = getelementptr inbounds i8, ptr %0, i64 64
  %282 = load i64, ptr %281, align 8
  %283 = insertelement <32 x i64> poison, i64 %282, i64 0
  %284 = shufflevector <32 x i64> %283, <32 x i64> poison, <32 x i32> zeroinitializer
  %285 = icmp ule <32 x i64> %280, %284
  %286 = icmp ule <32 x i64> %3, %284
  %287 = and <32 x i1> %285, %286
  %288 = bitcast <32 x i1> %287 to i32
  %289 = and i32 %2, %288
  %290 = bitcast i32 %289 to <32 x i1>
  %291 = trunc i64 %271 to i4
  %292 = inttoptr i64 %277 to ptr
  br label %298

293:
  %294 = phi <32 x i64> [ zeroinitializer, %266 ], [ %339, %322 ]
  %295 = icmp ne <32 x i64> %294, zeroinitializer
  %296 = bitcast <32 x i1> %295 to i32
  %297 = icmp eq i32 %296, 0
  br i1 %297, label %369, label %342

298:
  %299 = phi <32 x i64> [ zeroinitializer, %273 ], [ %339, %322 ]
  %300 = phi i64 [ 0, %273 ], [ %340, %322 ]
  %301 = insertelement <32 x i64> poison, i64 %300, i64 0
  %302 = shufflevector <32 x i64> %301, <32 x i64> poison, <32 x i32> zeroinitializer
  %303 = add <32 x i64> %302, %3
  switch i4 %291, label %318 [
    i4 1, label %304
    i4 2, label %308
    i4 4, label %313
  ]

304:
  %305 = getelementptr i8, ptr %292, <32 x i64> %303
  %306 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %305, i32 1, <32 x i1> %290, <32 x i8> zeroinitializer)
  %307 = zext <32 x i8> %306 to <32 x i64>
  br label %322

308:
  %309 = lshr <32 x i64> %303, splat (i64 1)
  %310 = getelementptr i16, ptr %292, <32 x i64> %309
  %311 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %310, i32 2, <32 x i1> %290, <32 x i16> zeroinitializer)
  %312 = zext <32 x i16> %311 to <32 x i64>
  br label %322

313:
  %314 = lshr <32 x i64> %303, splat (i64 2)
  %315 = getelementptr i32, ptr %292, <32 x i64> %314
  %316 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %315, i32 4, <32 x i1> %290, <32 x i32> zeroinitializer)
  %317 = zext <32 x i32> %316 to <32 x i64>
  br label %322

318:
  %319 = lshr <32 x i64> %303, splat (i64 3)
  %320 = getelementptr i64, ptr %292, <32 x i64> %319
  %321 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %320, i32 8, <32 x i1> %290, <32 x i64> zeroinitializer)
  br label %322

322:
  %323 = phi <32 x i64> [ %307, %304 ], [ %312, %308 ], [ %317, %313 ], [ %321, %318 ]
  %324 = udiv i64 %300, %268
  %325 = getelementptr inbounds i64, ptr %4, i64 %324
  %326 = and <32 x i64> %323, splat (i64 144680345676153346)
  %327 = icmp ne <32 x i64> %326, zeroinitializer
  %328 = bitcast <32 x i1> %327 to i32
  %329 = zext i32 %328 to i64
  %330 = icmp ne <32 x i64> %323, zeroinitializer
  %331 = bitcast <32 x i1> %330 to i32
  %332 = zext i32 %331 to i64
  %333 = xor i64 %329, -1
  %334 = and i64 %333, %332
  %335 = shl i64 %334, 32
  %336 = load i64, ptr %325, align 8
  %337 = or i64 %336, %335
  %338 = or i64 %337, %329
  store i64 %338, ptr %325, align 8
  %339 = or <32 x i64> %323, %299
  %340 = add i64 %300, %271
  %341 = icmp ult i64 %340, %269
  br i1 %341, label %298, label %293

342:
  %343 = call i32 @"llvm.cttz.i32"(i32 %296, i1 true)
  %344 = extractelement <32 x i64> %3, i32 %343
  %345 = extractelement <32 x i64> %294, i32 %343
  %346 = and i64 %345, 72340172838076673
  %347 = icmp eq i64 %346, 0
  %348 = and i64 %345, 144680345676153346
  %349 = icmp eq i64 %348, 0
  %350 = load i64, ptr %270, align 8
  %351 = inttoptr i64 %350 to ptr
  %352 = getelementptr inbounds i8, ptr %351, i64 16
  %353 = load i64, ptr %352, align 8
  %354 = inttoptr i64 %353 to ptr
  %355 = zext i32 %1 to i64
  %356 = mul i64 %355, 528
  %357 = getelementptr inbounds i8, ptr %354, i64 %356
  %358 = getelementptr inbounds i8, ptr %0, i64 120
  %359 = load i64, ptr %358, align 8
  %360 = shl i64 %359, 4
  %361 = getelementptr inbounds i8, ptr %357, i64 %360
  %362 = getelementptr inbounds i8, ptr %361, i64 8
  store i64 %344, ptr %362, align 8
  %363 = select i1 %347, i64 4611686018427387906, i64 4611686018427387907
  %364 = select i1 %349, i64 4611686018427387905, i64 %363
  %365 = shl i32 %343, 8
  %366 = zext i32 %365 to i64
  %367 = or i64 %364, %366
  %368 = getelementptr inbounds i8, ptr %361, i64 16
  store i64 %367, ptr %368, align 8
  br label %369

369:
  br i1 %37, label %378, label %370

370:
  %371 = phi i64 [ %376, %370 ], [ 0, %369 ]
  %372 = phi i64 [ %375, %370 ], [ 0, %369 ]
  %373 = getelementptr inbounds i64, ptr %4, i64 %371
  %374 = load i64, ptr %373, align 8
  %375 = or i64 %374, %372
  %376 = add i64 %371, 1
  %377 = icmp ult i64 %376, %36
  br i1 %377, label %370, label %378

378:
  %379 = phi i64 [ 0, %6 ], [ 0, %26 ], [ 0, %369 ], [ %375, %370 ]
  ret i64 %379
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
  %17 = getelementptr inbounds i8, ptr %0, i64 328
  %18 = load i64, ptr %17, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = load i64, ptr %19, align 8
  %21 = inttoptr i64 %20 to ptr
  %22 = icmp ult i64 %16, 4503599627370496
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
  %49 = getelementptr inbounds i8, ptr %0, i64 328
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
  br i1 %49, label %117, label %91

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
  %97 = getelementptr inbounds i8, ptr %0, i64 328
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
  br i1 %7, label %276, label %8

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
  br i1 %25, label %26, label %43

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 328
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
  switch i8 %44, label %217 [
    i8 2, label %45
    i8 0, label %102
  ]

45:
  %46 = lshr i64 %5, 8
  %47 = and i64 %46, 255
  %48 = mul i64 %47, %10
  %49 = getelementptr inbounds i8, ptr %0, i64 304
  %50 = getelementptr inbounds i8, ptr %0, i64 464
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
  %71 = getelementptr inbounds i8, ptr %65, i64 328
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
  br i1 %101, label %276, label %52

102:
  br i1 %25, label %126, label %103

103:
  %104 = call i32 @"llvm.cttz.i32"(i32 %2, i1 true)
  %105 = extractelement <32 x i64> %3, i32 %104
  %106 = lshr i64 %105, 40
  %107 = getelementptr inbounds i8, ptr %0, i64 328
  %108 = load i64, ptr %107, align 8
  %109 = inttoptr i64 %108 to ptr
  %110 = load i64, ptr %109, align 8
  %111 = inttoptr i64 %110 to ptr
  %112 = icmp ult i64 %105, 4503599627370496
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
  br i1 %125, label %276, label %126

126:
  %127 = and <32 x i64> %3, splat (i64 1099511627775)
  %128 = lshr <32 x i64> %3, splat (i64 40)
  %129 = getelementptr inbounds i8, ptr %0, i64 328
  %130 = lshr i64 %5, 8
  %131 = and i64 %130, 255
  %132 = mul i64 %131, %10
  %133 = insertelement <32 x i64> poison, i64 %132, i64 0
  %134 = shufflevector <32 x i64> %133, <32 x i64> poison, <32 x i32> zeroinitializer
  %135 = add <32 x i64> %134, %127
  %136 = call i64 @"llvm.umin.i64"(i64 %131, i64 8)
  %137 = icmp eq i64 %132, 0
  %138 = trunc i64 %136 to i4
  br label %139

139:
  %140 = phi i32 [ %2, %126 ], [ %215, %214 ]
  %141 = call i32 @"llvm.cttz.i32"(i32 %140, i1 true)
  %142 = extractelement <32 x i64> %3, i32 %141
  %143 = lshr i64 %142, 40
  %144 = insertelement <32 x i64> poison, i64 %143, i64 0
  %145 = shufflevector <32 x i64> %144, <32 x i64> poison, <32 x i32> zeroinitializer
  %146 = icmp eq <32 x i64> %128, %145
  %147 = bitcast <32 x i1> %146 to i32
  %148 = and i32 %140, %147
  %149 = call i32 @"llvm.cttz.i32"(i32 %148, i1 false)
  %150 = extractelement <32 x i64> %3, i32 %149
  %151 = load i64, ptr %129, align 8
  %152 = inttoptr i64 %151 to ptr
  %153 = load i64, ptr %152, align 8
  %154 = inttoptr i64 %153 to ptr
  %155 = icmp ult i64 %150, 4503599627370496
  %156 = lshr i64 %150, 39
  %157 = and i64 %156, 33554430
  %158 = select i1 %155, i64 %157, i64 0
  %159 = getelementptr inbounds i64, ptr %154, i64 %158
  %160 = load i64, ptr %159, align 8
  %161 = icmp eq i64 %160, 0
  %162 = select i1 %25, i1 %161, i1 false
  br i1 %162, label %163, label %168

163:
  %164 = getelementptr inbounds i8, ptr %152, i64 24
  %165 = load i64, ptr %164, align 8
  %166 = inttoptr i64 %165 to ptr
  call void %166(ptr %0, i32 %1, i32 5, i32 %148, i64 %150)
  %167 = load i64, ptr %159, align 8
  br label %168

168:
  %169 = phi i64 [ %160, %139 ], [ %167, %163 ]
  %170 = icmp eq i64 %169, 0
  %171 = select i1 %170, i1 true, i1 %137
  br i1 %171, label %214, label %172

172:
  %173 = getelementptr inbounds i8, ptr %159, i64 8
  %174 = load i64, ptr %173, align 8
  %175 = insertelement <32 x i64> poison, i64 %174, i64 0
  %176 = shufflevector <32 x i64> %175, <32 x i64> poison, <32 x i32> zeroinitializer
  %177 = icmp ule <32 x i64> %135, %176
  %178 = bitcast <32 x i1> %177 to i32
  %179 = and i32 %148, %178
  %180 = bitcast i32 %179 to <32 x i1>
  %181 = inttoptr i64 %169 to ptr
  br label %182

182:
  %183 = phi i64 [ 0, %172 ], [ %212, %211 ]
  %184 = insertelement <32 x i64> poison, i64 %183, i64 0
  %185 = shufflevector <32 x i64> %184, <32 x i64> poison, <32 x i32> zeroinitializer
  %186 = add <32 x i64> %185, %127
  %187 = udiv i64 %183, %131
  %188 = getelementptr inbounds i64, ptr %4, i64 %187
  %189 = load i64, ptr %188, align 8
  %190 = lshr i64 %189, 32
  %191 = trunc i64 %190 to i32
  %192 = bitcast i32 %191 to <32 x i1>
  %193 = select <32 x i1> %192, <32 x i64> splat (i64 72340172838076673), <32 x i64> zeroinitializer
  %194 = trunc i64 %189 to i32
  %195 = bitcast i32 %194 to <32 x i1>
  %196 = select <32 x i1> %195, <32 x i64> splat (i64 217020518514230019), <32 x i64> %193
  switch i4 %138, label %208 [
    i4 1, label %197
    i4 2, label %200
    i4 4, label %204
  ]

197:
  %198 = trunc <32 x i64> %196 to <32 x i8>
  %199 = getelementptr i8, ptr %181, <32 x i64> %186
  call void @"llvm.masked.scatter.v32i8.v32p0"(<32 x i8> %198, <32 x ptr> %199, i32 1, <32 x i1> %180)
  br label %211

200:
  %201 = lshr <32 x i64> %186, splat (i64 1)
  %202 = trunc <32 x i64> %196 to <32 x i16>
  %203 = getelementptr i16, ptr %181, <32 x i64> %201
  call void @"llvm.masked.scatter.v32i16.v32p0"(<32 x i16> %202, <32 x ptr> %203, i32 2, <32 x i1> %180)
  br label %211

204:
  %205 = lshr <32 x i64> %186, splat (i64 2)
  %206 = trunc <32 x i64> %196 to <32 x i32>
  %207 = getelementptr i32, ptr %181, <32 x i64> %205
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %206, <32 x ptr> %207, i32 4, <32 x i1> %180)
  br label %211

208:
  %209 = lshr <32 x i64> %186, splat (i64 3)
  %210 = getelementptr i64, ptr %181, <32 x i64> %209
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %196, <32 x ptr> %210, i32 8, <32 x i1> %180)
  br label %211

211:
  %212 = add i64 %183, %136
  %213 = icmp ult i64 %212, %132
  br i1 %213, label %182, label %214

214:
  %215 = xor i32 %148, %140
  %216 = icmp eq i32 %148, %140
  br i1 %216, label %276, label %139

217:
  %218 = lshr i64 %5, 8
  %219 = and i64 %218, 255
  %220 = mul i64 %219, %10
  %221 = call i64 @"llvm.umin.i64"(i64 %219, i64 8)
  %222 = icmp eq i64 %220, 0
  br i1 %222, label %276, label %223

223:
  %224 = getelementptr inbounds i8, ptr %0, i64 328
  %225 = load i64, ptr %224, align 8
  %226 = inttoptr i64 %225 to ptr
  %227 = getelementptr inbounds i8, ptr %226, i64 8
  %228 = load i64, ptr %227, align 8
  %229 = insertelement <32 x i64> poison, i64 %220, i64 0
  %230 = shufflevector <32 x i64> %229, <32 x i64> poison, <32 x i32> zeroinitializer
  %231 = add <32 x i64> %230, %3
  %232 = getelementptr inbounds i8, ptr %0, i64 64
  %233 = load i64, ptr %232, align 8
  %234 = insertelement <32 x i64> poison, i64 %233, i64 0
  %235 = shufflevector <32 x i64> %234, <32 x i64> poison, <32 x i32> zeroinitializer
  %236 = icmp ule <32 x i64> %231, %235
  %237 = icmp ule <32 x i64> %3, %235
  %238 = and <32 x i1> %236, %237
  %239 = bitcast <32 x i1> %238 to i32
  %240 = and i32 %2, %239
  %241 = bitcast i32 %240 to <32 x i1>
  %242 = trunc i64 %221 to i4
  %243 = inttoptr i64 %228 to ptr
  br label %244

244:
  %245 = phi i64 [ 0, %223 ], [ %274, %273 ]
  %246 = insertelement <32 x i64> poison, i64 %245, i64 0
  %247 = shufflevector <32 x i64> %246, <32 x i64> poison, <32 x i32> zeroinitializer
  %248 = add <32 x i64> %247, %3
  %249 = udiv i64 %245, %219
  %250 = getelementptr inbounds i64, ptr %4, i64 %249
  %251 = load i64, ptr %250, align 8
  %252 = lshr i64 %251, 32
  %253 = trunc i64 %252 to i32
  %254 = bitcast i32 %253 to <32 x i1>
  %255 = select <32 x i1> %254, <32 x i64> splat (i64 72340172838076673), <32 x i64> zeroinitializer
  %256 = trunc i64 %251 to i32
  %257 = bitcast i32 %256 to <32 x i1>
  %258 = select <32 x i1> %257, <32 x i64> splat (i64 217020518514230019), <32 x i64> %255
  switch i4 %242, label %270 [
    i4 1, label %259
    i4 2, label %262
    i4 4, label %266
  ]

259:
  %260 = trunc <32 x i64> %258 to <32 x i8>
  %261 = getelementptr i8, ptr %243, <32 x i64> %248
  call void @"llvm.masked.scatter.v32i8.v32p0"(<32 x i8> %260, <32 x ptr> %261, i32 1, <32 x i1> %241)
  br label %273

262:
  %263 = lshr <32 x i64> %248, splat (i64 1)
  %264 = trunc <32 x i64> %258 to <32 x i16>
  %265 = getelementptr i16, ptr %243, <32 x i64> %263
  call void @"llvm.masked.scatter.v32i16.v32p0"(<32 x i16> %264, <32 x ptr> %265, i32 2, <32 x i1> %241)
  br label %273

266:
  %267 = lshr <32 x i64> %248, splat (i64 2)
  %268 = trunc <32 x i64> %258 to <32 x i32>
  %269 = getelementptr i32, ptr %243, <32 x i64> %267
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %268, <32 x ptr> %269, i32 4, <32 x i1> %241)
  br label %273

270:
  %271 = lshr <32 x i64> %248, splat (i64 3)
  %272 = getelementptr i64, ptr %243, <32 x i64> %271
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %258, <32 x ptr> %272, i32 8, <32 x i1> %241)
  br label %273

273:
  %274 = add i64 %245, %221
  %275 = icmp ult i64 %274, %220
  br i1 %275, label %244, label %276

276:
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
  br i1 %27, label %90, label %28

28:
  %29 = call i32 @"llvm.cttz.i32"(i32 %2, i1 true)
  %30 = zext i32 %29 to i64
  %31 = mul i64 %4, %30
  %32 = add i64 %31, %3
  %33 = getelementptr inbounds i8, ptr %0, i64 328
  %34 = load i64, ptr %33, align 8
  %35 = inttoptr i64 %34 to ptr
  %36 = load i64, ptr %35, align 8
  %37 = inttoptr i64 %36 to ptr
  %38 = icmp ult i64 %32, 4503599627370496
  %39 = lshr i64 %32, 39
  %40 = and i64 %39, 33554430
  %41 = select i1 %38, i64 %40, i64 0
  %42 = getelementptr inbounds i64, ptr %37, i64 %41
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %90, label %45

45:
  %46 = icmp eq i32 %2, -1
  br i1 %46, label %47, label %83

47:
  %48 = lshr i64 %6, 8
  %49 = and i64 %48, 255
  %50 = mul i64 %49, %11
  %51 = icmp ne i64 %4, %50
  %52 = select i1 %51, i1 true, i1 %24
  br i1 %52, label %83, label %53

53:
  %54 = getelementptr inbounds i8, ptr %0, i64 328
  %55 = load i64, ptr %54, align 8
  %56 = inttoptr i64 %55 to ptr
  %57 = load i64, ptr %56, align 8
  %58 = inttoptr i64 %57 to ptr
  %59 = icmp ult i64 %3, 4503599627370496
  %60 = lshr i64 %3, 39
  %61 = and i64 %60, 33554430
  %62 = select i1 %59, i64 %61, i64 0
  %63 = getelementptr inbounds i64, ptr %58, i64 %62
  %64 = getelementptr inbounds i8, ptr %56, i64 8
  %65 = select i1 %9, ptr %64, ptr %63
  %66 = load i64, ptr %65, align 8
  %67 = and i64 %3, 1099511627775
  %68 = select i1 %9, i64 %3, i64 %67
  %69 = shl i64 %4, 5
  %70 = icmp eq i64 %66, 0
  br i1 %70, label %90, label %71

71:
  %72 = add i64 %69, %68
  %73 = getelementptr inbounds i8, ptr %0, i64 64
  %74 = getelementptr inbounds i8, ptr %63, i64 8
  %75 = select i1 %9, ptr %73, ptr %74
  %76 = load i64, ptr %75, align 8
  %77 = icmp ugt i64 %68, %76
  %78 = icmp ugt i64 %72, %76
  %79 = select i1 %77, i1 true, i1 %78
  br i1 %79, label %83, label %80

80:
  %81 = inttoptr i64 %66 to ptr
  %82 = getelementptr inbounds i8, ptr %81, i64 %68
  call void @"llvm.memset.p0.i64"(ptr align 1 %82, i8 0, i64 %69, i1 false)
  br label %90

83:
  %84 = insertelement <32 x i64> poison, i64 %3, i64 0
  %85 = shufflevector <32 x i64> %84, <32 x i64> poison, <32 x i32> zeroinitializer
  %86 = insertelement <32 x i64> poison, i64 %4, i64 0
  %87 = shufflevector <32 x i64> %86, <32 x i64> poison, <32 x i32> zeroinitializer
  %88 = mul <32 x i64> %87, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %89 = add <32 x i64> %88, %85
  call void @"ks.tags_store"(ptr %0, i32 %1, i32 %2, <32 x i64> %89, ptr %5, i64 %6)
  br label %90

90:
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
  br i1 %25, label %43, label %26

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 328
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
  %7 = getelementptr inbounds i8, ptr %0, i64 328
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
  br i1 %34, label %109, label %54

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
  %62 = icmp ult i64 %56, 4503599627370496
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
  br i1 %75, label %109, label %76

76:
  %77 = inttoptr i64 %11 to ptr
  br label %78

78:
  %79 = phi i32 [ %33, %76 ], [ %107, %105 ]
  %80 = call i32 @"llvm.cttz.i32"(i32 %79, i1 true)
  %81 = extractelement <32 x i64> %2, i32 %80
  %82 = load i64, ptr %7, align 8
  %83 = inttoptr i64 %82 to ptr
  %84 = load i64, ptr %83, align 8
  %85 = inttoptr i64 %84 to ptr
  %86 = icmp ult i64 %81, 4503599627370496
  %87 = lshr i64 %81, 39
  %88 = and i64 %87, 33554430
  %89 = select i1 %86, i64 %88, i64 0
  %90 = getelementptr inbounds i64, ptr %85, i64 %89
  %91 = load i64, ptr %90, align 8
  %92 = and i64 %81, 1099511627775
  %93 = extractelement <32 x i64> %4, i32 %80
  %94 = icmp eq i64 %91, 0
  br i1 %94, label %105, label %95

95:
  %96 = add i64 %92, %93
  %97 = getelementptr inbounds i8, ptr %90, i64 8
  %98 = load i64, ptr %97, align 8
  %99 = icmp ugt i64 %96, %98
  br i1 %99, label %105, label %100

100:
  %101 = extractelement <32 x i64> %3, i32 %80
  %102 = getelementptr inbounds i8, ptr %77, i64 %101
  %103 = inttoptr i64 %91 to ptr
  %104 = getelementptr inbounds i8, ptr %103, i64 %92
  call void @"llvm.memcpy.p0.p0.i64"(ptr align 1 %102, ptr align 1 %104, i64 %93, i1 false)
  br label %105

105:
  %106 = add i32 %79, -1
  %107 = and i32 %106, %79
  %108 = icmp eq i32 %107, 0
  br i1 %108, label %109, label %78

109:
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
  %5 = getelementptr inbounds i8, ptr %0, i64 328
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
  %2 = getelementptr inbounds i8, ptr %0, i64 328
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
  br i1 %57, label %58, label %101

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
  br i1 %99, label %100, label %64

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
  %3 = getelementptr inbounds i8, ptr %0, i64 392
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
  %4 = getelementptr inbounds i8, ptr %0, i64 392
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
  %5 = getelementptr inbounds i8, ptr %0, i64 392
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
  %33 = getelementptr inbounds i8, ptr %0, i64 432
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
  %5 = getelementptr inbounds i8, ptr %0, i64 392
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = mul i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %7, i64 %11
  %13 = getelementptr inbounds i8, ptr %12, i64 40
  %14 = getelementptr inbounds i8, ptr %0, i64 408
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
  %3 = getelementptr inbounds i8, ptr %0, i64 392
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
  %4 = getelementptr inbounds i8, ptr %0, i64 392
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 120
  %9 = load i64, ptr %8, align 8
  %10 = mul i64 %9, %7
  %11 = getelementptr inbounds i64, ptr %6, i64 %10
  %12 = getelementptr inbounds i8, ptr %11, i64 40
  %13 = getelementptr inbounds i8, ptr %11, i64 48
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %11, i64 64
  %16 = load i64, ptr %15, align 8
  %17 = icmp ne i64 %16, 0
  %18 = icmp ne i64 %2, 0
  %19 = and i1 %18, %17
  br i1 %19, label %20, label %44

20:
  %21 = getelementptr inbounds i8, ptr %6, i64 16
  %22 = load i64, ptr %21, align 8
  %23 = icmp ult i64 %14, %22
  br i1 %23, label %34, label %24

24:
  %25 = getelementptr inbounds i8, ptr %11, i64 56
  store i64 1, ptr %25, align 8
  %26 = getelementptr inbounds i8, ptr %6, i64 24
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds i64, ptr %12, i64 %27
  %29 = load i64, ptr %12, align 8
  %30 = mul i64 %29, 24
  %31 = getelementptr inbounds i8, ptr %28, i64 %30
  %32 = getelementptr inbounds i8, ptr %31, i64 16
  %33 = load i64, ptr %32, align 8
  store i64 %33, ptr %13, align 8
  store i64 0, ptr %15, align 8
  br label %44

34:
  %35 = shl i64 %2, 48
  %36 = add i64 %35, -281474976710656
  %37 = or i64 %36, %1
  %38 = getelementptr inbounds i8, ptr %6, i64 32
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr i64, ptr %12, i64 %39
  %41 = getelementptr i64, ptr %40, i64 %14
  store i64 %37, ptr %41, align 8
  %42 = load i64, ptr %13, align 8
  %43 = add i64 %42, 1
  store i64 %43, ptr %13, align 8
  br label %44

44:
  ret void
}
define weak_odr void @"ks.trace_addresses"(ptr %0, i64 %1, <32 x i64> %2, i32 %3, i64 %4) {
  %6 = getelementptr inbounds i8, ptr %0, i64 392
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %0, i64 120
  %11 = load i64, ptr %10, align 8
  %12 = mul i64 %11, %9
  %13 = getelementptr inbounds i64, ptr %8, i64 %12
  %14 = getelementptr inbounds i8, ptr %13, i64 64
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %53, label %17

17:
  %18 = icmp eq i32 %3, 0
  br i1 %18, label %27, label %19

19:
  %20 = phi i64 [ %49, %47 ], [ 0, %17 ]
  %21 = phi i64 [ %48, %47 ], [ 0, %17 ]
  %22 = phi i32 [ %51, %47 ], [ %3, %17 ]
  %23 = call i32 @"llvm.cttz.i32"(i32 %22, i1 true)
  %24 = extractelement <32 x i64> %2, i32 %23
  %25 = add i64 %24, -4503599627370496
  %26 = icmp ult i64 %25, -4362862139015168
  br i1 %26, label %30, label %36

27:
  %28 = phi i64 [ 0, %17 ], [ %48, %47 ]
  %29 = phi i64 [ 0, %17 ], [ %49, %47 ]
  call void @"ks.trace_run"(ptr %0, i64 %29, i64 %28)
  br label %53

30:
  %31 = add i64 %24, -1099511627776
  %32 = icmp ult i64 %31, 3298534883328
  br i1 %32, label %47, label %33

33:
  %34 = call i64 @"ks.translate"(ptr %0, i64 %1, i64 %24, i64 %4, i32 %23)
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %47, label %36

36:
  %37 = phi i64 [ %34, %33 ], [ %24, %19 ]
  %38 = lshr i64 %37, 5
  %39 = sub i64 %38, %20
  %40 = icmp eq i64 %21, 0
  %41 = icmp ugt i64 %39, %21
  %42 = select i1 %40, i1 true, i1 %41
  br i1 %42, label %46, label %43

43:
  %44 = add i64 %39, 1
  %45 = call i64 @"llvm.umax.i64"(i64 %21, i64 %44)
  br label %47

46:
  call void @"ks.trace_run"(ptr %0, i64 %20, i64 %21)
  br label %47

47:
  %48 = phi i64 [ %21, %30 ], [ %21, %33 ], [ %45, %43 ], [ 1, %46 ]
  %49 = phi i64 [ %20, %30 ], [ %20, %33 ], [ %20, %43 ], [ %38, %46 ]
  %50 = add i32 %22, -1
  %51 = and i32 %50, %22
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %27, label %19

53:
  ret void
}
define weak_odr void @"ks.trace_along"(ptr %0, i64 %1, i64 %2, i64 %3, i32 %4, i64 %5) {
  %7 = insertelement <32 x i64> poison, i64 %2, i64 0
  %8 = shufflevector <32 x i64> %7, <32 x i64> poison, <32 x i32> zeroinitializer
  %9 = insertelement <32 x i64> poison, i64 %3, i64 0
  %10 = shufflevector <32 x i64> %9, <32 x i64> poison, <32 x i32> zeroinitializer
  %11 = mul <32 x i64> %10, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %12 = add <32 x i64> %11, %8
  call void @"ks.trace_addresses"(ptr %0, i64 %1, <32 x i64> %12, i32 %4, i64 %5)
  ret void
}
define weak_odr void @"ks.trace_close"(ptr %0, i64 %1, i64 %2) {
  %4 = alloca [9 x i64], align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 392
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = mul i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %7, i64 %11
  %13 = getelementptr inbounds i8, ptr %12, i64 40
  %14 = getelementptr inbounds i8, ptr %0, i64 408
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
  %2 = getelementptr inbounds i8, ptr %0, i64 368
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
  %20 = getelementptr inbounds i8, ptr %0, i64 392
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
  %3 = getelementptr inbounds i8, ptr %0, i64 368
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds i8, ptr %5, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = icmp eq i64 %7, 0
  br i1 %9, label %53, label %10

10:
  %11 = getelementptr inbounds i8, ptr %0, i64 416
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
  %14 = getelementptr inbounds i8, ptr %0, i64 320
  %15 = load i64, ptr %14, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = icmp ne i64 %15, 0
  %18 = icmp ne i32 %3, 0
  %19 = and i1 %18, %17
  br i1 %19, label %20, label %2036

20:
  %21 = and i64 %5, 1
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %1128, label %23

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
  %51 = lshr i64 %5, 16
  %52 = and i64 %51, 255
  %53 = insertelement <32 x i64> poison, i64 %52, i64 0
  %54 = shufflevector <32 x i64> %53, <32 x i64> poison, <32 x i32> zeroinitializer
  %55 = add <32 x i64> %54, %2
  %56 = load i64, ptr %24, align 8
  %57 = insertelement <32 x i64> poison, i64 %56, i64 0
  %58 = shufflevector <32 x i64> %57, <32 x i64> poison, <32 x i32> zeroinitializer
  %59 = icmp ule <32 x i64> %55, %58
  %60 = bitcast <32 x i1> %59 to i32
  %61 = and i32 %3, %60
  %62 = lshr i64 %5, 8
  %63 = and i64 %62, 15
  %64 = lshr i64 %52, %63
  %65 = icmp eq i64 %64, 0
  br i1 %65, label %2036, label %66

66:
  %67 = getelementptr inbounds i8, ptr %16, i64 8
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds i8, ptr %16, i64 144
  %70 = load i64, ptr %69, align 8
  %71 = insertelement <32 x i64> poison, i64 %63, i64 0
  %72 = shufflevector <32 x i64> %71, <32 x i64> poison, <32 x i32> zeroinitializer
  %73 = lshr <32 x i64> %2, %72
  %74 = and i64 %5, 2
  %75 = icmp eq i64 %74, 0
  %76 = and i64 %5, 65
  %77 = icmp eq i64 %76, 65
  %78 = call i64 @"llvm.umin.i64"(i64 %31, i64 %70)
  %79 = select i1 %77, i64 %78, i64 %31
  %80 = bitcast i32 %61 to <32 x i1>
  %81 = and i32 %1, 1048576
  %82 = icmp ne i32 %81, 0
  %83 = xor i1 %82, true
  %84 = getelementptr inbounds i8, ptr %16, i64 64
  %85 = shl i64 %79, 32
  %86 = insertelement <32 x i64> poison, i64 %85, i64 0
  %87 = shufflevector <32 x i64> %86, <32 x i64> poison, <32 x i32> zeroinitializer
  %88 = getelementptr inbounds i8, ptr %16, i64 112
  %89 = and i64 %5, 32
  %90 = icmp eq i64 %89, 0
  %91 = getelementptr inbounds i8, ptr %16, i64 192
  %92 = getelementptr inbounds i8, ptr %16, i64 32
  %93 = shl i64 %26, 8
  %94 = getelementptr inbounds i8, ptr %16, i64 72
  %95 = getelementptr inbounds i8, ptr %16, i64 80
  %96 = getelementptr inbounds i8, ptr %16, i64 88
  %97 = insertelement <32 x i64> poison, i64 %68, i64 0
  %98 = shufflevector <32 x i64> %97, <32 x i64> poison, <32 x i32> zeroinitializer
  %99 = lshr <32 x i64> %41, splat (i64 5)
  %100 = insertelement <32 x i64> poison, i64 %35, i64 0
  %101 = shufflevector <32 x i64> %100, <32 x i64> poison, <32 x i32> zeroinitializer
  %102 = insertelement <32 x i64> poison, i64 %31, i64 0
  %103 = shufflevector <32 x i64> %102, <32 x i64> poison, <32 x i32> zeroinitializer
  %104 = and i64 %5, 8
  %105 = icmp eq i64 %104, 0
  %106 = getelementptr inbounds i8, ptr %16, i64 184
  %107 = insertelement <32 x i64> poison, i64 %70, i64 0
  %108 = shufflevector <32 x i64> %107, <32 x i64> poison, <32 x i32> zeroinitializer
  %109 = insertelement <32 x i32> poison, i32 %1, i64 0
  %110 = shufflevector <32 x i32> %109, <32 x i32> poison, <32 x i32> zeroinitializer
  %111 = and i64 %5, 4
  %112 = icmp eq i64 %111, 0
  %113 = getelementptr inbounds i8, ptr %0, i64 432
  %114 = lshr i64 %5, 24
  %115 = and i64 %114, 255
  %116 = icmp eq i64 %115, 0
  %117 = trunc i64 %114 to i8
  %118 = lshr i64 %115, 3
  %119 = insertelement <32 x i64> poison, i64 %118, i64 0
  %120 = shufflevector <32 x i64> %119, <32 x i64> poison, <32 x i32> zeroinitializer
  %121 = insertelement <32 x i64> poison, i64 %79, i64 0
  %122 = shufflevector <32 x i64> %121, <32 x i64> poison, <32 x i32> zeroinitializer
  %123 = getelementptr inbounds i8, ptr %0, i64 128
  %124 = getelementptr inbounds i8, ptr %16, i64 120
  %125 = getelementptr inbounds i8, ptr %16, i64 128
  %126 = icmp ne i64 %111, 0
  %127 = and i1 %82, %126
  %128 = shl i32 %1, 3
  %129 = ashr i32 %128, 31
  %130 = bitcast i32 %129 to <32 x i1>
  %131 = or <32 x i64> %46, splat (i64 -9223372036854775808)
  %132 = or i32 %1, 8388608
  %133 = insertelement <32 x i32> poison, i32 %132, i64 0
  %134 = shufflevector <32 x i32> %133, <32 x i32> poison, <32 x i32> zeroinitializer
  %135 = getelementptr inbounds i8, ptr %16, i64 168
  %136 = shl i32 %1, 2
  %137 = and i32 %136, 4194300
  %138 = zext i32 %137 to i64
  %139 = and i32 %1, 33554432
  %140 = icmp ne i32 %139, 0
  %141 = icmp eq ptr %4, null
  %142 = getelementptr inbounds i8, ptr %10, i64 256
  %143 = getelementptr inbounds i8, ptr %10, i64 512
  %144 = getelementptr inbounds i8, ptr %10, i64 768
  %145 = getelementptr inbounds i8, ptr %10, i64 1024
  %146 = getelementptr inbounds i8, ptr %10, i64 1280
  %147 = getelementptr inbounds i8, ptr %10, i64 1536
  %148 = getelementptr inbounds i8, ptr %16, i64 160
  %149 = shl i64 %5, 8
  %150 = and i64 %149, 1095216660480
  %151 = select <32 x i1> %130, <32 x i64> %131, <32 x i64> %46
  %152 = or i1 %82, %50
  %153 = getelementptr inbounds i8, ptr %8, i64 256
  %154 = getelementptr inbounds i8, ptr %8, i64 512
  %155 = getelementptr inbounds i8, ptr %8, i64 768
  %156 = getelementptr inbounds i8, ptr %8, i64 1024
  %157 = getelementptr inbounds i8, ptr %8, i64 1280
  %158 = getelementptr inbounds i8, ptr %8, i64 1536
  %159 = getelementptr inbounds i8, ptr %13, i64 256
  %160 = getelementptr inbounds i8, ptr %13, i64 512
  %161 = getelementptr inbounds i8, ptr %13, i64 768
  %162 = getelementptr inbounds i8, ptr %13, i64 1024
  %163 = getelementptr inbounds i8, ptr %13, i64 1280
  %164 = getelementptr inbounds i8, ptr %13, i64 1536
  %165 = insertelement <32 x i64> poison, i64 %29, i64 0
  %166 = shufflevector <32 x i64> %165, <32 x i64> poison, <32 x i32> zeroinitializer
  %167 = shl i64 %26, 3
  %168 = lshr i32 %1, 15
  %169 = and i32 %168, 224
  %170 = shl i32 %1, 9
  %171 = and i32 %170, 536870400
  %172 = or i32 %171, %169
  %173 = zext i32 %172 to i64
  %174 = or i64 %43, %173
  %175 = insertelement <32 x i64> poison, i64 %174, i64 0
  %176 = shufflevector <32 x i64> %175, <32 x i64> poison, <32 x i32> zeroinitializer
  %177 = or <32 x i64> %176, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %178 = or <32 x i64> %176, <i64 256, i64 257, i64 258, i64 259, i64 260, i64 261, i64 262, i64 263, i64 264, i64 265, i64 266, i64 267, i64 268, i64 269, i64 270, i64 271, i64 272, i64 273, i64 274, i64 275, i64 276, i64 277, i64 278, i64 279, i64 280, i64 281, i64 282, i64 283, i64 284, i64 285, i64 286, i64 287>
  %179 = and i64 %5, 16
  %180 = icmp eq i64 %179, 0
  %181 = call i32 @"llvm.ctpop.i32"(i32 %61)
  %182 = icmp ne i32 %181, 1
  %183 = getelementptr inbounds i8, ptr %7, i64 256
  %184 = getelementptr inbounds i8, ptr %7, i64 512
  %185 = getelementptr inbounds i8, ptr %7, i64 768
  %186 = getelementptr inbounds i8, ptr %7, i64 1024
  %187 = getelementptr inbounds i8, ptr %7, i64 1280
  %188 = getelementptr inbounds i8, ptr %7, i64 1536
  %189 = trunc i64 %64 to i32
  br label %190

190:
  %191 = phi i64 [ 0, %66 ], [ %1126, %1124 ]
  %192 = phi i32 [ 0, %66 ], [ %1125, %1124 ]
  %193 = insertelement <32 x i64> poison, i64 %191, i64 0
  %194 = shufflevector <32 x i64> %193, <32 x i64> poison, <32 x i32> zeroinitializer
  %195 = add <32 x i64> %194, %73
  %196 = load i64, ptr %84, align 8
  %197 = inttoptr i64 %196 to ptr
  %198 = getelementptr i64, ptr %197, <32 x i64> %195
  %199 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %198, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %200 = icmp uge <32 x i64> %199, %87
  %201 = bitcast <32 x i1> %200 to i32
  %202 = icmp eq i32 %201, 0
  br i1 %75, label %203, label %445

203:
  br i1 %202, label %359, label %204

204:
  %205 = load i64, ptr %94, align 8
  %206 = inttoptr i64 %205 to ptr
  %207 = getelementptr i32, ptr %206, <32 x i64> %195
  %208 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %207, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %209 = load i64, ptr %95, align 8
  %210 = inttoptr i64 %209 to ptr
  %211 = getelementptr i64, ptr %210, <32 x i64> %195
  %212 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %211, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %213 = load i64, ptr %96, align 8
  %214 = inttoptr i64 %213 to ptr
  %215 = getelementptr i32, ptr %214, <32 x i64> %195
  %216 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %215, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %217 = and <32 x i64> %199, splat (i64 4294967295)
  %218 = lshr <32 x i64> %199, splat (i64 32)
  %219 = and <32 x i64> %218, splat (i64 2147483647)
  %220 = icmp ult <32 x i64> %219, %98
  %221 = icmp eq <32 x i64> %217, %42
  %222 = or <32 x i1> %221, %220
  %223 = lshr <32 x i64> %217, splat (i64 5)
  %224 = icmp eq <32 x i64> %223, %99
  %225 = xor <32 x i64> %217, %42
  %226 = icmp ult <32 x i64> %225, splat (i64 1024)
  %227 = select <32 x i1> %224, <32 x i64> %101, <32 x i64> %103
  br i1 %105, label %236, label %228

228:
  %229 = and <32 x i64> %223, splat (i64 31)
  %230 = load i64, ptr %106, align 8
  %231 = add i64 %230, %93
  %232 = inttoptr i64 %231 to ptr
  %233 = getelementptr i64, ptr %232, <32 x i64> %229
  %234 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %233, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %235 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %227, <32 x i64> %234)
  br label %236

236:
  %237 = phi <32 x i64> [ %235, %228 ], [ %227, %204 ]
  %238 = select <32 x i1> %226, <32 x i64> %237, <32 x i64> %108
  %239 = select i1 %77, <32 x i64> %238, <32 x i64> %237
  %240 = icmp ult <32 x i64> %219, %239
  %241 = or <32 x i1> %222, %240
  br i1 %90, label %258, label %242

242:
  %243 = and <32 x i64> %199, splat (i64 1023)
  %244 = xor <32 x i64> %243, splat (i64 1023)
  %245 = and <32 x i32> %208, splat (i32 536870912)
  %246 = icmp ne <32 x i32> %245, zeroinitializer
  %247 = icmp ult <32 x i64> %244, splat (i64 32)
  %248 = and <32 x i1> %247, %246
  %249 = load i64, ptr %91, align 8
  %250 = inttoptr i64 %249 to ptr
  %251 = getelementptr inbounds i8, ptr %250, i64 1600
  %252 = getelementptr inbounds i8, ptr %251, i64 %93
  %253 = getelementptr i64, ptr %252, <32 x i64> %244
  %254 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %253, i32 8, <32 x i1> %248, <32 x i64> zeroinitializer)
  %255 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %254, <32 x i64> %103)
  %256 = icmp ult <32 x i64> %219, %255
  %257 = select <32 x i1> %246, <32 x i1> %256, <32 x i1> %241
  br label %258

258:
  %259 = phi <32 x i1> [ %257, %242 ], [ %241, %236 ]
  %260 = and <32 x i32> %208, %110
  %261 = icmp ugt <32 x i64> %225, splat (i64 31)
  %262 = and <32 x i32> %260, splat (i32 4194304)
  %263 = icmp ne <32 x i32> %262, zeroinitializer
  %264 = and <32 x i32> %260, splat (i32 1048576)
  %265 = icmp ne <32 x i32> %264, zeroinitializer
  %266 = and <32 x i1> %226, %265
  %267 = or <32 x i1> %263, %266
  %268 = and <32 x i32> %260, splat (i32 1107296256)
  %269 = icmp ne <32 x i32> %268, splat (i32 1073741824)
  %270 = or <32 x i1> %261, %269
  %271 = and <32 x i1> %270, %267
  %272 = or <32 x i1> %271, %259
  %273 = and <32 x i64> %212, splat (i64 4294967295)
  %274 = lshr <32 x i64> %212, splat (i64 32)
  %275 = and <32 x i64> %274, splat (i64 2147483647)
  %276 = icmp ult <32 x i64> %275, %98
  %277 = icmp eq <32 x i64> %273, %42
  %278 = or <32 x i1> %277, %276
  %279 = lshr <32 x i64> %273, splat (i64 5)
  %280 = icmp eq <32 x i64> %279, %99
  %281 = xor <32 x i64> %273, %42
  %282 = icmp ult <32 x i64> %281, splat (i64 1024)
  %283 = select <32 x i1> %280, <32 x i64> %101, <32 x i64> %103
  br i1 %105, label %292, label %284

284:
  %285 = and <32 x i64> %279, splat (i64 31)
  %286 = load i64, ptr %106, align 8
  %287 = add i64 %286, %93
  %288 = inttoptr i64 %287 to ptr
  %289 = getelementptr i64, ptr %288, <32 x i64> %285
  %290 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %289, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %291 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %283, <32 x i64> %290)
  br label %292

292:
  %293 = phi <32 x i64> [ %291, %284 ], [ %283, %258 ]
  %294 = select <32 x i1> %282, <32 x i64> %293, <32 x i64> %108
  %295 = select i1 %77, <32 x i64> %294, <32 x i64> %293
  %296 = icmp ult <32 x i64> %275, %295
  %297 = or <32 x i1> %278, %296
  %298 = and <32 x i32> %216, %110
  %299 = icmp ugt <32 x i64> %281, splat (i64 31)
  %300 = and <32 x i32> %298, splat (i32 4194304)
  %301 = icmp ne <32 x i32> %300, zeroinitializer
  %302 = and <32 x i32> %298, splat (i32 1048576)
  %303 = icmp ne <32 x i32> %302, zeroinitializer
  %304 = and <32 x i1> %282, %303
  %305 = or <32 x i1> %301, %304
  %306 = and <32 x i32> %298, splat (i32 1107296256)
  %307 = icmp ne <32 x i32> %306, splat (i32 1073741824)
  %308 = or <32 x i1> %299, %307
  %309 = and <32 x i1> %308, %305
  %310 = or <32 x i1> %309, %297
  %311 = and <32 x i32> %208, splat (i32 8388608)
  %312 = icmp eq <32 x i32> %311, zeroinitializer
  %313 = or <32 x i1> %312, %310
  %314 = and <32 x i32> %208, splat (i32 268435456)
  %315 = icmp eq <32 x i32> %314, zeroinitializer
  %316 = and <32 x i1> %315, %313
  %317 = and <32 x i1> %272, %316
  %318 = bitcast <32 x i1> %317 to i32
  %319 = xor i32 %318, -1
  %320 = and i32 %61, %319
  %321 = icmp eq i32 %320, 0
  br i1 %321, label %359, label %322

322:
  %323 = load i64, ptr %135, align 8
  %324 = inttoptr i64 %323 to ptr
  %325 = getelementptr inbounds i64, ptr %324, i64 %138
  %326 = load i64, ptr %325, align 8
  %327 = icmp eq i64 %326, 0
  br i1 %327, label %353, label %328

328:
  %329 = getelementptr inbounds i8, ptr %325, i64 16
  %330 = load i64, ptr %329, align 8
  %331 = insertelement <32 x i64> poison, i64 %330, i64 0
  %332 = shufflevector <32 x i64> %331, <32 x i64> poison, <32 x i32> zeroinitializer
  %333 = and <32 x i32> %208, splat (i32 63)
  %334 = zext <32 x i32> %333 to <32 x i64>
  %335 = lshr <32 x i64> %332, %334
  %336 = trunc <32 x i64> %335 to <32 x i1>
  %337 = bitcast <32 x i1> %336 to i32
  %338 = xor i32 %337, -1
  %339 = and i32 %320, %338
  %340 = icmp eq i32 %339, 0
  %341 = or i1 %140, %340
  %342 = getelementptr inbounds i8, ptr %325, i64 24
  %343 = load i64, ptr %342, align 8
  %344 = icmp eq i64 %343, 0
  %345 = select i1 %344, i1 %341, i1 false
  br i1 %345, label %346, label %353

346:
  %347 = add i64 %326, -1
  store i64 %347, ptr %325, align 8
  %348 = call i32 @"llvm.ctpop.i32"(i32 %320)
  %349 = zext i32 %348 to i64
  %350 = getelementptr inbounds i8, ptr %325, i64 8
  %351 = load i64, ptr %350, align 8
  %352 = add i64 %351, %349
  store i64 %352, ptr %350, align 8
  br label %359

353:
  store <32 x i64> %2, ptr %13, align 256
  store <32 x i64> %199, ptr %159, align 256
  %354 = zext <32 x i32> %208 to <32 x i64>
  store <32 x i64> %354, ptr %160, align 256
  store <32 x i64> %212, ptr %161, align 256
  %355 = zext <32 x i32> %216 to <32 x i64>
  store <32 x i64> %355, ptr %162, align 256
  store <32 x i64> zeroinitializer, ptr %163, align 256
  store <32 x i64> zeroinitializer, ptr %164, align 256
  %356 = load i64, ptr %148, align 8
  %357 = inttoptr i64 %356 to ptr
  %358 = or i64 %191, %150
  call void %357(ptr %0, i32 %1, i32 %320, i32 0, ptr %24, ptr %13, ptr %4, i64 %358)
  br label %359

359:
  %360 = load i64, ptr %88, align 8
  %361 = inttoptr i64 %360 to ptr
  %362 = getelementptr i64, ptr %361, <32 x i64> %195
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %166, <32 x ptr> %362, i32 8, <32 x i1> %80)
  %363 = load i64, ptr %124, align 8
  %364 = load i64, ptr %125, align 8
  %365 = mul i64 %167, %364
  %366 = add i64 %365, %363
  %367 = inttoptr i64 %366 to ptr
  %368 = getelementptr i64, ptr %367, <32 x i64> %195
  %369 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %368, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %370 = and <32 x i64> %369, splat (i64 31)
  %371 = lshr <32 x i64> %369, splat (i64 32)
  %372 = icmp uge <32 x i64> %371, %101
  %373 = and <32 x i64> %369, splat (i64 256)
  %374 = icmp ne <32 x i64> %373, zeroinitializer
  %375 = icmp ne <32 x i64> %370, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %376 = or <32 x i1> %374, %375
  %377 = and <32 x i1> %376, %372
  %378 = or <32 x i64> %369, splat (i64 -2147483873)
  %379 = select <32 x i1> %377, <32 x i64> %378, <32 x i64> splat (i64 -2147483649)
  %380 = and <32 x i64> %379, %178
  %381 = select <32 x i1> %377, <32 x i64> %380, <32 x i64> %177
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %381, <32 x ptr> %368, i32 8, <32 x i1> %80)
  %382 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %368, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %383 = and <32 x i64> %382, splat (i64 31)
  %384 = icmp ne <32 x i64> %383, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %385 = and <32 x i1> %384, %80
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %380, <32 x ptr> %368, i32 8, <32 x i1> %385)
  br i1 %180, label %1124, label %386

386:
  %387 = bitcast <32 x i1> %377 to i32
  %388 = and i32 %61, %387
  %389 = icmp eq i32 %388, 0
  %390 = select i1 %182, i1 true, i1 %389
  br i1 %390, label %1124, label %391

391:
  %392 = bitcast i32 %388 to <32 x i1>
  %393 = load i64, ptr %84, align 8
  %394 = inttoptr i64 %393 to ptr
  %395 = getelementptr i64, ptr %394, <32 x i64> %195
  %396 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %395, i32 8, <32 x i1> %392, <32 x i64> zeroinitializer)
  %397 = load i64, ptr %94, align 8
  %398 = inttoptr i64 %397 to ptr
  %399 = getelementptr i32, ptr %398, <32 x i64> %195
  %400 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %399, i32 4, <32 x i1> %392, <32 x i32> zeroinitializer)
  %401 = load i64, ptr %95, align 8
  %402 = inttoptr i64 %401 to ptr
  %403 = getelementptr i64, ptr %402, <32 x i64> %195
  %404 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %403, i32 8, <32 x i1> %392, <32 x i64> zeroinitializer)
  %405 = load i64, ptr %96, align 8
  %406 = inttoptr i64 %405 to ptr
  %407 = getelementptr i32, ptr %406, <32 x i64> %195
  %408 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %407, i32 4, <32 x i1> %392, <32 x i32> zeroinitializer)
  %409 = load i64, ptr %135, align 8
  %410 = inttoptr i64 %409 to ptr
  %411 = getelementptr inbounds i64, ptr %410, i64 %138
  %412 = load i64, ptr %411, align 8
  %413 = icmp eq i64 %412, 0
  br i1 %413, label %439, label %414

414:
  %415 = getelementptr inbounds i8, ptr %411, i64 16
  %416 = load i64, ptr %415, align 8
  %417 = insertelement <32 x i64> poison, i64 %416, i64 0
  %418 = shufflevector <32 x i64> %417, <32 x i64> poison, <32 x i32> zeroinitializer
  %419 = and <32 x i32> %400, splat (i32 63)
  %420 = zext <32 x i32> %419 to <32 x i64>
  %421 = lshr <32 x i64> %418, %420
  %422 = trunc <32 x i64> %421 to <32 x i1>
  %423 = bitcast <32 x i1> %422 to i32
  %424 = xor i32 %423, -1
  %425 = and i32 %388, %424
  %426 = icmp eq i32 %425, 0
  %427 = or i1 %140, %426
  %428 = getelementptr inbounds i8, ptr %411, i64 24
  %429 = load i64, ptr %428, align 8
  %430 = icmp eq i64 %429, 0
  %431 = select i1 %430, i1 %427, i1 false
  br i1 %431, label %432, label %439

432:
  %433 = add i64 %412, -1
  store i64 %433, ptr %411, align 8
  %434 = call i32 @"llvm.ctpop.i32"(i32 %388)
  %435 = zext i32 %434 to i64
  %436 = getelementptr inbounds i8, ptr %411, i64 8
  %437 = load i64, ptr %436, align 8
  %438 = add i64 %437, %435
  store i64 %438, ptr %436, align 8
  br label %1124

439:
  store <32 x i64> %2, ptr %7, align 256
  store <32 x i64> %396, ptr %183, align 256
  %440 = zext <32 x i32> %400 to <32 x i64>
  store <32 x i64> %440, ptr %184, align 256
  store <32 x i64> %404, ptr %185, align 256
  %441 = zext <32 x i32> %408 to <32 x i64>
  store <32 x i64> %441, ptr %186, align 256
  store <32 x i64> %369, ptr %187, align 256
  store <32 x i64> zeroinitializer, ptr %188, align 256
  %442 = load i64, ptr %148, align 8
  %443 = inttoptr i64 %442 to ptr
  %444 = or i64 %191, %150
  call void %443(ptr %0, i32 %1, i32 %388, i32 0, ptr %24, ptr %7, ptr %4, i64 %444)
  br label %1124

445:
  %446 = and i1 %202, %83
  %447 = load i64, ptr %88, align 8
  %448 = inttoptr i64 %447 to ptr
  %449 = getelementptr i64, ptr %448, <32 x i64> %195
  %450 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %449, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  br i1 %90, label %492, label %451

451:
  %452 = load i64, ptr %91, align 8
  %453 = inttoptr i64 %452 to ptr
  %454 = getelementptr inbounds i8, ptr %453, i64 32
  %455 = load i64, ptr %454, align 8
  %456 = icmp eq i64 %455, 0
  %457 = and i1 %446, %456
  %458 = load i64, ptr %92, align 8
  %459 = inttoptr i64 %458 to ptr
  %460 = getelementptr inbounds i8, ptr %459, i64 128
  %461 = load i64, ptr %460, align 8
  %462 = icmp eq i64 %461, 0
  br i1 %462, label %486, label %463

463:
  %464 = getelementptr i8, ptr %453, i64 %93
  %465 = getelementptr i8, ptr %464, i64 9792
  %466 = getelementptr i64, ptr %453, i64 %26
  %467 = getelementptr i8, ptr %466, i64 64
  br label %468

468:
  %469 = phi i64 [ 0, %463 ], [ %484, %481 ]
  %470 = phi i64 [ 4611686018427387903, %463 ], [ %483, %481 ]
  %471 = icmp eq i64 %469, %26
  br i1 %471, label %472, label %474

472:
  %473 = load i64, ptr %467, align 8
  br label %481

474:
  %475 = getelementptr i64, ptr %465, i64 %469
  %476 = load i64, ptr %475, align 8
  %477 = getelementptr i64, ptr %453, i64 %469
  %478 = getelementptr i8, ptr %477, i64 320
  %479 = load i64, ptr %478, align 8
  %480 = call i64 @"llvm.umax.i64"(i64 %479, i64 %476)
  br label %481

481:
  %482 = phi i64 [ %473, %472 ], [ %480, %474 ]
  %483 = call i64 @"llvm.umin.i64"(i64 %470, i64 %482)
  %484 = add i64 %469, 1
  %485 = icmp ult i64 %484, %461
  br i1 %485, label %468, label %486

486:
  %487 = phi i64 [ 4611686018427387903, %451 ], [ %483, %481 ]
  br i1 %457, label %488, label %597

488:
  %489 = call i64 @"llvm.umin.i64"(i64 %79, i64 %487)
  %490 = insertelement <32 x i64> poison, i64 %489, i64 0
  %491 = shufflevector <32 x i64> %490, <32 x i64> poison, <32 x i32> zeroinitializer
  br label %493

492:
  br i1 %446, label %493, label %597

493:
  %494 = phi <32 x i64> [ %491, %488 ], [ %122, %492 ]
  %495 = icmp uge <32 x i64> %450, %494
  %496 = and <32 x i1> %495, %80
  %497 = bitcast <32 x i1> %496 to i32
  %498 = icmp eq i32 %497, 0
  br i1 %498, label %499, label %597

499:
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %151, <32 x ptr> %198, i32 8, <32 x i1> %80)
  %500 = load i64, ptr %94, align 8
  %501 = inttoptr i64 %500 to ptr
  %502 = getelementptr i32, ptr %501, <32 x i64> %195
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %110, <32 x ptr> %502, i32 4, <32 x i1> %80)
  br i1 %152, label %1124, label %503

503:
  %504 = load i64, ptr %84, align 8
  %505 = inttoptr i64 %504 to ptr
  %506 = getelementptr i64, ptr %505, <32 x i64> %195
  %507 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %506, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %508 = and <32 x i64> %507, splat (i64 9223372036854775807)
  %509 = icmp ne <32 x i64> %508, %46
  %510 = and <32 x i1> %509, %80
  %511 = bitcast <32 x i1> %510 to i32
  %512 = icmp eq i32 %511, 0
  br i1 %512, label %1124, label %513

513:
  %514 = load i64, ptr %135, align 8
  %515 = inttoptr i64 %514 to ptr
  %516 = getelementptr inbounds i64, ptr %515, i64 %138
  %517 = load i64, ptr %516, align 8
  %518 = icmp eq i64 %517, 0
  br i1 %518, label %593, label %519

519:
  %520 = getelementptr inbounds i8, ptr %516, i64 24
  %521 = load i64, ptr %520, align 8
  %522 = icmp eq i64 %521, 0
  br i1 %522, label %575, label %523

523:
  br i1 %141, label %593, label %524

524:
  %525 = shl i64 %191, %63
  br label %526

526:
  %527 = phi i32 [ 0, %524 ], [ %543, %535 ]
  %528 = phi i32 [ %511, %524 ], [ %545, %535 ]
  %529 = call i32 @"llvm.cttz.i32"(i32 %528, i1 true)
  %530 = extractelement <32 x i64> %195, i32 %529
  %531 = getelementptr inbounds i64, ptr %505, i64 %530
  %532 = load i64, ptr %531, align 8
  %533 = and i64 %532, 31
  %534 = zext i32 %529 to i64
  br label %547

535:
  %536 = shl i32 1, %529
  %537 = and i32 %536, %511
  %538 = icmp eq i32 %537, 0
  %539 = icmp eq i8 %567, 0
  %540 = select i1 %538, i1 true, i1 %539
  %541 = zext i1 %540 to i32
  %542 = shl i32 %541, %529
  %543 = or i32 %542, %527
  %544 = add i32 %528, -1
  %545 = and i32 %544, %528
  %546 = icmp eq i32 %545, 0
  br i1 %546, label %571, label %526

547:
  %548 = phi i64 [ 0, %526 ], [ %568, %547 ]
  %549 = phi i8 [ 0, %526 ], [ %567, %547 ]
  %550 = add i64 %548, %525
  %551 = freeze i64 %550
  %552 = udiv i64 %551, %115
  %553 = shl i64 %552, 5
  %554 = mul i64 %552, %115
  %555 = sub i64 %551, %554
  %556 = or i64 %553, %534
  %557 = mul i64 %556, %115
  %558 = getelementptr inbounds i8, ptr %4, i64 %557
  %559 = getelementptr inbounds i8, ptr %558, i64 %555
  %560 = load i8, ptr %559, align 1
  %561 = or i64 %553, %533
  %562 = mul i64 %561, %115
  %563 = getelementptr inbounds i8, ptr %4, i64 %562
  %564 = getelementptr inbounds i8, ptr %563, i64 %555
  %565 = load i8, ptr %564, align 1
  %566 = xor i8 %565, %560
  %567 = or i8 %566, %549
  %568 = add i64 %548, 1
  %569 = lshr i64 %568, %63
  %570 = icmp eq i64 %569, 0
  br i1 %570, label %547, label %535

571:
  %572 = xor i32 %543, -1
  %573 = and i32 %572, %511
  %574 = icmp eq i32 %573, 0
  br i1 %574, label %586, label %593

575:
  %576 = getelementptr inbounds i8, ptr %516, i64 16
  %577 = load i64, ptr %576, align 8
  %578 = trunc i64 %577 to i1
  %579 = insertelement <32 x i1> poison, i1 %578, i64 0
  %580 = shufflevector <32 x i1> %579, <32 x i1> poison, <32 x i32> zeroinitializer
  %581 = bitcast <32 x i1> %580 to i32
  %582 = xor i32 %581, -1
  %583 = and i32 %582, %511
  %584 = icmp eq i32 %583, 0
  %585 = or i1 %140, %584
  br i1 %585, label %586, label %593

586:
  %587 = add i64 %517, -1
  store i64 %587, ptr %516, align 8
  %588 = call i32 @"llvm.ctpop.i32"(i32 %511)
  %589 = zext i32 %588 to i64
  %590 = getelementptr inbounds i8, ptr %516, i64 8
  %591 = load i64, ptr %590, align 8
  %592 = add i64 %591, %589
  store i64 %592, ptr %590, align 8
  br label %1124

593:
  store <32 x i64> %2, ptr %8, align 256
  store <32 x i64> zeroinitializer, ptr %153, align 256
  store <32 x i64> zeroinitializer, ptr %154, align 256
  store <32 x i64> zeroinitializer, ptr %155, align 256
  store <32 x i64> zeroinitializer, ptr %156, align 256
  store <32 x i64> zeroinitializer, ptr %157, align 256
  store <32 x i64> zeroinitializer, ptr %158, align 256
  %594 = load i64, ptr %148, align 8
  %595 = inttoptr i64 %594 to ptr
  %596 = or i64 %191, %150
  call void %595(ptr %0, i32 %1, i32 0, i32 %511, ptr %24, ptr %8, ptr %4, i64 %596)
  br label %1124

597:
  %598 = load i64, ptr %94, align 8
  %599 = inttoptr i64 %598 to ptr
  %600 = getelementptr i32, ptr %599, <32 x i64> %195
  %601 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %600, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %602 = load i64, ptr %95, align 8
  %603 = inttoptr i64 %602 to ptr
  %604 = getelementptr i64, ptr %603, <32 x i64> %195
  %605 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %604, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %606 = load i64, ptr %96, align 8
  %607 = inttoptr i64 %606 to ptr
  %608 = getelementptr i32, ptr %607, <32 x i64> %195
  %609 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %608, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %610 = and <32 x i64> %199, splat (i64 4294967295)
  %611 = lshr <32 x i64> %199, splat (i64 32)
  %612 = and <32 x i64> %611, splat (i64 2147483647)
  %613 = icmp ult <32 x i64> %612, %98
  %614 = icmp eq <32 x i64> %610, %42
  %615 = or <32 x i1> %614, %613
  %616 = lshr <32 x i64> %610, splat (i64 5)
  %617 = icmp eq <32 x i64> %616, %99
  %618 = xor <32 x i64> %610, %42
  %619 = icmp ult <32 x i64> %618, splat (i64 1024)
  %620 = select <32 x i1> %617, <32 x i64> %101, <32 x i64> %103
  br i1 %105, label %629, label %621

621:
  %622 = and <32 x i64> %616, splat (i64 31)
  %623 = load i64, ptr %106, align 8
  %624 = add i64 %623, %93
  %625 = inttoptr i64 %624 to ptr
  %626 = getelementptr i64, ptr %625, <32 x i64> %622
  %627 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %626, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %628 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %620, <32 x i64> %627)
  br label %629

629:
  %630 = phi <32 x i64> [ %628, %621 ], [ %620, %597 ]
  %631 = select <32 x i1> %619, <32 x i64> %630, <32 x i64> %108
  %632 = select i1 %77, <32 x i64> %631, <32 x i64> %630
  %633 = icmp ult <32 x i64> %612, %632
  %634 = or <32 x i1> %615, %633
  br i1 %90, label %651, label %635

635:
  %636 = and <32 x i64> %199, splat (i64 1023)
  %637 = xor <32 x i64> %636, splat (i64 1023)
  %638 = and <32 x i32> %601, splat (i32 536870912)
  %639 = icmp ne <32 x i32> %638, zeroinitializer
  %640 = icmp ult <32 x i64> %637, splat (i64 32)
  %641 = and <32 x i1> %640, %639
  %642 = load i64, ptr %91, align 8
  %643 = inttoptr i64 %642 to ptr
  %644 = getelementptr inbounds i8, ptr %643, i64 1600
  %645 = getelementptr inbounds i8, ptr %644, i64 %93
  %646 = getelementptr i64, ptr %645, <32 x i64> %637
  %647 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %646, i32 8, <32 x i1> %641, <32 x i64> zeroinitializer)
  %648 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %647, <32 x i64> %103)
  %649 = icmp ult <32 x i64> %612, %648
  %650 = select <32 x i1> %639, <32 x i1> %649, <32 x i1> %634
  br label %651

651:
  %652 = phi <32 x i1> [ %650, %635 ], [ %634, %629 ]
  %653 = and <32 x i32> %601, %110
  %654 = icmp ugt <32 x i64> %618, splat (i64 31)
  %655 = and <32 x i32> %653, splat (i32 4194304)
  %656 = icmp ne <32 x i32> %655, zeroinitializer
  %657 = and <32 x i32> %653, splat (i32 1048576)
  %658 = icmp ne <32 x i32> %657, zeroinitializer
  %659 = and <32 x i1> %619, %658
  %660 = or <32 x i1> %656, %659
  %661 = and <32 x i32> %653, splat (i32 1107296256)
  %662 = icmp ne <32 x i32> %661, splat (i32 1073741824)
  %663 = or <32 x i1> %654, %662
  %664 = and <32 x i1> %663, %660
  %665 = or <32 x i1> %664, %652
  %666 = and <32 x i64> %605, splat (i64 4294967295)
  %667 = lshr <32 x i64> %605, splat (i64 32)
  %668 = and <32 x i64> %667, splat (i64 2147483647)
  %669 = icmp ult <32 x i64> %668, %98
  %670 = icmp eq <32 x i64> %666, %42
  %671 = or <32 x i1> %670, %669
  %672 = lshr <32 x i64> %666, splat (i64 5)
  %673 = icmp eq <32 x i64> %672, %99
  %674 = xor <32 x i64> %666, %42
  %675 = icmp ult <32 x i64> %674, splat (i64 1024)
  %676 = select <32 x i1> %673, <32 x i64> %101, <32 x i64> %103
  br i1 %105, label %685, label %677

677:
  %678 = and <32 x i64> %672, splat (i64 31)
  %679 = load i64, ptr %106, align 8
  %680 = add i64 %679, %93
  %681 = inttoptr i64 %680 to ptr
  %682 = getelementptr i64, ptr %681, <32 x i64> %678
  %683 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %682, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %684 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %676, <32 x i64> %683)
  br label %685

685:
  %686 = phi <32 x i64> [ %684, %677 ], [ %676, %651 ]
  %687 = select <32 x i1> %675, <32 x i64> %686, <32 x i64> %108
  %688 = select i1 %77, <32 x i64> %687, <32 x i64> %686
  %689 = icmp ult <32 x i64> %668, %688
  %690 = and <32 x i32> %609, %110
  %691 = icmp ugt <32 x i64> %674, splat (i64 31)
  %692 = and <32 x i32> %690, splat (i32 4194304)
  %693 = icmp ne <32 x i32> %692, zeroinitializer
  %694 = and <32 x i32> %690, splat (i32 1048576)
  %695 = icmp ne <32 x i32> %694, zeroinitializer
  %696 = and <32 x i1> %675, %695
  %697 = or <32 x i1> %693, %696
  %698 = and <32 x i32> %690, splat (i32 1107296256)
  %699 = icmp ne <32 x i32> %698, splat (i32 1073741824)
  %700 = or <32 x i1> %691, %699
  %701 = and <32 x i1> %700, %697
  %702 = or <32 x i1> %701, %689
  %703 = and <32 x i32> %601, splat (i32 8388608)
  %704 = icmp ne <32 x i32> %703, zeroinitializer
  %705 = xor <32 x i1> %704, splat (i1 true)
  %706 = or <32 x i1> %702, %705
  %707 = or <32 x i1> %671, %706
  %708 = and <32 x i32> %601, splat (i32 268435456)
  %709 = icmp eq <32 x i32> %708, zeroinitializer
  %710 = and <32 x i1> %709, %707
  %711 = and <32 x i1> %665, %710
  br i1 %112, label %712, label %819

712:
  br i1 %50, label %713, label %816

713:
  %714 = xor <32 x i32> %601, %110
  %715 = and <32 x i32> %714, splat (i32 1048575)
  %716 = icmp eq <32 x i32> %715, zeroinitializer
  %717 = load i64, ptr %113, align 8
  %718 = shl i64 %191, %63
  %719 = add i64 %191, 1
  %720 = shl i64 %719, %63
  %721 = inttoptr i64 %717 to ptr
  br label %722

722:
  %723 = phi <32 x i1> [ %716, %713 ], [ %744, %743 ]
  %724 = phi i64 [ %718, %713 ], [ %745, %743 ]
  br i1 %116, label %743, label %725

725:
  %726 = shl i64 %724, 3
  %727 = and i64 %726, 9223372036854775776
  %728 = insertelement <32 x i64> poison, i64 %727, i64 0
  %729 = shufflevector <32 x i64> %728, <32 x i64> poison, <32 x i32> zeroinitializer
  %730 = or <32 x i64> %729, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %731 = shl i64 %724, 4
  %732 = and i64 %731, 9223372036854775776
  %733 = insertelement <32 x i64> poison, i64 %732, i64 0
  %734 = shufflevector <32 x i64> %733, <32 x i64> poison, <32 x i32> zeroinitializer
  %735 = or <32 x i64> %734, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %736 = insertelement <32 x i64> poison, i64 %724, i64 0
  %737 = shufflevector <32 x i64> %736, <32 x i64> poison, <32 x i32> zeroinitializer
  %738 = add <32 x i64> %737, %2
  %739 = shl i64 %724, 5
  %740 = insertelement <32 x i64> poison, i64 %739, i64 0
  %741 = shufflevector <32 x i64> %740, <32 x i64> poison, <32 x i32> zeroinitializer
  %742 = or <32 x i64> %741, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  br label %747

743:
  %744 = phi <32 x i1> [ %723, %722 ], [ %813, %811 ]
  %745 = add i64 %724, %115
  %746 = icmp ult i64 %745, %720
  br i1 %746, label %722, label %816

747:
  %748 = phi <32 x i1> [ %723, %725 ], [ %813, %811 ]
  %749 = phi i64 [ 0, %725 ], [ %814, %811 ]
  switch i8 %117, label %790 [
    i8 1, label %750
    i8 2, label %760
    i8 4, label %775
  ]

750:
  %751 = insertelement <32 x i64> poison, i64 %749, i64 0
  %752 = shufflevector <32 x i64> %751, <32 x i64> poison, <32 x i32> zeroinitializer
  %753 = add <32 x i64> %738, %752
  %754 = add <32 x i64> %742, %752
  %755 = getelementptr i8, ptr %721, <32 x i64> %753
  %756 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %755, i32 1, <32 x i1> %80, <32 x i8> zeroinitializer)
  %757 = getelementptr i8, ptr %4, <32 x i64> %754
  %758 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %757, i32 1, <32 x i1> %80, <32 x i8> zeroinitializer)
  %759 = icmp eq <32 x i8> %756, %758
  br label %811

760:
  %761 = add i64 %749, %724
  %762 = insertelement <32 x i64> poison, i64 %761, i64 0
  %763 = shufflevector <32 x i64> %762, <32 x i64> poison, <32 x i32> zeroinitializer
  %764 = add <32 x i64> %763, %2
  %765 = lshr <32 x i64> %764, splat (i64 1)
  %766 = lshr exact i64 %749, 1
  %767 = insertelement <32 x i64> poison, i64 %766, i64 0
  %768 = shufflevector <32 x i64> %767, <32 x i64> poison, <32 x i32> zeroinitializer
  %769 = add <32 x i64> %735, %768
  %770 = getelementptr i16, ptr %721, <32 x i64> %765
  %771 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %770, i32 2, <32 x i1> %80, <32 x i16> zeroinitializer)
  %772 = getelementptr i16, ptr %4, <32 x i64> %769
  %773 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %772, i32 2, <32 x i1> %80, <32 x i16> zeroinitializer)
  %774 = icmp eq <32 x i16> %771, %773
  br label %811

775:
  %776 = add i64 %749, %724
  %777 = insertelement <32 x i64> poison, i64 %776, i64 0
  %778 = shufflevector <32 x i64> %777, <32 x i64> poison, <32 x i32> zeroinitializer
  %779 = add <32 x i64> %778, %2
  %780 = lshr <32 x i64> %779, splat (i64 2)
  %781 = lshr exact i64 %749, 2
  %782 = insertelement <32 x i64> poison, i64 %781, i64 0
  %783 = shufflevector <32 x i64> %782, <32 x i64> poison, <32 x i32> zeroinitializer
  %784 = add <32 x i64> %730, %783
  %785 = getelementptr i32, ptr %721, <32 x i64> %780
  %786 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %785, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %787 = getelementptr i32, ptr %4, <32 x i64> %784
  %788 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %787, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %789 = icmp eq <32 x i32> %786, %788
  br label %811

790:
  %791 = add i64 %749, %724
  %792 = insertelement <32 x i64> poison, i64 %791, i64 0
  %793 = shufflevector <32 x i64> %792, <32 x i64> poison, <32 x i32> zeroinitializer
  %794 = add <32 x i64> %793, %2
  %795 = lshr <32 x i64> %794, splat (i64 3)
  %796 = udiv i64 %724, %115
  %797 = shl i64 %796, 5
  %798 = insertelement <32 x i64> poison, i64 %797, i64 0
  %799 = shufflevector <32 x i64> %798, <32 x i64> poison, <32 x i32> zeroinitializer
  %800 = or <32 x i64> %799, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %801 = mul <32 x i64> %800, %120
  %802 = lshr exact i64 %749, 3
  %803 = insertelement <32 x i64> poison, i64 %802, i64 0
  %804 = shufflevector <32 x i64> %803, <32 x i64> poison, <32 x i32> zeroinitializer
  %805 = add <32 x i64> %801, %804
  %806 = getelementptr i64, ptr %721, <32 x i64> %795
  %807 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %806, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %808 = getelementptr i64, ptr %4, <32 x i64> %805
  %809 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %808, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %810 = icmp eq <32 x i64> %807, %809
  br label %811

811:
  %812 = phi <32 x i1> [ %759, %750 ], [ %774, %760 ], [ %789, %775 ], [ %810, %790 ]
  %813 = and <32 x i1> %748, %812
  %814 = add i64 %749, 8
  %815 = icmp ult i64 %814, %115
  br i1 %815, label %747, label %743

816:
  %817 = phi <32 x i1> [ zeroinitializer, %712 ], [ %744, %743 ]
  %818 = or <32 x i1> %711, %817
  br label %819

819:
  %820 = phi <32 x i1> [ %711, %685 ], [ %818, %816 ]
  %821 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %449, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %822 = icmp uge <32 x i64> %821, %122
  %823 = bitcast <32 x i1> %822 to i32
  %824 = and i32 %61, %823
  %825 = icmp eq i32 %824, 0
  br i1 %825, label %891, label %826

826:
  %827 = load i64, ptr %123, align 8
  %828 = icmp eq i64 %827, 0
  br i1 %828, label %835, label %829

829:
  %830 = bitcast i32 %824 to <32 x i1>
  %831 = load i64, ptr %124, align 8
  %832 = load i64, ptr %125, align 8
  %833 = shl i64 %832, 3
  %834 = xor i32 %824, -1
  br label %837

835:
  %836 = phi i32 [ -1, %826 ], [ %870, %854 ]
  br i1 %77, label %873, label %888

837:
  %838 = phi i32 [ -1, %829 ], [ %870, %854 ]
  %839 = phi i64 [ 0, %829 ], [ %871, %854 ]
  %840 = mul i64 %839, %833
  %841 = add i64 %840, %831
  %842 = inttoptr i64 %841 to ptr
  %843 = getelementptr i64, ptr %842, <32 x i64> %195
  %844 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %843, i32 8, <32 x i1> %830, <32 x i64> zeroinitializer)
  %845 = icmp eq i64 %839, %26
  %846 = select i1 %845, i64 %35, i64 %31
  br i1 %105, label %854, label %847

847:
  %848 = load i64, ptr %106, align 8
  %849 = add i64 %848, %93
  %850 = inttoptr i64 %849 to ptr
  %851 = getelementptr inbounds i64, ptr %850, i64 %839
  %852 = load i64, ptr %851, align 8
  %853 = call i64 @"llvm.umax.i64"(i64 %846, i64 %852)
  br label %854

854:
  %855 = phi i64 [ %853, %847 ], [ %846, %837 ]
  %856 = lshr <32 x i64> %844, splat (i64 32)
  %857 = insertelement <32 x i64> poison, i64 %855, i64 0
  %858 = shufflevector <32 x i64> %857, <32 x i64> poison, <32 x i32> zeroinitializer
  %859 = icmp ult <32 x i64> %856, %858
  %860 = and <32 x i64> %844, splat (i64 287)
  %861 = icmp eq <32 x i64> %860, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %862 = select i1 %845, <32 x i1> %861, <32 x i1> zeroinitializer
  %863 = or <32 x i1> %862, %859
  %864 = and <32 x i64> %844, splat (i64 224)
  %865 = icmp ne <32 x i64> %864, zeroinitializer
  %866 = select i1 %82, <32 x i1> %865, <32 x i1> zeroinitializer
  %867 = or <32 x i1> %866, %863
  %868 = bitcast <32 x i1> %867 to i32
  %869 = or i32 %868, %834
  %870 = and i32 %869, %838
  %871 = add i64 %839, 1
  %872 = icmp ult i64 %871, %827
  br i1 %872, label %837, label %835

873:
  %874 = bitcast i32 %824 to <32 x i1>
  %875 = load i64, ptr %124, align 8
  %876 = load i64, ptr %125, align 8
  %877 = shl i64 %827, 3
  %878 = mul i64 %877, %876
  %879 = add i64 %878, %875
  %880 = inttoptr i64 %879 to ptr
  %881 = getelementptr i64, ptr %880, <32 x i64> %195
  %882 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %881, i32 8, <32 x i1> %874, <32 x i64> zeroinitializer)
  %883 = icmp ult <32 x i64> %882, %108
  %884 = bitcast <32 x i1> %883 to i32
  %885 = xor i32 %824, -1
  %886 = or i32 %884, %885
  %887 = and i32 %886, %836
  br label %888

888:
  %889 = phi i32 [ %887, %873 ], [ %836, %835 ]
  %890 = bitcast i32 %889 to <32 x i1>
  br label %891

891:
  %892 = phi <32 x i1> [ %890, %888 ], [ splat (i1 true), %819 ]
  br i1 %90, label %942, label %893

893:
  %894 = load i64, ptr %123, align 8
  %895 = add i64 %894, 1
  %896 = icmp eq i64 %895, 0
  br i1 %896, label %939, label %897

897:
  %898 = load i64, ptr %91, align 8
  %899 = inttoptr i64 %898 to ptr
  %900 = load i64, ptr %899, align 8
  %901 = load i64, ptr %125, align 8
  %902 = shl i64 %901, 3
  %903 = getelementptr i8, ptr %899, i64 %93
  %904 = getelementptr i8, ptr %903, i64 9792
  %905 = getelementptr i64, ptr %899, i64 %26
  %906 = getelementptr i8, ptr %905, i64 64
  br label %907

907:
  %908 = phi i32 [ -1, %897 ], [ %934, %925 ]
  %909 = phi i64 [ 0, %897 ], [ %935, %925 ]
  %910 = mul i64 %909, %902
  %911 = add i64 %910, %900
  %912 = inttoptr i64 %911 to ptr
  %913 = getelementptr i64, ptr %912, <32 x i64> %195
  %914 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %913, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %915 = icmp eq i64 %909, %26
  br i1 %915, label %916, label %918

916:
  %917 = load i64, ptr %906, align 8
  br label %925

918:
  %919 = getelementptr i64, ptr %904, i64 %909
  %920 = load i64, ptr %919, align 8
  %921 = getelementptr i64, ptr %899, i64 %909
  %922 = getelementptr i8, ptr %921, i64 320
  %923 = load i64, ptr %922, align 8
  %924 = call i64 @"llvm.umax.i64"(i64 %923, i64 %920)
  br label %925

925:
  %926 = phi i64 [ %917, %916 ], [ %924, %918 ]
  %927 = lshr <32 x i64> %914, splat (i64 32)
  %928 = insertelement <32 x i64> poison, i64 %926, i64 0
  %929 = shufflevector <32 x i64> %928, <32 x i64> poison, <32 x i32> zeroinitializer
  %930 = icmp ult <32 x i64> %927, %929
  %931 = icmp eq <32 x i64> %914, zeroinitializer
  %932 = or <32 x i1> %931, %930
  %933 = bitcast <32 x i1> %932 to i32
  %934 = and i32 %908, %933
  %935 = add i64 %909, 1
  %936 = icmp ult i64 %935, %895
  br i1 %936, label %907, label %937

937:
  %938 = bitcast i32 %934 to <32 x i1>
  br label %939

939:
  %940 = phi <32 x i1> [ splat (i1 true), %893 ], [ %938, %937 ]
  %941 = and <32 x i1> %892, %940
  br label %942

942:
  %943 = phi <32 x i1> [ %941, %939 ], [ %892, %891 ]
  %944 = xor <32 x i1> %652, splat (i1 true)
  %945 = and <32 x i1> %664, %944
  %946 = and <32 x i1> %945, %80
  br i1 %105, label %955, label %947

947:
  %948 = and <32 x i64> %672, splat (i64 31)
  %949 = load i64, ptr %106, align 8
  %950 = add i64 %949, %93
  %951 = inttoptr i64 %950 to ptr
  %952 = getelementptr i64, ptr %951, <32 x i64> %948
  %953 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %952, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %954 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %676, <32 x i64> %953)
  br label %955

955:
  %956 = phi <32 x i64> [ %954, %947 ], [ %676, %942 ]
  %957 = select <32 x i1> %675, <32 x i64> %956, <32 x i64> %108
  %958 = select i1 %77, <32 x i64> %957, <32 x i64> %956
  %959 = icmp ult <32 x i64> %668, %958
  %960 = or <32 x i1> %671, %959
  %961 = xor <32 x i1> %960, splat (i1 true)
  %962 = and <32 x i1> %704, %961
  br i1 %127, label %963, label %981

963:
  %964 = icmp uge <32 x i64> %612, %98
  %965 = and <32 x i32> %601, splat (i32 1048576)
  %966 = icmp eq <32 x i32> %965, zeroinitializer
  %967 = and <32 x i1> %964, %966
  %968 = icmp uge <32 x i64> %668, %98
  %969 = and <32 x i32> %609, splat (i32 1048576)
  %970 = icmp eq <32 x i32> %969, zeroinitializer
  %971 = and <32 x i1> %968, %970
  %972 = xor <32 x i1> %967, splat (i1 true)
  %973 = and <32 x i1> %971, %972
  %974 = and <32 x i1> %704, %973
  %975 = xor <32 x i1> %974, splat (i1 true)
  %976 = and <32 x i1> %946, %975
  %977 = and <32 x i1> %967, %80
  %978 = and <32 x i1> %977, %652
  %979 = or <32 x i1> %978, %976
  %980 = or <32 x i1> %974, %962
  br label %981

981:
  %982 = phi <32 x i1> [ %980, %963 ], [ %962, %955 ]
  %983 = phi <32 x i1> [ %979, %963 ], [ %946, %955 ]
  %984 = and <32 x i1> %820, %943
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %199, <32 x ptr> %604, i32 8, <32 x i1> %983)
  %985 = load i64, ptr %96, align 8
  %986 = inttoptr i64 %985 to ptr
  %987 = getelementptr i32, ptr %986, <32 x i64> %195
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %601, <32 x ptr> %987, i32 4, <32 x i1> %983)
  %988 = or <32 x i1> %982, %983
  %989 = or <32 x i1> %988, %130
  %990 = select <32 x i1> %989, <32 x i64> %131, <32 x i64> %46
  %991 = select <32 x i1> %988, <32 x i32> %134, <32 x i32> %110
  %992 = load i64, ptr %84, align 8
  %993 = inttoptr i64 %992 to ptr
  %994 = getelementptr i64, ptr %993, <32 x i64> %195
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %990, <32 x ptr> %994, i32 8, <32 x i1> %80)
  %995 = load i64, ptr %94, align 8
  %996 = inttoptr i64 %995 to ptr
  %997 = getelementptr i32, ptr %996, <32 x i64> %195
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %991, <32 x ptr> %997, i32 4, <32 x i1> %80)
  %998 = load i64, ptr %84, align 8
  %999 = inttoptr i64 %998 to ptr
  %1000 = bitcast <32 x i1> %984 to i32
  %1001 = xor i32 %1000, -1
  %1002 = and i32 %61, %1001
  br i1 %82, label %1010, label %1003

1003:
  %1004 = getelementptr i64, ptr %999, <32 x i64> %195
  %1005 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1004, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %1006 = and <32 x i64> %1005, splat (i64 9223372036854775807)
  %1007 = icmp ne <32 x i64> %1006, %46
  %1008 = and <32 x i1> %1007, %80
  %1009 = bitcast <32 x i1> %1008 to i32
  br i1 %50, label %1010, label %1011

1010:
  br label %1011

1011:
  %1012 = phi i32 [ 0, %1010 ], [ %1009, %1003 ]
  %1013 = bitcast <32 x i1> %943 to i32
  %1014 = or i32 %1012, %1002
  %1015 = icmp eq i32 %1014, 0
  br i1 %1015, label %1124, label %1016

1016:
  %1017 = load i64, ptr %135, align 8
  %1018 = inttoptr i64 %1017 to ptr
  %1019 = getelementptr inbounds i64, ptr %1018, i64 %138
  %1020 = load i64, ptr %1019, align 8
  %1021 = icmp eq i64 %1020, 0
  br i1 %1021, label %1118, label %1022

1022:
  %1023 = getelementptr inbounds i8, ptr %1019, i64 24
  %1024 = load i64, ptr %1023, align 8
  %1025 = icmp eq i64 %1024, 0
  br i1 %1025, label %1097, label %1026

1026:
  %1027 = load i64, ptr %113, align 8
  br i1 %141, label %1093, label %1028

1028:
  %1029 = shl i64 %191, %63
  br label %1030

1030:
  %1031 = phi i32 [ 0, %1028 ], [ %1086, %1082 ]
  %1032 = phi i32 [ %1014, %1028 ], [ %1088, %1082 ]
  %1033 = call i32 @"llvm.cttz.i32"(i32 %1032, i1 true)
  %1034 = extractelement <32 x i64> %195, i32 %1033
  %1035 = getelementptr inbounds i64, ptr %999, i64 %1034
  %1036 = load i64, ptr %1035, align 8
  %1037 = and i64 %1036, 31
  %1038 = shl i64 %1034, %63
  %1039 = add i64 %1038, %1027
  %1040 = inttoptr i64 %1039 to ptr
  %1041 = zext i32 %1033 to i64
  br label %1048

1042:
  %1043 = shl i32 1, %1033
  %1044 = and i32 %1043, %1002
  %1045 = icmp eq i32 %1044, 0
  %1046 = icmp eq i8 %1066, 0
  %1047 = select i1 %1045, i1 true, i1 %1046
  br i1 %1047, label %1077, label %1082

1048:
  %1049 = phi i64 [ 0, %1030 ], [ %1074, %1048 ]
  %1050 = phi i8 [ 0, %1030 ], [ %1073, %1048 ]
  %1051 = phi i8 [ 0, %1030 ], [ %1066, %1048 ]
  %1052 = add i64 %1049, %1029
  %1053 = freeze i64 %1052
  %1054 = udiv i64 %1053, %115
  %1055 = shl i64 %1054, 5
  %1056 = mul i64 %1054, %115
  %1057 = sub i64 %1053, %1056
  %1058 = or i64 %1055, %1041
  %1059 = mul i64 %1058, %115
  %1060 = getelementptr inbounds i8, ptr %4, i64 %1059
  %1061 = getelementptr inbounds i8, ptr %1060, i64 %1057
  %1062 = load i8, ptr %1061, align 1
  %1063 = getelementptr inbounds i8, ptr %1040, i64 %1049
  %1064 = load i8, ptr %1063, align 1
  %1065 = xor i8 %1064, %1062
  %1066 = or i8 %1065, %1051
  %1067 = or i64 %1055, %1037
  %1068 = mul i64 %1067, %115
  %1069 = getelementptr inbounds i8, ptr %4, i64 %1068
  %1070 = getelementptr inbounds i8, ptr %1069, i64 %1057
  %1071 = load i8, ptr %1070, align 1
  %1072 = xor i8 %1071, %1062
  %1073 = or i8 %1072, %1050
  %1074 = add i64 %1049, 1
  %1075 = lshr i64 %1074, %63
  %1076 = icmp eq i64 %1075, 0
  br i1 %1076, label %1048, label %1042

1077:
  %1078 = and i32 %1043, %1012
  %1079 = icmp eq i32 %1078, 0
  %1080 = icmp eq i8 %1073, 0
  %1081 = select i1 %1079, i1 true, i1 %1080
  br label %1082

1082:
  %1083 = phi i1 [ false, %1042 ], [ %1081, %1077 ]
  %1084 = zext i1 %1083 to i32
  %1085 = shl i32 %1084, %1033
  %1086 = or i32 %1085, %1031
  %1087 = add i32 %1032, -1
  %1088 = and i32 %1087, %1032
  %1089 = icmp eq i32 %1088, 0
  br i1 %1089, label %1090, label %1030

1090:
  %1091 = and i32 %1086, %1013
  %1092 = xor i32 %1091, -1
  br label %1093

1093:
  %1094 = phi i32 [ -1, %1026 ], [ %1092, %1090 ]
  %1095 = and i32 %1014, %1094
  %1096 = icmp eq i32 %1095, 0
  br i1 %1096, label %1111, label %1118

1097:
  %1098 = getelementptr inbounds i8, ptr %1019, i64 16
  %1099 = load i64, ptr %1098, align 8
  %1100 = insertelement <32 x i64> poison, i64 %1099, i64 0
  %1101 = shufflevector <32 x i64> %1100, <32 x i64> poison, <32 x i32> zeroinitializer
  %1102 = and <32 x i32> %601, splat (i32 63)
  %1103 = zext <32 x i32> %1102 to <32 x i64>
  %1104 = lshr <32 x i64> %1101, %1103
  %1105 = trunc <32 x i64> %1104 to <32 x i1>
  %1106 = bitcast <32 x i1> %1105 to i32
  %1107 = xor i32 %1106, -1
  %1108 = and i32 %1014, %1107
  %1109 = icmp eq i32 %1108, 0
  %1110 = or i1 %140, %1109
  br i1 %1110, label %1111, label %1118

1111:
  %1112 = add i64 %1020, -1
  store i64 %1112, ptr %1019, align 8
  %1113 = call i32 @"llvm.ctpop.i32"(i32 %1014)
  %1114 = zext i32 %1113 to i64
  %1115 = getelementptr inbounds i8, ptr %1019, i64 8
  %1116 = load i64, ptr %1115, align 8
  %1117 = add i64 %1116, %1114
  store i64 %1117, ptr %1115, align 8
  br label %1124

1118:
  store <32 x i64> %2, ptr %10, align 256
  store <32 x i64> %199, ptr %142, align 256
  %1119 = zext <32 x i32> %601 to <32 x i64>
  store <32 x i64> %1119, ptr %143, align 256
  store <32 x i64> %605, ptr %144, align 256
  %1120 = zext <32 x i32> %609 to <32 x i64>
  store <32 x i64> %1120, ptr %145, align 256
  store <32 x i64> zeroinitializer, ptr %146, align 256
  store <32 x i64> zeroinitializer, ptr %147, align 256
  %1121 = load i64, ptr %148, align 8
  %1122 = inttoptr i64 %1121 to ptr
  %1123 = or i64 %191, %150
  call void %1122(ptr %0, i32 %1, i32 %1002, i32 %1012, ptr %24, ptr %10, ptr %4, i64 %1123)
  br label %1124

1124:
  %1125 = add i32 %192, 1
  %1126 = zext i32 %1125 to i64
  %1127 = icmp ult i32 %1125, %189
  br i1 %1127, label %190, label %2036

1128:
  %1129 = lshr <32 x i64> %2, splat (i64 40)
  %1130 = and <32 x i64> %2, splat (i64 1099511627775)
  %1131 = getelementptr inbounds i8, ptr %16, i64 48
  %1132 = getelementptr inbounds i8, ptr %0, i64 120
  %1133 = getelementptr inbounds i8, ptr %16, i64 8
  %1134 = getelementptr inbounds i8, ptr %16, i64 16
  %1135 = getelementptr inbounds i8, ptr %16, i64 40
  %1136 = lshr i64 %5, 16
  %1137 = and i64 %1136, 255
  %1138 = insertelement <32 x i64> poison, i64 %1137, i64 0
  %1139 = shufflevector <32 x i64> %1138, <32 x i64> poison, <32 x i32> zeroinitializer
  %1140 = add <32 x i64> %1139, %1130
  %1141 = lshr i64 %5, 8
  %1142 = and i64 %1141, 15
  %1143 = lshr i64 %1137, %1142
  %1144 = icmp eq i64 %1143, 0
  %1145 = insertelement <32 x i64> poison, i64 %1142, i64 0
  %1146 = shufflevector <32 x i64> %1145, <32 x i64> poison, <32 x i32> zeroinitializer
  %1147 = lshr <32 x i64> %1130, %1146
  %1148 = and i64 %5, 2
  %1149 = icmp eq i64 %1148, 0
  %1150 = and i32 %1, 1048576
  %1151 = icmp eq i32 %1150, 0
  %1152 = and i64 %5, 8
  %1153 = icmp eq i64 %1152, 0
  %1154 = getelementptr inbounds i8, ptr %16, i64 184
  %1155 = and i64 %5, 32
  %1156 = icmp eq i64 %1155, 0
  %1157 = getelementptr inbounds i8, ptr %16, i64 192
  %1158 = insertelement <32 x i32> poison, i32 %1, i64 0
  %1159 = shufflevector <32 x i32> %1158, <32 x i32> poison, <32 x i32> zeroinitializer
  %1160 = and i64 %5, 4
  %1161 = icmp eq i64 %1160, 0
  %1162 = or i1 %1151, %1161
  %1163 = shl i32 %1, 3
  %1164 = ashr i32 %1163, 31
  %1165 = bitcast i32 %1164 to <32 x i1>
  %1166 = or i32 %1, 8388608
  %1167 = insertelement <32 x i32> poison, i32 %1166, i64 0
  %1168 = shufflevector <32 x i32> %1167, <32 x i32> poison, <32 x i32> zeroinitializer
  %1169 = getelementptr inbounds i8, ptr %16, i64 168
  %1170 = shl i32 %1, 2
  %1171 = and i32 %1170, 4194300
  %1172 = zext i32 %1171 to i64
  %1173 = and i32 %1, 33554432
  %1174 = icmp ne i32 %1173, 0
  %1175 = getelementptr inbounds i8, ptr %0, i64 400
  %1176 = icmp eq ptr %4, null
  %1177 = lshr i64 %5, 24
  %1178 = and i64 %1177, 255
  %1179 = getelementptr inbounds i8, ptr %11, i64 256
  %1180 = getelementptr inbounds i8, ptr %11, i64 512
  %1181 = getelementptr inbounds i8, ptr %11, i64 768
  %1182 = getelementptr inbounds i8, ptr %11, i64 1024
  %1183 = getelementptr inbounds i8, ptr %11, i64 1280
  %1184 = getelementptr inbounds i8, ptr %11, i64 1536
  %1185 = getelementptr inbounds i8, ptr %16, i64 160
  %1186 = shl i64 %5, 8
  %1187 = and i64 %1186, 1095216660480
  %1188 = getelementptr inbounds i8, ptr %9, i64 256
  %1189 = getelementptr inbounds i8, ptr %9, i64 512
  %1190 = getelementptr inbounds i8, ptr %9, i64 768
  %1191 = getelementptr inbounds i8, ptr %9, i64 1024
  %1192 = getelementptr inbounds i8, ptr %9, i64 1280
  %1193 = getelementptr inbounds i8, ptr %9, i64 1536
  %1194 = getelementptr inbounds i8, ptr %12, i64 256
  %1195 = getelementptr inbounds i8, ptr %12, i64 512
  %1196 = getelementptr inbounds i8, ptr %12, i64 768
  %1197 = getelementptr inbounds i8, ptr %12, i64 1024
  %1198 = getelementptr inbounds i8, ptr %12, i64 1280
  %1199 = getelementptr inbounds i8, ptr %12, i64 1536
  %1200 = trunc i64 %1143 to i32
  br label %1201

1201:
  %1202 = phi i32 [ %3, %1128 ], [ %2034, %2033 ]
  %1203 = call i32 @"llvm.cttz.i32"(i32 %1202, i1 true)
  %1204 = extractelement <32 x i64> %1129, i32 %1203
  %1205 = insertelement <32 x i64> poison, i64 %1204, i64 0
  %1206 = shufflevector <32 x i64> %1205, <32 x i64> poison, <32 x i32> zeroinitializer
  %1207 = icmp eq <32 x i64> %1129, %1206
  %1208 = bitcast <32 x i1> %1207 to i32
  %1209 = and i32 %1202, %1208
  %1210 = extractelement <32 x i64> %2, i32 %1203
  %1211 = load i64, ptr %1131, align 8
  %1212 = inttoptr i64 %1211 to ptr
  %1213 = icmp ult i64 %1210, 4503599627370496
  %1214 = lshr i64 %1210, 37
  %1215 = and i64 %1214, 134217720
  %1216 = select i1 %1213, i64 %1215, i64 0
  %1217 = getelementptr inbounds i64, ptr %1212, i64 %1216
  %1218 = load i64, ptr %1217, align 8
  %1219 = icmp eq i64 %1218, 0
  %1220 = select i1 %1219, ptr null, ptr %1217
  br i1 %1219, label %2033, label %1221

1221:
  %1222 = load i64, ptr %1132, align 8
  %1223 = load i64, ptr %16, align 8
  %1224 = inttoptr i64 %1223 to ptr
  %1225 = load i64, ptr %1224, align 8
  %1226 = load i64, ptr %1135, align 8
  %1227 = shl i64 %1222, 5
  %1228 = or i64 %1226, %1227
  %1229 = insertelement <32 x i64> poison, i64 %1228, i64 0
  %1230 = shufflevector <32 x i64> %1229, <32 x i64> poison, <32 x i32> zeroinitializer
  %1231 = or <32 x i64> %1230, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %1232 = shl i64 %1225, 32
  %1233 = insertelement <32 x i64> poison, i64 %1232, i64 0
  %1234 = shufflevector <32 x i64> %1233, <32 x i64> poison, <32 x i32> zeroinitializer
  %1235 = or <32 x i64> %1231, %1234
  %1236 = insertelement <32 x i64> poison, i64 %1218, i64 0
  %1237 = shufflevector <32 x i64> %1236, <32 x i64> poison, <32 x i32> zeroinitializer
  %1238 = icmp ule <32 x i64> %1140, %1237
  %1239 = bitcast <32 x i1> %1238 to i32
  %1240 = and i32 %1209, %1239
  br i1 %1144, label %2033, label %1241

1241:
  %1242 = getelementptr i64, ptr %16, i64 %1222
  %1243 = getelementptr i8, ptr %1242, i64 200
  %1244 = load i64, ptr %1243, align 8
  %1245 = load i64, ptr %1134, align 8
  %1246 = call i64 @"llvm.umax.i64"(i64 %1244, i64 %1245)
  %1247 = load i64, ptr %1133, align 8
  %1248 = getelementptr inbounds i8, ptr %1217, i64 56
  %1249 = icmp eq i32 %1240, 0
  %1250 = bitcast i32 %1240 to <32 x i1>
  %1251 = getelementptr inbounds i8, ptr %1217, i64 8
  %1252 = shl i64 %1247, 32
  %1253 = insertelement <32 x i64> poison, i64 %1252, i64 0
  %1254 = shufflevector <32 x i64> %1253, <32 x i64> poison, <32 x i32> zeroinitializer
  %1255 = getelementptr inbounds i8, ptr %1217, i64 40
  %1256 = getelementptr inbounds i8, ptr %1217, i64 16
  %1257 = getelementptr inbounds i8, ptr %1217, i64 24
  %1258 = getelementptr inbounds i8, ptr %1217, i64 32
  %1259 = insertelement <32 x i64> poison, i64 %1247, i64 0
  %1260 = shufflevector <32 x i64> %1259, <32 x i64> poison, <32 x i32> zeroinitializer
  %1261 = lshr <32 x i64> %1230, splat (i64 5)
  %1262 = insertelement <32 x i64> poison, i64 %1246, i64 0
  %1263 = shufflevector <32 x i64> %1262, <32 x i64> poison, <32 x i32> zeroinitializer
  %1264 = insertelement <32 x i64> poison, i64 %1245, i64 0
  %1265 = shufflevector <32 x i64> %1264, <32 x i64> poison, <32 x i32> zeroinitializer
  %1266 = shl i64 %1222, 8
  %1267 = getelementptr inbounds i8, ptr %1217, i64 48
  %1268 = or <32 x i64> %1235, splat (i64 -9223372036854775808)
  %1269 = ptrtoint ptr %1217 to i64
  %1270 = select <32 x i1> %1165, <32 x i64> %1268, <32 x i64> %1235
  %1271 = getelementptr inbounds i8, ptr %1217, i64 16
  %1272 = getelementptr inbounds i8, ptr %1217, i64 8
  %1273 = getelementptr inbounds i8, ptr %1217, i64 24
  %1274 = getelementptr inbounds i8, ptr %1217, i64 32
  %1275 = getelementptr inbounds i8, ptr %1217, i64 40
  %1276 = getelementptr inbounds i8, ptr %1217, i64 48
  br label %1277

1277:
  %1278 = phi i64 [ 0, %1241 ], [ %2031, %2029 ]
  %1279 = phi i32 [ 0, %1241 ], [ %2030, %2029 ]
  %1280 = insertelement <32 x i64> poison, i64 %1278, i64 0
  %1281 = shufflevector <32 x i64> %1280, <32 x i64> poison, <32 x i32> zeroinitializer
  %1282 = add <32 x i64> %1281, %1147
  br i1 %1149, label %1283, label %1517

1283:
  %1284 = load i64, ptr %1272, align 8
  %1285 = inttoptr i64 %1284 to ptr
  %1286 = getelementptr i64, ptr %1285, <32 x i64> %1282
  %1287 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1286, i32 8, <32 x i1> %1250, <32 x i64> zeroinitializer)
  %1288 = load i64, ptr %1271, align 8
  %1289 = inttoptr i64 %1288 to ptr
  %1290 = getelementptr i32, ptr %1289, <32 x i64> %1282
  %1291 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1290, i32 4, <32 x i1> %1250, <32 x i32> zeroinitializer)
  %1292 = load i64, ptr %1273, align 8
  %1293 = inttoptr i64 %1292 to ptr
  %1294 = getelementptr i64, ptr %1293, <32 x i64> %1282
  %1295 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1294, i32 8, <32 x i1> %1250, <32 x i64> zeroinitializer)
  %1296 = load i64, ptr %1274, align 8
  %1297 = inttoptr i64 %1296 to ptr
  %1298 = getelementptr i32, ptr %1297, <32 x i64> %1282
  %1299 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1298, i32 4, <32 x i1> %1250, <32 x i32> zeroinitializer)
  %1300 = and <32 x i64> %1287, splat (i64 4294967295)
  %1301 = lshr <32 x i64> %1287, splat (i64 32)
  %1302 = and <32 x i64> %1301, splat (i64 2147483647)
  %1303 = icmp ult <32 x i64> %1302, %1260
  %1304 = icmp eq <32 x i64> %1300, %1231
  %1305 = or <32 x i1> %1304, %1303
  %1306 = lshr <32 x i64> %1300, splat (i64 5)
  %1307 = icmp eq <32 x i64> %1306, %1261
  %1308 = xor <32 x i64> %1300, %1231
  %1309 = icmp ult <32 x i64> %1308, splat (i64 1024)
  %1310 = select <32 x i1> %1307, <32 x i64> %1263, <32 x i64> %1265
  br i1 %1153, label %1319, label %1311

1311:
  %1312 = and <32 x i64> %1306, splat (i64 31)
  %1313 = load i64, ptr %1154, align 8
  %1314 = add i64 %1313, %1266
  %1315 = inttoptr i64 %1314 to ptr
  %1316 = getelementptr i64, ptr %1315, <32 x i64> %1312
  %1317 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1316, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1318 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1310, <32 x i64> %1317)
  br label %1319

1319:
  %1320 = phi <32 x i64> [ %1318, %1311 ], [ %1310, %1283 ]
  %1321 = icmp ult <32 x i64> %1302, %1320
  %1322 = and <32 x i1> %1309, %1321
  %1323 = or <32 x i1> %1305, %1322
  br i1 %1156, label %1340, label %1324

1324:
  %1325 = and <32 x i64> %1287, splat (i64 1023)
  %1326 = xor <32 x i64> %1325, splat (i64 1023)
  %1327 = and <32 x i32> %1291, splat (i32 536870912)
  %1328 = icmp ne <32 x i32> %1327, zeroinitializer
  %1329 = icmp ult <32 x i64> %1326, splat (i64 32)
  %1330 = and <32 x i1> %1329, %1328
  %1331 = load i64, ptr %1157, align 8
  %1332 = inttoptr i64 %1331 to ptr
  %1333 = getelementptr inbounds i8, ptr %1332, i64 1600
  %1334 = getelementptr inbounds i8, ptr %1333, i64 %1266
  %1335 = getelementptr i64, ptr %1334, <32 x i64> %1326
  %1336 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1335, i32 8, <32 x i1> %1330, <32 x i64> zeroinitializer)
  %1337 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1336, <32 x i64> %1265)
  %1338 = icmp ult <32 x i64> %1302, %1337
  %1339 = select <32 x i1> %1328, <32 x i1> %1338, <32 x i1> %1323
  br label %1340

1340:
  %1341 = phi <32 x i1> [ %1339, %1324 ], [ %1323, %1319 ]
  %1342 = and <32 x i32> %1291, %1159
  %1343 = icmp ugt <32 x i64> %1308, splat (i64 31)
  %1344 = and <32 x i32> %1342, splat (i32 4194304)
  %1345 = icmp ne <32 x i32> %1344, zeroinitializer
  %1346 = and <32 x i32> %1342, splat (i32 1048576)
  %1347 = icmp ne <32 x i32> %1346, zeroinitializer
  %1348 = and <32 x i1> %1309, %1347
  %1349 = or <32 x i1> %1345, %1348
  %1350 = and <32 x i32> %1342, splat (i32 1107296256)
  %1351 = icmp ne <32 x i32> %1350, splat (i32 1073741824)
  %1352 = or <32 x i1> %1343, %1351
  %1353 = and <32 x i1> %1352, %1349
  %1354 = or <32 x i1> %1353, %1341
  %1355 = and <32 x i64> %1295, splat (i64 4294967295)
  %1356 = lshr <32 x i64> %1295, splat (i64 32)
  %1357 = and <32 x i64> %1356, splat (i64 2147483647)
  %1358 = icmp ult <32 x i64> %1357, %1260
  %1359 = icmp eq <32 x i64> %1355, %1231
  %1360 = or <32 x i1> %1359, %1358
  %1361 = lshr <32 x i64> %1355, splat (i64 5)
  %1362 = icmp eq <32 x i64> %1361, %1261
  %1363 = xor <32 x i64> %1355, %1231
  %1364 = icmp ult <32 x i64> %1363, splat (i64 1024)
  %1365 = select <32 x i1> %1362, <32 x i64> %1263, <32 x i64> %1265
  br i1 %1153, label %1374, label %1366

1366:
  %1367 = and <32 x i64> %1361, splat (i64 31)
  %1368 = load i64, ptr %1154, align 8
  %1369 = add i64 %1368, %1266
  %1370 = inttoptr i64 %1369 to ptr
  %1371 = getelementptr i64, ptr %1370, <32 x i64> %1367
  %1372 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1371, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1373 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1365, <32 x i64> %1372)
  br label %1374

1374:
  %1375 = phi <32 x i64> [ %1373, %1366 ], [ %1365, %1340 ]
  %1376 = icmp ult <32 x i64> %1357, %1375
  %1377 = and <32 x i1> %1364, %1376
  %1378 = or <32 x i1> %1360, %1377
  %1379 = and <32 x i32> %1299, %1159
  %1380 = icmp ugt <32 x i64> %1363, splat (i64 31)
  %1381 = and <32 x i32> %1379, splat (i32 4194304)
  %1382 = icmp ne <32 x i32> %1381, zeroinitializer
  %1383 = and <32 x i32> %1379, splat (i32 1048576)
  %1384 = icmp ne <32 x i32> %1383, zeroinitializer
  %1385 = and <32 x i1> %1364, %1384
  %1386 = or <32 x i1> %1382, %1385
  %1387 = and <32 x i32> %1379, splat (i32 1107296256)
  %1388 = icmp ne <32 x i32> %1387, splat (i32 1073741824)
  %1389 = or <32 x i1> %1380, %1388
  %1390 = and <32 x i1> %1389, %1386
  %1391 = or <32 x i1> %1390, %1378
  %1392 = and <32 x i32> %1291, splat (i32 8388608)
  %1393 = icmp eq <32 x i32> %1392, zeroinitializer
  %1394 = or <32 x i1> %1393, %1391
  %1395 = and <32 x i32> %1291, splat (i32 268435456)
  %1396 = icmp eq <32 x i32> %1395, zeroinitializer
  %1397 = and <32 x i1> %1396, %1394
  %1398 = and <32 x i1> %1354, %1397
  %1399 = load i64, ptr %1275, align 8
  %1400 = inttoptr i64 %1399 to ptr
  %1401 = getelementptr i64, ptr %1400, <32 x i64> %1282
  %1402 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1401, i32 8, <32 x i1> %1250, <32 x i64> zeroinitializer)
  %1403 = load i64, ptr %1276, align 8
  %1404 = inttoptr i64 %1403 to ptr
  %1405 = getelementptr i32, ptr %1404, <32 x i64> %1282
  %1406 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1405, i32 4, <32 x i1> %1250, <32 x i32> zeroinitializer)
  %1407 = and <32 x i64> %1402, splat (i64 4294967295)
  %1408 = and <32 x i32> %1406, splat (i32 16777216)
  %1409 = icmp eq <32 x i32> %1408, zeroinitializer
  %1410 = lshr <32 x i64> %1402, splat (i64 32)
  %1411 = and <32 x i64> %1410, splat (i64 2147483647)
  %1412 = icmp ult <32 x i64> %1411, %1260
  %1413 = icmp eq <32 x i64> %1407, %1231
  %1414 = lshr <32 x i64> %1407, splat (i64 5)
  %1415 = icmp eq <32 x i64> %1414, %1261
  %1416 = xor <32 x i64> %1407, %1231
  %1417 = icmp ult <32 x i64> %1416, splat (i64 1024)
  %1418 = select <32 x i1> %1415, <32 x i64> %1263, <32 x i64> %1265
  br i1 %1153, label %1434, label %1419

1419:
  %1420 = and <32 x i64> %1414, splat (i64 31)
  %1421 = load i64, ptr %1154, align 8
  %1422 = add i64 %1421, %1266
  %1423 = inttoptr i64 %1422 to ptr
  %1424 = getelementptr i64, ptr %1423, <32 x i64> %1420
  %1425 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1424, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1426 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1418, <32 x i64> %1425)
  %1427 = and <32 x i64> %1414, splat (i64 31)
  %1428 = load i64, ptr %1154, align 8
  %1429 = add i64 %1428, %1266
  %1430 = inttoptr i64 %1429 to ptr
  %1431 = getelementptr i64, ptr %1430, <32 x i64> %1427
  %1432 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1431, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1433 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1418, <32 x i64> %1432)
  br label %1434

1434:
  %1435 = phi <32 x i64> [ %1426, %1419 ], [ %1418, %1374 ]
  %1436 = phi <32 x i64> [ %1433, %1419 ], [ %1418, %1374 ]
  %1437 = icmp ult <32 x i64> %1411, %1435
  %1438 = and <32 x i1> %1417, %1437
  %1439 = or <32 x i1> %1413, %1438
  %1440 = or <32 x i1> %1439, %1412
  %1441 = icmp ult <32 x i64> %1416, splat (i64 32)
  %1442 = icmp ult <32 x i64> %1411, %1436
  %1443 = and <32 x i1> %1417, %1442
  %1444 = and <32 x i32> %1406, splat (i32 8388608)
  %1445 = icmp ne <32 x i32> %1444, zeroinitializer
  %1446 = xor <32 x i1> %1440, splat (i1 true)
  %1447 = or <32 x i1> %1445, %1446
  %1448 = xor <32 x i1> %1443, splat (i1 true)
  %1449 = and <32 x i1> %1447, %1448
  %1450 = and <32 x i1> %1441, %1449
  %1451 = or <32 x i1> %1441, %1440
  %1452 = or <32 x i1> %1409, %1443
  %1453 = and <32 x i1> %1451, %1452
  %1454 = and <32 x i32> %1406, splat (i32 536870912)
  %1455 = icmp eq <32 x i32> %1454, zeroinitializer
  %1456 = or <32 x i1> %1412, %1455
  %1457 = and <32 x i1> %1456, %1453
  %1458 = and <32 x i1> %1457, %1250
  %1459 = select <32 x i1> %1450, <32 x i64> %1268, <32 x i64> %1235
  %1460 = select <32 x i1> %1450, <32 x i32> %1168, <32 x i32> %1159
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1459, <32 x ptr> %1401, i32 8, <32 x i1> %1458)
  %1461 = load i64, ptr %1276, align 8
  %1462 = inttoptr i64 %1461 to ptr
  %1463 = getelementptr i32, ptr %1462, <32 x i64> %1282
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1460, <32 x ptr> %1463, i32 4, <32 x i1> %1458)
  %1464 = load i64, ptr %1275, align 8
  %1465 = inttoptr i64 %1464 to ptr
  %1466 = getelementptr i64, ptr %1465, <32 x i64> %1282
  %1467 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1466, i32 8, <32 x i1> %1458, <32 x i64> zeroinitializer)
  %1468 = and <32 x i64> %1467, splat (i64 9223372036854775807)
  %1469 = icmp ne <32 x i64> %1468, %1235
  %1470 = and <32 x i1> %1458, %1469
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1268, <32 x ptr> %1466, i32 8, <32 x i1> %1470)
  %1471 = load i64, ptr %1276, align 8
  %1472 = inttoptr i64 %1471 to ptr
  %1473 = getelementptr i32, ptr %1472, <32 x i64> %1282
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1168, <32 x ptr> %1473, i32 4, <32 x i1> %1470)
  %1474 = and <32 x i1> %1398, %1457
  %1475 = bitcast <32 x i1> %1474 to i32
  %1476 = xor i32 %1475, -1
  %1477 = and i32 %1240, %1476
  %1478 = icmp eq i32 %1477, 0
  br i1 %1478, label %2029, label %1479

1479:
  %1480 = load i64, ptr %1169, align 8
  %1481 = inttoptr i64 %1480 to ptr
  %1482 = getelementptr inbounds i64, ptr %1481, i64 %1172
  %1483 = load i64, ptr %1482, align 8
  %1484 = icmp eq i64 %1483, 0
  br i1 %1484, label %1510, label %1485

1485:
  %1486 = getelementptr inbounds i8, ptr %1482, i64 16
  %1487 = load i64, ptr %1486, align 8
  %1488 = insertelement <32 x i64> poison, i64 %1487, i64 0
  %1489 = shufflevector <32 x i64> %1488, <32 x i64> poison, <32 x i32> zeroinitializer
  %1490 = and <32 x i32> %1291, splat (i32 63)
  %1491 = zext <32 x i32> %1490 to <32 x i64>
  %1492 = lshr <32 x i64> %1489, %1491
  %1493 = trunc <32 x i64> %1492 to <32 x i1>
  %1494 = bitcast <32 x i1> %1493 to i32
  %1495 = xor i32 %1494, -1
  %1496 = and i32 %1477, %1495
  %1497 = icmp eq i32 %1496, 0
  %1498 = or i1 %1174, %1497
  %1499 = getelementptr inbounds i8, ptr %1482, i64 24
  %1500 = load i64, ptr %1499, align 8
  %1501 = icmp eq i64 %1500, 0
  %1502 = select i1 %1501, i1 %1498, i1 false
  br i1 %1502, label %1503, label %1510

1503:
  %1504 = add i64 %1483, -1
  store i64 %1504, ptr %1482, align 8
  %1505 = call i32 @"llvm.ctpop.i32"(i32 %1477)
  %1506 = zext i32 %1505 to i64
  %1507 = getelementptr inbounds i8, ptr %1482, i64 8
  %1508 = load i64, ptr %1507, align 8
  %1509 = add i64 %1508, %1506
  store i64 %1509, ptr %1507, align 8
  br label %2029

1510:
  store <32 x i64> %1130, ptr %12, align 256
  store <32 x i64> %1287, ptr %1194, align 256
  %1511 = zext <32 x i32> %1291 to <32 x i64>
  store <32 x i64> %1511, ptr %1195, align 256
  store <32 x i64> %1295, ptr %1196, align 256
  %1512 = zext <32 x i32> %1299 to <32 x i64>
  store <32 x i64> %1512, ptr %1197, align 256
  store <32 x i64> %1402, ptr %1198, align 256
  %1513 = zext <32 x i32> %1406 to <32 x i64>
  store <32 x i64> %1513, ptr %1199, align 256
  %1514 = load i64, ptr %1185, align 8
  %1515 = inttoptr i64 %1514 to ptr
  %1516 = or i64 %1278, %1187
  call void %1515(ptr %0, i32 %1, i32 %1477, i32 0, ptr %1217, ptr %12, ptr %4, i64 %1516)
  br label %2029

1517:
  %1518 = load i64, ptr %1248, align 8
  %1519 = inttoptr i64 %1518 to ptr
  %1520 = icmp eq i64 %1518, 0
  br i1 %1520, label %1539, label %1521

1521:
  br i1 %1249, label %1539, label %1522

1522:
  %1523 = phi i32 [ %1537, %1535 ], [ %1240, %1521 ]
  %1524 = call i32 @"llvm.cttz.i32"(i32 %1523, i1 true)
  %1525 = extractelement <32 x i64> %1282, i32 %1524
  %1526 = lshr i64 %1525, 6
  %1527 = getelementptr inbounds i64, ptr %1519, i64 %1526
  %1528 = and i64 %1525, 63
  %1529 = shl i64 1, %1528
  %1530 = load i64, ptr %1527, align 8
  %1531 = and i64 %1530, %1529
  %1532 = icmp eq i64 %1531, 0
  br i1 %1532, label %1533, label %1535

1533:
  %1534 = or i64 %1530, %1529
  store i64 %1534, ptr %1527, align 8
  br label %1535

1535:
  %1536 = add i32 %1523, -1
  %1537 = and i32 %1536, %1523
  %1538 = icmp eq i32 %1537, 0
  br i1 %1538, label %1539, label %1522

1539:
  %1540 = load i64, ptr %1251, align 8
  %1541 = inttoptr i64 %1540 to ptr
  %1542 = getelementptr i64, ptr %1541, <32 x i64> %1282
  %1543 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1542, i32 8, <32 x i1> %1250, <32 x i64> zeroinitializer)
  %1544 = icmp uge <32 x i64> %1543, %1254
  %1545 = bitcast <32 x i1> %1544 to i32
  %1546 = or i32 %1150, %1545
  %1547 = icmp eq i32 %1546, 0
  br i1 %1547, label %1548, label %1657

1548:
  %1549 = load i64, ptr %1255, align 8
  %1550 = icmp eq i64 %1549, 0
  %1551 = select i1 %1550, i32 0, i32 %1240
  %1552 = bitcast i32 %1551 to <32 x i1>
  %1553 = inttoptr i64 %1549 to ptr
  %1554 = getelementptr i64, ptr %1553, <32 x i64> %1282
  %1555 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1554, i32 8, <32 x i1> %1552, <32 x i64> zeroinitializer)
  %1556 = icmp uge <32 x i64> %1555, %1254
  %1557 = bitcast <32 x i1> %1556 to i32
  %1558 = icmp eq i32 %1557, 0
  br i1 %1558, label %1559, label %1657

1559:
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1270, <32 x ptr> %1542, i32 8, <32 x i1> %1250)
  %1560 = load i64, ptr %1271, align 8
  %1561 = inttoptr i64 %1560 to ptr
  %1562 = getelementptr i32, ptr %1561, <32 x i64> %1282
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1159, <32 x ptr> %1562, i32 4, <32 x i1> %1250)
  br i1 %1151, label %1563, label %2029

1563:
  %1564 = load i64, ptr %1251, align 8
  %1565 = inttoptr i64 %1564 to ptr
  %1566 = getelementptr i64, ptr %1565, <32 x i64> %1282
  %1567 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1566, i32 8, <32 x i1> %1250, <32 x i64> zeroinitializer)
  %1568 = and <32 x i64> %1567, splat (i64 9223372036854775807)
  %1569 = icmp ne <32 x i64> %1568, %1235
  %1570 = and <32 x i1> %1569, %1250
  %1571 = bitcast <32 x i1> %1570 to i32
  %1572 = icmp eq i32 %1571, 0
  br i1 %1572, label %2029, label %1573

1573:
  %1574 = load i64, ptr %1169, align 8
  %1575 = inttoptr i64 %1574 to ptr
  %1576 = getelementptr inbounds i64, ptr %1575, i64 %1172
  %1577 = load i64, ptr %1576, align 8
  %1578 = icmp eq i64 %1577, 0
  br i1 %1578, label %1653, label %1579

1579:
  %1580 = getelementptr inbounds i8, ptr %1576, i64 24
  %1581 = load i64, ptr %1580, align 8
  %1582 = icmp eq i64 %1581, 0
  br i1 %1582, label %1635, label %1583

1583:
  br i1 %1176, label %1653, label %1584

1584:
  %1585 = shl i64 %1278, %1142
  br label %1586

1586:
  %1587 = phi i32 [ 0, %1584 ], [ %1603, %1595 ]
  %1588 = phi i32 [ %1571, %1584 ], [ %1605, %1595 ]
  %1589 = call i32 @"llvm.cttz.i32"(i32 %1588, i1 true)
  %1590 = extractelement <32 x i64> %1282, i32 %1589
  %1591 = getelementptr inbounds i64, ptr %1565, i64 %1590
  %1592 = load i64, ptr %1591, align 8
  %1593 = and i64 %1592, 31
  %1594 = zext i32 %1589 to i64
  br label %1607

1595:
  %1596 = shl i32 1, %1589
  %1597 = and i32 %1596, %1571
  %1598 = icmp eq i32 %1597, 0
  %1599 = icmp eq i8 %1627, 0
  %1600 = select i1 %1598, i1 true, i1 %1599
  %1601 = zext i1 %1600 to i32
  %1602 = shl i32 %1601, %1589
  %1603 = or i32 %1602, %1587
  %1604 = add i32 %1588, -1
  %1605 = and i32 %1604, %1588
  %1606 = icmp eq i32 %1605, 0
  br i1 %1606, label %1631, label %1586

1607:
  %1608 = phi i64 [ 0, %1586 ], [ %1628, %1607 ]
  %1609 = phi i8 [ 0, %1586 ], [ %1627, %1607 ]
  %1610 = add i64 %1608, %1585
  %1611 = freeze i64 %1610
  %1612 = udiv i64 %1611, %1178
  %1613 = shl i64 %1612, 5
  %1614 = mul i64 %1612, %1178
  %1615 = sub i64 %1611, %1614
  %1616 = or i64 %1613, %1594
  %1617 = mul i64 %1616, %1178
  %1618 = getelementptr inbounds i8, ptr %4, i64 %1617
  %1619 = getelementptr inbounds i8, ptr %1618, i64 %1615
  %1620 = load i8, ptr %1619, align 1
  %1621 = or i64 %1613, %1593
  %1622 = mul i64 %1621, %1178
  %1623 = getelementptr inbounds i8, ptr %4, i64 %1622
  %1624 = getelementptr inbounds i8, ptr %1623, i64 %1615
  %1625 = load i8, ptr %1624, align 1
  %1626 = xor i8 %1625, %1620
  %1627 = or i8 %1626, %1609
  %1628 = add i64 %1608, 1
  %1629 = lshr i64 %1628, %1142
  %1630 = icmp eq i64 %1629, 0
  br i1 %1630, label %1607, label %1595

1631:
  %1632 = xor i32 %1603, -1
  %1633 = and i32 %1632, %1571
  %1634 = icmp eq i32 %1633, 0
  br i1 %1634, label %1646, label %1653

1635:
  %1636 = getelementptr inbounds i8, ptr %1576, i64 16
  %1637 = load i64, ptr %1636, align 8
  %1638 = trunc i64 %1637 to i1
  %1639 = insertelement <32 x i1> poison, i1 %1638, i64 0
  %1640 = shufflevector <32 x i1> %1639, <32 x i1> poison, <32 x i32> zeroinitializer
  %1641 = bitcast <32 x i1> %1640 to i32
  %1642 = xor i32 %1641, -1
  %1643 = and i32 %1642, %1571
  %1644 = icmp eq i32 %1643, 0
  %1645 = or i1 %1174, %1644
  br i1 %1645, label %1646, label %1653

1646:
  %1647 = add i64 %1577, -1
  store i64 %1647, ptr %1576, align 8
  %1648 = call i32 @"llvm.ctpop.i32"(i32 %1571)
  %1649 = zext i32 %1648 to i64
  %1650 = getelementptr inbounds i8, ptr %1576, i64 8
  %1651 = load i64, ptr %1650, align 8
  %1652 = add i64 %1651, %1649
  store i64 %1652, ptr %1650, align 8
  br label %2029

1653:
  store <32 x i64> %1130, ptr %9, align 256
  store <32 x i64> zeroinitializer, ptr %1188, align 256
  store <32 x i64> zeroinitializer, ptr %1189, align 256
  store <32 x i64> zeroinitializer, ptr %1190, align 256
  store <32 x i64> zeroinitializer, ptr %1191, align 256
  store <32 x i64> zeroinitializer, ptr %1192, align 256
  store <32 x i64> zeroinitializer, ptr %1193, align 256
  %1654 = load i64, ptr %1185, align 8
  %1655 = inttoptr i64 %1654 to ptr
  %1656 = or i64 %1278, %1187
  call void %1655(ptr %0, i32 %1, i32 0, i32 %1571, ptr %1220, ptr %9, ptr %4, i64 %1656)
  br label %2029

1657:
  %1658 = load i64, ptr %1256, align 8
  %1659 = inttoptr i64 %1658 to ptr
  %1660 = getelementptr i32, ptr %1659, <32 x i64> %1282
  %1661 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1660, i32 4, <32 x i1> %1250, <32 x i32> zeroinitializer)
  %1662 = load i64, ptr %1257, align 8
  %1663 = inttoptr i64 %1662 to ptr
  %1664 = getelementptr i64, ptr %1663, <32 x i64> %1282
  %1665 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1664, i32 8, <32 x i1> %1250, <32 x i64> zeroinitializer)
  %1666 = load i64, ptr %1258, align 8
  %1667 = inttoptr i64 %1666 to ptr
  %1668 = getelementptr i32, ptr %1667, <32 x i64> %1282
  %1669 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1668, i32 4, <32 x i1> %1250, <32 x i32> zeroinitializer)
  %1670 = and <32 x i64> %1543, splat (i64 4294967295)
  %1671 = lshr <32 x i64> %1543, splat (i64 32)
  %1672 = and <32 x i64> %1671, splat (i64 2147483647)
  %1673 = icmp ult <32 x i64> %1672, %1260
  %1674 = icmp eq <32 x i64> %1670, %1231
  %1675 = or <32 x i1> %1674, %1673
  %1676 = lshr <32 x i64> %1670, splat (i64 5)
  %1677 = icmp eq <32 x i64> %1676, %1261
  %1678 = xor <32 x i64> %1670, %1231
  %1679 = icmp ult <32 x i64> %1678, splat (i64 1024)
  %1680 = select <32 x i1> %1677, <32 x i64> %1263, <32 x i64> %1265
  br i1 %1153, label %1689, label %1681

1681:
  %1682 = and <32 x i64> %1676, splat (i64 31)
  %1683 = load i64, ptr %1154, align 8
  %1684 = add i64 %1683, %1266
  %1685 = inttoptr i64 %1684 to ptr
  %1686 = getelementptr i64, ptr %1685, <32 x i64> %1682
  %1687 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1686, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1688 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1680, <32 x i64> %1687)
  br label %1689

1689:
  %1690 = phi <32 x i64> [ %1688, %1681 ], [ %1680, %1657 ]
  %1691 = icmp ult <32 x i64> %1672, %1690
  %1692 = and <32 x i1> %1679, %1691
  %1693 = or <32 x i1> %1675, %1692
  br i1 %1156, label %1710, label %1694

1694:
  %1695 = and <32 x i64> %1543, splat (i64 1023)
  %1696 = xor <32 x i64> %1695, splat (i64 1023)
  %1697 = and <32 x i32> %1661, splat (i32 536870912)
  %1698 = icmp ne <32 x i32> %1697, zeroinitializer
  %1699 = icmp ult <32 x i64> %1696, splat (i64 32)
  %1700 = and <32 x i1> %1699, %1698
  %1701 = load i64, ptr %1157, align 8
  %1702 = inttoptr i64 %1701 to ptr
  %1703 = getelementptr inbounds i8, ptr %1702, i64 1600
  %1704 = getelementptr inbounds i8, ptr %1703, i64 %1266
  %1705 = getelementptr i64, ptr %1704, <32 x i64> %1696
  %1706 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1705, i32 8, <32 x i1> %1700, <32 x i64> zeroinitializer)
  %1707 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1706, <32 x i64> %1265)
  %1708 = icmp ult <32 x i64> %1672, %1707
  %1709 = select <32 x i1> %1698, <32 x i1> %1708, <32 x i1> %1693
  br label %1710

1710:
  %1711 = phi <32 x i1> [ %1709, %1694 ], [ %1693, %1689 ]
  %1712 = and <32 x i32> %1661, %1159
  %1713 = icmp ugt <32 x i64> %1678, splat (i64 31)
  %1714 = and <32 x i32> %1712, splat (i32 4194304)
  %1715 = icmp ne <32 x i32> %1714, zeroinitializer
  %1716 = and <32 x i32> %1712, splat (i32 1048576)
  %1717 = icmp ne <32 x i32> %1716, zeroinitializer
  %1718 = and <32 x i1> %1679, %1717
  %1719 = or <32 x i1> %1715, %1718
  %1720 = and <32 x i32> %1712, splat (i32 1107296256)
  %1721 = icmp ne <32 x i32> %1720, splat (i32 1073741824)
  %1722 = or <32 x i1> %1713, %1721
  %1723 = and <32 x i1> %1722, %1719
  %1724 = or <32 x i1> %1723, %1711
  %1725 = and <32 x i64> %1665, splat (i64 4294967295)
  %1726 = lshr <32 x i64> %1665, splat (i64 32)
  %1727 = and <32 x i64> %1726, splat (i64 2147483647)
  %1728 = icmp ult <32 x i64> %1727, %1260
  %1729 = icmp eq <32 x i64> %1725, %1231
  %1730 = or <32 x i1> %1729, %1728
  %1731 = lshr <32 x i64> %1725, splat (i64 5)
  %1732 = icmp eq <32 x i64> %1731, %1261
  %1733 = xor <32 x i64> %1725, %1231
  %1734 = icmp ult <32 x i64> %1733, splat (i64 1024)
  %1735 = select <32 x i1> %1732, <32 x i64> %1263, <32 x i64> %1265
  br i1 %1153, label %1744, label %1736

1736:
  %1737 = and <32 x i64> %1731, splat (i64 31)
  %1738 = load i64, ptr %1154, align 8
  %1739 = add i64 %1738, %1266
  %1740 = inttoptr i64 %1739 to ptr
  %1741 = getelementptr i64, ptr %1740, <32 x i64> %1737
  %1742 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1741, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1743 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1735, <32 x i64> %1742)
  br label %1744

1744:
  %1745 = phi <32 x i64> [ %1743, %1736 ], [ %1735, %1710 ]
  %1746 = icmp ult <32 x i64> %1727, %1745
  %1747 = and <32 x i1> %1734, %1746
  %1748 = and <32 x i32> %1669, %1159
  %1749 = icmp ugt <32 x i64> %1733, splat (i64 31)
  %1750 = and <32 x i32> %1748, splat (i32 4194304)
  %1751 = icmp ne <32 x i32> %1750, zeroinitializer
  %1752 = and <32 x i32> %1748, splat (i32 1048576)
  %1753 = icmp ne <32 x i32> %1752, zeroinitializer
  %1754 = and <32 x i1> %1734, %1753
  %1755 = or <32 x i1> %1751, %1754
  %1756 = and <32 x i32> %1748, splat (i32 1107296256)
  %1757 = icmp ne <32 x i32> %1756, splat (i32 1073741824)
  %1758 = or <32 x i1> %1749, %1757
  %1759 = and <32 x i1> %1758, %1755
  %1760 = or <32 x i1> %1759, %1747
  %1761 = and <32 x i32> %1661, splat (i32 8388608)
  %1762 = icmp ne <32 x i32> %1761, zeroinitializer
  %1763 = xor <32 x i1> %1762, splat (i1 true)
  %1764 = or <32 x i1> %1760, %1763
  %1765 = or <32 x i1> %1730, %1764
  %1766 = and <32 x i32> %1661, splat (i32 268435456)
  %1767 = icmp eq <32 x i32> %1766, zeroinitializer
  %1768 = and <32 x i1> %1767, %1765
  %1769 = and <32 x i1> %1724, %1768
  %1770 = load i64, ptr %1255, align 8
  %1771 = icmp eq i64 %1770, 0
  %1772 = select i1 %1771, i32 0, i32 %1240
  %1773 = bitcast i32 %1772 to <32 x i1>
  %1774 = inttoptr i64 %1770 to ptr
  %1775 = getelementptr i64, ptr %1774, <32 x i64> %1282
  %1776 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1775, i32 8, <32 x i1> %1773, <32 x i64> zeroinitializer)
  %1777 = load i64, ptr %1267, align 8
  %1778 = inttoptr i64 %1777 to ptr
  %1779 = getelementptr i32, ptr %1778, <32 x i64> %1282
  %1780 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1779, i32 4, <32 x i1> %1773, <32 x i32> zeroinitializer)
  %1781 = and <32 x i32> %1780, splat (i32 16777216)
  %1782 = icmp eq <32 x i32> %1781, zeroinitializer
  %1783 = and <32 x i64> %1776, splat (i64 4294967295)
  %1784 = lshr <32 x i64> %1776, splat (i64 32)
  %1785 = and <32 x i64> %1784, splat (i64 2147483647)
  %1786 = icmp ult <32 x i64> %1785, %1260
  %1787 = icmp eq <32 x i64> %1783, %1231
  %1788 = lshr <32 x i64> %1783, splat (i64 5)
  %1789 = icmp eq <32 x i64> %1788, %1261
  %1790 = xor <32 x i64> %1783, %1231
  %1791 = icmp ult <32 x i64> %1790, splat (i64 1024)
  %1792 = select <32 x i1> %1789, <32 x i64> %1263, <32 x i64> %1265
  br i1 %1153, label %1801, label %1793

1793:
  %1794 = and <32 x i64> %1788, splat (i64 31)
  %1795 = load i64, ptr %1154, align 8
  %1796 = add i64 %1795, %1266
  %1797 = inttoptr i64 %1796 to ptr
  %1798 = getelementptr i64, ptr %1797, <32 x i64> %1794
  %1799 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1798, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1800 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1792, <32 x i64> %1799)
  br label %1801

1801:
  %1802 = phi <32 x i64> [ %1800, %1793 ], [ %1792, %1744 ]
  %1803 = icmp ult <32 x i64> %1785, %1802
  %1804 = and <32 x i1> %1791, %1803
  %1805 = or <32 x i1> %1787, %1804
  %1806 = or <32 x i1> %1805, %1786
  %1807 = and <32 x i32> %1780, splat (i32 25165824)
  %1808 = icmp eq <32 x i32> %1807, zeroinitializer
  %1809 = and <32 x i1> %1808, %1806
  br i1 %1153, label %1818, label %1810

1810:
  %1811 = and <32 x i64> %1788, splat (i64 31)
  %1812 = load i64, ptr %1154, align 8
  %1813 = add i64 %1812, %1266
  %1814 = inttoptr i64 %1813 to ptr
  %1815 = getelementptr i64, ptr %1814, <32 x i64> %1811
  %1816 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1815, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1817 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1792, <32 x i64> %1816)
  br label %1818

1818:
  %1819 = phi <32 x i64> [ %1817, %1810 ], [ %1792, %1801 ]
  %1820 = icmp ult <32 x i64> %1785, %1819
  %1821 = and <32 x i1> %1791, %1820
  %1822 = or <32 x i1> %1809, %1821
  %1823 = and <32 x i32> %1780, splat (i32 536870912)
  %1824 = icmp eq <32 x i32> %1823, zeroinitializer
  %1825 = or <32 x i1> %1786, %1824
  %1826 = and <32 x i1> %1782, %1825
  %1827 = and <32 x i1> %1826, %1822
  %1828 = and <32 x i32> %1780, %1159
  %1829 = icmp ugt <32 x i64> %1790, splat (i64 31)
  %1830 = and <32 x i32> %1828, splat (i32 4194304)
  %1831 = icmp ne <32 x i32> %1830, zeroinitializer
  %1832 = and <32 x i32> %1828, splat (i32 1048576)
  %1833 = icmp ne <32 x i32> %1832, zeroinitializer
  %1834 = and <32 x i1> %1791, %1833
  %1835 = or <32 x i1> %1831, %1834
  %1836 = and <32 x i32> %1828, splat (i32 1107296256)
  %1837 = icmp ne <32 x i32> %1836, splat (i32 1073741824)
  %1838 = or <32 x i1> %1829, %1837
  %1839 = and <32 x i1> %1838, %1835
  %1840 = or <32 x i1> %1839, %1827
  %1841 = xor <32 x i1> %1711, splat (i1 true)
  %1842 = and <32 x i1> %1723, %1841
  %1843 = and <32 x i1> %1842, %1250
  br i1 %1153, label %1852, label %1844

1844:
  %1845 = and <32 x i64> %1731, splat (i64 31)
  %1846 = load i64, ptr %1154, align 8
  %1847 = add i64 %1846, %1266
  %1848 = inttoptr i64 %1847 to ptr
  %1849 = getelementptr i64, ptr %1848, <32 x i64> %1845
  %1850 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1849, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1851 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1735, <32 x i64> %1850)
  br label %1852

1852:
  %1853 = phi <32 x i64> [ %1851, %1844 ], [ %1735, %1818 ]
  %1854 = icmp ult <32 x i64> %1727, %1853
  %1855 = and <32 x i1> %1734, %1854
  %1856 = or <32 x i1> %1730, %1855
  %1857 = xor <32 x i1> %1856, splat (i1 true)
  %1858 = and <32 x i1> %1762, %1857
  br i1 %1162, label %1877, label %1859

1859:
  %1860 = icmp uge <32 x i64> %1672, %1260
  %1861 = and <32 x i32> %1661, splat (i32 1048576)
  %1862 = icmp eq <32 x i32> %1861, zeroinitializer
  %1863 = and <32 x i1> %1860, %1862
  %1864 = icmp uge <32 x i64> %1727, %1260
  %1865 = and <32 x i32> %1669, splat (i32 1048576)
  %1866 = icmp eq <32 x i32> %1865, zeroinitializer
  %1867 = and <32 x i1> %1864, %1866
  %1868 = xor <32 x i1> %1863, splat (i1 true)
  %1869 = and <32 x i1> %1867, %1868
  %1870 = and <32 x i1> %1762, %1869
  %1871 = xor <32 x i1> %1870, splat (i1 true)
  %1872 = and <32 x i1> %1843, %1871
  %1873 = and <32 x i1> %1863, %1250
  %1874 = and <32 x i1> %1873, %1711
  %1875 = or <32 x i1> %1874, %1872
  %1876 = or <32 x i1> %1870, %1858
  br label %1877

1877:
  %1878 = phi <32 x i1> [ %1876, %1859 ], [ %1858, %1852 ]
  %1879 = phi <32 x i1> [ %1875, %1859 ], [ %1843, %1852 ]
  %1880 = and <32 x i1> %1769, %1840
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1543, <32 x ptr> %1664, i32 8, <32 x i1> %1879)
  %1881 = load i64, ptr %1258, align 8
  %1882 = inttoptr i64 %1881 to ptr
  %1883 = getelementptr i32, ptr %1882, <32 x i64> %1282
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1661, <32 x ptr> %1883, i32 4, <32 x i1> %1879)
  %1884 = or <32 x i1> %1878, %1879
  %1885 = or <32 x i1> %1884, %1165
  %1886 = select <32 x i1> %1885, <32 x i64> %1268, <32 x i64> %1235
  %1887 = select <32 x i1> %1884, <32 x i32> %1168, <32 x i32> %1159
  %1888 = load i64, ptr %1251, align 8
  %1889 = inttoptr i64 %1888 to ptr
  %1890 = getelementptr i64, ptr %1889, <32 x i64> %1282
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1886, <32 x ptr> %1890, i32 8, <32 x i1> %1250)
  %1891 = load i64, ptr %1256, align 8
  %1892 = inttoptr i64 %1891 to ptr
  %1893 = getelementptr i32, ptr %1892, <32 x i64> %1282
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1887, <32 x ptr> %1893, i32 4, <32 x i1> %1250)
  %1894 = load i64, ptr %1251, align 8
  %1895 = inttoptr i64 %1894 to ptr
  %1896 = getelementptr i64, ptr %1895, <32 x i64> %1282
  %1897 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1896, i32 8, <32 x i1> %1250, <32 x i64> zeroinitializer)
  %1898 = and <32 x i64> %1897, splat (i64 9223372036854775807)
  %1899 = icmp ne <32 x i64> %1898, %1235
  %1900 = and <32 x i1> %1899, %1250
  %1901 = bitcast <32 x i1> %1900 to i32
  %1902 = bitcast <32 x i1> %1880 to i32
  %1903 = xor i32 %1902, -1
  %1904 = and i32 %1240, %1903
  %1905 = select i1 %1151, i32 %1901, i32 0
  %1906 = bitcast <32 x i1> %1840 to i32
  %1907 = or i32 %1905, %1904
  %1908 = icmp eq i32 %1907, 0
  br i1 %1908, label %2029, label %1909

1909:
  %1910 = load i64, ptr %1169, align 8
  %1911 = inttoptr i64 %1910 to ptr
  %1912 = getelementptr inbounds i64, ptr %1911, i64 %1172
  %1913 = load i64, ptr %1912, align 8
  %1914 = icmp eq i64 %1913, 0
  br i1 %1914, label %2022, label %1915

1915:
  %1916 = getelementptr inbounds i8, ptr %1912, i64 24
  %1917 = load i64, ptr %1916, align 8
  %1918 = icmp eq i64 %1917, 0
  br i1 %1918, label %2001, label %1919

1919:
  %1920 = load i64, ptr %1131, align 8
  %1921 = sub i64 %1269, %1920
  %1922 = ashr exact i64 %1921, 3
  %1923 = sdiv i64 %1922, 8
  %1924 = load i64, ptr %1175, align 8
  %1925 = inttoptr i64 %1924 to ptr
  %1926 = shl i64 %1923, 5
  %1927 = getelementptr inbounds i8, ptr %1925, i64 %1926
  %1928 = shl i64 %1923, 40
  %1929 = getelementptr inbounds i8, ptr %1927, i64 8
  %1930 = load i64, ptr %1929, align 8
  %1931 = add i64 %1928, %1930
  br i1 %1176, label %1997, label %1932

1932:
  %1933 = shl i64 %1278, %1142
  br label %1934

1934:
  %1935 = phi i32 [ 0, %1932 ], [ %1990, %1986 ]
  %1936 = phi i32 [ %1907, %1932 ], [ %1992, %1986 ]
  %1937 = call i32 @"llvm.cttz.i32"(i32 %1936, i1 true)
  %1938 = extractelement <32 x i64> %1282, i32 %1937
  %1939 = getelementptr inbounds i64, ptr %1895, i64 %1938
  %1940 = load i64, ptr %1939, align 8
  %1941 = and i64 %1940, 31
  %1942 = shl i64 %1938, %1142
  %1943 = add i64 %1931, %1942
  %1944 = inttoptr i64 %1943 to ptr
  %1945 = zext i32 %1937 to i64
  br label %1952

1946:
  %1947 = shl i32 1, %1937
  %1948 = and i32 %1947, %1904
  %1949 = icmp eq i32 %1948, 0
  %1950 = icmp eq i8 %1970, 0
  %1951 = select i1 %1949, i1 true, i1 %1950
  br i1 %1951, label %1981, label %1986

1952:
  %1953 = phi i64 [ 0, %1934 ], [ %1978, %1952 ]
  %1954 = phi i8 [ 0, %1934 ], [ %1977, %1952 ]
  %1955 = phi i8 [ 0, %1934 ], [ %1970, %1952 ]
  %1956 = add i64 %1953, %1933
  %1957 = freeze i64 %1956
  %1958 = udiv i64 %1957, %1178
  %1959 = shl i64 %1958, 5
  %1960 = mul i64 %1958, %1178
  %1961 = sub i64 %1957, %1960
  %1962 = or i64 %1959, %1945
  %1963 = mul i64 %1962, %1178
  %1964 = getelementptr inbounds i8, ptr %4, i64 %1963
  %1965 = getelementptr inbounds i8, ptr %1964, i64 %1961
  %1966 = load i8, ptr %1965, align 1
  %1967 = getelementptr inbounds i8, ptr %1944, i64 %1953
  %1968 = load i8, ptr %1967, align 1
  %1969 = xor i8 %1968, %1966
  %1970 = or i8 %1969, %1955
  %1971 = or i64 %1959, %1941
  %1972 = mul i64 %1971, %1178
  %1973 = getelementptr inbounds i8, ptr %4, i64 %1972
  %1974 = getelementptr inbounds i8, ptr %1973, i64 %1961
  %1975 = load i8, ptr %1974, align 1
  %1976 = xor i8 %1975, %1966
  %1977 = or i8 %1976, %1954
  %1978 = add i64 %1953, 1
  %1979 = lshr i64 %1978, %1142
  %1980 = icmp eq i64 %1979, 0
  br i1 %1980, label %1952, label %1946

1981:
  %1982 = and i32 %1947, %1905
  %1983 = icmp eq i32 %1982, 0
  %1984 = icmp eq i8 %1977, 0
  %1985 = select i1 %1983, i1 true, i1 %1984
  br label %1986

1986:
  %1987 = phi i1 [ false, %1946 ], [ %1985, %1981 ]
  %1988 = zext i1 %1987 to i32
  %1989 = shl i32 %1988, %1937
  %1990 = or i32 %1989, %1935
  %1991 = add i32 %1936, -1
  %1992 = and i32 %1991, %1936
  %1993 = icmp eq i32 %1992, 0
  br i1 %1993, label %1994, label %1934

1994:
  %1995 = and i32 %1990, %1906
  %1996 = xor i32 %1995, -1
  br label %1997

1997:
  %1998 = phi i32 [ -1, %1919 ], [ %1996, %1994 ]
  %1999 = and i32 %1907, %1998
  %2000 = icmp eq i32 %1999, 0
  br i1 %2000, label %2015, label %2022

2001:
  %2002 = getelementptr inbounds i8, ptr %1912, i64 16
  %2003 = load i64, ptr %2002, align 8
  %2004 = insertelement <32 x i64> poison, i64 %2003, i64 0
  %2005 = shufflevector <32 x i64> %2004, <32 x i64> poison, <32 x i32> zeroinitializer
  %2006 = and <32 x i32> %1661, splat (i32 63)
  %2007 = zext <32 x i32> %2006 to <32 x i64>
  %2008 = lshr <32 x i64> %2005, %2007
  %2009 = trunc <32 x i64> %2008 to <32 x i1>
  %2010 = bitcast <32 x i1> %2009 to i32
  %2011 = xor i32 %2010, -1
  %2012 = and i32 %1907, %2011
  %2013 = icmp eq i32 %2012, 0
  %2014 = or i1 %1174, %2013
  br i1 %2014, label %2015, label %2022

2015:
  %2016 = add i64 %1913, -1
  store i64 %2016, ptr %1912, align 8
  %2017 = call i32 @"llvm.ctpop.i32"(i32 %1907)
  %2018 = zext i32 %2017 to i64
  %2019 = getelementptr inbounds i8, ptr %1912, i64 8
  %2020 = load i64, ptr %2019, align 8
  %2021 = add i64 %2020, %2018
  store i64 %2021, ptr %2019, align 8
  br label %2029

2022:
  store <32 x i64> %1130, ptr %11, align 256
  store <32 x i64> %1543, ptr %1179, align 256
  %2023 = zext <32 x i32> %1661 to <32 x i64>
  store <32 x i64> %2023, ptr %1180, align 256
  store <32 x i64> %1665, ptr %1181, align 256
  %2024 = zext <32 x i32> %1669 to <32 x i64>
  store <32 x i64> %2024, ptr %1182, align 256
  store <32 x i64> %1776, ptr %1183, align 256
  %2025 = zext <32 x i32> %1780 to <32 x i64>
  store <32 x i64> %2025, ptr %1184, align 256
  %2026 = load i64, ptr %1185, align 8
  %2027 = inttoptr i64 %2026 to ptr
  %2028 = or i64 %1278, %1187
  call void %2027(ptr %0, i32 %1, i32 %1904, i32 %1905, ptr %1220, ptr %11, ptr %4, i64 %2028)
  br label %2029

2029:
  %2030 = add i32 %1279, 1
  %2031 = zext i32 %2030 to i64
  %2032 = icmp ult i32 %2030, %1200
  br i1 %2032, label %1277, label %2033

2033:
  %2034 = xor i32 %1209, %1202
  %2035 = icmp eq i32 %1209, %1202
  br i1 %2035, label %2036, label %1201

2036:
  ret void
}
define weak_odr void @"ks.watch_contiguous"(ptr %0, i32 %1, i64 %2, i32 %3, ptr %4, i64 %5) {
  %7 = getelementptr inbounds i8, ptr %0, i64 320
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = icmp ne i64 %8, 0
  %11 = icmp ne i32 %3, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %489

13:
  %14 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %15 = zext i32 %14 to i64
  %16 = lshr i64 %5, 16
  %17 = and i64 %16, 255
  %18 = mul i64 %17, %15
  %19 = add i64 %18, %2
  %20 = and i64 %5, 1
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %25, label %22

22:
  %23 = getelementptr inbounds i8, ptr %9, i64 56
  %24 = load i64, ptr %23, align 8
  br label %36

25:
  %26 = getelementptr inbounds i8, ptr %9, i64 48
  %27 = load i64, ptr %26, align 8
  %28 = inttoptr i64 %27 to ptr
  %29 = icmp ult i64 %19, 4503599627370496
  %30 = lshr i64 %19, 37
  %31 = and i64 %30, 134217720
  %32 = select i1 %29, i64 %31, i64 0
  %33 = getelementptr inbounds i64, ptr %28, i64 %32
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %489, label %36

36:
  %37 = phi i64 [ %34, %25 ], [ %24, %22 ]
  %38 = phi ptr [ %33, %25 ], [ %23, %22 ]
  %39 = call i32 @"llvm.ctlz.i32"(i32 %3, i1 true)
  %40 = xor i32 %39, 31
  %41 = zext i32 %40 to i64
  %42 = and i64 %19, -1099511627776
  %43 = select i1 %21, i64 %42, i64 0
  %44 = mul i64 %17, %41
  %45 = add i64 %17, %2
  %46 = add i64 %45, %44
  %47 = sub i64 %46, %43
  %48 = icmp ugt i64 %47, %37
  br i1 %48, label %482, label %49

49:
  %50 = getelementptr inbounds i8, ptr %0, i64 120
  %51 = load i64, ptr %50, align 8
  %52 = load i64, ptr %9, align 8
  %53 = inttoptr i64 %52 to ptr
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds i8, ptr %9, i64 8
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr inbounds i8, ptr %9, i64 16
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr i64, ptr %9, i64 %51
  %60 = getelementptr i8, ptr %59, i64 200
  %61 = load i64, ptr %60, align 8
  %62 = call i64 @"llvm.umax.i64"(i64 %61, i64 %58)
  %63 = getelementptr inbounds i8, ptr %9, i64 144
  %64 = load i64, ptr %63, align 8
  %65 = getelementptr inbounds i8, ptr %9, i64 40
  %66 = load i64, ptr %65, align 8
  %67 = shl i64 %51, 5
  %68 = or i64 %66, %67
  %69 = insertelement <32 x i64> poison, i64 %68, i64 0
  %70 = shufflevector <32 x i64> %69, <32 x i64> poison, <32 x i32> zeroinitializer
  %71 = or <32 x i64> %70, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %72 = shl i64 %54, 32
  %73 = insertelement <32 x i64> poison, i64 %72, i64 0
  %74 = shufflevector <32 x i64> %73, <32 x i64> poison, <32 x i32> zeroinitializer
  %75 = or <32 x i64> %71, %74
  %76 = sub i64 %2, %43
  %77 = lshr i64 %5, 8
  %78 = and i64 %77, 15
  %79 = ashr i64 %76, %78
  %80 = icmp eq i32 %3, -1
  %81 = select i1 %21, i64 %56, i64 %58
  %82 = getelementptr inbounds i8, ptr %38, i64 8
  %83 = load i64, ptr %82, align 8
  %84 = shl i64 %79, 3
  %85 = add i64 %83, %84
  %86 = inttoptr i64 %85 to ptr
  br i1 %80, label %87, label %272

87:
  %88 = load <32 x i64>, ptr %86, align 8
  %89 = shl i64 %81, 32
  %90 = insertelement <32 x i64> poison, i64 %89, i64 0
  %91 = shufflevector <32 x i64> %90, <32 x i64> poison, <32 x i32> zeroinitializer
  %92 = icmp uge <32 x i64> %88, %91
  %93 = bitcast <32 x i1> %92 to i32
  %94 = icmp eq i32 %93, 0
  br i1 %94, label %146, label %95

95:
  %96 = icmp sgt <32 x i64> %88, splat (i64 -1)
  %97 = and <32 x i64> %88, splat (i64 4294967295)
  %98 = lshr <32 x i64> %88, splat (i64 32)
  %99 = and <32 x i64> %98, splat (i64 2147483647)
  %100 = insertelement <32 x i64> poison, i64 %56, i64 0
  %101 = shufflevector <32 x i64> %100, <32 x i64> poison, <32 x i32> zeroinitializer
  %102 = icmp ult <32 x i64> %99, %101
  %103 = icmp eq <32 x i64> %97, %71
  %104 = or <32 x i1> %103, %102
  %105 = lshr <32 x i64> %97, splat (i64 5)
  %106 = lshr <32 x i64> %70, splat (i64 5)
  %107 = icmp eq <32 x i64> %105, %106
  %108 = xor <32 x i64> %97, %70
  %109 = icmp ult <32 x i64> %108, splat (i64 1024)
  %110 = insertelement <32 x i64> poison, i64 %62, i64 0
  %111 = shufflevector <32 x i64> %110, <32 x i64> poison, <32 x i32> zeroinitializer
  %112 = insertelement <32 x i64> poison, i64 %58, i64 0
  %113 = shufflevector <32 x i64> %112, <32 x i64> poison, <32 x i32> zeroinitializer
  %114 = select <32 x i1> %107, <32 x i64> %111, <32 x i64> %113
  %115 = and i64 %5, 8
  %116 = icmp eq i64 %115, 0
  br i1 %116, label %127, label %117

117:
  %118 = and <32 x i64> %105, splat (i64 31)
  %119 = getelementptr inbounds i8, ptr %9, i64 184
  %120 = load i64, ptr %119, align 8
  %121 = shl i64 %51, 8
  %122 = add i64 %120, %121
  %123 = inttoptr i64 %122 to ptr
  %124 = getelementptr i64, ptr %123, <32 x i64> %118
  %125 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %124, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %126 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %114, <32 x i64> %125)
  br label %127

127:
  %128 = phi <32 x i64> [ %126, %117 ], [ %114, %95 ]
  %129 = and i64 %5, 65
  %130 = icmp eq i64 %129, 65
  %131 = insertelement <32 x i64> poison, i64 %64, i64 0
  %132 = shufflevector <32 x i64> %131, <32 x i64> poison, <32 x i32> zeroinitializer
  %133 = select <32 x i1> %109, <32 x i64> %128, <32 x i64> %132
  %134 = select i1 %130, <32 x i64> %133, <32 x i64> %128
  %135 = icmp ult <32 x i64> %99, %134
  %136 = trunc i64 %5 to i32
  %137 = and i32 %136, 1
  %138 = sub i32 0, %137
  %139 = bitcast i32 %138 to <32 x i1>
  %140 = or <32 x i1> %109, %139
  %141 = and <32 x i1> %140, %135
  %142 = or <32 x i1> %104, %141
  %143 = and <32 x i1> %96, %142
  %144 = bitcast <32 x i1> %143 to i32
  %145 = icmp eq i32 %144, -1
  br i1 %145, label %146, label %482

146:
  br i1 %21, label %181, label %147

147:
  %148 = getelementptr inbounds i8, ptr %9, i64 112
  %149 = load i64, ptr %148, align 8
  %150 = and i64 %5, 2
  %151 = icmp eq i64 %150, 0
  br i1 %151, label %161, label %152

152:
  %153 = add i64 %149, %84
  %154 = inttoptr i64 %153 to ptr
  %155 = load <32 x i64>, ptr %154, align 8
  %156 = insertelement <32 x i64> poison, i64 %58, i64 0
  %157 = shufflevector <32 x i64> %156, <32 x i64> poison, <32 x i32> zeroinitializer
  %158 = icmp sge <32 x i64> %155, %157
  %159 = bitcast <32 x i1> %158 to i32
  %160 = icmp eq i32 %159, 0
  br i1 %160, label %237, label %482

161:
  %162 = getelementptr inbounds i8, ptr %9, i64 120
  %163 = load i64, ptr %162, align 8
  %164 = getelementptr inbounds i8, ptr %9, i64 128
  %165 = load i64, ptr %164, align 8
  %166 = shl i64 %51, 3
  %167 = mul i64 %166, %165
  %168 = add i64 %163, %84
  %169 = add i64 %168, %167
  %170 = inttoptr i64 %169 to ptr
  %171 = load <32 x i64>, ptr %170, align 8
  %172 = and <32 x i64> %171, splat (i64 511)
  %173 = lshr <32 x i64> %171, splat (i64 32)
  %174 = insertelement <32 x i64> poison, i64 %62, i64 0
  %175 = shufflevector <32 x i64> %174, <32 x i64> poison, <32 x i32> zeroinitializer
  %176 = icmp uge <32 x i64> %173, %175
  %177 = icmp ne <32 x i64> %172, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %178 = and <32 x i1> %176, %177
  %179 = bitcast <32 x i1> %178 to i32
  %180 = icmp eq i32 %179, 0
  br i1 %180, label %248, label %482

181:
  %182 = and i64 %5, 2
  %183 = icmp ne i64 %182, 0
  %184 = getelementptr inbounds i8, ptr %38, i64 40
  %185 = load i64, ptr %184, align 8
  %186 = icmp eq i64 %185, 0
  %187 = select i1 %183, i1 %186, i1 false
  br i1 %187, label %237, label %188

188:
  %189 = add i64 %185, %84
  %190 = inttoptr i64 %189 to ptr
  %191 = load <32 x i64>, ptr %190, align 8
  %192 = icmp uge <32 x i64> %191, %91
  %193 = bitcast <32 x i1> %192 to i32
  %194 = icmp eq i32 %193, 0
  br i1 %194, label %235, label %195

195:
  %196 = and <32 x i64> %191, splat (i64 4294967295)
  %197 = lshr <32 x i64> %191, splat (i64 32)
  %198 = and <32 x i64> %197, splat (i64 2147483647)
  %199 = insertelement <32 x i64> poison, i64 %56, i64 0
  %200 = shufflevector <32 x i64> %199, <32 x i64> poison, <32 x i32> zeroinitializer
  %201 = lshr <32 x i64> %196, splat (i64 5)
  %202 = lshr <32 x i64> %70, splat (i64 5)
  %203 = icmp eq <32 x i64> %201, %202
  %204 = xor <32 x i64> %196, %70
  %205 = insertelement <32 x i64> poison, i64 %62, i64 0
  %206 = shufflevector <32 x i64> %205, <32 x i64> poison, <32 x i32> zeroinitializer
  %207 = insertelement <32 x i64> poison, i64 %58, i64 0
  %208 = shufflevector <32 x i64> %207, <32 x i64> poison, <32 x i32> zeroinitializer
  %209 = select <32 x i1> %203, <32 x i64> %206, <32 x i64> %208
  %210 = and i64 %5, 8
  %211 = icmp eq i64 %210, 0
  br i1 %211, label %222, label %212

212:
  %213 = and <32 x i64> %201, splat (i64 31)
  %214 = getelementptr inbounds i8, ptr %9, i64 184
  %215 = load i64, ptr %214, align 8
  %216 = shl i64 %51, 8
  %217 = add i64 %215, %216
  %218 = inttoptr i64 %217 to ptr
  %219 = getelementptr i64, ptr %218, <32 x i64> %213
  %220 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %219, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %221 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %209, <32 x i64> %220)
  br label %222

222:
  %223 = phi <32 x i64> [ %221, %212 ], [ %209, %195 ]
  %224 = icmp slt <32 x i64> %191, zeroinitializer
  %225 = icmp uge <32 x i64> %198, %200
  %226 = icmp ne <32 x i64> %196, %71
  %227 = and <32 x i1> %226, %225
  %228 = icmp uge <32 x i64> %198, %223
  %229 = icmp ugt <32 x i64> %204, splat (i64 1023)
  %230 = or <32 x i1> %229, %228
  %231 = and <32 x i1> %227, %230
  %232 = or <32 x i1> %224, %231
  %233 = bitcast <32 x i1> %232 to i32
  %234 = icmp eq i32 %233, 0
  br i1 %234, label %235, label %482

235:
  %236 = icmp eq i64 %182, 0
  br i1 %236, label %260, label %237

237:
  %238 = load i64, ptr %82, align 8
  %239 = add i64 %238, %84
  %240 = inttoptr i64 %239 to ptr
  store <32 x i64> %75, ptr %240, align 8
  %241 = getelementptr inbounds i8, ptr %38, i64 16
  %242 = load i64, ptr %241, align 8
  %243 = insertelement <32 x i32> poison, i32 %1, i64 0
  %244 = shufflevector <32 x i32> %243, <32 x i32> poison, <32 x i32> zeroinitializer
  %245 = shl i64 %79, 2
  %246 = add i64 %242, %245
  %247 = inttoptr i64 %246 to ptr
  store <32 x i32> %244, ptr %247, align 4
  br label %458

248:
  %249 = insertelement <32 x i64> poison, i64 %54, i64 0
  %250 = shufflevector <32 x i64> %249, <32 x i64> poison, <32 x i32> zeroinitializer
  %251 = add i64 %149, %84
  %252 = inttoptr i64 %251 to ptr
  store <32 x i64> %250, ptr %252, align 8
  %253 = shl i32 %1, 9
  %254 = and i32 %253, 536870400
  %255 = zext i32 %254 to i64
  %256 = or i64 %72, %255
  %257 = insertelement <32 x i64> poison, i64 %256, i64 0
  %258 = shufflevector <32 x i64> %257, <32 x i64> poison, <32 x i32> zeroinitializer
  %259 = or <32 x i64> %258, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  store <32 x i64> %259, ptr %170, align 8
  br label %489

260:
  %261 = getelementptr inbounds i8, ptr %38, i64 40
  %262 = load i64, ptr %261, align 8
  %263 = add i64 %262, %84
  %264 = inttoptr i64 %263 to ptr
  store <32 x i64> %75, ptr %264, align 8
  %265 = getelementptr inbounds i8, ptr %38, i64 48
  %266 = load i64, ptr %265, align 8
  %267 = insertelement <32 x i32> poison, i32 %1, i64 0
  %268 = shufflevector <32 x i32> %267, <32 x i32> poison, <32 x i32> zeroinitializer
  %269 = shl i64 %79, 2
  %270 = add i64 %266, %269
  %271 = inttoptr i64 %270 to ptr
  store <32 x i32> %268, ptr %271, align 4
  br label %458

272:
  %273 = bitcast i32 %3 to <32 x i1>
  %274 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %86, i32 8, <32 x i1> %273, <32 x i64> zeroinitializer)
  %275 = shl i64 %81, 32
  %276 = insertelement <32 x i64> poison, i64 %275, i64 0
  %277 = shufflevector <32 x i64> %276, <32 x i64> poison, <32 x i32> zeroinitializer
  %278 = icmp uge <32 x i64> %274, %277
  %279 = bitcast <32 x i1> %278 to i32
  %280 = icmp eq i32 %279, 0
  br i1 %280, label %332, label %281

281:
  %282 = icmp sgt <32 x i64> %274, splat (i64 -1)
  %283 = and <32 x i64> %274, splat (i64 4294967295)
  %284 = lshr <32 x i64> %274, splat (i64 32)
  %285 = and <32 x i64> %284, splat (i64 2147483647)
  %286 = insertelement <32 x i64> poison, i64 %56, i64 0
  %287 = shufflevector <32 x i64> %286, <32 x i64> poison, <32 x i32> zeroinitializer
  %288 = icmp ult <32 x i64> %285, %287
  %289 = icmp eq <32 x i64> %283, %71
  %290 = or <32 x i1> %289, %288
  %291 = lshr <32 x i64> %283, splat (i64 5)
  %292 = lshr <32 x i64> %70, splat (i64 5)
  %293 = icmp eq <32 x i64> %291, %292
  %294 = xor <32 x i64> %283, %70
  %295 = icmp ult <32 x i64> %294, splat (i64 1024)
  %296 = insertelement <32 x i64> poison, i64 %62, i64 0
  %297 = shufflevector <32 x i64> %296, <32 x i64> poison, <32 x i32> zeroinitializer
  %298 = insertelement <32 x i64> poison, i64 %58, i64 0
  %299 = shufflevector <32 x i64> %298, <32 x i64> poison, <32 x i32> zeroinitializer
  %300 = select <32 x i1> %293, <32 x i64> %297, <32 x i64> %299
  %301 = and i64 %5, 8
  %302 = icmp eq i64 %301, 0
  br i1 %302, label %313, label %303

303:
  %304 = and <32 x i64> %291, splat (i64 31)
  %305 = getelementptr inbounds i8, ptr %9, i64 184
  %306 = load i64, ptr %305, align 8
  %307 = shl i64 %51, 8
  %308 = add i64 %306, %307
  %309 = inttoptr i64 %308 to ptr
  %310 = getelementptr i64, ptr %309, <32 x i64> %304
  %311 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %310, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %312 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %300, <32 x i64> %311)
  br label %313

313:
  %314 = phi <32 x i64> [ %312, %303 ], [ %300, %281 ]
  %315 = and i64 %5, 65
  %316 = icmp eq i64 %315, 65
  %317 = insertelement <32 x i64> poison, i64 %64, i64 0
  %318 = shufflevector <32 x i64> %317, <32 x i64> poison, <32 x i32> zeroinitializer
  %319 = select <32 x i1> %295, <32 x i64> %314, <32 x i64> %318
  %320 = select i1 %316, <32 x i64> %319, <32 x i64> %314
  %321 = icmp ult <32 x i64> %285, %320
  %322 = trunc i64 %5 to i32
  %323 = and i32 %322, 1
  %324 = sub i32 0, %323
  %325 = bitcast i32 %324 to <32 x i1>
  %326 = or <32 x i1> %295, %325
  %327 = and <32 x i1> %326, %321
  %328 = or <32 x i1> %290, %327
  %329 = and <32 x i1> %282, %328
  %330 = bitcast <32 x i1> %329 to i32
  %331 = icmp eq i32 %330, -1
  br i1 %331, label %332, label %482

332:
  br i1 %21, label %367, label %333

333:
  %334 = getelementptr inbounds i8, ptr %9, i64 112
  %335 = load i64, ptr %334, align 8
  %336 = and i64 %5, 2
  %337 = icmp eq i64 %336, 0
  br i1 %337, label %347, label %338

338:
  %339 = add i64 %335, %84
  %340 = inttoptr i64 %339 to ptr
  %341 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %340, i32 8, <32 x i1> %273, <32 x i64> zeroinitializer)
  %342 = insertelement <32 x i64> poison, i64 %58, i64 0
  %343 = shufflevector <32 x i64> %342, <32 x i64> poison, <32 x i32> zeroinitializer
  %344 = icmp sge <32 x i64> %341, %343
  %345 = bitcast <32 x i1> %344 to i32
  %346 = icmp eq i32 %345, 0
  br i1 %346, label %423, label %482

347:
  %348 = getelementptr inbounds i8, ptr %9, i64 120
  %349 = load i64, ptr %348, align 8
  %350 = getelementptr inbounds i8, ptr %9, i64 128
  %351 = load i64, ptr %350, align 8
  %352 = shl i64 %51, 3
  %353 = mul i64 %352, %351
  %354 = add i64 %349, %84
  %355 = add i64 %354, %353
  %356 = inttoptr i64 %355 to ptr
  %357 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %356, i32 8, <32 x i1> %273, <32 x i64> zeroinitializer)
  %358 = and <32 x i64> %357, splat (i64 511)
  %359 = lshr <32 x i64> %357, splat (i64 32)
  %360 = insertelement <32 x i64> poison, i64 %62, i64 0
  %361 = shufflevector <32 x i64> %360, <32 x i64> poison, <32 x i32> zeroinitializer
  %362 = icmp uge <32 x i64> %359, %361
  %363 = icmp ne <32 x i64> %358, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %364 = and <32 x i1> %362, %363
  %365 = bitcast <32 x i1> %364 to i32
  %366 = icmp eq i32 %365, 0
  br i1 %366, label %434, label %482

367:
  %368 = and i64 %5, 2
  %369 = icmp ne i64 %368, 0
  %370 = getelementptr inbounds i8, ptr %38, i64 40
  %371 = load i64, ptr %370, align 8
  %372 = icmp eq i64 %371, 0
  %373 = select i1 %369, i1 %372, i1 false
  br i1 %373, label %423, label %374

374:
  %375 = add i64 %371, %84
  %376 = inttoptr i64 %375 to ptr
  %377 = call <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr %376, i32 8, <32 x i1> %273, <32 x i64> zeroinitializer)
  %378 = icmp uge <32 x i64> %377, %277
  %379 = bitcast <32 x i1> %378 to i32
  %380 = icmp eq i32 %379, 0
  br i1 %380, label %421, label %381

381:
  %382 = and <32 x i64> %377, splat (i64 4294967295)
  %383 = lshr <32 x i64> %377, splat (i64 32)
  %384 = and <32 x i64> %383, splat (i64 2147483647)
  %385 = insertelement <32 x i64> poison, i64 %56, i64 0
  %386 = shufflevector <32 x i64> %385, <32 x i64> poison, <32 x i32> zeroinitializer
  %387 = lshr <32 x i64> %382, splat (i64 5)
  %388 = lshr <32 x i64> %70, splat (i64 5)
  %389 = icmp eq <32 x i64> %387, %388
  %390 = xor <32 x i64> %382, %70
  %391 = insertelement <32 x i64> poison, i64 %62, i64 0
  %392 = shufflevector <32 x i64> %391, <32 x i64> poison, <32 x i32> zeroinitializer
  %393 = insertelement <32 x i64> poison, i64 %58, i64 0
  %394 = shufflevector <32 x i64> %393, <32 x i64> poison, <32 x i32> zeroinitializer
  %395 = select <32 x i1> %389, <32 x i64> %392, <32 x i64> %394
  %396 = and i64 %5, 8
  %397 = icmp eq i64 %396, 0
  br i1 %397, label %408, label %398

398:
  %399 = and <32 x i64> %387, splat (i64 31)
  %400 = getelementptr inbounds i8, ptr %9, i64 184
  %401 = load i64, ptr %400, align 8
  %402 = shl i64 %51, 8
  %403 = add i64 %401, %402
  %404 = inttoptr i64 %403 to ptr
  %405 = getelementptr i64, ptr %404, <32 x i64> %399
  %406 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %405, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %407 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %395, <32 x i64> %406)
  br label %408

408:
  %409 = phi <32 x i64> [ %407, %398 ], [ %395, %381 ]
  %410 = icmp slt <32 x i64> %377, zeroinitializer
  %411 = icmp uge <32 x i64> %384, %386
  %412 = icmp ne <32 x i64> %382, %71
  %413 = and <32 x i1> %412, %411
  %414 = icmp uge <32 x i64> %384, %409
  %415 = icmp ugt <32 x i64> %390, splat (i64 1023)
  %416 = or <32 x i1> %415, %414
  %417 = and <32 x i1> %413, %416
  %418 = or <32 x i1> %410, %417
  %419 = bitcast <32 x i1> %418 to i32
  %420 = icmp eq i32 %419, 0
  br i1 %420, label %421, label %482

421:
  %422 = icmp eq i64 %368, 0
  br i1 %422, label %446, label %423

423:
  %424 = load i64, ptr %82, align 8
  %425 = add i64 %424, %84
  %426 = inttoptr i64 %425 to ptr
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %75, ptr %426, i32 8, <32 x i1> %273)
  %427 = getelementptr inbounds i8, ptr %38, i64 16
  %428 = load i64, ptr %427, align 8
  %429 = insertelement <32 x i32> poison, i32 %1, i64 0
  %430 = shufflevector <32 x i32> %429, <32 x i32> poison, <32 x i32> zeroinitializer
  %431 = shl i64 %79, 2
  %432 = add i64 %428, %431
  %433 = inttoptr i64 %432 to ptr
  call void @"llvm.masked.store.v32i32.p0"(<32 x i32> %430, ptr %433, i32 4, <32 x i1> %273)
  br label %458

434:
  %435 = insertelement <32 x i64> poison, i64 %54, i64 0
  %436 = shufflevector <32 x i64> %435, <32 x i64> poison, <32 x i32> zeroinitializer
  %437 = add i64 %335, %84
  %438 = inttoptr i64 %437 to ptr
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %436, ptr %438, i32 8, <32 x i1> %273)
  %439 = shl i32 %1, 9
  %440 = and i32 %439, 536870400
  %441 = zext i32 %440 to i64
  %442 = or i64 %72, %441
  %443 = insertelement <32 x i64> poison, i64 %442, i64 0
  %444 = shufflevector <32 x i64> %443, <32 x i64> poison, <32 x i32> zeroinitializer
  %445 = or <32 x i64> %444, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %445, ptr %356, i32 8, <32 x i1> %273)
  br label %489

446:
  %447 = getelementptr inbounds i8, ptr %38, i64 40
  %448 = load i64, ptr %447, align 8
  %449 = add i64 %448, %84
  %450 = inttoptr i64 %449 to ptr
  call void @"llvm.masked.store.v32i64.p0"(<32 x i64> %75, ptr %450, i32 8, <32 x i1> %273)
  %451 = getelementptr inbounds i8, ptr %38, i64 48
  %452 = load i64, ptr %451, align 8
  %453 = insertelement <32 x i32> poison, i32 %1, i64 0
  %454 = shufflevector <32 x i32> %453, <32 x i32> poison, <32 x i32> zeroinitializer
  %455 = shl i64 %79, 2
  %456 = add i64 %452, %455
  %457 = inttoptr i64 %456 to ptr
  call void @"llvm.masked.store.v32i32.p0"(<32 x i32> %454, ptr %457, i32 4, <32 x i1> %273)
  br label %458

458:
  %459 = and i64 %5, 3
  %460 = icmp eq i64 %459, 2
  br i1 %460, label %461, label %489

461:
  %462 = getelementptr inbounds i8, ptr %38, i64 56
  %463 = load i64, ptr %462, align 8
  %464 = icmp eq i64 %463, 0
  br i1 %464, label %489, label %465

465:
  %466 = lshr exact i32 %3, %14
  %467 = zext i32 %466 to i64
  %468 = add i64 %79, %15
  %469 = inttoptr i64 %463 to ptr
  %470 = lshr i64 %468, 6
  %471 = getelementptr inbounds i64, ptr %469, i64 %470
  %472 = and i64 %468, 63
  %473 = shl i64 %467, %472
  %474 = load i64, ptr %471, align 8
  %475 = or i64 %474, %473
  store i64 %475, ptr %471, align 8
  %476 = lshr i64 %467, 1
  %477 = xor i64 %472, 63
  %478 = lshr i64 %476, %477
  %479 = getelementptr inbounds i8, ptr %471, i64 8
  %480 = load i64, ptr %479, align 8
  %481 = or i64 %480, %478
  store i64 %481, ptr %479, align 8
  br label %489

482:
  %483 = insertelement <32 x i64> poison, i64 %2, i64 0
  %484 = shufflevector <32 x i64> %483, <32 x i64> poison, <32 x i32> zeroinitializer
  %485 = insertelement <32 x i64> poison, i64 %17, i64 0
  %486 = shufflevector <32 x i64> %485, <32 x i64> poison, <32 x i32> zeroinitializer
  %487 = mul <32 x i64> %486, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %488 = add <32 x i64> %487, %484
  call void @"ks.watch_cells"(ptr %0, i32 %1, <32 x i64> %488, i32 %3, ptr %4, i64 %5)
  br label %489

489:
  ret void
}
define weak_odr void @"ks.watch_uniform"(ptr %0, i32 %1, i64 %2, i32 %3, ptr %4, i64 %5) {
  %7 = getelementptr inbounds i8, ptr %0, i64 320
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
  %20 = icmp ult i64 %2, 4503599627370496
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
  %7 = getelementptr inbounds i8, ptr %0, i64 320
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = icmp ne i64 %8, 0
  %11 = icmp ne i32 %3, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %203

13:
  %14 = call i32 @"llvm.ctpop.i32"(i32 %3)
  %15 = icmp eq i32 %14, 1
  br i1 %15, label %16, label %202

16:
  %17 = call i32 @"llvm.cttz.i32"(i32 %3, i1 true)
  %18 = extractelement <32 x i64> %2, i32 %17
  %19 = and i64 %5, 1
  %20 = icmp ne i64 %19, 0
  br i1 %20, label %21, label %24

21:
  %22 = getelementptr inbounds i8, ptr %9, i64 56
  %23 = load i64, ptr %22, align 8
  br label %35

24:
  %25 = getelementptr inbounds i8, ptr %9, i64 48
  %26 = load i64, ptr %25, align 8
  %27 = inttoptr i64 %26 to ptr
  %28 = icmp ult i64 %18, 4503599627370496
  %29 = lshr i64 %18, 37
  %30 = and i64 %29, 134217720
  %31 = select i1 %28, i64 %30, i64 0
  %32 = getelementptr inbounds i64, ptr %27, i64 %31
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %203, label %35

35:
  %36 = phi i64 [ %33, %24 ], [ %23, %21 ]
  %37 = phi ptr [ %32, %24 ], [ %22, %21 ]
  %38 = getelementptr inbounds i8, ptr %0, i64 120
  %39 = load i64, ptr %38, align 8
  %40 = load i64, ptr %9, align 8
  %41 = inttoptr i64 %40 to ptr
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds i8, ptr %9, i64 8
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds i8, ptr %9, i64 16
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr i64, ptr %9, i64 %39
  %48 = getelementptr i8, ptr %47, i64 200
  %49 = load i64, ptr %48, align 8
  %50 = call i64 @"llvm.umax.i64"(i64 %49, i64 %46)
  %51 = getelementptr inbounds i8, ptr %9, i64 40
  %52 = load i64, ptr %51, align 8
  %53 = shl i64 %39, 5
  %54 = shl i64 %42, 32
  %55 = and i64 %18, -1099511627776
  %56 = select i1 %20, i64 0, i64 %55
  %57 = sub i64 %18, %56
  %58 = lshr i64 %5, 8
  %59 = and i64 %58, 15
  %60 = lshr i64 %57, %59
  %61 = lshr i64 %5, 16
  %62 = and i64 %61, 255
  %63 = lshr i64 %62, %59
  %64 = add i64 %60, %63
  %65 = zext i32 %17 to i64
  %66 = or i64 %53, %52
  %67 = or i64 %66, %65
  %68 = add i64 %57, %62
  %69 = icmp ugt i64 %68, %36
  br i1 %69, label %202, label %70

70:
  %71 = getelementptr inbounds i8, ptr %37, i64 8
  %72 = load i64, ptr %71, align 8
  %73 = inttoptr i64 %72 to ptr
  %74 = select i1 %20, i64 %46, i64 %44
  %75 = shl i64 %74, 32
  %76 = icmp ult i64 %60, %64
  br i1 %76, label %80, label %88

77:
  %78 = add i64 %81, 1
  %79 = icmp ult i64 %78, %64
  br i1 %79, label %80, label %88

80:
  %81 = phi i64 [ %78, %77 ], [ %60, %70 ]
  %82 = getelementptr inbounds i64, ptr %73, i64 %81
  %83 = load i64, ptr %82, align 8
  %84 = icmp ult i64 %83, %75
  %85 = and i64 %83, -9223372032559808513
  %86 = icmp eq i64 %85, %67
  %87 = or i1 %84, %86
  br i1 %87, label %77, label %202

88:
  br i1 %20, label %89, label %135

89:
  %90 = getelementptr inbounds i8, ptr %9, i64 112
  %91 = load i64, ptr %90, align 8
  %92 = inttoptr i64 %91 to ptr
  %93 = getelementptr inbounds i8, ptr %9, i64 120
  %94 = load i64, ptr %93, align 8
  %95 = getelementptr inbounds i8, ptr %9, i64 128
  %96 = load i64, ptr %95, align 8
  %97 = shl i64 %39, 3
  %98 = mul i64 %97, %96
  %99 = add i64 %98, %94
  %100 = inttoptr i64 %99 to ptr
  %101 = and i64 %5, 2
  br i1 %76, label %102, label %156

102:
  %103 = icmp eq i64 %101, 0
  br label %112

104:
  %105 = icmp eq i64 %101, 0
  br i1 %105, label %106, label %156

106:
  %107 = shl i32 %1, 9
  %108 = and i32 %107, 536870400
  %109 = or i32 %17, %108
  %110 = zext i32 %109 to i64
  %111 = or i64 %54, %110
  br label %129

112:
  %113 = phi i64 [ %60, %102 ], [ %127, %126 ]
  br i1 %103, label %118, label %114

114:
  %115 = getelementptr inbounds i64, ptr %92, i64 %113
  %116 = load i64, ptr %115, align 8
  %117 = icmp slt i64 %116, %46
  br i1 %117, label %126, label %202

118:
  %119 = getelementptr inbounds i64, ptr %100, i64 %113
  %120 = load i64, ptr %119, align 8
  %121 = and i64 %120, 511
  %122 = lshr i64 %120, 32
  %123 = icmp ult i64 %122, %50
  %124 = icmp eq i64 %121, %65
  %125 = select i1 %123, i1 true, i1 %124
  br i1 %125, label %126, label %202

126:
  %127 = add i64 %113, 1
  %128 = icmp ult i64 %127, %64
  br i1 %128, label %112, label %104

129:
  %130 = phi i64 [ %60, %106 ], [ %133, %129 ]
  %131 = getelementptr inbounds i64, ptr %92, i64 %130
  store i64 %42, ptr %131, align 8
  %132 = getelementptr inbounds i64, ptr %100, i64 %130
  store i64 %111, ptr %132, align 8
  %133 = add i64 %130, 1
  %134 = icmp ult i64 %133, %64
  br i1 %134, label %129, label %156

135:
  %136 = and i64 %5, 2
  %137 = icmp ne i64 %136, 0
  %138 = getelementptr inbounds i8, ptr %37, i64 40
  %139 = load i64, ptr %138, align 8
  %140 = icmp eq i64 %139, 0
  %141 = select i1 %137, i1 %140, i1 false
  br i1 %141, label %162, label %142

142:
  %143 = inttoptr i64 %139 to ptr
  %144 = shl i64 %44, 32
  br i1 %76, label %148, label %156

145:
  %146 = add i64 %149, 1
  %147 = icmp ult i64 %146, %64
  br i1 %147, label %148, label %156

148:
  %149 = phi i64 [ %146, %145 ], [ %60, %142 ]
  %150 = getelementptr inbounds i64, ptr %143, i64 %149
  %151 = load i64, ptr %150, align 8
  %152 = icmp ult i64 %151, %144
  %153 = and i64 %151, -9223372032559808513
  %154 = icmp eq i64 %153, %67
  %155 = or i1 %152, %154
  br i1 %155, label %145, label %202

156:
  %157 = phi i64 [ %101, %89 ], [ 0, %129 ], [ %136, %142 ], [ %101, %104 ], [ %136, %145 ]
  %158 = icmp eq i64 %157, 0
  %159 = and i64 %5, 3
  %160 = icmp eq i64 %159, 1
  %161 = select i1 %158, i32 5, i32 1
  br i1 %160, label %203, label %162

162:
  %163 = phi i32 [ %161, %156 ], [ 1, %135 ]
  %164 = phi i1 [ %158, %156 ], [ false, %135 ]
  %165 = zext i32 %163 to i64
  %166 = getelementptr inbounds i64, ptr %37, i64 %165
  %167 = load i64, ptr %166, align 8
  %168 = inttoptr i64 %167 to ptr
  %169 = getelementptr inbounds i8, ptr %166, i64 8
  %170 = load i64, ptr %169, align 8
  %171 = inttoptr i64 %170 to ptr
  br i1 %76, label %172, label %180

172:
  %173 = or i64 %67, %54
  br label %174

174:
  %175 = phi i64 [ %60, %172 ], [ %178, %174 ]
  %176 = getelementptr inbounds i64, ptr %168, i64 %175
  store i64 %173, ptr %176, align 8
  %177 = getelementptr inbounds i32, ptr %171, i64 %175
  store i32 %1, ptr %177, align 4
  %178 = add i64 %175, 1
  %179 = icmp ult i64 %178, %64
  br i1 %179, label %174, label %180

180:
  %181 = or i1 %20, %164
  br i1 %181, label %203, label %182

182:
  %183 = getelementptr inbounds i8, ptr %37, i64 56
  %184 = load i64, ptr %183, align 8
  %185 = icmp eq i64 %184, 0
  br i1 %185, label %203, label %186

186:
  %187 = shl i64 -1, %63
  %188 = xor i64 %187, -1
  %189 = inttoptr i64 %184 to ptr
  %190 = lshr i64 %60, 6
  %191 = getelementptr inbounds i64, ptr %189, i64 %190
  %192 = and i64 %60, 63
  %193 = shl i64 %188, %192
  %194 = load i64, ptr %191, align 8
  %195 = or i64 %194, %193
  store i64 %195, ptr %191, align 8
  %196 = lshr i64 %188, 1
  %197 = xor i64 %192, 63
  %198 = lshr i64 %196, %197
  %199 = getelementptr inbounds i8, ptr %191, i64 8
  %200 = load i64, ptr %199, align 8
  %201 = or i64 %200, %198
  store i64 %201, ptr %199, align 8
  br label %203

202:
  call void @"ks.watch_cells"(ptr %0, i32 %1, <32 x i64> %2, i32 %3, ptr %4, i64 %5)
  br label %203

203:
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
define weak_odr void @"ks.products_fence"(ptr %0, i64 %1, i1 %2, i64 %3) {
  %5 = getelementptr inbounds i8, ptr %0, i64 192
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds i8, ptr %7, i64 576
  %9 = getelementptr inbounds i64, ptr %8, i64 %1
  %10 = getelementptr i64, ptr %7, i64 %1
  %11 = getelementptr i8, ptr %10, i64 1088
  store i64 %3, ptr %11, align 8
  br i1 %2, label %18, label %12

12:
  %13 = load i64, ptr %9, align 8
  %14 = getelementptr i64, ptr %0, i64 %1
  %15 = getelementptr i8, ptr %14, i64 200
  %16 = load i64, ptr %15, align 8
  %17 = call i64 @"llvm.umax.i64"(i64 %13, i64 %16)
  br label %18

18:
  %19 = phi i64 [ %17, %12 ], [ %3, %4 ]
  store i64 %19, ptr %9, align 8
  ret void
}
define weak_odr void @"ks.products_commit"(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds i8, ptr %0, i64 192
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr i64, ptr %6, i64 %1
  %8 = getelementptr i8, ptr %7, i64 1344
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  %11 = getelementptr inbounds i8, ptr %6, i64 17984
  %12 = shl i64 %1, 7
  %13 = getelementptr inbounds i8, ptr %11, i64 %12
  %14 = and i64 %10, 15
  %15 = getelementptr inbounds i64, ptr %13, i64 %14
  store i64 %2, ptr %15, align 8
  ret void
}
define weak_odr void @"ks.products_wait"(ptr %0, i64 %1, i64 %2) {
  %4 = icmp ugt i64 %2, 15
  br i1 %4, label %23, label %5

5:
  %6 = getelementptr inbounds i8, ptr %0, i64 192
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds i8, ptr %8, i64 64
  %10 = getelementptr inbounds i64, ptr %9, i64 %1
  %11 = getelementptr i64, ptr %8, i64 %1
  %12 = getelementptr i8, ptr %11, i64 1344
  %13 = load i64, ptr %12, align 8
  %14 = sub i64 %13, %2
  %15 = load i64, ptr %10, align 8
  %16 = getelementptr inbounds i8, ptr %8, i64 17984
  %17 = shl i64 %1, 7
  %18 = getelementptr inbounds i8, ptr %16, i64 %17
  %19 = and i64 %14, 15
  %20 = getelementptr inbounds i64, ptr %18, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = call i64 @"llvm.umax.i64"(i64 %15, i64 %21)
  store i64 %22, ptr %10, align 8
  br label %23

23:
  ret void
}
define weak_odr void @"ks.watch_tile"(ptr %0, i32 %1, i64 %2, i64 %3, i64 %4) {
  %6 = alloca { ptr, ptr, ptr, ptr, ptr, i32, i32, i64, i64, i64 }, align 8
  %7 = alloca [32 x i32], align 128
  %8 = getelementptr inbounds i8, ptr %0, i64 320
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
  %9 = getelementptr inbounds i8, ptr %8, i64 432
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
