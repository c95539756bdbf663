// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_POINTERLIST_H
#define TILERY_LIB_CAPI_POINTERLIST_H

#include <cstddef>
#include <deque>
#include <vector>

namespace tilery {
namespace capi {

/// Structs that callers reach by an array of pointers, so that the structs can
/// grow.
template <typename Struct> class PointerList {
public:
  PointerList() = default;
  PointerList(PointerList &&) noexcept = default;
  PointerList &operator=(PointerList &&) noexcept = default;

  /// A zeroed struct at the end; it stays where it is.
  Struct &add() {
    Struct &item = items.emplace_back();
    item = {};
    pointers.push_back(&item);
    return item;
  }

  size_t size() const { return items.size(); }
  const Struct &operator[](size_t i) const { return items[i]; }
  const Struct *const *data() const { return pointers.data(); }

private:
  std::deque<Struct> items;
  std::vector<const Struct *> pointers;
};

} // namespace capi
} // namespace tilery

#endif // TILERY_LIB_CAPI_POINTERLIST_H
