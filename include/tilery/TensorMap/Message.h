// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One finding as a sentence in the caller's buffer. Freestanding C++17, see
// Types.h.

#ifndef TILERY_TENSORMAP_MESSAGE_H
#define TILERY_TENSORMAP_MESSAGE_H

#include "tilery/TensorMap/Rules.h"

namespace tilery {
namespace tensormap {

namespace detail {

/// Appends text to a buffer, drops what does not fit and counts all of it.
struct TextWriter {
  char *buffer;
  size_t capacity;
  size_t length = 0;

  void put(char c) {
    if (length + 1 < capacity)
      buffer[length] = c;
    ++length;
  }
  void put(const char *text) {
    for (; *text; ++text)
      put(*text);
  }
  void putUnsigned(uint64_t value) {
    char digits[20];
    int count = 0;
    do {
      digits[count++] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value);
    while (count)
      put(digits[--count]);
  }
  void putNumber(int64_t value) {
    if (value < 0)
      put('-');
    // Negation in unsigned arithmetic is defined for the smallest number too.
    uint64_t bits = static_cast<uint64_t>(value);
    putUnsigned(value < 0 ? 0 - bits : bits);
  }
  void finish() {
    if (capacity)
      buffer[length < capacity ? length : capacity - 1] = 0;
  }
};

inline bool textEquals(const char *text, size_t length, const char *word) {
  size_t i = 0;
  for (; i < length && word[i]; ++i)
    if (text[i] != word[i])
      return false;
  return i == length && word[i] == 0;
}

/// " (12 elements)", or nothing when `bytes` is no whole number of them.
inline void putElements(TextWriter &out, const TensorMapParams &p,
                        int64_t bytes) {
  int64_t size = elementBytes(p.dataType);
  if (size <= 1 || !isKnown(bytes) || bytes % size != 0)
    return;
  out.put(" (");
  out.putNumber(bytes / size);
  out.put(bytes == size ? " element)" : " elements)");
}

/// " (24 bytes)", or nothing when the elements have no whole number of them.
inline void putBytes(TextWriter &out, const TensorMapParams &p,
                     int64_t elements) {
  int64_t size = elementBytes(p.dataType);
  int64_t magnitude = elements < 0 && isKnown(elements) ? -elements : elements;
  int64_t bytes = checkedMul(magnitude, size);
  if (size == 0 || !isKnown(bytes))
    return;
  out.put(" (");
  out.putNumber(elements < 0 ? -bytes : bytes);
  out.put(" bytes)");
}

/// 90 as "9.0".
inline void putCapability(TextWriter &out, int64_t capability) {
  out.putNumber(capability / 10);
  out.put('.');
  out.putNumber(capability % 10);
}

/// One placeholder of a rule's message or cure:
///   {v} {b}      the value and the bound
///   {ve} {be}    the same, given in bytes, in elements in parentheses
///   {vb}         the value, given in elements, in bytes in parentheses
///   {vcc} {bcc}  the same as compute capabilities
///   {type} {swizzle} {interleave} {direction}  the map's own
inline void putPlaceholder(TextWriter &out, const TensorMapParams &p,
                           const Finding &f, const char *key, size_t length) {
  auto is = [&](const char *word) { return textEquals(key, length, word); };
  if (is("v"))
    out.putNumber(f.value);
  else if (is("b"))
    out.putNumber(f.expected);
  else if (is("ve"))
    putElements(out, p, f.value);
  else if (is("be"))
    putElements(out, p, f.expected);
  else if (is("vb"))
    putBytes(out, p, f.value);
  else if (is("vcc"))
    putCapability(out, f.value);
  else if (is("bcc"))
    putCapability(out, f.expected);
  else if (is("type"))
    out.put(name(p.dataType));
  else if (is("swizzle"))
    out.put(name(p.swizzle));
  else if (is("interleave"))
    out.put(name(p.interleave));
  else if (is("direction"))
    out.put(name(p.direction));
}

inline void putTemplate(TextWriter &out, const TensorMapParams &p,
                        const Finding &f, const char *text) {
  for (; *text; ++text) {
    if (*text != '{') {
      out.put(*text);
      continue;
    }
    const char *key = ++text;
    while (*text != '}')
      ++text;
    putPlaceholder(out, p, f, key, static_cast<size_t>(text - key));
  }
}

/// TM07
inline void putRuleId(TextWriter &out, const Rule &rule) {
  out.put("TM");
  if (rule.number < 10)
    out.put('0');
  out.putNumber(rule.number);
}

} // namespace detail

/// Writes a violated (or unknown) finding as one sentence without a full stop:
///
///   tensor 'a', dimension 0 (TMA dimension 1): stride alignment (TM10):
///   expected a stride that is a multiple of 16 bytes, got 2002 bytes (1001
///   elements); pad the rows to a multiple of 16 bytes (8 elements)
///
/// Dimensions are named in the user's order, outer to inner, and in the copy
/// engine's. `tensor` may be null. Returns the length of the whole text, as
/// snprintf does; the buffer always ends with a zero when `capacity` > 0.
inline size_t formatFinding(char *buffer, size_t capacity,
                            const TensorMapParams &p, const Rule &rule,
                            const Finding &finding, const char *tensor) {
  detail::TextWriter out{buffer, capacity};
  if (tensor && *tensor) {
    out.put("tensor '");
    out.put(tensor);
    out.put('\'');
  } else {
    out.put("tensor map");
  }
  if (finding.dim >= 0) {
    out.put(", dimension ");
    out.putNumber(userDimension(p, finding.dim));
    out.put(" (TMA dimension ");
    out.putNumber(finding.dim);
    out.put(')');
  }
  out.put(": ");
  out.put(rule.name);
  out.put(" (");
  detail::putRuleId(out, rule);
  out.put("): ");
  if (finding.verdict == Verdict::Unknown) {
    out.put("not known until launch: ");
    out.put(rule.statement);
  } else {
    detail::putTemplate(out, p, finding, rule.message);
    out.put("; ");
    detail::putTemplate(out, p, finding, rule.cure);
  }
  out.finish();
  return out.length;
}

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_MESSAGE_H
