#!/bin/sh
# Puts the clock into a new environment beside the one that it has, and lets the launcher change over
# to it. A clock that runs goes on with what it was started from, down to the last file, and takes
# the new one at its next start. If anything fails, the old one stays as it is.
#
#     systemd/environment.sh PYTHON DESTDIR FOLDER      from the project's own folder
set -eu
umask 022 # the clock's user runs what root puts here
unset PYTHONPATH # what is tried below is the new clock, and no other
python=$1 opt=$3 here=$2$3

mkdir -p "$here/bin"
chmod 755 "$here" "$here/bin"
new=$(mktemp -d "$here/env.XXXXXX")
trap 'rm -rf "$new"' EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$new"
echo "Fetching the libraries: a minute or more on a Pi"
"$python" -m venv --system-site-packages "$new"
source=$new/source # built from a copy, so that root leaves nothing in the project's folder
mkdir "$source"
cp -R pyproject.toml README.md LICENSE hatch_build.py clock hal tools "$source"
"$new/bin/python" -m pip install --quiet --disable-pip-version-check "$source[link,pi]"
rm -r "$source"
"$new/bin/python" -P -m compileall -q "$new"/lib/python*/site-packages/clock \
    "$new"/lib/python*/site-packages/hal
"$new/bin/python" -P -c 'import clock.service.run'
"$new/bin/python" -P -m clock check systemd/clapper.toml >/dev/null
find "$new/bin" -type f -delete # scripts that hold this folder's path
sync -f "$new" # after a power cut the launcher leads to nothing that is not there

launcher=$here/bin/clapper
printf '#!/bin/sh\nexec %s/%s/bin/python -P -m clock "$@"\n' "$opt" "${new##*/}" >"$launcher.new"
chmod 755 "$launcher.new"
mv -f "$launcher.new" "$launcher"
trap - EXIT

running=$(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n')
for old in "$here"/env.*; do
    case $running in
        *"$opt/${old##*/}/bin/python"*) ;;
        *) [ "$old" = "$new" ] || rm -rf "$old" ;;
    esac
done
