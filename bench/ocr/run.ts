/**
 * npm run bench -- ocr [--set tuning|held-out|both] [--page <part of a name>] [--shift 0] [--misses] [--pictures <folder>]
 *                      [--no-sequence] [--no-tesseract]
 * npm run bench -- ocr --script chinese|japanese|korean|arabic|…|all      only pages of these scripts
 * npm run bench -- ocr --script unknown                                  only pages of scripts that no network knows
 *
 * Shows invented screens in a headless browser, reads them through the product's own OCR process and prints recall and precision of
 * search words, CPU (this process and the one that reads, without the browser) and wall time; with `tesseract` installed also what that
 * program reads. `--shift` changes the words of all pages. CPU time grows on a busy machine, by a half and more: the load is printed.
 */
import { parseArgs } from 'node:util';
import { runScripts, runSet } from './accuracy.ts';
import { openBrowser } from './browser.ts';
import type { CorpusSet } from './corpus-set.ts';
import { printFonts } from './fonts.ts';
import { findTesseract } from './tesseract.ts';
import { runUnknownScripts } from './unknown-scripts.ts';
import { runBlinking, runMoving, runSequence } from './work.ts';

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string', default: 'both' },
    page: { type: 'string', default: '' },
    script: { type: 'string' },
    shift: { type: 'string', default: '0' },
    misses: { type: 'boolean', default: false },
    pictures: { type: 'string' },
    'no-sequence': { type: 'boolean', default: false },
    'no-tesseract': { type: 'boolean', default: false },
  },
});

printFonts();
const browser = await openBrowser();
const sets: CorpusSet[] = flags.set === 'both' ? ['tuning', 'held-out'] : [flags.set as CorpusSet];
const options = {
  pages: flags.page,
  script: flags.script === 'all' ? undefined : flags.script,
  shift: Number(flags.shift),
  isMissesShown: flags.misses,
  pictures: flags.pictures,
  tesseract: flags['no-tesseract'] ? undefined : findTesseract(),
};
for (const set of flags.script === 'unknown' ? [] : sets) {
  if (flags.script === undefined) await runSet(browser, set, options);
  await runScripts(browser, set, options);
}
if (flags.page === '' && (flags.script ?? 'unknown') === 'unknown') {
  await runUnknownScripts(browser);
}
if (!flags['no-sequence'] && flags.page === '' && flags.script === undefined) {
  await runSequence(browser);
  await runBlinking(browser);
  await runMoving(browser);
}
await browser.close();
