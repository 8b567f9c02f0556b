# Bare Debian systems to try things in; sourced by tools/release and tools/first_command, as root.

# apt, name service and npm's registry as on this computer: settle FOLDER
settle() {
  local file
  cp /etc/resolv.conf "$1/etc/" && cp -r /etc/apt/apt.conf.d/. "$1/etc/apt/apt.conf.d/"
  for file in /etc/apt/apt.conf /etc/apt/auth.conf /etc/npmrc "$HOME/.npmrc"; do
    if [[ -f $file ]]; then mkdir -p "$1${file%/*}" && cp "$file" "$1$file"; fi
  done
  if [[ -d /usr/local/share/ca-certificates ]]; then
    mkdir -p "$1/usr/local/share" && cp -r /usr/local/share/ca-certificates "$1/usr/local/share/"
  fi
}

# Where this computer's apt has its packages from.
debian_mirror() {
  local found
  found=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    sed -nE 's/^URIs: *([^ ]+\/debian)\/? *$/\1/p; s/^deb (\[[^]]*\] )?([^ ]+\/debian)\/? .*/\2/p' | head -1)
  echo "${found:-http://deb.debian.org/debian}"
}

# debootstrap SUITE into FOLDER.base, kept for the next time, and a copy of it in FOLDER: make_bare SUITE FOLDER WORDS...
make_bare() {
  local suite=$1 folder=$2
  shift 2
  if [[ ! -f $folder.base/.ready ]]; then
    rm -rf --one-file-system "$folder.base"
    debootstrap "$@" "$suite" "$folder.base" "$(debian_mirror)" || return 1
    settle "$folder.base"
    chroot "$folder.base" apt-get update || return 1
    touch "$folder.base/.ready"
  fi
  rm -rf --one-file-system "$folder"
  cp -a "$folder.base" "$folder"
  mount --bind /proc "$folder/proc" && mount --bind /dev "$folder/dev"
}

leave_bare() {  # FOLDER
  umount "$1/proc" "$1/dev" && rm -rf --one-file-system "$1"
}
