// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The binary interface between a host launcher and the runtime: plain C, no
// CUDA header, no allocation on a launch. A launcher is a function
//
//   int32_t add_one_launch(TileryCall *call);
//
// whose body is straight-line code over the functions at the end of this file,
// each of which takes pointers to constant tables (the Spec structs):
//
//   begin            number and kind of arguments
//   check_tensor ... one a tensor argument   } every fault of the call is
//   check_scalar ... one a scalar argument   } collected, none hides another
//   check_map    ... one a caller's TensorMap}
//   checked          if not TILERY_OK: return it (nothing below may run, as it
//                    may divide by or index with unchecked sizes)
//   for each kernel:
//     take_view  ... one a view of an argument; faults are collected
//     prepare        context, module, limits; decides whether there is anything
//                    to launch
//     encode_map ... one a TensorMap (encode_view: of a view); faults are
//                    collected
//     launch
//   return end       gives the caller's context back
//
// Each function does nothing and returns call->status once a call has failed,
// except that check_*, take_view and encode_* go on collecting faults of their
// own kind: a launcher needs no branch but the one after `checked`.

#ifndef TILERY_LAUNCHER_ABI_H
#define TILERY_LAUNCHER_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The names are C's, and DLPack's for a tensor's fields.
// NOLINTBEGIN(readability-identifier-naming)

/// Raised with every change of a struct or of a meaning below.
#define TILERY_ABI_VERSION 3

/// Most dimensions of a TensorMap (CUDA driver API, cuTensorMapEncodeTiled).
#define TILERY_MAX_MAP_RANK 5

/// Most dimensions of a view of an argument (TileryView).
#define TILERY_MAX_VIEW_RANK 8

/// What became of a call. Values are stable.
typedef enum TileryStatus {
  TILERY_OK = 0,
  /// Value, shape, stride, alignment or device of an argument.
  TILERY_BAD_ARGUMENT = 1,
  /// Number, kind or element type of an argument (a TypeError in Python).
  TILERY_BAD_ARGUMENT_TYPE = 2,
  /// A tensor that no TensorMap can describe, or that the driver refused.
  TILERY_BAD_TENSOR_MAP = 3,
  /// Grid, block, cluster or shared memory beyond a limit; empty input.
  TILERY_BAD_LAUNCH = 4,
  /// The kernel's code cannot run on this device.
  TILERY_DEVICE_UNSUPPORTED = 5,
  TILERY_DRIVER_MISSING = 6,
  TILERY_DRIVER_TOO_OLD = 7,
  /// A driver call failed that is none of the other cases.
  TILERY_DRIVER_ERROR = 8,
  /// An earlier kernel or copy broke the context; this call is not at fault.
  TILERY_CONTEXT_FAILED = 9,
  TILERY_OUT_OF_MEMORY = 10,
  /// The driver refused the kernel's code.
  TILERY_MODULE_FAILED = 11,
  TILERY_LAUNCH_FAILED = 12,
  /// Launcher and runtime come from different versions.
  TILERY_ABI_MISMATCH = 13,
} TileryStatus;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Device types: DLPack's values.
enum {
  /// A raw pointer of unknown origin: checked for null and alignment only.
  TILERY_DEVICE_UNKNOWN = 0,
  TILERY_DEVICE_CPU = 1,
  TILERY_DEVICE_CUDA = 2,
  TILERY_DEVICE_CUDA_HOST = 3,
  TILERY_DEVICE_CUDA_MANAGED = 13,
};

/// Type codes: DLPack's values.
enum {
  TILERY_TYPE_INT = 0,
  TILERY_TYPE_UINT = 1,
  TILERY_TYPE_FLOAT = 2,
  TILERY_TYPE_BFLOAT = 4,
  TILERY_TYPE_COMPLEX = 5,
  TILERY_TYPE_BOOL = 6,
  TILERY_TYPE_FLOAT8_E3M4 = 7,
  TILERY_TYPE_FLOAT8_E4M3 = 8,
  TILERY_TYPE_FLOAT8_E4M3B11FNUZ = 9,
  TILERY_TYPE_FLOAT8_E4M3FN = 10,
  TILERY_TYPE_FLOAT8_E4M3FNUZ = 11,
  TILERY_TYPE_FLOAT8_E5M2 = 12,
  TILERY_TYPE_FLOAT8_E5M2FNUZ = 13,
  TILERY_TYPE_FLOAT8_E8M0FNU = 14,
  TILERY_TYPE_FLOAT6_E2M3FN = 15,
  TILERY_TYPE_FLOAT6_E3M2FN = 16,
  TILERY_TYPE_FLOAT4_E2M1FN = 17,
};

typedef struct TileryDevice {
  int32_t type;
  int32_t id;
} TileryDevice;

typedef struct TileryDataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} TileryDataType;

/// A strided array, laid out as DLPack's DLTensor so that one is passed as it
/// is. `strides` count elements and may be null: compact, row-major. The first
/// element lies at data + byte_offset.
typedef struct TileryTensor {
  void *data;
  TileryDevice device;
  int32_t ndim;
  TileryDataType dtype;
  int64_t *shape;
  int64_t *strides;
  uint64_t byte_offset;
} TileryTensor;

/// One argument of a launcher, in the order of its parameters. Integers and
/// booleans are in `i`, floating-point numbers in `f`.
typedef union TileryValue {
  int64_t i;
  double f;
  const TileryTensor *tensor;
  /// A CUtensorMap that the caller has encoded: 128 bytes of host memory,
  /// 64-byte aligned, which the launch copies.
  const struct TileryTensorMap *map;
} TileryValue;

/// What a TileryValue holds, where the caller can tell (TileryCall::kinds).
enum {
  TILERY_KIND_TENSOR = 0,
  TILERY_KIND_INT = 1,
  TILERY_KIND_FLOAT = 2,
  TILERY_KIND_MAP = 3, ///< TileryValue::map
  /// None of them: a fault of the argument.
  TILERY_KIND_OTHER = 4,
};

/// A symbolic size ("m"): unbound while arg < 0. Bound by the first dimension
/// or integer argument that has the symbol; `dim` is -1 for the latter.
typedef struct TilerySymbol {
  int64_t value;
  int32_t arg;
  int32_t dim;
} TilerySymbol;

/// 128 bytes that the driver fills. Allocate it 64-byte aligned at least.
typedef struct TileryTensorMap {
  uint64_t opaque[16];
} TileryTensorMap;

/// A part of a tensor argument, or of another view: `tensor` is what a
/// TensorMap is made of, and its shape and strides are the arrays behind it.
typedef struct TileryView {
  TileryTensor tensor;
  int64_t shape[TILERY_MAX_VIEW_RANK];
  int64_t strides[TILERY_MAX_VIEW_RANK];
} TileryView;

//===----------------------------------------------------------------------===//
// Constant tables
//===----------------------------------------------------------------------===//

/// A launcher as a whole; texts are those of diagnostics.
typedef struct TileryFunctionSpec {
  uint32_t abi;          ///< TILERY_ABI_VERSION
  int32_t numArgs;       ///< length of argNames
  int32_t numSymbols;    ///< length of symbolNames
  int32_t reserved;      ///< 0
  const char *name;      ///< "add_one"
  const char *signature; ///< "add_one(A: Tensor([8, 32], float32), n: int32)"
  const char *const *argNames;
  const char *const *symbolNames;
} TileryFunctionSpec;

/// TileryTensorSpec::accept: what an operand's type may be beside `dtype`.
enum {
  /// int, uint and bool of the same width are one type (MLIR's signless ints).
  TILERY_ACCEPT_SIGNLESS = 1,
  /// Any type of the same width (fp8 that frameworks hand over as uint8).
  TILERY_ACCEPT_SAME_WIDTH = 2,
};

/// What a tensor argument has to be.
typedef struct TileryTensorSpec {
  int32_t rank;
  TileryDataType dtype;
  uint32_t accept; ///< TILERY_ACCEPT_*
  uint32_t align;  ///< bytes that the first element's address is a multiple of;
                   ///< 0: no demand
  /// [rank] extents; -1: any.
  const int64_t *shape;
  /// [rank] strides in elements, -1: any; null: compact, row-major. Strides of
  /// extents below 2 are not looked at.
  const int64_t *strides;
  /// [rank] index of each extent's symbol, -1: none; null: no symbols.
  const int32_t *symbols;
  /// [rank] each extent's divisor, 0 or 1: none; null: no divisors.
  const int64_t *divisors;
} TileryTensorSpec;

/// What a scalar argument has to be. Integers are checked for range.
typedef struct TileryScalarSpec {
  TileryDataType dtype;
  int32_t symbol;  ///< index of the symbol that it binds or meets, or -1
  int64_t divisor; ///< of an integer, 0 or 1: none
} TileryScalarSpec;

/// What the kernel does through a TensorMap, and what the caller has allowed.
enum {
  TILERY_MAP_LOADED = 1,
  TILERY_MAP_STORED = 2,
  TILERY_MAP_REDUCED = 4,
  /// Stores may write up to the next 16-byte granule past a ragged inner edge.
  TILERY_MAP_ALLOW_EDGE_SPILL = 8,
};

/// The static half of a tiled TensorMap; base, extents and strides are the
/// argument's. Index 0 is the innermost dimension, as in the driver's call.
/// Enumerations have the driver's values (RULES.md section 1).
typedef struct TileryMapSpec {
  int32_t dtype;
  int32_t rank; ///< 1..5
  uint32_t box[TILERY_MAX_MAP_RANK];
  uint32_t elementStrides[TILERY_MAX_MAP_RANK];
  int32_t interleave;
  int32_t swizzle;
  int32_t l2Promotion;
  int32_t oobFill;
  uint32_t flags; ///< TILERY_MAP_*
} TileryMapSpec;

/// TileryOperand::flags
enum {
  TILERY_OPERAND_READ = 1,
  TILERY_OPERAND_WRITTEN = 2,
};

/// A tensor argument that a kernel touches, or a view of one.
typedef struct TileryOperand {
  int32_t arg;
  uint32_t flags; ///< TILERY_OPERAND_*
  /// 0: the argument itself; n: TileryLaunchConfig::views[n - 1] of it.
  int32_t view;
} TileryOperand;

/// TileryParam::kind
enum {
  TILERY_PARAM_MAP = 0,
  TILERY_PARAM_POINTER = 1,
  TILERY_PARAM_INT = 2,
  TILERY_PARAM_FLOAT = 3,
};

/// One parameter of a kernel's device entry, in order.
typedef struct TileryParam {
  int32_t kind; ///< TILERY_PARAM_*
  int32_t size; ///< bytes
} TileryParam;

/// TileryImage::targetFlags
enum {
  /// "sm_90a": runs on that compute capability alone.
  TILERY_TARGET_ARCH_SPECIFIC = 1,
  /// "sm_100f": runs on the later chips of the same major version too.
  TILERY_TARGET_FAMILY = 2,
};

/// Modules and functions per context, filled at first use; zero at the start,
/// and given back by tilery_rt_release_kernel.
typedef struct TileryKernelCache {
  void *head;
} TileryKernelCache;

/// A kernel's code for one target.
typedef struct TileryImage {
  const void *data;     ///< cubin, or PTX text that ends with a NUL byte
  size_t size;          ///< bytes, the NUL included
  const char *target;   ///< "sm_90a"
  int32_t major, minor; ///< 9, 0
  uint32_t targetFlags; ///< TILERY_TARGET_*
} TileryImage;

/// A compiled kernel.
typedef struct TileryKernelSpec {
  const char *name; ///< the device entry
  uint32_t block[3];
  uint32_t staticShared; ///< bytes that the entry declares
  int32_t numImages;
  int32_t numOperands;
  int32_t numParams;
  /// A device gets the cubin of the highest target that it runs, else the PTX
  /// of the highest one.
  const TileryImage *images;
  const TileryOperand *operands;
  const TileryParam *params;
  TileryKernelCache *cache;
} TileryKernelSpec;

/// TileryLaunchOptions::flags: the launch attributes that are given.
enum {
  /// All blocks are resident at once, so that the grid can wait for itself.
  TILERY_LAUNCH_COOPERATIVE = 1,
  /// Programmatic stream serialization: may start while the previous kernel of
  /// the stream ends (griddepcontrol).
  TILERY_LAUNCH_PROGRAMMATIC = 2,
  TILERY_LAUNCH_PRIORITY = 4,
  TILERY_LAUNCH_PREFERRED_CLUSTER = 8,
  TILERY_LAUNCH_CARVEOUT = 16,
  TILERY_LAUNCH_ACCESS_WINDOW = 32,
};

/// Cache properties of an access-policy window: CUaccessProperty's values.
enum {
  TILERY_ACCESS_NORMAL = 0,
  TILERY_ACCESS_STREAMING = 1,
  TILERY_ACCESS_PERSISTING = 2,
};

/// The launch attributes of a launch (CUDA driver API, CUlaunchAttribute)
/// beside its cluster. What `flags` does not name is not looked at.
typedef struct TileryLaunchOptions {
  uint32_t flags;   ///< TILERY_LAUNCH_*
  int32_t priority; ///< as of streams: lower numbers go first
  /// Blocks of the cluster that the device is to form where it can: a multiple
  /// of the launch's cluster, equal along z, that divides the grid. Not with
  /// TILERY_LAUNCH_COOPERATIVE.
  int64_t preferredCluster[3];
  uint32_t carveout; ///< percent of the L1 cache that is to be shared memory
  int32_t windowArg; ///< the tensor argument that the window lies over
  /// Bytes of the window from the tensor's first element, 0: the whole tensor.
  /// Cut to the device's CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE.
  int64_t windowBytes;
  float hitRatio;       ///< the share of the lines that get hitProperty, 0..1
  int32_t hitProperty;  ///< TILERY_ACCESS_*
  int32_t missProperty; ///< TILERY_ACCESS_NORMAL or _STREAMING
  uint32_t reserved;    ///< 0
} TileryLaunchOptions;

/// The dynamic half of a launch. 64-bit, so that a size that does not fit is
/// refused and never truncated.
typedef struct TileryLaunchConfig {
  int64_t grid[3];
  int64_t cluster[3];    ///< 1, 1, 1: no cluster
  int64_t dynamicShared; ///< bytes
  void *stream;          ///< null: the default stream; usually call->stream
  /// Null: none. Most launches have none and pay for none.
  const TileryLaunchOptions *options;
  /// The views that the kernel's operands name.
  const TileryView *const *views;
} TileryLaunchConfig;

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// One call of a launcher, on the caller's stack; used by one thread. The
/// caller zeroes it (or uses tilery_rt_init_call) and fills the first part.
typedef struct TileryCall {
  uint32_t abi;    ///< TILERY_ABI_VERSION
  int32_t numArgs; ///< length of args
  const TileryValue *args;
  /// [numArgs] TILERY_KIND_*, or null where the caller vouches for the kinds.
  const uint8_t *kinds;
  void *stream; ///< CUstream
  /// A tilery::runtime::Driver, or null for the machine's CUDA driver. Null in
  /// launchers that stand alone (tilery_runtime.cpp).
  void *driver;
  /// Text of a failure, always NUL-terminated, cut where it does not fit.
  char *error;
  size_t errorSize;

  /// Written by the runtime.
  int32_t status; ///< TileryStatus of the first fault
  int32_t numFaults;
  size_t errorLength;
  const TileryFunctionSpec *function;
  TilerySymbol *symbols; ///< [function->numSymbols]
  int32_t device;        ///< ordinal of the operands, -1 while unknown
  int32_t deviceArg;     ///< the argument that said so
  void *context;         ///< runtime's record of the current context
  void *restore;         ///< CUcontext to make current again
  void *kernel;          ///< CUfunction of the kernel being launched
  uint8_t entered;       ///< the context is current
  uint8_t restoring;     ///< `restore` is to be made current by end
  uint8_t skip;          ///< the kernel being launched has nothing to do
  uint8_t phase;         ///< what is being collected
  uint32_t checks;       ///< pointer queries, as TILERY_CHECK=full asks for
} TileryCall;

/// A launcher. Returns call->status.
typedef int32_t (*TileryLauncher)(TileryCall *call);

//===----------------------------------------------------------------------===//
// What launchers call
//===----------------------------------------------------------------------===//

/// Checks version and number of arguments, and resets what the runtime writes.
/// `symbols` is the launcher's array of spec->numSymbols entries; their values
/// may be read after `checked`.
int32_t tilery_rt_begin(TileryCall *call, const TileryFunctionSpec *spec,
                        TilerySymbol *symbols);

/// Checks kind, rank, type, extents, strides, device, pointer and alignment of
/// a tensor argument, and binds or compares its symbols.
int32_t tilery_rt_check_tensor(TileryCall *call, int32_t arg,
                               const TileryTensorSpec *spec);

/// Checks kind, range and divisor of a scalar argument, and its symbol.
int32_t tilery_rt_check_scalar(TileryCall *call, int32_t arg,
                               const TileryScalarSpec *spec);

/// Checks kind, address and alignment of a TensorMap argument.
int32_t tilery_rt_check_map(TileryCall *call, int32_t arg);

/// Closes the collection of argument faults.
int32_t tilery_rt_checked(TileryCall *call);

/// Extent of a dimension (outermost first) of a tensor argument; 0 where there
/// is none.
int64_t tilery_rt_dim(const TileryCall *call, int32_t arg, int32_t dim);

/// Stride in elements of a dimension; 0 where there is none.
int64_t tilery_rt_stride(const TileryCall *call, int32_t arg, int32_t dim);

/// Address of the first element.
void *tilery_rt_pointer(const TileryCall *call, int32_t arg);

/// Gets a kernel ready for this launch: makes a context of the operands' device
/// current, loads the module at first use (also while a stream of this thread
/// is being captured), opts in to dynamic shared memory, and checks grid,
/// cluster and shared memory against the device. Where all written operands are
/// empty, the launch is skipped and succeeds; an empty input beside a written
/// operand that is not empty is a fault.
int32_t tilery_rt_prepare(TileryCall *call, const TileryKernelSpec *kernel,
                          const TileryLaunchConfig *config);

/// Encodes the TensorMap of a tensor argument into `map`: size-1 dimensions
/// canonicalised, all rules checked, then the driver's encoder.
int32_t tilery_rt_encode_map(TileryCall *call, int32_t arg,
                             const TileryMapSpec *spec, TileryTensorMap *map);

/// Takes a view of a tensor argument, or of `source`, a view of it, where that
/// is not null: of each of its `rank` dimensions, outermost first, `slices`
/// holds an offset, an extent and a step ([3 * rank]). Dimensions of extent 1
/// whose bit is set in `dropped` (bit 0: the outermost) are left out. An offset
/// or an extent that leaves the source is a fault; so is a step below 1. Run it
/// before the launch's `prepare`, which closes the collection of these faults.
int32_t tilery_rt_take_view(TileryCall *call, int32_t arg,
                            const TileryView *source, int32_t rank,
                            const int64_t *slices, uint32_t dropped,
                            TileryView *view);

/// tilery_rt_encode_map for a view of the argument. To `prepare` an empty view
/// is an empty tensor.
int32_t tilery_rt_encode_view(TileryCall *call, int32_t arg,
                              const TileryView *view, const TileryMapSpec *spec,
                              TileryTensorMap *map);

/// Launches. `params[i]` points to the value of kernel->params[i], which the
/// driver copies before it returns.
int32_t tilery_rt_launch(TileryCall *call, const TileryKernelSpec *kernel,
                         const TileryLaunchConfig *config, void **params);

/// Gives the caller's current context back, and returns the call's status.
int32_t tilery_rt_end(TileryCall *call);

//===----------------------------------------------------------------------===//
// What the callers and owners of launchers call
//===----------------------------------------------------------------------===//

/// Runs a launcher on the machine's driver. `kinds` as in TileryCall. `message`
/// gets the text of a failure, or an empty one; it may be null.
int32_t tilery_rt_call(TileryLauncher launcher, const TileryValue *args,
                       const uint8_t *kinds, int32_t numArgs, void *stream,
                       char *message, size_t capacity);

/// A launcher as a function of tvm-ffi (its C ABI, TVMFFISafeCallType): `args`
/// are `numArgs` TVMFFIAny, and `result`, one more, becomes None. The stream is
/// tvm-ffi's current one of the first CUDA tensor's device. `parameterKinds`
/// are the TILERY_KIND_* of spec->numArgs parameters. -1 with a TypeError, a
/// ValueError or a RuntimeError raised.
int tilery_rt_call_tvm_ffi(TileryLauncher launcher,
                           const TileryFunctionSpec *spec,
                           const uint8_t *parameterKinds, const void *args,
                           int32_t numArgs, void *result);

/// Zeroes `call` and sets its version.
void tilery_rt_init_call(TileryCall *call);

/// Unloads a kernel from every context that it was loaded into. For whoever
/// frees a launcher's memory; no call may be using the kernel.
void tilery_rt_release_kernel(const TileryKernelSpec *kernel);

/// "bad argument"; never null.
const char *tilery_rt_status_text(int32_t status);

// NOLINTEND(readability-identifier-naming)

#ifdef __cplusplus
} // extern "C"
#endif

#endif // TILERY_LAUNCHER_ABI_H
