/** The text that the process of every run is given as its program. It is made once, when the first run needs it (`child/pack.ts`). */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKER = fileURLToPath(new URL('./child/pack.ts', import.meta.url));
const WITHIN_MS = 30_000;
const MOST_BYTES = 4 * 1024 * 1024;

let made: Promise<string> | undefined;

/** Rejects when it cannot be made; the next call tries again. */
export function childProgram(): Promise<string> {
  made ??= pack().catch((error) => {
    made = undefined;
    throw error;
  });
  return made;
}

async function pack(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PACKER],
    { env: {}, timeout: WITHIN_MS, maxBuffer: MOST_BYTES, windowsHide: true },
  );
  return stdout;
}
