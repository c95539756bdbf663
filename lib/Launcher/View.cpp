// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Views of tensor arguments, of which TensorMaps are made.

#include "Report.h"
#include "Tensor.h"

#include <cinttypes>

using namespace tilery::runtime;

namespace {

/// One dimension of the source and what the view takes of it.
struct Slice {
  int64_t extent, stride;
  int64_t offset, size, step;
};

bool checkSlice(const Slice &slice, const char *name, int32_t dim,
                Report &report) {
  bool valid = true;
  if (slice.step < 1)
    valid = report.fault(TILERY_BAD_ARGUMENT,
                         "view of %s, dimension %d: expected a step of at "
                         "least 1, got %" PRId64,
                         name, dim, slice.step);
  if (slice.size < 0)
    valid = report.fault(TILERY_BAD_ARGUMENT,
                         "view of %s, dimension %d: expected an extent of 0 or "
                         "more, got %" PRId64,
                         name, dim, slice.size);
  if (slice.offset < 0 || slice.offset > slice.extent)
    valid = report.fault(TILERY_BAD_ARGUMENT,
                         "view of %s, dimension %d: expected an offset of 0 to "
                         "%" PRId64 ", got %" PRId64,
                         name, dim, slice.extent, slice.offset);
  if (!valid || slice.size == 0)
    return valid;
  // Both are positive, and what remains of the source is not negative.
  int64_t rest = slice.extent - slice.offset;
  int64_t most = rest / slice.step + (rest % slice.step != 0);
  return slice.size <= most ||
         report.fault(TILERY_BAD_ARGUMENT,
                      "view of %s, dimension %d: expected at most %" PRId64
                      " elements from offset %" PRId64 " by steps of %" PRId64
                      " (its extent is %" PRId64 "), got %" PRId64,
                      name, dim, most, slice.offset, slice.step, slice.extent,
                      slice.size);
}

/// Adds the dimension to the view; true where every number fits.
bool takeDimension(const Slice &slice, bool dropped, TileryView &view,
                   int64_t &start) {
  int64_t skipped, stride;
  // An empty view has no element whose place could matter.
  if (__builtin_mul_overflow(slice.offset, slice.stride, &skipped) ||
      __builtin_add_overflow(start, skipped, &start) ||
      __builtin_mul_overflow(slice.step, slice.stride, &stride))
    return false;
  if (dropped)
    return true;
  view.shape[view.tensor.ndim] = slice.size;
  view.strides[view.tensor.ndim] = stride;
  ++view.tensor.ndim;
  return true;
}

void takeView(const TileryTensor &source, const char *name, int32_t rank,
              const int64_t *slices, uint32_t dropped, TileryView &view,
              Report &report) {
  view.tensor = source;
  view.tensor.ndim = 0;
  view.tensor.shape = view.shape;
  view.tensor.strides = view.strides;
  bool valid = true;
  for (int32_t dim = 0; dim < rank; ++dim) {
    Slice slice = {source.shape[dim], strideOf(source, dim), slices[dim],
                   slices[rank + dim], slices[2 * rank + dim]};
    valid &= checkSlice(slice, name, dim, report);
  }
  int64_t start = 0;
  for (int32_t dim = 0; valid && dim < rank; ++dim) {
    bool isDropped = dim < 32 && (dropped >> dim & 1);
    if (!isDropped && view.tensor.ndim == TILERY_MAX_VIEW_RANK) {
      valid = report.fault(TILERY_BAD_ARGUMENT,
                           "view of %s: expected at most %d dimensions", name,
                           TILERY_MAX_VIEW_RANK);
      break;
    }
    Slice slice = {source.shape[dim], strideOf(source, dim), slices[dim],
                   slices[rank + dim], slices[2 * rank + dim]};
    if (!takeDimension(slice, isDropped, view, start))
      valid = report.fault(TILERY_BAD_ARGUMENT,
                           "view of %s, dimension %d: expected an offset and a "
                           "stride within 63 bits",
                           name, dim);
  }
  int64_t bits = 0;
  if (valid && __builtin_mul_overflow(start, int64_t(source.dtype.bits), &bits))
    valid = report.fault(TILERY_BAD_ARGUMENT,
                         "view of %s: expected an offset within 63 bits", name);
  if (valid)
    view.tensor.byte_offset += static_cast<uint64_t>(bits / 8);
  else
    view.tensor.ndim = -1;
}

} // namespace

extern "C" int32_t tilery_rt_take_view(TileryCall *call, int32_t arg,
                                       const TileryView *source, int32_t rank,
                                       const int64_t *slices, uint32_t dropped,
                                       TileryView *view) {
  if (call->phase != PhaseRunning)
    return call->status;
  const TileryTensor &tensor =
      source ? source->tensor : *call->args[arg].tensor;
  // A view of a view that has been refused has no dimensions: told already.
  if (tensor.ndim != rank) {
    view->tensor.ndim = -1;
    return call->status;
  }
  Report report(*call);
  takeView(tensor, call->function->argNames[arg], rank, slices, dropped, *view,
           report);
  return call->status;
}
