/** A desktop on which nothing happens but a blinking caret: what it costs, and whether anything is stored. */
import { setTimeout as wait } from 'node:timers/promises';
import { print } from '../search/measuring.ts';
import { useOfTree } from './process-tree.ts';
import type { Stage } from './stage.ts';

// Long enough for the last frames of opening the windows to be read and stored, and for the ledger to note that nothing follows,
// which it does a minute after the last one.
const SETTLE_MS = 75_000;

export async function runStatic(stage: Stage, seconds: number): Promise<void> {
  await stage.openEditor('still-life.txt', 'Nothing moves here but the caret.\n');
  await wait(SETTLE_MS);
  const before = { cpu: useOfTree(stage.daemon.pid).cpuSecs, frames: await frameCount(stage) };
  const bytesBefore = total(stage.sizes());
  await wait(seconds * 1000);
  const share = ((useOfTree(stage.daemon.pid).cpuSecs - before.cpu) / seconds) * 100;
  const frames = (await frameCount(stage)) - before.frames;
  print(`\nstatic desktop with a blinking caret, ${seconds} s`);
  print(
    `  CPU of the service               ${share.toFixed(2)} % of one core, goal 0.5: ratio ${(share / 0.5).toFixed(2)}`,
  );
  print(
    `  stored                           ${frames} frames, ${total(stage.sizes()) - bytesBefore} bytes; goal 0`,
  );
}

async function frameCount(stage: Stage): Promise<number> {
  const { pagination } = await stage.get<{ pagination: { total: number } }>(
    '/search?content_type=ocr&limit=1',
  );
  return pagination.total;
}

const total = (sizes: ReturnType<Stage['sizes']>) => sizes.database + sizes.pictures + sizes.videos;
