/**
 * Starts the process of one run, with as little as it needs: the walls of the kernel that this machine has (`walls/`), behind them the
 * permission model of Node with the folders of the pipe, a heap of bounded size, and an empty environment.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import type { Duplex } from 'node:stream';
import type { Walls } from '../walls/walls.ts';
import { childPrograms } from './child-programs.ts';

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
  walls: Walls;
}

/** `onFault` receives why the process gets no program; the caller then ends it. */
export function launch(options: LaunchOptions, onFault: (error: Error) => void): Launched {
  const { folder, readFolders, writeFolders, timeoutMs } = options;
  const [program = process.execPath, ...args] = options.walls.command({
    args: nodeFlags(options),
    timeoutMs,
    read: [folder, ...readFolders],
    write: writeFolders,
  });
  const child = spawn(program, args, {
    // Relative paths mean files of the pipe, as in any other program.
    cwd: folder,
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
  childPrograms().then(({ run }) => stdin?.end(run), onFault);
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
    // V8 writes traces to any file, whatever the permission model says.
    '--freeze-flags-after-init',
    '--disable-sigusr1',
    // One that a run may not read would keep the runtime from starting.
    `--openssl-config=${devNull}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    '--no-deprecation',
    // The program comes by standard input.
    '--input-type=module',
    '-',
  ];
}
