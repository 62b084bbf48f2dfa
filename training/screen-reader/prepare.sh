#!/bin/sh
# Makes the data of both networks in a folder: fonts from npm and Debian packages, text from this machine.
# Needs the Debian packages that README.md lists. Usage: prepare.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/npm"
folder=$(cd "$1" && pwd)
python=/usr/bin/python3

cd "$folder/npm"
"$python" "$here/font_list.py" | while read -r package; do
  name=$(echo "$package" | tr -d @ | tr / -)
  [ -s "$name.tgz" ] || mv "$(npm pack --silent "$package")" "$name.tgz"
done
cd "$here"
for network in western eastern; do
  "$python" collect_text.py "$network" "$folder/$network/text"
  "$python" fonts.py "$network" "$folder/npm" "$folder/$network"
  tar -cJf "$folder/$network.tar.xz" -C "$folder" "$network"
done
