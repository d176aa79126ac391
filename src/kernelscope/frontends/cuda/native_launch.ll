; 0ef884f9d05c5d0cdb109e581e7694ab800ef8958bf46a5ca639ebe50d8e931f
declare ptr @"PyBytes_AsString"(ptr )
declare void @"PyErr_Clear"()
declare ptr @"PyLong_FromLong"(i64 )
declare ptr @"PyObject_CallFunctionObjArgs"(ptr , ...)
declare ptr @"PyEval_SaveThread"()
declare void @"PyEval_RestoreThread"(ptr )
declare i64 @"PyLong_AsUnsignedLongLong"(ptr )
declare void @"Py_DecRef"(ptr )
declare i32 @"PyObject_IsInstance"(ptr , ptr )
declare i64 @"PyLong_AsLongLong"(ptr )
declare ptr @"PyErr_Occurred"()
declare double @"PyFloat_AsDouble"(ptr )
declare ptr @"PyObject_GetAttr"(ptr , ptr )
declare ptr @"PyObject_VectorcallMethod"(ptr , ptr , i64 , ptr )
define weak_odr ptr @"ks.launch"(ptr %0, ptr %1, i64 %2) {
  %4 = call ptr @"PyBytes_AsString"(ptr %0)
  %5 = call i64 @"ks.launched"(ptr %4, ptr %1, i64 %2)
  %6 = icmp eq i64 %5, -1
  br i1 %6, label %7, label %8

7:
  call void @"PyErr_Clear"()
  br label %8

8:
  %9 = call ptr @"PyLong_FromLong"(i64 %5)
  ret ptr %9
}
define weak_odr i64 @"ks.launched"(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 48
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %2, %7
  br i1 %8, label %9, label %148

9:
  %10 = getelementptr inbounds i8, ptr %0, i64 64
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %23, label %13

13:
  %14 = call ptr (ptr, ...) @"PyObject_CallFunctionObjArgs"(ptr %11, ptr null)
  %15 = icmp eq ptr %14, null
  br i1 %15, label %18, label %16

16:
  %17 = call i64 @"PyLong_AsUnsignedLongLong"(ptr %14)
  call void @"Py_DecRef"(ptr %14)
  br label %18

18:
  %19 = phi i64 [ %17, %16 ], [ -1, %13 ]
  %20 = getelementptr inbounds i8, ptr %0, i64 56
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %19, %21
  br i1 %22, label %23, label %148

23:
  %24 = shl i64 %2, 3
  %25 = alloca i8, i64 %24, align 8
  %26 = alloca i8, i64 %24, align 8
  %27 = icmp sgt i64 %2, 0
  br i1 %27, label %28, label %117

28:
  %29 = getelementptr inbounds i8, ptr %0, i64 128
  %30 = getelementptr inbounds i8, ptr %0, i64 120
  %31 = getelementptr inbounds i8, ptr %0, i64 96
  %32 = getelementptr inbounds i8, ptr %0, i64 104
  %33 = getelementptr inbounds i8, ptr %0, i64 56
  %34 = getelementptr inbounds i8, ptr %0, i64 112
  %35 = getelementptr inbounds i8, ptr %0, i64 88
  br label %36

36:
  %37 = phi i64 [ 0, %28 ], [ %115, %114 ]
  %38 = getelementptr inbounds i64, ptr %25, i64 %37
  %39 = getelementptr inbounds ptr, ptr %26, i64 %37
  store ptr %38, ptr %39, align 8
  %40 = getelementptr inbounds { i64, [3 x i64] }, ptr %29, i64 %37
  %41 = getelementptr inbounds ptr, ptr %1, i64 %37
  %42 = load ptr, ptr %41, align 8
  %43 = load i64, ptr %40, align 8
  switch i64 %43, label %100 [
    i64 0, label %44
    i64 1, label %82
  ]

44:
  %45 = getelementptr inbounds i8, ptr %40, i64 8
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %64, label %48

48:
  %49 = load ptr, ptr %31, align 8
  %50 = call ptr @"PyObject_GetAttr"(ptr %42, ptr %49)
  %51 = icmp eq ptr %50, null
  br i1 %51, label %148, label %52

52:
  call void @"Py_DecRef"(ptr %50)
  %53 = ptrtoint ptr %50 to i64
  %54 = load i64, ptr %45, align 8
  %55 = icmp eq i64 %54, %53
  br i1 %55, label %64, label %56

56:
  %57 = getelementptr inbounds i8, ptr %40, i64 16
  %58 = load i64, ptr %57, align 8
  %59 = icmp eq i64 %58, %53
  br i1 %59, label %64, label %60

60:
  %61 = getelementptr inbounds i8, ptr %40, i64 24
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, %53
  br i1 %63, label %64, label %148

64:
  %65 = load ptr, ptr %32, align 8
  store ptr %42, ptr %5, align 8
  %66 = call ptr @"PyObject_VectorcallMethod"(ptr %65, ptr %5, i64 1, ptr null)
  %67 = icmp eq ptr %66, null
  br i1 %67, label %70, label %68

68:
  %69 = call i64 @"PyLong_AsUnsignedLongLong"(ptr %66)
  call void @"Py_DecRef"(ptr %66)
  br label %70

70:
  %71 = phi i64 [ %69, %68 ], [ -1, %64 ]
  %72 = load i64, ptr %33, align 8
  %73 = icmp eq i64 %71, %72
  br i1 %73, label %74, label %148

74:
  %75 = load ptr, ptr %34, align 8
  store ptr %42, ptr %4, align 8
  %76 = call ptr @"PyObject_VectorcallMethod"(ptr %75, ptr %4, i64 1, ptr null)
  %77 = icmp eq ptr %76, null
  br i1 %77, label %78, label %79

78:
  store i64 -1, ptr %38, align 8
  br label %148

79:
  %80 = call i64 @"PyLong_AsUnsignedLongLong"(ptr %76)
  call void @"Py_DecRef"(ptr %76)
  store i64 %80, ptr %38, align 8
  %81 = icmp eq i64 %80, -1
  br i1 %81, label %148, label %114

82:
  %83 = load ptr, ptr %30, align 8
  %84 = call i32 @"PyObject_IsInstance"(ptr %42, ptr %83)
  %85 = icmp eq i32 %84, 1
  br i1 %85, label %86, label %148

86:
  %87 = call i64 @"PyLong_AsLongLong"(ptr %42)
  store i64 %87, ptr %38, align 8
  %88 = getelementptr inbounds i8, ptr %40, i64 8
  %89 = load i64, ptr %88, align 8
  %90 = icmp slt i64 %87, %89
  br i1 %90, label %148, label %91

91:
  %92 = getelementptr inbounds i8, ptr %40, i64 16
  %93 = load i64, ptr %92, align 8
  %94 = icmp sgt i64 %87, %93
  br i1 %94, label %148, label %95

95:
  %96 = icmp eq i64 %87, -1
  br i1 %96, label %97, label %114

97:
  %98 = call ptr @"PyErr_Occurred"()
  %99 = icmp eq ptr %98, null
  br i1 %99, label %114, label %148

100:
  %101 = load ptr, ptr %35, align 8
  %102 = call i32 @"PyObject_IsInstance"(ptr %42, ptr %101)
  %103 = icmp eq i32 %102, 1
  br i1 %103, label %104, label %148

104:
  %105 = call double @"PyFloat_AsDouble"(ptr %42)
  %106 = load i64, ptr %40, align 8
  %107 = icmp eq i64 %106, 2
  br i1 %107, label %108, label %110

108:
  %109 = fptrunc double %105 to float
  store float %109, ptr %38, align 8
  br label %111

110:
  store double %105, ptr %38, align 8
  br label %111

111:
  %112 = call ptr @"PyErr_Occurred"()
  %113 = icmp eq ptr %112, null
  br i1 %113, label %114, label %148

114:
  %115 = add i64 %37, 1
  %116 = icmp slt i64 %115, %2
  br i1 %116, label %36, label %117

117:
  %118 = getelementptr inbounds i8, ptr %0, i64 72
  %119 = load ptr, ptr %118, align 8
  %120 = getelementptr inbounds i8, ptr %0, i64 80
  %121 = load ptr, ptr %120, align 8
  %122 = call ptr (ptr, ...) @"PyObject_CallFunctionObjArgs"(ptr %119, ptr %121, ptr null)
  %123 = icmp eq ptr %122, null
  br i1 %123, label %148, label %124

124:
  %125 = call i64 @"PyLong_AsUnsignedLongLong"(ptr %122)
  call void @"Py_DecRef"(ptr %122)
  %126 = icmp eq i64 %125, -1
  br i1 %126, label %148, label %127

127:
  %128 = getelementptr inbounds i8, ptr %0, i64 16
  %129 = getelementptr inbounds i8, ptr %0, i64 28
  %130 = call ptr @"PyEval_SaveThread"()
  %131 = load ptr, ptr %0, align 8
  %132 = getelementptr inbounds i8, ptr %0, i64 8
  %133 = load ptr, ptr %132, align 8
  %134 = load i32, ptr %128, align 8
  %135 = getelementptr inbounds i8, ptr %0, i64 20
  %136 = load i32, ptr %135, align 4
  %137 = getelementptr inbounds i8, ptr %0, i64 24
  %138 = load i32, ptr %137, align 8
  %139 = load i32, ptr %129, align 4
  %140 = getelementptr inbounds i8, ptr %0, i64 32
  %141 = load i32, ptr %140, align 8
  %142 = getelementptr inbounds i8, ptr %0, i64 36
  %143 = load i32, ptr %142, align 4
  %144 = getelementptr inbounds i8, ptr %0, i64 40
  %145 = load i32, ptr %144, align 8
  %146 = call i32 %131(ptr %133, i32 %134, i32 %136, i32 %138, i32 %139, i32 %141, i32 %143, i32 %145, i64 %125, ptr %26, ptr null)
  call void @"PyEval_RestoreThread"(ptr %130)
  %147 = sext i32 %146 to i64
  br label %148

148:
  %149 = phi i64 [ -1, %18 ], [ -1, %3 ], [ -1, %124 ], [ %147, %127 ], [ -1, %78 ], [ -1, %117 ], [ -1, %97 ], [ -1, %79 ], [ -1, %111 ], [ -1, %70 ], [ -1, %82 ], [ -1, %86 ], [ -1, %91 ], [ -1, %100 ], [ -1, %60 ], [ -1, %48 ]
  ret i64 %149
}
!0 = !{!"branch_weights", i32 99, i32 1}
!1 = !{!"branch_weights", i32 1, i32 99}
!2 = !{!"branch_weights", i32 999, i32 1}
!3 = !{!"branch_weights", i32 1, i32 999}
