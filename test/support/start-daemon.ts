/**
 * Starts the real service as a separate process, on a free port and with a new folder, for black-box tests. Nothing of the machine
 * (home folder, display, settings in the environment) reaches it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../packages/cli/src/service/node-flags.ts';
import { programFile, sourceOf } from './programs.ts';

// Far above the 1.5 s a start may take, for machines that are busy with other tests.
const START_WITHIN_MS = 60_000;
// A start is mostly the reading of sources; hundreds of starts read the same ones.
export const COMPILE_CACHE = join(tmpdir(), 'hindcast-test-compile-cache');

/** Flags for tests of anything but capture, which would only cost processor time there. */
export const NOTHING_CAPTURED = ['--disable-vision', '--disable-audio'] as const;

export interface DaemonOptions {
  /** Flags in addition to `--port` and `--data-dir`. */
  args?: readonly string[];
  /** Added to an otherwise nearly empty environment. The sample day is off unless `HINDCAST_REPLAY` or a flag says otherwise. */
  env?: Readonly<Record<string, string>>;
  /** Kept when given; otherwise a new folder that goes away with the service. */
  dataDir?: string;
  /** A program, with its arguments, that runs the service and leaves it its process number. */
  under?: readonly string[];
  /** As `npm start` runs it, also where the other tests run a bundle. */
  fromSources?: boolean;
}

export interface RunningDaemon {
  readonly baseUrl: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Asks it to stop (SIGTERM unless said otherwise); resolves to its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A new folder below the system's temporary one; whoever asks for it removes it. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'hindcast-test-'));
}

export function isolatedEnvironment(home: string, env: DaemonOptions['env']): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    TZ: 'UTC',
    HINDCAST_REPLAY: 'off',
    // As if npm had started it: then it also ends with a test run that is killed.
    npm_lifecycle_event: 'test',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...env,
  };
}

function spawnDaemon(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { under = [], fromSources = false }: Pick<DaemonOptions, 'under' | 'fromSources'> = {},
) {
  const [program = process.execPath, ...rest] = [...under, process.execPath];
  const file = fromSources ? sourceOf('daemon') : programFile('daemon');
  const child = spawn(program, [...rest, ...NODE_FLAGS, file, ...args], {
    cwd: env.HOME,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output };
}

export async function startDaemon(options: DaemonOptions = {}): Promise<RunningDaemon> {
  const home = temporaryFolder();
  const dataDir = options.dataDir ?? join(home, 'data');
  const args = ['--port', '0', '--data-dir', dataDir, ...(options.args ?? [])];
  const env = isolatedEnvironment(home, options.env);
  const { child, output } = spawnDaemon(args, env, options);
  const exit = once(child, 'close') as Promise<[number | null]>;
  const removeHome = () => rmSync(home, { recursive: true, force: true });
  try {
    const baseUrl = await addressOf(child, output);
    return {
      baseUrl,
      pid: child.pid ?? 0,
      dataDir,
      output,
      async stop(signal = 'SIGTERM') {
        child.kill(signal);
        const [code] = await exit;
        removeHome();
        return code;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await exit;
    removeHome();
    throw error;
  }
}

/** For starts that are refused and for questions such as `--help`: runs the service's program to its end. */
export async function runDaemon(
  args: readonly string[],
  options: { home: string; env?: Readonly<Record<string, string>> },
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnDaemon(args, isolatedEnvironment(options.home, options.env));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

/** A start that is killed at a moment that the caller chooses, perhaps before it is done. */
export async function killStart(dataDir: string, moment: Promise<void>): Promise<void> {
  const home = temporaryFolder();
  const args = ['--port', '0', '--data-dir', dataDir];
  const { child } = spawnDaemon(args, isolatedEnvironment(home, {}));
  const exit = once(child, 'close');
  await Promise.race([moment, exit]);
  child.kill('SIGKILL');
  await exit;
  rmSync(home, { recursive: true, force: true });
}

/** Resolves when the service says where it answers, which it does only once it answers. */
function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${output()}`));
    const timer = setTimeout(() => fail('the service did not start in time'), START_WITHIN_MS);
    child.once('close', (code) => {
      clearTimeout(timer);
      fail(`the service ended with code ${code} instead of starting`);
    });
    child.stdout?.on('data', () => {
      const url = /answers on (http:\S+)/.exec(output())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}
