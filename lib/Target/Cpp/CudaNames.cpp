// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CudaNames.h"
#include "LauncherFile.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;

static StringRef pick(ArrayRef<StringLiteral> names, int32_t value) {
  return value >= 0 && static_cast<size_t>(value) < names.size()
             ? StringRef(names[value])
             : "";
}

StringRef tilery::cpp::getDataTypeEnumerator(int32_t value) {
  static constexpr StringLiteral names[] = {
      "CU_TENSOR_MAP_DATA_TYPE_UINT8",
      "CU_TENSOR_MAP_DATA_TYPE_UINT16",
      "CU_TENSOR_MAP_DATA_TYPE_UINT32",
      "CU_TENSOR_MAP_DATA_TYPE_INT32",
      "CU_TENSOR_MAP_DATA_TYPE_UINT64",
      "CU_TENSOR_MAP_DATA_TYPE_INT64",
      "CU_TENSOR_MAP_DATA_TYPE_FLOAT16",
      "CU_TENSOR_MAP_DATA_TYPE_FLOAT32",
      "CU_TENSOR_MAP_DATA_TYPE_FLOAT64",
      "CU_TENSOR_MAP_DATA_TYPE_BFLOAT16",
      "CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ",
      "CU_TENSOR_MAP_DATA_TYPE_TFLOAT32",
      "CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ",
      "CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B",
      "CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B",
      "CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B",
  };
  return pick(names, value);
}

StringRef tilery::cpp::getInterleaveEnumerator(int32_t value) {
  static constexpr StringLiteral names[] = {
      "CU_TENSOR_MAP_INTERLEAVE_NONE",
      "CU_TENSOR_MAP_INTERLEAVE_16B",
      "CU_TENSOR_MAP_INTERLEAVE_32B",
  };
  return pick(names, value);
}

StringRef tilery::cpp::getSwizzleEnumerator(int32_t value) {
  static constexpr StringLiteral names[] = {
      "CU_TENSOR_MAP_SWIZZLE_NONE",
      "CU_TENSOR_MAP_SWIZZLE_32B",
      "CU_TENSOR_MAP_SWIZZLE_64B",
      "CU_TENSOR_MAP_SWIZZLE_128B",
      "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B",
      "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B",
      "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B",
  };
  return pick(names, value);
}

StringRef tilery::cpp::getL2PromotionEnumerator(int32_t value) {
  static constexpr StringLiteral names[] = {
      "CU_TENSOR_MAP_L2_PROMOTION_NONE",
      "CU_TENSOR_MAP_L2_PROMOTION_L2_64B",
      "CU_TENSOR_MAP_L2_PROMOTION_L2_128B",
      "CU_TENSOR_MAP_L2_PROMOTION_L2_256B",
  };
  return pick(names, value);
}

StringRef tilery::cpp::getOobFillEnumerator(int32_t value) {
  static constexpr StringLiteral names[] = {
      "CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE",
      "CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA",
  };
  return pick(names, value);
}

void tilery::cpp::printCudaChecks(LauncherFile &file, CppWriter &writer) {
  if (!file.options.cudaHeader || !file.hasMaps())
    return;
  writer.line();
  writer.line("// The numbers below are cuda.h's.");
  llvm::SetVector<std::pair<StringRef, int32_t>> used;
  for (auto &[op, names] : file.maps) {
    TileryMapSpec spec = launch::makeMapSpec(cast<launch::EncodeMapOp>(op));
    used.insert({getDataTypeEnumerator(spec.dtype), spec.dtype});
    used.insert({getInterleaveEnumerator(spec.interleave), spec.interleave});
    used.insert({getSwizzleEnumerator(spec.swizzle), spec.swizzle});
    used.insert({getL2PromotionEnumerator(spec.l2Promotion), spec.l2Promotion});
    used.insert({getOobFillEnumerator(spec.oobFill), spec.oobFill});
  }
  for (auto [enumerator, value] : used)
    writer.line("static_assert(" + enumerator + " == " + Twine(value) + ");");
  writer.line("static_assert(sizeof(CUtensorMap) == sizeof(TileryTensorMap));");
}
