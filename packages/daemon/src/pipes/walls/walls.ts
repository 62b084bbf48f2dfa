/**
 * Finds out, by trying each once, which walls of the kernel this machine can put around runs, and makes the command that starts a run
 * behind them. Node's permission model always stands behind these. `launch.ts` starts runs with it; the doctor and the page tell people.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { childPrograms } from '../run/child-programs.ts';
import type { KernelWall, RaiseFailure, RaiseOrder } from './raise.ts';

export interface Wall {
  readonly name: 'runtime' | 'files' | 'network';
  readonly stands: boolean;
  /** A sentence for people: by what it stands, or why it does not. */
  readonly detail: string;
}

export interface RunCommand {
  /** Of the runtime. */
  readonly args: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly timeoutMs: number;
}

export interface Walls {
  readonly list: readonly Wall[];
  /** A program and its arguments. */
  command(run: RunCommand): string[];
}

/** A busy machine takes seconds to start a process. */
const TRY_WITHIN_MS = 20_000;
/** Beyond the time limit of the run: only ever reached by a process that nobody watches any more. */
const SPARE_CPU_SECS = 30;
export const NAMESPACES = [
  'unshare',
  '--map-current-user',
  '--keep-caps',
  '--net',
  '--ipc',
  '--mount',
  '--',
];
const NETWORK_NAMESPACE = ['unshare', '--map-current-user', '--net', '--'];
/** The kernel ends a run with the service. */
const WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--'];
/** A crash would leave its memory on the disk. */
const WITHOUT_CORE = ['prlimit', '--core=0', '--'];
const RUNTIME_FLAGS = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval'];

/** A start of the runtime that reads what every start reads. */
const TRIED_ARGS = [`--openssl-config=${devNull}`, '--eval', ''];

let found: Promise<Walls> | undefined;

/** Rejects when the programs of runs cannot be made; the next call tries again. */
export function findWalls(): Promise<Walls> {
  found ??= (process.platform === 'linux' ? tryWalls() : Promise.resolve(noWalls())).catch(
    (error) => {
      found = undefined;
      throw error;
    },
  );
  return found;
}

async function tryWalls(): Promise<Walls> {
  const { raise } = await childPrograms();
  const wrappers = [[...NAMESPACES], [...NETWORK_NAMESPACE]];
  const works = await Promise.all(wrappers.map(starts));
  const namespaces = wrappers[works.indexOf(true)] ?? [];
  const withoutCore = (await starts(WITHOUT_CORE)) ? WITHOUT_CORE : [];
  const withParent = (await starts(WITH_PARENT)) ? WITH_PARENT : [];
  const before = [...namespaces, ...withoutCore, ...withParent];
  const raised = await tryRaising(before, raise, works[0] ? ['mounts'] : []);
  return {
    list: describeWalls(raised, namespaces.length > 0),
    command(run) {
      const limited = withParent.length > 0 ? before : [...before, ...shellLimits(run.timeoutMs)];
      if (raised.walls.length === 0) return [...limited, process.execPath, ...run.args];
      const order = { ...run, walls: raised.walls, hasChannel: true };
      return [...limited, ...raiseCommand(raise, order)];
    },
  };
}

function raiseCommand(program: string, order: RaiseOrder): string[] {
  return [process.execPath, ...RUNTIME_FLAGS, program, '--', JSON.stringify(order)];
}

interface Raised {
  readonly walls: readonly KernelWall[];
  readonly reasons: Partial<Record<KernelWall, string>>;
}

/** Leaves out one wall after the other until the runtime starts behind those that are left. */
async function tryRaising(
  before: readonly string[],
  program: string,
  first: readonly KernelWall[],
): Promise<Raised> {
  let walls: readonly KernelWall[] = [...first, 'landlock', 'calls'];
  const reasons: Partial<Record<KernelWall, string>> = {};
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-walls-'));
  try {
    while (walls.length > 0) {
      const order = { walls, read: [folder], write: [], hasChannel: false, args: TRIED_ARGS };
      const failure = await failureOf([...before, ...raiseCommand(program, order)], folder);
      if (failure === undefined) break;
      const { wall, reason } = parseFailure(failure) ?? {
        wall: walls[0] as KernelWall,
        reason: 'the runtime does not start behind it',
      };
      reasons[wall] = reason;
      walls = walls.filter((name) => name !== wall);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { walls, reasons };
}

function parseFailure(text: string): RaiseFailure | undefined {
  try {
    return JSON.parse(text.trim().split('\n').at(-1) ?? '') as RaiseFailure;
  } catch {
    // Something else went wrong, which `tryRaising` names.
    return undefined;
  }
}

async function starts(words: readonly string[]): Promise<boolean> {
  return (await failureOf([...words, 'true'])) === undefined;
}

/** What it printed when it failed. Started as a run will be: without an environment, so with the system's own search path. */
function failureOf(words: readonly string[], cwd = '/'): Promise<string | undefined> {
  const [program = '', ...args] = words;
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: {}, timeout: TRY_WITHIN_MS }, (error, _out, errors) =>
      resolve(error === null ? undefined : errors),
    );
  });
}

/** Where the kernel does not end a run with the service, its processor time does. */
function shellLimits(timeoutMs: number): string[] {
  const limitSecs = Math.ceil(timeoutMs / 1_000) + SPARE_CPU_SECS;
  return ['/bin/sh', '-c', `ulimit -c 0; ulimit -t ${limitSecs}; exec "$@"`, 'sh'];
}

function noWalls(): Walls {
  const reason = `Hindcast knows none for ${process.platform}`;
  return {
    list: describeWalls({ walls: [], reasons: { landlock: reason, calls: reason } }, false),
    command: ({ args, timeoutMs }) => [
      ...(process.platform === 'win32' ? [] : shellLimits(timeoutMs)),
      process.execPath,
      ...args,
    ],
  };
}

const NAMES: Record<KernelWall, string> = {
  mounts: 'mount namespace',
  landlock: 'Landlock',
  calls: 'call filter',
};

export function describeWalls({ walls, reasons }: Raised, hasNetworkNamespace: boolean): Wall[] {
  const files = walls.filter((wall) => wall !== 'calls').map((wall) => NAMES[wall]);
  const network = [
    ...(hasNetworkNamespace ? ['network namespace'] : []),
    ...(walls.includes('calls') ? [NAMES.calls] : []),
  ];
  const hidden = walls.includes('mounts');
  // Landlock has no rule for these, and only the call filter keeps a pipe from other processes.
  const inReach = [
    ...(hidden ? [] : ['see that a file exists', 'change its mode, owner and times']),
    ...(walls.includes('calls') ? [] : ['signal other processes of yours']),
  ];
  const limits =
    inReach.length > 0 ? `; a pipe that breaks out of Node can still ${inReach.join(', ')}` : '';
  const alone = 'only the permission model of Node stands';
  return [
    {
      name: 'runtime',
      stands: true,
      detail:
        'the permission model of Node refuses other files, processes, threads and native code',
    },
    {
      name: 'files',
      stands: files.length > 0,
      detail:
        files.length > 0
          ? `the kernel refuses ${hidden ? '' : 'to open '}all files but those of the pipe and of the system (${files.join(', ')})${limits}`
          : `the kernel does not keep a pipe from your files (${reasons.landlock}): ${alone}`,
    },
    {
      name: 'network',
      stands: network.length > 0,
      detail:
        network.length > 0
          ? `the kernel gives a pipe no network (${network.join(', ')})`
          : `the kernel does not keep a pipe from the network (${reasons.calls}): ${alone}`,
    },
  ];
}
