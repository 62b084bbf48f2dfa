/**
 * The way from the command line to the service: it runs the service's program, or asks it for the settings in force. How settings are
 * found is known to the service alone, so that `hindcast status` looks where `hindcast start` listens.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { type HindcastClient, HindcastError, hindcastClient } from '@hindcast/client';
import { NODE_FLAGS } from './service/node-flags.ts';

export const DAEMON = join(import.meta.dirname, '..', '..', 'daemon', 'src', 'main.ts');

/** How Hindcast came onto this machine. */
export type InstallKind = 'source' | 'npm' | 'npx' | 'debian';

export interface Install {
  readonly kind: InstallKind;
  readonly root: string;
  readonly startCommand: string;
  readonly update: string;
}

/** What `--print-config --json` of the service prints. */
export interface Settings {
  readonly file: string;
  readonly mode: 'live' | 'replay';
  readonly install: Install;
  /** The service that holds the data folder now. */
  readonly owner: { readonly pid: number; readonly url?: string } | null;
  readonly settings: readonly {
    readonly key: string;
    readonly value: unknown;
    readonly origin: string;
  }[];
}

/** Flags of commands that look for a running service. */
export interface WhereOptions {
  readonly port?: string;
  readonly dataDir?: string;
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The program and the arguments that run the service. */
export function daemonCommand(args: readonly string[]): [string, ...string[]] {
  return [process.execPath, ...NODE_FLAGS, DAEMON, ...args];
}

/** Runs the service's program on this terminal until it ends; resolves to its exit code. */
export function runDaemon(args: readonly string[]): Promise<number> {
  const [program, ...rest] = daemonCommand(args);
  const child = spawn(program, rest, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

let startCommand = 'hindcast start';

/** What a person types to start the service, as the installation wants it, once the settings were read. */
export function howToStart(...flags: string[]): string {
  if (flags.length === 0) return startCommand;
  // npm keeps flags for itself unless they follow two dashes.
  return [startCommand, ...(startCommand === 'npm start' ? ['--'] : []), ...flags].join(' ');
}

/** Rejects with SettingsError, whose message is the service's own, when the settings cannot be used. */
export async function readSettings(where: WhereOptions): Promise<Settings> {
  const args = ['--print-config', '--json', ...flagsOf(where)];
  const child = spawn(process.execPath, [DAEMON, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new SettingsError(complaint.trim().replace(/^hindcast: /, ''));
  const settings = JSON.parse(output) as Settings;
  startCommand = settings.install.startCommand;
  return settings;
}

export function flagsOf({ port, dataDir }: WhereOptions): string[] {
  return [
    ...(port === undefined ? [] : [`--port=${port}`]),
    ...(dataDir === undefined ? [] : [`--data-dir=${dataDir}`]),
  ];
}

export interface Service {
  readonly url: string;
  readonly dataDir: string;
  /** Whether a person chose the folder, by a flag or the environment. */
  readonly isFolderNamed: boolean;
  /** The service that holds the folder. */
  readonly pid: number | undefined;
  /** What a service that is not reached by an address of this machine alone wants to hear; undefined when none is set. */
  readonly accessToken: string | undefined;
}

// Treat a slower service as one that does not run.
const ANSWERS_WITHIN_MS = 3_000;

/**
 * Where the service answers, or would: a port that was asked for, else what the running one announced. The folder is that of the
 * settings; `findServiceFolder` asks the service for its own. Rejects with SettingsError for a folder that does not exist.
 */
export async function findService(where: WhereOptions): Promise<Service> {
  const { settings, owner, file } = await readSettings(where);
  const setting = (key: string) => settings.find((one) => one.key === key);
  const value = (key: string) => setting(key)?.value;
  const dataDir = String(value('dataDir'));
  if (where.dataDir !== undefined && !existsSync(dataDir)) {
    throw new SettingsError(`the data folder ${dataDir} does not exist`);
  }
  const announced = where.port === undefined ? owner?.url : undefined;
  return {
    url: reachable(announced ?? `http://${hostOf(String(value('host')))}:${value('port')}`),
    dataDir,
    isFolderNamed: !setting('dataDir')?.origin.startsWith('default'),
    pid: owner?.pid,
    accessToken: value('accessToken') ? accessTokenFrom(file) : undefined,
  };
}

/** Like `findService`, but with the folder and the process of the service that answers. Those may differ from the settings. */
export async function findServiceFolder(where: WhereOptions): Promise<Service> {
  const service = await findService(where);
  if (where.port === undefined && (service.isFolderNamed || service.pid !== undefined)) {
    return service;
  }
  const dataDir = where.dataDir === undefined ? await askFolder(service) : undefined;
  if (dataDir === undefined || dataDir === service.dataDir) return service;
  return findService({ ...where, dataDir });
}

/** Undefined when no service answers, or an earlier version without this field. */
async function askFolder(service: Service): Promise<string | undefined> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  const health = await clientOf(service)
    .health({ signal })
    // The caller's own request fails with the same error.
    .catch(() => undefined);
  return health?.data_dir;
}

/** The service prints its secrets masked, so this one is read where the service found it. */
function accessTokenFrom(file: string): string {
  const { HINDCAST_ACCESS_TOKEN: token } = process.env;
  if (token) return token;
  const source = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  return (JSON.parse(source) as { accessToken: string }).accessToken;
}

/** Like `find`, but never the service of another folder than the one a person named. */
export async function findRunning(where: WhereOptions, find = findService): Promise<Service> {
  const service = await find(where);
  if (where.port !== undefined || service.pid !== undefined || !service.isFolderNamed) {
    return service;
  }
  const reported = await askFolder(service);
  if (reported === undefined || reported === service.dataDir) return service;
  throw new HindcastError('UNREACHABLE', `no Hindcast service runs on ${service.dataDir}`, {
    hint: `Start it with: ${howToStart('--data-dir', service.dataDir)}`,
  });
}

/** A client of the service that `where` leads to. */
export async function connect(
  where: WhereOptions,
): Promise<{ readonly url: string; readonly client: HindcastClient }> {
  const service = await findRunning(where);
  return { url: service.url, client: clientOf(service) };
}

export function clientOf({ url, accessToken }: Service): HindcastClient {
  const userAgent = 'hindcast-cli';
  return hindcastClient({
    baseUrl: url,
    userAgent,
    ...(accessToken !== undefined && { accessToken }),
  });
}

function hostOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** "All addresses" is where a service listens, not where one can call it. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
