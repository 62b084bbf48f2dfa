/** From a change on the screen to the answer of the search that finds it, by accessibility text and by OCR of a whole new screen. */
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../test/support/desktop.ts';
import { prose } from '../ocr/prose.ts';
import { percentile, print } from '../search/measuring.ts';
import { type Stage, TERMINAL_ROWS } from './stage.ts';

const FOUND_WITHIN_MS = 30_000;
// Lets the frames of one round end before the next begins.
const PAUSE_MS = 1500;
const WORDS =
  'amber basil cedar delta ember fjord grove hazel iris jade kelp lotus maple noble'.split(' ');

export async function runLatency(stage: Stage, rounds: number): Promise<void> {
  print(`\nchange on the screen to searchable, ${rounds} rounds each, wall`);
  await stage.openEditor('latency.txt', '');
  await stage.activate('latency.txt');
  const typed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const word = unique('typed', round);
    // xdotool returns after the last key: what follows is the pause that ends typing, and our own work.
    await stage.desktop.run('xdotool', 'type', '--delay', '5', `${word} `);
    typed.push(await timeUntilFound(stage, word));
    await wait(PAUSE_MS);
  }
  report('accessibility text', typed, 1000);

  const show = await stage.openTerminal('latency-terminal');
  await stage.activate('latency-terminal');
  const read: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const word = unique('shown', round);
    show(screenful(round, word));
    read.push(await timeUntilFound(stage, word));
    await wait(PAUSE_MS);
  }
  report('OCR of a full new 1080p screen', read, 2500);
}

/** Letters only: digits are what OCR mistakes first, and accuracy is measured elsewhere. */
function unique(kind: string, round: number): string {
  const first = WORDS[round % WORDS.length];
  const second = WORDS[Math.floor(round / WORDS.length) % WORDS.length];
  return `${kind}${first}${second}`;
}

function screenful(round: number, word: string): string {
  const text = prose(5000 + round, false);
  // About 550 words, as many as on the terminal pages of `bench -- ocr`.
  const lines = Array.from({ length: TERMINAL_ROWS }, () => text.words(text.whole(8, 15)));
  lines[Math.floor(TERMINAL_ROWS / 2)] = `status of ${word} is final`;
  return lines.join('\r\n');
}

async function timeUntilFound(stage: Stage, word: string): Promise<number> {
  const from = performance.now();
  await until(
    `a hit for ${word}`,
    async () => {
      const { data } = await stage.get<{ data: unknown[] }>(`/search?q=${word}&limit=1`);
      return data.length > 0;
    },
    FOUND_WITHIN_MS,
  );
  return performance.now() - from;
}

function report(name: string, times: readonly number[], goalMs: number): void {
  const [median, high] = [0.5, 0.95].map((share) => percentile(times, share));
  print(
    `  ${name.padEnd(32)} p50 ${median?.toFixed(0)} p95 ${high?.toFixed(0)} ms, goal ${goalMs}: ratio ${((high ?? 0) / goalMs).toFixed(2)}`,
  );
}
