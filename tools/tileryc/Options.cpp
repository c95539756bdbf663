// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"
#include "tilery/Pipelines/Compile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Config/llvm-config.h"

using namespace llvm;
using namespace tilery;

StringRef tilery::getHelpText() {
  return R"(Compiles tile IR to NVIDIA GPUs.

usage: tileryc IN.mlir [OPTION...]          ("-": standard input)
       tileryc --check-maps FILE.csv        judge the TensorMaps of a table
       tileryc --explain-map SPEC [--json]  explain one TensorMap
       tileryc --explain-map SPEC --image   print its tile in shared memory
       tileryc --explain-map SPEC --svg     draw it
       tileryc --explain-error ID           say what an error (V08) is about
       tileryc --catalogue                  list diagnostics, rules, opcodes and
                                            targets as JSON

  --emit=KIND      tile, core, launch, sim, nvvm, llvm, ptx, cubin or sass
                   (default: ptx); launcher: the launchers as C++ text;
                   launcher-cpp, launcher-obj, package, metadata: files below
                   the folder that -o names
  -o OUT           output file or folder; "-" (the default) stands for standard
                   output
  --target=SM      GPU target (default: sm_90a)
  --cubin=SM[,SM...]
                   device code that launchers hold for these targets, beside PTX
                   for --target, which later devices can run
  --no-cuda-header launchers that need no cuda.h
  --abi=tvm-ffi    launchers that tvm-ffi's load_module finds, too
  --host=CPU       processor of launcher-obj: x86_64 or aarch64 (default: this
                   machine's)
  --ptx=X.Y        PTX version (default: the lowest that the kernel needs)
  --kernel=NAME    compile this kernel alone
  --lineinfo       keep the lines of the source for debuggers and profilers
  --ptxas=PATH     the ptxas to run (default: from CUDA_HOME, PATH or .venv)
  --libdevice=PATH the libdevice.10.bc to link (default: the toolkit's)
  --dump-after=STAGE[,STAGE...]
                   print the module after a stage or pass to standard error
  --time[=N]       compile N times (default: 20) and print the milliseconds of
                   each stage as JSON; the output itself is written only to a
                   file that -o names
  --json           machine-readable --explain-map
  --coords=C,C...  where the box of --image and --svg starts, outer to inner
                   (default: 0 everywhere)
  --shared-start=N the tile's address in shared memory (default: 0)
  --all-rows       print and draw all of a large tile
  --version, --help

SPEC is outer to inner, as in the IR:
  'dtype=f16 dims=1024x512 box=64x64 swizzle=128B'
)";
}

std::string tilery::getVersionText() {
  return "tileryc " TILERY_VERSION " (LLVM " LLVM_VERSION_STRING ")";
}

namespace {
/// Goes through the arguments; an option's value follows '=' or is the next
/// argument.
class OptionParser {
public:
  OptionParser(ArrayRef<const char *> arguments, TilerycOptions &options,
               std::string &error)
      : arguments(arguments), options(options), error(error) {}

  LogicalResult parse() {
    for (; next < arguments.size(); ++next)
      if (failed(parseArgument(arguments[next])))
        return failure();
    using Action = TilerycOptions::Action;
    if (options.action == Action::Compile && options.input.empty())
      return fail("expected an input file; see --help");
    if (!options.map.empty() && !options.input.empty())
      return fail("expected --explain-map or a file, got both");
    if (options.json && options.map.empty() && options.action != Action::Help &&
        options.action != Action::Version)
      return fail("expected --json to stand beside --explain-map");
    if (failed(checkExport()))
      return failure();
    return checkPicture();
  }

private:
  /// Files of launchers go to a folder, and some options are for them alone.
  LogicalResult checkExport() {
    using Action = TilerycOptions::Action;
    if (options.action != Action::Compile)
      return success();
    if (!options.exportForm) {
      bool isText = options.emit == EmitKind::Launcher;
      if (!exportOption.empty() && !(isText && exportOption == "--cubin"))
        return fail("expected " + exportOption +
                    " to stand beside --emit=launcher-cpp, launcher-obj or "
                    "package");
      return success();
    }
    if (!options.hasOutput || options.output == "-")
      return fail("expected -o with the folder of the launcher's files, got "
                  "none");
    if (!options.kernel.empty())
      return fail("expected no --kernel beside files of launchers, which start "
                  "all of theirs");
    if (options.host && *options.exportForm == ExportForm::Cpp)
      return fail("expected --host to stand beside --emit=launcher-obj or "
                  "package");
    return success();
  }

  LogicalResult parseCubinTargets(StringRef value) {
    for (StringRef target : split(value, ',')) {
      if (is_contained(options.cubinTargets, target))
        return fail("expected each target of --cubin once, got '" + target +
                    "' twice");
      options.cubinTargets.push_back(target.str());
    }
    return success();
  }

  LogicalResult parseHost(StringRef value) {
    options.host = parseHostArchitecture(value);
    if (!options.host)
      return fail("expected --host to be x86_64 or aarch64, got '" + value +
                  "'");
    return success();
  }

  LogicalResult parseAbi(StringRef value) {
    if (value != "tvm-ffi")
      return fail("expected --abi to be tvm-ffi, got '" + value + "'");
    options.tvmFfi = true;
    return success();
  }

  /// --image and --svg exclude each other and --json; the rest is for them.
  LogicalResult checkPicture() {
    using Action = TilerycOptions::Action;
    if (options.action == Action::Help || options.action == Action::Version)
      return success();
    bool draws = options.picture != TilerycOptions::Picture::None;
    if (draws && options.map.empty())
      return fail("expected --image and --svg to stand beside --explain-map");
    if (draws && options.json)
      return fail("expected one of --json, --image and --svg, got more");
    if (!draws && !pictureOption.empty())
      return fail("expected " + pictureOption +
                  " to stand beside --image or --svg");
    return success();
  }

  LogicalResult setPicture(TilerycOptions::Picture picture) {
    using Picture = TilerycOptions::Picture;
    if (options.picture != Picture::None && options.picture != picture)
      return fail("expected one of --json, --image and --svg, got more");
    options.picture = picture;
    return success();
  }

  LogicalResult parseCoords(StringRef value) {
    options.coords.clear();
    for (StringRef text : split(value, ',')) {
      int32_t coordinate = 0;
      if (text.getAsInteger(10, coordinate))
        return fail("expected --coords to be 32-bit numbers with commas "
                    "between, got '" +
                    value + "'");
      options.coords.push_back(coordinate);
    }
    return success();
  }

  LogicalResult parseSharedStart(StringRef value) {
    if (value.getAsInteger(0, options.sharedStart))
      return fail("expected --shared-start to be a number of bytes, got '" +
                  value + "'");
    return success();
  }

  LogicalResult fail(const Twine &reason) {
    error = reason.str();
    return failure();
  }

  LogicalResult parseArgument(StringRef argument) {
    if (argument == "-" || !argument.starts_with("-")) {
      if (!options.input.empty())
        return fail("expected one input file, got '" + options.input +
                    "' and '" + argument + "'");
      options.input = argument.str();
      return success();
    }
    auto [name, value] = argument.split('=');
    hasValue = argument.contains('=');
    return parseOption(name, value);
  }

  LogicalResult parseOption(StringRef name, StringRef value) {
    using Action = TilerycOptions::Action;
    if (name == "--help" || name == "-h")
      return setFlag(name, [&] { options.action = Action::Help; });
    if (name == "--version")
      return setFlag(name, [&] { options.action = Action::Version; });
    if (name == "--catalogue")
      return setFlag(name, [&] { options.action = Action::Catalogue; });
    if (name == "--lineinfo")
      return setFlag(name, [&] { options.lineInfo = true; });
    if (name == "--json")
      return setFlag(name, [&] { options.json = true; });
    if (name == "--no-cuda-header") {
      exportOption = name.str();
      return setFlag(name, [&] { options.cudaHeader = false; });
    }
    if (name == "--image" || name == "--svg") {
      using Picture = TilerycOptions::Picture;
      if (hasValue)
        return fail("expected no value for '" + name + "'");
      return setPicture(name == "--svg" ? Picture::SVG : Picture::Table);
    }
    if (name == "--all-rows") {
      pictureOption = name.str();
      return setFlag(name, [&] { options.allRows = true; });
    }
    if (name == "--time")
      return parseRuns(value);

    std::string *text = StringSwitch<std::string *>(name)
                            .Case("-o", &options.output)
                            .Case("--target", &options.target)
                            .Case("--kernel", &options.kernel)
                            .Case("--ptxas", &options.ptxas)
                            .Case("--libdevice", &options.libdevice)
                            .Case("--check-maps", &options.input)
                            .Case("--explain-map", &options.map)
                            .Case("--explain-error", &options.error)
                            .Default(nullptr);
    bool known = text || name == "--emit" || name == "--ptx" ||
                 name == "--dump-after" || name == "--coords" ||
                 name == "--shared-start" || name == "--cubin" ||
                 name == "--abi" || name == "--host";
    if (!known)
      return fail("unknown option '" + name + "'; see --help");
    if (!hasValue) {
      if (++next == arguments.size())
        return fail("expected a value after '" + name + "'");
      value = arguments[next];
    }
    if (value.empty())
      return fail("expected a value for '" + name + "', got none");
    if (name == "--emit")
      return parseEmit(value);
    if (name == "--ptx")
      return parsePTX(value);
    if (name == "--dump-after")
      return parseStages(value);
    if (name == "--cubin" || name == "--abi" || name == "--host") {
      exportOption = name.str();
      return name == "--cubin" ? parseCubinTargets(value)
             : name == "--abi" ? parseAbi(value)
                               : parseHost(value);
    }
    if (name == "--coords" || name == "--shared-start") {
      pictureOption = name.str();
      return name == "--coords" ? parseCoords(value) : parseSharedStart(value);
    }
    if (name == "--check-maps" && !options.input.empty())
      return fail("expected one input file, got '" + options.input + "' and '" +
                  value + "'");
    *text = value.str();
    if (name == "-o")
      options.hasOutput = true;
    else if (name == "--check-maps")
      options.action = Action::CheckMaps;
    else if (name == "--explain-map")
      options.action = Action::ExplainMap;
    else if (name == "--explain-error")
      options.action = Action::ExplainError;
    return success();
  }

  LogicalResult setFlag(StringRef name, function_ref<void()> set) {
    if (hasValue)
      return fail("expected no value for '" + name + "'");
    set();
    return success();
  }

  LogicalResult parseRuns(StringRef value) {
    options.timeRuns = 20;
    constexpr unsigned most = 100000;
    if (hasValue && (value.getAsInteger(10, options.timeRuns) ||
                     options.timeRuns == 0 || options.timeRuns > most))
      return fail("expected a number of runs of 1 to 100000, got '" + value +
                  "'");
    return success();
  }

  LogicalResult parseEmit(StringRef value) {
    options.exportForm = getExportForm(value);
    if (options.exportForm)
      return success();
    std::optional<EmitKind> kind = getEmitKind(value);
    if (!kind)
      return fail("expected --emit to be tile, core, launch, sim, nvvm, llvm, "
                  "ptx, cubin, sass, launcher, launcher-cpp, launcher-obj, "
                  "package or metadata, got '" +
                  value + "'");
    options.emit = *kind;
    return success();
  }

  LogicalResult parsePTX(StringRef value) {
    auto [major, minor] = value.split('.');
    unsigned majorNumber = 0, minorNumber = 0;
    if (major.getAsInteger(10, majorNumber) ||
        minor.getAsInteger(10, minorNumber) || majorNumber == 0 ||
        majorNumber > 99 || minorNumber > 9)
      return fail("expected a PTX version such as 8.6, got '" + value + "'");
    options.ptx = static_cast<int32_t>(majorNumber * 10 + minorNumber);
    return success();
  }

  LogicalResult parseStages(StringRef value) {
    std::vector<std::string> known = getStageNames();
    for (StringRef stage : split(value, ',')) {
      if (!is_contained(known, stage))
        return fail("no stage '" + stage + "'; the stages are " +
                    join(known, ", "));
      options.dumpAfter.push_back(stage.str());
    }
    return success();
  }

  ArrayRef<const char *> arguments;
  size_t next = 0;
  bool hasValue = false;
  /// The last option that only a picture has.
  std::string pictureOption;
  /// The last one that only files of launchers have.
  std::string exportOption;
  TilerycOptions &options;
  std::string &error;
};
} // namespace

LogicalResult tilery::parseOptions(ArrayRef<const char *> arguments,
                                   TilerycOptions &options,
                                   std::string &error) {
  return OptionParser(arguments, options, error).parse();
}
