/** Runs npm, always without the scripts of packages. It checks what it fetches against the integrity that the registry states. */
import { execFile } from 'node:child_process';
import { serviceError } from '#core/errors.ts';
import { PipeSourceUnreachableError } from '../errors.ts';

const TIMEOUT_MS = 180_000;
const MOST_OUTPUT_BYTES = 4 * 1024 * 1024;
const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
/** Versions of npm before `NEEDED` ignore such flags without a word. */
export const NO_LOCAL_SOURCE = ['--allow-git=none', '--allow-file=none', '--allow-directory=none'];
/** `npm pack` takes the archive of the registry itself for a remote one. */
const REGISTRY_ONLY = [...NO_LOCAL_SOURCE, '--allow-remote=none'];
/** The first version that knows all flags of `REGISTRY_ONLY`. */
const NEEDED = [11, 14] as const;

interface NpmOptions {
  folder: string;
  signal: AbortSignal;
}

/** Runs a command that resolves dependencies, with nothing but the registry to fetch from. Rejects with NPM_TOO_OLD. */
export async function runNpmOnRegistry(
  args: readonly string[],
  options: NpmOptions,
): Promise<void> {
  const version = (await runNpm(['--version'], options)).trim();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  if (!isNewEnough) throw serviceError('NPM_TOO_OLD', { version, needed: NEEDED.join('.') });
  await runNpm([...args, ...REGISTRY_ONLY], options);
}

/** Resolves to what it printed. Rejects with PIPE_SOURCE_UNREACHABLE and npm's own code for what went wrong. */
export function runNpm(args: readonly string[], options: NpmOptions): Promise<string> {
  const isWindows = process.platform === 'win32';
  const settings = {
    cwd: options.folder,
    signal: options.signal,
    timeout: TIMEOUT_MS,
    maxBuffer: MOST_OUTPUT_BYTES,
    // npm is a script there; the arguments are ours or were checked (`registry.ts`).
    shell: isWindows,
    windowsHide: true,
  };
  return new Promise((resolve, reject) => {
    execFile(
      isWindows ? 'npm.cmd' : 'npm',
      [...args, ...FLAGS],
      settings,
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout);
        options.signal.throwIfAborted();
        const code = /npm (?:error|ERR!) code (\w+)/.exec(stderr)?.[1];
        const reason = code ?? (error.code === 'ENOENT' ? 'npm is not installed' : 'npm failed');
        return reject(new PipeSourceUnreachableError(reason, error));
      },
    );
  });
}
