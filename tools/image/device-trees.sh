#!/bin/sh
# Writes the device trees of the models that the card is for: `device-trees.sh FROM TO` copies those
# of Debian's kernel and changes them: I²C 1 at 400 kHz, SPI 0 with both its chip selects, all other
# pins free. The firmware's dtparam cannot: it wants the overrides that only Raspberry Pi's own trees
# have.
set -e
from=$1
to=$2
i2c=/soc/i2c@7e804000
spi=/soc/spi@7e204000
gpio=/soc/gpio@7e200000

for model in bcm2837-rpi-3 bcm2837-rpi-zero-2 bcm2711-rpi-4; do
    cp "$from/$model"*.dtb "$to/"
done
for tree in "$to"/*.dtb; do
    # The Zero 2 W's has the pins' own node take eight of the header's: GPIO 6 becomes an output, and
    # those of SPI are refused to SPI.
    for property in $(fdtget -p "$tree" $gpio | grep '^pinctrl-'); do
        fdtput -d "$tree" $gpio "$property"
    done
    fdtput -t s "$tree" $i2c status okay
    fdtput -t i "$tree" $i2c clock-frequency 400000
    fdtput -t s "$tree" $spi status okay
    fdtput -t s "$tree" $spi pinctrl-names default
    fdtput -t i "$tree" $spi pinctrl-0 "$(fdtget -t i "$tree" $gpio/spi0-gpio7 phandle)"
    for select in 0 1; do
        device=$spi/spidev@$select
        fdtput -c "$tree" $device
        # The kernel takes no device by the name of "spidev"; this is one that it knows by that driver.
        fdtput -t s "$tree" $device compatible rohm,dh2228fv
        fdtput -t i "$tree" $device reg $select
        fdtput -t i "$tree" $device spi-max-frequency 32000000
    done
done
