/** Builds a release and installs it into an empty prefix, as a person does with `npm install -g`. For tests and benchmarks. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { isolatedEnvironment } from './start-daemon.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

export interface InstalledRelease {
  readonly archive: string;
  /** The installed package. */
  readonly folder: string;
  /** The home folder and the PATH of a person who has it. */
  environment(env?: Readonly<Record<string, string>>): Record<string, string>;
  /** Runs an installed command to its end; rejects when it fails. */
  command(name: string, args: readonly string[]): Promise<string>;
  /** Starts the service by its command and waits until it answers. */
  start(args: readonly string[]): Promise<RunningRelease>;
  /** The same for somebody who has not installed it: npx fetches the release into a folder for the purpose. */
  startWithNpx(args: readonly string[]): Promise<RunningRelease>;
  startHub(args: readonly string[]): Promise<RunningRelease>;
}

export interface RunningRelease {
  readonly baseUrl: string;
  stop(): Promise<number | null>;
}

export async function installRelease(prefix: string): Promise<InstalledRelease> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'scripts', 'build.ts')]);
  const archive = join(ROOT, /^\S+\.tgz/m.exec(stdout)?.[0] ?? '');
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', '-g', '--prefix', prefix, ...flags, archive], { cwd: prefix });
  return releaseIn(prefix, archive);
}

function releaseIn(prefix: string, archive: string): InstalledRelease {
  const home = join(prefix, 'home');
  mkdirSync(home, { recursive: true });
  const environment: InstalledRelease['environment'] = (env = {}) => {
    const { NODE_COMPILE_CACHE: _, PATH = '', ...base } = isolatedEnvironment(home, env);
    const folders = [join(prefix, 'bin'), ...PATH.split(delimiter).filter(isOfTheMachine)];
    return { ...base, PATH: folders.join(delimiter) } as Record<string, string>;
  };
  return {
    archive,
    folder: join(prefix, 'lib', 'node_modules', 'hindcast'),
    environment,
    async command(name, args) {
      const { stdout } = await run(name, args, { cwd: home, env: environment() });
      return stdout;
    },
    start: (args) => startService(['hindcast', 'start', ...args], home, environment()),
    async startWithNpx(args) {
      const { PATH = '', ...env } = environment(await emptyNpxFolder(prefix));
      // Without the installed command.
      const folders = PATH.split(delimiter).filter((folder) => !folder.startsWith(prefix));
      const npx = ['npx', '--yes', '--prefer-offline', `--package=${archive}`, '--'];
      const everywhere = { ...env, PATH: folders.join(delimiter) };
      return startService([...npx, 'hindcast', 'start', ...args], home, everywhere);
    },
    startHub: (args) => startService(['hindcast-hub', ...args, 'serve'], home, environment()),
  };
}

/** Downloads are those of this machine's cache, which npm has next to the folder of npx. */
async function emptyNpxFolder(prefix: string): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await run('npm', ['config', 'get', 'cache']);
  const cache = mkdtempSync(join(prefix, 'npx-'));
  symlinkSync(join(stdout.trim(), '_cacache'), join(cache, '_cacache'));
  return { npm_config_cache: cache };
}

async function startService(
  [name = '', ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningRelease> {
  const child = spawn(name, [...args, '--port', '0'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of processes, as in a terminal.
    detached: true,
  });
  const exit = once(child, 'close') as Promise<[number | null]>;
  let output = '';
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = /answers on (http:\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    void exit.then(([code]) => reject(new Error(`it ended with code ${code}: ${output}`)));
  });
  return {
    baseUrl,
    async stop() {
      // As Ctrl+C does: npx itself passes no signal on.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      return (await exit)[0];
    },
  };
}

/** Not the Node of this repository. */
function isOfTheMachine(folder: string): boolean {
  return !folder.startsWith(ROOT);
}
