// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Trace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

using namespace llvm;
using namespace tilery;
using namespace tilery::capi;

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

static StringRef categoryOf(const sim::TraceEvent &event) {
  switch (event.kind) {
  case sim::TraceEvent::Transfer:
    return "transfer";
  case sim::TraceEvent::Wait:
    return "wait";
  case sim::TraceEvent::Phase:
    return "phase";
  }
  return "";
}

/// One entry of the file; `id` is of the asynchronous ones, "b" and "e".
static void writeEntry(json::OStream &json, const sim::TraceEvent &event,
                       StringRef phase, uint64_t time, size_t id) {
  json.object([&] {
    json.attribute("name", event.name);
    json.attribute("cat", categoryOf(event));
    json.attribute("ph", phase);
    json.attribute("ts", static_cast<int64_t>(time));
    if (phase == "X")
      json.attribute("dur", static_cast<int64_t>(event.end - event.begin));
    else if (phase == "i")
      json.attribute("s", "p");
    else
      json.attribute("id", static_cast<int64_t>(id));
    json.attribute("pid", static_cast<int64_t>(event.block));
    json.attribute("tid", static_cast<int64_t>(event.warp));
    if (phase == "e")
      return;
    json.attributeObject("args", [&] {
      json.attribute(event.kind == sim::TraceEvent::Transfer ? "bytes"
                                                             : "phase",
                     static_cast<int64_t>(event.value));
      json.attribute("place", event.place);
    });
  });
}

/// The waits that lie within each other or apart, as what a lane shows has to.
/// Lanes of a warp that have parted may wait across each other.
static std::vector<bool>
findNested(const std::vector<sim::TraceEvent> &events) {
  using Lane = std::pair<uint64_t, uint32_t>;
  std::vector<size_t> waits;
  for (auto [i, event] : enumerate(events))
    if (event.kind == sim::TraceEvent::Wait)
      waits.push_back(i);
  sort(waits, [&](size_t i, size_t j) {
    const sim::TraceEvent &a = events[i], &b = events[j];
    return std::tuple(a.begin, b.end, i) < std::tuple(b.begin, a.end, j);
  });
  std::vector<bool> isNested(events.size(), false);
  std::map<Lane, std::vector<uint64_t>> ends;
  for (size_t i : waits) {
    const sim::TraceEvent &event = events[i];
    std::vector<uint64_t> &open = ends[{event.block, event.warp}];
    while (!open.empty() && open.back() <= event.begin)
      open.pop_back();
    isNested[i] = open.empty() || event.end <= open.back();
    if (isNested[i])
      open.push_back(event.end);
  }
  return isNested;
}

static void writeEvent(json::OStream &json, const sim::TraceEvent &event,
                       size_t id, bool isNested) {
  if (event.kind == sim::TraceEvent::Phase)
    return writeEntry(json, event, "i", event.begin, id);
  if (isNested)
    return writeEntry(json, event, "X", event.begin, id);
  writeEntry(json, event, "b", event.begin, id);
  writeEntry(json, event, "e", event.end, id);
}

std::string
tilery::capi::traceText(const std::vector<sim::TraceEvent> &events) {
  std::string text;
  raw_string_ostream stream(text);
  json::OStream json(stream);
  json.object([&] {
    json.attributeArray("traceEvents", [&] {
      std::set<uint64_t> blocks;
      std::set<std::pair<uint64_t, uint32_t>> warps;
      std::vector<bool> isNested = findNested(events);
      for (auto [i, event] : enumerate(events)) {
        if (blocks.insert(event.block).second)
          writeName(json, "process_name", event.block, 0,
                    "block " + std::to_string(event.block));
        if (warps.insert({event.block, event.warp}).second)
          writeName(json, "thread_name", event.block, event.warp,
                    "warp " + std::to_string(event.warp));
        writeEvent(json, event, i, isNested[i]);
      }
    });
  });
  stream << "\n";
  return text;
}
