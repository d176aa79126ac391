; 4520690f937996fd29f9bd8dabdd9f444e46887418f32184f4a8cb40d9c94b4f
declare <16 x float> @"llvm.sqrt.v16f32"(<16 x float>)
declare <16 x float> @"llvm.fma.v16f32"(<16 x float>, <16 x float>, <16 x float>)
define weak_odr void @"ks.philox"(ptr %0) {
  %2 = alloca [4 x <16 x i32>], align 64
  %3 = getelementptr inbounds i8, ptr %0, i64 56
  %4 = load double, ptr %3, align 8
  %5 = fptrunc double %4 to float
  %6 = insertelement <16 x float> poison, float %5, i64 0
  %7 = shufflevector <16 x float> %6, <16 x float> poison, <16 x i32> zeroinitializer
  %8 = getelementptr inbounds i8, ptr %0, i64 64
  %9 = load double, ptr %8, align 8
  %10 = fptrunc double %9 to float
  %11 = insertelement <16 x float> poison, float %10, i64 0
  %12 = shufflevector <16 x float> %11, <16 x float> poison, <16 x i32> zeroinitializer
  %13 = getelementptr inbounds i8, ptr %0, i64 72
  %14 = load double, ptr %13, align 8
  %15 = fptrunc double %14 to float
  %16 = insertelement <16 x float> poison, float %15, i64 0
  %17 = shufflevector <16 x float> %16, <16 x float> poison, <16 x i32> zeroinitializer
  %18 = getelementptr inbounds i8, ptr %0, i64 16
  %19 = load i64, ptr %18, align 8
  %20 = lshr i64 %19, 4
  %21 = getelementptr inbounds i8, ptr %0, i64 24
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %0, i64 32
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %22, %24
  br i1 %25, label %34, label %26

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 40
  %28 = getelementptr inbounds i8, ptr %0, i64 48
  %29 = getelementptr inbounds i8, ptr %2, i64 64
  %30 = getelementptr inbounds i8, ptr %2, i64 128
  %31 = getelementptr inbounds i8, ptr %2, i64 192
  %32 = getelementptr inbounds i8, ptr %0, i64 80
  %33 = getelementptr inbounds i8, ptr %0, i64 8
  br label %35

34:
  ret void

35:
  %36 = phi i64 [ %22, %26 ], [ %500, %499 ]
  %37 = udiv i64 %36, %20
  %38 = mul i64 %37, %20
  %39 = sub i64 %36, %38
  %40 = shl i64 %39, 4
  %41 = load i64, ptr %27, align 8
  %42 = load i64, ptr %28, align 8
  %43 = add i64 %42, %37
  %44 = trunc i64 %43 to i32
  %45 = insertelement <16 x i32> poison, i32 %44, i64 0
  %46 = shufflevector <16 x i32> %45, <16 x i32> poison, <16 x i32> zeroinitializer
  %47 = lshr i64 %43, 32
  %48 = trunc i64 %40 to i32
  %49 = insertelement <16 x i32> poison, i32 %48, i64 0
  %50 = shufflevector <16 x i32> %49, <16 x i32> poison, <16 x i32> zeroinitializer
  %51 = trunc i64 %41 to i32
  %52 = lshr i64 %41, 32
  %53 = trunc i64 %52 to i32
  %54 = bitcast <16 x i32> %46 to <8 x i64>
  %55 = and <8 x i64> %54, splat (i64 4294967295)
  %56 = mul <8 x i64> %55, splat (i64 3528531795)
  %57 = lshr <8 x i64> %54, splat (i64 32)
  %58 = mul <8 x i64> %57, splat (i64 3528531795)
  %59 = lshr <8 x i64> %56, splat (i64 32)
  %60 = and <8 x i64> %58, splat (i64 -4294967296)
  %61 = or <8 x i64> %59, %60
  %62 = and <8 x i64> %56, splat (i64 4294967295)
  %63 = mul <8 x i64> %57, splat (i64 -3291815411288375296)
  %64 = or <8 x i64> %62, %63
  %65 = bitcast <16 x i32> %50 to <8 x i64>
  %66 = or <8 x i64> %65, <i64 4294967296, i64 12884901890, i64 21474836484, i64 30064771078, i64 38654705672, i64 47244640266, i64 55834574860, i64 64424509454>
  %67 = and <8 x i64> %66, splat (i64 4294967294)
  %68 = mul <8 x i64> %67, splat (i64 3449720151)
  %69 = lshr <8 x i64> %66, splat (i64 32)
  %70 = mul <8 x i64> %69, splat (i64 3449720151)
  %71 = lshr <8 x i64> %68, splat (i64 32)
  %72 = and <8 x i64> %70, splat (i64 -4294967296)
  %73 = or <8 x i64> %71, %72
  %74 = and <8 x i64> %68, splat (i64 4294967294)
  %75 = mul <8 x i64> %69, splat (i64 -3630308844812369920)
  %76 = or <8 x i64> %74, %75
  %77 = xor i64 %47, %41
  %78 = trunc i64 %77 to i32
  %79 = insertelement <16 x i32> poison, i32 %78, i64 0
  %80 = shufflevector <16 x i32> %79, <16 x i32> poison, <16 x i32> zeroinitializer
  %81 = insertelement <16 x i32> poison, i32 %53, i64 0
  %82 = shufflevector <16 x i32> %81, <16 x i32> poison, <16 x i32> zeroinitializer
  %83 = add i32 %51, -1640531527
  %84 = add i32 %53, -1150833019
  %85 = bitcast <16 x i32> %80 to <8 x i64>
  %86 = xor <8 x i64> %73, %85
  %87 = and <8 x i64> %86, splat (i64 4294967295)
  %88 = mul <8 x i64> %87, splat (i64 3528531795)
  %89 = lshr <8 x i64> %86, splat (i64 32)
  %90 = mul <8 x i64> %89, splat (i64 3528531795)
  %91 = lshr <8 x i64> %88, splat (i64 32)
  %92 = and <8 x i64> %90, splat (i64 -4294967296)
  %93 = or <8 x i64> %91, %92
  %94 = and <8 x i64> %88, splat (i64 4294967295)
  %95 = mul <8 x i64> %89, splat (i64 -3291815411288375296)
  %96 = or <8 x i64> %94, %95
  %97 = bitcast <16 x i32> %82 to <8 x i64>
  %98 = xor <8 x i64> %61, %97
  %99 = and <8 x i64> %98, splat (i64 4294967295)
  %100 = mul <8 x i64> %99, splat (i64 3449720151)
  %101 = lshr <8 x i64> %98, splat (i64 32)
  %102 = mul <8 x i64> %101, splat (i64 3449720151)
  %103 = lshr <8 x i64> %100, splat (i64 32)
  %104 = and <8 x i64> %102, splat (i64 -4294967296)
  %105 = or <8 x i64> %103, %104
  %106 = and <8 x i64> %100, splat (i64 4294967295)
  %107 = mul <8 x i64> %101, splat (i64 -3630308844812369920)
  %108 = or <8 x i64> %106, %107
  %109 = insertelement <16 x i32> poison, i32 %83, i64 0
  %110 = shufflevector <16 x i32> %109, <16 x i32> poison, <16 x i32> zeroinitializer
  %111 = insertelement <16 x i32> poison, i32 %84, i64 0
  %112 = shufflevector <16 x i32> %111, <16 x i32> poison, <16 x i32> zeroinitializer
  %113 = add i32 %51, 1013904242
  %114 = add i32 %53, 1993301258
  %115 = bitcast <16 x i32> %110 to <8 x i64>
  %116 = xor <8 x i64> %76, %115
  %117 = xor <8 x i64> %116, %105
  %118 = and <8 x i64> %117, splat (i64 4294967295)
  %119 = mul <8 x i64> %118, splat (i64 3528531795)
  %120 = lshr <8 x i64> %117, splat (i64 32)
  %121 = mul <8 x i64> %120, splat (i64 3528531795)
  %122 = lshr <8 x i64> %119, splat (i64 32)
  %123 = and <8 x i64> %121, splat (i64 -4294967296)
  %124 = or <8 x i64> %122, %123
  %125 = and <8 x i64> %119, splat (i64 4294967295)
  %126 = mul <8 x i64> %120, splat (i64 -3291815411288375296)
  %127 = or <8 x i64> %125, %126
  %128 = bitcast <16 x i32> %112 to <8 x i64>
  %129 = xor <8 x i64> %64, %128
  %130 = xor <8 x i64> %129, %93
  %131 = and <8 x i64> %130, splat (i64 4294967295)
  %132 = mul <8 x i64> %131, splat (i64 3449720151)
  %133 = lshr <8 x i64> %130, splat (i64 32)
  %134 = mul <8 x i64> %133, splat (i64 3449720151)
  %135 = lshr <8 x i64> %132, splat (i64 32)
  %136 = and <8 x i64> %134, splat (i64 -4294967296)
  %137 = or <8 x i64> %135, %136
  %138 = and <8 x i64> %132, splat (i64 4294967295)
  %139 = mul <8 x i64> %133, splat (i64 -3630308844812369920)
  %140 = or <8 x i64> %138, %139
  %141 = insertelement <16 x i32> poison, i32 %113, i64 0
  %142 = shufflevector <16 x i32> %141, <16 x i32> poison, <16 x i32> zeroinitializer
  %143 = insertelement <16 x i32> poison, i32 %114, i64 0
  %144 = shufflevector <16 x i32> %143, <16 x i32> poison, <16 x i32> zeroinitializer
  %145 = add i32 %51, -626627285
  %146 = add i32 %53, 842468239
  %147 = bitcast <16 x i32> %142 to <8 x i64>
  %148 = xor <8 x i64> %108, %147
  %149 = xor <8 x i64> %148, %137
  %150 = and <8 x i64> %149, splat (i64 4294967295)
  %151 = mul <8 x i64> %150, splat (i64 3528531795)
  %152 = lshr <8 x i64> %149, splat (i64 32)
  %153 = mul <8 x i64> %152, splat (i64 3528531795)
  %154 = lshr <8 x i64> %151, splat (i64 32)
  %155 = and <8 x i64> %153, splat (i64 -4294967296)
  %156 = or <8 x i64> %154, %155
  %157 = and <8 x i64> %151, splat (i64 4294967295)
  %158 = mul <8 x i64> %152, splat (i64 -3291815411288375296)
  %159 = or <8 x i64> %157, %158
  %160 = bitcast <16 x i32> %144 to <8 x i64>
  %161 = xor <8 x i64> %96, %160
  %162 = xor <8 x i64> %161, %124
  %163 = and <8 x i64> %162, splat (i64 4294967295)
  %164 = mul <8 x i64> %163, splat (i64 3449720151)
  %165 = lshr <8 x i64> %162, splat (i64 32)
  %166 = mul <8 x i64> %165, splat (i64 3449720151)
  %167 = lshr <8 x i64> %164, splat (i64 32)
  %168 = and <8 x i64> %166, splat (i64 -4294967296)
  %169 = or <8 x i64> %167, %168
  %170 = and <8 x i64> %164, splat (i64 4294967295)
  %171 = mul <8 x i64> %165, splat (i64 -3630308844812369920)
  %172 = or <8 x i64> %170, %171
  %173 = insertelement <16 x i32> poison, i32 %145, i64 0
  %174 = shufflevector <16 x i32> %173, <16 x i32> poison, <16 x i32> zeroinitializer
  %175 = insertelement <16 x i32> poison, i32 %146, i64 0
  %176 = shufflevector <16 x i32> %175, <16 x i32> poison, <16 x i32> zeroinitializer
  %177 = add i32 %51, 2027808484
  %178 = add i32 %53, -308364780
  %179 = bitcast <16 x i32> %174 to <8 x i64>
  %180 = xor <8 x i64> %140, %179
  %181 = xor <8 x i64> %180, %169
  %182 = and <8 x i64> %181, splat (i64 4294967295)
  %183 = mul <8 x i64> %182, splat (i64 3528531795)
  %184 = lshr <8 x i64> %181, splat (i64 32)
  %185 = mul <8 x i64> %184, splat (i64 3528531795)
  %186 = lshr <8 x i64> %183, splat (i64 32)
  %187 = and <8 x i64> %185, splat (i64 -4294967296)
  %188 = or <8 x i64> %186, %187
  %189 = and <8 x i64> %183, splat (i64 4294967295)
  %190 = mul <8 x i64> %184, splat (i64 -3291815411288375296)
  %191 = or <8 x i64> %189, %190
  %192 = bitcast <16 x i32> %176 to <8 x i64>
  %193 = xor <8 x i64> %127, %192
  %194 = xor <8 x i64> %193, %156
  %195 = and <8 x i64> %194, splat (i64 4294967295)
  %196 = mul <8 x i64> %195, splat (i64 3449720151)
  %197 = lshr <8 x i64> %194, splat (i64 32)
  %198 = mul <8 x i64> %197, splat (i64 3449720151)
  %199 = lshr <8 x i64> %196, splat (i64 32)
  %200 = and <8 x i64> %198, splat (i64 -4294967296)
  %201 = or <8 x i64> %199, %200
  %202 = and <8 x i64> %196, splat (i64 4294967295)
  %203 = mul <8 x i64> %197, splat (i64 -3630308844812369920)
  %204 = or <8 x i64> %202, %203
  %205 = insertelement <16 x i32> poison, i32 %177, i64 0
  %206 = shufflevector <16 x i32> %205, <16 x i32> poison, <16 x i32> zeroinitializer
  %207 = insertelement <16 x i32> poison, i32 %178, i64 0
  %208 = shufflevector <16 x i32> %207, <16 x i32> poison, <16 x i32> zeroinitializer
  %209 = add i32 %51, 387276957
  %210 = add i32 %53, -1459197799
  %211 = bitcast <16 x i32> %206 to <8 x i64>
  %212 = xor <8 x i64> %172, %211
  %213 = xor <8 x i64> %212, %201
  %214 = and <8 x i64> %213, splat (i64 4294967295)
  %215 = mul <8 x i64> %214, splat (i64 3528531795)
  %216 = lshr <8 x i64> %213, splat (i64 32)
  %217 = mul <8 x i64> %216, splat (i64 3528531795)
  %218 = lshr <8 x i64> %215, splat (i64 32)
  %219 = and <8 x i64> %217, splat (i64 -4294967296)
  %220 = or <8 x i64> %218, %219
  %221 = and <8 x i64> %215, splat (i64 4294967295)
  %222 = mul <8 x i64> %216, splat (i64 -3291815411288375296)
  %223 = or <8 x i64> %221, %222
  %224 = bitcast <16 x i32> %208 to <8 x i64>
  %225 = xor <8 x i64> %159, %224
  %226 = xor <8 x i64> %225, %188
  %227 = and <8 x i64> %226, splat (i64 4294967295)
  %228 = mul <8 x i64> %227, splat (i64 3449720151)
  %229 = lshr <8 x i64> %226, splat (i64 32)
  %230 = mul <8 x i64> %229, splat (i64 3449720151)
  %231 = lshr <8 x i64> %228, splat (i64 32)
  %232 = and <8 x i64> %230, splat (i64 -4294967296)
  %233 = or <8 x i64> %231, %232
  %234 = and <8 x i64> %228, splat (i64 4294967295)
  %235 = mul <8 x i64> %229, splat (i64 -3630308844812369920)
  %236 = or <8 x i64> %234, %235
  %237 = insertelement <16 x i32> poison, i32 %209, i64 0
  %238 = shufflevector <16 x i32> %237, <16 x i32> poison, <16 x i32> zeroinitializer
  %239 = insertelement <16 x i32> poison, i32 %210, i64 0
  %240 = shufflevector <16 x i32> %239, <16 x i32> poison, <16 x i32> zeroinitializer
  %241 = add i32 %51, -1253254570
  %242 = add i32 %53, 1684936478
  %243 = bitcast <16 x i32> %238 to <8 x i64>
  %244 = xor <8 x i64> %204, %243
  %245 = xor <8 x i64> %244, %233
  %246 = and <8 x i64> %245, splat (i64 4294967295)
  %247 = mul <8 x i64> %246, splat (i64 3528531795)
  %248 = lshr <8 x i64> %245, splat (i64 32)
  %249 = mul <8 x i64> %248, splat (i64 3528531795)
  %250 = lshr <8 x i64> %247, splat (i64 32)
  %251 = and <8 x i64> %249, splat (i64 -4294967296)
  %252 = or <8 x i64> %250, %251
  %253 = and <8 x i64> %247, splat (i64 4294967295)
  %254 = mul <8 x i64> %248, splat (i64 -3291815411288375296)
  %255 = or <8 x i64> %253, %254
  %256 = bitcast <16 x i32> %240 to <8 x i64>
  %257 = xor <8 x i64> %191, %256
  %258 = xor <8 x i64> %257, %220
  %259 = and <8 x i64> %258, splat (i64 4294967295)
  %260 = mul <8 x i64> %259, splat (i64 3449720151)
  %261 = lshr <8 x i64> %258, splat (i64 32)
  %262 = mul <8 x i64> %261, splat (i64 3449720151)
  %263 = lshr <8 x i64> %260, splat (i64 32)
  %264 = and <8 x i64> %262, splat (i64 -4294967296)
  %265 = or <8 x i64> %263, %264
  %266 = and <8 x i64> %260, splat (i64 4294967295)
  %267 = mul <8 x i64> %261, splat (i64 -3630308844812369920)
  %268 = or <8 x i64> %266, %267
  %269 = insertelement <16 x i32> poison, i32 %241, i64 0
  %270 = shufflevector <16 x i32> %269, <16 x i32> poison, <16 x i32> zeroinitializer
  %271 = insertelement <16 x i32> poison, i32 %242, i64 0
  %272 = shufflevector <16 x i32> %271, <16 x i32> poison, <16 x i32> zeroinitializer
  %273 = add i32 %51, 1401181199
  %274 = add i32 %53, 534103459
  %275 = bitcast <16 x i32> %270 to <8 x i64>
  %276 = xor <8 x i64> %236, %275
  %277 = xor <8 x i64> %276, %265
  %278 = and <8 x i64> %277, splat (i64 4294967295)
  %279 = mul <8 x i64> %278, splat (i64 3528531795)
  %280 = lshr <8 x i64> %277, splat (i64 32)
  %281 = mul <8 x i64> %280, splat (i64 3528531795)
  %282 = lshr <8 x i64> %279, splat (i64 32)
  %283 = and <8 x i64> %281, splat (i64 -4294967296)
  %284 = or <8 x i64> %282, %283
  %285 = and <8 x i64> %279, splat (i64 4294967295)
  %286 = mul <8 x i64> %280, splat (i64 -3291815411288375296)
  %287 = or <8 x i64> %285, %286
  %288 = bitcast <16 x i32> %272 to <8 x i64>
  %289 = xor <8 x i64> %223, %288
  %290 = xor <8 x i64> %289, %252
  %291 = and <8 x i64> %290, splat (i64 4294967295)
  %292 = mul <8 x i64> %291, splat (i64 3449720151)
  %293 = lshr <8 x i64> %290, splat (i64 32)
  %294 = mul <8 x i64> %293, splat (i64 3449720151)
  %295 = lshr <8 x i64> %292, splat (i64 32)
  %296 = and <8 x i64> %294, splat (i64 -4294967296)
  %297 = or <8 x i64> %295, %296
  %298 = and <8 x i64> %292, splat (i64 4294967295)
  %299 = mul <8 x i64> %293, splat (i64 -3630308844812369920)
  %300 = or <8 x i64> %298, %299
  %301 = insertelement <16 x i32> poison, i32 %273, i64 0
  %302 = shufflevector <16 x i32> %301, <16 x i32> poison, <16 x i32> zeroinitializer
  %303 = insertelement <16 x i32> poison, i32 %274, i64 0
  %304 = shufflevector <16 x i32> %303, <16 x i32> poison, <16 x i32> zeroinitializer
  %305 = add i32 %51, -239350328
  %306 = add i32 %53, -616729560
  %307 = bitcast <16 x i32> %302 to <8 x i64>
  %308 = xor <8 x i64> %268, %307
  %309 = xor <8 x i64> %308, %297
  %310 = and <8 x i64> %309, splat (i64 4294967295)
  %311 = mul <8 x i64> %310, splat (i64 3528531795)
  %312 = lshr <8 x i64> %309, splat (i64 32)
  %313 = mul <8 x i64> %312, splat (i64 3528531795)
  %314 = lshr <8 x i64> %311, splat (i64 32)
  %315 = and <8 x i64> %313, splat (i64 -4294967296)
  %316 = or <8 x i64> %314, %315
  %317 = and <8 x i64> %311, splat (i64 4294967295)
  %318 = mul <8 x i64> %312, splat (i64 -3291815411288375296)
  %319 = or <8 x i64> %317, %318
  %320 = bitcast <16 x i32> %304 to <8 x i64>
  %321 = xor <8 x i64> %255, %320
  %322 = xor <8 x i64> %321, %284
  %323 = and <8 x i64> %322, splat (i64 4294967295)
  %324 = mul <8 x i64> %323, splat (i64 3449720151)
  %325 = lshr <8 x i64> %322, splat (i64 32)
  %326 = mul <8 x i64> %325, splat (i64 3449720151)
  %327 = lshr <8 x i64> %324, splat (i64 32)
  %328 = and <8 x i64> %326, splat (i64 -4294967296)
  %329 = or <8 x i64> %327, %328
  %330 = and <8 x i64> %324, splat (i64 4294967295)
  %331 = mul <8 x i64> %325, splat (i64 -3630308844812369920)
  %332 = or <8 x i64> %330, %331
  %333 = insertelement <16 x i32> poison, i32 %305, i64 0
  %334 = shufflevector <16 x i32> %333, <16 x i32> poison, <16 x i32> zeroinitializer
  %335 = insertelement <16 x i32> poison, i32 %306, i64 0
  %336 = shufflevector <16 x i32> %335, <16 x i32> poison, <16 x i32> zeroinitializer
  %337 = bitcast <8 x i64> %319 to <16 x i32>
  %338 = add i32 %51, -1879881855
  %339 = add i32 %53, -1767562579
  %340 = bitcast <16 x i32> %334 to <8 x i64>
  %341 = xor <8 x i64> %300, %340
  %342 = xor <8 x i64> %341, %329
  %343 = and <8 x i64> %342, splat (i64 4294967295)
  %344 = mul <8 x i64> %343, splat (i64 3528531795)
  %345 = lshr <8 x i64> %342, splat (i64 32)
  %346 = mul <8 x i64> %345, splat (i64 3528531795)
  %347 = lshr <8 x i64> %344, splat (i64 32)
  %348 = and <8 x i64> %346, splat (i64 -4294967296)
  %349 = or <8 x i64> %347, %348
  %350 = and <8 x i64> %344, splat (i64 4294967295)
  %351 = mul <8 x i64> %345, splat (i64 -3291815411288375296)
  %352 = or <8 x i64> %350, %351
  %353 = bitcast <16 x i32> %336 to <8 x i64>
  %354 = xor <8 x i64> %287, %353
  %355 = xor <8 x i64> %354, %316
  %356 = and <8 x i64> %355, splat (i64 4294967295)
  %357 = mul <8 x i64> %356, splat (i64 3449720151)
  %358 = lshr <8 x i64> %355, splat (i64 32)
  %359 = mul <8 x i64> %358, splat (i64 3449720151)
  %360 = lshr <8 x i64> %357, splat (i64 32)
  %361 = and <8 x i64> %359, splat (i64 -4294967296)
  %362 = or <8 x i64> %360, %361
  %363 = and <8 x i64> %357, splat (i64 4294967295)
  %364 = mul <8 x i64> %358, splat (i64 -3630308844812369920)
  %365 = or <8 x i64> %363, %364
  %366 = insertelement <16 x i32> poison, i32 %338, i64 0
  %367 = shufflevector <16 x i32> %366, <16 x i32> poison, <16 x i32> zeroinitializer
  %368 = xor <8 x i64> %362, %332
  %369 = bitcast <8 x i64> %368 to <16 x i32>
  %370 = xor <16 x i32> %367, %369
  %371 = bitcast <8 x i64> %349 to <16 x i32>
  %372 = insertelement <16 x i32> poison, i32 %339, i64 0
  %373 = shufflevector <16 x i32> %372, <16 x i32> poison, <16 x i32> zeroinitializer
  %374 = xor <16 x i32> %373, %337
  %375 = xor <16 x i32> %374, %371
  store <16 x i32> %370, ptr %2, align 64
  store <8 x i64> %365, ptr %29, align 64
  store <16 x i32> %375, ptr %30, align 64
  store <8 x i64> %352, ptr %31, align 64
  %376 = load i64, ptr %32, align 8
  %377 = icmp eq i64 %376, 2
  br i1 %377, label %378, label %497

378:
  %379 = bitcast <8 x i64> %352 to <16 x i32>
  %380 = bitcast <8 x i64> %365 to <16 x i32>
  %381 = uitofp <16 x i32> %370 to <16 x float>
  %382 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %381, <16 x float> splat (float 0x3DF0000000000000), <16 x float> splat (float 0x3DE0000000000000))
  %383 = bitcast <16 x float> %382 to <16 x i32>
  %384 = add <16 x i32> %383, splat (i32 -1060439283)
  %385 = ashr <16 x i32> %384, splat (i32 23)
  %386 = and <16 x i32> %384, splat (i32 -8388608)
  %387 = sub <16 x i32> %383, %386
  %388 = bitcast <16 x i32> %387 to <16 x float>
  %389 = fadd <16 x float> %388, splat (float -1.000000e+00)
  %390 = fmul <16 x float> %389, %389
  %391 = sitofp <16 x i32> %385 to <16 x float>
  %392 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %389, <16 x float> splat (float 0x3FB2043760000000), <16 x float> splat (float 0xBFBD7A3700000000))
  %393 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %392, <16 x float> %389, <16 x float> splat (float 0x3FBDE4A340000000))
  %394 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %393, <16 x float> %389, <16 x float> splat (float 0xBFBFCBA9E0000000))
  %395 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %394, <16 x float> %389, <16 x float> splat (float 0x3FC23D37E0000000))
  %396 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %395, <16 x float> %389, <16 x float> splat (float 0xBFC555CA00000000))
  %397 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %396, <16 x float> %389, <16 x float> splat (float 0x3FC999D580000000))
  %398 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %397, <16 x float> %389, <16 x float> splat (float 0xBFCFFFFF80000000))
  %399 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %398, <16 x float> %389, <16 x float> splat (float 0x3FD5555540000000))
  %400 = fmul <16 x float> %389, %390
  %401 = fmul <16 x float> %400, %399
  %402 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %391, <16 x float> splat (float 0xBF2BD01060000000), <16 x float> %401)
  %403 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %390, <16 x float> splat (float -5.000000e-01), <16 x float> %402)
  %404 = fadd <16 x float> %389, %403
  %405 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %391, <16 x float> splat (float 0x3FE6300000000000), <16 x float> %404)
  %406 = fmul <16 x float> %405, splat (float -2.000000e+00)
  %407 = call <16 x float> @"llvm.sqrt.v16f32"(<16 x float> %406)
  %408 = add <16 x i32> %380, splat (i32 536870912)
  %409 = and <16 x i32> %408, splat (i32 -1073741824)
  %410 = sub <16 x i32> %380, %409
  %411 = sitofp <16 x i32> %410 to <16 x float>
  %412 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %411, <16 x float> splat (float 0x3E1921FB60000000), <16 x float> splat (float 0x3E0921FB60000000))
  %413 = fmul <16 x float> %412, %412
  %414 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %413, <16 x float> splat (float 0xBF29943F20000000), <16 x float> splat (float 0x3F811073C0000000))
  %415 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %414, <16 x float> %413, <16 x float> splat (float 0xBFC5555460000000))
  %416 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %413, <16 x float> splat (float 0x3EF99EB9C0000000), <16 x float> splat (float 0xBF56C0C340000000))
  %417 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %416, <16 x float> %413, <16 x float> splat (float 0x3FA55554A0000000))
  %418 = fmul <16 x float> %412, %413
  %419 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %418, <16 x float> %415, <16 x float> %412)
  %420 = fmul <16 x float> %413, %413
  %421 = fmul <16 x float> %420, %417
  %422 = fadd <16 x float> %421, splat (float 1.000000e+00)
  %423 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %413, <16 x float> splat (float -5.000000e-01), <16 x float> %422)
  %424 = and <16 x i32> %408, splat (i32 1073741824)
  %425 = icmp eq <16 x i32> %424, zeroinitializer
  %426 = select <16 x i1> %425, <16 x float> %419, <16 x float> %423
  %427 = bitcast <16 x float> %426 to <16 x i32>
  %428 = and <16 x i32> %408, splat (i32 -2147483648)
  %429 = xor <16 x i32> %428, %427
  %430 = select <16 x i1> %425, <16 x float> %423, <16 x float> %419
  %431 = bitcast <16 x float> %430 to <16 x i32>
  %432 = add <16 x i32> %380, splat (i32 1610612736)
  %433 = and <16 x i32> %432, splat (i32 -2147483648)
  %434 = xor <16 x i32> %433, %431
  %435 = bitcast <16 x i32> %429 to <16 x float>
  %436 = fmul <16 x float> %407, %435
  store <16 x float> %436, ptr %2, align 64
  %437 = bitcast <16 x i32> %434 to <16 x float>
  %438 = fmul <16 x float> %407, %437
  store <16 x float> %438, ptr %29, align 64
  %439 = uitofp <16 x i32> %375 to <16 x float>
  %440 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %439, <16 x float> splat (float 0x3DF0000000000000), <16 x float> splat (float 0x3DE0000000000000))
  %441 = bitcast <16 x float> %440 to <16 x i32>
  %442 = add <16 x i32> %441, splat (i32 -1060439283)
  %443 = ashr <16 x i32> %442, splat (i32 23)
  %444 = and <16 x i32> %442, splat (i32 -8388608)
  %445 = sub <16 x i32> %441, %444
  %446 = bitcast <16 x i32> %445 to <16 x float>
  %447 = fadd <16 x float> %446, splat (float -1.000000e+00)
  %448 = fmul <16 x float> %447, %447
  %449 = sitofp <16 x i32> %443 to <16 x float>
  %450 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %447, <16 x float> splat (float 0x3FB2043760000000), <16 x float> splat (float 0xBFBD7A3700000000))
  %451 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %450, <16 x float> %447, <16 x float> splat (float 0x3FBDE4A340000000))
  %452 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %451, <16 x float> %447, <16 x float> splat (float 0xBFBFCBA9E0000000))
  %453 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %452, <16 x float> %447, <16 x float> splat (float 0x3FC23D37E0000000))
  %454 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %453, <16 x float> %447, <16 x float> splat (float 0xBFC555CA00000000))
  %455 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %454, <16 x float> %447, <16 x float> splat (float 0x3FC999D580000000))
  %456 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %455, <16 x float> %447, <16 x float> splat (float 0xBFCFFFFF80000000))
  %457 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %456, <16 x float> %447, <16 x float> splat (float 0x3FD5555540000000))
  %458 = fmul <16 x float> %447, %448
  %459 = fmul <16 x float> %458, %457
  %460 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %449, <16 x float> splat (float 0xBF2BD01060000000), <16 x float> %459)
  %461 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %448, <16 x float> splat (float -5.000000e-01), <16 x float> %460)
  %462 = fadd <16 x float> %447, %461
  %463 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %449, <16 x float> splat (float 0x3FE6300000000000), <16 x float> %462)
  %464 = fmul <16 x float> %463, splat (float -2.000000e+00)
  %465 = call <16 x float> @"llvm.sqrt.v16f32"(<16 x float> %464)
  %466 = add <16 x i32> %379, splat (i32 536870912)
  %467 = and <16 x i32> %466, splat (i32 -1073741824)
  %468 = sub <16 x i32> %379, %467
  %469 = sitofp <16 x i32> %468 to <16 x float>
  %470 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %469, <16 x float> splat (float 0x3E1921FB60000000), <16 x float> splat (float 0x3E0921FB60000000))
  %471 = fmul <16 x float> %470, %470
  %472 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %471, <16 x float> splat (float 0xBF29943F20000000), <16 x float> splat (float 0x3F811073C0000000))
  %473 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %472, <16 x float> %471, <16 x float> splat (float 0xBFC5555460000000))
  %474 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %471, <16 x float> splat (float 0x3EF99EB9C0000000), <16 x float> splat (float 0xBF56C0C340000000))
  %475 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %474, <16 x float> %471, <16 x float> splat (float 0x3FA55554A0000000))
  %476 = fmul <16 x float> %470, %471
  %477 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %476, <16 x float> %473, <16 x float> %470)
  %478 = fmul <16 x float> %471, %471
  %479 = fmul <16 x float> %478, %475
  %480 = fadd <16 x float> %479, splat (float 1.000000e+00)
  %481 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %471, <16 x float> splat (float -5.000000e-01), <16 x float> %480)
  %482 = and <16 x i32> %466, splat (i32 1073741824)
  %483 = icmp eq <16 x i32> %482, zeroinitializer
  %484 = select <16 x i1> %483, <16 x float> %477, <16 x float> %481
  %485 = bitcast <16 x float> %484 to <16 x i32>
  %486 = and <16 x i32> %466, splat (i32 -2147483648)
  %487 = xor <16 x i32> %486, %485
  %488 = select <16 x i1> %483, <16 x float> %481, <16 x float> %477
  %489 = bitcast <16 x float> %488 to <16 x i32>
  %490 = add <16 x i32> %379, splat (i32 1610612736)
  %491 = and <16 x i32> %490, splat (i32 -2147483648)
  %492 = xor <16 x i32> %491, %489
  %493 = bitcast <16 x i32> %487 to <16 x float>
  %494 = fmul <16 x float> %465, %493
  store <16 x float> %494, ptr %30, align 64
  %495 = bitcast <16 x i32> %492 to <16 x float>
  %496 = fmul <16 x float> %465, %495
  store <16 x float> %496, ptr %31, align 64
  br label %497

497:
  %498 = shl i64 %37, 2
  br label %503

499:
  %500 = add i64 %36, 1
  %501 = load i64, ptr %23, align 8
  %502 = icmp eq i64 %500, %501
  br i1 %502, label %34, label %35

503:
  %504 = phi i64 [ 0, %497 ], [ %542, %541 ]
  %505 = getelementptr inbounds <16 x i32>, ptr %2, i64 %504
  %506 = load <16 x i32>, ptr %505, align 64
  %507 = load i64, ptr %32, align 8
  switch i64 %507, label %510 [
    i64 0, label %519
    i64 2, label %508
  ]

508:
  %509 = bitcast <16 x i32> %506 to <16 x float>
  br label %513

510:
  %511 = uitofp <16 x i32> %506 to <16 x float>
  %512 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %511, <16 x float> splat (float 0x3DF0000000000000), <16 x float> splat (float 0x3DE0000000000000))
  br label %513

513:
  %514 = phi <16 x float> [ %509, %508 ], [ %512, %510 ]
  %515 = call <16 x float> @"llvm.fma.v16f32"(<16 x float> %514, <16 x float> %7, <16 x float> %12)
  %516 = fcmp oeq <16 x float> %515, %17
  %517 = select <16 x i1> %516, <16 x float> %12, <16 x float> %515
  %518 = bitcast <16 x float> %517 to <16 x i32>
  br label %519

519:
  %520 = phi <16 x i32> [ %518, %513 ], [ %506, %503 ]
  %521 = load i64, ptr %18, align 8
  %522 = add i64 %498, %504
  %523 = mul i64 %522, %521
  %524 = add i64 %523, %40
  %525 = load i64, ptr %33, align 8
  %526 = sub i64 %525, %524
  %527 = icmp sgt i64 %526, 15
  br i1 %527, label %530, label %528

528:
  %529 = icmp sgt i64 %526, 0
  br i1 %529, label %533, label %541

530:
  %531 = load ptr, ptr %0, align 8
  %532 = getelementptr inbounds i32, ptr %531, i64 %524
  store <16 x i32> %520, ptr %532, align 4
  br label %541

533:
  %534 = phi i64 [ %539, %533 ], [ 0, %528 ]
  %535 = extractelement <16 x i32> %520, i64 %534
  %536 = load ptr, ptr %0, align 8
  %537 = getelementptr i32, ptr %536, i64 %524
  %538 = getelementptr i32, ptr %537, i64 %534
  store i32 %535, ptr %538, align 4
  %539 = add i64 %534, 1
  %540 = icmp slt i64 %539, %526
  br i1 %540, label %533, label %541

541:
  %542 = add i64 %504, 1
  %543 = icmp ult i64 %504, 3
  br i1 %543, label %503, label %499
}
!0 = !{!"branch_weights", i32 99, i32 1}
!1 = !{!"branch_weights", i32 1, i32 99}
!2 = !{!"branch_weights", i32 999, i32 1}
!3 = !{!"branch_weights", i32 1, i32 999}
