/**
 * A fresh Debian in a folder, for tests of packages. It shares the kernel, the network and the processes of this machine; what is mounted
 * in it is visible to its own commands only. It takes root and debootstrap.
 */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chooseCpu, reasonAgainstRunning } from './emulation.ts';

const run = promisify(execFile);
const MOST_OUTPUT_BYTES = 1 << 26;
/** Of the ordinary person whom commands run as. */
const PERSON = { name: 'anna', id: 1000 };
const MOUNTS = [
  'mount -t proc proc "$0/proc"',
  'mount --bind /dev "$0/dev"',
  'mount --bind /sys "$0/sys"',
  'mkdir -p "$0/tmp/.X11-unix" && mount --bind /tmp/.X11-unix "$0/tmp/.X11-unix"',
];

export interface DebianFolder {
  readonly folder: string;
  /** The home folder of the person, as seen from outside. */
  readonly home: string;
  /** Runs a shell script as root; rejects when it fails. */
  asRoot(script: string): Promise<string>;
  /** Runs a shell script as the person; never rejects. */
  asPerson(script: string, env?: Env): Promise<{ code: number; output: string }>;
  /** Starts a shell script as the person. */
  start(script: string, env?: Env): ChildProcess;
  remove(): void;
}

type Env = Readonly<Record<string, string>>;

export interface Debian {
  readonly suite: string;
  readonly architecture: string;
}

/** Undefined when a Debian can be made here; else why not. */
export function reasonAgainstDebian({ suite, architecture }: Debian): string | undefined {
  if (process.getuid?.() !== 0) return 'a folder with a system in it takes root';
  if (!existsSync('/usr/sbin/debootstrap')) return 'debootstrap is not installed';
  if (!existsSync(`/usr/share/debootstrap/scripts/${suite}`))
    return `debootstrap does not know ${suite}`;
  const { status } = spawnSync('unshare', ['--mount', 'true']);
  if (status !== 0) return 'mount namespaces are not allowed here';
  return reasonAgainstRunning(architecture);
}

/** The downloaded base is kept below `cache` for the next test. Rejects when it cannot be fetched. */
export async function makeDebianFolder(debian: Debian, cache: string): Promise<DebianFolder> {
  const base = join(cache, `${debian.suite}-${debian.architecture}`);
  if (!existsSync(base)) await bootstrap(debian, base);
  const folder = mkdtempSync(`${base}-`);
  execFileSync('cp', ['-a', '--reflink=auto', `${base}/.`, folder]);
  execFileSync('cp', ['-L', '/etc/resolv.conf', join(folder, 'etc/resolv.conf')]);
  const { name, id } = PERSON;
  execFileSync('chroot', [folder, 'useradd', '--create-home', '--uid', String(id), name]);
  return debianIn(folder, await holdMounts(folder), chooseCpu(debian.architecture, folder));
}

/** A process in whose view alone everything is mounted; commands join it. */
async function holdMounts(folder: string): Promise<ChildProcess> {
  const script = `${MOUNTS.join('\n')}\necho ready\nexec sleep infinity`;
  const args = ['--mount', '--propagation', 'private', 'sh', '-ec', script, folder];
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const isReady = await Promise.race([
    once(child.stdout, 'data').then(() => true),
    once(child, 'exit').then(() => false),
  ]);
  if (!isReady) throw new Error(`nothing can be mounted in ${folder}`);
  return child;
}

async function bootstrap({ suite, architecture }: Debian, base: string): Promise<void> {
  mkdirSync(join(base, '..'), { recursive: true });
  const unfinished = `${base}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  const args = [`--arch=${architecture}`, '--variant=minbase', '--include=ca-certificates'];
  const options = { maxBuffer: MOST_OUTPUT_BYTES };
  await run('debootstrap', [...args, suite, unfinished], options);
  execFileSync('mv', [unfinished, base]);
}

function debianIn(folder: string, holder: ChildProcess, endEmulation: () => void): DebianFolder {
  const home = join('/home', PERSON.name);
  const mounts = `/proc/${holder.pid}/ns/mnt`;
  const command = (script: string, userspec: string) => [
    `--mount=${mounts}`,
    '/usr/sbin/chroot',
    `--userspec=${userspec}`,
    folder,
    '/bin/sh',
    '-c',
    script,
  ];
  const person = `${PERSON.id}:${PERSON.id}`;
  const environment = (env: Env) => ({
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    USER: PERSON.name,
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    ...env,
  });
  return {
    folder,
    home: join(folder, home),
    async asRoot(script) {
      const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
      const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
      const env = { PATH, HOME: '/root', LANG: 'C.UTF-8', ...quiet };
      const options = { env, maxBuffer: MOST_OUTPUT_BYTES };
      const { stdout, stderr } = await run('nsenter', command(`(${script}) 2>&1`, '0:0'), options);
      return stdout + stderr;
    },
    async asPerson(script, env = {}) {
      const options = { env: environment(env), maxBuffer: MOST_OUTPUT_BYTES };
      try {
        const { stdout, stderr } = await run('nsenter', command(`cd; ${script}`, person), options);
        return { code: 0, output: stdout + stderr };
      } catch (error) {
        const failed = error as { code: number; stdout: string; stderr: string };
        return { code: failed.code, output: failed.stdout + failed.stderr };
      }
    },
    start: (script, env = {}) =>
      spawn('nsenter', command(`cd; exec ${script}`, person), {
        env: environment(env),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    remove() {
      holder.kill('SIGKILL');
      endEmulation();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
