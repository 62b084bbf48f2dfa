/** What following a screen costs: work in sixty frames, a blinking caret, moving pictures. */
import type { Browser } from 'playwright-core';
import { openOcr } from '../../packages/daemon/src/extract/ocr/ocr.ts';
import { percentile, print } from '../search/measuring.ts';
import { memoryMb } from './cpu.ts';
import { GOALS, goal, goalShare, load, mean } from './figures.ts';
import { read } from './reading.ts';
import { precision, recall, type Score, score, total } from './score.ts';
import { blinking, movingPictures, type SequenceFrame, sequence, starryFilm } from './sequence.ts';

/** Reads frames of one monitor one after the other; CPU by step. */
async function runFrames(frames: AsyncIterable<SequenceFrame>) {
  const ocr = await openOcr();
  const cpuOf = new Map<string, number[]>();
  const scores: Score[] = [];
  for await (const { step, image, truth } of frames) {
    const reading = await read(ocr, { ...image, monitor: 'bench' });
    cpuOf.set(step, [...(cpuOf.get(step) ?? []), reading.cpuMs]);
    scores.push(score(reading.result, truth));
  }
  const { lineHits, lineMisses } = ocr.stats();
  const memory = memoryMb(ocr.pid());
  await ocr.close();
  const hitShare = (100 * lineHits) / (lineHits + lineMisses);
  return { cpuOf, all: total(scores), hitShare, memory };
}

export async function runSequence(browser: Browser): Promise<void> {
  print('\nsixty frames of work on one monitor, from a cold start');
  const { cpuOf, all, hitShare, memory } = await runFrames(sequence(browser));
  for (const [step, cpus] of cpuOf) {
    print(
      `  ${step.padEnd(12)} ${String(cpus.length).padStart(2)} frames, CPU mean ${mean(cpus).toFixed(0)} ms, median ${percentile(cpus, 0.5).toFixed(0)} ms`,
    );
  }
  goal('typing, CPU, mean', mean(cpuOf.get('typing') ?? []), GOALS.typingMs, 'ms');
  goal('blink, CPU, mean', mean(cpuOf.get('blink') ?? []), GOALS.blinkMs, 'ms');
  goal('all frames, CPU, mean', mean([...cpuOf.values()].flat()), GOALS.meanMs, 'ms');
  goalShare('recall of search words', recall(all), GOALS.share);
  goalShare('precision of search words', precision(all), GOALS.share);
  print(`  lines known without reading: ${hitShare.toFixed(1)} %`);
  goal('memory of the OCR process', memory, GOALS.memoryMb, 'MB');
  print(`  load now ${load()}`);
}

export async function runBlinking(browser: Browser): Promise<void> {
  print('\na blinking caret, sixty frames, the last thirty counted');
  const { cpuOf } = await runFrames(blinking(browser, 60));
  const warm = (cpuOf.get('blink') ?? []).slice(-30);
  goal('blink, CPU, mean', mean(warm), GOALS.blinkMs, 'ms');
  goal('blink, CPU, median', percentile(warm, 0.5), GOALS.blinkMs, 'ms');
}

export async function runMoving(browser: Browser): Promise<void> {
  print('\neight moving pictures with captions, ten frames');
  printMoving(await runFrames(movingPictures(browser, 10)), 'all ten');
  print('\na film in a window over an editor, twelve frames, the last eight counted');
  printMoving(await runFrames(starryFilm(browser, 12)), 'all twelve');
}

function printMoving({ cpuOf, all }: Awaited<ReturnType<typeof runFrames>>, frames: string): void {
  goal('CPU, mean', mean(cpuOf.get('moving pictures') ?? []), GOALS.movingMs, 'ms');
  print(`  search words made of texture: ${all.answered - all.hits} in ${frames} frames`);
  goalShare('recall of search words', recall(all), GOALS.share);
  goalShare('precision of search words', precision(all), GOALS.share);
}
