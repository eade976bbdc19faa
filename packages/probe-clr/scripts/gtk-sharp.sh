#!/bin/sh
# Unpacks Debian's gtk-sharp 3 into a folder, for widgets.live.test.ts: nothing is installed, and Mono is not needed.
set -eu
mkdir -p "$1.new"
cd "$1.new"
apt-cache show libgtk3.0-cil >/dev/null 2>&1 || apt-get update -qq >/dev/null
apt-get download -qq -o APT::Sandbox::User=root libgtk3.0-cil libglib3.0-cil libgdk3.0-cil libatk3.0-cil libpango3.0-cil libgio3.0-cil libmono-cairo4.0-cil >/dev/null
for package in *.deb; do dpkg -x "$package" .; done
rm ./*.deb
mv "$1.new" "$1"
