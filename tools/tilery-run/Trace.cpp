// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Trace.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

/// Says how the viewer is to call a process ("process_name") or thread.
static void writeName(json::OStream &json, StringRef what, uint64_t block,
                      uint32_t warp, const std::string &name) {
  json.object([&] {
    json.attribute("ph", "M");
    json.attribute("name", what);
    json.attribute("pid", static_cast<int64_t>(block));
    json.attribute("tid", static_cast<int64_t>(warp));
    json.attributeObject("args", [&] { json.attribute("name", name); });
  });
}

static void writeEvent(json::OStream &json, const sim::TraceEvent &event) {
  bool isInstant = event.kind == sim::TraceEvent::Phase;
  json.object([&] {
    json.attribute("name", event.name);
    json.attribute("cat", event.kind == sim::TraceEvent::Transfer ? "transfer"
                          : isInstant                             ? "phase"
                                                                  : "wait");
    json.attribute("ph", isInstant ? "i" : "X");
    json.attribute("ts", static_cast<int64_t>(event.begin));
    if (isInstant)
      json.attribute("s", "p");
    else
      json.attribute("dur", static_cast<int64_t>(event.end - event.begin));
    json.attribute("pid", static_cast<int64_t>(event.block));
    json.attribute("tid", static_cast<int64_t>(event.warp));
    json.attributeObject("args", [&] {
      json.attribute(event.kind == sim::TraceEvent::Transfer ? "bytes"
                                                             : "phase",
                     static_cast<int64_t>(event.value));
      json.attribute("place", event.place);
    });
  });
}

Error tilery::run::writeTrace(const std::string &path,
                              const std::vector<sim::TraceEvent> &events) {
  std::error_code code;
  raw_fd_ostream file(path, code);
  if (code)
    return createStringError("(I07) cannot write '%s': %s", path.c_str(),
                             code.message().c_str());
  json::OStream json(file);
  json.object([&] {
    json.attributeArray("traceEvents", [&] {
      std::set<uint64_t> blocks;
      std::set<std::pair<uint64_t, uint32_t>> warps;
      for (const sim::TraceEvent &event : events) {
        if (blocks.insert(event.block).second)
          writeName(json, "process_name", event.block, 0,
                    "block " + std::to_string(event.block));
        if (warps.insert({event.block, event.warp}).second)
          writeName(json, "thread_name", event.block, event.warp,
                    "warp " + std::to_string(event.warp));
        writeEvent(json, event);
      }
    });
  });
  file << "\n";
  file.close();
  if (!file.has_error())
    return Error::success();
  std::string reason = file.error().message();
  file.clear_error();
  return createStringError("(I07) cannot write '%s': %s", path.c_str(),
                           reason.c_str());
}
