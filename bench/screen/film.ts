/** A film that plays in a window: what it costs, and how many frames it makes. */
import { setTimeout as wait } from 'node:timers/promises';
import { print } from '../search/measuring.ts';
import { useOfTree } from './process-tree.ts';
import type { Stage } from './stage.ts';
import { framesWritten } from './work.ts';

const GOAL_SHARE = 6;
const SETTLES_MS = 20_000;

export async function runFilm(stage: Stage, seconds: number): Promise<void> {
  await stage.openBrowser('/film', 'Film');
  await wait(SETTLES_MS);
  const frames = await framesWritten(stage);
  const before = useOfTree(stage.daemon.pid).cpuSecs;
  await wait(seconds * 1000);
  const share = ((useOfTree(stage.daemon.pid).cpuSecs - before) / seconds) * 100;
  print(
    `\na film in a window, ${seconds} s: ${(await framesWritten(stage)) - frames} frames stored`,
  );
  print(
    `  CPU of the service               ${share.toFixed(1)} % of one core, goal ${GOAL_SHARE}: ratio ${(share / GOAL_SHARE).toFixed(2)}`,
  );
}
