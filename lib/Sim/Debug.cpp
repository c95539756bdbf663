// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf, assert and traps.

#include "Text.h"
#include "Worker.h"

#include <cstdio>
#include <cstring>

namespace tilery::sim {

/// Text of a cluster beyond this is cut.
static constexpr size_t kMostOutput = size_t(1) << 24;

namespace {
/// The packed arguments of a printf.
struct Arguments {
  const uint8_t *data;
  size_t bytes;
  size_t at = 0;

  template <typename T> T take() {
    T value = T();
    at = (at + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    if (data && at + sizeof(T) <= bytes)
      std::memcpy(&value, data + at, sizeof(T));
    at += sizeof(T);
    return value;
  }
};
} // namespace

template <typename T>
static void print(std::string &text, const std::string &directive, T value) {
  char buffer[256];
  int length = std::snprintf(buffer, sizeof(buffer), directive.c_str(), value);
  if (length < 0)
    return;
  if (size_t(length) < sizeof(buffer)) {
    text.append(buffer, size_t(length));
    return;
  }
  std::string wide(size_t(length) + 1, 0);
  std::snprintf(&wide[0], wide.size(), directive.c_str(), value);
  text.append(wide, 0, size_t(length));
}

/// Widths and precisions of more digits are not printed as such.
static constexpr size_t kMostDirective = 16;

/// Appends what CUDA's printf prints: the directives are C's (CUDA C++
/// programming guide, formatted output), without * and %n.
static void format(std::string &text, const char *p, Arguments arguments) {
  while (*p) {
    if (*p != '%') {
      text += *p++;
      continue;
    }
    size_t flags = 1 + std::strspn(p + 1, "-+ #0123456789.");
    size_t length = std::strspn(p + flags, "hl");
    char conversion = p[flags + length];
    size_t whole = flags + length + 1;
    bool isWide = length && p[flags] == 'l';
    std::string start(p, flags);
    if (conversion == '%') {
      text += '%';
    } else if (conversion && std::strchr("diuxXoc", conversion) &&
               flags <= kMostDirective) {
      if (isWide && conversion != 'c')
        print(text, start + "ll" + conversion, arguments.take<long long>());
      else if (length)
        print(text, start + std::string(p + flags, length) + conversion,
              arguments.take<int32_t>());
      else
        print(text, start + conversion, arguments.take<int32_t>());
    } else if (conversion && std::strchr("fFeEgGaA", conversion) &&
               flags <= kMostDirective) {
      print(text, start + conversion, arguments.take<double>());
    } else {
      text.append(p, conversion ? whole : whole - 1);
    }
    p += conversion ? whole : whole - 1;
  }
}

} // namespace tilery::sim

using namespace tilery::sim;

void tilery_sim_printf(TilerySimThread *thread, const char *text,
                       const void *arguments, uint32_t bytes, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->checkStack(self, site);
  ++self->worker->time;
  std::string &output = self->block->cluster->result.output;
  if (output.size() >= kMostOutput)
    return;
  format(output, text, {static_cast<const uint8_t *>(arguments), bytes});
  if (output.size() >= kMostOutput) {
    output.resize(kMostOutput);
    output += "\n[more output is cut]\n";
  }
}

void tilery_sim_assert_fail(TilerySimThread *thread, const char *message,
                            uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->fault(self, FindingKind::AssertionFailed, site,
                      [&] { return str("assertion failed: ", message); });
}

void tilery_sim_trap(TilerySimThread *thread, const char *reason,
                     uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->fault(self, FindingKind::Trap, site,
                      [&] { return str("the kernel traps: ", reason); });
}

void tilery_sim_coord_overflow(TilerySimThread *thread, int64_t index,
                               uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->fault(self, FindingKind::CoordinateOverflow, site, [&] {
    return str("expected a coordinate of 32 bits, got ", index);
  });
}
