/**
 * A file system that holds nothing but the system's libraries and the folders of the pipe. Needs a mount namespace in which this
 * process may mount; `walls.ts` starts it in one.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { declare, numbers } from './libc.ts';
import { DEVICES, type Reach, SYSTEM_PATHS } from './reach.ts';

const MS_NOSUID = 2;
const MS_NODEV = 4;
const MS_BIND = 4096;
const MS_REC = 16384;
const MNT_DETACH = 2;
const AT_FDCWD = -100;
const AT_RECURSIVE = 0x8000;
const MOUNT_SETATTR = 442;
const READ_ONLY = 1n;
const NO_SETUID = 2n;
const NO_DEVICES = 4n;

/** Exists everywhere, and nothing that a run needs lies in it. */
const STAGE = '/sys';
/** What the runtime shows pipes about the machine. */
const PROC_FILES = ['/proc/meminfo', '/proc/cpuinfo', '/proc/stat'];

const mount = declare<[string, string, string | null, number, string | null]>(
  'int mount(const char *source, const char *target, const char *type, unsigned long flags, const char *data)',
  'mount',
);
const unmount = declare<[string, number]>('int umount2(const char *target, int flags)', 'umount2');
const pivotRoot = declare<[number, string, string]>(
  'long syscall(long number, const char *root, const char *old)',
  'pivot_root',
);
const setAttributes = declare<[number, number, string, number, BigUint64Array, number]>(
  'long syscall(long number, int folder, const char *path, int flags, const uint64_t *attributes, size_t size)',
  'mount_setattr',
);

export function raiseMountWall(reach: Reach): void {
  const { pid } = process;
  const cwd = process.cwd();
  mount('tmpfs', STAGE, 'tmpfs', MS_NOSUID | MS_NODEV, 'mode=755');
  for (const path of SYSTEM_PATHS) showSystemPath(path);
  for (const path of DEVICES) if (existsSync(path)) show(path, READ_ONLY | NO_SETUID);
  const readOnly = READ_ONLY | NO_SETUID | NO_DEVICES;
  for (const path of [`/proc/${pid}`, ...PROC_FILES]) if (existsSync(path)) show(path, readOnly);
  symlinkSync(String(pid), join(STAGE, 'proc/self'));
  // An outer folder before what lies in it: a later mount covers an earlier one.
  const folders = [
    ...reach.read.map((path) => ({ path, attributes: readOnly })),
    ...reach.write.map((path) => ({ path, attributes: NO_SETUID | NO_DEVICES })),
  ].sort((one, other) => one.path.length - other.path.length);
  for (const { path, attributes } of folders) show(path, attributes);
  protect(STAGE, READ_ONLY, 0);
  process.chdir(STAGE);
  // The old root is laid over the new one and then taken away.
  pivotRoot(numbers().pivotRoot, '.', '.');
  unmount('.', MNT_DETACH);
  process.chdir(cwd);
}

function showSystemPath(path: string): void {
  if (!existsSync(path)) return;
  if (!lstatSync(path).isSymbolicLink()) {
    show(path, READ_ONLY | NO_SETUID | NO_DEVICES);
    return;
  }
  const target = join(STAGE, path);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(readlinkSync(path), target);
}

/** Makes a path visible at the same place. */
function show(path: string, attributes: bigint): void {
  const target = join(STAGE, path);
  const isFolder = statSync(path).isDirectory();
  if (!existsSync(target)) {
    mkdirSync(isFolder ? target : dirname(target), { recursive: true });
    if (!isFolder) writeFileSync(target, '');
  }
  mount(path, target, null, MS_BIND | MS_REC, null);
  protect(target, attributes, AT_RECURSIVE);
}

function protect(path: string, attributes: bigint, flags: number): void {
  const values = new BigUint64Array([attributes, 0n, 0n, 0n]);
  setAttributes(MOUNT_SETATTR, AT_FDCWD, path, flags, values, values.byteLength);
}
