// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launcher reads of its arguments once they are checked.

#include "LaunchPrinter.h"

#include "mlir/Dialect/Index/IR/IndexOps.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;
using namespace tilery::launch;

CppType LaunchPrinter::chooseType(Value value) {
  CppType type = getCppType(value.getType());
  if (type.kind != CppType::Unsigned)
    return type;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    for (Operation *user : next.getUsers()) {
      if (user->getNumResults() == 1 &&
          stripNoOpCasts(user->getResult(0)) != user->getResult(0))
        worklist.push_back(user->getResult(0));
      else if (!isa<KernelOp, memref::SubViewOp, memref::DimOp, CheckScalarOp,
                    arith::DivSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
                    arith::RemSIOp, arith::MaxSIOp, arith::MinSIOp,
                    arith::ExtSIOp, arith::SIToFPOp, arith::IndexCastOp>(user))
        return type;
    }
  }
  type.kind = CppType::Signed;
  return type;
}

/// The variable has the name of the parameter that gives the number, where one
/// does.
LaunchPrinter::Variable &LaunchPrinter::addRead(Read kind, unsigned argument,
                                                int64_t dim) {
  const CArgument &own = file.interface.arguments[argument];
  Place place = {argument, kind, dim};
  const CSize *size = nullptr;
  if (kind == Read::Size)
    size = &own.shape[dim];
  else if (kind == Read::Stride && !own.strides.empty())
    size = &own.strides[dim];
  bool isGiven =
      size && !size->isKnown &&
      file.interface.parameters[size->value].kind != CParameter::Kind::Scalar;
  // Equal sizes are one: the checks have compared them.
  if (isGiven)
    place = placeOf.try_emplace(size->value, place).first->second;
  auto [it, isNew] = reads.try_emplace(place);
  Variable &variable = it->second;
  if (!isNew)
    return variable;
  std::string index = std::to_string(dim);
  if (isGiven)
    variable.name = file.getParameterName(size->value);
  else if (kind == Read::Size)
    variable.name = file.names.make(own.name + "_size" + index);
  else if (kind == Read::Stride)
    variable.name = file.names.make(own.name + "_stride" + index);
  else
    variable.name = own.name;
  return variable;
}

void LaunchPrinter::collectParameters(KernelOp op) {
  BinaryOp binary = file.kernels[file.launches[op].kernel].binary;
  for (const tile::KernelParameter &parameter :
       tile::getKernelParameters(binary.getFunctionType().getInputs())) {
    int argument = getLauncherArgument(op.getArgs()[parameter.argument]);
    if (parameter.kind == tile::KernelParameter::Pointer)
      addRead(Read::Pointer, argument);
    else if (parameter.kind == tile::KernelParameter::Extent)
      addRead(Read::Size, argument, parameter.dim);
    else if (parameter.kind == tile::KernelParameter::Stride)
      addRead(Read::Stride, argument, parameter.dim);
  }
}

void LaunchPrinter::collectReads() {
  for (BlockArgument argument : file.function.getBody().getArguments())
    if (!isa<MemRefType, tile::TensorMapType>(argument.getType()) &&
        llvm::any_of(argument.getUsers(),
                     [](Operation *user) { return !isa<CheckScalarOp>(user); }))
      addRead(Read::Scalar, argument.getArgNumber());
  SmallVector<std::pair<Value, Variable *>> sizes;
  file.function.walk([&](Operation *op) {
    if (auto kernel = dyn_cast<KernelOp>(op))
      collectParameters(kernel);
    auto dim = dyn_cast<memref::DimOp>(op);
    if (!dim || dim.use_empty())
      return;
    // Dimensions of views are gone.
    Variable &variable =
        addRead(Read::Size, getLauncherArgument(dim.getSource()),
                *dim.getConstantIndex());
    variable.isUnsigned |= chooseType(dim).kind == CppType::Unsigned;
    sizes.push_back({dim, &variable});
  });
  for (auto [value, variable] : sizes)
    expressions.define(
        value, variable->name,
        {variable->isUnsigned ? CppType::Unsigned : CppType::Signed, 64});
}

void LaunchPrinter::printScalar(unsigned index, const std::string &name) {
  BlockArgument argument = file.function.getBody().getArgument(index);
  std::string value = file.call + "->args[" + file.arguments[index].index + "]";
  CppType type = chooseType(argument);
  auto floating = dyn_cast<FloatType>(argument.getType());
  if (floating && floating.getWidth() == 16) {
    // f16 has 10 bits of fraction and an exponent bias of 15, bf16 7 and 127.
    writer.line("uint16_t " + name + " = " + helpers.use(Helper::RoundToHalf) +
                (floating.isF16() ? "<10, 15>(" : "<7, 127>(") + value +
                ".f);");
    type = {CppType::Unsigned, 16};
  } else {
    value += floating ? ".f" : ".i";
    CppType held =
        floating ? CppType{CppType::Float, 64} : CppType{CppType::Signed, 64};
    if (type == held)
      writer.line(type.getName() + " " + name + " = " + value + ";");
    else
      writer.line("auto " + name + " = static_cast<" + type.getName() + ">(" +
                  value + ");");
  }
  expressions.define(argument, name, type);
}

void LaunchPrinter::printReads() {
  for (auto &[place, variable] : reads) {
    auto [argument, kind, dim] = place;
    std::string from = file.call + ", " + file.arguments[argument].index;
    std::string index = std::to_string(dim);
    switch (kind) {
    case Read::Pointer:
      writer.line("void *" + Twine(variable.name) + " = tilery_rt_pointer(" +
                  from + ");");
      break;
    case Read::Size:
      if (variable.isUnsigned)
        writer.line("auto " + Twine(variable.name) +
                    " = static_cast<uint64_t>(tilery_rt_dim(" + from + ", " +
                    index + "));");
      else
        writer.line("int64_t " + Twine(variable.name) + " = tilery_rt_dim(" +
                    from + ", " + index + ");");
      break;
    case Read::Stride:
      writer.line("int64_t " + Twine(variable.name) + " = tilery_rt_stride(" +
                  from + ", " + index + ");");
      break;
    case Read::Scalar:
      printScalar(argument, variable.name);
      break;
    }
  }
}
