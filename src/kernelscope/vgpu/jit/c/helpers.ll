; 95122fc7d42eb2faa8ec560c6b0c76511f5079ee2316b94832ff9221bc56eed3
declare i32 @"llvm.ctlz.i32"(i32, i1 immarg)
declare i64 @"llvm.umax.i64"(i64, i64)
declare <32 x i64> @"llvm.umax.v32i64"(<32 x i64>, <32 x i64>)
declare void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64>, <32 x ptr>, i32, <32 x i1>)
declare void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32>, <32 x ptr>, i32, <32 x i1>)
declare <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i64>)
declare i64 @"llvm.umin.i64"(i64, i64)
declare <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i32>)
declare <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i8>)
declare <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr>, i32, <32 x i1>, <32 x i16>)
declare i32 @"llvm.cttz.i32"(i32, i1 immarg)
declare <32 x i64> @"llvm.masked.load.v32i64.p0"(ptr, i32, <32 x i1>, <32 x i64>)
declare void @"llvm.masked.store.v32i64.p0"(<32 x i64>, ptr, i32, <32 x i1>)
declare void @"llvm.masked.store.v32i32.p0"(<32 x i32>, ptr, i32, <32 x i1>)
declare i32 @"llvm.ctpop.i32"(i32)
declare void @"llvm.memset.p0.i64"(ptr , i8, i64, i1 immarg)
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
  br i1 %19, label %20, label %1746

20:
  %21 = and i64 %5, 1
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %989, label %23

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
  br i1 %65, label %1746, label %66

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
  %82 = icmp eq i32 %81, 0
  %83 = getelementptr inbounds i8, ptr %16, i64 64
  %84 = shl i64 %79, 32
  %85 = insertelement <32 x i64> poison, i64 %84, i64 0
  %86 = shufflevector <32 x i64> %85, <32 x i64> poison, <32 x i32> zeroinitializer
  %87 = getelementptr inbounds i8, ptr %16, i64 112
  %88 = and i64 %5, 32
  %89 = icmp eq i64 %88, 0
  %90 = getelementptr inbounds i8, ptr %16, i64 192
  %91 = getelementptr inbounds i8, ptr %16, i64 32
  %92 = shl i64 %26, 8
  %93 = getelementptr inbounds i8, ptr %16, i64 72
  %94 = getelementptr inbounds i8, ptr %16, i64 80
  %95 = getelementptr inbounds i8, ptr %16, i64 88
  %96 = insertelement <32 x i64> poison, i64 %68, i64 0
  %97 = shufflevector <32 x i64> %96, <32 x i64> poison, <32 x i32> zeroinitializer
  %98 = lshr <32 x i64> %41, splat (i64 5)
  %99 = insertelement <32 x i64> poison, i64 %35, i64 0
  %100 = shufflevector <32 x i64> %99, <32 x i64> poison, <32 x i32> zeroinitializer
  %101 = insertelement <32 x i64> poison, i64 %31, i64 0
  %102 = shufflevector <32 x i64> %101, <32 x i64> poison, <32 x i32> zeroinitializer
  %103 = and i64 %5, 8
  %104 = icmp eq i64 %103, 0
  %105 = getelementptr inbounds i8, ptr %16, i64 184
  %106 = insertelement <32 x i64> poison, i64 %70, i64 0
  %107 = shufflevector <32 x i64> %106, <32 x i64> poison, <32 x i32> zeroinitializer
  %108 = insertelement <32 x i32> poison, i32 %1, i64 0
  %109 = shufflevector <32 x i32> %108, <32 x i32> poison, <32 x i32> zeroinitializer
  %110 = and i64 %5, 4
  %111 = icmp eq i64 %110, 0
  %112 = getelementptr inbounds i8, ptr %0, i64 432
  %113 = lshr i64 %5, 24
  %114 = and i64 %113, 255
  %115 = icmp eq i64 %114, 0
  %116 = trunc i64 %113 to i8
  %117 = lshr i64 %114, 3
  %118 = insertelement <32 x i64> poison, i64 %117, i64 0
  %119 = shufflevector <32 x i64> %118, <32 x i64> poison, <32 x i32> zeroinitializer
  %120 = insertelement <32 x i64> poison, i64 %79, i64 0
  %121 = shufflevector <32 x i64> %120, <32 x i64> poison, <32 x i32> zeroinitializer
  %122 = getelementptr inbounds i8, ptr %0, i64 128
  %123 = getelementptr inbounds i8, ptr %16, i64 120
  %124 = getelementptr inbounds i8, ptr %16, i64 128
  %125 = or i1 %82, %111
  %126 = shl i32 %1, 3
  %127 = ashr i32 %126, 31
  %128 = bitcast i32 %127 to <32 x i1>
  %129 = or <32 x i64> %46, splat (i64 -9223372036854775808)
  %130 = or i32 %1, 8388608
  %131 = insertelement <32 x i32> poison, i32 %130, i64 0
  %132 = shufflevector <32 x i32> %131, <32 x i32> poison, <32 x i32> zeroinitializer
  %133 = and i32 %1, 67108864
  %134 = icmp eq i32 %133, 0
  %135 = getelementptr inbounds i8, ptr %16, i64 168
  %136 = and i32 %1, 1048575
  %137 = mul i32 %136, 3
  %138 = zext i32 %137 to i64
  %139 = and i32 %1, 33554432
  %140 = icmp ne i32 %139, 0
  %141 = getelementptr inbounds i8, ptr %10, i64 256
  %142 = getelementptr inbounds i8, ptr %10, i64 512
  %143 = getelementptr inbounds i8, ptr %10, i64 768
  %144 = getelementptr inbounds i8, ptr %10, i64 1024
  %145 = getelementptr inbounds i8, ptr %10, i64 1280
  %146 = getelementptr inbounds i8, ptr %10, i64 1536
  %147 = getelementptr inbounds i8, ptr %16, i64 160
  %148 = shl i64 %5, 8
  %149 = and i64 %148, 1095216660480
  %150 = select <32 x i1> %128, <32 x i64> %129, <32 x i64> %46
  %151 = icmp ne i32 %133, 0
  %152 = or i1 %151, %50
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
  %191 = phi i64 [ 0, %66 ], [ %987, %985 ]
  %192 = phi i32 [ 0, %66 ], [ %986, %985 ]
  %193 = insertelement <32 x i64> poison, i64 %191, i64 0
  %194 = shufflevector <32 x i64> %193, <32 x i64> poison, <32 x i32> zeroinitializer
  %195 = add <32 x i64> %194, %73
  %196 = load i64, ptr %83, align 8
  %197 = inttoptr i64 %196 to ptr
  %198 = getelementptr i64, ptr %197, <32 x i64> %195
  %199 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %198, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %200 = icmp uge <32 x i64> %199, %86
  %201 = bitcast <32 x i1> %200 to i32
  br i1 %75, label %202, label %437

202:
  %203 = icmp eq i32 %201, 0
  br i1 %203, label %355, label %204

204:
  %205 = load i64, ptr %93, align 8
  %206 = inttoptr i64 %205 to ptr
  %207 = getelementptr i32, ptr %206, <32 x i64> %195
  %208 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %207, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %209 = load i64, ptr %94, align 8
  %210 = inttoptr i64 %209 to ptr
  %211 = getelementptr i64, ptr %210, <32 x i64> %195
  %212 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %211, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %213 = load i64, ptr %95, align 8
  %214 = inttoptr i64 %213 to ptr
  %215 = getelementptr i32, ptr %214, <32 x i64> %195
  %216 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %215, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %217 = and <32 x i64> %199, splat (i64 4294967295)
  %218 = lshr <32 x i64> %199, splat (i64 32)
  %219 = and <32 x i64> %218, splat (i64 2147483647)
  %220 = icmp ult <32 x i64> %219, %97
  %221 = icmp eq <32 x i64> %217, %42
  %222 = or <32 x i1> %221, %220
  %223 = lshr <32 x i64> %217, splat (i64 5)
  %224 = icmp eq <32 x i64> %223, %98
  %225 = xor <32 x i64> %217, %42
  %226 = icmp ult <32 x i64> %225, splat (i64 1024)
  %227 = select <32 x i1> %224, <32 x i64> %100, <32 x i64> %102
  br i1 %104, label %236, label %228

228:
  %229 = and <32 x i64> %223, splat (i64 31)
  %230 = load i64, ptr %105, align 8
  %231 = add i64 %230, %92
  %232 = inttoptr i64 %231 to ptr
  %233 = getelementptr i64, ptr %232, <32 x i64> %229
  %234 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %233, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %235 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %227, <32 x i64> %234)
  br label %236

236:
  %237 = phi <32 x i64> [ %235, %228 ], [ %227, %204 ]
  %238 = select <32 x i1> %226, <32 x i64> %237, <32 x i64> %107
  %239 = select i1 %77, <32 x i64> %238, <32 x i64> %237
  %240 = icmp ult <32 x i64> %219, %239
  %241 = or <32 x i1> %222, %240
  br i1 %89, label %258, label %242

242:
  %243 = and <32 x i64> %199, splat (i64 1023)
  %244 = xor <32 x i64> %243, splat (i64 1023)
  %245 = and <32 x i32> %208, splat (i32 536870912)
  %246 = icmp ne <32 x i32> %245, zeroinitializer
  %247 = icmp ult <32 x i64> %244, splat (i64 32)
  %248 = and <32 x i1> %247, %246
  %249 = load i64, ptr %90, align 8
  %250 = inttoptr i64 %249 to ptr
  %251 = getelementptr inbounds i8, ptr %250, i64 1600
  %252 = getelementptr inbounds i8, ptr %251, i64 %92
  %253 = getelementptr i64, ptr %252, <32 x i64> %244
  %254 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %253, i32 8, <32 x i1> %248, <32 x i64> zeroinitializer)
  %255 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %254, <32 x i64> %102)
  %256 = icmp ult <32 x i64> %219, %255
  %257 = select <32 x i1> %246, <32 x i1> %256, <32 x i1> %241
  br label %258

258:
  %259 = phi <32 x i1> [ %257, %242 ], [ %241, %236 ]
  %260 = and <32 x i32> %208, %109
  %261 = icmp ugt <32 x i64> %225, splat (i64 31)
  %262 = and <32 x i32> %260, splat (i32 4194304)
  %263 = icmp ne <32 x i32> %262, zeroinitializer
  %264 = and <32 x i32> %260, splat (i32 1048576)
  %265 = icmp ne <32 x i32> %264, zeroinitializer
  %266 = and <32 x i1> %226, %265
  %267 = or <32 x i1> %263, %266
  %268 = and <32 x i32> %260, splat (i32 1073741824)
  %269 = icmp eq <32 x i32> %268, zeroinitializer
  %270 = or <32 x i1> %261, %269
  %271 = and <32 x i1> %270, %267
  %272 = or <32 x i1> %271, %259
  %273 = and <32 x i64> %212, splat (i64 4294967295)
  %274 = lshr <32 x i64> %212, splat (i64 32)
  %275 = and <32 x i64> %274, splat (i64 2147483647)
  %276 = icmp ult <32 x i64> %275, %97
  %277 = icmp eq <32 x i64> %273, %42
  %278 = or <32 x i1> %277, %276
  %279 = lshr <32 x i64> %273, splat (i64 5)
  %280 = icmp eq <32 x i64> %279, %98
  %281 = xor <32 x i64> %273, %42
  %282 = icmp ult <32 x i64> %281, splat (i64 1024)
  %283 = select <32 x i1> %280, <32 x i64> %100, <32 x i64> %102
  br i1 %104, label %292, label %284

284:
  %285 = and <32 x i64> %279, splat (i64 31)
  %286 = load i64, ptr %105, align 8
  %287 = add i64 %286, %92
  %288 = inttoptr i64 %287 to ptr
  %289 = getelementptr i64, ptr %288, <32 x i64> %285
  %290 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %289, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %291 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %283, <32 x i64> %290)
  br label %292

292:
  %293 = phi <32 x i64> [ %291, %284 ], [ %283, %258 ]
  %294 = select <32 x i1> %282, <32 x i64> %293, <32 x i64> %107
  %295 = select i1 %77, <32 x i64> %294, <32 x i64> %293
  %296 = icmp ult <32 x i64> %275, %295
  %297 = or <32 x i1> %278, %296
  %298 = and <32 x i32> %216, %109
  %299 = icmp ugt <32 x i64> %281, splat (i64 31)
  %300 = and <32 x i32> %298, splat (i32 4194304)
  %301 = icmp ne <32 x i32> %300, zeroinitializer
  %302 = and <32 x i32> %298, splat (i32 1048576)
  %303 = icmp ne <32 x i32> %302, zeroinitializer
  %304 = and <32 x i1> %282, %303
  %305 = or <32 x i1> %301, %304
  %306 = and <32 x i32> %298, splat (i32 1073741824)
  %307 = icmp eq <32 x i32> %306, zeroinitializer
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
  br i1 %321, label %355, label %322

322:
  %323 = load i64, ptr %135, align 8
  %324 = inttoptr i64 %323 to ptr
  %325 = getelementptr inbounds i64, ptr %324, i64 %138
  %326 = load i64, ptr %325, align 8
  %327 = icmp eq i64 %326, 0
  br i1 %327, label %349, label %328

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
  br i1 %341, label %342, label %349

342:
  %343 = add i64 %326, -1
  store i64 %343, ptr %325, align 8
  %344 = call i32 @"llvm.ctpop.i32"(i32 %320)
  %345 = zext i32 %344 to i64
  %346 = getelementptr inbounds i8, ptr %325, i64 8
  %347 = load i64, ptr %346, align 8
  %348 = add i64 %347, %345
  store i64 %348, ptr %346, align 8
  br label %355

349:
  store <32 x i64> %2, ptr %13, align 256
  store <32 x i64> %199, ptr %159, align 256
  %350 = zext <32 x i32> %208 to <32 x i64>
  store <32 x i64> %350, ptr %160, align 256
  store <32 x i64> %212, ptr %161, align 256
  %351 = zext <32 x i32> %216 to <32 x i64>
  store <32 x i64> %351, ptr %162, align 256
  store <32 x i64> zeroinitializer, ptr %163, align 256
  store <32 x i64> zeroinitializer, ptr %164, align 256
  %352 = load i64, ptr %147, align 8
  %353 = inttoptr i64 %352 to ptr
  %354 = or i64 %191, %149
  call void %353(ptr %0, i32 %1, i32 %320, i32 0, ptr %24, ptr %13, ptr %4, i64 %354)
  br label %355

355:
  %356 = load i64, ptr %87, align 8
  %357 = inttoptr i64 %356 to ptr
  %358 = getelementptr i64, ptr %357, <32 x i64> %195
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %166, <32 x ptr> %358, i32 8, <32 x i1> %80)
  %359 = load i64, ptr %123, align 8
  %360 = load i64, ptr %124, align 8
  %361 = mul i64 %167, %360
  %362 = add i64 %361, %359
  %363 = inttoptr i64 %362 to ptr
  %364 = getelementptr i64, ptr %363, <32 x i64> %195
  %365 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %364, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %366 = and <32 x i64> %365, splat (i64 31)
  %367 = lshr <32 x i64> %365, splat (i64 32)
  %368 = icmp uge <32 x i64> %367, %100
  %369 = and <32 x i64> %365, splat (i64 256)
  %370 = icmp ne <32 x i64> %369, zeroinitializer
  %371 = icmp ne <32 x i64> %366, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %372 = or <32 x i1> %370, %371
  %373 = and <32 x i1> %372, %368
  %374 = or <32 x i64> %365, splat (i64 -2147483873)
  %375 = select <32 x i1> %373, <32 x i64> %374, <32 x i64> splat (i64 -2147483649)
  %376 = and <32 x i64> %375, %178
  %377 = select <32 x i1> %373, <32 x i64> %376, <32 x i64> %177
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %377, <32 x ptr> %364, i32 8, <32 x i1> %80)
  %378 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %364, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %379 = and <32 x i64> %378, splat (i64 31)
  %380 = icmp ne <32 x i64> %379, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %381 = and <32 x i1> %380, %80
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %376, <32 x ptr> %364, i32 8, <32 x i1> %381)
  br i1 %180, label %985, label %382

382:
  %383 = bitcast <32 x i1> %373 to i32
  %384 = and i32 %61, %383
  %385 = icmp eq i32 %384, 0
  %386 = select i1 %182, i1 true, i1 %385
  br i1 %386, label %985, label %387

387:
  %388 = bitcast i32 %384 to <32 x i1>
  %389 = load i64, ptr %83, align 8
  %390 = inttoptr i64 %389 to ptr
  %391 = getelementptr i64, ptr %390, <32 x i64> %195
  %392 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %391, i32 8, <32 x i1> %388, <32 x i64> zeroinitializer)
  %393 = load i64, ptr %93, align 8
  %394 = inttoptr i64 %393 to ptr
  %395 = getelementptr i32, ptr %394, <32 x i64> %195
  %396 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %395, i32 4, <32 x i1> %388, <32 x i32> zeroinitializer)
  %397 = load i64, ptr %94, align 8
  %398 = inttoptr i64 %397 to ptr
  %399 = getelementptr i64, ptr %398, <32 x i64> %195
  %400 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %399, i32 8, <32 x i1> %388, <32 x i64> zeroinitializer)
  %401 = load i64, ptr %95, align 8
  %402 = inttoptr i64 %401 to ptr
  %403 = getelementptr i32, ptr %402, <32 x i64> %195
  %404 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %403, i32 4, <32 x i1> %388, <32 x i32> zeroinitializer)
  %405 = load i64, ptr %135, align 8
  %406 = inttoptr i64 %405 to ptr
  %407 = getelementptr inbounds i64, ptr %406, i64 %138
  %408 = load i64, ptr %407, align 8
  %409 = icmp eq i64 %408, 0
  br i1 %409, label %431, label %410

410:
  %411 = getelementptr inbounds i8, ptr %407, i64 16
  %412 = load i64, ptr %411, align 8
  %413 = insertelement <32 x i64> poison, i64 %412, i64 0
  %414 = shufflevector <32 x i64> %413, <32 x i64> poison, <32 x i32> zeroinitializer
  %415 = and <32 x i32> %396, splat (i32 63)
  %416 = zext <32 x i32> %415 to <32 x i64>
  %417 = lshr <32 x i64> %414, %416
  %418 = trunc <32 x i64> %417 to <32 x i1>
  %419 = bitcast <32 x i1> %418 to i32
  %420 = xor i32 %419, -1
  %421 = and i32 %384, %420
  %422 = icmp eq i32 %421, 0
  %423 = or i1 %140, %422
  br i1 %423, label %424, label %431

424:
  %425 = add i64 %408, -1
  store i64 %425, ptr %407, align 8
  %426 = call i32 @"llvm.ctpop.i32"(i32 %384)
  %427 = zext i32 %426 to i64
  %428 = getelementptr inbounds i8, ptr %407, i64 8
  %429 = load i64, ptr %428, align 8
  %430 = add i64 %429, %427
  store i64 %430, ptr %428, align 8
  br label %985

431:
  store <32 x i64> %2, ptr %7, align 256
  store <32 x i64> %392, ptr %183, align 256
  %432 = zext <32 x i32> %396 to <32 x i64>
  store <32 x i64> %432, ptr %184, align 256
  store <32 x i64> %400, ptr %185, align 256
  %433 = zext <32 x i32> %404 to <32 x i64>
  store <32 x i64> %433, ptr %186, align 256
  store <32 x i64> %365, ptr %187, align 256
  store <32 x i64> zeroinitializer, ptr %188, align 256
  %434 = load i64, ptr %147, align 8
  %435 = inttoptr i64 %434 to ptr
  %436 = or i64 %191, %149
  call void %435(ptr %0, i32 %1, i32 %384, i32 0, ptr %24, ptr %7, ptr %4, i64 %436)
  br label %985

437:
  %438 = or i32 %81, %201
  %439 = icmp eq i32 %438, 0
  %440 = load i64, ptr %87, align 8
  %441 = inttoptr i64 %440 to ptr
  %442 = getelementptr i64, ptr %441, <32 x i64> %195
  %443 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %442, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  br i1 %89, label %485, label %444

444:
  %445 = load i64, ptr %90, align 8
  %446 = inttoptr i64 %445 to ptr
  %447 = getelementptr inbounds i8, ptr %446, i64 32
  %448 = load i64, ptr %447, align 8
  %449 = icmp eq i64 %448, 0
  %450 = and i1 %439, %449
  %451 = load i64, ptr %91, align 8
  %452 = inttoptr i64 %451 to ptr
  %453 = getelementptr inbounds i8, ptr %452, i64 128
  %454 = load i64, ptr %453, align 8
  %455 = icmp eq i64 %454, 0
  br i1 %455, label %479, label %456

456:
  %457 = getelementptr i8, ptr %446, i64 %92
  %458 = getelementptr i8, ptr %457, i64 9792
  %459 = getelementptr i64, ptr %446, i64 %26
  %460 = getelementptr i8, ptr %459, i64 64
  br label %461

461:
  %462 = phi i64 [ 0, %456 ], [ %477, %474 ]
  %463 = phi i64 [ 4611686018427387903, %456 ], [ %476, %474 ]
  %464 = icmp eq i64 %462, %26
  br i1 %464, label %465, label %467

465:
  %466 = load i64, ptr %460, align 8
  br label %474

467:
  %468 = getelementptr i64, ptr %458, i64 %462
  %469 = load i64, ptr %468, align 8
  %470 = getelementptr i64, ptr %446, i64 %462
  %471 = getelementptr i8, ptr %470, i64 320
  %472 = load i64, ptr %471, align 8
  %473 = call i64 @"llvm.umax.i64"(i64 %472, i64 %469)
  br label %474

474:
  %475 = phi i64 [ %466, %465 ], [ %473, %467 ]
  %476 = call i64 @"llvm.umin.i64"(i64 %463, i64 %475)
  %477 = add i64 %462, 1
  %478 = icmp ult i64 %477, %454
  br i1 %478, label %461, label %479

479:
  %480 = phi i64 [ 4611686018427387903, %444 ], [ %476, %474 ]
  br i1 %450, label %481, label %534

481:
  %482 = call i64 @"llvm.umin.i64"(i64 %79, i64 %480)
  %483 = insertelement <32 x i64> poison, i64 %482, i64 0
  %484 = shufflevector <32 x i64> %483, <32 x i64> poison, <32 x i32> zeroinitializer
  br label %486

485:
  br i1 %439, label %486, label %534

486:
  %487 = phi <32 x i64> [ %484, %481 ], [ %121, %485 ]
  %488 = icmp uge <32 x i64> %443, %487
  %489 = and <32 x i1> %488, %80
  %490 = bitcast <32 x i1> %489 to i32
  %491 = icmp eq i32 %490, 0
  br i1 %491, label %492, label %534

492:
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %150, <32 x ptr> %198, i32 8, <32 x i1> %80)
  %493 = load i64, ptr %93, align 8
  %494 = inttoptr i64 %493 to ptr
  %495 = getelementptr i32, ptr %494, <32 x i64> %195
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %109, <32 x ptr> %495, i32 4, <32 x i1> %80)
  br i1 %152, label %985, label %496

496:
  %497 = load i64, ptr %83, align 8
  %498 = inttoptr i64 %497 to ptr
  %499 = getelementptr i64, ptr %498, <32 x i64> %195
  %500 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %499, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %501 = and <32 x i64> %500, splat (i64 9223372036854775807)
  %502 = icmp ne <32 x i64> %501, %46
  %503 = and <32 x i1> %502, %80
  %504 = bitcast <32 x i1> %503 to i32
  %505 = icmp eq i32 %504, 0
  br i1 %505, label %985, label %506

506:
  %507 = load i64, ptr %135, align 8
  %508 = inttoptr i64 %507 to ptr
  %509 = getelementptr inbounds i64, ptr %508, i64 %138
  %510 = load i64, ptr %509, align 8
  %511 = icmp eq i64 %510, 0
  br i1 %511, label %530, label %512

512:
  %513 = getelementptr inbounds i8, ptr %509, i64 16
  %514 = load i64, ptr %513, align 8
  %515 = trunc i64 %514 to i1
  %516 = insertelement <32 x i1> poison, i1 %515, i64 0
  %517 = shufflevector <32 x i1> %516, <32 x i1> poison, <32 x i32> zeroinitializer
  %518 = bitcast <32 x i1> %517 to i32
  %519 = xor i32 %518, -1
  %520 = and i32 %519, %504
  %521 = icmp eq i32 %520, 0
  %522 = or i1 %140, %521
  br i1 %522, label %523, label %530

523:
  %524 = add i64 %510, -1
  store i64 %524, ptr %509, align 8
  %525 = call i32 @"llvm.ctpop.i32"(i32 %504)
  %526 = zext i32 %525 to i64
  %527 = getelementptr inbounds i8, ptr %509, i64 8
  %528 = load i64, ptr %527, align 8
  %529 = add i64 %528, %526
  store i64 %529, ptr %527, align 8
  br label %985

530:
  store <32 x i64> %2, ptr %8, align 256
  store <32 x i64> zeroinitializer, ptr %153, align 256
  store <32 x i64> zeroinitializer, ptr %154, align 256
  store <32 x i64> zeroinitializer, ptr %155, align 256
  store <32 x i64> zeroinitializer, ptr %156, align 256
  store <32 x i64> zeroinitializer, ptr %157, align 256
  store <32 x i64> zeroinitializer, ptr %158, align 256
  %531 = load i64, ptr %147, align 8
  %532 = inttoptr i64 %531 to ptr
  %533 = or i64 %191, %149
  call void %532(ptr %0, i32 %1, i32 0, i32 %504, ptr %24, ptr %8, ptr %4, i64 %533)
  br label %985

534:
  %535 = load i64, ptr %93, align 8
  %536 = inttoptr i64 %535 to ptr
  %537 = getelementptr i32, ptr %536, <32 x i64> %195
  %538 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %537, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %539 = load i64, ptr %94, align 8
  %540 = inttoptr i64 %539 to ptr
  %541 = getelementptr i64, ptr %540, <32 x i64> %195
  %542 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %541, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %543 = load i64, ptr %95, align 8
  %544 = inttoptr i64 %543 to ptr
  %545 = getelementptr i32, ptr %544, <32 x i64> %195
  %546 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %545, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %547 = and <32 x i64> %199, splat (i64 4294967295)
  %548 = lshr <32 x i64> %199, splat (i64 32)
  %549 = and <32 x i64> %548, splat (i64 2147483647)
  %550 = icmp ult <32 x i64> %549, %97
  %551 = icmp eq <32 x i64> %547, %42
  %552 = or <32 x i1> %551, %550
  %553 = lshr <32 x i64> %547, splat (i64 5)
  %554 = icmp eq <32 x i64> %553, %98
  %555 = xor <32 x i64> %547, %42
  %556 = icmp ult <32 x i64> %555, splat (i64 1024)
  %557 = select <32 x i1> %554, <32 x i64> %100, <32 x i64> %102
  br i1 %104, label %566, label %558

558:
  %559 = and <32 x i64> %553, splat (i64 31)
  %560 = load i64, ptr %105, align 8
  %561 = add i64 %560, %92
  %562 = inttoptr i64 %561 to ptr
  %563 = getelementptr i64, ptr %562, <32 x i64> %559
  %564 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %563, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %565 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %557, <32 x i64> %564)
  br label %566

566:
  %567 = phi <32 x i64> [ %565, %558 ], [ %557, %534 ]
  %568 = select <32 x i1> %556, <32 x i64> %567, <32 x i64> %107
  %569 = select i1 %77, <32 x i64> %568, <32 x i64> %567
  %570 = icmp ult <32 x i64> %549, %569
  %571 = or <32 x i1> %552, %570
  br i1 %89, label %588, label %572

572:
  %573 = and <32 x i64> %199, splat (i64 1023)
  %574 = xor <32 x i64> %573, splat (i64 1023)
  %575 = and <32 x i32> %538, splat (i32 536870912)
  %576 = icmp ne <32 x i32> %575, zeroinitializer
  %577 = icmp ult <32 x i64> %574, splat (i64 32)
  %578 = and <32 x i1> %577, %576
  %579 = load i64, ptr %90, align 8
  %580 = inttoptr i64 %579 to ptr
  %581 = getelementptr inbounds i8, ptr %580, i64 1600
  %582 = getelementptr inbounds i8, ptr %581, i64 %92
  %583 = getelementptr i64, ptr %582, <32 x i64> %574
  %584 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %583, i32 8, <32 x i1> %578, <32 x i64> zeroinitializer)
  %585 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %584, <32 x i64> %102)
  %586 = icmp ult <32 x i64> %549, %585
  %587 = select <32 x i1> %576, <32 x i1> %586, <32 x i1> %571
  br label %588

588:
  %589 = phi <32 x i1> [ %587, %572 ], [ %571, %566 ]
  %590 = and <32 x i32> %538, %109
  %591 = icmp ugt <32 x i64> %555, splat (i64 31)
  %592 = and <32 x i32> %590, splat (i32 4194304)
  %593 = icmp ne <32 x i32> %592, zeroinitializer
  %594 = and <32 x i32> %590, splat (i32 1048576)
  %595 = icmp ne <32 x i32> %594, zeroinitializer
  %596 = and <32 x i1> %556, %595
  %597 = or <32 x i1> %593, %596
  %598 = and <32 x i32> %590, splat (i32 1073741824)
  %599 = icmp eq <32 x i32> %598, zeroinitializer
  %600 = or <32 x i1> %591, %599
  %601 = and <32 x i1> %600, %597
  %602 = or <32 x i1> %601, %589
  %603 = and <32 x i64> %542, splat (i64 4294967295)
  %604 = lshr <32 x i64> %542, splat (i64 32)
  %605 = and <32 x i64> %604, splat (i64 2147483647)
  %606 = icmp ult <32 x i64> %605, %97
  %607 = icmp eq <32 x i64> %603, %42
  %608 = or <32 x i1> %607, %606
  %609 = lshr <32 x i64> %603, splat (i64 5)
  %610 = icmp eq <32 x i64> %609, %98
  %611 = xor <32 x i64> %603, %42
  %612 = icmp ult <32 x i64> %611, splat (i64 1024)
  %613 = select <32 x i1> %610, <32 x i64> %100, <32 x i64> %102
  br i1 %104, label %622, label %614

614:
  %615 = and <32 x i64> %609, splat (i64 31)
  %616 = load i64, ptr %105, align 8
  %617 = add i64 %616, %92
  %618 = inttoptr i64 %617 to ptr
  %619 = getelementptr i64, ptr %618, <32 x i64> %615
  %620 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %619, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %621 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %613, <32 x i64> %620)
  br label %622

622:
  %623 = phi <32 x i64> [ %621, %614 ], [ %613, %588 ]
  %624 = select <32 x i1> %612, <32 x i64> %623, <32 x i64> %107
  %625 = select i1 %77, <32 x i64> %624, <32 x i64> %623
  %626 = icmp ult <32 x i64> %605, %625
  %627 = and <32 x i32> %546, %109
  %628 = icmp ugt <32 x i64> %611, splat (i64 31)
  %629 = and <32 x i32> %627, splat (i32 4194304)
  %630 = icmp ne <32 x i32> %629, zeroinitializer
  %631 = and <32 x i32> %627, splat (i32 1048576)
  %632 = icmp ne <32 x i32> %631, zeroinitializer
  %633 = and <32 x i1> %612, %632
  %634 = or <32 x i1> %630, %633
  %635 = and <32 x i32> %627, splat (i32 1073741824)
  %636 = icmp eq <32 x i32> %635, zeroinitializer
  %637 = or <32 x i1> %628, %636
  %638 = and <32 x i1> %637, %634
  %639 = or <32 x i1> %638, %626
  %640 = and <32 x i32> %538, splat (i32 8388608)
  %641 = icmp ne <32 x i32> %640, zeroinitializer
  %642 = xor <32 x i1> %641, splat (i1 true)
  %643 = or <32 x i1> %639, %642
  %644 = or <32 x i1> %608, %643
  %645 = and <32 x i32> %538, splat (i32 268435456)
  %646 = icmp eq <32 x i32> %645, zeroinitializer
  %647 = and <32 x i1> %646, %644
  %648 = and <32 x i1> %602, %647
  br i1 %111, label %649, label %756

649:
  br i1 %50, label %650, label %753

650:
  %651 = xor <32 x i32> %538, %109
  %652 = and <32 x i32> %651, splat (i32 1048575)
  %653 = icmp eq <32 x i32> %652, zeroinitializer
  %654 = load i64, ptr %112, align 8
  %655 = shl i64 %191, %63
  %656 = add i64 %191, 1
  %657 = shl i64 %656, %63
  %658 = inttoptr i64 %654 to ptr
  br label %659

659:
  %660 = phi <32 x i1> [ %653, %650 ], [ %681, %680 ]
  %661 = phi i64 [ %655, %650 ], [ %682, %680 ]
  br i1 %115, label %680, label %662

662:
  %663 = shl i64 %661, 3
  %664 = and i64 %663, 9223372036854775776
  %665 = insertelement <32 x i64> poison, i64 %664, i64 0
  %666 = shufflevector <32 x i64> %665, <32 x i64> poison, <32 x i32> zeroinitializer
  %667 = or <32 x i64> %666, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %668 = shl i64 %661, 4
  %669 = and i64 %668, 9223372036854775776
  %670 = insertelement <32 x i64> poison, i64 %669, i64 0
  %671 = shufflevector <32 x i64> %670, <32 x i64> poison, <32 x i32> zeroinitializer
  %672 = or <32 x i64> %671, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %673 = insertelement <32 x i64> poison, i64 %661, i64 0
  %674 = shufflevector <32 x i64> %673, <32 x i64> poison, <32 x i32> zeroinitializer
  %675 = add <32 x i64> %674, %2
  %676 = shl i64 %661, 5
  %677 = insertelement <32 x i64> poison, i64 %676, i64 0
  %678 = shufflevector <32 x i64> %677, <32 x i64> poison, <32 x i32> zeroinitializer
  %679 = or <32 x i64> %678, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  br label %684

680:
  %681 = phi <32 x i1> [ %660, %659 ], [ %750, %748 ]
  %682 = add i64 %661, %114
  %683 = icmp ult i64 %682, %657
  br i1 %683, label %659, label %753

684:
  %685 = phi <32 x i1> [ %660, %662 ], [ %750, %748 ]
  %686 = phi i64 [ 0, %662 ], [ %751, %748 ]
  switch i8 %116, label %727 [
    i8 1, label %687
    i8 2, label %697
    i8 4, label %712
  ]

687:
  %688 = insertelement <32 x i64> poison, i64 %686, i64 0
  %689 = shufflevector <32 x i64> %688, <32 x i64> poison, <32 x i32> zeroinitializer
  %690 = add <32 x i64> %675, %689
  %691 = add <32 x i64> %679, %689
  %692 = getelementptr i8, ptr %658, <32 x i64> %690
  %693 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %692, i32 1, <32 x i1> %80, <32 x i8> zeroinitializer)
  %694 = getelementptr i8, ptr %4, <32 x i64> %691
  %695 = call <32 x i8> @"llvm.masked.gather.v32i8.v32p0"(<32 x ptr> %694, i32 1, <32 x i1> %80, <32 x i8> zeroinitializer)
  %696 = icmp eq <32 x i8> %693, %695
  br label %748

697:
  %698 = add i64 %686, %661
  %699 = insertelement <32 x i64> poison, i64 %698, i64 0
  %700 = shufflevector <32 x i64> %699, <32 x i64> poison, <32 x i32> zeroinitializer
  %701 = add <32 x i64> %700, %2
  %702 = lshr <32 x i64> %701, splat (i64 1)
  %703 = lshr exact i64 %686, 1
  %704 = insertelement <32 x i64> poison, i64 %703, i64 0
  %705 = shufflevector <32 x i64> %704, <32 x i64> poison, <32 x i32> zeroinitializer
  %706 = add <32 x i64> %672, %705
  %707 = getelementptr i16, ptr %658, <32 x i64> %702
  %708 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %707, i32 2, <32 x i1> %80, <32 x i16> zeroinitializer)
  %709 = getelementptr i16, ptr %4, <32 x i64> %706
  %710 = call <32 x i16> @"llvm.masked.gather.v32i16.v32p0"(<32 x ptr> %709, i32 2, <32 x i1> %80, <32 x i16> zeroinitializer)
  %711 = icmp eq <32 x i16> %708, %710
  br label %748

712:
  %713 = add i64 %686, %661
  %714 = insertelement <32 x i64> poison, i64 %713, i64 0
  %715 = shufflevector <32 x i64> %714, <32 x i64> poison, <32 x i32> zeroinitializer
  %716 = add <32 x i64> %715, %2
  %717 = lshr <32 x i64> %716, splat (i64 2)
  %718 = lshr exact i64 %686, 2
  %719 = insertelement <32 x i64> poison, i64 %718, i64 0
  %720 = shufflevector <32 x i64> %719, <32 x i64> poison, <32 x i32> zeroinitializer
  %721 = add <32 x i64> %667, %720
  %722 = getelementptr i32, ptr %658, <32 x i64> %717
  %723 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %722, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %724 = getelementptr i32, ptr %4, <32 x i64> %721
  %725 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %724, i32 4, <32 x i1> %80, <32 x i32> zeroinitializer)
  %726 = icmp eq <32 x i32> %723, %725
  br label %748

727:
  %728 = add i64 %686, %661
  %729 = insertelement <32 x i64> poison, i64 %728, i64 0
  %730 = shufflevector <32 x i64> %729, <32 x i64> poison, <32 x i32> zeroinitializer
  %731 = add <32 x i64> %730, %2
  %732 = lshr <32 x i64> %731, splat (i64 3)
  %733 = udiv i64 %661, %114
  %734 = shl i64 %733, 5
  %735 = insertelement <32 x i64> poison, i64 %734, i64 0
  %736 = shufflevector <32 x i64> %735, <32 x i64> poison, <32 x i32> zeroinitializer
  %737 = or <32 x i64> %736, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %738 = mul <32 x i64> %737, %119
  %739 = lshr exact i64 %686, 3
  %740 = insertelement <32 x i64> poison, i64 %739, i64 0
  %741 = shufflevector <32 x i64> %740, <32 x i64> poison, <32 x i32> zeroinitializer
  %742 = add <32 x i64> %738, %741
  %743 = getelementptr i64, ptr %658, <32 x i64> %732
  %744 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %743, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %745 = getelementptr i64, ptr %4, <32 x i64> %742
  %746 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %745, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %747 = icmp eq <32 x i64> %744, %746
  br label %748

748:
  %749 = phi <32 x i1> [ %696, %687 ], [ %711, %697 ], [ %726, %712 ], [ %747, %727 ]
  %750 = and <32 x i1> %685, %749
  %751 = add i64 %686, 8
  %752 = icmp ult i64 %751, %114
  br i1 %752, label %684, label %680

753:
  %754 = phi <32 x i1> [ zeroinitializer, %649 ], [ %681, %680 ]
  %755 = or <32 x i1> %648, %754
  br label %756

756:
  %757 = phi <32 x i1> [ %648, %622 ], [ %755, %753 ]
  %758 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %442, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %759 = icmp uge <32 x i64> %758, %121
  %760 = bitcast <32 x i1> %759 to i32
  %761 = and i32 %61, %760
  %762 = icmp eq i32 %761, 0
  br i1 %762, label %828, label %763

763:
  %764 = load i64, ptr %122, align 8
  %765 = icmp eq i64 %764, 0
  br i1 %765, label %772, label %766

766:
  %767 = bitcast i32 %761 to <32 x i1>
  %768 = load i64, ptr %123, align 8
  %769 = load i64, ptr %124, align 8
  %770 = shl i64 %769, 3
  %771 = xor i32 %761, -1
  br label %774

772:
  %773 = phi i32 [ -1, %763 ], [ %807, %791 ]
  br i1 %77, label %810, label %825

774:
  %775 = phi i32 [ -1, %766 ], [ %807, %791 ]
  %776 = phi i64 [ 0, %766 ], [ %808, %791 ]
  %777 = mul i64 %776, %770
  %778 = add i64 %777, %768
  %779 = inttoptr i64 %778 to ptr
  %780 = getelementptr i64, ptr %779, <32 x i64> %195
  %781 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %780, i32 8, <32 x i1> %767, <32 x i64> zeroinitializer)
  %782 = icmp eq i64 %776, %26
  %783 = select i1 %782, i64 %35, i64 %31
  br i1 %104, label %791, label %784

784:
  %785 = load i64, ptr %105, align 8
  %786 = add i64 %785, %92
  %787 = inttoptr i64 %786 to ptr
  %788 = getelementptr inbounds i64, ptr %787, i64 %776
  %789 = load i64, ptr %788, align 8
  %790 = call i64 @"llvm.umax.i64"(i64 %783, i64 %789)
  br label %791

791:
  %792 = phi i64 [ %790, %784 ], [ %783, %774 ]
  %793 = lshr <32 x i64> %781, splat (i64 32)
  %794 = insertelement <32 x i64> poison, i64 %792, i64 0
  %795 = shufflevector <32 x i64> %794, <32 x i64> poison, <32 x i32> zeroinitializer
  %796 = icmp ult <32 x i64> %793, %795
  %797 = and <32 x i64> %781, splat (i64 287)
  %798 = icmp eq <32 x i64> %797, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %799 = select i1 %782, <32 x i1> %798, <32 x i1> zeroinitializer
  %800 = or <32 x i1> %799, %796
  %801 = and <32 x i64> %781, splat (i64 224)
  %802 = icmp ne <32 x i64> %801, zeroinitializer
  %803 = select i1 %82, <32 x i1> zeroinitializer, <32 x i1> %802
  %804 = or <32 x i1> %803, %800
  %805 = bitcast <32 x i1> %804 to i32
  %806 = or i32 %805, %771
  %807 = and i32 %806, %775
  %808 = add i64 %776, 1
  %809 = icmp ult i64 %808, %764
  br i1 %809, label %774, label %772

810:
  %811 = bitcast i32 %761 to <32 x i1>
  %812 = load i64, ptr %123, align 8
  %813 = load i64, ptr %124, align 8
  %814 = shl i64 %764, 3
  %815 = mul i64 %814, %813
  %816 = add i64 %815, %812
  %817 = inttoptr i64 %816 to ptr
  %818 = getelementptr i64, ptr %817, <32 x i64> %195
  %819 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %818, i32 8, <32 x i1> %811, <32 x i64> zeroinitializer)
  %820 = icmp ult <32 x i64> %819, %107
  %821 = bitcast <32 x i1> %820 to i32
  %822 = xor i32 %761, -1
  %823 = or i32 %821, %822
  %824 = and i32 %823, %773
  br label %825

825:
  %826 = phi i32 [ %824, %810 ], [ %773, %772 ]
  %827 = bitcast i32 %826 to <32 x i1>
  br label %828

828:
  %829 = phi <32 x i1> [ %827, %825 ], [ splat (i1 true), %756 ]
  %830 = and <32 x i1> %757, %829
  br i1 %89, label %880, label %831

831:
  %832 = load i64, ptr %122, align 8
  %833 = add i64 %832, 1
  %834 = icmp eq i64 %833, 0
  br i1 %834, label %877, label %835

835:
  %836 = load i64, ptr %90, align 8
  %837 = inttoptr i64 %836 to ptr
  %838 = load i64, ptr %837, align 8
  %839 = load i64, ptr %124, align 8
  %840 = shl i64 %839, 3
  %841 = getelementptr i8, ptr %837, i64 %92
  %842 = getelementptr i8, ptr %841, i64 9792
  %843 = getelementptr i64, ptr %837, i64 %26
  %844 = getelementptr i8, ptr %843, i64 64
  br label %845

845:
  %846 = phi i32 [ -1, %835 ], [ %872, %863 ]
  %847 = phi i64 [ 0, %835 ], [ %873, %863 ]
  %848 = mul i64 %847, %840
  %849 = add i64 %848, %838
  %850 = inttoptr i64 %849 to ptr
  %851 = getelementptr i64, ptr %850, <32 x i64> %195
  %852 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %851, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %853 = icmp eq i64 %847, %26
  br i1 %853, label %854, label %856

854:
  %855 = load i64, ptr %844, align 8
  br label %863

856:
  %857 = getelementptr i64, ptr %842, i64 %847
  %858 = load i64, ptr %857, align 8
  %859 = getelementptr i64, ptr %837, i64 %847
  %860 = getelementptr i8, ptr %859, i64 320
  %861 = load i64, ptr %860, align 8
  %862 = call i64 @"llvm.umax.i64"(i64 %861, i64 %858)
  br label %863

863:
  %864 = phi i64 [ %855, %854 ], [ %862, %856 ]
  %865 = lshr <32 x i64> %852, splat (i64 32)
  %866 = insertelement <32 x i64> poison, i64 %864, i64 0
  %867 = shufflevector <32 x i64> %866, <32 x i64> poison, <32 x i32> zeroinitializer
  %868 = icmp ult <32 x i64> %865, %867
  %869 = icmp eq <32 x i64> %852, zeroinitializer
  %870 = or <32 x i1> %869, %868
  %871 = bitcast <32 x i1> %870 to i32
  %872 = and i32 %846, %871
  %873 = add i64 %847, 1
  %874 = icmp ult i64 %873, %833
  br i1 %874, label %845, label %875

875:
  %876 = bitcast i32 %872 to <32 x i1>
  br label %877

877:
  %878 = phi <32 x i1> [ splat (i1 true), %831 ], [ %876, %875 ]
  %879 = and <32 x i1> %830, %878
  br label %880

880:
  %881 = phi <32 x i1> [ %879, %877 ], [ %830, %828 ]
  %882 = xor <32 x i1> %589, splat (i1 true)
  %883 = and <32 x i1> %601, %882
  %884 = and <32 x i1> %883, %80
  br i1 %104, label %893, label %885

885:
  %886 = and <32 x i64> %609, splat (i64 31)
  %887 = load i64, ptr %105, align 8
  %888 = add i64 %887, %92
  %889 = inttoptr i64 %888 to ptr
  %890 = getelementptr i64, ptr %889, <32 x i64> %886
  %891 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %890, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %892 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %613, <32 x i64> %891)
  br label %893

893:
  %894 = phi <32 x i64> [ %892, %885 ], [ %613, %880 ]
  %895 = select <32 x i1> %612, <32 x i64> %894, <32 x i64> %107
  %896 = select i1 %77, <32 x i64> %895, <32 x i64> %894
  %897 = icmp ult <32 x i64> %605, %896
  %898 = or <32 x i1> %608, %897
  %899 = xor <32 x i1> %898, splat (i1 true)
  %900 = and <32 x i1> %641, %899
  br i1 %125, label %919, label %901

901:
  %902 = icmp uge <32 x i64> %549, %97
  %903 = and <32 x i32> %538, splat (i32 1048576)
  %904 = icmp eq <32 x i32> %903, zeroinitializer
  %905 = and <32 x i1> %902, %904
  %906 = icmp uge <32 x i64> %605, %97
  %907 = and <32 x i32> %546, splat (i32 1048576)
  %908 = icmp eq <32 x i32> %907, zeroinitializer
  %909 = and <32 x i1> %906, %908
  %910 = xor <32 x i1> %905, splat (i1 true)
  %911 = and <32 x i1> %909, %910
  %912 = and <32 x i1> %641, %911
  %913 = xor <32 x i1> %912, splat (i1 true)
  %914 = and <32 x i1> %884, %913
  %915 = and <32 x i1> %905, %80
  %916 = and <32 x i1> %915, %589
  %917 = or <32 x i1> %916, %914
  %918 = or <32 x i1> %912, %900
  br label %919

919:
  %920 = phi <32 x i1> [ %918, %901 ], [ %900, %893 ]
  %921 = phi <32 x i1> [ %917, %901 ], [ %884, %893 ]
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %199, <32 x ptr> %541, i32 8, <32 x i1> %921)
  %922 = load i64, ptr %95, align 8
  %923 = inttoptr i64 %922 to ptr
  %924 = getelementptr i32, ptr %923, <32 x i64> %195
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %538, <32 x ptr> %924, i32 4, <32 x i1> %921)
  %925 = or <32 x i1> %920, %921
  %926 = or <32 x i1> %925, %128
  %927 = select <32 x i1> %926, <32 x i64> %129, <32 x i64> %46
  %928 = select <32 x i1> %925, <32 x i32> %132, <32 x i32> %109
  %929 = load i64, ptr %83, align 8
  %930 = inttoptr i64 %929 to ptr
  %931 = getelementptr i64, ptr %930, <32 x i64> %195
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %927, <32 x ptr> %931, i32 8, <32 x i1> %80)
  %932 = load i64, ptr %93, align 8
  %933 = inttoptr i64 %932 to ptr
  %934 = getelementptr i32, ptr %933, <32 x i64> %195
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %928, <32 x ptr> %934, i32 4, <32 x i1> %80)
  %935 = bitcast <32 x i1> %881 to i32
  %936 = xor i32 %935, -1
  %937 = and i32 %61, %936
  br i1 %134, label %938, label %947

938:
  %939 = load i64, ptr %83, align 8
  %940 = inttoptr i64 %939 to ptr
  %941 = getelementptr i64, ptr %940, <32 x i64> %195
  %942 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %941, i32 8, <32 x i1> %80, <32 x i64> zeroinitializer)
  %943 = and <32 x i64> %942, splat (i64 9223372036854775807)
  %944 = icmp ne <32 x i64> %943, %46
  %945 = and <32 x i1> %944, %80
  %946 = bitcast <32 x i1> %945 to i32
  br i1 %50, label %947, label %948

947:
  br label %948

948:
  %949 = phi i32 [ 0, %947 ], [ %946, %938 ]
  %950 = or i32 %949, %937
  %951 = icmp eq i32 %950, 0
  br i1 %951, label %985, label %952

952:
  %953 = load i64, ptr %135, align 8
  %954 = inttoptr i64 %953 to ptr
  %955 = getelementptr inbounds i64, ptr %954, i64 %138
  %956 = load i64, ptr %955, align 8
  %957 = icmp eq i64 %956, 0
  br i1 %957, label %979, label %958

958:
  %959 = getelementptr inbounds i8, ptr %955, i64 16
  %960 = load i64, ptr %959, align 8
  %961 = insertelement <32 x i64> poison, i64 %960, i64 0
  %962 = shufflevector <32 x i64> %961, <32 x i64> poison, <32 x i32> zeroinitializer
  %963 = and <32 x i32> %538, splat (i32 63)
  %964 = zext <32 x i32> %963 to <32 x i64>
  %965 = lshr <32 x i64> %962, %964
  %966 = trunc <32 x i64> %965 to <32 x i1>
  %967 = bitcast <32 x i1> %966 to i32
  %968 = xor i32 %967, -1
  %969 = and i32 %950, %968
  %970 = icmp eq i32 %969, 0
  %971 = or i1 %140, %970
  br i1 %971, label %972, label %979

972:
  %973 = add i64 %956, -1
  store i64 %973, ptr %955, align 8
  %974 = call i32 @"llvm.ctpop.i32"(i32 %950)
  %975 = zext i32 %974 to i64
  %976 = getelementptr inbounds i8, ptr %955, i64 8
  %977 = load i64, ptr %976, align 8
  %978 = add i64 %977, %975
  store i64 %978, ptr %976, align 8
  br label %985

979:
  store <32 x i64> %2, ptr %10, align 256
  store <32 x i64> %199, ptr %141, align 256
  %980 = zext <32 x i32> %538 to <32 x i64>
  store <32 x i64> %980, ptr %142, align 256
  store <32 x i64> %542, ptr %143, align 256
  %981 = zext <32 x i32> %546 to <32 x i64>
  store <32 x i64> %981, ptr %144, align 256
  store <32 x i64> zeroinitializer, ptr %145, align 256
  store <32 x i64> zeroinitializer, ptr %146, align 256
  %982 = load i64, ptr %147, align 8
  %983 = inttoptr i64 %982 to ptr
  %984 = or i64 %191, %149
  call void %983(ptr %0, i32 %1, i32 %937, i32 %949, ptr %24, ptr %10, ptr %4, i64 %984)
  br label %985

985:
  %986 = add i32 %192, 1
  %987 = zext i32 %986 to i64
  %988 = icmp ult i32 %986, %189
  br i1 %988, label %190, label %1746

989:
  %990 = lshr <32 x i64> %2, splat (i64 40)
  %991 = and <32 x i64> %2, splat (i64 1099511627775)
  %992 = getelementptr inbounds i8, ptr %16, i64 48
  %993 = getelementptr inbounds i8, ptr %0, i64 120
  %994 = getelementptr inbounds i8, ptr %16, i64 8
  %995 = getelementptr inbounds i8, ptr %16, i64 16
  %996 = getelementptr inbounds i8, ptr %16, i64 40
  %997 = lshr i64 %5, 16
  %998 = and i64 %997, 255
  %999 = insertelement <32 x i64> poison, i64 %998, i64 0
  %1000 = shufflevector <32 x i64> %999, <32 x i64> poison, <32 x i32> zeroinitializer
  %1001 = add <32 x i64> %1000, %991
  %1002 = lshr i64 %5, 8
  %1003 = and i64 %1002, 15
  %1004 = lshr i64 %998, %1003
  %1005 = icmp eq i64 %1004, 0
  %1006 = insertelement <32 x i64> poison, i64 %1003, i64 0
  %1007 = shufflevector <32 x i64> %1006, <32 x i64> poison, <32 x i32> zeroinitializer
  %1008 = lshr <32 x i64> %991, %1007
  %1009 = and i64 %5, 2
  %1010 = icmp eq i64 %1009, 0
  %1011 = and i32 %1, 1048576
  %1012 = icmp eq i32 %1011, 0
  %1013 = and i64 %5, 8
  %1014 = icmp eq i64 %1013, 0
  %1015 = getelementptr inbounds i8, ptr %16, i64 184
  %1016 = and i64 %5, 32
  %1017 = icmp eq i64 %1016, 0
  %1018 = getelementptr inbounds i8, ptr %16, i64 192
  %1019 = insertelement <32 x i32> poison, i32 %1, i64 0
  %1020 = shufflevector <32 x i32> %1019, <32 x i32> poison, <32 x i32> zeroinitializer
  %1021 = and i64 %5, 4
  %1022 = icmp eq i64 %1021, 0
  %1023 = or i1 %1012, %1022
  %1024 = shl i32 %1, 3
  %1025 = ashr i32 %1024, 31
  %1026 = bitcast i32 %1025 to <32 x i1>
  %1027 = or i32 %1, 8388608
  %1028 = insertelement <32 x i32> poison, i32 %1027, i64 0
  %1029 = shufflevector <32 x i32> %1028, <32 x i32> poison, <32 x i32> zeroinitializer
  %1030 = and i32 %1, 67108864
  %1031 = icmp eq i32 %1030, 0
  %1032 = getelementptr inbounds i8, ptr %16, i64 168
  %1033 = and i32 %1, 1048575
  %1034 = mul i32 %1033, 3
  %1035 = zext i32 %1034 to i64
  %1036 = and i32 %1, 33554432
  %1037 = icmp ne i32 %1036, 0
  %1038 = getelementptr inbounds i8, ptr %11, i64 256
  %1039 = getelementptr inbounds i8, ptr %11, i64 512
  %1040 = getelementptr inbounds i8, ptr %11, i64 768
  %1041 = getelementptr inbounds i8, ptr %11, i64 1024
  %1042 = getelementptr inbounds i8, ptr %11, i64 1280
  %1043 = getelementptr inbounds i8, ptr %11, i64 1536
  %1044 = getelementptr inbounds i8, ptr %16, i64 160
  %1045 = shl i64 %5, 8
  %1046 = and i64 %1045, 1095216660480
  %1047 = getelementptr inbounds i8, ptr %9, i64 256
  %1048 = getelementptr inbounds i8, ptr %9, i64 512
  %1049 = getelementptr inbounds i8, ptr %9, i64 768
  %1050 = getelementptr inbounds i8, ptr %9, i64 1024
  %1051 = getelementptr inbounds i8, ptr %9, i64 1280
  %1052 = getelementptr inbounds i8, ptr %9, i64 1536
  %1053 = getelementptr inbounds i8, ptr %12, i64 256
  %1054 = getelementptr inbounds i8, ptr %12, i64 512
  %1055 = getelementptr inbounds i8, ptr %12, i64 768
  %1056 = getelementptr inbounds i8, ptr %12, i64 1024
  %1057 = getelementptr inbounds i8, ptr %12, i64 1280
  %1058 = getelementptr inbounds i8, ptr %12, i64 1536
  %1059 = trunc i64 %1004 to i32
  br label %1060

1060:
  %1061 = phi i32 [ %3, %989 ], [ %1744, %1743 ]
  %1062 = call i32 @"llvm.cttz.i32"(i32 %1061, i1 true)
  %1063 = extractelement <32 x i64> %990, i32 %1062
  %1064 = insertelement <32 x i64> poison, i64 %1063, i64 0
  %1065 = shufflevector <32 x i64> %1064, <32 x i64> poison, <32 x i32> zeroinitializer
  %1066 = icmp eq <32 x i64> %990, %1065
  %1067 = bitcast <32 x i1> %1066 to i32
  %1068 = and i32 %1061, %1067
  %1069 = extractelement <32 x i64> %2, i32 %1062
  %1070 = load i64, ptr %992, align 8
  %1071 = inttoptr i64 %1070 to ptr
  %1072 = icmp ult i64 %1069, 4503599627370496
  %1073 = lshr i64 %1069, 37
  %1074 = and i64 %1073, 134217720
  %1075 = select i1 %1072, i64 %1074, i64 0
  %1076 = getelementptr inbounds i64, ptr %1071, i64 %1075
  %1077 = load i64, ptr %1076, align 8
  %1078 = icmp eq i64 %1077, 0
  br i1 %1078, label %1743, label %1079

1079:
  %1080 = load i64, ptr %993, align 8
  %1081 = load i64, ptr %16, align 8
  %1082 = inttoptr i64 %1081 to ptr
  %1083 = load i64, ptr %1082, align 8
  %1084 = load i64, ptr %996, align 8
  %1085 = shl i64 %1080, 5
  %1086 = or i64 %1084, %1085
  %1087 = insertelement <32 x i64> poison, i64 %1086, i64 0
  %1088 = shufflevector <32 x i64> %1087, <32 x i64> poison, <32 x i32> zeroinitializer
  %1089 = or <32 x i64> %1088, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %1090 = shl i64 %1083, 32
  %1091 = insertelement <32 x i64> poison, i64 %1090, i64 0
  %1092 = shufflevector <32 x i64> %1091, <32 x i64> poison, <32 x i32> zeroinitializer
  %1093 = or <32 x i64> %1089, %1092
  %1094 = insertelement <32 x i64> poison, i64 %1077, i64 0
  %1095 = shufflevector <32 x i64> %1094, <32 x i64> poison, <32 x i32> zeroinitializer
  %1096 = icmp ule <32 x i64> %1001, %1095
  %1097 = bitcast <32 x i1> %1096 to i32
  %1098 = and i32 %1068, %1097
  br i1 %1005, label %1743, label %1099

1099:
  %1100 = getelementptr i64, ptr %16, i64 %1080
  %1101 = getelementptr i8, ptr %1100, i64 200
  %1102 = load i64, ptr %1101, align 8
  %1103 = load i64, ptr %995, align 8
  %1104 = call i64 @"llvm.umax.i64"(i64 %1102, i64 %1103)
  %1105 = load i64, ptr %994, align 8
  %1106 = getelementptr inbounds i8, ptr %1076, i64 56
  %1107 = icmp eq i32 %1098, 0
  %1108 = bitcast i32 %1098 to <32 x i1>
  %1109 = getelementptr inbounds i8, ptr %1076, i64 8
  %1110 = shl i64 %1105, 32
  %1111 = insertelement <32 x i64> poison, i64 %1110, i64 0
  %1112 = shufflevector <32 x i64> %1111, <32 x i64> poison, <32 x i32> zeroinitializer
  %1113 = getelementptr inbounds i8, ptr %1076, i64 40
  %1114 = getelementptr inbounds i8, ptr %1076, i64 16
  %1115 = getelementptr inbounds i8, ptr %1076, i64 24
  %1116 = getelementptr inbounds i8, ptr %1076, i64 32
  %1117 = insertelement <32 x i64> poison, i64 %1105, i64 0
  %1118 = shufflevector <32 x i64> %1117, <32 x i64> poison, <32 x i32> zeroinitializer
  %1119 = lshr <32 x i64> %1088, splat (i64 5)
  %1120 = insertelement <32 x i64> poison, i64 %1104, i64 0
  %1121 = shufflevector <32 x i64> %1120, <32 x i64> poison, <32 x i32> zeroinitializer
  %1122 = insertelement <32 x i64> poison, i64 %1103, i64 0
  %1123 = shufflevector <32 x i64> %1122, <32 x i64> poison, <32 x i32> zeroinitializer
  %1124 = shl i64 %1080, 8
  %1125 = getelementptr inbounds i8, ptr %1076, i64 48
  %1126 = or <32 x i64> %1093, splat (i64 -9223372036854775808)
  %1127 = select <32 x i1> %1026, <32 x i64> %1126, <32 x i64> %1093
  %1128 = getelementptr inbounds i8, ptr %1076, i64 16
  %1129 = getelementptr inbounds i8, ptr %1076, i64 8
  %1130 = getelementptr inbounds i8, ptr %1076, i64 24
  %1131 = getelementptr inbounds i8, ptr %1076, i64 32
  %1132 = getelementptr inbounds i8, ptr %1076, i64 40
  %1133 = getelementptr inbounds i8, ptr %1076, i64 48
  br label %1134

1134:
  %1135 = phi i64 [ 0, %1099 ], [ %1741, %1739 ]
  %1136 = phi i32 [ 0, %1099 ], [ %1740, %1739 ]
  %1137 = insertelement <32 x i64> poison, i64 %1135, i64 0
  %1138 = shufflevector <32 x i64> %1137, <32 x i64> poison, <32 x i32> zeroinitializer
  %1139 = add <32 x i64> %1138, %1008
  br i1 %1010, label %1140, label %1370

1140:
  %1141 = load i64, ptr %1129, align 8
  %1142 = inttoptr i64 %1141 to ptr
  %1143 = getelementptr i64, ptr %1142, <32 x i64> %1139
  %1144 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1143, i32 8, <32 x i1> %1108, <32 x i64> zeroinitializer)
  %1145 = load i64, ptr %1128, align 8
  %1146 = inttoptr i64 %1145 to ptr
  %1147 = getelementptr i32, ptr %1146, <32 x i64> %1139
  %1148 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1147, i32 4, <32 x i1> %1108, <32 x i32> zeroinitializer)
  %1149 = load i64, ptr %1130, align 8
  %1150 = inttoptr i64 %1149 to ptr
  %1151 = getelementptr i64, ptr %1150, <32 x i64> %1139
  %1152 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1151, i32 8, <32 x i1> %1108, <32 x i64> zeroinitializer)
  %1153 = load i64, ptr %1131, align 8
  %1154 = inttoptr i64 %1153 to ptr
  %1155 = getelementptr i32, ptr %1154, <32 x i64> %1139
  %1156 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1155, i32 4, <32 x i1> %1108, <32 x i32> zeroinitializer)
  %1157 = and <32 x i64> %1144, splat (i64 4294967295)
  %1158 = lshr <32 x i64> %1144, splat (i64 32)
  %1159 = and <32 x i64> %1158, splat (i64 2147483647)
  %1160 = icmp ult <32 x i64> %1159, %1118
  %1161 = icmp eq <32 x i64> %1157, %1089
  %1162 = or <32 x i1> %1161, %1160
  %1163 = lshr <32 x i64> %1157, splat (i64 5)
  %1164 = icmp eq <32 x i64> %1163, %1119
  %1165 = xor <32 x i64> %1157, %1089
  %1166 = icmp ult <32 x i64> %1165, splat (i64 1024)
  %1167 = select <32 x i1> %1164, <32 x i64> %1121, <32 x i64> %1123
  br i1 %1014, label %1176, label %1168

1168:
  %1169 = and <32 x i64> %1163, splat (i64 31)
  %1170 = load i64, ptr %1015, align 8
  %1171 = add i64 %1170, %1124
  %1172 = inttoptr i64 %1171 to ptr
  %1173 = getelementptr i64, ptr %1172, <32 x i64> %1169
  %1174 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1173, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1175 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1167, <32 x i64> %1174)
  br label %1176

1176:
  %1177 = phi <32 x i64> [ %1175, %1168 ], [ %1167, %1140 ]
  %1178 = icmp ult <32 x i64> %1159, %1177
  %1179 = and <32 x i1> %1166, %1178
  %1180 = or <32 x i1> %1162, %1179
  br i1 %1017, label %1197, label %1181

1181:
  %1182 = and <32 x i64> %1144, splat (i64 1023)
  %1183 = xor <32 x i64> %1182, splat (i64 1023)
  %1184 = and <32 x i32> %1148, splat (i32 536870912)
  %1185 = icmp ne <32 x i32> %1184, zeroinitializer
  %1186 = icmp ult <32 x i64> %1183, splat (i64 32)
  %1187 = and <32 x i1> %1186, %1185
  %1188 = load i64, ptr %1018, align 8
  %1189 = inttoptr i64 %1188 to ptr
  %1190 = getelementptr inbounds i8, ptr %1189, i64 1600
  %1191 = getelementptr inbounds i8, ptr %1190, i64 %1124
  %1192 = getelementptr i64, ptr %1191, <32 x i64> %1183
  %1193 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1192, i32 8, <32 x i1> %1187, <32 x i64> zeroinitializer)
  %1194 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1193, <32 x i64> %1123)
  %1195 = icmp ult <32 x i64> %1159, %1194
  %1196 = select <32 x i1> %1185, <32 x i1> %1195, <32 x i1> %1180
  br label %1197

1197:
  %1198 = phi <32 x i1> [ %1196, %1181 ], [ %1180, %1176 ]
  %1199 = and <32 x i32> %1148, %1020
  %1200 = icmp ugt <32 x i64> %1165, splat (i64 31)
  %1201 = and <32 x i32> %1199, splat (i32 4194304)
  %1202 = icmp ne <32 x i32> %1201, zeroinitializer
  %1203 = and <32 x i32> %1199, splat (i32 1048576)
  %1204 = icmp ne <32 x i32> %1203, zeroinitializer
  %1205 = and <32 x i1> %1166, %1204
  %1206 = or <32 x i1> %1202, %1205
  %1207 = and <32 x i32> %1199, splat (i32 1073741824)
  %1208 = icmp eq <32 x i32> %1207, zeroinitializer
  %1209 = or <32 x i1> %1200, %1208
  %1210 = and <32 x i1> %1209, %1206
  %1211 = or <32 x i1> %1210, %1198
  %1212 = and <32 x i64> %1152, splat (i64 4294967295)
  %1213 = lshr <32 x i64> %1152, splat (i64 32)
  %1214 = and <32 x i64> %1213, splat (i64 2147483647)
  %1215 = icmp ult <32 x i64> %1214, %1118
  %1216 = icmp eq <32 x i64> %1212, %1089
  %1217 = or <32 x i1> %1216, %1215
  %1218 = lshr <32 x i64> %1212, splat (i64 5)
  %1219 = icmp eq <32 x i64> %1218, %1119
  %1220 = xor <32 x i64> %1212, %1089
  %1221 = icmp ult <32 x i64> %1220, splat (i64 1024)
  %1222 = select <32 x i1> %1219, <32 x i64> %1121, <32 x i64> %1123
  br i1 %1014, label %1231, label %1223

1223:
  %1224 = and <32 x i64> %1218, splat (i64 31)
  %1225 = load i64, ptr %1015, align 8
  %1226 = add i64 %1225, %1124
  %1227 = inttoptr i64 %1226 to ptr
  %1228 = getelementptr i64, ptr %1227, <32 x i64> %1224
  %1229 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1228, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1230 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1222, <32 x i64> %1229)
  br label %1231

1231:
  %1232 = phi <32 x i64> [ %1230, %1223 ], [ %1222, %1197 ]
  %1233 = icmp ult <32 x i64> %1214, %1232
  %1234 = and <32 x i1> %1221, %1233
  %1235 = or <32 x i1> %1217, %1234
  %1236 = and <32 x i32> %1156, %1020
  %1237 = icmp ugt <32 x i64> %1220, splat (i64 31)
  %1238 = and <32 x i32> %1236, splat (i32 4194304)
  %1239 = icmp ne <32 x i32> %1238, zeroinitializer
  %1240 = and <32 x i32> %1236, splat (i32 1048576)
  %1241 = icmp ne <32 x i32> %1240, zeroinitializer
  %1242 = and <32 x i1> %1221, %1241
  %1243 = or <32 x i1> %1239, %1242
  %1244 = and <32 x i32> %1236, splat (i32 1073741824)
  %1245 = icmp eq <32 x i32> %1244, zeroinitializer
  %1246 = or <32 x i1> %1237, %1245
  %1247 = and <32 x i1> %1246, %1243
  %1248 = or <32 x i1> %1247, %1235
  %1249 = and <32 x i32> %1148, splat (i32 8388608)
  %1250 = icmp eq <32 x i32> %1249, zeroinitializer
  %1251 = or <32 x i1> %1250, %1248
  %1252 = and <32 x i32> %1148, splat (i32 268435456)
  %1253 = icmp eq <32 x i32> %1252, zeroinitializer
  %1254 = and <32 x i1> %1253, %1251
  %1255 = and <32 x i1> %1211, %1254
  %1256 = load i64, ptr %1132, align 8
  %1257 = inttoptr i64 %1256 to ptr
  %1258 = getelementptr i64, ptr %1257, <32 x i64> %1139
  %1259 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1258, i32 8, <32 x i1> %1108, <32 x i64> zeroinitializer)
  %1260 = load i64, ptr %1133, align 8
  %1261 = inttoptr i64 %1260 to ptr
  %1262 = getelementptr i32, ptr %1261, <32 x i64> %1139
  %1263 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1262, i32 4, <32 x i1> %1108, <32 x i32> zeroinitializer)
  %1264 = and <32 x i64> %1259, splat (i64 4294967295)
  %1265 = and <32 x i32> %1263, splat (i32 16777216)
  %1266 = icmp eq <32 x i32> %1265, zeroinitializer
  %1267 = lshr <32 x i64> %1259, splat (i64 32)
  %1268 = and <32 x i64> %1267, splat (i64 2147483647)
  %1269 = icmp ult <32 x i64> %1268, %1118
  %1270 = icmp eq <32 x i64> %1264, %1089
  %1271 = lshr <32 x i64> %1264, splat (i64 5)
  %1272 = icmp eq <32 x i64> %1271, %1119
  %1273 = xor <32 x i64> %1264, %1089
  %1274 = icmp ult <32 x i64> %1273, splat (i64 1024)
  %1275 = select <32 x i1> %1272, <32 x i64> %1121, <32 x i64> %1123
  br i1 %1014, label %1291, label %1276

1276:
  %1277 = and <32 x i64> %1271, splat (i64 31)
  %1278 = load i64, ptr %1015, align 8
  %1279 = add i64 %1278, %1124
  %1280 = inttoptr i64 %1279 to ptr
  %1281 = getelementptr i64, ptr %1280, <32 x i64> %1277
  %1282 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1281, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1283 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1275, <32 x i64> %1282)
  %1284 = and <32 x i64> %1271, splat (i64 31)
  %1285 = load i64, ptr %1015, align 8
  %1286 = add i64 %1285, %1124
  %1287 = inttoptr i64 %1286 to ptr
  %1288 = getelementptr i64, ptr %1287, <32 x i64> %1284
  %1289 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1288, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1290 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1275, <32 x i64> %1289)
  br label %1291

1291:
  %1292 = phi <32 x i64> [ %1283, %1276 ], [ %1275, %1231 ]
  %1293 = phi <32 x i64> [ %1290, %1276 ], [ %1275, %1231 ]
  %1294 = icmp ult <32 x i64> %1268, %1292
  %1295 = and <32 x i1> %1274, %1294
  %1296 = or <32 x i1> %1270, %1295
  %1297 = or <32 x i1> %1296, %1269
  %1298 = icmp ult <32 x i64> %1273, splat (i64 32)
  %1299 = icmp ult <32 x i64> %1268, %1293
  %1300 = and <32 x i1> %1274, %1299
  %1301 = and <32 x i32> %1263, splat (i32 8388608)
  %1302 = icmp ne <32 x i32> %1301, zeroinitializer
  %1303 = xor <32 x i1> %1297, splat (i1 true)
  %1304 = or <32 x i1> %1302, %1303
  %1305 = xor <32 x i1> %1300, splat (i1 true)
  %1306 = and <32 x i1> %1304, %1305
  %1307 = and <32 x i1> %1298, %1306
  %1308 = or <32 x i1> %1298, %1297
  %1309 = or <32 x i1> %1266, %1300
  %1310 = and <32 x i1> %1308, %1309
  %1311 = and <32 x i32> %1263, splat (i32 536870912)
  %1312 = icmp eq <32 x i32> %1311, zeroinitializer
  %1313 = or <32 x i1> %1269, %1312
  %1314 = and <32 x i1> %1313, %1310
  %1315 = and <32 x i1> %1314, %1108
  %1316 = select <32 x i1> %1307, <32 x i64> %1126, <32 x i64> %1093
  %1317 = select <32 x i1> %1307, <32 x i32> %1029, <32 x i32> %1020
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1316, <32 x ptr> %1258, i32 8, <32 x i1> %1315)
  %1318 = load i64, ptr %1133, align 8
  %1319 = inttoptr i64 %1318 to ptr
  %1320 = getelementptr i32, ptr %1319, <32 x i64> %1139
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1317, <32 x ptr> %1320, i32 4, <32 x i1> %1315)
  %1321 = load i64, ptr %1132, align 8
  %1322 = inttoptr i64 %1321 to ptr
  %1323 = getelementptr i64, ptr %1322, <32 x i64> %1139
  %1324 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1323, i32 8, <32 x i1> %1315, <32 x i64> zeroinitializer)
  %1325 = and <32 x i64> %1324, splat (i64 9223372036854775807)
  %1326 = icmp ne <32 x i64> %1325, %1093
  %1327 = and <32 x i1> %1315, %1326
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1126, <32 x ptr> %1323, i32 8, <32 x i1> %1327)
  %1328 = load i64, ptr %1133, align 8
  %1329 = inttoptr i64 %1328 to ptr
  %1330 = getelementptr i32, ptr %1329, <32 x i64> %1139
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1029, <32 x ptr> %1330, i32 4, <32 x i1> %1327)
  %1331 = and <32 x i1> %1255, %1314
  %1332 = bitcast <32 x i1> %1331 to i32
  %1333 = xor i32 %1332, -1
  %1334 = and i32 %1098, %1333
  %1335 = icmp eq i32 %1334, 0
  br i1 %1335, label %1739, label %1336

1336:
  %1337 = load i64, ptr %1032, align 8
  %1338 = inttoptr i64 %1337 to ptr
  %1339 = getelementptr inbounds i64, ptr %1338, i64 %1035
  %1340 = load i64, ptr %1339, align 8
  %1341 = icmp eq i64 %1340, 0
  br i1 %1341, label %1363, label %1342

1342:
  %1343 = getelementptr inbounds i8, ptr %1339, i64 16
  %1344 = load i64, ptr %1343, align 8
  %1345 = insertelement <32 x i64> poison, i64 %1344, i64 0
  %1346 = shufflevector <32 x i64> %1345, <32 x i64> poison, <32 x i32> zeroinitializer
  %1347 = and <32 x i32> %1148, splat (i32 63)
  %1348 = zext <32 x i32> %1347 to <32 x i64>
  %1349 = lshr <32 x i64> %1346, %1348
  %1350 = trunc <32 x i64> %1349 to <32 x i1>
  %1351 = bitcast <32 x i1> %1350 to i32
  %1352 = xor i32 %1351, -1
  %1353 = and i32 %1334, %1352
  %1354 = icmp eq i32 %1353, 0
  %1355 = or i1 %1037, %1354
  br i1 %1355, label %1356, label %1363

1356:
  %1357 = add i64 %1340, -1
  store i64 %1357, ptr %1339, align 8
  %1358 = call i32 @"llvm.ctpop.i32"(i32 %1334)
  %1359 = zext i32 %1358 to i64
  %1360 = getelementptr inbounds i8, ptr %1339, i64 8
  %1361 = load i64, ptr %1360, align 8
  %1362 = add i64 %1361, %1359
  store i64 %1362, ptr %1360, align 8
  br label %1739

1363:
  store <32 x i64> %991, ptr %12, align 256
  store <32 x i64> %1144, ptr %1053, align 256
  %1364 = zext <32 x i32> %1148 to <32 x i64>
  store <32 x i64> %1364, ptr %1054, align 256
  store <32 x i64> %1152, ptr %1055, align 256
  %1365 = zext <32 x i32> %1156 to <32 x i64>
  store <32 x i64> %1365, ptr %1056, align 256
  store <32 x i64> %1259, ptr %1057, align 256
  %1366 = zext <32 x i32> %1263 to <32 x i64>
  store <32 x i64> %1366, ptr %1058, align 256
  %1367 = load i64, ptr %1044, align 8
  %1368 = inttoptr i64 %1367 to ptr
  %1369 = or i64 %1135, %1046
  call void %1368(ptr %0, i32 %1, i32 %1334, i32 0, ptr %1076, ptr %12, ptr %4, i64 %1369)
  br label %1739

1370:
  %1371 = load i64, ptr %1106, align 8
  %1372 = inttoptr i64 %1371 to ptr
  %1373 = icmp eq i64 %1371, 0
  br i1 %1373, label %1392, label %1374

1374:
  br i1 %1107, label %1392, label %1375

1375:
  %1376 = phi i32 [ %1390, %1388 ], [ %1098, %1374 ]
  %1377 = call i32 @"llvm.cttz.i32"(i32 %1376, i1 true)
  %1378 = extractelement <32 x i64> %1139, i32 %1377
  %1379 = lshr i64 %1378, 6
  %1380 = getelementptr inbounds i64, ptr %1372, i64 %1379
  %1381 = and i64 %1378, 63
  %1382 = shl i64 1, %1381
  %1383 = load i64, ptr %1380, align 8
  %1384 = and i64 %1383, %1382
  %1385 = icmp eq i64 %1384, 0
  br i1 %1385, label %1386, label %1388

1386:
  %1387 = or i64 %1383, %1382
  store i64 %1387, ptr %1380, align 8
  br label %1388

1388:
  %1389 = add i32 %1376, -1
  %1390 = and i32 %1389, %1376
  %1391 = icmp eq i32 %1390, 0
  br i1 %1391, label %1392, label %1375

1392:
  %1393 = load i64, ptr %1109, align 8
  %1394 = inttoptr i64 %1393 to ptr
  %1395 = getelementptr i64, ptr %1394, <32 x i64> %1139
  %1396 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1395, i32 8, <32 x i1> %1108, <32 x i64> zeroinitializer)
  %1397 = icmp uge <32 x i64> %1396, %1112
  %1398 = bitcast <32 x i1> %1397 to i32
  %1399 = or i32 %1011, %1398
  %1400 = icmp eq i32 %1399, 0
  br i1 %1400, label %1401, label %1454

1401:
  %1402 = load i64, ptr %1113, align 8
  %1403 = icmp eq i64 %1402, 0
  %1404 = select i1 %1403, i32 0, i32 %1098
  %1405 = bitcast i32 %1404 to <32 x i1>
  %1406 = inttoptr i64 %1402 to ptr
  %1407 = getelementptr i64, ptr %1406, <32 x i64> %1139
  %1408 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1407, i32 8, <32 x i1> %1405, <32 x i64> zeroinitializer)
  %1409 = icmp uge <32 x i64> %1408, %1112
  %1410 = bitcast <32 x i1> %1409 to i32
  %1411 = icmp eq i32 %1410, 0
  br i1 %1411, label %1412, label %1454

1412:
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1127, <32 x ptr> %1395, i32 8, <32 x i1> %1108)
  %1413 = load i64, ptr %1128, align 8
  %1414 = inttoptr i64 %1413 to ptr
  %1415 = getelementptr i32, ptr %1414, <32 x i64> %1139
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1020, <32 x ptr> %1415, i32 4, <32 x i1> %1108)
  br i1 %1031, label %1416, label %1739

1416:
  %1417 = load i64, ptr %1109, align 8
  %1418 = inttoptr i64 %1417 to ptr
  %1419 = getelementptr i64, ptr %1418, <32 x i64> %1139
  %1420 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1419, i32 8, <32 x i1> %1108, <32 x i64> zeroinitializer)
  %1421 = and <32 x i64> %1420, splat (i64 9223372036854775807)
  %1422 = icmp ne <32 x i64> %1421, %1093
  %1423 = and <32 x i1> %1422, %1108
  %1424 = bitcast <32 x i1> %1423 to i32
  %1425 = icmp eq i32 %1424, 0
  br i1 %1425, label %1739, label %1426

1426:
  %1427 = load i64, ptr %1032, align 8
  %1428 = inttoptr i64 %1427 to ptr
  %1429 = getelementptr inbounds i64, ptr %1428, i64 %1035
  %1430 = load i64, ptr %1429, align 8
  %1431 = icmp eq i64 %1430, 0
  br i1 %1431, label %1450, label %1432

1432:
  %1433 = getelementptr inbounds i8, ptr %1429, i64 16
  %1434 = load i64, ptr %1433, align 8
  %1435 = trunc i64 %1434 to i1
  %1436 = insertelement <32 x i1> poison, i1 %1435, i64 0
  %1437 = shufflevector <32 x i1> %1436, <32 x i1> poison, <32 x i32> zeroinitializer
  %1438 = bitcast <32 x i1> %1437 to i32
  %1439 = xor i32 %1438, -1
  %1440 = and i32 %1439, %1424
  %1441 = icmp eq i32 %1440, 0
  %1442 = or i1 %1037, %1441
  br i1 %1442, label %1443, label %1450

1443:
  %1444 = add i64 %1430, -1
  store i64 %1444, ptr %1429, align 8
  %1445 = call i32 @"llvm.ctpop.i32"(i32 %1424)
  %1446 = zext i32 %1445 to i64
  %1447 = getelementptr inbounds i8, ptr %1429, i64 8
  %1448 = load i64, ptr %1447, align 8
  %1449 = add i64 %1448, %1446
  store i64 %1449, ptr %1447, align 8
  br label %1739

1450:
  store <32 x i64> %991, ptr %9, align 256
  store <32 x i64> zeroinitializer, ptr %1047, align 256
  store <32 x i64> zeroinitializer, ptr %1048, align 256
  store <32 x i64> zeroinitializer, ptr %1049, align 256
  store <32 x i64> zeroinitializer, ptr %1050, align 256
  store <32 x i64> zeroinitializer, ptr %1051, align 256
  store <32 x i64> zeroinitializer, ptr %1052, align 256
  %1451 = load i64, ptr %1044, align 8
  %1452 = inttoptr i64 %1451 to ptr
  %1453 = or i64 %1135, %1046
  call void %1452(ptr %0, i32 %1, i32 0, i32 %1424, ptr %1076, ptr %9, ptr %4, i64 %1453)
  br label %1739

1454:
  %1455 = load i64, ptr %1114, align 8
  %1456 = inttoptr i64 %1455 to ptr
  %1457 = getelementptr i32, ptr %1456, <32 x i64> %1139
  %1458 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1457, i32 4, <32 x i1> %1108, <32 x i32> zeroinitializer)
  %1459 = load i64, ptr %1115, align 8
  %1460 = inttoptr i64 %1459 to ptr
  %1461 = getelementptr i64, ptr %1460, <32 x i64> %1139
  %1462 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1461, i32 8, <32 x i1> %1108, <32 x i64> zeroinitializer)
  %1463 = load i64, ptr %1116, align 8
  %1464 = inttoptr i64 %1463 to ptr
  %1465 = getelementptr i32, ptr %1464, <32 x i64> %1139
  %1466 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1465, i32 4, <32 x i1> %1108, <32 x i32> zeroinitializer)
  %1467 = and <32 x i64> %1396, splat (i64 4294967295)
  %1468 = lshr <32 x i64> %1396, splat (i64 32)
  %1469 = and <32 x i64> %1468, splat (i64 2147483647)
  %1470 = icmp ult <32 x i64> %1469, %1118
  %1471 = icmp eq <32 x i64> %1467, %1089
  %1472 = or <32 x i1> %1471, %1470
  %1473 = lshr <32 x i64> %1467, splat (i64 5)
  %1474 = icmp eq <32 x i64> %1473, %1119
  %1475 = xor <32 x i64> %1467, %1089
  %1476 = icmp ult <32 x i64> %1475, splat (i64 1024)
  %1477 = select <32 x i1> %1474, <32 x i64> %1121, <32 x i64> %1123
  br i1 %1014, label %1486, label %1478

1478:
  %1479 = and <32 x i64> %1473, splat (i64 31)
  %1480 = load i64, ptr %1015, align 8
  %1481 = add i64 %1480, %1124
  %1482 = inttoptr i64 %1481 to ptr
  %1483 = getelementptr i64, ptr %1482, <32 x i64> %1479
  %1484 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1483, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1485 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1477, <32 x i64> %1484)
  br label %1486

1486:
  %1487 = phi <32 x i64> [ %1485, %1478 ], [ %1477, %1454 ]
  %1488 = icmp ult <32 x i64> %1469, %1487
  %1489 = and <32 x i1> %1476, %1488
  %1490 = or <32 x i1> %1472, %1489
  br i1 %1017, label %1507, label %1491

1491:
  %1492 = and <32 x i64> %1396, splat (i64 1023)
  %1493 = xor <32 x i64> %1492, splat (i64 1023)
  %1494 = and <32 x i32> %1458, splat (i32 536870912)
  %1495 = icmp ne <32 x i32> %1494, zeroinitializer
  %1496 = icmp ult <32 x i64> %1493, splat (i64 32)
  %1497 = and <32 x i1> %1496, %1495
  %1498 = load i64, ptr %1018, align 8
  %1499 = inttoptr i64 %1498 to ptr
  %1500 = getelementptr inbounds i8, ptr %1499, i64 1600
  %1501 = getelementptr inbounds i8, ptr %1500, i64 %1124
  %1502 = getelementptr i64, ptr %1501, <32 x i64> %1493
  %1503 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1502, i32 8, <32 x i1> %1497, <32 x i64> zeroinitializer)
  %1504 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1503, <32 x i64> %1123)
  %1505 = icmp ult <32 x i64> %1469, %1504
  %1506 = select <32 x i1> %1495, <32 x i1> %1505, <32 x i1> %1490
  br label %1507

1507:
  %1508 = phi <32 x i1> [ %1506, %1491 ], [ %1490, %1486 ]
  %1509 = and <32 x i32> %1458, %1020
  %1510 = icmp ugt <32 x i64> %1475, splat (i64 31)
  %1511 = and <32 x i32> %1509, splat (i32 4194304)
  %1512 = icmp ne <32 x i32> %1511, zeroinitializer
  %1513 = and <32 x i32> %1509, splat (i32 1048576)
  %1514 = icmp ne <32 x i32> %1513, zeroinitializer
  %1515 = and <32 x i1> %1476, %1514
  %1516 = or <32 x i1> %1512, %1515
  %1517 = and <32 x i32> %1509, splat (i32 1073741824)
  %1518 = icmp eq <32 x i32> %1517, zeroinitializer
  %1519 = or <32 x i1> %1510, %1518
  %1520 = and <32 x i1> %1519, %1516
  %1521 = or <32 x i1> %1520, %1508
  %1522 = and <32 x i64> %1462, splat (i64 4294967295)
  %1523 = lshr <32 x i64> %1462, splat (i64 32)
  %1524 = and <32 x i64> %1523, splat (i64 2147483647)
  %1525 = icmp ult <32 x i64> %1524, %1118
  %1526 = icmp eq <32 x i64> %1522, %1089
  %1527 = or <32 x i1> %1526, %1525
  %1528 = lshr <32 x i64> %1522, splat (i64 5)
  %1529 = icmp eq <32 x i64> %1528, %1119
  %1530 = xor <32 x i64> %1522, %1089
  %1531 = icmp ult <32 x i64> %1530, splat (i64 1024)
  %1532 = select <32 x i1> %1529, <32 x i64> %1121, <32 x i64> %1123
  br i1 %1014, label %1541, label %1533

1533:
  %1534 = and <32 x i64> %1528, splat (i64 31)
  %1535 = load i64, ptr %1015, align 8
  %1536 = add i64 %1535, %1124
  %1537 = inttoptr i64 %1536 to ptr
  %1538 = getelementptr i64, ptr %1537, <32 x i64> %1534
  %1539 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1538, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1540 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1532, <32 x i64> %1539)
  br label %1541

1541:
  %1542 = phi <32 x i64> [ %1540, %1533 ], [ %1532, %1507 ]
  %1543 = icmp ult <32 x i64> %1524, %1542
  %1544 = and <32 x i1> %1531, %1543
  %1545 = and <32 x i32> %1466, %1020
  %1546 = icmp ugt <32 x i64> %1530, splat (i64 31)
  %1547 = and <32 x i32> %1545, splat (i32 4194304)
  %1548 = icmp ne <32 x i32> %1547, zeroinitializer
  %1549 = and <32 x i32> %1545, splat (i32 1048576)
  %1550 = icmp ne <32 x i32> %1549, zeroinitializer
  %1551 = and <32 x i1> %1531, %1550
  %1552 = or <32 x i1> %1548, %1551
  %1553 = and <32 x i32> %1545, splat (i32 1073741824)
  %1554 = icmp eq <32 x i32> %1553, zeroinitializer
  %1555 = or <32 x i1> %1546, %1554
  %1556 = and <32 x i1> %1555, %1552
  %1557 = or <32 x i1> %1556, %1544
  %1558 = and <32 x i32> %1458, splat (i32 8388608)
  %1559 = icmp ne <32 x i32> %1558, zeroinitializer
  %1560 = xor <32 x i1> %1559, splat (i1 true)
  %1561 = or <32 x i1> %1557, %1560
  %1562 = or <32 x i1> %1527, %1561
  %1563 = and <32 x i32> %1458, splat (i32 268435456)
  %1564 = icmp eq <32 x i32> %1563, zeroinitializer
  %1565 = and <32 x i1> %1564, %1562
  %1566 = and <32 x i1> %1521, %1565
  %1567 = load i64, ptr %1113, align 8
  %1568 = icmp eq i64 %1567, 0
  %1569 = select i1 %1568, i32 0, i32 %1098
  %1570 = bitcast i32 %1569 to <32 x i1>
  %1571 = inttoptr i64 %1567 to ptr
  %1572 = getelementptr i64, ptr %1571, <32 x i64> %1139
  %1573 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1572, i32 8, <32 x i1> %1570, <32 x i64> zeroinitializer)
  %1574 = load i64, ptr %1125, align 8
  %1575 = inttoptr i64 %1574 to ptr
  %1576 = getelementptr i32, ptr %1575, <32 x i64> %1139
  %1577 = call <32 x i32> @"llvm.masked.gather.v32i32.v32p0"(<32 x ptr> %1576, i32 4, <32 x i1> %1570, <32 x i32> zeroinitializer)
  %1578 = and <32 x i32> %1577, splat (i32 16777216)
  %1579 = icmp eq <32 x i32> %1578, zeroinitializer
  %1580 = and <32 x i64> %1573, splat (i64 4294967295)
  %1581 = lshr <32 x i64> %1573, splat (i64 32)
  %1582 = and <32 x i64> %1581, splat (i64 2147483647)
  %1583 = icmp ult <32 x i64> %1582, %1118
  %1584 = icmp eq <32 x i64> %1580, %1089
  %1585 = lshr <32 x i64> %1580, splat (i64 5)
  %1586 = icmp eq <32 x i64> %1585, %1119
  %1587 = xor <32 x i64> %1580, %1089
  %1588 = icmp ult <32 x i64> %1587, splat (i64 1024)
  %1589 = select <32 x i1> %1586, <32 x i64> %1121, <32 x i64> %1123
  br i1 %1014, label %1598, label %1590

1590:
  %1591 = and <32 x i64> %1585, splat (i64 31)
  %1592 = load i64, ptr %1015, align 8
  %1593 = add i64 %1592, %1124
  %1594 = inttoptr i64 %1593 to ptr
  %1595 = getelementptr i64, ptr %1594, <32 x i64> %1591
  %1596 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1595, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1597 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1589, <32 x i64> %1596)
  br label %1598

1598:
  %1599 = phi <32 x i64> [ %1597, %1590 ], [ %1589, %1541 ]
  %1600 = icmp ult <32 x i64> %1582, %1599
  %1601 = and <32 x i1> %1588, %1600
  %1602 = or <32 x i1> %1584, %1601
  %1603 = or <32 x i1> %1602, %1583
  %1604 = and <32 x i32> %1577, splat (i32 25165824)
  %1605 = icmp eq <32 x i32> %1604, zeroinitializer
  %1606 = and <32 x i1> %1605, %1603
  br i1 %1014, label %1615, label %1607

1607:
  %1608 = and <32 x i64> %1585, splat (i64 31)
  %1609 = load i64, ptr %1015, align 8
  %1610 = add i64 %1609, %1124
  %1611 = inttoptr i64 %1610 to ptr
  %1612 = getelementptr i64, ptr %1611, <32 x i64> %1608
  %1613 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1612, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1614 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1589, <32 x i64> %1613)
  br label %1615

1615:
  %1616 = phi <32 x i64> [ %1614, %1607 ], [ %1589, %1598 ]
  %1617 = icmp ult <32 x i64> %1582, %1616
  %1618 = and <32 x i1> %1588, %1617
  %1619 = or <32 x i1> %1606, %1618
  %1620 = and <32 x i32> %1577, splat (i32 536870912)
  %1621 = icmp eq <32 x i32> %1620, zeroinitializer
  %1622 = or <32 x i1> %1583, %1621
  %1623 = and <32 x i1> %1579, %1622
  %1624 = and <32 x i1> %1623, %1619
  %1625 = and <32 x i32> %1577, %1020
  %1626 = icmp ugt <32 x i64> %1587, splat (i64 31)
  %1627 = and <32 x i32> %1625, splat (i32 4194304)
  %1628 = icmp ne <32 x i32> %1627, zeroinitializer
  %1629 = and <32 x i32> %1625, splat (i32 1048576)
  %1630 = icmp ne <32 x i32> %1629, zeroinitializer
  %1631 = and <32 x i1> %1588, %1630
  %1632 = or <32 x i1> %1628, %1631
  %1633 = and <32 x i32> %1625, splat (i32 1073741824)
  %1634 = icmp eq <32 x i32> %1633, zeroinitializer
  %1635 = or <32 x i1> %1626, %1634
  %1636 = and <32 x i1> %1635, %1632
  %1637 = or <32 x i1> %1636, %1624
  %1638 = and <32 x i1> %1566, %1637
  %1639 = xor <32 x i1> %1508, splat (i1 true)
  %1640 = and <32 x i1> %1520, %1639
  %1641 = and <32 x i1> %1640, %1108
  br i1 %1014, label %1650, label %1642

1642:
  %1643 = and <32 x i64> %1528, splat (i64 31)
  %1644 = load i64, ptr %1015, align 8
  %1645 = add i64 %1644, %1124
  %1646 = inttoptr i64 %1645 to ptr
  %1647 = getelementptr i64, ptr %1646, <32 x i64> %1643
  %1648 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1647, i32 8, <32 x i1> splat (i1 true), <32 x i64> poison)
  %1649 = call <32 x i64> @"llvm.umax.v32i64"(<32 x i64> %1532, <32 x i64> %1648)
  br label %1650

1650:
  %1651 = phi <32 x i64> [ %1649, %1642 ], [ %1532, %1615 ]
  %1652 = icmp ult <32 x i64> %1524, %1651
  %1653 = and <32 x i1> %1531, %1652
  %1654 = or <32 x i1> %1527, %1653
  %1655 = xor <32 x i1> %1654, splat (i1 true)
  %1656 = and <32 x i1> %1559, %1655
  br i1 %1023, label %1675, label %1657

1657:
  %1658 = icmp uge <32 x i64> %1469, %1118
  %1659 = and <32 x i32> %1458, splat (i32 1048576)
  %1660 = icmp eq <32 x i32> %1659, zeroinitializer
  %1661 = and <32 x i1> %1658, %1660
  %1662 = icmp uge <32 x i64> %1524, %1118
  %1663 = and <32 x i32> %1466, splat (i32 1048576)
  %1664 = icmp eq <32 x i32> %1663, zeroinitializer
  %1665 = and <32 x i1> %1662, %1664
  %1666 = xor <32 x i1> %1661, splat (i1 true)
  %1667 = and <32 x i1> %1665, %1666
  %1668 = and <32 x i1> %1559, %1667
  %1669 = xor <32 x i1> %1668, splat (i1 true)
  %1670 = and <32 x i1> %1641, %1669
  %1671 = and <32 x i1> %1661, %1108
  %1672 = and <32 x i1> %1671, %1508
  %1673 = or <32 x i1> %1672, %1670
  %1674 = or <32 x i1> %1668, %1656
  br label %1675

1675:
  %1676 = phi <32 x i1> [ %1674, %1657 ], [ %1656, %1650 ]
  %1677 = phi <32 x i1> [ %1673, %1657 ], [ %1641, %1650 ]
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1396, <32 x ptr> %1461, i32 8, <32 x i1> %1677)
  %1678 = load i64, ptr %1116, align 8
  %1679 = inttoptr i64 %1678 to ptr
  %1680 = getelementptr i32, ptr %1679, <32 x i64> %1139
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1458, <32 x ptr> %1680, i32 4, <32 x i1> %1677)
  %1681 = or <32 x i1> %1676, %1677
  %1682 = or <32 x i1> %1681, %1026
  %1683 = select <32 x i1> %1682, <32 x i64> %1126, <32 x i64> %1093
  %1684 = select <32 x i1> %1681, <32 x i32> %1029, <32 x i32> %1020
  %1685 = load i64, ptr %1109, align 8
  %1686 = inttoptr i64 %1685 to ptr
  %1687 = getelementptr i64, ptr %1686, <32 x i64> %1139
  call void @"llvm.masked.scatter.v32i64.v32p0"(<32 x i64> %1683, <32 x ptr> %1687, i32 8, <32 x i1> %1108)
  %1688 = load i64, ptr %1114, align 8
  %1689 = inttoptr i64 %1688 to ptr
  %1690 = getelementptr i32, ptr %1689, <32 x i64> %1139
  call void @"llvm.masked.scatter.v32i32.v32p0"(<32 x i32> %1684, <32 x ptr> %1690, i32 4, <32 x i1> %1108)
  %1691 = load i64, ptr %1109, align 8
  %1692 = inttoptr i64 %1691 to ptr
  %1693 = getelementptr i64, ptr %1692, <32 x i64> %1139
  %1694 = call <32 x i64> @"llvm.masked.gather.v32i64.v32p0"(<32 x ptr> %1693, i32 8, <32 x i1> %1108, <32 x i64> zeroinitializer)
  %1695 = and <32 x i64> %1694, splat (i64 9223372036854775807)
  %1696 = icmp ne <32 x i64> %1695, %1093
  %1697 = and <32 x i1> %1696, %1108
  %1698 = bitcast <32 x i1> %1697 to i32
  %1699 = bitcast <32 x i1> %1638 to i32
  %1700 = xor i32 %1699, -1
  %1701 = and i32 %1098, %1700
  %1702 = select i1 %1031, i32 %1698, i32 0
  %1703 = or i32 %1702, %1701
  %1704 = icmp eq i32 %1703, 0
  br i1 %1704, label %1739, label %1705

1705:
  %1706 = load i64, ptr %1032, align 8
  %1707 = inttoptr i64 %1706 to ptr
  %1708 = getelementptr inbounds i64, ptr %1707, i64 %1035
  %1709 = load i64, ptr %1708, align 8
  %1710 = icmp eq i64 %1709, 0
  br i1 %1710, label %1732, label %1711

1711:
  %1712 = getelementptr inbounds i8, ptr %1708, i64 16
  %1713 = load i64, ptr %1712, align 8
  %1714 = insertelement <32 x i64> poison, i64 %1713, i64 0
  %1715 = shufflevector <32 x i64> %1714, <32 x i64> poison, <32 x i32> zeroinitializer
  %1716 = and <32 x i32> %1458, splat (i32 63)
  %1717 = zext <32 x i32> %1716 to <32 x i64>
  %1718 = lshr <32 x i64> %1715, %1717
  %1719 = trunc <32 x i64> %1718 to <32 x i1>
  %1720 = bitcast <32 x i1> %1719 to i32
  %1721 = xor i32 %1720, -1
  %1722 = and i32 %1703, %1721
  %1723 = icmp eq i32 %1722, 0
  %1724 = or i1 %1037, %1723
  br i1 %1724, label %1725, label %1732

1725:
  %1726 = add i64 %1709, -1
  store i64 %1726, ptr %1708, align 8
  %1727 = call i32 @"llvm.ctpop.i32"(i32 %1703)
  %1728 = zext i32 %1727 to i64
  %1729 = getelementptr inbounds i8, ptr %1708, i64 8
  %1730 = load i64, ptr %1729, align 8
  %1731 = add i64 %1730, %1728
  store i64 %1731, ptr %1729, align 8
  br label %1739

1732:
  store <32 x i64> %991, ptr %11, align 256
  store <32 x i64> %1396, ptr %1038, align 256
  %1733 = zext <32 x i32> %1458 to <32 x i64>
  store <32 x i64> %1733, ptr %1039, align 256
  store <32 x i64> %1462, ptr %1040, align 256
  %1734 = zext <32 x i32> %1466 to <32 x i64>
  store <32 x i64> %1734, ptr %1041, align 256
  store <32 x i64> %1573, ptr %1042, align 256
  %1735 = zext <32 x i32> %1577 to <32 x i64>
  store <32 x i64> %1735, ptr %1043, align 256
  %1736 = load i64, ptr %1044, align 8
  %1737 = inttoptr i64 %1736 to ptr
  %1738 = or i64 %1135, %1046
  call void %1737(ptr %0, i32 %1, i32 %1701, i32 %1702, ptr %1076, ptr %11, ptr %4, i64 %1738)
  br label %1739

1739:
  %1740 = add i32 %1136, 1
  %1741 = zext i32 %1740 to i64
  %1742 = icmp ult i32 %1740, %1059
  br i1 %1742, label %1134, label %1743

1743:
  %1744 = xor i32 %1068, %1061
  %1745 = icmp eq i32 %1068, %1061
  br i1 %1745, label %1746, label %1060

1746:
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
define weak_odr void @"ks.products_fence"(ptr %0, i64 %1, i1 zeroext %2, i64 %3) {
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
  br i1 %22, label %108, label %23

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
  br i1 %51, label %108, label %52

52:
  %53 = getelementptr inbounds i8, ptr %11, i64 16
  %54 = load i64, ptr %53, align 8
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %56, label %108

56:
  %57 = getelementptr inbounds i8, ptr %0, i64 8
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %0, i64 40
  %60 = load i32, ptr %59, align 8
  %61 = getelementptr inbounds i8, ptr %58, i64 168
  %62 = load i64, ptr %61, align 8
  %63 = inttoptr i64 %62 to ptr
  %64 = and i32 %60, 1048575
  %65 = mul i32 %64, 3
  %66 = zext i32 %65 to i64
  %67 = getelementptr inbounds i64, ptr %63, i64 %66
  %68 = load i64, ptr %67, align 8
  %69 = icmp eq i64 %68, 0
  br i1 %69, label %88, label %70

70:
  %71 = getelementptr inbounds i8, ptr %67, i64 16
  %72 = load i64, ptr %71, align 8
  %73 = and i32 %27, 63
  %74 = zext i32 %73 to i64
  %75 = shl i64 1, %74
  %76 = and i64 %72, %75
  %77 = icmp ne i64 %76, 0
  %78 = and i32 %60, 33554432
  %79 = icmp ne i32 %78, 0
  %80 = or i1 %79, %77
  br i1 %80, label %81, label %88

81:
  %82 = add i64 %68, -1
  store i64 %82, ptr %67, align 8
  %83 = getelementptr inbounds i8, ptr %67, i64 8
  %84 = load i64, ptr %83, align 8
  %85 = add i64 %84, 1
  store i64 %85, ptr %83, align 8
  %86 = load ptr, ptr %10, align 8
  %87 = getelementptr inbounds i8, ptr %86, i64 16
  store i64 1, ptr %87, align 8
  br label %108

88:
  store i64 0, ptr %53, align 8
  %89 = getelementptr inbounds i8, ptr %3, i64 256
  call void @"llvm.memset.p0.i64"(ptr align 256 %89, i8 0, i64 1536, i1 false)
  %90 = getelementptr inbounds i8, ptr %0, i64 44
  %91 = load i32, ptr %90, align 4
  %92 = zext i32 %91 to i64
  %93 = shl i64 %1, %92
  %94 = insertelement <32 x i64> <i64 poison, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0>, i64 %93, i64 0
  store <32 x i64> %94, ptr %3, align 256
  %95 = load ptr, ptr %4, align 8
  %96 = getelementptr inbounds i64, ptr %95, i64 %1
  %97 = load i64, ptr %96, align 8
  %98 = getelementptr inbounds i8, ptr %3, i64 256
  store i64 %97, ptr %98, align 256
  %99 = zext i32 %27 to i64
  %100 = getelementptr inbounds i8, ptr %3, i64 512
  store i64 %99, ptr %100, align 256
  %101 = load ptr, ptr %57, align 8
  %102 = getelementptr inbounds i8, ptr %101, i64 160
  %103 = load i64, ptr %102, align 8
  %104 = inttoptr i64 %103 to ptr
  %105 = load ptr, ptr %0, align 8
  %106 = load i32, ptr %59, align 8
  %107 = getelementptr inbounds i8, ptr %101, i64 56
  call void %104(ptr %105, i32 %106, i32 1, i32 0, ptr %107, ptr %3, ptr null, i64 68719476736)
  br label %108

108:
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
