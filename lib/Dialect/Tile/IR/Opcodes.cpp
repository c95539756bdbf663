// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/Opcodes.h"

#include "Instructions.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

/// The instruction families, in the order of the PTX ISA. A new family adds one
/// line.
static constexpr InstructionFamily families[] = {
    {parseTmaLoadOpcode, enumerateTmaLoadOpcodes},
    {parseTmaStoreOpcode, enumerateTmaStoreOpcodes},
    {parseTmaReduceOpcode, enumerateTmaReduceOpcodes},
    {parseTmaPrefetchOpcode, enumerateTmaPrefetchOpcodes},
    {parsePrefetchMapOpcode, enumeratePrefetchMapOpcodes},
    {parseBulkLoadOpcode, enumerateBulkLoadOpcodes},
    {parseBulkStoreOpcode, enumerateBulkStoreOpcodes},
    {parseBulkCopyOpcode, enumerateBulkCopyOpcodes},
    {parseBulkReduceOpcode, enumerateBulkReduceOpcodes},
    {parseBulkPrefetchOpcode, enumerateBulkPrefetchOpcodes},
};

std::vector<std::string> tile::getKnownOpcodes() {
  std::vector<std::string> opcodes;
  for (const InstructionFamily &family : families)
    family.enumerate(opcodes);
  return opcodes;
}

static SmallVector<StringRef> getSortedTokens(StringRef opcode) {
  SmallVector<StringRef> tokens;
  opcode.split(tokens, '.');
  llvm::sort(tokens);
  return tokens;
}

/// The known opcode of these tokens, or an empty text.
static StringRef findByTokens(ArrayRef<std::string> known,
                              ArrayRef<StringRef> sortedTokens) {
  for (const std::string &candidate : known)
    if (ArrayRef<StringRef>(getSortedTokens(candidate)) == sortedTokens)
      return candidate;
  return {};
}

/// Reports an opcode that no family takes.
static void reportUnknown(StringRef opcode,
                          function_ref<InFlightDiagnostic()> emitError) {
  // An opcode is about 80 characters; a text far beyond that is not shown, nor
  // compared, in full.
  constexpr size_t longest = 200;
  if (opcode.size() > longest) {
    emitError() << "(S01) expected a PTX tile opcode, got a text of "
                << int64_t(opcode.size()) << " characters";
    return;
  }

  std::vector<std::string> known = getKnownOpcodes();
  SmallVector<StringRef> tokens = getSortedTokens(opcode);
  if (StringRef ordered = findByTokens(known, tokens); !ordered.empty()) {
    emitError() << "(S01) the tokens of '" << opcode
                << "' are not in PTX's order; write '" << ordered << "'";
    return;
  }

  // A window that the other tokens exclude: a multicast to one block, a store
  // from another block's memory.
  constexpr StringRef windows[] = {"shared::cta", "shared::cluster"};
  for (auto [wrong, right] :
       {std::pair(windows[0], windows[1]), std::pair(windows[1], windows[0])}) {
    SmallVector<StringRef> corrected = tokens;
    auto place = llvm::find(corrected, wrong);
    if (place == corrected.end())
      continue;
    *place = right;
    llvm::sort(corrected);
    if (StringRef legal = findByTokens(known, corrected); !legal.empty()) {
      emitError() << "(S01) the tokens of '" << opcode
                  << "' contradict each other: the others go with '." << right
                  << "'; write '" << legal << "'";
      return;
    }
  }

  // Forms that PTX has and this dialect does not have yet.
  for (StringRef token : {"im2col", "im2col_no_offs", "im2col::w",
                          "im2col::w::128", "tile::gather4", "tile::scatter4",
                          "cta_group::1", "cta_group::2", "cp_mask"})
    if (llvm::is_contained(tokens, token) && opcode.starts_with("cp.")) {
      emitError() << "(S01) not yet implemented: '." << token << "' in '"
                  << opcode << "'";
      return;
    }

  if (!opcode.starts_with("cp.")) {
    emitError() << "(S01) unknown opcode '" << opcode
                << "'; tile.apply takes those of the copy engine, "
                   "'cp.async.bulk...', 'cp.reduce.async.bulk...' and "
                   "'prefetch.tensormap', such as '"
                << known.front() << "'";
    return;
  }

  // What begins alike is what was meant: a copy the other way is spelt with
  // nearly the same characters.
  auto getCommonPrefix = [&](StringRef candidate) {
    auto [end, _] = std::mismatch(opcode.begin(), opcode.end(),
                                  candidate.begin(), candidate.end());
    return std::distance(opcode.begin(), end);
  };
  std::vector<std::tuple<int64_t, unsigned, StringRef>> ranked;
  for (const std::string &candidate : known)
    ranked.push_back({-getCommonPrefix(candidate),
                      opcode.edit_distance(candidate), candidate});
  llvm::sort(ranked);
  InFlightDiagnostic diag = emitError();
  diag << "(S01) unknown opcode '" << opcode << "'; the nearest known are '"
       << std::get<2>(ranked[0]) << "' and '" << std::get<2>(ranked[1]) << "'";
}

Attribute tile::parseOpcode(MLIRContext *context, StringRef opcode,
                            function_ref<InFlightDiagnostic()> emitError) {
  for (const InstructionFamily &family : families)
    if (Attribute attr = family.parse(context, opcode))
      return attr;
  reportUnknown(opcode, emitError);
  return {};
}
