// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Diagnostics.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace tilery;
using namespace tilery::capi;

const char *DiagnosticList::keep(llvm::StringRef text) {
  return texts.emplace_back(text.str()).c_str();
}

static int32_t severityOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Note:
    return TILERY_SEVERITY_NOTE;
  case mlir::DiagnosticSeverity::Remark:
    return TILERY_SEVERITY_REMARK;
  case mlir::DiagnosticSeverity::Warning:
    return TILERY_SEVERITY_WARNING;
  case mlir::DiagnosticSeverity::Error:
    return TILERY_SEVERITY_ERROR;
  }
  return TILERY_SEVERITY_ERROR;
}

void DiagnosticList::convert(mlir::Diagnostic &diagnostic,
                             TileryDiagnostic &result) {
  result.severity = severityOf(diagnostic.getSeverity());
  result.file = result.rendered = "";
  // A front end's locations may be fused or named.
  if (auto place =
          diagnostic.getLocation()->findInstanceOf<mlir::FileLineColLoc>()) {
    result.file = keep(place.getFilename().getValue());
    result.line = place.getLine();
    result.column = place.getColumn();
  }
  result.text = keep(diagnostic.str());
  PointerList<TileryDiagnostic> &below = notes.emplace_back();
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    convert(note, below.add());
  result.numNotes = static_cast<uint32_t>(below.size());
  result.notes = below.data();
}

void DiagnosticList::add(mlir::Diagnostic &diagnostic,
                         llvm::StringRef rendered) {
  TileryDiagnostic &result = all.add();
  convert(diagnostic, result);
  result.rendered = keep(rendered);
}

void DiagnosticList::addError(llvm::StringRef text) {
  TileryDiagnostic &error = all.add();
  error.severity = TILERY_SEVERITY_ERROR;
  error.file = "";
  error.text = keep(text);
  error.rendered = keep(("error: " + text + "\n").str());
}

std::string DiagnosticList::describeErrors() const {
  std::string text;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].severity != TILERY_SEVERITY_ERROR)
      continue;
    if (!text.empty())
      text += "\n";
    text += all[i].text;
  }
  return text;
}

namespace {
/// The files of locations, whose lines are shown. Anybody may write a location
/// in a device or a pipe, which would never end.
class RegularFiles : public llvm::vfs::ProxyFileSystem {
public:
  RegularFiles() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    llvm::ErrorOr<llvm::vfs::Status> status = ProxyFileSystem::status(path);
    if (!status)
      return status.getError();
    if (!status->isRegularFile() || status->getSize() > maxBytes)
      return std::make_error_code(std::errc::invalid_argument);
    return ProxyFileSystem::openFileForRead(path);
  }

private:
  static constexpr uint64_t maxBytes = uint64_t(64) << 20;
};
} // namespace

DiagnosticCollector::DiagnosticCollector(llvm::SourceMgr &sources,
                                         mlir::MLIRContext *context,
                                         DiagnosticList &list)
    : SourceMgrDiagnosticHandler(sources, context, stream) {
  sources.setVirtualFileSystem(llvm::makeIntrusiveRefCnt<RegularFiles>());
  // Where a reader of modules has set a handler, that writes there too.
  sources.setDiagHandler(nullptr, &stream);
  setHandler([this, &list](mlir::Diagnostic &diagnostic) {
    text.clear();
    emitDiagnostic(diagnostic);
    list.add(diagnostic, text);
  });
}
