/*
 * Starts QEMU with the CPU named at the compilation. The kernel starts this in place of a program for another CPU, with the program's path,
 * its own name and its arguments (flag P of binfmt_misc). Compiled by emulation.ts, which defines QEMU and CPU.
 */
#include <unistd.h>

int main(int count, char **given)
{
	char *args[count + 4];
	int filled = 0;

	args[filled++] = QEMU;
	args[filled++] = "-cpu";
	args[filled++] = CPU;
	args[filled++] = "-0";
	args[filled++] = given[2];
	args[filled++] = given[1];
	for (int i = 3; i <= count; i++)
		args[filled++] = given[i];
	execv(QEMU, args);
	return 127;
}
