# A package's life in an overlay of a system's root: `session.sh FOLDER PACKAGE ROOT`.
# What it prints, and at the end what it left, is by chapter.
set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=$3,upperdir=$1/upper,workdir=$1/work" "$1/root"
cp "$2" "$1/root/package.deb"
mount -t proc proc "$1/root/proc"
mount --rbind /dev "$1/root/dev"
cat > "$1/root/session" <<'END'
export DEBIAN_FRONTEND=noninteractive LC_ALL=C PYTHONUTF8=1 HOME=/root
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
cd /
say() { echo "=== $1"; }
say install; dpkg -i /package.deb 2>&1; echo "status $?"
say compiled; find /usr/lib/clapper/clock -name '*.py' | wc -l
find /usr/lib/clapper/clock -name "*.cpython-$(python3 -c 'print(*__import__("sys").version_info[:2], sep="")').pyc" | wc -l
say version; clapper --version; echo "status $?"
say check; clapper check 2>&1; echo "status $?"
say run; clapper run 2>&1; echo "status $?"
say doctor; clapper doctor 2>&1; echo "status $?"
say user; getent passwd clapper; stat -c '%U %a' /var/lib/clapper
say enabled; readlink /etc/systemd/system/multi-user.target.wants/clapper.service
say verify; systemd-analyze verify clapper.service 2>&1; echo "status $?"
say renewed; echo '# before' | tee -a /usr/share/clapper/clapper.toml >> /etc/clapper/clapper.toml
dpkg -i /package.deb >/dev/null 2>&1; echo "status $?"
grep -c '^# before' /etc/clapper/clapper.toml
say upgrade; echo '# mine' >> /etc/clapper/clapper.toml
mkdir /state; printf '[pins]\nfactory = "mock"\n' > /mock.toml
STATE_DIRECTORY=/state clapper run --config /mock.toml > /running 2>&1 & clock=$!
for _ in $(seq 3000); do grep -q ready /running && break; sleep 0.1; done
dpkg -i /package.deb 2>&1; echo "status $?"; tail -n 1 /etc/clapper/clapper.toml
say running; kill -TERM $clock; wait $clock; echo "status $?"; cat /running; ls /state
rm -r /running /mock.toml /state
say remove; dpkg -r clapper-clock 2>&1; echo "status $?"; find /etc/clapper /usr/lib/clapper 2>&1
say purge; dpkg -P clapper-clock 2>&1; echo "status $?"; getent passwd clapper || echo nobody
[ -e /etc/clapper ] || echo nothing
say mounted; dpkg -i /package.deb >/dev/null 2>&1
mount -t tmpfs tmpfs /var/lib/clapper; touch /var/lib/clapper/games
mv /etc/clapper /elsewhere; ln -s /elsewhere /etc/clapper
dpkg -P clapper-clock 2>&1; echo "status $?"; getent passwd clapper || echo nobody
ls -A /var/lib/clapper /elsewhere
umount /var/lib/clapper; rm -r /var/lib/clapper /etc/clapper /elsewhere
say other; unit=/etc/systemd/system/clapper.service
wanted=/etc/systemd/system/multi-user.target.wants/clapper.service
printf '[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n' > $unit
mkdir -p ${wanted%/*}; ln -s $unit $wanted
dpkg -i /package.deb 2>&1; echo "status $?"
say beside; echo '# mine' >> /etc/clapper/clapper.toml; touch /var/lib/clapper/games
dpkg -P clapper-clock 2>&1; echo "status $?"
readlink $wanted
tail -n 1 /etc/clapper/clapper.toml; stat -c '%U %a' /var/lib/clapper
ls /etc/clapper /var/lib/clapper
say later; rm $unit $wanted /etc/clapper/clapper.toml
dpkg -i /package.deb >/dev/null 2>&1; dpkg -r clapper-clock >/dev/null 2>&1
printf '[Service]\nExecStart=/bin/true\n' > /new; mv -T /new $unit
touch /var/lib/clapper/games
sed -i 's/^#left_plunger = 5/left_plunger = 12/' /etc/clapper/clapper.toml
dpkg -P clapper-clock 2>&1; echo "status $?"
grep '^left_plunger' /etc/clapper/clapper.toml; ls /etc/clapper /var/lib/clapper
rm -r $unit /etc/clapper \
    /var/lib/clapper /var/lib/systemd/deb-systemd-helper-*/clapper.service* \
    /var/lib/systemd/deb-systemd-helper-*/multi-user.target.wants/clapper.service
rm /package.deb /session
END
chroot "$1/root" sh /session
echo "=== left"
cd "$1/upper"
find . \( -type f -o -type l -o -type c \) -printf '%P\n'
