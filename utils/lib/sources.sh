# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Lists of the project's own source files: tracked ones, and new ones that git
# does not ignore.

# git itself says why, for example that another user owns the folder.
[[ $(git rev-parse --is-inside-work-tree) == true ]] ||
  die "expected a git work tree in $TILERY_ROOT: git lists the source files"

list_sources() {
  local file
  git ls-files --cached --others --exclude-standard -- "$@" | LC_ALL=C sort -u |
    while IFS= read -r file; do
      # A tracked file may have been deleted.
      if [[ -f $file ]]; then printf '%s\n' "$file"; fi
    done
}

cpp_sources() { list_sources '*.cpp' '*.h' '*.c'; }

# Python by name or, for scripts without an ending, by first line.
python_sources() {
  local file line
  list_sources | while IFS= read -r file; do
    case ${file##*/} in
      *.py) printf '%s\n' "$file" ;;
      *.*) ;;
      *)
        if [[ -x $file ]] && IFS= read -r line <"$file" && [[ $line == '#!'*python* ]]; then
          printf '%s\n' "$file"
        fi
        ;;
    esac
  done
}
