/** The texts that the process of every run is given as its programs: made once by `child/pack.ts`, or during the build of a release. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ChildPrograms } from '../child/pack.ts';

const PACKER = fileURLToPath(new URL('../child/pack.ts', import.meta.url));
/** Only a release has this file. */
const PACKED = new URL('../child/programs.json', import.meta.url);
const NATIVE_ADDRESS = 'hindcast-native:koffi';
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
  const packed = await readFile(PACKED, 'utf8').catch(packNow);
  return JSON.parse(packed.replaceAll(NATIVE_ADDRESS, import.meta.resolve('koffi')));
}

async function packNow(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PACKER],
    { env: {}, timeout: WITHIN_MS, maxBuffer: MOST_BYTES, windowsHide: true },
  );
  return stdout;
}
