/** Runs the service's program for models and passes on each JSON document it prints. Its complaints go to this terminal. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(import.meta.dirname, '..', '..', 'daemon', 'src', 'commands', 'models.ts');

/** Resolves to the exit code. */
export async function runModels(
  args: readonly string[],
  onDocument: (document: unknown) => void,
): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Ctrl+C reaches both; the program cleans up and ends first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  for await (const line of createInterface({ input: child.stdout })) onDocument(JSON.parse(line));
  return exited;
}
