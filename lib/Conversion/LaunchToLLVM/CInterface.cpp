// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/LaunchToLLVM/CInterface.h"

#include "tilery/Conversion/LaunchToLLVM/Signature.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

/// Macros of the headers that a declaration stands behind: of stdlib.h, which
/// cuda.h includes, and of what programs commonly include before.
static bool isMacro(StringRef name) {
  static const llvm::StringSet<> macros = {
      "BIG_ENDIAN", "BUFSIZ",        "BYTE_ORDER", "CHAR_BIT",  "EOF",
      "FD_SETSIZE", "HUGE_VAL",      "HUGE_VALF",  "HUGE_VALL", "I",
      "INFINITY",   "LITTLE_ENDIAN", "NAN",        "NDEBUG",    "NFDBITS",
      "NSIG",       "NULL",          "PDP_ENDIAN", "PIPE_BUF",  "RAND_MAX",
      "WCONTINUED", "WEOF",          "WEXITED",    "WNOHANG",   "WNOWAIT",
      "WSTOPPED",   "WUNTRACED",     "assert",     "complex",   "errno",
      "linux",      "major",         "makedev",    "minor",     "signbit",
      "stderr",     "stdin",         "stdout",     "unix"};
  if (macros.contains(name))
    return true;
  auto startsWith = [&](StringRef prefix) { return name.starts_with(prefix); };
  bool isCapital = llvm::all_of(name, [](char c) { return !llvm::isLower(c); });
  // NAME_MAX and its kind, errno.h's numbers, and families of one header.
  return isCapital &&
         (name.ends_with("_MAX") || name.ends_with("_MIN") ||
          name.ends_with("_WIDTH") || (name.size() > 3 && startsWith("E")) ||
          llvm::any_of(ArrayRef<StringRef>{"CLOCK", "FLT_", "DBL_", "LDBL_",
                                           "EXIT_", "FE_", "FP_", "LC_", "M_",
                                           "RTLD_", "RESOURCE_", "SEEK_",
                                           "SIG"},
                       startsWith));
}

/// What a parameter must not be called: the keywords of C11 and C++17, and the
/// names in scope of the declaration that are types or macros.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> reserved = {
      "alignas",      "alignof",     "and",           "and_eq",
      "asm",          "auto",        "bitand",        "bitor",
      "bool",         "break",       "case",          "catch",
      "char",         "char16_t",    "char32_t",      "class",
      "compl",        "const",       "const_cast",    "constexpr",
      "continue",     "decltype",    "default",       "delete",
      "do",           "double",      "dynamic_cast",  "else",
      "enum",         "explicit",    "export",        "extern",
      "false",        "float",       "for",           "friend",
      "goto",         "if",          "inline",        "int",
      "long",         "mutable",     "namespace",     "new",
      "noexcept",     "not",         "not_eq",        "nullptr",
      "operator",     "or",          "or_eq",         "private",
      "protected",    "public",      "register",      "reinterpret_cast",
      "restrict",     "return",      "short",         "signed",
      "sizeof",       "static",      "static_assert", "static_cast",
      "struct",       "switch",      "template",      "this",
      "thread_local", "throw",       "true",          "try",
      "typedef",      "typeid",      "typename",      "union",
      "unsigned",     "using",       "virtual",       "void",
      "volatile",     "wchar_t",     "while",         "xor",
      "xor_eq",       "int8_t",      "int16_t",       "int32_t",
      "int64_t",      "uint8_t",     "uint16_t",      "uint32_t",
      "uint64_t",     "size_t",      "tilery",        "std",
      "CUstream",     "CUtensorMap", "DLTensor",      cStreamName,
      cMessageName,   cCapacityName};
  // Of the runtime and of cuda.h, where they need no "_" to be told apart.
  bool isTaken =
      name.starts_with_insensitive("tilery") || name.starts_with("CU") ||
      name.starts_with("INT") ||
      (name.starts_with("cu") && name.size() > 2 && llvm::isUpper(name[2])) ||
      name.starts_with("UINT") || name.starts_with("SIZE_") || isMacro(name);
  return reserved.contains(name) || (isTaken && !name.ends_with("_"));
}

namespace {
/// Makes the parameters, one argument after the other.
class ParameterList {
public:
  ParameterList(FuncOp function, CInterface &result)
      : function(function), result(result),
        access(getArgumentAccess(function)) {}
  LogicalResult build();

private:
  LogicalResult addArgument(unsigned index);
  void addTensor(CArgument &argument, MemRefType type, unsigned index);
  unsigned addParameter(CParameter::Kind kind, const std::string &name,
                        StringRef type, unsigned index);
  std::string makeName(StringRef wanted);

  FuncOp function;
  CInterface &result;
  SmallVector<int32_t> access;
  llvm::StringSet<> taken;
  /// The parameter that gives a symbolic size.
  llvm::StringMap<unsigned> symbols;
};
} // namespace

/// Names of arguments are any text; an identifier begins with a letter, as one
/// that begins with an underscore may be the implementation's.
std::string ParameterList::makeName(StringRef wanted) {
  std::string name;
  for (char c : wanted)
    name += llvm::isAlnum(c) ? c : '_';
  if (name.empty() || !llvm::isAlpha(name.front()))
    name.insert(0, "arg");
  while (isReserved(name) || !taken.insert(name).second)
    name += '_';
  return name;
}

unsigned ParameterList::addParameter(CParameter::Kind kind,
                                     const std::string &name, StringRef type,
                                     unsigned index) {
  result.parameters.push_back({kind, name, type.str(), index});
  return result.parameters.size() - 1;
}

void ParameterList::addTensor(CArgument &argument, MemRefType type,
                              unsigned index) {
  constexpr StringLiteral sizeType = "int64_t";
  SmallVector<StringRef> dims = getDimSymbols(function, index, type.getRank());
  for (auto [i, extent] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(extent)) {
      argument.shape.push_back({true, extent});
      continue;
    }
    StringRef symbol = dims[i];
    if (auto known = symbols.find(symbol);
        !symbol.empty() && known != symbols.end()) {
      argument.shape.push_back({false, known->second});
      continue;
    }
    std::string name = makeName(
        symbol.empty() ? argument.name + "_size" + std::to_string(i) : symbol);
    unsigned parameter =
        addParameter(CParameter::Kind::Size, name, sizeType, index);
    argument.shape.push_back({false, parameter});
    if (!symbol.empty())
      symbols[symbol] = parameter;
  }
  SmallVector<int64_t> strides;
  int64_t offset;
  if (type.getLayout().isIdentity() ||
      failed(type.getStridesAndOffset(strides, offset)))
    return;
  for (auto [i, stride] : llvm::enumerate(strides)) {
    if (!ShapedType::isDynamic(stride)) {
      argument.strides.push_back({true, stride});
      continue;
    }
    std::string name = makeName(argument.name + "_stride" + std::to_string(i));
    argument.strides.push_back(
        {false, addParameter(CParameter::Kind::Stride, name, sizeType, index)});
  }
}

LogicalResult ParameterList::addArgument(unsigned index) {
  CArgument &argument = result.arguments.emplace_back();
  argument.type = function.getArgumentTypes()[index];
  std::string given = function.getArgumentName(index);
  argument.name = makeName(given);
  argument.isRead = (access[index] & BinaryOp::Read) != 0;
  argument.isWritten = (access[index] & BinaryOp::Written) != 0;
  if (isa<tile::TensorMapType>(argument.type)) {
    argument.parameter = addParameter(CParameter::Kind::Map, argument.name,
                                      "const CUtensorMap *", index);
    return success();
  }
  auto memref = dyn_cast<MemRefType>(argument.type);
  Type element = memref ? memref.getElementType() : argument.type;
  if (failed(getDataType(element)))
    return function.emitOpError("(L11) expected argument '")
           << given << "' to " << (memref ? "hold" : "be")
           << " 8 to 64-bit integers or floats, got " << element;
  StringRef name = getCTypeName(element);
  if (!memref) {
    argument.parameter = addParameter(CParameter::Kind::Scalar, argument.name,
                                      name.empty() ? "float" : name, index);
    // A size that later tensors have by this name needs no other parameter.
    if (argument.type.isIntOrIndex())
      symbols.try_emplace(given, argument.parameter);
    return success();
  }
  std::string pointer = argument.isWritten ? "" : "const ";
  pointer += (name.empty() ? "void" : name.str()) + " *";
  argument.parameter =
      addParameter(CParameter::Kind::Tensor, argument.name, pointer, index);
  addTensor(argument, memref, index);
  return success();
}

LogicalResult ParameterList::build() {
  result.name = getCName(function.getSymName()).str();
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (failed(addArgument(i)))
      return failure();
  return success();
}

FailureOr<CInterface> tilery::launch::describeCInterface(FuncOp function) {
  CInterface result;
  if (failed(ParameterList(function, result).build()))
    return failure();
  return result;
}

StringRef tilery::launch::getCName(StringRef launcher) {
  constexpr StringLiteral suffix = "_launch";
  if (launcher.size() > suffix.size() && launcher.ends_with(suffix))
    return launcher.drop_back(suffix.size());
  return launcher;
}

/// @f and @f_launch would export the same functions, and @tilery_rt one of the
/// runtime's.
LogicalResult tilery::launch::verifyCNames(ModuleOp module) {
  llvm::StringMap<FuncOp> functionOf;
  for (auto function : module.getOps<FuncOp>()) {
    if (getCName(function.getSymName()) == "tilery_rt")
      return function.emitOpError(
          "(L09) expected a launcher whose functions in "
          "C have other names than the runtime's, got "
          "'tilery_rt_launch'; rename it");
    StringRef name = getCName(function.getSymName());
    // Some file systems tell no case.
    auto [other, isNew] = functionOf.try_emplace(name.lower(), function);
    if (isNew)
      continue;
    StringRef otherName = getCName(FuncOp(other->second).getSymName());
    InFlightDiagnostic diag = function.emitOpError("(L09) expected ");
    if (name == otherName)
      diag << "one launcher whose functions in C are named '" << name
           << "_launch', got two; rename one";
    else
      diag << "launchers whose files differ in more than case, got '" << name
           << "' and '" << otherName << "'; rename one";
    diag.attachNote(other->second.getLoc()) << "the other one is here";
    return diag;
  }
  return success();
}

StringRef tilery::launch::getCTypeName(Type type) {
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (type.isIndex())
    return "int64_t";
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return "";
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 8:
    return isUnsigned ? "uint8_t" : "int8_t";
  case 16:
    return isUnsigned ? "uint16_t" : "int16_t";
  case 32:
    return isUnsigned ? "uint32_t" : "int32_t";
  case 64:
    return isUnsigned ? "uint64_t" : "int64_t";
  default:
    return "";
  }
}

SmallVector<int32_t> tilery::launch::getArgumentAccess(FuncOp function) {
  constexpr int32_t everything = BinaryOp::Read | BinaryOp::Written;
  SmallVector<int32_t> access(function.getNumArguments(), BinaryOp::NoAccess);
  auto module = function->getParentOfType<ModuleOp>();
  function.walk([&](KernelOp launch) {
    auto binary = module.lookupSymbol<BinaryOp>(launch.getCallee());
    for (auto [i, value] : llvm::enumerate(launch.getArgs())) {
      if (auto map = value.getDefiningOp<EncodeMapOp>()) {
        BlockArgument argument = getViewedArgument(map.getSource());
        if (!argument)
          continue;
        int32_t &bits = access[argument.getArgNumber()];
        if (map.getLoaded() || map.getReduced())
          bits |= BinaryOp::Read;
        if (map.getStored() || map.getReduced())
          bits |= BinaryOp::Written;
      } else if (isa<MemRefType>(value.getType())) {
        if (BlockArgument argument = getViewedArgument(value))
          access[argument.getArgNumber()] |=
              binary ? binary.getAccess()[i] : everything;
      } else if (auto argument = dyn_cast<BlockArgument>(value);
                 argument && isa<tile::TensorMapType>(value.getType())) {
        access[argument.getArgNumber()] = everything;
      }
    }
  });
  return access;
}
