/** Which planted words a search finds, by program and by kind of text. */
import { setTimeout as wait } from 'node:timers/promises';
import { print } from '../search/measuring.ts';
import { SCENES } from './scenes/all.ts';
import { type Planted, whyNot } from './scenes/scene.ts';
import { closeWindows, frames, printRatio, type Stage } from './stage.ts';
import { wordSupply } from './words.ts';

/** A person looks at what was opened for at least so long. */
const LOOK_MS = 6_000;
const FIND_WITHIN_MS = 20_000;
const GOAL_PERCENT = 97;

export async function measureWords(stage: Stage, only: string): Promise<void> {
  print('\nplanted words found, by program');
  const nextWord = wordSupply();
  const all: (Planted & { isFound: boolean })[] = [];
  for (const scene of SCENES.filter(({ program }) => only === '' || program === only)) {
    const reason = whyNot(scene);
    if (reason !== undefined) {
      print(`  ${scene.program.padEnd(20)} skipped: ${reason}`);
      continue;
    }
    const sinceMs = Date.now();
    const planted = await scene.open({ desktop: stage.desktop, nextWord });
    await wait(LOOK_MS);
    const found = await findAll(stage, planted, sinceMs);
    all.push(...found);
    const missed = found
      .filter(({ isFound }) => !isFound)
      .map(({ kind, word }) => `${kind} (${word})`);
    const count = `${found.length - missed.length} of ${found.length}`;
    print(
      `  ${scene.program.padEnd(20)} ${count}${missed.length > 0 ? `; missed: ${missed.join(', ')}` : ''}`,
    );
    await closeWindows(stage);
    await wait(1_000);
  }
  const share = (all.filter(({ isFound }) => isFound).length / all.length) * 100;
  printRatio('words found', share, GOAL_PERCENT, '%');
}

async function findAll(stage: Stage, planted: readonly Planted[], sinceMs: number) {
  const untilMs = Date.now() + FIND_WITHIN_MS;
  for (;;) {
    const found = await Promise.all(
      planted.map(async (one) => ({
        ...one,
        isFound: (await frames(stage, sinceMs, one.word)).length > 0,
      })),
    );
    if (found.every(({ isFound }) => isFound) || Date.now() > untilMs) return found;
    await wait(1_000);
  }
}
