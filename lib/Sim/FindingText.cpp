// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text.h"
#include "tilery/Sim/Findings.h"

namespace tilery::sim {

namespace {
struct KindRow {
  const char *id;
  const char *name;
  Severity severity;
  const char *rule;
  const char *cure;
};
} // namespace

static constexpr KindRow kKinds[] = {
#define FINDING(enumerator, id, name, severity, rule, cure)                    \
  {id, name, Severity::severity, rule, cure},
#include "tilery/Sim/Findings.def"
#undef FINDING
};

const char *name(Severity severity) {
  switch (severity) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    break;
  }
  return "error";
}

const char *id(FindingKind kind) { return kKinds[int(kind)].id; }
const char *name(FindingKind kind) { return kKinds[int(kind)].name; }
Severity severity(FindingKind kind) { return kKinds[int(kind)].severity; }
const char *rule(FindingKind kind) { return kKinds[int(kind)].rule; }
const char *cure(FindingKind kind) { return kKinds[int(kind)].cure; }

std::string describe(const SourcePlace &place) {
  if (place.file.empty())
    return "?";
  if (!place.line)
    return place.file;
  return place.column ? str(place.file, ":", place.line, ":", place.column)
                      : str(place.file, ":", place.line);
}

/// "tile.tma.load of %tile"
static std::string describeOp(const SourcePlace &place) {
  return place.operand.empty() ? place.op
                               : str(place.op, " of ", place.operand);
}

std::string render(const Finding &finding) {
  std::string text =
      str(describe(finding.place), ": ", name(severity(finding.kind)), ": ",
          finding.text, " [", id(finding.kind), " ", name(finding.kind), "]\n");
  if (!finding.place.op.empty())
    text += str("  in ", describeOp(finding.place), "\n");
  if (finding.hasThread) {
    const ThreadPlace &t = finding.thread;
    text +=
        str("  block (", t.block[0], ", ", t.block[1], ", ", t.block[2],
            "), warp ", t.warp(), ", lane ", t.lane(), ", thread ", t.thread);
    text += finding.count > 1
                ? str("; ", counted(finding.count, "time"), " in all\n")
                : std::string("\n");
  } else if (finding.count > 1) {
    text += str("  ", counted(finding.count, "time"), " in all\n");
  }
  if (finding.other.isKnown())
    text += str(describe(finding.other), ": note: the other side is ",
                describeOp(finding.other), "\n");
  for (const FindingNote &note : finding.notes)
    text += str(describe(note.place), ": note: ", note.text, "\n");
  return text;
}

} // namespace tilery::sim
