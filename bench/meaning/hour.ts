/**
 * What an hour at work costs: its different passages, embedded in the process of the service, by the CPU time of that process. The hour is
 * that of `bench/size`: nearly every line of it is new, so a real hour costs less.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../packages/daemon/src/core/clock.ts';
import { silentLog } from '../../packages/daemon/src/core/log/log.ts';
import {
  findMeaningModel,
  meaningProcess,
} from '../../packages/daemon/src/extract/meaning/meaning-process.ts';
import { passagesOf } from '../../packages/daemon/src/store/meaning/passages.ts';
import { workHour } from '../size/work-hour.ts';

const FRAMES = 720;
const HOUR_MS = 3_600_000;
const TEXTS_PER_CALL = 8;
/** Embedded; the others cost the same. */
const MOST_EMBEDDED = 400;
const MS_PER_TICK = 10;

export async function measureHour(): Promise<void> {
  const texts = passagesOfHour();
  const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-meaning-'));
  const folder = await findMeaningModel(dataDir);
  if (folder === undefined) throw new Error('the model is missing: npm start installs it');
  const model = meaningProcess({ folder, clock: systemClock, log: silentLog });
  const { signal } = new AbortController();
  try {
    await model.embed(['a first text'], signal);
    const startMs = cpuMs(model.pid());
    const some = texts.slice(0, MOST_EMBEDDED);
    for (let from = 0; from < some.length; from += TEXTS_PER_CALL) {
      await model.embed(some.slice(from, from + TEXTS_PER_CALL), signal);
    }
    const eachMs = (cpuMs(model.pid()) - startMs) / some.length;
    const hourMs = startMs + eachMs * texts.length;
    console.log(
      `an hour at work: ${texts.length} different passages, ${eachMs.toFixed(1)} ms of CPU each and ${startMs} ms for the start: ${((hourMs / HOUR_MS) * 100).toFixed(2)} % of a core`,
    );
    const memory = readFileSync(`/proc/${model.pid()}/status`, 'utf8');
    const inMb = (name: string) =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(memory)?.[1]) / 1024);
    console.log(`process: ${inMb('VmRSS')} MB, at most ${inMb('VmHWM')} MB, run from source`);
  } finally {
    await model.close();
    rmSync(dataDir, { recursive: true });
  }
}

function passagesOfHour(): string[] {
  const found = new Map<number, string>();
  for (const { frame } of workHour({ frames: FRAMES, seed: 1 })) {
    const { text = '', boxes = [], elements = [], windowName = '' } = frame;
    const content = { text, boxes: [...boxes], elements: [...elements] };
    for (const passage of passagesOf({ kind: 'ocr', title: windowName, content } as never)) {
      found.set(passage.hash, passage.text);
    }
  }
  return [...found.values()];
}

/** Of user and system, of a process of Linux. */
function cpuMs(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const ticks = fields.split(' ');
  return (Number(ticks[11]) + Number(ticks[12])) * MS_PER_TICK;
}
