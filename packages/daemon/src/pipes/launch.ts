/**
 * Starts the process of one run, with as little as it needs: the permission model of Node with the folders of the pipe, a heap of
 * bounded size, an empty environment, low importance. On Linux the kernel also ends it with the service and takes its network
 * away, where the programs for that are there and allowed; elsewhere a limit of processor time is the last resort.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('./child/main.ts', import.meta.url));
const NICE = 19;
/** Beyond the time limit of the run: only ever reached by a process that nobody watches any more. */
const SPARE_CPU_SECS = 30;

export interface Launched {
  readonly child: ChildProcess;
  readonly channel: Duplex;
  /** To be called before it runs code of the pipe. Not earlier: starting is work of ours, and should not wait for others. */
  makeLessImportant(): void;
}

export interface LaunchOptions {
  folder: string;
  readFolders: readonly string[];
  writeFolders: readonly string[];
  memoryMb: number;
  timeoutMs: number;
}

export function launch(options: LaunchOptions): Launched {
  const [program = process.execPath, ...args] = [
    ...wrapper(options.timeoutMs),
    process.execPath,
    ...nodeFlags(options),
    ENTRY,
  ];
  const child = spawn(program, args, {
    // Relative paths mean files of the pipe, as in any other program.
    cwd: options.folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  return {
    child,
    channel: child.stdio[3] as Duplex,
    makeLessImportant: () => makeLessImportant(child.pid),
  };
}

function nodeFlags({ folder, readFolders, writeFolders, memoryMb }: LaunchOptions): string[] {
  return [
    '--permission',
    ...[folder, ...OWN_FILES, ...readFolders].map((path) => `--allow-fs-read=${path}`),
    ...writeFolders.map((path) => `--allow-fs-write=${path}`),
    `--max-old-space-size=${Math.ceil(memoryMb * 0.75)}`,
    '--max-semi-space-size=2',
    // It opens any database of the disk, whatever the permission model says.
    '--no-experimental-sqlite',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    '--no-deprecation',
  ];
}

/** What the entry imports: files of ours that hold no secrets. */
const OWN_FILES = [
  ...['./child/', './protocol.ts', '../../package.json'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  ),
  ...['@hindcast/pipe-sdk', '@hindcast/client'].map((name) =>
    join(dirname(fileURLToPath(import.meta.resolve(name))), '..'),
  ),
  ...linksFrom(fileURLToPath(new URL('.', import.meta.url))),
];

/** The links to our own packages. */
function linksFrom(from: string): string[] {
  const links: string[] = [];
  for (let folder = from; dirname(folder) !== folder; folder = dirname(folder)) {
    const link = join(folder, 'node_modules', '@hindcast');
    if (existsSync(link)) links.push(link);
  }
  return links;
}

let linuxWrapper: readonly string[] | undefined;

function wrapper(timeoutMs: number): readonly string[] {
  if (process.platform === 'win32') return [];
  if (process.platform === 'linux') linuxWrapper ??= findLinuxWrapper();
  if (linuxWrapper !== undefined && linuxWrapper.length > 0) return linuxWrapper;
  const limitSecs = Math.ceil(timeoutMs / 1_000) + SPARE_CPU_SECS;
  return ['/bin/sh', '-c', `ulimit -t ${limitSecs}; exec "$@"`, 'sh'];
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
  return [
    ...(works(withoutNetwork) ? withoutNetwork : []),
    ...(works(withParent) ? withParent : []),
  ];
}

/** A pipe must not slow recording or searching down, nor have the service killed for its memory. */
function makeLessImportant(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    if (process.platform === 'linux') {
      writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
      // Importance is one of each thread there; those that collect garbage have begun already.
      for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), NICE);
    } else setPriority(pid, NICE);
  } catch {
    // The process has ended already, or the system forbids it: then it is just as important.
  }
}
