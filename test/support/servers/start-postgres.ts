/** A PostgreSQL server of the test's own, on a socket and a separate port, from the Debian package. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { temporaryFolder } from '../start-daemon.ts';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';
/** The user `postgres`: the server refuses to run as root. */
const NOBODY = 65_534;
const START_WITHIN_MS = 60_000;

export interface RunningPostgres extends AsyncDisposable {
  readonly url: string;
  /** Everything it has on the disk. */
  readonly dataDir: string;
  /** Ends all of it as a crash would; `restart` begins again at the same address. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** All of it stands still and keeps its connections; `thaw` lets it go on. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Undefined where it is not installed: the caller skips its tests. */
export function postgresPrograms(): string | undefined {
  const [newest] = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort().reverse() : [];
  const folder = newest && join(VERSIONS, newest, 'bin');
  return folder && existsSync(join(folder, 'postgres')) ? folder : undefined;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

export async function startPostgres(programs: string): Promise<RunningPostgres> {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'db');
  mkdirSync(dataDir);
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) for (const path of [folder, dataDir]) chownSync(path, NOBODY, NOBODY);
  const making = ['-D', dataDir, '-U', 'hub', '--auth=trust', '--no-sync', '-E', 'UTF8'];
  await run(join(programs, 'initdb'), making, { ...as, cwd: folder });
  const port = await freePort();

  async function launch() {
    const options = ['-D', dataDir, '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
    const child = spawn(join(programs, 'postgres'), options, {
      ...as,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exit = once(child, 'close');
    await untilReady(child);
    return { child, exit };
  }

  let server = await launch();
  /** It has a process for each connection, in its own group. */
  const all = (signal: NodeJS.Signals) => {
    const pid = server.child.pid ?? 0;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    for (const one of [pid, ...children.map(Number).filter(Boolean)]) process.kill(one, signal);
  };
  const stop = async () => {
    // Fast shutdown: connections are ended, data are written.
    server.child.kill('SIGINT');
    await server.exit;
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    url: `postgres://hub@127.0.0.1:${port}/postgres`,
    dataDir,
    async kill() {
      all('SIGKILL');
      await server.exit;
    },
    async restart() {
      server = await launch();
    },
    freeze: () => all('SIGSTOP'),
    thaw: () => all('SIGCONT'),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function untilReady(child: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`PostgreSQL did not start\n${output}`));
    const timer = setTimeout(fail, START_WITHIN_MS);
    child.once('close', fail);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
