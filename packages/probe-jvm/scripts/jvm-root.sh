#!/bin/sh
# jvm-root.sh FOLDER [VERSION…]: a root folder with JVMs of Debian's newest release and the libraries that they need, for test/versions.live.test.ts:
#
#   sh scripts/jvm-root.sh /tmp/jvm-root 8 11 21 26
#   SUBSTRATE_JVM_ROOT=/tmp/jvm-root npx vitest run --config ../../vitest.config.ts test/versions.live.test.ts     (as root: they run in that folder)
#
# Nothing is installed: packages are downloaded and unpacked. Needs apt, dpkg and Debian's keys.
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- 8 11 21 26
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/debs"
# The mirror that this machine uses.
mirror=$(apt-get indextargets --format '$(SITE)' | head -n 1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >"$work/sources.list"
apt() {
  apt-get -q -o APT::Sandbox::User=root -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" "$@"
}
apt update
packages='libc6 zlib1g libstdc++6 libgcc-s1 libjpeg62-turbo liblcms2-2'
for version; do packages="$packages openjdk-$version-jre-headless"; done
# shellcheck disable=SC2086
(cd "$work/debs" && apt download $packages)
for deb in "$work"/debs/*.deb; do dpkg -x "$deb" "$folder"; done
mkdir -p "$folder/proc" "$folder/tmp"
for link in lib lib64; do [ -e "$folder/$link" ] || ln -s "usr/$link" "$folder/$link"; done
