// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchPrinter.h"

#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;
using namespace tilery::launch;

/// An expression that is longer gets a name.
static constexpr size_t longestExpression = 60;
/// The head of a loop that is longer is three lines.
static constexpr size_t longestLoop = 66;

void LaunchPrinter::printChecks() {
  const FunctionTable &table = file.table;
  std::string symbols = "nullptr";
  if (!table.symbolNames.empty()) {
    symbols = file.symbols;
    writer.line("TilerySymbol " + symbols + "[" +
                Twine(table.symbolNames.size()) + "]; // " +
                llvm::join(table.symbolNames, ", "));
  }
  writer.line("tilery_rt_begin(" + file.call + ", &" + file.functionSpec +
              ", " + symbols + ");");
  for (unsigned i = 0, e = file.arguments.size(); i < e; ++i) {
    const ArgumentNames &names = file.arguments[i];
    if (file.isMap(i))
      writer.line("tilery_rt_check_map(" + file.call + ", " + names.index +
                  ");");
    else
      writer.list(file.isTensor(i) ? "tilery_rt_check_tensor("
                                   : "tilery_rt_check_scalar(",
                  {file.call, names.index, "&" + names.spec}, ");");
  }
  writer.line("if (tilery_rt_checked(" + file.call + ") != TILERY_OK)");
  writer.line("  return " + file.call + "->status;");
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

std::string LaunchPrinter::makeName(Operation &op, CppType type) {
  StringRef name =
      llvm::TypeSwitch<Operation *, StringRef>(&op)
          .Case<arith::AddIOp, arith::AddFOp, index::AddOp>(
              [](auto) { return "sum"; })
          .Case<arith::SubIOp, arith::SubFOp, index::SubOp>(
              [](auto) { return "difference"; })
          .Case<arith::MulIOp, arith::MulFOp, index::MulOp>(
              [](auto) { return "product"; })
          .Case<arith::CeilDivUIOp, arith::CeilDivSIOp, index::CeilDivUOp,
                index::CeilDivSOp>([](auto) { return "tiles"; })
          .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp,
                index::DivUOp, index::DivSOp, index::FloorDivSOp>(
              [](auto) { return "quotient"; })
          .Case<arith::RemUIOp, arith::RemSIOp, index::RemUOp, index::RemSOp>(
              [](auto) { return "rest"; })
          .Case<arith::MaxSIOp, arith::MaxUIOp, index::MaxSOp, index::MaxUOp>(
              [](auto) { return "most"; })
          .Case<arith::MinSIOp, arith::MinUIOp, index::MinSOp, index::MinUOp>(
              [](auto) { return "least"; })
          .Case<arith::CmpIOp, arith::CmpFOp, index::CmpOp>(
              [](auto) { return "condition"; })
          .Case([](arith::SelectOp) { return "choice"; })
          .Default([](Operation *) { return "number"; });
  // "m_tiles" is told from "n_tiles" by what is divided, and "k_int64" from
  // "k".
  Value operand = op.getNumOperands() ? op.getOperand(0) : Value();
  if (!operand || !expressions.isDefined(stripNoOpCasts(operand)))
    return file.names.make(name);
  std::string source = expressions.make(operand).text;
  if (name == "tiles")
    return file.names.make(source + "_tiles");
  if (isa<arith::ExtUIOp, arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp,
          arith::IndexCastUIOp, index::CastSOp, index::CastUOp>(op))
    return file.names.make(
        (source + "_" + StringRef(type.getName()).split("_t").first).str());
  return file.names.make(name);
}

/// Whether a variable is passed to a kernel, which takes it by address.
static bool isParameter(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    if (auto kernel = dyn_cast<KernelOp>(use.getOwner()))
      return llvm::is_contained(kernel.getArgs(), use.get());
    Operation *user = use.getOwner();
    return user->getNumResults() == 1 &&
           stripNoOpCasts(user->getResult(0)) != user->getResult(0) &&
           isParameter(user->getResult(0));
  });
}

/// Uses in the text: those behind casts of no effect are uses of the value.
static unsigned countUses(Value value) {
  unsigned count = 0;
  for (Operation *user : value.getUsers())
    count += user->getNumResults() == 1 &&
                     stripNoOpCasts(user->getResult(0)) != user->getResult(0)
                 ? countUses(user->getResult(0))
                 : 1;
  return count;
}

void LaunchPrinter::printVariable(Value value, const std::string &text,
                                  CppType type) {
  std::string name = makeName(*value.getDefiningOp(), type);
  writer.assign((isParameter(value) ? "" : "const ") + type.getName() + " " +
                    name,
                "", {text}, ";");
  expressions.define(value, name, type);
}

void LaunchPrinter::printCompute(Operation &op) {
  Value value = op.getResult(0);
  if (stripNoOpCasts(value) != value || getConstantInteger(value))
    return;
  unsigned uses = countUses(value);
  if (uses == 0 || isa<arith::ConstantOp>(op))
    return;
  Expression expression = expressions.make(value);
  if (uses > 1 || isParameter(value) ||
      expression.text.size() > longestExpression)
    printVariable(value, expression.text, expression.type);
}

std::string LaunchPrinter::printNumber(OpFoldResult number) {
  if (auto value = dyn_cast<Value>(number))
    return expressions.print(value, {CppType::Signed, 64});
  return std::to_string(cast<IntegerAttr>(cast<Attribute>(number)).getInt());
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

void LaunchPrinter::printView(memref::SubViewOp op) {
  const std::string &name = file.views[op.getResult()];
  BlockArgument argument = getViewedArgument(op.getResult());
  Value source = getView(op.getSource());
  size_t rank = op.getSourceType().getRank();
  writer.separate();
  writer.line("TileryView " + name + ";");
  std::string slicesName = "nullptr";
  if (rank > 0) {
    slicesName = file.names.make(name + "_slices");
    std::vector<CppWriter::Field> fields = {
        {"offsets", ""}, {"sizes", ""}, {"steps", ""}};
    for (auto [i, number] : llvm::enumerate(getSlices(op))) {
      std::string &list = fields[i / rank].value;
      list += (list.empty() ? "" : ", ") + printNumber(number);
    }
    writer.table("const int64_t " + slicesName + "[]", fields);
  }
  writer.list("tilery_rt_take_view(",
              {file.call, file.arguments[argument.getArgNumber()].index,
               source ? "&" + file.views[source] : "/*source=*/nullptr",
               "/*rank=*/" + std::to_string(rank), slicesName,
               "/*dropped=*/" + std::to_string(getDroppedBits(op)), "&" + name},
              ");");
}

void LaunchPrinter::printMap(EncodeMapOp op) {
  const MapNames &names = file.maps[op];
  BlockArgument argument = getViewedArgument(op.getSource());
  Value view = getView(op.getSource());
  std::vector<std::string> operands = {
      file.call, file.arguments[argument.getArgNumber()].index};
  if (view)
    operands.push_back("&" + file.views[view]);
  operands.push_back("&" + names.spec);
  operands.push_back("&" + names.map);
  writer.list(view ? "tilery_rt_encode_view(" : "tilery_rt_encode_map(",
              operands, ");");
}

/// Whether a map lives in one launch alone, which then declares it.
static bool isMapOfOneLaunch(EncodeMapOp map) {
  llvm::SmallPtrSet<Operation *, 2> users(map->user_begin(), map->user_end());
  return users.size() == 1;
}

static void declareMap(CppWriter &writer, const std::string &name) {
  writer.line("alignas(64) TileryTensorMap " + name + ";");
}

/// The address of a parameter's value. What no variable holds yet gets one.
std::string LaunchPrinter::getParameter(const tile::KernelParameter &parameter,
                                        Value argument, KernelOp op) {
  auto read = [&](Read kind) {
    return "&" +
           addRead(kind, getLauncherArgument(argument), parameter.dim).name;
  };
  switch (parameter.kind) {
  case tile::KernelParameter::Pointer:
    return "&" + addRead(Read::Pointer, getLauncherArgument(argument)).name;
  case tile::KernelParameter::Extent:
    return read(Read::Size);
  case tile::KernelParameter::Stride:
    return read(Read::Stride);
  case tile::KernelParameter::Map:
    if (auto map = argument.getDefiningOp<EncodeMapOp>())
      return "&" + file.maps[map].map;
    // The driver copies the caller's map from where it lies.
    return "const_cast<TileryTensorMap *>(" + file.call + "->args[" +
           file.arguments[cast<BlockArgument>(argument).getArgNumber()].index +
           "].map)";
  case tile::KernelParameter::Scalar:
    break;
  }
  Value value = stripNoOpCasts(argument);
  if (!expressions.isDefined(value)) {
    CppType type = getCppType(value.getType());
    std::string name = file.names.make(op.getCallee().str() + "_argument" +
                                       std::to_string(parameter.argument));
    writer.line(type.getName() + " " + name + " = " +
                expressions.print(value, type) + ";");
    return "&" + name;
  }
  return "&" + expressions.make(value).text;
}

void LaunchPrinter::printKernel(KernelOp op) {
  const LaunchNames &names = file.launches[op];
  const KernelTable &kernel = file.kernels[names.kernel];
  BinaryOp binary = kernel.binary;
  std::vector<std::string> grid, cluster(3, "1");
  for (OpFoldResult extent : getGrid(op))
    grid.push_back(printNumber(extent));
  if (auto extents = binary.getCluster())
    for (auto [text, extent] : llvm::zip(cluster, *extents))
      text = std::to_string(extent);
  std::string views = "nullptr";
  writer.separate();
  if (!names.views.empty()) {
    views = file.names.make(binary.getSymName().str() + "_views");
    std::vector<std::string> list;
    for (Value view : names.views)
      list.push_back("&" + file.views[view]);
    writer.list("const TileryView *const " + views + "[] = {", list, "};");
  }
  writer.table(
      "const TileryLaunchConfig " + names.config,
      {{"grid", "{" + llvm::join(grid, ", ") + "}"},
       {"cluster", "{" + llvm::join(cluster, ", ") + "}"},
       {"dynamicShared", std::to_string(binary.getDynamicBytes())},
       {"stream", file.call + "->stream"},
       {"options", names.options.empty() ? "nullptr" : "&" + names.options},
       {"views", views}});
  writer.list("tilery_rt_prepare(",
              {file.call, "&" + kernel.spec, "&" + names.config}, ");");
  llvm::SmallPtrSet<Operation *, 4> encoded;
  for (Value argument : op.getArgs()) {
    auto map = argument.getDefiningOp<EncodeMapOp>();
    if (!map || !encoded.insert(map).second)
      continue;
    if (isMapOfOneLaunch(map))
      declareMap(writer, file.maps[map].map);
    printMap(map);
  }
  std::vector<std::string> params;
  for (const tile::KernelParameter &parameter :
       tile::getKernelParameters(binary.getFunctionType().getInputs()))
    params.push_back(
        getParameter(parameter, op.getArgs()[parameter.argument], op));
  if (!params.empty())
    writer.list("void *" + names.params + "[] = {", params, "};");
  writer.list("tilery_rt_launch(",
              {file.call, "&" + kernel.spec, "&" + names.config,
               params.empty() ? "nullptr" : names.params},
              ");");
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void LaunchPrinter::printYield(scf::YieldOp op, ArrayRef<std::string> names) {
  // All are computed before the first is overwritten.
  std::vector<std::string> values;
  for (auto [value, name] : llvm::zip(op.getOperands(), names)) {
    if (name.empty()) {
      values.push_back(name);
      continue;
    }
    CppType type = getCppType(value.getType());
    std::string text = expressions.print(value, type);
    if (names.size() > 1 && isa<scf::ForOp>(op->getParentOp())) {
      std::string next = file.names.make("next_" + name);
      writer.line(Twine("const ") + type.getName() + " " + next + " = " + text +
                  ";");
      text = next;
    }
    values.push_back(text);
  }
  for (auto [value, name] : llvm::zip(values, names))
    if (value != name)
      writer.line(Twine(name) + " = " + value + ";");
}

void LaunchPrinter::printLoop(scf::ForOp op) {
  Value variable = op.getInductionVar();
  CppType type = getCppType(variable.getType());
  std::string step = expressions.print(op.getStep(), type);
  std::vector<std::string> carried;
  for (auto [initial, argument, result] :
       llvm::zip(op.getInitArgs(), op.getRegionIterArgs(), op.getResults())) {
    if (argument.use_empty() && result.use_empty()) {
      carried.push_back("");
      continue;
    }
    CppType carriedType = getCppType(argument.getType());
    std::string name = file.names.make("carried");
    writer.line(carriedType.getName() + " " + name + " = " +
                expressions.print(initial, carriedType) + ";");
    expressions.define(argument, name, carriedType);
    expressions.define(result, name, carriedType);
    carried.push_back(name);
  }
  std::string name = file.names.make("i");
  // From 0 up to a number that is not negative, signed and unsigned numbers are
  // alike; elsewhere the comparison is a signed one.
  uint64_t highest = UINT64_MAX >> (65 - type.width);
  auto lower = getConstantInteger(op.getLowerBound());
  auto stepNumber = static_cast<uint64_t>(*getConstantInteger(op.getStep()));
  bool isPlain = op.getUnsignedCmp() || (lower && *lower >= 0 &&
                                         getUpperBound(op.getUpperBound()) <=
                                             highest - (stepNumber - 1));
  CppType compared = {isPlain ? CppType::Unsigned : CppType::Signed,
                      type.width};
  std::string end =
      expressions.print(op.getUpperBound(), compared, Precedence::Sum);
  std::string current =
      isPlain ? name : "static_cast<" + compared.getName() + ">(" + name + ")";
  std::string advance = step == "1" ? "++" + name : name + " += " + step;
  if (type.width < 32 && step != "1")
    advance = name + " = static_cast<" + type.getName() + ">(" + name + " + " +
              step + ")";
  std::string start = "for (" + type.getName() + " " + name + " = " +
                      expressions.print(op.getLowerBound(), type) + ";";
  std::string test = current + " < " + end + ";";
  if (start.size() + test.size() + advance.size() <= longestLoop) {
    writer.line(start + " " + test + " " + advance + ") {");
  } else {
    writer.line(start);
    writer.line("     " + test);
    writer.line("     " + advance + ") {");
  }
  expressions.define(variable, name, type);
  writer.indent();
  printBlock(*op.getBody());
  printYield(cast<scf::YieldOp>(op.getBody()->getTerminator()), carried);
  writer.dedent();
  writer.line("}");
}

void LaunchPrinter::printIf(scf::IfOp op) {
  std::vector<std::string> results;
  for (Value result : op.getResults()) {
    if (result.use_empty()) {
      results.push_back("");
      continue;
    }
    CppType type = getCppType(result.getType());
    std::string name = file.names.make("chosen");
    writer.line(type.getName() + " " + name + ";");
    expressions.define(result, name, type);
    results.push_back(name);
  }
  writer.line("if (" +
              expressions.print(op.getCondition(), {CppType::Bool, 1}) + ") {");
  auto printBranch = [&](Block &block) {
    writer.indent();
    printBlock(block);
    if (auto yield = dyn_cast<scf::YieldOp>(block.getTerminator()))
      printYield(yield, results);
    writer.dedent();
  };
  printBranch(*op.thenBlock());
  if (op.elseBlock()) {
    writer.line("} else {");
    printBranch(*op.elseBlock());
  }
  writer.line("}");
}

void LaunchPrinter::printBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (auto kernel = dyn_cast<KernelOp>(op))
      printKernel(kernel);
    else if (auto view = dyn_cast<memref::SubViewOp>(op))
      printView(view);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      printLoop(loop);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      printIf(branch);
    else if (auto map = dyn_cast<EncodeMapOp>(op)) {
      if (!map->use_empty() && !isMapOfOneLaunch(map))
        declareMap(writer, file.maps[map].map);
    } else if (isa<arith::ArithDialect, index::IndexDialect>(op.getDialect()))
      printCompute(op);
  }
}

void LaunchPrinter::print() {
  collectReads();
  writer.comment("The calls are those that tilery/Launcher/Abi.h describes: "
                 "each does nothing once another has failed.",
                 "/// ");
  writer.line("int32_t " + file.launch + "(TileryCall *" + file.call + ") {");
  writer.indent();
  printChecks();
  if (!reads.empty()) {
    writer.line();
    printReads();
  }
  printBlock(file.function.getBody().front());
  writer.line("return tilery_rt_end(" + file.call + ");");
  writer.dedent();
  writer.line("}");
}

void tilery::cpp::printLaunch(LauncherFile &file, Helpers &helpers,
                              CppWriter &writer) {
  LaunchPrinter(file, helpers, writer).print();
}
