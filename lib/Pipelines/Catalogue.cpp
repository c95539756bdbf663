// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Catalogue.h"
#include "tilery/Diagnostics.h"
#include "tilery/Dialect/Tile/IR/Opcodes.h"
#include "tilery/Sim/Findings.h"
#include "tilery/TensorMap/Check.h"
#include "tilery/TensorMap/Targets.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace tilery;
namespace json = llvm::json;

static json::Array listDiagnostics() {
  json::Array array;
  for (const DiagnosticEntry &entry : diagnosticCatalogue)
    array.push_back(json::Object{{"id", entry.id},
                                 {"title", entry.title},
                                 {"rule", entry.rule},
                                 {"cure", entry.cure},
                                 {"internal", entry.internal}});
  return array;
}

static json::Array listRules() {
  using namespace tensormap;
  json::Array array;
  for (const Rule &rule : kRules)
    array.push_back(json::Object{
        {"id", ruleId(rule)},
        {"name", rule.name},
        {"kind", rule.kind == RuleKind::Error ? "error" : "warning"},
        {"decided",
         rule.decidedAt == DecidedAt::Compile ? "compile" : "launch"},
        {"statement", rule.statement},
        {"message", rule.message},
        {"cure", rule.cure}});
  return array;
}

static json::Array listFindings() {
  json::Array array;
  for (int32_t i = 0; i < sim::kFindingKindCount; ++i) {
    auto kind = static_cast<sim::FindingKind>(i);
    array.push_back(json::Object{{"id", sim::id(kind)},
                                 {"name", sim::name(kind)},
                                 {"severity", sim::name(sim::severity(kind))},
                                 {"rule", sim::rule(kind)},
                                 {"cure", sim::cure(kind)}});
  }
  return array;
}

/// Every opcode of tile.apply with the attribute that it becomes.
static json::Array listOpcodes() {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<tile::TileDialect>();
  auto emitError = [&] {
    return mlir::emitError(mlir::UnknownLoc::get(&context));
  };
  json::Array array;
  for (const std::string &opcode : tile::getKnownOpcodes())
    if (mlir::Attribute attr = tile::parseOpcode(&context, opcode, emitError))
      array.push_back(
          json::Object{{"opcode", opcode},
                       {"attribute", attr.getAbstractAttribute().getName()}});
  return array;
}

static json::Object listTargets() {
  using namespace tensormap;
  json::Array names;
  json::Array forms;
  for (const Target &target : targets())
    names.push_back(json::Object{{"name", target.name},
                                 {"ptx", ptxVersionText(target.floorPtx)}});
  for (int32_t i = 0; i < kFormCount; ++i) {
    auto form = static_cast<Form>(i);
    json::Object versions;
    json::Array advised;
    for (const Target &target : targets()) {
      if (int32_t ptx = minimumPtx(form, target))
        versions[target.name] = ptxVersionText(ptx);
      if (isAdvisedAgainst(form, target))
        advised.push_back(target.name);
    }
    forms.push_back(json::Object{{"form", name(form)},
                                 {"ptx", std::move(versions)},
                                 {"advised_against", std::move(advised)}});
  }
  return json::Object{{"targets", std::move(names)},
                      {"forms", std::move(forms)}};
}

std::string tilery::getCatalogueText() {
  json::Object all = listTargets();
  all["diagnostics"] = listDiagnostics();
  all["rules"] = listRules();
  all["opcodes"] = listOpcodes();
  all["findings"] = listFindings();
  return llvm::formatv("{0:2}", json::Value(std::move(all))).str() + "\n";
}

/// "V08 index", and its sentences below; no cure where that is null.
static std::string describe(const std::string &id, const char *title,
                            const char *rule, const char *cure) {
  std::string text = id + " " + title + "\n  rule: " + rule + "\n";
  return cure ? text + "  cure: " + cure + "\n" : text;
}

std::optional<std::string> tilery::explainDiagnostic(llvm::StringRef id) {
  id = id.trim("()");
  for (const DiagnosticEntry &entry : diagnosticCatalogue)
    if (id == entry.id)
      return describe(entry.id, entry.title, entry.rule, entry.cure);
  for (const tensormap::Rule &rule : tensormap::kRules)
    if (id == tensormap::ruleId(rule))
      return describe(tensormap::ruleId(rule), rule.name, rule.statement,
                      /*cure=*/nullptr);
  for (int32_t i = 0; i < sim::kFindingKindCount; ++i)
    if (auto kind = static_cast<sim::FindingKind>(i); id == sim::id(kind))
      return describe(sim::id(kind), sim::name(kind), sim::rule(kind),
                      sim::cure(kind));
  return std::nullopt;
}

std::string tilery::getUnknownDiagnosticMessage(llvm::StringRef id) {
  return "(T01) no diagnostic '" + id.trim("()").str() +
         "'; constraints such as (C4) are those of the op that the message "
         "names, see docs/reference; the others are in docs/diagnostics.md";
}
