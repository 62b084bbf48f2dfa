/**
 * Copies in a process of its own, which has the lowest priority and can be ended at any moment: SQLite copies a database in one call that
 * no thread could be stopped in. What it leaves then is no backup, because the list of files is missing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { whereCompiled } from '#core/compiled-code.ts';
import { lowerPriority } from '#core/process-priority.ts';
import type { DatabaseKey } from '../sealing/store-key.ts';
import { deserializeError, type SerializedError } from '../thread-protocol.ts';
import { BackupFailedError } from './errors.ts';
import type { BackupJob, BackupProgress, MadeBackup } from './make-backup.ts';

const ENTRY = fileURLToPath(new URL('./backup-process-main.ts', import.meta.url));
const HEAP_MB = 256;
const LEAST_PRIORITY = 19;

export type ProcessJob =
  | ({ readonly kind: 'backup' } & BackupJob)
  | { readonly kind: 'database'; from: string; to: string; key?: DatabaseKey | undefined };

export type ProcessMessage =
  | { readonly progress: BackupProgress }
  | { readonly made: MadeBackup }
  /** What the check of the copy says. */
  | { readonly copied: string }
  | { readonly error: SerializedError };

/** Rejects with the signal's reason when that aborts, after the process has gone. */
export async function runBackupProcess(
  job: ProcessJob,
  signal: AbortSignal,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<Exclude<ProcessMessage, { progress: unknown } | { error: unknown }>> {
  signal.throwIfAborted();
  const flags = [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'];
  // No more of our environment, and no error output: neither secrets nor names of files leave through it.
  const child = spawn(process.execPath, [...flags, ENTRY], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: whereCompiled(),
    windowsHide: true,
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  let last: ProcessMessage | undefined;
  let pending = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (pending + piece).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      last = JSON.parse(line) as ProcessMessage;
      if ('progress' in last) onProgress(last.progress);
    }
  });
  try {
    // A write that meets the end of the process; its exit is what counts.
    child.stdin.on('error', () => {});
    lowerPriority(child.pid, LEAST_PRIORITY);
    // Its standard input stays open: its end tells the process that we are gone.
    child.stdin.write(`${JSON.stringify(job)}\n`);
    const [code, signalName] = (await once(child, 'close')) as [number | null, string | null];
    signal.throwIfAborted();
    if (last === undefined || 'progress' in last) {
      throw new BackupFailedError(`with ${code ?? signalName}`);
    }
    if ('error' in last) throw deserializeError(last.error);
    return last;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}
