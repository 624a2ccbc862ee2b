#!/usr/bin/env bash
# Builds the card image for a Raspberry Pi (Zero 2 W, 3, 4): `build.sh PACKAGE OUT [URL]` writes
# OUT/clapper-card_VERSION.img.gz and, for Raspberry Pi Imager 2, the manifest beside it. Of Debian's
# archive alone, as root, with nothing mounted from the image: no loop device is needed. What was
# made is kept under $CLAPPER_IMAGE_CACHE; a stage runs again only if its text or its files, or a
# stage before it, have changed.
set -euo pipefail
umask 022
here=$(cd "$(dirname "$0")" && pwd)
package=$(realpath "$1")
mkdir -p "$2"
out=$(cd "$2" && pwd)
cache=${CLAPPER_IMAGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/clapper/image}
mkdir -p "$cache/made"
cd "$cache"
exec 9>lock
flock -w 1800 9 || { echo "another build holds $cache/lock" >&2; exit 1; }

suite=trixie
tools=(mmdebstrap arch-test qemu-user-static qemu-system-arm device-tree-compiler mtools dosfstools
    e2fsprogs fdisk kmod)
packages=(systemd-sysv udev dbus kmod initramfs-tools busybox overlayroot linux-image-arm64
    raspi-firmware firmware-brcm80211 wireless-regdb wpasupplicant systemd-resolved
    systemd-timesyncd iproute2 openssh-server sudo e2fsprogs tzdata nano i2c-tools
    init-system-helpers python3 python3-spidev)

# The packages that build it; and arm64's programs run here, by QEMU.
stage_tools() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${tools[@]}" >/dev/null
}

# Debian for the Pi. Its programs run some ten times slower here, so that the initrd, of which each
# of a dozen packages wants a new one, is made once, of a few modules, and the modules' index by this
# machine's depmod; and nobody looks through all packages for questions first.
stage_base() {
    local settings="$here/root/etc/initramfs-tools" kernel
    rm -rf base
    mmdebstrap --mode=root --variant=apt --arch=arm64 --components=main,non-free-firmware \
        --include="$(IFS=,; echo "${packages[*]}")" \
        --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
        --aptopt='DPkg::Path "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"' \
        --dpkgopt=path-exclude='/usr/share/man/*' --dpkgopt=path-exclude='/usr/share/locale/*' \
        --dpkgopt=path-exclude='/usr/share/doc/*' \
        --dpkgopt=path-include='/usr/share/doc/clapper-clock/*' \
        --essential-hook="mkdir -p \"\$1/etc/initramfs-tools\"
            cp -r '$settings/.' \"\$1/etc/initramfs-tools\"
            rm \"\$1/etc/apt/apt.conf.d/70debconf\"
            ln -s /bin/true \"\$1/usr/local/sbin/update-initramfs\"
            ln -s /bin/true \"\$1/usr/local/sbin/depmod\"" \
        "$suite" base http://deb.debian.org/debian >base.log 2>&1 ||
        { tail base.log >&2; return 1; }
    rm base/usr/local/sbin/{update-initramfs,depmod}
    kernel=$(ls base/usr/lib/modules)
    depmod --basedir base "$kernel"
    chroot base mkinitramfs -o "/boot/initrd.img-$kernel" "$kernel"
}

# The clock and the card's own settings. What it writes is in memory, or in the partition of the games.
stage_root() {
    local -x SYSTEMD_LOG_LEVEL=err  # or systemctl wonders at each call that it is in a chroot
    rm -rf root data
    cp -a base root
    cp -r --no-preserve=ownership "$here/root/." root/
    cp "$package" root/package.deb
    chroot root useradd --create-home --uid 1000 --groups sudo --shell /bin/bash pi
    chroot root dpkg --install package.deb >package.log 2>&1 ||
        { tail package.log >&2; return 1; }
    ln -sf /boot/firmware/clapper.toml root/etc/clapper/clapper.toml
    chroot root systemctl -q enable clapper clapper-card systemd-networkd systemd-resolved
    chroot root systemctl -q disable ssh ssh.socket
    # The overlay is writable from the start, and cannot be mounted anew: not with `ro` on the kernel's
    # command line, and not by systemd-remount-fs.
    chroot root systemctl -q mask systemd-remount-fs systemd-binfmt systemd-networkd-wait-online \
        e2scrub_reap.service apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer \
        e2scrub_all.timer systemd-firstboot
    # Imager's script is to run at each start, by clapper-card, not once in a start of its own.
    ln -s multi-user.target root/etc/systemd/system/kernel-command-line.target
    mkdir root/etc/systemd/system-generators
    ln -s /dev/null root/etc/systemd/system-generators/systemd-run-generator
    ln -sf ../run/systemd/resolve/stub-resolv.conf root/etc/resolv.conf
    echo clapper >root/etc/hostname
    printf '127.0.0.1\tlocalhost\n127.0.1.1\tclapper\n' >root/etc/hosts
    : >root/etc/machine-id
    rm -rf root/package.deb root/boot/* root/var/lib/dbus/machine-id root/etc/ssh/ssh_host_* \
        root/var/cache/apt/* root/var/lib/apt/lists/*
    mkdir -p root/data root/boot/firmware root/var/lib/clapper data/clapper data/ssh
    chown "$(sed -n 's/^clapper:[^:]*:\([0-9]*:[0-9]*\):.*/\1/p' root/etc/passwd)" data/clapper
    chmod 750 data/clapper
    chmod 700 data/ssh
}

# What a PC reads, and the Pi's firmware: its programs, kernel, initrd and the models' device trees.
stage_firmware() {
    rm -rf firmware
    mkdir firmware
    cp base/usr/lib/raspi-firmware/{bootcode.bin,start{,4}.elf,fixup{,4}.dat} firmware/
    cp base/boot/vmlinuz-* firmware/vmlinuz
    cp base/boot/initrd.img-* firmware/initrd.img
    "$here/device-trees.sh" base/usr/lib/linux-image-*/broadcom firmware
    cp "$here"/firmware/* firmware/
    cp root/usr/share/clapper/clapper.toml firmware/
}

# The partitions, made where they stand in one file, and that packed.
stage_card() {
    local root_mib made_at_once=lazy_itable_init=0,lazy_journal_init=0
    root_mib=$(($(du -sm --apparent-size root | cut -f1) * 5 / 4))
    rm -f card
    truncate -s 257M card
    mkfs.vfat --offset 2048 -n CLAPPER -i c1a99e20 card >/dev/null
    mcopy -i card@@1M -s firmware/* ::
    truncate -s "$((257 + root_mib + 256))M" card
    mke2fs -q -t ext4 -L clapper-root -d root -E "offset=$((257 << 20)),$made_at_once" \
        card "${root_mib}M"
    mke2fs -q -t ext4 -L clapper-data -d data -E "offset=$(((257 + root_mib) << 20)),$made_at_once" \
        card 256M
    sfdisk --quiet --wipe never --wipe-partitions never card <<END
label: dos
start=1MiB, size=256MiB, type=c, bootable
start=257MiB, size=${root_mib}MiB, type=83
start=$((257 + root_mib))MiB, type=83
END
    gzip --no-name --keep --force card
}

. "$here/../stages.sh"
before="$suite ${tools[*]} ${packages[*]}"

command -v mmdebstrap fdtput mcopy depmod >/dev/null || rm -f made/tools
stage tools
[ -e /proc/sys/fs/binfmt_misc/register ] ||
    mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
[ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] ||
    cat /usr/lib/binfmt.d/qemu-aarch64.conf >/proc/sys/fs/binfmt_misc/register
stage base "$here"/root/etc/initramfs-tools/modules "$here"/root/etc/initramfs-tools/conf.d/*
mapfile -t settings < <(find "$here/root" -type f | LC_ALL=C sort)
mapfile -t readable < <(find "$here/firmware" -type f | LC_ALL=C sort)
stage root "$package" "${settings[@]}"
stage firmware "$here/device-trees.sh" "${readable[@]}"
stage card
name=clapper-card_$(dpkg-deb --field "$package" Version).img.gz
cp card.gz "$out/$name"
python3 "$here/manifest.py" card "$out/$name" ${3:+"$3"}
echo "$out/$name"
