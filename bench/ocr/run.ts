/**
 * npm run bench -- ocr [--set tuning|held-out|both] [--pages <part of a name>] [--shift 0] [--misses] [--no-sequence]
 *
 * Shows invented 1080p screens in a headless browser, reads them through the product's own OCR process and prints recall and precision
 * of search words, CPU (this process and the one that reads, without the browser) and wall time. `--shift` changes the words of all
 * pages. A ratio of 1 or less meets a goal. CPU time grows on a busy machine, by a half and more, so the load is printed.
 */

import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { OcrImage, OcrResult } from '@hindcast/screen-ocr';
import type { Browser } from 'playwright-core';
import { type Ocr, openOcr } from '../../packages/daemon/src/extract/ocr/ocr.ts';
import { percentile, print } from '../search/measuring.ts';
import { openBrowser, SCREEN, shoot } from './browser.ts';
import { type CorpusSet, corpus } from './corpus.ts';
import { cpuNow, cpuSince, memoryMb } from './cpu.ts';
import { printFonts } from './fonts.ts';
import { precision, recall, type Score, score, total } from './score.ts';
import { blinking, movingPictures, type SequenceFrame, sequence } from './sequence.ts';

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string', default: 'both' },
    pages: { type: 'string', default: '' },
    shift: { type: 'string', default: '0' },
    misses: { type: 'boolean', default: false },
    'no-sequence': { type: 'boolean', default: false },
  },
});
const GOALS = {
  share: 99.3,
  worstPage: 95,
  freshMs: 350,
  worstFreshMs: 700,
  typingMs: 25,
  blinkMs: 6,
  meanMs: 80,
  movingMs: 120,
  memoryMb: 90,
};
const wanted = new AbortController().signal;

interface Reading {
  result: OcrResult;
  cpuMs: number;
  wallMs: number;
}

const SWEEP_MS = 50;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function read(ocr: Ocr, image: OcrImage): Promise<Reading> {
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

const load = () => loadavg()[0]?.toFixed(1);
const share = (value: number) => value.toFixed(1).padStart(6);
const ms = (value: number) => value.toFixed(0).padStart(6);
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const goal = (name: string, value: number, limit: number, unit: string) =>
  print(
    `  ${name.padEnd(34)} ${value.toFixed(1)} ${unit}, goal ${limit}: ratio ${(value / limit).toFixed(2)}`,
  );
const goalShare = (name: string, value: number, least: number) =>
  print(
    `  ${name.padEnd(34)} ${value.toFixed(1)} %, goal ${least}: ratio of errors ${((100 - value) / (100 - least)).toFixed(2)}`,
  );

async function runSet(browser: Browser, set: CorpusSet): Promise<void> {
  print(`\n${set} set: fresh 1080p screens`);
  print(`${'page'.padEnd(32)} recall  prec.  words  lines  CPU ms  wall ms`);
  const page = await browser.newPage({ viewport: SCREEN });
  const scores: Score[] = [];
  const walls: number[] = [];
  const cpus: number[] = [];
  for (const { name, html, jpegQuality } of corpus(set, Number(flags.shift))) {
    if (!name.includes(flags.pages)) continue;
    await page.setContent(html);
    const shot = await shoot(page, jpegQuality);
    // A new service for every page: nothing is in its cache.
    const ocr = await openOcr();
    const { result, cpuMs, wallMs } = await read(ocr, shot.image);
    await ocr.close();
    const scored = score(result, shot.truth);
    scores.push(scored);
    walls.push(wallMs);
    cpus.push(cpuMs);
    print(
      `${name.padEnd(32)} ${share(recall(scored))} ${share(precision(scored))} ${ms(scored.asked)} ${ms(result.lines.length)}  ${ms(cpuMs)}   ${ms(wallMs)}`,
    );
    if (flags.misses) {
      print(`    missed: ${scored.missed.join(' ')}\n    wrong:  ${scored.wrong.join(' ')}`);
    }
  }
  await page.close();
  const all = total(scores);
  goalShare('recall of search words', recall(all), GOALS.share);
  goalShare('precision of search words', precision(all), GOALS.share);
  goalShare('recall of the worst page', Math.min(...scores.map(recall)), GOALS.worstPage);
  goal('fresh page, CPU, median', percentile(cpus, 0.5), GOALS.freshMs, 'ms');
  goal('fresh page, CPU, worst', Math.max(...cpus), GOALS.worstFreshMs, 'ms');
  const wall = percentile(walls, 0.5).toFixed(0);
  print(`  CPU mean ${mean(cpus).toFixed(0)} ms, wall median ${wall} ms; load now ${load()}`);
}

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

async function runSequence(browser: Browser): Promise<void> {
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

async function runBlinking(browser: Browser): Promise<void> {
  print('\na blinking caret, sixty frames, the last thirty counted');
  const { cpuOf } = await runFrames(blinking(browser, 60));
  const warm = (cpuOf.get('blink') ?? []).slice(-30);
  goal('blink, CPU, mean', mean(warm), GOALS.blinkMs, 'ms');
  goal('blink, CPU, median', percentile(warm, 0.5), GOALS.blinkMs, 'ms');
}

async function runMoving(browser: Browser): Promise<void> {
  print('\neight moving pictures with captions, ten frames');
  const { cpuOf, all } = await runFrames(movingPictures(browser, 10));
  goal('CPU, mean', mean(cpuOf.get('moving pictures') ?? []), GOALS.movingMs, 'ms');
  print(`  search words made of texture: ${all.answered - all.hits} in all ten frames`);
  goalShare('recall of search words', recall(all), GOALS.share);
  goalShare('precision of search words', precision(all), GOALS.share);
}

printFonts();
const browser = await openBrowser();
const sets: CorpusSet[] = flags.set === 'both' ? ['tuning', 'held-out'] : [flags.set as CorpusSet];
for (const set of sets) await runSet(browser, set);
if (!flags['no-sequence']) {
  await runSequence(browser);
  await runBlinking(browser);
  await runMoving(browser);
}
await browser.close();
