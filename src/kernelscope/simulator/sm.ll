; e5d0d347a5529c84852677396d1d53a6886b20a060c529c5977a1daf305091e1
%struct.Scheduler = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, [14 x i64], [16 x i64] }
%struct.Warp = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.Row = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, [13 x i64] }
%struct.Access = type { i64, i64, i64, i64 }
%struct.Slot = type { i64, i64, i64, i64, i64 }
%struct.Wait = type { i64, i64 }
%struct.Line = type { i64, i64, i64, i64, [4 x i64] }
%struct.Counter = type { i64, i64, i64, [16 x i64] }
%struct.Gate = type { i64, i64, i64 }
%struct.Block = type { i64, i64, i64, i64 }
%struct.Plan = type { i64, i64, i64 }
%struct.Atomic = type { i64, double }
define void @kernelscope_simulate(ptr %0) {
  %2 = getelementptr inbounds i8, ptr %0, i64 336
  store i64 -1, ptr %2, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 248
  %4 = load i64, ptr %3, align 8
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %48, label %6

6:
  %7 = getelementptr inbounds i8, ptr %0, i64 16
  %8 = getelementptr inbounds i8, ptr %0, i64 168
  %9 = getelementptr inbounds i8, ptr %0, i64 224
  %10 = getelementptr inbounds i8, ptr %0, i64 224
  %11 = getelementptr inbounds i8, ptr %0, i64 200
  %12 = getelementptr inbounds i8, ptr %0, i64 192
  %13 = getelementptr inbounds i8, ptr %0, i64 176
  %14 = getelementptr inbounds i8, ptr %0, i64 32
  %15 = getelementptr inbounds i8, ptr %0, i64 176
  %16 = getelementptr inbounds i8, ptr %0, i64 32
  %17 = getelementptr inbounds i8, ptr %0, i64 192
  %18 = getelementptr inbounds i8, ptr %0, i64 80
  %19 = getelementptr inbounds i8, ptr %0, i64 240
  %20 = getelementptr inbounds i8, ptr %0, i64 80
  %21 = getelementptr inbounds i8, ptr %0, i64 272
  %22 = getelementptr inbounds i8, ptr %0, i64 240
  %23 = getelementptr inbounds i8, ptr %0, i64 272
  %24 = getelementptr inbounds i8, ptr %0, i64 240
  %25 = getelementptr inbounds i8, ptr %0, i64 96
  %26 = getelementptr inbounds i8, ptr %0, i64 288
  %27 = getelementptr inbounds i8, ptr %0, i64 240
  %28 = getelementptr inbounds i8, ptr %0, i64 240
  %29 = getelementptr inbounds i8, ptr %0, i64 272
  %30 = getelementptr inbounds i8, ptr %0, i64 208
  %31 = getelementptr inbounds i8, ptr %0, i64 208
  %32 = getelementptr inbounds i8, ptr %0, i64 256
  %33 = getelementptr inbounds i8, ptr %0, i64 240
  %34 = getelementptr inbounds i8, ptr %0, i64 80
  %35 = getelementptr inbounds i8, ptr %0, i64 272
  %36 = getelementptr inbounds i8, ptr %0, i64 240
  %37 = getelementptr inbounds i8, ptr %0, i64 208
  %38 = getelementptr inbounds i8, ptr %0, i64 48
  %39 = getelementptr inbounds i8, ptr %0, i64 240
  %40 = getelementptr inbounds i8, ptr %0, i64 160
  %41 = getelementptr inbounds i8, ptr %0, i64 256
  %42 = getelementptr inbounds i8, ptr %0, i64 48
  %43 = load ptr, ptr %7, align 8
  %44 = getelementptr inbounds i8, ptr %43, i64 1096
  %45 = load i64, ptr %44, align 8
  %46 = load i64, ptr %8, align 8
  %47 = icmp slt i64 %45, %46
  br i1 %47, label %59, label %1074

48:
  %49 = phi i64 [ %50, %48 ], [ 0, %1 ]
  tail call void @start_block(ptr %0, i64 %49, i64 0)
  %50 = add i64 %49, 1
  %51 = load i64, ptr %3, align 8
  %52 = icmp slt i64 %50, %51
  br i1 %52, label %48, label %6

53:
  %54 = load ptr, ptr %7, align 8
  %55 = getelementptr inbounds i8, ptr %54, i64 1096
  %56 = load i64, ptr %55, align 8
  %57 = load i64, ptr %8, align 8
  %58 = icmp slt i64 %56, %57
  br i1 %58, label %59, label %1074

59:
  %60 = load ptr, ptr %9, align 8
  br label %67

61:
  %62 = icmp eq i64 %72, 1152921504606846976
  br i1 %62, label %1090, label %63

63:
  %64 = add i64 %72, 1
  %65 = add i64 %72, 2
  %66 = xor i64 %72, -1
  br label %75

67:
  %68 = phi i64 [ 0, %59 ], [ %73, %67 ]
  %69 = phi i64 [ 1152921504606846976, %59 ], [ %72, %67 ]
  %70 = getelementptr inbounds %struct.Scheduler, ptr %60, i64 %68
  %71 = load i64, ptr %70, align 8
  %72 = tail call i64 @llvm.smin.i64(i64 %71, i64 %69)
  %73 = add i64 %68, 1
  %74 = icmp ult i64 %68, 3
  br i1 %74, label %67, label %61

75:
  %76 = phi i64 [ 0, %63 ], [ %1072, %1071 ]
  %77 = add i64 %76, %72
  %78 = srem i64 %77, 4
  %79 = load ptr, ptr %10, align 8
  %80 = getelementptr inbounds %struct.Scheduler, ptr %79, i64 %78
  %81 = load i64, ptr %80, align 8
  %82 = icmp eq i64 %81, %72
  br i1 %82, label %83, label %1071

83:
  %84 = load i64, ptr %11, align 8
  %85 = sdiv i64 %84, 4
  %86 = add i64 %78, 1
  %87 = mul i64 %85, %86
  %88 = icmp sgt i64 %84, 3
  br i1 %88, label %89, label %93

89:
  %90 = mul i64 %85, %78
  %91 = getelementptr inbounds i8, ptr %80, i64 72
  %92 = getelementptr inbounds i8, ptr %80, i64 8
  br label %98

93:
  %94 = phi i64 [ 1152921504606846976, %83 ], [ %147, %146 ]
  %95 = phi i64 [ 0, %83 ], [ %148, %146 ]
  %96 = phi i64 [ -1, %83 ], [ %150, %146 ]
  %97 = icmp eq i64 %95, 0
  br i1 %97, label %159, label %153

98:
  %99 = phi i64 [ -1, %89 ], [ %150, %146 ]
  %100 = phi i64 [ -1, %89 ], [ %149, %146 ]
  %101 = phi i64 [ 0, %89 ], [ %148, %146 ]
  %102 = phi i64 [ 1152921504606846976, %89 ], [ %147, %146 ]
  %103 = phi i64 [ %90, %89 ], [ %151, %146 ]
  %104 = load ptr, ptr %12, align 8
  %105 = getelementptr inbounds i64, ptr %104, i64 %103
  %106 = load i64, ptr %105, align 8
  %107 = icmp sgt i64 %106, %72
  br i1 %107, label %108, label %110

108:
  %109 = tail call i64 @llvm.smin.i64(i64 %106, i64 %102)
  br label %146

110:
  %111 = load ptr, ptr %13, align 8
  %112 = getelementptr inbounds %struct.Warp, ptr %111, i64 %103
  %113 = getelementptr inbounds i8, ptr %112, i64 104
  %114 = load i64, ptr %113, align 8
  %115 = getelementptr inbounds i64, ptr %91, i64 %114
  %116 = load i64, ptr %115, align 8
  %117 = icmp sgt i64 %116, %72
  br i1 %117, label %118, label %137

118:
  %119 = load ptr, ptr %14, align 8
  %120 = getelementptr inbounds i8, ptr %112, i64 72
  %121 = load i64, ptr %120, align 8
  %122 = getelementptr inbounds %struct.Row, ptr %119, i64 %121
  %123 = sub i64 %72, %106
  %124 = getelementptr inbounds i8, ptr %122, i64 128
  %125 = getelementptr inbounds i8, ptr %122, i64 208
  %126 = load i64, ptr %125, align 8
  %127 = add i64 %123, %126
  store i64 %127, ptr %125, align 8
  %128 = sub i64 %116, %72
  %129 = getelementptr inbounds i8, ptr %122, i64 112
  %130 = load i64, ptr %129, align 8
  %131 = getelementptr inbounds i64, ptr %124, i64 %130
  %132 = load i64, ptr %131, align 8
  %133 = add i64 %128, %132
  store i64 %133, ptr %131, align 8
  %134 = load ptr, ptr %12, align 8
  %135 = getelementptr inbounds i64, ptr %134, i64 %103
  store i64 %116, ptr %135, align 8
  %136 = tail call i64 @llvm.smin.i64(i64 %116, i64 %102)
  br label %146

137:
  %138 = add i64 %101, 1
  %139 = load i64, ptr %92, align 8
  %140 = icmp eq i64 %103, %139
  br i1 %140, label %146, label %141

141:
  %142 = load i64, ptr %112, align 8
  %143 = icmp sgt i64 %142, %100
  %144 = tail call i64 @llvm.smax.i64(i64 %142, i64 %100)
  %145 = select i1 %143, i64 %103, i64 %99
  br label %146

146:
  %147 = phi i64 [ %109, %108 ], [ %136, %118 ], [ %102, %141 ], [ %102, %137 ]
  %148 = phi i64 [ %101, %108 ], [ %101, %118 ], [ %138, %141 ], [ %138, %137 ]
  %149 = phi i64 [ %100, %108 ], [ %100, %118 ], [ %144, %141 ], [ 1152921504606846976, %137 ]
  %150 = phi i64 [ %99, %108 ], [ %99, %118 ], [ %145, %141 ], [ %103, %137 ]
  %151 = add i64 %103, 1
  %152 = icmp slt i64 %151, %87
  br i1 %152, label %98, label %93

153:
  %154 = getelementptr inbounds i8, ptr %80, i64 40
  %155 = load i64, ptr %154, align 8
  %156 = icmp sgt i64 %155, %72
  br i1 %156, label %157, label %159

157:
  %158 = tail call i64 @llvm.smin.i64(i64 %155, i64 %94)
  store i64 %158, ptr %80, align 8
  br label %1071

159:
  %160 = icmp sgt i64 %95, 1
  %161 = select i1 %160, i64 %64, i64 %94
  store i64 %161, ptr %80, align 8
  %162 = icmp sgt i64 %96, -1
  br i1 %162, label %163, label %1071

163:
  %164 = load ptr, ptr %15, align 8
  %165 = getelementptr inbounds %struct.Warp, ptr %164, i64 %96
  %166 = load ptr, ptr %16, align 8
  %167 = getelementptr inbounds i8, ptr %165, i64 72
  %168 = load i64, ptr %167, align 8
  %169 = getelementptr inbounds %struct.Row, ptr %166, i64 %168
  %170 = load ptr, ptr %10, align 8
  %171 = getelementptr inbounds %struct.Scheduler, ptr %170, i64 %78
  %172 = getelementptr inbounds i8, ptr %169, i64 8
  %173 = load i64, ptr %172, align 8
  %174 = load ptr, ptr %17, align 8
  %175 = getelementptr inbounds i64, ptr %174, i64 %96
  %176 = load i64, ptr %175, align 8
  %177 = sub i64 %72, %176
  %178 = getelementptr inbounds i8, ptr %169, i64 208
  %179 = load i64, ptr %178, align 8
  %180 = add i64 %177, %179
  store i64 %180, ptr %178, align 8
  %181 = getelementptr inbounds i8, ptr %169, i64 120
  %182 = load i64, ptr %181, align 8
  %183 = add i64 %182, 1
  store i64 %183, ptr %181, align 8
  %184 = getelementptr inbounds i8, ptr %171, i64 16
  %185 = load i64, ptr %184, align 8
  %186 = add i64 %185, 1
  store i64 %186, ptr %184, align 8
  %187 = getelementptr inbounds i8, ptr %171, i64 8
  store i64 %96, ptr %187, align 8
  %188 = getelementptr inbounds i8, ptr %171, i64 32
  %189 = load i64, ptr %188, align 8
  %190 = icmp sgt i64 %189, %72
  br i1 %190, label %191, label %197

191:
  %192 = load i64, ptr %169, align 8
  switch i64 %192, label %193 [
    i64 7, label %195
    i64 5, label %195
    i64 4, label %195
    i64 3, label %195
    i64 2, label %195
    i64 1, label %195
  ]

193:
  %194 = icmp sgt i64 %192, 11
  br i1 %194, label %195, label %197

195:
  %196 = getelementptr inbounds i8, ptr %171, i64 40
  store i64 %65, ptr %196, align 8
  br label %197

197:
  %198 = getelementptr inbounds i8, ptr %169, i64 96
  %199 = load i64, ptr %198, align 8
  %200 = icmp eq i64 %199, 0
  br i1 %200, label %201, label %205

201:
  %202 = getelementptr inbounds i8, ptr %169, i64 104
  %203 = load i64, ptr %202, align 8
  %204 = icmp eq i64 %203, 0
  br i1 %204, label %242, label %205

205:
  %206 = load ptr, ptr %0, align 8
  %207 = getelementptr inbounds i8, ptr %206, i64 584
  %208 = load i64, ptr %207, align 8
  br i1 %200, label %219, label %209

209:
  %210 = getelementptr inbounds i8, ptr %171, i64 48
  %211 = load i64, ptr %210, align 8
  %212 = tail call i64 @llvm.smax.i64(i64 %72, i64 %211)
  %213 = add i64 %212, %199
  store i64 %213, ptr %210, align 8
  %214 = load i64, ptr %198, align 8
  %215 = tail call i64 @llvm.smax.i64(i64 %208, i64 %214)
  %216 = add i64 %72, %215
  %217 = sub i64 %213, %216
  %218 = tail call i64 @llvm.smax.i64(i64 %217, i64 0)
  br label %219

219:
  %220 = phi i64 [ %218, %209 ], [ 0, %205 ]
  %221 = getelementptr inbounds i8, ptr %169, i64 104
  %222 = load i64, ptr %221, align 8
  %223 = icmp eq i64 %222, 0
  br i1 %223, label %234, label %224

224:
  %225 = getelementptr inbounds i8, ptr %171, i64 56
  %226 = load i64, ptr %225, align 8
  %227 = tail call i64 @llvm.smax.i64(i64 %72, i64 %226)
  %228 = add i64 %227, %222
  store i64 %228, ptr %225, align 8
  %229 = load i64, ptr %221, align 8
  %230 = tail call i64 @llvm.smax.i64(i64 %208, i64 %229)
  %231 = add i64 %72, %230
  %232 = sub i64 %228, %231
  %233 = tail call i64 @llvm.smax.i64(i64 %232, i64 %220)
  br label %234

234:
  %235 = phi i64 [ %233, %224 ], [ %220, %219 ]
  %236 = icmp sgt i64 %235, 0
  br i1 %236, label %237, label %242

237:
  %238 = getelementptr inbounds i8, ptr %171, i64 40
  %239 = load i64, ptr %238, align 8
  %240 = add i64 %235, %64
  %241 = tail call i64 @llvm.smax.i64(i64 %240, i64 %239)
  store i64 %241, ptr %238, align 8
  br label %242

242:
  %243 = load ptr, ptr %15, align 8
  %244 = getelementptr inbounds %struct.Warp, ptr %243, i64 %96
  %245 = load ptr, ptr %0, align 8
  %246 = load ptr, ptr %10, align 8
  %247 = getelementptr inbounds %struct.Scheduler, ptr %246, i64 %78
  %248 = load ptr, ptr %16, align 8
  %249 = getelementptr inbounds i8, ptr %244, i64 72
  %250 = load i64, ptr %249, align 8
  %251 = getelementptr inbounds %struct.Row, ptr %248, i64 %250
  %252 = load i64, ptr %251, align 8
  switch i64 %252, label %379 [
    i64 0, label %412
    i64 7, label %253
  ]

253:
  %254 = getelementptr inbounds i8, ptr %251, i64 8
  %255 = load i64, ptr %254, align 8
  %256 = icmp sgt i64 %255, 9
  br i1 %256, label %257, label %264

257:
  %258 = load ptr, ptr %18, align 8
  %259 = getelementptr inbounds i8, ptr %244, i64 32
  %260 = load i64, ptr %259, align 8
  %261 = getelementptr inbounds %struct.Access, ptr %258, i64 %260
  %262 = getelementptr inbounds i8, ptr %261, i64 16
  %263 = load i64, ptr %262, align 8
  br label %270

264:
  %265 = and i64 %255, -2
  %266 = icmp eq i64 %265, 4
  br i1 %266, label %267, label %270

267:
  %268 = getelementptr inbounds i8, ptr %245, i64 592
  %269 = load i64, ptr %268, align 8
  br label %270

270:
  %271 = phi i64 [ %263, %257 ], [ %269, %267 ], [ 1, %264 ]
  %272 = load ptr, ptr %7, align 8
  %273 = getelementptr inbounds i8, ptr %245, i64 248
  %274 = load i64, ptr %273, align 8
  %275 = getelementptr inbounds i8, ptr %247, i64 64
  %276 = load i64, ptr %275, align 8
  %277 = icmp sgt i64 %276, 0
  %278 = select i1 %277, i64 %276, i64 %274
  %279 = getelementptr inbounds i8, ptr %247, i64 184
  %280 = getelementptr i64, ptr %279, i64 %278
  %281 = getelementptr i8, ptr %280, i64 -8
  %282 = load i64, ptr %281, align 8
  %283 = getelementptr inbounds i8, ptr %245, i64 256
  %284 = load i64, ptr %283, align 8
  %285 = sub i64 %282, %284
  %286 = getelementptr inbounds i8, ptr %245, i64 240
  %287 = load i64, ptr %286, align 8
  %288 = add i64 %285, %287
  %289 = getelementptr inbounds i8, ptr %245, i64 232
  %290 = load i64, ptr %289, align 8
  %291 = tail call i64 @llvm.smax.i64(i64 %271, i64 %290)
  %292 = tail call i64 @llvm.smax.i64(i64 %288, i64 %72)
  %293 = getelementptr inbounds i8, ptr %272, i64 552
  %294 = getelementptr inbounds i8, ptr %272, i64 16
  %295 = load i64, ptr %294, align 8
  %296 = icmp sgt i64 %295, 0
  br i1 %296, label %297, label %305

297:
  %298 = phi i64 [ %303, %302 ], [ 0, %270 ]
  %299 = getelementptr inbounds i64, ptr %293, i64 %298
  %300 = load i64, ptr %299, align 8
  %301 = icmp sgt i64 %300, %72
  br i1 %301, label %305, label %302

302:
  %303 = add i64 %298, 1
  %304 = icmp slt i64 %303, %295
  br i1 %304, label %297, label %305

305:
  %306 = phi i64 [ 0, %270 ], [ %298, %297 ], [ %295, %302 ]
  %307 = sub i64 %295, %306
  store i64 %307, ptr %294, align 8
  %308 = icmp sgt i64 %307, 0
  br i1 %308, label %309, label %311

309:
  %310 = getelementptr inbounds i8, ptr %272, i64 24
  br label %315

311:
  %312 = phi i64 [ %292, %305 ], [ %332, %315 ]
  %313 = phi i64 [ 0, %305 ], [ %333, %315 ]
  %314 = icmp sgt i64 %313, 0
  br i1 %314, label %335, label %342

315:
  %316 = phi i64 [ 0, %309 ], [ %331, %315 ]
  %317 = phi i64 [ 0, %309 ], [ %333, %315 ]
  %318 = phi i64 [ %292, %309 ], [ %332, %315 ]
  %319 = add i64 %316, %306
  %320 = getelementptr inbounds i64, ptr %310, i64 %319
  %321 = load i64, ptr %320, align 8
  %322 = getelementptr inbounds i64, ptr %310, i64 %316
  store i64 %321, ptr %322, align 8
  %323 = getelementptr inbounds i64, ptr %293, i64 %319
  %324 = load i64, ptr %323, align 8
  %325 = getelementptr inbounds i64, ptr %293, i64 %316
  store i64 %324, ptr %325, align 8
  %326 = icmp eq i64 %317, %316
  %327 = add i64 %318, %291
  %328 = icmp sgt i64 %327, %321
  %329 = select i1 %326, i1 %328, i1 false
  %330 = tail call i64 @llvm.smax.i64(i64 %324, i64 %318)
  %331 = add i64 %316, 1
  %332 = select i1 %329, i64 %330, i64 %318
  %333 = select i1 %329, i64 %331, i64 %317
  %334 = icmp slt i64 %331, %307
  br i1 %334, label %315, label %311

335:
  %336 = getelementptr i8, ptr %272, i64 544
  %337 = getelementptr i64, ptr %336, i64 %313
  %338 = load i64, ptr %337, align 8
  %339 = icmp eq i64 %338, %312
  br i1 %339, label %340, label %342

340:
  %341 = add i64 %312, %291
  store i64 %341, ptr %337, align 8
  br label %363

342:
  %343 = icmp sgt i64 %307, %313
  br i1 %343, label %344, label %346

344:
  %345 = getelementptr inbounds i8, ptr %272, i64 24
  br label %353

346:
  %347 = getelementptr inbounds i8, ptr %272, i64 24
  %348 = getelementptr inbounds i64, ptr %347, i64 %313
  store i64 %312, ptr %348, align 8
  %349 = add i64 %312, %291
  %350 = getelementptr inbounds i64, ptr %293, i64 %313
  store i64 %349, ptr %350, align 8
  %351 = load i64, ptr %294, align 8
  %352 = add i64 %351, 1
  store i64 %352, ptr %294, align 8
  br label %363

353:
  %354 = phi i64 [ %307, %344 ], [ %355, %353 ]
  %355 = add i64 %354, -1
  %356 = getelementptr inbounds i64, ptr %345, i64 %355
  %357 = load i64, ptr %356, align 8
  %358 = getelementptr inbounds i64, ptr %345, i64 %354
  store i64 %357, ptr %358, align 8
  %359 = getelementptr inbounds i64, ptr %293, i64 %355
  %360 = load i64, ptr %359, align 8
  %361 = getelementptr inbounds i64, ptr %293, i64 %354
  store i64 %360, ptr %361, align 8
  %362 = icmp sgt i64 %355, %313
  br i1 %362, label %353, label %346

363:
  %364 = getelementptr inbounds i8, ptr %272, i64 1176
  %365 = load i64, ptr %364, align 8
  %366 = add i64 %365, %271
  store i64 %366, ptr %364, align 8
  %367 = getelementptr inbounds i8, ptr %272, i64 1264
  %368 = load i64, ptr %367, align 8
  %369 = add i64 %368, %291
  store i64 %369, ptr %367, align 8
  %370 = load i64, ptr %283, align 8
  %371 = add i64 %370, %312
  %372 = getelementptr inbounds i64, ptr %279, i64 %276
  store i64 %371, ptr %372, align 8
  %373 = add i64 %276, 1
  %374 = icmp slt i64 %373, %274
  %375 = select i1 %374, i64 %373, i64 0
  store i64 %375, ptr %275, align 8
  %376 = getelementptr inbounds i64, ptr %279, i64 %375
  %377 = load i64, ptr %376, align 8
  %378 = getelementptr inbounds i8, ptr %247, i64 128
  store i64 %377, ptr %378, align 8
  br label %412

379:
  %380 = getelementptr inbounds i8, ptr %251, i64 72
  %381 = load i64, ptr %380, align 8
  %382 = icmp eq i64 %381, 0
  br i1 %382, label %383, label %387

383:
  %384 = getelementptr inbounds i8, ptr %245, i64 8
  %385 = getelementptr inbounds i64, ptr %384, i64 %252
  %386 = load i64, ptr %385, align 8
  br label %387

387:
  %388 = phi i64 [ %386, %383 ], [ %381, %379 ]
  %389 = load ptr, ptr %7, align 8
  %390 = getelementptr inbounds i8, ptr %389, i64 1208
  %391 = getelementptr inbounds i64, ptr %390, i64 %252
  %392 = load i64, ptr %391, align 8
  %393 = add i64 %392, %388
  store i64 %393, ptr %391, align 8
  %394 = add i64 %388, %72
  %395 = load i64, ptr %251, align 8
  %396 = icmp eq i64 %395, 6
  br i1 %396, label %397, label %407

397:
  %398 = getelementptr inbounds i8, ptr %247, i64 24
  %399 = load i64, ptr %398, align 8
  %400 = tail call i64 @llvm.smax.i64(i64 %399, i64 %72)
  %401 = add i64 %400, %388
  store i64 %401, ptr %398, align 8
  %402 = getelementptr inbounds i8, ptr %251, i64 8
  %403 = load i64, ptr %402, align 8
  %404 = icmp eq i64 %403, 8
  br i1 %404, label %405, label %407

405:
  %406 = getelementptr inbounds i8, ptr %247, i64 32
  store i64 %401, ptr %406, align 8
  br label %407

407:
  %408 = phi i64 [ %64, %405 ], [ %401, %397 ], [ %394, %387 ]
  %409 = getelementptr inbounds i8, ptr %247, i64 72
  %410 = load i64, ptr %251, align 8
  %411 = getelementptr inbounds i64, ptr %409, i64 %410
  store i64 %408, ptr %411, align 8
  br label %412

412:
  %413 = phi i64 [ %72, %407 ], [ %312, %363 ], [ %72, %242 ]
  %414 = load ptr, ptr %15, align 8
  %415 = getelementptr inbounds %struct.Warp, ptr %414, i64 %96
  %416 = load ptr, ptr %16, align 8
  %417 = getelementptr inbounds i8, ptr %415, i64 72
  %418 = load i64, ptr %417, align 8
  %419 = getelementptr inbounds %struct.Row, ptr %416, i64 %418
  %420 = getelementptr inbounds i8, ptr %419, i64 80
  %421 = load i64, ptr %420, align 8
  %422 = icmp eq i64 %421, 0
  br i1 %422, label %423, label %429

423:
  %424 = load ptr, ptr %0, align 8
  %425 = getelementptr inbounds i8, ptr %424, i64 120
  %426 = load i64, ptr %419, align 8
  %427 = getelementptr inbounds i64, ptr %425, i64 %426
  %428 = load i64, ptr %427, align 8
  br label %429

429:
  %430 = phi i64 [ %428, %423 ], [ %421, %412 ]
  %431 = getelementptr inbounds i8, ptr %419, i64 8
  %432 = load i64, ptr %431, align 8
  %433 = icmp sgt i64 %432, 9
  br i1 %433, label %434, label %671

434:
  %435 = load ptr, ptr %20, align 8
  %436 = getelementptr inbounds i8, ptr %415, i64 32
  %437 = load i64, ptr %436, align 8
  %438 = add i64 %437, 1
  store i64 %438, ptr %436, align 8
  %439 = getelementptr inbounds %struct.Access, ptr %435, i64 %437
  %440 = load ptr, ptr %0, align 8
  %441 = getelementptr inbounds i8, ptr %440, i64 464
  %442 = load i64, ptr %441, align 8
  %443 = getelementptr inbounds i8, ptr %439, i64 16
  %444 = load i64, ptr %443, align 8
  %445 = tail call i64 @llvm.smax.i64(i64 %444, i64 1)
  %446 = add i64 %413, -1
  %447 = add i64 %446, %442
  %448 = add i64 %447, %445
  %449 = trunc i64 %432 to i63
  switch i63 %449, label %666 [
    i63 11, label %450
    i63 12, label %450
    i63 15, label %455
    i63 16, label %459
    i63 17, label %459
    i63 18, label %467
    i63 19, label %518
    i63 13, label %552
    i63 14, label %567
    i63 23, label %582
    i63 20, label %619
    i63 21, label %641
  ]

450:
  %451 = getelementptr inbounds i8, ptr %415, i64 40
  %452 = load i64, ptr %451, align 8
  %453 = icmp eq i64 %432, 11
  %454 = tail call i64 @read(ptr %0, ptr %439, i64 %452, i64 %413, i1 zeroext %453)
  br label %666

455:
  %456 = getelementptr inbounds i8, ptr %415, i64 40
  %457 = load i64, ptr %456, align 8
  %458 = tail call i64 @atomic(ptr %0, ptr %439, i64 %457, i64 %413)
  br label %666

459:
  %460 = getelementptr inbounds i8, ptr %415, i64 40
  %461 = load i64, ptr %460, align 8
  %462 = icmp eq i64 %432, 17
  %463 = tail call i64 @read(ptr %0, ptr %439, i64 %461, i64 %413, i1 zeroext %462)
  %464 = getelementptr inbounds i8, ptr %415, i64 56
  %465 = load i64, ptr %464, align 8
  %466 = tail call i64 @llvm.smax.i64(i64 %463, i64 %465)
  store i64 %466, ptr %464, align 8
  br label %666

467:
  %468 = getelementptr inbounds i8, ptr %415, i64 40
  %469 = load i64, ptr %468, align 8
  %470 = load ptr, ptr %28, align 8
  %471 = getelementptr inbounds i8, ptr %415, i64 88
  %472 = load i64, ptr %471, align 8
  %473 = getelementptr inbounds %struct.Slot, ptr %470, i64 %472
  %474 = load ptr, ptr %7, align 8
  %475 = getelementptr inbounds i8, ptr %474, i64 1112
  %476 = load i64, ptr %475, align 8
  %477 = tail call i64 @llvm.smax.i64(i64 %476, i64 %413)
  %478 = getelementptr inbounds i8, ptr %473, i64 32
  %479 = load i64, ptr %478, align 8
  %480 = icmp sgt i64 %479, 0
  br i1 %480, label %481, label %490

481:
  %482 = getelementptr inbounds i8, ptr %473, i64 8
  %483 = load i64, ptr %482, align 8
  %484 = tail call i64 @llvm.smin.i64(i64 %483, i64 %479)
  %485 = sub i64 %479, %484
  store i64 %485, ptr %478, align 8
  %486 = load ptr, ptr %0, align 8
  %487 = getelementptr inbounds i8, ptr %486, i64 616
  %488 = load i64, ptr %487, align 8
  %489 = add i64 %488, %477
  store i64 %489, ptr %475, align 8
  br label %490

490:
  %491 = phi i64 [ %489, %481 ], [ %477, %467 ]
  %492 = getelementptr inbounds i8, ptr %473, i64 24
  %493 = load i64, ptr %492, align 8
  %494 = tail call i64 @llvm.smax.i64(i64 %493, i64 %413)
  %495 = sub i64 %491, %413
  %496 = add i64 %495, %494
  %497 = tail call i64 @read(ptr %0, ptr %439, i64 %469, i64 %496, i1 zeroext false)
  %498 = load i64, ptr %471, align 8
  %499 = getelementptr inbounds i8, ptr %439, i64 24
  %500 = load i64, ptr %499, align 8
  %501 = icmp slt i64 %500, 0
  br i1 %501, label %666, label %502

502:
  %503 = load ptr, ptr %29, align 8
  %504 = load ptr, ptr %28, align 8
  %505 = getelementptr inbounds %struct.Slot, ptr %504, i64 %498
  %506 = getelementptr inbounds i8, ptr %505, i64 16
  %507 = load i64, ptr %506, align 8
  %508 = getelementptr %struct.Wait, ptr %503, i64 %507
  %509 = getelementptr %struct.Wait, ptr %508, i64 %500
  %510 = load i64, ptr %509, align 8
  %511 = add i64 %510, -1
  store i64 %511, ptr %509, align 8
  %512 = getelementptr inbounds i8, ptr %509, i64 8
  %513 = load i64, ptr %512, align 8
  %514 = tail call i64 @llvm.smax.i64(i64 %497, i64 %513)
  store i64 %514, ptr %512, align 8
  %515 = icmp eq i64 %511, 0
  br i1 %515, label %516, label %666

516:
  %517 = add i64 %500, 16
  tail call void @go_on(ptr %0, i64 %498, i64 %517, i64 %514)
  br label %666

518:
  %519 = getelementptr inbounds i8, ptr %415, i64 40
  %520 = load i64, ptr %519, align 8
  %521 = load ptr, ptr %27, align 8
  %522 = getelementptr inbounds i8, ptr %415, i64 88
  %523 = load i64, ptr %522, align 8
  %524 = getelementptr inbounds %struct.Slot, ptr %521, i64 %523
  %525 = load ptr, ptr %7, align 8
  %526 = getelementptr inbounds i8, ptr %525, i64 1112
  %527 = load i64, ptr %526, align 8
  %528 = tail call i64 @llvm.smax.i64(i64 %527, i64 %413)
  %529 = getelementptr inbounds i8, ptr %524, i64 32
  %530 = load i64, ptr %529, align 8
  %531 = icmp sgt i64 %530, 0
  br i1 %531, label %532, label %541

532:
  %533 = getelementptr inbounds i8, ptr %524, i64 8
  %534 = load i64, ptr %533, align 8
  %535 = tail call i64 @llvm.smin.i64(i64 %534, i64 %530)
  %536 = sub i64 %530, %535
  store i64 %536, ptr %529, align 8
  %537 = load ptr, ptr %0, align 8
  %538 = getelementptr inbounds i8, ptr %537, i64 616
  %539 = load i64, ptr %538, align 8
  %540 = add i64 %539, %528
  store i64 %540, ptr %526, align 8
  br label %541

541:
  %542 = phi i64 [ %540, %532 ], [ %528, %518 ]
  %543 = getelementptr inbounds i8, ptr %524, i64 24
  %544 = load i64, ptr %543, align 8
  %545 = tail call i64 @llvm.smax.i64(i64 %544, i64 %413)
  %546 = sub i64 %542, %413
  %547 = add i64 %546, %545
  %548 = tail call i64 @write(ptr %0, ptr %439, i64 %520, i64 %547)
  %549 = getelementptr inbounds i8, ptr %415, i64 56
  %550 = load i64, ptr %549, align 8
  %551 = tail call i64 @llvm.smax.i64(i64 %548, i64 %550)
  store i64 %551, ptr %549, align 8
  br label %666

552:
  %553 = getelementptr inbounds i8, ptr %415, i64 40
  %554 = load i64, ptr %553, align 8
  %555 = tail call i64 @write(ptr %0, ptr %439, i64 %554, i64 %413)
  %556 = getelementptr inbounds i8, ptr %415, i64 64
  %557 = load i64, ptr %556, align 8
  %558 = tail call i64 @llvm.smax.i64(i64 %555, i64 %557)
  store i64 %558, ptr %556, align 8
  %559 = load ptr, ptr %7, align 8
  %560 = getelementptr inbounds i8, ptr %559, i64 1104
  %561 = load i64, ptr %560, align 8
  %562 = tail call i64 @llvm.smax.i64(i64 %555, i64 %561)
  store i64 %562, ptr %560, align 8
  %563 = load ptr, ptr %0, align 8
  %564 = getelementptr inbounds i8, ptr %563, i64 368
  %565 = load i64, ptr %564, align 8
  %566 = add i64 %565, %413
  br label %666

567:
  %568 = getelementptr inbounds i8, ptr %415, i64 40
  %569 = load i64, ptr %568, align 8
  %570 = tail call i64 @atomic(ptr %0, ptr %439, i64 %569, i64 %413)
  %571 = getelementptr inbounds i8, ptr %415, i64 64
  %572 = load i64, ptr %571, align 8
  %573 = tail call i64 @llvm.smax.i64(i64 %570, i64 %572)
  store i64 %573, ptr %571, align 8
  %574 = load ptr, ptr %7, align 8
  %575 = getelementptr inbounds i8, ptr %574, i64 1104
  %576 = load i64, ptr %575, align 8
  %577 = tail call i64 @llvm.smax.i64(i64 %570, i64 %576)
  store i64 %577, ptr %575, align 8
  %578 = load ptr, ptr %0, align 8
  %579 = getelementptr inbounds i8, ptr %578, i64 376
  %580 = load i64, ptr %579, align 8
  %581 = add i64 %580, %413
  br label %666

582:
  %583 = getelementptr inbounds i8, ptr %415, i64 40
  %584 = load i64, ptr %583, align 8
  %585 = tail call i64 @write(ptr %0, ptr %439, i64 %584, i64 %413)
  %586 = load i64, ptr %583, align 8
  %587 = getelementptr inbounds i8, ptr %439, i64 8
  %588 = load i64, ptr %587, align 8
  %589 = icmp sgt i64 %588, 0
  br i1 %589, label %590, label %614

590:
  %591 = load i64, ptr %439, align 8
  br label %592

592:
  %593 = phi i64 [ %591, %590 ], [ %609, %592 ]
  %594 = load ptr, ptr %25, align 8
  %595 = getelementptr inbounds i64, ptr %594, i64 %593
  %596 = load i64, ptr %595, align 8
  %597 = add i64 %596, %586
  %598 = ashr i64 %597, 2
  %599 = tail call i64 @line_of(ptr %0, i64 %598)
  %600 = load ptr, ptr %0, align 8
  %601 = getelementptr inbounds i8, ptr %600, i64 472
  %602 = load i64, ptr %601, align 8
  %603 = add i64 %602, %413
  %604 = load ptr, ptr %26, align 8
  %605 = getelementptr inbounds %struct.Line, ptr %604, i64 %599
  %606 = getelementptr inbounds i8, ptr %605, i64 32
  %607 = and i64 %597, 3
  %608 = getelementptr inbounds i64, ptr %606, i64 %607
  store i64 %603, ptr %608, align 8
  %609 = add i64 %593, 1
  %610 = load i64, ptr %439, align 8
  %611 = load i64, ptr %587, align 8
  %612 = add i64 %611, %610
  %613 = icmp slt i64 %609, %612
  br i1 %613, label %592, label %614

614:
  %615 = load ptr, ptr %0, align 8
  %616 = getelementptr inbounds i8, ptr %615, i64 448
  %617 = load i64, ptr %616, align 8
  %618 = add i64 %617, %413
  br label %666

619:
  %620 = getelementptr inbounds i8, ptr %415, i64 88
  %621 = load i64, ptr %620, align 8
  %622 = getelementptr inbounds i8, ptr %439, i64 24
  %623 = load i64, ptr %622, align 8
  %624 = icmp slt i64 %623, 0
  br i1 %624, label %666, label %625

625:
  %626 = load ptr, ptr %23, align 8
  %627 = load ptr, ptr %24, align 8
  %628 = getelementptr inbounds %struct.Slot, ptr %627, i64 %621
  %629 = getelementptr inbounds i8, ptr %628, i64 16
  %630 = load i64, ptr %629, align 8
  %631 = getelementptr %struct.Wait, ptr %626, i64 %630
  %632 = getelementptr %struct.Wait, ptr %631, i64 %623
  %633 = load i64, ptr %632, align 8
  %634 = add i64 %633, -1
  store i64 %634, ptr %632, align 8
  %635 = getelementptr inbounds i8, ptr %632, i64 8
  %636 = load i64, ptr %635, align 8
  %637 = tail call i64 @llvm.smax.i64(i64 %448, i64 %636)
  store i64 %637, ptr %635, align 8
  %638 = icmp eq i64 %634, 0
  br i1 %638, label %639, label %666

639:
  %640 = add i64 %623, 16
  tail call void @go_on(ptr %0, i64 %621, i64 %640, i64 %637)
  br label %666

641:
  %642 = getelementptr inbounds i8, ptr %415, i64 88
  %643 = load i64, ptr %642, align 8
  %644 = getelementptr inbounds i8, ptr %439, i64 24
  %645 = load i64, ptr %644, align 8
  %646 = icmp slt i64 %645, 0
  br i1 %646, label %666, label %647

647:
  %648 = getelementptr inbounds i8, ptr %415, i64 56
  %649 = load i64, ptr %648, align 8
  %650 = tail call i64 @llvm.smax.i64(i64 %649, i64 %448)
  %651 = load ptr, ptr %21, align 8
  %652 = load ptr, ptr %22, align 8
  %653 = getelementptr inbounds %struct.Slot, ptr %652, i64 %643
  %654 = getelementptr inbounds i8, ptr %653, i64 16
  %655 = load i64, ptr %654, align 8
  %656 = getelementptr %struct.Wait, ptr %651, i64 %655
  %657 = getelementptr %struct.Wait, ptr %656, i64 %645
  %658 = load i64, ptr %657, align 8
  %659 = add i64 %658, -1
  store i64 %659, ptr %657, align 8
  %660 = getelementptr inbounds i8, ptr %657, i64 8
  %661 = load i64, ptr %660, align 8
  %662 = tail call i64 @llvm.smax.i64(i64 %650, i64 %661)
  store i64 %662, ptr %660, align 8
  %663 = icmp eq i64 %659, 0
  br i1 %663, label %664, label %666

664:
  %665 = add i64 %645, 16
  tail call void @go_on(ptr %0, i64 %643, i64 %665, i64 %662)
  br label %666

666:
  %667 = phi i64 [ 1, %490 ], [ 1, %450 ], [ 1, %455 ], [ 1, %459 ], [ 2, %614 ], [ 1, %541 ], [ 2, %552 ], [ 2, %567 ], [ 1, %516 ], [ 1, %502 ], [ 2, %664 ], [ 2, %647 ], [ 2, %641 ], [ 2, %639 ], [ 2, %625 ], [ 2, %619 ], [ 2, %434 ]
  %668 = phi i64 [ %497, %490 ], [ %454, %450 ], [ %458, %455 ], [ %463, %459 ], [ %618, %614 ], [ %548, %541 ], [ %566, %552 ], [ %581, %567 ], [ %497, %516 ], [ %497, %502 ], [ %448, %664 ], [ %448, %647 ], [ %448, %641 ], [ %448, %639 ], [ %448, %625 ], [ %448, %619 ], [ %448, %434 ]
  %669 = load i64, ptr %420, align 8
  %670 = add i64 %669, %668
  br label %705

671:
  %672 = icmp eq i64 %432, 9
  br i1 %672, label %673, label %691

673:
  %674 = load ptr, ptr %19, align 8
  %675 = getelementptr inbounds i8, ptr %415, i64 88
  %676 = load i64, ptr %675, align 8
  %677 = getelementptr inbounds %struct.Slot, ptr %674, i64 %676
  %678 = getelementptr inbounds i8, ptr %677, i64 24
  %679 = load i64, ptr %678, align 8
  %680 = tail call i64 @llvm.smax.i64(i64 %679, i64 %413)
  %681 = load ptr, ptr %0, align 8
  %682 = getelementptr inbounds i8, ptr %681, i64 608
  %683 = load i64, ptr %682, align 8
  %684 = getelementptr inbounds i8, ptr %677, i64 8
  %685 = load i64, ptr %684, align 8
  %686 = sdiv i64 %683, %685
  %687 = add i64 %686, %680
  store i64 %687, ptr %678, align 8
  %688 = getelementptr inbounds i8, ptr %677, i64 32
  %689 = load i64, ptr %688, align 8
  %690 = add i64 %689, 1
  store i64 %690, ptr %688, align 8
  br label %691

691:
  %692 = load i64, ptr %431, align 8
  switch i64 %692, label %703 [
    i64 3, label %693
    i64 8, label %697
  ]

693:
  %694 = getelementptr inbounds i8, ptr %415, i64 56
  %695 = load i64, ptr %694, align 8
  %696 = tail call i64 @llvm.smax.i64(i64 %695, i64 %413)
  br label %705

697:
  %698 = load ptr, ptr %10, align 8
  %699 = getelementptr inbounds %struct.Scheduler, ptr %698, i64 %78
  %700 = getelementptr inbounds i8, ptr %699, i64 24
  %701 = load i64, ptr %700, align 8
  %702 = add i64 %701, %430
  br label %705

703:
  %704 = add i64 %430, %413
  br label %705

705:
  %706 = phi i64 [ %667, %666 ], [ 2, %703 ], [ 1, %693 ], [ 11, %697 ]
  %707 = phi i64 [ %670, %666 ], [ %704, %703 ], [ %696, %693 ], [ %702, %697 ]
  %708 = getelementptr inbounds i8, ptr %169, i64 40
  %709 = load i64, ptr %708, align 8
  %710 = icmp sgt i64 %709, -1
  br i1 %710, label %711, label %739

711:
  %712 = getelementptr inbounds i8, ptr %169, i64 88
  %713 = load i64, ptr %712, align 8
  %714 = icmp eq i64 %713, 0
  br i1 %714, label %715, label %720

715:
  %716 = load ptr, ptr %0, align 8
  %717 = getelementptr inbounds i8, ptr %716, i64 264
  %718 = getelementptr inbounds i64, ptr %717, i64 %173
  %719 = load i64, ptr %718, align 8
  br label %720

720:
  %721 = phi i64 [ %719, %715 ], [ %713, %711 ]
  %722 = add i64 %721, %413
  %723 = load ptr, ptr %30, align 8
  %724 = mul i64 %96, 1216
  %725 = getelementptr i8, ptr %723, i64 %724
  %726 = getelementptr %struct.Counter, ptr %725, i64 %709
  %727 = load i64, ptr %726, align 8
  %728 = icmp sgt i64 %722, %727
  br i1 %728, label %729, label %731

729:
  store i64 %722, ptr %726, align 8
  %730 = getelementptr inbounds i8, ptr %726, i64 8
  store i64 2, ptr %730, align 8
  br label %731

731:
  %732 = getelementptr inbounds i8, ptr %726, i64 16
  %733 = load i64, ptr %732, align 8
  %734 = add i64 %733, 1
  store i64 %734, ptr %732, align 8
  %735 = load i64, ptr %726, align 8
  %736 = getelementptr inbounds i8, ptr %726, i64 24
  %737 = srem i64 %734, 16
  %738 = getelementptr inbounds i64, ptr %736, i64 %737
  store i64 %735, ptr %738, align 8
  br label %739

739:
  %740 = getelementptr inbounds i8, ptr %169, i64 32
  %741 = load i64, ptr %740, align 8
  %742 = freeze i64 %741
  %743 = icmp sgt i64 %742, -1
  br i1 %743, label %744, label %762

744:
  switch i64 %173, label %745 [
    i64 22, label %762
    i64 4, label %762
  ]

745:
  %746 = load ptr, ptr %31, align 8
  %747 = mul i64 %96, 1216
  %748 = getelementptr i8, ptr %746, i64 %747
  %749 = getelementptr %struct.Counter, ptr %748, i64 %742
  %750 = load i64, ptr %749, align 8
  %751 = icmp sgt i64 %707, %750
  br i1 %751, label %752, label %754

752:
  store i64 %707, ptr %749, align 8
  %753 = getelementptr inbounds i8, ptr %749, i64 8
  store i64 %706, ptr %753, align 8
  br label %754

754:
  %755 = getelementptr inbounds i8, ptr %749, i64 16
  %756 = load i64, ptr %755, align 8
  %757 = add i64 %756, 1
  store i64 %757, ptr %755, align 8
  %758 = load i64, ptr %749, align 8
  %759 = getelementptr inbounds i8, ptr %749, i64 24
  %760 = srem i64 %757, 16
  %761 = getelementptr inbounds i64, ptr %759, i64 %760
  store i64 %758, ptr %761, align 8
  br label %762

762:
  %763 = icmp eq i64 %173, 4
  br i1 %763, label %764, label %775

764:
  %765 = getelementptr inbounds i8, ptr %169, i64 56
  %766 = load i64, ptr %765, align 8
  %767 = load ptr, ptr %15, align 8
  %768 = getelementptr inbounds %struct.Warp, ptr %767, i64 %96
  %769 = getelementptr inbounds i8, ptr %768, i64 96
  store i64 %766, ptr %769, align 8
  %770 = load ptr, ptr %15, align 8
  %771 = getelementptr inbounds %struct.Warp, ptr %770, i64 %96
  %772 = getelementptr inbounds i8, ptr %771, i64 48
  store i64 %64, ptr %772, align 8
  %773 = load ptr, ptr %17, align 8
  %774 = getelementptr inbounds i64, ptr %773, i64 %96
  store i64 1152921504606846976, ptr %774, align 8
  br label %775

775:
  %776 = and i64 %173, -2
  %777 = icmp eq i64 %776, 4
  br i1 %777, label %778, label %820

778:
  %779 = getelementptr inbounds i8, ptr %165, i64 88
  %780 = load i64, ptr %779, align 8
  %781 = load ptr, ptr %32, align 8
  %782 = getelementptr inbounds i8, ptr %169, i64 56
  %783 = load i64, ptr %782, align 8
  %784 = mul i64 %780, 384
  %785 = getelementptr i8, ptr %781, i64 %784
  %786 = getelementptr %struct.Gate, ptr %785, i64 %783
  %787 = load i64, ptr %786, align 8
  %788 = add i64 %787, 1
  store i64 %788, ptr %786, align 8
  %789 = getelementptr inbounds i8, ptr %169, i64 64
  %790 = load i64, ptr %789, align 8
  %791 = getelementptr inbounds i8, ptr %786, i64 8
  store i64 %790, ptr %791, align 8
  %792 = getelementptr inbounds i8, ptr %786, i64 16
  %793 = load i64, ptr %792, align 8
  %794 = tail call i64 @llvm.smax.i64(i64 %413, i64 %793)
  store i64 %794, ptr %792, align 8
  %795 = load i64, ptr %782, align 8
  %796 = add i64 %413, 1
  %797 = load ptr, ptr %32, align 8
  %798 = getelementptr i8, ptr %797, i64 %784
  %799 = getelementptr %struct.Gate, ptr %798, i64 %795
  %800 = getelementptr inbounds i8, ptr %799, i64 8
  %801 = load i64, ptr %800, align 8
  %802 = icmp sgt i64 %801, 0
  br i1 %802, label %808, label %803

803:
  %804 = load ptr, ptr %33, align 8
  %805 = getelementptr inbounds %struct.Slot, ptr %804, i64 %780
  %806 = getelementptr inbounds i8, ptr %805, i64 8
  %807 = load i64, ptr %806, align 8
  br label %808

808:
  %809 = phi i64 [ %807, %803 ], [ %801, %778 ]
  %810 = load i64, ptr %799, align 8
  %811 = icmp slt i64 %810, %809
  br i1 %811, label %820, label %812

812:
  %813 = getelementptr inbounds i8, ptr %799, i64 16
  %814 = load i64, ptr %813, align 8
  store i64 0, ptr %799, align 8
  store i64 0, ptr %813, align 8
  %815 = load ptr, ptr %0, align 8
  %816 = getelementptr inbounds i8, ptr %815, i64 600
  %817 = load i64, ptr %816, align 8
  %818 = add i64 %817, %814
  %819 = tail call i64 @llvm.smax.i64(i64 %818, i64 %796)
  tail call void @go_on(ptr %0, i64 %780, i64 %795, i64 %819)
  br label %820

820:
  br i1 %763, label %1071, label %821

821:
  %822 = getelementptr inbounds i8, ptr %169, i64 24
  %823 = load i64, ptr %822, align 8
  %824 = icmp eq i64 %823, 0
  br i1 %824, label %829, label %825

825:
  %826 = getelementptr inbounds i8, ptr %169, i64 16
  %827 = load i64, ptr %826, align 8
  %828 = icmp slt i64 %827, 2
  br i1 %828, label %833, label %829

829:
  %830 = getelementptr inbounds i8, ptr %169, i64 16
  %831 = load i64, ptr %830, align 8
  %832 = tail call i64 @llvm.smax.i64(i64 %831, i64 1)
  br label %833

833:
  %834 = phi i64 [ %832, %829 ], [ 2, %825 ]
  %835 = add i64 %834, %72
  switch i64 %173, label %932 [
    i64 22, label %836
    i64 7, label %836
    i64 6, label %836
  ]

836:
  %837 = load ptr, ptr %15, align 8
  %838 = getelementptr inbounds %struct.Warp, ptr %837, i64 %96
  %839 = load ptr, ptr %16, align 8
  %840 = getelementptr inbounds i8, ptr %838, i64 72
  %841 = load i64, ptr %840, align 8
  %842 = getelementptr inbounds %struct.Row, ptr %839, i64 %841
  %843 = getelementptr inbounds i8, ptr %842, i64 8
  %844 = load i64, ptr %843, align 8
  switch i64 %844, label %860 [
    i64 6, label %845
    i64 7, label %855
  ]

845:
  %846 = load ptr, ptr %7, align 8
  %847 = getelementptr inbounds i8, ptr %846, i64 1104
  %848 = load i64, ptr %847, align 8
  %849 = load ptr, ptr %0, align 8
  %850 = getelementptr inbounds i8, ptr %849, i64 480
  %851 = load i64, ptr %850, align 8
  %852 = add i64 %851, %72
  %853 = tail call i64 @llvm.smax.i64(i64 %852, i64 %848)
  %854 = tail call i64 @llvm.smax.i64(i64 %853, i64 %835)
  br label %921

855:
  %856 = getelementptr inbounds i8, ptr %842, i64 64
  %857 = load i64, ptr %856, align 8
  %858 = add i64 %857, %72
  %859 = tail call i64 @llvm.smax.i64(i64 %858, i64 %835)
  br label %921

860:
  %861 = load ptr, ptr %34, align 8
  %862 = getelementptr inbounds i8, ptr %838, i64 32
  %863 = load i64, ptr %862, align 8
  %864 = getelementptr %struct.Access, ptr %861, i64 %863
  %865 = getelementptr i8, ptr %864, i64 -8
  %866 = load i64, ptr %865, align 8
  %867 = icmp slt i64 %866, 0
  br i1 %867, label %917, label %868

868:
  %869 = load ptr, ptr %35, align 8
  %870 = load ptr, ptr %36, align 8
  %871 = getelementptr inbounds i8, ptr %838, i64 88
  %872 = load i64, ptr %871, align 8
  %873 = getelementptr inbounds %struct.Slot, ptr %870, i64 %872
  %874 = getelementptr inbounds i8, ptr %873, i64 16
  %875 = load i64, ptr %874, align 8
  %876 = getelementptr %struct.Wait, ptr %869, i64 %875
  %877 = getelementptr %struct.Wait, ptr %876, i64 %866
  %878 = load i64, ptr %877, align 8
  %879 = icmp slt i64 %878, 1
  br i1 %879, label %888, label %880

880:
  %881 = add i64 %866, 16
  %882 = getelementptr inbounds i8, ptr %838, i64 96
  store i64 %881, ptr %882, align 8
  %883 = load ptr, ptr %15, align 8
  %884 = getelementptr inbounds %struct.Warp, ptr %883, i64 %96
  %885 = getelementptr inbounds i8, ptr %884, i64 48
  store i64 %64, ptr %885, align 8
  %886 = load ptr, ptr %17, align 8
  %887 = getelementptr inbounds i64, ptr %886, i64 %96
  store i64 1152921504606846976, ptr %887, align 8
  br label %917

888:
  %889 = getelementptr inbounds i8, ptr %877, i64 8
  %890 = load i64, ptr %889, align 8
  %891 = tail call i64 @llvm.smax.i64(i64 %890, i64 %835)
  %892 = getelementptr inbounds i8, ptr %842, i64 32
  %893 = load i64, ptr %892, align 8
  %894 = icmp sgt i64 %893, -1
  br i1 %894, label %895, label %917

895:
  %896 = tail call i64 @llvm.smax.i64(i64 %890, i64 %413)
  %897 = load ptr, ptr %0, align 8
  %898 = getelementptr inbounds i8, ptr %897, i64 464
  %899 = load i64, ptr %898, align 8
  %900 = add i64 %899, %896
  %901 = load ptr, ptr %37, align 8
  %902 = mul i64 %96, 1216
  %903 = getelementptr i8, ptr %901, i64 %902
  %904 = getelementptr %struct.Counter, ptr %903, i64 %893
  %905 = load i64, ptr %904, align 8
  %906 = icmp sgt i64 %900, %905
  br i1 %906, label %907, label %909

907:
  store i64 %900, ptr %904, align 8
  %908 = getelementptr inbounds i8, ptr %904, i64 8
  store i64 2, ptr %908, align 8
  br label %909

909:
  %910 = getelementptr inbounds i8, ptr %904, i64 16
  %911 = load i64, ptr %910, align 8
  %912 = add i64 %911, 1
  store i64 %912, ptr %910, align 8
  %913 = load i64, ptr %904, align 8
  %914 = getelementptr inbounds i8, ptr %904, i64 24
  %915 = srem i64 %912, 16
  %916 = getelementptr inbounds i64, ptr %914, i64 %915
  store i64 %913, ptr %916, align 8
  br label %917

917:
  %918 = phi i1 [ false, %860 ], [ true, %888 ], [ true, %909 ], [ false, %880 ]
  %919 = phi i64 [ %835, %860 ], [ %891, %888 ], [ %891, %909 ], [ %835, %880 ]
  %920 = phi i64 [ %835, %860 ], [ 1152921504606846976, %888 ], [ 1152921504606846976, %909 ], [ 1152921504606846976, %880 ]
  br i1 %918, label %921, label %929

921:
  %922 = phi i64 [ 4, %845 ], [ 5, %855 ], [ 1, %917 ]
  %923 = phi i64 [ %854, %845 ], [ %859, %855 ], [ %919, %917 ]
  %924 = sub i64 %923, %835
  %925 = getelementptr inbounds i8, ptr %842, i64 128
  %926 = getelementptr inbounds i64, ptr %925, i64 %922
  %927 = load i64, ptr %926, align 8
  %928 = add i64 %924, %927
  store i64 %928, ptr %926, align 8
  br label %929

929:
  %930 = phi i64 [ %923, %921 ], [ %920, %917 ]
  %931 = icmp eq i64 %930, 1152921504606846976
  br i1 %931, label %1071, label %932

932:
  %933 = phi i64 [ %930, %929 ], [ %835, %833 ]
  %934 = load ptr, ptr %15, align 8
  %935 = getelementptr inbounds %struct.Warp, ptr %934, i64 %96
  %936 = getelementptr inbounds i8, ptr %935, i64 72
  %937 = load i64, ptr %936, align 8
  %938 = add i64 %937, 1
  store i64 %938, ptr %936, align 8
  %939 = getelementptr inbounds i8, ptr %935, i64 80
  %940 = load i64, ptr %939, align 8
  %941 = icmp slt i64 %938, %940
  br i1 %941, label %979, label %942

942:
  %943 = getelementptr inbounds i8, ptr %935, i64 24
  %944 = load i64, ptr %943, align 8
  %945 = add i64 %944, -1
  store i64 %945, ptr %943, align 8
  %946 = icmp sgt i64 %944, 1
  br i1 %946, label %947, label %954

947:
  %948 = load ptr, ptr %42, align 8
  %949 = getelementptr inbounds i8, ptr %935, i64 8
  %950 = load i64, ptr %949, align 8
  %951 = mul i64 %950, 24
  %952 = getelementptr inbounds i8, ptr %948, i64 %951
  %953 = load i64, ptr %952, align 8
  store i64 %953, ptr %936, align 8
  br label %979

954:
  %955 = getelementptr inbounds i8, ptr %935, i64 8
  %956 = load i64, ptr %955, align 8
  %957 = add i64 %956, 1
  store i64 %957, ptr %955, align 8
  %958 = getelementptr inbounds i8, ptr %935, i64 16
  %959 = load i64, ptr %958, align 8
  %960 = icmp eq i64 %957, %959
  br i1 %960, label %987, label %961

961:
  %962 = load ptr, ptr %15, align 8
  %963 = getelementptr inbounds %struct.Warp, ptr %962, i64 %96
  %964 = load ptr, ptr %38, align 8
  %965 = getelementptr inbounds i8, ptr %963, i64 8
  %966 = load i64, ptr %965, align 8
  %967 = mul i64 %966, 24
  %968 = getelementptr inbounds i8, ptr %964, i64 %967
  %969 = load i64, ptr %968, align 8
  %970 = getelementptr inbounds i8, ptr %963, i64 72
  store i64 %969, ptr %970, align 8
  %971 = load i64, ptr %968, align 8
  %972 = getelementptr inbounds i8, ptr %968, i64 8
  %973 = load i64, ptr %972, align 8
  %974 = add i64 %973, %971
  %975 = getelementptr inbounds i8, ptr %963, i64 80
  store i64 %974, ptr %975, align 8
  %976 = getelementptr inbounds i8, ptr %968, i64 16
  %977 = load i64, ptr %976, align 8
  %978 = getelementptr inbounds i8, ptr %963, i64 24
  store i64 %977, ptr %978, align 8
  br label %979

979:
  %980 = add i64 %834, -1
  %981 = load ptr, ptr %16, align 8
  %982 = load i64, ptr %167, align 8
  %983 = getelementptr inbounds %struct.Row, ptr %981, i64 %982
  %984 = getelementptr inbounds i8, ptr %983, i64 128
  %985 = load i64, ptr %984, align 8
  %986 = add i64 %980, %985
  store i64 %986, ptr %984, align 8
  tail call void @settle(ptr %0, i64 %96, i64 %933)
  br label %1071

987:
  %988 = load ptr, ptr %7, align 8
  %989 = load ptr, ptr %15, align 8
  %990 = getelementptr inbounds %struct.Warp, ptr %989, i64 %96
  %991 = load ptr, ptr %39, align 8
  %992 = getelementptr inbounds i8, ptr %990, i64 88
  %993 = load i64, ptr %992, align 8
  %994 = getelementptr inbounds %struct.Slot, ptr %991, i64 %993
  %995 = getelementptr inbounds i8, ptr %990, i64 64
  %996 = load i64, ptr %995, align 8
  %997 = load ptr, ptr %0, align 8
  %998 = getelementptr inbounds i8, ptr %997, i64 480
  %999 = load i64, ptr %998, align 8
  %1000 = sub i64 %996, %999
  %1001 = tail call i64 @llvm.smax.i64(i64 %1000, i64 %64)
  %1002 = add i64 %1001, %66
  %1003 = load ptr, ptr %16, align 8
  %1004 = getelementptr inbounds i8, ptr %990, i64 72
  %1005 = load i64, ptr %1004, align 8
  %1006 = getelementptr %struct.Row, ptr %1003, i64 %1005
  %1007 = getelementptr i8, ptr %1006, i64 -8
  %1008 = load i64, ptr %1007, align 8
  %1009 = add i64 %1002, %1008
  store i64 %1009, ptr %1007, align 8
  %1010 = load ptr, ptr %40, align 8
  %1011 = load i64, ptr %994, align 8
  %1012 = getelementptr inbounds %struct.Block, ptr %1010, i64 %1011
  %1013 = getelementptr inbounds i8, ptr %1012, i64 24
  %1014 = load i64, ptr %1013, align 8
  %1015 = tail call i64 @llvm.smax.i64(i64 %1001, i64 %1014)
  store i64 %1015, ptr %1013, align 8
  %1016 = load ptr, ptr %17, align 8
  %1017 = getelementptr inbounds i64, ptr %1016, i64 %96
  store i64 1152921504606846976, ptr %1017, align 8
  %1018 = load ptr, ptr %10, align 8
  %1019 = load i64, ptr %11, align 8
  %1020 = sdiv i64 %1019, 4
  %1021 = sdiv i64 %96, %1020
  %1022 = getelementptr inbounds %struct.Scheduler, ptr %1018, i64 %1021
  %1023 = getelementptr inbounds i8, ptr %1022, i64 8
  store i64 -1, ptr %1023, align 8
  %1024 = getelementptr inbounds i8, ptr %994, i64 8
  %1025 = load i64, ptr %1024, align 8
  %1026 = add i64 %1025, -1
  store i64 %1026, ptr %1024, align 8
  %1027 = icmp eq i64 %1026, 0
  br i1 %1027, label %1028, label %1039

1028:
  %1029 = getelementptr inbounds i8, ptr %988, i64 1096
  %1030 = load i64, ptr %1029, align 8
  %1031 = add i64 %1030, 1
  store i64 %1031, ptr %1029, align 8
  %1032 = getelementptr inbounds i8, ptr %988, i64 1080
  %1033 = load i64, ptr %1032, align 8
  %1034 = load i64, ptr %8, align 8
  %1035 = icmp slt i64 %1033, %1034
  br i1 %1035, label %1036, label %1071

1036:
  %1037 = load i64, ptr %992, align 8
  %1038 = load i64, ptr %1013, align 8
  tail call void @start_block(ptr %0, i64 %1037, i64 %1038)
  br label %1071

1039:
  %1040 = phi i64 [ %1069, %1068 ], [ 0, %987 ]
  %1041 = load ptr, ptr %41, align 8
  %1042 = load i64, ptr %992, align 8
  %1043 = mul i64 %1042, 384
  %1044 = getelementptr i8, ptr %1041, i64 %1043
  %1045 = getelementptr %struct.Gate, ptr %1044, i64 %1040
  %1046 = load i64, ptr %1045, align 8
  %1047 = icmp sgt i64 %1046, 0
  br i1 %1047, label %1048, label %1068

1048:
  %1049 = getelementptr inbounds i8, ptr %1045, i64 8
  %1050 = load i64, ptr %1049, align 8
  %1051 = icmp sgt i64 %1050, 0
  br i1 %1051, label %1057, label %1052

1052:
  %1053 = load ptr, ptr %39, align 8
  %1054 = getelementptr inbounds %struct.Slot, ptr %1053, i64 %1042
  %1055 = getelementptr inbounds i8, ptr %1054, i64 8
  %1056 = load i64, ptr %1055, align 8
  br label %1057

1057:
  %1058 = phi i64 [ %1056, %1052 ], [ %1050, %1048 ]
  %1059 = icmp slt i64 %1046, %1058
  br i1 %1059, label %1068, label %1060

1060:
  %1061 = getelementptr inbounds i8, ptr %1045, i64 16
  %1062 = load i64, ptr %1061, align 8
  store i64 0, ptr %1045, align 8
  store i64 0, ptr %1061, align 8
  %1063 = load ptr, ptr %0, align 8
  %1064 = getelementptr inbounds i8, ptr %1063, i64 600
  %1065 = load i64, ptr %1064, align 8
  %1066 = add i64 %1065, %1062
  %1067 = tail call i64 @llvm.smax.i64(i64 %1066, i64 %64)
  tail call void @go_on(ptr %0, i64 %1042, i64 %1040, i64 %1067)
  br label %1068

1068:
  %1069 = add i64 %1040, 1
  %1070 = icmp ult i64 %1040, 15
  br i1 %1070, label %1039, label %1071

1071:
  %1072 = add i64 %76, 1
  %1073 = icmp ult i64 %76, 3
  br i1 %1073, label %75, label %53

1074:
  %1075 = phi i64 [ %46, %6 ], [ %57, %53 ]
  store i64 0, ptr %2, align 8
  %1076 = icmp sgt i64 %1075, 0
  br i1 %1076, label %1077, label %1090

1077:
  %1078 = getelementptr inbounds i8, ptr %0, i64 160
  %1079 = load ptr, ptr %1078, align 8
  %1080 = load i64, ptr %2, align 8
  br label %1081

1081:
  %1082 = phi i64 [ %1080, %1077 ], [ %1087, %1081 ]
  %1083 = phi i64 [ 0, %1077 ], [ %1088, %1081 ]
  %1084 = getelementptr inbounds %struct.Block, ptr %1079, i64 %1083
  %1085 = getelementptr inbounds i8, ptr %1084, i64 24
  %1086 = load i64, ptr %1085, align 8
  %1087 = tail call i64 @llvm.smax.i64(i64 %1086, i64 %1082)
  store i64 %1087, ptr %2, align 8
  %1088 = add i64 %1083, 1
  %1089 = icmp slt i64 %1088, %1075
  br i1 %1089, label %1081, label %1090

1090:
  ret void
}
define internal void @start_block(ptr %0, i64 %1, i64 %2) unnamed_addr {
  %4 = getelementptr inbounds i8, ptr %0, i64 16
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 1088
  %7 = load i64, ptr %6, align 8
  %8 = tail call i64 @llvm.smax.i64(i64 %7, i64 %2)
  %9 = load ptr, ptr %0, align 8
  %10 = getelementptr inbounds i8, ptr %9, i64 624
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %11, %8
  store i64 %12, ptr %6, align 8
  %13 = getelementptr inbounds i8, ptr %5, i64 1080
  %14 = load i64, ptr %13, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr %13, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 160
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds %struct.Block, ptr %17, i64 %14
  %19 = getelementptr inbounds i8, ptr %18, i64 16
  store i64 %8, ptr %19, align 8
  %20 = load i64, ptr %18, align 8
  %21 = getelementptr inbounds i8, ptr %0, i64 72
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %0, i64 152
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %24, -1
  %26 = sdiv i64 %22, %25
  %27 = getelementptr inbounds i8, ptr %0, i64 240
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds %struct.Slot, ptr %28, i64 %1
  store i64 %14, ptr %29, align 8
  %30 = getelementptr inbounds i8, ptr %29, i64 8
  store i64 %26, ptr %30, align 8
  %31 = getelementptr inbounds i8, ptr %29, i64 24
  store i64 0, ptr %31, align 8
  %32 = getelementptr inbounds i8, ptr %29, i64 32
  store i64 0, ptr %32, align 8
  %33 = getelementptr inbounds i8, ptr %0, i64 144
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds i64, ptr %34, i64 %20
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr i64, ptr %34, i64 %20
  %38 = getelementptr i8, ptr %37, i64 8
  %39 = load i64, ptr %38, align 8
  %40 = icmp sgt i64 %39, %36
  br i1 %40, label %41, label %45

41:
  %42 = getelementptr inbounds i8, ptr %0, i64 128
  %43 = getelementptr inbounds i8, ptr %0, i64 272
  %44 = getelementptr inbounds i8, ptr %29, i64 16
  br label %56

45:
  %46 = icmp sgt i64 %26, 0
  br i1 %46, label %47, label %78

47:
  %48 = mul i64 %26, %1
  %49 = getelementptr inbounds i8, ptr %0, i64 200
  %50 = mul i64 %26, %20
  %51 = getelementptr inbounds i8, ptr %18, i64 8
  %52 = getelementptr inbounds i8, ptr %0, i64 176
  %53 = getelementptr inbounds i8, ptr %0, i64 64
  %54 = getelementptr inbounds i8, ptr %0, i64 208
  %55 = getelementptr inbounds i8, ptr %0, i64 48
  br label %79

56:
  %57 = phi i64 [ 0, %41 ], [ %71, %56 ]
  %58 = load ptr, ptr %42, align 8
  %59 = getelementptr i64, ptr %58, i64 %36
  %60 = getelementptr i64, ptr %59, i64 %57
  %61 = load i64, ptr %60, align 8
  %62 = load ptr, ptr %43, align 8
  %63 = load i64, ptr %44, align 8
  %64 = getelementptr %struct.Wait, ptr %62, i64 %63
  %65 = getelementptr %struct.Wait, ptr %64, i64 %57
  store i64 %61, ptr %65, align 8
  %66 = load ptr, ptr %43, align 8
  %67 = load i64, ptr %44, align 8
  %68 = getelementptr %struct.Wait, ptr %66, i64 %67
  %69 = getelementptr %struct.Wait, ptr %68, i64 %57
  %70 = getelementptr inbounds i8, ptr %69, i64 8
  store i64 0, ptr %70, align 8
  %71 = add i64 %57, 1
  %72 = load ptr, ptr %33, align 8
  %73 = getelementptr i64, ptr %72, i64 %20
  %74 = getelementptr i8, ptr %73, i64 8
  %75 = load i64, ptr %74, align 8
  %76 = sub i64 %75, %36
  %77 = icmp slt i64 %71, %76
  br i1 %77, label %56, label %45

78:
  ret void

79:
  %80 = phi i64 [ 0, %47 ], [ %142, %124 ]
  %81 = add i64 %80, %48
  %82 = freeze i64 %81
  %83 = sdiv i64 %82, 4
  %84 = mul i64 %83, 4
  %85 = sub i64 %82, %84
  %86 = load i64, ptr %49, align 8
  %87 = sdiv i64 %86, 4
  %88 = mul i64 %87, %85
  %89 = add i64 %88, %83
  %90 = load i64, ptr %51, align 8
  %91 = load ptr, ptr %52, align 8
  %92 = getelementptr inbounds %struct.Warp, ptr %91, i64 %89
  %93 = load ptr, ptr %53, align 8
  %94 = getelementptr %struct.Plan, ptr %93, i64 %50
  %95 = getelementptr %struct.Plan, ptr %94, i64 %80
  %96 = load ptr, ptr %4, align 8
  %97 = getelementptr inbounds i8, ptr %96, i64 1120
  %98 = load i64, ptr %97, align 8
  %99 = add i64 %98, 1
  store i64 %99, ptr %97, align 8
  store i64 %98, ptr %92, align 8
  %100 = load i64, ptr %95, align 8
  %101 = getelementptr inbounds i8, ptr %92, i64 8
  store i64 %100, ptr %101, align 8
  %102 = getelementptr inbounds i8, ptr %95, i64 8
  %103 = load i64, ptr %102, align 8
  %104 = getelementptr inbounds i8, ptr %92, i64 16
  store i64 %103, ptr %104, align 8
  %105 = getelementptr inbounds i8, ptr %95, i64 16
  %106 = load i64, ptr %105, align 8
  %107 = getelementptr inbounds i8, ptr %92, i64 32
  store i64 %106, ptr %107, align 8
  %108 = getelementptr inbounds i8, ptr %92, i64 40
  store i64 %90, ptr %108, align 8
  %109 = getelementptr inbounds i8, ptr %92, i64 88
  store i64 %1, ptr %109, align 8
  %110 = getelementptr inbounds i8, ptr %92, i64 56
  store i64 0, ptr %110, align 8
  %111 = getelementptr inbounds i8, ptr %92, i64 64
  store i64 0, ptr %111, align 8
  %112 = getelementptr inbounds i8, ptr %92, i64 96
  store i64 -1, ptr %112, align 8
  %113 = shl i64 %89, 3
  br label %114

114:
  %115 = phi i64 [ 0, %79 ], [ %122, %114 ]
  %116 = load ptr, ptr %54, align 8
  %117 = add i64 %115, %113
  %118 = getelementptr inbounds %struct.Counter, ptr %116, i64 %117
  store i64 0, ptr %118, align 8
  %119 = load ptr, ptr %54, align 8
  %120 = getelementptr inbounds %struct.Counter, ptr %119, i64 %117
  %121 = getelementptr inbounds i8, ptr %120, i64 16
  store i64 0, ptr %121, align 8
  %122 = add i64 %115, 1
  %123 = icmp ult i64 %115, 7
  br i1 %123, label %114, label %124

124:
  %125 = load ptr, ptr %52, align 8
  %126 = getelementptr inbounds %struct.Warp, ptr %125, i64 %89
  %127 = load ptr, ptr %55, align 8
  %128 = getelementptr inbounds i8, ptr %126, i64 8
  %129 = load i64, ptr %128, align 8
  %130 = mul i64 %129, 24
  %131 = getelementptr inbounds i8, ptr %127, i64 %130
  %132 = load i64, ptr %131, align 8
  %133 = getelementptr inbounds i8, ptr %126, i64 72
  store i64 %132, ptr %133, align 8
  %134 = load i64, ptr %131, align 8
  %135 = getelementptr inbounds i8, ptr %131, i64 8
  %136 = load i64, ptr %135, align 8
  %137 = add i64 %136, %134
  %138 = getelementptr inbounds i8, ptr %126, i64 80
  store i64 %137, ptr %138, align 8
  %139 = getelementptr inbounds i8, ptr %131, i64 16
  %140 = load i64, ptr %139, align 8
  %141 = getelementptr inbounds i8, ptr %126, i64 24
  store i64 %140, ptr %141, align 8
  tail call void @settle(ptr %0, i64 %89, i64 %8)
  %142 = add i64 %80, 1
  %143 = icmp slt i64 %142, %26
  br i1 %143, label %79, label %78
}
define internal void @settle(ptr %0, i64 %1, i64 %2) unnamed_addr {
  %4 = getelementptr inbounds i8, ptr %0, i64 176
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds %struct.Warp, ptr %5, i64 %1
  %7 = getelementptr inbounds i8, ptr %0, i64 32
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %6, i64 72
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds %struct.Row, ptr %8, i64 %10
  %12 = getelementptr inbounds i8, ptr %11, i64 48
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %20, label %15

15:
  %16 = getelementptr inbounds i8, ptr %0, i64 208
  %17 = load ptr, ptr %16, align 8
  %18 = mul i64 %1, 1216
  %19 = getelementptr i8, ptr %17, i64 %18
  br label %26

20:
  %21 = phi i64 [ 0, %3 ], [ %41, %40 ]
  %22 = phi i64 [ %2, %3 ], [ %42, %40 ]
  %23 = getelementptr inbounds i8, ptr %11, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %24, 2
  br i1 %25, label %46, label %69

26:
  %27 = phi i64 [ %2, %15 ], [ %42, %40 ]
  %28 = phi i64 [ 0, %15 ], [ %41, %40 ]
  %29 = phi i64 [ 0, %15 ], [ %44, %40 ]
  %30 = phi i64 [ %13, %15 ], [ %43, %40 ]
  %31 = getelementptr %struct.Counter, ptr %19, i64 %29
  %32 = and i64 %30, 1
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %40, label %34

34:
  %35 = load i64, ptr %31, align 8
  %36 = icmp sgt i64 %35, %27
  br i1 %36, label %37, label %40

37:
  %38 = getelementptr inbounds i8, ptr %31, i64 8
  %39 = load i64, ptr %38, align 8
  br label %40

40:
  %41 = phi i64 [ %39, %37 ], [ %28, %34 ], [ %28, %26 ]
  %42 = phi i64 [ %35, %37 ], [ %27, %34 ], [ %27, %26 ]
  %43 = ashr i64 %30, 1
  %44 = add i64 %29, 1
  %45 = icmp eq i64 %43, 0
  br i1 %45, label %20, label %26

46:
  %47 = getelementptr inbounds i8, ptr %0, i64 208
  %48 = load ptr, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %11, i64 56
  %50 = load i64, ptr %49, align 8
  %51 = mul i64 %1, 1216
  %52 = getelementptr i8, ptr %48, i64 %51
  %53 = getelementptr %struct.Counter, ptr %52, i64 %50
  %54 = getelementptr inbounds i8, ptr %53, i64 16
  %55 = load i64, ptr %54, align 8
  %56 = getelementptr inbounds i8, ptr %11, i64 64
  %57 = load i64, ptr %56, align 8
  %58 = sub i64 %55, %57
  %59 = icmp sgt i64 %58, 0
  br i1 %59, label %60, label %69

60:
  %61 = getelementptr inbounds i8, ptr %53, i64 24
  %62 = and i64 %58, 15
  %63 = getelementptr inbounds i64, ptr %61, i64 %62
  %64 = load i64, ptr %63, align 8
  %65 = icmp sgt i64 %64, %22
  br i1 %65, label %66, label %69

66:
  %67 = getelementptr inbounds i8, ptr %53, i64 8
  %68 = load i64, ptr %67, align 8
  br label %69

69:
  %70 = phi i64 [ %21, %20 ], [ %68, %66 ], [ %21, %60 ], [ %21, %46 ]
  %71 = phi i64 [ %22, %20 ], [ %64, %66 ], [ %22, %60 ], [ %22, %46 ]
  %72 = sub i64 %71, %2
  %73 = getelementptr inbounds i8, ptr %11, i64 128
  %74 = getelementptr inbounds i64, ptr %73, i64 %70
  %75 = load i64, ptr %74, align 8
  %76 = add i64 %72, %75
  store i64 %76, ptr %74, align 8
  %77 = load i64, ptr %11, align 8
  %78 = getelementptr inbounds i8, ptr %6, i64 104
  store i64 %77, ptr %78, align 8
  %79 = getelementptr inbounds i8, ptr %0, i64 192
  %80 = load ptr, ptr %79, align 8
  %81 = getelementptr inbounds i64, ptr %80, i64 %1
  store i64 %71, ptr %81, align 8
  %82 = getelementptr inbounds i8, ptr %0, i64 224
  %83 = load ptr, ptr %82, align 8
  %84 = getelementptr inbounds i8, ptr %0, i64 200
  %85 = load i64, ptr %84, align 8
  %86 = sdiv i64 %85, 4
  %87 = sdiv i64 %1, %86
  %88 = getelementptr inbounds %struct.Scheduler, ptr %83, i64 %87
  %89 = load i64, ptr %88, align 8
  %90 = tail call i64 @llvm.smin.i64(i64 %71, i64 %89)
  store i64 %90, ptr %88, align 8
  ret void
}
define internal i64 @read(ptr %0, ptr %1, i64 %2, i64 %3, i1 zeroext %4) unnamed_addr {
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 16
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %6, i64 472
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %1, i64 16
  %12 = load i64, ptr %11, align 8
  %13 = tail call i64 @llvm.smax.i64(i64 %12, i64 1)
  %14 = add i64 %3, -1
  %15 = add i64 %14, %10
  %16 = add i64 %15, %13
  %17 = getelementptr inbounds i8, ptr %1, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %37

20:
  %21 = load i64, ptr %1, align 8
  %22 = getelementptr inbounds i8, ptr %0, i64 96
  %23 = getelementptr inbounds i8, ptr %8, i64 1128
  %24 = getelementptr inbounds i8, ptr %0, i64 288
  %25 = getelementptr inbounds i8, ptr %8, i64 1136
  %26 = sitofp i64 %3 to double
  %27 = getelementptr inbounds i8, ptr %6, i64 496
  %28 = getelementptr inbounds i8, ptr %8, i64 1152
  %29 = getelementptr inbounds i8, ptr %6, i64 480
  %30 = getelementptr inbounds i8, ptr %0, i64 112
  %31 = getelementptr inbounds i8, ptr %8, i64 8
  %32 = getelementptr inbounds i8, ptr %6, i64 504
  %33 = getelementptr inbounds i8, ptr %8, i64 1168
  %34 = getelementptr inbounds i8, ptr %8, i64 1160
  %35 = getelementptr inbounds i8, ptr %8, i64 1160
  %36 = getelementptr inbounds i8, ptr %0, i64 288
  br label %39

37:
  %38 = phi i64 [ %16, %5 ], [ %129, %124 ]
  ret i64 %38

39:
  %40 = phi i64 [ %16, %20 ], [ %129, %124 ]
  %41 = phi i64 [ -1, %20 ], [ %128, %124 ]
  %42 = phi i64 [ %21, %20 ], [ %130, %124 ]
  %43 = phi i64 [ 0, %20 ], [ %127, %124 ]
  %44 = phi i64 [ -1, %20 ], [ %126, %124 ]
  %45 = phi i64 [ 0, %20 ], [ %125, %124 ]
  %46 = load ptr, ptr %22, align 8
  %47 = getelementptr inbounds i64, ptr %46, i64 %42
  %48 = load i64, ptr %47, align 8
  %49 = add i64 %48, %2
  br i1 %4, label %50, label %73

50:
  %51 = load i64, ptr %23, align 8
  %52 = add i64 %51, 1
  store i64 %52, ptr %23, align 8
  %53 = ashr i64 %49, 2
  %54 = icmp eq i64 %53, %41
  br i1 %54, label %57, label %55

55:
  %56 = tail call i64 @line_of(ptr %0, i64 %53)
  br label %57

57:
  %58 = phi i64 [ %56, %55 ], [ %45, %50 ]
  %59 = phi i64 [ %53, %55 ], [ %41, %50 ]
  %60 = load ptr, ptr %24, align 8
  %61 = getelementptr inbounds %struct.Line, ptr %60, i64 %58
  %62 = getelementptr inbounds i8, ptr %61, i64 32
  %63 = and i64 %49, 3
  %64 = getelementptr inbounds i64, ptr %62, i64 %63
  %65 = load i64, ptr %64, align 8
  %66 = icmp slt i64 %65, 0
  br i1 %66, label %71, label %67

67:
  %68 = load i64, ptr %25, align 8
  %69 = add i64 %68, 1
  store i64 %69, ptr %25, align 8
  %70 = tail call i64 @llvm.smax.i64(i64 %65, i64 %40)
  br label %71

71:
  %72 = phi i64 [ %70, %67 ], [ %40, %57 ]
  br i1 %66, label %73, label %124

73:
  %74 = phi i64 [ %58, %71 ], [ %45, %39 ]
  %75 = phi i64 [ %59, %71 ], [ %41, %39 ]
  %76 = phi i64 [ %72, %71 ], [ %40, %39 ]
  %77 = load double, ptr %8, align 8
  %78 = fcmp ogt double %77, %26
  %79 = select i1 %78, double %77, double %26
  %80 = load double, ptr %27, align 8
  %81 = fadd double %80, %79
  store double %81, ptr %8, align 8
  %82 = load i64, ptr %28, align 8
  %83 = add i64 %82, 1
  store i64 %83, ptr %28, align 8
  %84 = tail call double @llvm.ceil.f64(double %79)
  %85 = fptosi double %84 to i64
  %86 = load i64, ptr %29, align 8
  %87 = add i64 %86, %85
  %88 = ashr i64 %49, 1
  %89 = icmp eq i64 %88, %44
  br i1 %89, label %90, label %94

90:
  %91 = load i64, ptr %35, align 8
  %92 = add i64 %91, 1
  store i64 %92, ptr %35, align 8
  %93 = tail call i64 @llvm.smax.i64(i64 %43, i64 %87)
  br label %112

94:
  %95 = load ptr, ptr %30, align 8
  %96 = getelementptr inbounds i8, ptr %95, i64 %42
  %97 = load i8, ptr %96, align 1
  switch i8 %97, label %112 [
    i8 2, label %98
    i8 0, label %100
  ]

98:
  %99 = tail call i64 @from_dram(ptr %0, double %79, i64 %88)
  br label %112

100:
  %101 = load double, ptr %31, align 8
  %102 = fcmp ogt double %101, %79
  %103 = select i1 %102, double %101, double %79
  %104 = load double, ptr %32, align 8
  %105 = fmul double %104, 2.000000e+00
  %106 = fadd double %103, %105
  store double %106, ptr %31, align 8
  %107 = load i64, ptr %33, align 8
  %108 = add i64 %107, 2
  store i64 %108, ptr %33, align 8
  %109 = load i64, ptr %34, align 8
  %110 = add i64 %109, 1
  store i64 %110, ptr %34, align 8
  %111 = tail call i64 @from_dram(ptr %0, double %103, i64 %88)
  br label %112

112:
  %113 = phi i64 [ %44, %90 ], [ %44, %98 ], [ %88, %100 ], [ %44, %94 ]
  %114 = phi i64 [ %43, %90 ], [ %43, %98 ], [ %111, %100 ], [ %43, %94 ]
  %115 = phi i64 [ %93, %90 ], [ %99, %98 ], [ %111, %100 ], [ %87, %94 ]
  br i1 %4, label %116, label %122

116:
  %117 = load ptr, ptr %36, align 8
  %118 = getelementptr inbounds %struct.Line, ptr %117, i64 %74
  %119 = getelementptr inbounds i8, ptr %118, i64 32
  %120 = and i64 %49, 3
  %121 = getelementptr inbounds i64, ptr %119, i64 %120
  store i64 %115, ptr %121, align 8
  br label %122

122:
  %123 = tail call i64 @llvm.smax.i64(i64 %115, i64 %76)
  br label %124

124:
  %125 = phi i64 [ %74, %122 ], [ %58, %71 ]
  %126 = phi i64 [ %113, %122 ], [ %44, %71 ]
  %127 = phi i64 [ %114, %122 ], [ %43, %71 ]
  %128 = phi i64 [ %75, %122 ], [ %59, %71 ]
  %129 = phi i64 [ %123, %122 ], [ %72, %71 ]
  %130 = add i64 %42, 1
  %131 = load i64, ptr %1, align 8
  %132 = load i64, ptr %17, align 8
  %133 = add i64 %132, %131
  %134 = icmp slt i64 %130, %133
  br i1 %134, label %39, label %37
}
define internal i64 @atomic(ptr %0, ptr %1, i64 %2, i64 %3) unnamed_addr {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 16
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %5, i64 472
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, %3
  %11 = getelementptr inbounds i8, ptr %1, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = icmp sgt i64 %12, 0
  br i1 %13, label %14, label %31

14:
  %15 = load i64, ptr %1, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 96
  %17 = sitofp i64 %3 to double
  %18 = getelementptr inbounds i8, ptr %5, i64 496
  %19 = getelementptr inbounds i8, ptr %5, i64 568
  %20 = getelementptr inbounds i8, ptr %7, i64 1152
  %21 = getelementptr inbounds i8, ptr %5, i64 480
  %22 = getelementptr inbounds i8, ptr %0, i64 112
  %23 = getelementptr inbounds i8, ptr %7, i64 8
  %24 = getelementptr inbounds i8, ptr %5, i64 504
  %25 = getelementptr inbounds i8, ptr %7, i64 1168
  %26 = getelementptr inbounds i8, ptr %7, i64 1160
  %27 = getelementptr inbounds i8, ptr %5, i64 488
  %28 = getelementptr inbounds i8, ptr %0, i64 320
  %29 = getelementptr inbounds i8, ptr %0, i64 328
  %30 = getelementptr inbounds i8, ptr %5, i64 576
  br label %33

31:
  %32 = phi i64 [ %10, %4 ], [ %89, %81 ]
  ret i64 %32

33:
  %34 = phi i64 [ %10, %14 ], [ %89, %81 ]
  %35 = phi i64 [ %15, %14 ], [ %90, %81 ]
  %36 = load ptr, ptr %16, align 8
  %37 = getelementptr inbounds i64, ptr %36, i64 %35
  %38 = load i64, ptr %37, align 8
  %39 = add i64 %38, %2
  %40 = load double, ptr %7, align 8
  %41 = fcmp ogt double %40, %17
  %42 = select i1 %41, double %40, double %17
  %43 = load double, ptr %18, align 8
  %44 = load double, ptr %19, align 8
  %45 = fcmp ogt double %44, %43
  %46 = select i1 %45, double %44, double %43
  %47 = fadd double %42, %46
  store double %47, ptr %7, align 8
  %48 = load i64, ptr %20, align 8
  %49 = add i64 %48, 1
  store i64 %49, ptr %20, align 8
  %50 = load ptr, ptr %22, align 8
  %51 = getelementptr inbounds i8, ptr %50, i64 %35
  %52 = load i8, ptr %51, align 1
  %53 = icmp eq i8 %52, 0
  br i1 %53, label %54, label %65

54:
  %55 = load double, ptr %23, align 8
  %56 = fcmp ogt double %55, %42
  %57 = select i1 %56, double %55, double %42
  %58 = load double, ptr %24, align 8
  %59 = fmul double %58, 2.000000e+00
  %60 = fadd double %57, %59
  store double %60, ptr %23, align 8
  %61 = load i64, ptr %25, align 8
  %62 = add i64 %61, 2
  store i64 %62, ptr %25, align 8
  %63 = load i64, ptr %26, align 8
  %64 = add i64 %63, 1
  store i64 %64, ptr %26, align 8
  br label %65

65:
  %66 = phi double [ %57, %54 ], [ %42, %33 ]
  %67 = phi ptr [ %27, %54 ], [ %21, %33 ]
  %68 = load i64, ptr %67, align 8
  %69 = load ptr, ptr %28, align 8
  %70 = load i64, ptr %29, align 8
  %71 = add i64 %70, -1
  %72 = and i64 %71, %39
  %73 = getelementptr inbounds %struct.Atomic, ptr %69, i64 %72
  %74 = load i64, ptr %73, align 8
  %75 = icmp eq i64 %74, %39
  br i1 %75, label %76, label %81

76:
  %77 = getelementptr inbounds i8, ptr %73, i64 8
  %78 = load double, ptr %77, align 8
  %79 = fcmp ogt double %78, %66
  %80 = select i1 %79, double %78, double %66
  br label %81

81:
  %82 = phi double [ %80, %76 ], [ %66, %65 ]
  store i64 %39, ptr %73, align 8
  %83 = load double, ptr %30, align 8
  %84 = fadd double %82, %83
  %85 = getelementptr inbounds i8, ptr %73, i64 8
  store double %84, ptr %85, align 8
  %86 = tail call double @llvm.ceil.f64(double %82)
  %87 = fptosi double %86 to i64
  %88 = add i64 %68, %87
  %89 = tail call i64 @llvm.smax.i64(i64 %88, i64 %34)
  %90 = add i64 %35, 1
  %91 = load i64, ptr %1, align 8
  %92 = load i64, ptr %11, align 8
  %93 = add i64 %92, %91
  %94 = icmp slt i64 %90, %93
  br i1 %94, label %33, label %31
}
define internal i64 @write(ptr %0, ptr %1, i64 %2, i64 %3) unnamed_addr {
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %1, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %27

10:
  %11 = load i64, ptr %1, align 8
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds i8, ptr %0, i64 96
  %14 = sitofp i64 %3 to double
  %15 = getelementptr inbounds i8, ptr %12, i64 496
  %16 = getelementptr inbounds i8, ptr %6, i64 1152
  %17 = getelementptr inbounds i8, ptr %0, i64 304
  %18 = getelementptr inbounds i8, ptr %0, i64 312
  %19 = getelementptr inbounds i8, ptr %0, i64 288
  %20 = getelementptr inbounds i8, ptr %0, i64 288
  %21 = getelementptr inbounds i8, ptr %6, i64 1144
  %22 = getelementptr inbounds i8, ptr %0, i64 112
  %23 = getelementptr inbounds i8, ptr %6, i64 8
  %24 = getelementptr inbounds i8, ptr %12, i64 504
  %25 = getelementptr inbounds i8, ptr %6, i64 1168
  %26 = getelementptr inbounds i8, ptr %12, i64 480
  br label %29

27:
  %28 = phi i64 [ %3, %4 ], [ %97, %92 ]
  ret i64 %28

29:
  %30 = phi i64 [ %3, %10 ], [ %97, %92 ]
  %31 = phi i64 [ %11, %10 ], [ %98, %92 ]
  %32 = load ptr, ptr %13, align 8
  %33 = getelementptr inbounds i64, ptr %32, i64 %31
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, %2
  %36 = load double, ptr %6, align 8
  %37 = fcmp ogt double %36, %14
  %38 = select i1 %37, double %36, double %14
  %39 = load double, ptr %15, align 8
  %40 = fadd double %39, %38
  store double %40, ptr %6, align 8
  %41 = load i64, ptr %16, align 8
  %42 = add i64 %41, 1
  store i64 %42, ptr %16, align 8
  %43 = ashr i64 %35, 2
  %44 = load ptr, ptr %17, align 8
  %45 = ashr i64 %35, 13
  %46 = xor i64 %45, %43
  %47 = load i64, ptr %18, align 8
  %48 = add i64 %47, -1
  %49 = and i64 %48, %46
  %50 = getelementptr inbounds i64, ptr %44, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = icmp sgt i64 %51, -1
  br i1 %52, label %53, label %64

53:
  %54 = load ptr, ptr %19, align 8
  br label %59

55:
  %56 = getelementptr inbounds i8, ptr %61, i64 24
  %57 = load i64, ptr %56, align 8
  %58 = icmp sgt i64 %57, -1
  br i1 %58, label %59, label %64

59:
  %60 = phi i64 [ %51, %53 ], [ %57, %55 ]
  %61 = getelementptr inbounds %struct.Line, ptr %54, i64 %60
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, %43
  br i1 %63, label %64, label %55

64:
  %65 = phi i64 [ %51, %29 ], [ %60, %59 ], [ %57, %55 ]
  %66 = icmp sgt i64 %65, -1
  br i1 %66, label %67, label %75

67:
  %68 = load ptr, ptr %20, align 8
  %69 = getelementptr inbounds %struct.Line, ptr %68, i64 %65
  %70 = getelementptr inbounds i8, ptr %69, i64 32
  %71 = and i64 %35, 3
  %72 = getelementptr inbounds i64, ptr %70, i64 %71
  %73 = load i64, ptr %72, align 8
  %74 = icmp sgt i64 %73, -1
  br label %75

75:
  %76 = phi i1 [ false, %64 ], [ %74, %67 ]
  %77 = zext i1 %76 to i64
  %78 = load i64, ptr %21, align 8
  %79 = add i64 %78, %77
  store i64 %79, ptr %21, align 8
  %80 = load ptr, ptr %22, align 8
  %81 = getelementptr inbounds i8, ptr %80, i64 %31
  %82 = load i8, ptr %81, align 1
  %83 = icmp eq i8 %82, 0
  br i1 %83, label %84, label %92

84:
  %85 = load double, ptr %23, align 8
  %86 = fcmp ogt double %85, %38
  %87 = select i1 %86, double %85, double %38
  %88 = load double, ptr %24, align 8
  %89 = fadd double %88, %87
  store double %89, ptr %23, align 8
  %90 = load i64, ptr %25, align 8
  %91 = add i64 %90, 1
  store i64 %91, ptr %25, align 8
  br label %92

92:
  %93 = tail call double @llvm.ceil.f64(double %38)
  %94 = fptosi double %93 to i64
  %95 = load i64, ptr %26, align 8
  %96 = add i64 %95, %94
  %97 = tail call i64 @llvm.smax.i64(i64 %96, i64 %30)
  %98 = add i64 %31, 1
  %99 = load i64, ptr %1, align 8
  %100 = load i64, ptr %7, align 8
  %101 = add i64 %100, %99
  %102 = icmp slt i64 %98, %101
  br i1 %102, label %29, label %27
}
define internal i64 @line_of(ptr %0, i64 %1) unnamed_addr {
  %3 = getelementptr inbounds i8, ptr %0, i64 304
  %4 = load ptr, ptr %3, align 8
  %5 = ashr i64 %1, 11
  %6 = xor i64 %5, %1
  %7 = getelementptr inbounds i8, ptr %0, i64 312
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, -1
  %10 = and i64 %9, %6
  %11 = getelementptr inbounds i64, ptr %4, i64 %10
  %12 = load i64, ptr %11, align 8
  %13 = icmp sgt i64 %12, -1
  br i1 %13, label %14, label %26

14:
  %15 = getelementptr inbounds i8, ptr %0, i64 288
  %16 = load ptr, ptr %15, align 8
  br label %21

17:
  %18 = getelementptr inbounds i8, ptr %23, i64 24
  %19 = load i64, ptr %18, align 8
  %20 = icmp sgt i64 %19, -1
  br i1 %20, label %21, label %26

21:
  %22 = phi i64 [ %12, %14 ], [ %19, %17 ]
  %23 = getelementptr inbounds %struct.Line, ptr %16, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %24, %1
  br i1 %25, label %26, label %17

26:
  %27 = phi i64 [ %12, %2 ], [ %22, %21 ], [ %19, %17 ]
  %28 = icmp sgt i64 %27, -1
  %29 = getelementptr inbounds i8, ptr %0, i64 16
  %30 = load ptr, ptr %29, align 8
  br i1 %28, label %31, label %55

31:
  %32 = getelementptr inbounds i8, ptr %30, i64 1192
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %27, %33
  br i1 %34, label %146, label %35

35:
  %36 = getelementptr inbounds i8, ptr %0, i64 288
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds %struct.Line, ptr %37, i64 %27
  %39 = getelementptr inbounds i8, ptr %38, i64 16
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds i8, ptr %38, i64 8
  %42 = load i64, ptr %41, align 8
  %43 = icmp sgt i64 %40, -1
  br i1 %43, label %44, label %47

44:
  %45 = getelementptr inbounds %struct.Line, ptr %37, i64 %40
  %46 = getelementptr inbounds i8, ptr %45, i64 8
  store i64 %42, ptr %46, align 8
  br label %49

47:
  %48 = getelementptr inbounds i8, ptr %30, i64 1200
  store i64 %42, ptr %48, align 8
  br label %49

49:
  %50 = icmp sgt i64 %42, -1
  br i1 %50, label %51, label %54

51:
  %52 = getelementptr inbounds %struct.Line, ptr %37, i64 %42
  %53 = getelementptr inbounds i8, ptr %52, i64 16
  store i64 %40, ptr %53, align 8
  br label %127

54:
  store i64 %40, ptr %32, align 8
  br label %127

55:
  %56 = getelementptr inbounds i8, ptr %0, i64 288
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds i8, ptr %30, i64 1184
  %59 = load i64, ptr %58, align 8
  %60 = getelementptr inbounds i8, ptr %0, i64 296
  %61 = load i64, ptr %60, align 8
  %62 = icmp slt i64 %59, %61
  br i1 %62, label %63, label %65

63:
  %64 = add i64 %59, 1
  store i64 %64, ptr %58, align 8
  br label %106

65:
  %66 = getelementptr inbounds i8, ptr %30, i64 1200
  %67 = load i64, ptr %66, align 8
  %68 = getelementptr inbounds %struct.Line, ptr %57, i64 %67
  %69 = getelementptr inbounds i8, ptr %68, i64 16
  %70 = load i64, ptr %69, align 8
  %71 = getelementptr inbounds i8, ptr %68, i64 8
  %72 = load i64, ptr %71, align 8
  %73 = icmp sgt i64 %70, -1
  br i1 %73, label %74, label %77

74:
  %75 = getelementptr inbounds %struct.Line, ptr %57, i64 %70
  %76 = getelementptr inbounds i8, ptr %75, i64 8
  store i64 %72, ptr %76, align 8
  br label %78

77:
  store i64 %72, ptr %66, align 8
  br label %78

78:
  %79 = icmp sgt i64 %72, -1
  br i1 %79, label %80, label %83

80:
  %81 = getelementptr inbounds %struct.Line, ptr %57, i64 %72
  %82 = getelementptr inbounds i8, ptr %81, i64 16
  store i64 %70, ptr %82, align 8
  br label %85

83:
  %84 = getelementptr inbounds i8, ptr %30, i64 1192
  store i64 %70, ptr %84, align 8
  br label %85

85:
  %86 = load ptr, ptr %3, align 8
  %87 = load i64, ptr %68, align 8
  %88 = ashr i64 %87, 11
  %89 = xor i64 %88, %87
  %90 = load i64, ptr %7, align 8
  %91 = add i64 %90, -1
  %92 = and i64 %91, %89
  %93 = getelementptr inbounds i64, ptr %86, i64 %92
  %94 = load i64, ptr %93, align 8
  %95 = icmp eq i64 %94, %67
  br i1 %95, label %102, label %96

96:
  %97 = phi i64 [ %100, %96 ], [ %94, %85 ]
  %98 = getelementptr inbounds %struct.Line, ptr %57, i64 %97
  %99 = getelementptr inbounds i8, ptr %98, i64 24
  %100 = load i64, ptr %99, align 8
  %101 = icmp eq i64 %100, %67
  br i1 %101, label %102, label %96

102:
  %103 = phi ptr [ %93, %85 ], [ %99, %96 ]
  %104 = getelementptr inbounds i8, ptr %68, i64 24
  %105 = load i64, ptr %104, align 8
  store i64 %105, ptr %103, align 8
  br label %106

106:
  %107 = phi i64 [ %59, %63 ], [ %67, %102 ]
  %108 = load ptr, ptr %3, align 8
  %109 = load i64, ptr %7, align 8
  %110 = add i64 %109, -1
  %111 = and i64 %110, %6
  %112 = getelementptr inbounds i64, ptr %108, i64 %111
  %113 = load ptr, ptr %56, align 8
  %114 = getelementptr inbounds %struct.Line, ptr %113, i64 %107
  store i64 %1, ptr %114, align 8
  %115 = load i64, ptr %112, align 8
  %116 = load ptr, ptr %56, align 8
  %117 = getelementptr inbounds %struct.Line, ptr %116, i64 %107
  %118 = getelementptr inbounds i8, ptr %117, i64 24
  store i64 %115, ptr %118, align 8
  store i64 %107, ptr %112, align 8
  br label %119

119:
  %120 = phi i64 [ 0, %106 ], [ %125, %119 ]
  %121 = load ptr, ptr %56, align 8
  %122 = getelementptr inbounds %struct.Line, ptr %121, i64 %107
  %123 = getelementptr inbounds i8, ptr %122, i64 32
  %124 = getelementptr inbounds i64, ptr %123, i64 %120
  store i64 -1, ptr %124, align 8
  %125 = add i64 %120, 1
  %126 = icmp ult i64 %120, 3
  br i1 %126, label %119, label %127

127:
  %128 = phi i64 [ %27, %54 ], [ %27, %51 ], [ %107, %119 ]
  %129 = getelementptr inbounds i8, ptr %0, i64 16
  %130 = load ptr, ptr %129, align 8
  %131 = getelementptr inbounds i8, ptr %0, i64 288
  %132 = load ptr, ptr %131, align 8
  %133 = getelementptr inbounds i8, ptr %130, i64 1192
  %134 = load i64, ptr %133, align 8
  %135 = getelementptr inbounds %struct.Line, ptr %132, i64 %128
  %136 = getelementptr inbounds i8, ptr %135, i64 16
  store i64 %134, ptr %136, align 8
  %137 = getelementptr inbounds i8, ptr %135, i64 8
  store i64 -1, ptr %137, align 8
  %138 = load i64, ptr %133, align 8
  %139 = icmp sgt i64 %138, -1
  br i1 %139, label %140, label %143

140:
  %141 = getelementptr inbounds %struct.Line, ptr %132, i64 %138
  %142 = getelementptr inbounds i8, ptr %141, i64 8
  store i64 %128, ptr %142, align 8
  br label %145

143:
  %144 = getelementptr inbounds i8, ptr %130, i64 1200
  store i64 %128, ptr %144, align 8
  br label %145

145:
  store i64 %128, ptr %133, align 8
  br label %146

146:
  %147 = phi i64 [ %128, %145 ], [ %27, %31 ]
  ret i64 %147
}
define internal i64 @from_dram(ptr %0, double %1, i64 %2) unnamed_addr {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 1168
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %4, i64 504
  %10 = load double, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %4, i64 552
  %12 = load double, ptr %11, align 8
  %13 = mul i64 %2, 2654435761
  %14 = lshr i64 %13, 20
  %15 = and i64 %14, 1048575
  %16 = uitofp i64 %15 to double
  %17 = fmul double %16, 0x3EB0000000000000
  %18 = fcmp olt double %17, 5.000000e-01
  br i1 %18, label %19, label %22

19:
  %20 = getelementptr inbounds i8, ptr %4, i64 520
  %21 = fmul double %17, 2.000000e+00
  br label %32

22:
  %23 = fcmp olt double %17, 9.000000e-01
  br i1 %23, label %24, label %28

24:
  %25 = getelementptr inbounds i8, ptr %4, i64 528
  %26 = fadd double %17, -5.000000e-01
  %27 = fdiv double %26, 4.000000e-01
  br label %32

28:
  %29 = getelementptr inbounds i8, ptr %4, i64 536
  %30 = fadd double %17, -9.000000e-01
  %31 = fdiv double %30, 1.000000e-01
  br label %32

32:
  %33 = phi i64 [ 536, %24 ], [ 544, %28 ], [ 528, %19 ]
  %34 = phi ptr [ %25, %24 ], [ %29, %28 ], [ %20, %19 ]
  %35 = phi double [ %27, %24 ], [ %31, %28 ], [ %21, %19 ]
  %36 = load double, ptr %34, align 8
  %37 = getelementptr inbounds i8, ptr %4, i64 %33
  %38 = load double, ptr %37, align 8
  %39 = fsub double %38, %36
  %40 = fmul double %35, %39
  %41 = fadd double %36, %40
  %42 = sitofp i64 %8 to double
  %43 = fmul double %10, %42
  %44 = fadd double %1, %12
  %45 = fdiv double %43, %44
  %46 = fcmp olt double %45, 1.000000e+00
  %47 = select i1 %46, double %45, double 1.000000e+00
  %48 = getelementptr inbounds i8, ptr %4, i64 512
  %49 = load double, ptr %48, align 8
  %50 = fmul double %41, %49
  %51 = getelementptr inbounds i8, ptr %4, i64 560
  %52 = load double, ptr %51, align 8
  %53 = fmul double %47, %52
  %54 = getelementptr inbounds i8, ptr %4, i64 632
  %55 = load double, ptr %54, align 8
  %56 = fadd double %53, %55
  %57 = fmul double %47, %56
  %58 = fadd double %50, %57
  %59 = getelementptr inbounds i8, ptr %4, i64 488
  %60 = load i64, ptr %59, align 8
  %61 = sitofp i64 %60 to double
  %62 = fadd double %1, %61
  %63 = fadd double %62, %58
  %64 = tail call double @llvm.ceil.f64(double %63)
  %65 = fptosi double %64 to i64
  ret i64 %65
}
declare double @llvm.ceil.f64(double)
define internal void @go_on(ptr %0, i64 %1, i64 %2, i64 %3) unnamed_addr {
  %5 = icmp slt i64 %2, 16
  %6 = select i1 %5, i64 3, i64 1
  %7 = getelementptr inbounds i8, ptr %0, i64 200
  %8 = load i64, ptr %7, align 8
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %16

10:
  %11 = getelementptr inbounds i8, ptr %0, i64 176
  %12 = getelementptr inbounds i8, ptr %0, i64 32
  %13 = getelementptr inbounds i8, ptr %0, i64 208
  %14 = getelementptr inbounds i8, ptr %0, i64 48
  %15 = getelementptr inbounds i8, ptr %0, i64 48
  br label %17

16:
  ret void

17:
  %18 = phi i64 [ 0, %10 ], [ %113, %112 ]
  %19 = load ptr, ptr %11, align 8
  %20 = getelementptr inbounds %struct.Warp, ptr %19, i64 %18
  %21 = getelementptr inbounds i8, ptr %20, i64 96
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, %2
  br i1 %23, label %24, label %112

24:
  %25 = getelementptr inbounds i8, ptr %20, i64 88
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, %1
  br i1 %27, label %28, label %112

28:
  %29 = load ptr, ptr %12, align 8
  %30 = getelementptr inbounds i8, ptr %20, i64 72
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds %struct.Row, ptr %29, i64 %31
  %33 = getelementptr inbounds i8, ptr %20, i64 48
  %34 = load i64, ptr %33, align 8
  %35 = tail call i64 @llvm.smax.i64(i64 %34, i64 %3)
  %36 = sub i64 %35, %34
  %37 = getelementptr inbounds i8, ptr %32, i64 128
  %38 = getelementptr inbounds i64, ptr %37, i64 %6
  %39 = load i64, ptr %38, align 8
  %40 = add i64 %36, %39
  store i64 %40, ptr %38, align 8
  %41 = getelementptr inbounds i8, ptr %32, i64 32
  %42 = load i64, ptr %41, align 8
  %43 = icmp sgt i64 %42, -1
  br i1 %43, label %44, label %65

44:
  %45 = load ptr, ptr %0, align 8
  %46 = getelementptr inbounds i8, ptr %45, i64 464
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %47, %35
  %49 = load ptr, ptr %13, align 8
  %50 = mul i64 %18, 1216
  %51 = getelementptr i8, ptr %49, i64 %50
  %52 = getelementptr %struct.Counter, ptr %51, i64 %42
  %53 = load i64, ptr %52, align 8
  %54 = icmp sgt i64 %48, %53
  br i1 %54, label %55, label %57

55:
  store i64 %48, ptr %52, align 8
  %56 = getelementptr inbounds i8, ptr %52, i64 8
  store i64 2, ptr %56, align 8
  br label %57

57:
  %58 = getelementptr inbounds i8, ptr %52, i64 16
  %59 = load i64, ptr %58, align 8
  %60 = add i64 %59, 1
  store i64 %60, ptr %58, align 8
  %61 = load i64, ptr %52, align 8
  %62 = getelementptr inbounds i8, ptr %52, i64 24
  %63 = srem i64 %60, 16
  %64 = getelementptr inbounds i64, ptr %62, i64 %63
  store i64 %61, ptr %64, align 8
  br label %65

65:
  store i64 -1, ptr %21, align 8
  %66 = load ptr, ptr %11, align 8
  %67 = getelementptr inbounds %struct.Warp, ptr %66, i64 %18
  %68 = getelementptr inbounds i8, ptr %67, i64 72
  %69 = load i64, ptr %68, align 8
  %70 = add i64 %69, 1
  store i64 %70, ptr %68, align 8
  %71 = getelementptr inbounds i8, ptr %67, i64 80
  %72 = load i64, ptr %71, align 8
  %73 = icmp slt i64 %70, %72
  br i1 %73, label %111, label %74

74:
  %75 = getelementptr inbounds i8, ptr %67, i64 24
  %76 = load i64, ptr %75, align 8
  %77 = add i64 %76, -1
  store i64 %77, ptr %75, align 8
  %78 = icmp sgt i64 %76, 1
  br i1 %78, label %79, label %86

79:
  %80 = load ptr, ptr %15, align 8
  %81 = getelementptr inbounds i8, ptr %67, i64 8
  %82 = load i64, ptr %81, align 8
  %83 = mul i64 %82, 24
  %84 = getelementptr inbounds i8, ptr %80, i64 %83
  %85 = load i64, ptr %84, align 8
  store i64 %85, ptr %68, align 8
  br label %111

86:
  %87 = getelementptr inbounds i8, ptr %67, i64 8
  %88 = load i64, ptr %87, align 8
  %89 = add i64 %88, 1
  store i64 %89, ptr %87, align 8
  %90 = getelementptr inbounds i8, ptr %67, i64 16
  %91 = load i64, ptr %90, align 8
  %92 = icmp eq i64 %89, %91
  br i1 %92, label %111, label %93

93:
  %94 = load ptr, ptr %11, align 8
  %95 = getelementptr inbounds %struct.Warp, ptr %94, i64 %18
  %96 = load ptr, ptr %14, align 8
  %97 = getelementptr inbounds i8, ptr %95, i64 8
  %98 = load i64, ptr %97, align 8
  %99 = mul i64 %98, 24
  %100 = getelementptr inbounds i8, ptr %96, i64 %99
  %101 = load i64, ptr %100, align 8
  %102 = getelementptr inbounds i8, ptr %95, i64 72
  store i64 %101, ptr %102, align 8
  %103 = load i64, ptr %100, align 8
  %104 = getelementptr inbounds i8, ptr %100, i64 8
  %105 = load i64, ptr %104, align 8
  %106 = add i64 %105, %103
  %107 = getelementptr inbounds i8, ptr %95, i64 80
  store i64 %106, ptr %107, align 8
  %108 = getelementptr inbounds i8, ptr %100, i64 16
  %109 = load i64, ptr %108, align 8
  %110 = getelementptr inbounds i8, ptr %95, i64 24
  store i64 %109, ptr %110, align 8
  br label %111

111:
  tail call void @settle(ptr %0, i64 %18, i64 %35)
  br label %112

112:
  %113 = add i64 %18, 1
  %114 = load i64, ptr %7, align 8
  %115 = icmp slt i64 %113, %114
  br i1 %115, label %17, label %16
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
