/** Recall and precision on fresh screens, page by page, and the cost of reading them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { openOcr } from '../../packages/daemon/src/extract/ocr/ocr.ts';
import { percentile, print } from '../search/measuring.ts';
import { SCREEN, type Shot, shoot } from './browser.ts';
import { corpus, scriptCorpus } from './corpus.ts';
import type { CorpusSet } from './corpus-set.ts';
import { GOALS, goal, goalShare, load, mean, ms, share } from './figures.ts';
import type { Script } from './fonts.ts';
import { read } from './reading.ts';
import {
  characterRecall,
  precision,
  recall,
  type Score,
  score,
  total,
  wordsFound,
} from './score.ts';
import { isRightToLeft, isUnspaced } from './script-text.ts';
import type { Tesseract } from './tesseract.ts';

export interface AccuracyOptions {
  /** Part of the names of the pages that are read. */
  readonly pages: string;
  /** Only pages of this script; undefined: all. */
  readonly script: string | undefined;
  readonly shift: number;
  readonly isMissesShown: boolean;
  /** Folder for pictures of the pages. */
  readonly pictures: string | undefined;
  readonly tesseract: Tesseract | undefined;
}

const MOST_SHOWN = 60;

export async function runSet(
  browser: Browser,
  set: CorpusSet,
  options: AccuracyOptions,
): Promise<void> {
  print(
    `\n${set} set: fresh 1080p screens, read by a service that has read ${OTHER_SCREENS} others`,
  );
  print(
    `${'page'.padEnd(32)} recall  prec.  words  lines  CPU ms  wall ms  tesseract: recall  prec.`,
  );
  const scores: Score[] = [];
  const others: Score[] = [];
  const cpus: number[] = [];
  const walls: number[] = [];
  const screens = await otherScreens(browser, set, options.shift);
  for (const { name, html, jpegQuality, scale } of corpus(set, options.shift)) {
    if (!name.includes(options.pages)) continue;
    const shot = await show(browser, html, { jpegQuality, scale });
    await keepPicture(shot, `${set} ${name}`, options);
    const { result, cpuMs, wallMs } = await readFresh(shot, screens);
    const scored = score(result, shot.truth);
    scores.push(scored);
    if (scale === 1) {
      cpus.push(cpuMs);
      walls.push(wallMs);
    }
    const other = await compare(shot, 'english', options);
    if (other !== undefined) others.push(other);
    print(
      `${name.padEnd(32)} ${share(recall(scored))} ${share(precision(scored))} ${ms(scored.asked)} ${ms(result.lines.length)}  ${ms(cpuMs)}   ${ms(wallMs)}             ${sharesOf(other)}`,
    );
    if (options.isMissesShown) printMisses(scored);
  }
  if (scores.length === 0) return;
  const all = total(scores);
  goalShare('recall of search words', recall(all), GOALS.share);
  goalShare('precision of search words', precision(all), GOALS.share);
  goalShare('recall of the worst page', Math.min(...scores.map(recall)), GOALS.worstPage);
  if (others.length > 0) print(`  tesseract, recall and precision ${sharesOf(total(others))}`);
  if (cpus.length === 0) return;
  goal('fresh page, CPU, median', percentile(cpus, 0.5), GOALS.freshMs, 'ms');
  goal('fresh page, CPU, worst', Math.max(...cpus), GOALS.worstFreshMs, 'ms');
  const wall = percentile(walls, 0.5).toFixed(0);
  print(`  CPU mean ${mean(cpus).toFixed(0)} ms, wall median ${wall} ms; load now ${load()}`);
}

/** Chinese and Japanese: words found in the text, and precision by characters; other scripts: search words. `chars` counts characters of all. */
export async function runScripts(
  browser: Browser,
  set: CorpusSet,
  options: AccuracyOptions,
): Promise<void> {
  print(`\n${set} set: scripts and languages, search words found`);
  print(`${'page'.padEnd(32)}  found  prec.  chars  words  CPU ms  tesseract: found  prec.   goal`);
  const screens = await otherScreens(browser, set, options.shift);
  for (const { script, name, html } of scriptCorpus(set, options.shift)) {
    if (!name.includes(options.pages)) continue;
    if (options.script !== undefined && options.script !== script) continue;
    if (html === undefined) {
      print(`${name.padEnd(32)} skipped: no font of this script and set is installed`);
      continue;
    }
    const shot = await show(browser, html, {});
    await keepPicture(shot, `${set} ${name}`, options);
    const { result, cpuMs } = await readFresh(shot, screens);
    const scored = score(result, shot.truth);
    const found = isUnspaced(script) ? wordsFound(result, shot.truth) : scored;
    const other = await compare(shot, script, options);
    print(
      `${name.padEnd(32)} ${share(recall(found))} ${share(precision(scored))} ${share(characterRecall(scored, shot.truth))} ${ms(found.asked)}  ${ms(cpuMs)}            ${sharesOf(other)}  ${share(goalOf(script))}`,
    );
    if (options.isMissesShown) printMisses(scored);
  }
}

function goalOf(script: Script): number {
  if (isRightToLeft(script)) return GOALS.rightToLeftWords;
  return isUnspaced(script) || script === 'korean' ? GOALS.unspacedWords : GOALS.share;
}

async function show(
  browser: Browser,
  html: string,
  { jpegQuality, scale = 1 }: { jpegQuality?: number | undefined; scale?: number },
): Promise<Shot> {
  const page = await browser.newPage({ viewport: SCREEN, deviceScaleFactor: scale });
  await page.setContent(html);
  const shot = await shoot(page, jpegQuality);
  await page.close();
  return shot;
}

/** By a service that has read a few other screens: its code is compiled, and nothing of this one is in its cache. */
async function readFresh({ image }: Shot, others: readonly Shot[]) {
  const ocr = await openOcr();
  for (const [i, other] of others.entries()) {
    await ocr.read({ ...other.image, monitor: `other ${i}` }, AbortSignal.timeout(60_000));
  }
  const reading = await read(ocr, image);
  await ocr.close();
  return reading;
}

const OTHER_SCREENS = 3;
// No page of the set has the same words.
const OTHER_WORDS = 7;

async function otherScreens(browser: Browser, set: CorpusSet, shift: number): Promise<Shot[]> {
  const pages = corpus(set, shift + OTHER_WORDS).slice(0, OTHER_SCREENS);
  return Promise.all(pages.map(({ html }) => show(browser, html, {})));
}

async function compare(
  { image, truth }: Shot,
  script: Script | 'english',
  { tesseract }: AccuracyOptions,
): Promise<Score | undefined> {
  const read = await tesseract?.(image, script);
  if (read === undefined) return undefined;
  const scored = score(read, truth);
  if (script === 'english' || !isUnspaced(script)) return scored;
  // Recall of words, precision of characters, as for our own reader.
  const { hits, asked } = wordsFound(read, truth);
  return { hits, asked, answered: (hits * 100) / precision(scored) };
}

function sharesOf(scored: Score | undefined): string {
  return scored === undefined
    ? '     –      –'
    : `${share(recall(scored))} ${share(precision(scored))}`;
}

function printMisses({ missed, wrong }: { missed: string[]; wrong: string[] }): void {
  const some = (words: string[]) => words.slice(0, MOST_SHOWN).join(' ');
  print(`    missed: ${some(missed)}\n    wrong:  ${some(wrong)}`);
}

async function keepPicture(
  { image: { pixels, width, height } }: Shot,
  name: string,
  { pictures }: AccuracyOptions,
): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  const raw = { width, height, channels: 3 } as const;
  await sharp(pixels, { raw })
    .png()
    .toFile(join(pictures, `${name.replaceAll(/[ ,]+/g, '-')}.png`));
}
