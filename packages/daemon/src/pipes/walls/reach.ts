/** The files that a run can reach behind the walls: what the runtime itself needs, and the folders of the pipe. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, sep } from 'node:path';

export interface Reach {
  /** Files and folders to read. */
  readonly read: readonly string[];
  /** Folders to read and write. */
  readonly write: readonly string[];
}

/** Libraries, time zones and names of accounts: what every account of the machine may read. */
export const SYSTEM_PATHS = [
  '/usr',
  '/lib',
  '/lib32',
  '/lib64',
  '/nix/store',
  '/gnu/store',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/etc/passwd',
  '/etc/nsswitch.conf',
];
export const DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];

/** Those that exist, each once; what may be written is not also listed for reading. */
export function reachOf(read: readonly string[], write: readonly string[]): Reach {
  const isWithin = (path: string, folder: string) =>
    path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  const writable = [...new Set(write)].filter((path) => existsSync(path));
  const readable = [...new Set([process.execPath, ...read])].filter(
    (path) => existsSync(path) && !writable.some((folder) => isWithin(path, folder)),
  );
  return { read: readable, write: writable };
}

/** The runtime, and the program of the system that loads it. */
export function executables(): string[] {
  const mapped = readFileSync('/proc/self/maps', 'utf8').split('\n');
  const files = new Set(mapped.map((line) => line.slice(line.indexOf('/'))));
  const loaders = [...files].filter((path) => /^ld(-|\.|64)/.test(basename(path)));
  return [process.execPath, ...loaders];
}
