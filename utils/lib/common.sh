# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by the scripts in utils/ and by .ci/run: where things are, progress on
# long steps, and an exit at the first failing command that names it.

set -Eeuo pipefail

TILERY_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
TILERY_UTILS=$TILERY_ROOT/utils
TILERY_VENV=$TILERY_ROOT/.venv
TILERY_SCRIPT=$(basename "$0")
TILERY_LOGS=$TILERY_ROOT/build/logs
cd "$TILERY_ROOT"

# The pip toolkit's tools, where .venv has them, come last: a toolkit of the
# machine wins.
export PATH=$PATH:$TILERY_VENV/bin

# ccache takes translation units with a precompiled header only under these.
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime

say() { printf '[%s] %s\n' "$TILERY_SCRIPT" "$*"; }

die() {
  printf '[%s] error: %s\n' "$TILERY_SCRIPT" "$1" >&2
  shift
  local line
  for line in "$@"; do printf '    %s\n' "$line" >&2; done
  exit 1
}

on_error() {
  local status=$1 line=$2 command=$3
  # Only the shell that owns the script reports: not its subshells.
  [[ $BASHPID == "$$" ]] || exit "$status"
  printf '[%s] error: line %s: exit status %s from: %s\n' \
    "$TILERY_SCRIPT" "$line" "$status" "$command" >&2
  exit "$status"
}
trap 'on_error $? $LINENO "$BASH_COMMAND"' ERR

# The `#:` lines at the head of a script are its help.
print_help() { sed -n 's/^#: \{0,1\}//p' "$0"; }

# Answers --help; to be called with the script's arguments.
help_if_asked() {
  local word
  for word in "$@"; do
    if [[ $word == -h || $word == --help ]]; then
      print_help
      exit 0
    fi
  done
}

unknown_argument() {
  die "unknown argument: $1" "$TILERY_SCRIPT --help lists what it takes"
}

seconds_since() { echo $((SECONDS - $1)); }

# run_step TITLE COMMAND...: runs a command whose output is worth seeing.
run_step() {
  local title=$1 start=$SECONDS status=0
  shift
  say "$title"
  "$@" </dev/null || status=$?
  if ((status != 0)); then
    die "$title: exit status $status from: $*"
  fi
  say "$title: done in $(seconds_since "$start") s"
}

# run_quietly TITLE COMMAND...: output goes to a log; a line every 15 s says
# what the log is at; a failure shows the log's end.
run_quietly() {
  local title=$1 start=$SECONDS status=0 next=$((SECONDS + 15)) pid log
  shift
  mkdir -p "$TILERY_LOGS"
  log=$TILERY_LOGS/$(tr -cs 'a-z0-9\n' - <<<"${title,,}").log
  say "$title"
  "$@" </dev/null >"$log" 2>&1 &
  pid=$!
  trap 'kill "$pid" 2>/dev/null; exit 130' INT TERM
  while kill -0 "$pid" 2>/dev/null; do
    if ((SECONDS >= next)); then
      next=$((SECONDS + 15))
      say "  $(seconds_since "$start") s: $(tail -n 1 "$log" | cut -c 1-90)"
    fi
    sleep 0.1
  done
  wait "$pid" || status=$?
  trap - INT TERM
  if ((status != 0)); then
    tail -n 40 "$log" | sed 's/^/    /' >&2
    die "$title: exit status $status from: $*"
  fi
  say "$title: done in $(seconds_since "$start") s"
}

check_preset() {
  case $1 in
    dev | ci | asan | tsan | portable) ;;
    *) die "unknown preset '$1'" "the presets are dev, ci, asan, tsan and portable" ;;
  esac
}

default_jobs() { nproc; }

# configure PRESET: runs CMake where it has not run, or where the presets have
# changed since (ninja itself sees changes of CMakeLists.txt).
configure() {
  local preset=$1 build=$TILERY_ROOT/build/$1
  if [[ -f $build/build.ninja && ! CMakePresets.json -nt $build/build.ninja ]]; then
    return
  fi
  run_quietly "configure $preset" cmake --preset "$preset" \
    "-DPython3_EXECUTABLE=$TILERY_VENV/bin/python"
}

# build PRESET JOBS TARGET...
build() {
  local preset=$1 jobs=$2
  shift 2
  NINJA_STATUS='[%f/%t, %es] ' \
    run_step "build $preset: $*" ninja -C "build/$preset" -j "$jobs" "$@"
}
