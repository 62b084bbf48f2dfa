/** Builds a release and installs it into an empty prefix, as a person does with `npm install -g`. For tests and benchmarks. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
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
    async start(args) {
      const env = environment();
      const child = spawn('hindcast', ['start', '--port', '0', ...args], {
        cwd: home,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
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
          child.kill('SIGTERM');
          return (await exit)[0];
        },
      };
    },
  };
}

/** Not the Node of this repository. */
function isOfTheMachine(folder: string): boolean {
  return !folder.startsWith(ROOT);
}
