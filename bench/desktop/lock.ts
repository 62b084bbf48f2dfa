/** Frames that are kept while the screen is locked. */
import { setTimeout as wait } from 'node:timers/promises';
import { missingPrograms, until } from '../../test/support/desktop.ts';
import { print } from '../search/measuring.ts';
import { frames, type Stage } from './stage.ts';

const LOCKED_MS = 20_000;

export async function measureLock(stage: Stage): Promise<void> {
  if (missingPrograms(['i3lock']).length > 0) {
    print('\nlocked screen skipped: apt-get install -y i3lock');
    return;
  }
  const { desktop } = stage;
  await desktop.open('xterm', ['-T', 'secret work', '-e', 'top'], 'secret work');
  // Without it, a capture that does nothing would pass.
  await until('a frame before the lock', async () => (await frames(stage, 0, 'top')).length > 0);
  const sinceMs = Date.now();
  const locker = desktop.start('i3lock', ['-n']);
  await wait(LOCKED_MS);
  const kept = await frames(stage, sinceMs);
  locker.kill();
  print(`\nframes kept while the screen was locked: ${kept.length}, goal 0`);
}
