/** Reads one image and measures the CPU time of it, in this process and in the one that reads. */
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { OcrImage, OcrResult } from '@hindcast/screen-ocr';
import type { Ocr } from '../../packages/daemon/src/extract/ocr/ocr.ts';
import { cpuNow, cpuSince } from './cpu.ts';

const wanted = new AbortController().signal;

interface Reading {
  result: OcrResult;
  cpuMs: number;
  wallMs: number;
}

const SWEEP_MS = 50;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

export async function read(ocr: Ocr, image: OcrImage): Promise<Reading> {
  // Of the picture that was taken a moment ago, which no service takes this way: it must not be collected while the clock runs.
  collectGarbage();
  // Helper threads go on sweeping after it.
  await wait(SWEEP_MS);
  const cpu = cpuNow(ocr.pid());
  const from = performance.now();
  const result = await ocr.read(image, wanted);
  const wallMs = performance.now() - from;
  return { result, cpuMs: cpuSince(cpu), wallMs };
}
