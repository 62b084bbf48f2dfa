/** The texts that the process of every run is given as its programs. They are made once, when the first run needs them (`child/pack.ts`). */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ChildPrograms } from './child/pack.ts';

const PACKER = fileURLToPath(new URL('./child/pack.ts', import.meta.url));
const WITHIN_MS = 30_000;
const MOST_BYTES = 4 * 1024 * 1024;

let made: Promise<ChildPrograms> | undefined;

/** Rejects when they cannot be made; the next call tries again. */
export function childPrograms(): Promise<ChildPrograms> {
  made ??= pack().catch((error) => {
    made = undefined;
    throw error;
  });
  return made;
}

async function pack(): Promise<ChildPrograms> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PACKER],
    { env: {}, timeout: WITHIN_MS, maxBuffer: MOST_BYTES, windowsHide: true },
  );
  return JSON.parse(stdout) as ChildPrograms;
}
