#!/bin/sh
# Installs the clock into a new environment beside the old one, then makes the launcher use the new
# one. A running clock goes on with the environment that it was started from, down to the last file,
# and uses the new one from its next start. If anything fails, the old one stays as it is.
#
#     systemd/environment.sh PYTHON DESTDIR FOLDER      run it in the project's own folder
set -eu
umask 022 # the clock's user runs what root puts here
unset PYTHONPATH # so that only the new clock is tried below
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
find "$new/bin" -type f -delete # scripts that contain this folder's path
sync -f "$new" # so that the launcher finds it complete, even after a power cut

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
