import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { supervise } from '#core/service.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { CAPTURE_STREAMS, capturePause } from './capture-pause.ts';

const MINUTE_MS = 60_000;
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-pause-'));
  file = join(folder, 'pause.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(nowMs = 0) {
  const clock = manualClock(nowMs);
  const isPaused = { screen: false, sound: false };
  const setPaused = {
    screen: async (paused: boolean) => {
      isPaused.screen = paused;
    },
    sound: async (paused: boolean) => {
      isPaused.sound = paused;
    },
  };
  const pause = capturePause({ file, setPaused, clock, log: silentLog });
  const running = supervise(pause.service, { clock, log: silentLog });
  return { clock, isPaused, pause, stop: () => running.stop() };
}

describe('a pause', () => {
  test('stops both streams and is over by itself', async () => {
    const { clock, isPaused, pause, stop } = open();
    await pause.pause(CAPTURE_STREAMS, 5 * MINUTE_MS);
    expect(isPaused).toEqual({ screen: true, sound: true });
    expect(pause.state().screen).toEqual({ sinceMs: 0, untilMs: 5 * MINUTE_MS });
    await clock.advance(5 * MINUTE_MS - 1);
    expect(isPaused.screen).toBe(true);
    await clock.advance(1_000);
    expect(isPaused).toEqual({ screen: false, sound: false });
    expect(pause.state()).toEqual({});
    await stop();
  });

  test('can be of one stream, and ended by hand', async () => {
    const { isPaused, pause, stop } = open();
    await pause.pause(['sound'], null);
    expect(isPaused).toEqual({ screen: false, sound: true });
    await pause.resume(['screen']);
    expect(isPaused.sound).toBe(true);
    await pause.resume(CAPTURE_STREAMS);
    expect(isPaused.sound).toBe(false);
    await stop();
  });

  test('lasts over a restart, and no longer than it was meant to', async () => {
    const first = open();
    await first.pause.pause(['screen'], 60 * MINUTE_MS);
    await first.stop();
    const second = open(30 * MINUTE_MS);
    expect(second.isPaused).toEqual({ screen: true, sound: false });
    await second.stop();
    const third = open(61 * MINUTE_MS);
    await expect.poll(() => third.isPaused.screen).toBe(false);
    await third.stop();
  });

  test('that cannot be read back holds until somebody ends it', async () => {
    writeFileSync(file, '{"screen": {"sinceMs": 1');
    const { isPaused, pause, stop } = open();
    expect(isPaused).toEqual({ screen: true, sound: true });
    await pause.resume(CAPTURE_STREAMS);
    expect(isPaused).toEqual({ screen: false, sound: false });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({});
    await stop();
  });

  test('takes effect although it cannot be written down, which is reported', async () => {
    await rm(folder, { recursive: true });
    const { isPaused, pause, stop } = open();
    await expect(pause.pause(CAPTURE_STREAMS, null)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(isPaused).toEqual({ screen: true, sound: true });
    await stop();
  });
});
