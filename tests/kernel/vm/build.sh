#!/usr/bin/env bash
# Builds a virtual machine of Debian's packages that has a Raspberry Pi's header and two displays:
# kernel, initrd and the files of its disk, under $CLAPPER_VM_CACHE (default: ~/.cache/clapper/kernel,
# so that every checkout on this machine uses the same). Needs root and Debian's archive. A stage runs
# again only if its inputs, or those of a stage before it, have changed.
set -euo pipefail
umask 022
here=$(cd "$(dirname "$0")" && pwd)
cache=${CLAPPER_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/clapper/kernel}
mkdir -p "$cache/made"
cache=$(cd "$cache" && pwd)
exec 9>"$cache/lock"
flock -w 1800 9 || { echo "another build holds $cache/lock" >&2; exit 1; }

suite=bookworm
tools=(qemu-system-x86 qemu-utils debootstrap busybox-static cpio xz-utils zstd gcc make libc6-dev
    openssh-client e2fsprogs iproute2)
packages=(systemd systemd-sysv dbus udev kmod python3 python3-venv openssh-server i2c-tools gpiod
    iproute2 procps e2fsprogs)
# Of the kernel's modules a machine needs few; a small disk boots and copies faster.
module_folders=(arch/x86 crypto lib fs/ext4 fs/jbd2 fs/configfs fs/fat fs/nls fs/mbcache.ko
    drivers/virtio drivers/block/virtio_blk.ko drivers/char/hw_random drivers/gpio drivers/i2c
    drivers/watchdog drivers/net/virtio_net.ko drivers/net/net_failover.ko net/core
    drivers/usb/{common,core,host} drivers/hid/{hid,hid-generic}.ko drivers/hid/usbhid
    drivers/input/evdev.ko drivers/input/misc/uinput.ko drivers/gpu/drm/virtio
    drivers/gpu/drm/{drm,drm_kms_helper,drm_shmem_helper}.ko)

# The packages this machine builds and runs it with.
stage_tools() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${tools[@]}" >/dev/null
}

# Debian's newest kernel of the suite, its headers, and the sources that its simulated chip is in.
stage_kernel() {
    local release
    release=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: linux-image-//p' | head -1)
    rm -rf debs sources modules kernel
    mkdir -p debs sources modules
    (cd debs && apt-get -o APT::Sandbox::User=root download -q \
        "linux-image-$release" linux-source-6.1 >/dev/null)
    dpkg-deb --fsys-tarfile debs/linux-image-*.deb | tar -x -C modules
    dpkg-deb --fsys-tarfile debs/linux-source-*.deb | tar -xO ./usr/src/linux-source-6.1.tar.xz |
        xz -dc -T0 | tar -x -C sources --strip-components=1 linux-source-6.1/drivers/gpio/gpio-sim.c \
        linux-source-6.1/drivers/gpio/gpiolib.h linux-source-6.1/kernel/irq/irq_sim.c
    python3 "$here/unpack_kernel.py" modules/boot/vmlinuz-* kernel
    rm -rf debs
    echo "$release" >release
}

# A small Debian.
stage_base() {
    rm -rf base
    mkdir -p archive
    debootstrap --variant=minbase --cache-dir="$cache/archive" \
        --include="$(IFS=,; echo "${packages[*]}")" "$suite" base >debootstrap.log 2>&1 ||
        { tail debootstrap.log >&2; return 1; }
    rm -rf base/var/cache/apt/archives/*.deb base/var/lib/apt/lists/* archive
    rm -rf base/usr/share/{doc,man,locale}/*
}

# The simulated chip, which Debian's kernel is built without, and the displays.
stage_modules() {
    local release
    release=$(cat release)
    rm -rf built
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "linux-headers-$release" >/dev/null
    cp -r "$here/modules" built
    cp sources/drivers/gpio/gpio-sim.c built/gpio_sim_main.c
    cp sources/drivers/gpio/gpiolib.h built/
    # The kernel has no IRQ_SIM either and does not export irq_to_desc: the module carries it along.
    sed 's/handle_simple_irq(irq_to_desc(irqnum));/generic_handle_irq(irqnum);/' \
        sources/kernel/irq/irq_sim.c >built/irq_sim.c
    make -C built KERNEL="/usr/src/linux-headers-$release" >built/log 2>&1 ||
        { tail -20 built/log >&2; return 1; }
    strip -g built/*.ko
}

# The machine's own settings, and a key to come in with.
stage_settings() {
    local release to from=modules/lib/modules each
    release=$(cat release)
    rm -rf root key key.pub
    cp -a base root
    to=root/lib/modules/$release
    mkdir -p "$to/kernel/extra"
    cp "$from/$release"/modules.{builtin,builtin.modinfo,order} "$to/"
    for each in "${module_folders[@]}"; do
        [ -e "$from/$release/kernel/$each" ] || continue
        mkdir -p "$to/kernel/$(dirname "$each")"
        cp -r "$from/$release/kernel/$each" "$to/kernel/$(dirname "$each")/"
    done
    cp built/*.ko "$to/kernel/extra/"
    chroot root depmod "$release"
    cp -r --no-preserve=ownership "$here/root/." root/
    chmod 755 root/usr/local/sbin/*
    chroot root systemctl enable -q systemd-networkd ssh board serial-getty@ttyS0
    chroot root systemctl mask -q getty@tty1 systemd-networkd-wait-online e2scrub_reap \
        apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer
    chroot root passwd -q -d root
    # As Raspberry Pi OS has them.
    chroot root groupadd -f -r gpio
    chroot root groupadd -f -r spi
    mkdir -p root/var/log/journal
    ssh-keygen -q -t ed25519 -N '' -f key
    rm -f root/etc/ssh/ssh_host_{rsa,ecdsa}_key*
    install -D -m 600 key.pub root/root/.ssh/authorized_keys
}

stage_initrd() {
    local release module n=10
    release=$(cat release)
    rm -rf early
    mkdir -p early/{bin,proc,sys,dev,root}
    cp /bin/busybox early/bin/
    install -m 755 "$here/initrd-init" early/init
    for module in virtio_pci virtio_blk ext4 crc32c_generic; do
        chroot root modprobe -S "$release" --show-depends "$module"
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' >early.list
    while read -r module; do
        cp "root$module" "early/$n-$(basename "$module")"
        n=$((n + 1))
    done <early.list
    (cd early && find . | cpio -o -H newc --quiet) >initrd
    rm -rf early early.list
}

. "$here/../../../tools/stages.sh"

files() { find "$1" -type f | LC_ALL=C sort; }

cd "$cache"
mapfile -t modules < <(files "$here/modules")
mapfile -t settings < <(files "$here/root")
before="$suite ${tools[*]} ${packages[*]} ${module_folders[*]}"
# Kept files may come to a machine that has not the packages.
for tool in qemu-system-x86_64 qemu-img debootstrap busybox cpio make gcc ssh; do
    command -v "$tool" >/dev/null || rm -f made/tools
done
stage tools
stage kernel "$here/unpack_kernel.py"
stage base
stage modules "${modules[@]}"
stage settings "${settings[@]}"
stage initrd "$here/initrd-init"
