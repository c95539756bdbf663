// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the simulator has found out about a launch, as data. Tools render it.

#ifndef TILERY_SIM_FINDINGS_H
#define TILERY_SIM_FINDINGS_H

#include <cstdint>
#include <string>
#include <vector>

namespace tilery {
namespace sim {

enum class Severity { Note, Warning, Error };
/// "note", "warning", "error".
const char *name(Severity severity);

enum class FindingKind {
#define FINDING(enumerator, id, name, severity, rule, cure) enumerator,
#include "tilery/Sim/Findings.def"
#undef FINDING
};
inline constexpr int kFindingKindCount = 0
#define FINDING(enumerator, id, name, severity, rule, cure) +1
#include "tilery/Sim/Findings.def"
#undef FINDING
    ;
/// "SIM01"; stable.
const char *id(FindingKind kind);
/// "out-of-bounds"; stable.
const char *name(FindingKind kind);
Severity severity(FindingKind kind);
/// What a kernel has to keep to, and what helps: a sentence each.
const char *rule(FindingKind kind);
const char *cure(FindingKind kind);

/// A place in the kernel's source. `file` is empty where it is not known.
struct SourcePlace {
  std::string file;
  uint32_t line = 0, column = 0; ///< 1-based
  std::string op;                ///< "tile.tma.load"
  std::string operand;           ///< name of what it accesses

  bool isKnown() const { return !file.empty() || !op.empty(); }
};

/// The thread that a finding is about.
struct ThreadPlace {
  uint32_t block[3] = {0, 0, 0};
  uint64_t linearBlock = 0; ///< x fastest
  uint32_t thread = 0;      ///< in its block, x fastest
  uint32_t warp() const { return thread / 32; }
  uint32_t lane() const { return thread % 32; }
};

/// More about a finding, at another place.
struct FindingNote {
  std::string text;
  SourcePlace place;
};

/// One cause. The same fault at the same two places is counted, not repeated.
struct Finding {
  FindingKind kind;
  std::string text; ///< one sentence without a full stop
  SourcePlace place;
  /// The other side: who initialised, copied, expected; may be unknown.
  SourcePlace other;
  std::string buffer; ///< the shared buffer, barrier or argument: "full[1]"
  bool hasThread = false;
  ThreadPlace thread; ///< of the first occurrence
  uint64_t count = 1;
  std::vector<FindingNote> notes;
};

/// "file:3:5", or "?" where nothing is known.
std::string describe(const SourcePlace &place);
/// The finding as lines of text: "file:3:5: error: ... [SIM01 out-of-bounds]",
/// then thread, count, the other place and the notes, each on a line of its
/// own.
std::string render(const Finding &finding);

} // namespace sim
} // namespace tilery

#endif // TILERY_SIM_FINDINGS_H
