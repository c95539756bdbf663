# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where the CUDA command line tools are.

# find_cuda_tool NAME: the tool's path from CUDA_HOME, PATH or the usual folder,
# leaving .venv out of account; fails where there is none.
find_cuda_tool() {
  local name=$1 folder
  local -a folders
  IFS=: read -r -a folders <<<"${CUDA_HOME:+$CUDA_HOME/bin:}$PATH:/usr/local/cuda/bin"
  for folder in "${folders[@]}"; do
    if [[ $folder != "$TILERY_VENV/bin" && -f $folder/$name && -x $folder/$name ]]; then
      echo "$folder/$name"
      return
    fi
  done
  return 1
}

# cuda_release TOOL: its release as `MAJOR MINOR`.
cuda_release() {
  "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1
}

# has_toolkit_ptxas: is there a ptxas of CUDA 12.8 or later? (12.8 is the first
# that knows PTX 8.7 and Blackwell.)
has_toolkit_ptxas() {
  local tool major minor
  tool=$(find_cuda_tool ptxas) || return 1
  read -r major minor <<<"$(cuda_release "$tool")" || return 1
  [[ -n ${major:-} ]] && ((major > 12 || (major == 12 && minor >= 8)))
}
