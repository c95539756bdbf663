// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/LaunchToLLVM/AbiTypes.h"

#include "tilery/Launcher/Abi.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

AbiTypes::AbiTypes(MLIRContext *context)
    : pointer(LLVM::LLVMPointerType::get(context)),
      i1(IntegerType::get(context, 1)), i8(IntegerType::get(context, 8)),
      i16(IntegerType::get(context, 16)), i32(IntegerType::get(context, 32)),
      i64(IntegerType::get(context, 64)), f64(Float64Type::get(context)),
      value(i64), tensorMap(array(i64, 16)) {
  auto record = [&](std::initializer_list<Type> fields) {
    return LLVM::LLVMStructType::getLiteral(context, fields);
  };
  Type size = i64;

  dataType = record({i8, i8, i16});
  device = record({i32, i32});
  tensor = record(
      {pointer, device, i32, dataType, pointer, pointer, /*offset=*/i64});
  symbol = record({i64, i32, i32});
  view = record({tensor, /*shape=*/array(i64, TILERY_MAX_VIEW_RANK),
                 /*strides=*/array(i64, TILERY_MAX_VIEW_RANK)});

  functionSpec = record({i32, i32, i32, i32, /*name=*/pointer,
                         /*signature=*/pointer, /*argNames=*/pointer,
                         /*symbolNames=*/pointer});
  tensorSpec = record({/*rank=*/i32, dataType, /*accept=*/i32, /*align=*/i32,
                       /*shape=*/pointer, /*strides=*/pointer,
                       /*symbols=*/pointer, /*divisors=*/pointer});
  scalarSpec = record({dataType, /*symbol=*/i32, /*divisor=*/i64});
  mapSpec =
      record({/*dtype=*/i32, /*rank=*/i32, array(i32, TILERY_MAX_MAP_RANK),
              array(i32, TILERY_MAX_MAP_RANK), /*interleave=*/i32,
              /*swizzle=*/i32, /*l2Promotion=*/i32, /*oobFill=*/i32,
              /*flags=*/i32});
  operand = record({/*arg=*/i32, /*flags=*/i32, /*view=*/i32});
  param = record({/*kind=*/i32, /*size=*/i32});
  kernelCache = record({pointer});
  image = record({/*data=*/pointer, size, /*target=*/pointer, /*major=*/i32,
                  /*minor=*/i32, /*targetFlags=*/i32});
  kernelSpec = record({/*name=*/pointer, /*block=*/array(i32, 3),
                       /*staticShared=*/i32, /*numImages=*/i32,
                       /*numOperands=*/i32, /*numParams=*/i32,
                       /*images=*/pointer, /*operands=*/pointer,
                       /*params=*/pointer, /*cache=*/pointer});

  launchOptions = record(
      {/*flags=*/i32, /*priority=*/i32, /*preferredCluster=*/array(i64, 3),
       /*carveout=*/i32, /*windowArg=*/i32, /*windowBytes=*/i64,
       // A float, written as its bits.
       /*hitRatio=*/i32, /*hitProperty=*/i32, /*missProperty=*/i32,
       /*reserved=*/i32});
  launchConfig = record({/*grid=*/array(i64, 3), /*cluster=*/array(i64, 3),
                         /*dynamicShared=*/i64, /*stream=*/pointer,
                         /*options=*/pointer, /*views=*/pointer});
  call = record(
      {/*abi=*/i32,         /*numArgs=*/i32,      /*args=*/pointer,
       /*kinds=*/pointer,   /*stream=*/pointer,   /*driver=*/pointer,
       /*error=*/pointer,   /*errorSize=*/size,   /*status=*/i32,
       /*numFaults=*/i32,   /*errorLength=*/size, /*function=*/pointer,
       /*symbols=*/pointer, /*device=*/i32,       /*deviceArg=*/i32,
       /*context=*/pointer, /*restore=*/pointer,  /*kernel=*/pointer,
       /*entered=*/i8,      /*restoring=*/i8,     /*skip=*/i8,
       /*phase=*/i8,
       /*checks=*/i32});
}
