import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CapturedFrame } from '#core/observation.ts';
import {
  type Desktop,
  startDesktop,
  until,
  whyNoDesktop,
} from '../../../../../test/support/desktop.ts';
import { x11Windows } from '../window/x11-windows.ts';
import { connectX11 } from '../x11/x11-connection.ts';
import { type Recording, startRecording } from './recorder.fixture.ts';

const hasCompositor = spawnSync('picom', ['--version']).status === 0;
const reason = whyNoDesktop() ?? (hasCompositor ? undefined : 'no picom (Debian: picom)');
if (reason !== undefined) process.stderr.write(`composited desktop tests skipped: ${reason}\n`);

/** How far red outdoes the other colours in what fades; nothing else here is red. */
const FADED_RED = 20;
const SECRET_PLACE = { x: 500, y: 300, width: 200, height: 100 };

/** Also of one that is half faded. */
function redsIn({ pixels: { data, width } }: CapturedFrame): number {
  const { x, y } = SECRET_PLACE;
  let count = 0;
  for (let row = y; row < y + SECRET_PLACE.height; row += 1) {
    for (let column = x; column < x + SECRET_PLACE.width; column += 1) {
      const [blue = 0, green = 0, red = 0] = data.subarray((row * width + column) * 4);
      if (red > Math.max(blue, green) + FADED_RED) count += 1;
    }
  }
  return count;
}

describe.skipIf(reason !== undefined)('a desktop whose windows fade away', () => {
  let desktop: Desktop;
  let recording: Recording;

  beforeAll(async () => {
    desktop = await startDesktop();
    const connection = await connectX11(desktop.display);
    const windows = await x11Windows(connection, Date.now);
    const lag = async () => (await windows.snapshot()).lagMs;
    const withoutMs = (await lag()) ?? 0;
    // Half a second, slower than by default.
    const slowFade = ['-f', '-I', '0.02', '-O', '0.02'];
    desktop.start('picom', ['--backend', 'xrender', '--config', '/dev/null', ...slowFade]);
    await until('the compositor', async () => ((await lag()) ?? 0) > withoutMs);
    connection.close();
    await desktop.open(
      'xterm',
      ['-T', 'kept', '-geometry', '40x10+0+0', '-e', 'sleep 600'],
      'kept',
    );
    recording = await startRecording(desktop, { ignoredWindows: ['do-not-keep'] });
  }, 60_000);
  afterAll(async () => {
    await recording?.stop();
    await desktop?.stop();
  });

  test('an excluded window that is closed is in no picture while it fades', async () => {
    for (let round = 0; round < 3; round += 1) {
      const looks = ['-bg', '#c80000', '-geometry', '60x20+450+250'];
      const title = 'do-not-keep';
      const id = await desktop.open('xterm', [...looks, '-T', title, '-e', 'sleep 600'], title);
      await recording.activate('kept');
      await until('it to be covered', () => (recording.last()?.masked.length ?? 0) > 0);
      recording.frames.length = 0;
      await desktop.run('xdotool', 'windowkill', String(id));
      for (let look = 0; look < 4; look += 1) {
        await recording.recorder.captureNow();
        await wait(30);
      }
      expect(recording.frames.length).toBeGreaterThan(1);
      expect(recording.frames.map(redsIn)).toEqual(recording.frames.map(() => 0));
    }
  }, 60_000);
});
