#!/bin/sh
# Changes a device tree of Debian's, in place: I²C 1 at 400 kHz, SPI 0 with both its chip selects.
# The firmware's dtparam cannot: it wants the overrides that only Raspberry Pi's own trees have.
set -e
tree=$1
i2c=/soc/i2c@7e804000
spi=/soc/spi@7e204000

fdtput -t s "$tree" $i2c status okay
fdtput -t i "$tree" $i2c clock-frequency 400000
fdtput -t s "$tree" $spi status okay
fdtput -t s "$tree" $spi pinctrl-names default
fdtput -t i "$tree" $spi pinctrl-0 "$(fdtget -t i "$tree" /soc/gpio@7e200000/spi0-gpio7 phandle)"
for select in 0 1; do
    device=$spi/spidev@$select
    fdtput -c "$tree" $device
    # The kernel takes no device by the name of "spidev"; this is one that it knows by that driver.
    fdtput -t s "$tree" $device compatible rohm,dh2228fv
    fdtput -t i "$tree" $device reg $select
    fdtput -t i "$tree" $device spi-max-frequency 32000000
done
