// SPDX-License-Identifier: GPL-2.0
/*
 * An I2C adapter (number 1) with two SSD1306 on it, at 0x3C and 0x3D. For each display there is
 * /sys/kernel/debug/oled/<address>/ with
 *
 *   memory   what it shows: 8 pages of 128 columns, the lowest bit on top
 *   state    its registers, and how much has come in
 *   fault    what it does to a transfer, also to be written:
 *            none, nak (nobody answers), eio, hang (the bus stands for a second)
 *   power    write anything: it was without power; memory and registers are as after that
 *
 * A transfer takes the time that its bits take at 400 kHz.
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#define BUS 1
#define FIRST_ADDRESS 0x3c
#define DISPLAYS 2
#define PAGES 8
#define COLUMNS 128
#define ARGUMENTS 6
#define NS_PER_BIT 2500
#define HANG_MS 1000

enum fault { NONE, NAK, EIO_, HANG };
static const char *const fault_names[] = { "none", "nak", "eio", "hang" };

enum mode { HORIZONTAL, VERTICAL, PAGE };

struct display {
	struct mutex lock;
	u8 memory[PAGES * COLUMNS];
	struct debugfs_blob_wrapper blob;
	enum fault fault;

	u8 mode, first_column, last_column, first_page, last_page, column, page;
	u8 on, inverted, all_on, contrast, pump, remap, scan_down;
	u8 command, expected, received, argument[ARGUMENTS];
	u64 transfers, data_bytes, refused, last_data_ns;
};

static struct display displays[DISPLAYS];

static void without_power(struct display *d)
{
	memset(d->memory, 0xa5, sizeof(d->memory));
	d->mode = PAGE;
	d->first_column = d->first_page = d->column = d->page = 0;
	d->last_column = COLUMNS - 1;
	d->last_page = PAGES - 1;
	d->on = d->inverted = d->all_on = d->pump = d->remap = d->scan_down = 0;
	d->contrast = 0x7f;
	d->expected = d->received = 0;
}

static u8 arguments_of(u8 command)
{
	switch (command) {
	case 0x20: case 0x81: case 0x8d: case 0xa8: case 0xd3: case 0xd5:
	case 0xd9: case 0xda: case 0xdb:
		return 1;
	case 0x21: case 0x22: case 0xa3:
		return 2;
	case 0x29: case 0x2a:
		return 5;
	case 0x26: case 0x27:
		return 6;
	}
	return 0;
}

static void set_window(struct display *d, u8 command)
{
	if (command == 0x21) {
		d->first_column = d->column = d->argument[0] % COLUMNS;
		d->last_column = d->argument[1] % COLUMNS;
	} else {
		d->first_page = d->page = d->argument[0] % PAGES;
		d->last_page = d->argument[1] % PAGES;
	}
}

static void obey(struct display *d, u8 command)
{
	switch (command) {
	case 0x00 ... 0x0f: d->column = (d->column & 0x70) | command; break;
	case 0x10 ... 0x17: d->column = (d->column & 0x0f) | (command & 7) << 4; break;
	case 0x20: d->mode = d->argument[0] & 3; break;
	case 0x21: case 0x22: set_window(d, command); break;
	case 0x81: d->contrast = d->argument[0]; break;
	case 0x8d: d->pump = d->argument[0]; break;
	case 0xa0: case 0xa1: d->remap = command & 1; break;
	case 0xa4: case 0xa5: d->all_on = command & 1; break;
	case 0xa6: case 0xa7: d->inverted = command & 1; break;
	case 0xae: case 0xaf: d->on = command & 1; break;
	case 0xb0 ... 0xb7: d->page = command & 7; break;
	case 0xc0: case 0xc8: d->scan_down = command == 0xc8; break;
	}
}

static void take_command(struct display *d, u8 byte)
{
	if (d->received < d->expected) {
		d->argument[d->received++] = byte;
	} else {
		d->command = byte;
		d->received = 0;
		d->expected = arguments_of(byte);
	}
	if (d->received == d->expected) {
		obey(d, d->command);
		d->received = d->expected = 0;
	}
}

static void next_column(struct display *d)
{
	d->column = d->column == d->last_column ? d->first_column : (d->column + 1) % COLUMNS;
}

static void next_page(struct display *d)
{
	d->page = d->page == d->last_page ? d->first_page : (d->page + 1) % PAGES;
}

static void take_data(struct display *d, u8 byte)
{
	bool wraps;

	d->memory[d->page * COLUMNS + d->column] = byte;
	d->data_bytes++;
	switch (d->mode) {
	case HORIZONTAL:
		wraps = d->column == d->last_column;
		next_column(d);
		if (wraps)
			next_page(d);
		break;
	case VERTICAL:
		wraps = d->page == d->last_page;
		next_page(d);
		if (wraps)
			next_column(d);
		break;
	default:
		d->column = (d->column + 1) % COLUMNS;
	}
}

/* A control byte says what follows: one byte and another control byte, or all the rest. */
static void take(struct display *d, const u8 *bytes, int count)
{
	int i = 0;

	while (i < count) {
		u8 control = bytes[i++];
		int end = control & 0x80 ? min(i + 1, count) : count;

		for (; i < end; i++) {
			if (control & 0x40)
				take_data(d, bytes[i]);
			else
				take_command(d, bytes[i]);
		}
		if (control & 0x40)
			d->last_data_ns = ktime_get_ns();
	}
}

static int refused(struct display *d)
{
	switch (READ_ONCE(d->fault)) {
	case NAK: d->refused++; return -EREMOTEIO; /* as the Pi's own drivers say it */
	case EIO_: d->refused++; return -EIO;
	case HANG: d->refused++; msleep(HANG_MS); return -ETIMEDOUT;
	default: return 0;
	}
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	u64 bits = 0;
	int i;

	for (i = 0; i < count; i++) {
		struct i2c_msg *m = &messages[i];
		struct display *d = &displays[m->addr - FIRST_ADDRESS];
		int wrong;

		if (m->addr < FIRST_ADDRESS || m->addr >= FIRST_ADDRESS + DISPLAYS)
			return -EREMOTEIO;
		wrong = refused(d);
		if (wrong)
			return wrong;
		mutex_lock(&d->lock);
		d->transfers++;
		if (m->flags & I2C_M_RD)
			memset(m->buf, d->on ? 0x00 : 0x40, m->len);
		else
			take(d, m->buf, m->len);
		mutex_unlock(&d->lock);
		bits += 9 * (m->len + 1) + 2;
	}
	fsleep(div_u64(bits * NS_PER_BIT, NSEC_PER_USEC));
	return count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functionality,
};

static struct i2c_adapter adapter = {
	.owner = THIS_MODULE,
	.algo = &algorithm,
	.nr = BUS,
	.name = "simulated displays",
};

static int state_show(struct seq_file *file, void *unused)
{
	struct display *d = file->private;

	mutex_lock(&d->lock);
	seq_printf(file, "on=%u inverted=%u all_on=%u contrast=%u pump=%u remap=%u scan_down=%u\n",
		   d->on, d->inverted, d->all_on, d->contrast, d->pump, d->remap, d->scan_down);
	seq_printf(file, "transfers=%llu data_bytes=%llu refused=%llu last_data_ns=%llu\n",
		   d->transfers, d->data_bytes, d->refused, d->last_data_ns);
	mutex_unlock(&d->lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(state);

static int fault_show(struct seq_file *file, void *unused)
{
	struct display *d = file->private;

	seq_printf(file, "%s\n", fault_names[d->fault]);
	return 0;
}

static int fault_open(struct inode *inode, struct file *file)
{
	return single_open(file, fault_show, inode->i_private);
}

static ssize_t fault_write(struct file *file, const char __user *from, size_t count, loff_t *at)
{
	struct display *d = file_inode(file)->i_private;
	char word[8] = "";
	int found;

	if (count >= sizeof(word))
		return -EINVAL;
	if (copy_from_user(word, from, count))
		return -EFAULT;
	found = sysfs_match_string(fault_names, word);
	if (found < 0)
		return found;
	WRITE_ONCE(d->fault, found);
	return count;
}

static const struct file_operations fault_fops = {
	.owner = THIS_MODULE,
	.open = fault_open,
	.read = seq_read,
	.write = fault_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static ssize_t power_write(struct file *file, const char __user *from, size_t count, loff_t *at)
{
	struct display *d = file_inode(file)->i_private;

	mutex_lock(&d->lock);
	without_power(d);
	mutex_unlock(&d->lock);
	return count;
}

static const struct file_operations power_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = power_write,
};

static struct dentry *folder;
static struct platform_device *device;

static void offer(struct display *d, int address)
{
	struct dentry *own;
	char name[4];

	mutex_init(&d->lock);
	without_power(d);
	d->blob.data = d->memory;
	d->blob.size = sizeof(d->memory);
	snprintf(name, sizeof(name), "%02x", address);
	own = debugfs_create_dir(name, folder);
	debugfs_create_blob("memory", 0444, own, &d->blob);
	debugfs_create_file("state", 0444, own, d, &state_fops);
	debugfs_create_file("fault", 0644, own, d, &fault_fops);
	debugfs_create_file("power", 0200, own, d, &power_fops);
}

static int __init oled_init(void)
{
	int i, wrong;

	device = platform_device_register_simple("oled", -1, NULL, 0);
	if (IS_ERR(device))
		return PTR_ERR(device);
	adapter.dev.parent = &device->dev;
	folder = debugfs_create_dir("oled", NULL);
	for (i = 0; i < DISPLAYS; i++)
		offer(&displays[i], FIRST_ADDRESS + i);
	wrong = i2c_add_numbered_adapter(&adapter);
	if (wrong) {
		debugfs_remove_recursive(folder);
		platform_device_unregister(device);
	}
	return wrong;
}

static void __exit oled_exit(void)
{
	i2c_del_adapter(&adapter);
	debugfs_remove_recursive(folder);
	platform_device_unregister(device);
}

module_init(oled_init);
module_exit(oled_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("two simulated SSD1306 on a simulated I2C bus");
