#!/bin/sh
# Installs svc: downloads its release for this machine, checks it, and has it verify and install itself.
#   curl -fsSL @BASE@install.sh | sh -s -- --dir /opt/svc
# Everything is in functions, so that a part of this file runs nothing.
set -eu

base='@BASE@'
latest='@LATEST@'
# SHA-256 of metadata/1.root.json, where the trust in releases begins.
root_hash='@ROOT_HASH@'
# version platform sha256 bytes
releases='
@RELEASES@
'

elsewhere='svc runs wherever Node 20.19 or later does: install its package with npm, or build it from its repository.'

usage() {
  cat <<'USAGE'
install.sh [--dir <folder>] [--version <version>] [--url <address>]
  --dir      the folder to install into; /opt/svc without it
  --version  the release to install; the newest without it
  --url      the address of a mirror: https:, or file: for a folder
USAGE
}

fail() {
  printf 'svc: %s\n' "$1" >&2
  [ $# -lt 2 ] || printf 'hint: %s\n' "$2" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

platform_here() {
  case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) fail "there is no release for $(uname -s)" 'On Windows, use install.ps1 from the same address.' ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "there is no release for the processor $(uname -m)" "$elsewhere" ;;
  esac
  if [ "$system" = linux ] && has ldd && ldd --version 2>&1 | grep -qi musl; then
    fail 'this Linux has the C library musl; releases need glibc' "$elsewhere"
  fi
  printf '%s-%s\n' "$system" "$processor"
}

# download <address> <file> <bytes, at most>
download() {
  case $1 in
    file://*) cp "${1#file://}" "$2" ;;
    file:*) cp "${1#file:}" "$2" ;;
    https://* | http://127.0.0.1[:/]* | http://localhost[:/]*)
      if has curl; then
        if [ -t 2 ]; then shown=--progress-bar; else shown=--silent; fi
        curl --fail --location --show-error "$shown" --max-filesize "$3" --output "$2" "$1"
      elif has wget; then
        wget -q -O "$2" "$1"
      else
        fail 'neither curl nor wget is installed' 'Install one of them, or copy the repository here and use --url file:<folder>.'
      fi
      ;;
    *) fail "$1 is no address that releases come from" 'Use https:, or file: for a folder.' ;;
  esac || fail "$1 cannot be downloaded" 'Check the address, the network and the proxy (HTTPS_PROXY), then try again.'
}

hash_of() {
  if has sha256sum; then
    sha256sum <"$1" | cut -d ' ' -f 1
  elif has shasum; then
    shasum -a 256 <"$1" | cut -d ' ' -f 1
  elif has openssl; then
    openssl dgst -sha256 -r <"$1" | cut -d ' ' -f 1
  else
    fail 'no program here computes SHA-256' 'Install sha256sum (coreutils), shasum or openssl.'
  fi
}

# check <file> <sha256> <address>
check() {
  [ "$(hash_of "$1")" = "$2" ] ||
    fail "$3 differs from what was published" 'Nothing was installed. Try again; if it stays so, do not trust this address.'
}

work=
made=
clean_up() {
  [ -z "$work" ] || rm -rf "$work"
  [ -z "$made" ] || rmdir "$made" 2>/dev/null || :
}

# The folder of the installation always has a program that starts its current release.
link_current() {
  [ -e "$dir/current" ] || ln -s "releases/$version" "$dir/current"
  [ ! -e "$dir/bin/svc" ] || return 0
  mkdir -p "$dir/bin"
  cat >"$work/svc" <<'LAUNCHER'
#!/bin/sh
# Starts the current release of this installation.
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
  esac
done
exec "$(dirname "$self")/../current/bin/svc" "$@"
LAUNCHER
  chmod 755 "$work/svc"
  mv "$work/svc" "$dir/bin/svc"
}

main() {
  dir=/opt/svc
  version=$latest
  while [ $# -gt 0 ]; do
    case $1 in
      --dir | --version | --url)
        if [ $# -lt 2 ] || [ -z "$2" ]; then fail "$1 needs a value"; fi
        case $1 in
          --dir) dir=$2 ;;
          --version) version=$2 ;;
          --url) base=${2%/}/ ;;
        esac
        shift 2
        ;;
      --help | -h)
        usage
        exit 0
        ;;
      *)
        usage >&2
        exit 2
        ;;
    esac
  done
  umask 022
  platform=$(platform_here) || exit 1
  found=$(printf '%s' "$releases" | grep -F "$version $platform " | grep "^$version " || :)
  [ -n "$found" ] || fail "there is no release $version for $platform" "There are: $(printf '%s' "$releases" | grep -F " $platform " | cut -d ' ' -f 1 | tr '\n' ' ')"
  sha256=$(printf '%s' "$found" | cut -d ' ' -f 3)
  bytes=$(printf '%s' "$found" | cut -d ' ' -f 4)
  name=svc-$version-$platform

  if [ -e "$dir/current" ]; then
    fail "$dir has an installation of svc" "Update it: $dir/bin/svc app update --dir $dir"
  fi
  [ -d "$dir" ] || made=$dir
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  mkdir -p "$dir" || fail "the folder $dir cannot be made" 'Run this as an administrator (sudo), or choose another folder with --dir.'
  dir=$(cd "$dir" && pwd)
  work=$(mktemp -d "$dir/.install-XXXXXX") || fail "$dir cannot be written" 'Run this as an administrator (sudo), or choose another folder with --dir.'

  download "${base}metadata/1.root.json" "$work/root.json" 1000000
  check "$work/root.json" "$root_hash" "${base}metadata/1.root.json"
  printf 'Downloading svc %s for %s (%s MB) ...\n' "$version" "$platform" "$((bytes / 1000000))"
  download "${base}targets/$sha256.$name.tar.gz" "$work/svc.tar.gz" "$bytes"
  check "$work/svc.tar.gz" "$sha256" "${base}targets/$sha256.$name.tar.gz"
  tar -xzof "$work/svc.tar.gz" -C "$work" || fail "the release cannot be unpacked into $work" 'Check the space on the disk.'

  # This release verifies the repository's signatures and installs what it has verified.
  "$work/$name/bin/svc" app fetch --dir "$dir" --url "$base" --version "$version" ||
    fail 'svc was not installed: its release did not pass the check above'
  [ -x "$dir/releases/$version/bin/svc" ] || fail "$dir/releases/$version/bin/svc is missing"
  link_current
  made=
  printf 'svc %s is in %s.\nNext:\n  %s/bin/svc service install --dir %s\n' "$version" "$dir" "$dir" "$dir"
}

main "$@"
