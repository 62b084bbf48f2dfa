/**
 * Programs of another CPU on this machine: QEMU runs them, and the kernel starts it for them. It takes root, `qemu-user-static` and a C
 * compiler. QEMU's own registration with the kernel stays until the next boot.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KERNEL = '/proc/sys/fs/binfmt_misc';
/** What systemd would register. */
const FORMATS = '/usr/lib/binfmt.d';
/** A registration that comes later is asked first. */
const OWN_PREFIX = 'hindcast-';
const UNREGISTER = '-1';

interface Emulated {
  readonly format: string;
  /** QEMU pretends to have this CPU. Its default is one with every extension, and QEMU 7.2 computes wrongly with those for matrices (SME). */
  readonly cpu: string;
}

const EMULATED: Readonly<Record<string, Emulated>> = {
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
  if (spawnSync('cc', ['--version']).status !== 0)
    return 'a C compiler, which QEMU needs for its choice of a CPU, is missing';
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

/**
 * From now on programs of this architecture get a CPU that QEMU computes rightly with, in this folder, whatever their environment: the
 * service starts its processes with an empty one, so QEMU's own variable would not reach them. Gives what ends that.
 */
export function chooseCpu(architecture: string, folder: string): () => void {
  const emulated = EMULATED[architecture];
  if (architecture === hostArchitecture || emulated === undefined) return () => undefined;
  const { format, cpu } = emulated;
  const qemu = `/usr/bin/${format}-static`;
  copyFileSync(qemu, join(folder, qemu));
  const own = join(KERNEL, `${OWN_PREFIX}${format}`);
  const unregister = () => {
    if (existsSync(own)) writeFileSync(own, UNREGISTER);
  };
  // Of a run that was killed.
  unregister();
  const work = mkdtempSync(join(tmpdir(), 'hindcast-qemu-'));
  const program = join(work, 'start-qemu');
  const defines = [`-DQEMU="${qemu}"`, `-DCPU="${cpu}"`];
  const source = join(import.meta.dirname, 'start-qemu.c');
  execFileSync('cc', ['-static', '-Os', ...defines, '-o', program, source]);
  const [, , type, , magic, mask] = readFileSync(join(FORMATS, `${format}.conf`), 'utf8').split(
    ':',
  );
  const line = ['', `${OWN_PREFIX}${format}`, type, '', magic, mask, program, 'PF'].join(':');
  writeFileSync(join(KERNEL, 'register'), line);
  // The kernel has opened it.
  rmSync(work, { recursive: true });
  return unregister;
}
