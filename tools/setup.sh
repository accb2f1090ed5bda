# What ./run and ./test share: installing Debian packages and building, quietly and on standard error.
# Sourced by bash with `root` set to the project's folder.

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() { say "$@"; exit 1; }

# ---- Packages

# Whether what a package brings is there (see tools/packages/run for the three ways to tell). Looking for
# the things themselves is quicker than asking dpkg, and content with what was installed in another way.
is_there() {
  case $1 in
    /*) compgen -G "$1" >/dev/null ;;
    *.*) [[ -e /usr/include/$1 || -e /usr/local/include/$1 ]] ;;
    *) command -v -- "$1" >/dev/null ;;
  esac
}

# The packages of these lists that are missing.
missing_packages() {
  local list package probe
  for list; do
    while read -r package probe; do
      [[ -z $package || $package == '#'* ]] || is_there "$probe" || printf '%s ' "$package"
    done <"$root/tools/packages/$list"
  done
}

# Runs a command as root: as oneself, or by sudo.
as_root() {
  if [[ $EUID == 0 ]]; then "$@"; else sudo "$@"; fi
}

can_be_root() {
  [[ $EUID == 0 ]] && return
  command -v sudo >/dev/null || return
  sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]  # without a password, or with someone to type it
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

# Installs what is missing of these lists, or says how to.
install_packages() {
  local missing log
  read -r -a missing <<<"$(missing_packages "$@")"
  ((${#missing[@]})) || return 0
  if ! command -v apt-get >/dev/null; then
    fail "these Debian packages, or what they are called on this system, are missing: ${missing[*]}"
  fi
  if ! can_be_root; then
    say "some Debian packages are missing, and only root can install them. Run this as root, then start again:"
    printf '\n    apt-get update && apt-get install -y --no-install-recommends %s\n\n' "${missing[*]}" >&2
    exit 1
  fi
  say "installing ${missing[*]}"
  log=$(mktemp)
  # A list of packages that is absent or old is fetched, and the second try counts.
  if ! { compgen -G '/var/lib/apt/lists/*_Packages*' && apt_install "${missing[@]}"; } </dev/null >"$log" 2>&1 &&
    ! { as_root apt-get update -q && apt_install "${missing[@]}"; } </dev/null >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    fail "installing failed; the last lines are above"
  fi
  rm -f "$log"
}

# ---- Building

# As many compilers at once as there are processors, and no more than fit into memory.
jobs() {
  local processors kilobytes fitting
  processors=$(nproc)
  kilobytes=$(sed -n 's/^MemAvailable: *\([0-9]*\).*/\1/p' /proc/meminfo)
  fitting=$((${kilobytes:-8000000} / 1000000))
  echo $((fitting < 1 ? 1 : fitting < processors ? fitting : processors))
}

# Passes ninja's lines on to the log, and to a terminal as one line that counts up.
show_progress() {
  local line
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [[ $line == \[* && -t 2 ]] && printf '\r\033[K%s' "${line:0:${COLUMNS:-80}-1}" >&2
  done
  [[ ! -t 2 ]] || printf '\r\033[K' >&2
}

# build PRESET [TARGET…]: configures and builds a preset of CMakePresets.json into build/PRESET.
build() {
  local preset=$1 folder=$root/build/$1
  shift
  mkdir -p "$folder" 2>/dev/null && [[ -w $folder ]] || fail "$folder can't be written to"
  # A folder that was moved or copied here with its build starts anew: CMake refuses it otherwise.
  if [[ -e $folder/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    rm -rf "${folder:?}"
    mkdir -p "$folder"
  fi
  local log=$folder/build.log
  configure_and_build "$preset" "$@" </dev/null 2>&1 | show_progress >"$log" || {
    tail -n 40 "$log" >&2
    fail "building '$preset' failed; the last lines are above, all of them in ${log#"$PWD"/}"
  }
}

configure_and_build() {
  local preset=$1 folder=$root/build/$1
  shift
  export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
  export NINJA_STATUS='[%f/%t, %es] '
  cd "$root" || return
  if [[ ! -e $folder/build.ninja || CMakePresets.json -nt $folder/build.ninja ]]; then
    cmake --preset "$preset" || return
  fi
  ninja -C "$folder" -j "$(jobs)" "$@"
}
