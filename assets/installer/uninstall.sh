#!/bin/sh
# Removes Yiwen as install.sh put it there. What users keep (packs, history, settings) stays.
set -eu

program=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
if [ ! -f "$program/shared-files" ] || [ ! -f "$program/prefix" ] || [ ! -d "$program/_internal" ]; then
    echo "yiwen: expected an installed Yiwen in $program, found none" >&2
    exit 1
fi
prefix=$(cat -- "$program/prefix")
while IFS= read -r name; do
    rm -f -- "$prefix/share/$name"
    # Folders that are empty now were made for this; others are not.
    (cd -- "$prefix/share" && rmdir -p -- "$(dirname -- "$name")" 2> /dev/null) || true
done < "$program/shared-files"
# What lists the menu's entries is made anew; where there are none left, it was made for this.
entries=$prefix/share/applications
if [ -d "$entries" ] && command -v update-desktop-database > /dev/null 2>&1; then
    if [ "$(ls -A -- "$entries")" = mimeinfo.cache ]; then
        rm -f -- "$entries/mimeinfo.cache"
        rmdir -- "$entries"
    else
        update-desktop-database -q "$entries" > /dev/null 2>&1 || true
    fi
fi
for name in yiwen yiwen-app; do
    if [ "$(readlink -- "$prefix/bin/$name" || true)" = "$program/$name" ]; then
        rm -f -- "$prefix/bin/$name"
    fi
done
rm -rf -- "$program"
echo "Yiwen is removed. What you kept with it is where it was."
