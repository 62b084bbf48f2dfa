/** A desktop on which nothing happens but a blinking caret: what it costs, and whether anything is stored. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { print } from '../search/measuring.ts';
import { useOfTree } from './process-tree.ts';
import type { Stage } from './stage.ts';

// Long enough for the last frames of opening the windows to be read and stored, for the ledger to note that nothing follows, which it
// does a minute after the last one, and for what the start left behind: the runtime gives memory back 100 s after the last large
// collection of garbage, in two rounds (0.2 s of CPU each), and then not again until there has been work. What that comes to is printed.
const SETTLE_MS = 240_000;
// Who asked for frames is written down as well, a quarter of a minute later.
const NOTED_MS = 20_000;
// The toolkit of the editor stops blinking ten seconds after the last key unless it is set otherwise.
const BLINKS_ON = '[Settings]\ngtk-cursor-blink-timeout=2147483647\n';

export async function runStatic(stage: Stage, seconds: number): Promise<void> {
  const settings = join(stage.desktop.home, '.config', 'gtk-3.0');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'settings.ini'), BLINKS_ON);
  await stage.openEditor('still-life.txt', 'Nothing moves here but the caret.\n');
  const started = useOfTree(stage.daemon.pid).cpuSecs;
  await wait(SETTLE_MS);
  const settling = ((useOfTree(stage.daemon.pid).cpuSecs - started) / SETTLE_MS) * 100_000;
  const framesBefore = await frameCount(stage);
  await wait(NOTED_MS);
  const before = { cpu: useOfTree(stage.daemon.pid).cpuSecs, bytes: total(stage.sizes()) };
  await wait(seconds * 1000);
  const share = ((useOfTree(stage.daemon.pid).cpuSecs - before.cpu) / seconds) * 100;
  const bytes = total(stage.sizes()) - before.bytes;
  const frames = (await frameCount(stage)) - framesBefore;
  print(`\nstatic desktop with a blinking caret, ${seconds} s`);
  print(
    `  CPU of the service               ${share.toFixed(2)} % of one core, goal 0.3: ratio ${(share / 0.3).toFixed(2)}`,
  );
  print(`  ${SETTLE_MS / 1000} s before, with the start   ${settling.toFixed(2)} %`);
  print(`  stored                           ${frames} frames, ${bytes} bytes; goal 0`);
}

async function frameCount(stage: Stage): Promise<number> {
  const { pagination } = await stage.get<{ pagination: { total: number } }>(
    '/search?content_type=ocr&limit=1',
  );
  return pagination.total;
}

const total = (sizes: ReturnType<Stage['sizes']>) => sizes.database + sizes.pictures + sizes.videos;
