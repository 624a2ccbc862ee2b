// SPDX-License-Identifier: GPL-2.0
/*
 * What a Raspberry Pi says of itself, where programs look for it: /proc/device-tree/model and
 * /proc/device-tree/system/linux,revision. In the kernel, so that a service which has a /proc of its
 * own finds it too.
 */
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

static char *model = "Raspberry Pi 4 Model B Rev 1.5";
module_param(model, charp, 0444);
static uint revision = 0xc03115;
module_param(revision, uint, 0444);

static int model_show(struct seq_file *file, void *unused)
{
	seq_write(file, model, strlen(model) + 1);
	return 0;
}

static int revision_show(struct seq_file *file, void *unused)
{
	__be32 cell = cpu_to_be32(revision);

	seq_write(file, &cell, sizeof(cell));
	return 0;
}

static struct proc_dir_entry *tree;

static int __init pi_init(void)
{
	struct proc_dir_entry *system;

	tree = proc_mkdir("device-tree", NULL);
	if (!tree)
		return -ENOMEM;
	system = proc_mkdir("system", tree);
	if (!system || !proc_create_single("model", 0444, tree, model_show) ||
	    !proc_create_single("linux,revision", 0444, system, revision_show)) {
		proc_remove(tree);
		return -ENOMEM;
	}
	return 0;
}

static void __exit pi_exit(void)
{
	proc_remove(tree);
}

module_init(pi_init);
module_exit(pi_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("a Raspberry Pi's name and revision");
