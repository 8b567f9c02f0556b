# Shared by ./bramah and ./test: installs what is missing, configures, builds. Speaks on stderr only.
# Expects $root (the repository); sets $build.
build="$root/build"

say() { printf 'bramah: %s\n' "$*" >&2; }

# Debian package : command that replaces it, or - : why it is needed
packages_to_build='
g++:g++:the C++20 compiler
cmake:cmake:describes the build
ninja-build:ninja:runs the build
libeigen3-dev:-:matrices
libyaml-cpp-dev:-:reads machine files
libfmt-dev:-:formats messages
libcli11-dev:-:reads the command line
nlohmann-json3-dev:-:writes JSON'
# Parts that are brought in when they are first used; CMake names those it found in build/parts.txt.
packages_of_SUNDIALS='libsundials-dev:-:the reference integrator, against which others are compared'
packages_of_SERVER='libboost-dev:-:the web server'
packages_of_HDF5='libhdf5-dev:-:writes HDF5 files'
packages_of_STORE='libsqlite3-dev:-:keeps the rows of studies'
packages_of_MPI='libopenmpi-dev:-:studies on many computers
openmpi-bin:mpirun:starts them there'
packages_of_FMI='libzip-dev:-:FMUs are zip files
libpugixml-dev:-:with an XML file inside'
packages_of_PYTHON='python3-dev:-:the headers of Python, for the package bramah
pybind11-dev:-:binds C++ to Python
python3-numpy:-:arrays in Python'
packages_of_TAB='cmake:cmake:describes the build
ninja-build:ninja:runs the build
emscripten:em++:compiles to WebAssembly
nodejs:node:runs it
libeigen3-dev:-:matrices
libfmt-dev:-:formats messages
nlohmann-json3-dev:-:writes JSON'
packages_to_test="
$packages_of_SUNDIALS
$packages_of_HDF5
$packages_of_SERVER
$packages_of_FMI
$packages_of_STORE
$packages_of_MPI
$packages_of_PYTHON
"'
python3:python3:checks the include rules
libgtest-dev:-:the tests
libgmock-dev:-:the tests
libbenchmark-dev:-:the benchmarks
python3-pytest:-:the tests of the Python package
python3-pandas:-:tables, in the tests of the Python package
python3-distributed:-:workers, in the tests of the Python examples
python3-xarray:-:labelled arrays, in the tests of the Python package
python3-matplotlib:-:plots, in the tests of the Python package
python3-onnx:-:checks exported networks
nodejs:node:the tests of the pages
chromium:chromium:tests of the live page in a browser'

packages_to_release='
debootstrap:debootstrap:bare systems to try packages in
dpkg-dev:dpkg-shlibdeps:which libraries a package needs
file:file:tells programs from other files
python3-pip:-:makes the wheel
python3-setuptools:-:makes the wheel
python3-wheel:-:makes the wheel'

# The same in other distributions: Debian's name, Fedora's, Arch's. Told, never installed: nobody has tried them. Ubuntu's
# are Debian's.
other_names='
g++ gcc-c++ gcc
cmake cmake cmake
ninja-build ninja-build ninja
libeigen3-dev eigen3-devel eigen
libyaml-cpp-dev yaml-cpp-devel yaml-cpp
libfmt-dev fmt-devel fmt
libcli11-dev cli11-devel cli11
nlohmann-json3-dev json-devel nlohmann-json
libsundials-dev sundials-devel sundials
libboost-dev boost-devel boost
libhdf5-dev hdf5-devel hdf5
libsqlite3-dev sqlite-devel sqlite
libopenmpi-dev openmpi-devel openmpi
openmpi-bin openmpi openmpi
libzip-dev libzip-devel libzip
libpugixml-dev pugixml-devel pugixml
python3-dev python3-devel python
pybind11-dev pybind11-devel pybind11
python3-numpy python3-numpy python-numpy
python3 python3 python
libgtest-dev gtest-devel gtest
libgmock-dev gmock-devel gtest
libbenchmark-dev google-benchmark-devel benchmark
python3-pytest python3-pytest python-pytest
python3-pandas python3-pandas python-pandas
python3-distributed python3-distributed python-distributed
python3-xarray python3-xarray python-xarray
python3-matplotlib python3-matplotlib python-matplotlib
python3-onnx python3-onnx python-onnx
nodejs nodejs nodejs
emscripten emscripten emscripten
chromium chromium chromium'

is_installed() { [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

# Fills the array `missing`, naming each package and its use.
find_missing() {
  missing=()
  local package command why
  while IFS=: read -r package command why; do
    [[ -z $package ]] && continue
    [[ $command != - ]] && command -v "$command" >/dev/null && continue
    is_installed "$package" && continue
    missing+=("$package")
    say "missing: $package ($why)"
  done <<<"$1"
}

install_or_explain() {
  if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    say "installing with apt-get: $*"
    apt-get update -qq >&2 &&
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2 && return 0
  fi
  say "please install what is missing and call again:"
  printf '  sudo apt-get update && sudo apt-get install --no-install-recommends %s\n' "$*" >&2
  return 1
}

# fedora, arch or nothing: which column of other_names this system is.
other_family() {
  local ID="" ID_LIKE="" word
  [[ -r ${os_release:=/etc/os-release} ]] && source "$os_release"
  for word in $ID $ID_LIKE; do
    case $word in
      fedora | rhel | centos) echo fedora && return ;;
      arch) echo arch && return ;;
    esac
  done
}

# Names, in this system's words, what `packages` are there; CMake will say what it does not find.
tell_names() {
  local family package command why debian fedora arch names=()
  family=$(other_family)
  [[ $family ]] || return 0
  while IFS=: read -r package command why; do
    [[ -z $package ]] && continue
    [[ $command != - ]] && command -v "$command" >/dev/null && continue
    while read -r debian fedora arch; do
      [[ $debian == "$package" && " ${names[*]} " != *" ${!family} "* ]] && names+=("${!family}")
    done <<<"$other_names"
  done <<<"$1"
  case $family in
    fedora) command -v rpm >/dev/null && rpm -q "${names[@]}" >/dev/null 2>&1 && return ;;
    arch) command -v pacman >/dev/null && pacman -Q "${names[@]}" >/dev/null 2>&1 && return ;;
  esac
  say "this is not Debian, so nothing is installed; these packages are needed (names by the book, not tried here):"
  case $family in
    fedora) printf '  sudo dnf install %s\n' "${names[*]}" >&2 ;;
    arch) printf '  sudo pacman -S --needed %s\n' "${names[*]}" >&2 ;;
  esac
}

install_missing() {
  command -v dpkg-query >/dev/null || { tell_names "$1"; return 0; }
  find_missing "$1"
  ((${#missing[@]} == 0)) || install_or_explain "${missing[@]}" || exit 2
}

configure() {
  local arch=
  grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo && arch=x86-64-v3
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBRAMAH_ARCH=$arch "$@" >&2 ||
    { say "configuring failed, see above"; exit 2; }
}

compile() {  # compile [cmake --build arguments]; ninja's progress shows on stderr
  cmake --build "$build" "$@" >&2 || { say "the build failed, see above"; exit 2; }
}

# One build at a time; the lock goes with the process.
lock_build() {
  mkdir -p "$build"
  exec 9>"$build/.lock"
  flock 9
}
