/**
 * Programs of another CPU on this machine: QEMU runs them, and the kernel starts it for them. It takes root and `qemu-user-static`.
 * What is registered with the kernel stays until the next boot.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KERNEL = '/proc/sys/fs/binfmt_misc';
/** What systemd would register. */
const FORMATS = '/usr/lib/binfmt.d';

interface Emulated {
  readonly format: string;
  /** QEMU pretends to have this CPU. Its default is one with every extension, and QEMU 7.2 computes wrongly with those for matrices (SME). */
  readonly cpu: string;
}

const EMULATED: Readonly<Record<string, Emulated | undefined>> = {
  amd64: { format: 'qemu-x86_64', cpu: 'Haswell' },
  arm64: { format: 'qemu-aarch64', cpu: 'neoverse-n1' },
};

export const hostArchitecture = process.arch === 'x64' ? 'amd64' : 'arm64';
export const otherArchitecture = hostArchitecture === 'amd64' ? 'arm64' : 'amd64';

/** Undefined when programs of this architecture run here from now on; else why not. */
export function reasonAgainstRunning(architecture: string): string | undefined {
  if (architecture === hostArchitecture) return undefined;
  const format = EMULATED[architecture]?.format ?? '';
  const file = join(FORMATS, `${format}.conf`);
  if (!existsSync(file))
    return `qemu-user-static, which runs programs for ${architecture}, is missing`;
  if (!existsSync(join(KERNEL, 'register')))
    spawnSync('mount', ['-t', 'binfmt_misc', 'binfmt_misc', KERNEL]);
  if (!existsSync(join(KERNEL, 'register')))
    return 'the kernel has no binfmt_misc, which starts QEMU for programs of another CPU';
  if (!existsSync(join(KERNEL, format)))
    writeFileSync(join(KERNEL, 'register'), readFileSync(file, 'utf8').trim());
  // F: the kernel has opened QEMU, so that it is also found from inside a folder.
  const isFixed = /^flags: .*F/m.test(readFileSync(join(KERNEL, format), 'utf8'));
  return isFixed ? undefined : `${format} is registered without the flag F`;
}

/** The environment for programs of this architecture. */
export function emulationEnvironment(architecture: string): Readonly<Record<string, string>> {
  const cpu = architecture === hostArchitecture ? undefined : EMULATED[architecture]?.cpu;
  return cpu === undefined ? {} : { QEMU_CPU: cpu };
}
