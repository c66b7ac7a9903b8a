#!/bin/sh
# Installs Yiwen from the folder that this file is in: for every user when root runs it (/opt and
# /usr/local), else for this user only (~/.local). `--prefix FOLDER` puts all of it elsewhere.
# A version that is there already is replaced; what users keep is in their own folders, untouched.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) prefix=${2:?--prefix needs a folder}; shift 2 ;;
        --prefix=*) prefix=${1#--prefix=}; shift ;;
        *) echo "yiwen: expected --prefix FOLDER, found $1" >&2; exit 2 ;;
    esac
done
if [ -n "$prefix" ]; then
    mkdir -p -- "$prefix"
    prefix=$(CDPATH='' cd -- "$prefix" && pwd)
    program=$prefix/opt/yiwen local=$prefix
elif [ "$(id -u)" -eq 0 ]; then
    program=/opt/yiwen local=/usr/local
else
    program=$HOME/.local/opt/yiwen local=$HOME/.local
fi

# Beside the old one first: whatever stops this, one whole version is there.
mkdir -p -- "$(dirname -- "$program")" "$local/bin" "$local/share"
rm -rf -- "$program.new" "$program.old"
trap 'rm -rf -- "$program.new"' EXIT
cp -R -- "$here/yiwen" "$program.new"
cp -- "$here/uninstall.sh" "$program.new/uninstall.sh"
(cd -- "$here/share" && find . -type f) | sed 's|^\./||' > "$program.new/shared-files"
printf '%s\n' "$local" > "$program.new/prefix"
chmod -R u=rwX,go=rX -- "$program.new"
if [ -e "$program" ]; then
    mv -- "$program" "$program.old"
fi
mv -- "$program.new" "$program"
rm -rf -- "$program.old"

cp -R -- "$here/share/." "$local/share/"
for name in yiwen yiwen-app; do
    ln -sf -- "$program/$name" "$local/bin/$name"
done
# Desktops do not look for programs where a user's own are, so the entry says where this one is.
# In a quoted argument of Exec some characters need a backslash; in a replacement of sed's others do.
plain=$(printf '%s' "$program/yiwen-app" | sed 's/[\\&|]/\\&/g')
quoted=$(printf '%s' "$program/yiwen-app" | sed 's/[\\"`$]/\\\\&/g; s/[\\&|]/\\&/g')
entry=$local/share/applications/yiwen.desktop
sed "s|^Exec=yiwen-app|Exec=\"$quoted\"|; s|^TryExec=.*|TryExec=$plain|" "$entry" > "$entry.new"
mv -- "$entry.new" "$entry"
if command -v update-desktop-database > /dev/null 2>&1; then
    update-desktop-database -q "$local/share/applications" > /dev/null 2>&1 || true
fi
echo "Yiwen is installed in $program."
case :$PATH: in
    *:"$local/bin":*) echo "Start it from the menu, or as yiwen-app; the command line is yiwen." ;;
    *) echo "Start it from the menu, or as $local/bin/yiwen-app; the command line is $local/bin/yiwen." ;;
esac
echo "To remove it: sh '$program/uninstall.sh'"
