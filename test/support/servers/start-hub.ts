/** Starts the real hub as a separate process, on a free port and with a new folder, for black-box tests. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { programFile } from '../programs.ts';
import { temporaryFolder } from '../start-daemon.ts';

const HUB = programFile('hub');
const START_WITHIN_MS = 20_000;
const run = promisify(execFile);

export interface RunningHub extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Runs `hindcast-hub token …` and resolves to what it prints. */
  token(...args: string[]): Promise<string>;
  /** Ends it as a crash would; `restart` begins again at the same address, with the same folder. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** It stands still and keeps its connections; `thaw` lets it go on. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

export async function startHub(
  options: {
    env?: Readonly<Record<string, string>>;
    args?: readonly string[];
    /** Of `serve` alone. */
    serveArgs?: readonly string[];
    port?: string;
  } = {},
): Promise<RunningHub> {
  const dataDir = temporaryFolder();
  const env = { PATH: process.env.PATH, HOME: dataDir, TZ: 'UTC', ...options.env };
  const base = [HUB, '--data-dir', dataDir, ...(options.args ?? [])];

  async function launch(port: string) {
    const serve = ['serve', '--port', port, ...(options.serveArgs ?? [])];
    const child = spawn(process.execPath, [...base, ...serve], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exit = once(child, 'close');
    return { child, exit, url: await addressOf(child) };
  }

  let hub = await launch(options.port ?? '0');
  const { url } = hub;
  const end = async (signal: NodeJS.Signals) => {
    hub.child.kill(signal);
    await hub.exit;
  };
  const stop = async () => {
    await end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    url,
    dataDir,
    get pid() {
      return hub.child.pid ?? 0;
    },
    async token(...args) {
      const { stdout } = await run(process.execPath, [...base, 'token', ...args], { env });
      return stdout.trim();
    },
    kill: () => end('SIGKILL'),
    async restart() {
      hub = await launch(new URL(url).port);
    },
    freeze: () => void hub.child.kill('SIGSTOP'),
    thaw: () => void hub.child.kill('SIGCONT'),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function addressOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  let output = '';
  return new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}\n${output}`));
    const timer = setTimeout(() => fail('the hub did not start in time'), START_WITHIN_MS);
    child.once('close', () => fail('the hub ended'));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const found = /answers on (https?:\S+)/.exec(output)?.[1];
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(found);
      });
    }
  });
}
