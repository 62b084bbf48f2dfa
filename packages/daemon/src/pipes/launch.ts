/**
 * Starts the process of one run, with as little as it needs: the permission model of Node with the folders of the pipe, a heap of
 * bounded size, an empty environment. On Linux the kernel also ends it with the service and takes its network
 * away, where the programs for that are there and allowed; elsewhere a limit of processor time is the last resort.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { childProgram } from './child-program.ts';

/** Beyond the time limit of the run: only ever reached by a process that nobody watches any more. */
const SPARE_CPU_SECS = 30;

export interface Launched {
  readonly child: ChildProcess;
  readonly channel: Duplex;
}

export interface LaunchOptions {
  folder: string;
  readFolders: readonly string[];
  writeFolders: readonly string[];
  memoryMb: number;
  timeoutMs: number;
}

/** `onFault` is told why the process gets no program; it is then to be ended. */
export function launch(options: LaunchOptions, onFault: (error: Error) => void): Launched {
  const [program = process.execPath, ...args] = [
    ...wrapper(options.timeoutMs),
    process.execPath,
    ...nodeFlags(options),
  ];
  const child = spawn(program, args, {
    // Relative paths mean files of the pipe, as in any other program.
    cwd: options.folder,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  giveProgram(child, onFault);
  return { child, channel: child.stdio[3] as Duplex };
}

/** The runtime starts meanwhile. */
function giveProgram({ stdin }: ChildProcess, onFault: (error: Error) => void): void {
  stdin?.on('error', () => {});
  childProgram().then((text) => stdin?.end(text), onFault);
}

function nodeFlags({ folder, readFolders, writeFolders, memoryMb }: LaunchOptions): string[] {
  return [
    '--permission',
    ...[folder, ...readFolders].map((path) => `--allow-fs-read=${path}`),
    ...writeFolders.map((path) => `--allow-fs-write=${path}`),
    `--max-old-space-size=${Math.ceil(memoryMb * 0.75)}`,
    '--max-semi-space-size=2',
    // It opens any database of the disk, whatever the permission model says.
    '--no-experimental-sqlite',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    '--no-deprecation',
    // The program comes by standard input.
    '--input-type=module',
    '-',
  ];
}

let linuxWrapper: readonly string[] | undefined;

function wrapper(timeoutMs: number): readonly string[] {
  if (process.platform === 'win32') return [];
  if (process.platform === 'linux') linuxWrapper ??= findLinuxWrapper();
  if (linuxWrapper?.includes('setpriv')) return linuxWrapper;
  const limitSecs = Math.ceil(timeoutMs / 1_000) + SPARE_CPU_SECS;
  const limits = `ulimit -c 0; ulimit -t ${limitSecs}; exec "$@"`;
  return [...(linuxWrapper ?? []), '/bin/sh', '-c', limits, 'sh'];
}

/** Each part is tried once, by running nothing with it. */
function findLinuxWrapper(): readonly string[] {
  const works = (words: readonly string[]) => {
    const [program = '', ...args] = words;
    // As the run will be started: without an environment, so with the system's own search path.
    const settings = { env: {}, stdio: 'ignore', timeout: 5_000 } as const;
    return spawnSync(program, [...args, 'true'], settings).status === 0;
  };
  const withoutNetwork = ['unshare', '--map-current-user', '--net', '--'];
  const withParent = ['setpriv', '--pdeathsig', 'KILL', '--'];
  // A crash would leave its memory on the disk.
  const withoutCore = ['prlimit', '--core=0', '--'];
  return [
    ...(works(withoutNetwork) ? withoutNetwork : []),
    ...(works(withoutCore) ? withoutCore : []),
    ...(works(withParent) ? withParent : []),
  ];
}
